//! Counts of answers with a claim in addition to the verdict and the distance, such as the depth of overlapping bodies.

use std::borrow::Cow;
use std::fmt;

use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serializer};

use crate::{Measure, Question, Record};

/// Counts of the answers with one claim, which the [measure of its soundness](Question::soundness) names.
///
/// Their rulings are counted among the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClaimCounts {
    /// Answers with this claim.
    pub answers: u64,
    /// Answers whose own evidence proves the claim.
    pub certified: u64,
    /// Answers that are included in the counts below: all, except in archives of earlier versions.
    pub measured: u64,
    /// Answers of variants that promise only a part of what the claim is judged by, such as some translation instead of the
    /// least one.
    pub some: u64,
    off_by: [u64; Measure::OFF.len()],
    beyond: [u64; Measure::OFF.len()],
    right: [u64; Question::COUNT],
}

/// √u·D in units of u·D, beyond which half of the digits are lost; in exact arithmetic 2⁻²⁶ in units of D.
fn half(scalar: &str) -> f64 {
    match scalar {
        "f32" => 2f64.powi(12),
        "f64" => 2f64.powi(26) * std::f64::consts::SQRT_2,
        _ => 2f64.powi(-26),
    }
}

/// The questions about a claim.
fn questions(soundness: Measure) -> impl Iterator<Item = Question> + Clone {
    Question::ALL.into_iter().filter(move |question| question.soundness() == Some(soundness))
}

impl ClaimCounts {
    /// The counts of no answers.
    pub(crate) const NOTHING: ClaimCounts = ClaimCounts {
        answers: 0,
        certified: 0,
        measured: 0,
        some: 0,
        off_by: [0; Measure::OFF.len()],
        beyond: [0; Measure::OFF.len()],
        right: [0; Question::COUNT],
    };

    /// True if there are no such answers.
    pub fn is_empty(&self) -> bool {
        *self == ClaimCounts::default()
    }

    /// Answers that are off by a measure that they promised.
    pub fn off_by(&self, measure: Measure) -> u64 {
        measure.place_off().map_or(0, |place| self.off_by[place])
    }

    /// Sound answers that would be off by a measure, had they promised it.
    pub fn beyond(&self, measure: Measure) -> u64 {
        measure.place_off().map_or(0, |place| self.beyond[place])
    }

    /// Answers with a right verdict and all measures of a question within the tolerance, whether or not they promised these.
    pub fn right(&self, question: Question) -> u64 {
        self.right[question as usize]
    }

    /// Counts an answer that was judged with a tolerance in units of u·D, if it has this claim.
    pub(crate) fn count(&mut self, record: &Record, soundness: Measure, tolerance: f64) {
        let asked = questions(soundness);
        let measures = || asked.clone().flat_map(Question::measures).copied();
        if measures().all(|measure| record.measure(measure).is_some()) {
            let tolerance = if record.scalar == "exact" { 0.0 } else { tolerance };
            // A length that is not a number is within no bound.
            let is_within = |measure: Measure, length| record.measure(measure).is_some_and(|value| value <= length);
            self.measured += 1;
            for question in asked.clone().filter(|_| !record.has_no_right_verdict()) {
                let is_right = question.measures().iter().all(|measure| is_within(*measure, tolerance));
                self.right[question as usize] += u64::from(is_right);
            }
            if record.promises_a_part() {
                self.some += 1;
                let is_sound = !record.has_no_right_verdict() && record.off_by != Some(soundness);
                let off = measures().find(|measure| *measure != soundness && !is_within(*measure, half(&record.scalar)));
                if let Some(place) = off.filter(|_| is_sound).and_then(Measure::place_off) {
                    self.beyond[place] += 1;
                }
            }
        }
        self.answers += u64::from(record.measure(soundness).is_some());
        if let Some(place) = record.off_by.filter(|by| measures().any(|measure| measure == *by)).and_then(Measure::place_off) {
            self.off_by[place] += 1;
        }
        self.certified += u64::from(questions(soundness).next().is_some_and(|question| record.has_certified(question)));
    }

    pub(crate) fn add(&mut self, other: &ClaimCounts) {
        let add = |ours: &mut u64, theirs: u64| *ours = ours.saturating_add(theirs);
        let add_all = |ours: &mut [u64], theirs: &[u64]| ours.iter_mut().zip(theirs).for_each(|(o, t)| add(o, *t));
        add(&mut self.answers, other.answers);
        add(&mut self.certified, other.certified);
        add(&mut self.measured, other.measured);
        add(&mut self.some, other.some);
        add_all(&mut self.off_by, &other.off_by);
        add_all(&mut self.beyond, &other.beyond);
        add_all(&mut self.right, &other.right);
    }

