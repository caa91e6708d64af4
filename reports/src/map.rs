//! A failure map as a picture: a panel with the exact truth, and one panel per variant, coloured by ruling.

mod border;
#[cfg(test)]
mod tests;

use gjk_records::{Column, Map, MapPanel, TrueClass};

use crate::caption;
use crate::draw::ruling::{RIGHT_APART, RIGHT_MEETING, TOUCHING, of_column};
use crate::draw::{
    Axis, BLACK, Canvas, Colour, Drawing, GREY, Ink, Panel, Rect, TEXT, Tick, boxes, boxes_height, boxes_width, dots, ink,
    millimetres, number, stroke, title_below,
};
use crate::figure::{Dressing, Room, Sheet, label};
use crate::latex::comment;
use crate::sorted::sort_by_key;
use crate::table::{Table, code, percent, shortened};
use crate::write::Format;

/// The narrowest and the widest panel, and the greatest height of all panels together, in millimetres.
const NARROWEST: f64 = 34.0;
const WIDEST: f64 = 62.0;
const TALLEST: f64 = 205.0;
/// Room between two panels, for a title above, and for the axis below, in points.
const BETWEEN: f64 = 15.0;
const TITLE: f64 = 11.0;
const BELOW: f64 = 12.0;
const AXIS_TITLE: f64 = 10.0;
/// Room above the legend.
const LEGEND_TOP: f64 = 2.0;
/// Dots per pixel of a PNG file.
const PIXEL: i32 = 4;

/// The content of a panel.
#[derive(Clone, Copy)]
pub(crate) enum Content<'m> {
    Truth,
    Variant(&'m MapPanel),
}

impl Content<'_> {
    fn title(self) -> String {
        match self {
            Content::Truth => "exact".to_owned(),
            Content::Variant(panel) => label(&panel.variant),
        }
    }

    /// The colour of a pixel, and its meaning.
    pub(crate) fn shown(self, map: &Map, place: usize) -> (Colour, &'static str) {
        let class = map.truth.get(place).copied();
        let column = match self {
            Content::Truth => Column::Right,
            Content::Variant(panel) => panel.rulings.get(place).copied().unwrap_or(Column::NotApplicable),
        };
        match (self, column, class) {
            (Content::Truth, _, Some(TrueClass::Touching)) => (TOUCHING, "touching"),
            (_, Column::Right, Some(TrueClass::Separated) | None) => (RIGHT_APART, "right: apart"),
            (_, Column::Right, _) => (RIGHT_MEETING, "right: meeting"),
            (_, column, _) => (of_column(column), words(column)),
        }
    }

    /// The share of each ruling, in words.
    fn counts(self, map: &Map) -> Vec<String> {
        let share = |count: usize| short_percent(count as f64 / map.truth.len().max(1) as f64);
        match self {
            Content::Truth => {
                let count = |class: TrueClass| map.truth.iter().filter(|other| **other == class).count();
                let named =
                    [(TrueClass::Separated, "apart"), (TrueClass::Touching, "touching"), (TrueClass::Overlapping, "overlap")];
                named.map(|(class, name)| format!("{name} {}", share(count(class)))).into()
            }
            Content::Variant(panel) => {
                let tally = Map::tally(panel);
                // The worst rulings come first. Rulings that do not occur are left out.
                let mut parts: Vec<String> = Column::ALL
                    .into_iter()
                    .rev()
                    .filter(|column| *column != Column::Right && tally[*column] > 0)
                    .map(|column| format!("{} {}", column.name().replace('-', " "), share(tally[column] as usize)))
                    .collect();
                if tally.failures() == 0 {
                    parts.insert(0, "no failure".to_owned());
                }
                parts
            }
        }
    }
}

/// A share in percent in few characters.
///
/// A positive share is never rounded to 0, and a share below 1 is never rounded to 100.
fn short_percent(share: f64) -> String {
    match share * 100.0 {
        p if (9.95..99.95).contains(&p) => format!("{p:.1} %"),
        _ => format!("{} %", percent(share)),
    }
}

/// The entry of a legend for a ruling.
fn words(column: Column) -> &'static str {
    match column {
        Column::Right => "right",
        Column::Contact => "contact (within the tolerance)",
        Column::Inaccurate => "inaccurate",
        Column::Undecided => "undecided",
        Column::Off => "off",
        Column::Missed => "missed (called apart)",
        Column::Phantom => "phantom (called meeting)",
        Column::GaveUp => "no answer",
        Column::NotApplicable => "not applicable",
        Column::Refused => "refused",
    }
}

