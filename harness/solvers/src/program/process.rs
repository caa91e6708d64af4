//! A running program: its lines, its standard error, and its end.
//!
//! # Nothing stays behind
//! The program is the leader of a process group of its own. Processes that it starts belong to that group, which is killed as a
//! whole, and the interrupts of a terminal do not reach it. A second shell, also in a group of its own, waits at a pipe that
//! only the harness holds open: however the harness ends, the pipe is closed, and the shell kills the group. A process that
//! leaves the group (`setsid`) is out of reach, and so is a program whose harness is killed between the start of the two. Where
//! there are no groups, outside Unix, only the program itself is killed, and only by a harness that is still running.

use std::io::Read;
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use gjk_cases::format::Greeting;

use super::Source;
use super::group::kill_group;
use super::spinning::Meter;
use crate::library;
use streams::Streams;

#[cfg(unix)]
#[path = "pipes.rs"]
mod streams;
#[cfg(not(unix))]
#[path = "threads.rs"]
mod streams;

/// Time limit of the greeting: some programs compile themselves first.
const TO_GREET: Duration = Duration::from_secs(600);
/// Time limit for a library to be loaded and asked about two points.
const TO_LOAD: Duration = Duration::from_secs(20);
/// Time after which a message says that the program is silent.
const TO_WONDER: Duration = Duration::from_secs(2);
/// Time limit for the last output of a program that has ended.
const TO_ARRIVE: Duration = Duration::from_millis(200);
/// The longest line that is read.
const LONGEST: usize = 16 << 20;
/// The number of bytes of standard error that are kept: the last ones.
const KEPT: usize = 2048;

/// A greeting, for messages.
const EXAMPLE: &str = r#"{"program":"mine","promise":"distance","dimensions":[3],"bodies":["points"],"scalars":["f64"]}"#;

/// The reason why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Silence {
    /// The process took too long.
    TimedOut,
    /// The process has ended.
    Ended,
    /// The process has ended without reading the case.
    Unread,
}

/// A running program.
pub(super) struct Process {
    child: Child,
    /// The meter of the process: whether it is asked, and for how long.
    pub meter: Arc<Meter>,
    /// The process that kills the group when the harness is gone.
    guard: Option<Child>,
    streams: Streams,
    errors: Errors,
}

impl Process {
    /// Starts the process, and waits for its greeting.
    ///
    /// `wonder` receives a message if that takes long.
    pub fn start(source: &Source, wonder: &dyn Fn(&str)) -> Result<(Process, Greeting), String> {
        let mut process = Process::spawned(source)?;
        let greeting = match (source, process.first_line(source, wonder)) {
            (Source::Library(_), first) => greeting_of_library(first),
            (Source::Command(_), first) => greeting_of_command(first),
        };
        match greeting {
            Ok(greeting) => Ok((process, greeting)),
            Err(problem) => Err(format!("{source}: {problem}{}", process.last_words())),
        }
    }

    /// The process, before anything is read from it.
    fn spawned(source: &Source) -> Result<Process, String> {
        let failed = |error: std::io::Error| format!("{source}: {error}");
        let mut started = match source {
            Source::Command(line) => shell(line),
            Source::Library(file) => {
                // This program, even if its file was replaced by a newer one.
                let this = Path::new("/proc/self/exe");
                let this = if this.exists() { this.to_owned() } else { std::env::current_exe().map_err(failed)? };
                let mut this = Command::new(this);
                this.arg(library::SERVE).arg(file);
                this
            }
        };
        let mut child = in_group(&mut started).stderr(Stdio::piped()).spawn().map_err(failed)?;
        let guard = guard(&child);
        let (Some(input), Some(output), Some(errors)) = (child.stdin.take(), child.stdout.take(), child.stderr.take()) else {
            return Err(format!("{source}: it has no standard streams"));
        };
        let meter = Arc::new(Meter::new(child.id()));
        Ok(Process { child, meter, guard, streams: Streams::of(input, output), errors: Errors::of(errors) })
    }

    /// The first line, which has a longer time limit than the others.
    fn first_line(&mut self, source: &Source, wonder: &dyn Fn(&str)) -> Result<String, Silence> {
        let first = self.line("", TO_WONDER);
        if first != Err(Silence::TimedOut) {
            return first;
        }
        let limit = match source {
            Source::Library(_) => {
                wonder(&format!(
                    "{source}: it is being loaded and asked about two points, and has not come back yet; it may take {TO_LOAD:?}"
                ));
                TO_LOAD
            }
            Source::Command(_) => {
                wonder(&format!(
                    "{source}: it has said nothing yet; its first line has to say what it is, and to be flushed, such as {EXAMPLE}; it may take {} \
                     minutes. (`gjk judge` needs no such line: it judges answers in a file.)",
                    TO_GREET.as_secs() / 60
                ));
                TO_GREET
            }
        };
        self.line("", limit)
    }

