//! Claims about the difference M and about support functions: mathematics, with runs that support it.

use gjk_cases::case::{Class, Point};
use gjk_hunt::search::Site;
use gjk_truth::truth::HullTruth;
use gjk_variants::{Ring, Scalar, Solid, Space};

use crate::check::{Check, Role::*};
use crate::finding::Decision;
use crate::fraction::Fraction;
use crate::pair::{LatticePair, dot, negated, support, vector};
use crate::posed::Kind;
use crate::search::Search;
use crate::voronoi::holds_origin;

/// Why these claims have no verdict in floats.
const SETS: &str = "a statement on sets of points and their support functions; no algorithm runs";

/// Whether a point, in units of one over `scale`, lies in M: whether A, moved by minus that point, meets B.
fn in_difference(pair: &LatticePair<'_>, point: &Site, scale: i64) -> bool {
    let coordinates = |sites: &[Site], offset: &Site| -> Vec<Point> {
        sites.iter().map(|site| std::array::from_fn(|i| (scale * site[i] - offset[i]) as f64)).collect()
    };
    let truth = HullTruth::of_points(pair.dimension, &coordinates(pair.a, point), &coordinates(pair.b, &[0; 3]));
    truth.class() != Class::Separated
}

/// Two points of M.
fn two_of(m: &[Site]) -> [Site; 2] {
    [m[0], m[m.len() / 2]]
}

pub fn lemma_1(search: &Search) -> Decision {
    let what = "points at a half and at a third between two points of M are in M";
    Decision::new([search.lattice(Kind::Any, 100_000).check(Literal, what, |pair| {
        let [p, q] = two_of(&pair.differences());
        let between = |weight: i64| std::array::from_fn(|i| p[i] + weight * q[i]);
        Some(in_difference(pair, &between(1), 2) && in_difference(pair, &between(2), 3))
    })])
    .exact_only(SETS)
    .proof("λ(a − b) + (1 − λ)(a′ − b′) = (λa + (1 − λ)a′) − (λb + (1 − λ)b′), and A and B are convex")
}

pub fn lemma_2(search: &Search) -> Decision {
    let what = "O is in the hull of all differences a − b (every subset of four tried) if and only if the bodies share a point";
    Decision::new([search.lattice(Kind::Any, 300_000).check(Literal, what, |pair| {
        let m = pair.differences();
        (m.len() <= 16).then(|| holds_origin(&m) == (pair.class() != Class::Separated))
    })])
    .exact_only(SETS)
    .note("touching bodies share a point, so O is in M; of closed bodies nothing is asked but the definition")
    .proof("a − b = O with a in A and b in B says that a = b is a common point, and the other way round")
}

pub fn infinite(search: &Search) -> Decision {
    let is_point = |pair: &LatticePair<'_>| pair.a.iter().all(|a| *a == pair.a[0]) && pair.b.iter().all(|b| *b == pair.b[0]);
    let lattice = search.lattice(Kind::Any, 200_000);
    Decision::new([
        lattice.check(Literal, "where the bodies do not meet, M is finite (a single point, as it is convex)", |pair| {
            (pair.class() == Class::Separated).then(|| is_point(pair))
        }),
        lattice.check(Repaired, "where the bodies' interiors meet, M is infinite", |pair| {
            (pair.class() == Class::Overlapping).then(|| !is_point(pair))
        }),
    ])
    .exact_only(SETS)
    .note(
        "read as the exception that it states: M would be finite where the bodies do not meet or meet in one point. M is \
         infinite unless both bodies are single points; the source takes the difference for the intersection. The bare \
         implication (if they meet in more than one point, M is infinite) holds for convex bodies",
    )
}

fn direction(pair: &LatticePair<'_>) -> Site {
    let [p, q] = [pair.a[0], pair.b[pair.b.len() - 1]];
    pair.start.unwrap_or([p[1] - q[0] + 1, p[0] + q[1], if pair.dimension == 3 { p[2] - 2 } else { 0 }])
}

/// The support function: the greatest product.
fn greatest(v: &Site, points: &[Site]) -> i64 {
    dot(v, &support(points, v))
}

