//! A comparison for a terminal, in at most 110 columns.

use std::collections::HashMap;

use super::{Changed, Comparison, Finding, Pairs, Ratio, Row, TimeRow};
use gjk_records::Pasted;
use gjk_records::pasted::TOLERANCE;

use crate::sorted::{sort_by, sort_by_key};
use crate::summary::Mean;
use crate::table::{Table, code, counted, folded, grouped, percent, shortened};

/// The widest line, in characters.
const WIDTH: usize = 110;
/// The most rows of rates, of changed cases and of times.
const ROWS: usize = 24;
const CASES: usize = 20;
/// The most changed cases of a variant, scalar and family, and the most families that are named.
const OF_FAMILY: usize = 3;
const FAMILIES: usize = 8;
const TIMES: usize = 12;

/// A rate with its bounds.
pub(super) fn rate_text(mean: Mean) -> String {
    let rate = mean.rate();
    format!("{} ({}–{})", percent(rate.rate), percent(rate.low), percent(rate.high))
}

pub(super) fn ratio_text(ratio: Ratio) -> String {
    let interval = ratio.interval.map_or_else(String::new, |[low, high]| format!(" ({low:.3}–{high:.3})"));
    format!("{:.3}{interval}", ratio.ratio)
}

/// The numbers of cases that became worse and better.
pub(super) fn counts_text(counts: Option<[u64; 2]>) -> String {
    counts.map_or_else(|| "–".to_owned(), |[worse, better]| format!("+{worse} −{better}"))
}

impl Row {
    /// The changes in families and corpus together, for the reader; the tests treat them separately.
    pub(super) fn both(&self) -> Option<Pairs> {
        let mut sum = Pairs::default();
        let all = [self.pairs, self.corpus];
        all.iter().flatten().for_each(|pairs| sum.add(pairs));
        all.iter().any(Option::is_some).then_some(sum)
    }

    fn line(&self, name: usize) -> Vec<String> {
        let rates = self.rates.map_or_else(
            || vec!["–".to_owned(); 3],
            |rates| {
                let [wrong, failure] = [rates.wrong, rates.failure];
                let wrong = wrong.map(|mean| percent(mean.rate));
                vec![format!("{} → {}", wrong[0], wrong[1]), rate_text(failure[0]), rate_text(failure[1])]
            },
        );
        // A row with the corpus alone shows only changes.
        let pairs = self.both().filter(|pairs| self.pairs.is_some() || pairs.tests() != [[0; 2]; 2]);
        let mut line = vec![shortened(&self.variant, name), self.scalar.clone(), self.families_text()];
        line.extend(rates);
        line.push(counts_text(pairs.map(|pairs| pairs.verdict)));
        line.push(counts_text(pairs.map(|pairs| pairs.failure)));
        line.push(self.finding.name().to_owned());
        line
    }

    /// The sort key of rows: worse ones first, then better ones, and within these the rows with most changes.
    pub(super) fn order(&self) -> (usize, u64, u64) {
        let place = [Finding::Worse, Finding::Better, Finding::Open, Finding::Unchanged];
        let place = place.iter().position(|finding| *finding == self.finding).unwrap_or_default();
        let changes = self.both().map_or(0, |pairs| pairs.verdict.iter().chain(&pairs.failure).sum());
        // If no case is compared with itself: the difference of the rates of failures, in millionths.
        let rates = self.unpaired.map_or(0.0, |rates| (rates.failure[0].rate - rates.failure[1].rate).abs());
        (place, u64::MAX - changes, u64::MAX - (1e6 * rates) as u64)
    }
}

impl Changed {
    /// The command that judges the case again, with the option that adds the variant if a user added it.
    pub(super) fn command(&self, tolerance: Option<f64>, taking_in: Option<&str>) -> String {
        let case = if self.family == gjk_records::CORPUS { format!("corpus#{}", self.case) } else { self.case.clone() };
        let command = Pasted::new("check").word(case).option("--variant", &self.variant).option("--scalar", &self.scalar);
        command.with(taking_in).within(tolerance.unwrap_or(TOLERANCE)).to_string()
    }
}

/// A table that is no wider than a terminal; names are shortened as far as necessary.
fn fitted(table: impl Fn(usize) -> Table, words: usize) -> String {
    let fits = |text: &String| text.lines().all(|line| line.chars().count() <= WIDTH);
    let texts = [usize::MAX].into_iter().chain((8..40).rev()).map(|name| table(name).text(words, 2));
    texts.into_iter().find(fits).unwrap_or_else(|| table(8).text(words, 1))
}

/// A line with the number of entries that a list leaves out.
fn rest(all: usize, most: usize, what: &str) -> String {
    if all > most { format!("… and {} more {what}\n", grouped(all - most)) } else { String::new() }
}

impl Comparison {
    /// The comparison as printed on a terminal.
    pub fn text(&self) -> String {
        let [old, new] = self.names.each_ref().map(|name| shortened(name, WIDTH - 5));
        let mut text = format!("OLD  {old}\nNEW  {new}\n");
        text += &folded(&format!("same: {}", self.same), WIDTH);
        self.differences.iter().for_each(|line| text += &folded(&format!("differs: {line}"), WIDTH));
        self.notes.iter().for_each(|line| text += &folded(line, WIDTH));
        text.push('\n');
        text += &self.rates();
        text += &self.cases();
        text += &self.time_text();
        text
    }

