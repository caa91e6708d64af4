//! A whole report: every table and figure of a study, in a folder.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, mpsc};

use gjk_records::{
    COLUMNS, CensusTally, ContinuityTally, Duel, Facts, JOURNAL, Line, LoopTally, MEANINGS, Question, Study, Timing,
    TraceTally, own, write_whole,
};

use crate::caption::{self, facts_text};
use crate::document::Document;
use crate::draw::Drawing;
use crate::duel_claims::duel_claim_document;
use crate::duel_table::duel_document;
use crate::figure::{Dressing, FIGURES, Figure, Room, Sheet};
use crate::league::league_table;
use crate::page::{self, PageParts};
use crate::paper;
use crate::sorted::sort_by_key;
use crate::tables::{failure_document, failure_table, ratio_table, summary_document, summary_table};
use crate::{Error, Selection, Survey};

/// A file of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The path of the file.
    pub path: PathBuf,
    /// The content, in one line.
    pub caption: String,
}

/// The name of a table's file, its content in one line, and a function that makes it: `None` if the study has no data for it.
type TableFile = (&'static str, &'static str, fn(&Survey) -> Option<Vec<u8>>);

const TABLES: [TableFile; 6] = [
    ("summary.csv", "rulings, certificates and times by variant", |survey| Some(summary_table(survey).csv())),
    ("league.csv", "ranks, rates and times of the variants of every league", |survey| Some(league_table(survey).csv())),
    ("failures.csv", "rulings and causes of failures by family, variant and scalar", |survey| {
        Some(failure_table(survey).csv())
    }),
    ("failures.md", "rulings and causes of failures, for families with a failure", |survey| {
        Some(failure_document(survey).markdown().into_bytes())
    }),
    ("pairs.csv", "ratio of times of each pair of variants over the cases that both get right, by machine", |survey| {
        (!survey.times.is_empty()).then(|| ratio_table(survey).csv())
    }),
    ("duel.md", "time per query of variants and peers, with wrong answers", |survey| {
        let of_claim =
            |(title, question)| duel_claim_document(survey.study, question).map(|document| Document::of(title).with(document));
        let claims =
            [("The depth of overlapping bodies:", Question::Depth), ("The first contact of a moving body:", Question::Cast)];
        let parts = [duel_document(survey.study)].into_iter().chain(claims.map(of_claim));
        let whole = parts.flatten().reduce(Document::with)?;
        Some(whole.markdown().into_bytes())
    }),
];

/// The file with which a reader begins.
pub const SUMMARY: &str = "summary.md";

/// The page for a browser.
pub const PAGE: &str = "index.html";

/// A kind of file for figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// 300 pixels per inch, as recorded in the file.
    Png,
    /// Texts are text elements.
    Svg,
    /// With embedded fonts.
    Pdf,
}

impl Format {
    /// All formats, in the order of their names on the command line.
    pub const ALL: [Format; 3] = [Format::Png, Format::Svg, Format::Pdf];

    /// The name of the format, which is the ending of its files.
    pub fn name(self) -> &'static str {
        match self {
            Format::Png => "png",
            Format::Svg => "svg",
            Format::Pdf => "pdf",
        }
    }

    pub(crate) fn of(self, drawing: &Drawing) -> Vec<u8> {
        match self {
            Format::Png => drawing.png(),
            Format::Svg => drawing.svg(),
            Format::Pdf => drawing.pdf(),
        }
    }
}

/// The figures for a first look at a study, which its summary names first.
pub const QUICK_FIGURES: [&str; 8] = ["profile", "rulings", "heatmap", "frontier", "loops", "depth", "continuity", "duel"];

/// The figures to draw, and their layout.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The names of the figures; empty for all figures.
    pub figures: Vec<String>,
    /// The width in millimetres; with `None` each figure has its own, 85 or 178.
    pub width: Option<f64>,
    /// The kinds of files.
    pub formats: Vec<Format>,
    /// The texts that are part of the picture.
    pub dressing: Dressing,
}

