//! Answers that jump when bodies hardly move: how often, and by how much at most.
//!
//! This file has the figure, and the table for papers.

use gjk_records::{CORPUS, ContinuityTally, Line};

use crate::digits::{bounded_text, rate_text, significant};
use crate::distinct::distinct;
use crate::document::Document;
use crate::draw::{Axis, Mark, Style};
use crate::figure::dots::{self, Dots};
use crate::figure::{Figure, Room, Sheet, Sheets, Width, label, left_out};
use crate::paper::{Made, PaperTable, Typeset, file_name};
use crate::sorted::sort_by;
use crate::summary::{Mean, mean};
use crate::table::{or_nothing, rate_cells};
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure = Figure {
    name: "continuity",
    description: "answers that jump when bodies hardly move: their rate and their greatest length",
    reads: &[ContinuityTally::FILE],
    width: Width::Page,
    draw,
};

pub(crate) const TABLE: PaperTable = PaperTable {
    name: "continuity",
    description: "answers that jump when bodies hardly move, by variant and step",
    reads: &[ContinuityTally::FILE],
    make,
};

/// The steps as figures name them, each with its mark, in the order of [`ContinuityTally::STEPS`].
const STEPS: [dots::Kind; 3] = [
    ("√u·D", Style { colour: (20, 60, 110), mark: Mark::Square, dash: &[] }),
    ("8 u·D", Style { colour: (213, 94, 0), mark: Mark::Circle, dash: &[] }),
    ("one unit in the last place", Style { colour: (0, 140, 95), mark: Mark::Up, dash: &[] }),
];

/// The number of directions of a step: a case has one pair per direction.
///
/// These pairs are not independent, and count as one for the bounds.
const DIRECTIONS: u64 = 2;

/// A variant in one scalar.
struct SteppedVariant<'s> {
    variant: &'s str,
    /// For each step, the breaks among the pairs that were compared, over the families without the corpus.
    rates: [Option<Mean>; STEPS.len()],
    /// For each step, the greatest break in u·D, corpus included; `None` without a break.
    greatest: [Option<f64>; STEPS.len()],
    tallies: Vec<&'s ContinuityTally>,
}

/// The end of the axis of lengths.
///
/// Greater breaks are drawn there; they exceed half of the digits of a double by far.
const FARTHEST: f64 = 1e20;

impl SteppedVariant<'_> {
    /// Sums a count over the families and the corpus, as a text.
    fn sum(&self, count: fn(&ContinuityTally) -> u64) -> String {
        self.tallies.iter().map(|t| count(t)).sum::<u64>().to_string()
    }

    fn breaks(&self) -> bool {
        self.greatest.iter().any(Option::is_some)
    }

    /// Sum of the rates of the steps.
    fn total(&self) -> f64 {
        self.rates.iter().flatten().map(|mean| mean.rate).sum()
    }

    /// Pairs of a value and its step, for the steps with a known value.
    fn marks(&self, value: impl Fn(usize) -> Option<f64>) -> Vec<(f64, usize)> {
        (0..STEPS.len()).filter_map(|step| Some((value(step)?, step))).collect()
    }

    fn rate_marks(&self) -> Vec<(f64, usize)> {
        self.marks(|step| self.rates[step].map(|mean| mean.rate).filter(|rate| *rate > 0.0))
    }

    fn length_marks(&self) -> Vec<(f64, usize)> {
        self.marks(|step| self.greatest[step].map(|value| value.min(FARTHEST)))
    }
}

/// The greater of the greatest jump and the greatest margin of a flip.
///
/// NaN counts as infinite.
fn greatest(tally: &ContinuityTally) -> Option<f64> {
    let found = [tally.jump, tally.margin].into_iter().flatten();
    found.map(|value| if value.is_nan() { f64::INFINITY } else { value }).max_by(f64::total_cmp)
}

/// One row per variant of a scalar, in the order of the study.
fn rows<'s>(survey: &'s Survey<'s>, scalar: &str) -> Vec<SteppedVariant<'s>> {
    let of_scalar = || survey.study.of::<ContinuityTally>().iter().filter(|t| t.scalar == scalar);
    let row = |variant: &'s str| {
        let tallies: Vec<&ContinuityTally> = of_scalar().filter(|t| t.variant == variant).collect();
        let of_step = |step: usize| tallies.iter().filter(move |t| t.step == ContinuityTally::STEPS[step]);
        SteppedVariant {
            variant,
            rates: std::array::from_fn(|step| {
                mean(of_step(step).filter(|t| t.family != CORPUS).map(|t| (t.breaks(), t.compared(), DIRECTIONS)))
            }),
            greatest: std::array::from_fn(|step| of_step(step).filter_map(|t| greatest(t)).max_by(f64::total_cmp)),
            tallies,
        }
    };
    distinct(of_scalar().map(|t| t.variant.as_str())).into_iter().map(row).collect()
}

