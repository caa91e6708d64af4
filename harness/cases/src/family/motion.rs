//! Bodies that move: a family whose cases are the frames of traces.
//!
//! A trace is one pair of bodies at [`FRAMES`] successive times. From one frame to the next only the positions of the
//! bodies change: each point keeps its place in its list, and A stays A, so an answer about one frame can name vertices
//! of the next. The knob is the step from frame to frame. Everything else in a trace is drawn at random and does not
//! depend on the step: traces with one number and different steps show the same bodies in about the same place.

use super::{PosedPair, RandomSource};
use crate::case::{Arithmetic, Case};

/// The number of frames in a trace.
pub const FRAMES: u64 = 16;

/// The binary exponent of the least step; the greatest step is one.
const LEAST: f64 = -20.0;

/// The position of a frame in its trace.
#[derive(Clone, Copy, Debug)]
pub struct FramePosition {
    /// The step from frame to frame.
    pub step: f64,
    /// The number of the frame, from 0.
    pub frame: u64,
}

/// The traces of an embedded family: case number i of the family is frame i mod [`FRAMES`] of trace number i /
/// [`FRAMES`].
#[derive(Clone, Copy)]
pub struct Motion {
    pub(super) name: &'static str,
    pub(super) dimension: u8,
    /// Poses the bodies; it draws the same random numbers at every position.
    pub(super) pose: fn(&mut RandomSource, FramePosition) -> PosedPair,
}

impl Motion {
    /// The name of the family.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The frames of trace number `number` with this step, exact in the arithmetic. With [`Motion::own_step`] they are
    /// the family's cases; with another step, their names end in that step.
    pub fn frames(&self, seed: u64, arithmetic: Arithmetic, number: u64, step: f64) -> Vec<Case> {
        let is_own = step == self.own_step(seed, arithmetic, number);
        let frame = |frame| {
            let mut case = self.case(seed, arithmetic, number, FramePosition { step, frame });
            if !is_own {
                case.id = format!("{}:{step:e}", case.id);
            }
            case
        };
        (0..FRAMES).map(frame).collect()
    }

    /// The step of trace number `number` of the family.
    pub fn own_step(&self, seed: u64, arithmetic: Arithmetic, number: u64) -> f64 {
        self.random(seed, arithmetic, number).knob(LEAST, 0.0)
    }

    fn random(&self, seed: u64, arithmetic: Arithmetic, number: u64) -> RandomSource {
        RandomSource::new(self.name, self.dimension, seed, arithmetic, number)
    }

    /// A frame of trace number `number`.
    pub(super) fn case(&self, seed: u64, arithmetic: Arithmetic, number: u64, position: FramePosition) -> Case {
        let mut random = self.random(seed, arithmetic, number);
        let pair = (self.pose)(&mut random, position);
        pair.into_case(&mut random, self.name, seed, number.wrapping_mul(FRAMES).wrapping_add(position.frame))
    }
}
