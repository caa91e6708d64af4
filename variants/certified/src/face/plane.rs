//! The plane of a facet of M around the origin: its normal, its distance, and the foot of the perpendicular from the origin.

use std::cmp::Ordering;

use super::{Face, U2, edge, share_of_weights};
use crate::body::Body;
use crate::bound;
use crate::double_double::{DoubleDouble, Wide, root_of_quotient};
use crate::fused::fused;
use crate::number::Number;
use crate::simplex::{Pairs, widened};
use crate::vector::{Vector, cross, dot, minus, size};

/// Products of two squares below this, 2⁻⁹⁰⁰, leave no room for 106 bits above the end of the range.
const LEAST_PRODUCT: f64 = f64::from_bits((1023 - 900) << 52);

/// The plane of a facet.
pub(crate) struct Plane {
    /// The outward normal, each coordinate rounded from 106 bits.
    pub normal: Vector,
    /// The distance from the origin, good to 2⁻⁵⁶ of itself.
    pub distance: DoubleDouble,
}

fused! {
    /// The plane through as many points of M as the space has dimensions, for a plane that the origin is below; `None` if 106
    /// bits do not determine its distance to 2⁻⁵⁶ of itself.
    of_points as pub(crate) fn plane(a: &impl Body<T, D>, b: &impl Body<T, D>, simplex: &Pairs) -> Option<Plane>
}

#[inline(always)]
fn of_points<const FUSED: bool, T: Number, const D: usize>(
    a: &impl Body<T, D>,
    b: &impl Body<T, D>,
    simplex: &Pairs,
) -> Option<Plane> {
    let face = through(a, b, simplex)?;
    let precise = face.precise::<FUSED>();
    let [height_squared, length_squared] = face.square::<FUSED>(Some(&precise))?;
    Some(Plane { normal: precise.normal.rounded(), distance: root_of_quotient::<FUSED>(height_squared, length_squared) })
}

fused! {
    /// The weights of the foot of the perpendicular from the origin on the plane of as many points of M as the space has
    /// dimensions. A weight is negative if the foot is beyond the edge opposite to its point. The weights have the errors of a
    /// [face](super)'s; `None` if 106 bits are not enough.
    of_foot as pub(crate) fn foot(a: &impl Body<T, D>, b: &impl Body<T, D>, simplex: &Pairs) -> Option<[f64; 3]>
}

#[inline(always)]
fn of_foot<const FUSED: bool, T: Number, const D: usize>(
    a: &impl Body<T, D>,
    b: &impl Body<T, D>,
    simplex: &Pairs,
) -> Option<[f64; 3]> {
    let face = through(a, b, simplex)?;
    let [p, q, r] = [0, 1, 2].map(|k| minus(&face.a[k], &face.b[k]));
    let e = edge([&face.a[0], &face.a[1]], [&face.b[0], &face.b[1]]).0;
    let [of_e, of_f, of_p] = face.sizes;
    let (parts, bound, longest, greatest) = if D == 2 {
        let greatest = of_p.max(size(&q));
        let bound = bound::WEIGHT_OF_EDGE * greatest * of_e;
        ([dot(&q, &e), -dot(&p, &e), 0.0], bound, of_e, greatest)
    } else {
        let f = edge([&face.a[0], &face.a[2]], [&face.b[0], &face.b[2]]).0;
        let (d, of_d, _) = edge([&face.a[1], &face.a[2]], [&face.b[1], &face.b[2]]);
        let normal = cross(&e, &f);
        let parts = [(&q, &d), (&f, &p), (&p, &e)].map(|(x, y)| dot(&normal, &cross(x, y)));
        let (longest, greatest) = (of_e.max(of_f).max(of_d), of_p.max(size(&q)).max(size(&r)));
        (parts, bound::WEIGHT_OF_TRIANGLE * of_e * of_f * longest * greatest, longest, greatest)
    };
    let is_good = |parts: &[f64; 3]| {
        let share = longest / greatest.max(longest);
        // Written so that a NaN fails, and so do parts that have underflowed to zero.
        (bound + bound::UNDERFLOW) * share < share_of_weights::<T>() * (parts[0] + parts[1] + parts[2])
    };
    let parts = if is_good(&parts) { parts } else { face.precise_parts::<FUSED, T>()? };
    let sum = parts[0] + parts[1] + parts[2];
    Some(parts.map(|part| part / sum))
}

