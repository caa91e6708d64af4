//! Command lines to paste into a shell; all of them are written here.

use std::fmt::{self, Display};
use std::path::Path;
use std::sync::OnceLock;

/// The default tolerance of rulings, in units of u·D.
pub const TOLERANCE: f64 = 64.0;

/// The name of this program if it is not `gjk`, since only that program has the user's own variants.
static PROGRAM: OnceLock<String> = OnceLock::new();

/// Sets the name by which this program was called; to be called once, at the start.
pub fn called(program: &str) {
    let name = Path::new(program).file_stem().map(|name| name.to_string_lossy());
    if name.is_some_and(|name| name != "gjk") {
        // Only the first call has an effect.
        let _ = PROGRAM.set(quoted(program));
    }
}

/// A command line to paste into a shell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pasted(String);

impl Pasted {
    /// A command of this program.
    pub fn new(verb: &str) -> Pasted {
        Pasted(format!("{} {verb}", PROGRAM.get().map_or("gjk", String::as_str)))
    }

    /// Adds this case, a line of JSON, as the input of the command.
    pub fn fed_with(self, case: &str) -> Pasted {
        // The `echo` of some shells reads a backslash as the beginning of an escape.
        let echo = if case.contains('\\') { r"printf '%s\n'" } else { "echo" };
        Pasted(format!("{echo} {} | {} -", quoted(case), self.0))
    }

    /// Adds a word.
    pub fn word(self, word: impl Display) -> Pasted {
        Pasted(format!("{} {}", self.0, quoted(&word.to_string())))
    }

    /// Adds an option and its value.
    pub fn option(self, name: &str, value: impl Display) -> Pasted {
        Pasted(format!("{} {name} {}", self.0, quoted(&value.to_string())))
    }

    /// Adds the tolerance of the rulings, in units of u·D, if it differs from [`TOLERANCE`].
    pub fn within(self, tolerance: f64) -> Pasted {
        if tolerance == TOLERANCE { self } else { self.option("--tolerance", tolerance) }
    }

    /// Adds options that are already quoted, such as the result of [`taking_in`].
    pub fn with(self, options: Option<&str>) -> Pasted {
        match options {
            Some(options) if !options.is_empty() => Pasted(format!("{} {options}", self.0)),
            _ => self,
        }
    }
}

impl Display for Pasted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The option that adds an external implementation under a name, such as `--library mine=./libmine.so`.
pub fn taking_in(option: &str, name: &str, source: impl Display) -> String {
    format!("{option} {name}={}", quoted(&source.to_string()))
}

/// A word, quoted for a shell.
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-:,+@=".contains(c);
    let plain = !word.is_empty() && word.chars().enumerate().all(|(place, c)| is_plain(c) || c == '#' && place > 0);
    if plain { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn a_pasted_line_names_added_programs() {
        let line = Pasted::new("check").word("gap:1:7").option("--variant", "mine").option("--scalar", "f64");
        let line = line.with(Some(&taking_in("--program", "mine", "python3 my gjk.py")));
        assert_eq!(line.to_string(), "gjk check gap:1:7 --variant mine --scalar f64 --program mine='python3 my gjk.py'");
        assert_eq!(Pasted::new("check").within(64.0).within(2.5).to_string(), "gjk check --tolerance 2.5");
        let fed = Pasted::new("replay").fed_with(r#"{"id":"it's"}"#).option("--variant", "x");
        assert_eq!(fed.to_string(), r#"echo '{"id":"it'\''s"}' | gjk replay - --variant x"#);
        assert_eq!(Pasted::new("list").with(None).to_string(), "gjk list");
    }

    #[cfg(unix)]
    #[test]
    fn a_shell_reads_a_word_as_it_was() {
        for word in ["a", "", "a b", "it's", "$HOME", "#a", "a#b", r"a\nb", "a;b", "*", "~", "ä", "a\"b", "x=1", "{1,2}"] {
            let run = Command::new("sh").args(["-c", &format!("printf '%s' {}", quoted(word))]).output().expect("a shell");
            assert_eq!(String::from_utf8_lossy(&run.stdout), word);
        }
        for case in [r#"{"note":"a\"b\\n"}"#, r#"{"note":"it's"}"#] {
            let line = Pasted::new("x").fed_with(case).to_string().replace("| gjk x -", "| cat");
            let run = Command::new("sh").args(["-c", &line]).output().expect("a shell");
            assert_eq!(String::from_utf8_lossy(&run.stdout).trim_end(), case);
        }
    }
}
