//! Quotations of an input in messages.

use gjk_records::is_seen;

/// The largest number of letters of an input that a message repeats.
pub const LETTERS: usize = 60;

/// The first letters of a text, without invisible characters such as control characters; `…` marks omitted letters.
pub fn cut(text: &str) -> String {
    let mut letters = text.chars();
    let mut short: String = letters.by_ref().take(LETTERS).filter(|letter| is_seen(*letter)).collect();
    if letters.next().is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_between_letters() {
        assert_eq!(cut("Würfel\t1\n"), "Würfel1");
        assert_eq!(cut("\u{1b}[2Ja\u{9b}\u{202e}b\u{200b}"), "[2Jab");
        assert_eq!(cut(&"ü".repeat(60)), "ü".repeat(60));
        assert_eq!(cut(&"ü".repeat(61)), format!("{}…", "ü".repeat(60)));
    }
}
