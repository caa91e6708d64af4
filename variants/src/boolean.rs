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
//! # Reference
//! J. Linahan: A Geometric Interpretation of the Boolean Gilbert-Johnson-Keerthi Algorithm (2015); C. Muratori: Implementing
//! GJK (2006, video).

mod linahan;
mod muratori;
mod regions;
#[cfg(test)]
mod tests;
pub(crate) mod true_region;

pub use linahan::{FaceFirst, ThreePlane};
pub use muratori::Muratori;
pub use true_region::TrueRegion;

use crate::answer::{Outcome, Stop, Verdict};
use crate::cycle::Cycle;
use crate::gjk::LIMIT;
use crate::observe::Observer;
use crate::simplex::{Simplex, Vertex};
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

    #[inline(always)]
    fn solve<A: SupportMap<S> + ?Sized, B: SupportMap<S> + ?Sized, O: Observer<S> + ?Sized>(
        &self,
        a: &A,
        b: &B,
        start: &Start<S>,
        observer: &mut O,
    ) -> Outcome<Verdict<S>> {
        let mut direction = start.direction(a, b).unwrap_or_else(|| S::unit(0));
        let mut simplex: Simplex<S> = Simplex::new();
        let (mut near_a, mut near_b) = (None, None);
        let mut cycle = Cycle::new();
        for iteration in 1..=LIMIT {
            let support_a = a.support(&direction, near_a);
            let support_b = b.support(&S::negated(&direction), near_b);
            (near_a, near_b) = (Some(support_a.1), Some(support_b.1));
            let vertex = Vertex::new(&support_a, &support_b);
            observer.support(&direction, &vertex.point);
            if simplex.is_empty() {
                direction = S::negated(&vertex.point);
                simplex.push(vertex);
                continue;
            }
            let reached = S::dot(&vertex.point, &direction);
            if !reached.is_finite() {
                return Outcome::abandoned(Stop::of_not_finite(&reached), iteration);
            }
            if reached < S::Scalar::zero() {
                let axis = S::negated(&direction);
                return Outcome::answered(Stop::Converged, iteration, Verdict::Disjoint { axis });
            }
            simplex.push(vertex);
            observer.entered(&simplex);
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
