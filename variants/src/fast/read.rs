//! Numbers read one by one.
//!
//! # Store forwarding
//! A compiler likes to read two or four numbers at once, and not always those that it wrote at once. A processor forwards a store
//! to a load of the same bytes or of a part of them, but a load that needs parts of two stores waits until both have reached the
//! cache. Without this the boolean variants lose 5 % in doubles and 10 % in singles at 8 points (AMD EPYC, family 25).
#![allow(unsafe_code, reason = "a read that is not merged with its neighbours")]

use gjk_numbers::{Ring, Space};

use crate::simplex::Simplex;

/// A copy of a number that may just have been written beside others.
#[inline(always)]
fn alone<T: Ring>(number: &T) -> T {
    if T::EXACT {
        return number.clone();
    }
    // SAFETY: a reference is to a number that may be read, and a rounded number owns nothing that a copy would share.
    unsafe { std::ptr::read_volatile(number) }
}

/// The point of a vertex that may just have joined.
#[inline(always)]
pub(crate) fn point<S: Space>(simplex: &Simplex<S>, position: usize) -> S::Vector {
    let point = simplex.point(position);
    S::vector(|i| alone(S::coordinate(point, i)))
}

/// The point of the newest vertex, which a subalgorithm reads as soon as it has joined; none of no vertex. Without this Ericson's
/// subalgorithm loses 6 % in doubles at 8 points near contact, signed volumes 11 %, least squares 9 %. (Johnson's gains nothing.)
#[inline(always)]
pub(crate) fn newest<S: Space>(simplex: &Simplex<S>) -> Option<S::Vector> {
    let last = simplex.len().checked_sub(1)?;
    Some(point(simplex, last))
}
