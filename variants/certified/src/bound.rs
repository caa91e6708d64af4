//! Error bounds of rounded arithmetic: for every sign that a query rests on, a bound beyond which it is the sign of the exact
//! value.
//!
//! # Model
//! Rounding is to nearest, and nothing is flushed to zero. u is the unit roundoff of doubles, 2⁻⁵³. A sum or difference is fl(x
//! ± y) = (x ± y)(1 + δ) with |δ| ≤ u, a product fl(x y) = x y (1 + δ) + η with |η| ≤ 2⁻¹⁰⁷⁵, as long as nothing overflows
//! (Higham, section 2.2 and 2.7). So a tree of operations computes the exact polynomial with each of its monomials multiplied
//! by at most k factors 1 + δ, where k is the greatest number of roundings on a path from a leaf to the root. Its error is at
//! most γₖ M with γₖ = k u / (1 − k u), where M is the sum of the absolute values of the monomials, plus the error of
//! underflow.
//!
//! # Sizes
//! Below, Mₑ, M_f, M_w … are the greatest absolute coordinates of the *computed* vectors e, f, w. A monomial of a cross product
//! of two vectors is at most the product of their sizes, and a coordinate has two of them; a scalar product has three terms.
//! Computed sizes are within (1 ± u)² of those of the exact vectors. This costs a factor below 1 + 10u, for which the constants
//! leave room: all of them are at least 1 % greater than the proved values. Edges are differences of differences, e = (a₁ − a₀)
//! − (b₁ − b₀). If both parts are nonzero they may cancel. Then the size of e is not that of its monomials, and the sizes of
//! the parts are used: Mₑ = |a₁ − a₀|∞ + |b₁ − b₀|∞.
//!
//! # Chains
//! | value | monomials | k | error at most |
//! | --- | --- | ---: | --- |
//! | w = a − b | M_w | 1 | u M_w |
//! | e | Mₑ | 2 | 2u Mₑ |
//! | n = e × f | 2 Mₑ M_f | 2 + 2 + 1 + 1 = 6 | 12u Mₑ M_f → `NORMAL_OF_TRIANGLE` |
//! | g = w × e | 2 M_w Mₑ | 1 + 2 + 1 + 1 = 5 | 10u M_w Mₑ |
//! | n = e × g | 4 Mₑ² M_w | 2 + 5 + 1 + 1 = 9 | 36u Mₑ² M_w → `NORMAL_OF_EDGE` |
//! | w·e | 3 M_w Mₑ | 1 + 2 + 1 + 2 = 6 | 18u M_w Mₑ → `WEIGHT_OF_EDGE` |
//! | (e × f)·(w × h) | 3 · 2 · 2 Mₑ M_f M_w M_h | 6 + 5 + 1 + 2 = 14 | 168u Mₑ M_f M_w M_h → `WEIGHT_OF_TRIANGLE` |
//! | w₀·(w₁ × w₂) | 6 M₀ M₁ M₂ | 1 + (1 + 1 + 1 + 1) + 1 + 2 = 8 | 48u M₀ M₁ M₂ → `VOLUME` |
//!
//! # Range
//! The bounds hold for pairs whose coordinates are at most 2¹⁵⁰ (`is_in_range`): the largest value, of degree four, is below
//! 2⁶²⁰. A product that underflows has an error of 2⁻¹⁰⁷⁵ and is multiplied by values of degree three at most, below 2⁴⁶⁰, and
//! there are fewer than 2¹⁰ of them: together below 2⁻⁶⁰⁰ = `UNDERFLOW`, which every bound has as a second term.
//!
//! # Reference
//! N. J. Higham: Accuracy and Stability of Numerical Algorithms. 2nd edition, SIAM 2002. J. R. Shewchuk: Adaptive precision
//! floating-point arithmetic and fast robust geometric predicates. Discrete & Computational Geometry 18 (1997), 305–363: predicates with
//! stages.

use crate::body::product;
use crate::number::Number;
use crate::vector::Vector;

/// u of doubles.
const U: f64 = f64::EPSILON / 2.0;

