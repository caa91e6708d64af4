//! A line of JSON for an answer.

use gjk_cases::case::{Arithmetic, Class, Point};
use gjk_cases::format::Side;
use gjk_records::{CLAIMS, Column, Measure, Record};
use gjk_solvers::{PosedCase, Reply};
use gjk_truth::answer::Answered;
use gjk_truth::exact::Scaled;
use gjk_truth::judge::Judgement;
use gjk_truth::truth::{First, FirstTime, ImageTruth, Truth};
use serde_json::{Map, Value, json};

use super::given::{self, Depth, points};
use super::{AskedCase, PosedAnswer, length};

/// An answer with the columns of its row in a campaign, and further values that a row does not have. A name that both have has
/// the same meaning, except for the true depth: a row has the depth by which its answer was judged, which may be the depth of
/// the cores; a line always has that of the bodies.
pub struct Line<'a> {
    pub asked: AskedCase<'a>,
    pub record: &'a Record,
    pub column: Column,
    pub answer: Option<PosedAnswer<'a>>,
}

impl<'a> Line<'a> {
    /// The line as an object.
    pub fn json(&self) -> Value {
        let parts =
            [self.judged(), self.run(), self.truth_of_case(), self.points(), self.of_row(), self.of_claims(), self.knobs()];
        let mut line: Map<String, Value> = parts.into_iter().flat_map(fields).collect();
        // The other columns, whose numbers are finite. They are null for a case that overflows the scalar.
        for (name, value) in fields(json!(self.record)) {
            let is_known = self.answer.is_some() || name == "schema";
            line.entry(name).or_insert(if is_known { value } else { Value::Null });
        }
        Value::Object(line)
    }

    fn reply(&self) -> Option<&'a Reply> {
        self.answer.and_then(|answer| answer.outcome).map(|(reply, _)| reply)
    }

    fn given(&self) -> Option<&'a Answered> {
        self.reply().and_then(|reply| reply.answer.as_ref())
    }

    fn truth(&self) -> Option<&'a Truth> {
        self.answer.map(PosedAnswer::truth)
    }

    fn dimension(&self) -> usize {
        self.answer.map_or(3, |answer| usize::from(answer.judged_on().case.dimension))
    }

    /// The question, and the ruling on its answer.
    fn judged(&self) -> Value {
        let AskedCase { file, case, variant, scalar, slack, .. } = self.asked;
        let judgement = self.answer.and_then(|answer| answer.outcome).map(|(_, judgement)| judgement);
        let units = |of: fn(&Judgement) -> Option<f64>| judgement.and_then(of);
        let length = |units: Option<f64>| number(self.truth().zip(units).map(|(truth, units)| length(truth, scalar, units)));
        json!({
            "file": file,
            "case": case,
            "variant": variant,
            "scalar": scalar.name(),
            "ruling": self.column.ruling().name(),
            "column": self.column.field(),
            "certified": self.record.certified,
            "verdict": self.record.verdict,
            "distance": number(self.given().and_then(Answered::distance)),
            "error": number(units(|judgement| judgement.error)),
            "error_length": length(units(|judgement| judgement.error)),
            "margin": number(units(|judgement| judgement.margin)),
            "margin_length": length(units(|judgement| judgement.margin)),
            "slack": slack.map(|slack| slack.to_string()),
            "beyond_slack": self.record.beyond_slack,
            "flat_depth": number(units(|judgement| judgement.flat_depth)),
            "axis_overlap": number(units(|judgement| judgement.axis_overlap)),
            "witness_error": number(units(|judgement| judgement.witness_error)),
            "witness_allowance": number(units(|judgement| judgement.witness_allowance)),
            "infeasibility": number(units(|judgement| judgement.infeasibility)),
        })
    }

    /// The end of the run, and its cost.
    fn run(&self) -> Value {
        let reply = self.reply();
        json!({
            "stop": reply.and_then(|reply| reply.stop).map(gjk_variants::Stop::name),
            "refused": reply.and_then(|reply| reply.refused).map(|side| self.as_written(side).name()),
            "iterations": reply.map(|reply| reply.iterations),
            "supports": reply.map(|reply| reply.supports),
        })
    }

    /// A body in the order in which the bodies were written.
    fn as_written(&self, side: Side) -> Side {
        if self.answer.is_some_and(|answer| answer.judged_on().case.is_exchanged) { side.other() } else { side }
    }

    /// The truth about the bodies that the answer is judged on, and about the exact image of posed bodies.
    fn truth_of_case(&self) -> Value {
        let judged_on = self.answer.map(PosedAnswer::judged_on);
        Value::Object(truth_fields(judged_on, self.asked.image, self.asked.scalar))
    }

    /// The points and directions of the answer.
    fn points(&self) -> Value {
        let dimension = self.dimension();
        let case = self.answer.map(|answer| &answer.judged_on().case);
        let points = self.given().map(points).zip(case).map(|(points, case)| points.for_written(case));
        let point = |of: fn(&given::Points) -> Option<Point>| {
            points.as_ref().and_then(of).map(|point| point[..dimension].iter().map(|x| written(*x)).collect::<Vec<_>>())
        };
        json!({
            "on_a": point(|points| points.on_a),
            "on_b": point(|points| points.on_b),
            "axis": point(|points| points.axis),
            "translation": point(|points| points.translation),
            "normal": point(|points| points.normal),
        })
    }

    /// The columns of a row whose numbers may be infinite.
    fn of_row(&self) -> Value {
        let (AskedCase { case, family, .. }, record) = (self.asked, self.record);
        json!({
            "case_id": case,
            "family": Some(family).filter(|family| !family.is_empty()),
            "error_units": number(record.error_units),
            "length_error_units": number(record.length_error_units),
            "margin_units": number(record.margin_units),
            "flat_depth_units": number(record.flat_depth_units),
            "axis_overlap_units": number(record.axis_overlap_units),
            "witness_error_units": number(record.witness_error_units),
            "witness_allowance_units": number(record.witness_allowance_units),
        })
    }

    /// The measures of claims.
    fn of_claims(&self) -> Value {
        Measure::printed()
            .map(|(measure, ..)| measure)
            .chain(CLAIMS.map(|claim| claim.claimed))
            .map(|measure| (measure.field(), number(self.record.measure(measure))))
            .collect()
    }

    /// The place of the case in its family.
    fn knobs(&self) -> Value {
        json!({
            "knob_asked": number(self.record.knob_asked),
            "knob": number(self.record.knob),
            "gap_units": number(self.record.gap_units),
        })
    }
}

