//! Casts: when does a moving body first touch another?
//!
//! # Statement
//! A moves by r over the times from 0 to 1, and B rests. Both are closed. Let M = A − B and d = −r: A and B share a point at time t
//! exactly if t d is in M. The first contact t\* is the least such t. The answer *at t* means **t ≤ t\* ≤ t⁺**, where t⁺ is the next number of
//! the type: the cast is never late, and at time t the bodies are nearer than u |r|, since t⁺ − t ≤ u. (As t⁺ counts 2⁻⁹⁰⁰ after
//! zero, in single precision the least positive number.) The answer *never* means that there is no contact up to 1.
//!
//! # The method
//! Let n be the normal of the face of M that is nearest to the point t d, and h the least product of n with a point of M. A point s d with
//! s n·d < h is not in M, so if n·d > 0, **t\* is not before h / (n·d)**, whatever n is: one exact pass over the points proves a lower
//! bound. If the ray meets the plane in the face itself, that is t\*, exactly. Three signs of volumes decide it.
//!
//! 1. A [guess] gives a time, which is lowered by a little, and a simplex. If the caller has none, a Newton step with the distance of the
//!    rounded bodies at the start makes one.
//! 2. The nearest face at that time is found in integers (`step`), and its h / (n·d) is rounded down.
//! 3. If the ray does not meet the plane in the face, the step is repeated at the next number t⁺. If the bodies share a point then, t\*
//!    is between t and t⁺. Otherwise the plane at t⁺ gives a later t.
//! 4. If the ray moves away from the plane at t⁺, t\* may still be in between, past a corner: no number is a time of contact. A step about the
//!    space that A sweeps decides.
//!
//! *Never* is proved by a normal in rounded arithmetic with a bound, if that suffices, else by the planes of step 2 and 3.
//!
//! # Termination
//! In step 3 t grows, and there are finitely many numbers. It is Newton's iteration on the distance of t d from M, a convex function of t,
//! so a few steps suffice.
//!
//! # Reference
//! G. van den Bergen: Ray casting against general convex objects with application to continuous collision detection (2004): the planes.
//! The exact decisions are of this package.
//!
//! [guess]: Guess

mod displacement;
mod step;
mod time;

use std::marker::PhantomData;

use crate::answer::{Distance, Meets, Stage};
use crate::body::{Body, NoBody, Points, product};
use crate::exact::{OfBody, witnesses};
use crate::number::Number;
use crate::search::{self, Start};
use crate::simplex::{Pairs, widened};
use crate::vector::{Vector, dot, minus, plus_scaled};
use step::{Ahead, Displaced, Moving, Placed, Plane};

/// The result of another cast, of any precision: the proof begins there. No answer depends on it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Guess<T, const D: usize> {
    /// A contact near this time, with the points of M = A − B (for A at its start) that are nearest to the origin then.
    Contact {
        /// The time.
        time: T,
        /// At most four points of M.
        simplex: Pairs,
    },
    /// No contact: the axis has a positive product with a − b for every point a of the space that A sweeps, and b of B.
    Never {
        /// The axis, of any length.
        axis: [T; D],
    },
}

impl<T, const D: usize> Guess<T, D> {
    /// A contact near this time.
    pub fn contact(time: T, simplex: Pairs) -> Self {
        Guess::Contact { time, simplex }
    }

    /// No contact.
    pub fn never(axis: [T; D]) -> Self {
        Guess::Never { axis }
    }
}

impl<T: Number, const D: usize> Guess<T, D> {
    /// Nothing: the proof begins at the start.
    pub fn nothing() -> Self {
        Guess::Contact { time: T::nearest(0.0), simplex: Pairs::default() }
    }
}

/// The first contact of a moving body with a body at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Contact<T, const D: usize> {
    /// t: the first contact is not before it, and not after the next number. It is exactly zero or one only as a bound.
    pub time: T,
    /// The normal of a plane, from A into B, rounded and of any length: before t all of B lies beyond it, seen from A.
    pub normal: [T; D],
    /// The witness point on A, at time t.
    pub on_a: [T; D],
    /// The witness point on B.
    pub on_b: [T; D],
    /// The face of M = A − B, for A at its start, that is nearest to t d: at most three of its points, for d = −r. Its exact normal proves
    /// that there is no contact before t.
    pub simplex: Pairs,
    /// The weights of the point of the face that is nearest to t d, by position.
    pub weights: [f64; 3],
    /// The number of points of the ray for which a nearest face was found in integers.
    pub steps: usize,
}

