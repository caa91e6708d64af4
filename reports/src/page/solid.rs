//! The surface of a convex body for a drawing: faces and edges from its points.
//!
//! Signs are exact ([`robust`]), so a needle of a width of 10⁻¹² has the faces that it has. Points in the plane of a face are
//! not corners of further faces.
//!
//! Reference: Barber, Dobkin, Huhdanpaa: The Quickhull algorithm for convex hulls, ACM Transactions on Mathematical Software 22
//! (1996), 469–483.

use std::collections::{HashMap, HashSet};

use gjk_records::Site;
use robust::{Coord, Coord3D, orient2d, orient3d};

/// The surface of the hull of some points.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Solid {
    /// The points at the ends of edges, by their places in the list that the hull is of.
    pub corners: Vec<usize>,
    /// Polygons of corners, wound so that they turn left as seen from outside; for a flat hull one of its two sides. Triangles in
    /// nearly the same plane are one polygon.
    pub faces: Vec<Vec<usize>>,
    /// The edges of these polygons.
    pub edges: Vec<[usize; 2]>,
}

/// The cosine of the angle between the normals of two triangles above which they are in one polygon: half a degree.
const SAME_PLANE: f64 = 0.999_96;

fn coord(p: &Site) -> Coord3D<f64> {
    Coord3D { x: p[0], y: p[1], z: p[2] }
}

/// Positive if d sees a, b, c turn left.
fn side([a, b, c]: [&Site; 3], d: &Site) -> f64 {
    -orient3d(coord(a), coord(b), coord(c), coord(d))
}

fn minus(p: &Site, q: &Site) -> Site {
    std::array::from_fn(|i| p[i] - q[i])
}

fn cross(v: &Site, w: &Site) -> Site {
    [v[1] * w[2] - v[2] * w[1], v[2] * w[0] - v[0] * w[2], v[0] * w[1] - v[1] * w[0]]
}

fn dot(v: &Site, w: &Site) -> f64 {
    v[0] * w[0] + v[1] * w[1] + v[2] * w[2]
}

/// A triangle of a hull in progress.
struct Face {
    corners: [usize; 3],
    /// The points that see it, each in the list of one face only.
    seen_by: Vec<usize>,
    is_gone: bool,
}

impl Solid {
    /// The hull of points of the plane or of space. Points that are not finite are left out.
    ///
    /// Coordinates should be of a size near one, so that products of three of them stay within range.
    pub fn of(points: &[Site], dimension: u8) -> Solid {
        let finite: Vec<usize> = (0..points.len()).filter(|&i| points[i].iter().all(|x| x.is_finite())).collect();
        let Some(&first) = finite.first() else { return Solid::default() };
        let apart = |p: &Site, q: &Site| {
            let v = minus(p, q);
            dot(&v, &v)
        };
        let farthest = |of: &dyn Fn(usize) -> f64| finite.iter().copied().max_by(|&i, &j| of(i).total_cmp(&of(j)));
        // The farthest point of the first one is a corner.
        let one = farthest(&|i| apart(&points[i], &points[first])).unwrap_or(first);
        let two = farthest(&|i| apart(&points[i], &points[one])).unwrap_or(one);
        if points[one] == points[two] {
            return Solid { corners: vec![one], ..Solid::default() };
        }
        let along = minus(&points[two], &points[one]);
        let aside = |i: usize| {
            let v = cross(&along, &minus(&points[i], &points[one]));
            dot(&v, &v)
        };
        let is_beside = |i: &usize| !are_on_a_line([&points[one], &points[two], &points[*i]]);
        let three = finite.iter().copied().filter(is_beside).max_by(|&i, &j| aside(i).total_cmp(&aside(j)));
        let Some(three) = three else { return Solid { corners: vec![one, two], edges: vec![[0, 1]], ..Solid::default() } };
        let base = [one, two, three];
        let height = |i: usize| side(base.map(|i| &points[i]), &points[i]);
        let four = if dimension == 2 { None } else { farthest(&|i| height(i).abs()).filter(|&i| height(i) != 0.0) };
        match four {
            None => flat(points, &finite, base),
            Some(four) if height(four) > 0.0 => whole(points, &finite, [one, three, two, four]),
            Some(four) => whole(points, &finite, [one, two, three, four]),
        }
    }

