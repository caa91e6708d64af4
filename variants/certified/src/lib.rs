//! A GJK that proves its answers: do two convex bodies meet, how far apart are they, where are they nearest, and how deep do they overlap?
//!
//! ```
//! let a = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
//! let b = [[2.0, 0.0, 0.5], [2.0, 1.0, 0.5], [3.0, 0.0, 0.0]];
//! assert!(!certified::intersects(&a, &b)?);
//! match certified::distance(&a, &b)? {
//!     certified::Distance::Apart(apart) => {
//!         let [low, high] = apart.bounds();
//!         assert!(low < apart.distance && apart.distance < high);
//!         println!("{} apart, nearest at {:?} and {:?}", apart.distance, apart.on_a, apart.on_b);
//!     }
//!     certified::Distance::Meets(_) => println!("they meet"),
//! }
//!
//! // An engine keeps the memory from query to query.
//! let mut workspace = certified::Workspace::default();
//! let b = [[0.2, 0.2, -1.0], [0.2, 0.2, 0.25]];
//! let (a, b) = (certified::Points::new(&a)?, certified::Points::new(&b)?);
//! match certified::depth_of(&a, &b, &certified::Start::Centers, &mut workspace, &mut ()) {
//!     certified::Depth::Overlaps(overlap) => {
//!         // A moved by the opposite of the translation touches B. The shell proves that no shorter one does.
//!         println!("{} deep, along {:?}, proved by {} facets", overlap.depth, overlap.translation, workspace.shell().count());
//!         assert!(overlap.depth < 0.25);
//!     }
//!     certified::Depth::Apart(apart) => println!("{} apart", apart.distance),
//! }
//! # Ok::<(), certified::NoBody>(())
//! ```
//!
//! # What is promised
//! For any two non-empty lists of points with finite coordinates, in `f32` or `f64`, in the plane or in space, with duplicates, flat
//! or equal bodies, of any size from the subnormal numbers to the greatest:
//!
//! - **The verdict is right.** Bodies are closed: touching bodies meet.
//! - **The distance is within one unit in the last place**: the exact distance lies strictly between the number below and the number above
//!   ([`Apart::bounds`]). A distance beyond the range is an infinity; one below the least positive number is that number, and never zero.
//! - **Every answer carries its evidence**, which somebody else can check: an axis, the nearest face, or a simplex that holds the origin.
//!   M = A − B is the set of all differences.
//! - **The witness points are those of the nearest face**: each coordinate of the point of M that their weights form is within 2⁻³⁹ L (in single
//!   precision 2⁻²¹ L) of that of the face's nearest point, L being the size of the face ([`face`]), and each coordinate of a witness point is
//!   off the convex combination of the body's points with these weights by at most 16u times the greatest coordinate of the face and the least
//!   positive number.
//! - **The penetration depth is within one unit in the last place**, and exactly zero where the bodies touch or M has no interior ([`Overlap`]).
//!   Its evidence is a shell ([`Workspace::shell`]): facets of points of M around the origin, none of whose planes is nearer than that of the first one,
//!   which no point of M is beyond. That holds exactly, without a slack. The translation is rounded; the weights are as good as those of a face.
//! - A query ends, and does not panic. That of a verdict or a distance allocates nothing; that of a depth only where its [`Workspace`] has to grow.
//!
//! # Under which conditions
//! The processor rounds to nearest and does not flush subnormal numbers to zero; [`rounds_to_nearest`] looks. Nothing is promised
//! for bodies whose [`Body`] does not do as its documentation says. Curved bodies are no hulls of points, and not taken.
//!
//! # The method in a page
//! 1. **Doubles** (`search`). GJK in doubles, whatever the coordinates come in, with nearest points formed from normals. Where only the
//!    verdict is asked, it ends as soon as the two support points' products with the axis differ by more than a proved bound, or the
//!    volumes of a full simplex have one sign beyond theirs. A distance between bodies of many points ends among the few that the first pass
//!    of the proof names.
//! 2. **Proof of the face** ([`face`]). The distance is not that of the loop. The loop's last simplex is proved to be the face
//!    nearest to the origin: its weights are positive, and of all points of the bodies no other one is below its plane. One pass over the
//!    points in the numbers of the bodies finds those that are not certainly above; only these are looked at in 106 bits, and where
//!    one is below, the face changes. Then the distance is evaluated from the coordinates of the face alone, in 106 bits.
//! 3. **Integers** ([`exact`]). What no bound decides goes to GJK in integers: exact contact, gaps below 10⁻¹² of the bodies' size,
//!    slivers, coordinates beyond 2¹⁵⁰. The integers are on the stack, as wide as the spread of the exponents asks for.
//!
//! 4. **Depths** ([`mod@depth`]). An expanding polytope in doubles, whose choices are proved: by bounds, then in 106 bits, then in integers.
//!
//! It is the idea of filtered predicates: a bound in floating point, then more digits, then exact arithmetic. What is new is what they
//! are predicates of: the optimality of one face, which needs no sign of any earlier iteration to be right.
//!
//! # Where the proofs are
//! [`bound`]: rounded signs, one chain of roundings after the other. [`face`]: the slack, and errors in 106 bits. [`exact`]: widths and
//! termination. Each constant of [`bound`] is held against exact arithmetic by a test that searches for the largest error, and so are the
//! operations in 106 bits. Distances of faces are held against integers at the end of what 106 bits tell, with the slack in use. That the constants
//! suffice rests on the proofs: a constant of half the size passes the tests. Depths: termination in [`mod@depth`], errors in its module of the polytope.
//!
//! # What it costs
//! In `f64` on one machine, beside the fastest plain variant on the same support mapping, on hulls of points in space. A distance takes 1.0 to 1.5 times as
//! long with 8 points, 1.6 times where these are far apart, and from 128 points on 1.0 to 1.1 times. A verdict takes 0.4 to 1.1 times as long, in the plane up to 1.3
//! times. Contact costs: by medians of families exact contact takes 0.2 to 2.0 times as long, faces of boxes on each other up to 3.2 times, and bodies that were
//! posed in rounded numbers 3.7 times; one of these in ten more than 12 times. All these lie on a grid of 2⁻⁵⁰ of their size. On doubles as engines have
//! them, on no grid, what integers decide takes up to 2.8 times as long as there, and all else about as long. The tables stand in the project's `docs/certified.md`;
//! `cargo run --release -- study --part duel,times` measures anew.
//!
//! # References
//! E. G. Gilbert, D. W. Johnson, S. S. Keerthi: A fast procedure for computing the distance between complex objects in three-dimensional
//! space. IEEE Journal of Robotics and Automation 4 (1988), 193–203. M. Montanari, N. Petrinic, E. Barbieri: Improving the GJK algorithm for
//! faster and more reliable distance queries between convex objects. ACM Transactions on Graphics 36 (2017), 30: doubles alone. B. Gärtner,
//! S. Schönherr: An efficient, exact, and generic quadratic programming solver for geometric optimization. Symposium on Computational Geometry
//! (2000), 110–118: distances of hulls in exact arithmetic, without GJK. S. Pion, A. Fabri: A generic lazy evaluation scheme for exact
//! geometric computations. Science of Computer Programming 76 (2011), 307–323: filters by interval arithmetic. J. R. Shewchuk: Adaptive precision floating-point arithmetic and fast
//! robust geometric predicates. Discrete & Computational Geometry 18 (1997), 305–363: filters with stages. J.-M. Muller and others: Handbook
//! of Floating-Point Arithmetic. 2nd edition, Birkhäuser 2018, chapters 4 and 14: sums of two doubles. L. Montaut, Q. Le Lidec, V. Petrik,
//! J. Sivic, J. Carpentier: Collision detection accelerated: an optimization perspective. Robotics: Science and Systems 2022: the momentum of
//! the directions, on bodies of many points. C. Burnikel, S. Funke, M. Seel: Exact geometric
//! computation using cascading. International Journal of Computational Geometry & Applications 11 (2001), 245–266. N. J. Higham:
//! Accuracy and Stability of Numerical Algorithms. 2nd edition, SIAM 2002. G. van den Bergen: Proximity queries and penetration depth computation on
//! 3D game objects. Game Developers Conference 2001: the expanding polytope.

