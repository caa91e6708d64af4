//! The statistics of a report, as functions of numbers alone.

use crate::binomial::{lower, upper};
use crate::sorted::sort_by;

/// Standard normal quantile of a two-sided 95 % interval.
const Z: f64 = 1.959_963_984_540_054;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// The rate, in [0, 1].
    pub rate: f64,
    pub low: f64,
    pub high: f64,
}

/// The rate of `hits` among `n` with the score interval of Wilson (1927) at 95 %.
///
/// `None` if there is nothing to count.
///
/// Unlike the interval of the normal approximation, it is not empty if no case or every case was hit. If `frames` successive
/// cases are frames of one trace, and so nearly the same case, the interval is for `frames` times fewer cases.
pub fn wilson(hits: u64, n: u64, frames: u64) -> Option<Rate> {
    if n == 0 {
        return None;
    }
    let independent = |count: u64| count as f64 / frames.max(1) as f64;
    let (hits, n) = (independent(hits.min(n)), independent(n));
    let rate = hits / n;
    let shrink = 1.0 / (1.0 + Z * Z / n);
    let middle = shrink * (rate + Z * Z / (2.0 * n));
    let half = shrink * Z * (rate * (1.0 - rate) / n + Z * Z / (4.0 * n * n)).sqrt();
    let low = if hits == 0.0 { 0.0 } else { (middle - half).max(0.0) };
    let high = if hits == n { 1.0 } else { (middle + half).min(1.0) };
    Some(Rate { rate, low, high })
}

/// A mean of rates of families with equal weights, as a number of hits in a number of independent cases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The mean, in [0, 1].
    pub rate: f64,
    /// N, the independent cases.
    pub cases: u64,
    /// X, the hits among them: rounded down for the lower end, and rounded up for the upper end.
    hits: [u64; 2],
    /// Whether the families have different numbers of cases, so that X of N understates what is known about some of them.
    pub is_approximate: bool,
}

/// The mean of rates of families.
///
/// Each family has its hits, its cases, and the number of cases that count as one independent case. `None` without families.
///
/// If k families have n independent cases each, the mean is X / N with N = k n. Otherwise N = ⌊k · min n⌋ and X = ⌈N · mean⌉,
/// as if every family had as few cases as the smallest one.
pub fn mean(families: impl IntoIterator<Item = (u64, u64, u64)>) -> Option<Mean> {
    let families: Vec<(u64, u64, u64)> = families.into_iter().filter(|(_, cases, _)| *cases > 0).collect();
    let &(_, first, _) = families.first()?;
    let number = families.len() as f64;
    if families.iter().all(|&(_, cases, worth)| (cases, worth) == (first, 1)) {
        let cases = first.saturating_mul(families.len() as u64);
        let hits = families.iter().fold(0, |sum: u64, (hits, ..)| sum.saturating_add(*hits)).min(cases);
        return Some(Mean { rate: hits as f64 / cases as f64, cases, hits: [hits; 2], is_approximate: false });
    }
    let rate = families.iter().map(|&(hits, cases, _)| hits.min(cases) as f64 / cases as f64).sum::<f64>() / number;
    let least = families.iter().map(|&(_, cases, worth)| cases as f64 / worth.max(1) as f64).fold(f64::INFINITY, f64::min);
    let cases = ((number * least) as u64).max(1);
    // A sum of quotients may exceed a whole number by a rounding error.
    let (exact, rounding) = (rate * cases as f64, 1e-9);
    let hits = [(exact + rounding).floor(), (exact - rounding).ceil()].map(|hits| (hits.max(0.0) as u64).min(cases));
    Some(Mean { rate, cases, hits, is_approximate: true })
}

impl Mean {
    /// The one-sided upper bound at 95 %, by Clopper and Pearson for X of N.
    pub fn upper(&self) -> f64 {
        upper(self.hits[1], self.cases)
    }

    /// The mean between its two one-sided bounds at 95 %.
    pub fn rate(&self) -> Rate {
        Rate { rate: self.rate, low: lower(self.hits[0], self.cases), high: self.upper() }
    }
}

/// The quantile at `q` in [0, 1] of ascending values, linear between two values.
///
/// `None` without values.
pub fn quantile(ascending: &[f64], q: f64) -> Option<f64> {
    let last = ascending.len().checked_sub(1)?;
    Some(between(last as u64, q, |place| ascending[place as usize]))
}

