//! The sets of nearest points of two bodies, and the distances of witness points from them.
//!
//! For separated bodies the points of A that are nearest to B are F_A ∩ (F_B + v), where F_A and F_B are the faces on which the
//! axis is least and greatest. Seen along the axis this is the intersection of two convex polygons, which may be segments or
//! points. The faces are found exactly, and the polygons are clipped in doubles: the result is good to some 2⁻⁴⁶ of the pair's
//! size, and is recorded but not ruled on.

mod plane;
mod polygon;

use gjk_cases::case::Point;
use gjk_numbers::Scalar;
use gjk_numbers::vector::{Vector, cross, dot, length, minus};

use crate::exact::{DoubleDouble, Integral, Scaled};
use crate::lattice::Lattice;
use crate::oracle::nearest::{Face, of_size_one};
use crate::pythagoras::hypotenuse;
use plane::{Flat, ON_LINE, turn};
use polygon::Polygon;

/// The points of two separated hulls that are nearest to the other hull, up to the step between them along the axis.
#[derive(Clone, Debug)]
pub struct NearestSet {
    /// An orthonormal frame, whose last vector points along the axis from B to A.
    frame: [Point; 3],
    /// The points of A that are nearest to B, and of B to A, seen along the axis: one or two points, or a polygon,
    /// counter-clockwise.
    outline: Vec<Flat>,
    /// A point in the plane of A's nearest points, and one in the plane of B's.
    levels: [Point; 2],
    /// Points are coordinates minus the origin's, times 2^−shift.
    origin: Point,
    shift: i64,
}

impl NearestSet {
    /// The nearest set of a lattice whose face holds the nearest point, with the axis along it. `None` if clipping two nearly
    /// degenerate faces leaves nothing, so that no number could be trusted.
    pub(super) fn of<I: Integral>(lattice: &Lattice<I>, face: &Face, axis: &Vector<I>) -> Option<NearestSet> {
        let (scaled, _) = of_size_one(axis);
        let of_axis = length(&scaled.map(Scaled::to_double_double)).to_f64();
        let n = scaled.map(|x| x.to_f64() / of_axis);
        let across = if n[0].abs() < 0.6 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
        let x = cross(&n, &across);
        let of_x = length(&x);
        let x = x.map(|coordinate| coordinate / of_x);
        let frame = [x, cross(&n, &x), n];

        let (first, grid) = (face.pairs()[0], &lattice.grid);
        let on_face = |points: &[Vector<I>], in_doubles: &[Point], index: usize| -> Vec<Flat> {
            let level = dot(axis, &points[index]);
            let members = points.iter().zip(in_doubles).filter(|(point, _)| dot(axis, point) == level);
            hull(members.map(|(_, point)| flat(&frame, point)).collect())
        };
        let (of_a, of_b) = (on_face(&lattice.a, &grid.a, first.a), on_face(&lattice.b, &grid.b, first.b));
        let outline = intersection(&of_a, &of_b)?;
        let levels = [grid.a[first.a], grid.b[first.b]];
        Some(NearestSet { frame, outline, levels, origin: grid.origin, shift: grid.exponent + grid.shift })
    }

    /// The greater distance of two witness points, of A and of B, from the sets.
    pub fn distance(&self, witnesses: &[Point; 2]) -> Scaled {
        let off = |witness: &Point, level: &Point| {
            let local = |i| DoubleDouble::difference(witness[i], self.origin[i]).shifted(-self.shift).to_f64();
            let witness = std::array::from_fn(local);
            let height = dot(&self.frame[2], &minus(&witness, level));
            hypotenuse(height, distance_to_polygon(&flat(&self.frame, &witness), &self.outline))
        };
        let off = off(&witnesses[0], &self.levels[0]).max(off(&witnesses[1], &self.levels[1]));
        Scaled::from_f64(off).shifted(self.shift)
    }
}

fn flat(frame: &[Point; 3], p: &Point) -> Flat {
    [dot(&frame[0], p), dot(&frame[1], p)]
}

/// The convex hull, counter-clockwise (Andrew's monotone chain); the two ends if the points are collinear.
fn hull(mut points: Vec<Flat>) -> Vec<Flat> {
    let farthest = |from: &Flat| {
        let distance = |p: &Flat| hypotenuse(p[0] - from[0], p[1] - from[1]);
        points.iter().copied().reduce(|p, q| if distance(&q) > distance(&p) { q } else { p }).unwrap_or(*from)
    };
    let Some(first) = points.first() else { return points };
    let (p, q) = (farthest(first), farthest(&farthest(first)));
    let on_line = ON_LINE * hypotenuse(q[0] - p[0], q[1] - p[1]);
    if points.iter().all(|r| turn(&p, &q, r).abs() <= on_line) {
        return if p == q { vec![p] } else { vec![p, q] };
    }
    points.sort_by(|p, q| p[0].total_cmp(&q[0]).then(p[1].total_cmp(&q[1])));
    points.dedup();
    let mut chain: Vec<Flat> = Vec::with_capacity(points.len() + 1);
    for pass in 0..2 {
        let start = chain.len();
        for p in &points {
            while chain.len() >= start + 2 && turn(&chain[chain.len() - 2], &chain[chain.len() - 1], p) <= 0.0 {
                chain.pop();
            }
            chain.push(*p);
        }
        chain.pop();
        if pass == 0 {
            points.reverse();
        }
    }
    chain
}

