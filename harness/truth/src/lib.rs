//! What is true of a case, proven in exact arithmetic, and the judge that holds answers against it.
//!
//! The [`oracle`] finds how two bodies lie, and the [`certificate`] kernel checks its proof; the [`judge`] compares an
//! [`answer`], whoever gave it, with the [`truth`]. Nothing here knows any variant: only their numbers are shared.

pub mod answer;
pub mod certificate;
pub mod curved;
pub mod depth;
pub mod double;
pub mod judge;
pub mod lattice;
pub mod oracle;
pub mod truth;
pub mod union;
pub mod whole;
