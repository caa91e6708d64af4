//! The process group of a program.

/// Kills the group of the leader with this number.
///
/// The leader has not been waited for, so the number is still that of its group.
pub(super) fn kill_group(leader: u32) {
    #[cfg(unix)]
    if let Ok(group) = libc::pid_t::try_from(leader) {
        #[expect(unsafe_code, reason = "the standard library kills no groups")]
        // SAFETY: it takes numbers only.
        unsafe {
            libc::kill(-group, libc::SIGKILL);
        }
    }
    #[cfg(not(unix))]
    let _ = leader;
}
