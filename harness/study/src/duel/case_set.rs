//! The sets of cases of the duel: its families in single and in double precision, and the questions about them.

use std::fmt;

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::family::{DuelFamily, Family, Gap, duel_families};
use gjk_records::{Duel, Question};

/// The first cases of a family of the duel in one scalar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CaseSet {
    /// The question about the cases.
    pub question: Question,
    /// The family.
    pub family: &'static DuelFamily,
    /// The scalar, in which the coordinates are exact.
    pub scalar: Arithmetic,
}

/// The least and the most cases of a set.
const LEAST: usize = 64;
const MOST: usize = 1024;

/// The number of points from which on a set has only as many cases as a cache holds.
const SCANNED_FROM: usize = 32;

/// The most bytes of the coordinates of a set: together with the other data of a query they fit into a second-level cache of
/// 512 KiB.
const BYTES: usize = 256 << 10;

/// The most points of bodies whose depth is asked for.
const DEPTH_UP_TO: usize = 256;

/// Every set in the order of families: each in double precision and then in single precision; then the sets whose depth is
/// asked for, all of overlapping bodies; and then the casts.
pub fn case_sets() -> Vec<CaseSet> {
    let scalars = [Arithmetic::F64, Arithmetic::F32];
    let has_depth = |family: &DuelFamily| family.gap == Gap::Overlap && family.points <= DEPTH_UP_TO;
    let of = |question: Question| {
        let families = duel_families().iter().filter(move |family| match question {
            Question::Cast => family.gap.is_of_casts(),
            Question::Depth => has_depth(family),
            _ => !family.gap.is_of_casts(),
        });
        families.flat_map(move |family| scalars.map(|scalar| CaseSet { question, family, scalar }))
    };
    [Question::Distance, Question::Depth, Question::Cast].into_iter().flat_map(of).collect()
}

/// Sets in the order of [`case_sets`], grouped by family and question.
pub fn by_family(sets: &[CaseSet]) -> impl Iterator<Item = &[CaseSet]> {
    sets.chunk_by(|one, other| (one.question, one.family) == (other.question, other.family))
}

impl CaseSet {
    /// The gap as records spell it: a number in units of the bodies' size, `overlap` or `far`; of casts `hit` or `pass`.
    pub fn gap(&self) -> String {
        match self.family.gap {
            gap @ (Gap::Overlap | Gap::Far | Gap::Hit | Gap::Pass) => gap.name().to_owned(),
            gap => format!("{:e}", gap.distance(self.scalar)),
        }
    }

    /// Whether a record belongs to this set.
    pub fn is_of(&self, duel: &Duel) -> bool {
        let DuelFamily { shape, points, .. } = self.family;
        let of_family = shape.name() == duel.family && *points == duel.points;
        let of_question = duel.contest() == self.question;
        of_question && of_family && self.gap() == duel.gap && self.scalar.name() == duel.scalar
    }

    /// The number of cases: 1024 for 8 points; for more points as many as have their coordinates within 256 KiB, and at least
    /// 64.
    ///
    /// The branch predictor learns a few pairs that come again and again: on 1024 pairs of 8 points, code with branches takes
    /// up to a third longer than on 64. With many points, the branches of an algorithm count for less than its scans, and these
    /// should not wait for memory: whether they do depends on the places that a process happened to get, and not on the
    /// variant. The scans of the sets of 1024 points [do](CaseSet::is_beyond_the_cache), and these sets are there for that.
    pub fn count(&self) -> usize {
        let points = self.family.points;
        // In double precision: the sets of a family have the same cases in both scalars.
        let pair = 2 * points * 3 * size_of::<f64>();
        if points < SCANNED_FROM { MOST } else { (BYTES / pair).clamp(LEAST, MOST) }
    }

    /// Whether its coordinates need more than a second-level cache of one MiB.
    pub fn is_beyond_the_cache(&self) -> bool {
        let size = if self.scalar == Arithmetic::F32 { size_of::<f32>() } else { size_of::<f64>() };
        self.count() * 2 * self.family.points * 3 * size > 1 << 20
    }

