//! From one of several nearly coplanar faces of M to the one nearest to the origin: a small linear program.
//!
//! If faces of the bodies are parallel up to rounding, several points of each body are as low as a triangle of M up to
//! rounding. Seen along the triangle's normal, the nearest face is the one that contains the nearest point and has no named
//! point below it. The simplex method finds this face: the lowest point enters, and the ratio test decides which point leaves.
//! The height of a point below the first triangle is known to 106 bits, so the steps are good in doubles, and each costs a
//! fraction of the cost of a face. No proof rests on their result: the resulting face is tested as any other.
//!
//! # Reference
//! G. B. Dantzig: Linear Programming and Extensions. Princeton University Press 1963, chapter 5: the simplex method.

use super::named::{Named, NamedPoints};
use super::{Face, edge};
use crate::body::Body;
use crate::number::Number;
use crate::simplex::{Pairs, widened};
use crate::vector::{Vector, cross, dot, minus};

/// The greatest number of points of a body; with more, the faces are examined one after the other.
const MOST: usize = 16;
/// The greatest number of steps.
const STEPS: usize = 16;
/// A point enters if it is below the face by more than this share of the greatest such height, 2⁻⁴⁰.
const LEAST: f64 = f64::from_bits((1023 - 40) << 52);

/// The height of a point below the first triangle, and its weights for the second and the third vertex, up to common factors.
type Lifted = [f64; 3];

/// The points of a body.
struct OfBody {
    lifted: [Lifted; MOST],
    indices: [u32; MOST],
    count: usize,
}

impl OfBody {
    const NONE: OfBody = OfBody { lifted: [[0.0; 3]; MOST], indices: [0; MOST], count: 0 };

    /// Adds the named points, at most [`MOST`].
    #[inline(always)]
    fn take<T: Number, const D: usize>(
        &mut self,
        body: &impl Body<T, D>,
        named: &NamedPoints,
        first: &Vector,
        [to_second, to_third]: [&Vector; 2],
    ) {
        for (i, &(index, below)) in named.as_slice().iter().enumerate().take(MOST) {
            let x = minus(&widened(&body.point(index as usize)), first);
            self.lifted[i] = [below, dot(&x, to_second), dot(&x, to_third)];
            self.indices[i] = index;
            self.count += 1;
        }
    }

    /// The point farthest below a plane with these slopes.
    #[inline(always)]
    fn lowest(&self, slopes: [f64; 2]) -> (Lifted, u32) {
        let (mut best, mut greatest) = (0, f64::NEG_INFINITY);
        for (i, x) in self.lifted.iter().enumerate().take(self.count) {
            let below = x[0] - slopes[0] * x[1] - slopes[1] * x[2];
            if below > greatest {
                (best, greatest) = (i, below);
            }
        }
        (self.lifted[best], self.indices[best])
    }
}

/// Twice the area of the triangle of three points, seen along the normal.
#[inline(always)]
fn area(x: &Lifted, y: &Lifted, z: &Lifted) -> f64 {
    (y[1] - x[1]) * (z[2] - x[2]) - (y[2] - x[2]) * (z[1] - x[1])
}

/// The triangle of M that lies over this triangle's nearest point and has no named point below it, as far as doubles decide;
/// `None` if there are too many points.
#[inline(always)]
pub(super) fn lowest<T: Number, const D: usize>(
    a: &impl Body<T, D>,
    b: &impl Body<T, D>,
    (face, simplex): (&Face, &Pairs),
    Named([named_a, named_b]): &Named,
) -> Option<Pairs> {
    let &[p, q, r] = simplex.as_slice() else { return None };
    if named_a.as_slice().len().max(named_b.as_slice().len()) > MOST {
        return None;
    }
    let edge_to = |i: usize| edge([&face.a[0], &face.a[i]], [&face.b[0], &face.b[i]]).0;
    let (e, f) = (edge_to(1), edge_to(2));
    let n = cross(&e, &f);
    let (to_second, to_third) = (cross(&f, &n), cross(&n, &e));
    let (mut of_a, mut of_b) = (OfBody::NONE, OfBody::NONE);
    of_a.take(a, named_a, &face.a[0], [&to_second, &to_third]);
    of_b.take(b, named_b, &face.b[0], [&to_second.map(|x| -x), &to_third.map(|x| -x)]);
    let whole = dot(&n, &n);
    let mut triangle = [([0.0; 3], p), ([0.0, whole, 0.0], q), ([0.0, 0.0, whole], r)];
    let nearest = [0.0, face.parts[1], face.parts[2]];
    let (mut slopes, mut offset, mut least) = ([0.0; 2], 0.0, 0.0);
    for _ in 0..STEPS {
        let ((x, i), (y, j)) = (of_a.lowest(slopes), of_b.lowest(slopes));
        let new = [x[0] + y[0], x[1] + y[1], x[2] + y[2]];
        // Written so that a NaN fails.
        if !(new[0] - slopes[0] * new[1] - slopes[1] * new[2] - offset > least) {
            break;
        }
        let [(x, _), (y, _), (z, _)] = triangle;
        let whole = area(&x, &y, &z);
        let old = [area(&nearest, &y, &z), area(&x, &nearest, &z), area(&x, &y, &nearest)];
        let of_new = [area(&new, &y, &z), area(&x, &new, &z), area(&x, &y, &new)];
        let (mut leaving, mut smallest) = (0, f64::INFINITY);
        for k in 0..3 {
            let ratio = old[k] / of_new[k];
            if of_new[k] * whole > 0.0 && ratio < smallest {
                (leaving, smallest) = (k, ratio);
            }
        }
        triangle[leaving] = (new, (i, j));
        if least == 0.0 {
            least = LEAST * new[0];
        }
        let [(x, _), (y, _), (z, _)] = triangle;
        let (d, g, share) = (minus(&y, &x), minus(&z, &x), 1.0 / area(&x, &y, &z));
        slopes = [share * (d[0] * g[2] - g[0] * d[2]), share * (d[1] * g[0] - g[1] * d[0])];
        offset = x[0] - slopes[0] * x[1] - slopes[1] * x[2];
    }
    Some(Pairs::new(triangle.map(|(_, pair)| pair)))
}

#[cfg(test)]
mod tests;
