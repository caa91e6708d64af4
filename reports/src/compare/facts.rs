//! Differences between two runs, and their consequences for the comparison.

use gjk_records::{CORPUS, Facts, Tally};

use super::Families;
use super::rates::counts;
use super::side::{RowCoverage, Side};
use crate::Survey;
use crate::draw::number;
use crate::table::{counted, shortened};

/// A fact of a run: its name, and its value as a text.
type Fact = (&'static str, fn(&Facts) -> String);

const FACTS: [Fact; 8] = [
    ("version", |facts| facts.version.clone()),
    ("commit", |facts| facts.commit.clone()),
    ("compiler", |facts| facts.compiler.clone()),
    ("processor", |facts| facts.processor.clone()),
    ("features", |facts| if facts.features.is_empty() { "none".to_owned() } else { facts.features.join(" ") }),
    ("seed", |facts| facts.seed.to_string()),
    ("tolerance", |facts| format!("{} u·D", number(facts.tolerance))),
    ("cases of a family", |facts| facts.cases_per_family.to_string()),
];

/// The facts that the two runs share, in one line.
pub(super) fn same(sides: [&Side; 2]) -> String {
    let facts = sides.map(|side| &side.facts);
    let of = |(name, value): &Fact| {
        let [old, new] = facts.map(value);
        (old == new).then(|| format!("{name} {}", shortened(&old, 60)))
    };
    FACTS.iter().filter_map(of).collect::<Vec<_>>().join(", ")
}

/// The facts that differ, one per line.
pub(super) fn differences(sides: [&Side; 2]) -> Vec<String> {
    let facts = sides.map(|side| &side.facts);
    let line = |name: &str, [old, new]: [String; 2]| {
        (old != new).then(|| format!("{name}: {} → {}", shortened(&old, 40), shortened(&new, 40)))
    };
    let mut lines: Vec<String> = FACTS.iter().filter_map(|(name, value)| line(name, facts.map(value))).collect();
    for (name, terms) in &facts[0].terms {
        let version = |facts: &Facts| facts.terms.get(name).map(|terms| terms.version.clone());
        if let Some(new) = version(facts[1]) {
            lines.extend(line(name, [terms.version.clone(), new]));
        }
    }
    lines
}

/// Names in a sentence; only the first ones if there are many.
fn named(names: &[&str]) -> String {
    let more = if names.len() > 4 { format!(" and {} more", names.len() - 4) } else { String::new() };
    names.iter().take(4).map(|name| shortened(name, 30)).collect::<Vec<_>>().join(", ") + &more
}

/// Limits of the comparison, each in one or two sentences.
pub(super) fn notes(sides: [&Side; 2], families: &Families) -> Vec<String> {
    let [old, new] = sides;
    let mut notes = Vec::new();
    if old.facts.tolerance != new.facts.tolerance {
        notes.push("The tolerances differ: a ruling may have changed for that reason alone.".to_owned());
    }
    let is_generated = families.names.iter().any(|family| family != CORPUS);
    if old.facts.seed != new.facts.seed && is_generated {
        notes.push("The seeds differ, and so do the cases, so rates are compared, not cases.".to_owned());
    }
    notes.extend(notes_on_rows(sides, families));
    notes.extend(notes_on_cases(families));
    notes.extend(notes_on_names(families.surveys));
    notes
}

/// Notes on the rows that a study lacks.
fn notes_on_rows(sides: [&Side; 2], families: &Families) -> Vec<String> {
    let mut notes = Vec::new();
    let [old, new] = sides;
    match [("OLD", old), ("NEW", new)]
        .map(|(name, side)| (side.kept == RowCoverage::Nothing && !side.study.answers.is_empty()).then_some(name))
    {
        [None, None] if sides.iter().any(|side| side.kept == RowCoverage::Failures) => {
            let text = "Only failures have a row: a case that both studies asked and that has no row counts as no failure, \
                        and it is not known whether it is right.";
            notes.push(text.to_owned());
            notes.extend(refusals(families.surveys, families.names));
        }
        [None, None] => {}
        without => {
            let names: Vec<&str> = without.into_iter().flatten().collect();
            let have = if names.len() == 1 { "has" } else { "have" };
            notes.push(format!("{} {have} tallies but no rows, so rates are compared, not cases.", names.join(" and ")));
        }
    }
    let has_rows = sides.iter().all(|side| side.kept != RowCoverage::Nothing);
    if has_rows && families.names.iter().any(|family| family == CORPUS) && !old.shares_cases(new, CORPUS) {
        notes
            .push("The corpora have different numbers of cases: they are not compared without rows of all answers.".to_owned());
    }
    notes
}

/// Notes on cases that share a name and differ.
fn notes_on_cases(families: &Families) -> Vec<String> {
    let mut notes = Vec::new();
    let mut changed: Vec<&str> = families.otherwise.keys().map(|(family, _)| *family).collect();
    changed.dedup();
    if !changed.is_empty() {
        notes.push(format!(
            "Cases with the same name have different points or knobs in the two studies: a family was changed, so its rates \
             are compared, not its cases ({}).",
            named(&changed)
        ));
    }
    let left_out = families.matches.values().map(|matched| matched.posed_otherwise).max().unwrap_or(0);
    if left_out > 0 {
        notes.push(format!("The corpus was changed: {} left out.", counted(left_out, "case is", "cases are")));
    }
    notes
}

/// Notes on variants, families and scalars that only one study has.
fn notes_on_names(surveys: [&Survey; 2]) -> Vec<String> {
    let mut notes = Vec::new();
    for (what, names) in [
        ("Variants", surveys.map(|survey| survey.variants.iter().map(|variant| &variant.name[..]).collect::<Vec<_>>())),
        ("Families", surveys.map(|survey| survey.families.iter().map(|family| &family.name[..]).collect())),
        ("Scalars", surveys.map(|survey| survey.scalars.iter().map(|scalar| &scalar[..]).collect())),
    ] {
        for (side, [ours, theirs]) in [("OLD", [0, 1]), ("NEW", [1, 0])] {
            let alone: Vec<&str> = names[ours].iter().filter(|name| !names[theirs].contains(name)).copied().collect();
            if !alone.is_empty() {
                notes.push(format!("{what} only in {side}: {}.", named(&alone)));
            }
        }
    }
    notes
}

/// A note on refused cases: if only failures have a row, a refused case has none, and looks as if it did not fail.
fn refusals(surveys: [&Survey; 2], families: &[String]) -> Option<String> {
    let refused = |survey: &Survey| {
        let mut sum = Tally::default();
        for family in families {
            for (variant, scalar) in
                survey.variants.iter().flat_map(|variant| survey.scalars.iter().map(move |scalar| (&variant.name, scalar)))
            {
                counts(survey, family, variant, scalar).into_iter().for_each(|counts| sum += &counts.rulings);
            }
        }
        sum.of(gjk_records::Ruling::Refused)
    };
    let [old, new] = surveys.map(refused);
    (old + new > 0).then(|| {
        format!("Refused cases have no row either ({old} in OLD, {new} in NEW): a failure that is now refused looks fixed.")
    })
}
