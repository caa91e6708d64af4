//! Counts of the rulings, of the verdicts that the evidence proved, and of the causes of failures.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize, Serializer};

use crate::{ClaimCounts, Column, Measure, Question, Record, Ruling, Tally};

/// The causes as records spell them, in the order of [`Counts::faults`]; the last one includes every other spelling.
pub const FAULTS: [&str; 4] = ["algorithm", "rounding", "range", "unknown"];

/// The spelling in records of a failure whose cause was not looked for, although it was for other failures of the variant.
pub const NOT_ASKED: &str = "not asked";

/// Counts of the findings about some answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// How often each ruling was given.
    #[serde(with = "every_column")]
    pub rulings: Tally,
    /// False `apart`s of bodies that overlap by more than the tolerance within a common plane or line.
    ///
    /// They are also counted by their rulings, which are `contact` or worse.
    pub flat_missed: u64,
    /// Answers whose own evidence proves the verdict.
    pub certified: u64,
    /// Failures by their cause, in the order of [`FAULTS`]: those whose cause was looked for, possibly fewer than all.
    pub faults: [u64; FAULTS.len()],
    /// Wrong verdicts whose margin is beyond the slack that the implementation states for itself.
    pub beyond_slack: u64,
    /// Counts of the answers that state a depth; all zero if there are none.
    #[serde(default, skip_serializing_if = "ClaimCounts::is_empty", serialize_with = "depth")]
    pub depth: ClaimCounts,
    /// Counts of the answers that state the time of the first contact; all zero if there are none.
    #[serde(default, skip_serializing_if = "ClaimCounts::is_empty", serialize_with = "time")]
    pub time: ClaimCounts,
    /// Answers to casts of bodies that overlap at the start, which are in no rate, by [`StartOverlap`].
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub start_overlap: [u64; StartOverlap::ALL.len()],
}

fn is_nothing(counts: &[u64; StartOverlap::ALL.len()]) -> bool {
    counts.iter().all(|count| *count == 0)
}

/// The answer to a cast of bodies that overlap at the start. Implementations differ on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartOverlap {
    /// A hit at zero.
    Zero,
    /// A hit at another time, such as that of a contact from inside.
    Later,
    /// No hit.
    Never,
    /// No answer.
    Nothing,
}

impl StartOverlap {
    /// All of them.
    pub const ALL: [StartOverlap; 4] = [StartOverlap::Zero, StartOverlap::Later, StartOverlap::Never, StartOverlap::Nothing];

    /// The kind of a record's answer; `None` for other records, and if the variant was not asked.
    fn of(record: &Record) -> Option<StartOverlap> {
        if record.truth_class != "overlapping" || record.ruling != Ruling::NotApplicable {
            return None;
        }
        match record.verdict.as_deref() {
            Some("hit") if record.time == Some(0.0) => Some(StartOverlap::Zero),
            Some("hit") => Some(StartOverlap::Later),
            Some("never") => Some(StartOverlap::Never),
            Some(_) => None,
            // A run without an answer states how it ended.
            None => (!record.stop.is_empty()).then_some(StartOverlap::Nothing),
        }
    }
}

fn time<S: Serializer>(counts: &ClaimCounts, to: S) -> Result<S::Ok, S::Error> {
    counts.write(Measure::Late, to)
}

fn depth<S: Serializer>(counts: &ClaimCounts, to: S) -> Result<S::Ok, S::Error> {
    counts.write(Measure::Residual, to)
}

impl Counts {
    /// Counts an answer that was judged with a tolerance in units of u·D.
    pub fn count(&mut self, record: &Record, tolerance: f64) {
        self.rulings.count(record.column());
        if let Some(answer) = StartOverlap::of(record) {
            self.start_overlap[answer as usize] += 1;
        }
        if !record.ruling.is_taken() {
            return;
        }
        self.beyond_slack += u64::from(record.beyond_slack == Some(true));
        self.certified += u64::from(record.certified == Some(true));
        self.depth.count(record, Measure::Residual, tolerance);
        self.time.count(record, Measure::Late, tolerance);
        self.flat_missed += u64::from(record.is_flat_missed(tolerance));
        if record.ruling.is_failure() && record.fault.as_deref() != Some(NOT_ASKED) {
            let fault = record.fault.as_deref().unwrap_or_default();
            self.faults[FAULTS.iter().position(|known| *known == fault).unwrap_or(FAULTS.len() - 1)] += 1;
        }
    }

    /// Counts of the answers with the claim that a question asks for; zeros if it asks for none.
    pub fn claims(&self, question: Question) -> &ClaimCounts {
        const NOTHING: &ClaimCounts = &ClaimCounts::NOTHING;
        match question.soundness() {
            Some(Measure::Residual) => &self.depth,
            Some(Measure::Late) => &self.time,
            _ => NOTHING,
        }
    }

