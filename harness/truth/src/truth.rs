//! The proven truth of a pair of bodies: how they lie, their distance, and the size of their difference.

mod cast;
mod contact;
mod curved;
mod evidence;
mod halfspace;
mod hulls;
mod image;
mod nearest_set;
mod union;

use dashu_ratio::RBig;
use gjk_cases::case::{Body, Case, Class, Point};

use crate::exact::{Bracket, Scaled};
pub use cast::{CastEvidence, CastTruth, Descent, First, FirstTime, Passage, Time};
pub use curved::{CurvedTruth, distance_from, reach_beyond};
pub use evidence::Evidence;
pub use halfspace::{HalfspaceTruth, Support, height_of};
pub use hulls::HullTruth;
pub use image::ImageTruth;
pub use union::{PairTruth, UnionTruth, is_nearer};

/// The truth of a case.
#[derive(Clone, Debug)]
// The largest variant is by far the most common.
#[allow(clippy::large_enum_variant)]
pub enum Truth {
    /// The truth of two hulls of points, with or without radii: exact.
    Hulls(HullTruth),
    /// The truth of two convex bodies, at least one of them curved: brackets.
    Curved(CurvedTruth),
    /// The truth of a convex body and a half-space: exact.
    Halfspace(HalfspaceTruth),
    /// The truth of a pair with a union: the truths of all pairs of parts.
    Union(UnionTruth),
    /// The truth of a pair whose A moves. In questions about two bodies, such as their distance, the body A is the space that A
    /// sweeps.
    Cast(CastTruth),
}

impl Truth {
    /// The truth of a case with finite coordinates, exactly as they are, in any [mode](gjk_mode) of the thread.
    pub fn of(case: &Case) -> Truth {
        gjk_mode::ours(|| Truth::in_default_mode(case))
    }

    fn in_default_mode(case: &Case) -> Truth {
        if let Some(motion) = &case.cast {
            return Truth::Cast(CastTruth::of(case, motion));
        }
        match (&case.a, &case.b) {
            (Body::Union(_), _) | (_, Body::Union(_)) => Truth::Union(UnionTruth::of(case)),
            (a, Body::Halfspace { normal, offset }) => Truth::Halfspace(HalfspaceTruth::of(case.dimension, a, normal, *offset)),
            (Body::Curved(_), _) | (_, Body::Curved(_)) => Truth::Curved(CurvedTruth::of(case.dimension, &case.a, &case.b)),
            (a, b) => {
                let cores = HullTruth::of_points(usize::from(case.dimension), a.points(), b.points());
                Truth::Hulls(cores.with_radii(a.radius(), b.radius()))
            }
        }
    }

    /// The truth of two hulls of points; `None` for other bodies.
    pub fn hulls(&self) -> Option<&HullTruth> {
        if let Truth::Hulls(hulls) = self { Some(hulls) } else { None }
    }

    /// How the bodies lie; `None` if a bracket does not decide it.
    pub fn decided(&self) -> Option<Class> {
        match self {
            Truth::Hulls(hulls) => Some(hulls.class()),
            Truth::Curved(curved) => curved.class,
            Truth::Halfspace(halfspace) => Some(halfspace.class),
            Truth::Union(union) => union.class,
            Truth::Cast(cast) => cast.swept.decided(),
        }
    }

    /// How the bodies lie, as far as it is known: if a bracket does not decide it, they touch, up to the width of the bracket.
    pub fn class(&self) -> Class {
        self.decided().unwrap_or(Class::Touching)
    }

    /// The truth of the bodies where they are given: for a cast, as they start.
    pub fn at_start(&self) -> &Truth {
        if let Truth::Cast(cast) = self { &cast.start } else { self }
    }

    /// The truth of a cast; `None` for bodies at rest.
    pub fn cast(&self) -> Option<&CastTruth> {
        if let Truth::Cast(cast) = self { Some(cast) } else { None }
    }

