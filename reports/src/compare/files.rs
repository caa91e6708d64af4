//! A comparison as files: Markdown, and comma-separated values.

use std::io::Write;
use std::path::{Path, PathBuf};

use gjk_records::{COLUMNS, Error, MEANINGS, write_whole};

use super::text::{counts_text, rate_text, ratio_text};
use super::{Comparison, Pairs, Ratio, Row};
use crate::binomial::sign_test;
use crate::caption::facts_text;
use crate::document::Document;
use crate::figure::Room;
use crate::paper::file_name;
use crate::summary::Mean;
use crate::table::{Table, counted, or_nothing, rate_cells};
use crate::write::{Layout, sheet_files};

/// The most changed cases that the Markdown lists.
const CASES: usize = 200;

/// The questions asked of each case, as the columns name them.
const QUESTIONS: [&str; 2] = ["verdict", "failure"];

fn mean_cells(mean: Option<Mean>) -> [String; 3] {
    rate_cells(mean.map(|mean| mean.rate()))
}

fn ratio_cells(ratio: Option<Ratio>) -> [String; 3] {
    let end = |end: usize| or_nothing(ratio.and_then(|ratio| ratio.interval).map(|interval| interval[end]));
    [or_nothing(ratio.map(|ratio| ratio.ratio)), end(0), end(1)]
}

/// The probability of the sign test, never rounded to zero.
fn p_text(counts: Option<[u64; 2]>) -> String {
    let p = counts.map(|[worse, better]| sign_test(worse, better));
    p.map_or_else(|| "–".to_owned(), |p| if p < 1e-4 { "<0.0001".to_owned() } else { format!("{p:.4}") })
}

impl Comparison {
    /// One line per variant and scalar.
    pub(super) fn rate_table(&self) -> Table {
        let mut table = Table::new(["variant", "scalar", "overlaps", "finding", "families"]);
        for rate in ["wrong", "no_right_verdict", "failure", "right"] {
            for side in ["old", "new"] {
                table = table.with(["", "_low", "_high"].map(|end| format!("{rate}_{side}{end}")));
            }
        }
        for of in ["", "corpus_"] {
            table = table.with([format!("{of}cases")]);
            for question in QUESTIONS {
                table = table.with(["worse", "better", "p"].map(|what| format!("{of}{question}_{what}")));
            }
        }
        table = table.with(["no_longer_right", "now_right", "newly_refused", "no_longer_refused"]);
        for row in &self.rows {
            let mut cells = vec![row.variant.clone(), row.scalar.clone(), row.is_of_overlaps.to_string()];
            cells.push(row.finding.name().to_owned());
            cells.push(row.rates.map_or(0, |rates| rates.families).to_string());
            let rates = [0, 1, 2, 3]
                .map(|rate| row.rates.map(|rates| [rates.wrong, rates.no_right_verdict, rates.failure, rates.right][rate]));
            for rate in rates {
                cells.extend([0, 1].into_iter().flat_map(|side| mean_cells(rate.map(|rate| rate[side]))));
            }
            for pairs in [row.pairs, row.corpus] {
                cells.push(or_nothing(pairs.map(|pairs| pairs.cases)));
                for question in 0..QUESTIONS.len() {
                    let counts = pairs.map(|pairs| pairs.tests()[question]);
                    cells.extend([0, 1].map(|of| or_nothing(counts.map(|counts| counts[of]))));
                    cells.push(or_nothing(counts.map(|[worse, better]| sign_test(worse, better))));
                }
            }
            let both = row.both();
            let counts = both.map(|pairs| [pairs.right, pairs.refused].concat());
            cells.extend((0..4).map(|count| or_nothing(counts.as_ref().map(|counts| counts[count]))));
            table.rows.push(cells);
        }
        table
    }

    /// One line per case whose ruling changed, the worst first.
    pub(super) fn changed_table(&self) -> Table {
        let mut table = Table::new(["change", "variant", "scalar", "family", "case_id", "old", "new"]);
        for changed in &self.changed {
            let (old, new) = (changed.old.name(), changed.new.name());
            table.push(&[&changed.kind(), &changed.variant, &changed.scalar, &changed.family, &changed.case, &old, &new]);
        }
        table
    }

    /// One line per timed variant and scalar.
    pub(super) fn time_table(&self) -> Table {
        let mut table = Table::new(["variant", "scalar", "families", "cases", "ratio", "ratio_low", "ratio_high"]).with([
            "relative",
            "relative_low",
            "relative_high",
            "drift",
            "finding",
        ]);
        for row in &self.times.rows {
            let mut cells = vec![row.variant.clone(), row.scalar.clone(), row.families.to_string(), row.cases.to_string()];
            cells.extend(ratio_cells(Some(row.ratio)));
            cells.extend(ratio_cells(row.relative));
            let drift = self.times.drifts.iter().find(|(scalar, _)| *scalar == row.scalar).map(|(_, drift)| *drift);
            cells.extend([or_nothing(drift), self.times.finding(row).to_owned()]);
            table.rows.push(cells);
        }
        table
    }

    /// The comparison as Markdown.
    pub fn markdown(&self) -> String {
        self.document().markdown()
    }

