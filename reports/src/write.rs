//! A whole report: every table and figure of a study, in a folder.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use gjk_records::{Study, write_whole};

use crate::duel_table::duel_markdown;
use crate::figure::{FIGURES, Figure, SHEETS, footer, sheet_name};
use crate::{Error, Survey, Table, league, tables};

/// A file of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Where it is.
    pub path: PathBuf,
    /// What it shows, in one line.
    pub caption: String,
}

/// Writes all tables (`summary`, `league`, `failures`, `pairs`, `duel`) and figures (`figures/NAME.png` with the plotted points in
/// `figures/NAME.csv`) to a folder, which is created if need be. A figure that the study has nothing for is left out;
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
    put(out.join("summary.csv"), &tables::summary_table(&survey).csv(), "rulings, certificates and times by variant")?;
    put(out.join("league.csv"), &league::league_table(&survey).csv(), "variants ranked by what they get wrong, then by time")?;
    put(out.join("failures.csv"), &tables::failure_table(&survey).csv(), "rulings and faults by family, variant and scalar")?;
    put(out.join("failures.md"), tables::failure_markdown(&survey).as_bytes(), "the same, where there is a failure")?;
    if survey.times.is_empty() {
        remove(&out.join("pairs.csv"))?;
    } else {
        let caption = "ratio of times, pair by pair, over the cases that both get right, machine by machine";
        put(out.join("pairs.csv"), &tables::ratio_table(&survey).csv(), caption)?;
    }
    match duel_markdown(study) {
        None => remove(&out.join("duel.md"))?,
        Some(text) => put(out.join("duel.md"), text.as_bytes(), "time per query of variants and peers, with wrong answers")?,
    }

    let mut listed = String::new();
    for (Figure { name: figure, .. }, drawn) in FIGURES.iter().zip(all_drawn(&survey, progress)?) {
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
        for name in (sheets.len() + 1..=SHEETS).map(|number| sheet_name(figure, number)) {
            remove(&folder.join(format!("{name}.png")))?;
            remove(&folder.join(format!("{name}.csv")))?;
        }
    }
    let summary = format!("{}\n## Figures\n\n{listed}", tables::summary_markdown(&survey));
    put(out.join("summary.md"), summary.as_bytes(), "the summary, the facts of the run and the list of figures")?;
    written.sort_by_key(|file| file.path.extension().is_some_and(|e| e == "png"));
    Ok(written)
}

fn failed(path: &Path) -> impl FnOnce(std::io::Error) -> gjk_records::Error + '_ {
    move |source| gjk_records::Error::Io { path: path.to_owned(), source }
}

/// Removes a file of an earlier report that this one does not make. That it is not there is no failure.
fn remove(path: &Path) -> Result<(), Error> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(failed(path)(error).into()),
        _ => Ok(()),
    }
}

/// A sheet that was drawn.
struct Drawn {
    png: Vec<u8>,
    caption: String,
    points: Table,
}

/// The sheets of a figure, or why it is left out.
type Sheets = Result<Vec<Drawn>, String>;

fn drawn(figure: &Figure, survey: &Survey) -> Result<Sheets, Error> {
    let sheets = match (figure.draw)(survey) {
        Ok(sheets) => sheets,
        Err(reason) => return Ok(Err(reason)),
    };
    let footer = footer(survey);
    let failed = |message| Error::Drawing { figure: figure.name.to_owned(), message };
    let drawn = sheets
        .into_iter()
        .map(|sheet| Ok(Drawn { png: sheet.png(&footer).map_err(failed)?, caption: sheet.caption, points: sheet.points }));
    Ok(Ok(drawn.collect::<Result<_, Error>>()?))
}

/// Draws all figures on the cores there are, and gives them in their order.
fn all_drawn(survey: &Survey, progress: &mut dyn FnMut(&str)) -> Result<Vec<Sheets>, Error> {
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(FIGURES.len());
    let (send, receive) = mpsc::channel();
    let mut all: Vec<(usize, Sheets)> = Vec::new();
    std::thread::scope(|scope| -> Result<(), Error> {
        for _ in 0..threads {
            let (send, next) = (send.clone(), &next);
            scope.spawn(move || {
                let place = || next.fetch_add(1, Ordering::Relaxed);
                while let Some((place, figure)) = Some(place()).and_then(|place| Some((place, FIGURES.get(place)?))) {
                    if send.send((place, drawn(figure, survey))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        for (place, sheets) in receive {
            progress(&format!("figure {}", FIGURES[place].name));
            all.push((place, sheets?));
        }
        Ok(())
    })?;
    all.sort_by_key(|(place, _)| *place);
    Ok(all.into_iter().map(|(_, sheets)| sheets).collect())
}

/// Removes what [`write()`] makes from a folder, so that it does not pass for what belongs to other records.
pub fn clear(out: &Path) -> Result<(), Error> {
    for name in ["summary.csv", "league.csv", "failures.csv", "failures.md", "pairs.csv", "duel.md", "summary.md"] {
        remove(&out.join(name))?;
    }
    for figure in FIGURES {
        for name in (1..=SHEETS).map(|number| sheet_name(figure.name, number)) {
            remove(&out.join(format!("figures/{name}.png")))?;
            remove(&out.join(format!("figures/{name}.csv")))?;
        }
    }
    Ok(())
}
