//! Whether answers jump where bodies hardly move: the lines of `continuity.csv`.

use serde::{Deserialize, Serialize};

use crate::{Line, Subject};

/// The pairs of queries of one variant on the cases of one family in one scalar, about the bodies and about the same bodies after one of
/// them has moved by a small step. No distance changes by more than the step, so that an answer that does is wrong before or after it.
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
    /// How far the body moves: `root` (√u·D), `units` (8 u·D), or `place` (one unit in the last place of its greatest coordinate).
    pub step: String,
    /// Pairs that were asked. A pair in which rounding moves nothing is none.
    pub pairs: u64,
    /// Those with no answer before or after: they are not compared.
    pub no_answer: u64,
    /// Those whose distances differ by more than the greatest movement of a point and the tolerance. Bodies that meet are at distance 0.
    pub jumps: u64,
    /// Those whose verdicts differ, though the exact ones do not, and one of them is wrong by more than the tolerance.
    pub flips: u64,
    /// Of those that jump or flip, how many have the wrong answer before the step alone.
    pub before: u64,
    /// How many after it alone.
    pub after: u64,
    /// How many before and after.
    pub both: u64,
    /// How many have two answers within the tolerance each, whose errors add up to a jump.
    pub neither: u64,
    /// The greatest jump: by how much the distances differ beyond the movement, in u·D.
    pub jump: Option<f64>,
    /// The case of that jump, before the step.
    pub jump_case: String,
    /// The direction of that step: `random`, or along the `axis` of the answer before it.
    pub jump_direction: String,
    /// The greatest margin of a verdict that is wrong on one side of a flip, in u·D.
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

    /// Counts of the same family, scalar, variant and step add up.
    fn gather(ours: &mut Vec<ContinuityTally>, theirs: Vec<ContinuityTally>) {
        for tally in theirs {
            // Units of one family follow each other.
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

/// Whether there is one, and it is greater; what is no number is greater than every number.
fn is_greater(one: Option<f64>, other: Option<f64>) -> bool {
    one.is_some_and(|one| other.is_none_or(|other| one.total_cmp(&other).is_gt()))
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
