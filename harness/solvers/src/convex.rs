//! A convex body of any kind as the support mappings that variants are asked about.

use gjk_cases::case::Body;
use gjk_variants::{Promise, Ring, Scalar, SupportMap};

use crate::hulls::{ask_with_radii, hull};
use crate::reply::Reply;
use crate::roster::ErasedVariant;
use crate::space::SolverSpace;

/// A convex body.
pub struct ConvexBody<S: SolverSpace> {
    pub(crate) core: Box<dyn SupportMap<S>>,
    pub(crate) radius: f64,
    /// The core with its radius; none in exact arithmetic, and for a body without one.
    swept: Option<Box<dyn SupportMap<S>>>,
}

impl<S: SolverSpace> ConvexBody<S> {
    pub(crate) fn of(body: &Body) -> Option<ConvexBody<S>> {
        let radius = body.radius();
        let core: Box<dyn SupportMap<S>> = match body {
            Body::Curved(curved) => S::curved(curved)?,
            _ => Box::new(hull::<S>(body.points())?),
        };
        let swept = if radius > 0.0 { S::swept(hull::<S>(body.points())?, radius) } else { None };
        Some(ConvexBody { core, radius, swept })
    }

    /// The body as a boolean variant sees it.
    pub(crate) fn whole(&self) -> Option<&dyn SupportMap<S>> {
        if self.radius > 0.0 { self.swept.as_deref() } else { Some(self.core.as_ref()) }
    }
}

/// A variant's reply about two convex bodies.
pub(crate) fn ask_pair<S: SolverSpace>(variant: &ErasedVariant, a: &ConvexBody<S>, b: &ConvexBody<S>) -> Option<Reply> {
    match variant.about.promise {
        Promise::Verdict => ask_with_radii(variant, a.whole()?, b.whole()?, None),
        Promise::Distance => {
            let sum = S::Scalar::from_f64(a.radius).plus(&S::Scalar::from_f64(b.radius));
            let radii = (a.radius > 0.0 || b.radius > 0.0).then_some(&sum);
            ask_with_radii(variant, a.core.as_ref(), b.core.as_ref(), radii)
        }
    }
}