    /// Answers to accepted cases, the denominator of every rate.
    pub fn applicable(&self) -> u64 {
        self.rulings.applicable()
    }

    /// Answers that are failures.
    pub fn failures(&self) -> u64 {
        self.rulings.failures()
    }

    /// Failures whose cause was looked for.
    pub fn failures_asked(&self) -> u64 {
        self.faults.iter().fold(0, |sum, count| sum.saturating_add(*count))
    }

    /// Number of failures with this cause, extrapolated to all failures from those whose cause was looked for.
    ///
    /// These are the first of each stretch of cases, and the number of a case is unrelated to its cause.
    pub fn failures_by(&self, fault: usize) -> f64 {
        match self.failures_asked() {
            0 => 0.0,
            asked => self.failures() as f64 * (self.faults[fault] as f64 / asked as f64),
        }
    }

    /// Answers that a program could have given: those to cases that it accepted, and those that it refused to give.
    pub fn offered(&self) -> u64 {
        self.applicable().saturating_add(self.rulings[Column::Refused])
    }

    /// Wrong answers to a question: wrong verdicts, and claims that are not sound.
    pub fn wrong_about(&self, question: Question) -> u64 {
        self.wrong() + question.soundness().map_or(0, |soundness| self.claims(question).off_by(soundness))
    }

    /// Wrong answers to a question, and missing answers.
    pub fn no_right_answer_about(&self, question: Question) -> u64 {
        self.wrong_about(question) + self.rulings[Column::GaveUp]
    }

    /// Failures that are not wrong answers to a question.
    pub fn other_failures_about(&self, question: Question) -> u64 {
        match question.is_whole() {
            true => self.failures() - self.wrong_about(question),
            false => self.rulings[Column::GaveUp],
        }
    }

    /// Right answers to a question.
    pub fn right_about(&self, question: Question) -> u64 {
        let right = self.rulings[Column::Right];
        match question.claim() {
            _ if question.is_whole() => right,
            Some(_) => self.claims(question).right(question),
            // The question does not ask for lengths.
            None => right + self.rulings[Column::Inaccurate] + self.rulings[Column::Off],
        }
    }

    /// Wrong verdicts.
    pub fn wrong(&self) -> u64 {
        self.rulings[Column::Missed].saturating_add(self.rulings[Column::Phantom])
    }

    /// True if nothing was counted, including not applicable answers.
    pub fn is_empty(&self) -> bool {
        *self == Counts::default()
    }
}

impl AddAssign<&Counts> for Counts {
    fn add_assign(&mut self, other: &Counts) {
        self.rulings += &other.rulings;
        let add = |ours: &mut u64, theirs: u64| *ours = ours.saturating_add(theirs);
        self.depth.add(&other.depth);
        self.time.add(&other.time);
        add(&mut self.certified, other.certified);
        add(&mut self.flat_missed, other.flat_missed);
        add(&mut self.beyond_slack, other.beyond_slack);
        self.start_overlap.iter_mut().zip(other.start_overlap).for_each(|(ours, theirs)| add(ours, theirs));
        self.faults.iter_mut().zip(other.faults).for_each(|(ours, theirs)| add(ours, theirs));
    }
}

/// A tally as a list of all its columns: a tally by itself writes only the columns of applicable answers, by name.
mod every_column {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{Column, Tally};

