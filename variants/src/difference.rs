//! The difference M = A − B of two bodies, also called the configuration space obstacle, through its support mapping.
//!
//! The support point of M in a direction is that of A in it less that of B against it, and the bodies meet exactly if M holds the
//! origin. So an algorithm needs to know M alone: it asks an [`Obstacle`], and a [`Difference`] answers from two bodies.
//!
//! # Names
//! A point of M is called by the names of its two points ([`SupportMap::support`]). By these it is found again later, where the
//! bodies' names last: at a start from an earlier answer, for witness points, and for code that goes on with the simplex of an
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

/// What two bodies call the points that a point of M is the difference of.
pub type Names = (usize, usize);

/// The difference of two bodies, as an algorithm asks for it.
pub trait Obstacle<S: Space> {
    /// A point of M with the greatest product with `direction`. `near` are the names of the support point in a nearby direction,
    /// for bodies that can use them. Any point will do for a direction of zero.
    fn support(&self, direction: &S::Vector, near: Option<Names>) -> SupportPoint<S>;
    /// Points inside A and B, from which a run may start.
    fn centers(&self) -> [S::Vector; 2];
    /// The points of A and B that have these names; none where there are none, or where names do not last.
    fn points(&self, names: Names) -> Option<[S::Vector; 2]>;
    /// Whether [`Obstacle::points`] gives the points of every support point that there was, to the bit.
    fn knows_points(&self) -> bool;

    /// The vertex with these names, likewise.
    #[inline(always)]
    fn vertex(&self, names: Names) -> Option<SupportPoint<S>> {
        let [on_a, on_b] = self.points(names)?;
        Some(SupportPoint::new((on_a, names.0), (on_b, names.1)))
    }

    /// The difference of the centres, which is a point of M.
    #[inline(always)]
    fn center(&self) -> S::Vector {
        let [of_a, of_b] = self.centers();
        S::minus(&of_a, &of_b)
    }

    /// The next support point of a run, which its observer sees. `near` are the names of the last one, and then of this one.
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
        // Apart, so that an observer that is known by its address sees nothing of the points, and they need not be in memory.
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

/// So that a loop over any obstacle can be compiled once, for `&dyn Obstacle<S>`.
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
