//! The depth of bodies in each other: the oracle compared with brute force, and answers about the depth with their judgements.

use dashu_int::IBig;
use dashu_ratio::RBig;
use gjk_cases::case::{Arithmetic, Case, Point};
use gjk_cases::family::{corners, hull_families};
use gjk_numbers::vector::{Vector, cross, dot, is_zero, minus, negated};
use gjk_records::{Measure, Question, Ruling};
use gjk_truth::answer::{Answered, Numbers, Says, Values};
use gjk_truth::exact::Integral;
use gjk_truth::judge::{Judgement, TOLERANCE, judge};
use gjk_truth::lattice::{AnyLattice, Lattice, Pair};
use gjk_truth::truth::{HullTruth, Truth};

use crate::answers;

/// The least squared reach of M along the normals that its boundary can have, as a fraction in units of the grid. A facet of
/// A − B comes from a facet of A or of B, with some face of the other body, or it is spanned by an edge of each.
fn least_reach<I: Integral>(lattice: &Lattice<I>) -> RBig {
    let pairs = |points: &[Vector<I>]| -> Vec<Vector<I>> {
        let of = |i: usize| (0..i).map(move |j| (i, j));
        (0..points.len()).flat_map(of).map(|(i, j)| minus(&points[i], &points[j])).collect()
    };
    let (of_a, of_b) = (pairs(&lattice.a), pairs(&lattice.b));
    let mut normals: Vec<Vector<I>> = Vec::new();
    if lattice.grid.dimension == 2 {
        normals.extend(of_a.iter().chain(&of_b).map(|e| [e[1].clone(), e[0].negated(), I::zero()]));
    } else {
        for points in [&lattice.a, &lattice.b] {
            for (i, p) in points.iter().enumerate() {
                for (j, q) in points[..i].iter().enumerate() {
                    normals.extend(points[..j].iter().map(|r| cross(&minus(q, p), &minus(r, p))));
                }
            }
        }
        normals.extend(of_a.iter().flat_map(|e| of_b.iter().map(move |f| cross(e, f))));
    }
    let reach = |n: &Vector<I>| -> Option<I> {
        let greatest = lattice.a.iter().map(|p| dot(n, p)).max()?;
        Some(greatest.minus(&lattice.b.iter().map(|q| dot(n, q)).min()?))
    };
    let mut least: Option<[IBig; 2]> = None;
    for n in normals.iter().filter(|n| !is_zero(n)).flat_map(|n| [n.clone(), negated(n)]) {
        let (level, length) = (reach(&n).expect("points").to_big(), dot(&n, &n).to_big());
        let found = [&level * &level, length];
        if least.as_ref().is_none_or(|least| &found[0] * &least[1] < &least[0] * &found[1]) {
            least = Some(found);
        }
    }
    let [square, length] = least.expect("M has a boundary");
    RBig::from(square) / RBig::from(length)
}

#[test]
fn the_depth_is_that_of_brute_force_in_every_family() {
    let (mut overlaps, mut families) = ([0; 2], 0);
    for family in hull_families() {
        let before = overlaps;
        for (index, arithmetic) in (0..70).flat_map(|index| [Arithmetic::F32, Arithmetic::F64].map(|scalar| (index, scalar))) {
            let case = family.case(41, arithmetic, index);
            let (a, b) = (case.a.points(), case.b.points());
            let truth = HullTruth::of_points(case.dimension.into(), a, b);
            if a.len().max(b.len()) > 10 || truth.core_depth().is_none() {
                continue;
            }
            let (squared, exponent) = match AnyLattice::of_points(case.dimension.into(), a, b) {
                AnyLattice::Wide(lattice) => (least_reach(&lattice), lattice.grid.exponent),
                AnyLattice::Big(lattice) => (least_reach(&lattice), lattice.grid.exponent),
            };
            let unit = RBig::from(IBig::ONE << (2 * exponent.unsigned_abs()) as usize);
            let squared = if exponent < 0 { squared / unit } else { squared * unit };
            assert_eq!(truth.core_depth_squared(), Some(squared), "{}", case.id);
            overlaps[usize::from(case.dimension) - 2] += 1;
        }
        families += usize::from(overlaps != before);
    }
    assert!(overlaps[0] >= 300 && overlaps[1] >= 700 && families >= 25, "{overlaps:?} of {families} families");
}

