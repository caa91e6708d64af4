//! What a comparison says: a line of JSON for each contestant in each cell, and a table.

use serde::Serialize;

use super::statistics::geometric_mean;

/// A contestant in a cell. What it was not timed for is null.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// `box` or `hull`.
    pub family: &'static str,
    /// Points of each body.
    pub points: usize,
    /// The gap class.
    pub gap: String,
    /// `f64` or `f32`.
    pub scalar: &'static str,
    /// The contestant.
    pub variant: String,
    /// The median over the rounds, in nanoseconds per query; null where it is left out of the cell.
    pub median_ns: Option<f64>,
    /// Its time over the baseline's; null where either is left out.
    pub ratio: Option<f64>,
    /// The lower end of the ratio's interval of 95 %.
    pub low: Option<f64>,
    /// Its upper end.
    pub high: Option<f64>,
    /// How many cases it was timed on.
    pub timed: usize,
    /// How many of its answers in the cell are not right.
    pub left_out: usize,
    /// `distance` or `verdict`: what it promises, and is judged by; null for what answers nothing.
    pub promise: Option<&'static str>,
    /// How many cases the cell has.
    pub cases: usize,
    /// Of `left_out`, how many are given up; the others are wrong verdicts and inaccurate distances or witness points.
    pub gave_up: usize,
    /// Of `left_out`, how many have the right verdict.
    pub inaccurate: usize,
    /// Rounds measured.
    pub rounds: usize,
    /// Evaluations of the support mapping of M, mean over the cases timed; null for what does not tell.
    pub supports: Option<f64>,
    /// Iterations, likewise.
    pub iterations: Option<f64>,
    /// Scalar products that plain scans make for these support points, likewise.
    pub products: Option<f64>,
    /// The seed of the cases.
    pub seed: u64,
    /// The baseline.
    pub baseline: String,
    /// The commit of the working folder.
    pub commit: Option<String>,
}

/// The rows of a cell for a reader.
pub fn table(title: &str, rows: &[Row]) -> String {
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
        let promise = row.promise.unwrap_or("-");
        let (supports, products) = (cost(row.supports), cost(row.products));
        text += &format!("  {:26}{promise:10}{time:>11} {ratio}{:>6}{supports:>10}{products:>12}\n", row.variant, row.left_out);
    }
    text
}

fn timed(rows: &[Row]) -> usize {
    rows.iter().map(|row| row.timed).max().unwrap_or(0)
}

/// The geometric mean over the gap classes of each contestant's ratio, for bodies of one kind and scalar. Where a contestant
/// has no ratio in one of them there is no mean.
pub fn means(rows: &[Row]) -> Vec<(String, Option<f64>)> {
    let mut names: Vec<&str> = Vec::new();
    for row in rows {
        if !names.contains(&row.variant.as_str()) {
            names.push(&row.variant);
        }
    }
    let mean = |name: &str| {
        let ratios: Option<Vec<f64>> = rows.iter().filter(|row| row.variant == name).map(|row| row.ratio).collect();
        geometric_mean(&ratios?)
    };
    names.into_iter().map(|name| (name.to_owned(), mean(name))).collect()
}

/// The means for a reader, the fastest first.
pub fn summary(title: &str, rows: &[Row]) -> String {
    let mut means = means(rows);
    means.sort_by(|(_, x), (_, y)| x.unwrap_or(f64::INFINITY).total_cmp(&y.unwrap_or(f64::INFINITY)));
    let wrong = |name: &str| rows.iter().filter(|row| row.variant == name).map(|row| row.left_out).sum::<usize>();
    let mut text = format!("{title}: geometric mean of the ratios over the gap classes, and wrong answers in all of them\n");
    for (name, mean) in means {
        let mean = mean.map_or_else(|| "-".to_owned(), |mean| format!("{mean:.3}"));
        text += &format!("  {name:26}{mean:>8}{:>6}\n", wrong(&name));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(gap: &str, variant: &str, ratio: Option<f64>) -> Row {
        Row {
            family: "hull",
            points: 8,
            gap: gap.to_owned(),
            scalar: "f64",
            variant: variant.to_owned(),
            median_ns: ratio.map(|ratio| 100.0 * ratio),
            ratio,
            low: ratio,
            high: ratio,
            timed: 60,
            left_out: 4,
            promise: Some("distance"),
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
        }
    }

    #[test]
    fn means_are_over_all_gaps_or_not_at_all() {
        let rows =
            [row("far", "x", Some(0.5)), row("1e-2", "x", Some(2.0)), row("far", "y", Some(3.0)), row("1e-2", "y", None)];
        assert_eq!(means(&rows), [("x".to_owned(), Some(1.0)), ("y".to_owned(), None)]);
    }

    #[test]
    fn a_line_of_json_begins_with_the_fields_agreed_on() {
        let line = serde_json::to_string(&row("far", "x", None)).unwrap();
        let fields = "{\"family\":\"hull\",\"points\":8,\"gap\":\"far\",\"scalar\":\"f64\",\"variant\":\"x\",\"median_ns\":null,\
                      \"ratio\":null,\"low\":null,\"high\":null,\"timed\":60,\"left_out\":4,";
        assert!(line.starts_with(fields), "{line}");
    }
}
