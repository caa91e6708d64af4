//! Whole reports: golden text of a small study, and files of invented and of unusual studies.

use std::path::{Path, PathBuf};

use gjk_records::{
    CORPUS, CensusTally, Column, Dash, Facts, FamilyFact, FamilyKind, JOURNAL, Kinds, Lines, Mark, Record, Role, Ruling, Style,
    Timing, TraceTally, VariantKind,
};

use crate::figure::{Room, Sheet};
use crate::tables::{failure_table, ratio_table, summary_table};
use crate::{FIGURES, Format, Layout, Selection, Study, Survey, summary_text, write};

mod duels;
mod figures;
mod frontiers;
mod heads;
mod leagues;
mod machines;
mod names;
mod papers;
mod print;
mod surveys;
mod tallies;
pub(crate) mod translations;
mod words;

#[path = "../examples/synthetic.rs"]
#[allow(dead_code)]
mod synthetic;

pub(crate) use leagues::study as lettered;
use synthetic::tallied;

/// A part of every sheet of a figure.
fn of_sheets<T>(study: &Study, figure: &str, of: fn(Sheet) -> Vec<T>) -> Vec<T> {
    let figure = FIGURES.iter().find(|known| known.name == figure).expect("it is listed");
    let room = Room::of(figure.width.millimetres());
    (figure.draw)(&Survey::new(study), room).expect("it is drawn").into_iter().flat_map(of).collect()
}

pub(crate) fn points(study: &Study, figure: &str) -> Vec<Vec<String>> {
    of_sheets(study, figure, |sheet| sheet.points.rows)
}

fn notes(study: &Study, figure: &str) -> String {
    of_sheets(study, figure, |sheet| sheet.notes).join("\n")
}

/// The names of the variants of a study that give distances.
fn distance_variants(study: &Study) -> Vec<String> {
    Survey::new(study).variants.into_iter().filter(|variant| variant.gives_distances()).map(|variant| variant.name).collect()
}

/// A folder of its own for a test, empty.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("gjk-reports-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

pub(crate) fn record(family: &str, case: usize, scalar: &str, variant: &str, ruling: Ruling) -> Record {
    let answered = !matches!(ruling, Ruling::GaveUp | Ruling::NotApplicable);
    Record {
        family: family.to_owned(),
        case: format!("{family}:1:{case}"),
        points_a: 8,
        points_b: 6,
        scalar: scalar.to_owned(),
        variant: variant.to_owned(),
        knob: Some(0.25 * case as f64),
        ruling,
        certified: answered.then_some(ruling == Ruling::Right),
        verdict: answered.then(|| "apart".to_owned()),
        distance: (answered && variant == "near").then_some(1.0),
        error_units: (answered && variant == "near").then_some(2.0),
        iterations: 3,
        fault: ruling.is_failure().then(|| "rounding".to_owned()),
        ..Record::default()
    }
}

fn timing(family: &str, case: usize, variant: &str, nanoseconds: f64, ruling: Ruling) -> Timing {
    let (case, variant) = (format!("{family}:1:{case}"), variant.to_owned());
    let (family, scalar) = (family.to_owned(), "f64".to_owned());
    let machine = "a processor".to_owned();
    Timing { family, case, points: 8, scalar, variant, ruling, machine, nanoseconds, ..Timing::default() }
}

/// A study of two families of different sizes, the corpus, two variants and two scalars.
pub(crate) fn small() -> Study {
    small_but(|_| ())
}

pub(crate) fn invented() -> Study {
    synthetic::study(6, 60)
}

/// The facts about variants with these ranks.
pub(crate) fn kinds(ranks: &[(&str, u32)]) -> Kinds {
    let style = Style { colour: (0, 0, 0), mark: Mark::Circle, dash: Dash::Whole };
    let kind = |rank| VariantKind {
        promise: None,
        version: String::new(),
        slack: None,
        stops_at: None,
        option: None,
        holds: None,
        style,
        rank,
    };
    let variants = ranks.iter().map(|(name, rank)| ((*name).to_owned(), kind(*rank)));
    Kinds { variants: variants.collect(), ..Kinds::default() }
}

