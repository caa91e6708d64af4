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

use super::attach::{Place, place};
use super::surface::{Point, in_range, surface};
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

/// A neighbour as its neighbour keeps it: its coordinates stand where they are read.
#[derive(Clone, Copy, Debug)]
struct Neighbor<T> {
    point: [T; 3],
    vertex: u32,
}

/// A list of neighbours for each vertex, one after the other.
#[derive(Clone, Debug)]
struct Lists<T> {
    ends: Vec<u32>,
    neighbors: Vec<Neighbor<T>>,
}

impl<T: Float> Lists<T> {
    fn new(lists: &[Vec<u32>], point: impl Fn(u32) -> [T; 3]) -> Self {
        let mut ends = vec![0];
        let mut neighbors = Vec::new();
        for list in lists {
            neighbors.extend(list.iter().map(|&vertex| Neighbor { point: point(vertex), vertex }));
            ends.push(neighbors.len() as u32);
        }
        Lists { ends, neighbors }
    }

    #[inline(always)]
    fn of(&self, vertex: u32) -> &[Neighbor<T>] {
        let (begin, end) = (self.ends[vertex as usize], self.ends[vertex as usize + 1]);
        &self.neighbors[begin as usize..end as usize]
    }
}

/// The graph. Vertices have numbers of their own.
#[derive(Clone, Debug)]
pub(super) struct Graph<T> {
    points: Vec<[T; 3]>,
    /// By vertex, the number of its point.
    names: Vec<u32>,
    /// By point, a vertex that it is, or that is near.
    vertices: Vec<u32>,
    /// The vertices joined to a vertex by an edge; for points joined to a simplex, its corners.
    edges: Lists<T>,
    /// The points joined to a simplex of which a vertex is a corner. Climbing does without them.
    attached: Lists<T>,
    /// By axis, the greatest absolute coordinate.
    extent: [T; 3],
    /// By cell of directions, the vertex that is highest in the middle of the cell.
    cells: Vec<u32>,
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
        let (distinct, first) = distinct(&wide);
        let different: Vec<Point> = distinct.iter().map(|&name| wide[name as usize]).collect();
        let triangles = surface(&different)?;

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