    /// The next line after this text was written.
    ///
    /// A line without an end does not count, since the program has ended in it, unless it is as long as a line may be.
    pub fn line(&mut self, text: &str, limit: Duration) -> Result<String, Silence> {
        let _question = self.meter.ask();
        let looked = std::cell::Cell::new(0);
        let line = self.streams.exchange(text.as_bytes(), limit, |heard| {
            let begin = looked.replace(heard.len());
            let end = heard[begin..].iter().position(|byte| *byte == b'\n').map(|place| begin + place + 1);
            end.or((heard.len() >= LONGEST).then_some(LONGEST))
        });
        Ok(String::from_utf8_lossy(&line?).into_owned())
    }

    /// The next `length` bytes after these bytes were written.
    pub fn frame(&mut self, bytes: &[u8], length: usize, limit: Duration) -> Result<Vec<u8>, Silence> {
        let _question = self.meter.ask();
        self.streams.exchange(bytes, limit, |heard| (heard.len() >= length).then_some(length))
    }

    /// Kills the process, and returns the end of its standard error, for the end of a message.
    pub fn last_words(self) -> String {
        kill(&self.child);
        self.errors.text()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Either may have ended already. The guard goes before the child is waited for: until then no other process has the
        // child's number.
        kill(&self.child);
        let _ = self.child.kill();
        if let Some(guard) = &mut self.guard {
            let _ = guard.kill();
            let _ = guard.wait();
        }
        let _ = self.child.wait();
    }
}

/// The greeting of a library from the first line of the program that serves it, which is this program: the line has the
/// greeting, or the reason why there is none.
fn greeting_of_library(first: Result<String, Silence>) -> Result<Greeting, String> {
    let first = first.map_err(|silence| match silence {
        Silence::TimedOut => format!("it was loaded and asked about two points, and has not come back in {TO_LOAD:?}"),
        Silence::Ended | Silence::Unread => "it has ended while it was loaded and asked about two points".to_owned(),
    })?;
    match (first.strip_prefix(library::CANNOT), Greeting::read(&first)) {
        (None, Some(Ok(greeting))) => Ok(greeting),
        (Some(message), _) => Err(message.trim_end().to_owned()),
        (None, Some(Err(message))) => Err(format!("`gjk_greeting`: {message}")),
        (None, None) => Err(format!("`gjk_greeting` says nothing of a program: {}", gjk_cases::quote::cut(first.trim_end()))),
    }
}

/// The greeting of a command from its first line.
fn greeting_of_command(first: Result<String, Silence>) -> Result<Greeting, String> {
    let first = first.map_err(|silence| {
        let how = if silence == Silence::TimedOut { "it says nothing" } else { "it has ended without a word" };
        format!("{how}; its first line has to say what it is, such as {EXAMPLE}")
    })?;
    Greeting::read(&first).unwrap_or_else(|| {
        let first = gjk_cases::quote::cut(first.trim_end());
        Err(format!("its first line has to say what it is, such as {EXAMPLE}; it is {first}"))
    })
}

fn shell(command: &str) -> Command {
    let words = if cfg!(windows) { ["cmd", "/C"] } else { ["sh", "-c"] };
    let mut shell = Command::new(words[0]);
    shell.arg(words[1]).arg(command);
    shell
}

/// The command with pipes, as the leader of a process group.
fn in_group(command: &mut Command) -> &mut Command {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    command.stdin(Stdio::piped()).stdout(Stdio::piped())
}

/// Kills the group whose leader this is.
fn kill(leader: &Child) {
    kill_group(leader.id());
}

/// The process that kills the group of this leader when the harness is gone; `None` if it cannot be started.
fn guard(leader: &Child) -> Option<Child> {
    if cfg!(not(unix)) {
        return None;
    }
    let mut guard = shell(&format!("read -r line; kill -s KILL -- -{}", leader.id()));
    in_group(&mut guard).stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()
}

/// The end of a program's standard error.
struct Errors {
    kept: Arc<Mutex<Vec<u8>>>,
    /// Closed when standard error is.
    end: Receiver<()>,
}

impl Errors {
    fn of(mut errors: ChildStderr) -> Errors {
        let kept: Arc<Mutex<Vec<u8>>> = Arc::default();
        let (open, end) = channel();
        let shared = kept.clone();
        std::thread::spawn(move || {
            let _open: Sender<()> = open;
            let mut bytes = [0; KEPT];
            while let Ok(count @ 1..) = errors.read(&mut bytes) {
                let mut kept = shared.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend_from_slice(&bytes[..count]);
                let old = kept.len().saturating_sub(KEPT);
                kept.drain(..old);
            }
        });
        Errors { kept, end }
    }

    /// The text for the end of a message; empty if the program wrote nothing.
    fn text(&self) -> String {
        let _ = self.end.recv_timeout(TO_ARRIVE);
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&kept);
        let lines: Vec<String> =
            text.lines().map(|line| line.chars().filter(|letter| gjk_records::is_seen(*letter)).collect()).collect();
        let is_empty = lines.iter().all(String::is_empty);
        if is_empty { String::new() } else { format!("; on standard error it said at last:\n  {}", lines.join("\n  ")) }
    }
}
