//! What is made of an answer that was made elsewhere: of a program from outside, of a function, or in a file.

use gjk_cases::case::Case;
use gjk_cases::format::{Answer, Greeting, NoAnswer};
use gjk_truth::said::answered;
use gjk_variants::Stop;

use crate::reply::Reply;

/// What is made of an answer to a case by a program that says this of itself; without a greeting it promises a verdict, and its
/// normals point from A into B. A body that it names as refused is believed to be: nobody can be asked again.
pub fn reply(answer: &Answer, case: &Case, greeting: Option<&Greeting>) -> Reply {
    let promise = greeting.map(|greeting| greeting.promise).unwrap_or_default();
    let sign = greeting.map(|greeting| greeting.normal).unwrap_or_default();
    let stop = answer.stop.map(|stop| match stop {
        NoAnswer::Crashed => Stop::Crashed,
        NoAnswer::TimedOut => Stop::TimedOut,
        NoAnswer::Refused(_) => Stop::Refused,
    });
    let refused = if let Some(NoAnswer::Refused(named)) = answer.stop { named } else { None };
    let held = answer.held.clone().map(|[a, b]| Box::new(Case { a, b, ..case.clone() }));
    Reply { stop, held, refused, ..Reply::elsewhere(answered(answer, promise, sign)) }
}
