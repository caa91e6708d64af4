//! Boolean GJK decides whether the difference contains the origin. It needs neither distances nor divisions, so any ordered
//! ring will do.
//!
//! # Iteration
//! Muratori's, as described by Linahan (section 4):
//!
//! - Take a support point S along the direction D.
//! - If S·D < 0, no point of M reaches the origin along D, and the bodies are apart with the separating axis −D.
//! - Otherwise S joins the simplex. DoSimplex keeps the face that it treats as the one whose Voronoi region contains the
//!   origin, and points D from there to the origin.
//!
//! # Choices that the sources leave open
//! The first direction is (1, 0, 0). The first vertex in index order wins a tie. All tests are strict. A direction of zero is
//! allowed, and the run continues with it. In exact arithmetic a repeated pair of simplex and direction ends the run as
//! *cycled*; in rounded arithmetic only the iteration limit ends such a run.
//!
//! # Comparison with the source
//! The iteration deviates from the source in three points:
//!
//! - Among several greatest points the support mapping returns the first, and not the centroid of their face, which the paper
//!   requires (claim `lin-face-centroid`: not needed).
//! - There is an iteration limit, and a run ends if S·D is not finite.
//! - "Any direction" is (1, 0, 0).
//!
//! # Reference
//! J. Linahan: A Geometric Interpretation of the Boolean Gilbert-Johnson-Keerthi Algorithm (2015); C. Muratori: Implementing
//! GJK (2006, video).

mod linahan;
mod muratori;
mod regions;
#[cfg(test)]
mod tests;
pub(crate) mod true_region;
mod unrolled;

pub use linahan::{FaceFirst, ThreePlane};
pub use muratori::Muratori;
pub use true_region::TrueRegion;
pub use unrolled::Unrolled;

use crate::answer::{Outcome, Stop, Verdict};
use crate::cycle::Cycle;
use crate::difference::{Difference, Obstacle};
use crate::gjk::LIMIT;
use crate::observe::Observer;
use crate::simplex::Simplex;
use crate::start::Start;
use crate::variant::{About, Variant};
use gjk_numbers::Ring;
use gjk_numbers::Space;
use gjk_support::SupportMap;

/// The result of DoSimplex.
#[derive(Clone, Debug, PartialEq)]
pub enum Step<S: Space> {
    /// The simplex was reduced; the next direction is this one.
    Toward(S::Vector),
    /// The simplex holds the origin.
    Inside,
    /// No tested region holds the origin.
    NoRegion,
}

/// Muratori's DoSimplex: reduces an ordered simplex, the newest vertex last, to the face that it treats as nearest to the
/// origin, and returns the next direction.
pub trait DoSimplex<S: Space>: Send + Sync {
    /// Name and promise of the boolean iteration around this DoSimplex.
    fn about(&self) -> About;
    /// Reduces a simplex of two vertices or more.
    fn reduce<O: Observer<S> + ?Sized>(&self, simplex: &mut Simplex<S>, observer: &mut O) -> Step<S>;
}

/// The end of the run if S·D < 0, or if the product is not finite.
#[inline(always)]
fn half_space<S: Space, O: Observer<S> + ?Sized>(
    s: &S::Vector,
    d: &S::Vector,
    iteration: usize,
    observer: &mut O,
) -> Option<Outcome<Verdict<S>>> {
    observer.tested("S·D < 0");
    let reached = S::dot(s, d);
    if !reached.is_finite() {
        return Some(Outcome::abandoned(Stop::of_not_finite(&reached), iteration));
    }
    let answer = || Verdict::Disjoint { axis: S::negated(d), face: None };
    (reached < S::Scalar::zero()).then(|| Outcome::answered(Stop::Converged, iteration, answer()))
}

/// Boolean GJK around a DoSimplex.
#[derive(Clone, Copy, Debug, Default)]
pub struct BooleanGjk<P> {
    do_simplex: P,
}

impl<P> BooleanGjk<P> {
    /// Boolean GJK around this DoSimplex.
    pub fn new(do_simplex: P) -> Self {
        BooleanGjk { do_simplex }
    }
}

impl<S: Space, P: DoSimplex<S>> Variant<S> for BooleanGjk<P> {
    type Answer = Verdict<S>;

    fn about(&self) -> About {
        self.do_simplex.about()
    }

    fn most_iterations(&self) -> Option<usize> {
        Some(LIMIT)
    }

    #[inline(always)]
    fn solve<A: SupportMap<S> + ?Sized, B: SupportMap<S> + ?Sized, O: Observer<S> + ?Sized>(
        &self,
        a: &A,
        b: &B,
        start: &Start<S>,
        observer: &mut O,
    ) -> Outcome<Verdict<S>> {
        let mut simplex: Simplex<S> = Simplex::new();
        let (m, near) = (Difference::new(a, b), &mut None);
        let mut cycle = Cycle::new();
        let first = start.direction(&m).unwrap_or_else(|| S::unit(0));
        let first = m.next_support(&first, near, observer).vertex;
        let mut direction = S::negated(&first.point);
        simplex.push(first);
        for iteration in 2..=LIMIT {
            let vertex = m.next_support(&direction, near, observer).vertex;
            if let Some(end) = half_space(&vertex.point, &direction, iteration, observer) {
                return end;
            }
            // A copy, since an observer's argument has to be in memory: the vertex itself moves from registers into the
            // simplex.
            observer.entered(&simplex, &vertex.clone());
            simplex.push(vertex);
            match self.do_simplex.reduce(&mut simplex, observer) {
                Step::Toward(next) => direction = next,
                Step::Inside => {
                    return Outcome::answered(Stop::Converged, iteration, Verdict::Intersecting { simplex: (&simplex).into() });
                }
                Step::NoRegion => return Outcome::abandoned(Stop::NoRegion, iteration),
            }
            if <S::Scalar as Ring>::EXACT && cycle.closes(&simplex, &direction) {
                return Outcome::abandoned(Stop::Cycled, iteration);
            }
        }
        Outcome::abandoned(Stop::Exhausted, LIMIT)
    }
}
