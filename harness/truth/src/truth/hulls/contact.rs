//! Points and directions of contact of two hulls of points, with or without radii.

use dashu_ratio::RBig;
use dashu_ratio::ops::Abs;
use gjk_cases::case::{Body, Class, Point};
use gjk_numbers::vector::{Vector, dot};

use super::HullTruth;
use crate::certificate::depth::Plane;
use crate::truth::evidence::Evidence;

/// The double nearest to a fraction.
fn nearest_double(x: RBig) -> f64 {
    x.to_f64().value()
}

/// The direction of a vector, of length one up to rounding; `None` for zero.
fn direction_of(step: &Vector<RBig>) -> Option<Point> {
    // In units of its greatest coordinate, the step is within the range of doubles.
    let greatest = step.iter().map(|x| x.clone().abs()).max().filter(|greatest| *greatest != RBig::ZERO)?;
    let step = step.each_ref().map(|x| nearest_double(x / &greatest));
    let length = step.iter().map(|x| x * x).sum::<f64>().sqrt();
    Some(step.map(|x| x / length))
}

/// The point moved by a length in a direction.
fn moved(point: Point, length: f64, direction: &Point) -> Point {
    if length == 0.0 { point } else { std::array::from_fn(|i| point[i] + length * direction[i]) }
}

impl HullTruth {
    /// A point of each of two bodies that do not overlap, nearest to the other body.
    pub(in crate::truth) fn nearest_points(&self, a: &Body, b: &Body) -> [Point; 2] {
        *self.nearest_points.get_or_init(|| self.made_nearest_points(a, b))
    }

    fn made_nearest_points(&self, a: &Body, b: &Body) -> [Point; 2] {
        let [on_a, on_b] = self.core_evidence().points(a.points(), b.points());
        let along = direction_of(&step(&on_a, &on_b)).filter(|_| self.has_radii());
        let nearest = [on_a, on_b].map(|point| point.map(nearest_double));
        along.map_or(nearest, |along| on_surfaces(nearest, &along, a, b))
    }

    /// A point of A and a point of B: nearest points of bodies that do not overlap; for bodies that overlap, a point of the
    /// boundary of each that the least translation along the normal brings together.
    pub(in crate::truth) fn contact_points(&self, a: &Body, b: &Body) -> Option<[Point; 2]> {
        if self.class() != Class::Overlapping {
            return Some(self.nearest_points(a, b));
        }
        let of_cores = if self.core_depth().is_some() { self.deepest()? } else { self.core_evidence() };
        let points = of_cores.points(a.points(), b.points()).map(|point| point.map(nearest_double));
        Some(on_surfaces(points, &self.direction(a, b)?, a, b))
    }

    /// The foot of the perpendicular from the origin to the nearest plane of the boundary of M, by the facet that contains it.
    fn deepest(&self) -> Option<Evidence> {
        let (facets, nearest) = self.depth_evidence()?;
        let lattice = self.enlarged();
        let Plane { normal, level, .. } = Plane::of(&lattice.vertices(facets[nearest]));
        let is_in_plane = |facet: &&[_]| lattice.vertices(facet).iter().all(|corner| dot(&normal, corner) == level);
        facets.iter().copied().filter(is_in_plane).find_map(|facet| Evidence::of_facet(lattice, facet))
    }

    /// The direction from A to B, of length one up to rounding: between the nearest points of cores that are apart, even where the
    /// bodies overlap by their radii; else the outward normal of the cores' difference.
    pub(in crate::truth) fn direction(&self, a: &Body, b: &Body) -> Option<Point> {
        self.outward_normal().or_else(|| {
            // The exact step: rounded points near contact have no direction.
            let [on_a, on_b] = self.core_evidence().points(a.points(), b.points());
            direction_of(&step(&on_a, &on_b))
        })
    }
}

/// The exact vector from a point of A to a point of B.
fn step(on_a: &Vector<RBig>, on_b: &Vector<RBig>) -> Vector<RBig> {
    std::array::from_fn(|i| &on_b[i] - &on_a[i])
}

/// Points of the surfaces, from points of the cores and the direction from A to B.
fn on_surfaces([on_a, on_b]: [Point; 2], along: &Point, a: &Body, b: &Body) -> [Point; 2] {
    [moved(on_a, a.radius(), along), moved(on_b, -b.radius(), along)]
}
