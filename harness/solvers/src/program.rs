//! A program from outside that is asked about cases, one line of JSON per case: a GJK in any language.
//!
//! # The protocol
//! The program writes a [`Greeting`] as its first line. It then reads cases, one per line, and for each writes and flushes an
//! answer, one per line. It ends when its input does. The answer's `case` is the `id` of the case.
//!
//! A program may hold other points than it was given, since its scalar or its way of keeping bodies rounds them. It then states
//! these points, and is judged on them.
//!
//! # Cases without an answer
//! A program that dies while it is asked has *crashed*, and so has one whose line is not an answer to the case; one that does
//! not answer in time has *timed out*. In each case it is killed, and a new one is started for the next case. A case that it
//! refuses without naming a body is *refused*. All these are missing answers.
//!
//! If the program names a body, and refuses it again together with very simple bodies ([`crate::refusal`]), that is not a
//! failure: the program does not accept the case. An answer with a value that is not a number (`NaN`, `Infinity`) has a
//! distance that is not a number either, and is *off* if its verdict is right.
//!
//! # When it is asked no more
//! After [`IN_A_ROW`] cases in a row without an answer, the program is asked about two points. If it answers, the cases are
//! hard and the program is sound. If not, it is asked no more; nor is a program that, on a new start, says that it is another
//! one than at first. The reason is kept in [`Program::fault`], and the caller has to stop.

mod group;
mod process;
mod sources;
mod spinning;

use std::cell::RefCell;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::format::{Answer, BodyKind, Greeting, NoAnswer, Penetration, Side, read_answers, write};
use gjk_cases::quote::cut;
use gjk_variants::Stop;

use crate::elsewhere::reply;
use crate::library;
use crate::refusal::{Again, Refusals};
use crate::reply::Reply;
use process::{Process, Silence};
use serde_json::Value;
pub use sources::digest;
use sources::{Named, changed, listing, named};
use spinning::Watched;

/// Time limit of an answer.
const TO_ANSWER: Duration = Duration::from_secs(20);
/// Number of cases in a row without an answer after which a program is asked whether it answers at all.
const IN_A_ROW: usize = 8;

/// How a program from outside is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A command line of the shell: the program speaks in lines of JSON.
    Command(String),
    /// A shared library in this file, which this program loads: see [`crate::library`].
    Library(String),
}

impl Source {
    /// The option of the command line that named the source.
    pub fn option(&self) -> &'static str {
        match self {
            Source::Command(_) => "--program",
            Source::Library(_) => "--library",
        }
    }

    /// The text after the name in the option.
    pub fn text(&self) -> &str {
        let (Source::Command(text) | Source::Library(text)) = self;
        text
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// Receiver of messages about programs that take long, or were ended.
type Tell = Arc<dyn Fn(&str) + Send + Sync>;

/// A program from outside.
pub struct Program {
    source: Source,
    /// The files that the source names, as they were when the program was first started.
    files: Vec<Named>,
    tell: Tell,
    watched: Watched,
    greeting: Greeting,
    /// Processes that wait for a case: as many as cases were asked about at once.
    idle: Mutex<Vec<Process>>,
    failures: Mutex<Failures>,
    refusals: Refusals,
    /// Time limit of an answer.
    limit: Duration,
}

/// A process that keeps cases to be timed.
pub struct Timer<'a> {
    program: &'a Program,
    process: RefCell<Process>,
}

/// Time limit of a call for timed passes: the clock asks for as many passes as take some milliseconds.
const TO_TIME: Duration = Duration::from_secs(60);

impl Timer<'_> {
    /// The time of this number of passes over its cases in seconds, by the clock of that process.
    ///
    /// `None` if the process states none: the program then [has ended](Program::has_ended_while_timed), and is timed no more.
    pub fn seconds(&self, passes: usize) -> Option<f64> {
        let said = self.process.borrow_mut().frame(&library::passes(passes), library::FRAME, TO_TIME);
        let seconds = said.ok().and_then(|frame| library::seconds(&frame));
        if seconds.is_none() {
            self.program.failures().has_ended_while_timed = true;
        }
        seconds
    }
}

