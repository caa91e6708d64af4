//! Vectors of three coordinates over any ring, for what is not generic over a [`Space`](crate::Space): truth, cases, claims. In
//! the plane the third coordinate is zero.

use crate::ring::{Real, Ring};

/// A vector.
pub type Vector<T> = [T; 3];

/// v + w.
#[inline(always)]
pub fn plus<T: Ring>(v: &Vector<T>, w: &Vector<T>) -> Vector<T> {
    [v[0].plus(&w[0]), v[1].plus(&w[1]), v[2].plus(&w[2])]
}

/// v − w.
#[inline(always)]
pub fn minus<T: Ring>(v: &Vector<T>, w: &Vector<T>) -> Vector<T> {
    [v[0].minus(&w[0]), v[1].minus(&w[1]), v[2].minus(&w[2])]
}

/// −v.
#[inline(always)]
pub fn negated<T: Ring>(v: &Vector<T>) -> Vector<T> {
    [v[0].negated(), v[1].negated(), v[2].negated()]
}

/// v times a number.
#[inline(always)]
pub fn scaled<T: Ring>(v: &Vector<T>, factor: &T) -> Vector<T> {
    [v[0].times(factor), v[1].times(factor), v[2].times(factor)]
}

/// v · w.
#[inline(always)]
pub fn dot<T: Ring>(v: &Vector<T>, w: &Vector<T>) -> T {
    v[0].times(&w[0]).plus(&v[1].times(&w[1])).plus(&v[2].times(&w[2]))
}

/// v × w.
#[inline(always)]
pub fn cross<T: Ring>(v: &Vector<T>, w: &Vector<T>) -> Vector<T> {
    let minor = |i: usize, j: usize| v[i].times(&w[j]).minus(&v[j].times(&w[i]));
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

/// Whether all coordinates are zero.
#[inline(always)]
pub fn is_zero<T: Ring>(v: &Vector<T>) -> bool {
    v.iter().all(|coordinate| *coordinate == T::zero())
}

/// |v|.
#[inline(always)]
pub fn length<T: Real>(v: &Vector<T>) -> T {
    dot(v, v).root()
}
