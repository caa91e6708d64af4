//! Integers of a fixed capacity, on the stack: the language's own of 64 and 128 bits; those of 192, 256 and 384 bits; and
//! beyond them a sign and up to N limbs of 64 bits, where only the limbs in use cost time.
//!
//! A product has twice as many bits as its factors. The width is proved at each use ([`crate::exact`]): nothing here overflows.

mod fixed;

use std::cmp::Ordering;

use crate::double_double::DoubleDouble;

use fixed::Fixed;
pub(crate) use fixed::{Int256, Long, Short};

/// An integer on the stack.
pub(crate) trait Integer: Copy {
    /// The integers that hold every product of two of these; for the widest integers, the same type.
    type Double: Integer;
    const ZERO: Self;
    /// −1, 0 or 1 as an order relative to zero.
    fn sign(&self) -> Ordering;
    fn negated(&self) -> Self;
    fn plus(&self, other: &Self) -> Self;
    fn minus(&self, other: &Self) -> Self;
    fn times(&self, other: &Self) -> Self::Double;
    /// The number with room for products.
    fn widened(&self) -> Self::Double;
    /// The answer to a question about the vector with room for products. Wide integers already have that room: they are passed
    /// by reference, because copies of them would cost more than the sums.
    #[inline(always)]
    fn with_widened<R>(x: &Lattice<Self>, ask: impl FnOnce(&Lattice<Self::Double>) -> R) -> R {
        ask(&[x[0].widened(), x[1].widened(), x[2].widened()])
    }
    /// x·y.
    #[inline(always)]
    fn dot(x: &Lattice<Self>, y: &Lattice<Self>) -> Self::Double {
        x[0].times(&y[0]).plus(&x[1].times(&y[1])).plus(&x[2].times(&y[2]))
    }
    /// x_i y_j − x_j y_i.
    #[inline(always)]
    fn minor(x: &Lattice<Self>, y: &Lattice<Self>, [i, j]: [usize; 2]) -> Self::Double {
        x[i].times(&y[j]).minus(&x[j].times(&y[i]))
    }
    fn is_zero(&self) -> bool {
        self.sign() == Ordering::Equal
    }
}

/// Integers that coordinates are converted to.
pub(crate) trait Coordinate: Integer {
    /// x 2^−exponent of a finite x, which 2^exponent divides.
    fn of(x: f64, exponent: i32) -> Self;
}

/// Integers with room for all products of a step.
pub(crate) trait Widest: Coordinate + Integer<Double = Self> {
    /// The greatest number of bits that a caller may request: a product may be formed with room for two limbs more.
    const BITS: usize;
    /// The nearest number of 106 bits, up to 2⁻¹⁰⁰ of itself, and the power of two to multiply it by.
    fn to_double_double(&self) -> (DoubleDouble, i32);
}

/// The integers of the products of products.
pub(crate) type Quadruple<I> = <<I as Integer>::Double as Integer>::Double;

impl Integer for i64 {
    type Double = i128;
    const ZERO: Self = 0;

    #[inline(always)]
    fn sign(&self) -> Ordering {
        self.cmp(&0)
    }

    #[inline(always)]
    fn negated(&self) -> Self {
        -self
    }

    #[inline(always)]
    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    #[inline(always)]
    fn minus(&self, other: &Self) -> Self {
        self - other
    }

    #[inline(always)]
    fn times(&self, other: &Self) -> i128 {
        i128::from(*self) * i128::from(*other)
    }

    #[inline(always)]
    fn widened(&self) -> i128 {
        i128::from(*self)
    }
}

impl Coordinate for i64 {
    #[inline(always)]
    fn of(x: f64, exponent: i32) -> Self {
        let (significand, own) = decomposed(x);
        if significand == 0 {
            return 0;
        }
        let zeros = significand.trailing_zeros();
        let magnitude = (significand >> zeros) as i64 * (1 << (own + zeros as i32 - exponent));
        if x < 0.0 { -magnitude } else { magnitude }
    }
}

impl Integer for i128 {
    type Double = Int256;
    const ZERO: Self = 0;

    #[inline(always)]
    fn sign(&self) -> Ordering {
        self.cmp(&0)
    }

    #[inline(always)]
    fn negated(&self) -> Self {
        -self
    }

