//! Casts: the time of the first contact, and the rulings on answers about it.

use dashu_ratio::RBig;
use gjk_cases::case::{Arithmetic, Body, Case, Point};
use gjk_cases::family::{corners, named};
use gjk_records::{Measure, Question, Ruling};
use gjk_truth::answer::{Answered, Numbers, Says, Values};
use gjk_truth::judge::{Judgement, TOLERANCE, judge};
use gjk_truth::lattice::Pair;
use gjk_truth::truth::{First, Truth};

/// A cube of side 2 around a centre.
fn cube(center: Point) -> Vec<Point> {
    corners(center.map(|x| x - 1.0), center.map(|x| x + 1.0))
}

/// Two cubes with a gap of 4 along x, of which A moves by 8 towards B: the first contact is at 1/2.
fn approaching() -> Case {
    Case::of_points("approaching", 3, cube([0.0; 3]), cube([6.0, 0.0, 0.0])).cast_along([8.0, 0.0, 0.0])
}

fn first(case: &Case) -> Option<[f64; 2]> {
    let truth = Truth::of(case);
    match truth.cast().expect("A moves").first(case) {
        First::At(time) => Some([&time.low, &time.high].map(RBig::to_f64_fast)),
        First::Never => None,
        First::Undecided => panic!("it is decided"),
    }
}

#[derive(Clone, Copy, Default)]
struct Said {
    time: Option<f64>,
    normal: Option<Point>,
    witnesses: Option<[Point; 2]>,
    axis: Option<Point>,
}

fn judged(case: &Case, says: Says, said: Said) -> Judgement {
    let Said { time, normal, witnesses, axis } = said;
    let numbers = Numbers::Rounded(Values { time, normal, witnesses, axis, ..Values::none() });
    let answer = Answered { promise: Question::Cast, ..Answered::of_bodies(says, Vec::new(), numbers) };
    judge(case, &Truth::of(case), Some(&answer), Arithmetic::F64, TOLERANCE)
}

fn hit(case: &Case, time: f64) -> Judgement {
    judged(case, Says::Intersecting, Said { time: Some(time), ..Said::default() })
}

fn never(case: &Case) -> Judgement {
    judged(case, Says::Apart, Said::default())
}

#[test]
fn a_first_contact_is_the_one_computed_by_hand() {
    assert_eq!(first(&approaching()), Some([0.5; 2]));
    let along = |motion: Point| Case { cast: Some(motion), ..approaching() };
    assert_eq!(first(&along([4.0, 0.0, 0.0])), Some([1.0; 2]), "at the very end");
    assert_eq!(first(&along([3.75, 0.0, 0.0])), None);
    assert_eq!(first(&along([-8.0, 0.0, 0.0])), None, "away");
    assert_eq!(first(&along([8.0, 4.0, 0.0])), Some([0.5; 2]), "an edge along the face at the end");
    assert_eq!(first(&along([8.0, 4.25, 0.0])), None, "past the edge");
    // At a time that no double has, with coordinates that are far apart in size.
    let thirds = Case { cast: Some([12.0, 0.0, 1e-300]), ..approaching() };
    let truth = Truth::of(&thirds);
    let First::At(time) = truth.cast().expect("A moves").first(&thirds) else { panic!("a hit") };
    assert_eq!(time.low, RBig::from(1) / RBig::from(3));
    // In the plane, and from a start in contact and in overlap.
    let square = |x: f64| vec![[x, 0.0, 0.0], [x + 1.0, 0.0, 0.0], [x, 1.0, 0.0], [x + 1.0, 1.0, 0.0]];
    let plane = |x: f64, motion: Point| Case::of_points("plane", 2, square(0.0), square(x)).cast_along(motion);
    assert_eq!(first(&plane(3.0, [4.0, 0.5, 0.0])), Some([0.5; 2]));
    for motion in [[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0]] {
        assert_eq!([1.0, 0.5].map(|x| first(&plane(x, motion))), [Some([0.0; 2]); 2], "{motion:?}");
    }
}

