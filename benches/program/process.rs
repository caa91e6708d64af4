//! One process, and its usage.

use std::process::{Command, ExitStatus};
use std::time::Instant;

use gjk_study::programs::Usage;

/// Runs a command to its end. On Linux its peak includes the memory that this program holds when it starts the command:
/// a few MiB.
#[cfg(unix)]
pub fn run(command: &mut Command) -> std::io::Result<(ExitStatus, Usage)> {
    use std::os::unix::process::ExitStatusExt;

    let begin = Instant::now();
    let child = command.spawn()?;
    let id = libc::pid_t::try_from(child.id()).map_err(std::io::Error::other)?;
    let (mut status, mut usage) = (0, std::mem::MaybeUninit::<libc::rusage>::zeroed());
    // The usage of all children together (`getrusage`) would contain the greatest memory of all runs so far.
    loop {
        // SAFETY: both pointers are valid for writes, and the child is waited for nowhere else: its handle is only dropped.
        #[expect(unsafe_code)]
        let ended = unsafe { libc::wait4(id, &raw mut status, 0, usage.as_mut_ptr()) };
        if ended == id {
            break;
        }
        let error = std::io::Error::last_os_error();
        if error.kind() != std::io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    let wall = begin.elapsed().as_secs_f64();
    // SAFETY: zeros are a value of this struct of integers, and the kernel has filled it in.
    #[expect(unsafe_code)]
    let usage = unsafe { usage.assume_init() };
    let seconds = |time: libc::timeval| time.tv_sec as f64 + 1e-6 * time.tv_usec as f64;
    // The unit is KiB, but bytes on Apple's systems.
    let unit = if cfg!(target_vendor = "apple") { 1.0 } else { 1024.0 };
    let peak = usage.ru_maxrss as f64 * unit / f64::from(1 << 20);
    let usage = Usage { cpu: Some(seconds(usage.ru_utime) + seconds(usage.ru_stime)), wall, peak: Some(peak) };
    Ok((ExitStatus::from_raw(status), usage))
}

/// Runs a command to its end. This system reports neither its processor time nor its memory.
#[cfg(not(unix))]
pub fn run(command: &mut Command) -> std::io::Result<(ExitStatus, Usage)> {
    let begin = Instant::now();
    let status = command.spawn()?.wait()?;
    Ok((status, Usage { cpu: None, wall: begin.elapsed().as_secs_f64(), peak: None }))
}
