//! Pairs that become simpler and keep their class: fewer points, coordinates of fewer bits, small integers. The motion of A is
//! simplified as a point is.
//!
//! proptest requests a simpler pair, and reports whether it fails too. A step is one change of the current pair; a step whose
//! pair fails is kept, and the next step changes that pair. Steps that change the class or change nothing are skipped. So no
//! step makes the final pair simpler. Steps are tried in a fixed order, the greatest first.

use gjk_cases::case::{Arithmetic, Point};
use proptest::strategy::ValueTree;

use crate::pair::{Classes, Drawn, Pair, rounded};

/// A pair that is being shrunk.
pub struct Shrinking<const D: usize> {
    /// The simplest pair that fails.
    fails: Drawn,
    /// The pair that proptest is testing.
    asked: Drawn,
    /// The steps of the failing pair, and the number of steps tried.
    steps: Vec<Step>,
    tried: usize,
    /// Whether a step was kept since the first step was last tried.
    is_kept: bool,
    arithmetic: Arithmetic,
    classes: Classes,
}

/// A change; bodies are given by number: A is 0, B is 1. The motion of A is the point of a third one.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// Removes these points.
    Drop { body: usize, first: usize, count: usize },
    /// Rounds every coordinate to a multiple of the power of two that leaves the greatest one `bits` bits; if `to_integers`, in
    /// units of that power.
    Round { bits: i32, to_integers: bool },
    /// Moves both bodies so that a point of one of them is at the origin.
    Bring { body: usize, point: usize },
    /// One coordinate becomes zero, a power of two, or loses its last bits.
    Coordinate { body: usize, point: usize, axis: usize, to: To },
}

#[derive(Clone, Copy, Debug)]
enum To {
    Zero,
    One,
    Half,
    Integer,
}

impl<const D: usize> Shrinking<D> {
    pub(crate) fn of(pair: Drawn, arithmetic: Arithmetic) -> Self {
        let (steps, classes) = (steps(&pair), pair.classes);
        Shrinking { fails: pair.clone(), asked: pair, steps, tried: 0, is_kept: false, arithmetic, classes }
    }

    /// The pair after a step; `None` if it is not simpler, or of another class.
    fn after(&self, step: Step) -> Option<Drawn> {
        let mut pair = self.fails.clone();
        let size = pair.size();
        apply(step, &mut pair, self.arithmetic)?;
        (pair.size() < size && pair.true_classes() == Some(self.classes)).then_some(pair)
    }
}

impl<const D: usize> ValueTree for Shrinking<D> {
    type Value = Pair<D>;

    fn current(&self) -> Pair<D> {
        self.asked.pair()
    }

    fn simplify(&mut self) -> bool {
        // The last pair given to proptest fails.
        if self.asked != self.fails {
            self.fails = self.asked.clone();
            self.is_kept = true;
            // The search continues at the same step: earlier steps were tried in vain, and are tried again at the end.
            self.steps = steps(&self.fails);
        }
        gjk_mode::ours(|| self.next())
    }

    fn complicate(&mut self) -> bool {
        self.asked = self.fails.clone();
        gjk_mode::ours(|| self.next())
    }
}

impl<const D: usize> Shrinking<D> {
    /// Moves on to the next step that makes a simpler pair; false if there is none.
    fn next(&mut self) -> bool {
        loop {
            while let Some(step) = self.steps.get(self.tried) {
                self.tried += 1;
                if let Some(pair) = self.after(*step) {
                    self.asked = pair;
                    return true;
                }
            }
            if !self.is_kept {
                return false;
            }
            (self.is_kept, self.tried) = (false, 0);
        }
    }
}

/// All steps from a pair, the greatest first.
fn steps(pair: &Drawn) -> Vec<Step> {
    let counts = [pair.a.len(), pair.b.len(), pair.motion.len()];
    let mut steps = Vec::new();
    for body in 0..2 {
        let mut count = counts[body] / 2;
        while count > 0 {
            steps.extend((0..counts[body]).step_by(count).map(|first| Step::Drop { body, first, count }));
            count /= 2;
        }
    }
    steps.extend((0..2).flat_map(|body| (0..counts[body]).map(move |point| Step::Bring { body, point })));
    for bits in [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48] {
        steps.extend([true, false].map(|to_integers| Step::Round { bits, to_integers }));
    }
    for to in [To::Zero, To::One, To::Integer, To::Half] {
        for body in 0..3 {
            for point in 0..counts[body] {
                steps.extend((0..usize::from(pair.dimension)).map(|axis| Step::Coordinate { body, point, axis, to }));
            }
        }
    }
    steps
}

/// Changes the pair; `None` if that is impossible.
fn apply(step: Step, pair: &mut Drawn, arithmetic: Arithmetic) -> Option<()> {
    let mut bodies = [&mut pair.a, &mut pair.b, &mut pair.motion];
    match step {
        Step::Drop { body, first, count } => {
            let points = &mut bodies[body];
            let end = (first + count).min(points.len());
            if first >= end || end - first == points.len() {
                return None;
            }
            points.drain(first..end);
        }
        Step::Bring { body, point } => {
            let origin: Point = *bodies[body].get(point)?;
            // A motion is the same wherever the bodies are.
            for other in bodies.into_iter().take(2).flatten() {
                *other = std::array::from_fn(|axis| rounded(other[axis] - origin[axis], arithmetic));
            }
        }
        Step::Round { bits, to_integers } => {
            let greatest = bodies.iter().flat_map(|points| points.iter().flatten()).fold(0.0, |most: f64, x| most.max(x.abs()));
            if greatest == 0.0 {
                return None;
            }
            let unit = 2_f64.powi((greatest.log2().floor() as i32 + 1 - bits).clamp(-1022, 1022));
            for x in bodies.into_iter().flatten().flatten() {
                let whole = (*x / unit).round();
                *x = rounded(if to_integers { whole } else { whole * unit }, arithmetic);
            }
        }
        Step::Coordinate { body, point, axis, to } => {
            let x = bodies[body].get_mut(point)?.get_mut(axis)?;
            *x = match to {
                To::Zero => 0.0,
                To::One => x.signum(),
                To::Integer => x.round(),
                To::Half => (x.trunc() / 2.0).trunc(),
            };
        }
    }
    // Removes the sign of a zero.
    [&mut pair.a, &mut pair.b, &mut pair.motion].into_iter().flatten().flatten().for_each(|x| *x += 0.0);
    Some(())
}

impl Drawn {
    /// The simplicity of a pair: its points, then the count of numbers that are not small integers, then the total bits, then
    /// the size.
    fn size(&self) -> (usize, usize, u64, f64) {
        let numbers = || [&self.a, &self.b, &self.motion].into_iter().flatten().flatten().copied();
        let is_small = |x: f64| x == x.trunc() && x.abs() <= 8.0;
        let bits =
            |x: f64| if x == 0.0 { 0 } else { 54 - u64::from((x.to_bits() & ((1 << 52) - 1) | 1 << 52).trailing_zeros()) };
        (
            self.a.len() + self.b.len(),
            numbers().filter(|x| !is_small(*x)).count(),
            numbers().map(bits).sum(),
            numbers().map(|x| if x < 0.0 { 1.5 * x.abs() } else { x }).sum(),
        )
    }
}
