//! The words of places, and the text that each stands for.

use gjk_clock::median;
use gjk_records::{Counts, Duel, Facts, Question};

use crate::digits::{bound_text, bounded_text, rate_text, ratio_text};
use crate::document::Document;
use crate::duel_claims::duel_claim_document;
use crate::duel_table::duel_document;
use crate::duels::Duels;
use crate::experiments::{loop_table, tolerance_table, warm_failures, warm_table};
use crate::figure::continuity;
use crate::league::{Place, beyond_slack, league_document, seasons, widest};
use crate::paper::{FAILURE_NOTES, SHORT, Standings, failures_of, numbers, questions, short};
use crate::sorted::sort_by;
use crate::table::{Table, code, grouped, percent};
use crate::tables::{failure_document, summary_table};
use crate::{Study, Survey};

/// The text that the words of a place stand for.
///
/// # Errors
/// The reason why there is no text for them.
pub(super) fn made(survey: &Survey, words: &[&str]) -> Result<Document, String> {
    match words {
        ["league", scalar, league] => league_tables(survey, scalar, league, false),
        ["league", scalar, league, "widest"] => league_tables(survey, scalar, league, true),
        ["duel"] => duel_document(survey.study).ok_or_else(|| "there was no contest".to_owned()),
        ["duel", claim @ ("depth" | "cast")] => Question::named(claim)
            .and_then(|question| duel_claim_document(survey.study, question))
            .ok_or_else(|| format!("the records have no contest of the {claim}")),
        ["slower", variant, others @ ..] => slower(survey.study, variant, others).map(Document::of),
        ["failures"] => Ok(failure_document(survey)),
        ["clean", scalar] => Ok(Document::default().table(clean_table(survey, scalar_of(survey, scalar)?), 1)),
        ["commit"] => Ok(Document::of(&survey.study.facts.commit)),
        ["facts"] => Ok(all_facts(survey.study)),
        ["rate", scalar, variant, column] => Ok(Document::of(format!("{} %", rate(survey, scalar, variant, column)?))),
        ["interval", scalar, variant] => {
            let [low, high] = ["failure_low", "failure_high"].map(|column| rate(survey, scalar, variant, column));
            Ok(Document::of(format!("{}–{} %", low?, high?)))
        }
        ["failures-in", family, scalar, variant] => failures_in(survey, family, scalar, variant).map(Document::of),
        ["short", scalar, variants @ ..] if !variants.is_empty() => short_table(survey, scalar, variants),
        ["questions", scalar, variants @ ..] if !variants.is_empty() => {
            questions::document(survey, scalar_of(survey, scalar)?, variants)
        }
        ["failures-of", scalar, variants @ ..] if !variants.is_empty() => failure_table(survey, scalar, variants),
        ["wrong", scalar, variant] => {
            of_place(survey, scalar, variant, |_, place| Ok(format!("{} %", bounded_text(&place.wrong))))
        }
        ["beyond", scalar, variant] => of_place(survey, scalar, variant, |scalar, place| {
            let (_, beyond) = beyond_slack(survey, scalar, place).ok_or_else(|| format!("{variant} states no slack"))?;
            Ok(format!("{} %", rate_text(&beyond.rate())))
        }),
        ["league-rate", scalar, variant, column] => league_rate(survey, scalar, variant, column).map(Document::of),
        ["bound", scalar, variant] => {
            of_place(survey, scalar, variant, |_, place| Ok(format!("{} %", bound_text(&place.wrong))))
        }
        ["time-ratio", scalar, variant, other] => time_ratio(survey, scalar, variant, other).map(Document::of),
        ["answers"] => {
            Ok(Document::of(grouped(survey.study.answers.iter().map(|answers| answers.applicable()).sum::<u64>())))
        }
        ["continuity", scalar, variants @ ..] => continuity::document(survey, scalar, variants),
        ["loops", scalar, words @ ..] => loop_table(survey, scalar, words),
        ["tolerances", scalar, words @ ..] => tolerance_table(survey, scalar, words),
        ["warm", family, scalar, variants @ ..] => warm_table(survey, family, scalar, variants),
        ["warm-failures", family, scalar] => warm_failures(survey, family, scalar),
        ["times", scalar, variant, others @ ..] => times_table(survey, scalar, variant, others),
        _ => Err("no such place; there are league, duel, duel depth, duel cast, slower, failures, clean, commit, facts, rate, interval, failures-in, short, \
                  questions, failures-of, wrong, league-rate, beyond, bound, time-ratio, answers, continuity, loops, tolerances, warm, warm-failures and times"
            .into()),
    }
}

