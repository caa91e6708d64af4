//! Pairs of small bodies on the integer lattice.
//!
//! On small integers the degenerate positions that random reals never reach (flat simplices, ties between support points,
//! contact, directions of zero) are frequent, every run is exact, and a failure is short to write down. Sample number i of a
//! seed is a pure function of both: block i of the ChaCha8 stream whose key is the seed. Samples vary in dimension (the plane
//! or space), in the range of the coordinates, the number of points, the kind of position, the first direction, and the order
//! of the points, which breaks ties.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

use super::candidate::Candidate;
use super::machine_integer::Site;

/// The greatest number of points of a body.
pub const POINTS: usize = 8;
/// The greatest size of a coordinate.
pub const REACH: i64 = 10;
/// The name of this source of cases.
pub const NAME: &str = "lattice";

/// Two bodies on the integer lattice, without allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// 2 or 3.
    pub dimension: u8,
    /// The points of A and of B, padded with zeros to the greatest possible number.
    pub points: [[Site; POINTS]; 2],
    /// The number of points of each body.
    pub counts: [usize; 2],
    /// The first direction; `None` for the variant's own start. Never zero.
    pub start: Option<Site>,
}

/// The words of a block of ChaCha.
const BLOCK: u128 = 16;

/// The samples of a seed from one index on, in order, which is faster than drawing each by itself.
pub struct Samples {
    blocks: ChaCha8Rng,
}

impl Samples {
    /// The samples from number `first` on.
    pub fn new(seed: u64, first: u64) -> Samples {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..8 + NAME.len()].copy_from_slice(NAME.as_bytes());
        let mut blocks = ChaCha8Rng::from_seed(key);
        blocks.set_word_pos(u128::from(first) * BLOCK);
        Samples { blocks }
    }

    /// The next sample.
    #[inline]
    pub fn draw(&mut self) -> Sample {
        Sample::from_block(std::array::from_fn(|_| self.blocks.next_u64()))
    }
}

/// Small numbers from a block of random bits.
struct Bits {
    words: [u64; 8],
    next: usize,
    state: u64,
    /// The number of random bits taken from the state, rounded up.
    spent: u32,
}

impl Bits {
    /// Uniform among 0 .. count, for a small count; the bias is below count / 2²⁰.
    #[inline(always)]
    fn below(&mut self, count: u64) -> u64 {
        if self.spent > 44 {
            self.refill();
        }
        self.spent += 64 - (count - 1).leading_zeros();
        let product = u128::from(self.state) * u128::from(count);
        self.state = product as u64;
        (product >> 64) as u64
    }

    /// A block is enough for nearly every sample; the largest samples reuse its words, multiplied by an odd number.
    fn refill(&mut self) {
        let turn = (self.next / 8) as u64;
        self.state = self.words[self.next % 8].wrapping_mul(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(turn) | 1);
        self.spent = 0;
        self.next += 1;
    }

    #[inline(always)]
    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as u64) as i64
    }
}

impl Sample {
    /// Sample number `index` of a seed.
    pub fn at(seed: u64, index: u64) -> Sample {
        Samples::new(seed, index).draw()
    }

    /// The points of A, and those of B.
    #[inline(always)]
    pub fn bodies(&self) -> [&[Site]; 2] {
        [&self.points[0][..self.counts[0]], &self.points[1][..self.counts[1]]]
    }

    #[inline]
    fn from_block(words: [u64; 8]) -> Sample {
        let mut bits = Bits { words, next: 1, state: words[0], spent: 0 };
        let dimension = if bits.below(8) == 0 { 2 } else { 3 };
        let reach = bits.between(1, REACH);
        let mut counts = [0; 2];
        for count in &mut counts {
            *count = 1 + bits.below(POINTS as u64) as usize;
        }
        // In addition to those by chance, one pair in eight is a body and a point.
        if bits.below(8) == 0 {
            counts[bits.below(2) as usize] = 1;
        }
        let kind = bits.below(16);
        let mut direction = [0; 3];
        if bits.below(4) == 0 {
            direction[..dimension].fill_with(|| bits.between(-2, 2));
        }
        let start = (direction != [0; 3]).then_some(direction);
        let mut points = [[[0; 3]; POINTS]; 2];
        for (body, &count) in points.iter_mut().zip(&counts) {
            body[..count].iter_mut().for_each(|point| point[..dimension].fill_with(|| bits.between(-reach, reach)));
        }
        place(&mut points, &counts, dimension, reach, kind, &mut bits);
        Sample { dimension: dimension as u8, points, counts, start }
    }

    /// The sample in the form that a search keeps.
    pub fn candidate(&self) -> Candidate {
        let point = |site: &Site| site.map(|x| x as f64);
        let bodies = self.bodies().map(|sites| sites.iter().map(point).collect());
        Candidate { dimension: self.dimension, bodies, start: self.start.as_ref().map(point), motion: None }
    }
}

/// Brings two random bodies into a position: half of them stay unchanged.
#[inline]
fn place(bodies: &mut [[Site; POINTS]; 2], counts: &[usize; 2], dimension: usize, reach: i64, kind: u64, bits: &mut Bits) {
    match kind {
        // Flat: one of the bodies, or both in one plane.
        8..=10 => {
            let axis = bits.below(dimension as u64) as usize;
            let level = bits.between(-reach, reach);
            for (which, body) in bodies.iter_mut().enumerate() {
                if kind == 10 || kind - 8 == which as u64 {
                    body[..counts[which]].iter_mut().for_each(|point| point[axis] = level);
                }
            }
        }
        // A common vertex.
        11 | 12 => {
            let (i, j) = (bits.below(counts[0] as u64) as usize, bits.below(counts[1] as u64) as usize);
            bodies[1][j] = bodies[0][i];
        }
        // On both sides of a plane, which they may touch, or of a slab of width one.
        13..=15 => {
            let axis = bits.below(dimension as u64) as usize;
            let level = bits.between(-reach, reach - 1);
            let gap = i64::from(kind == 15);
            let [a, b] = bodies;
            a[..counts[0]].iter_mut().for_each(|point| point[axis] = point[axis].min(level));
            b[..counts[1]].iter_mut().for_each(|point| point[axis] = point[axis].max(level + gap));
        }
        _ => {}
    }
}
