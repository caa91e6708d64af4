//! Texts for readers, held as data: headings, paragraphs, lists and tables.
//!
//! Only this module writes the three forms: Markdown, LaTeX for plain `pdflatex` with the package `booktabs` and, for tables,
//! lines of a terminal.
//!
//! A paragraph may have code between backticks and emphasis between asterisks. The first columns of a table are names, aligned
//! at the left; the others are numbers, aligned at the right.

use crate::latex::{escape, spans};
use crate::table::Table;

/// A block of a document.
#[derive(Clone, Debug, PartialEq)]
enum Block {
    /// A heading of a level, from 1 on.
    Heading(usize, String),
    Text(String),
    /// Items of an unordered list.
    List(Vec<String>),
    /// A table, and the number of its leading columns that are names.
    Table(Table, usize),
}

/// Parts of a text, in their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Document(Vec<Block>);

impl Document {
    /// A document of one paragraph, which may be a number for use within a sentence.
    pub fn of(text: impl Into<String>) -> Document {
        Document::default().text(text)
    }

    pub fn heading(mut self, level: usize, text: impl Into<String>) -> Document {
        self.0.push(Block::Heading(level, text.into()));
        self
    }

    /// Adds a paragraph, unless it is empty.
    pub fn text(mut self, text: impl Into<String>) -> Document {
        let text = text.into();
        if !text.is_empty() {
            self.0.push(Block::Text(text));
        }
        self
    }

    /// Adds a list, without its empty items.
    pub fn list(mut self, items: impl IntoIterator<Item = String>) -> Document {
        self.0.push(Block::List(items.into_iter().filter(|item| !item.is_empty()).collect()));
        self
    }

    /// Adds a table, with the number of its leading columns that are names.
    pub fn table(mut self, table: Table, names: usize) -> Document {
        self.0.push(Block::Table(table, names));
        self
    }

    pub fn with(mut self, other: Document) -> Document {
        self.0.extend(other.0);
        self
    }

    /// The document as Markdown, with an empty line between two parts.
    pub fn markdown(&self) -> String {
        let part = |block: &Block| match block {
            Block::Heading(level, text) => format!("{} {text}\n", "#".repeat(*level)),
            Block::Text(text) => format!("{}\n", text.trim_end()),
            Block::List(items) => items.iter().map(|item| format!("- {item}\n")).collect(),
            Block::Table(table, names) => table.markdown(*names),
        };
        self.0.iter().map(part).collect::<Vec<_>>().join("\n")
    }

    /// The document as LaTeX.
    ///
    /// A single paragraph stays one line, for use within a sentence.
    pub fn latex(&self) -> String {
        let part = |block: &Block| match block {
            Block::Heading(_, text) => format!("\\noindent\\textbf{{{}}}", spans(text)),
            Block::Text(text) => spans(text.trim()),
            Block::List(items) => {
                let items: String = items.iter().map(|item| format!("\\item {}\n", spans(item))).collect();
                format!("\\begin{{itemize}}\n{items}\\end{{itemize}}")
            }
            Block::Table(table, names) => {
                let tabular = table.latex_with(*names, spans);
                format!("\\medskip\\noindent\n{}\n\n\\medskip", tabular.trim_end_matches("%\n"))
            }
        };
        self.0.iter().map(part).collect::<Vec<_>>().join("\n\n")
    }
}

