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
use gjk_records::{Column, Counts};
pub(crate) use table::{beyond_slack, league_markdown, league_table, rank_text};
#[cfg(test)]
pub(crate) use table::{heading, remarks, shown};

use crate::Survey;
use crate::distinct::distinct;
use crate::summary::Mean;
use ranks::Matches;

/// The share of the cases that a variant takes of which it has to answer so many to be ranked.
pub(crate) const ANSWERED: f64 = 0.9;

/// What a league is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum League {
    /// Of the variants that promise distances: what they answer as a whole.
    Distances,
    /// Of all variants: what they say of contact.
    Verdicts,
    /// Of the variants that give the depth, over the families of which every case is an overlap.
    Depths,
    /// Of the variants that give the depth or another translation that takes bodies apart, over the same families: what it leaves of an
    /// overlap is ruled on, and not how long it is.
    Translations,
}

impl League {
    /// All, in the order of tables.
    pub const ALL: [League; 4] = [League::Distances, League::Verdicts, League::Depths, League::Translations];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            League::Distances => "distances",
            League::Verdicts => "verdicts",
            League::Depths => "depths",
            League::Translations => "translations",
        }
    }

    /// Whether it is over families of overlaps, of those that say how to take bodies apart.
    pub fn is_of_overlaps(self) -> bool {
        matches!(self, League::Depths | League::Translations)
    }

    /// What a place is worst for: wrong verdicts and, of translations, answers that leave overlap beyond half of the digits.
    pub fn wrong(self, counts: &Counts) -> u64 {
        counts.wrong() + if self.is_of_overlaps() { counts.depth.shallow } else { 0 }
    }

    /// The same and cases without an answer: what places stand in order by.
    pub fn no_right_answer(self, counts: &Counts) -> u64 {
        self.wrong(counts) + counts.rulings[Column::GaveUp]
    }

    /// Failures beside these.
    pub fn other_failures(self, counts: &Counts) -> u64 {
        match self {
            League::Depths => counts.failures() - self.wrong(counts),
            League::Distances => counts.rulings[Column::Off] + counts.rulings[Column::GaveUp],
            League::Verdicts | League::Translations => counts.rulings[Column::GaveUp],
        }
    }

    /// Right answers, as far as the league asks for them.
    pub fn right(self, counts: &Counts) -> u64 {
        let right = counts.rulings[Column::Right];
        match self {
            League::Distances | League::Depths => right,
            League::Translations => counts.depth.apart,
            League::Verdicts => right + counts.rulings[Column::Inaccurate] + counts.rulings[Column::Off],
        }
    }
}

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

/// A league over some families in one scalar.
#[derive(Clone, Debug)]
pub(crate) struct Season {
    pub league: League,
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
        for league in League::ALL {
            let of_league = |v: &usize| match league {
                League::Distances => survey.variants[*v].distance,
                League::Verdicts => true,
                League::Depths | League::Translations => survey.variants[*v].separates(),
            };
            let is_asked_of = |f: &usize| league == League::Depths || survey.is_measured(*f, scalar);
            let families_of = |v: usize| match league.is_of_overlaps() {
                true => {
                    let is_offered = |f: &usize| survey.counts(*f, v, scalar).offered() > 0;
                    survey.families_of_overlaps().into_iter().filter(is_offered).filter(is_asked_of).collect()
                }
                false => survey.offered_families(v, scalar),
            };
            let contestants: Vec<usize> = (0..survey.variants.len()).filter(of_league).collect();
            let mut fields = distinct(contestants.iter().map(|&v| families_of(v)).filter(|f: &Vec<usize>| !f.is_empty()));
            fields.sort_by_key(|families| std::cmp::Reverse(families.len()));
            // Numbers of one column are over the same families: a variant that takes too few cases of some has a league over the others, in
            // which all that take these are compared with it.
            let taken = |families: &Vec<usize>, v: usize| -> Vec<usize> {
                families.iter().copied().filter(|&f| survey.is_compared(f, v, scalar)).collect()
            };
            let partial = contestants.iter().map(|&v| taken(&families_of(v), v));
            let partial: Vec<Vec<usize>> = partial.filter(|f| !f.is_empty() && !fields.contains(f)).collect();
            let partial = distinct(partial);
            for (families, is_partial) in fields.into_iter().map(|f| (f, false)).chain(partial.into_iter().map(|f| (f, true))) {
                let places = places(survey, league, &contestants, scalar, &families);
                // A variant that promises something else makes no league alone.
                if places.iter().any(|place| place.below != Some(Below::OtherPromise)) {
                    seasons.push(Season { league, scalar, families, is_partial, places });
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
fn places(survey: &Survey, league: League, variants: &[usize], scalar: usize, families: &[usize]) -> Vec<Place> {
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
        let Some(wrong) = rate(&|c| league.wrong(c)) else { continue };
        let answered = rate(&|c| c.applicable() - c.rulings[Column::GaveUp]);
        let below = match league {
            League::Depths if survey.variants[variant].translation => Some(Below::OtherPromise),
            _ if answered.is_some_and(|answered| answered.rate < ANSWERED) => Some(Below::FewAnswers),
            _ => survey.holds(variant).map(|_| Below::OtherBodies),
        };
        let order = rate(&|c| league.no_right_answer(c)).map_or(1.0, |mean| mean.rate);
        places.push((order, Place { variant, rank: None, below, families: compared, wrong }));
    }
    // Of equal rates the order of the roster is kept.
    places.sort_by(|(x, a), (y, b)| a.below.is_some().cmp(&b.below.is_some()).then(x.total_cmp(y)));
    let mut places: Vec<Place> = places.into_iter().map(|(_, place)| place).collect();
    let above = places.iter().take_while(|place| place.below.is_none()).count();
    rank(survey, league, scalar, families, &mut places[..above]);
    places[..above].sort_by_key(|place| place.rank.map(|rank| rank.rank));
    places
}

/// Ranks places, if there are signatures of all that they answered.
fn rank(survey: &Survey, league: League, scalar: usize, families: &[usize], places: &mut [Place]) {
    let mut matches = Matches::new(places.len());
    for family in families {
        let mut contestants = Vec::new();
        let mut all = None;
        for (who, place) in places.iter().enumerate().filter(|(_, place)| place.families.contains(family)) {
            let found = match league.is_of_overlaps() {
                true => survey.depth_signatures(*family, place.variant, scalar),
                false => survey.signatures(*family, place.variant, scalar),
            };
            let Some((signatures, at)) = found else { return };
            let (taken, answers) = (signatures.taken(at), survey.counts(*family, place.variant, scalar).applicable());
            // Of depths a case that nobody got right is not kept: it tells nobody apart.
            if taken != answers && (!league.is_of_overlaps() || taken == 0 || taken > answers) {
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
