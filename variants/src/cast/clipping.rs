//! GJK on a ray: the simplex approaches the point x = t d, and x moves forward to each support plane that it finds in front of it.
//!
//! # Iteration
//! v is the point of the simplex, relative to x, that is nearest to x. w is the support point of M along −v, and y = w − x. If
//! v·y > 0, all of M is beyond the plane through w across v, and x is not. With the rate v·d:
//!
//! - rate ≤ 0: the ray does not approach the plane, so there is no contact from t on, and the planes before have shown that there
//!   is none until t: *never*.
//! - Otherwise the ray meets the plane at t + v·y / (v·d). Beyond 1 that is *never*. Else it is the new t, and n = v the new normal.
//!
//! The vertices of the simplex are points of M, whatever x is: after a move of x the same vertices are subtracted from the new x. So
//! nothing is lost, and no error is carried over. Then w joins the simplex, and a subalgorithm finds the new v. It has to accept any
//! simplex: after a move of x the newest vertex need not belong to the nearest face.
//!
//! # Near contact
//! Near contact v is a short sum of long vectors, and its direction is noise: on a floor of a thousand units a plane across it is a
//! unit off. So there v is the projection of x onto the face of the vertices that were kept, along the normal of that face
//! ([`NearestRule::Refined`](crate::gjk::rules::NearestRule::Refined)). Its edges are differences of the points of M themselves, which
//! do not depend on x.
//!
//! # Ends
//! Below, u is the unit roundoff, E the greatest coordinate of the support points and of x so far.
//!
//! - The simplex has dimension + 1 vertices and holds x, or |v|∞ ≤ 8 u E: *contact at t*. At t = 0 no plane was passed, and the
//!   bodies meet at the start.
//! - A support point repeats, or v does not become shorter, and x does not move. From then on v is formed by the normal of its face,
//!   to which a newest vertex that was not kept is added: the face of x may be decided by rounding. If that happens again and again,
//!   the rest is rounding: *contact at t*. In exact arithmetic it does not happen.
//!
//! # Why it is right
//! Every t is a lower bound of the first contact, since a plane separates x from M until then; rounding moves a plane by a few u E. So
//! the answer is not late, and it can be early only by |v| at the end. An end at an absolute tolerance ε would be early by ε, and in
//! numbers with u E > ε the loop would not end.
//!
//! # Where it fails
//! If squared lengths leave the number range.
//!
//! # Comparison with the source
//! The loop is that of van den Bergen's ray cast, but the stop is relative to the size of the bodies, as that of the common distance
//! loop is, and a run has an end if it makes no progress.
//!
//! # Reference
//! G. van den Bergen: Ray casting against general convex objects with application to continuous collision detection (2004).

use gjk_numbers::{Oriented, Ring, Scalar, Space};
use gjk_support::SupportMap;

use crate::answer::{Contact, FirstContact, Outcome, Stop};
use crate::difference::{Difference, Obstacle, SupportPoint};
use crate::gjk::rules::{SHORT, is_as_good, nearest_across, rounding};
use crate::observe::Observer;
use crate::projection::Projection;
use crate::simplex::{CAPACITY, Pairs, Simplex, Subset, Vertex, no_weights};
use crate::start::Start;
use crate::subalgorithm::{Ericson, Subalgorithm};
use crate::variant::{About, Promise, Variant};

/// The iteration limit.
const LIMIT: usize = 256;

/// A cast by support planes, around a subalgorithm.
#[derive(Clone, Copy, Debug)]
pub struct Clipping<P> {
    subalgorithm: P,
    about: About,
}

impl Clipping<Ericson> {
    /// The common cast.
    pub fn common() -> Self {
        Clipping {
            subalgorithm: Ericson,
            about: About {
                name: "cast-common",
                title: "the common cast",
                citation: "van den Bergen: Ray casting against general convex objects with application to continuous collision \
                           detection (2004), with a relative stop",
                promise: Promise::Cast,
            },
        }
    }
}

/// The most iterations in a row without progress: after each, the run goes on with another normal.
const IDLE: usize = 2;

