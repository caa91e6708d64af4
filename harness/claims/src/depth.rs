//! Claims on the penetration depth: the expanding polytope, portal refinement, the incremental depth.

use dashu_ratio::RBig;
use gjk_cases::case::{Arithmetic, Case, Class};
use gjk_numbers::vector::{Vector, cross, dot, is_zero, minus, negated, plus};
use gjk_records::{Measure, Ruling};
use gjk_solvers::{Hulls, Reply, SolverSpace};
use gjk_truth::answer::{Numbers, Values};
use gjk_truth::certificate::depth::Plane as FacetPlane;
use gjk_truth::exact::Integral;
use gjk_truth::judge::Judgement;
use gjk_truth::lattice::{AnyLattice, Lattice, Pair};
use gjk_variants::depth::Incremental;
use gjk_variants::{Oriented, Plane, Rational, Ring, Signed, Solid, Space, Start, Stop, Variant};

use crate::check::{Check, Role, Role::*};
use crate::entered::FLOATS;
use crate::finding::Decision;
use crate::posed::Kind;
use crate::rounded::ask;
use crate::search::Search;

/// The families of overlaps that are hard for polytopes.
const FAMILIES: [&str; 9] =
    ["deep-overlap", "shallow", "symmetric", "prisms", "depth-tie", "off-centre", "plates", "inside", "needle"];

/// A variant's reply to a case whose bodies overlap, not merely touch, and its judgement.
fn of_overlap(name: &str, arithmetic: Arithmetic, case: &Case) -> Option<(Reply, Judgement)> {
    let (reply, judgement, class) = ask(name, arithmetic, case)?;
    (class == Class::Overlapping).then_some((reply, judgement))
}

/// A statement on overlaps by a variant: on small lattices in exact arithmetic in one role, and on families in floats in
/// another.
fn on_overlaps(
    search: &Search,
    name: &'static str,
    (exact, what): (Role, &str),
    floats: Option<Role>,
    holds: impl Fn(&Reply, &Judgement) -> bool + Sync + Copy,
) -> Vec<Check> {
    let check =
        |arithmetic| move |case: &Case| of_overlap(name, arithmetic, case).map(|(reply, judgement)| holds(&reply, &judgement));
    let cases = search.scaled(Kind::Any, &[0], 20_000).exactly();
    let mut checks = vec![cases.check(exact, format!("{name} exact: {what}"), check(Arithmetic::Exact))];
    for arithmetic in FLOATS {
        let Some(role) = floats else { continue };
        let cases = search.families(&FAMILIES, arithmetic, 1_000);
        checks.push(cases.check(role, format!("{name} in {arithmetic}: {what}"), check(arithmetic)));
    }
    checks
}

pub fn epa_terminates(search: &Search) -> Decision {
    let ends = |reply: &Reply, _: &Judgement| reply.stop != Some(Stop::Exhausted);
    Decision::new(on_overlaps(search, "epa-common", (Literal, "ends by its own rule"), Some(Literal), ends)).proof(
        "each expansion takes in a vertex of M that is strictly beyond a facet of the polytope, so none comes twice, and M has \
         finitely many",
    )
}

pub fn epa_least(search: &Search) -> Decision {
    let is_least = |_: &Reply, judgement: &Judgement| judgement.ruling == Ruling::Right;
    Decision::new(on_overlaps(search, "epa-common", (Inside, "the translation is the least one"), Some(Literal), is_least))
        .condition(
            "the arithmetic is exact: the facet at which it ends is on the boundary of M, and no other one is nearer. In floats a \
             sliver's normal is noise, and the right facet may be missed",
        )
        .note("in floats the least one is one within 64 u·D")
}

/// Whether no facet of the shell has a vertex of the shell beyond its plane.
fn is_convex(case: &Case, shell: &[Pair]) -> bool {
    fn of<I: Integral>(lattice: &Lattice<I>, shell: &[Pair]) -> bool {
        let points: Vec<Vector<I>> = shell.iter().map(|pair| lattice.difference(*pair)).collect();
        points.chunks(lattice.grid.dimension).all(|facet| {
            let plane = FacetPlane::of(facet);
            points.iter().all(|point| dot(&plane.normal, point) <= plane.level)
        })
    }
    match AnyLattice::of_points(case.dimension.into(), case.a.points(), case.b.points()) {
        AnyLattice::Wide(lattice) => of(&lattice, shell),
        AnyLattice::Big(lattice) => of(&lattice, shell),
    }
}

pub fn epa_hull_convex(search: &Search) -> Decision {
    let check = |role, name: &'static str, what: &str| {
        let cases = search.scaled(Kind::Solid, &[0], 20_000).exactly();
        cases.check(role, format!("{name} exact: {what} keeps the polytope convex"), |case| {
            let (reply, _) = of_overlap(name, Arithmetic::Exact, case).filter(|_| case.dimension == 3)?;
            let shell = reply.answer?.shell;
            (!shell.is_empty()).then(|| is_convex(case, &shell))
        })
    };
    Decision::new([
        check(Literal, "epa-split", "that three facets to the new vertex take the place of the nearest one"),
        check(Repaired, "epa-common", "that facets from the rim of those that see it to the new vertex take their place"),
    ])
    .exact_only("the last polytope is looked at on integers")
    .note("the rule is that of libccd 2.1, which request 305 of FCL replaced by the other one")
}

