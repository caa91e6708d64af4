//! A convex body and a half-space n·p ≤ d, compared exactly: the reach of the body along −n gives the depth and the distance.
//!
//! The greatest −n·a over a body is a rational r for a hull of points; with a radius ρ it is r + √(ρ²|n|²), for an ellipsoid
//! −n·c + |Lᵀn|, and for a cylinder and a cone a similar expression, or the greater of two. So the sign of the least n·a − d is
//! computed from squares of rationals, and the number itself without cancellation.

use std::cmp::Ordering;

use dashu_ratio::RBig;
use dashu_ratio::ops::Abs;
use gjk_cases::case::{Body, Class, Curved, Point, Shape};
use gjk_numbers::Rational;

use super::hulls::Copies;
use crate::certificate::halfspace::is_lowest;
use crate::exact::Scaled;

/// The truth of a convex body A and a half-space B. Lengths are in units of the coordinates.
#[derive(Clone, Debug)]
pub struct HalfspaceTruth {
    /// How the bodies lie.
    pub class: Class,
    /// The distance of A from the boundary of B, to about 100 bits: the distance of bodies that are apart, minus the depth of
    /// bodies that meet.
    pub height: Scaled,
    /// The square of `height` as a fraction, for hulls of points without radii.
    pub height_squared: Option<RBig>,
    /// The proof, for a hull of points with or without a radius.
    pub support: Option<Support>,
    /// D, the greatest of the widths of A along the axes and the distances of points of A from the boundary of B.
    pub size: Scaled,
    /// The normal of B, scaled to length one.
    pub normal: [Scaled; 3],
}

/// The point of a hull that is nearest to a half-space n·p ≤ d or deepest in it, which proves how they lie, the radius left
/// out.
#[derive(Clone, Debug)]
pub struct Support {
    /// The index of the point.
    pub index: usize,
    /// n·a − d for this point a.
    height: RBig,
    /// |n|².
    length_squared: RBig,
}

impl Support {
    /// # Panics
    /// If the certificate kernel refuses the point: either the kernel or this function has a defect.
    fn of(points: &[Point], normal: &[RBig; 3], offset: &RBig) -> Option<Support> {
        let points: Vec<[RBig; 3]> = points.iter().map(rationals).collect();
        let products = points.iter().map(|p| dot(p, normal)).enumerate();
        let (index, lowest) = products.min_by(|(_, x), (_, y)| x.cmp(y))?;
        let exactly = |p: &[RBig; 3]| p.each_ref().map(Rational::new);
        let is_proven = is_lowest(&exactly(normal), &points.iter().map(exactly).collect::<Vec<_>>(), index);
        assert!(is_proven, "the certificate kernel refuses point {index} of {points:?} along {normal:?}");
        Some(Support { index, height: lowest - offset, length_squared: dot(normal, normal) })
    }

    /// How the hull lies.
    pub fn class(&self) -> Class {
        match self.height.cmp(&RBig::ZERO) {
            Ordering::Greater => Class::Separated,
            Ordering::Equal => Class::Touching,
            Ordering::Less => Class::Overlapping,
        }
    }

    /// The squared distance of the hull from the boundary of the half-space.
    fn height_squared(&self) -> RBig {
        &self.height * &self.height / &self.length_squared
    }

    /// The squared distance of the hull from the half-space.
    pub fn distance_squared(&self) -> RBig {
        if self.class() == Class::Separated { self.height_squared() } else { RBig::ZERO }
    }

    /// The squared depth of the hull, if it overlaps.
    pub fn depth_squared(&self) -> Option<RBig> {
        (self.class() == Class::Overlapping).then(|| self.height_squared())
    }

    /// The points of the hull and of the half-space that are as near as any two, from this point of the hull and the normal.
    pub fn points(&self, a: &Point, normal: &Point) -> [[RBig; 3]; 2] {
        let (a, n) = (rationals(a), rationals(normal));
        let along = if self.class() == Class::Separated { &self.height / &self.length_squared } else { RBig::ZERO };
        let on_b = std::array::from_fn(|i| &a[i] - &along * &n[i]);
        [a, on_b]
    }
}

/// r + √q.
pub(super) struct Reach {
    pub r: RBig,
    pub q: RBig,
}

pub(super) fn rational(x: f64) -> RBig {
    RBig::try_from(x).unwrap_or(RBig::ZERO)
}

pub(super) fn rationals(p: &Point) -> [RBig; 3] {
    p.map(rational)
}

