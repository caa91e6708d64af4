//! The variants that prove their answers, held against exact arithmetic: every verdict, every certificate, every unit in the last place.
//!
//! # Mixture
//! Case number i of a scalar is by i mod 8: 0 to 3 of the families of hulls in turn; 4 a neighbour of such a case, each coordinate moved by up
//! to two units in the last place; 5 a neighbour of a case of the corpus or of a pinned failure, in half of them the case itself; 6 a case of a
//! family times a power of two, from the subnormal numbers to the greatest; 7 of random bits ([`bits`]).
//! Bodies that are no hulls are passed over, and counted as such.
//!
//! # What is checked
//! Each case is asked twice: of the package, about slices of points, and of the roster, about hulls that are scanned in vector
//! instructions. Of both answers the verdict has to be the oracle's; the kernel has to accept the evidence; the distance has to
//! be within one unit in the last place of the exact one, and the face nearest but for the slack that the package states.

use std::collections::BTreeMap;

use gjk_cases::case::{Arithmetic, Body, Case, Class};
use gjk_cases::family::{Family, hull_families};
use gjk_cases::{corpus, format};
use gjk_solvers::{PosedCase, Roster, replies};
use gjk_truth::answer::Says;
use gjk_truth::judge::judge;
use gjk_truth::truth::HullTruth;
use gjk_variants::float::ldexp;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use self::of_slices::OfSlices;
use self::witnesses::Witnesses;
use crate::endurance::bits;
use crate::worst;

mod of_slices;
mod witnesses;

/// The slack of a face as a power of two: it is nearest but for 2⁻⁵⁷ of its distance.
const SLACK_BITS: usize = 57;
/// How many faults are described.
const DESCRIBED: usize = 10;

/// Counts of one source of cases in one scalar.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    /// The family, or `corpus`, `neighbours`, `scaled`, `bits`.
    pub source: String,
    /// `f32` or `f64`.
    pub scalar: String,
    /// Cases that were asked.
    pub cases: u64,
    /// Of these, the bodies are apart.
    pub apart: u64,
    /// Of these, the bodies touch.
    pub touching: u64,
    /// Cases whose bodies are no hulls, or that are beyond the scalar.
    pub passed_over: u64,
    /// Wrong verdicts of either variant.
    pub wrong: u64,
    /// Answers whose evidence the kernel refuses.
    pub unproven: u64,
    /// Distances that are more than one unit in the last place off, or that are none.
    pub beyond_unit: u64,
    /// Distances that integers decided.
    pub distances_by_integers: u64,
    /// Verdicts that integers decided.
    pub verdicts_by_integers: u64,
    /// Answers whose witness points are not what is promised.
    pub witnesses_off: u64,
    /// Faces that are nearest up to the slack alone, not exactly.
    pub within_slack: u64,
    /// The greatest error of a distance in units in the last place.
    pub greatest_error: f64,
    /// By how much the weights' nearest point is farther away than the distance at most, in units of u times the size of the face.
    pub greatest_of_witnesses: f64,
    /// How far from the nearest point it is at most, in the same units; of faces that are exactly nearest.
    pub greatest_of_nearest: f64,
}

impl Tally {
    fn take(&mut self, other: &Tally) {
        self.cases += other.cases;
        self.apart += other.apart;
        self.touching += other.touching;
        self.passed_over += other.passed_over;
        self.wrong += other.wrong;
        self.unproven += other.unproven;
        self.beyond_unit += other.beyond_unit;
        self.distances_by_integers += other.distances_by_integers;
        self.verdicts_by_integers += other.verdicts_by_integers;
        self.witnesses_off += other.witnesses_off;
        self.within_slack += other.within_slack;
        self.greatest_error = self.greatest_error.max(other.greatest_error);
        self.greatest_of_witnesses = self.greatest_of_witnesses.max(other.greatest_of_witnesses);
        self.greatest_of_nearest = self.greatest_of_nearest.max(other.greatest_of_nearest);
    }

    /// How much went wrong.
    pub fn faults(&self) -> u64 {
        self.wrong + self.unproven + self.beyond_unit + self.witnesses_off
    }
}

/// What a run came to.
#[derive(Clone, Debug, Default)]
pub struct Tallies {
    tallies: BTreeMap<(String, String), Tally>,
    /// The first few faults, each with its case.
    pub faults: Vec<String>,
}

impl Tallies {
    /// By source and scalar.
    pub fn iter(&self) -> impl Iterator<Item = &Tally> {
        self.tallies.values()
    }

