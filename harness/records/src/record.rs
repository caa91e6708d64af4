//! One judged answer, as a row of `records/*.csv.gz`.

use serde::{Deserialize, Serialize};

use crate::question::off;
use crate::{Column, Measure, Measures, Part, Question, Ruling};

/// The names of the scalars in the order in which tables and figures show them.
pub const SCALARS: [&str; 3] = ["f32", "f64", "exact"];

/// One judged answer.
///
#[doc = include_str!("columns/rows.md")]
#[allow(missing_docs, reason = "the table has the meaning of every field")]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    pub schema: u32,
    pub family: String,
    #[serde(rename = "case_id")]
    pub case: String,
    pub dimension: u8,
    pub points_a: usize,
    pub points_b: usize,
    pub scalar: String,
    pub variant: String,
    pub knob_asked: Option<f64>,
    pub knob: Option<f64>,
    pub ruling: Ruling,
    pub certified: Option<bool>,
    pub verdict: Option<String>,
    pub distance: Option<f64>,
    pub error_units: Option<f64>,
    pub length_error_units: Option<f64>,
    pub margin_units: Option<f64>,
    pub beyond_slack: Option<bool>,
    pub flat_depth_units: Option<f64>,
    pub axis_overlap_units: Option<f64>,
    pub witness_error_units: Option<f64>,
    pub witness_allowance_units: Option<f64>,
    pub stop: String,
    pub iterations: usize,
    pub supports: usize,
    pub fault: Option<String>,
    pub truth_class: String,
    pub truth_distance: f64,
    pub truth_width_units: f64,
    pub gap_units: Option<f64>,
    pub depth: Option<f64>,
    pub truth_depth: Option<f64>,
    pub truth_depth_width_units: Option<f64>,
    pub residual_units: Option<f64>,
    pub excess_units: Option<f64>,
    pub excess_ratio: Option<f64>,
    pub normal_reach_units: Option<f64>,
    pub is_flat_depth: Option<bool>,
    pub depth_certified: Option<bool>,
    #[serde(with = "off", default)]
    pub off_by: Option<Measure>,
    pub promises_least: Option<bool>,
    pub held_units: Option<f64>,
    pub time: Option<f64>,
    pub truth_time: Option<f64>,
    pub late_units: Option<f64>,
    pub early_units: Option<f64>,
    pub time_error_units: Option<f64>,
    pub time_certified: Option<bool>,
}

impl Record {
    /// The name, in messages, of the contents of a file of rows.
    pub(crate) const HOLDS: &str = "records";

    /// The column in which the answer is counted.
    pub fn column(&self) -> Column {
        Column::of(self.ruling, matches!(self.verdict.as_deref(), Some("intersecting" | "hit")))
    }

    /// True if the verdict is wrong or missing: the exact test of two variants counts these cases.
    pub fn has_no_right_verdict(&self) -> bool {
        matches!(self.ruling, Ruling::Wrong | Ruling::GaveUp)
    }

    /// The value of a measure; for a fact, one if it holds, otherwise zero.
    pub fn measure(&self, measure: Measure) -> Option<f64> {
        let fact = |holds: Option<bool>| holds.map(|holds| f64::from(u8::from(holds)));
        match measure {
            Measure::Depth => self.depth,
            Measure::TruthDepth => self.truth_depth,
            Measure::TruthDepthWidth => self.truth_depth_width_units,
            Measure::Residual => self.residual_units,
            Measure::Excess => self.excess_units,
            Measure::ExcessRatio => self.excess_ratio,
            Measure::NormalReach => self.normal_reach_units,
            Measure::IsFlatDepth => fact(self.is_flat_depth),
            Measure::DepthCertified => fact(self.depth_certified),
            Measure::PromisesLeast => fact(self.promises_least),
            Measure::Time => self.time,
            Measure::TruthTime => self.truth_time,
            Measure::Late => self.late_units,
            Measure::Early => self.early_units,
            Measure::TimeError => self.time_error_units,
            Measure::TimeCertified => fact(self.time_certified),
        }
    }

    /// Sets the measures of the record.
    pub fn with(self, measures: &Measures) -> Record {
        Record {
            depth: measures[Measure::Depth],
            truth_depth: measures[Measure::TruthDepth],
            truth_depth_width_units: measures[Measure::TruthDepthWidth],
            residual_units: measures[Measure::Residual],
            excess_units: measures[Measure::Excess],
            excess_ratio: measures[Measure::ExcessRatio],
            normal_reach_units: measures[Measure::NormalReach],
            is_flat_depth: measures.is(Measure::IsFlatDepth),
            depth_certified: measures.is(Measure::DepthCertified),
            promises_least: measures.is(Measure::PromisesLeast),
            time: measures[Measure::Time],
            truth_time: measures[Measure::TruthTime],
            late_units: measures[Measure::Late],
            early_units: measures[Measure::Early],
            time_error_units: measures[Measure::TimeError],
            time_certified: measures.is(Measure::TimeCertified),
            ..self
        }
    }

