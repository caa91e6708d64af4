//! What the figures of duels share: rows of panels, a panel a gap class, the sizes of the bodies from left to right.

use std::collections::HashMap;

use gjk_records::Duel;

use crate::draw::{
    Axis, Canvas, Colour, FAINT, GREY, Ink, LABEL, LINE, Panel, Rect, Stroke, Style, Tick, dots, ink, row, stroke, styles,
};
use crate::duels::{Contestant, Duels, Kind, Size};
use crate::figure::{SHEETS, Sheet, Sheets, label, left_out};
use crate::survey::distinct;
use crate::{Survey, Table};

/// The most variants in a row of panels, peers and bounds not counted.
const CROWD: usize = 6;
const GAPS: usize = 6;
const SIZES: usize = 12;
const ROWS: usize = 8;

/// Room for the names at the left, in points.
const NAMES: f64 = 96.0;
/// A line of the strip of numbers, in points.
const LINE_HEIGHT: f64 = 7.0;
const HEAD: f64 = 17.0;
const PLOT: f64 = 112.0;
const TICKS: f64 = 22.0;
const FOOT: f64 = 9.0;

/// The text of the strip.
fn small() -> Ink {
    ink(5.0)
}

/// A number below a panel.
pub(crate) struct Note {
    pub text: String,
    /// Something that the reader has to know of.
    pub loud: bool,
}

/// What a figure plots of duels.
pub(crate) struct Plot {
    pub value: fn(&Duel) -> Option<f64>,
    pub y_title: &'static str,
    /// How far the axis goes beyond the values, as a factor.
    pub beyond: f64,
    /// Whether what answers nothing is shown.
    pub bounds: bool,
    /// The number below a panel; what stands at the left of these numbers.
    pub note: fn(&Duel) -> Note,
    pub notes_title: &'static str,
    /// The title of the sheet of a scalar, which follows; how to read it; what it shows, in one line.
    pub title: &'static str,
    pub subtitle: &'static str,
    pub caption: fn(&str) -> String,
    /// The columns of the points after those that name a duel, and their texts.
    pub columns: &'static [&'static str],
    pub texts: fn(&Duel) -> Vec<String>,
}

/// The sheets of a figure, one for each scalar that has a value.
pub(crate) fn sheets<'s>(survey: &'s Survey<'s>, plot: &'static Plot) -> Sheets<'s> {
    let scalars = Duels::new(&survey.study.duels).scalars().into_iter().take(SHEETS);
    let sheets: Vec<Sheet> = scalars.filter_map(|scalar| sheet(survey, plot, scalar)).collect();
    if sheets.is_empty() { left_out("there was no contest") } else { Ok(sheets) }
}

fn sheet<'s>(survey: &'s Survey<'s>, plot: &'static Plot, scalar: &'s str) -> Option<Sheet<'s>> {
    let duels = Duels::new(&survey.study.duels);
    // One gap class is no line: bodies on no grid stand in the table.
    let is_on_grid = |duel: &&Duel| !Size { family: &duel.family, points: duel.points }.is_raw();
    let mine = || survey.study.duels.iter().filter(|duel| duel.scalar == scalar).filter(is_on_grid);
    let values = || mine().filter(|duel| Kind::of(duel).is_common()).filter_map(plot.value);
    values().next()?;
    let (least, most) = (values().fold(f64::INFINITY, f64::min), values().fold(0.0, f64::max));
    let y = Axis::log10(least / plot.beyond, most * plot.beyond, 8);
    let styles = contestant_styles(survey, &duels);
    let styled = |one: Contestant<'s>| (one, styles[one.name]);
    let groups = groups(&duels, scalar, plot.bounds).into_iter();
    let groups: Vec<Vec<(Contestant, Style)>> = groups.map(|group| group.into_iter().map(styled).collect()).collect();

    let mut points = Table::new(["scalar", "family", "points", "gap", "variant", "peer"]).with(plot.columns.to_vec());
    for duel in mine() {
        let Duel { scalar, family, points: number, gap, variant, peer, .. } = duel;
        points.push_with(&[scalar, family, number, gap, variant, peer], (plot.texts)(duel));
    }
    let height = groups.iter().map(|group| height(group.len())).sum();
    let panels = Sheet::new(height, move |canvas, body| {
        let mut top = body.top;
        for shown in &groups {
            Band { duels: &duels, scalar, shown, y: &y, plot }.draw(canvas, body, top);
            top += self::height(shown.len());
        }
    });
    Some(Sheet {
        title: format!("{}, {scalar}", plot.title),
        subtitle: plot.subtitle.to_owned(),
        caption: (plot.caption)(scalar),
        points,
        ..panels
    })
}

