//! The known name that is nearest to a misspelt one.
//!
//! The distance of two words is the least number of edits that turn one into the other, where an edit omits a letter,
//! inserts one, replaces one, or exchanges two neighbours, and no letter is edited twice: R. Lowrance and R. A. Wagner,
//! An extension of the string-to-string correction problem, J. ACM 22 (1975), in its restricted form.

/// The fewest letters that may abbreviate a name by its beginning.
const BEGINNING: usize = 3;

/// The longest word that is compared: an input may be of any length.
const LONGEST: usize = 64;

/// The known name that is nearest to a word; `None` if the word is near to none. A word is near to a name if they
/// differ only in capital letters, `-` and `_`, if the word is the beginning of the name in at least three letters, or
/// if at most every fourth letter of the name is wrong, or one letter of three.
pub fn nearest<'n>(word: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let word = letters(word);
    if word.len() > LONGEST {
        return None;
    }
    let near = known.into_iter().filter_map(|name| {
        let letters = letters(name);
        let distance = distance(&word, &letters);
        let is_beginning = word.len() >= BEGINNING && letters.starts_with(&word);
        (is_beginning || distance <= (letters.len() / 4).max(usize::from(letters.len() == 3))).then_some((distance, name))
    });
    near.min_by_key(|(distance, _)| *distance).map(|(_, name)| name)
}

/// The known names that are nearest to a word, the nearest first, however near they are; at most this many.
pub fn nearest_few<'n>(word: &str, known: impl IntoIterator<Item = &'n str>, most: usize) -> Vec<&'n str> {
    let word: Vec<char> = letters(word).into_iter().take(LONGEST).collect();
    let mut near: Vec<(usize, &str)> = known.into_iter().map(|name| (distance(&word, &letters(name)), name)).collect();
    near.sort_unstable();
    near.into_iter().take(most).map(|(_, name)| name).collect()
}

/// A hint to add to a message if a name is near to a known one; `end`, the end of the message, if it is not.
pub fn did_you_mean(end: &str, near: Option<&str>) -> String {
    near.map_or_else(|| end.to_owned(), |near| format!("; did you mean `{near}`?"))
}

fn letters(word: &str) -> Vec<char> {
    word.chars().take(LONGEST + 1).filter(|letter| !matches!(letter, '-' | '_')).flat_map(char::to_lowercase).collect()
}

/// The distance, computed row by row: the distances of the first i letters of a from the first j letters of b.
fn distance(a: &[char], b: &[char]) -> usize {
    let (mut before, mut above) = (Vec::new(), (0..=b.len()).collect::<Vec<usize>>());
    for i in 0..a.len() {
        let mut row = vec![i + 1];
        for j in 0..b.len() {
            let exchanged = above[j] + usize::from(a[i] != b[j]);
            let mut least = exchanged.min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                let before: &Vec<usize> = &before;
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_by_hand() {
        let of = |a, b| distance(&letters(a), &letters(b));
        let cases = [("", "abc", 3), ("abc", "", 3), ("stop", "step", 1), ("vedrict", "verdict", 1), ("kitten", "sitting", 3)];
        for (a, b, expected) in cases {
            assert_eq!((of(a, b), of(b, a)), (expected, expected), "{a} {b}");
        }
        // No letter is edited twice: nothing is inserted between the two letters that are exchanged.
        assert_eq!(of("ca", "abc"), 3);
    }

    #[test]
    fn a_word_is_near_to_a_beginning_and_to_a_slip_and_to_nothing_else() {
        let known = ["a", "on_a", "axis", "distance", "verdict"];
        for (word, name) in [
            ("dist", "distance"),
            ("Distance", "distance"),
            ("vedrict", "verdict"),
            ("onA", "on_a"),
            ("A", "a"),
            ("ota", "on_a"),
        ] {
            assert_eq!(nearest(word, known), Some(name), "{word}");
        }
        for word in ["di", "time", "depth", "distance_squared", "c", "", &"x".repeat(1000)] {
            assert_eq!(nearest(word, known), None, "{word}");
        }
    }
}
