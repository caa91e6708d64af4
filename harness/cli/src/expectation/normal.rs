//! The reach of bodies beyond each other along an expected normal.

use dashu_ratio::RBig;
use gjk_cases::case::{Body, Case, Expectation, Point, half_a_unit};
use gjk_cases::format::number;
use gjk_cases::quote::cut;
use gjk_truth::exact::Scaled;
use gjk_truth::truth::{CurvedTruth, HullTruth, Truth, is_nearer, reach_beyond};

/// The message that the least translation along the expected normal that separates the bodies, its reach, is longer than the
/// depth by more than half a unit of the last digit of the expected depth.
pub fn contradiction(case: &Case, expect: &Expectation, truth: &Truth) -> Option<String> {
    let (normal, text) = (expect.normal.as_ref()?, expect.depth.as_deref()?);
    let half = half_a_unit(text)?;
    let (is_too_long, reach) = match truth {
        Truth::Hulls(hulls) => of_hulls(case, hulls, normal, &half),
        Truth::Curved(curved) => of_curved(case, curved, normal, &half)?,
        Truth::Halfspace(halfspace) => {
            let excess = halfspace.excess_along(normal);
            (excess > Scaled::of_rational(&half), halfspace.depth().plus(excess).to_f64())
        }
        // The depth of unions is not known; of a cast the caller passes the truth at its start.
        Truth::Union(_) | Truth::Cast(_) => return None,
    };
    is_too_long.then(|| format!("normal: expected the depth {} along it, is {}", cut(text), number(reach)))
}

/// Whether the reach of two hulls along n exceeds their depth by more than `half`, exactly, and the reach.
///
/// The radii are in both. Without them the depth is √q for cores that meet, where q is its square, and −√q for cores that are
/// apart, where q is the square of their distance. The reach of the cores is h / |n|.
fn of_hulls(case: &Case, hulls: &HullTruth, n: &Point, half: &RBig) -> (bool, f64) {
    let n = rationals(n);
    let along = |body: &Body| body.points().iter().map(|p| dot(&rationals(p), &n)).collect::<Vec<_>>();
    let farthest = along(&case.a).into_iter().max().unwrap_or(RBig::ZERO);
    let h = farthest - along(&case.b).into_iter().min().unwrap_or(RBig::ZERO);
    let length_squared = dot(&n, &n);
    let reach_squared = &h * &h / &length_squared;
    let is_too_long = match hulls.core_depth_squared() {
        Some(q) => is_nearer((&q, &-half.clone()), (&reach_squared, &RBig::ZERO)),
        None => {
            let q = hulls.core_distance_squared();
            if h > RBig::ZERO {
                is_sum_greater(&reach_squared, &q, half)
            } else {
                is_nearer((&reach_squared, &-half.clone()), (&q, &RBig::ZERO))
            }
        }
    };
    let reach = Scaled::of_rational(&h).over(Scaled::of_rational(&length_squared).root()).plus(hulls.radii);
    (is_too_long, reach.to_f64())
}

/// Whether √x + √y > z, for x and z greater than zero.
fn is_sum_greater(x: &RBig, y: &RBig, z: &RBig) -> bool {
    let squared = z * z;
    // With √y < z: x > (z − √y)², so 2 z √y > z² + y − x.
    let rest = &squared + y - x;
    *y >= squared || rest < RBig::ZERO || RBig::from(4) * squared * y > &rest * &rest
}

/// The same for a curved body and another one, up to the widths of the brackets; `None` for a normal without a length.
fn of_curved(case: &Case, curved: &CurvedTruth, n: &Point, half: &RBig) -> Option<(bool, f64)> {
    let reach = reach_beyond(case.dimension, &case.a, &case.b, &n.map(|x| -x))?.negated();
    Some((curved.depth().off(reach) > Scaled::of_rational(half), reach.to_f64()))
}

fn rationals(p: &Point) -> [RBig; 3] {
    p.map(|x| RBig::try_from(x).unwrap_or(RBig::ZERO))
}

fn dot(a: &[RBig; 3], b: &[RBig; 3]) -> RBig {
    a.iter().zip(b).fold(RBig::ZERO, |sum, (a, b)| sum + a * b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_roots_compare_without_being_taken() {
        for (x, y) in [(1, 4), (2, 3), (9, 16), (1, 100), (50, 2), (3, 0)] {
            let sum = f64::from(x).sqrt() + f64::from(y).sqrt();
            for z in 1..=15 {
                let found = is_sum_greater(&RBig::from(x), &RBig::from(y), &RBig::from(z));
                assert_eq!(found, sum > f64::from(z), "√{x} + √{y}, {z}");
            }
        }
    }
}
