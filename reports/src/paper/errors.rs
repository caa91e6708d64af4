//! Errors of lengths in units of u·D: median, upper quantiles, and the share beyond the tolerance.
//!
//! A tally counts errors in cells, eight per octave, and an error is taken at the end of its cell, so a quantile is at most an
//! eighth more than the exact one. Rulings use these errors, so the right answers are those with the least errors, and no right
//! answer is beyond the tolerance, even if the tolerance lies within a cell.

use std::collections::BTreeMap;

use gjk_records::{Column, VariantAnswers};

use super::{ANSWERS, Made, PaperTable, Typeset, file_name, label};
use crate::Survey;
use crate::digits::{rate_text, significant};
use crate::summary::{Mean, mean, weighted_quantile};
use crate::table::{Table, rate_cells};

pub(super) const TABLE: PaperTable = PaperTable {
    name: "errors",
    description: "length errors of the distance variants in units of u·D: quantiles, and the share beyond the tolerance",
    reads: &[ANSWERS],
    make,
};

const QUANTILES: [f64; 3] = [0.5, 0.9, 0.99];

/// The length errors of a variant in a scalar.
struct Errors {
    /// Answers with the right verdict and a length.
    answers: u64,
    quantiles: [f64; 3],
    /// The greatest error; infinite if one is not a number.
    most: f64,
    beyond: Mean,
}

/// Errors of a family with their counts, including infinite errors; errors of right answers end at the tolerance.
fn counted(found: &VariantAnswers, tolerance: f64) -> BTreeMap<u64, u64> {
    let mut right = if found.has_judged_errors() { found.counts.rulings[Column::Right] } else { 0 };
    let mut all: BTreeMap<u64, u64> = BTreeMap::new();
    // The bits of non-negative numbers have the same order as the numbers.
    let mut add = |error: f64, count: u64| {
        if count > 0 {
            *all.entry(error.max(0.0).to_bits()).or_default() += count;
        }
    };
    for (cell, count) in found.errors.iter() {
        let within = count.min(right);
        right -= within;
        add(cell.end().min(tolerance), within);
        add(cell.end(), count - within);
    }
    add(f64::INFINITY, found.endless_errors);
    all
}

fn errors(survey: &Survey, variant: usize, scalar: usize) -> Option<Errors> {
    let tolerance = survey.study.facts.tolerance;
    let of = |&family: &usize| {
        let counts = counted(survey.answers(family, variant, scalar)?, tolerance);
        (!counts.is_empty()).then_some((family, counts))
    };
    let families: Vec<(usize, BTreeMap<u64, u64>)> = survey.pooled_families(variant, scalar).iter().filter_map(of).collect();
    let answers = |counts: &BTreeMap<u64, u64>| counts.values().sum::<u64>();
    let beyond = |counts: &BTreeMap<u64, u64>| {
        counts.iter().filter(|(error, _)| f64::from_bits(**error) > tolerance).map(|(_, count)| count).sum::<u64>()
    };
    let mut weights: BTreeMap<u64, f64> = BTreeMap::new();
    for (_, counts) in &families {
        for (error, count) in counts {
            *weights.entry(*error).or_default() += *count as f64 / answers(counts) as f64;
        }
    }
    let weights: Vec<(f64, f64)> = weights.into_iter().map(|(error, weight)| (f64::from_bits(error), weight)).collect();
    Some(Errors {
        answers: families.iter().map(|(_, counts)| answers(counts)).sum(),
        quantiles: QUANTILES.map(|q| weighted_quantile(&weights, q).unwrap_or(f64::NAN)),
        most: weights.last()?.0,
        beyond: mean(families.iter().map(|(f, counts)| (beyond(counts), answers(counts), survey.families[*f].frames)))?,
    })
}

