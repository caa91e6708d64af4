//! A GJK that proves its answers: whether two convex bodies meet, their distance and nearest points, and the depth of their
//! overlap.
//!
//! ```
//! let a = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
//! let b = [[2.0, 0.0, 0.5], [2.0, 1.0, 0.5], [3.0, 0.0, 0.0]];
//! assert!(!gjk_certified::intersects(&a, &b)?);
//! match gjk_certified::distance(&a, &b)? {
//!     gjk_certified::Distance::Apart(apart) => {
//!         let [low, high] = apart.bounds();
//!         assert!(low < apart.distance && apart.distance < high);
//!         println!("{} apart, nearest at {:?} and {:?}", apart.distance, apart.on_a, apart.on_b);
//!     }
//!     gjk_certified::Distance::Meets(_) => println!("they meet"),
//! }
//!
//! // An engine keeps the memory from query to query.
//! let mut workspace = gjk_certified::Workspace::default();
//! let b = [[0.2, 0.2, -1.0], [0.2, 0.2, 0.25]];
//! let (a, b) = (gjk_certified::Points::new(&a)?, gjk_certified::Points::new(&b)?);
//! match gjk_certified::depth_of(&a, &b, &gjk_certified::Start::Centers, &mut workspace, &mut ()) {
//!     gjk_certified::Depth::Overlaps(overlap) => {
//!         // A moved by the opposite of the translation touches B. The shell proves that no shorter one does.
//!         println!("{} deep, along {:?}, proved by {} facets", overlap.depth, overlap.translation, workspace.shell().count());
//!         assert!(overlap.depth < 0.25);
//!     }
//!     gjk_certified::Depth::Apart(apart) => println!("{} apart", apart.distance),
//! }
//! # Ok::<(), gjk_certified::NoBody>(())
//! ```
//!
//! # Guarantees
//! The guarantees hold for any two non-empty lists of points with finite coordinates, in `f32` or `f64`, in the plane or in
//! space. Points may be repeated, and bodies may be flat or equal. Coordinates may have any size from the subnormal numbers to
//! the greatest number. M = A − B is the set of all differences.
//!
//! - **The verdict is right.** Bodies are closed: touching bodies meet.
//! - **The distance is within one unit in the last place**: the exact distance lies strictly between the floating-point number
//!   below the answer and the one above it ([`Apart::bounds`]). A distance beyond the range becomes infinity, and a distance
//!   below the least positive number becomes that number, never zero.
//! - **Every answer carries its evidence**, which can be checked independently: a separating axis, the nearest face of M, or a
//!   simplex of M that contains the origin.
//! - **The witness points are those of the nearest face.** Let L be the size of the face ([`face`]). The weights of the answer
//!   form a point of M. Each coordinate of this point is within 2⁻³⁹ L (in single precision 2⁻²¹ L) of the same coordinate of
//!   the face's nearest point. Each coordinate of a witness point differs from the convex combination of the body's points with
//!   these weights by at most the sum of 16u times the greatest coordinate of the face and the least positive number.
//! - **The penetration depth is within one unit in the last place**, and exactly zero if the bodies touch or M has no interior
//!   ([`Overlap`]). Its evidence is a shell ([`Workspace::shell`]): facets with vertices in M that enclose the origin. The
//!   plane of the first facet is at least as near to the origin as every other plane, and no point of M is beyond it. This
//!   holds exactly, without a slack. The translation is rounded; the weights are as good as those of a face.
//! - **Every query ends, and none panics.** A query for a verdict or a distance allocates nothing; a query for a depth
//!   allocates only if its [`Workspace`] has to grow.
//!
//! # Conditions
//! The processor rounds to nearest and does not flush subnormal numbers to zero; [`rounds_to_nearest`] tests this. An
//! implementation of [`Body`] must behave as the documentation of the trait requires; otherwise nothing is guaranteed. Curved
//! bodies are not hulls of points, and are not accepted.
//!
//! # The method in a page
//! 1. **Doubles** (`search`). GJK runs in doubles, whatever the type of the coordinates, and forms nearest points from normals.
//!    A query for the verdict alone ends in one of two ways. Either the products of the two support points with the axis differ
//!    by more than a proved bound, or the volumes of a full simplex all have the same sign beyond their bounds. For a distance
//!    between bodies of many points, the last iterations use only the few points that the first pass of the proof names.
//! 2. **Proof of the face** ([`face`]). The distance of the loop is not used. Instead, the last simplex of the loop is proved
//!    to be the face nearest to the origin: its weights are positive, and no other point of M is below its plane by more than
//!    the slack. One pass over the points, in the number type of the bodies, finds the points that are not certainly above the
//!    plane. Only these are examined in 106 bits, and if one is below the plane, another face is tried. Then the distance is
//!    evaluated in 106 bits from the coordinates of the face alone.
//! 3. **Integers** ([`exact`]). Cases that no bound decides go to GJK in integers: exact contact, gaps below 10⁻¹² of the
//!    bodies' size, slivers, coordinates beyond 2¹⁵⁰. The integers are on the stack, as wide as the spread of the exponents
//!    requires.
//! 4. **Depths** ([`mod@depth`]). A polytope expands in doubles. Each of its choices is proved by a bound if the bound decides,
//!    else in 106 bits if these decide, and else in integers.
//!
//! This is the idea of filtered predicates: a bound in floating point, then more digits, then exact arithmetic. The new part is
//! the predicate: that one face is nearest. Its proof does not depend on any sign from an earlier iteration.
//!
//! # The proofs
//! - [`bound`]: the signs computed in doubles, with the roundings of each value in turn.
//! - [`face`]: the slack, and the errors in 106 bits.
//! - [`exact`]: the widths of the integers, and termination.
//! - [`mod@depth`]: termination; the errors are in its module `polytope`.
//!
//! That the constants suffice follows from the proofs, not from the tests: constants of half the size would pass the tests. For
//! each constant of [`bound`], and for the operations in 106 bits, a test searches for the largest error by comparison with
//! exact arithmetic. Another test compares distances of faces with integers at the limit of what 106 bits decide, where the
//! slack is in use.
//!
//! # Cost
//! The factors below are times relative to the fastest plain variant on the same support mapping, in `f64` on one machine, on
//! hulls of points.
//!
//! - A distance in space takes 1.0 to 1.5 times as long with 8 points, 1.6 times if bodies of 8 points are far apart, and 1.0
//!   to 1.1 times from 128 points on.
//! - A verdict takes 0.4 to 1.1 times as long in space, and up to 1.3 times in the plane.
//! - Contact in space, by medians of families: exact contact takes 0.2 to 2.0 times as long, faces of boxes on each other up to
//!   3.2 times, and bodies posed in rounded numbers 3.7 times. One in ten of the posed bodies takes more than 12 times as long.
//! - All these bodies lie on a grid of 2⁻⁵⁰ of their size. On doubles that lie on no grid, like those in engines, a query that
//!   integers decide takes up to 2.8 times as long as on the grid. All other queries take about as long as on the grid.
//!
//! The project's harness, which is not part of this package, made these measurements, and repeats them.
//!
//! # Stack
//! A thread with 256 KiB of stack is enough for every query if the program is optimised, and one with 512 KiB if it is not. The
//! least stacks that sufficed for the hardest queries in KiB, with rustc 1.95.0 on x86-64 Linux:
//!
//! | profile | `f64`: verdict, distance | `f64`: depth | `f32`: any question |
//! | --- | ---: | ---: | ---: |
//! | `release` | 96 | 120 | 84 |
//! | `release` with `codegen-units = 1` | 104 | 104 | 91 |
//! | `release` with `opt-level = "s"` | 96 | 115 | 62 |
//! | `dev` with `opt-level = 2` | 87 | 115 | 38 |
//! | `dev` | 327 | 337 | 154 |
//!
//! Casts are not in the table: they need 165 KiB in `f64` and 37 KiB in `f32` in `release`, and 474 and 105 KiB in `dev`.
//!
//! The test `stack` made this table: it asks about 600 pairs in space and 600 in the plane in a thread, whose stack becomes
//! smaller until the process ends by an overflow. The coordinates are any finite numbers, or small integers times powers of two
//! that differ from axis to axis, and half of the pairs are equal bodies or share a point. The widest [integers](exact) are reached. They take
//! most of the stack; bodies whose coordinates have similar exponents need less.
//!
//! # References
//! - E. G. Gilbert, D. W. Johnson, S. S. Keerthi: A fast procedure for computing the distance between complex objects in
//!   three-dimensional space. IEEE Journal of Robotics and Automation 4 (1988), 193–203.
//! - M. Montanari, N. Petrinic, E. Barbieri: Improving the GJK algorithm for faster and more reliable distance queries between
//!   convex objects. ACM Transactions on Graphics 36 (2017), 30: a more reliable GJK in doubles alone.
//! - B. Gärtner, S. Schönherr: An efficient, exact, and generic quadratic programming solver for geometric optimization.
//!   Symposium on Computational Geometry (2000), 110–118: distances of hulls in exact arithmetic, without GJK.
//! - S. Pion, A. Fabri: A generic lazy evaluation scheme for exact geometric computations. Science of Computer Programming 76
//!   (2011), 307–323: filters by interval arithmetic.
//! - J. R. Shewchuk: Adaptive precision floating-point arithmetic and fast robust geometric predicates. Discrete &
//!   Computational Geometry 18 (1997), 305–363: filters with stages.
//! - J.-M. Muller and others: Handbook of Floating-Point Arithmetic. 2nd edition, Birkhäuser 2018, chapters 4 and 14: numbers
//!   that are sums of two doubles.
//! - L. Montaut, Q. Le Lidec, V. Petrik, J. Sivic, J. Carpentier: Collision detection accelerated: an optimization perspective.
//!   Robotics: Science and Systems 2022: the momentum of the search directions, which is used on bodies of many points.
//! - C. Burnikel, S. Funke, M. Seel: Exact geometric computation using cascading. International Journal of Computational
//!   Geometry & Applications 11 (2001), 245–266.
//! - N. J. Higham: Accuracy and Stability of Numerical Algorithms. 2nd edition, SIAM 2002.
//! - G. van den Bergen: Proximity queries and penetration depth computation on 3D game objects. Game Developers Conference
//!   2001: the expanding polytope.

