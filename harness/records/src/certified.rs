//! Checks of the variants that prove their answers, in exact arithmetic: the lines of `certify.jsonl`.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use crate::{Line, Question, Subject};

/// How many faults a line describes.
const DESCRIBED: usize = 10;

/// Counts for one source of cases in one scalar, about one question, or about distance and depth.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CertifyTally {
    /// The family, or `corpus`, `neighbours`, `scaled`, `bits`.
    pub source: String,
    /// `f32` or `f64`.
    pub scalar: String,
    /// The question; `None` if the distance and the depth were asked.
    ///
    /// The counts of a question that was not asked are zero and have no meaning.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "asked")]
    pub question: Option<Question>,
    /// Cases that were asked.
    pub cases: u64,
    /// Cases whose bodies are apart.
    pub apart: u64,
    /// Cases whose bodies touch.
    pub touching: u64,
    /// Cases that were not asked about and are not in `cases`: the bodies are not hulls or are beyond the scalar, or, if only
    /// the depth was asked for, they are apart.
    pub passed_over: u64,
    /// Casts of bodies that are apart at the start and meet later.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub hits: u64,
    /// Wrong verdicts of either variant.
    pub wrong: u64,
    /// Answers whose evidence the kernel refuses.
    pub unproven: u64,
    /// Missing distances, depths and times, and those with an error of more than one unit in the last place. A time also counts
    /// if it is after the first contact.
    pub beyond_unit: u64,
    /// Distances that integers decided.
    pub distances_by_integers: u64,
    /// Verdicts that integers decided.
    pub verdicts_by_integers: u64,
    /// Cases whose bodies overlap (at the start, if A moves) and for which the package was asked for the depth or for a cast.
    pub overlapping: u64,
    /// Depths that integers contributed to, including those of touching bodies.
    pub depths_by_integers: u64,
    /// Casts that integers decided: all in which the bodies meet, and some others.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub casts_by_integers: u64,
    /// Questions whether bodies are within a length: their distance, or a number next to it.
    pub thresholds: u64,
    /// Wrong answers to these questions.
    pub thresholds_wrong: u64,
    /// Answers whose witness points are not as promised.
    pub witnesses_off: u64,
    /// Faces that are not exactly nearest, but nearest up to the slack.
    pub within_slack: u64,
    /// The greatest error of a distance, a depth or a time in units in the last place.
    pub greatest_error: f64,
    /// The greatest excess over the distance of the length of the point that the weights form, in units of u times the size of
    /// the face.
    pub greatest_of_witnesses: f64,
    /// The greatest distance of that point from the nearest point, in the same units, over the faces that are exactly nearest.
    pub greatest_of_nearest: f64,
    /// The first few faults, each with its case; left out if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<String>,
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// Reads the question that the variants were asked, which is one that is answered as a whole; `None` if it was both.
fn asked<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Question>, D::Error> {
    let question = Option::<Question>::deserialize(from)?;
    match question.filter(|question| !question.is_whole()) {
        Some(part) => Err(D::Error::custom(format!("no question of its own is `{}`", part.name()))),
        None => Ok(question),
    }
}

impl Line for CertifyTally {
    const FILE: &'static str = "certify.jsonl";
    const HOLDS: &'static str = "tallies of the variants that prove their answers";
    const ADDS_UP: bool = true;

    fn subject(&self) -> Subject<'_> {
        Subject { scalar: Some(&self.scalar), ..Subject::default() }
    }

    /// Adds the counts of the same source, scalar and question, so counts of different questions stay apart, and keeps the
    /// lines in the order of these three.
    fn gather(ours: &mut Vec<CertifyTally>, theirs: Vec<CertifyTally>) {
        for tally in theirs {
            match ours.binary_search_by(|known| known.key().cmp(&tally.key())) {
                Ok(place) => ours[place].add(tally),
                Err(place) => ours.insert(place, tally),
            }
        }
    }
}

impl CertifyTally {
    fn key(&self) -> (&str, &str, Option<Question>) {
        (&self.source, &self.scalar, self.question)
    }

    /// True if a question was asked, so that its counts have a meaning. Casts have cases of their own, and are asked about by
    /// themselves.
    pub fn asks(&self, question: Question) -> bool {
        self.question.map_or(question != Question::Cast, |asked| asked == question)
    }