impl Layout {
    fn wants(&self, figure: &Figure) -> bool {
        self.figures.is_empty() || self.figures.iter().any(|name| name == figure.name)
    }
}

impl Default for Layout {
    fn default() -> Layout {
        let formats = vec![Format::Png, Format::Pdf];
        Layout { figures: Vec::new(), width: None, formats, dressing: Dressing::default() }
    }
}

/// Writes all tables (`summary`, `league`, `failures`, `pairs`, `duel`), the tables for papers (`tables/NAME.tex`, `.md` and
/// `.csv`, and the macros of `tables/numbers.tex`) and all figures to a folder, which is created if necessary, lists them
/// in its summary, and shows them on its page.
///
/// A figure without data in the study is left out; `progress` is called for it, and for everything that is made. Every file is
/// written completely or not at all.
pub fn write(study: &Study, out: &Path, progress: &mut dyn FnMut(&str)) -> Result<Vec<Written>, Error> {
    write_with(study, &Selection::default(), out, &[], &PageParts::default(), progress)
}

/// Writes a report as [`write()`] does, for the selected variants, ranked among themselves, and with only the named figures if
/// any are named; the page ([`PAGE`]) also has these parts.
///
/// The summary lists the figures that are not drawn. Sheets of such figures from an earlier report in the folder stay;
/// [`clear`] removes them.
pub fn write_with(
    study: &Study,
    selection: &Selection,
    out: &Path,
    names: &[&str],
    page: &PageParts,
    progress: &mut dyn FnMut(&str),
) -> Result<Vec<Written>, Error> {
    let survey = Survey::of(study, &selection.variants);
    std::fs::create_dir_all(out).map_err(failed(out))?;
    [FOLDER, paper::FOLDER].iter().try_for_each(|folder| own(&out.join(folder)))?;
    let mut written = Vec::new();
    progress("tables");
    for (name, caption, made) in TABLES {
        match made(&survey) {
            Some(bytes) => put(&mut written, out.join(name), &bytes, caption)?,
            None => remove(&out.join(name))?,
        }
    }
    let (tables, listed_tables, typeset) = paper::files(&survey);
    let folder_of_tables = out.join(paper::FOLDER);
    clear_tables(&folder_of_tables)?;
    make(&folder_of_tables)?;
    for file in tables {
        put(&mut written, folder_of_tables.join(file.name), &file.bytes, &file.caption)?;
    }
    let layout = Layout { figures: names.iter().map(|name| (*name).to_owned()).collect(), ..Layout::default() };
    let Figures { written: figures, left_out, sheets } = figures(&survey, &layout, true, out, progress)?;
    let mut listed = String::new();
    for figure in figures.iter().filter(|file| file.path.extension().is_some_and(|ending| ending == "png")) {
        let name = figure.path.file_stem().unwrap_or_default().to_string_lossy();
        listed += &format!("- [{name}](figures/{name}.png): {}\n", figure.caption);
    }
    left_out.iter().for_each(|(figure, reason)| listed += &format!("- {figure}: left out, {reason}\n"));
    let others: Vec<&str> = FIGURES.iter().filter(|figure| !layout.wants(figure)).map(|figure| figure.name).collect();
    if !others.is_empty() {
        listed += &format!("- not drawn: {}; `gjk report` draws them from the records\n", others.join(", "));
    }
    let summary =
        summary_document(&survey).heading(2, "Tables for papers").text(listed_tables).heading(2, "Figures").text(listed);
    put(&mut written, out.join(COLUMNS), MEANINGS.as_bytes(), "what the columns of all files mean")?;
    put(
        &mut written,
        out.join(SUMMARY),
        summary.markdown().as_bytes(),
        "the summary, the facts of the run and the list of figures",
    )?;
    written.extend(figures);
    progress("page");
    let path = out.join(PAGE);
    if is_of_others(&path) {
        let source = std::io::Error::other("is no page of a report, and would be replaced; choose another folder");
        return Err(Error::Io { path, source });
    }
    let html = page::study_page(&survey, &sheets, &typeset, page, &files_beside(out, &written));
    put(
        &mut written,
        out.join(PAGE),
        &html,
        "a page for a browser: answers, figures, tables and the worst cases in views that turn",
    )?;
    Ok(written)
}

