//! The penetration depth: an expanding polytope whose every choice is proved.
//!
//! # Statement
//! M = A − B holds the origin, as the verdict has proved. The depth δ is the distance from the origin to the boundary of M. If
//! a polytope has its vertices in M and the origin inside, and all planes of its facets are at least h away from the origin, it
//! holds the ball of radius h around the origin: δ ≥ h. A plane at distance h that no point of M is beyond shows δ ≤ h. So if
//! the plane of one facet is nearest, and supports M, **δ is its distance**. It is evaluated from the coordinates of the
//! facet's points alone, in 106 bits or in integers.
//!
//! # The method
//! 1. Begin with any simplex of M that spans the space, whether or not the origin is inside: that of the verdict, or else
//!    support points. (Distances of planes are signed: for a facet that the origin is beyond, the distance is negative.) If
//!    integers find no such simplex, M is flat, and the depth is zero.
//! 2. Take the facet that is nearest as computed. If a support point along its normal is certainly beyond it, the facet, and
//!    all facets that see the point or lie in one plane with it, are replaced by facets from their rim to the point. Rounded
//!    arithmetic within a proved bound (`polytope`) decides which facets these are, and integers (`signs`) decide the rest: so
//!    the polytope is convex, and every facet has an interior.
//! 3. Otherwise one pass over the points of each body names those that are not certainly below the plane (the threshold of
//!    [`crate::bound`]), and integers decide these. If one is beyond the plane, it joins. If not, the facet is a facet of M.
//! 4. Every other facet has to be at least as far. If rounded distances do not decide this, integers do: first for facets in
//!    the same plane, and then by the squares. A facet that is nearer is the next one.
//!
//! # Termination
//! Every point that joins is exactly beyond a facet of the polytope, so the polytope grows, and M has finitely many vertices.
//! Between two such points step 4 goes to ever nearer facets, and the facets are finitely many.
//!
//! # Memory
//! A polytope of V vertices has at most 2V − 4 facets. It needs some 250 bytes per vertex, in the caller's [`Workspace`]. For
//! bodies that overlap deeply, hulls of 8 points make 12 vertices in the mean, and hulls of 256 points 40; concentric spheres
//! of 128 points each made up to 481.

mod polytope;
mod signs;

use std::cmp::Ordering;

pub use polytope::Workspace;

use crate::answer::{Depth, Distance, Meets, Overlap, Stage, rounded_distance};
use crate::body::Body;
use crate::bound;
use crate::double_double::DoubleDouble;
use crate::exact::witnesses;
use crate::face::{self, Plane, outward};
use crate::integer::{decomposed, exact_power, times_power};
use crate::number::Number;
use crate::search::{self, Observer, Start};
use crate::simplex::{Pairs, widened};
use crate::vector::{Vector, cross, dot, minus, scaled, size};
use polytope::Predicates;
use signs::Signs;

/// The depth of the overlap of two bodies, or their distance.
#[inline(always)]
pub(crate) fn depth<A: Body<T, D>, B: Body<T, D>, T: Number, const D: usize>(
    a: &A,
    b: &B,
    start: &Start<T, D>,
    workspace: &mut Workspace,
    observer: &mut impl Observer<T, D>,
) -> Depth<T, D> {
    workspace.begin(D);
    match search::distance(a, b, start, observer) {
        Distance::Apart(apart) => Depth::Apart(apart),
        Distance::Meets(meets) => {
            let (signs, scale) = (Signs::new(a, b), scale(a, b));
            let mut run = Run { a, b, signs, workspace, observer, scale, iterations: meets.iterations };
            Depth::Overlaps(run.overlap(&meets))
        }
    }
}

/// k such that 2^k brings the greatest coordinate to between a half and one, as far as the range of powers goes.
#[inline(always)]
fn scale<T: Number, const D: usize>(a: &impl Body<T, D>, b: &impl Body<T, D>) -> i32 {
    let extents = [a.extent(), b.extent()];
    let greatest = extents.iter().flatten().fold(0.0, |greatest: f64, x| greatest.max(x.widened()));
    let (significand, exponent) = decomposed(greatest);
    if significand == 0 { 0 } else { (-exponent - 64 + significand.leading_zeros() as i32).clamp(-1000, 1000) }
}

/// Pairs of a precision, as the number of parts n, and a factor. If heights and normals are known to one part in n of
/// themselves, a square greater than another one by this factor is certainly greater: with √3 for the length of the normal,
/// each square has an error of less than six parts.
const PRECISION: [(f64, f64); 2] = [((1_u64 << 36) as f64, 1.0 + 16.0 / (1_u64 << 36) as f64), (1024.0, 1.0 + 16.0 / 1024.0)];

