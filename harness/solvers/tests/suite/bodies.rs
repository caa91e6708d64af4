//! Bodies that are not hulls of points, through the oracle, the variants and the judge.

use crate::common::rulings;
use dashu_ratio::RBig;
use gjk_cases::body::{Curved, IDENTITY};
use gjk_cases::case::{Arithmetic, Body, Case, Class, Point, Shape};
use gjk_cases::family::{Family, named};
use gjk_records::Ruling;
use gjk_solvers::{ErasedVariant, JudgedVariant, PosedCase, Reply, Roster};
use gjk_truth::answer::{Answered, Numbers, Says, Values};
use gjk_truth::judge::{TOLERANCE, judge};
use gjk_truth::truth::Truth;
use gjk_variants::Promise;
use proptest::prelude::*;

fn case(a: Body, b: Body) -> Case {
    Case { a, b, ..crate::common::case(3, vec![[0.0; 3]], vec![[0.0; 3]]) }
}

fn ball(center: Point, radius: f64) -> Body {
    Body::Rounded { points: vec![center], radius }
}

/// A ball as a curved body.
fn ellipsoid(center: Point, radius: f64) -> Body {
    Body::Curved(Curved { shape: Shape::Ellipsoid { semi_axes: [radius; 3] }, center, rotation: IDENTITY })
}

fn cases(family: &dyn Family, arithmetic: Arithmetic, count: u64) -> impl Iterator<Item = Case> {
    (0..count).map(move |index| family.case(7, arithmetic, index))
}

#[test]
fn radii_are_compared_by_squares() {
    // The cores are exactly five apart.
    let classes = [(2.0, 2.5, Class::Separated), (2.0, 3.0, Class::Touching), (2.0, 3.0_f64.next_up(), Class::Overlapping)];
    for (p, q, class) in classes {
        let truth = Truth::of(&case(ball([0.0; 3], p), ball([3.0, 4.0, 0.0], q)));
        assert_eq!(truth.class(), class, "{q}");
        assert_eq!((truth.distance_squared(), truth.core_distance_squared()), (None, Some(RBig::from(25))));
        let (low, high) = truth.bounds();
        let distance = (5.0 - p - q).max(0.0);
        assert!(low <= distance && distance <= high && high - low <= 2e-15, "{low} {high}");
        // D includes the radii: 4 along y, and both radii.
        assert_eq!(truth.size().to_f64(), 4.0 + p + q);
    }
    let touching_cores = Truth::of(&case(ball([0.0; 3], 0.0), Body::Points(vec![[0.0; 3]])));
    assert_eq!(touching_cores.class(), Class::Touching, "a radius of zero changes nothing");
}

#[test]
fn exact_variants_are_right_and_certified_on_rounded_hulls_and_unions() {
    let roster = Roster::builtin();
    let reliable =
        ["least-squares", "johnson", "johnson-backup", "ericson", "signed-volumes", "nesterov", "nesterov-normalised"];
    for (family, least) in [("rounded", 150), ("unions", 80)] {
        let family = named(family).expect("an embedded family");
        let (mut asked, mut classes) = (0, [0; 3]);
        for case in cases(family.as_ref(), Arithmetic::Exact, 150) {
            let found = rulings(&roster, &case, Arithmetic::Exact);
            if found.is_empty() {
                // A curved part has no exact support points.
                assert!(case.a.parts().iter().chain(case.b.parts()).any(|part| matches!(part, Body::Curved(_))));
                continue;
            }
            asked += 1;
            classes[Truth::of(&case).class() as usize] += 1;
            for (variant, ruling, certified) in found.into_iter().filter(|(variant, ..)| reliable.contains(variant)) {
                assert_eq!((ruling, certified), (Ruling::Right, Some(true)), "{} {variant}", case.id);
            }
        }
        assert!(asked >= least && classes[0] >= 20 && classes[2] >= 20, "{} {asked} {classes:?}", family.name());
    }
}

