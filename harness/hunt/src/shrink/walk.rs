//! A random walk among the pairs that fail, for descents that end too early.

use super::Descent;
use crate::search::Candidate;
use gjk_cases::case::Arithmetic;
use gjk_cases::family::RandomSource;

/// The greatest size of a coordinate on the walk.
const REACH: f64 = 12.0;

/// Walks from the simplest pair so far, by small changes of one or two integers, and offers each pair that fails, also without
/// one of its points, until there are at most six points and no integer above ten.
pub(super) fn walk(descent: &mut Descent<'_>, steps: u64) {
    let mut here = descent.best.clone();
    let mut draw = RandomSource::new("walk", here.dimension, 0, Arithmetic::F64, 0);
    for _ in 0..steps {
        let done = !descent.size.many && descent.size.excess == 0;
        if done || descent.is_spent() || !here.is_small(64.0) {
            return;
        }
        let mut next = here.clone();
        for _ in 0..1 + draw.below(2) {
            change(&mut next, &mut draw);
        }
        if next == here || !descent.fails(&next) {
            continue;
        }
        here = next;
        // The pairs without one point, and then the pair itself.
        if here.without_one_point().any(|pair| descent.offer(pair)) || descent.offer(here.clone()) {
            descent.run();
            here = descent.best.clone();
        }
    }
}

fn change(candidate: &mut Candidate, draw: &mut RandomSource) {
    let which = draw.below(candidate.count() as u64) as usize;
    let axis = draw.below(u64::from(candidate.dimension)) as usize;
    let Some(point) = candidate.bodies.iter_mut().flatten().nth(which) else { return };
    let step = draw.integer(1, 3) as f64;
    let x = point[axis] + if draw.chance(0.5) { step } else { -step };
    if x.abs() <= REACH.max(point[axis].abs()) {
        point[axis] = x;
    }
}