/// The height of a band of so many contestants, in dots.
fn height(shown: usize) -> i32 {
    dots(HEAD + PLOT + TICKS + LINE_HEIGHT * (shown + 1) as f64 + FOOT)
}

/// A row of panels and the strip of numbers below each.
struct Band<'s, 'a> {
    duels: &'s Duels<'a>,
    scalar: &'a str,
    /// Who is shown, with the styles.
    shown: &'s [(Contestant<'a>, Style)],
    y: &'s Axis,
    plot: &'static Plot,
}

/// Contestants of a scalar that fit one row of panels each: those that give distances, then those that give verdicts; with our
/// own of a kind its peers, and what marks a bound in all.
fn groups<'a>(duels: &Duels<'a>, scalar: &str, bounds: bool) -> Vec<Vec<Contestant<'a>>> {
    let present = duels.present(scalar);
    let mut groups = Vec::new();
    for kinds in [&[Kind::Distance, Kind::Prepared][..], &[Kind::Verdict]] {
        let of_kind = |peer: bool| present.iter().filter(move |one| kinds.contains(&one.kind) && one.peer == peer).copied();
        let (own, peers): (Vec<_>, Vec<_>) = (of_kind(false).collect(), of_kind(true).collect());
        let parts = own.len().div_ceil(CROWD).max(usize::from(!peers.is_empty()));
        for part in 0..parts {
            let mut group = own[part * own.len() / parts..(part + 1) * own.len() / parts].to_vec();
            group.extend(peers.iter().take(CROWD));
            group.extend(present.iter().filter(|one| bounds && one.kind == Kind::Bound).take(2));
            groups.push(group);
        }
    }
    groups.truncate(ROWS);
    groups
}

/// The styles of contestants, which variants have in the other figures as well.
fn contestant_styles<'s>(survey: &'s Survey, duels: &Duels<'s>) -> HashMap<&'s str, Style> {
    let variants = survey.variants.iter().map(|variant| variant.name.as_str());
    let names = distinct(variants.chain(duels.contestants.iter().map(|one| one.name)));
    names.iter().copied().zip(styles(&names)).collect()
}

/// A gap class as the title of a panel.
fn gap_title(gap: &str) -> String {
    match gap {
        "overlap" => "deep overlap".to_owned(),
        "far" => "far (gap 10)".to_owned(),
        other => label(&format!("gap {other}")),
    }
}

/// Where a size lies on the axis: boxes at the left of hulls, whatever their points.
fn place(size: &Size) -> f64 {
    let points = size.points.clamp(1, 1 << 30) as f64;
    if size.family == "box" { points / 2.0 } else { points }
}

/// The axis of the sizes, with the names of these.
fn sizes_axis(sizes: &[Size]) -> Axis {
    let (least, most) = sizes.iter().map(place).fold((f64::INFINITY, 1.0_f64), |(l, m), at| (l.min(at), m.max(at)));
    let mut axis = Axis::log2(least / 1.4, most * 1.4);
    let name = |size: &Size| if size.family == "box" { size.family.to_owned() } else { size.points.to_string() };
    axis.ticks = sizes.iter().map(|size| Tick { value: place(size), label: label(&name(size)) }).collect();
    axis
}

