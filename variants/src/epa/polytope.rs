//! The polytope that expands: facets with their neighbours, in memory that a caller may keep.
//!
//! In the plane the polytope is a polygon, kept as the prism over it that has no end: its sides are triangles of which one corner
//! lies infinitely far along the missing third axis. So one code serves both.

use gjk_numbers::{Oriented, Ring, Scalar, Space};
use smallvec::SmallVec;

use super::rules::{Expansion, Sight};
use crate::difference::SupportPoint;
use crate::simplex::{CAPACITY, Simplex, Vertex, combination, no_weights};
use crate::subalgorithm::{Ericson, project_whole};

/// The number of the corner infinitely far away, and of no facet.
const FAR: u32 = u32::MAX;

/// A plane with a normal of any length: of a facet, or through a support point.
#[derive(Clone, Debug)]
pub(super) struct Level<S: Space> {
    pub normal: S::Vector,
    /// The product of the normal with the points of the plane.
    pub height: S::Scalar,
    /// |n|².
    pub length_squared: S::Scalar,
    /// height |height| / |n|²: the square of the plane's distance from the origin, negative where the origin is beyond it.
    pub signed_square: S::Scalar,
}

impl<S: Space<Scalar: Scalar>> Level<S> {
    pub fn new(normal: S::Vector, height: S::Scalar) -> Self {
        let length_squared = S::dot(&normal, &normal);
        Level::of_length(normal, height, length_squared)
    }

    /// The plane across the same normal at another height.
    pub fn at(&self, height: S::Scalar) -> Self {
        Level::of_length(self.normal.clone(), height, self.length_squared.clone())
    }

    fn of_length(normal: S::Vector, height: S::Scalar, length_squared: S::Scalar) -> Self {
        let signed_square = height.times(&height.magnitude()).over(&length_squared);
        Level { normal, height, length_squared, signed_square }
    }

    /// The foot of the perpendicular from the origin.
    pub fn foot(&self) -> S::Vector {
        S::scaled(&self.normal, &self.height.over(&self.length_squared))
    }
}

/// A facet.
pub(super) struct Facet<S: Space> {
    /// By number, wound so that the normal points outwards; the one infinitely far away is the last.
    corners: [u32; 3],
    /// The facet across the edge from each corner to the next one.
    across: [u32; 3],
    pub level: Level<S>,
    is_seen: bool,
}

impl<S: Space> Facet<S> {
    fn edge(&self, corner: usize) -> [u32; 2] {
        [self.corners[corner], self.corners[(corner + 1) % 3]]
    }
}

/// Memory for a polytope of 64 vertices and 128 facets in place, which it is not cleared for. A polytope that grows beyond allocates;
/// a workspace that is used again keeps what it has grown to.
pub struct Workspace<S: Space> {
    vertices: SmallVec<[SupportPoint<S>; 64]>,
    facets: SmallVec<[Facet<S>; 128]>,
    /// The facets that give way.
    seen: SmallVec<[u32; 64]>,
    /// Edges, each by its facet and its number, that are still to be crossed.
    waiting: SmallVec<[(u32, u8); 64]>,
    /// Edges of the rim, each by the facet beyond it and its number there.
    rim: SmallVec<[(u32, u8); 64]>,
}

impl<S: Space> Default for Workspace<S> {
    #[inline(always)]
    fn default() -> Self {
        Workspace {
            vertices: SmallVec::new(),
            facets: SmallVec::new(),
            seen: SmallVec::new(),
            waiting: SmallVec::new(),
            rim: SmallVec::new(),
        }
    }
}

/// A vector turned to the right by a right angle, in the plane: its product with the third axis.
pub(super) fn right<S: Oriented>(v: &S::Vector) -> S::Vector {
    S::turned(&S::cross(&S::unit(1), &S::unit(0)), v)
}

/// The product of the points of two corners, of which in the plane one is infinitely far away.
pub(super) fn product<S: Oriented>(p: Option<&S::Vector>, q: Option<&S::Vector>) -> S::Vector {
    match (p, q) {
        (Some(p), Some(q)) => S::normal(&S::cross(p, q)).unwrap_or_else(S::zero),
        (Some(p), None) => right::<S>(p),
        (None, Some(q)) => S::negated(&right::<S>(q)),
        (None, None) => S::zero(),
    }
}