#![allow(clippy::neg_cmp_op_on_partial_ord, reason = "a comparison with a NaN has to come out as not proved")]

mod answer;
mod body;
pub mod bound;
pub mod cast;
pub mod depth;
mod double_double;
pub mod exact;
pub mod face;
mod fused;
mod integer;
mod mode;
mod number;
mod project;
mod search;
mod simplex;
mod vector;

pub use answer::{Apart, Depth, Distance, Meets, Overlap, Stage, Verdict};
pub use body::{Body, NoBody, Points, product};
pub use cast::{Cast, Contact, Guess, first_contact, first_contact_of};
pub use depth::Workspace;
pub use mode::rounds_to_nearest;
pub use number::Number;
pub use search::{LIMIT as MOST_ITERATIONS, Observer, Start};
pub use simplex::Pairs;

/// The distance of two hulls of points.
///
/// # Errors
/// If a body has no point, or more than 2³² − 1 points, or a coordinate that is infinite or not a number.
pub fn distance<T: Number, const D: usize>(a: &[[T; D]], b: &[[T; D]]) -> Result<Distance<T, D>, NoBody> {
    Ok(distance_of(&Points::new(a)?, &Points::new(b)?, &Start::Centers, &mut ()))
}

/// Whether two hulls of points meet.
///
/// # Errors
/// If a body has no point, or more than 2³² − 1 points, or a coordinate that is infinite or not a number.
pub fn intersects<T: Number, const D: usize>(a: &[[T; D]], b: &[[T; D]]) -> Result<bool, NoBody> {
    Ok(verdict_of(&Points::new(a)?, &Points::new(b)?, &Start::Centers, &mut ()).meets())
}

