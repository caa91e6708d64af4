//! A study: all that a run left behind.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use crate::store::{read_facts, write_facts};
use crate::{CensusTally, Duel, Error, Facts, Line, LoopTally, Record, SCHEMA, Timing, TraceTally, read_lines, write_lines};

/// The file of the facts.
const FACTS: &str = "study.json";

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
    /// Reads a study from its folder, or from a file of records, with the rest taken from the same folder. Only the records have
    /// to be there. Without `study.json` the facts are unknown and say so.
    pub fn read(folder_or_records_file: &Path) -> Result<Study, Error> {
        let (folder, records) = if folder_or_records_file.is_dir() {
            (folder_or_records_file, folder_or_records_file.join(Record::FILE))
        } else {
            (folder_or_records_file.parent().unwrap_or(Path::new("")), folder_or_records_file.to_owned())
        };
        let facts = folder.join(FACTS);
        Ok(Study {
            records: read_lines(&records)?,
            facts: if facts.exists() { read_facts(&facts)? } else { unknown_facts() },
            timings: read_if_there(folder)?,
            loops: read_if_there(folder)?,
            census: read_if_there(folder)?,
            traces: read_if_there(folder)?,
            duels: read_if_there(folder)?,
        })
    }

    /// Writes the files of a study to a folder.
    pub fn write(&self, folder: &Path) -> Result<(), Error> {
        let Study { facts, records, timings, loops, census, traces, duels } = self;
        write_facts(&folder.join(FACTS), facts)?;
        write_to(folder, records)?;
        write_to(folder, timings)?;
        write_to(folder, loops)?;
        write_to(folder, census)?;
        write_to(folder, traces)?;
        write_to(folder, duels)
    }

    /// Reads several studies and takes them together. A record that occurs in several of them counts once; one that differs
    /// between them, or a different tolerance, is an error. Of timings of the same query the first is kept.
    pub fn read_all(inputs: &[PathBuf]) -> Result<Study, Error> {
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

    fn absorb(&mut self, next: Study, path: &Path) -> Result<(), Error> {
        if self.facts.tolerance != next.facts.tolerance {
            let (found, expected) = (next.facts.tolerance, self.facts.tolerance);
            return Err(Error::Tolerances { path: path.to_owned(), found, expected });
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
        // Tallies cannot be told apart case by case, and times of two runs are not to be compared.
        keep_first(&mut self.loops, next.loops);
        keep_first(&mut self.census, next.census);
        keep_first(&mut self.traces, next.traces);
        keep_first(&mut self.duels, next.duels);
        self.records = merged_records(std::mem::take(&mut self.records), next.records, path)?;
        self.timings = merged_timings(std::mem::take(&mut self.timings), next.timings);
        Ok(())
    }
}

/// The lines of a file of a folder, none where there is no such file.
fn read_if_there<T: Line>(folder: &Path) -> Result<Vec<T>, Error> {
    let path = folder.join(T::FILE);
    if path.exists() { read_lines(&path) } else { Ok(Vec::new()) }
}

fn write_to<T: Line>(folder: &Path, lines: &[T]) -> Result<(), Error> {
    write_lines(&folder.join(T::FILE), lines)
}

/// What the first study that has any has.
fn keep_first<T>(ours: &mut Vec<T>, theirs: Vec<T>) {
    if ours.is_empty() {
        *ours = theirs;
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

fn merged_records(mut ours: Vec<Record>, theirs: Vec<Record>, path: &Path) -> Result<Vec<Record>, Error> {
    let kept = {
        let known: HashMap<_, _> = ours.iter().map(|r| ((&r.family, &r.case, &r.scalar, &r.variant), r)).collect();
        let mut kept = Vec::new();
        for record in theirs {
            match known.get(&(&record.family, &record.case, &record.scalar, &record.variant)) {
                None => kept.push(record),
                Some(other) if same(other, &record) => {}
                Some(_) => {
                    let Record { case, scalar, variant, .. } = record;
                    return Err(Error::Conflict { path: path.to_owned(), case, scalar, variant });
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
        let known: HashSet<_> = ours.iter().map(|t| (&t.family, &t.case, &t.scalar, &t.variant)).collect();
        theirs.into_iter().filter(|t| !known.contains(&(&t.family, &t.case, &t.scalar, &t.variant))).collect()
    };
    ours.extend(kept);
    ours
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Column, Ruling};

    /// A folder of its own for a test, empty.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("gjk-records-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    /// A study with something in each file.
    fn study() -> Study {
        let name = |text: &str| text.to_owned();
        let record = Record { case: name("gap:1:0"), ruling: Ruling::Wrong, knob: Some(0.5), ..Record::default() };
        Study {
            facts: Facts { schema: SCHEMA, command: name("gjk study"), tolerance: 64.0, ..Facts::default() },
            records: vec![Record { schema: SCHEMA, scalar: name("f64"), ..record }],
            timings: vec![Timing { schema: SCHEMA, nanoseconds: 0.1, ..Timing::default() }],
            loops: vec![LoopTally { schema: SCHEMA, cases: 3, ..LoopTally::default() }],
            census: vec![CensusTally { schema: SCHEMA, lemma: Some(5), ..CensusTally::default() }],
            traces: vec![TraceTally {
                schema: SCHEMA,
                rulings: [(Column::Contact, 2)].into_iter().collect(),
                ..TraceTally::default()
            }],
            duels: vec![Duel { variant: name("x"), median_ns: Some(0.25), not_right: 7, ..Duel::default() }],
        }
    }

    #[test]
    fn a_study_is_read_back_and_merged() {
        let (one, two, study) = (folder("one"), folder("two"), study());
        study.write(&one).unwrap();
        study.write(&two).unwrap();
        assert_eq!(Study::read(&one).unwrap(), study);
        assert_eq!(Study::read(&one.join("records.csv")).unwrap(), study);
        // Records and times that both have count once; of tallies and duels those of the first are kept.
        assert_eq!(Study::read_all(&[one.clone(), two.clone()]).unwrap(), study);
        std::fs::remove_file(one.join("traces.csv")).unwrap();
        assert!(Study::read(&one).unwrap().traces.is_empty());
        assert_eq!(Study::read_all(&[one.clone(), two.clone()]).unwrap(), study);

        let mut other = study.clone();
        other.records[0].iterations += 1;
        other.write(&two).unwrap();
        let error = Study::read_all(&[one.clone(), two.clone()]).unwrap_err();
        assert!(matches!(&error, Error::Conflict { case, .. } if *case == other.records[0].case), "{error}");
        other.facts.tolerance = 8.0;
        other.write(&two).unwrap();
        assert!(matches!(Study::read_all(&[one.clone(), two.clone()]), Err(Error::Tolerances { .. })));

        std::fs::remove_file(two.join("study.json")).unwrap();
        assert!(Study::read(&two).unwrap().facts.command.starts_with("unknown"));
        assert!(Study::read(&two.join("nothing.csv")).unwrap_err().to_string().contains("nothing.csv"));
        for folder in [one, two] {
            std::fs::remove_dir_all(folder).unwrap();
        }
    }

    #[test]
    fn a_line_that_is_no_duel_is_named() {
        let folder = folder("no-duel");
        let path = folder.join(Duel::FILE);
        write_lines(&path, &study().duels).unwrap();
        let line = std::fs::read_to_string(&path).unwrap();
        let said = |text: String| {
            std::fs::write(&path, text).unwrap();
            read_lines::<Duel>(&path).unwrap_err().to_string()
        };
        let message = said(format!("{line}\n{}", line.replace("\"points\"", "\"dots\"")));
        assert!(message.contains("duel.jsonl: line 3: missing field `points`"), "{message}");
        // A time may be null, but not be missing.
        let message = said(line.replace("\"median_ns\"", "\"median\""));
        assert!(message.contains("duel.jsonl: line 1: missing field `median_ns`"), "{message}");
        assert!(said(format!("{line}{{\"family\":")).contains("duel.jsonl: line 2: EOF"));
        std::fs::write(&path, line.replace(",\"peer\":false", "")).unwrap();
        assert_eq!(read_lines::<Duel>(&path).unwrap(), study().duels, "lines without `peer` are read");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
