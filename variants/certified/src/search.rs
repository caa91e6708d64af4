//! The first stage: GJK in doubles, and the order of the stages.
//!
//! Rounded results here decide only how soon the next stage begins, and with which simplex.

mod subset;

use std::cmp::Ordering;

use crate::answer::{Apart, Distance, Meets, Stage, Verdict};
use crate::body::{Body, product};
use crate::bound;
use crate::exact::{self, Decided};
use crate::face::{self, MODERATE, Nearest, to_one};
use crate::number::Number;
use crate::project::{NearestIn, project};
use crate::simplex::{Pairs, widened};
use crate::vector::{Vector, cross, dot, minus, plus_scaled, scaled, size};

/// The greatest number of iterations of a query for the distance or the verdict; after them integers decide, without a limit.
pub const LIMIT: usize = 64;
/// The iterations after which a verdict that rounding leaves open is left to integers.
const ENOUGH: usize = 4;
/// The gap at which the stage ends, in units of u |v|∞ E.
const GAP: f64 = 8.0;

/// A vertex may be the nearest face if the direction changed by less than its length divided by this.
const STEADY: f64 = 4.0;

/// A face of D points may be near to the nearest one if |v|² is still this share of its value one iteration before.
const NEAR: f64 = 0.9;
/// The least number of points of both bodies with which a run ends there. With fewer points, iterations are cheaper than the
/// saving.
const VERY_MANY: usize = 512;

/// The least number of points of both bodies with which directions have a momentum. With fewer points, iterations are cheaper
/// than the saving.
const MANY: usize = 64;
/// Directions are plain again as soon as v·w is this share of |v|²: the bodies are then found to be apart, and few iterations
/// are left.
const SHARE: f64 = 0.25;

/// Nesterov's momentum: the direction remembers earlier directions, which saves iterations on smooth bodies.
struct Momentum {
    d: Vector,
    /// The last point of M.
    last: Vector,
}

impl Momentum {
    /// The direction of iteration k for the nearest point v (Montaut, Le Lidec, Petrik, Sivic, Carpentier 2022, algorithm 3).
    #[inline(always)]
    fn direction(&self, v: &Vector, k: usize) -> Vector {
        let k = k as f64;
        let (share, rest) = ((k + 1.0) / (k + 3.0), 2.0 / (k + 3.0));
        let y = plus_scaled(&scaled(v, share), &self.last, rest);
        plus_scaled(&scaled(&self.d, share), &y, rest)
    }
}

/// The start of a query.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub enum Start<T, const D: usize> {
    /// Along the line of the centres.
    #[default]
    Centers,
    /// With this first direction from A toward B, for example the opposite of the [axis](Apart::axis) of an earlier answer.
    Direction([T; D]),
}

/// Receives the steps of a run, for drawing or counting.
pub trait Observer<T, const D: usize> {
    /// The support points of the bodies in this direction (for B, in the opposite one) are the points of this pair. Iterations
    /// among a few points of the bodies are not reported.
    #[inline(always)]
    fn support(&mut self, _direction: &[T; D], _pair: (usize, usize)) {}
}

impl<T, const D: usize> Observer<T, D> for () {}

/// The end of the first stage.
enum End<T, const D: usize> {
    /// An axis separates the bodies, for certain.
    Separated([T; D]),
    /// The simplex seems to hold the origin.
    Inside,
    /// The face of the simplex seems to be nearest to the origin.
    Face,
    /// The one point of the simplex may be nearest to the origin, as for bodies far apart.
    Vertex,
    /// The face of the simplex may be near to the nearest one.
    Near,
}

/// The additions of a run to plain iterations: a momentum, and early ends, where a pass over all points replaces the remaining
/// iterations.
#[derive(Clone, Copy)]
struct Plan {
    has_momentum: bool,
    /// The run ends at the first vertex that may be nearest.
    ends_at_vertex: bool,
    /// The run ends at the first face that may be near to the nearest one.
    ends_near: bool,
}

impl Plan {
    const PLAIN: Plan = Plan { has_momentum: false, ends_at_vertex: false, ends_near: false };
}

/// The operations that a run needs of a body, or of a few of its points.
trait Asked<T, const D: usize> {
    fn support(&self, direction: &[T; D]) -> usize;
    fn point(&self, index: usize) -> [T; D];
}

