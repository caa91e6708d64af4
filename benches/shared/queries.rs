//! Queries of all variants that answer a question, judged and then timed.

use criterion::Criterion;
use gjk_cases::case::{Arithmetic, Case};
use gjk_solvers::{ErasedVariant, Hulls, PosedCase, Roster, SolverSpace};
use gjk_study::duel::{Question, answering};
use gjk_variants::Start;

use crate::shared::{Contender, compare};

/// Compares all variants that answer the question on these cases. A case that overflows the arithmetic is left out.
pub fn compare_queries<'a, S: SolverSpace>(
    criterion: &mut Criterion,
    roster: &'a Roster,
    set: &str,
    cases: &[Case],
    arithmetic: Arithmetic,
    question: Question,
) {
    let posed: Vec<PosedCase> = cases.iter().filter_map(|case| PosedCase::pose(case, arithmetic)).collect();
    let contender = |(variant, right): (&'a ErasedVariant, Vec<bool>)| -> Option<Contender<Hulls<S>>> {
        let solver = variant.solver::<S>()?;
        let query = move |bodies: &Hulls<S>| solver.time(&bodies.a, &bodies.b, &Start::Default);
        let pass = Box::new(move |set: &[Hulls<S>]| set.iter().for_each(query));
        Some(Contender { name: variant.about.name, right, pass })
    };
    let contenders = answering(roster, &posed, question).into_iter().filter_map(contender).collect();
    let bodies = posed.iter().filter_map(|posed| Hulls::<S>::of(&posed.case)).collect();
    compare(criterion, set, bodies, contenders);
}