        // Corners come first, then the points attached to them.
        let mut vertex_of = vec![u32::MAX; different.len()];
        let mut names = Vec::new();
        for &corner in triangles.iter().flatten() {
            if vertex_of[corner as usize] == u32::MAX {
                vertex_of[corner as usize] = names.len() as u32;
                names.push(distinct[corner as usize]);
            }
        }
        let mut edges = vec![Vec::new(); names.len()];
        for triangle in &triangles {
            for i in 0..3 {
                let [begin, end] = [triangle[i], triangle[(i + 1) % 3]].map(|corner| vertex_of[corner as usize]);
                edges[begin as usize].push(end);
            }
        }
        let mut attached = vec![Vec::new(); names.len()];
        for inner in (0..different.len()).filter(|&point| vertex_of[point] == u32::MAX).collect::<Vec<_>>() {
            let corners = match place(&different, &triangles, &different[inner], depth)? {
                Place::Deep => {
                    vertex_of[inner] = 0;
                    continue;
                }
                Place::Within(corners) => corners.iter().map(|&corner| vertex_of[corner as usize]).collect::<Vec<_>>(),
            };
            let vertex = names.len() as u32;
            vertex_of[inner] = vertex;
            names.push(distinct[inner]);
            for &corner in &corners {
                attached[corner as usize].push(vertex);
            }
            edges.push(corners);
            attached.push(Vec::new());
        }
        let coordinates = |vertex: u32| points[names[vertex as usize] as usize];
        let mut graph = Graph {
            points: names.iter().map(|&name| points[name as usize]).collect(),
            edges: Lists::new(&edges, coordinates),
            attached: Lists::new(&attached, coordinates),
            vertices: first.iter().map(|&first| vertex_of[first as usize]).collect(),
            names,
            extent,
            cells: Vec::new(),
            cells_in_row: 0,
        };
        graph.chart();
        Some(graph)
    }

    /// Fills the cells of directions, about one for each vertex.
    fn chart(&mut self) {
        let row = ((self.names.len() as f64 / 6.0).sqrt().ceil() as u32).max(1);
        let mut cells = Vec::new();
        let mut vertex = 0;
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
                vertex = self.summit(&direction, vertex).vertex;
                cells.push((side as u32 * row * row + j * row + k, vertex));
            }
        }
        cells.sort_unstable();
        self.cells = cells.into_iter().map(|(_, vertex)| vertex).collect();
        self.cells_in_row = row;
    }

    /// The vertex that is highest in a direction near this one.
    #[inline(always)]
    fn charted(&self, direction: &[T; 3]) -> u32 {
        let size = direction.map(|x| x.magnitude());
        let axis = if size[0] >= size[1] && size[0] >= size[2] {
            0
        } else if size[1] >= size[2] {
            1
        } else {
            2
        };
        let (next, last) = ([1, 2, 0][axis], [2, 0, 1][axis]);
        let row = self.cells_in_row;
        let half = f64::from(row) * 0.5;
        let size: f64 = size[axis].into();
        let place = |x: T| {
            let x: f64 = x.into();
            (((x / size + 1.0) * half) as u32).min(row - 1)
        };
        let side = 2 * axis as u32 + u32::from(direction[axis] < T::zero());
        let cell = side * row * row + place(direction[next]) * row + place(direction[last]);
        self.cells.get(cell as usize).copied().unwrap_or(0)
    }

    /// The number of the first point with the greatest product. `near` is a point to start from. None where climbing promises
    /// nothing: for a direction that is zero, tiny, or not finite, and where too many points are nearly as high as the highest.
    #[inline]
    pub fn support(&self, direction: &[T; 3], near: Option<usize>) -> Option<usize> {
        let term = |i: usize| self.extent[i].times(&direction[i].magnitude());
        let size = term(0).plus(&term(1)).plus(&term(2));
        let error = T::from_f64(4.0).times(&T::unit_roundoff()).times(&size);
        if !error.is_finite() || size < T::from_f64(16.0).times(&T::LEAST_NORMAL) {
            return None;
        }
        let start = match near.and_then(|near| self.vertices.get(near)) {
            Some(&vertex) => vertex,
            None => self.charted(direction),
        };
        let summit = self.summit(direction, start);
        let band = T::from_f64(4.0).times(&error);
        if summit.second < summit.product.minus(&band) && self.attached.of(summit.vertex).is_empty() {
            return Some(self.names[summit.vertex as usize] as usize);
        }
        self.plateau(direction, &summit, &band)
    }

    /// Climbs from a vertex to one that has no greater neighbour.
    #[inline(always)]
    fn summit(&self, direction: &[T; 3], start: u32) -> Summit<T> {
        let mut vertex = start;
        let mut best = product(&self.points[vertex as usize], direction);
        loop {
            let neighbors = self.edges.of(vertex);
            let mut greatest = product(&neighbors[0].point, direction);
            let mut highest = neighbors[0].vertex;
            for neighbor in &neighbors[1..] {
                let product = product(&neighbor.point, direction);
                highest = if product > greatest { neighbor.vertex } else { highest };
                greatest = if product > greatest { product } else { greatest };
            }
            // So asked, a climb also ends where a product is not a number.
            let rises = greatest > best;
            if !rises {
                return Summit { vertex, product: best, second: greatest };
            }
            (vertex, best) = (highest, greatest);
        }
    }

    /// The first of the greatest points, by visiting all that are nearly as high as the summit and connected with it.
    #[cold]
    fn plateau(&self, direction: &[T; 3], summit: &Summit<T>, band: &T) -> Option<usize> {
        let mut visited = [(0_u32, T::zero()); VISITED];
        visited[0] = (summit.vertex, summit.product);
        let mut len = 1;
        let mut next = 0;
        let mut best = summit.product;
        while next < len {
            let vertex = visited[next].0;
            next += 1;
            for neighbor in self.edges.of(vertex).iter().chain(self.attached.of(vertex)) {
                let product = product(&neighbor.point, direction);
                if product < best.minus(band) || visited[..len].iter().any(|known| known.0 == neighbor.vertex) {
                    continue;
                }
                if len == VISITED {
                    return None;
                }
                visited[len] = (neighbor.vertex, product);
                len += 1;
                if product > best {
                    best = product;
                }
            }
        }
        let greatest = visited[..len].iter().filter(|known| known.1 == best);
        greatest.map(|known| self.names[known.0 as usize] as usize).min()
    }
}

/// Where a climb ends: a vertex, its product, and the greatest product of its neighbours.
struct Summit<T> {
    vertex: u32,
    product: T,
    second: T,
}

#[inline(always)]
fn product<T: Float>(point: &[T; 3], direction: &[T; 3]) -> T {
    point[0].times(&direction[0]).plus(&point[1].times(&direction[1])).plus(&point[2].times(&direction[2]))
}

/// The numbers of the first points of each place, in order, and by point the position of its place in that list.
fn distinct(points: &[Point]) -> (Vec<u32>, Vec<u32>) {
    // Adding zero makes one of the two zeros.
    let key = |name: u32| points[name as usize].map(|x| (x + 0.0).to_bits());
    let mut order: Vec<u32> = (0..points.len() as u32).collect();
    order.sort_by_key(|&name| (key(name), name));
    let mut firsts = order.clone();
    for pair in 1..order.len() {
        if key(order[pair]) == key(order[pair - 1]) {
            firsts[pair] = firsts[pair - 1];
        }
    }
    let mut first = vec![0; points.len()];
    for (&name, &first_name) in order.iter().zip(&firsts) {
        first[name as usize] = first_name;
    }
    let distinct: Vec<u32> = (0..points.len() as u32).filter(|&name| first[name as usize] == name).collect();
    let mut position = vec![0; points.len()];
    for (place, &name) in distinct.iter().enumerate() {
        position[name as usize] = place as u32;
    }
    (distinct, first.iter().map(|&name| position[name as usize]).collect())
}
