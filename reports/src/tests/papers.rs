//! Tables for papers: their numbers, compared with numbers by hand, and their files.

use super::{emptied, folder, names, odd_study, small, synthetic};
use crate::paper::{MEANINGS, files, is_table_file};
use crate::{PAPER_TABLES, Study, Survey, clear, write};

/// The cells of a table of a study, by its name.
fn rows(study: &Study, kind: &str, name: &str) -> Vec<Vec<String>> {
    let kind = PAPER_TABLES.iter().find(|known| known.name == kind).expect("it is listed");
    let made = (kind.make)(&Survey::new(study)).expect("it is made");
    made.into_iter().find(|table| table.name == name).expect("it is among them").table.rows
}

#[test]
fn rates_of_a_small_study_are_counted_by_hand() {
    let study = small();
    // Two families of ten and two cases count as twice two. `near` is inaccurate on one of ten.
    assert_eq!(rows(&study, "league", "league-f64-distances"), [["1", "near", "0 (< 53)", "0", "5", "0", "95", "300"]]);
    // Queries in exact numbers are not timed. None of the ten and two cases is wrong.
    assert_eq!(rows(&study, "league", "league-exact-distances"), [["1", "near", "0 (< 53)", "0", "0", "0", "100"]]);
    // `sign` answers fewer than nine of ten: it is wrong on one of two, gives up on the other, and is right on eight of nine.
    let verdicts = rows(&study, "league", "league-f64-verdicts");
    assert_eq!(verdicts[1], ["–", "sign", "25 (< 76)", "25", "6", "44", "175"]);
    let rulings = rows(&study, "rulings", "rulings-f64");
    assert_eq!(rulings[0], ["near", "12", "95", "0", "5", "0", "0", "0", "0", "0", "0–53", "95"]);
    // Failures: two of two, and none of nine. The bounds for two of four are 10 and 90 %.
    assert_eq!(rulings[1], ["sign", "11", "44", "6", "0", "0", "25", "0", "25", "50", "10–90", "44"]);
}

#[test]
fn a_table_is_left_out_without_a_file_that_it_reads() {
    let study = synthetic::study(6, 60);
    for (name, without) in &emptied(&study) {
        let survey = Survey::new(without);
        for table in PAPER_TABLES {
            assert_eq!((table.make)(&survey).is_ok(), !table.reads.contains(name), "{} without {name}", table.name);
        }
    }
}

#[test]
fn every_table_has_three_files_that_are_removed_with_the_report() {
    let folder = folder("papers");
    write(&synthetic::study(6, 60), &folder, &mut |_| ()).unwrap();
    let written = names(&folder.join("tables"));
    assert!(written.iter().all(|name| is_table_file(name)), "{written:?}");
    for table in PAPER_TABLES {
        assert!(written.iter().any(|name| name.starts_with(table.name)), "{}", table.name);
    }
    let count = |ending: &str| written.iter().filter(|name| name.ends_with(ending)).count();
    // The folder also has the macros, and the meanings of the columns.
    assert_eq!([count(".md"), count(".tex")], [count(".csv") + 1; 2]);
    let summary = std::fs::read_to_string(folder.join("summary.md")).unwrap();
    assert!(summary.contains("- [league-f64-distances](tables/league-f64-distances.md): League of distances in f64"));
    std::fs::write(folder.join("tables/own.tex"), "").unwrap();
    // A study without answers has no leagues.
    write(&Study::default(), &folder, &mut |_| ()).unwrap();
    assert_eq!(names(&folder.join("tables")), ["columns.md", "numbers.tex", "own.tex"]);
    clear(&folder).unwrap();
    assert_eq!(names(&folder.join("tables")), ["own.tex"]);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn odd_names_do_not_break_a_row() {
    let study = odd_study();
    let (files, ..) = files(&Survey::new(&study));
    let mut rows = 0;
    for file in files.iter().filter(|file| file.name.ends_with(".tex")) {
        let text = std::str::from_utf8(&file.bytes).unwrap();
        assert!(text.lines().all(|line| line.is_ascii() || line.starts_with("% ")), "{}", file.name);
        let mut columns = None;
        for line in text.lines() {
            if let Some(begin) = line.strip_prefix("\\begin{tabular}{@{}") {
                columns = Some(begin.trim_end_matches("@{}}").len());
            }
            if let Some(row) = line.strip_suffix(" \\\\") {
                assert_eq!(Some(row.matches(" & ").count() + 1), columns, "{}: {row}", file.name);
                rows += 1;
            }
        }
    }
    assert!(rows > 100);
}

#[test]
fn the_meaning_of_every_column_is_documented() {
    let study = synthetic::study(6, 60);
    let (files, ..) = files(&Survey::new(&study));
    let rows = MEANINGS.lines().filter_map(|line| line.strip_prefix("| `")?.split(" | ").next());
    let told: Vec<&str> = rows.flat_map(|cell| cell.split('`').step_by(2)).filter(|name| !name.is_empty()).collect();
    let is_told = |column: &str| {
        let of_rate = column.strip_suffix("_low").or(column.strip_suffix("_high"));
        told.contains(&of_rate.unwrap_or(column)) || told.contains(&column) || column.starts_with("quantile_")
    };
    let mut columns: Vec<String> = Vec::new();
    for file in files.iter().filter(|file| file.name.ends_with(".csv")) {
        let mut reader = csv::Reader::from_reader(&file.bytes[..]);
        columns.extend(reader.headers().unwrap().iter().map(str::to_owned));
        assert!(reader.records().map(Result::unwrap).count() > 0, "{}", file.name);
    }
    let not_told: Vec<&String> = columns.iter().filter(|column| !is_told(column)).collect();
    assert!(not_told.is_empty(), "{not_told:?}");
    // Few studies have answers that cannot be judged.
    let is_there = |name: &&str| columns.iter().any(|column| column == name) || *name == "undecided";
    assert!(told.iter().all(is_there), "{told:?}");
}
