//! Variants on pairs of the lattice: the verdicts of the boolean ones and every simplex that DoSimplex is called on, and the
//! nearest points of the common distance iteration.

use gjk_hunt::search::MachineInteger;
use gjk_hunt::search::Site;
use gjk_variants::{
    BooleanGjk, DoSimplex, FaceFirst, Gjk, Muratori, Nearest, Observer, Plane, Simplex, Solid, Step, Subalgorithm, ThreePlane,
    TrueRegion,
};

use crate::fraction::Fraction;
use crate::pair::{Judged, LatticePair};

/// Space over machine integers.
pub type S = Solid<MachineInteger>;

/// Sees each simplex that DoSimplex is called on, and its points.
pub type Seen<'f> = &'f mut dyn FnMut(&Simplex<S>, &[Site]);

struct Entries<'f>(Seen<'f>);

impl Observer<S> for Entries<'_> {
    fn entered(&mut self, simplex: &Simplex<S>) {
        let mut points = [[0; 3]; 4];
        for (point, vertex) in points.iter_mut().zip(simplex.vertices()) {
            *point = std::array::from_fn(|i| vertex.point[i].0);
        }
        (self.0)(simplex, &points[..simplex.len()]);
    }
}

/// A boolean variant of the roster.
#[derive(Clone, Copy)]
pub struct Boolean {
    /// Its name.
    pub name: &'static str,
    /// Runs it on a pair.
    pub judge: fn(&LatticePair<'_>) -> Judged,
    /// Runs it on a pair in space, observed.
    pub observe: fn(&LatticePair<'_>, Seen<'_>) -> Judged,
    /// Its DoSimplex.
    pub reduce: fn(&mut Simplex<S>) -> Step<S>,
}

/// Muratori's.
pub const MURATORI: Boolean = Boolean::of::<Muratori>("muratori");
/// The reading with three plane tests.
pub const THREE_PLANE: Boolean = Boolean::of::<ThreePlane>("linahan-three-plane");
/// The reading that takes the first face.
pub const FACE_FIRST: Boolean = Boolean::of::<FaceFirst>("linahan-face-first");
/// The reference.
pub const TRUE_REGION: Boolean = Boolean::of::<TrueRegion>("linahan-true-region");
/// The two readings of Linahan's DoSimplex, Muratori's, which they reduce, and last the reference.
pub const BOOLEAN: [Boolean; 4] = [THREE_PLANE, FACE_FIRST, MURATORI, TRUE_REGION];

impl Boolean {
    /// Boolean GJK around a DoSimplex, under its name.
    pub const fn of<P: DoSimplex<S> + DoSimplex<Plane<MachineInteger>> + Default>(name: &'static str) -> Boolean {
        Boolean { name, judge: judge::<P>, observe: observe::<P>, reduce: |simplex| P::default().reduce(simplex, &mut ()) }
    }
}

fn judge<P: DoSimplex<S> + DoSimplex<Plane<MachineInteger>> + Default>(pair: &LatticePair<'_>) -> Judged {
    let variant = BooleanGjk::new(P::default());
    match pair.dimension {
        2 => pair.judge::<2>(pair.solve::<MachineInteger, 2, _>(&variant, &mut ()).answer),
        _ => pair.judge::<3>(pair.solve::<MachineInteger, 3, _>(&variant, &mut ()).answer),
    }
}

fn observe<P: DoSimplex<S> + Default>(pair: &LatticePair<'_>, seen: Seen<'_>) -> Judged {
    pair.judge::<3>(pair.solve::<MachineInteger, 3, _>(&BooleanGjk::new(P::default()), &mut Entries(seen)).answer)
}

/// Whether the bodies meet: by the evidence of the reference's run, as far as it proves it.
pub fn meets(pair: &LatticePair<'_>) -> bool {
    (TRUE_REGION.judge)(pair).meets
}

/// Whether the common distance iteration around a subalgorithm ends with the nearest point.
pub fn ends_with_nearest<P: Subalgorithm<Solid<Fraction>>>(
    pair: &LatticePair<'_>,
    subalgorithm: P,
    observer: &mut impl Observer<Solid<Fraction>>,
) -> bool {
    match pair.solve::<Fraction, 3, _>(&Gjk::new(subalgorithm), observer).answer {
        Some(Nearest::Apart(found)) => {
            pair.is_beyond(&found.nearest) && (pair.is_proven(&found) || found.nearest == pair.nearest())
        }
        Some(Nearest::Intersecting { .. }) => meets(pair),
        None => false,
    }
}

/// Adds a place to those on which a statement holds so far; it is looked at only while it does.
pub fn also(so_far: &mut Option<bool>, holds: impl FnOnce() -> bool) {
    if *so_far != Some(false) {
        *so_far = Some(holds());
    }
}

#[cfg(test)]
mod tests {
    use gjk_variants::{About, Variant};

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
