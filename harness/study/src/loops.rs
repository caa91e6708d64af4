//! The loop as an experiment: the separate effects of the stop, of the safeguards and of the way v is formed.
//!
//! Between a published loop and the common one several things change at once. Here each distance subalgorithm runs in all
//! combinations of these, and in some with MuJoCo's two rules, on the same cases. The counts state how often each is right,
//! misses a contact or sees a phantom, and by which end it gives up. Two of the loops are also asked in other frames: with the
//! origin between the bodies, and in A. The common loop also runs with and without doubt at tolerances from 10⁻² down to u; for
//! these runs the number of correct digits of the distances and the number of iterations are counted too.

use std::ops::Range;
use std::sync::Arc;

use gjk_clock::median;
use gjk_records::{LoopTally, SCHEMA};
use gjk_truth::answer::Says;
use gjk_truth::judge::Judgement;
use serde_json::{Value, json};

use gjk_cases::case::{Arithmetic, Class};
use gjk_cases::family::Family;
use gjk_solvers::{ErasedVariant, Frame, PosedCase, Reply, Roster};
use gjk_variants::gjk::rules::{LoopRules, StopRule};

use crate::context::Context;
use crate::experiment::{Experiment, Sample, Unit, no_rounded, none_of, samples};

/// The safeguards and the way to form v of the loops that are asked in every [`Frame`], with the relative stop.
///
/// The other loops are asked in the world.
const FRAMED: [(&str, &str); 2] = [("verifying", "refined"), ("doubting", "simplex")];

/// Whether a loop is asked in a frame.
fn is_asked_in(frame: Frame, entry: &ErasedVariant) -> bool {
    let is_framed =
        |rules: LoopRules| rules.stop == StopRule::Relative && FRAMED.contains(&(rules.safeguards.name, rules.nearest.name()));
    frame == Frame::World || entry.rules.is_some_and(is_framed)
}

/// Cases of each family, by size of the study.
///
/// All families have the same weight: with 150 cases of each of 35 families, the mean of the rates is known to within 0.06 % if
/// nothing fails (95 %).
const CASES: [u64; 3] = [10, 150, 1_500];

/// The loops around the distance subalgorithms.
pub struct Loops;

impl Experiment for Loops {
    fn name(&self) -> &'static str {
        "loops"
    }

    fn about(&self) -> &'static str {
        "The loops around the distance subalgorithms"
    }

    fn plan(&self, context: &Context) -> Vec<(&'static str, Value)> {
        vec![("cases of loops", json!(context.count(CASES)))]
    }

    fn idle(&self, context: &Context) -> Option<String> {
        let roster = Roster::loops();
        let mut names: Vec<&str> = Vec::new();
        for name in roster.entries().iter().map(|entry| entry.about.name) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        no_rounded(context).or_else(|| none_of(context, &names))
    }

    fn units<'a>(&self, context: &'a Context) -> Vec<Unit<'a>> {
        let Some(roster) = roster(context) else { return Vec::new() };
        let cases = context.count(CASES);
        let mut units = Vec::new();
        for family in context.families.iter().map(Box::as_ref) {
            units.extend(context.rounded().map(|arithmetic| {
                let roster = roster.clone();
                let name = format!("loops/{}/{arithmetic}", family.name());
                // Many loops are asked.
                Unit::of_lines(name, 10 * cases, move || {
                    tally(&roster, family, arithmetic, 0..cases, context.seed, context.tolerance)
                })
            }));
        }
        units
    }

    fn samples<'a>(&self, context: &'a Context) -> Vec<Sample<'a>> {
        let Some(roster) = roster(context) else { return Vec::new() };
        let of = |arithmetic| {
            let roster = roster.clone();
            samples(context, 12, context.count(CASES), move |family, cases| {
                let roster = roster.clone();
                Unit::of_lines(String::new(), 1, move || {
                    tally(&roster, family, arithmetic, cases.clone(), context.seed, context.tolerance)
                })
            })
        };
        context.rounded().flat_map(of).collect()
    }
}

