//! Queries that are timed next to the variants of the roster: variants on bodies whose support points are found by climbing
//! over their surfaces, and bounds, which answer nothing.
//!
//! They are compiled in this package, with the options of the variants that they are compared with.

use std::hint::black_box;

use gjk_climbing::Polytope;
use gjk_variants::{Ericson, Gjk, Hull, SignedVolumes, Solid, Space, Start, SupportMap, Variant, fast};

use crate::space::SolverSpace;

/// The spaces whose bodies can be climbed.
pub trait Climbable: SolverSpace {
    /// The surface of a hull.
    type Surface: SupportMap<Self> + Send;
    /// The surface of a hull, with its chart and its graph.
    fn surface(hull: &Hull<Self>) -> Self::Surface;
    /// The variants that are timed on climbed bodies.
    fn climbing() -> [Climbing<Self>; 2];
    /// Finds the support points of two bodies in these directions, one after the other: the share of the support mapping in a
    /// run that asks for them.
    ///
    /// As in a run, a direction is not known before the support points in the previous direction.
    fn scan_alone(a: &Hull<Self>, b: &Hull<Self>, directions: &[Self::Vector]);
    /// Makes two bodies from their points.
    fn lay_out(a: &[Self::Vector], b: &[Self::Vector]);
}

/// A variant of the roster on climbed bodies.
///
/// Its answers are those on scanned bodies, to the bit.
pub struct Climbing<S: Climbable> {
    /// The name of the row.
    pub name: &'static str,
    /// The name of the variant.
    pub variant: &'static str,
    /// One query, whose answer goes only to `black_box`.
    pub time: fn(&S::Surface, &S::Surface),
}

macro_rules! climbable {
    ($scalar:ty) => {
        impl Climbable for Solid<$scalar> {
            type Surface = Polytope<$scalar>;

            fn surface(hull: &Hull<Self>) -> Polytope<$scalar> {
                Polytope::of(hull.clone())
            }

            // Neither a constant nor inlined: otherwise its queries would be compiled in the package that uses it.
            #[inline(never)]
            fn climbing() -> [Climbing<Self>; 2] {
                [
                    Climbing {
                        name: "ericson-climbing",
                        variant: "ericson",
                        time: |a, b| time::<Self>(Gjk::new(Ericson), a, b),
                    },
                    Climbing {
                        name: "signed-volumes-climbing",
                        variant: "signed-volumes",
                        time: |a, b| time::<Self>(Gjk::new(SignedVolumes), a, b),
                    },
                ]
            }

            fn scan_alone(a: &Hull<Self>, b: &Hull<Self>, directions: &[Self::Vector]) {
                scan_alone(black_box(a), black_box(b), directions);
            }

            fn lay_out(a: &[Self::Vector], b: &[Self::Vector]) {
                for points in [a, b] {
                    black_box(Hull::<Self>::new(black_box(points).to_vec()));
                }
            }
        }
    };
}

climbable!(f32);
climbable!(f64);

fn time<S: Climbable>(variant: impl Variant<S>, a: &S::Surface, b: &S::Surface) {
    black_box(&fast::solve(&variant, black_box(a), black_box(b), &Start::Default, &mut ()));
}

fn scan_alone<S: Space>(a: &Hull<S>, b: &Hull<S>, directions: &[S::Vector]) {
    let (mut near_a, mut near_b) = (None, None);
    let (no_bit, mut last) = (black_box(0), 0);
    for place in 0..directions.len() {
        let direction = &directions[place + (last & no_bit)];
        let (on_a, index_a) = a.support(direction, near_a);
        let (on_b, index_b) = b.support(&S::negated(direction), near_b);
        (near_a, near_b) = (Some(index_a), Some(index_b));
        last = index_a ^ index_b;
        black_box(S::minus(&on_a, &on_b));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use gjk_variants::{About, Observer, Outcome, Promise, Stop, Verdict};

    use super::*;

    /// A variant that counts its queries.
    ///
    /// It asserts that they begin at its own start, and that the names of the bodies' vertices last, as those of polytopes do.
    struct Counting(Arc<AtomicUsize>);

    impl<S: Space> Variant<S> for Counting {
        type Answer = Verdict<S>;

        fn about(&self) -> About {
            About { name: "counting", title: "counting", citation: "of this test", promise: Promise::Verdict }
        }

        fn solve<A: SupportMap<S> + ?Sized, B: SupportMap<S> + ?Sized, O: Observer<S> + ?Sized>(
            &self,
            a: &A,
            b: &B,
            start: &Start<S>,
            _: &mut O,
        ) -> Outcome<Verdict<S>> {
            assert!(*start == Start::Default && a.vertex(0) == Some(S::unit(0)) && b.vertex(0) == Some(S::unit(1)));
            self.0.fetch_add(1, Ordering::Relaxed);
            Outcome { stop: Stop::Exhausted, iterations: 0, answer: None }
        }
    }

    #[test]
    fn a_timed_pass_is_one_query_about_the_two_bodies() {
        let count = Arc::default();
        let surface = |axis| <Solid<f64>>::surface(&Hull::new(vec![<Solid<f64>>::unit(axis)]).expect("a point"));
        let (a, b) = (surface(0), surface(1));
        for queries in 1..3 {
            time::<Solid<f64>>(Counting(Arc::clone(&count)), &a, &b);
            assert_eq!(count.load(Ordering::Relaxed), queries);
        }
    }
}
