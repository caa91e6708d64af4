//! The polytope that expands: facets with their neighbours, in memory that a caller may keep.
//!
//! In the plane the polytope is a polygon, stored as the unbounded prism over it: its sides are triangles with one corner
//! infinitely far along the missing third axis. So the same code serves both spaces.

use gjk_numbers::{Oriented, Ring, Scalar, Space};
use smallvec::SmallVec;

use super::rules::{Expansion, Sight};
use crate::depth::{SupportPlane, cross, right};
use crate::difference::SupportPoint;
use crate::simplex::{CAPACITY, Simplex, Vertex, combination, no_weights};
use crate::subalgorithm::{Ericson, project_whole};

/// The number of the corner infinitely far away. No facet has this number.
const FAR: u32 = u32::MAX;

/// Whether a point lies beyond the plane, or within the slack of it if the rule includes that.
#[inline(always)]
fn is_seen_from<S: Space<Scalar: Scalar>>(plane: &SupportPlane<S>, point: &S::Vector, sight: Sight, slack: &S::Scalar) -> bool {
    let beyond = S::dot(&plane.normal, point).minus(&plane.height);
    match sight {
        Sight::Strictly => beyond > S::Scalar::zero(),
        Sight::WithRounding => {
            beyond >= S::Scalar::zero() || beyond.times(&beyond) <= slack.times(slack).times(&plane.length_squared)
        }
    }
}

/// A facet.
pub(super) struct Facet<S: Space> {
    /// The numbers of the corners, wound so that the normal points outwards; the corner infinitely far away is the last.
    corners: [u32; 3],
    /// For each corner, the edge of the neighbouring facet that coincides with the edge from this corner to the next.
    across: [Edge; 3],
    pub level: SupportPlane<S>,
    is_seen: bool,
}

/// An edge of a facet, by the facet and the number of the corner that it begins at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Edge(u32);

impl Edge {
    /// No edge.
    const NONE: Edge = Edge(u32::MAX);

    #[inline(always)]
    fn new(facet: u32, corner: u32) -> Edge {
        Edge(facet << 2 | corner)
    }

    #[inline(always)]
    fn facet(self) -> u32 {
        self.0 >> 2
    }

    #[inline(always)]
    fn corner(self) -> u32 {
        self.0 & 3
    }
}

/// An edge of the rim around the facets that are replaced, seen from those facets.
#[derive(Clone, Copy)]
struct RimEdge {
    from: u32,
    to: u32,
    /// The same edge in the facet beyond the rim.
    across: Edge,
}

/// The number of the next corner.
#[inline(always)]
fn next(corner: u32) -> u32 {
    if corner == 2 { 0 } else { corner + 1 }
}

#[inline(always)]
fn previous(corner: u32) -> u32 {
    if corner == 0 { 2 } else { corner - 1 }
}

/// The order of three corners in which the one infinitely far away is the last.
#[inline(always)]
fn turn<S: Space>(corners: [u32; 3]) -> [u32; 3] {
    match corners {
        [FAR, ..] if S::DIMENSION == 2 => [2, 0, 1],
        [_, FAR, _] if S::DIMENSION == 2 => [1, 2, 0],
        _ => [0, 1, 2],
    }
}

/// Memory for a polytope, with room for 64 vertices and 128 facets in place, left uninitialised. A larger polytope allocates; a
/// reused workspace keeps the size that it has grown to.
pub struct Workspace<S: Space> {
    vertices: SmallVec<[SupportPoint<S>; 64]>,
    facets: SmallVec<[Facet<S>; 128]>,
    /// A copy of the squares of the facets' distances, stored together: the search for the nearest facet reads all of them.
    distances: SmallVec<[S::Scalar; 128]>,
    /// The facets to be replaced.
    seen: SmallVec<[u32; 64]>,
    /// The edges still to be crossed.
    waiting: SmallVec<[Edge; 64]>,
    rim: SmallVec<[RimEdge; 64]>,
}

