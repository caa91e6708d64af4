//! Depths and casts at a glance: the answers that are not right, family by family.

use gjk_records::{Column, Counts, Measure, Question};

use crate::digits::share_text;
use crate::draw::ruling::{EARLY, EXCESS, GAVE_UP, LATE, MISSED, OFF_OTHERWISE, PHANTOM, SHALLOW, UNDECIDED, WITHIN, WRONG};
use crate::draw::{Axis, Canvas, Colour, GREY, Panel, Rect, TEXT, boxes, boxes_height, dots, ink, stroke};
use crate::figure::chosen::chosen;
use crate::figure::heatmap::cases_text;
use crate::figure::{ANSWERS, Figure, Room, Sheet, Sheets, Width, label, left_out};
use crate::{Survey, Table};

pub(crate) const DEPTH: Figure = Figure {
    name: "depth",
    description: "penetration depth: errors by family",
    reads: &[ANSWERS],
    width: Width::Page,
    draw: |survey, room| draw(&OF_DEPTH, survey, room),
};

pub(crate) const CASTS: Figure = Figure {
    name: "casts",
    description: "casts: errors by family",
    reads: &[ANSWERS],
    width: Width::Page,
    draw: |survey, room| draw(&OF_CASTS, survey, room),
};

/// A figure of this kind: its question, the parts of the answers, and its texts.
struct Kind {
    question: Question,
    parts: &'static [Part],
    title: &'static str,
    text: &'static str,
    shows: &'static str,
    left_out: &'static str,
}

/// A part of the answers to a family: its name, its colour and its count.
type Part = (&'static str, Colour, fn(&Counts) -> u64);

const OF_DEPTH: Kind = Kind {
    question: Question::Depth,
    parts: &PARTS_OF_DEPTH,
    title: "Penetration depth by family",
    text: "Answers that are not right, in % of the answers to families whose cases all overlap. Shallow: the translation \
           leaves overlap beyond half of the digits. Excess: it leaves none, and is longer than needed beyond half of \
           the digits. Inaccurate: beyond the tolerance, by less than that. The number is the sum. An empty bar, or a \
           panel with the word none, means that all answers are right.",
    shows: "errors of the depth, by family and variant",
    left_out: "no depth was judged over a family of overlaps",
};

const OF_CASTS: Kind = Kind {
    question: Question::Cast,
    parts: &PARTS_OF_CASTS,
    title: "Casts by family",
    text: "Answers that are not right, in % of the answers to casts. Missed: a hit is said never to happen. Phantom: bodies that \
           never touch are said to hit. Late, early: the time is after or before the first contact by a length beyond half of the digits. \
           Inaccurate: beyond the tolerance, by less than that. The number is the sum. An empty bar, or a panel with the word none, means that \
           all answers are right.",
    shows: "errors of casts, by family and variant",
    left_out: "no cast was judged",
};

/// The answers that are off, but not by a measure of these claims.
fn off_otherwise(counts: &Counts, question: Question) -> u64 {
    counts.rulings[Column::Off].saturating_sub(question.measures().iter().map(|by| counts.claims(question).off_by(*by)).sum())
}

const PARTS_OF_CASTS: [Part; 8] = [
    ("missed", MISSED, |c| c.rulings[Column::Missed]),
    ("late", LATE, |c| c.claims(Question::Cast).off_by(Measure::Late)),
    ("phantom", PHANTOM, |c| c.rulings[Column::Phantom]),
    ("early", EARLY, |c| c.claims(Question::Cast).off_by(Measure::Early)),
    ("off otherwise", OFF_OTHERWISE, |c| off_otherwise(c, Question::Cast)),
    ("no answer", GAVE_UP, |c| c.rulings[Column::GaveUp]),
    ("inaccurate or contact", WITHIN, |c| c.rulings[Column::Inaccurate] + c.rulings[Column::Contact]),
    ("undecided", UNDECIDED, |c| c.rulings[Column::Undecided]),
];

const PARTS_OF_DEPTH: [Part; 7] = [
    ("wrong verdict", WRONG, Counts::wrong),
    ("shallow", SHALLOW, |c| c.depth.off_by(Measure::Residual)),
    ("excess", EXCESS, |c| c.depth.off_by(Measure::Excess)),
    ("off otherwise", OFF_OTHERWISE, |c| off_otherwise(c, Question::Depth)),
    ("no answer", GAVE_UP, |c| c.rulings[Column::GaveUp]),
    ("inaccurate or contact", WITHIN, |c| c.rulings[Column::Inaccurate] + c.rulings[Column::Contact]),
    ("undecided", UNDECIDED, |c| c.rulings[Column::Undecided]),
];

const ROW: f64 = 9.2;
/// The most variants side by side in a page, and in a column of a page.
const CROWD: [usize; 2] = [5, 3];
/// The gap between panels, in points.
const GAP: f64 = 9.0;

fn draw<'s>(kind: &'static Kind, survey: &'s Survey<'s>, room: Room) -> Sheets<'s> {
    let of_scalar = |scalar| sheet(kind, survey, scalar, room);
    let sheets: Vec<Sheet> = survey.judged_scalars().into_iter().filter_map(of_scalar).collect();
    if sheets.is_empty() { left_out(kind.left_out) } else { Ok(sheets) }
}