/// The cases without an answer.
#[derive(Default)]
struct Failures {
    all: usize,
    in_a_row: usize,
    first: Option<String>,
    /// The reason why the program is asked no more.
    fault: Option<String>,
    has_ended_while_timed: bool,
}

impl Program {
    /// Starts a program.
    ///
    /// `tell` receives a message if the program is silent for long, at first or when it is started again, and if one of its
    /// processes is ended because its threads compute while nothing is asked.
    ///
    /// # Errors
    /// The program cannot be started, or does not say what it is; a library states that it accepts bodies that its interface
    /// does not have.
    pub fn start(source: Source, tell: impl Fn(&str) + Send + Sync + 'static) -> Result<Program, String> {
        let tell: Tell = Arc::new(tell);
        let files = named(&source);
        let (process, greeting) = Process::start(&source, &*tell)?;
        if let Source::Library(file) = &source
            && !greeting.bodies.iter().all(|kind| matches!(kind, BodyKind::Points | BodyKind::Radius | BodyKind::Halfspace))
        {
            return Err(format!(
                "{file}: `gjk_greeting` says other `bodies` than \"points\", \"radius\" and \"halfspace\", which gjk.h does not have"
            ));
        }
        let (idle, failures) = (Mutex::new(vec![process]), Mutex::default());
        let watched = Watched::default();
        let (told, name) = (tell.clone(), source.to_string());
        let is_told = AtomicBool::new(false);
        watched.begin(move |cores| {
            if is_told.swap(true, Ordering::Relaxed) {
                return;
            }
            told(&format!(
                "{name}: its threads used {cores:.1} cores for more than 2 s while nothing was asked; the process was ended, and so is each other one that does so"
            ));
        });
        idle.lock().unwrap_or_else(PoisonError::into_inner).iter().for_each(|process: &Process| watched.add(&process.meter));
        Ok(Program { source, files, tell, watched, greeting, idle, failures, refusals: Refusals::default(), limit: TO_ANSWER })
    }

    /// The source from which the program was started.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The files that the source names, each with a digest: the library, or scripts and data in the words of the command.
    ///
    /// Empty if it names none.
    pub fn files(&self) -> String {
        listing(&self.files)
    }

    /// The program's greeting.
    pub fn greeting(&self) -> &Greeting {
        &self.greeting
    }

    /// The reason why the program is asked no more, if there is one.
    pub fn fault(&self) -> Option<String> {
        self.failures().fault.clone()
    }

    /// Whether the program ended, or took too long, while it was timed: it is then timed no more.
    ///
    /// Its answers are judged as before.
    pub fn has_ended_while_timed(&self) -> bool {
        self.failures().has_ended_while_timed
    }

    /// The number of cases without an answer, and a description of the first of them; `None` if the program answered all.
    pub fn failed(&self) -> Option<String> {
        let failures = self.failures();
        let first = failures.first.as_ref()?;
        Some(format!("cases without an answer: {}; the first: {first}", failures.all))
    }

    fn failures(&self) -> MutexGuard<'_, Failures> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The reply to a case that is posed in this arithmetic; `None` if the program does not accept such a case, or is asked no
    /// more.
    pub fn ask(&self, case: &Case, arithmetic: Arithmetic) -> Option<Reply> {
        if !self.greeting.takes(case, arithmetic) || self.fault().is_some() {
            return None;
        }
        Some(match self.heard(case, arithmetic) {
            Ok(answer) => {
                let said = reply(&answer, case, Some(&self.greeting), arithmetic);
                Reply { refused: said.refused.filter(|side| self.refuses(case, *side, arithmetic)), ..said }
            }
            Err(stop) => Reply { stop: Some(stop), ..Reply::elsewhere(None) },
        })
    }

    /// Whether the program refuses the body on this side again, whatever the other body is.
    fn refuses(&self, case: &Case, side: Side, arithmetic: Arithmetic) -> bool {
        self.refusals.confirmed(case, side, |question| {
            let question = question.posed(arithmetic).filter(|question| self.greeting.takes(question, arithmetic))?;
            Some(match self.heard(&question, arithmetic).map(|answer| answer.stop) {
                Ok(Some(NoAnswer::Refused(named))) => Again::Refuses(named),
                _ => Again::Takes,
            })
        })
    }

