//! A variant that records how it is asked, and takes as long as a test says, by a clock of the test's own.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use gjk_cases::case::Case;
use gjk_clock::Schedule;
use gjk_variants::{
    About, BooleanGjk, Ericson, Gjk, Observer, Outcome, Scalar, Space, Start, Stop, SupportMap, TrueRegion, Variant,
};

thread_local! {
    static NOW: Cell<f64> = const { Cell::new(0.0) };
    /// Some coordinates of each case that the test has named, and the case's index.
    static CASES: RefCell<Vec<([f64; 3], usize)>> = const { RefCell::new(Vec::new()) };
}

/// This number of rounds of turns of one pass, by a clock that only spies move.
pub fn schedule(rounds: usize) -> Schedule {
    Schedule { clock: || NOW.get(), ..Schedule::rounds(Duration::ZERO, rounds) }
}

/// Registers the cases with the spies, by their index.
pub fn name_cases(cases: &[Case]) {
    let coordinates = |case: &Case| {
        let ([x, ..], [y, z, _]) = (case.a.points()[0], case.b.points()[0]);
        [x, y, z]
    };
    // In a test, judging on all cores runs on this thread, as another thread knows no names. A thread that is in a pool stays
    // in it.
    let _ = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().map(std::mem::forget);
    let named = cases.iter().map(coordinates).zip(0..);
    CASES.with_borrow_mut(|all| all.extend(named));
}

/// The start of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begin {
    Own,
    Direction,
    Vertices,
}

/// The facts that a spy sees of a query.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// The index of the case among those that were named.
    pub case: usize,
    pub begin: Begin,
    /// Whether the bodies are scanned in vector instructions.
    pub in_vectors: bool,
    pub in_single: bool,
}

/// A variant with a name of the test's choice.
#[derive(Clone, Copy)]
pub struct Spy<V> {
    pub variant: V,
    pub name: &'static str,
    /// The time of a query.
    pub microseconds: fn(Seen) -> f64,
    /// Whether a query ends without an answer.
    pub gives_up: fn(Seen) -> bool,
    /// The surplus iterations that it counts.
    pub more: fn(Seen) -> usize,
}

impl<V> Spy<V> {
    fn new(variant: V, name: &'static str) -> Self {
        Spy { variant, name, microseconds: |_| 1.0, gives_up: |_| false, more: |_| 0 }
    }
}

/// A spy that is right about distances.
pub fn distance(name: &'static str) -> Spy<Gjk<Ericson>> {
    Spy::new(Gjk::new(Ericson), name)
}

/// A spy that is right about verdicts.
pub fn verdict(name: &'static str) -> Spy<BooleanGjk<TrueRegion>> {
    Spy::new(BooleanGjk::new(TrueRegion), name)
}

impl<S: Space<Scalar: Scalar>, V: Variant<S>> Variant<S> for Spy<V> {
    type Answer = V::Answer;

    fn about(&self) -> About {
        About { name: self.name, ..self.variant.about() }
    }

    fn solve<A: SupportMap<S> + ?Sized, B: SupportMap<S> + ?Sized, O: Observer<S> + ?Sized>(
        &self,
        a: &A,
        b: &B,
        start: &Start<S>,
        observer: &mut O,
    ) -> Outcome<V::Answer> {
        let (of_a, of_b) = a.vertex(0).zip(b.vertex(0)).expect("hulls of points");
        let here = [(&of_a, 0), (&of_b, 0), (&of_b, 1)].map(|(point, axis)| S::coordinate(point, axis).to_f64());
        let place = CASES.with_borrow(|cases| cases.iter().find(|(at, _)| *at == here).map(|(_, place)| *place));
        let outcome = self.variant.solve(a, b, start, observer);
        // The spy ignores other cases, such as those that determine the cause of a failure.
        let Some(case) = place else { return outcome };
        let seen = Seen {
            case,
            begin: match start {
                Start::Default => Begin::Own,
                Start::Direction(_) => Begin::Direction,
                Start::Vertices(_) => Begin::Vertices,
            },
            in_vectors: a.as_rounded_hull().is_some_and(|(hull, _)| !format!("{hull:?}").contains("columns: None")),
            in_single: S::Scalar::unit_roundoff().to_f64() > 1e-10,
        };
        NOW.set(NOW.get() + 1e-6 * (self.microseconds)(seen));
        let iterations = outcome.iterations + (self.more)(seen);
        if (self.gives_up)(seen) {
            return Outcome { stop: Stop::Exhausted, iterations, answer: None };
        }
        Outcome { iterations, ..outcome }
    }
}
