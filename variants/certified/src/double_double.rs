//! Numbers of 106 bits: the unevaluated sum of two doubles.
//!
//! # Errors
//! With u = 2⁻⁵³ and neither overflow nor underflow: the sum of two such numbers has a relative error of at most 3u²/(1 − 4u), the product
//! at most 5u², the quotient at most 15u² + 56u³ (Joldes, Muller, Popescu, theorems 3.1, 5.1 and 6.1 for their algorithms 6, 10 and 16;
//! Muller and Rideau lowered the second bound to 5u² in a formal proof). Here products take the two small products of mixed parts in one
//! more rounding, which the same bound of 7u² of the first paper covers; so **every operation is counted as 8u²**.
//!
//! # Reference
//! M. Joldes, J.-M. Muller, V. Popescu: Tight and rigorous error bounds for basic building blocks of double-word arithmetic. ACM
//! Transactions on Mathematical Software 44 (2017), 15res:1–27. T. J. Dekker: A floating-point technique for extending the available
//! precision. Numerische Mathematik 18 (1971), 224–242.

use crate::vector::Vector;

/// hi + lo, with hi the nearest double to the sum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct DoubleDouble {
    pub hi: f64,
    pub lo: f64,
}

/// x + y exactly (Knuth, Møller).
#[inline(always)]
fn two_sum(x: f64, y: f64) -> (f64, f64) {
    let sum = x + y;
    let of_y = sum - x;
    (sum, (x - (sum - of_y)) + (y - of_y))
}

/// x + y exactly, for |x| ≥ |y| (Dekker).
#[inline(always)]
fn fast_two_sum(x: f64, y: f64) -> (f64, f64) {
    let sum = x + y;
    (sum, y - (sum - x))
}

/// The upper and the lower half of the significand (Veltkamp).
#[inline(always)]
fn split(x: f64) -> (f64, f64) {
    const FACTOR: f64 = 134_217_729.0; // 2²⁷ + 1
    let large = FACTOR * x;
    let high = large - (large - x);
    (high, x - high)
}

/// x y exactly, where neither overflows nor underflows (Dekker).
#[inline(always)]
fn two_product(x: f64, y: f64) -> (f64, f64) {
    let product = x * y;
    let ((xh, xl), (yh, yl)) = (split(x), split(y));
    (product, ((xh * yh - product) + xh * yl + xl * yh) + xl * yl)
}

impl DoubleDouble {
    /// Zero.
    pub const ZERO: DoubleDouble = DoubleDouble { hi: 0.0, lo: 0.0 };

    /// A double.
    #[inline(always)]
    pub fn of(x: f64) -> Self {
        DoubleDouble { hi: x, lo: 0.0 }
    }

    /// x − y, exactly.
    #[inline(always)]
    pub fn difference(x: f64, y: f64) -> Self {
        let (hi, lo) = two_sum(x, -y);
        DoubleDouble { hi, lo }
    }

    /// The sum (their algorithm 6).
    #[inline(always)]
    pub fn plus(self, other: Self) -> Self {
        let (sh, sl) = two_sum(self.hi, other.hi);
        let (th, tl) = two_sum(self.lo, other.lo);
        let (vh, vl) = fast_two_sum(sh, sl + th);
        let (hi, lo) = fast_two_sum(vh, tl + vl);
        DoubleDouble { hi, lo }
    }

    /// The difference.
    #[inline(always)]
    pub fn minus(self, other: Self) -> Self {
        self.plus(other.negated())
    }

    /// The product (their algorithm 10).
    #[inline(always)]
    pub fn times(self, other: Self) -> Self {
        let (ch, cl) = two_product(self.hi, other.hi);
        let mixed = self.hi * other.lo + self.lo * other.hi;
        let (hi, lo) = fast_two_sum(ch, cl + mixed);
        DoubleDouble { hi, lo }
    }

    /// The opposite number.
    #[inline(always)]
    pub fn negated(self) -> Self {
        DoubleDouble { hi: -self.hi, lo: -self.lo }
    }

