//! The way of a body that moves, and the ray of the origin in M.
//!
//! A is drawn at the start and at the end in outlines, and filled at the time of the first contact or, if there is none, at the time at which it is
//! nearest to B. A time of the answer that differs visibly has a dashed outline.

use std::collections::BTreeSet;

use gjk_records::{Dash, Mark, Run, RunCast, Style as RecordedStyle};

use super::plane::Spot;
use super::view::View;
use super::{A, M, PlaneRun, STEP, V};
use crate::draw::{BLACK, LegendEntry, Stroke, Style, TEXT, dots, ink, stroke};

/// A place of the canvas is this many dots from another one if they differ visibly.
const VISIBLE: i32 = 40;

fn moved(body: &[Spot], by: Spot) -> Vec<Spot> {
    body.iter().map(|spot| (spot.0 + by.0, spot.1 + by.1)).collect()
}

/// The vector by which A has moved at a time, in the plane.
fn shift(scene: &PlaneRun, cast: &RunCast, time: f64) -> Spot {
    scene.spot(&cast.motion.map(|x| time * x))
}

/// The places of A that are drawn in addition to the start.
pub(super) fn places(scene: &PlaneRun, cast: &RunCast) -> Vec<Spot> {
    let times = [Some(1.0), Some(cast.time), cast.answer.filter(|time| (0.0..=1.0).contains(time))];
    times.into_iter().flatten().flat_map(|time| moved(&scene.a, shift(scene, cast, time))).collect()
}

fn dashed(view: &View, corners: &[Spot]) {
    let mut places: Vec<(i32, i32)> = corners.iter().map(|&corner| view.at(corner)).collect();
    if let Some(&first) = places.first() {
        places.push(first);
        let style = style(true);
        view.canvas.path(&places, Stroke { dash: style.dash, ..stroke(V, 1.2) });
    }
}

/// Draws A along its way.
pub(super) fn way(scene: &PlaneRun, cast: &RunCast, view: &View, a: &[Spot]) {
    let at = |time: f64| moved(a, shift(scene, cast, time));
    let (start, end) = (at(0.0), at(1.0));
    view.outline(&start, A, 0.06, 0.6);
    view.outline(&end, A, 0.06, 0.6);
    let middle = |body: &[Spot]| {
        let count = body.len().max(1) as f64;
        body.iter().fold((0.0, 0.0), |sum, spot| (sum.0 + spot.0 / count, sum.1 + spot.1 / count))
    };
    view.line(middle(&start), middle(&end), A, 0.5);
    for (body, name) in [(&start, "0"), (&end, "1")] {
        let (x, y) = view.at(middle(body));
        view.canvas.text((x, y - dots(5.0)), name, ink(TEXT).centred().grey());
    }
    touching(scene, cast, view, a);
}

/// Draws A at the time of the first contact, and at that of the answer.
pub(super) fn touching(scene: &PlaneRun, cast: &RunCast, view: &View, a: &[Spot]) {
    let (truth, answer) = (moved(a, shift(scene, cast, cast.time)), cast.answer.map(|time| moved(a, shift(scene, cast, time))));
    view.outline(&truth, A, 0.25, 1.0);
    let is_elsewhere = |body: &Vec<Spot>| {
        body.iter().zip(&truth).any(|(p, q)| {
            let (p, q) = (view.at(*p), view.at(*q));
            (p.0 - q.0).abs().max((p.1 - q.1).abs()) > VISIBLE
        })
    };
    if let Some(body) = answer.filter(is_elsewhere) {
        dashed(view, &body);
    }
}

/// Draws the outline of A at the time of the answer within the window of a view.
pub(super) fn answered(scene: &PlaneRun, cast: &RunCast, view: &View) {
    let Some(time) = cast.answer else { return };
    let body = moved(&scene.a, shift(scene, cast, time));
    for (place, &from) in body.iter().enumerate() {
        if let Some([from, to]) = view.inside(&[from, body[(place + 1) % body.len()]]) {
            view.canvas.path(&[view.at(from), view.at(to)], Stroke { dash: style(true).dash, ..stroke(V, 1.2) });
        }
    }
}

/// The length in the plane between A at the time of the answer and at the true time.
pub(super) fn error(scene: &PlaneRun, cast: &RunCast) -> f64 {
    let way = shift(scene, cast, cast.answer.unwrap_or(cast.time) - cast.time);
    way.0.hypot(way.1)
}

/// The body A at the true time, in the plane.
pub(super) fn body(scene: &PlaneRun, cast: &RunCast) -> Vec<Spot> {
    moved(&scene.a, shift(scene, cast, cast.time))
}

/// The point t d of the ray of the origin.
pub(super) fn on_ray(scene: &PlaneRun, cast: &RunCast, time: f64) -> Spot {
    shift(scene, cast, -time)
}

/// Draws the ray.
pub(super) fn ray(scene: &PlaneRun, cast: &RunCast, view: &View) {
    view.line((0.0, 0.0), on_ray(scene, cast, 1.0), M, 0.7);
}

/// Draws the ray, the points of it that the run came to, the first contact, and the time of the answer.
pub(super) fn on_difference(scene: &PlaneRun, cast: &RunCast, view: &View) {
    view.line((0.0, 0.0), on_ray(scene, cast, 1.0), BLACK, 0.7);
    let steps = scene.run.steps.iter().filter(|step| !step.simplex.is_empty());
    let places: BTreeSet<(i32, i32)> = steps.map(|step| view.at(scene.spot(&step.place))).collect();
    places.into_iter().for_each(|place| view.canvas.dot(place, 1.2, STEP));
    if let Some(time) = cast.answer {
        view.canvas.mark(view.at(on_ray(scene, cast, time)), Mark::Square, 2.5, V, false);
    }
    if cast.hits {
        view.canvas.mark(view.at(on_ray(scene, cast, cast.time)), Mark::Circle, 1.4, BLACK, true);
    }
}

fn style(answers: bool) -> Style {
    let (colour, mark, dash) = if answers { (V, Mark::Square, Dash::Short) } else { (BLACK, Mark::Circle, Dash::Whole) };
    Style::from(RecordedStyle { colour, mark, dash })
}

/// The first contact and the answer in words.
pub(crate) fn words(run: &Run, cast: &RunCast) -> [String; 2] {
    let at = |time: f64| format!("hit at t = {}", super::text::brief(time));
    let truth = if cast.hits { at(cast.time) } else { "never".to_owned() };
    let answer = match (run.verdict.as_deref(), cast.answer) {
        (Some("hit"), Some(time)) => at(time),
        (Some(verdict), _) => verdict.to_owned(),
        (None, _) => "no answer".to_owned(),
    };
    [truth, answer]
}

/// The legend: the truth and the answer.
pub(super) fn legend(run: &Run, cast: &RunCast) -> Vec<LegendEntry> {
    let [truth, answer] = words(run, cast);
    let entry = |name: &str, text: String, answers: bool| LegendEntry {
        text: format!("{name}: {text}"),
        style: style(answers),
        filled: !answers,
    };
    vec![entry("truth", truth, false), entry("answer", answer, true)]
}
