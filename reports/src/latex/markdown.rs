//! The Markdown of this crate as LaTeX: tables, headings, paragraphs, code spans and emphasis, and nothing else.
//!
//! A place in a document is filled from one text, whichever language the document is in. So both have the same numbers.

use super::escape;
use crate::table::Table;

/// A text of lines. One without a table, a heading or an empty line stays one line, for use within a sentence.
pub(crate) fn latex_of_markdown(text: &str) -> String {
    let lines: Vec<&str> = text.trim().lines().collect();
    let mut blocks = Vec::new();
    let is_row = |line: &str| line.starts_with('|');
    for block in lines.chunk_by(|one, next| is_row(one) == is_row(next) && !one.is_empty() && !next.is_empty()) {
        let heading = block[0].trim_start_matches('#');
        match block[0] {
            "" => {}
            line if is_row(line) => blocks.push(table(block)),
            line if heading.len() < line.len() && heading.starts_with(' ') => {
                blocks.push(format!("\\noindent\\textbf{{{}}}", spans(heading.trim())));
                let rest = block[1..].join("\n");
                if !rest.is_empty() {
                    blocks.push(latex_of_markdown(&rest));
                }
            }
            _ => blocks.push(spans(&block.join("\n"))),
        }
    }
    blocks.join("\n\n")
}

fn table(lines: &[&str]) -> String {
    let rule = lines.get(1).map_or_else(Vec::new, |line| cells(line));
    let names = rule.iter().take_while(|cell| !cell.ends_with(':')).count();
    let mut table = Table::new(cells(lines[0]));
    // A name may be emphasised, which a table of plain texts has no place for.
    table.rows.extend(lines.iter().skip(2).map(|line| cells(line)));
    format!("\\medskip\\noindent\n{}\n\n\\medskip", table.latex_with(names, spans).trim_end_matches("%\n"))
}

/// The cells of a row, in which `\|` is a bar of the text.
fn cells(line: &str) -> Vec<String> {
    let line = line.trim().trim_start_matches('|');
    let line = line.strip_suffix('|').unwrap_or(line);
    let mut cells = vec![String::new()];
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, cells.last_mut()) {
            ('\\', Some(cell)) if letters.peek() == Some(&'|') => cell.extend(letters.next()),
            ('|', _) => cells.push(String::new()),
            (letter, Some(cell)) => cell.push(letter),
            (_, None) => {}
        }
    }
    cells.iter().map(|cell| cell.trim().to_owned()).collect()
}

/// Code between backticks and emphasis between asterisks; all else is text.
fn spans(text: &str) -> String {
    let mut latex = String::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let length = rest.chars().take_while(|other| *other == letter).count();
        let spanned = match letter {
            '`' => {
                between(rest, &rest[..length]).map(|(code, after)| (format!("\\texttt{{{}}}", escape(trimmed(code))), after))
            }
            '*' if length <= 2 => between(rest, &rest[..length])
                .filter(|(inner, _)| inner.trim() == *inner)
                .map(|(inner, after)| (format!("\\{}{{{}}}", ["emph", "textbf"][length - 1], escape(inner)), after)),
            _ => None,
        };
        let (span, after) = match spanned {
            Some((span, after)) => (Some(span), after),
            None => {
                let run = if matches!(letter, '`' | '*') { length } else { letter.len_utf8() };
                plain.push_str(&rest[..run]);
                (None, &rest[run..])
            }
        };
        if let Some(span) = span {
            latex += &lines(&std::mem::take(&mut plain));
            latex += &span;
        }
        rest = after;
    }
    latex + &lines(&plain)
}

/// Line by line, so that lines stay lines.
fn lines(text: &str) -> String {
    text.split('\n').map(escape).collect::<Vec<_>>().join("\n")
}

/// What stands between two equal marks that a text begins with, if it is not empty, and what follows.
fn between<'t>(text: &'t str, mark: &str) -> Option<(&'t str, &'t str)> {
    let inner = &text[mark.len()..];
    let sign = mark.chars().next()?;
    let mut from = 0;
    while let Some(at) = inner[from..].find(mark).map(|at| from + at) {
        let run = inner[at..].chars().take_while(|letter| *letter == sign).count();
        if run == mark.len() {
            return (at > 0).then(|| (&inner[..at], &inner[at + run..]));
        }
        from = at + run;
    }
    None
}

/// Code without the one space at either end that keeps its backticks apart from the marks.
fn trimmed(code: &str) -> &str {
    code.strip_prefix(' ').and_then(|code| code.strip_suffix(' ')).unwrap_or(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_stays_within_its_sentence() {
        assert_eq!(latex_of_markdown("0 (< 0.04) %"), "0 (\\ensuremath{<} 0.04)\\,\\%");
        assert_eq!(latex_of_markdown("1 of 2"), "1 of 2");
    }

    #[test]
    fn code_and_emphasis_keep_what_is_in_them() {
        assert_eq!(latex_of_markdown("`gjk --x 'a_b'`; *far*"), "\\texttt{gjk -{}-x 'a\\_b'}; \\emph{far}");
        assert_eq!(latex_of_markdown("`` a`b ``"), "\\texttt{a\\`{}b}");
        assert_eq!(latex_of_markdown("**12** and 2 * 3 * 4"), "\\textbf{12} and 2 * 3 * 4");
        assert_eq!(latex_of_markdown("an open ` and *"), "an open \\`{} and *");
    }

    #[test]
    fn tables_headings_and_paragraphs_are_told_apart() {
        let mut table = Table::new(["name", "n / %"]);
        table.push(&[&"*a|b*", &12]);
        let latex = latex_of_markdown(&format!("# Title_1\n\nabove\n\n{}below", table.markdown(1)));
        let expected = "\\noindent\\textbf{Title\\_1}\n\nabove\n\n\\medskip\\noindent\n\\begin{tabular}{@{}lr@{}}\n\\toprule\nname & n \\\\\n & \\% \\\\\n\
                        \\midrule\n\\emph{a\\ensuremath{|}b} & 12 \\\\\n\\bottomrule\n\\end{tabular}\n\n\\medskip\n\nbelow";
        assert_eq!(latex, expected);
        // A heading that stands directly above a table.
        assert!(
            latex_of_markdown("## f64\n| a |\n| --- |\n| 1 |")
                .starts_with("\\noindent\\textbf{f64}\n\n\\medskip\\noindent\n\\begin")
        );
    }
}
