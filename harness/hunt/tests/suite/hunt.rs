//! The search finds known failures from any seed, repeats itself, and simplifies its findings without changing them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use gjk_cases::case::{Arithmetic, Class};
use gjk_cases::family;
use gjk_cases::format::{self, Answer};
use gjk_hunt::hunt::{Budget, Counterexample, Defect, Findings, Hunt, Reached, Share, Target, Watch};
use gjk_hunt::search::{Candidate, FailureMode, IntegerRoster, Proposer, Sample, Samples, Wanted};
use gjk_records::{Measure, Ruling};
use gjk_solvers::Roster;
use gjk_truth::judge::TOLERANCE;
use gjk_truth::truth::Truth;
use gjk_variants::{Promise, Stop};

fn hunt<'a>(roster: &'a Roster, variants: &[&str], scalars: &[Arithmetic], seed: u64) -> Hunt<'a> {
    Hunt {
        roster,
        variants: variants.iter().map(ToString::to_string).collect(),
        sources: Vec::new(),
        lattices: true,
        scalars: scalars.to_vec(),
        seed,
        tolerance: TOLERANCE,
        wanted: Wanted::usual().collect(),
        classes: Class::ALL.to_vec(),
        stop: &|| false,
    }
}

fn run(hunt: &Hunt<'_>, cases: u64) -> Findings {
    hunt.run(Budget::Cases(cases, Share::ALL), &())
}

fn class(sample: &Sample) -> Class {
    Truth::of(&sample.candidate().case(String::new())).class()
}

/// A report as lines of text.
fn report(findings: &Findings) -> Vec<String> {
    let line =
        |found: &Counterexample| format!("{} {} {} {}", format::write(&found.case), found.origin, found.count, found.defect);
    findings.counterexamples.iter().map(line).collect()
}

#[test]
fn samples_are_functions_of_seed_and_index_and_of_every_class() {
    let mut samples = Samples::new(5, 1_000);
    let mut classes = [0; 3];
    for index in 1_000..3_000 {
        let sample = samples.draw();
        assert_eq!(sample, Sample::at(5, index));
        assert!(sample.bodies().into_iter().flatten().flatten().all(|x| x.abs() <= 10));
        assert!(sample.start != Some([0; 3]));
        let class = class(&sample);
        classes[Class::ALL.iter().position(|other| *other == class).unwrap()] += 1;
    }
    assert_ne!(Sample::at(5, 0), Sample::at(6, 0));
    // Separated, touching, overlapping: no class is rare.
    assert!(classes.iter().all(|count| *count > 150), "{classes:?}");
}

#[test]
fn a_cycle_of_three_plane_on_separated_bodies_is_found_from_any_seed() {
    let roster = Roster::builtin();
    for seed in 1..=4 {
        let mut hunt = hunt(&roster, &["linahan-three-plane"], &[Arithmetic::Exact], seed);
        hunt.classes = vec![Class::Separated];
        let findings = run(&hunt, 200_000);
        let [found] = &findings.counterexamples[..] else { panic!("seed {seed}: {findings:?}") };
        let mode = FailureMode {
            ruling: Ruling::GaveUp,
            off_by: None,
            stop: Some(Stop::Cycled),
            says: None,
            class: Class::Separated,
            is_cast: false,
        };
        assert_eq!(found.defect.mode, mode);
        assert_eq!(found.start, None, "seed {seed}");
        let candidate = Candidate::of(&found.case).unwrap();
        assert!(candidate.size().points <= 6 && candidate.is_small(10.0), "seed {seed}: {candidate:?}");
        // The case in the form that the commands see: written, read, and run on rationals.
        let read = format::read(&format::write(&found.case), "found").cases.remove(0);
        let target = Target::new(&roster, found.defect.variant, Arithmetic::Exact, 0.0).unwrap();
        assert_eq!(target.replayed(&Candidate::of(&read).unwrap()), Some(mode));
        assert_eq!(read.expect.unwrap().class, Some(Class::Separated));
    }
}

#[test]
fn a_hunt_is_a_function_of_seed_and_number_of_cases() {
    let roster = Roster::builtin();
    let mut all = hunt(&roster, &[], &Arithmetic::ALL, 3);
    all.sources = vec![Box::new(family::named("touch-2d").unwrap())];
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let once = pool(1).install(|| report(&run(&all, 30_000)));
    assert_eq!(once, pool(3).install(|| report(&run(&all, 30_000))));
    assert!(!once.is_empty());
    all.seed = 4;
    assert_ne!(once, report(&run(&all, 30_000)));
}

