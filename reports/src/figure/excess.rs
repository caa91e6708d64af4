//! How much farther than the depth translations go: which share of them is longer than δ by more than so much of it.
//!
//! A tally has |v|/δ − 1 by cells, eight an octave. A value stands at the end of its cell, so a curve is an upper bound of the share, and at
//! most an eighth to the right of the exact one.

use crate::draw::{Axis, Panel, Rect, Stroke, dots, row, stroke};
use crate::figure::chosen::chosen;
use crate::figure::legends::entries;
use crate::figure::residual::until_nothing;
use crate::figure::{ANSWERS, Figure, Room, Sheet, Sheets, Width, left_out};
use crate::league::Farther;
use crate::table::{counted, grouped};
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure = Figure {
    name: "excess",
    description: "translations that take bodies apart: which share goes farther than the depth by more than so much of it",
    reads: &[ANSWERS],
    width: Width::Page,
    draw,
};

/// The values of |v|/δ − 1 between which a curve is drawn.
const LEAST: f64 = 1e-9;
const MOST: f64 = 1e6;
const CROWD: usize = 8;

/// The distribution of one variant in one scalar, over the families of overlaps with equal weights.
struct Curve {
    variant: usize,
    scalar: usize,
    farther: Farther,
}

impl Curve {
    fn tail(&self) -> Vec<(f64, f64)> {
        let inner = self.farther.steps().filter(|value| *value > LEAST && *value < MOST);
        let places = std::iter::once(LEAST).chain(inner).chain([MOST]);
        places.map(|value| (value, self.farther.beyond(value))).collect()
    }
}

fn draw<'s>(survey: &'s Survey<'s>, room: Room) -> Sheets<'s> {
    let is_told = |f: &usize| {
        let all = (0..survey.variants.len()).flat_map(|v| (0..survey.scalars.len()).map(move |s| (v, s)));
        all.filter_map(|(v, s)| survey.answers(*f, v, s)).any(|found| found.endless_farther > 0 || !found.farther.is_empty())
    };
    let families: Vec<usize> = survey.families_of_overlaps().into_iter().filter(is_told).collect();
    let gives = |v: &usize| survey.variants[*v].separates();
    let variants = chosen(survey, (0..survey.variants.len()).filter(gives).collect(), CROWD);
    let of_scalar = |scalar: usize| variants.iter().map(move |&variant| (variant, scalar));
    let curves: Vec<Curve> = survey
        .judged_scalars()
        .into_iter()
        .flat_map(of_scalar)
        .map(|(variant, scalar)| Curve { variant, scalar, farther: Farther::of(survey, &families, variant, scalar) })
        .filter(|curve| curve.farther.answers > 0)
        .collect();
    if curves.is_empty() {
        return left_out("no translation of bodies that overlap was measured");
    }
    let mut scalars: Vec<usize> = curves.iter().map(|curve| curve.scalar).collect();
    scalars.dedup();
    let mut points = Table::new(["scalar", "variant", "answers", "farther", "share_beyond"]);
    for curve in &curves {
        for (farther, share) in curve.tail() {
            let (scalar, variant) = (&survey.scalars[curve.scalar], &survey.variants[curve.variant].name);
            points.push(&[scalar, variant, &curve.farther.answers, &farther, &share]);
        }
    }
    let shares = curves.iter().flat_map(Curve::tail).map(|(_, share)| share).filter(|share| *share > 0.0);
    let low = 10f64.powf(shares.fold(0.1, f64::min).log10().floor()).max(1e-6);
    let (x, y) = (Axis::log10(LEAST, MOST, 5), Axis::log10(low, 1.0, 6).in_percent());
    let text = format!(
        "Share of the translations v that go farther than the depth δ by more than the value on the axis, |v|/δ − 1, which is relative to the depth δ of the case and not to D: at 1 they go twice as \
         far as they have to. Of the answers to overlaps that leave none beyond half of the digits; families with equal weights. A curve \
         is at most an eighth too far to the right.{}",
        without_curve(survey, &curves)
    );
    let foot = format!(
        "{}; {} of overlaps with equal weights.",
        numbers(survey, &curves),
        counted(families.len(), "family", "families")
    );
    let drawn: Vec<usize> = variants
        .into_iter()
        .filter(|v| curves.iter().any(|curve| curve.variant == *v && curve.tail().iter().any(|(_, share)| *share > 0.0)))
        .collect();
    let legend = entries(survey, &drawn);
    let rows = if room.is_narrow() { scalars.len() } else { 1 };
    let one = dots(150.0);
    let panels = Sheet::new(one * rows as i32, move |canvas, body| {
        for (line, of_line) in scalars.chunks(scalars.len().div_ceil(rows)).enumerate() {
            let top = body.top + line as i32 * one + dots(12.0);
            let frame = Rect { top, bottom: top + one - dots(36.0), ..body };
            let room = (frame, of_line.len(), [38.0, 18.0, 8.0]);
            for (panel, &scalar) in row(canvas, room, (&x, true), (&y, "share that goes farther", 33.0)).iter().zip(of_line) {
                panel.x_title("|v|/δ − 1, relative to δ");
                panel.title(&survey.scalars[scalar]);
                draw_curves(survey, panel, &curves, scalar);
            }
        }
    });
    Ok(vec![Sheet {
        title: "How much farther than the depth a translation goes".to_owned(),
        text,
        legend,
        foot,
        shows: "share of the translations that go farther than the depth, by how much of it".to_owned(),
        points,
        ..panels
    }])
}

