//! The calls of functions that are in progress.
//!
//! A function shares the process with the harness: it can end the process, change its working folder, or never return. Each of
//! these is noticed, and reported under the function's name.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{LazyLock, Mutex, MutexGuard, Once, PoisonError};
use std::time::{Duration, Instant};

/// Time after which a call in progress is reported.
const TO_WONDER: Duration = Duration::from_secs(2);

/// A call in progress.
struct Going {
    number: u64,
    name: &'static str,
    case: String,
    since: Instant,
}

/// The calls in progress, the number of the next call, and the functions that were reported as not returning.
#[derive(Default)]
struct Calls {
    going: Vec<Going>,
    next: u64,
    told: BTreeSet<&'static str>,
}

static CALLS: LazyLock<Mutex<Calls>> = LazyLock::new(Mutex::default);

thread_local! {
    /// The function that this thread is in.
    static WITHIN: Cell<Option<&'static str>> = const { Cell::new(None) };
}

fn calls() -> MutexGuard<'static, Calls> {
    CALLS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A call of a function, which is over when this value is dropped.
pub(super) struct Call {
    number: u64,
    outer: Option<&'static str>,
}

impl Call {
    /// Begins a call about the case of this id.
    pub fn begin(name: &'static str, case: &str) -> Call {
        static AT_EXIT: Once = Once::new();
        AT_EXIT.call_once(|| {
            at_exit();
            LazyLock::force(&FOLDER);
        });
        let mut calls = calls();
        let number = calls.next;
        calls.next += 1;
        calls.going.push(Going { number, name, case: case.to_owned(), since: Instant::now() });
        Call { number, outer: WITHIN.replace(Some(name)) }
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        WITHIN.set(self.outer);
        calls().going.retain(|going| going.number != self.number);
    }
}

/// Whether this thread is in a function: a panic then counts as a missing answer, and is reported as such.
pub fn is_in_a_function() -> bool {
    WITHIN.get().is_some()
}

/// Reports calls that do not return, once per function: no other part of a process can end them.
pub fn watch_functions(tell: impl Fn(&str) + Send + 'static) {
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(TO_WONDER / 8);
            overdue(TO_WONDER).iter().for_each(|text| tell(text));
        }
    });
}

/// Messages about the calls that have lasted for at least this long: the first call of each function.
fn overdue(limit: Duration) -> Vec<String> {
    let Calls { going, told, .. } = &mut *calls();
    going
        .iter()
        .filter(|going| going.since.elapsed() >= limit && told.insert(going.name))
        .map(|going| message(going, limit))
        .collect()
}

fn message(Going { name, case, .. }: &Going, limit: Duration) -> String {
    format!(
        "{name}: no answer to {case} in {limit:?} yet. A function of this program cannot be ended; a library (`--library {name}=FILE`) and a program \
         (`--program {name}='COMMAND'`) have a time limit for each answer."
    )
}

/// The working folder before the first call, if there is one.
///
/// If a function changed it, every relative path would lead elsewhere.
static FOLDER: LazyLock<Option<PathBuf>> = LazyLock::new(|| std::env::current_dir().ok());

/// Restores the working folder from before the first call, and returns whether it had been changed.
pub(super) fn back_to_the_folder() -> bool {
    let Some(folder) = FOLDER.as_ref() else { return false };
    let is_elsewhere = std::env::current_dir().ok().as_ref() != Some(folder);
    is_elsewhere && std::env::set_current_dir(folder).is_ok()
}

/// Makes a process that is ended by a function fail, whatever status the function gives.
#[cfg(unix)]
fn at_exit() {
    extern "C" fn ended() {
        let Some(name) = WITHIN.try_with(Cell::get).ok().flatten() else { return };
        use std::io::Write;
        let _ = writeln!(
            std::io::stderr(),
            "error: {name}: it has ended the whole program, by a call of `exit`; a library (`--library {name}=FILE`) would lose the answer to one case"
        );
        #[expect(unsafe_code, reason = "the standard library ends a process by calling functions, and this is one of them")]
        // SAFETY: it takes a number only.
        unsafe {
            libc::_exit(2)
        }
    }
    #[expect(unsafe_code, reason = "the standard library has no function that is called then")]
    // SAFETY: the function has no parameters, returns nothing, and lives as long as the process.
    unsafe {
        libc::atexit(ended);
    }
}

#[cfg(not(unix))]
fn at_exit() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_whose_calls_do_not_return_is_reported_once() {
        let calls = [Call::begin("slow", "gap.1.0"), Call::begin("slow", "gap.1.1")];
        let of_slow = |texts: Vec<String>| -> Vec<String> { texts.into_iter().filter(|text| text.contains("slow")).collect() };
        assert!(of_slow(overdue(Duration::from_secs(3600))).is_empty());
        let told = of_slow(overdue(Duration::ZERO));
        assert!(told.len() == 1 && told[0].starts_with("slow: no answer to gap.1.0 in "), "{told:?}");
        assert!(told[0].contains("`--library slow=FILE`") && of_slow(overdue(Duration::ZERO)).is_empty());
        let [first, second] = calls;
        assert!(is_in_a_function());
        drop(second);
        assert!(is_in_a_function(), "the first goes on");
        drop(first);
        assert!(!is_in_a_function());
    }
}
