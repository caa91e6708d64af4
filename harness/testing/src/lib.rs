//! Tools for the tests of your own GJK, in your own crate: pairs of bodies near a degeneracy, as strategies of proptest, and an
//! assertion that judges an answer in exact arithmetic.
//!
//! ```
//! use gjk_testing::{Answer, Class, Point, pairs, prop_assert_right};
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
//!         prop_assert_right!(distance(&pair.a, &pair.b), &pair.a, &pair.b);
//!     }
//! }
//! # boxes_are_as_far_apart_as_they_are();
//! ```
//!
//! # What is checked
//! The check covers the verdict, the promise of the GJK ([`Promise`]), and any other numbers of the answer, such as witness
//! points and the axis. An answer passes if it is *acceptable*: the judge ([`gjk_truth::judge`]) rules it right or contact. The
//! verdict is then true, or false by at most 64 u·D, and each length has an error of at most 64 u·D. Here u is the unit
//! roundoff, and D the greatest coordinate of a difference a − b of points of the bodies.
//!
//! # How it shrinks
//! A failing pair loses points, and its coordinates move towards small integers, as long as it stays in the class of its
//! family: separated, touching or overlapping. (If touching bodies became separated, that would be a different failure.) A pair
//! whose A moves also stays one that touches on the way, or one that does not.
//!
//! # Casts
//! When does a body that moves first touch another one? In the families of casts A has a [motion](Pair::motion), and
//! `motion:` asks the judge about it:
//!
//! ```
//! use gjk_testing::{Answer, pairs, prop_assert_right};
//! use proptest::prelude::*;
//!
//! /// A cast that samples the motion.
//! # fn meets(a: &[[f64; 3]], b: &[[f64; 3]], motion: [f64; 3], time: f64) -> bool { false }
//! fn cast(a: &[[f64; 3]], b: &[[f64; 3]], motion: [f64; 3]) -> Answer {
//!     let times = (0..=100).map(|sample| f64::from(sample) / 100.0);
//!     let first = times.into_iter().find(|time| meets(a, b, motion, *time));
//!     first.map_or(Answer::never(), Answer::hit)
//! }
//!
//! proptest! {
//! # /*
//!     #[test]
//! # */
//!     fn nothing_is_missed(pair in pairs("cast-plates")) {
//!         prop_assert_right!(cast(&pair.a, &pair.b, pair.motion), &pair.a, &pair.b, motion: pair.motion);
//!     }
//! }
//! # assert!(std::panic::catch_unwind(nothing_is_missed).is_err());
//! ```

#![forbid(unsafe_code)]

mod check;
mod pair;
mod pairs;
mod shrink;

pub use check::{Wrong, check, check_cast, check_cast_within, check_within};
pub use gjk_cases::case::{Arithmetic, Class, Point};
pub use gjk_cases::format::{Answer, Penetration};
/// The promise of a GJK, by which its answers are judged: the question that it answers.
pub use gjk_records::Question as Promise;
pub use pair::Pair;
pub use pairs::{Pairs, bodies, pairs, pairs_in_plane};
pub use proptest::test_runner::TestCaseError;

/// Panics if an [`Answer`] about the hulls of two sets of points is not acceptable.
///
/// The message contains the fault, its size, the case as one line, and the command that shows it. The points are in the plane
/// or in space. The answer is judged by a [`Promise`]: a distance, unless `promise:` names another one. A last argument `f32`
/// states that the answer was computed in `f32`; the points are then assumed to be numbers of `f32`.
///
/// With a motion of A after `motion:`, the answer is about a cast, as [`check_cast`] describes it.
///
/// ```
/// use gjk_testing::{Answer, assert_right};
/// assert_right!(Answer::apart(1.0), &[[0.0; 3]], &[[0.0, 1.0, 0.0]]);
/// assert_right!(Answer { distance: None, ..Answer::apart(0.0) }, &[[0.0; 3]], &[[0.0, 1.0, 0.0]], promise: Verdict);
/// assert_right!(Answer::hit(0.25), &[[0.0; 3]], &[[0.0, 1.0, 0.0]], motion: [0.0, 4.0, 0.0]);
/// assert_right!(Answer::never(), &[[0.0; 3]], &[[0.0, 1.0, 0.0]], motion: [4.0, 0.0, 0.0]);
/// ```
///
/// ```should_panic
/// # use gjk_testing::{Answer, assert_right};
/// assert_right!(Answer::apart(1.5), &[[0.0; 3]], &[[0.0, 1.0, 0.0]]);
/// ```
#[macro_export]
macro_rules! assert_right {
    ($($arguments:tt)*) => {
        if let Err(wrong) = $crate::check_right!($($arguments)*) {
            panic!("{wrong}");
        }
    };
}