fused! {
    /// The side of the plane through the first D of these points on which the last one lies, `Greater` for outside; `None` if
    /// 106 bits do not decide. An edge has an error of 3u² of its size, a normal 42u² Mₑ M_f, and their product 6 · 48u² Mₑ M_f
    /// M_d = 288u² Mₑ M_f M_d.
    of_side as #[cold] pub(crate) fn side(a: &impl Body<T, D>, b: &impl Body<T, D>, points: &Pairs) -> Option<Ordering>
}

#[inline(always)]
fn of_side<const FUSED: bool, T: Number, const D: usize>(
    a: &impl Body<T, D>,
    b: &impl Body<T, D>,
    points: &Pairs,
) -> Option<Ordering> {
    let pairs = points.as_slice();
    let face = through(a, b, points)?;
    let &(i, j) = pairs.get(D)?;
    let (p, q) = (widened(&a.point(i as usize)), widened(&b.point(j as usize)));
    let of_d = edge([&face.a[0], &p], [&face.b[0], &q]).1;
    let to_point = Wide::difference(&p, &face.a[0]).minus(&Wide::difference(&q, &face.b[0]));
    let e = face.edge_in_double_double(1);
    let beyond = if D == 2 {
        e.lane(1).times::<FUSED>(to_point.lane(0)).minus(e.lane(0).times::<FUSED>(to_point.lane(1))).normalised().hi
    } else {
        e.cross::<FUSED>(&face.edge_in_double_double(2)).dot::<FUSED>(&to_point).hi
    };
    let [of_e, of_f, _] = face.sizes;
    let bound = 300.0 * U2 * of_e * if D == 2 { 1.0 } else { of_f } * of_d + bound::UNDERFLOW;
    // Written so that a NaN decides nothing.
    match () {
        () if beyond > bound => Some(Ordering::Greater),
        () if beyond < -bound => Some(Ordering::Less),
        () => None,
    }
}

fused! {
    /// Compares the distances of two planes from the origin, which is below both; `None` if 106 bits do not decide. The squares
    /// are good to 2⁻⁵⁵ of themselves.
    of_distances as #[cold] pub(crate) fn compare(a: &impl Body<T, D>, b: &impl Body<T, D>, one: &Pairs, other: &Pairs) -> Option<Ordering>
}

#[inline(always)]
fn of_distances<const FUSED: bool, T: Number, const D: usize>(
    a: &impl Body<T, D>,
    b: &impl Body<T, D>,
    one: &Pairs,
    other: &Pairs,
) -> Option<Ordering> {
    let [height, length] = through(a, b, one)?.square::<FUSED>(None)?;
    let [its_height, its_length] = through(a, b, other)?.square::<FUSED>(None)?;
    let (here, there) = (height.times::<FUSED>(its_length).normalised(), its_height.times::<FUSED>(length).normalised());
    // If a product comes near to the end of the range, its lower half is unreliable. Written so that a NaN decides nothing.
    if !(here.hi.min(there.hi) >= LEAST_PRODUCT) {
        return None;
    }
    let difference = here.minus(there);
    let difference = difference.hi + difference.lo;
    // 2⁻⁵² of the greater one. Written so that a NaN decides nothing.
    let bound = f64::EPSILON * here.hi.max(there.hi);
    match () {
        () if difference > bound => Some(Ordering::Greater),
        () if difference < -bound => Some(Ordering::Less),
        () => None,
    }
}

/// The face of D points, if it is in the range of the bounds.
#[inline(always)]
fn through<T: Number, const D: usize>(a: &impl Body<T, D>, b: &impl Body<T, D>, simplex: &Pairs) -> Option<Face> {
    if !bound::is_in_range(&a.extent(), &b.extent()) {
        return None;
    }
    let (mut of_a, mut of_b) = ([[0.0; 3]; 3], [[0.0; 3]; 3]);
    for (k, &(i, j)) in simplex.as_slice().iter().enumerate().take(D) {
        (of_a[k], of_b[k]) = (widened(&a.point(i as usize)), widened(&b.point(j as usize)));
    }
    let size_of_edge = |k: usize| edge([&of_a[0], &of_a[k]], [&of_b[0], &of_b[k]]).1;
    let of_e = size_of_edge(1);
    let of_f = if D == 2 { of_e } else { size_of_edge(2) };
    let sizes = [of_e, of_f, size(&minus(&of_a[0], &of_b[0]))];
    let none = [0.0; 3];
    Some(Face {
        len: D,
        a: of_a,
        b: of_b,
        normal: none,
        error: 0.0,
        parts: none,
        ties: false,
        sizes,
        off: 0.0,
        reach: 0.0,
        seems_high: true,
    })
}
