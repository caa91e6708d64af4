//! The bounds compared with exact arithmetic, and the answers on inputs that lead each stage to its end.

mod answers;
mod bounds;
mod faces;
pub mod split_mix;

pub use split_mix::SplitMix64;
