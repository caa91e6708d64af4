//! League tables: which variant to trust, in this order of questions.
//!
//! First come the fewest wrong verdicts (missed and phantom contacts), then the fewest other failures, then the most right answers,
//! then time. Two variants whose intervals overlap are tied in a question, and the next one decides between them; only variants
//! without a wrong verdict are ranked by time, for a fast wrong answer is worth nothing. There is a league of distances, and one of
//! verdicts in which every variant takes part and lengths do not count.
//!
//! Variants are compared over the same families: where some apply to fewer of them, as those for the plane do, these families have a
//! league of their own, in which everybody takes part who applies to them.

mod table;

use gjk_records::{Column, Counts};
pub(crate) use table::{heading, league_table, shown};

use crate::Survey;
use crate::summary::Rate;
use crate::survey::distinct;

/// What a league is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum League {
    /// Of the variants that promise distances: what they answer as a whole.
    Distances,
    /// Of all variants: what they say of contact.
    Verdicts,
}

impl League {
    /// Both, in the order of tables.
    pub const ALL: [League; 2] = [League::Distances, League::Verdicts];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            League::Distances => "distances",
            League::Verdicts => "verdicts",
        }
    }

    /// Failures beside wrong verdicts.
    fn other_failures(self, counts: &Counts) -> u64 {
        match self {
            League::Distances => counts.rulings[Column::Off] + counts.rulings[Column::GaveUp],
            League::Verdicts => counts.rulings[Column::GaveUp],
        }
    }

    fn right(self, counts: &Counts) -> u64 {
        let right = counts.rulings[Column::Right];
        match self {
            League::Distances => right,
            League::Verdicts => right + counts.rulings[Column::Inaccurate] + counts.rulings[Column::Off],
        }
    }
}

/// Wrong verdicts.
pub(crate) fn wrong(counts: &Counts) -> u64 {
    counts.rulings[Column::Missed] + counts.rulings[Column::Phantom]
}

/// What is not right.
fn not_right(league: League, counts: &Counts) -> u64 {
    counts.applicable() - league.right(counts)
}

/// A place in a league.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Place {
    /// The variant.
    pub variant: usize,
    /// Counted from 1; the same for variants that are tied.
    pub rank: usize,
    /// Whether another variant has this rank.
    pub is_tied: bool,
    /// An upper bound of the rate of wrong verdicts at 95 %: the end of the interval, or, where none was seen, 3/N with N the effective
    /// number of cases.
    pub bound: f64,
}

/// A variant on its way to a place.
struct Contestant {
    variant: usize,
    /// Rates of which less is better, in the order of the questions.
    rates: [Rate; 3],
    nanoseconds: f64,
}

impl Contestant {
    fn has_no_wrong_verdict(&self) -> bool {
        self.rates[0].rate == 0.0
    }
}

/// A league over some families in one scalar.
#[derive(Clone, Debug)]
pub(crate) struct Season {
    pub league: League,
    pub scalar: usize,
    pub families: Vec<usize>,
    pub places: Vec<Place>,
}

/// Every league, scalar by scalar, the one over most families first.
pub(crate) fn seasons(survey: &Survey) -> Vec<Season> {
    let mut seasons = Vec::new();
    for scalar in 0..survey.scalars.len() {
        for league in League::ALL {
            let of_league = |v: &usize| league == League::Verdicts || survey.variants[*v].distance;
            let contestants = (0..survey.variants.len()).filter(of_league);
            let mut fields = distinct(contestants.map(|v| survey.pooled_families(v, scalar)).filter(|f| !f.is_empty()));
            fields.sort_by_key(|families| std::cmp::Reverse(families.len()));
            for families in fields {
                let places = places(survey, league, scalar, &families);
                seasons.push(Season { league, scalar, families, places });
            }
        }
    }
    seasons
}

/// The places of a league over some families in one scalar, best first: of the variants that apply to all of them.
fn places(survey: &Survey, league: League, scalar: usize, families: &[usize]) -> Vec<Place> {
    let contestant = |variant: usize| {
        let applies = |&family: &usize| survey.counts(family, variant, scalar).applicable() > 0;
        if league == League::Distances && !survey.variants[variant].distance || !families.iter().all(applies) {
            return None;
        }
        let rate = |hits: &dyn Fn(&Counts) -> u64| survey.pooled_over(families, variant, scalar, hits);
        let rates = [rate(&wrong)?, rate(&|c| league.other_failures(c))?, rate(&|c| not_right(league, c))?];
        let time = survey.times.pooled(families, variant, scalar);
        Some(Contestant { variant, rates, nanoseconds: time.map_or(f64::INFINITY, |time| time.0) })
    };
    let mut contestants: Vec<Contestant> = (0..survey.variants.len()).filter_map(contestant).collect();
    let mut groups = Vec::new();
    ranked(&mut contestants, 0, &mut groups);
    let mut places = Vec::new();
    for group in groups {
        let rank = places.len() + 1;
        let is_tied = group.len() > 1;
        places.extend(group.into_iter().map(|(variant, wrong)| {
            let bound = if wrong.rate == 0.0 { rule_of_three(survey, families, variant, scalar) } else { wrong.high };
            Place { variant, rank, is_tied, bound }
        }));
    }
    places
}

