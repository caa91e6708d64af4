//! The expanding polytope algorithm (EPA): the least translation that separates overlapping bodies.
//!
//! # Statement
//! M = A − B holds the origin. The penetration depth is the distance from the origin to the boundary of M; v is a nearest point
//! of the boundary, and A moved by −v touches B. For a polytope that has its vertices in M and holds the origin, the distance
//! of the nearest facet is a lower bound of the depth. The plane of support of M across the facet's normal is an upper bound.
//! The facet is replaced by facets to the support point until the two bounds meet. If M is a polytope, they meet after finitely
//! many steps.
//!
//! # Expansion
//! The facets that *see* the support point, because it lies beyond their planes, are replaced by facets from their rim to the
//! point. So the polytope stays convex, and the nearest plane of its facets stays a lower bound. Each facet knows its
//! neighbours; the rim is found by walking from facet to facet.
//!
//! # Begin
//! GJK need not end with a simplex that spans the space: for boxes with one centre it ends with a segment or a point. The
//! polytope therefore begins with *any* simplex of M that spans the space ([`Begin::Spanning`]), whether or not the origin is
//! inside. A facet with the origin beyond its plane has a *negative* distance, and counts as nearer than all others. It is
//! replaced first, and after finitely many steps the polytope holds the origin, since M does. If M has no extent across the
//! points found so far, M is flat, and v = 0. If the origin lies on the boundary of M, a facet through it is the nearest, and
//! again v = 0.
//!
//! # Rules
//! Each choice in which implementations differ is a rule ([`EpaRules`]): how to begin, when to stop, which facets see a vertex,
//! and which plane gives the answer.
//!
//! - The common rules ([`Epa::common`]) are this project's. The stop is relative, with K u E the rounding of a product with M.
//!   A facet is also replaced if the vertex lies in its plane up to K u E. The answer is the nearest *plane of support*, which
//!   is far enough whenever the run ends.
//! - [`Epa::absolute`] has an absolute tolerance and answers with the nearest facet, also after its limit, as engines do.
//! - [`Epa::tutorial`] needs a tetrahedron from GJK.
//! - [`Epa::split`] has a fault that was shipped: one facet becomes three.
//!
//! # Where it fails
//! - *Slivers.* The normal of a facet whose vertices are nearly in line is noise. Its plane of support is still an upper bound.
//!   But if the true nearest facet is a sliver, another facet is answered: too far, by the noise of the sliver's height.
//! - *No simple rim.* Rounding decides which of several nearly coplanar facets see a vertex, and may leave no simple rim. The
//!   run then ends *stalled* with the nearest plane of support so far.
//! - *The range.* The square of a plane's level is of degree six in the size of the bodies. Bodies for which it leaves the
//!   range of the scalar end as *range*: in `f32` some bodies of size 2⁻¹⁶.
//! - *Bodies that GJK finds to meet but that are apart.* Their distance is within rounding, or GJK was wrong: then v = 0.
//!
//! # Reference
//! G. van den Bergen: Proximity queries and penetration depth computation on 3D game objects. Game Developers Conference 2001.
//! For the rim: C. B. Barber, D. P. Dobkin, H. Huhdanpaa: The Quickhull algorithm for convex hulls. ACM Transactions on
//! Mathematical Software 22 (1996), 469–483.

mod begin;
mod polytope;
mod rules;

pub use polytope::Workspace;
pub use rules::{Begin, EpaRules, Expansion, Limit, Report, Sight, Tolerance};

use std::cmp::Ordering;

use gjk_numbers::{Oriented, Ring, Scalar, Space};
use gjk_support::SupportMap;

use crate::answer::{Nearest, Outcome, Penetration, Signed, Stop};
use crate::depth::deepened::{after, met};
use crate::depth::{Deepened, DepthRule, SupportPlane};
use crate::difference::{Difference, Names, Obstacle, SupportPoint};
use crate::gjk::{Gjk, range};
use crate::observe::Observer;
use crate::simplex::{CAPACITY, Pairs, Simplex};
use crate::start::Start;
use crate::subalgorithm::{Ericson, LeastSquares, project_whole};
use crate::variant::{About, Promise, Variant};
use begin::{Flat, begin};
use rules::slack;