#[test]
fn a_stopped_hunt_has_the_defects_of_a_hunt_of_as_many_cases() {
    let roster = Roster::builtin();
    let variants = ["linahan-three-plane", "muratori"];
    let asked = AtomicBool::new(false);
    let stop = || asked.load(Ordering::SeqCst);
    let mut hunt = hunt(&roster, &variants, &[Arithmetic::Exact, Arithmetic::F64], 5);
    hunt.stop = &stop;
    // The hunt ends with the first wave that finds something, long before its time.
    let begin = Instant::now();
    let stopped = hunt.run(Budget::Time(Duration::from_secs(3600)), &Asks(&asked));
    assert!(begin.elapsed() < Duration::from_secs(600) && stopped.cases > 0 && stopped.stopped);
    assert!(!stopped.counterexamples.is_empty());
    for found in &stopped.counterexamples {
        let how = if found.is_cut { ", not fully shrunk" } else { ", shrunk" };
        assert!(found.case.source.as_ref().is_some_and(|source| source.ends_with(how)), "{:?}", found.case);
        let target = Target::new(&roster, found.defect.variant, found.defect.arithmetic, TOLERANCE).unwrap();
        let candidate = Candidate { start: found.start, ..Candidate::of(&found.case).unwrap() };
        assert_eq!(target.failure_mode(&candidate), Some(found.defect.mode));
    }
    // The same cases: every defect of the stopped hunt is there, including those that the other hunt reduces to simpler ones.
    hunt.stop = &|| false;
    let whole = run(&hunt, stopped.cases);
    let defects = |findings: &Findings| -> BTreeSet<_> {
        let covered = findings.covered.iter().map(|(defect, _)| *defect);
        findings.counterexamples.iter().map(|found| found.defect).chain(covered).collect()
    };
    let separated = |defect: &Defect| defect.mode.class == Class::Separated;
    let [of_stopped, of_whole] = [&stopped, &whole].map(defects);
    assert!(of_stopped.symmetric_difference(&of_whole).all(separated), "made of covered ones: {of_stopped:?}\n{of_whole:?}");
}

/// Requests a stop as soon as something is found, and meanwhile examines the kept failures.
struct Asks<'a>(&'a AtomicBool);

impl Watch for Asks<'_> {
    fn searched(&self, reached: &Reached<'_>) {
        let kept = reached.as_met();
        assert!(kept.len() <= reached.modes() && kept.is_empty() == (reached.modes() == 0));
        assert!(kept.iter().all(|case| case.source.as_ref().is_some_and(|source| source.ends_with("as it was met"))));
        self.0.store(reached.modes() > 0, Ordering::SeqCst);
    }
}

/// A slow variant that runs on single cases: the search may be cut between any two of them.
#[test]
fn a_hunt_that_is_cut_between_two_cases_says_how_many_find_the_same() {
    let (asked, limit): (&AtomicUsize, _) = (Box::leak(Box::default()), AtomicUsize::new(0));
    let mut roster = Roster::builtin();
    roster.add_function("fickle", Promise::Verdict, |a: &[[f64; 3]], _: &[[f64; 3]]| {
        asked.fetch_add(1, Ordering::SeqCst);
        if a.len().is_multiple_of(2) { Answer::meeting() } else { Answer::apart(1.0) }
    });
    let stop = || asked.load(Ordering::SeqCst) >= limit.load(Ordering::SeqCst);
    for cut in [1, 10, 77, 300] {
        limit.store(cut, Ordering::SeqCst);
        asked.store(0, Ordering::SeqCst);
        let mut hunt = hunt(&roster, &["fickle"], &[Arithmetic::F64], 2);
        hunt.sources = vec![Box::new(family::named("generic").unwrap()), Box::new(family::named("touch-2d").unwrap())];
        hunt.stop = &stop;
        let stopped = hunt.run(Budget::Time(Duration::from_secs(3600)), &());
        assert!(stopped.stopped && stopped.cases > 0 && stopped.cases < 2 * cut as u64 + 64, "{cut}: {}", stopped.cases);
        hunt.stop = &|| false;
        let whole = run(&hunt, stopped.cases);
        let counts = |findings: &Findings| -> BTreeMap<Defect, u64> {
            findings.counterexamples.iter().map(|found| (found.defect, found.count)).chain(findings.covered.clone()).collect()
        };
        assert_eq!((stopped.own, counts(&stopped)), (whole.own, counts(&whole)), "{cut}");
        assert!(whole.counterexamples.iter().all(|found| !found.is_cut));
    }
}

