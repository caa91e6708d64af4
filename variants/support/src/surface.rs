//! The surface of a convex hull in space as triangles, by the quickhull algorithm with exact predicates.
//!
//! # Exactness
//! Every decision is the sign of an exact determinant; approximate values choose only which point comes next. A point joins
//! when it is *strictly* above a triangle's plane. The triangles strictly below a point form a disc, and the point is not
//! collinear with any edge of its rim (it would lie in the plane of the triangle inside the rim), so no triangle is ever flat.
//! A point in the plane of a triangle joins only if it is above another one; so a face may contain vertices that are not
//! corners of the hull.
//!
//! A point above a removed triangle that is above no new triangle is inside for good: if it saw a triangle that stays, it would
//! see both sides of some edge of the rim, and so the new triangle there, whose plane lies between theirs.
//!
//! # References
//! C. B. Barber, D. P. Dobkin, H. Huhdanpaa: The Quickhull Algorithm for Convex Hulls. ACM TOMS 22 (1996). J. R. Shewchuk:
//! Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates. Discrete & Computational Geometry 18
//! (1997).

use robust::{Coord3D, orient3d};

/// A point in space.
pub type Point = [f64; 3];

/// Positive above the plane through a, b, c (on the side from which they turn counterclockwise), negative below, zero in it.
/// The sign is exact for coordinates in range, see [`in_range`].
pub fn above(a: &Point, b: &Point, c: &Point, p: &Point) -> f64 {
    let coordinates = |p: &Point| Coord3D { x: p[0], y: p[1], z: p[2] };
    -orient3d(coordinates(a), coordinates(b), coordinates(c), coordinates(p))
}

/// Whether products of three differences of such coordinates neither overflow nor lose digits by underflow.
pub fn in_range(x: f64) -> bool {
    x == 0.0 || (2.0_f64.powi(-200)..2.0_f64.powi(200)).contains(&x.abs())
}

/// A triangle of the surface, counterclockwise from outside.
#[derive(Debug)]
struct Triangle {
    corners: [u32; 3],
    /// The triangle across the edge from corner i to the next one.
    across: [u32; 3],
    /// Points strictly above the triangle that are assigned to no other triangle, with their approximate height.
    outside: Vec<(u32, f64)>,
    removed: bool,
    /// The last point tested against the triangle, and whether the triangle is below it.
    seen_from: (u32, bool),
}

struct Surface<'a> {
    points: &'a [Point],
    triangles: Vec<Triangle>,
    /// Triangles that may have points outside.
    open: Vec<u32>,
    /// For the point that joins: for each corner of the rim, the new triangle on the edge that begins there.
    begins: Vec<u32>,
}

/// The triangles of a hull's surface by the numbers of their corners, counterclockwise from outside, for points of any size:
/// the coordinates are divided by a power of two near the greatest one. `None` for points in one plane, or of sizes too far
/// apart for exact predicates.
pub fn surface_of(points: &[Point]) -> Option<Vec<[u32; 3]>> {
    let greatest = points.iter().flatten().fold(0.0, |greatest: f64, x| greatest.max(x.abs()));
    if greatest == 0.0 || !greatest.is_finite() {
        return None;
    }
    let shift = -i64::from(gjk_numbers::float::exponent_of(greatest));
    let unit: Vec<Point> = points.iter().map(|p| p.map(|x| gjk_numbers::float::ldexp(x, shift))).collect();
    // A coordinate below 2⁻²⁰⁰ of the size counts as zero.
    let flushed: Vec<Point> = unit.iter().map(|p| p.map(|x| if in_range(x) { x } else { 0.0 })).collect();
    surface(&flushed)
}

/// The triangles of the hull's surface by the numbers of their corners, counterclockwise from outside. `None` for points in one
/// plane. All coordinates must be in range.
pub fn surface(points: &[Point]) -> Option<Vec<[u32; 3]>> {
    let [a, b, c, d] = first_tetrahedron(points)?;
    let mut surface = Surface { points, triangles: Vec::new(), open: Vec::new(), begins: vec![0; points.len()] };
    for (corners, across) in [([a, b, c], [1, 2, 3]), ([b, a, d], [0, 3, 2]), ([c, b, d], [0, 1, 3]), ([a, c, d], [0, 2, 1])] {
        surface.add(corners, across);
    }
    for point in (0..points.len() as u32).filter(|point| ![a, b, c, d].contains(point)) {
        surface.assign(point, 0);
    }
    surface.open.extend(0..4);
    while let Some(triangle) = surface.open.pop() {
        let outside = &surface.triangles[triangle as usize].outside;
        if let Some(&(highest, _)) = outside.iter().max_by(|p, q| p.1.total_cmp(&q.1)) {
            surface.join(highest, triangle);
        }
    }
    Some(surface.triangles.iter().filter(|triangle| !triangle.removed).map(|triangle| triangle.corners).collect())
}