/// The greatest number of support points after those of GJK. A run around a smooth body whose depth is attained along many
/// directions needs many: 1,024 and 1,024 concentric points need some 3,000.
pub const LIMIT: usize = 1 << 12;

/// An expanding polytope with its own rules, for bodies that GJK finds to meet.
pub type Epa<G = Gjk<Ericson>> = Deepened<EpaRules, G>;

impl Epa {
    /// The common rules, after the common loop around Ericson's subalgorithm.
    pub fn common() -> Epa {
        let about = About {
            name: "epa-common",
            title: "Expanding polytope, common rules (after Ericson's)",
            citation: "The rules are this project's; the algorithm is van den Bergen's (2001)",
            promise: Promise::Depth,
        };
        let rules = EpaRules {
            begin: Begin::Spanning,
            tolerance: Tolerance::Relative,
            expansion: Expansion::Horizon,
            sight: Sight::WithRounding,
            report: Report::Best,
            limit: Limit::Exhausting(LIMIT),
        };
        Deepened::new(Gjk::new(Ericson), rules, about)
    }

    /// Rules of the kind used by physics engines: an absolute tolerance of 10⁻⁶, at most 255 expansions, the nearest facet.
    pub fn absolute() -> Epa {
        let about = About {
            name: "epa-absolute",
            title: "Expanding polytope, absolute tolerance (after Ericson's)",
            citation: "Rules as Bullet's btGjkEpa2 and libccd have them: an absolute tolerance, a limit after which the nearest facet \
                       is answered",
            ..Epa::common().about
        };
        let rules = EpaRules {
            tolerance: Tolerance::Absolute(1e-6),
            sight: Sight::Strictly,
            report: Report::Facet,
            limit: Limit::Answering(255),
            ..Epa::common().rule
        };
        Deepened::new(Gjk::new(Ericson), rules, about)
    }

    /// Rules of the kind used by tutorials: a tetrahedron from GJK or no answer, a tolerance of 10⁻³, at most 64 expansions.
    pub fn tutorial() -> Epa {
        let about = About {
            name: "epa-tutorial",
            title: "Expanding polytope of tutorials (after Ericson's)",
            citation: "Rules of tutorials of the web (winter.dev, IainTwo, hamaluik.ca): the tetrahedron of GJK, an absolute tolerance of \
                       a thousandth",
            ..Epa::common().about
        };
        let rules = EpaRules {
            begin: Begin::Simplex,
            tolerance: Tolerance::Absolute(1e-3),
            limit: Limit::Answering(64),
            ..Epa::absolute().rule
        };
        Deepened::new(Gjk::new(Ericson), rules, about)
    }

    /// The rules of engines with a fault: only the facet whose normal was searched along becomes three, even if other facets
    /// see the vertex.
    pub fn split() -> Epa {
        let about = About {
            name: "epa-split",
            title: "Expanding polytope that splits one facet (a fault)",
            citation: "The expansion of libccd 2.1, which request 305 of FCL mended; the other rules as epa-absolute",
            ..Epa::common().about
        };
        let rules = EpaRules { expansion: Expansion::Split, ..Epa::absolute().rule };
        Deepened::new(Gjk::new(Ericson), rules, about)
    }
}

impl<G> Epa<G> {
    /// The rules.
    pub fn rules(&self) -> EpaRules {
        self.rule
    }

    /// As [`Variant::solve`], in memory that the caller reuses for all queries.
    #[inline(always)]
    pub fn solve_in<S, A, B, O>(
        &self,
        workspace: &mut Workspace<S>,
        a: &A,
        b: &B,
        start: &Start<S>,
        observer: &mut O,
    ) -> Outcome<Signed<S>>
    where
        S: Oriented<Scalar: Scalar>,
        G: Variant<S, Answer = Nearest<S>>,
        A: SupportMap<S> + ?Sized,
        B: SupportMap<S> + ?Sized,
        O: Observer<S> + ?Sized,
    {
        match met(self.gjk.solve(a, b, start, observer)) {
            Ok((simplex, iterations)) => {
                after(iterations, self.rule.expanded(workspace, &Difference::new(a, b), &simplex, observer))
            }
            Err(outcome) => outcome,
        }
    }
}

