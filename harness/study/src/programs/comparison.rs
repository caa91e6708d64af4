//! The resources that the runs of a command used, and the table of two programs.

use gjk_clock::{Ratio, interval, median};
use serde_json::Value;

use crate::markdown;

/// The resources that one run of a command used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Usage {
    /// Seconds of processor time, including those of the system and of child processes.
    ///
    /// `None` if the operating system does not report them.
    pub cpu: Option<f64>,
    /// Seconds from its start to its end.
    pub wall: f64,
    /// The peak of the resident memory of its largest process, in MiB.
    pub peak: Option<f64>,
}

/// The runs of a command by one program.
#[derive(Clone, Debug, PartialEq)]
pub enum Runs {
    /// One entry per turn.
    Measured(Vec<Usage>),
    /// The program does not know the command or one of its options.
    Unknown,
}

/// A command as both programs ran it.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparedCommand {
    /// The name of the row.
    pub name: String,
    /// The runs of this tree's program.
    pub own: Runs,
    /// The runs of the other program, if there is one.
    pub other: Option<Runs>,
}

impl Runs {
    /// The values of a quantity, turn by turn.
    ///
    /// `None` if the program does not know the command or a turn has no such figure.
    fn values(&self, quantity: fn(&Usage) -> Option<f64>) -> Option<Vec<f64>> {
        match self {
            Runs::Measured(runs) => runs.iter().map(quantity).collect(),
            Runs::Unknown => None,
        }
    }

    fn cell(&self, quantity: fn(&Usage) -> Option<f64>, digits: usize) -> String {
        if *self == Runs::Unknown {
            return "does not know it".to_owned();
        }
        let median = self.values(quantity).and_then(|values| median(&values));
        median.map_or_else(|| "–".to_owned(), |median| format!("{median:.digits$}"))
    }
}

fn cpu(usage: &Usage) -> Option<f64> {
    usage.cpu
}

fn wall(usage: &Usage) -> Option<f64> {
    Some(usage.wall)
}

fn peak(usage: &Usage) -> Option<f64> {
    usage.peak
}

/// This tree's processor time over the other's, turn by turn.
///
/// The interval is the range if there are fewer than six turns.
fn ratio(own: &Runs, other: &Runs) -> Option<Ratio> {
    Ratio::of(&own.values(cpu)?, &other.values(cpu)?)
}

fn span(low: f64, high: f64, digits: usize) -> String {
    format!("{low:.digits$} .. {high:.digits$}")
}

/// The table of all rows, in Markdown.
///
/// Times and memory are medians over the turns.
pub fn table(rows: &[ComparedCommand], turns: usize) -> String {
    let width = if turns < 6 { format!("range of {turns}") } else { "95 %".to_owned() };
    if rows.iter().all(|row| row.other.is_none()) {
        let cells = |row: &ComparedCommand| {
            let range = row.own.values(cpu).and_then(|values| interval(&values));
            let range = range.map_or_else(|| "–".to_owned(), |(low, high)| span(low, high, 2));
            vec![row.name.clone(), row.own.cell(cpu, 2), range, row.own.cell(wall, 2), row.own.cell(peak, 1)]
        };
        let rows: Vec<Vec<String>> = rows.iter().map(cells).collect();
        return markdown::table(&["command", "CPU / s", &width, "wall / s", "peak / MiB"], &rows);
    }
    let cells = |row: &ComparedCommand| {
        let other = |quantity, digits| row.other.as_ref().map_or_else(|| "–".to_owned(), |runs| runs.cell(quantity, digits));
        let ratio = row.other.as_ref().and_then(|other| ratio(&row.own, other));
        let [middle, within] = match ratio {
            Some(Ratio { median, low, high }) => [format!("{median:.3}"), span(low, high, 3)],
            None => ["–".to_owned(), "–".to_owned()],
        };
        let (own, name) = (&row.own, row.name.clone());
        let times = [own.cell(cpu, 2), other(cpu, 2), middle, within];
        let rest = [own.cell(wall, 2), other(wall, 2), own.cell(peak, 1), other(peak, 1)];
        [name].into_iter().chain(times).chain(rest).collect()
    };
    let rows: Vec<Vec<String>> = rows.iter().map(cells).collect();
    let header = ["command", "CPU / s", "other's", "ratio", &width, "wall / s", "other's", "peak / MiB", "other's"];
    markdown::table(&header, &rows)
}

