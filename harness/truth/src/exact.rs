//! The numbers of the truth: integers as wide as they have to be, and numbers of about 106 bits for lengths, with bounds where
//! a length is not known exactly.

mod bracket;
mod double_double;
mod integral;
mod scaled;

pub use bracket::Bracket;
pub use double_double::DoubleDouble;
pub use integral::{Integral, WIDE_BITS};
pub use scaled::Scaled;
