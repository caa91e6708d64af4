//! Claims about the plane algorithm that keeps two points, by its author and its readers.

use gjk_cases::case::{Arithmetic, Body, Class};
use gjk_cases::format;
use gjk_hunt::search::{IntegerHull, Site};
use gjk_records::Ruling;
use gjk_variants::{
    Dyn4j, Hull, Nearest, Observer, Plane, Scalar, Separation, Solid, Space, Start, SupportMap, Swept, Variant,
};

use crate::budget::{OF_FRACTIONS, to_simplify};
use crate::check::{Check, Role, Role::*};
use crate::entered::FLOATS;
use crate::finding::Decision;
use crate::fraction::Fraction;
use crate::observed::{also, meets};
use crate::pair::{LatticePair, dot, minus, negated, support};
use crate::posed::Kind;
use crate::rounded::{PLANE, ask};
use crate::search::{Lattice, Search};

type S = Plane<Fraction>;

/// Clamped and guarded, without the point-in-triangle test: the page's program after repair; the page's text is about bodies
/// that are apart.
const MENDED: Dyn4j = Dyn4j { looks_inside: false, ..Dyn4j::REPAIRED };

const UNCLAMPED: Dyn4j = Dyn4j { clamped: false, clamped_direction: false, ..MENDED };

/// A vertex, and the direction in which it is a support point.
struct FoundVertex<S: Space> {
    point: S::Vector,
    d: S::Vector,
}

/// Observes a, b and c of every iteration that is followed by another one.
struct Iterations<S: Space, F: FnMut(&[FoundVertex<S>])> {
    /// The points of the current iteration, as far as they are found.
    abc: Vec<FoundVertex<S>>,
    seen: F,
}

impl<S: Space, F: FnMut(&[FoundVertex<S>])> Observer<S> for Iterations<S, F> {
    fn support(&mut self, d: &S::Vector, point: &S::Vector) {
        self.abc.push(FoundVertex { point: point.clone(), d: d.clone() });
    }

    fn region(&mut self, edge: &'static str) {
        (self.seen)(&self.abc);
        // For AC, c replaces b; for CB, c replaces a.
        self.abc.swap_remove(usize::from(edge == "AC"));
    }
}

fn iterations(pair: &LatticePair<'_>, variant: &Dyn4j, seen: impl FnMut(&[FoundVertex<S>])) {
    pair.solve::<Fraction, 2, _>(variant, &mut Iterations { abc: Vec::with_capacity(3), seen });
}

fn squared(v: &<S as Space>::Vector) -> Fraction {
    S::dot(v, v)
}

fn true_distance_squared(pair: &LatticePair<'_>) -> Fraction {
    let nearest = pair.nearest();
    Solid::dot(&nearest, &nearest)
}

/// The answer of a run on bodies that are apart; `None` on others. An answer other than a separation has no distance.
fn separation(pair: &LatticePair<'_>, variant: &Dyn4j) -> Option<Option<Separation<S>>> {
    let answer = (!meets(pair)).then(|| pair.solve::<Fraction, 2, _>(variant, &mut ()).answer)?;
    Some(answer.and_then(|answer| match answer {
        Nearest::Apart(separation) => Some(separation),
        Nearest::Intersecting { .. } => None,
    }))
}

/// Whether a run on bodies that are apart returns their distance.
fn is_distance(pair: &LatticePair<'_>, variant: &Dyn4j) -> Option<bool> {
    let is_right = |found: Separation<S>| pair.is_proven(&found) || found.distance_squared == true_distance_squared(pair);
    Some(separation(pair, variant)?.is_some_and(is_right))
}

fn gives_distance(search: &Search, role: Role, what: &str, variant: Dyn4j) -> Check {
    let what = format!("{what}: the distance of separated bodies");
    let samples = to_simplify(role, 400_000, OF_FRACTIONS);
    search.lattice(Kind::Plane, samples).check(role, what, |pair| is_distance(pair, &variant))
}

