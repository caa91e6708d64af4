//! The tails of the measures of a claim: the share of the answers with a greater value than that on the axis.
//!
//! A tally counts a measure in cells, eight per octave. A value is drawn at the end of its cell, so a curve is an upper bound
//! of the share, and at most an eighth to the right of the exact curve. Two measures of translations are drawn: the overlap
//! that they leave, for all answers; and how much longer than the depth they are, for those that leave no overlap beyond half
//! of the digits. For casts, two lengths are drawn: by how much an answer is late, and by how much it is early.

use gjk_records::{Cell, Column, Counts, Histogram, Question, VariantAnswers};

use crate::digits::time_cell;
use crate::draw::{Axis, Panel, Rect, Stroke, dots, row, stroke};
use crate::figure::chosen::chosen;
use crate::figure::heatmap::cases_text;
use crate::figure::legends::entries;
use crate::figure::{ANSWERS, Figure, Room, Sheet, Sheets, Width, left_out};
use crate::league::Farther;
use crate::sorted::sort_by;
use crate::table::{counted, grouped};
use crate::{Survey, Table};

pub(crate) const RESIDUAL: Figure = Figure {
    name: "residual",
    description: "penetration depth: share of the answers that leave more overlap than a given part of D",
    reads: &[ANSWERS],
    width: Width::Page,
    draw: |survey, room| LEFT.draw(survey, room),
};

pub(crate) const EXCESS: Figure = Figure {
    name: "excess",
    description: "translations that separate bodies: share that is longer than the depth by more than a given part of it",
    reads: &[ANSWERS],
    width: Width::Page,
    draw: |survey, room| FARTHER.draw(survey, room),
};

pub(crate) const LATE: Figure = Figure {
    name: "late",
    description: "casts: share of the answers that are late by more than a given part of D",
    reads: &[ANSWERS],
    width: Width::Page,
    draw: |survey, room| PAST.draw(survey, room),
};

pub(crate) const EARLY: Figure = Figure {
    name: "early",
    description: "casts: share of the answers that are early by more than a given part of D",
    reads: &[ANSWERS],
    width: Width::Page,
    draw: |survey, room| SHORT.draw(survey, room),
};

/// The most variants in a panel.
const CROWD: usize = 8;

/// The distribution of one variant in one scalar, over some families with equal weights.
struct Curve {
    variant: usize,
    scalar: usize,
    /// The number of answers behind the shares.
    answers: u64,
    /// Values, ascending, each with the share of the answers that have a greater value.
    steps: Vec<(f64, f64)>,
}

/// One minus a share; a sum of shares is one up to rounding.
fn rest(within: f64) -> f64 {
    if within > 1.0 - 1e-12 { 0.0 } else { 1.0 - within }
}

impl Curve {
    /// The share of the answers with a greater value, or without a value.
    fn beyond(&self, value: f64) -> f64 {
        self.steps.iter().take_while(|step| step.0 <= value).last().map_or(1.0, |step| step.1)
    }

    /// The tail between two values.
    fn tail(&self, [least, most]: [f64; 2]) -> Vec<(f64, f64)> {
        let inner = self.steps.iter().map(|step| step.0).filter(|value| *value > least && *value < most);
        let places = std::iter::once(least).chain(inner).chain([most]);
        places.map(|value| (value, self.beyond(value))).collect()
    }
}

/// A drawn tail: its families, its answers and its texts.
struct Tail {
    /// The values between which a curve is drawn.
    range: [f64; 2],
    ticks: usize,
    /// The question of the variants that are drawn.
    question: Question,
    /// The families with such values.
    families: fn(&Survey) -> Vec<usize>,
    /// The distribution over these families; `None` if nothing was measured.
    curve: fn(&Survey, &[usize], usize, usize) -> Option<Curve>,
    /// The column of the values.
    column: &'static str,
    title: &'static str,
    text: &'static str,
    /// Sentences that follow the text: about all curves, and about curves without a line.
    more: fn(&Survey, &[usize], &[Curve]) -> String,
    without: fn(&[&str]) -> String,
    foot: fn(&Survey, &[usize], &[Curve]) -> String,
    shows: &'static str,
    axis: &'static str,
    share: &'static str,
    /// The remark in a panel without a line.
    nothing: &'static str,
    left_out: &'static str,
}