/// The facts about families made of overlaps for the sake of their depth.
pub(crate) fn of_depths(names: &[&str]) -> Kinds {
    let kind = FamilyKind { dimension: 3, role: Role::Depth, overlaps: true };
    Kinds { families: names.iter().map(|name| ((*name).to_owned(), kind)).collect(), ..Kinds::default() }
}

/// The small study with changed rows.
pub(crate) fn small_but(change: impl FnOnce(&mut Vec<Record>)) -> Study {
    let families = ["gap", "flat"].map(|name| FamilyFact {
        name: name.to_owned(),
        knob: "gap / D".to_owned(),
        logarithmic: true,
        frames: 1,
    });
    let facts = Facts {
        command: "gjk study --seed 1".to_owned(),
        commit: "abc".to_owned(),
        tolerance: 64.0,
        variants: ["near", "sign", "absent"].map(str::to_owned).to_vec(),
        families: families.to_vec(),
        kinds: of_depths(&["plates", "inside"]),
        ..Facts::default()
    };
    let mut records = Vec::new();
    for scalar in ["exact", "f64"] {
        for (family, cases) in [("flat", 2), ("corpus", 1), ("gap", 10)] {
            for case in 0..cases {
                let near = if scalar == "f64" && family == "gap" && case == 0 { Ruling::Inaccurate } else { Ruling::Right };
                let sign = match (family, case) {
                    ("flat", 0) => Ruling::Wrong,
                    ("flat", _) => Ruling::GaveUp,
                    ("corpus", _) => Ruling::Wrong,
                    (_, 9) => Ruling::NotApplicable,
                    (_, 0) => Ruling::Contact,
                    _ => Ruling::Right,
                };
                records.push(record(family, case, scalar, "sign", sign));
                records.push(record(family, case, scalar, "near", near));
            }
        }
    }
    let mut timings = Vec::new();
    for (case, near, sign, ruling) in
        [(1, 300.0, 100.0, Ruling::Right), (2, 500.0, 250.0, Ruling::Right), (3, 10.0, 10.0, Ruling::Wrong)]
    {
        timings.push(timing("gap", case, "near", near, Ruling::Right));
        timings.push(timing("gap", case, "sign", sign, ruling));
    }
    change(&mut records);
    Study { answers: tallied(&records, facts.tolerance), facts, ..Study::default() }.with(timings)
}

#[test]
fn the_printed_summary_of_a_small_study() {
    let expected = "\
Variants that promise distances: 2 families
variant  wrong f64  wrong exact  failure f64  failure exact  ns f64
near             0            0            0              0     300

Variants that promise verdicts alone: 2 families
variant  wrong f64  wrong exact  failure f64  failure exact  ns f64
sign         25.00        25.00        50.00          50.00     175

In % of the cases, families with equal weights. Tolerance 64 u·D, exact: 0. Wrong: the verdict, by more than
the tolerance; a rate of 0 is below 52.72 % (95 %). Failure: wrong, no answer, or a length that has lost half
of its digits. –: not applicable. ns: median per query on a processor.
";
    assert_eq!(summary_text(&small()), expected);
}

#[test]
fn the_printed_summary_fits_a_terminal() {
    let (mut study, mut rows) = synthetic::with_rows(20, 10);
    for row in &mut rows {
        row.variant = format!("{}-{}", row.variant, "with-a-very-long-name".repeat(4));
    }
    study.answers = tallied(&rows, study.facts.tolerance);
    study.of_mut::<Timing>().iter_mut().for_each(|timing| timing.machine = "a machine ".repeat(20));
    rows.iter_mut().for_each(|row| row.flat_depth_units = Some(1e9));
    let flat = Study { answers: tallied(&rows, study.facts.tolerance), ..study.clone() };
    // Many variants of both promises.
    let mut many = rows.clone();
    for copy in 0..3 {
        many.extend(rows.iter().cloned().map(|row| Record { variant: format!("{copy}-{}", row.variant), ..row }));
    }
    let many = Study { answers: tallied(&many, study.facts.tolerance), ..study.clone() };
    for study in [&study, &flat, &many, &synthetic::study(6, 60)] {
        let text = summary_text(study);
        assert!(text.lines().all(|line| line.chars().count() <= 110), "{text}");
        assert!(text.lines().count() <= 33, "{text}");
        // A table has as many columns as its widest row has cells: names and rates have no spaces.
        let cells = |line: &str| {
            line.replace("wrong ", "wrong-").replace("failure ", "failure-").replace("ns ", "ns-").split_whitespace().count()
        };
        let heads: Vec<usize> = text.lines().filter(|line| line.starts_with("variant")).map(cells).collect();
        assert!(!heads.is_empty() && heads.iter().all(|columns| (2..=8).contains(columns)), "{heads:?} {text}");
    }
    let text = summary_text(&many);
    assert!(text.contains(" more"), "{text}");
}