/// Whether a program that ended like this does not know a command or an option: exit code 2, and clap's message about it.
pub fn does_not_know(code: Option<i32>, message: &str) -> bool {
    let is_unknown = |line: &str| ["unexpected argument", "unrecognized subcommand"].iter().any(|text| line.contains(text));
    code == Some(2) && message.lines().any(|line| line.starts_with("error:") && is_unknown(line))
}

/// The file that cargo built for a binary, from cargo's messages in JSON.
///
/// `None` if there is none.
pub fn executable(messages: &str, binary: &str) -> Option<String> {
    let built = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()).filter(|message| {
        let target = &message["target"];
        message["reason"] == "compiler-artifact" && target["name"] == binary && target["kind"][0] == "bin"
    });
    built.filter_map(|message| message["executable"].as_str().map(str::to_owned)).next_back()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(cpu: &[f64]) -> Runs {
        Runs::Measured(cpu.iter().map(|cpu| Usage { cpu: Some(*cpu), wall: 2.0 * cpu, peak: Some(10.0 + cpu) }).collect())
    }

    fn row(name: &str, own: Runs, other: Option<Runs>) -> ComparedCommand {
        ComparedCommand { name: name.to_owned(), own, other }
    }

    #[test]
    fn ratios_are_within_turns_and_the_rest_is_of_medians() {
        // The machine is twice as slow in the second turn: the ratios do not show it.
        let rows =
            [row("check", runs(&[1.0, 2.2, 1.2]), Some(runs(&[2.0, 4.0, 2.0]))), row("new", runs(&[1.0]), Some(Runs::Unknown))];
        let text = table(&rows, 3);
        let cells: Vec<Vec<&str>> =
            text.lines().map(|line| line.trim_matches('|').split('|').map(str::trim).collect()).collect();
        assert_eq!(cells[0][4], "range of 3");
        assert_eq!(cells[2], ["check", "1.20", "2.00", "0.550", "0.500 .. 0.600", "2.40", "4.00", "11.2", "12.0"]);
        let no = "does not know it";
        assert_eq!(cells[3], ["new", "1.00", no, "–", "–", "2.00", no, "11.0", no]);
    }

    #[test]
    fn one_program_has_no_ratio_and_an_unknown_value_is_a_dash() {
        let silent = Runs::Measured(vec![Usage { cpu: None, wall: 1.0, peak: None }]);
        let text = table(&[row("check", runs(&[1.0, 2.0, 4.0]), None), row("hunt", silent, None)], 3);
        assert!(text.contains("| check   |    2.00 | 1.00 .. 4.00 |     4.00 |       12.0 |"), "{text}");
        assert!(text.contains("| hunt    |       – |            – |     1.00 |          – |"), "{text}");
    }

    #[test]
    fn an_unknown_option_is_not_a_failure() {
        let message = "error: unexpected argument '--quick' found\n\nUsage: gjk claims\n";
        assert!(does_not_know(Some(2), message) && does_not_know(Some(2), "error: unrecognized subcommand 'x'"));
        assert!(!does_not_know(Some(1), message) && !does_not_know(None, message));
        assert!(!does_not_know(Some(2), "error: there is no claim unexpected\nunexpected argument"));
    }

    #[test]
    fn the_built_file_is_the_one_that_cargo_names() {
        let message = |name: &str, kind: &str, file: &str| {
            format!(r#"{{"reason":"compiler-artifact","target":{{"name":"{name}","kind":["{kind}"]}},"executable":{file}}}"#)
        };
        let lines = [message("gjk", "lib", "null"), message("gjk", "bin", "\"/t/gjk\""), message("x", "bin", "\"/t/x\"")];
        assert_eq!(executable(&(lines.join("\n") + "\nno json\n"), "gjk").as_deref(), Some("/t/gjk"));
        assert_eq!(executable(&lines[0], "gjk"), None);
    }
}