/// The overlap that translations leave, as shares of D.
const LEFT: Tail = Tail {
    range: [1e-18, 1.0],
    ticks: 6,
    question: Question::Depth,
    families: |survey| survey.families_over(Question::Depth),
    curve: left,
    column: "residual",
    title: "Overlap that a translation leaves: the tail",
    text: "Share of the answers to overlaps whose translation leaves more overlap than the value on the axis. The overlap \
         that is left (the residual) is relative to D, the size of the difference of the two bodies, and not to their \
         depth; wrong verdicts and missing answers are beyond every value, so a curve ends at their share. Families have \
         equal weights. A value within the tolerance may be an upper bound. A curve that ends has no answer that leaves \
         more.",
    more: times,
    without: |names| format!(" No curve, since no answer leaves more than 10⁻¹⁸ of D: {}.", names.join(", ")),
    foot: |survey, families, curves| {
        let of = |curves: &[Curve]| {
            let scalar = curves[0].scalar;
            format!("{}: {}", survey.scalars[scalar], cases_text(survey, scalar, families))
        };
        format!("{}; families of overlaps with equal weights.", by_scalar(curves, of))
    },
    shows: "share of the answers that leave more overlap, as a share of D",
    axis: "overlap that is left / D",
    share: "share that leaves more",
    nothing: "nothing is left",
    left_out: "no depth was judged over a family of overlaps",
};

/// How much longer than the depth translations are, as shares of the depth.
const FARTHER: Tail = Tail {
    range: [1e-9, 1e6],
    ticks: 5,
    question: Question::Depth,
    families: |survey| {
        let is_told = |f: &usize| {
            let all = (0..survey.variants.len()).flat_map(|v| (0..survey.scalars.len()).map(move |s| (v, s)));
            all.filter_map(|(v, s)| survey.answers(*f, v, s))
                .any(|found| found.endless_farther > 0 || !found.farther.is_empty())
        };
        survey.families_over(Question::Depth).into_iter().filter(is_told).collect()
    },
    curve: farther,
    column: "farther",
    title: "Length of a translation beyond the depth",
    text: "Share of the translations v that are longer than the depth δ by more than the value on the axis, |v|/δ − 1, which \
        is relative to the depth δ of the case and not to D: at 1 they are twice as long as needed. The figure counts \
        answers to overlaps that leave no overlap beyond half of the digits; families have equal weights. A curve is at \
        most an eighth too far to the right.",
    more: |_, _, _| String::new(),
    without: |names| format!(" Never longer by more than 10⁻⁹: {}.", names.join(", ")),
    foot: |survey, families, curves| {
        let of = |curves: &[Curve]| {
            let answers = || curves.iter().map(|curve| curve.answers);
            let (least, most) = (answers().min().unwrap_or(0), answers().max().unwrap_or(0));
            let range = if least == most { grouped(most) } else { format!("{} to {}", grouped(least), grouped(most)) };
            format!("{}: {range} answers per curve", survey.scalars[curves[0].scalar])
        };
        let families = counted(families.len(), "family", "families");
        format!("{}; {families} of overlaps with equal weights.", by_scalar(curves, of))
    },
    shows: "share of the translations that are longer than the depth by more than a part of it",
    axis: "|v|/δ − 1, relative to δ",
    share: "share that is longer",
    nothing: "no translation is longer",
    left_out: "no translation of overlapping bodies was measured",
};

/// The lengths by which the times of casts are late, as shares of D.
const PAST: Tail = Tail {
    range: [1e-18, 1.0],
    ticks: 6,
    question: Question::Cast,
    families: |survey| survey.families_over(Question::Cast),
    curve: |survey, families, variant, scalar| {
        of_times(survey, families, variant, scalar, |found| (&found.late, found.counts.rulings[Column::Missed]))
    },
    column: "late",
    title: "Late casts: the tail",
    text: "Share of the answers to casts that are late by more than the value on the axis. The length is the greater of the \
         distance of the bodies at the answered time and the depth of the path until then, relative to D. A missed hit is later than every value, so a curve \
         ends at the share of missed hits; missing answers and phantoms are not late. Families have equal weights. A \
         curve that ends has no later answer.",
    more: times,
    without: |names| format!(" No curve, since no answer is late by more than 10⁻¹⁸ of D: {}.", names.join(", ")),
    foot: foot_of_times,
    shows: "share of the answers that are later, as a share of D",
    axis: "late by / D",
    share: "share that is later",
    nothing: "nothing is late",
    left_out: "no cast was judged",
};

