//! Simplices of the difference M = A − B, as ordered lists of support points.

mod pairs;

pub use pairs::Pairs;

use gjk_numbers::{Ring, Space};

use crate::fast;

/// The greatest number of vertices of a simplex: enough for spaces of up to four dimensions.
pub const CAPACITY: usize = 5;

/// A vertex of a simplex: a point of M, and the names of the two points whose difference it is, from the support mappings of A
/// and B.
#[derive(Clone, Debug, PartialEq)]
pub struct Vertex<S: Space> {
    /// a − b.
    pub point: S::Vector,
    index_a: u32,
    index_b: u32,
}

impl<S: Space> Vertex<S> {
    /// The vertex a − b of two points, with the names from their bodies' support mappings.
    #[inline(always)]
    pub fn new((a, index_a): &(S::Vector, usize), (b, index_b): &(S::Vector, usize)) -> Self {
        debug_assert!(*index_a < u32::MAX as usize && *index_b < u32::MAX as usize, "a name is below 2³² − 1");
        Vertex { point: S::minus(a, b), index_a: *index_a as u32, index_b: *index_b as u32 }
    }

    /// The name that A's support mapping gives to a (the index of the point of a hull).
    #[inline(always)]
    pub fn index_a(&self) -> usize {
        self.index_a as usize
    }

    /// The name that B's support mapping gives to b.
    #[inline(always)]
    pub fn index_b(&self) -> usize {
        self.index_b as usize
    }

    /// The names that the two support mappings give to a and b.
    #[inline(always)]
    pub fn names(&self) -> (usize, usize) {
        (self.index_a(), self.index_b())
    }

    fn blank() -> Self {
        Vertex { point: S::zero(), index_a: 0, index_b: 0 }
    }
}

/// A set of vertices of a simplex by position: bit p represents position p.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Subset(pub u64);

impl Subset {
    /// The first `len` vertices.
    #[inline(always)]
    pub const fn first(len: usize) -> Subset {
        Subset((1 << len) - 1)
    }

    /// The set of one vertex.
    #[inline(always)]
    pub const fn only(position: usize) -> Subset {
        Subset(1 << position)
    }

    /// The number of vertices.
    #[inline(always)]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set contains the vertex at this position.
    #[inline(always)]
    pub const fn contains(self, position: usize) -> bool {
        self.0 >> position & 1 == 1
    }

    /// The set with this vertex added.
    #[inline(always)]
    pub const fn with(self, position: usize) -> Subset {
        Subset(self.0 | 1 << position)
    }

    /// The set without this vertex.
    #[inline(always)]
    pub const fn without(self, position: usize) -> Subset {
        Subset(self.0 & !(1 << position))
    }

    /// Removes and returns the first position.
    #[inline(always)]
    pub fn take_first(&mut self) -> Option<usize> {
        let first = self.0.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        (first < CAPACITY).then_some(first)
    }

    /// The positions in increasing order.
    #[inline(always)]
    pub fn positions(self) -> impl Iterator<Item = usize> {
        (0..CAPACITY).filter(move |&position| self.contains(position))
    }

    /// The weights of the vertices of the set, by their positions once all others are removed, from the weights by position
    /// among all.
    #[inline(always)]
    pub fn moved_up<T: Ring>(self, weights: &[T; CAPACITY]) -> [T; CAPACITY] {
        let mut rest = self.0;
        std::array::from_fn(|_| {
            let position = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            weights.get(position).map_or_else(T::zero, fast::alone)
        })
    }
}

/// An ordered simplex, the newest vertex last. It may be degenerate: rounded arithmetic does not guarantee that its vertices
/// are affinely independent.
#[derive(Clone, Debug)]
pub struct Simplex<S: Space> {
    vertices: [Vertex<S>; CAPACITY],
    len: usize,
}

impl<S: Space> Default for Simplex<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Space> PartialEq for Simplex<S> {
    fn eq(&self, other: &Self) -> bool {
        self.vertices() == other.vertices()
    }
}

impl<S: Space> Simplex<S> {
    /// The empty simplex.
    #[inline(always)]
    pub fn new() -> Self {
        let blank = Vertex::blank;
        Simplex { vertices: [blank(), blank(), blank(), blank(), blank()], len: 0 }
    }

    /// A simplex of bare points of M, for use without bodies: each vertex is the point minus the zero vector.
    pub fn of_points(points: &[S::Vector]) -> Self {
        let mut simplex = Self::new();
        for (index, point) in points.iter().enumerate() {
            simplex.push(Vertex::new(&(point.clone(), index), &(S::zero(), 0)));
        }
        simplex
    }

    /// Number of vertices.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it has no vertices.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// All vertices.
    #[inline(always)]
    pub fn all(&self) -> Subset {
        Subset::first(self.len)
    }

    /// The vertices in order.
    #[inline(always)]
    pub fn vertices(&self) -> &[Vertex<S>] {
        &self.vertices[..self.len]
    }

