//! What is there for the processor alone. The algorithms' own files are the readable ones; each trick stands here, under its
//! standard term, with its measurement and a test that it changes no bit of any answer.

mod avx;
mod read;

pub use avx::solve;
pub(crate) use read::fresh;
