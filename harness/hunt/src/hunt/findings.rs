//! What a hunt found: the simplest failures of each defect, before and after shrinking.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use rayon::prelude::*;

use gjk_cases::case::{Arithmetic, Case, Class, Expectation, Point};
use gjk_truth::truth::Truth;

use crate::search::{Candidate, FailureMode, Size};
use crate::shrink::Limits;

use super::Hunt;

/// How many failures of a defect are kept to be shrunk.
const KEPT: usize = 4;

/// That a variant fails in an arithmetic, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Defect {
    /// The variant.
    pub variant: &'static str,
    /// The arithmetic.
    pub arithmetic: Arithmetic,
    /// How it fails.
    pub mode: FailureMode,
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}: {}", self.variant, self.arithmetic, self.mode)
    }
}

/// A case on which a variant failed, as the search met it.
pub struct FailingCase {
    /// Its number in the hunt.
    pub number: u64,
    /// The case, its name as the id.
    pub case: Case,
    /// The same as lists of points; none for bodies that are none.
    pub candidate: Option<Candidate>,
}

impl FailingCase {
    fn rank(&self) -> (Option<Size>, u64) {
        (self.candidate.as_ref().map(Candidate::size), self.number)
    }
}

#[derive(Default)]
struct Kept {
    count: u64,
    /// The simplest first.
    simplest: Vec<FailingCase>,
}

impl Kept {
    fn keep(&mut self, failing: FailingCase) {
        let rank = failing.rank();
        let place = self.simplest.partition_point(|other| other.rank() <= rank);
        self.simplest.insert(place, failing);
        self.simplest.truncate(KEPT);
    }
}

/// The failures of each defect: their number, and the simplest few. What it holds does not depend on the order in which they
/// came.
#[derive(Default)]
pub struct Failures(BTreeMap<Defect, Kept>);

impl Failures {
    /// Counts a failure and keeps it if it is among the simplest.
    pub fn add(&mut self, defect: Defect, failing: FailingCase) {
        let kept = self.0.entry(defect).or_default();
        kept.count += 1;
        kept.keep(failing);
    }

    /// The failures of both.
    pub fn merged(mut self, other: Failures) -> Failures {
        for (defect, kept) in other.0 {
            let mine = self.0.entry(defect).or_default();
            mine.count += kept.count;
            kept.simplest.into_iter().for_each(|failing| mine.keep(failing));
        }
        self
    }

    /// What was counted, with the numbers of the cases that were kept.
    #[cfg(test)]
    pub fn told(&self) -> Vec<(Defect, u64, Vec<u64>)> {
        let numbers = |kept: &Kept| kept.simplest.iter().map(|failing| failing.number).collect();
        self.0.iter().map(|(defect, kept)| (*defect, kept.count, numbers(kept))).collect()
    }

    /// The defects, in order.
    pub fn defects(&self) -> impl Iterator<Item = &Defect> {
        self.0.keys()
    }

    /// Shrinks what was kept. Where all classes are hunted, a failure on bodies that meet which becomes simple only when they are
    /// apart is one on separated bodies with spectators that make them meet, and is counted apart.
    pub(super) fn shrunk(self, hunt: &Hunt<'_>, [cases, own]: [u64; 2], searched: Duration) -> Findings {
        let failures: Vec<(Defect, Kept)> = self.0.into_iter().collect();
        let shrunk =
            failures.into_par_iter().with_max_len(1).filter_map(|(defect, kept)| Counterexample::of(hunt, defect, &kept));
        let (simple, rest): (Vec<_>, Vec<_>) = shrunk.collect::<Vec<_>>().into_iter().partition(Counterexample::is_simple);
        let (counterexamples, covered) = (simple, Vec::new());
        let mut findings = Findings { cases, own, searched, counterexamples, covered, stopped: false };
        for found in rest {
            let Some(separated) = found.without_spectators(hunt) else {
                findings.counterexamples.push(found);
                continue;
            };
            findings.covered.push((found.defect, found.count));
            if findings.counterexamples.iter().all(|known| known.defect != separated.defect) {
                findings.counterexamples.push(separated);
            }
        }
        findings.counterexamples.sort_by_key(|found| found.defect);
        findings.stopped = (hunt.stop)();
        findings
    }
}

/// What a hunt came to.
#[derive(Clone, Debug)]
pub struct Findings {
    /// How many cases it reached; with the seed, this is what reproduces it.
    pub cases: u64,
    /// How many of these it searched: all of them, or those of its share.
    pub own: u64,
    /// How long the search took.
    pub searched: Duration,
    /// One for each defect.
    pub counterexamples: Vec<Counterexample>,
    /// The defects that are left out, since they come down to simpler ones on separated bodies with further points that make the
    /// bodies meet, and how many cases of the search showed them.
    pub covered: Vec<(Defect, u64)>,
    /// Whether it was stopped, so that what it found may be shrunk in part only.
    pub stopped: bool,
}

