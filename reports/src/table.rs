//! A table of texts, and the format of numbers in it.

use std::fmt::Display;

use crate::summary::Rate;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    pub columns: Vec<String>,
    /// One text per column.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    pub fn new<T: Into<String>>(columns: impl IntoIterator<Item = T>) -> Table {
        Table { columns: columns.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// Adds columns to a table without rows.
    pub fn with<T: Into<String>>(mut self, columns: impl IntoIterator<Item = T>) -> Table {
        self.columns.extend(columns.into_iter().map(Into::into));
        self
    }

    pub fn push(&mut self, cells: &[&dyn Display]) {
        self.push_with(cells, []);
    }

    /// Adds a row of cells, and more of them.
    pub fn push_with(&mut self, cells: &[&dyn Display], more: impl IntoIterator<Item = String>) {
        self.rows.push(cells.iter().map(|cell| cell.to_string()).chain(more).collect());
    }

    /// As comma-separated values with a header line.
    pub fn csv(&self) -> Vec<u8> {
        let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
        for line in std::iter::once(&self.columns).chain(&self.rows) {
            writer.write_record(line).expect("memory takes every line");
        }
        writer.into_inner().expect("memory takes every line")
    }
}

/// A command as Markdown code, on one line, between enough backticks: it may contain any visible character.
pub(crate) fn code(command: &str) -> String {
    let command = command.replace(['\n', '\t'], " ");
    let longest = command.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let space = if longest > 0 { " " } else { "" };
    format!("{fence}{space}{command}{space}{fence}")
}

/// A value as a text; empty for `None`.
pub(crate) fn or_nothing(value: Option<impl Display>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

/// A rate and the ends of its interval as texts; empty for `None`.
pub(crate) fn rate_cells(rate: Option<Rate>) -> [String; 3] {
    [rate.map(|rate| rate.rate), rate.map(|rate| rate.low), rate.map(|rate| rate.high)].map(or_nothing)
}

/// A share as a percentage.
///
/// A positive share is never rounded to 0, and a share below 1 is never rounded to 100.
pub(crate) fn percent(share: f64) -> String {
    match share * 100.0 {
        p if p.is_nan() => "–".to_owned(),
        p if p == 0.0 || p == 100.0 => format!("{p}"),
        p if p < 0.01 => "<0.01".to_owned(),
        p if p > 99.99 => ">99.99".to_owned(),
        p => format!("{p:.2}"),
    }
}

/// An upper bound as a percentage, rounded up: a value stated to be below the bound is below it.
pub(crate) fn percent_up(bound: f64) -> String {
    match bound * 100.0 {
        p if p.is_nan() || p <= 0.0 => percent(bound),
        p if p < 0.01 => "<0.01".to_owned(),
        // A decimal that was rounded to a double is not rounded up again.
        p => {
            let hundredths = (p * 100.0 - 1e-9).ceil();
            if hundredths >= 1e4 { "100".to_owned() } else { format!("{:.2}", hundredths / 100.0) }
        }
    }
}

/// A name with its middle left out if it is longer than `most` characters, since names often differ at either end.
pub(crate) fn shortened(name: &str, most: usize) -> String {
    let long = name.chars().count();
    if long <= most {
        return name.to_owned();
    }
    let (head, tail) = ((most - 1) / 2, most / 2);
    name.chars().take(head).chain(['…']).chain(name.chars().skip(long - tail)).collect()
}

pub(crate) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// A whole number with commas.
pub(crate) fn grouped(number: impl Display) -> String {
    let mut text = number.to_string();
    for place in (1..text.len()).rev().skip(2).step_by(3) {
        text.insert(place, ',');
    }
    text
}

/// A text in lines of at most `width` characters.
pub(crate) fn folded(text: &str, width: usize) -> String {
    wrapped(text, str::to_owned, |line| line.chars().count() <= width).join("\n") + "\n"
}

/// The words of a text in lines that fit; `begin` makes the beginning of a line from its first word.
pub(crate) fn wrapped(text: &str, begin: impl Fn(&str) -> String, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let longer = lines.last().map(|line| format!("{line} {word}"));
        match (lines.last_mut(), longer) {
            (Some(line), Some(longer)) if fits(&longer) => *line = longer,
            _ => lines.push(begin(word)),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_do_not_round_something_to_nothing() {
        let cases = [(0.0, "0"), (1.0, "100"), (1e-6, "<0.01"), (0.99999, ">99.99"), (0.123456, "12.35"), (f64::NAN, "–")];
        for (share, text) in cases {
            assert_eq!(percent(share), text);
        }
    }

    #[test]
    fn a_bound_is_rounded_up() {
        let cases =
            [(0.0, "0"), (1.0, "100"), (0.99999, "100"), (1e-6, "<0.01"), (0.000416, "0.05"), (0.0004, "0.04"), (0.07, "7.00")];
        for (bound, text) in cases {
            assert_eq!(percent_up(bound), text);
        }
    }

    #[test]
    fn numbers_have_commas() {
        assert_eq!([0, 7, 999, 1_000, 12_345_678].map(grouped), ["0", "7", "999", "1,000", "12,345,678"]);
    }

    #[test]
    fn a_command_stays_in_its_backticks_and_in_its_line() {
        assert_eq!(code("gjk study"), "`gjk study`");
        assert_eq!(code("a `b`\n\n<script>"), "`` a `b`  <script> ``");
        assert_eq!(code("``x```"), "```` ``x``` ````");
        let mut table = Table::new(["the run"]);
        table.push(&[&code("x | y `z`\n| <b>")]);
        assert_eq!(table.markdown(1).lines().last(), Some("| `` x \\| y `z` \\| <b> `` |"));
    }

    #[test]
    fn cells_with_commas_are_quoted() {
        let mut table = Table::new(["name", "n"]);
        table.push(&[&"a|b", &12]);
        table.push(&[&"long, name", &3]);
        assert_eq!(table.csv(), b"name,n\na|b,12\n\"long, name\",3\n");
    }
}