impl DepthRule for EpaRules {
    fn most_iterations(&self) -> usize {
        // The polytope begins with fewer support points than any limit allows.
        self.limit.supports()
    }

    /// A polytope of more than 64 vertices or 128 facets allocates. [`Epa::solve_in`] does not allocate in a workspace that was
    /// as large before.
    #[inline(always)]
    fn deepest<S, M, O>(&self, m: &M, simplex: &Pairs, _: &Start<S>, observer: &mut O) -> Outcome<Penetration<S>>
    where
        S: Oriented<Scalar: Scalar>,
        M: Obstacle<S>,
        O: Observer<S> + ?Sized,
    {
        self.expanded(&mut Workspace::default(), m, simplex, observer)
    }
}

impl EpaRules {
    /// The depth by a polytope that begins with GJK's last simplex; if products leave the range, by one for scaled bodies.
    #[inline(always)]
    fn expanded<S: Oriented<Scalar: Scalar>, O: Observer<S> + ?Sized>(
        &self,
        workspace: &mut Workspace<S>,
        m: &impl Obstacle<S>,
        simplex: &Pairs,
        mut observer: &mut O,
    ) -> Outcome<Penetration<S>> {
        let vertices = simplex.iter().filter_map(|names| m.vertex(names));
        let sizes = vertices.map(|vertex| S::max_norm(&vertex.vertex.point));
        let size = sizes.fold(S::Scalar::zero(), |greatest, size| if size > greatest { size } else { greatest });
        // The simplex that GJK ends with may be the origin alone.
        let size = if size > S::Scalar::zero() || S::Scalar::EXACT { size } else { range::size(m) };
        if range::is_left(&size) {
            self.run_scaled(workspace, m, &size, simplex, &mut observer)
        } else {
            self.run(workspace, m, simplex, observer)
        }
    }

    /// [`EpaRules::run`] on scaled bodies; this is their size. Compiled once for a space.
    #[cold]
    #[inline(never)]
    fn run_scaled<S: Oriented<Scalar: Scalar>>(
        &self,
        workspace: &mut Workspace<S>,
        m: &dyn Obstacle<S>,
        size: &S::Scalar,
        simplex: &Pairs,
        observer: &mut dyn Observer<S>,
    ) -> Outcome<Penetration<S>> {
        let factor = range::factor(size);
        let scaled = range::Scaled { of: m, factor: &factor };
        let inverse = S::Scalar::one().over(&factor);
        let tolerance = match self.tolerance {
            Tolerance::Absolute(epsilon) => Tolerance::Absolute(epsilon * factor.to_f64()),
            Tolerance::Relative => Tolerance::Relative,
        };
        let mut observer = Unscaled { of: observer, inverse: &inverse };
        let found = EpaRules { tolerance, ..*self }.run::<S, dyn Observer<S>>(workspace, &scaled, simplex, &mut observer);
        let answer = found.answer.map(|answer| Penetration {
            translation: S::scaled(&answer.translation, &inverse),
            on_a: S::scaled(&answer.on_a, &inverse),
            on_b: S::scaled(&answer.on_b, &inverse),
            ..answer
        });
        Outcome { answer, ..found }
    }

