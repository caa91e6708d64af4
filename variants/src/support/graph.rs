//! The graph of a convex hull's surface, on which a support point is found by climbing.
//!
//! # What is in the graph
//! Every edge of the triangulated surface. Of points with the same coordinates only the first is there, which wins every tie
//! among them. A point that is no corner of a triangle is joined to the corners of a triangle or tetrahedron of corners that
//! holds it; but a point so deep inside that rounding cannot make its product the greatest is left out.
//!
//! # Why climbing finds what a scan finds
//! Let f(p) be the exact product of a point with the direction, F(p) the rounded one, S = Σᵢ |dᵢ| maxₚ |pᵢ| and e = 4uS. Each
//! product has three rounding errors on its way at most, so |F − f| ≤ e; underflow is below uS by far where S is no tiny
//! number, which is asked.
//!
//! *The points with f ≥ c are connected, for any c.* At a corner of the hull the tangent cone is spanned by the edges of the
//! triangles around, so some neighbour is higher unless the corner is a highest point; the same holds for a vertex inside an
//! edge of the hull; a vertex inside a face is joined by a path that does not fall to a corner of the face; a point joined to
//! the corners of a simplex that holds it has one among them that is not lower. So a path that never falls leads from any point
//! to the highest ones, which are connected as vertices of a triangulated face.
//!
//! *Search.* Climb to a vertex none of whose neighbours has a greater F. From there visit, breadth first, all points with F ≥
//! B − 4e, where B is the greatest F seen so far; of those with F = B at the end the first one is the answer. Let y be visited
//! with F(y) = B and let p be any point with F(p) ≥ B. Both have f ≥ B − e, so they are connected by points with f ≥ B − e, that
//! is with F ≥ B − 2e; each of those is visited as B never falls, p included. So B is the greatest product of all points in the
//! graph, and all that attain it are visited.
//!
//! *Left out* are points q for which q ± sᵢ along each axis lies inside the hull, where sᵢ ≥ 16u Σᵢ maxₚ |pᵢ|: some point of the
//! hull is higher than q by s max |dᵢ| ≥ 16uS = 4e, so even its rounded product is greater than that of q.

use super::joints::{distinct, joints};
use super::surface::{Point, in_range};
use crate::ring::Scalar;

/// A binary floating-point number of the processor.
pub trait Float: Scalar + Copy + Into<f64> + sealed::Sealed {
    /// The least number with all its digits.
    const LEAST_NORMAL: Self;
}

impl Float for f32 {
    const LEAST_NORMAL: f32 = f32::MIN_POSITIVE;
}

impl Float for f64 {
    const LEAST_NORMAL: f64 = f64::MIN_POSITIVE;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

/// Where the list of a vertex begins, and how many edges it has: a multiple of four, the first one being repeated.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Vertex {
    place: u32,
    edges: u32,
}

/// A part of a vertex's list. The list begins with the vertex itself; its neighbours along edges follow, and then the points
/// attached to it. Coordinates stand where they are read, and whatever a step of a climb reads stands together.
#[derive(Clone, Copy, Debug)]
struct Entry<T> {
    point: [T; 3],
    /// For the vertex itself: the number of its point and the number of points attached to it. For others: where their list
    /// begins and how many edges they have.
    tag: [u32; 2],
}

impl<T> Entry<T> {
    #[inline(always)]
    fn vertex(&self) -> Vertex {
        Vertex { place: self.tag[0], edges: self.tag[1] }
    }
}

/// The graph.
#[derive(Clone, Debug)]
pub(super) struct Graph<T> {
    /// The lists of the vertices, one after the other.
    entries: Vec<Entry<T>>,
    /// By point, a vertex that it is, or that is near.
    vertices: Vec<Vertex>,
    /// By axis, the greatest absolute coordinate.
    extent: [T; 3],
    /// By cell of directions, the vertex that is highest in the middle of the cell.
    cells: Vec<Vertex>,
    cells_in_row: u32,
}

/// The most points that a search visits; more are left to a scan.
const VISITED: usize = 64;