impl<S: Space> Default for Workspace<S> {
    #[inline(always)]
    fn default() -> Self {
        Workspace {
            vertices: SmallVec::new(),
            facets: SmallVec::new(),
            distances: SmallVec::new(),
            seen: SmallVec::new(),
            waiting: SmallVec::new(),
            rim: SmallVec::new(),
        }
    }
}

/// The product of the points of two corners. In the plane, one of the corners is infinitely far away.
#[inline(always)]
pub(super) fn product<S: Oriented>(p: Option<&S::Vector>, q: Option<&S::Vector>) -> S::Vector {
    match (p, q) {
        (Some(p), Some(q)) => cross::<S>(p, q),
        (Some(p), None) => right::<S>(p),
        (None, Some(q)) => S::negated(&right::<S>(q)),
        (None, None) => S::zero(),
    }
}

/// The facet with these corners, without neighbours.
#[inline(always)]
fn facet<S: Oriented<Scalar: Scalar>>(vertices: &[SupportPoint<S>], corners: [u32; 3]) -> Facet<S> {
    let [i, j, k] = match corners {
        [FAR, j, k] if S::DIMENSION == 2 => [j, k, FAR],
        [i, FAR, k] if S::DIMENSION == 2 => [k, i, FAR],
        corners => corners,
    };
    let is_far = S::DIMENSION == 2 && k == FAR;
    let [p, q] = [i, j].map(|i| &vertices[i as usize]);
    let r = if is_far { None } else { Some(&vertices[k as usize]) };
    let normal = product::<S>(Some(&edge(p, q)), r.map(|r| edge(p, r)).as_ref());
    let mut height = S::dot(&normal, &p.vertex.point);
    if !S::Scalar::EXACT {
        // The normal of a sliver is noise, and has a different product with each corner. With the greatest product, no corner
        // is beyond the plane.
        for other in [Some(q), r].into_iter().flatten() {
            let product = S::dot(&normal, &other.vertex.point);
            height = if product > height { product } else { height };
        }
    }
    Facet { corners: [i, j, k], across: [Edge::NONE; 3], level: SupportPlane::new(normal, height), is_seen: false }
}

/// The edge from one vertex to another, as the difference of two points of A minus the difference of two points of B: a vertex
/// is rounded, which moves it by u E, a large share of a short edge.
#[inline(always)]
fn edge<S: Space>(p: &SupportPoint<S>, q: &SupportPoint<S>) -> S::Vector {
    S::minus(&S::minus(&q.points[0], &p.points[0]), &S::minus(&q.points[1], &p.points[1]))
}

impl<S: Oriented<Scalar: Scalar>> Workspace<S> {
    /// Clears all points.
    pub(super) fn clear(&mut self) {
        self.vertices.clear();
        self.facets.clear();
        self.distances.clear();
    }

    pub(super) fn push(&mut self, vertex: SupportPoint<S>) {
        self.vertices.push(vertex);
    }

    pub(super) fn vertices(&self) -> &[SupportPoint<S>] {
        &self.vertices
    }

    pub(super) fn point(&self, corner: u32) -> Option<&S::Vector> {
        self.vertices.get(corner as usize).map(|vertex| &vertex.vertex.point)
    }

    pub(super) fn facets(&self) -> &[Facet<S>] {
        &self.facets
    }

    /// The vertices of a facet.
    pub(super) fn corners(&self, facet: u32) -> impl Iterator<Item = &SupportPoint<S>> {
        self.facets[facet as usize].corners[..S::DIMENSION].iter().map(|&corner| &self.vertices[corner as usize])
    }