/// The leagues of a question in a scalar, or only the widest of them.
fn league_tables(survey: &Survey, scalar: &str, league: &str, is_widest: bool) -> Result<Document, String> {
    let question = Question::LEAGUES.into_iter().find(|known| known.league() == league);
    let known = || Question::LEAGUES.map(|known| format!("`{}`", known.league())).join(", ");
    let question = question.ok_or_else(|| format!("a league is one of {}", known()))?;
    let scalar = scalar_of(survey, scalar)?;
    let mut of_these = seasons(survey);
    of_these.retain(|season| season.scalar == scalar && season.question == question);
    let of_these = if is_widest { widest(of_these).into_iter().collect() } else { of_these };
    let leagues = of_these.iter().map(|season| league_document(survey, season));
    Ok(leagues.fold(Document::default(), Document::with))
}

/// Facts of the run, and of each file that another run made.
fn all_facts(study: &Study) -> Document {
    let of_part = |(file, part): (&String, &Facts)| format!("`{file}`: {}", facts(part));
    let parts = study.part_facts.iter().map(of_part);
    parts.fold(Document::of(facts(&study.facts)), Document::text)
}

/// Facts of a run, in one line.
fn facts(facts: &Facts) -> String {
    let machine = if facts.processor.is_empty() { "unknown" } else { &facts.processor };
    let Facts { commit, compiler, seed, tolerance, .. } = facts;
    format!("{}; commit {commit}, {compiler}, seed {seed}, tolerance {tolerance} u·D; {machine}", code(&facts.command))
}

/// The number of cases of a family that a variant fails, and of all cases that it accepts.
fn failures_in(survey: &Survey, family: &str, scalar: &str, variant: &str) -> Result<String, String> {
    let scalar = scalar_of(survey, scalar)?;
    let family = survey.families.iter().position(|known| known.name == family).ok_or("there is no such family")?;
    let variant = survey.variants.iter().position(|known| known.name == variant).ok_or("there is no such variant")?;
    let counts = survey.counts(family, variant, scalar);
    Ok(format!("{} of {}", counts.failures(), counts.applicable()))
}

/// Failures of some variants, and the meaning of the columns.
fn failure_table(survey: &Survey, scalar: &str, variants: &[&str]) -> Result<Document, String> {
    let (scalar, variants) = (scalar_of(survey, scalar)?, variants_of(survey, variants)?);
    let table = failures_of(survey, scalar, &variants);
    Ok(Document::of(&survey.scalars[scalar][..]).table(table, 1).text(FAILURE_NOTES))
}

/// Rate of a variant in a column of its league, in percent.
fn league_rate(survey: &Survey, scalar: &str, variant: &str, column: &str) -> Result<String, String> {
    let (scalar, variant) = (scalar_of(survey, scalar)?, variant_of(survey, variant)?);
    let numbers = numbers::of_league(survey, &Standings::new(survey), variant, scalar);
    let wanted = format!("league-{column}");
    let found = numbers.iter().find(|(name, _)| *name == wanted).map(|(_, number)| format!("{number} %"));
    found.ok_or_else(|| format!("no number {wanted}; there are {}", names_of(&numbers)))
}

/// The number of cells of the contests in which a variant took longer than one of the others, and the number of cells in which
/// both were timed.
fn slower(study: &Study, variant: &str, others: &[&str]) -> Result<String, String> {
    let contests = [Question::Distance, Question::Depth].map(|contest| Duels::about(contest, study.of::<Duel>()));
    let (mut slower, mut cells) = (0, 0);
    for other in others {
        let before = cells;
        for (own, theirs) in contests.iter().flat_map(|duels| duels.pairs(variant, other)) {
            cells += 1;
            slower += usize::from(own > theirs);
        }
        if cells == before {
            return Err(format!("{variant} and {other} were timed together on no family"));
        }
    }
    Ok(format!("{slower} of {cells}"))
}

