//! Replies made of answers from elsewhere: from a program from outside, from a function, or from a file.

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::format::{Answer, Greeting, NoAnswer};
use gjk_truth::said::answered;
use gjk_variants::Stop;

use crate::held::Deviation;
use crate::reply::Reply;

/// The reply made of a program's answer to a case that is posed in this arithmetic.
///
/// Without a greeting, the program promises a verdict, and its normals point from A into B. A body that the answer names as
/// refused is believed to be refused, since the program cannot be asked again. An answer about [other bodies](crate::ROUNDINGS)
/// counts as none.
pub fn reply(answer: &Answer, case: &Case, greeting: Option<&Greeting>, arithmetic: Arithmetic) -> Reply {
    let promise = greeting.map(|greeting| greeting.promise).unwrap_or_default();
    let sign = greeting.map(|greeting| greeting.normal).unwrap_or_default();
    let stop = answer.stop.map(|stop| match stop {
        NoAnswer::Crashed => Stop::Crashed,
        NoAnswer::TimedOut => Stop::TimedOut,
        NoAnswer::Refused(_) => Stop::Refused,
    });
    let refused = if let Some(NoAnswer::Refused(named)) = answer.stop { named } else { None };
    let deviation = answer.held.as_ref().map(|held| Deviation::of(case, held, greeting, arithmetic));
    let held_units = deviation.map(|deviation| deviation.units);
    if stop.is_none() && deviation.is_some_and(|deviation| deviation.is_beyond) {
        return Reply { stop: Some(Stop::OtherBodies), held_units, ..Reply::elsewhere(None) };
    }
    let held = answer.held.clone().map(|[a, b]| Box::new(Case { a, b, ..case.clone() }));
    Reply { stop, held, held_units, refused, ..Reply::elsewhere(answered(answer, promise, sign)) }
}
