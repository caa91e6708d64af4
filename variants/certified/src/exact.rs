//! The last stage: a step of GJK in integers, for decisions that no bound of rounded arithmetic settles.
//!
//! # Grid
//! A finite float is an integer times a power of two. The coordinates of the points in a step are integers on the grid of the
//! least of these powers, and every sign below is a sign of an integer.
//!
//! # Step
//! 1. Find the nearest point to the origin of the simplex, which has at most four points w of M: the one subset of affinely
//!    independent points whose weights are all positive and for whose normal n no other point of the simplex has a smaller
//!    product. Carathéodory's theorem guarantees that there is one. With e = w₁ − w₀ and f = w₂ − w₀ the normal is w₀ for a
//!    point, e × (w₀ × e) = w₀ (e·e) − e (e·w₀) for an edge and e × f for a triangle. The weights are w₁·e and −w₀·e for an
//!    edge, and n·(w₁ × (f − e)), n·(f × w₀) and n·(w₀ × e) for a triangle. If the normal or its product with w₀ is zero, or
//!    four volumes have one sign, the subset holds the origin: the bodies meet.
//! 2. Round n to doubles and let the bodies name every point whose product with it is not certainly beyond those of the
//!    simplex; the bound is that of the threshold in [`crate::bound`] with an error of u for each coordinate. Only these are
//!    examined in integers.
//! 3. If none has a smaller product with n, the subset is the face nearest to the origin, and the distance is n·w₀ / |n|.
//!    Otherwise the point with the least product joins the subset.
//!
//! # Termination
//! In step 3 the new point has a smaller product with n than the subset, so the distance of the simplex falls strictly, and
//! there are finitely many simplices.
//!
//! # Width
//! With coordinates of B bits a vertex has B + 1, an edge B + 2, the normal of a triangle 2B + 5, the normal of an edge 3B + 7
//! bits; a product of two edges has 2B + 6, a product of a normal with an edge 4B + 11, a weight of a triangle 4B + 11. So
//! integers of three sizes suffice: of B + 2, of twice and of four times as many bits, with one for the sign; the step needs
//! 4B + 12 bits. Pairs on a grid (B ≤ 60) fit in 64, 128 and 256, most pairs in single precision (B ≤ 44) in 64, 128 and 192.
//! Raw doubles have up to 70, and fit in 128, 192 and 384 (B ≤ 92). Each step uses the first that fits. Beyond these, one size
//! is used for all three, with two spare limbs for products of limbs: 16, 36, 72 or 136 limbs of 64 bits. Doubles of any
//! exponents have B ≤ 2098, for which 136 limbs suffice.

use std::cmp::Ordering::{self, Equal, Greater, Less};
use std::marker::PhantomData;

use crate::body::Body;
use crate::bound;
use crate::double_double::{DoubleDouble, root_of_quotient};
use crate::integer::{
    self, Coordinate, Int, Integer, Lattice, Long, Quadruple, Short, Widest, cross, decomposed, dot, dot_in_full, dot_wider,
    exact_power, is_zero, minus, negated,
};
use crate::number::Number;
use crate::simplex::{Pairs, widened};
use crate::vector::{Vector, combined, size};

/// A quarter of the greatest double: up to this value sums of two differences stay in the range, rounded up or not.
const HUGE: f64 = 0.25 * f64::MAX;

/// The decision of the integers.
pub(crate) enum Decided {
    /// The hull of these points of M holds the origin.
    Meets(Pairs),
    /// The face nearest to the origin.
    Apart(Face),
}

/// The face of M nearest to the origin, with its normal, distance and weights.
pub(crate) struct Face {
    pub simplex: Pairs,
    /// The normal, toward M, of length near one; each coordinate good to one unit in the last place or, below 2⁻⁷⁰⁰, to that.
    pub normal: Vector,
    /// The distance, as a number times a power of two, within 2⁻⁹⁰ of itself.
    pub distance: (DoubleDouble, i32),
    /// The weights of the nearest point, each good to a few units in the last place.
    pub weights: [f64; 3],
}

impl Face {
    /// The nearest point on A and on B.
    pub fn witnesses<T: Number, const D: usize>(&self, a: &impl Body<T, D>, b: &impl Body<T, D>) -> [Vector; 2] {
        witnesses(a, b, &self.simplex, &self.weights)
    }
}