    pub fn serialize<S: Serializer>(tally: &Tally, serializer: S) -> Result<S::Ok, S::Error> {
        Column::ALL.map(|column| tally[column]).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Tally, D::Error> {
        let counts = <Vec<u64>>::deserialize(deserializer)?;
        if counts.len() != Column::ALL.len() {
            return Err(D::Error::invalid_length(counts.len(), &"the count of each ruling"));
        }
        Ok(Column::ALL.into_iter().zip(counts).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_the_count_of_each_ruling() {
        let of = |list: &str| {
            let text = format!(r#"{{"rulings":{list},"flat_missed":0,"certified":5,"faults":[0,0,0,0],"beyond_slack":0}}"#);
            serde_json::from_str::<Counts>(&text)
        };
        let now = of("[1,2,3,4,5,6,7,8,9,10]").unwrap();
        assert_eq!((now.applicable(), now.offered(), now.beyond_slack), (36, 46, 0));
        for list in ["[1,2,3,4,5,6,7,8,9]", "[1,2,3,4,5,6,7,8,9,10,11]", "[]"] {
            let error = of(list).unwrap_err().to_string();
            assert!(error.contains("expected the count of each ruling"), "{error}");
        }
    }

    #[test]
    fn failures_whose_cause_was_sought_represent_the_others() {
        let mut counts = Counts::default();
        let faults = ["rounding", "rounding", "range", "not asked", "rounding", "not asked", "not asked", "not asked"];
        for fault in faults {
            let fault = Some(fault.to_owned());
            counts.count(&Record { ruling: crate::Ruling::GaveUp, fault, ..Record::default() }, 64.0);
        }
        counts.count(&Record::default(), 64.0);
        assert_eq!((counts.failures(), counts.failures_asked(), counts.faults), (8, 4, [0, 3, 1, 0]));
        assert_eq!([0, 1, 2, 3].map(|fault| counts.failures_by(fault)), [0.0, 6.0, 2.0, 0.0]);
        // If the causes of all were looked for, nothing is scaled; without any, there is no division by zero.
        assert_eq!(Counts { faults: [0; 4], ..counts }.failures_by(1), 0.0);
        let mut all = Counts::default();
        (0..3).for_each(|_| {
            let fault = Some("algorithm".to_owned());
            all.count(&Record { ruling: crate::Ruling::GaveUp, fault, ..Record::default() }, 64.0);
        });
        assert_eq!((all.failures_asked(), all.failures_by(0)), (3, 3.0));
    }

    #[test]
    fn a_question_counts_as_far_as_it_asks() {
        let rulings = Column::ALL.into_iter().zip([1, 10, 100, 1_000, 20_000, 300_000, 4_000_000, 50_000_000]).collect();
        let depth = crate::claim::tests::of(|name| match name {
            "shallow" => 3,
            "excess" => 7,
            "apart" => 11,
            "least" => 13,
            _ => 0,
        });
        let time = crate::claim::tests::of(|name| if name == "late" { 5 } else { 0 });
        let counts = Counts { rulings, depth, time, ..Counts::default() };
        use Question::{Cast, Depth, Distance, Translation, Verdict};
        let all = [Verdict, Distance, Depth, Translation];
        // Missed and phantom, and also shallow or late if the question asks for it.
        let wrong = 4_300_000;
        assert_eq!(all.map(|question| counts.wrong_about(question)), [wrong, wrong, wrong + 3, wrong + 3]);
        assert_eq!((counts.wrong_about(Cast), counts.right_about(Cast)), (wrong + 5, 1));
        let none = wrong + 50_000_000;
        assert_eq!(all.map(|question| counts.no_right_answer_about(question)), [none, none, none + 3, none + 3]);
        // An answer that is off is a failure if the question asks for lengths.
        let (gave_up, whole) = (50_000_000, 50_020_000);
        assert_eq!(all.map(|question| counts.other_failures_about(question)), [gave_up, whole, whole - 3, gave_up]);
        assert_eq!(all.map(|question| counts.right_about(question)), [1 + 100 + 20_000, 1, 1, 11]);
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
            depth: crate::claim::tests::of(|_| count()),
            time: crate::claim::tests::of(|_| count()),
            start_overlap: std::array::from_fn(|_| count()),
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

    #[test]
    fn answers_of_bodies_that_overlap_at_the_start_are_counted_by_themselves() {
        let of = |verdict: Option<&str>, time, stop: &str| Record {
            ruling: Ruling::NotApplicable,
            truth_class: "overlapping".to_owned(),
            verdict: verdict.map(str::to_owned),
            time,
            stop: stop.to_owned(),
            ..Record::default()
        };
        let mut counts = Counts::default();
        let mut count = |record: &Record| {
            counts.count(record, 64.0);
            counts.start_overlap
        };
        assert_eq!(count(&of(Some("hit"), Some(0.0), "converged")), [1, 0, 0, 0]);
        assert_eq!(count(&of(Some("hit"), Some(0.5), "")), [1, 1, 0, 0]);
        assert_eq!(count(&of(Some("hit"), None, "")), [1, 2, 0, 0]);
        assert_eq!(count(&of(Some("never"), None, "")), [1, 2, 1, 0]);
        assert_eq!(count(&of(None, None, "exhausted")), [1, 2, 1, 1]);
        // A variant that was not asked, an answer about bodies at rest, and a cast that is ruled.
        assert_eq!(count(&of(None, None, "")), [1, 2, 1, 1]);
        assert_eq!(count(&of(Some("apart"), None, "")), [1, 2, 1, 1]);
        assert_eq!(count(&Record { truth_class: "hit".to_owned(), ..of(Some("hit"), Some(0.0), "") }), [1, 2, 1, 1]);
        assert_eq!(counts.applicable(), 0);
        let mut sum = counts;
        sum += &counts;
        assert_eq!(sum.start_overlap, [2, 4, 2, 2]);
    }
}
