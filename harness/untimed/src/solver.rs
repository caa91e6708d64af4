//! Erased variants of one space, which answer queries without their types being known.

use std::hint::black_box;

use gjk_variants::{Answer, Evidence, Hull, Observer, Outcome, Solid, Space, Start, SupportMap, Variant, fast::Avx2};

/// A variant of one space, its answer erased to its evidence.
pub trait Solver<S: Space>: Send + Sync {
    /// One observed query about bodies of any kind.
    fn explain(
        &self,
        a: &dyn SupportMap<S>,
        b: &dyn SupportMap<S>,
        start: &Start<S>,
        observer: &mut dyn Observer<S>,
    ) -> Outcome<Evidence<S>>;
    /// One unobserved query, for timing: its answer only passes through `black_box`. A variant without starts uses its own.
    fn time(&self, a: &Hull<S>, b: &Hull<S>, start: &Start<S>);
    /// Whether that query goes through pointers to the bodies, the observer and the subalgorithm, as a judged query does.
    fn is_timed_erased(&self) -> bool {
        false
    }
    /// The most iterations of a query about two convex bodies; `None` if that depends on the bodies, or is not stated.
    fn most_iterations(&self) -> Option<usize> {
        None
    }
    /// The same query timed under other conditions, with the same answers; empty except for peers.
    fn on_other_terms(&self) -> &'static [TimedOtherwise<S>] {
        &[]
    }
    /// Whether it is a peer that reports contact only: for bodies that meet, the depth and the normal; for other bodies, that
    /// they are apart, without a distance. The witness points of its evidence are not meaningful, and neither is a normal of
    /// zeros. Such a peer is asked about the bodies themselves, not about cores. In a cast, the answer is the time and the normal.
    fn tells_contact_alone(&self) -> bool {
        false
    }
}

/// A difference from [`Solver::time`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherTerms {
    /// The support points are found like those of our variants, with vector instructions.
    VectorScan,
    /// A pose, the identity, turns each direction and moves each support point.
    Posed,
}

/// A query that is timed under other conditions.
pub struct TimedOtherwise<S: Space> {
    /// The name of the row.
    pub name: &'static str,
    /// The difference.
    pub terms: OtherTerms,
    /// One query, whose answer only passes through `black_box`.
    pub time: fn(&Hull<S>, &Hull<S>),
}

/// A variant whose queries about hulls are compiled separately for timing, in the *typed* form.
pub struct Timed<V>(pub V);

/// A variant whose speed is of little interest: it compiles much faster, and if a query is timed nevertheless, it is timed in
/// the *erased* form, in which answers are judged.
pub struct Untimed<V>(pub V);

impl<S: Space, V: Variant<S>> Solver<S> for Untimed<V> {
    fn is_timed_erased(&self) -> bool {
        true
    }

    fn most_iterations(&self) -> Option<usize> {
        self.0.most_iterations()
    }

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
        time_erased(&self.0, a, b, start);
    }
}

impl<S: Space, V: Variant<S>> Solver<S> for Timed<V> {
    fn is_timed_erased(&self) -> bool {
        !has_typed_form()
    }

    fn most_iterations(&self) -> Option<usize> {
        self.0.most_iterations()
    }

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
        // Passed by reference: returning the answer by value would copy it, which takes as long as half an iteration.
        #[cfg(target_arch = "x86_64")]
        match Avx2::chosen::<S>() {
            Some(avx2) => _ = black_box(&avx2.solve(&self.0, black_box(a), black_box(b), black_box(start), &mut ())),
            None => time_erased(&self.0, a, b, start),
        }
        #[cfg(not(target_arch = "x86_64"))]
        black_box(&self.0.solve(black_box(a), black_box(b), black_box(start), &mut ()));
    }
}

/// Whether queries about rounded numbers in space can be timed in the typed form in this process. False on x86-64 without AVX2,
/// because the typed form has no version for the baseline there.
pub fn has_typed_form() -> bool {
    cfg!(not(target_arch = "x86_64")) || Avx2::chosen::<Solid<f64>>().is_some()
}

/// A query in the erased form. Kept out of line, so that its stack costs the other form nothing.
#[inline(never)]
fn time_erased<S: Space, V: Variant<S>>(variant: &V, a: &Hull<S>, b: &Hull<S>, start: &Start<S>) {
    black_box(explain(variant, black_box(a), black_box(b), black_box(start), &mut ()));
}

