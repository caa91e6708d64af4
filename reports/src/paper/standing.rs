//! The league that a variant's numbers are of.

use crate::Survey;
use crate::league::{League, Place, Season, seasons, widest};

/// The widest league of each scalar and kind.
pub(crate) struct Standings(Vec<Season>);

impl Standings {
    pub fn new(survey: &Survey) -> Standings {
        let all = seasons(survey);
        let kinds = (0..survey.scalars.len()).flat_map(|scalar| League::ALL.map(|league| (scalar, league)));
        let of = |(scalar, league): (usize, League)| {
            let is_meant = |season: &&Season| season.scalar == scalar && season.league == league;
            widest(all.iter().filter(is_meant).cloned().collect())
        };
        Standings(kinds.filter_map(of).collect())
    }

    pub fn all(&self) -> &[Season] {
        &self.0
    }

    pub fn league(&self, scalar: usize, league: League) -> Option<&Season> {
        self.0.iter().find(|season| season.scalar == scalar && season.league == league)
    }

    /// The place of a variant: in the league of distances if it takes part there, else in that of verdicts.
    pub fn place(&self, scalar: usize, variant: usize) -> Option<(&Season, &Place)> {
        let of = |league: League| {
            let season = self.league(scalar, league)?;
            Some((season, season.places.iter().find(|place| place.variant == variant)?))
        };
        League::ALL.into_iter().find_map(of)
    }
}
