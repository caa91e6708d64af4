//! Shrinking: a failing pair is made simpler as long as it fails in the same way.
//!
//! A greedy descent: every step proposes a pair of smaller [`Size`] and keeps it if it still fails. The steps are, in order:
//! the default first direction, fewer points, the plane instead of space, one body moved to the origin, smaller numbers of
//! fewer bits. Then, if the differences are exact, one body becomes the origin and the other the list of differences: the runs
//! are the same in exact arithmetic, since the support mapping of a difference breaks ties as those of its bodies do, and
//! points that the run does not visit are removed afterwards. The smaller of the two results is used. If it still has more than
//! six points or integers above ten, a random walk among the pairs that fail looks for a place from which the descent
//! continues. All steps are tried in a fixed order, and the number of tried pairs is bounded, not the time, so the result is a
//! function of the input.
//!
//! [`shrink_until`] checks before each pair whether its time is over. If so, it returns the simplest pair so far and reports a
//! cut.

mod moves;
mod tries;
mod walk;

use crate::search::{Candidate, Size};
use gjk_cases::case::Point;
use tries::Tries;

/// The greatest number of differences that may replace a body.
const DIFFERENCES: usize = 64;

/// The limits of the tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The total number of pairs that are tried.
    pub pairs: u64,
    /// The number of steps of the random walk.
    pub steps: u64,
}

impl Limits {
    /// Limits for runs on machine integers, which take a microsecond.
    pub const INTEGER: Limits = Limits { pairs: 400_000, steps: 50_000 };
    /// Limits for runs that take up to a tenth of a millisecond, including truth and judgement.
    pub const ROUNDED: Limits = Limits { pairs: 6_000, steps: 500 };
    /// Limits for runs on rationals.
    pub const RATIONAL: Limits = Limits { pairs: 4_000, steps: 200 };
}

/// The result of shrinking.
#[derive(Clone, Debug, PartialEq)]
pub struct Shrunk {
    /// The simplest pair that was reached.
    pub pair: Candidate,
    /// Whether the time ended before everything was tried.
    pub is_cut: bool,
}

/// The simplest pair that was reached from a failing one; `fails` returns whether a pair fails in the same way.
pub fn shrink(candidate: Candidate, limits: Limits, fails: &dyn Fn(&Candidate) -> bool) -> Candidate {
    shrink_until(candidate, limits, fails, &|| false).pair
}

/// Like [`shrink`], but only until the time is over: `is_over` is called before each pair is tried.
pub fn shrink_until(
    candidate: Candidate,
    limits: Limits,
    fails: &dyn Fn(&Candidate) -> bool,
    is_over: &dyn Fn() -> bool,
) -> Shrunk {
    let tries = Tries::new(limits.pairs, is_over);
    let mut descent = Descent::new(candidate, fails, &tries);
    descent.run();
    for _ in 0..3 {
        let before = descent.size;
        for at_origin in at_origin(&descent.best) {
            // These few pairs are not counted.
            if tries.is_in_time() && fails(&at_origin) {
                let mut other = Descent::new(at_origin, fails, &tries);
                other.run();
                if other.size < descent.size {
                    descent = other;
                }
            }
        }
        if descent.size == before {
            break;
        }
    }
    walk::walk(&mut descent, limits.steps);
    Shrunk { pair: descent.best, is_cut: tries.is_cut() }
}

/// One greedy descent.
pub(crate) struct Descent<'f> {
    fails: &'f dyn Fn(&Candidate) -> bool,
    tries: &'f Tries<'f>,
    /// The simplest pair so far.
    pub best: Candidate,
    /// The size of that pair.
    pub size: Size,
}

impl<'f> Descent<'f> {
    fn new(best: Candidate, fails: &'f dyn Fn(&Candidate) -> bool, tries: &'f Tries<'f>) -> Self {
        let size = best.size();
        Descent { fails, tries, best, size }
    }

    /// Accepts a pair if it is simpler and fails.
    pub fn offer(&mut self, candidate: Candidate) -> bool {
        let size = candidate.size();
        let taken = size < self.size && self.fails(&candidate);
        if taken {
            self.best = candidate;
            self.size = size;
        }
        taken
    }

    /// Accepts the simplest pair so far with a change, if the result is simpler and fails.
    pub fn attempt(&mut self, change: impl FnOnce(&mut Candidate)) -> bool {
        // Avoids a needless copy of large bodies.
        if self.is_spent() {
            return false;
        }
        let mut candidate = self.best.clone();
        change(&mut candidate);
        self.offer(candidate)
    }

    /// Whether a pair fails in the same way; false once the tries are used up.
    pub fn fails(&self, candidate: &Candidate) -> bool {
        self.tries.next() && (self.fails)(candidate)
    }

    /// Whether the tries are used up.
    pub fn is_spent(&self) -> bool {
        self.tries.left() == 0
    }

    fn run(&mut self) {
        moves::first_direction(self);
        loop {
            let before = self.size;
            self.drop_points();
            moves::placement(self);
            moves::all_coordinates(self);
            moves::points(self);
            moves::coordinates(self);
            moves::first_direction(self);
            if self.size == before {
                moves::pairs(self);
            }
            if self.size == before || self.is_spent() {
                return;
            }
        }
    }

    /// Removes points: halves, quarters, …, single ones.
    fn drop_points(&mut self) {
        for body in 0..2 {
            let mut chunk = self.best.bodies[body].len().div_ceil(2);
            while chunk > 0 {
                let mut first = 0;
                while first < self.best.bodies[body].len() {
                    let count = self.best.bodies[body].len();
                    let last = (first + chunk).min(count);
                    let dropped = last - first < count && self.attempt(|pair| drop(pair.bodies[body].drain(first..last)));
                    if !dropped {
                        first += chunk;
                    }
                }
                chunk /= 2;
            }
        }
    }
}

/// x − y if that is exact. Never a negative zero.
fn exact_difference(x: f64, y: f64) -> Option<f64> {
    let difference = x - y;
    let back = x - difference;
    // Knuth's sum of two numbers: the rounding error of x − y.
    let error = (x - (difference + back)) + (back - y);
    (error == 0.0 && difference.is_finite()).then_some(difference + 0.0)
}

/// The difference of two points if it is exact.
fn exact_offset(p: &Point, q: &Point) -> Option<Point> {
    Some([exact_difference(p[0], q[0])?, exact_difference(p[1], q[1])?, exact_difference(p[2], q[2])?])
}

/// The pairs with one body replaced by the origin and the other by all differences, in the order in which the pairs of vertices
/// win ties; for either body.
fn at_origin(candidate: &Candidate) -> Vec<Candidate> {
    let [a, b] = &candidate.bodies;
    if a.len() * b.len() > DIFFERENCES || *a == [[0.0; 3]] || *b == [[0.0; 3]] {
        return Vec::new();
    }
    let differences = |sign: f64| -> Option<Vec<Point>> {
        let pairs = a.iter().flat_map(|p| b.iter().map(move |q| (p, q)));
        pairs.map(|(p, q)| exact_offset(p, q).map(|offset| offset.map(|x| sign * x + 0.0))).collect()
    };
    let origin = vec![[0.0; 3]];
    let of_a = differences(1.0).map(|points| [points, origin.clone()]);
    let of_b = differences(-1.0).map(|points| [origin, points]);
    of_a.into_iter().chain(of_b).map(|bodies| Candidate { bodies, ..candidate.clone() }).collect()
}

#[cfg(test)]
mod tests;
