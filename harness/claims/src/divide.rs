//! Claims of the divide-and-conquer source on its steps, each decided on integer simplices and small differences.

use super::ledger::{Decision, Finding};
use super::part::{Effort, Kind, Pair, Role};
use super::simplex::{Foot, Visits, combined, dot, is_feasible, least_squares, nearest, recurse, region};
use gjk_hunt::search::sample::Site;

/// The greatest coordinate of a simplex' vertices: squares of feet still fit 128 bits.
const REACH: i64 = 20;

/// A simplex: the points of A, as many as the space allows, less the first point of B.
fn simplex(pair: &Pair<'_>) -> Option<Vec<Site>> {
    let points: Vec<Site> =
        pair.a.iter().take(pair.dimension + 1).map(|a| std::array::from_fn(|i| a[i] - pair.b[0][i])).collect();
    points.iter().flatten().all(|x| x.abs() <= REACH).then_some(points)
}

/// Whether a point is the one of the simplex nearest to the origin.
fn is_nearest(points: &[Site], foot: &Foot) -> bool {
    Foot::of(points, &region(points)) == *foot
}

fn extremes(axis: &Site, points: &[Site]) -> (i64, i64) {
    let products = || points.iter().map(|point| dot(axis, point));
    (products().min().unwrap_or(0), products().max().unwrap_or(0))
}

/// Step 4 on a simplex of up to three vertices of M, with its own d: whether the test passes, and whether d is the answer.
fn step_4(pair: &Pair<'_>, turned: bool) -> Option<bool> {
    let m = pair.differences();
    let w = &m[..m.len().min(3)];
    let found = region(w);
    if found.axis == [0; 3] {
        return None;
    }
    // s(w, −d) is the point with the greatest product with −d, so the least with d.
    let (of_w, of_m) = (extremes(&found.axis, w).0, extremes(&found.axis, &m).0);
    let passes = if turned { of_w <= of_m } else { of_w >= of_m };
    let is_answer = of_m >= dot(&found.axis, &w[found.face.trailing_zeros() as usize]);
    passes.then_some(is_answer)
}

pub fn stop(effort: &Effort) -> Finding {
    let parts = vec![
        effort.lattice(
            Role::Literal,
            "where step 4's test d·s(w, −d) ≥ d·s(M, −d) passes, d is the point of M nearest to the origin",
            2_000_000,
            Kind::Any,
            &|pair| step_4(pair, false),
        ),
        effort.lattice(
            Role::Repaired,
            "the same with ≤, which is the test of the program, but for its 1e-12",
            2_000_000,
            Kind::Any,
            &|pair| step_4(pair, true),
        ),
    ];
    Decision::new(parts)
        .note(
            "w lies in M, so the least product d·s(w, −d) is never below d·s(M, −d): as printed the test passes always, at the \
             first point. Taken along −d, as the program has it, it is right",
        )
        .find()
}

/// The iteration that keeps the smallest simplex that still contains s(M, −d): the point s itself.
fn keeps_newest(pair: &Pair<'_>) -> bool {
    let m = pair.differences();
    let mut d = m[0];
    for _ in 0..=m.len() {
        let Some(next) = m.iter().min_by_key(|point| dot(&d, point)) else { return false };
        if d == [0; 3] || dot(&d, next) >= dot(&d, &d) {
            return true;
        }
        d = *next;
    }
    // More steps than points: the rest is a circle.
    false
}

pub fn keep(effort: &Effort) -> Finding {
    let parts = vec![
        effort.lattice(
            Role::Literal,
            "keeping the smallest simplex that contains s(M, −d) the iteration ends, with the nearest point",
            2_000_000,
            Kind::Any,
            &|pair| Some(keeps_newest(pair)),
        ),
        effort.lattice(
            Role::Repaired,
            "keeping the smallest simplex that contains the nearest point of w′ it ends so, and s(M, −d) is always among the kept",
            500_000,
            Kind::Any,
            &|pair| {
                let m = pair.differences();
                let mut newest_kept = true;
                let (found, kept) = nearest(&m, |points, found| newest_kept &= found.face >> (points.len() - 1) & 1 == 1);
                let is_nearest = m.iter().all(|point| dot(&found.axis, point) >= dot(&found.axis, &kept[0]));
                Some(newest_kept && (found.axis == [0; 3] || is_nearest))
            },
        ),
    ];
    Decision::new(parts)
        .note(
            "the smallest simplex that contains s(M, −d) is that point alone. Meant is the smallest that contains the nearest \
             point; it then contains s(M, −d) too, since the distance falls only through it",
        )
        .find()
}

