//! Boxes and skew boxes, whose support point needs one product per edge.

use crate::SupportMap;
use gjk_numbers::Ring;
use gjk_numbers::Space;

/// The greatest number of edges that meet at a corner.
const EDGES: usize = 3;

/// A box, or any parallelepiped: a centre and up to three half edges h₀, h₁, h₂, at right angles or not. With fewer half edges
/// it is a parallelogram, a segment or a point.
///
/// Corner number k is c ± h₀ ± h₁ ± h₂, added up from left to right, with + before hᵢ if bit i of k is set. The mapping returns
/// these points, which are computed once.
#[derive(Clone, Debug)]
pub struct Cuboid<S: Space> {
    center: S::Vector,
    halves: [S::Vector; EDGES],
    corners: [S::Vector; 1 << EDGES],
    edges: usize,
}

impl<S: Space> Cuboid<S> {
    /// The box with this centre and these half edges. `None` for more than three half edges.
    pub fn new(center: S::Vector, halves: &[S::Vector]) -> Option<Self> {
        if halves.len() > EDGES {
            return None;
        }
        let corner = |number: usize| {
            let mut corner = center.clone();
            for (i, half) in halves.iter().enumerate() {
                corner = if number >> i & 1 == 1 { S::plus(&corner, half) } else { S::minus(&corner, half) };
            }
            corner
        };
        let corners = std::array::from_fn(corner);
        let halves_or_zero = std::array::from_fn(|i| halves.get(i).cloned().unwrap_or_else(S::zero));
        Some(Cuboid { corners, halves: halves_or_zero, edges: halves.len(), center })
    }

    /// The corners by number: two to the power of the number of half edges.
    pub fn corners(&self) -> &[S::Vector] {
        &self.corners[..1 << self.edges]
    }
}

impl<S: Space> SupportMap<S> for Cuboid<S> {
    /// The corner on the positive side along each half edge with a positive product with the direction, and on the negative
    /// side along all others. Among corners that tie because an edge is perpendicular to the direction, this is the one with
    /// the smallest number. In exact arithmetic it is the first of the highest corners; in rounded arithmetic the product of
    /// another corner may be greater by rounding errors of the corners and of the products.
    #[inline]
    fn support(&self, direction: &S::Vector, _near: Option<usize>) -> (S::Vector, usize) {
        let mut number = 0;
        for i in 0..EDGES {
            number |= usize::from(S::dot(&self.halves[i], direction) > S::Scalar::zero()) << i;
        }
        (self.corners[number].clone(), number)
    }

    fn center(&self) -> S::Vector {
        self.center.clone()
    }

    #[inline(always)]
    fn vertex(&self, index: usize) -> Option<S::Vector> {
        self.corners.get(index).cloned()
    }

    #[inline(always)]
    fn knows_vertices(&self) -> bool {
        true
    }
}
