//! Points stored by coordinate, for scans that process several points in one step.

use gjk_numbers::Ring;

/// The number of the first point with the greatest product with a direction, given by its coordinates; in the plane the third
/// one is not read. The coordinates are separate arguments so that they stay in registers: a vector read from memory just after
/// its coordinates were written there one by one takes longer than a scan of few points.
pub type Scan<T> = fn(&Columns<T>, T, T, T) -> usize;

/// The points, from a block on, whose product with a direction is at least as great as a number. The direction is given by its
/// coordinates one by one, as for [`Scan`]. The result is one bit per point, in as many words as there are, and the return
/// value has one bit for each word that is not zero. Other words are left unchanged.
pub type Beyond<T> = fn(&Columns<T>, T, T, T, T, usize, &mut Words) -> u32;

/// The result of [`Beyond`]: one bit per point.
pub type Words = [u64; 8];

/// The number of blocks of one word.
pub(crate) const BLOCKS: usize = u64::BITS as usize / BLOCK;

/// The number of points in a block.
pub(crate) const BLOCK: usize = 16;

/// One coordinate of the points of a block. The alignment is that of the widest vector register.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Row<T>(pub(crate) [T; BLOCK]);

/// At least one point, stored by coordinate in blocks: all first coordinates of a block, then all second ones, and so on.
///
/// Copies of the first point fill the last block. A copy ties with the first point and so never wins, since the first of equal
/// products counts.
#[derive(Clone, Debug)]
pub struct Columns<T> {
    rows: Vec<Row<T>>,
    scan: Scan<T>,
    beyond: Beyond<T>,
}

impl<T: Ring> Columns<T> {
    /// `len` points of this dimension by their coordinates, and their scans: `coordinate(j, i)` is coordinate i of point j.
    /// `None` without points.
    pub(crate) fn new(
        scan: Scan<T>,
        beyond: Beyond<T>,
        len: usize,
        dimension: usize,
        coordinate: impl Fn(usize, usize) -> T,
    ) -> Option<Self> {
        if len == 0 {
            return None;
        }
        // A scan may take two blocks in one step.
        let blocks = if len > BLOCK { len.div_ceil(2 * BLOCK) * 2 } else { 1 };
        let mut rows = Vec::with_capacity(blocks * dimension);
        for block in 0..blocks {
            for i in 0..dimension {
                rows.push(Row(std::array::from_fn(|lane| {
                    let j = block * BLOCK + lane;
                    coordinate(if j < len { j } else { 0 }, i)
                })));
            }
        }
        Some(Columns { rows, scan, beyond })
    }

    /// The number of the first point with the greatest product with this direction.
    #[inline(always)]
    pub(crate) fn first_greatest(&self, [x, y, z]: [T; 3]) -> usize {
        (self.scan)(self, x, y, z)
    }

    /// Calls `visit` with the number of each of the first `len` points whose product with this direction is at least `least`.
    #[inline(always)]
    pub(crate) fn each_beyond(&self, [x, y, z]: [T; 3], least: &T, len: usize, mut visit: impl FnMut(usize)) {
        let (mut words, mut from) = (Words::default(), 0);
        while from * BLOCK < len {
            let mut found = (self.beyond)(self, x.clone(), y.clone(), z.clone(), least.clone(), from, &mut words);
            while found != 0 {
                let word = found.trailing_zeros() as usize;
                let mut bits = words[word];
                while bits != 0 {
                    let index = (from + word * BLOCKS) * BLOCK + bits.trailing_zeros() as usize;
                    if index < len {
                        visit(index);
                    }
                    bits &= bits - 1;
                }
                found &= found - 1;
            }
            from += words.len() * BLOCKS;
        }
    }

    /// The blocks of points of dimension D.
    #[inline(always)]
    pub(crate) fn blocks<const D: usize>(&self) -> &[[Row<T>; D]] {
        self.rows.as_chunks::<D>().0
    }
}

/// The product of point number `lane` of a block with a direction, in the order of operations of [`gjk_numbers::Space::dot`].
#[inline(always)]
pub(crate) fn product<T: Ring, const D: usize>(block: &[Row<T>; D], lane: usize, direction: &[T; 3]) -> T {
    let mut sum = block[0].0[lane].times(&direction[0]);
    for i in 1..D {
        sum = sum.plus(&block[i].0[lane].times(&direction[i]));
    }
    sum
}
