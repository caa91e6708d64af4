//! Tables: of rulings by variant, of failures by family, and of times by pair of variants.

use gjk_records::Ruling;

use crate::Study;
use crate::summary::Rate;
use crate::survey::{FAULTS, Survey, Tally};
use crate::table::{Table, counted, folded, percent, shortened};

fn interval(rate: &Rate) -> String {
    format!("{}–{}", percent(rate.low), percent(rate.high))
}

fn time_text(nanoseconds: Option<f64>) -> String {
    nanoseconds.map_or_else(|| "–".to_owned(), |ns| if ns < 100.0 { format!("{ns:.1}") } else { format!("{ns:.0}") })
}

/// The rulings whose rates are shown, best first.
const SHOWN: [Ruling; 5] = [Ruling::Right, Ruling::Inaccurate, Ruling::Contact, Ruling::Wrong, Ruling::GaveUp];

/// The summary: one row for each scalar and variant, rates in [0, 1] with equal weights per family.
pub fn summary_table(survey: &Survey) -> Table {
    let mut columns = vec!["scalar", "variant", "kind", "families", "cases", "not_applicable"];
    columns.extend(["right", "inaccurate", "contact", "wrong", "gave_up", "failure", "failure_low", "failure_high"]);
    columns.extend(["certified", "fault_algorithm", "fault_rounding", "fault_range", "fault_unknown"]);
    columns.extend(["nanoseconds", "timed_families", "timed_cases"]);
    let mut table = Table::new(&columns);
    for (s, scalar) in survey.scalars.iter().enumerate() {
        for (v, variant) in survey.variants.iter().enumerate() {
            let total = survey.total(v, s);
            if total.rulings == [0; 6] {
                continue;
            }
            let rate = |hits: &dyn Fn(&Tally) -> u64| survey.pooled(v, s, hits);
            let share = |hits: &dyn Fn(&Tally) -> u64| rate(hits).map_or_else(String::new, |r| r.rate.to_string());
            let kind = if variant.distance { "distance" } else { "boolean" };
            let mut row = vec![scalar.clone(), variant.name.clone(), kind.to_owned()];
            let pooled = survey.pooled_families(v, s);
            row.push(pooled.len().to_string());
            row.push(pooled.iter().map(|&f| survey.tally(f, v, s).applicable()).sum::<u64>().to_string());
            row.push(total.of(Ruling::NotApplicable).to_string());
            row.extend(SHOWN.map(|ruling| share(&|tally| tally.of(ruling))));
            let failure = rate(&Tally::failures);
            row.extend([Rate::rate, Rate::low, Rate::high].map(|of| failure.map_or_else(String::new, |r| of(&r).to_string())));
            row.push(share(&|tally| tally.certified));
            row.extend((0..FAULTS.len()).map(|i| share(&|tally| tally.faults[i])));
            let families: Vec<usize> = (0..survey.families.len()).filter(|&f| survey.families[f].pooled).collect();
            match survey.times.pooled(&families, v, s) {
                Some((ns, families, cases)) => row.extend([ns.to_string(), families.to_string(), cases.to_string()]),
                None => row.extend([String::new(), "0".to_owned(), "0".to_owned()]),
            }
            table.push(row);
        }
    }
    table
}

impl Rate {
    fn rate(&self) -> f64 {
        self.rate
    }
    fn low(&self) -> f64 {
        self.low
    }
    fn high(&self) -> f64 {
        self.high
    }
}

/// What the summary says in words that its numbers need.
pub(crate) fn reading(survey: &Survey) -> String {
    let facts = &survey.study.facts;
    let corpus = if survey.families.iter().any(|f| !f.pooled) { " Corpus: failures/cases, not in the rates." } else { "" };
    format!(
        "Rates in %, families with equal weights. Tolerance {} u·D, exact: 0. Failed: wrong or gave-up, with 95 % \
         interval. Cert.: the verdict is proven by the answer's own evidence.{corpus}",
        crate::axis::number(facts.tolerance)
    )
}