/// The quantile of ascending values with counts.
///
/// For equal values only the sum of their counts matters.
pub fn counted_quantile(ascending: &[(f64, u64)], q: f64) -> Option<f64> {
    let last = ascending.iter().map(|(_, count)| count).sum::<u64>().checked_sub(1)?;
    let value = |place: u64| {
        let mut end = 0;
        let holds = |(_, count): &&(f64, u64)| {
            end += count;
            end > place
        };
        ascending.iter().find(holds).map_or(f64::NAN, |(value, _)| *value)
    };
    Some(between(last, q, value))
}

/// The quantile of values numbered from 0 to `last`, linear between two values.
fn between(last: u64, q: f64, value: impl Fn(u64) -> f64) -> f64 {
    let place = q.clamp(0.0, 1.0) * last as f64;
    let (below, part) = (place.floor() as u64, place.fract());
    let (low, high) = (value(below), value((below + 1).min(last)));
    // The difference of two infinities is not a number.
    if part == 0.0 || low == high { low } else { low + (high - low) * part }
}

/// The least value at which the weights up to and including it reach the share `q` of all weights; values ascending.
pub fn weighted_quantile(ascending: &[(f64, f64)], q: f64) -> Option<f64> {
    let total: f64 = ascending.iter().map(|(_, weight)| weight).sum();
    let wanted = q.clamp(0.0, 1.0) * total;
    let mut sum = 0.0;
    for &(value, weight) in ascending {
        sum += weight;
        // Sums of equal weights differ by rounding from the share that they represent.
        if sum >= wanted - 1e-12 * total {
            return Some(value);
        }
    }
    ascending.last().map(|&(value, _)| value)
}

