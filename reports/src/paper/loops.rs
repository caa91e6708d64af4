//! Failures of each loop around the distance subalgorithms, by family.

use gjk_records::{Column, LoopTally};

use super::{LOOPS, Made, PaperTable, Typeset, file_name, label};
use crate::Survey;
use crate::digits::{bound_text, rate_text};
use crate::distinct::distinct;
use crate::summary::{Mean, mean};
use crate::table::Table;

pub(super) const TABLE: PaperTable = PaperTable {
    name: "loops-by-family",
    description: "failure rate of each loop by family, the mean over the subalgorithms",
    reads: &[LOOPS],
    make,
};

fn make(survey: &Survey) -> Made {
    // Loops with a tolerance have a figure of their own, and few loops are asked in more than one frame.
    let has_place = |t: &&LoopTally| t.tolerance.is_none() && t.frame() == LoopTally::WORLD && t.cases > 0;
    let tallies: Vec<&LoopTally> = survey.study.of::<LoopTally>().iter().filter(has_place).collect();
    let mut tables = Vec::new();
    for scalar in distinct(tallies.iter().map(|t| t.scalar.as_str())) {
        for stop in distinct(tallies.iter().filter(|t| t.scalar == scalar).map(|t| t.stop.as_str())) {
            let mine: Vec<&LoopTally> = tallies.iter().copied().filter(|t| t.scalar == scalar && t.stop == stop).collect();
            tables.push(typeset(survey, scalar, stop, &mine));
        }
    }
    if tables.is_empty() { Err("the loops were not run".to_owned()) } else { Ok(tables) }
}

/// The failure rate of some tallies with equal weights.
fn failures(survey: &Survey, tallies: &[&LoopTally]) -> Option<Mean> {
    mean(tallies.iter().map(|t| (t.rulings.failures(), t.cases, survey.frames(&t.family))))
}

/// A loop with a given stop: its safeguards, and how it forms v.
type Choice<'t> = (&'t str, &'t str);

fn choice(tally: &LoopTally) -> Choice<'_> {
    (&tally.safeguards, &tally.nearest)
}

/// The first letters of each part of a choice: `guarded+separating`, `normal` is `gua+ sep nor`.
fn short((safeguards, nearest): Choice) -> String {
    let part = |part: &str| part.chars().take(3).collect::<String>();
    let safeguards: Vec<String> = safeguards.split('+').map(part).collect();
    format!("{} {}", safeguards.join("+ "), part(nearest))
}

fn typeset(survey: &Survey, scalar: &str, stop: &str, tallies: &[&LoopTally]) -> Typeset {
    let loops = distinct(tallies.iter().map(|t| choice(t)));
    let families = distinct(tallies.iter().map(|t| t.family.as_str()));
    let mut zero: Option<Mean> = None;
    let mut of = |family: Option<&str>, of_loop: Choice| {
        let is_mine = |t: &&LoopTally| choice(t) == of_loop && family.is_none_or(|family| t.family == family);
        let mine: Vec<&LoopTally> = tallies.iter().copied().filter(is_mine).collect();
        let Some(failures) = failures(survey, &mine) else { return "–".to_owned() };
        if failures.rate == 0.0 && zero.is_none_or(|known| known.upper() < failures.upper()) {
            zero = Some(failures);
        }
        rate_text(&failures.rate())
    };
    let mut table = Table::new(["family".to_owned()]).with(loops.iter().map(|of_loop| short(*of_loop)));
    for family in &families {
        table.push_with(&[&label(family)], loops.iter().map(|of_loop| of(Some(family), *of_loop)));
    }
    table.push_with(&[&"mean"], loops.iter().map(|of_loop| of(None, *of_loop)));
    let zero = zero.map_or_else(String::new, |zero| format!(" A rate of 0 is below {} % (95 %).", bound_text(&zero)));
    let mut numbers = Table::new(["scalar", "family", "subalgorithm", "stop", "safeguards", "nearest", "cases"])
        .with(Column::APPLICABLE.map(Column::field))
        .with(LoopTally::ENDS.map(|end| end.replace('-', "_")));
    for t in tallies {
        let counts = Column::APPLICABLE.map(|column| t.rulings[column]).into_iter().chain(t.ends());
        let names = [&t.scalar, &t.family, &t.subalgorithm, &t.stop, &t.safeguards, &t.nearest];
        numbers
            .push_with(&[names[0], names[1], names[2], names[3], names[4], names[5], &t.cases], counts.map(|n| n.to_string()));
    }
    let words = distinct(loops.iter().flat_map(|(safeguards, nearest)| safeguards.split('+').chain([*nearest])));
    let subalgorithms = distinct(tallies.iter().map(|t| t.subalgorithm.as_str()));
    Typeset {
        name: file_name(&["loops-by-family", scalar, stop]),
        caption: format!("Failures of each loop with the stop {stop} by family in {scalar}"),
        table,
        names: 1,
        notes: format!(
            "Failures (off, missed, phantom or no answer) in % of the cases, mean over the distance subalgorithms ({}) with \
             equal weights. Heads: the safeguards and the source of v, by their first letters: {}.{zero}",
            subalgorithms.join(", "),
            words.join(", ")
        ),
        numbers,
    }
}

#[cfg(test)]
mod tests {
    use gjk_records::Tally;

    use super::*;
    use crate::Study;

    #[test]
    fn rates_are_means_over_the_subalgorithms() {
        let tally = |subalgorithm: &str, family: &str, safeguards: &str, gave_up: u64| LoopTally {
            scalar: "f64".to_owned(),
            stop: "relative".to_owned(),
            nearest: "normal".to_owned(),
            subalgorithm: subalgorithm.to_owned(),
            family: family.to_owned(),
            safeguards: safeguards.to_owned(),
            cases: 1000,
            rulings: Tally::from_iter([(Column::GaveUp, gave_up), (Column::Right, 1000 - gave_up)]),
            ..LoopTally::default()
        };
        let loops = [
            tally("a", "gap", "bare", 100),
            tally("b", "gap", "bare", 200),
            tally("a", "flat", "bare", 0),
            tally("b", "flat", "bare", 0),
            tally("a", "gap", "guarded+separating", 500),
            // Not in this table: another frame, and a tolerance.
            LoopTally { frame: Some("centred".to_owned()), ..tally("a", "gap", "bare", 999) },
            LoopTally { tolerance: Some(0.1), ..tally("a", "gap", "bare", 999) },
        ];
        let made = make(&Survey::new(&Study::default().with(loops.to_vec()))).unwrap();
        assert_eq!((made.len(), &made[0].name[..]), (1, "loops-by-family-f64-relative"));
        assert_eq!(made[0].table.columns, ["family", "bar nor", "gua+ sep nor"]);
        // Half of the interval is 1.4 % for a rate of 15 %, 2.6 % for 50 % and 0.9 % for 7.5 %.
        assert_eq!(made[0].table.rows, [["gap", "15.0", "50.0"], ["flat", "0", "–"], ["mean", "7.50", "50.0"]]);
        // 2000 cases without a failure: 1 - 0.05^(1 / 2000).
        assert!(made[0].notes.ends_with("A rate of 0 is below 0.15 % (95 %)."), "{}", made[0].notes);
        assert_eq!(made[0].numbers.rows.len(), 5);
    }
}
