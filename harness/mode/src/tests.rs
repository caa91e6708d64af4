use std::hint::black_box;

use super::*;

/// Half of the least normal number, and ±1 with a third of a unit in the last place added in size: their values reveal the
/// rounding and the flushing.
fn computed() -> (f64, f64, f64) {
    let u = f64::EPSILON;
    (black_box(f64::MIN_POSITIVE) * black_box(0.5), black_box(1.0) + black_box(u / 3.0), black_box(-1.0) - black_box(u / 3.0))
}

const DEFAULT: (f64, f64, f64) = (f64::MIN_POSITIVE / 2.0, 1.0, -1.0);

/// The modes of engines, with their results for the three numbers.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
fn modes() -> [(Mode, (f64, f64, f64), &'static str); 4] {
    let (next, half) = (1.0 + f64::EPSILON, f64::MIN_POSITIVE / 2.0);
    [
        (Mode::FLUSHING, (0.0, 1.0, -1.0), "flushes subnormal"),
        (Mode::UPWARD, (half, next, -1.0), "rounds upward"),
        (Mode::DOWNWARD, (half, 1.0, -next), "rounds downward"),
        (Mode::TOWARD_ZERO, (half, 1.0, -1.0), "rounds toward zero"),
    ]
}

#[test]
fn a_thread_begins_in_the_default_mode() {
    assert!(Mode::of_this_thread().is_default());
    assert_eq!(computed(), DEFAULT);
    assert_eq!(Mode::DEFAULT.to_string(), "it rounds to nearest and keeps subnormal numbers");
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[test]
fn work_of_ours_is_done_in_the_default_mode_and_the_callers_is_put_back() {
    for (mode, numbers, text) in modes() {
        mode.set();
        let before = computed();
        let inside = ours(computed);
        let panicked = std::panic::catch_unwind(|| ours(|| std::panic::resume_unwind(Box::new(())))).is_err();
        let (after, now) = (computed(), Mode::of_this_thread());
        Mode::DEFAULT.set();
        assert_eq!((before, inside, after, now), (numbers, DEFAULT, numbers, mode));
        assert!(panicked && mode.to_string().contains(text), "{mode}");
    }
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[test]
fn the_mode_that_a_call_leaves_behind_ends_with_it_and_is_remembered_once() {
    for (mode, numbers, text) in modes() {
        let inside = theirs_as(
            || text,
            || {
                mode.set();
                computed()
            },
        );
        // A panic restores the mode too; and a second mode under the same name does not replace the first.
        let panicked = std::panic::catch_unwind(|| {
            theirs_as(
                || text,
                || {
                    Mode::UPWARD.set();
                    std::panic::resume_unwind(Box::new(()))
                },
            )
        });
        assert!(panicked.is_err());
        assert_eq!((inside, computed()), (numbers, DEFAULT));
        theirs_as(|| text, || Mode::DOWNWARD.set());
        assert!(Mode::of_this_thread().is_default() && seen().contains(&(text, mode)));
    }
    theirs_as(|| "silent", computed);
    theirs(|| Mode::UPWARD.set());
    assert_eq!(computed(), DEFAULT);
    assert!(seen().iter().all(|(name, _)| *name != "silent"));
    // A call within a call, as by a thread that does other work while it waits.
    theirs(|| {
        Mode::TOWARD_ZERO.set();
        assert_eq!((theirs(computed), Mode::of_this_thread()), (DEFAULT, Mode::TOWARD_ZERO));
    });
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[test]
fn a_thread_that_is_begun_within_our_work_has_the_default_mode() {
    Mode::FLUSHING.set();
    let inside = ours(|| std::thread::spawn(computed).join().expect("no panic"));
    Mode::DEFAULT.set();
    assert_eq!(inside, DEFAULT);
}
