//! Breaking points: how far a family's knob can be turned before a variant fails in more than one case of twenty.
//!
//! Cases are put in bins of at least twenty along the achieved knob, and the failure rate is fitted by the isotonic regression that
//! rises towards one end of the knob: of all rising rates the one of greatest likelihood (pool adjacent violators; Ayer, Brunk,
//! Ewing, Reid, Silverman, Annals of Mathematical Statistics 26, 1955). Of both ends the one is taken that explains the failures
//! better. The breaking point is the knob at which the fit passes 5 %. Its interval reaches from where the upper Wilson bound of
//! the fit's level passes 5 % to where the lower one does.

use crate::summary::{Rate, wilson};

/// The failure rate at a breaking point.
pub(crate) const BREAKING: f64 = 0.05;

/// The least number of cases of a bin.
const BIN: usize = 20;

/// Where a rate passes 5 % on the way to the end at which a family is degenerate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Crossing {
    /// It is above from the first bin on.
    Always,
    /// At this knob.
    At(f64),
    /// Nowhere.
    Never,
}

/// The breaking point of a variant in a family.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BreakingPoint {
    /// Whether failures rise with the knob, and not as it falls.
    pub upwards: bool,
    pub point: Crossing,
    /// The end of the interval towards ordinary cases.
    pub early: Crossing,
    /// The end towards degenerate ones.
    pub late: Crossing,
    /// How much of the knob's reach lies before the point, from 0 (always) to 1 (never), on the axis of the family.
    pub part: f64,
    pub cases: u64,
    pub failures: u64,
}

/// Cases with nearly the same knob.
#[derive(Clone, Copy, Debug, Default)]
struct Bin {
    first: f64,
    cases: u64,
    failures: u64,
}

/// Consecutive bins with one fitted rate.
#[derive(Clone, Copy)]
struct Level {
    bin: usize,
    cases: u64,
    failures: u64,
}

/// The breaking point, from the knob and the failure of each answer; none without answers. `frames` successive cases are one trace.
pub(crate) fn breaking_point(answers: &[(f64, bool)], logarithmic: bool, frames: u64) -> Option<BreakingPoint> {
    if answers.is_empty() {
        return None;
    }
    let mut up = answers.to_vec();
    up.sort_by(|x, y| x.0.total_cmp(&y.0));
    let down: Vec<(f64, bool)> = up.iter().rev().copied().collect();
    let (up, down) = (bins(&up), bins(&down));
    let (levels_up, levels_down) = (levels(&up), levels(&down));
    let upwards = likelihood(&levels_up) > likelihood(&levels_down);
    let (bins, levels) = if upwards { (&up, &levels_up) } else { (&down, &levels_down) };
    let crossing = |rate: fn(Rate) -> f64| {
        let passes = |level: &&Level| wilson(level.failures, level.cases, frames).is_some_and(|fit| rate(fit) > BREAKING);
        match levels.iter().find(passes) {
            None => Crossing::Never,
            Some(level) if level.bin == 0 => Crossing::Always,
            Some(level) => Crossing::At(bins[level.bin].first),
        }
    };
    let point = crossing(|fit| fit.rate);
    let place = |knob: f64| if logarithmic { knob.max(f64::MIN_POSITIVE).ln() } else { knob };
    let positive = answers.iter().map(|(knob, _)| *knob).filter(|knob| !logarithmic || *knob > 0.0);
    let (low, high) = positive.fold((f64::INFINITY, 0.0_f64), |(low, high), knob| (low.min(knob), high.max(knob)));
    let part = match point {
        Crossing::Always => 0.0,
        Crossing::Never => 1.0,
        Crossing::At(knob) => {
            let above = (place(knob.clamp(low, high)) - place(low)) / (place(high) - place(low));
            if above.is_nan() {
                1.0
            } else if upwards {
                above
            } else {
                1.0 - above
            }
        }
    };
    Some(BreakingPoint {
        upwards,
        point,
        early: crossing(|fit| fit.high),
        late: crossing(|fit| fit.low),
        part,
        cases: answers.len() as u64,
        failures: answers.iter().filter(|(_, failed)| *failed).count() as u64,
    })
}

/// Bins of at least [`BIN`] answers, which come in the order of their knobs; equal knobs are in one bin.
fn bins(answers: &[(f64, bool)]) -> Vec<Bin> {
    let mut bins: Vec<Bin> = Vec::new();
    let mut last = f64::NAN;
    for &(knob, failed) in answers {
        let is_full = bins.last().is_none_or(|bin| bin.cases >= BIN as u64) && knob != last;
        if bins.is_empty() || is_full {
            bins.push(Bin { first: knob, ..Bin::default() });
        }
        let bin = bins.last_mut().expect("one was made");
        bin.cases += 1;
        bin.failures += u64::from(failed);
        last = knob;
    }
    // A rest that is no bin of its own belongs to the one before it.
    if let [.., before, rest] = &mut bins[..]
        && rest.cases < BIN as u64
    {
        before.cases += rest.cases;
        before.failures += rest.failures;
        bins.pop();
    }
    bins
}