/// All points of a body.
struct All<'a, B>(&'a B);

impl<T: Number, const D: usize, B: Body<T, D>> Asked<T, D> for All<'_, B> {
    #[inline(always)]
    fn support(&self, direction: &[T; D]) -> usize {
        self.0.support(direction)
    }

    #[inline(always)]
    fn point(&self, index: usize) -> [T; D] {
        self.0.point(index)
    }
}

/// The simplex of a run, with the newest point last.
#[derive(Clone, Copy)]
struct Simplex {
    w: [Vector; 4],
    pairs: [(u32, u32); 4],
    len: usize,
}

/// The rest of a run's state. It is separate from the simplex: in one value with arrays that are indexed, the compiler would
/// keep it in memory, which costs 10 ns per iteration.
#[derive(Clone, Copy)]
struct Run {
    v: Vector,
    squared: f64,
    /// E, the greatest coordinate of the points of M seen.
    extent: f64,
    iterations: usize,
}

impl Run {
    /// Adds a point of M and moves to the nearest point of the simplex. If the run ends, the simplex is either full and seems
    /// to hold the origin, or unchanged.
    #[inline(always)]
    fn join<T, const D: usize, const SCALED: bool>(
        &mut self,
        simplex: &mut Simplex,
        pair: (u32, u32),
        w: Vector,
    ) -> Result<(), End<T, D>> {
        let len = simplex.len;
        // No computed index, for the same reason.
        for i in 0..4 {
            if i == len {
                (simplex.w[i], simplex.pairs[i]) = (w, pair);
            }
        }
        match project::<D, SCALED>(&simplex.w, len, &w) {
            NearestIn::Nearest(projection) => {
                let squared = if SCALED { dot(&projection.v, &projection.v) } else { 0.0 };
                // Written so that a NaN fails. (Before the first point, `self.squared` is an infinity.)
                if SCALED && !(squared < self.squared) {
                    return Err(End::Face);
                }
                simplex.keep(projection.kept);
                (self.v, self.squared) = (projection.v, squared);
                // There is no direction to continue in, for example if two vertices are the same point.
                if self.v == [0.0; 3] { Err(End::Face) } else { Ok(()) }
            }
            NearestIn::Inside => {
                simplex.len += 1;
                Err(End::Inside)
            }
            NearestIn::Nowhere => Err(End::Face),
        }
    }

    /// Whether a point of M is nearer to the origin along v than the nearest point of the simplex, by more than rounding.
    #[inline(always)]
    fn improves(&mut self, w: &Vector, unit: f64, len: usize) -> bool {
        self.extent = self.extent.max(size(w));
        let gap = dot(&self.v, &minus(&self.v, w));
        // Written so that a NaN fails.
        len == 0 || gap > GAP * unit * size(&self.v) * self.extent
    }

