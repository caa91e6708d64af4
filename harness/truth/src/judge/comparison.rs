//! A comparison of an answer with the truth of its case, and its ruling: the same for every kind of body.
//!
//! Hulls, curved bodies and unions each make a [`Comparison`]. A length that is known exactly is a bracket of width zero. The
//! width of a bracket is not an error and decides nothing: an answer counts as wrong or off only if the whole bracket refutes
//! it, and as right only if the whole bracket confirms it.

use gjk_cases::case::Class;
use gjk_records::Ruling;

use super::judgement::Judgement;
use super::lengths::LengthErrors;
use super::limits::{Extent, Limits};
use super::measured::Measured;
use crate::answer::Says;
use crate::exact::{Bracket, Scaled};

/// A verdict compared with the truth. The margin of a wrong verdict is the least translation that would make it true.
#[derive(Clone, Copy)]
pub(super) enum Verdict {
    /// The verdict is right.
    Right,
    /// The verdict is wrong, with this margin.
    Wrong(Bracket),
    /// The truth does not decide. If the verdict is wrong, this is its margin.
    Open(Bracket),
}

impl Verdict {
    /// Compares a verdict about bodies of this class, if the class is decided. The margin of a false "intersecting" is the
    /// distance of the bodies; the margin of a false "apart" is their depth in each other.
    pub fn of(says: Says, class: Option<Class>, gap: Bracket, depth: impl FnOnce() -> Bracket) -> Verdict {
        let margin = || match says {
            Says::Intersecting => gap,
            Says::Apart => depth(),
        };
        match class {
            Some(class) if (says == Says::Apart) == (class == Class::Separated) => Verdict::Right,
            Some(_) => Verdict::Wrong(margin()),
            None => Verdict::Open(margin()),
        }
    }

    /// The margin, unless the verdict is right.
    pub fn margin(self) -> Option<Bracket> {
        match self {
            Verdict::Right => None,
            Verdict::Wrong(margin) | Verdict::Open(margin) => Some(margin),
        }
    }

    /// Whether the verdict is wrong.
    pub fn is_wrong(self) -> bool {
        matches!(self, Verdict::Wrong(_))
    }
}

/// An answer compared with the truth: the input of its ruling, and the numbers that are recorded with it. Lengths are in units
/// of the coordinates.
#[derive(Clone, Copy)]
pub(super) struct Comparison {
    /// The verdict of the answer.
    pub verdict: Verdict,
    /// The errors of its lengths.
    pub lengths: LengthErrors,
    /// Whether its own evidence proves its verdict; `None` if there is nothing to check.
    pub certified: Option<bool>,
    /// See [`Judgement::flat_depth`].
    pub flat_depth: Option<Scaled>,
    /// See [`Judgement::axis_overlap`].
    pub axis_overlap: Option<Scaled>,
    /// See [`Judgement::witness_error`].
    pub witness_error: Option<Scaled>,
    /// The measures of its claim.
    pub measured: Option<Measured>,
}

impl Comparison {
    /// The ruling of an answer whose greatest length error is of this extent.
    fn ruling(&self, limits: &Limits, extent: Extent) -> Ruling {
        let is_beyond = |margin: Scaled| limits.is_beyond(margin);
        match (self.verdict, extent) {
            (Verdict::Wrong(margin), _) if is_beyond(margin.low) => Ruling::Wrong,
            (Verdict::Wrong(margin) | Verdict::Open(margin), _) if is_beyond(margin.high) => Ruling::Undecided,
            (_, Extent::Lost) => Ruling::Off,
            (_, Extent::Beyond) => Ruling::Inaccurate,
            (_, Extent::Within) if self.lengths.are_open(limits) => Ruling::Undecided,
            (Verdict::Wrong(_), Extent::Within) => Ruling::Contact,
            (Verdict::Right | Verdict::Open(_), Extent::Within) => Ruling::Right,
        }
    }

    /// The judgement, in the units of the limits. An answer that lacks a number that it promises has lost all its digits.
    pub fn judgement(&self, limits: &Limits, lacks_promised: bool) -> Judgement {
        let units = |length: Scaled| limits.units(length);
        let length_error = self.lengths.judged();
        let extent = match length_error {
            _ if lacks_promised => Extent::Lost,
            _ if self.measured.is_some_and(|measured| measured.is_lost) => Extent::Lost,
            Some(error) => limits.extent(error),
            None => Extent::Within,
        };
        // The margin is dropped if the verdict is right as far as is known.
        let margin = self.verdict.margin().filter(|margin| self.verdict.is_wrong() || limits.is_beyond(margin.high));
        let lengths = &self.lengths;
        let ruling = self.ruling(limits, extent);
        Judgement {
            ruling,
            certified: self.certified,
            error: lengths.error().map(units),
            infeasibility: lengths.infeasibility().map(units),
            length_error: length_error.map(units),
            margin: margin.map(|margin| units(margin.high)),
            margin_low: margin.map(|margin| units(margin.low)),
            flat_depth: self.flat_depth.map(units),
            axis_overlap: self.axis_overlap.map(units),
            witness_error: self.witness_error.map(units),
            witness_allowance: lengths.allowance().map(units),
            measures: self.measured.map(|measured| measured.measures(limits)).unwrap_or_default(),
            off_by: self.measured.and_then(|measured| measured.off_by(limits)).filter(|_| ruling == Ruling::Off),
        }
    }
}
