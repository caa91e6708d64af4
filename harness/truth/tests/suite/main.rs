//! The tests of the package that use it as other packages do; one program, so it is linked once.

#[path = "../../../../variants/certified/tests/suite/accept.rs"]
mod accept;
mod allowances;
mod answers;
mod casts;
mod curved;
mod depth_brackets;
mod depth_limits;
mod depths;
mod directions;
mod duel;
mod false_answers;
mod families;
mod flat;
mod floor;
mod margins;
mod modes;
mod nearest_sets;
mod normals;
mod posed;
mod profiles;
mod radii;
mod range_ends;
mod rulings;
mod truths;
mod unions;
