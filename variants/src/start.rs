//! Where a run starts.

use gjk_numbers::Space;

use crate::difference::Obstacle;
use crate::simplex::Pairs;

/// Where a run starts.
#[derive(Clone, Debug, PartialEq)]
pub enum Start<S: Space> {
    /// The variant's own start.
    Default,
    /// This direction, in which the first support point of M is taken (so it is −v for a first guess v).
    Direction(S::Vector),
    /// The simplex of an earlier answer about the same pair, wherever the bodies have moved since. The distance variants of
    /// the common loop and the accelerated one begin with what these vertices are worth now; where one is out of range, comes
    /// twice or brings the simplex no nearer to the origin, it is passed over. All other variants take from them a direction
    /// only: from the first vertex that there is toward the origin. Without any vertex this is the default start.
    Vertices(Pairs),
}

impl<S: Space> Start<S> {
    /// The direction of the first support point; none where the variant's own is to be taken.
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
