//! Cases, families, exact judge, campaigns and searches for GJK variants.
//!
//! *Every variant answers with evidence, and one small judge checks it in exact arithmetic.* A [`case`] is two bodies with exact
//! coordinates; a [`family`] makes cases that a knob leads into a degeneracy. The [`oracle`] finds the [`truth`] of a case and
//! the [`certificate`] kernel checks its proof; the [`judge`] holds a variant's [`answer`] against it. A [`trial`] does all of
//! this for one case, a [`campaign`] for many. A [`contest`] times variants and peers in turns.
//!
//! ```
//! use gjk_harness::case::Arithmetic;
//! use gjk_harness::{corpus, entry::Roster, judge::TOLERANCE, trial::Trial};
//!
//! let roster = Roster::builtin();
//! let case = &corpus::wild()[0];
//! let trial = Trial::pose(case, Arithmetic::F64).unwrap();
//! for finding in trial.ask(&roster, TOLERANCE, |_| true) {
//!     if let Some((reply, judgement)) = finding.outcome {
//!         println!("{:?}: {} after {} iterations", finding.entry, judgement.ruling.name(), reply.iterations);
//!     }
//! }
//! ```

pub mod answer;
pub mod body;
pub mod campaign;
pub mod case;
pub mod certificate;
pub mod claims;
pub mod contest;
pub mod corpus;
pub mod curved;
pub mod depth;
pub mod double;
pub mod entry;
pub mod family;
pub mod format;
pub mod hexfloat;
pub mod hulls;
pub mod hunt;
pub mod judge;
pub mod lattice;
pub mod loops;
pub mod mesh;
pub mod oracle;
pub mod peers;
pub mod scene;
pub mod search;
pub mod shrink;
pub mod timing;
pub mod trace;
pub mod trial;
pub mod truth;
pub mod union;
pub mod whole;

pub use gjk_variants as variants;
