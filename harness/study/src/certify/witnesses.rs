//! The package's promises about witness points, compared with numbers of 106 bits.

use gjk_cases::case::{Body, Point};
use gjk_truth::answer::Numbers;
use gjk_truth::exact::{DoubleDouble, Scaled};
use gjk_truth::lattice::Pair;

/// The witness points of an answer, and the weights that they are formed with.
#[derive(Clone, PartialEq)]
pub struct Witnesses {
    /// The points on A and on B.
    pub points: [Point; 2],
    /// The weights of the points of the simplex.
    pub weights: Vec<f64>,
}

/// The allowed error of a coordinate of a witness point against the combination of the body's points, in units of u times their
/// greatest coordinate.
const ROUNDING: f64 = 16.0;

/// The allowed error of the nearest point, in units of u L: 2⁻³⁹ L in double, 2⁻²¹ L in single precision.
fn promised(is_single: bool) -> f64 {
    if is_single { 8.0 } else { 16384.0 }
}

/// (u, the least positive number).
fn precision(is_single: bool) -> [f64; 2] {
    if is_single {
        [f64::from(f32::EPSILON) / 2.0, f64::from(f32::from_bits(1))]
    } else {
        [f64::EPSILON / 2.0, f64::from_bits(1)]
    }
}

fn difference(x: f64, y: f64) -> Scaled {
    // Halves first: the difference of two numbers near the end of the range is beyond it.
    if x.abs().max(y.abs()) > 1.0 {
        Scaled::of_double_double(DoubleDouble::difference(0.5 * x, 0.5 * y)).shifted(1)
    } else {
        Scaled::of_double_double(DoubleDouble::difference(x, y))
    }
}

fn magnitude(x: Scaled) -> Scaled {
    x.max(x.negated())
}

impl Witnesses {
    /// The witness points and weights of an answer in rounded arithmetic; `None` if it has no witness points.
    pub fn of(numbers: &Numbers) -> Option<Witnesses> {
        let Numbers::Rounded(values) = numbers else { return None };
        Some(Witnesses { points: values.witnesses?, weights: values.weights.clone() })
    }

