//! Queries of all variants that answer a question, which are judged and then timed.

use gjk_cases::case::{Arithmetic, Case};
use gjk_records::Question;
use gjk_solvers::{ErasedVariant, Hulls, PosedCase, Roster, SolverSpace};
use gjk_study::duel::answering;
use gjk_variants::Start;

use crate::shared::{Contender, Prepared, prepare};

/// All variants that answer the question, judged on these cases. A case that overflows the arithmetic is left out.
pub fn judge_queries<'a, S: SolverSpace>(
    roster: &'a Roster,
    set: &str,
    cases: &[Case],
    arithmetic: Arithmetic,
    question: Question,
) -> Prepared<'a> {
    let posed: Vec<PosedCase> = cases.iter().filter_map(|case| PosedCase::pose(case, arithmetic)).collect();
    let contender = |(variant, right): (&'a ErasedVariant, Vec<bool>)| -> Option<Contender<Hulls<S>>> {
        let solver = variant.solver::<S>()?;
        let query = move |bodies: &Hulls<S>| solver.time(&bodies.a, &bodies.b, &Start::Default);
        let pass = Box::new(move |set: &[Hulls<S>]| set.iter().for_each(query));
        Some(Contender { name: variant.about.name, right, pass })
    };
    let contenders = answering(roster, &posed, question).into_iter().filter_map(contender).collect();
    let bodies = posed.iter().filter_map(|posed| Hulls::<S>::of(&posed.case)).collect();
    prepare(set, bodies, contenders)
}