pub(super) fn dot(a: &[RBig; 3], b: &[RBig; 3]) -> RBig {
    a.iter().zip(b).fold(RBig::ZERO, |sum, (a, b)| sum + a * b)
}

impl Reach {
    /// Compares x with this number.
    fn against(&self, x: &RBig) -> Ordering {
        let rest = x - &self.r;
        if rest < RBig::ZERO { Ordering::Less } else { (&rest * &rest).cmp(&self.q) }
    }

    /// x minus this number.
    fn taken_from(&self, x: &RBig) -> Scaled {
        let (rest, root) = (x - &self.r, Scaled::of_rational(&self.q).root());
        if rest <= RBig::ZERO || self.q == RBig::ZERO {
            return Scaled::of_rational(&rest).minus(root);
        }
        Scaled::of_rational(&(&rest * &rest - &self.q)).over(Scaled::of_rational(&rest).plus(root))
    }
}

/// How a body with this reach along −n, the greatest of the list, lies relative to the half-space n·p ≤ d, and its distance
/// from the boundary of the half-space.
pub(super) fn lie(reaches: &[Reach], n: &[RBig; 3], offset: &RBig) -> (Class, Scaled) {
    let nearest = -offset;
    let class = match reaches.iter().map(|reach| reach.against(&nearest)).min() {
        Some(Ordering::Greater) => Class::Separated,
        Some(Ordering::Equal) => return (Class::Touching, Scaled::ZERO),
        _ => Class::Overlapping,
    };
    let height = reaches.iter().map(|reach| reach.taken_from(&nearest)).min().unwrap_or(Scaled::ZERO);
    (class, height.over(Scaled::of_rational(&dot(n, n)).root()))
}

/// The reach of a convex body along a direction, times the length of the direction: the greatest of the list.
fn reaches(body: &Body, direction: &[RBig; 3]) -> Vec<Reach> {
    let farthest = |points: &[Point]| points.iter().map(|p| dot(&rationals(p), direction)).max().unwrap_or(RBig::ZERO);
    match body {
        Body::Points(points) => vec![Reach { r: farthest(points), q: RBig::ZERO }],
        Body::Rounded { points, radius } => {
            let radius = rational(*radius);
            vec![Reach { r: farthest(points), q: &radius * &radius * dot(direction, direction) }]
        }
        Body::Curved(curved) => of_curved(curved, direction),
        // Neither can be the body A of a half-space.
        Body::Halfspace { .. } | Body::Union(_) => Vec::new(),
    }
}

fn of_curved(curved: &Curved, direction: &[RBig; 3]) -> Vec<Reach> {
    let (extents, at) = (curved.extents(), dot(&rationals(&curved.center), direction));
    // Lᵀn, column by column.
    let [x, y, z]: [RBig; 3] = std::array::from_fn(|column| {
        let along = std::array::from_fn(|row| rational(curved.rotation[row][column]));
        dot(&along, direction) * rational(extents[column])
    });
    let across = &x * &x + &y * &y;
    match curved.shape {
        Shape::Ellipsoid { .. } => vec![Reach { r: at, q: across + &z * &z }],
        Shape::Cylinder { .. } => vec![Reach { r: at + z.abs(), q: across }],
        Shape::Cone { .. } => vec![Reach { r: &at + &z, q: RBig::ZERO }, Reach { r: at - z, q: across }],
    }
}

impl HalfspaceTruth {
    /// The truth of a convex body and the half-space of a non-zero normal. In the plane, third coordinates are zero.
    pub fn of(dimension: u8, body: &Body, normal: &Point, offset: f64) -> HalfspaceTruth {
        let zero = [RBig::ZERO, RBig::ZERO, RBig::ZERO];
        HalfspaceTruth::with_a(Copies::Moved, dimension, body, (&rationals(normal), &rational(offset)), &zero)
    }

