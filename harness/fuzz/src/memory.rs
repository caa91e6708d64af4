//! How much memory a piece of work takes: an allocator that counts for each thread.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// The bytes that this thread has asked for and not given back; below zero where it gave back those of another.
    static HELD: Cell<isize> = const { Cell::new(0) };
    /// The most that was held.
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

/// The allocator of the system, counting. A piece that grows counts by what it grows: large ones are not copied.
pub struct Counting;

impl Counting {
    /// The most bytes that the work held at once, beyond those that were held before.
    pub fn peak(work: impl FnOnce()) -> usize {
        let before = HELD.get();
        PEAK.set(before);
        work();
        PEAK.get().wrapping_sub(before).max(0) as usize
    }

    fn note(change: isize) {
        let held = HELD.get().wrapping_add(change);
        HELD.set(held);
        PEAK.set(PEAK.get().max(held));
    }
}

#[expect(unsafe_code, reason = "an allocator is unsafe; this one hands everything on")]
// SAFETY: every call is handed on as it comes, and counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Counting::note(layout.size() as isize);
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        Counting::note(layout.size() as isize);
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        Counting::note(-(layout.size() as isize));
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        Counting::note(size as isize - layout.size() as isize);
        unsafe { System.realloc(place, layout, size) }
    }
}
