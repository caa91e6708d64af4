//! A program from outside that is asked about cases, one line of JSON for each: a GJK in any language.
//!
//! # The protocol
//! The program writes a [`Greeting`] as its first line. It then reads cases, one a line, and writes for each an answer, one a line,
//! which it flushes. It ends when its input does. The answer's `case` is the `id` of the case. A program may hold other points than
//! it was given, since its scalar or its way of keeping bodies rounds them. It then says which, and is judged on those.
//!
//! # What is counted
//! A program that dies while it is asked has *crashed*, one that does not answer in time has *timed out*; a new one is started for
//! the next case. What it refuses without naming a body is *refused*. All these are answers that are not given. A body that it
//! names, and refuses again against bodies that nobody refuses ([`crate::refusal`]), is no failure: the case is not taken. A line
//! that is no answer is a fault of the protocol and no answer at all: it is kept in [`Program::fault`], and the caller has to stop.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::format::{Answer, Greeting, NoAnswer, Promised, Side, read_answers, write};
use gjk_truth::answer::{Answered, Numbers, Says, Values};
use gjk_variants::Stop;

use crate::refusal::{Again, Refusals};
use crate::reply::Reply;

/// How long a program may take to say what it is: some compile themselves first.
const TO_GREET: Duration = Duration::from_secs(600);
/// How long it may take for an answer.
const TO_ANSWER: Duration = Duration::from_secs(20);
/// The longest line that is read.
const LONGEST: u64 = 16 << 20;

/// A program from outside.
pub struct Program {
    command: String,
    greeting: Greeting,
    /// Processes that wait for a case: as many as cases were asked about at once.
    idle: Mutex<Vec<Process>>,
    fault: Mutex<Option<String>>,
    refusals: Refusals,
    /// How long it may take for an answer.
    limit: Duration,
}

impl Program {
    /// Starts a program by a command line of the shell.
    ///
    /// # Errors
    /// It cannot be started, or does not say what it is.
    pub fn start(command: &str) -> Result<Program, String> {
        let (process, greeting) = Process::start(command)?;
        let (idle, fault) = (Mutex::new(vec![process]), Mutex::default());
        Ok(Program { command: command.to_owned(), greeting, idle, fault, refusals: Refusals::default(), limit: TO_ANSWER })
    }

    /// The command line that it was started by.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// What it says of itself.
    pub fn greeting(&self) -> &Greeting {
        &self.greeting
    }

