//! Distance GJK in the plane that keeps two points, the nearer of the two edges to the new one.
//!
//! # Iteration
//! In the page's letters: support points along and against the vector that joins the centres make the first edge ab. d is the
//! point of ab nearest to the origin, negated; c is the support point along d. With dc = c·d and da = a·d, the run ends if dc −
//! da is less than a tolerance. Otherwise p1 and p2 are the nearest points of the edges ac and cb, and the edge with the nearer
//! point is kept. Before that, a variant may test whether the triangle abc that is about to lose a point contains the origin:
//! it does if the cross products a × b, b × c and c × a have the same sign. With l = b − a, the point (1 − λ₂) a + λ₂ b of ab
//! is the nearest for λ₂ = −a·l / l·l, which gives the witness points as well.
//!
//! # The two variants
//! [`Dyn4j::PUBLISHED`] is the page as printed: the nearest point of an edge is the nearest point of its line, not clamped;
//! there is no test for a = b, where it divides by zero; the run ends at `dc − da < tolerance`, for which the page names no
//! number: 1e-12 here, as in the other published loops. [`Dyn4j::REPAIRED`], the default, contains the repairs that its readers
//! found necessary: clamped, guarded against a = b, stopping at `<=` a relative tolerance (zero in exact arithmetic), with the
//! point-in-triangle test that the page's text prescribes for bodies that may meet, and that its printed program omits. Each
//! choice is a field, so that its effect can be measured alone.
//!
//! # Where it fails
//! Without the point-in-triangle test it fails on bodies that meet: no edge is the nearest for long. With the test, it fails
//! nowhere in exact arithmetic: |d| falls strictly until an edge or a triangle holds the origin, or no point is farther along
//! d. In rounded arithmetic dc − da stays above the tolerance near contact, and the iteration alternates between the same edges
//! until its limit.
//!
//! # Comparison with the source
//! [`Dyn4j::PUBLISHED`] deviates from the source in: squared lengths are compared in place of magnitudes; a value that is not
//! finite ends the run; the maximum of iterations, which the page requires without a number, is that of all loops here; the
//! tolerance, which the page leaves open, is 1e-12.
//!
//! [`Dyn4j::REPAIRED`] deviates from the source in: the clamp of λ₂ to the edge (requested by the first comment), the guard of
//! a = b for the direction (the page has it for the witness points only), the relative tolerance, `<=` in place of `<`, and d =
//! 0 up to the noise of d. Its point-in-triangle test is the one that the page's text prescribes ("a check in the while loop"),
//! strict, and made before a point is dropped, as its author says in the comments. The author's library makes it before the
//! stop test.
//!
//! # Reference
//! dyn4j: GJK – Distance & Closest Points (web log article of 2010, with its readers' comments).

use crate::answer::{Nearest, Outcome, Separation, Stop};
use crate::cycle::Cycle;
use crate::difference::{Difference, Obstacle, SupportPoint};
use crate::gjk::LIMIT;
use crate::gjk::rules::{EPSILON_SQUARED, ROUNDING};
use crate::observe::Observer;
use crate::simplex::{Pairs, Simplex, no_weights};
use crate::start::Start;
use crate::variant::{About, Promise, Variant};
use gjk_numbers::{Oriented, Plane, Scalar, Space};
use gjk_support::SupportMap;

/// The algorithm of the dyn4j page. The choices that the page and its readers leave open are fields. The default is
/// [`Dyn4j::REPAIRED`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dyn4j {
    /// True if λ₂ is clamped to the edge; otherwise the nearest point of an edge is the nearest point of its line.
    pub clamped: bool,
    /// True if λ₂ is clamped for the search direction d alone.
    pub clamped_direction: bool,
    /// True if an edge with a = b is its own nearest point; otherwise it divides zero by zero.
    pub guarded: bool,
    /// True if the stop test compares c with b; otherwise it compares c with a.
    pub tests_b: bool,
    /// True if c replaces the farther of a and b; otherwise the nearer of the edges ac and cb is kept.
    pub replaces_farther: bool,
    /// True if the triangle abc is tested for the origin before it loses a point. The test is strict: an origin on an edge is
    /// found as d = 0.
    pub looks_inside: bool,
    /// The run ends at dc − da below this. `None` ends it at dc − da of at most K u |d|∞ E, as in the common loop.
    pub tolerance: Option<f64>,
}

impl Dyn4j {
    /// The page with the repairs that its readers found necessary.
    pub const REPAIRED: Dyn4j = Dyn4j {
        clamped: true,
        clamped_direction: true,
        guarded: true,
        tests_b: false,
        replaces_farther: false,
        looks_inside: true,
        tolerance: None,
    };

