//! The spaces that variants are instantiated in.

use std::sync::Arc;

use dashu_ratio::RBig;
use gjk_cases::body::Curved;
use gjk_cases::case::{Arithmetic, Point};
use gjk_erased::{Solver, Timed, Untimed};
use gjk_truth::answer::{Numbers, Values};
use gjk_variants::{Hull, Plane, Rational, Real, Scalar, Solid, Space, SupportMap, Swept, Variant};

/// The solvers of a variant, by space.
#[derive(Clone, Default)]
pub struct Solvers {
    plane_f32: Option<Arc<dyn Solver<Plane<f32>>>>,
    plane_f64: Option<Arc<dyn Solver<Plane<f64>>>>,
    plane_exact: Option<Arc<dyn Solver<Plane<Rational>>>>,
    solid_f32: Option<Arc<dyn Solver<Solid<f32>>>>,
    solid_f64: Option<Arc<dyn Solver<Solid<f64>>>>,
    solid_exact: Option<Arc<dyn Solver<Solid<Rational>>>>,
}

impl Solvers {
    /// Whether there is one for this dimension and arithmetic.
    pub(crate) fn has(&self, dimension: u8, arithmetic: Arithmetic) -> bool {
        match (dimension, arithmetic) {
            (2, Arithmetic::F32) => self.plane_f32.is_some(),
            (2, Arithmetic::F64) => self.plane_f64.is_some(),
            (2, Arithmetic::Exact) => self.plane_exact.is_some(),
            (_, Arithmetic::F32) => self.solid_f32.is_some(),
            (_, Arithmetic::F64) => self.solid_f64.is_some(),
            (_, Arithmetic::Exact) => self.solid_exact.is_some(),
        }
    }
}

