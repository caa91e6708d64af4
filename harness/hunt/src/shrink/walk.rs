//! A random walk among the pairs that fail, for descents that end too early.

use super::Descent;
use crate::search::Candidate;
use gjk_cases::case::Arithmetic;
use gjk_cases::family::RandomSource;

/// The greatest size of a coordinate on the walk.
const REACH: f64 = 12.0;

/// Walks from the simplest pair so far, by small changes of one or two integers, and offers each pair that fails without one of
/// its points; until there are at most six points and no integer above ten.
pub(super) fn walk(descent: &mut Descent<'_>, steps: u64) {
    let mut here = descent.best.clone();
    let mut draw = RandomSource::new("walk", here.dimension, 0, Arithmetic::F64, 0);
    for _ in 0..steps {
        let done = !descent.size.many && descent.size.excess == 0;
        if done || !here.is_small(64.0) {
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
        if offered(descent, &here) {
            descent.run();
            here = descent.best.clone();
        }
    }
}

fn change(candidate: &mut Candidate, draw: &mut RandomSource) {
    let which = draw.below((candidate.a.len() + candidate.b.len()) as u64) as usize;
    let axis = draw.below(u64::from(candidate.dimension)) as usize;
    let Some(point) = candidate.points_mut().nth(which) else { return };
    let step = draw.integer(1, 3) as f64;
    let x = point[axis] + if draw.chance(0.5) { step } else { -step };
    if x.abs() <= REACH.max(point[axis].abs()) {
        point[axis] = x;
    }
}

/// Offers a pair, and the pair without each of its points.
fn offered(descent: &mut Descent<'_>, here: &Candidate) -> bool {
    for body in 0..2 {
        let count = here.body(body).len();
        for i in (0..count).filter(|_| count > 1) {
            let mut candidate = here.clone();
            candidate.body_mut(body).remove(i);
            if descent.offer(candidate) {
                return true;
            }
        }
    }
    descent.offer(here.clone())
}
