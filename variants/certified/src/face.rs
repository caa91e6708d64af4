//! The second stage: proves that a face of at most three points is nearest to the origin, and takes its distance in 106 bits.
//!
//! # What is proved
//! Let S be the face, n its exact normal with h = n·w₀ > 0, w₀ = a₀ − b₀ its first point. If its weights are positive, the point of S
//! nearest to the origin has the distance h / |n|, which is an upper bound of the distance of M. Every m = a − b in M has
//! n·m ≥ h − α − β, where α is the most by which an n·a falls below n·a₀, and β the most by which an n·b exceeds n·b₀. So the
//! distance lies between (h − α − β) / |n| and h / |n|. **The slack (α + β) / h is at most 2⁻⁵⁷**, a sixteenth of a unit in the last place
//! of a double; it is zero unless points outside S tie with it beyond what 106 bits tell, as in parallel faces.
//!
//! # How
//! 1. The weights' signs, in doubles with the bounds of [`crate::bound`].
//! 2. One pass over the points of each body, which names those that are not certainly on the far side (the threshold of [`crate::bound`]). On
//!    generic bodies these are the points of S themselves. A point of S is passed over where its product is that of the first one by
//!    construction: an edge of S that is a difference of points of one body alone is orthogonal to n, and two of these connect three points.
//! 3. For each other point x the product n·(x − x₀) in 106 bits. Where one is certainly below by more than the slack, S is not the nearest
//!    face: the point joins it .
//! 4. The distance from n and w₀ in 106 bits, if its error is at most 2⁻⁵⁶ of itself; else nothing is proved.
//! 5. The weights from doubles, if what they may be off by moves the nearest point by little; else in 106 bits.
//!
//! The last condition comes first, since the others rest on it: the normal of a triangle points toward M by the sign of a rounded
//! product, whose error is below 2⁻⁴⁷ Mₑ M_f M_w. The distance is only good to 2⁻⁵⁶ of itself where h is above 270u² · 2⁵⁶ Mₑ M_f M_w, which is
//! more than 2⁻⁴².
//!
//! # Errors of the weights
//! Let L be the greatest of M_w, over all points of S, and of the edges, each with the sum of the sizes of its parts. Where each of the parts
//! p is off by at most ε, the weights λ = p / Σp are off by at most (1 + 3λ) ε / Σp and a rounding, and the nearest point by at most
//! 5 ε / Σp times the longest edge. ε is that of doubles ([`crate::bound`]), or in 106 bits 180u² Mₑ L for an edge and 2700u² Mₑ M_f L times
//! the longer edge for a triangle. Where ε times the longest edge is at most 2⁻⁴² L Σp, the nearest point of S is within **2⁻³⁹ L** of that of
//! the weights; in single precision within 2⁻²¹ L.
//!
//! # Errors in 106 bits
//! By the rules of the module of these numbers, u = 2⁻⁵³; differences of coordinates are exact, and vectors are normalised:
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
//! The first weight is the sum less the others, which adds at most 8u² of the monomials of all three.

#![allow(unsafe_code, reason = "calls of functions that need an instruction set")]

use crate::body::Body;
use crate::bound;
use crate::double_double::{DoubleDouble, Wide, root_of_quotient};
use crate::number::Number;
use crate::simplex::{Pairs, widened};
use crate::vector::{self, Vector, size};

/// (α + β) / h at most: 2⁻⁵⁷.
pub(crate) const SLACK: f64 = f64::from_bits((1023 - 57) << 52);
/// The relative error of the distance at most, before it is rounded: 2⁻⁵⁶. With the slack and the rounding to a double the distance is
/// off by less than 1/2 + 1/8 + 1/16 of a unit in the last place.
const OF_DISTANCE: f64 = f64::from_bits((1023 - 56) << 52);
/// u².
const U2: f64 = (f64::EPSILON / 2.0) * (f64::EPSILON / 2.0);
/// Squares of the distance below this, 2⁻⁸⁰⁰, leave no room for 106 bits above the range's end.
const LEAST_SQUARE: f64 = f64::from_bits((1023 - 800) << 52);

/// What an error of the weights may move the nearest point by, as a share of L: 2⁻⁴² per weight, in single precision u.
#[inline(always)]
fn share_of_weights<T: Number>() -> f64 {
    if T::IS_DOUBLE { f64::from_bits((1023 - 42) << 52) } else { T::UNIT_ROUNDOFF }
}

