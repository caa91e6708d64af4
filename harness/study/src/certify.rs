//! The variants that prove their answers, compared with exact arithmetic: every verdict, every certificate, every unit in the
//! last place.
//!
//! # Mixture
//! The source of case number i of a scalar depends on i mod 8:
//!
//! - 0 to 3: the families of hulls in turn;
//! - 4: a neighbour of such a case, with each coordinate moved by up to two units in the last place;
//! - 5: a neighbour of a case of the corpus or of a pinned failure, in half of them the case itself;
//! - 6: a case of a family times a power of two, from the subnormal numbers to the greatest; in every second of them the points
//!   have two sizes, and products of the small ones underflow;
//! - 7: random bits ([`bits`]).
//!
//! Bodies that are not hulls are skipped, and counted as such.
//!
//! # Checks
//! Each case is asked twice: of the package, about slices of points, and of the roster, about hulls that are scanned in vector
//! instructions. For both answers, the verdict has to be the oracle's; the kernel has to accept the evidence; the distance has
//! to be within one unit in the last place of the exact one, and the face has to be nearest but for the slack that the package
//! states. For bodies that meet, the depth has to be within one unit in the last place, exactly zero if they touch, and the
//! kernel has to accept the shell without any slack.
//!
//! The package is also asked whether the bodies are within the distance that it answered, and within the numbers on either side
//! of it: as the square of such a number is exact, and so is that of the distance, each answer is right or wrong.
//!
//! One of the two questions may be asked alone. Without the depth, its truth is not computed either; without the distance, only
//! bodies that meet are asked about.
//!
//! # Casts
//! Casts are asked about by themselves (module `casts`), in a mixture of the same parts. Its families are those of casts. A case of
//! another source gets a motion: from a point of A to a point of B, times a half, one or two.

use std::ops::Range;
use std::sync::Arc;

use gjk_cases::case::{Arithmetic, Body, Case, Class};
use gjk_cases::family::{Family, cast_families, hull_families};
use gjk_cases::{corpus, format};
use gjk_records::{CertifyTally, Line, Question};
use gjk_slices::OfSlices;
use gjk_solvers::{PosedCase, Roster, replies};
use gjk_variants::SplitMix64;
use gjk_variants::float::ldexp;
use serde_json::{Value, json};

use self::checks::{Answers, count};
use crate::context::Context;
use crate::endure::bits;
use crate::experiment::{Experiment, Unit, Usual, no_rounded, none_of, unit_of};
use crate::worst;

mod casts;
mod checks;
mod witnesses;

/// The largest number of cases of a unit, which take about two seconds: a run that is interrupted ends when its current units
/// have ended.
const LONGEST: u64 = 8192;
/// Cases in each scalar, by size of the study.
const CASES: [u64; 3] = [2_000, 100_000, 1_000_000];

/// The variants that it asks: all of them, whichever is chosen.
const PROVING: [&str; 4] = ["certified", "certified-boolean", "certified-depth", "certified-cast"];

/// The variants that prove their answers, compared with exact arithmetic.
pub struct Certify;

impl Experiment for Certify {
    fn name(&self) -> &'static str {
        "certify"
    }

    fn about(&self) -> &'static str {
        "The variants that prove their answers, compared with exact arithmetic"
    }

    fn usual(&self) -> Usual {
        Usual::Never
    }

    fn plan(&self, context: &Context) -> Vec<(&'static str, Value)> {
        // A campaign of both questions has no such entry.
        let question = context.question.map(|question| ("question to certify", json!(question)));
        [("cases to certify", json!(cases(context)))].into_iter().chain(question).collect()
    }

    fn idle(&self, context: &Context) -> Option<String> {
        no_rounded(context).or_else(|| none_of(context, &PROVING))
    }

    fn units<'a>(&self, context: &'a Context) -> Vec<Unit<'a>> {
        units(context, cases(context))
    }
}

/// The number of cases in each scalar: `--cases` counts these here, as in the command.
fn cases(context: &Context) -> u64 {
    context.cases.unwrap_or(context.of_size(CASES))
}

/// The units of this number of cases in each scalar that rounds, for the question of the context.
pub fn units(context: &Context, cases: u64) -> Vec<Unit<'_>> {
    let question = context.question;
    let pinned = gjk_claims::counterexamples().cases;
    let mixture = Arc::new(match question {
        Some(Question::Cast) => Mixture::of_casts(context.seed, pinned),
        _ => Mixture::new(context.seed, pinned),
    });
    let mut units = Vec::new();
    for arithmetic in context.rounded() {
        units.extend(stretches(cases).map(|cases| {
            let mixture = mixture.clone();
            let (name, size) = (format!("certify/{arithmetic}/{:09}", cases.start), cases.end - cases.start);
            Unit::of_lines(name, size, move || tallies(&context.roster, &mixture, arithmetic, cases.clone(), question))
        }));
    }
    units
}