/// The lengths by which the times of casts are early, as shares of D.
const SHORT: Tail = Tail {
    curve: |survey, families, variant, scalar| {
        of_times(survey, families, variant, scalar, |found| (&found.early, found.counts.rulings[Column::Phantom]))
    },
    column: "early",
    title: "Early casts: the tail",
    text: "Share of the answers to casts that are early by more than the value on the axis. The length is the distance of \
         the bodies at the answered time, relative to D. A phantom is earlier than every value, so a curve ends at the share of \
         phantoms; missing answers and missed hits are not early. Families have equal weights. A curve that ends has no \
         earlier answer.",
    without: |names| format!(" No curve, since no answer is early by more than 10⁻¹⁸ of D: {}.", names.join(", ")),
    shows: "share of the answers that are earlier, as a share of D",
    axis: "early by / D",
    share: "share that is earlier",
    nothing: "nothing is early",
    ..PAST
};

/// The cases of the families of casts, scalar by scalar.
fn foot_of_times(survey: &Survey, families: &[usize], curves: &[Curve]) -> String {
    let of = |curves: &[Curve]| {
        let scalar = curves[0].scalar;
        format!("{}: {}", survey.scalars[scalar], cases_text(survey, scalar, families))
    };
    format!("{}; families of casts with equal weights.", by_scalar(curves, of))
}

/// The curve of the lengths by which times are late or early; the count of wrong verdicts is beyond every value.
fn of_times(
    survey: &Survey,
    families: &[usize],
    variant: usize,
    scalar: usize,
    of: fn(&VariantAnswers) -> (&Histogram<Cell>, u64),
) -> Option<Curve> {
    let takes = |f: &usize| survey.counts(*f, variant, scalar).applicable() > 0;
    let families: Vec<usize> = families.iter().copied().filter(takes).collect();
    let (mut all, mut beyond): (Vec<(f64, f64)>, f64) = (Vec::new(), 0.0);
    for found in families.iter().filter_map(|&f| survey.answers(f, variant, scalar)) {
        let weight = 1.0 / (families.len() as f64 * found.counts.applicable() as f64);
        let (lengths, wrong) = of(found);
        let unit = unit(&survey.scalars[scalar]);
        all.extend(lengths.iter().map(|(cell, count)| (cell.end().max(0.0) * unit, weight * count as f64)));
        beyond += weight * wrong as f64;
    }
    sort_by(&mut all, &mut |x, y| x.0.total_cmp(&y.0));
    // From the greatest length down, so that small shares keep their digits.
    let mut steps: Vec<(f64, f64)> = Vec::with_capacity(all.len() + 1);
    for &(length, weight) in all.iter().rev() {
        steps.push((length, beyond));
        beyond += weight;
    }
    // Before the least length: answers without a length are not beyond it.
    steps.push((0.0, beyond));
    steps.reverse();
    let answers = survey.sum(&families, variant, scalar, Counts::applicable);
    (answers > 0).then_some(Curve { variant, scalar, answers, steps })
}

/// The texts that `of` makes of the curves of each scalar, joined.
fn by_scalar(curves: &[Curve], of: impl Fn(&[Curve]) -> String) -> String {
    curves.chunk_by(|one, other| one.scalar == other.scalar).map(of).collect::<Vec<_>>().join("; ")
}

/// The factor u from a residual in units to a residual in D; 1 in exact arithmetic.
fn unit(scalar: &str) -> f64 {
    match scalar {
        "f32" => 0.5 * f64::from(f32::EPSILON),
        "f64" => 0.5 * f64::EPSILON,
        _ => 1.0,
    }
}

