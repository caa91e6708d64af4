//! A sheet of a figure: its panels and the texts around them, for a page of paper.

use crate::Table;
use crate::draw::{Canvas, Drawing, Ink, LegendEntry, Rect, TEXT, dots, drawn, ink, legend, legend_height, millimetres};

/// A width of figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Width {
    /// One of two columns, 85 mm.
    Column,
    /// A page, 178 mm.
    Page,
}

impl Width {
    pub fn millimetres(self) -> f64 {
        match self {
            Width::Column => 85.0,
            Width::Page => 178.0,
        }
    }
}

/// The room of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Room {
    /// Width of the panels, in dots.
    pub width: i32,
}

impl Room {
    /// The room of a sheet of a width in millimetres.
    pub fn of(width: f64) -> Room {
        Room { width: millimetres(width) - 2 * MARGIN }
    }

    /// Whether there is room for a column only.
    pub fn is_narrow(self) -> bool {
        self.width < millimetres(119.0)
    }
}

/// Draws the panels of a sheet in a frame.
type Draw<'s> = Box<dyn Fn(&Canvas, Rect) + 's>;

/// A sheet: its panels, and the parts of its caption.
pub(crate) struct Sheet<'s> {
    /// The suffix that is added to the name of the figure, after a hyphen; empty for a figure of one sheet.
    pub name: String,
    pub title: String,
    /// The content, the cases, and how to read the sheet.
    pub text: String,
    /// Entries of the legend above the panels.
    pub legend: Vec<LegendEntry>,
    /// The cases and families that it counts; below the panels.
    pub foot: String,
    /// Notes on what was left out or lies beyond an axis.
    pub notes: Vec<String>,
    /// The content, in one line.
    pub shows: String,
    /// The plotted numbers.
    pub points: Table,
    /// Whether it has times, which depend on a processor and a compiler.
    pub is_timed: bool,
    /// Height of the panels in dots.
    pub height: i32,
    pub panels: Draw<'s>,
}

/// The margin of a sheet.
const MARGIN: i32 = 20;

/// The texts of a sheet that are part of the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dressing {
    /// The legend alone.
    Bare,
    /// The legend and the foot.
    #[default]
    Foot,
    /// The title, the caption and the facts as well: a self-contained picture.
    Titled,
}

impl<'s> Sheet<'s> {
    /// A sheet of panels of a height in dots, still without text.
    pub fn new(height: i32, panels: impl Fn(&Canvas, Rect) + 's) -> Sheet<'s> {
        Sheet {
            name: String::new(),
            title: String::new(),
            text: String::new(),
            legend: Vec::new(),
            foot: String::new(),
            notes: Vec::new(),
            shows: String::new(),
            points: Table::default(),
            is_timed: false,
            height,
            panels: Box::new(panels),
        }
    }

    /// Draws the sheet in a width in millimetres, with the facts for its end.
    pub fn drawn(&self, width: f64, dressing: Dressing, facts: &str) -> Drawing {
        let (heading, plain) = (ink(8.0).bold(), ink(TEXT).grey());
        let (whole, inner) = (millimetres(width), Room::of(width).width);
        let titled = |text: &str, with: Ink| {
            if dressing == Dressing::Titled { with.wrapped(text, inner) } else { Vec::new() }
        };
        let (title, text) = (titled(&self.title, heading), titled(&self.text, plain));
        let mut below = if dressing == Dressing::Bare { Vec::new() } else { plain.wrapped(&self.foot, inner) };
        below.extend(self.notes.iter().flat_map(|note| titled(note, plain)));
        below.extend(titled(facts, plain));
        let gap = |is_there: bool, points: f64| if is_there { dots(points) } else { 0 };
        let rows = |lines: &[String], with: Ink| lines.len() as i32 * with.leading();
        let legend_top = MARGIN + rows(&title, heading) + rows(&text, plain) + gap(!title.is_empty(), 4.0);
        let top = legend_top + legend_height(&self.legend, inner) + gap(!self.legend.is_empty(), 2.0);
        let below_top = top + self.height + gap(!below.is_empty(), 2.0);
        drawn(whole, below_top + rows(&below, plain) + MARGIN, |canvas| {
            let y = canvas.lines((MARGIN, MARGIN), &title, heading);
            canvas.lines((MARGIN, y), &text, plain);
            legend(canvas, (MARGIN, legend_top), &self.legend, inner);
            (self.panels)(canvas, Rect::new(MARGIN, top, MARGIN + inner, top + self.height));
            canvas.lines((MARGIN, below_top), &below, plain);
        })
    }
}
