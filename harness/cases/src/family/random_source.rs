//! The random numbers of one case: ChaCha8 with a key from seed and family, and the case's index as the stream.
//!
//! Every number is made from raw bits by additions, multiplications, divisions and square roots, which IEEE 754 defines
//! to the bit. No distribution of a library and no transcendental function is used, so a case is the same on every
//! platform and with every version of the generator's crates.

use super::power_of_two;
use crate::case::{Arithmetic, Point};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

/// The source of a case's random numbers.
pub struct RandomSource {
    bits: ChaCha8Rng,
    dimension: u8,
    arithmetic: Arithmetic,
    /// The position of the knob in its reach, in [0, 1).
    position: f64,
}

impl RandomSource {
    /// The source for case number `index` of the family. The arithmetic is not part of the key: the cases with one
    /// number have the same shape in every arithmetic, as far as its grid allows.
    pub fn new(family: &str, dimension: u8, seed: u64, arithmetic: Arithmetic, index: u64) -> RandomSource {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        for (position, byte) in family.bytes().enumerate() {
            let byte_of_key = &mut key[8 + position % 24];
            *byte_of_key = byte_of_key.rotate_left(3) ^ byte;
        }
        let mut bits = ChaCha8Rng::from_seed(key);
        bits.set_stream(index);
        // Multiples of the golden ratio modulo one are spread evenly, whatever their number.
        let golden = 0x9e37_79b9_7f4a_7c15_u64;
        let turn = index.wrapping_mul(golden).wrapping_add(seed.wrapping_mul(0xd1b5_4a32_d192_ed03));
        RandomSource { bits, dimension, arithmetic, position: fraction(turn) }
    }

    /// The dimension, 2 or 3.
    pub fn dimension(&self) -> u8 {
        self.dimension
    }

    /// The arithmetic in which the coordinates are exact.
    pub fn arithmetic(&self) -> Arithmetic {
        self.arithmetic
    }

    /// One of two values: the first in single precision, the second otherwise.
    pub fn by_precision<T>(&self, single: T, double: T) -> T {
        if self.arithmetic == Arithmetic::F32 { single } else { double }
    }

    /// Uniform in [0, 1), a multiple of 2⁻⁵³.
    pub fn unit(&mut self) -> f64 {
        fraction(self.bits.next_u64())
    }

    /// Uniform in [low, high).
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// Uniform among the integers low ..= high; the bias is below 2⁻⁶⁴ times their number.
    pub fn integer(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as u64) as i64
    }

    /// Uniform among the integers 0 .. count.
    pub fn below(&mut self, count: u64) -> u64 {
        ((u128::from(self.bits.next_u64()) * u128::from(count)) >> 64) as u64
    }

    /// True with this probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// 2^x with x uniform in [low, high).
    pub fn power(&mut self, low: f64, high: f64) -> f64 {
        let exponent = self.between(low, high);
        exp2(exponent)
    }

    /// The knob of this case on a logarithmic scale: 2^x, where the values x of successive cases are spread evenly over
    /// [low, high).
    pub fn knob(&self, low: f64, high: f64) -> f64 {
        exp2(low + (high - low) * self.position)
    }

    /// The knob of this case among 0 .. count, spread evenly.
    pub fn knob_choice(&self, count: u64) -> u64 {
        (self.position * count as f64) as u64
    }

    /// Uniform in the unit ball, or in the unit disc of the plane.
    pub fn ball(&mut self) -> Point {
        self.ball_and_square().0
    }

    /// Uniform on the unit sphere, or on the unit circle of the plane.
    pub fn direction(&mut self) -> Point {
        loop {
            let (point, square) = self.ball_and_square();
            if square > 1e-4 {
                let length = square.sqrt();
                return point.map(|x| x / length);
            }
        }
    }

    fn ball_and_square(&mut self) -> (Point, f64) {
        loop {
            let mut point = [0.0; 3];
            for x in point.iter_mut().take(usize::from(self.dimension)) {
                *x = 2.0 * self.unit() - 1.0;
            }
            let square = point.iter().map(|x| x * x).sum();
            if square <= 1.0 {
                return (point, square);
            }
        }
    }

    /// The columns of a uniformly random rotation; in the plane the third column is the third axis.
    pub fn rotation(&mut self) -> [Point; 3] {
        if self.dimension == 2 {
            let [x, y, _] = self.direction();
            return [[x, y, 0.0], [-y, x, 0.0], [0.0, 0.0, 1.0]];
        }
        loop {
            let q = [(); 4].map(|()| 2.0 * self.unit() - 1.0);
            let square: f64 = q.iter().map(|x| x * x).sum();
            if square <= 1.0 && square > 1e-4 {
                return quaternion_columns(q).map(|column| column.map(|x| x / square));
            }
        }
    }

    /// Puts the elements in a random order.
    pub fn shuffle<T>(&mut self, elements: &mut [T]) {
        for last in (1..elements.len()).rev() {
            let other = self.below(last as u64 + 1) as usize;
            elements.swap(last, other);
        }
    }
}

/// The columns of the rotation by the quaternion w + xi + yj + zk, times its squared length.
pub fn quaternion_columns<T>([w, x, y, z]: [T; 4]) -> [[T; 3]; 3]
where
    T: Copy + std::ops::Add<Output = T> + std::ops::Sub<Output = T> + std::ops::Mul<Output = T>,
{
    let twice = |t: T| t + t;
    let (ww, xx, yy, zz) = (w * w, x * x, y * y, z * z);
    [
        [ww + xx - yy - zz, twice(x * y + w * z), twice(x * z - w * y)],
        [twice(x * y - w * z), ww - xx + yy - zz, twice(y * z + w * x)],
        [twice(x * z + w * y), twice(y * z - w * x), ww - xx - yy + zz],
    ]
}

/// The upper 53 bits as a fraction of one.
fn fraction(bits: u64) -> f64 {
    (bits >> 11) as f64 * power_of_two(-53)
}

/// 2^x to about 10⁻¹³, by the Taylor series of its fractional part.
fn exp2(x: f64) -> f64 {
    let floor = x.floor();
    let t = (x - floor) * std::f64::consts::LN_2;
    let series = (1..=14).rev().fold(1.0, |sum, k| 1.0 + sum * t / f64::from(k));
    series * power_of_two(floor as i32)
}
