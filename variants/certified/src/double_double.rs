//! Numbers of 106 bits: the unevaluated sum of two doubles.
//!
//! # Errors
//! The bounds are not relative to a result, which may have cancelled, but relative to M, the sum of the absolute values of its
//! monomials ([`crate::bound`]). With u = 2⁻⁵³ and neither overflow nor underflow a value is **(λ, ε)** if |lo| ≤ λ u M and the
//! error of hi + lo is at most ε u² M. Terms of u³ are covered by the 1 % by which all constants are greater than the proved
//! values.
//!
//! | operation | λ | ε |
//! | --- | ---: | ---: |
//! | difference of two doubles | 1 | 0 |
//! | x + y, with the greater λ and ε of both | λ + 1 | ε + 2λ + 1 |
//! | x y | λ + μ + 1 | ε + ζ + 3 (λ + μ) + λμ + 1, y being (μ, ζ) |
//! | normalised | 1 | ε |
//! | scalar product of normalised vectors, normalised | 1 | ε + ζ + 24 |
//! | cross product of normalised vectors, normalised | 1 | ε + ζ + 15 |
//!
//! *Sum*: the sum of the high parts is exact in two doubles, the lower at most u M. The sum of the low parts is rounded by λ u²
//! M, and the total by (λ + 1) u² M. *Product*: the product of the high parts is exact in two doubles, the lower at most u M.
//! The mixed products are at most (λ + μ) u M together and rounded twice, then added with one more rounding of (λ + μ + 1) u²
//! M; the product of the low parts is left out, λμ u² M. A scalar product is a product, (3, 8), and two sums, (4, 15) and (5,
//! 24); a cross product is a product and a sum.
//!
//! The product of two doubles is computed exactly by a fused multiplication and addition if the processor has one (`FUSED`),
//! and otherwise by Dekker's algorithm; both are exact if nothing underflows, so no answer depends on the choice.
//!
//! # Reference
//! T. J. Dekker: A floating-point technique for extending the available precision. Numerische Mathematik 18 (1971), 224–242: the sum and the
//! product. T. Ogita, S. M. Rump, S. Oishi: Accurate sum and dot product. SIAM Journal on Scientific Computing 26 (2005), 1955–1988: the
//! scalar product that normalises once.

use crate::vector::Vector;

/// hi + lo.
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

/// The upper and the lower half of the significand (Veltkamp).
#[inline(always)]
fn split(x: f64) -> (f64, f64) {
    const FACTOR: f64 = 134_217_729.0; // 2²⁷ + 1
    let large = FACTOR * x;
    let high = large - (large - x);
    (high, x - high)
}

/// x y exactly, if it neither overflows nor underflows.
#[inline(always)]
fn two_product<const FUSED: bool>(x: f64, y: f64) -> (f64, f64) {
    let product = x * y;
    if FUSED {
        return (product, x.mul_add(y, -product));
    }
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

    /// The sum.
    #[inline(always)]
    pub fn plus(self, other: Self) -> Self {
        let (hi, rest) = two_sum(self.hi, other.hi);
        DoubleDouble { hi, lo: rest + (self.lo + other.lo) }
    }

    /// The difference.
    #[inline(always)]
    pub fn minus(self, other: Self) -> Self {
        self.plus(other.negated())
    }

    /// The product.
    #[inline(always)]
    pub fn times<const FUSED: bool>(self, other: Self) -> Self {
        let (hi, rest) = two_product::<FUSED>(self.hi, other.hi);
        DoubleDouble { hi, lo: rest + (self.hi * other.lo + self.lo * other.hi) }
    }

    /// The opposite number.
    #[inline(always)]
    pub fn negated(self) -> Self {
        DoubleDouble { hi: -self.hi, lo: -self.lo }
    }

    /// The same number, with hi the nearest double to it.
    #[inline(always)]
    pub fn normalised(self) -> Self {
        let (hi, lo) = two_sum(self.hi, self.lo);
        DoubleDouble { hi, lo }
    }
}

/// A vector of such numbers, by parts and in four lanes; the last lane is zero. An operation on all lanes is one operation on
/// vectors of the processor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Wide {
    hi: [f64; 4],
    lo: [f64; 4],
}

/// The vector whose lanes are the values of a function.
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
    /// The vector with these coordinates.
    #[cfg(test)]
    pub fn of(coordinates: [DoubleDouble; 3]) -> Wide {
        lanes(|k| coordinates.get(k).copied().unwrap_or(DoubleDouble::ZERO))
    }

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

    /// x − y, normalised.
    #[inline(always)]
    pub fn minus(&self, other: &Wide) -> Wide {
        lanes(|k| self.lane(k).minus(other.lane(k)).normalised())
    }

    #[inline(always)]
    fn times<const FUSED: bool>(&self, other: &Wide) -> Wide {
        lanes(|k| self.lane(k).times::<FUSED>(other.lane(k)))
    }

    /// The coordinates in another order.
    #[inline(always)]
    fn turned(&self, order: [usize; 3]) -> Wide {
        let [i, j, k] = order;
        let Wide { hi, lo } = self;
        Wide { hi: [hi[i], hi[j], hi[k], 0.0], lo: [lo[i], lo[j], lo[k], 0.0] }
    }

    /// x × y, normalised.
    #[inline(always)]
    pub fn cross<const FUSED: bool>(&self, y: &Wide) -> Wide {
        let (first, second) = ([1, 2, 0], [2, 0, 1]);
        self.turned(first).times::<FUSED>(&y.turned(second)).minus(&self.turned(second).times::<FUSED>(&y.turned(first)))
    }

    /// x·y, normalised.
    #[inline(always)]
    pub fn dot<const FUSED: bool>(&self, y: &Wide) -> DoubleDouble {
        let products = self.times::<FUSED>(y);
        products.lane(0).plus(products.lane(1)).plus(products.lane(2)).normalised()
    }
}

/// The root of x / y for positive numbers, with y normalised and the low part of x at most 3u of x, within 2⁻⁹⁹ of itself.
///
/// One Newton step from s, the root of the rounded quotient. s has an error of at most 4u of itself (3u and u of the numbers
/// used for x and y and u of the quotient, halved, and u of the root); the step squares that to 8u². The remainder x − s²y is
/// at most 8u x and has an error of 15u² x, and its rounding adds 8u² x. The last product, at most 4u of the result, has five
/// roundings and uses s and y within 5u: together below 70u².
#[inline(always)]
pub(crate) fn root_of_quotient<const FUSED: bool>(x: DoubleDouble, y: DoubleDouble) -> DoubleDouble {
    let near = (x.hi / y.hi).sqrt();
    let (hi, lo) = two_product::<FUSED>(near, near);
    let rest = x.minus(DoubleDouble { hi, lo }.times::<FUSED>(y));
    let (hi, lo) = two_sum(near, (rest.hi + rest.lo) * (0.5 / (near * y.hi)));
    DoubleDouble { hi, lo }
}
