//! Variants of one space, erased: what answers a query without its type being known.

use std::hint::black_box;

use gjk_variants::{Answer, Evidence, Hull, Observer, Outcome, Space, Start, SupportMap, Variant, fast::Avx2};

/// A variant of one space, its answer erased to its evidence.
pub trait Solver<S: Space>: Send + Sync {
    /// One query, watched, about bodies of any kind.
    fn explain(
        &self,
        a: &dyn SupportMap<S>,
        b: &dyn SupportMap<S>,
        start: &Start<S>,
        observer: &mut dyn Observer<S>,
    ) -> Outcome<Evidence<S>>;
    /// One query, unwatched, for timing: its answer goes nowhere but through `black_box`. What has no starts takes its own.
    fn time(&self, a: &Hull<S>, b: &Hull<S>, start: &Start<S>);
    /// The same query timed on other terms, with the same answers: none but for peers.
    fn on_other_terms(&self) -> &'static [TimedOtherwise<S>] {
        &[]
    }
}

/// What is other than in [`Solver::time`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherTerms {
    /// The support points are found as those of our variants are, in vector instructions.
    VectorScan,
    /// Each direction is turned and each support point moved by a pose, the identity.
    Posed,
}

/// A query that is timed on other terms.
pub struct TimedOtherwise<S: Space> {
    /// The name of the row.
    pub name: &'static str,
    /// What is other.
    pub terms: OtherTerms,
    /// One query, whose answer goes nowhere but through `black_box`.
    pub time: fn(&Hull<S>, &Hull<S>),
}

/// A variant whose queries about hulls are compiled for their own sake, to be timed.
pub struct Timed<V>(pub V);

/// A variant of which nobody asks how fast it is: a query that is timed all the same goes through the erased mappings. It is much
/// sooner compiled.
pub struct Untimed<V>(pub V);

impl<S: Space, V: Variant<S>> Solver<S> for Untimed<V> {
    fn explain(
        &self,
        a: &dyn SupportMap<S>,
        b: &dyn SupportMap<S>,
        start: &Start<S>,
        observer: &mut dyn Observer<S>,
    ) -> Outcome<Evidence<S>> {
        explain(&self.0, a, b, start, observer)
    }

    fn time(&self, a: &Hull<S>, b: &Hull<S>, start: &Start<S>) {
        black_box(explain(&self.0, a, b, start, &mut ()));
    }
}

impl<S: Space, V: Variant<S>> Solver<S> for Timed<V> {
    fn explain(
        &self,
        a: &dyn SupportMap<S>,
        b: &dyn SupportMap<S>,
        start: &Start<S>,
        observer: &mut dyn Observer<S>,
    ) -> Outcome<Evidence<S>> {
        explain(&self.0, a, b, start, observer)
    }

    fn time(&self, a: &Hull<S>, b: &Hull<S>, start: &Start<S>) {
        // By reference: to hand the answer over would copy it, which takes as long as half an iteration. One version is compiled:
        // the plain one where there is no other.
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = Avx2::chosen::<S>() {
            black_box(&avx2.solve(&self.0, black_box(a), black_box(b), black_box(start), &mut ()));
        } else {
            black_box(explain(&self.0, a, b, start, &mut ()));
        }
        #[cfg(not(target_arch = "x86_64"))]
        black_box(&self.0.solve(black_box(a), black_box(b), black_box(start), &mut ()));
    }
}

fn explain<S: Space, V: Variant<S>>(
    variant: &V,
    a: &dyn SupportMap<S>,
    b: &dyn SupportMap<S>,
    start: &Start<S>,
    observer: &mut dyn Observer<S>,
) -> Outcome<Evidence<S>> {
    let outcome = variant.solve_erased(a, b, start, observer);
    Outcome { stop: outcome.stop, iterations: outcome.iterations, answer: outcome.answer.map(Answer::evidence) }
}
