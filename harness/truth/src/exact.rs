//! The numbers of the truth: integers as wide as they have to be, and numbers of about 106 bits that lengths are told in.

mod double_double;
mod integral;
mod scaled;

pub use double_double::DoubleDouble;
pub use integral::{Integral, WIDE_BITS};
pub use scaled::Scaled;