/// The rising fit.
fn levels(bins: &[Bin]) -> Vec<Level> {
    let mut levels: Vec<Level> = Vec::new();
    for (bin, &Bin { cases, failures, .. }) in bins.iter().enumerate() {
        levels.push(Level { bin, cases, failures });
        while let [.., before, after] = levels[..]
            && before.failures * after.cases >= after.failures * before.cases
        {
            levels.truncate(levels.len() - 2);
            levels.push(Level {
                bin: before.bin,
                cases: before.cases + after.cases,
                failures: before.failures + after.failures,
            });
        }
    }
    levels
}

/// The logarithm of the likelihood of a fit.
fn likelihood(levels: &[Level]) -> f64 {
    let term = |count: u64, of: u64| if count == 0 { 0.0 } else { count as f64 * (count as f64 / of as f64).ln() };
    levels.iter().map(|l| term(l.failures, l.cases) + term(l.cases - l.failures, l.cases)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 1000 cases with knobs from 1 down to 1e-10, of which every k-th fails from some knob on.
    fn falling(breaks: f64, every: usize) -> Vec<(f64, bool)> {
        (0..1000).map(|i| 10f64.powf(-(i as f64) / 100.0)).enumerate().map(|(i, x)| (x, x < breaks && i % every == 0)).collect()
    }

    #[test]
    fn a_breaking_point_lies_where_the_failures_begin_on_either_side() {
        let answers = falling(1e-4, 2);
        let found = breaking_point(&answers, true, 1).unwrap();
        assert!(!found.upwards);
        assert_eq!((found.cases, found.failures), (1000, 299));
        let Crossing::At(knob) = found.point else { panic!("{found:?}") };
        assert!((0.5e-4..2e-4).contains(&knob), "{found:?}");
        assert!((found.part - 0.4).abs() < 0.03, "{found:?}");
        let mirrored: Vec<(f64, bool)> = answers.iter().map(|(knob, failed)| (1.0 / knob, *failed)).collect();
        let other = breaking_point(&mirrored, true, 1).unwrap();
        assert!(other.upwards && (other.part - found.part).abs() < 1e-9);
        // The order of the cases is of no account.
        let mut shuffled = answers.clone();
        shuffled.sort_by_key(|(knob, _)| (knob.to_bits() ^ 0x5555_5555).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        assert_eq!(breaking_point(&shuffled, true, 1), Some(found));
    }

    #[test]
    fn rates_below_one_in_twenty_break_nothing_and_rates_above_always_do() {
        assert_eq!(breaking_point(&falling(0.0, 1), true, 1).unwrap().point, Crossing::Never);
        assert_eq!(breaking_point(&falling(0.0, 1), true, 1).unwrap().early, Crossing::Never);
        let rare = breaking_point(&falling(1e-4, 40), true, 1).unwrap();
        assert_eq!((rare.point, rare.part), (Crossing::Never, 1.0));
        let all = breaking_point(&falling(2.0, 1), true, 1).unwrap();
        assert_eq!((all.point, all.early, all.late, all.part), (Crossing::Always, Crossing::Always, Crossing::Always, 0.0));
        assert_eq!(breaking_point(&[], true, 1), None);
        // A single failure at the very end is no breaking point.
        let mut last = falling(0.0, 1);
        last[999].1 = true;
        assert_eq!(breaking_point(&last, true, 1).unwrap().point, Crossing::Never);
    }

    #[test]
    fn the_interval_holds_the_point_and_widens_with_traces() {
        let answers = falling(1e-4, 12);
        let order = |crossing: Crossing| match crossing {
            Crossing::Always => f64::NEG_INFINITY,
            Crossing::At(knob) => -knob.ln(),
            Crossing::Never => f64::INFINITY,
        };
        let of = |frames| breaking_point(&answers, true, frames).unwrap();
        let one = of(1);
        assert!(order(one.early) <= order(one.point) && order(one.point) <= order(one.late), "{one:?}");
        let traces = of(16);
        assert_eq!(traces.point, one.point);
        assert!(order(traces.early) <= order(one.early) && order(traces.late) >= order(one.late), "{traces:?}");
        assert_eq!(traces.early, Crossing::Always, "a bin of a trace or two bounds nothing");
    }

    #[test]
    fn equal_knobs_are_in_one_bin() {
        let zeros: Vec<(f64, bool)> = (0..100).map(|i| (if i < 50 { 0.0 } else { 1.0 }, i < 10)).collect();
        let found = breaking_point(&zeros, true, 1).unwrap();
        assert_eq!((found.point, found.upwards), (Crossing::At(0.0), false));
        assert_eq!(found.part, 1.0, "zero lies at the end of a logarithmic knob");
    }
}