/// The points on A and on B that these weights form from at most three points of M.
pub(crate) fn witnesses<T: Number, const D: usize>(
    a: &impl Body<T, D>,
    b: &impl Body<T, D>,
    simplex: &Pairs,
    weights: &[f64; 3],
) -> [Vector; 2] {
    let (mut of_a, mut of_b) = ([[0.0; 3]; 3], [[0.0; 3]; 3]);
    let pairs = simplex.as_slice();
    for (i, &(p, q)) in pairs.iter().enumerate() {
        (of_a[i], of_b[i]) = (widened(&a.point(p as usize)), widened(&b.point(q as usize)));
    }
    [of_a, of_b].map(|points| {
        if points.iter().any(|point| size(point) > HUGE) {
            // Halved: a difference of two of these may be beyond the range.
            let half = combined(&points.map(|point| point.map(|x| 0.5 * x))[..pairs.len()], weights);
            return half.map(|x| (2.0 * x).clamp(-f64::MAX, f64::MAX));
        }
        combined(&points[..pairs.len()], weights)
    })
}

/// The interface of a body for integers: points in doubles.
pub(crate) trait Hull {
    /// Point number `index`.
    fn corner(&self, index: u32) -> Vector;
    /// The filter for a rounded normal and the point `first` of the body. It selects every point with a smaller product with
    /// the exact normal than `first`, or for B a greater one.
    fn question(&self, rounded: &Vector, first: &Vector, greatest: bool) -> PointFilter;
    /// Calls `visit` with every point that the filter selects.
    fn each(&self, question: &PointFilter, visit: &mut dyn FnMut(u32, &Vector));
}

/// The filter that selects the points to be examined in integers.
pub(crate) struct PointFilter {
    /// The rounded normal, outward, in numbers of the body's precision.
    outward: Vector,
    /// The least product with `outward` of a selected point; `None` if the products are near the end of the range, so that
    /// every point is examined.
    threshold: Option<f64>,
}

/// A body whose points have D coordinates of this precision.
pub(crate) struct OfBody<'a, B, T, const D: usize>(pub &'a B, pub PhantomData<T>);

impl<B: Body<T, D>, T: Number, const D: usize> Hull for OfBody<'_, B, T, D> {
    #[inline(always)]
    fn corner(&self, index: u32) -> Vector {
        widened(&self.0.point(index as usize))
    }

    #[inline(always)]
    fn question(&self, rounded: &Vector, first: &Vector, greatest: bool) -> PointFilter {
        let outward: [T; D] = std::array::from_fn(|k| T::nearest(if greatest { rounded[k] } else { -rounded[k] }));
        let error = rounded.map(direction_error::<T>);
        let threshold = bound::threshold::<T, D>(&outward, first, &self.0.extent(), &error);
        PointFilter { outward: widened(&outward), threshold: threshold.map(T::widened) }
    }

    #[inline(always)]
    fn each(&self, question: &PointFilter, visit: &mut dyn FnMut(u32, &Vector)) {
        let visit = |index: usize| visit(index as u32, &self.corner(index as u32));
        match question.threshold {
            // Both are numbers of this precision.
            Some(threshold) => {
                let outward: [T; D] = std::array::from_fn(|k| T::nearest(question.outward[k]));
                self.0.each_beyond(&outward, T::nearest(threshold), visit);
            }
            None => (0..self.0.len()).for_each(visit),
        }
    }
}

/// Decides by steps from this simplex, which has at least one pair.
#[cold]
#[inline(never)]
pub(crate) fn decide<T: Number, const D: usize>(a: &impl Body<T, D>, b: &impl Body<T, D>, mut simplex: Pairs) -> Decided {
    let (a, b) = (&OfBody(a, PhantomData), &OfBody(b, PhantomData));
    loop {
        let range = range_of(a, b, &simplex);
        // In double precision 192 bits suffice too seldom to be worth the test.
        let short = if T::IS_DOUBLE { Err(TooWide) } else { step::<Short>(a, b, &simplex, range) };
        let step = short
            .or_else(|TooWide| step::<i64>(a, b, &simplex, range))
            .or_else(|TooWide| step::<Long>(a, b, &simplex, range))
            .unwrap_or_else(|TooWide| wide_step(a, b, &simplex, range));
        match step {
            Step::Ends(decided) => return decided,
            Step::Improves(next) => simplex = next,
        }
    }
}

