//! A function that sets another mode of arithmetic changes only its own rows.

use gjk_cases::case::Arithmetic;
use gjk_cases::family::families;
use gjk_cases::format::Answer;
use gjk_mode::Mode;
use gjk_solvers::Roster;
use gjk_study::{Context, Judging};
use gjk_variants::Promise;

/// The name of the function.
const NAME: &str = "engine";

/// Every row of a study of 160 cases, except those of the function, which sets this mode each time that it is asked.
fn rows(mode: Mode) -> Vec<String> {
    let mut roster = Roster::builtin();
    roster.add_function(NAME, Promise::Verdict, move |_, _| {
        mode.set();
        Answer::meeting()
    });
    let scalars = vec![Arithmetic::F64, Arithmetic::F32];
    // Twenty families of space, since the function is not asked about the plane.
    let families = families().into_iter().filter(|family| family.dimension() == 3).take(20).collect();
    let context = Context { families, scalars, ..Context::new(roster) };
    let mut rows = Vec::new();
    for family in &context.families {
        for (scalar, number) in context.scalars.iter().flat_map(|scalar| (0..8).map(move |number| (*scalar, number))) {
            let case = family.independent_case(context.seed, scalar, number);
            let Some(judging) = Judging::of(&context, &case, scalar, Some(family.as_ref())) else { continue };
            for finding in judging.findings.iter().filter(|finding| finding.variant.about.name != NAME) {
                let fault = judging.posed.fault_of(finding, context.tolerance);
                rows.push(format!("{:?}", judging.record(finding, fault)));
            }
        }
    }
    rows
}

#[test]
fn rows_of_others_are_equal_to_the_byte_whatever_mode_a_function_sets() {
    let usual = rows(Mode::DEFAULT);
    assert!(usual.len() > 160 * 2 * 10, "{}", usual.len());
    for mode in [Mode::FLUSHING, Mode::UPWARD, Mode::TOWARD_ZERO] {
        let found = rows(mode);
        let other = found.iter().zip(&usual).find(|(found, usual)| found != usual);
        assert!(other.is_none() && found.len() == usual.len(), "{mode}: {other:?}");
    }
}
