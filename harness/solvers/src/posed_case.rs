//! A case posed in an arithmetic, its truth, and the judged reply of each variant of a roster.

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::family::GapColumn;
use gjk_cases::format::Slack;
use gjk_records::{Measure, Record, Ruling, SCHEMA};
use gjk_truth::answer::{Answered, Numbers, Says, Values};
use gjk_truth::exact::Scaled;
use gjk_truth::judge::{Judgement, TOLERANCE, judge};
use gjk_truth::truth::{First, Truth};
use gjk_variants::float::ldexp;

use crate::bodies::{each_reply, replies};
use crate::frame::{Frame, Framed};
use crate::reply::Reply;
use crate::roster::{ErasedVariant, Roster};
use crate::stated::is_beyond;

/// A case in the coordinates of an arithmetic, with the truth for exactly these coordinates.
#[derive(Clone, Debug)]
pub struct PosedCase {
    /// The case in the coordinates of the arithmetic.
    pub case: Case,
    /// The arithmetic.
    pub arithmetic: Arithmetic,
    /// The truth for these coordinates.
    pub truth: Truth,
}

/// The reply of one variant to a posed case, judged.
///
/// Reply and judgement are absent if the variant is not applicable.
#[derive(Clone, Debug)]
pub struct JudgedVariant<'a> {
    /// The variant.
    pub variant: &'a ErasedVariant,
    /// The variant's reply and the judgement of it; `None` if the variant is not applicable.
    pub outcome: Option<(Reply, Judgement)>,
    /// The case with the bodies that a program really held, on which the reply is judged; `None` if it held those of the case.
    pub held: Option<Box<PosedCase>>,
}

/// The data of a record.
#[derive(Clone, Copy, Debug)]
pub struct Recorded<'a> {
    /// The name of the variant that answered.
    pub variant: &'a str,
    /// The margin by which the variant states that its verdicts may be wrong.
    pub slack: Option<Slack>,
    /// The variant's reply and the judgement of it; `None` if the variant is not applicable.
    pub outcome: Option<&'a (Reply, Judgement)>,
    /// The truth of the bodies on which the reply was judged.
    pub truth: &'a Truth,
    /// The name of the family in the rows.
    pub family: &'a str,
    /// The column in which the rows of the family state how near the bodies are.
    pub gap_column: Option<GapColumn>,
    /// The cause of a failure, if it is known.
    pub fault: Option<Fault>,
}

/// The cause of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The variant fails on the same coordinates in exact arithmetic.
    Algorithm,
    /// Scaled by a power of two to size one, the case does not fail: a product overflowed or underflowed.
    Range,
    /// Every other failure.
    Rounding,
    /// The variant was not asked again: other failures of the same kind were asked about.
    NotAsked,
}

impl Fault {
    /// The fault as records spell it.
    pub fn name(self) -> &'static str {
        match self {
            Fault::Algorithm => "algorithm",
            Fault::Range => "range",
            Fault::Rounding => "rounding",
            Fault::NotAsked => gjk_records::NOT_ASKED,
        }
    }
}

impl PosedCase {
    /// Poses a case.
    ///
    /// `None` if a coordinate overflows the arithmetic.
    pub fn pose(case: &Case, arithmetic: Arithmetic) -> Option<PosedCase> {
        let case = case.posed(arithmetic)?;
        let truth = Truth::of(&case);
        Some(PosedCase { case, arithmetic, truth })
    }

