//! The casts of peers: times that are known by hand, and errors that are pinned.
#![cfg(feature = "peers")]

use crate::common::case;
use gjk_cases::case::{Arithmetic, Case, Point};
use gjk_cases::family::corners;
use gjk_records::Ruling;
use gjk_solvers::{JudgedVariant, PosedCase, Roster};
use gjk_truth::answer::Numbers;
use gjk_truth::judge::TOLERANCE;
use gjk_variants::Promise;

/// A peer's answer to a cast: its name, ruling, time and normal.
type Expected = (&'static str, Ruling, Option<f64>, Option<Point>);

fn said(case: &Case, arithmetic: Arithmetic) -> Vec<Expected> {
    let ours = Roster::builtin();
    let mut roster = Roster::with_peers();
    roster.retain(|entry| ours.named(entry.about.name).is_none() && entry.about.promise == Promise::Cast);
    let posed = PosedCase::pose(case, arithmetic).expect("within range");
    let said = |judged: JudgedVariant| {
        let (reply, judgement) = judged.outcome?;
        let values = reply.answer.as_ref().map(|answer| match &answer.numbers {
            Numbers::Rounded(values) => (values.time, values.normal),
            Numbers::Exact(_) => (None, None),
        });
        let (time, normal) = values.unwrap_or_default();
        Some((judged.variant.about.name, judgement.ruling, time, normal))
    };
    posed.ask(&roster, TOLERANCE, |_| true).into_iter().filter_map(said).collect()
}

/// The answer of one peer in doubles.
#[cfg(feature = "native-peers")]
fn of(name: &str, case: &Case) -> (Ruling, Option<f64>) {
    let found = said(case, Arithmetic::F64);
    let (_, ruling, time, _) = found.into_iter().find(|(known, ..)| *known == name).expect(name);
    (ruling, time)
}

/// A cube with edges of 2 about this point.
fn cube(center: Point) -> Vec<Point> {
    corners(center.map(|x| x - 1.0), center.map(|x| x + 1.0))
}

/// The cast of a cube from one place to another one, against a cube about the origin.
fn cubes(from: Point, to: Point) -> Case {
    let translation = std::array::from_fn(|i| to[i] - from[i]);
    case(3, cube(from), cube([0.0; 3])).cast_along(translation)
}

#[test]
fn a_peer_finds_the_time_and_points_from_a_into_b() {
    for axis in 0..3 {
        for sign in [1.0, -1.0] {
            let turned = |p: Point| std::array::from_fn(|i| sign * p[(i + 3 - axis) % 3]);
            // A passes the plane of one face of B at 1/4, and touches another face at 1/2.
            let found = cubes(turned([-4.0, -3.0, 0.25]), turned([0.0, 1.0, 0.25]));
            for arithmetic in [Arithmetic::F32, Arithmetic::F64] {
                let answers = said(&found, arithmetic);
                assert!(!answers.is_empty());
                for (name, ruling, time, normal) in answers {
                    // It passes by exact contact, as is pinned below.
                    if name == "bullet-cast-gjk" {
                        continue;
                    }
                    let (time, normal) = (time.expect(name), normal.expect(name));
                    assert_eq!(ruling, Ruling::Right, "{name} along {axis}: {time}");
                    assert!((time - 0.5).abs() < 1e-6 && sign * normal[axis] > 0.999, "{name} along {axis}: {time} {normal:?}");
                }
            }
        }
    }
}

#[test]
fn a_peer_says_never_and_bodies_at_rest_are_not_its_question() {
    let (short, past) = (cubes([0.0, 4.0, 0.0], [0.0, 2.5, 0.0]), cubes([-4.0, 3.0, 0.0], [4.0, 3.0, 0.0]));
    for arithmetic in [Arithmetic::F32, Arithmetic::F64] {
        for never in [&short, &past] {
            for (name, ruling, time, _) in said(never, arithmetic) {
                assert_eq!((ruling, time), (Ruling::Right, None), "{name}");
            }
        }
        assert_eq!(said(&case(3, cube([4.0; 3]), cube([0.0; 3])), arithmetic), []);
    }
}

#[test]
#[cfg(feature = "native-peers")]
fn errors_of_the_casts_of_bullet_are_pinned() {
    // The first step lands in exact contact, where the next query has no distance: the same step is made again, up to the end
    // of the motion, or until a query has a distance.
    let down = cubes([0.0, 4.0, 0.0], [0.0, 0.0, 0.0]);
    assert_eq!(of("bullet-cast-gjk", &down), (Ruling::Wrong, None));
    let (ruling, time) = of("bullet-cast-gjk", &cubes([-4.0, -3.0, 0.25], [0.0, 1.0, 0.25]));
    assert!(ruling == Ruling::Off && time.is_some_and(|time| (time - 0.75).abs() < 1e-6), "{ruling:?} {time:?}");
    assert_eq!(of("bullet-cast-gjk", &cubes([4.0, 4.0, 0.0], [0.5, 0.5, 0.0])).0, Ruling::Right);
    assert_eq!(of("bullet-cast-subsimplex", &down), (Ruling::Right, Some(0.5)));
    assert_eq!(of("bullet-cast-continuous", &down), (Ruling::Right, Some(0.5)));
    // The gap at the start is below the tolerance: no plane is passed, and there is no normal.
    assert_eq!(of("bullet-cast-subsimplex", &cubes([0.5, 2.0 + 1e-8, 0.25], [0.5, 0.0, 0.25])), (Ruling::Wrong, None));
    // The distance on the way is below 0.001.
    let (ruling, time) = of("bullet-cast-continuous", &cubes([-4.0, 2.0005, 0.0], [4.0, 2.0005, 0.0]));
    assert!(ruling == Ruling::Wrong && time.is_some_and(|time| (time - 0.25).abs() < 1e-3), "{ruling:?} {time:?}");
}