/// Whether there is a file of this name that is no page of a report, such as the page of a web site.
fn is_of_others(path: &Path) -> bool {
    std::fs::read(path).is_ok_and(|bytes| !page::is_own(&bytes))
}

/// The files next to a page to which it links, with their contents: records and what was written.
///
/// Other files in the folder are not listed: no study wrote them.
fn files_beside(out: &Path, written: &[Written]) -> Vec<(String, String)> {
    fn of<L: Line>() -> (&'static str, &'static str) {
        (L::FILE, L::HOLDS)
    }
    let records = [
        (JOURNAL, "the counts of all answers, unit by unit"),
        ("study.json", "the facts of the run"),
        ("records", "every answer as a row of compressed CSV"),
        ("worst.jsonl", "the largest errors of each variant, as cases"),
        ("jumps.jsonl", "the greatest jumps, as pairs of cases"),
        of::<Timing>(),
        of::<LoopTally>(),
        of::<CensusTally>(),
        of::<TraceTally>(),
        of::<ContinuityTally>(),
        of::<Duel>(),
        (FOLDER, "figures with their captions and plotted numbers"),
        (paper::FOLDER, "tables for papers"),
    ];
    let records = records.into_iter().filter(|(name, _)| out.join(name).exists());
    let own = written.iter().filter_map(|file| Some((file.path.strip_prefix(out).ok()?.to_str()?, &file.caption[..])));
    let own = own.filter(|(name, _)| !name.contains(['/', '\\']));
    let mut files: Vec<(String, String)> =
        records.chain(own).map(|(name, holds)| (name.to_owned(), holds.to_owned())).collect();
    sort_by_key(&mut files, |(name, _)| name.clone());
    files
}

/// Writes only figures, of some variants if any are named, into `figures/` of a folder: for each sheet the picture in the
/// formats that are asked for (such as `NAME.png`), its caption (`NAME.md` and `NAME.tex`), and its plotted numbers
/// (`NAME.csv`).
///
/// Also returns the names of the figures that are left out, with the reasons.
pub fn write_figures(
    study: &Study,
    selection: &Selection,
    layout: &Layout,
    out: &Path,
    progress: &mut dyn FnMut(&str),
) -> Result<(Vec<Written>, Vec<LeftOut>), Error> {
    let survey = Survey::of(study, &selection.variants);
    let Figures { written, left_out, .. } = figures(&survey, layout, false, out, progress)?;
    Ok((written, left_out))
}

/// The figures of a report.
struct Figures {
    written: Vec<Written>,
    left_out: Vec<LeftOut>,
    /// The sheets for the page.
    sheets: Vec<page::Sheet>,
}

