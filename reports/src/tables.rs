//! Tables: of rulings by variant, of failures by family, and of ratios of times by pair of variants.

use std::fmt::Display;

use gjk_records::{Column, Counts, FAULTS, Question, Study};

use crate::document::Document;
use crate::league::{Season, heading, league_body, league_document, seasons, widest};
use crate::summary::Rate;
use crate::table::{Table, code, counted, or_nothing, percent, rate_cells, shortened};
use crate::trust::trust_text;
use crate::{Selection, Survey};

fn interval(rate: &Rate) -> String {
    format!("{}–{}", percent(rate.low), percent(rate.high))
}

/// Cells of a row by ruling, with the cell of the flat-missed after the cell of `contact`.
///
/// Flat-missed is not a ruling; such an answer is at best `contact`.
fn beside_contact<T>(by_ruling: impl IntoIterator<Item = T>, flat_missed: T) -> Vec<T> {
    let mut cells: Vec<T> = by_ruling.into_iter().collect();
    cells.insert(Column::Contact as usize + 1, flat_missed);
    cells
}

/// The summary: one row per scalar and variant, rates in [0, 1] with equal weights of families.
pub fn summary_table(survey: &Survey) -> Table {
    let mut table =
        Table::new(["scalar", "variant", "kind", "families", "cases", Column::NotApplicable.field(), Column::Refused.field()])
            .with(beside_contact(Column::APPLICABLE.map(Column::field), "flat_missed"))
            .with(["failure", "failure_low", "failure_high", "certified"])
            .with(FAULTS.map(|fault| format!("fault_{fault}")))
            .with(
                "nanoseconds timed_families timed_cases failure_nanoseconds failure_families failure_cases held_units"
                    .split(' '),
            )
            .with(["promise"]);
    let all = survey.families_in_rates();
    for (s, scalar) in survey.scalars.iter().enumerate() {
        for v in (0..survey.variants.len()).filter(|&v| !survey.total(v, s).rulings.is_empty()) {
            let variant = &survey.variants[v];
            let share = |hits: &dyn Fn(&Counts) -> u64| or_nothing(survey.pooled(v, s, hits).map(|rate| rate.rate));
            let mut row = vec![scalar.clone(), variant.name.clone(), variant.promise.kind().to_owned()];
            let [not_applicable, refused] = [Column::NotApplicable, Column::Refused].map(|of| survey.total(v, s).rulings[of]);
            let families = survey.pooled_families(v, s);
            let cases = survey.sum(&families, v, s, Counts::applicable);
            row.extend([families.len() as u64, cases, not_applicable, refused].map(|count| count.to_string()));
            let rulings = Column::APPLICABLE.map(|column| share(&|counts| counts.rulings[column]));
            row.extend(beside_contact(rulings, share(&|counts| counts.flat_missed)));
            row.extend(rate_cells(survey.pooled(v, s, Counts::failures).map(|mean| mean.rate())));
            row.push(share(&|counts| counts.certified));
            row.extend((0..FAULTS.len()).map(|fault| or_nothing(survey.pooled_fault(v, s, fault))));
            for time in [survey.times.pooled(&all, v, s), survey.times.mean(&survey.times.failed, &all, v, s)] {
                row.push(or_nothing(time.map(|(ns, ..)| ns)));
                row.extend(time.map_or([0, 0], |(_, families, cases)| [families, cases]).map(|count| count.to_string()));
            }
            row.push(or_nothing(survey.held_units(v, s)));
            row.push(variant.promise.name().to_owned());
            table.rows.push(row);
        }
    }
    table
}

/// The meaning of the column of the flat-missed.
const FLAT: &str = " Flat: called apart, although they overlap beyond the tolerance within a common plane or line; also \
                    counted under their ruling, contact or worse.";

