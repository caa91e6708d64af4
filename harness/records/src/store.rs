//! Records as files: comma-separated values with a header line, and JSON for the facts and for duels.

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{CensusTally, Duel, Facts, LoopTally, Record, SCHEMA, Timing, TraceTally};

/// Why a file of records could not be read or written. The message names the file, and the line and the column where known.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The file could not be opened, read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: std::io::Error,
    },
    /// A column that the schema asks for is not there.
    #[error("{}: line 1: column `{column}` is missing: is this a file of {what}?", path.display())]
    MissingColumn {
        /// The file.
        path: PathBuf,
        /// The column.
        column: String,
        /// What was expected.
        what: &'static str,
    },
    /// A line does not say what the schema asks for.
    #[error("{}: line {line}: {message}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        message: String,
    },
}

fn io(path: &Path) -> impl Fn(std::io::Error) -> Failure + '_ {
    move |source| Failure::Io { path: path.to_owned(), source }
}

/// Writes a file so that it is either whole or as it was before: into a neighbour first, renamed at the end.
fn whole(path: &Path, fill: impl FnOnce(&mut BufWriter<File>) -> std::io::Result<()>) -> Result<(), Failure> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    let write = || -> std::io::Result<()> {
        let mut file = BufWriter::new(File::create(&part)?);
        fill(&mut file)?;
        file.flush()?;
        std::fs::rename(&part, path)
    };
    write().map_err(|source| {
        // The error of the write is the one to tell; a part that cannot be removed either adds nothing to it.
        let _ = std::fs::remove_file(&part);
        Failure::Io { path: path.to_owned(), source }
    })
}

fn write_lines<T: Serialize>(path: &Path, lines: &[T]) -> Result<(), Failure> {
    whole(path, |file| {
        let mut writer = csv::Writer::from_writer(file);
        for line in lines {
            writer.serialize(line).map_err(std::io::Error::other)?;
        }
        writer.flush()
    })
}

fn read_lines<T: DeserializeOwned>(path: &Path, what: &'static str, columns: &[&str]) -> Result<Vec<T>, Failure> {
    let file = File::open(path).map_err(io(path))?;
    let mut reader = csv::Reader::from_reader(BufReader::new(file));
    let line_failure = |error: csv::Error| {
        let line = error.position().map_or(1, csv::Position::line);
        Failure::Line { path: path.to_owned(), line, message: error.to_string() }
    };
    let header = reader.headers().map_err(line_failure)?.clone();
    if let Some(column) = columns.iter().find(|column| !header.iter().any(|name| name == **column)) {
        return Err(Failure::MissingColumn { path: path.to_owned(), column: (*column).to_owned(), what });
    }
    let schema = header.iter().position(|name| name == "schema").unwrap_or(0);
    let mut lines = Vec::new();
    for row in reader.into_records() {
        let row = row.map_err(line_failure)?;
        let line = row.position().map_or(0, csv::Position::line);
        if row.get(schema) != Some(SCHEMA.to_string().as_str()) {
            let found = row.get(schema).unwrap_or_default();
            let message = format!("column `schema` is `{found}`, this version reads schema {SCHEMA} only");
            return Err(Failure::Line { path: path.to_owned(), line, message });
        }
        lines.push(row.deserialize(Some(&header)).map_err(|error| Failure::Line {
            path: path.to_owned(),
            line,
            message: error.to_string(),
        })?);
    }
    Ok(lines)
}

const RECORD_COLUMNS: [&str; 25] = [
    "schema",
    "family",
    "case",
    "dimension",
    "points_a",
    "points_b",
    "scalar",
    "variant",
    "knob_asked",
    "knob",
    "ruling",
    "certified",
    "verdict",
    "distance",
    "error_units",
    "margin_units",
    "axis_overlap_units",
    "witness_error_units",
    "stop",
    "iterations",
    "supports",
    "fault",
    "truth_class",
    "truth_distance",
    "truth_width_units",
];

const TIMING_COLUMNS: [&str; 9] =
    ["schema", "family", "case", "points", "scalar", "variant", "ruling", "iterations", "nanoseconds"];

const LOOP_COLUMNS: [&str; 13] = [
    "schema",
    "family",
    "scalar",
    "subalgorithm",
    "stop",
    "safeguards",
    "nearest",
    "cases",
    "right",
    "inaccurate",
    "contact",
    "wrong",
    "gave_up",
];

