//! How often each ruling was given, how often the evidence proved the verdict, and whose fault the failures are.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::{Column, OffBy, Record, Tally};

/// The faults as records spell them, in the order of [`Counts::faults`]. The last one stands for every other spelling.
pub const FAULTS: [&str; 4] = ["algorithm", "rounding", "range", "unknown"];

/// How records spell that a failure's fault was not asked for: it was for other failures of the variant.
pub const NOT_ASKED: &str = "not asked";

/// What was found of some answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// How often each ruling was given.
    #[serde(with = "every_column")]
    pub rulings: Tally,
    /// False `apart`s of bodies that overlap by more than the tolerance within a common plane or line. Their ruling is counted
    /// as well: `contact` or worse.
    pub flat_missed: u64,
    /// Answers whose own evidence proves the verdict.
    pub certified: u64,
    /// Failures by whose fault they are, in the order of [`FAULTS`]: those of which it was asked, which may be fewer than there are.
    pub faults: [u64; FAULTS.len()],
    /// Wrong verdicts whose margin is beyond the slack that the implementation states of itself.
    #[serde(default)]
    pub beyond_slack: u64,
    /// What was found of answers that say how deep bodies lie in each other; all zero where there are none.
    #[serde(default, skip_serializing_if = "DepthCounts::is_empty")]
    pub depth: DepthCounts,
}

/// What was found of answers that say how deep bodies lie in each other. Their rulings are counted among the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DepthCounts {
    /// So many there are.
    pub answers: u64,
    /// Those that are off as they leave overlap.
    pub shallow: u64,
    /// Those that are off as they go farther than they have to.
    pub excess: u64,
    /// Those whose own evidence proves that no shorter translation takes the bodies apart.
    pub certified: u64,
    /// Those of which the counts below tell: all of them, but in archives of before.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub measured: u64,
    /// Those of variants that promise some translation and not the least one. They are held to the residual alone.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub some: u64,
    /// Those with a right verdict whose residual is within the tolerance: they take the bodies apart.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub apart: u64,
    /// Of these the least ones: their excess is within the tolerance too.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub least: u64,
    /// Of `some` those that would be `excess` had they promised the least translation.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub farther: u64,
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// √u·D in units of u·D, beyond which half of the digits are lost; in exact arithmetic 2⁻²⁶, in units of D.
fn half(scalar: &str) -> f64 {
    match scalar {
        "f32" => 2f64.powi(12),
        "f64" => 2f64.powi(26) * std::f64::consts::SQRT_2,
        _ => 2f64.powi(-26),
    }
}

impl DepthCounts {
    fn is_empty(&self) -> bool {
        *self == DepthCounts::default()
    }

    fn count(&mut self, record: &Record, tolerance: f64) {
        if let (Some(residual), Some(excess)) = (record.residual_units, record.excess_units) {
            let tolerance = if record.scalar == "exact" { 0.0 } else { tolerance };
            let is_apart = !record.has_no_right_verdict() && residual <= tolerance;
            let is_some = record.promises_least == Some(false);
            let is_shallow = record.has_no_right_verdict() || record.off_by == Some(OffBy::Shallow);
            // A length that is no number is not within any.
            let is_within = |length: f64| excess <= length;
            self.measured += 1;
            self.some += u64::from(is_some);
            self.apart += u64::from(is_apart);
            self.least += u64::from(is_apart && is_within(tolerance));
            self.farther += u64::from(is_some && !is_shallow && !is_within(half(&record.scalar)));
        }
        self.answers += u64::from(record.residual_units.is_some());
        self.shallow += u64::from(record.off_by == Some(OffBy::Shallow));
        self.excess += u64::from(record.off_by == Some(OffBy::Excess));
        self.certified += u64::from(record.depth_certified == Some(true));
    }