/// The pairs of a variant that break, over all steps.
pub(crate) struct Breaks {
    /// The share of the pairs with two answers that break, over the three steps together, with equal weights of families and
    /// without the corpus.
    pub mean: Mean,
    /// The number of families.
    pub families: usize,
    /// The number of pairs with two answers.
    pub pairs: u64,
    /// The number of these pairs that break.
    pub breaks: u64,
}

/// The breaks of a variant in a scalar over these families; `None` if no pair of it has two answers.
pub(crate) fn breaks_over(survey: &Survey, scalar: &str, variant: &str, families: &[&str]) -> Option<Breaks> {
    let all = survey.study.of::<ContinuityTally>().iter();
    let mine: Vec<&ContinuityTally> = all
        .filter(|t| t.scalar == scalar && t.variant == variant && t.family != CORPUS && families.contains(&&t.family[..]))
        .collect();
    let families = distinct(mine.iter().map(|t| t.family.as_str()));
    let sums = families.iter().map(|family| {
        let of_family = || mine.iter().filter(|t| t.family == *family);
        (of_family().map(|t| t.breaks()).sum::<u64>(), of_family().map(|t| t.compared()).sum::<u64>())
    });
    let sums: Vec<(u64, u64)> = sums.filter(|(_, compared)| *compared > 0).collect();
    // The directions and steps of a case are not independent, and count as one for the bounds.
    let worth = DIRECTIONS * STEPS.len() as u64;
    Some(Breaks {
        mean: mean(sums.iter().map(|&(breaks, compared)| (breaks, compared, worth)))?,
        families: sums.len(),
        pairs: sums.iter().map(|(_, compared)| compared).sum(),
        breaks: sums.iter().map(|(breaks, _)| breaks).sum(),
    })
}

fn scalars<'s>(survey: &'s Survey<'s>) -> Vec<&'s str> {
    distinct(survey.study.of::<ContinuityTally>().iter().map(|t| t.scalar.as_str()))
}

fn draw<'s>(survey: &'s Survey<'s>, room: Room) -> Sheets<'s> {
    let sheets: Vec<Sheet> = scalars(survey).into_iter().filter_map(|scalar| sheet(survey, scalar, room)).collect();
    if sheets.is_empty() { left_out("nothing breaks, or no steps were made") } else { Ok(sheets) }
}

/// Numbers of the figure, one line per variant and step.
fn points(scalar: &str, rows: &[SteppedVariant]) -> Table {
    let mut points = Table::new(["scalar", "variant", "step", "pairs", "no_answer", "jumps", "flips", "break_rate"]).with([
        "break_low",
        "break_high",
        "before",
        "after",
        "both",
        "neither",
        "greatest",
    ]);
    for row in rows {
        for (step, name) in ContinuityTally::STEPS.iter().enumerate() {
            let mine: Vec<&&ContinuityTally> = row.tallies.iter().filter(|t| t.step == *name).collect();
            let sum = |count: fn(&ContinuityTally) -> u64| mine.iter().map(|t| count(t)).sum::<u64>().to_string();
            points.push_with(
                &[&scalar, &row.variant, name],
                [sum(|t| t.pairs), sum(|t| t.no_answer), sum(|t| t.jumps), sum(|t| t.flips)]
                    .into_iter()
                    .chain(rate_cells(row.rates[step].map(|mean| mean.rate())))
                    .chain([sum(|t| t.before), sum(|t| t.after), sum(|t| t.both), sum(|t| t.neither)])
                    .chain([or_nothing(row.greatest[step])]),
            );
        }
    }
    points
}

/// Plot of two panels: the rate of breaks of each variant, and its greatest break.
fn plot(rows: &[SteppedVariant]) -> Dots {
    let [rates, lengths] =
        [SteppedVariant::rate_marks, SteppedVariant::length_marks].map(|of| rows.iter().map(of).collect::<Vec<_>>());
    let values = |marks: &[Vec<(f64, usize)>]| marks.iter().flatten().map(|(value, _)| *value).collect::<Vec<f64>>();
    let range = |values: Vec<f64>, ends: (f64, f64)| {
        values.into_iter().fold(ends, |(least, most), value| (least.min(value), most.max(value)))
    };
    let (least, most) = range(values(&rates), (1.0, 0.0));
    let (short, long) = range(values(&lengths), (f64::INFINITY, 1.0));
    let of_rates = Axis::log10((least / 1.6).min(most), (most * 1.6).clamp(1e-6, 1.3), 5).in_percent();
    let of_lengths = Axis::log10(short / 2.0, long * 2.0, 5);
    Dots {
        names: rows.iter().map(|row| label(row.variant)).collect(),
        kinds: &STEPS,
        columns: vec![
            dots::Column { title: None, axis: of_rates, axis_title: "pairs that break", marks: rates },
            dots::Column { title: None, axis: of_lengths, axis_title: "greatest break / u·D", marks: lengths },
        ],
    }
}

