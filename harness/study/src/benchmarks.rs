//! Tables of criterion's measurements of sets of elements: which variant is the fastest on a set, and by how much.
//!
//! Criterion measures one variant after another. The interval of a ratio is therefore that of two independent medians: its ends
//! are the quotients of the ends of their 95 % intervals, so it holds the true ratio with a probability of at least 90 %. A
//! drift of the machine between two variants is not in such an interval; the benchmark `duel` measures in turns.

use gjk_clock::{geometric_mean, interval, median};
use serde_json::Value;

use crate::markdown;

/// A variant on a set.
#[derive(Clone, Debug, PartialEq)]
pub struct Timed {
    /// Its name.
    pub name: String,
    /// Nanoseconds per element, sample by sample.
    pub nanoseconds: Vec<f64>,
}

/// A set of elements, and the variants that were timed on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Set {
    /// The name that its benchmarks begin with.
    pub name: String,
    /// The variants that were timed.
    pub timed: Vec<Timed>,
    /// Variants that were left out and elements that were removed, one sentence each.
    pub left_out: Vec<String>,
}

/// The note below both tables, about their figures.
pub const NOTE: &str = "Ratio: the median over the median of the fastest variant. The last column contains the true ratio \
    with a probability of at least 90 %: it has the quotients of the ends of both 95 % intervals. Variants are measured one \
    after the other, so a drift of the machine between them is not included.";

/// Nanoseconds per iteration of criterion's file `sample.json`, sample by sample.
///
/// `None` if the text is not such a file.
pub fn sample(text: &str) -> Option<Vec<f64>> {
    let value: Value = serde_json::from_str(text).ok()?;
    let numbers = |field: &str| value[field].as_array()?.iter().map(Value::as_f64).collect::<Option<Vec<f64>>>();
    let (times, iterations) = (numbers("times")?, numbers("iters")?);
    let is_whole = times.len() == iterations.len() && !times.is_empty() && iterations.iter().all(|count| *count > 0.0);
    is_whole.then(|| times.iter().zip(iterations).map(|(time, count)| time / count).collect())
}

/// How a benchmark is measured, by the time that one pass over its elements takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// Samples, all with the same number of passes.
    pub samples: usize,
    /// Seconds of the warm-up, the samples and their analysis.
    pub seconds: f64,
}

impl Pace {
    /// Seconds of a warm-up, and of all samples together.
    pub const SECONDS: [f64; 2] = [0.3, 1.0];
    /// Samples of a benchmark, and of one that is slow: criterion accepts no fewer.
    pub const SAMPLES: [usize; 2] = [50, 10];
    /// The approximate time that criterion takes for the analysis and the plots of a benchmark, in seconds.
    const ANALYSIS: f64 = 0.7;

    /// The pace of a benchmark whose pass takes these seconds.
    ///
    /// A sample is at least one pass, so that a slow benchmark takes fewer samples.
    pub fn of_pass(seconds: f64) -> Pace {
        let [warm, all] = Pace::SECONDS;
        let [usual, least] = Pace::SAMPLES;
        let pass = seconds.max(1e-9);
        let samples = ((all / pass) as usize).clamp(least, usual);
        let passes = (all / (samples as f64 * pass)).ceil() * samples as f64;
        // A warm-up doubles its passes until its time is over: it lasts half as long again on average, and at least one pass.
        Pace { samples, seconds: (1.5 * warm).max(warm + pass) + passes * pass + Pace::ANALYSIS }
    }
}

/// Seconds as a person would say them.
pub fn duration(seconds: f64) -> String {
    if seconds < 100.0 { format!("{seconds:.0} s") } else { format!("{:.0} min", (seconds / 60.0).max(2.0)) }
}

impl Set {
    /// The medians of all variants, the fastest first.
    fn medians(&self) -> Vec<(&Timed, f64)> {
        let mut medians: Vec<(&Timed, f64)> =
            self.timed.iter().filter_map(|one| Some((one, median(&one.nanoseconds)?))).collect();
        medians.sort_by(|(_, x), (_, y)| x.total_cmp(y));
        medians
    }

    /// The table of the set, in Markdown.
    pub fn table(&self) -> String {
        let medians = self.medians();
        let first = medians.first().copied();
        let row = |(one, middle): &(&Timed, f64)| -> Option<Vec<String>> {
            let (fastest, least) = first?;
            let bounds =
                if one.name == fastest.name { "–".to_owned() } else { between(&one.nanoseconds, &fastest.nanoseconds)? };
            Some(vec![one.name.clone(), format!("{middle:.1}"), format!("{:.2}", middle / least), bounds])
        };
        let rows: Vec<Vec<String>> = medians.iter().filter_map(row).collect();
        let left_out: String = self.left_out.iter().map(|line| format!("\n- {line}")).collect();
        let left_out = if left_out.is_empty() { left_out } else { left_out + "\n" };
        format!("{}\n\n{}{left_out}", self.name, markdown::table(&["variant", "time / ns", "ratio", "≥ 90 %"], &rows))
    }
}

/// The interval of the ratio of two medians that were measured independently.
fn between(times: &[f64], of_fastest: &[f64]) -> Option<String> {
    let ((low, high), (least, greatest)) = (interval(times)?, interval(of_fastest)?);
    Some(format!("{:.2} .. {:.2}", low / greatest, high / least))
}

