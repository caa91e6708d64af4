//! Options of criterion, which cargo hands to every benchmark: a benchmark that does not measure with criterion accepts and
//! ignores them.

use clap::{Arg, ArgAction, Command};

/// Criterion's options that have no value, and those of the test harness.
const WITHOUT_VALUE: [&[&str]; 2] = [
    &["bench", "verbose", "quiet", "quick", "noplot", "discard-baseline"],
    &["ignored", "exact", "nocapture", "show-output", "include-ignored"],
];
/// Options that have a value: of the report, and of the measurement.
const WITH_VALUE: [&[&str]; 3] = [
    &[
        "color",
        "colour",
        "save-baseline",
        "load-baseline",
        "baseline",
        "baseline-lenient",
        "format",
        "output-format",
        "plotting-backend",
    ],
    &["profile-time", "sample-size", "warm-up-time", "measurement-time", "nresamples", "noise-threshold"],
    &["confidence-level", "significance-level"],
];
/// The letters that abbreviate some of them.
const LETTERS: [(&str, char); 5] =
    [("verbose", 'v'), ("noplot", 'n'), ("color", 'c'), ("save-baseline", 's'), ("baseline", 'b')];

/// The command with criterion's options in addition, hidden.
///
/// An option that the command has itself stays its own.
pub fn accepting_criterions(command: Command) -> Command {
    let own: Vec<String> = command.get_arguments().filter_map(Arg::get_long).map(str::to_owned).collect();
    let accepted = |name: &'static str, action| {
        let letter = LETTERS.into_iter().find(|(option, _)| *option == name).map(|(_, letter)| letter);
        Arg::new(name).long(name).short(letter).hide(true).action(action)
    };
    let is_free = |name: &&'static str| !own.iter().any(|own| own == name);
    command
        .args(WITHOUT_VALUE.concat().into_iter().filter(is_free).map(|name| accepted(name, ArgAction::Count)))
        .args(WITH_VALUE.concat().into_iter().filter(is_free).map(|name| accepted(name, ArgAction::Append)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn criterions_options_are_accepted_and_an_own_one_of_the_same_name_stays() {
        let command = || accepting_criterions(Command::new("x").arg(Arg::new("baseline").long("baseline")));
        let matches = command().try_get_matches_from("x --bench -s before --baseline mine --quick -n".split(' ')).unwrap();
        assert_eq!(matches.get_one::<String>("baseline").unwrap(), "mine");
        // The letter belongs to criterion's option, which is not there.
        assert!(command().try_get_matches_from("x -b mine".split(' ')).is_err());
        assert!(command().try_get_matches_from("x --save-baseline".split(' ')).is_err());
    }
}
