//! Support mappings: the point of a body with the greatest product with a direction.
//!
//! Algorithms access a convex body only through [`SupportMap`]. The bodies are hulls of points ([`Hull`]), boxes ([`Cuboid`]),
//! affine images of a ball, a cylinder and a cone ([`AffineImage`]), and any of these bodies swept by a ball ([`Swept`]). The
//! support point of a hull is found by a scan in vector instructions ([`Instructions`]). The [`mod@surface`] of a hull is made
//! of triangles.

mod affine_image;
mod columns;
mod cuboid;
mod instructions;
mod scan;
pub mod surface;
mod swept;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use affine_image::{AffineImage, Form};
pub use columns::{Columns, Scan};
pub use cuboid::Cuboid;
pub use instructions::Instructions;
pub use swept::Swept;

use gjk_numbers::{Ring, Scalar, Space};

/// A convex body, known by its support mapping.
pub trait SupportMap<S: Space> {
    /// A point of the body with the greatest product with `direction`, and the index by which the body names this point.
    ///
    /// The index is below 2³² − 1, because answers store names in 32 bits. `near` is the index returned for a nearby direction,
    /// for mappings that can use it. For a direction of zero, any point may be returned.
    fn support(&self, direction: &S::Vector, near: Option<usize>) -> (S::Vector, usize);
    /// A point inside the body, from which a run may start; it may be rounded.
    fn center(&self) -> S::Vector;
    /// The point with this index; `None` if there is no such point, or if the indices of this body's points are not lasting.
    ///
    /// A start from an earlier answer calls this, and so does code that continues with the simplex of an answer.
    fn vertex(&self, _index: usize) -> Option<S::Vector> {
        None
    }
    /// Whether [`SupportMap::vertex`] returns every point that [`SupportMap::support`] has returned, bit for bit.
    fn knows_vertices(&self) -> bool {
        false
    }
    /// The hull of this body, and the radius of the ball that sweeps it, if there is one; `None` for any other body.
    ///
    /// It serves algorithms that examine every point.
    fn as_rounded_hull(&self) -> Option<(&Hull<S>, Option<&S::Scalar>)> {
        None
    }
    /// The translation of the body over the times from 0 to 1, if it moves in a cast; `None` for a body at rest.
    ///
    /// All other methods are about the body at time 0.
    fn motion(&self) -> Option<&S::Vector> {
        None
    }
}

/// The convex hull of at least one point.
///
/// The points may be in any order; duplicates and interior points are allowed.
#[derive(Clone, Debug)]
pub struct Hull<S: Space> {
    points: Vec<S::Vector>,
    center: S::Vector,
    /// The greatest absolute value of each coordinate.
    extent: S::Vector,
    /// A copy of the points, stored by coordinate, if there is a scan for the number type.
    columns: Option<Columns<S::Scalar>>,
    motion: Option<S::Vector>,
}

impl<S: Space> Hull<S> {
    /// The hull of these points, with their mean as its centre; `None` if there are no points.
    pub fn new(points: Vec<S::Vector>) -> Option<Self>
    where
        S::Scalar: Scalar,
    {
        let mut sum = points.first()?.clone();
        for point in &points[1..] {
            sum = S::plus(&sum, point);
        }
        let share = S::Scalar::one().over(&S::Scalar::from_f64(points.len() as f64));
        let mut center = S::scaled(&sum, &share);
        // If the sum overflows, the mean is useless; any of the points is also inside the hull.
        if (0..S::DIMENSION).any(|i| !S::coordinate(&center, i).is_finite()) {
            center = points[0].clone();
        }
        Self::with_center(points, center)
    }

    /// The hull of these points with a centre supplied by the caller; `None` if there are no points.
    ///
    /// It serves number types without division.
    pub fn with_center(points: Vec<S::Vector>, center: S::Vector) -> Option<Self> {
        if points.is_empty() {
            return None;
        }
        let columns = by_coordinate::<S>(&points, Instructions::widest());
        let extent = S::vector(|i| {
            let magnitudes = points.iter().map(|point| S::coordinate(point, i).magnitude());
            // The first magnitude that is not finite stays, a NaN as well: `certified` refuses such hulls by their extent.
            let greater = |greatest: S::Scalar, next| if next <= greatest || !greatest.is_finite() { greatest } else { next };
            magnitudes.reduce(greater).unwrap_or_else(S::Scalar::zero)
        });
        Some(Hull { points, center, extent, columns, motion: None })
    }

