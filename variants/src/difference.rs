//! The difference M = A − B of two bodies, also called the configuration space obstacle, through its support mapping.
//!
//! The support point of M in a direction d is the support point of A in d minus the support point of B in −d, and the bodies
//! meet exactly if M holds the origin. An algorithm therefore needs M alone: it queries an [`Obstacle`], and a [`Difference`]
//! answers from two bodies.
//!
//! # Names
//! A point of M is named by the names of its two points ([`SupportMap::support`]). If the bodies' names last, they find the
//! point again later: at a start from an earlier answer, for witness points, and in code that continues with the simplex of an
//! answer.
//!
//! # Reference
//! E. G. Gilbert, D. W. Johnson, S. S. Keerthi: A fast procedure for computing the distance between complex objects in
//! three-dimensional space. IEEE Journal of Robotics and Automation 4 (1988), 193–203: the support mapping of a difference.

use gjk_numbers::Space;
use gjk_support::SupportMap;

use crate::observe::Observer;
use crate::simplex::Vertex;

/// A support point of M, and the points of A and B that it is the difference of.
#[derive(Clone, Debug, PartialEq)]
pub struct SupportPoint<S: Space> {
    /// The point of M, with the names of its two points.
    pub vertex: Vertex<S>,
    /// The point of A and the point of B.
    pub points: [S::Vector; 2],
}

impl<S: Space> SupportPoint<S> {
    /// The difference of two points with the names that their bodies give them.
    #[inline(always)]
    pub fn new(on_a: (S::Vector, usize), on_b: (S::Vector, usize)) -> Self {
        SupportPoint { vertex: Vertex::new(&on_a, &on_b), points: [on_a.0, on_b.0] }
    }
}

/// Names that two bodies give to the points whose difference is a point of M.
pub type Names = (usize, usize);

/// The difference of two bodies, as an algorithm sees it.
pub trait Obstacle<S: Space> {
    /// A point of M with the greatest product with `direction`; for a direction of zero, any point. `near` names the support
    /// point in a nearby direction, for bodies that can use it.
    fn support(&self, direction: &S::Vector, near: Option<Names>) -> SupportPoint<S>;
    /// Points inside A and B, from which a run may start.
    fn centers(&self) -> [S::Vector; 2];
    /// The points of A and B with these names; `None` if there are no such points, or if names do not last.
    fn points(&self, names: Names) -> Option<[S::Vector; 2]>;
    /// Whether [`Obstacle::points`] returns the points of every earlier support point, to the bit.
    fn knows_points(&self) -> bool;

    /// The vertex with these names; `None` under the same conditions as [`Obstacle::points`].
    #[inline(always)]
    fn vertex(&self, names: Names) -> Option<SupportPoint<S>> {
        let [on_a, on_b] = self.points(names)?;
        Some(SupportPoint::new((on_a, names.0), (on_b, names.1)))
    }

    /// The difference of the centres, a point of M.
    #[inline(always)]
    fn center(&self) -> S::Vector {
        let [of_a, of_b] = self.centers();
        S::minus(&of_a, &of_b)
    }

    /// The next support point of a run, reported to the observer. `near` holds the names of the last support point, and on
    /// return the names of this one.
    #[inline(always)]
    fn next_support<O: Observer<S> + ?Sized>(
        &self,
        direction: &S::Vector,
        near: &mut Option<Names>,
        observer: &mut O,
    ) -> SupportPoint<S>
    where
        Self: Sized,
    {
        // Kept apart: an observer known by its address does not see the points, which therefore need not be in memory.
        let SupportPoint { vertex, points } = self.support(direction, *near);
        *near = Some(vertex.names());
        observer.support(direction, &vertex.point);
        SupportPoint { vertex, points }
    }
}

/// M = A − B of two bodies.
#[derive(Debug)]
pub struct Difference<'a, A: ?Sized, B: ?Sized> {
    a: &'a A,
    b: &'a B,
}

impl<'a, A: ?Sized, B: ?Sized> Difference<'a, A, B> {
    /// The difference of these bodies.
    #[inline(always)]
    pub fn new(a: &'a A, b: &'a B) -> Self {
        Difference { a, b }
    }
}

impl<S: Space, A: SupportMap<S> + ?Sized, B: SupportMap<S> + ?Sized> Obstacle<S> for Difference<'_, A, B> {
    #[inline(always)]
    fn support(&self, direction: &S::Vector, near: Option<Names>) -> SupportPoint<S> {
        let on_a = self.a.support(direction, near.map(|(of_a, _)| of_a));
        let on_b = self.b.support(&S::negated(direction), near.map(|(_, of_b)| of_b));
        SupportPoint::new(on_a, on_b)
    }

    #[inline(always)]
    fn centers(&self) -> [S::Vector; 2] {
        [self.a.center(), self.b.center()]
    }

    #[inline(always)]
    fn points(&self, (of_a, of_b): Names) -> Option<[S::Vector; 2]> {
        Some([self.a.vertex(of_a)?, self.b.vertex(of_b)?])
    }

    #[inline(always)]
    fn knows_points(&self) -> bool {
        self.a.knows_vertices() && self.b.knows_vertices()
    }
}

/// Lets a loop over any obstacle be compiled once, for `&dyn Obstacle<S>`.
impl<S: Space, M: Obstacle<S> + ?Sized> Obstacle<S> for &M {
    #[inline(always)]
    fn support(&self, direction: &S::Vector, near: Option<Names>) -> SupportPoint<S> {
        (**self).support(direction, near)
    }

    #[inline(always)]
    fn centers(&self) -> [S::Vector; 2] {
        (**self).centers()
    }

    #[inline(always)]
    fn points(&self, names: Names) -> Option<[S::Vector; 2]> {
        (**self).points(names)
    }

    #[inline(always)]
    fn knows_points(&self) -> bool {
        (**self).knows_points()
    }
}