    /// Makes the polytope of dimension + 1 of the vertices, given by number, which span the space, and drops the other
    /// vertices. The normals point away from the vertex that a facet lacks.
    pub(super) fn enclose(&mut self, places: [usize; 4]) {
        let chosen = places.map(|place| self.vertices[place].clone());
        self.vertices.clear();
        self.vertices.extend(chosen.into_iter().take(S::DIMENSION + 1));
        let [p, q, r, s] = [0, 1, 2, 3];
        if S::DIMENSION == 2 {
            let is_left_turn = |p: u32, q: u32, r: u32| {
                let edge =
                    |to: u32| S::minus(&self.vertices[to as usize].vertex.point, &self.vertices[p as usize].vertex.point);
                S::dot(&right::<S>(&edge(q)), &edge(r)) < S::Scalar::zero()
            };
            let [q, r] = if is_left_turn(p, q, r) { [q, r] } else { [r, q] };
            let around = |facet: u32| [Edge::NONE, Edge::new(next(facet), 2), Edge::new(previous(facet), 1)];
            for (number, corners) in (0..).zip([[p, q, FAR], [q, r, FAR], [r, p, FAR]]) {
                self.push_facet(corners, around(number));
            }
        } else {
            let top = facet(&self.vertices, [p, q, r]);
            let height = S::dot(&top.level.normal, &self.vertices[s as usize].vertex.point);
            let [q, r] = if height < top.level.height { [q, r] } else { [r, q] };
            // Each of the six edges belongs to two of these facets.
            const ACROSS: [[Edge; 3]; 4] = {
                const fn edge(facet: u32, corner: u32) -> Edge {
                    Edge(facet << 2 | corner)
                }
                [
                    [edge(1, 2), edge(2, 2), edge(3, 2)],
                    [edge(3, 1), edge(2, 0), edge(0, 0)],
                    [edge(1, 1), edge(3, 0), edge(0, 1)],
                    [edge(2, 1), edge(1, 0), edge(0, 2)],
                ]
            };
            for (corners, across) in [[p, q, r], [p, s, q], [q, s, r], [r, s, p]].into_iter().zip(ACROSS) {
                self.push_facet(corners, across);
            }
        }
    }

    fn push_facet(&mut self, corners: [u32; 3], across: [Edge; 3]) {
        let facet = Facet { across, ..facet(&self.vertices, corners) };
        self.distances.push(facet.level.signed_square.clone());
        self.facets.push(facet);
    }

    /// The facet whose plane is nearest to the origin, the first in case of a tie; `None` if no plane has a distance.
    #[inline(always)]
    pub(super) fn nearest(&self) -> Option<u32> {
        let distances = self.distances.as_slice();
        let nearest = if S::Scalar::EXACT {
            let first = |nearest: usize, next: usize| if distances[next] < distances[nearest] { next } else { nearest };
            (0..distances.len()).reduce(first)
        } else {
            // In lanes, which do not wait for each other.
            const LANES: usize = 8;
            let lesser = |least: &S::Scalar, next: &S::Scalar| if next < least { next.clone() } else { least.clone() };
            // Written so that a NaN is never the nearest.
            let mut least: [S::Scalar; LANES] = std::array::from_fn(|_| S::Scalar::from_f64(f64::INFINITY));
            let (chunks, rest) = distances.as_chunks::<LANES>();
            for chunk in chunks {
                for lane in 0..LANES {
                    least[lane] = lesser(&least[lane], &chunk[lane]);
                }
            }
            let least = least.iter().skip(1).chain(rest).fold(least[0].clone(), |least, next| lesser(&least, next));
            distances.iter().position(|distance| *distance == least)
        };
        nearest.filter(|nearest| distances[*nearest].is_finite()).map(|nearest| nearest as u32)
    }

