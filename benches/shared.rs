//! What the benchmarks share: how long to measure, which sets are asked for, and the check of answers before they are timed.
//!
//! An iteration of a benchmark is one element: a query, or a simplex. What is timed are passes over the whole set, so that it is no
//! branch predictor that has learnt one case; their time is divided by the number of their elements.

use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput};
use gjk_study::duel::{Correctness, Selection};

/// The seed of every benchmark's cases.
pub const SEED: u64 = 1;

/// The most elements of a set.
pub const ELEMENTS: usize = 256;

/// About 1.5 seconds a benchmark, the analysis included.
pub fn settings() -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .sample_size(50)
        .nresamples(10_000)
        .configure_from_args()
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

/// Times the contenders on the elements that all of those timed get right: see [`Selection`]. Says on standard error what was
/// left out and removed.
pub fn compare<T>(criterion: &mut Criterion, set: &str, elements: Vec<T>, contenders: Vec<Contender<T>>) {
    let count = elements.len();
    let correctness = |one: &Contender<T>| Correctness { name: one.name, right: Some(one.right.clone()) };
    let all: Vec<Correctness> = contenders.iter().map(correctness).collect();
    let Selection { is_timed, cases } = Selection::of(&all, count, "");
    for (one, is_timed) in all.iter().zip(&is_timed) {
        let wrong = one.wrong().len();
        if wrong > 0 {
            let so = if *is_timed { "these are timed for nobody" } else { "it is left out" };
            eprintln!("{set}: {} is not right on {wrong} of {count}: {so}", one.name);
        }
    }
    if cases.is_empty() {
        eprintln!("{set}: nothing to time");
        return;
    }
    let elements = elements.into_iter().enumerate().filter(|(place, _)| cases.contains(place));
    let elements: Vec<T> = elements.map(|(_, element)| element).collect();
    let mut group = criterion.benchmark_group(set);
    group.throughput(Throughput::Elements(1));
    for (one, _) in contenders.iter().zip(is_timed).filter(|(_, is_timed)| *is_timed) {
        group.bench_function(one.name, |bencher| {
            bencher.iter_custom(|iterations| {
                let count = elements.len() as u64;
                let passes = iterations.div_ceil(count).max(1);
                let begin = Instant::now();
                (0..passes).for_each(|_| (one.pass)(&elements));
                begin.elapsed().mul_f64(iterations as f64 / (passes * count) as f64)
            });
        });
    }
    group.finish();
}
