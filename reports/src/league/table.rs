//! League tables, as files and for people.

use gjk_records::{CLAIMS, Column, Counts, Measure, Question, StartOverlap};

use super::{ANSWERED, Below, Place, Season, length_ratio_text, seasons};
use crate::Survey;
use crate::digits::time_cell;
use crate::document::Document;
use crate::summary::Mean;
use crate::table::{Table, counted, or_nothing, percent, percent_up, rate_cells, shortened};

/// The leagues of every scalar, one row per place.
pub(crate) fn league_table(survey: &Survey) -> Table {
    let table = Table::new(
        "league scalar families cases rank shared rank_least rank_most ranked variant taken not_compared_in missed phantom wrong \
         wrong_low wrong_high independent_cases approximate no_right_verdict slack beyond_slack other_failures other_failures_low \
         other_failures_high right right_low right_high nanoseconds"
            .split(' '),
    );
    let table = table.with(Measure::OFF.map(Measure::off)).with(CLAIMS.map(|claim| claim.certified.field()));
    let parts = || Question::LEAGUES.into_iter().filter(|question| question.is_part_of_a_claim());
    let table = table.with(parts().filter_map(|question| question.contest().right()));
    let mut table = table.with(RATIOS.map(|ratio| ratio.column));
    for season in seasons(survey) {
        let Season { question, scalar, ref families, .. } = season;
        for place in &season.places {
            let Place { variant: v, rank, below, wrong, .. } = *place;
            let rate = |hits: &dyn Fn(&Counts) -> u64| place.rate(survey, scalar, hits);
            let share = |hits: &dyn Fn(&Counts) -> u64| or_nothing(rate(hits).map(|mean| mean.rate));
            let interval = |hits: &dyn Fn(&Counts) -> u64| rate_cells(rate(hits).map(|mean| mean.rate()));
            let mut row = vec![question.league().to_owned(), survey.scalars[scalar].clone(), families.len().to_string()];
            row.push(place.cases(survey, scalar).to_string());
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
            row.push(or_nothing(place.nanoseconds(survey, scalar)));
            let only = |is_told: bool, hits: &dyn Fn(&Counts) -> u64| if is_told { share(hits) } else { String::new() };
            row.extend(Measure::OFF.map(|by| only(question.measures().contains(&by), &|c| off_by(c, question, by))));
            let is_told = |claim| question.claim() == Some(claim) && question.is_whole();
            row.extend(CLAIMS.each_ref().map(|claim| only(is_told(claim), &|c| c.claims(question).certified)));
            row.extend(parts().map(|part| only(part == question, &|c| c.claims(question).right(question.contest()))));
            let farther = question.is_part_of_a_claim().then(|| place.farther(survey, scalar));
            row.extend(RATIOS.map(|ratio| or_nothing(farther.as_ref().and_then(|farther| farther.quantile(ratio.share)))));
            table.rows.push(row);
        }
    }
    table
}

/// Answers that are off by a measure, whether or not the variant promised to be right by it.
fn off_by(counts: &Counts, question: Question, by: Measure) -> u64 {
    counts.claims(question).off_by(by) + counts.claims(question).beyond(by)
}

/// A quantile of |v|/δ that a league of translations shows.
pub(crate) struct Ratio {
    /// The head in a table for a terminal or a page.
    pub head: &'static str,
    /// The head in a table for a paper.
    pub paper: &'static str,
    /// The column in a file.
    pub column: &'static str,
    /// The share of the quantile.
    pub share: f64,
}

/// The quantiles of |v|/δ in a league of translations.
pub(crate) const RATIOS: [Ratio; 3] = [
    Ratio { head: "× δ", paper: "median × δ", column: "ratio_median", share: 0.5 },
    Ratio { head: "90 %", paper: "90 %", column: "ratio_90", share: 0.9 },
    Ratio { head: "most", paper: "most", column: "ratio_most", share: 1.0 },
];

/// The slack, which is the error of a verdict that a library states for itself, and the rate of wrong verdicts beyond the
/// slack, over the families of its place.
pub(crate) fn beyond_slack<'s>(survey: &'s Survey, scalar: usize, place: &Place) -> Option<(&'s str, Mean)> {
    let slack = survey.slack(place.variant)?;
    Some((slack, place.rate(survey, scalar, |c| c.beyond_slack)?))
}

/// The share of the cases of a league's families that a variant accepts, with equal weights of families.
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

/// Whether a variant can give evidence that proves an answer.
///
/// A library without such evidence in any answer cannot.
fn has_evidence(survey: &Survey, v: usize) -> bool {
    let certified = |s: usize| survey.total(v, s).certified + survey.total(v, s).depth.certified;
    survey.library(v).is_none() || (0..survey.scalars.len()).any(|s| certified(s) > 0)
}

