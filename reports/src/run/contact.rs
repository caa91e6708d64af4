//! The true distance or depth and the one of the answer: lines between points of the bodies, and vectors from the origin to M.
//!
//! The truth is a solid black line with filled circles, and the answer a dashed purple line with open squares around them, so
//! they differ without colours, and both are visible where they are equal.

use std::f64::consts::TAU;

use gjk_records::{Contact, Dash, Run};

use super::plane::Spot;
use super::text::brief;
use super::view::View;
use super::{PlaneRun, V, cast};
use crate::draw::{BLACK, LegendEntry, Mark, Stroke, Style, dots, stroke};

/// A place of the canvas, in dots.
type Place = (i32, i32);

/// The truth or the answer, and its style.
struct Drawn<'r> {
    contact: &'r Contact,
    is_apart: bool,
    style: Style,
    width: f64,
    /// The radius of its marks, in points.
    radius: f64,
    filled: bool,
}

impl Drawn<'_> {
    fn stroke(&self) -> Stroke {
        Stroke { dash: self.style.dash, ..stroke(self.style.colour, self.width) }
    }

    /// Draws a mark, unless it is outside the window.
    fn mark(&self, view: &View, spot: Spot) {
        if view.holds(spot) {
            view.canvas.mark(view.at(spot), self.style.mark, self.radius, self.style.colour, self.filled);
        }
    }
}

fn style(answers: bool) -> Style {
    let (colour, mark, dash) = if answers { (V, Mark::Square, Dash::Short) } else { (BLACK, Mark::Circle, Dash::Whole) };
    Style::from(gjk_records::Style { colour, mark, dash })
}

fn truth(run: &Run) -> Drawn<'_> {
    let is_apart = matches!(run.truth_class.as_str(), "separated" | "never");
    Drawn { contact: &run.truth, is_apart, style: style(false), width: 1.1, radius: 1.4, filled: true }
}

fn answer(run: &Run) -> Drawn<'_> {
    let is_apart = run.verdict.as_deref() == Some("apart");
    Drawn { contact: &run.answer, is_apart, style: style(true), width: 1.3, radius: 2.5, filled: false }
}

/// The lines of the truth and of the answer at the bodies.
pub(super) fn segments(scene: &PlaneRun, view: &View) -> Vec<[Place; 2]> {
    spots_of_bodies(scene).chunks_exact(2).map(|ends| [view.at(ends[0]), view.at(ends[1])]).collect()
}

/// Draws the lines between the points of the bodies within the window of the view. The squares of the answer are below the
/// circles of the truth.
pub(super) fn on_bodies(scene: &PlaneRun, view: &View) {
    let drawn = [truth(scene.run), answer(scene.run)];
    let ends = drawn.each_ref().map(|drawn| drawn.contact.points.map(|points| points.map(|point| scene.spot(&point))));
    for (drawn, ends) in drawn.iter().zip(ends) {
        if let Some(ends) = ends {
            path(view, &ends, drawn.stroke());
        }
    }
    for (drawn, ends) in drawn.iter().zip(ends).rev() {
        ends.into_iter().flatten().for_each(|spot| drawn.mark(view, spot));
    }
}

/// Draws a path within the window of the view.
fn path(view: &View, spots: &[Spot], stroke: Stroke) {
    let places = |pair: &[Spot]| view.inside(pair).map(|ends| ends.map(|spot| view.at(spot)));
    if spots.iter().all(|spot| view.holds(*spot)) {
        // A path in one piece continues its dashes from one segment to the next.
        view.canvas.path(&spots.iter().map(|spot| view.at(*spot)).collect::<Vec<_>>(), stroke);
    } else {
        spots.windows(2).filter_map(places).for_each(|ends| view.canvas.path(&ends, stroke));
    }
}

/// The truth and the answer, as far as they are drawn at M.
fn at_difference(run: &Run) -> Vec<Drawn<'_>> {
    // The v of the truth is about another M if it is about other parts. The end of the path is the v of an answer `apart`.
    let truth = Some(truth(run)).filter(|_| run.truth_pair.is_none_or(|pair| pair == run.pair));
    let has_path = run.steps.iter().any(|step| step.nearest.is_some());
    let answer = Some(answer(run)).filter(|answer| !(has_path && answer.is_apart));
    [truth, answer].into_iter().flatten().collect()
}

/// Draws the vectors v from the origin; a length without a direction as a circle around it, and a direction as an arrow.
pub(super) fn on_difference(scene: &PlaneRun, view: &View) {
    let drawn = at_difference(scene.run);
    for drawn in &drawn {
        let round = circle(scene, drawn);
        match (end(scene, drawn.contact), drawn.contact.direction) {
            (Some(end), _) => path(view, &[(0.0, 0.0), end], drawn.stroke()),
            (None, Some(direction)) => {
                let sign = if drawn.is_apart { -1.0 } else { 1.0 };
                view.arrow((0.0, 0.0), scene.plane.of_point(&direction.map(|x| sign * x)), drawn.style.colour);
            }
            (None, None) => path(view, &round, drawn.stroke()),
        }
    }
    for drawn in drawn.iter().rev() {
        if let Some(end) = end(scene, drawn.contact) {
            drawn.mark(view, end);
        }
    }
}

/// The end of v at the M of the run: that of the cores, if the run saw these.
fn end(scene: &PlaneRun, contact: &Contact) -> Option<Spot> {
    let radii = scene.run.radii;
    let v = match (contact.v?, contact.direction) {
        (v, Some(n)) => std::array::from_fn(|i| v[i] - radii * n[i]),
        (v, None) if radii == 0.0 => v,
        (_, None) => return None,
    };
    v.iter().all(|x| x.is_finite()).then(|| scene.spot(&v))
}

