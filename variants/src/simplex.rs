//! Simplices of the difference M = A − B, as ordered lists of support points.

mod pairs;

pub use pairs::Pairs;

use gjk_numbers::Ring;
use gjk_numbers::Space;

/// The most vertices that a simplex holds: enough for the spaces of up to four dimensions.
pub const CAPACITY: usize = 5;

/// A point of M together with the points of A and B that it is the difference of.
#[derive(Clone, Debug, PartialEq)]
pub struct Vertex<S: Space> {
    /// a.
    pub on_a: S::Vector,
    /// a − b. Between the other two, lest they be read as one vector: parts of it would still be on their way to memory.
    pub point: S::Vector,
    /// b.
    pub on_b: S::Vector,
    names: Names,
}

/// What the support mappings of A and B call a and b, the name of a in the lower half: written and read in one step. By its
/// alignment it leaves no gap in a vertex of singles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, packed(4))]
struct Names(u64);

impl Names {
    #[inline(always)]
    fn new(name_a: u32, name_b: u32) -> Self {
        Names(u64::from(name_a) | u64::from(name_b) << 32)
    }

    #[inline(always)]
    fn both(self) -> (usize, usize) {
        ((self.0 & u64::from(u32::MAX)) as usize, (self.0 >> 32) as usize)
    }
}

impl<S: Space> Vertex<S> {
    /// The vertex a − b.
    #[inline(always)]
    pub fn new((on_a, index_a): (S::Vector, usize), (on_b, index_b): (S::Vector, usize)) -> Self {
        debug_assert!(index_a < u32::MAX as usize && index_b < u32::MAX as usize, "a name is below 2³² − 1");
        Vertex { point: S::minus(&on_a, &on_b), on_a, on_b, names: Names::new(index_a as u32, index_b as u32) }
    }

    /// What A's support mapping calls a (the index of the point of a hull).
    #[inline(always)]
    pub fn index_a(&self) -> usize {
        self.names.both().0
    }

    /// What B's support mapping calls b.
    #[inline(always)]
    pub fn index_b(&self) -> usize {
        self.names.both().1
    }

    /// What the two support mappings call a and b.
    #[inline(always)]
    pub fn names(&self) -> (usize, usize) {
        self.names.both()
    }

    fn blank() -> Self {
        Vertex { point: S::zero(), on_a: S::zero(), on_b: S::zero(), names: Names::default() }
    }
}

/// A set of vertices of a simplex, by their positions: bit p stands for position p. As wide as a number beside it, so that what
/// holds both is copied without gaps.
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

    /// How many vertices it has.
    #[inline(always)]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it has none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether it holds the vertex at this position.
    #[inline(always)]
    pub const fn contains(self, position: usize) -> bool {
        self.0 >> position & 1 == 1
    }

    /// The set and this vertex.
    #[inline(always)]
    pub const fn with(self, position: usize) -> Subset {
        Subset(self.0 | 1 << position)
    }

    /// The set but for this vertex.
    #[inline(always)]
    pub const fn without(self, position: usize) -> Subset {
        Subset(self.0 & !(1 << position))
    }

    /// The positions in rising order.
    #[inline(always)]
    pub fn positions(self) -> impl Iterator<Item = usize> {
        (0..CAPACITY).filter(move |&position| self.contains(position))
    }
}