/// Families of some rows, without the corpus.
fn families<'s>(rows: &[SteppedVariant<'s>]) -> Vec<&'s str> {
    distinct(rows.iter().flat_map(|row| row.tallies.iter()).map(|t| t.family.as_str()).filter(|f| *f != CORPUS))
}

fn sheet<'s>(survey: &'s Survey<'s>, scalar: &'s str, room: Room) -> Option<Sheet<'s>> {
    let all = rows(survey, scalar);
    let points = points(scalar, &all);
    let (mut rows, never): (Vec<SteppedVariant>, Vec<SteppedVariant>) = all.into_iter().partition(SteppedVariant::breaks);
    if rows.is_empty() {
        return None;
    }
    sort_by(&mut rows, &mut |one, other| one.total().total_cmp(&other.total()));
    let never: Vec<&str> = never.iter().map(|row| row.variant).collect();
    let never = if never.is_empty() { String::new() } else { format!(" No break: {}.", never.join(", ")) };
    Some(Sheet {
        name: scalar.to_owned(),
        title: "Does an answer jump when a body hardly moves?".to_owned(),
        text: format!(
            "Body B moves by a step, and the variant is asked again. A pair of answers breaks if their distances differ by \
             more than the movement and the tolerance, or if their verdicts differ, the exact ones do not, and one is wrong \
             by more than the tolerance. First panel: breaks in % of the pairs with two answers, families with equal \
             weights; no mark: none. Second panel: the greatest break, corpus included.{never}"
        ),
        legend: STEPS.iter().map(dots::entry).collect(),
        foot: format!("{scalar}; {} families with equal weights.", families(&rows).len()),
        shows: format!("pairs of answers before and after a small step that break, and the greatest break, {scalar}"),
        points,
        ..plot(&rows).sheet(room)
    })
}

/// The tables for papers, one per scalar.
fn make(survey: &Survey) -> Made {
    let tables: Vec<Typeset> = scalars(survey).into_iter().map(|scalar| typeset(survey, scalar)).collect();
    if tables.is_empty() { Err("no steps were made".to_owned()) } else { Ok(tables) }
}

/// The table for a paper, one row per variant.
fn table(rows: &[SteppedVariant]) -> Table {
    let mut table = Table::new([
        "variant", "√u·D", "8 u·D", "ulp", "pairs", "jumps", "flips", "before", "after", "both", "greatest", "family",
    ]);
    let rate = |mean: &Option<Mean>| match mean {
        None => "–".to_owned(),
        Some(mean) if mean.rate == 0.0 => bounded_text(mean),
        Some(mean) => rate_text(&mean.rate()),
    };
    let length = |value: f64| if value.is_infinite() { "∞".to_owned() } else { significant(value, 2) };
    for row in rows {
        let worst = row
            .tallies
            .iter()
            .filter(|t| greatest(t).is_some())
            .max_by(|one, other| greatest(one).unwrap_or_default().total_cmp(&greatest(other).unwrap_or_default()));
        let counts = [row.sum(|t| t.jumps), row.sum(|t| t.flips)];
        let wrong = [row.sum(|t| t.before), row.sum(|t| t.after), row.sum(|t| t.both)];
        let rates = row.rates.iter().map(rate);
        table.push_with(
            &[&label(row.variant)],
            rates.chain([pairs(row)]).chain(counts).chain(wrong).chain([
                worst.and_then(|t| greatest(t)).map_or_else(|| "–".to_owned(), length),
                worst.map_or_else(|| "–".to_owned(), |t| label(&t.family)),
            ]),
        );
    }
    table
}

/// Numbers behind that table, one line per variant, step and family.
fn numbers(rows: &[SteppedVariant]) -> Table {
    let mut numbers = Table::new(["scalar", "variant", "step", "family", "pairs", "no_answer", "jumps", "flips"]).with([
        "before",
        "after",
        "both",
        "neither",
        "jump",
        "jump_case",
        "margin",
        "margin_case",
    ]);
    for t in rows.iter().flat_map(|row| &row.tallies) {
        numbers.push_with(
            &[&t.scalar, &t.variant, &t.step, &t.family],
            [t.pairs, t.no_answer, t.jumps, t.flips, t.before, t.after, t.both, t.neither]
                .map(|count| count.to_string())
                .into_iter()
                .chain([or_nothing(t.jump), t.jump_case.clone(), or_nothing(t.margin), t.margin_case.clone()]),
        );
    }
    numbers
}

