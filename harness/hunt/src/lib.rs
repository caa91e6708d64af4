//! The search for inputs that a variant gets wrong, and their shrinking.

#![forbid(unsafe_code)]

pub mod hunt;
pub mod search;
pub mod shrink;