    /// Iterates until a decision seems to be reached. A run ends only along plain directions: if a direction with a momentum
    /// makes no progress, the momentum ends.
    ///
    /// Afterwards the simplex has a point, unless the bodies were separated: the first point always joins it.
    #[inline(always)]
    fn go<A: Asked<T, D>, B: Asked<T, D>, T: Number, const D: usize, const BOOLEAN: bool>(
        &mut self,
        simplex: &mut Simplex,
        (a, b): (&A, &B),
        of: &[[T; D]; 2],
        plan: Plan,
        observer: &mut impl Observer<T, D>,
    ) -> End<T, D> {
        let mut momentum: Option<Momentum> = None;
        let mut is_slow = plan.has_momentum;
        while self.iterations < LIMIT {
            let direction = momentum.as_ref().map_or(self.v, |momentum| momentum.direction(&self.v, self.iterations));
            self.iterations += 1;
            let axis: [T; D] = if T::IS_DOUBLE || MODERATE.contains(&size(&direction)) {
                std::array::from_fn(|k| T::nearest(direction[k]))
            } else {
                let scale = to_one(&direction);
                std::array::from_fn(|k| T::nearest(scale * direction[k]))
            };
            let toward = axis.map(|x| -x);
            let (i, j) = (a.support(&toward), b.support(&axis));
            observer.support(&toward, (i, j));
            let (p, q) = (a.point(i), b.point(j));
            if BOOLEAN {
                let products = [product(&p, &axis), product(&q, &axis)];
                if products[0] > products[1] && bound::separates(&axis, products, &of[0], &of[1]) {
                    return End::Separated(axis);
                }
                // After `ENOUGH` iterations the axis neither separates the bodies nor shows an overlap along it: rounding
                // leaves the verdict open, as in contact.
                if self.iterations > ENOUGH && !bound::separates(&axis, [products[1], products[0]], &of[0], &of[1]) {
                    return End::Face;
                }
            }
            let w = minus(&widened(&p), &widened(&q));
            let pair = (i as u32, j as u32);
            let is_known = (0..4).any(|i| i < simplex.len && simplex.pairs[i] == pair);
            let (v, squared) = (self.v, self.squared);
            // In a query for the verdict alone, v is a direction of any length.
            let joined = if is_known || !BOOLEAN && !self.improves(&w, T::UNIT_ROUNDOFF, simplex.len) {
                Err(End::Face)
            } else if BOOLEAN {
                self.join::<T, D, false>(simplex, pair, w)
            } else {
                self.join::<T, D, true>(simplex, pair, w)
            };
            match joined {
                Ok(()) if plan.ends_at_vertex && simplex.len == 1 && STEADY * size(&minus(&self.v, &v)) < size(&v) => {
                    return End::Vertex;
                }
                Ok(()) if plan.ends_near && simplex.len == D && self.squared > NEAR * squared => return End::Near,
                Ok(()) if is_slow => {
                    is_slow = !(dot(&v, &w) > SHARE * dot(&v, &v));
                    momentum = is_slow.then_some(Momentum { d: direction, last: w });
                }
                Ok(()) => {}
                Err(End::Face) if momentum.take().is_some() => is_slow = false,
                Err(end) => return end,
            }
        }
        End::Face
    }
}

impl Simplex {
    const EMPTY: Simplex = Simplex { w: [[0.0; 3]; 4], pairs: [(0, 0); 4], len: 0 };

    #[inline(always)]
    fn pairs(&self) -> Pairs {
        Pairs::first(self.pairs, self.len)
    }

    /// Keeps the points whose bits are set, at most three.
    ///
    /// Written case by case, without computed indices: after the branches of the subalgorithm each case is a few moves.
    #[inline(always)]
    fn keep(&mut self, kept: u8) {
        let mut copy = |from: [usize; 3], len: usize| {
            for to in 0..len {
                if from[to] != to {
                    (self.w[to], self.pairs[to]) = (self.w[from[to]], self.pairs[from[to]]);
                }
            }
            self.len = len;
        };
        match kept {
            0b0001 => copy([0, 0, 0], 1),
            0b0010 => copy([1, 0, 0], 1),
            0b0100 => copy([2, 0, 0], 1),
            0b1000 => copy([3, 0, 0], 1),
            0b0011 => copy([0, 1, 0], 2),
            0b0101 => copy([0, 2, 0], 2),
            0b0110 => copy([1, 2, 0], 2),
            0b1001 => copy([0, 3, 0], 2),
            0b1010 => copy([1, 3, 0], 2),
            0b1100 => copy([2, 3, 0], 2),
            0b0111 => copy([0, 1, 2], 3),
            0b1011 => copy([0, 1, 3], 3),
            0b1101 => copy([0, 2, 3], 3),
            _ => copy([1, 2, 3], 3),
        }
    }

    /// Whether the simplex is the origin alone: the difference of two floating-point numbers is rounded to zero only if they
    /// are equal.
    #[inline(always)]
    fn is_origin(&self) -> bool {
        self.len == 1 && self.w[0] == [0.0; 3]
    }

