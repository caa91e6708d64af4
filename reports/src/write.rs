//! A whole report: every table and figure of a study, in a folder.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, mpsc};

use gjk_records::{COLUMNS, MEANINGS, Study, write_whole};

use crate::duel_table::duel_markdown;
use crate::figure::{FIGURES, Figure, SHEETS, Sheet, footer};
use crate::league::league_table;
use crate::paper;
use crate::tables::{failure_markdown, failure_table, ratio_table, summary_markdown, summary_table};
use crate::{Error, Survey, Table};

/// A file of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Where it is.
    pub path: PathBuf,
    /// What it shows, in one line.
    pub caption: String,
}

/// The name of a table's file, what it shows in one line, and what is in it: nothing where the study has nothing for it.
type TableFile = (&'static str, &'static str, fn(&Survey) -> Option<Vec<u8>>);

const TABLES: [TableFile; 6] = [
    ("summary.csv", "rulings, certificates and times by variant", |survey| Some(summary_table(survey).csv())),
    ("league.csv", "variants ranked by what they get wrong, then by time", |survey| Some(league_table(survey).csv())),
    ("failures.csv", "rulings and faults by family, variant and scalar", |survey| Some(failure_table(survey).csv())),
    ("failures.md", "the same, where there is a failure", |survey| Some(failure_markdown(survey).into_bytes())),
    ("pairs.csv", "ratio of times, pair by pair, over the cases that both get right, machine by machine", |survey| {
        (!survey.times.is_empty()).then(|| ratio_table(survey).csv())
    }),
    ("duel.md", "time per query of variants and peers, with wrong answers", |survey| {
        duel_markdown(survey.study).map(String::into_bytes)
    }),
];

/// The file to begin with.
pub const SUMMARY: &str = "summary.md";

/// Writes all tables (`summary`, `league`, `failures`, `pairs`, `duel`), tables for papers (`tables/NAME.tex`, `.md` and `.csv`, and the
/// macros of `tables/numbers.tex`) and figures (`figures/NAME.png` with the plotted points in `figures/NAME.csv`) to a folder, which is created if need be. A figure that the study has nothing for is left out;
/// `progress` is told of it, as of everything that is made. Every file is whole or not there.
pub fn write(study: &Study, out: &Path, progress: &mut dyn FnMut(&str)) -> Result<Vec<Written>, Error> {
    let survey = Survey::new(study);
    let folder = out.join("figures");
    std::fs::create_dir_all(&folder).map_err(failed(&folder))?;
    let mut written = Vec::new();
    let mut put = |path: PathBuf, bytes: &[u8], caption: &str| -> Result<(), Error> {
        write_whole(&path, |file| file.write_all(bytes))?;
        written.push(Written { path, caption: caption.to_owned() });
        Ok(())
    };

    progress("tables");
    for (name, caption, made) in TABLES {
        match made(&survey) {
            Some(bytes) => put(out.join(name), &bytes, caption)?,
            None => remove(&out.join(name))?,
        }
    }
    let (tables, listed_tables) = paper::files(&survey);
    let folder_of_tables = out.join(paper::FOLDER);
    clear_tables(&folder_of_tables)?;
    std::fs::create_dir_all(&folder_of_tables).map_err(failed(&folder_of_tables))?;
    for file in tables {
        put(folder_of_tables.join(file.name), &file.bytes, &file.caption)?;
    }
    let mut listed = String::new();
    for (Figure { name: figure, .. }, drawn) in FIGURES.iter().zip(all_drawn(&survey, progress)) {
        let sheets = drawn.unwrap_or_else(|reason| {
            progress(&format!("figure {figure}: left out, {reason}"));
            listed += &format!("- {figure}: left out, {reason}\n");
            Vec::new()
        });
        for (number, sheet) in (1..).zip(&sheets) {
            let name = sheet_name(figure, number);
            put(folder.join(format!("{name}.csv")), &sheet.points.csv(), &format!("points of {name}"))?;
            put(folder.join(format!("{name}.png")), &sheet.png, &sheet.caption)?;
            listed += &format!("- [{name}](figures/{name}.png): {}\n", sheet.caption);
        }
        // Figures of an earlier run in the same folder would pass for this one's.
        remove_sheets(&folder, figure, sheets.len() + 1)?;
    }
    let summary = format!("{}\n## Tables for papers\n\n{listed_tables}\n## Figures\n\n{listed}", summary_markdown(&survey));
    put(out.join(COLUMNS), MEANINGS.as_bytes(), "what the columns of all files mean")?;
    put(out.join(SUMMARY), summary.as_bytes(), "the summary, the facts of the run and the list of figures")?;
    written.sort_by_key(|file| file.path.extension().is_some_and(|e| e == "png"));
    Ok(written)
}

