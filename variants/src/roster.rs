//! The one list of variants. Tests, benchmarks, the command line and reports read it; a new variant is one line here.

use crate::boolean::{BooleanGjk, FaceFirst, Muratori, ThreePlane, TrueRegion, Unrolled};
use crate::cast::{Advancement, Bisection, CertifiedCast, Clipping, Mirtich, VanDenBergen};
use crate::certified::{Certified, CertifiedBoolean, CertifiedDepth};
use crate::depth::{Incremental, Portals, SeparatingAxes};
use crate::epa::Epa;
use crate::gjk::rules::{DirectionRule, LoopRules, NearestRule, Reference, Safeguards, StopRule, Tolerance};
use crate::gjk::{DivideAndConquer, GilbertFoo, Gjk};
use crate::plane::{Dyn4j, Nascimento};
use crate::subalgorithm::{
    ErasedSubalgorithm, Ericson, Johnson, JohnsonBackup, LeastSquares, PublishedLeastSquares, SignedVolumes, Subalgorithm,
};
use crate::variant::{About, Promise, Variant};
use gjk_numbers::{Euclidean, Oriented, Plane, Real, Ring, Scalar, Solid, Space};
use nalgebra::SVector;

/// Registers the variants of a space.
pub trait Register<S: Space> {
    /// Registers one variant.
    fn add<V: Variant<S> + 'static>(&mut self, variant: V);
}

/// The variants in space for every scalar that has a division.
pub fn in_space<T: Scalar>(roster: &mut impl Register<Solid<T>>) {
    distance(roster);
    geometric(roster);
    boolean(roster);
    depth(roster);
    casts(roster);
}

/// The variants in the plane for every scalar that has a division.
pub fn in_plane<T: Scalar>(roster: &mut impl Register<Plane<T>>) {
    distance(roster);
    geometric(roster);
    boolean(roster);
    plane(roster);
    boolean_plane(roster);
    depth(roster);
    casts(roster);
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
    roster.add(Gjk::normalised(SignedVolumes));
    roster.add(Gjk::<_, GilbertFoo>::with_rules(Ericson).called(ERICSON_GILBERT_FOO));
}

/// The variants that compute the depth of bodies that meet, or some translation that separates them.
pub fn depth<S: Oriented<Scalar: Scalar>>(roster: &mut impl Register<S>) {
    roster.add(Epa::common());
    roster.add(Epa::absolute());
    roster.add(Epa::tutorial());
    roster.add(Epa::split());
    roster.add(SeparatingAxes::default());
    roster.add(Incremental::default());
    roster.add(Portals::snethen());
    roster.add(Portals::libccd());
}

/// The variants that find the first contact of a body that moves.
pub fn casts<S: Oriented<Scalar: Scalar>>(roster: &mut impl Register<S>) {
    roster.add(Clipping::common());
    roster.add(VanDenBergen);
    roster.add(Advancement);
    roster.add(Bisection);
}

/// The cast that needs a square root, in single and double precision.
pub fn casts_with_roots<S: Oriented<Scalar: Real>>(roster: &mut impl Register<S>) {
    roster.add(Mirtich);
}

/// The variants that prove their answers, in single and double precision.
pub fn certified<T: Scalar + gjk_certified::Number, const D: usize>(roster: &mut impl Register<Euclidean<T, D>>)
where
    Euclidean<T, D>: Oriented<Scalar = T, Vector = SVector<T, D>>,
{
    roster.add(Certified);
    roster.add(CertifiedBoolean);
    roster.add(CertifiedDepth);
    roster.add(CertifiedCast::default());
}

/// The boolean variants, which need no division.
pub fn boolean<S: Oriented>(roster: &mut impl Register<S>) {
    roster.add(BooleanGjk::new(Muratori));
    roster.add(BooleanGjk::new(ThreePlane));
    roster.add(BooleanGjk::new(FaceFirst));
    roster.add(Unrolled);
    roster.add(BooleanGjk::new(TrueRegion));
}

/// The variants for the plane only that need a division.
pub fn plane<T: Scalar>(roster: &mut impl Register<Plane<T>>) {
    roster.add(Dyn4j::REPAIRED);
    roster.add(Dyn4j::PUBLISHED);
}

/// The boolean variants for the plane only.
pub fn boolean_plane<T: Ring>(roster: &mut impl Register<Plane<T>>) {
    roster.add(Nascimento::default());
}

/// Registers the distance subalgorithms of a space.
pub trait RegisterSubalgorithm<S: Space> {
    /// Registers one subalgorithm.
    fn add<P: Subalgorithm<S> + 'static>(&mut self, subalgorithm: P);
}