impl<T: Float> Graph<T> {
    /// The graph of these points. None where they lie in a plane, where a coordinate is not finite or so large or small that
    /// predicates would not be exact, and for more than 2²⁴ points.
    pub fn new(points: &[[T; 3]]) -> Option<Self> {
        let wide: Vec<Point> = points.iter().map(|point| point.map(Into::into)).collect();
        if points.len() > 1 << 24 || !wide.iter().flatten().all(|&x| in_range(x)) {
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
        let mut joints = joints(&different, depth)?;
        let mut places = vec![0; different.len()];
        let mut place = 0;
        for joint in &mut joints {
            let edges = joint.edges.len();
            joint.edges.resize(edges.next_multiple_of(4), joint.edges[0]);
            places[joint.point as usize] = place;
            place += 1 + joint.edges.len() as u32 + joint.attached.len() as u32;
        }
        let mut vertices = vec![Vertex { place: 0, edges: joints[0].edges.len() as u32 }; different.len()];
        for joint in &joints {
            let point = joint.point as usize;
            vertices[point] = Vertex { place: places[point], edges: joint.edges.len() as u32 };
        }
        let coordinates = |point: u32| points[distinct[point as usize] as usize];
        let mut entries = Vec::with_capacity(place as usize);
        for joint in &joints {
            let tag = [distinct[joint.point as usize], joint.attached.len() as u32];
            entries.push(Entry { point: coordinates(joint.point), tag });
            for &neighbor in joint.edges.iter().chain(&joint.attached) {
                let Vertex { place, edges } = vertices[neighbor as usize];
                entries.push(Entry { point: coordinates(neighbor), tag: [place, edges] });
            }
        }
        let vertices = first.iter().map(|&first| vertices[first as usize]).collect();
        let mut graph = Graph { entries, vertices, extent, cells: Vec::new(), cells_in_row: 0 };
        graph.chart(joints.len());
        Some(graph)
    }

    /// Fills the cells of directions, about one for each vertex.
    fn chart(&mut self, vertices: usize) {
        let row = ((vertices as f64 / 6.0).sqrt().ceil() as u32).max(1);
        let mut cells = vec![self.vertices[0]; (6 * row * row) as usize];
        let mut vertex = self.vertices[0];
        for side in 0..6 {
            for cell in 0..row * row {
                let (j, k) = (cell / row, cell % row);
                // Every other row backwards, so that the next cell is a neighbour.
                let k = if j % 2 == 0 { k } else { row - 1 - k };
                let middle = |i: u32| (f64::from(i) + 0.5) / f64::from(row) * 2.0 - 1.0;
                let mut direction = [T::zero(); 3];
                direction[side / 2] = T::from_f64(if side % 2 == 0 { 1.0 } else { -1.0 });
                direction[(side / 2 + 1) % 3] = T::from_f64(middle(j));
                direction[(side / 2 + 2) % 3] = T::from_f64(middle(k));
                vertex = self.climb(direction, vertex).vertex;
                cells[((side as u32 * row + j) * row + k) as usize] = vertex;
            }
        }
        self.cells = cells;
        self.cells_in_row = row;
    }

    /// The vertex that is highest in a direction near this one.
    #[inline(always)]
    fn charted(&self, direction: [T; 3]) -> Vertex {
        let size = direction.map(|x| x.magnitude());
        let (x, y, z) = (direction[0], direction[1], direction[2]);
        let (side, along, next, last) = if size[0] >= size[1] && size[0] >= size[2] {
            (0, x, y, z)
        } else if size[1] >= size[2] {
            (2, y, z, x)
        } else {
            (4, z, x, y)
        };
        let row = self.cells_in_row;
        let size: f64 = along.magnitude().into();
        let half = f64::from(row) * 0.5;
        let place = |x: T| {
            let x: f64 = x.into();
            (((x / size + 1.0) * half) as u32).min(row - 1)
        };
        let side = side + u32::from(along < T::zero());
        self.cells[((side * row + place(next)) * row + place(last)) as usize]
    }

    /// The first point with the greatest product, and its number. `near` is a point to start from. None where climbing promises
    /// nothing: for a direction that is zero, tiny, or not finite, and where too many points are nearly as high as the highest.
    #[inline]
    pub fn support(&self, direction: [T; 3], near: Option<usize>) -> Option<([T; 3], usize)> {
        let term = |i: usize| self.extent[i].times(&direction[i].magnitude());
        let size = term(0).plus(&term(1)).plus(&term(2));
        let error = T::from_f64(4.0).times(&T::unit_roundoff()).times(&size);
        if !error.is_finite() || size < T::from_f64(16.0).times(&T::LEAST_NORMAL) {
            return None;
        }
        // Where the last answer holds no more, the chart is nearer than the steps from it.
        let near = near.and_then(|near| self.vertices.get(near)).map(|&near| self.look(direction, near));
        let summit = match near {
            Some(look) if look.is_summit() => look,
            _ => self.climb(direction, self.charted(direction)),
        };
        let band = T::from_f64(4.0).times(&error);
        let itself = &self.entries[summit.vertex.place as usize];
        if summit.greatest < summit.product.minus(&band) && itself.tag[1] == 0 {
            return Some((itself.point, itself.tag[0] as usize));
        }
        self.plateau(direction, &summit, &band)
    }

    /// A vertex and its neighbours. These are compared by four, in two rounds: how many there are cannot be foreseen, how many
    /// fours there are can.
    #[inline(always)]
    fn look(&self, direction: [T; 3], vertex: Vertex) -> Look<T> {
        let place = vertex.place as usize;
        let neighbors = &self.entries[place + 1..place + 1 + vertex.edges as usize];
        let mut highest = &neighbors[0];
        let mut greatest = product(&highest.point, direction);
        for four in neighbors.as_chunks::<4>().0 {
            let [p, q, r, s] = four.each_ref().map(|neighbor| product(&neighbor.point, direction));
            let (pq, first) = if q > p { (q, &four[1]) } else { (p, &four[0]) };
            let (rs, last) = if s > r { (s, &four[3]) } else { (r, &four[2]) };
            let (new, neighbor) = if rs > pq { (rs, last) } else { (pq, first) };
            highest = if new > greatest { neighbor } else { highest };
            greatest = if new > greatest { new } else { greatest };
        }
        let product = product(&self.entries[place].point, direction);
        Look { vertex, product, highest: highest.vertex(), greatest }
    }

    /// Climbs from a vertex to one that has no greater neighbour.
    #[inline(always)]
    fn climb(&self, direction: [T; 3], start: Vertex) -> Look<T> {
        let mut look = self.look(direction, start);
        while !look.is_summit() {
            look = self.look(direction, look.highest);
        }
        look
    }

    /// The first of the greatest points, by visiting all that are nearly as high as the summit and connected with it.
    #[cold]
    fn plateau(&self, direction: [T; 3], summit: &Look<T>, band: &T) -> Option<([T; 3], usize)> {
        let mut visited = [(summit.vertex, summit.product); VISITED];
        let mut len = 1;
        let mut next = 0;
        let mut best = summit.product;
        while next < len {
            let vertex = visited[next].0;
            next += 1;
            let begin = vertex.place as usize + 1;
            let attached = self.entries[begin - 1].tag[1];
            for neighbor in &self.entries[begin..begin + (vertex.edges + attached) as usize] {
                let product = product(&neighbor.point, direction);
                if product < best.minus(band) || visited[..len].iter().any(|known| known.0 == neighbor.vertex()) {
                    continue;
                }
                if len == VISITED {
                    return None;
                }
                visited[len] = (neighbor.vertex(), product);
                len += 1;
                if product > best {
                    best = product;
                }
            }
        }
        let greatest = visited[..len].iter().filter(|known| known.1 == best);
        let first = greatest.map(|known| &self.entries[known.0.place as usize]).min_by_key(|itself| itself.tag[0])?;
        Some((first.point, first.tag[0] as usize))
    }
}

/// What is seen from a vertex: its product, and its highest neighbour with the product of that.
struct Look<T> {
    vertex: Vertex,
    product: T,
    highest: Vertex,
    greatest: T,
}

impl<T: Float> Look<T> {
    /// Whether no neighbour is higher. So asked, it is one also where a product is not a number, and every climb ends.
    #[inline(always)]
    fn is_summit(&self) -> bool {
        let rises = self.greatest > self.product;
        !rises
    }
}

#[inline(always)]
fn product<T: Float>(point: &[T; 3], direction: [T; 3]) -> T {
    point[0].times(&direction[0]).plus(&point[1].times(&direction[1])).plus(&point[2].times(&direction[2]))
}
