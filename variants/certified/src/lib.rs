//! certified
mod answer;
mod body;
mod bound;
mod double_double;
mod exact;
mod face;
mod integer;
mod number;
mod project;
mod search;
mod simplex;
mod vector;

pub use answer::{Apart, Distance, Meets, Stage, Verdict};
pub use body::{Body, NoBody, Points, product};
pub use number::Number;
pub use search::{Observer, Start};
pub use simplex::Pairs;

/// How far two hulls of points are apart.
///
/// # Errors
/// If a body has no point, or a coordinate is infinite or not a number.
pub fn distance<T: Number, const D: usize>(a: &[[T; D]], b: &[[T; D]]) -> Result<Distance<T, D>, NoBody> {
    Ok(distance_of(&Points::new(a)?, &Points::new(b)?, &Start::Centers, &mut ()))
}

/// Whether two hulls of points meet.
///
/// # Errors
/// If a body has no point, or a coordinate is infinite or not a number.
pub fn intersects<T: Number, const D: usize>(a: &[[T; D]], b: &[[T; D]]) -> Result<bool, NoBody> {
    Ok(verdict_of(&Points::new(a)?, &Points::new(b)?, &Start::Centers, &mut ()).meets())
}

/// How far two bodies are apart.
#[inline]
pub fn distance_of<T: Number, const D: usize>(
    a: &impl Body<T, D>,
    b: &impl Body<T, D>,
    start: &Start<T, D>,
    observer: &mut impl Observer<T, D>,
) -> Distance<T, D> {
    const { assert!(D == 2 || D == 3, "the plane and space") };
    search::distance(a, b, start, observer)
}

/// Whether two bodies meet.
#[inline]
pub fn verdict_of<T: Number, const D: usize>(
    a: &impl Body<T, D>,
    b: &impl Body<T, D>,
    start: &Start<T, D>,
    observer: &mut impl Observer<T, D>,
) -> Verdict<T, D> {
    const { assert!(D == 2 || D == 3, "the plane and space") };
    search::verdict(a, b, start, observer)
}
