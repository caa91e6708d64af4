//! The scan in vector instructions of x86-64, by instruction set and by single and double precision.
//!
//! One kernel is written out for six register types. Its functions declare the instruction set that they need, so no compiler
//! flag is needed; [`select`] returns them only if the processor has it.
#![allow(unsafe_code, reason = "vector loads, and calls of functions that need an instruction set")]

use std::arch::x86_64::*;

use super::columns::{BLOCK, BLOCKS, Beyond, Columns, Row, Scan, Words, product};
use super::instructions::Instructions;
use gjk_numbers::Ring;

/// The scan one by one, for directions and points with a product that is not a number.
#[cold]
fn one_by_one<T: Ring + Copy, const D: usize>(columns: &Columns<T>, direction: &[T; 3]) -> usize {
    let (mut best, mut greatest) = (0, None);
    let blocks = columns.blocks::<D>().iter();
    for (index, new) in blocks.flat_map(|block| (0..BLOCK).map(|lane| product(block, lane, direction))).enumerate() {
        if greatest.is_none_or(|greatest| new > greatest) {
            (best, greatest) = (index, Some(new));
        }
    }
    best
}

macro_rules! kernel {
    (
        $kernel:ident, $features:literal, $float:ty, $count:ty, $few:literal, $most:literal, $many:literal, $wide:literal,
        $vector:ty, $counts:ty, $splat:ident, $load:ident, $times:ident, $plus:ident, $greater:ident,
        $splat_count:ident, $plus_count:ident,
        $took_over:item $greatest:item $equal:item $unordered:item $at_least:item
    ) => {
        mod $kernel {
            use super::*;

            type Float = $float;
            type Vector = $vector;
            type Counts = $counts;
            const LANES: usize = size_of::<Vector>() / size_of::<Float>();

            // The old counts where new is not greater than best, and the step elsewhere.
            #[target_feature(enable = $features)]
            #[inline]
            $took_over

            // The greatest value of all lanes, in every lane.
            #[target_feature(enable = $features)]
            #[inline]
            $greatest

            // One bit for each lane in which both are equal.
            #[target_feature(enable = $features)]
            #[inline]
            $equal

            // One bit for each lane in which one is not a number.
            #[target_feature(enable = $features)]
            #[inline]
            $unordered

            // One bit for each lane in which the first is at least the second.
            #[target_feature(enable = $features)]
            #[inline]
            $at_least

            /// The products of the points in register `v` of a block.
            #[target_feature(enable = $features)]
            #[inline]
            fn products<const D: usize>(block: &[Row<Float>; D], v: usize, direction: &[Vector; 3]) -> Vector {
                let load = |i: usize| {
                    let coordinates: &[Float; LANES] = &block[i].0.as_chunks().0[v];
                    // SAFETY: the reference is to LANES numbers, as many as the register holds. They are aligned: a row is
                    // aligned to 64 bytes, and register v begins a multiple of the register's size after it.
                    unsafe { $load(coordinates.as_ptr()) }
                };
                let mut sum = $times(load(0), direction[0]);
                for i in 1..D {
                    sum = $plus(sum, $times(load(i), direction[i]));
                }
                sum
            }

            /// The scan of the first `V` registers of points: each lane is the number of its point, so no counts are needed.
            #[target_feature(enable = $features)]
            fn few<const D: usize, const V: usize>(columns: &Columns<Float>, x: Float, y: Float, z: Float) -> usize {
                let registers = BLOCK / LANES;
                let Some(blocks) = columns.blocks::<D>().get(..V.div_ceil(registers)) else { return 0 };
                let direction = [$splat(x), $splat(y), $splat(z)];
                let mut new = [direction[0]; V];
                for v in 0..V {
                    new[v] = products(&blocks[v / registers], v % registers, &direction);
                }
                // If one of two values is NaN, the greater one is not defined.
                let mut none = 0;
                for v in 0..V.div_ceil(2) {
                    none |= unordered(new[v], new[V - 1 - v]);
                }
                if none != 0 {
                    return one_by_one::<Float, D>(columns, &[x, y, z]);
                }
                let mut best = new;
                let mut width = V;
                while width > 1 {
                    let half = width / 2;
                    for v in 0..half {
                        best[v] = $greater(best[v], best[width - 1 - v]);
                    }
                    width -= half;
                }
                let best = greatest(best[0]);
                let mut lanes = [0_u64; 2];
                for v in 0..V {
                    lanes[v * LANES / 64] |= u64::from(equal(new[v], best)) << (v * LANES % 64);
                }
                match lanes {
                    [0, high] => 64 + high.trailing_zeros() as usize,
                    [low, _] => low.trailing_zeros() as usize,
                }
            }

            /// The scan of any number of points, with `V` registers in each step: one block or two, or a part of one.
            #[target_feature(enable = $features)]
            fn many<const D: usize, const V: usize>(columns: &Columns<Float>, x: Float, y: Float, z: Float) -> usize {
                let blocks = columns.blocks::<D>();
                let Some(block) = blocks.first() else { return 0 };
                let first = $splat(product(block, 0, &[x, y, z]));
                let direction = [$splat(x), $splat(y), $splat(z)];
                let mut best = [first; V];
                let mut counts = [$splat_count(0 as _); V];
                // Counted in a register: copying a number into all lanes in every step takes longer.
                let (mut step, one) = ($splat_count(0 as _), $splat_count(1 as _));
                let registers = BLOCK / LANES;
                for blocks in blocks.chunks_exact(if V > registers { V / registers } else { 1 }) {
                    for part in 0..if V > registers { 1 } else { registers / V } {
                        for v in 0..V {
                            let register = part * V + v;
                            let new = products(&blocks[register / registers], register % registers, &direction);
                            counts[v] = took_over(counts[v], step, new, best[v]);
                            best[v] = $greater(new, best[v]);
                        }
                        step = $plus_count(step, one);
                    }
                }
                let mut all = best[0];
                for v in 1..V {
                    all = $greater(all, best[v]);
                }
                let all = greatest(all);
                let mut lanes = 0_u32;
                for v in 0..V {
                    lanes |= equal(best[v], all) << (v * LANES);
                }
                const { assert!(size_of::<Counts>() == size_of::<[$count; LANES]>()) };
                // SAFETY: a register of counts holds LANES of them, any bits are a number, and both sides have the same size.
                let counts = unsafe { std::mem::transmute_copy::<[Counts; V], [[$count; LANES]; V]>(&counts) };
                let counts = counts.as_flattened();
                let mut index = usize::MAX;
                while lanes != 0 {
                    let lane = lanes.trailing_zeros() as usize;
                    index = index.min(counts[lane] as usize * (V * LANES) + lane);
                    lanes &= lanes - 1;
                }
                // No lane is equal if the first product is not a number.
                if index == usize::MAX { 0 } else { index }
            }

            /// One bit for each point of these blocks whose product is at least `least`.
            #[target_feature(enable = $features)]
            #[inline]
            fn found<const D: usize, const COUNT: usize>(
                blocks: &[[Row<Float>; D]; COUNT],
                direction: &[Vector; 3],
                least: Vector,
            ) -> u64 {
                // Most blocks have no such point, which one comparison shows. NaN is skipped.
                let mut best = $splat(Float::NEG_INFINITY);
                let mut all = [[best; BLOCK / LANES]; COUNT];
                for (all, block) in all.iter_mut().zip(blocks) {
                    for v in 0..BLOCK / LANES {
                        all[v] = products(block, v, direction);
                        best = $greater(all[v], best);
                    }
                }
                let mut found = 0;
                if at_least(best, least) != 0 {
                    for (v, new) in all.as_flattened().iter().enumerate() {
                        found |= u64::from(at_least(*new, least)) << (v * LANES);
                    }
                }
                found
            }

            /// The search for products of at least `least`: four registers in each step if there are as many.
            #[target_feature(enable = $features)]
            fn beyond<const D: usize>(
                columns: &Columns<Float>,
                x: Float,
                y: Float,
                z: Float,
                least: Float,
                from: usize,
                words: &mut Words,
            ) -> u32 {
                const STEP: usize = if 4 * LANES > BLOCK { 4 * LANES / BLOCK } else { 1 };
                let (direction, least) = ([$splat(x), $splat(y), $splat(z)], $splat(least));
                let mut all = 0;
                for (number, (blocks, word)) in columns.blocks::<D>()[from..].chunks(BLOCKS).zip(words).enumerate() {
                    let (steps, rest) = blocks.as_chunks::<STEP>();
                    let mut bits = 0;
                    for (step, blocks) in steps.iter().enumerate() {
                        bits |= found(blocks, &direction, least) << (step * STEP * BLOCK);
                    }
                    for (step, block) in rest.iter().enumerate() {
                        bits |= found(&[*block], &direction, least) << ((steps.len() * STEP + step) * BLOCK);
                    }
                    if bits != 0 {
                        *word = bits;
                        all |= 1 << number;
                    }
                }
                all
            }

            /// The search for points beyond a product, for this dimension; only for processors that have the instructions.
            pub(super) fn select_beyond(dimension: usize) -> Option<Beyond<Float>> {
                // SAFETY, of both: this function is called where the processor has the instructions.
                match dimension {
                    2 => Some(|columns, x, y, z, least, from, words| unsafe { beyond::<2>(columns, x, y, z, least, from, words) }),
                    3 => Some(|columns, x, y, z, least, from, words| unsafe { beyond::<3>(columns, x, y, z, least, from, words) }),
                    _ => None,
                }
            }

            /// The scan of this many points of this dimension; only for processors that have the instructions. The limits up to
            /// which a scan without counts is faster were measured: with thirty-two registers, while eight hold the products.
            pub(super) fn select(dimension: usize, points: usize) -> Option<Scan<Float>> {
                const FEW: usize = $few;
                const MOST: usize = $most;
                const ONE: usize = BLOCK / LANES;
                const TWO: usize = 2 * BLOCK / LANES;
                let scan: unsafe fn(&Columns<Float>, Float, Float, Float) -> usize = match (dimension, points) {
                    (2, _) if points <= FEW => few::<2, { FEW / LANES }>,
                    (3, _) if points <= FEW => few::<3, { FEW / LANES }>,
                    (2, _) if points <= BLOCK => few::<2, ONE>,
                    (3, _) if points <= BLOCK => few::<3, ONE>,
                    (2, _) if points <= MOST => few::<2, TWO>,
                    (3, _) if points <= MOST => few::<3, TWO>,
                    (3, 33..=64) if points <= $wide => few::<3, { 2 * TWO }>,
                    (3, 65..=96) if points <= $wide => few::<3, { 3 * TWO }>,
                    (3, 97..=128) if points <= $wide => few::<3, { 4 * TWO }>,
                    (2, _) => many::<2, $many>,
                    (3, _) => many::<3, $many>,
                    _ => return None,
                };
                // SAFETY: this function is called where the processor has the instructions, so the scan may be called as a safe
                // function. A safe function around it would be one more jump for each support point: 1 % of a query at 8 points.
                Some(unsafe { std::mem::transmute::<unsafe fn(&Columns<Float>, Float, Float, Float) -> usize, Scan<Float>>(scan) })
            }
        }
    };
}

