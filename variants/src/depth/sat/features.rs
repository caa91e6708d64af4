//! The facets and edges of the hull of few points.

use gjk_numbers::{Oriented, Ring, Scalar, Space};
use smallvec::SmallVec;

use crate::depth::{cross, right};
use crate::gjk::rules::rounding;

/// The greatest number of points of a body: a facet has one bit per point.
pub(super) const MOST: usize = 32;

/// A hull of 32 points has at most 60 facets, and a polygon of 32 points has 34 normals.
const FACETS: usize = 64;
/// A hull has at most 90 edges, and a polygon two for each side.
const EDGES: usize = 96;

/// The points of a body, relative to its first point.
pub(super) struct Points<S: Space> {
    pub points: SmallVec<[S::Vector; MOST]>,
    /// The greatest coordinate.
    pub extent: S::Scalar,
}

impl<S: Space<Scalar: Scalar>> Points<S> {
    /// The points of a hull: at least one, and at most [`MOST`].
    pub fn of(points: &[S::Vector]) -> Self {
        let points: SmallVec<[S::Vector; MOST]> = points.iter().map(|point| S::minus(point, &points[0])).collect();
        let extent = points.iter().map(S::max_norm).fold(S::Scalar::zero(), |greatest, size| {
            // Written so that a NaN is kept.
            if size <= greatest { greatest } else { size }
        });
        Points { points, extent }
    }

    /// All points times a number.
    pub fn times(mut self, factor: &S::Scalar) -> Self {
        if *factor != S::Scalar::one() {
            self.points.iter_mut().for_each(|point| *point = S::scaled(point, factor));
            self.extent = self.extent.times(factor);
        }
        self
    }

    /// The first point with the greatest product with a direction, and that product.
    #[inline(always)]
    pub fn greatest(&self, n: &S::Vector) -> (usize, S::Scalar) {
        let mut best = (0, S::dot(&self.points[0], n));
        for (place, point) in self.points.iter().enumerate().skip(1) {
            let product = S::dot(point, n);
            if product > best.1 {
                best = (place, product);
            }
        }
        best
    }

    /// The position of all points relative to the plane (in the plane: the line) through the first of these points; `None` if
    /// points lie on both sides of it.
    fn sides(&self, normal: &S::Vector, noise: &S::Scalar, through: &[usize]) -> Option<Sides> {
        let zero = S::Scalar::zero();
        let thickness = rounding::<S::Scalar>().times(&self.extent).times(&S::max_norm(normal));
        let mut sides = Sides { members: through.iter().fold(0, |set, place| set | 1 << place), above: false, below: false };
        for (place, point) in self.points.iter().enumerate() {
            if sides.members >> place & 1 == 1 {
                continue;
            }
            let from = S::minus(point, &self.points[through[0]]);
            let height = S::dot(normal, &from);
            // A bound on the error of the height from the rounding of the normal.
            let slack = noise.times(&S::max_norm(&from));
            let off = height.magnitude();
            if off <= thickness {
                sides.members |= 1 << place;
            }
            if off > slack {
                sides.above |= height > zero;
                sides.below |= height < zero;
                if sides.above && sides.below {
                    return None;
                }
            }
        }
        Some(sides)
    }
}

/// The points that lie in a plane, and whether other points lie above or below it.
struct Sides {
    members: u32,
    above: bool,
    below: bool,
}

/// A facet.
pub(super) struct Facet<S: Space> {
    /// The outward normal, of any length.
    pub normal: S::Vector,
    /// A bound on the rounding error of a coordinate of the normal.
    noise: S::Scalar,
    /// The points of the facet, one bit each.
    members: u32,
}

/// An edge.
pub(super) struct Edge<S: Space> {
    pub along: S::Vector,
    /// The facets on both sides of the edge.
    between: [u8; 2],
}

