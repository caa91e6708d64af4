//! The tests of the package that use it as others do; one program, so that it is linked once.

mod allowances;
mod curved;
mod duel;
mod families;
mod flat;
mod profiles;
mod rulings;