/// A step in limbs. It accesses bodies of any kind through one interface, so it is compiled once; its arithmetic takes longer
/// than the calls.
#[cold]
#[inline(never)]
fn wide_step(a: &dyn Hull, b: &dyn Hull, simplex: &Pairs, range: Range) -> Step {
    let step = step::<Int<16>>(a, b, simplex, range)
        .or_else(|TooWide| step::<Int<36>>(a, b, simplex, range))
        .or_else(|TooWide| step::<Int<72>>(a, b, simplex, range))
        .or_else(|TooWide| step::<Int<136>>(a, b, simplex, range));
    let Ok(step) = step else { unreachable!("136 limbs hold every pair of finite doubles") };
    step
}

enum Step {
    Ends(Decided),
    Improves(Pairs),
}

/// The error that the integers of a step have more bits than there is room for.
pub(crate) struct TooWide;

/// The coordinates of some points: the least power of two that divides them, and the power above the greatest.
#[derive(Clone, Copy)]
pub(crate) struct Range {
    low: i32,
    high: i32,
}

impl Range {
    pub const NONE: Range = Range { low: i32::MAX, high: i32::MIN };

    /// The range of the coordinates of points of A and B.
    pub fn of(points: &[[Vector; 2]]) -> Range {
        let mut range = Range::NONE;
        points.iter().flatten().for_each(|point| range.see(point));
        range
    }

    pub fn see(&mut self, point: &Vector) {
        for &x in point {
            let (significand, exponent) = decomposed(x);
            if significand != 0 {
                self.low = self.low.min(exponent + significand.trailing_zeros() as i32);
                self.high = self.high.max(exponent + 64 - significand.leading_zeros() as i32);
            }
        }
    }

    /// Extends the range to an integer times 2^exponent.
    pub fn see_integer(&mut self, integer: u128, exponent: i32) {
        if integer != 0 {
            self.low = self.low.min(exponent + integer.trailing_zeros() as i32);
            self.high = self.high.max(exponent + 128 - integer.leading_zeros() as i32);
        }
    }

    /// The range with a bit more above.
    pub fn wider(self) -> Range {
        Range { low: self.low, high: self.high.saturating_add(1) }
    }

    /// The number of bits of an integer for these coordinates.
    pub fn bits(self) -> usize {
        (self.high.saturating_sub(self.low)).max(0) as usize
    }

    /// The exponent of the grid; any value will do if all coordinates are zero.
    pub fn exponent(self) -> i32 {
        if self.low == i32::MAX { 0 } else { self.low }
    }
}

/// The greatest number of bits in a step, for a simplex with these coordinates.
pub(crate) fn bits_of_step(simplex: Range) -> usize {
    4 * simplex.bits() + 12
}

/// The number of bits of a product of a simplex' normal with a difference of two points: a normal of 3B + 7 bits, a difference
/// of one bit more than its coordinates, two for the sum of three, and two to spare.
pub(crate) fn bits_of_products(simplex: Range, points: Range) -> usize {
    (3 * simplex.bits() + 7) + (points.bits() + 5)
}

/// The number of bits of the squares that [`compare`] compares.
fn bits_of_squares(all: Range) -> usize {
    8 * all.bits() + 30
}

pub(crate) fn on_grid<I: Coordinate>(point: &Vector, exponent: i32) -> Lattice<I> {
    [I::of(point[0], exponent), I::of(point[1], exponent), I::of(point[2], exponent)]
}

/// The points of A and B that a pair names.
#[inline(always)]
fn corners(a: &(impl Hull + ?Sized), b: &(impl Hull + ?Sized), (i, j): (u32, u32)) -> [Vector; 2] {
    [a.corner(i), b.corner(j)]
}

#[inline(always)]
fn range_of(a: &impl Hull, b: &impl Hull, simplex: &Pairs) -> Range {
    let mut range = Range::NONE;
    for pair in simplex.as_slice() {
        corners(a, b, *pair).iter().for_each(|point| range.see(point));
    }
    range
}