/// The face that is nearest to the origin.
pub(crate) struct Nearest {
    /// Its normal toward M, rounded.
    pub axis: Vector,
    pub distance: DoubleDouble,
    /// The weights of its nearest point.
    pub weights: [f64; 3],
    /// That point on A and on B.
    pub witnesses: [Vector; 2],
}

/// How often the search goes on to another face.
const ROUNDS: usize = 16;

/// How many points that may be beyond a face are looked at, of each body.
const NAMED: usize = 64;

/// What is known of a face.
enum Known {
    Nearest(Nearest),
    /// The point of M with these numbers is nearer to the origin along its normal.
    Improves((u32, u32)),
    /// Beyond 106 bits, or not a face to begin with.
    Nothing,
}

/// A face of M in doubles.
struct Face {
    len: usize,
    a: [Vector; 3],
    b: [Vector; 3],
    /// The normal, and how far each of its coordinates may be off.
    normal: Vector,
    error: f64,
    /// The weights up to a common factor.
    parts: [f64; 3],
    /// Whether its points tie by construction: those that lead from one to the next are edges of one body alone.
    ties: bool,
    /// Mₑ, M_f, M_w.
    sizes: [f64; 3],
    /// How far the parts may be off, times the greatest edge; and L.
    off: f64,
    reach: f64,
}

/// a₁ − a₀ − (b₁ − b₀) in doubles, its size, and whether one of the parts is zero.
#[inline(always)]
fn edge(a: [&Vector; 2], b: [&Vector; 2]) -> (Vector, f64, bool) {
    let (of_a, of_b) = (vector::minus(a[1], a[0]), vector::minus(b[1], b[0]));
    let (size_a, size_b) = (size(&of_a), size(&of_b));
    (vector::minus(&of_a, &of_b), size_a + size_b, size_a == 0.0 || size_b == 0.0)
}

impl Face {
    /// The face of these points; none where a weight is not certainly positive.
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
        let face = |normal, error, parts, ties, sizes, [off, reach]: [f64; 2]| {
            Some(Face { len: pairs.len(), a: of_a, b: of_b, normal, error, parts, ties, sizes, off, reach })
        };
        match pairs.len() {
            1 => face(w, 1.01 * (f64::EPSILON / 2.0) * of_w, [1.0, 0.0, 0.0], true, [0.0, 0.0, of_w], [0.0, of_w]),
            2 => {
                let (e, of_e, ties) = edge([&of_a[0], &of_a[1]], [&of_b[0], &of_b[1]]);
                let w1 = vector::minus(&of_a[1], &of_b[1]);
                let parts = [vector::dot(&w1, &e), -vector::dot(&w, &e), 0.0];
                let greatest = of_w.max(size(&w1));
                let bound = bound::WEIGHT_OF_EDGE * greatest * of_e + bound::UNDERFLOW;
                if !(parts[0] > bound && parts[1] > bound) {
                    return None;
                }
                let normal = vector::cross(&e, &vector::cross(&w, &e));
                let error = bound::NORMAL_OF_EDGE * of_e * of_e * of_w + bound::UNDERFLOW;
                face(normal, error, parts, ties, [of_e, of_e, of_w], [bound * of_e, greatest.max(of_e)])
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
                // By the rounded product, which is off by at most 60u Mₑ M_f M_w. That this is the sign of the exact one is only known where
                // `certify` finds the distance good to OF_DISTANCE: then h is more than 2⁻⁴² Mₑ M_f M_w.
                let toward_m = vector::dot(&normal, &w) > 0.0;
                let normal = if toward_m { normal } else { normal.map(|x| -x) };
                let ties = u8::from(first) + u8::from(second) + u8::from(third) >= 2;
                face(normal, error, parts, ties, [of_e, of_f, of_w], [bound * longest, greatest.max(longest)])
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
        // Where the points of one body are the same, the difference of the others' is the edge.
        let (of_a, of_b) = (Wide::difference(&self.a[i], &self.a[0]), Wide::difference(&self.b[0], &self.b[i]));
        if self.b[i] == self.b[0] {
            of_a
        } else if self.a[i] == self.a[0] {
            of_b
        } else {
            of_a.minus(&of_b.negated())
        }
    }

    /// The square of the distance as a quotient of numbers of 106 bits; none where the distance is not certainly good to [`OF_DISTANCE`] of
    /// itself, or a number is too near to the range's end.
    ///
    /// The conditions are those on the errors in 106 bits, each of which may take a third of [`OF_DISTANCE`]; the last third is
    /// for the squares, the quotient and the root, which are off by less than 2⁻⁹⁰. They are written without divisions and roots.
    #[inline(always)]
    fn square<const FUSED: bool>(&self) -> Option<[DoubleDouble; 2]> {
        // How many times its error a value has to be, for errors in units of u².
        const TIMES: f64 = 3.3 * U2 / OF_DISTANCE;
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
                // |g| is off by at most √3 36 u² M_w Mₑ, |e| by √3 3 u² Mₑ.
                let (of_g, of_e) = (63.0 * TIMES * of_w * of_e, 5.3 * TIMES * of_e);
                ([numerator, denominator], numerator.hi >= of_g * of_g && denominator.hi >= of_e * of_e)
            }
            _ => {
                let n = self.edge_in_double_double(1).cross::<FUSED>(&self.edge_in_double_double(2));
                let (height, length_squared) = (n.dot::<FUSED>(&w), n.dot::<FUSED>(&n));
                // h is off by at most 270 u² Mₑ M_f M_w, |n| by √3 42 u² Mₑ M_f.
                let (of_h, of_n) = (273.0 * TIMES * of_e * of_f * of_w, 73.5 * TIMES * of_e * of_f);
                ([height.times::<FUSED>(height), length_squared], height.hi.abs() >= of_h && length_squared.hi >= of_n * of_n)
            }
        };
        (is_good && square[0].hi >= LEAST_SQUARE && square[1].hi >= LEAST_SQUARE).then_some(square)
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

