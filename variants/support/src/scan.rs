//! Scans: the first point with the greatest product, found several points at a time.
//!
//! # The same answer as one by one
//! *Few points*, one lane each: the first of the lanes with the greatest product is the answer. A copy of the first point in
//! the last block ties with it and never wins. If a product is not a number, the points are compared one by one.
//!
//! *Many points*: every lane starts from the first point with index 0 and changes to another point if the product of that is
//! strictly greater. In the order of products (−0 = 0; NaN never greater than anything) a lane then ends with the first of its
//! greatest points, or with index 0. Among the lanes with the greatest product the smallest index wins. A scan one by one from
//! the first point finds the same. If the first product is not a number, no other product is greater, in any lane: the result
//! is index 0, as one by one.
//!
//! Products are rounded after each multiplication and each addition, from left to right.

use std::any::Any;

use gjk_numbers::Ring;

use super::columns::{BLOCK, BLOCKS, Beyond, Columns, Scan, Words, product};
use super::instructions::Instructions;

/// The greatest number of points with a scan: a count of steps is exact in any of its forms.
const LIMIT: usize = 1 << 24;

/// The number of lanes of the portable scan: four registers of doubles under SSE2 or NEON.
const LANES: usize = 8;

/// The scan for any numbers that can be copied, in code that a compiler vectorises by itself.
fn portable<T: Ring + Copy, const D: usize>(columns: &Columns<T>, x: T, y: T, z: T) -> usize {
    let direction = &[x, y, z];
    let blocks = columns.blocks::<D>();
    let Some(block) = blocks.first() else { return 0 };
    let first = product(block, 0, direction);
    let (mut best, mut steps) = ([first; LANES], [0_u32; LANES]);
    let mut step = 0;
    for block in blocks {
        for half in 0..BLOCK / LANES {
            for lane in 0..LANES {
                let new = product(block, half * LANES + lane, direction);
                let wins = new > best[lane];
                best[lane] = if wins { new } else { best[lane] };
                steps[lane] = if wins { step } else { steps[lane] };
            }
            step += 1;
        }
    }
    let mut index = steps[0] as usize * LANES;
    let mut greatest = best[0];
    for lane in 1..LANES {
        let other = steps[lane] as usize * LANES + lane;
        if best[lane] > greatest || (best[lane] == greatest && other < index) {
            (greatest, index) = (best[lane], other);
        }
    }
    // A lane that kept the first point has a wrong number; but then lane 0 ties, with number 0.
    index
}

fn select_portable<T: Ring + Copy>(dimension: usize) -> Option<Scan<T>> {
    match dimension {
        2 => Some(portable::<T, 2>),
        3 => Some(portable::<T, 3>),
        _ => None,
    }
}

/// The scan for this number of points of this dimension in these instructions, for doubles and for singles; `None` for other
/// numbers.
pub(crate) fn scan<T: Ring>(instructions: Instructions, dimension: usize, points: usize) -> Option<Scan<T>> {
    if points > LIMIT {
        return None;
    }
    let portable = instructions == Instructions::Portable;
    #[cfg(target_arch = "x86_64")]
    let (double, single) = if portable {
        (select_portable::<f64>(dimension), select_portable::<f32>(dimension))
    } else {
        (super::x86::double(instructions, dimension, points), super::x86::single(instructions, dimension, points))
    };
    #[cfg(not(target_arch = "x86_64"))]
    let (double, single) =
        if portable { (select_portable::<f64>(dimension), select_portable::<f32>(dimension)) } else { (None, None) };
    // One of the two is of type T, or neither is.
    let of_type = |scan: &dyn Any| scan.downcast_ref::<Option<Scan<T>>>().copied().flatten();
    of_type(&double).or_else(|| of_type(&single))
}

/// The search for products of at least `least`, for any numbers that can be copied.
fn portable_beyond<T: Ring + Copy, const D: usize>(
    columns: &Columns<T>,
    x: T,
    y: T,
    z: T,
    least: T,
    from: usize,
    words: &mut Words,
) -> u32 {
    let (direction, mut all) = ([x, y, z], 0);
    for (number, (blocks, word)) in columns.blocks::<D>()[from..].chunks(BLOCKS).zip(words).enumerate() {
        let mut bits = 0;
        for (place, block) in blocks.iter().enumerate() {
            for lane in 0..BLOCK {
                bits |= u64::from(product(block, lane, &direction) >= least) << (place * BLOCK + lane);
            }
        }
        if bits != 0 {
            *word = bits;
            all |= 1 << number;
        }
    }
    all
}

fn select_portable_beyond<T: Ring + Copy>(dimension: usize) -> Option<Beyond<T>> {
    match dimension {
        2 => Some(portable_beyond::<T, 2>),
        3 => Some(portable_beyond::<T, 3>),
        _ => None,
    }
}

/// The search for points beyond a product, for this dimension and these instructions; available wherever there is a [scan].
pub(crate) fn beyond<T: Ring>(instructions: Instructions, dimension: usize) -> Option<Beyond<T>> {
    let portable = instructions == Instructions::Portable;
    #[cfg(target_arch = "x86_64")]
    let (double, single) = if portable {
        (select_portable_beyond::<f64>(dimension), select_portable_beyond::<f32>(dimension))
    } else {
        (super::x86::beyond_double(instructions, dimension), super::x86::beyond_single(instructions, dimension))
    };
    #[cfg(not(target_arch = "x86_64"))]
    let (double, single) = if portable {
        (select_portable_beyond::<f64>(dimension), select_portable_beyond::<f32>(dimension))
    } else {
        (None, None)
    };
    // One of the two is of type T, or neither is.
    let of_type = |search: &dyn Any| search.downcast_ref::<Option<Beyond<T>>>().copied().flatten();
    of_type(&double).or_else(|| of_type(&single))
}
