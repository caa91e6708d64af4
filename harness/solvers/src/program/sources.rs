//! The files that make up a program or a library from outside, as far as its command names them: a resumed or merged campaign
//! has to be of one build.
//!
//! A library is one file. The files of a command are named by its words after the first: a script, data. The first word is the
//! interpreter, which may differ between machines; if no other word names a file, and the first word is a path, it is the
//! program itself. Modules that a script imports are not named; the `version` of its greeting may cover them.

use std::hash::{DefaultHasher, Hasher};
use std::path::Path;
use std::time::SystemTime;

use super::Source;

/// The longest file that is read.
const LONGEST: u64 = 64 << 20;

/// A file that a source names.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Named {
    /// The name of the file in the source.
    word: String,
    digest: String,
    /// A quick sign that the file has changed: its length, and the time when it was written.
    seen: (u64, Option<SystemTime>),
}

impl Named {
    /// The file that a word names, if it names one that is not too long.
    fn of(word: &str) -> Option<Named> {
        let seen = seen(word)?;
        let bytes = std::fs::read(word).ok()?;
        Some(Named { word: word.to_owned(), digest: digest(&bytes), seen })
    }

    /// The word and the digest.
    fn text(&self) -> String {
        format!("{} {}", self.word, self.digest)
    }
}

/// Length and time of a regular file, if it is there and not too long.
fn seen(word: &str) -> Option<(u64, Option<SystemTime>)> {
    let about = std::fs::metadata(Path::new(word)).ok().filter(|about| about.is_file() && about.len() <= LONGEST)?;
    Some((about.len(), about.modified().ok()))
}

/// A digest that distinguishes files that differ by accident.
pub fn digest(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    format!("{:016x}", hasher.finish())
}

/// The files that a source names.
pub(super) fn named(source: &Source) -> Vec<Named> {
    let line = match source {
        Source::Library(file) => return Named::of(file).into_iter().collect(),
        Source::Command(line) => line,
    };
    let words = words(line);
    let is_assignment = |word: &&String| word.split_once('=').is_some_and(|(name, _)| is_name(name));
    let mut words = words.iter().skip_while(is_assignment);
    let first = words.next();
    let named: Vec<Named> = words.filter_map(|word| Named::of(word)).collect();
    match first.filter(|first| named.is_empty() && first.contains('/')) {
        Some(first) => Named::of(first).into_iter().collect(),
        None => named,
    }
}

/// The words and digests of these files, for a journal.
pub(super) fn listing(named: &[Named]) -> String {
    named.iter().map(Named::text).collect::<Vec<_>>().join(", ")
}

/// The first of these files that has changed since.
pub(super) fn changed(named: &[Named]) -> Option<&str> {
    let is_other = |file: &&Named| {
        seen(&file.word).as_ref() != Some(&file.seen) && Named::of(&file.word).is_none_or(|now| now.digest != file.digest)
    };
    named.iter().find(is_other).map(|file| &*file.word)
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

/// The words of a command line, as a shell separates them by blanks, quotes and ends of commands.
///
/// Expansions of the shell are left as they are.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote, mut is_word) = (Vec::new(), String::new(), None, false);
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (Some(open), letter) if letter == open => quote = None,
            (None, '\'' | '"') => (quote, is_word) = (Some(letter), true),
            (None | Some('"'), '\\') => word.extend(letters.next()),
            (None, letter) if letter.is_whitespace() || ";|&<>()".contains(letter) => {
                if is_word || !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
                is_word = false;
            }
            (_, letter) => word.push(letter),
        }
    }
    if is_word || !word.is_empty() {
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_into_the_words_of_a_shell() {
        assert_eq!(words(r#"a  'b c'"d" e\ f ""; g>h|i"#), ["a", "b cd", "e f", "", "g", "h", "i"]);
        assert_eq!(words(r#""a\"b" 'c\d'"#), ["a\"b", "c\\d"]);
    }

    #[test]
    fn the_files_of_a_command_are_those_that_its_words_name_but_for_the_interpreter() {
        let folder = std::env::temp_dir().join(format!("gjk-sources-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let file = |name: &str, text: &str| {
            let path = folder.join(name);
            std::fs::write(&path, text).expect("a file");
            path.display().to_string()
        };
        let (script, data, python) = (file("mine.py", "print(1)"), file("with blanks.txt", "x"), file("python", "y"));
        let told = |line: &str| listing(&named(&Source::Command(line.to_owned())));
        let of = |word: &str, text: &str| format!("{word} {}", digest(text.as_bytes()));
        assert_eq!(told(&format!("{python} {script} --fast")), of(&script, "print(1)"));
        assert_eq!(
            told(&format!("A=1 B=2 python3 {script} '{data}' /dev/null {}", folder.display())),
            [of(&script, "print(1)"), of(&data, "x")].join(", ")
        );
        // A single word that is a path is the program; a single name is that of a program of the system.
        assert_eq!([told(&format!("{script} --fast")), told("sh")], [of(&script, "print(1)"), String::new()]);
        let library = named(&Source::Library(data.clone()));
        assert_eq!(super::listing(&library), of(&data, "x"));
        assert_eq!(changed(&library), None);
        // A file that is written again with the same content is the same, and otherwise another one.
        std::fs::write(&data, "x").expect("a file");
        assert_eq!(changed(&library), None);
        std::fs::write(&data, "xy").expect("a file");
        assert_eq!(changed(&library), Some(&*data));
        std::fs::remove_dir_all(&folder).expect("it was made");
        assert_eq!(changed(&library), Some(&*data));
    }
}
