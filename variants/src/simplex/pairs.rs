//! The names of a simplex: its vertices by the indices of their points.

use super::{CAPACITY, Simplex};
use gjk_numbers::Space;

/// Names of vertices of M, each a point of A and a point of B by index.
///
/// Answers store their simplex in this form: the names have a tenth of its size, and copying a whole simplex into an answer
/// takes as long as half an iteration. Code that needs the points (to continue, as for a penetration depth) gets them from
/// [`Obstacle::vertex`](crate::Obstacle::vertex). If the points of a body have no lasting names, an observer sees the points as
/// they join, with the same names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    names: [[u32; 2]; CAPACITY],
    len: u32,
}

impl Pairs {
    /// These pairs, the index of A first. A simplex has at most [`CAPACITY`] vertices: further pairs are dropped.
    pub fn new(pairs: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut names = Pairs::default();
        for (place, (index_a, index_b)) in names.names.iter_mut().zip(pairs) {
            // Names are less than the greatest value of 32 bits. That value stands for all larger names, and names no point.
            let name = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
            *place = [name(index_a), name(index_b)];
            names.len += 1;
        }
        names
    }

    /// These names, at most [`CAPACITY`], each below 2³² − 1.
    #[inline(always)]
    pub(crate) fn of_names(pairs: &[(u32, u32)]) -> Self {
        let mut names = Pairs { len: pairs.len() as u32, ..Pairs::default() };
        for (place, (name_a, name_b)) in names.names.iter_mut().zip(pairs) {
            *place = [*name_a, *name_b];
        }
        names
    }

    /// The number of vertices.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there are no vertices.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The names in order, the index of A first.
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize)> {
        self.names[..self.len()].iter().map(|[a, b]| (*a as usize, *b as usize))
    }
}

impl<S: Space> From<&Simplex<S>> for Pairs {
    #[inline(always)]
    fn from(simplex: &Simplex<S>) -> Self {
        let name = |position: usize| {
            let vertex = &simplex.vertices[position];
            if position < simplex.len { [vertex.index_a, vertex.index_b] } else { [0; 2] }
        };
        Pairs { names: std::array::from_fn(name), len: simplex.len as u32 }
    }
}