/// The vertices of a run, as points of M and relative to x.
pub(super) struct Vertices<S: Space> {
    /// The support points. They are large, and stay where they are.
    points: [Option<SupportPoint<S>>; CAPACITY],
    /// The place of each vertex among the support points by position, and the free places after them.
    places: [u8; CAPACITY],
    /// The same vertices, relative to x.
    pub simplex: Simplex<S>,
}

impl<S: Space> Vertices<S> {
    pub fn new() -> Self {
        Vertices {
            points: [None, None, None, None, None],
            places: std::array::from_fn(|place| place as u8),
            simplex: Simplex::new(),
        }
    }

    /// The support point at a position.
    #[inline(always)]
    fn point(&self, position: usize) -> Option<&SupportPoint<S>> {
        self.points[usize::from(self.places[position]) % CAPACITY].as_ref()
    }

    /// The support points of the vertices in their order.
    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = &SupportPoint<S>> {
        (0..self.simplex.len()).filter_map(|position| self.point(position))
    }

    /// Adds the support point that was offered at this place, the last one, and not [kept](Vertices::keep): it is still there.
    fn restore(&mut self, position: usize, x: &S::Vector) {
        let Some(point) = self.point(position) else { return };
        let vertex = relative(&point.vertex, x);
        self.places.swap(self.simplex.len(), position);
        self.simplex.push(vertex);
    }

    /// Subtracts the vertices from a new x.
    pub fn move_to(&mut self, x: &S::Vector) {
        let mut simplex = Simplex::new();
        for point in self.iter() {
            simplex.push(relative(&point.vertex, x));
        }
        self.simplex = simplex;
    }

    /// The position of the vertex with this point of M.
    pub fn position(&self, point: &S::Vector) -> Option<usize> {
        self.iter().position(|known| known.vertex.point == *point)
    }

    /// Stores a support point as the one offered to the simplex; `newest` is its vertex relative to x.
    #[inline(always)]
    pub fn offer(&mut self, newest: Vertex<S>, point: SupportPoint<S>) {
        self.points[usize::from(self.places[self.simplex.len()]) % CAPACITY] = Some(point);
        self.simplex.offer(newest);
    }

    /// Replaces the simplex by the kept vertices of it and the offered support point.
    #[inline(always)]
    pub fn join(&mut self, kept: Subset) {
        self.simplex.take_offered();
        self.keep(kept);
    }

    /// Keeps the vertices of a subset, in their order.
    pub fn keep(&mut self, kept: Subset) {
        self.simplex.keep(kept);
        for (place, position) in kept.positions().enumerate() {
            self.places.swap(place, position);
        }
    }

    /// The point of the simplex nearest to x, relative to it: that of the subalgorithm, p, refined near contact by the normal of the
    /// face.
    fn nearest(&self, p: S::Vector, x: &S::Vector, extent: &S::Scalar) -> S::Vector
    where
        S::Scalar: Scalar,
    {
        let is_short = S::max_norm(&p) < S::Scalar::from_f64(SHORT).times(extent);
        if S::Scalar::EXACT || !is_short {
            return p;
        }
        self.across(x).filter(|v| is_as_good::<S>(v, &p, extent)).unwrap_or(p)
    }

    /// The projection of x onto the affine hull of the vertices, relative to x.
    fn across(&self, x: &S::Vector) -> Option<S::Vector>
    where
        S::Scalar: Scalar,
    {
        let w: [S::Vector; CAPACITY] =
            std::array::from_fn(|position| self.point(position).map_or_else(S::zero, |point| point.vertex.point.clone()));
        let mut edges = [S::minus(&w[1], &w[0]), S::minus(&w[2], &w[1]), S::minus(&w[3], &w[2])];
        let count = self.simplex.len().clamp(1, edges.len() + 1) - 1;
        nearest_across::<S>(&S::minus(&w[0], x), &mut edges[..count])
    }