    /// The page as printed.
    pub const PUBLISHED: Dyn4j = Dyn4j {
        clamped: false,
        clamped_direction: false,
        guarded: false,
        looks_inside: false,
        tolerance: Some(EPSILON_SQUARED),
        ..Dyn4j::REPAIRED
    };

    /// λ₂ of the point, of the edge or of its line, nearest to the origin.
    #[inline(always)]
    fn parameter<T: Scalar>(&self, clamped: bool, a: &Support<T>, b: &Support<T>) -> T {
        let l = Plane::<T>::minus(&b.vertex.point, &a.vertex.point);
        let (l_l, a_l) = (Plane::<T>::dot(&l, &l), Plane::<T>::dot(&a.vertex.point, &l).negated());
        let is_point = l_l == T::zero();
        if self.guarded && is_point || clamped && !is_point && a_l <= T::zero() {
            T::zero()
        } else if clamped && !is_point && a_l >= l_l {
            T::one()
        } else {
            a_l.over(&l_l)
        }
    }

    /// The point, of the edge or of its line, nearest to the origin.
    #[inline(always)]
    fn nearest<T: Scalar>(&self, clamped: bool, a: &Support<T>, b: &Support<T>) -> Vector<T> {
        between(&a.vertex.point, &b.vertex.point, &self.parameter(clamped, a, b))
    }

    /// The witness points as the page has them: if a weight is negative, those of the other point.
    fn answer<T: Scalar>(&self, a: &Support<T>, b: &Support<T>, v: Vector<T>) -> Nearest<Plane<T>> {
        let mut second = self.parameter(self.clamped, a, b);
        if a.vertex.point == b.vertex.point || second < T::zero() {
            second = T::zero();
        } else if second > T::one() {
            second = T::one();
        }
        let (on_a, on_b) = (between(&a.points[0], &b.points[0], &second), between(&a.points[1], &b.points[1], &second));
        let mut weights = no_weights();
        weights[0] = T::one().minus(&second);
        weights[1] = second;
        let simplex = Pairs::new([a.vertex.names(), b.vertex.names()]);
        let distance_squared = Plane::<T>::dot(&v, &v);
        Nearest::Apart(Separation { distance_squared, nearest: v, on_a, on_b, simplex, weights, proved: None })
    }
}

impl Default for Dyn4j {
    fn default() -> Self {
        Dyn4j::REPAIRED
    }
}

type Vector<T> = <Plane<T> as Space>::Vector;
type Support<T> = SupportPoint<Plane<T>>;

/// (1 − t) p + t q.
#[inline(always)]
fn between<T: Scalar>(p: &Vector<T>, q: &Vector<T>, t: &T) -> Vector<T> {
    Plane::<T>::plus(&Plane::<T>::scaled(&Plane::<T>::minus(q, p), t), p)
}

impl<T: Scalar> Variant<Plane<T>> for Dyn4j {
    type Answer = Nearest<Plane<T>>;

    fn about(&self) -> About {
        let (name, title, citation) = if *self == Dyn4j::PUBLISHED {
            (
                "dyn4j-2d-published",
                "dyn4j's distance GJK in the plane, as printed",
                "dyn4j: GJK - Distance & Closest Points (web log article, 2010)",
            )
        } else {
            (
                "dyn4j-2d",
                "dyn4j's distance GJK in the plane, repaired",
                "dyn4j: GJK - Distance & Closest Points (web log article, 2010), with the repairs of its comments",
            )
        };
        About { name, title, citation, promise: Promise::Distance }
    }

    fn most_iterations(&self) -> Option<usize> {
        Some(LIMIT)
    }