/// Whether w₀ + Ht is the point of the affine hull nearest to the origin.
fn is_foot(points: &[Site], foot: &Foot) -> bool {
    points[1..].iter().all(|point| (0..3).map(|i| i128::from(point[i] - points[0][i]) * foot.over[i]).sum::<i128>() == 0)
}

pub fn least_squares_claim(effort: &Effort) -> Finding {
    let part = |role, what: &str, toward| {
        effort.lattice(role, what, 1_000_000, Kind::Any, &|pair| {
            let points = simplex(pair).filter(|points| points.len() > 1)?;
            Some(is_foot(&points, &combined(&points, &least_squares(&points, toward)?)))
        })
    };
    let parts = vec![
        part(Role::Literal, "the text (Ht = w0, columns wi − w0): w0 + Ht is the point of the affine hull nearest to O", 1),
        part(Role::Repaired, "the Scheme code (columns w0 − wi, which turns the sign): the same", -1),
    ];
    Decision::new(parts)
        .note(
            "the text's sign is wrong, the Scheme code's is right: the least of |w0 + Ht| solves Ht = −w0. Judged on affinely \
             independent simplices; whether the point is in the simplex is dnc-inside",
        )
        .find()
}

pub fn inside(effort: &Effort) -> Finding {
    let check = |pair: &Pair<'_>, dependent: bool| {
        let points = simplex(pair).filter(|points| points.len() > 1)?;
        match least_squares(&points, -1) {
            None => dependent.then_some(false),
            Some(t) => is_feasible(&t, false).then(|| is_nearest(&points, &combined(&points, &t))),
        }
    };
    let any_minimum = |pair: &Pair<'_>| {
        let points = simplex(pair).filter(|points| points.len() > 1)?;
        if least_squares(&points, -1).is_some() {
            return None;
        }
        // Minima of a singular system: those of an independent subset with the same hull, zero for the other vertices.
        let mut right = None;
        for face in 1u8..1 << points.len() {
            let chosen: Vec<Site> = (0..points.len()).filter(|i| face >> i & 1 == 1).map(|i| points[i]).collect();
            if let Some(t) = least_squares(&chosen, -1)
                && is_feasible(&t, false)
            {
                let foot = combined(&chosen, &t);
                if is_foot(&points, &foot) {
                    right = Some(right.unwrap_or(true) && is_nearest(&points, &foot));
                }
            }
        }
        right
    };
    let parts = vec![
        effort.lattice(
            Role::Literal,
            "t = (HᵀH)⁻¹Hᵀb (with the right sign) exists, and where it passes the test w0 + Ht is the nearest point, on any simplex",
            1_000_000,
            Kind::Any,
            &|pair| check(pair, true),
        ),
        effort.lattice(
            Role::Inside,
            "the same on affinely independent simplices",
            1_000_000,
            Kind::Any,
            &|pair| check(pair, false),
        ),
        effort.lattice(
            Role::Measured,
            "on dependent simplices, for basic solutions t of the singular system that pass the test, w0 + Ht is the nearest point",
            1_000_000,
            Kind::Any,
            &any_minimum,
        ),
    ];
    Decision::new(parts)
        .condition("the simplex is affinely independent: else HᵀH is singular and the formula has no t")
        .note(
            "as a bare implication (any least-squares t, were one given, that passes the test gives the nearest point) it holds \
             for dependent simplices too: such a w0 + Ht is the foot on the affine hull and lies in the simplex. With the text's \
             sign of b it fails (dnc-least-squares)",
        )
        .find()
}

