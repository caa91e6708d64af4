//! Shared by the benchmarks: how long to measure, which sets are asked for, and the check of answers before they are timed.
//!
//! An iteration of a benchmark is one element: a query, or a simplex. What is timed are passes over the whole set, so that it is no
//! branch predictor that has learnt one case; their time is divided by the number of their elements.
//!
//! A program judges all of its sets first, says how many benchmarks there are and how long they take, lets criterion measure them, and ends
//! with a table of each set and one over all sets. Without a filter only a default selection is measured: all programs together have at
//! most 110 benchmarks, so that it takes minutes. It keeps every variant and drops sets, since a user chooses among variants.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use criterion::{Criterion, SamplingMode, Throughput};
use gjk_study::benchmarks::{NOTE, Pace, Set, Timed, duration, overall, sample};
use gjk_study::duel::{Correctness, Selection};

/// The seed of every benchmark's cases.
pub const SEED: u64 = 1;

/// The most elements of a set.
pub const ELEMENTS: usize = 256;

fn settings() -> Criterion {
    let [warm, all] = Pace::SECONDS.map(Duration::from_secs_f64);
    Criterion::default()
        .output_directory(&folder())
        .warm_up_time(warm)
        .measurement_time(all)
        .sample_size(Pace::SAMPLES[0])
        .nresamples(10_000)
        .configure_from_args()
}

/// Where criterion writes: in the folder `target` that this program lies in.
fn folder() -> PathBuf {
    if let Some(home) = std::env::var_os("CRITERION_HOME") {
        return PathBuf::from(home);
    }
    let program = std::env::current_exe().unwrap_or_default();
    program.ancestors().nth(3).unwrap_or(Path::new("target")).join("criterion")
}

/// Whether the command line has one of these options.
fn has(options: &[&str]) -> bool {
    std::env::args().any(|word| options.contains(&word.split('=').next().unwrap_or_default()))
}

/// Whether benchmarks are measured, and not only listed or tried.
fn is_measured() -> bool {
    !has(&["--list", "--test", "--profile-time"])
}

/// Whether only the default selection is asked for: a measurement without a filter.
pub fn is_default() -> bool {
    is_measured() && filters().is_empty()
}

/// The filters of the command line. What follows an option may be its value, and counts only if it has a slash.
pub fn filters() -> Vec<String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let after_option = |place: usize| place > 0 && arguments[place - 1].starts_with('-');
    let is_filter = |place: usize, text: &str| !text.starts_with('-') && (text.contains('/') || !after_option(place));
    arguments.iter().enumerate().filter(|(place, text)| is_filter(*place, text)).map(|(_, text)| text.clone()).collect()
}

/// Whether a filter may select a benchmark whose name begins so. Criterion has the last word; this only saves the work for
/// sets that it would not run, so a filter that is no plain beginning of a name counts as selecting everything.
pub fn is_asked_for(beginning: &str) -> bool {
    let is_plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'/' || byte == b'-');
    let is_beginning = |text: &str| ["query/", "depth/", "subalgorithm/", "duel/"].iter().any(|kind| text.starts_with(kind));
    let filters = filters();
    let selects = |filter: &String| {
        let is_near = filter.starts_with(beginning) || beginning.starts_with(filter.as_str());
        is_near || !(is_plain(filter) && is_beginning(filter))
    };
    filters.is_empty() || filters.iter().any(selects)
}

/// One that can be timed on a set of elements.
pub struct Contender<'a, T> {
    /// Its name.
    pub name: &'static str,
    /// Whether it is right, element by element.
    pub right: Vec<bool>,
    /// One pass over these elements; the results go nowhere.
    pub pass: Pass<'a, T>,
}

/// Anything that is done with all elements of a set.
pub type Pass<'a, T> = Box<dyn Fn(&[T]) + 'a>;

/// A set whose answers are judged, ready to be timed.
pub struct Prepared<'a> {
    name: String,
    timed: Vec<&'static str>,
    left_out: Vec<String>,
    ready: Box<dyn Ready + 'a>,
}

/// Judges a set: contenders that are timed, and elements that all of these get right, see [`Selection`].
pub fn prepare<'a, T: 'a>(set: &str, elements: Vec<T>, contenders: Vec<Contender<'a, T>>) -> Prepared<'a> {
    let count = elements.len();
    let correctness = |one: &Contender<T>| Correctness { name: one.name, right: Some(one.right.clone()) };
    let all: Vec<Correctness> = contenders.iter().map(correctness).collect();
    let Selection { is_timed, cases } = Selection::of(&all, count, "");
    let mut left_out = Vec::new();
    for (one, is_timed) in all.iter().zip(&is_timed) {
        let wrong = one.wrong().len();
        if wrong > 0 {
            let so = if *is_timed { "these are timed for no variant" } else { "it is left out" };
            left_out.push(format!("{} is not right on {wrong} of {count}: {so}", one.name));
        }
    }
    if cases.is_empty() {
        left_out.push("nothing to time".to_owned());
    }
    let elements = elements.into_iter().enumerate().filter(|(place, _)| cases.contains(place));
    let elements: Vec<T> = elements.map(|(_, element)| element).collect();
    let is_timed = is_timed.into_iter().map(|is_timed| is_timed && !elements.is_empty());
    let contenders: Vec<Contender<T>> =
        contenders.into_iter().zip(is_timed).filter(|(_, is_timed)| *is_timed).map(|(one, _)| one).collect();
    let timed = contenders.iter().map(|one| one.name).collect();
    Prepared { name: set.to_owned(), timed, left_out, ready: Box::new(Elements { elements, contenders }) }
}

/// Elements that all contenders get right.
struct Elements<'a, T> {
    elements: Vec<T>,
    contenders: Vec<Contender<'a, T>>,
}

