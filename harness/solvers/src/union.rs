//! Unions of convex parts: the answer is the best of the pairs of parts.
//!
//! A variant is asked about every pair until one meets. No pair is skipped, as it would be in a program that compares boxes
//! first: a decision by boxes is not an answer of the variant.

use dashu_ratio::RBig;
use gjk_truth::answer::{Answered, Numbers, PartAnswer, Says};
use gjk_truth::truth::is_nearer;
use gjk_variants::{Promise, Stop};

use crate::convex::{ConvexBody, ask_pair};
use crate::reply::Reply;
use crate::roster::ErasedVariant;
use crate::space::SolverSpace;

/// A distance to be compared with other distances; in exact arithmetic, the squared distance of the cores and the sum of the
/// radii.
enum Apart {
    Rounded(f64),
    Exact { squared: RBig, radii: RBig },
}

impl Apart {
    /// The distance of an answer about bodies of these radii; `None` for boolean answers.
    fn of(answer: &Answered, radii: [f64; 2]) -> Option<Apart> {
        let Numbers::Exact(numbers) = &answer.numbers else { return answer.distance().map(Apart::Rounded) };
        let [p, q] = radii.map(|radius| RBig::try_from(radius).unwrap_or(RBig::ZERO));
        numbers.distance.as_ref().map(|squared| Apart::Exact { squared: squared.clone(), radii: p + q })
    }

    fn is_less(&self, other: &Apart) -> bool {
        match (self, other) {
            (Apart::Exact { squared: x, radii: p }, Apart::Exact { squared: y, radii: q }) => is_nearer((x, p), (y, q)),
            (Apart::Rounded(x), Apart::Rounded(y)) => x < y,
            _ => false,
        }
    }
}

/// The reply of a variant about two unions.
pub(crate) fn ask_parts<S: SolverSpace>(variant: &ErasedVariant, a: &[ConvexBody<S>], b: &[ConvexBody<S>]) -> Option<Reply> {
    // The least translation of a union is not the least one over the pairs of its parts.
    if matches!(variant.about.promise, Promise::Depth | Promise::Translation | Promise::Cast) {
        return None;
    }
    let mut whole = Reply::elsewhere(None);
    let mut parts: Vec<PartAnswer> = Vec::new();
    let mut given_up = None;
    // The best pair of parts so far: its index among the answers, the stop of its run, its distance.
    let mut best: Option<(usize, Option<Stop>, Option<Apart>)> = None;
    for (i, j) in (0..a.len()).flat_map(|i| (0..b.len()).map(move |j| (i, j))) {
        let reply = ask_pair(variant, &a[i], &b[j])?;
        whole.iterations += reply.iterations;
        whole.supports += reply.supports;
        let Some(answer) = reply.answer else {
            given_up = reply.stop;
            continue;
        };
        let meets = answer.says == Says::Intersecting;
        let apart = Apart::of(&answer, [a[i].radius, b[j].radius]);
        parts.push(PartAnswer { a: i, b: j, answer, chosen: false });
        let is_best = best.as_ref().is_none_or(|(_, _, least)| match (&apart, least) {
            (Some(apart), Some(least)) => apart.is_less(least),
            _ => false,
        });
        if meets || is_best {
            best = Some((parts.len() - 1, reply.stop, apart));
        }
        if meets {
            given_up = None;
            break;
        }
    }
    if given_up.is_some() {
        // A pair without an answer may be the nearest.
        return Some(Reply { stop: given_up, ..whole });
    }
    let (place, stop, _) = best?;
    parts[place].chosen = true;
    let chosen = parts[place].answer.clone();
    Some(Reply { stop, answer: Some(Answered { parts, ..chosen }), ..whole })
}