/// A step from this simplex, whose coordinates have this range.
fn step<I>(a: &(impl Hull + ?Sized), b: &(impl Hull + ?Sized), simplex: &Pairs, range: Range) -> Result<Step, TooWide>
where
    I: Coordinate<Double: Integer<Double: Widest>>,
{
    if bits_of_step(range) > Quadruple::<I>::BITS {
        return Err(TooWide);
    }
    let exponent = range.exponent();
    let mut w = [[I::ZERO; 3]; 4];
    for (w, pair) in w.iter_mut().zip(simplex.as_slice()) {
        let [a, b] = corners(a, b, *pair);
        *w = minus(&on_grid(&a, exponent), &on_grid(&b, exponent));
    }
    let found = nearest(&w[..simplex.as_slice().len()]);
    let kept = simplex.subset(found.subset);
    let Some(normal) = &found.normal else { return Ok(Step::Ends(Decided::Meets(kept))) };

    let (rounded, powers) = rounded(normal);
    let [first_a, first_b] = corners(a, b, kept.as_slice()[0]);
    let search = Search { normal, rounded: &rounded, range };
    let below_a = search.least(a, &first_a, false)?;
    let below_b = search.least(b, &first_b, true)?;
    if below_a.is_some() || below_b.is_some() {
        let (i, j) = kept.as_slice()[0];
        let mut next = kept;
        next.push((below_a.unwrap_or(i), below_b.unwrap_or(j)));
        return Ok(Step::Improves(next));
    }

    let first = found.subset.trailing_zeros() as usize;
    let (height, power) = dot_in_full(normal, &w[first]).to_double_double();
    let (unscaled, common) = powers;
    let [x, y, z] = unscaled.map(|x| x.times::<false>(x));
    let length_squared = x.plus(y).plus(z).normalised();
    let distance = (root_of_quotient::<false>(height.times::<false>(height), length_squared), power - common + exponent);
    Ok(Step::Ends(Decided::Apart(Face { simplex: kept, normal: rounded, distance, weights: shares(&found.parts) })))
}

/// Compares the exact distance of a face from the origin with the sum of two lengths. The face has at most three points, is
/// affinely independent and does not hold the origin.
///
/// # Width
/// The distance is h / |n|, so h² is compared with r² n·n: with coordinates and lengths of B bits h has 4B + 11, n 3B + 7 bits,
/// and both sides have less than 8B + 30.
#[cold]
#[inline(never)]
pub(crate) fn compare<T: Number, const D: usize>(
    a: &impl Body<T, D>,
    b: &impl Body<T, D>,
    simplex: Pairs,
    lengths: [f64; 2],
) -> Ordering {
    let mut points = [[[0.0; 3]; 2]; 3];
    let of_face = points.iter_mut().zip(simplex.as_slice());
    of_face.for_each(|(point, &(i, j))| *point = [widened(&a.point(i as usize)), widened(&b.point(j as usize))]);
    compare_squares(&points[..simplex.as_slice().len().min(3)], lengths)
}

#[inline(never)]
fn compare_squares(points: &[[Vector; 2]], lengths: [f64; 2]) -> Ordering {
    let mut range = Range::of(points);
    range.see(&[lengths[0], lengths[1], 0.0]);
    let compared = squares::<Int<16>>(points, lengths, range)
        .or_else(|TooWide| squares::<Int<36>>(points, lengths, range))
        .or_else(|TooWide| squares::<Int<72>>(points, lengths, range))
        .or_else(|TooWide| squares::<Int<144>>(points, lengths, range))
        .or_else(|TooWide| squares::<Int<272>>(points, lengths, range));
    let Ok(ordering) = compared else { unreachable!("272 limbs hold every pair of finite doubles") };
    ordering
}

fn squares<I: Widest>(points: &[[Vector; 2]], lengths: [f64; 2], range: Range) -> Result<Ordering, TooWide> {
    if bits_of_squares(range) > I::BITS {
        return Err(TooWide);
    }
    let exponent = range.exponent();
    let mut w = [[I::ZERO; 3]; 3];
    for (w, [a, b]) in w.iter_mut().zip(points) {
        *w = minus(&on_grid(a, exponent), &on_grid(b, exponent));
    }
    let normal = match &w[..points.len()] {
        [p, q] => {
            let edge = minus(q, p);
            cross(&edge, &cross(p, &edge))
        }
        [p, q, r] => cross(&minus(q, p), &minus(r, p)),
        _ => w[0],
    };
    let height = dot(&normal, &w[0]);
    let length = I::of(lengths[0], exponent).plus(&I::of(lengths[1], exponent));
    let (near, far) = (height.times(&height), length.times(&length).times(&dot(&normal, &normal)));
    Ok(near.minus(&far).sign())
}

