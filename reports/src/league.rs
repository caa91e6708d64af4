//! League tables: which variant to trust.
//!
//! A league ranks variants by which variant beats which, case by case ([`ranks`]). Only two kinds of answers count: verdicts
//! that are wrong beyond the tolerance, and missing answers. Rows of the same rank are sorted by the mean rate of the two
//! together; everything else has separate columns. The league of distances has the variants that promise distances, and the
//! league of verdicts has every variant. Over families of overlaps there are two more leagues, in which a shallow answer counts
//! as wrong too. The league of depths has the variants that promise the shortest translation; a variant that promises some
//! other translation is listed in it without a rank. The league of translations has every variant that separates bodies, and
//! does not ask for the shortest translation.
//!
//! Variants are compared over the same families. If some variants apply to fewer families, as variants for the plane do, these
//! families have a separate league with all variants that apply to them. In the same way, a program that refuses more than half
//! of the bodies of a family is compared in a league over the families that it accepts. A program that holds bodies other than
//! those it is given is listed without a rank. A variant that answers less than the share [`ANSWERED`] of the cases that it
//! accepts is listed below the others, without a rank.

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

/// The share of the accepted cases that a variant has to answer to be ranked.
pub(crate) const ANSWERED: f64 = 0.9;

/// A rank in a league.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rank {
    /// One plus the number of variants that beat this one.
    pub rank: usize,
    /// Whether another variant has this rank.
    pub is_shared: bool,
    /// The least and the greatest rank that the variant has if one family is left out.
    pub range: [usize; 2],
}

/// The reason why a variant is listed below the others, without a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Below {
    /// It answers too few of the cases that it accepts.
    FewAnswers,
    /// It does not promise the answer that the league is about, such as some translation in the league of depths.
    OtherPromise,
    /// It was asked about different bodies, since it holds bodies other than those it is given.
    OtherBodies,
}

/// A place in a league.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Place {
    /// The variant.
    pub variant: usize,
    /// Its rank; `None` for a variant that is listed below the ranked ones, or if there are no signatures from which to rank.
    pub rank: Option<Rank>,
    /// The reason why it is not ranked, if it is not.
    pub below: Option<Below>,
    /// The families over which its rates and comparisons are taken, among the families of the league.
    pub families: Vec<usize>,
    /// The rate of wrong answers: missed and phantom contacts together, and shallow translations too in leagues of depths and
    /// of translations.
    pub wrong: Mean,
}

impl Place {
    /// The mean rate of an outcome over the families of the place, with equal weights; `None` without a case.
    pub fn rate(&self, survey: &Survey, scalar: usize, hits: impl Fn(&Counts) -> u64) -> Option<Mean> {
        survey.pooled_over(&self.families, self.variant, scalar, hits)
    }

    /// The number of cases of these families that the variant accepts.
    pub fn cases(&self, survey: &Survey, scalar: usize) -> u64 {
        survey.sum(&self.families, self.variant, scalar, Counts::applicable)
    }

    /// The mean time of a query over these families, in nanoseconds; `None` without a time.
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
    /// The question of the league.
    pub question: Question,
    pub scalar: usize,
    pub families: Vec<usize>,
    /// Whether families that can be posed to all of its variants are missing, because some variant accepts less than half of
    /// their cases.
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
            // A variant that promises only a part of the claim is listed too.
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
            // The numbers of a column are over the same families. A variant that accepts too few cases of some families has a
            // league over the other families, with all variants that accept those.
            let taken = |families: &Vec<usize>, v: usize| -> Vec<usize> {
                families.iter().copied().filter(|&f| survey.is_compared(f, v, scalar)).collect()
            };
            let partial = contestants.iter().map(|&v| taken(&families_of(v), v));
            let partial: Vec<Vec<usize>> = partial.filter(|f| !f.is_empty() && !fields.contains(f)).collect();
            let partial = distinct(partial);
            for (families, is_partial) in fields.into_iter().map(|f| (f, false)).chain(partial.into_iter().map(|f| (f, true))) {
                let places = places(survey, question, &contestants, scalar, &families);
                // Variants that promise something else do not make a league on their own.
                if places.iter().any(|place| place.below != Some(Below::OtherPromise)) {
                    seasons.push(Season { question, scalar, families, is_partial, places });
                }
            }
        }
    }
    seasons
}

/// The widest of the leagues of one scalar and kind: the league with the most variants, among those with at least half as many
/// families as the league with the most families.
///
/// Without the condition on families, the widest would be the league of the plane, which has all variants and few families. If
/// several leagues have the most variants, the widest is the one over the most families, which comes first. A partial league is
/// never the widest.
pub(crate) fn widest(mut seasons: Vec<Season>) -> Option<Season> {
    seasons.retain(|season| !season.is_partial);
    let families = seasons.iter().map(|season| season.families.len()).max();
    seasons.retain(|season| families.is_some_and(|families| 2 * season.families.len() >= families));
    let most = seasons.iter().map(|season| season.places.len()).max();
    let place = seasons.iter().position(|season| Some(season.places.len()) == most)?;
    Some(seasons.swap_remove(place))
}

/// The places of the variants that apply to all of these families: the ranked ones, best first, and then the others.
fn places(survey: &Survey, question: Question, variants: &[usize], scalar: usize, families: &[usize]) -> Vec<Place> {
    let mut places = Vec::new();
    let applies = |v: usize| families.iter().all(|&family| survey.counts(family, v, scalar).offered() > 0);
    for &variant in variants.iter().filter(|v| applies(**v)) {
        // A variant that is not compared on all of these families has no place: its numbers would be about other cases than the
        // numbers of the other rows.
        if !families.iter().all(|&f| survey.is_compared(f, variant, scalar)) {
            continue;
        }
        let compared = families.to_vec();
        let rate = |hits: &dyn Fn(&Counts) -> u64| survey.pooled_over(&compared, variant, scalar, hits);
        // A variant that accepts less than half of every family is not compared.
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
    // Variants with equal rates keep the order of the roster.
    sort_by(&mut places, &mut |(x, a), (y, b)| a.below.is_some().cmp(&b.below.is_some()).then(x.total_cmp(y)));
    let mut places: Vec<Place> = places.into_iter().map(|(_, place)| place).collect();
    let above = places.iter().take_while(|place| place.below.is_none()).count();
    rank(survey, question, scalar, families, &mut places[..above]);
    places[..above].sort_by_key(|place| place.rank.map(|rank| rank.rank));
    places
}

/// Ranks places, if all of their answers have signatures.
fn rank(survey: &Survey, question: Question, scalar: usize, families: &[usize], places: &mut [Place]) {
    let mut matches = Matches::new(places.len());
    for family in families {
        let mut contestants = Vec::new();
        let mut all = None;
        for (who, place) in places.iter().enumerate().filter(|(_, place)| place.families.contains(family)) {
            let Some((signatures, at)) = survey.signatures(question, *family, place.variant, scalar) else { return };
            let (taken, answers) = (signatures.taken(at), survey.counts(*family, place.variant, scalar).applicable());
            // For claims, a case that no variant got right is not kept, since it does not distinguish any two variants.
            if taken != answers && (question.claim().is_none() || taken == 0 || taken > answers) {
                return;
            }
            contestants.push((who, at));
            all = Some(signatures);
        }
        // The answers of all variants to a family in a scalar are in one tally.
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
