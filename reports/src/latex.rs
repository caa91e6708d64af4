//! Texts and tables in LaTeX, for plain `pdflatex` with the package `booktabs` and no other one.
//!
//! The output is ASCII: every other character becomes a command of the LaTeX kernel. A character without such a command is written as
//! its code, `[U+4E2D]`, so that the document compiles and nothing is lost.

mod markdown;

pub(crate) use markdown::latex_of_markdown;

use crate::table::Table;

/// A text as LaTeX, for use outside of mathematics. Control characters become spaces.
pub(crate) fn escape(text: &str) -> String {
    // The unit of length errors, as one formula; and no break between a number and its sign.
    let with_percents = |part: &str| part.split(" %").map(characters).collect::<Vec<_>>().join("\\,\\%");
    text.split("u·D").map(with_percents).collect::<Vec<_>>().join("$u\\cdot D$")
}

fn characters(text: &str) -> String {
    let mut latex = String::new();
    let mut last = ' ';
    let mut rest = text.chars().peekable();
    while let Some(letter) = rest.next() {
        if let Some(digit) = script(letter) {
            let mut digits = String::from(digit);
            while let Some(next) = rest.peek().copied().and_then(script) {
                digits.push(next);
                rest.next();
            }
            latex += &format!("\\ensuremath{{^{{{digits}}}}}");
        } else {
            // Two of these in a row are a ligature.
            if letter == last && matches!(letter, '-' | ',' | '\'') {
                latex += "{}";
            }
            latex += &character(letter);
        }
        last = letter;
    }
    latex
}

/// A superscript as the character that is raised.
fn script(letter: char) -> Option<char> {
    let place = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻".chars().position(|known| known == letter)?;
    "0123456789-".chars().nth(place)
}

/// Characters of mathematics, with their commands.
const MATHEMATICS: [(char, &str); 42] = [
    ('<', "<"),
    ('>', ">"),
    ('|', "|"),
    ('·', "\\cdot"),
    ('×', "\\times"),
    ('±', "\\pm"),
    ('−', "-"),
    ('≤', "\\le"),
    ('≥', "\\ge"),
    ('≠', "\\ne"),
    ('≈', "\\approx"),
    ('∞', "\\infty"),
    ('√', "\\surd"),
    ('∈', "\\in"),
    ('→', "\\to"),
    ('↓', "\\downarrow"),
    ('↑', "\\uparrow"),
    ('½', "\\frac12"),
    ('τ', "\\tau"),
    ('†', "\\dagger"),
    ('‡', "\\ddagger"),
    ('°', "^\\circ"),
    ('⌊', "\\lfloor"),
    ('⌋', "\\rfloor"),
    ('⌈', "\\lceil"),
    ('⌉', "\\rceil"),
    ('‖', "\\|"),
    ('₀', "_0"),
    ('₁', "_1"),
    ('₂', "_2"),
    ('₃', "_3"),
    ('α', "\\alpha"),
    ('β', "\\beta"),
    ('γ', "\\gamma"),
    ('δ', "\\delta"),
    ('ε', "\\varepsilon"),
    ('λ', "\\lambda"),
    ('µ', "\\mu"),
    ('μ', "\\mu"),
    ('π', "\\pi"),
    ('σ', "\\sigma"),
    ('Δ', "\\Delta"),
];

/// Characters of text, with what stands for them.
const TEXT: [(char, &str); 35] = [
    ('\\', "\\textbackslash{}"),
    ('{', "\\{"),
    ('}', "\\}"),
    ('#', "\\#"),
    ('$', "\\$"),
    ('%', "\\%"),
    ('&', "\\&"),
    ('_', "\\_"),
    ('~', "\\textasciitilde{}"),
    ('^', "\\textasciicircum{}"),
    ('`', "\\`{}"),
    ('"', "{''}"),
    ('–', "--"),
    ('—', "---"),
    ('…', "\\dots{}"),
    ('\u{a0}', "~"),
    ('§', "\\S{}"),
    ('©', "\\copyright{}"),
    ('‘', "`"),
    ('’', "'"),
    ('“', "``"),
    ('”', "''"),
    ('ä', "\\\"a"),
    ('ö', "\\\"o"),
    ('ü', "\\\"u"),
    ('Ä', "\\\"A"),
    ('Ö', "\\\"O"),
    ('Ü', "\\\"U"),
    ('ß', "\\ss{}"),
    ('é', "\\'e"),
    ('è', "\\`e"),
    ('ê', "\\^e"),
    ('à', "\\`a"),
    ('ç', "\\c{c}"),
    ('ñ', "\\~n"),
];