const CENSUS_COLUMNS: [&str; 8] = ["schema", "variant", "bodies", "vertices", "region", "lemma", "entries", "against"];

const TRACE_COLUMNS: [&str; 19] = [
    "schema",
    "family",
    "step",
    "scalar",
    "variant",
    "start",
    "frames",
    "warm",
    "right",
    "inaccurate",
    "contact",
    "wrong",
    "gave_up",
    "shared",
    "iterations",
    "supports",
    "timed",
    "nanoseconds",
    "time_ratio",
];

/// Writes `records.csv`.
pub fn write_records(path: &Path, records: &[Record]) -> Result<(), Failure> {
    write_lines(path, records)
}

/// Reads `records.csv`.
pub fn read_records(path: &Path) -> Result<Vec<Record>, Failure> {
    read_lines(path, "records", &RECORD_COLUMNS)
}

/// Writes `times.csv`.
pub fn write_timings(path: &Path, timings: &[Timing]) -> Result<(), Failure> {
    write_lines(path, timings)
}

/// Reads `times.csv`.
pub fn read_timings(path: &Path) -> Result<Vec<Timing>, Failure> {
    read_lines(path, "timings", &TIMING_COLUMNS)
}

/// Writes `loops.csv`.
pub fn write_loops(path: &Path, tallies: &[LoopTally]) -> Result<(), Failure> {
    write_lines(path, tallies)
}

/// Reads `loops.csv`.
pub fn read_loops(path: &Path) -> Result<Vec<LoopTally>, Failure> {
    read_lines(path, "tallies of loops", &LOOP_COLUMNS)
}

/// Writes `census.csv`.
pub fn write_census(path: &Path, tallies: &[CensusTally]) -> Result<(), Failure> {
    write_lines(path, tallies)
}

/// Reads `census.csv`.
pub fn read_census(path: &Path) -> Result<Vec<CensusTally>, Failure> {
    read_lines(path, "a census of regions", &CENSUS_COLUMNS)
}

/// Writes `traces.csv`.
pub fn write_traces(path: &Path, tallies: &[TraceTally]) -> Result<(), Failure> {
    write_lines(path, tallies)
}

/// Reads `traces.csv`.
pub fn read_traces(path: &Path) -> Result<Vec<TraceTally>, Failure> {
    read_lines(path, "tallies of traces", &TRACE_COLUMNS)
}

/// Writes `duel.jsonl`.
pub fn write_duels(path: &Path, duels: &[Duel]) -> Result<(), Failure> {
    whole(path, |file| {
        for duel in duels {
            serde_json::to_writer(&mut *file, duel)?;
            file.write_all(b"\n")?;
        }
        Ok(())
    })
}

/// Reads `duel.jsonl`. Empty lines are passed over.
pub fn read_duels(path: &Path) -> Result<Vec<Duel>, Failure> {
    let text = std::fs::read_to_string(path).map_err(io(path))?;
    let lines = text.lines().zip(1_u64..).filter(|(line, _)| !line.trim().is_empty());
    let read = |(line, number): (&str, u64)| {
        let failure = |error: serde_json::Error| Failure::Line {
            path: path.to_owned(),
            line: number,
            // The parser sees one line and calls it the first.
            message: error.to_string().replace(" at line 1 column ", " at column "),
        };
        serde_json::from_str(line).map_err(failure)
    };
    lines.map(read).collect()
}

/// Writes `study.json`.
pub fn write_facts(path: &Path, facts: &Facts) -> Result<(), Failure> {
    whole(path, |file| {
        serde_json::to_writer_pretty(&mut *file, facts)?;
        file.write_all(b"\n")
    })
}

/// Reads `study.json`.
pub fn read_facts(path: &Path) -> Result<Facts, Failure> {
    let text = std::fs::read_to_string(path).map_err(io(path))?;
    let facts: Facts = serde_json::from_str(&text).map_err(|error| Failure::Line {
        path: path.to_owned(),
        line: error.line() as u64,
        message: error.to_string(),
    })?;
    if facts.schema != SCHEMA {
        let message = format!("field `schema` is {}, this version reads schema {SCHEMA} only", facts.schema);
        return Err(Failure::Line { path: path.to_owned(), line: 1, message });
    }
    Ok(facts)
}