    /// Keeps only the corners that occur, with new numbers.
    fn numbered(faces: Vec<Vec<usize>>) -> Solid {
        let mut corners: Vec<usize> = faces.iter().flatten().copied().collect();
        corners.sort_unstable();
        corners.dedup();
        let place = |corner: usize| corners.binary_search(&corner).expect("every corner is listed");
        let faces: Vec<Vec<usize>> = faces.into_iter().map(|face| face.into_iter().map(place).collect()).collect();
        let around = |face: &Vec<usize>| -> Vec<[usize; 2]> {
            (0..face.len()).map(|i| [face[i], face[(i + 1) % face.len()]]).map(|[i, j]| [i.min(j), i.max(j)]).collect()
        };
        let mut edges: Vec<[usize; 2]> = faces.iter().flat_map(around).collect();
        edges.sort_unstable();
        edges.dedup();
        Solid { corners, faces, edges }
    }
}

/// Whether three points are on a line.
fn are_on_a_line(points: [&Site; 3]) -> bool {
    [(0, 1), (1, 2), (2, 0)].into_iter().all(|axes| turn(points, axes) == 0.0)
}

/// Twice the area of three points in the plane of two axes, positive if they turn left.
fn turn(points: [&Site; 3], (x, y): (usize, usize)) -> f64 {
    let [a, b, c] = points.map(|p| Coord { x: p[x], y: p[y] });
    orient2d(a, b, c)
}

/// The hull of points in a plane: its outline.
fn flat(points: &[Site], finite: &[usize], base: [usize; 3]) -> Solid {
    // Leaving out one coordinate is exact. The plane of the other two sees the points as wide as possible.
    let size = |axes: &(usize, usize)| turn(base.map(|i| &points[i]), *axes).abs();
    let axes = [(0, 1), (1, 2), (2, 0)].into_iter().max_by(|a, b| size(a).total_cmp(&size(b))).unwrap_or((0, 1));
    let mut order: Vec<usize> = finite.to_vec();
    order.sort_by(|&i, &j| {
        let of = |i: usize| (points[i][axes.0], points[i][axes.1]);
        of(i).0.total_cmp(&of(j).0).then(of(i).1.total_cmp(&of(j).1))
    });
    let chain = |order: &mut dyn Iterator<Item = usize>| {
        let mut chain: Vec<usize> = Vec::new();
        for next in order {
            while let [.., before, last] = chain[..]
                && turn([&points[before], &points[last], &points[next]], axes) <= 0.0
            {
                chain.pop();
            }
            chain.push(next);
        }
        chain.pop();
        chain
    };
    let outline = [chain(&mut order.iter().copied()), chain(&mut order.iter().rev().copied())].concat();
    Solid::numbered(vec![outline])
}

/// The hull of points that span space, from a tetrahedron whose fourth corner is behind its first face.
fn whole(points: &[Site], finite: &[usize], [p, q, r, s]: [usize; 4]) -> Solid {
    let mut hull = Hull { points, faces: Vec::new(), across: HashMap::new() };
    for corners in [[p, q, r], [p, s, q], [q, s, r], [r, s, p]] {
        hull.add(corners);
    }
    let begun: Vec<usize> = (0..hull.faces.len()).collect();
    finite.iter().for_each(|&i| hull.assign(i, &begun));
    let mut waiting = begun;
    while let Some(face) = waiting.pop() {
        if let Some(farthest) = hull.farthest(face) {
            waiting.extend(hull.take_in(face, farthest));
        }
    }
    hull.solid()
}

struct Hull<'p> {
    points: &'p [Site],
    faces: Vec<Face>,
    /// The face at the left of each directed edge.
    across: HashMap<(usize, usize), usize>,
}

fn edges([i, j, k]: [usize; 3]) -> [(usize, usize); 3] {
    [(i, j), (j, k), (k, i)]
}