    /// Answers as [`Program::answer`] does, and counts failures.
    fn heard(&self, case: &Case, arithmetic: Arithmetic) -> Result<Answer, Stop> {
        let answer = self.answer(case, arithmetic);
        let mut failures = self.failures();
        let Err((stop, message)) = answer else {
            failures.in_a_row = 0;
            return answer.map_err(|(stop, _)| stop);
        };
        failures.all += 1;
        failures.in_a_row += 1;
        failures.first.get_or_insert_with(|| message.clone());
        let are_many = failures.in_a_row >= IN_A_ROW;
        // Another thread may need the lock while the program is asked once more.
        drop(failures);
        if are_many {
            let lives = self.lives();
            let mut failures = self.failures();
            failures.in_a_row = 0;
            if !lives {
                failures.fault.get_or_insert_with(|| {
                    format!(
                        "{IN_A_ROW} cases in a row had no answer, and neither had two points, so it is not asked again; the \
                         last case: {message}"
                    )
                });
            }
        }
        Err(stop)
    }

    /// Whether the program answers a question about two points.
    fn lives(&self) -> bool {
        let dimension = self.greeting.dimensions.first().copied().unwrap_or(3);
        let question = Case::of_points("alive", dimension, vec![[0.0; 3]], vec![[1.0, 0.0, 0.0]]);
        let scalar = self.greeting.scalars.iter().find(|scalar| self.greeting.takes(&question, **scalar));
        scalar.is_some_and(|scalar| self.answer(&question, *scalar).is_ok())
    }

    /// The answer to a case, or the stop without an answer and a description of it.
    fn answer(&self, case: &Case, arithmetic: Arithmetic) -> Result<Answer, (Stop, String)> {
        let waiting = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let is_new = waiting.is_none();
        let mut process = waiting.map_or_else(|| self.another(), Ok)?;
        let mut said = self.exchange(&mut process, case, arithmetic);
        if matches!(said, Err(Silence::Unread)) && !is_new {
            // The process ended after its last answer, which was right: that says nothing about this case.
            process = self.another()?;
            said = self.exchange(&mut process, case, arithmetic);
        }
        let (stop, what) = match said {
            Ok(Ok(answer)) => {
                self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(process);
                return Ok(answer);
            }
            Ok(Err(message)) => (Stop::Crashed, format!("its answer to {}: {message}", case.id)),
            Err(Silence::TimedOut) => {
                let flushed = if matches!(self.source, Source::Command(_)) { " (is each line flushed?)" } else { "" };
                (Stop::TimedOut, format!("no answer to {} in {:?}{flushed}", case.id, self.limit))
            }
            Err(Silence::Ended | Silence::Unread) => (Stop::Crashed, format!("it has ended without an answer to {}", case.id)),
        };
        Err((stop, format!("{}: {what}{}", self.source, process.last_words())))
    }

    /// The answer of a process to a case; the inner result is an error if the output is not an answer.
    fn exchange(&self, process: &mut Process, case: &Case, arithmetic: Arithmetic) -> Result<Result<Answer, String>, Silence> {
        match self.source {
            Source::Command(_) => {
                let line = process.line(&(write(case) + "\n"), self.limit)?;
                Ok(self.read(&line, case))
            }
            Source::Library(_) => {
                let Some(question) = library::question(case, arithmetic) else { return Ok(Err("no points".to_owned())) };
                let frame = process.frame(&question, library::FRAME, self.limit)?;
                Ok(library::answer(&frame, case))
            }
        }
    }

