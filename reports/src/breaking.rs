//! Breaking points: how far a family's knob can be turned before a variant fails in more than one case of twenty.
//!
//! Cases are put in bins of at least twenty along the achieved knob, and the failure rate is fitted by the isotonic regression
//! that rises towards one end of the knob: the rising rate of greatest likelihood (pool adjacent violators; Ayer, Brunk, Ewing,
//! Reid, Silverman, Annals of Mathematical Statistics 26, 1955). The end that explains the failures better is used. The
//! breaking point is the knob at which the fit passes 5 %. Its interval extends from the knob at which the upper Wilson bound
//! of the fit's level passes 5 % to the knob at which the lower bound does.
//!
//! A tally counts the cases in cells of the knob, eight per octave; the least knob of a cell represents all of its knobs.
//! Compared with a fit to single cases this costs two things. A knob is known to an eighth. Since no cell is divided, bins have
//! somewhat more than twenty cases, the last one up to about twice as many: if there are few cases and a bin spans many cells,
//! the breaking point may move by a bin.

use crate::sorted::sort_by;
use crate::summary::{Rate, wilson};
use crate::survey::KnobCases;

pub(crate) const BREAKING: f64 = 0.05;

/// The least number of cases of a bin.
const BIN: u64 = 20;

/// The knob at which a rate passes 5 % on the way to the degenerate end of a family.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Crossing {
    /// The rate is above 5 % from the first bin on.
    Always,
    At(f64),
    /// The rate never passes 5 %.
    Never,
}

/// The breaking point of a variant in a family.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BreakingPoint {
    /// True if failures rise with a rising knob, false if with a falling one.
    pub upwards: bool,
    pub point: Crossing,
    /// The end of the interval towards ordinary cases.
    pub early: Crossing,
    /// The end of the interval towards degenerate cases.
    pub late: Crossing,
    /// The part of the knob's range before the point, from 0 (always) to 1 (never), on the axis of the family.
    pub part: f64,
    pub cases: u64,
    pub failures: u64,
}

/// The breaking point, from the answers cell by cell; `None` without answers.
///
/// `frames` successive cases are one trace.
pub(crate) fn breaking_point(cells: &[KnobCases], logarithmic: bool, frames: u64) -> Option<BreakingPoint> {
    if cells.is_empty() {
        return None;
    }
    let mut up = cells.to_vec();
    sort_by(&mut up, &mut |x, y| x.knob.total_cmp(&y.knob));
    let down: Vec<KnobCases> = up.iter().rev().copied().collect();
    let [up, down] = [up, down].map(|cells| levels(&bins(&cells)));
    let upwards = likelihood(&up) > likelihood(&down);
    let levels = if upwards { up } else { down };
    let crossing = |rate: fn(Rate) -> f64| {
        let passes = |level: &KnobCases| wilson(level.failures, level.cases, frames).is_some_and(|fit| rate(fit) > BREAKING);
        match levels.iter().position(passes) {
            None => Crossing::Never,
            Some(0) => Crossing::Always,
            Some(place) => Crossing::At(levels[place].knob),
        }
    };
    let point = crossing(|fit| fit.rate);
    let place = |knob: f64| if logarithmic { knob.max(f64::MIN_POSITIVE).ln() } else { knob };
    let positive = cells.iter().map(|cell| cell.knob).filter(|knob| !logarithmic || *knob > 0.0);
    let (low, high) = positive.fold((f64::INFINITY, 0.0_f64), |(low, high), knob| (low.min(knob), high.max(knob)));
    let part = match point {
        Crossing::Always => 0.0,
        Crossing::Never => 1.0,
        Crossing::At(knob) => {
            let above = (place(knob.clamp(low, high)) - place(low)) / (place(high) - place(low));
            match upwards {
                _ if above.is_nan() => 1.0,
                true => above,
                false => 1.0 - above,
            }
        }
    };
    Some(BreakingPoint {
        upwards,
        point,
        early: crossing(|fit| fit.high),
        late: crossing(|fit| fit.low),
        part,
        cases: cells.iter().map(|cell| cell.cases).sum(),
        failures: cells.iter().map(|cell| cell.failures).sum(),
    })
}

/// Bins of at least [`BIN`] answers, each with the knob at which it begins.
///
/// The cells come in the order of their knobs; no cell is divided, and cells with equal knobs are in one bin.
fn bins(cells: &[KnobCases]) -> Vec<KnobCases> {
    let mut bins: Vec<KnobCases> = Vec::new();
    let mut last = f64::NAN;
    for cell in cells {
        match bins.last_mut() {
            Some(bin) if bin.cases < BIN || cell.knob == last => bin.add(cell),
            _ => bins.push(*cell),
        }
        last = cell.knob;
    }
    // Remaining cases that are too few for a bin belong to the bin before.
    if let [.., before, rest] = &mut bins[..]
        && rest.cases < BIN
    {
        before.add(rest);
        bins.pop();
    }
    bins
}

