//! Bodies: convex hulls of points, in the layout in which an engine keeps them.

use crate::number::Number;

/// The convex hull of at least one point, in the plane (`D = 2`) or in space (`D = 3`).
///
/// [`Points`] is the implementation for a slice. An engine that stores its points in another layout, or scans them in vector
/// instructions, implements this trait itself. **The guarantees hold only if these methods behave as documented**; memory
/// safety does not depend on them: there is no undefined behaviour.
pub trait Body<T: Number, const D: usize> {
    /// The number of points, at least one and at most 2³² − 1.
    fn len(&self) -> usize;

    /// Whether there are no points; false for every body.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Point number `index`, which is below the number of points. Its coordinates are finite.
    fn point(&self, index: usize) -> [T; D];

    /// The greatest absolute value of each coordinate, or more.
    fn extent(&self) -> [T; D];

    /// A point near the middle, from which a search starts. No answer depends on it.
    fn center(&self) -> [T; D];

    /// The number of a point with the greatest product with `direction`, by the products of [`product`]. The products of the
    /// points are numbers and finite whenever the sum of |direction| · extent is far from the end of the range; otherwise any
    /// point will do.
    fn support(&self, direction: &[T; D]) -> usize;

    /// Calls `visit` with the number of every point whose product with `direction`, by [`product`], is at least `least`, in any
    /// order. It may call `visit` with other points too.
    fn each_beyond(&self, direction: &[T; D], least: T, visit: impl FnMut(usize))
    where
        Self: Sized;
}

/// The product of two vectors, rounded after each operation, from left to right: (x₀y₀ + x₁y₁) + x₂y₂. No operation is fused.
#[inline(always)]
#[must_use]
pub fn product<T: Number, const D: usize>(x: &[T; D], y: &[T; D]) -> T {
    let mut sum = x[0] * y[0];
    for k in 1..D {
        sum = sum + x[k] * y[k];
    }
    sum
}

/// A slice of points as a body. Its construction reads every point once; keep it for as long as the points stay.
#[derive(Clone, Copy, Debug)]
pub struct Points<'a, T, const D: usize> {
    points: &'a [[T; D]],
    extent: [T; D],
    center: [T; D],
}

impl<'a, T: Number, const D: usize> Points<'a, T, D> {
    /// The hull of these points: in any order, duplicates and interior points allowed.
    ///
    /// # Errors
    /// If there is no point, a coordinate is infinite or not a number, or there are more than 2³² − 1 points.
    pub fn new(points: &'a [[T; D]]) -> Result<Self, NoBody> {
        if points.is_empty() {
            return Err(NoBody::Empty);
        }
        if u32::try_from(points.len()).is_err() {
            return Err(NoBody::TooMany);
        }
        let (mut extent, mut sum) = ([T::default(); D], [0.0; D]);
        for (index, point) in points.iter().enumerate() {
            for k in 0..D {
                let magnitude = point[k].magnitude();
                sum[k] += point[k].widened();
                // Written so that a NaN fails.
                if magnitude.widened() <= T::GREATEST {
                    extent[k] = if magnitude > extent[k] { magnitude } else { extent[k] };
                } else {
                    return Err(NoBody::NotFinite { point: index, coordinate: k });
                }
            }
        }
        let mean = sum.map(|sum| sum / points.len() as f64);
        let center = if mean.iter().all(|x| x.is_finite()) { mean.map(T::nearest) } else { points[0] };
        Ok(Points { points, extent, center })
    }
}

/// The reason why points are not a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoBody {
    /// There is no point.
    Empty,
    /// There are more than 2³² − 1 points.
    TooMany,
    /// A coordinate is infinite or not a number.
    NotFinite {
        /// The number of the point.
        point: usize,
        /// The number of the coordinate.
        coordinate: usize,
    },
}

impl std::fmt::Display for NoBody {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoBody::Empty => f.write_str("a body needs at least one point"),
            NoBody::TooMany => f.write_str("a body has at most 2^32 - 1 points"),
            NoBody::NotFinite { point, coordinate } => {
                write!(f, "coordinate {coordinate} of point {point} is infinite or not a number")
            }
        }
    }
}

impl std::error::Error for NoBody {}

impl<T: Number, const D: usize> Body<T, D> for Points<'_, T, D> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.points.len()
    }

    #[inline(always)]
    fn point(&self, index: usize) -> [T; D] {
        self.points[index]
    }

    #[inline(always)]
    fn extent(&self) -> [T; D] {
        self.extent
    }

    #[inline(always)]
    fn center(&self) -> [T; D] {
        self.center
    }

    #[inline]
    fn support(&self, direction: &[T; D]) -> usize {
        let (mut best, mut greatest) = (0, product(&self.points[0], direction));
        for (index, point) in self.points.iter().enumerate().skip(1) {
            let new = product(point, direction);
            if new > greatest {
                (best, greatest) = (index, new);
            }
        }
        best
    }

    #[inline]
    fn each_beyond(&self, direction: &[T; D], least: T, mut visit: impl FnMut(usize)) {
        for (index, point) in self.points.iter().enumerate() {
            if product(point, direction) >= least {
                visit(index);
            }
        }
    }
}
