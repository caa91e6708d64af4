//! Tests of the variants through the crate's public functions: one program, so that shared code is compiled once.

mod dimensions;
mod ends;
mod rules;
mod warm;
