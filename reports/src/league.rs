//! League tables: which variant to trust.
//!
//! A league ranks variants by who beats whom, case by case ([`ranks`]): a verdict that is wrong beyond the tolerance, or none at all,
//! is what counts. Rows of one rank stand in the order of the mean rate of these; all else is told in columns beside it. There is a
//! league of distances, of the variants that promise them, and one of verdicts, in which every variant takes part. Over families of overlaps
//! there is one of depths, and one of translations, in which everybody takes part who takes bodies apart and nobody is asked for the
//! shortest way. Who does not promise the shortest one is listed in the league of depths, without a rank.
//!
//! Variants are compared over the same families: where some apply to fewer of them, as those for the plane do, these families have a
//! league of their own, in which all variants take part that apply to them. So it is where a program refuses more than half of the bodies of a
//! family: it is compared over the families that it takes, in a league of their own. A program that holds other bodies than it is given is
//! listed without a rank. Who answers fewer than [`ANSWERED`] of the cases that it takes stands
//! below the others, without a rank.

mod farther;
mod ranks;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use farther::{Farther, length_ratio_text};
use gjk_records::{Column, Counts, Question};
pub(crate) use table::{RATIOS, beyond_slack, heading, league_body, league_document, league_table, rank_text};
#[cfg(test)]
pub(crate) use table::{remarks, shown};

use crate::Survey;
use crate::distinct::distinct;
use crate::sorted::{sort_by, sort_by_key};
use crate::summary::Mean;
use ranks::Matches;

/// The share of the cases that a variant takes of which it has to answer so many to be ranked.
pub(crate) const ANSWERED: f64 = 0.9;

/// A rank in a league.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rank {
    /// One and the number of variants that beat this one.
    pub rank: usize,
    /// Whether another variant has this rank.
    pub is_shared: bool,
    /// The least and the greatest rank when any one family is left out.
    pub range: [usize; 2],
}

/// Why a variant stands below the others, without a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Below {
    /// It answers too few of the cases that it takes.
    FewAnswers,
    /// It does not promise what the league is about: some translation, in the league of depths.
    OtherPromise,
    /// It was asked about other bodies than the others: it holds others than it is given.
    OtherBodies,
}

/// A place in a league.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Place {
    /// The variant.
    pub variant: usize,
    /// Its rank; none below the line, and where there are no signatures to rank by.
    pub rank: Option<Rank>,
    /// Why it is not ranked, if it is not.
    pub below: Option<Below>,
    /// Those of the league's families that its rates and comparisons are over.
    pub families: Vec<usize>,
    /// What the league calls wrong: missed and phantom contacts together, and of translations shallow ones too.
    pub wrong: Mean,
}

impl Place {
    /// The mean rate of an outcome over the families of the place, which weigh the same; none without a case.
    pub fn rate(&self, survey: &Survey, scalar: usize, hits: impl Fn(&Counts) -> u64) -> Option<Mean> {
        survey.pooled_over(&self.families, self.variant, scalar, hits)
    }

    /// The cases of these families that the variant takes.
    pub fn cases(&self, survey: &Survey, scalar: usize) -> u64 {
        survey.sum(&self.families, self.variant, scalar, Counts::applicable)
    }

    /// The mean time of a query over these families, in nanoseconds; none where it was not timed on each.
    pub fn nanoseconds(&self, survey: &Survey, scalar: usize) -> Option<f64> {
        survey.times.pooled(&self.families, self.variant, scalar).map(|(nanoseconds, ..)| nanoseconds)
    }

    /// How much farther than the depth its translations go over these families.
    pub fn farther(&self, survey: &Survey, scalar: usize) -> Farther {
        Farther::of(survey, &self.families, self.variant, scalar)
    }
}

/// A league over some families in one scalar.
#[derive(Clone, Debug)]
pub(crate) struct Season {
    /// What it is about.
    pub question: Question,
    pub scalar: usize,
    pub families: Vec<usize>,
    /// Whether it is over fewer families than could be posed to all of its variants: those of which a variant takes half of the cases.
    pub is_partial: bool,
    pub places: Vec<Place>,
}

impl Season {
    /// Whether its places have ranks.
    pub fn is_ranked(&self) -> bool {
        self.places.iter().any(|place| place.rank.is_some())
    }
}

