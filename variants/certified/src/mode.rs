//! The floating-point mode of the processor.

use std::hint::black_box;

/// Whether this thread's floating-point arithmetic meets the assumptions of the proofs: sums and products of both precisions
/// are rounded to nearest with ties to even, and subnormal numbers are neither flushed to zero nor read as zero. Some audio and
/// game libraries set other modes. The test takes a few nanoseconds.
#[must_use]
pub fn rounds_to_nearest() -> bool {
    [of_doubles(), of_singles()] == [[true; 2]; 2]
}

/// Whether doubles are rounded to nearest, and whether subnormal numbers are kept: as a result, and as an operand of the comparison.
pub(crate) fn of_doubles() -> [bool; 2] {
    let sum = |x: f64, y: f64| black_box(x) + black_box(y);
    let product = |x: f64, y: f64| black_box(x) * black_box(y);
    let u = f64::EPSILON / 2.0;
    let rounds = sum(1.0, u) == 1.0 && sum(1.0, 1.5 * u) == 1.0 + 2.0 * u && sum(-1.0, -1.5 * u) == -1.0 - 2.0 * u;
    [rounds, product(f64::MIN_POSITIVE, 0.5) > 0.0]
}

/// The same test for singles: on some processors other units compute with them.
pub(crate) fn of_singles() -> [bool; 2] {
    let sum = |x: f32, y: f32| black_box(x) + black_box(y);
    let product = |x: f32, y: f32| black_box(x) * black_box(y);
    let u = f32::EPSILON / 2.0;
    let rounds = sum(1.0, u) == 1.0 && sum(1.0, 1.5 * u) == 1.0 + 2.0 * u && sum(-1.0, -1.5 * u) == -1.0 - 2.0 * u;
    [rounds, product(f32::MIN_POSITIVE, 0.5) > 0.0]
}
