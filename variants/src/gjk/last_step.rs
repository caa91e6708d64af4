//! The last step of a run whose v does not separate the bodies: is there a face of its simplex whose plane does?
//!
//! # Statement
//! A loop that ends at a nearest point v has just looked for the support point w of M along −v. If v·w > 0, the plane through w across v
//! separates the bodies. If not, nothing is proven: v may be short since the bodies meet, or since it is noise, or it may be the
//! nearest point of a face that is not the nearest one. Then the faces of the last simplex, w included, are asked one by one.
//!
//! # Derivation
//! Let T be the vertices of the last simplex and w, f a face of T, and v_f the projection of the origin onto the affine hull of f,
//! formed from differences of its vertices (`rules::nearest`). Let x_f be the support point of M along −v_f.
//! - *Enclosure.* If the origin lies in the interior of T beyond the error of the signed volumes ([`enclosure`]), the bodies meet.
//! - *Closeness.* A nearest point p_f of f with weights that are not negative is a point of M up to its rounding error. If |p_f|∞ is at most 4 K u E,
//!   the bodies are that close, and to say that they meet is within what rounding costs.
//! - *Separation.* If v_f·x_f > 0, the plane through x_f across v_f separates the bodies, whether v_f lies in f or not: that the
//!   axis is a normal of M has no part in the proof. The bodies are apart.
//! - *Progress.* Else x_f shows how far M reaches beyond the plane of f. If x_f is new, f and x_f are the next T: of all f the one whose
//!   plane came nearest to separating, v_f·x_f / |v_f|.
//!
//! A plane that leaves a vertex of T behind the origin cannot separate M. Such faces are asked last, and only where the others gave no new x_f:
//! where the bodies touch these are most faces, and each would cost a support point.
//!
//! If no face separates and no x_f is new, or after [`ROUNDS`] rounds, the bodies are said to meet. That is no proof.
//!
//! # Distance
//! If v_f lies in f, it is the v of the answer. Else the answer is the nearest point that the subalgorithm finds on f, which bounds the
//! distance from above, with v_f as the axis.
//!
//! # Where it fails
//! A run that was stuck far from the nearest face can be told to be apart by a plane and yet have no good distance. Slivers of u E in height
//! have normals that are noise in each of their faces. Squares that leave the range leave no plane to ask (`range.rs`).
//!
//! # Reference
//! None is known. MuJoCo (`docs/mujoco.md`) asks the last v alone.

use gjk_numbers::{Ring, Scalar, Space};

use super::enclosure;
use super::rules::{is_as_good, rounding};
use super::state::{Iterate, State};
use super::vertices::{End, Vertices};
use crate::answer::{Nearest, Outcome, Stop};
use crate::difference::{Obstacle, SupportPoint};
use crate::observe::Observer;
use crate::simplex::{Simplex, Subset};
use crate::subalgorithm::{ErasedSubalgorithm, Projection, project_whole};

/// The most rounds. Half of the wrong verdicts that one round leaves are gone after two, and nearly all after four.
const ROUNDS: usize = 4;

/// Whether w, a support point along a direction, lies behind the origin beyond the rounding error of the product: then so does M.
///
/// The product is one of d rounded differences, each off by u of itself, and of as many rounded products and sums: n = d + 2 factors
/// at most, and 8 u of the sum of the absolute products is beyond that up to d = 4.
#[inline(always)]
pub(super) fn is_behind<S: Space<Scalar: Scalar>>(toward: &S::Vector, w: &S::Vector) -> bool {
    let (mut product, mut sum) = (S::Scalar::zero(), S::Scalar::zero());
    for axis in 0..S::DIMENSION {
        let term = S::coordinate(toward, axis).times(S::coordinate(w, axis));
        product = product.plus(&term);
        sum = sum.plus(&term.magnitude());
    }
    product < rounding::<S::Scalar>().times(&sum).negated()
}

/// What speaks for the plane of a face, in the order in which faces are asked.
#[derive(Clone, Copy, PartialEq)]
enum Hope {
    /// v_f lies in f: what separates there is the nearest point as well.
    Nearest,
    /// v_f lies elsewhere.
    Elsewhere,
    /// A vertex of T lies behind the origin: then so does a part of M.
    None,
}

/// A face of T, with what was found of it.
struct Asked<S: Space> {
    face: Subset,
    x: SupportPoint<S>,
    /// v_f·x_f, at most zero, and |v_f|².
    product: S::Scalar,
    length_squared: S::Scalar,
}

impl<S: Space<Scalar: Scalar>> Asked<S> {
    /// Whether its plane is nearer to separating: (v·x)² / |v|² is smaller.
    fn is_nearer_than(&self, other: &Asked<S>) -> bool {
        let behind = |of: &Asked<S>| of.product.times(&of.product).over(&of.length_squared);
        behind(self) < behind(other)
    }
}

