//! Time per query against the vertices of a body, over the cases that every reliable distance variant gets right.

use std::collections::{BTreeMap, BTreeSet};

use gjk_records::octave;

use super::sizes::{Sizes, widest};
use super::{Made, PaperTable, TIMES, Typeset, file_name, label};
use crate::Survey;
use crate::digits::time_text;
use crate::summary::quantile;
use crate::table::Table;

pub(super) const TABLE: PaperTable = PaperTable {
    name: "time-points",
    description: "time per query against vertices per body, for the families over most sizes",
    reads: &[TIMES],
    make,
};

/// The most families that get tables.
const FAMILIES: usize = 3;

/// A distance variant that is right on a smaller share of a family's timed cases does not decide which of them are compared: it
/// would remove the hard ones.
const RELIABLE: f64 = 0.9;

/// The distance variants that decide, by family and scalar.
fn reliable(survey: &Survey) -> BTreeMap<(usize, usize), Vec<usize>> {
    let mut rights: BTreeMap<(usize, usize, usize), [usize; 2]> = BTreeMap::new();
    for case in &survey.times.cases {
        for (v, time) in case.by_variant.iter().enumerate().filter(|(v, _)| survey.variants[*v].gives_distances()) {
            if time.is_some() {
                let [right, timed] = rights.entry((case.family, case.scalar, v)).or_default();
                *right += usize::from(case.right(v).is_some());
                *timed += 1;
            }
        }
    }
    let mut reliable: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for ((family, scalar, v), [right, timed]) in rights {
        if right as f64 >= RELIABLE * timed as f64 {
            reliable.entry((family, scalar)).or_default().push(v);
        }
    }
    reliable
}

/// The families that were timed over the most octaves of numbers of points, and their numbers.
fn families(survey: &Survey) -> Sizes {
    let mut sizes: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for case in &survey.times.cases {
        sizes.entry(case.family).or_default().insert(octave(case.points));
    }
    let mut families = widest(sizes);
    families.truncate(FAMILIES);
    families
}

/// The compared cases of a family in a scalar.
#[derive(Default)]
struct Compared {
    /// The number of compared cases, by points.
    cases: BTreeMap<usize, usize>,
    /// The times of right answers to these cases, by variant and points.
    times: BTreeMap<(usize, usize), Vec<f64>>,
}

/// The times of each variant over the cases that all reliable distance variants timed on it, and the variant itself, get right.
fn compared(survey: &Survey, family: usize, scalar: usize, judges: &[usize]) -> Compared {
    let mut compared = Compared::default();
    for case in survey.times.cases.iter().filter(|case| case.family == family && case.scalar == scalar) {
        if !judges.iter().all(|&v| case.by_variant[v].is_none() || case.right(v).is_some()) {
            continue;
        }
        let points = octave(case.points);
        *compared.cases.entry(points).or_default() += 1;
        for v in 0..case.by_variant.len() {
            if let Some(nanoseconds) = case.right(v) {
                compared.times.entry((v, points)).or_default().push(nanoseconds);
            }
        }
    }
    compared
}

fn make(survey: &Survey) -> Made {
    if survey.times.is_empty() {
        return Err("nothing was timed".to_owned());
    }
    let families = families(survey);
    if families.is_empty() {
        return Err("no family was timed over several numbers of points".to_owned());
    }
    let reliable = reliable(survey);
    let mut tables = Vec::new();
    for (family, sizes) in &families {
        for scalar in 0..survey.scalars.len() {
            let judges = reliable.get(&(*family, scalar)).map(Vec::as_slice).unwrap_or_default();
            tables.extend(typeset(survey, *family, sizes, scalar, &compared(survey, *family, scalar, judges)));
        }
    }
    if tables.is_empty() { Err("no timed case is right for all reliable distance variants".to_owned()) } else { Ok(tables) }
}