pub fn keep_two(search: &Search) -> Decision {
    let unguarded = Dyn4j { guarded: false, ..MENDED };
    let rounded = FLOATS.into_iter().flat_map(|arithmetic| ["dyn4j-2d-published", "dyn4j-2d"].map(|name| (arithmetic, name)));
    let rounded = rounded.map(|(arithmetic, name)| {
        let what = format!("{name} in {arithmetic}: the distance of separated bodies, to 64 u·D");
        search.families(&PLANE, arithmetic, 1_000).check(Literal, what, |case| {
            let (_, judgement, class) = ask(name, arithmetic, case)?;
            (class == Class::Separated).then_some(judgement.ruling == Ruling::Right)
        })
    });
    let exact = [
        gives_distance(search, Literal, "not clamped, not guarded, as printed", Dyn4j::PUBLISHED),
        gives_distance(search, Measured, "not clamped, guarded for a = b", UNCLAMPED),
        gives_distance(search, Measured, "clamped, not guarded", unguarded),
        gives_distance(search, Inside, "clamped and guarded", MENDED),
    ];
    Decision::new(exact.into_iter().chain(rounded))
        .condition("the parameter is clamped to the edge, a = b is guarded (else 0/0), and the arithmetic is exact")
        .note("exactly, stopping at dc − da ≤ 0")
}

/// A statement about a, b and c at every iteration that is followed by another one, for runs on separated bodies; `None` if it
/// never applies.
fn at_iterations(
    lattice: &Lattice<'_>,
    role: Role,
    what: &str,
    variant: Dyn4j,
    holds: impl Fn([&<S as Space>::Vector; 3], &<S as Space>::Vector) -> Option<bool> + Sync,
) -> Check {
    lattice.check(role, what, |pair| {
        let mut all = None;
        iterations(pair, &variant, |abc| {
            also(&mut all, || holds([&abc[0].point, &abc[1].point, &abc[2].point], &abc[2].d));
        });
        all.filter(|_| !meets(pair))
    })
}

pub fn a_or_b(search: &Search) -> Decision {
    let [half, full] = [OF_FRACTIONS / 2, OF_FRACTIONS].map(|count| search.lattice(Kind::Plane, count));
    let by_b = Dyn4j { tests_b: true, ..MENDED };
    let same = |[a, b, _]: [&_; 3], d: &_| Some(S::dot(a, d) == S::dot(b, d));
    let line = "with the point of the line instead of the edge (not clamped) the products are the same";
    let inside = "where the nearest point is inside the edge the products are the same";
    Decision::new([
        at_iterations(&full, Literal, "a and b have the same product with d", MENDED, same),
        full.check(Literal, "testing b instead of a, the run ends with the distance", |pair| is_distance(pair, &by_b)),
        at_iterations(&half, Measured, "a and b are equally distant from the origin", MENDED, |[a, b, _], _| {
            Some(squared(a) == squared(b))
        }),
        at_iterations(&half, Measured, line, UNCLAMPED, same),
        at_iterations(&full, Repaired, inside, MENDED, |[a, b, c], d| {
            let l = S::minus(b, a);
            let is_inside = S::dot(a, &l) < Fraction::from(0) && S::dot(b, &l) > Fraction::from(0);
            if is_inside { same([a, b, c], d) } else { None }
        }),
        gives_distance(search, Repaired, "testing a, clamped and guarded", MENDED),
    ])
    .exact_only("the two statements fail there")
    .note(
        "they are equally far along d only where the nearest point is inside the edge (or is that of the line); where it is \
         an end, as in the page's own first iteration (da = −10, db = −21), they are not",
    )
}

pub fn c_closer(search: &Search) -> Decision {
    let lattice = search.lattice(Kind::Plane, OF_FRACTIONS);
    let closer = "|c| < |a| and |c| < |b| at every iteration that goes on";
    Decision::new([
        at_iterations(&lattice, Literal, closer, MENDED, |[a, b, c], _| {
            Some(squared(c) < squared(a) && squared(c) < squared(b))
        }),
        at_iterations(&lattice, Measured, "c is farther along d than a", MENDED, |[a, _, c], d| {
            Some(S::dot(c, d) > S::dot(a, d))
        }),
    ])
    .exact_only("it fails there")
    .note("c is farther along d, not nearer to the origin: in the page's own first iteration |c|² = 122 and |a|² = 10")
}

