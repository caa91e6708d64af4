//! What exact arithmetic makes of the variants that prove their answers: the lines of `certify.jsonl`.

use serde::{Deserialize, Serialize};

use crate::{Line, Subject};

/// How many faults a line describes.
const DESCRIBED: usize = 10;

/// Counts of one source of cases in one scalar.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CertifyTally {
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
    /// Distances and depths that are more than one unit in the last place off, or that are none.
    pub beyond_unit: u64,
    /// Distances that integers decided.
    pub distances_by_integers: u64,
    /// Verdicts that integers decided.
    pub verdicts_by_integers: u64,
    /// Of the cases, the bodies overlap and the package was asked how deep.
    #[serde(default)]
    pub overlapping: u64,
    /// Depths that integers had a part in, those of touching bodies too.
    #[serde(default)]
    pub depths_by_integers: u64,
    /// Questions whether bodies are within a length, which is their distance or next to it.
    #[serde(default)]
    pub thresholds: u64,
    /// Of these, wrong answers.
    #[serde(default)]
    pub thresholds_wrong: u64,
    /// Answers whose witness points are not what is promised.
    pub witnesses_off: u64,
    /// Faces that are nearest up to the slack alone, not exactly.
    pub within_slack: u64,
    /// The greatest error of a distance or a depth in units in the last place.
    pub greatest_error: f64,
    /// By how much the weights' nearest point is farther away than the distance at most, in units of u times the size of the face.
    pub greatest_of_witnesses: f64,
    /// How far from the nearest point it is at most, in the same units; of faces that are exactly nearest.
    pub greatest_of_nearest: f64,
    /// The first few faults, each with its case. Left out where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<String>,
}

impl Line for CertifyTally {
    const FILE: &'static str = "certify.jsonl";
    const HOLDS: &'static str = "tallies of the variants that prove their answers";
    const ADDS_UP: bool = true;

    fn subject(&self) -> Subject<'_> {
        Subject { scalar: Some(&self.scalar), ..Subject::default() }
    }

    /// Counts of the same source and scalar add up. The lines are in the order of these.
    fn gather(ours: &mut Vec<CertifyTally>, theirs: Vec<CertifyTally>) {
        for tally in theirs {
            match ours.binary_search_by(|known| known.key().cmp(&tally.key())) {
                Ok(place) => ours[place].add(tally),
                Err(place) => ours.insert(place, tally),
            }
        }
    }
}

impl CertifyTally {
    fn key(&self) -> (&str, &str) {
        (&self.source, &self.scalar)
    }

    /// Adds the counts of other cases, whatever their source.
    pub fn add(&mut self, other: CertifyTally) {
        self.cases += other.cases;
        self.apart += other.apart;
        self.touching += other.touching;
        self.passed_over += other.passed_over;
        self.wrong += other.wrong;
        self.unproven += other.unproven;
        self.beyond_unit += other.beyond_unit;
        self.distances_by_integers += other.distances_by_integers;
        self.verdicts_by_integers += other.verdicts_by_integers;
        self.overlapping += other.overlapping;
        self.depths_by_integers += other.depths_by_integers;
        self.thresholds += other.thresholds;
        self.thresholds_wrong += other.thresholds_wrong;
        self.witnesses_off += other.witnesses_off;
        self.within_slack += other.within_slack;
        self.greatest_error = self.greatest_error.max(other.greatest_error);
        self.greatest_of_witnesses = self.greatest_of_witnesses.max(other.greatest_of_witnesses);
        self.greatest_of_nearest = self.greatest_of_nearest.max(other.greatest_of_nearest);
        self.faults.extend(other.faults);
        self.faults.truncate(DESCRIBED);
    }

    /// The counts of all sources.
    pub fn sum(tallies: &[CertifyTally]) -> CertifyTally {
        let all = CertifyTally { source: "all".to_owned(), ..CertifyTally::default() };
        tallies.iter().fold(all, |mut sum, tally| {
            sum.add(tally.clone());
            sum
        })
    }

    /// How much went wrong.
    pub fn count_of_faults(&self) -> u64 {
        self.wrong + self.unproven + self.beyond_unit + self.witnesses_off + self.thresholds_wrong
    }
}