/// The rows of one scalar of the summary, as people read them; names of at most `name` characters.
fn shown(survey: &Survey, scalar: usize, name: usize) -> Table {
    let times = !survey.times.is_empty();
    let mut columns = vec!["variant", "cases", "right", "inacc.", "contact", "wrong", "gave-up", "failed", "95 %", "cert."];
    let corpus = survey.families.iter().position(|family| !family.pooled);
    if corpus.is_some() {
        columns.push("corpus");
    }
    if times {
        columns.push("ns");
    }
    let mut table = Table::new(&columns);
    let all: Vec<usize> = (0..survey.families.len()).filter(|&f| survey.families[f].pooled).collect();
    for (v, variant) in survey.variants.iter().enumerate() {
        let total = survey.total(v, scalar);
        if total.rulings == [0; 6] {
            continue;
        }
        let mut row: Vec<String> = vec![shortened(&variant.name, name)];
        let pooled = survey.pooled_families(v, scalar);
        row.push(pooled.iter().map(|&f| survey.tally(f, v, scalar).applicable()).sum::<u64>().to_string());
        let share = |hits: &dyn Fn(&Tally) -> u64| survey.pooled(v, scalar, hits).map_or(f64::NAN, |r| r.rate);
        row.extend(SHOWN.map(|ruling| percent(share(&|tally| tally.of(ruling)))));
        let failure = survey.pooled(v, scalar, Tally::failures);
        row.push(failure.map_or_else(|| "–".to_owned(), |r| percent(r.rate)));
        row.push(failure.map_or_else(|| "–".to_owned(), |r| interval(&r)));
        row.push(percent(share(&|tally| tally.certified)));
        if let Some(corpus) = corpus {
            let tally = survey.tally(corpus, v, scalar);
            row.push(format!("{}/{}", tally.failures(), tally.applicable()));
        }
        if times {
            row.push(time_text(survey.times.pooled(&all, v, scalar).map(|t| t.0)));
        }
        table.push(row);
    }
    table
}

/// The widest line of [`summary_text`], in characters.
const TERMINAL: usize = 110;

/// The summary as it is printed on a terminal: at most 110 columns.
pub fn summary_text(study: &Study) -> String {
    let survey = Survey::new(study);
    if survey.rows.is_empty() {
        return "There are no records to summarise.\n".to_owned();
    }
    let widest = |text: &str| text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for (s, scalar) in survey.scalars.iter().enumerate() {
        // Full names if they fit, closer together if not, shortened at last.
        let names = [(usize::MAX, 2), (usize::MAX, 1)].into_iter().chain((8..=30).rev().map(|name| (name, 1)));
        let blocks = names.map(|(name, gap)| shown(&survey, s, name).text(1, gap));
        let block = blocks.into_iter().find(|block| widest(block) <= TERMINAL);
        let block = block.unwrap_or_else(|| shown(&survey, s, 8).text(1, 1));
        text += &format!("{scalar}, {}\n{block}\n", counted(survey.family_count(s), "family", "families"));
    }
    text += &folded(&reading(&survey), TERMINAL);
    if !survey.times.is_empty() {
        text += "ns: median a query over all timed cases of a family, failures included; geometric mean over families.\n";
    }
    text
}

/// The summary as Markdown, with the facts of the run.
pub(crate) fn summary_markdown(survey: &Survey) -> String {
    let facts = &survey.study.facts;
    let mut text = "# Summary\n\n".to_owned();
    for (s, scalar) in survey.scalars.iter().enumerate() {
        let table = shown(survey, s, usize::MAX);
        if !table.rows.is_empty() {
            let families = counted(survey.family_count(s), "family", "families");
            text += &format!("## {scalar}, {families}\n\n{}\n", table.markdown(1));
        }
    }
    text += &format!("{}\n\n", reading(survey));
    if !survey.times.is_empty() {
        text +=
            "ns: median time of a query over all timed cases of a family, failures included; geometric mean over families.\n\n";
    }
    let mut run = Table::new(&["the run", ""]);
    let mut fact = |name: &str, value: String| run.push([name.to_owned(), value]);
    fact("command", format!("`{}`", facts.command));
    fact("version, commit", format!("{}, {}", facts.version, facts.commit));
    fact("seed", facts.seed.to_string());
    fact("cases of a family and scalar", facts.cases_per_family.to_string());
    fact("compiler", facts.compiler.clone());
    fact("processor", facts.processor.clone());
    fact("threads", facts.threads.to_string());
    fact("features", if facts.features.is_empty() { "–".to_owned() } else { facts.features.join(", ") });
    text + &run.markdown(2)
}

