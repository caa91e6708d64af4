//! The numbers of the truth: integers as wide as they have to be, and numbers of about 106 bits that lengths are told in,
//! between bounds where they are not known exactly.

mod bracket;
mod double_double;
mod integral;
mod scaled;

pub use bracket::Bracket;
pub use double_double::DoubleDouble;
pub use integral::{Integral, WIDE_BITS};
pub use scaled::Scaled;