/// A bound, which is approximate if the families have different numbers of cases.
fn bound_text(mean: &Mean) -> String {
    format!("{}{}", if mean.is_approximate { "≈" } else { "" }, percent_up(mean.upper()))
}

/// Cell of a place, as a function of it.
type Cell<'s> = Box<dyn Fn(&Place) -> String + 's>;

/// Columns of a league for people, each with its head.
struct Columns<'s> {
    survey: &'s Survey<'s>,
    season: &'s Season,
    all: Vec<(&'static str, Cell<'s>)>,
}

impl<'s> Columns<'s> {
    fn push(&mut self, head: &'static str, cell: impl Fn(&Place) -> String + 's) {
        self.all.push((head, Box::new(cell)));
    }

    /// Rate of a place in percent.
    fn share(&self, hits: impl Fn(&Counts) -> u64 + 's) -> Cell<'s> {
        let (survey, scalar) = (self.survey, self.season.scalar);
        Box::new(move |place| percent(place.rate(survey, scalar, &hits).map_or(f64::NAN, |mean| mean.rate)))
    }

    fn push_share(&mut self, head: &'static str, hits: impl Fn(&Counts) -> u64 + 's) {
        self.all.push((head, self.share(hits)));
    }

    fn push_ruling(&mut self, column: Column) {
        self.push_share(column.short(), move |c| c.rulings[column]);
    }

    /// Whether a condition holds for any variant of the league.
    ///
    /// A line has little room, so columns that most leagues do not need are left out.
    fn any(&self, is_so: impl Fn(usize) -> bool) -> bool {
        self.season.places.iter().any(|place| is_so(place.variant))
    }

    /// Adds the rank, the name with at most `most` characters, and the cases behind the rates.
    fn push_names(&mut self, most: usize) {
        let Columns { survey, season, .. } = *self;
        self.push("", rank_text);
        self.push("variant", move |place| shortened(&survey.variants[place.variant].name, most));
        if season.is_ranked() {
            self.push("ranks", range_text);
        }
        self.push("cases", move |place| place.cases(survey, season.scalar).to_string());
        if self.any(|v| taken(survey, season, v) < 1.0) {
            self.push("taken", move |place| percent(taken(survey, season, place.variant)));
        }
    }

    /// Adds the answers that the league calls wrong.
    fn push_wrong(&mut self) {
        let question = self.season.question;
        let claim = question.claim();
        [Column::Missed, Column::Phantom].into_iter().for_each(|column| self.push_ruling(column));
        if let Some(by) = question.soundness() {
            self.push_share(by.off(), move |c| c.claims(question).off_by(by));
        }
        self.push(if claim.is_some() { "all ≤" } else { "both ≤" }, |place| bound_text(&place.wrong));
        // A claim is off by one of its measures, or otherwise.
        if claim.is_some() && question.is_whole() {
            for &by in question.measures().get(1..).unwrap_or_default() {
                self.push_share(by.off(), move |c| off_by(c, question, by));
            }
            let told = move |c: &Counts| question.measures().iter().map(|by| c.claims(question).off_by(*by)).sum();
            self.push_share("off otherwise", move |c| c.rulings[Column::Off].saturating_sub(told(c)));
        }
    }

    /// Adds the statements of libraries about their answers.
    fn push_stated(&mut self) {
        let Columns { survey, season, .. } = *self;
        let missing = || "–".to_owned();
        // A claim's own slack is not counted, since `beyond` counts verdicts.
        if season.question.claim().is_none() && self.any(|v| survey.slack(v).is_some()) {
            let beyond = move |place: &Place| beyond_slack(survey, season.scalar, place);
            self.push("slack", move |place| beyond(place).map_or_else(missing, |(slack, _)| slack.to_owned()));
            self.push("beyond", move |place| beyond(place).map_or_else(missing, |(_, mean)| percent(mean.rate)));
        }
        if self.any(|v| survey.stops_at(v).is_some()) {
            self.push("stops at", move |place| survey.stops_at(place.variant).unwrap_or("–").to_owned());
        }
    }

    /// Adds the other rulings.
    fn push_rulings(&mut self) {
        let Columns { survey, season, .. } = *self;
        let (question, is_whole) = (season.question, season.question.is_whole());
        if question.claim().is_none() && is_whole {
            self.push_ruling(Column::Off);
        }
        self.push_ruling(Column::GaveUp);
        self.push_ruling(Column::Contact);
        if survey.has_flat_missed() {
            self.push_share("flat", |c| c.flat_missed);
        }
        if is_whole {
            [Column::Inaccurate, Column::Right].into_iter().for_each(|column| self.push_ruling(column));
        }
        if (0..survey.variants.len()).any(|v| survey.total(v, season.scalar).rulings[Column::Undecided] > 0) {
            self.push_ruling(Column::Undecided);
        }
        if !is_whole {
            let head = if question.claim().is_some() { "right" } else { "right verdict" };
            self.push_share(head, move |c| c.right_about(question));
        }
    }

    /// Adds, for a part of a claim, the columns about the whole claim; else the proven answers.
    fn push_rest(&mut self) {
        let Columns { survey, season, .. } = *self;
        let question = season.question;
        if question.is_part_of_a_claim() {
            let contest = question.contest();
            if let Some(head) = contest.right() {
                self.push_share(head, move |c| c.claims(question).right(contest));
            }
            for Ratio { head, share, .. } in RATIOS {
                self.push(head, move |place| {
                    place.farther(survey, season.scalar).quantile(share).map_or_else(|| "–".to_owned(), length_ratio_text)
                });
            }
        } else {
            let is_claim = question.claim().is_some();
            let certified = self.share(move |c| if is_claim { c.claims(question).certified } else { c.certified });
            let has = move |place: &Place| has_evidence(survey, place.variant);
            self.push("certified", move |place| if has(place) { certified(place) } else { "–".to_owned() });
        }
    }

    /// Adds the corpus, which is in no rate, and the times.
    fn push_corpus_and_times(&mut self) {
        let (survey, question, scalar) = (self.survey, self.season.question, self.season.scalar);
        if let Some(corpus) = survey.corpus() {
            self.push("corpus", move |place| {
                let counts = survey.counts(corpus, place.variant, scalar);
                let failures = counts.wrong_about(question) + counts.other_failures_about(question);
                format!("{failures}/{}", counts.applicable())
            });
        }
        if !survey.times.is_empty() {
            self.push("ns", move |place| time_cell(place.nanoseconds(survey, scalar)));
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(self.all.iter().map(|(head, _)| *head));
        let row = |place: &Place| self.all.iter().map(|(_, cell)| cell(place)).collect();
        table.rows.extend(self.season.places.iter().map(row));
        table
    }
}

/// The range of the ranks of a place.
fn range_text(place: &Place) -> String {
    place.rank.map_or("–".to_owned(), |rank| match rank.range {
        [least, most] if least == most => least.to_string(),
        [least, most] => format!("{least}–{most}"),
    })
}

/// A league for people, with names of at most `name` characters.
pub(crate) fn shown(survey: &Survey, season: &Season, name: usize) -> Table {
    let mut columns = Columns { survey, season, all: Vec::new() };
    columns.push_names(name);
    columns.push_wrong();
    columns.push_stated();
    columns.push_rulings();
    columns.push_rest();
    columns.push_corpus_and_times();
    columns.table()
}

/// The heading of a league, with its families if they are few among many.
pub(crate) fn heading(survey: &Survey, season: &Season) -> String {
    let families = counted(season.families.len(), "family", "families");
    let names: Vec<&str> = season.families.iter().map(|&f| survey.families[f].name.as_str()).collect();
    let are_few = names.len() < survey.family_count(season.scalar) && names.len() <= 8;
    let named = if are_few { format!(": {}", names.join(", ")) } else { String::new() };
    format!("{}, {}, {families}{named}", survey.scalars[season.scalar], season.question.league())
}

/// The meaning of the columns of a league of translations.
const TRANSLATIONS: &str = "The ruling is only about the overlap that v leaves: shallow leaves more than half of the digits, \
    right leaves nothing beyond the tolerance, whatever the length of v. Least: right, and not longer than the depth δ by \
    more than the tolerance. × δ: the median of |v|/δ, the ratio that 90 % do not exceed, and the greatest ratio, over the \
    answers that are not shallow, families with equal weights; |v|/δ − 1 is rounded up by at most an eighth.";

/// The meaning of `shallow` for a library that states another threshold.
const SHALLOW: &str = " Shallow uses this project's threshold, √u·D, for all variants, whatever a library states: a \
    translation that leaves less than a stated 1e-6 may be shallow if D is below 95 in f64.";

/// Places that are not ranked for this reason.
fn places_below(season: &Season, reason: Below) -> impl Iterator<Item = &Place> {
    season.places.iter().filter(move |place| place.below == Some(reason))
}

/// Remarks on variants that have no rank although they answer.
fn remarks_on_unranked(survey: &Survey, season: &Season) -> Vec<String> {
    let mut remarks = Vec::new();
    if !season.is_ranked() {
        remarks.push(
            "There are no ranks, since the records do not state which variants had the same cases wrong. The order is by the \
             rate of wrong or missing verdicts."
                .to_owned(),
        );
    }
    let others = places_below(season, Below::OtherPromise);
    let others: Vec<&str> = others.map(|place| &survey.variants[place.variant].name[..]).collect();
    if !others.is_empty() {
        remarks.push(format!("Listed and not ranked, since they do not promise the least translation: {}.", others.join(", ")));
    }
    let held = survey.held_bodies(places_below(season, Below::OtherBodies).map(|place| place.variant));
    if !held.is_empty() {
        remarks.push(format!(
            "Listed and not ranked, since they were asked about bodies other than those of the table, with less exact \
             contact ({held})."
        ));
    }
    remarks
}

/// Remark on the libraries of a league: the rules by which they are judged, and the columns that only libraries fill.
///
/// `None` without a library.
fn remark_on_libraries(survey: &Survey, season: &Season) -> Option<String> {
    let libraries: Vec<String> = season
        .places
        .iter()
        .filter_map(|place| Some((&survey.variants[place.variant].name, survey.library(place.variant)?)))
        .map(|(name, version)| format!("{name} is {version}"))
        .collect();
    if libraries.is_empty() {
        return None;
    }
    let of_places = |has: &dyn Fn(usize) -> bool| season.places.iter().any(|place| has(place.variant));
    let mut stated = String::new();
    if season.question.claim().is_none() && of_places(&|v| survey.slack(v).is_some()) {
        stated += " Slack: the error of a verdict that the library's documentation states as a length. Beyond: wrong \
            verdicts whose margin is greater.";
    }
    if of_places(&|v| survey.stops_at(v).is_some()) {
        stated += " Stops at: the tolerance that ends the library's loop, which states no error of an answer.";
    }
    if season.question.soundness() == Some(Measure::Residual) {
        stated += SHALLOW;
    }
    if of_places(&|v| !has_evidence(survey, v)) {
        stated += " Certified –: the library's answers carry no evidence.";
    }
    Some(format!(
        "Libraries are judged on the bodies that they hold, by this project's tolerance. They use their default tolerances, \
         or their settings for exactness (-exact).{stated} {}.",
        libraries.join(", ")
    ))
}

/// Remark on the answers to casts of bodies that overlap at the start. `None` if there are none.
fn remark_on_overlaps(survey: &Survey, season: &Season) -> Option<String> {
    let families = survey.families_over(season.question);
    let of = |place: &Place| {
        let count =
            |answer| survey.sum(&families, place.variant, season.scalar, |counts| counts.start_overlap[answer as usize]);
        let counts = StartOverlap::ALL.map(count);
        let text = counts.map(|count| count.to_string()).join(" / ");
        counts.iter().any(|count| *count > 0).then(|| format!("{} {text}", survey.variants[place.variant].name))
    };
    let found: Vec<String> = season.places.iter().filter_map(of).collect();
    (!found.is_empty()).then(|| {
        format!(
            "Bodies that overlap at the start are not ruled, and are in no rate. Number of answers there that are a hit at 0 / a later hit / \
             never / missing: {}.",
            found.join("; ")
        )
    })
}

/// Remarks below a league on its content; empty if there are none.
pub(crate) fn remarks(survey: &Survey, season: &Season) -> String {
    let mut remarks = remarks_on_unranked(survey, season);
    if season.question.is_part_of_a_claim() {
        remarks.push(TRANSLATIONS.to_owned());
    }
    if places_below(season, Below::FewAnswers).next().is_some() {
        remarks
            .push(format!("–: not ranked, since it answers less than {:.0} % of the cases that it accepts.", 100.0 * ANSWERED));
    }
    if season.places.iter().any(|place| place.wrong.is_approximate) {
        remarks.push(
            "≈: the bound is approximate, since families have different numbers of cases and the fewest count for \
            all."
                .to_owned(),
        );
    }
    if season.is_partial {
        remarks.push("Every variant of this table accepts at least half of the cases of each of these families.".to_owned());
    }
    remarks.extend(remark_on_overlaps(survey, season));
    remarks.extend(remark_on_libraries(survey, season));
    remarks.extend(survey.times.erased_note(&season.families, season.scalar));
    remarks.join(" ")
}

/// A league for documents: its heading, then its table and the remarks below.
pub(crate) fn league_document(survey: &Survey, season: &Season) -> Document {
    Document::of(heading(survey, season)).with(league_body(survey, season))
}

/// The table of a league and the remarks below.
pub(crate) fn league_body(survey: &Survey, season: &Season) -> Document {
    Document::default().table(shown(survey, season, usize::MAX), 2).text(remarks(survey, season))
}