    /// What was wrong with its lines, the first time that something was.
    pub fn fault(&self) -> Option<String> {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Its reply to a case that is posed in this arithmetic; none where it takes no such case.
    pub fn ask(&self, case: &Case, arithmetic: Arithmetic) -> Option<Reply> {
        if !self.greeting.takes(case, arithmetic) || self.fault().is_some() {
            return None;
        }
        Some(match self.heard(case) {
            Ok(answer) => {
                let said = reply(&answer, case, self.greeting.promise == Promised::Distance);
                Reply { refused: said.refused.filter(|side| self.refuses(case, *side, arithmetic)), ..said }
            }
            Err(stop) => Reply { stop: Some(stop), ..Reply::elsewhere(None) },
        })
    }

    /// Whether it refuses the body on this side again, whatever the other is.
    fn refuses(&self, case: &Case, side: Side, arithmetic: Arithmetic) -> bool {
        self.refusals.confirmed(case, side, |question| {
            let question = question.posed(arithmetic).filter(|question| self.greeting.takes(question, arithmetic))?;
            Some(match self.heard(&question).map(|answer| answer.stop) {
                Ok(Some(NoAnswer::Refused(named))) => Again::Refuses(named),
                _ => Again::Takes,
            })
        })
    }

    /// The same as [`Program::answer`], with a fault of the protocol kept.
    fn heard(&self, case: &Case) -> Result<Answer, Stop> {
        self.answer(case).unwrap_or_else(|fault| {
            self.fault.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(fault);
            Err(Stop::Crashed)
        })
    }

    /// The answer to a case, or the end without one; the error is a fault of the protocol.
    fn answer(&self, case: &Case) -> Result<Result<Answer, Stop>, String> {
        let text = write(case);
        let id = case.id.replace(':', ".");
        let waiting = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut process = match waiting {
            Some(process) => process,
            None => Process::start(&self.command)?.0,
        };
        if process.put(&text).is_err() {
            // It has ended since its last answer, which was right: that is no answer to this case.
            process = Process::start(&self.command)?.0;
            process.put(&text).map_err(|error| format!("{}: {error}", self.command))?;
        }
        let line = match process.line(self.limit) {
            Ok(line) => line,
            Err(stop) => return Ok(Err(stop)),
        };
        let read = read_answers(line.as_bytes(), &self.greeting.program, |name| (name == id).then_some(case.dimension));
        let fault = |message: String| format!("{}: its answer to {}: {message}", self.command, case.id);
        if let Some(problem) = read.problems.first() {
            return Err(fault(format!("{}: {}", problem.field, problem.message)));
        }
        let answer = read.answers.into_iter().next().ok_or_else(|| fault("an empty line".to_owned()))?;
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(process);
        Ok(Ok(answer))
    }
}

/// What is made of an answer to a case. A body that it names as refused is believed to be: nobody can be asked again.
pub fn reply(answer: &Answer, case: &Case, promises_distance: bool) -> Reply {
    let says = answer.meets.map(|meets| if meets { Says::Intersecting } else { Says::Apart });
    let answered = says.map(|says| {
        let witnesses = answer.on_a.zip(answer.on_b).map(|(on_a, on_b)| [on_a, on_b]);
        let values = Values { distance: answer.distance, witnesses, axis: answer.axis, weights: Vec::new() };
        Answered { promises_distance, ..Answered::of_bodies(says, Vec::new(), Numbers::Rounded(values)) }
    });
    let stop = answer.stop.map(|stop| match stop {
        NoAnswer::Crashed => Stop::Crashed,
        NoAnswer::TimedOut => Stop::TimedOut,
        NoAnswer::Refused(_) => Stop::Refused,
    });
    let refused = if let Some(NoAnswer::Refused(named)) = answer.stop { named } else { None };
    let held = answer.held.clone().map(|[a, b]| Box::new(Case { a, b, ..case.clone() }));
    Reply { stop, held, refused, ..Reply::elsewhere(answered) }
}

/// A running program.
struct Process {
    child: Child,
    input: ChildStdin,
    /// Its lines; closed when its output is.
    lines: Receiver<String>,
}

impl Process {
    fn start(command: &str) -> Result<(Process, Greeting), String> {
        let shell = if cfg!(windows) { ["cmd", "/C"] } else { ["sh", "-c"] };
        // The shell gives way to the program, so that what is killed is the program.
        let exec = if cfg!(windows) { command.to_owned() } else { format!("exec {command}") };
        let started = Command::new(shell[0]).arg(shell[1]).arg(exec).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = started.map_err(|error| format!("{command}: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("{command}: it has no standard input and output"));
        };
        let (send, lines) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let mut line = Vec::new();
                let read = std::io::Read::take(&mut output, LONGEST).read_until(b'\n', &mut line);
                if !read.is_ok_and(|count| count > 0) || send.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                    return;
                }
            }
        });
        let process = Process { child, input, lines };
        let first = process.line(TO_GREET).map_err(|stop| {
            let how = if stop == Stop::TimedOut { "it says nothing" } else { "it has ended without a word" };
            format!("{command}: {how}; its first line has to say what it is, such as {EXAMPLE}")
        })?;
        match Greeting::read(&first) {
            Some(Ok(greeting)) => Ok((process, greeting)),
            Some(Err(message)) => Err(format!("{command}: {message}")),
            None => {
                let first = gjk_cases::quote::cut(first.trim_end());
                Err(format!("{command}: its first line has to say what it is, such as {EXAMPLE}; it is {first}"))
            }
        }
    }

    fn put(&mut self, line: &str) -> std::io::Result<()> {
        self.input.write_all(line.as_bytes())?;
        self.input.write_all(b"\n")?;
        self.input.flush()
    }

    /// Its next line, or the end without one.
    fn line(&self, limit: Duration) -> Result<String, Stop> {
        self.lines.recv_timeout(limit).map_err(|error| match error {
            RecvTimeoutError::Timeout => Stop::TimedOut,
            RecvTimeoutError::Disconnected => Stop::Crashed,
        })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A greeting, for messages.
const EXAMPLE: &str = r#"{"program":"mine","promise":"distance","dimensions":[3],"bodies":["points"],"scalars":["f64"]}"#;

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use gjk_records::Ruling;

    /// A program that answers case `$id`, of which `$line` is the line, as a shell does, with its reply to a case that it refuses.
    fn asked(answer: &str) -> (Program, Option<Reply>) {
        let script = format!(
            r#"say() {{ echo "{{\"case\":\"$id\",\"verdict\":$1}}"; }}
            refuse() {{ say "null,\"stop\":\"refused\",\"body\":$1"; }}
            echo "{{\"program\":\"x\",\"slack\":{{\"length\":1e-6}}}}"
            while read -r line; do id=${{line#*\"id\":\"}}; id=${{id%%\"*}}; {answer}; done"#
        );
        let program = Program::start(&format!("sh -c '{script}'")).unwrap();
        let case = Case::of_points("flat", 3, vec![[9.0; 3]; 4], vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
        let reply = program.ask(&case, Arithmetic::F64);
        (program, reply)
    }

    #[test]
    fn a_body_that_is_refused_again_is_refused_and_everything_else_is_given_up() {
        let is_alone = |then: &str, otherwise: &str| format!("case $id in alone-*) {then};; *) {otherwise};; esac");
        let [a, b, none] = ["\\\"a\\\"", "\\\"b\\\"", "null"].map(|body| format!("refuse \"{body}\""));
        let apart = "say \"\\\"apart\\\"\"";
        for (answer, refused) in [
            (b.clone(), Some(Side::B)),
            // It names a body of a case that it does not answer, and takes it from a point.
            (is_alone(apart, &b), None),
            // It names no body, then or at first.
            (is_alone(&none, &b), None),
            (is_alone(&b, &none), None),
            // It takes no point, nor a simplex.
            (format!("case $id in *-0) {a};; *) {b};; esac"), Some(Side::B)),
            (format!("case $id in *-0) {a};; *-1) {apart};; *) {b};; esac"), None),
            (is_alone(&a, &b), None),
            // It crashes when it is asked again.
            (is_alone("exit", &b), None),
        ] {
            let (program, reply) = asked(&answer);
            let reply = reply.unwrap_or_else(|| panic!("{answer}"));
            assert_eq!((program.fault(), reply.stop, reply.refused), (None, Some(Stop::Refused), refused), "{answer}");
            let posed =
                crate::PosedCase::pose(&Case::of_points("x", 3, vec![[0.0; 3]], vec![[1.0; 3]]), Arithmetic::F64).unwrap();
            let ruling = if refused.is_some() { Ruling::Refused } else { Ruling::GaveUp };
            assert_eq!(posed.judge(&reply, 64.0).ruling, ruling, "{answer}");
        }
    }

    #[test]
    fn a_line_that_is_no_answer_to_the_second_question_is_a_fault_too() {
        let (program, _) = asked("case $id in alone-*) echo hello;; *) refuse \"\\\"b\\\"\";; esac");
        assert!(program.fault().is_some_and(|fault| fault.contains("its answer to alone-b-") && fault.contains("not JSON")));
    }

    #[test]
    fn one_that_takes_too_long_has_timed_out() {
        let greeting = r#"{"program":"slow","dimensions":[3]}"#;
        let mut program =
            Program::start(&format!("sh -c \"echo '{}'; exec sleep 1000\"", greeting.replace('"', "\\\""))).unwrap();
        program.limit = Duration::from_millis(10);
        let case = Case::of_points("gap:1:2", 3, vec![[0.0; 3]], vec![[0.0; 3]]);
        for _ in 0..2 {
            assert_eq!(program.ask(&case, Arithmetic::F64).and_then(|reply| reply.stop), Some(Stop::TimedOut));
        }
        assert_eq!((program.fault(), program.ask(&case, Arithmetic::Exact)), (None, None));
    }
}