/// Like [`assert_right!`], for use within `proptest!`.
///
/// A failure is returned as a [`TestCaseError`], so a pair shrinks without a panic in each step.
///
/// ```
/// use gjk_testing::{Answer, TestCaseError, prop_assert_right};
/// fn holds(answer: Answer) -> Result<(), TestCaseError> {
///     prop_assert_right!(answer, &[[0.0; 3]], &[[0.0, 1.0, 0.0]]);
///     Ok(())
/// }
/// assert!(holds(Answer::apart(1.0)).is_ok());
/// assert!(matches!(holds(Answer::apart(1.5)), Err(TestCaseError::Fail(_))));
/// ```
#[macro_export]
macro_rules! prop_assert_right {
    ($($arguments:tt)*) => {
        if let Err(wrong) = $crate::check_right!($($arguments)*) {
            return ::core::result::Result::Err($crate::TestCaseError::fail(wrong.to_string()));
        }
    };
}

/// Calls [`check()`] with the arguments of [`assert_right!`].
#[doc(hidden)]
#[macro_export]
macro_rules! check_right {
    ($answer:expr, $a:expr, $b:expr $(,)?) => {
        $crate::check(&$answer, $crate::Promise::Distance, $a, $b, $crate::Arithmetic::F64)
    };
    ($answer:expr, $a:expr, $b:expr, motion: $motion:expr $(,)?) => {
        $crate::check_cast(&$answer, $crate::Promise::Cast, $a, $b, &$motion, $crate::Arithmetic::F64)
    };
    ($answer:expr, $a:expr, $b:expr, motion: $motion:expr, f32 $(,)?) => {
        $crate::check_cast(&$answer, $crate::Promise::Cast, $a, $b, &$motion, $crate::Arithmetic::F32)
    };
    ($answer:expr, $a:expr, $b:expr, motion: $motion:expr, promise: $promise:ident $(,)?) => {
        $crate::check_cast(&$answer, $crate::Promise::$promise, $a, $b, &$motion, $crate::Arithmetic::F64)
    };
    ($answer:expr, $a:expr, $b:expr, motion: $motion:expr, promise: $promise:ident, f32 $(,)?) => {
        $crate::check_cast(&$answer, $crate::Promise::$promise, $a, $b, &$motion, $crate::Arithmetic::F32)
    };
    ($answer:expr, $a:expr, $b:expr, promise: $promise:ident $(,)?) => {
        $crate::check(&$answer, $crate::Promise::$promise, $a, $b, $crate::Arithmetic::F64)
    };
    ($answer:expr, $a:expr, $b:expr, promise: $promise:ident, f32 $(,)?) => {
        $crate::check(&$answer, $crate::Promise::$promise, $a, $b, $crate::Arithmetic::F32)
    };
    ($answer:expr, $a:expr, $b:expr, f32 $(,)?) => {
        $crate::check(&$answer, $crate::Promise::Distance, $a, $b, $crate::Arithmetic::F32)
    };
    ($answer:expr, $a:expr, $b:expr, $arithmetic:expr $(,)?) => {
        $crate::check(&$answer, $crate::Promise::Distance, $a, $b, $arithmetic)
    };
}

/// The example of the package's page.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Page;

#[cfg(test)]
mod tests;
