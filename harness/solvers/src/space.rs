//! The spaces that variants are instantiated in.

use std::sync::Arc;

use dashu_ratio::RBig;
use gjk_cases::body::Curved;
use gjk_cases::case::{Arithmetic, Point};
use gjk_truth::answer::{Numbers, Values};
use gjk_untimed::{Solver, Timed, Untimed};
use gjk_variants::{Hull, Plane, Rational, Scalar, Solid, Space, SupportMap, Swept, Variant};

use crate::in_space;

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
    /// Whether there is a solver for this dimension and arithmetic.
    pub(crate) fn has(&self, dimension: u8, arithmetic: Arithmetic) -> bool {
        in_space!(dimension, arithmetic, S => S::solver(self).is_some())
    }
}

/// The spaces that the harness runs variants in.
///
/// The defaults are those of exact arithmetic, which is not timed and has no roots.
pub trait SolverSpace: Space<Scalar: Scalar> {
    /// The solver of this space.
    fn solver(solvers: &Solvers) -> Option<&dyn Solver<Self>>;
    /// The place where the solver of this space is kept.
    fn slot(solvers: &mut Solvers) -> &mut Option<Arc<dyn Solver<Self>>>;
    /// The numbers of an answer; the distance in `values` is squared.
    fn numbers(values: Values<Self::Scalar>) -> Numbers;
    /// A variant in its erased form.
    ///
    /// In space, where numbers are rounded, it is timed in the typed form, and elsewhere in the erased one.
    fn erased(variant: impl Variant<Self> + 'static) -> Arc<dyn Solver<Self>> {
        Arc::new(Untimed(variant))
    }
    /// A point with coordinates that are exact in this space's numbers.
    fn point(point: &Point) -> Self::Vector {
        Self::vector(|i| Scalar::from_f64(point[i]))
    }
    /// A curved body; `None` in exact arithmetic.
    fn curved(_: &Curved) -> Option<Box<dyn SupportMap<Self>>> {
        None
    }
    /// A core swept by a ball; `None` in exact arithmetic.
    fn swept(_: Hull<Self>, _: f64) -> Option<Box<dyn SupportMap<Self>>> {
        None
    }
}

macro_rules! solver_space {
    ($space:ty, $field:ident, { $($rest:item)* }) => {
        impl SolverSpace for $space {
            fn solver(solvers: &Solvers) -> Option<&dyn Solver<Self>> {
                solvers.$field.as_deref()
            }
            fn slot(solvers: &mut Solvers) -> &mut Option<Arc<dyn Solver<Self>>> {
                &mut solvers.$field
            }
            $($rest)*
        }
    };
    ($space:ty, $field:ident, rounded { $($erased:item)* }) => {
        solver_space!($space, $field, {
            fn numbers(values: Values<Self::Scalar>) -> Numbers {
                let values = values.map(f64::from);
                Numbers::Rounded(Values { distance: values.distance.map(f64::sqrt), ..values })
            }
            $($erased)*
            fn curved(body: &Curved) -> Option<Box<dyn SupportMap<Self>>> {
                body.mapping().map(|mapping| Box::new(mapping) as Box<dyn SupportMap<Self>>)
            }
            fn swept(core: Hull<Self>, radius: f64) -> Option<Box<dyn SupportMap<Self>>> {
                Some(Box::new(Swept { core, radius: Scalar::from_f64(radius) }))
            }
        });
    };
    ($space:ty, $field:ident, exact) => {
        solver_space!($space, $field, {
            fn numbers(values: Values<Self::Scalar>) -> Numbers {
                // An answer holds no undefined number: the iteration would have ended without an answer.
                Numbers::Exact(Box::new(values.map(|x| x.value().unwrap_or(RBig::ZERO))))
            }
        });
    };
}

macro_rules! rounded_solid {
    ($scalar:ty, $field:ident) => {
        solver_space!(Solid<$scalar>, $field, rounded {
            fn erased(variant: impl Variant<Self> + 'static) -> Arc<dyn Solver<Self>> {
                Arc::new(Timed(variant))
            }
        });
    };
}

solver_space!(Plane<f32>, plane_f32, rounded {});
solver_space!(Plane<f64>, plane_f64, rounded {});
solver_space!(Plane<Rational>, plane_exact, exact);
rounded_solid!(f32, solid_f32);
rounded_solid!(f64, solid_f64);
solver_space!(Solid<Rational>, solid_exact, exact);

/// Calls a generic function with the space of a dimension and an arithmetic.
#[macro_export]
macro_rules! in_space {
    (@$type:ty, $space:ident => $body:expr) => {{
        type $space = $type;
        $body
    }};
    ($dimension:expr, $arithmetic:expr, $space:ident => $body:expr) => {{
        use $crate::cases::case::Arithmetic;
        use $crate::variants::{Plane, Rational, Solid};
        match ($dimension, $arithmetic) {
            (2, Arithmetic::F32) => $crate::in_space!(@Plane<f32>, $space => $body),
            (2, Arithmetic::F64) => $crate::in_space!(@Plane<f64>, $space => $body),
            (2, Arithmetic::Exact) => $crate::in_space!(@Plane<Rational>, $space => $body),
            (_, Arithmetic::F32) => $crate::in_space!(@Solid<f32>, $space => $body),
            (_, Arithmetic::F64) => $crate::in_space!(@Solid<f64>, $space => $body),
            (_, Arithmetic::Exact) => $crate::in_space!(@Solid<Rational>, $space => $body),
        }
    }};
}
