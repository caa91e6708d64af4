//! A whole report: every table and figure of a study, in a folder.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::duel_table::duel_markdown;
use crate::figure::{self, Made};
use crate::{Failure, Study, Survey, file, tables};

/// A file of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Where it is.
    pub path: PathBuf,
    /// What it shows, in one line.
    pub caption: String,
}

/// Writes all tables (`summary`, `failures`, `pairs`, `duel`) and figures (`figures/NAME.png` with the plotted points in
/// `figures/NAME.csv`) to a folder, which is created if need be. A figure that the study has nothing for is left out;
/// `progress` is told of it, as of everything that is made. Every file is whole or not there.
pub fn write(study: &Study, out: &Path, progress: &mut dyn FnMut(&str)) -> Result<Vec<Written>, Failure> {
    let survey = Survey::new(study);
    let folder = out.join("figures");
    file::create_folder(&folder)?;
    let mut written = Vec::new();
    let mut put = |path: PathBuf, bytes: &[u8], caption: &str| -> Result<(), Failure> {
        file::write_whole(&path, bytes)?;
        written.push(Written { path, caption: caption.to_owned() });
        Ok(())
    };

    progress("tables");
    put(out.join("summary.csv"), &tables::summary_table(&survey).csv()?, "rulings, certificates and times by variant")?;
    put(out.join("failures.csv"), &tables::failure_table(&survey).csv()?, "rulings and faults by family, variant and scalar")?;
    put(out.join("failures.md"), tables::failure_markdown(&survey).as_bytes(), "the same, where there is a failure")?;
    if survey.times.is_empty() {
        file::remove(&out.join("pairs.csv"))?;
    } else {
        let caption = "ratio of times, pair by pair, over the cases that both get right";
        put(out.join("pairs.csv"), &tables::pair_table(&survey).csv()?, caption)?;
    }

    match duel_markdown(study) {
        None => file::remove(&out.join("duel.md"))?,
        Some(text) => put(out.join("duel.md"), text.as_bytes(), "time per query of variants and peers, with wrong answers")?,
    }

    let mut listed = String::new();
    for (name, made) in drawn(&survey, progress)? {
        let sheets = match made {
            Made::LeftOut(reason) => {
                progress(&format!("figure {name}: left out, {reason}"));
                listed += &format!("- {name}: left out, {reason}\n");
                0
            }
            Made::Drawn(sheets) => {
                for sheet in &sheets {
                    put(
                        folder.join(format!("{}.csv", sheet.name)),
                        &sheet.points.csv()?,
                        &format!("points of {}", sheet.name),
                    )?;
                    put(folder.join(format!("{}.png", sheet.name)), &sheet.png, &sheet.caption)?;
                    listed += &format!("- [{0}](figures/{0}.png): {1}\n", sheet.name, sheet.caption);
                }
                sheets.len()
            }
        };
        // Figures of an earlier run in the same folder would pass for this one's.
        for name in (sheets + 1..=figure::SHEETS).map(|number| figure::sheet_name(name, number)) {
            file::remove(&folder.join(format!("{name}.png")))?;
            file::remove(&folder.join(format!("{name}.csv")))?;
        }
    }
    let summary = format!("{}\n## Figures\n\n{listed}", tables::summary_markdown(&survey));
    put(out.join("summary.md"), summary.as_bytes(), "the summary, the facts of the run and the list of figures")?;
    written.sort_by_key(|file| file.path.extension().is_some_and(|e| e == "png"));
    Ok(written)
}

/// Draws all figures on the cores there are, and gives them in their order.
fn drawn(survey: &Survey, progress: &mut dyn FnMut(&str)) -> Result<Vec<(&'static str, Made)>, Failure> {
    let next = AtomicUsize::new(0);
    let made: Mutex<Vec<Option<Result<Made, Failure>>>> = Mutex::new(figure::ALL.iter().map(|_| None).collect());
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(figure::ALL.len());
    let (send, receive) = std::sync::mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (send, next, made) = (send.clone(), &next, &made);
            scope.spawn(move || {
                while let Some((place, figure)) = {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    figure::ALL.get(place).map(|figure| (place, figure))
                } {
                    let result = (figure.draw)(survey);
                    if let Ok(mut made) = made.lock() {
                        made[place] = Some(result);
                    }
                    let _ = send.send(figure.name);
                }
            });
        }
        drop(send);
        for name in receive {
            progress(&format!("figure {name}"));
        }
    });
    let made = made.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    let missing = |name: &str| Failure::Drawing { figure: name.to_owned(), message: "it was not drawn".to_owned() };
    figure::ALL
        .iter()
        .zip(made)
        .map(|(figure, made)| Ok((figure.name, made.unwrap_or_else(|| Err(missing(figure.name)))?)))
        .collect()
}
