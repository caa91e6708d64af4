//! Vectors of three coordinates over any ring, for code that is not generic over a [`Space`](crate::Space): exact answers,
//! cases, claims. In the plane the third coordinate is zero.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cross_product_is_orthogonal_to_its_factors_and_as_long_as_their_area() {
        let (v, w) = ([1.0, 2.0, 3.0], [-4.0, 5.0, 0.5]);
        let n = cross(&v, &w);
        assert_eq!(n, [-14.0, -12.5, 13.0]);
        assert_eq!((dot(&n, &v), dot(&n, &w)), (0.0, 0.0));
        assert_eq!(dot(&n, &n), dot(&v, &v) * dot(&w, &w) - dot(&v, &w) * dot(&v, &w));
        assert!(is_zero(&plus(&n, &negated(&n))) && is_zero(&minus(&scaled(&n, &2.0), &plus(&n, &n))));
        assert_eq!(length(&[3.0, 0.0, 4.0]), 5.0);
    }
}
