//! Support mappings: the greatest point of a body along a direction.
//!
//! Algorithms see a convex body through [`SupportMap`] alone. The bodies are hulls of points ([`Hull`]), boxes ([`Cuboid`]),
//! affine images of a ball, a cylinder and a cone ([`AffineImage`]), and any of them swept by a ball ([`Swept`]). A hull is
//! scanned in vector instructions ([`Instructions`]); its [`mod@surface`] is made of triangles.

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
    /// A point of the body with the greatest product with `direction`, and what this body calls it: an index below 2³² − 1, as
    /// answers keep names in 32 bits. `near` is the index that a nearby direction gave, for mappings that can use one. Any point will do for a direction of zero.
    fn support(&self, direction: &S::Vector, near: Option<usize>) -> (S::Vector, usize);
    /// A point inside, from which a run may start. Rounding it does no harm.
    fn center(&self) -> S::Vector;
    /// The point that this body calls so, for starts from an earlier answer, and for code that goes on with the simplex of an
    /// answer. None where there is none, or where this body's points have no lasting names.
    fn vertex(&self, _index: usize) -> Option<S::Vector> {
        None
    }
    /// Whether [`SupportMap::vertex`] gives every point that [`SupportMap::support`] has given, to the bit.
    fn knows_vertices(&self) -> bool {
        false
    }
    /// The hull that this body is, and none for its radius or the ball that it is swept by: for algorithms that look at every point.
    /// None for bodies that are neither.
    fn as_rounded_hull(&self) -> Option<(&Hull<S>, Option<&S::Scalar>)> {
        None
    }
}

/// The convex hull of at least one point: in any order, duplicates and interior points allowed.
#[derive(Clone, Debug)]
pub struct Hull<S: Space> {
    points: Vec<S::Vector>,
    center: S::Vector,
    /// The greatest absolute value of each coordinate.
    extent: S::Vector,
    /// The points once more by coordinate, where the numbers have a scan.
    columns: Option<Columns<S::Scalar>>,
}

impl<S: Space> Hull<S> {
    /// The hull of these points, with their mean as its centre. None without points.
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
        // A sum that overflows says nothing of where the points are; any of them is inside as well.
        if (0..S::DIMENSION).any(|i| !S::coordinate(&center, i).is_finite()) {
            center = points[0].clone();
        }
        Self::with_center(points, center)
    }

    /// The hull of these points with a centre that the caller knows, for numbers without division. None without points.
    pub fn with_center(points: Vec<S::Vector>, center: S::Vector) -> Option<Self> {
        if points.is_empty() {
            return None;
        }
        let columns = by_coordinate::<S>(&points, Instructions::widest());
        let extent = S::vector(|i| {
            let magnitudes = points.iter().map(|point| S::coordinate(point, i).magnitude());
            // Written so that a NaN stays.
            magnitudes.reduce(|greatest, next| if next <= greatest { greatest } else { next }).unwrap_or_else(S::Scalar::zero)
        });
        Some(Hull { points, center, extent, columns })
    }

    /// The same hull, scanned in these instructions and not in the widest ones of the processor, or one by one where none are
    /// given. The answers are the same. None where the processor or the numbers lack them.
    pub fn scanned_in(mut self, instructions: Option<Instructions>) -> Option<Self> {
        self.columns = match instructions {
            Some(instructions) => Some(by_coordinate::<S>(&self.points, instructions)?),
            None => None,
        };
        Some(self)
    }

    /// The points.
    #[inline(always)]
    pub fn points(&self) -> &[S::Vector] {
        &self.points
    }

    /// The number of the point that [`SupportMap::support`] gives.
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

    /// Calls `visit` with the number of each point whose product with the direction is at least `least`, products being those of
    /// [`Space::dot`].
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
}

/// The coordinates of a vector, with zeros for those that it lacks of three.
#[inline(always)]
fn three<S: Space>(v: &S::Vector) -> [S::Scalar; 3] {
    std::array::from_fn(|i| if i < S::DIMENSION { S::coordinate(v, i).clone() } else { S::Scalar::zero() })
}

/// The number of the first point with the greatest product, by looking at one after the other. Not part of a loop's code,
/// where its own loop would cost registers that the scans' users need.
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
