//! The tail of the errors of distance variants: the share of the answers with a greater error.
//!
//! A tally counts the errors in cells, eight per octave. An error is drawn at the end of its cell, so a curve is an upper bound
//! of the share, and at most an eighth to the right of the exact curve. The errors are those that the rulings use, for answers
//! with the right verdict, including `off` ones. No right answer is drawn to the right of the tolerance, even if the tolerance
//! lies within a cell. Earlier records do not have these errors; the figure states where they are missing.

use gjk_records::{Cell, Column, Counts, VariantAnswers};

use crate::distinct::distinct;
use crate::draw::{Axis, Canvas, GREY, Panel, Rect, Stroke, TEXT, dots, ink, number, row, stroke};
use crate::figure::chosen::chosen;
use crate::figure::heatmap::cases_text;
use crate::figure::legends::entries;
use crate::figure::tail::until_nothing;
use crate::figure::{ANSWERS, Figure, Room, Sheet, Sheets, Width, left_out, weights_text};
use crate::table::percent;
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure = Figure {
    name: "error-tail",
    description: "share of the answers whose error is greater than a number of u·D",
    reads: &[ANSWERS],
    width: Width::Page,
    draw,
};

/// The errors between which a curve is drawn, in units.
///
/// The share beyond the greater one is printed as a number.
const LEAST: f64 = 1e-2;
const MOST: f64 = 1e4;
/// The most variants in a panel.
const CROWD: usize = 8;

struct Step {
    error: f64,
    /// The share of answers with the right verdict and at most this error.
    share: f64,
}

/// The distribution of one variant in one scalar.
struct Curve {
    variant: usize,
    scalar: usize,
    /// The number of answers behind the shares.
    answers: u64,
    /// Steps, by ascending error.
    steps: Vec<Step>,
    /// Whether these are the errors that the rulings use.
    is_judged: bool,
}

/// The errors by cell; within a cell, errors of right answers come before errors beyond the tolerance.
fn placed(found: &VariantAnswers) -> impl Iterator<Item = ((Cell, bool), u64)> + '_ {
    // Right answers have the least errors, if the ruling uses these errors.
    let mut right = if found.has_judged_errors() { found.counts.rulings[Column::Right] } else { 0 };
    let parts = move |(cell, count): (Cell, u64)| {
        let within = count.min(right);
        right -= within;
        [((cell, false), within), ((cell, true), count - within)]
    };
    found.errors.iter().flat_map(parts).filter(|(_, count)| *count > 0)
}

impl Curve {
    fn of(survey: &Survey, variant: usize, scalar: usize) -> Curve {
        let families = survey.pooled_families(variant, scalar);
        let tolerance = survey.study.facts.tolerance;
        let mut share = 0.0;
        let step = |((cell, is_beyond), (_, weight)): ((Cell, bool), (u64, f64))| {
            share += weight;
            let error = cell.end().max(0.0);
            Step { error: if is_beyond { error } else { error.min(tolerance) }, share }
        };
        let found = || families.iter().filter_map(|&f| survey.answers(f, variant, scalar));
        Curve {
            variant,
            scalar,
            answers: survey.sum(&families, variant, scalar, Counts::applicable),
            steps: survey.weighted(variant, scalar, placed).into_iter().map(step).collect(),
            is_judged: found().all(VariantAnswers::has_judged_errors),
        }
    }

    /// The share of the answers with a greater error, a wrong verdict or none.
    fn beyond(&self, error: f64) -> f64 {
        let within = self.steps.iter().take_while(|step| step.error <= error).last().map_or(0.0, |step| step.share);
        // A sum of weights is one up to rounding.
        if within > 1.0 - 1e-12 { 0.0 } else { 1.0 - within }
    }

    /// The tail between the ends of the axis: each error with the share beyond it.
    fn tail(&self) -> Vec<(f64, f64)> {
        let mut tail = vec![(LEAST, self.beyond(LEAST))];
        for step in self.steps.iter().filter(|step| step.error > LEAST && step.error < MOST) {
            tail.push((step.error, self.beyond(step.error)));
        }
        tail.push((MOST, self.beyond(MOST)));
        tail
    }
}

/// The meaning of a length error in this figure.
fn errors_text(survey: &Survey, curves: &[Curve]) -> String {
    const JUDGED: &str = "A length error is the greatest of three errors: of the distance, of the witness points' distance, \
        and of a witness point's distance from its body; the last two less what rounding the points may cost. The ruling \
        uses it, so right answers end at the tolerance.";
    const EARLIER: &str = "the greater of the errors of the distance and of the witness points' distance, including what \
        rounding the points may cost, so right answers may be beyond the tolerance.";
    let earlier = distinct(curves.iter().filter(|curve| !curve.is_judged).map(|curve| curve.variant));
    match earlier.len() {
        0 => JUDGED.to_owned(),
        _ if curves.iter().all(|curve| !curve.is_judged) => {
            format!("These records do not have the error that the ruling uses. Here a length error is {EARLIER}")
        }
        _ => {
            let names: Vec<&str> = earlier.iter().map(|&v| &survey.variants[v].name[..]).collect();
            format!("{JUDGED} Some records of {} do not have it: there it is {EARLIER}", names.join(", "))
        }
    }
}

/// The shares beyond the axis, as numbers.
fn rest_text(survey: &Survey, scalars: &[usize], curves: &[Curve]) -> String {
    let of = |&s: &usize| {
        let told: Vec<String> = curves
            .iter()
            .filter(|curve| curve.scalar == s)
            .map(|curve| format!("{} {}", survey.variants[curve.variant].name, percent(curve.beyond(MOST))))
            .collect();
        format!(" Beyond {MOST} u·D in {}, in %: {}.", survey.scalars[s], told.join(", "))
    };
    scalars.iter().map(of).collect()
}