/// A figure that is left out, and the reason.
pub type LeftOut = (&'static str, String);

fn figures(
    survey: &Survey,
    layout: &Layout,
    for_page: bool,
    out: &Path,
    progress: &mut dyn FnMut(&str),
) -> Result<Figures, Error> {
    let folder = out.join(FOLDER);
    make(&folder)?;
    let wanted: Vec<&Figure> = FIGURES.iter().filter(|figure| layout.wants(figure)).collect();
    let (mut written, mut left_out, mut of_page) = (Vec::new(), Vec::new(), Vec::new());
    for (figure, drawn) in wanted.iter().zip(all_drawn(survey, &wanted, layout, for_page, progress)) {
        // Sheets of an earlier report would look like sheets of this one.
        remove_sheets(&folder, figure.name)?;
        match drawn {
            Err(reason) => {
                progress(&format!("figure {} is left out: {reason}", figure.name));
                left_out.push((figure.name, reason));
            }
            Ok(sheets) => {
                for Drawn { name, shows, files, page } in sheets {
                    of_page.extend(page);
                    for (ending, bytes) in files {
                        put(&mut written, folder.join(format!("{name}.{ending}")), &bytes, &shows)?;
                    }
                }
            }
        }
    }
    Ok(Figures { written, left_out, sheets: of_page })
}

/// The folder of figures.
const FOLDER: &str = "figures";

/// Makes a folder within the folder of a report.
///
/// A link in its place is not followed.
fn make(folder: &Path) -> Result<(), Error> {
    own(folder)?;
    std::fs::create_dir_all(folder).map_err(failed(folder))
}

fn put(written: &mut Vec<Written>, path: PathBuf, bytes: &[u8], caption: &str) -> Result<(), Error> {
    write_whole(&path, |file| file.write_all(bytes))?;
    written.push(Written { path, caption: caption.to_owned() });
    Ok(())
}

/// Removes from a folder everything that [`write()`] makes, so that it does not look as if it belonged to other records.
pub fn clear(out: &Path) -> Result<(), Error> {
    [FOLDER, paper::FOLDER].iter().try_for_each(|folder| own(&out.join(folder)))?;
    TABLES.iter().map(|(name, ..)| name).chain([&SUMMARY]).try_for_each(|name| remove(&out.join(name)))?;
    if !is_of_others(&out.join(PAGE)) {
        remove(&out.join(PAGE))?;
    }
    clear_tables(&out.join(paper::FOLDER))?;
    FIGURES.iter().try_for_each(|figure| remove_sheets(&out.join(FOLDER), figure.name))
}

/// Removes the tables for papers from their folder.
///
/// A missing folder is not an error.
fn clear_tables(folder: &Path) -> Result<(), Error> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Ok(()) };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let is_ours = |path: &PathBuf| path.file_name().and_then(|name| name.to_str()).is_some_and(paper::is_table_file);
    paths.filter(is_ours).try_for_each(|path| remove(&path))
}

/// The endings of the files of a sheet.
///
/// The numbers come last: a file without numbers next to it is not part of a sheet.
const ENDINGS: [&str; 6] = ["png", "svg", "pdf", "md", "tex", "csv"];

/// Removes the sheets of a figure: files with its name, or with its name, a hyphen and more, that have a file of numbers next
/// to them.
fn remove_sheets(folder: &Path, figure: &str) -> Result<(), Error> {
    let Ok(files) = std::fs::read_dir(folder) else { return Ok(()) };
    let is_of_another = |stem: &str| {
        FIGURES
            .iter()
            .any(|other| other.name.len() > figure.len() && is_named(stem, other.name) && is_named(other.name, figure))
    };
    for path in files.filter_map(|entry| Some(entry.ok()?.path())) {
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let is_points = path.extension().is_some_and(|ending| ending == "csv");
        if is_points && is_named(stem, figure) && !is_of_another(stem) {
            ENDINGS.iter().try_for_each(|ending| remove(&path.with_extension(ending)))?;
        }
    }
    Ok(())
}

/// Whether a file of this stem is a sheet of a figure.
fn is_named(stem: &str, figure: &str) -> bool {
    stem.strip_prefix(figure).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// Removes a file of an earlier report that this report does not make.
///
/// A missing file is not an error.
fn remove(path: &Path) -> Result<(), Error> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(failed(path)(error)),
        _ => Ok(()),
    }
}

fn failed(path: &Path) -> impl FnOnce(std::io::Error) -> Error + '_ {
    move |source| Error::Io { path: path.to_owned(), source }
}

