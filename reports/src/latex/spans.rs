//! Code spans and emphasis of a text as LaTeX.

use super::escape;

/// Code between backticks and emphasis between asterisks; all else is text.
pub(crate) fn spans(text: &str) -> String {
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

/// Converts line by line, so that lines stay lines.
fn lines(text: &str) -> String {
    text.split('\n').map(escape).collect::<Vec<_>>().join("\n")
}

/// The text between two equal marks at the beginning of a text, if it is not empty, and the text that follows.
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
    fn code_and_emphasis_keep_their_contents() {
        assert_eq!(spans("`gjk --x 'a_b'`; *far*"), "\\texttt{gjk -{}-x 'a\\_b'}; \\emph{far}");
        assert_eq!(spans("`` a`b ``"), "\\texttt{a\\`{}b}");
        assert_eq!(spans("**12** and 2 * 3 * 4"), "\\textbf{12} and 2 * 3 * 4");
        assert_eq!(spans("an open ` and *"), "an open \\`{} and *");
    }
}
