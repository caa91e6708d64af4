//! Iterations per query: quantiles of their distribution, and iterations against the vertices of a body.

use std::collections::{BTreeMap, BTreeSet};

use super::sizes::widest;
use super::{ANSWERS, Made, PaperTable, Typeset, file_name, label};
use crate::Survey;
use crate::summary::{counted_quantile, weighted_quantile};
use crate::table::Table;

pub(super) const TABLE: PaperTable = PaperTable {
    name: "iterations",
    description: "quantiles of the iterations of each variant, by scalar",
    reads: &[ANSWERS],
    make,
};

pub(super) const POINTS: PaperTable = PaperTable {
    name: "iterations-points",
    description: "iterations of each variant against vertices per body",
    reads: &[ANSWERS],
    make: make_points,
};

const QUANTILES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];

fn make(survey: &Survey) -> Made {
    let mut tables = Vec::new();
    for (s, scalar) in survey.scalars.iter().enumerate() {
        let mut table = Table::new(["variant", "answers", "5 %", "25 %", "median", "75 %", "95 %", "most"]);
        let columns = "scalar variant answers quantile_05 quantile_25 median quantile_75 quantile_95 most";
        let mut numbers = Table::new(columns.split(' '));
        for (v, variant) in survey.variants.iter().enumerate() {
            let counts = survey.weighted(v, s, |found| found.iterations.iter().map(|((_, number), count)| (number, count)));
            // An implementation that reports no iterations has no row.
            let Some((&most, _)) = counts.last_key_value().filter(|(most, _)| **most > 0) else { continue };
            let answers: u64 = counts.values().map(|(answers, _)| answers).sum();
            let values: Vec<(f64, f64)> = counts.iter().map(|(number, (_, weight))| (*number as f64, *weight)).collect();
            let quantiles = QUANTILES.map(|q| weighted_quantile(&values, q).unwrap_or(most as f64).to_string());
            let cells = [vec![answers.to_string()], quantiles.to_vec(), vec![most.to_string()]].concat();
            table.push_with(&[&label(&variant.name)], cells.clone());
            numbers.push_with(&[scalar, &variant.name], cells);
        }
        if !table.rows.is_empty() {
            tables.push(Typeset {
                name: file_name(&["iterations", scalar]),
                caption: format!("Iterations per query in {scalar}"),
                table,
                names: 1,
                notes: "Quantiles of the iterations of all applicable queries, also those without an answer; families with \
                        equal weights. Implementations that report no iterations are left out."
                    .to_owned(),
                numbers,
            });
        }
    }
    if tables.is_empty() { Err("no case was judged".to_owned()) } else { Ok(tables) }
}

/// The count of each number of iterations, by ascending octave of points and number.
fn counts_of(survey: &Survey, family: usize, variant: usize, scalar: usize) -> impl Iterator<Item = ((usize, usize), u64)> {
    survey.answers(family, variant, scalar).into_iter().flat_map(|answers| answers.iterations.iter())
}

/// The family whose numbers of points span the most octaves, with these numbers; `None` if no family spans at least two.
fn family(survey: &Survey) -> Option<(usize, BTreeSet<usize>)> {
    let sizes = survey.families_in_rates().into_iter().map(|f| {
        let places = (0..survey.variants.len()).flat_map(|v| (0..survey.scalars.len()).map(move |s| (v, s)));
        (f, places.flat_map(|(v, s)| counts_of(survey, f, v, s)).map(|((points, _), _)| points).collect())
    });
    widest(sizes).into_iter().next()
}

fn make_points(survey: &Survey) -> Made {
    let (family, sizes) = family(survey).ok_or("no family has several numbers of points")?;
    let name = &survey.families[family].name;
    let mut tables = Vec::new();
    for (s, scalar) in survey.scalars.iter().enumerate() {
        let mut table = Table::new(["variant"]).with(sizes.iter().map(usize::to_string));
        let mut numbers = Table::new("family scalar variant points answers median quantile_95".split(' '));
        for (v, variant) in survey.variants.iter().enumerate() {
            let mut values: BTreeMap<usize, Vec<(f64, u64)>> = BTreeMap::new();
            for ((points, iterations), count) in counts_of(survey, family, v, s) {
                values.entry(points).or_default().push((iterations as f64, count));
            }
            let mut row = vec![label(&variant.name)];
            for points in &sizes {
                let list = values.get(points).map(Vec::as_slice).unwrap_or_default();
                let quantiles = counted_quantile(list, 0.5).zip(counted_quantile(list, 0.95));
                row.push(quantiles.map_or_else(|| "–".to_owned(), |(median, high)| format!("{median:.0} ({high:.0})")));
                if let Some((median, high)) = quantiles {
                    let answers: u64 = list.iter().map(|(_, count)| count).sum();
                    numbers.push(&[name, scalar, &variant.name, points, &answers, &median, &high]);
                }
            }
            if values.values().flatten().any(|(iterations, _)| *iterations > 0.0) {
                table.rows.push(row);
            }
        }
        if !table.rows.is_empty() {
            tables.push(Typeset {
                name: file_name(&["iterations-points", scalar]),
                caption: format!("Iterations per query against vertices per body in {scalar}, family {name}"),
                table,
                names: 1,
                notes: "Columns: vertices of the larger body, down to the next power of two. Median of the iterations of all \
                        applicable queries; in parentheses the 95 % quantile."
                    .to_owned(),
                numbers,
            });
        }
    }
    if tables.is_empty() { Err("no family has several numbers of points".to_owned()) } else { Ok(tables) }
}

#[cfg(test)]
mod tests {
    use gjk_records::{Answers, Histogram, VariantAnswers};

    use super::*;
    use crate::Study;

    /// One family whose answers have these points, iterations and counts.
    fn study(of: &[((usize, usize), u64)]) -> Study {
        let mut answers = Answers::new("hulls", "f64");
        let mut found =
            VariantAnswers { variant: "one".to_owned(), iterations: Histogram::from(of.to_vec()), ..VariantAnswers::default() };
        found.counts.rulings[gjk_records::Column::Right] = of.iter().map(|(_, count)| count).sum();
        answers.variants.push(found);
        Study { answers: vec![answers], ..Study::default() }
    }

    #[test]
    fn quantiles_are_counted_by_hand() {
        // 20 answers: eighteen of 3 iterations, one of 7, one of 50.
        let of = study(&[((8, 3), 10), ((16, 3), 8), ((16, 7), 1), ((64, 50), 1)]);
        let survey = Survey::new(&of);
        let made = make(&survey).unwrap();
        assert_eq!(made[0].table.rows, [["one", "20", "3", "3", "3", "3", "7", "50"]]);
        let made = make_points(&survey).unwrap();
        assert_eq!(made[0].table.columns, ["variant", "8", "16", "64"]);
        // Eight of nine values are 3: the 95 % quantile is 3 plus 0.6 of the way to 7.
        assert_eq!(made[0].table.rows, [["one", "3 (3)", "3 (5)", "50 (50)"]]);
        assert_eq!(made[0].numbers.rows[1], ["hulls", "f64", "one", "16", "9", "3", "5.399999999999999"]);
        assert!(make_points(&Survey::new(&study(&[((8, 3), 1)]))).is_err());
    }
}
