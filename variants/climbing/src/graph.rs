//! The graph of a convex hull's surface. A support point is found by climbing on it when the chart does not decide.
//!
//! # Contents of the graph
//! The graph contains every edge of the triangulated surface. Among points with the same coordinates it contains only the
//! first, which wins every tie among them. A point that is not a corner of a triangle is joined to the corners of a triangle or
//! tetrahedron of corners that holds it. A point so deep inside that rounding cannot make its product the greatest is left out.
//!
//! # Correctness
//! Let f(p) be the exact product of a point with the direction, F(p) the rounded one, S = Σᵢ |dᵢ| maxₚ |pᵢ| and e = 4uS. Each
//! product has at most three rounding errors, so |F − f| ≤ e; underflow is far below uS unless S is tiny, which is tested.
//!
//! *The points with f ≥ c are connected, for any c.* At a corner of the hull the tangent cone is spanned by the edges of the
//! surrounding triangles, so some neighbour is higher unless the corner is a highest point. The same holds for a vertex inside
//! an edge of the hull. A vertex inside a face is joined to a corner of the face by a path that does not fall. A point joined
//! to the corners of a simplex that holds it has, among these corners, one that is not lower. So a path that never falls leads
//! from any point to the highest ones, which are connected as vertices of a triangulated face.
//!
//! *Search.* Climb to a vertex that has no neighbour with a greater F. From there visit, breadth first, all points with F ≥ B −
//! 4e, where B is the greatest F seen so far; the first point with F = B at the end is the answer. Let y be visited with F(y) =
//! B and let p be any point with F(p) ≥ B. Both have f ≥ B − e, so they are connected by points with f ≥ B − e, and so with F ≥
//! B − 2e. Each of those is visited as B never falls, p included. So B is the greatest product of all points in the graph, and
//! all points that attain it are visited.
//!
//! *Left out* are points q for which q ± sᵢ along each axis lies inside the hull, where sᵢ ≥ 16u Σᵢ maxₚ |pᵢ|: some point of
//! the hull is higher than q by s max |dᵢ| ≥ 16uS = 4e, so even its rounded product is greater than that of q.

use gjk_support::surface::{Point, in_range};

use crate::chart::{Chart, Charted};
use crate::digits::Float;
use crate::joints::{distinct, joints};

/// A vertex: a point, and the place of the list of its neighbours. The list begins with the neighbours along edges, followed by
/// the points attached to the vertex.
#[derive(Clone, Copy, Debug)]
struct Vertex {
    /// The number of its point.
    name: u32,
    begin: u32,
    edges: u32,
    attached: u32,
}

/// The graph.
#[derive(Clone, Debug)]
pub(super) struct Graph<T> {
    vertices: Vec<Vertex>,
    /// The coordinates of the vertices.
    points: Vec<[T; 3]>,
    /// The lists of the vertices, one after the other.
    neighbors: Vec<u32>,
    /// For each point, a vertex at the same place, or any vertex if the point is left out.
    vertex_of: Vec<u32>,
    /// For each axis, the greatest absolute coordinate.
    extent: [T; 3],
    chart: Chart<T>,
}

/// The greatest number of points that a search visits; with more, a scan is used.
const VISITED: usize = 64;

impl<T: Float> Graph<T> {
    /// The graph of these points. `None` if they lie in a plane, if a coordinate is not finite or so large or small that
    /// predicates would not be exact, or if there are more points than a chart can name.
    pub fn new(points: &[[T; 3]]) -> Option<Self> {
        let wide: Vec<Point> = points.iter().map(|point| point.map(Into::into)).collect();
        if points.len() > crate::chart::MOST || !wide.iter().flatten().all(|&x| in_range(x)) {
            return None;
        }
        let mut extent = [T::zero(); 3];
        for point in points {
            for i in 0..3 {
                if point[i].magnitude() > extent[i] {
                    extent[i] = point[i].magnitude();
                }
            }
        }
        let sum: f64 = extent.iter().map(|&x| -> f64 { x.into() }).sum();
        let depth = 32.0 * T::unit_roundoff().to_f64() * sum;

        let (distinct, first) = distinct(&wide);
        let different: Vec<Point> = distinct.iter().map(|&name| wide[name as usize]).collect();
        let joints = joints(&different, depth)?;
        let mut number = vec![0; different.len()];
        for (vertex, joint) in joints.iter().enumerate() {
            number[joint.point as usize] = vertex as u32;
        }
        let mut vertices = Vec::with_capacity(joints.len());
        let mut neighbors = Vec::new();
        for joint in &joints {
            vertices.push(Vertex {
                name: distinct[joint.point as usize],
                begin: neighbors.len() as u32,
                edges: joint.edges.len() as u32,
                attached: joint.attached.len() as u32,
            });
            neighbors.extend(joint.edges.iter().chain(&joint.attached).map(|&neighbor| number[neighbor as usize]));
        }
        let vertex_of = first.iter().map(|&first| number[first as usize]).collect();
        let chart = Chart::new(points, &distinct);
        let points = vertices.iter().map(|vertex| points[vertex.name as usize]).collect();
        Some(Graph { vertices, points, neighbors, vertex_of, extent, chart })
    }