/// One row per family: the cases that a variant and at least one of the others get right, and its time compared with that of
/// the fastest of these others.
fn times_table(survey: &Survey, scalar: &str, variant: &str, others: &[&str]) -> Result<Document, String> {
    let (scalar, own) = (scalar_of(survey, scalar)?, variant_of(survey, variant)?);
    let others = variants_of(survey, others)?;
    let mut table = Table::new(["family", "cases", variant, "fastest other", "ratio", "at most, in 9 of 10"]);
    let mut families = Vec::new();
    for (number, family) in survey.families.iter().enumerate() {
        let (mut times, mut fastest, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        for case in survey.times.cases.iter().filter(|case| case.scalar == scalar && case.family == number) {
            let right = |variant: usize| case.right(variant);
            let least = others.iter().filter_map(|other| right(*other)).min_by(f64::total_cmp);
            if let (Some(time), Some(least)) = (right(own), least) {
                times.push(time);
                fastest.push(least);
                ratios.push(time / least);
            }
        }
        if ratios.is_empty() {
            continue;
        }
        families.push(number);
        sort_by(&mut ratios, &mut f64::total_cmp);
        let most = ratios[(ratios.len() * 9).div_ceil(10) - 1];
        let middle = |values: &Vec<f64>| median(values).unwrap_or(f64::NAN);
        let cells = [middle(&times), middle(&fastest)].map(|time| format!("{time:.0}"));
        let shares = [middle(&ratios), most].map(|ratio| format!("{ratio:.2}"));
        table.rows.push([vec![family.name.clone(), times.len().to_string()], cells.to_vec(), shares.to_vec()].concat());
    }
    if table.rows.is_empty() {
        return Err("no such times".into());
    }
    let (name, form) = (&survey.scalars[scalar], survey.times.erased_sentence(&families, scalar));
    let form = if form.is_empty() { form } else { format!(".{form}") };
    let over = format!("{name}, medians in nanoseconds per query over the cases that both get right{form}");
    Ok(Document::of(over).table(table, 1))
}

/// Some variants over the families of the widest league, with the families that each table is over.
fn short_table(survey: &Survey, scalar: &str, words: &[&str]) -> Result<Document, String> {
    let (columns, variants) = columns_of(words)?;
    let (scalar, variants) = (scalar_of(survey, scalar)?, variants_of(survey, variants)?);
    let tables = short(survey, scalar, &variants, &columns)?;
    let name = &survey.scalars[scalar];
    let count = |families: usize| if families == 1 { "1 family".to_owned() } else { format!("{families} families") };
    let held = survey.held_bodies(variants);
    let last = tables.len() - 1;
    let mut text = Document::default();
    for (place, short) in tables.into_iter().enumerate() {
        let families = count(short.families.len());
        let mut over = match place {
            0 => {
                format!("`{name}`, {families} (the widest league) with equal weights; in parentheses the upper bound at 95 %.")
            }
            _ => format!("`{name}`, as above over the {families} that every variant of this table accepts."),
        };
        if place == last && !held.is_empty() {
            over += &format!("\n\\*: asked about bodies other than those of the table, with less exact contact ({held}).");
        }
        text = text.table(short.table, 1).text(over);
    }
    Ok(text)
}

/// The columns of a short table (all if none is named before a colon), and the words after the colon.
fn columns_of<'w>(words: &'w [&'w str]) -> Result<(Vec<usize>, &'w [&'w str]), String> {
    let Some(colon) = words.iter().position(|word| *word == ":") else { return Ok(((0..SHORT.len()).collect(), words)) };
    let column = |word: &&str| {
        let known = SHORT.iter().position(|(name, _)| name == word);
        known.ok_or_else(|| format!("no column {word}; there are {}", SHORT.map(|(name, _)| name).join(", ")))
    };
    let (columns, variants) = (words[..colon].iter().map(column).collect::<Result<Vec<_>, _>>()?, &words[colon + 1..]);
    match (columns.is_empty(), variants.is_empty()) {
        (true, _) => Err("no column is named before the colon".to_owned()),
        (_, true) => Err("no variant is named behind the colon".to_owned()),
        _ => Ok((columns, variants)),
    }
}

/// The text that `of` makes of a variant's place in its widest league.
fn of_place(
    survey: &Survey,
    scalar: &str,
    variant: &str,
    of: impl FnOnce(usize, &Place) -> Result<String, String>,
) -> Result<Document, String> {
    let (scalar, place) = (scalar_of(survey, scalar)?, variant_of(survey, variant)?);
    let standings = Standings::new(survey);
    let (_, place) = standings
        .place(scalar, place)
        .ok_or_else(|| format!("{variant} has no place in the widest leagues of {}", survey.scalars[scalar]))?;
    of(scalar, place).map(Document::of)
}

/// The time of a variant over that of another, case by case, over the families in which both are compared in their widest
/// leagues.
///
/// The rates next to this number are over these families.
fn time_ratio(survey: &Survey, scalar: &str, variant: &str, other: &str) -> Result<String, String> {
    let both = [variant_of(survey, variant)?, variant_of(survey, other)?];
    let scalar = scalar_of(survey, scalar)?;
    let standings = Standings::new(survey);
    let families_of = |v: usize| standings.place(scalar, v).map(|(_, place)| &place.families[..]).unwrap_or_default();
    let mut families = families_of(both[0]).to_vec();
    families.retain(|family| families_of(both[1]).contains(family));
    let ratio = survey.times.ratio(&families, scalar, both);
    let ratio = ratio.ok_or_else(|| format!("{variant} and {other} were timed together on no family"))?;
    Ok(ratio_text(ratio))
}

fn variant_of(survey: &Survey, name: &str) -> Result<usize, String> {
    let known = survey.variants.iter().position(|known| known.name == name);
    known.ok_or_else(|| format!("there is no variant {name}"))
}

fn variants_of(survey: &Survey, names: &[&str]) -> Result<Vec<usize>, String> {
    names.iter().map(|name| variant_of(survey, name)).collect()
}

fn scalar_of(survey: &Survey, name: &str) -> Result<usize, String> {
    let known = survey.scalars.iter().position(|scalar| scalar == name);
    known.ok_or_else(|| format!("no answers in {name}; there are {}", survey.scalars.join(", ")))
}

/// The rate of a variant in a column of the summary, in percent.
fn rate(survey: &Survey, scalar: &str, variant: &str, column: &str) -> Result<String, String> {
    let Table { columns, rows } = summary_table(survey);
    let place = columns.iter().position(|name| name == column);
    let place = place.ok_or_else(|| format!("no column {column}; there are {}", columns.join(", ")))?;
    let row = rows.iter().find(|row| row[0] == scalar && row[1] == variant);
    let row = row.ok_or_else(|| format!("no answers of {variant} in {scalar}"))?;
    row[place].parse().map(percent).map_err(|_| "the column is not a rate".to_owned())
}

/// The names of some numbers, in a list.
fn names_of(numbers: &[(String, String)]) -> String {
    numbers.iter().map(|(name, _)| name.trim_start_matches("league-")).collect::<Vec<_>>().join(", ")
}

/// The table of clean families: the number of families in which each variant has no wrong verdict, and no failure.
fn clean_table(survey: &Survey, scalar: usize) -> Table {
    let columns = "variant | families | cases | without a wrong verdict | without a failure | wrong verdicts | failures";
    let mut table = Table::new(columns.split(" | "));
    for (v, variant) in survey.variants.iter().enumerate() {
        let of_families = survey.families_in_rates().into_iter().map(|family| survey.counts(family, v, scalar));
        let counts: Vec<&Counts> = of_families.filter(|counts| counts.applicable() > 0).collect();
        let without = |hits: &dyn Fn(&Counts) -> u64| counts.iter().filter(|counts| hits(counts) == 0).count();
        let sum = |hits: &dyn Fn(&Counts) -> u64| grouped(counts.iter().map(|counts| hits(counts)).sum::<u64>());
        if !counts.is_empty() {
            let [cases, wrongs, failures] = [sum(&Counts::applicable), sum(&Counts::wrong), sum(&Counts::failures)];
            let [no_wrong, no_failure] = [without(&Counts::wrong), without(&Counts::failures)];
            table.push(&[&variant.name, &counts.len(), &cases, &no_wrong, &no_failure, &wrongs, &failures]);
        }
    }
    table
}
