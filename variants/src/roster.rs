//! The one list of variants. Tests, benchmarks, the command line and reports read it; a new variant is one line here.

use crate::boolean::{BooleanGjk, FaceFirst, Muratori, ThreePlane, TrueRegion};
use crate::gjk::rules::{
    Absolute, Bare, Doubting, FromSimplex, FromWitnesses, Guarded, NearestPoint, Plain, Relative, Rule, Safeguards, StopRule,
};
use crate::gjk::{DivideAndConquer, GilbertFoo, Gjk};
use crate::plane::{Dyn4j, Nascimento};
use crate::subalgorithm::{
    ErasedSubalgorithm, Ericson, Johnson, JohnsonBackup, LeastSquares, PublishedLeastSquares, SignedVolumes,
};
use crate::variant::{About, Promise, Variant};
use gjk_numbers::{Euclidean, Oriented, Plane, Space};
use gjk_numbers::{Ring, Scalar};

/// Takes the variants of a space in.
pub trait Register<S: Space> {
    /// Takes one variant in.
    fn add<V: Variant<S> + 'static>(&mut self, variant: V);
}

/// The distance variants that work in any dimension.
pub fn distance<T: Scalar, const D: usize>(roster: &mut impl Register<Euclidean<T, D>>) {
    roster.add(Gjk::new(LeastSquares));
    roster.add(Gjk::new(Johnson));
    roster.add(Gjk::new(JohnsonBackup));
    roster.add(Gjk::<_, DivideAndConquer>::with_rules(PublishedLeastSquares));
    roster.add(Gjk::<_, GilbertFoo>::with_rules(Johnson).called(JOHNSON_GILBERT_FOO));
}

/// The distance variants that need a cross product.
pub fn geometric<S: Oriented>(roster: &mut impl Register<S>)
where
    S::Scalar: Scalar,
{
    roster.add(Gjk::new(Ericson));
    roster.add(Gjk::new(SignedVolumes));
    roster.add(Gjk::accelerated(SignedVolumes));
    roster.add(Gjk::<_, GilbertFoo>::with_rules(Ericson).called(ERICSON_GILBERT_FOO));
}

/// The boolean variants, which do without division.
pub fn boolean<S: Oriented>(roster: &mut impl Register<S>) {
    roster.add(BooleanGjk::new(Muratori));
    roster.add(BooleanGjk::new(ThreePlane));
    roster.add(BooleanGjk::new(FaceFirst));
    roster.add(BooleanGjk::new(TrueRegion));
}

/// The variants for the plane only that divide.
pub fn plane<T: Scalar>(roster: &mut impl Register<Plane<T>>) {
    roster.add(Dyn4j::REPAIRED);
    roster.add(Dyn4j::PUBLISHED);
}

/// The boolean variants for the plane only.
pub fn boolean_plane<T: Ring>(roster: &mut impl Register<Plane<T>>) {
    roster.add(Nascimento::default());
}

const JOHNSON_GILBERT_FOO: About = About {
    name: "johnson-gilbert-foo",
    title: "Johnson's subalgorithm in the loop of Gilbert and Foo",
    citation: "Gilbert, Foo: Computing the distance between general convex objects in three-dimensional space (1990), as \
               sketched in Linahan's section 1.2: absolute stop, no safeguards",
    promise: Promise::Distance,
};

const ERICSON_GILBERT_FOO: About = About {
    name: "ericson-gilbert-foo",
    title: "Ericson's subalgorithm in the loop of Gilbert and Foo",
    citation: JOHNSON_GILBERT_FOO.citation,
    promise: Promise::Distance,
};

/// The loop around a distance subalgorithm as an experiment: each of the three choices in which loops differ, alone and together. The second argument of `add` says which.
pub fn loops<S: Oriented>(add: &mut impl RegisterLoop<S>)
where
    S::Scalar: Scalar,
{
    let subalgorithms: [&'static dyn ErasedSubalgorithm<S>; 4] = [&LeastSquares, &Johnson, &Ericson, &SignedVolumes];
    for of in subalgorithms {
        six::<S, Relative>(add, of);
        six::<S, Absolute>(add, of);
    }
}

/// Takes the loops of a space in.
pub trait RegisterLoop<S: Space> {
    /// Takes one in, with the names of its rules: stop, safeguards, and how v is formed.
    fn add<V: Variant<S> + 'static>(&mut self, variant: V, rules: [&'static str; 3]);
}

fn six<S: Space<Scalar: Scalar>, T: StopRule>(loops: &mut impl RegisterLoop<S>, of: &'static dyn ErasedSubalgorithm<S>) {
    two::<S, T, Doubting>(loops, of);
    two::<S, T, Guarded>(loops, of);
    two::<S, T, Bare>(loops, of);
}

fn two<S: Space<Scalar: Scalar>, T: StopRule, G: Safeguards>(
    loops: &mut impl RegisterLoop<S>,
    of: &'static dyn ErasedSubalgorithm<S>,
) {
    one::<S, T, G, FromSimplex>(loops, of);
    one::<S, T, G, FromWitnesses>(loops, of);
}

fn one<S: Space<Scalar: Scalar>, T: StopRule, G: Safeguards, N: NearestPoint>(
    loops: &mut impl RegisterLoop<S>,
    of: &'static dyn ErasedSubalgorithm<S>,
) {
    loops.add(Gjk::<_, Rule<T, G, N, Plain>>::with_rules(of), [T::NAME, G::NAME, N::NAME]);
}