#![allow(clippy::neg_cmp_op_on_partial_ord, reason = "a comparison with a NaN has to come out as not proved")]

mod answer;
mod body;
pub mod bound;
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
pub use depth::Workspace;
pub use mode::rounds_to_nearest;
pub use number::Number;
pub use search::{LIMIT as MOST_ITERATIONS, Observer, Start};
pub use simplex::Pairs;

/// How far two hulls of points are apart.
///
/// # Errors
/// If a body has no point or more than 2³² − 1, or a coordinate is infinite or not a number.
pub fn distance<T: Number, const D: usize>(a: &[[T; D]], b: &[[T; D]]) -> Result<Distance<T, D>, NoBody> {
    Ok(distance_of(&Points::new(a)?, &Points::new(b)?, &Start::Centers, &mut ()))
}

/// Whether two hulls of points meet.
///
/// # Errors
/// If a body has no point or more than 2³² − 1, or a coordinate is infinite or not a number.
pub fn intersects<T: Number, const D: usize>(a: &[[T; D]], b: &[[T; D]]) -> Result<bool, NoBody> {
    Ok(verdict_of(&Points::new(a)?, &Points::new(b)?, &Start::Centers, &mut ()).meets())
}

/// Whether two hulls of points are at most this far apart: exactly, so that a distance of just `most` is. A margin of zero asks whether they
/// meet. [`rounded_verdict_of`] with this as one of the radii gives the evidence, and takes a start.
///
/// # Errors
/// If a body has no point or more than 2³² − 1, or a coordinate is infinite or not a number.
///
/// # Panics
/// If `most` is negative, infinite or not a number.
pub fn is_within<T: Number, const D: usize>(a: &[[T; D]], b: &[[T; D]], most: T) -> Result<bool, NoBody> {
    let (a, b) = (Points::new(a)?, Points::new(b)?);
    Ok(rounded_verdict_of(&a, &b, [most, T::default()], &Start::Centers, &mut ()).meets())
}

/// How far two hulls of points are apart, or how deep they are in each other. This makes a [`Workspace`], and forgets the proof of a depth;
/// [`depth_of`] keeps both.
///
/// # Errors
/// If a body has no point or more than 2³² − 1, or a coordinate is infinite or not a number.
pub fn depth<T: Number, const D: usize>(a: &[[T; D]], b: &[[T; D]]) -> Result<Depth<T, D>, NoBody> {
    Ok(depth_of(&Points::new(a)?, &Points::new(b)?, &Start::Centers, &mut Workspace::default(), &mut ()))
}

/// How far two bodies are apart, or how deep they are in each other, from a start, in memory that is kept from query to query, watched.
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

/// How far two bodies are apart, from a start, watched. (`&mut ()` watches nothing.)
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

/// Whether two bodies meet, from a start, watched. (`&mut ()` watches nothing.)
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

/// Whether two bodies with radii meet: each hull swept by a ball around the origin. Touching bodies do. In the answer's evidence the hull of
/// the simplex comes as near to the origin as the radii are long, or the exact normal of its face is a separating axis of the swept bodies.
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

#[cfg(test)]
mod tests;
