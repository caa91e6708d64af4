//! Tests whether a face of a simplex is the nearest feature, and the direction from it to the origin.

use gjk_numbers::{Oriented, Ring, Space};

use crate::simplex::{Simplex, Subset};

/// The edge from vertex `from` to vertex `to`.
#[inline(always)]
pub(super) fn edge<S: Space>(simplex: &Simplex<S>, from: usize, to: usize) -> S::Vector {
    S::minus(simplex.point(to), simplex.point(from))
}

// Written as loops, not closures of iterators: this is much code, and if closures are not inlined into the loop of the run,
// each is a call.

/// Whether no vertex outside the face lies farther along D than the face does.
#[inline(always)]
fn none_beyond<S: Space>(simplex: &Simplex<S>, count: usize, kept: Subset, d: &S::Vector) -> bool {
    let on_face = S::dot(d, simplex.point(kept.0.trailing_zeros() as usize));
    for k in 0..count {
        let is_within = kept.contains(k) || S::dot(d, simplex.point(k)) <= on_face;
        if !is_within {
            return false;
        }
    }
    true
}

/// D for a face whose foot has positive weights; `None` for any other face.
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
            if S::dot(simplex.point(p), &pq) < *zero && S::dot(simplex.point(q), &pq) > *zero {
                return Some(S::turned(&S::cross(&pq, &S::negated(simplex.point(p))), &pq));
            }
            None
        }
        _ => {
            let n = S::cross(&edge(simplex, p, q), &edge(simplex, p, r));
            // n × PQ points inwards across PQ, and the origin is on that side if its product with PO is positive.
            for (s, t) in [(p, q), (q, r), (r, p)] {
                let is_inside = S::dot(&S::turned(&n, &edge(simplex, s, t)), simplex.point(s)) < *zero;
                if !is_inside {
                    return None;
                }
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

/// D for a face that is nearest to the origin; `None` for any other face of a simplex of `count` vertices.
#[inline(always)]
pub(crate) fn toward_from<S: Oriented>(simplex: &Simplex<S>, count: usize, kept: Subset) -> Option<S::Vector> {
    let d = toward_origin(simplex, kept)?;
    if none_beyond(simplex, count, kept, &d) { Some(d) } else { None }
}
