//! Casts by queries about bodies at rest: A is moved, the common distance loop is asked, and A is moved again.
//!
//! - [`Advancement`] moves A until the support plane at the nearest point is reached, by |v|² / (v·d) for the vector v of the distance.
//!   Nothing is touched before: it is *conservative*. It ends at a distance of 10⁻³, as engines choose it.
//! - [`Mirtich`] moves A by the distance, |v| / |r|, which bounds the motion of every point of A whatever its direction. It ends at a
//!   distance of 10⁻⁶.
//! - [`Bisection`] asks at eight times, and halves the interval before the first contact eight times. Its answer is the last time
//!   without contact.
//!
//! # Where they fail
//! An absolute tolerance is early by as much, and calls a hit what passes at a smaller distance. In numbers in which it is less than the
//! rounding of a coordinate, the end may never be reached.
//!
//! A distance query about moved bodies rounds their points. The direction of a short vector is off by that, so where a contact is
//! grazed a step may end behind it: [`Advancement`] is then late by up to some hundred units of rounding.
//!
//! A method that asks for the distance at a time reaches contact, at last, and then the query has no direction. Here the answer is that
//! time, with the last normal. Bullet's `btGjkConvexCast` reports no hit there (`docs/casts.md`).
//!
//! The bound of [`Mirtich`] is far from the truth where the motion is not along the normal: it takes many steps along a face, and the
//! last steps are short. It does not notice that a body passes: it goes on until time 1.
//!
//! [`Bisection`] does not see what is shorter than an eighth of the motion: a body between two samples is missed.
//!
//! # Comparison with the sources
//! The distance is that of the common loop around Ericson's subalgorithm in each of them. The tolerances and the numbers of samples are
//! choices of this project after those of engines (`docs/casts.md`).
//!
//! # Reference
//! - B. V. Mirtich: Impulse-based dynamic simulation of rigid body systems. Dissertation, University of California, Berkeley (1996):
//!   conservative advancement.
//! - G. van den Bergen: Collision detection in interactive 3D environments (2003): advancement along the normal of a GJK query.

use gjk_numbers::{Oriented, Real, Ring, Scalar, Space};
use gjk_support::SupportMap;

use super::moved::Moved;
use crate::answer::{Contact, FirstContact, Nearest, Outcome, Separation, Stop};
use crate::difference::{Difference, Obstacle};
use crate::gjk::Gjk;
use crate::observe::Observer;
use crate::simplex::{Pairs, no_weights};
use crate::start::Start;
use crate::subalgorithm::Ericson;
use crate::variant::{About, Promise, Variant};

/// The most queries about bodies at rest.
const QUERIES: usize = 128;

/// Advancement along the normal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Advancement;

/// Advancement by the distance.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mirtich;

/// Samples and halvings.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bisection;

/// A run: M, the motion, and the last query.
struct Run<'a, S: Space, M, O: ?Sized> {
    m: &'a M,
    d: S::Vector,
    t: S::Scalar,
    x: S::Vector,
    /// The last query that found the bodies apart, and x then.
    last: Option<(Separation<S>, S::Vector)>,
    iterations: usize,
    observer: &'a mut O,
}

/// The result of a query about the bodies at a time.
enum Asked<S: Space> {
    Apart(Separation<S>),
    Meets(Pairs),
    Without(Stop),
}

impl<'a, S: Oriented<Scalar: Scalar>, M: Obstacle<S>, O: Observer<S> + ?Sized> Run<'a, S, M, O> {
    fn new(m: &'a M, motion: &S::Vector, observer: &'a mut O) -> Self {
        Run { m, d: S::negated(motion), t: S::Scalar::zero(), x: S::zero(), last: None, iterations: 0, observer }
    }

    /// Asks about the bodies at time t.
    fn ask_at(&mut self, t: S::Scalar, start: &Start<S>) -> Asked<S> {
        let t = t.reduced();
        self.x = S::scaled(&self.d, &t);
        self.t = t;
        let moved = Moved { of: self.m, x: &self.x };
        let found = Gjk::new(Ericson).solve_obstacle(moved, start, self.observer);
        self.iterations += found.iterations;
        match found.answer {
            None => Asked::Without(found.stop),
            Some(Nearest::Intersecting { simplex }) => Asked::Meets(simplex),
            Some(Nearest::Apart(separation)) => {
                self.last = Some((separation.clone(), self.x.clone()));
                Asked::Apart(separation)
            }
        }
    }

    /// The answer of a contact at t.
    fn contact(&self, simplex: Pairs) -> FirstContact<S> {
        let (normal, on_a, on_b, weights) = match &self.last {
            Some((last, x)) => {
                // Its point of A has moved on since.
                let on_a = S::plus(&last.on_a, &S::minus(x, &self.x));
                (S::negated(&last.nearest), on_a, last.on_b.clone(), last.weights.clone())
            }
            None => {
                let [on_a, on_b] = self.points_of(&simplex);
                (S::zero(), on_a, on_b, no_weights())
            }
        };
        FirstContact::At(Contact { time: self.t.clone(), normal, on_a, on_b, simplex, weights })
    }

    /// The points of a vertex of the simplex, for bodies that meet at the start: no query tells a point that they share.
    fn points_of(&self, simplex: &Pairs) -> [S::Vector; 2] {
        let first = simplex.iter().next().and_then(|names| self.m.points(names));
        first.unwrap_or_else(|| self.m.centers())
    }

    fn hit(&self, stop: Stop, simplex: Pairs) -> Outcome<FirstContact<S>> {
        Outcome::answered(stop, self.iterations, self.contact(simplex))
    }