/// The subalgorithms of the distance variants, each once: those of [`distance`] and of [`geometric`].
pub fn subalgorithms<S: Oriented<Scalar: Scalar>>(list: &mut impl RegisterSubalgorithm<S>) {
    list.add(LeastSquares);
    list.add(PublishedLeastSquares);
    list.add(Johnson);
    list.add(JohnsonBackup);
    list.add(Ericson);
    list.add(SignedVolumes);
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

/// A loop of the experiment: its rules are chosen when the program runs.
pub type ErasedLoop<S> = Gjk<&'static dyn ErasedSubalgorithm<S>, LoopRules>;

/// The loops of the experiment around a distance subalgorithm:
///
/// - each of the three choices in which published loops differ, alone and together;
/// - with the relative stop, also MuJoCo's two rules: v from the normal, and a last v that must separate;
/// - the dependence of the common loop on a tolerance.
pub fn loops<S: Oriented<Scalar: Scalar>>() -> Vec<ErasedLoop<S>> {
    let subalgorithms: [&'static dyn ErasedSubalgorithm<S>; 4] = [&LeastSquares, &Johnson, &Ericson, &SignedVolumes];
    let rules = loop_rules::<S::Scalar>();
    let around = |of| rules.iter().map(move |&rules| Gjk::under(rules, of));
    subalgorithms.into_iter().flat_map(around).collect()
}

/// The rules of the experiment, in the order of its records.
fn loop_rules<T: Scalar>() -> Vec<LoopRules> {
    use NearestRule::{FromNormal, FromSimplex, FromWitnesses, Refined};
    let [verifying, doubting] = [Safeguards::VERIFYING, Safeguards::DOUBTING];
    let [guarded, bare] = [Safeguards::GUARDED, Safeguards::BARE];
    let [must_separate, guarded_must_separate] = [doubting, guarded].map(Safeguards::separating);
    let of = |stop, safeguards, nearest: &[NearestRule]| -> Vec<LoopRules> {
        let rules = |&nearest| LoopRules { stop, safeguards, nearest, direction: DirectionRule::Plain };
        nearest.iter().map(rules).collect()
    };
    let relative = |safeguards, nearest: &[NearestRule]| of(StopRule::Relative, safeguards, nearest);
    let absolute = |safeguards| of(StopRule::Absolute, safeguards, &[FromSimplex, FromWitnesses]);
    let mut rules = [
        relative(verifying, &[Refined, FromSimplex, FromNormal]),
        relative(doubting, &[FromSimplex, FromWitnesses, FromNormal, Refined]),
        relative(must_separate, &[FromSimplex, FromNormal]),
        relative(guarded, &[FromSimplex, FromWitnesses, FromNormal]),
        relative(guarded_must_separate, &[FromSimplex, FromNormal]),
        relative(bare, &[FromSimplex, FromWitnesses, FromNormal]),
        absolute(doubting),
        absolute(guarded),
        absolute(bare),
    ]
    .concat();
    for reference in Reference::ALL {
        for epsilon in tolerances::<T>() {
            let stop = StopRule::Within(Tolerance { epsilon, of: reference });
            rules.extend([doubting, guarded].into_iter().flat_map(|safeguards| of(stop, safeguards, &[FromSimplex])));
        }
    }
    rules
}

/// Powers of ten from 10⁻² down to the unit roundoff, and the unit roundoff itself: all of them in single precision, every
/// second one in double.
pub fn tolerances<T: Scalar>() -> Vec<f64> {
    let unit = T::unit_roundoff().to_f64();
    let stride = if unit < f64::from(f32::EPSILON) / 2.0 { 2 } else { 1 };
    let powers = (2..).step_by(stride).map(|exponent| 10.0_f64.powi(-exponent));
    powers.take_while(|power| *power > 2.0 * unit).chain([unit]).collect()
}

#[cfg(test)]
mod tests {
    use std::any::type_name;
    use std::collections::{BTreeSet, HashSet};

    use gjk_numbers::Solid;

    use super::*;

    /// The types of the subalgorithms listed, or of those in distance variants.
    #[derive(Default)]
    struct Types(BTreeSet<&'static str>);

    impl<S: Space> RegisterSubalgorithm<S> for Types {
        fn add<P: Subalgorithm<S> + 'static>(&mut self, _: P) {
            assert!(self.0.insert(type_name::<P>()), "{} is listed twice", type_name::<P>());
        }
    }

    impl<S: Space> Register<S> for Types {
        fn add<V: Variant<S> + 'static>(&mut self, _: V) {
            // The rules of the common loop are left out of the name.
            let inside = type_name::<V>().split_once("::Gjk<").and_then(|(_, inside)| inside.split([',', '>']).next());
            self.0.extend(inside);
        }
    }

    #[test]
    fn the_listed_subalgorithms_are_those_of_the_variants() {
        let (mut listed, mut of_variants) = (Types::default(), Types::default());
        subalgorithms::<Solid<f64>>(&mut listed);
        in_space::<f64>(&mut of_variants);
        assert_eq!(listed.0, of_variants.0);
    }

    #[test]
    fn every_choice_of_the_published_loops_is_combined_with_every_other() {
        let loops = loops::<Solid<f64>>();
        // Two stops, three safeguards, two ways to form v. With the relative stop: v from the normal with three safeguards; two
        // safeguards whose last v must separate, with two ways to form v; verified verdicts with three ways to form v; and
        // doubt with the refined v. Two safeguards with eight tolerances of two kinds.
        assert_eq!(loops.len(), 4 * (2 * 3 * 2 + 3 + 2 * 2 + 3 + 1 + 2 * 8 * 2));
        let names = loops.iter().map(|variant| (variant.about().name, format!("{:?}", variant.rules())));
        assert_eq!(names.collect::<HashSet<_>>().len(), loops.len());
    }

    #[test]
    fn tolerances_go_down_to_the_unit_roundoff() {
        assert_eq!(tolerances::<f64>(), [1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12, 1e-14, 2.0_f64.powi(-53)]);
        assert_eq!(tolerances::<f32>(), [1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 2.0_f64.powi(-24)]);
    }
}