    /// Adds the newest vertex, which this facet sees, to the polytope. `None` if the facets that see the vertex have no simple
    /// rim: the polytope is then no longer valid.
    pub(super) fn expand(&mut self, facet: u32, expansion: Expansion, sight: Sight, slack: &S::Scalar) -> Option<()> {
        let facets = self.facets.as_mut_slice();
        let newest = &self.vertices.as_slice().last()?.vertex.point;
        self.seen.clear();
        self.rim.clear();
        self.seen.push(facet);
        facets[facet as usize].is_seen = true;
        // The edges of the facets that see the vertex are crossed in the order in which they lie around these facets, so that
        // the edges of the rim are found in sequence.
        (0..3).rev().for_each(|corner| self.waiting.push(Edge::new(facet, corner)));
        while let Some(edge) = self.waiting.pop() {
            let Facet { corners, across, .. } = &facets[edge.facet() as usize];
            let (from, to) = (corners[edge.corner() as usize], corners[next(edge.corner()) as usize]);
            let across = across[edge.corner() as usize];
            if across == Edge::NONE {
                continue;
            }
            let beyond = &mut facets[across.facet() as usize];
            if beyond.is_seen {
                continue;
            }
            if expansion == Expansion::Horizon && is_seen_from::<S>(&beyond.level, newest, sight, slack) {
                beyond.is_seen = true;
                self.seen.push(across.facet());
                self.waiting.push(Edge::new(across.facet(), previous(across.corner())));
                self.waiting.push(Edge::new(across.facet(), next(across.corner())));
            } else {
                self.rim.push(RimEdge { from, to, across });
            }
        }
        self.close()
    }

    /// Replaces the facets that see the newest vertex by facets from the rim to the vertex.
    fn close(&mut self) -> Option<()> {
        let newest = self.vertices.len() as u32 - 1;
        let rim = self.rim.as_slice();
        let is_simple = rim.len() >= S::DIMENSION
            && rim.iter().zip(rim[1..].iter().chain(&rim[..1])).all(|(one, other)| {
                // In the plane the rim is two edges: the first begins at a point of the plane, and the other ends at one.
                one.to == other.from || S::DIMENSION == 2 && one.to != FAR
            });
        if !is_simple {
            return None;
        }
        // The places of the new facets: first those of the facets that are replaced.
        let old = self.facets.len();
        let spare = self.seen.len();
        let place_of = |seen: &[u32], k: usize| if k < spare { seen[k] } else { (old + k - spare) as u32 };
        let count = rim.len();
        let seen = self.seen.as_slice();
        for (k, RimEdge { from, to, across }) in rim.iter().enumerate() {
            let corners = [*from, *to, newest];
            let [along, out, back] = turn::<S>(corners);
            let place = place_of(seen, k);
            let [before, after] = [if k == 0 { count - 1 } else { k - 1 }, if k + 1 == count { 0 } else { k + 1 }];
            let beside = |k: usize, number: usize| {
                let RimEdge { from, to, .. } = rim[k];
                Edge::new(place_of(seen, k), turn::<S>([from, to, newest])[number])
            };
            let mut facet = facet(&self.vertices, corners);
            facet.across[along as usize] = *across;
            // In the plane only the edges to the corner infinitely far away have neighbours.
            if S::DIMENSION > 2 || *to == FAR {
                facet.across[out as usize] = beside(after, 2);
            }
            if S::DIMENSION > 2 || *from == FAR {
                facet.across[back as usize] = beside(before, 1);
            }
            self.facets.as_mut_slice()[across.facet() as usize].across[across.corner() as usize] = Edge::new(place, along);
            let distance = facet.level.signed_square.clone();
            if k < spare {
                self.facets.as_mut_slice()[place as usize] = facet;
                self.distances.as_mut_slice()[place as usize] = distance;
            } else {
                self.facets.push(facet);
                self.distances.push(distance);
            }
        }
        // There may be more facets to replace than new ones.
        if count < spare {
            self.seen[count..].sort_unstable();
            while self.seen.len() > count {
                let place = self.seen.pop()?;
                self.remove(place as usize);
            }
        }
        Some(())
    }

