//! Variants of the Gilbert–Johnson–Keerthi algorithm, each in its own module, all behind one trait.
//!
//! A variant answers how two convex bodies A and B lie relative to each other, and every answer carries its evidence. All
//! variants work on the difference M = A − B through its support mapping. They are written once, generic over the scalar
//! (`f32`, `f64`, exact numbers) and, where the algorithm allows, over the plane and space.
//!
//! ```
//! use gjk_variants::{Evidence, Answer, Euclidean, Gjk, Hull, Johnson, Start, Variant};
//! use nalgebra::Vector3;
//!
//! type Space = Euclidean<f64, 3>;
//! let a = Hull::<Space>::new(vec![Vector3::new(3.0, 0.0, 0.0), Vector3::new(3.0, 4.0, 0.0)]).unwrap();
//! let b = Hull::<Space>::new(vec![Vector3::new(1.0, 1.0, 0.0)]).unwrap();
//! let outcome = Gjk::new(Johnson).solve(&a, &b, &Start::Default, &mut ());
//! match outcome.answer.map(Answer::evidence) {
//!     Some(Evidence::Apart(nearest)) => assert_eq!(nearest.distance_squared, 4.0),
//!     other => panic!("{other:?}"),
//! }
//! ```
//!
//! # Conventions
//!
//! v points from B to A: v = a − b. A separating axis has a positive product with every point of M. The newest vertex of a
//! simplex is the last one. Names of squared lengths end in `_squared`. Bodies are closed: touching bodies intersect.

pub mod answer;
pub mod boolean;
pub mod cast;
pub mod certified;
mod cycle;
pub mod depth;
pub mod difference;
pub mod epa;
pub mod fast;
pub mod gjk;
pub mod observe;
pub mod plane;
mod projection;
pub mod roster;
pub mod rounded;
pub mod simplex;
mod start;
pub mod subalgorithm;
pub mod variant;

pub use answer::{
    Answer, Contact, Evidence, FirstContact, Nearest, Outcome, Penetration, Resolved, Separation, Signed, Stop, Verdict,
};
pub use boolean::{BooleanGjk, DoSimplex, FaceFirst, Muratori, Step, ThreePlane, TrueRegion, Unrolled};
pub use cast::{Advancement, Bisection, Clipping, Mirtich, VanDenBergen};
pub use depth::{Deepened, DepthRule, Incremental, Portals, SeparatingAxes};
pub use difference::{Difference, Names, Obstacle, SupportPoint};
pub use epa::Epa;
pub use gjk::{Gjk, Nesterov, NesterovNormalised};
pub use gjk_numbers::*;
pub use gjk_support::*;
pub use observe::{Counter, Observer};
pub use plane::{Dyn4j, Nascimento};
pub use roster::Register;
pub use simplex::{CAPACITY, Pairs, Simplex, Subset, Vertex};
pub use start::Start;
pub use subalgorithm::{
    Ericson, Johnson, JohnsonBackup, LeastSquares, Projection, PublishedLeastSquares, SignedVolumes, Subalgorithm,
};
pub use variant::{About, Promise, Variant};
