//! The duels of a study in order: contestants, sizes and gap classes, and the result of each contestant in each cell.

use std::collections::HashMap;

use gjk_clock::geometric_mean;
use gjk_records::{Duel, Question};

use crate::distinct::distinct;
use crate::sorted::{sort_by, sort_by_key};

/// The kind of a contestant.
///
/// The order of the kinds is the order of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// It promises more than a verdict: an answer to this question.
    Promises(Question),
    /// It gives distances, with structures that were prepared beforehand.
    Prepared,
    /// It gives verdicts alone, and is not asked for more.
    Verdict,
    /// It gives no answer, and marks a bound.
    Bound,
    /// Its scan, pose or start differs from the common one.
    OtherTerms,
    /// It gives no answer: it makes bodies from their points.
    Preparation,
}

impl Kind {
    /// The kind of the contestant of a record.
    pub fn of(record: &Duel) -> Kind {
        match (record.terms.as_str(), record.promise.as_deref()) {
            ("preparation", _) => Kind::Preparation,
            ("own-start" | "vector-scan" | "plain-scan" | "own-process" | "posed", _) => Kind::OtherTerms,
            (_, None) => Kind::Bound,
            ("prepared", _) => Kind::Prepared,
            (_, Some(promise)) => match Question::named(promise) {
                Some(Question::Verdict) => Kind::Verdict,
                Some(promise) if promise.contest() == record.contest() => Kind::Promises(promise),
                // In earlier contests all contestants were asked for the distance.
                _ => Kind::Promises(Question::Distance),
            },
        }
    }

    /// Whether a contestant is compared with all others: on the same terms, or prepared.
    pub fn is_common(self) -> bool {
        !matches!(self, Kind::OtherTerms | Kind::Preparation)
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Contestant<'a> {
    pub name: &'a str,
    pub kind: Kind,
    pub peer: bool,
}

/// Bodies of one kind and number of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Size<'a> {
    pub family: &'a str,
    pub points: usize,
}

impl Size<'_> {
    /// Whether the bodies are on no grid, and compared in a single gap class.
    pub fn is_raw(&self) -> bool {
        self.family.starts_with("raw-")
    }
}

/// Times of a contestant over the gap classes of a size, and its answers that are not right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Summed<'a> {
    /// The geometric mean of its medians, over the classes in which it was timed; `None` if there are none.
    pub mean_ns: Option<f64>,
    /// The least and the greatest such mean of a single process; `None` if only one process measured.
    pub range: Option<[f64; 2]>,
    /// Whether it was timed in all classes.
    pub in_all: bool,
    pub not_right: usize,
    /// The reason why it has no time in a class in which it participates: a library ended.
    pub ended: Option<&'a str>,
}

/// Duels by scalar, contestant, size and gap class.
pub(crate) struct Duels<'a> {
    /// In the order of [`Kind`], this project's own before peers.
    pub contestants: Vec<Contestant<'a>>,
    /// Boxes, then hulls, then bodies on no grid, each by number of points.
    pub sizes: Vec<Size<'a>>,
    cells: HashMap<(&'a str, &'a str, Size<'a>, &'a str), &'a Duel>,
    pub records: Vec<&'a Duel>,
}

impl<'a> Duels<'a> {
    /// The duels of distances and verdicts.
    pub fn new(records: &'a [Duel]) -> Duels<'a> {
        Duels::about(Question::Distance, records)
    }

    /// The duels of one contest.
    ///
    /// Contests of claims have a single gap class.
    pub fn about(contest: Question, records: &'a [Duel]) -> Duels<'a> {
        Duels::of(records.iter().filter(|record| record.contest() == contest).collect())
    }

    fn of(records: Vec<&'a Duel>) -> Duels<'a> {
        let mut contestants: Vec<Contestant> = Vec::new();
        let mut sizes: Vec<Size> = Vec::new();
        let mut cells = HashMap::new();
        for &record in &records {
            let contestant = Contestant { name: &record.variant, kind: Kind::of(record), peer: record.peer };
            if contestants.iter().all(|known| known.name != contestant.name) {
                contestants.push(contestant);
            }
            let size = Size { family: &record.family, points: record.points };
            sizes.push(size);
            cells.insert((record.scalar.as_str(), record.variant.as_str(), size, record.gap.as_str()), record);
        }
        sort_by_key(&mut contestants, |contestant| (contestant.kind, contestant.peer));
        sizes.sort_unstable();
        sizes.dedup();
        Duels { contestants, sizes, cells, records }
    }

    /// The scalars, in the order of the records.
    pub fn scalars(&self) -> Vec<&'a str> {
        distinct(self.records.iter().map(|record| record.scalar.as_str()))
    }

    /// The gap classes of a scalar: overlap first, then from near to far.
    pub fn gaps(&self, scalar: &str) -> Vec<&'a str> {
        let of_scalar = self.records.iter().filter(|record| record.scalar == scalar);
        let mut gaps = distinct(of_scalar.map(|record| record.gap.as_str()));
        let width = |gap: &str| if gap == "overlap" { -1.0 } else { gap.parse().unwrap_or(f64::INFINITY) };
        sort_by(&mut gaps, &mut |x, y| width(x).total_cmp(&width(y)));
        gaps
    }

    pub fn cell(&self, scalar: &'a str, name: &'a str, size: Size<'a>, gap: &'a str) -> Option<&'a Duel> {
        self.cells.get(&(scalar, name, size, gap)).copied()
    }

