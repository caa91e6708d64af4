//! Texts of `check` and `judge`: the truth of each case, a line of JSON for each answer, and the right variants.

mod counted;
mod given;
mod line;
mod text;
mod truth;

use gjk_cases::case::{Arithmetic, Body, Case};
use gjk_cases::family::GapColumn;
use gjk_cases::format::Slack;
use gjk_cases::quote::cut;
use gjk_records::{Column, Measure, Record, Ruling};
use gjk_solvers::{ErasedVariant, Fault, PosedCase, Recorded, Reply};
use gjk_truth::exact::Scaled;
use gjk_truth::judge::Judgement;
use gjk_truth::truth::{ImageTruth, Truth};
use gjk_variants::Stop;

use crate::list::where_it_runs;

pub use given::{depth_of, given_text, has_evidence, points};
use line::Line;
pub use line::truth_json;
pub use text::{Summary, brief, shown};
pub use truth::{KnownCast, KnownTruth, Shown, TruthLine};

/// A case, its truth in each scalar, and the answers to it.
pub struct CheckedCase {
    pub truths: Vec<TruthLine>,
    pub rows: Vec<JudgedAnswer>,
}

/// The length of a number of units of u·D, or of D in exact arithmetic.
pub fn length(truth: &Truth, scalar: Arithmetic, units: f64) -> f64 {
    if !units.is_finite() {
        return units;
    }
    // Computed in numbers with a greater range than doubles, since D may have any size.
    Scaled::from_f64(units).times(Scaled::from_f64(scalar.unit())).times(truth.size()).to_f64()
}

/// A length by which an answer is off, and its number of units of u·D.
struct Amount {
    name: &'static str,
    units: f64,
    length: f64,
}

/// One judged answer: the properties to count, and the text to print.
pub struct JudgedAnswer {
    variant: String,
    scalar: Arithmetic,
    column: Column,
    is_flat_missed: bool,
    is_certified: bool,
    /// The measure by which an answer about the depth is off.
    off_by: Option<Measure>,
    /// Whether its own evidence proves the depth; `None` for an answer without a depth.
    is_depth_certified: Option<bool>,
    /// Case, variant and scalar of an answer whose normal has the wrong sign: the opposite one separates the bodies.
    turned_normal: Option<String>,
    /// The reason why it is not applicable, for a variant that was asked by name.
    why_not: Option<String>,
    /// The slack that the variant states.
    slack: Option<Slack>,
    is_beyond_slack: bool,
    /// Case, variant and scalar of an answer whose axis has the wrong sign: the opposite one separates the bodies.
    opposite_axis: Option<String>,
    /// The error of the answer, in words; `None` if everything is right, or if it was not asked.
    said: Option<String>,
    amounts: Vec<Amount>,
    /// Its line of JSON, if requested.
    pub json: Option<String>,
}

impl JudgedAnswer {
    /// The variant and the column of its ruling, if the answer is neither right nor outside of what the variant accepts.
    pub fn not_right(&self) -> Option<(&str, Column)> {
        let is_right = matches!(self.column, Column::Right | Column::NotApplicable | Column::Refused);
        (!is_right).then_some((&self.variant, self.column))
    }
}

/// A case, and a variant that is asked about it.
#[derive(Clone, Copy)]
pub struct AskedCase<'a> {
    /// The file of the case, or its address.
    pub file: &'a str,
    /// The id of the case.
    pub case: &'a str,
    /// The family of the case in a campaign; empty if it has none.
    pub family: &'a str,
    /// The column in the rows of the family with the closeness of the bodies.
    pub gap_column: Option<GapColumn>,
    pub variant: &'a str,
    pub scalar: Arithmetic,
    /// The slack that the variant states.
    pub slack: Option<Slack>,
    /// The truth of the exact image of posed bodies; `None` for others.
    pub image: Option<ImageTruth>,
    /// The possible reason why the variant is not applicable, if it was asked by name.
    pub why_not: Option<WhyNot<'a>>,
}

