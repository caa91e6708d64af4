//! League tables as files and as people read them.

use gjk_records::{CLAIMS, Column, Counts, Measure, Question};

use super::{ANSWERED, Below, Farther, Place, Season, length_ratio_text, seasons};
use crate::Survey;
use crate::digits::time_cell;
use crate::summary::Mean;
use crate::table::{Table, counted, or_nothing, percent, percent_up, rate_cells, shortened};

/// The leagues of every scalar, a row a place.
pub(crate) fn league_table(survey: &Survey) -> Table {
    let table = Table::new(
        "league scalar families cases rank shared rank_least rank_most ranked variant taken not_compared_in missed phantom wrong \
         wrong_low wrong_high independent_cases approximate no_right_verdict slack beyond_slack other_failures other_failures_low \
         other_failures_high right right_low right_high nanoseconds"
            .split(' '),
    );
    let table = table.with(Measure::OFF.map(Measure::off)).with(CLAIMS.map(|claim| claim.certified.field()));
    let parts = || Question::LEAGUES.into_iter().filter(|question| is_of_a_part(*question));
    let table = table.with(parts().filter_map(|question| question.contest().right()));
    let mut table = table.with(["ratio_median", "ratio_90", "ratio_most"]);
    for season in seasons(survey) {
        let Season { question, scalar, ref families, .. } = season;
        for place in &season.places {
            let Place { variant: v, rank, below, families: ref compared, wrong } = *place;
            let rate = |hits: &dyn Fn(&Counts) -> u64| survey.pooled_over(compared, v, scalar, hits);
            let share = |hits: &dyn Fn(&Counts) -> u64| or_nothing(rate(hits).map(|mean| mean.rate));
            let interval = |hits: &dyn Fn(&Counts) -> u64| rate_cells(rate(hits).map(|mean| mean.rate()));
            let mut row = vec![question.league().to_owned(), survey.scalars[scalar].clone(), families.len().to_string()];
            row.push(survey.sum(compared, v, scalar, Counts::applicable).to_string());
            row.push(or_nothing(rank.map(|rank| rank.rank)));
            row.push(or_nothing(rank.map(|rank| rank.is_shared)));
            row.extend([0, 1].map(|end| or_nothing(rank.map(|rank| rank.range[end]))));
            row.push(below.is_none().to_string());
            row.push(survey.variants[v].name.clone());
            row.extend([taken(survey, &season, v).to_string(), not_compared(survey, &season, place, " ")]);
            row.extend([Column::Missed, Column::Phantom].map(|column| share(&|c| c.rulings[column])));
            row.extend(rate_cells(Some(wrong.rate())));
            row.extend([
                wrong.cases.to_string(),
                wrong.is_approximate.to_string(),
                share(&|c| c.no_right_answer_about(question)),
            ]);
            let beyond = beyond_slack(survey, scalar, place);
            row.push(beyond.as_ref().map(|(slack, _)| (*slack).to_owned()).unwrap_or_default());
            row.push(beyond.map(|(_, mean)| or_nothing(Some(mean.rate))).unwrap_or_default());
            row.extend(interval(&|c| c.other_failures_about(question)));
            row.extend(interval(&|c| c.right_about(question)));
            row.push(or_nothing(survey.times.pooled(compared, v, scalar).map(|time| time.0)));
            let only = |is_told: bool, hits: &dyn Fn(&Counts) -> u64| if is_told { share(hits) } else { String::new() };
            row.extend(Measure::OFF.map(|by| only(question.measures().contains(&by), &|c| off_by(c, question, by))));
            let is_told = |claim| question.claim() == Some(claim) && question.is_whole();
            row.extend(CLAIMS.each_ref().map(|claim| only(is_told(claim), &|c| c.claims(question).certified)));
            row.extend(parts().map(|part| only(part == question, &|c| c.claims(question).right(question.contest()))));
            let farther = is_of_a_part(question).then(|| Farther::of(survey, compared, v, scalar));
            row.extend(RATIOS.map(|(_, share)| or_nothing(farther.as_ref().and_then(|farther| farther.quantile(share)))));
            table.rows.push(row);
        }
    }
    table
}

/// Whether a question asks for a part of a claim, as that about some translation does: what the rest of the claim is, is shown beside it.
fn is_of_a_part(question: Question) -> bool {
    question.claim().is_some() && !question.is_whole()
}

