//! Peers are judged like every variant: right where they are right, given up where they panic.
#![cfg(feature = "peers")]

use crate::common::{self, case};
use gjk_cases::case::{Arithmetic, Case, Point};
use gjk_cases::corpus;
use gjk_cases::family::named;
use gjk_records::Ruling;
use gjk_solvers::Roster;
use gjk_variants::Promise;

/// The names of the peers that are compiled in.
fn peers() -> Vec<&'static str> {
    let (ours, all) = (Roster::builtin(), Roster::with_peers());
    all.entries().iter().map(|variant| variant.about.name).filter(|name| ours.named(name).is_none()).collect()
}

/// The number of peers in doubles that are asked about bodies at rest.
fn at_rest_in_doubles() -> usize {
    let roster = Roster::with_peers();
    let is_asked = |name: &&str| roster.named(name).is_some_and(|entry| entry.about.promise != Promise::Cast);
    peers().into_iter().filter(is_asked).count() - 2
}

/// The peers' rulings and certificates on a case, by name, where they apply.
fn rulings(case: &Case, arithmetic: Arithmetic) -> Vec<(&'static str, Ruling, Option<bool>)> {
    let mut roster = Roster::with_peers();
    roster.retain(|variant| peers().contains(&variant.about.name));
    common::rulings(&roster, case, arithmetic)
}

fn cube(low: f64) -> Vec<Point> {
    (0..8).map(|bits| std::array::from_fn(|axis| if bits >> axis & 1 == 1 { low + 1.0 } else { low })).collect()
}

#[test]
fn peers_participate_only_where_they_are_requested() {
    let mut expected = vec!["parry3d-f64", "parry3d-f64-epa", "parry3d-f64-cast", "parry3d", "parry3d-epa", "parry3d-cast"];
    if cfg!(feature = "native-peers") {
        expected.extend([
            "bullet",
            "bullet-epa",
            "bullet-cast-gjk",
            "bullet-cast-subsimplex",
            "bullet-cast-continuous",
            "libccd",
        ]);
        expected.extend(["libccd-epa", "libccd-epa-exact", "libccd-mpr", "libccd-mpr-exact"]);
    }
    assert_eq!(peers(), expected);
}

#[test]
fn they_are_right_on_simple_cases_and_parry_says_why() {
    for (low, what) in [(1.5, "apart"), (0.25, "overlapping")] {
        for arithmetic in [Arithmetic::F32, Arithmetic::F64] {
            let rulings = rulings(&case(3, cube(0.0), cube(low)), arithmetic);
            assert_eq!(rulings.len(), if arithmetic == Arithmetic::F32 { 2 } else { at_rest_in_doubles() });
            for (name, ruling, certified) in rulings {
                // Its polytope is not convex, since it replaces one face by three: two of the three axes are tied.
                let is_split = name.starts_with("libccd-epa") && what == "overlapping";
                let expected = if is_split { Ruling::Off } else { Ruling::Right };
                assert_eq!(ruling, expected, "{name} on cubes that are {what}");
                if name.starts_with("parry") && !name.ends_with("-epa") {
                    assert_eq!(certified, Some(true), "{name} on cubes that are {what}");
                }
            }
        }
    }
}

#[test]
fn most_cases_of_a_benign_family_are_answered_right() {
    let family = named("generic").expect("an embedded family");
    for arithmetic in [Arithmetic::F32, Arithmetic::F64] {
        let all: Vec<_> = (0..64).flat_map(|index| rulings(&family.case(3, arithmetic, index), arithmetic)).collect();
        let right = all.iter().filter(|(_, ruling, _)| *ruling == Ruling::Right).count();
        assert!(10 * right >= 8 * all.len(), "{arithmetic}: {right} of {}", all.len());
    }
}

#[test]
fn nothing_that_they_do_ends_a_run() {
    // The second support point of parry's run overflows, and fails an assertion.
    let body = |x: f64, y: f64, back: f64| vec![[x, y, 0.0], [back, 1.7e308, 0.0], [back, -1.7e308, 0.0]];
    let huge = case(3, body(0.0, 1.0, 2.0), body(-1.0, 0.0, -3.0));
    let of_parry = rulings(&huge, Arithmetic::F64).into_iter().find(|(name, ..)| *name == "parry3d-f64");
    assert_eq!(of_parry.map(|(_, ruling, _)| ruling), Some(Ruling::GaveUp));
    for case in corpus::wild().iter().filter(|case| case.dimension == 3) {
        assert_eq!(rulings(case, Arithmetic::F64).len(), at_rest_in_doubles());
    }
}

#[test]
fn they_state_their_versions_and_no_slack_for_the_tolerance_of_a_loop() {
    let roster = Roster::with_peers();
    let stated = |name: &str| roster.named(name).and_then(|entry| entry.stated.clone()).expect(name);
    for (name, stops_at) in [
        ("parry3d-f64", "eps_tol 2.22e-15"),
        ("parry3d", "eps_tol 1.19e-6"),
        ("parry3d-f64-cast", "relative √eps_tol 4.71e-8, eps_tol 2.22e-15"),
        ("parry3d-cast", "relative √eps_tol 1.09e-3, eps_tol 1.19e-6"),
    ] {
        let found = stated(name);
        let of_crate = name.trim_end_matches("-cast");
        assert!(found.version.starts_with(&format!("{of_crate} 0.31.")), "{found:?}");
        assert_eq!((found.slack, found.stops_at.as_deref()), (None, Some(stops_at)));
    }
    if cfg!(feature = "native-peers") {
        for (name, stops_at) in [
            ("bullet", None),
            ("bullet-epa", None),
            ("bullet-cast-gjk", Some("radius 1e-3")),
            ("bullet-cast-subsimplex", Some("subSimplexCastEpsilon 2.2e-15 (on a squared length)")),
            ("bullet-cast-continuous", Some("radius 1e-3")),
            ("libccd", None),
            ("libccd-epa", Some("epa_tolerance 1e-4")),
            ("libccd-epa-exact", Some("epa_tolerance 1e-12")),
            ("libccd-mpr", Some("mpr_tolerance 1e-4")),
            ("libccd-mpr-exact", Some("mpr_tolerance 1e-12")),
        ] {
            let found = stated(name);
            assert!(found.version.starts_with("Bullet 3.") || found.version == "libccd 2", "{name}: {found:?}");
            assert_eq!((found.slack, found.stops_at.as_deref()), (None, stops_at), "{name}");
        }
    }
    assert!(Roster::builtin().entries().iter().all(|entry| entry.stated.is_none()));
}