    #[inline(always)]
    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    #[inline(always)]
    fn minus(&self, other: &Self) -> Self {
        self - other
    }

    /// The unsigned product of the factors' bits, less 2¹²⁸ times the other factor for each negative factor.
    #[inline(always)]
    fn times(&self, other: &Self) -> Int256 {
        let halves = |x: i128| (x as u128 & u128::from(u64::MAX), x as u128 >> 64);
        let ((x, x_high), (y, y_high)) = (halves(*self), halves(*other));
        let (low, high, one, two) = (x * y, x_high * y_high, x * y_high, x_high * y);
        let half = u128::from(u64::MAX);
        let middle = (low >> 64) + (one & half) + (two & half);
        let mut high = high + (one >> 64) + (two >> 64) + (middle >> 64);
        if *self < 0 {
            high = high.wrapping_sub(*other as u128);
        }
        if *other < 0 {
            high = high.wrapping_sub(*self as u128);
        }
        Fixed([low as u64, middle as u64, high as u64, (high >> 64) as u64])
    }

    #[inline(always)]
    fn widened(&self) -> Int256 {
        let sign = if *self < 0 { u64::MAX } else { 0 };
        Fixed([*self as u64, (*self >> 64) as u64, sign, sign])
    }
}

/// An integer of less than 64 N bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Int<const N: usize> {
    limbs: [u64; N],
    /// The limbs from here on are zero, and the previous one is not.
    len: usize,
    negative: bool,
}

impl<const N: usize> Integer for Int<N> {
    type Double = Self;
    const ZERO: Self = Int { limbs: [0; N], len: 0, negative: false };

    #[inline(always)]
    fn sign(&self) -> Ordering {
        match (self.len, self.negative) {
            (0, _) => Ordering::Equal,
            (_, true) => Ordering::Less,
            (_, false) => Ordering::Greater,
        }
    }

    #[inline(always)]
    fn negated(&self) -> Self {
        Int { negative: !self.negative && self.len > 0, ..*self }
    }

    #[inline]
    fn plus(&self, other: &Self) -> Self {
        let mut result = *self;
        result.add(other, other.negative);
        result
    }

    #[inline]
    fn minus(&self, other: &Self) -> Self {
        let mut result = *self;
        result.add(other, !other.negative);
        result
    }

    #[inline]
    fn times(&self, other: &Self) -> Self {
        if self.len == 0 || other.len == 0 {
            return Self::ZERO;
        }
        let mut result = Int { len: self.len + other.len, negative: self.negative != other.negative, ..Self::ZERO };
        let factor = &other.limbs[..other.len];
        for (i, x) in self.limbs[..self.len].iter().enumerate() {
            // A coordinate far above the grid's unit has zeros below its bits.
            if *x == 0 {
                continue;
            }
            let mut carry = 0;
            // Slices of equal length: no index is checked inside the loop.
            for (limb, y) in result.limbs[i..i + factor.len()].iter_mut().zip(factor) {
                let sum = u128::from(*x) * u128::from(*y) + u128::from(*limb) + carry;
                *limb = sum as u64;
                carry = sum >> 64;
            }
            if carry != 0 {
                result.limbs[i + factor.len()] = carry as u64;
            }
        }
        if result.limbs[result.len - 1] == 0 {
            result.len -= 1;
        }
        result
    }

    #[inline(always)]
    fn widened(&self) -> Self {
        *self
    }

    #[inline(always)]
    fn with_widened<R>(x: &Lattice<Self>, ask: impl FnOnce(&Lattice<Self>) -> R) -> R {
        ask(x)
    }

    #[inline]
    fn dot(x: &Lattice<Self>, y: &Lattice<Self>) -> Self {
        let mut sum = x[0].times(&y[0]);
        for k in [1, 2] {
            let product = x[k].times(&y[k]);
            sum.add(&product, product.negative);
        }
        sum
    }

    #[inline]
    fn minor(x: &Lattice<Self>, y: &Lattice<Self>, [i, j]: [usize; 2]) -> Self {
        let mut minor = x[i].times(&y[j]);
        let product = x[j].times(&y[i]);
        minor.add(&product, !product.negative);
        minor
    }
}

