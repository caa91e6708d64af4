//! Whether curved bodies overlap, proven, and how deep, bounded from above.

use dashu_int::IBig;
use gjk_numbers::float::dyadic;
use gjk_numbers::vector::{dot, length, minus, scaled};
use gjk_numbers::{Big, Ring, Scalar};

use super::Vector;
use super::core::{Cores, ERROR};
use crate::exact::{DoubleDouble, Scaled};
use crate::lattice::Lattice;
use crate::oracle::depth::depth;
use crate::oracle::{self, Proof};

/// The grid of the inscribed polytope: 2⁻⁸⁰ of the cores' unit.
const GRID: i32 = 80;

/// x in units of the grid, truncated.
fn on_grid(x: DoubleDouble) -> IBig {
    let part = |x: f64| {
        let (odd, exponent) = dyadic(x);
        let total = exponent + GRID;
        if total >= 0 { IBig::from(odd) << total as usize } else { IBig::from(odd) >> (-total) as usize }
    };
    if x.is_finite() { part(x.hi) + part(x.lo) } else { IBig::ZERO }
}

/// Directions that reach round a body: to the faces, edges and corners of a cube.
fn around(dimension: u8) -> Vec<Vector> {
    let third: &[f64] = if dimension == 2 { &[0.0] } else { &[-1.0, 0.0, 1.0] };
    let mut directions = Vec::new();
    for x in [-1.0, 0.0, 1.0] {
        for y in [-1.0, 0.0, 1.0] {
            for &z in third {
                if (x, y, z) != (0.0, 0.0, 0.0) {
                    let direction = [x, y, z].map(DoubleDouble::from_f64);
                    directions.push(scaled(&direction, &DoubleDouble::one().over(&length(&direction))));
                }
            }
        }
    }
    directions
}

/// Whether the origin is proven to lie in the interior of M: in that of a polytope of support points, by more than these are
/// off.
pub fn is_overlapping(cores: &Cores, dimension: u8, simplex: &[Vector]) -> bool {
    let supports = around(dimension).into_iter().map(|direction| cores.support(&direction));
    let mut points: Vec<[Big; 3]> = simplex.iter().copied().chain(supports).map(|p| p.map(on_grid).map(Big)).collect();
    points.dedup();
    let lattice = Lattice::<Big>::of_difference(usize::from(dimension), points, -i64::from(GRID));
    let proof = oracle::prove(&lattice);
    if !oracle::is_proven(&lattice, &proof) {
        return false;
    }
    let Proof::Overlapping { points } = &proof else { return false };
    // Each vertex is off by the error of a support point and less than two units of the grid.
    let off = 2.0 * ERROR + 4.0 / (1u128 << GRID) as f64;
    let enough = |low: Scaled| low.shifted(-i64::from(GRID)).to_f64() > off;
    let found = depth(&lattice, points, |bracket| enough(bracket.low) || !enough(bracket.high));
    enough(found.low)
}

/// The least reach of M along any direction that a descent finds: an upper bound of the depth of the origin in M.
pub fn least_reach(cores: &Cores, dimension: u8) -> DoubleDouble {
    let mut starts: Vec<(DoubleDouble, Vector)> =
        around(dimension).into_iter().map(|direction| (cores.reach(&direction), direction)).collect();
    starts.sort_by(|p, q| p.0.hi.total_cmp(&q.0.hi));
    let mut best = starts[0].0;
    for (reach, direction) in starts.into_iter().take(6) {
        let (reach, _) = descend(cores, reach, direction);
        if reach < best {
            best = reach;
        }
    }
    let best = best.plus(&DoubleDouble::from_f64(4.0 * ERROR));
    if best.hi > 0.0 { best } else { DoubleDouble::ZERO }
}

/// Projected gradient descent with a halving step: the gradient of the reach along n is the support point.
fn descend(cores: &Cores, mut reach: DoubleDouble, mut n: Vector) -> (DoubleDouble, Vector) {
    let mut step = 1.0;
    for _ in 0..200 {
        let support = cores.support(&n);
        let across = minus(&support, &scaled(&n, &dot(&n, &support)));
        let slope = length(&across).to_f64();
        if slope < 1e-18 || step < 1e-12 {
            break;
        }
        let moved = minus(&n, &scaled(&across, &DoubleDouble::from_f64(step / slope.max(1e-300))));
        let size = length(&moved);
        let next = if size.hi > 0.0 { moved.map(|x| x.over(&size)) } else { [DoubleDouble::ZERO; 3] };
        let reached = cores.reach(&next);
        if size.hi > 0.0 && reached < reach {
            (reach, n) = (reached, next);
            step *= 1.5;
        } else {
            step *= 0.5;
        }
    }
    (reach, n)
}