/// Asks the faces, and ends the run. The last support point, if it is no vertex of the simplex, is offered. Few runs come here: the
/// question is compiled once for a space.
#[cold]
#[inline(never)]
pub(super) fn last_step<S: Space<Scalar: Scalar>>(
    subalgorithm: &dyn ErasedSubalgorithm<S>,
    mut vertices: Vertices<S, impl Obstacle<S>>,
    mut state: State<S>,
    stop: Stop,
    iterations: usize,
    observer: &mut dyn Observer<S>,
) -> Outcome<Nearest<S>> {
    let vertices = &mut vertices.take_erased();
    let (end, supports) = ask(subalgorithm, vertices, &mut state, stop, observer);
    state.outcome(vertices, end, iterations + supports)
}

/// Gives the end of the run, with the nearest point of the face in the state where one separates, and how many support points it took.
fn ask<S: Space<Scalar: Scalar>>(
    subalgorithm: &dyn ErasedSubalgorithm<S>,
    vertices: &mut Vertices<S, &dyn Obstacle<S>>,
    state: &mut State<S>,
    stop: Stop,
    observer: &mut dyn Observer<S>,
) -> (End, usize) {
    let mut supports = 0;
    if stop != Stop::Repeated && !vertices.simplex.holds(&vertices.simplex.offered().point) {
        vertices.simplex.take_offered();
    }
    for _ in 0..ROUNDS {
        let all = vertices.simplex.len();
        if all == S::DIMENSION + 1 && enclosure::is_beyond_doubt(&vertices.simplex) {
            return (End::NotSeparated(stop), supports);
        }
        let is_inside = |of: &Projection<S>, face: Subset| of.kept.len() == face.len();
        for face in faces(all, S::DIMENSION) {
            let projection = project_whole(subalgorithm, &of_face(&vertices.simplex, face), observer);
            let size = |of: &Projection<S>| S::max_norm_of_numbers(&of.point);
            if projection.is_some_and(|of| is_inside(&of, face) && state.is_contact(&size(&of))) {
                return (End::NotSeparated(stop), supports);
            }
        }
        let mut next: Option<Asked<S>> = None;
        for hope in [Hope::Nearest, Hope::Elsewhere, Hope::None] {
            // Where others have led on, planes that separate nothing are not asked.
            if hope == Hope::None && next.is_some() {
                break;
            }
            for face in faces(all, S::DIMENSION) {
                let Some(projection) = project_whole(subalgorithm, &of_face(&vertices.simplex, face), observer) else {
                    continue;
                };
                let Some(v) = vertices.nearest_of_hull(face) else { continue };
                let is_nearest = is_inside(&projection, face) && is_as_good::<S>(&v, &projection.point, &state.extent);
                let length_squared = S::dot(&v, &v);
                // Written so that a NaN fails.
                let has_length = length_squared > S::Scalar::zero() && length_squared.is_finite();
                let is_hopeless = || vertices.simplex.vertices().iter().any(|vertex| is_behind::<S>(&v, &vertex.point));
                let hope_of_it = match is_nearest {
                    _ if is_hopeless() => Hope::None,
                    true => Hope::Nearest,
                    false => Hope::Elsewhere,
                };
                if hope_of_it != hope || !has_length {
                    continue;
                }
                let toward = S::negated(&v);
                let x = Obstacle::next_support(&vertices.m, &toward, &mut state.near, observer);
                supports += 1;
                let product = S::dot(&v, &x.vertex.point);
                if product > S::Scalar::zero() {
                    vertices.keep(face);
                    vertices.keep(projection.kept);
                    let Projection { point, kept, weights } = projection;
                    let distance_squared = if is_nearest { length_squared } else { S::dot(&point, &point) };
                    let size = S::max_norm_of_numbers(&point);
                    state.iterate = Iterate { v, size, length_squared: distance_squared, weights, kept };
                    return (End::At(stop), supports);
                }
                let asked = Asked { face, x, product, length_squared };
                let is_new = asked.product.is_finite() && !vertices.simplex.holds(&asked.x.vertex.point);
                if is_new && next.as_ref().is_none_or(|next| asked.is_nearer_than(next)) {
                    next = Some(asked);
                }
            }
        }
        let Some(Asked { face, x, .. }) = next else { break };
        vertices.keep(face);
        state.see(&x.vertex.point);
        vertices.offer(x);
        vertices.simplex.take_offered();
    }
    (End::NotSeparated(stop), supports)
}

/// The faces of so many vertices that may have a normal in this dimension: those of most vertices first.
fn faces(all: usize, dimension: usize) -> impl Iterator<Item = Subset> {
    let of_size = move |size| (1..1 << all).map(Subset).filter(move |face| face.len() == size);
    (1..=all.min(dimension)).rev().flat_map(of_size)
}

fn of_face<S: Space>(simplex: &Simplex<S>, face: Subset) -> Simplex<S> {
    let mut of_face = simplex.clone();
    of_face.keep(face);
    of_face
}