    /// Adds the counts of another run.
    pub fn add(&mut self, tally: &Tally) {
        let key = (tally.source.clone(), tally.scalar.clone());
        let blank = || Tally { source: tally.source.clone(), scalar: tally.scalar.clone(), ..Tally::default() };
        self.tallies.entry(key).or_insert_with(blank).take(tally);
    }

    fn plus(mut self, other: Tallies) -> Tallies {
        other.iter().for_each(|tally| self.add(tally));
        self.faults.extend(other.faults);
        self.faults.truncate(DESCRIBED);
        self
    }

    /// The counts of all sources.
    pub fn sum(&self) -> Tally {
        self.iter().fold(Tally::default(), |mut sum, tally| {
            sum.take(tally);
            sum
        })
    }
}

/// The sources of the cases.
pub struct Mixture {
    families: Vec<Box<dyn Family>>,
    known: Vec<Case>,
    seed: u64,
}

impl Mixture {
    /// With this seed. The pinned failures are `pinned`, the largest known errors, and the corpus.
    pub fn new(seed: u64, pinned: Vec<Case>) -> Mixture {
        let worst = format::read(worst::KEPT, "worst.jsonl").cases;
        let known = corpus::wild().into_iter().chain(worst).chain(pinned).filter(Case::is_of_hulls).collect();
        Mixture { families: hull_families(), known, seed }
    }

    /// Case number `index`, and its source.
    pub fn case(&self, arithmetic: Arithmetic, index: u64) -> (&str, Case) {
        let (part, number) = (index % 8, index / 8);
        let of_family = |number: u64| {
            let count = self.families.len() as u64;
            let family = &self.families[(number % count) as usize];
            (family.name(), family.independent_case(self.seed, arithmetic, number / count))
        };
        let mut random = Random(self.seed ^ index.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        match part {
            0..=3 => of_family(4 * number + part),
            4 => ("neighbours", neighbour(of_family(number).1, arithmetic, &mut random)),
            5 => {
                let case = self.known[(number % self.known.len() as u64) as usize].clone();
                ("corpus", if random.next().is_multiple_of(2) { case } else { neighbour(case, arithmetic, &mut random) })
            }
            6 => ("scaled", scaled(of_family(number).1, arithmetic, &mut random)),
            _ => ("bits", bits::case(self.seed, arithmetic, number)),
        }
    }
}

/// A small generator (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }
}

fn each_coordinate(case: &mut Case, change: &mut impl FnMut(f64) -> f64) {
    let dimension = usize::from(case.dimension);
    for body in [&mut case.a, &mut case.b] {
        if let Body::Points(points) = body {
            points.iter_mut().for_each(|point| point[..dimension].iter_mut().for_each(|x| *x = change(*x)));
        }
    }
}

/// Each coordinate moved by up to two units in the last place.
fn neighbour(mut case: Case, arithmetic: Arithmetic, random: &mut Random) -> Case {
    each_coordinate(&mut case, &mut |x| {
        let steps = random.next() % 5;
        let step = |x: f64| match (arithmetic, steps < 2) {
            (Arithmetic::F32, true) => f64::from((x as f32).next_down()),
            (Arithmetic::F32, false) => f64::from((x as f32).next_up()),
            (_, true) => x.next_down(),
            (_, false) => x.next_up(),
        };
        let moved = (0..[2, 1, 0, 1, 2][steps as usize]).fold(x, |x, _| step(x));
        if moved.is_finite() { moved } else { x }
    });
    case
}

/// All coordinates times one power of two.
fn scaled(mut case: Case, arithmetic: Arithmetic, random: &mut Random) -> Case {
    let reach = if arithmetic == Arithmetic::F32 { 280 } else { 2100 };
    let power = (random.next() % reach) as i64 - reach as i64 / 2;
    each_coordinate(&mut case, &mut |x| ldexp(x, power));
    case
}

