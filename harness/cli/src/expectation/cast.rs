//! The fields of an expectation about a cast.

use dashu_ratio::RBig;
use gjk_cases::case::{Case, Expectation, ExpectedTime};
use gjk_cases::format::number;
use gjk_cases::quote::cut;
use gjk_truth::truth::{CastTruth, First, FirstTime};

use super::fraction;

/// The fields that the oracle contradicts, each with the expected value and the true one.
pub fn wrong_fields(case: &Case, expect: &Expectation, cast: &CastTruth) -> Vec<String> {
    let time = expect.time.as_ref().and_then(|expected| {
        let first = cast.first(case);
        let is_wrong = match (expected, first) {
            (_, First::Undecided) | (ExpectedTime::Never, First::Never) => false,
            (ExpectedTime::At(text), First::At(FirstTime { low, high, .. })) => {
                text.parse::<RBig>().is_ok_and(|time| time < *low || time > *high)
            }
            _ => true,
        };
        is_wrong.then(|| format!("time: expected {}, is {}", cut(expected.text()), first_text(first)))
    });
    let path = [
        fraction("path_distance_squared", &expect.path_distance_squared, cast.swept.distance_squared()),
        fraction("path_depth_squared", &expect.path_depth_squared, cast.swept.depth_squared()),
    ];
    time.into_iter().chain(path.into_iter().flatten()).collect()
}

/// The fields that the oracle cannot decide.
pub fn open_fields(case: &Case, expect: &Expectation, cast: &CastTruth) -> Option<String> {
    let time = expect.time.as_ref().filter(|_| *cast.first(case) == First::Undecided)?;
    Some(format!("the case expects the time {}, and the oracle cannot decide it", cut(time.text())))
}

/// The first contact in words.
fn first_text(first: &First) -> String {
    match first {
        First::Never => "never".to_owned(),
        First::At(time) if time.is_exact() => time.low.to_string(),
        First::At(FirstTime { low, high, .. }) => {
            format!("between {} and {}", number(low.to_f64_fast()), number(high.to_f64_fast()))
        }
        First::Undecided => "undecided".to_owned(),
    }
}