/// The intersection of two convex polygons, segments or points that are known to meet.
fn intersection(p: &[Flat], q: &[Flat]) -> Option<Vec<Flat>> {
    if p.len() == 1 {
        return Some(p.to_vec());
    }
    if q.len() == 1 {
        return Some(q.to_vec());
    }
    let (subject, window) = if q.len() >= 3 { (p, q) } else { (q, p) };
    if window.len() == 2 {
        return Some(segments(subject, window));
    }
    let mut rest = Polygon::new(subject);
    for i in 0..window.len() {
        rest.clip(&window[i], &window[(i + 1) % window.len()]);
    }
    let rest = rest.points();
    (!rest.is_empty()).then(|| hull(rest))
}

/// The common part of two segments that meet: a point if they cross, otherwise an interval of the first.
fn segments(p: &[Flat], q: &[Flat]) -> Vec<Flat> {
    let (of_q0, of_q1) = (turn(&p[0], &p[1], &q[0]), turn(&p[0], &p[1], &q[1]));
    let along = [p[1][0] - p[0][0], p[1][1] - p[0][1]];
    let squared = along[0] * along[0] + along[1] * along[1];
    let reach = hypotenuse(q[1][0] - q[0][0], q[1][1] - q[0][1]);
    let at = |t: f64| [p[0][0] + t * along[0], p[0][1] + t * along[1]];
    // Parallel up to the rounding of the frame.
    if (of_q1 - of_q0).abs() > 1e-12 * reach * squared.sqrt() {
        let t = of_q0 / (of_q0 - of_q1);
        return vec![[q[0][0] + t * (q[1][0] - q[0][0]), q[0][1] + t * (q[1][1] - q[0][1])]];
    }
    let place = |r: &Flat| ((r[0] - p[0][0]) * along[0] + (r[1] - p[0][1]) * along[1]) / squared;
    let (s, t) = (place(&q[0]), place(&q[1]));
    let (low, high) = (s.min(t).clamp(0.0, 1.0), s.max(t).clamp(0.0, 1.0));
    vec![at(low), at(high)]
}

fn distance_to_polygon(p: &Flat, polygon: &[Flat]) -> f64 {
    let count = polygon.len();
    if count >= 3 && (0..count).all(|i| turn(&polygon[i], &polygon[(i + 1) % count], p) >= 0.0) {
        return 0.0;
    }
    (0..count).fold(f64::INFINITY, |least, i| {
        let (from, to) = (&polygon[i], &polygon[(i + 1) % count]);
        let edge = [to[0] - from[0], to[1] - from[1]];
        let squared = edge[0] * edge[0] + edge[1] * edge[1];
        let t = ((p[0] - from[0]) * edge[0] + (p[1] - from[1]) * edge[1]) / squared;
        let t = if t.is_finite() { t.clamp(0.0, 1.0) } else { 0.0 };
        least.min(hypotenuse(p[0] - from[0] - t * edge[0], p[1] - from[1] - t * edge[1]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::truth::HullTruth;

    fn off(a: &[Point], b: &[Point], witnesses: [Point; 2]) -> f64 {
        HullTruth::of_points(3, a, b).witness_error(&witnesses).unwrap().to_f64()
    }

    #[test]
    fn parallel_faces_have_a_whole_polygon_of_nearest_points() {
        let square = |low: f64, high: f64, z: f64| vec![[low, low, z], [high, low, z], [high, high, z], [low, high, z]];
        let (a, b) = (square(0.0, 4.0, 3.0), square(2.0, 6.0, 1.0));
        assert!(off(&a, &b, [[2.5, 3.5, 3.0], [2.5, 3.5, 1.0]]) < 1e-14);
        assert!((off(&a, &b, [[1.0, 3.0, 3.0], [2.5, 3.5, 1.0]]) - 1.0).abs() < 1e-14);
        assert!((off(&a, &b, [[3.0, 3.0, 3.5], [3.0, 3.0, 1.0]]) - 0.5).abs() < 1e-14);
    }

    #[test]
    fn cores_that_meet_have_none() {
        let square = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0], [0.0, 4.0, 0.0]];
        for tip in [0.0, -1.0] {
            let pyramid = [&square[..], &[[2.0, 2.0, tip]], &[[2.0, 2.0, 3.0]]].concat();
            let truth =
                HullTruth::of_points(3, &pyramid, &[[1.0, 1.0, 0.0], [2.0, 1.0, -3.0], [1.0, 2.0, -3.0], [1.0, 1.0, -5.0]]);
            assert!(truth.witness_error(&[[0.0; 3]; 2]).is_none(), "{tip}");
        }
    }

    #[test]
    fn crossing_edges_have_one_point_and_parallel_ones_a_segment() {
        let a = [[-1.0, 0.0, 1.0], [1.0, 0.0, 1.0]];
        assert!(off(&a, &[[0.5, -1.0, 0.0], [0.5, 1.0, 0.0]], [[0.5, 0.0, 1.0], [0.5, 0.0, 0.0]]) < 1e-15);
        let parallel = [[0.0, 0.0, 0.0], [3.0, 0.0, 0.0]];
        assert!(off(&a, &parallel, [[0.25, 0.0, 1.0], [0.25, 0.0, 0.0]]) < 1e-15);
        assert!((off(&a, &parallel, [[-0.5, 0.0, 1.0], [0.0, 0.0, 0.0]]) - 0.5).abs() < 1e-15);
    }
}
