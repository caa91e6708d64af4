//! An expanding polytope on exact integers: the hull of a growing number of points.
//!
//! The polytope is convex, so the distance from the origin to the nearest of the planes of its facets is the radius of the
//! greatest ball around the origin that it holds. In the plane it is a polygon, which is represented by the infinite prism over
//! it: the sides of the prism are triangles with one corner infinitely far along the third axis. So the same code serves both
//! dimensions.
//!
//! Reference: van den Bergen, Proximity queries and penetration depth computation on 3D game objects, GDC 2001. Barber, Dobkin,
//! Huhdanpaa: The Quickhull algorithm for convex hulls, ACM Transactions on Mathematical Software 22 (1996), 469–483: from a
//! facet that a point sees, all others that it sees are reached through neighbours.

use std::cmp::Ordering::{self, Equal, Greater, Less};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use gjk_cases::case::Point;
use gjk_numbers::vector::{Vector, cross, dot, length, minus};

use super::nearest::{PRODUCT_ERROR, in_doubles};
use crate::certificate::depth::Plane;
use crate::exact::{Integral, Scaled};

/// The index of the corner that lies infinitely far along the third axis, and of the facet there.
const FAR: usize = usize::MAX;

/// A facet.
pub struct Facet<I> {
    /// The corners by index, wound so that the normal points outwards. A corner infinitely far away comes last.
    corners: [usize; 3],
    /// The facet across the edge from each corner to the next one.
    across: [usize; 3],
    /// The outward normal, of any length.
    pub normal: Vector<I>,
    /// normal · corner, which is positive if the origin is inside.
    pub level: I,
    /// The normal in floating point, scaled to coordinates of at most one, and the level with the scale of a product of that
    /// normal and a vertex.
    in_doubles: (Point, f64),
    is_replaced: bool,
}

/// The hull of points.
pub struct Polytope<I> {
    dimension: usize,
    /// With a factor of 2^−shift, no coordinate exceeds one in size.
    shift: i64,
    vertices: Vec<Vector<I>>,
    facets: Vec<Facet<I>>,
    /// Facets by their distances, including those that have been replaced since.
    queue: BinaryHeap<Reverse<(Near, usize)>>,
}

/// The distance of a facet's plane, in doubles and in units of the greatest coordinate: the relative error is less than
/// [`DISTANCE_ERROR`], or the distance is zero because it is beyond the range.
#[derive(Clone, Copy, PartialEq)]
struct Near(f64);

impl Eq for Near {}