fn make(survey: &Survey) -> Made {
    let distances: Vec<usize> = (0..survey.variants.len()).filter(|&v| survey.variants[v].gives_distances()).collect();
    let mut tables = Vec::new();
    for s in survey.float_scalars() {
        let scalar = &survey.scalars[s];
        let mut table =
            Table::new(["variant", "answers", "median / u·D", "90 % / u·D", "99 % / u·D", "most / u·D", "beyond / %"]);
        let mut numbers = Table::new([
            "scalar",
            "variant",
            "answers",
            "median",
            "quantile_90",
            "quantile_99",
            "most",
            "beyond",
            "beyond_low",
            "beyond_high",
        ]);
        for &v in &distances {
            let Some(Errors { answers, quantiles, most, beyond }) = errors(survey, v, s) else { continue };
            let name = &survey.variants[v].name;
            let mut row = vec![label(name), answers.to_string()];
            row.extend(quantiles.into_iter().chain([most]).map(error_text));
            row.push(rate_text(&beyond.rate()));
            table.rows.push(row);
            let [median, ninety, ninety_nine] = &quantiles;
            numbers.push_with(&[scalar, name, &answers, median, ninety, ninety_nine, &most], rate_cells(Some(beyond.rate())));
        }
        if !table.rows.is_empty() {
            tables.push(Typeset {
                name: file_name(&["errors", scalar]),
                caption: format!("Length errors of the distance variants in {scalar}"),
                table,
                names: 1,
                notes: format!(
                    "Errors in units of u·D of the answers with the right verdict; families with equal weights. An error is \
                     the greatest of three: of the distance, of the witness points' distance, and of a witness point's \
                     distance from its body. Quantiles are at most an eighth above the exact ones. Beyond: the share in % \
                     beyond the tolerance of {} u·D; infinite errors are among these.",
                    crate::draw::number(survey.study.facts.tolerance)
                ),
                numbers,
            });
        }
    }
    if tables.is_empty() { Err("no distance in floating point was judged".to_owned()) } else { Ok(tables) }
}

/// Two digits, since a cell is an eighth of its numbers wide.
fn error_text(error: f64) -> String {
    if error == f64::INFINITY { "∞".to_owned() } else { significant(error, 2) }
}

#[cfg(test)]
mod tests {
    use gjk_records::{Cell, Histogram};

    use super::*;

    #[test]
    fn errors_of_right_answers_end_at_the_tolerance() {
        let cell = |number: f64| Cell::of(number).unwrap();
        // One of the two errors in the cell from 60 to 64 belongs to a right answer; the tolerance is 62.
        let errors = Histogram::from(vec![(cell(0.0), 3), (cell(60.5), 2), (cell(100.0), 1)]);
        let mut found = VariantAnswers { errors, judged_errors: 7, endless_errors: 1, ..VariantAnswers::default() };
        found.counts.rulings[Column::Right] = 4;
        let counts: Vec<(f64, u64)> =
            counted(&found, 62.0).into_iter().map(|(error, count)| (f64::from_bits(error), count)).collect();
        assert_eq!(counts, [(0.0, 3), (62.0, 1), (64.0, 1), (104.0, 1), (f64::INFINITY, 1)]);
        assert_eq!([0.0, 64.0, 104.0, 1.06e9, f64::INFINITY].map(error_text), ["0", "64", "100", "1.1·10⁹", "∞"]);
    }

    #[test]
    fn quantiles_and_the_share_beyond_are_those_of_the_answers() {
        // `near` has 10 answers in one family and 2 in the other, all with an error of 2, which is the lower end of its cell.
        let study = crate::tests::small();
        let made = make(&Survey::new(&study)).unwrap();
        assert_eq!((made.len(), &made[0].name[..]), (1, "errors-f64"));
        assert_eq!(made[0].table.rows, [["near", "12", "2.2", "2.2", "2.2", "2.2", "0"]]);
        assert_eq!(made[0].numbers.rows[0][..7], ["f64", "near", "12", "2.25", "2.25", "2.25", "2.25"]);
    }
}
