//! The judge: one answer against the truth of its case.
//!
//! Lengths are compared relative to a power of two near D, in numbers of 106 bits, so a ruling is decided as it would be in
//! exact arithmetic unless an error equals the tolerance to 30 digits. Exact answers are compared in rationals, with a
//! tolerance of zero. Bodies with radii are judged on their cores, the radii by squares; curved ones against a bracket, which
//! has to exclude an answer before it counts as wrong or off, and to leave out what is wrong before it counts as right; unions by
//! their pairs of parts.

mod curved;
mod exact;
mod limits;
mod rounded;
mod union;

use gjk_cases::case::{Arithmetic, Case, Class, Point};
use gjk_numbers::Big;
use gjk_numbers::vector::Vector;
use gjk_records::Ruling;

use crate::answer::{Answered, Numbers, Says};
use crate::exact::Scaled;
use crate::truth::{HullTruth, Truth};
use limits::{Extent, Limits};

/// How much is allowed, in units of u·D, where the user does not say.
pub const TOLERANCE: f64 = 64.0;

/// What an answer is found to be. Lengths are in units of u·D; of D in exact arithmetic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// The ruling.
    pub ruling: Ruling,
    /// Whether the answer's own evidence proves its verdict.
    pub certified: Option<bool>,
    /// The greater error of the reported distance and of the witness points' distance.
    pub error: Option<f64>,
    /// The greater distance of a witness point from its body. Where it is within the tolerance, an upper bound from the
    /// answer's own weights.
    pub infeasibility: Option<f64>,
    /// What the ruling goes by: the greatest length error, less what rounding the witness points to the scalar may cost.
    pub length_error: Option<f64>,
    /// The same in units of the coordinates.
    judged_length: Option<Scaled>,
    /// The ends of the bracket of the margin, in units of the coordinates.
    margin_bounds: Option<[Scaled; 2]>,
    /// The least translation that would make a wrong verdict true; where a bracket of the truth leaves that open, an upper
    /// bound. None for right verdicts.
    pub margin: Option<f64>,
    /// A lower bound of the margin.
    pub margin_low: Option<f64>,
    /// How deep bodies that are called apart lie in each other within the affine hull of their difference, where that is not
    /// the whole space: then the margin is zero.
    pub flat_depth: Option<f64>,
    /// How far the bodies overlap along the axis of a false `apart`.
    pub axis_overlap: Option<f64>,
    /// The greater distance of a witness point from the set of points of its body that are nearest to the other body.
    pub witness_error: Option<f64>,
    /// What rounding the witness points to the scalar may cost: as much is allowed to their distance beside the tolerance, and to
    /// each point's distance from its body its share. u (|on_a| + |on_b|), as u |x| is the most that rounding a coordinate x costs; with
    /// a tolerance that is not zero, coordinates below the least normal number count as that.
    pub witness_allowance: Option<f64>,
}

impl Judgement {
    /// A ruling without anything beside it.
    fn of(ruling: Ruling) -> Judgement {
        Judgement {
            ruling,
            certified: None,
            error: None,
            infeasibility: None,
            length_error: None,
            judged_length: None,
            margin_bounds: None,
            margin: None,
            flat_depth: None,
            margin_low: None,
            axis_overlap: None,
            witness_error: None,
            witness_allowance: None,
        }
    }
}

/// Judges an answer to a case that is posed in the answer's arithmetic. The tolerance is in units of u·D; in a float one that is
/// not zero is at least the least positive number, and exact arithmetic has none.
pub fn judge(case: &Case, truth: &Truth, answer: Option<&Answered>, arithmetic: Arithmetic, tolerance: f64) -> Judgement {
    let Some(answer) = answer else { return Judgement::of(Ruling::GaveUp) };
    let limits = Limits::new(truth.size(), arithmetic, tolerance);
    let found = judge_by(&limits, case, truth, answer);
    // Without an extent there is no unit either: 0/0 counts as 0.
    let units = |length: Scaled| if length.is_zero() { 0.0 } else { limits.units(length) };
    Judgement { length_error: found.judged_length.map(units), ..found }
}

