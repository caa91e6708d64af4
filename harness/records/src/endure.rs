//! How the runs of a variant end on very many queries: the lines of `endure.jsonl`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Line, Subject};

/// How many faults a line describes.
const DESCRIBED: usize = 10;

/// The ends of one variant's runs in one scalar.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndureTally {
    /// `f32` or `f64`.
    pub scalar: String,
    /// Name of the variant.
    pub variant: String,
    /// The cases that were posed; the variant may not be applicable to all of them.
    pub cases: u64,
    /// How many runs ended how, by the names of the ends that came up.
    pub ends: BTreeMap<String, u64>,
    /// The most iterations of a run.
    pub most_iterations: usize,
    /// The variant's own limit for each pair of convex parts; none where it depends on the bodies, or is not stated.
    #[serde(default)]
    pub limit: Option<usize>,
    /// The runs that panicked.
    pub panics: u64,
    /// The runs that took more iterations than the variant's own limit, for each pair of convex parts.
    pub beyond_limit: u64,
    /// The runs that have an answer where their end says that there is none, or none where it says that there is one.
    pub contradictions: u64,
    /// The first few of these faults, each with its case.
    pub faults: Vec<String>,
}

impl Line for EndureTally {
    const FILE: &'static str = "endure.jsonl";
    const HOLDS: &'static str = "tallies of ends";
    const ADDS_UP: bool = true;

    fn subject(&self) -> Subject<'_> {
        Subject { variant: Some(&self.variant), scalar: Some(&self.scalar), family: None }
    }

    /// Counts of the same variant and scalar add up.
    fn gather(ours: &mut Vec<EndureTally>, theirs: Vec<EndureTally>) {
        for tally in theirs {
            match ours.iter_mut().find(|known| (&known.scalar, &known.variant) == (&tally.scalar, &tally.variant)) {
                Some(known) => known.add(tally),
                None => ours.push(tally),
            }
        }
    }
}

impl EndureTally {
    /// Adds the counts of other runs; scalar and variant stay.
    pub fn add(&mut self, other: EndureTally) {
        self.cases += other.cases;
        other.ends.into_iter().for_each(|(end, count)| *self.ends.entry(end).or_default() += count);
        self.most_iterations = self.most_iterations.max(other.most_iterations);
        self.limit = self.limit.max(other.limit);
        self.panics += other.panics;
        self.beyond_limit += other.beyond_limit;
        self.contradictions += other.contradictions;
        other.faults.into_iter().for_each(|fault| self.describe(fault));
    }

    /// Keeps a fault, if there are few.
    pub fn describe(&mut self, fault: String) {
        if self.faults.len() < DESCRIBED {
            self.faults.push(fault);
        }
    }

    /// The runs that ended so.
    pub fn ended(&self, end: &str) -> u64 {
        self.ends.get(end).copied().unwrap_or_default()
    }

    /// The runs, those that panicked included.
    pub fn queries(&self) -> u64 {
        self.ends.values().sum::<u64>() + self.panics
    }

    /// How much went wrong: a run may count more than once.
    pub fn count_of_faults(&self) -> u64 {
        self.panics + self.beyond_limit + self.contradictions
    }
}