/// The ranges of this number of cases, one per unit.
fn stretches(cases: u64) -> impl Iterator<Item = Range<u64>> {
    let size = unit_of(cases).min(LONGEST);
    (0..cases).step_by(size as usize).map(move |first| first..(first + size).min(cases))
}

/// The sources of the cases.
pub struct Mixture {
    families: Vec<Box<dyn Family>>,
    known: Vec<Case>,
    seed: u64,
    are_casts: bool,
}

impl Mixture {
    /// The mixture with this seed.
    ///
    /// The pinned failures are `pinned`, the largest known errors, and the corpus.
    pub fn new(seed: u64, pinned: Vec<Case>) -> Mixture {
        let known = known(pinned).filter(|case| case.cast.is_none()).collect();
        Mixture { families: hull_families(), known, seed, are_casts: false }
    }

    /// The mixture of casts with this seed.
    pub fn of_casts(seed: u64, pinned: Vec<Case>) -> Mixture {
        Mixture { families: cast_families(), known: known(pinned).collect(), seed, are_casts: true }
    }

    /// Case number `index`, and its source.
    pub fn case(&self, arithmetic: Arithmetic, index: u64) -> (&str, Case) {
        let (source, mut case) = self.of_source(arithmetic, index);
        if self.are_casts && case.cast.is_none() && case.is_of_hulls() {
            case = bits::cast(self.seed, arithmetic, index, case);
        }
        (source, case)
    }

