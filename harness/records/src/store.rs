//! Records as files: comma-separated values with a header line, lines of JSON for duels, and JSON for the facts.

use std::cell::Cell;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;

use csv::{ErrorKind, StringRecord};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::columns::{columns, csv_writer};
use crate::{Error, FACTS_SCHEMA, Facts, Line, OLDER, SCHEMA, plain, rows};

/// The file of the facts.
pub(crate) const FACTS: &str = "study.json";

/// Writes a file so that it is either complete or unchanged, even if the power fails: to a neighbouring file first, which is
/// renamed when it is on the disk.
pub fn write_whole(path: &Path, fill: impl FnOnce(&mut BufWriter<File>) -> std::io::Result<()>) -> Result<(), Error> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    write_by(&path.with_file_name(name), path, fill)
}

/// Writes a file as [`write_whole`] does, by way of the file `part` elsewhere on the disk.
pub(crate) fn write_by(
    part: &Path,
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<File>) -> std::io::Result<()>,
) -> Result<(), Error> {
    let write = || -> std::io::Result<()> {
        // An existing file at this path may be a link to a file elsewhere.
        match std::fs::remove_file(part) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut file = BufWriter::new(File::create_new(part)?);
        fill(&mut file)?;
        file.into_inner()?.sync_all()?;
        std::fs::rename(part, path)
    };
    write().map_err(|source| {
        // The error of the write is the one to report; a failure to remove the neighbouring file adds nothing.
        let _ = std::fs::remove_file(part);
        Error::io(path)(source)
    })
}

fn write_json(file: &mut dyn Write, line: &impl Serialize) -> std::io::Result<()> {
    serde_json::to_writer(&mut *file, line)?;
    file.write_all(b"\n")
}

/// Writes the text of a file of lines.
pub(crate) fn fill<T: Line>(file: &mut dyn Write, lines: &[T]) -> std::io::Result<()> {
    if is_json::<T>() {
        return lines.iter().try_for_each(|line| write_json(file, line));
    }
    let mut writer = csv_writer::<T, _>(file)?;
    lines.iter().try_for_each(|line| writer.serialize(line))?;
    writer.flush()
}

pub(crate) fn is_json<T: Line>() -> bool {
    T::FILE.ends_with(".jsonl")
}

/// Reads lines from the text of a file; the path is for messages.
///
/// Unknown columns are ignored, and empty lines of JSON are skipped.
pub(crate) fn read_lines<T: Line>(text: &mut dyn Read, path: &Path) -> Result<Vec<T>, Error> {
    let mut lines = Vec::new();
    if !is_json::<T>() {
        let take = |line| {
            lines.push(line);
            Ok(())
        };
        return each_line(text, path, T::HOLDS, take).map(|()| lines);
    }
    let mut text = BufReader::new(text);
    for number in 1.. {
        let failed = |message: String| Error::line(path, number, message);
        let line = rows::line(&mut text).map_err(|error| failed(error.to_string()))?;
        if line.is_empty() {
            break;
        }
        let line = std::str::from_utf8(&line).map_err(|_| failed(NO_TEXT.to_owned()))?;
        if !line.trim().is_empty() {
            // The parser sees one line and calls it the first.
            let line = plain::parse(line);
            lines.push(line.map_err(|message| failed(message.replace(" at line 1 column ", " at column ")))?);
        }
    }
    Ok(lines)
}

/// The longest header.
const HEADER: u64 = 1 << 14;
/// The longest row.
const ROW: u64 = 1 << 20;

/// A text with an error where a row exceeds [`ROW`], as the file may be one without an end.
struct Rowwise<'a, R> {
    text: R,
    /// Number of bytes that are left for the row, set anew for each row.
    left: &'a Cell<u64>,
}

impl<R: Read> Read for Rowwise<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let length = self.text.read(into)?;
        let too_long = || std::io::Error::other(format!("a row of more than {} MiB", ROW >> 20));
        self.left.set(self.left.get().checked_sub(length as u64).ok_or_else(too_long)?);
        Ok(length)
    }
}

/// Passes the lines of a text of comma-separated values to `take` one by one; the path is for messages.
pub(crate) fn each_line<T: DeserializeOwned>(
    text: &mut dyn Read,
    path: &Path,
    holds: &'static str,
    mut take: impl FnMut(T) -> Result<(), Error>,
) -> Result<(), Error> {
    let columns = columns::<T>();
    each_row(text, path, holds, &columns, &mut |values, failed| take(values.deserialize(None).map_err(failed)?))
}

/// The conversion of an error of the CSV library to one for users.
type Failed<'f> = &'f dyn Fn(csv::Error) -> Error;