    fn document(&self) -> Document {
        let mut facts = Table::new(["", ""]);
        // A folder may have any name, so it is set as code; the other values here are plain names.
        let one_line = |text: &str| text.replace('\n', " ");
        let [old, new] = &self.names;
        let mut put = |name: &str, text: &str| facts.push(&[&name, &one_line(text)]);
        put("OLD", &crate::table::code(old));
        put("NEW", &crate::table::code(new));
        put("same", &self.same);
        self.differences.iter().for_each(|line| put("differs", line));
        let text = Document::default().heading(1, "Two studies compared").table(facts, 2);
        let text = self.notes.iter().fold(text, |text, note| text.text(&note[..]));
        let text = text.heading(2, "Rates").table(self.rates_for_people(), 3).text(self.reading());
        let text = self.cases_for_people(text.heading(2, "Changed cases"));
        match self.times.rows.is_empty() {
            true => text,
            false => text.heading(2, "Times").table(self.times_for_people(), 3).text(self.time_reading()),
        }
    }

    fn rates_for_people(&self) -> Table {
        let mut table = Table::new(["variant", "scalar", "is", "families", "cases", "wrong old", "wrong new", "failure old"])
            .with(["failure new", "right old", "right new", "verdict", "p", "failure", "p", "corpus: verdict", "failure"]);
        for row in &self.rows {
            let rates = row.rates.map(|rates| [rates.wrong, rates.failure, rates.right].concat());
            let counts = |pairs: Option<Pairs>, question: usize| pairs.map(|pairs| pairs.tests()[question]);
            let mut cells = vec![row.variant.clone(), row.scalar.clone(), row.finding.name().to_owned()];
            cells.push(row.families_text());
            cells.push(or_nothing(row.pairs.map(|pairs| pairs.cases)));
            cells.extend((0..6).map(|rate| rates.as_ref().map_or_else(|| "–".to_owned(), |rates| rate_text(rates[rate]))));
            for counts in [0, 1].map(|question| counts(row.pairs, question)) {
                cells.extend([counts_text(counts), p_text(counts)]);
            }
            cells.extend([0, 1].map(|question| counts_text(counts(row.corpus, question))));
            table.rows.push(cells);
        }
        table
    }

    fn cases_for_people(&self, text: Document) -> Document {
        let Some(again) = self.again() else {
            return text.text(format!("No case changed its ruling: {}.", self.compared()));
        };
        let mut all = self.changed_table();
        let count = all.rows.len();
        all.rows.truncate(CASES);
        let changed = counted(count, "case changed its ruling", "cases changed their rulings");
        let text =
            text.text(format!("{changed}, the worst first. {}", self.worse_families().unwrap_or_default())).table(all, 7);
        let rest = if count > CASES { format!("The other {} are in `changed.csv`.", count - CASES) } else { String::new() };
        text.text(rest).text(format!("To repeat the first one, in each of the two builds: {again}"))
    }

    fn times_for_people(&self) -> Table {
        let mut table = Table::new(["variant", "scalar", "is", "families", "cases", "new / old", "relative"]);
        for row in &self.times.rows {
            let relative = row.relative.map_or_else(|| "–".to_owned(), ratio_text);
            let (ratio, finding) = (ratio_text(row.ratio), self.times.finding(row));
            table.push(&[&row.variant, &row.scalar, &finding, &row.families, &row.cases, &ratio, &relative]);
        }
        table
    }

    /// Writes `compare.md`, `rates.csv`, `changed.csv`, `time-ratios.csv` and the meaning of their columns to an existing
    /// folder; for papers also one table and one figure per scalar, and all numbers as macros.
    ///
    /// The width of the figures is in millimetres. Every file is written completely or not at all.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn write(&self, out: &Path, width: f64) -> Result<Vec<PathBuf>, Error> {
        let files = [
            ("compare.md", self.markdown().into_bytes()),
            ("rates.csv", self.rate_table().csv()),
            ("changed.csv", self.changed_table().csv()),
            ("time-ratios.csv", self.time_table().csv()),
            (COLUMNS, MEANINGS.as_bytes().to_vec()),
        ];
        let files = files.into_iter().map(|(name, bytes)| (name.to_owned(), bytes)).chain(self.print());
        let layout = Layout { width: Some(width), ..Layout::default() };
        let sheets = self.scalars().into_iter().filter_map(|scalar| Some((scalar, self.sheet(scalar, Room::of(width))?)));
        let sheets = sheets.flat_map(|(scalar, sheet)| {
            let name = file_name(&["compare-figure", scalar]);
            let drawing = sheet.drawn(width, layout.dressing, &facts_text(&self.facts, sheet.is_timed, &self.facts.command));
            let files = sheet_files(&sheet, &drawing, &name, &layout, &self.facts);
            files.into_iter().map(move |(ending, bytes)| (format!("{name}.{ending}"), bytes))
        });
        let write = |(name, bytes): (String, Vec<u8>)| {
            let path = out.join(name);
            write_whole(&path, |file| file.write_all(&bytes)).map(|()| path)
        };
        files.chain(sheets).map(write).collect()
    }
}

impl Row {
    /// The number of families of the row, with a remark if they are made for the depth.
    pub(super) fn families_text(&self) -> String {
        let families = self.rates.map_or(0, |rates| rates.families);
        if self.is_of_overlaps { format!("{families} of overlaps") } else { families.to_string() }
    }

    /// A name as messages print it.
    pub fn name(&self) -> String {
        format!("{} in {}{}", self.variant, self.scalar, if self.is_of_overlaps { ", overlaps for the depth" } else { "" })
    }
}