#[test]
fn boolean_variants_accept_radii_only_in_rounded_arithmetic() {
    let roster = Roster::builtin();
    let pair = case(ball([0.0; 3], 1.0), ball([3.0, 0.0, 0.0], 1.0));
    for arithmetic in Arithmetic::ALL {
        for (variant, ruling, certified) in rulings(&roster, &pair, arithmetic) {
            let variant = roster.named(variant).expect("a variant");
            // The published loops' absolute stop leaves a distance that is not exact.
            let expected = if ruling == Ruling::Inaccurate && arithmetic == Arithmetic::Exact { ruling } else { Ruling::Right };
            assert_eq!((ruling, certified), (expected, Some(true)), "{variant} {arithmetic}");
            let sees_cores = matches!(variant.about.promise, Promise::Distance | Promise::Depth);
            assert!(arithmetic != Arithmetic::Exact || sees_cores, "{variant}");
        }
        let posed = PosedCase::pose(&pair, arithmetic).expect("it fits");
        let boolean = |variant: &ErasedVariant| variant.about.promise == Promise::Verdict && variant.applies(3, arithmetic);
        for JudgedVariant { variant, outcome, .. } in posed.ask(&roster, TOLERANCE, boolean) {
            assert_eq!(outcome.is_some(), arithmetic != Arithmetic::Exact, "{variant}");
        }
    }
}

#[test]
fn a_variant_is_not_applicable_to_kinds_of_bodies_that_it_does_not_accept() {
    let roster = Roster::builtin();
    for (family, expected) in [("generic", [1, 1, 1]), ("rounded", [1, 1, 1]), ("curved", [0, 0, 1])] {
        let family = named(family).expect("an embedded family");
        let case = cases(family.as_ref(), Arithmetic::F64, 1).next().expect("a case");
        let found = rulings(&roster, &case, Arithmetic::F64);
        let counts = ["certified", "certified-boolean", "ericson"]
            .map(|name| found.iter().filter(|(variant, ..)| *variant == name).count());
        assert_eq!(counts, expected, "{}", case.id);
    }
}

/// The numbers of answers of the distance variants that are right; that are inaccurate or contact; and that are failures.
fn right(family: &str, arithmetic: Arithmetic) -> [usize; 3] {
    let (roster, family) = (Roster::builtin(), named(family).expect("an embedded family"));
    let mut counts = [0; 3];
    for case in cases(family.as_ref(), arithmetic, 150) {
        for (variant, ruling, _) in rulings(&roster, &case, arithmetic) {
            if ["least-squares", "johnson", "ericson", "signed-volumes"].contains(&variant) {
                counts[usize::from(ruling != Ruling::Right) + usize::from(ruling.is_failure())] += 1;
            }
        }
    }
    counts
}

#[test]
fn rounded_arithmetic_is_mostly_right_on_other_bodies() {
    assert_eq!(SHARES.map(|(family, arithmetic, _)| (family, arithmetic, right(family, arithmetic))), SHARES);
}

