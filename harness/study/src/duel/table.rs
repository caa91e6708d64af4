//! The tables of a comparison, for a reader: one for each set of cases, and one for all gaps.

use gjk_clock::geometric_mean;
use gjk_records::{Duel, Question};

/// The rows of a set of cases for a reader.
pub fn table(rows: &[Duel]) -> String {
    let Some(first) = rows.first() else { return String::new() };
    let Duel { family, points, gap, scalar, cases, .. } = first;
    let rounds = rows.iter().map(|row| row.rounds).max().unwrap_or(0);
    let contest = match first.contest() {
        Question::Distance => String::new(),
        other => format!("{}/", other.name()),
    };
    let mut text =
        format!("duel/{contest}{family}/{points}/{gap}/{scalar}: {cases} cases, timed on {} in {rounds} rounds\n", timed(rows));
    let beside_double = rows.iter().any(|row| row.double_ratio.is_some());
    // For one process this is the interval within it, for several their range.
    let processes = rows.iter().map(|row| row.process_ns.len()).max().unwrap_or(0);
    let width = if processes == 0 { "95 %".to_owned() } else { format!("of {processes} processes") };
    text += &format!(
        "  {:26}{:10}{:>11} {:>8}  {:17}{:>6}{:>10}{:>12}{}\n",
        "",
        "answers",
        "ns",
        "ratio",
        width,
        "wrong",
        "supports",
        "products",
        if beside_double { format!("    over f64  {width}") } else { String::new() }
    );
    let with_interval = |ratio: Option<f64>, low: Option<f64>, high: Option<f64>| match (ratio, low, high) {
        (Some(ratio), Some(low), Some(high)) => format!("{ratio:8.3}  {:17}", format!("{low:.3} .. {high:.3}")),
        _ => format!("{:>8}  {:17}", "-", ""),
    };
    for row in rows {
        let ratio = with_interval(row.ratio, row.low, row.high);
        let of_double = with_interval(row.double_ratio, row.double_low, row.double_high);
        let of_double = if beside_double { format!("    {}", of_double.trim_end()) } else { String::new() };
        let no_time = if row.ended.is_empty() { "left out" } else { "–" };
        let time = row.median_ns.map_or_else(|| no_time.to_owned(), |time| format!("{time:.1}"));
        let why = if row.ended.is_empty() { String::new() } else { format!("    {}", row.ended) };
        let cost = |mean: Option<f64>| mean.map_or_else(|| "-".to_owned(), |mean| format!("{mean:.1}"));
        let promise = row.promise.as_deref().unwrap_or("-");
        let (supports, products) = (cost(row.supports), cost(row.products));
        text += &format!(
            "  {:26}{promise:10}{time:>11} {ratio}{:>6}{supports:>10}{products:>12}{of_double}{why}\n",
            row.variant, row.not_right
        );
    }
    text
}

fn timed(rows: &[Duel]) -> usize {
    rows.iter().map(|row| row.timed).max().unwrap_or(0)
}

/// A competitor's ratios over the gaps, for bodies of one kind and scalar.
#[derive(Clone, Debug, PartialEq)]
struct Ratios {
    name: String,
    /// Its wrong answers at all gaps.
    wrong: usize,
    /// The geometric mean of its ratios (`None` if it has no ratio at one of the gaps), and the greatest ratio.
    own: [Option<f64>; 2],
    /// The same figures for its times over those in double precision.
    over_double: [Option<f64>; 2],
}

/// The ratios of every competitor of these rows.
fn ratios(rows: &[Duel]) -> Vec<Ratios> {
    let mut names: Vec<&str> = Vec::new();
    for row in rows {
        if !names.contains(&row.variant.as_str()) {
            names.push(&row.variant);
        }
    }
    let ratios = |name: &str| {
        let own = || rows.iter().filter(|row| row.variant == name);
        let mean_and_greatest = |ratio: fn(&Duel) -> Option<f64>| {
            let ratios: Option<Vec<f64>> = own().map(ratio).collect();
            [ratios.and_then(geometric_mean), own().filter_map(ratio).max_by(f64::total_cmp)]
        };
        Ratios {
            name: name.to_owned(),
            wrong: own().map(|row| row.not_right).sum(),
            own: mean_and_greatest(|row| row.ratio),
            over_double: mean_and_greatest(|row| row.double_ratio),
        }
    };
    names.into_iter().map(ratios).collect()
}

