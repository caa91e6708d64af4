//! The findings of a hunt: the simplest failures of each defect, before and after shrinking.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use rayon::prelude::*;

use gjk_cases::case::{Arithmetic, Case, Class, Expectation, ExpectedTime, Point};
use gjk_truth::truth::{First, Truth};

use crate::search::{Candidate, FailureMode, Size};
use crate::shrink::{Limits, shrink, shrink_until};

use super::clock::{Clock, Turn};
use super::{Hunt, Target, Watch};

/// The number of failures kept per defect for shrinking.
const KEPT: usize = 4;
/// The positions in which the default first direction is tried if there is no time for more.
const POSITIONS: Limits = Limits { pairs: 48, steps: 0 };

/// A failure of a variant in an arithmetic, by its mode.
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

/// A case on which a variant failed, as the search found it.
pub struct FailingCase {
    /// Its number in the hunt.
    pub number: u64,
    /// The case, with its name as the id.
    pub case: Case,
    /// The case as lists of points; `None` if the bodies are not hulls of points.
    pub candidate: Option<Candidate>,
}

impl FailingCase {
    fn rank(&self) -> (Option<Size>, u64) {
        (self.candidate.as_ref().map(Candidate::size), self.number)
    }
}

#[derive(Default)]
struct KeptFailures {
    count: u64,
    /// The simplest first.
    simplest: Vec<FailingCase>,
}

impl KeptFailures {
    fn keep(&mut self, failing: FailingCase) {
        let rank = failing.rank();
        let place = self.simplest.partition_point(|other| other.rank() <= rank);
        self.simplest.insert(place, failing);
        self.simplest.truncate(KEPT);
    }
}

/// The failures of each defect: their number, and the simplest few. The content does not depend on the order in which they are
/// added.
#[derive(Default)]
pub struct Failures(BTreeMap<Defect, KeptFailures>);

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

    /// The counts, with the numbers of the cases that were kept.
    #[cfg(test)]
    pub fn counts(&self) -> Vec<(Defect, u64, Vec<u64>)> {
        let numbers = |kept: &KeptFailures| kept.simplest.iter().map(|failing| failing.number).collect();
        self.0.iter().map(|(defect, kept)| (*defect, kept.count, numbers(kept))).collect()
    }

    /// The defects, in order.
    pub fn defects(&self) -> impl Iterator<Item = &Defect> {
        self.0.keys()
    }

    /// Whether there are failures of this defect.
    pub fn knows(&self, defect: &Defect) -> bool {
        self.0.contains_key(defect)
    }

    /// The number of all failures.
    pub fn count(&self) -> u64 {
        self.0.values().map(|kept| kept.count).sum()
    }

    /// The simplest case of each defect as it was found; a case with another first direction is tried with the default one.
    pub(super) fn as_met(&self, hunt: &Hunt<'_>) -> Vec<Case> {
        let found = self.0.iter().filter_map(|(defect, kept)| Counterexample::as_met(hunt, *defect, kept));
        found.filter(|found| found.start.is_none()).map(|found| found.described(hunt, "as it was met").case).collect()
    }

    /// Shrinks the kept failures. A failure on bodies that meet may become simple only when they are apart: then it is a
    /// failure on separated bodies with spectators that make them meet. If all classes are hunted, such failures are counted
    /// separately.
    pub(super) fn shrunk(self, hunt: &Hunt<'_>, clock: &Clock<'_>, watch: &dyn Watch) -> Shrunken {
        let failures: Vec<(Defect, KeptFailures)> = self.0.into_iter().collect();
        watch.shrinks(failures.len());
        let waiting = AtomicUsize::new(failures.len());
        let of = |(defect, kept)| {
            let turn = clock.turn(waiting.fetch_sub(1, Ordering::Relaxed));
            let found = Counterexample::of(hunt, defect, &kept, &turn);
            watch.shrunk();
            found
        };
        let found: Vec<_> = failures.into_par_iter().with_max_len(1).filter_map(of).collect();
        let (simple, rest): (Vec<_>, Vec<_>) = found.into_iter().partition(|(found, _)| found.is_simple());
        let mut shrunken =
            Shrunken { counterexamples: simple.into_iter().map(|(found, _)| found).collect(), covered: Vec::new() };
        for (found, separated) in rest {
            let Some(separated) = separated else {
                shrunken.counterexamples.push(found);
                continue;
            };
            shrunken.covered.push((found.defect, found.count));
            if shrunken.counterexamples.iter().all(|known| known.defect != separated.defect) {
                shrunken.counterexamples.push(separated);
            }
        }
        shrunken.counterexamples.sort_by_key(|found| found.defect);
        shrunken
    }
}

