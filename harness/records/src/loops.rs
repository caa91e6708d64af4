//! How often each loop around a distance subalgorithm is right, is wrong, gives up, and by which end: the lines of `loops.csv`.

use serde::{Deserialize, Serialize};

use crate::{Line, Subject, Tally};

/// The rulings of one subalgorithm in one of the loops, on the cases of one family in one scalar.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LoopTally {
    /// Version of the schema.
    pub schema: u32,
    /// Name of the family.
    pub family: String,
    /// `f32` or `f64`.
    pub scalar: String,
    /// Name of the subalgorithm, as of the variant that has it in the common loop.
    pub subalgorithm: String,
    /// `relative` (the duality gap against a multiple of u, relative to the size of the support points), `absolute` (1e-12 on a
    /// squared length), or against a tolerance relative to the `distance` or to that `size`.
    pub stop: String,
    /// The tolerance of the last two.
    pub tolerance: Option<f64>,
    /// `bare` (an iteration limit alone), `guarded` (a repeated support point, no progress and a full simplex end the run),
    /// `doubting` (as `guarded`, and a step taken for a gap within its own noise is believed only beyond doubt), or `verifying` (as
    /// `guarded`, and a verdict is given where a plane separates, or no face of the last simplex does). With
    /// `+separating` behind it, bodies are called apart only if the last v separates them.
    pub safeguards: String,
    /// How v is formed: from the `simplex` of the difference, as the difference of the two `witnesses`, by the `normal` of the
    /// nearest face, or from the simplex and `refined` by that normal near contact.
    pub nearest: String,
    /// In which coordinates the loop saw the bodies: those of the `world`, `centred` between the bodies' centres, or with the origin in
    /// A's centre, `of-a`. An empty field is the world.
    pub frame: Option<String>,
    /// Applicable cases.
    pub cases: u64,
    /// What the answers are found to be.
    pub rulings: Tally,
    /// Runs without an answer that reached the iteration limit.
    pub exhausted: u64,
    /// Runs without an answer that came back to a simplex.
    pub cycled: u64,
    /// Runs without an answer in which the subalgorithm found no feasible face.
    pub no_region: u64,
    /// Runs without an answer that came to what is not a number.
    pub not_a_number: u64,
    /// Runs without an answer that came to what is not finite.
    pub range: u64,
    /// The mean number of iterations of the runs with an answer.
    pub iterations: Option<f64>,
    /// Distances of separated pairs that are not called `intersecting`: what the digits are of.
    pub distances: u64,
    /// The median over them of the digits that are kept: −log₁₀ of the error in units of D, at most −log₁₀ u.
    pub digits: Option<f64>,
    /// The digits that 95 of 100 of them keep at least.
    pub digits_low: Option<f64>,
}

impl Line for LoopTally {
    const FILE: &'static str = "loops.csv";
    const HOLDS: &'static str = "tallies of loops";

    fn subject(&self) -> Subject<'_> {
        Subject::new(&self.subalgorithm, &self.family, &self.scalar)
    }
}

impl LoopTally {
    /// Counts the end of a run without an answer, by its name; an end that carries an answer is none.
    pub fn count_end(&mut self, end: &str) {
        let counts = [&mut self.exhausted, &mut self.cycled, &mut self.no_region, &mut self.not_a_number, &mut self.range];
        counts.into_iter().zip(LoopTally::ENDS).filter(|(_, name)| *name == end).for_each(|(count, _)| *count += 1);
    }

    /// The ends without an answer, as records spell them.
    pub const ENDS: [&'static str; 5] = ["exhausted", "cycled", "no-region", "not-a-number", "range"];

    /// How often each of [`LoopTally::ENDS`] came up.
    pub fn ends(&self) -> [u64; 5] {
        [self.exhausted, self.cycled, self.no_region, self.not_a_number, self.range]
    }

    /// The frame: that of the world where none is told.
    pub fn frame(&self) -> &str {
        self.frame.as_deref().unwrap_or(LoopTally::WORLD)
    }

    /// The frame of the cases as they are posed.
    pub const WORLD: &'static str = "world";

    /// The loop's three choices in one name, `relative-doubting-simplex` for the common loop. A tolerance and a frame are not part of it.
    pub fn choices(&self) -> String {
        format!("{}-{}-{}", self.stop, self.safeguards, self.nearest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_end_without_an_answer_has_a_count_of_its_own() {
        for (place, end) in LoopTally::ENDS.into_iter().enumerate() {
            let mut tally = LoopTally::default();
            ["converged", end, "stalled", end].into_iter().for_each(|end| tally.count_end(end));
            assert_eq!(tally.ends(), std::array::from_fn(|other| if other == place { 2 } else { 0 }), "{end}");
        }
    }

    #[test]
    fn a_loop_is_named_by_its_three_choices_and_is_of_the_world_where_no_frame_is_told() {
        let [stop, safeguards, nearest] = ["relative", "doubting", "simplex"].map(str::to_owned);
        let common = LoopTally { stop, safeguards, nearest, ..LoopTally::default() };
        assert_eq!((&common.choices()[..], common.frame()), ("relative-doubting-simplex", "world"));
        let framed = LoopTally { tolerance: Some(1e-6), frame: Some("of-a".to_owned()), ..common };
        assert_eq!((&framed.choices()[..], framed.frame()), ("relative-doubting-simplex", "of-a"));
    }
}
