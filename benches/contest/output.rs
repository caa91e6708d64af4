//! What a comparison says, for a reader: a table of each cell, and one of all its gaps.

use gjk_harness::contest::statistics::geometric_mean;
use gjk_records::Duel;

/// The rows of a cell for a reader.
pub fn table(title: &str, rows: &[Duel]) -> String {
    let Some(first) = rows.first() else { return String::new() };
    let mut text = format!("{title}: {} cases, timed on {} in {} rounds\n", first.cases, timed(rows), first.rounds);
    text += &format!(
        "  {:26}{:10}{:>11} {:>8}  {:17}{:>6}{:>10}{:>12}\n",
        "", "answers", "ns", "ratio", "95 %", "wrong", "supports", "products"
    );
    for row in rows {
        let ratio = match (row.ratio, row.low, row.high) {
            (Some(ratio), Some(low), Some(high)) => format!("{ratio:8.3}  {:17}", format!("{low:.3} .. {high:.3}")),
            _ => format!("{:>8}  {:17}", "-", ""),
        };
        let time = row.median_ns.map_or_else(|| "left out".to_owned(), |time| format!("{time:.1}"));
        let cost = |mean: Option<f64>| mean.map_or_else(|| "-".to_owned(), |mean| format!("{mean:.1}"));
        let promise = row.promise.as_deref().unwrap_or("-");
        let (supports, products) = (cost(row.supports), cost(row.products));
        text += &format!("  {:26}{promise:10}{time:>11} {ratio}{:>6}{supports:>10}{products:>12}\n", row.variant, row.left_out);
    }
    text
}

fn timed(rows: &[Duel]) -> usize {
    rows.iter().map(|row| row.timed).max().unwrap_or(0)
}

/// A contestant's ratios over the gap classes, for bodies of one kind and scalar.
#[derive(Clone, Debug, PartialEq)]
pub struct Mean {
    /// Its name.
    pub name: String,
    /// The geometric mean of its ratios; none where it has no ratio in one of the classes.
    pub mean: Option<f64>,
    /// The greatest of its ratios.
    pub worst: Option<f64>,
    /// Its wrong answers in all classes.
    pub wrong: usize,
}

/// The means of every contestant of these rows.
pub fn means(rows: &[Duel]) -> Vec<Mean> {
    let mut names: Vec<&str> = Vec::new();
    for row in rows {
        if !names.contains(&row.variant.as_str()) {
            names.push(&row.variant);
        }
    }
    let mean = |name: &str| {
        let own = || rows.iter().filter(|row| row.variant == name);
        let ratios: Option<Vec<f64>> = own().map(|row| row.ratio).collect();
        Mean {
            name: name.to_owned(),
            mean: ratios.and_then(|ratios| geometric_mean(&ratios)),
            worst: own().filter_map(|row| row.ratio).max_by(f64::total_cmp),
            wrong: own().map(|row| row.left_out).sum(),
        }
    };
    names.into_iter().map(mean).collect()
}

/// The means for a reader, the fastest first.
pub fn summary(title: &str, rows: &[Duel]) -> String {
    let mut means = means(rows);
    means.sort_by(|x, y| x.mean.unwrap_or(f64::INFINITY).total_cmp(&y.mean.unwrap_or(f64::INFINITY)));
    let mut text = format!("{title}: the ratios over the gap classes, and wrong answers in all of them\n");
    text += &format!("  {:26}{:>10}{:>10}{:>8}\n", "", "geo. mean", "greatest", "wrong");
    let number = |ratio: Option<f64>| ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.3}"));
    for Mean { name, mean, worst, wrong } in means {
        text += &format!("  {name:26}{:>10}{:>10}{wrong:>8}\n", number(mean), number(worst));
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
            left_out: 4,
            promise: Some("distance".to_owned()),
            cases: 64,
            gave_up: 0,
            inaccurate: 3,
            rounds: 3,
            supports: Some(3.5),
            iterations: Some(3.5),
            products: None,
            seed: 1,
            baseline: "peer".to_owned(),
            commit: None,
            peer: false,
        }
    }

    #[test]
    fn means_are_over_all_gaps_or_not_at_all() {
        let rows =
            [row("far", "x", Some(0.5)), row("1e-2", "x", Some(2.0)), row("far", "y", Some(3.0)), row("1e-2", "y", None)];
        let mean = |name: &str, mean, worst| Mean { name: name.to_owned(), mean, worst, wrong: 8 };
        assert_eq!(means(&rows), [mean("x", Some(1.0), Some(2.0)), mean("y", None, Some(3.0))]);
    }
}
