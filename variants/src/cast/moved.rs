//! The difference of two bodies of which A has moved.

use gjk_numbers::Space;

use crate::difference::{Names, Obstacle, SupportPoint};

/// M − x: the difference of A moved by −x and B. It is formed from the moved points, as an engine does that moves a body and asks
/// again.
pub(super) struct Moved<'a, S: Space, M: ?Sized> {
    pub of: &'a M,
    /// x = t d, for d = −r.
    pub x: &'a S::Vector,
}

impl<S: Space, M: Obstacle<S> + ?Sized> Moved<'_, S, M> {
    fn moved(&self, [on_a, on_b]: [S::Vector; 2]) -> [S::Vector; 2] {
        [S::minus(&on_a, self.x), on_b]
    }
}

impl<S: Space, M: Obstacle<S> + ?Sized> Obstacle<S> for Moved<'_, S, M> {
    fn support(&self, direction: &S::Vector, near: Option<Names>) -> SupportPoint<S> {
        let SupportPoint { vertex, points } = self.of.support(direction, near);
        let [on_a, on_b] = self.moved(points);
        SupportPoint::new((on_a, vertex.index_a()), (on_b, vertex.index_b()))
    }

    fn centers(&self) -> [S::Vector; 2] {
        self.moved(self.of.centers())
    }

    fn points(&self, names: Names) -> Option<[S::Vector; 2]> {
        self.of.points(names).map(|points| self.moved(points))
    }

    fn knows_points(&self) -> bool {
        self.of.knows_points()
    }
}