/// The rising fit: bins with the same fitted rate are merged, each with the knob at which it begins.
fn levels(bins: &[KnobCases]) -> Vec<KnobCases> {
    let product = |x: u64, y: u64| u128::from(x) * u128::from(y);
    let mut levels: Vec<KnobCases> = Vec::new();
    for bin in bins {
        levels.push(*bin);
        while let [.., before, after] = &mut levels[..]
            && product(before.failures, after.cases) >= product(after.failures, before.cases)
        {
            before.add(after);
            levels.pop();
        }
    }
    levels
}

fn likelihood(levels: &[KnobCases]) -> f64 {
    let term = |count: u64, of: u64| if count == 0 { 0.0 } else { count as f64 * (count as f64 / of as f64).ln() };
    levels.iter().map(|l| term(l.failures, l.cases) + term(l.cases - l.failures, l.cases)).sum()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use gjk_records::Cell;

    use super::*;

    fn case(knob: f64, failed: bool) -> KnobCases {
        KnobCases { knob, cases: 1, failures: u64::from(failed) }
    }

    /// Cases with knobs from 1 down to 1e-10, with a number of cases per decade; every k-th case fails from some knob on.
    fn dense(decade: usize, breaks: f64, every: usize) -> Vec<KnobCases> {
        let knob = |i: usize| 10f64.powf(-(i as f64) / decade as f64);
        (0..10 * decade).map(|i| case(knob(i), knob(i) < breaks && i % every == 0)).collect()
    }

    /// 1000 such cases.
    fn falling(breaks: f64, every: usize) -> Vec<KnobCases> {
        dense(100, breaks, every)
    }

    fn mirrored(cases: &[KnobCases]) -> Vec<KnobCases> {
        cases.iter().map(|case| KnobCases { knob: 1.0 / case.knob, ..*case }).collect()
    }

    /// The same cases as cells of a tally.
    fn tallied(cases: &[KnobCases]) -> Vec<KnobCases> {
        let mut cells: BTreeMap<Cell, KnobCases> = BTreeMap::new();
        for case in cases {
            let cell =
                cells.entry(Cell::of(case.knob).unwrap()).or_insert(KnobCases { knob: case.knob, ..KnobCases::default() });
            cell.knob = cell.knob.min(case.knob);
            cell.add(case);
        }
        cells.into_values().collect()
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
        let other = breaking_point(&mirrored(&answers), true, 1).unwrap();
        assert!(other.upwards && (other.part - found.part).abs() < 1e-9);
        // The order of the cases does not matter.
        let mut shuffled = answers.clone();
        shuffled.sort_by_key(|case| (case.knob.to_bits() ^ 0x5555_5555).wrapping_mul(0x9e37_79b9_7f4a_7c15));
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
        // A single failure at the very end is not a breaking point.
        let mut last = falling(0.0, 1);
        last[999].failures = 1;
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
        let zeros: Vec<KnobCases> = (0..100).map(|i| case(if i < 50 { 0.0 } else { 1.0 }, i < 10)).collect();
        let found = breaking_point(&zeros, true, 1).unwrap();
        assert_eq!((found.point, found.upwards), (Crossing::At(0.0), false));
        assert_eq!(found.part, 1.0, "zero lies at the end of a logarithmic knob");
    }

    #[test]
    fn a_tally_moves_the_breaking_point_of_many_cases_by_no_more_than_an_eighth() {
        for breaks in [0.3, 1.01e-2, 1e-4, 7e-9] {
            let falling = dense(10_000, breaks, 2);
            for cases in [mirrored(&falling), falling] {
                let [one, other] = [&cases, &tallied(&cases)].map(|cells| breaking_point(cells, true, 1).unwrap());
                assert_eq!((one.upwards, one.cases, one.failures), (other.upwards, other.cases, other.failures));
                let (Crossing::At(knob), Crossing::At(of_cell)) = (one.point, other.point) else { panic!("{one:?} {other:?}") };
                assert!(of_cell <= knob && knob <= of_cell * 1.125, "{breaks}: {knob} {of_cell}");
                assert!((one.part - other.part).abs() < 0.006, "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn a_bin_is_of_whole_cells() {
        let cells = [(1.0, 19), (2.0, 1000), (3.0, 20), (4.0, 19), (4.0, 2), (4.0, 5), (5.0, 7), (6.0, 12)];
        let cells = cells.map(|(knob, cases)| KnobCases { knob, cases, failures: cases / 2 });
        let found: Vec<(f64, u64, u64)> = bins(&cells).iter().map(|bin| (bin.knob, bin.cases, bin.failures)).collect();
        assert_eq!(found, [(1.0, 1019, 509), (3.0, 20, 10), (4.0, 45, 21)]);
    }
}