    /// The class as records spell it; empty if it is undecided. For a cast it is `touching` or `overlapping` as the bodies lie
    /// at the start, and else `hit` or `never`.
    pub fn class_name(&self) -> &'static str {
        if let Truth::Cast(cast) = self {
            return cast.class_name();
        }
        self.decided().map_or("", Class::name)
    }

    /// The exact squared distance; `None` for bodies with radii and curved ones, whose distance is irrational in general.
    pub fn distance_squared(&self) -> Option<RBig> {
        match self {
            Truth::Hulls(hulls) => (!hulls.has_radii()).then(|| hulls.core_distance_squared()),
            Truth::Curved(_) => None,
            Truth::Halfspace(halfspace) => match halfspace.class {
                Class::Separated => halfspace.height_squared.clone(),
                Class::Touching | Class::Overlapping => halfspace.height_squared.as_ref().map(|_| RBig::ZERO),
            },
            Truth::Union(union) => union.distance_squared(),
            Truth::Cast(cast) => cast.swept.distance_squared(),
        }
    }

    /// The exact squared distance of the cores of two hulls of points, at least one of them with a radius.
    pub fn core_distance_squared(&self) -> Option<RBig> {
        self.hulls().filter(|hulls| hulls.has_radii()).map(HullTruth::core_distance_squared)
    }

    /// A point of A and a point of B that are as near to each other as any two, for the case whose truth this is: exact up to
    /// one rounding of each coordinate, and up to a few for bodies with radii and half-spaces. `None` if the bodies overlap, or if only a
    /// bracket of the distance is known.
    pub fn nearest_points(&self, case: &Case) -> Option<[Point; 2]> {
        if self.decided()? == Class::Overlapping {
            return None;
        }
        match self {
            Truth::Hulls(hulls) => Some(hulls.nearest_points(&case.a, &case.b)),
            // It is that of the bodies as they start, not of the space that A sweeps.
            Truth::Cast(cast) => cast.start.nearest_points(case),
            Truth::Curved(_) => None,
            Truth::Halfspace(_) => self.contact_points(case),
            Truth::Union(_) => {
                let pair = self.decisive_pair()?;
                pair.truth.nearest_points(&pair.case)
            }
        }
    }

    /// The distance, in units of the coordinates.
    pub fn gap(&self) -> Bracket {
        match self {
            Truth::Hulls(hulls) => Bracket::exactly(hulls.gap()),
            Truth::Curved(curved) => curved.gap(),
            Truth::Halfspace(halfspace) => Bracket::exactly(halfspace.gap()),
            Truth::Union(union) => union.gap(),
            Truth::Cast(cast) => cast.swept.gap(),
        }
    }

    /// The distance, rounded.
    pub fn distance_f64(&self) -> f64 {
        self.gap().middle().to_f64()
    }

    /// Doubles that bracket the distance.
    pub fn bounds(&self) -> (f64, f64) {
        let Bracket { low, high } = self.gap();
        // The numbers are good to 90 bits and more, a rounded double to 53: the truth lies between the neighbours of the
        // double.
        let low = if low.is_zero() { 0.0 } else { low.to_f64().next_down().max(0.0) };
        let high = if high.is_zero() { 0.0 } else { high.to_f64().next_up() };
        (low, high)
    }

    /// Whether the class of the bodies certainly stays the same if their surfaces are moved by this length in total.
    pub fn holds_for(&self, moved: f64) -> bool {
        let moved = Scaled::from_f64(moved);
        match (self.decided(), self) {
            (Some(Class::Separated), _) => self.gap().low > moved,
            (Some(Class::Overlapping), Truth::Hulls(hulls)) => hulls.depth() > moved,
            (Some(Class::Overlapping), Truth::Curved(curved)) => curved.depth().low > moved,
            (Some(Class::Overlapping), Truth::Halfspace(halfspace)) => halfspace.depth() > moved,
            (Some(Class::Overlapping), Truth::Cast(cast)) => cast.swept.holds_for(moved.to_f64()),
            (Some(Class::Overlapping), Truth::Union(union)) => {
                let overlaps =
                    |pair: &PairTruth| pair.truth.decided() == Some(Class::Overlapping) && pair.truth.holds_for(moved.to_f64());
                union.pairs.iter().any(overlaps)
            }
            _ => false,
        }
    }

    /// D, in units of the coordinates.
    pub fn size(&self) -> Scaled {
        match self {
            Truth::Hulls(hulls) => hulls.size,
            Truth::Curved(curved) => curved.size,
            Truth::Halfspace(halfspace) => halfspace.size,
            Truth::Union(union) => union.size,
            Truth::Cast(cast) => cast.swept.size(),
        }
    }

    /// The width of the bracket of the distance, in units of D; zero if the distance is known exactly.
    pub fn relative_width(&self) -> f64 {
        self.gap().width().over(self.size()).to_f64()
    }

    /// The distance in units of D.
    pub fn relative_distance(&self) -> f64 {
        self.gap().middle().over(self.size()).to_f64()
    }

    /// The distance of two hulls of points or, if they overlap, minus the depth, in units of D. `None` for other bodies.
    pub fn relative_gap(&self) -> Option<f64> {
        let hulls = self.hulls().filter(|hulls| !hulls.has_radii())?;
        if hulls.class() != Class::Overlapping {
            return Some(self.relative_distance());
        }
        Some(-hulls.core_depth()?.over(hulls.size).to_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nearest(a: Body, b: Body) -> Option<[Point; 2]> {
        let case = Case::of_bodies("x", 3, a, b);
        Truth::of(&case).nearest_points(&case)
    }

    fn ball(x: f64, radius: f64) -> Body {
        Body::Rounded { points: vec![[x, 0.0, 0.0]], radius }
    }

    #[test]
    fn a_gap_is_the_distance_or_minus_the_depth() {
        let gap = |a: Body, b: Body| Truth::of(&Case::of_bodies("x", 3, a, b)).relative_gap();
        let cube = |x: f64| Body::Points(gjk_cases::family::corners([x, 0.0, 0.0], [x + 1.0, 1.0, 1.0]));
        // Computed by hand: D is the extent of the two cubes together along x.
        assert_eq!(gap(cube(0.0), cube(3.0)), Some(0.5));
        assert_eq!(gap(cube(0.0), cube(1.0)), Some(0.0));
        assert_eq!(gap(cube(0.0), cube(0.75)), Some(-0.25 / 1.75));
        assert_eq!(gap(cube(0.0), cube(0.0)), Some(-1.0));
        assert_eq!(gap(cube(0.0), ball(3.0, 0.5)), None);
        assert_eq!(gap(cube(0.0), Body::Union(vec![cube(3.0)])), None);
    }

    #[test]
    fn nearest_points_are_those_of_the_bodies() {
        let edge = |z: f64| Body::Points(vec![[0.0, -1.0, z], [0.0, 3.0, z]]);
        let across = Body::Points(vec![[-1.0, 0.1, 2.0], [1.0, 0.1, 2.0]]);
        assert_eq!(nearest(edge(0.0), across), Some([[0.0, 0.1, 0.0], [0.0, 0.1, 2.0]]));
        // With radii they lie on the surfaces, and for balls that touch they coincide.
        assert_eq!(nearest(ball(0.0, 1.0), ball(4.0, 0.5)), Some([[1.0, 0.0, 0.0], [3.5, 0.0, 0.0]]));
        assert_eq!(nearest(ball(0.0, 1.0), ball(3.0, 2.0)), Some([[1.0, 0.0, 0.0]; 2]));
        assert_eq!(nearest(ball(0.0, 1.0), ball(3.0, 2.5)), None);
        let point = |x: f64| Body::Points(vec![[x, 0.0, 0.0]]);
        assert_eq!(nearest(point(0.1), point(0.1)), Some([[0.1, 0.0, 0.0]; 2]));
        // At the ends of the range.
        assert_eq!(nearest(point(5e-324), point(-5e-324)), Some([[5e-324, 0.0, 0.0], [-5e-324, 0.0, 0.0]]));
        assert_eq!(nearest(point(f64::MAX), point(0.0)), Some([[f64::MAX, 0.0, 0.0], [0.0; 3]]));
        assert_eq!(nearest(ball(5e-324, 0.0), ball(-1e-323, 5e-324)), Some([[5e-324, 0.0, 0.0], [-5e-324, 0.0, 0.0]]));
        // The nearest points of a union are those of its nearest parts; a bracket has none.
        let union = Body::Union(vec![point(9.0), point(2.0), point(-7.0)]);
        assert_eq!(nearest(union, point(1.0)), Some([[2.0, 0.0, 0.0], [1.0, 0.0, 0.0]]));
    }
}
