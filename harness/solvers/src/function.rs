//! A function of two sets of points as a variant: a GJK in Rust that is not a [`Variant`](gjk_variants::Variant).

mod calls;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

use gjk_cases::case::{Arithmetic, Body, Case, Point};
use gjk_cases::format::{Answer, Greeting};
use gjk_variants::Stop;

use crate::elsewhere::reply;
use crate::reply::Reply;
use calls::Call;
pub use calls::{is_in_a_function, watch_functions};

/// A function that returns an answer for the points of A and of B, whose hulls are the bodies, and the motion of A, which is zero
/// if the case is not a cast.
type Callback = dyn Fn(&[Point], &[Point], &Point) -> Answer + Send + Sync;

/// A function that is asked about hulls of points in space, in `f64`.
pub struct Function {
    /// Its name in the roster.
    name: &'static str,
    /// The statements of the function about itself, such as its promise.
    greeting: Greeting,
    ask: Box<Callback>,
    troubles: Mutex<Troubles>,
}

/// The problems so far.
#[derive(Default)]
struct Troubles {
    /// The number of cases without an answer, and a description of the first of them.
    unanswered: usize,
    first: Option<String>,
    /// Whether the function changed the working folder.
    moved: bool,
}

impl Function {
    /// A function with the promise of this greeting.
    pub(crate) fn new(
        name: &'static str,
        greeting: Greeting,
        ask: impl Fn(&[Point], &[Point], &Point) -> Answer + Send + Sync + 'static,
    ) -> Function {
        Function { name, greeting, ask: Box::new(ask), troubles: Mutex::default() }
    }

    pub(crate) fn greeting(&self) -> &Greeting {
        &self.greeting
    }

    /// The function's reply; `None` if it does not accept such a case.
    ///
    /// A function that panics counts as crashed, and so does a function whose answer is not valid, such as one whose simplex
    /// names points that do not exist, or whose depth is negative.
    pub(crate) fn ask(&self, case: &Case, arithmetic: Arithmetic) -> Option<Reply> {
        let (Body::Points(a), Body::Points(b)) = (&case.a, &case.b) else { return None };
        if !self.greeting.takes(case, arithmetic) {
            return None;
        }
        let motion = case.cast.unwrap_or_default();
        let answer = self.call([a, b], &motion, &case.id).and_then(|answer| {
            let outside = answer.simplex.iter().find(|[i, j]| *i as usize >= a.len() || *j as usize >= b.len());
            match (answer.problem(), outside) {
                (Some(problem), _) => Err(problem),
                (_, Some([i, j])) => Err(format!("its simplex names the points {i} and {j}, which there are not")),
                _ => Ok(answer),
            }
        });
        Some(match answer {
            Ok(Answer { meets: None, stop: None, .. }) => Reply { stop: Some(Stop::Refused), ..Reply::elsewhere(None) },
            Ok(answer) => reply(&answer, case, Some(&self.greeting), arithmetic),
            Err(message) => {
                let mut troubles = self.troubles.lock().unwrap_or_else(PoisonError::into_inner);
                troubles.unanswered += 1;
                troubles.first.get_or_insert_with(|| format!("its answer to {}: {message}", case.id));
                Reply { stop: Some(Stop::Crashed), ..Reply::elsewhere(None) }
            }
        })
    }

    /// The function's answer, or the text of its panic.
    ///
    /// Its changes to the thread and to the process are undone.
    fn call(&self, [a, b]: [&[Point]; 2], motion: &Point, case: &str) -> Result<Answer, String> {
        let answer = {
            let _going = Call::begin(self.name, case);
            let ask = || catch_unwind(AssertUnwindSafe(|| (self.ask)(a, b, motion)));
            gjk_mode::theirs_as(|| self.name, ask)
        };
        if calls::back_to_the_folder() {
            self.troubles.lock().unwrap_or_else(PoisonError::into_inner).moved = true;
        }
        answer.map_err(|panic| format!("it panicked{}", text_of(panic.as_ref())))
    }

    /// Messages about the function, for the end of a command.
    pub fn messages(&self) -> Vec<String> {
        let Troubles { unanswered, first, moved } = &*self.troubles.lock().unwrap_or_else(PoisonError::into_inner);
        let failed = first.as_ref().map(|first| format!("cases without an answer: {unanswered}; the first: {first}"));
        let moved = moved.then(|| "it changes the working folder of the program; the folder was restored".to_owned());
        failed.into_iter().chain(moved).collect()
    }
}

/// The text of a panic, after a colon; empty if the panic has no text.
fn text_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.map_or_else(String::new, |text| format!(": {text}"))
}

#[cfg(test)]
mod casts;

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

    /// The judgement of a function's answer about two points at distance 5: ruling, stop, and whether the verdict is certified.
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
    fn a_function_is_judged_by_its_answer() {
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

    /// A roster with one function, and a case for it.
    fn alone(ask: impl Fn(&[Point], &[Point]) -> Answer + Send + Sync + 'static) -> (Roster, PosedCase) {
        let mut roster = Roster::default();
        roster.add_function("alone", Promise::Verdict, ask);
        let case = Case::of_points("x", 3, vec![[0.0; 3]], vec![[3.0, 4.0, 0.0]]);
        (roster, PosedCase::pose(&case, Arithmetic::F64).expect("finite"))
    }

    #[test]
    fn cases_without_an_answer_are_counted_and_the_first_one_is_reported() {
        let (roster, posed) = alone(|_, _| panic!("a \u{1b}[31mfault"));
        assert_eq!(posed.ask(&roster, 64.0, |_| true).len() + posed.ask(&roster, 64.0, |_| true).len(), 2);
        let said = roster.functions()[0].1.messages();
        assert_eq!(said, ["cases without an answer: 2; the first: its answer to x: it panicked: a \u{1b}[31mfault"]);
        let (roster, posed) = alone(|_, _| Answer::meeting());
        posed.ask(&roster, 64.0, |_| true);
        assert!(roster.functions()[0].1.messages().is_empty());
    }

    #[test]
    fn the_mode_that_a_function_sets_ends_with_its_call() {
        let (roster, posed) = alone(|_, _| {
            gjk_mode::Mode::TOWARD_ZERO.set();
            Answer::meeting()
        });
        posed.ask(&roster, 64.0, |_| true);
        assert!(gjk_mode::Mode::of_this_thread().is_default());
        assert!(gjk_mode::seen().contains(&("alone", gjk_mode::Mode::TOWARD_ZERO)));
    }

    #[test]
    fn a_function_accepts_only_3d_points_in_f64() {
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
