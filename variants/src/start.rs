//! The start of a run.

use gjk_numbers::Space;

use crate::difference::Obstacle;
use crate::simplex::Pairs;

/// The start of a run.
#[derive(Clone, Debug, PartialEq)]
pub enum Start<S: Space> {
    /// The variant's own start.
    Default,
    /// This direction for the first support point of M (so −v for a first guess v).
    Direction(S::Vector),
    /// The simplex of an earlier answer about the same pair, wherever the bodies have moved since. The distance variants of the
    /// common loop and the accelerated one begin with the current points of these vertices. They skip a vertex that is out of
    /// range, occurs twice or brings the simplex no nearer to the origin. All other variants use only a direction: from the
    /// first valid vertex toward the origin. Without any vertex this is the default start.
    Vertices(Pairs),
}

impl<S: Space> Start<S> {
    /// The direction of the first support point; `None` if the variant uses its own.
    #[inline(always)]
    pub fn direction(&self, of: &impl Obstacle<S>) -> Option<S::Vector> {
        match self {
            Start::Default => None,
            Start::Direction(direction) => Some(direction.clone()),
            Start::Vertices(pairs) => {
                let first = pairs.iter().find_map(|names| of.vertex(names))?;
                Some(S::negated(&first.vertex.point))
            }
        }
    }
}
