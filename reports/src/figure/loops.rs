//! What each choice of the loop around a distance subalgorithm is worth: all loops around every subalgorithm, on the same cases.

use std::fmt::Display;

use gjk_records::{Column, LoopTally};

use crate::figure::heatmap::{rate_cell, rate_scale};
use crate::figure::matrix::{Cell, Matrices, Matrix};
use crate::figure::{Figure, LOOPS, Sheet, Sheets, label, left_out};
use crate::summary::{Rate, mean};
use crate::survey::distinct;
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure = Figure {
    name: "loops",
    description: "what each choice of the loop is worth: wrong answers and ends without one",
    reads: &[LOOPS],
    draw,
};

/// A count of answers, and how it is called here.
pub(crate) type Counted = (&'static str, fn(&LoopTally) -> u64);

/// What is counted: what is not right, and the ends without an answer. No distance loop ends `cycled`.
pub(crate) const COUNTED: [Counted; 8] = [
    ("phantom", |t| t.rulings[Column::Phantom]),
    ("missed", |t| t.rulings[Column::Missed]),
    ("off", |t| t.rulings[Column::Off]),
    ("inaccurate", |t| t.rulings[Column::Inaccurate]),
    ("contact", |t| t.rulings[Column::Contact]),
    ("no region", |t| t.no_region),
    ("exhausted", |t| t.exhausted),
    ("not finite", |t| t.not_a_number + t.range),
];

fn draw<'s>(survey: &'s Survey<'s>) -> Sheets<'s> {
    // Those with a tolerance have a figure of their own, and few loops are asked in more than one frame.
    let has_place = |tally: &&LoopTally| tally.tolerance.is_none() && tally.frame() == LoopTally::WORLD;
    let tallies: Vec<&LoopTally> = survey.study.loops.iter().filter(has_place).collect();
    if tallies.iter().all(|tally| tally.cases == 0) {
        return left_out("the loops were not run");
    }
    let names = Names {
        scalars: distinct(tallies.iter().map(|t| t.scalar.as_str())),
        loops: distinct(tallies.iter().map(|tally| tally.choices())),
        subalgorithms: distinct(tallies.iter().map(|t| t.subalgorithm.as_str())),
        families: distinct(tallies.iter().map(|t| t.family.as_str())),
    };
    let by_family = names.scalars.iter().map(|scalar| by_family(&tallies, &names, scalar));
    Ok(std::iter::once(overview(survey, &tallies, &names)).chain(by_family).collect())
}

/// The names in the tallies, in the order in which they come.
struct Names<'s> {
    scalars: Vec<&'s str>,
    loops: Vec<String>,
    subalgorithms: Vec<&'s str>,
    families: Vec<&'s str>,
}

/// The rows before which the stop changes.
fn gaps(tallies: &[&LoopTally], loops: &[String]) -> Vec<usize> {
    let stop = |choices: &String| tallies.iter().find(|t| t.choices() == *choices).map(|t| t.stop.as_str());
    (1..loops.len()).filter(|&row| stop(&loops[row]) != stop(&loops[row - 1])).collect()
}

/// The choices as a row's name: `stop / safeguards / v from`.
fn row_name(choices: &str) -> String {
    choices.replace('-', " · ")
}

/// The rate of what is counted in some tallies, with equal weights.
pub(crate) fn rate(survey: &Survey, tallies: &[&LoopTally], count: fn(&LoopTally) -> u64) -> Option<Rate> {
    mean(tallies.iter().map(|t| (count(t), t.cases, survey.frames(&t.family)))).map(|mean| mean.rate())
}