fn explain<S: Space, V: Variant<S>>(
    variant: &V,
    a: &dyn SupportMap<S>,
    b: &dyn SupportMap<S>,
    start: &Start<S>,
    observer: &mut dyn Observer<S>,
) -> Outcome<Evidence<S>> {
    let outcome = gjk_mode::theirs_as(|| variant.about().name, || variant.solve_erased(a, b, start, observer));
    Outcome { stop: outcome.stop, iterations: outcome.iterations, answer: outcome.answer.map(Answer::evidence) }
}

#[cfg(test)]
mod tests {
    use std::any::type_name;
    use std::sync::{Mutex, PoisonError};

    use gjk_variants::{About, Instructions, Pairs, Promise, Stop, Verdict};

    use super::*;

    type Here = Solid<f64>;

    /// Records the types that each query is compiled for.
    #[derive(Default)]
    struct Spy(Mutex<Vec<[&'static str; 3]>>);

    impl Variant<Here> for Spy {
        type Answer = Verdict<Here>;

        fn about(&self) -> About {
            About { name: "spy", title: "", citation: "", promise: Promise::Verdict }
        }

        fn solve<A: SupportMap<Here> + ?Sized, B: SupportMap<Here> + ?Sized, O: Observer<Here> + ?Sized>(
            &self,
            _: &A,
            _: &B,
            _: &Start<Here>,
            _: &mut O,
        ) -> Outcome<Verdict<Here>> {
            let types = [type_name::<A>(), type_name::<B>(), type_name::<O>()];
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push(types);
            Outcome::answered(Stop::Converged, 0, Verdict::Intersecting { simplex: Pairs::default() })
        }
    }

    /// Leaves a mode behind, as engines do.
    struct Flushing;

    impl Variant<Here> for Flushing {
        type Answer = Verdict<Here>;

        fn about(&self) -> About {
            About { name: "flushing", title: "", citation: "", promise: Promise::Verdict }
        }

        fn solve<A: SupportMap<Here> + ?Sized, B: SupportMap<Here> + ?Sized, O: Observer<Here> + ?Sized>(
            &self,
            _: &A,
            _: &B,
            _: &Start<Here>,
            _: &mut O,
        ) -> Outcome<Verdict<Here>> {
            gjk_mode::Mode::FLUSHING.set();
            Outcome::answered(Stop::Converged, 0, Verdict::Intersecting { simplex: Pairs::default() })
        }
    }

    #[test]
    fn the_mode_that_a_variant_sets_ends_with_its_query() {
        let point = Hull::<Here>::new(vec![Here::zero()]).expect("a point");
        let solvers: [Box<dyn Solver<Here>>; 2] = [Box::new(Timed(Flushing)), Box::new(Untimed(Flushing))];
        for solver in solvers {
            solver.explain(&point, &point, &Start::Default, &mut ());
            assert!(gjk_mode::Mode::of_this_thread().is_default());
        }
        assert!(gjk_mode::seen().contains(&("flushing", gjk_mode::Mode::FLUSHING)));
    }

    #[test]
    fn a_timed_query_has_the_form_that_it_is_said_to_have() {
        let point = Hull::<Here>::new(vec![Here::zero()]).expect("a point");
        let typed = [type_name::<Hull<Here>>(), type_name::<Hull<Here>>(), type_name::<()>()];
        let erased =
            [type_name::<dyn SupportMap<Here>>(), type_name::<dyn SupportMap<Here>>(), type_name::<dyn Observer<Here>>()];
        fn types_of(solver: &dyn Solver<Here>, point: &Hull<Here>, spy: &Spy) -> [&'static str; 3] {
            solver.time(point, point, &Start::Default);
            spy.0.lock().unwrap_or_else(PoisonError::into_inner).pop().expect("one query")
        }
        let (timed, untimed) = (Timed(Spy::default()), Untimed(Spy::default()));
        for held in [false, true] {
            Instructions::hold_to_baseline(held);
            let form = if timed.is_timed_erased() { erased } else { typed };
            assert_eq!(types_of(&timed, &point, &timed.0), form);
            assert_eq!(timed.is_timed_erased(), cfg!(target_arch = "x86_64") && (held || !has_avx2()));
            assert_eq!(types_of(&untimed, &point, &untimed.0), erased);
            assert!(untimed.is_timed_erased());
        }
        Instructions::hold_to_baseline(false);
    }

    fn has_avx2() -> bool {
        #[cfg(target_arch = "x86_64")]
        return is_x86_feature_detected!("avx2");
        #[cfg(not(target_arch = "x86_64"))]
        false
    }
}
