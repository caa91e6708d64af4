//! The last step of a run whose v does not separate the bodies: it looks for a face of the simplex whose plane does.
//!
//! # Statement
//! A loop that ends at a nearest point v has just computed the support point w of M along −v. If v·w > 0, the plane through w
//! across v separates the bodies. If not, nothing is proven: v may be short because the bodies meet or because it is noise, or
//! it may be the nearest point of a face that is not the nearest one. The last step then tests the faces of the last simplex, w
//! included, one by one.
//!
//! # Derivation
//! Let T be the vertices of the last simplex and w, f a face of T, and v_f the projection of the origin onto the affine hull of f,
//! formed from differences of its vertices (`rules::nearest`). Let x_f be the support point of M along −v_f.
//! - *Enclosure.* If the origin lies in the interior of T beyond the error of the signed volumes ([`enclosure`]), the bodies meet.
//! - *Closeness.* A nearest point p_f of f with weights that are not negative is a point of M up to its rounding error. If
//!   |p_f|∞ is at most 4 K u E, the bodies are that close, and the verdict that they meet is within the cost of rounding.
//! - *Separation.* If v_f·x_f > 0, the plane through x_f across v_f separates the bodies, whether v_f lies in f or not: the
//!   proof does not need the axis to be a normal of M. The bodies are apart.
//! - *Progress.* Otherwise x_f shows how far M reaches beyond the plane of f. If x_f is new, f and x_f are the next T. Among
//!   all f it is the one whose plane came nearest to separating, by v_f·x_f / |v_f|.
//!
//! A plane that leaves a vertex of T behind the origin cannot separate M. Such faces are tested last, and only if the other
//! faces gave no new x_f: if the bodies touch, most faces are of this kind, and each would cost a support point.
//!
//! If no face separates and no x_f is new, or after [`ROUNDS`] rounds, the bodies are reported to meet. This is not a proof.
//!
//! # Distance
//! If v_f lies in f, it is the v of the answer. Otherwise the answer is the nearest point that the subalgorithm finds on f, an
//! upper bound of the distance, with v_f as the axis.
//!
//! # Where it fails
//! If a run was stuck far from the nearest face, a plane may show that the bodies are apart while the distance is poor. Slivers
//! of height u E have normals that are noise in each of their faces. If squares leave the range, there is no plane to test
//! (`range.rs`).
//!
//! # Reference
//! None is known. MuJoCo (`docs/mujoco.md`) tests the last v alone.

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

/// The greatest number of rounds. Two rounds remove half of the wrong verdicts that one round leaves, and four remove nearly
/// all of them.
const ROUNDS: usize = 4;

/// Whether w, a support point along a direction, lies behind the origin beyond the rounding error of the product: then so does M.
///
/// The product is a sum of d terms. Each contains a rounded difference, with an error of at most u times itself, one rounded
/// product and up to d rounded sums: at most n = d + 2 factors. Up to d = 4, 8 u of the sum of the absolute products exceeds
/// this error.
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

/// Expectation for the plane of a face, in the order in which faces are tested.
#[derive(Clone, Copy, PartialEq)]
enum Hope {
    /// v_f lies in f: if its plane separates, v_f is also the nearest point.
    Nearest,
    /// v_f lies outside f.
    Elsewhere,
    /// A vertex of T lies behind the origin: then so does a part of M.
    None,
}

/// A tested face of T, with its results.
struct Asked<S: Space> {
    face: Subset,
    x: SupportPoint<S>,
    /// v_f·x_f, at most zero, and |v_f|².
    product: S::Scalar,
    length_squared: S::Scalar,
}

impl<S: Space<Scalar: Scalar>> Asked<S> {
    /// Whether this face's plane is nearer to separating: (v·x)² / |v|² is smaller.
    fn is_nearer_than(&self, other: &Asked<S>) -> bool {
        let behind = |of: &Asked<S>| of.product.times(&of.product).over(&of.length_squared);
        behind(self) < behind(other)
    }
}

/// Tests the faces, and ends the run. If the last support point is not a vertex of the simplex, it is the offered vertex. Few
/// runs reach this step, so it is compiled once for a space.
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

/// Returns the end of the run and the number of support points used. If a face separates, the state holds its nearest point.
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
            // If earlier faces gave a next simplex, faces whose planes cannot separate are skipped.
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

/// The faces of a simplex with this many vertices that may have a normal in this dimension, larger faces first.
fn faces(all: usize, dimension: usize) -> impl Iterator<Item = Subset> {
    let of_size = move |size| (1..1 << all).map(Subset).filter(move |face| face.len() == size);
    (1..=all.min(dimension)).rev().flat_map(of_size)
}

fn of_face<S: Space>(simplex: &Simplex<S>, face: Subset) -> Simplex<S> {
    let mut of_face = simplex.clone();
    of_face.keep(face);
    of_face
}