/// A failure made simple.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// What it shows.
    pub defect: Defect,
    /// The shrunken case, with an id, the exact answer and its source.
    pub case: Case,
    /// The first direction without which the variant does not fail so; none where it fails from the default one.
    pub start: Option<Point>,
    /// The name of the case that was met.
    pub origin: String,
    /// Its number in the hunt.
    pub number: u64,
    /// How many cases of the search failed so.
    pub count: u64,
}

impl Counterexample {
    /// The simplest of the shrunken failures of a defect. More than one is shrunk only where that is cheap.
    fn of(hunt: &Hunt<'_>, defect: Defect, kept: &Kept) -> Option<Counterexample> {
        let target = hunt.target(&defect)?;
        let mut shrunk = kept.simplest.iter().filter_map(|failing| {
            let fails = |other: &Candidate| target.fails(other, &defect.mode);
            let small = hunt.shrunk(failing.candidate.clone()?, target.limits(), fails);
            // What ran on machine integers has to fail in the arithmetic of everybody else as well.
            let replays = small.start.is_some() || target.replayed(&small) == Some(defect.mode);
            replays.then_some((small, failing))
        });
        let simplest = if target.runs_on_integers() { shrunk.min_by_key(|(small, _)| small.size()) } else { shrunk.next() };
        let (case, start, met) = match simplest {
            Some((small, failing)) => (small.case(String::new()), small.start, failing),
            None => {
                let curved = kept.simplest.iter().find(|failing| failing.candidate.is_none())?;
                (curved.case.clone(), None, curved)
            }
        };
        let (origin, number) = (met.case.id.clone(), met.number);
        let found = Counterexample { defect, case, start, origin, number, count: kept.count };
        Some(found.described(hunt))
    }

    /// The same with an id, the exact answer, the source and a note in its case.
    fn described(mut self, hunt: &Hunt<'_>) -> Counterexample {
        let Defect { variant, arithmetic, mode } = self.defect;
        let truth = Truth::of(&self.case);
        let expect = Expectation {
            class: truth.decided(),
            distance_squared: truth.distance_squared().map(|squared| squared.to_string()),
            core_distance_squared: None,
            depth_squared: mode.off_by.and_then(|_| truth.depth_squared()).map(|squared| squared.to_string()),
            distance: None,
        };
        self.case.id = format!("{variant}-{arithmetic}-{}-{:08x}", mode.slug(), digest(&self.case));
        self.case.expect = Some(expect);
        let how = if (hunt.stop)() { "shrunk in part" } else { "shrunk" };
        self.case.source = Some(format!("gjk hunt --seed {}, case {} ({}), {how}", hunt.seed, self.number, self.origin));
        self.case.note = Some(self.defect.to_string());
        self
    }

    /// Whether the case is as simple as one may ask for.
    pub fn is_simple(&self) -> bool {
        self.start.is_none() && Candidate::of(&self.case).is_some_and(|candidate| candidate.is_simple())
    }

    /// The same failure on separated bodies; none if there is no simple one, or if not all classes are hunted.
    fn without_spectators(&self, hunt: &Hunt<'_>) -> Option<Counterexample> {
        if self.defect.mode.class == Class::Separated || hunt.classes.len() < Class::ALL.len() || (hunt.stop)() {
            return None;
        }
        let candidate = Candidate { start: self.start, ..Candidate::of(&self.case)? };
        let target = hunt.target(&self.defect)?;
        let mode = FailureMode { class: Class::Separated, ..self.defect.mode };
        let fails = |other: &Candidate| target.fails(other, &mode);
        // One point may be enough to make them meet. Where it is not, spectators fall away if the class is let go meanwhile.
        let apart = candidate.without_one_point().find(&fails).or_else(|| {
            let same = |other: &Candidate| {
                target.failure_mode(other).is_some_and(|found| FailureMode { class: mode.class, ..found } == mode)
            };
            Some(hunt.shrunk(candidate.clone(), Limits { steps: 0, ..target.limits() }, same)).filter(&fails)
        })?;
        let small = hunt.shrunk(apart, target.limits(), fails);
        if !small.is_simple() || target.replayed(&small) != Some(mode) {
            return None;
        }
        let defect = Defect { mode, ..self.defect };
        let separated = Counterexample { defect, case: small.case(String::new()), start: None, ..self.clone() };
        Some(separated.described(hunt))
    }
}

/// The upper half of Fowler, Noll and Vo's hash (FNV-1a, 64 bits) of the coordinates, with its offset basis and prime; a NaN ends
/// each body.
fn digest(case: &Case) -> u32 {
    let numbers = [&case.a, &case.b].into_iter().flat_map(|body| body.points().iter().flatten().chain([&f64::NAN]));
    let bytes = numbers.flat_map(|x| x.to_bits().to_le_bytes());
    let hash = |digest: u64, byte: u8| (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    (bytes.fold(0xcbf2_9ce4_8422_2325, hash) >> 32) as u32
}
