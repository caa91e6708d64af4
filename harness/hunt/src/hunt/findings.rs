//! What a hunt found: the simplest failures of each defect, before and after shrinking.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use rayon::prelude::*;

use gjk_cases::case::{Arithmetic, Case, Class, Expectation, Point};
use gjk_truth::truth::Truth;

use crate::search::{Candidate, FailureMode, Size};
use crate::shrink::{Limits, shrink, shrink_until};

use super::clock::{Clock, Turn};
use super::{Hunt, Target, Watch};

/// How many failures of a defect are kept to be shrunk.
const KEPT: usize = 4;
/// The positions in which the default first direction is tried where there is no time for more.
const POSITIONS: Limits = Limits { pairs: 48, steps: 0 };

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

/// The failures of each defect: their number, and the simplest few. What it holds does not depend on the order in which they
/// came.
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

    /// What was counted, with the numbers of the cases that were kept.
    #[cfg(test)]
    pub fn told(&self) -> Vec<(Defect, u64, Vec<u64>)> {
        let numbers = |kept: &KeptFailures| kept.simplest.iter().map(|failing| failing.number).collect();
        self.0.iter().map(|(defect, kept)| (*defect, kept.count, numbers(kept))).collect()
    }

    /// The defects, in order.
    pub fn defects(&self) -> impl Iterator<Item = &Defect> {
        self.0.keys()
    }

    /// Whether it has failures of this defect.
    pub fn knows(&self, defect: &Defect) -> bool {
        self.0.contains_key(defect)
    }

    /// How many there are in all.
    pub fn count(&self) -> u64 {
        self.0.values().map(|kept| kept.count).sum()
    }

    /// For each defect the simplest case that was met; the default first direction is tried where it has another.
    pub(super) fn as_met(&self, hunt: &Hunt<'_>) -> Vec<Case> {
        let found = self.0.iter().filter_map(|(defect, kept)| Counterexample::as_met(hunt, *defect, kept));
        found.filter(|found| found.start.is_none()).map(|found| found.described(hunt, "as it was met").case).collect()
    }

    /// Shrinks what was kept. Where all classes are hunted, a failure on bodies that meet which becomes simple only when they are
    /// apart is one on separated bodies with spectators that make them meet, and is counted apart.
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

/// What became of the failures.
pub(super) struct Shrunken {
    pub counterexamples: Vec<Counterexample>,
    pub covered: Vec<(Defect, u64)>,
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
    /// Whether an end was asked for.
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
    /// Whether the time for shrinking was over while there was more to try.
    pub is_cut: bool,
}

impl Counterexample {
    /// The simplest of the shrunken failures of a defect, and the same on separated bodies where it comes down to that. More than one is
    /// shrunk only where that is cheap.
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
            // What ran on machine integers has to fail in the arithmetic of everybody else as well. Other runs are in that arithmetic, and
            // are repeated while there is time.
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

    /// The simplest of the failures of a defect, from the default first direction if it fails so in some position.
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

    /// The same with an id, the exact answer, the source and a note in its case. `how` says how it came from the case that was met.
    fn described(mut self, hunt: &Hunt<'_>, how: &str) -> Counterexample {
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
        self.case.source = Some(format!("gjk hunt --seed {}, case {} ({}), {how}", hunt.seed, self.number, self.origin));
        self.case.note = Some(self.defect.to_string());
        self
    }

    /// Whether it is shrunk as far as it can be, in words.
    pub fn how(&self) -> &'static str {
        found_how(self.is_cut)
    }

    /// Whether the case is as simple as one may ask for.
    pub fn is_simple(&self) -> bool {
        self.start.is_none() && Candidate::of(&self.case).is_some_and(|candidate| candidate.is_simple())
    }

    /// The same failure on separated bodies; none if there is no simple one, or if not all classes are hunted. Where there is no time to
    /// look for it, that is a cut.
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
        // One point may be enough to make them meet. Where it is not, spectators fall away if the class is let go meanwhile.
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

/// A pair from the default first direction, mirrored and turned if need be, where it fails so too. That takes no time: only what runs on
/// machine integers has other first directions.
fn from_the_default(pair: Candidate, target: &Target<'_>, mode: &FailureMode) -> Candidate {
    if pair.start.is_none() { pair } else { shrink(pair, POSITIONS, &|other| target.fails(other, mode)) }
}

/// The upper half of Fowler, Noll and Vo's hash (FNV-1a, 64 bits) of the coordinates, with its offset basis and prime; a NaN ends
/// each body.
fn digest(case: &Case) -> u32 {
    let numbers = [&case.a, &case.b].into_iter().flat_map(|body| body.points().iter().flatten().chain([&f64::NAN]));
    let bytes = numbers.flat_map(|x| x.to_bits().to_le_bytes());
    let hash = |digest: u64, byte: u8| (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    (bytes.fold(0xcbf2_9ce4_8422_2325, hash) >> 32) as u32
}
