//! The depths that peers state for overlaps whose depth is known by hand.
#![cfg(feature = "peers")]

use crate::common::case;
use gjk_cases::case::{Arithmetic, Case, Point};
use gjk_cases::family::corners;
use gjk_records::Ruling;
use gjk_solvers::{PosedCase, Roster};
use gjk_truth::answer::Numbers;
use gjk_truth::judge::TOLERANCE;
use gjk_variants::{Promise, Stop};

/// The peers that promise a depth or a translation, and which of the two each promises.
fn peers() -> (Roster, Vec<(&'static str, Promise)>) {
    let ours = Roster::builtin();
    let mut roster = Roster::with_peers();
    let of_contact = |promise| matches!(promise, Promise::Depth | Promise::Translation);
    roster.retain(|entry| ours.named(entry.about.name).is_none() && of_contact(entry.about.promise));
    let names = roster.entries().iter().map(|entry| (entry.about.name, entry.about.promise)).collect();
    (roster, names)
}

/// A peer's answer to a case: its name, stop, ruling, v and normal.
type Expected = (&'static str, Option<Stop>, Ruling, Option<Point>, Option<Point>);

fn said(case: &Case, arithmetic: Arithmetic) -> Vec<Expected> {
    let (roster, _) = peers();
    let posed = PosedCase::pose(case, arithmetic).expect("within range");
    let asked = posed.ask(&roster, TOLERANCE, |_| true);
    let said = |judged: &gjk_solvers::JudgedVariant| {
        let (reply, judgement) = judged.outcome.as_ref()?;
        let values = reply.answer.as_ref().map(|answer| match &answer.numbers {
            Numbers::Rounded(values) => (values.translation, values.normal),
            Numbers::Exact(_) => (None, None),
        });
        let (v, normal) = values.unwrap_or_default();
        Some((judged.variant.about.name, reply.stop, judgement.ruling, v, normal))
    };
    asked.iter().filter_map(said).collect()
}

/// Two boxes that overlap by 1/2 along one axis, by 2 and by 3 along the others; B lies toward the positive axis.
fn boxes(axis: usize) -> [Vec<Point>; 2] {
    let turned = |p: Point| std::array::from_fn(|i| p[(i + 3 - axis) % 3]);
    let of = |low: Point, high: Point| corners(low, high).into_iter().map(turned).collect();
    [of([0.0; 3], [2.0, 3.0, 4.0]), of([1.5, 1.0, 1.0], [4.0, 3.5, 5.0])]
}

fn length(v: Point) -> f64 {
    v.iter().map(|x| x * x).sum::<f64>().sqrt()
}

#[test]
fn a_peer_points_from_a_into_b_in_either_order() {
    for axis in 0..3 {
        for sign in [1.0, -1.0] {
            let [a, b] = boxes(axis);
            let [a, b] = if sign > 0.0 { [a, b] } else { [b, a] };
            for arithmetic in [Arithmetic::F32, Arithmetic::F64] {
                for (name, stop, ruling, v, normal) in said(&case(3, a.clone(), b.clone()), arithmetic) {
                    let (v, normal) = (v.expect(name), normal.expect(name));
                    // A translation that is not the least may be longer, but points the same way.
                    assert_eq!((stop, ruling), (Some(Stop::Converged), Ruling::Right), "{name} along {axis}: {v:?}");
                    assert!(
                        sign * v[axis] > 0.0 && (length(normal) - 1.0).abs() < 1e-6,
                        "{name} along {axis}: {v:?} {normal:?}"
                    );
                    if !name.contains("mpr") {
                        assert!((length(v) - 0.5).abs() < 1e-6 && sign * normal[axis] > 0.999, "{name} along {axis}: {v:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn bodies_that_are_apart_have_a_distance_where_the_peer_has_one() {
    let (a, b) = (corners([0.0; 3], [1.0; 3]), corners([3.0, 0.25, 0.25], [4.0; 3]));
    let (roster, names) = peers();
    let posed = PosedCase::pose(&case(3, a, b), Arithmetic::F64).expect("within range");
    let asked = posed.ask(&roster, TOLERANCE, |_| true);
    for (judged, (name, _)) in asked.iter().zip(&names) {
        let Some((reply, judgement)) = &judged.outcome else { continue };
        let distance = reply.answer.as_ref().and_then(|answer| answer.distance());
        assert_eq!(judgement.ruling, Ruling::Right, "{name}");
        assert_eq!(distance, (!name.starts_with("libccd")).then_some(2.0), "{name}");
    }
}

#[test]
fn peers_of_contact_are_asked_about_bodies_and_others_about_cores() {
    // Cores that are apart by one, with radii of one each: a depth of one.
    let ball = |x: f64| gjk_cases::case::Body::Rounded { points: vec![[x, 0.0, 0.0], [x, 1.0, 0.0]], radius: 1.0 };
    let case = Case::of_bodies("balls", 3, ball(0.0), ball(1.0));
    for (name, stop, ruling, v, _) in said(&case, Arithmetic::F64) {
        assert_eq!(stop, Some(Stop::Converged), "{name}");
        if name.starts_with("libccd") {
            assert!(v.is_some_and(|v| length(v) < 1.5), "{name}: {v:?}");
        } else {
            assert_eq!((ruling, v), (Ruling::Right, None), "{name}: of cores the distance tells how deep");
        }
    }
}

/// The stop and the ruling of a peer, in doubles, and the length of its v.
#[cfg(feature = "native-peers")]
fn of(name: &str, a: Vec<Point>, b: Vec<Point>) -> (Option<Stop>, Ruling, f64) {
    let found = said(&case(3, a, b), Arithmetic::F64);
    let (_, stop, ruling, v, _) = found.into_iter().find(|(known, ..)| *known == name).expect(name);
    (stop, ruling, v.map_or(f64::NAN, |v| (1e4 * length(v)).round() / 1e4))
}

#[test]
#[cfg(feature = "native-peers")]
fn errors_of_the_peers_are_pinned() {
    let cube = |low: f64, high: f64| corners([low; 3], [high; 3]);
    // Two cubes of side two in the same place are 2 deep in each other. Bullet's hull cannot be expanded, which it calls a
    // success: the nearest face of a tetrahedron is 2/√3 away.
    assert_eq!(of("bullet-epa", cube(-1.0, 1.0), cube(-1.0, 1.0)), (Some(Stop::Converged), Ruling::Off, 1.1547));
    // Boxes that are one deep in each other. An edge of libccd's polytope holds the origin, which it treats as contact: a depth
    // of zero, along a direction that is not a number.
    let (a, b) = (corners([0.0, 0.0, -1.0], [1.0, 2.0, 1.0]), corners([0.0, 1.0, 0.0], [1.0, 3.0, 2.0]));
    assert_eq!(of("libccd-epa", a.clone(), b.clone()), (Some(Stop::Converged), Ruling::Off, 0.0));
    assert_eq!(of("libccd-mpr", a, b).1, Ruling::Right);
    // The ray from the centre leaves the cubes' difference through a corner: the translation is √3 times the least.
    assert_eq!(of("libccd-mpr", cube(0.0, 2.0), cube(1.0, 3.0)), (Some(Stop::Converged), Ruling::Right, 1.7321));
}

#[test]
#[cfg(feature = "native-peers")]
fn a_run_without_an_end_is_given_up_and_the_next_one_has_one() {
    let endless = gjk_cases::family::named("symmetric").expect("a family").case(1, Arithmetic::F64, 22);
    for _ in 0..2 {
        let found = said(&endless, Arithmetic::F64);
        let of = |name: &str| found.iter().find(|(known, ..)| *known == name).map(|(_, stop, ruling, ..)| (*stop, *ruling));
        assert_eq!(of("libccd-epa-exact"), Some((Some(Stop::Exhausted), Ruling::GaveUp)));
        assert_eq!(of("libccd-epa"), Some((Some(Stop::Converged), Ruling::Right)));
    }
}

#[test]
#[cfg(feature = "native-peers")]
fn a_normal_is_not_claimed_where_its_direction_is_arbitrary() {
    // A corner touches a face: the MPR documents no direction, and returns zeros.
    let (a, b) = (corners([0.0; 3], [2.0; 3]), vec![[2.0, 1.0, 1.0], [4.0, 0.5, 0.5], [4.0, 1.5, 0.5], [4.0, 1.0, 1.75]]);
    for (name, _, ruling, v, normal) in said(&case(3, a, b), Arithmetic::F64) {
        if name.starts_with("libccd-mpr") {
            assert_eq!((ruling, v, normal), (Ruling::Right, Some([0.0; 3]), None), "{name}");
        }
    }
}
