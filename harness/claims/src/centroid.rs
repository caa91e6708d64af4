//! Whether the support mapping must return the centroid of a face where the support point is not unique.

use gjk_variants::{BooleanGjk, Integer, Ring, Solid, Space, Start, Stop, SupportMap, TrueRegion, Variant, Verdict};

use super::boolean::{REFERENCE, ends_right, shelf};
use super::ledger::{Decision, Finding};
use super::part::{Effort, Kind, Pair, Role};
use gjk_cases::case::Class;
use gjk_hunt::search::sample::Site;

type S = Solid<Integer>;
type Vector = <S as Space>::Vector;

/// The least common multiple of the numbers of points that a face can have.
const SCALE: i64 = 840;

/// A hull whose support point is the centroid of those points that are greatest, in units of 1/840, or the first or last of
/// them; it notes whether there was more than one.
struct Face {
    points: Vec<Vector>,
    tie: Tie,
    met: std::sync::atomic::AtomicBool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tie {
    First,
    Last,
    Centroid,
}

impl Face {
    fn new(sites: &[Site], tie: Tie) -> Face {
        let mut sites = sites.to_vec();
        sites.sort_unstable();
        sites.dedup();
        let points = sites.iter().map(|site| S::vector(|i| Integer::new(SCALE * site[i]))).collect();
        Face { points, tie, met: false.into() }
    }
}

impl SupportMap<S> for Face {
    fn support(&self, direction: &Vector, _near: Option<usize>) -> (Vector, usize) {
        let products: Vec<Integer> = self.points.iter().map(|point| S::dot(point, direction)).collect();
        let mut greatest = products[0];
        for product in &products {
            if *product > greatest {
                greatest = *product;
            }
        }
        let face: Vec<usize> = (0..products.len()).filter(|i| products[*i] == greatest).collect();
        if face.len() > 1 {
            self.met.store(true, std::sync::atomic::Ordering::Relaxed);
        }
        match self.tie {
            Tie::First => (self.points[face[0]], face[0]),
            Tie::Last => (self.points[face[face.len() - 1]], face[face.len() - 1]),
            Tie::Centroid => {
                let sum = face[1..].iter().fold(self.points[face[0]], |sum, i| S::plus(&sum, &self.points[*i]));
                let share = face.len() as i128;
                let mean = S::vector(|i| match S::coordinate(&sum, i).value() {
                    Some(value) => i64::try_from(value / share).map_or(Integer::new(i64::MAX), Integer::new),
                    None => Integer::new(i64::MAX).times(&Integer::new(i64::MAX)),
                });
                (mean, face.iter().fold(0, |name, i| name | 1 << i))
            }
        }
    }

    fn center(&self) -> Vector {
        self.points[0]
    }
}

/// Whether the reference run with a tie rule is right; none where no support point was ambiguous.
fn right_with(pair: &Pair<'_>, tie: Tie) -> Option<bool> {
    let (a, b) = (Face::new(pair.a, tie), Face::new(pair.b, tie));
    let start = pair.start.map_or(Start::Default, |site| Start::Direction(S::vector(|i| Integer::new(site[i]))));
    let outcome = BooleanGjk::new(TrueRegion).solve(&a, &b, &start, &mut ());
    if outcome.stop == Stop::Range || !(a.met.into_inner() || b.met.into_inner()) {
        return None;
    }
    let separated = pair.truth().class() == Class::Separated;
    Some(outcome.answer.is_some_and(|verdict| matches!(verdict, Verdict::Disjoint { .. }) == separated))
}

pub fn face_centroid(effort: &Effort) -> Finding {
    let reference = shelf(REFERENCE);
    let parts = vec![
        effort.lattice(
            Role::Literal,
            "a run that meets an ambiguous support point and takes a vertex of the face (not the centroid) is not right",
            60_000,
            Kind::Solid,
            &|pair| right_with(pair, Tie::First).map(|right| !right),
        ),
        effort.lattice(Role::Repaired, "such runs with the first vertex are right", 60_000, Kind::Solid, &|pair| {
            right_with(pair, Tie::First)
        }),
        effort.lattice(Role::Repaired, "such runs with the last vertex are right", 60_000, Kind::Solid, &|pair| {
            right_with(pair, Tie::Last)
        }),
        effort.lattice(Role::Repaired, "such runs with the centroid are right", 60_000, Kind::Solid, &|pair| {
            right_with(pair, Tie::Centroid)
        }),
        effort.lattice(Role::Repaired, "runs with the first vertex in index order are right", 500_000, Kind::Solid, &|pair| {
            ends_right(&reference, pair)
        }),
    ];
    Decision::new(parts)
        .note(
            "must is too much: GJK asks for some point of the face. Runs of linahan-true-region; a vertex has the advantage that \
             finitely many support points guarantee the end",
        )
        .find()
}