fn typeset(survey: &Survey, family: usize, sizes: &BTreeSet<usize>, scalar: usize, compared: &Compared) -> Option<Typeset> {
    let (name, of_scalar) = (&survey.families[family].name, &survey.scalars[scalar]);
    let mut table = Table::new(["variant"]).with(sizes.iter().map(usize::to_string));
    let mut numbers = Table::new("family scalar variant points cases median_ns lower_quartile upper_quartile".split(' '));
    for (v, variant) in survey.variants.iter().enumerate() {
        let mut row = vec![label(&variant.name)];
        for points in sizes {
            let mut times = compared.times.get(&(v, *points)).cloned().unwrap_or_default();
            times.sort_unstable_by(f64::total_cmp);
            let middle = quantile(&times, 0.5);
            row.push(time_text(middle));
            if let Some(middle) = middle {
                let [low, high] = [0.25, 0.75].map(|q| quantile(&times, q).unwrap_or(middle));
                numbers.push(&[name, of_scalar, &variant.name, points, &times.len(), &middle, &low, &high]);
            }
        }
        if row[1..].iter().any(|cell| cell != "–") {
            table.rows.push(row);
        }
    }
    let cases = sizes.iter().map(|points| format!("{} with {points}", compared.cases.get(points).copied().unwrap_or(0)));
    let machine = if survey.times.machine.is_empty() { "one machine" } else { &survey.times.machine };
    (!table.rows.is_empty()).then(|| Typeset {
        name: file_name(&["time-points", name, of_scalar]),
        caption: format!("Time per query in ns against vertices per body in {of_scalar}, family {name}"),
        table,
        names: 1,
        notes: format!(
            "Columns: vertices of the larger body, down to the next power of two. Median time of a query in ns on {machine}, \
             over the cases that the variant and every reliable distance variant get right. A reliable variant is right on \
             at least {:.0} % of the family's timed cases: {}. Variants that give verdicts alone compute less.{}",
            100.0 * RELIABLE,
            cases.collect::<Vec<_>>().join(", "),
            survey.times.erased_sentence(&[family], scalar)
        ),
        numbers,
    })
}

#[cfg(test)]
mod tests {
    use gjk_records::{Ruling, Timing};

    use super::*;
    use crate::Study;

    #[test]
    fn rarely_right_variants_do_not_affect_which_cases_are_compared() {
        let timing = |variant: &str, case: usize, points: usize, nanoseconds: f64, ruling: Ruling| Timing {
            family: "gap".to_owned(),
            scalar: "f64".to_owned(),
            variant: variant.to_owned(),
            case: format!("gap:1:{case}"),
            points,
            ruling,
            nanoseconds,
            ..Timing::default()
        };
        // Twelve cases of 8, 20 and 64 points. `near` is wrong on one of them, and reliable with 11 of 12. `poor` is right on
        // only one.
        let mut timings = Vec::new();
        for case in 0..12 {
            let near = if case == 0 { Ruling::Wrong } else { Ruling::Right };
            let poor = if case == 1 { Ruling::Right } else { Ruling::Wrong };
            let points = [8, 20, 64][case % 3];
            timings.push(timing("near", case, points, 100.0 * case as f64 + 12.25, near));
            timings.push(timing("poor", case, points, 7.0, poor));
        }
        let mut study = Study { lines: Vec::new(), ..crate::tests::small() }.with(timings);
        // Both variants promise distances.
        study.answers.iter_mut().flat_map(|answers| &mut answers.variants).for_each(|found| found.distance = true);
        study.answers.iter_mut().flat_map(|answers| &mut answers.variants).for_each(|found| {
            if found.variant == "sign" {
                found.variant = "poor".to_owned();
            }
        });
        let made = make(&Survey::new(&study)).unwrap();
        assert_eq!((made.len(), &made[0].name[..]), (1, "time-points-gap-f64"));
        assert_eq!(made[0].table.columns, ["variant", "8", "16", "64"]);
        // The cases are 3, 6, 9; then 1, 4, 7, 10; then 2, 5, 8, 11.
        assert_eq!(made[0].table.rows, [["near", "612", "562", "662"], ["poor", "–", "7.00", "–"]]);
        assert!(made[0].notes.contains("3 with 8, 4 with 16, 4 with 64"), "{}", made[0].notes);
        assert_eq!(made[0].numbers.rows[0][3..], ["8", "3", "612.25", "462.25", "762.25"]);
    }
}
