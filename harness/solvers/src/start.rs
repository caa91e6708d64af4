//! The start of a query that does not begin at the variant's own start.

use gjk_variants::{Ring, Space, Start, SupportMap};

/// The start in the direction from the centre of A to that of B, in which the distance variants and the peers take their first
/// support point; the variant's own start if the centres are equal.
#[inline(always)]
pub fn from_centres<S: Space>(a: &(impl SupportMap<S> + ?Sized), b: &(impl SupportMap<S> + ?Sized)) -> Start<S> {
    let toward_b = S::minus(&b.center(), &a.center());
    let is_some = (0..S::DIMENSION).any(|i| *S::coordinate(&toward_b, i) != S::Scalar::zero());
    if is_some { Start::Direction(toward_b) } else { Start::Default }
}