/// The chosen loops, if there are any.
fn roster(context: &Context) -> Option<Arc<Roster>> {
    let mut roster = Roster::loops();
    roster.retain(|entry| context.is_chosen(entry.about.name));
    (!roster.entries().is_empty()).then(|| Arc::new(roster))
}

/// Runs all loops on the independent cases with these numbers of a family in single or double precision; the tolerance is in
/// units of u·D.
///
/// First come the tallies of all loops in the world, then those of the loops that are asked in other frames.
pub fn tally(
    roster: &Roster,
    family: &dyn Family,
    arithmetic: Arithmetic,
    cases: Range<u64>,
    seed: u64,
    tolerance: f64,
) -> Vec<LoopTally> {
    // A loop with a tolerance of the other scalar is not applicable.
    let applies = |entry: &&ErasedVariant| entry.applies(family.dimension(), arithmetic);
    let is_asked = |frame, entry: &&ErasedVariant| applies(entry) && is_asked_in(frame, entry);
    let mut frames = Frame::ALL.map(|frame| {
        let blank = |entry| (blank(entry, frame, family.name(), arithmetic), Measured::default());
        let asked = roster.entries().iter().filter(|entry| is_asked(frame, entry));
        (frame, asked.map(blank).collect::<Vec<(LoopTally, Measured)>>())
    });
    for number in cases {
        // A case that overflows an arithmetic is not applicable there.
        let Some(posed) = PosedCase::pose(&family.independent_case(seed, arithmetic, number), arithmetic) else { continue };
        for (frame, tallies) in &mut frames {
            let judged = posed.ask_in(*frame, roster, tolerance, |entry| is_asked(*frame, &entry));
            for (finding, (tally, measured)) in judged.iter().zip(tallies) {
                let Some((reply, judgement)) = &finding.outcome else { continue };
                tally.cases += 1;
                tally.rulings.count(reply.column(judgement.ruling));
                match (&reply.answer, reply.stop) {
                    (None, Some(stop)) => tally.count_end(stop.name()),
                    _ => measured.take(&posed, reply, judgement),
                }
            }
        }
    }
    frames.into_iter().flat_map(|(_, tallies)| tallies).map(|(tally, measured)| measured.into_tally(tally)).collect()
}

/// The iterations of a loop's answers, and the digits of their distances.
#[derive(Default)]
struct Measured {
    iterations: Vec<f64>,
    digits: Vec<f64>,
}

impl Measured {
    fn take(&mut self, posed: &PosedCase, reply: &Reply, judgement: &Judgement) {
        self.iterations.push(reply.iterations as f64);
        let says_apart = reply.answer.as_ref().is_some_and(|answer| answer.says == Says::Apart);
        if says_apart && posed.truth.decided() == Some(Class::Separated) {
            let unit = posed.arithmetic.unit();
            // An error that is not a number keeps no digit.
            let error = judgement.error.filter(|error| error.is_finite()).map_or(1.0, |error| error * unit);
            self.digits.push(-error.clamp(unit, 1.0).log10());
        }
    }

    fn into_tally(mut self, tally: LoopTally) -> LoopTally {
        let runs = self.iterations.len() as f64;
        self.digits.sort_unstable_by(f64::total_cmp);
        LoopTally {
            iterations: (runs > 0.0).then(|| self.iterations.iter().sum::<f64>() / runs),
            distances: self.digits.len() as u64,
            digits: median(&self.digits),
            digits_low: self.digits.get(self.digits.len() / 20).copied(),
            ..tally
        }
    }
}

/// The tally of a loop in a frame, with nothing counted.
fn blank(entry: &ErasedVariant, frame: Frame, family: &str, arithmetic: Arithmetic) -> LoopTally {
    let mut tally = LoopTally {
        schema: SCHEMA,
        family: family.to_owned(),
        scalar: arithmetic.name().to_owned(),
        subalgorithm: entry.about.name.to_owned(),
        frame: Some(frame.name().to_owned()),
        ..LoopTally::default()
    };
    if let Some(rules) = entry.rules {
        tally.tolerance = rules.stop.tolerance();
        [tally.stop, tally.safeguards, tally.nearest] =
            [rules.stop.name(), rules.safeguards.name, rules.nearest.name()].map(str::to_owned);
    }
    tally
}