/// A query about bodies that meet.
struct Run<'a, A, B, T, O: ?Sized, const D: usize> {
    a: &'a A,
    b: &'a B,
    signs: Signs<'a, A, B, T, D>,
    workspace: &'a mut Workspace,
    observer: &'a mut O,
    /// k: the coordinates of the polytope are those of the bodies times 2^k.
    scale: i32,
    iterations: usize,
}

impl<A: Body<T, D>, B: Body<T, D>, T: Number, O: Observer<T, D>, const D: usize> Run<'_, A, B, T, O, D> {
    #[inline(always)]
    fn overlap(&mut self, meets: &Meets) -> Overlap<T, D> {
        if !self.begins(&meets.simplex) {
            return self.flat(meets);
        }
        let mut facet = self.workspace.nearest();
        loop {
            if self.grows(facet) {
                facet = self.workspace.nearest();
            } else {
                match self.nearer(facet) {
                    Some(other) => facet = other,
                    None => return self.answer(facet, meets),
                }
            }
        }
    }

    /// A point of M by name, in the coordinates of the polytope.
    #[inline(always)]
    fn point(&self, (i, j): (u32, u32)) -> Vector {
        let scale = exact_power(self.scale);
        minus(&scaled(&widened(&self.a.point(i as usize)), scale), &scaled(&widened(&self.b.point(j as usize)), scale))
    }

    #[inline(always)]
    fn push(&mut self, name: (u32, u32)) {
        let point = self.point(name);
        self.workspace.push(point, name);
    }

    /// The names of a facet's vertices.
    #[inline(always)]
    fn plane(&self, facet: usize) -> [(u32, u32); D] {
        let plane = self.workspace.plane(facet);
        std::array::from_fn(|k| plane[k])
    }

    /// The support point of M in a direction.
    #[inline(always)]
    fn support(&mut self, direction: &[T; D]) -> (u32, u32) {
        let pair = (self.a.support(direction), self.b.support(&direction.map(|x| -x)));
        self.observer.support(direction, pair);
        self.iterations += 1;
        (pair.0 as u32, pair.1 as u32)
    }

    /// Builds the first polytope. Returns false if M is flat.
    #[inline(always)]
    fn begins(&mut self, simplex: &Pairs) -> bool {
        for &name in simplex.as_slice() {
            self.push(name);
        }
        simplex.as_slice().len() == D + 1 && self.workspace.encloses::<D>(&self.signs) || self.begins_elsewhere()
    }

    /// Builds the first polytope from support points, or else from any points that integers find to span the space.
    #[cold]
    #[inline(never)]
    fn begins_elsewhere(&mut self) -> bool {
        let axis = |k: usize, sign: f64| std::array::from_fn(|i| T::nearest(if i == k { sign } else { 0.0 }));
        for k in 0..D {
            for sign in [1.0, -1.0] {
                let name = self.support(&axis(k, sign));
                self.push(name);
            }
        }
        let first = self.workspace.points[0];
        let from_first = |point: &Vector| minus(point, &first);
        self.bring_greatest(1, |point| size(&from_first(point)));
        let edge = from_first(&self.workspace.points[1]);
        self.bring_greatest(2, |point| size(&cross(&edge, &from_first(point))));
        if D == 3 {
            let normal = cross(&edge, &from_first(&self.workspace.points[2]));
            for sign in [1.0, -1.0] {
                let name = self.support(&outward::<T, D>(&scaled(&normal, sign), 0.0).0);
                self.push(name);
            }
            self.bring_greatest(3, |point| dot(&normal, &from_first(point)).abs());
        }
        self.workspace.points.truncate(D + 1);
        self.workspace.names.truncate(D + 1);
        if self.workspace.encloses::<D>(&self.signs) {
            return true;
        }
        let (names, count) = self.signs.spanning();
        self.workspace.begin(D);
        names[..count].iter().for_each(|name| self.push(*name));
        count > D && self.workspace.encloses::<D>(&self.signs)
    }

    /// Moves the vertex with the greatest measure, among those from this place on, to this place.
    fn bring_greatest(&mut self, place: usize, measure: impl Fn(&Vector) -> f64) {
        let points = &self.workspace.points;
        let greatest = (place..points.len()).max_by(|p, q| measure(&points[*p]).total_cmp(&measure(&points[*q])));
        let greatest = greatest.unwrap_or(place);
        self.workspace.points.swap(place, greatest);
        self.workspace.names.swap(place, greatest);
    }

    /// Adds a point beyond this facet, if there is one.
    #[inline(always)]
    fn grows(&mut self, facet: usize) -> bool {
        let (direction, error) = outward::<T, D>(&self.workspace.facets[facet].normal, self.workspace.error_of_normal(facet));
        let name = self.support(&direction);
        let point = self.point(name);
        self.workspace.extent = self.workspace.extent.max(size(&point));
        if self.workspace.side(facet, &point) != Some(Ordering::Greater) {
            let Some(name) = self.beyond(facet, &direction, &error) else { return false };
            self.push(name);
        } else {
            self.workspace.push(point, name);
        }
        self.workspace.expand::<D>(facet, &self.signs);
        true
    }

    /// A point of M that is exactly beyond this facet.
    #[inline(never)]
    fn beyond(&mut self, facet: usize, direction: &[T; D], error: &Vector) -> Option<(u32, u32)> {
        let plane = self.plane(facet);
        let (i, j) = plane[0];
        let Signs { a, b, .. } = self.signs;
        let beyond_a = self.greatest(a, i, (direction, error), |index| self.signs.side(&plane, (index, j)));
        let beyond_b = self.greatest(b, j, (&direction.map(|x| -x), error), |index| self.signs.side(&plane, (i, index)));
        (beyond_a.is_some() || beyond_b.is_some()).then(|| (beyond_a.unwrap_or(i), beyond_b.unwrap_or(j)))
    }

    /// The point with the greatest computed product, among the points of a body that are exactly beyond the plane through its
    /// point `own`.
    #[inline(always)]
    fn greatest(
        &self,
        body: &impl Body<T, D>,
        own: u32,
        (outward, error): (&[T; D], &Vector),
        side: impl Fn(u32) -> Ordering,
    ) -> Option<u32> {
        let first = widened(&body.point(own as usize));
        let (mut greatest, mut product) = (None, f64::NEG_INFINITY);
        let mut look = |index: usize| {
            if index as u32 == own || side(index as u32) != Ordering::Greater {
                return;
            }
            let along = crate::body::product(&body.point(index), outward).widened();
            if greatest.is_none() || along > product {
                (greatest, product) = (Some(index as u32), along);
            }
        };
        match bound::threshold::<T, D>(outward, &first, &body.extent(), error) {
            Some(threshold) => body.each_beyond(outward, threshold, look),
            // The products are near the end of the range: every point is examined.
            None => (0..body.len()).for_each(&mut look),
        }
        greatest
    }

    /// A facet nearer than this one, which supports M; if there is none, the facets in the same plane are recorded.
    #[inline(always)]
    fn nearer(&mut self, facet: usize) -> Option<usize> {
        let least = self.workspace.keys[facet];
        let [precise, coarse] = PRECISION.map(|(parts, _)| self.workspace.is_precise(facet, parts));
        self.workspace.coplanar.clear();
        self.workspace.coplanar.push(facet as u32);
        for other in 0..self.workspace.keys.len() {
            let key = self.workspace.keys[other];
            if key == f64::INFINITY || other == facet {
                continue;
            }
            let is_farther = |is_known: bool, (parts, factor): (f64, f64)| {
                is_known && key > factor * least && self.workspace.is_precise(other, parts)
            };
            if is_farther(coarse, PRECISION[1]) || is_farther(precise, PRECISION[0]) {
                continue;
            }
            if self.is_nearer(other, facet) {
                return Some(other);
            }
        }
        None
    }

    /// Whether a facet is nearer than another one, which supports M. A facet in the same plane is recorded.
    #[inline(never)]
    fn is_nearer(&mut self, other: usize, facet: usize) -> bool {
        let [of_other, plane] = [other, facet].map(|facet| self.plane(facet));
        let corners = self.workspace.facets[other].corners;
        let is_coplanar = corners.iter().zip(&of_other).all(|(corner, name)| {
            let point = &self.workspace.points[*corner as usize];
            plane.contains(name)
                || self.workspace.side(facet, point).is_none() && self.signs.side(&plane, *name) == Ordering::Equal
        });
        if is_coplanar {
            self.workspace.coplanar.push(other as u32);
            return false;
        }
        let are_positive = [other, facet].iter().all(|facet| self.workspace.is_precise(*facet, 16.0));
        self.signs.nearer(&of_other, &plane, are_positive) == Ordering::Less
    }

    /// The answer for a flat M: the points of the workspace span it.
    #[cold]
    #[inline(never)]
    fn flat(&mut self, meets: &Meets) -> Overlap<T, D> {
        let names = &self.workspace.names;
        let normal = if names.len() == D {
            self.signs.normal(names)
        } else {
            // M is a segment in space, or a point. The second point differs from the first one in one body, by more than the
            // rounding of its size.
            let edge = names.get(1).map_or([0.0; 3], |&(i, j)| {
                let [first, second] = if i == 0 {
                    [widened(&self.b.point(0)), widened(&self.b.point(j as usize))]
                } else {
                    [widened(&self.a.point(0)), widened(&self.a.point(i as usize))]
                };
                // Halved, since the difference of two numbers near the end of the range is beyond it.
                let factor = if size(&first).max(size(&second)) > 1.0 { 0.5 } else { 1.0 };
                minus(&scaled(&second, factor), &scaled(&first, factor))
            });
            // The length of the edge does not matter, but a product with it might leave the range.
            let edge = scaled(&edge, face::to_one(&edge));
            let axis = (0..3).fold(0, |least, k| if edge[k].abs() < edge[least].abs() { k } else { least });
            let across: Vector = cross(&edge, &std::array::from_fn(|k| f64::from(u8::from(k == axis))));
            if across == [0.0; 3] { [1.0, 0.0, 0.0] } else { across }
        };
        let weights = self.weights_of_origin(meets);
        self.workspace.begin(D);
        self.overlap_of(meets, &normal, (DoubleDouble::ZERO, 0), &[0.0; 3], meets.simplex, weights)
    }

    /// The answer for this facet, the nearest of M.
    #[inline(always)]
    fn answer(&mut self, facet: usize, meets: &Meets) -> Overlap<T, D> {
        let plane = self.plane(facet);
        let is_positive = self.workspace.is_precise(facet, 1024.0) || self.signs.height(&plane) == Ordering::Greater;
        let of_facet = if is_positive { face::plane(self.a, self.b, &Pairs::new(plane)) } else { None };
        let (normal, distance) = match of_facet {
            Some(Plane { normal, distance }) => (normal, (distance, 0)),
            None => {
                let (normal, distance) = self.signs.plane(&plane);
                (normal, if is_positive { distance } else { (DoubleDouble::ZERO, 0) })
            }
        };
        let to_one = face::to_one(&normal);
        let direction = scaled(&normal, to_one);
        let (number, power) = distance;
        let foot = scaled(&direction, number.hi / dot(&direction, &direction).sqrt()).map(|x| times_power(x, power));
        let (simplex, weights) = if is_positive { self.facet_across() } else { (meets.simplex, self.weights_of_origin(meets)) };
        self.overlap_of(meets, &direction, distance, &foot, simplex, weights)
    }

    /// The facet, in the plane of the answer's facet, that contains the foot of the perpendicular from the origin, and the
    /// weights of the foot.
    #[inline(always)]
    fn facet_across(&self) -> (Pairs, [f64; 3]) {
        let (mut across, mut found, mut least) = (Pairs::default(), [1.0, 0.0, 0.0], f64::NEG_INFINITY);
        for &place in &self.workspace.coplanar {
            let plane = self.plane(place as usize);
            let weights = face::foot(self.a, self.b, &Pairs::new(plane)).unwrap_or_else(|| self.signs.foot(&plane));
            let lowest = weights[..D].iter().fold(f64::INFINITY, |least, weight| least.min(*weight));
            if lowest > least {
                (across, found, least) = (Pairs::new(plane), weights, lowest);
            }
            if lowest >= 0.0 {
                break;
            }
        }
        // Rounding may put the foot beyond an edge.
        let inside = found.map(|weight| weight.max(0.0));
        let sum = inside[0] + inside[1] + inside[2];
        (across, inside.map(|weight| weight / sum))
    }

    /// The weights of the origin, for bodies that touch, in the simplex that holds it: the simplex has at most D points, and is
    /// flat.
    #[cold]
    fn weights_of_origin(&self, meets: &Meets) -> [f64; 3] {
        self.signs.origin(meets.simplex.as_slice())
    }

    #[inline(always)]
    fn overlap_of(
        &self,
        meets: &Meets,
        normal: &Vector,
        distance: (DoubleDouble, i32),
        foot: &Vector,
        simplex: Pairs,
        weights: [f64; 3],
    ) -> Overlap<T, D> {
        let rounded = |v: &Vector| std::array::from_fn(|k| T::nearest(v[k]));
        let [on_a, on_b] = witnesses(self.a, self.b, &simplex, &weights);
        Overlap {
            depth: if distance.0.hi > 0.0 { rounded_distance(distance) } else { T::default() },
            translation: rounded(foot),
            normal: rounded(normal),
            on_a: rounded(&on_a),
            on_b: rounded(&on_b),
            simplex,
            weights,
            origin: meets.simplex,
            stage: if self.signs.by_integers.get() { Stage::Integers } else { meets.stage },
            iterations: self.iterations,
        }
    }
}

#[cfg(test)]
mod tests;
