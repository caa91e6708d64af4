//! Exact statistics of counts: the bound of a rate by Clopper and Pearson, and the sign test.

/// The probability that a rate exceeds its bound, and the level at which a test decides: 5 %.
pub const LEVEL: f64 = 0.05;

/// The logarithm of n!, by Stirling's series if the error of that is below 10⁻¹³.
fn ln_factorial(n: u64) -> f64 {
    if n < 20 {
        return (2..=n).map(|k| k as f64).product::<f64>().ln();
    }
    let n = n as f64;
    let series = (1.0 / 12.0 - (1.0 / 360.0 - 1.0 / (1260.0 * n * n)) / (n * n)) / n;
    n * n.ln() - n + 0.5 * (std::f64::consts::TAU * n).ln() + series
}

/// The probability of at most `hits` successes in `n` independent trials that each succeed with probability `p`.
pub fn at_most(hits: u64, n: u64, p: f64) -> f64 {
    if hits >= n || p <= 0.0 {
        return 1.0;
    }
    if p >= 1.0 {
        return 0.0;
    }
    // Terms decrease away from the mean, and are summed from the greatest one.
    if hits as f64 > n as f64 * p {
        return 1.0 - at_most(n - hits - 1, n, 1.0 - p);
    }
    let choices = ln_factorial(n) - ln_factorial(hits) - ln_factorial(n - hits);
    let mut term = (choices + hits as f64 * p.ln() + (n - hits) as f64 * (-p).ln_1p()).exp();
    let (mut sum, odds) = (term, (1.0 - p) / p);
    for k in (1..=hits).rev() {
        term *= k as f64 / (n - k + 1) as f64 * odds;
        sum += term;
        if term < 1e-17 * sum {
            break;
        }
    }
    sum.min(1.0)
}

/// The one-sided upper bound at 95 % of a rate with `hits` in `n` independent trials: the rate at which at most `hits` have a
/// probability of 5 % (Clopper and Pearson, Biometrika 26, 1934).
///
/// It is 1 without a trial.
///
/// The bound also holds for the mean of the trials' rates if these differ: the number of hits then has no heavier tail below
/// its mean (Hoeffding, Annals of Mathematical Statistics 27, 1956, theorem 5).
pub fn upper(hits: u64, n: u64) -> f64 {
    if hits >= n {
        return 1.0;
    }
    let (mut low, mut high) = (hits as f64 / n as f64, 1.0);
    loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            return high;
        }
        *(if at_most(hits, n, middle) > LEVEL { &mut low } else { &mut high }) = middle;
    }
}

/// The one-sided lower bound at 95 %.
pub fn lower(hits: u64, n: u64) -> f64 {
    if n == 0 { 0.0 } else { 1.0 - upper(n - hits.min(n), n) }
}

/// The exact two-sided sign test: the probability of counts at least as unequal as these if both outcomes are equally likely.
///
/// For two variants that answer the same cases, with the counts of the cases that only one of them has wrong, it is the exact
/// test of McNemar (Psychometrika 12, 1947).
pub fn sign_test(one: u64, other: u64) -> f64 {
    (2.0 * at_most(one.min(other), one.saturating_add(other), 0.5)).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) -> bool {
        (found - expected).abs() <= 1e-9 * expected.abs().max(1e-9)
    }

    #[test]
    fn probabilities_are_those_of_sums_by_hand() {
        // (1 + 4) / 16, (1 + 4 + 6) / 16, and three throws of a die.
        assert!(near(at_most(1, 4, 0.5), 5.0 / 16.0) && near(at_most(2, 4, 0.5), 11.0 / 16.0));
        assert!(near(at_most(0, 3, 1.0 / 6.0), 125.0 / 216.0) && near(at_most(1, 3, 1.0 / 6.0), 200.0 / 216.0));
        assert_eq!((at_most(4, 4, 0.5), at_most(0, 7, 0.0), at_most(3, 7, 1.0)), (1.0, 1.0, 0.0));
        // 30 of 60 uses Stirling's series: a half, plus half of the middle term, C(60, 30) / 2⁶⁰.
        let middle = 118_264_581_564_861_424.0 / 2.0_f64.powi(60);
        assert!(near(at_most(30, 60, 0.5), 0.5 + middle / 2.0));
    }

    #[test]
    fn bounds_of_rates_are_those_by_hand() {
        // No hit in n trials: 1 − 0.05^(1/n). The case is 24 families of 300 cases, in percent to four digits.
        assert!(near(upper(0, 7200), 1.0 - 0.05_f64.powf(1.0 / 7200.0)));
        let percent = |rate: f64| format!("{:.4}", 100.0 * rate);
        assert_eq!([upper(0, 7200), upper(1, 7200)].map(percent), ["0.0416", "0.0659"]);
        // One of one: the bound is 1; one of two: 1 − p² = 0.05.
        assert_eq!(upper(1, 1), 1.0);
        assert!(near(upper(1, 2), 0.95_f64.sqrt()) && near(lower(1, 2), 1.0 - 0.95_f64.sqrt()));
        assert!(near(lower(20, 20), 0.05_f64.powf(1.0 / 20.0)) && lower(0, 20) == 0.0);
        // The factors of Garwood (1936) for Poisson counts, which approximate rare hits in many trials: 2.9957, 4.7439, 6.2958,
        // 15.7052 (at 9).
        for (hits, mean) in [(0, 2.9957), (1, 4.7439), (2, 6.2958), (9, 15.7052)] {
            let found = 1e8 * upper(hits, 100_000_000);
            assert!((found - mean).abs() < 1e-4, "{hits}: {found}");
        }
        // Many hits in many trials approach the normal distribution: 1.6449 of its standard deviations, here 0.0005 each.
        assert!((upper(500_000, 1_000_000) - 0.5 - 1.6449 * 0.0005).abs() < 1e-6);
        assert_eq!((upper(0, 0), lower(0, 0)), (1.0, 0.0));
    }

    #[test]
    fn six_against_none_decide_and_five_do_not() {
        assert!(near(sign_test(6, 0), 2.0 / 64.0) && near(sign_test(0, 5), 2.0 / 32.0));
        assert!(sign_test(6, 0) <= LEVEL && sign_test(5, 0) > LEVEL);
        // 8 against 1: 2 (1 + 9) / 512; 7 against 1: 2 (1 + 8) / 256.
        assert!(near(sign_test(8, 1), 20.0 / 512.0) && near(sign_test(1, 7), 18.0 / 256.0));
        assert_eq!([sign_test(0, 0), sign_test(3, 3), sign_test(1, 0)], [1.0; 3]);
    }
}
