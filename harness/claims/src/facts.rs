//! Claims on the difference M and on support functions: mathematics, with runs that support it.

use super::ledger::{Decision, Finding};
use super::part::{Effort, Kind, Pair, Role};
use super::simplex::{Foot, dot, holds_origin, nearest, negated};
use gjk_cases::case::{Class, Point};
use gjk_hunt::search::sample::Site;
use gjk_truth::truth::HullTruth;

/// Whether a point, in units of one over `scale`, lies in M: whether A, moved by it, meets B.
fn in_difference(pair: &Pair<'_>, point: &Site, scale: i64) -> bool {
    let coordinates = |sites: &[Site], offset: &Site| -> Vec<Point> {
        sites.iter().map(|site| std::array::from_fn(|i| (scale * site[i] - offset[i]) as f64)).collect()
    };
    let truth = HullTruth::of_points(pair.dimension, &coordinates(pair.a, point), &coordinates(pair.b, &[0; 3]));
    truth.class() != Class::Separated
}

pub fn lemma_1(effort: &Effort) -> Finding {
    let mut finding = Decision::new(vec![effort.lattice(
        Role::Literal,
        "points at a half and at a third between two points of M are in M",
        100_000,
        Kind::Any,
        &|pair| {
            let m = pair.differences();
            let (p, q) = (m[0], m[m.len() / 2]);
            let half = std::array::from_fn(|i| p[i] + q[i]);
            let third = std::array::from_fn(|i| p[i] + 2 * q[i]);
            Some(in_difference(pair, &half, 2) && in_difference(pair, &third, 3))
        },
    )])
    .find();
    finding.prove("λ(a − b) + (1 − λ)(a′ − b′) = (λa + (1 − λ)a′) − (λb + (1 − λ)b′), and A and B are convex");
    finding
}

pub fn lemma_2(effort: &Effort) -> Finding {
    let mut finding = Decision::new(vec![effort.lattice(
        Role::Literal,
        "O is in the hull of all differences a − b (every subset of four tried) if and only if the bodies share a point",
        300_000,
        Kind::Any,
        &|pair| {
            let m = pair.differences();
            (m.len() <= 16).then(|| holds_origin(&m) == (pair.truth().class() != Class::Separated))
        },
    )])
    .note("touching bodies share a point, so O is in M; of closed bodies nothing is asked but the definition")
    .find();
    finding.prove("a − b = O with a in A and b in B says that a = b is a common point, and the other way round");
    finding
}

pub fn infinite(effort: &Effort) -> Finding {
    let is_point = |pair: &Pair<'_>| {
        let m = pair.differences();
        m.iter().all(|point| *point == m[0])
    };
    let parts = vec![
        effort.lattice(
            Role::Literal,
            "where the bodies do not meet, M is finite (a single point, as it is convex)",
            200_000,
            Kind::Any,
            &|pair| (pair.truth().class() == Class::Separated).then(|| is_point(pair)),
        ),
        effort.lattice(Role::Repaired, "where the bodies' interiors meet, M is infinite", 200_000, Kind::Any, &|pair| {
            (pair.truth().class() == Class::Overlapping).then(|| !is_point(pair))
        }),
    ];
    Decision::new(parts)
        .note(
            "read as the exception that it states: M would be finite where the bodies do not meet or meet in one point. M is \
             infinite unless both bodies are single points; the source takes the difference for the intersection. The bare \
             implication (if they meet in more than one point, M is infinite) holds for convex bodies",
        )
        .find()
}

fn direction(pair: &Pair<'_>) -> Site {
    let [p, q] = [pair.a[0], pair.b[pair.b.len() - 1]];
    pair.start.unwrap_or([p[1] - q[0] + 1, p[0] + q[1], if pair.dimension == 3 { p[2] - 2 } else { 0 }])
}

fn greatest(v: &Site, points: &[Site]) -> i64 {
    points.iter().map(|point| dot(v, point)).max().unwrap_or(0)
}

fn first_greatest(v: &Site, points: &[Site]) -> Site {
    let mut best = points[0];
    for point in points {
        if dot(v, point) > dot(v, &best) {
            best = *point;
        }
    }
    best
}

pub fn lemma_3(effort: &Effort) -> Finding {
    let sums = |pair: &Pair<'_>| -> Vec<Site> {
        pair.a.iter().flat_map(|a| pair.b.iter().map(|b| std::array::from_fn(|i| a[i] + b[i]))).collect()
    };
    let mut finding = Decision::new(vec![
        effort.lattice(Role::Literal, "as numbers: max over A + B of v·x = S_A(v) + S_B(v)", 1_000_000, Kind::Any, &|pair| {
            let v = direction(pair);
            Some(greatest(&v, &sums(pair)) == greatest(&v, pair.a) + greatest(&v, pair.b))
        }),
        effort.lattice(
            Role::Literal,
            "as points: the sum of support points of A and of B is a support point of A + B",
            1_000_000,
            Kind::Any,
            &|pair| {
                let v = direction(pair);
                let (a, b) = (first_greatest(&v, pair.a), first_greatest(&v, pair.b));
                Some(dot(&v, &a) + dot(&v, &b) == greatest(&v, &sums(pair)))
            },
        ),
    ])
    .find();
    finding.prove("v·(a + b) = v·a + v·b, and a and b are chosen independently");
    finding
}

