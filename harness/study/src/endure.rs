//! Endurance: every variant on very many queries, only to check how they end.
//!
//! There must be no panic, and no more iterations than the variant's own limit
//! ([`Variant::most_iterations`](gjk_variants::Variant::most_iterations)) for each pair of convex parts.
//!
//! Half of the cases are those of the families, in equal shares. The other half are of random bits ([`bits`]). A case is one
//! query to each variant that runs on it. In one of eight cases of random bits A moves: a cast. No answer is judged.

pub mod bits;

use std::any::Any;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::family::{Family, families};
use gjk_cases::format;
use gjk_records::EndureTally;
use gjk_solvers::{Bodies, ErasedVariant, Roster, SolverSpace, in_space};
use serde_json::{Value, json};

use crate::context::Context;
use crate::experiment::{Experiment, Unit, Usual, no_rounded, ranges};

/// Cases in each scalar, by size of the study.
const CASES: [u64; 3] = [2_000, 100_000, 1_000_000];

/// Every variant on very many queries, only to check how they end.
pub struct Endure;

impl Experiment for Endure {
    fn name(&self) -> &'static str {
        "endure"
    }

    fn about(&self) -> &'static str {
        "Every variant on very many cases, judging nothing: no panic, no run beyond its own limit of iterations"
    }

    fn usual(&self) -> Usual {
        Usual::Never
    }

    fn plan(&self, context: &Context) -> Vec<(&'static str, Value)> {
        vec![("cases to endure", json!(cases(context)))]
    }

    fn idle(&self, context: &Context) -> Option<String> {
        no_rounded(context)
    }

    fn units<'a>(&self, context: &'a Context) -> Vec<Unit<'a>> {
        units(context, cases(context))
    }
}

/// The number of cases in each scalar: `--cases` counts these here, as in the command.
fn cases(context: &Context) -> u64 {
    context.cases.unwrap_or(context.of_size(CASES))
}

/// The units of this number of cases in each scalar that rounds.
///
/// The cases are of all families, whichever are chosen.
pub fn units(context: &Context, cases: u64) -> Vec<Unit<'_>> {
    let families: Arc<[Box<dyn Family>]> = families().into();
    let mut units = Vec::new();
    for arithmetic in context.rounded() {
        units.extend(ranges(cases).map(|cases| {
            let families = families.clone();
            let (name, size) = (format!("endure/{arithmetic}/{:09}", cases.start), cases.end - cases.start);
            Unit::of_lines(name, size, move || tallies(&context.roster, &families, context.seed, arithmetic, cases.clone()))
        }));
    }
    units
}

/// Runs the cases of these numbers in one arithmetic: a tally for each variant, in the order of the roster.
pub fn tallies(
    roster: &Roster,
    families: &[Box<dyn Family>],
    seed: u64,
    arithmetic: Arithmetic,
    cases: Range<u64>,
) -> Vec<EndureTally> {
    let blank = |entry: &ErasedVariant| EndureTally {
        scalar: arithmetic.name().to_owned(),
        variant: entry.about.name.to_owned(),
        cases: cases.end - cases.start,
        ..EndureTally::default()
    };
    let mut tallies: Vec<EndureTally> = roster.entries().iter().map(blank).collect();
    for number in cases {
        let case = case(families, seed, arithmetic, number);
        in_space!(case.dimension, arithmetic, S => {
            let bodies = Bodies::<S>::of(&case);
            roster.entries().iter().zip(&mut tallies).for_each(|(variant, tally)| ask(tally, &case, &bodies, variant));
        });
    }
    tallies
}

/// Asks one variant about the bodies of a case.
fn ask<S: SolverSpace>(tally: &mut EndureTally, case: &Case, bodies: &Bodies<S>, variant: &ErasedVariant) {
    let describe = |tally: &mut EndureTally, fault: String| {
        tally.describe(format!("{} {fault} on {}", variant.about.name, format::write(case).trim_end()));
    };
    // The run changes nothing outside, so there is nothing that a panic could leave half-done.
    let reply = match catch_unwind(AssertUnwindSafe(|| bodies.ask(variant))) {
        Ok(Some(reply)) => reply,
        Ok(None) => return,
        Err(payload) => {
            tally.panics += 1;
            describe(tally, format!("panics ({})", message(payload.as_ref())));
            return;
        }
    };
    // Programs from outside do not report how they ended.
    let Some(stop) = reply.stop else { return };
    *tally.ends.entry(stop.name().to_owned()).or_default() += 1;
    tally.most_iterations = tally.most_iterations.max(reply.iterations);
    let limit = variant.most_iterations::<S>();
    tally.limit = tally.limit.max(limit);
    let pairs = case.a.parts().len() * case.b.parts().len();
    if limit.is_some_and(|limit| reply.iterations > limit * pairs) {
        tally.beyond_limit += 1;
        describe(tally, format!("takes {} iterations", reply.iterations));
    }
    if stop.has_answer() != reply.answer.is_some() {
        tally.contradictions += 1;
        let with = if reply.answer.is_some() { "with" } else { "without" };
        describe(tally, format!("ends as {} {with} an answer", stop.name()));
    }
}

/// Case number `index`: even ones are of the families in turn, odd ones of random bits. Every eighth case of random bits is a cast.
pub fn case(families: &[Box<dyn Family>], seed: u64, arithmetic: Arithmetic, index: u64) -> Case {
    let half = index / 2;
    if index % 2 == 1 {
        let case = bits::case(seed, arithmetic, half);
        return if half % 8 == 7 { bits::cast(seed, arithmetic, half, case) } else { case };
    }
    let count = families.len() as u64;
    families[(half % count) as usize].independent_case(seed, arithmetic, half / count)
}

/// The message of a panic.
fn message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("without a message")
}