/// Failures of every family, variant and scalar that has records: counts, the rate with its interval, and whose fault.
pub fn failure_table(survey: &Survey) -> Table {
    let mut columns = vec!["family", "variant", "scalar", "n", "right", "inaccurate", "contact", "wrong", "gave_up"];
    columns.extend(["not_applicable", "certified", "failure", "failure_low", "failure_high"]);
    columns.extend(["fault_algorithm", "fault_rounding", "fault_range", "fault_unknown"]);
    let mut table = Table::new(&columns);
    for (f, family) in survey.families.iter().enumerate() {
        for (v, variant) in survey.variants.iter().enumerate() {
            for (s, scalar) in survey.scalars.iter().enumerate() {
                let tally = survey.tally(f, v, s);
                if tally.rulings == [0; 6] {
                    continue;
                }
                let mut row = vec![family.name.clone(), variant.name.clone(), scalar.clone(), tally.applicable().to_string()];
                row.extend(tally.rulings.iter().map(u64::to_string));
                row.push(tally.certified.to_string());
                let rate = tally.failure_rate();
                row.extend([Rate::rate, Rate::low, Rate::high].map(|of| rate.map_or_else(String::new, |r| of(&r).to_string())));
                row.extend(tally.faults.iter().map(u64::to_string));
                table.push(row);
            }
        }
    }
    table
}

/// The failures as Markdown, scalar by scalar; rows without a failure are left out and counted.
pub(crate) fn failure_markdown(survey: &Survey) -> String {
    let mut text = "# Failures by family, variant and scalar\n\n".to_owned();
    text += "n: applicable cases. A failure is wrong or gave-up; its rate in % with the 95 % interval of Wilson.\n";
    for (s, scalar) in survey.scalars.iter().enumerate() {
        let columns = ["family", "variant", "n", "right", "inaccurate", "contact", "wrong", "gave-up", "not applicable"];
        let more = ["certified", "failure", "95 %", "algorithm", "rounding", "range"];
        let mut table = Table::new(&[&columns[..], &more[..]].concat());
        let mut without = 0;
        for (f, family) in survey.families.iter().enumerate() {
            for (v, variant) in survey.variants.iter().enumerate() {
                let tally = survey.tally(f, v, s);
                let rate = match tally.failure_rate() {
                    Some(rate) if tally.failures() > 0 => rate,
                    _ => {
                        without += usize::from(tally.rulings != [0; 6]);
                        continue;
                    }
                };
                let mut row = vec![family.name.clone(), variant.name.clone(), tally.applicable().to_string()];
                row.extend(tally.rulings.iter().map(u64::to_string));
                row.extend([tally.certified.to_string(), percent(rate.rate), interval(&rate)]);
                row.extend(tally.faults[..3].iter().map(u64::to_string));
                table.push(row);
            }
        }
        text += &format!("\n## {scalar}\n\n");
        if !table.rows.is_empty() {
            text += &format!("{}\n", table.markdown(2));
        }
        text += &format!("{without} pairs of a family and a variant without a failure (all are in `failures.csv`).\n");
    }
    text
}

/// Pairs of variants over the cases of a family and number of points that both get right.
pub fn pair_table(survey: &Survey) -> Table {
    let mut table = Table::new(&["scalar", "family", "points", "variant", "other", "cases", "median_ratio"]);
    for pair in survey.times.pairs(true) {
        table.push([
            survey.scalars[pair.scalar].clone(),
            survey.families[pair.family].name.clone(),
            pair.points.map_or_else(String::new, |points| points.to_string()),
            survey.variants[pair.variant].name.clone(),
            survey.variants[pair.other].name.clone(),
            pair.cases.to_string(),
            pair.ratio.to_string(),
        ]);
    }
    table
}
