//! The value of each choice of the loop around a distance subalgorithm: all loops around every subalgorithm, on the same cases.

use std::fmt::Display;

use gjk_records::{Column, LoopTally};

use crate::distinct::distinct;
use crate::figure::heatmap::{rate_cell, rate_scale};
use crate::figure::matrix::{Matrices, Matrix, RowName};
use crate::figure::{Figure, LOOPS, Room, Sheet, Sheets, Width, label, left_out};
use crate::sorted::sort_by;
use crate::summary::{Rate, mean};
use crate::table::rate_cells;
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure = Figure {
    name: "loops",
    description: "effect of each choice of the loop: wrong and missing answers",
    reads: &[LOOPS],
    width: Width::Page,
    draw,
};

/// A count of answers with its name in the tables and figures of loops.
pub(crate) type Counted = (&'static str, fn(&LoopTally) -> u64);

/// The counts: answers that are not right, and the ends without an answer.
///
/// No distance loop ends `cycled`.
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

/// The counts of the figure's panels; the ends without an answer are together.
const PANELS: [Counted; 6] = [
    ("missed", |t| t.rulings[Column::Missed]),
    ("phantom", |t| t.rulings[Column::Phantom]),
    ("off", |t| t.rulings[Column::Off]),
    ("no answer", |t| t.rulings[Column::GaveUp]),
    ("inaccurate", |t| t.rulings[Column::Inaccurate]),
    ("contact", |t| t.rulings[Column::Contact]),
];

fn draw<'s>(survey: &'s Survey<'s>, room: Room) -> Sheets<'s> {
    // Loops with a tolerance have a figure of their own, and few loops are asked in more than one frame.
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

/// The rate of a count in some tallies, with equal weights.
pub(crate) fn rate(survey: &Survey, tallies: &[&LoopTally], count: fn(&LoopTally) -> u64) -> Option<Rate> {
    mean(tallies.iter().map(|t| (count(t), t.cases, survey.frames(&t.family)))).map(|mean| mean.rate())
}

/// The loop whose row is bold.
///
/// Its two rules (v from the normal, and apart only if the last v separates, without doubt) make MuJoCo's loop what it is
/// (docs/mujoco.md).
const OF_MUJOCO: &str = "relative-guarded+separating-normal";

/// Loops of a scalar around its subalgorithms.
struct Loops<'l> {
    survey: &'l Survey<'l>,
    scalar: &'l str,
    tallies: Vec<&'l LoopTally>,
    subalgorithms: Vec<&'l str>,
    /// Choices of the loops; within a kind of stop, loops that fail least come first.
    choices: Vec<String>,
}

impl<'l> Loops<'l> {
    fn of(survey: &'l Survey<'l>, tallies: &[&'l LoopTally], scalar: &'l str) -> Loops<'l> {
        let tallies: Vec<&LoopTally> = tallies.iter().copied().filter(|t| t.scalar == scalar).collect();
        let subalgorithms = distinct(tallies.iter().map(|t| t.subalgorithm.as_str()));
        let mut choices = distinct(tallies.iter().map(|tally| tally.choices()));
        let loops = Loops { survey, scalar, tallies, subalgorithms, choices: Vec::new() };
        let is_absolute = |choices: &String| choices.starts_with("absolute");
        sort_by(&mut choices, &mut |x, y| {
            is_absolute(x).cmp(&is_absolute(y)).then(loops.failures(x).total_cmp(&loops.failures(y)))
        });
        Loops { choices, ..loops }
    }

    /// Tallies of a loop, one per family.
    fn of_loop(&self, choices: &str, subalgorithm: &str) -> Vec<&'l LoopTally> {
        let is_of_it = |t: &&LoopTally| t.subalgorithm == subalgorithm && t.choices() == choices && t.cases > 0;
        self.tallies.iter().copied().filter(is_of_it).collect()
    }

    /// Mean of the failure rates of these choices around all subalgorithms.
    fn failures(&self, choices: &str) -> f64 {
        let rate = |subalgorithm: &&str| rate(self.survey, &self.of_loop(choices, subalgorithm), |t| t.rulings.failures());
        let rates = self.subalgorithms.iter().filter_map(rate);
        let (sum, count) = rates.fold((0.0, 0), |(sum, count), rate| (sum + rate.rate, count + 1));
        if count > 0 { sum / f64::from(count) } else { f64::INFINITY }
    }

    fn points(&self) -> Table {
        let mut points =
            Table::new(["scalar", "counted", "subalgorithm", "stop", "safeguards", "nearest", "rate", "low", "high"]);
        for (name, count) in PANELS {
            for choices in &self.choices {
                for subalgorithm in &self.subalgorithms {
                    let mine = self.of_loop(choices, subalgorithm);
                    if let (Some(rate), Some(t)) = (rate(self.survey, &mine, count), mine.first()) {
                        let LoopTally { stop, safeguards, nearest, .. } = t;
                        let loop_of: [&dyn Display; 6] = [&self.scalar, &name, subalgorithm, stop, safeguards, nearest];
                        points.push_with(&loop_of, rate_cells(Some(rate)));
                    }
                }
            }
        }
        points
    }

    /// Matrices of these loops, one per count.
    fn matrices(&self) -> Matrices {
        let each = PANELS.map(|(name, count)| {
            Matrix::of(name.to_owned(), &self.choices, &self.subalgorithms, |choices, subalgorithm| {
                let mine = self.of_loop(choices, subalgorithm);
                rate_cell(rate(self.survey, &mine, count).map(|rate| rate.rate), !mine.is_empty())
            })
        });
        let name = |choices: &String| RowName { text: row_name(choices), is_bold: choices == OF_MUJOCO };
        Matrices {
            rows: self.choices.iter().map(name).collect(),
            rows_title: "stop · safeguards · v from",
            columns: self.subalgorithms.iter().map(|name| label(name)).collect(),
            gaps: gaps(&self.tallies, &self.choices),
            each: each.into(),
            scale: rate_scale("share of the cases (0: white)"),
        }
    }

    fn foot(&self) -> String {
        let families = distinct(self.tallies.iter().map(|t| t.family.as_str())).len();
        let cases = self.tallies.iter().map(|t| t.cases).filter(|cases| *cases > 0);
        let (least, most) = cases.fold((u64::MAX, 0), |(least, most), cases| (least.min(cases), most.max(cases)));
        let cases = if least == most { most.to_string() } else { format!("{least} to {most}") };
        format!("{}; {cases} cases in each of {families} families, with equal weights.", self.scalar)
    }
}