/// The remarks in the summary that its numbers need.
pub(crate) fn reading(survey: &Survey) -> String {
    let facts = &survey.study.facts;
    let flat = if survey.has_flat_missed() { FLAT } else { "" };
    let corpus = if survey.corpus().is_some() { " Corpus: failures/cases, not in the rates." } else { "" };
    format!(
        "Rates in %, families with equal weights. Tolerance {} u·D, exact: 0. Rank: one plus the number of variants that \
         beat this one. x beats y if the exact sign test on the cases that both accept decides so at 5 % per pair; a case \
         without an answer counts as a wrong verdict. Rows of one rank (=) are in the order of their rate. Ranks: the range \
         of ranks if any one family is left out. Both ≤: upper bound at 95 % of missed and phantom together \
         (Clopper-Pearson). Verdicts: lengths do not count. Certified: the answer's own evidence proves the \
         verdict.{flat}{corpus} A variant without a loop in its name (ericson, johnson, …) is the source's subalgorithm in \
         this project's loop.",
        crate::draw::number(facts.tolerance)
    )
}

/// The meaning of the times: medians of some cases, on the machine that is shown, with further remarks.
fn times_text(survey: &Survey, median: &str, more: &str) -> String {
    let machine = &survey.times.machine;
    let machine = if machine.is_empty() { String::new() } else { format!(" on {}", shortened(machine, 60)) };
    let elsewhere = match survey.other_times.len() {
        0 => String::new(),
        others => format!(" Times on {} are only in pairs.csv.", counted(others, "other machine", "other machines")),
    };
    format!(
        "ns{machine}: {median} over the timed cases of a family that are right, then the geometric mean over \
         families.{more}{elsewhere}"
    )
}

/// The summary as printed on a terminal, in at most 34 lines of 110 columns.
pub fn summary_text(study: &Study) -> String {
    summary_of(study, &Selection::default())
}

/// The summary of the selected variants alone, if any are selected.
pub fn summary_of(study: &Study, selection: &Selection) -> String {
    let survey = Survey::of(study, &selection.variants);
    if survey.has_no_answers() {
        let made = study.lines.iter().filter(|lines| !lines.is_empty());
        let made: Vec<String> =
            made.map(|lines| format!("{} in {}", counted(lines.subjects().len(), "line", "lines"), lines.file())).collect();
        let made = if made.is_empty() { "nothing is left of it".to_owned() } else { made.join(", ") };
        return format!("This study has no single answers: {made}.\n");
    }
    trust_text(&survey)
}

/// The league that a reader sees first, which is also in the README: distances in doubles, else in another scalar.
fn first_league(survey: &Survey, seasons: &[Season]) -> Option<Season> {
    let of = |scalar: usize| {
        let is_of_it = |season: &&Season| season.question == Question::Distance && season.scalar == scalar;
        widest(seasons.iter().filter(is_of_it).cloned().collect())
    };
    let doubles = survey.scalars.iter().position(|scalar| scalar == "f64");
    doubles.into_iter().chain(0..survey.scalars.len()).find_map(of)
}

/// The summary, with the facts of the run.
pub(crate) fn summary_document(survey: &Survey) -> Document {
    let facts = &survey.study.facts;
    let mut text = Document::default().heading(1, "Summary");
    let all = seasons(survey);
    let first = first_league(survey, &all);
    if let Some(season) = &first {
        text = text.with(league_document(survey, season));
    }
    text = text.text(reading(survey));
    if !survey.times.is_empty() {
        let more = " The times of failures are in `summary.csv`.";
        text = text.text(times_text(survey, "median time of a query", more));
    }
    let is_first = |season: &Season| {
        first.as_ref().is_some_and(|first| {
            (first.question, first.scalar, &first.families) == (season.question, season.scalar, &season.families)
        })
    };
    for season in all.iter().filter(|season| !is_first(season)) {
        text = text.heading(2, heading(survey, season)).with(league_body(survey, season));
    }
    let features = if facts.features.is_empty() { "–".to_owned() } else { facts.features.join(", ") };
    let rows: [(&str, &dyn Display); 7] = [
        ("command", &code(&facts.command)),
        ("version, commit", &format!("{}, {}", facts.version, facts.commit)),
        ("seed", &facts.seed),
        ("cases of a family and scalar", &facts.cases_per_family),
        ("compiler", &facts.compiler),
        ("processor", &facts.processor),
        ("features", &features),
    ];
    let mut run = Table::new(["the run", ""]);
    rows.iter().for_each(|(name, value)| run.push(&[name, value]));
    if !survey.wanted.is_empty() {
        run.push(&[&"this report is of these variants alone", &survey.wanted.join(", ")]);
    }
    text.table(run, 2)
}