impl<'a> Band<'_, 'a> {
    fn sizes(&self) -> Vec<Size<'a>> {
        self.duels.sizes.iter().filter(|size| !size.is_raw()).take(SIZES).copied().collect()
    }

    /// Draws it with its upper left corner at a point.
    fn draw(&self, canvas: &Canvas, body: Rect, top: i32) {
        let gaps: Vec<&str> = self.duels.gaps(self.scalar).into_iter().take(GAPS).collect();
        let top = top + dots(HEAD);
        let line = Rect { top, bottom: top + dots(PLOT), ..body };
        let strip = line.bottom + dots(TICKS);
        let room = (line, gaps.len(), [NAMES, 7.0, 1.0]);
        let panels = row(canvas, room, (&sizes_axis(&self.sizes()), false), (self.y, self.plot.y_title, 27.0));
        for (panel, gap) in panels.iter().zip(gaps) {
            let frame = panel.frame;
            self.tick_labels(canvas, panel);
            panel.title(&gap_title(gap));
            let title = (frame.left + frame.width() / 2, frame.bottom + dots(9.5));
            canvas.text(title, "points of each body", ink(LABEL - 0.6).centred().top());
            self.lines(panel, gap);
            self.strip(canvas, panel, gap, strip);
        }
        if let Some(first) = panels.first() {
            self.names(canvas, Rect { right: first.frame.left, ..body }, strip);
        }
    }

    fn tick_labels(&self, canvas: &Canvas, panel: &Panel) {
        let text = ink(4.7).centred().top();
        let mut end = i32::MIN;
        for tick in &panel.x.ticks {
            let half = text.width(&tick.label) / 2;
            if let Some((x, _)) = panel.at((tick.value, panel.y.low))
                && x - half > end
            {
                canvas.text((x, panel.frame.bottom + dots(2.6)), &tick.label, text);
                end = x + half;
            }
        }
    }

    fn lines(&self, panel: &Panel, gap: &'a str) {
        for (contestant, style) in self.shown.iter().rev() {
            let point = |size: &Size<'a>| {
                let value = self.duels.cell(self.scalar, contestant.name, *size, gap).and_then(self.plot.value);
                // A size without a value is a gap in the line.
                (place(size), value.unwrap_or(f64::NAN))
            };
            let sizes = self.sizes();
            for family in sizes.chunk_by(|one, other| one.family == other.family) {
                let points: Vec<(f64, f64)> = family.iter().map(point).collect();
                panel.series(&points, style, 0.9, contestant.kind != Kind::Verdict);
            }
        }
    }

    /// The names at the left of the strips, each with a piece of its line: the legend of the row.
    fn names(&self, canvas: &Canvas, room: Rect, top: i32) {
        let right = room.right - dots(5.0);
        canvas.text((right, top), self.plot.notes_title, small().right().grey());
        for (row, (contestant, style)) in self.shown.iter().enumerate() {
            let y = top + dots(LINE_HEIGHT * (row + 1) as f64);
            let (left, long) = (room.left, dots(13.0));
            canvas.path(&[(left, y), (left + long, y)], Stroke { dash: style.dash, ..stroke(style.colour, 0.9) });
            canvas.mark((left + long / 2, y), style.mark, 1.7, style.colour, contestant.kind != Kind::Verdict);
            let wide = right - left - long - dots(2.5);
            let text = if contestant.peer { ink(5.3).bold() } else { ink(5.3) };
            // All start there, and a line has little room.
            let name = contestant.name.strip_suffix("-from-centres").unwrap_or(contestant.name);
            canvas.text((left + long + dots(2.5), y), &text.shortened(name, wide), text);
        }
    }

    fn strip(&self, canvas: &Canvas, panel: &Panel, gap: &'a str, top: i32) {
        let Rect { left, right, .. } = panel.frame;
        let line = |row: usize| top + dots(LINE_HEIGHT * row as f64);
        let rule = line(0) + dots(LINE_HEIGHT / 2.0);
        canvas.path(&[(left, rule), (right, rule)], stroke(LINE, 0.3));
        for size in self.sizes() {
            let Some((x, _)) = panel.at((place(&size), panel.y.low)) else { continue };
            let records = || self.shown.iter().map(|(one, _)| self.duels.cell(self.scalar, one.name, size, gap));
            let cases = records().flatten().map(|record| record.cases).max();
            canvas.text((x, line(0)), &cases.map_or_else(String::new, |cases| cases.to_string()), small().centred().grey());
            for (row, record) in records().enumerate() {
                let Some(record) = record.filter(|record| record.promise.is_some()) else { continue };
                let note = (self.plot.note)(record);
                let text = small().centred().colour(if note.loud { LOUD } else { GREY });
                canvas.text((x, line(row + 1)), &note.text, if note.loud { text.bold() } else { text });
            }
        }
        for row in 1..=self.shown.len() {
            let y = line(row) + dots(LINE_HEIGHT / 2.0);
            canvas.path(&[(left, y), (right, y)], stroke(FAINT, 0.3));
        }
    }
}

const LOUD: Colour = (190, 60, 0);