fn overview<'s>(survey: &Survey, tallies: &[&LoopTally], names: &Names) -> Sheet<'s> {
    let mut points = Table::new(["scalar", "counted", "subalgorithm", "stop", "safeguards", "nearest", "rate", "low", "high"]);
    let mut cell = |scalar: &str, (name, count): Counted, choices: &str, subalgorithm: &str| -> Option<Cell> {
        let of = tallies.iter().filter(|t| t.scalar == scalar && t.subalgorithm == subalgorithm && t.choices() == choices);
        let mine: Vec<&LoopTally> = of.copied().filter(|t| t.cases > 0).collect();
        let rate = rate(survey, &mine, count);
        if let (Some(rate), Some(t)) = (rate, mine.first()) {
            let LoopTally { stop, safeguards, nearest, .. } = t;
            points.push(&[&scalar, &name, &subalgorithm, stop, safeguards, nearest, &rate.rate, &rate.low, &rate.high]);
        }
        rate_cell(rate.map(|rate| rate.rate), !mine.is_empty())
    };
    let mut each = Vec::new();
    for scalar in &names.scalars {
        for counted in COUNTED {
            let cell = |choices: &String, subalgorithm: &&str| cell(scalar, counted, choices, subalgorithm);
            each.push(Matrix::of(format!("{scalar}, {}", counted.0), &names.loops, &names.subalgorithms, cell));
        }
    }
    let matrices = Matrices {
        rows: names.loops.iter().map(|choices| row_name(choices)).collect(),
        columns: names.subalgorithms.iter().map(|name| label(name)).collect(),
        gaps: gaps(tallies, &names.loops),
        each,
        scale: rate_scale(SCALE),
    };
    Sheet {
        title: "What each choice of the loop is worth".to_owned(),
        subtitle: format!(
            "Answers in %, of each distance subalgorithm in {} loops, on the same cases. Rows: the stop (relative, or 1e-12 on a \
             squared length), the safeguards (doubting, guarded, or an iteration limit alone; separating: bodies are called apart only \
             if the last v separates them; verifying: and said to meet only if no face of the last simplex does), and what v is formed \
             from (the simplex of the difference, the same refined by the normal near contact, the two witness points, or the normal of \
             the nearest face). The last three are ends without an answer. {} families with equal weights.",
            names.loops.len(),
            names.families.len()
        ),
        caption: format!(
            "answers that are not right, and ends without one, of {} loops around each subalgorithm",
            names.loops.len()
        ),
        points,
        ..matrices.sheet()
    }
}

const SCALE: &str = "share of the cases (0: white)";

fn by_family<'s>(tallies: &[&LoopTally], names: &Names, scalar: &str) -> Sheet<'s> {
    let mut points = Table::new(["scalar", "family", "subalgorithm", "stop", "safeguards", "nearest", "cases"])
        .with(Column::APPLICABLE.map(Column::field))
        .with(LoopTally::ENDS.map(|end| end.replace('-', "_")));
    let mut cell = |subalgorithm: &str, family: &str, choices: &str| -> Option<Cell> {
        let mine = |t: &&LoopTally| t.subalgorithm == subalgorithm && t.family == family && t.choices() == choices;
        let t = tallies.iter().copied().filter(|t| t.scalar == scalar).find(mine)?;
        let names: [&dyn Display; 7] = [&t.scalar, &t.family, &t.subalgorithm, &t.stop, &t.safeguards, &t.nearest, &t.cases];
        let counts = Column::APPLICABLE.map(|column| t.rulings[column]).into_iter().chain(t.ends());
        points.push_with(&names, counts.map(|count| count.to_string()));
        rate_cell((t.cases > 0).then(|| t.rulings.failures() as f64 / t.cases as f64), true)
    };
    let mut each = Vec::new();
    for subalgorithm in &names.subalgorithms {
        let cell = |family: &&str, choices: &String| cell(subalgorithm, family, choices);
        each.push(Matrix::of(format!("{scalar}, {subalgorithm}"), &names.families, &names.loops, cell));
    }
    let matrices = Matrices {
        rows: names.families.iter().map(|name| label(name)).collect(),
        columns: names.loops.iter().map(|choices| row_name(choices)).collect(),
        gaps: Vec::new(),
        each,
        scale: rate_scale(SCALE),
    };
    Sheet {
        title: format!("Failure rate of each loop by family, {scalar}"),
        subtitle:
            "Failures (off, missed, phantom, gave-up) in %, of each distance subalgorithm in each loop. Columns: the stop, the \
                   safeguards, what v is formed from."
                .to_owned(),
        caption: format!("failure rate of each loop around each distance subalgorithm, by family, {scalar}"),
        points,
        ..matrices.sheet()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_is_where_the_stop_changes() {
        let tally = |stop: &str, nearest: &str| {
            let [stop, safeguards, nearest] = [stop, "guarded+separating", nearest].map(str::to_owned);
            LoopTally { stop, safeguards, nearest, ..LoopTally::default() }
        };
        let all = [("relative", "simplex"), ("relative", "normal"), ("relative", "witnesses"), ("absolute", "simplex")];
        let tallies = all.map(|(stop, nearest)| tally(stop, nearest));
        let tallies: Vec<&LoopTally> = tallies.iter().collect();
        let loops: Vec<String> = tallies.iter().map(|tally| tally.choices()).collect();
        assert_eq!(gaps(&tallies, &loops), [3]);
        assert!(gaps(&[], &[]).is_empty());
    }
}
