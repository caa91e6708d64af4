//! The statistics of a report, as functions of numbers alone.

/// Standard normal quantile of a two-sided 95 % interval.
const Z: f64 = 1.959_963_984_540_054;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// The rate, in [0, 1].
    pub rate: f64,
    pub low: f64,
    pub high: f64,
}

/// The rate of `hits` among `n` with the score interval of Wilson (1927) at 95 %. `None` when there is nothing to count.
///
/// Unlike the interval of the normal approximation it is not empty where nothing, or everything, was hit. Where `frames`
/// successive cases are frames of one trace, and so nearly the same case, the interval is that of so many times fewer cases.
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

/// The mean of the rates of several families, each with the same weight. `None` of nothing. The interval combines the Wilson intervals of the families (the method of variance estimates recovery of Zou and
/// Donner, Statistics in Medicine 27, 2008): the distance of an end from the rate is the root of the mean square of the
/// families' distances, over the root of their number.
pub fn pooled(families: impl IntoIterator<Item = Rate>) -> Option<Rate> {
    let rates: Vec<Rate> = families.into_iter().collect();
    if rates.is_empty() {
        return None;
    }
    let count = rates.len() as f64;
    let rate = rates.iter().map(|r| r.rate).sum::<f64>() / count;
    let below = rates.iter().map(|r| (r.rate - r.low).powi(2)).sum::<f64>().sqrt() / count;
    let above = rates.iter().map(|r| (r.high - r.rate).powi(2)).sum::<f64>().sqrt() / count;
    Some(Rate { rate, low: (rate - below).max(0.0), high: (rate + above).min(1.0) })
}

/// The quantile at `q` in [0, 1] of ascending values, linear between two of them. `None` of nothing.
pub fn quantile(ascending: &[f64], q: f64) -> Option<f64> {
    let last = ascending.len().checked_sub(1)?;
    Some(between(last as u64, q, |place| ascending[place as usize]))
}

/// The same of values each of which occurs so many times. Of equal values only the sum of their numbers matters.
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

/// The quantile of values numbered from 0 to `last`, linear between two of them.
fn between(last: u64, q: f64, value: impl Fn(u64) -> f64) -> f64 {
    let place = q.clamp(0.0, 1.0) * last as f64;
    let (below, part) = (place.floor() as u64, place.fract());
    let (low, high) = (value(below), value((below + 1).min(last)));
    // The difference of two infinities is not a number.
    if part == 0.0 || low == high { low } else { low + (high - low) * part }
}

/// The median; sorts the values. `None` of nothing.
pub fn median(values: &mut [f64]) -> Option<f64> {
    values.sort_unstable_by(f64::total_cmp);
    quantile(values, 0.5)
}

/// The least value at which the weights up to and including it reach the share `q` of all weights; values ascending.
pub fn weighted_quantile(ascending: &[(f64, f64)], q: f64) -> Option<f64> {
    let total: f64 = ascending.iter().map(|(_, weight)| weight).sum();
    let wanted = q.clamp(0.0, 1.0) * total;
    let mut sum = 0.0;
    for &(value, weight) in ascending {
        sum += weight;
        // Sums of equal weights differ by rounding from the share that they stand for.
        if sum >= wanted - 1e-12 * total {
            return Some(value);
        }
    }
    ascending.last().map(|&(value, _)| value)
}

/// The geometric mean of positive values. `None` of nothing, or if a value is not positive.
pub fn geometric_mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0usize);
    for value in values {
        // Written so that a value that is not a number is refused as well.
        if !(value > 0.0 && value.is_finite()) {
            return None;
        }
        sum += value.ln();
        count += 1;
    }
    (count > 0).then(|| (sum / count as f64).exp())
}

/// The indices of the points that no other point beats in one coordinate without losing in the other (less is better in
/// both), by ascending first coordinate. Of equal points the first stands for all. Points that are not finite take no part.
pub fn frontier(points: &[(f64, f64)]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..points.len()).filter(|&i| points[i].0.is_finite() && points[i].1.is_finite()).collect();
    order.sort_by(|&i, &j| points[i].0.total_cmp(&points[j].0).then(points[i].1.total_cmp(&points[j].1)));
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
        // A share of a trace is a share of a case.
        let part = wilson(8, 160, 16).unwrap();
        assert!(part.rate == 0.05 && part.low < 0.05 && part.high > wilson(8, 160, 1).unwrap().high);
    }

    #[test]
    fn pooling_gives_every_family_the_same_weight() {
        let of = |families: &[(u64, u64)]| pooled(families.iter().filter_map(|&(hits, n)| wilson(hits, n, 1)));
        let rate = of(&[(10, 10), (0, 1000), (0, 0)]).unwrap();
        assert_eq!(rate.rate, 0.5);
        assert!(rate.low < 0.5 && 0.5 < rate.high);
        assert_eq!(pooled([]), None);
        assert_eq!(of(&[(3, 40)]), wilson(3, 40, 1));
    }

    #[test]
    fn pooled_interval_narrows_with_the_number_of_families() {
        let width = |families: usize| {
            let rate = pooled(std::iter::repeat_n(wilson(5, 50, 1).unwrap(), families)).unwrap();
            rate.high - rate.low
        };
        assert!(near(width(4), width(1) / 2.0));
    }

    #[test]
    fn quantiles_are_linear_between_values() {
        assert_eq!(quantile(&[], 0.5), None);
        assert_eq!(quantile(&[3.0], 0.9), Some(3.0));
        assert_eq!(quantile(&[1.0, 2.0, 4.0, 8.0], 0.5), Some(3.0));
        assert_eq!(quantile(&[1.0, 2.0], 0.25), Some(1.25));
        assert_eq!(quantile(&[f64::INFINITY, f64::INFINITY], 0.5), Some(f64::INFINITY));
        assert_eq!(median(&mut [5.0, 1.0, 3.0]), Some(3.0));
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
    fn geometric_mean_refuses_what_has_no_logarithm() {
        assert!(near(geometric_mean([1.0, 4.0, 16.0]).unwrap(), 4.0));
        assert_eq!(geometric_mean([]), None);
        assert_eq!(geometric_mean([1.0, 0.0]), None);
        assert_eq!(geometric_mean([f64::NAN]), None);
    }

    #[test]
    fn frontier_keeps_what_nothing_beats() {
        let points = [(3.0, 0.0), (1.0, 0.5), (2.0, 0.7), (2.0, 0.1), (2.0, 0.1), (f64::NAN, 0.0), (4.0, 0.0)];
        assert_eq!(frontier(&points), [1, 3, 0]);
        assert_eq!(frontier(&[]), Vec::<usize>::new());
    }
}