// Without a blend, the greater of the old count and the masked step is used: steps only rise. So counts are floats.
kernel! {
    sse2_double, "sse2", f64, f64, 8, 32, 4, 0,
    __m128d, __m128d, _mm_set1_pd, _mm_load_pd, _mm_mul_pd, _mm_add_pd, _mm_max_pd,
    _mm_set1_pd, _mm_add_pd,
    fn took_over(counts: Counts, step: Counts, new: Vector, best: Vector) -> Counts {
        _mm_max_pd(counts, _mm_and_pd(_mm_cmpgt_pd(new, best), step))
    }
    fn greatest(v: Vector) -> Vector {
        _mm_max_pd(v, _mm_shuffle_pd::<0b01>(v, v))
    }
    fn equal(v: Vector, w: Vector) -> u32 {
        _mm_movemask_pd(_mm_cmpeq_pd(v, w)) as u32
    }
    fn unordered(v: Vector, w: Vector) -> u32 {
        _mm_movemask_pd(_mm_cmpunord_pd(v, w)) as u32
    }
    fn at_least(v: Vector, w: Vector) -> u32 {
        _mm_movemask_pd(_mm_cmpge_pd(v, w)) as u32
    }
}

kernel! {
    sse2_single, "sse2", f32, f32, 8, 32, 4, 0,
    __m128, __m128, _mm_set1_ps, _mm_load_ps, _mm_mul_ps, _mm_add_ps, _mm_max_ps,
    _mm_set1_ps, _mm_add_ps,
    fn took_over(counts: Counts, step: Counts, new: Vector, best: Vector) -> Counts {
        _mm_max_ps(counts, _mm_and_ps(_mm_cmpgt_ps(new, best), step))
    }
    fn greatest(v: Vector) -> Vector {
        let two = _mm_max_ps(v, _mm_shuffle_ps::<0b01_00_11_10>(v, v));
        _mm_max_ps(two, _mm_shuffle_ps::<0b10_11_00_01>(two, two))
    }
    fn equal(v: Vector, w: Vector) -> u32 {
        _mm_movemask_ps(_mm_cmpeq_ps(v, w)) as u32
    }
    fn unordered(v: Vector, w: Vector) -> u32 {
        _mm_movemask_ps(_mm_cmpunord_ps(v, w)) as u32
    }
    fn at_least(v: Vector, w: Vector) -> u32 {
        _mm_movemask_ps(_mm_cmpge_ps(v, w)) as u32
    }
}