/// The facets of a body and, in space, its edges.
pub(super) struct Features<S: Space> {
    pub facets: SmallVec<[Facet<S>; FACETS]>,
    pub edges: SmallVec<[Edge<S>; EDGES]>,
}

/// e × f in space, and a bound on the rounding error of a coordinate of it.
#[inline(always)]
pub(super) fn across<S: Oriented<Scalar: Scalar>>(e: &S::Vector, f: &S::Vector) -> (S::Vector, S::Scalar) {
    let noise = rounding::<S::Scalar>().times(&S::max_norm(e)).times(&S::max_norm(f));
    (cross::<S>(e, f), noise)
}

impl<S: Oriented<Scalar: Scalar>> Features<S> {
    /// The features of the hull of these points.
    pub fn of(points: &Points<S>) -> Self {
        let mut features = Features { facets: SmallVec::new(), edges: SmallVec::new() };
        if S::DIMENSION == 2 {
            features.take_sides(points, |along| (right::<S>(along), rounding::<S::Scalar>().times(&S::max_norm(along))));
        } else if !features.take_facets(points) {
            features.take_segment(points);
        } else if features.facets.len() == 2 {
            features.take_polygon(points);
        } else {
            features.take_edges(points);
        }
        features
    }

    /// Whether one of the facets holds all of these points.
    fn holds(&self, members: u32) -> bool {
        self.facets.iter().any(|facet| facet.members & members == members)
    }

    /// Adds the plane through some points as a facet if all others lie on one side of it; true if all points lie in it.
    fn take_plane(&mut self, points: &Points<S>, normal: S::Vector, noise: S::Scalar, through: &[usize]) -> bool {
        let Some(Sides { members, above, below }) = points.sides(&normal, &noise, through) else { return false };
        if !above {
            self.push(Facet { normal: normal.clone(), noise: noise.clone(), members });
        }
        if !below {
            self.push(Facet { normal: S::negated(&normal), noise, members });
        }
        !above && !below
    }

    /// Adds a facet. In rounded arithmetic nearly coplanar points may make more facets than there is room for; a facet left out
    /// is close to a facet that is kept.
    fn push(&mut self, facet: Facet<S>) {
        if S::Scalar::EXACT || self.facets.len() < FACETS {
            self.facets.push(facet);
        }
    }

    /// Adds the sides of a polygon; `normal` returns the normal of a side along a vector.
    fn take_sides(&mut self, points: &Points<S>, normal: impl Fn(&S::Vector) -> (S::Vector, S::Scalar)) {
        for j in 1..points.points.len() {
            for i in 0..j {
                let along = S::minus(&points.points[j], &points.points[i]);
                if along != S::zero() && !self.holds(1 << i | 1 << j) {
                    let (normal, noise) = normal(&along);
                    if self.take_plane(points, normal, noise, &[i, j]) {
                        return;
                    }
                }
            }
        }
    }

    /// Adds the facets of a body in space; for a flat body, both sides of its plane. Returns false if the body has no facets.
    fn take_facets(&mut self, points: &Points<S>) -> bool {
        let all = &points.points;
        for k in 2..all.len() {
            for j in 1..k {
                for i in 0..j {
                    if self.holds(1 << i | 1 << j | 1 << k) {
                        continue;
                    }
                    let (normal, noise) = across::<S>(&S::minus(&all[j], &all[i]), &S::minus(&all[k], &all[i]));
                    // The normal of a sliver is noise if it is no longer than rounding.
                    let is_noise = S::max_norm(&normal) <= noise.plus(&noise);
                    if !is_noise && self.take_plane(points, normal, noise, &[i, j, k]) {
                        return true;
                    }
                }
            }
        }
        !self.facets.is_empty()
    }

