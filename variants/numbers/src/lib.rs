//! The number types in which algorithms and exact answers are computed, from rings to exact rationals, and the Euclidean spaces
//! over them.
//!
//! The same code of an algorithm that is generic over [`Ring`] or [`Scalar`] runs in `f32`, in `f64` and in exact arithmetic.
//! The exact numbers are checked machine integers ([`Integer`]), integers of 256 bits ([`Wide`]), integers of any size
//! ([`Big`]) and rationals ([`Rational`]).

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
