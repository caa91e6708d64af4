//! The polytope that grows: facets with their neighbours, every choice exact, in memory that the caller keeps.
//!
//! # Errors
//! Points of M are represented by ŵ = fl(a − b), with coordinates that a power of two has brought below one, as far as its
//! range goes. With u = 2⁻⁵³ and E the greatest coordinate of all ŵ so far, each coordinate of ŵ has an error of at most u E.
//! For a facet with the computed edges e and f, let m be the sum of their greatest coordinates, which are at most 2E. So a
//! product of two coordinates of e and f is at most E m.
//!
//! | value | error at most |
//! | --- | --- |
//! | e, f | 4u E |
//! | n = e × f | two monomials, each of 4u E m for its factors; 4u E m for three roundings: 12.1u E m |
//! | n·x of a point ŵ, or of a corner: 3.1u for the roundings of three terms, each at most 2.01 E m · E | 18.7u E² m |
//! | n·w − n·p, less n·(w − p) exactly | twice that; 12.1u E² m for the difference; 3 · 12.1u E m · 2E for n; 3 · 2.01 E m · 2.1u E for ŵ: 136u E² m |
//!
//! `SIDE` is 140u. In the plane n is e, turned, and m is one: as e is at most 2E, the bounds hold. A normal that comes from
//! integers has an error of 2u of itself; m is chosen so that E m is half of its greatest coordinate. 2⁻⁶⁰⁰ covers the error of
//! underflow. A side within its bound is left to integers: so the polytope is convex, and every facet has an interior.

use std::cmp::Ordering;

use crate::bound::UNDERFLOW;
use crate::simplex::Pairs;
use crate::vector::{Vector, cross, dot, minus, size};

/// u.
const U: f64 = f64::EPSILON / 2.0;
/// The error of a side or of a height, in units of E² m.
const SIDE: f64 = 140.0 * U;
/// The error of a coordinate of a normal, in units of E m.
const NORMAL: f64 = 12.5 * U;
/// A normal with an error of more than this share of itself is computed in integers.
const SLIVER: f64 = 1.0 / (1 << 26) as f64;

/// 2⁻⁴²⁶.
const TINY: f64 = f64::from_bits((1023 - 426) << 52);

/// Decisions that rounding leaves open, about points of M given by name.
pub(super) trait Predicates {
    /// The side of the plane through these points on which another point lies: `Greater` is outside.
    fn side(&self, plane: &[(u32, u32)], point: (u32, u32)) -> Ordering;
    /// The outward normal of the plane, each coordinate within 2u of itself.
    fn normal(&self, plane: &[(u32, u32)]) -> Vector;
}

/// A facet: a triangle in space, a segment in the plane.
#[derive(Clone, Copy)]
pub(super) struct Facet {
    pub normal: Vector,
    /// The product of the normal with the facet's points.
    pub height: f64,
    /// m.
    pub size: f64,
    /// The vertices by number, wound so that the normal points outwards.
    pub corners: [u32; 3],
    /// For each corner, the edge of another facet that coincides with the edge from this corner to the next. In the plane: the
    /// facet that ends at the first corner, and the one that begins at the second.
    across: [Edge; 3],
    /// The number of the last expansion in which the facet was seen.
    stamp: u32,
}

/// An edge of a facet, by the facet and the number of the corner that it begins at.
#[derive(Clone, Copy, PartialEq)]
struct Edge(u32);

impl Edge {
    const NONE: Edge = Edge(u32::MAX);

    #[inline(always)]
    fn new(facet: u32, corner: u32) -> Edge {
        Edge(facet << 2 | corner)
    }

    #[inline(always)]
    fn facet(self) -> usize {
        (self.0 >> 2) as usize
    }

    #[inline(always)]
    fn corner(self) -> usize {
        (self.0 & 3) as usize
    }
}

/// An edge of the rim around the facets that are replaced, seen from those facets.
#[derive(Clone, Copy)]
struct RimEdge {
    from: u32,
    to: u32,
    across: Edge,
}