    /// True if the variant promises only a part of what its claim is judged by.
    ///
    /// Earlier rows do not contain this fact: their variants all promise the whole.
    pub(crate) fn promises_a_part(&self) -> bool {
        self.promises_least == Some(false)
    }

    /// Whether the answer's own evidence proves the claim that a question asks for.
    pub(crate) fn has_certified(&self, question: Question) -> bool {
        question.claim().is_some_and(|claim| self.measure(claim.certified) == Some(1.0))
    }

    /// The outcome of this case for the variant, in a comparison of variants by the claim of a question.
    ///
    /// - Untaken if the case was not accepted, or if nothing was claimed, as for bodies that are rightly called apart.
    /// - Wrong if the verdict is wrong or missing, or if the answer is off by the question's measure of soundness.
    /// - Sound otherwise: the measure of soundness is within half of the digits. A question without measures depends only on
    ///   the verdict, and so does a cast that is rightly said never to hit.
    ///
    /// A wrong or missing verdict is wrong here even if nothing was claimed. No record states whether a variant would have
    /// claimed something with a right verdict, but only variants that make such claims are compared.
    pub(crate) fn part(&self, question: Question) -> Part {
        if !self.ruling.is_taken() {
            return Part::Untaken;
        }
        match question.soundness() {
            _ if self.has_no_right_verdict() => Part::Wrong,
            None => Part::Sound,
            Some(soundness) if self.off_by == Some(soundness) => Part::Wrong,
            Some(soundness) if self.measure(soundness).is_some() => Part::Sound,
            Some(Measure::Late) if self.verdict.as_deref() == Some("never") => Part::Sound,
            Some(_) => Part::Untaken,
        }
    }

    /// The length error that the ruling is based on; an earlier row has only the raw error, from which nothing is subtracted.
    pub(crate) fn judged_error(&self) -> Option<f64> {
        self.length_error_units.or(self.error_units)
    }

    /// True if the ruling is based on [`judged_error`](Record::judged_error).
    pub(crate) fn has_judged_error(&self) -> bool {
        self.length_error_units.is_some() || self.error_units.is_none()
    }

    /// True if the bodies were called apart although they overlap by more than the tolerance within a common plane or line.
    ///
    /// Exact arithmetic has no tolerance.
    pub fn is_flat_missed(&self, tolerance: f64) -> bool {
        is_flat_missed(self.flat_depth_units, self.scalar == "exact", tolerance)
    }
}

/// True if a flat depth exceeds the tolerance, both in units; the tolerance is zero in exact arithmetic.
///
/// It does not affect the ruling: in space the bodies touch, and a false `apart` is at best `contact`.
pub fn is_flat_missed(flat_depth: Option<f64>, is_exact: bool, tolerance: f64) -> bool {
    flat_depth.is_some_and(|depth| depth > if is_exact { 0.0 } else { tolerance })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_returns_the_measures_it_was_given() {
        let mut measures = Measures::default();
        assert!(measures.is_empty());
        for (place, measure) in Measure::ALL.into_iter().enumerate() {
            let value = if measure.unit() == crate::Unit::Fact { place % 2 } else { 1 + place };
            measures[measure] = Some(value as f64);
        }
        let record = Record::default().with(&measures);
        let columns = serde_json::to_value(&record).unwrap();
        for measure in Measure::ALL {
            assert_eq!(record.measure(measure), measures[measure], "{measure:?}");
            // Its column has the name that the list of measures gives.
            let value = &columns[measure.field()];
            let number = value.as_f64().or(value.as_bool().map(|holds| f64::from(u8::from(holds))));
            assert_eq!(number, measures[measure], "{measure:?}");
            assert_eq!(Record::default().measure(measure), None);
        }
    }

    #[test]
    fn an_answer_never_is_compared_about_casts_and_no_answer_about_bodies_at_rest_is() {
        let of = |verdict: &str, ruling, late_units, off_by| {
            let record = Record { verdict: Some(verdict.to_owned()), ruling, late_units, off_by, ..Record::default() };
            record.part(Question::Cast)
        };
        assert_eq!(of("never", Ruling::Right, None, None), Part::Sound);
        assert_eq!(of("never", Ruling::Contact, None, None), Part::Sound);
        assert_eq!(of("never", Ruling::Wrong, None, None), Part::Wrong);
        assert_eq!(of("hit", Ruling::Right, Some(0.0), None), Part::Sound);
        assert_eq!(of("hit", Ruling::Off, Some(1e9), Some(Measure::Late)), Part::Wrong);
        assert_eq!(of("apart", Ruling::Right, None, None), Part::Untaken);
        assert_eq!(of("never", Ruling::NotApplicable, None, None), Part::Untaken);
    }
}