/// The answers of some variants in a scalar, family by family.
struct ByFamily<'d> {
    kind: &'static Kind,
    survey: &'d Survey<'d>,
    scalar: usize,
    variants: Vec<usize>,
    families: Vec<usize>,
}

impl<'d> ByFamily<'d> {
    /// Picks at most `most` variants, and the families that any of them was asked; `None` if no variant was asked.
    fn of(kind: &'static Kind, survey: &'d Survey<'d>, scalar: usize, most: usize) -> Option<ByFamily<'d>> {
        let families = survey.families_over(kind.question);
        let is_asked = |v: usize, f: usize| survey.counts(f, v, scalar).applicable() > 0;
        let gives = |v: &usize| survey.variants[*v].promise == kind.question && families.iter().any(|&f| is_asked(*v, f));
        let variants = chosen(survey, (0..survey.variants.len()).filter(gives).collect(), most);
        let families = families.iter().copied().filter(|&f| variants.iter().any(|&v| is_asked(v, f))).collect();
        (!variants.is_empty()).then_some(ByFamily { kind, survey, scalar, variants, families })
    }

    /// Shares of the parts of the answers to a family; `None` without answers.
    fn shares(&self, v: usize, f: usize) -> Option<Vec<f64>> {
        let counts = self.survey.counts(f, v, self.scalar);
        let cases = counts.applicable();
        (cases > 0).then(|| self.kind.parts.iter().map(|part| part.2(counts) as f64 / cases as f64).collect())
    }

    fn points(&self) -> Table {
        let survey = self.survey;
        let mut points = Table::new(["scalar", "family", "variant", "cases", "part", "share"]);
        for &v in &self.variants {
            for &f in &self.families {
                for (part, share) in self.kind.parts.iter().zip(self.shares(v, f).into_iter().flatten()) {
                    let cases = survey.counts(f, v, self.scalar).applicable();
                    let (family, variant) = (&survey.families[f].name, &survey.variants[v].name);
                    points.push(&[&survey.scalars[self.scalar], family, variant, &cases, &part.0, &share]);
                }
            }
        }
        points
    }

    /// Draws one panel per variant, with one bar per family.
    fn panels<'s>(&self, room: Room) -> Sheet<'s> {
        let of_variant = |&v: &usize| self.families.iter().map(|&f| self.shares(v, f)).collect();
        let bars: Vec<Vec<Option<Vec<f64>>>> = self.variants.iter().map(of_variant).collect();
        // A part that does not occur has no entry in the legend.
        let occurs = |part: usize| bars.iter().flatten().flatten().any(|shares| shares[part] > 0.0);
        let kind = self.kind;
        let parts = kind.parts.iter().enumerate().filter(|(part, _)| occurs(*part));
        let legend: Vec<(&str, Colour)> = parts.map(|(_, part)| (part.0, part.1)).collect();
        let names: Vec<String> = self.families.iter().map(|&f| label(&self.survey.families[f].name)).collect();
        let heads: Vec<String> = self.variants.iter().map(|&v| label(&self.survey.variants[v].name)).collect();
        let head = boxes_height(&legend, room.width) + dots(18.0);
        let rows = names.len() as i32 * dots(ROW);
        Sheet::new(head + rows + dots(16.0), move |canvas, body| {
            boxes(canvas, (body.left, body.top), &legend, body.width());
            let left = names.iter().map(|name| ink(TEXT).width(name)).max().unwrap_or(0) + dots(5.0);
            let count = heads.len() as i32;
            let wide = (body.width() - left - (count - 1) * dots(GAP) - dots(6.0)) / count;
            for (place, of_variant) in bars.iter().enumerate() {
                let from = body.left + left + place as i32 * (wide + dots(GAP));
                let frame = Rect::new(from, body.top + head, from + wide, body.top + head + rows);
                canvas.text((from, frame.top - dots(5.0)), &ink(TEXT).shortened(&heads[place], wide), ink(TEXT).bold());
                panel(kind, canvas, frame, of_variant);
            }
            for (row, name) in names.iter().enumerate() {
                let middle = body.top + head + (2 * row as i32 + 1) * dots(ROW) / 2;
                canvas.text((body.left + left - dots(3.0), middle), name, ink(TEXT).right());
            }
        })
    }
}

fn sheet<'s>(kind: &'static Kind, survey: &Survey, s: usize, room: Room) -> Option<Sheet<'s>> {
    let drawn = ByFamily::of(kind, survey, s, CROWD[usize::from(room.is_narrow())])?;
    let scalar = survey.scalars[s].clone();
    Some(Sheet {
        name: scalar.clone(),
        title: format!("{}, {scalar}", kind.title),
        text: kind.text.to_owned(),
        foot: format!("{scalar}; {}.", cases_text(survey, s, &drawn.families)),
        shows: format!("{}, {scalar}", kind.shows),
        points: drawn.points(),
        ..drawn.panels(room)
    })
}

