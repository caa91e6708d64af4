//! One of the two studies: its tallies, and the rulings of the answers that have a row.

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use gjk_records::{CORPUS, Campaign, Column, Error, Facts, Ruled, RuledCases, Study, each_ruled};

/// The answers of a study that have a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum RowCoverage {
    /// No answers, as in archives.
    Nothing,
    /// Failures only.
    Failures,
    /// All answers.
    All,
}

/// One of the two studies.
pub struct Side {
    /// The folder, as the user named it.
    pub(super) name: String,
    /// Its tallies and facts.
    pub study: Study,
    pub(super) facts: Facts,
    pub(super) kept: RowCoverage,
    /// The number of cases of the corpus.
    corpus: u64,
    /// The groups, by family and scalar.
    groups: BTreeMap<(String, String), Group>,
}

/// The cases of a family in a scalar that a study asked, and their rulings.
#[derive(Default)]
pub(super) struct Group {
    /// The numbers of the cases that were asked, as half-open ranges: the first number, and the end.
    asked: Vec<[u64; 2]>,
    /// The place of each case that has a row in the lists below.
    pub places: HashMap<String, usize>,
    /// Digests of a case as its rows describe it.
    ///
    /// A case has several digests only if a program holds bodies other than those it is given.
    digests: Vec<Vec<[u64; 2]>>,
    /// The rulings, by variant.
    columns: HashMap<String, Vec<Option<Column>>>,
}

impl Group {
    fn take(&mut self, row: Ruled) {
        let places = self.places.len();
        let column = row.column();
        let digest = digest(&row);
        let place = *self.places.entry(row.case).or_insert(places);
        if place == places {
            self.digests.push(Vec::with_capacity(1));
        }
        if !self.digests[place].contains(&digest) {
            self.digests[place].push(digest);
        }
        let columns = self.columns.entry(row.variant).or_default();
        if columns.len() <= place {
            columns.resize(place + 1, None);
        }
        columns[place] = Some(column);
    }

    /// The rulings of a variant's answers, by the places of the cases.
    pub fn columns(&self, variant: &str) -> &[Option<Column>] {
        self.columns.get(variant).map_or(&[], Vec::as_slice)
    }

    /// Whether two cases with the same name differ.
    ///
    /// If all answers of a case have a row, one of the rows describes the bodies as they were given.
    pub fn is_other(&self, place: Option<usize>, other: &Group, of_other: Option<usize>, have_all_rows: bool) -> bool {
        let Some((place, of_other)) = place.zip(of_other) else { return false };
        let (ours, theirs) = (&self.digests[place], &other.digests[of_other]);
        let which = usize::from(have_all_rows);
        !ours.iter().any(|ours| theirs.iter().any(|theirs| ours[which] == theirs[which]))
    }

    /// The number of cases that were asked in both groups.
    pub fn asked_with(&self, other: &Group) -> u64 {
        let common = |[from, to]: [u64; 2], [begin, end]: [u64; 2]| to.min(end).saturating_sub(from.max(begin));
        self.asked.iter().map(|ours| other.asked.iter().map(|theirs| common(*ours, *theirs)).sum::<u64>()).sum()
    }

    /// The number in the name of a case of a family.
    pub fn number(case: &str) -> Option<u64> {
        case.rsplit(':').next().and_then(|number| number.parse().ok())
    }

    /// Whether a case of a family that both studies share was asked here.
    ///
    /// A case of the corpus has no number in its name.
    pub fn has_asked(&self, family: &str, case: &str) -> bool {
        let is_asked = |number: u64| self.asked.iter().any(|[from, to]| (*from..*to).contains(&number));
        if family == CORPUS { !self.asked.is_empty() } else { Group::number(case).is_some_and(is_asked) }
    }
}

/// Two digests of the part of a row that describes the case and not the answer: one of the dimension, the points and the knob
/// that was asked for; the other also of the achieved knob.
///
/// The achieved knob depends on the bodies that a program holds, if it rounds those it is given.
fn digest(row: &Ruled) -> [u64; 2] {
    let bits = |knob: Option<f64>| knob.map(f64::to_bits);
    let mut hasher = DefaultHasher::new();
    (row.dimension, row.points_a, row.points_b, bits(row.knob_asked)).hash(&mut hasher);
    let asked = hasher.finish();
    bits(row.knob).hash(&mut hasher);
    [asked, hasher.finish()]
}

impl Side {
    /// Reads the folder of a finished study, or an archive.
    ///
    /// # Errors
    /// The folder is neither, or one of its files cannot be read or is damaged.
    pub fn read(folder: &Path) -> Result<Side, Error> {
        let mut all = Vec::new();
        // Only the compared part of each unit is kept.
        let mut groups = BTreeMap::new();
        let campaign = each_ruled(folder, |cases| {
            all.push(cases.rows.is_some());
            take(&mut groups, cases);
        })?;
        let study = Study::read(folder)?;
        let has_rows = !all.is_empty() && all.iter().all(|has_rows| *has_rows);
        Ok(Side::new(&folder.to_string_lossy(), &campaign, study, groups, has_rows))
    }

    fn new(name: &str, campaign: &Campaign, study: Study, groups: BTreeMap<(String, String), Group>, has_rows: bool) -> Side {
        let kept = match campaign.plan.get("rows").and_then(|rows| rows.as_str()) {
            _ if !has_rows => RowCoverage::Nothing,
            Some("none") => RowCoverage::Nothing,
            Some("failures") => RowCoverage::Failures,
            _ => RowCoverage::All,
        };
        let corpus = campaign.plan.get("corpus").and_then(|cases| cases.as_u64()).unwrap_or(0);
        let name = gjk_records::shown(name).into_owned();
        Side { name, study, facts: campaign.facts.clone(), kept, corpus, groups }
    }

    /// A study of these cases, for tests.
    #[cfg(test)]
    pub(super) fn of(name: &str, campaign: &Campaign, study: Study, units: Vec<RuledCases>) -> Side {
        let mut groups = BTreeMap::new();
        let has_rows = units.iter().all(|unit| unit.rows.is_some());
        units.into_iter().for_each(|unit| take(&mut groups, unit));
        Side::new(name, campaign, study, groups, has_rows)
    }

    /// The cases of a family in a scalar; `None` if the study has no rows of them.
    pub(super) fn group(&self, family: &str, scalar: &str) -> Option<&Group> {
        self.groups.get(&(family.to_owned(), scalar.to_owned())).filter(|_| self.kept != RowCoverage::Nothing)
    }

    /// Whether two studies share cases of a family that their names identify.
    pub(super) fn shares_cases(&self, other: &Side, family: &str) -> bool {
        if family != CORPUS {
            return self.facts.seed == other.facts.seed;
        }
        // For a case without a row it is not known whether it was asked.
        self.corpus == other.corpus || (self.kept, other.kept) == (RowCoverage::All, RowCoverage::All)
    }
}

fn take(groups: &mut BTreeMap<(String, String), Group>, cases: RuledCases) {
    let group = groups.entry((cases.family, cases.scalar)).or_default();
    group.asked.push([cases.first, cases.end]);
    cases.rows.into_iter().flatten().for_each(|row| group.take(row));
}