/// Answers that are off by a measure, whether or not they promised that they would not be.
fn off_by(counts: &Counts, question: Question, by: Measure) -> u64 {
    counts.claims(question).off_by(by) + counts.claims(question).beyond(by)
}

/// The quantiles of |v|/δ that a league of translations shows: what they are called, and the shares.
const RATIOS: [(&str, f64); 3] = [("× δ", 0.5), ("90 %", 0.9), ("most", 1.0)];

/// The error of a verdict that an implementation of others states of itself, and the wrong verdicts that are off by more, over the
/// families of its place.
pub(crate) fn beyond_slack<'s>(survey: &'s Survey, scalar: usize, place: &Place) -> Option<(&'s str, Mean)> {
    let slack = survey.slack(place.variant)?;
    Some((slack, survey.pooled_over(&place.families, place.variant, scalar, |c| c.beyond_slack)?))
}

/// The share of the cases of a league's families that a variant takes; families weigh the same.
fn taken(survey: &Survey, season: &Season, variant: usize) -> f64 {
    let share = |&family: &usize| {
        let counts = survey.counts(family, variant, season.scalar);
        counts.applicable() as f64 / counts.offered() as f64
    };
    season.families.iter().map(share).sum::<f64>() / season.families.len() as f64
}

/// The families of a league in which a place is not compared.
fn not_compared(survey: &Survey, season: &Season, place: &Place, between: &str) -> String {
    let absent = season.families.iter().filter(|family| !place.families.contains(family));
    absent.map(|&family| &survey.families[family].name[..]).collect::<Vec<_>>().join(between)
}

/// The first column of a row: its rank.
pub(crate) fn rank_text(place: &Place) -> String {
    match place.rank {
        Some(rank) => format!("{}{}", rank.rank, if rank.is_shared { "=" } else { "" }),
        None => if place.below.is_some() { "–" } else { "" }.to_owned(),
    }
}

/// Whether any answer of a variant carries evidence that proves it. An implementation of others of which none does has no way to give any.
fn has_evidence(survey: &Survey, v: usize) -> bool {
    let certified = |s: usize| survey.total(v, s).certified + survey.total(v, s).depth.certified;
    survey.library(v).is_none() || (0..survey.scalars.len()).any(|s| certified(s) > 0)
}

/// A bound, which is approximate where the families have different numbers of cases.
fn bound_text(mean: &Mean) -> String {
    format!("{}{}", if mean.is_approximate { "≈" } else { "" }, percent_up(mean.upper()))
}