/// The values of an answer about bodies that meet.
#[derive(Clone, Copy)]
struct ClaimedDepth {
    v: Point,
    normal: Option<Point>,
    witnesses: Option<[Point; 2]>,
    depth: Option<f64>,
}

const NOTHING: ClaimedDepth = ClaimedDepth { v: [0.0; 3], normal: None, witnesses: None, depth: None };

fn rational(x: f64) -> RBig {
    RBig::try_from(x).expect("a finite number")
}

fn judged(case: &Case, arithmetic: Arithmetic, promise: Question, said: ClaimedDepth) -> Judgement {
    let ClaimedDepth { v, normal, witnesses, depth } = said;
    let numbers = match arithmetic {
        Arithmetic::Exact => Numbers::Exact(Box::new(Values {
            distance: Some(RBig::ZERO),
            translation: Some(v.map(rational)),
            normal: normal.map(|n| n.map(rational)),
            witnesses: witnesses.map(|pair| pair.map(|p| p.map(rational))),
            ..Values::none()
        })),
        _ => Numbers::Rounded(Values { distance: Some(0.0), translation: Some(v), normal, witnesses, depth, ..Values::none() }),
    };
    let answer = Answered { promise, ..Answered::of_bodies(Says::Intersecting, Vec::new(), numbers) };
    judge(case, &Truth::of(case), Some(&answer), arithmetic, if arithmetic == Arithmetic::Exact { 0.0 } else { TOLERANCE })
}

fn of(judgement: &Judgement) -> answers::Depth {
    answers::depth(judgement).expect("a depth was claimed")
}

/// Two boxes that overlap by 1/2 along x, by 2 along y and by 3 along z. D is 5: from 0 to 5 along z.
fn boxes() -> Case {
    Case::of_points("boxes", 3, corners([0.0; 3], [2.0, 3.0, 4.0]), corners([1.5, 1.0, 1.0], [4.0, 3.5, 5.0]))
}

const D: f64 = 5.0;

#[test]
fn a_translation_is_judged_by_its_residual_and_its_excess() {
    for arithmetic in Arithmetic::ALL {
        let unit = arithmetic.unit() * D;
        // Values computed by hand: v, the overlap that is left after A moved by −v, its excess over 1/2, the ruling, and the
        // measure by which it is off.
        for (v, residual, excess, ruling, off_by) in [
            ([0.5, 0.0, 0.0], 0.0, 0.0, Ruling::Right, None),
            ([0.375, 0.0, 0.0], 0.125, 0.0, Ruling::Off, Some(Measure::Residual)),
            ([0.75, 0.0, 0.0], 0.0, 0.25, Ruling::Off, Some(Measure::Excess)),
            ([-0.5, 0.0, 0.0], 1.0, 0.0, Ruling::Off, Some(Measure::Residual)),
            ([0.0, 2.0, 0.0], 0.0, 1.5, Ruling::Off, Some(Measure::Excess)),
            ([0.0, 1.75, 0.0], 0.25, 1.25, Ruling::Off, Some(Measure::Residual)),
            ([0.0, 0.0, 0.0], 0.5, 0.0, Ruling::Off, Some(Measure::Residual)),
            ([0.5 + 2.0_f64.powi(-14), 0.0, 0.0], 0.0, 2.0_f64.powi(-14), Ruling::Inaccurate, None),
        ] {
            let found = judged(&boxes(), arithmetic, Question::Depth, ClaimedDepth { v, ..NOTHING });
            let depth = of(&found);
            assert!(depth.promises_least);
            let place = format!("{arithmetic} {v:?}: {found:?}");
            let is = |units: f64, expected: f64| (units * unit - expected).abs() <= 1e-15 * D;
            assert!(is(depth.residual, residual) && is(depth.excess, excess) && depth.truth == 0.5, "{place}");
            // Half of the digits of a double are 2⁻²⁶, of a single 2⁻¹²; exact arithmetic uses 2⁻²⁶.
            let ruling = if ruling == Ruling::Inaccurate && arithmetic != Arithmetic::F32 { Ruling::Off } else { ruling };
            let off_by = if ruling == Ruling::Off { off_by.or(Some(Measure::Excess)) } else { None };
            assert_eq!((found.ruling, depth.off_by), (ruling, off_by), "{place}");
        }
    }
}