/// Whether the distance between two hulls of points is at most `most`.
///
/// The answer is exact: a distance equal to `most` counts as within. With a `most` of zero, the function decides whether the
/// hulls meet. [`rounded_verdict_of`] with `most` as one of the radii also returns the evidence, and accepts a start.
///
/// # Errors
/// If a body has no point, or more than 2³² − 1 points, or a coordinate that is infinite or not a number.
///
/// # Panics
/// If `most` is negative, infinite or not a number.
pub fn is_within<T: Number, const D: usize>(a: &[[T; D]], b: &[[T; D]], most: T) -> Result<bool, NoBody> {
    let (a, b) = (Points::new(a)?, Points::new(b)?);
    Ok(rounded_verdict_of(&a, &b, [most, T::default()], &Start::Centers, &mut ()).meets())
}

/// The distance of two hulls of points, or the depth of their overlap.
///
/// This function creates a [`Workspace`], and drops it with the proof of the depth; [`depth_of`] keeps both.
///
/// # Errors
/// If a body has no point, or more than 2³² − 1 points, or a coordinate that is infinite or not a number.
pub fn depth<T: Number, const D: usize>(a: &[[T; D]], b: &[[T; D]]) -> Result<Depth<T, D>, NoBody> {
    Ok(depth_of(&Points::new(a)?, &Points::new(b)?, &Start::Centers, &mut Workspace::default(), &mut ()))
}