    /// The weights up to a common factor, from 106 bits; none where these are not certainly good either.
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
        // The exact ones are positive.
        is_good.then(|| [of_a, of_b, of_c].map(|part| (part.hi + part.lo).max(0.0)))
    }

    /// The face as the nearest one, which it is proved to be; none where its weights are not certainly good.
    #[inline(always)]
    fn nearest<const FUSED: bool, T: Number>(&self, square: [DoubleDouble; 2]) -> Option<Nearest> {
        let mut parts = self.parts;
        // Written so that a NaN fails.
        if !(self.off <= share_of_weights::<T>() * self.reach * (parts[0] + parts[1] + parts[2])) {
            parts = self.precise_parts::<FUSED, T>()?;
        }
        let distance = root_of_quotient::<FUSED>(square[0], square[1]);
        let share = 1.0 / (parts[0] + parts[1] + parts[2]);
        let weights = parts.map(|part| part * share);
        let witnesses = [&self.a, &self.b].map(|points| vector::combined(&points[..self.len], &weights));
        Some(Nearest { axis: self.normal, distance, weights, witnesses })
    }

    /// The normal in the numbers of the bodies, and how far each of its coordinates may be off, up to a common factor.
    #[inline(always)]
    fn outward<T: Number, const D: usize>(&self) -> ([T; D], Vector) {
        let scale = if T::IS_DOUBLE { 1.0 } else { to_one(&self.normal) };
        let scaled = self.normal.map(|x| scale * x);
        let of_rounding = |x: f64| if T::IS_DOUBLE { 0.0 } else { T::UNIT_ROUNDOFF * x.abs() + T::UNDERFLOW };
        (std::array::from_fn(|k| T::nearest(scaled[k])), scaled.map(|x| scale * self.error + 1.01 * of_rounding(x)))
    }

    /// The error of a product of the normal in 106 bits with a vector of this size.
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

/// The normal of a face in 106 bits, toward M, and half of the slack, for one body.
struct Precise {
    normal: Wide,
    slack: f64,
}

