//! Texts in LaTeX, for plain `pdflatex`.
//!
//! The output is ASCII: every other character becomes a command of the LaTeX kernel. A character without such a command becomes
//! its code, `[U+4E2D]`, so that the document compiles and nothing is lost.

mod spans;

pub(crate) use spans::spans;

/// A text as LaTeX, for use outside of mathematics.
///
/// Control characters become spaces.
pub(crate) fn escape(text: &str) -> String {
    // The unit of length errors is one formula, and a number is not separated from its sign.
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

/// The character that a superscript raises.
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

/// Characters of text, with their replacements.
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
    fn a_comment_stays_one() {
        assert_eq!(comment("one\ntwo"), "% one two\n");
        assert!(comment(&"word ".repeat(60)).lines().all(|line| line.starts_with("% word")));
    }
}
