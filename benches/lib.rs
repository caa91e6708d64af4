//! What the benchmarks share: fixed sets of cases, their check before they are timed, and how long to measure.
//!
//! A benchmark of a set runs over the whole set in each iteration, so that it does not time a branch predictor that has
//! learnt one case; its throughput is given in elements (queries, simplices, answers) a second.

pub mod contest;

use std::time::Duration;

use criterion::Criterion;
use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::family::Family;
use gjk_experiments::contest::field::LEFT_OUT_BEYOND;

/// The seed of every benchmark's cases.
pub const SEED: u64 = 1;

/// The most elements of a set.
pub const ELEMENTS: usize = 256;

/// The most points of one body times cases of a set: the bodies of a set fit a cache of 2 MiB in double precision.
const POINTS: usize = 1 << 15;

/// About 1.5 seconds a benchmark, the analysis included.
pub fn settings() -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .sample_size(50)
        .nresamples(10_000)
        .configure_from_args()
}

/// POINTS in the name of a benchmark: the number of points of the larger body.
pub fn points(case: &Case) -> usize {
    case.a.points().len().max(case.b.points().len())
}

/// The first cases of a family whose larger body has this many points: [`ELEMENTS`] of them, fewer where bodies are large.
pub fn cases(family: &dyn Family, points: usize, arithmetic: Arithmetic) -> Vec<Case> {
    let wanted = ELEMENTS.min(POINTS / points.max(1)).max(1);
    let all = (0..64 * ELEMENTS as u64).map(|index| family.case(SEED, arithmetic, index));
    all.filter(|case| self::points(case) == points).take(wanted).collect()
}

/// The numbers of points that at least one in 32 of a family's cases have.
pub fn sizes(family: &dyn Family) -> Vec<usize> {
    let seen: Vec<usize> = (0..256).map(|index| points(&family.case(SEED, Arithmetic::F64, index))).collect();
    let mut sizes = seen.clone();
    sizes.sort_unstable();
    sizes.dedup();
    sizes.retain(|size| seen.iter().filter(|other| *other == size).count() >= seen.len() / 32);
    sizes
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
    let is_beginning = |text: &str| ["query/", "subalgorithm/", "judging/", "duel/"].iter().any(|kind| text.starts_with(kind));
    let filters = filters();
    filters.is_empty()
        || filters.iter().any(|filter| {
            let is_elsewhere = !filter.starts_with(beginning) && !beginning.starts_with(filter.as_str());
            !(is_plain(filter) && is_beginning(filter) && is_elsewhere)
        })
}

/// A fair comparison: the elements that all its variants get right.
pub struct Comparison<T> {
    /// The elements.
    pub elements: Vec<T>,
    /// The variants.
    pub variants: Vec<&'static str>,
}

/// Keeps the elements that all variants get right, but for the variants that get too many wrong: these are left out
/// themselves. Says on standard error what was left out and removed. The answers are by variant, each in the order of the
/// elements.
pub fn compare<T>(name: &str, elements: Vec<T>, answers: &[(&'static str, Vec<bool>)]) -> Comparison<T> {
    let count = elements.len();
    let number_right = |place: usize| answers.iter().filter(|(_, right)| right[place]).count();
    let is_fair: Vec<bool> = (0..count).map(|place| 2 * number_right(place) >= answers.len()).collect();
    let mut kept = vec![true; count];
    let (mut variants, mut shares) = (Vec::new(), Vec::new());
    for (variant, right) in answers {
        let wrong = right.iter().filter(|right| !**right).count();
        let excess = right.iter().zip(&is_fair).filter(|(right, is_fair)| !**right && **is_fair).count();
        if excess as f64 > LEFT_OUT_BEYOND * count as f64 {
            eprintln!(
                "{name}: {variant} is left out: it is not right on {wrong} of {count}, {excess} of which half of the variants get right"
            );
            continue;
        }
        variants.push(*variant);
        kept.iter_mut().zip(right).for_each(|(kept, right)| *kept &= *right);
        if wrong > 0 {
            shares.push(format!("{variant} {wrong}"));
        }
    }
    let elements: Vec<T> = elements.into_iter().zip(kept).filter_map(|(element, kept)| kept.then_some(element)).collect();
    if elements.len() < count {
        let removed = count - elements.len();
        eprintln!("{name}: {removed} of {count} removed, on which not all are right ({})", shares.join(", "));
    }
    Comparison { elements, variants }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gjk_cases::family::named;

    #[test]
    fn a_comparison_keeps_what_all_its_variants_get_right() {
        let wrong_on = |wrong: &[usize]| -> Vec<bool> { (0..16).map(|place| !wrong.contains(&place)).collect() };
        // Case 0 is hard: three of four fail on it. Beside it "fair" fails on two cases and "bad" on one too many.
        let (fair, bad) = (wrong_on(&[0, 1, 2]), wrong_on(&[0, 3, 4, 5]));
        let answers = [("good", wrong_on(&[])), ("fair", fair), ("poor", wrong_on(&[0])), ("bad", bad)];
        let comparison = compare("test", (0..16).collect(), &answers);
        assert_eq!(comparison.variants, ["good", "fair", "poor"]);
        assert_eq!(comparison.elements, (3..16).collect::<Vec<i32>>());
    }

    #[test]
    fn sets_have_the_number_of_points_asked_for() {
        let family = named("smooth").unwrap();
        assert_eq!(sizes(family.as_ref()), [8, 16, 32, 64, 128, 256, 512, 1024]);
        for (points, count) in [(8, 256), (1024, 32)] {
            let cases = cases(family.as_ref(), points, Arithmetic::F64);
            assert_eq!(cases.len(), count);
            assert!(cases.iter().all(|case| super::points(case) == points));
        }
    }
}
