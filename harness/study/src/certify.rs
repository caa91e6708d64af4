//! The variants that prove their answers, held against exact arithmetic: every verdict, every certificate, every unit in the last place.
//!
//! # Mixture
//! Case number i of a scalar is by i mod 8: 0 to 3 of the families of hulls in turn; 4 a neighbour of such a case, each coordinate moved by up
//! to two units in the last place; 5 a neighbour of a case of the corpus or of a pinned failure, in half of them the case itself; 6 a case of a
//! family times a power of two, from the subnormal numbers to the greatest, and in every second of them points of two sizes beside each other,
//! where products of the small ones underflow; 7 of random bits ([`bits`]).
//! Bodies that are no hulls are passed over, and counted as such.
//!
//! # What is checked
//! Each case is asked twice: of the package, about slices of points, and of the roster, about hulls that are scanned in vector
//! instructions. Of both answers the verdict has to be the oracle's; the kernel has to accept the evidence; the distance has to
//! be within one unit in the last place of the exact one, and the face nearest but for the slack that the package states. Of bodies that meet the
//! depth has to be within one unit in the last place, exactly zero where they touch, and the kernel has to accept the shell without any slack.
//!
//! The package is asked as well whether the bodies are within their distance as it was answered, and within the numbers on either side of that: as the
//! square of such a number is exact, and so is that of the distance, each answer is right or wrong.
//!
//! One of the two questions may be asked alone. Without the depth its truth is not made either; without the distance only bodies that meet are asked about.

use std::cell::OnceCell;
use std::ops::Range;
use std::sync::Arc;

use dashu_ratio::RBig;
use gjk_cases::case::{Arithmetic, Body, Case, Class};
use gjk_cases::family::{Family, hull_families};
use gjk_cases::{corpus, format};
use gjk_records::{CertifyQuestion, CertifyTally, Line};
use gjk_solvers::{PosedCase, Roster, replies};
use gjk_truth::answer::{Numbers, Says, Values};
use gjk_truth::exact::Scaled;
use gjk_truth::judge::judge;
use gjk_truth::truth::HullTruth;
use gjk_variants::SplitMix64;
use gjk_variants::float::ldexp;
use serde_json::{Value, json};

use self::of_slices::OfSlices;
use self::witnesses::Witnesses;
use crate::context::Context;
use crate::endure::bits;
use crate::experiment::{Experiment, Unit, Usual, no_rounded, none_of, unit_of};
use crate::worst;

mod of_slices;
mod witnesses;

/// The slack of a face as a power of two: it is nearest but for 2⁻⁵⁷ of its distance.
const SLACK_BITS: usize = 57;
/// The most cases of a unit, which take about two seconds: a run that is interrupted ends when its units have.
const LONGEST: u64 = 8192;
/// Cases in each scalar, by size of the study.
const CASES: [u64; 3] = [2_000, 100_000, 1_000_000];

/// The variants that it asks: all of them, whichever is chosen.
const PROVING: [&str; 3] = ["certified", "certified-boolean", "certified-depth"];

/// The variants that prove their answers, held against exact arithmetic.
pub struct Certify;

impl Experiment for Certify {
    fn name(&self) -> &'static str {
        "certify"
    }

    fn about(&self) -> &'static str {
        "The variants that prove their answers, held against exact arithmetic"
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

/// How many cases in each scalar: `--cases` are these here, as in the command.
fn cases(context: &Context) -> u64 {
    context.cases.unwrap_or(context.of_size(CASES))
}

/// So many cases in each scalar that rounds, of the question of the context.
pub fn units(context: &Context, cases: u64) -> Vec<Unit<'_>> {
    let mixture = Arc::new(Mixture::new(context.seed, gjk_claims::counterexamples().cases));
    let question = context.question;
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

