//! The rule for space that the author of the dyn4j page gives in the page's answers: keep a triangle.

use gjk_hunt::search::Site;
use gjk_variants::Johnson;

use crate::check::Role::*;
use crate::finding::Decision;
use crate::observed::{ends_with_nearest, meets};
use crate::pair::{LatticePair, cross, dot, minus, negated, support};
use crate::posed::Kind;
use crate::search::Search;
use crate::voronoi::nearest_point;

/// The last triangle under the rule for space; `None` if the run does not end.
fn keep_three(pair: &LatticePair<'_>) -> Option<[Site; 3]> {
    let along = |d: &Site| minus(&support(pair.a, d), &support(pair.b, &negated(d)));
    let (count_a, count_b) = (pair.a.len() as i64, pair.b.len() as i64);
    let sum = |points: &[Site], i: usize| points.iter().map(|point| point[i]).sum::<i64>();
    let first = pair.start.unwrap_or(std::array::from_fn(|i| sum(pair.b, i) * count_a - sum(pair.a, i) * count_b));
    let (a, b) = (along(&first), along(&negated(&first)));
    let ab = minus(&b, &a);
    let mut triangle = [a, b, along(&cross(&cross(&ab, &negated(&a)), &ab))];
    let mut seen: Vec<[Site; 3]> = Vec::new();
    while !seen.contains(&triangle) {
        seen.push(triangle);
        let [a, b, c] = triangle;
        let mut normal = cross(&minus(&b, &a), &minus(&c, &a));
        if dot(&normal, &a) > 0 {
            normal = negated(&normal);
        }
        let next = along(&normal);
        if triangle.iter().all(|point| dot(&normal, &next) <= dot(&normal, point)) {
            return Some(triangle);
        }
        // The two points nearest to the origin stay; ties go to the greater triangle.
        let area = |[p, q]: &[Site; 2]| {
            let n = cross(&minus(p, &next), &minus(q, &next));
            dot(&n, &n)
        };
        let far = |[p, q]: &[Site; 2]| dot(p, p) + dot(q, q);
        let [p, q] = [[a, b], [a, c], [b, c]].into_iter().min_by_key(|pair| (far(pair), -area(pair)))?;
        triangle = [p, q, next];
    }
    None
}

pub fn rule_in_space(search: &Search) -> Decision {
    let rule = "keeping a triangle by the rule, the run on separated bodies ends, and its triangle holds the nearest point";
    let face = "keeping the face that holds the nearest point, the run ends with the oracle's distance";
    Decision::new([
        search.lattice(Kind::Solid, 400_000).check(Literal, rule, |pair| {
            let right = || keep_three(pair).is_some_and(|triangle| nearest_point(&triangle) == pair.nearest());
            (!meets(pair)).then(right)
        }),
        search.lattice(Kind::Solid, 100_000).check(Repaired, face, |pair| {
            Some(ends_with_nearest(pair, Johnson, &mut ()))
        }),
    ])
    .exact_only("it fails there already, on separated bodies with small integers")
    .note(
        "the triangle's normal is no direction to the nearest point where that is on an edge, and the two points nearest to the \
         origin need not be the right ones: the run goes in circles, or stops at a triangle without the nearest point",
    )
}