fn panel(kind: &Kind, canvas: &Canvas, frame: Rect, bars: &[Option<Vec<f64>>]) {
    let panel = Panel::new(canvas, frame, Axis::linear(0.0, 1.0, 2).in_percent(), Axis::places(bars.len()));
    panel.grid(true, false);
    for (row, bar) in bars.iter().enumerate() {
        let top = frame.top + row as i32 * dots(ROW);
        let Some(shares) = bar else {
            canvas.text((frame.left + dots(3.0), top + dots(ROW) / 2), "not asked", ink(TEXT).grey());
            continue;
        };
        let x = |share: f64| panel.at((share.min(1.0), 0.0)).map_or(frame.left, |at| at.0);
        let (above, below) = (top + dots(ROW) / 6, top + dots(ROW) - dots(ROW) / 6);
        let mut from = 0.0;
        for (share, part) in shares.iter().zip(kind.parts).filter(|(share, _)| **share > 0.0) {
            // A positive share is visible, if only as a hairline.
            let left = x(from).min(frame.right - dots(0.5));
            canvas.fill(Rect::new(left, above, x(from + share).max(left + dots(0.5)), below), part.1);
            from += share;
        }
        let (text, middle) = (share_text(shares.iter().sum()), top + dots(ROW) / 2);
        if from > 0.7 {
            canvas.text((frame.right - dots(2.0), middle), &text, ink(TEXT).right().grey());
        } else if from > 0.0 {
            canvas.text((x(from) + dots(2.0), middle), &text, ink(TEXT).grey());
        }
    }
    if bars.iter().flatten().flatten().all(|share| *share == 0.0) {
        panel.remark("none");
    }
    canvas.outline(frame, stroke(GREY, 0.5));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::rulings::QUESTIONS;

    #[test]
    fn a_colour_has_one_name_in_the_figures_of_rulings() {
        let of_rulings = QUESTIONS.iter().flat_map(|question| question.parts.iter().map(|part| (part.0, part.1)));
        let all: Vec<(&str, Colour)> =
            of_rulings.chain(PARTS_OF_DEPTH.iter().chain(&PARTS_OF_CASTS).map(|part| (part.0, part.1))).collect();
        for (name, colour) in &all {
            for (other, of_other) in &all {
                assert_eq!(name == other, colour == of_other, "{name}, {other}");
            }
        }
    }
}
