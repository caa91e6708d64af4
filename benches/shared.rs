//! Shared by the benchmarks: the time of a measurement, the requested sets, and the check of answers before they are
//! timed.
//!
//! An iteration of a benchmark is one element: a query, or a simplex. Passes over the whole set are timed, so that
//! branch predictors cannot learn a single case; the time of the passes is divided by the number of their elements.
//!
//! A program first judges all of its sets, prints the number of benchmarks and their expected time, lets criterion
//! measure them, and ends with a table of each set and one over all sets. Without a filter only a default selection is
//! measured: all programs together have at most 110 benchmarks, which take minutes. The selection keeps every variant
//! and drops sets, since a user chooses among variants.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use criterion::{Criterion, SamplingMode, Throughput};
use gjk_study::benchmarks::{NOTE, Pace, Set, Timed, duration, overall, sample};
use gjk_study::duel::{Correctness, Selection};

/// The seed of every benchmark's cases.
pub const SEED: u64 = 1;

/// The largest number of elements of a set.
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

/// The folder into which criterion writes, in the folder `target` that contains this program.
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

/// Whether benchmarks are measured, and not only listed or tested.
fn is_measured() -> bool {
    !has(&["--list", "--test", "--profile-time"])
}

/// Whether only the default selection is requested: a measurement without a filter.
pub fn is_default() -> bool {
    is_measured() && filters().is_empty()
}

/// The filters of the command line. A word after an option may be its value, and counts as a filter only if it contains
/// a slash.
pub fn filters() -> Vec<String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let after_option = |place: usize| place > 0 && arguments[place - 1].starts_with('-');
    let is_filter = |place: usize, text: &str| !text.starts_with('-') && (text.contains('/') || !after_option(place));
    arguments.iter().enumerate().filter(|(place, text)| is_filter(*place, text)).map(|(_, text)| text.clone()).collect()
}

/// Whether a filter may select a benchmark whose name begins like this. Criterion makes the final selection; this only
/// saves the work for sets that it would not run, so a filter that is not a plain beginning of a name counts as
/// selecting everything.
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

/// A variant or a subalgorithm that can be timed on a set of elements.
pub struct Contender<'a, T> {
    /// Its name.
    pub name: &'static str,
    /// Whether it is right, for each element.
    pub right: Vec<bool>,
    /// One pass over these elements; the results are discarded.
    pub pass: Pass<'a, T>,
}

/// A function of all elements of a set.
pub type Pass<'a, T> = Box<dyn Fn(&[T]) + 'a>;

/// A set whose answers are judged, ready to be timed.
pub struct Prepared<'a> {
    name: String,
    timed: Vec<&'static str>,
    left_out: Vec<String>,
    ready: Box<dyn Ready + 'a>,
}

/// Judges a set: selects the contenders that are timed, and the elements that all of them get right, see [`Selection`].
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

/// A set that can be timed, whatever the type of its elements.
trait Ready {
    /// The time of one pass of the contender with this number, in seconds.
    fn pass(&self, contender: usize) -> f64;
    /// Times all contenders, each with its number of samples. Criterion makes the final selection.
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
        // A sample consists of whole passes, so samples of different lengths would not add information.
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
                    // An arithmetic mode that one contender sets does not affect the next one.
                    gjk_mode::theirs(|| (0..passes).for_each(|_| (one.pass)(elements)));
                    begin.elapsed().mul_f64(iterations as f64 / (passes * count) as f64)
                });
            });
        }
        group.finish();
    }
}

/// Times the sets of a program; prints the expected time at the beginning, and the tables at the end.
pub fn run(program: &str, about: &str, sets: Vec<Prepared>) {
    let (mut criterion, begin) = (settings(), SystemTime::now());
    let is_selected = |name: &str| {
        let filters = filters();
        filters.is_empty() || filters.iter().any(|filter| name.contains(filter.as_str()))
    };
    // One pass predicts the time of a benchmark. Benchmarks that are not measured need no pass.
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

/// The samples of a benchmark that criterion stored in this run.
fn of_this_run(set: &str, variant: &str, begin: SystemTime) -> Option<Timed> {
    let file = folder().join(set.replace('/', "_")).join(variant).join("new/sample.json");
    let is_new = fs::metadata(&file).and_then(|about| about.modified()).is_ok_and(|at| at >= begin);
    let text = fs::read_to_string(&file).ok().filter(|_| is_new)?;
    Some(Timed { name: variant.to_owned(), nanoseconds: sample(&text)? })
}

/// Prints the table of each set and the table over all sets, and writes both to a file.
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