    /// A separate process that is asked about these cases repeatedly, for the clock.
    ///
    /// `None` for a program that is not a library, and for one that gives no answer to one of the cases and so [has
    /// ended](Program::has_ended_while_timed).
    pub fn timer(&self, cases: &[&Case], arithmetic: Arithmetic) -> Option<Timer<'_>> {
        if !matches!(self.source, Source::Library(_)) {
            return None;
        }
        let kept = || {
            let (mut process, _) = Process::start(&self.source, &*self.tell).ok()?;
            self.watched.add(&process.meter);
            for case in cases {
                let question = library::keeping_frame(library::question(case, arithmetic)?);
                process.frame(&question, library::FRAME, self.limit).ok()?;
            }
            Some(Timer { program: self, process: RefCell::new(process) })
        };
        let timer = kept();
        if timer.is_none() {
            self.failures().has_ended_while_timed = true;
        }
        timer
    }

    /// Starts one more process.
    fn another(&self) -> Result<Process, (Stop, String)> {
        let (process, greeting) = Process::start(&self.source, &*self.tell).map_err(|message| (Stop::Crashed, message))?;
        if let Some(file) = changed(&self.files) {
            let message =
                format!("{}: {file} is another file than it was at first; is the program being changed?", self.source);
            self.failures().fault.get_or_insert_with(|| message.clone());
            return Err((Stop::Crashed, message));
        }
        if greeting == self.greeting {
            self.watched.add(&process.meter);
            return Ok(process);
        }
        let named = |greeting: &Greeting| format!("{} {}", greeting.program, greeting.version).trim_end().to_owned();
        let (first, now) = (named(&self.greeting), named(&greeting));
        let other = if first == now { format!("something else of {now}") } else { format!("that it is {now}, not {first}") };
        let message = format!("{}: started anew, its first line says {other}; is the program being changed?", self.source);
        self.failures().fault.get_or_insert_with(|| message.clone());
        Err((Stop::Crashed, message))
    }

    /// The answer in a line.
    fn read(&self, line: &str, case: &Case) -> Result<Answer, String> {
        let read = |line: &str| {
            let id = case.id.replace(':', ".");
            let read = read_answers(line.as_bytes(), &self.greeting.program, |name| (name == id).then_some(case.dimension));
            match read.problems.first() {
                Some(problem) if problem.field.is_empty() => Err(format!(
                    "{}; the line is {}; text other than answers belongs on standard error",
                    problem.message,
                    cut(line.trim_end())
                )),
                Some(problem) => Err(format!("{}: {}", problem.field, problem.message)),
                None => read.answers.into_iter().next().ok_or_else(|| "an empty line".to_owned()),
            }
        };
        let Some(line_of_zeros) = with_numbers(line, "0") else { return read(line) };
        let answer = read(&line_of_zeros)?;
        // The words are part of the bodies if two different numbers in their place give different bodies.
        if with_numbers(line, "1").is_none_or(|line_of_ones| bodies(&line_of_ones) != bodies(&line_of_zeros)) {
            return Err("a coordinate of a body that it used is not a number".to_owned());
        }
        let penetration = Penetration::default();
        Ok(Answer { distance: Some(f64::NAN), on_a: None, on_b: None, axis: None, penetration, ..answer })
    }
}

/// The bodies that an answer holds, as it writes them.
fn bodies(line: &str) -> Option<[Value; 2]> {
    let mut fields: Value = serde_json::from_str(line).ok()?;
    Some(["a", "b"].map(|name| fields[name].take()))
}

/// A line of JSON with this number in place of each word that programs write for a value that is not a number; `None` if the
/// line has no such word.
fn with_numbers(line: &str, number: &str) -> Option<String> {
    let (mut written, mut rest, mut is_met, mut is_text) = (String::new(), line, false, false);
    while let Some(letter) = rest.chars().next() {
        let is_word = letter.is_ascii_alphabetic() && !is_text;
        let length = if is_word {
            rest.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(rest.len())
        } else if letter == '\\' && is_text {
            1 + rest[1..].chars().next().map_or(0, char::len_utf8)
        } else {
            is_text ^= letter == '"';
            letter.len_utf8()
        };
        let (word, after) = rest.split_at(length);
        let is_none = is_word && ["nan", "inf", "infinity"].iter().any(|none| word.eq_ignore_ascii_case(none));
        is_met |= is_none;
        written.push_str(if is_none { number } else { word });
        rest = after;
    }
    is_met.then_some(written)
}

#[cfg(all(test, unix))]
mod tests;
