//! The contact of bodies that meet: their depth, and a normal along which it is the least.

use dashu_ratio::RBig;
use gjk_cases::case::{Case, Class, Point};

use super::{HullTruth, Truth};
use crate::exact::{Bracket, Scaled};

impl Truth {
    /// The depth of bodies that meet, radii included: zero if they touch. `None` for bodies that are apart or undecided, and for
    /// unions that overlap.
    pub fn depth(&self) -> Option<Bracket> {
        match self.decided()? {
            Class::Separated => None,
            Class::Touching => Some(Bracket::ZERO),
            Class::Overlapping => match self {
                Truth::Hulls(hulls) => Some(Bracket::exactly(hulls.depth())),
                Truth::Curved(curved) => Some(curved.depth()),
                Truth::Halfspace(halfspace) => Some(Bracket::exactly(halfspace.depth())),
                Truth::Union(_) => None,
            },
        }
    }

    /// The exact squared depth of two hulls of points without radii, or of a hull in a half-space: zero if they touch, `None`
    /// for other bodies and for bodies that are apart.
    pub fn depth_squared(&self) -> Option<RBig> {
        if let Truth::Halfspace(halfspace) = self {
            return halfspace.height_squared.clone().filter(|_| halfspace.class != Class::Separated);
        }
        self.hulls().filter(|hulls| !hulls.has_radii()).and_then(HullTruth::core_depth_squared)
    }

    /// The depth of the cores of two hulls of points, at least one of them with a radius: zero if the cores touch, `None` for
    /// other bodies and for cores that are apart.
    pub fn core_depth(&self) -> Option<Scaled> {
        let hulls = self.hulls().filter(|hulls| hulls.has_radii())?;
        hulls.core_depth().or_else(|| hulls.core_distance.is_zero().then_some(Scaled::ZERO))
    }

    /// The normal of bodies that meet, from A to B and of length one up to rounding: their [`direction`](Truth::direction).
    /// `None` for bodies that are apart or undecided, and where the direction is not known.
    ///
    /// Along it the bodies reach past each other by their depth, and by no less in any other direction. Bodies may have several
    /// such normals; this is one of them.
    pub fn normal(&self, case: &Case) -> Option<Point> {
        self.decided().filter(|class| *class != Class::Separated)?;
        self.direction(case)
    }

    /// The direction from A to B, of length one up to rounding, for the case whose truth this is.
    ///
    /// For bodies that are apart it is the direction between nearest points; for bodies that meet, a normal along which the least
    /// translation separates them. If the cores of bodies with radii are apart, it is the direction between the nearest points
    /// of the cores in either case. For a half-space it is the opposite of its normal. Where every direction is right, as for
    /// two balls with equal centres, it is that of the negative x axis. `None` if it is not known: for curved bodies, and for
    /// unions that meet.
    pub fn direction(&self, case: &Case) -> Option<Point> {
        match self {
            Truth::Hulls(hulls) => hulls.direction(&case.a, &case.b),
            // Not the negated double, which may be minus zero.
            Truth::Halfspace(halfspace) => Some(halfspace.normal.map(|x| 0.0 - x.to_f64())),
            Truth::Union(union) if self.decided() == Some(Class::Separated) => {
                let pair = union.pairs.iter().min_by_key(|pair| pair.truth.gap().low)?;
                pair.truth.direction(&pair.case)
            }
            Truth::Curved(_) | Truth::Union(_) => None,
        }
    }
}
