//! The exact location of the origin relative to a simplex with integer coordinates.

use gjk_hunt::search::{self, MachineInteger, Site};
use gjk_truth::certificate;
use gjk_truth::exact::Integral;
use gjk_truth::oracle::nearest;
use gjk_variants::Big;
use gjk_variants::vector::{Vector, cross, dot, is_zero, minus};

use crate::pair::{Point, foot, vector};

/// Integers for the location of the origin relative to points.
pub trait Located: Integral {
    /// The face that holds the point nearest to the origin, and its axis: [`nearest::nearest_face`].
    fn nearest_face(points: &[Vector<Self>]) -> Option<(u8, Vector<Self>)>;
    /// Whether the hull of the points holds the origin: [`certificate::holds_origin`].
    fn origin_in(points: &[Vector<Self>]) -> bool;
}

impl Located for Big {
    fn nearest_face(points: &[Vector<Big>]) -> Option<(u8, Vector<Big>)> {
        nearest::nearest_face(points)
    }

    fn origin_in(points: &[Vector<Big>]) -> bool {
        certificate::holds_origin(points)
    }
}

impl Located for MachineInteger {
    fn nearest_face(points: &[Vector<MachineInteger>]) -> Option<(u8, Vector<MachineInteger>)> {
        search::nearest_face(points)
    }

    fn origin_in(points: &[Vector<MachineInteger>]) -> bool {
        search::holds_origin(points)
    }
}

/// The location of the origin relative to a simplex.
#[derive(Clone, Debug)]
pub struct Region<I> {
    /// A positive multiple of the nearest point P; zero if P is the origin.
    pub axis: Vector<I>,
    /// The positions of the smallest face whose relative interior holds P.
    pub face: u8,
}

impl<I: Located> Region<I> {
    /// The region of a simplex of one to four vertices, which may be flat or have repeated vertices.
    pub fn of(points: &[Vector<I>]) -> Region<I> {
        let Some((face, axis)) = I::nearest_face(points) else { unreachable!("integers have a nearest face") };
        Region { axis, face }
    }

    /// Whether the simplex holds the origin.
    pub fn holds_origin(&self) -> bool {
        is_zero(&self.axis)
    }

    /// A vertex of the face that holds P.
    pub fn vertex<'p>(&self, points: &'p [Vector<I>]) -> &'p Vector<I> {
        &points[self.face.trailing_zeros() as usize]
    }

    /// Whether the closed Voronoi region of a face of the simplex holds the origin: P lies in the face and is the foot on it.
    pub fn is_closed_region_of(&self, points: &[Vector<I>], face: u8) -> bool {
        if self.face == face {
            return true;
        }
        let chosen = chosen(points, face);
        if self.holds_origin() {
            return I::origin_in(&chosen);
        }
        let level = dot(&self.axis, self.vertex(points));
        if chosen.iter().any(|point| dot(&self.axis, point) != level) {
            return false;
        }
        // The face lies in the supporting plane, so P lies in the face if the face's own nearest point is on P's ray.
        let own = Region::of(&chosen);
        is_zero(&cross(&own.axis, &self.axis)) && dot(&own.axis, &self.axis) > I::zero()
    }
}

/// The vertices at these positions.
pub fn chosen<T: Clone>(points: &[T], face: u8) -> Vec<T> {
    (0..points.len()).filter(|i| face >> i & 1 == 1).map(|i| points[i].clone()).collect()
}

/// Whether the slab of a segment, between the planes through its ends, holds the origin.
pub fn is_in_slab<I: Integral>(points: &[Vector<I>]) -> bool {
    let edge = minus(&points[1], &points[0]);
    dot(&edge, &points[0]) <= I::zero() && dot(&edge, &points[1]) >= I::zero()
}

/// Sites as vectors of integers.
pub fn integers(sites: &[Site]) -> Vec<Vector<MachineInteger>> {
    sites.iter().map(|site| site.map(MachineInteger)).collect()
}

/// Whether the hull of these sites holds the origin.
pub fn holds_origin(sites: &[Site]) -> bool {
    search::holds_origin(&integers(sites))
}

/// The point of a simplex nearest to the origin.
pub fn nearest_point(sites: &[Site]) -> Point {
    let points = integers(sites);
    let region = Region::of(&points);
    if region.holds_origin() {
        return vector(&[0; 3]);
    }
    let [axis, vertex] = [&region.axis, region.vertex(&points)].map(|v| vector(&v.map(|x| x.0)));
    foot(&axis, &vertex)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_foot_is_on_the_side_of_the_simplex() {
        let points = [[1, 1, 0], [3, 1, 0]];
        let signs = |points: &[Site]| Region::of(&integers(points)).axis.map(|x| x.0.signum());
        assert_eq!(signs(&points), [1, 1, 0]);
        assert_eq!(signs(&points.map(|point| point.map(|x| -x))), [-1, -1, 0]);
    }
}
