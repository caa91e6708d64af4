//! A part of a claim's evidence: a statement, the cases it was checked on, and the simplest that breaks it.

use std::cell::RefCell;

use rayon::prelude::*;

use gjk_cases::case::{Arithmetic, Body, Case};
use gjk_cases::family::{self, Family};
use gjk_hunt::search::sample::{POINTS, Sample, Samples, Site};
use gjk_hunt::search::{Candidate, Fate, Scratch, Shelf, Size};
use gjk_hunt::shrink::shrink;

/// What a part is to its claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The claim as it stands, or a part of it: it fails if this is broken once.
    Literal,
    /// The claim under its condition: it holds only if this is never broken.
    Inside,
    /// The claim says that this goes wrong: it fails if this is never broken.
    Needed,
    /// The repaired variant or statement under the same search: if this is broken, the search proves nothing.
    Repaired,
    /// Another reading or arithmetic, for the evidence.
    Measured,
}

/// A statement and what the runs say of it.
#[derive(Clone, Debug)]
pub struct Part {
    /// What was checked.
    pub what: String,
    /// What it is to the claim.
    pub role: Role,
    /// Runs within the statement's domain.
    pub runs: u64,
    /// Runs that break it.
    pub broken: u64,
    /// The simplest that breaks it, shrunk.
    pub case: Option<Case>,
}

/// How much is run, and on what.
#[derive(Clone, Debug)]
pub struct Effort {
    /// The seed of every search.
    pub seed: u64,
    /// The full number of runs is divided by this.
    pub divisor: u64,
    /// Instead of a search, these cases alone.
    pub given: Option<Vec<Case>>,
}

/// A pair of bodies on the integer lattice.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'a> {
    /// 2 or 3.
    pub dimension: usize,
    /// The points of A.
    pub a: &'a [Site],
    /// The points of B.
    pub b: &'a [Site],
    /// The first direction, where it is not the variant's own.
    pub start: Option<Site>,
}

/// What kind of sample a part poses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// As sampled: space, and the plane once in eight.
    Any,
    /// Space alone.
    Solid,
    /// The plane alone: the third coordinate is dropped.
    Plane,
}