#[test]
fn a_promise_of_some_translation_is_judged_by_its_residual_alone() {
    for arithmetic in Arithmetic::ALL {
        let ruled = |v: Point| {
            let found = judged(&boxes(), arithmetic, Question::Translation, ClaimedDepth { v, ..NOTHING });
            assert!(!of(&found).promises_least, "which is told beside the ruling");
            (found.ruling, of(&found).off_by)
        };
        assert_eq!(ruled([0.0, 2.0, 0.0]), (Ruling::Right, None));
        assert_eq!(ruled([0.0, 900.0, 0.0]), (Ruling::Right, None));
        assert_eq!(ruled([0.0, 1.75, 0.0]), (Ruling::Off, Some(Measure::Residual)));
    }
}

#[test]
fn a_promised_value_that_is_missing_or_not_a_number_is_off() {
    for arithmetic in [Arithmetic::F32, Arithmetic::F64] {
        for promise in [Question::Depth, Question::Translation, Question::Distance, Question::Verdict] {
            let values = Values { distance: Some(0.0), ..Values::none() };
            let answer = Answered { promise, ..Answered::of_bodies(Says::Intersecting, Vec::new(), Numbers::Rounded(values)) };
            let case = boxes();
            let found = judge(&case, &Truth::of(&case), Some(&answer), arithmetic, TOLERANCE);
            let lacks = matches!(promise, Question::Depth | Question::Translation);
            assert_eq!(
                (found.ruling, answers::depth(&found)),
                (if lacks { Ruling::Off } else { Ruling::Right }, None),
                "{promise:?}"
            );
        }
        // For bodies that are apart, only a variant that promises distances has promised a distance.
        let apart = Case::of_points("apart", 3, vec![[0.0; 3]], vec![[3.0, 0.0, 0.0]]);
        for (promise, distance, ruling) in [
            (Question::Distance, None, Ruling::Off),
            (Question::Depth, None, Ruling::Right),
            (Question::Depth, Some(3.0), Ruling::Right),
            (Question::Depth, Some(2.0), Ruling::Off),
            (Question::Translation, None, Ruling::Right),
        ] {
            let numbers = Numbers::Rounded(Values { distance, ..Values::none() });
            let answer = Answered { promise, ..Answered::of_bodies(Says::Apart, Vec::new(), numbers) };
            let found = judge(&apart, &Truth::of(&apart), Some(&answer), arithmetic, TOLERANCE);
            assert_eq!(found.ruling, ruling, "{promise:?} {distance:?}");
        }
        for v in [[f64::NAN, 0.0, 0.0], [0.0, f64::INFINITY, 0.0]] {
            let found = judged(&boxes(), arithmetic, Question::Depth, ClaimedDepth { v, ..NOTHING });
            assert_eq!((found.ruling, of(&found).off_by), (Ruling::Off, Some(Measure::Residual)));
            assert!(of(&found).residual == f64::INFINITY && found.length_error == Some(f64::INFINITY));
        }
        // A reported depth that is not the length of v.
        for (depth, ruling) in [(0.5, Ruling::Right), (-0.5, Ruling::Right), (0.75, Ruling::Off), (f64::NAN, Ruling::Off)] {
            let said = ClaimedDepth { v: [0.5, 0.0, 0.0], depth: Some(depth), ..NOTHING };
            assert_eq!(judged(&boxes(), arithmetic, Question::Depth, said).ruling, ruling, "{depth}");
        }
    }
}

