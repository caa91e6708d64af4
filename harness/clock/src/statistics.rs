//! Medians, how far they can be trusted, and means of ratios.

/// The median; for an even number of values the mean of the middle two. None without values.
pub fn median(values: &[f64]) -> Option<f64> {
    let sorted = sorted(values);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        len if len % 2 == 1 => Some(sorted[middle]),
        _ => Some(0.5 * (sorted[middle - 1] + sorted[middle])),
    }
}

/// The values between which the median lies with a probability of at least 95 %, whatever the distribution: order statistics
/// by the binomial distribution (its normal approximation, widened to whole ranks). With fewer than six values that is not to
/// be had, and these are the least and the greatest. None without values.
pub fn interval(values: &[f64]) -> Option<(f64, f64)> {
    let sorted = sorted(values);
    let last = sorted.len().checked_sub(1)?;
    let count = sorted.len() as f64;
    let rank = (0.5 * count - 0.98 * count.sqrt() - 0.5).floor().max(0.0) as usize;
    Some((sorted[rank.min(last)], sorted[last - rank.min(last)]))
}

/// The geometric mean of positive values. None without values.
pub fn geometric_mean(values: &[f64]) -> Option<f64> {
    let sum: f64 = values.iter().map(|value| value.ln()).sum();
    (!values.is_empty()).then(|| (sum / values.len() as f64).exp())
}

/// What the rounds say of one task beside another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// The median over the rounds of the quotient within a round.
    pub median: f64,
    /// The lower end of the interval that holds the true median with a probability of 95 %.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Ratio {
    /// The ratio of two tasks' times, round by round. None without rounds.
    pub fn of(times: &[f64], baseline: &[f64]) -> Option<Ratio> {
        let ratios: Vec<f64> = times.iter().zip(baseline).map(|(time, base)| time / base).collect();
        let (low, high) = interval(&ratios)?;
        Some(Ratio { median: median(&ratios)?, low, high })
    }
}

fn sorted(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_are_in_the_middle() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
    }

    #[test]
    fn intervals_cover_the_median_as_often_as_they_say() {
        // P(rank r and its mirror image miss the median) = 2 P(binomial(n, 1/2) ≤ r), r counted from 0.
        for count in [1, 2, 5, 6, 10, 31, 100, 501] {
            let values: Vec<f64> = (0..count).rev().map(f64::from).collect();
            let (low, high) = interval(&values).unwrap();
            assert_eq!(low + high, f64::from(count - 1), "the ranks are symmetric");
            let miss: f64 = 2.0 * (0..low as i32).map(|k| binomial(count, k)).sum::<f64>();
            assert!(miss <= 0.05, "{count}: {miss}");
            if count >= 10 {
                // Two ranks further in would not do.
                let narrower: f64 = 2.0 * (0..low as i32 + 2).map(|k| binomial(count, k)).sum::<f64>();
                assert!(narrower > 0.05, "{count}: {narrower}");
            }
        }
        assert_eq!(interval(&[]), None);
    }

    /// The probability of k heads in n throws.
    fn binomial(n: i32, k: i32) -> f64 {
        (0..k).fold(-f64::from(n) * 2f64.ln(), |sum, i| sum + (f64::from(n - i) / f64::from(i + 1)).ln()).exp()
    }

    #[test]
    fn a_disturbance_of_whole_rounds_leaves_the_ratio_alone() {
        let baseline: Vec<f64> = (0..40).map(|round| if round % 3 == 0 { 900.0 } else { 100.0 }).collect();
        let times: Vec<f64> = baseline.iter().map(|time| 0.5 * time).collect();
        assert_eq!(Ratio::of(&times, &baseline), Some(Ratio { median: 0.5, low: 0.5, high: 0.5 }));
        assert_eq!(Ratio::of(&[], &[]), None);
    }

    #[test]
    fn geometric_means_are_of_ratios() {
        assert_eq!(geometric_mean(&[]), None);
        assert!((geometric_mean(&[0.5, 2.0, 1.0, 16.0]).unwrap() - 2.0).abs() < 1e-14);
    }
}