    /// Adds the edges between the facets of a body with an interior.
    fn take_edges(&mut self, points: &Points<S>) {
        let all = &points.points;
        for g in 1..self.facets.len() {
            for f in 0..g {
                let mut common = self.facets[f].members & self.facets[g].members;
                if common.count_ones() < 2 {
                    continue;
                }
                let first = common.trailing_zeros() as usize;
                let mut farthest = (S::zero(), S::Scalar::zero());
                while common != 0 {
                    let along = S::minus(&all[common.trailing_zeros() as usize], &all[first]);
                    let length = S::max_norm(&along);
                    if length > farthest.1 {
                        farthest = (along, length);
                    }
                    common &= common - 1;
                }
                if farthest.1 > S::Scalar::zero() {
                    self.join(farthest.0, [f, g]);
                }
            }
        }
    }

    /// Adds the edges of a polygon whose two sides are the facets. Each edge is between a side and the normal within the plane,
    /// which is not a facet.
    fn take_polygon(&mut self, points: &Points<S>) {
        let plane = self.facets[0].normal.clone();
        let sides = self.facets.len();
        let members = self.facets.iter_mut().map(|facet| std::mem::take(&mut facet.members)).fold(0, |all, set| all | set);
        self.take_sides(points, |along| across::<S>(along, &plane));
        self.facets[..sides].iter_mut().for_each(|facet| facet.members = members);
        for place in sides..self.facets.len() {
            let along = across::<S>(&self.facets[place].normal, &plane).0;
            self.join(along.clone(), [0, place]);
            self.join(along, [place, 1]);
        }
    }

    /// Adds the normals around a segment, which are not facets; adds nothing for a point.
    fn take_segment(&mut self, points: &Points<S>) {
        let lengths = points.points.iter().map(|point| (point, S::max_norm(point)));
        let Some((along, _)) = lengths.reduce(|longest, next| if next.1 > longest.1 { next } else { longest }) else { return };
        if *along == S::zero() {
            return;
        }
        // The axis most nearly orthogonal to the segment.
        let size = |axis: usize| S::coordinate(along, axis).magnitude();
        let axis = (1..S::DIMENSION).fold(0, |least, axis| if size(axis) < size(least) { axis } else { least });
        let (one, noise) = across::<S>(along, &S::unit(axis));
        let (other, noise_of_other) = across::<S>(along, &one);
        for (normal, noise) in [
            (one.clone(), noise.clone()),
            (other.clone(), noise_of_other.clone()),
            (S::negated(&one), noise),
            (S::negated(&other), noise_of_other),
        ] {
            self.push(Facet { normal, noise, members: 0 });
        }
        for place in 0..4 {
            self.join(along.clone(), [place, (place + 1) % 4]);
        }
    }

    fn join(&mut self, along: S::Vector, between: [usize; 2]) {
        if S::Scalar::EXACT || self.edges.len() < EDGES {
            self.edges.push(Edge { along, between: between.map(|place| place as u8) });
        }
    }

    /// The normal that an edge of this body has across an edge of the other one, up to its length: strictly between the normals
    /// of the edge's facets; `None` if there is no such normal. Also returns whether rounding leaves no doubt of it.
    #[inline(always)]
    pub fn normal_across(&self, e: &Edge<S>, f: &Edge<S>) -> Option<(S::Vector, bool)> {
        let zero = S::Scalar::zero();
        let facet = |place: u8| &self.facets[usize::from(place)];
        let (p, q) = (facet(e.between[0]), facet(e.between[1]));
        let (first, second) = (S::dot(&p.normal, &f.along), S::dot(&q.normal, &f.along));
        if first == zero || second == zero {
            return None;
        }
        let is_opposite = (first > zero) != (second > zero);
        let is_clear = S::Scalar::EXACT || {
            let size = S::max_norm(&f.along);
            first.magnitude() > p.noise.times(&size) && second.magnitude() > q.noise.times(&size)
        };
        if !is_opposite && is_clear {
            return None;
        }
        let of_first = S::scaled(&p.normal, &second.magnitude());
        let of_second = S::scaled(&q.normal, &first.magnitude());
        Some((S::plus(&of_first, &of_second), is_clear))
    }
}