#[test]
fn witness_points_are_held_to_v_and_to_their_bodies_and_to_no_place() {
    for arithmetic in Arithmetic::ALL {
        let ruled = |on_a: Point, on_b: Point| {
            let said = ClaimedDepth { v: [0.5, 0.0, 0.0], witnesses: Some([on_a, on_b]), ..NOTHING };
            judged(&boxes(), arithmetic, Question::Depth, said)
        };
        // Anywhere on the rectangle that the two faces have in common.
        for (y, z) in [(1.0, 1.0), (3.0, 4.0), (2.0, 1.5)] {
            assert_eq!(ruled([2.0, y, z], [1.5, y, z]).ruling, Ruling::Right, "{arithmetic}");
        }
        // Points that are not on B's face, in no body, or not opposite each other.
        assert_eq!(ruled([2.0, 0.5, 2.0], [1.5, 0.5, 2.0]).infeasibility.map(|off| off * arithmetic.unit() * D), Some(0.5));
        for (on_a, on_b) in
            [([2.0, 0.5, 2.0], [1.5, 0.5, 2.0]), ([2.25, 2.0, 2.0], [1.75, 2.0, 2.0]), ([2.0, 2.0, 2.0], [1.5, 2.0, 2.25])]
        {
            assert_eq!(ruled(on_a, on_b).ruling, Ruling::Off, "{arithmetic} {on_a:?} {on_b:?}");
        }
    }
}

#[test]
fn a_normal_is_measured_by_how_far_one_has_to_go_along_it() {
    for arithmetic in Arithmetic::ALL {
        let reach = |normal: Point| {
            let found = judged(
                &boxes(),
                arithmetic,
                Question::Depth,
                ClaimedDepth { v: [0.5, 0.0, 0.0], normal: Some(normal), ..NOTHING },
            );
            assert_eq!(found.ruling, Ruling::Right, "where bodies overlap it is recorded and not ruled on");
            of(&found).normal_reach.expect("a normal was claimed") * arithmetic.unit() * D
        };
        for (normal, expected) in [([3.0, 0.0, 0.0], 0.0), ([0.0, 0.25, 0.0], 1.5), ([-1.0, 0.0, 0.0], 3.5)] {
            assert!((reach(normal) - expected).abs() <= 1e-15, "{arithmetic} {normal:?}: {}", reach(normal));
        }
        assert_eq!(reach([0.0; 3]), f64::INFINITY);
    }
}

#[test]
fn at_rest_the_normal_is_all_there_is() {
    // B rests on A.
    let resting = Case::of_points("rest", 3, corners([0.0; 3], [2.0; 3]), corners([0.5, 0.5, 2.0], [1.5, 1.5, 3.0]));
    for arithmetic in Arithmetic::ALL {
        let ruled =
            |normal: Option<Point>| judged(&resting, arithmetic, Question::Depth, ClaimedDepth { normal, ..NOTHING }).ruling;
        assert_eq!((ruled(None), ruled(Some([0.0, 0.0, 5.0]))), (Ruling::Right, Ruling::Right));
        for normal in [[0.0, 0.0, -1.0], [1.0, 0.0, 0.0], [0.25, 0.0, 1.0], [0.0; 3]] {
            assert_eq!(ruled(Some(normal)), Ruling::Off, "{arithmetic} {normal:?}");
        }
        // Noise of a hundred-thousandth of half of the digits.
        assert_eq!(ruled(Some([1e-12, 0.0, 1.0])), Ruling::Right);
        // A translation that is not zero presses the bodies together, or lifts one off the other.
        let v = |z: f64| judged(&resting, arithmetic, Question::Depth, ClaimedDepth { v: [0.0, 0.0, z], ..NOTHING });
        assert_eq!([of(&v(0.25)).off_by, of(&v(-0.25)).off_by], [Some(Measure::Excess), Some(Measure::Residual)]);
    }
}

#[test]
fn flat_bodies_have_depth_zero_and_answers_of_a_flat_depth_are_marked() {
    let square = |x: f64| vec![[x, 0.0, 0.0], [x + 4.0, 0.0, 0.0], [x + 4.0, 4.0, 0.0], [x, 4.0, 0.0]];
    let flat = Case::of_points("flat", 3, square(0.0), square(3.0));
    for arithmetic in Arithmetic::ALL {
        let said = |v: Point, normal: Point| {
            judged(&flat, arithmetic, Question::Depth, ClaimedDepth { v, normal: Some(normal), ..NOTHING })
        };
        assert_eq!(said([0.0; 3], [0.0, 0.0, 1.0]).ruling, Ruling::Right);
        assert!(!of(&said([0.0; 3], [0.0, 0.0, 1.0])).is_flat_depth);
        let within = said([1.0, 0.0, 0.0], [1.0, 0.0, 0.0]);
        assert_eq!((within.ruling, of(&within).off_by, of(&within).is_flat_depth), (Ruling::Off, Some(Measure::Excess), true));
        assert!(!of(&said([1.25, 0.0, 0.0], [1.0, 0.0, 0.0])).is_flat_depth);
    }
}