/// The places of panels.
#[derive(Clone, Debug)]
struct Grid {
    across: usize,
    /// The distance from one column to the next, in dots.
    pitch: i32,
    /// The tops of the titles of each row, and the end of the last row.
    tops: Vec<i32>,
    /// The room at the left of the first panel.
    left: i32,
    /// The side of a panel.
    side: i32,
}

/// The room at the left of the first panel: for the title of its axis, the labels and the ticks.
fn left(map: &Map) -> i32 {
    axis(map).ticks.iter().map(|tick| ink(TEXT).width(&tick.label)).max().unwrap_or(0) + dots(4.0 + 1.3 * TEXT)
}

fn counts_ink() -> Ink {
    ink(TEXT).grey()
}

/// Lines of the counts below a panel, none wider than its column.
///
/// A number stays next to its word.
fn count_lines(map: &Map, content: Content, pitch: i32) -> Vec<String> {
    let (ink, width) = (counts_ink(), pitch - dots(3.0));
    let mut lines: Vec<String> = Vec::new();
    for part in content.counts(map) {
        if let Some(line) = lines.last_mut() {
            line.push(',');
        }
        let longer = lines.last().map(|line| format!("{line} {part}"));
        match (lines.last_mut(), longer.filter(|longer| ink.width(&format!("{longer},")) <= width)) {
            (Some(line), Some(longer)) => *line = longer,
            _ => lines.push(ink.shortened(&part, width)),
        }
    }
    lines
}

impl Grid {
    /// Panels of a readable size in as few rows as fit; more of them side by side if they would be too tall.
    fn of(map: &Map, contents: &[Content], width: i32) -> Grid {
        let room = width - left(map);
        let count = contents.len().max(1);
        let most = (room / millimetres(NARROWEST + 2.0)).clamp(1, count as i32) as usize;
        let balanced = count.div_ceil(count.div_ceil(most));
        let fits = |grid: &Grid| grid.height() <= millimetres(TALLEST);
        let grids = || (balanced..=count.min(balanced + 6)).map(|across| Grid::across(map, contents, room, across));
        grids().find(fits).or_else(|| grids().next_back()).unwrap_or_else(|| Grid::across(map, contents, room, 1))
    }

    fn across(map: &Map, contents: &[Content], room: i32, across: usize) -> Grid {
        let pitch = room / across as i32;
        let free = (pitch - dots(BETWEEN)).min(millimetres(WIDEST));
        // A cell has whole pixels of a PNG file, if that costs at most a quarter of the side.
        let cells = map.size.max(1) as i32 * PIXEL;
        let whole = free / cells * cells;
        let side = if f64::from(whole) >= 0.75 * f64::from(free) { whole } else { free / PIXEL * PIXEL };
        let side = side.max(1);
        // The title of the axis is between the first row and its counts.
        let mut tops = vec![0];
        for row in contents.chunks(across) {
            let lines = row.iter().map(|content| count_lines(map, *content, pitch).len()).max().unwrap_or(0) as i32;
            let axis_title = if tops.len() == 1 { dots(AXIS_TITLE) } else { 0 };
            let top = tops.last().copied().unwrap_or(0);
            tops.push(top + dots(TITLE) + side + dots(BELOW) + axis_title + lines * counts_ink().leading() + dots(5.0));
        }
        Grid { across, pitch, tops, left: left(map), side }
    }

    fn height(&self) -> i32 {
        self.tops.last().copied().unwrap_or(0)
    }

    /// The free part of the last row, measured from the upper left corner of all panels; `None` if the row is full.
    fn hole(&self, count: usize) -> Option<Rect> {
        let taken = count % self.across;
        let all = Rect::new(0, 0, self.left + self.across as i32 * self.pitch, 0);
        let frame = self.frame(all, count);
        (taken > 0).then_some(Rect { right: all.right, ..frame })
    }

    fn frame(&self, body: Rect, place: usize) -> Rect {
        let (column, row) = ((place % self.across) as i32, place / self.across);
        let left = body.left + self.left + column * self.pitch;
        let top = body.top + dots(TITLE) + self.tops[row];
        Rect::new(left, top, left + self.side, top + self.side)
    }
}

/// An axis of steps, with ticks at both ends and at zero.
fn axis(map: &Map) -> Axis {
    let size = map.size.max(1);
    let least = Map::least(size);
    let mut steps = vec![least, 0, least + size as i64 - 1];
    steps.dedup();
    let tick = |steps: i64| {
        let units = steps as f64 * map.step as f64;
        Tick { value: (steps - least) as f64 + 0.5, label: number(units) }
    };
    let mut axis = Axis::places(size);
    axis.ticks = steps.into_iter().map(tick).collect();
    axis
}

