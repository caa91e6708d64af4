//! An expanding polytope on exact integers: the hull of a growing number of points, the origin in its interior.
//!
//! The distance from the origin to the nearest of the planes of its facets is the radius of the greatest ball around the origin
//! that it holds, since it is convex. In the plane it is a polygon, which is kept as the prism over it that has no end: its
//! sides are triangles of which one corner lies infinitely far along the third axis. So one code serves both.
//!
//! Reference: van den Bergen, Proximity queries and penetration depth computation on 3D game objects, GDC 2001.

use std::cmp::Ordering::{self, Equal, Greater, Less};

use gjk_cases::case::Point;
use gjk_numbers::vector::{Vector, cross, dot, minus};
use gjk_numbers::{Big, Ring};

use super::nearest::{PRODUCT_ERROR, of_size_one};
use crate::exact::{Integral, Scaled};

/// The index of the corner that lies infinitely far along the third axis.
const FAR: usize = usize::MAX;

/// A facet.
pub struct Facet {
    /// By index, wound so that the normal points outwards.
    corners: [usize; 3],
    /// Of any length.
    pub normal: Vector<Big>,
    /// normal · corner, positive where the origin is inside.
    pub level: Big,
    /// The distance of its plane from the origin.
    pub distance: Scaled,
    /// The normal in floating point, scaled to coordinates of at most one, and the level scaled as its product with a vertex is.
    in_doubles: (Point, f64),
}

/// The hull of points.
pub struct Polytope {
    dimension: usize,
    /// Times 2^−shift, no coordinate exceeds one in size.
    shift: i64,
    vertices: Vec<Vector<Big>>,
    facets: Vec<Facet>,
}

/// product / |n|.
pub fn along(product: &Big, n: &Vector<Big>) -> Scaled {
    product.scaled().over(dot(n, n).scaled().root())
}

impl Polytope {
    /// The hull of points that span the plane or space, none where they do not. No coordinate, and none of a point that comes
    /// in later, exceeds `size`.
    pub fn around(dimension: usize, points: Vec<Vector<Big>>, size: &Big) -> Option<Polytope> {
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
        let mut polytope = Polytope { dimension, shift, vertices: points, facets: Vec::new() };
        for corners in facets {
            polytope.add_facet(corners);
        }
        for vertex in 0..n {
            polytope.take_in(vertex);
        }
        Some(polytope)
    }

    /// The facet whose plane is nearest to the origin.
    pub fn nearest(&self) -> Option<&Facet> {
        self.facets.iter().reduce(|x, y| if y.distance < x.distance { y } else { x })
    }

    /// Takes a point in; false if it is not strictly outside.
    pub fn expand(&mut self, point: Vector<Big>) -> bool {
        self.vertices.push(point);
        self.take_in(self.vertices.len() - 1)
    }

    fn add_facet(&mut self, corners: [usize; 3]) {
        // A corner infinitely far away comes last.
        let [i, j, k] = match corners {
            [FAR, j, k] => [j, k, FAR],
            [i, FAR, k] => [k, i, FAR],
            corners => corners,
        };
        let [p, q] = [i, j].map(|i| &self.vertices[i]);
        let edge = minus(q, p);
        let normal = if k == FAR {
            // edge × (0, 0, 1)
            [edge[1].clone(), edge[0].negated(), Big::zero()]
        } else {
            cross(&edge, &minus(&self.vertices[k], p))
        };
        let level = dot(&normal, p);
        let distance = along(&level, &normal);
        let (of_size_one, shift) = of_size_one(&normal);
        let in_doubles = (of_size_one.map(Scaled::to_f64), level.scaled().shifted(-shift - self.shift).to_f64());
        self.facets.push(Facet { corners: [i, j, k], normal, level, distance, in_doubles });
    }

    /// Lets the facets that see a vertex, those whose plane it lies in included, give way to those from their rim to it. With
    /// the planes included no such facet is flat: a point in line with an edge of the rim lies in the plane of the facet on the
    /// edge's other side, which then is no rim.
    fn take_in(&mut self, vertex: usize) -> bool {
        let point = &self.vertices[vertex];
        let in_doubles: Point = std::array::from_fn(|i| point[i].scaled().shifted(-self.shift).to_f64());
        let sides: Vec<Ordering> = self.facets.iter().map(|facet| facet.side(point, &in_doubles)).collect();
        if !sides.contains(&Greater) {
            return false;
        }
        let mut sides = sides.into_iter();
        let is_seen = |_: &mut Facet| sides.next() != Some(Less);
        let seen: Vec<Facet> = self.facets.extract_if(.., is_seen).collect();
        let edges = seen.iter().flat_map(|facet| [0, 1, 2].map(|i| [facet.corners[i], facet.corners[(i + 1) % 3]]));
        // In the plane two sides of the prism meet in a line without end.
        let is_shared = |edge: &[usize; 2]| self.dimension > 2 || edge.contains(&FAR);
        let edges: Vec<[usize; 2]> = edges.filter(is_shared).collect();
        for [from, to] in &edges {
            if !edges.contains(&[*to, *from]) {
                self.add_facet([*from, *to, vertex]);
            }
        }
        true
    }
}

impl Facet {
    /// On which side of the facet's plane a point lies: beyond it is greater.
    fn side(&self, point: &Vector<Big>, in_doubles: &Point) -> Ordering {
        let (normal, level) = &self.in_doubles;
        let beyond = dot(normal, in_doubles) - level;
        // Either number is off by the error of a product.
        if beyond.abs() > 2.0 * PRODUCT_ERROR {
            return beyond.total_cmp(&0.0);
        }
        dot(&self.normal, point).cmp(&self.level)
    }
}