impl<const N: usize> Coordinate for Int<N> {
    fn of(x: f64, exponent: i32) -> Self {
        let (significand, own) = decomposed(x);
        if significand == 0 {
            return Self::ZERO;
        }
        let mut result = Int { negative: x < 0.0, ..Self::ZERO };
        let zeros = significand.trailing_zeros();
        let (odd, own) = (significand >> zeros, own + zeros as i32);
        let shift = (own - exponent) as usize;
        let (limb, bit) = (shift / 64, shift % 64);
        result.limbs[limb] = odd << bit;
        result.len = limb + 1;
        if bit > 0 && odd >> (64 - bit) != 0 {
            result.limbs[limb + 1] = odd >> (64 - bit);
            result.len = limb + 2;
        }
        result
    }
}

impl<const N: usize> Widest for Int<N> {
    const BITS: usize = 64 * N - 128;

    fn to_double_double(&self) -> (DoubleDouble, i32) {
        let mut sum = DoubleDouble::ZERO;
        let low = self.len.saturating_sub(3);
        for i in (low..self.len).rev() {
            let weight = exact_power(64 * (i - low) as i32);
            for (half, weight) in [(self.limbs[i] >> 32, weight * exact_power(32)), (self.limbs[i] & 0xffff_ffff, weight)] {
                sum = sum.plus(DoubleDouble::of(half as f64 * weight));
            }
        }
        let sum = sum.normalised();
        (if self.negative { sum.negated() } else { sum }, 64 * low as i32)
    }
}

impl<const N: usize> Int<N> {
    fn compare_magnitudes(&self, other: &Self) -> Ordering {
        self.len.cmp(&other.len).then_with(|| {
            let (x, y) = (self.limbs[..self.len].iter().rev(), other.limbs[..other.len].iter().rev());
            x.cmp(y)
        })
    }

    /// Adds |other| with this sign, in place.
    fn add(&mut self, other: &Self, is_negative: bool) {
        if other.len == 0 {
            return;
        }
        if self.len == 0 || self.negative == is_negative {
            self.negative = is_negative;
            return self.add_magnitude(other);
        }
        match self.compare_magnitudes(other) {
            Ordering::Greater => self.subtract_magnitude(other),
            Ordering::Less => {
                self.negative = is_negative;
                self.subtract_from_magnitude(other);
            }
            Ordering::Equal => {
                self.limbs[..self.len].fill(0);
                (self.len, self.negative) = (0, false);
            }
        }
    }

    /// |self| + |other|.
    fn add_magnitude(&mut self, other: &Self) {
        let mut carry = false;
        for (limb, y) in self.limbs[..other.len].iter_mut().zip(&other.limbs[..other.len]) {
            let (sum, first) = limb.overflowing_add(*y);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            (*limb, carry) = (sum, first | second);
        }
        let mut len = other.len;
        while carry {
            (self.limbs[len], carry) = self.limbs[len].overflowing_add(1);
            len += 1;
        }
        self.len = self.len.max(len);
    }

    /// |self| − |other|, which is positive.
    fn subtract_magnitude(&mut self, other: &Self) {
        let mut borrow = false;
        for (limb, y) in self.limbs[..other.len].iter_mut().zip(&other.limbs[..other.len]) {
            let (rest, first) = limb.overflowing_sub(*y);
            let (rest, second) = rest.overflowing_sub(u64::from(borrow));
            (*limb, borrow) = (rest, first | second);
        }
        let mut next = other.len;
        while borrow {
            (self.limbs[next], borrow) = self.limbs[next].overflowing_sub(1);
            next += 1;
        }
        self.shorten();
    }

    /// |other| − |self|, which is positive.
    fn subtract_from_magnitude(&mut self, other: &Self) {
        let mut borrow = false;
        for (limb, x) in self.limbs[..other.len].iter_mut().zip(&other.limbs[..other.len]) {
            let (rest, first) = x.overflowing_sub(*limb);
            let (rest, second) = rest.overflowing_sub(u64::from(borrow));
            (*limb, borrow) = (rest, first | second);
        }
        self.len = other.len;
        self.shorten();
    }

    /// Drops the zero limbs at the top of a nonzero number.
    fn shorten(&mut self) {
        while self.limbs[self.len - 1] == 0 {
            self.len -= 1;
        }
    }
}

