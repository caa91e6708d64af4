//! Answers and their evidence.

use crate::double_double::DoubleDouble;
use crate::integer::times_power;
use crate::number::Number;
use crate::simplex::Pairs;
use crate::vector::Vector;

/// The stage that decided. A version may add one between these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
// As wide as the number before it in an answer: padding after a byte is copied in overlapping pieces, and a load that spans two
// of them stalls.
#[repr(u32)]
pub enum Stage {
    /// Rounded arithmetic within its proved bounds.
    Doubles,
    /// Integers.
    Integers,
}

/// The evidence that the bodies meet; touching bodies meet.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Meets {
    /// The evidence: the hull of these at most four points of M = A − B holds the origin.
    pub simplex: Pairs,
    /// The stage that decided.
    pub stage: Stage,
    /// The number of pairs of support points in the rounded search.
    pub iterations: usize,
}

/// Whether two bodies meet.
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
pub enum Verdict<T, const D: usize> {
    /// The bodies share no point.
    #[non_exhaustive]
    Apart {
        /// An axis. If no simplex is given, the axis is the evidence: its product with every point of A is greater than with
        /// every point of B.
        axis: [T; D],
        /// The face of M nearest to the origin, by at most three points of M. If integers decided, this face is the evidence,
        /// and the axis is its rounded normal. For bodies with radii the face is always given: its exact normal separates them.
        /// Otherwise it is empty.
        simplex: Pairs,
        /// The stage that decided.
        stage: Stage,
        /// The number of pairs of support points in the rounded search.
        iterations: usize,
    },
    /// The bodies share a point.
    Meets(Meets),
}

impl<T, const D: usize> Verdict<T, D> {
    /// Whether the bodies meet.
    #[must_use]
    pub fn meets(&self) -> bool {
        matches!(self, Verdict::Meets(_))
    }
}

/// The distance of two bodies that are apart.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Apart<T, const D: usize> {
    /// The distance, within one unit in the last place: the exact one lies strictly between the number below and the number
    /// above. It is an infinity if the exact one is beyond the range, and the least positive number if the exact one is below
    /// that.
    pub distance: T,
    /// The witness point on A: each coordinate differs from that of the combination of A's points with the weights by at most
    /// the sum of 16u times their greatest coordinate and the least positive number.
    pub on_a: [T; D],
    /// The witness point on B, with the same error.
    pub on_b: [T; D],
    /// The direction from B to A in which the bodies are nearest, rounded, of any length.
    pub axis: [T; D],
    /// The evidence: the face of M = A − B nearest to the origin, by at most three of its points. No point of M is below its
    /// plane by more than 2⁻⁵⁷ of the distance.
    pub simplex: Pairs,
    /// The weights of the nearest point, by position in the simplex. The point of M that they form is, in each coordinate,
    /// within 2⁻³⁹ L (in single precision 2⁻²¹ L) of the nearest point of the face, where L is the size of the face, [as
    /// defined](crate::face).
    pub weights: [f64; 3],
    /// The stage that decided.
    pub stage: Stage,
    /// The number of pairs of support points in the rounded search.
    pub iterations: usize,
}

/// The distance of two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
pub enum Distance<T, const D: usize> {
    /// The bodies share no point.
    Apart(Apart<T, D>),
    /// The bodies share a point.
    Meets(Meets),
}

impl<T: Number, const D: usize> Distance<T, D> {
    /// The distance; zero if the bodies meet.
    #[must_use]
    pub fn value(&self) -> T {
        match self {
            Distance::Apart(apart) => apart.distance,
            Distance::Meets(_) => T::default(),
        }
    }
}

impl<T: Number, const D: usize> Apart<T, D> {
    /// A lower and an upper bound of the exact distance: the numbers below and above.
    #[must_use]
    pub fn bounds(&self) -> [f64; 2] {
        around(self.distance)
    }

    #[inline(always)]
    pub(crate) fn of(
        simplex: Pairs,
        axis: &Vector,
        distance: (DoubleDouble, i32),
        (weights, [on_a, on_b]): ([f64; 3], [Vector; 2]),
        stage: Stage,
        iterations: usize,
    ) -> Self {
        let rounded = |v: &Vector| std::array::from_fn(|k| T::nearest(v[k]));
        let scale = if T::IS_DOUBLE { 1.0 } else { crate::face::to_one(axis) };
        Apart {
            distance: rounded_distance(distance),
            on_a: rounded(&on_a),
            on_b: rounded(&on_b),
            axis: rounded(&axis.map(|x| scale * x)),
            simplex,
            weights,
            stage,
            iterations,
        }
    }
}

/// The numbers below and above a number, in its own precision.
fn around<T: Number>(x: T) -> [f64; 2] {
    let x = x.widened();
    if T::IS_DOUBLE {
        return [x.next_down(), x.next_up()];
    }
    let single = x as f32;
    [f64::from(single.next_down()), f64::from(single.next_up())]
}

/// The translation that separates two bodies that meet.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Overlap<T, const D: usize> {
    /// The penetration depth, within one unit in the last place: the exact one lies strictly between the number below and the
    /// number above. It is zero exactly if the bodies touch, or M has no interior; an infinity if the exact one is beyond the
    /// range; and the least positive number if the exact one is below that.
    pub depth: T,
    /// A shortest translation that separates the bodies, rounded: A moved by its opposite touches B. It points from A into B.
    pub translation: [T; D],
    /// The direction of the translation, rounded, of any length: the outward normal of the plane of the
    /// [shell](crate::Workspace::shell)'s first facet. If M is flat, a normal of M.
    pub normal: [T; D],
    /// The witness point on A, rounded: on_a − on_b is the translation, up to rounding.
    pub on_a: [T; D],
    /// The witness point on B, likewise.
    pub on_b: [T; D],
    /// The facet of M that contains the translation: as many points of M as the space has dimensions. If M is flat, points that
    /// hold the origin.
    pub simplex: Pairs,
    /// The weights of the translation, by position in the simplex, rounded.
    pub weights: [f64; 3],
    /// The evidence that the bodies meet: the hull of these at most four points of M holds the origin.
    pub origin: Pairs,
    /// Whether integers were needed, for the verdict or for a choice on the way to the depth.
    pub stage: Stage,
    /// The number of pairs of support points.
    pub iterations: usize,
}

impl<T: Number, const D: usize> Overlap<T, D> {
    /// A lower and an upper bound of the exact depth: the numbers below and above. Both are zero if the depth is, which is exact.
    #[must_use]
    pub fn bounds(&self) -> [f64; 2] {
        if self.depth == T::default() { [0.0; 2] } else { around(self.depth) }
    }
}

/// The distance of two bodies, or the depth of their overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(clippy::large_enum_variant)]
#[must_use]
pub enum Depth<T, const D: usize> {
    /// The bodies share no point.
    Apart(Apart<T, D>),
    /// The bodies share a point.
    Overlaps(Overlap<T, D>),
}

impl<T: Number, const D: usize> Depth<T, D> {
    /// The signed distance: for bodies that meet, minus the depth.
    #[must_use]
    pub fn signed_distance(&self) -> T {
        match self {
            Depth::Apart(apart) => apart.distance,
            Depth::Overlaps(overlap) => -overlap.depth,
        }
    }
}

/// (hi + lo) 2^power, rounded; never to zero.
#[inline(always)]
pub(crate) fn rounded_distance<T: Number>((number, power): (DoubleDouble, i32)) -> T {
    let rounded = T::nearest(times_power(number.hi, power));
    if rounded.widened() > 0.0 { rounded } else { T::LEAST }
}