pub fn never_terminates(search: &Search) -> Decision {
    let check = |role, what: &str, variant: Dyn4j, class: Class| {
        let samples = to_simplify(role, 400_000, OF_FRACTIONS);
        search.lattice(Kind::Plane, samples).check(role, format!("{what}: the run does not end"), |pair| {
            let ends = || pair.solve::<Fraction, 2, _>(&variant, &mut ()).answer.is_some();
            (meets(pair) && pair.class() == class).then(|| !ends())
        })
    };
    let looked = "with the point-in-triangle test that the page's text adds, a run on bodies that meet ends by saying so";
    let exact = [
        check(Literal, "overlapping bodies, as printed", Dyn4j::PUBLISHED, Class::Overlapping),
        check(Literal, "overlapping bodies, clamped and guarded", MENDED, Class::Overlapping),
        check(Measured, "touching bodies, as printed", Dyn4j::PUBLISHED, Class::Touching),
        check(Measured, "touching bodies, clamped and guarded", MENDED, Class::Touching),
        gives_distance(search, Repaired, "for comparison, clamped and guarded, which ends", MENDED),
        search.lattice(Kind::Plane, OF_FRACTIONS).check(Repaired, looked, |pair| {
            let answer = pair.solve::<Fraction, 2, _>(&Dyn4j::REPAIRED, &mut ()).answer;
            let says_so = matches!(answer, Some(Nearest::Intersecting { .. }));
            meets(pair).then_some(says_so)
        }),
    ];
    let rounded = FLOATS.map(|arithmetic| {
        let what = format!("overlapping bodies, as printed, in {arithmetic}: the run does not end");
        search.families(&PLANE, arithmetic, 1_000).check(Literal, what, |case| {
            let (_, judgement, class) = ask("dyn4j-2d-published", arithmetic, case)?;
            (class == Class::Overlapping).then_some(judgement.ruling == Ruling::GaveUp)
        })
    });
    Decision::new(exact.into_iter().chain(rounded)).note(
        "it can end by d = 0 (false), or with an edge that has the origin behind it and a positive distance, which is wrong",
    )
}

pub fn tolerance(search: &Search) -> Decision {
    const TOLERANCE: f64 = 0.125;
    let variant = Dyn4j { tolerance: Some(TOLERANCE), ..MENDED };
    let what = "clamped and guarded, tolerance 1/8 on integer coordinates: the distance is off by at most 1/8";
    Decision::new([search.lattice(Kind::Plane, OF_FRACTIONS).check(Literal, what, |pair| {
        let found = separation(pair, &variant)??;
        let error = || found.distance_squared.to_f64().sqrt() - true_distance_squared(pair).to_f64().sqrt();
        Some(pair.is_proven(&found) || error() <= TOLERANCE * (1.0 + 1e-9))
    })])
    .exact_only("small integers, so that rounding plays no part")
    .note(
        "d is not of length one: dc − da < τ bounds the error by τ/|d| and by √τ, so below |d| = 1 it can exceed τ, and far apart \
         it is much less. Computed in integers and compared in f64 with a margin of 1e-9: the rounding of f64 plays no part",
    )
}

/// Whether dc − da is exactly zero in a run in f64 that never stops, on discs of radius one around the first points.
fn discs_reach_zero(pair: &LatticePair<'_>) -> Option<bool> {
    type S = Plane<f64>;
    let center = |site: &Site| S::vector(|i| site[i] as f64);
    let disc = |sites: &[Site]| Some(Swept { core: Hull::<S>::new(vec![center(&sites[0])])?, radius: 1.0 });
    let m = minus(&pair.a[0], &pair.b[0]);
    if dot(&m, &m) <= 4 {
        return None;
    }
    let mut zero = false;
    let seen = |abc: &[FoundVertex<S>]| zero |= S::dot(&abc[2].point, &abc[2].d) - S::dot(&abc[0].point, &abc[2].d) == 0.0;
    let start = pair.start.map_or(Start::Default, |site| Start::Direction(center(&site)));
    let variant = Dyn4j { tolerance: Some(f64::NEG_INFINITY), ..MENDED };
    variant.solve(&disc(pair.a)?, &disc(pair.b)?, &start, &mut Iterations { abc: Vec::with_capacity(3), seen });
    Some(zero)
}

