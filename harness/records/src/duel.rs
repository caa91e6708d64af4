//! A competitor on a set of cases, as a line of `duel.jsonl`.

use serde::{Deserialize, Deserializer, Serialize};

use crate::{Line, Question, Subject};

/// A variant, a peer or a bound on one set of cases: bodies of one kind, number of points and gap, in one scalar.
///
/// Numbers of a competitor that was not timed are null. The names and the order of the fields are agreed with external readers,
/// so a line has no version of the schema; more fields may follow the last.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Duel {
    /// `box` or `hull`.
    pub family: String,
    /// Points of each body.
    pub points: usize,
    /// The gap class: `overlap`, a number in units of the bodies' size, or `far`.
    pub gap: String,
    /// `f64` or `f32`.
    pub scalar: String,
    /// The competitor.
    pub variant: String,
    /// The median over the rounds, in nanoseconds per query; for several processes, the median of their medians.
    ///
    /// Null if the competitor is not timed on the set.
    #[serde(deserialize_with = "present")]
    pub median_ns: Option<f64>,
    /// Its time over the baseline's: the median of the quotients within rounds; for several processes, the median of their
    /// ratios.
    ///
    /// Null if either is not timed.
    #[serde(deserialize_with = "present")]
    pub ratio: Option<f64>,
    /// The lower end of the ratio's interval of 95 %; for several processes, the least of their ratios.
    #[serde(deserialize_with = "present")]
    pub low: Option<f64>,
    /// The upper end of the interval; for several processes, the greatest of their ratios.
    #[serde(deserialize_with = "present")]
    pub high: Option<f64>,
    /// Number of cases that it was timed on; for several processes, the fewest of a process.
    pub timed: usize,
    /// Number of its answers that are not right; for the depth, the number of failures.
    #[serde(rename = "left_out")]
    pub not_right: usize,
    /// The promise that it is judged by: `distance` or `verdict`, for the depth `depth` or `translation`; null for a competitor
    /// without answers.
    pub promise: Option<String>,
    /// Number of cases in the set.
    pub cases: usize,
    /// Number of missing answers in `not_right`; the others are wrong verdicts and inaccurate distances or witness points.
    pub gave_up: usize,
    /// Number of inaccurate answers, whose verdicts are right.
    ///
    /// Inaccurate distances are included in `not_right`; inaccurate depths are timed.
    pub inaccurate: usize,
    /// Rounds measured; for several processes, the fewest of a process.
    pub rounds: usize,
    /// Evaluations of the support mapping of M: the mean over the timed cases; null if they are not counted.
    pub supports: Option<f64>,
    /// Iterations: the mean over the timed cases; null if they are not counted.
    pub iterations: Option<f64>,
    /// Scalar products of plain scans for these support points: the mean over the timed cases; null if they are not counted.
    pub products: Option<f64>,
    /// The seed of the cases.
    pub seed: u64,
    /// The baseline.
    pub baseline: String,
    /// The commit of the working folder.
    pub commit: Option<String>,
    /// Whether it is an external implementation.
    pub peer: bool,
    /// For single precision: its time over its own in double precision, in the same rounds and on the cases of the same
    /// numbers.
    ///
    /// The bodies of these cases are the same but for rounding, and their gap is the same but for the least gap of each scalar.
    /// Null in double precision, if either is not timed, and for a competitor of one scalar only.
    pub double_ratio: Option<f64>,
    /// The lower end of that ratio's interval of 95 %; for several processes, the least of their ratios.
    pub double_low: Option<f64>,
    /// The upper end of that interval; for several processes, the greatest of their ratios.
    pub double_high: Option<f64>,
    /// The names of the cases whose answers are not right.
    ///
    /// `gjk check NAME --variant VARIANT --scalar SCALAR` repeats an answer and its ruling. `VARIANT-climbing` gives the
    /// answers of VARIANT.
    pub wrong_cases: Vec<String>,
    /// The terms on which it is timed:
    ///
    /// - `common`: the same points, nothing prepared, the start along the line of the centres;
    /// - `own-start`: as `common`, but from the variant's own start;
    /// - `prepared`: with a chart and a graph that were built before;
    /// - `vector-scan`: a peer's algorithm on our scan;
    /// - `plain-scan`: our algorithm on the scan of the peers;
    /// - `own-process`: a shared library in a process of its own, by a clock of that process;
    /// - `posed`: a pose, the identity, is applied to each support point;
    /// - `bound`: it answers nothing;
    /// - `preparation`: two bodies are made from their points.
    pub terms: String,
    /// The names of the cases that it gets right but is not timed on, since a timed competitor gets them wrong.
    pub lost_cases: Vec<String>,
    /// The medians of several processes, in their order; `median_ns` is their median.
    ///
    /// Empty if one process measured, or if the competitor is not timed on the set.
    pub process_ns: Vec<f64>,
    /// The ratios of several processes, in their order; `ratio` is their median.
    ///
    /// Empty if one process measured, or if the competitor is not timed on the set.
    pub process_ratios: Vec<f64>,
    /// The question: `distance` (or a verdict), or `depth` (a translation that separates overlapping bodies).
    pub question: String,
    /// The reason why a shared library that was to be timed has no time on the set, or an empty text.
    ///
    /// `ended after N of M` (rounds) if its process ended or took too long; `not asked` if it had ended before.
    pub ended: String,
}

impl Duel {
    /// The field [`ended`](Duel::ended) of a library that ended in round `rounds` of `all`.
    pub fn ended_after(rounds: usize, all: usize) -> String {
        format!("ended after {rounds} of {all}")
    }

    /// The field [`ended`](Duel::ended) of a library that had ended before.
    pub const NOT_ASKED: &'static str = "not asked";

    /// The question of its contest; the distance if the field is empty.
    pub fn contest(&self) -> Question {
        Question::named(&self.question).unwrap_or(Question::Distance)
    }
}

impl Line for Duel {
    const FILE: &'static str = "duel.jsonl";
    const HOLDS: &'static str = "duels";

    fn subject(&self) -> Subject<'_> {
        Subject::new(&self.variant, &self.family, &self.scalar)
    }
}

/// A value that may be null, but must be present.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    Option::deserialize(deserializer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_json_begins_with_the_fields_agreed_on() {
        let text = |text: &str| text.to_owned();
        let duel = Duel {
            family: text("hull"),
            points: 8,
            gap: text("far"),
            scalar: text("f64"),
            variant: text("x"),
            timed: 60,
            not_right: 4,
            promise: Some(text("distance")),
            cases: 64,
            ..Duel::default()
        };
        let line = serde_json::to_string(&duel).unwrap();
        let fields = "{\"family\":\"hull\",\"points\":8,\"gap\":\"far\",\"scalar\":\"f64\",\"variant\":\"x\",\"median_ns\":null,\
                      \"ratio\":null,\"low\":null,\"high\":null,\"timed\":60,\"left_out\":4,\"promise\":\"distance\",\"cases\":64,";
        assert!(line.starts_with(fields), "{line}");
    }

    #[test]
    fn a_line_is_of_another_contest_only_where_its_question_says_so() {
        let of = |question: &str| Duel { question: question.to_owned(), ..Duel::default() }.contest();
        assert_eq!(["depth", "distance", ""].map(of), [Question::Depth, Question::Distance, Question::Distance]);
    }
}
