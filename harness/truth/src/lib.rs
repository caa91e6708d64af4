//! The truth of a case, proven in exact arithmetic, and the judge that compares answers with it.
//!
//! The modules depend on each other in one direction: [`exact`] numbers; the [`lattice`] that two bodies lie on; the
//! [`certificate`] kernel, which checks proofs; the [`oracle`], which finds them; the [`truth`] of a case; the [`judge`], which
//! compares an [`answer`] with the truth, regardless of its origin; [`proofs`] for other programs. Nothing here depends on a variant: only the number types
//! are shared.

#![forbid(unsafe_code)]

pub mod answer;
pub mod certificate;
pub mod exact;
pub mod judge;
pub mod lattice;
pub mod oracle;
pub mod proofs;
mod pythagoras;
pub mod said;
#[cfg(test)]
mod small;
pub mod truth;
