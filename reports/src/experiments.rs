//! The experiments as tables for documents: the loop, its tolerance, and warm starts.
//!
//! The words of a place choose the rows.

use gjk_records::{Column, LoopTally, TraceTally};

use crate::Survey;
use crate::distinct::distinct;
use crate::document::Document;
use crate::draw::{number, superscript};
use crate::figure::loops::{self, COUNTED};
use crate::figure::tolerances;
use crate::figure::warm_start::{STARTS, Traces};
use crate::sorted::sort_by_key;
use crate::table::{Table, counted, percent};

/// A property of a record, by which rows are chosen and distinguished.
type Field<T> = (&'static str, fn(&T) -> &str);

/// The properties in which the loops differ, by the names of their columns.
const LOOPS: [Field<LoopTally>; 6] = [
    ("subalgorithm", |t| &t.subalgorithm),
    ("stop", |t| &t.stop),
    ("safeguards", |t| &t.safeguards),
    ("v from", |t| &t.nearest),
    ("frame", LoopTally::frame),
    ("family", |t| &t.family),
];

/// The records that the words choose: if the words name values of a field, the record has one of these values.
fn chosen<'t, T>(all: Vec<&'t T>, fields: &[Field<T>], words: &[&str]) -> Result<Vec<&'t T>, String> {
    let mut left = all.clone();
    let mut known = 0;
    for (_, field) in fields {
        let mine: Vec<&str> = words.iter().copied().filter(|word| all.iter().any(|t| field(t) == *word)).collect();
        known += mine.len();
        left.retain(|t| mine.is_empty() || mine.contains(&field(t)));
    }
    if known < words.len() {
        let unknown = words.iter().find(|word| all.iter().all(|t| fields.iter().all(|(_, field)| field(t) != **word)));
        return Err(format!("nothing was run with `{}`", unknown.unwrap_or(&"")));
    }
    if left.is_empty() { Err("nothing was run with all of these".to_owned()) } else { Ok(left) }
}

/// The loops of a scalar that the words choose, with the percentage of cases in which each is right, wrong, or without an
/// answer.
///
/// They are loops in the world frame unless a word names another frame.
pub(crate) fn loop_table(survey: &Survey, scalar: &str, words: &[&str]) -> Result<Document, String> {
    let is_mine = |t: &&LoopTally| t.scalar == scalar && t.tolerance.is_none() && t.cases > 0;
    let mut mine: Vec<&LoopTally> = survey.study.of::<LoopTally>().iter().filter(is_mine).collect();
    if !mine.iter().any(|t| words.contains(&t.frame())) {
        mine.retain(|t| t.frame() == LoopTally::WORLD);
    }
    let mine = chosen(mine, &LOOPS, words)?;
    let families = distinct(mine.iter().map(|t| t.family.as_str()));
    let of_loop = &LOOPS[..5];
    let key = |t: &&LoopTally| of_loop.iter().map(|(_, field)| field(t).to_owned()).collect::<Vec<_>>();
    let mut loops = distinct(mine.iter().map(key));
    sort_by_key(&mut loops, |choices| mine.iter().position(|t| t.subalgorithm == choices[0]));
    // The properties that all rows share are printed above the table.
    let differ: Vec<usize> = (0..of_loop.len()).filter(|&i| loops.iter().any(|one| one[i] != loops[0][i])).collect();
    let is_told = |&i: &usize| !differ.contains(&i) && (of_loop[i].0, &loops[0][i][..]) != ("frame", LoopTally::WORLD);
    let agreed = (0..of_loop.len()).filter(is_told).map(|i| match of_loop[i].0 {
        "subalgorithm" => loops[0][i].clone(),
        name => format!("{name} {}", loops[0][i]),
    });
    let cases: u64 = mine.iter().filter(|t| key(t) == loops[0]).map(|t| t.cases).sum();
    let of_families = match families[..] {
        [family] => format!("family {family}"),
        _ => format!("{} with equal weights", counted(families.len(), "family", "families")),
    };
    let heading: Vec<String> = std::iter::once(scalar.to_owned()).chain(agreed).chain([of_families]).collect();
    let names = differ.iter().map(|&i| of_loop[i].0);
    let mut table = Table::new(names.chain(COUNTED.iter().map(|(name, _)| *name)).chain(["right"]));
    for choices in &loops {
        let tallies: Vec<&LoopTally> = mine.iter().copied().filter(|t| key(t) == *choices).collect();
        let share = |count: fn(&LoopTally) -> u64| {
            loops::rate(survey, &tallies, count).map_or_else(String::new, |rate| percent(rate.rate))
        };
        let mut row: Vec<String> = differ.iter().map(|&i| choices[i].clone()).collect();
        row.extend(COUNTED.iter().map(|&(_, count)| share(count)));
        row.push(share(|t| t.rulings[Column::Right]));
        table.rows.push(row);
    }
    let over = format!("{}; {cases} cases per loop, shares in %", heading.join(", "));
    Ok(Document::of(over).table(table, differ.len()))
}

