//! The tail of the residuals: which share of the answers about the depth leaves more overlap.
//!
//! A tally has the residuals by cells, eight an octave, in units of u·D. A residual stands at the end of its cell, so a curve is an upper
//! bound of the share, and at most an eighth to the right of the exact one.

use gjk_records::Counts;

use crate::digits::time_cell;
use crate::draw::{Axis, Panel, Rect, Stroke, dots, row, stroke};
use crate::figure::chosen::chosen;
use crate::figure::heatmap::cases_text;
use crate::figure::legends::entries;
use crate::figure::{ANSWERS, Figure, Room, Sheet, Sheets, Width, left_out};
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure = Figure {
    name: "residual",
    description: "penetration depth: which share of the answers leaves more overlap than so much of D",
    reads: &[ANSWERS],
    width: Width::Page,
    draw,
};

/// The residuals between which a curve is drawn, as shares of D.
const LEAST: f64 = 1e-18;
const MOST: f64 = 1.0;
const CROWD: usize = 8;

/// The distribution of one variant in one scalar, over the families of overlaps with equal weights.
struct Curve {
    variant: usize,
    scalar: usize,
    /// Answers that the shares are of.
    answers: u64,
    /// Residuals as shares of D, ascending, each with the share of answers of at most this one.
    steps: Vec<(f64, f64)>,
}

/// u, by which a residual in units is one in D; 1 in exact arithmetic.
fn unit(scalar: &str) -> f64 {
    match scalar {
        "f32" => 0.5 * f64::from(f32::EPSILON),
        "f64" => 0.5 * f64::EPSILON,
        _ => 1.0,
    }
}

impl Curve {
    fn of(survey: &Survey, variant: usize, scalar: usize) -> Curve {
        let families: Vec<usize> =
            survey.families_of_overlaps().into_iter().filter(|&f| survey.counts(f, variant, scalar).applicable() > 0).collect();
        let mut all: Vec<(f64, f64)> = Vec::new();
        for found in families.iter().filter_map(|&f| survey.answers(f, variant, scalar)) {
            let weight = 1.0 / (families.len() as f64 * found.counts.applicable() as f64);
            let unit = unit(&survey.scalars[scalar]);
            all.extend(found.residuals.iter().map(|(cell, count)| (cell.end().max(0.0) * unit, weight * count as f64)));
        }
        all.sort_by(|x, y| x.0.total_cmp(&y.0));
        let mut sum = 0.0;
        let steps = all.into_iter().map(|(residual, weight)| {
            sum += weight;
            (residual, sum)
        });
        Curve { variant, scalar, answers: survey.sum(&families, variant, scalar, Counts::applicable), steps: steps.collect() }
    }

    /// The share of the answers that leave more, have a wrong verdict, or are none.
    fn beyond(&self, residual: f64) -> f64 {
        let within = self.steps.iter().take_while(|step| step.0 <= residual).last().map_or(0.0, |step| step.1);
        // A sum of weights is one but for rounding.
        if within > 1.0 - 1e-12 { 0.0 } else { 1.0 - within }
    }

    fn tail(&self) -> Vec<(f64, f64)> {
        let inner = self.steps.iter().map(|step| step.0).filter(|residual| *residual > LEAST && *residual < MOST);
        let places = std::iter::once(LEAST).chain(inner).chain([MOST]);
        places.map(|residual| (residual, self.beyond(residual))).collect()
    }
}