    /// Adds the counts of other cases about the same question, from any source.
    pub fn add(&mut self, other: CertifyTally) {
        self.cases += other.cases;
        self.apart += other.apart;
        self.touching += other.touching;
        self.passed_over += other.passed_over;
        self.hits += other.hits;
        self.wrong += other.wrong;
        self.unproven += other.unproven;
        self.beyond_unit += other.beyond_unit;
        self.distances_by_integers += other.distances_by_integers;
        self.verdicts_by_integers += other.verdicts_by_integers;
        self.overlapping += other.overlapping;
        self.depths_by_integers += other.depths_by_integers;
        self.casts_by_integers += other.casts_by_integers;
        self.thresholds += other.thresholds;
        self.thresholds_wrong += other.thresholds_wrong;
        self.witnesses_off += other.witnesses_off;
        self.within_slack += other.within_slack;
        self.greatest_error = self.greatest_error.max(other.greatest_error);
        self.greatest_of_witnesses = self.greatest_of_witnesses.max(other.greatest_of_witnesses);
        self.greatest_of_nearest = self.greatest_of_nearest.max(other.greatest_of_nearest);
        self.faults.extend(other.faults);
        self.faults.truncate(DESCRIBED);
    }

    /// The counts of all sources, one sum per question that was asked.
    pub fn sums(tallies: &[CertifyTally]) -> Vec<CertifyTally> {
        let mut sums = Vec::new();
        let of_all = |tally: &CertifyTally| CertifyTally { source: "all".to_owned(), scalar: String::new(), ..tally.clone() };
        CertifyTally::gather(&mut sums, tallies.iter().map(of_all).collect());
        sums
    }

    /// The counts of all sources, for tallies of one question or for the faults alone.
    pub fn sum(tallies: &[CertifyTally]) -> CertifyTally {
        let all = CertifyTally { source: "all".to_owned(), ..CertifyTally::default() };
        tallies.iter().fold(all, |mut sum, tally| {
            sum.add(tally.clone());
            sum
        })
    }

