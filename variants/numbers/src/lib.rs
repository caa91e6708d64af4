//! The numbers that algorithms and truth are written over, and Euclidean spaces over them: rings, fields, exact numbers.
//!
//! An algorithm that is generic over [`Ring`] or [`Scalar`] runs in `f32` and `f64` and in exact arithmetic: the same code. The
//! exact numbers are checked machine integers ([`Integer`], [`Wide`]), integers of any size ([`Big`]) and rationals
//! ([`Rational`]).

#![forbid(unsafe_code)]

pub mod exact;
pub mod float;
pub mod ring;
pub mod space;
mod split_mix;
pub mod vector;

pub use exact::{Big, Integer, Rational, Wide};
pub use ring::{Real, Ring, Scalar};
pub use space::{Euclidean, Oriented, Plane, Solid, Space};
pub use split_mix::SplitMix64;