    fn rates(&self) -> String {
        let mut rows: Vec<&Row> = self.rows.iter().filter(|row| row.finding != Finding::Unchanged).collect();
        sort_by_key(&mut rows, |row| row.order());
        let unchanged = self.rows.len() - rows.len();
        if self.rows.is_empty() {
            return "The studies have no answers of the same variant, scalar and family.\n".to_owned();
        }
        if rows.is_empty() {
            return format!("No case changed: {}.\n", self.compared());
        }
        let table = |name: usize| {
            let mut table = Table::new([
                "variant",
                "scalar",
                "families",
                "wrong %",
                "failure % old",
                "failure % new",
                "verdict",
                "failure",
                "is",
            ]);
            table.rows.extend(rows.iter().take(ROWS).map(|row| row.line(name)));
            table
        };
        let text = fitted(table, 3) + &rest(rows.len(), ROWS, "in rates.csv of --out DIR");
        let count = |finding| self.found(finding).len();
        let refused: u64 = self.rows.iter().filter_map(Row::both).map(|pairs| pairs.refused[0]).sum();
        let summary = format!(
            "{}: {} worse, {} better, {} open, {} without a changed case.{}",
            self.compared(),
            count(Finding::Worse),
            count(Finding::Better),
            count(Finding::Open),
            unchanged,
            if refused > 0 {
                format!(" Newly refused: {}.", counted(refused as usize, "case", "cases"))
            } else {
                String::new()
            }
        );
        let text = text + "\n" + &folded(&summary, WIDTH);
        text + &folded(&self.reading(), WIDTH)
    }

    /// The number of rows and of answers that were compared.
    pub(super) fn compared(&self) -> String {
        let cases: u64 = self.rows.iter().filter_map(Row::both).map(|pairs| pairs.cases).sum();
        let rows = counted(self.rows.len(), "variant and scalar", "variants and scalars");
        if cases > 0 { format!("{rows}, {} answers compared case by case", grouped(cases)) } else { rows }
    }

    fn cases(&self) -> String {
        if self.changed.is_empty() {
            return String::new();
        }
        let shown = self.shown();
        let table = |name: usize| {
            let mut table = Table::new(["case", "variant", "scalar", "old", "", "new"]);
            for changed in &shown {
                let (old, new) = (changed.old.name(), changed.new.name());
                let (case, variant) = (shortened(&changed.case, name), shortened(&changed.variant, name));
                table.push(&[&case, &variant, &changed.scalar, &old, &"→", &new]);
            }
            table
        };
        format!(
            "\n{}, the worst first:\n{}{}to repeat: {}\n{}",
            counted(self.changed.len(), "case changed its ruling", "cases changed their rulings"),
            fitted(table, 6),
            rest(self.changed.len(), shown.len(), "in changed.csv of --out DIR"),
            self.command(&self.changed[0]),
            self.worse_families().map_or_else(String::new, |families| folded(&families, WIDTH))
        )
    }

    /// The changed cases that a terminal shows: a few of each family, so that one does not hide the others.
    fn shown(&self) -> Vec<&Changed> {
        let (mut shown, mut of_family): (Vec<&Changed>, HashMap<[&str; 3], usize>) = Default::default();
        for changed in &self.changed {
            let count = of_family.entry([&changed.variant, &changed.scalar, &changed.family]).or_default();
            *count += 1;
            if *count <= OF_FAMILY && shown.len() < CASES {
                shown.push(changed);
            }
        }
        shown
    }

    /// The families in which cases became worse, those with most such cases first.
    pub(super) fn worse_families(&self) -> Option<String> {
        let mut counts: Vec<(&str, usize)> = Vec::new();
        for changed in self.changed.iter().filter(|changed| changed.kind() == "worse") {
            match counts.iter_mut().find(|(family, _)| *family == changed.family) {
                Some((_, count)) => *count += 1,
                None => counts.push((&changed.family, 1)),
            }
        }
        sort_by_key(&mut counts, |(_, count)| std::cmp::Reverse(*count));
        let all: usize = counts.iter().map(|(_, count)| count).sum();
        let named = counts.iter().take(FAMILIES).map(|(family, count)| format!("{} {count}", shortened(family, 30)));
        let more = if counts.len() > FAMILIES { ", …" } else { "" };
        let named = named.collect::<Vec<_>>().join(", ");
        (all > 0).then(|| format!("{} worse, by family: {named}{more}.", counted(all, "case became", "cases became")))
    }

    fn time_text(&self) -> String {
        if self.times.rows.is_empty() {
            return self.other_form().map_or_else(String::new, |left_out| format!("\nTimes: {left_out}\n"));
        }
        let mut rows: Vec<&TimeRow> = self.times.rows.iter().collect();
        let beyond = |row: &TimeRow| row.relative.unwrap_or(row.ratio).ratio.ln().abs();
        sort_by(&mut rows, &mut |x, y| beyond(y).total_cmp(&beyond(x)));
        let table = |name: usize| {
            let mut table = Table::new(["variant", "scalar", "families", "cases", "new / old", "relative", "is"]);
            for row in rows.iter().take(TIMES) {
                let relative = row.relative.map_or_else(|| "–".to_owned(), ratio_text);
                let (ratio, finding) = (ratio_text(row.ratio), self.times.finding(row));
                table.push(&[
                    &shortened(&row.variant, name),
                    &row.scalar,
                    &row.families,
                    &row.cases,
                    &ratio,
                    &relative,
                    &finding,
                ]);
            }
            table
        };
        format!(
            "\nTimes, the most different first:\n{}{}{}",
            fitted(table, 2),
            rest(rows.len(), TIMES, "in time-ratios.csv of --out DIR"),
            folded(&self.time_reading(), WIDTH)
        )
    }

    /// The command that judges the first changed case again, as Markdown shows it.
    pub(super) fn again(&self) -> Option<String> {
        self.changed.first().map(|changed| code(&self.command(changed)))
    }

    /// The command that judges a case again, with the option with which the new study added its variant.
    fn command(&self, changed: &Changed) -> String {
        changed.command(self.tolerance, self.taking_in.get(&changed.variant).map(String::as_str))
    }
}
