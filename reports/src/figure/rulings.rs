//! Rulings at a glance, for each question: is the verdict right, and is the distance right?

use gjk_records::{Column, Counts, Question as Asked};

use crate::digits::share_text;
use crate::draw::ruling::{CONTACT, GAVE_UP, INACCURATE, MISSED, OFF, PHANTOM, UNDECIDED, WRONG};
use crate::draw::{Axis, Canvas, Colour, GREY, Panel, Rect, TEXT, WHITE, boxes, boxes_height, dots, ink, stroke};
use crate::figure::chosen::chosen;
use crate::figure::columns::columns;
use crate::figure::heatmap::cases_text;
use crate::figure::{ANSWERS, Figure, Room, Sheet, Sheets, Width, left_out, weights_text};
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure = Figure {
    name: "rulings",
    description: "rulings: errors of verdicts, and of distances",
    reads: &[ANSWERS],
    width: Width::Page,
    draw,
};

/// A part of the answers to a question: its name, its colour, and the columns that it counts.
///
/// The colours differ in lightness.
pub(crate) type Part = (&'static str, Colour, &'static [Column]);

/// The question of a panel, and the parts of the answers that are not right.
pub(crate) struct Question {
    title: &'static str,
    /// Whether it is asked only of variants that give distances.
    of_distances: bool,
    pub parts: &'static [Part],
}

pub(crate) const QUESTIONS: [Question; 2] = [
    Question {
        title: "verdict",
        of_distances: false,
        parts: &[
            ("missed", MISSED, &[Column::Missed]),
            ("phantom", PHANTOM, &[Column::Phantom]),
            ("no answer", GAVE_UP, &[Column::GaveUp]),
            ("wrong within the tolerance (contact)", CONTACT, &[Column::Contact]),
            ("undecided", UNDECIDED, &[Column::Undecided]),
        ],
    },
    Question {
        title: "distance",
        of_distances: true,
        parts: &[
            ("wrong verdict", WRONG, &[Column::Missed, Column::Phantom]),
            ("off", OFF, &[Column::Off]),
            ("no answer", GAVE_UP, &[Column::GaveUp]),
            ("inaccurate", INACCURATE, &[Column::Inaccurate]),
            ("undecided", UNDECIDED, &[Column::Undecided]),
        ],
    },
];

/// The end of the axis.
///
/// A longer bar is broken there, and its length is printed as a number.
const END: f64 = 0.12;
const ROW: f64 = 9.2;
/// The most variants in a column of a page.
const NARROW: usize = 15;

/// The bars of a variant: one share per part of each question that it answers.
struct Bars {
    name: String,
    shares: [Option<Vec<f64>>; QUESTIONS.len()],
}

fn draw<'s>(survey: &'s Survey<'s>, room: Room) -> Sheets<'s> {
    let scalars = survey.float_scalars();
    let sheets: Vec<Sheet> = scalars.into_iter().filter_map(|scalar| sheet(survey, scalar, room)).collect();
    if sheets.is_empty() { left_out("no case of bodies at rest was judged in floating point") } else { Ok(sheets) }
}

/// A sentence on the failures in exact arithmetic.
fn exact_text(survey: &Survey) -> String {
    let Some(s) = survey.judged_scalars().into_iter().find(|&s| survey.scalars[s] == "exact") else { return String::new() };
    let judged: Vec<usize> = about_bodies_at_rest(survey).filter(|&v| survey.total(v, s).applicable() > 0).collect();
    let failing = |v: &&usize| survey.pooled(**v, s, Counts::failures).is_some_and(|mean| mean.rate > 0.0);
    let names: Vec<&str> = judged.iter().filter(failing).map(|&v| &survey.variants[v].name[..]).collect();
    match names.len() {
        0 => format!(" In exact arithmetic none of the {} variants fails.", judged.len()),
        n => format!(" In exact arithmetic {n} of the {} variants fail: {}.", judged.len(), names.join(", ")),
    }
}

