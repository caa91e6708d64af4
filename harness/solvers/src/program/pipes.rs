//! The standard streams of a program, without a thread: a poll waits for a stream that is ready.
//!
//! # No write blocks
//! A pipe holds 64 KiB. The ends that are held here do not block, so a program that does not read runs into the time limit of
//! its answer. With a thread for each end, most of the time of a short answer went into waking it for every line.

use std::io::{ErrorKind, Read, Write};
use std::os::fd::AsRawFd;
use std::process::{ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

use super::{LONGEST, Silence};

/// The standard streams of a program.
pub(super) struct Streams {
    input: ChildStdin,
    output: ChildStdout,
    /// The program's output that no call has returned yet.
    heard: Vec<u8>,
    /// Whether the program's output is closed.
    has_ended: bool,
}

impl Streams {
    /// The streams of a child with pipes.
    pub fn of(input: ChildStdin, output: ChildStdout) -> Streams {
        does_not_block(&input);
        does_not_block(&output);
        Streams { input, output, heard: Vec::new(), has_ended: false }
    }

    /// Writes these bytes, and waits until the program's output begins with a whole unit, whose length `whole` returns.
    pub fn exchange(
        &mut self,
        mut rest: &[u8],
        limit: Duration,
        whole: impl Fn(&[u8]) -> Option<usize>,
    ) -> Result<Vec<u8>, Silence> {
        let end = Instant::now() + limit;
        let mut is_read = true;
        loop {
            if !rest.is_empty() {
                match self.input.write(rest) {
                    Ok(count) => rest = &rest[count..],
                    Err(error) if is_passing(error.kind()) => {}
                    // Output that the program wrote before it ended may be waiting.
                    Err(_) => (rest, is_read) = (&[], false),
                }
            }
            if rest.is_empty()
                && let Some(length) = whole(&self.heard)
            {
                return Ok(self.heard.drain(..length).collect());
            }
            if self.has_ended {
                return Err(if is_read { Silence::Ended } else { Silence::Unread });
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() || self.heard.len() > LONGEST {
                return Err(if left.is_zero() { Silence::TimedOut } else { Silence::Ended });
            }
            if wait(&self.input, &self.output, !rest.is_empty(), left) {
                self.read();
            }
        }
    }

    /// Reads the output that is available.
    fn read(&mut self) {
        let mut bytes = [0; 1 << 14];
        match self.output.read(&mut bytes) {
            Ok(0) => self.has_ended = true,
            Ok(count) => self.heard.extend_from_slice(&bytes[..count]),
            Err(error) => self.has_ended = !is_passing(error.kind()),
        }
    }
}

/// Whether the operation may be tried again.
fn is_passing(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

fn does_not_block(end: &impl AsRawFd) {
    let end = end.as_raw_fd();
    #[expect(unsafe_code, reason = "the standard library has pipes that block only")]
    // SAFETY: the descriptor is open, and the calls take numbers only.
    unsafe {
        let flags = libc::fcntl(end, libc::F_GETFL);
        libc::fcntl(end, libc::F_SETFL, flags | libc::O_NONBLOCK);
    }
}

/// Waits for at most this time until the output can be read, or else the input written.
///
/// Returns whether the output can be read.
fn wait(input: &ChildStdin, output: &ChildStdout, writes: bool, limit: Duration) -> bool {
    let of = |descriptor, events| libc::pollfd { fd: descriptor, events, revents: 0 };
    // `poll` ignores a negative descriptor.
    let writer = if writes { input.as_raw_fd() } else { -1 };
    let mut ends = [of(output.as_raw_fd(), libc::POLLIN), of(writer, libc::POLLOUT)];
    let milliseconds = i32::try_from(limit.as_micros().div_ceil(1000)).unwrap_or(i32::MAX);
    #[expect(unsafe_code, reason = "the standard library waits for one stream only")]
    // SAFETY: there are two of them, they outlive the call, and no other code has them.
    unsafe {
        libc::poll(ends.as_mut_ptr(), 2, milliseconds);
    }
    ends[0].revents != 0
}