fn minus_of_numbers(effort: &Effort) -> Vec<super::part::Part> {
    vec![
        effort.lattice(
            Role::Literal,
            "as numbers: max over A − B of v·x = S_A(v) − S_B(−v)",
            1_000_000,
            Kind::Any,
            &|pair| {
                let v = direction(pair);
                Some(greatest(&v, &pair.differences()) == greatest(&v, pair.a) - greatest(&negated(&v), pair.b))
            },
        ),
        effort.lattice(
            Role::Repaired,
            "as numbers with the sign turned: max over A − B of v·x = S_A(v) + S_B(−v)",
            1_000_000,
            Kind::Any,
            &|pair| {
                let v = direction(pair);
                Some(greatest(&v, &pair.differences()) == greatest(&v, pair.a) + greatest(&negated(&v), pair.b))
            },
        ),
        effort.lattice(
            Role::Measured,
            "as points: s_A(v) − s_B(−v) is a support point of A − B",
            1_000_000,
            Kind::Any,
            &|pair| {
                let v = direction(pair);
                let (a, b) = (first_greatest(&v, pair.a), first_greatest(&negated(&v), pair.b));
                Some(dot(&v, &a) - dot(&v, &b) == greatest(&v, &pair.differences()))
            },
        ),
    ]
}

pub fn lemma_4(effort: &Effort) -> Finding {
    Decision::new(minus_of_numbers(effort))
        .note("the source defines S_A(v) = max v·a, a number, where the sign is wrong: S_{−B}(v) = S_B(−v). For support points the minus is right")
        .find()
}

pub fn support_difference(effort: &Effort) -> Finding {
    Decision::new(minus_of_numbers(effort))
        .note(
            "the third line of the derivation: max(−d·b) is S_B(−d), and it is added. For the support points that the code \
             subtracts the minus is right",
        )
        .find()
}

/// P, the middle of two points of M, and M's nearest point, both in units of a half; and P·V for the support point V along −P.
fn approximation(pair: &Pair<'_>) -> ([i128; 3], Foot, i128) {
    let m: Vec<Site> = pair.differences().iter().map(|point| point.map(|x| 2 * x)).collect();
    let p: Site = std::array::from_fn(|i| (m[0][i] + m[m.len() / 2][i]) / 2);
    let least = m.iter().map(|point| dot(&p, point)).min().unwrap_or(0);
    let (found, kept) = nearest(&m, |_, _| {});
    (p.map(i128::from), Foot::of(&kept, &found), i128::from(least))
}

/// Whether |P − P*|² ≤ bound.
fn is_within(p: &[i128; 3], nearest: &Foot, bound: i128) -> bool {
    let squared: i128 = (0..3).map(|i| (p[i] * nearest.under - nearest.over[i]).pow(2)).sum();
    squared <= bound * nearest.under * nearest.under
}

pub fn gilbert_foo(effort: &Effort) -> Finding {
    let parts = vec![
        effort.lattice(
            Role::Literal,
            "first part: |P − P*|² ≤ P·V for P in M and its true nearest point P*",
            300_000,
            Kind::Any,
            &|pair| {
                let (p, nearest, least) = approximation(pair);
                Some(is_within(&p, &nearest, least))
            },
        ),
        effort.lattice(Role::Literal, "second part: (|P| − |P*|)² ≤ |P|² − P·V", 300_000, Kind::Any, &|pair| {
            let (p, nearest, least) = approximation(pair);
            let x: i128 = p.iter().map(|x| x * x).sum();
            let (y, under) = nearest.squared();
            // x + y/under − 2 √(x y/under) ≤ gap.
            let left = (least * under).checked_add(y)?;
            Some(left <= 0 || left.checked_mul(left)? <= 4i128.checked_mul(x)?.checked_mul(y)?.checked_mul(under)?)
        }),
        effort.lattice(Role::Repaired, "|P − P*|² ≤ |P|² − P·V", 300_000, Kind::Any, &|pair| {
            let (p, nearest, least) = approximation(pair);
            Some(is_within(&p, &nearest, p.iter().map(|x| x * x).sum::<i128>() - least))
        }),
    ];
    Decision::new(parts)
        .note("|P|² − P·V is the bound, not P·V, which can be negative; the stop rule built on the former is sound")
        .find()
}
