//! The length of translations relative to the depth: the ratio |v|/δ, for translations that leave no overlap beyond half of the
//! digits.
//!
//! A tally counts |v|/δ − 1 in cells, eight per octave. A ratio is taken at the end of its cell, so its distance from one is
//! too great by at most an eighth, and never too small.

use crate::Survey;
use crate::digits::significant;
use crate::sorted::sort_by;

/// The ratios of a variant over some families, with equal weights.
pub(crate) struct Farther {
    /// The number of ratios.
    pub answers: u64,
    /// |v|/δ − 1, ascending, each with its share of all; infinite if that is not a number.
    shares: Vec<(f64, f64)>,
}

impl Farther {
    /// The known ratios among the answers of a variant in a scalar to these families.
    pub fn of(survey: &Survey, families: &[usize], variant: usize, scalar: usize) -> Farther {
        let mut of_families = Vec::new();
        for found in families.iter().filter_map(|&family| survey.answers(family, variant, scalar)) {
            let cells = found.farther.iter().map(|(cell, count)| (cell.end(), count));
            let all: Vec<(f64, u64)> = cells.chain([(f64::INFINITY, found.endless_farther)]).collect();
            let answers = all.iter().map(|(_, count)| count).sum::<u64>();
            of_families.extend((answers > 0).then_some((all, answers)));
        }
        let families = of_families.len() as f64;
        let weighted = |(all, answers): &(Vec<(f64, u64)>, u64)| {
            let weight = 1.0 / (families * *answers as f64);
            all.iter().map(|(farther, count)| (*farther, weight * *count as f64)).collect::<Vec<_>>()
        };
        let mut shares: Vec<(f64, f64)> = of_families.iter().flat_map(weighted).filter(|(_, share)| *share > 0.0).collect();
        sort_by(&mut shares, &mut |one, other| one.0.total_cmp(&other.0));
        // The same cell occurs in several families.
        shares.dedup_by(|next, kept| {
            let is_same = next.0 == kept.0;
            kept.1 += if is_same { next.1 } else { 0.0 };
            is_same
        });
        Farther { answers: of_families.iter().map(|(_, answers)| answers).sum(), shares }
    }

    /// The least ratio that a share of the answers does not exceed; `None` without answers.
    pub fn quantile(&self, share: f64) -> Option<f64> {
        crate::summary::weighted_quantile(&self.shares, share).map(|farther| 1.0 + farther)
    }

    /// The share of the answers with a ratio minus one greater than this.
    pub fn beyond(&self, farther: f64) -> f64 {
        let within = self.shares.iter().take_while(|(value, _)| *value <= farther).map(|(_, share)| share).sum::<f64>();
        // A sum of shares is one up to rounding.
        if within > 1.0 - 1e-12 { 0.0 } else { 1.0 - within }
    }

    /// The values of |v|/δ − 1 at which the share beyond falls, ascending.
    pub fn steps(&self) -> impl Iterator<Item = f64> + '_ {
        self.shares.iter().map(|(farther, _)| *farther)
    }
}

/// A ratio |v|/δ with enough digits to show its distance from one; `1` if the distance is less than a millionth.
pub(crate) fn length_ratio_text(ratio: f64) -> String {
    let farther = (ratio - 1.0).abs();
    match ratio {
        ratio if ratio == f64::INFINITY => "∞".to_owned(),
        _ if farther < 1e-6 => "1".to_owned(),
        ratio if farther < 0.1 => {
            // Two digits of the excess over one.
            let decimals = (1.0 - farther.log10().floor()) as usize;
            format!("{ratio:.decimals$}")
        }
        ratio => significant(ratio, 3),
    }
}

#[cfg(test)]
mod tests {
    use gjk_records::{Question, Record, Ruling};

    use super::*;
    use crate::tests::{record, small_but};

    #[test]
    fn families_weigh_the_same_and_ratios_are_never_too_small() {
        let study = small_but(|records| {
            let mut add = |family: &str, ratios: &[f64]| {
                for (case, &ratio) in ratios.iter().enumerate() {
                    let (residual_units, excess_ratio) = (Some(0.0), Some(ratio));
                    let found = record(family, case, "f64", "portal", Ruling::Right);
                    records.push(Record { residual_units, excess_units: Some(0.0), excess_ratio, ..found });
                }
            };
            // One answer of one family has half of the weight.
            add("plates", &[1.5]);
            add("inside", &[1.0, 1.0, 1.01, f64::INFINITY]);
        });
        let survey = Survey::new(&study);
        let variant = survey.variants.iter().position(|variant| variant.name == "portal").unwrap();
        let scalar = survey.scalars.iter().position(|scalar| scalar == "f64").unwrap();
        let found = Farther::of(&survey, &survey.families_over(Question::Depth), variant, scalar);
        assert_eq!(found.answers, 5);
        assert_eq!(found.quantile(0.25), Some(1.0));
        let [low, middle] = [0.3, 0.5].map(|share| found.quantile(share).unwrap());
        assert!((1.01..=1.01 + 0.01 / 8.0).contains(&low) && (1.5..=1.5 + 0.5 / 8.0).contains(&middle), "{low} {middle}");
        assert_eq!((found.quantile(0.88), found.quantile(1.0)), (Some(f64::INFINITY), Some(f64::INFINITY)));
        for (farther, share) in [(-1e-9, 1.0), (0.0, 0.75), (0.02, 0.625), (0.6, 0.125), (1e300, 0.125)] {
            assert!((found.beyond(farther) - share).abs() < 1e-12, "{farther}: {}", found.beyond(farther));
        }
        let none = Farther::of(&survey, &[], variant, scalar);
        assert_eq!((none.answers, none.quantile(0.5), none.steps().count()), (0, None, 0));
    }

    #[test]
    fn a_ratio_has_the_digits_that_tell_it_from_one() {
        for (ratio, text) in [
            (1.0, "1"),
            (1.0 + 1e-7, "1"),
            (1.0 - 1e-7, "1"),
            (1.000_012, "1.000012"),
            (1.013, "1.013"),
            (0.987, "0.987"),
            (1.126, "1.13"),
            (2.2, "2.20"),
            (340.0, "340"),
            (2e10, "2.00·10¹⁰"),
            (f64::INFINITY, "∞"),
        ] {
            assert_eq!(length_ratio_text(ratio), text);
        }
    }
}