    fn solve<A: SupportMap<Plane<T>> + ?Sized, B: SupportMap<Plane<T>> + ?Sized, O: Observer<Plane<T>> + ?Sized>(
        &self,
        body_a: &A,
        body_b: &B,
        start: &Start<Plane<T>>,
        observer: &mut O,
    ) -> Outcome<Nearest<Plane<T>>> {
        type S<T> = Plane<T>;
        let squared = |v: &Vector<T>| S::<T>::dot(v, v);
        let allowance = T::from_f64(ROUNDING).times(&T::unit_roundoff());
        let mut extent = T::zero();
        let m = &Difference::new(body_a, body_b);
        let mut d = start.direction(m).unwrap_or_else(|| {
            let [of_a, of_b] = m.centers();
            S::<T>::minus(&of_b, &of_a)
        });
        let mut a = support(m, &d, observer, &mut extent);
        let mut b = support(m, &S::<T>::negated(&d), observer, &mut extent);
        let mut v = self.nearest(self.clamped, &a, &b);
        let mut cycle = Cycle::new();
        for iteration in 3..=LIMIT {
            let along = self.clamped_direction == self.clamped;
            d = S::<T>::negated(&if along { v.clone() } else { self.nearest(self.clamped_direction, &a, &b) });
            let size = S::<T>::max_norm(&d);
            if !size.is_finite() || !extent.is_finite() {
                return Outcome::abandoned(Stop::of_not_finite(if size.is_finite() { &extent } else { &size }), iteration - 1);
            }
            let noise = if self.tolerance.is_some() { T::zero() } else { allowance.times(&extent) };
            if size <= noise {
                let simplex = Pairs::new([a.vertex.names(), b.vertex.names()]);
                return Outcome::answered(Stop::Converged, iteration - 1, Nearest::Intersecting { simplex });
            }
            let c = support(m, &d, observer, &mut extent);
            let dc = S::<T>::dot(&c.vertex.point, &d);
            let da = S::<T>::dot(if self.tests_b { &b.vertex.point } else { &a.vertex.point }, &d);
            let progress = dc.minus(&da);
            if !progress.is_finite() {
                return Outcome::abandoned(Stop::of_not_finite(&progress), iteration);
            }
            let done = match self.tolerance {
                Some(tolerance) => progress < T::from_f64(tolerance),
                None => progress <= noise.times(&size),
            };
            if done {
                return Outcome::answered(Stop::Converged, iteration, self.answer(&a, &b, v));
            }
            if self.looks_inside && holds_origin([&a.vertex.point, &b.vertex.point, &c.vertex.point]) {
                observer.region("ABC");
                let simplex = Pairs::new([a.vertex.names(), b.vertex.names(), c.vertex.names()]);
                return Outcome::answered(Stop::Converged, iteration, Nearest::Intersecting { simplex });
            }
            let (p1, p2) = (self.nearest(self.clamped, &a, &c), self.nearest(self.clamped, &c, &b));
            let keeps_ac = match self.replaces_farther {
                true => squared(&b.vertex.point) > squared(&a.vertex.point),
                false => squared(&p1) < squared(&p2),
            };
            if keeps_ac {
                observer.region("AC");
                (b, v) = (c, p1);
            } else {
                observer.region("CB");
                (a, v) = (c, p2);
            }
            if T::EXACT && cycle.closes(&edge(&a, &b), &v) {
                return Outcome::abandoned(Stop::Cycled, iteration);
            }
        }
        Outcome::abandoned(Stop::Exhausted, LIMIT)
    }
}

/// Whether the origin is inside a triangle: on the same side of its three edges. It is never inside a flat triangle.
#[inline(always)]
fn holds_origin<T: Scalar>([a, b, c]: [&Vector<T>; 3]) -> bool {
    let sides = [Plane::<T>::cross(a, b), Plane::<T>::cross(b, c), Plane::<T>::cross(c, a)];
    let zero = &T::zero();
    sides.iter().all(|side| side > zero) || sides.iter().all(|side| side < zero)
}

/// The support point of M along d; the extent grows with it.
#[inline(always)]
fn support<T: Scalar>(
    m: &impl Obstacle<Plane<T>>,
    d: &Vector<T>,
    observer: &mut (impl Observer<Plane<T>> + ?Sized),
    extent: &mut T,
) -> Support<T> {
    let found = m.next_support(d, &mut None, observer);
    let size = Plane::<T>::max_norm(&found.vertex.point);
    if size > *extent || size.is_nan() {
        *extent = size;
    }
    found
}