pub fn epa_needs_tetrahedron(search: &Search) -> Decision {
    let cases = search.scaled(Kind::Any, &[0], 20_000).exactly();
    let what = "exact: where GJK ends with fewer than dimension + 1 vertices, no polytope can be begun";
    Decision::new([cases.check(Literal, what, |case| {
        let (reply, _) = of_overlap("epa-tutorial", Arithmetic::Exact, case)?;
        let (_, judgement) = of_overlap("epa-common", Arithmetic::Exact, case)?;
        (reply.stop == Some(Stop::NoPolytope)).then_some(judgement.ruling != Ruling::Right)
    })])
    .exact_only("with which vertices GJK ends is a matter of degeneracy, not of rounding")
    .note("support points across what GJK's vertices span begin one: epa-common does, and is right")
}

/// The way from the origin along d to the point where the ray leaves M, in units of d and of the lattice, as a fraction: the
/// least over all normals that the boundary of the difference can have.
fn exit<I: Integral>(lattice: &Lattice<I>, d: &Vector<I>) -> Option<RBig> {
    let pairs = |points: &[Vector<I>]| -> Vec<Vector<I>> {
        let of = |i: usize| (0..i).map(move |j| (i, j));
        (0..points.len()).flat_map(of).map(|(i, j)| minus(&points[i], &points[j])).collect()
    };
    let (of_a, of_b) = (pairs(&lattice.a), pairs(&lattice.b));
    let mut normals: Vec<Vector<I>> = Vec::new();
    if lattice.grid.dimension == 2 {
        normals.extend(of_a.iter().chain(&of_b).map(|e| [e[1].clone(), e[0].negated(), I::zero()]));
    } else {
        for edges in [&of_a, &of_b] {
            normals.extend(edges.iter().enumerate().flat_map(|(i, e)| edges[..i].iter().map(move |f| cross(e, f))));
        }
        normals.extend(of_a.iter().flat_map(|e| of_b.iter().map(move |f| cross(e, f))));
    }
    let reach = |n: &Vector<I>| -> Option<I> {
        let greatest = lattice.a.iter().map(|p| dot(n, p)).max()?;
        Some(greatest.minus(&lattice.b.iter().map(|q| dot(n, q)).min()?))
    };
    let ways = normals.iter().filter(|n| !is_zero(n)).filter_map(|n| {
        let n = if dot(n, d) < I::zero() { negated(n) } else { n.clone() };
        let slope = dot(&n, d).to_big();
        (slope > 0.into()).then(|| Some(RBig::from(reach(&n)?.to_big()) / RBig::from(slope)))?
    });
    ways.min()
}

/// Whether the ray from the centre through the origin leaves M in the plane of portal refinement's answer.
fn is_exit(case: &Case, values: &Values<RBig>) -> Option<bool> {
    fn of<I: Integral>(lattice: &Lattice<I>, case: &Case, values: &Values<RBig>) -> Option<bool> {
        let sum = |points: &[Vector<I>], times: usize| {
            let all = points.iter().fold([I::zero(), I::zero(), I::zero()], |sum, point| plus(&sum, point));
            (0..times).fold([I::zero(), I::zero(), I::zero()], |sum, _| plus(&sum, &all))
        };
        let (a, b) = (case.a.points().len(), case.b.points().len());
        // The vector from the centre to the origin, times the numbers of points.
        let d = minus(&sum(&lattice.b, a), &sum(&lattice.a, b));
        let way = (!is_zero(&d)).then(|| exit(lattice, &d))??;
        let (v, n) = (values.translation.as_ref()?, values.normal.as_ref()?);
        let product = |w: &dyn Fn(usize) -> RBig| (0..3).fold(RBig::ZERO, |sum, i| sum + w(i) * &n[i]);
        let slope = product(&|i| RBig::from(d[i].to_big()));
        let level = product(&|i| v[i].clone());
        let unit = RBig::try_from(2.0_f64.powi(lattice.grid.exponent as i32)).ok()?;
        Some(slope > RBig::ZERO && level == way * unit * slope)
    }
    match AnyLattice::of_points(case.dimension.into(), case.a.points(), case.b.points()) {
        AnyLattice::Wide(lattice) => of(&lattice, case, values),
        AnyLattice::Big(lattice) => of(&lattice, case, values),
    }
}

pub fn mpr_ray(search: &Search) -> Decision {
    let cases = search.scaled(Kind::Any, &[0], 20_000).exactly();
    let what = "mpr exact: the ray from the centre leaves M through the plane of the last portal";
    Decision::new([cases.check(Literal, what, |case| {
        let (reply, _) = of_overlap("mpr", Arithmetic::Exact, case)?;
        match reply.answer?.numbers {
            Numbers::Exact(values) => is_exit(case, &values),
            Numbers::Rounded(_) => None,
        }
    })])
    .exact_only("where a ray leaves is compared as a fraction, over all normals that M's boundary can have")
    .note("centres that are one have no ray, and are left out")
}

