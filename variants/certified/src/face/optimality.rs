//! From a simplex to the face of M nearest to the origin: whether a face is it, and which one is next where it is not.

#![allow(unsafe_code, reason = "calls of functions that need an instruction set")]

use super::{Face, LEAST_SQUARE, Nearest, Precise, error_of_vertex, outward};
use crate::body::Body;
use crate::bound;
use crate::double_double::{DoubleDouble, Wide, root_of_quotient};
use crate::number::Number;
use crate::simplex::{Pairs, widened};
use crate::vector::{Vector, minus, size};

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

/// The face of M nearest to the origin, if that is this vertex and nothing else is near; none where that is not seen at once.
#[inline(always)]
pub(crate) fn vertex<T: Number, const D: usize>(a: &impl Body<T, D>, b: &impl Body<T, D>, pair: (u32, u32)) -> Option<Nearest> {
    if cfg!(any(target_arch = "aarch64", target_feature = "fma")) {
        return lone::<true, T, D>(a, b, pair);
    }
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx") && is_x86_feature_detected!("fma") {
        // SAFETY: the processor has the instructions.
        return unsafe { fused::vertex(a, b, pair) };
    }
    lone::<false, T, D>(a, b, pair)
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

    #[target_feature(enable = "avx,fma")]
    pub fn vertex<T: Number, const D: usize>(a: &impl Body<T, D>, b: &impl Body<T, D>, pair: (u32, u32)) -> Option<Nearest> {
        lone::<true, T, D>(a, b, pair)
    }

    #[cold]
    #[inline(never)]
    #[target_feature(enable = "avx,fma")]
    pub fn others<T: Number, const D: usize>(a: &impl Body<T, D>, b: &impl Body<T, D>, simplex: &mut Pairs) -> Option<Nearest> {
        super::others::<true, T, D>(a, b, simplex)
    }
}

/// What [`first`] does for a vertex that all other points are certainly beyond: its normal is itself, and its one weight is one.
#[inline(always)]
fn lone<const FUSED: bool, T: Number, const D: usize>(
    a: &impl Body<T, D>,
    b: &impl Body<T, D>,
    pair: (u32, u32),
) -> Option<Nearest> {
    let (on_a, on_b) = (widened(&a.point(pair.0 as usize)), widened(&b.point(pair.1 as usize)));
    let axis = minus(&on_a, &on_b);
    let (outward, error) = outward::<T, D>(&axis, error_of_vertex(size(&axis)));
    if !(all_are_below(a, (&outward.map(|x| -x), &error), &on_a, |i| i == pair.0)
        && all_are_below(b, (&outward, &error), &on_b, |i| i == pair.1))
    {
        return None;
    }
    let w = Wide::difference(&on_a, &on_b);
    let square = w.dot::<FUSED>(&w);
    // Written so that a NaN fails.
    (square.hi >= LEAST_SQUARE).then(|| Nearest {
        axis,
        distance: root_of_quotient::<FUSED>(square, DoubleDouble::of(1.0)),
        weights: [1.0, 0.0, 0.0],
        witnesses: [on_a, on_b],
    })
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
    let (outward, error) = outward::<T, D>(&face.normal, face.error);
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
    let (mut face, mut precise) = (Face::of(a, b, simplex)?, None);
    for _ in 0..ROUNDS {
        match certify::<FUSED, T, D>(a, b, &face, &mut precise, simplex) {
            Known::Nearest(nearest) => return Some(nearest),
            Known::Improves(pair) => {
                let (next, of_next, precise_of_next) = next::<FUSED, T, D>(a, b, simplex, pair)?;
                (*simplex, face, precise) = (next, of_next, Some(precise_of_next));
            }
            Known::Nothing => break,
        }
    }
    None
}

/// Whether the face of this simplex is the one of M nearest to the origin.
#[inline(always)]
fn certify<const FUSED: bool, T: Number, const D: usize>(
    a: &impl Body<T, D>,
    b: &impl Body<T, D>,
    face: &Face,
    precise: &mut Option<Precise>,
    simplex: &Pairs,
) -> Known {
    let pairs = simplex.as_slice();
    let (outward, error) = outward::<T, D>(&face.normal, face.error);
    let toward = outward.map(|x| -x);
    let is_own_of_a = |i| pairs.iter().any(|pair| pair.0 == i);
    let is_own_of_b = |i| pairs.iter().any(|pair| pair.1 == i);
    let below_a = beyond::<FUSED, T, D>(a, face, precise, (&toward, &error), &face.a[0], is_own_of_a, -1.0);
    let below_b = beyond::<FUSED, T, D>(b, face, precise, (&outward, &error), &face.b[0], is_own_of_b, 1.0);
    match (below_a, below_b) {
        (Ok(None), Ok(None)) => {
            let nearest = face.square::<FUSED>().and_then(|square| face.nearest::<FUSED, T>(square));
            nearest.map_or(Known::Nothing, Known::Nearest)
        }
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
        let Some(Precise { normal, slack, .. }) = precise else { break };
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
) -> Option<(Pairs, Face, Precise)> {
    let old = simplex.as_slice();
    // Largest subsets first: the face is seldom smaller. (Loops, as closures are not compiled for the instructions of their function.)
    const SUBSETS: [u8; 7] = [0b011, 0b101, 0b110, 0b001, 0b010, 0b100, 0b000];
    'subsets: for subset in SUBSETS.into_iter().filter(|subset| subset >> old.len() == 0) {
        let mut chosen = simplex.subset(subset);
        chosen.push(new);
        let Some(face) = Face::of(a, b, &chosen) else { continue };
        let precise = face.precise::<FUSED>();
        for (i, pair) in old.iter().enumerate() {
            if subset >> i & 1 == 1 {
                continue;
            }
            let (p, q) = (widened(&a.point(pair.0 as usize)), widened(&b.point(pair.1 as usize)));
            let x = Wide::difference(&p, &face.a[0]).minus(&Wide::difference(&q, &face.b[0]));
            let product = precise.normal.dot::<FUSED>(&x).hi;
            if product < -2.0 * (precise.slack + face.error_of_product(size(&x.rounded()))) {
                continue 'subsets;
            }
        }
        // In contact it is not: integers are asked at once.
        return precise.is_high.then_some((chosen, face, precise));
    }
    None
}

#[cfg(test)]
mod tests;
