//! A picture of one run or one answer: the bodies with the truth and the answer, their difference with the origin, and for a run
//! the simplices step by step and the convergence.

mod cast;
mod closing;
mod contact;
mod plane;
mod steps;
#[cfg(test)]
mod tests;
mod text;
mod view;
mod zoom;

use std::collections::HashSet;
use std::f64::consts::TAU;

use gjk_records::{Run, RunStep, Site};

use crate::draw::{BLACK, Canvas, Colour, Drawing, Mark, Rect, darkened, dots, ink, stroke};
use crate::figure::{Dressing, Room, Sheet, Width, label};
use crate::table::shortened;
pub(crate) use cast::words as words_of_cast;
use plane::{Plane, Spot, difference, least_reach, outline, plus, unit};
use steps::shown;
pub(crate) use text::{answered, brief};
use text::{notes, says};
use view::{View, fitting, near};
use zoom::Zoom;

const M: Colour = (150, 150, 150);
const A: Colour = (0, 114, 178);
const B: Colour = (213, 94, 0);
const STEP: Colour = (0, 158, 115);
/// Steps that recur.
const CIRCLE: Colour = (200, 30, 60);
const V: Colour = (110, 40, 130);

/// Panels of steps side by side.
const ACROSS: usize = 4;

/// A run in the plane of the picture, in units of its largest coordinate, so that no square of it overflows.
pub(crate) struct PlaneRun<'t> {
    run: &'t Run,
    plane: Plane,
    unit: f64,
    a: Vec<Spot>,
    b: Vec<Spot>,
    m: Vec<Spot>,
    /// The parts of A and of B in full; the only part of a hull is the hull itself.
    parts: [Vec<Vec<Spot>>; 2],
}

