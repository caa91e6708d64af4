//! The same case in two studies, and the change of its ruling.
//!
//! Rulings have three grades. A verdict that is wrong or missing is the worst grade; ranks are based on it. An answer that is
//! `off` has the right verdict and a useless length; it is a failure as well. No other ruling is a failure. A case is *worse*
//! if its grade is worse than before. A change within a grade, such as from `right` to `inaccurate`, is listed, and is neither
//! worse nor better; answers that are no longer `right` are counted separately.

use std::collections::BTreeMap;

use gjk_records::{Column, Ruling};

use super::side::{Group, RowCoverage, Side};
use crate::binomial::{LEVEL, sign_test};

/// The statement of a study about an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// Its ruling.
    As(Column),
    /// The answer has no row in a study that keeps rows of failures only, so it is no failure.
    NoFailure,
}

/// The grade of a ruling; a greater one is worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Grade {
    NoFailure,
    Off,
    NoRightVerdict,
}

impl Seen {
    /// The grade; `None` if the variant did not accept the case.
    fn grade(self) -> Option<Grade> {
        let Seen::As(column) = self else { return Some(Grade::NoFailure) };
        match column.ruling() {
            Ruling::Wrong | Ruling::GaveUp => Some(Grade::NoRightVerdict),
            Ruling::Off => Some(Grade::Off),
            ruling if ruling.is_taken() => Some(Grade::NoFailure),
            _ => None,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Seen::As(column) => column.name(),
            Seen::NoFailure => "no failure",
        }
    }

    fn rank(self) -> usize {
        match self {
            Seen::As(column) => column as usize,
            Seen::NoFailure => 0,
        }
    }
}

/// A case whose ruling changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// The variant.
    pub variant: String,
    /// The scalar.
    pub scalar: String,
    /// The family.
    pub family: String,
    /// The name of the case.
    pub case: String,
    /// The statement of the old study.
    pub old: Seen,
    /// The statement of the new study.
    pub new: Seen,
}

impl Changed {
    /// How much worse the case became: negative if it is better, and near zero if the grade is the same.
    pub(super) fn severity(&self) -> i32 {
        match (self.old.grade(), self.new.grade()) {
            (Some(old), Some(new)) if old != new => 10 * (new as i32 - old as i32),
            // No longer accepted, or now accepted.
            (Some(_), None) => 2,
            (None, Some(_)) => -2,
            _ if self.new.rank() > self.old.rank() => 1,
            _ => -1,
        }
    }

    /// The kind of the change, in a word or a few.
    pub(super) fn kind(&self) -> &'static str {
        match (self.old.grade(), self.new.grade()) {
            (Some(old), Some(new)) if new > old => "worse",
            (Some(old), Some(new)) if new < old => "better",
            (Some(_), None) => "no longer taken",
            (None, Some(_)) => "now taken",
            _ => "other",
        }
    }

    /// Whether the case is now a failure or refused, and was neither before.
    pub(super) fn is_new_failure(&self) -> bool {
        let is_sound = self.old.grade() == Some(Grade::NoFailure);
        is_sound && (self.new.grade() > Some(Grade::NoFailure) || self.new == Seen::As(Column::Refused))
    }
}

/// Changes in the cases that a variant accepted in both studies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// Cases that were asked in both, and accepted as far as the rows show.
    pub cases: u64,
    /// Cases whose verdict is now wrong or missing and was not before, and the reverse.
    pub verdict: [u64; 2],
    /// Cases that are now failures and were not before, and the reverse.
    pub failure: [u64; 2],
    /// Cases that are no longer right, and cases that became right, among those for which both studies have the ruling.
    pub right: [u64; 2],
    /// Cases that the program now refuses, and cases that it no longer refuses.
    pub refused: [u64; 2],
}

impl Pairs {
    pub(super) fn add(&mut self, other: &Pairs) {
        self.cases += other.cases;
        let add =
            |ours: &mut [u64; 2], theirs: [u64; 2]| ours.iter_mut().zip(theirs).for_each(|(ours, theirs)| *ours += theirs);
        add(&mut self.verdict, other.verdict);
        add(&mut self.failure, other.failure);
        add(&mut self.right, other.right);
        add(&mut self.refused, other.refused);
    }

