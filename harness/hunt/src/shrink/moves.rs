//! The steps of a descent that change coordinates.

use super::{Descent, exact_offset};
use crate::search::{Candidate, cost};
use gjk_cases::case::Point;
use gjk_variants::float::{exponent_of, ldexp};

/// Tries the default first direction: for the pair itself, then for each of its 48 mirrored and turned positions.
pub(super) fn first_direction(descent: &mut Descent<'_>) {
    if descent.best.start.is_none() {
        return;
    }
    let plane = descent.best.dimension == 2;
    for order in ORDERS.iter().take(if plane { 2 } else { 6 }) {
        for signs in 0..if plane { 4 } else { 8 } {
            let turned = descent.attempt(|pair| {
                pair.start = None;
                turn(pair, order, signs);
            });
            if turned {
                return;
            }
        }
    }
}

/// The orders of three axes; the first two keep the third.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [1, 0, 2], [2, 0, 1], [0, 2, 1], [1, 2, 0], [2, 1, 0]];

fn turn(pair: &mut Candidate, order: &[usize; 3], signs: u32) {
    for point in pair.vectors_mut() {
        *point = std::array::from_fn(|i| if signs >> i & 1 == 1 { 0.0 - point[order[i]] } else { point[order[i]] });
    }
}

/// Tries the plane instead of space, mirrored positions, and the origin at one of the points.
pub(super) fn placement(descent: &mut Descent<'_>) {
    if descent.best.dimension == 3 && descent.best.start.is_none() {
        for order in [[0, 1, 2], [0, 2, 1], [1, 2, 0]] {
            let flattened = descent.attempt(|pair| {
                turn(pair, &order, 0);
                pair.dimension = 2;
                pair.vectors_mut().for_each(|point| point[2] = 0.0);
            });
            if flattened {
                break;
            }
        }
    }
    for body in [1, 0] {
        for i in 0..descent.best.bodies[body].len() {
            let by = descent.best.bodies[body][i];
            let moved =
                |points: &Vec<Point>| points.iter().map(|point| exact_offset(point, &by)).collect::<Option<Vec<Point>>>();
            if let [Some(a), Some(b)] = descent.best.bodies.each_ref().map(moved) {
                descent.attempt(|pair| pair.bodies = [a, b]);
            }
        }
    }
    if descent.best.start.is_none() {
        for signs in 1..8 {
            descent.attempt(|pair| turn(pair, &ORDERS[0], signs));
        }
    }
}

/// Changes all coordinates at once, and those of one body: a coarser grid, fewer bits, smaller numbers.
pub(super) fn all_coordinates(descent: &mut Descent<'_>) {
    let bodies: [&[usize]; 3] = [&[0, 1], &[0], &[1]];
    for chosen in bodies {
        let points = chosen.iter().flat_map(|&body| &descent.best.bodies[body]).flatten();
        let greatest = points.fold(0.0, |greatest: f64, x| greatest.max(x.abs()));
        if greatest == 0.0 {
            continue;
        }
        let top = i64::from(exponent_of(greatest));
        let mut each = |change: &dyn Fn(f64) -> f64| {
            let mut candidate = descent.best.clone();
            for &body in chosen {
                candidate.bodies[body].iter_mut().flatten().for_each(|x| *x = change(*x) + 0.0);
            }
            if chosen.len() == 2 {
                candidate.motion.iter_mut().flatten().for_each(|x| *x = change(*x) + 0.0);
            }
            candidate.coordinates().all(f64::is_finite) && descent.offer(candidate)
        };
        // Integers of `bits` bits, then the same digits at the old size, then the old numbers at size one.
        for bits in BITS {
            let shift = bits - 1 - top;
            if each(&|x| ldexp(x, shift).round()) || each(&|x| ldexp(ldexp(x, shift).round(), -shift)) {
                break;
            }
        }
        if each(&|x| ldexp(x, -top)) {
            continue;
        }
        for divisor in [2.0, 3.0, 5.0] {
            while each(&|x| (x / divisor).trunc()) {}
        }
    }
}