/// A league as people read it; names of at most `name` characters.
pub(crate) fn shown(survey: &Survey, season: &Season, name: usize) -> Table {
    let Season { question, scalar, .. } = *season;
    let corpus = survey.corpus();
    let (claim, is_whole) = (question.claim(), question.is_whole());
    let mut columns = vec![Column::GaveUp, Column::Contact];
    columns.extend(is_whole.then_some([Column::Inaccurate, Column::Right]).into_iter().flatten());
    if claim.is_none() && is_whole {
        columns.insert(0, Column::Off);
    }
    // A claim is off by its measures, or otherwise.
    let others = question.measures().get(1..).unwrap_or_default();
    let with_others = claim.is_some() && is_whole;
    let all = || season.places.iter().map(|place| place.variant);
    // What most leagues have nothing of is left out: a line has little room.
    let with_taken = all().any(|v| taken(survey, season, v) < 1.0);
    // A claim's own slack is not counted: `beyond` is of verdicts.
    let with_slack = claim.is_none() && all().any(|v| survey.slack(v).is_some());
    let with_stop = all().any(|v| survey.stops_at(v).is_some());
    let with_flat = survey.has_flat_missed();
    let with_undecided = (0..survey.variants.len()).any(|v| survey.total(v, scalar).rulings[Column::Undecided] > 0);
    let mut head = vec!["", "variant"];
    head.extend(season.is_ranked().then_some("ranks"));
    head.push("cases");
    head.extend(with_taken.then_some("taken"));
    head.extend(["missed", "phantom"]);
    head.extend(question.soundness().map(Measure::off));
    head.push(if claim.is_some() { "all ≤" } else { "both ≤" });
    head.extend(others.iter().map(|by| by.off()).filter(|_| with_others));
    head.extend(with_others.then_some("off else"));
    head.extend(with_slack.then_some(["slack", "beyond"]).into_iter().flatten());
    head.extend(with_stop.then_some("stops at"));
    for column in &columns {
        head.push(column.short());
        head.extend((with_flat && *column == Column::Contact).then_some("flat"));
    }
    head.extend(with_undecided.then_some(Column::Undecided.short()));
    if !is_whole {
        head.push(if claim.is_some() { "right" } else { "right verdict" });
    }
    if is_of_a_part(question) {
        head.extend(question.contest().right());
        head.extend(RATIOS.map(|(name, _)| name));
    } else {
        head.push("cert.");
    }
    head.extend(corpus.map(|_| "corpus"));
    head.extend((!survey.times.is_empty()).then_some("ns"));
    let mut table = Table::new(head);
    for place in &season.places {
        let Place { variant: v, families: ref compared, ref wrong, .. } = *place;
        let rate = |hits: &dyn Fn(&Counts) -> u64| survey.pooled_over(compared, v, scalar, hits);
        let share = |hits: &dyn Fn(&Counts) -> u64| percent(rate(hits).map_or(f64::NAN, |mean| mean.rate));
        let mut row = vec![rank_text(place), shortened(&survey.variants[v].name, name)];
        let range = place.rank.map_or("–".to_owned(), |rank| match rank.range {
            [least, most] if least == most => least.to_string(),
            [least, most] => format!("{least}–{most}"),
        });
        row.extend(season.is_ranked().then_some(range));
        row.push(survey.sum(compared, v, scalar, Counts::applicable).to_string());
        row.extend(with_taken.then(|| percent(taken(survey, season, v))));
        row.extend([Column::Missed, Column::Phantom].map(|column| share(&|c| c.rulings[column])));
        row.extend(question.soundness().map(|by| share(&|c| c.claims(question).off_by(by))));
        row.push(bound_text(wrong));
        if with_others {
            row.extend(others.iter().map(|by| share(&|c| off_by(c, question, *by))));
            let told = |c: &Counts| question.measures().iter().map(|by| c.claims(question).off_by(*by)).sum();
            row.push(share(&|c| c.rulings[Column::Off].saturating_sub(told(c))));
        }
        if with_slack {
            let beyond = beyond_slack(survey, scalar, place);
            row.extend(beyond.map_or(["–".to_owned(), "–".to_owned()], |(slack, mean)| [slack.to_owned(), percent(mean.rate)]));
        }
        row.extend(with_stop.then(|| survey.stops_at(v).unwrap_or("–").to_owned()));
        for &column in &columns {
            row.push(share(&|c| c.rulings[column]));
            row.extend((with_flat && column == Column::Contact).then(|| share(&|c| c.flat_missed)));
        }
        row.extend(with_undecided.then(|| share(&|c| c.rulings[Column::Undecided])));
        row.extend((!is_whole).then(|| share(&|c| c.right_about(question))));
        if is_of_a_part(question) {
            row.push(share(&|c| c.claims(question).right(question.contest())));
            let farther = Farther::of(survey, compared, v, scalar);
            let ratio = |share: f64| farther.quantile(share).map_or_else(|| "–".to_owned(), length_ratio_text);
            row.extend(RATIOS.map(|(_, share)| ratio(share)));
        } else {
            let certified = |c: &Counts| if claim.is_some() { c.claims(question).certified } else { c.certified };
            row.push(if has_evidence(survey, v) { share(&certified) } else { "–".to_owned() });
        }
        if let Some(corpus) = corpus {
            let counts = survey.counts(corpus, v, scalar);
            row.push(format!(
                "{}/{}",
                counts.wrong_about(question) + counts.other_failures_about(question),
                counts.applicable()
            ));
        }
        if !survey.times.is_empty() {
            row.push(time_cell(survey.times.pooled(compared, v, scalar).map(|time| time.0)));
        }
        table.rows.push(row);
    }
    table
}

/// What stands above a league; its families where they are few among many.
pub(crate) fn heading(survey: &Survey, season: &Season) -> String {
    let families = counted(season.families.len(), "family", "families");
    let names: Vec<&str> = season.families.iter().map(|&f| survey.families[f].name.as_str()).collect();
    let are_few = names.len() < survey.family_count(season.scalar) && names.len() <= 8;
    let named = if are_few { format!(": {}", names.join(", ")) } else { String::new() };
    format!("{}, {}, {families}{named}", survey.scalars[season.scalar], season.question.league())
}

