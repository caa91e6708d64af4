//! A proof that curved bodies overlap, and a bracket of their depth.
//!
//! The method is an [expanding polytope](crate::oracle::polytope) whose vertices are support points of M, rounded to a grid of
//! integers: if the hull of points that are off M by at most `OFF` holds a ball around the origin, M holds the ball that is
//! smaller by `OFF`. For a normal n of length one, the reach of M along n is an upper bound of the depth: M moved by that much
//! along −n has the origin on its boundary or outside. The facet nearest to the origin is replaced by the support point along
//! its normal until the two bounds meet, or nearly: around a smooth surface their difference falls with the square of the size
//! of the facets.

use gjk_numbers::vector::{dot, length, minus, negated, plus, scaled};
use gjk_numbers::{Big, Ring, Scalar, vector};

use super::core::{Cores, ERROR, Vector, of_length_one};
use super::grid::{self, OFF, unit, vertex};
use crate::exact::{DoubleDouble, Scaled};
use crate::lattice::Lattice;
use crate::oracle::depth::depth;
use crate::oracle::polytope::{DISTANCE_ERROR, Polytope};
use crate::oracle::{self, Proof};

/// The required relative width of the bracket of a depth.
const NARROW: f64 = 1e-6;

/// A width that always suffices, for cores of size one: 2⁻²⁰ of the unit roundoff of doubles.
const NARROWEST: f64 = 1.0 / (1u128 << 73) as f64;

/// Expansions after which a bracket stays as it is, whatever its width.
const EXPANSIONS: usize = 500;

/// Expansions after which a bracket may be wider. A depth that is attained along one direction or a few takes fewer. A depth
/// that is attained along a whole circle, or along all directions, needs facets all around: then halving the width takes √2
/// times or twice as many.
const MANY: usize = 300;

/// The required relative width after `MANY` expansions.
const LESS_NARROW: f64 = 1.0 / 512.0;

/// Directions all around a body: to the faces, edges and corners of a cube.
fn around(dimension: usize) -> Vec<Vector> {
    let all = [-1.0, 0.0, 1.0];
    let third = if dimension == 2 { &[0.0][..] } else { &[-1.0, 0.0, 1.0] };
    let directions = all.into_iter().flat_map(|x| all.into_iter().flat_map(move |y| third.iter().map(move |z| [x, y, *z])));
    directions.filter(|n| *n != [0.0; 3]).map(|n| of_length_one(&n.map(DoubleDouble::from_f64))).collect()
}

/// The points of a polytope in M, relative to a point of the cores.
fn polytope(cores: &Cores, found: &[Vector], from: &Vector) -> Lattice<Big> {
    let supports = around(cores.dimension).into_iter().map(|direction| cores.support(&direction));
    let mut points: Vec<vector::Vector<Big>> =
        found.iter().copied().chain(supports).map(|p| vertex(&minus(&p, from))).collect();
    points.dedup();
    Lattice::of_difference(cores.dimension, points, grid::EXPONENT)
}

/// Points of M, on the grid and each off M by at most [`OFF`], in whose hull the origin is proven to lie, by more than that.
pub fn around_origin(cores: &Cores, found: &[Vector]) -> Option<Vec<vector::Vector<Big>>> {
    let lattice = polytope(cores, found, &[DoubleDouble::ZERO; 3]);
    let proof = oracle::prove(&lattice);
    if !oracle::is_proven(&lattice, &proof) {
        return None;
    }
    let Proof::Overlapping { points } = &proof else { return None };
    let enough = |low: Scaled| grid::length(low).hi > OFF;
    enough(depth(&lattice, points)?.length).then(|| lattice.vertices(points))
}

