//! The variants through the crate's public functions: one program, so that what the tests share is compiled once.

mod dimensions;
mod ends;
mod rules;
mod warm;