/// The significand and the exponent of a finite number.
pub(crate) fn decomposed(x: f64) -> (u64, i32) {
    let bits = x.to_bits();
    let biased = (bits >> 52 & 0x7ff) as i32;
    let fraction = bits & ((1 << 52) - 1);
    if biased == 0 { (fraction, -1074) } else { (fraction | 1 << 52, biased - 1075) }
}

/// 2^k, for −1022 ≤ k ≤ 1023.
pub(crate) fn exact_power(k: i32) -> f64 {
    f64::from_bits(((k + 1023) as u64) << 52)
}

/// x 2^k, in steps that are all exact but the last.
pub(crate) fn times_power(mut x: f64, mut k: i32) -> f64 {
    while k > 1000 && x.is_finite() {
        (x, k) = (x * exact_power(1000), k - 1000);
    }
    while k < -900 && x.abs() > exact_power(-60) {
        (x, k) = (x * exact_power(-900), k + 900);
    }
    if k >= -1022 { x * exact_power(k.min(1023)) } else { 0.0 }
}

/// An integer vector.
pub(crate) type Lattice<I> = [I; 3];

pub(crate) fn minus<I: Integer>(x: &Lattice<I>, y: &Lattice<I>) -> Lattice<I> {
    [x[0].minus(&y[0]), x[1].minus(&y[1]), x[2].minus(&y[2])]
}

pub(crate) fn negated<I: Integer>(x: &Lattice<I>) -> Lattice<I> {
    [x[0].negated(), x[1].negated(), x[2].negated()]
}

#[inline(always)]
pub(crate) fn cross<I: Integer>(x: &Lattice<I>, y: &Lattice<I>) -> Lattice<I::Double> {
    [I::minor(x, y, [1, 2]), I::minor(x, y, [2, 0]), I::minor(x, y, [0, 1])]
}

#[inline(always)]
pub(crate) fn dot<I: Integer>(x: &Lattice<I>, y: &Lattice<I>) -> I::Double {
    I::dot(x, y)
}

/// The product of a normal with a vector that has less room.
#[inline(always)]
pub(crate) fn dot_wider<I: Integer>(normal: &Lattice<I::Double>, x: &Lattice<I>) -> Quadruple<I> {
    I::with_widened(x, |x| dot(normal, x))
}

/// The product of a normal with a vector that has a quarter of its room.
#[inline(always)]
pub(crate) fn dot_in_full<I: Integer<Double: Integer<Double: Widest>>>(
    normal: &Lattice<Quadruple<I>>,
    x: &Lattice<I>,
) -> Quadruple<I> {
    I::with_widened(x, |x| I::Double::with_widened(x, |x| dot(normal, x)))
}

/// The vector with room for products.
#[inline(always)]
pub(crate) fn widened<I: Integer>(x: &Lattice<I>) -> Lattice<I::Double> {
    [x[0].widened(), x[1].widened(), x[2].widened()]
}

