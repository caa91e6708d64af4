//! Whose fault a failure is: the algorithm's, the number range's or the rounding's.

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::corpus::wild;
use gjk_cases::family::named;
use gjk_experiments::campaign::Plan;
use gjk_records::Ruling;
use gjk_solvers::entry::Roster;
use gjk_solvers::trial::{Fault, Trial};
use gjk_truth::judge::TOLERANCE;
use gjk_variants::Stop;

/// The distance variants around the common iteration, and the boolean variants.
const PINNED: [&str; 6] = ["least-squares", "johnson", "ericson", "muratori", "linahan-three-plane", "linahan-face-first"];

/// How a variant's run on a case ends, its ruling, and the fault if it fails.
fn fault(case: &Case, arithmetic: Arithmetic, variant: &str) -> (Stop, Ruling, Option<Fault>) {
    let roster = Roster::builtin();
    let entry = roster.named(variant).expect("a variant of the roster");
    let trial = Trial::pose(case, arithmetic).expect("nothing overflows");
    let findings = trial.ask(&roster, TOLERANCE, |entry| entry.about.name == variant);
    let (reply, judgement) = findings[0].outcome.as_ref().expect("it is applicable");
    let fault = judgement.ruling.is_failure().then(|| trial.fault(entry, TOLERANCE));
    (reply.stop.expect("a run ends"), judgement.ruling, fault)
}

/// The boolean variants go in circles around the origin and this hull, in exact arithmetic.
fn circle(scale: f64) -> Case {
    let hull = [[0.0, 2.0, 3.0], [1.0, 7.0, -1.0], [0.0, 6.0, -10.0], [0.0, 0.0, 2.0], [-1.0, -3.0, -5.0]];
    Case::of_points("case", 3, vec![[0.0; 3]], hull.map(|point: [f64; 3]| point.map(|x| x * scale)).to_vec())
}

#[test]
fn what_fails_in_exact_arithmetic_is_the_algorithms_fault() {
    for variant in ["muratori", "linahan-three-plane", "linahan-face-first"] {
        let found = fault(&circle(1.0), Arithmetic::Exact, variant);
        assert_eq!(found, (Stop::Cycled, Ruling::GaveUp, Some(Fault::Algorithm)), "{variant}");
        for arithmetic in [Arithmetic::F32, Arithmetic::F64] {
            let found = fault(&circle(1.0), arithmetic, variant);
            assert_eq!(found, (Stop::Exhausted, Ruling::GaveUp, Some(Fault::Algorithm)), "{variant} {arithmetic}");
            // It stays the algorithm's where the numbers overflow before it comes round.
            let found = fault(&circle(2.0_f64.powi(100)), arithmetic, variant);
            assert_eq!((found.1, found.2), (Ruling::GaveUp, Some(Fault::Algorithm)), "{variant} {arithmetic}");
        }
        assert_eq!(fault(&circle(2.0_f64.powi(100)), Arithmetic::F32, variant).0, Stop::Range, "{variant}");
    }
}

/// Two tetrahedra, a distance of about one apart, in a unit of length.
fn tetrahedra(unit: f64) -> Case {
    let a = [[0.0, 0.0, 0.0], [4.0, 1.0, 0.0], [1.0, 5.0, 1.0], [2.0, 1.0, 6.0]];
    let b = [[5.0, 5.0, 0.0], [6.0, 3.0, 5.0], [4.0, 7.0, 3.0], [8.0, 8.0, 4.0]];
    Case::of_points("case", 3, a.map(|p| p.map(|x| x * unit)).to_vec(), b.map(|p: [f64; 3]| p.map(|x| x * unit)).to_vec())
}

#[test]
fn what_is_right_at_size_one_is_the_ranges_fault() {
    for variant in ["least-squares", "johnson", "ericson"] {
        for (arithmetic, powers) in [(Arithmetic::F32, [-90, 70]), (Arithmetic::F64, [-600, 600])] {
            let (_, ruling, fault_at_one) = fault(&tetrahedra(1.0), arithmetic, variant);
            assert_eq!((ruling, fault_at_one), (Ruling::Right, None), "{variant} {arithmetic}");
            for power in powers {
                let (_, ruling, found) = fault(&tetrahedra(2.0_f64.powi(power)), arithmetic, variant);
                assert!(ruling.is_failure(), "{variant} {arithmetic} 2^{power}: {ruling:?}");
                assert_eq!(found, Some(Fault::Range), "{variant} {arithmetic} 2^{power}");
            }
        }
    }
}

#[test]
fn what_cannot_be_brought_to_size_one_exactly_is_not_called_the_ranges_fault() {
    // Scaled down by 2⁻⁹⁹⁷ the least number would vanish.
    let wide = Case::of_points("case", 3, vec![[1e300, 0.0, 0.0], [1e300, 1e300, 0.0]], vec![[5e-324, 0.0, 0.0]]);
    assert_eq!(fault(&wide, Arithmetic::F64, "johnson"), (Stop::Range, Ruling::GaveUp, Some(Fault::Rounding)));
    let shifted = Case::of_points("case", 3, vec![[1e300, 0.0, 0.0], [1e300, 1e300, 0.0]], vec![[0.0; 3]]);
    assert_eq!(fault(&shifted, Arithmetic::F64, "johnson"), (Stop::Range, Ruling::GaveUp, Some(Fault::Range)));
}

#[test]
fn the_rest_is_roundings_fault() {
    let reported = |id: &str| wild().into_iter().find(|case| case.id == id).expect("a case of the corpus");
    let found = fault(&reported("meshes-635"), Arithmetic::F64, "ericson");
    assert_eq!((found.1, found.2), (Ruling::Wrong, Some(Fault::Rounding)));
    let found = fault(&reported("mujoco-thinbox"), Arithmetic::F32, "johnson");
    assert_eq!((found.1, found.2), (Ruling::Wrong, Some(Fault::Rounding)));
    for variant in ["ericson", "johnson"] {
        let (_, ruling, _) = fault(&reported("meshes-635"), Arithmetic::Exact, variant);
        assert_eq!(ruling, Ruling::Right, "{variant}: it is no fault of the algorithm");
    }
}

#[test]
fn records_name_a_fault_for_every_failure_and_for_nothing_else() {
    let roster = Roster::builtin();
    let families = [named("scale").expect("a family")];
    let cases = [(Arithmetic::F32, 100), (Arithmetic::F64, 100), (Arithmetic::Exact, 2)];
    let plan = Plan { roster: &roster, families: &families, corpus: None, seed: 1, tolerance: TOLERANCE, cases };
    let mut failures = [0; 2];
    for record in plan.run(|_| {}) {
        assert_eq!(record.fault.is_some(), record.ruling.is_failure(), "{record:?}");
        if record.ruling.is_failure() && PINNED.contains(&record.variant.as_str()) {
            // The bodies are generic ones, tiny or huge.
            assert_eq!(record.fault.as_deref(), Some("range"), "{record:?}");
            failures[usize::from(record.scalar == "f64")] += 1;
        }
    }
    // Of 600 answers each.
    assert_eq!(failures, FAILURES);
}

/// Failures in single and in double precision.
const FAILURES: [usize; 2] = [110, 87];
