//! For the tests of a GJK of your own, in your own crate: pairs of bodies that are near a degeneracy, as strategies of proptest, and an
//! assertion that judges an answer in exact arithmetic.
//!
//! ```
//! use gjk_testing::{Answer, Class, Point, assert_right, pairs};
//! use proptest::prelude::*;
//!
//! /// A GJK that knows boxes alone: how far they are apart along the axes.
//! fn distance(a: &[Point], b: &[Point]) -> Answer {
//!     let reach = |points: &[Point], axis: usize| {
//!         let along = || points.iter().map(|point| point[axis]);
//!         (along().fold(f64::INFINITY, f64::min), along().fold(f64::NEG_INFINITY, f64::max))
//!     };
//!     let gap = |axis: usize| {
//!         let ((low_a, high_a), (low_b, high_b)) = (reach(a, axis), reach(b, axis));
//!         (low_a - high_b).max(low_b - high_a).max(0.0)
//!     };
//!     let squared: f64 = (0..3).map(|axis| gap(axis) * gap(axis)).sum();
//!     if squared > 0.0 { Answer::apart(squared.sqrt()) } else { Answer::meeting() }
//! }
//!
//! proptest! {
//! # /*
//!     #[test]
//! # */
//!     fn boxes_are_as_far_apart_as_they_are(pair in pairs("boxes-aligned")) {
//!         assert_right!(distance(&pair.a, &pair.b), &pair.a, &pair.b);
//!     }
//! }
//! # boxes_are_as_far_apart_as_they_are();
//! ```
//!
//! # What is checked
//! What the answer has: the verdict; the distance, if it has one; the depth; witness points; the axis. `right` is as the judge has it
//! ([`gjk_truth::judge`]): the verdict is true, or false by no more than 64 u·D; each length is off by no more than that. u is the unit roundoff,
//! and D the greatest coordinate of the difference of the bodies.
//!
//! # How it shrinks
//! A failing pair loses points, and its coordinates go towards small integers, for as long as its class stays what the family made it:
//! separated, touching or overlapping. Touching bodies that shrink to bodies apart would be another failure.

#![forbid(unsafe_code)]

mod check;
mod pair;
mod shrink;

pub use check::{Wrong, check};
pub use gjk_cases::case::{Arithmetic, Class, Point};
pub use gjk_cases::format::{Answer, Penetration};
pub use pair::{Pair, Pairs, bodies, pairs, pairs_in_plane};

/// Panics where an [`Answer`] about the hulls of two sets of points is not right, with what is wrong, by how much, the case as one line, and
/// the command that shows it. The points are of the plane or of space. A last argument `f32` says that the answer was computed in `f32`, and
/// the points are held to be such numbers.
///
/// ```
/// use gjk_testing::{Answer, assert_right};
/// assert_right!(Answer::apart(1.0), &[[0.0; 3]], &[[0.0, 1.0, 0.0]]);
/// ```
///
/// ```should_panic
/// # use gjk_testing::{Answer, assert_right};
/// assert_right!(Answer::apart(1.5), &[[0.0; 3]], &[[0.0, 1.0, 0.0]]);
/// ```
#[macro_export]
macro_rules! assert_right {
    ($answer:expr, $a:expr, $b:expr) => {
        $crate::assert_right!($answer, $a, $b, $crate::Arithmetic::F64)
    };
    ($answer:expr, $a:expr, $b:expr, f32) => {
        $crate::assert_right!($answer, $a, $b, $crate::Arithmetic::F32)
    };
    ($answer:expr, $a:expr, $b:expr, $arithmetic:expr) => {
        if let Err(wrong) = $crate::check(&$answer, $a, $b, $arithmetic) {
            panic!("{wrong}");
        }
    };
}

#[cfg(test)]
mod tests;