#[test]
fn nearest_points_are_those_of_the_contact_or_of_the_passage() {
    let of = |case: &Case| Truth::of(case).cast().expect("A moves").nearest_points(case);
    let exactly = |points: [Point; 2]| Some(points.map(|point| point.map(|x| RBig::try_from(x).expect("finite"))));
    // In contact, the points of A and of B are one, in the plane of the faces.
    let [on_a, on_b] = of(&approaching()).expect("hulls");
    assert_eq!((&on_a, &on_a[0]), (&on_b, &RBig::from(5)));
    let point = |y: f64, motion: Point| Case::of_points("p", 3, vec![[0.0, y, 0.0]], vec![[2.0, 0.0, 0.0]]).cast_along(motion);
    // On the way, at the end, and at the start.
    assert_eq!(of(&point(1.0, [8.0, 0.0, 0.0])), exactly([[2.0, 1.0, 0.0], [2.0, 0.0, 0.0]]));
    assert_eq!(of(&point(0.0, [1.5, 0.0, 0.0])), exactly([[1.5, 0.0, 0.0], [2.0, 0.0, 0.0]]));
    assert_eq!(of(&point(0.0, [-1.5, 0.0, 0.0])), exactly([[0.0; 3], [2.0, 0.0, 0.0]]));
    // A time that no double is equal to: after a third of the motion.
    assert_eq!(of(&point(0.0, [6.0, 0.0, 0.0])), exactly([[2.0, 0.0, 0.0]; 2]));
    // The foot of (2, 0) on the line from (0, −2) along (3, 6) is at (2·3 + 2·6) / 45 = 2/5 of the motion.
    let [on_a, _] = of(&point(-2.0, [3.0, 6.0, 0.0])).expect("hulls");
    assert_eq!(on_a, [RBig::from(6) / RBig::from(5), RBig::from(2) / RBig::from(5), RBig::ZERO]);
    let floor = Body::Halfspace { normal: [0.0, 0.0, 1.0], offset: 0.0 };
    assert_eq!(of(&Case::of_bodies("x", 3, Body::Points(cube([0.0, 0.0, 3.0])), floor).cast_along([0.0, 0.0, -4.0])), None);
}

#[test]
fn balls_unions_and_half_spaces_have_their_first_contacts() {
    let ball = |x: f64, radius: f64| Body::Rounded { points: vec![[x, 0.0, 0.0]], radius };
    let of = |a: Body, b: Body, motion: Point| first(&Case::of_bodies("x", 3, a, b).cast_along(motion));
    let around = |found: Option<[f64; 2]>, time: f64| {
        let [low, high] = found.expect("a contact");
        assert!(low <= time && time <= high && high - low <= 2.0_f64.powi(-53), "{low} {time} {high}");
    };
    // Radii 1 and 2 and centres 7 apart; and one that passes at a height of 3 exactly, which is contact at the middle.
    around(of(ball(0.0, 1.0), ball(7.0, 2.0), [8.0, 0.0, 0.0]), 0.5);
    let passing = Body::Rounded { points: vec![[-4.0, 3.0, 0.0]], radius: 1.0 };
    around(of(passing.clone(), ball(0.0, 2.0), [8.0, 0.0, 0.0]), 0.5);
    assert_eq!(of(passing, ball(0.0, 1.5), [8.0, 0.0, 0.0]), None);
    let floor = Body::Halfspace { normal: [0.0, 0.0, 2.0], offset: -2.0 };
    around(of(Body::Points(cube([0.0, 0.0, 3.0])), floor.clone(), [1.0, 1.0, -12.0]), 0.25);
    around(of(ball(0.0, 1.0), floor, [0.0, 0.0, 0.0 - 1.0]), 0.0);
    // The nearer part of two, which is reached first, is not the first one of the list.
    let parts = Body::Union(vec![Body::Points(cube([16.0, 0.0, 0.0])), Body::Points(cube([6.0, 0.0, 0.0]))]);
    let union = Case::of_bodies("u", 3, Body::Points(cube([0.0; 3])), parts).cast_along([16.0, 0.0, 0.0]);
    let truth = Truth::of(&union);
    let First::At(time) = truth.cast().expect("A moves").first(&union) else { panic!("a hit") };
    assert_eq!((time.rounded(), time.parts, time.proof.is_some()), (0.25, [0, 1], true));
    // It is past the near part and in the far one at 0.75: as late as the way through both.
    assert_eq!((hit(&union, 0.25).ruling, hit(&union, 0.75).off_by), (Ruling::Right, Some(Measure::Late)));
}