/// Curves of some variants.
///
/// A variant without an answer in a scalar has no curve there.
fn curves(survey: &Survey, scalars: &[usize], variants: &[usize]) -> Vec<Curve> {
    let of_scalar = |&s: &usize| variants.iter().map(move |&v| Curve::of(survey, v, s));
    scalars.iter().flat_map(of_scalar).filter(|curve| curve.answers > 0).collect()
}

fn points(survey: &Survey, curves: &[Curve]) -> Table {
    let mut points = Table::new(["scalar", "variant", "answers", "error_units", "share_beyond"]);
    for curve in curves {
        for (error, share) in curve.tail() {
            let (scalar, variant) = (&survey.scalars[curve.scalar], &survey.variants[curve.variant].name);
            points.push(&[scalar, variant, &curve.answers, &error, &share]);
        }
    }
    points
}

/// Draws one panel per scalar.
fn panels<'s>(survey: &'s Survey<'s>, scalars: Vec<usize>, curves: Vec<Curve>, room: Room) -> Sheet<'s> {
    let least = curves.iter().flat_map(Curve::tail).map(|(_, share)| share).filter(|share| *share > 0.0).fold(0.1, f64::min);
    let low = 10f64.powf(least.log10().floor()).max(1e-6);
    let (x, y) = (Axis::log10(LEAST, MOST, 7), Axis::log10(low, 1.0, 6).in_percent());
    let one = dots(150.0);
    let rows = if room.is_narrow() { scalars.len() } else { 1 };
    Sheet::new(one * rows as i32, move |canvas, body| {
        for (line, of_line) in scalars.chunks(scalars.len().div_ceil(rows)).enumerate() {
            let top = body.top + line as i32 * one + dots(12.0);
            let frame = Rect { top, bottom: top + one - dots(36.0), ..body };
            let room = (frame, of_line.len(), [38.0, 18.0, 8.0]);
            for (panel, &s) in row(canvas, room, (&x, true), (&y, "share with a greater error", 33.0)).iter().zip(of_line) {
                panel.x_title("error / (u·D)");
                panel.title(&survey.scalars[s]);
                mark_tolerance(canvas, panel, survey.study.facts.tolerance);
                draw_curves(survey, panel, &curves, s);
            }
        }
    })
}

fn draw<'s>(survey: &'s Survey<'s>, room: Room) -> Sheets<'s> {
    let scalars = survey.float_scalars();
    let gives =
        |v: &usize| survey.variants[*v].gives_distances() && scalars.iter().any(|&s| survey.total(*v, s).applicable() > 0);
    let variants = chosen(survey, (0..survey.variants.len()).filter(gives).collect(), CROWD);
    let curves = curves(survey, &scalars, &variants);
    if curves.iter().all(|curve| curve.steps.is_empty()) {
        return left_out("no distance in floating point was judged");
    }
    let families = survey.families_in_rates();
    let counted = |&s: &usize| format!("{}: {}", survey.scalars[s], cases_text(survey, s, &families));
    let counted: Vec<String> = scalars.iter().map(counted).collect();
    Ok(vec![Sheet {
        title: "Errors of distances: the tail".to_owned(),
        text: format!(
            "Share of the applicable answers whose length error is greater than the value on the axis; wrong verdicts, \
             undecided answers and missing answers are beyond every error, so a curve ends at their share. {} {} Errors are \
             rounded up by at most an eighth, but never across the tolerance. A curve that ends has no answer with a \
             greater error.{}",
            errors_text(survey, &curves),
            weights_text(survey),
            rest_text(survey, &scalars, &curves)
        ),
        legend: entries(survey, &variants),
        foot: format!("{}; families with equal weights.", counted.join("; ")),
        shows: "share of the answers with a greater error, in units of u·D".to_owned(),
        points: points(survey, &curves),
        ..panels(survey, scalars, curves, room)
    }])
}

fn mark_tolerance(canvas: &Canvas, panel: &Panel, tolerance: f64) {
    if let Some((x, _)) = panel.at((tolerance, panel.y().high)).filter(|_| tolerance > 0.0) {
        let Rect { top, bottom, .. } = panel.frame;
        canvas.path(&[(x, top), (x, bottom)], Stroke { dash: &[3.0, 2.0], ..stroke(GREY, 0.7) });
        let at = (x + dots(2.5), bottom - dots(6.0));
        canvas.text(at, &format!("tolerance {}", number(tolerance)), ink(TEXT).grey());
    }
}

fn draw_curves(survey: &Survey, panel: &Panel, curves: &[Curve], scalar: usize) {
    let mine: Vec<&Curve> = curves.iter().filter(|c| c.scalar == scalar).collect();
    for (place, curve) in mine.iter().enumerate() {
        let tail = curve.tail();
        let style = survey.variants[curve.variant].style;
        let on_axis = until_nothing(tail);
        panel.stairs(&on_axis, Stroke { dash: style.dash, ..stroke(style.colour, 1.0) });
        let marks = (0..5).map(|k| {
            // Marks are at a few places, which differ from variant to variant.
            let part = (f64::from(k) + 0.15 + 0.7 * place as f64 / mine.len() as f64) / 5.0;
            let error = LEAST * (MOST / LEAST).powf(part);
            (error, curve.beyond(error))
        });
        let marks = marks.filter(|(_, share)| *share > 0.0);
        panel.marks(&marks.collect::<Vec<_>>(), &style, survey.variants[curve.variant].gives_distances());
    }
    if mine.is_empty() {
        panel.remark("nothing was judged");
    }
}