#[test]
fn a_variant_added_by_the_user_has_a_row_in_the_printed_summary() {
    let (mut study, rows) = synthetic::with_rows(20, 10);
    let mut many = rows.clone();
    for copy in 0..3 {
        many.extend(rows.iter().cloned().map(|row| Record { variant: format!("{copy}-{}", row.variant), ..row }));
    }
    study.answers = tallied(&many, study.facts.tolerance);
    let rows = |study: &Study| -> Vec<String> {
        let first = |line: &str| line.split_whitespace().next().unwrap_or_default().to_owned();
        summary_text(study).lines().map(first).collect()
    };
    // The last of many distance variants has no row unless a user added it.
    let hidden: Vec<String> =
        (0..3).flat_map(|copy| study.facts.variants.iter().map(move |name| format!("{copy}-{name}"))).collect();
    let hidden: Vec<String> = hidden.into_iter().filter(|name| many.iter().any(|row| row.variant == *name)).collect();
    let hidden = hidden.into_iter().find(|name| !rows(&study).contains(name)).expect("one that has no row");
    study.facts.taken_in = vec![hidden.clone()];
    assert!(rows(&study).contains(&hidden), "{hidden}: {}", summary_text(&study));
}

#[test]
fn the_summary_begins_with_the_table_of_the_readme() {
    let study = synthetic::study(6, 60);
    let marker = "<!-- gjk league f64 distances widest -->\n<!-- /gjk -->\n";
    let (filled, _) = crate::fill(&study, marker, crate::Markup::Markdown).unwrap().unwrap();
    let table = filled.lines().filter(|line| !line.starts_with("<!--")).collect::<Vec<_>>().join("\n");
    let summary = crate::tables::summary_document(&Survey::new(&study)).markdown();
    assert!(table.contains("| variant |") && summary.starts_with(&format!("# Summary\n\n{table}\n")), "{table}\n{summary}");
    // It occurs once, and every other league is below it.
    let heading = table.lines().next().unwrap();
    assert_eq!(summary.matches(&format!("{heading}\n")).count(), 1);
    assert!(summary.contains("## f32, distances, ") && summary.contains("## f64, verdicts, "), "{summary}");
}

#[test]
fn tables_show_the_correct_counts() {
    let study = small();
    let survey = Survey::new(&study);
    let failures = failure_table(&survey);
    let row = failures.rows.iter().find(|row| row[..3] == ["gap", "sign", "f64"]).unwrap();
    assert_eq!(row[3..16], ["9", "8", "1", "0", "0", "0", "0", "0", "0", "0", "1", "0", "8"]);
    let row = failures.rows.iter().find(|row| row[..3] == ["flat", "sign", "f64"]).unwrap();
    assert_eq!((row[16].as_str(), row[20].as_str()), ("1", "2"));
    assert!(failures.rows.iter().all(|row| row.len() == failures.columns.len()));
    let summary = summary_table(&survey);
    assert!(summary.rows.iter().all(|row| row.len() == summary.columns.len()));
    assert_eq!(summary.rows.iter().map(|row| row[1].as_str()).collect::<Vec<_>>(), ["near", "sign", "near", "sign"]);
}

