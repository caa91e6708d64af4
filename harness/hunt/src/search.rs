//! Searching for inputs on which a variant fails.
//!
//! A [`Proposer`] makes cases, each a pure function of a seed and a number. The first one samples: small lattices and the
//! families. A search that learns from what it found is another. Boolean variants in exact arithmetic run on machine integers
//! ([`quick`]), millions a second; everything else goes through a [`gjk_solvers::trial::Trial`].

pub mod candidate;
pub mod machine;
pub mod proposer;
pub mod quick;
pub mod sample;
pub mod subject;
pub mod way;

pub use candidate::{Candidate, Size};
pub use machine::Machine;
pub use proposer::{Around, Lattices, OfFamily, Proposer};
pub use quick::{Cluster, Fate, Quick, Scratch, Shelf};
pub use sample::{Sample, Samples, Site};
pub use subject::Subject;
pub use way::Way;
