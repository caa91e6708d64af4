//! The end of a run on bodies of many points: the run continues among the few points that may be below its face.

use super::{Asked, End, Plan, Run, Simplex, apart, conclude};
use crate::answer::Distance;
use crate::body::{Body, product};
use crate::face::{self, Look, Named, NamedPoints};
use crate::fused::fused;
use crate::number::Number;

/// Some points of a body, with their numbers in the body.
struct Subset<'a, B> {
    body: &'a B,
    points: &'a NamedPoints,
}

impl<T: Number, const D: usize, B: Body<T, D>> Asked<T, D> for Subset<'_, B> {
    #[inline(always)]
    fn support(&self, direction: &[T; D]) -> usize {
        let (mut best, mut greatest) = (0, T::nearest(f64::NEG_INFINITY));
        for &(index, _) in self.points.as_slice() {
            let new = product(&self.body.point(index as usize), direction);
            (best, greatest) = if new > greatest { (index, new) } else { (best, greatest) };
        }
        best as usize
    }

    #[inline(always)]
    fn point(&self, index: usize) -> [T; D] {
        self.body.point(index)
    }
}

fused! {
    /// The answer of a run that is near its end: proves its face, or iterates among the points that may be below it, until
    /// there are none. `None` if that does not succeed.
    ///
    /// A scan that names these points takes as long as a scan for the greatest product, and is itself the proof if there are no
    /// other points.
    among as pub(super) fn finish(
        run: Run,
        simplex: Simplex,
        bodies: (&impl Body<T, D>, &impl Body<T, D>),
        of: &[[T; D]; 2],
    ) -> Option<Distance<T, D>>
}

#[inline(always)]
fn among<const FUSED: bool, T: Number, const D: usize>(
    mut run: Run,
    mut simplex: Simplex,
    (a, b): (&impl Body<T, D>, &impl Body<T, D>),
    of: &[[T; D]; 2],
) -> Option<Distance<T, D>> {
    let mut named = Named::NONE;
    loop {
        let pairs = simplex.pairs();
        match face::look::<FUSED, T, D>(a, b, &pairs, &mut named) {
            Look::Nearest(face) => return Some(apart(pairs, face, run.iterations)),
            Look::Named => {}
            Look::Nothing => return None,
        }
        let [of_a, of_b] = &named.0;
        let subsets = (&Subset { body: a, points: of_a }, &Subset { body: b, points: of_b });
        let end = run.go::<_, _, T, D, false>(&mut simplex, subsets, of, Plan::PLAIN, &mut ());
        // If the named points led to another face, that face is tested: it is nearer, so the loop ends.
        if !matches!(end, End::Face) || simplex.pairs() == pairs {
            return Some(conclude(a, b, &simplex, end, run.iterations));
        }
    }
}