/// Failures of every family, variant and scalar with answers: counts, the rate with its interval, and the causes.
pub fn failure_table(survey: &Survey) -> Table {
    let mut table = Table::new(["family", "variant", "scalar", "n"])
        .with(beside_contact(Column::ALL.map(Column::field), "flat_missed"))
        .with(["certified", "failure", "failure_low", "failure_high"])
        .with(FAULTS.map(|fault| format!("fault_{fault}")))
        .with(["failures", "failures_asked"]);
    for (f, family) in survey.families.iter().enumerate() {
        for (v, variant) in survey.variants.iter().enumerate() {
            for (s, scalar) in survey.scalars.iter().enumerate() {
                let counts = survey.counts(f, v, s);
                if counts.rulings.is_empty() {
                    continue;
                }
                let mut row = vec![family.name.clone(), variant.name.clone(), scalar.clone()];
                row.extend(numbers(counts));
                row.extend(rate_cells(survey.failure_rate(f, v, s)));
                row.extend(counts.faults.iter().map(u64::to_string));
                row.extend([counts.failures(), counts.failures_asked()].map(|count| count.to_string()));
                table.rows.push(row);
            }
        }
    }
    table
}

/// The numbers of applicable cases, of each ruling, of the flat-missed next to `contact`, and of certified answers.
fn numbers(counts: &Counts) -> impl Iterator<Item = String> {
    let rulings = beside_contact(Column::ALL.map(|column| counts.rulings[column]), counts.flat_missed);
    std::iter::once(counts.applicable()).chain(rulings).chain([counts.certified]).map(|count| count.to_string())
}

/// The failures, scalar by scalar; rows without a failure are left out and counted.
pub(crate) fn failure_document(survey: &Survey) -> Document {
    let mut text = Document::default().heading(1, "Failures by family, variant and scalar").text(
        "n: applicable cases. A failure is off, missed, phantom or no answer; its rate is in % with the 95 % interval of \
         Wilson, in which the frames of a trace count as one case. The cause was looked for in some failures of a variant \
         on a family: the three columns before the last one count these.",
    );
    for (s, scalar) in survey.scalars.iter().enumerate() {
        let mut table = Table::new(["family", "variant", "n"])
            .with(beside_contact(Column::APPLICABLE.map(Column::short), "flat-missed"))
            .with(["not applicable", "certified", "failure", "95 %"])
            .with(FAULTS[..3].to_vec())
            .with(["cause looked for"]);
        let mut without = 0;
        for (f, family) in survey.families.iter().enumerate() {
            for (v, variant) in survey.variants.iter().enumerate() {
                let counts = survey.counts(f, v, s);
                let Some(rate) = survey.failure_rate(f, v, s).filter(|_| counts.failures() > 0) else {
                    without += usize::from(!counts.rulings.is_empty());
                    continue;
                };
                let mut row = vec![family.name.clone(), variant.name.clone()];
                row.extend(numbers(counts));
                row.extend([percent(rate.rate), interval(&rate)]);
                row.extend(counts.faults[..3].iter().map(u64::to_string));
                row.push(format!("{} of {}", counts.failures_asked(), counts.failures()));
                table.rows.push(row);
            }
        }
        text = text.heading(2, &scalar[..]);
        if !table.rows.is_empty() {
            text = text.table(table, 2);
        }
        text = text.text(format!(
            "{without} pairs of a family and a variant have no failure (all pairs are in \
            `failures.csv`)."
        ));
    }
    text
}

/// Ratios of times of pairs of variants, by family and number of points, over the cases that both get right, machine by
/// machine.
pub fn ratio_table(survey: &Survey) -> Table {
    let mut table = Table::new(["machine", "scalar", "family", "points", "variant", "other", "cases", "median_ratio"]);
    for times in std::iter::once(&survey.times).chain(&survey.other_times) {
        for ratio in times.ratios(true) {
            let (scalar, family) = (&survey.scalars[ratio.scalar], &survey.families[ratio.family].name);
            let (variant, other) = (&survey.variants[ratio.variant].name, &survey.variants[ratio.other].name);
            let points = or_nothing(ratio.points);
            table.push(&[&times.machine, scalar, family, &points, variant, other, &ratio.cases, &ratio.ratio]);
        }
    }
    table
}
