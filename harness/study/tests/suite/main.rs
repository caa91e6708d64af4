//! The tests of the package that use it as other packages do.
//!
//! They are one program, so that it is linked once.

#[path = "../../../../variants/certified/tests/suite/accept.rs"]
mod accept;
mod certify;
mod duel;
mod duel_times;
mod endure;
#[path = "../../../solvers/tests/suite/common/expected.rs"]
mod expected;
mod faults;
mod loops;
mod map;
mod modes;
mod spy;
mod times;
mod traces;
mod units;
mod worst;
