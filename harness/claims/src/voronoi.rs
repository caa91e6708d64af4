//! Where the origin lies to a simplex on the integer lattice, as the oracle sees it.

use gjk_hunt::search::MachineInteger;
use gjk_hunt::search::Site;
use gjk_truth::certificate;
use gjk_truth::oracle::nearest::nearest_face;

use crate::pair::{Point, cross, dot, foot, vector};

/// Where the origin lies to a simplex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// A positive multiple of the nearest point P; zero where P is the origin.
    pub axis: Site,
    /// The positions of the smallest face whose relative interior holds P.
    pub face: u8,
}

impl Region {
    /// The region of a simplex of one to four vertices, flat and repeated ones allowed.
    pub fn of(points: &[Site]) -> Region {
        let mut w = [[MachineInteger(0); 3]; 4];
        for (w, point) in w.iter_mut().zip(points) {
            *w = point.map(MachineInteger);
        }
        let Some((face, axis)) = nearest_face(&w[..points.len()]) else { unreachable!("integers have a nearest face") };
        Region { axis: axis.map(|x| x.0), face }
    }

    /// Whether the simplex holds the origin.
    pub fn holds_origin(&self) -> bool {
        self.axis == [0; 3]
    }

    /// Whether the closed Voronoi region of a face of the simplex holds the origin: P lies in the face and is the foot on it.
    pub fn is_closed_region_of(&self, points: &[Site], face: u8) -> bool {
        if self.face == face {
            return true;
        }
        let chosen: Vec<Site> = (0..points.len()).filter(|i| face >> i & 1 == 1).map(|i| points[i]).collect();
        if self.holds_origin() {
            return holds_origin(&chosen);
        }
        let level = dot(&self.axis, &points[self.face.trailing_zeros() as usize]);
        if chosen.iter().any(|point| dot(&self.axis, point) != level) {
            return false;
        }
        // The face lies in the supporting plane: P lies in it if its own nearest point is on P's ray.
        let own = Region::of(&chosen);
        cross(&own.axis, &self.axis) == [0; 3] && dot(&own.axis, &self.axis) > 0
    }
}

/// Whether the hull of these points holds the origin.
pub fn holds_origin(points: &[Site]) -> bool {
    let points: Vec<_> = points.iter().map(|point| point.map(MachineInteger)).collect();
    certificate::holds_origin(&points)
}

/// The point of a simplex nearest to the origin.
pub fn nearest_point(points: &[Site]) -> Point {
    let region = Region::of(points);
    if region.holds_origin() {
        return vector(&[0; 3]);
    }
    foot(&vector(&region.axis), &vector(&points[region.face.trailing_zeros() as usize]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_foot_is_on_the_side_of_the_simplex() {
        let points = [[1, 1, 0], [3, 1, 0]];
        assert_eq!(Region::of(&points).axis.map(i64::signum), [1, 1, 0]);
        assert_eq!(Region::of(&points.map(|point| point.map(|x| -x))).axis.map(i64::signum), [-1, -1, 0]);
    }
}
