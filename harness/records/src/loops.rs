//! How often each loop around a distance subalgorithm is right, is wrong, gives up, and by which end: the lines of `loops.csv`.

use serde::{Deserialize, Serialize};

use crate::Tally;

/// The rulings of one subalgorithm in one of the loops, on the cases of one family in one scalar.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoopTally {
    /// Version of the schema.
    pub schema: u32,
    /// Name of the family.
    pub family: String,
    /// `f32` or `f64`.
    pub scalar: String,
    /// Name of the subalgorithm, as of the variant that has it in the common loop.
    pub subalgorithm: String,
    /// `relative` (the duality gap against a multiple of u) or `absolute` (1e-12 on a squared length).
    pub stop: String,
    /// `doubting` (as `guarded`, and a claim that rests on a gap within its own noise is believed only beyond doubt), `guarded` (a repeated support point, no progress and a full simplex end the run) or `bare` (an iteration limit alone).
    pub safeguards: String,
    /// How v is formed: from the `simplex` of the difference, or as the difference of the two `witnesses`.
    pub nearest: String,
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
}

impl LoopTally {
    /// Counts the end of a run without an answer, by its name; an end that carries an answer is none.
    pub fn count_end(&mut self, end: &str) {
        if let Some((_, count)) = self.ends_mut().into_iter().find(|(name, _)| *name == end) {
            *count += 1;
        }
    }

    fn ends_mut(&mut self) -> [(&'static str, &mut u64); 5] {
        let LoopTally { exhausted, cycled, no_region, not_a_number, range, .. } = self;
        let counts = [exhausted, cycled, no_region, not_a_number, range];
        let mut names = LoopTally::ENDS.into_iter();
        counts.map(|count| (names.next().unwrap_or_default(), count))
    }

    /// The ends without an answer, as records spell them.
    pub const ENDS: [&'static str; 5] = ["exhausted", "cycled", "no-region", "not-a-number", "range"];

    /// How often each of [`LoopTally::ENDS`] came up.
    pub fn ends(&self) -> [u64; 5] {
        [self.exhausted, self.cycled, self.no_region, self.not_a_number, self.range]
    }

    /// The loop's three choices in one name, `relative-doubting-simplex` for the common loop.
    pub fn choices(&self) -> String {
        format!("{}-{}-{}", self.stop, self.safeguards, self.nearest)
    }
}
