//! Failures by family: counts for the leading variants of the league.

use gjk_records::{Counts, Question};

use super::{ANSWERS, Made, PaperTable, Standings, Typeset, file_name, label};
use crate::Survey;
use crate::table::Table;

pub(super) const TABLE: PaperTable = PaperTable {
    name: "failures-by-family",
    description: "failures of the first variants of the league, by family",
    reads: &[ANSWERS],
    make,
};

/// The number of variants for which a page has room.
const VARIANTS: usize = 6;

fn make(survey: &Survey) -> Made {
    let standings = Standings::new(survey);
    let mut tables = Vec::new();
    for (s, scalar) in survey.scalars.iter().enumerate() {
        let Some(season) = Question::LEAGUES.into_iter().find_map(|question| standings.league(s, question)) else { continue };
        let variants: Vec<usize> = season.places.iter().take(VARIANTS).map(|place| place.variant).collect();
        tables.push(Typeset {
            name: file_name(&["failures-by-family", scalar]),
            caption: format!(
                "Failures by family of the first variants of the league of {} in {scalar}",
                season.question.league()
            ),
            table: failures_of(survey, s, &variants),
            names: 1,
            notes: NOTES.to_owned(),
            numbers: numbers(survey, s, &variants),
        });
    }
    if tables.is_empty() { Err("no variant can be compared".to_owned()) } else { Ok(tables) }
}

/// The meaning of the counts.
pub(crate) const NOTES: &str = "Failures (off, missed, phantom or no answer) of n cases; k/n if a variant accepts a \
                                different number of cases, and a dash if it accepts none. All: the sum, without the corpus.";

/// Counts of failures of some variants in a scalar: one row per family, and a row for all families together.
pub(crate) fn failures_of(survey: &Survey, scalar: usize, variants: &[usize]) -> Table {
    let mut table = Table::new(["family", "n"]).with(variants.iter().map(|&v| label(&survey.variants[v].name)));
    let row = |name: String, counts: Vec<[u64; 2]>| {
        let most = counts.iter().map(|[_, cases]| *cases).max().unwrap_or(0);
        let cell = |[failures, cases]: [u64; 2]| match cases {
            0 => "–".to_owned(),
            cases if cases == most => failures.to_string(),
            cases => format!("{failures}/{cases}"),
        };
        let cells: Vec<String> = [name, most.to_string()].into_iter().chain(counts.into_iter().map(cell)).collect();
        (most > 0).then_some(cells)
    };
    let of = |family: usize, variant: usize| {
        let counts = survey.counts(family, variant, scalar);
        [counts.failures(), counts.applicable()]
    };
    for (f, family) in survey.families.iter().enumerate() {
        table.rows.extend(row(label(&family.name), variants.iter().map(|&v| of(f, v)).collect()));
    }
    let pooled = survey.families_in_rates();
    let sum = |&v: &usize| [Counts::failures, Counts::applicable].map(|count| survey.sum(&pooled, v, scalar, count));
    table.rows.extend(row("all".to_owned(), variants.iter().map(sum).collect()));
    table
}

fn numbers(survey: &Survey, scalar: usize, variants: &[usize]) -> Table {
    let mut table = Table::new(["scalar", "family", "variant", "n", "failures"]);
    for (f, family) in survey.families.iter().enumerate() {
        for &v in variants {
            let counts = survey.counts(f, v, scalar);
            if counts.applicable() > 0 {
                let names = [&survey.scalars[scalar], &family.name, &survey.variants[v].name];
                table.push(&[names[0], names[1], names[2], &counts.applicable(), &counts.failures()]);
            }
        }
    }
    table
}