    /// The point of M at this position; at the position after the last vertex, the point of the offered vertex.
    #[inline(always)]
    pub fn point(&self, position: usize) -> &S::Vector {
        debug_assert!(position <= self.len, "there is a vertex at this position");
        &self.vertices[position].point
    }

    /// The names of the vertex at this position; at the position after the last vertex, those of the offered vertex.
    #[inline(always)]
    pub(crate) fn names(&self, position: usize) -> (usize, usize) {
        debug_assert!(position <= self.len, "there is a vertex at this position");
        self.vertices[position].names()
    }

    /// Adds the newest vertex.
    ///
    /// # Panics
    /// If there are [`CAPACITY`] vertices already.
    #[inline(always)]
    pub fn push(&mut self, vertex: Vertex<S>) {
        self.vertices[self.len] = vertex;
        self.len += 1;
    }

    /// W ∪ {w}: this simplex with a newest vertex added.
    #[inline(always)]
    pub fn with(&self, newest: &Vertex<S>) -> Simplex<S> {
        let mut with = self.clone();
        with.push(newest.clone());
        with
    }

    /// Stores a vertex after the simplex, at the position that it has if it [joins](Simplex::join). Until then it is not a
    /// vertex of the simplex.
    ///
    /// # Panics
    /// If there are [`CAPACITY`] vertices already.
    #[inline(always)]
    pub(crate) fn offer(&mut self, vertex: Vertex<S>) {
        self.vertices[self.len] = vertex;
    }

    /// The vertex that was offered last, if no vertex was added or removed since.
    #[inline(always)]
    pub(crate) fn offered(&self) -> &Vertex<S> {
        &self.vertices[self.len]
    }

    /// W and the offered vertex, as one simplex.
    pub(crate) fn with_offered(&self) -> Simplex<S> {
        self.with(self.offered())
    }

    /// Makes the offered vertex the newest one.
    #[inline(always)]
    pub(crate) fn take_offered(&mut self) {
        self.len += 1;
    }

    /// Replaces W by the kept vertices of W and the offered vertex.
    #[inline(always)]
    pub(crate) fn join(&mut self, kept: Subset) {
        self.take_offered();
        self.keep(kept);
    }

    /// The points of W ∪ {w}, a set of N vertices.
    #[inline(always)]
    pub(crate) fn points_with<'a, const N: usize>(&'a self, newest: &'a S::Vector) -> [&'a S::Vector; N] {
        debug_assert!(N == self.len + 1, "one vertex is the newest");
        std::array::from_fn(|position| if position + 1 == N { newest } else { &self.vertices[position].point })
    }

    /// The simplex without its newest vertex, and that vertex; `None` if the simplex is empty.
    pub fn split_newest(&self) -> Option<(Simplex<S>, &Vertex<S>)> {
        let newest = self.vertices().last()?;
        Some((Simplex { len: self.len - 1, ..self.clone() }, newest))
    }

    /// Keeps the vertices of a subset, in their order.
    #[inline(always)]
    pub fn keep(&mut self, kept: Subset) {
        let mut len = 0;
        for position in 0..self.len {
            if kept.contains(position) {
                if len != position {
                    self.vertices.swap(len, position);
                }
                len += 1;
            }
        }
        self.len = len;
    }

    /// Keeps the vertices at these positions, in the order given here.
    #[inline(always)]
    pub fn arrange<const N: usize>(&mut self, order: [usize; N]) {
        let vertices = order.map(|position| self.vertices[position].clone());
        for (place, vertex) in self.vertices.iter_mut().zip(vertices) {
            *place = vertex;
        }
        self.len = N;
    }

    /// Whether exactly this point of M is a vertex.
    #[inline(always)]
    pub fn holds(&self, point: &S::Vector) -> bool {
        self.vertices().iter().any(|vertex| vertex.point == *point)
    }

    /// The point Σ λᵢ wᵢ of the kept vertices, from weights by position that sum to one.
    pub fn combination(&self, kept: Subset, weights: &[S::Scalar; CAPACITY]) -> S::Vector {
        combination::<S>(kept.positions().map(|position| (self.point(position), &weights[position])))
    }
}

/// The combination Σ λᵢ xᵢ, anchored at the first vector as x₀ + Σ λᵢ (xᵢ − x₀). It is exact for weights that sum to one, and
/// free of the error that the sum of the λᵢ would cause far from the origin.
#[inline(always)]
pub(crate) fn combination<'a, S: Space>(mut terms: impl Iterator<Item = (&'a S::Vector, &'a S::Scalar)>) -> S::Vector {
    let Some((anchor, _)) = terms.next() else { return S::zero() };
    let mut terms = terms.map(|(vector, weight)| S::scaled(&S::minus(vector, anchor), weight));
    let Some(mut offset) = terms.next() else { return anchor.clone() };
    for term in terms {
        offset = S::plus(&offset, &term);
    }
    S::plus(anchor, &offset)
}

/// Weights of the vertices of a simplex by position, all zero.
#[inline(always)]
pub fn no_weights<T: Ring>() -> [T; CAPACITY] {
    std::array::from_fn(|_| T::zero())
}