    /// The combinations of the points of A and of B with these weights.
    fn witnesses(&self, weights: &[S::Scalar; CAPACITY]) -> [S::Vector; 2] {
        let mut known = self.iter().zip(weights);
        let Some((first, _)) = known.next() else { return [S::zero(), S::zero()] };
        let [mut on_a, mut on_b] = first.points.clone();
        for (point, weight) in known {
            on_a = S::plus(&on_a, &S::scaled(&S::minus(&point.points[0], &first.points[0]), weight));
            on_b = S::plus(&on_b, &S::scaled(&S::minus(&point.points[1], &first.points[1]), weight));
        }
        [on_a, on_b]
    }
}

/// A vertex relative to x, with the same names.
pub(super) fn relative<S: Space>(vertex: &Vertex<S>, x: &S::Vector) -> Vertex<S> {
    let mut vertex = vertex.clone();
    vertex.point = S::minus(&vertex.point, x);
    vertex
}

/// A vector of [reduced](Scalar::reduced) numbers.
#[inline(always)]
pub(super) fn reduced<S: Space<Scalar: Scalar>>(v: S::Vector) -> S::Vector {
    if S::Scalar::EXACT { S::vector(|i| S::coordinate(&v, i).clone().reduced()) } else { v }
}

/// The point on the ray, and the planes that brought it there.
pub(super) struct Ray<S: Space> {
    d: S::Vector,
    t: S::Scalar,
    /// t d.
    pub x: S::Vector,
    /// The normal of the last plane that was passed: M is beyond it.
    pub normal: Option<S::Vector>,
}

/// The position of a plane in front of x on the ray.
pub(super) enum Ahead<S: Space> {
    /// M is not reached.
    Never(S::Vector),
    /// x has moved.
    Moved,
    /// The plane is too near for another t.
    Here,
    /// A number is not finite.
    NotFinite(S::Scalar),
}

impl<S: Space<Scalar: Scalar>> Ray<S> {
    /// The ray of a motion, at its start.
    pub fn new(motion: &S::Vector) -> Self {
        Ray { d: S::negated(motion), t: S::Scalar::zero(), x: S::zero(), normal: None }
    }

    /// Moves x to the plane across v at the distance `ahead` times |v|, which is positive.
    pub fn pass(&mut self, v: &S::Vector, ahead: &S::Scalar) -> Ahead<S> {
        let rate = S::dot(v, &self.d);
        if !ahead.is_finite() || rate.is_nan() {
            return Ahead::NotFinite(if rate.is_nan() { rate } else { ahead.clone() });
        }
        if rate <= S::Scalar::zero() {
            // The axis of two planes: the last one holds until t, and this one from t on.
            let axis =
                self.normal.as_ref().map(|n| S::plus(&S::scaled(n, &rate.negated()), &S::scaled(v, &S::dot(n, &self.d))));
            return Ahead::Never(axis.unwrap_or_else(|| v.clone()));
        }
        let t = self.t.plus(&ahead.over(&rate)).reduced();
        let is_within = t <= S::Scalar::one();
        // An infinite quotient is beyond the end of the motion.
        if !is_within {
            return if t.is_nan() { Ahead::NotFinite(t) } else { Ahead::Never(v.clone()) };
        }
        if t == self.t {
            return Ahead::Here;
        }
        self.x = S::scaled(&self.d, &t);
        self.t = t;
        self.normal = Some(v.clone());
        Ahead::Moved
    }

    /// The contact at t.
    pub fn contact(self, vertices: &Vertices<S>, weights: [S::Scalar; CAPACITY]) -> FirstContact<S> {
        let [on_a, on_b] = vertices.witnesses(&weights);
        FirstContact::At(Contact {
            on_a: S::minus(&on_a, &self.x),
            on_b,
            simplex: Pairs::from(&vertices.simplex),
            weights,
            normal: self.normal.map_or_else(S::zero, |n| S::negated(&n)),
            time: self.t,
        })
    }
}

impl<S: Oriented<Scalar: Scalar>, P: Subalgorithm<S>> Variant<S> for Clipping<P> {
    type Answer = FirstContact<S>;

    fn about(&self) -> About {
        self.about
    }

    fn most_iterations(&self) -> Option<usize> {
        Some(LIMIT)
    }

