//! How often each loop around a distance subalgorithm is right, is wrong or gives up, and the ends of its runs: the lines of
//! `loops.csv`.

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
    /// Name of the subalgorithm, which is that of its variant in the common loop.
    pub subalgorithm: String,
    /// The stop rule of the loop:
    ///
    /// - `relative`: the duality gap is compared with a multiple of u, relative to the size of the support points;
    /// - `absolute`: the limit is 1e-12 on a squared length;
    /// - `distance`: the tolerance is relative to the distance;
    /// - `size`: the tolerance is relative to the size of the support points.
    pub stop: String,
    /// The tolerance of the rules `distance` and `size`.
    pub tolerance: Option<f64>,
    /// The safeguards of the loop:
    ///
    /// - `bare`: only an iteration limit;
    /// - `guarded`: a repeated support point, no progress and a full simplex end the run;
    /// - `doubting`: as `guarded`, and a step taken for a gap within its own noise is believed only beyond doubt;
    /// - `verifying`: as `guarded`, and a verdict is given only if a plane separates the bodies, or no face of the last simplex
    ///   does.
    ///
    /// With the suffix `+separating`, bodies are called apart only if the last v separates them.
    pub safeguards: String,
    /// The computation of v: from the `simplex` of the difference, as the difference of the two `witnesses`, by the `normal` of
    /// the nearest face, or from the simplex and `refined` by that normal near contact.
    pub nearest: String,
    /// The coordinates in which the loop saw the bodies: `world`, `centred` between the bodies' centres, or `of-a` with the
    /// origin in A's centre; an empty field means `world`.
    pub frame: Option<String>,
    /// Applicable cases.
    pub cases: u64,
    /// Rulings on the answers.
    pub rulings: Tally,
    /// Runs without an answer that reached the iteration limit.
    pub exhausted: u64,
    /// Runs without an answer that returned to an earlier simplex.
    pub cycled: u64,
    /// Runs without an answer in which the subalgorithm found no feasible face.
    pub no_region: u64,
    /// Runs without an answer that met a value that is not a number.
    pub not_a_number: u64,
    /// Runs without an answer that met a value that is not finite.
    pub range: u64,
    /// The mean number of iterations of the runs with an answer.
    pub iterations: Option<f64>,
    /// Number of distances that the digits are computed from: those of separated pairs that are not called `intersecting`.
    pub distances: u64,
    /// The median over these distances of the correct digits: −log₁₀ of the error in units of D, at most −log₁₀ u.
    pub digits: Option<f64>,
    /// The number of digits that at least 95 of 100 of these distances keep.
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
    /// Counts the end of a run without an answer, by its name; an end with an answer is not counted.
    pub fn count_end(&mut self, end: &str) {
        let counts = [&mut self.exhausted, &mut self.cycled, &mut self.no_region, &mut self.not_a_number, &mut self.range];
        counts.into_iter().zip(LoopTally::ENDS).filter(|(_, name)| *name == end).for_each(|(count, _)| *count += 1);
    }

    /// The ends without an answer, as records spell them.
    pub const ENDS: [&'static str; 5] = ["exhausted", "cycled", "no-region", "not-a-number", "range"];

    /// The count of each of [`LoopTally::ENDS`].
    pub fn ends(&self) -> [u64; 5] {
        [self.exhausted, self.cycled, self.no_region, self.not_a_number, self.range]
    }

    /// The frame, or [`LoopTally::WORLD`] if none is stated.
    pub fn frame(&self) -> &str {
        self.frame.as_deref().unwrap_or(LoopTally::WORLD)
    }

    /// The frame of the cases as they are posed.
    pub const WORLD: &'static str = "world";

    /// The loop's three choices in one name, such as `relative-doubting-simplex` for the common loop, without a tolerance and a
    /// frame.
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
    fn a_loop_is_named_by_its_three_choices_and_its_frame_is_the_world_by_default() {
        let [stop, safeguards, nearest] = ["relative", "doubting", "simplex"].map(str::to_owned);
        let common = LoopTally { stop, safeguards, nearest, ..LoopTally::default() };
        assert_eq!((&common.choices()[..], common.frame()), ("relative-doubting-simplex", "world"));
        let framed = LoopTally { tolerance: Some(1e-6), frame: Some("of-a".to_owned()), ..common };
        assert_eq!((&framed.choices()[..], framed.frame()), ("relative-doubting-simplex", "of-a"));
    }
}