fn character(letter: char) -> String {
    if let Some((_, command)) = MATHEMATICS.iter().find(|(known, _)| *known == letter) {
        return format!("\\ensuremath{{{command}}}");
    }
    if let Some((_, text)) = TEXT.iter().find(|(known, _)| *known == letter) {
        return (*text).to_owned();
    }
    match letter {
        letter if letter.is_control() || letter.is_whitespace() => " ".to_owned(),
        letter if letter.is_ascii() => letter.to_string(),
        letter => format!("[U+{:04X}]", u32::from(letter)),
    }
}

/// A table with so many columns has little space between them, and narrow heads.
const CROWDED: usize = 10;

/// The longest line of a column's head in a table of so many columns, in characters: longer heads are broken at spaces and hyphens.
fn head_width(columns: usize) -> usize {
    if columns < CROWDED { 12 } else { 4 }
}

/// What stands between a quantity and its unit in the head of a column.
pub(crate) const UNIT: &str = " / ";

/// The lines of a column's head: its words, and the unit below them.
fn head(text: &str, width: usize) -> Vec<String> {
    let (name, unit) = text.rsplit_once(UNIT).map_or((text, None), |(name, unit)| (name, Some(unit)));
    let mut lines: Vec<String> = vec![String::new()];
    // A hyphen stays at the end of its line.
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

impl Table {
    /// As a `tabular` with the rules of `booktabs`. The first `names` columns are aligned at the left, the others, which are numbers, at
    /// the right. What stands behind ` / ` in the head of a column is its unit, which has a line of its own. A row that has fewer cells
    /// than the table has columns ends with empty ones. A table without columns is empty.
    pub fn latex(&self, names: usize) -> String {
        self.latex_with(names, escape)
    }

    /// The same, of cells that are turned into LaTeX in some way.
    fn latex_with(&self, names: usize, cell: impl Fn(&str) -> String) -> String {
        if self.columns.is_empty() {
            return String::new();
        }
        let row = |cells: &[String]| {
            let cells: Vec<String> =
                (0..self.columns.len()).map(|i| cells.get(i).map_or_else(String::new, |text| cell(text))).collect();
            // Behind the end of a row these would be an argument of it.
            let begin = if cells[0].starts_with(['[', '*']) { "{}" } else { "" };
            format!("{begin}{} \\\\\n", cells.join(" & "))
        };
        let heads: Vec<Vec<String>> = self.columns.iter().map(|text| head(text, head_width(self.columns.len()))).collect();
        let has_units = self.columns.iter().any(|text| text.contains(UNIT));
        let unit = |i: usize| self.columns[i].contains(UNIT);
        // Names end in the line above the units, whether they have one or not.
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

/// A text as comment lines of LaTeX.
pub(crate) fn comment(text: &str) -> String {
    let plain: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    crate::table::folded(&plain, 110).lines().map(|line| format!("% {line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_characters_are_escaped() {
        for (text, latex) in [
            ("a_b%c", "a\\_b\\%c"),
            ("12 %", "12\\,\\%"),
            ("64 u·D", "64 $u\\cdot D$"),
            ("a·b", "a\\ensuremath{\\cdot}b"),
            ("2⁻²⁰ ≤ √ε", "2\\ensuremath{^{-20}} \\ensuremath{\\le} \\ensuremath{\\surd}\\ensuremath{\\varepsilon}"),
            ("0 (< 0.04)", "0 (\\ensuremath{<} 0.04)"),
            ("1–2, ∞ × ≈", "1--2, \\ensuremath{\\infty} \\ensuremath{\\times} \\ensuremath{\\approx}"),
            ("--docs", "-{}-docs"),
            ("\\{x}#$&~^`\"", "\\textbackslash{}\\{x\\}\\#\\$\\&\\textasciitilde{}\\textasciicircum{}\\`{}{''}"),
            ("a\tb\u{1}c", "a b c"),
            ("中", "[U+4E2D]"),
        ] {
            assert_eq!(escape(text), latex, "{text}");
        }
        let all: String = (1..0x2fff).filter_map(char::from_u32).collect();
        assert!(escape(&all).is_ascii());
    }

    #[test]
    fn a_tabular_has_names_at_the_left_and_units_below_the_heads() {
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

    #[test]
    fn a_comment_stays_one() {
        assert_eq!(comment("one\ntwo"), "% one two\n");
        assert!(comment(&"word ".repeat(60)).lines().all(|line| line.starts_with("% word")));
    }
}