    fn solve<A: SupportMap<S> + ?Sized, B: SupportMap<S> + ?Sized, O: Observer<S> + ?Sized>(
        &self,
        a: &A,
        b: &B,
        start: &Start<S>,
        observer: &mut O,
    ) -> Outcome<FirstContact<S>> {
        let Some(motion) = a.motion() else { return Outcome::abandoned(Stop::Unsupported, 0) };
        self.cast(&Difference::new(a, b), motion, start, observer)
    }
}

impl<P> Clipping<P> {
    /// The first contact of the origin, moving along −r, with M.
    pub fn cast<S: Oriented<Scalar: Scalar>, M: Obstacle<S>, O: Observer<S> + ?Sized>(
        &self,
        m: &M,
        motion: &S::Vector,
        start: &Start<S>,
        observer: &mut O,
    ) -> Outcome<FirstContact<S>>
    where
        P: Subalgorithm<S>,
    {
        let mut ray = Ray::new(motion);
        let mut vertices = Vertices::new();
        let mut v = start.direction(m).map_or_else(|| m.center(), |toward| S::negated(&toward));
        let (mut extent, mut near, mut weights) = (S::Scalar::zero(), None, no_weights());
        // The number of iterations in a row without progress, and whether there was any. From then on v is always formed by the
        // normal of its face.
        let (mut idle, mut is_strict) = (0, false);
        // K u E: the allowance of the common distance loop. Written so that a NaN is no noise.
        let is_noise = |size: &S::Scalar, extent: &S::Scalar| *size <= rounding::<S::Scalar>().times(extent);
        for iteration in 1..=LIMIT {
            let w = m.next_support(&S::negated(&v), &mut near, observer);
            let mut y = S::minus(&w.vertex.point, &ray.x);
            let ahead = S::dot(&v, &y);
            if !ahead.is_finite() {
                return Outcome::abandoned(Stop::of_not_finite(&ahead), iteration);
            }
            let mut has_moved = false;
            if ahead > S::Scalar::zero() {
                match ray.pass(&v, &ahead) {
                    Ahead::Never(axis) => {
                        return Outcome::answered(Stop::Converged, iteration, FirstContact::Never { axis });
                    }
                    Ahead::NotFinite(value) => return Outcome::abandoned(Stop::of_not_finite(&value), iteration),
                    Ahead::Moved => {
                        has_moved = true;
                        vertices.move_to(&ray.x);
                        y = S::minus(&w.vertex.point, &ray.x);
                    }
                    Ahead::Here => {}
                }
            }
            for size in [S::max_norm(&w.vertex.point), S::max_norm(&ray.x)] {
                extent = if size > extent { size } else { extent };
            }
            let known = vertices.position(&w.vertex.point);
            if known.is_some() && !has_moved {
                idle += 1;
                match vertices.across(&ray.x).filter(|_| !is_strict) {
                    Some(across) => (v, is_strict) = (across, true),
                    None => return Outcome::answered(Stop::Repeated, iteration, ray.contact(&vertices, weights)),
                }
                continue;
            }
            if let Some(position) = known {
                vertices.keep(vertices.simplex.all().without(position));
            }
            let newest = vertices.simplex.len();
            if newest == CAPACITY {
                return Outcome::abandoned(Stop::NoRegion, iteration);
            }
            vertices.offer(relative(&w.vertex, &ray.x), w);
            observer.entered(&vertices.simplex, vertices.simplex.offered());
            let Some(projection) = self.subalgorithm.project(&vertices.simplex, &y, observer) else {
                return Outcome::abandoned(Stop::NoRegion, iteration);
            };
            let projection = self.checked(&vertices.simplex, projection, ray.normal.is_some(), &extent, observer);
            observer.projected(&projection);
            vertices.join(projection.kept);
            weights = projection.kept.moved_up(&projection.weights);
            let is_first = iteration == 1;
            let across = if is_strict { vertices.across(&ray.x) } else { None };
            let next = across.unwrap_or_else(|| vertices.nearest(projection.point, &ray.x, &extent));
            let next = reduced::<S>(next);
            let is_shorter = S::dot(&next, &next) < S::dot(&v, &v);
            v = next;
            let size = S::max_norm(&v);
            if projection.kept == Subset::first(S::DIMENSION + 1) || is_noise(&size, &extent) {
                return Outcome::answered(Stop::Converged, iteration, ray.contact(&vertices, weights));
            }
            if !size.is_finite() {
                return Outcome::abandoned(Stop::of_not_finite(&size), iteration);
            }
            if has_moved || is_shorter || is_first {
                idle = 0;
                continue;
            }
            idle += 1;
            is_strict = true;
            // The newest vertex lies in the plane of the nearest face, up to rounding, and may decide its normal.
            if !projection.kept.contains(newest) && vertices.simplex.len() < S::DIMENSION {
                vertices.restore(newest, &ray.x);
            }
            match vertices.across(&ray.x).filter(|_| idle <= IDLE && !S::Scalar::EXACT) {
                Some(across) => v = across,
                None => return Outcome::answered(Stop::Stalled, iteration, ray.contact(&vertices, weights)),
            }
        }
        Outcome::abandoned(Stop::Exhausted, LIMIT)
    }