/// A drawn sheet: its name, its content in one line, and its files by their endings.
struct Drawn {
    name: String,
    shows: String,
    files: Vec<(&'static str, Vec<u8>)>,
    /// The sheet for the page, if there is one.
    page: Option<page::Sheet>,
}

/// The sheets of a figure, or the reason why it is left out.
fn drawn(figure: &Figure, survey: &Survey, layout: &Layout, for_page: bool) -> Result<Vec<Drawn>, String> {
    let width = layout.width.unwrap_or(figure.width.millimetres());
    let facts = &survey.study.facts;
    let drawn = |sheet: Sheet| {
        let name = if sheet.name.is_empty() { figure.name.to_owned() } else { format!("{}-{}", figure.name, sheet.name) };
        let drawing = sheet.drawn(width, layout.dressing, &facts_text(facts, sheet.is_timed, &facts.command));
        let files = sheet_files(&sheet, &drawing, &name, layout, facts);
        let page = for_page.then(|| page::Sheet {
            name: name.clone(),
            title: sheet.title.clone(),
            text: caption::words(&sheet),
            svg: drawing.svg(),
            is_narrow: width < 119.0,
        });
        Drawn { name, shows: sheet.shows, files, page }
    };
    Ok((figure.draw)(survey, Room::of(width))?.into_iter().map(drawn).collect())
}

/// The files of a sheet by their endings: pictures, its caption as Markdown and as LaTeX, and its plotted numbers.
pub(crate) fn sheet_files(
    sheet: &Sheet,
    drawing: &Drawing,
    name: &str,
    layout: &Layout,
    facts: &Facts,
) -> Vec<(&'static str, Vec<u8>)> {
    let pictures = layout.formats.iter().map(|format| (format.name(), format.of(drawing)));
    let words = [
        ("md", caption::markdown(sheet, facts).into_bytes()),
        ("tex", caption::latex(name, sheet, facts).into_bytes()),
        ("csv", sheet.points.csv()),
    ];
    pictures.chain(words).collect()
}

/// Draws figures on all cores, and returns them in their order.
fn all_drawn(
    survey: &Survey,
    wanted: &[&Figure],
    layout: &Layout,
    for_page: bool,
    progress: &mut dyn FnMut(&str),
) -> Vec<Result<Vec<Drawn>, String>> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(wanted.len());
    let figures = Mutex::new(wanted.iter().enumerate());
    let next = || figures.lock().expect("nothing panics with it").next();
    let (send, receive) = mpsc::channel();
    let mut all: Vec<(usize, _)> = std::thread::scope(|scope| {
        for _ in 0..threads {
            let (send, next) = (send.clone(), &next);
            scope.spawn(move || {
                while let Some((place, figure)) = next() {
                    send.send((place, drawn(figure, survey, layout, for_page))).expect("the other end waits for all");
                }
            });
        }
        drop(send);
        receive.into_iter().inspect(|(place, _)| progress(&format!("figure {}", wanted[*place].name))).collect()
    });
    sort_by_key(&mut all, |(place, _)| *place);
    all.into_iter().map(|(_, sheets)| sheets).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_link_in_place_of_a_report_folder_is_refused_and_its_target_is_unchanged() {
        let folder = std::env::temp_dir().join(format!("gjk-reports-links-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        for name in [FOLDER, paper::FOLDER] {
            let (out, elsewhere) = (folder.join(name).join("out"), folder.join(name).join("elsewhere"));
            std::fs::create_dir_all(&out).expect("a folder");
            std::fs::create_dir_all(&elsewhere).expect("a folder");
            for file in ["profile.csv", "profile.png", "numbers.tex"] {
                std::fs::write(elsewhere.join(file), "mine").expect("a file");
            }
            std::os::unix::fs::symlink(&elsewhere, out.join(name)).expect("a link");
            for error in [write(&Study::default(), &out, &mut |_| ()).map(|_| ()), clear(&out)] {
                let text = error.expect_err("a link").to_string();
                assert!(text.contains(&format!("{name}: is a link")), "{text}");
            }
            let left = std::fs::read_dir(&elsewhere).expect("a folder").count();
            assert_eq!(left, 3);
        }
        std::fs::remove_dir_all(&folder).expect("it was made");
    }

    #[test]
    fn the_figures_of_a_quick_look_are_figures() {
        for name in QUICK_FIGURES {
            assert!(FIGURES.iter().any(|figure| figure.name == name), "{name}");
        }
        let layout = Layout { figures: QUICK_FIGURES.map(str::to_owned).into(), ..Layout::default() };
        assert_eq!(FIGURES.iter().filter(|figure| layout.wants(figure)).count(), QUICK_FIGURES.len());
        assert!(FIGURES.iter().all(|figure| Layout::default().wants(figure)));
    }
}