/// The edge ab as a simplex.
fn edge<T: Scalar>(a: &Support<T>, b: &Support<T>) -> Simplex<Plane<T>> {
    let mut edge = Simplex::new();
    edge.push(a.vertex.clone());
    edge.push(b.vertex.clone());
    edge
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gjk::Gjk;
    use crate::subalgorithm::Johnson;
    use gjk_numbers::Rational;
    use gjk_support::Hull;

    fn run(variant: Dyn4j, a: &[[i64; 2]], b: &[[i64; 2]]) -> Outcome<Nearest<Plane<Rational>>> {
        let hull = |points: &[[i64; 2]]| {
            let point = |site: &[i64; 2]| Plane::vector(|i| Rational::integer(site[i]));
            Hull::<Plane<Rational>>::new(points.iter().map(point).collect()).expect("there are points")
        };
        variant.solve(&hull(a), &hull(b), &Start::Default, &mut ())
    }

    #[test]
    fn the_triangle_of_meeting_bodies_holds_the_origin_and_a_blind_run_cycles() {
        let (square, triangle) = ([[0, 0], [4, 0], [4, 4], [0, 4]], [[3, 1], [9, 2], [5, 7]]);
        let meets = run(Dyn4j::REPAIRED, &square, &triangle);
        let Some(Nearest::Intersecting { simplex }) = meets.answer else { panic!("{meets:?}") };
        assert_eq!((meets.stop, simplex.len()), (Stop::Converged, 3));
        let blind = run(Dyn4j { looks_inside: false, ..Dyn4j::REPAIRED }, &square, &triangle);
        assert!(blind.answer.is_none() && blind.stop == Stop::Cycled, "{blind:?}");
    }

    #[test]
    fn the_test_is_strict_and_accepts_both_windings() {
        let corners = |sites: [[f64; 2]; 3]| sites.map(|site| Plane::<f64>::vector(|i| site[i]));
        let holds = |sites| {
            let [a, b, c] = &corners(sites);
            assert_eq!(holds_origin([a, b, c]), holds_origin([b, a, c]));
            holds_origin([a, b, c])
        };
        assert!(holds([[1.0, 0.0], [-1.0, 1.0], [-1.0, -1.0]]));
        assert!(!holds([[1.0, 0.0], [2.0, 1.0], [2.0, -1.0]]));
        // The origin is on an edge, at a corner, or in a flat triangle.
        assert!(!holds([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0]]));
        assert!(!holds([[0.0, 0.0], [-1.0, 0.0], [0.0, 1.0]]));
        assert!(!holds([[1.0, 1.0], [-1.0, -1.0], [2.0, 2.0]]));
    }

    /// Calls `take` for each triangle with corners in {−2, …, 2}², including flat ones.
    fn each_triangle(mut take: impl FnMut(&[[i64; 2]; 3])) {
        let sites: Vec<[i64; 2]> = (0..25).map(|i| [i % 5 - 2, i / 5 - 2]).collect();
        for i in 0..25 {
            for j in i..25 {
                (j..25).step_by(2).for_each(|k| take(&[sites[i], sites[j], sites[k]]));
            }
        }
    }

    #[test]
    fn repaired_it_gives_the_distance_of_every_triangle() {
        let hull = |points: &[[i64; 2]]| {
            let point = |site: &[i64; 2]| Plane::vector(|i| Rational::integer(site[i]));
            Hull::<Plane<Rational>>::new(points.iter().map(point).collect()).expect("there are points")
        };
        each_triangle(|triangle| {
            let expected = Gjk::new(Johnson).solve(&hull(triangle), &hull(&[[0, 0]]), &Start::Default, &mut ()).answer;
            let found = run(Dyn4j::REPAIRED, triangle, &[[0, 0]]).answer;
            match (expected, found) {
                (Some(Nearest::Apart(expected)), Some(Nearest::Apart(found))) => {
                    assert_eq!(found.distance_squared, expected.distance_squared, "{triangle:?}");
                }
                (Some(Nearest::Intersecting { .. }), Some(Nearest::Intersecting { .. })) => {}
                (expected, found) => panic!("{triangle:?}: {found:?} in place of {expected:?}"),
            }
        });
    }

    #[test]
    fn each_choice_of_the_page_matters() {
        let published = Dyn4j { tolerance: None, ..Dyn4j::PUBLISHED };
        assert!(Dyn4j::PUBLISHED.tolerance.is_some());
        let choices = [
            Dyn4j { clamped: true, ..published },
            Dyn4j { clamped_direction: true, ..published },
            Dyn4j { guarded: true, ..published },
            Dyn4j { looks_inside: true, ..published },
        ];
        let mut differences = [0; 4];
        each_triangle(|triangle| {
            let of = |variant: Dyn4j| format!("{:?}", run(variant, triangle, &[[0, 0]]));
            let expected = of(published);
            for (count, choice) in differences.iter_mut().zip(choices) {
                *count += usize::from(of(choice) != expected);
            }
        });
        assert!(differences.iter().all(|count| *count > 0), "{differences:?}");
    }

    #[test]
    fn the_end_is_strictly_below_the_tolerance() {
        // The first c is a again: dc − da is zero, which is not below zero.
        let points = [[2, -1], [2, 1], [1, 0]];
        let ends = |tolerance| run(Dyn4j { tolerance, ..Dyn4j::REPAIRED }, &points, &[[0, 0]]).stop;
        assert_eq!((ends(Some(0.0)), ends(Some(1e-12)), ends(None)), (Stop::Cycled, Stop::Converged, Stop::Converged));
    }
}
