//! The cause of a failure: the algorithm, the number range or the rounding.

use std::collections::BTreeMap;

use crate::expected::assert_expected;
use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::corpus::wild;
use gjk_cases::family::named;
use gjk_records::Ruling;
use gjk_solvers::{Fault, PosedCase, Roster};
use gjk_study::{Context, Judging};
use gjk_truth::judge::TOLERANCE;
use gjk_variants::Stop;

/// The end of a variant's run on a case, its ruling, and the cause if it fails.
fn fault(case: &Case, arithmetic: Arithmetic, variant: &str) -> (Stop, Ruling, Option<Fault>) {
    let roster = Roster::builtin();
    let entry = roster.named(variant).expect("a variant of the roster");
    let posed = PosedCase::pose(case, arithmetic).expect("nothing overflows");
    let findings = posed.ask(&roster, TOLERANCE, |entry| entry.about.name == variant);
    let (reply, judgement) = findings[0].outcome.as_ref().expect("it is applicable");
    let fault = judgement.ruling.is_failure().then(|| posed.fault(entry, TOLERANCE));
    (reply.stop.expect("a run ends"), judgement.ruling, fault)
}

/// Two hulls in a unit of length.
fn hulls(id: &str, dimension: u8, a: &[[f64; 3]], b: &[[f64; 3]], unit: f64) -> Case {
    let scaled = |points: &[[f64; 3]]| points.iter().map(|point| point.map(|x| x * unit)).collect();
    Case::of_points(id, dimension, scaled(a), scaled(b))
}

/// A point and a hull about which the boolean variants with a shortcut go in circles, in exact arithmetic.
fn circle(id: &str, unit: f64) -> Case {
    let hull = [[0.0, 2.0, 3.0], [1.0, 7.0, -1.0], [0.0, 6.0, -10.0], [0.0, 0.0, 2.0], [-1.0, -3.0, -5.0]];
    hulls(id, 3, &[[0.0; 3]], &hull, unit)
}

/// Two tetrahedra, a distance of about one apart.
fn tetrahedra(id: &str, unit: f64) -> Case {
    let a = [[0.0, 0.0, 0.0], [4.0, 1.0, 0.0], [1.0, 5.0, 1.0], [2.0, 1.0, 6.0]];
    let b = [[5.0, 5.0, 0.0], [6.0, 3.0, 5.0], [4.0, 7.0, 3.0], [8.0, 8.0, 4.0]];
    hulls(id, 3, &a, &b, unit)
}

/// The same tetrahedra, of which the first one moves into the second one.
fn falling(id: &str, unit: f64) -> Case {
    tetrahedra(id, unit).cast_along([4.0, 2.0, 1.0].map(|x| x * unit))
}

/// Two triangles of the plane, a distance of about one apart.
fn triangles(id: &str, unit: f64) -> Case {
    hulls(id, 2, &[[0.0; 3], [4.0, 1.0, 0.0], [1.0, 5.0, 0.0]], &[[5.0, 5.0, 0.0], [6.0, 3.0, 0.0], [8.0, 8.0, 0.0]], unit)
}