/// A bracket of the depth of a point in M, in the cores' unit, from points of M relative to it in whose hull it lies.
pub fn bracket(cores: &Cores, inside: Vec<vector::Vector<Big>>, from: &Vector) -> [DoubleDouble; 2] {
    let size = cores.size();
    let size = grid::number(size.plus(&size).plus(&DoubleDouble::from_f64(OFF)));
    let [mut low, mut high] = [DoubleDouble::ZERO, DoubleDouble::from_f64(f64::MAX)];
    let Some(mut polytope) = Polytope::around(cores.dimension, inside, &size) else { return [low, high] };
    let mut best = [DoubleDouble::ZERO; 3];
    for count in 0..EXPANSIONS {
        let Some((number, nearest)) = polytope.nearest().and_then(|number| Some((number, polytope.facet(number)?))) else {
            break;
        };
        // No other plane is nearer, up to rounding.
        let nearest_at_least = nearest.distance().times(Scaled::from_f64(1.0 - DISTANCE_ERROR));
        low = grid::length(nearest_at_least).minus(&DoubleDouble::from_f64(OFF));
        let n = unit(&nearest.normal);
        let support = minus(&cores.support(&n), from);
        let reach = dot(&n, &support).plus(&DoubleDouble::from_f64(4.0 * ERROR));
        if reach < high {
            (high, best) = (reach, n);
        }
        let width = high.minus(&low).hi;
        let narrow = if count < MANY { NARROW } else { LESS_NARROW };
        if width <= (narrow * low.hi).max(NARROWEST) || !polytope.expand(number, vertex(&support)) {
            break;
        }
    }
    let polished = descend(cores, from, best, high, low);
    [if low.hi > 0.0 { low } else { DoubleDouble::ZERO }, polished]
}

/// The least upper bound found by a descent from a direction n, by projected gradients with a step that is halved whenever it
/// brings no improvement: the gradient of the reach along n is the support point. On a smooth surface it gets nearer than the
/// facets.
fn descend(cores: &Cores, from: &Vector, mut n: Vector, mut least: DoubleDouble, low: DoubleDouble) -> DoubleDouble {
    // The reach grows with the square of the angle from the best direction.
    let mut step = least.minus(&low).hi.clamp(0.0, 1.0).sqrt();
    let mut support = minus(&cores.support(&n), from);
    for _ in 0..100 {
        let across = minus(&support, &scaled(&n, &dot(&n, &support)));
        let slope = length(&across).hi;
        if slope < 1e-18 || step < 1e-12 {
            break;
        }
        let moved = minus(&n, &scaled(&across, &DoubleDouble::from_f64(step / slope)));
        let next = of_length_one(&moved);
        let there = minus(&cores.support(&next), from);
        let reach = dot(&next, &there).plus(&DoubleDouble::from_f64(4.0 * ERROR));
        if reach < least {
            (least, n, support) = (reach, next, there);
            step *= 1.5;
        } else {
            step *= 0.5;
        }
    }
    least
}

/// An upper bound of the depth of the origin, for an M that may hold it on its boundary, or not at all, and may be flat. Moving
/// a point changes its depth by at most the length of the move, so the depth is bounded at a point a little inside.
pub fn upper_bound(cores: &Cores, found: &[Vector]) -> DoubleDouble {
    let supports: Vec<Vector> = around(cores.dimension).iter().map(|direction| cores.support(direction)).collect();
    let share = DoubleDouble::one().over(&DoubleDouble::from_f64(supports.len() as f64));
    let zero = [DoubleDouble::ZERO; 3];
    let center = supports.iter().fold(zero, |sum, p| plus(&sum, &scaled(p, &share)));
    let reach = |n: &Vector| cores.reach(n).plus(&DoubleDouble::from_f64(4.0 * ERROR));
    let mut least =
        around(cores.dimension).iter().map(reach).fold(DoubleDouble::from_f64(f64::MAX), |x, y| if y < x { y } else { x });
    for k in (0..=6).rev() {
        let from = center.map(|x| x.shifted(-10 * k));
        let lattice = polytope(cores, found, &from);
        let proof = oracle::prove(&lattice);
        let found = match &proof {
            Proof::Separated { .. } => continue,
            // If M is flat, this is its normal.
            Proof::Touching { normal, .. } => reach(&negated(&unit(normal))),
            Proof::Overlapping { points } => bracket(cores, lattice.vertices(points), &from)[1].plus(&length(&from)),
        };
        if found < least {
            least = found;
        }
        if matches!(proof, Proof::Overlapping { .. }) {
            break;
        }
    }
    if least.hi > 0.0 { least } else { DoubleDouble::ZERO }
}