/// Four points that are not in one plane, as far apart as can easily be found; the last one is below the plane of the others.
fn first_tetrahedron(points: &[Point]) -> Option<[u32; 4]> {
    let minus = |p: &Point, q: &Point| -> Point { std::array::from_fn(|i| p[i] - q[i]) };
    let squared = |v: Point| v.iter().map(|x| x * x).sum::<f64>();
    let cross = |v: Point, w: Point| -> Point {
        std::array::from_fn(|i| v[(i + 1) % 3] * w[(i + 2) % 3] - v[(i + 2) % 3] * w[(i + 1) % 3])
    };
    let greatest =
        |size: &dyn Fn(&Point) -> f64| (0..points.len()).max_by(|&p, &q| size(&points[p]).total_cmp(&size(&points[q])));
    let a = greatest(&|p| -p[0])?;
    let b = greatest(&|p| squared(minus(p, &points[a])))?;
    let edge = minus(&points[b], &points[a]);
    let c = greatest(&|p| squared(cross(edge, minus(p, &points[a]))))?;
    let height = |p: &Point| above(&points[a], &points[b], &points[c], p);
    let d = greatest(&|p| height(p).abs())?;
    let height = height(&points[d]);
    let [a, b, c, d] = [a, b, c, d].map(|point| point as u32);
    if height == 0.0 {
        None
    } else if height < 0.0 {
        Some([a, b, c, d])
    } else {
        Some([a, c, b, d])
    }
}

impl Surface<'_> {
    fn add(&mut self, corners: [u32; 3], across: [u32; 3]) -> u32 {
        self.triangles.push(Triangle { corners, across, outside: Vec::new(), removed: false, seen_from: (u32::MAX, false) });
        (self.triangles.len() - 1) as u32
    }

    fn height(&self, point: u32, triangle: usize) -> f64 {
        let [a, b, c] = self.triangles[triangle].corners.map(|corner| &self.points[corner as usize]);
        above(a, b, c, &self.points[point as usize])
    }

    /// Assigns a point to the first triangle that it is above, starting from this one, if there is any.
    fn assign(&mut self, point: u32, from: usize) {
        for triangle in from..self.triangles.len() {
            let height = self.height(point, triangle);
            if height > 0.0 {
                self.triangles[triangle].outside.push((point, height));
                return;
            }
        }
    }

    /// Whether the point sees the triangle.
    fn sees(&mut self, point: u32, triangle: u32) -> bool {
        let triangle = triangle as usize;
        if self.triangles[triangle].seen_from.0 != point {
            self.triangles[triangle].seen_from = (point, self.height(point, triangle) > 0.0);
        }
        self.triangles[triangle].seen_from.1
    }

    /// Adds a point that sees this triangle: the triangles that it sees are replaced by those from the rim to the point.
    fn join(&mut self, point: u32, first: u32) {
        let mut visible = vec![first];
        let mut rim = Vec::new();
        self.triangles[first as usize].removed = true;
        self.triangles[first as usize].seen_from = (point, true);
        let mut next = 0;
        while let Some(&triangle) = visible.get(next) {
            next += 1;
            for edge in 0..3 {
                let beyond = self.triangles[triangle as usize].across[edge];
                if !self.sees(point, beyond) {
                    let corners = self.triangles[triangle as usize].corners;
                    rim.push((corners[edge], corners[(edge + 1) % 3], beyond));
                } else if !self.triangles[beyond as usize].removed {
                    self.triangles[beyond as usize].removed = true;
                    visible.push(beyond);
                }
            }
        }
        let from = self.triangles.len();
        for &(begin, end, beyond) in &rim {
            let new = self.add([begin, end, point], [beyond, 0, 0]);
            self.begins[begin as usize] = new;
            let beyond = &mut self.triangles[beyond as usize];
            if let Some(edge) = (0..3).find(|&edge| beyond.corners[edge] == end && beyond.corners[(edge + 1) % 3] == begin) {
                beyond.across[edge] = new;
            }
            self.open.push(new);
        }
        for &(begin, end, _) in &rim {
            let (new, next) = (self.begins[begin as usize], self.begins[end as usize]);
            self.triangles[new as usize].across[1] = next;
            self.triangles[next as usize].across[2] = new;
        }
        for triangle in visible {
            for (outside, _) in std::mem::take(&mut self.triangles[triangle as usize].outside) {
                if outside != point {
                    self.assign(outside, from);
                }
            }
        }
    }
}
