//! GJK, followed by a rule for the depth of the bodies that it finds to meet.
//!
//! GJK determines whether bodies meet and, if they do not, their distance. If they meet, GJK leaves a simplex. From this
//! simplex a [`DepthRule`], with access to M and the start, finds a translation.

use gjk_numbers::{Oriented, Scalar, Space};
use gjk_support::SupportMap;

use crate::answer::{Nearest, Outcome, Penetration, Signed};
use crate::difference::{Difference, Obstacle};
use crate::gjk::Gjk;
use crate::observe::Observer;
use crate::simplex::Pairs;
use crate::start::Start;
use crate::subalgorithm::Ericson;
use crate::variant::{About, Variant};

/// A rule for the penetration depth of bodies that meet.
pub trait DepthRule: Send + Sync {
    /// The greatest number of support points that it computes.
    fn most_iterations(&self) -> usize;

    /// A translation that separates the bodies. `simplex` names the vertices of M that GJK ended with. The iterations of the
    /// outcome are those of the rule alone.
    fn deepest<S, M, O>(&self, m: &M, simplex: &Pairs, start: &Start<S>, observer: &mut O) -> Outcome<Penetration<S>>
    where
        S: Oriented<Scalar: Scalar>,
        M: Obstacle<S>,
        O: Observer<S> + ?Sized;
}

/// A GJK that decides which bodies meet, and a rule for their depth.
#[derive(Clone, Copy, Debug)]
pub struct Deepened<D, G = Gjk<Ericson>> {
    pub(crate) gjk: G,
    pub(crate) rule: D,
    pub(crate) about: About,
}

impl<D, G> Deepened<D, G> {
    /// This rule for bodies that this variant finds to meet.
    pub fn new(gjk: G, rule: D, about: About) -> Self {
        Deepened { gjk, rule, about }
    }
}

/// The simplex with which GJK ends if the bodies meet, and its iterations. For all other ends, the error is the outcome of the
/// query.
#[inline(always)]
pub(crate) fn met<S: Space>(found: Outcome<Nearest<S>>) -> Result<(Pairs, usize), Outcome<Signed<S>>> {
    let Outcome { stop, iterations, answer } = found;
    match answer {
        None => Err(Outcome::abandoned(stop, iterations)),
        Some(Nearest::Apart(separation)) => Err(Outcome::answered(stop, iterations, Signed::Apart(separation))),
        Some(Nearest::Intersecting { simplex }) => Ok((simplex, iterations)),
    }
}

/// The outcome of the query, from the outcome of a rule after this many iterations of GJK.
#[inline(always)]
pub(crate) fn after<S: Space>(iterations: usize, found: Outcome<Penetration<S>>) -> Outcome<Signed<S>> {
    Outcome { stop: found.stop, iterations: iterations + found.iterations, answer: found.answer.map(Signed::Overlapping) }
}

impl<S, D, G> Variant<S> for Deepened<D, G>
where
    S: Oriented<Scalar: Scalar>,
    D: DepthRule,
    G: Variant<S, Answer = Nearest<S>>,
{
    type Answer = Signed<S>;

    fn about(&self) -> About {
        self.about
    }

    fn most_iterations(&self) -> Option<usize> {
        Some(self.gjk.most_iterations()? + self.rule.most_iterations())
    }

    #[inline(always)]
    fn solve<A: SupportMap<S> + ?Sized, B: SupportMap<S> + ?Sized, O: Observer<S> + ?Sized>(
        &self,
        a: &A,
        b: &B,
        start: &Start<S>,
        observer: &mut O,
    ) -> Outcome<Signed<S>> {
        // Without a closure, which would be a separate function, compiled without the instruction set of its caller.
        match met(self.gjk.solve(a, b, start, observer)) {
            Ok((simplex, iterations)) => {
                after(iterations, self.rule.deepest(&Difference::new(a, b), &simplex, start, observer))
            }
            Err(outcome) => outcome,
        }
    }

    fn solve_erased(
        &self,
        a: &dyn SupportMap<S>,
        b: &dyn SupportMap<S>,
        start: &Start<S>,
        mut observer: &mut dyn Observer<S>,
    ) -> Outcome<Signed<S>> {
        let m: &dyn Obstacle<S> = &Difference::new(a, b);
        match met(self.gjk.solve_erased(a, b, start, observer)) {
            Ok((simplex, iterations)) => after(iterations, self.rule.deepest(&m, &simplex, start, &mut observer)),
            Err(outcome) => outcome,
        }
    }
}
