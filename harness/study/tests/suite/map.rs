//! The failure map: neighbouring floats by hand, its middle, a variant that has no failure, and a small map that is pinned.

use std::sync::atomic::{AtomicUsize, Ordering};

use gjk_cases::case::Arithmetic::{self, Exact, F32, F64};
use gjk_cases::case::{Case, Class};
use gjk_cases::family;
use gjk_cases::format::Side;
use gjk_records::{Column, Map, TrueClass};
use gjk_solvers::{PosedCase, Roster};
use gjk_study::map::{Moved, Plan, chosen_axes, chosen_vertex, neighbour};
use gjk_truth::judge::TOLERANCE;

#[test]
fn neighbours_lead_across_zero_and_powers_of_two() {
    let (least, least_single) = (f64::from_bits(1), f64::from(f32::from_bits(1)));
    for (x, scalar, places, expected) in [
        // Above a power of two the steps are twice as long as below it.
        (1.0, F64, 1, 1.0 + f64::EPSILON),
        (1.0, F64, -1, 1.0 - f64::EPSILON / 2.0),
        (-1.0, F64, 1, -1.0 + f64::EPSILON / 2.0),
        (-1.0, F64, -2, -1.0 - 2.0 * f64::EPSILON),
        (2.0, F32, -3, 2.0 - 3.0 * f64::from(f32::EPSILON)),
        (1.0, F32, -1, 1.0 - f64::from(f32::EPSILON) / 2.0),
        // Zero has one number.
        (0.0, F64, 1, least),
        (0.0, F64, -1, -least),
        (-0.0, F64, 2, 2.0 * least),
        (least, F64, -3, -2.0 * least),
        (-least, F64, 2, least),
        (-least_single, F32, 3, 2.0 * least_single),
        // From the greatest subnormal number to the least normal one.
        (f64::MIN_POSITIVE, F64, -1, f64::MIN_POSITIVE - least),
        (f64::MAX.next_down(), F64, 1, f64::MAX),
        (f32::MAX.next_down().into(), F32, 1, f32::MAX.into()),
    ] {
        assert_eq!(neighbour(x, scalar, places), Some(expected), "{x:e} {scalar} {places}");
        assert_eq!(neighbour(expected, scalar, -places), Some(x), "back to {x:e}");
    }
    assert_eq!(neighbour(least, F64, -1).map(f64::to_bits), Some(0), "no negative zero on the way");
    assert_eq!(neighbour(-0.0, F64, 0).map(f64::to_bits), Some((-0.0_f64).to_bits()), "the middle is the case");
    for (x, scalar, places) in
        [(f64::MAX, F64, 1), (f32::MAX.into(), F32, 1), (-f64::MAX, F64, -1), (1.0, F64, i128::MAX / 2), (1.0, Exact, 1)]
    {
        assert_eq!(neighbour(x, scalar, places), None, "{x:e} {scalar} {places}");
    }
}

#[test]
fn neighbours_are_those_of_the_standard_library() {
    for x in [0.1, -0.3, 1e-310, 4.0, -1e300, 0.0] {
        let (mut up, mut down) = (x, x);
        for places in 1..300 {
            (up, down) = (f64::next_up(up), f64::next_down(down));
            assert_eq!((neighbour(x, F64, places), neighbour(x, F64, -places)), (Some(up), Some(down)));
        }
    }
}

fn posed(family: &str, index: u64, scalar: Arithmetic) -> PosedCase {
    let case = family::named(family).expect("a family").case(1, scalar, index);
    PosedCase::pose(&case, scalar).expect("it does not overflow")
}

fn plan<'a>(roster: &'a Roster, variants: &[&'a str], posed: &'a PosedCase, size: usize, step: u64) -> Plan<'a> {
    let (vertex, _) = chosen_vertex(posed, Side::A);
    let moved = Moved { body: Side::A, vertex, axes: chosen_axes(posed, Side::A, vertex) };
    Plan { roster, variants: variants.to_vec(), posed, moved, size, step, tolerance: TOLERANCE }
}

#[test]
fn the_middle_is_the_case_and_is_judged_as_it_is() {
    let roster = Roster::builtin();
    for (family, scalar) in [("gap", F32), ("touch-edge-edge", F64), ("needle-2d", F32), ("rounded", F64)] {
        let posed = posed(family, 3, scalar);
        let names: Vec<&str> = ["muratori", "johnson", "ericson-gilbert-foo"].into();
        let plan = plan(&roster, &names, &posed, 3, 1);
        assert_eq!(plan.fault(), None);
        let middle = plan.case_at((0, 0));
        assert_eq!((&middle.a, &middle.b), (&posed.case.a, &posed.case.b));
        let map = plan.run(|| (), || false).expect("nobody stops it");
        let asked = posed.ask(&roster, TOLERANCE, |entry| names.contains(&entry.about.name));
        assert_eq!(asked.len(), 3);
        for judged in asked {
            let (reply, judgement) = judged.outcome.expect("it is applicable");
            let panel = map.panels.iter().find(|panel| panel.variant == judged.variant.about.name).expect("a panel");
            assert_eq!(panel.rulings[4], reply.column(judgement.ruling), "{family} {}", panel.variant);
        }
        // In the order that was asked for, not in that of the roster.
        assert_eq!(map.panels.iter().map(|panel| &panel.variant[..]).collect::<Vec<_>>(), names);
    }
}

