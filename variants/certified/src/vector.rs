//! Vectors of doubles. A vector of the plane has a third coordinate of zero.

/// A vector.
pub(crate) type Vector = [f64; 3];

#[inline(always)]
pub(crate) fn minus(x: &Vector, y: &Vector) -> Vector {
    [x[0] - y[0], x[1] - y[1], x[2] - y[2]]
}

#[inline(always)]
pub(crate) fn plus_scaled(x: &Vector, y: &Vector, t: f64) -> Vector {
    [x[0] + t * y[0], x[1] + t * y[1], x[2] + t * y[2]]
}

#[inline(always)]
pub(crate) fn scaled(x: &Vector, t: f64) -> Vector {
    [t * x[0], t * x[1], t * x[2]]
}

#[inline(always)]
pub(crate) fn dot(x: &Vector, y: &Vector) -> f64 {
    x[0] * y[0] + x[1] * y[1] + x[2] * y[2]
}

#[inline(always)]
pub(crate) fn cross(x: &Vector, y: &Vector) -> Vector {
    [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]]
}

/// A convex combination, formed from the first point on, so that points far from the origin lose no more than the last
/// rounding.
///
/// # Error
/// Let G be the greatest coordinate of the points, and W the sum of the weights, which is within 4u of one: they are positive
/// numbers times the rounded reciprocal of their rounded sum. A difference, its product with a weight and the sum of two of
/// these have an error of 3u of differences of at most 2G, the last sum u G: together 7u G. Relative to the weights divided by
/// W, the error is greater by |W − 1| of such a difference, 8u G. So each coordinate differs from the convex combination with
/// the weights by at most **16u G**, and by the least positive number for underflow.
#[inline(always)]
pub(crate) fn combined(points: &[Vector], weights: &[f64; 3]) -> Vector {
    let mut offset = [0.0; 3];
    for (point, weight) in points.iter().zip(weights).skip(1) {
        offset = plus_scaled(&offset, &minus(point, &points[0]), *weight);
    }
    plus_scaled(&points[0], &offset, 1.0)
}

/// The greatest absolute coordinate, of a vector without NaN.
#[inline(always)]
pub(crate) fn size(x: &Vector) -> f64 {
    x[0].abs().max(x[1].abs()).max(x[2].abs())
}