/// The curve of all answers: a wrong verdict or a missing answer is beyond every value.
fn left(survey: &Survey, families: &[usize], variant: usize, scalar: usize) -> Option<Curve> {
    let takes = |f: &usize| survey.counts(*f, variant, scalar).applicable() > 0;
    let families: Vec<usize> = families.iter().copied().filter(takes).collect();
    let mut all: Vec<(f64, f64)> = Vec::new();
    for found in families.iter().filter_map(|&f| survey.answers(f, variant, scalar)) {
        let weight = 1.0 / (families.len() as f64 * found.counts.applicable() as f64);
        let unit = unit(&survey.scalars[scalar]);
        all.extend(found.residuals.iter().map(|(cell, count)| (cell.end().max(0.0) * unit, weight * count as f64)));
    }
    sort_by(&mut all, &mut |x, y| x.0.total_cmp(&y.0));
    let mut sum = 0.0;
    let steps = all.into_iter().map(|(residual, weight)| {
        sum += weight;
        (residual, rest(sum))
    });
    let steps: Vec<(f64, f64)> = steps.collect();
    let answers = survey.sum(&families, variant, scalar, Counts::applicable);
    (!steps.is_empty()).then_some(Curve { variant, scalar, answers, steps })
}

/// The curve of the answers with a known ratio.
fn farther(survey: &Survey, families: &[usize], variant: usize, scalar: usize) -> Option<Curve> {
    let farther = Farther::of(survey, families, variant, scalar);
    let steps = farther.steps().map(|value| (value, farther.beyond(value))).collect();
    (farther.answers > 0).then_some(Curve { variant, scalar, answers: farther.answers, steps })
}

/// A sentence with the times of the drawn variants in `f64`.
fn times(survey: &Survey, families: &[usize], curves: &[Curve]) -> String {
    let times: Vec<String> = curves
        .iter()
        .filter(|curve| survey.scalars[curve.scalar] == "f64")
        .filter_map(|curve| {
            let time = survey.times.pooled(families, curve.variant, curve.scalar)?.0;
            Some(format!("{} {} ns", survey.variants[curve.variant].name, time_cell(Some(time))))
        })
        .collect();
    if times.is_empty() {
        return String::new();
    }
    let double = survey.scalars.iter().position(|scalar| scalar == "f64");
    let form = double.map_or_else(String::new, |scalar| survey.times.erased_sentence(families, scalar));
    format!(" Median times in f64: {}.{form}", times.join(", "))
}

impl Tail {
    /// The curves of the variants with such values, scalar by scalar.
    fn curves(&self, survey: &Survey, families: &[usize], variants: &[usize]) -> Vec<Curve> {
        let of_scalar = |scalar: usize| variants.iter().map(move |&variant| (variant, scalar));
        let all = survey.judged_scalars().into_iter().flat_map(of_scalar);
        all.filter_map(|(variant, scalar)| (self.curve)(survey, families, variant, scalar)).collect()
    }