/// Passes the values of each line to `take`, in the order of the columns; compiled once for all types.
fn each_row(
    text: &mut dyn Read,
    path: &Path,
    holds: &'static str,
    columns: &[&'static str],
    take: &mut dyn FnMut(&StringRecord, Failed) -> Result<(), Error>,
) -> Result<(), Error> {
    // The library keeps several copies of the first line, and the place of each of its commas as a number.
    let (mut first, mut text) = (Vec::new(), BufReader::new(text));
    let begun = (&mut text).take(HEADER).read_until(b'\n', &mut first);
    begun.map_err(|error| Error::line(path, 1, error.to_string()))?;
    if first.len() as u64 == HEADER {
        return Err(Error::line(path, 1, format!("more than {HEADER} bytes: this is not a header of {holds}")));
    }
    let (left, begin) = (Cell::new(ROW), Cell::new(1));
    let text = Rowwise { text: first.chain(text), left: &left };
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text);
    let failed = |error: csv::Error| {
        let line = error.position().map_or(begin.get(), csv::Position::line);
        Error::line(path, line, message(&error, columns))
    };
    let mut header = StringRecord::new();
    reader.read_record(&mut header).map_err(failed)?;
    let place = |column: &&'static str| {
        let missing = || format!("column `{column}` is missing: is this a file of {holds}? {OLDER}");
        header.iter().position(|name| name == *column).ok_or_else(|| Error::line(path, 1, missing()))
    };
    let places: Vec<usize> = columns.iter().map(place).collect::<Result<_, _>>()?;
    let schema = SCHEMA.to_string();
    drop(header);
    let mut row = StringRecord::new();
    loop {
        left.set(ROW);
        begin.set(reader.position().line());
        if !reader.read_record(&mut row).map_err(failed)? {
            return Ok(());
        }
        // The values in the order of the type's fields.
        let mut values: StringRecord = places.iter().filter_map(|&place| row.get(place)).collect();
        values.set_position(row.position().cloned());
        for (column, value) in columns.iter().zip(&values) {
            plain::name(value).map_err(|message| Error::line(path, begin.get(), format!("column `{column}`: {message}")))?;
        }
        if let Some(found) = values.get(0).filter(|found| columns[0] == "schema" && *found != schema) {
            let message = format!("column `schema` is `{found}`, this version reads schema {SCHEMA} only");
            return Err(Error::line(path, row.position().map_or(0, csv::Position::line), message));
        }
        take(&values, &failed)?;
    }
}

/// The fault of a line, with the name of the column.
fn message(error: &csv::Error, columns: &[&str]) -> String {
    match error.kind() {
        ErrorKind::Deserialize { err, .. } => {
            let column = err.field().and_then(|place| columns.get(place as usize));
            column.map_or_else(|| err.kind().to_string(), |column| format!("column `{column}`: {}", err.kind()))
        }
        _ => error.to_string(),
    }
}

const NO_TEXT: &str = "this is no UTF-8 text";

/// Bytes as text; the error for bytes that are not UTF-8 states their line.
fn text<'a>(bytes: &'a [u8], path: &Path) -> Result<&'a str, Error> {
    std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count() as u64;
        Error::line(path, line, NO_TEXT.to_owned())
    })
}

/// Writes the facts of a run.
pub(crate) fn write_facts(path: &Path, facts: &Facts) -> Result<(), Error> {
    write_whole(path, |file| {
        serde_json::to_writer_pretty(&mut *file, facts)?;
        file.write_all(b"\n")
    })
}

/// The longest file of facts.
const LONGEST: u64 = 1 << 24;

/// Reads the facts of a run.
pub(crate) fn read_facts(path: &Path) -> Result<Facts, Error> {
    let mut bytes = Vec::new();
    rows::regular(path)?.take(LONGEST + 1).read_to_end(&mut bytes).map_err(Error::io(path))?;
    if bytes.len() as u64 > LONGEST {
        return Err(Error::refused(path, format!("more than {} MiB: these are not the facts of a run", LONGEST >> 20)));
    }
    parse_facts(&bytes, path)
}