/// The result of shrinking.
pub(super) struct Shrunken {
    pub counterexamples: Vec<Counterexample>,
    pub covered: Vec<(Defect, u64)>,
}

/// The result of a hunt.
#[derive(Clone, Debug)]
pub struct Findings {
    /// The number of cases reached, which together with the seed reproduces the hunt.
    pub cases: u64,
    /// The number of cases searched: all of those reached, or only the hunt's share of them.
    pub own: u64,
    /// The duration of the search.
    pub searched: Duration,
    /// One counterexample per defect.
    pub counterexamples: Vec<Counterexample>,
    /// Omitted defects, with the numbers of cases that showed them: each reduces to a simpler defect on separated bodies, with
    /// further points that make the bodies meet.
    pub covered: Vec<(Defect, u64)>,
    /// Whether a stop was requested.
    pub stopped: bool,
}

/// A failure made simple.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The defect that it shows.
    pub defect: Defect,
    /// The shrunken case, with an id, the exact answer and its source.
    pub case: Case,
    /// The first direction that the failure requires; `None` if the variant fails in the same way from the default direction.
    pub start: Option<Point>,
    /// The name of the case that was found.
    pub origin: String,
    /// The number of that case in the hunt.
    pub number: u64,
    /// The number of cases of the search with this failure.
    pub count: u64,
    /// Whether the time for shrinking ended before everything was tried.
    pub is_cut: bool,
}

impl Counterexample {
    /// The simplest of the shrunken failures of a defect and, if it reduces to one, the failure on separated bodies. More than
    /// one failure is shrunk only if that is cheap.
    fn of(
        hunt: &Hunt<'_>,
        defect: Defect,
        kept: &KeptFailures,
        turn: &Turn<'_>,
    ) -> Option<(Counterexample, Option<Counterexample>)> {
        let target = hunt.target(&defect)?;
        let mut is_cut = false;
        let mut shrunk = kept.simplest.iter().filter_map(|failing| {
            let fails = |other: &Candidate| target.fails(other, &defect.mode);
            let small = shrink_until(failing.candidate.clone()?, target.limits(), &fails, &|| turn.is_over());
            is_cut |= small.is_cut;
            let small = from_the_default(small.pair, &target, &defect.mode);
            // A failure on machine integers has to occur in the roster's arithmetic as well. Other runs already use that
            // arithmetic, and are repeated while there is time.
            let is_believed = small.start.is_some() || (!target.runs_on_integers() && turn.is_over());
            let replays = is_believed || target.replayed(&small) == Some(defect.mode);
            replays.then_some((small, failing))
        });
        let simplest = if target.runs_on_integers() { shrunk.min_by_key(|(small, _)| small.size()) } else { shrunk.next() };
        let mut found = match simplest {
            Some((small, met)) => Counterexample::met(defect, kept, met, small.case(String::new()), small.start),
            None => {
                let curved = kept.simplest.iter().find(|failing| failing.candidate.is_none())?;
                Counterexample::met(defect, kept, curved, curved.case.clone(), None)
            }
        };
        let separated = (!found.is_simple()).then(|| found.without_spectators(hunt, turn, &mut is_cut)).flatten();
        found.is_cut = is_cut;
        Some((found.described(hunt, found_how(is_cut)), separated.map(|found| found.described(hunt, found_how(is_cut)))))
    }

    /// The simplest failure of a defect, from the default first direction if the variant fails in the same way in some
    /// position.
    fn as_met(hunt: &Hunt<'_>, defect: Defect, kept: &KeptFailures) -> Option<Counterexample> {
        let target = hunt.target(&defect)?;
        let met = kept.simplest.first()?;
        Some(match met.candidate.clone().map(|candidate| from_the_default(candidate, &target, &defect.mode)) {
            Some(pair) => Counterexample::met(defect, kept, met, pair.case(String::new()), pair.start),
            None => Counterexample::met(defect, kept, met, met.case.clone(), None),
        })
    }

    fn met(defect: Defect, kept: &KeptFailures, met: &FailingCase, case: Case, start: Option<Point>) -> Counterexample {
        let (origin, number) = (met.case.id.clone(), met.number);
        Counterexample { defect, case, start, origin, number, count: kept.count, is_cut: false }
    }

