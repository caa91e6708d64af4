//! Bodies that move: a family whose cases are the frames of traces.
//!
//! A trace is one pair of bodies at [`FRAMES`] successive moments. Between two of them nothing changes but where the bodies
//! are: each point keeps its place in its list, and A stays A, so an answer about one frame can name vertices of the next. The
//! knob is the step from frame to frame. Everything else of a trace is drawn, and does not depend on the step: the traces of a
//! number with different steps show the same bodies, about the same place.

use super::{Draw, Family, Pair};
use crate::case::{Arithmetic, Case};

/// The frames of a trace.
pub const FRAMES: u64 = 16;

/// The exponent of two of the least step; the greatest is one.
const LEAST: f64 = -20.0;

/// Where in a trace a frame is.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// The step from frame to frame.
    pub step: f64,
    /// The frame, from 0.
    pub frame: u64,
}

/// An embedded family of traces: case number i is frame i mod [`FRAMES`] of trace number i / [`FRAMES`].
#[derive(Clone, Copy)]
pub struct Motion {
    pub(super) name: &'static str,
    pub(super) description: &'static str,
    pub(super) knob: &'static str,
    /// Draws the same random numbers at every moment.
    pub(super) pose: fn(&mut Draw, Moment) -> Pair,
}

/// The embedded families of traces, in the order of tables and figures.
pub const MOTIONS: [Motion; 2] = [super::tumbling::TUMBLING, super::resting::RESTING];

impl Motion {
    /// The frames of trace number `number` with this step, exact in the arithmetic. With [`Motion::own_step`] they are the
    /// family's cases; with another one their names end in it.
    pub fn frames(&self, seed: u64, arithmetic: Arithmetic, number: u64, step: f64) -> Vec<Case> {
        let is_own = step == self.own_step(seed, arithmetic, number);
        let frame = |frame| {
            let mut case = self.frame(seed, arithmetic, number, Moment { step, frame });
            if !is_own {
                case.id = format!("{}:{step:e}", case.id);
            }
            case
        };
        (0..FRAMES).map(frame).collect()
    }

    /// The step of trace number `number` of the family.
    pub fn own_step(&self, seed: u64, arithmetic: Arithmetic, number: u64) -> f64 {
        self.draw(seed, arithmetic, number).knob(LEAST, 0.0)
    }

    fn draw(&self, seed: u64, arithmetic: Arithmetic, number: u64) -> Draw {
        Draw::new(self.name, 3, seed, arithmetic, number)
    }

    fn frame(&self, seed: u64, arithmetic: Arithmetic, number: u64, moment: Moment) -> Case {
        let mut draw = self.draw(seed, arithmetic, number);
        let pair = (self.pose)(&mut draw, moment);
        pair.into_case(&mut draw, self.name, seed, number.wrapping_mul(FRAMES).wrapping_add(moment.frame))
    }
}

impl Family for Motion {
    fn name(&self) -> &str {
        self.name
    }

    fn description(&self) -> &str {
        self.description
    }

    fn knob(&self) -> &str {
        self.knob
    }

    fn logarithmic(&self) -> bool {
        true
    }

    fn dimension(&self) -> u8 {
        3
    }

    fn knob_is_gap(&self) -> bool {
        false
    }

    fn case(&self, seed: u64, arithmetic: Arithmetic, index: u64) -> Case {
        let (number, frame) = (index / FRAMES, index % FRAMES);
        let step = self.own_step(seed, arithmetic, number);
        self.frame(seed, arithmetic, number, Moment { step, frame })
    }
}
