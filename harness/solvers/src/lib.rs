//! The variants and the peers, instantiated for every space and erased: the one place where generic code is compiled.
//!
//! ```
//! use gjk_cases::{case::Arithmetic, corpus};
//! use gjk_solvers::{entry::Roster, trial::Trial};
//! use gjk_truth::judge::TOLERANCE;
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

pub mod entry;
pub mod peers;
pub mod reply;
pub mod scene;
pub mod trial;

// For the macro `in_space`, which names their types wherever it is used.
#[doc(hidden)]
pub use gjk_cases as cases;
#[doc(hidden)]
pub use gjk_variants as variants;

/// Runs the example of the page on extending.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/extending.md")]
struct Extending;
