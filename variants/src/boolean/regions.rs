//! Parts that the readings of DoSimplex share. The letters are the source's: A is the newest vertex, B the previous one, and so
//! on; AO = −A.

use super::Step;
use crate::fast;
use crate::observe::Observer;
use crate::simplex::Simplex;
use gjk_numbers::Ring;
use gjk_numbers::{Oriented, Space};

/// The edge from vertex `from` to vertex `to`.
#[inline(always)]
pub(super) fn edge<S: Space>(simplex: &Simplex<S>, from: usize, to: usize) -> S::Vector {
    S::minus(&fast::point(simplex, to), &fast::point(simplex, from))
}

#[inline(always)]
pub(super) fn positive<T: Ring>(value: &T) -> bool {
    *value > T::zero()
}

/// D from a segment AB: (AB × AO) × AB.
#[inline(always)]
pub(super) fn toward_from_edge<S: Oriented>(segment: &Simplex<S>) -> S::Vector {
    let ab = edge(segment, 1, 0);
    let ao = S::negated(&fast::point(segment, 1));
    S::turned(&S::cross(&ab, &ao), &ab)
}

/// Keeps the edge from the newest vertex to another one.
#[inline(always)]
pub(super) fn keep_edge<S: Oriented>(simplex: &mut Simplex<S>, other: usize) -> Step<S> {
    let newest = simplex.len() - 1;
    simplex.arrange([other, newest]);
    Step::Toward(toward_from_edge(simplex))
}

/// Keeps the newest vertex alone: D = AO.
#[inline(always)]
pub(super) fn keep_vertex<S: Space>(simplex: &mut Simplex<S>) -> Step<S> {
    simplex.arrange([simplex.len() - 1]);
    Step::Toward(S::negated(&fast::point(simplex, 0)))
}

/// The number of vertices of a simplex, tested in the order of the source's program: first n = 1, then n = 2.
#[inline(always)]
pub(super) fn size<S: Space, O: Observer<S> + ?Sized>(simplex: &Simplex<S>, observer: &mut O) -> usize {
    observer.tested("n = 1");
    if simplex.len() != 2 {
        observer.tested("n = 2");
    }
    simplex.len()
}

/// The face of a triangle that a reading keeps if the origin is beyond AC or AB.
pub(super) trait EdgeRule {
    /// The origin is beyond AC.
    fn beyond_ac<S: Oriented, O: Observer<S> + ?Sized>(simplex: &mut Simplex<S>, observer: &mut O) -> Step<S>;
    /// The origin is beyond AB.
    fn beyond_ab<S: Oriented, O: Observer<S> + ?Sized>(simplex: &mut Simplex<S>, observer: &mut O) -> Step<S>;
}

/// The triangle ABC, stored as C, B, A. In the plane, a triangle with the origin beyond none of its sides holds the origin.
#[inline(always)]
pub(super) fn triangle<S: Oriented, R: EdgeRule, O: Observer<S> + ?Sized>(
    simplex: &mut Simplex<S>,
    observer: &mut O,
) -> Step<S> {
    let (ab, ac) = (edge(simplex, 2, 1), edge(simplex, 2, 0));
    let ao = S::negated(&fast::point(simplex, 2));
    let n = S::cross(&ab, &ac);
    // (N × AC)·AO > 0, then (AB × N)·AO = −(N × AB)·AO > 0.
    observer.tested("beyond AC");
    if positive(&S::dot(&S::turned(&n, &ac), &ao)) {
        return R::beyond_ac(simplex, observer);
    }
    observer.tested("beyond AB");
    if S::dot(&S::turned(&n, &ab), &ao) < S::Scalar::zero() {
        return R::beyond_ab(simplex, observer);
    }
    let Some(normal) = S::normal(&n) else { return Step::Inside };
    observer.tested("above ABC");
    if positive(&S::dot(&normal, &ao)) {
        return Step::Toward(normal);
    }
    // Swapping B and C reverses the winding.
    simplex.arrange([1, 0, 2]);
    Step::Toward(S::negated(&normal))
}

/// The faces of the tetrahedron ABCD, stored as D, C, B, A, that contain A, in the order ABC, ACD, ADB. Each is stored so that
/// the last vertex is A and the winding is kept.
pub(super) const FACES: [[usize; 3]; 3] = [[1, 2, 3], [0, 1, 3], [2, 0, 3]];

/// The outward normal of a face, by the stored winding, and whether the origin is in front of the face. `None` in the plane.
#[inline(always)]
pub(super) fn face<S: Oriented>(simplex: &Simplex<S>, [third, second, newest]: [usize; 3]) -> Option<(S::Vector, bool)> {
    let normal = S::normal(&S::cross(&edge(simplex, newest, second), &edge(simplex, newest, third)))?;
    let in_front = S::dot(&normal, &fast::point(simplex, newest)) < S::Scalar::zero();
    Some((normal, in_front))
}

/// Chooses the first face with the origin in front of it and runs the triangle's tests on it.
#[inline(always)]
pub(super) fn first_face<S: Oriented, R: EdgeRule, O: Observer<S> + ?Sized>(
    simplex: &mut Simplex<S>,
    observer: &mut O,
) -> Step<S> {
    for vertices in FACES {
        observer.tested("in front of a face");
        match face(simplex, vertices) {
            None => return Step::NoRegion,
            Some((_, true)) => {
                simplex.arrange(vertices);
                return triangle::<S, R, O>(simplex, observer);
            }
            Some((_, false)) => {}
        }
    }
    Step::Inside
}