/// Reads the facts of a run from the bytes of a file; the path is for messages.
pub fn parse_facts(bytes: &[u8], path: &Path) -> Result<Facts, Error> {
    let text = text(bytes, path)?;
    plain::look(text).map_err(|(line, message)| Error::line(path, line, message))?;
    let facts: Facts = serde_json::from_str(text).map_err(|error| Error::line(path, error.line() as u64, error.to_string()))?;
    if facts.schema != FACTS_SCHEMA {
        let message = format!("field `schema` is {}, this version reads schema {FACTS_SCHEMA} only. {OLDER}", facts.schema);
        return Err(Error::line(path, 1, message));
    }
    Ok(facts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CensusTally, Column, Form, LoopTally, Timing};
    use crate::{parse_lines, write_lines};

    fn read<T: Line>(name: &str, text: &str) -> Result<Vec<T>, String> {
        read_lines(&mut text.as_bytes(), Path::new(name)).map_err(|error| error.to_string())
    }

    /// A file of two tallies.
    const LOOPS: &str = "\
schema,family,scalar,subalgorithm,stop,tolerance,safeguards,nearest,frame,cases,right,contact,inaccurate,undecided,off,missed,phantom,gave_up,exhausted,cycled,no_region,not_a_number,range,iterations,distances,digits,digits_low
4,gap,f64,johnson,size,0.01,bare,simplex,of-a,9,1,2,0,0,0,0,0,6,1,2,0,2,1,2.5,3,1.5,1.0
4,\"a, b\",f32,johnson,relative,,bare,simplex,,0,0,0,0,0,0,0,0,0,0,0,0,0,0,,0,,
";

    #[test]
    fn lines_are_written_as_they_are_read() {
        let tallies: Vec<LoopTally> = read("loops", LOOPS).unwrap();
        assert_eq!((tallies[0].rulings[Column::GaveUp], tallies[1].family.as_str()), (6, "a, b"));
        let path = std::env::temp_dir().join(format!("gjk-records-{}-written", std::process::id()));
        write_lines(&path, &tallies).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), LOOPS);
        write_lines::<LoopTally>(&path, &[]).unwrap();
        assert_eq!(parse_lines::<LoopTally>(&std::fs::read(&path).unwrap(), &path).unwrap(), []);
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn an_empty_frame_is_the_world_and_an_empty_form_is_none() {
        let tallies: Vec<LoopTally> = read("framed", LOOPS).unwrap();
        assert_eq!([tallies[0].frame(), tallies[1].frame()], ["of-a", "world"]);
        let text = "schema,family,case_id,points,scalar,variant,ruling,iterations,machine,nanoseconds,form\n\
                    4,gap,c,8,f64,v,right,3,m,1,typed\n4,gap,c,8,f64,v,right,3,m,1,erased\n4,gap,c,8,f64,v,right,3,m,1,\n";
        let timings: Vec<Timing> = read("forms", text).unwrap();
        let forms: Vec<Option<Form>> = timings.iter().map(|timing| timing.form).collect();
        assert_eq!(forms, [Some(Form::Typed), Some(Form::Erased), None]);
        assert!(read::<Timing>("odd-form", &text.replace("typed", "odd")).is_err());
    }

    #[test]
    fn columns_may_be_in_any_order_and_unknown_ones_are_ignored() {
        let text = "more,entries,against,schema,variant,bodies,vertices,region,lemma\n?,7,1,4,v,meet,3,AB,\n";
        let tallies: Vec<CensusTally> = read("order", text).unwrap();
        assert_eq!((tallies[0].entries, tallies[0].against, tallies[0].lemma), (7, 1, None));
    }

    #[test]
    fn facts_of_another_schema_are_refused_with_the_commit_that_reads_older_ones() {
        let facts = |schema| serde_json::to_vec(&Facts { schema, ..Facts::default() }).unwrap();
        let path = Path::new(FACTS);
        assert_eq!(parse_facts(&facts(FACTS_SCHEMA), path).unwrap().schema, FACTS_SCHEMA);
        for schema in [FACTS_SCHEMA - 1, FACTS_SCHEMA + 1] {
            let message = parse_facts(&facts(schema), path).unwrap_err().to_string();
            assert!(message.contains("this version reads schema 5 only") && message.ends_with(OLDER), "{message}");
        }
    }

    #[test]
    fn messages_name_the_file_the_line_and_the_column() {
        let said = |name: &str, text: String| read::<LoopTally>(name, &text).unwrap_err();
        let message = said("missing", LOOPS.replace("gave_up", "gave-up"));
        assert!(
            message.contains("missing: line 1: column `gave_up` is missing: is this a file of tallies of loops? "),
            "{message}"
        );
        let message = said("number", LOOPS.replace("simplex,,0,0,0,0,0,0,0,0", "simplex,,0,0,0,0,0,0,none,0"));
        assert!(message.ends_with("number: line 3: column `missed`: invalid digit found in string"), "{message}");
        let message = said("long", LOOPS.replace("4,gap", &format!("{},gap", "7".repeat(10_000))));
        assert!(
            message.contains("line 2: column `schema` is `777") && message.len() < 1000 && message.ends_with('…'),
            "{message}"
        );
        let message = said("schema", LOOPS.replace("4,gap", "2,gap"));
        assert!(message.ends_with("line 2: column `schema` is `2`, this version reads schema 4 only"), "{message}");
        let message = said("short", LOOPS.replace(",1.5,1.0\n", ",1.5\n"));
        assert!(message.contains("line: 2") && message.contains("26 fields"), "{message}");
        let message = said("header", ",".repeat(1 << 15));
        assert!(message.contains("line 1: more than 16384 bytes: this is not a header of tallies of loops"), "{message}");
        let text = "schema,family,case_id,points,scalar,variant,ruling,iterations,machine,nanoseconds,form\n\
                    4,gap,c,8,f64,v,odd,3,m,1,\n";
        let message = read::<Timing>("ruling", text).unwrap_err();
        assert!(message.contains("line 2: unknown variant `odd`, expected one of `right`"), "{message}");
        // Columns of forms that no release wrote are reported as missing, with the commit that reads them.
        for (now, older) in [("case_id", "case"), (",form\n", "\n")] {
            let message = read::<Timing>("older", &text.replace(now, older)).unwrap_err();
            assert!(message.contains("line 1: column `") && message.contains("is missing"), "{message}");
            assert!(message.ends_with(OLDER), "{message}");
        }
    }
}