kernel! {
    avx2_double, "avx2", f64, u64, 8, 16, 4, 0,
    __m256d, __m256i, _mm256_set1_pd, _mm256_load_pd, _mm256_mul_pd, _mm256_add_pd, _mm256_max_pd,
    _mm256_set1_epi64x, _mm256_add_epi64,
    fn took_over(counts: Counts, step: Counts, new: Vector, best: Vector) -> Counts {
        let wins = _mm256_cmp_pd::<_CMP_GT_OQ>(new, best);
        _mm256_castpd_si256(_mm256_blendv_pd(_mm256_castsi256_pd(counts), _mm256_castsi256_pd(step), wins))
    }
    fn greatest(v: Vector) -> Vector {
        let two = _mm256_max_pd(v, _mm256_permute2f128_pd::<1>(v, v));
        _mm256_max_pd(two, _mm256_permute_pd::<0b0101>(two))
    }
    fn equal(v: Vector, w: Vector) -> u32 {
        _mm256_movemask_pd(_mm256_cmp_pd::<_CMP_EQ_OQ>(v, w)) as u32
    }
    fn unordered(v: Vector, w: Vector) -> u32 {
        _mm256_movemask_pd(_mm256_cmp_pd::<_CMP_UNORD_Q>(v, w)) as u32
    }
    fn at_least(v: Vector, w: Vector) -> u32 {
        _mm256_movemask_pd(_mm256_cmp_pd::<_CMP_GE_OQ>(v, w)) as u32
    }
}