/// The face of a simplex with one more point that takes the simplex' place when a point improves it, as far as 106 bits tell: the subset
/// with the new point whose weights are positive, and which no other one of the points is certainly below.
///
/// Doubles do not see the progress that is made here, from one of several nearly coplanar triangles to another. Nothing rests on the
/// choice: [`certify`] looks at the face that is chosen.
#[inline(always)]
fn next<const FUSED: bool, T: Number, const D: usize>(
    a: &impl Body<T, D>,
    b: &impl Body<T, D>,
    simplex: &Pairs,
    new: (u32, u32),
) -> Option<Pairs> {
    let old = simplex.as_slice();
    // Largest subsets first: the face is seldom smaller. (Loops, as closures are not compiled for the instructions of their function.)
    const SUBSETS: [u8; 7] = [0b011, 0b101, 0b110, 0b001, 0b010, 0b100, 0b000];
    'subsets: for subset in SUBSETS.into_iter().filter(|subset| subset >> old.len() == 0) {
        let mut chosen = simplex.subset(subset);
        chosen.push(new);
        let Some(face) = Face::of(a, b, &chosen) else { continue };
        let Precise { normal, slack } = face.precise::<FUSED>();
        for (i, pair) in old.iter().enumerate() {
            let (p, q) = (widened(&a.point(pair.0 as usize)), widened(&b.point(pair.1 as usize)));
            let x = Wide::difference(&p, &face.a[0]).minus(&Wide::difference(&q, &face.b[0]));
            let product = normal.dot::<FUSED>(&x).hi;
            let is_below = product < -2.0 * (slack + face.error_of_product(size(&x.rounded())));
            if subset >> i & 1 == 0 && is_below {
                continue 'subsets;
            }
        }
        return Some(chosen);
    }
    None
}

/// The face of M nearest to the origin, from a simplex that may be it and becomes it; none where 106 bits do not tell.
#[inline(always)]
pub(crate) fn nearest<T: Number, const D: usize>(
    a: &impl Body<T, D>,
    b: &impl Body<T, D>,
    simplex: &mut Pairs,
) -> Option<Nearest> {
    // There every processor has it.
    if cfg!(any(target_arch = "aarch64", target_feature = "fma")) {
        return first::<true, T, D>(a, b, simplex);
    }
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx") && is_x86_feature_detected!("fma") {
        // SAFETY: the processor has the instructions.
        return unsafe { fused::first(a, b, simplex) };
    }
    first::<false, T, D>(a, b, simplex)
}

/// The same, compiled for processors that multiply and add in one operation. The compiler fuses nothing by itself; what is proved and
/// answered is the same to the bit.
#[cfg(target_arch = "x86_64")]
mod fused {
    use super::*;

    #[target_feature(enable = "avx,fma")]
    pub fn first<T: Number, const D: usize>(a: &impl Body<T, D>, b: &impl Body<T, D>, simplex: &mut Pairs) -> Option<Nearest> {
        super::first::<true, T, D>(a, b, simplex)
    }

    #[cold]
    #[inline(never)]
    #[target_feature(enable = "avx,fma")]
    pub fn others<T: Number, const D: usize>(a: &impl Body<T, D>, b: &impl Body<T, D>, simplex: &mut Pairs) -> Option<Nearest> {
        super::others::<true, T, D>(a, b, simplex)
    }
}

/// The first face, which on generic bodies is the last.
#[inline(always)]
pub(crate) fn first<const FUSED: bool, T: Number, const D: usize>(
    a: &impl Body<T, D>,
    b: &impl Body<T, D>,
    simplex: &mut Pairs,
) -> Option<Nearest> {
    let face = Face::of(a, b, simplex)?;
    let square = face.square::<FUSED>()?;
    let pairs = simplex.as_slice();
    let (outward, error) = face.outward::<T, D>();
    let toward = outward.map(|x| -x);
    if face.ties
        && all_are_below(a, (&toward, &error), &face.a[0], |i| pairs.iter().any(|pair| pair.0 == i))
        && all_are_below(b, (&outward, &error), &face.b[0], |i| pairs.iter().any(|pair| pair.1 == i))
    {
        return face.nearest::<FUSED, T>(square);
    }
    #[cfg(target_arch = "x86_64")]
    if FUSED {
        // SAFETY: it is called where the processor has the instructions.
        return unsafe { fused::others(a, b, simplex) };
    }
    others::<FUSED, T, D>(a, b, simplex)
}

/// Whether all points but those of the face are certainly on the far side of it.
#[inline(always)]
fn all_are_below<T: Number, const D: usize>(
    body: &impl Body<T, D>,
    (outward, error): (&[T; D], &Vector),
    first: &Vector,
    is_own: impl Fn(u32) -> bool,
) -> bool {
    let Some(threshold) = bound::threshold(outward, first, &body.extent(), error) else { return false };
    let mut all = true;
    body.each_beyond(outward, threshold, |index| all &= is_own(index as u32));
    all
}

