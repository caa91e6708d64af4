//! The second stage: proves that a face of at most three points is nearest to the origin, and computes its distance in 106
//! bits.
//!
//! # Statement
//! Let S be the face, n its exact normal with h = n·w₀ > 0, w₀ = a₀ − b₀ its first point. If its weights are positive, the
//! point of S nearest to the origin has the distance h / |n|, which is an upper bound of the distance of M. Every m = a − b in
//! M has n·m ≥ h − α − β, where α is the most by which an n·a falls below n·a₀, and β the most by which an n·b exceeds n·b₀. So
//! the distance lies between (h − α − β) / |n| and h / |n|. **The slack (α + β) / h is at most 2⁻⁵⁷** (up to the error of the
//! computed h, below 2⁻¹¹ of it), a sixteenth of a unit in the last place of a double. It is zero unless points outside S tie
//! with it beyond the resolution of 106 bits, as in parallel faces.
//!
//! # The method
//! 1. Compute the signs of the weights, in doubles with the bounds of [`crate::bound`].
//! 2. One pass over the points of each body names those that are not certainly on the far side (the threshold of
//!    [`crate::bound`]). On generic bodies these are the points of S themselves. A point of S is skipped if its product equals
//!    that of the first one by construction: an edge of S that is a difference of points of one body alone is orthogonal to n,
//!    and two of these connect three points.
//! 3. For each other point x, compute the product n·(x − x₀) in 106 bits. If one is certainly below by more than the slack, S
//!    is not the nearest face. The next face is the lowest one of the named points, by a small linear program (`pivots`), or a
//!    subset of S with the point.
//! 4. Compute the distance from n and w₀ in 106 bits. If its error is not at most 2⁻⁵⁶ of itself, nothing is proved.
//! 5. Compute the weights from doubles, if their possible error moves the nearest point by little; otherwise in 106 bits.
//!
//! All steps rest on the test of the distance. The normal of a triangle points toward M by the sign of a rounded product, whose
//! error is below 2⁻⁴⁷ Mₑ M_f M_w. The distance is good to 2⁻⁵⁶ of itself only if h is above 270u² · 2⁵⁶ Mₑ M_f M_w, which is
//! more than 2⁻⁴² Mₑ M_f M_w.
//!
//! # Errors of the weights
//! Let L be the greatest of M_w, over all points of S, and of the edges, each with the sum of the sizes of its parts. If each
//! of the parts p has an error of at most ε, the weights λ = p / Σp have an error of at most (1 + 3λ) ε / Σp and a rounding.
//! Each coordinate of the nearest point has an error of at most 5 ε / Σp times the longest edge, for an edge 3 ε / Σp. ε is
//! that of doubles ([`crate::bound`]), or in 106 bits 220u² Mₑ L for an edge and 2600u² Mₑ M_f L times the longer edge for a
//! triangle. If ε times the longest edge is at most 2⁻⁴² L Σp, each coordinate of the nearest point of S is within **2⁻³⁹ L**
//! of that of the weights; in single precision within 2⁻²¹ L. (For an edge, ε is set to 180u² Mₑ L: three times 220 is less
//! than five times 180.)
//!
//! # Errors in 106 bits
//! Derived by the rules of the module of these numbers, with u = 2⁻⁵³; differences of coordinates are exact, and vectors are
//! normalised:
//! | value | monomials | ε | error at most |
//! | --- | --- | ---: | --- |
//! | e | Mₑ | 3 | 3u² Mₑ |
//! | n = e × f | 2 Mₑ M_f | 3 + 3 + 15 = 21 | 42u² Mₑ M_f |
//! | g = w × e | 2 M_w Mₑ | 0 + 3 + 15 = 18 | 36u² M_w Mₑ |
//! | n = e × g | 4 Mₑ² M_w | 3 + 18 + 15 = 36 | 144u² Mₑ² M_w |
//! | n·x of a triangle | 6 Mₑ M_f M_x | 21 + 0 + 24 = 45 | 270u² Mₑ M_f M_x |
//! | n·x of an edge | 12 Mₑ² M_w M_x | 36 + 0 + 24 = 60 | 720u² Mₑ² M_w M_x |
//! | w·x | 3 M_w M_x | 0 + 0 + 24 = 24 | 72u² M_w M_x |
//! | w·e of a weight | 3 M_w Mₑ | 0 + 3 + 24 = 27 | 81u² M_w Mₑ |
//! | n·(w × e) | 12 Mₑ² M_f M_w | 21 + 18 + 24 = 63 | 756u² Mₑ² M_f M_w |
//! | e·e | 3 Mₑ² | 3 + 3 + 24 = 30 | 90u² Mₑ² |
//! | n·n | 12 Mₑ² M_f² | 21 + 21 + 24 = 66 | 792u² Mₑ² M_f² |
//!
//! The first weight is the sum minus the others, which adds at most 8u² of the monomials of all three.

