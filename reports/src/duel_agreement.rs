//! The agreement of the processes of a contest about the ratios of its table.

use crate::distinct::distinct;
use crate::duels::{Duels, Kind, Size, range};

/// The difference in percent beyond which two ratios disagree.
const AGREES_WITHIN: f64 = 5.0;

/// A sentence about the ratios of the table: each time over the baseline's time in the same column.
///
/// `None` with a single process, or without a ratio.
pub(crate) fn agreement(duels: &Duels) -> Option<String> {
    let ratios = ratios(duels);
    let beyond = ratios.iter().filter(|ratio| ratio.percent > AGREES_WITHIN).count();
    let Ratio { percent, name, size: Size { family, points }, scalar } =
        ratios.iter().max_by(|x, y| x.percent.total_cmp(&y.percent))?;
    Some(format!(
        "Ratios of these times to those of {} that differ by more than {AGREES_WITHIN} % from one process to another: {beyond} of {}; \
         the greatest difference is {percent:.1} % ({name}, {family} {points}, {scalar}).",
        distinct(duels.baselines()).join(" or "),
        ratios.len(),
    ))
}

/// A ratio of the table.
struct Ratio<'a> {
    /// The greatest value of a process minus the least, in percent of the least.
    percent: f64,
    name: &'a str,
    size: Size<'a>,
    scalar: &'a str,
}

fn ratios<'a>(duels: &Duels<'a>) -> Vec<Ratio<'a>> {
    let mut ratios = Vec::new();
    for scalar in duels.scalars() {
        let is_shown = |name: &str| !duels.baselines().any(|baseline| baseline == name);
        for one in duels.present(scalar).into_iter().filter(|one| one.kind != Kind::Preparation && is_shown(one.name)) {
            for &size in &duels.sizes {
                let of_processes = duels.ratios_of_processes(scalar, one.name, size);
                if let Some([least, greatest]) = range(&of_processes) {
                    ratios.push(Ratio { percent: 100.0 * (greatest / least - 1.0), name: one.name, size, scalar });
                }
            }
        }
    }
    ratios
}

#[cfg(test)]
mod tests {
    use gjk_records::Duel;

    use super::*;

    fn duel(gap: &str, variant: &str, ratios: &[f64]) -> Duel {
        Duel {
            family: "hull".to_owned(),
            points: 32,
            gap: gap.to_owned(),
            scalar: "f64".to_owned(),
            variant: variant.to_owned(),
            baseline: "base".to_owned(),
            promise: Some("distance".to_owned()),
            median_ns: Some(1.0),
            ratio: Some(1.0),
            process_ns: vec![1.0; ratios.len()],
            process_ratios: ratios.to_vec(),
            ..Duel::default()
        }
    }

    fn said(duels: &[Duel]) -> Option<String> {
        agreement(&Duels::new(duels))
    }

    #[test]
    fn the_ratio_of_a_table_is_the_mean_over_gap_classes_of_each_process() {
        let preparation = Duel { terms: "preparation".to_owned(), ..duel("far", "chart", &[1.0, 9.0, 1.0]) };
        let duels = [
            duel("far", "base", &[1.0, 1.0, 1.0]),
            // Far apart in each class, but not in their mean: 2 and 2.
            duel("far", "steady", &[4.0, 1.0, 2.0]),
            duel("overlap", "steady", &[1.0, 4.0, 2.0]),
            // Means 2, 2.04 and 2.2.
            duel("far", "other", &[1.0, 1.02, 1.1]),
            duel("overlap", "other", &[4.0, 4.08, 4.4]),
            preparation,
        ];
        let expected = "Ratios of these times to those of base that differ by more than 5 % from one process to another: 1 of 2; the \
                        greatest difference is 10.0 % (other, hull 32, f64).";
        assert_eq!(said(&duels).as_deref(), Some(expected));
        assert!(said(&duels[..3]).unwrap().contains(": 0 of 1; the greatest difference is 0.0 % (steady,"));
    }

    #[test]
    fn nothing_is_reported_for_one_process() {
        assert_eq!(said(&[duel("far", "base", &[]), duel("far", "other", &[])]), None);
        assert_eq!(said(&[]), None);
    }

    #[test]
    fn values_that_are_not_ratios_are_left_out() {
        for odd in [f64::NAN, 0.0, -1.0, f64::INFINITY] {
            assert_eq!(said(&[duel("far", "other", &[1.0, odd])]), None, "{odd}");
        }
        // A class that lacks some processes.
        let text = said(&[duel("far", "other", &[1.0, 1.0, 9.0]), duel("overlap", "other", &[1.0, 1.21])]).unwrap();
        assert!(text.contains("is 10.0 %"), "{text}");
    }
}
