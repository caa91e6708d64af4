//! Variants on bodies whose support points are found by climbing over their surfaces, to be timed.

use std::hint::black_box;

use gjk_variants::{Ericson, Gjk, Hull, Polytope, SignedVolumes, Solid, Start, SupportMap, Variant, fast};

use crate::space::SolverSpace;

/// The spaces whose bodies can be climbed.
pub trait Climbable: SolverSpace {
    /// The surface of a hull.
    type Surface: SupportMap<Self>;
    /// The surface of a hull, with its chart and its graph.
    fn surface(hull: &Hull<Self>) -> Self::Surface;
    /// The variants that are timed so.
    const CLIMBING: [Climbing<Self>; 2];
}

/// A variant of the roster on bodies that are climbed. Its answers are those on scanned bodies, to the bit.
pub struct Climbing<S: Climbable> {
    /// The name of the row.
    pub name: &'static str,
    /// The name of the variant.
    pub variant: &'static str,
    /// One query, whose answer goes nowhere but through `black_box`.
    pub time: fn(&S::Surface, &S::Surface),
}

macro_rules! climbable {
    ($scalar:ty) => {
        impl Climbable for Solid<$scalar> {
            type Surface = Polytope<$scalar>;

            fn surface(hull: &Hull<Self>) -> Polytope<$scalar> {
                Polytope::of(hull.clone())
            }

            const CLIMBING: [Climbing<Self>; 2] = [
                Climbing { name: "ericson-climbing", variant: "ericson", time: |a, b| time::<Self>(Gjk::new(Ericson), a, b) },
                Climbing {
                    name: "signed-volumes-climbing",
                    variant: "signed-volumes",
                    time: |a, b| time::<Self>(Gjk::new(SignedVolumes), a, b),
                },
            ];
        }
    };
}

climbable!(f32);
climbable!(f64);

fn time<S: Climbable>(variant: impl Variant<S>, a: &S::Surface, b: &S::Surface) {
    black_box(&fast::solve(&variant, black_box(a), black_box(b), &Start::Default, &mut ()));
}
