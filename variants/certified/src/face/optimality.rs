//! From a simplex to the face of M nearest to the origin: tests whether a face is the nearest one, and finds the next face if
//! it is not.

use super::named::{Named, NamedPoints};
use super::{Face, LEAST_SQUARE, Nearest, Precise, error_of_vertex, outward, pivots};
use crate::body::Body;
use crate::bound;
use crate::double_double::{DoubleDouble, Wide, root_of_quotient};
use crate::fused::fused;
use crate::number::Number;
use crate::simplex::{Pairs, widened};
use crate::vector::{Vector, minus, size};

/// The greatest number of times that the search continues to another face.
const ROUNDS: usize = 16;

fused! {
    /// The face of M nearest to the origin, from a simplex that may be that face and becomes it; `None` if 106 bits do not
    /// decide.
    first as pub(crate) fn nearest(a: &impl Body<T, D>, b: &impl Body<T, D>, simplex: &mut Pairs) -> Option<Nearest>
}

fused! {
    /// [`others`], out of line since [`first`] seldom needs it.
    others_once as #[cold] fn out_of_line(a: &impl Body<T, D>, b: &impl Body<T, D>, simplex: &mut Pairs, face: &mut Face) -> Option<Nearest>
}

/// [`others`]. The version without fused operations is compiled once, for [`first`] and for this function: it is the longest
/// function of the package.
#[inline(always)]
fn others_once<const FUSED: bool, T: Number, const D: usize>(
    a: &impl Body<T, D>,
    b: &impl Body<T, D>,
    simplex: &mut Pairs,
    face: &mut Face,
) -> Option<Nearest> {
    #[cold]
    #[inline(never)]
    fn plain<T: Number, const D: usize>(
        a: &impl Body<T, D>,
        b: &impl Body<T, D>,
        simplex: &mut Pairs,
        face: &mut Face,
    ) -> Option<Nearest> {
        others::<false, T, D>(a, b, simplex, face)
    }
    if FUSED { others::<true, T, D>(a, b, simplex, face) } else { plain(a, b, simplex, face) }
}

fused! {
    /// The face of M nearest to the origin, if it is this vertex and no other point is near; `None` if that is not decided at
    /// once.
    lone as pub(crate) fn vertex(a: &impl Body<T, D>, b: &impl Body<T, D>, pair: (u32, u32)) -> Option<Nearest>
}

/// [`first`] for a vertex that all other points are certainly beyond: its normal is itself, and its one weight is one.
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

/// The test of the first face, which on generic bodies is the last.
#[inline(always)]
pub(crate) fn first<const FUSED: bool, T: Number, const D: usize>(
    a: &impl Body<T, D>,
    b: &impl Body<T, D>,
    simplex: &mut Pairs,
) -> Option<Nearest> {
    let mut face = Face::of(a, b, simplex)?;
    // In contact, integers decide at once.
    if !face.seems_high {
        return None;
    }
    let pairs = simplex.as_slice();
    let (outward, error) = outward::<T, D>(&face.normal, face.error);
    let toward = outward.map(|x| -x);
    if face.ties
        && all_are_below(a, (&toward, &error), &face.a[0], |i| pairs.iter().any(|pair| pair.0 == i))
        && all_are_below(b, (&outward, &error), &face.b[0], |i| pairs.iter().any(|pair| pair.1 == i))
    {
        return face.nearest::<FUSED, T>(face.square::<FUSED>(None)?);
    }
    if FUSED { out_of_line(a, b, simplex, &mut face) } else { others_once::<false, T, D>(a, b, simplex, &mut face) }
}

/// The result for a face of one pass over all points.
pub(crate) enum Look {
    /// The face is the nearest one.
    Nearest(Nearest),
    /// Points other than the face's own may be below it: the named points.
    Named,
    /// No result: 106 bits do not decide, or more points are named than there is room for.
    Nothing,
}

/// [`first`], with the points named in the result.
#[inline(always)]
pub(crate) fn look<const FUSED: bool, T: Number, const D: usize>(
    a: &impl Body<T, D>,
    b: &impl Body<T, D>,
    simplex: &Pairs,
    named: &mut Named,
) -> Look {
    let Some(face) = Face::of(a, b, simplex) else { return Look::Nothing };
    if !face.seems_high || named.take(a, b, &face).is_none() {
        return Look::Nothing;
    }
    let pairs = simplex.as_slice();
    let [of_a, of_b] = &named.0;
    let is_nearest = face.ties
        && of_a.as_slice().iter().all(|(i, _)| pairs.iter().any(|pair| pair.0 == *i))
        && of_b.as_slice().iter().all(|(i, _)| pairs.iter().any(|pair| pair.1 == *i));
    if !is_nearest {
        return Look::Named;
    }
    face.square::<FUSED>(None).and_then(|square| face.nearest::<FUSED, T>(square)).map_or(Look::Nothing, Look::Nearest)
}

/// Whether all points except those of the face are certainly on the far side of it.
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

