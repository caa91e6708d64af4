//! Linahan's boolean algorithm with n = 1 unrolled: the segment is made before the loop, and the loop handles only triangles
//! and tetrahedra.
//!
//! # Derivation
//! "The n = 1 DoSimplex case can be unrolled from the loop because once the algorithm reaches the n = 2 case, it will never
//! return to the case where n = 1" (the paper's conclusion to section 2). A segment is always kept (its lemma 5), so at n = 1
//! the only test is S·D < 0: D = (AB × AO) × AB. DoSimplex keeps a face or an edge of a triangle or a tetrahedron, to which the
//! next support point is added, so n ≥ 2 from there on: in the loop DoSimplex tests whether n = 2, and no longer whether n = 1.
//!
//! It returns the answer of [`FaceFirst`](super::FaceFirst), after as many support points, with one test less at every entry of
//! DoSimplex: the test for n = 1. [`Counter`](crate::Counter) counts the tests of both: 6,958,113 in place of 8,782,444 in the
//! 875,174 runs on small integer bodies of `gjk claims lin-no-return`.
//!
//! # Where it fails
//! It fails where [`FaceFirst`](super::FaceFirst) does, in the same way.
//!
//! # Comparison with the source
//! Deviates from the source in the same points as [`FaceFirst`](super::FaceFirst). The unrolling adds no deviation.
//!
//! # Reference
//! J. Linahan: A Geometric Interpretation of the Boolean Gilbert-Johnson-Keerthi Algorithm (2015), section 2, its last paragraph.

use super::linahan::Always;
use super::regions::{first_face, toward_from_edge, triangle};
use super::{Step, half_space};
use crate::answer::{Outcome, Stop, Verdict};
use crate::cycle::Cycle;
use crate::difference::{Difference, Obstacle};
use crate::gjk::LIMIT;
use crate::observe::Observer;
use crate::simplex::Simplex;
use crate::start::Start;
use crate::variant::{About, Promise, Variant};
use gjk_numbers::{Oriented, Ring};
use gjk_support::SupportMap;

/// The reading of [`FaceFirst`](super::FaceFirst), with n = 1 unrolled from the loop.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unrolled;

impl<S: Oriented> Variant<S> for Unrolled {
    type Answer = Verdict<S>;

    fn about(&self) -> About {
        About {
            name: "linahan-unrolled",
            title: "boolean GJK, first face in front, n = 1 unrolled",
            citation: "Linahan: A Geometric Interpretation of the Boolean GJK Algorithm (2015), the unrolling at the end of its \
                       section 2; n = 3 read as in linahan-face-first",
            promise: Promise::Verdict,
        }
    }

    fn most_iterations(&self) -> Option<usize> {
        Some(LIMIT)
    }

    #[inline(always)]
    fn solve<A: SupportMap<S> + ?Sized, B: SupportMap<S> + ?Sized, O: Observer<S> + ?Sized>(
        &self,
        a: &A,
        b: &B,
        start: &Start<S>,
        observer: &mut O,
    ) -> Outcome<Verdict<S>> {
        let (m, near) = (Difference::new(a, b), &mut None);
        let mut simplex: Simplex<S> = Simplex::new();
        let mut cycle = Cycle::new();
        // n = 0.
        let first = start.direction(&m).unwrap_or_else(|| S::unit(0));
        simplex.push(m.next_support(&first, near, observer).vertex);
        let mut direction = S::negated(simplex.point(0));
        // n = 1: the segment is kept.
        let vertex = m.next_support(&direction, near, observer).vertex;
        if let Some(end) = half_space(&vertex.point, &direction, 2, observer) {
            return end;
        }
        observer.entered(&simplex, &vertex.clone());
        simplex.push(vertex);
        direction = toward_from_edge(&simplex);
        if S::Scalar::EXACT {
            // The first state is remembered, and closes nothing.
            cycle.closes(&simplex, &direction);
        }
        for iteration in 3..=LIMIT {
            let vertex = m.next_support(&direction, near, observer).vertex;
            if let Some(end) = half_space(&vertex.point, &direction, iteration, observer) {
                return end;
            }
            observer.entered(&simplex, &vertex.clone());
            simplex.push(vertex);
            observer.tested("n = 2");
            let step = if simplex.len() == 3 {
                triangle::<S, Always, O>(&mut simplex, observer)
            } else {
                first_face::<S, Always, O>(&mut simplex, observer)
            };
            match step {
                Step::Toward(next) => direction = next,
                Step::Inside => {
                    return Outcome::answered(Stop::Converged, iteration, Verdict::Intersecting { simplex: (&simplex).into() });
                }
                Step::NoRegion => return Outcome::abandoned(Stop::NoRegion, iteration),
            }
            if S::Scalar::EXACT && cycle.closes(&simplex, &direction) {
                return Outcome::abandoned(Stop::Cycled, iteration);
            }
        }
        Outcome::abandoned(Stop::Exhausted, LIMIT)
    }
}
