//! The one trait behind which every variant stands.

use crate::answer::{Answer, Outcome};
use crate::observe::Observer;
use crate::start::Start;
use gjk_numbers::Space;
use gjk_support::SupportMap;

/// What a variant promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// Whether the bodies meet.
    Verdict,
    /// Whether they meet, how far apart they are, and where they are nearest.
    Distance,
    /// Whether they meet, and where they do the least translation that takes them apart. A distance that is given of bodies that are apart is judged.
    Depth,
    /// Whether they meet, and where they do some translation that takes them apart.
    Translation,
}

impl Promise {
    /// Every promise.
    pub const ALL: [Promise; 4] = [Promise::Verdict, Promise::Distance, Promise::Depth, Promise::Translation];

    /// The question that is answered, as records, programs and the command line spell it.
    pub fn name(self) -> &'static str {
        match self {
            Promise::Verdict => "verdict",
            Promise::Distance => "distance",
            Promise::Depth => "depth",
            Promise::Translation => "translation",
        }
    }
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

/// How do two convex bodies lie to each other?
pub trait Variant<S: Space>: Send + Sync {
    /// What it answers: [`crate::Verdict`] where it is boolean only, [`crate::Nearest`] where it gives the distance, [`crate::Signed`]
    /// where it gives the depth as well, [`crate::Resolved`] where it gives some translation and no distance.
    type Answer: Answer<S>;

    /// What it is.
    fn about(&self) -> About;

    /// The most iterations that a query takes, as [`Outcome::iterations`] counts them: its own limit. None where that depends on the
    /// bodies, or nothing is stated.
    fn most_iterations(&self) -> Option<usize> {
        None
    }

    /// Solves one query. It ends for any finite input, without panic and, for rounded numbers, without allocating; a variant whose
    /// memory grows with the bodies says from where on it does.
    ///
    /// A variant that takes some kinds of bodies only, such as hulls of points ([`SupportMap::as_rounded_hull`]), ends at others as
    /// [`crate::Stop::Unsupported`]: then it is not applicable, and the query is not counted.
    fn solve<A: SupportMap<S> + ?Sized, B: SupportMap<S> + ?Sized, O: Observer<S> + ?Sized>(
        &self,
        a: &A,
        b: &B,
        start: &Start<S>,
        observer: &mut O,
    ) -> Outcome<Self::Answer>;

    /// Solves the same query where only the space is known, and gives the same outcome. What is not timed goes this way: it is
    /// compiled once for all bodies and observers.
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