/// An ordered simplex, the newest vertex last. It may be degenerate: in rounded arithmetic nothing keeps its vertices
/// affinely independent.
#[derive(Clone, Debug)]
#[repr(align(32))]
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
        // Written out, as an array made by a closure is made elsewhere and copied.
        let blank = Vertex::blank;
        Simplex { vertices: [blank(), blank(), blank(), blank(), blank()], len: 0 }
    }

    /// A simplex of bare points of M, for use without bodies: each vertex is the point less the zero vector.
    pub fn of_points(points: &[S::Vector]) -> Self {
        let mut simplex = Self::new();
        for (index, point) in points.iter().enumerate() {
            simplex.push(Vertex::new((point.clone(), index), (S::zero(), 0)));
        }
        simplex
    }

    /// Number of vertices.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it has no vertex.
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

    /// The point of M at this position.
    #[inline(always)]
    pub fn point(&self, position: usize) -> &S::Vector {
        &self.vertices()[position].point
    }

    /// The point of M at this position, for whoever computes at once with what was just pushed: see [`crate::fast::fresh`].
    #[inline(always)]
    pub(crate) fn fresh_point(&self, position: usize) -> S::Vector {
        read::<S>(self.point(position))
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

    /// Takes the newest vertex off.
    #[inline(always)]
    pub fn pop(&mut self) {
        self.len -= 1;
    }

    /// Keeps the vertices of a subset, in their order.
    #[inline(always)]
    pub fn keep(&mut self, kept: Subset) {
        if kept == Subset::first(self.len) {
            return;
        }
        let mut len = 0;
        for position in 0..CAPACITY {
            if kept.contains(position) && position < self.len {
                if len < position {
                    self.relocate(position, len);
                }
                len += 1;
            }
        }
        self.len = len;
    }

    /// Puts the vertex at one position at another one, whose vertex is not needed any more. A number on the heap is better
    /// moved, a plain one better copied.
    #[inline(always)]
    fn relocate(&mut self, from: usize, to: usize) {
        if std::mem::needs_drop::<Vertex<S>>() {
            self.vertices.swap(from, to);
        } else {
            let [from, to] = self.vertices.get_disjoint_mut([from, to]).expect("two places of the simplex");
            // Part by part: a vertex that is copied as a whole waits in memory for its own parts.
            to.point = from.point.clone();
            to.on_a = from.on_a.clone();
            to.on_b = from.on_b.clone();
            to.names = from.names;
        }
    }

    /// Keeps the vertices at these positions, one to three of them, in the order given here.
    #[inline(always)]
    pub fn arrange<const N: usize>(&mut self, order: [usize; N]) {
        const { assert!(N > 0 && N <= 3, "a vertex, an edge or a triangle") };
        // Part by part, as in `relocate`.
        self.arrange_part(&order, |vertex| &mut vertex.point, read::<S>);
        self.arrange_part(&order, |vertex| &mut vertex.on_a, read::<S>);
        self.arrange_part(&order, |vertex| &mut vertex.on_b, read::<S>);
        self.arrange_part(&order, |vertex| &mut vertex.names, |names| *names);
        self.len = N;
    }

    /// Does so with one part of the vertices. Each goes by a variable of its own: an array of them would be written and copied as
    /// a whole, twice.
    #[inline(always)]
    fn arrange_part<P>(&mut self, order: &[usize], part: impl Fn(&mut Vertex<S>) -> &mut P, read: impl Fn(&P) -> P) {
        let mut old = |position: usize| read(part(&mut self.vertices[position]));
        match *order {
            [p] => {
                let p = old(p);
                *part(&mut self.vertices[0]) = p;
            }
            [p, q] => {
                let (p, q) = (old(p), old(q));
                *part(&mut self.vertices[0]) = p;
                *part(&mut self.vertices[1]) = q;
            }
            [p, q, r] => {
                let (p, q, r) = (old(p), old(q), old(r));
                *part(&mut self.vertices[0]) = p;
                *part(&mut self.vertices[1]) = q;
                *part(&mut self.vertices[2]) = r;
            }
            _ => unreachable!("one to three places"),
        }
    }

    /// Whether this very point of M is a vertex.
    #[inline(always)]
    pub fn holds(&self, point: &S::Vector) -> bool {
        self.vertices().iter().any(|vertex| vertex.point == *point)
    }

    /// The combination Σ λᵢ xᵢ of one vector of each kept vertex by weights by position, for weights that sum to one.
    #[inline(always)]
    pub fn combination(
        &self,
        kept: Subset,
        weights: &[S::Scalar; CAPACITY],
        vector: impl Fn(&Vertex<S>) -> &S::Vector,
    ) -> S::Vector {
        combination::<S>(kept.positions().map(|position| (vector(&self.vertices[position]), &weights[position])))
    }
}

/// The combination Σ λᵢ xᵢ, anchored at the first vector as x₀ + Σ λᵢ (xᵢ − x₀): exact for weights that sum to one, and free of the
/// error λ's sum would make far from the origin.
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

/// A copy of a vector that may just have been written: see [`crate::fast::fresh`].
#[inline(always)]
fn read<S: Space>(v: &S::Vector) -> S::Vector {
    S::vector(|i| crate::fast::fresh(S::coordinate(v, i)))
}
