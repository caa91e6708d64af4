//! A study: the facts, the records and the timings of a run.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use gjk_records::{
    CensusTally, Duel, Facts, LoopTally, Record, SCHEMA, Timing, TraceTally, read_census, read_duels, read_facts, read_loops,
    read_records, read_timings, read_traces,
};

use crate::Failure;

/// The facts, records and timings of one run, or of several runs taken together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Study {
    /// The facts of the run.
    pub facts: Facts,
    /// One judged answer each.
    pub records: Vec<Record>,
    /// One timed query each; empty when nothing was timed.
    pub timings: Vec<Timing>,
    /// The loops around the distance subalgorithms; empty when they were not run.
    pub loops: Vec<LoopTally>,
    /// Where the origin lies when DoSimplex is entered; empty when it was not counted.
    pub census: Vec<CensusTally>,
    /// Queries about moving pairs by where they start; empty when none were followed.
    pub traces: Vec<TraceTally>,
    /// Variants and peers in turns on the same cases; empty when there was no contest.
    pub duels: Vec<Duel>,
}

impl Study {
    /// Reads a study from its folder (`records.csv`, `times.csv`, `study.json`), or from a file of records, with the other two
    /// taken from the same folder. Timings may be absent. Without `study.json` the facts are unknown and say so.
    pub fn read(folder_or_records_file: &Path) -> Result<Study, Failure> {
        let (folder, records) = if folder_or_records_file.is_dir() {
            (folder_or_records_file, folder_or_records_file.join("records.csv"))
        } else {
            (folder_or_records_file.parent().unwrap_or(Path::new("")), folder_or_records_file.to_owned())
        };
        let records = read_records(&records)?;
        let (facts, times) = (folder.join("study.json"), folder.join("times.csv"));
        let facts = if facts.exists() { read_facts(&facts)? } else { unknown_facts() };
        let timings = if times.exists() { read_timings(&times)? } else { Vec::new() };
        let loops = folder.join("loops.csv");
        let loops = if loops.exists() { read_loops(&loops)? } else { Vec::new() };
        let census = folder.join("census.csv");
        let census = if census.exists() { read_census(&census)? } else { Vec::new() };
        let traces = folder.join("traces.csv");
        let traces = if traces.exists() { read_traces(&traces)? } else { Vec::new() };
        let duels = folder.join("duel.jsonl");
        let duels = if duels.exists() { read_duels(&duels)? } else { Vec::new() };
        Ok(Study { facts, records, timings, loops, census, traces, duels })
    }

    /// Reads several studies and takes them together. A record that occurs in several of them counts once; one that differs
    /// between them, or a different tolerance, is an error. Of timings of the same query the first is kept.
    pub fn read_all(inputs: &[PathBuf]) -> Result<Study, Failure> {
        let mut inputs = inputs.iter();
        let mut all = match inputs.next() {
            Some(first) => Study::read(first)?,
            None => Study::default(),
        };
        for path in inputs {
            let next = Study::read(path)?;
            all.absorb(next, path)?;
        }
        Ok(all)
    }

    fn absorb(&mut self, next: Study, path: &Path) -> Result<(), Failure> {
        if self.facts.tolerance != next.facts.tolerance {
            let (found, expected) = (next.facts.tolerance, self.facts.tolerance);
            return Err(Failure::Tolerances { path: path.to_owned(), found, expected });
        }
        let facts = &mut self.facts;
        for (ours, theirs) in [
            (&mut facts.command, next.facts.command),
            (&mut facts.commit, next.facts.commit),
            (&mut facts.version, next.facts.version),
            (&mut facts.compiler, next.facts.compiler),
            (&mut facts.processor, next.facts.processor),
        ] {
            if !theirs.is_empty() && !ours.split("; ").any(|one| one == theirs) {
                *ours = if ours.is_empty() { theirs } else { format!("{ours}; {theirs}") };
            }
        }
        facts.cases_per_family = facts.cases_per_family.max(next.facts.cases_per_family);
        for name in next.facts.variants {
            if !facts.variants.contains(&name) {
                facts.variants.push(name);
            }
        }
        for family in next.facts.families {
            if facts.families.iter().all(|known| known.name != family.name) {
                facts.families.push(family);
            }
        }
        // Tallies cannot be told apart case by case, so those of the first study that has any are kept.
        if self.loops.is_empty() {
            self.loops = next.loops;
        }
        if self.census.is_empty() {
            self.census = next.census;
        }
        if self.traces.is_empty() {
            self.traces = next.traces;
        }
        // Times of two runs are not to be compared.
        if self.duels.is_empty() {
            self.duels = next.duels;
        }
        self.records = merged_records(std::mem::take(&mut self.records), next.records, path)?;
        self.timings = merged_timings(std::mem::take(&mut self.timings), next.timings);
        Ok(())
    }
}

fn unknown_facts() -> Facts {
    let unknown = || "unknown".to_owned();
    Facts {
        schema: SCHEMA,
        command: "unknown (no study.json beside the records)".to_owned(),
        version: unknown(),
        commit: unknown(),
        compiler: unknown(),
        processor: unknown(),
        ..Facts::default()
    }
}

/// Equal, where a value that is not a number equals itself.
fn same(a: &Record, b: &Record) -> bool {
    a == b || format!("{a:?}") == format!("{b:?}")
}

fn merged_records(mut ours: Vec<Record>, theirs: Vec<Record>, path: &Path) -> Result<Vec<Record>, Failure> {
    let kept = {
        let known: HashMap<_, _> = ours.iter().map(|r| ((&r.family, &r.case, &r.scalar, &r.variant), r)).collect();
        let mut kept = Vec::new();
        for record in theirs {
            match known.get(&(&record.family, &record.case, &record.scalar, &record.variant)) {
                None => kept.push(record),
                Some(other) if same(other, &record) => {}
                Some(_) => {
                    let Record { case, scalar, variant, .. } = record;
                    return Err(Failure::Conflict { path: path.to_owned(), case, scalar, variant });
                }
            }
        }
        kept
    };
    ours.extend(kept);
    Ok(ours)
}

fn merged_timings(mut ours: Vec<Timing>, theirs: Vec<Timing>) -> Vec<Timing> {
    let kept: Vec<Timing> = {
        let known: std::collections::HashSet<_> = ours.iter().map(|t| (&t.family, &t.case, &t.scalar, &t.variant)).collect();
        theirs.into_iter().filter(|t| !known.contains(&(&t.family, &t.case, &t.scalar, &t.variant))).collect()
    };
    ours.extend(kept);
    ours
}