/// Every league, scalar by scalar, the one over most families first.
pub(crate) fn seasons(survey: &Survey) -> Vec<Season> {
    let mut seasons = Vec::new();
    for scalar in 0..survey.scalars.len() {
        for question in Question::LEAGUES {
            // Who promises a part of what is asked for is listed.
            let takes_part = |v: &usize| {
                let promise = survey.variants[*v].promise;
                promise.answers(question) || promise.claims_the_same(question)
            };
            let is_known = |f: &usize| question.is_whole() || survey.is_measured(question, *f, scalar);
            let families_of = |v: usize| match question.over() {
                Some(_) => {
                    let is_offered = |f: &usize| survey.counts(*f, v, scalar).offered() > 0;
                    survey.families_over(question).into_iter().filter(is_offered).filter(is_known).collect()
                }
                None => survey.offered_families(v, scalar),
            };
            let contestants: Vec<usize> = (0..survey.variants.len()).filter(takes_part).collect();
            let mut fields = distinct(contestants.iter().map(|&v| families_of(v)).filter(|f: &Vec<usize>| !f.is_empty()));
            sort_by_key(&mut fields, |families| std::cmp::Reverse(families.len()));
            // Numbers of one column are over the same families: a variant that takes too few cases of some has a league over the others, in
            // which all that take these are compared with it.
            let taken = |families: &Vec<usize>, v: usize| -> Vec<usize> {
                families.iter().copied().filter(|&f| survey.is_compared(f, v, scalar)).collect()
            };
            let partial = contestants.iter().map(|&v| taken(&families_of(v), v));
            let partial: Vec<Vec<usize>> = partial.filter(|f| !f.is_empty() && !fields.contains(f)).collect();
            let partial = distinct(partial);
            for (families, is_partial) in fields.into_iter().map(|f| (f, false)).chain(partial.into_iter().map(|f| (f, true))) {
                let places = places(survey, question, &contestants, scalar, &families);
                // A variant that promises something else makes no league alone.
                if places.iter().any(|place| place.below != Some(Below::OtherPromise)) {
                    seasons.push(Season { question, scalar, families, is_partial, places });
                }
            }
        }
    }
    seasons
}

/// Of leagues of one scalar and kind the one in which most take part, of those that are over half as many families as any, at least:
/// in the plane all variants take part, and the families are few. Of several such the one over most families, which comes first. A partial
/// league is none.
pub(crate) fn widest(mut seasons: Vec<Season>) -> Option<Season> {
    seasons.retain(|season| !season.is_partial);
    let families = seasons.iter().map(|season| season.families.len()).max();
    seasons.retain(|season| families.is_some_and(|families| 2 * season.families.len() >= families));
    let most = seasons.iter().map(|season| season.places.len()).max();
    let place = seasons.iter().position(|season| Some(season.places.len()) == most)?;
    Some(seasons.swap_remove(place))
}

/// The places of those of these variants that apply to all of some families: the ranked ones, best first, and then the others.
fn places(survey: &Survey, question: Question, variants: &[usize], scalar: usize, families: &[usize]) -> Vec<Place> {
    let mut places = Vec::new();
    let applies = |v: usize| families.iter().all(|&family| survey.counts(family, v, scalar).offered() > 0);
    for &variant in variants.iter().filter(|v| applies(**v)) {
        // Over other families its numbers would be of other cases than those above and below them.
        if !families.iter().all(|&f| survey.is_compared(f, variant, scalar)) {
            continue;
        }
        let compared = families.to_vec();
        let rate = |hits: &dyn Fn(&Counts) -> u64| survey.pooled_over(&compared, variant, scalar, hits);
        // Who takes less than half of every family is compared nowhere.
        let Some(wrong) = rate(&|c| c.wrong_about(question)) else { continue };
        let answered = rate(&|c| c.applicable() - c.rulings[Column::GaveUp]);
        let below = if !survey.variants[variant].promise.answers(question) {
            Some(Below::OtherPromise)
        } else if answered.is_some_and(|answered| answered.rate < ANSWERED) {
            Some(Below::FewAnswers)
        } else {
            survey.holds(variant).map(|_| Below::OtherBodies)
        };
        let order = rate(&|c| c.no_right_answer_about(question)).map_or(1.0, |mean| mean.rate);
        places.push((order, Place { variant, rank: None, below, families: compared, wrong }));
    }
    // Of equal rates the order of the roster is kept.
    sort_by(&mut places, &mut |(x, a), (y, b)| a.below.is_some().cmp(&b.below.is_some()).then(x.total_cmp(y)));
    let mut places: Vec<Place> = places.into_iter().map(|(_, place)| place).collect();
    let above = places.iter().take_while(|place| place.below.is_none()).count();
    rank(survey, question, scalar, families, &mut places[..above]);
    places[..above].sort_by_key(|place| place.rank.map(|rank| rank.rank));
    places
}

/// Ranks places, if there are signatures of all that they answered.
fn rank(survey: &Survey, question: Question, scalar: usize, families: &[usize], places: &mut [Place]) {
    let mut matches = Matches::new(places.len());
    for family in families {
        let mut contestants = Vec::new();
        let mut all = None;
        for (who, place) in places.iter().enumerate().filter(|(_, place)| place.families.contains(family)) {
            let Some((signatures, at)) = survey.signatures(question, *family, place.variant, scalar) else { return };
            let (taken, answers) = (signatures.taken(at), survey.counts(*family, place.variant, scalar).applicable());
            // Of claims a case that nobody got right is not kept: it tells nobody apart.
            if taken != answers && (question.claim().is_none() || taken == 0 || taken > answers) {
                return;
            }
            contestants.push((who, at));
            all = Some(signatures);
        }
        // Everybody's answers to a family in a scalar are in one tally.
        all.into_iter().for_each(|signatures| matches.add(signatures, &contestants));
    }
    if !matches.are_complete() {
        return;
    }
    let ranks = matches.places();
    for (place, (rank, range)) in places.iter_mut().zip(&ranks) {
        let is_shared = ranks.iter().filter(|(other, _)| other == rank).count() > 1;
        place.rank = Some(Rank { rank: *rank, is_shared, range: *range });
    }
}