    fn draw<'s>(&'static self, survey: &'s Survey<'s>, room: Room) -> Sheets<'s> {
        let families = (self.families)(survey);
        let claims = |v: &usize| survey.variants[*v].claims(self.question);
        let variants = chosen(survey, (0..survey.variants.len()).filter(claims).collect(), CROWD);
        let curves = self.curves(survey, &families, &variants);
        if curves.is_empty() {
            return left_out(self.left_out);
        }
        let mut points = Table::new(["scalar", "variant", "answers", self.column, "share_beyond"]);
        for curve in &curves {
            for (value, share) in curve.tail(self.range) {
                let (scalar, variant) = (&survey.scalars[curve.scalar], &survey.variants[curve.variant].name);
                points.push(&[scalar, variant, &curve.answers, &value, &share]);
            }
        }
        let has_line = |v: &usize| curves.iter().any(|curve| curve.variant == *v && curve.beyond(self.range[0]) > 0.0);
        let (drawn, flat): (Vec<usize>, Vec<usize>) =
            variants.iter().filter(|v| curves.iter().any(|curve| curve.variant == **v)).partition(|v| has_line(v));
        let flat: Vec<&str> = flat.into_iter().map(|v| &survey.variants[v].name[..]).collect();
        let without = if flat.is_empty() { String::new() } else { (self.without)(&flat) };
        let text = format!("{}{}{without}", self.text, (self.more)(survey, &families, &curves));
        let (legend, foot) = (entries(survey, &drawn), (self.foot)(survey, &families, &curves));
        Ok(vec![Sheet {
            title: self.title.to_owned(),
            text,
            legend,
            foot,
            shows: self.shows.to_owned(),
            points,
            ..self.panels(survey, curves, room)
        }])
    }

    /// Draws one panel per scalar.
    fn panels<'s>(&'static self, survey: &'s Survey<'s>, curves: Vec<Curve>, room: Room) -> Sheet<'s> {
        let mut scalars: Vec<usize> = curves.iter().map(|curve| curve.scalar).collect();
        scalars.dedup();
        let shares = curves.iter().flat_map(|curve| curve.tail(self.range)).map(|(_, share)| share);
        let low = 10f64.powf(shares.filter(|share| *share > 0.0).fold(0.1, f64::min).log10().floor()).max(1e-6);
        let [least, most] = self.range;
        let (x, y) = (Axis::log10(least, most, self.ticks), Axis::log10(low, 1.0, 6).in_percent());
        let rows = if room.is_narrow() { scalars.len() } else { 1 };
        let one = dots(150.0);
        Sheet::new(one * rows as i32, move |canvas, body| {
            for (line, of_line) in scalars.chunks(scalars.len().div_ceil(rows)).enumerate() {
                let top = body.top + line as i32 * one + dots(12.0);
                let frame = Rect { top, bottom: top + one - dots(36.0), ..body };
                let room = (frame, of_line.len(), [38.0, 18.0, 8.0]);
                for (panel, &scalar) in row(canvas, room, (&x, true), (&y, self.share, 33.0)).iter().zip(of_line) {
                    panel.x_title(self.axis);
                    panel.title(&survey.scalars[scalar]);
                    self.panel(survey, panel, &curves, scalar);
                }
            }
        })
    }

    fn panel(&self, survey: &Survey, panel: &Panel, curves: &[Curve], scalar: usize) {
        let mine: Vec<&Curve> = curves.iter().filter(|curve| curve.scalar == scalar).collect();
        let [least, most] = self.range;
        for (place, curve) in mine.iter().enumerate() {
            let style = survey.variants[curve.variant].style;
            let on_axis = until_nothing(curve.tail(self.range));
            panel.stairs(&on_axis, Stroke { dash: style.dash, ..stroke(style.colour, 1.0) });
            let marks = (0..5).map(|k| {
                // Marks are at a few places, which differ from variant to variant.
                let part = (f64::from(k) + 0.15 + 0.7 * place as f64 / mine.len() as f64) / 5.0;
                let value = least * (most / least).powf(part);
                (value, curve.beyond(value))
            });
            let marks: Vec<(f64, f64)> = marks.filter(|(_, share)| *share > 0.0).collect();
            panel.marks(&marks, &style, true);
        }
        let (flat, drawn): (Vec<&Curve>, Vec<&Curve>) = mine.iter().copied().partition(|curve| curve.beyond(least) == 0.0);
        if drawn.is_empty() {
            panel.remark(self.nothing);
        } else if !flat.is_empty() {
            let names: Vec<&str> = flat.iter().map(|curve| &survey.variants[curve.variant].name[..]).collect();
            panel.corner(&format!("none: {}", names.join(", ")));
        }
    }
}

/// A tail as stairs, but never across the break of the axis: a tail that falls to zero ends there, at its last positive height.
pub(crate) fn until_nothing(tail: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    let mut drawn: Vec<(f64, f64)> = tail.iter().copied().take_while(|(_, share)| *share > 0.0).collect();
    if let (Some(&(end, _)), Some(&(_, share))) = (tail.get(drawn.len()), drawn.last()) {
        drawn.push((end, share));
    }
    drawn
}

#[cfg(test)]
mod tests {
    use gjk_records::{Record, Ruling};

    use super::*;
    use crate::tests::{invented, points, record, small_but};

    #[test]
    fn a_curve_that_reaches_zero_is_drawn_to_its_end() {
        assert_eq!(until_nothing(vec![(1.0, 0.5), (2.0, 0.0), (3.0, 0.0)]), [(1.0, 0.5), (2.0, 0.5)]);
        assert_eq!(until_nothing(vec![(1.0, 0.5), (2.0, 0.1)]), [(1.0, 0.5), (2.0, 0.1)]);
        assert_eq!(until_nothing(vec![(1.0, 0.0)]), []);
    }

