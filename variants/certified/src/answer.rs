//! Answers and what they prove.

use crate::double_double::DoubleDouble;
use crate::integer::times_power;
use crate::number::Number;
use crate::simplex::Pairs;
use crate::vector::Vector;

/// Which stage decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
// As wide as the number before it in an answer: padding behind a byte is copied in pieces that overlap, and a load of two of them waits.
#[repr(u32)]
pub enum Stage {
    /// Rounded arithmetic within its proved bounds.
    Doubles,
    /// Integers.
    Integers,
}

/// The bodies meet; touching bodies do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meets {
    /// The evidence: the hull of these at most four points of M = A − B holds the origin.
    pub simplex: Pairs,
    /// Which stage decided.
    pub stage: Stage,
    /// Pairs of support points that the rounded search asked for.
    pub iterations: usize,
}

/// Whether two bodies meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict<T, const D: usize> {
    /// They share no point.
    Apart {
        /// An axis. Where no simplex is given it is the evidence: its product with every point of A is greater than with every point of B.
        axis: [T; D],
        /// Where integers decided, the evidence is the face of M nearest to the origin: these at most three points of M. The axis is its
        /// normal, rounded. Of bodies with radii the face is given always: its exact normal separates them. Else empty.
        simplex: Pairs,
        /// Which stage decided.
        stage: Stage,
        /// Pairs of support points that the rounded search asked for.
        iterations: usize,
    },
    /// They share a point.
    Meets(Meets),
}

impl<T, const D: usize> Verdict<T, D> {
    /// Whether the bodies meet.
    pub fn meets(&self) -> bool {
        matches!(self, Verdict::Meets(_))
    }
}

/// The distance of two bodies that are apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Apart<T, const D: usize> {
    /// The distance, within one unit in the last place: the exact one lies strictly between the number below and the number above. It is an
    /// infinity where the exact one is beyond the range, and the least positive number where it is below that.
    pub distance: T,
    /// The witness point on A: each coordinate is off the combination of A's points with the weights by at most 16u times their greatest
    /// coordinate and the least positive number.
    pub on_a: [T; D],
    /// The witness point on B, likewise.
    pub on_b: [T; D],
    /// The direction from B to A in which they are nearest, rounded, of any length.
    pub axis: [T; D],
    /// The evidence: the face of M = A − B that is nearest to the origin, by at most three of its points. No point of M is
    /// below its plane by more than 2⁻⁵⁷ of the distance.
    pub simplex: Pairs,
    /// The weights of the nearest point by the positions of the simplex' points. The point of M that they form is in each coordinate within 2⁻³⁹ L
    /// (in single precision 2⁻²¹ L) of the nearest one of the face, L being the size of the face, [as defined](crate::face).
    pub weights: [f64; 3],
    /// Which stage decided.
    pub stage: Stage,
    /// Pairs of support points that the rounded search asked for.
    pub iterations: usize,
}

/// How far two bodies are apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Distance<T, const D: usize> {
    /// They share no point.
    Apart(Apart<T, D>),
    /// They share a point.
    Meets(Meets),
}

impl<T: Number, const D: usize> Distance<T, D> {
    /// The distance; zero where the bodies meet.
    pub fn value(&self) -> T {
        match self {
            Distance::Apart(apart) => apart.distance,
            Distance::Meets(_) => T::default(),
        }
    }
}

impl<T: Number, const D: usize> Apart<T, D> {
    /// A lower and an upper bound of the exact distance: the numbers below and above.
    pub fn bounds(&self) -> [f64; 2] {
        let distance = self.distance.widened();
        if T::IS_DOUBLE {
            return [distance.next_down(), distance.next_up()];
        }
        let single = distance as f32;
        [f64::from(single.next_down()), f64::from(single.next_up())]
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

/// How far two bodies that meet have to be moved to be taken apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overlap<T, const D: usize> {
    /// The penetration depth, within one unit in the last place: the exact one lies strictly between the number below and the number above. It is
    /// zero exactly where the bodies touch, or M has no interior; an infinity where the exact one is beyond the range; and the least positive
    /// number where it is below that.
    pub depth: T,
    /// A shortest translation that takes the bodies apart, rounded: A moved by its opposite touches B. It points from A into B.
    pub translation: [T; D],
    /// Its direction, rounded, of any length: the outward normal of the plane of the [shell](crate::Workspace::shell)'s first facet. Where M is flat, a
    /// normal of M.
    pub normal: [T; D],
    /// The witness point on A, rounded: on_a − on_b is the translation, up to rounding.
    pub on_a: [T; D],
    /// The witness point on B, likewise.
    pub on_b: [T; D],
    /// The facet of M that the translation lies in: as many points of M as the space has dimensions. Where M is flat, points that hold the
    /// origin.
    pub simplex: Pairs,
    /// The weights of the translation by the positions of the simplex' points, rounded.
    pub weights: [f64; 3],
    /// The evidence that the bodies meet: the hull of these at most four points of M holds the origin.
    pub origin: Pairs,
    /// Whether integers had to be asked, for the verdict or for a choice on the way to the depth.
    pub stage: Stage,
    /// Pairs of support points that were asked for.
    pub iterations: usize,
}

/// How far two bodies are apart, or how deep they are in each other.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(clippy::large_enum_variant)]
pub enum Depth<T, const D: usize> {
    /// They share no point.
    Apart(Apart<T, D>),
    /// They share a point.
    Overlaps(Overlap<T, D>),
}

impl<T: Number, const D: usize> Depth<T, D> {
    /// The signed distance: of bodies that meet it is the depth, and negative.
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