/// Cases that fail by one of the three causes, and the arithmetics that they are asked in.
fn examples() -> [(Case, &'static [Arithmetic]); 18] {
    use Arithmetic::{Exact, F32, F64};
    let reported = |id: &str| wild().into_iter().find(|case| case.id == id).expect("a case of the corpus");
    let two_to = |power: i32| 2.0_f64.powi(power);
    [
        // A failure in exact arithmetic is the algorithm's fault, even where the numbers overflow before the run comes round.
        (circle("circle", 1.0), &Arithmetic::ALL),
        (circle("circle-2^100", two_to(100)), &[F32, F64]),
        // A failure that does not occur at size one is the range's fault.
        (tetrahedra("tetrahedra", 1.0), &[F32, F64]),
        (tetrahedra("tetrahedra-2^-90", two_to(-90)), &[F32]),
        (tetrahedra("tetrahedra-2^70", two_to(70)), &[F32]),
        (tetrahedra("tetrahedra-2^-600", two_to(-600)), &[F64]),
        (tetrahedra("tetrahedra-2^600", two_to(600)), &[F64]),
        (triangles("triangles", 1.0), &[F32, F64]),
        (triangles("triangles-2^-90", two_to(-90)), &[F32]),
        (triangles("triangles-2^70", two_to(70)), &[F32]),
        (triangles("triangles-2^-600", two_to(-600)), &[F64]),
        (triangles("triangles-2^600", two_to(600)), &[F64]),
        // A body that moves along the line of the nearest points of the tetrahedra.
        (falling("cast", 1.0), &Arithmetic::ALL),
        (falling("cast-2^-90", two_to(-90)), &[F32]),
        (falling("cast-2^-600", two_to(-600)), &[F64]),
        (falling("cast-2^600", two_to(600)), &[F64]),
        // Every other failure is due to rounding.
        (reported("meshes-635"), &[F64, Exact]),
        (reported("mujoco-thinbox"), &[F32]),
    ]
}

#[test]
fn faults_are_as_expected() {
    let roster = Roster::builtin();
    let lines = |variant: &str| {
        let entry = roster.named(variant).expect("a variant of the roster");
        let mut lines = Vec::new();
        for (case, arithmetics) in examples().into_iter().filter(|(case, _)| entry.answers_about(case)) {
            for &arithmetic in arithmetics.iter().filter(|&&arithmetic| entry.applies(case.dimension, arithmetic)) {
                if let (stop, ruling, Some(fault)) = fault(&case, arithmetic, variant) {
                    lines.push(format!("{} {arithmetic}: {} ({}): {}", case.id, ruling.name(), stop.name(), fault.name()));
                }
            }
        }
        lines
    };
    let mut found: BTreeMap<&str, Vec<String>> =
        roster.entries().iter().map(|entry| (entry.about.name, lines(entry.about.name))).collect();
    for (variant, line) in faults_of_scaled_cases() {
        found.get_mut(variant.as_str()).expect("a variant of the roster").push(line);
    }
    let found: Vec<_> = found.into_iter().map(|(name, lines)| (name.to_owned(), lines)).collect();
    assert_expected(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/faults.txt"), include_str!("faults.txt"), &found);
}

/// Generic bodies, tiny or huge: the number of failures of each variant by cause.
///
/// Records name a cause for every failure, and only for failures.
fn faults_of_scaled_cases() -> Vec<(String, String)> {
    let family = named("scale").expect("a family");
    let context = Context::new(Roster::builtin());
    let mut counts: BTreeMap<[String; 3], usize> = BTreeMap::new();
    for (arithmetic, cases) in [(Arithmetic::F32, 100), (Arithmetic::F64, 100), (Arithmetic::Exact, 2)] {
        for index in 0..cases {
            let case = family.case(1, arithmetic, index);
            let judging = Judging::of(&context, &case, arithmetic, Some(family.as_ref()));
            let records = judging.iter().flat_map(|judging| {
                let fault = |finding| judging.posed.fault_of(finding, context.tolerance);
                judging.findings.iter().map(move |finding| judging.record(finding, fault(finding)))
            });
            for record in records {
                assert_eq!(record.fault.is_some(), record.ruling.is_failure(), "{record:?}");
                if let Some(fault) = record.fault {
                    *counts.entry([record.variant, record.scalar, fault]).or_default() += 1;
                }
            }
        }
    }
    let line = |([variant, scalar, fault], count): ([String; 3], usize)| {
        (variant, format!("{count} cases of scale {scalar}: {fault}"))
    };
    counts.into_iter().map(line).collect()
}

#[test]
fn a_case_that_cannot_be_scaled_exactly_is_not_a_fault_of_the_range() {
    // Scaled down by 2⁻⁹⁹⁷, the least number would vanish.
    let wide = Case::of_points("case", 3, vec![[1e300, 0.0, 0.0], [1e300, 1e300, 0.0]], vec![[5e-324, 0.0, 0.0]]);
    assert_eq!(fault(&wide, Arithmetic::F64, "johnson"), (Stop::Range, Ruling::GaveUp, Some(Fault::Rounding)));
    let shifted = Case::of_points("case", 3, vec![[1e300, 0.0, 0.0], [1e300, 1e300, 0.0]], vec![[0.0; 3]]);
    assert_eq!(fault(&shifted, Arithmetic::F64, "johnson"), (Stop::Range, Ruling::GaveUp, Some(Fault::Range)));
}
