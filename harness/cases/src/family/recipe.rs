//! The definition of an embedded family, and the measured properties of its cases.

use super::motion::{FRAMES, FramePosition, Motion};
use super::{Family, PosedPair, RandomSource, Role};
use crate::case::{Arithmetic, Case, Class};

/// An embedded family.
#[derive(Clone, Copy)]
pub struct Recipe {
    /// The name on the command line and in records. It seeds the random numbers: a family that is renamed has other
    /// cases.
    pub name: &'static str,
    /// The kind of bodies, in one line.
    pub description: &'static str,
    /// The quantity that the knob measures, with its unit; `gap / D` if it is the true distance over D.
    pub knob: &'static str,
    /// The dimension, 2 or 3.
    pub dimension: u8,
    /// The kind of difficulty that the family is made for.
    pub role: Role,
    /// The function that poses its pairs.
    pub pose: Pose,
    /// The classes that its cases are meant to have, for a cast those of B and the space that A sweeps: a single class is the class of every case; each of several classes
    /// has at least a quarter of the cases, and other classes occur by chance.
    pub classes: &'static [Class],
    /// The measured properties of its cases in double precision.
    pub in_double: Profile,
    /// The measured properties of its cases in single precision.
    pub in_single: Profile,
    /// Checksums of the lengths of some cases in double and in single precision. If one changes, every stored result
    /// belongs to other cases: such a change must be intended.
    pub checksums: [u64; 2],
}

/// The function with which a family poses its pairs. The same random numbers give the same pair.
#[derive(Clone, Copy)]
pub enum Pose {
    /// Hulls of points.
    Hulls(fn(&mut RandomSource) -> PosedPair),
    /// Hulls of points that move: [`FRAMES`] successive cases are the frames of a trace.
    MovingHulls(fn(&mut RandomSource, FramePosition) -> PosedPair),
    /// Hulls of points. One of them moves, and the first contact is asked for.
    Cast(fn(&mut RandomSource) -> PosedPair),
    /// Bodies of any kind.
    Bodies(fn(&mut RandomSource) -> PosedPair),
}

/// The measured properties of the first [`Profile::CASES`] cases with the seed [`Profile::SEED`]. A test measures them
/// again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Profile {
    /// The numbers of separated, touching and overlapping cases.
    pub shares: [usize; 3],
    /// The logarithms to base two of the least and the greatest nonzero requested knob, in tenths, rounded down.
    pub asked: [i32; 2],
    /// The logarithms to base two of the least and the greatest nonzero achieved knob, rounded down.
    pub achieved: [i32; 2],
    /// The number of achieved knobs that are zero.
    pub zeros: usize,
}

impl Profile {
    /// The seed of the cases that are measured.
    pub const SEED: u64 = 1;
    /// The number of cases that are measured.
    pub const CASES: u64 = 400;
}

impl Recipe {
    /// The classes of most families.
    pub const SEPARATED_AND_OVERLAPPING: &[Class] = &[Class::Separated, Class::Overlapping];

    /// Whether every body is the hull of points, without a radius, and at rest.
    pub fn is_of_hulls(&self) -> bool {
        !matches!(self.pose, Pose::Bodies(_) | Pose::Cast(_))
    }

    /// True if A moves in its cases.
    pub fn is_of_casts(&self) -> bool {
        matches!(self.pose, Pose::Cast(_))
    }

    /// The traces of the family; `None` if its cases are independent.
    pub fn motion(&self) -> Option<Motion> {
        match self.pose {
            Pose::MovingHulls(pose) => Some(Motion { name: self.name, dimension: self.dimension, pose }),
            Pose::Hulls(_) | Pose::Cast(_) | Pose::Bodies(_) => None,
        }
    }
}

impl Family for Recipe {
    fn name(&self) -> &str {
        self.name
    }

    fn description(&self) -> &str {
        self.description
    }

    fn knob(&self) -> &str {
        self.knob
    }

    fn dimension(&self) -> u8 {
        self.dimension
    }

    fn role(&self) -> Role {
        self.role
    }

    fn only_class(&self) -> Option<Class> {
        if let [class] = self.classes { Some(*class) } else { None }
    }

    /// Frame n mod [`FRAMES`] of trace number n, so that every frame of a trace occurs equally often.
    fn independent_index(&self, number: u64) -> u64 {
        if self.motion().is_some() { number.wrapping_mul(FRAMES).wrapping_add(number % FRAMES) } else { number }
    }

    fn case(&self, seed: u64, arithmetic: Arithmetic, index: u64) -> Case {
        // The cases of a seed are the same in every thread, whatever floating-point mode other code has set there.
        gjk_mode::ours(|| match self.pose {
            Pose::Hulls(pose) | Pose::Cast(pose) | Pose::Bodies(pose) => {
                let mut random = RandomSource::new(self.name, self.dimension, seed, arithmetic, index);
                pose(&mut random).into_case(&mut random, self.name, seed, index)
            }
            Pose::MovingHulls(pose) => {
                let motion = Motion { name: self.name, dimension: self.dimension, pose };
                let (number, frame) = (index / FRAMES, index % FRAMES);
                motion.case(seed, arithmetic, number, FramePosition { step: motion.own_step(seed, arithmetic, number), frame })
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::FAMILIES;
    use super::*;

    #[test]
    fn one_frame_of_each_trace_is_an_independent_case_and_frames_take_turns() {
        for recipe in FAMILIES {
            let indices: Vec<u64> = (0..40).map(|number| recipe.independent_index(number)).collect();
            if recipe.motion().is_none() {
                assert_eq!(indices, (0..40).collect::<Vec<u64>>(), "{}", recipe.name);
                continue;
            }
            // Counted by hand: frame 0 of trace 0, frame 1 of trace 1, frame 15 of trace 15, frame 0 of trace 16.
            assert_eq!([0, 1, 15, 16, 17].map(|number| indices[number]), [0, 17, 255, 256, 273], "{}", recipe.name);
            let case = recipe.independent_case(7, Arithmetic::F64, 17);
            assert_eq!(case, recipe.case(7, Arithmetic::F64, 273));
            assert_eq!(case.id, format!("{}:7:273", recipe.name));
        }
    }
}
