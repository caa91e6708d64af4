//! Answers about unions, by their pairs of parts.

use gjk_cases::case::{Arithmetic, Class};
use gjk_records::Ruling;

use super::{Extent, Judgement, Verdict, is_right, judge as judge_pair};
use crate::answer::{Answered, Measure, Numbers, Says};
use crate::exact::Scaled;
use crate::truth::{PairTruth, UnionTruth};

/// The judgement of one pair, its lengths in units of the unions' D.
struct OfPair<'a> {
    pair: &'a PairTruth,
    judgement: Judgement,
    chosen: bool,
}

pub(super) fn judge(truth: &UnionTruth, answer: &Answered, arithmetic: Arithmetic, tolerance: f64) -> Judgement {
    let tolerance = if arithmetic == Arithmetic::Exact { 0.0 } else { tolerance };
    let of_part = |a: usize, b: usize, part: &Answered, chosen: bool| {
        let pair = truth.pair(a, b)?;
        let judgement = judge_pair(&pair.case, &pair.truth, Some(part), arithmetic, tolerance);
        let share = pair.truth.size().over(truth.size).to_f64();
        Some(OfPair { pair, judgement: rescaled(judgement, share), chosen })
    };
    let pairs: Vec<OfPair> = if answer.parts.is_empty() {
        elsewhere(truth, answer, of_part)
    } else {
        let parts = answer.parts.iter();
        parts.filter_map(|part| of_part(part.a, part.b, &part.answer, part.chosen)).collect()
    };
    let apart = answer.says == Says::Apart;
    let units = |length: Scaled| length.over(truth.size).to_f64() / arithmetic.unit();

    let chosen = pairs.iter().find(|pair| pair.chosen);
    let of_chosen = chosen.map(|pair| pair.judgement);
    // What the chosen pair is farther apart than the nearest one is an error of the answer.
    let farther = chosen.filter(|_| apart).map_or(0.0, |chosen| units(truth.excess(chosen.pair)));
    let error = of_chosen.and_then(|judgement| Some(judgement.error? + farther));
    let length_error = of_chosen.and_then(|judgement| Some(judgement.length_error? + farther));
    let bounds = if apart {
        // The deepest pair has to be pulled out at least; what that makes of other pairs is not known.
        let deepest =
            |end: fn(&Judgement) -> Option<f64>| pairs.iter().filter_map(|pair| end(&pair.judgement)).fold(0.0, f64::max);
        [deepest(|pair| pair.margin_low), deepest(|pair| pair.margin)]
    } else {
        let (low, high) = truth.gap();
        [units(low), units(high)]
    };
    let wrong = !is_right(answer, truth.class);
    let verdict = Verdict::of_bracket(answer, truth.class, bounds, tolerance);
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
        ruling: verdict.ruling(length_error.map(|length| Extent::of(length, tolerance, arithmetic))),
        certified,
        error,
        infeasibility: of_chosen.and_then(|judgement| judgement.infeasibility),
        length_error,
        margin: margin.map(|[_, high]| high),
        margin_low: margin.map(|[low, _]| low),
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
    if let Some(best) = (0..pairs.len()).min_by(|i, j| size(&pairs[*i]).total_cmp(&size(&pairs[*j]))) {
        pairs[best].chosen = true;
    }
    pairs
}

/// A judgement whose lengths are in units of a part's D, in those of the union. The ruling is left as it is.
fn rescaled(judgement: Judgement, share: f64) -> Judgement {
    let of = |length: Option<f64>| length.map(|length| if length == 0.0 { 0.0 } else { length * share });
    Judgement {
        error: of(judgement.error),
        infeasibility: of(judgement.infeasibility),
        margin: of(judgement.margin),
        flat_depth: of(judgement.flat_depth),
        margin_low: of(judgement.margin_low),
        axis_overlap: of(judgement.axis_overlap),
        witness_error: of(judgement.witness_error),
        witness_allowance: of(judgement.witness_allowance),
        length_error: of(judgement.length_error),
        ..judgement
    }
}
