//! The sets of cases of the duel: its families in single and in double precision.

use std::fmt;

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::family::{DuelFamily, Family, Gap, duel_families};
use gjk_records::Duel;

/// The first cases of a family of the duel in one scalar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CaseSet {
    /// The family.
    pub family: &'static DuelFamily,
    /// The scalar, in which the coordinates are exact.
    pub scalar: Arithmetic,
}

/// Every set in the order of families: each in double precision and then in single precision.
pub fn case_sets() -> Vec<CaseSet> {
    let scalars = [Arithmetic::F64, Arithmetic::F32];
    duel_families().iter().flat_map(|family| scalars.map(|scalar| CaseSet { family, scalar })).collect()
}

/// Sets in the order of [`case_sets`], those of one family together.
pub fn by_family(sets: &[CaseSet]) -> impl Iterator<Item = &[CaseSet]> {
    sets.chunk_by(|one, other| one.family == other.family)
}

impl CaseSet {
    /// The gap as records spell it: a number in units of the bodies' size, `overlap` or `far`.
    pub fn gap(&self) -> String {
        match self.family.gap {
            gap @ (Gap::Overlap | Gap::Far) => gap.name().to_owned(),
            gap => format!("{:e}", gap.distance(self.scalar)),
        }
    }

    /// Whether a record is of it.
    pub fn is_of(&self, duel: &Duel) -> bool {
        let DuelFamily { shape, points, .. } = self.family;
        let of_family = shape.name() == duel.family && *points == duel.points;
        of_family && self.gap() == duel.gap && self.scalar.name() == duel.scalar
    }

    /// How many cases it has: 1024 of up to 32 points, of more points as many as fit a cache, and at least 16.
    ///
    /// Few pairs that come again and again are learnt by the branch predictor: on 1024 pairs of 8 points code with branches takes
    /// up to a third longer than on 64. At many points the branches of an algorithm count for less than its scans, which should not
    /// wait for memory: the coordinates of 16,384 points of each body are 768 KiB in double precision, and fit a second-level cache
    /// of one MiB. Those of 1024 pairs of 32 points are twice as many, and do not fit it: with 64 pairs that do, a query in double
    /// precision took two thirds of the time on one machine.
    pub fn count(&self) -> usize {
        if self.family.points <= 32 { 1024 } else { (16_384 / self.family.points).max(16) }
    }

    /// Its cases, at most so many.
    pub fn cases(&self, seed: u64, most: usize) -> Vec<Case> {
        let count = self.count().min(most) as u64;
        (0..count).map(|index| self.family.case(seed, self.scalar, index)).collect()
    }
}

/// `SHAPE/POINTS/GAP/SCALAR`
impl fmt::Display for CaseSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}/{}", self.family.shape.name(), self.family.points, self.gap(), self.scalar)
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
        ] {
            assert!(names.iter().any(|other| other == name), "{name} is not in {names:?}");
        }
        // Boxes and hulls of five sizes; two families on no grid, at the least gap.
        assert_eq!(sets.len(), 2 * (5 * 6 + 2));
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
        for count in [(8, 1024), (32, 1024), (128, 128), (256, 64), (1024, 16)] {
            assert!(counts.contains(&count), "{count:?} is not in {counts:?}");
        }
        let set = sets[0];
        let ids = |seed, most| set.cases(seed, most).into_iter().map(|case| case.id).collect::<Vec<_>>();
        assert_eq!((ids(1, 3), ids(1, usize::MAX).len()), (ids(1, 64)[..3].to_vec(), 1024));
        assert_ne!(ids(1, 3), ids(2, 3));
    }
}