/// Shares of a variant in a scalar, over the families of its rates, for each question; `None` if it was not judged, or does not
/// give the distances that the question asks for.
fn shares(survey: &Survey, v: usize, s: usize) -> [Option<Vec<f64>>; QUESTIONS.len()] {
    QUESTIONS.each_ref().map(|question| {
        let share = |part: &Part| {
            survey.pooled(v, s, |counts| part.2.iter().map(|&column| counts.rulings[column]).sum()).map(|mean| mean.rate)
        };
        let is_asked = !question.of_distances || survey.variants[v].gives_distances();
        if is_asked { question.parts.iter().map(share).collect() } else { None }
    })
}

/// The variants that are asked how bodies at rest lie; casts have a figure of their own.
fn about_bodies_at_rest<'s>(survey: &'s Survey) -> impl Iterator<Item = usize> + use<'s> {
    (0..survey.variants.len()).filter(|&v| survey.variants[v].promise != Asked::Cast)
}

fn points(survey: &Survey, s: usize) -> Table {
    let mut points = Table::new(["scalar", "variant", "families", "cases", "question", "part", "share"]);
    for v in about_bodies_at_rest(survey) {
        let families = survey.pooled_families(v, s);
        let cases = survey.sum(&families, v, s, Counts::applicable);
        for (question, shares) in QUESTIONS.iter().zip(shares(survey, v, s)) {
            for (part, share) in question.parts.iter().zip(shares.into_iter().flatten()) {
                let (scalar, variant) = (&survey.scalars[s], &survey.variants[v].name);
                points.push(&[scalar, variant, &families.len(), &cases, &question.title, &part.0, &share]);
            }
        }
    }
    points
}

/// Bars of the variants that are drawn.
fn bars(survey: &Survey, s: usize, room: Room) -> Vec<Bars> {
    let judged = about_bodies_at_rest(survey).filter(|&v| survey.total(v, s).applicable() > 0).collect();
    let shown = chosen(survey, judged, if room.is_narrow() { NARROW } else { usize::MAX });
    let of = |v: usize| shares(survey, v, s);
    let key = |v: usize| (shown.contains(&v) && of(v)[0].is_some()).then(|| (survey.pooled_families(v, s), of(v)));
    columns(survey, key).into_iter().map(|column| Bars { name: column.name, shares: of(column.variant) }).collect()
}

