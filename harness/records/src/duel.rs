//! A competitor on a set of cases, as a line of `duel.jsonl`.

use serde::{Deserialize, Deserializer, Serialize};

use crate::{Line, Question, Subject};

/// A variant, a peer or a bound on one set of cases: bodies of one kind, number of points and gap, in one scalar. What it was not
/// timed for is null. The names and the order of the fields are agreed with readers elsewhere, so that a line has no
/// version of the schema; more fields may follow the last.
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
    /// The median over the rounds, in nanoseconds per query; of several processes the median of theirs. Null where it is not timed
    /// on the set.
    #[serde(deserialize_with = "present")]
    pub median_ns: Option<f64>,
    /// Its time over the baseline's, the median of the quotients within rounds; of several processes the median of theirs. Null where
    /// either is not timed.
    #[serde(deserialize_with = "present")]
    pub ratio: Option<f64>,
    /// The lower end of the ratio's interval of 95 %; of several processes the least of their ratios.
    #[serde(deserialize_with = "present")]
    pub low: Option<f64>,
    /// Its upper end; of several processes the greatest of their ratios.
    #[serde(deserialize_with = "present")]
    pub high: Option<f64>,
    /// How many cases it was timed on.
    pub timed: usize,
    /// How many of its answers are not right; of the depth, how many are failures.
    #[serde(rename = "left_out")]
    pub not_right: usize,
    /// `distance` or `verdict`, of the depth `depth` or `translation`: what it promises, and is judged by; null for what answers nothing.
    pub promise: Option<String>,
    /// How many cases the set has.
    pub cases: usize,
    /// Of `not_right`, how many are given up; the others are wrong verdicts and inaccurate distances or witness points.
    pub gave_up: usize,
    /// How many answers are inaccurate: their verdicts are right. Of distances they are among `not_right`; of the depth they are timed.
    pub inaccurate: usize,
    /// Rounds measured; of several processes the fewest that one of them measured.
    pub rounds: usize,
    /// Evaluations of the support mapping of M, mean over the cases timed; null for what does not tell.
    pub supports: Option<f64>,
    /// Iterations, likewise.
    pub iterations: Option<f64>,
    /// Scalar products that plain scans make for these support points, likewise.
    pub products: Option<f64>,
    /// The seed of the cases.
    pub seed: u64,
    /// The baseline.
    pub baseline: String,
    /// The commit of the working folder.
    pub commit: Option<String>,
    /// Whether it is somebody else's implementation.
    pub peer: bool,
    /// In single precision: its time over its own in double precision, in the same rounds and on the cases of the same numbers, whose
    /// bodies are the same but for rounding, and lie as far apart but for the least gap of each scalar. Null in double precision,
    /// where either is not timed, and for a competitor of one scalar only.
    pub double_ratio: Option<f64>,
    /// The lower end of that ratio's interval of 95 %; of several processes the least of their ratios.
    pub double_low: Option<f64>,
    /// Its upper end; of several processes the greatest of their ratios.
    pub double_high: Option<f64>,
    /// The names of the cases whose answers are not right: `gjk check NAME --variant VARIANT --scalar SCALAR` gives the answer and
    /// its ruling again. `VARIANT-climbing` answers what VARIANT answers.
    pub wrong_cases: Vec<String>,
    /// On which terms it is timed: `common` (the same points, nothing prepared, the start along the line of the centres), `own-start`
    /// (the same from the variant's own start), `prepared` (with a chart and a graph that were built before), `vector-scan` (a
    /// peer's algorithm on our scan), `plain-scan` (ours on the scan of the peers), `own-process` (a shared
    /// library in a process of its own, by a clock of that process), `posed` (a pose, the identity, is applied to each
    /// support point), `bound` (it answers nothing) and `preparation` (two bodies are made from their points).
    pub terms: String,
    /// The names of the cases that it gets right and is not timed on, since somebody who is timed gets them wrong, or half of all do.
    pub lost_cases: Vec<String>,
    /// The medians of several processes, in their order; `median_ns` is the median of these. Empty where one process measured, and where it is not timed on the set.
    pub process_ns: Vec<f64>,
    /// The ratios of several processes, likewise; `ratio` is the median of these.
    pub process_ratios: Vec<f64>,
    /// What was asked: `distance` (or a verdict), or `depth`: what takes bodies apart that overlap.
    pub question: String,
    /// Why a shared library has no time on the set although it is timed: `ended after N of M` (rounds: its process ended, or took too long), or
    /// `not asked`, since it had ended before. Empty elsewhere.
    pub ended: String,
}

impl Duel {
    /// The field [`ended`](Duel::ended) of a library that ended in this round of so many.
    pub fn ended_after(rounds: usize, all: usize) -> String {
        format!("ended after {rounds} of {all}")
    }

    /// The same of a library that had ended before.
    pub const NOT_ASKED: &'static str = "not asked";

    /// The question of its contest. It is the distance where the field is empty.
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

/// A value that may be null, but has to be there.
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