    /// The first point with the greatest product, and its number. `near` is a point to start from. `None` if climbing
    /// guarantees nothing: for a direction that is zero, tiny, enormous or not finite, or if too many points are nearly as high
    /// as the highest.
    #[inline(always)]
    pub fn support(&self, direction: [T; 3], near: Option<usize>) -> Option<([T; 3], usize)> {
        match self.chart.find(direction) {
            Charted::Point(point, name) => Some((point, name)),
            Charted::Near(point) => self.climb(direction, near.unwrap_or(point)),
            Charted::Nothing => None,
        }
    }

    /// The result of [`Graph::support`] by climbing from this point.
    #[cold]
    #[inline(never)]
    fn climb(&self, direction: [T; 3], start: usize) -> Option<([T; 3], usize)> {
        let term = |i: usize| self.extent[i].times(&direction[i].magnitude());
        let size = term(0).plus(&term(1)).plus(&term(2));
        let error = T::from_f64(4.0).times(&T::unit_roundoff()).times(&size);
        if !error.is_finite() || size < T::from_f64(16.0).times(&T::LEAST_NORMAL) {
            return None;
        }
        let mut look = self.look(direction, self.vertex_of.get(start).copied().unwrap_or(0));
        while look.greatest > look.product {
            look = self.look(direction, look.highest);
        }
        let band = T::from_f64(4.0).times(&error);
        let vertex = &self.vertices[look.vertex as usize];
        if look.greatest < look.product.minus(&band) && vertex.attached == 0 {
            return Some((self.points[look.vertex as usize], vertex.name as usize));
        }
        self.plateau(direction, &look, &band)
    }

    /// The product of a vertex.
    fn product(&self, vertex: u32, direction: [T; 3]) -> T {
        let point = &self.points[vertex as usize];
        point[0].times(&direction[0]).plus(&point[1].times(&direction[1])).plus(&point[2].times(&direction[2]))
    }

    /// The products of a vertex and its neighbours along edges.
    fn look(&self, direction: [T; 3], vertex: u32) -> Look<T> {
        let Vertex { begin, edges, .. } = self.vertices[vertex as usize];
        let neighbors = &self.neighbors[begin as usize..(begin + edges) as usize];
        let mut highest = neighbors[0];
        let mut greatest = self.product(highest, direction);
        for &neighbor in &neighbors[1..] {
            let product = self.product(neighbor, direction);
            highest = if product > greatest { neighbor } else { highest };
            greatest = if product > greatest { product } else { greatest };
        }
        Look { vertex, product: self.product(vertex, direction), highest, greatest }
    }

    /// The first of the greatest points, found by visiting all points that are nearly as high as the summit and connected with
    /// it.
    fn plateau(&self, direction: [T; 3], summit: &Look<T>, band: &T) -> Option<([T; 3], usize)> {
        let mut visited = [(summit.vertex, summit.product); VISITED];
        let mut len = 1;
        let mut next = 0;
        let mut best = summit.product;
        while next < len {
            let Vertex { begin, edges, attached, .. } = self.vertices[visited[next].0 as usize];
            next += 1;
            for &neighbor in &self.neighbors[begin as usize..(begin + edges + attached) as usize] {
                let product = self.product(neighbor, direction);
                if product < best.minus(band) || visited[..len].iter().any(|known| known.0 == neighbor) {
                    continue;
                }
                if len == VISITED {
                    return None;
                }
                visited[len] = (neighbor, product);
                len += 1;
                if product > best {
                    best = product;
                }
            }
        }
        let greatest = visited[..len].iter().filter(|known| known.1 == best);
        let first = greatest.map(|known| known.0).min_by_key(|&vertex| self.vertices[vertex as usize].name)?;
        Some((self.points[first as usize], self.vertices[first as usize].name as usize))
    }
}

/// The view from a vertex: its product, and its highest neighbour with that neighbour's product.
struct Look<T> {
    vertex: u32,
    product: T,
    highest: u32,
    greatest: T,
}