#[test]
fn pixels_are_the_neighbours_of_the_case() {
    let roster = Roster::builtin();
    let posed = posed("gap", 2, F32);
    let plan = Plan { moved: Moved { body: Side::B, vertex: 1, axes: [2, 0] }, ..plan(&roster, &[], &posed, 8, 5) };
    let case = plan.case_at((-2, 3));
    let (before, after) = (posed.case.b.points(), case.b.points());
    assert_eq!(case.a, posed.case.a);
    assert_eq!(Some(after[1][2]), neighbour(before[1][2], F32, -10));
    assert_eq!((Some(after[1][0]), after[1][1]), (neighbour(before[1][0], F32, 15), before[1][1]));
    assert!(after.iter().zip(before).enumerate().all(|(place, (after, before))| place == 1 || after == before));
}

#[test]
fn the_vertex_and_the_axes_are_those_that_matter() {
    // A tip over a floor: a step in z changes the distance; a step in x or in y does not, and the neighbours in x are nearer.
    let tip = [[8.0, 8.0, 4.0], [-8.0, 8.0, 4.0], [0.5, 1.5, 1.25], [0.0, -8.0, 4.0]];
    let floor = vec![[-9.0, -9.0, 0.0], [9.0, -9.0, 0.0], [0.0, 9.0, 0.0]];
    for (lift, class) in [(0.0, Class::Separated), (-1.25, Class::Touching), (-1.5, Class::Overlapping)] {
        let tip = tip.iter().map(|&[x, y, z]| [x, y, z + lift]).collect();
        let posed = PosedCase::pose(&Case::of_points("tip", 3, tip, floor.clone()), F64).expect("it does not overflow");
        assert_eq!(posed.truth.class(), class);
        let (vertex, _) = chosen_vertex(&posed, Side::A);
        let [one, other] = chosen_axes(&posed, Side::A, vertex);
        assert_eq!(vertex, 2, "{class}");
        assert!(one < other && other < 3, "{class}");
        if class == Class::Separated {
            assert_eq!([one, other], [0, 2]);
        }
    }
}

#[test]
fn a_variant_that_proves_its_answers_has_no_failure() {
    let roster = Roster::builtin();
    for (family, scalar, step) in
        [("touch-edge-edge", F32, 1), ("gap", F64, 1 << 20), ("parallel-edges", F64, 3), ("touch-2d", F32, 1)]
    {
        let posed = posed(family, 0, scalar);
        let plan = Plan { tolerance: 4.0, ..plan(&roster, &["certified", "certified-boolean"], &posed, 24, step) };
        let map = plan.run(|| (), || false).expect("nobody stops it");
        for panel in &map.panels {
            assert_eq!(Map::tally(panel)[Column::Right], 24 * 24, "{family} {}", panel.variant);
        }
    }
}

#[test]
fn a_small_map_is_pinned() {
    let roster = Roster::builtin();
    let posed = posed("touch-edge-edge", 3, F64);
    let variants = ["johnson", "johnson-gilbert-foo"];
    let plan = Plan { tolerance: 4.0, ..plan(&roster, &variants, &posed, 16, 32) };
    assert_eq!((plan.moved.vertex, plan.moved.axes), (5, [0, 1]));
    let pixels = AtomicUsize::new(0);
    let advance = || {
        pixels.fetch_add(1, Ordering::SeqCst);
    };
    // A stop is asked for before every pixel, and a partial map is not returned.
    assert!(plan.run(advance, || pixels.load(Ordering::SeqCst) >= 20).is_none());
    let threads = rayon::current_num_threads();
    assert!((20..20 + threads).contains(&pixels.swap(0, Ordering::SeqCst)));
    let map = plan.run(advance, || false).expect("nobody stops it");
    assert_eq!(pixels.into_inner(), 16 * 16);
    let classes = TrueClass::ALL.map(|class| map.truth.iter().filter(|other| **other == class).count());
    let columns = [Column::Right, Column::Contact, Column::Inaccurate, Column::Missed, Column::Phantom, Column::GaveUp];
    let counts = |place: usize| {
        let tally = Map::tally(&map.panels[place]);
        columns.map(|column| tally[column])
    };
    assert_eq!(classes, [139, 1, 116]);
    assert_eq!(counts(0), [87, 19, 0, 0, 94, 56]);
    assert_eq!(counts(1), [93, 5, 15, 51, 0, 92]);
}

#[test]
fn invalid_maps_give_a_reason() {
    let roster = Roster::builtin();
    let gap = posed("gap", 1, F64);
    let good = plan(&roster, &["johnson"], &gap, 8, 1);
    let fault = |moved: Moved, step: u64| Plan { moved, step, ..good.clone() }.fault().unwrap_or_default();
    assert!(fault(Moved { vertex: 1000, ..good.moved }, 1).starts_with("there is no vertex 1000 of A: A has "));
    assert!(fault(Moved { axes: [0, 3], ..good.moved }, 1).starts_with("there is no coordinate"));
    assert!(fault(good.moved, u64::MAX).contains("there is not a finite number in f64; choose a smaller size or step"));
    for family in ["curved", "unions"] {
        let posed = posed(family, 0, F64);
        let fault = Plan { posed: &posed, ..good.clone() }.fault().unwrap_or_default();
        assert!(fault.starts_with("a map moves a vertex of a hull of points"), "{family}: {fault}");
    }
}
