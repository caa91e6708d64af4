//! A comparison for print: one narrow table per scalar, and single numbers as macros.

use super::{Comparison, Row};
use crate::digits::{rate_text, significant};
use crate::paper::{Captioned, Number, Typeset, definitions, file_name};
use crate::table::{Table, counted};

/// The decimals of a ratio.
const DIGITS: usize = 3;

impl Comparison {
    /// The command and the facts behind the numbers, in one line.
    fn origin(&self) -> String {
        let [old, new] = &self.names;
        let differs = self.differences.iter().map(|line| format!(" {line}."));
        format!("Made by `gjk compare {old} {new}`. Same: {}.{}", self.same, differs.collect::<String>())
    }

    /// The compared scalars, in order.
    pub(super) fn scalars(&self) -> Vec<&str> {
        let rows = self.rows.iter().map(|row| &row.scalar[..]);
        crate::distinct::distinct(rows.chain(self.times.rows.iter().map(|row| &row.scalar[..])))
    }

    /// The table of a scalar: rates of failures, with changed cases and the ratio of times if there are any.
    fn table(&self, scalar: &str) -> Typeset {
        let rows: Vec<&Row> = self.rows.iter().filter(|row| row.scalar == scalar).collect();
        let is_paired = rows.iter().any(|row| row.both().is_some());
        let is_timed = rows.iter().any(|row| self.time(row).is_some());
        let mut table = Table::new(["variant", "failures old / %", "failures new / %"]);
        table = table.with(if is_paired { &["newly failing", "newly right"][..] } else { &[] }.iter().copied());
        table = table.with(["finding"]).with(is_timed.then_some("time new/old"));
        table.rows = rows.iter().map(|row| self.cells(row, is_paired, is_timed)).collect();
        let numbers = self.rate_table();
        let numbers = Table { rows: numbers.rows.iter().filter(|row| row[1] == scalar).cloned().collect(), ..numbers };
        let mut notes =
            "Failures (off, missed, phantom or no answer) in % of the cases, families with equal weights.".to_owned();
        if is_paired {
            notes += " Newly failing and newly right count the cases that fail only in the new study and only in the old \
                      study, in the families and the corpus together. Better and worse are decided by the exact sign test \
                      of verdicts or failures at 5 %, or by bounds of a rate that do not overlap; open is neither.";
        } else {
            notes += " Better and worse: the one-sided bounds at 95 % of a rate do not overlap; open: they do.";
        }
        if rows.iter().any(|row| row.is_of_overlaps) {
            notes += " Overlaps are the families made for the sake of the depth.";
        }
        if is_timed {
            notes += " Time is the new time over the old time, relative to the other variants if there are enough of them, \
                      with the 95 % interval from family to family.";
        }
        let (name, caption) = (file_name(&["compare", scalar]), format!("Two studies compared, {scalar}"));
        Typeset { name, caption, table, names: 1, notes, numbers }
    }

    fn cells(&self, row: &Row, is_paired: bool, is_timed: bool) -> Vec<String> {
        let none = || "–".to_owned();
        let mut cells = vec![if row.is_of_overlaps { format!("{}, overlaps", row.variant) } else { row.variant.clone() }];
        let failure = row.rates.map(|rates| rates.failure);
        cells.extend([0, 1].map(|side| failure.map_or_else(none, |means| rate_text(&means[side].rate()))));
        if is_paired {
            let changed = row.both().map(|pairs| pairs.failure);
            cells.extend([0, 1].map(|side| changed.map_or_else(none, |counts| counts[side].to_string())));
        }
        cells.push(row.finding.name().to_owned());
        cells.extend(is_timed.then(|| self.time(row).map_or_else(none, |(text, _)| text)));
        cells
    }

    /// The ratio of times of a row with the ends of its interval, as three texts: relative to the other variants if there are
    /// enough of them.
    fn time(&self, row: &Row) -> Option<(String, [String; 3])> {
        let found = self.time_of(row)?;
        let ratio = found.relative.unwrap_or(found.ratio);
        let [low, high] = ratio.interval.unwrap_or([f64::NAN; 2]).map(|end| significant(end, DIGITS));
        let middle = significant(ratio.ratio, DIGITS);
        let text = if ratio.interval.is_some() { format!("{middle} ({low}–{high})") } else { middle.clone() };
        Some((text, [middle, low, high]))
    }

    fn numbers(&self) -> Vec<Number> {
        let mut all = Vec::new();
        for row in &self.rows {
            let of = if row.is_of_overlaps { "overlaps-" } else { "" };
            let mut put = |column: &str, text: String| {
                all.push(Number {
                    variant: row.variant.clone(),
                    column: format!("{of}{column}"),
                    scalar: row.scalar.clone(),
                    text,
                });
            };
            put("finding", row.finding.name().to_owned());
            if let Some(rates) = row.rates {
                for (name, means) in [("failure", rates.failure), ("wrong", rates.wrong), ("right", rates.right)] {
                    for (side, mean) in ["old", "new"].into_iter().zip(means) {
                        put(&format!("{name}-{side}"), rate_text(&mean.rate()));
                    }
                }
            }
            if let Some(pairs) = row.both() {
                for (name, counts) in [("failing", pairs.failure), ("verdict", pairs.verdict)] {
                    for (side, count) in ["new", "old"].into_iter().zip(counts) {
                        put(&format!("{name}-in-{side}-alone"), count.to_string());
                    }
                }
            }
            if let Some((_, texts)) = self.time(row) {
                for (name, text) in ["time-ratio", "time-ratio-low", "time-ratio-high"].into_iter().zip(texts) {
                    put(name, text);
                }
            }
        }
        all
    }

    /// The files for LaTeX: their names and contents.
    pub(super) fn print(&self) -> Vec<(String, Vec<u8>)> {
        let origin = self.origin();
        let tables: Vec<Typeset> = self.scalars().into_iter().map(|scalar| self.table(scalar)).collect();
        let captions: Vec<Captioned> = tables.iter().map(Typeset::captioned).collect();
        let [old, new] = &self.names;
        let facts = [
            ("compare-old", old.clone()),
            ("compare-new", new.clone()),
            ("compare-answers", self.compared()),
            ("compare-changed", counted(self.changed.len(), "case", "cases")),
        ];
        let facts: Vec<(String, String)> = facts.map(|(name, fact)| (name.to_owned(), fact)).into();
        let reading = "Numbers of a comparison of two studies: \\gjk{VARIANT}{COLUMN}{SCALAR}, such as failure-old, \
                       failure-new, finding, failing-in-new-alone and time-ratio; \\gjktablecaption{NAME} and \
                       \\gjktablenote{NAME} are the caption and the note of a table.";
        let macros = definitions(reading, &origin, (&facts, &self.numbers(), &captions));
        let tables = tables.iter().map(|table| (format!("{}.tex", table.name), table.latex(&origin).into_bytes()));
        tables.chain([("compare-numbers.tex".to_owned(), macros.into_bytes())]).collect()
    }
}
