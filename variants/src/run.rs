//! What the distance loops share: how a run ends, and the answer that is made of its state.

use crate::answer::{Nearest, Outcome, Separation, Stop};
use crate::observe::Observer;
use crate::simplex::{CAPACITY, Pairs, Simplex, Subset, Vertex, combination, no_weights};
use crate::subalgorithm::{Projection, Subalgorithm};
use gjk_numbers::Space;
use gjk_numbers::{Ring, Scalar};

/// The nearest point that a run has come to, beside the simplex that it lies in. While there is no simplex, v is where the run
/// starts from or zero, and no answer.
pub(crate) struct Reached<S: Space> {
    pub v: S::Vector,
    /// |v|∞.
    pub size: S::Scalar,
    pub length_squared: S::Scalar,
    /// By position among the vertices that the subalgorithm saw.
    pub weights: [S::Scalar; CAPACITY],
    /// What the subalgorithm kept of them: the simplex.
    pub kept: Subset,
}

impl<S: Space> Reached<S> {
    /// Nothing yet.
    #[inline(always)]
    pub fn nothing() -> Self {
        let zero = S::Scalar::zero;
        Reached { v: S::zero(), size: zero(), length_squared: zero(), weights: no_weights(), kept: Subset(0) }
    }
}

/// How a run ended.
pub(crate) struct End {
    pub stop: Stop,
    pub iterations: usize,
    /// Whether the simplex holds the origin, for the ends that have an answer.
    pub meets: bool,
}

impl End {
    /// Without answer.
    #[inline(always)]
    pub fn abandoned(stop: Stop, iterations: usize) -> Self {
        debug_assert!(!stop.has_answer());
        End { stop, iterations, meets: false }
    }

    /// The simplex holds the origin.
    #[inline(always)]
    pub fn meets(iterations: usize) -> Self {
        End { stop: Stop::Converged, iterations, meets: true }
    }

    /// At the nearest point that was reached.
    #[inline(always)]
    pub fn at(stop: Stop, iterations: usize) -> Self {
        End { stop, iterations, meets: false }
    }

    /// The outcome of a run that ended so, with this simplex.
    #[inline(always)]
    pub fn outcome<S: Space>(self, reached: Reached<S>, simplex: &Simplex<S>) -> Outcome<Nearest<S>> {
        let End { stop, iterations, meets } = self;
        if !stop.has_answer() {
            return Outcome { stop, iterations, answer: None };
        }
        let names = Pairs::from(simplex);
        if meets || reached.length_squared == S::Scalar::zero() || simplex.len() == S::DIMENSION + 1 {
            return Outcome { stop, iterations, answer: Some(Nearest::Intersecting { simplex: names }) };
        }
        let Reached { v, length_squared, weights, kept, .. } = reached;
        let weights = settled(kept, &weights);
        let on_a = witness(simplex, &weights, |vertex| &vertex.on_a);
        let on_b = witness(simplex, &weights, |vertex| &vertex.on_b);
        let separation = Separation { distance_squared: length_squared, nearest: v, on_a, on_b, simplex: names, weights };
        Outcome { stop, iterations, answer: Some(Nearest::Apart(separation)) }
    }
}