/// Two roundings of a normal. The first is a vector along it, with the greatest coordinate between a half and one, each
/// coordinate good to one unit in the last place or, below 2⁻⁷⁰⁰, to that. The second is the normal in numbers of 106 bits, up
/// to the power of two returned with it.
pub(crate) fn rounded<I: Widest>(normal: &Lattice<I>) -> (Vector, ([DoubleDouble; 3], i32)) {
    let parts = [0, 1, 2].map(|k| normal[k].to_double_double());
    let common = parts.iter().filter(|(x, _)| x.hi != 0.0).map(|(_, power)| *power).max().unwrap_or(0);
    let wide = parts.map(|(x, power)| {
        // A coordinate below 2⁻⁹⁰⁰ of the greatest counts as zero at 106 bits. (A coordinate has fewer than 192 bits before its
        // power.)
        let shift = power - common;
        if shift < -900 {
            return DoubleDouble::ZERO;
        }
        let factor = exact_power(shift);
        DoubleDouble { hi: x.hi * factor, lo: x.lo * factor }
    });
    let greatest = size(&wide.map(|x| x.hi));
    let (_, exponent) = decomposed(greatest);
    let to_one = exact_power((-exponent - 53).clamp(-1022, 1023));
    (wide.map(|x| x.hi * to_one), (wide, common))
}

/// The bound on the error of a coordinate of the direction given to the bodies, against the exact normal: two units in the
/// last place for the two roundings, and the parts below the range or left out as below 2⁻⁷⁰⁰.
fn direction_error<T: Number>(x: f64) -> f64 {
    4.0 * T::UNIT_ROUNDOFF * x.abs() + T::UNDERFLOW.max(exact_power(-700))
}

/// The search for the point of a body with the least product with a normal.
pub(crate) struct Search<'a, I> {
    pub normal: &'a Lattice<I>,
    pub rounded: &'a Vector,
    /// The range of the simplex.
    pub range: Range,
}

impl<I: Widest> Search<'_, I> {
    /// The number of the point of a body with the least product with the normal (for B, the greatest), if it is beyond the
    /// product of the simplex' point `first`.
    pub fn least(&self, body: &(impl Hull + ?Sized), first: &Vector, greatest: bool) -> Result<Option<u32>, TooWide> {
        let question = body.question(self.rounded, first, greatest);
        let mut range = Range::NONE;
        range.see(first);
        body.each(&question, &mut |_, point| range.see(point));
        if bits_of_products(self.range, range) > I::BITS {
            return Err(TooWide);
        }
        let exponent = range.exponent();
        let origin = on_grid::<I>(first, exponent);
        let (mut best, mut least) = (None, I::ZERO);
        body.each(&question, &mut |index, point| {
            if point == first {
                return;
            }
            let point = on_grid(point, exponent);
            let product = dot(self.normal, &if greatest { minus(&origin, &point) } else { minus(&point, &origin) });
            if product.minus(&least).sign() == Less {
                (best, least) = (Some(index), product);
            }
        });
        Ok(best)
    }
}

/// The subset of a simplex that contains its nearest point to the origin.
pub(crate) struct Nearest<I> {
    /// One bit per point.
    pub subset: u8,
    /// The normal, with a positive product with the subset; `None` if the subset holds the origin.
    pub normal: Option<Lattice<I>>,
    /// The weights of the subset's points by position, up to a positive factor.
    pub parts: [I; 3],
}

/// The parts as shares of their sum, which is positive.
pub(crate) fn shares<I: Widest>(parts: &[I; 3]) -> [f64; 3] {
    let parts = [0, 1, 2].map(|k| parts[k].to_double_double());
    let common = parts.iter().map(|(_, power)| *power).max().unwrap_or(0);
    let of = |(x, power): (DoubleDouble, i32)| if power - common < -900 { 0.0 } else { x.hi * exact_power(power - common) };
    let parts = parts.map(of);
    let sum = parts[0] + parts[1] + parts[2];
    parts.map(|part| part / sum)
}

