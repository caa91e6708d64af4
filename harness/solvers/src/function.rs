//! A function of two sets of points as a variant: a GJK in Rust that is no [`Variant`](gjk_variants::Variant).

use std::panic::{AssertUnwindSafe, catch_unwind};

use gjk_cases::case::{Arithmetic, Body, Case, Point};
use gjk_cases::format::{Answer, Greeting};
use gjk_variants::Stop;

use crate::elsewhere::reply;
use crate::reply::Reply;

/// What it is: of the points of A and of B, whose hulls are the bodies, an answer.
type Asked = dyn Fn(&[Point], &[Point]) -> Answer + Send + Sync;

/// A function that is asked about hulls of points in space, in `f64`.
pub struct Function {
    /// What it says of itself: its promise, for one.
    greeting: Greeting,
    ask: Box<Asked>,
}

impl Function {
    /// A function that keeps what the greeting promises.
    pub(crate) fn new(greeting: Greeting, ask: impl Fn(&[Point], &[Point]) -> Answer + Send + Sync + 'static) -> Function {
        Function { greeting, ask: Box::new(ask) }
    }

    pub(crate) fn greeting(&self) -> &Greeting {
        &self.greeting
    }

    /// Its reply; none where it takes no such case. One that panics has crashed, and so has one whose answer is none: its simplex names points that there
    /// are not, or its depth is negative.
    pub(crate) fn ask(&self, case: &Case, arithmetic: Arithmetic) -> Option<Reply> {
        let (Body::Points(a), Body::Points(b)) = (&case.a, &case.b) else { return None };
        if !self.greeting.takes(case, arithmetic) {
            return None;
        }
        let answer = catch_unwind(AssertUnwindSafe(|| (self.ask)(a, b))).ok();
        let names_points =
            |answer: &Answer| answer.simplex.iter().all(|[i, j]| (*i as usize) < a.len() && (*j as usize) < b.len());
        let is_answer = |answer: &Answer| answer.problem().is_none() && names_points(answer);
        Some(match answer.filter(is_answer) {
            Some(Answer { meets: None, stop: None, .. }) => Reply { stop: Some(Stop::Refused), ..Reply::elsewhere(None) },
            Some(answer) => reply(&answer, case, Some(&self.greeting)),
            None => Reply { stop: Some(Stop::Crashed), ..Reply::elsewhere(None) },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PosedCase, Roster};
    use gjk_cases::family::named;
    use gjk_records::Ruling;
    use gjk_variants::Promise;

    fn of(points: &[Point]) -> Point {
        points[0]
    }

    /// What the judge makes of a function's answer to two points at distance 5.
    fn ruling(ask: impl Fn(&[Point], &[Point]) -> Answer + Send + Sync + 'static) -> (Ruling, Option<Stop>, Option<bool>) {
        let mut roster = Roster::default();
        roster.add_function("mine", Promise::Distance, ask);
        let case = Case::of_points("x", 3, vec![[0.0; 3]], vec![[3.0, 4.0, 0.0]]);
        let posed = PosedCase::pose(&case, Arithmetic::F64).expect("finite");
        let judged = posed.ask(&roster, 64.0, |_| true).pop().expect("one variant");
        let (reply, judgement) = judged.outcome.expect("it takes points");
        (judgement.ruling, reply.stop, judgement.certified)
    }

    #[test]
    fn a_function_is_judged_by_what_it_answers() {
        let between = |a: &[Point], b: &[Point]| {
            let (a, b) = (of(a), of(b));
            (a[0] - b[0]).hypot(a[1] - b[1])
        };
        assert_eq!(ruling(move |a, b| Answer::apart(between(a, b))), (Ruling::Right, None, Some(false)));
        let proved = move |a: &[Point], b: &[Point]| Answer { simplex: vec![[0, 0]], ..Answer::apart(between(a, b)) };
        assert_eq!(ruling(proved), (Ruling::Right, None, Some(true)));
        assert_eq!(ruling(move |a, b| Answer::apart(2.0 * between(a, b))).0, Ruling::Off);
        assert_eq!(ruling(|_, _| Answer::meeting()).0, Ruling::Wrong);
        assert_eq!(ruling(|_, _| Answer::default()), (Ruling::GaveUp, Some(Stop::Refused), None));
        let nowhere = |_: &[Point], _: &[Point]| Answer { simplex: vec![[0, 1]], ..Answer::apart(5.0) };
        assert_eq!(ruling(nowhere), (Ruling::GaveUp, Some(Stop::Crashed), None));
        assert_eq!(ruling(|_, _| panic!("a fault")), (Ruling::GaveUp, Some(Stop::Crashed), None));
    }

    #[test]
    fn it_takes_points_in_space_in_doubles() {
        let mut roster = Roster::default();
        roster.add_function("mine", Promise::Verdict, |_, _| Answer::meeting());
        let takes = |family: &str, arithmetic| {
            let case = named(family).expect("a family").case(1, arithmetic, 0);
            let posed = PosedCase::pose(&case, arithmetic).expect("finite");
            posed.ask(&roster, 64.0, |_| true).pop().expect("one variant").outcome.is_some()
        };
        assert!(takes("generic", Arithmetic::F64));
        assert!(
            !takes("generic", Arithmetic::F32) && !takes("generic-2d", Arithmetic::F64) && !takes("curved", Arithmetic::F64)
        );
    }
}