#[test]
fn a_time_is_early_by_the_gap_and_late_by_the_way_into_the_body() {
    let case = approaching();
    // D of the swept space and B: from -1 to 9 against 5 to 7.
    let unit = 8.0 * 2.0_f64.powi(-53);
    let measures =
        |found: &Judgement| [Measure::Late, Measure::Early].map(|m| found.measures[m].expect("it is measured") * unit);
    for (time, ruling, [late, early]) in [
        (0.5, Ruling::Right, [0.0, 0.0]),
        (0.25, Ruling::Off, [0.0, 2.0]),
        (0.0, Ruling::Off, [0.0, 4.0]),
        // It is in B by 1, though it could leave by less than the way that it went.
        (0.625, Ruling::Off, [1.0, 0.0]),
        // In the middle of B it would leave by 2 at the side; the whole way through is as deep.
        (1.0, Ruling::Off, [2.0, 0.0]),
    ] {
        let found = hit(&case, time);
        assert_eq!((found.ruling, measures(&found), found.margin), (ruling, [late, early], None), "{time}");
        let by = if late > 0.0 { Some(Measure::Late) } else { Some(Measure::Early).filter(|_| early > 0.0) };
        assert_eq!(found.off_by, by, "{time}");
    }
    // Half of the digits is √u·D = 8.4e-8: a time of 1e-9 more is 8e-9 late.
    assert_eq!([hit(&case, 0.5 + 1e-9), hit(&case, 0.5 - 1e-9)].map(|found| found.ruling), [Ruling::Inaccurate; 2]);
    for bad in [-0.1, 1.1, f64::NAN, f64::INFINITY] {
        let found = hit(&case, bad);
        assert_eq!((found.ruling, found.off_by, found.margin), (Ruling::Off, None, None), "{bad}");
    }
    assert_eq!(judged(&case, Says::Intersecting, Said::default()).ruling, Ruling::Off, "without a time");
}

#[test]
fn a_wrong_verdict_has_the_margin_of_the_whole_way() {
    let case = approaching();
    let unit = 8.0 * 2.0_f64.powi(-53);
    let missed = never(&case);
    assert_eq!((missed.ruling, missed.margin.map(|margin| margin * unit)), (Ruling::Wrong, Some(2.0)));
    let short = Case { cast: Some([3.0, 0.0, 0.0]), ..case.clone() };
    let phantom = hit(&short, 1.0);
    let unit = 8.0 * 2.0_f64.powi(-53);
    assert_eq!((phantom.ruling, phantom.margin.map(|margin| margin * unit)), (Ruling::Wrong, Some(1.0)));
    assert_eq!(never(&short).ruling, Ruling::Right);
    // An axis proves `never` if it separates B from the whole way, and not only from the start.
    let along = |axis: Point| judged(&short, Says::Apart, Said { axis: Some(axis), ..Said::default() }).certified;
    assert_eq!([along([-1.0, 0.0, 0.0]), along([1.0, 0.0, 0.0])], [Some(true), Some(false)]);
    let beside = Case { cast: Some([8.0, 9.0, 0.0]), ..case };
    let along = |axis: Point| judged(&beside, Says::Apart, Said { axis: Some(axis), ..Said::default() }).certified;
    assert_eq!([along([-1.0, 0.0, 0.0]), along([-1.0, 0.9, 0.0])], [Some(false), Some(true)]);
}

