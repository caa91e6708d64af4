//! Boolean GJK: does the difference hold the origin? No distances, no divisions, so any ordered ring will do.
//!
//! # Iteration
//! Muratori's, as Linahan tells it (section 4): take a support point S along the direction D; if S·D < 0, no point of M reaches
//! the origin along D, and the bodies are apart with the separating axis −D; else S joins the simplex, and DoSimplex keeps the
//! face it takes for the one whose Voronoi region holds the origin, and points D from there to the origin.
//!
//! # As the sources leave it open
//! First direction (1, 0, 0); the first vertex in index order wins a tie; all tests strict; a direction of zero is allowed and
//! goes on. In exact arithmetic a simplex and direction that come again end the run as *cycled*; in rounded arithmetic there is
//! the iteration limit alone.
//!
//! # Read against the source
//! The iteration deviates from the source in: of several greatest points the support mapping returns the first one, and not the
//! centroid of their face, which the paper requires (claim `lin-face-centroid`: not needed); an iteration limit, and an end where
//! S·D is not finite. "Any direction" is (1, 0, 0).
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

/// What DoSimplex found.
#[derive(Clone, Debug, PartialEq)]
pub enum Step<S: Space> {
    /// The simplex was reduced; go on in this direction.
    Toward(S::Vector),
    /// The simplex holds the origin.
    Inside,
    /// None of the regions that are tested holds the origin.
    NoRegion,
}

/// Muratori's DoSimplex: reduces an ordered simplex, the newest vertex last, to the face that it takes for the one nearest to
/// the origin, and says where to go on.
pub trait DoSimplex<S: Space>: Send + Sync {
    /// What the boolean iteration around it is called.
    fn about(&self) -> About;
    /// Reduces a simplex of two vertices or more.
    fn reduce<O: Observer<S> + ?Sized>(&self, simplex: &mut Simplex<S>, observer: &mut O) -> Step<S>;
}

/// The end of the run where S·D < 0, or where the product is not finite.
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
            // A copy, since what an observer sees has to be in memory: the vertex itself goes from registers into the simplex.
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