mod named;
mod optimality;
mod pivots;
mod plane;

use std::ops::Range;

use crate::body::Body;
use crate::bound;
use crate::double_double::{DoubleDouble, Wide, root_of_quotient};
use crate::number::Number;
use crate::simplex::{Pairs, widened};
use crate::vector::{self, Vector, size};

pub(crate) use named::{Named, NamedPoints};
#[cfg(test)]
pub(crate) use optimality::first;
pub(crate) use optimality::{Look, look, nearest, vertex};
pub(crate) use plane::{Plane, compare, foot, plane, side};

/// The bound on (α + β) / h: 2⁻⁵⁷.
pub(crate) const SLACK: f64 = f64::from_bits((1023 - 57) << 52);
/// The bound on the relative error of the distance before it is rounded: 2⁻⁵⁶. With the slack and the rounding to a double, the
/// error of the distance is less than 1/2 + 1/8 + 1/16 of a unit in the last place.
const OF_DISTANCE: f64 = f64::from_bits((1023 - 56) << 52);
/// The multiple of its error that a value has to exceed for that bound, for errors in units of u².
const TIMES: f64 = 3.3 * U2 / OF_DISTANCE;
/// The least h of a triangle, in units of Mₑ M_f M_w: its error is at most 270 u² of these.
const LEAST_HEIGHT: f64 = 273.0 * TIMES;
/// The least |g| of an edge, in units of M_w Mₑ: its error is at most √3 36 u² of these.
const LEAST_MOMENT: f64 = 63.0 * TIMES;
/// u².
const U2: f64 = (f64::EPSILON / 2.0) * (f64::EPSILON / 2.0);
/// Squares of the distance below this, 2⁻⁸⁰⁰, leave no room for 106 bits above the end of the range.
const LEAST_SQUARE: f64 = f64::from_bits((1023 - 800) << 52);

/// The bound on the movement of the nearest point by an error of the weights, as a share of L: 2⁻⁴² per weight, in single
/// precision u.
#[inline(always)]
fn share_of_weights<T: Number>() -> f64 {
    if T::IS_DOUBLE { f64::from_bits((1023 - 42) << 52) } else { T::UNIT_ROUNDOFF }
}

/// The face nearest to the origin.
pub(crate) struct Nearest {
    /// The normal of the face toward M, rounded.
    pub axis: Vector,
    pub distance: DoubleDouble,
    /// The weights of the face's nearest point.
    pub weights: [f64; 3],
    /// The nearest point's witness points on A and on B.
    pub witnesses: [Vector; 2],
}

/// A face of M in doubles.
struct Face {
    len: usize,
    a: [Vector; 3],
    b: [Vector; 3],
    /// The normal, and a bound on the error of each of its coordinates.
    normal: Vector,
    error: f64,
    /// The weights up to a common factor.
    parts: [f64; 3],
    /// Whether the face's points tie by construction: the edges that lead from one to the next are edges of one body alone.
    ties: bool,
    /// Mₑ, M_f, M_w.
    sizes: [f64; 3],
    /// The error bound of the parts times the greatest edge; and L.
    off: f64,
    reach: f64,
    /// Whether the distance seems to be more than rounding, which [`Face::square`] decides. No proof rests on it.
    seems_high: bool,
}

/// a₁ − a₀ − (b₁ − b₀) in doubles, its size, and whether one of the parts is zero.
#[inline(always)]
fn edge(a: [&Vector; 2], b: [&Vector; 2]) -> (Vector, f64, bool) {
    let (of_a, of_b) = (vector::minus(a[1], a[0]), vector::minus(b[1], b[0]));
    let (size_a, size_b) = (size(&of_a), size(&of_b));
    (vector::minus(&of_a, &of_b), size_a + size_b, size_a == 0.0 || size_b == 0.0)
}

