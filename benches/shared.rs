//! What the benchmarks share: how long to measure, which sets are asked for, and the check of answers before they are timed.
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

use criterion::{Criterion, Throughput};
use gjk_study::benchmarks::{NOTE, Set, Timed, duration, overall, sample};
use gjk_study::duel::{Correctness, Selection};

/// The seed of every benchmark's cases.
pub const SEED: u64 = 1;

/// The most elements of a set.
pub const ELEMENTS: usize = 256;

/// How long a benchmark warms up, and is measured.
const TIMES: [Duration; 2] = [Duration::from_millis(300), Duration::from_secs(1)];

/// About how many seconds criterion takes for the analysis and the plots of a benchmark.
const ANALYSIS: f64 = 0.7;

fn settings() -> Criterion {
    Criterion::default()
        .output_directory(&folder())
        .warm_up_time(TIMES[0])
        .measurement_time(TIMES[1])
        .sample_size(50)
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

/// What can be timed on a set of elements.
pub struct Contender<'a, T> {
    /// Its name.
    pub name: &'static str,
    /// Whether it is right, element by element.
    pub right: Vec<bool>,
    /// One pass over these elements; the results go nowhere.
    pub pass: Pass<'a, T>,
}

/// Whatever is done with all elements of a set.
pub type Pass<'a, T> = Box<dyn Fn(&[T]) + 'a>;

/// A set whose answers are judged, ready to be timed.
pub struct Prepared<'a> {
    name: String,
    timed: Vec<&'static str>,
    left_out: Vec<String>,
    time: Box<dyn FnOnce(&mut Criterion) + 'a>,
}

/// Who is timed on a set, and on which elements: those that all of those timed get right, see [`Selection`].
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
    let (name, of_set, timed) = (set.to_owned(), set.to_owned(), contenders.iter().map(|one| one.name).collect());
    Prepared { time: Box::new(move |criterion| time(criterion, &of_set, &elements, &contenders)), name, timed, left_out }
}

fn time<T>(criterion: &mut Criterion, set: &str, elements: &[T], contenders: &[Contender<T>]) {
    if contenders.is_empty() {
        return;
    }
    let mut group = criterion.benchmark_group(set);
    group.throughput(Throughput::Elements(1));
    for one in contenders {
        group.bench_function(one.name, |bencher| {
            bencher.iter_custom(|iterations| {
                let count = elements.len() as u64;
                let passes = iterations.div_ceil(count).max(1);
                let begin = Instant::now();
                (0..passes).for_each(|_| (one.pass)(elements));
                begin.elapsed().mul_f64(iterations as f64 / (passes * count) as f64)
            });
        });
    }
    group.finish();
}

/// Times the sets of a program, says at the beginning how long that takes, and ends with the tables.
pub fn run(program: &str, about: &str, sets: Vec<Prepared>) {
    let (mut criterion, begin) = (settings(), SystemTime::now());
    let is_selected = |name: &str| {
        let filters = filters();
        filters.is_empty() || filters.iter().any(|filter| name.contains(filter.as_str()))
    };
    let names = sets.iter().flat_map(|set| set.timed.iter().map(|one| format!("{}/{one}", set.name)));
    let count = names.filter(|name| is_selected(name)).count();
    if !is_measured() {
        for set in &sets {
            set.left_out.iter().for_each(|line| eprintln!("{}: {line}", set.name));
        }
    } else if count > 0 {
        let each = TIMES.iter().map(Duration::as_secs_f64).sum::<f64>() + ANALYSIS;
        println!("{program}: {count} benchmarks, about {}: {about}", duration(count, each));
        if is_default() {
            println!("This is the default selection; `cargo bench --bench {program} -- {program}/` runs all benchmarks.");
        }
        println!();
    }
    let mut measured = Vec::new();
    for Prepared { name, timed, left_out, time } in sets {
        time(&mut criterion);
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

/// What criterion stored of a benchmark in this run.
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