    /// Every count with its name in a file, and true if it is also written when it is zero, as in archives of earlier versions.
    fn named(&mut self, mut take: impl FnMut(&str, bool, &mut u64)) {
        take("answers", true, &mut self.answers);
        for (place, measure) in Measure::OFF.into_iter().enumerate() {
            take(measure.off(), true, &mut self.off_by[place]);
        }
        take("certified", true, &mut self.certified);
        take("measured", false, &mut self.measured);
        take("some", false, &mut self.some);
        for question in Question::LEAGUES.into_iter().rev() {
            if let Some(name) = question.right() {
                take(name, false, &mut self.right[question as usize]);
            }
        }
        for (place, measure) in Measure::OFF.into_iter().enumerate() {
            if let Some(name) = measure.beyond() {
                take(name, false, &mut self.beyond[place]);
            }
        }
    }

    /// Writes the counts of a claim by their names.
    pub(crate) fn write<S: Serializer>(&self, soundness: Measure, to: S) -> Result<S::Ok, S::Error> {
        let is_of_others = |name: &str| {
            let measures = || questions(soundness).flat_map(Question::measures);
            Measure::named_off(name).is_some_and(|measure| measures().all(|ours| *ours != measure))
        };
        let mut counts: Vec<(String, u64)> = Vec::new();
        let mut copy = *self;
        copy.named(|name, always, count| {
            if (always && !is_of_others(name)) || *count > 0 {
                counts.push((name.to_owned(), *count));
            }
        });
        let mut map = to.serialize_map(Some(counts.len()))?;
        counts.iter().try_for_each(|(name, count)| map.serialize_entry(name, count))?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for ClaimCounts {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<ClaimCounts, D::Error> {
        struct Named;
        impl<'de> Visitor<'de> for Named {
            type Value = ClaimCounts;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("counts by their names")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ClaimCounts, A::Error> {
                let mut counts = ClaimCounts::default();
                while let Some(field) = map.next_key::<Cow<str>>()? {
                    let mut value = None;
                    let mut is_known = false;
                    counts.named(|name, _, _| is_known |= name == field);
                    match is_known {
                        true => value = Some(map.next_value::<u64>()?),
                        false => drop(map.next_value::<IgnoredAny>()?),
                    }
                    counts.named(|name, _, count| {
                        if let Some(value) = value.filter(|_| name == field) {
                            *count = value;
                        }
                    });
                }
                Ok(counts)
            }
        }
        from.deserialize_map(Named)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::Ruling;

    /// Counts of depths, given by their names.
    pub(crate) fn of(mut count: impl FnMut(&str) -> u64) -> ClaimCounts {
        let mut counts = ClaimCounts::default();
        counts.named(|name, _, value| *value = count(name));
        counts
    }

    /// The counts of depths as in a file.
    fn written(counts: &ClaimCounts) -> String {
        let mut text = Vec::new();
        counts.write(Measure::Residual, &mut serde_json::Serializer::new(&mut text)).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn depths_are_counted_by_the_measure_they_are_off_by_and_added_up() {
        let record = |off_by, residual_units, depth_certified| Record {
            off_by,
            residual_units,
            depth_certified,
            ruling: Ruling::Off,
            ..Record::default()
        };
        let mut counts = ClaimCounts::default();
        let (shallow, excess) = (Some(Measure::Residual), Some(Measure::Excess));
        for (off_by, certified) in [(shallow, false), (excess, false), (None, true), (shallow, true)] {
            counts.count(&record(off_by, Some(1.0), Some(certified)), Measure::Residual, 64.0);
        }
        // Without a depth there is no answer about it.
        counts.count(&record(None, None, None), Measure::Residual, 64.0);
        let of = |n| format!(r#"{{"answers":{},"shallow":{},"excess":{n},"certified":{}}}"#, 4 * n, 2 * n, 2 * n);
        assert_eq!(written(&counts), of(1));
        assert_eq!([counts.off_by(Measure::Residual), counts.off_by(Measure::Excess)], [2, 1]);
        counts.add(&counts.clone());
        assert_eq!(written(&counts), of(2));
    }

    #[test]
    fn casts_are_counted_by_the_measures_of_time_alone() {
        let record = |late, early, off_by: Option<Measure>| Record {
            ruling: if off_by.is_none() { Ruling::Right } else { Ruling::Off },
            scalar: "f64".to_owned(),
            late_units: Some(late),
            early_units: Some(early),
            time_certified: Some(true),
            off_by,
            ..Record::default()
        };
        let mut counts = ClaimCounts::default();
        for record in [
            record(0.0, 64.0, None),
            record(64.0, 0.0, None),
            record(0.0, 65.0, None),
            record(1e9, 0.0, Some(Measure::Late)),
            record(0.0, 1e9, Some(Measure::Early)),
        ] {
            counts.count(&record, Measure::Late, 64.0);
            // A cast claims no depth.
            let mut depths = ClaimCounts::default();
            depths.count(&record, Measure::Residual, 64.0);
            assert!(depths.is_empty());
        }
        assert_eq!([counts.answers, counts.measured, counts.certified, counts.right(Question::Cast)], [5, 5, 5, 2]);
        assert_eq!([counts.off_by(Measure::Late), counts.off_by(Measure::Early)], [1, 1]);
    }

    #[test]
    fn translations_are_counted_by_residual_and_excess() {
        use Ruling::{GaveUp, Off, Right, Wrong};
        let of = |scalar: &str, ruling, residual, excess, promises_least| {
            let off = if residual > 1e6 { Measure::Residual } else { Measure::Excess };
            let off_by = Some(off).filter(|_| ruling == Off);
            let (residual_units, excess_units) = (Some(residual), Some(excess));
            let scalar = scalar.to_owned();
            let record = Record { scalar, ruling, residual_units, excess_units, promises_least, off_by, ..Record::default() };
            let mut counts = ClaimCounts::default();
            counts.count(&record, Measure::Residual, 64.0);
            let [apart, least] = [Question::Translation, Question::Depth].map(|question| counts.right(question));
            [counts.measured, counts.some, apart, least, counts.beyond(Measure::Excess)]
        };
        let (least, some) = (Some(true), Some(false));
        assert_eq!(of("f64", Right, 64.0, 64.0, some), [1, 1, 1, 1, 0]);
        assert_eq!(of("f64", Right, 64.0, 65.0, some), [1, 1, 1, 0, 0]);
        // Farther than the depth by more than √u·D = 9.49e7 u·D, from a variant that promised only some translation, or the
        // least one.
        assert_eq!(of("f64", Right, 0.0, 9.4e7, some), [1, 1, 1, 0, 0]);
        assert_eq!(of("f64", Right, 0.0, 9.5e7, some), [1, 1, 1, 0, 1]);
        assert_eq!(of("f64", Off, 0.0, 9.5e7, least), [1, 0, 1, 0, 0]);
        assert_eq!(of("f64", Right, 0.0, f64::NAN, some), [1, 1, 1, 0, 1]);
        assert_eq!(of("f64", Off, 1e9, 1e9, some), [1, 1, 0, 0, 0]);
        // 2¹² in single precision; exact arithmetic has no tolerance, and 2⁻²⁶ D is half of the digits.
        assert_eq!(of("f32", Right, 0.0, 4097.0, some), [1, 1, 1, 0, 1]);
        assert_eq!(of("exact", Right, 0.0, 0.0, some), [1, 1, 1, 1, 0]);
        assert_eq!(of("exact", Right, 0.0, 1e-9, some), [1, 1, 1, 0, 0]);
        assert_eq!(of("exact", Right, 0.0, 1e-7, some), [1, 1, 1, 0, 1]);
        assert_eq!(of("exact", Right, 1e-30, 0.0, least), [1, 0, 0, 0, 0]);
        // With a wrong verdict, no translation is right.
        assert_eq!(of("f64", Wrong, 0.0, 0.0, some), [1, 1, 0, 0, 0]);
        assert_eq!(of("f64", GaveUp, 0.0, 0.0, None), [1, 0, 0, 0, 0]);
        // Rows of earlier versions are from variants that promise the least translation.
        assert_eq!(of("f64", Right, 0.0, 0.0, None), [1, 0, 1, 1, 0]);
    }

    #[test]
    fn counts_of_translations_are_added_and_left_out_of_files_where_there_are_none() {
        let old = r#"{"answers":4,"shallow":2,"excess":1,"certified":2}"#;
        let mut depth: ClaimCounts = serde_json::from_str(old).unwrap();
        assert_eq!(written(&depth), old, "an archive of before is written as it was");
        let new = r#"{"answers":9,"of others":3,"measured":9,"some":5,"apart":4,"least":3,"farther":2}"#;
        let new: ClaimCounts = serde_json::from_str(new).unwrap();
        depth.add(&new);
        depth.add(&new);
        let sum =
            r#"{"answers":22,"shallow":2,"excess":1,"certified":2,"measured":18,"some":10,"apart":8,"least":6,"farther":4}"#;
        assert_eq!(written(&depth), sum);
        assert_eq!(serde_json::from_str::<ClaimCounts>(sum).unwrap(), depth);
        assert!(serde_json::from_str::<ClaimCounts>(r#"{"least":-1}"#).is_err());
    }
}