kernel! {
    avx2_single, "avx2", f32, u32, 8, 32, 4, 0,
    __m256, __m256i, _mm256_set1_ps, _mm256_load_ps, _mm256_mul_ps, _mm256_add_ps, _mm256_max_ps,
    _mm256_set1_epi32, _mm256_add_epi32,
    fn took_over(counts: Counts, step: Counts, new: Vector, best: Vector) -> Counts {
        let wins = _mm256_cmp_ps::<_CMP_GT_OQ>(new, best);
        _mm256_castps_si256(_mm256_blendv_ps(_mm256_castsi256_ps(counts), _mm256_castsi256_ps(step), wins))
    }
    fn greatest(v: Vector) -> Vector {
        let four = _mm256_max_ps(v, _mm256_permute2f128_ps::<1>(v, v));
        let two = _mm256_max_ps(four, _mm256_permute_ps::<0b01_00_11_10>(four));
        _mm256_max_ps(two, _mm256_permute_ps::<0b10_11_00_01>(two))
    }
    fn equal(v: Vector, w: Vector) -> u32 {
        _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_EQ_OQ>(v, w)) as u32
    }
    fn unordered(v: Vector, w: Vector) -> u32 {
        _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_UNORD_Q>(v, w)) as u32
    }
    fn at_least(v: Vector, w: Vector) -> u32 {
        _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_GE_OQ>(v, w)) as u32
    }
}

kernel! {
    avx512_double, "avx512f,avx512dq,avx512vl,avx2", f64, u64, 8, 32, 2, 64,
    __m512d, __m512i, _mm512_set1_pd, _mm512_load_pd, _mm512_mul_pd, _mm512_add_pd, _mm512_max_pd,
    _mm512_set1_epi64, _mm512_add_epi64,
    fn took_over(counts: Counts, step: Counts, new: Vector, best: Vector) -> Counts {
        _mm512_mask_mov_epi64(counts, _mm512_cmp_pd_mask::<_CMP_GT_OQ>(new, best), step)
    }
    fn greatest(v: Vector) -> Vector {
        let four = _mm512_max_pd(v, _mm512_shuffle_f64x2::<0b01_00_11_10>(v, v));
        let two = _mm512_max_pd(four, _mm512_shuffle_f64x2::<0b10_11_00_01>(four, four));
        _mm512_max_pd(two, _mm512_permute_pd::<0b01010101>(two))
    }
    fn equal(v: Vector, w: Vector) -> u32 {
        u32::from(_mm512_cmp_pd_mask::<_CMP_EQ_OQ>(v, w))
    }
    fn unordered(v: Vector, w: Vector) -> u32 {
        u32::from(_mm512_cmp_pd_mask::<_CMP_UNORD_Q>(v, w))
    }
    fn at_least(v: Vector, w: Vector) -> u32 {
        u32::from(_mm512_cmp_pd_mask::<_CMP_GE_OQ>(v, w))
    }
}

