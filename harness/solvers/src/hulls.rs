//! Two hulls of points in the form that a query accepts, and the queries themselves.

use gjk_cases::case::{Case, Point};
use gjk_untimed::{Solver, Untimed};
use gjk_variants::{Evidence, Hull, Promise, Space, Start, SupportMap, Variant};

use crate::reply::{Reply, of_outcome};
use crate::roster::ErasedVariant;
use crate::space::SolverSpace;
use crate::watch::Watch;

/// Two hulls of points in the numbers of a space.
pub struct Hulls<S: Space> {
    /// Body A.
    pub a: Hull<S>,
    /// Body B.
    pub b: Hull<S>,
}

impl<S: SolverSpace> Hulls<S> {
    /// The bodies, or their cores, of a case that is posed in this space's arithmetic; `None` if one is curved or a union.
    pub fn of(case: &Case) -> Option<Hulls<S>> {
        let a = hull(case.a.points())?;
        let a = if let Some(motion) = &case.cast { a.moving(S::point(motion)) } else { a };
        Some(Hulls { a, b: hull(case.b.points())? })
    }

    /// A variant's reply; `None` if it is not applicable.
    pub fn ask(&self, variant: &ErasedVariant) -> Option<Reply> {
        ask(variant, &self.a, &self.b)
    }

    /// A variant's reply from a start, and the evidence of its answer, from which the next query may start.
    pub fn ask_from(&self, variant: &ErasedVariant, start: &Start<S>) -> Option<(Reply, Option<Evidence<S>>)> {
        let mut watch = Watch::default();
        let solver = variant.solver::<S>()?;
        let outcome = solver.explain(&self.a, &self.b, start, &mut watch);
        let evidence = outcome.answer.clone();
        Some((without_unreported(solver, of_outcome(outcome, watch, variant.about.promise, None)?), evidence))
    }
}

/// The hull of these points; `None` without points.
pub(crate) fn hull<S: SolverSpace>(points: &[Point]) -> Option<Hull<S>> {
    Hull::new(points.iter().map(S::point).collect())
}

/// The reply of a variant that is not in a roster, about two convex bodies of any kind.
pub fn ask_variant<S: SolverSpace>(
    variant: impl Variant<S> + 'static,
    a: &dyn SupportMap<S>,
    b: &dyn SupportMap<S>,
) -> Option<Reply> {
    let promise = variant.about().promise;
    ask_solver(&Untimed(variant), promise, &Start::Default, (a, b), None)
}

/// A variant's reply about two convex bodies of any kind; `None` if it is not applicable.
pub fn ask<S: SolverSpace>(variant: &ErasedVariant, a: &dyn SupportMap<S>, b: &dyn SupportMap<S>) -> Option<Reply> {
    ask_with_radii(variant, a, b, None)
}

/// A variant's reply about two cores to which radii of this sum are applied afterwards; `None` if it is not applicable.
pub(crate) fn ask_with_radii<S: SolverSpace>(
    variant: &ErasedVariant,
    a: &dyn SupportMap<S>,
    b: &dyn SupportMap<S>,
    radii: Option<&S::Scalar>,
) -> Option<Reply> {
    ask_solver(variant.solver::<S>()?, variant.about.promise, &variant.start(a, b), (a, b), radii)
}

fn ask_solver<S: SolverSpace>(
    solver: &dyn Solver<S>,
    promise: Promise,
    start: &Start<S>,
    (a, b): (&dyn SupportMap<S>, &dyn SupportMap<S>),
    radii: Option<&S::Scalar>,
) -> Option<Reply> {
    let mut watch = Watch::default();
    let outcome = solver.explain(a, b, start, &mut watch);
    Some(without_unreported(solver, of_outcome(outcome, watch, promise, radii)?))
}

/// The reply without the parts that a peer does not report.
fn without_unreported<S: SolverSpace>(solver: &dyn Solver<S>, reply: Reply) -> Reply {
    if solver.tells_contact_alone() { reply.of_contact_alone() } else { reply }
}
