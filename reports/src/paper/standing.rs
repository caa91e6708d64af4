//! The league from which a variant's numbers come.

use gjk_records::Question;

use crate::Survey;
use crate::league::{Place, Season, seasons, widest};

/// The widest league of each scalar and kind, and the partial ones.
pub(crate) struct Standings {
    widest: Vec<Season>,
    partial: Vec<Season>,
}

impl Standings {
    pub fn new(survey: &Survey) -> Standings {
        let all = seasons(survey);
        let kinds = (0..survey.scalars.len()).flat_map(|scalar| Question::LEAGUES.map(|question| (scalar, question)));
        let of = |(scalar, question): (usize, Question)| {
            let is_meant = |season: &&Season| season.scalar == scalar && season.question == question;
            widest(all.iter().filter(is_meant).cloned().collect())
        };
        let widest = kinds.filter_map(of).collect();
        let partial = all.into_iter().filter(|season| season.is_partial).collect();
        Standings { widest, partial }
    }

    pub fn all(&self) -> &[Season] {
        &self.widest
    }

    pub fn league(&self, scalar: usize, question: Question) -> Option<&Season> {
        self.widest.iter().find(|season| season.scalar == scalar && season.question == question)
    }

    /// The place of a variant: in the league of distances if it is compared there, else in the league of verdicts.
    ///
    /// A variant that accepts too few cases of some of their families has its place in the partial league over the most
    /// families.
    pub fn place(&self, scalar: usize, variant: usize) -> Option<(&Season, &Place)> {
        let of = |question: Question| {
            let season = self.league(scalar, question)?;
            Some((season, season.places.iter().find(|place| place.variant == variant)?))
        };
        let partial = |question: Question| {
            let mine = |season: &&Season| season.scalar == scalar && season.question == question;
            let of = |season: &'_ Season| season.places.iter().position(|place| place.variant == variant);
            let mine = self.partial.iter().filter(mine).filter_map(|season| Some((season, &season.places[of(season)?])));
            mine.max_by_key(|(season, _)| season.families.len())
        };
        Question::LEAGUES.into_iter().find_map(of).or_else(|| Question::LEAGUES.into_iter().find_map(partial))
    }
}