/// Stretches of so many cases, a unit each.
fn stretches(cases: u64) -> impl Iterator<Item = Range<u64>> {
    let size = unit_of(cases).min(LONGEST);
    (0..cases).step_by(size as usize).map(move |first| first..(first + size).min(cases))
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

fn each_coordinate(case: &mut Case, change: &mut impl FnMut(f64) -> f64) {
    let dimension = usize::from(case.dimension);
    for body in [&mut case.a, &mut case.b] {
        if let Body::Points(points) = body {
            points.iter_mut().for_each(|point| point[..dimension].iter_mut().for_each(|x| *x = change(*x)));
        }
    }
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

/// Points of two sizes: one body of each, or any points, or all but one point are small; the great ones are scaled as well in half of the cases.
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
    case
}

/// Checks the cases of these numbers in one arithmetic, about one question or both.
pub fn tallies(
    roster: &Roster,
    mixture: &Mixture,
    arithmetic: Arithmetic,
    cases: Range<u64>,
    question: Option<CertifyQuestion>,
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

/// Whether the cores are within a length of each other. Where the exact square is not told by about 100 bits of the distance, it is made.
fn are_within(truth: &HullTruth, squared: &OnceCell<RBig>, most: f64) -> bool {
    let (length, distance) = (Scaled::from_f64(most), truth.core_distance);
    let margin = distance.shifted(-80);
    if length > distance.plus(margin) || length < distance.minus(margin) {
        return length > distance;
    }
    let squared = squared.get_or_init(|| truth.core_distance_squared());
    RBig::try_from(most).is_ok_and(|most| *squared <= &most * &most)
}

/// What is found of this evidence, which is not looked at again if it is the same as the last time: two answers mostly have the same.
fn of_evidence<K: PartialEq, V: Copy>(last: &mut Option<(K, V)>, evidence: K, look: impl FnOnce() -> V) -> V {
    match last {
        Some((known, found)) if *known == evidence => *found,
        _ => {
            let found = look();
            *last = Some((evidence, found));
            found
        }
    }
}

fn check(roster: &Roster, posed: &PosedCase, tally: &mut CertifyTally, faults: &mut Vec<&'static str>) {
    let Some(truth) = posed.truth.hulls() else { return tally.passed_over += 1 };
    let is_single = posed.arithmetic == Arithmetic::F32;
    let meets = truth.class() != Class::Separated;
    let questions = [CertifyQuestion::Distance, CertifyQuestion::Depth].map(|question| tally.asks(question));
    let [asks_distance, asks_depth] = questions;
    if !asks_distance && !meets {
        return tally.passed_over += 1;
    }
    let Some(package) = OfSlices::ask(&posed.case, posed.arithmetic, questions) else { return tally.passed_over += 1 };
    tally.cases = 1;
    tally.touching = u64::from(truth.class() == Class::Touching);
    if let Some(of_distance) = &package.of_distance {
        tally.apart = u64::from(!meets);
        tally.distances_by_integers = u64::from(of_distance.distance_by_integers);
        tally.verdicts_by_integers = u64::from(of_distance.verdict_by_integers);
        let squared = OnceCell::new();
        for (most, says) in &of_distance.within {
            tally.thresholds += 1;
            if *says != are_within(truth, &squared, *most) {
                tally.thresholds_wrong += 1;
                faults.push("wrong about a threshold");
            }
        }
    }
    if let Some((_, by_integers)) = &package.of_depth {
        tally.overlapping = u64::from(truth.class() == Class::Overlapping);
        tally.depths_by_integers = u64::from(meets && *by_integers);
    }

    // The same through the roster, in vector instructions.
    let ask = |names: &[&str]| {
        let entries: Vec<_> = names.iter().filter_map(|name| roster.named(name)).collect();
        replies(&posed.case, posed.arithmetic, &entries).into_iter().map(|reply| reply?.answer).collect::<Vec<_>>()
    };
    let (of_distance, of_depth): (&[_], &[_]) = (&["certified", "certified-boolean"], &["certified-depth"]);
    let asked = [(asks_distance, of_distance), (asks_depth, of_depth)].into_iter().filter(|(asks, _)| *asks);
    let mut of_roster = ask(&asked.flat_map(|(_, names)| names).copied().collect::<Vec<_>>()).into_iter();
    let [of_hulls, boolean] = std::array::from_fn(|_| asks_distance.then(|| of_roster.next().flatten()).flatten());
    let of_depth = asks_depth.then(|| of_roster.next().flatten()).flatten();
    let depth_of_package = package.of_depth.as_ref().map(|(answer, _)| answer);
    let depths = if asks_depth { vec![depth_of_package, of_depth.as_ref()] } else { Vec::new() };
    let mut fault = |count: &mut u64, what| {
        *count += 1;
        faults.push(what);
    };
    let mut said = Vec::new();
    if let Some(of_distance) = &package.of_distance {
        let answers = [Some(&of_distance.distance), of_hulls.as_ref(), boolean.as_ref()];
        said.push(Some(of_distance.says));
        said.extend(answers.map(|answer| Some(answer?.says)));
    }
    said.extend(depths.iter().map(|answer| Some((*answer)?.says)));
    for found in said {
        if found.map(|says| says == Says::Intersecting) != Some(meets) {
            fault(&mut tally.wrong, "wrong verdict");
        }
    }
    if asks_distance {
        // The evidence of a boolean answer is an axis, a face or a simplex.
        let judged = judge(&posed.case, &posed.truth, boolean.as_ref(), posed.arithmetic, 0.0);
        if judged.certified != Some(true) {
            fault(&mut tally.unproven, "unproven verdict");
        }
    }
    let distance = package.of_distance.map(|of_distance| of_distance.distance);
    let (mut last_face, mut last_witnesses) = (None, None);
    for (number, answer) in [distance, of_hulls].iter().flatten().enumerate() {
        let meets = answer.says == Says::Intersecting;
        let (exactly, is_proven) = of_evidence(&mut last_face, (meets, &answer.simplex), || {
            let exactly = if meets { truth.proves_contact(&answer.simplex) } else { truth.is_nearest(&answer.simplex) };
            (exactly, exactly || !meets && truth.is_nearest_within(&answer.simplex, SLACK_BITS))
        });
        tally.within_slack += u64::from(!exactly && number == 0);
        if !is_proven {
            fault(&mut tally.unproven, "unproven distance");
        }
        if meets {
            continue;
        }
        let witnesses = Witnesses::of(&answer.numbers);
        let errors = of_evidence(&mut last_witnesses, (witnesses.clone(), &answer.simplex), || {
            let face = (&answer.simplex[..], exactly);
            witnesses?.errors([&posed.case.a, &posed.case.b], face, truth.core_distance, is_single)
        });
        match errors {
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
    let (mut last_shell, mut last_witnesses) = (None, None);
    for answer in depths.into_iter().flatten().filter(|answer| answer.says == Says::Intersecting) {
        let Numbers::Rounded(Values { depth: Some(depth), translation: Some(v), .. }) = answer.numbers else {
            fault(&mut tally.beyond_unit, "no depth");
            continue;
        };
        if truth.class() != Class::Overlapping {
            // They touch, if the verdict is right, which is counted above.
            let is_proven = of_evidence(&mut last_shell, (&answer.simplex, &answer.shell), || {
                truth.proves_contact(&answer.simplex) && truth.facet_proves_touching(&answer.shell)
            });
            if !is_proven {
                fault(&mut tally.unproven, "unproven contact");
            }
            if depth != 0.0 || v != [0.0; 3] {
                fault(&mut tally.beyond_unit, "depth of touching bodies");
            }
            continue;
        }
        // The simplex is no part of this proof.
        if !of_evidence(&mut last_shell, (&answer.simplex, &answer.shell), || truth.shell_proves_depth(&answer.shell)) {
            fault(&mut tally.unproven, "unproven depth");
        }
        let error = truth.depth_units_in_last_place(depth, is_single);
        let greatest = if is_single { f64::from(f32::MAX) } else { f64::MAX };
        if error <= 1.0 {
            tally.greatest_error = tally.greatest_error.max(error);
        } else if !(depth.is_infinite() && truth.depth_units_in_last_place(greatest, is_single) >= 0.5) {
            fault(&mut tally.beyond_unit, "depth beyond a unit in the last place");
        }
        let witnesses = Witnesses::of(&answer.numbers);
        let errors = of_evidence(&mut last_witnesses, (witnesses.clone(), &answer.simplex), || {
            let exact = truth.core_depth()?;
            witnesses?.errors([&posed.case.a, &posed.case.b], (&answer.simplex, true), exact, is_single)
        });
        if errors.is_none() {
            fault(&mut tally.witnesses_off, "witness points of a depth that are off");
        }
    }
}

/// Whether the distance rounds to an infinity.
fn is_beyond_range(truth: &HullTruth, is_single: bool) -> bool {
    let greatest = if is_single { f64::from(f32::MAX) } else { f64::MAX };
    truth.units_in_last_place(greatest, is_single) >= 0.5
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

    #[test]
    fn thresholds_are_told_as_exact_squares_tell_them() {
        // At a distance of one exactly, and at the square root of two.
        for far in [[1.0, 0.0, 0.0], [1.0, 1.0, 0.0]] {
            let truth = HullTruth::of_points(3, &[far], &[[0.0; 3]]);
            let distance = truth.core_distance.to_f64();
            for most in [0.0, f64::from_bits(1), distance.next_down(), distance, distance.next_up(), 2.0, f64::MAX] {
                let exact = RBig::try_from(most).is_ok_and(|most| truth.core_distance_squared() <= &most * &most);
                assert_eq!(are_within(&truth, &OnceCell::new(), most), exact, "{far:?} {most:e}");
            }
        }
        let truth = HullTruth::of_points(3, &[[1.0, 0.0, 0.0]], &[[1.0, 0.0, 0.0]]);
        assert!([0.0, f64::from_bits(1)].iter().all(|most| are_within(&truth, &OnceCell::new(), *most)));
    }
}
