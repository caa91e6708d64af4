//! Tallies of answers that jump although the bodies hardly move: the lines of `continuity.csv`.

use serde::{Deserialize, Serialize};

use crate::{Line, Subject};

/// Pairs of queries of one variant on the cases of one family in one scalar, before and after one of the bodies moves by a
/// small step.
///
/// No distance changes by more than the step, so an answer that does is wrong before or after it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ContinuityTally {
    /// Version of the schema.
    pub schema: u32,
    /// Name of the family.
    pub family: String,
    /// `f32` or `f64`.
    pub scalar: String,
    /// Name of the variant.
    pub variant: String,
    /// Length of the movement: `root` (√u·D), `units` (8 u·D), or `place` (one unit in the last place of the body's greatest
    /// coordinate).
    pub step: String,
    /// Pairs that were asked; a pair whose movement is rounded away is not counted.
    pub pairs: u64,
    /// Pairs with no answer before or after, which are not compared.
    pub no_answer: u64,
    /// Pairs whose distances differ by more than the greatest movement of a point plus the tolerance; bodies that meet are at
    /// distance 0.
    pub jumps: u64,
    /// Pairs whose verdicts differ although the exact ones do not, where one of the verdicts is wrong by more than the
    /// tolerance.
    pub flips: u64,
    /// Jumps or flips with the wrong answer only before the step.
    pub before: u64,
    /// Jumps or flips with the wrong answer only after the step.
    pub after: u64,
    /// Jumps or flips with wrong answers before and after.
    pub both: u64,
    /// Jumps or flips with both answers within the tolerance, whose errors add up to a jump.
    pub neither: u64,
    /// The greatest jump: the difference of the distances beyond the movement, in u·D.
    pub jump: Option<f64>,
    /// The case of that jump, before the step.
    pub jump_case: String,
    /// The direction of that step: `random`, or along the `axis` of the answer before it.
    pub jump_direction: String,
    /// The greatest margin of a wrong verdict on one side of a flip, in u·D.
    pub margin: Option<f64>,
    /// The case of that flip, before the step.
    pub margin_case: String,
    /// The direction of that step.
    pub margin_direction: String,
}

impl Line for ContinuityTally {
    const FILE: &'static str = "continuity.csv";
    const HOLDS: &'static str = "tallies of jumps";
    const ADDS_UP: bool = true;

    fn subject(&self) -> Subject<'_> {
        Subject::new(&self.variant, &self.family, &self.scalar)
    }

    /// Adds the counts of the same family, scalar, variant and step.
    fn gather(ours: &mut Vec<ContinuityTally>, theirs: Vec<ContinuityTally>) {
        for tally in theirs {
            // Units of one family are consecutive.
            match ours.iter_mut().rev().find(|known| known.key() == tally.key()) {
                Some(known) => known.add(tally),
                None => ours.push(tally),
            }
        }
    }
}

impl ContinuityTally {
    /// The steps, in the order of tables.
    pub const STEPS: [&'static str; 3] = ["root", "units", "place"];

    fn key(&self) -> [&str; 4] {
        [&self.family, &self.scalar, &self.variant, &self.step]
    }

    /// Pairs that jump or flip.
    pub fn breaks(&self) -> u64 {
        self.before + self.after + self.both + self.neither
    }

    /// Pairs that were compared.
    pub fn compared(&self) -> u64 {
        self.pairs - self.no_answer.min(self.pairs)
    }

    fn add(&mut self, other: ContinuityTally) {
        self.pairs += other.pairs;
        self.no_answer += other.no_answer;
        self.jumps += other.jumps;
        self.flips += other.flips;
        self.before += other.before;
        self.after += other.after;
        self.both += other.both;
        self.neither += other.neither;
        if is_greater(other.jump, self.jump) {
            (self.jump, self.jump_case, self.jump_direction) = (other.jump, other.jump_case, other.jump_direction);
        }
        if is_greater(other.margin, self.margin) {
            (self.margin, self.margin_case, self.margin_direction) = (other.margin, other.margin_case, other.margin_direction);
        }
    }
}

/// True if the first number is there and is greater; a NaN is greater than every number.
fn is_greater(one: Option<f64>, other: Option<f64>) -> bool {
    one.is_some_and(|one| other.is_none_or(|other| one.total_cmp(&other).is_gt()))
}

#[cfg(test)]
mod tests {
    use serde_json::{json, to_value};

    use super::*;
    use crate::sums::{primes, summed};

    fn tally(step: &str, jump: Option<f64>, case: &str) -> ContinuityTally {
        let text = |text: &str| text.to_owned();
        let jumps = u64::from(jump.is_some());
        ContinuityTally { step: text(step), pairs: 3, jumps, after: jumps, jump, jump_case: text(case), ..Default::default() }
    }