    /// Number of faults.
    pub fn count_of_faults(&self) -> u64 {
        self.wrong + self.unproven + self.beyond_unit + self.witnesses_off + self.thresholds_wrong
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{json, to_value};

    use super::*;
    use crate::sums::{primes, summed};

    fn tally(scalar: &str, question: Option<Question>, cases: u64) -> CertifyTally {
        CertifyTally { source: "bits".to_owned(), scalar: scalar.to_owned(), question, cases, ..CertifyTally::default() }
    }

    #[test]
    fn tallies_of_different_questions_stay_apart() {
        let (distance, depth) = (Some(Question::Distance), Some(Question::Depth));
        let mut all = Vec::new();
        for (scalar, question, cases) in [
            ("f64", distance, 1),
            ("f64", None, 2),
            ("f32", distance, 4),
            ("f64", depth, 8),
            ("f64", distance, 16),
            ("f32", None, 32),
        ] {
            CertifyTally::gather(&mut all, vec![tally(scalar, question, cases)]);
        }
        let counts = |tallies: &[CertifyTally]| tallies.iter().map(|tally| (tally.question, tally.cases)).collect::<Vec<_>>();
        assert_eq!(counts(&all), [(None, 32), (distance, 4), (None, 2), (distance, 17), (depth, 8)]);
        assert_eq!(counts(&CertifyTally::sums(&all)), [(None, 34), (distance, 21), (depth, 8)]);
    }

    #[test]
    fn the_line_of_both_questions_has_no_such_field_and_one_question_comes_and_goes() {
        let text = |tally: &CertifyTally| serde_json::to_string(tally).expect("text");
        assert!(!text(&tally("f64", None, 1)).contains("question"));
        for question in [None, Some(Question::Distance), Some(Question::Depth), Some(Question::Cast)] {
            let line = tally("f64", question, 3);
            assert_eq!(serde_json::from_str::<CertifyTally>(&text(&line)).expect("a tally"), line);
        }
        let depth = text(&tally("f64", Some(Question::Depth), 1));
        assert!(depth.contains(r#""question":"depth""#));
        let error = serde_json::from_str::<CertifyTally>(&depth.replace("\"depth\"", "\"verdict\"")).unwrap_err().to_string();
        assert!(error.contains("no question of its own is `verdict`"), "{error}");
        let [both, distance] = [None, Some(Question::Distance)].map(|question| tally("f64", question, 1));
        assert!(both.asks(Question::Depth) && both.asks(Question::Distance) && !both.asks(Question::Cast));
        assert!(distance.asks(Question::Distance) && !distance.asks(Question::Depth));
    }

    /// Tallies with a different prime for each count, and with these greatest errors.
    fn tallies<const N: usize>(of: [(&str, [f64; 3]); N]) -> [CertifyTally; N] {
        let mut count = primes();
        of.map(|(name, [greatest_error, greatest_of_witnesses, greatest_of_nearest])| CertifyTally {
            source: "bits".to_owned(),
            scalar: "f64".to_owned(),
            question: Some(Question::Depth),
            cases: count(),
            apart: count(),
            touching: count(),
            passed_over: count(),
            hits: count(),
            wrong: count(),
            unproven: count(),
            beyond_unit: count(),
            distances_by_integers: count(),
            verdicts_by_integers: count(),
            overlapping: count(),
            depths_by_integers: count(),
            casts_by_integers: count(),
            thresholds: count(),
            thresholds_wrong: count(),
            witnesses_off: count(),
            within_slack: count(),
            greatest_error,
            greatest_of_witnesses,
            greatest_of_nearest,
            faults: (0..6).map(|fault| format!("{name} {fault}")).collect(),
        })
    }

    #[test]
    fn counts_of_a_line_are_added_and_of_errors_the_greatest_stays() {
        let [one, other] = tallies([("one", [0.5, 7.0, 0.0]), ("other", [0.25, 8.0, 0.75])]);
        for [ours, theirs] in [[&one, &other], [&other, &one]] {
            let mut sum = ours.clone();
            sum.add(theirs.clone());
            // The first ten of twelve faults are kept.
            let faults: Vec<&String> = ours.faults.iter().chain(&theirs.faults[..4]).collect();
            let greatest = json!({
                "greatest_error": 0.5, "greatest_of_witnesses": 8.0, "greatest_of_nearest": 0.75, "faults": faults
            });
            assert_eq!(to_value(&sum).unwrap(), summed(ours, theirs, greatest));
        }
    }

    #[test]
    fn a_sum_is_over_every_source_and_every_scalar() {
        let [one, other] = tallies([("one", [1.0; 3]), ("other", [2.0; 3])]);
        let other = CertifyTally { source: "corpus".to_owned(), scalar: "f32".to_owned(), ..other };
        let mut expected = one.clone();
        expected.add(other.clone());
        expected.source = "all".to_owned();
        let both = [one, other];
        assert_eq!(CertifyTally::sums(&both), [CertifyTally { scalar: String::new(), ..expected.clone() }]);
        let sum = CertifyTally { scalar: String::new(), question: None, ..expected };
        assert_eq!(CertifyTally::sum(&both), sum);
        assert_eq!(CertifyTally::sum(&[]), CertifyTally { source: "all".to_owned(), ..CertifyTally::default() });
        let faults = sum.wrong + sum.unproven + sum.beyond_unit + sum.witnesses_off + sum.thresholds_wrong;
        assert_eq!(sum.count_of_faults(), faults);
        let whose: Vec<Subject> = both.iter().map(Line::subject).collect();
        assert_eq!(whose, ["f64", "f32"].map(|scalar| Subject { scalar: Some(scalar), ..Subject::default() }));
    }

    #[test]
    fn only_wrong_or_unproven_answers_and_those_beyond_the_promise_are_faults() {
        let faults = |tally: CertifyTally| tally.count_of_faults();
        let [whole] = tallies([("one", [9.0; 3])]);
        let none = CertifyTally { wrong: 0, unproven: 0, beyond_unit: 0, witnesses_off: 0, thresholds_wrong: 0, ..whole };
        assert_eq!(faults(none.clone()), 0);
        assert_eq!(faults(CertifyTally { wrong: 2, unproven: 3, ..none.clone() }), 5);
        assert_eq!(faults(CertifyTally { beyond_unit: 5, witnesses_off: 7, thresholds_wrong: 11, ..none }), 23);
    }
}
