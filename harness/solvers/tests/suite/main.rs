//! The tests of the package that use it as other packages do.
//!
//! They are one program, so that it is linked once.

#[path = "../../../../variants/certified/tests/suite/accept.rs"]
mod accept;
mod bodies;
mod common;
mod corpus;
mod invariances;
mod lattice;
mod peers;
mod peers_casts;
mod peers_depths;
#[cfg(feature = "peers")]
mod peers_functions;
mod peers_programs;
mod properties;
mod range_bottom;
mod records;
mod roster;
mod sides;