#[test]
fn overlaps_missed_in_a_common_plane_are_counted_next_to_contacts() {
    let study = small();
    let of = |study: &Study, name: &str| {
        let survey = Survey::new(study);
        let cell = |table: crate::Table, names: &[&str]| {
            let at = table.columns.iter().position(|column| column == "flat_missed").unwrap();
            assert_eq!(table.columns[at - 1], "contact");
            table.rows.into_iter().find(|row| row[..names.len()] == *names).unwrap().swap_remove(at)
        };
        (cell(failure_table(&survey), &["gap", "sign", name]), cell(summary_table(&survey), &[name, "sign"]))
    };
    assert_eq!(of(&study, "f64"), ("0".to_owned(), "0".to_owned()));
    assert!(!crate::tables::summary_document(&Survey::new(&study)).markdown().contains("flat "));
    let study = small_but(|rows| {
        for row in rows.iter_mut().filter(|row| row.family == "gap" && row.variant == "sign") {
            row.flat_depth_units = match row.case.as_str() {
                "gap:1:0" => Some(65.0),
                "gap:1:1" => Some(64.0),
                "gap:1:2" => Some(0.0),
                _ => None,
            };
        }
    });
    // One of nine cases of this family and none of the other; two without a tolerance.
    assert_eq!(of(&study, "f64"), ("1".to_owned(), (1.0 / 18.0).to_string()));
    assert_eq!(of(&study, "exact"), ("2".to_owned(), (1.0 / 9.0).to_string()));
    let text = crate::tables::summary_document(&Survey::new(&study)).markdown();
    assert!(text.contains("| contact | flat | inaccurate |"), "{text}");
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("Flat: called apart"), "{text}");
}