    /// Whether the origin is certainly in the interior of the full simplex: all volumes that it makes with the faces have one
    /// sign.
    #[inline(always)]
    fn holds_origin<const D: usize>(&self) -> bool {
        let [p, q, r, s] = &self.w;
        if D == 2 {
            let area = |x: &Vector, y: &Vector| x[0] * y[1] - x[1] * y[0];
            let areas = [area(p, q), area(q, r), area(r, p)];
            // Two monomials and a chain of four roundings: 8u M M, which the bound for three factors covers, with a third
            // factor of at least one.
            let size = size(p).max(size(q)).max(size(r));
            let bound = bound::VOLUME * size * size + bound::UNDERFLOW;
            return areas.iter().all(|x| *x > bound) || areas.iter().all(|x| *x < -bound);
        }
        let (qr, ps) = (cross(q, r), cross(p, s));
        let volumes = [dot(&qr, s), dot(&ps, r), -dot(&ps, q), -dot(&qr, p)];
        let sizes = [size(p), size(q), size(r), size(s)];
        let greatest = sizes[0].max(sizes[3]);
        let others = sizes[1] * sizes[2];
        // Each volume has p or s or both, and q or r or both.
        let both = sizes[0] * sizes[3] * sizes[1].max(sizes[2]);
        let bound = bound::VOLUME * (others * greatest).max(both) + bound::UNDERFLOW;
        volumes.iter().all(|x| *x > bound) || volumes.iter().all(|x| *x < -bound)
    }
}

#[inline(always)]
fn begin<T: Number, const D: usize>(a: &impl Body<T, D>, b: &impl Body<T, D>, start: &Start<T, D>) -> Run {
    let v = match start {
        Start::Centers => minus(&widened(&a.center()), &widened(&b.center())),
        Start::Direction(direction) => widened(direction).map(|x| -x),
    };
    Run { v, squared: f64::INFINITY, extent: 0.0, iterations: 0 }
}

/// Whether two bodies meet.
#[inline(always)]
pub(crate) fn verdict<A: Body<T, D>, B: Body<T, D>, T: Number, const D: usize>(
    a: &A,
    b: &B,
    start: &Start<T, D>,
    observer: &mut impl Observer<T, D>,
) -> Verdict<T, D> {
    let extents = [a.extent(), b.extent()];
    let mut run = begin(a, b, start);
    let mut own = Simplex::EMPTY;
    let mut simplex = Pairs::new([(0, 0)]);
    if bound::is_in_range(&extents[0], &extents[1]) {
        let end = run.go::<_, _, T, D, true>(&mut own, (&All(a), &All(b)), &extents, Plan::PLAIN, observer);
        match end {
            End::Separated(axis) => {
                return Verdict::Apart { axis, simplex: Pairs::default(), stage: Stage::Doubles, iterations: run.iterations };
            }
            End::Inside if own.holds_origin::<D>() => {
                return Verdict::Meets(Meets { simplex: own.pairs(), stage: Stage::Doubles, iterations: run.iterations });
            }
            End::Face if own.is_origin() => {
                return Verdict::Meets(Meets { simplex: own.pairs(), stage: Stage::Doubles, iterations: run.iterations });
            }
            _ => {}
        }
        simplex = own.pairs();
    }
    match exact::decide(a, b, simplex) {
        Decided::Meets(simplex) => Verdict::Meets(Meets { simplex, stage: Stage::Integers, iterations: run.iterations }),
        Decided::Apart(face) => Verdict::Apart {
            axis: std::array::from_fn(|k| T::nearest(face.normal[k])),
            simplex: face.simplex,
            stage: Stage::Integers,
            iterations: run.iterations,
        },
    }
}

/// Whether two bodies with radii meet: hulls swept by balls.
///
/// The distance of the hulls is known within one unit in the last place, and the sum of the radii exactly in 106 bits. If these
/// do not decide, integers find the nearest face and compare squares.
pub(crate) fn rounded_verdict<A: Body<T, D>, B: Body<T, D>, T: Number, const D: usize>(
    (a, b): (&A, &B),
    radii: [T; 2],
    start: &Start<T, D>,
    observer: &mut impl Observer<T, D>,
) -> Verdict<T, D> {
    let apart = match distance(a, b, start, observer) {
        Distance::Meets(meets) => return Verdict::Meets(meets),
        Distance::Apart(apart) => apart,
    };
    let radii = radii.map(Number::widened);
    let sum = radii[0] + radii[1];
    let [low, high] = apart.bounds();
    let iterations = apart.iterations;
    // The sum is rounded by less than one unit in the last place. Written so that an infinity decides nothing.
    if sum.next_up() < low {
        return Verdict::Apart { axis: apart.axis, simplex: apart.simplex, stage: apart.stage, iterations };
    }
    if high < sum.next_down() && sum < f64::INFINITY {
        return Verdict::Meets(Meets { simplex: apart.simplex, stage: apart.stage, iterations });
    }
    // The face may be nearest only up to its slack.
    let stage = Stage::Integers;
    match exact::decide(a, b, apart.simplex) {
        Decided::Meets(simplex) => Verdict::Meets(Meets { simplex, stage, iterations }),
        Decided::Apart(face) => match exact::compare(a, b, face.simplex, radii) {
            Ordering::Greater => {
                let axis = std::array::from_fn(|k| T::nearest(face.normal[k]));
                Verdict::Apart { axis, simplex: face.simplex, stage, iterations }
            }
            _ => Verdict::Meets(Meets { simplex: face.simplex, stage, iterations }),
        },
    }
}

