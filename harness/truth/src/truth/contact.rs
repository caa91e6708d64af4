//! The contact of bodies that meet: their depth, and a normal along which it is the least.

use dashu_ratio::RBig;
use gjk_cases::case::{Case, Class, Point};

use super::{HullTruth, PairTruth, Truth};
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
                Truth::Cast(cast) => cast.swept.depth(),
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

    /// A point of A and a point of B, for the case whose truth this is and up to a few roundings: nearest points of bodies that
    /// do not overlap; for bodies that overlap, a point of the boundary of each that the least translation along the
    /// [`normal`](Truth::normal) brings together. `None` if they are not known: for curved bodies.
    ///
    /// For unions they are points of the [decisive pair](Truth::decisive_pair) of parts.
    pub fn contact_points(&self, case: &Case) -> Option<[Point; 2]> {
        match self {
            Truth::Hulls(hulls) => hulls.contact_points(&case.a, &case.b),
            Truth::Halfspace(halfspace) => {
                let lowest = case.a.points()[halfspace.support.as_ref()?.index];
                let (normal, height) = (halfspace.normal.map(Scaled::to_f64), halfspace.height.to_f64());
                let on_a = std::array::from_fn(|i| lowest[i] - case.a.radius() * normal[i]);
                Some([on_a, std::array::from_fn(|i| on_a[i] - height * normal[i])])
            }
            Truth::Union(_) => {
                let pair = self.decisive_pair()?;
                pair.truth.contact_points(&pair.case)
            }
            Truth::Cast(cast) => cast.start.contact_points(case),
            Truth::Curved(_) => None,
        }
    }

    /// The pair of parts of unions that is nearest or, if the unions overlap, the deepest of the pairs whose depth is known.
    /// `None` for other bodies.
    pub fn decisive_pair(&self) -> Option<&PairTruth> {
        let Truth::Union(union) = self else { return None };
        if self.decided() != Some(Class::Overlapping) {
            return union.pairs.iter().min_by_key(|pair| pair.truth.gap().low);
        }
        let overlapping = union.pairs.iter().filter(|pair| pair.truth.decided() == Some(Class::Overlapping));
        overlapping
            .filter_map(|pair| Some((pair.truth.depth()?.low, pair)))
            .max_by_key(|(depth, _)| *depth)
            .map(|(_, pair)| pair)
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
            Truth::Union(_) if self.decided() == Some(Class::Separated) => {
                let pair = self.decisive_pair()?;
                pair.truth.direction(&pair.case)
            }
            Truth::Cast(cast) => cast.start.direction(case),
            Truth::Curved(_) | Truth::Union(_) => None,
        }
    }
}