    /// The errors of the point of M that the face's points form with the weights: by how much it is farther from the origin
    /// than the distance, and how far it is from the nearest point of the face, both in units of u L.
    ///
    /// The second error is computed if the face is exactly nearest; below 2⁻⁴⁹ of the distance it cannot be distinguished from
    /// zero.
    ///
    /// L is the greatest of the coordinates of the face's points of M and of its edges, each with its parts on A and on B added
    /// up.
    ///
    /// `None` if the witness points are not combinations of the face's points with these weights, or if one of the two errors
    /// is more than is promised.
    pub fn errors(
        &self,
        bodies: [&Body; 2],
        (face, is_exact): (&[Pair], bool),
        distance: Scaled,
        is_single: bool,
    ) -> Option<[f64; 2]> {
        let [unit, least] = precision(is_single);
        let weights = self.weights.get(..face.len())?;
        let is_convex = weights.iter().all(|weight| (0.0..=1.0).contains(weight));
        if !is_convex || !self.points.iter().flatten().all(|x| x.is_finite()) {
            return None;
        }
        let of_body = |body: usize| face.iter().map(move |pair| bodies[body].points()[if body == 0 { pair.a } else { pair.b }]);
        let corners = [0, 1].map(|body| of_body(body).collect::<Vec<Point>>());
        let total = weights.iter().fold(Scaled::ZERO, |sum, weight| sum.plus(Scaled::from_f64(*weight)));
        // Coordinate k of the combination of the corners minus a point.
        let combined = |body: usize, k: usize, from: f64| {
            let parts = corners[body].iter().zip(weights);
            let sum = parts.fold(Scaled::ZERO, |sum, (corner, weight)| {
                sum.plus(difference(corner[k], from).times(Scaled::from_f64(*weight)))
            });
            sum.over(total)
        };
        for body in [0, 1] {
            let greatest = corners[body].iter().flatten().fold(0.0_f64, |most, x| most.max(x.abs()));
            let bound = Scaled::from_f64(greatest).times(Scaled::from_f64(ROUNDING * unit)).plus(Scaled::from_f64(least));
            if (0..3).any(|k| magnitude(combined(body, k, self.points[body][k])) > bound) {
                return None;
            }
        }
        let mut reach = Scaled::ZERO;
        let mut squared = Scaled::ZERO;
        let [of_a, of_b] = &corners;
        for k in 0..3 {
            let vertex = difference(of_a[0][k], of_b[0][k]);
            let nearest = vertex.plus(combined(0, k, of_a[0][k])).minus(combined(1, k, of_b[0][k]));
            squared = squared.plus(nearest.times(nearest));
        }
        let size = |of: &dyn Fn(usize) -> Scaled| (0..3).map(|k| magnitude(of(k))).max().unwrap_or(Scaled::ZERO);
        for i in 0..face.len() {
            reach = reach.max(size(&|k| difference(of_a[i][k], of_b[i][k])));
            for j in 0..i {
                let edge = [of_a, of_b].map(|of| size(&|k| difference(of[i][k], of[j][k])));
                reach = reach.max(edge[0].plus(edge[1]));
            }
        }
        let in_units = |length: Scaled| length.over(reach.times(Scaled::from_f64(unit))).to_f64();
        let farther = in_units(squared.root().minus(distance));
        // The nearest point is the foot of the perpendicular from the origin on the face.
        let off = if is_exact { in_units(squared.minus(distance.times(distance)).max(Scaled::ZERO).root()) } else { 0.0 };
        // The distance of two points is at most √3 times the greatest difference of their coordinates, and so is the difference
        // of their lengths. Written so that a NaN fails.
        let most = 1.75 * promised(is_single);
        (farther.abs() <= most && off <= most).then_some([farther, off])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A triangle and a point below its first edge's middle, all times a factor; its nearest point is that middle.
    fn errors(factor: f64, change: impl Fn(&mut Witnesses), is_exact: bool, is_single: bool) -> Option<[f64; 2]> {
        let scaled = |points: &[Point]| Body::Points(points.iter().map(|point| point.map(|x| factor * x)).collect());
        let (a, b) = (scaled(&[[-1.0, 0.0, 0.5], [1.0, 0.0, 0.5], [0.0, 1.0, 0.5]]), scaled(&[[0.0, -0.5, 0.5]]));
        let face = [Pair { a: 0, b: 0 }, Pair { a: 1, b: 0 }];
        let points = [[0.0, 0.0, 0.5], [0.0, -0.5, 0.5]].map(|point| point.map(|x| factor * x));
        let mut witnesses = Witnesses { points, weights: vec![0.5, 0.5, 0.0] };
        change(&mut witnesses);
        let distance = Scaled::from_f64(factor).times(Scaled::from_f64(0.5));
        witnesses.errors([&a, &b], (&face, is_exact), distance, is_single)
    }

    #[test]
    fn witness_points_are_combinations_that_are_as_near_as_promised() {
        let u = f64::EPSILON / 2.0;
        let error = |factor, change: &dyn Fn(&mut Witnesses)| errors(factor, change, false, false).map(|[farther, _]| farther);
        for factor in [1.0, 1e-300, f64::MAX] {
            assert_eq!(errors(factor, |_| {}, true, false), Some([0.0, 0.0]));
            // Off the combination by 15u of the greatest coordinate, and by 18u.
            assert!(error(factor, &|witnesses| witnesses.points[0][1] = factor * (15.0 * u)).is_some());
            assert!(error(factor, &|witnesses| witnesses.points[0][1] = factor * (18.0 * u)).is_none());
            // The combination with other weights, 0.1 and 1e-6 from the nearest point: farther from the origin by about 1e-2
            // and 1e-12.
            let moved = |by: f64| {
                move |witnesses: &mut Witnesses| {
                    witnesses.weights = vec![0.5 - by / 2.0, 0.5 + by / 2.0, 0.0];
                    witnesses.points[0][0] = factor * by;
                }
            };
            assert!(error(factor, &moved(0.1)).is_none());
            // L is 2: the edge is longer than the distances of its ends.
            let excess = error(factor, &moved(1e-6)).expect("within 2⁻³⁹ L");
            assert!((excess - 1e-12 / 2.0 / u).abs() < 0.01 * excess, "{excess}");
            assert!(error(factor, &moved(1e-3)).is_none());
            // If the face is exactly nearest, the distance from the nearest point counts: 2⁻³⁹ L, 3.6e-12, is promised.
            let of_exact = |by| errors(factor, moved(by), true, false).map(|[_, off]| off);
            let off = of_exact(3e-12).expect("within 2⁻³⁹ L");
            assert!((off - 3e-12 / 2.0 / u).abs() < 0.01 * off, "{off}");
            assert!(of_exact(1e-6).is_none() && of_exact(7e-12).is_none());
        }
        assert!(error(1.0, &|witnesses| witnesses.weights = vec![-0.25, 1.25, 0.0]).is_none());
        assert!(error(1.0, &|witnesses| witnesses.weights = vec![1.0]).is_none());
        assert!(error(1.0, &|witnesses| witnesses.points[1][0] = f64::NAN).is_none());
        // In single precision, the allowance is in units of that precision.
        let single = f64::from(f32::EPSILON) / 2.0;
        assert!(errors(1.0, |witnesses| witnesses.points[0][1] = 15.0 * single, true, true).is_some());
        assert!(errors(1.0, |witnesses| witnesses.points[0][1] = 18.0 * single, true, true).is_none());
    }
}