/// When a moving body first touches a body at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(clippy::large_enum_variant)]
#[must_use]
pub enum Cast<T, const D: usize> {
    /// The bodies share a point at the start.
    Meets(Meets),
    /// The bodies share no point from time 0 to time 1.
    #[non_exhaustive]
    Never {
        /// An axis, rounded: up to rounding it separates B from the space that A sweeps.
        axis: [T; D],
        /// The stage that decided. In doubles the axis itself is the evidence.
        stage: Stage,
    },
    /// The bodies touch.
    At(Contact<T, D>),
}

/// When the hull of A, which moves by `motion` over the times from 0 to 1, first touches the hull of B.
///
/// # Errors
/// If a body has no point, or more than 2³¹ − 1 points, or a coordinate that is infinite or not a number.
///
/// # Panics
/// If a coordinate of the motion is infinite or not a number.
pub fn first_contact<T: Number, const D: usize>(a: &[[T; D]], b: &[[T; D]], motion: &[T; D]) -> Result<Cast<T, D>, NoBody> {
    let (a, b) = (Points::new(a)?, Points::new(b)?);
    assert_finite(motion);
    let guess = guessed(&a, &b, motion);
    Ok(first_contact_of(&a, &b, motion, &guess))
}

/// When body A, which moves by `motion`, first touches body B, from a guess. One from a rounded cast spares most of the work;
/// [`Guess::nothing`] serves as well.
///
/// # Panics
/// If a coordinate of the motion is infinite or not a number, or a guess names a point that is not there.
#[inline(never)]
pub fn first_contact_of<T: Number, const D: usize>(
    a: &impl Body<T, D>,
    b: &impl Body<T, D>,
    motion: &[T; D],
    guess: &Guess<T, D>,
) -> Cast<T, D> {
    const { assert!(D == 2 || D == 3, "the plane and space") };
    assert_finite(motion);
    assert!(a.len() < 1 << 31, "a moving body has at most 2^31 - 1 points");
    let r = widened(motion);
    let (time, simplex) = match guess {
        Guess::Never { axis } if separates(axis, a, b, &r) => return Cast::Never { axis: *axis, stage: Stage::Doubles },
        Guess::Never { .. } => (0.0, Pairs::new([(0, 0)])),
        Guess::Contact { time, simplex } => (earlier::<T>(time.widened()), *simplex),
    };
    let simplex = if simplex.as_slice().is_empty() { Pairs::new([(0, 0)]) } else { simplex };
    let (of_a, of_b) = (OfBody(a, PhantomData), OfBody(b, PhantomData));
    let moving = Moving { a: &of_a, b: &of_b, motion: &r, is_double: T::IS_DOUBLE };
    match decided(&moving, a.len() as u32, (time, simplex)) {
        Decided::Start(simplex) => Cast::Meets(Meets { simplex, stage: Stage::Integers, iterations: 0 }),
        Decided::Never(axis) => Cast::Never { axis: in_precision(&axis), stage: Stage::Integers },
        Decided::Contact { time, plane, steps } => {
            let [on_a, on_b] = witnesses(a, b, &plane.simplex, &plane.weights);
            Cast::At(Contact {
                time: T::nearest(time),
                normal: in_precision(&plane.normal.map(|x| -x)),
                on_a: in_precision(&plus_scaled(&on_a, &r, time)),
                on_b: in_precision(&on_b),
                simplex: plane.simplex,
                weights: plane.weights,
                steps,
            })
        }
    }
}

fn assert_finite<T: Number, const D: usize>(motion: &[T; D]) {
    assert!(motion.iter().all(|x| x.widened().is_finite()), "a motion has finite coordinates");
}

/// The share of the whole motion by which a guess is lowered, in units of u: a time after the first contact would be of no use.
const LOWERED: f64 = 1024.0;

/// A time a little earlier than a guess.
fn earlier<T: Number>(time: f64) -> f64 {
    let earlier = time - LOWERED * T::UNIT_ROUNDOFF;
    // Written so that a NaN gives zero.
    if earlier > LOWERED * T::UNIT_ROUNDOFF { earlier.min(1.0) } else { 0.0 }
}

fn in_precision<T: Number, const D: usize>(v: &Vector) -> [T; D] {
    std::array::from_fn(|k| T::nearest(v[k].clamp(-T::GREATEST, T::GREATEST)))
}

