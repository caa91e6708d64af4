//! What a hunt caught: the simplest failures of each kind, before and after shrinking.

use std::collections::BTreeMap;
use std::time::Duration;

use rayon::prelude::*;

use crate::search::{Candidate, Size, Subject, Way};
use crate::shrink::{Effort, shrink_within};
use gjk_cases::case::{Arithmetic, Case, Class, Expectation, Point};
use gjk_truth::truth::Truth;

use super::Hunt;

/// A variant, an arithmetic, a way of failing.
pub type Key = (&'static str, Arithmetic, Way);

/// How many failures of a kind are kept to be shrunk.
const KEPT: usize = 4;

/// A failing case.
#[derive(Clone, Debug)]
pub struct Prey {
    /// Its number in the hunt.
    pub number: u64,
    /// Its name.
    pub name: String,
    /// The case.
    pub case: Case,
    /// The same as lists of points; none for bodies that are none.
    pub candidate: Option<Candidate>,
}

impl Prey {
    fn rank(&self) -> (Option<Size>, u64) {
        (self.candidate.as_ref().map(Candidate::size), self.number)
    }
}

#[derive(Clone, Debug, Default)]
struct Kind {
    count: u64,
    /// The simplest, the simplest first.
    kept: Vec<Prey>,
}

/// The failures of each kind: their number, and the simplest few. What it holds does not depend on the order in which they came.
#[derive(Clone, Debug, Default)]
pub struct Net {
    kinds: BTreeMap<Key, Kind>,
}

impl Net {
    /// Counts a failure and keeps it if it is among the simplest.
    pub fn take(&mut self, key: Key, prey: impl FnOnce() -> Prey) {
        let kind = self.kinds.entry(key).or_default();
        kind.count += 1;
        kind.add(prey());
    }

    /// The failures of both.
    pub fn merged(mut self, other: Net) -> Net {
        for (key, kind) in other.kinds {
            let mine = self.kinds.entry(key).or_default();
            mine.count += kind.count;
            kind.kept.into_iter().for_each(|prey| mine.add(prey));
        }
        self
    }

    /// The kinds, in order.
    pub fn keys(&self) -> impl Iterator<Item = &Key> {
        self.kinds.keys()
    }

    /// Whether there is a failure of this kind.
    pub fn has(&self, key: &Key) -> bool {
        self.kinds.contains_key(key)
    }

    /// Shrinks what was kept. Where all classes are hunted, a failure on bodies that meet which becomes simple only when they are
    /// apart is one on separated bodies with spectators that make them meet, and is counted apart.
    pub(super) fn haul(self, hunt: &Hunt<'_>, cases: u64, searched: Duration) -> Catch {
        let kinds: Vec<(Key, Kind)> = self.kinds.into_iter().collect();
        let shrunk: Vec<Find> = kinds.into_par_iter().with_max_len(1).filter_map(|(key, kind)| find(hunt, key, kind)).collect();
        let mut finds: Vec<Find> = Vec::new();
        let mut covered = Vec::new();
        let (simple, rest): (Vec<Find>, Vec<Find>) = shrunk.into_iter().partition(Find::is_simple);
        finds.extend(simple);
        for find in rest {
            let Some(other) = (hunt.classes.len() == Class::ALL.len()).then(|| find.of_separated(hunt)).flatten() else {
                finds.push(find);
                continue;
            };
            covered.push(Covered { variant: find.variant, arithmetic: find.arithmetic, way: find.way, count: find.count });
            let key = (other.variant, other.arithmetic, other.way);
            if !finds.iter().any(|known| (known.variant, known.arithmetic, known.way) == key) {
                finds.push(other);
            }
        }
        finds.sort_by_key(|find| (find.variant, find.arithmetic, find.way));
        Catch { cases, searched, finds, covered }
    }
}

impl Kind {
    fn add(&mut self, prey: Prey) {
        let rank = prey.rank();
        if self.kept.len() == KEPT && self.kept.last().is_some_and(|last| last.rank() <= rank) {
            return;
        }
        let place = self.kept.partition_point(|other| other.rank() <= rank);
        self.kept.insert(place, prey);
        self.kept.truncate(KEPT);
    }
}

/// What a hunt came to.
#[derive(Clone, Debug)]
pub struct Catch {
    /// How many cases it reached; with the seed, this is what reproduces it.
    pub cases: u64,
    /// How long the search took.
    pub searched: Duration,
    /// One find for each variant, arithmetic and way of failing.
    pub finds: Vec<Find>,
    /// What is left out of the finds, since it is one of them with further points that make the bodies meet.
    pub covered: Vec<Covered>,
}

/// A way of failing that comes down to a simpler one on separated bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Covered {
    /// The variant.
    pub variant: &'static str,
    /// The arithmetic.
    pub arithmetic: Arithmetic,
    /// How it fails.
    pub way: Way,
    /// How many cases of the search failed so.
    pub count: u64,
}