/// The bound on the error of a coordinate of the rounded normal of a vertex of this size.
#[inline(always)]
fn error_of_vertex(of_w: f64) -> f64 {
    1.01 * (f64::EPSILON / 2.0) * of_w
}

impl Face {
    /// The face of these points; `None` if a weight is not certainly positive.
    #[inline(always)]
    fn of<T: Number, const D: usize>(a: &impl Body<T, D>, b: &impl Body<T, D>, simplex: &Pairs) -> Option<Face> {
        let pairs = simplex.as_slice();
        let (mut of_a, mut of_b) = ([[0.0; 3]; 3], [[0.0; 3]; 3]);
        for (i, &(p, q)) in pairs.iter().take(3).enumerate() {
            of_a[i] = widened(&a.point(p as usize));
            of_b[i] = widened(&b.point(q as usize));
        }
        let w = vector::minus(&of_a[0], &of_b[0]);
        let of_w = size(&w);
        let face = |normal, error, parts, ties, sizes, [off, reach]: [f64; 2], seems_high| {
            Some(Face { len: pairs.len(), a: of_a, b: of_b, normal, error, parts, ties, sizes, off, reach, seems_high })
        };
        match pairs.len() {
            1 => face(w, error_of_vertex(of_w), [1.0, 0.0, 0.0], true, [0.0, 0.0, of_w], [0.0, of_w], true),
            2 => {
                let (e, of_e, ties) = edge([&of_a[0], &of_a[1]], [&of_b[0], &of_b[1]]);
                let w1 = vector::minus(&of_a[1], &of_b[1]);
                let parts = [vector::dot(&w1, &e), -vector::dot(&w, &e), 0.0];
                let greatest = of_w.max(size(&w1));
                let bound = bound::WEIGHT_OF_EDGE * greatest * of_e + bound::UNDERFLOW;
                if !(parts[0] > bound && parts[1] > bound) {
                    return None;
                }
                let moment = vector::cross(&w, &e);
                let normal = vector::cross(&e, &moment);
                let error = bound::NORMAL_OF_EDGE * of_e * of_e * of_w + bound::UNDERFLOW;
                let least = LEAST_MOMENT * of_w * of_e;
                let seems_high = vector::dot(&moment, &moment) >= least * least;
                face(normal, error, parts, ties, [of_e, of_e, of_w], [bound * of_e, greatest.max(of_e)], seems_high)
            }
            3 => {
                let (e, of_e, first) = edge([&of_a[0], &of_a[1]], [&of_b[0], &of_b[1]]);
                let (f, of_f, second) = edge([&of_a[0], &of_a[2]], [&of_b[0], &of_b[2]]);
                let (d, of_d, third) = edge([&of_a[1], &of_a[2]], [&of_b[1], &of_b[2]]);
                let w1 = vector::minus(&of_a[1], &of_b[1]);
                let normal = vector::cross(&e, &f);
                let of_w1 = size(&w1);
                let parts = [
                    vector::dot(&normal, &vector::cross(&w1, &d)),
                    vector::dot(&normal, &vector::cross(&f, &w)),
                    vector::dot(&normal, &vector::cross(&w, &e)),
                ];
                let (greatest, longest) = (of_w.max(of_w1), of_e.max(of_f).max(of_d));
                let bound = bound::WEIGHT_OF_TRIANGLE * of_e * of_f * longest * greatest + bound::UNDERFLOW;
                if !parts.iter().all(|part| *part > bound) {
                    return None;
                }
                let error = bound::NORMAL_OF_TRIANGLE * of_e * of_f + bound::UNDERFLOW;
                // The sign of the rounded product, which has an error of at most 60u Mₑ M_f M_w. It is known to be the sign of
                // the exact product only if `certify` finds the distance good to OF_DISTANCE: then h is more than 2⁻⁴² Mₑ M_f
                // M_w.
                let height = vector::dot(&normal, &w);
                let normal = if height > 0.0 { normal } else { normal.map(|x| -x) };
                let seems_high = height.abs() >= LEAST_HEIGHT * of_e * of_f * of_w;
                let ties = u8::from(first) + u8::from(second) + u8::from(third) >= 2;
                face(normal, error, parts, ties, [of_e, of_f, of_w], [bound * longest, greatest.max(longest)], seems_high)
            }
            _ => None,
        }
    }

