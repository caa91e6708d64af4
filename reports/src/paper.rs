//! Tables for papers: narrow enough for print, each as LaTeX, as Markdown and, with unrounded numbers, as CSV.
//!
//! A table is a file below, with a line in [`PAPER_TABLES`]. It is a `tabular` without a float around it: a paper writes its
//! own caption around `\input{tables/NAME.tex}`. The families and cases behind the numbers are in comments at the top of that
//! file, and as text in the Markdown. Next to the tables, `numbers.tex` has single numbers as macros ([`numbers`]).

mod cost;
mod errors;
mod families;
mod iterations;
mod league;
mod loops;
pub(crate) mod numbers;
pub(crate) mod questions;
mod rulings;
mod sizes;
mod standing;
mod time_points;

use gjk_records::{Duel, JOURNAL, Line, LoopTally, Timing};

use crate::Survey;
use crate::document::Document;
use crate::latex::comment;
use crate::table::Table;

pub(crate) use families::{NOTES as FAILURE_NOTES, failures_of};
pub(crate) use league::{SHORT, short};
pub(crate) use numbers::{Captioned, Number, definitions};
pub(crate) use standing::Standings;

const ANSWERS: &str = JOURNAL;
const TIMES: &str = Timing::FILE;
const LOOPS: &str = LoopTally::FILE;
const DUELS: &str = Duel::FILE;

/// A kind of table for papers.
pub struct PaperTable {
    /// Its name, with which the names of its files begin; there are files for each scalar, and more.
    pub name: &'static str,
    /// Its content, in one line.
    pub description: &'static str,
    /// The files of a run from which it is made; if one of them is missing, the table is left out.
    pub reads: &'static [&'static str],
    pub(crate) make: fn(&Survey) -> Made,
}

/// Every table for papers, in the order of reports.
///
/// A new table is a file with its `TABLE`, and a line here.
pub const PAPER_TABLES: &[PaperTable] = &[
    league::TABLE,
    questions::TABLE,
    rulings::TABLE,
    families::TABLE,
    errors::TABLE,
    iterations::TABLE,
    iterations::POINTS,
    time_points::TABLE,
    cost::TABLE,
    loops::TABLE,
    crate::figure::continuity::TABLE,
];

/// The tables of a kind, or the reason why there are none.
pub(crate) type Made = Result<Vec<Typeset>, String>;

/// A table for print.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Typeset {
    /// The name of its files, without the ending.
    pub name: String,
    /// Its content, in one line.
    pub caption: String,
    /// The printed table.
    pub table: Table,
    /// The number of leading columns that are names.
    pub names: usize,
    /// The meaning of the numbers, and the families and cases behind them.
    pub notes: String,
    /// The numbers, not rounded.
    pub numbers: Table,
}

impl Typeset {
    /// As Markdown, with its caption and its notes.
    pub fn markdown(&self) -> String {
        let table = Document::default().heading(1, &self.caption[..]).table(self.table.clone(), self.names);
        table.text(&self.notes[..]).markdown()
    }

    /// As LaTeX, with the facts of its run, its caption and its notes as comments.
    pub fn latex(&self, origin: &str) -> String {
        let head = format!("{}{}{}", comment(&self.caption), comment(&self.notes), comment(origin));
        format!("{head}{}", self.table.latex(self.names))
    }

    /// Its caption and its notes for a document that prints it.
    pub fn captioned(&self) -> Captioned {
        Captioned { name: self.name.clone(), caption: self.caption.clone(), notes: self.notes.clone() }
    }
}

/// The command and the facts that make the same table again.
fn origin(survey: &Survey) -> String {
    let facts = &survey.study.facts;
    let command: String = facts.command.chars().take(1000).collect();
    let of =
        if survey.wanted.is_empty() { String::new() } else { format!(" Only these variants: {}.", survey.wanted.join(", ")) };
    format!("Made by `{command}`; commit {}; seed {}; tolerance {} u·D.{of}", facts.commit, facts.seed, facts.tolerance)
}

/// A file in the folder of tables: its name, its caption and its content.
pub(crate) struct TableFile {
    pub name: String,
    pub caption: String,
    pub bytes: Vec<u8>,
}

/// The folder of a report for these tables.
pub(crate) const FOLDER: &str = "tables";

/// The file with the meaning of the columns of the other files.
const COLUMNS: &str = "columns.md";
pub(crate) const MEANINGS: &str = include_str!("paper/columns.md");

/// The file with the macros.
const NUMBERS: &str = "numbers.tex";

/// All files in the folder of tables, one line of Markdown per table, made or left out, and the tables themselves.
pub(crate) fn files(survey: &Survey) -> (Vec<TableFile>, String, Vec<Typeset>) {
    let (mut files, mut listed, mut all) = (Vec::new(), String::new(), Vec::new());
    let origin = origin(survey);
    for kind in PAPER_TABLES {
        match (kind.make)(survey) {
            Ok(tables) => {
                for table in tables {
                    let forms = [
                        ("csv", table.numbers.csv()),
                        ("md", table.markdown().into_bytes()),
                        ("tex", table.latex(&origin).into_bytes()),
                    ];
                    listed += &format!("- [{0}]({FOLDER}/{0}.md): {1}\n", table.name, table.caption);
                    files.extend(forms.map(|(ending, bytes)| TableFile {
                        name: format!("{}.{ending}", table.name),
                        caption: table.caption.clone(),
                        bytes,
                    }));
                    all.push(table);
                }
            }
            Err(reason) => listed += &format!("- {}: left out, {reason}\n", kind.name),
        }
    }
    let caption = "single numbers as LaTeX macros".to_owned();
    listed += &format!("- [numbers]({FOLDER}/{NUMBERS}): {caption}\n");
    let captions: Vec<Captioned> = all.iter().map(Typeset::captioned).collect();
    files.push(TableFile { name: NUMBERS.to_owned(), caption, bytes: numbers::macros(survey, &captions).into_bytes() });
    let caption = "what the columns of the tables for papers mean".to_owned();
    files.push(TableFile { name: COLUMNS.to_owned(), caption, bytes: MEANINGS.into() });
    (files, listed, all)
}

/// Whether a file in the folder of tables is one that a report makes.
pub(crate) fn is_table_file(name: &str) -> bool {
    let is_of = |stem: &str, kind: &PaperTable| {
        stem.strip_prefix(kind.name).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    };
    let stem = ["csv", "md", "tex"].iter().find_map(|ending| name.strip_suffix(ending)?.strip_suffix('.'));
    [NUMBERS, COLUMNS].contains(&name) || stem.is_some_and(|stem| PAPER_TABLES.iter().any(|kind| is_of(stem, kind)))
}

/// A name of files from parts; all characters except ASCII letters, digits, `-`, `_` and `+` become `_`.
pub(crate) fn file_name(parts: &[&str]) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() || "-_+".contains(letter) { letter } else { '_' };
    parts.iter().map(|part| part.chars().take(60).map(plain).collect::<String>()).collect::<Vec<_>>().join("-")
}

/// A name for print: the middle of a very long name is left out.
fn label(name: &str) -> String {
    crate::table::shortened(name, 30)
}
