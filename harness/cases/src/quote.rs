//! What messages repeat of an input.

/// The most letters of an input that a message repeats.
pub const LETTERS: usize = 60;

/// The first letters of a text, without control characters; `…` tells that there are more.
pub fn cut(text: &str) -> String {
    let mut letters = text.chars();
    let mut short: String = letters.by_ref().take(LETTERS).filter(|letter| !letter.is_control()).collect();
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
        assert_eq!(cut(&"ü".repeat(60)), "ü".repeat(60));
        assert_eq!(cut(&"ü".repeat(61)), format!("{}…", "ü".repeat(60)));
    }
}