/// The distance of two bodies, or the depth of their overlap, from a start and with an observer.
///
/// The memory of the workspace is reused from query to query.
#[inline]
pub fn depth_of<T: Number, const D: usize>(
    a: &impl Body<T, D>,
    b: &impl Body<T, D>,
    start: &Start<T, D>,
    workspace: &mut Workspace,
    observer: &mut impl Observer<T, D>,
) -> Depth<T, D> {
    const { assert!(D == 2 || D == 3, "the plane and space") };
    depth::depth(a, b, start, workspace, observer)
}

/// The distance of two bodies, from a start, with an observer (`&mut ()` observes nothing).
#[inline]
pub fn distance_of<T: Number, const D: usize>(
    a: &impl Body<T, D>,
    b: &impl Body<T, D>,
    start: &Start<T, D>,
    observer: &mut impl Observer<T, D>,
) -> Distance<T, D> {
    const { assert!(D == 2 || D == 3, "the plane and space") };
    search::distance(a, b, start, observer)
}

/// Whether two bodies meet, from a start, with an observer (`&mut ()` observes nothing).
#[inline]
pub fn verdict_of<T: Number, const D: usize>(
    a: &impl Body<T, D>,
    b: &impl Body<T, D>,
    start: &Start<T, D>,
    observer: &mut impl Observer<T, D>,
) -> Verdict<T, D> {
    const { assert!(D == 2 || D == 3, "the plane and space") };
    search::verdict(a, b, start, observer)
}

/// Whether two bodies with radii meet: each is a hull swept by a ball around the origin.
///
/// Touching bodies meet. The evidence that bodies meet is a simplex whose hull is as near to the origin as the sum of the radii
/// or nearer. The evidence that bodies are apart is a face whose exact normal is a separating axis of the swept bodies.
///
/// # Panics
/// If a radius is negative, infinite or not a number.
#[inline]
pub fn rounded_verdict_of<T: Number, const D: usize>(
    a: &impl Body<T, D>,
    b: &impl Body<T, D>,
    radii: [T; 2],
    start: &Start<T, D>,
    observer: &mut impl Observer<T, D>,
) -> Verdict<T, D> {
    const { assert!(D == 2 || D == 3, "the plane and space") };
    assert!(radii.iter().all(|radius| (0.0..=T::GREATEST).contains(&radius.widened())), "a radius is finite and not negative");
    search::rounded_verdict((a, b), radii, start, observer)
}

/// The example of the package's page.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Page;

#[cfg(test)]
mod tests;