    fn never(&self, axis: S::Vector) -> Outcome<FirstContact<S>> {
        Outcome::answered(Stop::Converged, self.iterations, FirstContact::Never { axis })
    }

    /// Advances until the distance is at most `epsilon`. `step` is the share of the motion from v, and `None` if the motion leads away.
    fn advance(
        &mut self,
        start: &Start<S>,
        epsilon: f64,
        step: impl Fn(&Separation<S>, &S::Vector) -> Option<S::Scalar>,
    ) -> Outcome<FirstContact<S>> {
        let epsilon = S::Scalar::from_f64(epsilon);
        let epsilon_squared = epsilon.times(&epsilon);
        let mut t = S::Scalar::zero();
        for _ in 0..QUERIES {
            let found = match self.ask_at(t.clone(), start) {
                Asked::Apart(found) => found,
                Asked::Meets(simplex) => return self.hit(Stop::Converged, simplex),
                Asked::Without(stop) => return Outcome::abandoned(stop, self.iterations),
            };
            if found.distance_squared <= epsilon_squared {
                return self.hit(Stop::Converged, found.simplex);
            }
            let Some(step) = step(&found, &self.d) else { return self.never(found.nearest) };
            let next = t.plus(&step);
            if next.is_nan() {
                return Outcome::abandoned(Stop::NotANumber, self.iterations);
            }
            if next > S::Scalar::one() {
                return self.never(found.nearest);
            }
            t = next;
        }
        Outcome::abandoned(Stop::Exhausted, self.iterations)
    }

    fn bisect(&mut self, start: &Start<S>) -> Outcome<FirstContact<S>> {
        let half = S::Scalar::from_f64(0.5);
        let mut low = S::Scalar::zero();
        if let Err(outcome) = self.is_free(low.clone(), start) {
            return outcome;
        }
        for sample in 1..=SAMPLES {
            let mut high = S::Scalar::from_f64(sample as f64 / SAMPLES as f64);
            match self.ask_at(high.clone(), start) {
                Asked::Apart(_) => low = high,
                Asked::Without(stop) => return Outcome::abandoned(stop, self.iterations),
                Asked::Meets(mut simplex) => {
                    for _ in 0..HALVINGS {
                        let middle = low.plus(&high).times(&half);
                        match self.ask_at(middle.clone(), start) {
                            Asked::Apart(_) => low = middle,
                            Asked::Meets(found) => (high, simplex) = (middle, found),
                            Asked::Without(stop) => return Outcome::abandoned(stop, self.iterations),
                        }
                    }
                    // The time without contact, with the points of the last query at such a time.
                    self.x = S::scaled(&self.d, &low);
                    self.t = low;
                    return self.hit(Stop::Converged, simplex);
                }
            }
        }
        let axis = self.last.as_ref().map_or_else(S::zero, |(last, _)| last.nearest.clone());
        self.never(axis)
    }

    /// The outcome of a start in contact, or of a query without an answer.
    fn is_free(&mut self, t: S::Scalar, start: &Start<S>) -> Result<(), Outcome<FirstContact<S>>> {
        match self.ask_at(t, start) {
            Asked::Apart(_) => Ok(()),
            Asked::Meets(simplex) => Err(self.hit(Stop::Converged, simplex)),
            Asked::Without(stop) => Err(Outcome::abandoned(stop, self.iterations)),
        }
    }
}

/// The numbers of samples and of halvings.
const SAMPLES: usize = 8;
const HALVINGS: usize = 8;

/// Implements [`Variant`] by a function of a run.
macro_rules! variant {
    ($variant:ty, $scalar:path, $about:expr, |$run:ident, $start:ident| $solve:expr) => {
        impl<S: Oriented<Scalar: $scalar>> Variant<S> for $variant {
            type Answer = FirstContact<S>;

            fn about(&self) -> About {
                $about
            }

            fn solve<A: SupportMap<S> + ?Sized, B: SupportMap<S> + ?Sized, O: Observer<S> + ?Sized>(
                &self,
                a: &A,
                b: &B,
                $start: &Start<S>,
                observer: &mut O,
            ) -> Outcome<FirstContact<S>> {
                let Some(motion) = a.motion() else { return Outcome::abandoned(Stop::Unsupported, 0) };
                let m = Difference::new(a, b);
                let mut $run = Run::new(&m, motion, observer);
                $solve
            }
        }
    };
}

variant!(
    Advancement,
    Scalar,
    About {
        name: "cast-advancement",
        title: "conservative advancement along the normal",
        citation: "van den Bergen: Collision detection in interactive 3D environments (2003), to a distance of 1e-3",
        promise: Promise::Cast,
    },
    |run, start| run.advance(start, 1e-3, |found, d| {
        let rate = S::dot(&found.nearest, d);
        (rate > S::Scalar::zero()).then(|| found.distance_squared.over(&rate))
    })
);

variant!(
    Mirtich,
    Real,
    About {
        name: "cast-mirtich",
        title: "conservative advancement by the distance",
        citation: "Mirtich: Impulse-based dynamic simulation of rigid body systems (1996), to a distance of 1e-6",
        promise: Promise::Cast,
    },
    |run, start| run.advance(start, 1e-6, |found, d| Some(found.distance_squared.over(&S::dot(d, d)).root()))
);

variant!(
    Bisection,
    Scalar,
    About {
        name: "cast-bisection",
        title: "samples and bisection",
        citation: "as in game engines: eight samples of the motion, and eight halvings before the first contact",
        promise: Promise::Cast,
    },
    |run, start| run.bisect(start)
);
