//! Portals: sets of as many vertices of M as the space has dimensions, whose hulls approach the face through which a ray leaves
//! M.
//!
//! The ray begins at v₀ and runs through the origin. A portal faces away from v₀. A vertex v₄ of M beyond its plane turns it
//! into a cone, and the ray passes one side of the cone, which is the next portal. The planes through v₀, v₄ and each corner
//! determine this side.

use gjk_numbers::{Oriented, Ring, Scalar};

use super::{cross, right};
use crate::difference::SupportPoint;
use crate::observe::Observer;
use crate::simplex::{CAPACITY, Pairs, Simplex, Vertex, combination};
use crate::subalgorithm::{Ericson, Subalgorithm};

/// The corners of a portal: in space v₁, v₂, v₃, counterclockwise seen from outside; in the plane v₁ and v₂, counterclockwise
/// around v₀, and a third corner that is never used.
#[derive(Clone, Debug)]
pub(super) struct Portal<S: Oriented> {
    pub corners: [SupportPoint<S>; 3],
}

impl<S: Oriented<Scalar: Scalar>> Portal<S> {
    #[inline(always)]
    pub fn point(&self, corner: usize) -> &S::Vector {
        &self.corners[corner].vertex.point
    }

    /// The normal of the portal's plane, away from v₀.
    #[inline(always)]
    pub fn normal(&self) -> S::Vector {
        let from = |corner: usize| S::minus(self.point(corner), self.point(0));
        if S::DIMENSION == 2 { right::<S>(&from(1)) } else { cross::<S>(&from(1), &from(2)) }
    }

    /// Reports the portal and its sides with v₀ to an observer that asks for polytopes.
    #[inline(always)]
    pub fn show<O: Observer<S> + ?Sized>(&self, v0: &S::Vector, observer: &mut O) {
        if observer.sees_polytopes() {
            let [p, q, r] = [0, 1, 2].map(|corner| self.point(corner));
            let facets: &[&[&S::Vector]] = if S::DIMENSION == 2 {
                &[&[p, q], &[q, v0], &[v0, p]]
            } else {
                &[&[p, q, r], &[q, p, v0], &[r, q, v0], &[p, r, v0]]
            };
            facets.iter().for_each(|corners| observer.expanding(corners));
        }
    }

    /// Reverses the orientation of the portal.
    pub fn turn(&mut self) {
        self.corners.swap(S::DIMENSION - 2, S::DIMENSION - 1);
    }

    /// Replaces the portal by the side of the cone to v₄ that the ray from v₀ passes.
    #[inline(always)]
    pub fn expand(&mut self, v0: &S::Vector, v4: SupportPoint<S>) {
        let point = &v4.vertex.point;
        let zero = S::Scalar::zero();
        let gives_way = if S::DIMENSION == 2 {
            if S::dot(&right::<S>(point), v0) < zero { 1 } else { 0 }
        } else {
            // (v₄ × vᵢ)·v₀: the side of the plane through v₀, v₄ and vᵢ on which the origin lies.
            let d = |corner: usize| S::dot(&cross::<S>(point, self.point(corner)), v0);
            match d(0) < zero {
                true if d(1) < zero => 0,
                true => 2,
                false if d(2) < zero => 1,
                false => 0,
            }
        };
        self.corners[gives_way] = v4;
    }

    /// The portal's point nearest to another point: its corners' names, their weights, the point, and the points of A and B;
    /// `None` if it cannot be computed.
    #[allow(clippy::type_complexity)]
    #[inline(always)]
    pub fn nearest_to(&self, v: &S::Vector) -> Option<(Pairs, [S::Scalar; CAPACITY], S::Vector, [S::Vector; 2])> {
        let mut seen = Simplex::<S>::new();
        for corner in &self.corners[..S::DIMENSION] {
            let [i, j] = [corner.vertex.index_a(), corner.vertex.index_b()];
            seen.push(Vertex::new(&(corner.vertex.point.clone(), i), &(v.clone(), j)));
        }
        let (older, newest) = seen.split_newest()?;
        let projection = Ericson.project(&older, &newest.point, &mut ())?;
        if !projection.weights.iter().all(Ring::is_finite) {
            return None;
        }
        let kept = || projection.kept.positions().map(|place| (&self.corners[place], &projection.weights[place]));
        let [on_a, on_b] = [0, 1].map(|side| combination::<S>(kept().map(|(corner, weight)| (&corner.points[side], weight))));
        let point = combination::<S>(kept().map(|(corner, weight)| (&corner.vertex.point, weight)));
        let names = Pairs::new(kept().map(|(corner, _)| corner.vertex.names()));
        Some((names, projection.kept.moved_up(&projection.weights), point, [on_a, on_b]))
    }
}