#[test]
fn ratios_are_over_the_cases_that_both_get_right() {
    let study = small();
    let pairs = ratio_table(&Survey::new(&study));
    let text = |i: usize| pairs.rows[i][..7].join(" ");
    assert_eq!(
        (pairs.rows.len(), text(0), text(1)),
        (2, "a processor f64 gap 8 near sign 2".to_owned(), "a processor f64 gap 8 sign near 2".to_owned())
    );
    let ratio = |i: usize| pairs.rows[i][7].parse::<f64>().unwrap();
    assert!((ratio(0) - 6f64.sqrt()).abs() < 1e-12 && (ratio(0) * ratio(1) - 1.0).abs() < 1e-12);
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The names of the sheets of a figure, from the names of files in its folder.
fn sheets_of(figure: &str, files: &[String]) -> Vec<String> {
    let is_of =
        |stem: &str, figure: &str| stem.strip_prefix(figure).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'));
    let stems = files.iter().filter_map(|name| name.strip_suffix(".csv"));
    let is_nearer = |stem: &str| FIGURES.iter().any(|other| other.name.len() > figure.len() && is_of(stem, other.name));
    stems.filter(|stem| is_of(stem, figure) && !is_nearer(stem)).map(str::to_owned).collect()
}

#[test]
fn every_figure_is_a_png_of_300_dpi_and_a_pdf_with_its_caption_and_points() {
    let folder = folder("figures");
    let mut told = Vec::new();
    let written = write(&synthetic::study(6, 60), &folder, &mut |step| told.push(step.to_owned())).unwrap();
    let files = names(&folder.join("figures"));
    for figure in FIGURES.iter().map(|figure| figure.name) {
        let sheets = sheets_of(figure, &files);
        assert!(!sheets.is_empty(), "{figure}");
        for sheet in sheets {
            let png = std::fs::File::open(folder.join(format!("figures/{sheet}.png"))).unwrap();
            let reader = png::Decoder::new(std::io::BufReader::new(png)).read_info().unwrap();
            let dims = reader.info().pixel_dims.unwrap();
            assert_eq!((dims.xppu, dims.yppu, dims.unit), (11811, 11811, png::Unit::Meter), "{sheet}");
            let mut points = csv::Reader::from_path(folder.join(format!("figures/{sheet}.csv"))).unwrap();
            assert!(points.records().map(Result::unwrap).count() > 0, "{sheet}");
            let read = |ending: &str| std::fs::read(folder.join(format!("figures/{sheet}.{ending}"))).unwrap();
            assert!(read("pdf").starts_with(b"%PDF") && read("tex").is_ascii());
            let [markdown, latex] = ["md", "tex"].map(|ending| String::from_utf8(read(ending)).unwrap());
            assert!(markdown.starts_with("**") && markdown.contains("Command: `gjk study --quick --seed 1`"), "{markdown}");
            assert!(
                latex.starts_with("% Command: gjk study")
                    && latex.contains("\n\\gjkcaption{")
                    && latex.contains(&format!("{{fig:gjk-{sheet}}}\n\\gjknote{{")),
                "{latex}"
            );
            // Times depend on a processor and a compiler.
            let is_timed = ["profile", "frontier", "warm-start", "pairwise", "duel"].contains(&figure);
            assert_eq!(markdown.contains("Processor: an invented processor. Compiler: rustc 1.89.0."), is_timed, "{markdown}");
        }
        assert!(told.contains(&format!("figure {figure}")));
    }
    for table in ["summary.csv", "league.csv", "summary.md", "failures.csv", "failures.md", "pairs.csv", "duel.md"] {
        assert!(written.iter().any(|file| file.path == folder.join(table)), "{table}");
    }
    assert!(written.iter().all(|file| file.path.is_file() && !file.caption.is_empty()));
    assert!(names(&folder).iter().chain(&files).all(|name| !name.ends_with(".part")));
    std::fs::remove_dir_all(folder).unwrap();
}

/// The columns that `columns.md` explains under a title that begins with `title`; for figures, those of the figure with this
/// name.
fn told(text: &str, title: &str, figure: Option<&str>) -> Vec<String> {
    let section = text.split("\n## ").find(|section| section.starts_with(title)).unwrap_or_else(|| panic!("{title}"));
    let rows = section.lines().filter_map(|line| line.strip_prefix("| "));
    let cells = rows.filter_map(|row| match figure {
        None => row.split(" | ").next(),
        Some(name) => row.strip_prefix(&format!("`{name}` | "))?.split(" | ").next(),
    });
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}

#[test]
fn the_meaning_of_every_column_of_a_report_is_documented() {
    let folder = folder("columns");
    write(&synthetic::study(6, 60), &folder, &mut |_| ()).unwrap();
    let text = std::fs::read_to_string(folder.join("columns.md")).unwrap();
    let header = |name: &str| -> Vec<String> {
        let mut file = csv::Reader::from_path(folder.join(name)).unwrap();
        file.headers().unwrap().iter().map(str::to_owned).collect()
    };
    let common = told(&text, "Columns of several files", None);
    // Names with these endings belong to the rate before them.
    let is_common =
        |column: &String, common: &[String]| common.contains(column) || column.ends_with("_low") || column.ends_with("_high");
    for name in ["summary.csv", "league.csv", "failures.csv", "pairs.csv"] {
        let (columns, told) = (header(name), told(&text, &format!("`{name}`"), None));
        let not_told: Vec<_> = columns.iter().filter(|c| !told.contains(c) && !is_common(c, &common)).collect();
        assert!(not_told.is_empty(), "{name}: {not_told:?}");
        assert!(told.iter().all(|column| columns.contains(column)), "{name}: {told:?}");
    }
    let files = names(&folder.join("figures"));
    for figure in FIGURES.iter().map(|figure| figure.name) {
        let told = told(&text, "`figures/", Some(figure));
        let sheets = sheets_of(figure, &files);
        let columns: Vec<String> = sheets.iter().flat_map(|name| header(&format!("figures/{name}.csv"))).collect();
        assert!(!columns.is_empty(), "{figure}");
        let not_told: Vec<_> = columns.iter().filter(|c| !told.contains(c) && !is_common(c, &common)).collect();
        assert!(not_told.is_empty(), "{figure}: {not_told:?}");
        assert!(told.iter().all(|column| columns.contains(column)), "{figure}: {told:?} is not all of {columns:?}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn figures_of_an_earlier_run_do_not_stay_and_files_of_others_do() {
    let folder = folder("stale");
    let mut study = synthetic::study(6, 60);
    write(&study, &folder, &mut |_| ()).unwrap();
    let figures = folder.join("figures");
    assert!(names(&figures).contains(&"heatmap-f32.png".to_owned()));
    std::fs::write(figures.join("heatmap-mine.png"), "somebody's own").unwrap();
    std::fs::write(figures.join("profile.md"), "somebody's own").unwrap();
    study.of_mut::<Timing>().clear();
    study.answers.retain(|answers| answers.family == "sliver" && answers.scalar == "f64");
    let mut told = String::new();
    write(&study, &folder, &mut |step| told += step).unwrap();
    let left = names(&figures);
    for gone in ["heatmap-f32", "frontier-f64", "profile-distances-f64", "pairwise-f64"] {
        for ending in ["png", "pdf", "md", "tex", "csv"] {
            assert!(!left.contains(&format!("{gone}.{ending}")), "{gone}.{ending}");
        }
    }
    for kept in ["heatmap-f64.png", "heatmap-mine.png", "profile.md"] {
        assert!(left.contains(&kept.to_owned()), "{kept}");
    }
    assert!(!names(&folder).contains(&"pairs.csv".to_owned()));
    assert!(told.contains("figure frontier is left out: nothing was timed"), "{told}");
    // Other formats of one figure replace only the files of this figure.
    let layout = Layout { figures: vec!["heatmap".to_owned()], formats: vec![Format::Svg], ..Layout::default() };
    crate::write_figures(&study, &Selection::default(), &layout, &folder, &mut |_| ()).unwrap();
    let left = names(&figures);
    assert!(left.contains(&"heatmap-f64.svg".to_owned()) && !left.contains(&"heatmap-f64.png".to_owned()));
    assert!(left.contains(&"rulings-f64.png".to_owned()));
    crate::clear(&folder).unwrap();
    assert_eq!(names(&figures), ["heatmap-mine.png", "profile.md"]);
    std::fs::remove_dir_all(folder).unwrap();
}

/// Writes a report on a changed invented study, and returns the names of the figures' files.
fn odd(name: &str, change: impl FnOnce(&mut Study)) -> Vec<String> {
    let folder = folder(name);
    let mut study = synthetic::study(4, 24);
    change(&mut study);
    write(&study, &folder, &mut |_| ()).unwrap();
    let _ = summary_text(&study);
    let left = names(&folder.join("figures"));
    std::fs::remove_dir_all(folder).unwrap();
    left
}

/// Writes a report on an invented study with changed rows, and returns the names of the figures' files.
fn odd_rows(name: &str, change: impl FnOnce(&mut Vec<Record>)) -> Vec<String> {
    odd(name, |study| {
        let (_, mut rows) = synthetic::with_rows(4, 24);
        change(&mut rows);
        study.answers = tallied(&rows, study.facts.tolerance);
    })
}

#[test]
fn a_figure_is_left_out_without_a_file_that_it_reads() {
    let study = synthetic::study(6, 60);
    let emptied = emptied(&study);
    for (name, without) in &emptied {
        let survey = Survey::new(without);
        for figure in FIGURES {
            let is_drawn = (figure.draw)(&survey, Room::of(178.0)).is_ok();
            assert_eq!(is_drawn, !figure.reads.contains(name), "{} without {name}", figure.name);
        }
    }
    assert!(FIGURES.iter().flat_map(|figure| figure.reads).all(|file| emptied.iter().any(|(name, _)| name == file)));
}

/// The study without the content of one of its files, for each file, by the name of the file.
fn emptied(study: &Study) -> Vec<(&'static str, Study)> {
    let without = |lines: Lines| {
        let mut without = study.clone();
        without.lines.retain(|known| known.file() != lines.file());
        (lines.file(), without)
    };
    let mut all = vec![(JOURNAL, Study { answers: Vec::new(), ..study.clone() })];
    all.extend(Lines::kinds().map(without));
    all
}

#[test]
fn odd_studies_are_reported_on() {
    assert!(odd("empty", |study| *study = Study::default()).is_empty());
    assert!(odd("no-timings", |study| study.of_mut::<Timing>().clear()).contains(&"heatmap-f64.png".to_owned()));
    let corpus = odd("corpus", |study| {
        study.answers.retain(|answers| answers.family == CORPUS);
        study.of_mut::<Timing>().clear();
    });
    assert!(corpus.contains(&"rulings-f64.png".to_owned()) && !corpus.contains(&"failure-knob.png".to_owned()));
    odd("only-timings", |study| study.answers.clear());
    odd("one-family", |study| study.answers.retain(|answers| answers.family == "gap"));
    odd_rows("one-case", |rows| rows.truncate(1));
    odd("no-facts", |study| study.facts = Facts::default());
    odd_rows("all-failed", |rows| rows.iter_mut().for_each(|row| row.ruling = Ruling::GaveUp));
    odd_rows("not-applicable", |rows| rows.iter_mut().for_each(|row| row.ruling = Ruling::NotApplicable));
    odd_rows("same-knob", |rows| rows.iter_mut().for_each(|row| row.knob = Some(0.0)));
    let census = odd("odd-census", |study| {
        for (i, tally) in study.of_mut::<CensusTally>().iter_mut().enumerate() {
            (tally.vertices, tally.entries) = ([0, 1, 77, usize::MAX][i % 4], u64::MAX - i as u64);
            (tally.region, tally.lemma) = (format!("{i}{}", "z".repeat(200)), (i % 3 == 0).then_some(u8::MAX));
            tally.bodies = ["meet", "apart", "neither"][i % 3].to_owned();
        }
    });
    assert!(census.contains(&"census.png".to_owned()));
    let traces = odd("odd-traces", |study| {
        for (i, tally) in study.of_mut::<TraceTally>().iter_mut().enumerate() {
            let value = [f64::NAN, f64::INFINITY, -1.0, 0.0, f64::MAX][i % 5];
            (tally.step, tally.iterations, tally.time_ratio) = (value, Some(value), (i % 2 == 0).then_some(value));
            (tally.frames, tally.rulings[Column::Missed]) = ([0, 3, u64::MAX][i % 3], u64::MAX);
            tally.family = format!("{}{}", tally.family, "z".repeat(200));
            tally.start = ["cold", "vertices", "else"][i % 3].to_owned();
        }
    });
    assert!(traces.iter().any(|name| name.starts_with("warm-start-")));
    odd("names", |study| *study = odd_study());
}

/// An invented study with names that are difficult for every file format.
fn odd_study() -> Study {
    let mut study = synthetic::study(4, 24);
    for answers in &mut study.answers {
        for variant in &mut answers.variants {
            variant.variant = format!("<&\"a_b%c#$~^\\\\{{}}{}\u{1}\n{}", variant.variant, "x".repeat(300));
        }
        answers.family = format!("{} | {}", answers.family, "y".repeat(300));
        answers.scalar = format!("{}'", answers.scalar);
    }
    study
}

#[test]
fn values_that_are_not_numbers_are_counted() {
    for value in [f64::NAN, f64::INFINITY, -1.0, f64::MAX, f64::MIN_POSITIVE] {
        odd("values", |study| {
            let (_, mut rows) = synthetic::with_rows(4, 24);
            for row in &mut rows {
                (row.knob, row.error_units, row.distance) = (Some(value), Some(value), Some(value));
                row.iterations = if value > 1.0 { usize::MAX } else { 0 };
                row.points_a = 0;
                row.points_b = row.iterations;
            }
            study.answers = tallied(&rows, value);
            study.of_mut::<Timing>().iter_mut().for_each(|timing| timing.nanoseconds = value);
            study.facts.tolerance = value;
        });
    }
    let mut study = small();
    study.of_mut::<Timing>()[0].nanoseconds = f64::NAN;
    assert_eq!(Survey::new(&study).times.odd, 1);
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let folder = folder("blocked");
    std::fs::write(folder.join("file"), "").unwrap();
    let failure = write(&small(), &folder.join("file"), &mut |_| ()).unwrap_err();
    assert!(failure.to_string().contains("file"), "{failure}");
    std::fs::remove_dir_all(folder).unwrap();
}