/// So many answers the curves of each scalar are of.
fn numbers(survey: &Survey, curves: &[Curve]) -> String {
    let of_scalar = |curves: &[Curve]| {
        let answers = || curves.iter().map(|curve| curve.farther.answers);
        let (least, most) = (answers().min().unwrap_or(0), answers().max().unwrap_or(0));
        let range = if least == most { grouped(most) } else { format!("{} to {}", grouped(least), grouped(most)) };
        format!("{}: {range} answers a curve", survey.scalars[curves[0].scalar])
    };
    curves.chunk_by(|one, other| one.scalar == other.scalar).map(of_scalar).collect::<Vec<_>>().join("; ")
}

/// Who goes nowhere farther by what the axis shows.
fn without_curve(survey: &Survey, curves: &[Curve]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for curve in curves {
        let name = &survey.variants[curve.variant].name[..];
        let is_flat = |curve: &&Curve| curve.farther.beyond(LEAST) == 0.0;
        if !names.contains(&name) && curves.iter().filter(|other| other.variant == curve.variant).all(|curve| is_flat(&curve)) {
            names.push(name);
        }
    }
    let least = "10⁻⁹";
    if names.is_empty() { String::new() } else { format!(" Farther by {least} or less everywhere: {}.", names.join(", ")) }
}

fn draw_curves(survey: &Survey, panel: &Panel, curves: &[Curve], scalar: usize) {
    let mine: Vec<&Curve> = curves.iter().filter(|curve| curve.scalar == scalar).collect();
    for (place, curve) in mine.iter().enumerate() {
        let style = survey.variants[curve.variant].style;
        let on_axis = until_nothing(curve.tail());
        panel.stairs(&on_axis, Stroke { dash: style.dash, ..stroke(style.colour, 1.0) });
        let marks = (0..5).map(|k| {
            // At a few places, at other ones for each variant.
            let part = (f64::from(k) + 0.15 + 0.7 * place as f64 / mine.len() as f64) / 5.0;
            let farther = LEAST * (MOST / LEAST).powf(part);
            (farther, curve.farther.beyond(farther))
        });
        let marks: Vec<(f64, f64)> = marks.filter(|(_, share)| *share > 0.0).collect();
        panel.marks(&marks, &style, true);
    }
    if mine.iter().all(|curve| curve.farther.beyond(LEAST) == 0.0) {
        panel.remark("nobody goes farther");
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::{invented, points};

    #[test]
    fn curves_are_of_those_that_take_bodies_apart_and_fall() {
        let drawn = points(&invented(), "excess");
        let of = |variant: &str| -> Vec<(f64, f64)> {
            let mine = drawn.iter().filter(|point| point[0] == "f64" && point[1] == variant);
            mine.map(|point| (point[3].parse().unwrap(), point[4].parse().unwrap())).collect()
        };
        // `deep` gives the least translation everywhere; the portal does in every second case, and 2 of 60 are shallow.
        assert!(of("deep").iter().all(|(_, share)| *share == 0.0));
        let portal = of("portal");
        assert!(portal.is_sorted_by(|one, next| one.0 < next.0 && one.1 >= next.1), "{portal:?}");
        let first = drawn.iter().find(|point| point[0] == "f64" && point[1] == "portal").unwrap();
        assert_eq!((&first[2][..], portal[0].0), ("174", 1e-9));
        // Of the 30 odd cases number 3 is shallow, and number 1 goes farther by 10⁻⁸·⁸.
        assert!((portal[0].1 - 29.0 / 58.0).abs() < 1e-12, "{portal:?}");
        assert_eq!(portal.last().unwrap().0, 1e6);
    }
}