    /// The answer of an expansion, and its end. The iterations are the support points.
    #[inline(always)]
    fn run<S: Oriented<Scalar: Scalar>, O: Observer<S> + ?Sized>(
        &self,
        workspace: &mut Workspace<S>,
        m: &impl Obstacle<S>,
        simplex: &Pairs,
        observer: &mut O,
    ) -> Outcome<Penetration<S>> {
        workspace.clear();
        let mut search = Search { m, near: None, extent: S::Scalar::zero(), supports: 0, observer };
        for names in simplex.iter() {
            if let Some(vertex) = m.vertex(names) {
                search.see(&vertex);
                workspace.push(vertex);
            }
        }
        let known = workspace.vertices().len();
        match begin(self.begin, workspace, &mut search) {
            Ok(Some(())) => {}
            Ok(None) => return Outcome::abandoned(Stop::NoPolytope, search.supports),
            Err(Flat { normal }) => {
                let answer = flat(&workspace.vertices()[..known.max(1).min(workspace.vertices().len())], normal);
                return Outcome { stop: Stop::Converged, iterations: search.supports, answer };
            }
        }
        if !search.extent.is_finite() {
            return Outcome::abandoned(Stop::of_not_finite(&search.extent), search.supports);
        }
        // The nearest plane of support, and the facet parallel to it.
        let mut best: Option<(SupportPlane<S>, u32)> = None;
        let mut stop = None;
        for _ in search.supports..self.limit.supports() {
            let Some(nearest) = workspace.nearest() else {
                stop = Some(Stop::Stalled);
                break;
            };
            if search.observer.sees_polytopes() {
                show(workspace, nearest, search.observer);
            }
            let level = workspace.facets()[nearest as usize].level.clone();
            let farthest = search.support(&level.normal);
            // A support mapping chooses by rounded products with the points of a body, which may be far from the world's
            // origin. The corners may therefore reach farther than the support point.
            let product = S::dot(&level.normal, &farthest.vertex.point);
            let reached = if product < level.height { level.clone() } else { level.at(product) };
            let is_nearer = best.as_ref().is_none_or(|(best, _)| reached.signed_square < best.signed_square);
            if is_nearer {
                best = Some((reached.clone(), nearest));
            }
            let Some((least, _)) = &best else { break };
            let slack = slack(&search.extent);
            if self.tolerance.is_met::<S>(&level, &reached, least, &search.extent) {
                let answered = match self.report {
                    Report::Facet => level,
                    Report::Support => reached,
                    Report::Best => least.clone(),
                };
                let answer = answer(workspace, answered, nearest, &slack, search.observer);
                return Outcome { stop: Stop::Converged, iterations: search.supports, answer };
            }
            // A vertex that is already in the polytope is beyond the facet by rounding alone: adding it again could loop for
            // ever.
            let is_known = workspace.vertices().iter().any(|known| known.vertex.point == farthest.vertex.point);
            workspace.push(farthest);
            if is_known || workspace.expand(nearest, self.expansion, self.sight, &slack).is_none() {
                stop = Some(Stop::Stalled);
                break;
            }
        }
        let ended = match self.limit {
            Limit::Exhausting(_) => Stop::Exhausted,
            Limit::Answering(_) => Stop::Stalled,
        };
        let stop = stop.unwrap_or(ended);
        let answered = match (self.report, workspace.nearest()) {
            (Report::Facet, Some(nearest)) => Some((workspace.facets()[nearest as usize].level.clone(), nearest)),
            _ => best,
        };
        let slack = slack(&search.extent);
        let answer = answered.and_then(|(level, first)| answer(workspace, level, first, &slack, search.observer));
        let stop = if answer.is_none() && stop.has_answer() { Stop::NotANumber } else { stop };
        Outcome { stop, iterations: search.supports, answer: answer.filter(|_| stop.has_answer()) }
    }
}

/// An observer of a run on scaled bodies, which sees the points of the bodies themselves.
struct Unscaled<'a, S: Space> {
    of: &'a mut dyn Observer<S>,
    inverse: &'a S::Scalar,
}

impl<S: Space> Observer<S> for Unscaled<'_, S> {
    fn support(&mut self, direction: &S::Vector, point: &S::Vector) {
        self.of.support(direction, &S::scaled(point, self.inverse));
    }

    fn facet(&mut self, corners: &Pairs) {
        self.of.facet(corners);
    }

    fn sees_facets(&self) -> bool {
        self.of.sees_facets()
    }

    fn expanding(&mut self, corners: &[&S::Vector]) {
        let corners: Vec<S::Vector> = corners.iter().map(|corner| S::scaled(corner, self.inverse)).collect();
        self.of.expanding(&corners.iter().collect::<Vec<_>>());
    }

    fn sees_polytopes(&self) -> bool {
        self.of.sees_polytopes()
    }
}

