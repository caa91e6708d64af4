//! The one trait behind which every variant stands.

use crate::answer::{Answer, Outcome};
use crate::observe::Observer;
use crate::simplex::Pairs;
use gjk_numbers::Space;
use gjk_support::SupportMap;

/// What a variant promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// Whether the bodies meet.
    Verdict,
    /// Whether they meet, how far apart they are, and where they are nearest.
    Distance,
}

/// What a variant is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// Its name on the command line and in records: small letters, digits, hyphens.
    pub name: &'static str,
    /// Its name in a sentence.
    pub title: &'static str,
    /// Where it is from.
    pub citation: &'static str,
    /// What it promises.
    pub promise: Promise,
}

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
    pub fn direction<A: SupportMap<S> + ?Sized, B: SupportMap<S> + ?Sized>(&self, a: &A, b: &B) -> Option<S::Vector> {
        match self {
            Start::Default => None,
            Start::Direction(direction) => Some(direction.clone()),
            Start::Vertices(pairs) => pairs.vertices::<S, A, B>(a, b).next().map(|vertex| S::negated(&vertex.point)),
        }
    }
}

/// How do two convex bodies lie to each other?
pub trait Variant<S: Space>: Send + Sync {
    /// What it answers: [`crate::Verdict`] where it is boolean only, [`crate::Nearest`] where it gives the distance.
    type Answer: Answer<S>;

    /// What it is.
    fn about(&self) -> About;

    /// Solves one query. It ends for any finite input, without panic and without allocating for rounded numbers.
    fn solve<A: SupportMap<S> + ?Sized, B: SupportMap<S> + ?Sized, O: Observer<S> + ?Sized>(
        &self,
        a: &A,
        b: &B,
        start: &Start<S>,
        observer: &mut O,
    ) -> Outcome<Self::Answer>;
}