    pub fn present(&self, scalar: &str) -> Vec<Contestant<'a>> {
        let takes_part =
            |one: &&Contestant| self.records.iter().any(|record| record.scalar == scalar && record.variant == one.name);
        self.contestants.iter().filter(takes_part).copied().collect()
    }

    /// The times of two contestants in the cells in which both were timed.
    pub fn pairs(&self, one: &str, other: &str) -> Vec<(f64, f64)> {
        let times = self.cells.iter().filter(|((_, name, ..), _)| *name == one).filter_map(|(&(scalar, _, size, gap), own)| {
            let theirs = self.cells.get(&(scalar, other, size, gap))?;
            time(own).zip(time(theirs))
        });
        times.collect()
    }

    /// The gap classes in which bodies of a size are compared.
    pub fn gaps_of(&self, scalar: &str, size: Size<'a>) -> Vec<&'a str> {
        let mut gaps = self.gaps(scalar);
        gaps.retain(|gap| self.cells.keys().any(|(own, _, of, at)| *own == scalar && *of == size && at == gap));
        gaps
    }

    /// The ratios of a contestant to the baseline in several processes: for each process, the geometric mean over the gap
    /// classes of a size in which the contestant was timed.
    ///
    /// Empty if only one process measured, or a ratio is missing.
    pub fn ratios_of_processes(&self, scalar: &'a str, name: &'a str, size: Size<'a>) -> Vec<f64> {
        means_of_processes(&self.cells_of(scalar, name, size), |cell| &cell.process_ratios)
    }

    /// The number of processes that measured.
    pub fn processes(&self) -> usize {
        self.records.iter().map(|record| record.process_ns.len()).max().unwrap_or(0).max(1)
    }

    /// The fewest and the most pairs of bodies in a gap class of a size.
    pub fn pairs_of_a_set(&self) -> [usize; 2] {
        let cases = || self.records.iter().map(|record| record.cases);
        [cases().min().unwrap_or(0), cases().max().unwrap_or(0)]
    }

    /// The contestants whose times are the baselines of the ratios, in the order of the records.
    pub fn baselines(&self) -> impl Iterator<Item = &'a str> + use<'a, '_> {
        let named = self.records.iter().map(|record| record.baseline.as_str());
        named.filter(|name| !name.is_empty())
    }

    /// The records of a contestant on bodies of a size.
    fn cells_of(&self, scalar: &'a str, name: &'a str, size: Size<'a>) -> Vec<&'a Duel> {
        self.gaps_of(scalar, size).into_iter().filter_map(|gap| self.cell(scalar, name, size, gap)).collect()
    }

    /// A contestant over the gap classes of a size; `None` if it participates in none.
    pub fn summed(&self, scalar: &'a str, name: &'a str, size: Size<'a>) -> Option<Summed<'a>> {
        let gaps = self.gaps_of(scalar, size);
        let cells = self.cells_of(scalar, name, size);
        let times: Vec<f64> = cells.iter().filter_map(|cell| time(cell)).collect();
        (!cells.is_empty()).then(|| Summed {
            range: range(&means_of_processes(&cells, |cell| &cell.process_ns)),
            in_all: times.len() == gaps.len(),
            mean_ns: geometric_mean(times),
            not_right: cells.iter().fold(0, |sum, cell| sum.saturating_add(cell.not_right)),
            ended: cells.iter().map(|cell| &*cell.ended).find(|ended| !ended.is_empty()),
        })
    }
}

/// For each process, the geometric mean of its values in the timed ones of these cells; empty without values.
fn means_of_processes(cells: &[&Duel], values: fn(&Duel) -> &[f64]) -> Vec<f64> {
    let timed: Vec<&[f64]> = cells.iter().filter(|cell| time(cell).is_some()).map(|cell| values(cell)).collect();
    let processes = timed.iter().map(|values| values.len()).min().unwrap_or(0);
    let mean = |process: usize| geometric_mean(timed.iter().map(|values| values[process]));
    (0..processes).map(mean).collect::<Option<_>>().unwrap_or_default()
}

/// The least and the greatest value; `None` without values.
pub(crate) fn range(values: &[f64]) -> Option<[f64; 2]> {
    let least = values.iter().copied().min_by(f64::total_cmp)?;
    Some([least, values.iter().copied().max_by(f64::total_cmp)?])
}

/// The time of a contestant in a cell, if it is a positive finite number.
pub(crate) fn time(record: &Duel) -> Option<f64> {
    record.median_ns.filter(|time| time.is_finite() && *time > 0.0)
}