pub fn strict(effort: &Effort) -> Finding {
    let check = |pair: &Pair<'_>| {
        let points = simplex(pair)?;
        let all = (1 << points.len()) - 1;
        let [text, code] = [false, true].map(|strict| recurse(&points, all, strict, &mut Visits::default()));
        Some(text == code)
    };
    let on_boundary = |pair: &Pair<'_>| {
        let points = simplex(pair)?;
        let t = least_squares(&points, -1).filter(|t| is_feasible(t, false) && !is_feasible(t, true))?;
        let all = (1 << points.len()) - 1;
        Some(combined(&points, &t) == recurse(&points, all, true, &mut Visits::default()))
    };
    let mut finding = Decision::new(vec![
        effort.lattice(Role::Literal, "the recursions with either test end at the same point", 600_000, Kind::Any, &check),
        effort.lattice(
            Role::Literal,
            "where only the text's test passes (a t is zero, or their sum is one), the strict recursion ends at w0 + Ht",
            1_500_000,
            Kind::Any,
            &on_boundary,
        ),
    ])
    .note("dependent simplices included: there neither test has a t, and both go on to the sub-simplices. The simplex that is returned with the point can differ")
    .find();
    finding.prove("if a weight is zero the foot lies in the sub-simplex without that vertex, and the nearest point is unique");
    finding
}

pub fn recursion(effort: &Effort) -> Finding {
    let mut finding = Decision::new(vec![effort.lattice(
        Role::Literal,
        "where no t passes the test, dependent simplices included, the nearest point is that of a sub-simplex with one vertex less",
        2_000_000,
        Kind::Any,
        &|pair| {
            let points = simplex(pair).filter(|points| points.len() > 1)?;
            if least_squares(&points, -1).is_some_and(|t| is_feasible(&t, false)) {
                return None;
            }
            let mut best: Option<Foot> = None;
            for left_out in 0..points.len() {
                let facet: Vec<Site> =
                    points.iter().enumerate().filter(|(i, _)| *i != left_out).map(|(_, point)| *point).collect();
                let foot = Foot::of(&facet, &region(&facet));
                if best.is_none_or(|best| foot.is_nearer(&best)) {
                    best = Some(foot);
                }
            }
            Some(best == Some(Foot::of(&points, &region(&points))))
        },
    )])
    .note("with the right sign of t")
    .find();
    finding.prove(
        "if the foot is not in the simplex, the nearest point is on its relative boundary, the union of the facets; a dependent \
         simplex is the union of its facets (Carathéodory)",
    );
    finding
}

fn visits(effort: &Effort, len: u32, at_most: u32, strict: bool) -> super::part::Part {
    let whose = if strict { "the strict program" } else { "the text's test" };
    let what = if len == 2 { "edge" } else { "point" };
    effort.lattice(
        Role::Literal,
        format!("{whose}: the recursion on a tetrahedron visits each {what} at most {at_most} times"),
        1_000_000,
        Kind::Solid,
        &|pair| {
            let points = simplex(pair).filter(|points| points.len() == 4)?;
            // Flat ones are no tetrahedra.
            least_squares(&points, -1)?;
            let mut visits = Visits::default();
            recurse(&points, 0b1111, strict, &mut visits);
            Some((1..16u8).filter(|mask| mask.count_ones() == len).all(|mask| visits[usize::from(mask)] <= at_most))
        },
    )
}

pub fn edge_visits(effort: &Effort) -> Finding {
    let mut finding = Decision::new(vec![visits(effort, 2, 2, false), visits(effort, 2, 2, true)]).find();
    finding.prove("an edge is a part of two of the four triangles, and each triangle is visited once");
    finding
}

pub fn vertex_visits(effort: &Effort) -> Finding {
    let mut six = visits(effort, 1, 6, true);
    six.role = Role::Repaired;
    Decision::new(vec![visits(effort, 1, 3, false), visits(effort, 1, 3, true), six])
        .note("up to six times: a point is a part of three edges, each of which is visited up to two times")
        .find()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simplex::negated;

    #[test]
    fn the_foot_is_on_the_side_of_the_simplex() {
        let points = [[1, 1, 0], [3, 1, 0]];
        assert_eq!(region(&points).axis.map(i64::signum), [1, 1, 0]);
        assert_eq!(region(&points.map(|point| negated(&point))).axis.map(i64::signum), [-1, -1, 0]);
    }
}
