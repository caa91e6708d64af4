//! Euclidean spaces over a ring: the plane and space, and any other dimension for the algorithms that allow it.

use std::fmt::Debug;
use std::marker::PhantomData;
use std::mem::needs_drop;

use nalgebra::SVector;

use crate::ring::Ring;

/// A Euclidean space, as a type: its numbers, its vectors, and the operations that a variant needs.
pub trait Space: Copy + Clone + Debug + PartialEq + Send + Sync + 'static {
    /// The numbers.
    type Scalar: Ring;
    /// The vectors.
    type Vector: Clone + PartialEq + Debug + Send + Sync + 'static;
    /// The dimension.
    const DIMENSION: usize;

    /// The vector with these coordinates.
    fn vector(coordinate: impl FnMut(usize) -> Self::Scalar) -> Self::Vector;
    /// Coordinate number `i`, from 0.
    fn coordinate(v: &Self::Vector, i: usize) -> &Self::Scalar;
    /// The scalar product.
    fn dot(v: &Self::Vector, w: &Self::Vector) -> Self::Scalar;
    /// v + w.
    fn plus(v: &Self::Vector, w: &Self::Vector) -> Self::Vector;
    /// v − w.
    fn minus(v: &Self::Vector, w: &Self::Vector) -> Self::Vector;
    /// v times a number.
    fn scaled(v: &Self::Vector, factor: &Self::Scalar) -> Self::Vector;
    /// −v.
    fn negated(v: &Self::Vector) -> Self::Vector;

    /// The zero vector.
    #[inline(always)]
    fn zero() -> Self::Vector {
        Self::vector(|_| Self::Scalar::zero())
    }

    /// The unit vector of axis `axis`.
    fn unit(axis: usize) -> Self::Vector {
        Self::vector(|i| if i == axis { Self::Scalar::one() } else { Self::Scalar::zero() })
    }

    /// The greatest absolute coordinate; not a number if one coordinate is not.
    #[inline(always)]
    fn max_norm(v: &Self::Vector) -> Self::Scalar {
        let mut greatest = Self::coordinate(v, 0).magnitude();
        for i in 1..Self::DIMENSION {
            let magnitude = Self::coordinate(v, i).magnitude();
            if magnitude > greatest || magnitude.is_nan() {
                greatest = magnitude;
            }
        }
        greatest
    }

    /// [`Space::max_norm`] for a vector without NaN coordinates: omitting the NaN test halves the work.
    #[inline(always)]
    fn max_norm_of_numbers(v: &Self::Vector) -> Self::Scalar {
        let mut greatest = Self::coordinate(v, 0).magnitude();
        for i in 1..Self::DIMENSION {
            let magnitude = Self::coordinate(v, i).magnitude();
            greatest = if magnitude > greatest { magnitude } else { greatest };
        }
        greatest
    }
}

/// An operation on vectors, inlined unless its numbers own memory. Code for such numbers is long, with destructors at every
/// step, and would take most of the compile time of the variants; compared with their arithmetic, a call costs nothing.
#[inline(always)]
fn operation<T, R>(on_coordinates: impl FnOnce() -> R) -> R {
    #[inline(never)]
    fn called<R>(on_coordinates: impl FnOnce() -> R) -> R {
        on_coordinates()
    }
    if const { needs_drop::<T>() } { called(on_coordinates) } else { on_coordinates() }
}

/// The vector with these coordinates. For numbers that are free to copy it begins as a copy of a known vector, which is a third
/// of the code for the compiler.
#[inline(always)]
fn like<T: Ring, const D: usize>(known: &SVector<T, D>, coordinate: impl Fn(usize) -> T) -> SVector<T, D> {
    if const { needs_drop::<T>() } {
        return SVector::from_fn(|i, _| coordinate(i));
    }
    let mut vector = known.clone();
    for i in 0..D {
        vector.data.0[0][i] = coordinate(i);
    }
    vector
}

/// D-dimensional space over T.
pub struct Euclidean<T, const D: usize>(PhantomData<T>);

impl<T, const D: usize> Clone for Euclidean<T, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const D: usize> Copy for Euclidean<T, D> {}

impl<T, const D: usize> PartialEq for Euclidean<T, D> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T, const D: usize> Debug for Euclidean<T, D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Euclidean<{}, {D}>", std::any::type_name::<T>())
    }
}

