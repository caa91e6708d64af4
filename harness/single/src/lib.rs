//! The built-in variants in single precision, each erased, except the certified ones in space, which are compiled in
//! `gjk_solvers`.
//!
//! These are half of the code that is compiled for speed. As a separate package they are compiled in parallel with
//! `gjk_solvers`, which compiles the other half, the variants in double precision: on two processors this shortens the build
//! after a change in a variant.

#![forbid(unsafe_code)]

use gjk_untimed::{Entry, ErasedEntries, Loop, TypedEntries, loops};
use gjk_variants::{Plane, Solid, roster};

/// Variants in space, timed in the typed form.
pub fn in_space() -> Vec<Entry<Solid<f32>>> {
    let mut entries = TypedEntries::default();
    roster::in_space::<f32>(&mut entries);
    roster::casts_with_roots(&mut entries);
    entries.0
}

/// Variants in the plane, timed in the erased form.
pub fn in_plane() -> Vec<Entry<Plane<f32>>> {
    let mut entries = ErasedEntries::default();
    roster::in_plane::<f32>(&mut entries);
    roster::casts_with_roots(&mut entries);
    entries.0
}

/// Certified variants in the plane, timed in the erased form.
pub fn certified_in_plane() -> Vec<Entry<Plane<f32>>> {
    let mut entries = ErasedEntries::default();
    roster::certified::<f32, 2>(&mut entries);
    entries.0
}

/// Loops of the experiment in space.
pub fn loops_in_space() -> Vec<Loop<Solid<f32>>> {
    loops()
}

/// Loops of the experiment in the plane.
pub fn loops_in_plane() -> Vec<Loop<Plane<f32>>> {
    loops()
}