fn sheet<'s>(survey: &Survey, tallies: &[&LoopTally], scalar: &str, room: Room) -> Sheet<'s> {
    let loops = Loops::of(survey, tallies, scalar);
    let count = loops.choices.len();
    let bold = match loops.choices.iter().any(|choices| choices == OF_MUJOCO) {
        true => " Bold: the two rules of MuJoCo's loop.",
        false => "",
    };
    Sheet {
        name: scalar.to_owned(),
        title: format!("Effect of each choice of the loop, {scalar}"),
        text: format!(
            "Answers in % for each distance subalgorithm in {count} loops on the same cases; the loops that fail least come \
             first. Stop: relative (the duality gap against K u |v|∞ E), or absolute (1e-12 on a squared length). \
             Safeguards: bare (only an iteration limit), guarded (also ends at a repeated support point, or without \
             progress), doubting (also doubts steps within the noise of the gap), separating (calls bodies apart only if \
             the last v separates them), verifying (also calls bodies intersecting only if no face of the last simplex \
             separates them). v is formed from the simplex of the difference, from this simplex refined by the normal near \
             contact, from the two witness points, or from the normal of the nearest face. No answer: no region, the \
             iteration limit, or a value that is not finite.{bold}"
        ),
        foot: loops.foot(),
        shows: format!("wrong, inaccurate and missing answers of {count} loops around each subalgorithm, {scalar}"),
        points: loops.points(),
        ..loops.matrices().sheet(room)
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