    /// The same hull, scanned in these instructions instead of the widest ones of the processor.
    ///
    /// If `instructions` is `None`, the points are scanned one by one. The answers are the same. Returns `None` if the
    /// processor lacks the instructions, or if they have no scan for the number type.
    pub fn scanned_in(mut self, instructions: Option<Instructions>) -> Option<Self> {
        self.columns = match instructions {
            Some(instructions) => Some(by_coordinate::<S>(&self.points, instructions)?),
            None => None,
        };
        Some(self)
    }

    /// The same hull, moving by this translation over the times from 0 to 1.
    pub fn moving(self, motion: S::Vector) -> Self {
        Hull { motion: Some(motion), ..self }
    }

    /// The points.
    #[inline(always)]
    pub fn points(&self) -> &[S::Vector] {
        &self.points
    }

    /// The index of the point that [`SupportMap::support`] returns.
    #[inline(always)]
    pub fn support_index(&self, direction: &S::Vector) -> usize {
        match &self.columns {
            Some(columns) => columns.first_greatest(three::<S>(direction)),
            None => one_by_one::<S>(&self.points, direction),
        }
    }

    /// The greatest absolute value of each coordinate.
    #[inline(always)]
    pub fn extent(&self) -> &S::Vector {
        &self.extent
    }

    /// Calls `visit` with the index of each point whose product with the direction, by [`Space::dot`], is at least `least`.
    #[inline(always)]
    pub fn each_beyond(&self, direction: &S::Vector, least: &S::Scalar, visit: impl FnMut(usize)) {
        match &self.columns {
            Some(columns) => columns.each_beyond(three::<S>(direction), least, self.points.len(), visit),
            None => (0..self.points.len()).filter(|&i| S::dot(&self.points[i], direction) >= *least).for_each(visit),
        }
    }
}

fn by_coordinate<S: Space>(points: &[S::Vector], instructions: Instructions) -> Option<Columns<S::Scalar>> {
    let scan = scan::scan(instructions, S::DIMENSION, points.len())?;
    let beyond = scan::beyond(instructions, S::DIMENSION)?;
    Columns::new(scan, beyond, points.len(), S::DIMENSION, |j, i| S::coordinate(&points[j], i).clone())
}

impl<S: Space> SupportMap<S> for Hull<S> {
    /// The first point in index order wins a tie.
    #[inline]
    fn support(&self, direction: &S::Vector, _near: Option<usize>) -> (S::Vector, usize) {
        let best = self.support_index(direction);
        (self.points[best].clone(), best)
    }

    fn center(&self) -> S::Vector {
        self.center.clone()
    }

    #[inline(always)]
    fn vertex(&self, index: usize) -> Option<S::Vector> {
        self.points.get(index).cloned()
    }

    #[inline(always)]
    fn knows_vertices(&self) -> bool {
        true
    }

    #[inline(always)]
    fn as_rounded_hull(&self) -> Option<(&Hull<S>, Option<&S::Scalar>)> {
        Some((self, None))
    }

    #[inline(always)]
    fn motion(&self) -> Option<&S::Vector> {
        self.motion.as_ref()
    }
}

/// The coordinates of a vector, extended to three by zeros.
#[inline(always)]
fn three<S: Space>(v: &S::Vector) -> [S::Scalar; 3] {
    std::array::from_fn(|i| if i < S::DIMENSION { S::coordinate(v, i).clone() } else { S::Scalar::zero() })
}

/// The index of the first point with the greatest product, found by a scan of one point at a time.
///
/// It is not inlined: its loop would take registers that the callers of the vector scans need.
#[inline(never)]
fn one_by_one<S: Space>(points: &[S::Vector], direction: &S::Vector) -> usize {
    let mut best = 0;
    let mut greatest = S::dot(&points[0], direction);
    for (index, point) in points.iter().enumerate().skip(1) {
        let product = S::dot(point, direction);
        if product > greatest {
            greatest = product;
            best = index;
        }
    }
    best
}
