//! The reason why a command failed.

use std::fmt::Display;
use std::io::ErrorKind;
use std::path::Path;

#[derive(Debug)]
pub enum Failure {
    /// Messages for the user, each with a fault and its place. Exit 2.
    Messages(Vec<String>),
    /// The reader of standard output has gone, which is not an error.
    ClosedPipe,
}

impl Failure {
    pub fn new(message: impl Display) -> Failure {
        Failure::Messages(vec![message.to_string()])
    }

    /// Adds advice to the messages.
    pub fn and(self, hint: &str) -> Failure {
        match self {
            Failure::Messages(messages) => Failure::Messages([messages, vec![hint.to_owned()]].concat()),
            Failure::ClosedPipe => Failure::ClosedPipe,
        }
    }

    pub fn io(path: &Path) -> impl Fn(std::io::Error) -> Failure + '_ {
        move |error| Failure::new(format_args!("{}: {error}", path.display()))
    }
}

/// For standard output only; errors of files name the file.
impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        if error.kind() == ErrorKind::BrokenPipe {
            Failure::ClosedPipe
        } else {
            Failure::new(format_args!("standard output: {error}"))
        }
    }
}