fn draw<'s>(survey: &'s Survey<'s>, room: Room) -> Sheets<'s> {
    let scalars = survey.judged_scalars();
    let families = survey.families_of_overlaps();
    let gives = |v: &usize| survey.variants[*v].separates();
    let variants = chosen(survey, (0..survey.variants.len()).filter(gives).collect(), CROWD);
    let curves: Vec<Curve> = scalars
        .iter()
        .flat_map(|&s| variants.iter().map(move |&v| (v, s)))
        .map(|(v, s)| Curve::of(survey, v, s))
        .filter(|curve| curve.answers > 0 && !curve.steps.is_empty())
        .collect();
    if curves.is_empty() {
        return left_out("no depth was judged over a family of overlaps");
    }
    let scalars: Vec<usize> = scalars.into_iter().filter(|&s| curves.iter().any(|curve| curve.scalar == s)).collect();
    let least = curves.iter().flat_map(Curve::tail).map(|(_, share)| share).filter(|share| *share > 0.0).fold(0.1, f64::min);
    let low = 10f64.powf(least.log10().floor()).max(1e-6);
    let (x, y) = (Axis::log10(LEAST, MOST, 6), Axis::log10(low, 1.0, 6).in_percent());
    let mut points = Table::new(["scalar", "variant", "answers", "residual", "share_beyond"]);
    for curve in &curves {
        for (residual, share) in curve.tail() {
            let (scalar, variant) = (&survey.scalars[curve.scalar], &survey.variants[curve.variant].name);
            points.push(&[scalar, variant, &curve.answers, &residual, &share]);
        }
    }
    let times: Vec<String> = curves
        .iter()
        .filter(|curve| survey.scalars[curve.scalar] == "f64")
        .filter_map(|curve| {
            let time = survey.times.pooled(&families, curve.variant, curve.scalar)?.0;
            Some(format!("{} {} ns", survey.variants[curve.variant].name, time_cell(Some(time))))
        })
        .collect();
    let times = if times.is_empty() { String::new() } else { format!(" Median times in f64: {}.", times.join(", ")) };
    let text = format!(
        "Share of the answers to overlaps whose translation leaves more overlap than the value on the axis. The overlap that is left (the residual) is relative to D, the size of the difference of the two bodies, and not to their depth; wrong \
         verdicts and cases given up are beyond every value, so that a curve ends at their share. Families with equal weights. What is \
         within the tolerance may be an upper bound. A curve that ends has no answer that leaves more.{times}"
    );
    let counted: Vec<String> =
        scalars.iter().map(|&s| format!("{}: {}", survey.scalars[s], cases_text(survey, s, &families))).collect();
    let drawn: Vec<usize> =
        variants.iter().copied().filter(|v| curves.iter().any(|curve| curve.variant == *v && has_line(curve))).collect();
    let legend = entries(survey, &drawn);
    let without: Vec<&str> = variants.iter().filter(|v| !drawn.contains(v)).map(|&v| &survey.variants[v].name[..]).collect();
    let text = match without.is_empty() {
        true => text,
        false => format!("{text} Without a curve, as no answer leaves more than 10⁻¹⁸ of D: {}.", without.join(", ")),
    };
    let rows = if room.is_narrow() { scalars.len() } else { 1 };
    let one = dots(150.0);
    let panels = Sheet::new(one * rows as i32, move |canvas, body| {
        for (line, of_line) in scalars.chunks(scalars.len().div_ceil(rows)).enumerate() {
            let top = body.top + line as i32 * one + dots(12.0);
            let frame = Rect { top, bottom: top + one - dots(36.0), ..body };
            let room = (frame, of_line.len(), [38.0, 18.0, 8.0]);
            for (panel, &s) in row(canvas, room, (&x, true), (&y, "share that leaves more", 33.0)).iter().zip(of_line) {
                panel.x_title("overlap that is left / D");
                panel.title(&survey.scalars[s]);
                draw_curves(survey, panel, &curves, s);
            }
        }
    });
    Ok(vec![Sheet {
        title: "What a translation leaves of an overlap: the tail".to_owned(),
        text,
        legend,
        foot: format!("{}; families of overlaps with equal weights.", counted.join("; ")),
        shows: "share of the answers that leave more overlap, as a share of D".to_owned(),
        points,
        ..panels
    }])
}

/// A tail as stairs, but never across the break of the axis: what becomes nothing ends there, at the height that it has before.
pub(crate) fn until_nothing(tail: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    let mut drawn: Vec<(f64, f64)> = tail.iter().copied().take_while(|(_, share)| *share > 0.0).collect();
    if let (Some(&(end, _)), Some(&(_, share))) = (tail.get(drawn.len()), drawn.last()) {
        drawn.push((end, share));
    }
    drawn
}

/// Whether a curve has a part that is drawn.
fn has_line(curve: &Curve) -> bool {
    curve.beyond(LEAST) > 0.0
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
            let residual = LEAST * (MOST / LEAST).powf(part);
            (residual, curve.beyond(residual))
        });
        let marks: Vec<(f64, f64)> = marks.filter(|(_, share)| *share > 0.0).collect();
        panel.marks(&marks, &style, true);
    }
    if mine.iter().all(|curve| curve.beyond(LEAST) == 0.0) {
        panel.remark("nothing is left");
    }
}

#[cfg(test)]
mod tests {
    use gjk_records::{Record, Ruling};

    use super::*;
    use crate::tests::{record, small_but};

    #[test]
    fn what_becomes_nothing_is_drawn_to_its_end() {
        assert_eq!(until_nothing(vec![(1.0, 0.5), (2.0, 0.0), (3.0, 0.0)]), [(1.0, 0.5), (2.0, 0.5)]);
        assert_eq!(until_nothing(vec![(1.0, 0.5), (2.0, 0.1)]), [(1.0, 0.5), (2.0, 0.1)]);
        assert_eq!(until_nothing(vec![(1.0, 0.0)]), []);
    }

    #[test]
    fn a_curve_ends_at_the_share_of_those_without_an_answer() {
        let study = small_but(|records| {
            // Nothing is left, 2⁻²⁰ of D is, and no answer.
            let found = [(Ruling::Right, Some(0.0)), (Ruling::Off, Some(f64::from(2).powi(33))), (Ruling::GaveUp, None)];
            for (case, (ruling, residual_units)) in found.into_iter().enumerate() {
                records.push(Record { residual_units, ..record("plates", case, "f64", "deep", ruling) });
            }
        });
        let survey = Survey::new(&study);
        let place = |names: Vec<&str>, name: &str| names.iter().position(|known| *known == name).unwrap();
        let variant = place(survey.variants.iter().map(|variant| &variant.name[..]).collect(), "deep");
        let curve = Curve::of(&survey, variant, place(survey.scalars.iter().map(|scalar| &scalar[..]).collect(), "f64"));
        assert_eq!(curve.answers, 3);
        for (residual, share) in [(LEAST, 2.0), (0.9e-6, 2.0), (1.1e-6, 1.0), (MOST, 1.0)] {
            assert!((curve.beyond(residual) - share / 3.0).abs() < 1e-12, "{residual}: {}", curve.beyond(residual));
        }
    }
}
