//! What each choice of the loop around a distance subalgorithm is worth: all loops around every subalgorithm, on the same cases.

use gjk_records::{Column, LoopTally};

use crate::distinct::distinct;
use crate::figure::heatmap::{rate_cell, rate_scale};
use crate::figure::matrix::{Cell, Matrices, Matrix, RowName};
use crate::figure::{Figure, LOOPS, Room, Sheet, Sheets, Width, label, left_out};
use crate::summary::{Rate, mean};
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure = Figure {
    name: "loops",
    description: "what each choice of the loop is worth: wrong answers and ends without one",
    reads: &[LOOPS],
    width: Width::Page,
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

/// What the panels of the figure count: the ends without an answer together.
const PANELS: [Counted; 6] = [
    ("missed", |t| t.rulings[Column::Missed]),
    ("phantom", |t| t.rulings[Column::Phantom]),
    ("off", |t| t.rulings[Column::Off]),
    ("no answer", |t| t.rulings[Column::GaveUp]),
    ("inaccurate", |t| t.rulings[Column::Inaccurate]),
    ("contact", |t| t.rulings[Column::Contact]),
];

fn draw<'s>(survey: &'s Survey<'s>, room: Room) -> Sheets<'s> {
    // Those with a tolerance have a figure of their own, and few loops are asked in more than one frame.
    let has_place = |tally: &&LoopTally| tally.tolerance.is_none() && tally.frame() == LoopTally::WORLD;
    let tallies: Vec<&LoopTally> = survey.study.of::<LoopTally>().iter().filter(has_place).collect();
    if tallies.iter().all(|tally| tally.cases == 0) {
        return left_out("the loops were not run");
    }
    if room.is_narrow() {
        return left_out("a column is too narrow for six panels; it needs a width of 120 mm");
    }
    let scalars = distinct(tallies.iter().map(|t| t.scalar.as_str()));
    Ok(scalars.into_iter().map(|scalar| sheet(survey, &tallies, scalar, room)).collect())
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

/// The loop whose row is bold: v from the normal, and apart only if the last v separates, without doubt, are the two rules that make MuJoCo's
/// loop what it is (docs/mujoco.md).
const OF_MUJOCO: &str = "relative-guarded+separating-normal";

fn sheet<'s>(survey: &Survey, tallies: &[&LoopTally], scalar: &str, room: Room) -> Sheet<'s> {
    let mine: Vec<&LoopTally> = tallies.iter().copied().filter(|t| t.scalar == scalar).collect();
    let subalgorithms = distinct(mine.iter().map(|t| t.subalgorithm.as_str()));
    let families = distinct(mine.iter().map(|t| t.family.as_str())).len();
    let mut points = Table::new(["scalar", "counted", "subalgorithm", "stop", "safeguards", "nearest", "rate", "low", "high"]);
    let of = |choices: &str, subalgorithm: &str| -> Vec<&LoopTally> {
        let of = mine.iter().filter(|t| t.subalgorithm == subalgorithm && t.choices() == choices && t.cases > 0);
        of.copied().collect()
    };
    let failures = |choices: &String| {
        let rates = subalgorithms.iter().filter_map(|s| rate(survey, &of(choices, s), |t| t.rulings.failures()));
        let (sum, count) = rates.fold((0.0, 0), |(sum, count), rate| (sum + rate.rate, count + 1));
        if count > 0 { sum / f64::from(count) } else { f64::INFINITY }
    };
    // The loop that fails least first; within a kind of stop.
    let mut loops = distinct(mine.iter().map(|tally| tally.choices()));
    let stop = |choices: &String| choices.starts_with("absolute");
    loops.sort_by(|x, y| stop(x).cmp(&stop(y)).then(failures(x).total_cmp(&failures(y))));
    let mut cell = |(name, count): Counted, choices: &str, subalgorithm: &str| -> Option<Cell> {
        let mine = of(choices, subalgorithm);
        let rate = rate(survey, &mine, count);
        if let (Some(rate), Some(t)) = (rate, mine.first()) {
            let LoopTally { stop, safeguards, nearest, .. } = t;
            points.push(&[&scalar, &name, &subalgorithm, stop, safeguards, nearest, &rate.rate, &rate.low, &rate.high]);
        }
        rate_cell(rate.map(|rate| rate.rate), !mine.is_empty())
    };
    let mut each = Vec::new();
    for counted in PANELS {
        let cell = |choices: &String, subalgorithm: &&str| cell(counted, choices, subalgorithm);
        each.push(Matrix::of(counted.0.to_owned(), &loops, &subalgorithms, cell));
    }
    let name = |choices: &String| RowName { text: row_name(choices), is_bold: choices == OF_MUJOCO };
    let matrices = Matrices {
        rows: loops.iter().map(name).collect(),
        rows_title: "stop · safeguards · v from",
        columns: subalgorithms.iter().map(|name| label(name)).collect(),
        gaps: gaps(&mine, &loops),
        each,
        scale: rate_scale("share of the cases (0: white)"),
    };
    let cases = mine.iter().map(|t| t.cases).filter(|cases| *cases > 0);
    let (least, most) = cases.fold((u64::MAX, 0), |(least, most), cases| (least.min(cases), most.max(cases)));
    let cases = if least == most { most.to_string() } else { format!("{least} to {most}") };
    let count = loops.len();
    let bold = match loops.iter().any(|choices| choices == OF_MUJOCO) {
        true => " Bold: the two rules of MuJoCo's loop.",
        false => "",
    };
    Sheet {
        name: scalar.to_owned(),
        title: format!("What each choice of the loop is worth, {scalar}"),
        text: format!(
            "Answers in %, of each distance subalgorithm in {count} loops, on the same cases; the loops that fail least come first. Stop: \
             relative (the duality gap against K u |v|∞ E), or absolute (1e-12 on a squared length). Safeguards: bare (an iteration limit \
             alone), guarded (ends at a repeated support point and without progress), doubting (and doubts steps within the noise of the \
             gap); separating: bodies are called apart only if the last v separates them; verifying: and said to meet only if no face of the \
             last simplex separates them. v is formed from the simplex of the difference, from that refined by the normal near contact, \
             from the two witness points, or from the normal of the nearest face. No answer: no region, the iteration limit, or a value that \
             is not finite.{bold}"
        ),
        foot: format!("{scalar}; {cases} cases of each of {families} families with equal weights."),
        shows: format!("answers that are not right, and ends without one, of {count} loops around each subalgorithm, {scalar}"),
        points,
        ..matrices.sheet(room)
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