/// The reason why a variant is not applicable to a case.
#[derive(Clone, Copy)]
pub enum WhyNot<'a> {
    /// A number of the case overflows the scalar.
    Overflow,
    /// It does not run in the dimension of the case in this scalar.
    Elsewhere {
        /// The dimension of the case.
        dimension: u8,
        /// The variant, for the spaces that it runs in.
        entry: &'a ErasedVariant,
    },
    /// It does not answer the question of the case: about a body that moves, or about bodies at rest.
    Question(&'a Case),
    /// The bodies overlap before A moves: implementations differ on purpose in what they answer.
    StartsInOverlap,
    /// It does not accept the bodies of this case.
    Bodies(&'a Case),
}

impl WhyNot<'_> {
    fn reason(self, AskedCase { variant, scalar, .. }: AskedCase) -> String {
        let variant = cut(variant);
        match self {
            WhyNot::Overflow => format!("a number of the case overflows {scalar}"),
            WhyNot::Elsewhere { dimension, entry } => {
                format!("{variant} does not run in {dimension}D in {scalar}; it runs in {}", where_it_runs(entry, dimension))
            }
            WhyNot::Question(case) if case.cast.is_some() => format!("{variant} is about bodies at rest, and A moves"),
            WhyNot::Question(_) => format!("{variant} is about a body that moves, and the case has no \"cast\""),
            WhyNot::StartsInOverlap => {
                "a cast of bodies that overlap at the start has no right answer: implementations differ on purpose".to_owned()
            }
            WhyNot::Bodies(case) => {
                let mut kinds: Vec<&str> = [&case.a, &case.b].map(kind).into();
                kinds.dedup();
                format!("{variant} does not accept such bodies in {scalar}: {}", kinds.join(" and "))
            }
        }
    }
}

/// Bodies of a kind, in words.
fn kind(body: &Body) -> &'static str {
    match body {
        Body::Points(_) => "hulls of points",
        Body::Rounded { .. } => "bodies with a radius",
        Body::Curved(_) => "curved bodies",
        Body::Halfspace { .. } => "half-spaces",
        Body::Union(_) => "unions",
    }
}

/// The answer of a variant about a posed case.
#[derive(Clone, Copy)]
pub struct PosedAnswer<'a> {
    pub posed: &'a PosedCase,
    /// The case with the bodies that the variant held, if they differ.
    pub held: Option<&'a PosedCase>,
    /// `None` if the variant is not applicable.
    pub outcome: Option<&'a (Reply, Judgement)>,
    /// Whether its axis proves nothing and the opposite axis separates the bodies.
    pub is_axis_opposite: bool,
    /// The cause of a failure, if it was looked for.
    pub fault: Option<Fault>,
}

impl JudgedAnswer {
    /// Judges an answer; if a coordinate overflows the scalar, there is neither an answer nor a truth.
    ///
    /// The line of JSON takes longer than all the rest.
    pub fn new(asked: AskedCase, tolerance: f64, answer: Option<PosedAnswer>, with_json: bool) -> JudgedAnswer {
        let AskedCase { case, variant, scalar, slack, .. } = asked;
        let outcome = answer.and_then(|answer| answer.outcome);
        let record = answer.map(|answer| answer.record(asked)).unwrap_or_default();
        let column = outcome.map_or(Column::NotApplicable, |(reply, judgement)| reply.column(judgement.ruling));
        let is_opposite = answer.is_some_and(|answer| answer.is_axis_opposite);
        let whose = || format!("{} {} {scalar}", cut(case), cut(variant));
        let is_turned = record.normal_reach_units.is_some_and(|reach| reach > 0.0)
            && outcome.is_some_and(|(reply, judgement)| {
                answer.is_some_and(|answer| answer.posed.is_normal_opposite(reply, judgement, tolerance))
            });
        let failing = answer.zip(outcome).filter(|(_, (_, judgement))| judgement.ruling != Ruling::Right);
        JudgedAnswer {
            variant: variant.to_owned(),
            scalar,
            column,
            is_flat_missed: record.is_flat_missed(tolerance),
            is_certified: record.certified == Some(true),
            slack,
            is_beyond_slack: record.beyond_slack == Some(true),
            opposite_axis: is_opposite.then(whose),
            said: failing.map(|(answer, (reply, judgement))| {
                error_text(reply, column, answer.truth(), judgement.off_by)
                    + &given::contradiction(reply, answer.truth(), scalar, tolerance)
            }),
            off_by: record.off_by,
            is_depth_certified: record.depth_certified,
            turned_normal: is_turned.then(whose),
            why_not: asked.why_not.filter(|_| column == Column::NotApplicable).map(|why| why.reason(asked)),
            amounts: failing
                .map(|(answer, (_, judgement))| amounts(answer.truth(), scalar, judgement, tolerance))
                .unwrap_or_default(),
            json: with_json.then(|| format!("{}\n", Line { asked, record: &record, column, answer }.json())),
        }
    }
}

