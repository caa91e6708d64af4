//! Measures of a claim, and the rule by which they decide on answers: the same for every claim.
//!
//! A question names its measures ([`Question::measures`]). A promised answer is ruled by these. If the question is asked as a
//! whole, the lengths of the answer and other numbers of the claim are ruled on as well. A measure is right within the
//! tolerance, and inaccurate up to half of the digits; beyond that, the answer is off by it.

use gjk_records::{Measure, Measures, Question, Unit};

use super::lengths::LengthErrors;
use super::limits::Limits;
use crate::exact::Scaled;

/// Measures of a claim, in units of the coordinates.
#[derive(Clone, Copy)]
pub(super) struct Measured {
    /// The question whose measures decide the ruling.
    held_to: Question,
    /// The measures that are lengths.
    lengths: [Option<Scaled>; Measure::COUNT],
    /// The other measures: ratios and facts.
    others: Measures,
    /// The distance between the claim and another number of it, such as a depth that is not the length of the translation.
    pub misreported: Scaled,
    /// The widths of two brackets: of the measures that every question about the claim asks for, and of the truth that the
    /// whole answer is compared with.
    pub open: [Scaled; 2],
    /// Whether half of the digits are lost in something other than a length.
    pub is_lost: bool,
    /// Whether the answer's own evidence proves the claim.
    pub is_proved: bool,
}

impl Measured {
    /// A claim without measures yet. The question about it that was promised decides; a claim that was not promised is ruled as
    /// a whole.
    pub fn of(whole: Question, promise: Question) -> Measured {
        Measured {
            held_to: if promise.claims_the_same(whole) { promise } else { whole },
            lengths: [None; Measure::COUNT],
            others: Measures::default(),
            misreported: Scaled::ZERO,
            open: [Scaled::ZERO; 2],
            is_lost: false,
            is_proved: false,
        }
    }

    /// Adds a length.
    pub fn length(mut self, measure: Measure, length: Scaled) -> Measured {
        self.lengths[measure as usize] = Some(length);
        self
    }

    /// Adds a ratio.
    pub fn ratio(mut self, measure: Measure, ratio: f64) -> Measured {
        self.others[measure] = Some(ratio);
        self
    }

    /// Adds a fact.
    pub fn fact(mut self, measure: Measure, holds: bool) -> Measured {
        self.others[measure] = Some(f64::from(u8::from(holds)));
        self
    }

    /// Whether the question is asked as a whole, and not in part.
    pub fn is_whole(&self) -> bool {
        self.held_to.is_whole()
    }

    /// The measures that decide the ruling, as far as they are known.
    fn asked(&self) -> impl Iterator<Item = (Measure, Scaled)> + '_ {
        self.held_to.measures().iter().filter_map(|measure| Some((*measure, self.lengths[*measure as usize]?)))
    }

    /// The lengths that decide the ruling of an answer, its claim among them; for a question in part, only its measures.
    pub fn ruled(&self, lengths: LengthErrors) -> LengthErrors {
        let [of_measures, of_truth] = self.open;
        let judged = self.asked().map(|(_, length)| length).max();
        match self.is_whole() {
            true => LengthErrors {
                claim: judged.max(Some(self.misreported)),
                open: lengths.open.max(of_measures).max(of_truth),
                ..lengths
            },
            false => LengthErrors { claim: judged, open: of_measures, ..LengthErrors::NONE },
        }
    }

    /// The first measure that decides and has lost half of its digits.
    pub fn off_by(&self, limits: &Limits) -> Option<Measure> {
        self.asked().find(|(_, length)| *length > limits.half).map(|(measure, _)| measure)
    }

    /// All measures in the units of the records.
    pub fn measures(&self, limits: &Limits) -> Measures {
        let mut measures = self.others;
        for (measure, length) in Measure::ALL.into_iter().filter_map(|m| Some((m, self.lengths[m as usize]?))) {
            measures[measure] = Some(if measure.unit() == Unit::Rounding { limits.units(length) } else { length.to_f64() });
        }
        measures
    }
}