/// The answer for this face of M, which the second stage proved to be nearest.
#[inline(always)]
fn apart<T: Number, const D: usize>(simplex: Pairs, face: Nearest, iterations: usize) -> Distance<T, D> {
    let (distance, nearest) = ((face.distance, 0), (face.weights, face.witnesses));
    Distance::Apart(Apart::of(simplex, &face.axis, distance, nearest, Stage::Doubles, iterations))
}

/// The distance of two bodies.
#[inline(always)]
pub(crate) fn distance<A: Body<T, D>, B: Body<T, D>, T: Number, const D: usize>(
    a: &A,
    b: &B,
    start: &Start<T, D>,
    observer: &mut impl Observer<T, D>,
) -> Distance<T, D> {
    let extents = [a.extent(), b.extent()];
    let mut run = begin(a, b, start);
    if !bound::is_in_range(&extents[0], &extents[1]) {
        return by_integers(a, b, Pairs::new([(0, 0)]), run.iterations);
    }
    let mut own = Simplex::EMPTY;
    let points = a.len() + b.len();
    let mut plan = Plan { has_momentum: points >= MANY, ends_at_vertex: true, ends_near: points >= VERY_MANY };
    loop {
        match run.go::<_, _, T, D, false>(&mut own, (&All(a), &All(b)), &extents, plan, observer) {
            End::Vertex => {
                if let Some(face) = face::vertex(a, b, own.pairs[0]) {
                    return apart(own.pairs(), face, run.iterations);
                }
                plan.ends_at_vertex = false;
            }
            // Passed by value: the compiler would keep a value with an address entirely in memory.
            End::Near => match subset::finish(run, own, (a, b), &extents) {
                Some(answer) => return answer,
                None => plan.ends_near = false,
            },
            end => return conclude(a, b, &own, end, run.iterations),
        }
    }
}

/// The answer at the end of a run.
#[inline(always)]
fn conclude<T: Number, const D: usize>(
    a: &impl Body<T, D>,
    b: &impl Body<T, D>,
    own: &Simplex,
    end: End<T, D>,
    iterations: usize,
) -> Distance<T, D> {
    let mut simplex = own.pairs();
    let meets = Meets { simplex, stage: Stage::Doubles, iterations };
    match end {
        End::Inside if own.holds_origin::<D>() => return Distance::Meets(meets),
        End::Inside => {}
        _ if own.is_origin() => return Distance::Meets(meets),
        _ => {
            if let Some(face) = face::nearest(a, b, &mut simplex) {
                return apart(simplex, face, iterations);
            }
        }
    }
    by_integers(a, b, simplex, iterations)
}

/// The answer by integers.
#[inline(always)]
fn by_integers<T: Number, const D: usize>(
    a: &impl Body<T, D>,
    b: &impl Body<T, D>,
    simplex: Pairs,
    iterations: usize,
) -> Distance<T, D> {
    match exact::decide(a, b, simplex) {
        Decided::Meets(simplex) => Distance::Meets(Meets { simplex, stage: Stage::Integers, iterations }),
        Decided::Apart(face) => {
            let nearest = (face.weights, face.witnesses(a, b));
            Distance::Apart(Apart::of(face.simplex, &face.normal, face.distance, nearest, Stage::Integers, iterations))
        }
    }
}

#[cfg(test)]
mod tests;
