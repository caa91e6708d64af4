//! Simplices of the difference M = A − B by the numbers of their points.

use crate::number::Number;
use crate::vector::Vector;

/// At most four points of M, each by the numbers of the points of A and B whose difference it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    pairs: [(u32, u32); 4],
    len: u32,
}

impl Pairs {
    /// The points with these numbers in A and B, the first four of them.
    pub fn new(pairs: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let mut result = Pairs::default();
        pairs.into_iter().take(4).for_each(|pair| result.push(pair));
        result
    }

    /// The first `len` of these points.
    #[inline(always)]
    pub(crate) fn first(pairs: [(u32, u32); 4], len: usize) -> Self {
        Pairs { pairs: std::array::from_fn(|i| if i < len { pairs[i] } else { (0, 0) }), len: len as u32 }
    }

    /// The points.
    #[inline(always)]
    pub fn as_slice(&self) -> &[(u32, u32)] {
        &self.pairs[..self.len as usize]
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, pair: (u32, u32)) {
        self.pairs[self.len as usize] = pair;
        self.len += 1;
    }

    /// The points whose bits are set in `subset`.
    pub(crate) fn subset(&self, subset: u8) -> Pairs {
        let kept = self.as_slice().iter().enumerate().filter(|(i, _)| subset >> i & 1 == 1);
        Pairs::new(kept.map(|(_, pair)| *pair))
    }
}

/// A point in doubles, with a third coordinate of zero in the plane.
#[inline(always)]
pub(crate) fn widened<T: Number, const D: usize>(point: &[T; D]) -> Vector {
    std::array::from_fn(|k| if k < D { point[k].widened() } else { 0.0 })
}