/// Orders contestants from question number `question` on into groups that are tied in all of them.
fn ranked(contestants: &mut [Contestant], question: usize, groups: &mut Vec<Vec<(usize, Rate)>>) {
    let named = |contestant: &Contestant| (contestant.variant, contestant.rates[0]);
    if question == 3 {
        contestants.sort_by(|x, y| {
            let key = |c: &Contestant| (!c.has_no_wrong_verdict(), c.has_no_wrong_verdict().then_some(c.nanoseconds));
            let ((p, s), (q, t)) = (key(x), key(y));
            p.cmp(&q).then(s.unwrap_or(0.0).total_cmp(&t.unwrap_or(0.0))).then(x.variant.cmp(&y.variant))
        });
        let timed = contestants.iter().filter(|c| c.has_no_wrong_verdict() && c.nanoseconds.is_finite()).count();
        groups.extend(contestants[..timed].iter().map(|c| vec![named(c)]));
        if timed < contestants.len() {
            groups.push(contestants[timed..].iter().map(named).collect());
        }
        return;
    }
    contestants.sort_by(|x, y| {
        let (p, q) = (x.rates[question], y.rates[question]);
        p.rate.total_cmp(&q.rate).then(p.high.total_cmp(&q.high)).then(x.variant.cmp(&y.variant))
    });
    let mut rest = contestants;
    while let Some(first) = rest.first() {
        let end = first.rates[question].high;
        // The first is tied with itself, whatever rounding makes of the ends of its interval.
        let tied = rest.iter().take_while(|c| c.rates[question].low <= end).count().max(1);
        let (group, others) = rest.split_at_mut(tied);
        ranked(group, question + 1, groups);
        rest = others;
    }
}

/// 3/N: where nothing was seen in N independent cases, the rate is below it with a confidence of 95 %. N is the number of cases that
/// would give a mean with equal weights per family the variance that it has (Kish's effective sample size): frames of a trace
/// count as one case, and families with few cases lower it.
fn rule_of_three(survey: &Survey, families: &[usize], variant: usize, scalar: usize) -> f64 {
    let variance = |&f: &usize| survey.families[f].frames as f64 / survey.counts(f, variant, scalar).applicable() as f64;
    let number = families.len() as f64;
    let cases = number * number / families.iter().map(variance).sum::<f64>();
    (3.0 / cases).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(rate: f64, half: f64) -> Rate {
        Rate { rate, low: (rate - half).max(0.0), high: rate + half }
    }

    /// The ranks of contestants with these rates and times, as groups of their numbers.
    fn order(of: &[([Rate; 3], f64)]) -> Vec<Vec<usize>> {
        let numbered = of.iter().enumerate();
        let mut contestants: Vec<Contestant> =
            numbered.map(|(variant, &(rates, nanoseconds))| Contestant { variant, rates, nanoseconds }).collect();
        let mut groups = Vec::new();
        ranked(&mut contestants, 0, &mut groups);
        groups.into_iter().map(|group| group.into_iter().map(|(variant, _)| variant).collect()).collect()
    }

    #[test]
    fn the_first_question_that_parts_two_variants_decides() {
        let none = rate(0.0, 0.001);
        // Wrong verdicts outweigh everything, then other failures, then what is not right, then time.
        assert_eq!(order(&[([rate(0.1, 0.01), none, none], 1.0), ([none, rate(0.5, 0.1), rate(0.5, 0.1)], 9.0)]), [[1], [0]]);
        assert_eq!(order(&[([none, rate(0.1, 0.01), none], 1.0), ([none, none, rate(0.5, 0.1)], 9.0)]), [[1], [0]]);
        assert_eq!(order(&[([none, none, rate(0.5, 0.1)], 1.0), ([none, none, none], 9.0)]), [[1], [0]]);
        assert_eq!(order(&[([none, none, none], 9.0), ([none, none, none], 1.0)]), [[1], [0]]);
    }

    #[test]
    fn overlapping_intervals_tie_and_time_parts_only_those_without_a_wrong_verdict() {
        let (none, few) = (rate(0.0, 0.01), rate(0.008, 0.004));
        let tied = order(&[([few, none, none], 1.0), ([few, none, none], 2.0), ([none, none, none], 9.0)]);
        assert_eq!(tied, [vec![2], vec![0, 1]]);
        // A tie in one question is decided by the next.
        assert_eq!(order(&[([none, rate(0.2, 0.01), none], 1.0), ([few, none, none], 9.0)]), [[1], [0]]);
        // Without a time there is nothing to rank by.
        let untimed = f64::INFINITY;
        assert_eq!(order(&[([none, none, none], untimed), ([none, none, none], untimed)]), [[0, 1]]);
    }
}
