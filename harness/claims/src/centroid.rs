//! Must the support mapping return the centroid of a face if the support point is not unique?

use std::sync::atomic::{AtomicBool, Ordering};

use gjk_cases::case::Class;
use gjk_hunt::search::Site;
use gjk_variants::{BooleanGjk, Ring, Scalar, Solid, Space, Start, SupportMap, TrueRegion, Variant, Verdict};

use crate::check::Role::*;
use crate::finding::Decision;
use crate::fraction::Fraction;
use crate::observed::TRUE_REGION;
use crate::pair::{LatticePair, Point, vector};
use crate::posed::Kind;
use crate::search::Search;

type S = Solid<Fraction>;

/// The choice of a support mapping among several greatest points.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tie {
    First,
    Last,
    Centroid,
}

/// A hull with a rule for ties, which records whether there was a tie.
struct Face {
    points: Vec<Point>,
    tie: Tie,
    met: AtomicBool,
}

impl Face {
    fn new(sites: &[Site], tie: Tie) -> Face {
        let mut sites = sites.to_vec();
        sites.sort_unstable();
        sites.dedup();
        Face { points: sites.iter().map(vector).collect(), tie, met: false.into() }
    }
}

impl SupportMap<S> for Face {
    fn support(&self, direction: &Point, _near: Option<usize>) -> (Point, usize) {
        let products: Vec<Fraction> = self.points.iter().map(|point| S::dot(point, direction)).collect();
        let is_greatest = |i: &usize| products.iter().all(|product| *product <= products[*i]);
        let face: Vec<usize> = (0..products.len()).filter(is_greatest).collect();
        self.met.fetch_or(face.len() > 1, Ordering::Relaxed);
        match self.tie {
            Tie::First => (self.points[face[0]], face[0]),
            Tie::Last => (self.points[face[face.len() - 1]], face[face.len() - 1]),
            Tie::Centroid => {
                let sum = face.iter().fold(S::zero(), |sum, i| S::plus(&sum, &self.points[*i]));
                let share = Fraction::one().over(&Fraction::from(face.len() as i64));
                (S::scaled(&sum, &share), face.iter().fold(0, |name, i| name | 1 << i))
            }
        }
    }

    fn center(&self) -> Point {
        self.points[0]
    }
}

/// Whether the reference run with a tie rule is right; `None` if no support point was ambiguous.
fn right_with(pair: &LatticePair<'_>, tie: Tie) -> Option<bool> {
    let (a, b) = (Face::new(pair.a, tie), Face::new(pair.b, tie));
    let start = pair.start.map_or(Start::Default, |site| Start::Direction(vector(&site)));
    let outcome = BooleanGjk::new(TrueRegion).solve(&a, &b, &start, &mut ());
    let separated = || pair.class() == Class::Separated;
    let right = || outcome.answer.is_some_and(|verdict| matches!(verdict, Verdict::Disjoint { .. }) == separated());
    (a.met.into_inner() || b.met.into_inner()).then(right)
}

pub fn face_centroid(search: &Search) -> Decision {
    let solid = search.lattice(Kind::Solid, 60_000);
    let what = "a run that meets an ambiguous support point and takes a vertex of the face (not the centroid) is not right";
    let literal = solid.check(Literal, what, |pair| right_with(pair, Tie::First).map(|right| !right));
    let ties = [("first vertex", Tie::First), ("last vertex", Tie::Last), ("centroid", Tie::Centroid)]
        .map(|(name, tie)| solid.check(Repaired, format!("such runs with the {name} are right"), |pair| right_with(pair, tie)));
    let what = "runs with the first vertex in index order are right";
    let all = search.lattice(Kind::Solid, 500_000);
    let all = all.check(Repaired, what, |pair| Some(TRUE_REGION.judge(pair).is_right()));
    let checks = [literal].into_iter().chain(ties).chain([all]);
    Decision::new(checks).exact_only("in floats a tie is a matter of rounding, and a centroid is no vertex").note(
        "must is too much: GJK asks for some point of the face. Runs of linahan-true-region; a vertex has the advantage that \
         finitely many support points guarantee the end",
    )
}