impl<S: Oriented<Scalar: Scalar>> Workspace<S> {
    /// Forgets all points.
    pub(super) fn clear(&mut self) {
        self.vertices.clear();
        self.facets.clear();
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

    /// Makes the polytope of dimension + 1 of the vertices, by number, which span the space, and forgets the others; the normals point away
    /// from the vertex that a facet lacks.
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
            for corners in [[p, q, FAR], [q, r, FAR], [r, p, FAR]] {
                let facet = self.facet(corners);
                self.facets.push(facet);
            }
        } else {
            let top = self.facet([p, q, r]);
            let height = S::dot(&top.level.normal, &self.vertices[s as usize].vertex.point);
            let [q, r] = if height < top.level.height { [q, r] } else { [r, q] };
            for corners in [[p, q, r], [p, s, q], [q, s, r], [r, s, p]] {
                let facet = self.facet(corners);
                self.facets.push(facet);
            }
        }
        for one in 0..self.facets.len() {
            for other in 0..one {
                self.link_common_edges(one, other);
            }
        }
    }

    fn link_common_edges(&mut self, one: usize, other: usize) {
        for (i, j) in (0..3).flat_map(|i| (0..3).map(move |j| (i, j))) {
            let ([from, to], [start, end]) = (self.facets[one].edge(i), self.facets[other].edge(j));
            if from == end && to == start && (S::DIMENSION > 2 || from == FAR || to == FAR) {
                self.facets[one].across[i] = other as u32;
                self.facets[other].across[j] = one as u32;
            }
        }
    }

    /// The edge from one vertex to another, as the difference of two points of A less that of two points of B: a vertex is rounded, which moves
    /// it by u E, and an edge that is short would have much of that.
    fn edge(&self, from: u32, to: u32) -> S::Vector {
        let [p, q] = [from, to].map(|corner| &self.vertices[corner as usize].points);
        S::minus(&S::minus(&q[0], &p[0]), &S::minus(&q[1], &p[1]))
    }

    /// The facet of these corners beside no other one.
    fn facet(&self, corners: [u32; 3]) -> Facet<S> {
        let [i, j, k] = match corners {
            [FAR, j, k] => [j, k, FAR],
            [i, FAR, k] => [k, i, FAR],
            corners => corners,
        };
        let [p, q] = [i, j].map(|i| &self.vertices[i as usize].vertex.point);
        let normal = product::<S>(Some(&self.edge(i, j)), (k != FAR).then(|| self.edge(i, k)).as_ref());
        let mut height = S::dot(&normal, p);
        if !S::Scalar::EXACT {
            // The normal of a sliver is noise, and has another product with each corner. The greatest is the one that no corner is
            // beyond.
            for other in [Some(q), self.point(k)].into_iter().flatten() {
                let product = S::dot(&normal, other);
                height = if product > height { product } else { height };
            }
        }
        Facet { corners: [i, j, k], across: [FAR; 3], level: Level::new(normal, height), is_seen: false }
    }

    /// The facet whose plane is nearest to the origin; none where no plane has a distance.
    pub(super) fn nearest(&self) -> Option<u32> {
        let mut nearest: Option<(u32, &S::Scalar)> = None;
        for (number, facet) in self.facets.iter().enumerate() {
            let distance = &facet.level.signed_square;
            // Written so that a NaN is never the nearest.
            if distance.is_finite() && nearest.is_none_or(|(_, least)| distance < least) {
                nearest = Some((number as u32, distance));
            }
        }
        nearest.map(|(number, _)| number)
    }

    /// Takes the vertex that came last in, which this facet sees. None where the facets that see it have no simple rim: then the
    /// polytope is not what it was, and no good any more.
    pub(super) fn expand(&mut self, facet: u32, expansion: Expansion, sight: Sight, slack: &S::Scalar) -> Option<()> {
        self.seen.clear();
        self.rim.clear();
        self.seen.push(facet);
        self.facets[facet as usize].is_seen = true;
        // The edges of the facets that see the vertex are crossed in the order in which they lie around them, so that those of the
        // rim come one after the other.
        self.waiting.extend([2, 1, 0].map(|edge| (facet, edge)));
        while let Some((facet, edge)) = self.waiting.pop() {
            let across = self.facets[facet as usize].across[usize::from(edge)];
            if across == FAR || self.facets[across as usize].is_seen {
                continue;
            }
            let [from, _] = self.facets[facet as usize].edge(edge.into());
            // The same edge, in the other sense, begins where this one ends.
            let Some(there) = (0..3).find(|there| self.facets[across as usize].edge(*there)[1] == from) else {
                self.waiting.clear();
                return None;
            };
            if expansion == Expansion::Horizon && self.sees(across, sight, slack) {
                self.facets[across as usize].is_seen = true;
                self.seen.push(across);
                self.waiting.extend([(there + 2) % 3, (there + 1) % 3].map(|edge| (across, edge as u8)));
            } else {
                self.rim.push((across, there as u8));
            }
        }
        self.close()
    }

    /// Whether the plane of a facet has the vertex that came last beyond it, or within the slack.
    fn sees(&self, facet: u32, sight: Sight, slack: &S::Scalar) -> bool {
        let Level { normal, height, length_squared, .. } = &self.facets[facet as usize].level;
        let newest = &self.vertices[self.vertices.len() - 1].vertex.point;
        let beyond = S::dot(normal, newest).minus(height);
        match sight {
            Sight::Strictly => beyond > S::Scalar::zero(),
            Sight::WithRounding => {
                beyond >= S::Scalar::zero() || beyond.times(&beyond) <= slack.times(slack).times(length_squared)
            }
        }
    }

    /// Puts facets from the rim to the vertex that came last in the place of those that see it.
    fn close(&mut self) -> Option<()> {
        let newest = self.vertices.len() as u32 - 1;
        let count = self.rim.len();
        let edge_of = |workspace: &Self, place: usize| {
            let (across, there) = workspace.rim[place % count];
            let [to, from] = workspace.facets[across as usize].edge(there.into());
            [from, to]
        };
        let is_simple = count >= S::DIMENSION
            && (0..count).all(|place| {
                let ([_, to], [from, _]) = (edge_of(self, place), edge_of(self, place + 1));
                // In the plane the rim is two edges, of which the first one begins and the other one ends at a point of the plane.
                to == from || S::DIMENSION == 2 && to != FAR
            });
        if !is_simple {
            return None;
        }
        // Where each new facet goes: first where one gives way.
        let old = self.facets.len();
        let spare = self.seen.len();
        let place_of = |seen: &[u32], k: usize| if k < spare { seen[k] } else { (old + k - spare) as u32 };
        for k in 0..count {
            let [from, to] = edge_of(self, k);
            let facet = self.facet([from, to, newest]);
            let place = place_of(&self.seen, k);
            if k < spare {
                // Its edges are in the rim, and are needed no more.
                self.facets[place as usize] = facet;
            } else {
                self.facets.push(facet);
            }
        }
        for k in 0..count {
            let place = place_of(&self.seen, k);
            let (across, there) = self.rim[k];
            self.facets[across as usize].across[usize::from(there)] = place;
            let [to, from] = self.facets[across as usize].edge(there.into());
            let edge = (0..3).find(|i| self.facets[place as usize].edge(*i) == [from, to])?;
            self.facets[place as usize].across[edge] = across;
            if S::DIMENSION > 2 || to == FAR {
                let next = place_of(&self.seen, (k + 1) % count);
                let spoke = |of: &Facet<S>, edge: [u32; 2]| (0..3).find(|i| of.edge(*i) == edge);
                let mine = spoke(&self.facets[place as usize], [to, newest])?;
                let its = spoke(&self.facets[next as usize], [newest, to])?;
                self.facets[place as usize].across[mine] = next;
                self.facets[next as usize].across[its] = place;
            }
        }
        // Only in the plane may more give way than come in.
        let filled = count.min(spare);
        self.seen[filled..].sort_unstable();
        while self.seen.len() > filled {
            let place = self.seen.pop()?;
            self.remove(place as usize);
        }
        Some(())
    }

    /// Takes a facet out, and lets the last one move into its place.
    fn remove(&mut self, place: usize) {
        let last = self.facets.len() - 1;
        self.facets.swap_remove(place);
        if place < last {
            for across in self.facets[place].across.into_iter().filter(|across| *across != FAR) {
                let back = &mut self.facets[across as usize].across;
                back.iter_mut().filter(|back| **back == last as u32).for_each(|back| *back = place as u32);
            }
        }
    }

    /// The facet that comes nearest to v, the first one that is asked if it comes within the slack, and the weights of its corners where it
    /// does.
    pub(super) fn facet_near(&self, v: &S::Vector, first: u32, slack: &S::Scalar) -> Option<(u32, [S::Scalar; CAPACITY])> {
        let mut nearest: Option<(u32, [S::Scalar; CAPACITY], S::Scalar)> = None;
        let all = 0..self.facets.len() as u32;
        for number in std::iter::once(first).filter(|first| all.contains(first)).chain(all.clone()) {
            let found = [self.weights_across(number, v), self.weights_nearest(number, v)];
            for weights in found.into_iter().flatten() {
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

    /// The weights of a point in the plane of a facet by the areas that it makes with the facet's edges, those that are negative taken for zero.
    /// They come from the corners seen from there, not from the origin: a small facet that is far from the origin has volumes that are
    /// less than their rounding.
    fn weights_across(&self, facet: u32, v: &S::Vector) -> Option<[S::Scalar; CAPACITY]> {
        let Facet { corners, level, .. } = &self.facets[facet as usize];
        let seen = corners.map(|corner| self.point(corner).map(|point| S::minus(point, v)));
        let [p, q, r] = seen.each_ref().map(Option::as_ref);
        let mut weights = no_weights();
        let areas = [(q, r), (r, p), (p, q)].map(|(s, t)| S::dot(&level.normal, &product::<S>(s, t)));
        // Of a side of the prism the third one is its length.
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