    fn add(&mut self, other: &DepthCounts) {
        let add = |ours: &mut u64, theirs: u64| *ours = ours.saturating_add(theirs);
        add(&mut self.answers, other.answers);
        add(&mut self.shallow, other.shallow);
        add(&mut self.excess, other.excess);
        add(&mut self.certified, other.certified);
        add(&mut self.measured, other.measured);
        add(&mut self.some, other.some);
        add(&mut self.apart, other.apart);
        add(&mut self.least, other.least);
        add(&mut self.farther, other.farther);
    }
}

impl Counts {
    /// Counts an answer that was judged with a tolerance in units of u·D.
    pub fn count(&mut self, record: &Record, tolerance: f64) {
        self.rulings.count(record.column());
        if !record.ruling.is_taken() {
            return;
        }
        self.beyond_slack += u64::from(record.beyond_slack == Some(true));
        self.certified += u64::from(record.certified == Some(true));
        self.depth.count(record, tolerance);
        self.flat_missed += u64::from(record.is_flat_missed(tolerance));
        if record.ruling.is_failure() && record.fault.as_deref() != Some(NOT_ASKED) {
            let fault = record.fault.as_deref().unwrap_or_default();
            self.faults[FAULTS.iter().position(|known| *known == fault).unwrap_or(FAULTS.len() - 1)] += 1;
        }
    }

    /// Answers to cases that were taken: what every rate is of.
    pub fn applicable(&self) -> u64 {
        self.rulings.applicable()
    }

    /// Answers that are failures.
    pub fn failures(&self) -> u64 {
        self.rulings.failures()
    }

    /// Failures of which it was asked whose fault they are.
    pub fn failures_asked(&self) -> u64 {
        self.faults.iter().fold(0, |sum, count| sum.saturating_add(*count))
    }

    /// How many failures are this fault's, of all: those that were asked stand for the others. They are the first of each stretch of cases,
    /// and the number of a case tells nothing of it.
    pub fn failures_by(&self, fault: usize) -> f64 {
        match self.failures_asked() {
            0 => 0.0,
            asked => self.failures() as f64 * (self.faults[fault] as f64 / asked as f64),
        }
    }

    /// Answers that a program could have given: those to cases that it took, and those that it refused to give.
    pub fn offered(&self) -> u64 {
        self.applicable().saturating_add(self.rulings[Column::Refused])
    }

    /// Wrong verdicts.
    pub fn wrong(&self) -> u64 {
        self.rulings[Column::Missed].saturating_add(self.rulings[Column::Phantom])
    }

    /// Whether nothing was counted, not even what is not applicable.
    pub fn is_empty(&self) -> bool {
        *self == Counts::default()
    }
}

impl AddAssign<&Counts> for Counts {
    fn add_assign(&mut self, other: &Counts) {
        self.rulings += &other.rulings;
        let add = |ours: &mut u64, theirs: u64| *ours = ours.saturating_add(theirs);
        self.depth.add(&other.depth);
        add(&mut self.certified, other.certified);
        add(&mut self.flat_missed, other.flat_missed);
        add(&mut self.beyond_slack, other.beyond_slack);
        self.faults.iter_mut().zip(other.faults).for_each(|(ours, theirs)| add(ours, theirs));
    }
}

/// A tally as a list of all its columns: a tally alone writes those of applicable answers, by name.
mod every_column {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{Column, Tally};