    fn count(&mut self, old: Seen, new: Seen) {
        let mut count = |counts: fn(&mut Pairs) -> &mut [u64; 2], was: bool, is: bool| match (was, is) {
            (false, true) => counts(self)[0] += 1,
            (true, false) => counts(self)[1] += 1,
            _ => {}
        };
        let is_refused = |seen| seen == Seen::As(Column::Refused);
        if let (Some(was), Some(is)) = (old.grade(), new.grade()) {
            count(|pairs| &mut pairs.verdict, was == Grade::NoRightVerdict, is == Grade::NoRightVerdict);
            count(|pairs| &mut pairs.failure, was > Grade::NoFailure, is > Grade::NoFailure);
            if let (Seen::As(was), Seen::As(is)) = (old, new) {
                count(|pairs| &mut pairs.right, was != Column::Right, is != Column::Right);
            }
        } else if let (Seen::As(_), Seen::As(_)) = (old, new) {
            count(|pairs| &mut pairs.refused, is_refused(old), is_refused(new));
        }
    }

    /// The two questions that are tested: verdicts, and failures.
    pub(super) fn tests(&self) -> [[u64; 2]; 2] {
        [self.verdict, self.failure]
    }

    pub(super) fn is_worse(&self) -> bool {
        self.tests().iter().any(|&[worse, better]| worse > better && sign_test(worse, better) <= LEVEL)
    }

    pub(super) fn is_better(&self) -> bool {
        self.tests().iter().any(|&[worse, better]| better > worse && sign_test(worse, better) <= LEVEL)
    }
}

/// A family in a scalar with rows in both studies.
pub(super) struct Match<'a> {
    sides: [&'a Side; 2],
    groups: [&'a Group; 2],
    family: &'a str,
    scalar: &'a str,
    /// Whether both studies have every ruling.
    is_whole: bool,
    /// The cases that were asked in both studies and have a row in at least one, in a fixed order, with their places in both.
    cases: Vec<(&'a str, [Option<usize>; 2])>,
    /// The number of names that belong to different cases in the two studies.
    ///
    /// These cases are not compared.
    pub posed_otherwise: usize,
}

/// Matches by family and scalar.
pub(super) type Matches<'a> = BTreeMap<(&'a str, &'a str), Match<'a>>;

impl<'a> Match<'a> {
    /// The match of a family; `None` if the studies share no case, or have no rows.
    pub fn of(sides: [&'a Side; 2], family: &'a str, scalar: &'a str) -> Option<Match<'a>> {
        let [Some(old), Some(new)] = sides.map(|side| side.group(family, scalar)) else { return None };
        if !sides[0].shares_cases(sides[1], family) || old.asked_with(new) == 0 {
            return None;
        }
        let only_new = new.places.keys().filter(|case| !old.places.contains_key(*case));
        let named = old.places.keys().chain(only_new).map(String::as_str);
        let is_asked = |case: &&str| old.has_asked(family, case) && new.has_asked(family, case);
        let mut cases: Vec<&str> = named.filter(is_asked).collect();
        cases.sort_unstable_by_key(|case| (Group::number(case), *case));
        let places = |case| (case, [old, new].map(|group| group.places.get(case).copied()));
        let is_whole = sides.iter().all(|side| side.kept == RowCoverage::All);
        let is_other = |places: &[Option<usize>; 2]| old.is_other(places[0], new, places[1], is_whole);
        let (other, cases): (Vec<_>, Vec<_>) = cases.into_iter().map(places).partition(|(_, places)| is_other(places));
        Some(Match { sides, groups: [old, new], family, scalar, is_whole, cases, posed_otherwise: other.len() })
    }

    /// Changes in the answers of a variant, and the cases whose ruling changed.
    ///
    /// The variant accepted at most `taken` cases.
    pub fn pairs(&self, variant: &str, taken: u64) -> (Pairs, Vec<Changed>) {
        let (mut pairs, mut changed) = (Pairs::default(), Vec::new());
        let columns = self.groups.map(|group| group.columns(variant));
        let seen = |side: usize, place: Option<usize>| match place.and_then(|place| columns[side].get(place).copied().flatten())
        {
            Some(column) => Some(Seen::As(column)),
            None => (self.sides[side].kept == RowCoverage::Failures).then_some(Seen::NoFailure),
        };
        for &(case, [was, is]) in &self.cases {
            let [Some(old), Some(new)] = [seen(0, was), seen(1, is)] else { continue };
            pairs.cases += u64::from(old.grade().is_some() && new.grade().is_some());
            pairs.count(old, new);
            let is_listed = match (old, new) {
                (Seen::As(old), Seen::As(new)) => old != new,
                // A study without a row states only that the case is no failure.
                _ => old.grade().is_some() && new.grade().is_some() && old.grade() != new.grade(),
            };
            if is_listed {
                let (variant, scalar) = (variant.to_owned(), self.scalar.to_owned());
                let (family, case) = (self.family.to_owned(), case.to_owned());
                changed.push(Changed { variant, scalar, family, case, old, new });
            }
        }
        if !self.is_whole {
            pairs.cases = taken.min(self.groups[0].asked_with(self.groups[1]));
        }
        (pairs, changed)
    }
}
