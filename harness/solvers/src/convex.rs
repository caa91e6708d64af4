//! A convex body of any kind as the support mappings that variants are asked about.

use gjk_cases::case::{Body, Point};
use gjk_variants::{Hull, Ring, Scalar, SupportMap};

use crate::hulls::{ask_with_radii, hull};
use crate::reply::Reply;
use crate::roster::ErasedVariant;
use crate::space::SolverSpace;

/// A convex body.
pub struct ConvexBody<S: SolverSpace> {
    core: Box<dyn SupportMap<S>>,
    pub(crate) radius: f64,
    /// The core with its radius; `None` in exact arithmetic, and for a body without a radius.
    swept: Option<Box<dyn SupportMap<S>>>,
}

impl<S: SolverSpace> ConvexBody<S> {
    /// A body that rests, or moves by this translation.
    pub(crate) fn of(body: &Body, motion: Option<&Point>) -> Option<ConvexBody<S>> {
        let radius = body.radius();
        let moving = |body: Box<dyn SupportMap<S>>| -> Box<dyn SupportMap<S>> {
            match motion {
                Some(motion) => Box::new(Moving::<S> { body, motion: S::point(motion) }),
                None => body,
            }
        };
        let core: Box<dyn SupportMap<S>> = match body {
            Body::Curved(curved) => S::curved(curved)?,
            _ => Box::new(hull::<S>(body.points())?),
        };
        let swept = if radius > 0.0 { S::swept(hull::<S>(body.points())?, radius) } else { None };
        Some(ConvexBody { core: moving(core), radius, swept: swept.map(moving) })
    }

    /// The body that a variant sees: the core, or the whole body.
    pub(crate) fn seen_by(&self, variant: &ErasedVariant) -> Option<&dyn SupportMap<S>> {
        if self.radius > 0.0 && !variant.sees_cores::<S>() { self.swept.as_deref() } else { Some(self.core.as_ref()) }
    }
}

/// A body of any kind that moves.
struct Moving<S: SolverSpace> {
    body: Box<dyn SupportMap<S>>,
    motion: S::Vector,
}

impl<S: SolverSpace> SupportMap<S> for Moving<S> {
    fn support(&self, direction: &S::Vector, near: Option<usize>) -> (S::Vector, usize) {
        self.body.support(direction, near)
    }

    fn center(&self) -> S::Vector {
        self.body.center()
    }

    fn vertex(&self, index: usize) -> Option<S::Vector> {
        self.body.vertex(index)
    }

    fn knows_vertices(&self) -> bool {
        self.body.knows_vertices()
    }

    fn as_rounded_hull(&self) -> Option<(&Hull<S>, Option<&S::Scalar>)> {
        self.body.as_rounded_hull()
    }

    fn motion(&self) -> Option<&S::Vector> {
        Some(&self.motion)
    }
}

/// A variant's reply about two convex bodies.
pub(crate) fn ask_pair<S: SolverSpace>(variant: &ErasedVariant, a: &ConvexBody<S>, b: &ConvexBody<S>) -> Option<Reply> {
    let sum = S::Scalar::from_f64(a.radius).plus(&S::Scalar::from_f64(b.radius));
    let has_radii = variant.sees_cores::<S>() && (a.radius > 0.0 || b.radius > 0.0);
    ask_with_radii(variant, a.seen_by(variant)?, b.seen_by(variant)?, has_radii.then_some(&sum))
}
