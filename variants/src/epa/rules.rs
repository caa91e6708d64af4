//! The rules of an expanding polytope, one choice each.

use gjk_numbers::{Oriented, Ring, Scalar};

use crate::depth::SupportPlane;
use crate::gjk::rules::rounding;

/// The rules of an expansion, one of each kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EpaRules {
    /// The simplex that the polytope begins with.
    pub begin: Begin,
    /// The condition under which the polytope is good enough.
    pub tolerance: Tolerance,
    /// The replacement of the facet whose normal gave the new vertex.
    pub expansion: Expansion,
    /// The condition under which other facets see a vertex, and are replaced as well.
    pub sight: Sight,
    /// The plane or facet that gives the answer.
    pub report: Report,
    /// The limit on the number of support points.
    pub limit: Limit,
}

/// The simplex that the polytope begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begin {
    /// A simplex that spans the space, of the vertices that GJK ends with and, if these do not span it, of support points
    /// across their span. It need not hold the origin. If M has no extent across the span, M is flat, and the least translation
    /// is zero.
    Spanning,
    /// The simplex that GJK ends with, if it has dimension + 1 vertices. Otherwise there is no answer.
    Simplex,
}

/// The condition under which the polytope is good enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tolerance {
    /// The nearest plane of support found so far is no farther from the origin than the nearest facet, up to K u E. In exact
    /// arithmetic u = 0.
    Relative,
    /// No point of M is beyond the nearest facet by more than this length.
    Absolute(f64),
}

/// The replacement of the facet whose normal gave the new vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expansion {
    /// All facets that see the vertex are replaced by facets from their rim to the vertex: the polytope stays convex.
    Horizon,
    /// This facet alone is replaced by facets from its own edges to the vertex. In space the polytope does not stay convex.
    Split,
}

/// The condition under which other facets see a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// The vertex is beyond the facet's plane.
    Strictly,
    /// The vertex is beyond the facet's plane, or in it up to K u E.
    WithRounding,
}

/// The plane or facet that gives the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Report {
    /// The foot of the perpendicular on the last nearest facet: no farther than needed, and too short by at most the height of
    /// M over the facet.
    Facet,
    /// The foot on the plane of support across the normal of the last nearest facet: always far enough, and longer than needed
    /// by at most that height.
    Support,
    /// The foot on the nearest plane of support found in the whole run.
    Best,
}

/// The limit on the number of support points after those of GJK.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// At this number the run ends *exhausted*, without an answer.
    Exhausting(usize),
    /// At this number the run ends *stalled*, with the current answer.
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

/// K u E: a bound on the rounding error of a product with a direction of length one.
pub(super) fn slack<T: Scalar>(extent: &T) -> T {
    rounding::<T>().times(extent)
}

impl Tolerance {
    /// Whether the run may end, given the nearest facet, the plane of support across its normal, the nearest plane of support
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
            // Neither distance exceeds 2E, so their squares differ by no more than 4E times the difference of the distances;
            // for a negative distance the difference of the signed squares is at most the square of the difference of the
            // distances. This test avoids two roots, and does not hold for close distances.
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