    /// Adds an id, the exact answer, the source and a note to the case. `how` states how the case was derived from the case
    /// that was found.
    fn described(mut self, hunt: &Hunt<'_>, how: &str) -> Counterexample {
        let Defect { variant, arithmetic, mode } = self.defect;
        let truth = Truth::of(&self.case);
        // Class and lengths are those of the bodies as they start, and the time that of a cast.
        let start = truth.at_start();
        let depth = mode.off_by.filter(|_| !mode.is_cast).and_then(|_| start.depth_squared());
        let time = truth.cast().and_then(|cast| match cast.first(&self.case) {
            First::Never => Some(ExpectedTime::Never),
            First::At(first) => first.is_exact().then(|| ExpectedTime::At(first.low.to_string())),
            First::Undecided => None,
        });
        let expect = Expectation {
            class: start.decided(),
            distance_squared: start.distance_squared().map(|squared| squared.to_string()),
            depth_squared: depth.map(|squared| squared.to_string()),
            time,
            ..Expectation::default()
        };
        self.case.id = format!("{variant}-{arithmetic}-{}-{:08x}", mode.slug(), digest(&self.case));
        self.case.expect = Some(expect);
        self.case.source = Some(format!("gjk hunt --seed {}, case {} ({}), {how}", hunt.seed, self.number, self.origin));
        self.case.note = Some(self.defect.to_string());
        self
    }

    /// Whether it is fully shrunk, in words.
    pub fn how(&self) -> &'static str {
        found_how(self.is_cut)
    }

    /// Whether the case is simple in the sense of `Candidate::is_simple`.
    pub fn is_simple(&self) -> bool {
        self.start.is_none() && Candidate::of(&self.case).is_some_and(|candidate| candidate.is_simple())
    }

    /// The same failure on separated bodies; `None` if there is no simple one, or if not all classes are hunted. If there is no
    /// time to look for it, shrinking counts as cut.
    fn without_spectators(&self, hunt: &Hunt<'_>, turn: &Turn<'_>, is_cut: &mut bool) -> Option<Counterexample> {
        if self.defect.mode.class == Class::Separated || hunt.classes.len() < Class::ALL.len() {
            return None;
        }
        let candidate = Candidate { start: self.start, ..Candidate::of(&self.case)? };
        let target = hunt.target(&self.defect)?;
        let mode = FailureMode { class: Class::Separated, ..self.defect.mode };
        let fails = |other: &Candidate| target.fails(other, &mode);
        let mut shrunk = |from: Candidate, limits: Limits, fails: &dyn Fn(&Candidate) -> bool| {
            let small = shrink_until(from, limits, fails, &|| turn.is_over());
            *is_cut |= small.is_cut;
            (!small.is_cut).then_some(small.pair)
        };
        // One point may be enough to make them meet. If it is not, spectators disappear when the class is ignored during
        // shrinking.
        let apart = candidate.without_one_point().find(|other| !turn.is_over() && fails(other));
        let apart = match apart {
            Some(apart) => apart,
            None => {
                let same = |other: &Candidate| {
                    target.failure_mode(other).is_some_and(|found| FailureMode { class: mode.class, ..found } == mode)
                };
                Some(shrunk(candidate.clone(), Limits { steps: 0, ..target.limits() }, &same)?).filter(&fails)?
            }
        };
        let small = shrunk(apart, target.limits(), &fails)?;
        if !small.is_simple() || target.replayed(&small) != Some(mode) {
            return None;
        }
        let defect = Defect { mode, ..self.defect };
        Some(Counterexample { defect, case: small.case(String::new()), start: None, ..self.clone() })
    }
}

/// Whether the time for shrinking was enough, in words.
fn found_how(is_cut: bool) -> &'static str {
    if is_cut { "not fully shrunk" } else { "shrunk" }
}

/// The pair with the default first direction, mirrored and turned if necessary, if it fails in the same way. This takes no
/// time: only pairs for machine integers have other first directions.
fn from_the_default(pair: Candidate, target: &Target<'_>, mode: &FailureMode) -> Candidate {
    if pair.start.is_none() { pair } else { shrink(pair, POSITIONS, &|other| target.fails(other, mode)) }
}

/// The upper half of Fowler, Noll and Vo's hash (FNV-1a, 64 bits) of the coordinates, with its offset basis and prime; a NaN
/// ends each body.
fn digest(case: &Case) -> u32 {
    let numbers = [&case.a, &case.b].into_iter().flat_map(|body| body.points().iter().flatten().chain([&f64::NAN]));
    let bytes = numbers.flat_map(|x| x.to_bits().to_le_bytes());
    let hash = |digest: u64, byte: u8| (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    (bytes.fold(0xcbf2_9ce4_8422_2325, hash) >> 32) as u32
}
