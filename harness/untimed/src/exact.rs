//! The variants of the roster in exact arithmetic.

use gjk_variants::{Plane, Rational, Solid, roster};

use crate::entries::{Entry, ErasedEntries};

/// The variants in the plane.
pub fn in_plane() -> Vec<Entry<Plane<Rational>>> {
    let mut entries = ErasedEntries::default();
    roster::in_plane(&mut entries);
    entries.0
}

/// The variants in space.
pub fn in_space() -> Vec<Entry<Solid<Rational>>> {
    let mut entries = ErasedEntries::default();
    roster::in_space(&mut entries);
    entries.0
}