    /// Removes a facet, and moves the last facet to its place.
    fn remove(&mut self, place: usize) {
        self.facets.swap_remove(place);
        self.distances.swap_remove(place);
        if place < self.facets.len() {
            for (corner, across) in (0..).zip(self.facets[place].across) {
                if across != Edge::NONE {
                    self.facets[across.facet() as usize].across[across.corner() as usize] = Edge::new(place as u32, corner);
                }
            }
        }
    }

    /// The facet nearest to v, and the weights of its corners. The first facet found within the slack is returned at once;
    /// `first` is tested first.
    pub(super) fn facet_near(&self, v: &S::Vector, first: u32, slack: &S::Scalar) -> Option<(u32, [S::Scalar; CAPACITY])> {
        let mut nearest: Option<(u32, [S::Scalar; CAPACITY], S::Scalar)> = None;
        let all = 0..self.facets.len() as u32;
        // If the facet is one of several in a plane, v may lie in one of its neighbours.
        let beside = self.facets.get(first as usize).map(|facet| facet.across.map(Edge::facet));
        let likely = std::iter::once(first).chain(beside.into_iter().flatten()).filter(|facet| all.contains(facet));
        for number in likely.chain(all.clone()) {
            let found = [Self::weights_across, Self::weights_nearest];
            for weights in found.into_iter().filter_map(|weights| weights(self, number, v)) {
                let corners = self.corners(number).zip(&weights).map(|(corner, weight)| (&corner.vertex.point, weight));
                let off = S::minus(&combination::<S>(corners), v);
                let squared = S::dot(&off, &off);
                let is_near = squared <= slack.times(slack);
                if is_near || nearest.as_ref().is_none_or(|(_, _, least)| squared < *least) {
                    nearest = Some((number, weights, squared));
                }
                if is_near {
                    return nearest.map(|(number, weights, _)| (number, weights));
                }
            }
        }
        nearest.map(|(number, weights, _)| (number, weights))
    }

    /// The weights of a point in the plane of a facet, from the areas of the triangles that the point makes with the facet's
    /// edges; a negative area counts as zero. The areas are computed from the corners relative to the point, not to the origin:
    /// a small facet far from the origin has volumes smaller than their rounding.
    fn weights_across(&self, facet: u32, v: &S::Vector) -> Option<[S::Scalar; CAPACITY]> {
        let Facet { corners, level, .. } = &self.facets[facet as usize];
        let seen = |corner: u32| self.point(corner).map(|point| S::minus(point, v));
        let (p, q, r) = (seen(corners[0]), seen(corners[1]), seen(corners[2]));
        let mut weights = no_weights();
        let area = |s: &Option<S::Vector>, t: &Option<S::Vector>| S::dot(&level.normal, &product::<S>(s.as_ref(), t.as_ref()));
        let areas = [area(&q, &r), area(&r, &p), area(&p, &q)];
        // For a side of the prism, the third area is its length.
        for (weight, area) in weights.iter_mut().zip(areas).take(S::DIMENSION) {
            *weight = if area < S::Scalar::zero() { S::Scalar::zero() } else { area };
        }
        let sum = weights.iter().fold(S::Scalar::zero(), |sum, weight| sum.plus(weight));
        // Written so that a NaN fails.
        (sum > S::Scalar::zero() && sum.is_finite()).then(|| weights.map(|weight| weight.over(&sum)))
    }

    /// The weights of the point of a facet that is nearest to v.
    fn weights_nearest(&self, facet: u32, v: &S::Vector) -> Option<[S::Scalar; CAPACITY]> {
        let mut corners = Simplex::<S>::new();
        for corner in self.corners(facet) {
            corners.push(Vertex::new(&(corner.vertex.point.clone(), 0), &(v.clone(), 0)));
        }
        let weights = project_whole(&Ericson, &corners, &mut ())?.weights;
        weights.iter().all(Ring::is_finite).then_some(weights)
    }
}