/// The indices of the points that no other point beats in one coordinate without losing in the other (less is better in both),
/// by ascending first coordinate.
///
/// The first of equal points represents all of them. Points that are not finite are left out.
pub fn frontier(points: &[(f64, f64)]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..points.len()).filter(|&i| points[i].0.is_finite() && points[i].1.is_finite()).collect();
    sort_by(&mut order, &mut |&i, &j| points[i].0.total_cmp(&points[j].0).then(points[i].1.total_cmp(&points[j].1)));
    let mut best = f64::INFINITY;
    order.retain(|&i| {
        let better = points[i].1 < best;
        if better {
            best = points[i].1;
        }
        better
    });
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-4
    }

    #[test]
    fn wilson_interval_agrees_with_published_values() {
        // Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
        for (hits, n, low, high) in [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (1, 29, 0.0061, 0.1718)] {
            let rate = wilson(hits, n, 1).unwrap();
            assert!(near(rate.low, low) && near(rate.high, high), "{hits}/{n}: {rate:?}");
        }
        let none = wilson(0, 20, 1).unwrap();
        assert_eq!((none.rate, none.low), (0.0, 0.0));
        assert!(near(none.high, 0.1611), "{none:?}");
        let all = wilson(20, 20, 1).unwrap();
        assert_eq!((all.rate, all.high), (1.0, 1.0));
        assert!(near(all.low, 1.0 - 0.1611));
        assert_eq!(wilson(0, 0, 1), None);
    }

    #[test]
    fn the_frames_of_a_trace_count_once() {
        assert_eq!(wilson(32, 160, 16), wilson(2, 10, 1));
        // Half of a trace counts as half of a case.
        let part = wilson(8, 160, 16).unwrap();
        assert!(part.rate == 0.05 && part.low < 0.05 && part.high > wilson(8, 160, 1).unwrap().high);
    }

    #[test]
    fn a_mean_of_families_of_equal_size_is_one_count() {
        let families = |wrong: u64| (0..24).map(move |family| (if family == 3 { wrong } else { 0 }, 300, 1));
        for (wrong, bound) in [(0, "0.0416"), (1, "0.0659")] {
            let mean = mean(families(wrong)).unwrap();
            assert_eq!((mean.cases, mean.hits, mean.is_approximate), (7200, [wrong; 2], false));
            assert_eq!((mean.rate, format!("{:.4}", 100.0 * mean.upper())), (wrong as f64 / 7200.0, bound.to_owned()));
            // The drawn bound is the bound of the table.
            assert_eq!(mean.rate().high, mean.upper());
        }
        assert_eq!(mean([]), None);
        assert_eq!(mean([(0, 0, 1)]), None);
        // The distribution of the hits over the families does not matter.
        assert_eq!(mean([(2, 50, 1), (3, 50, 1)]), mean([(5, 50, 1), (0, 50, 1)]));
    }

    #[test]
    fn families_of_different_size_weigh_the_same_and_the_smallest_decides_the_bound() {
        // Computed by hand: rates 1 and 0; twice 10 cases with ten hits.
        let one = mean([(10, 10, 1), (0, 1000, 1)]).unwrap();
        assert_eq!((one.rate, one.cases, one.hits, one.is_approximate), (0.5, 20, [10; 2], true));
        // Three families of 7, 20 and 20: 21 cases; the mean (1/7 + 1/20) / 3 makes 1.35 hits.
        let one = mean([(1, 7, 1), (1, 20, 1), (0, 20, 1)]).unwrap();
        assert_eq!((one.cases, one.hits), (21, [1, 2]));
        assert_eq!(one.rate().high, upper(2, 21));
        assert_eq!(one.rate().low, lower(1, 21));
        // As in the campaign of 2026-11-22: 22 families of 300 cases and two of 300 frames, where 16 frames count as one case:
        // ⌊24 · 18.75⌋.
        let archive = mean((0..24).map(|family| (0, 300, if family < 2 { 16 } else { 1 }))).unwrap();
        assert_eq!((archive.cases, archive.is_approximate), (450, true));
        // A sum of quotients that is a whole number up to rounding is that number.
        let thirds = mean([(1, 3, 1), (1, 3, 1), (2, 6, 1)]).unwrap();
        assert_eq!((thirds.cases, thirds.hits), (9, [3; 2]));
    }

    #[test]
    fn the_bound_narrows_with_the_number_of_families_and_of_cases() {
        let bound = |families: usize, cases: u64| mean(std::iter::repeat_n((0, cases, 1), families)).unwrap().upper();
        assert!(bound(4, 50) < bound(2, 50) && bound(2, 100) < bound(2, 50));
        assert_eq!(bound(4, 50), bound(2, 100));
    }

    #[test]
    fn quantiles_are_linear_between_values() {
        assert_eq!(quantile(&[], 0.5), None);
        assert_eq!(quantile(&[3.0], 0.9), Some(3.0));
        assert_eq!(quantile(&[1.0, 2.0, 4.0, 8.0], 0.5), Some(3.0));
        assert_eq!(quantile(&[1.0, 2.0], 0.25), Some(1.25));
        assert_eq!(quantile(&[f64::INFINITY, f64::INFINITY], 0.5), Some(f64::INFINITY));
    }

    #[test]
    fn counted_quantiles_are_those_of_the_values_one_by_one() {
        let counted = [(1.0, 2), (2.0, 0), (4.0, 1), (8.0, 5), (9.0, 1), (9.5, 0)];
        let values: Vec<f64> = counted.iter().flat_map(|&(value, count)| std::iter::repeat_n(value, count as usize)).collect();
        for percent in 0..=100 {
            let q = f64::from(percent) / 100.0;
            assert_eq!(counted_quantile(&counted, q), quantile(&values, q), "{q}");
        }
        assert_eq!(counted_quantile(&[(3.0, 0)], 0.5), None);
        assert_eq!(counted_quantile(&[], 0.5), None);
    }

    #[test]
    fn weighted_quantiles_count_weights() {
        let values = [(1.0, 0.1), (2.0, 0.1), (7.0, 0.8)];
        assert_eq!(weighted_quantile(&values, 0.1), Some(1.0));
        assert_eq!(weighted_quantile(&values, 0.2), Some(2.0));
        assert_eq!(weighted_quantile(&values, 0.5), Some(7.0));
        assert_eq!(weighted_quantile(&values, 1.0), Some(7.0));
        assert_eq!(weighted_quantile(&[], 0.5), None);
    }

    #[test]
    fn a_frontier_keeps_the_undominated_points() {
        let points = [(3.0, 0.0), (1.0, 0.5), (2.0, 0.7), (2.0, 0.1), (2.0, 0.1), (f64::NAN, 0.0), (4.0, 0.0)];
        assert_eq!(frontier(&points), [1, 3, 0]);
        assert_eq!(frontier(&[]), Vec::<usize>::new());
    }
}
