//! Medians, their confidence intervals, and means of ratios.

/// The median; for an even number of values, the mean of the middle two. `None` if there are no values.
pub fn median(values: &[f64]) -> Option<f64> {
    let sorted = sorted(values);
    let last = sorted.len().checked_sub(1)?;
    Some(0.5 * (sorted[last / 2] + sorted[sorted.len() / 2]))
}

/// The values between which the median lies with a probability of at least 95 %, whatever the distribution: order statistics by
/// the binomial distribution (its normal approximation, widened to whole ranks). With fewer than six values no interval has
/// that probability, and the least and the greatest value are returned. `None` if there are no values.
pub fn interval(values: &[f64]) -> Option<(f64, f64)> {
    let sorted = sorted(values);
    let last = sorted.len().checked_sub(1)?;
    let count = sorted.len() as f64;
    let rank = (0.5 * count - 0.98 * count.sqrt() - 0.5).floor().max(0.0) as usize;
    Some((sorted[rank.min(last)], sorted[last - rank.min(last)]))
}

/// The geometric mean of positive values. `None` if there are no values, or if one is not positive or not a number.
pub fn geometric_mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0usize);
    for value in values {
        // Written such that NaN is refused as well.
        if !(value > 0.0 && value.is_finite()) {
            return None;
        }
        sum += value.ln();
        count += 1;
    }
    (count > 0).then(|| (sum / count as f64).exp())
}

/// The ratio of two tasks' times, from the rounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// The median over the rounds of the quotient within a round.
    pub median: f64,
    /// The lower end of the interval that holds the true median with a probability of 95 %.
    pub low: f64,
    /// The upper end of that interval.
    pub high: f64,
}

impl Ratio {
    /// The ratio of two tasks' times, round by round. `None` if there are no rounds.
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
        assert_eq!(median(&[f64::INFINITY; 2]), Some(f64::INFINITY));
    }

    /// The ranks, counted from 0, of the ends of the interval for `count` values.
    fn ranks(count: usize) -> (usize, usize) {
        let (low, high) = interval(&(0..count).rev().map(|value| value as f64).collect::<Vec<f64>>()).unwrap();
        (low as usize, high as usize)
    }

    #[test]
    fn intervals_are_between_the_ranks_of_the_sign_test() {
        // The median is below the value of rank r if at most r values are below it: with probability P(binomial(n, 1/2) ≤ r).
        // The condition is 2 P ≤ 5 %: r = 0 for 6 values (3.1 %), r = 1 for 9 (3.9 %) and for 11 (1.2 %; r = 2: 6.5 %), r = 3
        // for 15 (3.5 %), r = 40 for 101 (4.6 %).
        let by_hand = [(1, 0), (2, 0), (5, 0), (6, 0), (8, 0), (9, 1), (11, 1), (15, 3), (101, 40)];
        for (count, rank) in by_hand {
            assert_eq!(ranks(count), (rank, count - 1 - rank), "{count}");
        }
        assert_eq!(interval(&[]), None);
    }

    #[test]
    fn intervals_cover_the_median_as_often_as_they_say_and_are_hardly_wider() {
        let mut wider = 0;
        for count in 6..=1001 {
            let (low, high) = ranks(count);
            assert_eq!(low + high, count - 1, "the ranks are symmetric");
            let mut chances = (0..).scan(-(count as f64) * 2f64.ln(), |logarithm, k| {
                let chance = logarithm.exp();
                *logarithm += ((count - k) as f64 / (k + 1) as f64).ln();
                Some(chance)
            });
            let miss = 2.0 * chances.by_ref().take(low + 1).sum::<f64>();
            assert!(miss <= 0.05, "{count}: {miss}");
            let [next, after] = [chances.next(), chances.next()].map(|chance| 2.0 * chance.unwrap());
            wider += usize::from(miss + next <= 0.05);
            assert!(miss + next + after > 0.05, "{count}: two ranks further in would do");
        }
        assert_eq!(wider, 14, "the normal approximation costs a rank");
    }

    #[test]
    fn a_disturbance_of_whole_rounds_leaves_the_ratio_alone() {
        let baseline: Vec<f64> = (0..40).map(|round| if round % 3 == 0 { 900.0 } else { 100.0 }).collect();
        let times: Vec<f64> = baseline.iter().map(|time| 0.5 * time).collect();
        assert_eq!(Ratio::of(&times, &baseline), Some(Ratio { median: 0.5, low: 0.5, high: 0.5 }));
        assert_eq!(Ratio::of(&[], &[]), None);
    }

    #[test]
    fn a_ratio_is_the_median_of_quotients_and_not_the_quotient_of_medians() {
        // Quotients 1, 2, 1, 4, 1; the medians are 8 and 8.
        let ratio = Ratio::of(&[1.0, 4.0, 9.0, 40.0, 8.0], &[1.0, 2.0, 9.0, 10.0, 8.0]);
        assert_eq!(ratio, Some(Ratio { median: 1.0, low: 1.0, high: 4.0 }));
    }

    #[test]
    fn geometric_means_are_of_ratios() {
        assert!((geometric_mean([0.5, 2.0, 1.0, 16.0]).unwrap() - 2.0).abs() < 1e-14);
        // A value without a logarithm has no mean.
        assert_eq!([geometric_mean([]), geometric_mean([1.0, 0.0]), geometric_mean([f64::NAN])], [None; 3]);
    }
}
