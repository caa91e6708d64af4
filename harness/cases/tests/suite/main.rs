//! The tests of the package that use it from outside; they are one program, so that it is linked once.

mod answers;
mod files;
mod format;
mod formats;
mod limits;
mod mesh;
mod notations;
mod posed;
mod readers;
mod robots;
