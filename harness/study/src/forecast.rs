//! A forecast of the time of a study, from this machine's own pace.

use std::time::{Duration, Instant};

use crate::context::Context;
use crate::experiment::Sample;
use crate::on_all_cores::on_all_cores;

/// The approximate times of the parts of a study.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// The time of the work on all cores.
    pub judging: Duration,
    /// The time of the measurements, which run on one core.
    pub timing: Duration,
}

impl Forecast {
    /// Does samples of the work of all experiments that are run, on all cores as the work itself is, so that the forecast is
    /// right for a machine whose cores hold each other up.
    ///
    /// A shard does one of `shards` parts of the work, and takes no times.
    pub fn of(context: &Context, shards: u64) -> Forecast {
        let samples: Vec<Sample> = context.experiments().flat_map(|experiment| experiment.samples(context)).collect();
        let threads = rayon::current_num_threads() as f64;
        let seconds = |place: usize| {
            let sample = &samples[place];
            let begin = Instant::now();
            // A failure occurs again in the work itself, and is reported there.
            let _ = sample.unit.run();
            sample.times * begin.elapsed().as_secs_f64()
        };
        let judging: f64 = on_all_cores(samples.len(), &seconds).iter().sum();
        let timing: f64 =
            if shards == 1 { context.experiments().map(|experiment| experiment.clocked(context)).sum() } else { 0.0 };
        Forecast { judging: duration(judging / threads / shards as f64), timing: duration(timing) }
    }

    /// The total time.
    pub fn all(self) -> Duration {
        self.judging.saturating_add(self.timing)
    }
}

fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

/// An approximate time in words: two digits at most.
pub fn about(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        ..1.5 => "a second".to_owned(),
        ..9.5 => format!("{seconds:.0} seconds"),
        ..55.0 => format!("{:.0} seconds", 5.0 * (seconds / 5.0).round()),
        ..90.0 => "a minute".to_owned(),
        ..5400.0 => format!("{:.0} minutes", seconds / 60.0),
        ..172_800.0 => format!("{:.0} hours", seconds / 3600.0),
        _ => format!("{:.0} days", seconds / 86_400.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_printed_in_few_digits() {
        let told = |seconds: f64| about(Duration::from_secs_f64(seconds));
        assert_eq!(told(0.0), "a second");
        assert_eq!([2.2, 12.0, 43.0].map(told), ["2 seconds", "10 seconds", "45 seconds"]);
        assert_eq!([58.0, 95.0, 700.0].map(told), ["a minute", "2 minutes", "12 minutes"]);
        assert_eq!([9_000.0, 100_000.0, 1e6].map(told), ["2 hours", "28 hours", "12 days"]);
    }
}