pub fn curved_stop(search: &Search) -> Decision {
    // A run stops only at the limit, and three in four break the statement: a tenth of the samples is enough.
    let [few, lattice] =
        [OF_FRACTIONS / 10, OF_FRACTIONS].map(|count| search.lattice(Kind::Plane, count).running_in(Arithmetic::F64));
    let what = "two discs of radius 1 around the first points, in f64: dc − da is never exactly zero";
    let anywhere = few.check(Literal, what, |pair| discs_reach_zero(pair).map(|zero| !zero));
    let what = "the same with the centres on one axis, where every number is a small integer and exact";
    let on_axis = lattice.check(Literal, what, |pair| {
        let on_axis = pair.a[0][1] == 0 && pair.b[0][1] == 0 && pair.start.is_none();
        on_axis.then(|| discs_reach_zero(pair).map(|zero| !zero))?
    });
    let line = on_axis.case.clone().map(|mut case| {
        for body in [&mut case.a, &mut case.b] {
            *body = Body::Points(body.points()[..1].to_vec());
        }
        format::write(&case).replace("]]}", "]],\"radius\":1}")
    });
    Decision::new([anywhere, on_axis]).floats_only("a disc's support points take a root").counterexample(line).note(
        "started along the line of centres the first support point is the nearest point already, and dc = da exactly. In f64 it \
         is reached from other starts too, once the steps are below a rounding error",
    )
}

pub fn same_vertex(search: &Search) -> Decision {
    let lattice = search.lattice(Kind::Plane, OF_FRACTIONS);
    let ties = "two support points of M in one direction that are the same point are made of the same points, whichever of \
                several greatest ones a mapping takes";
    let first = "in runs where the first of several greatest points is taken: where a = b they are made of the same points";
    Decision::new([
        lattice.check(Literal, ties, |pair| {
            let d = pair.start.unwrap_or([pair.b[0][0] - pair.a[0][0], pair.b[0][1] - pair.a[0][1], 0]);
            let greatest = |sites: &[Site], d: Site| -> Vec<Site> {
                let is_greatest = |site: &&Site| dot(site, &d) == dot(&support(sites, &d), &d);
                sites.iter().filter(is_greatest).copied().collect()
            };
            let (a, b) = (greatest(pair.a, d), greatest(pair.b, negated(&d)));
            let made: Vec<[Site; 2]> = a.iter().flat_map(|a| b.iter().map(|b| [*a, *b])).collect();
            let mut same = None;
            for (i, p) in made.iter().enumerate() {
                for q in made[..i].iter().filter(|q| minus(&p[0], &p[1]) == minus(&q[0], &q[1])) {
                    also(&mut same, || Some(p == q));
                }
            }
            same.filter(|_| !meets(pair))
        }),
        lattice.check(Measured, first, |pair| {
            let made_of = |vertex: &FoundVertex<S>| {
                let of_a = IntegerHull(pair.a).support(&vertex.d, None).0;
                (of_a, IntegerHull(pair.b).support(&S::negated(&vertex.d), None).0)
            };
            let mut same = None;
            iterations(pair, &MENDED, |abc| {
                for (p, q) in [(0, 1), (0, 2), (2, 1)].map(|(i, j)| (&abc[i], &abc[j])) {
                    also(&mut same, || (p.point == q.point).then(|| made_of(p) == made_of(q)));
                }
            });
            same
        }),
    ])
    .exact_only("a statement on the points of M; no arithmetic but differences")
    .note(
        "a vertex of M is made in one way only; a point inside an edge of M that comes of two parallel edges is made in \
         several, and a mapping that breaks ties by where it comes from (hill climbing) can give each. The conclusion \
         (return either pair) stands all the same",
    )
}

pub fn replace_farther(search: &Search) -> Decision {
    let replacing = Dyn4j { replaces_farther: true, ..MENDED };
    Decision::new([
        gives_distance(search, Needed, "replacing the farther of a and b by c, clamped and guarded", replacing),
        gives_distance(search, Repaired, "keeping the nearer of the two new edges", MENDED),
    ])
    .exact_only("the rule is wrong there")
    .note("the claim says that it goes wrong: the counterexample is one of the rule that replaces the farther point")
}

pub fn unclamped(search: &Search) -> Decision {
    let direction = Dyn4j { clamped_direction: false, ..MENDED };
    Decision::new([
        gives_distance(search, Literal, "edges and distance clamped, the direction not", direction),
        gives_distance(search, Measured, "nothing clamped", UNCLAMPED),
        gives_distance(search, Repaired, "everything clamped", MENDED),
    ])
    .exact_only("it fails there")
    .note(
        "where the nearest point is an end of the edge the foot on the line points elsewhere, and it is zero where the line \
         holds the origin",
    )
}