/// The title of an axis in a width, with the vertex if there is room.
fn axis_title(map: &Map, place: usize, width: i32) -> String {
    let (long, short) = (format!("{} of {} / ulp", map.axes[place], map.vertex), format!("{} / ulp", map.axes[place]));
    if ink(TEXT).width(&long) <= width { long } else { short }
}

/// The entries of the legend: the rulings that occur, in the order of severity.
fn legend(map: &Map, contents: &[Content]) -> Vec<(&'static str, Colour)> {
    let order = |text: &str| {
        let first = ["right: apart", "right: meeting", "touching"].iter().position(|other| *other == text);
        first.or_else(|| Column::ALL.iter().position(|column| words(*column) == text).map(|place| place + 3))
    };
    let mut entries: Vec<(&str, Colour)> = Vec::new();
    for &content in contents {
        for place in 0..map.truth.len() {
            let (colour, text) = content.shown(map, place);
            if entries.iter().all(|entry| entry.0 != text) {
                entries.push((text, colour));
            }
        }
    }
    sort_by_key(&mut entries, |(text, _)| order(text));
    entries
}

fn draw_panel(map: &Map, content: Content, canvas: &Canvas, frame: Rect, is_first: bool) {
    let panel = Panel::new(canvas, frame, axis(map), axis(map));
    panel.grid(true, is_first);
    if !map.truth.is_empty() && map.size > 0 {
        let rows: Vec<Colour> = (0..map.truth.len()).map(|place| content.shown(map, place).0).collect();
        // The list begins with the lowest row, the image with the highest.
        let colours: Vec<Colour> = rows.chunks(map.size).rev().flatten().copied().collect();
        canvas.image(frame, map.size, &colours);
        let at = |(i, j): (usize, usize)| {
            let part = |steps: usize| (steps as f64 / map.size as f64 * f64::from(frame.width())).round() as i32;
            (frame.left + part(i), frame.bottom - part(j))
        };
        if let Content::Variant(_) = content {
            border::lines(map).iter().for_each(|line| canvas.path(&line.map(at), stroke(BLACK, 0.4)));
        }
    }
    canvas.outline(frame, stroke(GREY, 0.5));
}

/// A drawn map.
pub struct DrawnMap {
    drawing: Drawing,
    /// Its caption as Markdown.
    pub markdown: String,
    /// Its caption as LaTeX, with a label: `\\input` it in a figure, after its picture.
    pub latex: String,
}

impl DrawnMap {
    /// The picture as a file.
    pub fn picture(&self, format: Format) -> Vec<u8> {
        format.of(&self.drawing)
    }
}

/// The beginning of the captions of all maps, as Markdown and as LaTeX.
pub const MAP_CAPTIONS: [&str; 2] = ["**Failure map of ", "% Failure map of "];

pub(crate) fn caption_text(map: &Map) -> String {
    let step = match map.step {
        1 => "one unit in the last place (ulp)".to_owned(),
        step => format!("{} units in the last place (ulp)", number(step as f64)),
    };
    let border = if border::lines(map).is_empty() {
        ""
    } else {
        " Black lines: the exact border between bodies apart and \
        bodies that meet."
    };
    format!(
        "Each pixel is a case: {} of {} is moved along {} (to the right) and {} (upwards), by {step} of the coordinate per \
         pixel. The case itself is at 0, 0. Every answer is judged in exact arithmetic for the coordinates of its pixel. \
         The first panel is the truth.{border} Contact: a wrong verdict whose margin is within the tolerance. Missed: \
         bodies that meet are called apart. Phantom: bodies apart are called intersecting.",
        map.vertex,
        shortened(&map.case, 60),
        map.axes[0],
        map.axes[1],
    )
}

fn foot(map: &Map) -> String {
    let ([x, y], [first, second]) = (&map.axes, map.centre.map(number));
    let step = if map.step == 1 { String::new() } else { format!(", steps of {} ulp", number(map.step as f64)) };
    format!(
        "{}, {}; {}: {x} = {first}, {y} = {second}; {} × {} neighbours{step}; tolerance {} u·D.",
        shortened(&map.case, 60),
        map.scalar,
        map.vertex,
        map.size,
        map.size,
        number(map.tolerance)
    )
}