/// Checks `count` cases in one arithmetic, on all threads; which ones is told by their `number`.
pub fn run(
    roster: &Roster,
    mixture: &Mixture,
    arithmetic: Arithmetic,
    count: u64,
    number: impl Fn(u64) -> u64 + Sync,
    done: impl Fn() + Sync,
) -> Tallies {
    let tallies = (0..count).into_par_iter().fold(Tallies::default, |mut tallies, position| {
        let (source, case) = mixture.case(arithmetic, number(position));
        let mut tally = Tally { source: source.to_owned(), scalar: arithmetic.name().to_owned(), ..Tally::default() };
        let mut faults = Vec::new();
        match case.is_of_hulls().then(|| PosedCase::pose(&case, arithmetic)).flatten() {
            Some(posed) => check(roster, &posed, &mut tally, &mut faults),
            None => tally.passed_over = 1,
        }
        tallies.add(&tally);
        if tallies.faults.len() < DESCRIBED {
            let describe = |fault| format!("{fault} in {arithmetic} on {}", format::write(&case).trim_end());
            tallies.faults.extend(faults.into_iter().map(describe));
        }
        done();
        tallies
    });
    tallies.reduce(Tallies::default, Tallies::plus)
}

fn check(roster: &Roster, posed: &PosedCase, tally: &mut Tally, faults: &mut Vec<&'static str>) {
    let Some(truth) = posed.truth.hulls() else { return tally.passed_over += 1 };
    let is_single = posed.arithmetic == Arithmetic::F32;
    let Some(package) = OfSlices::ask(&posed.case, posed.arithmetic) else { return tally.passed_over += 1 };
    tally.cases = 1;
    tally.apart = u64::from(truth.class() == Class::Separated);
    tally.touching = u64::from(truth.class() == Class::Touching);
    tally.distances_by_integers = u64::from(package.distance_by_integers);
    tally.verdicts_by_integers = u64::from(package.verdict_by_integers);

    // The same through the roster, in vector instructions.
    let entries: Vec<_> = ["certified", "certified-boolean"].iter().filter_map(|name| roster.named(name)).collect();
    let mut of_roster = replies(&posed.case, posed.arithmetic, &entries).into_iter().map(|reply| reply?.answer);
    let (of_hulls, boolean) = (of_roster.next().flatten(), of_roster.next().flatten());
    let mut fault = |count: &mut u64, what| {
        *count += 1;
        faults.push(what);
    };
    let says = [Some(&package.distance), of_hulls.as_ref(), boolean.as_ref()].map(|answer| Some(answer?.says));
    for found in [Some(package.says)].into_iter().chain(says) {
        if found.map(|says| says == Says::Intersecting) != Some(truth.class() != Class::Separated) {
            fault(&mut tally.wrong, "wrong verdict");
        }
    }
    // The evidence of a boolean answer is an axis, a face or a simplex.
    let judged = judge(&posed.case, &posed.truth, boolean.as_ref(), posed.arithmetic, 0.0);
    if judged.certified != Some(true) {
        fault(&mut tally.unproven, "unproven verdict");
    }
    for (number, answer) in [Some(package.distance), of_hulls].into_iter().flatten().enumerate() {
        let meets = answer.says == Says::Intersecting;
        let exactly = if meets { truth.proves_contact(&answer.simplex) } else { truth.is_nearest(&answer.simplex) };
        tally.within_slack += u64::from(!exactly && number == 0);
        if !(exactly || !meets && truth.is_nearest_within(&answer.simplex, SLACK_BITS)) {
            fault(&mut tally.unproven, "unproven distance");
        }
        if meets {
            continue;
        }
        let of_weights = |witnesses: Witnesses| {
            witnesses.errors([&posed.case.a, &posed.case.b], (&answer.simplex, exactly), truth.core_distance, is_single)
        };
        match Witnesses::of(&answer.numbers).and_then(of_weights) {
            Some([farther, off]) => {
                tally.greatest_of_witnesses = tally.greatest_of_witnesses.max(farther);
                tally.greatest_of_nearest = tally.greatest_of_nearest.max(off);
            }
            None => fault(&mut tally.witnesses_off, "witness points that are off"),
        }
        let Some(distance) = answer.distance() else { continue };
        let error = truth.units_in_last_place(distance, is_single);
        // Written so that a NaN fails. Beyond the greatest number the distance is an infinity.
        if error <= 1.0 {
            tally.greatest_error = tally.greatest_error.max(error);
        } else if !(distance.is_infinite() && is_beyond_range(truth, is_single)) {
            fault(&mut tally.beyond_unit, "distance beyond a unit in the last place");
        }
    }
}

/// Whether the distance rounds to an infinity.
fn is_beyond_range(truth: &HullTruth, is_single: bool) -> bool {
    let greatest = if is_single { f64::from(f32::MAX) } else { f64::MAX };
    truth.units_in_last_place(greatest, is_single) >= 0.5
}