/// Counts of 600 answers: right; inaccurate or contact; failures.
const SHARES: [(&str, Arithmetic, [usize; 3]); 6] = [
    ("rounded", Arithmetic::F64, [600, 0, 0]),
    ("rounded", Arithmetic::F32, [600, 0, 0]),
    ("curved", Arithmetic::F64, [573, 8, 19]),
    ("curved", Arithmetic::F32, [597, 2, 1]),
    ("unions", Arithmetic::F64, [588, 2, 10]),
    ("unions", Arithmetic::F32, [595, 2, 3]),
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Bodies of any finite numbers: nothing panics, and every judged case has a ruling.
    #[test]
    fn bodies_of_any_numbers_are_judged(patterns in proptest::collection::vec(any::<u64>(), 60), kinds in any::<[u8; 2]>()) {
        let mut numbers = patterns.into_iter().map(f64::from_bits).map(|x| if x.is_finite() { x } else { 1.0 });
        let mut number = || numbers.next().unwrap_or(0.5);
        let mut body = |kind: u8| {
            let mut point = || -> Point { std::array::from_fn(|_| number()) };
            let (points, center, rotation) = (vec![point(), point()], point(), [point(), point(), point()]);
            let [x, y, z] = point().map(f64::abs);
            let curved = |shape| Body::Curved(Curved { shape, center, rotation });
            match kind % 5 {
                0 => Body::Rounded { points, radius: x },
                1 => curved(Shape::Ellipsoid { semi_axes: [x, y, z] }),
                2 => curved(Shape::Cylinder { radius: x, half_height: y }),
                3 => curved(Shape::Cone { radius: x, half_height: y }),
                _ => Body::Union(vec![Body::Points(points), curved(Shape::Ellipsoid { semi_axes: [x, y, z] })]),
            }
        };
        let pair = case(body(kinds[0]), body(kinds[1]));
        let roster = Roster::builtin();
        for arithmetic in Arithmetic::ALL {
            let Some(posed) = PosedCase::pose(&pair, arithmetic) else { continue };
            let (low, high) = posed.truth.bounds();
            prop_assert!(low <= high, "{} {}", low, high);
            for finding in posed.ask(&roster, TOLERANCE, |_| true) {
                if let Some((_, judgement)) = finding.outcome {
                    prop_assert!(judgement.ruling != Ruling::NotApplicable);
                    if judgement.ruling.is_failure() {
                        posed.fault(finding.variant, TOLERANCE);
                    }
                }
            }
        }
    }
}

fn answer(says: Says, distance: Option<f64>, witnesses: Option<[Point; 2]>, axis: Option<Point>) -> Reply {
    let values = Values { distance, witnesses, axis, ..Values::none() };
    Reply::elsewhere(Some(Answered::of_bodies(says, Vec::new(), Numbers::Rounded(values))))
}

fn ruled(case: &Case, reply: &Reply) -> (Ruling, Option<f64>) {
    let found = judge(case, &Truth::of(case), reply.answer.as_ref(), Arithmetic::F64, TOLERANCE);
    (found.ruling, found.margin)
}

/// A ball of radius one around the origin, and another of radius two whose surface is at x = 4.
fn bodies(kind: usize) -> (Body, Body) {
    let away = Body::Points(vec![[50.0, 0.0, 0.0]]);
    match kind {
        0 => (ball([0.0; 3], 1.0), ball([6.0, 0.0, 0.0], 2.0)),
        1 => (ellipsoid([0.0; 3], 1.0), ellipsoid([6.0, 0.0, 0.0], 2.0)),
        _ => (ball([0.0; 3], 1.0), Body::Union(vec![away, ellipsoid([6.0, 0.0, 0.0], 2.0)])),
    }
}

#[test]
fn answers_from_elsewhere_are_of_the_bodies_and_not_of_their_cores() {
    for kind in 0..3 {
        let (a, b) = bodies(kind);
        let pair = case(a, b);
        let good = answer(Says::Apart, Some(3.0), Some([[1.0, 0.0, 0.0], [4.0, 0.0, 0.0]]), Some([-1.0, 0.0, 0.0]));
        assert_eq!(ruled(&pair, &good).0, Ruling::Right, "{kind}");
        let near = [1.0, 0.0, 0.0];
        let off =
            [(3.1, near), (2.9, near), (3.0, [1.1, 0.0, 0.0]), (2.9, [1.1, 0.0, 0.0]), (3.0, [0.9, 0.0, 0.0]), (6.0, [0.0; 3])];
        for (distance, on_a) in off {
            let off = answer(Says::Apart, Some(distance), Some([on_a, [4.0, 0.0, 0.0]]), None);
            assert_eq!(ruled(&pair, &off).0, Ruling::Off, "{kind} {distance} {on_a:?}");
        }
        let (ruling, margin) = ruled(&pair, &answer(Says::Intersecting, None, None, None));
        let unit = 0.5 * f64::EPSILON * Truth::of(&pair).size().to_f64();
        assert_eq!(ruling, Ruling::Wrong, "{kind}");
        assert!((margin.expect("a margin") * unit - 3.0).abs() < 1e-12, "{kind} {margin:?}");
    }
}

