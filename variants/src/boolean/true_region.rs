//! DoSimplex that keeps the true nearest feature: the reference by which the shortcuts are measured.
//!
//! # Derivation
//! Among all faces of the simplex, by size, it keeps the first that satisfies the optimality conditions: the foot P of the
//! perpendicular from the origin has positive weights, and no other vertex lies nearer along P. Both are signs of polynomials,
//! so there is no division: for a vertex P = W; for an edge PQ, P is a positive multiple of (PQ × P) × PQ; for a triangle, of
//! the normal turned to the triangle's side. D = −P times a positive number. If P is the origin, the simplex holds it.
//!
//! # Where it fails
//! In exact arithmetic nowhere: the distance falls strictly, and there are finitely many simplices. In rounded arithmetic the
//! signs may contradict each other, and no face passes.
//!
//! # Comparison with the source
//! There is no source to deviate from: this variant is the project's reference.
//!
//! # Reference
//! None of its own: the requirement of Linahan's paper, section 4, "checks which Voronoi region of Q contains the origin",
//! taken literally.

pub(crate) mod feature;

use super::{DoSimplex, Step};
use crate::fast;
use crate::observe::Observer;
use crate::simplex::{Simplex, Subset};
use crate::variant::{About, Promise};
use feature::{edge, toward_from};
use gjk_numbers::{Oriented, Ring};

/// The DoSimplex that keeps the face, edge or vertex truly nearest to the origin.
#[derive(Clone, Copy, Debug, Default)]
pub struct TrueRegion;

/// Whether the origin is inside a tetrahedron: on the same side of each face as the fourth vertex.
#[inline(always)]
fn inside<S: Oriented>(simplex: &Simplex<S>) -> bool {
    let zero = &S::Scalar::zero();
    for [p, q, r, s] in [[0, 1, 2, 3], [0, 1, 3, 2], [0, 2, 3, 1], [1, 2, 3, 0]] {
        let Some(n) = S::normal(&S::cross(&edge(simplex, p, q), &edge(simplex, p, r))) else { return false };
        let (fourth, origin) = (S::dot(&n, &edge(simplex, p, s)), S::dot(&n, simplex.point(p)).negated());
        if !((fourth > *zero && origin > *zero) || (fourth < *zero && origin < *zero)) {
            return false;
        }
    }
    true
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

    // Too large to be inlined into the loop: its search for a feature would cost the loop registers, and a third more time.
    #[inline(never)]
    fn reduce<O: Observer<S> + ?Sized>(&self, simplex: &mut Simplex<S>, _observer: &mut O) -> Step<S> {
        let d = if S::Scalar::EXACT { keep_nearest(simplex) } else { fast::true_region::keep_nearest(simplex) };
        match d {
            Some(d) if d == S::zero() => Step::Inside,
            Some(d) => Step::Toward(d),
            None if simplex.len() == 4 && inside(simplex) => Step::Inside,
            None => Step::NoRegion,
        }
    }
}

/// Keeps the nearest feature of one to three vertices, if there is one, and returns D.
fn keep_nearest<S: Oriented>(simplex: &mut Simplex<S>) -> Option<S::Vector> {
    let count = simplex.len();
    let faces = |size: usize| (1..1 << count).map(Subset).filter(move |kept| kept.len() == size);
    let (kept, d) = (1..=3).flat_map(faces).find_map(|kept| Some((kept, toward_from(simplex, count, kept)?)))?;
    simplex.keep(kept);
    Some(d)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gjk_numbers::{Solid, Space};

    #[test]
    fn inside_is_beyond_no_face() {
        let corners = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [-1.0, -1.0, -1.0]];
        let is_inside = |origin: [f64; 3]| {
            let points = corners.map(|corner| Solid::<f64>::vector(|i| corner[i] - origin[i]));
            inside(&Simplex::<Solid<f64>>::of_points(&points))
        };
        assert!(is_inside([0.0; 3]) && is_inside([0.1, 0.2, -0.1]));
        for left_out in 0..4 {
            // The middle of the face without this corner; the test points lie on the ray through it.
            let middle: [f64; 3] = std::array::from_fn(|i| {
                (0..4).filter(|corner| *corner != left_out).map(|corner| corners[corner][i]).sum::<f64>() / 3.0
            });
            assert!(is_inside(middle.map(|x| 0.9 * x)) && !is_inside(middle.map(|x| 1.1 * x)), "{left_out}");
        }
    }

    #[test]
    fn the_written_out_search_finds_the_same_as_the_loop() {
        crate::fast::tests::on_many_simplices(|points| {
            for len in 2..=4 {
                let mut simplex = Simplex::<Solid<f64>>::of_points(&points[..len]);
                let mut other = simplex.clone();
                assert_eq!(fast::true_region::keep_nearest(&mut simplex), keep_nearest(&mut other));
                assert_eq!(simplex, other);
            }
        });
    }
}