    /// The truth with the body moved by v, or swept along it.
    pub(super) fn with_a(
        copies: Copies,
        dimension: u8,
        body: &Body,
        (n, offset): (&[RBig; 3], &RBig),
        v: &[RBig; 3],
    ) -> HalfspaceTruth {
        // The body moved by v reaches past the boundary as the body itself reaches past a boundary that is moved by −v.
        let moved = offset - dot(n, v);
        let [near, far] = match copies {
            Copies::Moved => [moved.clone(), moved],
            Copies::Swept => [(&moved).max(offset).clone(), (&moved).min(offset).clone()],
        };
        let (offset, n) = (near, n.clone());
        let squared = dot(&n, &n);
        let length = Scaled::of_rational(&squared).root();
        let into = reaches(body, &n.each_ref().map(|x| -x));
        let (class, height) = lie(&into, &n, &offset);
        let support = Support::of(body.points(), &n, &offset);
        let height_squared = support.as_ref().filter(|_| body.radius() == 0.0).map(Support::height_squared);
        let reach_of = |direction: &[RBig; 3]| {
            let zero = RBig::ZERO;
            reaches(body, direction).iter().map(|reach| reach.taken_from(&zero).negated()).max().unwrap_or(Scaled::ZERO)
        };
        let farthest = reach_of(&n).minus(Scaled::of_rational(&far)).over(length);
        let width = |axis: usize| {
            let along = |sign: i8| std::array::from_fn(|i| if i == axis { RBig::from(sign) } else { RBig::ZERO });
            let longer = if copies == Copies::Swept { Scaled::of_rational(&v[axis].clone().abs()) } else { Scaled::ZERO };
            reach_of(&along(1)).plus(reach_of(&along(-1))).plus(longer)
        };
        let widths = (0..usize::from(dimension)).map(width);
        let size = widths.fold(farthest.max(farthest.negated()).max(height.max(height.negated())), Scaled::max);
        let normal = n.each_ref().map(|x| Scaled::of_rational(x).over(length));
        HalfspaceTruth { class, height, height_squared, support, size, normal }
    }

    /// The distance; zero if the bodies meet.
    pub fn gap(&self) -> Scaled {
        self.height.max(Scaled::ZERO)
    }

    /// The depth; zero if the bodies are apart.
    pub fn depth(&self) -> Scaled {
        self.height.negated().max(Scaled::ZERO)
    }

    /// The excess over the depth of a translation along a direction that separates the bodies. A direction that is off the
    /// outward normal by an angle θ takes them apart after δ / cos θ, for the depth δ; if they only rest on each other, a body of
    /// size D is tilted by D sin θ. The excess is the sum of δ (1 / cos θ − 1) and D sin θ. It is [`Scaled::BEYOND`] for a
    /// direction into the half-space, and for a vector that is zero or not finite.
    pub fn excess_along(&self, direction: &Point) -> Scaled {
        if direction.iter().any(|x| !x.is_finite()) || *direction == [0.0; 3] {
            return Scaled::BEYOND;
        }
        let direction = direction.map(Scaled::from_f64);
        let length = direction.iter().map(|x| x.times(*x)).fold(Scaled::ZERO, Scaled::plus).root();
        // M is on the other side of its boundary: the outward direction is opposite to the normal.
        let product = self.normal.iter().zip(&direction).map(|(n, x)| n.times(*x)).fold(Scaled::ZERO, Scaled::plus);
        let cosine = product.negated().over(length);
        if cosine <= Scaled::ZERO {
            return Scaled::BEYOND;
        }
        let across = self.normal.iter().zip(&direction).fold(Scaled::ZERO, |sum, (n, x)| {
            let rest = x.over(length).plus(n.times(cosine));
            sum.plus(rest.times(rest))
        });
        self.depth().over(cosine).minus(self.depth()).plus(across.root().times(self.size))
    }
}

/// The distance of a point from the boundary of a half-space; negative inside.
pub fn height_of(point: &Point, normal: &Point, offset: f64) -> Scaled {
    let n = rationals(normal);
    let length = Scaled::of_rational(&dot(&n, &n)).root();
    Scaled::of_rational(&(dot(&rationals(point), &n) - rational(offset))).over(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_direction_off_the_normal_exceeds_the_depth() {
        // A unit square around the origin in y ≤ 1/4: the depth is 3/4, and D is 1.
        let square = Body::Points(vec![[-0.5, -0.5, 0.0], [0.5, -0.5, 0.0], [0.5, 0.5, 0.0], [-0.5, 0.5, 0.0]]);
        let truth = HalfspaceTruth::of(2, &square, &[0.0, 2.0, 0.0], 0.5);
        let excess = |x: f64, y: f64| truth.excess_along(&[x, y, 0.0]);
        assert_eq!((truth.depth().to_f64(), truth.size.to_f64()), (0.75, 1.0));
        assert_eq!(excess(0.0, -7.0).to_f64(), 0.0);
        // cos θ = 4/5 and sin θ = 3/5: 3/4 (5/4 − 1) + 3/5.
        assert!((excess(3.0, -4.0).to_f64() - 0.7875).abs() < 1e-15);
        for beyond in [excess(0.0, 1.0), excess(1.0, 0.0), excess(0.0, 0.0), excess(f64::NAN, -1.0)] {
            assert_eq!(beyond, Scaled::BEYOND);
        }
    }
}