#[test]
fn bodies_that_are_apart_have_the_depth_minus_their_distance() {
    // Apart by 16 u·D in either scalar: within the tolerance.
    for arithmetic in [Arithmetic::F32, Arithmetic::F64] {
        let gap = 32.0 * arithmetic.unit();
        let near = Case::of_points("near", 3, corners([0.0; 3], [1.0; 3]), corners([1.0 + gap, 0.0, 0.0], [2.0, 1.0, 1.0]));
        let found = |v: f64| judged(&near, arithmetic, Question::Depth, ClaimedDepth { v: [v, 0.0, 0.0], ..NOTHING });
        assert_eq!(found(0.0).ruling, Ruling::Contact);
        assert!((of(&found(0.0)).truth + gap).abs() < 1e-20 && (of(&found(0.0)).excess - 16.0).abs() < 1e-3);
        // The distance of the bodies and the claimed depth add up.
        assert_eq!(found(96.0 * arithmetic.unit()).ruling, Ruling::Contact);
        assert_eq!(found(97.0 * arithmetic.unit()).ruling, Ruling::Inaccurate);
    }
}

#[test]
fn a_shell_proves_a_depth_and_that_the_bodies_meet() {
    // The eight differences of a cube around a point.
    let case = Case::of_points("cube", 3, corners([-1.0; 3], [1.0; 3]), vec![[0.5, 0.0, 0.0]]);
    // Two triangles per face, by the bits of their coordinates, wound outwards: the face at x = 1 is the nearest.
    let faces = [[1, 3, 7, 5], [0, 4, 6, 2], [2, 6, 7, 3], [0, 1, 5, 4], [4, 5, 7, 6], [0, 2, 3, 1]];
    let shell: Vec<Pair> = faces.into_iter().flat_map(|[p, q, r, s]| [p, q, r, p, r, s]).map(|a| Pair { a, b: 0 }).collect();
    let found = |shell: Vec<Pair>| {
        let values = Values { translation: Some([0.5, 0.0, 0.0]), ..Values::none() };
        let answer = Answered {
            promise: Question::Depth,
            shell,
            ..Answered::of_bodies(Says::Intersecting, Vec::new(), Numbers::Rounded(values))
        };
        let found = judge(&case, &Truth::of(&case), Some(&answer), Arithmetic::F64, TOLERANCE);
        (found.certified, of(&found).is_proved)
    };
    assert_eq!(found(shell.clone()), (Some(true), true));
    // With another face first, it is proved that M holds the origin, but not the depth.
    assert_eq!(found([&shell[6..], &shell[..6]].concat()), (Some(true), false));
    assert_eq!(found(shell[3..].to_vec()), (Some(false), false));
    assert_eq!(found(Vec::new()), (Some(false), false));
}

/// The oracle's depth is the same for coordinates at the ends of the range.
#[test]
fn a_depth_at_the_ends_of_the_range_is_that_of_the_middle() {
    for k in [-1000, -500, 500, 1000] {
        let unit = 2.0_f64.powi(k);
        let scaled = |points: &[Point]| points.iter().map(|p| p.map(|x| x * unit)).collect::<Vec<_>>();
        let case = boxes();
        let small = Case::of_points("scaled", 3, scaled(case.a.points()), scaled(case.b.points()));
        let truth = Truth::of(&small);
        assert_eq!(truth.hulls().and_then(HullTruth::core_depth).map(|depth| depth.to_f64()), Some(0.5 * unit));
        let found = judged(&small, Arithmetic::F64, Question::Depth, ClaimedDepth { v: [0.375 * unit, 0.0, 0.0], ..NOTHING });
        assert!((of(&found).residual * Arithmetic::F64.unit() - 0.125 / D).abs() < 1e-15, "{found:?}");
    }
}