kernel! {
    avx512_single, "avx512f,avx512dq,avx512vl,avx2", f32, u32, 16, 32, 2, 128,
    __m512, __m512i, _mm512_set1_ps, _mm512_load_ps, _mm512_mul_ps, _mm512_add_ps, _mm512_max_ps,
    _mm512_set1_epi32, _mm512_add_epi32,
    fn took_over(counts: Counts, step: Counts, new: Vector, best: Vector) -> Counts {
        _mm512_mask_mov_epi32(counts, _mm512_cmp_ps_mask::<_CMP_GT_OQ>(new, best), step)
    }
    fn greatest(v: Vector) -> Vector {
        let eight = _mm512_max_ps(v, _mm512_shuffle_f32x4::<0b01_00_11_10>(v, v));
        let four = _mm512_max_ps(eight, _mm512_shuffle_f32x4::<0b10_11_00_01>(eight, eight));
        let two = _mm512_max_ps(four, _mm512_permute_ps::<0b01_00_11_10>(four));
        _mm512_max_ps(two, _mm512_permute_ps::<0b10_11_00_01>(two))
    }
    fn equal(v: Vector, w: Vector) -> u32 {
        u32::from(_mm512_cmp_ps_mask::<_CMP_EQ_OQ>(v, w))
    }
    fn unordered(v: Vector, w: Vector) -> u32 {
        u32::from(_mm512_cmp_ps_mask::<_CMP_UNORD_Q>(v, w))
    }
    fn at_least(v: Vector, w: Vector) -> u32 {
        u32::from(_mm512_cmp_ps_mask::<_CMP_GE_OQ>(v, w))
    }
}

/// The scan of this many doubles; `None` for instructions that the processor lacks, or for a dimension other than 2 and 3.
pub(super) fn double(instructions: Instructions, dimension: usize, points: usize) -> Option<Scan<f64>> {
    if !instructions.available() {
        return None;
    }
    match instructions {
        Instructions::Portable => None,
        Instructions::Sse2 => sse2_double::select(dimension, points),
        Instructions::Avx2 => avx2_double::select(dimension, points),
        Instructions::Avx512 => avx512_double::select(dimension, points),
    }
}

/// The scan of this many singles, under the same conditions as for doubles.
pub(super) fn single(instructions: Instructions, dimension: usize, points: usize) -> Option<Scan<f32>> {
    if !instructions.available() {
        return None;
    }
    match instructions {
        Instructions::Portable => None,
        Instructions::Sse2 => sse2_single::select(dimension, points),
        Instructions::Avx2 => avx2_single::select(dimension, points),
        // At most 8 points fill half of a register of sixteen; a narrower register has the shorter reduction.
        Instructions::Avx512 if points <= 8 => avx2_single::select(dimension, points),
        Instructions::Avx512 => avx512_single::select(dimension, points),
    }
}

/// The search among doubles for points beyond a product; `None` under the same conditions as for the scan.
pub(super) fn beyond_double(instructions: Instructions, dimension: usize) -> Option<Beyond<f64>> {
    if !instructions.available() {
        return None;
    }
    match instructions {
        Instructions::Portable => None,
        Instructions::Sse2 => sse2_double::select_beyond(dimension),
        Instructions::Avx2 => avx2_double::select_beyond(dimension),
        Instructions::Avx512 => avx512_double::select_beyond(dimension),
    }
}

/// The search among singles, under the same conditions as among doubles.
pub(super) fn beyond_single(instructions: Instructions, dimension: usize) -> Option<Beyond<f32>> {
    if !instructions.available() {
        return None;
    }
    match instructions {
        Instructions::Portable => None,
        Instructions::Sse2 => sse2_single::select_beyond(dimension),
        Instructions::Avx2 => avx2_single::select_beyond(dimension),
        Instructions::Avx512 => avx512_single::select_beyond(dimension),
    }
}