    pub fn serialize<S: Serializer>(tally: &Tally, serializer: S) -> Result<S::Ok, S::Error> {
        Column::ALL.map(|column| tally[column]).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Tally, D::Error> {
        let counts = <Vec<u64>>::deserialize(deserializer)?;
        // Archives of before have no last column.
        let all = Column::ALL.len();
        if counts.len() != all && counts.len() != all - 1 {
            return Err(D::Error::invalid_length(counts.len(), &"the count of each ruling"));
        }
        Ok(Column::ALL.into_iter().zip(counts).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_archives_of_before_are_read_and_others_are_refused() {
        let of = |list: &str| {
            let text = format!(r#"{{"rulings":{list},"flat_missed":0,"certified":5,"faults":[0,0,0,0]}}"#);
            serde_json::from_str::<Counts>(&text)
        };
        let now = of("[1,2,3,4,5,6,7,8,9,10]").unwrap();
        assert_eq!((now.applicable(), now.offered(), now.beyond_slack), (36, 46, 0));
        // Before there were no refusals of a body.
        let before = of("[1,2,3,4,5,6,7,8,9]").unwrap();
        assert_eq!((before.applicable(), before.offered(), before.rulings[Column::NotApplicable]), (36, 36, 9));
        for list in ["[1,2,3,4,5,6,7,8]", "[1,2,3,4,5,6,7,8,9,10,11]", "[]"] {
            let error = of(list).unwrap_err().to_string();
            assert!(error.contains("expected the count of each ruling"), "{error}");
        }
    }

    #[test]
    fn failures_that_were_asked_stand_for_the_others() {
        let mut counts = Counts::default();
        let faults = ["rounding", "rounding", "range", "not asked", "rounding", "not asked", "not asked", "not asked"];
        for fault in faults {
            let fault = Some(fault.to_owned());
            counts.count(&Record { ruling: crate::Ruling::GaveUp, fault, ..Record::default() }, 64.0);
        }
        counts.count(&Record::default(), 64.0);
        assert_eq!((counts.failures(), counts.failures_asked(), counts.faults), (8, 4, [0, 3, 1, 0]));
        assert_eq!([0, 1, 2, 3].map(|fault| counts.failures_by(fault)), [0.0, 6.0, 2.0, 0.0]);
        // Where all were asked nothing is scaled, and where there is none nothing is divided by zero.
        assert_eq!(Counts { faults: [0; 4], ..counts }.failures_by(1), 0.0);
        let mut all = Counts::default();
        (0..3).for_each(|_| {
            let fault = Some("algorithm".to_owned());
            all.count(&Record { ruling: crate::Ruling::GaveUp, fault, ..Record::default() }, 64.0);
        });
        assert_eq!((all.failures_asked(), all.failures_by(0)), (3, 3.0));
    }

    #[test]
    fn depths_are_counted_by_what_they_are_off_by_and_added() {
        let record = |off_by, residual_units, depth_certified| Record {
            off_by,
            residual_units,
            depth_certified,
            ruling: crate::Ruling::Off,
            ..Record::default()
        };
        let mut counts = Counts::default();
        for (off_by, certified) in
            [(Some(OffBy::Shallow), false), (Some(OffBy::Excess), false), (None, true), (Some(OffBy::Shallow), true)]
        {
            counts.count(&record(off_by, Some(1.0), Some(certified)), 64.0);
        }
        counts.count(&record(None, None, None), 64.0);
        // No excess was written, so that none of them is measured.
        let of = |n: u64| DepthCounts { answers: 4 * n, shallow: 2 * n, excess: n, certified: 2 * n, ..DepthCounts::default() };
        assert_eq!(counts.depth, of(1));
        counts += &counts.clone();
        assert_eq!(counts.depth, of(2));
    }

    #[test]
    fn translations_are_counted_by_what_they_leave_and_how_much_farther_they_go() {
        use crate::Ruling::{GaveUp, Off, Right, Wrong};
        let of = |scalar: &str, ruling, residual, excess, promises_least| {
            let off_by = if ruling == Off { Some(if residual > 1e6 { OffBy::Shallow } else { OffBy::Excess }) } else { None };
            let (residual_units, excess_units) = (Some(residual), Some(excess));
            let scalar = scalar.to_owned();
            let record = Record { scalar, ruling, residual_units, excess_units, promises_least, off_by, ..Record::default() };
            let mut counts = Counts::default();
            counts.count(&record, 64.0);
            let DepthCounts { measured, some, apart, least, farther, .. } = counts.depth;
            [measured, some, apart, least, farther]
        };
        let (least, some) = (Some(true), Some(false));
        assert_eq!(of("f64", Right, 64.0, 64.0, some), [1, 1, 1, 1, 0]);
        assert_eq!(of("f64", Right, 64.0, 65.0, some), [1, 1, 1, 0, 0]);
        // It goes farther by more than √u·D = 9.49e7 u·D, and promised nothing else; or it promised the least.
        assert_eq!(of("f64", Right, 0.0, 9.4e7, some), [1, 1, 1, 0, 0]);
        assert_eq!(of("f64", Right, 0.0, 9.5e7, some), [1, 1, 1, 0, 1]);
        assert_eq!(of("f64", Off, 0.0, 9.5e7, least), [1, 0, 1, 0, 0]);
        assert_eq!(of("f64", Right, 0.0, f64::NAN, some), [1, 1, 1, 0, 1]);
        assert_eq!(of("f64", Off, 1e9, 1e9, some), [1, 1, 0, 0, 0]);
        // 2¹² in single precision; in exact arithmetic there is no tolerance, and 2⁻²⁶ D is half of the digits.
        assert_eq!(of("f32", Right, 0.0, 4097.0, some), [1, 1, 1, 0, 1]);
        assert_eq!(of("exact", Right, 0.0, 0.0, some), [1, 1, 1, 1, 0]);
        assert_eq!(of("exact", Right, 0.0, 1e-9, some), [1, 1, 1, 0, 0]);
        assert_eq!(of("exact", Right, 0.0, 1e-7, some), [1, 1, 1, 0, 1]);
        assert_eq!(of("exact", Right, 1e-30, 0.0, least), [1, 0, 0, 0, 0]);
        // Bodies that are apart are not taken apart.
        assert_eq!(of("f64", Wrong, 0.0, 0.0, some), [1, 1, 0, 0, 0]);
        assert_eq!(of("f64", GaveUp, 0.0, 0.0, None), [1, 0, 0, 0, 0]);
        // Rows of before are of those that promise the least.
        assert_eq!(of("f64", Right, 0.0, 0.0, None), [1, 0, 1, 1, 0]);
    }

    #[test]
    fn counts_of_translations_are_added_and_left_out_of_files_where_there_are_none() {
        let old = r#"{"answers":4,"shallow":2,"excess":1,"certified":2}"#;
        let mut depth: DepthCounts = serde_json::from_str(old).unwrap();
        assert_eq!(serde_json::to_string(&depth).unwrap(), old, "an archive of before is written as it was");
        let new = DepthCounts { answers: 9, measured: 9, some: 5, apart: 4, least: 3, farther: 2, ..DepthCounts::default() };
        depth.add(&new);
        depth.add(&new);
        assert_eq!([depth.answers, depth.measured, depth.some, depth.apart, depth.least, depth.farther], [22, 18, 10, 8, 6, 4]);
        let text = serde_json::to_string(&depth).unwrap();
        assert_eq!(serde_json::from_str::<DepthCounts>(&text).unwrap(), depth);
    }

    #[test]
    fn every_count_of_answers_is_added() {
        let mut count = crate::sums::primes();
        let [one, other]: [Counts; 2] = std::array::from_fn(|_| Counts {
            rulings: Column::ALL.map(|column| (column, count())).into_iter().collect(),
            flat_missed: count(),
            certified: count(),
            faults: std::array::from_fn(|_| count()),
            beyond_slack: count(),
            depth: DepthCounts {
                answers: count(),
                shallow: count(),
                excess: count(),
                certified: count(),
                measured: count(),
                some: count(),
                apart: count(),
                least: count(),
                farther: count(),
            },
        });
        for [ours, theirs] in [[one, other], [other, one]] {
            let mut sum = ours;
            sum += &theirs;
            let expected = crate::sums::summed(&ours, &theirs, serde_json::json!({}));
            assert_eq!(serde_json::to_value(sum).unwrap(), expected);
        }
        assert!(Counts::default().is_empty() && !one.is_empty());
        let of = |column| one.rulings[column];
        assert_eq!(one.wrong(), of(Column::Missed) + of(Column::Phantom));
        assert_eq!(one.offered(), one.applicable() + of(Column::Refused));
        assert_eq!(one.failures_asked(), one.faults.iter().sum::<u64>());
    }
}