/// The error of a coordinate of e × f, in units of Mₑ M_f.
pub(crate) const NORMAL_OF_TRIANGLE: f64 = 12.5 * U;
/// The error of a coordinate of e × (w × e), in units of Mₑ² M_w.
pub(crate) const NORMAL_OF_EDGE: f64 = 37.0 * U;
/// The error of w·e, in units of M_w Mₑ.
pub(crate) const WEIGHT_OF_EDGE: f64 = 18.5 * U;
/// The error of (e × f)·(w × h), in units of Mₑ M_f M_w M_h.
pub(crate) const WEIGHT_OF_TRIANGLE: f64 = 171.0 * U;
/// The error of w₀·(w₁ × w₂), in units of M₀ M₁ M₂.
pub(crate) const VOLUME: f64 = 49.0 * U;
/// The greatest error from underflow, 2⁻⁶⁰⁰.
pub(crate) const UNDERFLOW: f64 = f64::from_bits((1023 - 600) << 52);
/// The greatest coordinate for which the bounds hold, 2¹⁵⁰.
const RANGE: f64 = f64::from_bits((1023 + 150) << 52);

/// Whether the bounds hold for bodies of these extents. If not, integers decide.
#[inline(always)]
pub(crate) fn is_in_range<T: Number, const D: usize>(of_a: &[T; D], of_b: &[T; D]) -> bool {
    // Single precision ends at 2¹²⁸.
    !T::IS_DOUBLE || of_a.iter().chain(of_b).all(|x| x.widened() <= RANGE)
}

/// Whether an axis separates two bodies, from the computed least product with A's points and greatest product with B's.
///
/// # Proof
/// A computed product of three terms is within γ₃ Σ |nₖ| |xₖ|, plus the error of underflow, of the exact one. So with the
/// extents E of the bodies the exact difference is at least `least − greatest` less γ₃ Σ |nₖ| (E_A + E_B)ₖ. γ₃ is below 3.1 u;
/// the computed sum is at least (1 − u)⁵ times the exact one, and the computed difference at most 1 + u times. 4u covers both.
/// Nothing overflowed, as the sum bounds every intermediate result. The scan returned the least of the computed products: the
/// exact least one is within the same bound.
#[inline(always)]
pub(crate) fn separates<T: Number, const D: usize>(
    axis: &[T; D],
    [least, greatest]: [T; 2],
    of_a: &[T; D],
    of_b: &[T; D],
) -> bool {
    let mut sum = 0.0;
    for k in 0..D {
        sum += axis[k].widened().abs() * (of_a[k].widened() + of_b[k].widened());
    }
    // Written so that a NaN and an infinity fail.
    sum < T::GREATEST / 8.0 && least.widened() - greatest.widened() > 4.0 * T::UNIT_ROUNDOFF * sum + T::UNDERFLOW
}

/// The threshold for a computed product with `outward` below which a point is certainly not beyond the point `first` along an
/// exact normal. `outward` differs from the normal by at most `error` in each coordinate. `None` if a product may overflow.
///
/// # Proof
/// Let o be `outward`, n the normal, E the extent of the body. If n·x ≥ n·first, then o·x ≥ o·first − |o − n|·|x − first|, and
/// |x − first| ≤ 2E. Both products are computed within γ₃ Σ |oₖ| Eₖ. So fl(o·x) ≥ fl(o·first) − 6.1u Σ |oₖ| Eₖ − 2 Σ errorₖ Eₖ
/// less the error of underflow. The threshold is rounded twice, each time by at most u times itself, which is below 1.1 u Σ
/// |oₖ| Eₖ; 9u and a third share of the error cover this and the roundings of the sums.
#[inline(always)]
pub(crate) fn threshold<T: Number, const D: usize>(
    outward: &[T; D],
    first: &Vector,
    extent: &[T; D],
    error: &Vector,
) -> Option<T> {
    let (mut sum, mut of_error) = (0.0, 0.0);
    for k in 0..D {
        sum += outward[k].widened().abs() * extent[k].widened();
        of_error += error[k] * extent[k].widened();
    }
    let margin = 9.0 * T::UNIT_ROUNDOFF * sum + 3.0 * of_error + 4.0 * T::UNDERFLOW;
    // Written so that a NaN and an infinity fail.
    if !(sum + margin < T::GREATEST / 8.0) {
        return None;
    }
    let first: [T; D] = std::array::from_fn(|k| T::nearest(first[k]));
    Some(T::nearest(product(outward, &first).widened() - margin))
}