    /// Its cases, at most this many.
    pub fn cases(&self, seed: u64, most: usize) -> Vec<Case> {
        let count = self.count().min(most) as u64;
        (0..count).map(|index| self.family.case(seed, self.scalar, index)).collect()
    }
}

/// `SHAPE/POINTS/GAP/SCALAR`, preceded by the question, such as `depth/`, if that is not the distance.
impl fmt::Display for CaseSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let contest = match self.question {
            Question::Distance => String::new(),
            other => format!("{}/", other.name()),
        };
        write!(f, "{contest}{}/{}/{}/{}", self.family.shape.name(), self.family.points, self.gap(), self.scalar)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_named_and_every_size_on_the_grid_has_five_gaps_in_two_scalars() {
        let sets = case_sets();
        let names: Vec<String> = sets.iter().map(CaseSet::to_string).collect();
        for name in [
            "box/8/overlap/f64",
            "hull/1024/1e-9/f64",
            "box/8/1e-6/f64",
            "box/8/1e-3/f32",
            "hull/256/1e-4/f32",
            "hull/32/1e-2/f32",
            "box/8/far/f32",
            "raw-box/8/1e-9/f64",
            "raw-hull/8/1e-4/f32",
            "depth/box/8/overlap/f64",
            "depth/hull/256/overlap/f32",
            "cast/box/8/pass/f64",
            "cast/hull/128/hit/f32",
        ] {
            assert!(names.iter().any(|other| other == name), "{name} is not in {names:?}");
        }
        // Boxes and hulls of five sizes; two families on no grid, at the least gap; the depth of boxes and hulls of four sizes; and
        // casts of boxes and of hulls of three sizes, in two ways.
        assert_eq!(sets.len(), 2 * (5 * 6 + 2) + 2 * 5 + 2 * 4 * 2);
        let of_depth = sets.iter().filter(|set| set.question == Question::Depth);
        assert!(
            of_depth.clone().all(|set| set.family.gap == Gap::Overlap && set.family.points <= 256) && of_depth.count() == 10
        );
        assert!(by_family(&sets).all(|sets| sets.len() == 2 && sets[0].scalar == Arithmetic::F64));
        let of_one_scalar: Vec<CaseSet> = sets.iter().copied().filter(|set| set.scalar == Arithmetic::F32).collect();
        assert!(by_family(&of_one_scalar).all(|sets| sets.len() == 1));
    }

    #[test]
    fn a_record_is_of_the_set_of_its_name_alone() {
        let sets = case_sets();
        for set in &sets {
            let record = Duel {
                family: set.family.shape.name().to_owned(),
                points: set.family.points,
                gap: set.gap(),
                scalar: set.scalar.name().to_owned(),
                question: set.question.name().to_owned(),
                ..Duel::default()
            };
            let of: Vec<&CaseSet> = sets.iter().filter(|set| set.is_of(&record)).collect();
            assert_eq!(of, [set]);
        }
    }

    #[test]
    fn large_bodies_have_fewer_cases_and_a_set_begins_with_the_same_ones() {
        let sets = case_sets();
        let counts: Vec<(usize, usize)> = sets.iter().map(|set| (set.family.points, set.count())).collect();
        for count in [(8, 1024), (32, 170), (128, 64), (256, 64), (1024, 64)] {
            assert!(counts.contains(&count), "{count:?} is not in {counts:?}");
        }
        let beyond = |set: &&CaseSet| set.is_beyond_the_cache();
        assert!(sets.iter().filter(beyond).all(|set| set.family.points == 1024) && sets.iter().any(|set| beyond(&set)));
        assert!(sets.iter().filter(|set| set.family.points == 1024).all(|set| beyond(&set)));
        let set = sets[0];
        let ids = |seed, most| set.cases(seed, most).into_iter().map(|case| case.id).collect::<Vec<_>>();
        assert_eq!((ids(1, 3), ids(1, usize::MAX).len()), (ids(1, 64)[..3].to_vec(), 1024));
        assert_ne!(ids(1, 3), ids(2, 3));
    }
}