impl Hull<'_> {
    fn add(&mut self, corners: [usize; 3]) -> usize {
        let number = self.faces.len();
        self.faces.push(Face { corners, seen_by: Vec::new(), is_gone: false });
        self.across.extend(edges(corners).map(|edge| (edge, number)));
        number
    }

    fn height(&self, face: usize, point: usize) -> f64 {
        side(self.faces[face].corners.map(|i| &self.points[i]), &self.points[point])
    }

    /// Adds a point to the list of the first of these faces that it sees.
    fn assign(&mut self, point: usize, faces: &[usize]) {
        if let Some(&face) = faces.iter().find(|&&face| self.height(face, point) > 0.0) {
            self.faces[face].seen_by.push(point);
        }
    }

    /// The point that sees a face from farthest away.
    fn farthest(&self, face: usize) -> Option<usize> {
        let Face { seen_by, is_gone, .. } = &self.faces[face];
        let height = |point: usize| self.height(face, point);
        seen_by.iter().copied().filter(|_| !is_gone).max_by(|&i, &j| height(i).total_cmp(&height(j)))
    }

    /// Replaces the faces that a point sees by faces from their rim to the point, and returns the new faces.
    fn take_in(&mut self, face: usize, point: usize) -> Vec<usize> {
        let (mut seen, mut rim) = (vec![face], Vec::new());
        self.faces[face].is_gone = true;
        let mut next = 0;
        while next < seen.len() {
            for (from, to) in edges(self.faces[seen[next]].corners) {
                let Some(&other) = self.across.get(&(to, from)) else { continue };
                if self.faces[other].is_gone {
                    continue;
                }
                // A face whose plane holds the point is replaced as well, unless it would leave a face without area.
                let height = self.height(other, point);
                let ends = [from, to, point].map(|i| &self.points[i]);
                if height > 0.0 || height == 0.0 && are_on_a_line(ends) {
                    self.faces[other].is_gone = true;
                    seen.push(other);
                } else {
                    rim.push((from, to));
                }
            }
            next += 1;
        }
        let rim: Vec<(usize, usize)> = rim
            .into_iter()
            .filter(|(from, to)| self.across.get(&(*to, *from)).is_some_and(|&o| !self.faces[o].is_gone))
            .collect();
        let mut left = Vec::new();
        for &gone in &seen {
            left.append(&mut self.faces[gone].seen_by);
            for edge in edges(self.faces[gone].corners) {
                self.across.remove(&edge);
            }
        }
        let new: Vec<usize> = rim.into_iter().map(|(from, to)| self.add([from, to, point])).collect();
        left.into_iter().filter(|&other| other != point).for_each(|other| self.assign(other, &new));
        new
    }

    fn solid(self) -> Solid {
        let mut polygons = Vec::new();
        let mut is_done = vec![false; self.faces.len()];
        for first in 0..self.faces.len() {
            if self.faces[first].is_gone || is_done[first] {
                continue;
            }
            let plane = self.normal(first);
            let mut patch = vec![first];
            is_done[first] = true;
            let mut next = 0;
            while next < patch.len() {
                for (from, to) in edges(self.faces[patch[next]].corners) {
                    let Some(&other) = self.across.get(&(to, from)) else { continue };
                    if !is_done[other] && is_parallel(&plane, &self.normal(other)) {
                        is_done[other] = true;
                        patch.push(other);
                    }
                }
                next += 1;
            }
            match self.outline(&patch) {
                Some(outline) => polygons.push(outline),
                None => polygons.extend(patch.iter().map(|&face| self.faces[face].corners.to_vec())),
            }
        }
        Solid::numbered(polygons)
    }

    fn normal(&self, face: usize) -> Site {
        let [p, q, r] = self.faces[face].corners.map(|i| &self.points[i]);
        cross(&minus(q, p), &minus(r, p))
    }

    /// The polygon of connected triangles; `None` if their rim is not one closed line.
    fn outline(&self, patch: &[usize]) -> Option<Vec<usize>> {
        let own: HashSet<(usize, usize)> = patch.iter().flat_map(|&face| edges(self.faces[face].corners)).collect();
        let rim: HashMap<usize, usize> = own.iter().filter(|(from, to)| !own.contains(&(*to, *from))).copied().collect();
        let begin = *rim.keys().min()?;
        let around: Vec<usize> =
            std::iter::successors(Some(begin), |corner| rim.get(corner).copied().filter(|next| *next != begin))
                .take(rim.len() + 1)
                .collect();
        (around.len() == rim.len() && rim.values().collect::<HashSet<_>>().len() == rim.len()).then_some(around)
    }
}

