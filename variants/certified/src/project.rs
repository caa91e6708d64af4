//! The rounded subalgorithm of the first stage: the nearest point of a simplex to the origin. Nothing is proved here, and only
//! speed depends on it.
//!
//! The newest vertex w is the last one. It lies beyond the plane through the nearest point of the others, so the nearest point
//! of the simplex is in a face with w; only these faces are examined. The nearest point of an edge is formed as e × (w × e) /
//! e·e and of a triangle as n (n·w) / n·n: their directions come from differences of vertices and stay orthogonal to the face
//! even if the distance is tiny. If only the direction is needed (`SCALED` is false), there is no division.

#![allow(unsafe_code, reason = "volatile reads, which the compiler does not put together")]

use crate::vector::{Vector, cross, dot, minus, scaled, size};

/// The nearest point of a simplex.
pub(crate) struct Projection {
    pub v: Vector,
    /// One bit for each vertex of the face that contains the point.
    pub kept: u8,
}

/// The place of a simplex' nearest point.
pub(crate) enum NearestIn {
    /// In a face, at a point other than the origin.
    Nearest(Projection),
    /// The simplex holds the origin, as far as rounding decides.
    Inside,
    /// Rounding leaves the place open.
    Nowhere,
}

/// The nearest point of the first `len` of the known vertices and the newest one, w.
#[inline(always)]
pub(crate) fn project<const D: usize, const SCALED: bool>(known: &[Vector; 4], len: usize, w: &Vector) -> NearestIn {
    let known = |i: usize| by_coordinate(&known[i]);
    match len {
        0 => NearestIn::Nearest(Projection { v: *w, kept: 1 }),
        1 => NearestIn::Nearest(segment::<D, SCALED>(&known(0), w, [1, 2])),
        2 => match triangle::<D, SCALED>(&known(0), &known(1), w, [1, 2, 4]) {
            Some(OfTriangle { is_inner: true, .. }) if D == 2 => NearestIn::Inside,
            Some(found) => NearestIn::Nearest(found.projection),
            None => NearestIn::Nowhere,
        },
        _ => tetrahedron::<SCALED>(&[known(0), known(1), known(2), *w]),
    }
}

/// A vector, read coordinate by coordinate: the compiler neither removes a volatile read nor merges two of them.
///
/// Without this it keeps two coordinates in one register and rearranges them for every cross product (superword-level
/// parallelism). On hulls of 8 points a verdict at a gap of 1e-2 then takes 12 to 15 % longer (rustc 1.95, x86-64, `f64`, the
/// same pairs again and again).
#[inline(always)]
fn by_coordinate(v: &Vector) -> Vector {
    // SAFETY: a reference may be read.
    std::array::from_fn(|k| unsafe { std::ptr::read_volatile(&raw const v[k]) })
}

/// x·y. In the plane the third coordinates are left out: the compiler may not do so, as it does not know that they are not NaN.
#[inline(always)]
fn dot_in<const D: usize>(x: &Vector, y: &Vector) -> f64 {
    if D == 2 { x[0] * y[0] + x[1] * y[1] } else { dot(x, y) }
}

/// x × y; for two vectors of the plane only the third coordinate is computed.
#[inline(always)]
fn cross_in<const D: usize>(x: &Vector, y: &Vector) -> Vector {
    if D == 2 { [0.0, 0.0, x[0] * y[1] - x[1] * y[0]] } else { cross(x, y) }
}

/// The product of a normal with a cross product; in the plane both have the third coordinate alone.
#[inline(always)]
fn along<const D: usize>(n: &Vector, x: &Vector) -> f64 {
    if D == 2 { n[2] * x[2] } else { dot(n, x) }
}

#[inline(always)]
fn on_edge<const D: usize, const SCALED: bool>(w: &Vector, e: &Vector, squared: f64, kept: u8) -> Projection {
    let moment = cross_in::<D>(w, e);
    let n = if D == 2 { [e[1] * moment[2], -(e[0] * moment[2]), 0.0] } else { cross(e, &moment) };
    Projection { v: if SCALED { scaled(&n, 1.0 / squared) } else { n }, kept }
}

#[inline(always)]
fn segment<const D: usize, const SCALED: bool>(a: &Vector, w: &Vector, [bit_a, bit_w]: [u8; 2]) -> Projection {
    let e = minus(a, w);
    let (toward, squared) = (-dot_in::<D>(w, &e), dot_in::<D>(&e, &e));
    if toward <= 0.0 {
        Projection { v: *w, kept: bit_w }
    } else if toward >= squared {
        Projection { v: *a, kept: bit_a }
    } else {
        on_edge::<D, SCALED>(w, &e, squared, bit_a | bit_w)
    }
}