#[cfg(test)]
mod tests {
    use gjk_cases::case::Case;
    use gjk_truth::answer::{Answered, Numbers, Values};
    use gjk_variants::Stop;

    use super::*;

    /// Two points that are 5 apart or the same.
    fn points(arithmetic: Arithmetic, are_apart: bool) -> PosedCase {
        let b = if are_apart { [3.0, 4.0, 0.0] } else { [0.0; 3] };
        let case = Case::of_points(String::new(), 3, vec![[0.0; 3]], vec![b]);
        PosedCase::pose(&case, arithmetic).expect("small integers")
    }

    fn reply(says: Says, iterations: usize) -> Reply {
        let answer = Answered::of_bodies(says, Vec::new(), Numbers::Rounded(Values::none()));
        Reply {
            stop: Some(Stop::Converged),
            iterations,
            supports: 0,
            answer: Some(answer),
            held: None,
            held_units: None,
            refused: None,
        }
    }

    fn digits(arithmetic: Arithmetic, are_apart: bool, says: Says, error: Option<f64>) -> Vec<f64> {
        let (posed, reply) = (points(arithmetic, are_apart), reply(says, 1));
        let (mut measured, mut judgement) = (Measured::default(), posed.judge(&reply, 64.0));
        judgement.error = error;
        measured.take(&posed, &reply, &judgement);
        assert_eq!(measured.iterations, [1.0], "every answer counts");
        measured.digits
    }

    #[test]
    fn digits_are_those_of_the_error_in_units_of_d() {
        for arithmetic in [Arithmetic::F32, Arithmetic::F64] {
            let unit = arithmetic.unit();
            let table = [
                // 10 u and 0.01 of D; none at all, and less than u.
                (Some(10.0), -unit.log10() - 1.0),
                (Some(0.01 / unit), 2.0),
                (Some(0.0), -unit.log10()),
                (Some(0.5), -unit.log10()),
                // D and more, values that are not numbers, and no error.
                (Some(1.0 / unit), 0.0),
                (Some(3.0 / unit), 0.0),
                (Some(f64::NAN), 0.0),
                (Some(f64::INFINITY), 0.0),
                (None, 0.0),
            ];
            for (error, expected) in table {
                let [found] = digits(arithmetic, true, Says::Apart, error)[..] else { panic!("a distance") };
                assert!((found - expected).abs() < 1e-12, "{error:?} in {arithmetic}: {found}");
            }
            // An answer that bodies intersect has no distance, and touching bodies have no distance to be called apart by.
            assert!(digits(arithmetic, true, Says::Intersecting, Some(1.0)).is_empty());
            assert!(digits(arithmetic, false, Says::Apart, Some(1.0)).is_empty());
        }
    }

    #[test]
    fn a_tally_has_the_median_of_the_digits_and_those_that_95_percent_reach() {
        // For this many digits: the median, and the digits that at most one of twenty falls below.
        for (count, median, low) in [(1, 0.0, 0.0), (19, 9.0, 0.0), (20, 9.5, 1.0), (40, 19.5, 2.0), (59, 29.0, 2.0)] {
            let digits: Vec<f64> = (0..count).rev().map(f64::from).collect();
            let tally = Measured { iterations: vec![2.0, 3.0, 10.0], digits }.into_tally(LoopTally::default());
            assert_eq!((tally.iterations, tally.distances), (Some(5.0), count as u64));
            assert_eq!((tally.digits, tally.digits_low), (Some(median), Some(low)), "of {count}");
        }
        let nothing = Measured::default().into_tally(LoopTally::default());
        assert_eq!(nothing, LoopTally::default());
    }
}