/// The same by limits that may be those of larger bodies, of which these are parts.
fn judge_by(limits: &Limits, case: &Case, truth: &Truth, answer: &Answered) -> Judgement {
    let found = of_answer(limits, case, truth, answer);
    let is_worse = matches!(found.ruling, Ruling::Wrong | Ruling::Undecided);
    if answer.promises_distance && answer.distance().is_none() && !is_worse {
        return Judgement { ruling: Ruling::Off, ..found };
    }
    found
}

fn of_answer(limits: &Limits, case: &Case, truth: &Truth, answer: &Answered) -> Judgement {
    match (truth, &answer.numbers) {
        (Truth::Hulls(truth), Numbers::Rounded(values)) => rounded::judge(limits, case, truth, answer, values),
        (Truth::Hulls(truth), Numbers::Exact(values)) => exact::judge(limits, case, truth, answer, values),
        (Truth::Curved(bracket), _) => curved::judge(limits, case, bracket, answer),
        (Truth::Union(union), _) => union::judge(limits, union, answer),
    }
}

/// Whether the verdict is right, or not known to be wrong.
fn is_right(answer: &Answered, class: Option<Class>) -> bool {
    class.is_none_or(|class| (answer.says == Says::Apart) == (class == Class::Separated))
}

/// Whether the answer's own evidence proves its verdict. Its axis comes as [`HullTruth::proves_separation`] takes it.
fn is_proven(truth: &HullTruth, answer: &Answered, axis: Option<(Point, impl FnOnce() -> Vector<Big>)>) -> bool {
    match answer.says {
        Says::Intersecting => truth.proves_contact(&answer.simplex),
        Says::Apart => {
            axis.is_some_and(|(rounded, axis)| truth.proves_separation(&rounded, axis))
                || answer.names_face && truth.face_separates(&answer.simplex)
        }
    }
}

/// What is known of a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// It is right, or the bracket of the truth leaves open whether it is and its margin is within the tolerance in any case.
    Right,
    /// It is wrong, its margin within the tolerance.
    Contact,
    /// It is wrong, its margin beyond the tolerance.
    Wrong,
    /// The bracket of the truth does not tell which of these.
    Undecided,
}

impl Verdict {
    /// That of an answer about bodies whose class a bracket may leave open, by the ends of the bracket of its margin.
    fn of_bracket(limits: &Limits, answer: &Answered, class: Option<Class>, margin: [Scaled; 2]) -> Verdict {
        let [low, high] = margin.map(|end| limits.is_beyond(end));
        match class {
            _ if !is_right(answer, class) => Verdict::of_margin([low, high]),
            None if high => Verdict::Undecided,
            _ => Verdict::Right,
        }
    }

    /// A wrong verdict, by whether the ends of the bracket of its margin are beyond the tolerance.
    fn of_margin([low, high]: [bool; 2]) -> Verdict {
        match (low, high) {
            (true, true) => Verdict::Wrong,
            (false, false) => Verdict::Contact,
            _ => Verdict::Undecided,
        }
    }

    /// The ruling, by the greatest length error too, if the answer has lengths.
    fn ruling(self, lengths: Option<Extent>) -> Ruling {
        match (self, lengths.unwrap_or(Extent::Within)) {
            (Verdict::Wrong, _) => Ruling::Wrong,
            (Verdict::Undecided, _) => Ruling::Undecided,
            (_, Extent::Lost) => Ruling::Off,
            (_, Extent::Beyond) => Ruling::Inaccurate,
            (Verdict::Contact, Extent::Within) => Ruling::Contact,
            (Verdict::Right, Extent::Within) => Ruling::Right,
        }
    }
}

/// The distance of two points; none where one is not finite. Squares of numbers near the ends of the range are beyond it, so that
/// the exponents stand apart.
fn distance(p: &Point, q: &Point) -> Option<Scaled> {
    p.iter().chain(q).all(|x| x.is_finite()).then(|| {
        let squared = (0..3).fold(Scaled::ZERO, |sum, i| {
            // As doubles the difference may be beyond the range, and half of the least number is none.
            let difference = Scaled::from_f64(p[i]).minus(Scaled::from_f64(q[i]));
            sum.plus(difference.times(difference))
        });
        squared.root()
    })
}