pub fn lemma_3(search: &Search) -> Decision {
    let sums = |pair: &LatticePair<'_>| -> Vec<Site> {
        pair.a.iter().flat_map(|a| pair.b.iter().map(|b| std::array::from_fn(|i| a[i] + b[i]))).collect()
    };
    let lattice = search.lattice(Kind::Any, 1_000_000);
    let what = "as points: the sum of support points of A and of B is a support point of A + B";
    Decision::new([
        lattice.check(Literal, "as numbers: max over A + B of v·x = S_A(v) + S_B(v)", |pair| {
            let v = direction(pair);
            Some(greatest(&v, &sums(pair)) == greatest(&v, pair.a) + greatest(&v, pair.b))
        }),
        lattice.check(Literal, what, |pair| {
            let v = direction(pair);
            let (a, b) = (support(pair.a, &v), support(pair.b, &v));
            Some(dot(&v, &a) + dot(&v, &b) == greatest(&v, &sums(pair)))
        }),
    ])
    .exact_only(SETS)
    .proof("v·(a + b) = v·a + v·b, and a and b are chosen independently")
}

fn minus_of_numbers(search: &Search) -> [Check; 3] {
    let lattice = search.lattice(Kind::Any, 1_000_000);
    let of_numbers = |role, what: &str, sign: i64| {
        lattice.check(role, what, |pair| {
            let v = direction(pair);
            Some(greatest(&v, &pair.differences()) == greatest(&v, pair.a) + sign * greatest(&negated(&v), pair.b))
        })
    };
    [
        of_numbers(Literal, "as numbers: max over A − B of v·x = S_A(v) − S_B(−v)", -1),
        of_numbers(Repaired, "as numbers with the sign turned: max over A − B of v·x = S_A(v) + S_B(−v)", 1),
        lattice.check(Measured, "as points: s_A(v) − s_B(−v) is a support point of A − B", |pair| {
            let v = direction(pair);
            let (a, b) = (support(pair.a, &v), support(pair.b, &negated(&v)));
            Some(dot(&v, &a) - dot(&v, &b) == greatest(&v, &pair.differences()))
        }),
    ]
}

pub fn lemma_4(search: &Search) -> Decision {
    Decision::new(minus_of_numbers(search)).exact_only(SETS).note(
        "the source defines S_A(v) = max v·a, a number, where the sign is wrong: S_{−B}(v) = S_B(−v). For support points the \
         minus is right",
    )
}

pub fn support_difference(search: &Search) -> Decision {
    Decision::new(minus_of_numbers(search)).exact_only(SETS).note(
        "the third line of the derivation: max(−d·b) is S_B(−d), and it is added. For the support points that the code \
         subtracts the minus is right",
    )
}

pub fn gilbert_foo(search: &Search) -> Decision {
    type S = Solid<Fraction>;
    let squared = |v: &_| S::dot(v, v);
    // |P − P*|², |P|², |P*|² and P·V, for P the middle of two points of M.
    let of = |pair: &LatticePair<'_>| {
        let m = pair.differences();
        let [first, second] = two_of(&m).map(|point| vector(&point));
        let p = S::scaled(&S::plus(&first, &second), &Fraction::from_f64(0.5));
        let mut products = m.iter().map(|point| S::dot(&p, &vector(point)));
        let least = |x: Fraction, y: Fraction| if y < x { y } else { x };
        let p_v = products.next().map(|first| products.fold(first, least)).expect("M has a point");
        let nearest = pair.nearest();
        [squared(&S::minus(&p, &nearest)), squared(&p), squared(&nearest), p_v]
    };
    let lattice = search.lattice(Kind::Any, 300_000);
    Decision::new([
        lattice.check(Literal, "first part: |P − P*|² ≤ P·V for P in M and its true nearest point P*", |pair| {
            let [error, .., p_v] = of(pair);
            Some(error <= p_v)
        }),
        lattice.check(Literal, "second part: (|P| − |P*|)² ≤ |P|² − P·V", |pair| {
            // |P*|² + P·V ≤ 2 |P| |P*|.
            let [_, p, nearest, p_v] = of(pair);
            let left = nearest.plus(&p_v);
            Some(left <= Fraction::zero() || left.times(&left) <= Fraction::from(4).times(&p).times(&nearest))
        }),
        lattice.check(Repaired, "|P − P*|² ≤ |P|² − P·V", |pair| {
            let [error, p, _, p_v] = of(pair);
            Some(error <= p.minus(&p_v))
        }),
    ])
    .exact_only(SETS)
    .note("|P|² − P·V is the bound, not P·V, which can be negative; the stop rule built on the former is sound")
}
