//! The questions about two bodies, and the measures by which answers to them are ruled.
//!
//! All other lists are derived from this one: the promises of programs and variants, columns and counts of records, leagues,
//! contests and tables of reports. The first measure of a question decides whether an answer is *sound*: a residual of zero
//! leaves no overlap. Questions about the same [`Claim`] share this measure and the counts.

use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

use crate::{FamilyKind, Role, Ruling};

/// A question about two bodies. A program that promises an answer is judged by it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Question {
    /// Whether the bodies meet. A stated distance is judged, too.
    #[default]
    Verdict,
    /// Whether the bodies meet, and if they do not, their distance and nearest points.
    Distance,
    /// Whether the bodies meet, and if they do, the least translation that separates them. The distance of separate bodies is
    /// judged if it is stated.
    Depth,
    /// Whether the bodies meet, and if they do, some translation that separates them, however long.
    Translation,
    /// Whether A touches B during a motion, and when first.
    Cast,
}

/// All properties of a question.
struct QuestionFacts {
    question: Question,
    /// Its name in records, in programs and on the command line.
    name: &'static str,
    /// The kind of a variant that promises it.
    kind: &'static str,
    /// Its league.
    league: &'static str,
    /// The answer as the object of a sentence: a variant promises *some translation*.
    promised: &'static str,
    /// The questions that an answer to it also answers.
    includes: &'static [Question],
    /// The families that it is asked over; `None` for all families that rates are over.
    over: Option<fn(&FamilyKind) -> bool>,
    /// Whether the answer is ruled as a whole; otherwise only by the verdict and the measures of the question.
    is_whole: bool,
    /// The rulings of the answers that a contest about it times.
    times: fn(Ruling) -> bool,
    /// The claim that it asks for in addition to a verdict and lengths.
    claim: Option<&'static Claim>,
    /// The measures of that claim by which an answer is ruled, the measure of soundness first.
    measures: &'static [Measure],
    /// The name in records of the answers that are right for this question, if records count them.
    right: Option<&'static str>,
}

fn is_of_overlaps(kind: &FamilyKind) -> bool {
    kind.overlaps
}

fn is_of_casts(kind: &FamilyKind) -> bool {
    kind.role == Role::Cast
}

/// Only right distances are timed.
fn is_right(ruling: Ruling) -> bool {
    ruling == Ruling::Right
}

/// Every answer about the depth is timed unless it is a failure.
///
/// A loop that stops at an absolute tolerance, as in engines, is inaccurate nearly everywhere, and would otherwise be timed
/// nowhere. A variant that promises some translation is ruled only by the remaining overlap, so it is timed however long the
/// translation is.
fn is_no_failure(ruling: Ruling) -> bool {
    ruling.is_taken() && !ruling.is_failure()
}

use Question::{Cast, Depth, Distance, Translation, Verdict};

/// Every question, in the order of the type.
const QUESTIONS: [QuestionFacts; Question::COUNT] = [
    QuestionFacts {
        question: Verdict,
        name: "verdict",
        kind: "boolean",
        league: "verdicts",
        promised: "verdicts alone",
        includes: &[],
        over: None,
        is_whole: false,
        times: is_right,
        claim: None,
        measures: &[],
        right: None,
    },
    QuestionFacts {
        question: Distance,
        name: "distance",
        kind: "distance",
        league: "distances",
        promised: "distances",
        includes: &[Verdict],
        over: None,
        is_whole: true,
        times: is_right,
        claim: None,
        measures: &[],
        right: None,
    },
    QuestionFacts {
        question: Depth,
        name: "depth",
        kind: "depth",
        league: "depths",
        promised: "the depth",
        includes: &[Verdict, Translation],
        over: Some(is_of_overlaps),
        is_whole: true,
        times: is_no_failure,
        claim: Some(&CLAIMS[0]),
        measures: &[Measure::Residual, Measure::Excess],
        right: Some("least"),
    },
    QuestionFacts {
        question: Translation,
        name: "translation",
        kind: "translation",
        league: "translations",
        promised: "some translation",
        includes: &[Verdict],
        over: Some(is_of_overlaps),
        is_whole: false,
        times: is_no_failure,
        claim: Some(&CLAIMS[0]),
        measures: &[Measure::Residual],
        right: Some("apart"),
    },
    QuestionFacts {
        question: Cast,
        name: "cast",
        kind: "cast",
        league: "casts",
        promised: "the first contact",
        includes: &[],
        over: Some(is_of_casts),
        is_whole: true,
        times: is_right,
        claim: Some(&CLAIMS[1]),
        measures: &[Measure::Late, Measure::Early],
        right: None,
    },
];