/// Panels of the questions: side by side, or below each other in a column of a page.
struct Panels {
    bars: Vec<Bars>,
    legends: [Vec<(&'static str, Colour)>; QUESTIONS.len()],
    across: usize,
}

impl Panels {
    fn of(bars: Vec<Bars>, room: Room) -> Panels {
        // A part that does not occur has no entry in the legend.
        let occurs =
            |place: usize, part: usize| bars.iter().any(|bar| bar.shares[place].as_ref().is_some_and(|all| all[part] > 0.0));
        let legends = std::array::from_fn(|place| {
            let parts = QUESTIONS[place].parts.iter().enumerate();
            parts.filter(|(part, _)| occurs(place, *part)).map(|(_, part)| (part.0, part.1)).collect()
        });
        Panels { bars, legends, across: if room.is_narrow() { 1 } else { QUESTIONS.len() } }
    }

    /// Width of a panel with the numbers next to it.
    fn width(&self, whole: i32) -> i32 {
        let names = self.bars.iter().map(|bar| ink(TEXT).width(&bar.name)).max().unwrap_or(0) + dots(4.0);
        (whole - names - (self.across as i32 - 1) * dots(GAP)) / self.across as i32
    }

    /// Height of the part above the bars of a panel of a width.
    fn head(&self, wide: i32) -> i32 {
        self.legends.iter().map(|legend| boxes_height(legend, wide)).max().unwrap_or(0) + dots(12.0)
    }

    fn rows(&self) -> i32 {
        self.bars.len() as i32 * dots(ROW)
    }

    /// Makes the sheet of the panels, still without text.
    fn sheet<'s>(self, room: Room) -> Sheet<'s> {
        let one = self.head(self.width(room.width)) + self.rows() + dots(14.0);
        let height = one * (QUESTIONS.len() / self.across) as i32;
        Sheet::new(height, move |canvas, body| self.draw(canvas, body, one))
    }

    /// Draws the panels, each with the height `one`.
    fn draw(&self, canvas: &Canvas, body: Rect, one: i32) {
        let (across, wide) = (self.across, self.width(body.width()));
        let names = body.width() - across as i32 * wide - (across as i32 - 1) * dots(GAP);
        for (place, question) in QUESTIONS.iter().enumerate() {
            let left = body.left + names + (place % across) as i32 * (wide + dots(GAP));
            let begin = body.top + (place / across) as i32 * one;
            canvas.text((left, begin + dots(4.0)), question.title, ink(TEXT).bold());
            boxes(canvas, (left, begin + dots(12.0)), &self.legends[place], wide);
            let top = begin + self.head(wide);
            panel(canvas, Rect::new(left, top, left + wide - dots(REMARK), top + self.rows()), question, &self.bars, place);
            for (row, bar) in self.bars.iter().enumerate().filter(|_| place % across == 0) {
                let middle = top + (2 * row as i32 + 1) * dots(ROW) / 2;
                canvas.text((body.left + names - dots(3.0), middle), &bar.name, ink(TEXT).right());
            }
        }
    }
}

fn sheet<'s>(survey: &Survey, s: usize, room: Room) -> Option<Sheet<'s>> {
    let bars = bars(survey, s, room);
    if bars.is_empty() {
        return None;
    }
    let scalar = survey.scalars[s].clone();
    Some(Sheet {
        name: scalar.clone(),
        title: format!("Rulings by variant, {scalar}"),
        text: format!(
            "Answers that are not right, in % of the applicable answers, for two questions: is the verdict right, and is the \
             distance right? {} Missed, phantom, off and no answer are failures; contact and inaccurate are not. A bar that \
             is longer than the axis is broken, and the number next to it is its whole length.{}",
            weights_text(survey),
            exact_text(survey)
        ),
        foot: format!(
            "{scalar}; {}; each variant over the families that it accepts, with equal weights.",
            cases_text(survey, s, &survey.families_in_rates())
        ),
        shows: format!("errors of verdicts and of distances, by variant, {scalar}"),
        points: points(survey, s),
        ..Panels::of(bars, room).sheet(room)
    })
}

/// The gap between panels, and the room for the number next to a bar, in points.
const GAP: f64 = 8.0;
const REMARK: f64 = 24.0;

fn panel(canvas: &Canvas, frame: Rect, question: &Question, bars: &[Bars], place: usize) {
    let panel = Panel::new(canvas, frame, Axis::linear(0.0, END, 4).in_percent(), Axis::places(bars.len()));
    panel.grid(true, false);
    for (row, bar) in bars.iter().enumerate() {
        let top = frame.top + row as i32 * dots(ROW);
        let middle = top + dots(ROW) / 2;
        let Some(shares) = &bar.shares[place] else {
            canvas.text((frame.left + dots(3.0), middle), "gives none", ink(TEXT).grey());
            continue;
        };
        let x = |share: f64| panel.at((share.min(END), 0.0)).map_or(frame.left, |at| at.0);
        let (sum, (above, below)) = (shares.iter().sum::<f64>(), (top + dots(ROW) / 6, top + dots(ROW) - dots(ROW) / 6));
        let mut from = 0.0;
        for (share, part) in shares.iter().zip(question.parts).filter(|(share, _)| **share > 0.0) {
            // A positive share is visible, if only as a hairline.
            let left = x(from).min(frame.right - dots(0.5));
            canvas.fill(Rect::new(left, above, x(from + share).max(left + dots(0.5)), below), part.1);
            from += share;
        }
        if sum > END {
            let at = frame.right - dots(6.0);
            let slant = [(at, below), (at + dots(2.0), below), (at + dots(4.0), above), (at + dots(2.0), above)];
            canvas.area_of(&slant, WHITE, 1.0);
        }
        canvas.text((frame.right + dots(3.0), middle), &share_text(sum), ink(TEXT).grey());
    }
    canvas.outline(frame, stroke(GREY, 0.5));
}