/// Whether an axis certainly separates B from the space that A sweeps.
///
/// # Proof
/// As that of [`crate::bound`], with a third product, n·r: the three are within γ₃ of their monomials, below 3.1u Σ |nₖ| (E_A + E_B + |r|)ₖ
/// together. Their two sums add at most 2.1u of the same. 8u covers this and the roundings of the sum.
fn separates<T: Number, const D: usize>(axis: &[T; D], a: &impl Body<T, D>, b: &impl Body<T, D>, r: &Vector) -> bool {
    let toward = axis.map(|x| -x);
    let (p, q) = (a.point(a.support(&toward)), b.point(b.support(axis)));
    let (extents, n) = ([widened(&a.extent()), widened(&b.extent())], widened(axis));
    let sum: f64 = (0..3).map(|k| n[k].abs() * (extents[0][k] + extents[1][k] + r[k].abs())).sum();
    let gap = (product(&p, axis).widened() - product(&q, axis).widened()) + dot(&n, r).min(0.0);
    // Written so that a NaN and an infinity fail.
    sum < T::GREATEST / 8.0 && gap > 8.0 * T::UNIT_ROUNDOFF * sum + T::UNDERFLOW
}

/// The decision of the integers.
enum Decided {
    Start(Pairs),
    Never(Vector),
    Contact { time: f64, plane: Plane, steps: usize },
}

/// A time before which there is no contact, with the plane that proves it.
#[derive(Clone, Copy)]
struct Bound {
    time: f64,
    /// The time about which the plane was found.
    found: f64,
    plane: Plane,
}

/// Decides from a time and a simplex.
fn decided(moving: &Moving, count: u32, (mut at, mut simplex): (f64, Pairs)) -> Decided {
    let next = |time: f64| time::next(time, moving.is_double).min(1.0);
    let mut bound: Option<Bound> = None;
    let mut steps = 0;
    loop {
        steps += 1;
        match moving.place(Displaced::At(at), simplex) {
            Placed::Inside(pairs, weights) => {
                let Some(Bound { time, found, mut plane }) = bound else {
                    if at == 0.0 {
                        return Decided::Start(pairs);
                    }
                    // The guess was too late.
                    at = 0.0;
                    continue;
                };
                // The first contact is not before the bound, and not after this time: the bound or the number after it.
                match weights.filter(|_| at == time) {
                    Some(weights) => (plane.simplex, plane.weights) = (pairs, weights),
                    // The face nearest to an earlier point of the ray need not be the nearest one here.
                    None if found != time => match moving.place(Displaced::At(time), plane.simplex) {
                        Placed::Beyond(nearest) => plane = nearest,
                        Placed::Inside(pairs, weights) => {
                            plane.simplex = pairs;
                            plane.weights = weights.unwrap_or(plane.weights);
                        }
                    },
                    None => {}
                }
                return Decided::Contact { time, plane, steps };
            }
            Placed::Beyond(plane) => {
                simplex = plane.simplex;
                match (plane.ahead, bound) {
                    (Ahead::Beyond, _) => return Decided::Never(plane.normal),
                    (Ahead::Meets { floor: time, in_face: true }, _) => return Decided::Contact { time, plane, steps },
                    (Ahead::Meets { floor, .. }, Some(bound)) if at == bound.time && floor == at => {
                        // No number between this one and the next, where the ray has passed M.
                        return match moving.place(Displaced::Swept { count }, simplex) {
                            Placed::Inside(..) => Decided::Contact { time: at, plane, steps },
                            Placed::Beyond(swept) => Decided::Never(swept.normal),
                        };
                    }
                    // The ray has passed M at the number after an earlier bound, before which there is no contact.
                    (Ahead::Meets { floor, .. }, Some(bound)) if at == bound.time && floor > at => {
                        return Decided::Never(plane.normal);
                    }
                    (Ahead::Meets { floor, .. }, _) => {
                        bound = Some(Bound { time: floor, found: at, plane });
                        at = next(floor);
                    }
                    (Ahead::Away, None) if at > 0.0 => at = 0.0,
                    (Ahead::Away, Some(bound)) if at > bound.time => at = bound.time,
                    (Ahead::Away, _) => return Decided::Never(plane.normal),
                }
            }
        }
    }
}

/// A Newton step from the start, with the distance of rounded bodies.
#[cold]
#[inline(never)]
fn guessed<T: Number, const D: usize>(a: &impl Body<T, D>, b: &impl Body<T, D>, motion: &[T; D]) -> Guess<T, D> {
    let Distance::Apart(apart) = search::distance(a, b, &Start::Centers, &mut ()) else { return Guess::nothing() };
    let (r, n) = (widened(motion), widened(&apart.axis));
    if separates(&apart.axis, a, b, &r) {
        return Guess::Never { axis: apart.axis };
    }
    let (i, j) = apart.simplex.as_slice()[0];
    let w = minus(&widened(&a.point(i as usize)), &widened(&b.point(j as usize)));
    // A time that is no number is read as zero.
    Guess::Contact { time: T::nearest((dot(&n, &w) / -dot(&n, &r)).clamp(0.0, 1.0)), simplex: apart.simplex }
}

#[cfg(test)]
mod tests;