impl PartialOrd for Near {
    fn partial_cmp(&self, other: &Near) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Near {
    fn cmp(&self, other: &Near) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// The greatest relative difference of two distances of facets in doubles that rounding alone can cause.
pub const DISTANCE_ERROR: f64 = 1.0 / (1u64 << 45) as f64;

/// product / |n|.
pub fn along<I: Integral>(product: &I, n: &Vector<I>) -> Scaled {
    product.scaled().over(dot(n, n).scaled().root())
}

impl<I: Integral> Polytope<I> {
    /// The hull of points that span the plane or space; `None` if they do not. No coordinate of these or of a later point
    /// exceeds `size`.
    pub fn around(dimension: usize, points: Vec<Vector<I>>, size: &I) -> Option<Polytope<I>> {
        let n = points.len();
        let volume = |[p, q, r, s]: [usize; 4]| {
            let edge = |i: usize| minus(&points[i], &points[s]);
            dot(&edge(p), &cross(&edge(q), &edge(r)))
        };
        let area = |[p, q, r]: [usize; 3]| cross(&minus(&points[p], &points[r]), &minus(&points[q], &points[r]))[2].clone();
        let triangles = (0..n).flat_map(|i| (0..i).flat_map(move |j| (0..j).map(move |k| [i, j, k])));
        let facets = if dimension == 2 {
            let mut triangles = triangles.map(|t| (t, area(t).sign()));
            let ([p, q, r], turn) = triangles.find(|(_, turn)| *turn != Equal)?;
            let [q, r] = if turn == Greater { [q, r] } else { [r, q] };
            vec![[p, q, FAR], [q, r, FAR], [r, p, FAR]]
        } else {
            let mut tetrahedra =
                triangles.flat_map(|[i, j, k]| (0..k).map(move |l| [i, j, k, l])).map(|t| (t, volume(t).sign()));
            let ([p, q, r, s], turn) = tetrahedra.find(|(_, turn)| *turn != Equal)?;
            // (p − s)·((q − s) × (r − s)) > 0: seen from s, p q r turn so that p q r's normal points away from s.
            let [q, r] = if turn == Greater { [q, r] } else { [r, q] };
            vec![[p, q, r], [p, s, q], [q, s, r], [r, s, p]]
        };
        let shift = size.scaled().exponent() + 1;
        let mut polytope = Polytope { dimension, shift, vertices: points, facets: Vec::new(), queue: BinaryHeap::new() };
        let whole = facets.len();
        for corners in facets {
            polytope.add_facet(corners);
        }
        for (one, other) in (0..whole).flat_map(|one| (0..one).map(move |other| (one, other))) {
            polytope.link(one, other);
        }
        for vertex in 0..n {
            let in_doubles = polytope.rounded(vertex);
            let sees = |facet: &Facet<I>| !facet.is_replaced && facet.side(&polytope.vertices[vertex], &in_doubles) == Greater;
            if let Some(seen) = polytope.facets.iter().position(sees) {
                polytope.take_in(seen, vertex);
            }
        }
        Some(polytope)
    }

    /// The facet whose plane is nearest to the origin, up to rounding, among those that were not [set
    /// aside](Polytope::set_aside).
    pub fn nearest(&mut self) -> Option<usize> {
        while let Some(Reverse((_, facet))) = self.queue.peek() {
            if !self.facets[*facet].is_replaced {
                return Some(*facet);
            }
            self.queue.pop();
        }
        None
    }

    /// Sets the nearest facet aside.
    pub fn set_aside(&mut self) {
        self.queue.pop();
    }

    /// The facet of this number; `None` if it has been replaced.
    pub fn facet(&self, number: usize) -> Option<&Facet<I>> {
        self.facets.get(number).filter(|facet| !facet.is_replaced)
    }

    /// The numbers of the facets, and their corners, numbered in the order in which they were added.
    pub fn facets(&self) -> impl Iterator<Item = (usize, &[usize])> {
        let there = self.facets.iter().enumerate().filter(|(_, facet)| !facet.is_replaced);
        there.map(|(number, facet)| (number, &facet.corners[..self.dimension]))
    }

    /// Adds a point; false if it is not strictly beyond the plane of this facet.
    pub fn expand(&mut self, facet: usize, point: Vector<I>) -> bool {
        self.vertices.push(point);
        self.take_in(facet, self.vertices.len() - 1)
    }

    fn rounded(&self, vertex: usize) -> Point {
        self.vertices[vertex].each_ref().map(|x| x.shifted_to_f64(-self.shift))
    }

    /// Adds a facet without neighbours.
    fn add_facet(&mut self, corners: [usize; 3]) -> usize {
        let [i, j, k] = match corners {
            [FAR, j, k] => [j, k, FAR],
            [i, FAR, k] => [k, i, FAR],
            corners => corners,
        };
        let [p, q] = [i, j].map(|i| &self.vertices[i]);
        let edge = minus(q, p);
        let normal = if k == FAR {
            // edge × (0, 0, 1)
            [edge[1].clone(), edge[0].negated(), I::zero()]
        } else {
            cross(&edge, &minus(&self.vertices[k], p))
        };
        let level = dot(&normal, p);
        let (of_size_one, shift) = in_doubles(&normal);
        let in_doubles = (of_size_one, level.shifted_to_f64(-shift - self.shift));
        let distance = Near(in_doubles.1 / length(&in_doubles.0));
        let number = self.facets.len();
        let across = [FAR; 3];
        self.facets.push(Facet { corners: [i, j, k], across, normal, level, in_doubles, is_replaced: false });
        self.queue.push(Reverse((distance, number)));
        number
    }

    /// Makes two facets neighbours if they have an edge in common; two edges between points of the plane do not count.
    fn link(&mut self, one: usize, other: usize) {
        for (i, j) in (0..3).flat_map(|i| (0..3).map(move |j| (i, j))) {
            let ([from, to], [start, end]) = (self.facets[one].edge(i), self.facets[other].edge(j));
            if from == end && to == start && (self.dimension > 2 || from == FAR || to == FAR) {
                self.facets[one].across[i] = other;
                self.facets[other].across[j] = one;
            }
        }
    }

    /// Replaces the facets that see a vertex, including those in whose plane it lies, by facets from their rim to the vertex,
    /// if the given facet sees it strictly.
    ///
    /// Because those in whose plane it lies are included, no new facet is flat: a point collinear with an edge of the rim lies
    /// in the plane of the facet on the edge's other side, so that edge is not on the rim. All the replaced facets are found by
    /// walking from neighbour to neighbour: a face in whose plane the vertex lies has an edge between itself and the vertex,
    /// and beyond that edge a facet that sees it strictly.
    fn take_in(&mut self, seen: usize, vertex: usize) -> bool {
        let in_doubles = self.rounded(vertex);
        let point = &self.vertices[vertex];
        if self.facets[seen].side(point, &in_doubles) != Greater {
            return false;
        }
        // The facets across the rim, and the edges of the rim in the sense of the replaced facets.
        let mut rim: Vec<(usize, [usize; 2])> = Vec::new();
        let mut reached = vec![seen];
        self.facets[seen].is_replaced = true;
        while let Some(facet) = reached.pop() {
            for i in 0..3 {
                let (across, edge) = (self.facets[facet].across[i], self.facets[facet].edge(i));
                if across == FAR || self.facets[across].is_replaced {
                    continue;
                }
                if self.facets[across].side(&self.vertices[vertex], &in_doubles) == Less {
                    rim.push((across, edge));
                } else {
                    self.facets[across].is_replaced = true;
                    reached.push(across);
                }
            }
        }
        // The new facets' edges at the vertex, by their other ends: each edge belongs to two facets.
        let mut spokes: Vec<(usize, usize)> = Vec::with_capacity(2 * rim.len());
        for (across, [from, to]) in rim {
            let facet = self.add_facet([from, to, vertex]);
            self.link(facet, across);
            let ends = [from, to].into_iter().filter(|end| self.dimension > 2 || *end == FAR);
            spokes.extend(ends.map(|end| (end, facet)));
        }
        spokes.sort_unstable();
        for pair in spokes.chunks_exact(2) {
            self.link(pair[0].1, pair[1].1);
        }
        true
    }
}

impl<I: Integral> Facet<I> {
    /// The distance of the facet's plane from the origin, to about 100 bits.
    pub fn distance(&self) -> Scaled {
        along(&self.level, &self.normal)
    }

    /// The plane of the facet.
    pub fn plane(&self) -> Plane<I> {
        let Facet { normal, level, .. } = self;
        Plane { length_squared: dot(normal, normal), normal: normal.clone(), level: level.clone() }
    }

    /// Whether another facet, which is no nearer according to doubles, may be as near.
    pub fn may_be_as_near(&self, other: &Facet<I>) -> bool {
        let [here, there] = [self, other].map(|facet| facet.in_doubles.1 / length(&facet.in_doubles.0));
        // Below the least normal number, doubles have fewer digits.
        there - here <= DISTANCE_ERROR * here + f64::MIN_POSITIVE
    }

    /// The edge from this corner to the next one.
    fn edge(&self, corner: usize) -> [usize; 2] {
        [self.corners[corner], self.corners[(corner + 1) % 3]]
    }

    /// The side of the facet's plane on which a point lies: `Greater` is beyond it.
    fn side(&self, point: &Vector<I>, in_doubles: &Point) -> Ordering {
        let (normal, level) = &self.in_doubles;
        let beyond = dot(normal, in_doubles) - level;
        // Each of the two numbers has the error of a product.
        if beyond.abs() > 2.0 * PRODUCT_ERROR {
            return beyond.total_cmp(&0.0);
        }
        dot(&self.normal, point).cmp(&self.level)
    }
}

#[cfg(test)]
mod tests {
    use gjk_numbers::{Ring, Wide};

    use super::*;
    use crate::small::{Numbers, vector};

    /// Checks that every point is in the hull of the facets and that each edge of a facet belongs to two facets; returns the
    /// number of facets.
    fn is_hull_of(polytope: &Polytope<Wide>, points: &[Vector<Wide>]) -> usize {
        for (number, corners) in polytope.facets() {
            let facet = polytope.facet(number).expect("it is there");
            let beyond = points.iter().find(|point| dot(&facet.normal, point) > facet.level);
            assert_eq!(beyond, None, "{points:?}: beyond {corners:?}");
            assert!(corners.iter().all(|corner| dot(&facet.normal, &polytope.vertices[*corner]) == facet.level));
            let edges = (0..3).filter(|&i| polytope.dimension > 2 || facet.edge(i).contains(&FAR));
            for i in edges {
                let [from, to] = facet.edge(i);
                let other = polytope.facet(facet.across[i]).expect("a neighbour");
                assert!((0..3).any(|j| other.edge(j) == [to, from] && other.across[j] == number), "{points:?}");
            }
        }
        polytope.facets().count()
    }

    #[test]
    fn the_facets_are_those_of_the_hull_of_all_points_that_came_in() {
        let mut numbers = Numbers::of(11);
        let mut expanded = [0; 2];
        for round in 0..600 {
            let (dimension, size) = (2 + round % 2, [2, 5, 1000][round / 2 % 3]);
            let place = |p: [i64; 3]| vector(if dimension == 2 { [p[0], p[1], 0] } else { p });
            let points: Vec<Vector<Wide>> = numbers.points(14, size, 0).into_iter().map(place).collect();
            let most = Wide::from_i128(1 << 20);
            let Some(mut polytope) = Polytope::around(dimension, points[..7].to_vec(), &most) else { continue };
            let mut taken = points[..7].to_vec();
            is_hull_of(&polytope, &taken);
            for point in &points[7..] {
                let seen = polytope.facets().map(|(number, _)| number).find(|&number| {
                    let facet = polytope.facet(number).expect("it is there");
                    dot(&facet.normal, point) > facet.level
                });
                taken.push(*point);
                match seen {
                    Some(facet) => {
                        assert!(polytope.expand(facet, *point) && polytope.facet(facet).is_none(), "it has given way");
                        expanded[dimension - 2] += 1;
                    }
                    None => {
                        let any = polytope.facets().next().expect("a facet").0;
                        assert!(!polytope.expand(any, *point) && polytope.facet(any).is_some(), "nothing sees it");
                    }
                }
                let facets = is_hull_of(&polytope, &taken);
                assert!(facets <= if dimension == 2 { taken.len() } else { 2 * taken.len() - 4 });
            }
            // The facets that were not set aside come in the order of their distances.
            let mut last = f64::NEG_INFINITY;
            let mut count = 0;
            while let Some(nearest) = polytope.nearest() {
                let distance = polytope.facet(nearest).expect("it is there").distance().to_f64();
                assert!(distance >= last * (1.0 - 1e-12) || distance >= last - 1e-9, "{distance} {last}");
                (last, count) = (distance, count + 1);
                polytope.set_aside();
            }
            assert_eq!(count, polytope.facets().count());
        }
        assert!(expanded.iter().all(|count| *count > 300), "{expanded:?}");
    }

    #[test]
    fn points_in_one_plane_make_no_polytope() {
        let flat = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [5, 5, 0]].map(vector);
        assert!(Polytope::around(3, flat.to_vec(), &Wide::from_i128(5)).is_none());
        assert!(Polytope::around(2, flat[..2].to_vec(), &Wide::one()).is_none());
        assert!(Polytope::around(2, flat.to_vec(), &Wide::from_i128(5)).is_some());
    }
}
