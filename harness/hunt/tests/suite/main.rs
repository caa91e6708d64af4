//! The tests of the package that use it as other packages do; one program, so it is linked once.

mod casts;
mod hunt;
