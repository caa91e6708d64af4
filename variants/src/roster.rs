//! The one list of variants. Tests, benchmarks, the command line and reports read it; a new variant is one line here.

use crate::boolean::{BooleanGjk, FaceFirst, Muratori, ThreePlane};
use crate::gjk::Gjk;
use crate::ring::Scalar;
use crate::space::{Euclidean, Oriented, Space};
use crate::subalgorithm::{Ericson, Johnson, LeastSquares};
use crate::variant::Variant;

/// Takes the variants of a space in.
pub trait Register<S: Space> {
    /// Takes one variant in.
    fn add<V: Variant<S> + 'static>(&mut self, variant: V);
}

/// The distance variants that work in any dimension.
pub fn distance<T: Scalar, const D: usize>(roster: &mut impl Register<Euclidean<T, D>>) {
    roster.add(Gjk::new(LeastSquares));
    roster.add(Gjk::new(Johnson));
}

/// The distance variants that need a cross product.
pub fn geometric<S: Oriented>(roster: &mut impl Register<S>)
where
    S::Scalar: Scalar,
{
    roster.add(Gjk::new(Ericson));
}

/// The boolean variants, which do without division.
pub fn boolean<S: Oriented>(roster: &mut impl Register<S>) {
    roster.add(BooleanGjk::new(Muratori));
    roster.add(BooleanGjk::new(ThreePlane));
    roster.add(BooleanGjk::new(FaceFirst));
}