const BITS: [i64; 13] = [1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32, 40, 48];

/// Moves one point at a time to the origin, or halfway there.
pub(super) fn points(descent: &mut Descent<'_>) {
    for body in 0..2 {
        for i in 0..descent.best.bodies[body].len() {
            for factor in [0.0, 0.5] {
                descent.attempt(|pair| pair.bodies[body][i].iter_mut().for_each(|x| *x = (*x * factor).trunc() + 0.0));
            }
        }
    }
    // One coordinate of all points of a body at a time: zero, or one less or more.
    for body in 0..2 {
        for axis in 0..usize::from(descent.best.dimension) {
            for change in [|_: f64| 0.0, |x: f64| x - 1.0, |x: f64| x + 1.0] {
                let changed = |point: &mut Point| point[axis] = change(point[axis]) + 0.0;
                descent.attempt(|pair| pair.bodies[body].iter_mut().for_each(changed));
            }
        }
    }
}

/// Replaces one coordinate at a time by the simplest number with which the pair still fails.
pub(super) fn coordinates(descent: &mut Descent<'_>) {
    for axis in 0..usize::from(descent.best.dimension) {
        let Some(motion) = descent.best.motion else { break };
        for x in simpler(motion[axis]) {
            // A body that does not move is another question.
            let changed = [0, 1, 2].map(|i| if i == axis { x } else { motion[i] });
            if changed != [0.0; 3] && descent.attempt(|pair| pair.motion = Some(changed)) {
                break;
            }
        }
    }
    for [body, point, axis] in places(&descent.best) {
        for x in simpler(descent.best.bodies[body][point][axis]) {
            if descent.attempt(|pair| pair.bodies[body][point][axis] = x) {
                break;
            }
        }
    }
}

/// Every coordinate: its body, point and axis.
fn places(pair: &Candidate) -> Vec<[usize; 3]> {
    let points = (0..2).flat_map(|body| (0..pair.bodies[body].len()).map(move |point| (body, point)));
    points.flat_map(|(body, point)| (0..usize::from(pair.dimension)).map(move |axis| [body, point, axis])).collect()
}

/// Changes two coordinates at a time, if integers are larger than necessary and no single change succeeds any more.
pub(super) fn pairs(descent: &mut Descent<'_>) {
    if descent.size.excess == 0 || !descent.best.is_small(64.0) || descent.size.many {
        return;
    }
    let places = places(&descent.best);
    let steps = [-3.0, -2.0, -1.0, 1.0, 2.0, 3.0];
    for (k, &[body, point, axis]) in places.iter().enumerate() {
        for &[other_body, other_point, other_axis] in &places[..k] {
            for (step, other_step) in steps.iter().flat_map(|step| steps.iter().map(move |other| (step, other))) {
                descent.attempt(|pair| {
                    pair.bodies[body][point][axis] += step;
                    pair.bodies[other_body][other_point][other_axis] += other_step;
                });
            }
        }
    }
}

/// Simpler numbers than x, the simplest first: small integers, nearby integers, fewer bits.
fn simpler(x: f64) -> Vec<f64> {
    let mut values = vec![0.0];
    for step in 1..=12 {
        values.extend([f64::from(step), -f64::from(step)]);
    }
    if x != 0.0 {
        values.extend([(x / 2.0).trunc(), x.trunc(), x.round(), x - x.signum()]);
        let top = i64::from(exponent_of(x));
        values.extend(BITS.map(|bits| ldexp(ldexp(x, bits - 1 - top).round(), top + 1 - bits)));
        values.push(ldexp(1.0, top).copysign(x));
    }
    values.retain(|y| y.is_finite() && cost(*y) < cost(x));
    values.iter_mut().for_each(|y| *y += 0.0);
    values.sort_by_key(|y| cost(*y));
    values.dedup();
    values
}
