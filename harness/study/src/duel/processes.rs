//! A comparison by several processes, one after the other, and their merged records.
//!
//! Within one process all rounds share a random choice: where its bodies and its code lie in memory. A ratio moves by some
//! percent from one process to the next, far beyond its interval within one process. So the published figure is the median of
//! several.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use gjk_clock::median;
use gjk_records::{Duel, Lines, parse_lines};

/// The records of this many processes of this program, merged.
///
/// Each process has the arguments of this one and `--lines`, with which it has to [`print()`] only the records of its
/// comparison. An error says which process failed.
pub fn of_this_program(count: u16) -> Result<Vec<Duel>, String> {
    let program = std::env::current_exe().map_err(|error| format!("the path of this program: {error}"))?;
    run(usize::from(count), || {
        let mut command = Command::new(&program);
        command.args(std::env::args_os().skip(1)).arg("--lines");
        command
    })
}

/// Runs commands that print the records of the same comparison, one after the other, and merges the records.
fn run(count: usize, command: impl Fn() -> Command) -> Result<Vec<Duel>, String> {
    let mut processes = Vec::new();
    for number in 1..=count {
        eprintln!("process {number} of {count}");
        let failed = |error: &dyn std::fmt::Display| format!("process {number} of {count}: {error}");
        let output = command().stderr(Stdio::inherit()).output().map_err(|error| failed(&error))?;
        if !output.status.success() {
            return Err(failed(&output.status));
        }
        processes.push(parse_lines(&output.stdout[..], Path::new("standard output")).map_err(|error| failed(&error))?);
    }
    merged(&processes)
}

/// Prints records for the process that started this one.
pub fn print(duels: &[Duel]) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    Lines::new(duels.to_vec()).fill(&mut out)?;
    out.flush()
}

/// The records of several processes, merged into one record of each competitor on each set: the median of each figure, for
/// ratios the range as well, and the figures of all processes.
///
/// An error if the processes differ in more than times.
pub fn merged(processes: &[Vec<Duel>]) -> Result<Vec<Duel>, String> {
    let Some((first, others)) = processes.split_first() else { return Ok(Vec::new()) };
    if others.is_empty() {
        return Ok(first.clone());
    }
    for (process, number) in others.iter().zip(2..) {
        // A library that has ended in one of them has no counts there.
        let has_ended = |one: &Duel| !one.ended.is_empty();
        let differs = |(one, other): (&Duel, &Duel)| {
            let are_equal = match (has_ended(one) || has_ended(other), one.timed.min(other.timed)) {
                (true, _) => name(one) == name(other),
                // A slow competitor may get fewer pairs in one process than in another, by its pace there.
                (false, 1..) if one.timed != other.timed => of_any_pairs(one) == of_any_pairs(other),
                (false, _) => untimed(one) == untimed(other),
            };
            (!are_equal).then(|| name(one))
        };
        let length = (process.len() != first.len()).then(|| "the number of records".to_owned());
        if let Some(what) = first.iter().zip(process).find_map(differs).or(length) {
            return Err(format!("process {number} differs from the first in more than times: {what}"));
        }
    }
    Ok((0..first.len()).map(|place| merge(processes.iter().map(|process| &process[place]).collect())).collect())
}

/// The parts of a record that do not depend on the clock.
fn untimed(duel: &Duel) -> Duel {
    let (none, no_process) = (None, Vec::new());
    Duel {
        median_ns: none,
        ratio: none,
        low: none,
        high: none,
        rounds: 0,
        double_ratio: none,
        double_low: none,
        double_high: none,
        process_ns: no_process.clone(),
        process_ratios: no_process,
        ..duel.clone()
    }
}

/// The parts of a record that depend neither on the clock nor on the number of timed pairs.
fn of_any_pairs(duel: &Duel) -> Duel {
    Duel { timed: 0, supports: None, iterations: None, products: None, ..untimed(duel) }
}

/// The address of a record.
fn name(duel: &Duel) -> String {
    let Duel { family, points, gap, scalar, variant, .. } = duel;
    format!("{family}/{points}/{gap}/{scalar}/{variant}")
}

