//! The rules of an expanding polytope, one choice each.

use gjk_numbers::{Oriented, Ring, Scalar};

use crate::depth::SupportPlane;
use crate::gjk::rules::rounding;

/// The rules of an expansion, one of each kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EpaRules {
    /// What the polytope begins with.
    pub begin: Begin,
    /// When the polytope is good enough.
    pub tolerance: Tolerance,
    /// What the facet that a vertex was looked for from gives way to.
    pub expansion: Expansion,
    /// Which other facets give way to a vertex.
    pub sight: Sight,
    /// What is answered.
    pub report: Report,
    /// After so many support points no more.
    pub limit: Limit,
}

/// What the polytope begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begin {
    /// A simplex that spans the space, of the vertices that GJK ends with and, where these do not span it, of support points across
    /// what they span. It need not hold the origin. Where M has no extent across it, M is flat, and the least translation zero.
    Spanning,
    /// The simplex that GJK ends with, if it has dimension + 1 vertices. Else there is no answer.
    Simplex,
}

/// When the polytope is good enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tolerance {
    /// When the nearest plane of support found so far is no farther from the origin than the nearest facet, but for K u E. In exact arithmetic u = 0.
    Relative,
    /// When no point of M is beyond the nearest facet by more than this length.
    Absolute(f64),
}

/// What the facet that a vertex was looked for from gives way to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expansion {
    /// All facets that see the vertex give way to those from their rim to it: the polytope stays convex.
    Horizon,
    /// The facet alone gives way to those from its own edges to the vertex. In space the polytope does not stay convex.
    Split,
}

/// Which other facets give way to a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// Those that have it beyond their planes.
    Strictly,
    /// Those whose planes it lies in as well, but for K u E.
    WithRounding,
}

/// What is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Report {
    /// The foot of the perpendicular on the last nearest facet: no farther than needed, and too near by as much as M is beyond it.
    Facet,
    /// The same on the plane of support across its normal: always far enough, and farther than needed by as much.
    Support,
    /// The same on the nearest plane of support that was found in all.
    Best,
}

/// How many support points there are at most, after those of GJK.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// After so many the run ends *exhausted*, without an answer.
    Exhausting(usize),
    /// After so many the answer is what there is, and the run ends *stalled*.
    Answering(usize),
}

impl Limit {
    /// The number.
    pub fn supports(self) -> usize {
        match self {
            Limit::Exhausting(supports) | Limit::Answering(supports) => supports,
        }
    }
}

/// K u E: what rounding may cost a product with a direction of length one.
pub(super) fn slack<T: Scalar>(extent: &T) -> T {
    rounding::<T>().times(extent)
}

impl Tolerance {
    /// Whether the run may end: with the nearest facet, the plane of support across its normal, the nearest plane of support that was
    /// found so far, and E. A NaN ends it.
    #[inline(always)]
    pub(super) fn is_met<S: Oriented<Scalar: Scalar>>(
        self,
        facet: &SupportPlane<S>,
        reached: &SupportPlane<S>,
        best: &SupportPlane<S>,
        extent: &S::Scalar,
    ) -> bool {
        let slack = &slack(extent);
        let zero = S::Scalar::zero();
        match self {
            Tolerance::Absolute(epsilon) => {
                let gap = reached.height.minus(&facet.height);
                let allowed = S::Scalar::from_f64(epsilon);
                gap <= zero || gap.times(&gap) <= allowed.times(&allowed).times(&facet.length_squared)
            }
            Tolerance::Relative if best.signed_square <= facet.signed_square => true,
            Tolerance::Relative if S::Scalar::EXACT => false,
            // Neither distance is beyond 2E, so that their squares differ by no more than 4E times what they do themselves; of a
            // negative one the square of the difference is more. This spares two roots, and is not met by what is near.
            Tolerance::Relative
                if best.signed_square.minus(&facet.signed_square) > slack.times(extent).times(&S::Scalar::from_f64(8.0)) =>
            {
                false
            }
            Tolerance::Relative => {
                let [high, low] = [best, facet].map(|level| {
                    let square = level.signed_square.to_f64();
                    square.abs().sqrt().copysign(square)
                });
                let beyond = high - low;
                // A NaN ends the run.
                beyond.is_nan() || beyond <= slack.to_f64()
            }
        }
    }
}
