//! Boolean GJK in the plane with an ordered simplex of up to three points and two edge tests per step.
//!
//! # Derivation
//! The simplex s₀, s₁ is kept in the order in which the origin lies to the left of it. A third point s₂ leaves three places for
//! the origin: to the left of v₀₂ = s₂ − s₀ (keep s₀, s₂), to the right of v₁₂ = s₂ − s₁ (keep s₂, s₁), or inside. The page
//! says that the equations need this order; [`Order`] has the alternatives.
//!
//! # Where it fails
//! In exact arithmetic no failure has been found: if a cross product is exactly zero, the strip and the order leave only the
//! right answer (claim `nas-correct`). In rounded arithmetic a sign near zero can be wrong.
//!
//! # Comparison with the source
//! Deviates from the source in: an iteration limit and an end if a product is not finite, which the program's loop lacks; the
//! answer carries an axis or the simplex as evidence. Tests, their order, the exchange of s₀ and s₁, the kept edges and the
//! first direction (1, 0) are the program's. Its text forms the products at k = 3 from s₂, its program from s₀ and s₁. The code
//! follows the program; in exact arithmetic both give the same number.
//!
//! # Reference
//! F. Nascimento: Convex polyhedra collision test (GJK algorithm), web log article of 2019, `testCollision` and
//! `buildAndTestSimplex`.

use crate::answer::{Outcome, Stop, Verdict};
use crate::difference::{Difference, Obstacle};
use crate::gjk::LIMIT;
use crate::observe::Observer;
use crate::simplex::Simplex;
use crate::start::Start;
use crate::variant::{About, Promise, Variant};
use gjk_numbers::{Oriented, Plane, Ring, Space};
use gjk_support::SupportMap;

/// The boolean algorithm of Nascimento's article.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nascimento {
    /// The order of the vertices.
    pub order: Order,
}

/// The order of the vertices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The order of the program: the origin to the left of s₀s₁.
    #[default]
    Kept,
    /// The order without the exchange of s₀ and s₁ at k = 2.
    NoExchange,
    /// The order of arrival, the newest vertex last.
    AsTheyCame,
}

type Vector<T> = <Plane<T> as Space>::Vector;

fn left<T: Ring>(v: &Vector<T>) -> Vector<T> {
    Plane::<T>::turned(&T::one(), v)
}

fn right<T: Ring>(v: &Vector<T>) -> Vector<T> {
    Plane::<T>::negated(&left::<T>(v))
}

impl Nascimento {
    /// `buildAndTestSimplex`: reduces the simplex to the edge that the origin is beyond, and returns the direction from there;
    /// `None` if the simplex holds the origin.
    #[inline(always)]
    fn build_and_test<T: Ring>(&self, s: &mut Simplex<Plane<T>>) -> Option<Vector<T>> {
        let side =
            |s: &Simplex<Plane<T>>, v: &Vector<T>, from: usize| Plane::<T>::cross(v, &Plane::<T>::negated(s.point(from)));
        if s.len() == 1 {
            return Some(Plane::<T>::negated(s.point(0)));
        }
        if s.len() == 2 {
            let v = Plane::<T>::minus(s.point(1), s.point(0));
            if side(s, &v, 0) < T::zero() {
                if self.order == Order::Kept {
                    s.arrange([1, 0]);
                }
                return Some(right::<T>(&v));
            }
            return Some(left::<T>(&v));
        }
        let v02 = Plane::<T>::minus(s.point(2), s.point(0));
        let v12 = Plane::<T>::minus(s.point(2), s.point(1));
        if side(s, &v02, 0) > T::zero() {
            s.arrange([0, 2]);
            return Some(left::<T>(&v02));
        }
        if side(s, &v12, 1) < T::zero() {
            s.arrange(if self.order == Order::AsTheyCame { [1, 2] } else { [2, 1] });
            return Some(right::<T>(&v12));
        }
        None
    }
}

impl<T: Ring> Variant<Plane<T>> for Nascimento {
    type Answer = Verdict<Plane<T>>;

    fn about(&self) -> About {
        About {
            name: "nascimento-2d",
            title: "Nascimento's boolean GJK in the plane",
            citation: "Nascimento: Convex polyhedra collision test (GJK algorithm) (web log article, 2019)",
            promise: Promise::Verdict,
        }
    }

    fn most_iterations(&self) -> Option<usize> {
        Some(LIMIT)
    }

    fn solve<A: SupportMap<Plane<T>> + ?Sized, B: SupportMap<Plane<T>> + ?Sized, O: Observer<Plane<T>> + ?Sized>(
        &self,
        a: &A,
        b: &B,
        start: &Start<Plane<T>>,
        observer: &mut O,
    ) -> Outcome<Verdict<Plane<T>>> {
        type S<T> = Plane<T>;
        let m = Difference::new(a, b);
        let mut d = start.direction(&m).unwrap_or_else(|| S::<T>::unit(0));
        let mut s: Simplex<Plane<T>> = Simplex::new();
        for iteration in 1..=LIMIT {
            let p = m.next_support(&d, &mut None, observer).vertex;
            let reached = S::<T>::dot(&p.point, &d);
            if !reached.is_finite() {
                return Outcome::abandoned(Stop::of_not_finite(&reached), iteration);
            }
            if reached < T::zero() {
                return Outcome::answered(
                    Stop::Converged,
                    iteration,
                    Verdict::Disjoint { axis: S::<T>::negated(&d), face: None },
                );
            }
            observer.entered(&s, &p.clone());
            s.push(p);
            match self.build_and_test(&mut s) {
                Some(toward) => d = toward,
                None => return Outcome::answered(Stop::Converged, iteration, Verdict::Intersecting { simplex: (&s).into() }),
            }
        }
        Outcome::abandoned(Stop::Exhausted, LIMIT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Nearest;
    use crate::gjk::Gjk;
    use crate::subalgorithm::Johnson;
    use gjk_numbers::Rational;
    use gjk_support::Hull;

    #[test]
    fn the_verdict_is_right_for_every_triangle_near_the_origin() {
        let hull = |points: &[[i64; 2]]| {
            let point = |site: &[i64; 2]| Plane::vector(|i| Rational::integer(site[i]));
            Hull::<Plane<Rational>>::new(points.iter().map(point).collect()).expect("there are points")
        };
        let sites: Vec<[i64; 2]> = (0..25).map(|i| [i % 5 - 2, i / 5 - 2]).collect();
        let (mut meet, mut apart) = (0, 0);
        for i in 0..25 {
            for (j, k) in (i..25).flat_map(|j| (j..25).step_by(2).map(move |k| (j, k))) {
                let (a, b) = (hull(&[sites[i], sites[j], sites[k]]), hull(&[[0, 0]]));
                let nearest = Gjk::new(Johnson).solve(&a, &b, &Start::Default, &mut ()).answer.expect("it is exact");
                let expected = matches!(nearest, Nearest::Intersecting { .. });
                match Nascimento::default().solve(&a, &b, &Start::Default, &mut ()).answer {
                    Some(Verdict::Intersecting { .. }) => assert!(expected, "{i} {j} {k}"),
                    Some(Verdict::Disjoint { .. }) => assert!(!expected, "{i} {j} {k}"),
                    None => panic!("no answer: {i} {j} {k}"),
                }
                (meet, apart) = (meet + usize::from(expected), apart + usize::from(!expected));
            }
        }
        assert!(meet > 100 && apart > 100, "{meet} {apart}");
    }
}