impl<'t> PlaneRun<'t> {
    pub(crate) fn of(run: &'t Run) -> PlaneRun<'t> {
        let of_parts = run.parts.iter().flatten().flatten();
        let largest = run.a.iter().chain(&run.b).chain(of_parts).flatten().fold(0.0, |most: f64, x| most.max(x.abs()));
        let scale = if largest > 0.0 && largest.is_finite() { largest } else { 1.0 };
        let small = |points: &[Site]| -> Vec<Site> { points.iter().map(|p| p.map(|x| x / scale)).collect() };
        let (a, b) = (small(&run.a), small(&run.b));
        let plane = match (run.dimension, &run.cast) {
            (2, _) => Plane::flat(),
            // A moves to the right.
            (_, Some(cast)) => Plane::along(&cast.motion, run.truth.direction.map(|n| n.map(|x| -x)), &[&a, &b]),
            // Upwards is the direction of v, from B to A.
            _ => {
                let down = run.truth.direction.or_else(|| least_reach(run, &a, &b)).or(run.answer.direction);
                Plane::of(down.and_then(|d| unit(&d.map(|x| -x))), &[&a, &b])
            }
        };
        let spots = |points: &[Site]| outline(&points.iter().map(|p| plane.of_point(p)).collect::<Vec<_>>());
        let (a, b) = (spots(&a), spots(&b));
        let m = difference(&a, &b);
        let all = |parts: &Vec<Vec<Site>>, own: &Vec<Spot>| match parts[..] {
            [] => vec![own.clone()],
            _ => parts.iter().map(|part| spots(&small(part))).collect(),
        };
        let parts = [all(&run.parts[0], &a), all(&run.parts[1], &b)];
        PlaneRun { run, plane, unit: scale, a, b, m, parts }
    }

    /// The directions to the right and upwards.
    pub(crate) fn axes(&self) -> [Site; 2] {
        self.plane.axes()
    }

    fn spot(&self, point: &Site) -> Spot {
        self.plane.of_point(&point.map(|x| x / self.unit))
    }

    fn is_in_circle(&self, step: usize) -> bool {
        self.run.circle.is_some_and(|(from, to)| (from..=to).contains(&step))
    }

    /// Draws the bodies, with a frame around the place that is magnified in the next panel, and returns the scale.
    fn bodies(&self, canvas: &Canvas, frame: Rect, zoom: Option<Zoom>) -> f64 {
        let view = View::of(canvas, frame, &self.both());
        view.title("The bodies", "", BLACK);
        let on_way = self.run.cast.as_ref().map(|cast| vec![cast::body(self, cast)]);
        let names = [on_way.as_ref().unwrap_or(&self.parts[0]), &self.parts[1]].map(|parts| contact::middle(&view, parts));
        let outlines = self.parts.iter().flatten().chain([&self.a, &self.b]);
        let names = contact::apart(names, &contact::segments(self, &view), &contact::edges(&view, outlines));
        if let Some(cast) = &self.run.cast {
            cast::way(self, cast, &view, &self.a);
        }
        let bodies = [(&self.parts[0], &self.a, A), (&self.parts[1], &self.b, B)];
        for (parts, seen, colour) in bodies.into_iter().skip(usize::from(self.run.cast.is_some())) {
            for part in parts {
                view.outline(part, colour, 0.22, 1.0);
            }
            // The part that the run saw, if it is less than the body: a core, or one of several parts.
            if parts[..] != [seen.clone()] {
                view.outline(seen, colour, 0.22, 1.6);
            }
        }
        contact::on_bodies(self, &view);
        for (name, colour, at) in [("A", A, names[0]), ("B", B, names[1])] {
            canvas.text(at, name, ink(8.0).bold().centred().colour(darkened(colour)));
        }
        zoom.inspect(|zoom| zoom.place(&view));
        view.scale()
    }

    fn both(&self) -> Vec<Spot> {
        let mut spots: Vec<Spot> = self.parts.iter().flatten().flatten().chain(&self.a).chain(&self.b).copied().collect();
        spots.extend(self.run.cast.iter().flat_map(|cast| cast::places(self, cast)));
        spots.extend(near(contact::spots_of_bodies(self), &spots));
        spots
    }

    fn m_and_origin(&self) -> Vec<Spot> {
        let mut spots: Vec<Spot> = self.m.iter().copied().chain([(0.0, 0.0)]).chain(self.radii()).collect();
        spots.extend(self.run.cast.iter().map(|cast| cast::on_ray(self, cast, 1.0)));
        spots.extend(near(contact::spots_of_difference(self), &spots));
        spots
    }

    /// The circle around the origin that the cores' difference reaches if the bodies meet; empty without radii.
    fn radii(&self) -> Vec<Spot> {
        let radius = self.run.radii / self.unit;
        let spot = |step: u32| (radius * (f64::from(step) * TAU / 96.0).cos(), radius * (f64::from(step) * TAU / 96.0).sin());
        if radius > 0.0 { (0..96).map(spot).collect() } else { Vec::new() }
    }

    /// The difference, the origin, and the path of v, or of the support points if there is no v.
    fn difference(&self, canvas: &Canvas, frame: Rect) {
        let view = self.view_of_m(canvas, frame);
        let of_step = |step: &RunStep| Some(self.spot(&plus(&step.nearest?, &step.place)));
        let nearest: Vec<Spot> = self.run.steps.iter().filter_map(of_step).collect();
        let (path, title) = if self.run.cast.is_some() {
            (nearest, "M = A − B, ray from the origin (+)")
        } else if self.run.steps.is_empty() {
            (Vec::new(), "M = A − B, origin (+), v")
        } else if nearest.is_empty() {
            let supports = self.run.steps.iter().map(|step| self.spot(&step.support)).collect();
            (supports, "M = A − B, origin (+), support points")
        } else {
            (nearest, "M = A − B, origin (+), path of v")
        };
        view.title(title, "", BLACK);
        match &self.run.cast {
            Some(cast) => cast::on_difference(self, cast, &view),
            None => contact::on_difference(self, &view),
        }
        // A run that does not move draws one dot.
        let mut places: Vec<(i32, i32)> = path.iter().map(|&spot| view.at(spot)).collect();
        places.dedup();
        for pair in places.windows(2) {
            canvas.path(pair, stroke(V, 0.7));
        }
        let mut drawn = HashSet::new();
        for (index, &place) in places.iter().enumerate() {
            let is_last = index + 1 == places.len();
            if drawn.insert(place) || is_last {
                canvas.dot(place, if is_last { 2.0 } else { 1.2 }, V);
            }
        }
        view.origin();
    }

    fn view_of_m<'c>(&self, canvas: &'c Canvas, frame: Rect) -> View<'c> {
        let view = View::of(canvas, frame, &self.m_and_origin());
        view.outline(&self.m, M, 0.14, 0.8);
        view.outline(&self.radii(), BLACK, 0.0, 0.5);
        view
    }

    /// The simplex of a step, its nearest point, and the direction in which its newest vertex was found.
    fn step(&self, canvas: &Canvas, frame: Rect, index: usize) {
        let step = &self.run.steps[index];
        let colour = if self.is_in_circle(index) { CIRCLE } else { STEP };
        let view = self.view_of_m(canvas, frame);
        if let Some(cast) = &self.run.cast {
            cast::ray(self, cast, &view);
        }
        let spots: Vec<Spot> = step.simplex.iter().map(|point| self.spot(&plus(point, &step.place))).collect();
        view.outline(&outline(&spots), colour, 0.25, 0.6);
        for (i, &one) in spots.iter().enumerate() {
            for &other in &spots[..i] {
                view.line(one, other, colour, 1.0);
            }
        }
        let (direction, origin) = (self.plane.of_point(&unit(&step.direction).unwrap_or_default()), self.spot(&step.place));
        view.arrow(origin, direction, BLACK);
        if let Some(nearest) = &step.nearest {
            let nearest = self.spot(&plus(nearest, &step.place));
            view.line(origin, nearest, V, 1.3);
            canvas.dot(view.at(nearest), 1.6, V);
        }
        for (i, &spot) in spots.iter().enumerate() {
            let newest = i + 1 == spots.len();
            canvas.mark(view.at(spot), Mark::Circle, if newest { 2.3 } else { 1.5 }, colour, !newest);
        }
        view.origin();
        let names: Vec<String> = step.indices.iter().map(|(a, b)| format!("{a}−{b}")).collect();
        let circle = match self.run.circle {
            Some((from, to)) if self.is_in_circle(index) => {
                format!(" ({} of {})", index - from + 1, (to - from).saturating_add(1))
            }
            _ => String::new(),
        };
        view.title(&format!("{}{circle}", index + 1), &names.join(" "), darkened(colour));
    }
}