/// Memory for the polytopes of successive depth queries. It grows to the need of the largest one, some 250 bytes per vertex,
/// and a query allocates only if it grows. After an answer that bodies overlap it holds the proof.
#[derive(Clone, Default)]
pub struct Workspace {
    pub(super) points: Vec<Vector>,
    pub(super) names: Vec<(u32, u32)>,
    pub(super) facets: Vec<Facet>,
    /// The signed squares of the facets' distances; infinity for places that hold no facet.
    pub(super) keys: Vec<f64>,
    /// The facets to be replaced.
    seen: Vec<u32>,
    rim: Vec<RimEdge>,
    /// For each vertex, the new facet that begins there.
    starts: Vec<u32>,
    /// The places that hold no facet.
    free: Vec<u32>,
    stamp: u32,
    /// E.
    pub(super) extent: f64,
    /// The facets that lie in the plane of the answer's facet, which comes first.
    pub(super) coplanar: Vec<u32>,
    dimension: usize,
}

impl std::fmt::Debug for Workspace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let count = self.keys.len() - self.free.len();
        write!(f, "Workspace {{ vertices: {}, facets: {count} }}", self.points.len())
    }
}

impl Workspace {
    /// The proof of the last answer, if bodies overlap: the facets of a polytope with vertices in M around the origin, each by
    /// as many points of M as the space has dimensions, wound outwards. The plane of the first facet is nearest to the origin,
    /// and no point of M is beyond it. If the bodies touch, the proof is this facet alone, together with the simplex that holds
    /// the origin. Empty if M is flat.
    pub fn shell(&self) -> impl Iterator<Item = Pairs> + '_ {
        let first = self.coplanar.first().map(|first| *first as usize);
        let others = (0..self.facets.len()).filter(move |place| first.is_some_and(|first| first != *place));
        let live = first.into_iter().chain(others).filter(|place| self.keys[*place] < f64::INFINITY);
        live.map(|place| Pairs::new(self.plane(place).into_iter().take(self.dimension)))
    }

    /// The number of the polytope's vertices, including those that are no longer on its boundary.
    pub fn vertices(&self) -> usize {
        self.points.len()
    }

    /// Clears all points.
    pub(super) fn begin(&mut self, dimension: usize) {
        self.points.clear();
        self.names.clear();
        self.facets.clear();
        self.keys.clear();
        self.free.clear();
        self.coplanar.clear();
        (self.stamp, self.extent, self.dimension) = (0, 0.0, dimension);
    }

    /// Adds a point of M, and returns its number.
    #[inline(always)]
    pub(super) fn push(&mut self, point: Vector, name: (u32, u32)) -> u32 {
        self.extent = self.extent.max(size(&point));
        self.points.push(point);
        self.names.push(name);
        self.points.len() as u32 - 1
    }

    /// The names of a facet's vertices; in the plane the third repeats the first.
    #[inline(always)]
    pub(super) fn plane(&self, facet: usize) -> [(u32, u32); 3] {
        self.facets[facet].corners.map(|corner| self.names[corner as usize])
    }

    /// The bound on the error of a point's side, or of the height, for a facet with this m. E m is formed first: if E is tiny,
    /// m may be huge.
    #[inline(always)]
    pub(super) fn slack(&self, of_edges: f64) -> f64 {
        SIDE * self.extent * (self.extent * of_edges) + UNDERFLOW
    }

    /// The bound on the error of a coordinate of a normal with this m.
    #[inline(always)]
    fn slack_of_normal(&self, of_edges: f64) -> f64 {
        NORMAL * (self.extent * of_edges) + UNDERFLOW
    }

    /// The side of a facet on which a point of M lies; `None` if rounding leaves it open.
    #[inline(always)]
    pub(super) fn side(&self, facet: usize, point: &Vector) -> Option<Ordering> {
        let Facet { normal, height, size, .. } = &self.facets[facet];
        let (beyond, bound) = (dot(normal, point) - height, self.slack(*size));
        // Written so that a NaN decides nothing.
        match () {
            () if beyond > bound => Some(Ordering::Greater),
            () if beyond < -bound => Some(Ordering::Less),
            () => None,
        }
    }

    /// Whether a facet's height is certainly positive, the height and the normal are known to one in `parts` parts of
    /// themselves, and the square of the height is in the range.
    #[inline(always)]
    pub(super) fn is_precise(&self, facet: usize, parts: f64) -> bool {
        let Facet { normal, height, size: of_edges, .. } = &self.facets[facet];
        let of_normal = parts * self.slack_of_normal(*of_edges);
        TINY <= *height && parts * self.slack(*of_edges) <= *height && of_normal <= size(normal)
    }

    /// The bound on the error of a coordinate of a facet's normal.
    #[inline(always)]
    pub(super) fn error_of_normal(&self, facet: usize) -> f64 {
        self.slack_of_normal(self.facets[facet].size)
    }

    /// The facet whose plane is nearest to the origin, as computed.
    #[inline(always)]
    pub(super) fn nearest(&self) -> usize {
        const LANES: usize = 8;
        let lesser = |least: f64, next: f64| if next < least { next } else { least };
        let mut least = [f64::INFINITY; LANES];
        let (chunks, rest) = self.keys.as_chunks::<LANES>();
        for chunk in chunks {
            for lane in 0..LANES {
                least[lane] = lesser(least[lane], chunk[lane]);
            }
        }
        let least = least.into_iter().chain(rest.iter().copied()).fold(f64::INFINITY, lesser);
        self.keys.iter().position(|key| *key == least).unwrap_or(0)
    }

    /// Builds the polytope of the D + 1 points. Returns false if they do not span the space.
    #[inline(always)]
    pub(super) fn encloses<const D: usize>(&mut self, predicates: &impl Predicates) -> bool {
        let (corners, last) = ([0, 1, if D == 2 { 0 } else { 2 }], D);
        let top = self.place::<D>(None, corners, [Edge::NONE; 3], predicates) as usize;
        let side = self.side(top, &self.points[last]);
        let side = side.unwrap_or_else(|| predicates.side(&self.plane(top)[..D], self.names[last]));
        self.facets.clear();
        self.keys.clear();
        if side == Ordering::Equal {
            return false;
        }
        let is_outside = side == Ordering::Greater;
        if D == 2 {
            let [p, q, r] = if is_outside { [0, 2, 1] } else { [0, 1, 2] };
            let around = [[2, 1], [0, 2], [1, 0]];
            for (corners, [before, after]) in [[p, q, p], [q, r, q], [r, p, r]].into_iter().zip(around) {
                self.place::<D>(None, corners, [Edge::new(before, 1), Edge::new(after, 0), Edge::NONE], predicates);
            }
            return true;
        }
        let [q, r] = if is_outside { [2, 1] } else { [1, 2] };
        // Each of the six edges belongs to two of these facets.
        let facets = [
            ([0, q, r], [(1, 2), (2, 2), (3, 2)]),
            ([0, 3, q], [(3, 1), (2, 0), (0, 0)]),
            ([q, 3, r], [(1, 1), (3, 0), (0, 1)]),
            ([r, 3, 0], [(2, 1), (1, 0), (0, 2)]),
        ];
        for (corners, across) in facets {
            self.place::<D>(None, corners, across.map(|(facet, corner)| Edge::new(facet, corner)), predicates);
        }
        true
    }

    /// Stores a facet in this place, or else in a new place, and returns the place.
    #[inline(always)]
    fn place<const D: usize>(
        &mut self,
        place: Option<u32>,
        corners: [u32; 3],
        across: [Edge; 3],
        predicates: &impl Predicates,
    ) -> u32 {
        let [p, q, r] = corners.map(|corner| &self.points[corner as usize]);
        let e = minus(q, p);
        let (mut normal, mut of_edges) = if D == 2 {
            ([e[1], -e[0], 0.0], 1.0)
        } else {
            let f = minus(r, p);
            (cross(&e, &f), size(&e) + size(&f))
        };
        // Written so that a NaN counts as a sliver. So do normals whose squares would come near to the end of the range.
        if !(NORMAL * (self.extent * of_edges) + TINY <= SLIVER * size(&normal)) {
            let names = corners.map(|corner| self.names[corner as usize]);
            normal = predicates.normal(&names[..D]);
            of_edges = 0.5 * size(&normal) / self.extent;
        }
        let height = dot(&normal, p);
        let key = height * height.abs() / dot(&normal, &normal);
        let facet = Facet { normal, height, size: of_edges, corners, across, stamp: 0 };
        match place {
            Some(place) => {
                self.facets[place as usize] = facet;
                self.keys[place as usize] = key;
                place
            }
            None => {
                self.facets.push(facet);
                self.keys.push(key);
                self.facets.len() as u32 - 1
            }
        }
    }

    /// Expands the polytope by the newest point, which is certainly beyond this facet.
    #[inline(always)]
    pub(super) fn expand<const D: usize>(&mut self, facet: usize, predicates: &impl Predicates) {
        let newest = self.points.len() - 1;
        let (point, name) = (self.points[newest], self.names[newest]);
        self.stamp += 1;
        self.seen.clear();
        self.rim.clear();
        self.seen.push(facet as u32);
        self.facets[facet].stamp = self.stamp;
        let mut next = 0;
        while let Some(&of) = self.seen.get(next) {
            next += 1;
            let Facet { corners, across, .. } = self.facets[of as usize];
            for k in 0..D {
                let beside = across[k].facet();
                if self.facets[beside].stamp == self.stamp {
                    continue;
                }
                // A facet whose plane contains the point is replaced as well: such facets are neighbours of facets that see the
                // point.
                let is_seen = match self.side(beside, &point) {
                    Some(side) => side == Ordering::Greater,
                    None => predicates.side(&self.plane(beside)[..D], name) != Ordering::Less,
                };
                if is_seen {
                    self.facets[beside].stamp = self.stamp;
                    self.seen.push(beside as u32);
                } else {
                    self.rim.push(RimEdge { from: corners[k], to: corners[if k == 2 { 0 } else { k + 1 }], across: across[k] });
                }
            }
        }
        self.starts.resize(self.points.len(), 0);
        for &place in &self.seen {
            self.keys[place as usize] = f64::INFINITY;
        }
        self.free.extend_from_slice(&self.seen);
        self.close::<D>(newest as u32, predicates);
    }

    /// Adds the facets from the rim to the newest point.
    #[inline(always)]
    fn close<const D: usize>(&mut self, newest: u32, predicates: &impl Predicates) {
        if D == 2 {
            // The rim is two points: the first point of a replaced facet, and the last point of this facet or of another.
            let (mut begins, mut ends) = (0, 0);
            for k in 0..self.rim.len() {
                let RimEdge { from, across, .. } = self.rim[k];
                let free = self.free.pop();
                if across.corner() == 1 {
                    begins = self.place::<D>(free, [from, newest, from], [across, Edge::NONE, Edge::NONE], predicates);
                    self.facets[across.facet()].across[1] = Edge::new(begins, 0);
                } else {
                    ends = self.place::<D>(free, [newest, from, newest], [Edge::NONE, across, Edge::NONE], predicates);
                    self.facets[across.facet()].across[0] = Edge::new(ends, 1);
                }
            }
            self.facets[begins as usize].across[1] = Edge::new(ends, 0);
            self.facets[ends as usize].across[0] = Edge::new(begins, 1);
            return;
        }
        for k in 0..self.rim.len() {
            let RimEdge { from, to, across } = self.rim[k];
            let free = self.free.pop();
            let place = self.place::<D>(free, [from, to, newest], [across, Edge::NONE, Edge::NONE], predicates);
            self.facets[across.facet()].across[across.corner()] = Edge::new(place, 0);
            self.starts[from as usize] = place;
        }
        for k in 0..self.rim.len() {
            let RimEdge { from, to, .. } = self.rim[k];
            let [place, after] = [from, to].map(|corner| self.starts[corner as usize]);
            self.facets[place as usize].across[1] = Edge::new(after, 2);
            self.facets[after as usize].across[2] = Edge::new(place, 1);
        }
    }
}