    /// The projection of a simplex and its offered vertex, or that of its nearest facet if the simplex is flat up to rounding: then the
    /// weights are noise.
    ///
    /// A simplex that holds x is flat if the combination of its vertices with the weights of x is elsewhere, and once a plane was
    /// passed, since x is then in the boundary of M. A triangle in space is flat if its nearest point p does not have the product p·p
    /// with each of its vertices; of p and the points of its edges the nearest one is then taken.
    #[inline(always)]
    fn checked<S: Oriented<Scalar: Scalar>, O: Observer<S> + ?Sized>(
        &self,
        simplex: &Simplex<S>,
        projection: Projection<S>,
        has_passed: bool,
        extent: &S::Scalar,
        observer: &mut O,
    ) -> Projection<S>
    where
        P: Subalgorithm<S>,
    {
        let noise = rounding::<S::Scalar>().times(extent);
        let Projection { point: p, kept, .. } = &projection;
        if S::Scalar::EXACT && !(has_passed && kept.len() > S::DIMENSION) {
            return projection;
        }
        if kept.len() > S::DIMENSION {
            if !has_passed && S::max_norm(p) <= noise {
                return projection;
            }
            return self.nearest_facet(simplex, observer).unwrap_or(projection);
        }
        let square = S::dot(p, p);
        let is_off = |position| {
            let off = S::dot(p, simplex.point(position)).minus(&square).magnitude();
            // A NaN is off.
            let is_within = off <= noise.times(extent);
            !is_within
        };
        if kept.len() < 3 || !kept.positions().any(is_off) {
            return projection;
        }
        let is_nearer = |facet: &Projection<S>| square <= S::dot(&facet.point, &facet.point);
        self.nearest_facet(simplex, observer).filter(|facet| !is_nearer(facet)).unwrap_or(projection)
    }

    /// The nearest point of the facets of a simplex and its offered vertex.
    #[cold]
    fn nearest_facet<S: Oriented<Scalar: Scalar>, O: Observer<S> + ?Sized>(
        &self,
        simplex: &Simplex<S>,
        observer: &mut O,
    ) -> Option<Projection<S>>
    where
        P: Subalgorithm<S>,
    {
        let whole = simplex.with_offered();
        let mut best: Option<(S::Scalar, Projection<S>)> = None;
        for left_out in 0..whole.len() {
            let mut facet = whole.clone();
            facet.keep(whole.all().without(left_out));
            let Some((older, newest)) = facet.split_newest() else { continue };
            let Some(Projection { point, kept, weights }) = self.subalgorithm.project(&older, &newest.point, observer) else {
                continue;
            };
            let length_squared = S::dot(&point, &point);
            if !length_squared.is_finite() {
                continue;
            }
            if best.as_ref().is_none_or(|(least, _)| length_squared < *least) {
                // The positions after the vertex that was left out are one higher among all.
                let place = |position: usize| position + usize::from(position >= left_out);
                let mut of_all = no_weights();
                let mut all = Subset(0);
                for position in kept.positions() {
                    all = all.with(place(position));
                    of_all[place(position)] = weights[position].clone();
                }
                best = Some((length_squared, Projection { point, kept: all, weights: of_all }));
            }
        }
        best.map(|(_, projection)| projection)
    }
}
