//! Variants on pairs of the lattice: the verdicts of the boolean variants and every simplex that DoSimplex is called on, and
//! the nearest points of the common distance iteration.

use std::sync::OnceLock;

use gjk_hunt::search::{IntegerRoster, MachineInteger, SimplexSeen};
use gjk_variants::gjk::Doubted;
use gjk_variants::vector::Vector;
use gjk_variants::{
    CAPACITY, DoSimplex, FaceFirst, Gjk, Muratori, Nearest, Observer, Ring, Simplex, Solid, Space, Step, Subalgorithm,
    ThreePlane, TrueRegion, Vertex,
};

use crate::fraction::Fraction;
use crate::pair::{CheckedVerdict, LatticePair};

/// Space over machine integers.
pub type S = Solid<MachineInteger>;

/// Passes on each simplex that DoSimplex or a subalgorithm is called on.
pub struct SimplexObserver<F>(pub F);

impl<S: Space, F: FnMut(&Simplex<S>)> Observer<S> for SimplexObserver<F> {
    fn entered(&mut self, older: &Simplex<S>, newest: &Vertex<S>) {
        (self.0)(&older.with(newest));
    }
}

/// The points of a simplex, padded with zeros to the greatest possible number; in the plane the third coordinate is zero.
pub fn points_of<S: Space>(simplex: &Simplex<S>) -> [Vector<S::Scalar>; CAPACITY] {
    std::array::from_fn(|place| {
        let vertex = simplex.vertices().get(place);
        let coordinate = |i: usize| vertex.filter(|_| i < S::DIMENSION).map(|vertex| S::coordinate(&vertex.point, i).clone());
        std::array::from_fn(|i| coordinate(i).unwrap_or_else(S::Scalar::zero))
    })
}

/// A boolean variant of the roster.
#[derive(Clone, Copy)]
pub struct Boolean {
    pub name: &'static str,
    pub reduce: fn(&mut Simplex<S>) -> Step<S>,
}

pub const MURATORI: Boolean = Boolean::of::<Muratori>("muratori");
/// The reading with three plane tests.
pub const THREE_PLANE: Boolean = Boolean::of::<ThreePlane>("linahan-three-plane");
/// The reading that returns the first face.
pub const FACE_FIRST: Boolean = Boolean::of::<FaceFirst>("linahan-face-first");
/// The reference.
pub const TRUE_REGION: Boolean = Boolean::of::<TrueRegion>("linahan-true-region");
/// The two readings of Linahan's DoSimplex, then Muratori's, which they reduce, and last the reference.
pub const BOOLEAN: [Boolean; 4] = [THREE_PLANE, FACE_FIRST, MURATORI, TRUE_REGION];

/// The boolean variants on machine integers.
fn integers() -> &'static IntegerRoster {
    static ROSTER: OnceLock<IntegerRoster> = OnceLock::new();
    ROSTER.get_or_init(IntegerRoster::builtin)
}

impl Boolean {
    /// Boolean GJK with a DoSimplex, under its name.
    const fn of<P: DoSimplex<S> + Default>(name: &'static str) -> Boolean {
        // Not a closure, which would be compiled again in each unit that reads a constant.
        fn reduce<P: DoSimplex<S> + Default>(simplex: &mut Simplex<S>) -> Step<S> {
            P::default().reduce(simplex, &mut ())
        }
        Boolean { name, reduce: reduce::<P> }
    }

    /// Runs the variant on a pair.
    pub fn judge(&self, pair: &LatticePair<'_>) -> CheckedVerdict {
        let outcome = integers().ask(self.name, pair.dimension as u8, [pair.a, pair.b], pair.start.as_ref());
        pair.judged(outcome.expect("a variant of the roster"))
    }

    /// Runs the variant on a pair in space, observed.
    pub fn observe(&self, pair: &LatticePair<'_>, seen: SimplexSeen<'_>) -> CheckedVerdict {
        let outcome = integers().watch(self.name, [pair.a, pair.b], pair.start.as_ref(), seen);
        pair.judged(outcome.expect("a variant of the roster"))
    }

    /// Runs the variant on a pair in space, and returns whether a statement holds at every call of DoSimplex to which it
    /// applies; `None` if it applies to none in the whole run.
    pub fn holds(
        &self,
        pair: &LatticePair<'_>,
        holds: impl Fn(&Simplex<S>, &[Vector<MachineInteger>]) -> Option<bool>,
    ) -> (Option<bool>, CheckedVerdict) {
        let mut all = None;
        let run = self.observe(pair, &mut |simplex, points| also(&mut all, || holds(simplex, points)));
        (all, run)
    }
}

/// Whether the bodies meet: by the evidence of the reference's run, as far as it proves it.
pub fn meets(pair: &LatticePair<'_>) -> bool {
    TRUE_REGION.judge(pair).meets
}

/// Whether the common distance iteration around a subalgorithm ends with the nearest point.
pub fn ends_with_nearest<P: Subalgorithm<Solid<Fraction>>>(
    pair: &LatticePair<'_>,
    subalgorithm: P,
    observer: &mut impl Observer<Solid<Fraction>>,
) -> bool {
    // A loop that verifies its verdict would repair a wrong choice of the subalgorithm.
    match pair.solve::<Fraction, 3, _>(&Gjk::<_, Doubted>::with_rules(subalgorithm), observer).answer {
        Some(Nearest::Apart(found)) => {
            pair.is_beyond(&found.nearest) && (pair.is_proven(&found) || found.nearest == pair.nearest())
        }
        Some(Nearest::Intersecting { .. }) => meets(pair),
        None => false,
    }
}

/// Adds a place to those at which a statement holds so far; the statement is evaluated only while it holds. It does not apply
/// to some places.
pub fn also(so_far: &mut Option<bool>, holds: impl FnOnce() -> Option<bool>) {
    if *so_far != Some(false) {
        *so_far = holds().or(*so_far);
    }
}

#[cfg(test)]
mod tests {
    use gjk_variants::{About, BooleanGjk, Variant};

    use super::*;

    #[test]
    fn the_names_are_those_of_the_roster() {
        let about: [About; 4] = [
            Variant::<S>::about(&BooleanGjk::new(ThreePlane)),
            Variant::<S>::about(&BooleanGjk::new(FaceFirst)),
            Variant::<S>::about(&BooleanGjk::new(Muratori)),
            Variant::<S>::about(&BooleanGjk::new(TrueRegion)),
        ];
        assert_eq!(about.map(|about| about.name), BOOLEAN.map(|variant| variant.name));
    }
}