/// The circle around the origin that a length without a direction is drawn as; empty for others.
fn circle(scene: &PlaneRun, drawn: &Drawn) -> Vec<Spot> {
    let Contact { length: Some(length), v: None, .. } = *drawn.contact else { return Vec::new() };
    let radii = scene.run.radii;
    let radius = (length + if drawn.is_apart { radii } else { -radii }).abs() / scene.unit;
    if !(radius > 0.0 && radius.is_finite()) {
        return Vec::new();
    }
    let spot = |step: u32| (f64::from(step) * TAU / 96.0).sin_cos();
    (0..=96).map(spot).map(|(sin, cos)| (radius * cos, radius * sin)).collect()
}

/// The spots of the truth and of the answer at the bodies.
pub(super) fn spots_of_bodies(scene: &PlaneRun) -> Vec<Spot> {
    let points = [&scene.run.truth, &scene.run.answer].into_iter().filter_map(|contact| contact.points);
    points.flatten().map(|point| scene.spot(&point)).collect()
}

/// The spots of the truth and of the answer at M.
pub(super) fn spots_of_difference(scene: &PlaneRun) -> Vec<Spot> {
    let drawn = at_difference(scene.run);
    drawn.iter().flat_map(|drawn| end(scene, drawn.contact).into_iter().chain(circle(scene, drawn))).collect()
}

/// The legend: the truth and the answer, as far as something of them is drawn.
pub(super) fn legend(run: &Run) -> Vec<LegendEntry> {
    if let Some(moving) = &run.cast {
        return cast::legend(run, moving);
    }
    let entry = |drawn: &Drawn, name: &str, says: &str, length: &str| {
        let contact = drawn.contact;
        let is_drawn =
            contact.points.is_some() || contact.v.is_some() || contact.length.is_some() || contact.direction.is_some();
        let length = contact.length.map_or(String::new(), |value| format!(", {length} {}", brief(value)));
        is_drawn.then(|| LegendEntry { text: format!("{name}: {says}{length}"), style: drawn.style, filled: drawn.filled })
    };
    let (truth, answer) = (truth(run), answer(run));
    let of_truth = match (run.truth_class.as_str(), run.truth_pair) {
        ("overlapping", Some(_)) => "depth of the deepest parts",
        ("overlapping", None) => "depth",
        _ => "distance",
    };
    let of_answer = if answer.is_apart { "distance" } else { "depth" };
    let verdict = run.verdict.as_deref().unwrap_or("no answer");
    let entries = [entry(&truth, "truth", &run.truth_class, of_truth), entry(&answer, "answer", verdict, of_answer)];
    entries.into_iter().flatten().collect()
}

/// The middle of a body.
pub(super) fn middle(view: &View, parts: &[Vec<Spot>]) -> Place {
    let body: Vec<Spot> = parts.iter().flatten().copied().collect();
    let count = body.len().max(1) as f64;
    view.at(body.iter().fold((0.0, 0.0), |sum, spot| (sum.0 + spot.0 / count, sum.1 + spot.1 / count)))
}

/// The places of the names of the bodies: near their middles, but clear of the lines and of each other, and of the outlines if
/// there is room.
pub(super) fn apart(middles: [Place; 2], lines: &[[Place; 2]], outlines: &[[Place; 2]]) -> [Place; 2] {
    let steps = [(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)];
    let mut kept: Vec<[Place; 2]> = Vec::new();
    for (x, y) in middles {
        let is_clear = |at: &Place, lines: &[[Place; 2]], points: f64| {
            lines.iter().all(|line| distance(*at, *line) >= f64::from(dots(points)))
        };
        let step = |far: i32, (right, down): (i32, i32)| (x + right * far * dots(5.5), y + down * far * dots(5.5));
        let places = || (1..=6).flat_map(|far| steps.map(|way| step(far, way)));
        let mut free = places().filter(|at| is_clear(at, lines, 8.0) && is_clear(at, &kept, 9.0));
        let first = free.clone().next();
        kept.push([free.find(|at| is_clear(at, outlines, 5.5)).or(first).unwrap_or((x, y)); 2]);
    }
    [kept[0][0], kept[1][0]]
}

/// The edges of convex outlines.
pub(super) fn edges<'s>(view: &View, outlines: impl IntoIterator<Item = &'s Vec<Spot>>) -> Vec<[Place; 2]> {
    let of = |corners: &'s Vec<Spot>| (0..corners.len()).map(move |i| [corners[i], corners[(i + 1) % corners.len()]]);
    outlines.into_iter().flat_map(of).map(|ends| ends.map(|spot| view.at(spot))).collect()
}

/// The distance of a place from a line between two places.
fn distance(at: Place, [from, to]: [Place; 2]) -> f64 {
    let [at, from, to] = [at, from, to].map(|(x, y)| (f64::from(x), f64::from(y)));
    let along = (to.0 - from.0, to.1 - from.1);
    let squared = along.0 * along.0 + along.1 * along.1;
    let part = ((at.0 - from.0) * along.0 + (at.1 - from.1) * along.1) / squared;
    let part = if squared > 0.0 { part.clamp(0.0, 1.0) } else { 0.0 };
    (at.0 - from.0 - part * along.0).hypot(at.1 - from.1 - part * along.1)
}