impl<'a> PosedAnswer<'a> {
    fn judged_on(self) -> &'a PosedCase {
        self.held.unwrap_or(self.posed)
    }

    fn truth(self) -> &'a Truth {
        &self.judged_on().truth
    }

    /// The answer as a row of a campaign.
    fn record(self, AskedCase { family, gap_column, variant, slack, .. }: AskedCase) -> Record {
        let (outcome, truth, fault) = (self.outcome, self.truth(), self.fault);
        self.posed.record_of(Recorded { variant, slack, outcome, truth, family, gap_column, fault })
    }
}

/// The error of an answer in words, or the reason why there is none.
fn error_text(reply: &Reply, column: Column, truth: &Truth, off_by: Option<Measure>) -> String {
    let ruling = column.ruling();
    let half = match (ruling, off_by) {
        (Ruling::Wrong, _) => format!(" ({})", column.name()),
        (_, Some(off_by)) => format!(" ({})", off_by.off()),
        _ => String::new(),
    };
    let class = Some(truth.class_name()).filter(|class| !class.is_empty()).unwrap_or("undecided");
    let says = reply.answer.as_ref().map(|answer| format!("says {} where {class}", answer.says.name_for(answer.promise)));
    let refused = reply.refused.map(|side| format!("body {} whatever the other is", side.name()));
    let end = || {
        let stop = reply.stop?;
        Some(match reply.held_units.filter(|_| stop == Stop::OtherBodies) {
            Some(units) => {
                format!(
                    "{}: the bodies that it used are {units:.3e} u of the largest coordinate away from those that it was \
                     asked about",
                    stop.name()
                )
            }
            None => format!("{} after {} iterations", stop.name(), reply.iterations),
        })
    };
    let why = says.or(refused).or_else(end);
    format!("{}{half}{}", ruling.name(), why.map(|why| format!(", {why}")).unwrap_or_default())
}

/// The lengths by which an answer is off: its margin, and the lengths that are beyond the tolerance.
fn amounts(truth: &Truth, scalar: Arithmetic, judgement: &Judgement, tolerance: f64) -> Vec<Amount> {
    let tolerance = if scalar == Arithmetic::Exact { 0.0 } else { tolerance };
    let beyond = |units: Option<f64>| units.filter(|units| units.is_nan() || *units > tolerance);
    let measures = &judgement.measures;
    // The error of a zero distance is the margin of the verdict, and for a claim the message has the parts of the error.
    let error = beyond(judgement.error).filter(|error| judgement.margin != Some(*error) && measures.is_empty());
    let all = [
        ("margin", judgement.margin.filter(|margin| *margin != 0.0)),
        ("error", error),
        ("flat depth", judgement.flat_depth.filter(|depth| *depth != 0.0)),
        ("off body", beyond(judgement.infeasibility)),
    ];
    // A measure that rulings are not based on is not printed for a right answer.
    let is_news = |measure: Measure| !measure.off().is_empty() || judgement.ruling != Ruling::Right;
    let of_claim =
        |(measure, name, _): (Measure, &'static str, _)| (name, beyond(measures[measure]).filter(|_| is_news(measure)));
    let amount = |(name, units): (&'static str, Option<f64>)| {
        Some(Amount { name, units: units?, length: length(truth, scalar, units?) })
    };
    all.into_iter().chain(Measure::printed().map(of_claim)).filter_map(amount).collect()
}

/// A note for the exit code 2, which is due to lines that cannot be read: the result for the other cases.
pub fn of_the_others(cases: usize, contradictions: usize, is_denied: bool) -> String {
    let (found, code) = match (contradictions, is_denied) {
        (0, false) => ("nothing contradicts what they expect".to_owned(), 0),
        (0, true) => ("some answers have a ruling that --deny names".to_owned(), 1),
        (some, _) => (format!("the oracle contradicts what {some} of them expect"), 1),
    };
    format!(
        "the exit code is 2 for the lines above; the cases that can be read ({cases}) are checked: {found} (exit {code} by themselves)"
    )
}
