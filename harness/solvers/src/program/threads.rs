//! The standard streams of a program, where there is no poll: a thread for each end.

use std::io::{Read, Write};
use std::process::{ChildStdin, ChildStdout};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use super::{LONGEST, Silence};

/// The standard streams of a program.
pub(super) struct Streams {
    /// To the thread that writes; closed when it cannot write.
    input: Sender<Vec<u8>>,
    /// From the thread that reads.
    output: Receiver<Vec<u8>>,
    /// The program's output that no call has returned yet.
    heard: Vec<u8>,
}

impl Streams {
    /// The streams of a child with pipes.
    pub fn of(mut input: ChildStdin, mut output: ChildStdout) -> Streams {
        let (send, texts) = channel::<Vec<u8>>();
        std::thread::spawn(move || texts.iter().all(|text| input.write_all(&text).and_then(|()| input.flush()).is_ok()));
        let (tell, heard) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 1 << 14];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                if tell.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Streams { input: send, output: heard, heard: Vec::new() }
    }

    /// Writes this text, and waits until the program's output begins with a whole unit, whose length `whole` returns.
    pub fn exchange(
        &mut self,
        text: &[u8],
        limit: Duration,
        whole: impl Fn(&[u8]) -> Option<usize>,
    ) -> Result<Vec<u8>, Silence> {
        let end = Instant::now() + limit;
        let is_read = text.is_empty() || self.input.send(text.to_vec()).is_ok();
        loop {
            if let Some(length) = whole(&self.heard) {
                return Ok(self.heard.drain(..length).collect());
            }
            if self.heard.len() > LONGEST {
                return Err(Silence::Ended);
            }
            match self.output.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(bytes) => self.heard.extend(bytes),
                Err(RecvTimeoutError::Timeout) => return Err(Silence::TimedOut),
                Err(RecvTimeoutError::Disconnected) if is_read => return Err(Silence::Ended),
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Unread),
            }
        }
    }
}
