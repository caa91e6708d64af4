//! The pair of bodies that a family makes from its random numbers.

use super::RandomSource;
use crate::case::{Arithmetic, Body, Case, Knob, Point};

/// Two bodies as a family poses them, before they become a case.
#[derive(Clone, Debug, PartialEq)]
pub struct PosedPair {
    /// One body.
    pub a: Body,
    /// The other body.
    pub b: Body,
    /// The requested knob.
    pub asked: f64,
    /// The knob that the snapped coordinates achieve, if the family knows it.
    pub achieved: Option<f64>,
    /// The translation of the body `a`, if it moves.
    pub motion: Option<Point>,
}

impl PosedPair {
    /// Two hulls of points, with the requested and the achieved knob.
    pub fn of_hulls(a: Vec<Point>, b: Vec<Point>, asked: f64, achieved: Option<f64>) -> PosedPair {
        PosedPair { a: Body::Points(a), b: Body::Points(b), asked, achieved, motion: None }
    }

    /// The same pair, whose body `a` moves by this vector.
    pub fn moving(self, motion: Point) -> PosedPair {
        PosedPair { motion: Some(motion), ..self }
    }

    /// The case with the roles in random order: if the body that moves becomes B, A moves by the opposite vector instead. The points are in random order as well if both bodies are hulls of
    /// points.
    pub fn into_case(mut self, random: &mut RandomSource, name: &str, seed: u64, index: u64) -> Case {
        if random.chance(0.5) {
            std::mem::swap(&mut self.a, &mut self.b);
            self.motion = self.motion.map(|motion| motion.map(|x| 0.0 - x));
        }
        if let (Body::Points(a), Body::Points(b)) = (&mut self.a, &mut self.b) {
            random.shuffle(a);
            random.shuffle(b);
        }
        let knob = Some(Knob { asked: self.asked, achieved: self.achieved });
        let case = Case::of_bodies(format!("{name}:{seed}:{index}"), random.dimension(), self.a, self.b);
        // The rotations of curved bodies are rounded in the arithmetic, and a reader checks them in the scalar that the
        // case states.
        let parts = || case.a.parts().iter().chain(case.b.parts());
        let is_single = random.arithmetic() == Arithmetic::F32 && parts().any(|part| matches!(part, Body::Curved(_)));
        let home = is_single.then_some(Arithmetic::F32);
        Case { family: Some(name.to_owned()), home, knob, cast: self.motion, ..case }
    }
}