#[test]
fn false_aparts_are_as_wrong_as_the_bodies_are_deep() {
    let depth = 0.25;
    let at = [2.0 - depth, 0.0, 0.0];
    let square = vec![[1.0, 1.0, 1.0], [1.0, -1.0, 1.0], [-1.0, 0.0, 1.0], [0.0, 0.0, -1.0]];
    for (name, pair, depth) in [
        ("balls", case(ball([0.0; 3], 1.0), ball(at, 1.0)), depth),
        ("ellipsoids", case(ellipsoid([0.0; 3], 1.0), ellipsoid(at, 1.0)), depth),
        ("union", case(ellipsoid([0.0; 3], 1.0), Body::Union(vec![ball([9.0; 3], 1.0), ellipsoid(at, 1.0)])), depth),
        ("deep cores", case(Body::Rounded { points: square.clone(), radius: 1.0 }, Body::Points(square)), f64::NAN),
    ] {
        let truth = Truth::of(&pair);
        assert_eq!(truth.class(), Class::Overlapping, "{name}");
        let (ruling, margin) = ruled(&pair, &answer(Says::Apart, Some(0.0), None, Some([-1.0, 0.0, 0.0])));
        let margin = margin.expect("a margin") * 0.5 * f64::EPSILON * truth.size().to_f64();
        assert_eq!(ruling, Ruling::Wrong, "{name}");
        assert!(depth.is_nan() && margin > 1.0 || (margin - depth).abs() < 1e-9, "{name} {margin}");
    }
}

#[test]
fn a_shallow_contact_of_rounded_bodies_is_a_contact() {
    let pair = case(ball([0.0; 3], 1.0), ball([2.0 - 8.0 * f64::EPSILON, 0.0, 0.0], 1.0));
    assert_eq!(Truth::of(&pair).class(), Class::Overlapping);
    assert_eq!(ruled(&pair, &answer(Says::Apart, Some(0.0), None, None)).0, Ruling::Contact);
}

#[test]
fn a_union_is_as_near_as_its_nearest_parts() {
    let roster = Roster::builtin();
    let point = |x: f64| Body::Points(vec![[x, 0.0, 0.0], [x, 1.0, 0.0]]);
    let pair = case(Body::Union(vec![point(0.0), point(100.0)]), Body::Union(vec![point(50.0), point(93.0)]));
    assert_eq!(Truth::of(&pair).distance_squared(), Some(RBig::from(49)));
    let posed = PosedCase::pose(&pair, Arithmetic::Exact).expect("it fits");
    for finding in posed.ask(&roster, TOLERANCE, |variant| variant.about.name == "johnson") {
        let (reply, judgement) = finding.outcome.expect("it applies");
        assert_eq!((judgement.ruling, judgement.certified), (Ruling::Right, Some(true)));
        let parts = &reply.answer.as_ref().expect("an answer").parts;
        assert_eq!(parts.len(), 4);
        assert_eq!(parts.iter().filter(|part| part.chosen).map(|part| (part.a, part.b)).collect::<Vec<_>>(), [(1, 1)]);
        // The variant is asked about all four pairs, whatever their boxes say.
        assert!(reply.supports >= 8, "{} support points", reply.supports);
    }
}

#[test]
fn a_wrong_part_of_a_union_is_off() {
    let point = |x: f64| Body::Points(vec![[x, 0.0, 0.0]]);
    let pair = case(Body::Union(vec![point(0.0), point(100.0)]), point(93.0));
    let far = answer(Says::Apart, Some(93.0), Some([[0.0; 3], [93.0, 0.0, 0.0]]), None);
    assert_eq!(ruled(&pair, &far).0, Ruling::Off);
    let near = answer(Says::Apart, Some(7.0), Some([[100.0, 0.0, 0.0], [93.0, 0.0, 0.0]]), None);
    assert_eq!(ruled(&pair, &near).0, Ruling::Right);
}