pub(crate) fn is_zero<I: Integer>(x: &Lattice<I>) -> bool {
    x.iter().all(Integer::is_zero)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of<I: Coordinate>(x: i128) -> I {
        // Halves of 32 bits are exact in doubles.
        let magnitude = x.unsigned_abs();
        let parts = (0..4).map(|i| I::of((magnitude >> (32 * i) & 0xffff_ffff) as f64 * exact_power(32 * i), 0));
        let sum = parts.fold(I::ZERO, |sum, part| sum.plus(&part));
        if x < 0 { sum.negated() } else { sum }
    }

    fn assert_is<I: Widest>(found: I, expected: i128, what: &str) {
        assert!(found.minus(&of(expected)).is_zero(), "{what}");
        assert_eq!(found.sign(), expected.cmp(&0), "{what}");
    }

    fn samples() -> Vec<i128> {
        let edge = [0, 1, 2, 3, 1 << 31, 1 << 32, (1 << 62) - 1, 1 << 62, u64::MAX as i128 >> 2, 12345678901234567];
        edge.iter().flat_map(|x| [*x, -x]).collect()
    }

    fn computes_as_the_language<I: Widest>() {
        for x in samples() {
            for y in samples() {
                assert_is(of::<I>(x).plus(&of(y)), x + y, &format!("{x} + {y}"));
                assert_is(of::<I>(x).minus(&of(y)), x - y, &format!("{x} - {y}"));
                assert_is(of::<I>(x).times(&of(y)), x * y, &format!("{x} * {y}"));
                let (x, y) = (x << 62 | 0xdead_beef, (y << 62) - 1);
                assert_is(of::<I>(x).plus(&of(y)), x + y, &format!("{x} + {y}"));
                assert_is(of::<I>(x).minus(&of(y)), x - y, &format!("{x} - {y}"));
            }
            assert_eq!(of::<I>(x).sign(), x.cmp(&0));
            assert_is(of::<I>(x).negated(), -x, &format!("-{x}"));
            let (DoubleDouble { hi, lo }, power) = of::<I>(x).to_double_double();
            assert_eq!((power, hi as i128 + lo as i128, hi), (0, x, x as f64), "{x}");
        }
    }

    #[test]
    fn sums_differences_and_products_are_those_of_128_bits() {
        computes_as_the_language::<Fixed<3>>();
        computes_as_the_language::<Int256>();
        computes_as_the_language::<Fixed<6>>();
        computes_as_the_language::<Int<8>>();
    }

    /// The number assembled from its halves of 64 bits.
    fn of_wide<I: Widest>(x: i128) -> I {
        let high = of::<I>(x >> 64).times(&of(1 << 64));
        high.plus(&of(x & i128::from(u64::MAX)))
    }

    #[test]
    fn products_have_twice_the_bits() {
        let ends =
            [i128::MAX, i128::MIN + 1, i128::from(i64::MAX), i128::from(i64::MIN), 1 << 64, -1 << 64, 1 << 126, -1 << 126];
        let wide: Vec<i128> = samples().into_iter().map(|x| x << 62 | 0xdead_beef).chain(samples()).chain(ends).collect();
        for x in &wide {
            assert_eq!((x.sign(), x.negated(), x.is_zero()), (x.cmp(&0), -x, *x == 0), "{x}");
            let (narrow, in_256): (i64, Int256) = (*x as i64, of_wide(*x));
            assert!(x.widened().minus(&in_256).is_zero() && x.widened().sign() == x.sign(), "{x}");
            assert_eq!((narrow.widened(), narrow.sign()), (i128::from(narrow), narrow.cmp(&0)), "{x}");
            for y in &wide {
                assert!(x.times(y).minus(&in_256.times(&of_wide(*y))).is_zero(), "{x} * {y}");
                assert_eq!(narrow.times(&(*y as i64)), i128::from(narrow) * i128::from(*y as i64));
                let (x, y) = (x >> 70, y >> 70);
                assert_eq!(((x as i64).plus(&(y as i64)), (x as i64).minus(&(y as i64))), ((x + y) as i64, (x - y) as i64));
                assert_eq!((x.plus(&y), x.minus(&y), (x as i64).negated()), (x + y, x - y, -x as i64));
            }
        }
    }

    fn distributes<I: Widest>() {
        let wide = |x: i128, y: i128| of::<I>(x).times(&of(1 << 60)).plus(&of(y));
        let values: Vec<I> = samples().into_iter().map(|x| wide(x, !x)).collect();
        for x in &values {
            for y in &values {
                let (sum, product) = (x.plus(y), x.times(y));
                // (x + y)² − x² − y² = 2xy
                let rest = sum.times(&sum).minus(&x.times(x)).minus(&y.times(y));
                assert!(rest.minus(&product).minus(&product).is_zero());
                assert!(x.minus(y).plus(&y.minus(x)).is_zero());
            }
            // The sign and the size of a square of up to 250 bits.
            let (DoubleDouble { hi, .. }, power) = x.to_double_double();
            let (DoubleDouble { hi: square, .. }, of_square) = x.times(x).to_double_double();
            let ratio = if hi == 0.0 { 1.0 } else { square / hi / hi * exact_power(of_square - 2 * power) };
            assert!((ratio - 1.0).abs() < 1e-15 && x.times(x).sign() != Ordering::Less, "{ratio}");
        }
    }

    #[test]
    fn products_of_several_limbs_distribute() {
        distributes::<Int256>();
        distributes::<Fixed<6>>();
        distributes::<Int<8>>();
    }

    /// Numbers of up to `bits` bits with both signs, as sums of two doubles, each also in limbs.
    fn alike<I: Coordinate, W: Widest>(bits: i32) -> Vec<(I, W)> {
        fn number<I: Coordinate>([high, low]: [f64; 2], bits: i32) -> I {
            let shift = (bits - 53).max(0);
            I::of(high * exact_power(shift), 0).plus(&I::of(low, 0))
        }
        let most = exact_power(bits.min(53)) - 1.0;
        let parts = [0.0, 1.0, -1.0, most, -most, 0.5 * (most + 1.0), -0.5 * (most + 1.0)];
        let low = if bits > 53 { vec![0.0, -1.0, 3.0] } else { vec![0.0] };
        let all = parts.iter().flat_map(|high| low.iter().map(move |low| [*high, *low]));
        all.map(|parts| (number(parts, bits), number(parts, bits))).collect()
    }

    /// Checks that products of products of numbers of up to `bits` bits agree with those of limbs, and so do the sums and signs
    /// on the way.
    fn quadruples_are_exact<I: Coordinate<Double: Integer<Double: Widest>>>(bits: i32) {
        let numbers = alike::<I, Int<16>>(bits);
        let parts = |x: &Quadruple<I>| (x.sign(), x.to_double_double().0.hi, x.to_double_double().1);
        let same = |found: &Quadruple<I>, expected: &Int<16>, what: &str| {
            let (sign, hi, power) = parts(found);
            let (expected, own) = (expected.to_double_double(), expected.sign());
            let difference = power - expected.1;
            assert_eq!((sign, hi * exact_power(difference)), (own, expected.0.hi), "{what}");
        };
        for (x, p) in &numbers {
            same(&x.widened().widened(), p, "the number");
            same(&x.negated().widened().negated().widened(), p, "twice its negative");
            for (y, q) in &numbers {
                let (product, expected) = (x.times(y), p.times(q));
                same(&product.widened(), &expected, "a product");
                assert_eq!(x.minus(y).sign(), p.minus(q).sign());
                // Four terms, as in a height.
                let sums = |x: &I::Double, y: &I::Double| x.times(y).plus(&y.times(x)).plus(&x.times(x)).minus(&y.times(y));
                let square = y.times(y);
                let of_limbs = q.times(q);
                let twice = expected.times(&of_limbs).plus(&of_limbs.times(&expected));
                let expected = twice.plus(&expected.times(&expected)).minus(&of_limbs.times(&of_limbs));
                same(&sums(&product, &square), &expected, "products of products");
            }
        }
    }

    #[test]
    fn each_width_holds_the_integers_that_a_step_needs() {
        // A vertex has one bit more than its coordinates, an edge two: 4 (B + 2) + 4 bits are requested.
        quadruples_are_exact::<Short>(44 + 2);
        quadruples_are_exact::<i64>(60 + 2);
        quadruples_are_exact::<Long>(92 + 2);
    }

    #[test]
    fn doubles_come_and_go() {
        for (x, exponent, expected) in
            [(1.5, -1, 3), (-1.5, -1, -3), (-0.0, 7, 0), (96.0, 5, 3), (96.0, 0, 96), (-5e-324, -1074, -1)]
        {
            assert_eq!(i64::of(x, exponent), expected, "{x}");
            assert!(Int256::of(x, exponent).minus(&of(expected.into())).is_zero(), "{x}");
        }
        for x in [1.0, -1.5, 3.0e-300, -5e-324, 123456789.125, f64::MAX, 2.2250738585072014e-308] {
            let integer = Int::<40>::of(x, -1074);
            let (DoubleDouble { hi, lo }, power) = integer.to_double_double();
            let scaled = |x: f64, k: i32| (0..k.unsigned_abs()).fold(x, |x, _| if k > 0 { 2.0 * x } else { 0.5 * x });
            // Exact, since there are no more than 53 bits.
            assert_eq!((scaled(hi, power - 1074), lo), (x, 0.0), "{x}");
        }
        assert!(Int::<8>::of(0.0, -1074).is_zero() && Int::<8>::of(-0.0, 3).is_zero());
        assert_eq!(Int::<8>::of(-0.0, 3).sign(), Ordering::Equal);
    }
}
