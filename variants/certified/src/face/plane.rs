//! The plane of a facet of M around the origin: its normal, its distance, and the foot of the perpendicular from the origin.

use super::{Face, edge, share_of_weights};
use crate::body::Body;
use crate::bound;
use crate::double_double::{DoubleDouble, root_of_quotient};
use crate::fused::fused;
use crate::number::Number;
use crate::simplex::{Pairs, widened};
use crate::vector::{Vector, cross, dot, minus, size};

/// The plane of a facet.
pub(crate) struct Plane {
    /// The outward normal, each coordinate rounded from 106 bits.
    pub normal: Vector,
    /// The distance from the origin, good to 2⁻⁵⁶ of itself.
    pub distance: DoubleDouble,
}

fused! {
    /// The plane through as many points of M as the space has dimensions, which the origin is below; none where 106 bits do not tell its distance to
    /// 2⁻⁵⁶ of itself.
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
    /// The weights of the foot of the perpendicular from the origin on the plane of as many points of M as the space has dimensions, negative ones of points
    /// that it is not across from. They have errors as those of a [face](super), and none are given where 106 bits are not enough.
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
        let reach = greatest.max(longest);
        // Written so that a NaN fails.
        (bound + bound::UNDERFLOW) * longest <= share_of_weights::<T>() * reach * (parts[0] + parts[1] + parts[2])
    };
    let parts = if is_good(&parts) { parts } else { face.precise_parts::<FUSED, T>()? };
    let sum = parts[0] + parts[1] + parts[2];
    Some(parts.map(|part| part / sum))
}

/// What there is to a face of so many points, in the range of the bounds.
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