/// The vector with room for every product of a step.
#[inline(always)]
fn in_full<I: Integer>(x: &Lattice<I>) -> Lattice<Quadruple<I>> {
    integer::widened(&integer::widened(x))
}

/// The nearest point to the origin of the hull of one to four points.
pub(crate) fn nearest<I: Integer<Double: Integer<Double: Widest>>>(w: &[Lattice<I>]) -> Nearest<Quadruple<I>> {
    let all = 1_u8 << w.len();
    // Most often all points are needed, or else the newest one, which is the last. Each test is complete in itself, so the
    // order is free. (In decreasing order of the subset's number: all points, then the subsets with the last point, mostly
    // larger ones first.)
    let Some(nearest) = (1..all).rev().find_map(|subset| of_subset(w, subset)) else {
        unreachable!("by Carathéodory's theorem some subset has positive weights")
    };
    nearest
}

/// The nearest point, if it lies in the relative interior of the hull of these affinely independent points.
fn of_subset<I: Integer<Double: Integer<Double: Widest>>>(w: &[Lattice<I>], subset: u8) -> Option<Nearest<Quadruple<I>>> {
    let mut points = [&w[0]; 4];
    let mut len = 0;
    for (i, point) in w.iter().enumerate() {
        if subset >> i & 1 == 1 {
            points[len] = point;
            len += 1;
        }
    }
    let is_positive = |part: &Quadruple<I>| part.sign() == Greater;
    let zero = Quadruple::<I>::ZERO;
    let holds = |parts| Some(Nearest { subset, normal: None, parts });
    let (normal, parts) = match points[..len] {
        [p] => {
            let parts = [Quadruple::<I>::of(1.0, 0), zero, zero];
            if is_zero(p) {
                return holds(parts);
            }
            (in_full(p), parts)
        }
        [p, q] => {
            let edge = minus(q, p);
            let parts = [dot(q, &edge), dot(p, &edge).negated()];
            if parts.iter().any(|part| part.sign() != Greater) {
                return None;
            }
            let (parts, moment) = ([parts[0].widened(), parts[1].widened(), zero], cross(p, &edge));
            if is_zero(&moment) {
                return holds(parts);
            }
            (I::with_widened(&edge, |edge| cross(edge, &moment)), parts)
        }
        [p, q, r] => {
            let (e, f) = (minus(q, p), minus(r, p));
            let normal = cross(&e, &f);
            // One test after the other: most subsets fail at the first.
            let of_p = dot(&normal, &cross(q, &minus(r, q)));
            let of_q = is_positive(&of_p).then(|| dot(&normal, &cross(&f, p))).filter(is_positive)?;
            let of_r = Some(dot(&normal, &cross(p, &e))).filter(is_positive)?;
            let parts = [of_p, of_q, of_r];
            let height = dot_wider(&normal, p).sign();
            if height == Equal {
                return holds(parts);
            }
            let normal = if height == Less { negated(&normal) } else { normal };
            let is_below = |x: &Lattice<I>| dot_wider(&normal, &minus(x, p)).sign() == Less;
            let is_supporting = !w.iter().enumerate().any(|(i, x)| subset >> i & 1 == 0 && is_below(x));
            return is_supporting.then(|| Nearest { subset, normal: Some(integer::widened(&normal)), parts });
        }
        [p, q, r, s] => {
            let (qr, ps) = (cross(q, r), cross(p, s));
            let volume = |n: &Lattice<I::Double>, x: &Lattice<I>| dot_wider(n, x).sign();
            let signs = [volume(&qr, s), volume(&ps, r), volume(&ps, q).reverse(), volume(&qr, p).reverse()];
            if signs[0] == Equal || signs[1..].iter().any(|sign| *sign != signs[0]) {
                return None;
            }
            return holds([zero; 3]);
        }
        _ => return None,
    };
    let is_below = |x: &Lattice<I>| dot_in_full(&normal, &minus(x, points[0])).sign() == Less;
    let is_supporting = !w.iter().enumerate().any(|(i, x)| subset >> i & 1 == 0 && is_below(x));
    is_supporting.then_some(Nearest { subset, normal: Some(normal), parts })
}

#[cfg(test)]
mod tests;