/// Whether the statement stands on a pair; none outside its domain.
pub type Check<'c> = &'c (dyn Fn(&Pair<'_>) -> Option<bool> + Sync);
/// The same on a case with any coordinates.
pub type CaseCheck<'c> = &'c (dyn Fn(&Case) -> Option<bool> + Sync);

/// Runs within the domain, runs that break the statement, and the simplest few of these.
struct Tally<T> {
    runs: u64,
    broken: u64,
    kept: Vec<(Size, u64, T)>,
}

impl<T> Default for Tally<T> {
    fn default() -> Self {
        Tally { runs: 0, broken: 0, kept: Vec::new() }
    }
}

/// How many of the runs that break a statement are shrunk.
const KEPT: usize = 3;

impl<T> Tally<T> {
    fn see(&mut self, stands: bool, index: u64, found: impl FnOnce() -> (Size, T)) {
        self.runs += 1;
        if !stands {
            self.broken += 1;
            let (size, found) = found();
            self.keep(size, index, found);
        }
    }

    fn keep(&mut self, size: Size, index: u64, found: T) {
        let place = self.kept.partition_point(|(other, number, _)| (*other, *number) <= (size, index));
        if place < KEPT {
            self.kept.insert(place, (size, index, found));
            self.kept.truncate(KEPT);
        }
    }

    fn merged(mut self, other: Self) -> Self {
        self.runs += other.runs;
        self.broken += other.broken;
        other.kept.into_iter().for_each(|(size, index, found)| self.keep(size, index, found));
        self
    }
}

/// Samples of a task.
const CHUNK: u64 = 8_192;

impl Effort {
    /// The whole search from a seed.
    pub fn full(seed: u64) -> Effort {
        Effort { seed, divisor: 1, given: None }
    }

    /// A fraction of it.
    pub fn reduced(seed: u64, divisor: u64) -> Effort {
        Effort { seed, divisor, given: None }
    }

    /// No search: the statements are checked on these cases.
    pub fn given(cases: Vec<Case>) -> Effort {
        Effort { seed: 0, divisor: 1, given: Some(cases) }
    }

    fn share(&self, count: u64) -> u64 {
        (count / self.divisor).max(1)
    }

    /// Checks a statement on pairs of small lattices.
    pub fn lattice(&self, role: Role, what: impl Into<String>, count: u64, kind: Kind, check: Check<'_>) -> Part {
        let tally = if let Some(cases) = &self.given {
            let mut tally = Tally::default();
            for (index, case) in cases.iter().enumerate() {
                if let Some(candidate) = Candidate::of(case)
                    && let Some(stands) = stands(&candidate, kind, check)
                {
                    tally.see(stands, index as u64, || (candidate.size(), candidate.clone()));
                }
            }
            tally
        } else {
            let count = self.share(count);
            let tasks: Vec<u64> = (0..count.div_ceil(CHUNK)).collect();
            tasks
                .par_iter()
                .map(|task| {
                    let first = task * CHUNK;
                    let mut samples = Samples::new(self.seed, first);
                    let mut tally = Tally::default();
                    for index in first..count.min(first + CHUNK) {
                        if let Some(posed) = Posed::of(&samples.draw(), kind)
                            && let Some(stands) = check(&posed.pair())
                        {
                            tally.see(stands, index, || {
                                let found = posed.pair().candidate();
                                (found.size(), found)
                            });
                        }
                    }
                    tally
                })
                .reduce(Tally::default, Tally::merged)
        };
        let fails = |candidate: &Candidate| stands(candidate, kind, check) == Some(false);
        self.part(role, what.into(), tally, &fails)
    }

    /// Checks a statement on random walks from those samples that are `near` to breaking it: one to three coordinates are moved
    /// by one or two, and the walk goes there if that is near as well.
    #[allow(clippy::too_many_arguments)] // What `lattice` takes, and what a walk is.
    pub fn around(
        &self,
        role: Role,
        what: impl Into<String>,
        count: u64,
        kind: Kind,
        near: Check<'_>,
        steps: u64,
        check: Check<'_>,
    ) -> Part {
        if self.given.is_some() {
            return self.lattice(role, what, count, kind, check);
        }
        let count = self.share(count);
        let tasks: Vec<u64> = (0..count.div_ceil(CHUNK)).collect();
        let work = |task: &u64| {
            let first = task * CHUNK;
            let mut samples = Samples::new(self.seed, first);
            let mut tally = Tally::default();
            for index in first..count.min(first + CHUNK) {
                let Some(mut base) = Posed::of(&samples.draw(), kind).filter(|posed| near(&posed.pair()) == Some(true)) else {
                    continue;
                };
                let mut state = self.seed ^ index.wrapping_mul(0x9e37_79b9_7f4a_7c15);
                for turn in 0..steps {
                    let posed = base.moved(&mut state);
                    if let Some(stands) = check(&posed.pair()) {
                        tally.see(stands, index * steps + turn, || {
                            let found = posed.pair().candidate();
                            (found.size(), found)
                        });
                    }
                    if posed.is_small() && near(&posed.pair()) == Some(true) {
                        base = posed;
                    }
                }
            }
            tally
        };
        let tally = tasks.par_iter().map(work).reduce(Tally::default, Tally::merged);
        let fails = |candidate: &Candidate| stands(candidate, kind, check) == Some(false);
        self.part(role, what.into(), tally, &fails)
    }

    /// Checks a statement on cases of families, posed in an arithmetic, so many of each.
    pub fn families(
        &self,
        role: Role,
        what: impl Into<String>,
        names: &[&str],
        arithmetic: Arithmetic,
        count: u64,
        check: CaseCheck<'_>,
    ) -> Part {
        let sources: Vec<Box<dyn Family>> = names.iter().filter_map(|name| family::named(name)).collect();
        let count = self.share(count);
        let make = |index: u64| {
            sources[(index % sources.len() as u64) as usize].case(self.seed, arithmetic, index / sources.len() as u64)
        };
        self.cases(role, what.into(), count * names.len() as u64, &make, check, arithmetic)
    }

    /// The counts of a statement on cases of families, without a counterexample.
    pub fn counted(&self, names: &[&str], arithmetic: Arithmetic, count: u64, check: CaseCheck<'_>) -> (u64, u64) {
        let sources: Vec<Box<dyn Family>> = names.iter().filter_map(|name| family::named(name)).collect();
        let indices: Vec<u64> = (0..self.share(count)).collect();
        let one = |index: u64| {
            let seen = sources.iter().filter_map(|family| check(&family.case(self.seed, arithmetic, index)));
            seen.fold((0, 0), |(runs, broken), stands| (runs + 1, broken + u64::from(!stands)))
        };
        indices.par_iter().map(|&index| one(index)).reduce(|| (0, 0), |x, y| (x.0 + y.0, x.1 + y.1))
    }

    /// Checks a statement on lattice samples multiplied by a power of two.
    pub fn scaled(
        &self,
        role: Role,
        what: impl Into<String>,
        kind: Kind,
        powers: &[i32],
        count: u64,
        check: CaseCheck<'_>,
    ) -> Part {
        let count = self.share(count);
        let make = |index: u64| {
            let unit = 2.0_f64.powi(powers[(index % powers.len() as u64) as usize]);
            // Where the sample is not of the kind, the next one that is.
            let posed = (0..).find_map(|turn: u64| Posed::of(&Sample::at(self.seed.wrapping_add(turn << 32), index), kind));
            let Some(posed) = posed else { unreachable!("one sample in eight is of the rarer kind") };
            let mut case = Candidate { start: None, ..posed.pair().candidate() }.case(format!("lattice.{}.{index}", self.seed));
            for body in [&mut case.a, &mut case.b] {
                #[allow(irrefutable_let_patterns)] // Bodies of other kinds are no list of points.
                if let Body::Points(points) = body {
                    points.iter_mut().flatten().for_each(|x| *x *= unit);
                }
            }
            case
        };
        self.cases(role, what.into(), count, &make, check, Arithmetic::F64)
    }

    fn cases(
        &self,
        role: Role,
        what: String,
        count: u64,
        make: &(dyn Fn(u64) -> Case + Sync),
        check: CaseCheck<'_>,
        arithmetic: Arithmetic,
    ) -> Part {
        let posed = |case: &Case| case.posed(arithmetic).filter(|posed| posed == case);
        let look = |index: u64, case: Case| {
            let mut tally = Tally::default();
            if let Some(case) = posed(&case)
                && let Some(candidate) = Candidate::of(&case)
                && let Some(stands) = check(&case)
            {
                tally.see(stands, index, || (candidate.size(), candidate.clone()));
            }
            tally
        };
        let tally = match &self.given {
            Some(cases) => (0..).zip(cases).map(|(i, case)| look(i, case.clone())).fold(Tally::default(), Tally::merged),
            None => {
                let indices: Vec<u64> = (0..count).collect();
                indices.par_iter().map(|&index| look(index, make(index))).reduce(Tally::default, Tally::merged)
            }
        };
        let fails = |candidate: &Candidate| {
            candidate.start.is_none()
                && candidate.coordinates().all(f64::is_finite)
                && posed(&candidate.case(String::new())).is_some_and(|case| check(&case) == Some(false))
        };
        self.part(role, what, tally, &fails)
    }

    fn part(&self, role: Role, what: String, tally: Tally<Candidate>, fails: &(dyn Fn(&Candidate) -> bool + Sync)) -> Part {
        let simplest = if self.given.is_some() {
            None
        } else {
            let shrunk = tally.kept.into_par_iter().map(|(_, _, found)| shrink(found, &|candidate| fails(candidate)));
            shrunk.collect::<Vec<_>>().into_iter().min_by_key(Candidate::size)
        };
        let case = simplest.map(|candidate| {
            let mut case = candidate.case(String::from("counterexample"));
            let start = candidate.start.map(|d| format!("; first direction ({}, {}, {})", d[0], d[1], d[2]));
            case.note = Some(format!("{what}{}", start.unwrap_or_default()));
            case.source = Some(format!("gjk claims --seed {}, shrunk", self.seed));
            case
        });
        Part { what, role, runs: tally.runs, broken: tally.broken, case }
    }
}

/// A sample as a kind has it.
struct Posed {
    dimension: usize,
    bodies: [[Site; POINTS]; 2],
    counts: [usize; 2],
    start: Option<Site>,
}

impl Posed {
    #[inline]
    fn of(sample: &Sample, kind: Kind) -> Option<Posed> {
        if kind == Kind::Solid && sample.dimension == 2 {
            return None;
        }
        let flat = kind == Kind::Plane;
        let counts = [sample.a().len(), sample.b().len()];
        let mut posed = Posed {
            dimension: if flat { 2 } else { usize::from(sample.dimension) },
            bodies: [[[0; 3]; POINTS]; 2],
            counts,
            start: sample.start,
        };
        posed.bodies[0][..counts[0]].copy_from_slice(sample.a());
        posed.bodies[1][..counts[1]].copy_from_slice(sample.b());
        if flat {
            posed.bodies.iter_mut().flatten().for_each(|site| site[2] = 0);
            posed.start = sample.start.map(|site| [site[0], site[1], 0]).filter(|site| *site != [0; 3]);
        }
        Some(posed)
    }

    /// A neighbour, by the next numbers of a generator (Steele, Lea and Flood's splitmix).
    fn moved(&self, state: &mut u64) -> Posed {
        let mut below = |count: u64| {
            *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = *state;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            (z ^ (z >> 31)) % count
        };
        let mut moved = Posed { bodies: self.bodies, ..*self };
        for _ in 0..1 + below(3) {
            let body = below(2) as usize;
            let point = below(self.counts[body] as u64) as usize;
            let axis = below(self.dimension as u64) as usize;
            moved.bodies[body][point][axis] += [-2, -1, 1, 2][below(4) as usize];
        }
        moved
    }

    /// Whether no coordinate has gone far from the samples.
    fn is_small(&self) -> bool {
        self.bodies.iter().flatten().flatten().all(|x| x.abs() <= gjk_hunt::search::sample::REACH + 2)
    }

    fn pair(&self) -> Pair<'_> {
        Pair {
            dimension: self.dimension,
            a: &self.bodies[0][..self.counts[0]],
            b: &self.bodies[1][..self.counts[1]],
            start: self.start,
        }
    }
}

/// The statement on a candidate with small integer coordinates.
fn stands(candidate: &Candidate, kind: Kind, check: Check<'_>) -> Option<bool> {
    let [a, b] = candidate.sites()?;
    let fits = match kind {
        Kind::Any => true,
        Kind::Solid => candidate.dimension == 3,
        Kind::Plane => candidate.dimension == 2,
    };
    let start = candidate.start.map(|direction| direction.map(|x| x as i64));
    fits.then(|| check(&Pair { dimension: usize::from(candidate.dimension), a: &a, b: &b, start }))?
}

impl Pair<'_> {
    /// The pair as a shrinker takes it.
    pub fn candidate(&self) -> Candidate {
        let points = |sites: &[Site]| sites.iter().map(|site| site.map(|x| x as f64)).collect();
        Candidate {
            dimension: self.dimension as u8,
            a: points(self.a),
            b: points(self.b),
            start: self.start.map(|site| site.map(|x| x as f64)),
        }
    }

    /// Every point a − b.
    pub fn differences(&self) -> Vec<Site> {
        let pairs = self.a.iter().flat_map(|a| self.b.iter().map(move |b| (a, b)));
        pairs.map(|(a, b)| std::array::from_fn(|i| a[i] - b[i])).collect()
    }

    /// The truth of the pair.
    pub fn truth(&self) -> gjk_truth::truth::HullTruth {
        let points = |sites: &[Site]| -> Vec<[f64; 3]> { sites.iter().map(|site| site.map(|x| x as f64)).collect() };
        gjk_truth::truth::HullTruth::of_points(self.dimension, &points(self.a), &points(self.b))
    }
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// What comes of a quick run of the one variant on the shelf; none if it does not run in this dimension.
pub fn fate(shelf: &Shelf, pair: &Pair<'_>) -> Option<Fate> {
    let mut fate = None;
    SCRATCH.with_borrow_mut(|scratch| {
        scratch.run_pair(shelf, pair.dimension as u8, [pair.a, pair.b], pair.start.as_ref(), |_, found| fate = Some(found));
    });
    fate
}