/// The variants over all sets: the geometric mean of the ratios to the fastest of each set, for those that were timed on every
/// set.
pub fn overall(sets: &[Set]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for one in sets.iter().flat_map(|set| &set.timed) {
        if !names.contains(&one.name.as_str()) {
            names.push(&one.name);
        }
    }
    let ratios = |name: &str| -> Option<Vec<f64>> {
        let of_set = |set: &Set| {
            let medians = set.medians();
            let (_, own) = medians.iter().find(|(one, _)| one.name == name)?;
            Some(own / medians.first()?.1)
        };
        sets.iter().map(of_set).collect()
    };
    let mean = |name: &&str| -> Option<(String, f64, f64)> {
        let ratios = ratios(name)?;
        let worst = ratios.iter().copied().fold(0.0, f64::max);
        Some((name.to_string(), geometric_mean(ratios)?, worst))
    };
    let mut means: Vec<(String, f64, f64)> = names.iter().filter_map(mean).collect();
    means.sort_by(|x, y| x.1.total_cmp(&y.1));
    let missing: Vec<&str> = names.iter().copied().filter(|name| !means.iter().any(|(mean, ..)| mean == name)).collect();
    let rows: Vec<Vec<String>> =
        means.into_iter().map(|(name, mean, worst)| vec![name, format!("{mean:.2}"), format!("{worst:.2}")]).collect();
    let table = markdown::table(&["variant", "geometric mean", "greatest"], &rows);
    let missing =
        if missing.is_empty() { String::new() } else { format!("\nNot timed on every set: {}.\n", missing.join(", ")) };
    format!("Ratio to the fastest variant of a set, over {} sets\n\n{table}{missing}", sets.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(name: &str, timed: &[(&str, &[f64])]) -> Set {
        let timed = timed.iter().map(|(name, times)| Timed { name: (*name).to_owned(), nanoseconds: times.to_vec() });
        Set { name: name.to_owned(), timed: timed.collect(), left_out: Vec::new() }
    }

    #[test]
    fn a_sample_is_time_over_iterations() {
        let text = r#"{"sampling_mode":"Linear","iters":[2.0,4.0],"times":[30.0,40.0]}"#;
        assert_eq!(sample(text), Some(vec![15.0, 10.0]));
        for bad in
            ["", "{}", r#"{"iters":[1.0],"times":[1.0,2.0]}"#, r#"{"iters":[],"times":[]}"#, r#"{"iters":[0.0],"times":[1.0]}"#]
        {
            assert_eq!(sample(bad), None, "{bad}");
        }
    }

    #[test]
    fn the_fastest_is_first_and_an_interval_is_of_both_medians() {
        let mut set = set("query/gap/8/f64", &[("slow", &[20.0, 30.0, 40.0]), ("fast", &[8.0, 10.0, 16.0])]);
        set.left_out = vec!["wrong: left out".to_owned()];
        let expected = [
            "query/gap/8/f64",
            "",
            "| variant | time / ns | ratio |       ≥ 90 % |",
            "| ------- | --------: | ----: | -----------: |",
        ];
        let rows = [
            "| fast    |      10.0 |  1.00 |            – |",
            "| slow    |      30.0 |  3.00 | 1.25 .. 5.00 |",
            "",
            "- wrong: left out",
        ];
        assert_eq!(set.table(), expected.into_iter().chain(rows).collect::<Vec<_>>().join("\n") + "\n");
    }

    #[test]
    fn means_are_of_those_timed_on_every_set() {
        let sets =
            [set("one", &[("a", &[10.0]), ("b", &[40.0]), ("c", &[20.0])]), set("two", &[("a", &[20.0]), ("b", &[10.0])])];
        let text = overall(&sets);
        // a: 1 and 2, b: 4 and 1.
        assert!(text.contains("| a       |           1.41 |     2.00 |\n| b       |           2.00 |     4.00 |\n"), "{text}");
        assert!(
            text.starts_with("Ratio to the fastest variant of a set, over 2 sets\n") && text.contains("every set: c.\n"),
            "{text}"
        );
    }

    #[test]
    fn durations_are_in_seconds_and_then_in_minutes() {
        assert_eq!([80.0, 120.0, 886.0].map(duration), ["80 s", "2 min", "15 min"]);
    }

    #[test]
    fn a_slow_benchmark_takes_fewer_samples_and_its_duration_is_predicted() {
        let fast = Pace::of_pass(1e-5);
        assert_eq!(fast.samples, 50);
        assert!((fast.seconds - 2.15).abs() < 0.01, "{fast:?}");
        // 25 passes of 40 ms make one second; 10 of 300 ms are the minimum.
        assert_eq!(Pace::of_pass(0.04).samples, 25);
        let slow = Pace::of_pass(0.3);
        assert_eq!(slow.samples, 10);
        assert!((slow.seconds - (0.6 + 3.0 + 0.7)).abs() < 1e-9, "{slow:?}");
        // Samples are whole passes: 50 of one pass of 19 ms each, and not of 20 ms.
        assert!((Pace::of_pass(0.019).seconds - (0.45 + 2.0 * 50.0 * 0.019 + 0.7)).abs() < 1e-9);
    }
}
