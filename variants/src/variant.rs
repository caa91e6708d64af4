//! The one trait that all variants implement.

use crate::answer::{Answer, Outcome};
use crate::observe::Observer;
use crate::start::Start;
use gjk_numbers::Space;
use gjk_support::SupportMap;

/// The promise of a variant: the kind of answer it returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// Whether the bodies meet.
    Verdict,
    /// Whether they meet, their distance, and their nearest points.
    Distance,
    /// Whether they meet and, if they do, the least translation that separates them. If the answer states a distance for bodies
    /// that are apart, it is judged as well.
    Depth,
    /// Whether they meet and, if they do, some translation that separates them.
    Translation,
    /// Whether A touches B while it moves ([`SupportMap::motion`]) and, if it does, the time of the first contact.
    Cast,
}

impl Promise {
    /// Every promise.
    pub const ALL: [Promise; 5] = [Promise::Verdict, Promise::Distance, Promise::Depth, Promise::Translation, Promise::Cast];

    /// The question that the variant answers, as records, programs and the command line spell it.
    pub fn name(self) -> &'static str {
        match self {
            Promise::Verdict => "verdict",
            Promise::Distance => "distance",
            Promise::Depth => "depth",
            Promise::Translation => "translation",
            Promise::Cast => "cast",
        }
    }
}

/// Description of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// Its name on the command line and in records: lower-case letters, digits, hyphens.
    pub name: &'static str,
    /// Its name in a sentence.
    pub title: &'static str,
    /// Its source.
    pub citation: &'static str,
    /// Its promise.
    pub promise: Promise,
}

/// An algorithm for the relative position of two convex bodies.
pub trait Variant<S: Space>: Send + Sync {
    /// The type of its answers: [`crate::Verdict`] for a boolean variant, [`crate::Nearest`] for the distance,
    /// [`crate::Signed`] for the distance and the depth, [`crate::Resolved`] for some translation and no distance,
    /// [`crate::FirstContact`] for a cast.
    type Answer: Answer<S>;

    /// The description of the variant.
    fn about(&self) -> About;

    /// The greatest number of iterations of a query, as [`Outcome::iterations`] counts them: the variant's own limit. `None` if
    /// the number depends on the bodies, or if no limit is stated.
    fn most_iterations(&self) -> Option<usize> {
        None
    }

    /// Solves one query. It ends for any finite input, without panic and, for rounded numbers, without allocating. A variant
    /// whose memory grows with the bodies documents from which size on it allocates.
    ///
    /// A variant that accepts only some kinds of bodies, such as hulls of points ([`SupportMap::as_rounded_hull`]), ends on
    /// other bodies as [`crate::Stop::Unsupported`]: it is then not applicable, and the query is not counted.
    fn solve<A: SupportMap<S> + ?Sized, B: SupportMap<S> + ?Sized, O: Observer<S> + ?Sized>(
        &self,
        a: &A,
        b: &B,
        start: &Start<S>,
        observer: &mut O,
    ) -> Outcome<Self::Answer>;

    /// Solves the same query when only the space is known, with the same outcome. Untimed queries use this form: it is compiled
    /// once for all bodies and observers.
    fn solve_erased(
        &self,
        a: &dyn SupportMap<S>,
        b: &dyn SupportMap<S>,
        start: &Start<S>,
        observer: &mut dyn Observer<S>,
    ) -> Outcome<Self::Answer> {
        self.solve(a, b, start, observer)
    }
}