    /// Asks the variants that pass the filter and answer the question of the case, and judges their replies.
    pub fn ask<'a>(
        &self,
        roster: &'a Roster,
        tolerance: f64,
        chosen: impl Fn(&ErasedVariant) -> bool,
    ) -> Vec<JudgedVariant<'a>> {
        self.ask_each(roster, tolerance, chosen, |judged| judged)
    }

    /// Asks as [`PosedCase::ask`] does, and applies `make` to each judged reply before the next variant is asked: a reply about
    /// unions of many parts is large.
    pub fn ask_each<'a, R>(
        &self,
        roster: &'a Roster,
        tolerance: f64,
        chosen: impl Fn(&ErasedVariant) -> bool,
        make: impl Fn(JudgedVariant<'a>) -> R,
    ) -> Vec<R> {
        let is_asked = |variant: &&ErasedVariant| variant.answers_about(&self.case) && chosen(variant);
        let variants: Vec<&ErasedVariant> = roster.entries().iter().filter(is_asked).collect();
        let mut made = Vec::with_capacity(variants.len());
        each_reply(&self.case, self.arithmetic, &variants, &mut |variant, reply| {
            let held = reply.as_ref().and_then(|reply| self.with_held_bodies(reply)).map(Box::new);
            let judged = |reply: Reply| {
                let judgement = held.as_deref().unwrap_or(self).judge_here(&reply, tolerance);
                (reply, judgement)
            };
            made.push(make(JudgedVariant { variant, outcome: reply.map(judged), held }));
        });
        made
    }

    /// Asks as [`PosedCase::ask`] does, with variants that see the bodies in a frame.
    ///
    /// Their replies are moved back into the world, and judged on the case as it is posed there. Empty if a coordinate in the
    /// frame is not finite, and in exact arithmetic, where the world alone is asked. A program from outside, which may hold
    /// other bodies, is asked only in the world too.
    pub fn ask_in<'a>(
        &self,
        frame: Frame,
        roster: &'a Roster,
        tolerance: f64,
        chosen: impl Fn(&ErasedVariant) -> bool,
    ) -> Vec<JudgedVariant<'a>> {
        if frame == Frame::World {
            return self.ask(roster, tolerance, chosen);
        }
        let Some(framed) = Framed::of(&self.case, frame, self.arithmetic) else { return Vec::new() };
        let is_asked =
            |variant: &&ErasedVariant| variant.program().is_none() && variant.answers_about(&self.case) && chosen(variant);
        let variants: Vec<&ErasedVariant> = roster.entries().iter().filter(is_asked).collect();
        let mut judged = Vec::with_capacity(variants.len());
        each_reply(&framed.case, self.arithmetic, &variants, &mut |variant, reply| {
            let back = |reply| {
                let reply = framed.back(reply);
                let judgement = self.judge_here(&reply, tolerance);
                (reply, judgement)
            };
            judged.push(JudgedVariant { variant, outcome: reply.map(back), held: None });
        });
        judged
    }

    /// The judgement of a reply.
    ///
    /// The tolerance is in units of u·D.
    pub fn judge(&self, reply: &Reply, tolerance: f64) -> Judgement {
        self.with_held_bodies(reply).as_ref().unwrap_or(self).judge_here(reply, tolerance)
    }

    /// Whether an answer is not certified only because of the sign of its axis: the opposite axis proves that the bodies are
    /// apart.
    pub fn is_axis_opposite(&self, reply: &Reply, judgement: &Judgement) -> bool {
        let Some(answer) = reply.answer.as_ref().filter(|_| judgement.certified == Some(false)) else { return false };
        let (Says::Apart, Numbers::Rounded(values)) = (answer.says, &answer.numbers) else { return false };
        let Some(axis) = values.axis else { return false };
        let values = Values { axis: Some(axis.map(|x| -x)), ..Values::none() };
        let opposite = Answered { numbers: Numbers::Rounded(values), ..answer.clone() };
        let held = self.with_held_bodies(reply);
        let PosedCase { case, truth, .. } = held.as_ref().unwrap_or(self);
        judge(case, truth, Some(&opposite), self.arithmetic, TOLERANCE).certified == Some(true)
    }

    /// Whether the normal of an answer about the depth is wrong only in its sign: along the opposite normal the bodies come
    /// apart within the tolerance of the depth.
    pub fn is_normal_opposite(&self, reply: &Reply, judgement: &Judgement, tolerance: f64) -> bool {
        let Some(answer) = reply.answer.as_ref().filter(|_| !judgement.measures.is_empty()) else { return false };
        let opposite = match &answer.numbers {
            Numbers::Rounded(values) => {
                let normal = values.normal.map(|normal| normal.map(|x| -x));
                Numbers::Rounded(Values { normal, ..values.clone() })
            }
            Numbers::Exact(values) => {
                let normal = values.normal.clone().map(|normal| normal.map(|x| -x));
                Numbers::Exact(Box::new(Values { normal, ..(**values).clone() }))
            }
        };
        let opposite = Answered { numbers: opposite, ..answer.clone() };
        let held = self.with_held_bodies(reply);
        let PosedCase { case, truth, .. } = held.as_ref().unwrap_or(self);
        let reach = |judgement: &Judgement| judgement.measures[Measure::NormalReach];
        let tolerance = if self.arithmetic == Arithmetic::Exact { 0.0 } else { tolerance };
        let [claimed, turned] =
            [*judgement, judge(case, truth, Some(&opposite), self.arithmetic, tolerance)].map(|j| reach(&j));
        claimed.is_some_and(|reach| reach > tolerance) && turned.is_some_and(|reach| reach <= tolerance)
    }

    /// The case with the bodies that a program really held; `None` if it held those of the case.
    pub fn with_held_bodies(&self, reply: &Reply) -> Option<PosedCase> {
        let case = reply.held.as_deref()?;
        Some(PosedCase { case: case.clone(), arithmetic: self.arithmetic, truth: Truth::of(case) })
    }

    fn judge_here(&self, reply: &Reply, tolerance: f64) -> Judgement {
        reply.judged(&self.case, &self.truth, self.arithmetic, tolerance)
    }

    /// The ruling of one variant; `None` if it is not applicable.
    fn ruling(&self, variant: &ErasedVariant, tolerance: f64) -> Option<Ruling> {
        let reply = replies(&self.case, self.arithmetic, &[variant]).pop()??;
        Some(self.judge(&reply, tolerance).ruling)
    }

    /// The cause of a failure; `None` if the judged reply is not a failure.
    pub fn fault_of(&self, found: &JudgedVariant<'_>, tolerance: f64) -> Option<Fault> {
        let (_, judgement) = found.outcome.as_ref()?;
        judgement.ruling.is_failure().then(|| self.fault(found.variant, tolerance))
    }

    /// The cause of a failure of this variant.
    pub fn fault(&self, variant: &ErasedVariant, tolerance: f64) -> Fault {
        if self.arithmetic == Arithmetic::Exact {
            return Fault::Algorithm;
        }
        if self.fails_exactly(variant, tolerance) {
            return Fault::Algorithm;
        }
        if self.is_mended_by_size(variant, tolerance) { Fault::Range } else { Fault::Rounding }
    }

    /// Whether the number range is the cause of a failure of this variant.
    ///
    /// For most failures this takes a tenth of the time of [`PosedCase::fault`].
    pub fn is_fault_of_range(&self, variant: &ErasedVariant, tolerance: f64) -> bool {
        let is_rounded = self.arithmetic != Arithmetic::Exact;
        is_rounded && self.is_mended_by_size(variant, tolerance) && !self.fails_exactly(variant, tolerance)
    }

    fn fails_exactly(&self, variant: &ErasedVariant, tolerance: f64) -> bool {
        let exact = PosedCase { case: self.case.clone(), arithmetic: Arithmetic::Exact, truth: self.truth.clone() };
        exact.ruling(variant, tolerance).is_some_and(Ruling::is_failure)
    }

    /// Whether the variant does not fail on the same case at size one.
    fn is_mended_by_size(&self, variant: &ErasedVariant, tolerance: f64) -> bool {
        match self.to_size_one().map(|scaled| scaled.ruling(variant, tolerance)) {
            Some(Some(Ruling::Refused)) | None => false,
            Some(ruling) => !ruling.is_some_and(Ruling::is_failure),
        }
    }

    /// The case scaled by a power of two to a size between one half and one; `None` if the scaling is not exact.
    fn to_size_one(&self) -> Option<PosedCase> {
        let size = self.truth.size();
        if size.is_zero() {
            return None;
        }
        let exponent = size.exponent() + 1;
        let (mut case, mut is_exact) = (self.case.clone(), true);
        let mut scale = |x: &mut f64| {
            let scaled = ldexp(*x, -exponent);
            is_exact &= ldexp(scaled, exponent) == *x;
            *x = scaled;
        };
        for body in [&mut case.a, &mut case.b] {
            body.each_length(&mut scale);
        }
        case.cast.iter_mut().flatten().for_each(&mut scale);
        if !is_exact {
            return None;
        }
        let posed = case.posed(self.arithmetic)?;
        (posed == case).then(|| PosedCase { truth: Truth::of(&posed), case: posed, arithmetic: self.arithmetic })
    }

    /// The record of a judged reply.
    pub fn record(
        &self,
        judged: &JudgedVariant<'_>,
        family: &str,
        gap_column: Option<GapColumn>,
        fault: Option<Fault>,
    ) -> Record {
        self.record_of(Recorded {
            variant: judged.variant.about.name,
            slack: judged.variant.stated.as_ref().and_then(|stated| stated.slack),
            outcome: judged.outcome.as_ref(),
            truth: judged.held.as_ref().map_or(&self.truth, |held| &held.truth),
            family,
            gap_column,
            fault,
        })
    }

    /// The record of a judged reply from any source.
    pub fn record_of(&self, recorded: Recorded<'_>) -> Record {
        let Recorded { variant, slack, outcome, truth, family, gap_column, fault } = recorded;
        let (reply, judgement) = outcome.map(|(reply, judgement)| (reply, judgement)).unzip();
        let answer = reply.and_then(|reply| reply.answer.as_ref());
        let knob = self.case.knob;
        let gap_in = |column| gap_column == Some(column);
        let beyond_slack = slack.zip(judgement).and_then(|(slack, found)| is_beyond(slack, found, truth, self.arithmetic));
        let record = Record {
            schema: SCHEMA,
            family: family.to_owned(),
            case: self.case.id.clone(),
            dimension: self.case.dimension,
            points_a: self.case.a.count(),
            points_b: self.case.b.count(),
            scalar: self.arithmetic.name().to_owned(),
            variant: variant.to_owned(),
            knob_asked: knob.map(|knob| knob.asked),
            knob: knob.and_then(|knob| if gap_in(GapColumn::Knob) { Some(truth.relative_distance()) } else { knob.achieved }),
            ruling: judgement.map_or(Ruling::NotApplicable, |judgement| judgement.ruling),
            certified: judgement.and_then(|judgement| judgement.certified),
            verdict: answer.map(|answer| answer.says.name_for(answer.promise).to_owned()),
            distance: answer.and_then(gjk_truth::answer::Answered::distance),
            error_units: judgement.and_then(|judgement| judgement.error),
            length_error_units: judgement.and_then(|judgement| judgement.length_error),
            margin_units: judgement.and_then(|judgement| judgement.margin),
            beyond_slack,
            flat_depth_units: judgement.and_then(|judgement| judgement.flat_depth),
            axis_overlap_units: judgement.and_then(|judgement| judgement.axis_overlap),
            witness_error_units: judgement.and_then(|judgement| judgement.witness_error),
            witness_allowance_units: judgement.and_then(|judgement| judgement.witness_allowance),
            stop: reply.and_then(|reply| reply.stop).map_or_else(String::new, |stop| stop.name().to_owned()),
            iterations: reply.map_or(0, |reply| reply.iterations),
            supports: reply.map_or(0, |reply| reply.supports),
            fault: fault.map(|fault| fault.name().to_owned()),
            truth_class: truth.class_name().to_owned(),
            truth_distance: truth.distance_f64(),
            truth_width_units: truth.relative_width() / self.arithmetic.unit(),
            gap_units: if gap_in(GapColumn::Gap) { truth.relative_gap().map(|gap| gap / self.arithmetic.unit()) } else { None },
            off_by: judgement.and_then(|judgement| judgement.off_by),
            held_units: reply.and_then(|reply| reply.held_units),
            ..Record::default()
        };
        let record = record.with(&judgement.map(|judgement| judgement.measures).unwrap_or_default());
        let Some(cast) = truth.cast() else { return record };
        let First::At(first) = cast.first(&self.case) else { return record };
        let truth_time = first.rounded();
        let moved = |time: f64| Scaled::from_f64((time - truth_time).abs()).times(cast.length());
        let unit = truth.size().times(Scaled::from_f64(self.arithmetic.unit()));
        let time_error_units = record.time.map(|time| moved(time).over(unit).to_f64());
        Record { truth_time: Some(truth_time), time_error_units, ..record }
    }
}