/// A failure made simple.
#[derive(Clone, Debug)]
pub struct Find {
    /// The variant.
    pub variant: &'static str,
    /// The arithmetic.
    pub arithmetic: Arithmetic,
    /// How it fails.
    pub way: Way,
    /// The shrunken case, with an id, the exact answer and its source.
    pub case: Case,
    /// The first direction without which the variant does not fail so; none where it fails from the default one.
    pub start: Option<Point>,
    /// The case that was met.
    pub origin: String,
    /// Its number in the hunt.
    pub number: u64,
    /// How many cases of the search failed so.
    pub count: u64,
}

impl Find {
    /// Whether the case is as simple as one may ask for.
    pub fn is_simple(&self) -> bool {
        self.start.is_none() && Candidate::of(&self.case).is_some_and(|candidate| candidate.is_simple())
    }

    /// The same failure on separated bodies; none if there is no simple one.
    fn of_separated(&self, hunt: &Hunt<'_>) -> Option<Find> {
        if self.way.class == Class::Separated {
            return None;
        }
        let candidate = Candidate { start: self.start, ..Candidate::of(&self.case)? };
        let subject = Subject::new(hunt.roster, hunt.roster.named(self.variant)?, self.arithmetic, hunt.tolerance);
        let way = Way { class: Class::Separated, ..self.way };
        let fails = |other: &Candidate| subject.fails(other, &way);
        // One point may be enough to make them meet. Where it is not, spectators fall away if the class is let go meanwhile.
        let apart = without_one_point(&candidate).find(&fails).or_else(|| {
            let same = |other: &Candidate| subject.way(other).is_some_and(|found| Way { class: way.class, ..found } == way);
            Some(shrink_within(candidate.clone(), Effort { steps: 0, ..subject.effort() }, &same)).filter(&fails)
        })?;
        let small = shrink_within(apart, subject.effort(), &fails);
        if !small.is_simple() || subject.tried(&small) != Some(way) {
            return None;
        }
        let prey = Prey { number: self.number, name: self.origin.clone(), case: self.case.clone(), candidate: None };
        let case = described(hunt, self.variant, self.arithmetic, way, small.case(String::new()), &prey);
        Some(Find { way, case, start: None, ..self.clone() })
    }
}

/// The pair without each of its points in turn.
fn without_one_point(candidate: &Candidate) -> impl Iterator<Item = Candidate> {
    let of_a = candidate.a.len();
    (0..of_a + candidate.b.len()).filter_map(move |i| {
        let mut other = candidate.clone();
        if i < of_a {
            other.a.remove(i);
        } else {
            other.b.remove(i - of_a);
        }
        (!other.a.is_empty() && !other.b.is_empty()).then_some(other)
    })
}

/// The simplest of the shrunken failures of a kind. More than one is shrunk only where that is cheap.
fn find(hunt: &Hunt<'_>, (variant, arithmetic, way): Key, kind: Kind) -> Option<Find> {
    let entry = hunt.roster.named(variant)?;
    let subject = Subject::new(hunt.roster, entry, arithmetic, hunt.tolerance);
    let mut best: Option<(Option<Size>, Candidate, &Prey)> = None;
    let mut curved = None;
    for prey in &kind.kept {
        let Some(candidate) = &prey.candidate else {
            curved = curved.or(Some(prey));
            continue;
        };
        if !subject.is_quick() && best.is_some() {
            break;
        }
        let small = shrink_within(candidate.clone(), subject.effort(), &|other| subject.fails(other, &way));
        // What ran on machine integers has to fail in the arithmetic of everybody else as well.
        let replays = small.start.is_some() || subject.tried(&small) == Some(way);
        let size = small.size();
        if replays && best.as_ref().is_none_or(|(other, _, _)| Some(size) < *other) {
            best = Some((Some(size), small, prey));
        }
    }
    let (case, start, prey) = match best {
        Some((_, candidate, prey)) => (candidate.case(String::new()), candidate.start, prey),
        None => curved.map(|prey| (prey.case.clone(), None, prey))?,
    };
    let case = described(hunt, variant, arithmetic, way, case, prey);
    Some(Find { variant, arithmetic, way, case, start, origin: prey.name.clone(), number: prey.number, count: kind.count })
}

fn described(hunt: &Hunt<'_>, variant: &str, arithmetic: Arithmetic, way: Way, case: Case, prey: &Prey) -> Case {
    let truth = Truth::of(&case);
    let mut digest = 0xcbf2_9ce4_8422_2325_u64;
    for x in [&case.a, &case.b].into_iter().flat_map(|body| body.points().iter().flatten().chain([&f64::NAN])) {
        // The offset basis and the prime of Fowler, Noll and Vo's hash.
        digest = x
            .to_bits()
            .to_le_bytes()
            .iter()
            .fold(digest, |digest, byte| (digest ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    }
    let digest = (digest >> 32) as u32;
    Case {
        id: format!("{variant}-{arithmetic}-{}-{digest:08x}", way.slug()),
        expect: Some(Expectation {
            class: truth.decided(),
            distance_squared: truth.distance_squared().map(|squared| squared.to_string()),
            core_distance_squared: None,
        }),
        source: Some(format!("gjk hunt --seed {}, case {} ({}), shrunk", hunt.seed, prey.number, prey.name)),
        note: Some(format!("{variant} in {arithmetic}: {way}")),
        ..case
    }
}