struct OfTriangle {
    projection: Projection,
    /// Whether all three vertices are needed.
    is_inner: bool,
}

#[inline(always)]
fn triangle<const D: usize, const SCALED: bool>(a: &Vector, b: &Vector, w: &Vector, bits: [u8; 3]) -> Option<OfTriangle> {
    let (e, f) = (minus(a, w), minus(b, w));
    triangle_with::<D, SCALED>(w, &e, &f, &cross_in::<D>(&e, &f), bits)
}

#[inline(always)]
fn triangle_with<const D: usize, const SCALED: bool>(
    w: &Vector,
    e: &Vector,
    f: &Vector,
    n: &Vector,
    [bit_a, bit_b, bit_w]: [u8; 3],
) -> Option<OfTriangle> {
    let of_face = |projection| Some(OfTriangle { projection, is_inner: false });
    let (toward_a, toward_b) = (-dot_in::<D>(w, e), -dot_in::<D>(w, f));
    if toward_a <= 0.0 && toward_b <= 0.0 {
        return of_face(Projection { v: *w, kept: bit_w });
    }
    // The weights of a and b, times n·n.
    let (of_a, of_b) = (along::<D>(n, &cross_in::<D>(f, w)), along::<D>(n, &cross_in::<D>(w, e)));
    if of_b <= 0.0 && toward_a > 0.0 {
        let squared = dot_in::<D>(e, e);
        if toward_a < squared {
            return of_face(on_edge::<D, SCALED>(w, e, squared, bit_a | bit_w));
        }
    }
    if of_a <= 0.0 && toward_b > 0.0 {
        let squared = dot_in::<D>(f, f);
        if toward_b < squared {
            return of_face(on_edge::<D, SCALED>(w, f, squared, bit_b | bit_w));
        }
    }
    let squared = along::<D>(n, n);
    // Written so that a NaN fails.
    if !(of_a > 0.0 && of_b > 0.0 && of_a + of_b < squared) {
        return None;
    }
    let height = dot(n, w);
    let v = match (SCALED, height > 0.0) {
        (true, _) => scaled(n, height / squared),
        (false, true) => *n,
        (false, false) => n.map(|x| -x),
    };
    Some(OfTriangle { projection: Projection { v, kept: bit_a | bit_b | bit_w }, is_inner: true })
}

#[inline(always)]
fn tetrahedron<const SCALED: bool>(p: &[Vector; 4]) -> NearestIn {
    let [a, b, c, w] = p;
    let (e, f, g) = (minus(a, w), minus(b, w), minus(c, w));
    let (ef, fg, ge) = (cross(&e, &f), cross(&f, &g), cross(&g, &e));
    let volume = dot(&ef, &g);
    // Positive if the origin is on the inner side of a face's plane.
    let inner = |n: &Vector| -dot(n, w) * volume;
    let sides = [inner(&ef), inner(&fg), inner(&ge)];
    if sides[0] > 0.0 && sides[1] > 0.0 && sides[2] > 0.0 {
        return NearestIn::Inside;
    }
    let mut best: Option<Projection> = None;
    let mut take = |found: Option<OfTriangle>| {
        if let Some(OfTriangle { projection, .. }) = found {
            let is_nearer = match &best {
                None => true,
                Some(best) => {
                    // The squared distance as a quotient: w is in every face, so the product of v with w is |v| times the
                    // distance.
                    let quotient = |v: &Vector| {
                        let squared = dot(v, v);
                        let height = if SCALED { squared } else { dot(v, w) };
                        [height * height, squared]
                    };
                    let (x, y) = (quotient(&projection.v), quotient(&best.v));
                    x[0] * y[1] < y[0] * x[1]
                }
            };
            if is_nearer {
                best = Some(projection);
            }
        }
    };
    // Written so that a NaN counts as outside.
    if !(sides[0] > 0.0) {
        take(triangle_with::<3, SCALED>(w, &e, &f, &ef, [1, 2, 8]));
    }
    if !(sides[1] > 0.0) {
        take(triangle_with::<3, SCALED>(w, &f, &g, &fg, [2, 4, 8]));
    }
    if !(sides[2] > 0.0) {
        take(triangle_with::<3, SCALED>(w, &g, &e, &ge, [4, 1, 8]));
    }
    match best {
        Some(projection) if size(&projection.v) > 0.0 => NearestIn::Nearest(projection),
        // On a face, as in exact contact.
        Some(_) => NearestIn::Inside,
        None => NearestIn::Nowhere,
    }
}