/// Access to M during a run, and the extent of M seen so far.
struct Search<'a, S: Space, M, O: ?Sized> {
    m: &'a M,
    near: Option<Names>,
    /// E: the greatest coordinate of a point of M.
    extent: S::Scalar,
    supports: usize,
    observer: &'a mut O,
}

impl<S: Space<Scalar: Scalar>, M: Obstacle<S>, O: Observer<S> + ?Sized> Search<'_, S, M, O> {
    #[inline(always)]
    fn support(&mut self, direction: &S::Vector) -> SupportPoint<S> {
        self.supports += 1;
        let vertex = self.m.next_support(direction, &mut self.near, self.observer);
        self.see(&vertex);
        vertex
    }

    #[inline(always)]
    fn see(&mut self, vertex: &SupportPoint<S>) {
        let size = S::max_norm(&vertex.vertex.point);
        // A NaN is kept.
        if size.partial_cmp(&self.extent).is_none_or(Ordering::is_gt) {
            self.extent = size;
        }
    }
}

/// The answer for a boundary of M that is nearest in this plane, at the foot of the perpendicular. The witness points are those
/// of the polytope's point nearest to the foot. That point is the foot itself, up to the distance of the plane from the
/// polytope.
fn answer<S: Oriented<Scalar: Scalar>, O: Observer<S> + ?Sized>(
    workspace: &Workspace<S>,
    level: SupportPlane<S>,
    first: u32,
    slack: &S::Scalar,
    observer: &mut O,
) -> Option<Penetration<S>> {
    let translation = level.foot();
    let (facet, weights) = workspace.facet_near(&translation, first, slack)?;
    let on = |side: usize| {
        let terms = workspace.corners(facet).zip(&weights);
        crate::simplex::combination::<S>(terms.map(|(corner, weight)| (&corner.points[side], weight)))
    };
    let (on_a, on_b) = (on(0), on(1));
    let names = |facet: u32| workspace.corners(facet).map(|corner| corner.vertex.names());
    if observer.sees_facets() {
        let others = (0..workspace.facets().len() as u32).filter(|other| *other != facet);
        for facet in std::iter::once(facet).chain(others) {
            observer.facet(&Pairs::new(names(facet)));
        }
    }
    Some(Penetration {
        translation,
        normal: level.normal,
        on_a,
        on_b,
        simplex: Pairs::new(names(facet)),
        weights,
        proved: None,
    })
}

/// Reports the polytope, the nearest facet first.
#[cold]
#[inline(never)]
fn show<S: Oriented<Scalar: Scalar>, O: Observer<S> + ?Sized>(workspace: &Workspace<S>, nearest: u32, observer: &mut O) {
    let others = (0..workspace.facets().len() as u32).filter(|other| *other != nearest);
    for facet in std::iter::once(nearest).chain(others) {
        let corners: Vec<&S::Vector> = workspace.corners(facet).map(|corner| &corner.vertex.point).collect();
        observer.expanding(&corners);
    }
}

/// The answer for an M that is flat across this normal: v = 0, if the hull of these vertices holds the origin.
fn flat<S: Oriented<Scalar: Scalar>>(vertices: &[SupportPoint<S>], normal: S::Vector) -> Option<Penetration<S>> {
    let mut simplex = Simplex::new();
    vertices.iter().take(CAPACITY - 1).for_each(|vertex| simplex.push(vertex.vertex.clone()));
    let projection = project_whole(&LeastSquares, &simplex, &mut ())?;
    let on = |side: usize| {
        let terms = projection.kept.positions().map(|place| (&vertices[place].points[side], &projection.weights[place]));
        crate::simplex::combination::<S>(terms)
    };
    let (on_a, on_b) = (on(0), on(1));
    let weights = projection.kept.moved_up(&projection.weights);
    simplex.keep(projection.kept);
    Some(Penetration { translation: S::zero(), normal, on_a, on_b, simplex: Pairs::from(&simplex), weights, proved: None })
}

#[cfg(test)]
mod tests;