/// Draws a map in a width in millimetres.
///
/// The label of its caption in LaTeX is made from the name.
pub fn draw_map(map: &Map, name: &str, width: f64, dressing: Dressing) -> DrawnMap {
    let commit = if map.commit.is_empty() { "unknown" } else { &map.commit };
    let facts = |command: &str| format!("Command: {command}. Commit {commit}.");
    let sheet = sheet(map, Room::of(width));
    DrawnMap {
        drawing: sheet.drawn(width, dressing, &facts(&map.command)),
        markdown: caption::markdown_with(&sheet, &facts(&code(&map.command))),
        latex: comment(&sheet.title) + &caption::latex_with(name, &sheet, &facts(&map.command)),
    }
}

fn sheet(map: &Map, room: Room) -> Sheet<'_> {
    let contents: Vec<Content> = [Content::Truth].into_iter().chain(map.panels.iter().map(Content::Variant)).collect();
    let entries = legend(map, &contents);
    let grid = Grid::of(map, &contents, room.width);
    // The last row may have room for the legend.
    let widest = boxes_width(&entries);
    let has_room = |hole: &Rect| widest <= hole.width() && boxes_height(&entries, hole.width()) <= hole.height();
    let hole = grid.hole(contents.len()).filter(has_room);
    let above = dots(LEGEND_TOP) + boxes_height(&entries, room.width) + dots(4.0);
    let head = if hole.is_some() { 0 } else { above };
    let height = head + grid.height();
    let panels = Sheet::new(height, move |canvas, body| {
        match hole {
            Some(hole) => boxes(canvas, (body.left + hole.left, body.top + hole.top), &entries, hole.width()),
            None => boxes(canvas, (body.left, body.top + dots(LEGEND_TOP)), &entries, body.width()),
        }
        let body = Rect { top: body.top + head, ..body };
        for (place, &content) in contents.iter().enumerate() {
            let frame = grid.frame(body, place);
            let is_first = place % grid.across == 0;
            draw_panel(map, content, canvas, frame, is_first);
            let (title, room) = (ink(TEXT).bold(), grid.pitch - dots(3.0));
            let all = content.title();
            // Names often differ at either end, so their middle is left out.
            let long = (4..=all.chars().count()).rev().map(|most| shortened(&all, most)).find(|name| title.width(name) <= room);
            canvas.text((frame.left, frame.top - dots(6.0)), &long.unwrap_or_else(|| title.shortened(&all, room)), title);
            let (middle, upward) = ((frame.top + frame.bottom) / 2, ink(TEXT).centred().upward());
            if is_first {
                let title = axis_title(map, 1, frame.height());
                canvas.text((body.left + dots(0.6 * TEXT), middle), &title, upward);
            }
            let mut top = frame.bottom + dots(BELOW);
            if place < grid.across {
                let width = frame.width() + dots(BETWEEN);
                title_below(canvas, frame, &axis_title(map, 0, width), width);
                top += dots(AXIS_TITLE);
            }
            canvas.lines((frame.left, top), &count_lines(map, content, grid.pitch), counts_ink());
        }
    });
    Sheet {
        title: format!("Failure map of {} in {}", shortened(&map.case, 60), map.scalar),
        text: caption_text(map),
        foot: foot(map),
        shows: "rulings on a case and its neighbours".to_owned(),
        ..panels
    }
}

/// A map as numbers.
///
/// For the truth (variant `exact`) and for each variant it has one line per run of pixels of a row with the same truth and
/// ruling, with the steps of the first and the last pixel.
pub fn map_csv(map: &Map) -> Vec<u8> {
    let mut table = Table::new(["variant", "j", "first_i", "last_i", "truth", "ruling"]);
    let contents = [Content::Truth].into_iter().chain(map.panels.iter().map(Content::Variant));
    for content in contents {
        let name = match content {
            Content::Truth => "exact",
            Content::Variant(panel) => &panel.variant,
        };
        let of = |place: usize| {
            let ruling = match content {
                Content::Truth => "",
                Content::Variant(panel) => panel.rulings.get(place).map_or("", |column| column.name()),
            };
            (map.truth[place].name(), ruling)
        };
        let size = map.size.max(1);
        for row in (0..map.truth.len()).step_by(size) {
            let end = (row + size).min(map.truth.len());
            let mut first = row;
            for place in row..end {
                if place + 1 == end || of(place + 1) != of(first) {
                    let ((from, j), (to, _), (truth, ruling)) = (map.steps(first), map.steps(place), of(first));
                    table.push(&[&name, &j, &from, &to, &truth, &ruling]);
                    first = place + 1;
                }
            }
        }
    }
    table.csv()
}