impl Question {
    /// Number of questions.
    pub const COUNT: usize = 5;

    /// Every question.
    pub const ALL: [Question; Question::COUNT] = [Verdict, Distance, Depth, Translation, Cast];

    /// Every question, in the order of leagues and tables.
    pub const LEAGUES: [Question; Question::COUNT] = [Distance, Verdict, Depth, Translation, Cast];

    fn asked(self) -> &'static QuestionFacts {
        &QUESTIONS[self as usize]
    }

    /// Its name in records, in programs and on the command line.
    pub fn name(self) -> &'static str {
        self.asked().name
    }

    /// The question of this name.
    pub fn named(name: &str) -> Option<Question> {
        QUESTIONS.iter().find(|asked| asked.name == name).map(|asked| asked.question)
    }

    /// The kind of a variant that promises it, as lists show it.
    pub fn kind(self) -> &'static str {
        self.asked().kind
    }

    /// The name of its league, after the answers that are ranked there.
    pub fn league(self) -> &'static str {
        self.asked().league
    }

    /// The answer as the object of a sentence: all that a variant promises.
    pub fn promised(self) -> &'static str {
        self.asked().promised
    }

    /// True if an answer to it also answers the other question.
    pub fn answers(self, other: Question) -> bool {
        self == other || self.asked().includes.contains(&other)
    }

    /// The test for families of its own; `None` if it has none and is asked over the families of all rates.
    pub fn over(self) -> Option<fn(&FamilyKind) -> bool> {
        self.asked().over
    }

    /// Whether an answer is ruled as a whole, with its lengths and all of its numbers; otherwise only by the verdict and the
    /// measures of the question.
    pub fn is_whole(self) -> bool {
        self.asked().is_whole
    }

    /// Whether it asks for a part of a claim, such as some translation; tables then also show the rest of the claim.
    pub fn is_part_of_a_claim(self) -> bool {
        self.claim().is_some() && !self.is_whole()
    }

    /// The measures by which an answer is ruled in addition to its verdict and its lengths, the measure of soundness first.
    pub fn measures(self) -> &'static [Measure] {
        self.asked().measures
    }

    /// The measure that decides whether an answer is sound, if it has one.
    pub fn soundness(self) -> Option<Measure> {
        self.measures().first().copied()
    }

    /// The claim that it asks for in addition to a verdict and lengths.
    pub fn claim(self) -> Option<&'static Claim> {
        self.asked().claim
    }

    /// True if both ask for the same claim.
    pub fn claims_the_same(self, other: Question) -> bool {
        self.claim().is_some() && self.claim() == other.claim()
    }

    /// The name in records of the answers that are right for this question, if records count them.
    pub fn right(self) -> Option<&'static str> {
        self.asked().right
    }

    /// The question of the contest for variants that promise an answer to it: the first question about the same claim that is
    /// ruled as a whole.
    pub fn contest(self) -> Question {
        let is_of_it = |other: &Question| other.is_whole() && other.claim() == self.claim();
        Question::ALL.into_iter().find(is_of_it).unwrap_or(self)
    }

    /// True if a contest about it times an answer with this ruling.
    pub fn times(self, ruling: Ruling) -> bool {
        (self.asked().times)(ruling)
    }
}

/// A measured statement of an answer, in addition to its verdict and its lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Its name: the field of an answer.
    pub name: &'static str,
    /// Its page in the folder of documents.
    pub page: &'static str,
    /// The object that is within the tolerance of a right answer, in words.
    pub object: &'static str,
    /// The claimed number.
    pub claimed: Measure,
    /// The true number.
    pub truth: Measure,
    /// Whether the answer's own evidence proves the claim.
    pub certified: Measure,
    /// The statement that this evidence proves, in words.
    pub proves: &'static str,
}