/// The face again, with points that tie with it and may be beyond it, and from one face to the next.
#[inline(always)]
fn others<const FUSED: bool, T: Number, const D: usize>(
    a: &impl Body<T, D>,
    b: &impl Body<T, D>,
    simplex: &mut Pairs,
) -> Option<Nearest> {
    for _ in 0..ROUNDS {
        match certify::<FUSED, T, D>(a, b, simplex) {
            Known::Nearest(nearest) => return Some(nearest),
            Known::Improves(pair) => match next::<FUSED, T, D>(a, b, simplex, pair) {
                Some(next) => *simplex = next,
                None => break,
            },
            Known::Nothing => break,
        }
    }
    None
}

/// Whether a simplex is the face of M nearest to the origin.
#[inline(always)]
fn certify<const FUSED: bool, T: Number, const D: usize>(a: &impl Body<T, D>, b: &impl Body<T, D>, simplex: &Pairs) -> Known {
    let Some(face) = Face::of(a, b, simplex) else { return Known::Nothing };
    let Some(square) = face.square::<FUSED>() else { return Known::Nothing };
    let mut precise = None;
    let pairs = simplex.as_slice();
    let (outward, error) = face.outward::<T, D>();
    let toward = outward.map(|x| -x);
    let is_own_of_a = |i| pairs.iter().any(|pair| pair.0 == i);
    let is_own_of_b = |i| pairs.iter().any(|pair| pair.1 == i);
    let below_a = beyond::<FUSED, T, D>(a, &face, &mut precise, (&toward, &error), &face.a[0], is_own_of_a, -1.0);
    let below_b = beyond::<FUSED, T, D>(b, &face, &mut precise, (&outward, &error), &face.b[0], is_own_of_b, 1.0);
    match (below_a, below_b) {
        (Ok(None), Ok(None)) => face.nearest::<FUSED, T>(square).map_or(Known::Nothing, Known::Nearest),
        (Err(Undecided), _) | (_, Err(Undecided)) => Known::Nothing,
        (Ok(i), Ok(j)) => Known::Improves((i.unwrap_or(pairs[0].0), j.unwrap_or(pairs[0].1))),
    }
}

/// A product is neither certainly beyond the slack nor certainly within it, or there are too many to look at.
struct Undecided;

/// The number of the point of a body that is farthest beyond the first one of the face along the normal with this sign, by more than the
/// slack.
#[inline(always)]
fn beyond<const FUSED: bool, T: Number, const D: usize>(
    body: &impl Body<T, D>,
    face: &Face,
    precise: &mut Option<Precise>,
    (outward, error): (&[T; D], &Vector),
    first: &Vector,
    is_own: impl Fn(u32) -> bool,
    sign: f64,
) -> Result<Option<u32>, Undecided> {
    let Some(threshold) = bound::threshold(outward, first, &body.extent(), error) else { return Err(Undecided) };
    // Only named here, and looked at below: the code of a closure is not compiled for the instructions of its function.
    let (mut named, mut count) = ([0; NAMED], 0);
    body.each_beyond(outward, threshold, |index| {
        if face.ties && is_own(index as u32) {
            return;
        }
        if count < NAMED {
            named[count] = index as u32;
        }
        count += 1;
    });
    if count > NAMED {
        return Err(Undecided);
    }
    let (mut best, mut greatest, mut undecided) = (None, 0.0, false);
    for &index in named.iter().take(count) {
        let point = widened(&body.point(index as usize));
        if point == *first {
            continue;
        }
        // On generic bodies nobody asks for it.
        if precise.is_none() {
            *precise = Some(face.precise::<FUSED>());
        }
        let Some(Precise { normal, slack }) = precise else { break };
        let x = Wide::difference(&point, first);
        let product = sign * normal.dot::<FUSED>(&x).hi;
        let of_x = size(&x.rounded());
        // The rounding to one double is less than what the bound leaves room for.
        let error = face.error_of_product(of_x) + f64::EPSILON * product.abs();
        if product - error > *slack {
            if product > greatest {
                (best, greatest) = (Some(index), product);
            }
        } else if !(product + error <= *slack) {
            undecided = true;
        }
    }
    match best {
        None if undecided => Err(Undecided),
        best => Ok(best),
    }
}

/// A power of two that takes the greatest coordinate to between one and two.
#[inline(always)]
pub(crate) fn to_one(v: &Vector) -> f64 {
    let greatest = size(v).to_bits() >> 52;
    // 1 / 2^(exponent), for what is normal and not at the ends of the range.
    if (1..2045).contains(&greatest) { f64::from_bits((2046 - greatest) << 52) } else { 1.0 }
}