/// Draws the panels: the bodies next to their difference, the steps below, and the convergence at the end.
fn panels<'s>(scene: &'s PlaneRun<'s>, shown: &'s [usize]) -> Sheet<'s> {
    let (gap, head) = (dots(8.0), dots(12.0));
    let room = Room::of(Width::Page.millimetres()).width;
    let width = move |count: i32| (room - (count - 1) * gap) / count;
    let height_of = |count: i32, spots: &[Spot], most: f64| fitting(width(count), spots, dots(0.55 * most), dots(most));
    let zoom = Zoom::of(scene);
    let first = if zoom.is_some() { 3 } else { 2 };
    let tall = height_of(first, &scene.both(), 150.0).max(height_of(first, &scene.m_and_origin(), 150.0));
    let tall = if zoom.is_some() { tall.max(width(first)) } else { tall };
    let small = height_of(ACROSS as i32, &scene.m_and_origin(), 92.0);
    let closing = if closing::is_empty(scene.run) { 0 } else { dots(104.0) };
    let rows = shown.len().div_ceil(ACROSS) as i32;
    let below_steps = if closing > 0 { gap + head + closing } else { 0 };
    let height = head + tall + rows * (gap + head + small) + below_steps;
    Sheet::new(height, move |canvas, body| {
        let columns = |count: i32, index: i32, top: i32, tall: i32| {
            let left = body.left + index * (width(count) + gap);
            Rect::new(left, top, left + width(count), top + tall)
        };
        let scale = scene.bodies(canvas, columns(first, 0, body.top + head, tall), zoom);
        if let Some(zoom) = zoom {
            zoom.draw(scene, canvas, columns(first, 1, body.top + head, tall), scale);
        }
        scene.difference(canvas, columns(first, first - 1, body.top + head, tall));
        let mut top = body.top + head + tall;
        for row in shown.chunks(ACROSS) {
            top += gap + head;
            for (column, &index) in row.iter().enumerate() {
                scene.step(canvas, columns(ACROSS as i32, column as i32, top, small), index);
            }
            top += small;
        }
        if closing == 0 {
            return;
        }
        let aside = dots(44.0);
        let below = dots(24.0);
        let frame = Rect::new(body.left + aside, top + gap + head, body.right, top + gap + head + closing - below);
        closing::draw(scene.run, canvas, frame);
    })
}

/// Draws a run, or an answer without steps, as a PNG file.
pub fn draw_run(run: &Run) -> Vec<u8> {
    run_drawing(run).png()
}

/// The drawing of a run, or of an answer without steps.
pub(crate) fn run_drawing(run: &Run) -> Drawing {
    let scene = PlaneRun::of(run);
    let shown = shown(run);
    let sheet = Sheet {
        title: format!("{} on {}, {}", label(&run.variant), shortened(&run.case, 60), run.scalar),
        text: says(run),
        legend: contact::legend(run),
        notes: notes(run, &shown),
        ..panels(&scene, &shown)
    };
    sheet.drawn(Width::Page.millimetres(), Dressing::Titled, &run.command)
}