/// The spaces that the harness runs variants in.
pub trait SolverSpace: Space<Scalar: Scalar> {
    /// The solver of this space.
    fn solver(solvers: &Solvers) -> Option<&dyn Solver<Self>>;
    /// Where it is kept.
    fn slot(solvers: &mut Solvers) -> &mut Option<Arc<dyn Solver<Self>>>;
    /// A variant erased: timed in rounded arithmetic, not in exact arithmetic.
    fn erased(variant: impl Variant<Self> + 'static) -> Arc<dyn Solver<Self>>;
    /// A point with coordinates that are exact in this space's numbers.
    fn point(point: &Point) -> Self::Vector;
    /// A curved body; none in exact arithmetic, which has no roots.
    fn curved(curved: &Curved) -> Option<Box<dyn SupportMap<Self>>>;
    /// A core swept by a ball; none in exact arithmetic.
    fn swept(core: Hull<Self>, radius: f64) -> Option<Box<dyn SupportMap<Self>>>;
    /// The numbers of an answer: its squared distance, its witness points, its axis and the weights of its simplex.
    fn numbers(
        distance_squared: Option<&Self::Scalar>,
        witnesses: Option<[&Self::Vector; 2]>,
        axis: Option<&Self::Vector>,
        weights: &[Self::Scalar],
    ) -> Numbers;
}

macro_rules! solver_space {
    ($space:ty, $field:ident, $dimension:expr, rounded) => {
        impl SolverSpace for $space {
            solver_space!(common $space, $field, $dimension);
            fn erased(variant: impl Variant<Self> + 'static) -> Arc<dyn Solver<Self>> {
                Arc::new(Timed(variant))
            }
            fn curved(body: &Curved) -> Option<Box<dyn SupportMap<Self>>> {
                body.mapping().map(|mapping| Box::new(mapping) as Box<dyn SupportMap<Self>>)
            }
            fn swept(core: Hull<Self>, radius: f64) -> Option<Box<dyn SupportMap<Self>>> {
                Some(swept(core, radius))
            }
            fn numbers(
                distance_squared: Option<&Self::Scalar>,
                witnesses: Option<[&Self::Vector; 2]>,
                axis: Option<&Self::Vector>,
                weights: &[Self::Scalar],
            ) -> Numbers {
                let point = |v: &Self::Vector| -> Point {
                    std::array::from_fn(|i| if i < $dimension { f64::from(v[i]) } else { 0.0 })
                };
                Numbers::Rounded(Values {
                    distance: distance_squared.map(|squared| f64::from(*squared).sqrt()),
                    witnesses: witnesses.map(|pair| pair.map(point)),
                    axis: axis.map(point),
                    weights: weights.iter().map(|w| f64::from(*w)).collect(),
                })
            }
        }
    };
    ($space:ty, $field:ident, $dimension:expr) => {
        impl SolverSpace for $space {
            solver_space!(common $space, $field, $dimension);
            fn erased(variant: impl Variant<Self> + 'static) -> Arc<dyn Solver<Self>> {
                Arc::new(Untimed(variant))
            }
            fn curved(_: &Curved) -> Option<Box<dyn SupportMap<Self>>> {
                None
            }
            fn swept(_: Hull<Self>, _: f64) -> Option<Box<dyn SupportMap<Self>>> {
                None
            }
            fn numbers(
                distance_squared: Option<&Self::Scalar>,
                witnesses: Option<[&Self::Vector; 2]>,
                axis: Option<&Self::Vector>,
                weights: &[Self::Scalar],
            ) -> Numbers {
                // An answer holds no undefined number: the iteration would have ended without one.
                let number = |x: &Rational| x.value().unwrap_or(RBig::ZERO);
                let point = |v: &Self::Vector| -> [RBig; 3] {
                    std::array::from_fn(|i| if i < $dimension { number(&v[i]) } else { RBig::ZERO })
                };
                Numbers::Exact(Box::new(Values {
                    distance: distance_squared.map(number),
                    witnesses: witnesses.map(|pair| pair.map(point)),
                    axis: axis.map(point),
                    weights: weights.iter().map(number).collect(),
                }))
            }
        }
    };
    (common $space:ty, $field:ident, $dimension:expr) => {
        fn solver(solvers: &Solvers) -> Option<&dyn Solver<Self>> {
            solvers.$field.as_deref()
        }
        fn slot(solvers: &mut Solvers) -> &mut Option<Arc<dyn Solver<Self>>> {
            &mut solvers.$field
        }
        fn point(point: &Point) -> Self::Vector {
            <$space>::vector(|i| Scalar::from_f64(point[i]))
        }
    };
}

solver_space!(Plane<f32>, plane_f32, 2, rounded);
solver_space!(Plane<f64>, plane_f64, 2, rounded);
solver_space!(Plane<Rational>, plane_exact, 2);
solver_space!(Solid<f32>, solid_f32, 3, rounded);
solver_space!(Solid<f64>, solid_f64, 3, rounded);
solver_space!(Solid<Rational>, solid_exact, 3);

/// Calls a generic function with the space of a dimension and an arithmetic.
#[macro_export]
macro_rules! in_space {
    ($dimension:expr, $arithmetic:expr, $space:ident => $body:expr) => {{
        use $crate::cases::case::Arithmetic;
        use $crate::variants::{Plane, Rational, Solid};
        match ($dimension, $arithmetic) {
            (2, Arithmetic::F32) => {
                type $space = Plane<f32>;
                $body
            }
            (2, Arithmetic::F64) => {
                type $space = Plane<f64>;
                $body
            }
            (2, Arithmetic::Exact) => {
                type $space = Plane<Rational>;
                $body
            }
            (_, Arithmetic::F32) => {
                type $space = Solid<f32>;
                $body
            }
            (_, Arithmetic::F64) => {
                type $space = Solid<f64>;
                $body
            }
            (_, Arithmetic::Exact) => {
                type $space = Solid<Rational>;
                $body
            }
        }
    }};
}

/// A core swept by a ball.
fn swept<S: SolverSpace>(core: Hull<S>, radius: f64) -> Box<dyn SupportMap<S>>
where
    S::Scalar: Real,
{
    Box::new(Swept { core, radius: S::Scalar::from_f64(radius) })
}