    /// w₀ and the edges from the first point, in 106 bits.
    #[inline(always)]
    fn first_in_double_double(&self) -> Wide {
        Wide::difference(&self.a[0], &self.b[0])
    }

    /// The edge from the first point to point `i`, in 106 bits.
    #[inline(always)]
    fn edge_in_double_double(&self, i: usize) -> Wide {
        // If the points of one body are equal, the difference of the other body's points is the edge.
        let (of_a, of_b) = (Wide::difference(&self.a[i], &self.a[0]), Wide::difference(&self.b[0], &self.b[i]));
        if self.b[i] == self.b[0] {
            of_a
        } else if self.a[i] == self.a[0] {
            of_b
        } else {
            of_a.minus(&of_b.negated())
        }
    }

    /// The square of the distance as a quotient of numbers of 106 bits; `None` if the distance is not certainly good to
    /// [`OF_DISTANCE`] of itself, or a number is too near to the end of the range. (With the normal in 106 bits, if that is
    /// known.)
    ///
    /// The conditions are on the errors in 106 bits; each error may use a third of [`OF_DISTANCE`]. The last third is for the
    /// squares, the quotient and the root, whose error is less than 2⁻⁹⁰. The conditions are written without divisions and
    /// roots.
    #[inline(always)]
    fn square<const FUSED: bool>(&self, precise: Option<&Precise>) -> Option<[DoubleDouble; 2]> {
        let w = self.first_in_double_double();
        let [of_e, of_f, of_w] = self.sizes;
        // Each condition is written so that a NaN fails.
        let (square, is_good) = match self.len {
            // The products are not negative: nothing cancels.
            1 => ([w.dot::<FUSED>(&w), DoubleDouble::of(1.0)], true),
            2 => {
                let e = self.edge_in_double_double(1);
                let g = w.cross::<FUSED>(&e);
                let (numerator, denominator) = (g.dot::<FUSED>(&g), e.dot::<FUSED>(&e));
                // The error of |e| is √3 3 u² Mₑ.
                let (of_g, of_e) = (LEAST_MOMENT * of_w * of_e, 5.3 * TIMES * of_e);
                ([numerator, denominator], numerator.hi >= of_g * of_g && denominator.hi >= of_e * of_e)
            }
            _ => {
                let n = match precise {
                    Some(precise) => precise.normal,
                    None => self.edge_in_double_double(1).cross::<FUSED>(&self.edge_in_double_double(2)),
                };
                let (height, length_squared) = (n.dot::<FUSED>(&w), n.dot::<FUSED>(&n));
                // The error of |n| is at most √3 42 u² Mₑ M_f.
                let (of_h, of_n) = (LEAST_HEIGHT * of_e * of_f * of_w, 73.5 * TIMES * of_e * of_f);
                let is_good = height.hi.abs() >= of_h && length_squared.hi >= of_n * of_n;
                ([height.times::<FUSED>(height), length_squared], is_good)
            }
        };
        // The bound applies to the root's own square as well: a distance may be tiny compared with the face's edges.
        let least = LEAST_SQUARE * square[1].hi.max(1.0);
        (is_good && square[0].hi >= least && square[1].hi >= LEAST_SQUARE).then_some(square)
    }

    /// The normal in 106 bits.
    #[inline(always)]
    fn precise<const FUSED: bool>(&self) -> Precise {
        let w = self.first_in_double_double();
        let normal = match self.len {
            1 => w,
            2 => {
                let e = self.edge_in_double_double(1);
                e.cross::<FUSED>(&w.cross::<FUSED>(&e))
            }
            _ => self.edge_in_double_double(1).cross::<FUSED>(&self.edge_in_double_double(2)),
        };
        let height = normal.dot::<FUSED>(&w).hi;
        Precise { normal: if height < 0.0 { normal.negated() } else { normal }, slack: 0.5 * SLACK * height.abs() }
    }

