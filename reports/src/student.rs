//! Student's t distribution, and the interval of a mean of few values.

use std::f64::consts::PI;

/// The probability that |t| is at most `t`, for a whole number of degrees of freedom: the finite series of Abramowitz and
/// Stegun, Handbook of Mathematical Functions (1964), 26.7.3 and 26.7.4.
fn within(t: f64, freedom: usize) -> f64 {
    let angle = (t / (freedom as f64).sqrt()).atan();
    let (sine, cosine) = angle.sin_cos();
    let is_odd = freedom % 2 == 1;
    // Each term is the one before times cos² and a quotient of successive whole numbers.
    let (mut term, mut sum) = if is_odd { (cosine, 0.0) } else { (1.0, 0.0) };
    let terms = if is_odd { (freedom - 1) / 2 } else { freedom / 2 };
    for k in 1..=terms {
        sum += term;
        let k = k as f64;
        term *= cosine * cosine * if is_odd { 2.0 * k / (2.0 * k + 1.0) } else { (2.0 * k - 1.0) / (2.0 * k) };
    }
    if is_odd { 2.0 / PI * (angle + sine * sum) } else { sine * sum }
}

/// The quantile of a two-sided interval at 95 %: |t| is at most this with a probability of 95 %.
///
/// Infinite without a degree of freedom.
pub fn two_sided(freedom: usize) -> f64 {
    if freedom == 0 {
        return f64::INFINITY;
    }
    let (mut low, mut high) = (0.0, 16.0);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        *(if within(middle, freedom) < 0.95 { &mut low } else { &mut high }) = middle;
    }
    high
}

/// A mean, and its interval at 95 % if there are at least two values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanOf {
    /// The arithmetic mean.
    pub mean: f64,
    /// The ends of the interval.
    pub interval: Option<[f64; 2]>,
}

/// The mean of values with the interval of Student's t.
///
/// `None` without values.
pub fn mean_of(values: &[f64]) -> Option<MeanOf> {
    let number = values.len() as f64;
    if values.is_empty() {
        return None;
    }
    let mean = values.iter().sum::<f64>() / number;
    let interval = (values.len() > 1).then(|| {
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        let half = two_sided(values.len() - 1) * (squares / (number - 1.0) / number).sqrt();
        [mean - half, mean + half]
    });
    Some(MeanOf { mean, interval })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_agree_with_the_tables() {
        // Student's quantiles as in every table, to three decimals.
        for (freedom, quantile) in
            [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (9, 2.262), (10, 2.228), (30, 2.042), (120, 1.980)]
        {
            assert!((two_sided(freedom) - quantile).abs() < 5e-4, "{freedom}: {}", two_sided(freedom));
        }
        // One degree of freedom is Cauchy's distribution: t = tan(0.95 π / 2).
        assert!((two_sided(1) - (0.475 * PI).tan()).abs() < 1e-9);
        assert_eq!(two_sided(0), f64::INFINITY);
    }

    #[test]
    fn the_interval_of_a_mean_is_that_by_hand() {
        // 1, 2, 3: the mean is 2 and the deviation 1, so the half width is 4.3027 / √3.
        let found = mean_of(&[1.0, 2.0, 3.0]).unwrap();
        let [low, high] = found.interval.unwrap();
        assert!(found.mean == 2.0 && (low - (2.0 - 2.4841)).abs() < 1e-3 && (high - (2.0 + 2.4841)).abs() < 1e-3);
        assert_eq!(mean_of(&[7.0]), Some(MeanOf { mean: 7.0, interval: None }));
        assert_eq!(mean_of(&[5.0, 5.0]).unwrap().interval, Some([5.0, 5.0]));
        assert_eq!(mean_of(&[]), None);
    }
}