#[test]
fn a_start_in_contact_is_a_hit_at_zero_and_never_is_right_within_zero_where_it_moves_away() {
    let touching = |motion: Point| Case::of_points("t", 3, cube([0.0; 3]), cube([2.0, 0.0, 0.0])).cast_along(motion);
    for (motion, ruling) in
        [([-1.0, 0.0, 0.0], Ruling::Contact), ([0.0, 1.0, 0.0], Ruling::Contact), ([1.0, 0.0, 0.0], Ruling::Wrong)]
    {
        assert_eq!(
            (hit(&touching(motion), 0.0).ruling, never(&touching(motion)).ruling),
            (Ruling::Right, ruling),
            "{motion:?}"
        );
    }
    // Along the face the bodies are in contact all the time.
    assert_eq!(hit(&touching([0.0, 1.0, 0.0]), 0.75).ruling, Ruling::Right);
    // Bodies that overlap at the start are not ruled.
    let overlapping = Case::of_points("o", 3, cube([0.0; 3]), cube([1.0, 0.0, 0.0])).cast_along([1.0, 0.0, 0.0]);
    for found in [hit(&overlapping, 0.0), hit(&overlapping, 1.0), never(&overlapping)] {
        assert_eq!(found.ruling, Ruling::NotApplicable);
    }
}

#[test]
fn witness_points_are_those_at_the_time_and_the_normal_points_into_b() {
    let case = approaching();
    let of = |normal: Option<Point>, witnesses: Option<[Point; 2]>| {
        judged(&case, Says::Intersecting, Said { time: Some(0.5), normal, witnesses, axis: None })
    };
    let good = of(Some([3.0, 0.0, 0.0]), Some([[5.0, 0.5, 0.0]; 2]));
    assert_eq!((good.ruling, good.measures[Measure::NormalReach], good.infeasibility), (Ruling::Right, Some(0.0), Some(0.0)));
    // At the start the point of A was at 1.
    assert_eq!(of(None, Some([[1.0, 0.5, 0.0], [5.0, 0.5, 0.0]])).ruling, Ruling::Off);
    assert_eq!(of(None, Some([[5.0, 0.5, 0.0], [f64::NAN, 0.5, 0.0]])).ruling, Ruling::Off);
    // A turned normal is measured: A reaches 4 past B against the motion.
    let turned = of(Some([-1.0, 0.0, 0.0]), None);
    assert_eq!((turned.ruling, turned.measures[Measure::NormalReach]), (Ruling::Right, Some(4.0 / (8.0 * 2.0_f64.powi(-53)))));
}

#[test]
fn exact_answers_have_no_tolerance() {
    let case = Case { cast: Some([12.0, 0.0, 0.0]), ..approaching() };
    let of = |time: RBig| {
        let numbers = Numbers::Exact(Box::new(Values { time: Some(time), ..Values::none() }));
        let answer = Answered { promise: Question::Cast, ..Answered::of_bodies(Says::Intersecting, Vec::new(), numbers) };
        judge(&case, &Truth::of(&case), Some(&answer), Arithmetic::Exact, 0.0)
    };
    let third = RBig::from(1) / RBig::from(3);
    let tiny = RBig::from(1) / RBig::from(10).pow(40);
    assert_eq!(of(third.clone()).ruling, Ruling::Right);
    for off in [&third + &tiny, &third - &tiny] {
        assert_eq!(of(off).ruling, Ruling::Inaccurate);
    }
}