/// The loops with a tolerance that the words choose, by falling tolerance.
pub(crate) fn tolerance_table(survey: &Survey, scalar: &str, words: &[&str]) -> Result<Document, String> {
    let is_mine = |t: &&LoopTally| t.scalar == scalar && t.tolerance.is_some() && t.cases > 0;
    let mine = chosen(survey.study.of::<LoopTally>().iter().filter(is_mine).collect(), &LOOPS, words)?;
    let families = distinct(mine.iter().map(|t| &t.family)).len();
    let mut points = tolerances::points(&mine);
    let of_loop = |t: &LoopTally| [t.subalgorithm.clone(), t.stop.clone(), t.safeguards.clone()];
    sort_by_key(&mut points, |p| [0, 1, 2].map(|i| mine.iter().position(|t| of_loop(t)[i] == of_loop(p.of)[i])));
    let mut table =
        Table::new(["subalgorithm", "relative to", "safeguards", "ε"]).with(tolerances::ROWS.map(|(name, ..)| name));
    // Points come by rising tolerance.
    for points in points.chunk_by(|p, q| of_loop(p.of) == of_loop(q.of)) {
        for p in points.iter().rev() {
            let mut row = of_loop(p.of).to_vec();
            row.push(tolerance(p.tolerance()));
            row.extend(p.values.iter().zip(&tolerances::ROWS).map(|(value, (_, is_rate, _))| match value {
                None => String::new(),
                Some(value) if *is_rate => percent(value / 100.0),
                Some(value) => format!("{value:.1}"),
            }));
            table.rows.push(row);
        }
    }
    let over = format!("{scalar}, {} with equal weights", counted(families, "family", "families"));
    Ok(Document::of(over).table(table, 3))
}

/// A tolerance as a power of ten if it is one, else as a number.
fn tolerance(value: f64) -> String {
    let exponent = value.log10().round();
    if (value / 10.0_f64.powf(exponent) - 1.0).abs() < 1e-9 {
        format!("10{}", superscript(exponent as i32))
    } else {
        format!("{value:.1e}")
    }
}

/// A step as a power of two if it is one, else as a number.
fn step(value: f64) -> String {
    let exponent = value.log2();
    if exponent == exponent.round() && exponent < 0.0 { format!("2{}", superscript(exponent as i32)) } else { number(value) }
}

/// The traces of a family in a scalar, of the variants that the words name if there are any.
fn traces(survey: &Survey, family: &str, scalar: &str, variants: &[&str]) -> Result<Vec<TraceTally>, String> {
    let all = Traces::all(survey);
    let of_family = all.into_iter().find(|traces| traces.family == family).ok_or(format!("no traces of `{family}`"))?;
    let tallies = of_family.tallies;
    if let Some(unknown) = variants.iter().find(|name| tallies.iter().all(|t| t.scalar != scalar || t.variant != **name)) {
        return Err(format!("no traces of {unknown} in {scalar}"));
    }
    let is_mine = |t: &TraceTally| t.scalar == scalar && (variants.is_empty() || variants.contains(&t.variant.as_str()));
    let mine: Vec<TraceTally> = tallies.into_iter().filter(is_mine).collect();
    if mine.is_empty() { Err(format!("no traces in {scalar}")) } else { Ok(mine) }
}

/// Iterations, times and failures of warm starts, step by step.
pub(crate) fn warm_table(survey: &Survey, family: &str, scalar: &str, variants: &[&str]) -> Result<Document, String> {
    let tallies = traces(survey, family, scalar, variants)?;
    let starts = STARTS.map(|(name, ..)| name);
    let mut table = Table::new(
        "variant | step | iterations, cold | direction | vertices | time / cold, direction | vertices | failures, cold | direction | \
         vertices"
            .split(" | "),
    );
    for variant in distinct(tallies.iter().map(|t| t.variant.as_str())) {
        let mine = || tallies.iter().filter(|t| t.variant == variant);
        for of_step in distinct(mine().map(|t| t.step.to_bits())).into_iter().map(f64::from_bits) {
            let of = |start: &str| mine().find(|t| t.step == of_step && t.start == start);
            let cell = |start: &str, value: fn(&TraceTally) -> String| of(start).map_or_else(String::new, value);
            let mut row = vec![variant.to_owned(), step(of_step)];
            row.extend(starts.map(|start| cell(start, |t| shown(t.iterations, 1))));
            row.extend(starts[1..].iter().map(|start| cell(start, |t| shown(t.time_ratio, 2))));
            row.extend(starts.map(|start| cell(start, |t| t.rulings.failures().to_string())));
            table.rows.push(row);
        }
    }
    let frames = tallies.iter().map(|t| t.frames).max().unwrap_or_default();
    Ok(Document::of(format!("{family}, {scalar}, {frames} frames per step")).table(table, 1))
}

/// The failures of all steps together, by variant and start.
pub(crate) fn warm_failures(survey: &Survey, family: &str, scalar: &str) -> Result<Document, String> {
    let tallies = traces(survey, family, scalar, &[])?;
    let columns = ["variant", "frames", "failures, cold", "direction", "vertices", "missed, cold", "direction", "vertices"];
    let mut table = Table::new(columns);
    for variant in distinct(tallies.iter().map(|t| t.variant.as_str())) {
        let sum = |start: &str, count: fn(&TraceTally) -> u64| {
            let counts = tallies.iter().filter(|t| t.variant == variant && t.start == start).map(count);
            counts.fold(0, u64::saturating_add).to_string()
        };
        let mut row = vec![variant.to_owned(), sum("cold", |t| t.frames)];
        row.extend(STARTS.map(|(start, ..)| sum(start, |t| t.rulings.failures())));
        row.extend(STARTS.map(|(start, ..)| sum(start, |t| t.rulings[Column::Missed])));
        table.rows.push(row);
    }
    Ok(Document::of(format!("{family}, {scalar}, all steps")).table(table, 1))
}

/// A number with this number of decimals, if there is one.
fn shown(value: Option<f64>, decimals: usize) -> String {
    value.filter(|value| value.is_finite()).map_or_else(String::new, |value| format!("{value:.decimals$}"))
}
