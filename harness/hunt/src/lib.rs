//! The search for inputs that a variant gets wrong, and their shrinking.

pub mod hunt;
pub mod search;
pub mod shrink;
