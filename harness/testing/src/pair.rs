//! A pair of bodies.

use std::fmt;

use gjk_cases::case::{Arithmetic, Case, Class, Point};
use gjk_cases::format::write;
use gjk_truth::truth::Truth;

/// The convex hulls of two sets of points, in the plane or in space, displayed as a line of a file of cases.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct Pair<const D: usize> {
    /// The points of A.
    pub a: Vec<[f64; D]>,
    /// The points of B.
    pub b: Vec<[f64; D]>,
    /// The motion of A over the times from 0 to 1; zero if the bodies are at rest.
    pub motion: [f64; D],
    /// The exact class: separated, touching or overlapping, as the bodies start.
    pub class: Class,
    /// `FAMILY.SEED.INDEX`, the name on the command line of the case that this pair is or was shrunk from, followed by `-posed`
    /// if the pair was moved.
    pub name: String,
}

impl<const D: usize> Pair<D> {
    /// The points of A in `f32`; they are exact for a strategy [`in_f32`](crate::Pairs::in_f32).
    #[must_use]
    pub fn a_f32(&self) -> Vec<[f32; D]> {
        singles(&self.a)
    }

    /// The points of B in `f32`.
    #[must_use]
    pub fn b_f32(&self) -> Vec<[f32; D]> {
        singles(&self.b)
    }

    /// The motion of A in `f32`.
    #[must_use]
    pub fn motion_f32(&self) -> [f32; D] {
        self.motion.map(|x| x as f32)
    }
}

fn singles<const D: usize>(points: &[[f64; D]]) -> Vec<[f32; D]> {
    points.iter().map(|point| point.map(|x| x as f32)).collect()
}

/// Adds a third coordinate of zero to points in the plane.
pub(crate) fn in_space<const D: usize>(points: &[[f64; D]]) -> Vec<Point> {
    points.iter().map(|point| std::array::from_fn(|axis| point.get(axis).copied().unwrap_or_default())).collect()
}

impl<const D: usize> fmt::Debug for Pair<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let case = Case::of_points(self.name.as_str(), D as u8, in_space(&self.a), in_space(&self.b));
        let motion = in_space(&[self.motion])[0];
        f.write_str(&write(&if motion == [0.0; 3] { case } else { case.cast_along(motion) }))
    }
}

/// A pair in either space, for use within strategies.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Drawn {
    pub a: Vec<Point>,
    pub b: Vec<Point>,
    /// The motion of A, which is not zero; empty if the bodies are at rest.
    pub motion: Vec<Point>,
    pub dimension: u8,
    pub classes: Classes,
    pub name: String,
}

/// How the bodies lie as they start, and how B and the space that A sweeps lie: the same for bodies at rest.
pub(crate) type Classes = [Class; 2];

impl Drawn {
    /// The exact classes of these bodies; `None` if A has a motion of zero.
    pub fn true_classes(&self) -> Option<Classes> {
        let cast = self.motion.first().copied();
        if cast == Some([0.0; 3]) {
            return None;
        }
        let case = Case::of_points(self.name.as_str(), self.dimension, self.a.clone(), self.b.clone());
        let truth = Truth::of(&Case { cast, ..case });
        Some([truth.at_start().decided()?, truth.decided()?])
    }

    /// The same pair in its own space.
    pub fn pair<const D: usize>(&self) -> Pair<D> {
        let vector = |point: &Point| std::array::from_fn(|axis| point[axis]);
        let [a, b] = [&self.a, &self.b].map(|points| points.iter().map(vector).collect());
        let motion = self.motion.first().map_or([0.0; D], vector);
        Pair { a, b, motion, class: self.classes[0], name: self.name.clone() }
    }
}

/// The nearest number of the arithmetic.
pub(crate) fn rounded(x: f64, arithmetic: Arithmetic) -> f64 {
    if arithmetic == Arithmetic::F32 { f64::from(x as f32) } else { x }
}
