//! Unions of convex parts: the answer is the best of the pairs of parts. Pairs come in the order of the distance of their boxes, and
//! a pair whose boxes are at least as far apart as the best pair so far is skipped.

use std::cmp::Ordering;

use dashu_ratio::RBig;
use gjk_truth::answer::{Answered, Numbers, PartAnswer, Says};
use gjk_truth::truth::is_nearer;
use gjk_variants::{Promise, Ring, Stop};

use crate::convex::{ConvexBody, ask_pair};
use crate::reply::{Reply, separated_along};
use crate::roster::ErasedVariant;
use crate::space::SolverSpace;

/// The squared distance of the boxes of two bodies, and the axis along which they are farthest apart, pointing from b to a.
fn boxes_apart<S: SolverSpace>(a: &ConvexBody<S>, b: &ConvexBody<S>) -> (S::Scalar, S::Vector) {
    let (mut squared, mut farthest, mut axis) = (S::Scalar::zero(), S::Scalar::zero(), S::zero());
    for i in 0..S::DIMENSION {
        let above = S::coordinate(&a.low, i).minus(S::coordinate(&b.high, i));
        let below = S::coordinate(&b.low, i).minus(S::coordinate(&a.high, i));
        let (gap, sign) = if above > below { (above, S::Scalar::one()) } else { (below, S::Scalar::one().negated()) };
        if gap > S::Scalar::zero() {
            squared = squared.plus(&gap.times(&gap));
            if gap > farthest {
                (farthest, axis) = (gap, S::scaled(&S::unit(i), &sign));
            }
        }
    }
    (squared, axis)
}

/// A distance to be compared with others: of cores, squared, with the sum of their radii in exact arithmetic.
enum Apart {
    Rounded(f64),
    Exact { squared: RBig, radii: RBig },
}

impl Apart {
    /// The distance of an answer about bodies of these radii; none for boolean answers.
    fn of(answer: &Answered, radii: [f64; 2]) -> Option<Apart> {
        let Numbers::Exact(numbers) = &answer.numbers else { return answer.distance().map(Apart::Rounded) };
        let [p, q] = radii.map(|radius| RBig::try_from(radius).unwrap_or(RBig::ZERO));
        numbers.distance.as_ref().map(|squared| Apart::Exact { squared: squared.clone(), radii: p + q })
    }

    /// The distance of two boxes, which reach round the radii.
    fn of_boxes<S: SolverSpace>(squared: &S::Scalar) -> Option<Apart> {
        match S::numbers(Some(squared), None, None, &[]) {
            Numbers::Rounded(numbers) => numbers.distance.map(Apart::Rounded),
            Numbers::Exact(numbers) => numbers.distance.map(|squared| Apart::Exact { squared, radii: RBig::ZERO }),
        }
    }

    fn is_less(&self, other: &Apart) -> bool {
        match (self, other) {
            (Apart::Exact { squared: x, radii: p }, Apart::Exact { squared: y, radii: q }) => is_nearer((x, p), (y, q)),
            (Apart::Rounded(x), Apart::Rounded(y)) => x < y,
            _ => false,
        }
    }
}

/// The best pair of parts so far: its place among the answers, how its run ended, its distance.
struct Best {
    place: usize,
    stop: Option<Stop>,
    apart: Option<Apart>,
}

/// The reply of a variant about two unions.
pub(crate) fn ask_parts<S: SolverSpace>(variant: &ErasedVariant, a: &[ConvexBody<S>], b: &[ConvexBody<S>]) -> Option<Reply> {
    let mut pairs: Vec<(usize, usize, S::Scalar, S::Vector)> = Vec::with_capacity(a.len() * b.len());
    for (i, part_a) in a.iter().enumerate() {
        for (j, part_b) in b.iter().enumerate() {
            let (squared, axis) = boxes_apart(part_a, part_b);
            pairs.push((i, j, squared, axis));
        }
    }
    pairs.sort_by(|x, y| x.2.partial_cmp(&y.2).unwrap_or(Ordering::Equal));
    let (mut iterations, mut supports) = (0, 0);
    let mut parts: Vec<PartAnswer> = Vec::new();
    let mut given_up = None;
    let mut best: Option<Best> = None;
    let ends_with = |stop: Option<Stop>, parts: Vec<PartAnswer>, iterations, supports| {
        let chosen = parts.iter().find(|part| part.chosen).map(|part| part.answer.clone());
        let answer = chosen.map(|answer| Answered { parts, ..answer });
        Some(Reply { stop, iterations, supports, answer })
    };
    for (i, j, squared, axis) in pairs {
        if is_skipped::<S>(variant, &squared, best.as_ref()) {
            parts.push(PartAnswer { a: i, b: j, answer: separated_along::<S>(&axis), chosen: false });
            continue;
        }
        let reply = ask_pair(variant, &a[i], &b[j])?;
        iterations += reply.iterations;
        supports += reply.supports;
        let Some(answer) = reply.answer else {
            given_up = reply.stop;
            continue;
        };
        let meets = answer.says == Says::Intersecting;
        let apart = Apart::of(&answer, [a[i].radius, b[j].radius]);
        parts.push(PartAnswer { a: i, b: j, answer, chosen: meets });
        if meets {
            return ends_with(reply.stop, parts, iterations, supports);
        }
        let is_best = best.as_ref().is_none_or(|best| match (&apart, &best.apart) {
            (Some(apart), Some(least)) => apart.is_less(least),
            _ => false,
        });
        if is_best {
            best = Some(Best { place: parts.len() - 1, stop: reply.stop, apart });
        }
    }
    if given_up.is_some() {
        // A pair without an answer may be the nearest.
        return Some(Reply { stop: given_up, iterations, supports, answer: None });
    }
    // Where every pair was skipped, the boxes say it all.
    let (place, stop) = best.map_or((0, Some(Stop::Converged)), |best| (best.place, best.stop));
    parts[place].chosen = true;
    ends_with(stop, parts, iterations, supports)
}

/// Whether a pair whose boxes are at this squared distance need not be asked about: it is no nearer than the best so far, or
/// is apart where nothing else matters. In rounded arithmetic the bound may be off by a few units of u·D, which a tolerance
/// covers.
fn is_skipped<S: SolverSpace>(variant: &ErasedVariant, squared: &S::Scalar, best: Option<&Best>) -> bool {
    let are_apart = *squared > S::Scalar::zero();
    if variant.about.promise == Promise::Verdict {
        return are_apart;
    }
    let least = best.and_then(|best| best.apart.as_ref());
    let bound = Apart::of_boxes::<S>(squared);
    are_apart && least.zip(bound).is_some_and(|(least, bound)| !bound.is_less(least))
}