/// Whether two normals are nearly parallel; a triangle so thin that its normal is lost is a polygon of its own.
fn is_parallel(one: &Site, other: &Site) -> bool {
    dot(one, other) / (dot(one, one) * dot(other, other)).sqrt() >= SAME_PLANE
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(size: f64) -> Vec<Site> {
        (0..8).map(|i| std::array::from_fn(|axis| if i >> axis & 1 == 1 { size } else { 0.0 })).collect()
    }

    /// Every edge has two faces, no point is outside, and the faces close: V − E + F = 2.
    fn is_closed(solid: &Solid, points: &[Site]) {
        let mut sides: HashMap<(usize, usize), usize> = HashMap::new();
        for face in &solid.faces {
            for i in 0..face.len() {
                *sides.entry((face[i], face[(i + 1) % face.len()])).or_default() += 1;
            }
            let corners = [face[0], face[1], face[2]].map(|corner| &points[solid.corners[corner]]);
            if !are_on_a_line(corners) {
                assert!(points.iter().all(|p| side(corners, p) <= 0.0), "{face:?}");
            }
        }
        assert!(sides.iter().all(|((from, to), count)| *count == 1 && sides.contains_key(&(*to, *from))));
        assert_eq!(solid.corners.len() + solid.faces.len(), sides.len() / 2 + 2);
    }

    #[test]
    fn a_cube_has_twelve_edges_with_points_on_its_faces_and_inside() {
        let mut points = cube(1.0);
        points.extend([[0.5, 0.5, 1.0], [0.5, 0.0, 0.0], [0.25, 0.5, 0.5], [1.0, 1.0, 1.0]]);
        let solid = Solid::of(&points, 3);
        is_closed(&solid, &points);
        assert_eq!((solid.corners.len(), solid.faces.len(), solid.edges.len()), (8, 6, 12));
    }

    #[test]
    fn hulls_in_a_plane_on_a_line_and_of_one_point_are_flat() {
        let square: Vec<Site> =
            [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.5, 0.5]].map(|[x, y]| [x, y, x + y]).to_vec();
        let solid = Solid::of(&square, 3);
        assert_eq!((solid.corners, solid.faces.len(), solid.edges.len()), (vec![0, 1, 2, 3], 1, 4));
        let line = Solid::of(&[[0.0; 3], [2.0, 4.0, 6.0], [1.0, 2.0, 3.0]], 3);
        assert_eq!((line.corners.len(), line.faces.len(), line.edges), (2, 0, vec![[0, 1]]));
        assert_eq!(Solid::of(&[[1.0; 3]; 3], 3).corners.len(), 1);
        assert_eq!(Solid::of(&[[f64::NAN; 3]], 3), Solid::default());
        let in_plane = Solid::of(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], 2);
        assert_eq!((in_plane.corners.len(), in_plane.edges.len()), (3, 3));
    }

    #[test]
    fn a_needle_thinner_than_rounding_has_its_faces() {
        let thin = 1e-13;
        let points = [[0.0, 0.0, 0.0], [1.0, 0.0, thin], [1.0, thin, 0.0], [1.0, thin, thin], [0.5, thin / 4.0, thin / 4.0]];
        let solid = Solid::of(&points, 3);
        is_closed(&solid, &points);
        assert_eq!((solid.corners.len(), solid.faces.len()), (4, 4));
    }

    #[test]
    fn differences_of_bodies_are_closed() {
        // A small generator: the points are on a grid, so that many lie in a plane.
        let mut state = 1_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % 7
        };
        for _ in 0..60 {
            let mut cloud =
                |count: usize| -> Vec<Site> { (0..count).map(|_| std::array::from_fn(|_| next() as f64)).collect() };
            let (a, b) = (cloud(12), cloud(9));
            let m: Vec<Site> = a.iter().flat_map(|p| b.iter().map(move |q| minus(p, q))).collect();
            is_closed(&Solid::of(&m, 3), &m);
        }
    }
}