/// One record from those of several processes.
///
/// It has no time if one of them has none, since the library ended there. The number of timed pairs, and the means over these, are those
/// of the process with the fewest.
fn merge(duels: Vec<&Duel>) -> Duel {
    if let Some((place, duel)) = duels.iter().enumerate().find(|(_, duel)| !duel.ended.is_empty()) {
        let ended = format!("{}, in process {} of {}", duel.ended, place + 1, duels.len());
        return Duel { ended, ..untimed(duel) };
    }
    let all = |figure: fn(&Duel) -> Option<f64>| duels.iter().filter_map(|duel| figure(duel)).collect::<Vec<f64>>();
    let least = |values: &[f64]| values.iter().copied().min_by(f64::total_cmp);
    let greatest = |values: &[f64]| values.iter().copied().max_by(f64::total_cmp);
    let (times, ratios, over_double) = (all(|duel| duel.median_ns), all(|duel| duel.ratio), all(|duel| duel.double_ratio));
    Duel {
        median_ns: median(&times),
        ratio: median(&ratios),
        low: least(&ratios),
        high: greatest(&ratios),
        rounds: duels.iter().map(|duel| duel.rounds).min().unwrap_or(0),
        double_ratio: median(&over_double),
        double_low: least(&over_double),
        double_high: greatest(&over_double),
        process_ns: times,
        process_ratios: ratios,
        ..duels.iter().min_by_key(|duel| duel.timed).map_or_else(Duel::default, |duel| Duel::clone(duel))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn duel(variant: &str, median_ns: Option<f64>, ratio: Option<f64>, rounds: usize) -> Duel {
        Duel {
            family: "hull".to_owned(),
            points: 8,
            gap: "far".to_owned(),
            scalar: "f64".to_owned(),
            variant: variant.to_owned(),
            median_ns,
            ratio,
            low: ratio.map(|ratio| 0.99 * ratio),
            high: ratio.map(|ratio| 1.01 * ratio),
            double_ratio: ratio.map(|ratio| 0.5 * ratio),
            double_low: ratio,
            double_high: ratio,
            rounds,
            supports: Some(3.7),
            ..Duel::default()
        }
    }

    #[test]
    fn a_record_of_several_has_medians_of_theirs_and_the_range_of_ratios() {
        let processes = [(10.0, 0.5, 9), (40.0, 0.25, 7), (30.0, 0.75, 8)]
            .map(|(time, ratio, rounds)| vec![duel("x", Some(time), Some(ratio), rounds), duel("y", None, None, 0)]);
        let expected = Duel {
            median_ns: Some(30.0),
            ratio: Some(0.5),
            low: Some(0.25),
            high: Some(0.75),
            double_ratio: Some(0.25),
            double_low: Some(0.125),
            double_high: Some(0.375),
            rounds: 7,
            process_ns: vec![10.0, 40.0, 30.0],
            process_ratios: vec![0.5, 0.25, 0.75],
            ..processes[0][0].clone()
        };
        assert_eq!(merged(&processes), Ok(vec![expected, duel("y", None, None, 0)]));
        // The median of two is their mean.
        let of_two = merged(&processes[..2]).unwrap();
        assert_eq!((of_two[0].median_ns, of_two[0].ratio, of_two[0].high), (Some(25.0), Some(0.375), Some(0.5)));
    }

    #[test]
    fn a_library_that_ended_in_one_process_has_no_time() {
        let whole = duel("x", Some(10.0), Some(0.5), 9);
        let ended = Duel { ended: Duel::ended_after(2, 9), timed: 0, ..duel("x", None, None, 0) };
        let found =
            merged(&[vec![whole.clone()], vec![ended.clone()], vec![whole.clone()]]).expect("they differ in times alone");
        assert_eq!(found, [Duel { ended: "ended after 2 of 9, in process 2 of 3".to_owned(), ..ended.clone() }]);
        let other = Duel { variant: "y".to_owned(), ..ended };
        assert!(merged(&[vec![whole], vec![other]]).is_err());
    }

    #[test]
    fn the_records_of_one_process_stay_as_they_are() {
        let one = vec![duel("x", Some(10.0), Some(0.5), 9)];
        assert_eq!(merged(std::slice::from_ref(&one)), Ok(one));
        assert_eq!(merged(&[]), Ok(Vec::new()));
    }

    #[test]
    fn processes_that_differ_in_more_than_times_are_not_merged() {
        let one = duel("x", Some(10.0), Some(0.5), 9);
        let timed = Duel { timed: 64, ..one.clone() };
        let of_fewer = Duel { timed: 32, supports: Some(3.5), median_ns: Some(20.0), ..timed.clone() };
        let found = merged(&[vec![timed.clone()], vec![of_fewer]]).expect("they differ in times and in pairs alone");
        assert_eq!((found[0].timed, found[0].supports, found[0].median_ns), (32, Some(3.5), Some(15.0)));
        for other in [
            Duel { not_right: 1, ..one.clone() },
            Duel { supports: Some(3.8), ..one.clone() },
            Duel { variant: "y".to_owned(), ..one.clone() },
            Duel { timed: 1, ..one.clone() },
            Duel { timed: 1, not_right: 1, ..timed.clone() },
        ] {
            let error = merged(&[vec![one.clone()], vec![one.clone()], vec![other]]).unwrap_err();
            assert!(error.contains("process 3") && error.contains("hull/8/far/f64/x"), "{error}");
        }
        let error = merged(&[vec![one.clone()], vec![one.clone(), one]]).unwrap_err();
        assert!(error.contains("process 2") && error.contains("number of records"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_process_that_fails_is_named() {
        let shell = |script: &'static str| {
            move || {
                let mut command = Command::new("sh");
                command.args(["-c", script]);
                command
            }
        };
        for (script, message) in [("exit 3", "3"), ("echo no record", "standard output: line 1")] {
            let error = run(2, shell(script)).unwrap_err();
            assert!(error.starts_with("process 1 of 2: ") && error.contains(message), "{error}");
        }
        let error = run(2, || Command::new("/there/is/no/such/program")).unwrap_err();
        assert!(error.starts_with("process 1 of 2: "), "{error}");
        assert_eq!(run(3, shell("true")), Ok(Vec::new()));
    }
}