pub fn mpr_translation(search: &Search) -> Decision {
    let check = |cases: crate::search::Cases, role, name: &'static str, arithmetic: Arithmetic| {
        let what = format!("{name} in {arithmetic}: moving A by the translation that it ends with separates the bodies");
        cases.check(role, what, |case| {
            let (_, judgement) = of_overlap(name, arithmetic, case)?;
            (judgement.ruling != Ruling::GaveUp).then_some(judgement.ruling == Ruling::Right)
        })
    };
    let mut checks = Vec::new();
    for name in ["mpr", "mpr-nearest"] {
        let exact = || search.scaled(Kind::Any, &[0], 40_000).exactly();
        checks.push(check(exact(), Inside, name, Arithmetic::Exact));
        for arithmetic in FLOATS {
            checks.push(check(search.families(&FAMILIES, arithmetic, 1_000), Literal, name, arithmetic));
        }
        checks.push(exact().check(Measured, format!("{name} exact: the run ends with an answer"), |case| {
            Some(of_overlap(name, Arithmetic::Exact, case)?.1.ruling != Ruling::GaveUp)
        }));
    }
    Decision::new(checks)
        .condition(
            "the arithmetic is exact, and the tolerance zero. In floats overlaps of less than the tolerance may be called apart, and \
             the nearest point of a portal, as libccd has it, is within M by up to the tolerance",
        )
        .note("bodies that touch are left out: which of them portal refinement calls apart is a matter of order")
}

/// Whether an answer about an overlap is no longer than the depth.
fn is_least(_: &Reply, judgement: &Judgement) -> bool {
    judgement.measures[Measure::Excess] == Some(0.0)
}

pub fn mpr_least(search: &Search) -> Decision {
    let what = "the translation is the least one";
    Decision::new(on_overlaps(search, "mpr", (Literal, what), None, is_least))
        .exact_only("the ray finds the same face in floats")
        .note("portal refinement promises a face that the ray meets, and its users read it as the depth")
}

pub fn gao_least(search: &Search) -> Decision {
    let what = "the incremental depth is the depth";
    Decision::new(on_overlaps(search, "incremental", (Literal, what), None, is_least))
        .exact_only("a local minimum is one in exact arithmetic")
        .note("from the direction of the centre; a better first direction may lead to the least one")
}

/// Records the squares of the reaches along the directions of the rays. Each direction is queried twice in a row, once as the
/// normal of a portal.
struct Rays<S: Space> {
    last: Option<S::Vector>,
    ray: Option<S::Vector>,
    reaches: Vec<[S::Scalar; 2]>,
}

impl<S: Space> gjk_variants::Observer<S> for Rays<S> {
    fn support(&mut self, direction: &S::Vector, point: &S::Vector) {
        // The portal that is kept for the next ray has the same normal, which is queried again.
        if self.last.as_ref() == Some(direction) && self.ray.as_ref() != Some(direction) {
            self.ray = Some(direction.clone());
            let reach = S::dot(direction, point);
            self.reaches.push([reach.times(&reach), S::dot(direction, direction)]);
        }
        self.last = Some(direction.clone());
    }
}

/// Whether each ray of a run has a smaller reach than the previous one, and the answer is no longer than the last; `None` if a
/// run has no second ray.
fn falls<S: SolverSpace + Oriented>(case: &Case) -> Option<bool> {
    let bodies = Hulls::<S>::of(case)?;
    let mut rays = Rays::<S> { last: None, ray: None, reaches: Vec::new() };
    let outcome = Incremental::default().solve_erased(&bodies.a, &bodies.b, &Start::Default, &mut rays);
    let Some(Signed::Overlapping(found)) = outcome.answer else { return None };
    if rays.reaches.is_empty() {
        return None;
    }
    rays.reaches.push([S::dot(&found.translation, &found.translation), S::Scalar::one()]);
    let falls = |pair: &[[S::Scalar; 2]]| {
        let [before, after] = [&pair[0], &pair[1]];
        (after[0].times(&before[1]), before[0].times(&after[1]))
    };
    let last = rays.reaches.len() - 2;
    Some(rays.reaches.windows(2).map(falls).enumerate().all(
        |(place, (after, before))| {
            if place == last { after <= before } else { after < before }
        },
    ))
}

pub fn gao_monotone(search: &Search) -> Decision {
    let cases = search.scaled(Kind::Any, &[0], 20_000).exactly();
    let what = "incremental exact: M reaches less far along each ray than along the one before, and the answer is no longer than the last";
    Decision::new([cases.check(Literal, what, |case| match case.dimension {
        2 => falls::<Plane<Rational>>(case),
        _ => falls::<Solid<Rational>>(case),
    })])
    .exact_only("in floats a gain is one beyond a tolerance")
    .proof("a next ray is taken along n only if h(n) < t_low ≤ t(d) ≤ h(d)")
}
