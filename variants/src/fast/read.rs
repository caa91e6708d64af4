//! Numbers read one by one, against store-forwarding stalls.
#![allow(unsafe_code, reason = "a read that is not merged with its neighbours")]

use gjk_numbers::Ring;

/// A copy of a number that may just have been written among others; plain numbers are read one by one.
///
/// A compiler likes to read two or four numbers at once, and not always those that it wrote at once. A processor forwards a
/// store to a load of the same bytes or of a part of them, but a load that needs parts of two stores waits for both to reach the
/// cache (a store-forwarding stall). In the boolean variants that wait was a sixth of the time, in singles a quarter (8 points
/// near contact; AMD EPYC, family 25).
#[inline(always)]
pub(crate) fn fresh<T: Ring>(number: &T) -> T {
    if T::EXACT {
        return number.clone();
    }
    // SAFETY: a reference is to a number that may be read, and a rounded number owns nothing that a copy would share.
    unsafe { std::ptr::read_volatile(number) }
}