/// Removes what [`write()`] makes from a folder, so that it does not pass for what belongs to other records.
pub fn clear(out: &Path) -> Result<(), Error> {
    TABLES.iter().map(|(name, ..)| name).chain([&SUMMARY]).try_for_each(|name| remove(&out.join(name)))?;
    clear_tables(&out.join(paper::FOLDER))?;
    FIGURES.iter().try_for_each(|figure| remove_sheets(&out.join("figures"), figure.name, 1))
}

/// Removes the tables for papers from their folder. That there is none is no failure.
fn clear_tables(folder: &Path) -> Result<(), Error> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Ok(()) };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let is_ours = |path: &PathBuf| path.file_name().and_then(|name| name.to_str()).is_some_and(paper::is_table_file);
    paths.filter(is_ours).try_for_each(|path| remove(&path))
}

/// The name of the files of a sheet, counted from 1.
fn sheet_name(figure: &str, number: usize) -> String {
    if number <= 1 { figure.to_owned() } else { format!("{figure}-{number}") }
}

/// Removes the sheets of a figure from this one on.
fn remove_sheets(folder: &Path, figure: &str, first: usize) -> Result<(), Error> {
    for name in (first..=SHEETS).map(|number| sheet_name(figure, number)) {
        remove(&folder.join(format!("{name}.png")))?;
        remove(&folder.join(format!("{name}.csv")))?;
    }
    Ok(())
}

/// Removes a file of an earlier report that this one does not make. That it is not there is no failure.
fn remove(path: &Path) -> Result<(), Error> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(failed(path)(error)),
        _ => Ok(()),
    }
}

fn failed(path: &Path) -> impl FnOnce(std::io::Error) -> Error + '_ {
    move |source| Error::Io { path: path.to_owned(), source }
}

/// A sheet that was drawn.
struct Drawn {
    png: Vec<u8>,
    caption: String,
    points: Table,
}

/// The sheets of a figure, or why it is left out.
fn drawn(figure: &Figure, survey: &Survey) -> Result<Vec<Drawn>, String> {
    let footer = footer(survey);
    let drawn = |sheet: Sheet| Drawn { png: sheet.png(&footer), caption: sheet.caption, points: sheet.points };
    Ok((figure.draw)(survey)?.into_iter().map(drawn).collect())
}

/// Draws all figures on the cores there are, and gives them in their order.
fn all_drawn(survey: &Survey, progress: &mut dyn FnMut(&str)) -> Vec<Result<Vec<Drawn>, String>> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(FIGURES.len());
    let figures = Mutex::new(FIGURES.iter().enumerate());
    let next = || figures.lock().expect("nothing panics with it").next();
    let (send, receive) = mpsc::channel();
    let mut all: Vec<(usize, _)> = std::thread::scope(|scope| {
        for _ in 0..threads {
            let (send, next) = (send.clone(), &next);
            scope.spawn(move || {
                while let Some((place, figure)) = next() {
                    send.send((place, drawn(figure, survey))).expect("the other end waits for all");
                }
            });
        }
        drop(send);
        receive.into_iter().inspect(|(place, _)| progress(&format!("figure {}", FIGURES[*place].name))).collect()
    });
    all.sort_by_key(|(place, _)| *place);
    all.into_iter().map(|(_, sheets)| sheets).collect()
}