    #[test]
    fn a_curve_ends_at_the_share_of_those_without_an_answer() {
        let study = small_but(|records| {
            // One answer leaves nothing, one leaves 2⁻²⁰ of D, and one is missing.
            let found = [(Ruling::Right, Some(0.0)), (Ruling::Off, Some(f64::from(2).powi(33))), (Ruling::GaveUp, None)];
            for (case, (ruling, residual_units)) in found.into_iter().enumerate() {
                records.push(Record { residual_units, ..record("plates", case, "f64", "deep", ruling) });
            }
        });
        let survey = Survey::new(&study);
        let place = |names: Vec<&str>, name: &str| names.iter().position(|known| *known == name).unwrap();
        let variant = place(survey.variants.iter().map(|variant| &variant.name[..]).collect(), "deep");
        let scalar = place(survey.scalars.iter().map(|scalar| &scalar[..]).collect(), "f64");
        let curve = left(&survey, &(LEFT.families)(&survey), variant, scalar).unwrap();
        assert_eq!(curve.answers, 3);
        for (residual, share) in [(1e-18, 2.0), (0.9e-6, 2.0), (1.1e-6, 1.0), (1.0, 1.0)] {
            assert!((curve.beyond(residual) - share / 3.0).abs() < 1e-12, "{residual}: {}", curve.beyond(residual));
        }
    }

    #[test]
    fn curves_count_only_answers_that_separate_the_bodies_and_fall() {
        let drawn = points(&invented(), "excess");
        let of = |variant: &str| -> Vec<(f64, f64)> {
            let mine = drawn.iter().filter(|point| point[0] == "f64" && point[1] == variant);
            mine.map(|point| (point[3].parse().unwrap(), point[4].parse().unwrap())).collect()
        };
        // `deep` gives the least translation everywhere; the portal gives it in every second case, and 2 of its 60 answers are
        // shallow.
        assert!(of("deep").iter().all(|(_, share)| *share == 0.0));
        let portal = of("portal");
        assert!(portal.is_sorted_by(|one, next| one.0 < next.0 && one.1 >= next.1), "{portal:?}");
        let first = drawn.iter().find(|point| point[0] == "f64" && point[1] == "portal").unwrap();
        assert_eq!((&first[2][..], portal[0].0), ("174", 1e-9));
        // Among the 30 odd cases, number 3 is shallow, and number 1 goes farther by 10⁻⁸·⁸.
        assert!((portal[0].1 - 29.0 / 58.0).abs() < 1e-12, "{portal:?}");
        assert_eq!(portal.last().unwrap().0, 1e6);
    }

    #[test]
    fn a_late_curve_ends_at_the_share_of_missed_hits_and_an_early_one_at_that_of_phantoms() {
        let study = small_but(|records| {
            let lengths = |late: f64, early: f64| (Some(late), Some(early));
            let found = [
                (Ruling::Right, "hit", lengths(0.0, 0.0)),
                (Ruling::Off, "hit", lengths(f64::from(2).powi(33), 0.0)),
                (Ruling::Off, "hit", lengths(0.0, f64::from(2).powi(33))),
                (Ruling::Wrong, "never", (None, None)),
                (Ruling::GaveUp, "", (None, None)),
            ];
            for (case, (ruling, verdict, (late_units, early_units))) in found.into_iter().enumerate() {
                let row = record("cast-floor", case, "f64", "falling", ruling);
                records.push(Record { verdict: Some(verdict.to_owned()), late_units, early_units, ..row });
            }
        });
        let survey = Survey::new(&study);
        let variant = survey.variants.iter().position(|variant| variant.name == "falling").unwrap();
        let scalar = survey.scalars.iter().position(|scalar| scalar == "f64").unwrap();
        let families: Vec<usize> = (0..survey.families.len()).filter(|&f| survey.families[f].name == "cast-floor").collect();
        let [late, early] = [&PAST, &SHORT].map(|tail| (tail.curve)(&survey, &families, variant, scalar).unwrap());
        assert_eq!([late.answers, early.answers], [5, 5]);
        // 2³³ u is 0.95e-6 of D.
        for (length, shares) in [(1e-18, [2.0, 1.0]), (0.9e-6, [2.0, 1.0]), (1.2e-6, [1.0, 0.0]), (1.0, [1.0, 0.0])] {
            for (curve, share) in [&late, &early].into_iter().zip(shares) {
                assert!((curve.beyond(length) - share / 5.0).abs() < 1e-12, "{length}: {}", curve.beyond(length));
            }
        }
    }
}
