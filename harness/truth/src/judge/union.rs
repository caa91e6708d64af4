//! Answers about unions, by their pairs of parts.

use gjk_cases::case::Class;
use gjk_records::Ruling;

use super::{Judgement, Limits, Verdict, is_right, judge_by};
use crate::answer::{Answered, Measure, Numbers, Says};
use crate::exact::Scaled;
use crate::truth::{PairTruth, UnionTruth};

/// The judgement of one pair, by the limits of the unions.
struct OfPair<'a> {
    pair: &'a PairTruth,
    judgement: Judgement,
    chosen: bool,
}

pub(super) fn judge(limits: &Limits, truth: &UnionTruth, answer: &Answered) -> Judgement {
    let of_part = |a: usize, b: usize, part: &Answered, chosen: bool| {
        let pair = truth.pair(a, b)?;
        Some(OfPair { pair, judgement: judge_by(limits, &pair.case, &pair.truth, part), chosen })
    };
    let pairs: Vec<OfPair> = if answer.parts.is_empty() {
        elsewhere(truth, answer, of_part)
    } else {
        let parts = answer.parts.iter();
        parts.filter_map(|part| of_part(part.a, part.b, &part.answer, part.chosen)).collect()
    };
    let apart = answer.says == Says::Apart;
    let units = |length: Scaled| limits.units(length);

    let chosen = pairs.iter().find(|pair| pair.chosen);
    let of_chosen = chosen.map(|pair| pair.judgement);
    // What the chosen pair is farther apart than the nearest one is an error of the answer.
    let farther = chosen.filter(|_| apart).map_or(Scaled::ZERO, |chosen| truth.excess(chosen.pair));
    let error = of_chosen.and_then(|judgement| Some(judgement.error? + units(farther)));
    let length_error = of_chosen.and_then(|judgement| Some(judgement.judged_length?.plus(farther)));
    let bounds = if apart {
        // The deepest pair has to be pulled out at least; what that makes of other pairs is not known.
        let margins = pairs.iter().filter_map(|pair| pair.judgement.margin_bounds);
        margins.fold([Scaled::ZERO; 2], |[low, high], margin| [low.max(margin[0]), high.max(margin[1])])
    } else {
        let (low, high) = truth.gap();
        [low, high]
    };
    let wrong = !is_right(answer, truth.class);
    let verdict = Verdict::of_bracket(limits, answer, truth.class, bounds);
    let is_open = apart && of_chosen.is_some_and(|judgement| judgement.ruling == Ruling::Undecided);
    let verdict = if is_open && verdict == Verdict::Right { Verdict::Undecided } else { verdict };
    let margin = Some(bounds).filter(|_| wrong || (verdict == Verdict::Undecided && truth.class.is_none()));
    let certified = if apart {
        let all = pairs.len() == truth.pairs.len() && pairs.iter().all(|pair| pair.judgement.certified == Some(true));
        (!answer.parts.is_empty()).then_some(all)
    } else {
        of_chosen.and_then(|judgement| judgement.certified)
    };
    let flat_depths = pairs.iter().filter_map(|pair| pair.judgement.flat_depth);
    Judgement {
        ruling: verdict.ruling(length_error.map(|length| limits.extent(length))),
        certified,
        error,
        infeasibility: of_chosen.and_then(|judgement| judgement.infeasibility),
        length_error: None,
        judged_length: length_error,
        margin_bounds: margin,
        margin: margin.map(|[_, high]| units(high)),
        margin_low: margin.map(|[low, _]| units(low)),
        // Where a pair overlaps in the space's sense, the margin tells what was missed.
        flat_depth: flat_depths.reduce(f64::max).filter(|_| truth.class == Some(Class::Touching)),
        axis_overlap: pairs.iter().filter_map(|pair| pair.judgement.axis_overlap).reduce(f64::max),
        witness_error: of_chosen.and_then(|judgement| judgement.witness_error),
        witness_allowance: of_chosen.and_then(|judgement| judgement.witness_allowance),
    }
}

/// An answer made elsewhere names no parts: it is held against the pair that it fits best, and its axis, which need not
/// separate every pair, against none.
fn elsewhere<'a>(
    truth: &'a UnionTruth,
    answer: &Answered,
    of_part: impl Fn(usize, usize, &Answered, bool) -> Option<OfPair<'a>>,
) -> Vec<OfPair<'a>> {
    let mut answer = answer.clone();
    answer.measure = Measure::Bodies;
    if let Numbers::Rounded(values) = &mut answer.numbers {
        values.axis = None;
    }
    let mut pairs: Vec<OfPair> = truth.pairs.iter().filter_map(|pair| of_part(pair.a, pair.b, &answer, false)).collect();
    let size = |pair: &OfPair| {
        let of = |x: Option<f64>| x.unwrap_or(0.0);
        of(pair.judgement.error) + of(pair.judgement.infeasibility)
    };
    // Of pairs that it fits alike the nearest one: to an infinite distance several may be.
    let gap = |pair: &OfPair| pair.pair.truth.gap().0;
    let fit = |x: &OfPair, y: &OfPair| size(x).total_cmp(&size(y)).then_with(|| gap(x).cmp(&gap(y)));
    if let Some(best) = (0..pairs.len()).min_by(|i, j| fit(&pairs[*i], &pairs[*j])) {
        pairs[best].chosen = true;
    }
    pairs
}
