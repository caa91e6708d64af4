//! The variants and the peers, instantiated for every space and erased.
//!
//! This package compiles generic code in double precision, and the certified variants in space in single precision too. All
//! else in single precision is compiled in `gjk_single`, and exact arithmetic in `gjk_untimed`.
//!
//! ```
//! use gjk_cases::{case::Arithmetic, corpus};
//! use gjk_solvers::{PosedCase, Roster};
//! use gjk_truth::judge::TOLERANCE;
//!
//! let roster = Roster::builtin();
//! let case = &corpus::wild()[0];
//! let posed = PosedCase::pose(case, Arithmetic::F64).unwrap();
//! for judged in posed.ask(&roster, TOLERANCE, |_| true) {
//!     if let Some((reply, judgement)) = judged.outcome {
//!         println!("{:?}: {} after {} iterations", judged.variant, judgement.ruling.name(), reply.iterations);
//!     }
//! }
//! ```

mod bodies;
mod climbing;
mod convex;
mod elsewhere;
mod frame;
mod function;
mod held;
mod hulls;
pub mod library;
pub mod peers;
mod posed_case;
mod program;
mod promise;
mod refusal;
mod reply;
mod roster;
mod space;
mod start;
mod stated;
mod union;
mod watch;

pub use bodies::{Bodies, replies};
pub use climbing::{Climbable, Climbing};
pub use elsewhere::reply;
pub use frame::Frame;
pub use function::{Function, is_in_a_function, watch_functions};
pub use gjk_untimed::{OtherTerms, Solver, Timed, TimedOtherwise, Untimed, has_typed_form};
pub use held::ROUNDINGS;
pub use hulls::{Hulls, ask, ask_variant};
pub use posed_case::{Fault, JudgedVariant, PosedCase, Recorded};
pub use program::{Program, Source, Timer, digest};
pub use promise::question_of;
pub use reply::Reply;
pub use roster::{ErasedVariant, Roster};
pub use space::SolverSpace;
pub use start::from_centres;
pub use stated::{Stated, is_beyond};

// For the macro `in_space`, which names their types wherever it is used.
#[doc(hidden)]
pub use gjk_cases as cases;
#[doc(hidden)]
pub use gjk_variants as variants;

/// Runs the example of the page on extending.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/extending.md")]
struct Extending;
