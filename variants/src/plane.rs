//! Algorithms for the plane only.

mod dyn4j;
mod nascimento;

pub use dyn4j::Dyn4j;
pub use nascimento::{Nascimento, Order};