    #[test]
    fn counts_of_the_same_step_add_up_and_the_greatest_jump_stays() {
        let mut all = Vec::new();
        for (step, jump, case) in [("root", Some(2.0), "a"), ("units", None, ""), ("root", Some(1.0), "b"), ("root", None, "")]
        {
            ContinuityTally::gather(&mut all, vec![tally(step, jump, case)]);
        }
        let [root, units] = &all[..] else { panic!("{all:?}") };
        assert_eq!((root.pairs, root.breaks(), root.jump, &root.jump_case[..]), (9, 2, Some(2.0), "a"));
        assert_eq!((units.pairs, units.breaks(), units.jump), (3, 0, None));
        ContinuityTally::gather(&mut all, vec![tally("root", Some(f64::INFINITY), "c")]);
        assert_eq!((all[0].jump, &all[0].jump_case[..]), (Some(f64::INFINITY), "c"));
    }

    /// Tallies of the same step with a different prime for each count, and with these greatest breaks and names of their cases.
    fn tallies<const N: usize>(of: [(&str, [Option<f64>; 2]); N]) -> [ContinuityTally; N] {
        let mut count = primes();
        let text = |text: &str| text.to_owned();
        of.map(|(name, [jump, margin])| ContinuityTally {
            schema: 4,
            family: text("gap"),
            scalar: text("f64"),
            variant: text("johnson"),
            step: text("root"),
            pairs: count(),
            no_answer: count(),
            jumps: count(),
            flips: count(),
            before: count(),
            after: count(),
            both: count(),
            neither: count(),
            jump,
            jump_case: format!("{name} jumps"),
            jump_direction: format!("{name} way"),
            margin,
            margin_case: format!("{name} flips"),
            margin_direction: format!("{name} side"),
        })
    }

    /// The tallies after gathering them one by one.
    fn gathered(tallies: &[&ContinuityTally]) -> Vec<ContinuityTally> {
        let mut all = Vec::new();
        tallies.iter().for_each(|tally| ContinuityTally::gather(&mut all, vec![(*tally).clone()]));
        all
    }

    #[test]
    fn counts_of_a_step_are_added_and_each_greatest_break_stays_with_its_case_and_direction() {
        let [one, other] = tallies([("one", [Some(3.0), Some(5.0)]), ("other", [Some(2.0), Some(7.0)])]);
        for pair in [[&one, &other], [&other, &one]] {
            let greatest = json!({
                "schema": 4, "jump": 3.0, "jump_case": "one jumps", "jump_direction": "one way",
                "margin": 7.0, "margin_case": "other flips", "margin_direction": "other side"
            });
            let [sum] = &gathered(&pair)[..] else { panic!("one step has one line") };
            assert_eq!(to_value(sum).unwrap(), summed(pair[0], pair[1], greatest));
        }
    }

    #[test]
    fn the_first_of_equal_breaks_is_kept_and_nan_is_the_greatest() {
        let kept = |ours: Option<f64>, theirs: Option<f64>| {
            let [one, other] = tallies([("one", [ours; 2]), ("other", [theirs; 2])]);
            let sum = gathered(&[&one, &other]).remove(0);
            let cases = [sum.jump_case, sum.margin_case].map(|case| case.split(' ').next().map(str::to_owned).unwrap());
            assert_eq!(cases[0], cases[1], "jumps and margins go by one rule");
            cases[0].clone()
        };
        assert_eq!([kept(Some(2.0), Some(2.0)), kept(Some(2.0), None), kept(None, None)], ["one"; 3]);
        assert_eq!([kept(None, Some(0.0)), kept(Some(1.0), Some(2.0))], ["other"; 2]);
        assert_eq!([kept(Some(f64::NAN), Some(f64::INFINITY)), kept(Some(f64::INFINITY), Some(f64::NAN))], ["one", "other"]);
    }

    #[test]
    fn tallies_add_up_only_where_family_scalar_variant_and_step_are_the_same() {
        let [first, ..] = tallies([("one", [None; 2])]);
        let text = |text: &str| text.to_owned();
        let others = [
            ContinuityTally { family: text("corpus"), ..first.clone() },
            ContinuityTally { scalar: text("f32"), ..first.clone() },
            ContinuityTally { variant: text("ericson"), ..first.clone() },
            ContinuityTally { step: text("place"), ..first.clone() },
        ];
        let all: Vec<&ContinuityTally> = std::iter::once(&first).chain(&others).collect();
        assert_eq!(gathered(&all).iter().collect::<Vec<_>>(), all);
        assert!(all.iter().all(|tally| tally.subject() == Subject::new(&tally.variant, &tally.family, &tally.scalar)));
    }

    #[test]
    fn a_pair_without_an_answer_is_not_compared_and_breaks_are_counted_once() {
        let tally = ContinuityTally {
            pairs: 40,
            no_answer: 7,
            // Eleven pairs jump and five flip; three of them do both.
            jumps: 11,
            flips: 5,
            before: 1,
            after: 2,
            both: 4,
            neither: 6,
            ..ContinuityTally::default()
        };
        assert_eq!((tally.compared(), tally.breaks()), (33, 13));
        // A file may state more missing answers than pairs.
        assert_eq!(ContinuityTally { no_answer: 41, ..tally }.compared(), 0);
    }
}