impl Claim {
    /// The measures by which an answer with this claim may be off, beginning with that of soundness.
    pub fn measures(&self) -> impl Iterator<Item = Measure> + '_ {
        let is_of_it = |measure: &Measure| {
            let asks = |question: &Question| question.claim() == Some(self) && question.measures().contains(measure);
            Question::ALL.iter().any(asks)
        };
        Measure::OFF.into_iter().filter(is_of_it)
    }
}

/// Every claim.
pub const CLAIMS: [Claim; 2] = [
    Claim {
        name: "depth",
        page: "depth.md",
        object: "translation",
        claimed: Measure::Depth,
        truth: Measure::TruthDepth,
        certified: Measure::DepthCertified,
        proves: "that no shorter translation takes the bodies apart",
    },
    Claim {
        name: "time",
        page: "casts.md",
        object: "time",
        claimed: Measure::Time,
        truth: Measure::TruthTime,
        certified: Measure::TimeCertified,
        proves: "that this is the time of the first contact",
    },
];

/// A number that the judge computes for a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Measure {
    /// |v|, the length of the translation that an answer claims.
    Depth,
    /// The true depth; for bodies that are apart, minus their distance.
    TruthDepth,
    /// The width of the bracket of the true depth.
    TruthDepthWidth,
    /// The depth that remains after the translation.
    Residual,
    /// The excess of the length of the translation over the depth.
    Excess,
    /// The ratio of the length of the translation to the depth, if the depth is positive.
    ExcessRatio,
    /// The excess over the depth of the least separating translation along the claimed normal.
    NormalReach,
    /// Whether the depth is that within the affine hull of the difference, if the hull is not the whole space.
    IsFlatDepth,
    /// Whether the evidence proves that no shorter translation separates the bodies.
    DepthCertified,
    /// Whether the least translation was promised.
    PromisesLeast,
    /// The time of the first contact that an answer claims.
    Time,
    /// The true time of the first contact.
    TruthTime,
    /// The length by which a claimed time is late: the greater of the distance of the bodies then, and the depth in B of the space
    /// that A has swept until then. Zero if no contact has happened until then.
    Late,
    /// The length by which a claimed time is early: the distance of the bodies then. Zero if a contact has happened until then.
    Early,
    /// The length of the part of the motion between the claimed time and the true one.
    TimeError,
    /// Whether the evidence proves that the claimed time is that of the first contact.
    TimeCertified,
}

/// The unit of a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// The unit of the coordinates.
    Length,
    /// u·D; D in exact arithmetic.
    Rounding,
    /// No unit: the measure is the ratio of two lengths.
    Ratio,
    /// No unit: the measure is one if a statement holds, otherwise zero.
    Fact,
}

/// All properties of a measure.
struct Measured {
    measure: Measure,
    /// Its column in rows.
    field: &'static str,
    unit: Unit,
    /// The name of an answer that is off by it.
    off: Option<&'static str>,
    /// The name in records of the sound answers that would be off by it, had they promised it.
    beyond: Option<&'static str>,
    /// Its name in the line of an answer that is not right.
    told: Option<&'static str>,
    /// Its name in words.
    words: &'static str,
    /// The answer that is off by it, in words.
    means: &'static str,
}

const fn measured(measure: Measure, field: &'static str, unit: Unit) -> Measured {
    Measured { measure, field, unit, off: None, beyond: None, told: None, words: "", means: "" }
}