/// Tests the face again with the points that tie with it and may be beyond it, and continues from face to face.
///
/// If several points are as low as the face up to rounding, the faces on the way consist of these points. So the points named
/// for one face are examined for the next faces too, and the bodies are scanned again only if none of the points is below.
#[inline(always)]
fn others<const FUSED: bool, T: Number, const D: usize>(
    a: &impl Body<T, D>,
    b: &impl Body<T, D>,
    simplex: &mut Pairs,
    face: &mut Face,
) -> Option<Nearest> {
    let mut precise = None;
    let mut named = Named::NONE;
    named.take(a, b, face)?;
    let mut is_of_this_face = true;
    for _ in 0..ROUNDS {
        match certify::<FUSED, T, D>(a, b, face, &mut precise, simplex, &mut named) {
            Ok(Some(pair)) => {
                let lowest = if is_of_this_face { pivots::lowest(a, b, (face, simplex), &named) } else { None };
                let found = lowest.and_then(|lowest| Some((lowest, Face::of(a, b, &lowest)?)));
                match found {
                    Some((lowest, of_lowest)) if of_lowest.seems_high => {
                        (*simplex, *face, precise) = (lowest, of_lowest, None);
                    }
                    _ => {
                        let (next, of_next, precise_of_next) = next::<FUSED, T, D>(a, b, simplex, pair)?;
                        (*simplex, *face, precise) = (next, of_next, Some(precise_of_next));
                    }
                }
                is_of_this_face = false;
            }
            Ok(None) if is_of_this_face => {
                return face.nearest::<FUSED, T>(face.square::<FUSED>(precise.as_ref())?);
            }
            Ok(None) => {
                named.take(a, b, face)?;
                is_of_this_face = true;
            }
            Err(Undecided) => return None,
        }
    }
    None
}

/// A point of M that is nearer to the origin along the normal of a face by more than the face's slack, by the numbers of its
/// points; `None` if the named points have no such point.
#[inline(always)]
fn certify<const FUSED: bool, T: Number, const D: usize>(
    a: &impl Body<T, D>,
    b: &impl Body<T, D>,
    face: &Face,
    precise: &mut Option<Precise>,
    simplex: &Pairs,
    Named([of_a, of_b]): &mut Named,
) -> Result<Option<(u32, u32)>, Undecided> {
    let pairs = simplex.as_slice();
    let own = [0, 1, 2].map(|i| *pairs.get(i).unwrap_or(&pairs[0]));
    let below_a = farthest::<FUSED, T, D>(a, of_a, face, precise, &face.a[0], own.map(|pair| pair.0), -1.0)?;
    let below_b = farthest::<FUSED, T, D>(b, of_b, face, precise, &face.b[0], own.map(|pair| pair.1), 1.0)?;
    let is_below = below_a.is_some() || below_b.is_some();
    Ok(is_below.then(|| (below_a.unwrap_or(pairs[0].0), below_b.unwrap_or(pairs[0].1))))
}

/// The error that a product is neither certainly beyond the slack nor certainly within it.
struct Undecided;

/// The number of the named point of a body that is farthest beyond the face's first point along the normal with this sign, by
/// more than the slack.
#[inline(always)]
fn farthest<const FUSED: bool, T: Number, const D: usize>(
    body: &impl Body<T, D>,
    named: &mut NamedPoints,
    face: &Face,
    precise: &mut Option<Precise>,
    first: &Vector,
    own: [u32; 3],
    sign: f64,
) -> Result<Option<u32>, Undecided> {
    let (mut best, mut greatest, mut undecided) = (None, 0.0, false);
    for (index, beyond) in named.as_mut_slice() {
        let index = *index;
        if face.ties && (index == own[0] || index == own[1] || index == own[2]) {
            continue;
        }
        let point = widened(&body.point(index as usize));
        if point == *first {
            continue;
        }
        // Computed only when needed: generic bodies do not need it.
        if precise.is_none() {
            *precise = Some(face.precise::<FUSED>());
        }
        let Some(Precise { normal, slack }) = precise else { break };
        let x = Wide::difference(&point, first);
        let product = sign * normal.dot::<FUSED>(&x).hi;
        *beyond = product;
        let of_x = size(&x.rounded());
        // The rounding to one double is less than the room that the bound leaves.
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

/// The face that replaces a simplex when a point improves it, as far as 106 bits decide: the subset with the new point whose
/// weights are positive, and which no other point of these is certainly below.
///
/// Doubles do not resolve the progress made here, from one of several nearly coplanar triangles to another. No proof rests on
/// the choice: [`certify`] tests the chosen face.
#[inline(always)]
fn next<const FUSED: bool, T: Number, const D: usize>(
    a: &impl Body<T, D>,
    b: &impl Body<T, D>,
    simplex: &Pairs,
    new: (u32, u32),
) -> Option<(Pairs, Face, Precise)> {
    let old = simplex.as_slice();
    // Largest subsets first: the face is seldom smaller. (Loops, since closures are not compiled for the instruction set of
    // their function.)
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
        // A face in contact is not high: integers decide at once.
        return face.seems_high.then_some((chosen, face, precise));
    }
    None
}

/// All points of small bodies, with their heights beyond a face.
#[cfg(test)]
pub(super) fn all_named(a: &impl Body<f64, 3>, b: &impl Body<f64, 3>, (face, simplex): (&Face, &Pairs)) -> Named {
    let all = |count: usize| NamedPoints { points: std::array::from_fn(|i| (i as u32, 0.0)), count };
    let mut named = Named([all(a.len()), all(b.len())]);
    let _ = certify::<false, f64, 3>(a, b, face, &mut None, simplex, &mut named);
    named
}

#[cfg(test)]
mod tests;