    fn of_source(&self, arithmetic: Arithmetic, index: u64) -> (&str, Case) {
        let (part, number) = (index % 8, index / 8);
        let of_family = |number: u64| {
            let count = self.families.len() as u64;
            let family = &self.families[(number % count) as usize];
            (family.name(), family.independent_case(self.seed, arithmetic, number / count))
        };
        let mut random = SplitMix64(self.seed ^ index.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        match part {
            0..=3 => of_family(4 * number + part),
            4 => ("neighbours", neighbour(of_family(number).1, arithmetic, &mut random)),
            5 => {
                let case = self.known[(number % self.known.len() as u64) as usize].clone();
                ("corpus", if random.below(2) == 0 { case } else { neighbour(case, arithmetic, &mut random) })
            }
            6 if number % 2 == 0 => ("scaled", scaled(of_family(number / 2).1, arithmetic, &mut random)),
            6 => ("two-sizes", of_two_sizes(of_family(number / 2).1, arithmetic, &mut random)),
            _ => ("bits", bits::case(self.seed, arithmetic, number)),
        }
    }
}

/// The corpus, the largest known errors and the pinned failures, as far as they are hulls.
fn known(pinned: Vec<Case>) -> impl Iterator<Item = Case> {
    let worst = format::read(worst::KEPT, "worst.jsonl").cases;
    corpus::wild().into_iter().chain(worst).chain(pinned).filter(Case::is_of_hulls)
}

fn each_coordinate(case: &mut Case, change: &mut impl FnMut(f64) -> f64) {
    let dimension = usize::from(case.dimension);
    for body in [&mut case.a, &mut case.b] {
        if let Body::Points(points) = body {
            points.iter_mut().for_each(|point| point[..dimension].iter_mut().for_each(|x| *x = change(*x)));
        }
    }
    case.cast.iter_mut().flatten().take(dimension).for_each(|x| *x = change(*x));
}

/// Each coordinate moved by up to two units in the last place.
fn neighbour(mut case: Case, arithmetic: Arithmetic, random: &mut SplitMix64) -> Case {
    each_coordinate(&mut case, &mut |x| {
        let steps = random.below(5);
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
fn scaled(mut case: Case, arithmetic: Arithmetic, random: &mut SplitMix64) -> Case {
    let power = power(arithmetic, random);
    each_coordinate(&mut case, &mut |x| ldexp(x, power));
    case
}

/// A power of two from the subnormal numbers to the greatest; in half of the cases one at which products of two to ten
/// coordinates of size one come to the end of the range: there some of them underflow, and others do not.
fn power(arithmetic: Arithmetic, random: &mut SplitMix64) -> i64 {
    let end: i64 = if arithmetic == Arithmetic::F32 { 140 } else { 1050 };
    if random.below(2) == 0 {
        return random.below(2 * end as u64) as i64 - end;
    }
    let sign = if random.below(4) == 0 { 1 } else { -1 };
    sign * (end / (2 + random.below(9) as i64) + 12 - random.below(25) as i64)
}

/// Points of two sizes: one body, a random choice of points, or all points but one are small.
///
/// In half of the cases the large points are scaled as well.
fn of_two_sizes(mut case: Case, arithmetic: Arithmetic, random: &mut SplitMix64) -> Case {
    let small = -power(arithmetic, random).abs();
    let great = if random.below(2) == 0 { power(arithmetic, random) } else { 0 };
    let way = random.below(3);
    let counts = [&case.a, &case.b].map(|body| if let Body::Points(points) = body { points.len() as u64 } else { 0 });
    let alone = random.below((counts[0] + counts[1]).max(1));
    let dimension = usize::from(case.dimension);
    let mut number = 0;
    for (side, body) in [&mut case.a, &mut case.b].into_iter().enumerate() {
        let Body::Points(points) = body else { continue };
        for point in points {
            let is_small = [side == 0, random.below(2) == 0, number != alone][way as usize];
            let power = if is_small { great + small } else { great };
            point[..dimension].iter_mut().for_each(|x| *x = ldexp(*x, power));
            number += 1;
        }
    }
    case.cast.iter_mut().flatten().for_each(|x| *x = ldexp(*x, great));
    case
}

/// Checks the cases of these numbers in one arithmetic, about one question, or about distance and depth.
pub fn tallies(
    roster: &Roster,
    mixture: &Mixture,
    arithmetic: Arithmetic,
    cases: Range<u64>,
    question: Option<Question>,
) -> Vec<CertifyTally> {
    let mut tallies = Vec::new();
    for number in cases {
        let (source, case) = mixture.case(arithmetic, number);
        let mut tally = CertifyTally {
            source: source.to_owned(),
            scalar: arithmetic.name().to_owned(),
            question,
            ..CertifyTally::default()
        };
        let mut faults = Vec::new();
        match case.is_of_hulls().then(|| PosedCase::pose(&case, arithmetic)).flatten() {
            Some(posed) => check(roster, &posed, &mut tally, &mut faults),
            None => tally.passed_over = 1,
        }
        let describe = |fault| format!("{fault} in {arithmetic} on {}", format::write(&case).trim_end());
        tally.faults = faults.into_iter().map(describe).collect();
        CertifyTally::gather(&mut tallies, vec![tally]);
    }
    tallies
}

/// Asks the variants about a case, and checks their answers.
fn check(roster: &Roster, posed: &PosedCase, tally: &mut CertifyTally, faults: &mut Vec<&'static str>) {
    if tally.asks(Question::Cast) {
        return casts::check(roster, posed, tally, faults);
    }
    let Some(truth) = posed.truth.hulls() else { return tally.passed_over += 1 };
    let questions = [Question::Distance, Question::Depth].map(|question| tally.asks(question));
    if !questions[0] && truth.class() == Class::Separated {
        return tally.passed_over += 1;
    }
    match ask(roster, posed, questions) {
        Some(answers) => count(posed, truth, answers, tally, faults),
        None => tally.passed_over += 1,
    }
}

/// The answers to the distance and to the depth, if these are asked for; `None` if the package does not accept such bodies.
fn ask(roster: &Roster, posed: &PosedCase, [distance, depth]: [bool; 2]) -> Option<Answers> {
    let package = OfSlices::ask(&posed.case, posed.arithmetic, [distance, depth])?;
    // The same questions to the roster, in vector instructions.
    let (of_distance, of_depth): (&[_], &[_]) = (&["certified", "certified-boolean"], &["certified-depth"]);
    let names = [(distance, of_distance), (depth, of_depth)].into_iter().filter(|(is_asked, _)| *is_asked);
    let entries: Vec<_> = names.flat_map(|(_, names)| names).filter_map(|name| roster.named(name)).collect();
    let mut of_roster = replies(&posed.case, posed.arithmetic, &entries).into_iter().map(|reply| reply?.answer);
    let [of_hulls, boolean] = std::array::from_fn(|_| distance.then(|| of_roster.next().flatten()).flatten());
    let of_depth = depth.then(|| of_roster.next().flatten()).flatten();
    Some(Answers { package, of_hulls, boolean, of_depth })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_are_all_cases_and_none_is_longer_than_an_interrupt_may_wait() {
        for cases in [0, 1, 100_000, 52_300_000] {
            let mut next = 0;
            for stretch in stretches(cases) {
                assert!(stretch.start == next && !stretch.is_empty() && stretch.end - stretch.start <= LONGEST, "{stretch:?}");
                next = stretch.end;
            }
            assert_eq!(next, cases);
        }
        // Units of the usual campaign are those of its journals.
        assert_eq!(stretches(100_000).next(), Some(0..2048));
    }
}