    /// The quotient (their algorithm 16), within 16u² of itself.
    #[inline(always)]
    pub fn over(self, other: Self) -> Self {
        let th = self.hi / other.hi;
        let rest = self.minus(other.times(DoubleDouble::of(th)));
        let tl = rest.hi / other.hi;
        let (hi, lo) = fast_two_sum(th, tl);
        DoubleDouble { hi, lo }
    }

    /// The root of a positive number, within 2⁻¹⁰⁰ of itself: one Newton step from the rounded root, whose error it squares.
    #[inline(always)]
    pub fn root(self) -> Self {
        let near = self.hi.sqrt();
        let rest = self.minus(DoubleDouble::of(near).times(DoubleDouble::of(near)));
        let (hi, lo) = fast_two_sum(near, rest.hi / (2.0 * near));
        DoubleDouble { hi, lo }
    }
}

/// A vector of such numbers, by parts and in four lanes, of which the last is zero: an operation on all of them is one on vectors of the
/// processor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Wide {
    hi: [f64; 4],
    lo: [f64; 4],
}

/// The lanes of a function of lanes.
#[inline(always)]
fn lanes(mut of: impl FnMut(usize) -> DoubleDouble) -> Wide {
    let mut result = Wide { hi: [0.0; 4], lo: [0.0; 4] };
    for k in 0..4 {
        let x = of(k);
        (result.hi[k], result.lo[k]) = (x.hi, x.lo);
    }
    result
}

impl Wide {
    /// x − y, exactly.
    #[inline(always)]
    pub fn difference(x: &Vector, y: &Vector) -> Wide {
        let [x, y] = [x, y].map(|v| [v[0], v[1], v[2], 0.0]);
        lanes(|k| DoubleDouble::difference(x[k], y[k]))
    }

    #[inline(always)]
    pub fn lane(&self, k: usize) -> DoubleDouble {
        DoubleDouble { hi: self.hi[k], lo: self.lo[k] }
    }

    /// The vector, rounded.
    #[inline(always)]
    pub fn rounded(&self) -> Vector {
        [self.hi[0], self.hi[1], self.hi[2]]
    }

    #[inline(always)]
    pub fn negated(&self) -> Wide {
        lanes(|k| self.lane(k).negated())
    }

    #[inline(always)]
    pub fn minus(&self, other: &Wide) -> Wide {
        lanes(|k| self.lane(k).minus(other.lane(k)))
    }

    #[inline(always)]
    fn times(&self, other: &Wide) -> Wide {
        lanes(|k| self.lane(k).times(other.lane(k)))
    }

    /// The coordinates in another order.
    #[inline(always)]
    fn turned(&self, order: [usize; 3]) -> Wide {
        let [i, j, k] = order;
        let of = |x: &[f64; 4]| [x[i], x[j], x[k], 0.0];
        Wide { hi: of(&self.hi), lo: of(&self.lo) }
    }

    /// x × y.
    #[inline(always)]
    pub fn cross(&self, y: &Wide) -> Wide {
        let (first, second) = ([1, 2, 0], [2, 0, 1]);
        self.turned(first).times(&y.turned(second)).minus(&self.turned(second).times(&y.turned(first)))
    }

    /// x·y.
    #[inline(always)]
    pub fn dot(&self, y: &Wide) -> DoubleDouble {
        let products = self.times(y);
        products.lane(0).plus(products.lane(1)).plus(products.lane(2))
    }
}

/// The root of a quotient of positive numbers, within 2⁻⁹⁸ of itself: one Newton step from the root of the rounded quotient, whose error of
/// about 2u it squares.
#[inline(always)]
pub(crate) fn root_of_quotient(x: DoubleDouble, y: DoubleDouble) -> DoubleDouble {
    let near = (x.hi / y.hi).sqrt();
    let (hi, lo) = two_product(near, near);
    let rest = x.minus(DoubleDouble { hi, lo }.times(y));
    let (hi, lo) = fast_two_sum(near, rest.hi / (2.0 * near * y.hi));
    DoubleDouble { hi, lo }
}