#[test]
fn a_time_is_certified_by_a_face_that_holds_the_contact_or_by_a_point_with_a_normal() {
    // The faces of the cubes are at x = 1 and x = 5, so the face of M is at −4, and the contact in its middle.
    let case = approaching();
    let index = |body: &Body, corner: Point| body.points().iter().position(|p| *p == corner).expect("a corner");
    let pair = |a: [f64; 2], b: [f64; 2]| Pair { a: index(&case.a, [1.0, a[0], a[1]]), b: index(&case.b, [5.0, b[0], b[1]]) };
    let certified = |case: &Case, time: f64, simplex: &[Pair], normal: Option<Point>| {
        let numbers = Numbers::Rounded(Values { time: Some(time), normal, ..Values::none() });
        let answer = Answered { promise: Question::Cast, ..Answered::of_bodies(Says::Intersecting, simplex.to_vec(), numbers) };
        let judgement = judge(case, &Truth::of(case), Some(&answer), Arithmetic::F64, TOLERANCE);
        judgement.measures.is(Measure::TimeCertified)
    };
    let (low, high) = ([-1.0, -1.0], [1.0, 1.0]);
    let around = [pair(low, high), pair([1.0, -1.0], [-1.0, 1.0]), pair(high, [1.0, -1.0])];
    let beside = [pair(high, low), pair([1.0, -1.0], [-1.0, -1.0]), pair(high, [1.0, -1.0])];
    let corner = [pair(high, high)];
    let along = Some([1.0, 0.0, 0.0]);
    let in_f64 = |time, simplex: &[Pair], normal| certified(&case, time, simplex, normal);
    assert_eq!(in_f64(0.5, &around, None), Some(true));
    assert_eq!(in_f64(0.5, &around, Some([0.0, 1.0, 0.0])), Some(true), "the face has a plane of its own");
    assert_eq!(in_f64(0.5_f64.next_up(), &around, None), Some(true), "after it by u");
    assert_eq!(in_f64(0.5_f64.next_up().next_up(), &around, None), Some(false), "after it by 2u");
    assert_eq!(in_f64(0.5_f64.next_down(), &around, None), Some(true), "before it by u / 2");
    assert_eq!(in_f64(0.25, &around, None), Some(false));
    assert_eq!(in_f64(0.5, &beside, None), Some(false), "the contact is not in this face");
    assert_eq!(in_f64(0.5, &corner, along), Some(true));
    assert_eq!(in_f64(0.5, &corner, along.map(|n| n.map(|x| -x))), Some(true), "with either sign");
    assert_eq!(in_f64(0.5, &corner, Some([1.0, 0.5, 0.0])), Some(false), "a plane that does not support M");
    assert_eq!(in_f64(0.5, &corner, None), Some(false));
    assert_eq!(in_f64(0.5, &[], along), Some(false));
    // Contact at the start is proved as for bodies at rest.
    let touching = Case::of_points("touching", 3, cube([0.0; 3]), cube([2.0, 0.0, 0.0])).cast_along([8.0, 0.0, 0.0]);
    let same = [Pair { a: index(&touching.a, [1.0; 3]), b: index(&touching.b, [1.0; 3]) }];
    assert_eq!(certified(&touching, 0.0, &same, None), Some(true));
    assert_eq!(certified(&touching, 0.25, &same, None), Some(false));
    let rounded = |body: &Body| Body::Rounded { points: body.points().to_vec(), radius: 0.5 };
    let balls = Case::of_bodies("balls", 3, rounded(&case.a), rounded(&case.b)).cast_along([8.0, 0.0, 0.0]);
    assert_eq!(certified(&balls, 0.25, &around, None), None, "with radii the time may be irrational");
}

/// The points of these bodies have up to 53 digits below those of the motion, so the moved ones are rounded; the time is not.
#[test]
fn a_time_before_the_exact_one_is_not_late_where_the_moved_points_are_rounded() {
    let (mut late, mut exact) = (0, 0);
    for index in 0..300 {
        let case = named("cast-gap-start").expect("a family").case(1, Arithmetic::F64, index);
        let truth = Truth::of(&case);
        let First::At(first) = truth.cast().expect("A moves").first(&case) else { continue };
        let rounded = first.low.to_f64().value();
        let below = if RBig::try_from(rounded).expect("finite") > first.low { rounded.next_down() } else { rounded };
        let [before, after] = [below, below.next_up()].map(|time| hit(&case, time).measures[Measure::Late]);
        assert_eq!(before, Some(0.0), "{index}");
        late += usize::from(after > Some(0.0));
        exact += 1;
    }
    assert!(exact > 150 && late > exact / 4, "{late} of {exact}");
}