#[test]
fn a_time_that_is_over_cuts_the_shrinking_and_that_is_said() {
    let mut roster = Roster::builtin();
    // In a second it answers fifty times, and a descent needs hundreds of answers.
    roster.add_function("slow", Promise::Verdict, |_: &[[f64; 3]], _: &[[f64; 3]]| {
        std::thread::sleep(Duration::from_millis(20));
        Answer::apart(1.0)
    });
    let mut hunt = hunt(&roster, &["slow"], &[Arithmetic::F64], 5);
    hunt.sources = vec![Box::new(family::named("deep-overlap").unwrap())];
    hunt.lattices = false;
    let findings = hunt.run(Budget::Time(Duration::from_secs(1)), &());
    assert!(!findings.stopped && findings.cases > 0 && !findings.counterexamples.is_empty());
    for found in &findings.counterexamples {
        assert!(found.is_cut && found.how() == "not fully shrunk", "{found:?}");
        assert!(found.case.source.as_ref().is_some_and(|source| source.ends_with(", not fully shrunk")), "{found:?}");
    }
}

#[test]
fn shrinking_keeps_the_failure_mode_and_reaches_small_cases() {
    let roster = Roster::builtin();
    let mut failing = Vec::new();
    let mut samples = Samples::new(11, 0);
    let integers = IntegerRoster::builtin();
    for _ in 0..150_000 {
        let sample = samples.draw();
        integers.run(sample.dimension, sample.bodies(), sample.start.as_ref(), |name, outcome| {
            let Some(mode) = outcome.failure_mode(|| class(&sample)) else { return };
            // A frequent defect is not shrunk a thousand times.
            let same =
                |other: &&(&str, Sample, FailureMode)| (other.0, other.1.dimension, other.2) == (name, sample.dimension, mode);
            if failing.iter().filter(same).count() < 12 {
                failing.push((name, sample, mode));
            }
        });
    }
    assert!(failing.len() > 20, "{}", failing.len());
    for (name, sample, mode) in failing {
        let target = Target::new(&roster, name, Arithmetic::Exact, 0.0).unwrap();
        let before = sample.candidate();
        let after = target.shrunk(&before, &mode);
        assert_eq!(target.failure_mode(&after), Some(mode));
        assert!(after.size() <= before.size());
        // Cycles on bodies that meet have a spectator that makes them meet; few become as small as the others.
        let points = if name == "linahan-three-plane" && mode.class != Class::Separated { 7 } else { 6 };
        assert!(after.size().points <= points && after.is_small(10.0), "{name}, {mode}: {before:?} became {after:?}");
        assert_eq!(after.start, None, "{name}, {mode}: {before:?} became {after:?}");
    }
}

#[test]
fn failures_of_families_in_rounded_arithmetic_become_small_too() {
    let roster = Roster::builtin();
    let source = family::named("touch-2d").unwrap();
    let target = Target::new(&roster, "muratori", Arithmetic::F64, TOLERANCE).unwrap();
    let mut found = 0;
    for index in 0..400 {
        let case = source.propose(2, Arithmetic::F64, index).unwrap();
        let before = Candidate::of(&case).unwrap();
        let mode = target.failure_mode(&before).unwrap();
        if !mode.ruling.is_failure() {
            continue;
        }
        let after = target.shrunk(&before, &mode);
        assert_eq!(target.failure_mode(&after), Some(mode));
        assert!(after.size().points <= 6 && after.is_small(10.0), "{after:?}");
        found += 1;
        if found == 3 {
            break;
        }
    }
    assert!(found > 0);
}

#[test]
fn shallow_depths_are_found_and_made_simple() {
    let roster = Roster::builtin();
    let mut hunt = hunt(&roster, &["epa-split", "epa-common"], &[Arithmetic::F64], 1);
    hunt.sources = vec![Box::new(family::named("deep-overlap").unwrap())];
    hunt.lattices = false;
    let Findings { counterexamples, .. } = run(&hunt, 300);
    let shallow: Vec<&Counterexample> =
        counterexamples.iter().filter(|found| found.defect.mode.off_by == Some(Measure::Residual)).collect();
    assert!(!shallow.is_empty() && counterexamples.iter().all(|found| found.defect.variant == "epa-split"));
    let mode = shallow[0].defect.mode;
    assert_eq!(mode.slug(), "shallow-overlapping");
    assert!(mode.to_string().starts_with("shallow (intersecting, ") && mode.to_string().ends_with(") on overlapping bodies"));
    let points = |found: &&Counterexample| found.case.a.count() + found.case.b.count();
    assert!(shallow.iter().map(points).min() <= Some(9), "{counterexamples:?}");
}