/// The means for a reader, the fastest first.
pub fn summary(rows: &[Duel]) -> String {
    let Some(Duel { family, points, scalar, .. }) = rows.first() else { return String::new() };
    let mut all = ratios(rows);
    all.sort_by(|x, y| x.own[0].unwrap_or(f64::INFINITY).total_cmp(&y.own[0].unwrap_or(f64::INFINITY)));
    let beside_double = all.iter().any(|one| one.over_double[0].is_some());
    let mut text =
        format!("duel/{family}/{points}/*/{scalar}: the ratios over the gap classes, and wrong answers in all of them\n");
    let over_double = if beside_double { format!("{:>12}{:>10}", "over f64", "greatest") } else { String::new() };
    text += &format!("  {:26}{:>10}{:>10}{:>8}{over_double}\n", "", "geo. mean", "greatest", "wrong");
    for Ratios { name, wrong, own, over_double } in all {
        let number = |ratio: Option<f64>| ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.3}"));
        let ([mean, worst], [double_mean, double_worst]) = (own.map(number), over_double.map(number));
        let over_double = if beside_double { format!("{double_mean:>12}{double_worst:>10}") } else { String::new() };
        text += &format!("  {name:26}{mean:>10}{worst:>10}{wrong:>8}{over_double}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(gap: &str, variant: &str, ratio: Option<f64>) -> Duel {
        Duel {
            family: "hull".to_owned(),
            points: 8,
            gap: gap.to_owned(),
            scalar: "f64".to_owned(),
            variant: variant.to_owned(),
            median_ns: ratio.map(|ratio| 100.0 * ratio),
            ratio,
            low: ratio,
            high: ratio,
            timed: 60,
            not_right: 4,
            promise: Some("distance".to_owned()),
            cases: 64,
            rounds: 3,
            supports: Some(3.5),
            double_ratio: ratio.map(|ratio| 0.5 * ratio),
            double_low: ratio,
            double_high: ratio,
            ..Duel::default()
        }
    }

    #[test]
    fn columns_of_ratios_to_double_precision_appear_only_if_there_are_ratios() {
        let with = [row("far", "x", Some(0.5)), row("far", "y", None)];
        let without = with.clone().map(|row| Duel { double_ratio: None, ..row });
        let (table_with, summary_with) = (table(&with), summary(&with));
        assert!(table_with.contains("over f64") && table_with.contains("0.250  0.500 .. 0.500"), "{table_with}");
        assert!(table_with.lines().any(|line| line.contains(" y ") && line.contains("left out")), "{table_with}");
        assert!(summary_with.contains("over f64") && summary_with.contains("0.250"), "{summary_with}");
        assert!(table_with.contains("95 %"), "{table_with}");
        let ended = Duel { ended: Duel::ended_after(3, 25), ..row("far", "y", None) };
        let with_ended = table(&[row("far", "x", Some(0.5)), ended]);
        let line = with_ended.lines().find(|line| line.contains(" y ")).expect("a row");
        assert!(line.contains(" – ") && line.ends_with("    ended after 3 of 25") && !line.contains("left out"), "{line}");
        let of_three = with.clone().map(|row| Duel { process_ns: vec![1.0; 3], ..row });
        assert!(table(&of_three).contains("of 3 processes") && !table(&of_three).contains("95 %"));
        assert!(!table(&without).contains("over f64") && !summary(&without).contains("over f64"));
        assert!(table(&[]).is_empty() && summary(&[]).is_empty());
    }

    #[test]
    fn means_are_over_all_gaps_or_not_at_all() {
        let rows =
            [row("far", "x", Some(0.5)), row("1e-2", "x", Some(2.0)), row("far", "y", Some(3.0)), row("1e-2", "y", None)];
        let of = |name: &str, own: [Option<f64>; 2]| {
            let over_double = own.map(|ratio| ratio.map(|ratio| 0.5 * ratio));
            Ratios { name: name.to_owned(), wrong: 8, own, over_double }
        };
        assert_eq!(ratios(&rows), [of("x", [Some(1.0), Some(2.0)]), of("y", [None, Some(3.0)])]);
    }
}
