//! The common part of the native peers: bodies as their shims see them.
#![allow(unsafe_code)]

use std::ffi::c_void;

use gjk_variants::{Difference, Hull, Solid, Start, SupportMap};
use nalgebra::{SVector, Vector3};

use super::watch::Watched;

/// The space of the native peers.
pub type Here = Solid<f64>;

/// The function by which a shim asks a body for a support point.
pub type Support = unsafe extern "C" fn(body: *const c_void, direction: *const f64, point: *mut f64);

/// The support mapping of a watched body.
///
/// # Safety
/// `body` points to a live [`Watched`], `direction` to three numbers, `point` to room for three.
pub unsafe extern "C" fn support(body: *const c_void, direction: *const f64, point: *mut f64) {
    // SAFETY: as the caller promises; the shims hand on the pointers that they were given.
    let (body, direction) = unsafe { (&*body.cast::<Watched<'_, Here>>(), *direction.cast::<[f64; 3]>()) };
    let found: SVector<f64, 3> = body.support(Vector3::from(direction));
    // SAFETY: as the caller promises.
    unsafe { *point.cast::<[f64; 3]>() = found.into() };
}

/// A body for [`support`].
pub fn pointer(body: &Watched<'_, Here>) -> *const c_void {
    std::ptr::from_ref(body).cast()
}

/// The coordinates of the points one after the other, and the number of points.
pub fn flat(body: &Hull<Here>) -> (*const f64, usize) {
    let points = body.points();
    // A vector of three numbers has the layout of these numbers.
    (points.as_ptr().cast(), points.len())
}

/// The direction from the centre of A to that of B, or the one that the start asks for; the first axis if that direction is
/// zero.
pub fn toward_b(a: &dyn SupportMap<Here>, b: &dyn SupportMap<Here>, start: &Start<Here>) -> [f64; 3] {
    let direction = start.direction(&Difference::new(a, b)).unwrap_or_else(|| b.center() - a.center());
    let is_some = direction.iter().any(|x| *x != 0.0);
    if is_some { direction.into() } else { [1.0, 0.0, 0.0] }
}