impl Table {
    /// The table as Markdown.
    ///
    /// A bar within a cell is escaped, so that it does not end the cell.
    pub fn markdown(&self, names: usize) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let rule = |i: usize| if i < names { "---" } else { "---:" }.to_owned();
        let mut text = line(&self.columns) + &line(&(0..self.columns.len()).map(rule).collect::<Vec<_>>());
        for row in &self.rows {
            text += &line(&row.iter().map(|cell| cell.replace('|', "\\|")).collect::<Vec<_>>());
        }
        text
    }

    /// The table as columns of characters, `gap` spaces apart.
    pub fn text(&self, names: usize, gap: usize) -> String {
        let mut text = String::new();
        let lines = || std::iter::once(&self.columns).chain(&self.rows);
        let width = |i: usize| lines().filter_map(|line| line.get(i)).map(|cell| cell.chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        for line in lines() {
            let mut row = String::new();
            for (i, (cell, width)) in line.iter().zip(&widths).enumerate() {
                let space = " ".repeat(width - cell.chars().count());
                row += &if i < names { format!("{cell}{space}") } else { format!("{space}{cell}") };
                row += &" ".repeat(gap);
            }
            text += row.trim_end();
            text.push('\n');
        }
        text
    }

    /// The table as a `tabular` with the rules of `booktabs`.
    ///
    /// The part of a head after ` / ` is a unit, which gets a separate line. A row with fewer cells than the table has columns
    /// is completed with empty cells. A table without columns is an empty text.
    pub fn latex(&self, names: usize) -> String {
        self.latex_with(names, escape)
    }

    /// The same `tabular`, with a function that turns cells into LaTeX.
    fn latex_with(&self, names: usize, cell: impl Fn(&str) -> String) -> String {
        if self.columns.is_empty() {
            return String::new();
        }
        let row = |cells: &[String]| {
            let cells: Vec<String> =
                (0..self.columns.len()).map(|i| cells.get(i).map_or_else(String::new, |text| cell(text))).collect();
            // At the beginning of a row, LaTeX would read `[` or `*` as an argument of the `\\` before.
            let begin = if cells[0].starts_with(['[', '*']) { "{}" } else { "" };
            format!("{begin}{} \\\\\n", cells.join(" & "))
        };
        let heads: Vec<Vec<String>> = self.columns.iter().map(|text| head(text, head_width(self.columns.len()))).collect();
        let has_units = self.columns.iter().any(|text| text.contains(UNIT));
        let unit = |i: usize| self.columns[i].contains(UNIT);
        // The words of each head end on the line above the units, whether the head has a unit or not.
        let words = |i: usize| heads[i].len() - usize::from(unit(i));
        let most = (0..heads.len()).map(words).max().unwrap_or(1);
        let mut above = String::new();
        for line in 0..most {
            let word = |i: usize| (line + words(i)).checked_sub(most).map_or_else(String::new, |place| heads[i][place].clone());
            above += &row(&(0..heads.len()).map(word).collect::<Vec<_>>());
        }
        if has_units {
            let word = |i: usize| if unit(i) { heads[i][words(i)].clone() } else { String::new() };
            above += &row(&(0..heads.len()).map(word).collect::<Vec<_>>());
        }
        let columns: String = (0..self.columns.len()).map(|i| if i < names { 'l' } else { 'r' }).collect();
        let body: String = self.rows.iter().map(|cells| row(cells)).collect();
        let tabular = format!(
            "\\begin{{tabular}}{{@{{}}{columns}@{{}}}}\n\\toprule\n{above}\\midrule\n{body}\\bottomrule\n\\end{{tabular}}"
        );
        if self.columns.len() < CROWDED {
            format!("{tabular}%\n")
        } else {
            format!("{{\\setlength{{\\tabcolsep}}{{3pt}}%\n{tabular}}}%\n")
        }
    }
}

/// The number of columns from which on a table gets less space between columns, and narrower heads.
const CROWDED: usize = 10;

/// The length of the longest line of a column's head, in characters, by the number of columns of the table.
///
/// Longer heads are broken at spaces and hyphens.
fn head_width(columns: usize) -> usize {
    if columns < CROWDED { 12 } else { 4 }
}

/// The mark between a quantity and its unit in the head of a column.
pub(crate) const UNIT: &str = " / ";

