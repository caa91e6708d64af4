//! How the runs of a variant end on very many queries: the lines of `endure.jsonl`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Line, Subject};

/// The greatest number of faults that a line describes.
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
    /// Number of runs with each end, by the names of the ends that occurred.
    pub ends: BTreeMap<String, u64>,
    /// The most iterations of a run.
    pub most_iterations: usize,
    /// The variant's own limit for each pair of convex parts; `None` if it depends on the bodies or is not stated.
    #[serde(default)]
    pub limit: Option<usize>,
    /// The runs that panicked.
    pub panics: u64,
    /// The runs with more iterations than the variant's own limit for each pair of convex parts.
    pub beyond_limit: u64,
    /// The runs whose end contradicts their answer: one is there although the end says that there is none, or the reverse.
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

    /// Adds the counts of the same variant and scalar.
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

    /// Keeps a fault, if there are still few.
    pub fn describe(&mut self, fault: String) {
        if self.faults.len() < DESCRIBED {
            self.faults.push(fault);
        }
    }

    /// The runs with this end.
    pub fn ended(&self, end: &str) -> u64 {
        self.ends.get(end).copied().unwrap_or_default()
    }

    /// All runs, including those that panicked.
    pub fn queries(&self) -> u64 {
        self.ends.values().sum::<u64>() + self.panics
    }

    /// Number of faults; a run may count more than once.
    pub fn count_of_faults(&self) -> u64 {
        self.panics + self.beyond_limit + self.contradictions
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{json, to_value};

    use super::*;
    use crate::sums::{primes, summed};

    /// Two tallies of one variant with a different prime for each count.
    fn tallies() -> [EndureTally; 2] {
        let mut count = primes();
        let mut ends = |names: [&str; 2]| -> BTreeMap<String, u64> { names.map(|name| (name.to_owned(), count())).into() };
        let ends = [ends(["converged", "range"]), ends(["converged", "stalled"])];
        let of = [("one", ends[0].clone(), 41, Some(64)), ("other", ends[1].clone(), 37, Some(128))];
        of.map(|(name, ends, most_iterations, limit)| EndureTally {
            scalar: "f64".to_owned(),
            variant: "johnson".to_owned(),
            cases: count(),
            ends,
            most_iterations,
            limit,
            panics: count(),
            beyond_limit: count(),
            contradictions: count(),
            faults: (0..6).map(|fault| format!("{name} {fault}")).collect(),
        })
    }

    #[test]
    fn counts_of_a_variant_are_added_end_by_end_and_of_iterations_the_most_stay() {
        let [one, other] = tallies();
        for [ours, theirs] in [[&one, &other], [&other, &one]] {
            let mut all = vec![ours.clone()];
            EndureTally::gather(&mut all, vec![theirs.clone()]);
            let [sum] = &all[..] else { panic!("{all:?}") };
            let ends = json!({
                "converged": one.ends["converged"] + other.ends["converged"],
                "range": one.ends["range"],
                "stalled": other.ends["stalled"]
            });
            let faults: Vec<&String> = ours.faults.iter().chain(&theirs.faults[..4]).collect();
            let stated = json!({ "ends": ends, "most_iterations": 41, "limit": 128, "faults": faults });
            assert_eq!(to_value(sum).unwrap(), summed(ours, theirs, stated));
            // A limit that is not stated is less than every limit.
            all[0].limit = None;
            EndureTally::gather(&mut all, vec![theirs.clone()]);
            assert_eq!(all[0].limit, theirs.limit);
        }
    }

    #[test]
    fn runs_are_those_with_an_end_and_those_that_panicked() {
        let [one, _] = tallies();
        assert_eq!([one.ended("converged"), one.ended("stalled")], [one.ends["converged"], 0]);
        assert_eq!(one.queries(), one.ends["converged"] + one.ends["range"] + one.panics);
        assert_eq!(one.count_of_faults(), one.panics + one.beyond_limit + one.contradictions);
        assert_eq!(one.subject(), Subject { variant: Some("johnson"), scalar: Some("f64"), family: None });
    }

    #[test]
    fn tallies_add_up_only_where_variant_and_scalar_are_the_same() {
        let [one, other] = tallies();
        let (single, ericson) = ("f32".to_owned(), "ericson".to_owned());
        let others = [EndureTally { scalar: single, ..other.clone() }, EndureTally { variant: ericson, ..other }];
        let mut all = Vec::new();
        EndureTally::gather(&mut all, vec![one.clone()]);
        EndureTally::gather(&mut all, others.to_vec());
        assert_eq!(all, [&[one], &others[..]].concat());
    }
}