fn typeset(survey: &Survey, scalar: &str) -> Typeset {
    let rows = rows(survey, scalar);
    Typeset {
        name: file_name(&["continuity", scalar]),
        caption: format!("Answers that jump when a body hardly moves, in {scalar}"),
        table: table(&rows),
        names: 1,
        notes: "Pairs of answers before and after a step of B (√u·D, 8 u·D, one unit in the last place of its greatest \
                coordinate) that break, in % of the pairs with two answers, families with equal weights and without the \
                corpus; in parentheses the upper bound at 95 %. A pair breaks if it jumps (the distances differ by more \
                than the movement and the tolerance) or flips (the verdicts differ, the exact ones do not, and one is wrong \
                by more than the tolerance). The other columns are counts over all families and the corpus. Pairs: the \
                least and the greatest number of pairs with two answers in the three steps. A pair that jumps and flips is \
                in both columns, and once in the columns for the answer that is wrong: the one before the step, the one \
                after it, or both. Greatest: the greatest jump or margin of a flip in u·D, and its family."
            .to_owned(),
        numbers: numbers(&rows),
    }
}

/// The number of pairs that were compared in a step: the least and the greatest of the three steps.
fn pairs(row: &SteppedVariant) -> String {
    let of_step = |step: &str| row.tallies.iter().filter(|t| t.step == step).map(|t| t.compared()).sum::<u64>();
    let counts = ContinuityTally::STEPS.map(of_step);
    let (least, most) = counts.iter().fold((u64::MAX, 0), |(least, most), &count| (least.min(count), most.max(count)));
    if least == most { most.to_string() } else { format!("{least}–{most}") }
}

/// The table of these variants for a document, or of all variants if none is named.
pub(crate) fn document(survey: &Survey, scalar: &str, variants: &[&str]) -> Result<Document, String> {
    if !scalars(survey).contains(&scalar) {
        return Err(format!("no steps were made in {scalar}"));
    }
    let mut made = typeset(survey, scalar);
    if let Some(unknown) = variants.iter().find(|name| made.table.rows.iter().all(|row| row[0] != **name)) {
        return Err(format!("no steps of {unknown} in {scalar}"));
    }
    made.table.rows.retain(|row| variants.is_empty() || variants.contains(&row[0].as_str()));
    Ok(Document::default().table(made.table, 1).text(made.notes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Study;

    fn tally(family: &str, step: &str, pairs: u64, after: u64, jump: Option<f64>) -> ContinuityTally {
        let text = |text: &str| text.to_owned();
        ContinuityTally {
            family: text(family),
            scalar: text("f64"),
            variant: text("own"),
            step: text(step),
            pairs,
            no_answer: 1,
            jumps: after,
            after,
            jump,
            ..ContinuityTally::default()
        }
    }

    #[test]
    fn rates_are_of_pairs_with_two_answers_and_families_count_alike() {
        // 1 of 10 and 0 of 40; the corpus does not count in the rate, but it counts in the greatest break.
        let tallies = vec![
            tally("gap", "root", 11, 1, Some(70.0)),
            tally("needle", "root", 41, 0, None),
            tally(CORPUS, "root", 3, 2, Some(1e6)),
            tally("gap", "place", 11, 0, None),
        ];
        let study = Study::default().with(tallies);
        let survey = Survey::new(&study);
        let row = &rows(&survey, "f64")[0];
        assert_eq!(row.rates.map(|mean| mean.map(|mean| mean.rate)), [Some(0.05), None, Some(0.0)]);
        assert_eq!(row.greatest, [Some(1e6), None, None]);
        // The bound is for as many independent cases: 0 of 5.
        let alone = rows(&survey, "f64")[0].rates[2].map(|mean| mean.upper());
        assert_eq!(alone, mean([(0, 5, 1)]).map(|mean| mean.upper()));
        let made = make(&survey).unwrap();
        assert_eq!(&made[0].table.rows[0][4..], ["0–52", "3", "0", "0", "3", "0", "1.0·10⁶", CORPUS]);
        assert!(made[0].table.rows[0][3].starts_with("0 (< "), "{:?}", made[0].table.rows);
        // Every step has pairs.
        let tallies = [("root", 11), ("units", 5), ("place", 8)].map(|(step, count)| tally("gap", step, count, 0, None));
        let study = Study::default().with(tallies.to_vec());
        assert_eq!(pairs(&rows(&Survey::new(&study), "f64")[0]), "4–10");
    }

    #[test]
    fn a_margin_counts_as_a_jump_does_and_no_number_is_beyond_all() {
        let flip = |jump, margin| ContinuityTally { jump, margin, ..ContinuityTally::default() };
        assert_eq!(greatest(&flip(Some(3.0), Some(5.0))), Some(5.0));
        assert_eq!(greatest(&flip(Some(f64::NAN), Some(5.0))), Some(f64::INFINITY));
        assert_eq!(greatest(&flip(None, None)), None);
    }
}