    /// The weights up to a common factor, from 106 bits; `None` if these are not certainly good either. (The weights of a face
    /// that is not the nearest may be negative.)
    #[cold]
    #[inline(never)]
    fn precise_parts<const FUSED: bool, T: Number>(&self) -> Option<[f64; 3]> {
        let (w, e) = (self.first_in_double_double(), self.edge_in_double_double(1));
        let [of_e, of_f, _] = self.sizes;
        let (sum, of_b, of_c, off) = if self.len == 2 {
            (e.dot::<FUSED>(&e), w.dot::<FUSED>(&e).negated(), DoubleDouble::ZERO, 180.0 * of_e * of_e)
        } else {
            let f = self.edge_in_double_double(2);
            let n = e.cross::<FUSED>(&f);
            let longest = of_e.max(of_f);
            let (of_b, of_c) = (n.dot::<FUSED>(&f.cross::<FUSED>(&w)), n.dot::<FUSED>(&w.cross::<FUSED>(&e)));
            (n.dot::<FUSED>(&n), of_b, of_c, 2700.0 * of_e * of_f * longest * longest)
        };
        let of_a = sum.minus(of_b).minus(of_c);
        // Written so that a NaN fails.
        let is_good = U2 * off + bound::UNDERFLOW <= share_of_weights::<T>() * sum.hi;
        is_good.then(|| [of_a, of_b, of_c].map(|part| part.hi + part.lo))
    }

    /// The face as the nearest one, which it is proved to be; `None` if its weights are not certainly good.
    #[inline(always)]
    fn nearest<const FUSED: bool, T: Number>(&self, square: [DoubleDouble; 2]) -> Option<Nearest> {
        let mut parts = self.parts;
        // Written so that a NaN fails.
        if !(self.off <= share_of_weights::<T>() * self.reach * (parts[0] + parts[1] + parts[2])) {
            // The exact parts are positive.
            parts = self.precise_parts::<FUSED, T>()?.map(|part| part.max(0.0));
        }
        let distance = root_of_quotient::<FUSED>(square[0], square[1]);
        let share = 1.0 / (parts[0] + parts[1] + parts[2]);
        let weights = parts.map(|part| part * share);
        let witnesses = [&self.a, &self.b].map(|points| vector::combined(&points[..self.len], &weights));
        Some(Nearest { axis: self.normal, distance, weights, witnesses })
    }

    /// The bound on the error of a product of the normal in 106 bits with a vector of this size.
    #[inline(always)]
    fn error_of_product(&self, of_x: f64) -> f64 {
        let [of_e, of_f, of_w] = self.sizes;
        let of_normal = match self.len {
            1 => 73.0 * of_w,
            2 => 728.0 * of_e * of_e * of_w,
            _ => 273.0 * of_e * of_f,
        };
        U2 * of_normal * of_x + bound::UNDERFLOW
    }
}

/// A normal in the numbers of the bodies, and a bound on the error of each of its coordinates, up to a common factor.
#[inline(always)]
pub(crate) fn outward<T: Number, const D: usize>(normal: &Vector, error: f64) -> ([T; D], Vector) {
    if T::IS_DOUBLE {
        return (std::array::from_fn(|k| T::nearest(normal[k])), [error; 3]);
    }
    let (scaled, error) = if MODERATE.contains(&size(normal)) {
        (*normal, error)
    } else {
        let scale = to_one(normal);
        (normal.map(|x| scale * x), scale * error)
    };
    let of_rounding = |x: f64| T::UNIT_ROUNDOFF * x.abs() + T::UNDERFLOW;
    (std::array::from_fn(|k| T::nearest(scaled[k])), scaled.map(|x| error + 1.01 * of_rounding(x)))
}

/// The normal of a face in 106 bits, toward M, and half of the slack, for one body.
struct Precise {
    normal: Wide,
    slack: f64,
}

/// Directions of this size stay in the range of single precision without scaling; all others are scaled, which delays the scan.
pub(crate) const MODERATE: Range<f64> = 1e-12..1e12;

/// A power of two that brings the greatest coordinate to between one and two.
#[inline(always)]
pub(crate) fn to_one(v: &Vector) -> f64 {
    let greatest = size(v).to_bits() >> 52;
    // 1 / 2^(exponent), for a number that is normal and not at the ends of the range.
    if (1..2045).contains(&greatest) { f64::from_bits((2046 - greatest) << 52) } else { 1.0 }
}

#[cfg(test)]
mod tests;