/// The lines of a column's head: its words, and then its unit.
fn head(text: &str, width: usize) -> Vec<String> {
    let (name, unit) = text.rsplit_once(UNIT).map_or((text, None), |(name, unit)| (name, Some(unit)));
    let mut lines: Vec<String> = vec![String::new()];
    // A hyphen stays at the end of its own line.
    for word in name.split_inclusive([' ', '-']) {
        let line = lines.last_mut().expect("there is a line");
        if line.is_empty() || line.chars().count() + word.trim_end().chars().count() <= width {
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines.iter_mut().for_each(|line| line.truncate(line.trim_end().len()));
    lines.extend(unit.map(str::to_owned));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_an_item_for_each_text_that_is_not_empty() {
        let items = ["*one*: x_1", "", "two"].map(str::to_owned);
        let document = Document::of("above").list(items).text("below");
        assert_eq!(document.markdown(), "above\n\n- *one*: x_1\n- two\n\nbelow\n");
        let latex = "above\n\n\\begin{itemize}\n\\item \\emph{one}: x\\_1\n\\item two\n\\end{itemize}\n\nbelow";
        assert_eq!(document.latex(), latex);
    }

    #[test]
    fn a_document_has_two_forms() {
        let mut table = Table::new(["name", "n / %"]);
        table.push(&[&"*a|b*", &12]);
        let document = Document::default().heading(1, "Title_1").text("above\nit").table(table, 1).text("").text("`x_1`");
        let expected = "# Title_1\n\nabove\nit\n\n| name | n / % |\n| --- | ---: |\n| *a\\|b* | 12 |\n\n`x_1`\n";
        assert_eq!(document.markdown(), expected);
        let expected = "\\noindent\\textbf{Title\\_1}\n\nabove\nit\n\n\\medskip\\noindent\n\\begin{tabular}{@{}lr@{}}\n\\toprule\nname & n \\\\\n & \\% \\\\\n\
                        \\midrule\n\\emph{a\\ensuremath{|}b} & 12 \\\\\n\\bottomrule\n\\end{tabular}\n\n\\medskip\n\n\\texttt{x\\_1}";
        assert_eq!(document.latex(), expected);
        let both = Document::of("one").with(Document::of("two"));
        assert_eq!((both.markdown(), both.latex()), ("one\n\ntwo\n".to_owned(), "one\n\ntwo".to_owned()));
    }

    #[test]
    fn a_number_stays_within_its_sentence() {
        assert_eq!(Document::of("0 (< 0.04) %").latex(), "0 (\\ensuremath{<} 0.04)\\,\\%");
        assert_eq!(Document::of("1 of 2").latex(), "1 of 2");
    }

    #[test]
    fn a_table_has_three_forms() {
        let mut table = Table::new(["name", "n"]);
        table.push(&[&"a|b", &12]);
        table.push(&[&"long, name", &3]);
        assert_eq!(table.markdown(1), "| name | n |\n| --- | ---: |\n| a\\|b | 12 |\n| long, name | 3 |\n");
        assert_eq!(table.text(1, 2), "name         n\na|b         12\nlong, name   3\n");
        let mut table = Table::new(["variant", "wrong contacts / %", "n"]);
        table.push(&[&"a_b", &"0 (<0.04)", &12]);
        table.rows.push(vec!["[x]".to_owned()]);
        let expected = "\\begin{tabular}{@{}lrr@{}}\n\\toprule\n & wrong &  \\\\\nvariant & contacts & n \\\\\n & \\% &  \\\\\n\\midrule\n\
                        a\\_b & 0 (\\ensuremath{<}0.04) & 12 \\\\\n{}[x] &  &  \\\\\n\\bottomrule\n\\end{tabular}%\n";
        assert_eq!(table.latex(1), expected);
        assert_eq!(Table::default().latex(1), "");
    }

    #[test]
    fn long_heads_are_broken_at_spaces_and_hyphens() {
        assert_eq!(head("linahan-face-first", 12), ["linahan-", "face-first"]);
        assert_eq!(head("time / ns", 12), ["time", "ns"]);
        assert_eq!(head("gua+ sep nor", head_width(17)), ["gua+", "sep", "nor"]);
        assert_eq!(head("averyverylongname here", 12), ["averyverylongname", "here"]);
        assert_eq!(head("", 12), [""]);
    }
}
