//! Measures the memory of a piece of work: an allocator that counts for each thread.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// The number of bytes that this thread has allocated and not freed; negative if it freed bytes of another thread.
    static HELD: Cell<isize> = const { Cell::new(0) };
    /// The largest number of bytes that were held.
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

/// The system's allocator with a counter. A block that grows counts only its growth, since large blocks are not copied.
pub struct Counting;

impl Counting {
    /// The largest number of bytes that the work held at once, in addition to those that were held before.
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
// SAFETY: every call is passed on unchanged, and counting allocates nothing.
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