/// The plane over T.
pub type Plane<T> = Euclidean<T, 2>;
/// Space over T.
pub type Solid<T> = Euclidean<T, 3>;

impl<T: Ring, const D: usize> Space for Euclidean<T, D> {
    type Scalar = T;
    type Vector = SVector<T, D>;
    const DIMENSION: usize = D;

    #[inline(always)]
    fn vector(mut coordinate: impl FnMut(usize) -> T) -> SVector<T, D> {
        SVector::from_fn(|i, _| coordinate(i))
    }
    #[inline(always)]
    fn coordinate(v: &SVector<T, D>, i: usize) -> &T {
        &v[i]
    }
    #[inline(always)]
    fn dot(v: &SVector<T, D>, w: &SVector<T, D>) -> T {
        operation::<T, _>(|| {
            let mut sum = v[0].times(&w[0]);
            for i in 1..D {
                sum = sum.plus(&v[i].times(&w[i]));
            }
            sum
        })
    }
    #[inline(always)]
    fn plus(v: &SVector<T, D>, w: &SVector<T, D>) -> SVector<T, D> {
        operation::<T, _>(|| like(v, |i| v[i].plus(&w[i])))
    }
    #[inline(always)]
    fn minus(v: &SVector<T, D>, w: &SVector<T, D>) -> SVector<T, D> {
        operation::<T, _>(|| like(v, |i| v[i].minus(&w[i])))
    }
    #[inline(always)]
    fn scaled(v: &SVector<T, D>, factor: &T) -> SVector<T, D> {
        operation::<T, _>(|| like(v, |i| v[i].times(factor)))
    }
    #[inline(always)]
    fn negated(v: &SVector<T, D>) -> SVector<T, D> {
        operation::<T, _>(|| like(v, |i| v[i].negated()))
    }
}

/// A space with a cross product. In the plane the product of two vectors is a number (the coordinate along the missing third
/// axis), and a number times a vector is that vector turned by a right angle. The formulas of space therefore hold in the
/// plane.
pub trait Oriented: Space {
    /// The type of a cross product: a number in the plane, a vector in space.
    type Normal: Clone + Debug;

    /// v × w.
    fn cross(v: &Self::Vector, w: &Self::Vector) -> Self::Normal;
    /// n × w.
    fn turned(n: &Self::Normal, w: &Self::Vector) -> Self::Vector;
    /// The normal as a vector of this space; `None` in the plane, where the normal leaves the plane.
    fn normal(n: &Self::Normal) -> Option<Self::Vector>;
}

impl<T: Ring> Oriented for Euclidean<T, 2> {
    type Normal = T;

    #[inline(always)]
    fn cross(v: &SVector<T, 2>, w: &SVector<T, 2>) -> T {
        operation::<T, _>(|| v[0].times(&w[1]).minus(&v[1].times(&w[0])))
    }
    #[inline(always)]
    fn turned(n: &T, w: &SVector<T, 2>) -> SVector<T, 2> {
        SVector::<T, 2>::new(n.times(&w[1]).negated(), n.times(&w[0]))
    }
    #[inline(always)]
    fn normal(_: &T) -> Option<SVector<T, 2>> {
        None
    }
}

impl<T: Ring> Oriented for Euclidean<T, 3> {
    type Normal = SVector<T, 3>;

    #[inline(always)]
    fn cross(v: &SVector<T, 3>, w: &SVector<T, 3>) -> SVector<T, 3> {
        let minor = |i: usize, j: usize| v[i].times(&w[j]).minus(&v[j].times(&w[i]));
        operation::<T, _>(|| SVector::<T, 3>::new(minor(1, 2), minor(2, 0), minor(0, 1)))
    }
    #[inline(always)]
    fn turned(n: &SVector<T, 3>, w: &SVector<T, 3>) -> SVector<T, 3> {
        Self::cross(n, w)
    }
    #[inline(always)]
    fn normal(n: &SVector<T, 3>) -> Option<SVector<T, 3>> {
        Some(n.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_space_is_named_by_its_numbers_and_its_dimension() {
        assert_eq!(format!("{:?}", Euclidean::<f64, 3>(std::marker::PhantomData)), "Euclidean<f64, 3>");
    }
}