/// What the columns of a league of translations are.
const TRANSLATIONS: &str = "Only what v leaves of an overlap is ruled on: shallow leaves more than half of the digits, right nothing beyond the \
    tolerance, whatever the length of v. Least: right, and no longer than the depth δ by more than the tolerance. × δ: the median of |v|/δ, the \
    ratio that 90 % do not exceed, and the greatest one, of the answers that are not shallow, families with equal weights; |v|/δ − 1 is \
    rounded up by an eighth at most.";

/// What `shallow` is for a library that states another threshold.
const SHALLOW: &str = " Shallow is by the threshold of this project, √u·D, for all alike, whatever a library states: a translation that leaves less \
    than a stated 1e-6 may be shallow where D is below 95 in f64.";

/// What stands below a league, of what is in it; empty where nothing has to be said.
pub(crate) fn remarks(survey: &Survey, season: &Season) -> String {
    let mut remarks = Vec::new();
    if !season.is_ranked() {
        remarks.push(
            "Without ranks, in the order of the rate of wrong or missing verdicts: it is not recorded who had the same cases wrong."
                .to_owned(),
        );
    }
    let others = season.places.iter().filter(|place| place.below == Some(Below::OtherPromise));
    let others: Vec<&str> = others.map(|place| &survey.variants[place.variant].name[..]).collect();
    if !others.is_empty() {
        remarks.push(format!("Listed, not ranked, as the least translation is not what they promise: {}.", others.join(", ")));
    }
    let held = season.places.iter().filter(|place| place.below == Some(Below::OtherBodies));
    let held = survey.held(held.map(|place| place.variant));
    if !held.is_empty() {
        remarks.push(format!(
            "Listed, not ranked, as they were asked about other bodies than the others, with less exact contact ({held})."
        ));
    }
    if is_of_a_part(season.question) {
        remarks.push(TRANSLATIONS.to_owned());
    }
    if season.places.iter().any(|place| place.below == Some(Below::FewAnswers)) {
        remarks.push(format!("–: answers less than {:.0} % of the cases that it takes, and is not ranked.", 100.0 * ANSWERED));
    }
    if season.places.iter().any(|place| place.wrong.is_approximate) {
        remarks.push("≈: the families have different numbers of cases, and the fewest count for all.".to_owned());
    }
    if season.is_partial {
        remarks.push("Every variant of this table takes half of the cases or more of each of these families.".to_owned());
    }
    let libraries: Vec<String> = season
        .places
        .iter()
        .filter_map(|place| Some((&survey.variants[place.variant].name, survey.library(place.variant)?)))
        .map(|(name, version)| format!("{name} is {version}"))
        .collect();
    if !libraries.is_empty() {
        let of_places = |has: &dyn Fn(usize) -> bool| season.places.iter().any(|place| has(place.variant));
        let mut stated = String::new();
        if season.question.claim().is_none() && of_places(&|v| survey.slack(v).is_some()) {
            stated += " Slack: the error of a verdict that a document of the library gives as a length; beyond: wrong verdicts that are off by more.";
        }
        if of_places(&|v| survey.stops_at(v).is_some()) {
            stated += " Stops at: the tolerance that ends its loop, which states no error of an answer.";
        }
        if season.question.claim().is_some() {
            stated += SHALLOW;
        }
        if of_places(&|v| !has_evidence(survey, v)) {
            stated += " Cert. –: its answers carry no evidence.";
        }
        remarks.push(format!(
            "Libraries are judged on the bodies that they hold, by this project's tolerance: with their default tolerances, and with their settings \
             for exactness (-exact).{stated} {}.",
            libraries.join(", ")
        ));
    }
    remarks.join(" ")
}

/// A league as documents have it: what it is over, its table, and the remarks below.
pub(crate) fn league_markdown(survey: &Survey, season: &Season) -> String {
    let table = shown(survey, season, usize::MAX).markdown(2);
    format!("{}\n\n{table}{}", heading(survey, season), below(survey, season))
}

/// The remarks below a league, behind an empty line.
fn below(survey: &Survey, season: &Season) -> String {
    match remarks(survey, season) {
        remarks if remarks.is_empty() => remarks,
        remarks => format!("\n{remarks}\n"),
    }
}