/// Every measure, in the order of the type.
const MEASURES: [Measured; Measure::COUNT] = [
    measured(Measure::Depth, "depth", Unit::Length),
    measured(Measure::TruthDepth, "truth_depth", Unit::Length),
    measured(Measure::TruthDepthWidth, "truth_depth_width_units", Unit::Rounding),
    Measured {
        off: Some("shallow"),
        told: Some("residual"),
        words: "overlap that is left",
        means: "a translation that leaves overlap beyond half of the digits",
        ..measured(Measure::Residual, "residual_units", Unit::Rounding)
    },
    Measured {
        off: Some("excess"),
        beyond: Some("farther"),
        // The word alone is the name of an answer that is off by it.
        told: Some("excess length"),
        words: "farther than the depth",
        means: "a translation that is longer than the depth beyond half of the digits",
        ..measured(Measure::Excess, "excess_units", Unit::Rounding)
    },
    measured(Measure::ExcessRatio, "excess_ratio", Unit::Ratio),
    Measured {
        told: Some("normal reach"),
        words: "farther than the depth along the normal",
        ..measured(Measure::NormalReach, "normal_reach_units", Unit::Rounding)
    },
    measured(Measure::IsFlatDepth, "is_flat_depth", Unit::Fact),
    measured(Measure::DepthCertified, "depth_certified", Unit::Fact),
    measured(Measure::PromisesLeast, "promises_least", Unit::Fact),
    measured(Measure::Time, "time", Unit::Ratio),
    measured(Measure::TruthTime, "truth_time", Unit::Ratio),
    Measured {
        off: Some("late"),
        told: Some("late by"),
        words: "past the first contact",
        means: "a time after the first contact, beyond half of the digits",
        ..measured(Measure::Late, "late_units", Unit::Rounding)
    },
    Measured {
        off: Some("early"),
        told: Some("early by"),
        words: "short of the first contact",
        means: "a time before the first contact, beyond half of the digits",
        ..measured(Measure::Early, "early_units", Unit::Rounding)
    },
    measured(Measure::TimeError, "time_error_units", Unit::Rounding),
    measured(Measure::TimeCertified, "time_certified", Unit::Fact),
];

impl Measure {
    /// Number of measures.
    pub const COUNT: usize = 16;

    /// Every measure, in the order of columns.
    pub const ALL: [Measure; Measure::COUNT] = {
        let mut all = [Measure::Depth; Measure::COUNT];
        let mut place = 0;
        while place < Measure::COUNT {
            all[place] = MEASURES[place].measure;
            place += 1;
        }
        all
    };

    fn row(self) -> &'static Measured {
        &MEASURES[self as usize]
    }

    /// Its column in rows.
    pub fn field(self) -> &'static str {
        self.row().field
    }

    /// Its unit.
    pub fn unit(self) -> Unit {
        self.row().unit
    }

    /// The name of an answer that is off by it, which has a column of its own in tables, as each of the two wrong verdicts has;
    /// empty if there is no such answer.
    pub fn off(self) -> &'static str {
        self.row().off.unwrap_or_default()
    }

    /// An answer that is off by it, in words.
    pub fn means(self) -> &'static str {
        self.row().means
    }

    /// The measures by which an answer may be off.
    pub const OFF: [Measure; 4] = [Measure::Residual, Measure::Excess, Measure::Late, Measure::Early];

    /// Its place in [`Measure::OFF`].
    pub(crate) fn place_off(self) -> Option<usize> {
        Measure::OFF.into_iter().position(|measure| measure == self)
    }

    /// The name in records of the sound answers that would be off by it, had they promised it.
    pub(crate) fn beyond(self) -> Option<&'static str> {
        self.row().beyond
    }

    /// The measure with this name for answers that are off by it.
    pub fn named_off(name: &str) -> Option<Measure> {
        Measure::OFF.into_iter().find(|measure| measure.off() == name)
    }

    /// The measures that a message about an answer prints, with their names there and in words.
    pub fn printed() -> impl Iterator<Item = (Measure, &'static str, &'static str)> {
        MEASURES.iter().filter_map(|row| Some((row.measure, row.told?, row.words)))
    }
}

/// The measures of an answer; empty if it claims nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measures([Option<f64>; Measure::COUNT]);

impl Measures {
    /// The value of a measure that is a fact; `None` if it is unknown.
    pub fn is(&self, measure: Measure) -> Option<bool> {
        self[measure].map(|value| value != 0.0)
    }

    /// True if there are no measures.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }
}

impl Index<Measure> for Measures {
    type Output = Option<f64>;

    fn index(&self, measure: Measure) -> &Option<f64> {
        &self.0[measure as usize]
    }
}

impl IndexMut<Measure> for Measures {
    fn index_mut(&mut self, measure: Measure) -> &mut Option<f64> {
        &mut self.0[measure as usize]
    }
}

/// The measure by which an answer is off, written as the name of such an answer.
pub(crate) mod off {
    use std::borrow::Cow;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Measure;