/// A set that can be timed, whatever its elements are.
trait Ready {
    /// Seconds that the contender of this number takes for one pass.
    fn pass(&self, contender: usize) -> f64;
    /// Times all of them, each with its number of samples. Criterion has the last word on who is selected.
    fn time(&self, criterion: &mut Criterion, set: &str, samples: &[usize]);
}

impl<T> Ready for Elements<'_, T> {
    fn pass(&self, contender: usize) -> f64 {
        let begin = Instant::now();
        gjk_mode::theirs(|| (self.contenders[contender].pass)(&self.elements));
        begin.elapsed().as_secs_f64()
    }

    fn time(&self, criterion: &mut Criterion, set: &str, samples: &[usize]) {
        if self.contenders.is_empty() {
            return;
        }
        let elements = &self.elements[..];
        let mut group = criterion.benchmark_group(set);
        // A sample is whole passes, so that samples of different lengths would say nothing more.
        group.throughput(Throughput::Elements(1)).sampling_mode(SamplingMode::Flat);
        for (one, samples) in self.contenders.iter().zip(samples) {
            if !has(&["--sample-size"]) {
                group.sample_size(*samples);
            }
            group.bench_function(one.name, |bencher| {
                bencher.iter_custom(|iterations| {
                    let count = elements.len() as u64;
                    let passes = iterations.div_ceil(count).max(1);
                    let begin = Instant::now();
                    // A mode of arithmetic that it sets is not there for the next one.
                    gjk_mode::theirs(|| (0..passes).for_each(|_| (one.pass)(elements)));
                    begin.elapsed().mul_f64(iterations as f64 / (passes * count) as f64)
                });
            });
        }
        group.finish();
    }
}

/// Times the sets of a program, says at the beginning how long that takes, and ends with the tables.
pub fn run(program: &str, about: &str, sets: Vec<Prepared>) {
    let (mut criterion, begin) = (settings(), SystemTime::now());
    let is_selected = |name: &str| {
        let filters = filters();
        filters.is_empty() || filters.iter().any(|filter| name.contains(filter.as_str()))
    };
    // A pass tells how long a benchmark will take. Those that are not measured need no pass.
    let pace = |set: &Prepared, place: usize| {
        let is_selected = is_measured() && is_selected(&format!("{}/{}", set.name, set.timed[place]));
        is_selected.then(|| Pace::of_pass(set.ready.pass(place)))
    };
    let paces: Vec<Vec<Option<Pace>>> =
        sets.iter().map(|set| (0..set.timed.len()).map(|place| pace(set, place)).collect()).collect();
    let (count, seconds) =
        paces.iter().flatten().flatten().fold((0, 0.0), |(count, sum), pace| (count + 1, sum + pace.seconds));
    if !is_measured() {
        for set in &sets {
            set.left_out.iter().for_each(|line| eprintln!("{}: {line}", set.name));
        }
    } else if count > 0 {
        println!("{program}: {count} benchmarks, about {}: {about}", duration(seconds));
        if is_default() {
            println!("This is the default selection; `cargo bench --bench {program} -- {program}/` runs all benchmarks.");
        }
        println!();
    }
    let mut measured = Vec::new();
    for (Prepared { name, timed, left_out, ready }, paces) in sets.into_iter().zip(paces) {
        let samples: Vec<usize> = paces.iter().map(|pace| pace.map_or(Pace::SAMPLES[0], |pace| pace.samples)).collect();
        ready.time(&mut criterion, &name, &samples);
        let timed: Vec<Timed> = timed.into_iter().filter_map(|variant| of_this_run(&name, variant, begin)).collect();
        if !timed.is_empty() {
            measured.push(Set { name, timed, left_out });
        }
    }
    criterion.final_summary();
    if is_measured() && !measured.is_empty() {
        conclude(program, &measured);
    }
}

/// Samples that criterion stored of a benchmark in this run.
fn of_this_run(set: &str, variant: &str, begin: SystemTime) -> Option<Timed> {
    let file = folder().join(set.replace('/', "_")).join(variant).join("new/sample.json");
    let is_new = fs::metadata(&file).and_then(|about| about.modified()).is_ok_and(|at| at >= begin);
    let text = fs::read_to_string(&file).ok().filter(|_| is_new)?;
    Some(Timed { name: variant.to_owned(), nanoseconds: sample(&text)? })
}

/// Prints the table of each set and the one over all sets, and writes both to a file.
fn conclude(program: &str, sets: &[Set]) {
    let of_sets: String = sets.iter().map(|set| set.table() + "\n").collect();
    let overall = overall(sets);
    println!("{of_sets}{NOTE}\n\n{overall}");
    let (file, report) = (folder().join(format!("{program}.md")), folder().join("report/index.html"));
    match fs::write(&file, format!("{overall}\n{of_sets}{NOTE}\n")) {
        Ok(()) => println!("As Markdown: {}", file.display()),
        Err(error) => eprintln!("{}: {error}", file.display()),
    }
    println!("With plots:  {}\n", report.display());
}