/// A line of JSON with the truth of a case in a scalar, and without a variant and a ruling.
pub fn truth_json(
    (file, id): (&str, &str),
    posed: Option<&PosedCase>,
    image: Option<ImageTruth>,
    scalar: Arithmetic,
) -> String {
    let of_case = json!({ "file": file, "case": id, "variant": null, "scalar": scalar.name(), "ruling": null });
    let mut line = fields(of_case);
    line.extend(truth_fields(posed, image, scalar));
    format!("{}\n", Value::Object(line))
}

/// The truth about a case as it is posed, and about the exact image of posed bodies; without a case all fields are null.
fn truth_fields(posed: Option<&PosedCase>, image: Option<ImageTruth>, scalar: Arithmetic) -> Map<String, Value> {
    let (truth, dimension) = (posed.map(|posed| &posed.truth), posed.map_or(3, |posed| usize::from(posed.case.dimension)));
    let bounds = truth.map(Truth::bounds);
    let unit = truth.map(|truth| length(truth, scalar, 1.0));
    let depth = truth.and_then(Truth::depth).map(Depth::of);
    let normal = posed.and_then(|posed| Some(posed.case.as_written(posed.truth.normal(&posed.case)?)));
    let nearest = posed.and_then(|posed| Some(posed.case.in_written_order(posed.truth.nearest_points(&posed.case)?)));
    let [on_a, on_b] = nearest.map_or([None, None], |points| points.map(|point| Some(point[..dimension].to_vec())));
    let cast = truth.and_then(Truth::cast);
    let first = posed.and_then(|posed| Some(posed.truth.cast()?.first(&posed.case)));
    let time = first.and_then(|first| if let First::At(time) = first { Some(time) } else { None });
    fields(json!({
        "D": number(truth.map(|truth| truth.size().to_f64())),
        "unit": number(unit),
        "truth_class": truth.map(Truth::class_name).filter(|class| !class.is_empty()),
        "truth_distance": number(truth.map(Truth::distance_f64)),
        "truth_width_units": number(truth.map(|truth| truth.relative_width() / scalar.unit())),
        "truth_distance_squared": truth.and_then(Truth::distance_squared).map(|squared| squared.to_string()),
        "truth_core_distance_squared": truth.and_then(Truth::core_distance_squared).map(|squared| squared.to_string()),
        "truth_depth": number(depth.map(|depth| depth.middle)),
        "truth_depth_width_units": number(depth.zip(unit).map(|(depth, unit)| depth.width / unit)),
        "truth_core_depth": number(truth.and_then(Truth::core_depth).map(Scaled::to_f64)),
        "truth_depth_squared": truth.and_then(Truth::depth_squared).map(|squared| squared.to_string()),
        "truth_normal": normal.map(|normal| normal[..dimension].to_vec()),
        "truth_distance_low": number(bounds.map(|(low, _)| low)),
        "truth_distance_high": number(bounds.map(|(_, high)| high)),
        "image_class": image.map(|image| image.class.name()),
        "image_distance": number(image.map(|image| image.distance.to_f64())),
        "truth_on_a": on_a,
        "truth_on_b": on_b,
        "truth_time": number(time.map(FirstTime::rounded)),
        "truth_time_exact": time.filter(|time| time.is_exact()).map(|time| time.low.to_string()),
        "truth_time_low": time.map(|time| time.low.to_f64_fast()),
        "truth_time_high": time.map(|time| time.high.to_f64_fast()),
        "truth_contact_normal": time.and_then(FirstTime::normal).map(|normal| normal[..dimension].to_vec()),
        "truth_start_class": cast.and_then(|cast| cast.start.decided()).map(Class::name),
        "truth_start_distance": number(cast.map(|cast| cast.start.distance_f64())),
    }))
}

fn fields(value: Value) -> Map<String, Value> {
    if let Value::Object(fields) = value { fields } else { Map::new() }
}

fn number(value: Option<f64>) -> Option<Value> {
    value.map(written)
}

/// A number in JSON, which has no infinities.
fn written(value: f64) -> Value {
    if value.is_finite() { json!(value) } else { json!(value.to_string()) }
}
