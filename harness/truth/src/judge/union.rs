//! Answers about unions, by their pairs of parts.

use gjk_cases::case::{Case, Class};

use super::comparison::{Comparison, Verdict};
use super::lengths::LengthErrors;
use super::limits::Limits;
use crate::answer::{Answered, Numbers, PartAnswer, Says, Scope, Values};
use crate::exact::{Bracket, Scaled};
use crate::truth::{PairTruth, Truth, UnionTruth};

/// A comparison of an answer about a pair of parts with the truth about it, by the limits of the unions.
type Compare = fn(&Limits, &Case, &Truth, &Answered) -> Comparison;

/// The comparison for one pair.
struct OfPair<'a> {
    pair: &'a PairTruth,
    found: Comparison,
    is_chosen: bool,
}

pub(super) fn compare<'a>(limits: &Limits, truth: &'a UnionTruth, answer: &Answered, compare: Compare) -> Comparison {
    let of_pair = |pair: &'a PairTruth, answer: &Answered, is_chosen| {
        let found = compare(limits, &pair.case, &pair.truth, answer);
        OfPair { pair, found, is_chosen }
    };
    let of_part = |part: &PartAnswer| Some(of_pair(truth.pair(part.a, part.b)?, &part.answer, part.chosen));
    let pairs: Vec<OfPair> = if answer.parts.is_empty() {
        elsewhere(truth, answer, of_pair)
    } else {
        answer.parts.iter().filter_map(of_part).collect()
    };
    let apart = answer.says == Says::Apart;
    let chosen = pairs.iter().find(|pair| pair.is_chosen);
    let of_chosen = chosen.map(|pair| &pair.found);
    let lengths = chosen.map_or(LengthErrors::NONE, |chosen| match apart {
        true => LengthErrors { farther: truth.excess(chosen.pair), ..chosen.found.lengths },
        // For the distance, it only matters that the pair meets.
        false => LengthErrors { open: Scaled::ZERO, ..chosen.found.lengths },
    });
    let certified = if apart {
        let all = pairs.len() == truth.pairs.len() && pairs.iter().all(|pair| pair.found.certified == Some(true));
        (!answer.parts.is_empty()).then_some(all)
    } else {
        of_chosen.and_then(|found| found.certified)
    };
    let flat_depth = pairs.iter().filter_map(|pair| pair.found.flat_depth).max();
    Comparison {
        verdict: Verdict::of(answer.says, truth.class, truth.gap(), || depth(&pairs)),
        lengths,
        certified,
        // If a pair overlaps in the sense of the whole space, the margin shows what was missed.
        flat_depth: flat_depth.filter(|_| truth.class == Some(Class::Touching)),
        axis_overlap: pairs.iter().filter_map(|pair| pair.found.axis_overlap).max(),
        witness_error: of_chosen.and_then(|found| found.witness_error),
        measured: None,
    }
}

/// The depth of the deepest pair, a lower bound of the depth of the unions: how that translation affects other pairs is not
/// known.
fn depth(pairs: &[OfPair]) -> Bracket {
    let margins = pairs.iter().filter_map(|pair| pair.found.verdict.margin());
    let deeper = |x: Bracket, y: Bracket| Bracket { low: x.low.max(y.low), high: x.high.max(y.high) };
    margins.fold(Bracket::ZERO, deeper)
}

/// An answer made elsewhere names no parts: it is compared with the pair that it fits best. Its axis, which need not separate
/// every pair, and its translation, which has to take every pair apart, are not compared.
fn elsewhere<'a>(
    truth: &'a UnionTruth,
    answer: &Answered,
    of_pair: impl Fn(&'a PairTruth, &Answered, bool) -> OfPair<'a>,
) -> Vec<OfPair<'a>> {
    let mut answer = answer.clone();
    answer.scope = Scope::Bodies;
    if let Numbers::Rounded(values) = &mut answer.numbers {
        values.axis = None;
        if values.translation.is_some() {
            // The distance of its witness points is |v|, not the distance of the bodies.
            *values = Values { distance: values.distance, ..Values::none() };
        }
    }
    let mut pairs: Vec<OfPair> = truth.pairs.iter().map(|pair| of_pair(pair, &answer, false)).collect();
    let misfit = |pair: &OfPair| {
        let of = |x: Option<Scaled>| x.unwrap_or(Scaled::ZERO);
        of(pair.found.lengths.error()).plus(of(pair.found.lengths.infeasibility()))
    };
    // Ties go to the nearest pair: several pairs may fit an infinite distance.
    let best = pairs.iter_mut().min_by_key(|pair| (misfit(pair), pair.pair.truth.gap().low));
    if let Some(best) = best {
        best.is_chosen = true;
    }
    pairs
}