/// Begins a run with the vertices of an earlier answer. Gives the greatest coordinate of those that joined, the nearest point of
/// their simplex, and the end of the run where the simplex holds the origin already.
///
/// A vertex joins as a support point does, and under the same conditions: its product with v is below v·v by more than the
/// allowance, and the nearest point comes nearer by it. So whatever vertices come and in whatever order, the simplex is one that
/// the loop could have made itself: affinely independent, each vertex needed, the newest in the nearest face, as some
/// subalgorithms require. What does not join is forgotten, and no stop rule looks at it.
#[inline(never)]
pub(crate) fn recall<S: Space, P: Subalgorithm<S>, O: Observer<S> + ?Sized>(
    subalgorithm: &P,
    vertices: impl Iterator<Item = Vertex<S>>,
    allowance: &S::Scalar,
    observer: &mut O,
    simplex: &mut Simplex<S>,
) -> (S::Scalar, Reached<S>, Option<End>)
where
    S::Scalar: Scalar,
{
    let mut extent = S::Scalar::zero();
    let mut reached = Reached::nothing();
    for vertex in vertices {
        let size = S::max_norm(&vertex.point);
        if !size.is_finite() {
            continue;
        }
        let greatest = if size > extent { size } else { extent.clone() };
        let begun = !simplex.is_empty();
        if begun {
            let gap = S::dot(&reached.v, &S::minus(&reached.v, &vertex.point));
            let allowed = allowance.times(&reached.size).times(&greatest);
            // Written so that a NaN fails.
            let is_beyond = gap > allowed && gap.is_finite();
            if !is_beyond || simplex.holds(&vertex.point) {
                continue;
            }
        }
        simplex.push(vertex);
        observer.entered(simplex);
        let projection = subalgorithm.project(simplex, observer);
        let nearer = projection.map(|projection| (S::dot(&projection.point, &projection.point), projection));
        let Some((length_squared, Projection { point, kept, weights })) = nearer
            .filter(|(length_squared, _)| length_squared.is_finite() && (!begun || *length_squared < reached.length_squared))
        else {
            simplex.pop();
            continue;
        };
        extent = greatest;
        if kept == Subset::first(S::DIMENSION + 1) {
            return (extent, reached, Some(End::meets(0)));
        }
        simplex.keep(kept);
        let size = S::max_norm_of_numbers(&point);
        if size <= allowance.times(&extent) {
            return (extent, reached, Some(End::meets(0)));
        }
        reached = Reached { v: point, size, length_squared, weights, kept };
    }
    (extent, reached, None)
}

/// The combination of the points of a simplex in a body. By number of vertices, so that no weight is looked up in memory.
#[inline(always)]
fn witness<S: Space>(
    simplex: &Simplex<S>,
    weights: &[S::Scalar; CAPACITY],
    of: impl Fn(&Vertex<S>) -> &S::Vector,
) -> S::Vector {
    let [_, second, third, fourth, fifth] = weights;
    let one = S::Scalar::one();
    match simplex.vertices() {
        [x] => of(x).clone(),
        [x, y] => combination::<S>([(of(x), &one), (of(y), second)].into_iter()),
        [x, y, z] => combination::<S>([(of(x), &one), (of(y), second), (of(z), third)].into_iter()),
        [x, y, z, u] => combination::<S>([(of(x), &one), (of(y), second), (of(z), third), (of(u), fourth)].into_iter()),
        [x, y, z, u, w, ..] => {
            combination::<S>([(of(x), &one), (of(y), second), (of(z), third), (of(u), fourth), (of(w), fifth)].into_iter())
        }
        [] => S::zero(),
    }
}

/// The weights by position in the simplex of the kept vertices: they move up as the vertices did.
#[inline(always)]
fn settled<T: Ring>(kept: Subset, weights: &[T; CAPACITY]) -> [T; CAPACITY] {
    let mut rest = kept.0;
    // Each one by itself: an array that is written in parts and then copied as a whole waits in memory for its own parts.
    std::array::from_fn(|_| {
        let position = rest.trailing_zeros() as usize;
        rest &= rest.wrapping_sub(1);
        weights.get(position).cloned().unwrap_or_else(T::zero)
    })
}

/// Why a support point of M that may not be finite, or whose product is not, ends a run.
#[cold]
pub(crate) fn out_of_range<S: Space>(point: &S::Vector, product: &S::Scalar) -> Stop {
    let size = S::max_norm(point);
    not_finite(if size.is_finite() { product } else { &size })
}

/// Why a number that is not finite ends a run.
pub(crate) fn not_finite<T: Ring>(value: &T) -> Stop {
    if value.is_nan() { Stop::NotANumber } else { Stop::Range }
}
