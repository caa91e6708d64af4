//! DoSimplex that keeps the true nearest feature: the reference against which the shortcuts are measured.
//!
//! # Derivation
//! Of all faces of the simplex, by size, the first is kept that satisfies the optimality conditions: the foot P of the
//! perpendicular from the origin has positive weights, and no other vertex lies nearer along P. Both are signs of polynomials,
//! so nothing is divided: for a vertex P = W; for an edge PQ, P is a positive multiple of (PQ × P) × PQ; for a triangle, of the
//! normal turned to the triangle's side. D = −P times a positive number. Where P is the origin, the simplex holds it.
//!
//! # Where it fails
//! In exact arithmetic nowhere: the distance falls strictly, and there are finitely many simplices. In rounded arithmetic the
//! signs may contradict each other, and no face passes.
//!
//! # Reference
//! None of its own: the requirement of Linahan's paper, section 4, "checks which Voronoi region of Q contains the origin",
//! taken at its word.

use super::{DoSimplex, Step};
use crate::fast;
use crate::observe::Observer;
use crate::simplex::{Simplex, Subset};
use crate::variant::{About, Promise};
use gjk_numbers::Ring;
use gjk_numbers::{Oriented, Space};

/// The face, edge or vertex that is truly nearest to the origin.
#[derive(Clone, Copy, Debug, Default)]
pub struct TrueRegion;

/// The edge from vertex `from` to vertex `to`.
#[inline(always)]
fn edge<S: Space>(simplex: &Simplex<S>, from: usize, to: usize) -> S::Vector {
    S::minus(simplex.point(to), simplex.point(from))
}

/// Whether no vertex outside the face lies farther along D than the face does.
#[inline(always)]
fn none_beyond<S: Space>(simplex: &Simplex<S>, count: usize, kept: Subset, d: &S::Vector) -> bool {
    let on_face = S::dot(d, simplex.point(kept.0.trailing_zeros() as usize));
    (0..count).filter(|&k| !kept.contains(k)).all(|k| S::dot(d, simplex.point(k)) <= on_face)
}

/// D for a face whose foot has positive weights; none for any other face.
#[inline(always)]
fn toward_origin<S: Oriented>(simplex: &Simplex<S>, kept: Subset) -> Option<S::Vector> {
    let zero = &S::Scalar::zero();
    let mut positions = [0; 3];
    for (place, position) in positions.iter_mut().zip(kept.positions()) {
        *place = position;
    }
    let [p, q, r] = positions;
    match kept.len() {
        1 => Some(S::negated(simplex.point(p))),
        2 => {
            let pq = edge(simplex, p, q);
            let inside = S::dot(simplex.point(p), &pq) < *zero && S::dot(simplex.point(q), &pq) > *zero;
            inside.then(|| S::turned(&S::cross(&pq, &S::negated(simplex.point(p))), &pq))
        }
        _ => {
            let n = S::cross(&edge(simplex, p, q), &edge(simplex, p, r));
            // n × PQ points inwards across PQ, and the origin is on that side if its product with PO is positive.
            let inside = [(p, q), (q, r), (r, p)]
                .iter()
                .all(|&(s, t)| S::dot(&S::turned(&n, &edge(simplex, s, t)), simplex.point(s)) < *zero);
            if !inside {
                return None;
            }
            // In the plane the foot is the origin itself.
            let Some(normal) = S::normal(&n) else { return Some(S::zero()) };
            let height = S::dot(&normal, simplex.point(p));
            Some(if height > *zero {
                S::negated(&normal)
            } else if height < *zero {
                normal
            } else {
                S::zero()
            })
        }
    }
}

/// Whether the origin is inside a tetrahedron: on the same side of each face as the fourth vertex.
#[inline(always)]
fn inside<S: Oriented>(simplex: &Simplex<S>) -> bool {
    [[0, 1, 2, 3], [0, 1, 3, 2], [0, 2, 3, 1], [1, 2, 3, 0]].iter().all(|&[p, q, r, s]| {
        let Some(n) = S::normal(&S::cross(&edge(simplex, p, q), &edge(simplex, p, r))) else { return false };
        let (fourth, origin) = (S::dot(&n, &edge(simplex, p, s)), S::dot(&n, simplex.point(p)).negated());
        let zero = &S::Scalar::zero();
        (fourth > *zero && origin > *zero) || (fourth < *zero && origin < *zero)
    })
}

impl<S: Oriented> DoSimplex<S> for TrueRegion {
    fn about(&self) -> About {
        About {
            name: "linahan-true-region",
            title: "boolean GJK, true nearest feature",
            citation: "the reference for Linahan: A Geometric Interpretation of the Boolean GJK Algorithm (2015): DoSimplex \
                       keeps the feature that is truly nearest",
            promise: Promise::Verdict,
        }
    }

    // Too large to be part of the loop: its search for a feature costs the loop's registers, and a third more time.
    #[inline(never)]
    fn reduce<O: Observer<S> + ?Sized>(&self, simplex: &mut Simplex<S>, _observer: &mut O) -> Step<S> {
        match fast::true_region::nearest(simplex) {
            Some((kept, d)) => {
                simplex.keep(kept);
                if d == S::zero() { Step::Inside } else { Step::Toward(d) }
            }
            None if simplex.len() == 4 && inside(simplex) => Step::Inside,
            None => Step::NoRegion,
        }
    }
}

/// The nearest feature of one to three vertices, and D.
pub(crate) fn nearest<S: Oriented>(simplex: &Simplex<S>) -> Option<(Subset, S::Vector)> {
    let faces = |size: usize| (1..1 << simplex.len()).map(Subset).filter(move |kept| kept.len() == size);
    (1..=3).flat_map(faces).find_map(|kept| Some((kept, toward_from(simplex, simplex.len(), kept)?)))
}

/// D for a face that the origin is nearest to; none for any other face of a simplex of `count` vertices.
#[inline(always)]
pub(crate) fn toward_from<S: Oriented>(simplex: &Simplex<S>, count: usize, kept: Subset) -> Option<S::Vector> {
    toward_origin(simplex, kept).filter(|d| none_beyond(simplex, count, kept, d))
}
