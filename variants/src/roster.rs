//! The one list of variants. Tests, benchmarks, the command line and reports read it; a new variant is one line here.

use crate::boolean::{BooleanGjk, FaceFirst, Muratori, ThreePlane, TrueRegion};
use crate::gjk::Gjk;
use crate::nesterov::Nesterov;
use crate::plane::{Dyn4j, Nascimento};
use crate::subalgorithm::Subalgorithm;
use crate::subalgorithm::{Ericson, Johnson, JohnsonBackup, LeastSquares, PublishedLeastSquares, SignedVolumes};
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
    let published = Subalgorithm::<Euclidean<T, D>>::about(&PublishedLeastSquares);
    roster.add(Gjk::<_, true, true, true>::with_loop(PublishedLeastSquares, published));
    roster.add(Gjk::<_, true, true, false>::with_loop(Johnson, JOHNSON_GILBERT_FOO));
}

/// The distance variants that need a cross product.
pub fn geometric<S: Oriented>(roster: &mut impl Register<S>)
where
    S::Scalar: Scalar,
{
    roster.add(Gjk::new(Ericson));
    roster.add(Gjk::new(SignedVolumes));
    roster.add(Nesterov::new(SignedVolumes));
    roster.add(Gjk::<_, true, true, false>::with_loop(Ericson, ERICSON_GILBERT_FOO));
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

/// The loop around a distance subalgorithm as an experiment: each of the three choices in which published loops differ from the
/// common one, alone and together. The names are SUBALGORITHM-STOP-SAFEGUARDS-NEAREST.
pub fn loops<S: Oriented>(roster: &mut impl Register<S>)
where
    S::Scalar: Scalar,
{
    eight(roster, LeastSquares, &LOOPS_OF_LEAST_SQUARES);
    eight(roster, Johnson, &LOOPS_OF_JOHNSON);
    eight(roster, Ericson, &LOOPS_OF_ERICSON);
    eight(roster, SignedVolumes, &LOOPS_OF_SIGNED_VOLUMES);
}

const LOOPS_OF_LEAST_SQUARES: [&str; 8] = [
    "least-squares-relative-guarded-simplex",
    "least-squares-relative-guarded-witnesses",
    "least-squares-relative-bare-simplex",
    "least-squares-relative-bare-witnesses",
    "least-squares-absolute-guarded-simplex",
    "least-squares-absolute-guarded-witnesses",
    "least-squares-absolute-bare-simplex",
    "least-squares-absolute-bare-witnesses",
];

const LOOPS_OF_JOHNSON: [&str; 8] = [
    "johnson-relative-guarded-simplex",
    "johnson-relative-guarded-witnesses",
    "johnson-relative-bare-simplex",
    "johnson-relative-bare-witnesses",
    "johnson-absolute-guarded-simplex",
    "johnson-absolute-guarded-witnesses",
    "johnson-absolute-bare-simplex",
    "johnson-absolute-bare-witnesses",
];

const LOOPS_OF_ERICSON: [&str; 8] = [
    "ericson-relative-guarded-simplex",
    "ericson-relative-guarded-witnesses",
    "ericson-relative-bare-simplex",
    "ericson-relative-bare-witnesses",
    "ericson-absolute-guarded-simplex",
    "ericson-absolute-guarded-witnesses",
    "ericson-absolute-bare-simplex",
    "ericson-absolute-bare-witnesses",
];

const LOOPS_OF_SIGNED_VOLUMES: [&str; 8] = [
    "signed-volumes-relative-guarded-simplex",
    "signed-volumes-relative-guarded-witnesses",
    "signed-volumes-relative-bare-simplex",
    "signed-volumes-relative-bare-witnesses",
    "signed-volumes-absolute-guarded-simplex",
    "signed-volumes-absolute-guarded-witnesses",
    "signed-volumes-absolute-bare-simplex",
    "signed-volumes-absolute-bare-witnesses",
];

fn eight<S: Space, P: Subalgorithm<S> + Copy + 'static>(
    roster: &mut impl Register<S>,
    subalgorithm: P,
    names: &[&'static str; 8],
) where
    S::Scalar: Scalar,
{
    let about = |i: usize| About { name: names[i], ..subalgorithm.about() };
    roster.add(Gjk::<P, false, false, false>::with_loop(subalgorithm, about(0)));
    roster.add(Gjk::<P, false, false, true>::with_loop(subalgorithm, about(1)));
    roster.add(Gjk::<P, false, true, false>::with_loop(subalgorithm, about(2)));
    roster.add(Gjk::<P, false, true, true>::with_loop(subalgorithm, about(3)));
    roster.add(Gjk::<P, true, false, false>::with_loop(subalgorithm, about(4)));
    roster.add(Gjk::<P, true, false, true>::with_loop(subalgorithm, about(5)));
    roster.add(Gjk::<P, true, true, false>::with_loop(subalgorithm, about(6)));
    roster.add(Gjk::<P, true, true, true>::with_loop(subalgorithm, about(7)));
}