    pub fn serialize<S: Serializer>(measure: &Option<Measure>, to: S) -> Result<S::Ok, S::Error> {
        measure.map(Measure::off).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Measure>, D::Error> {
        let Some(name) = Option::<Cow<str>>::deserialize(from)? else { return Ok(None) };
        let known = || Measure::OFF.map(|measure| format!("`{}`", measure.off())).join(", ");
        Measure::named_off(&name).map(Some).ok_or_else(|| D::Error::custom(format!("`{name}` is none of {}", known())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_is_in_the_order_of_its_type() {
        assert!(QUESTIONS.iter().map(|asked| asked.question).eq(Question::ALL));
        assert!(Question::ALL.into_iter().enumerate().all(|(place, question)| question as usize == place));
        let mut leagues = Question::LEAGUES;
        leagues.sort();
        assert_eq!(leagues, Question::ALL);
        assert!(Measure::ALL.into_iter().enumerate().all(|(place, measure)| measure as usize == place));
        for question in Question::ALL {
            assert_eq!(Question::named(question.name()), Some(question));
            assert_eq!(serde_json::to_value(question).unwrap(), question.name());
        }
        // Names in files.
        assert_eq!(Question::LEAGUES.map(Question::league), ["distances", "verdicts", "depths", "translations", "casts"]);
    }

    #[test]
    fn a_question_includes_the_parts_of_its_parts_and_all_of_their_measures() {
        for question in Question::ALL {
            for part in Question::ALL.into_iter().filter(|part| question.answers(*part)) {
                assert!(part.measures().iter().all(|measure| question.measures().contains(measure)), "{question:?} {part:?}");
                assert!(Question::ALL.into_iter().all(|other| !part.answers(other) || question.answers(other)));
            }
            // A cast is about a body that moves.
            assert_eq!(question.answers(Verdict), question != Cast, "{question:?}");
        }
    }

    #[test]
    fn depth_and_translation_claim_the_same_and_are_one_contest() {
        assert_eq!(Question::ALL.map(Question::contest), [Distance, Distance, Depth, Depth, Cast]);
        assert_eq!(Question::ALL.map(Question::is_whole), [false, true, true, false, true]);
        let same = |one: Question, other: Question| one.claims_the_same(other);
        assert!(
            same(Depth, Translation)
                && same(Depth, Depth)
                && !same(Verdict, Distance)
                && !same(Depth, Distance)
                && !same(Cast, Depth)
        );
        assert_eq!(Question::ALL.map(|question| question.answers(Translation)), [false, false, true, true, false]);
        assert_eq!(Question::ALL.map(|question| question.answers(Depth)), [false, false, true, false, false]);
    }

    #[test]
    fn a_contest_of_distances_times_right_answers_and_one_of_depths_non_failures() {
        let timed = |question: Question| Ruling::ALL.into_iter().filter(|&r| question.times(r)).collect::<Vec<_>>();
        assert!([Distance, Verdict, Cast].iter().all(|question| timed(*question) == [Ruling::Right]));
        let not_failed = [Ruling::Right, Ruling::Contact, Ruling::Inaccurate, Ruling::Undecided];
        assert_eq!((timed(Depth), timed(Translation)), (not_failed.into(), not_failed.into()));
    }

    #[test]
    fn an_answer_that_is_off_is_named_by_the_measure_it_is_off_by() {
        let is_off = |measure: &Measure| measure.row().off.is_some();
        assert!(Measure::ALL.into_iter().filter(is_off).eq(Measure::OFF));
        assert_eq!(Measure::OFF.map(Measure::off), ["shallow", "excess", "late", "early"]);
        assert_eq!(Measure::named_off("shallow"), Some(Measure::Residual));
        assert_eq!(Measure::named_off(""), None);
        // Each measure that answers are ruled by has a name for answers that are off by it, and is printed in messages.
        for measure in Question::ALL.into_iter().flat_map(Question::measures) {
            assert!(
                !measure.off().is_empty()
                    && !measure.means().is_empty()
                    && Measure::printed().any(|(told, ..)| told == *measure),
                "{measure:?}"
            );
        }
    }
}
