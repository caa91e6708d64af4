//! Figures: each a file of its own below, which turns a survey into sheets with their plotted points.

use gjk_records::{CensusTally, Duel, JOURNAL, Line, LoopTally, Timing, TraceTally};

use crate::draw::{Canvas, Ink, LegendEntry, Rect, WIDTH, dots, ink, legend, legend_height, png};
use crate::table::counted;
use crate::{Survey, Table};

mod bars;
mod breaking;
mod census;
mod cost;
mod duel;
mod duels;
mod error_cumulative;
mod failure_knob;
mod faults;
mod frontier;
mod groups;
mod heatmap;
mod iterations;
pub(crate) mod loops;
mod matrix;
mod pairwise;
mod rulings;
mod time_points;
pub(crate) mod tolerances;
pub(crate) mod warm_start;

/// A figure.
pub struct Figure {
    /// Its name, which is that of its files.
    pub name: &'static str,
    /// What it shows, in one line.
    pub description: &'static str,
    /// The files of a run that it is drawn from; without any one of them it is left out.
    pub reads: &'static [&'static str],
    pub(crate) draw: for<'s> fn(&'s Survey<'s>) -> Sheets<'s>,
}

/// Every figure, in the order of reports. A new one is a file with its `FIGURE`, and a line here.
pub const FIGURES: &[Figure] = &[
    frontier::FIGURE,
    heatmap::FIGURE,
    breaking::FIGURE,
    failure_knob::FIGURE,
    error_cumulative::FIGURE,
    time_points::FIGURE,
    iterations::FIGURE,
    rulings::FIGURE,
    faults::FIGURE,
    loops::FIGURE,
    tolerances::FIGURE,
    census::FIGURE,
    warm_start::FIGURE,
    pairwise::FIGURE,
    duel::FIGURE,
    cost::FIGURE,
];

const ANSWERS: &str = JOURNAL;
const TIMES: &str = Timing::FILE;
const LOOPS: &str = LoopTally::FILE;
const CENSUS: &str = CensusTally::FILE;
const TRACES: &str = TraceTally::FILE;
const DUELS: &str = Duel::FILE;

/// The sheets of a figure, or why it is left out.
pub(crate) type Sheets<'s> = Result<Vec<Sheet<'s>>, String>;

/// Draws the panels of a sheet in a frame.
type Draw<'s> = Box<dyn Fn(&Canvas, Rect) + 's>;

/// A sheet: what stands around its panels, and how they are drawn.
pub(crate) struct Sheet<'s> {
    pub title: String,
    /// What is shown, of which cases, and how to read it.
    pub subtitle: String,
    /// Entries of the legend below the subtitle.
    pub legend: Vec<LegendEntry>,
    /// What was left out or lies beyond an axis; below the panels.
    pub notes: Vec<String>,
    /// What it shows, in one line.
    pub caption: String,
    /// What is plotted, as numbers.
    pub points: Table,
    /// Height of the panels in dots.
    pub height: i32,
    pub panels: Draw<'s>,
}

/// The most sheets that a figure has.
pub(crate) const SHEETS: usize = 12;

/// Distance of everything from the edge of a sheet.
pub(crate) const MARGIN: i32 = 40;

impl<'s> Sheet<'s> {
    /// A sheet of panels of a height in dots, without a word yet.
    pub fn new(height: i32, panels: impl Fn(&Canvas, Rect) + 's) -> Sheet<'s> {
        Sheet {
            title: String::new(),
            subtitle: String::new(),
            legend: Vec::new(),
            notes: Vec::new(),
            caption: String::new(),
            points: Table::default(),
            height,
            panels: Box::new(panels),
        }
    }

    /// Draws it: title, subtitle, legend, panels, notes, and a text at its foot.
    pub fn png(&self, footer: &str) -> Vec<u8> {
        let (heading, below, small) = (ink(9.6).bold(), ink(6.8).grey(), ink(5.6).grey());
        let width = WIDTH - 2 * MARGIN;
        let title = heading.wrapped(&self.title, width);
        let subtitle = below.wrapped(&self.subtitle, width);
        let mut notes: Vec<String> = self.notes.iter().flat_map(|note| below.wrapped(note, width)).collect();
        let more = notes.len().saturating_sub(9);
        if more > 0 {
            notes.truncate(8);
            notes.push("… (the points beside this figure hold the rest)".to_owned());
        }
        let footer = small.wrapped(footer, width);
        let gap = dots(4.0);
        let rows = |lines: &[String], with: Ink| lines.len() as i32 * with.leading();
        let legend_top = MARGIN + rows(&title, heading) + rows(&subtitle, below) + gap;
        let top = legend_top + legend_height(&self.legend, width) + if self.legend.is_empty() { 0 } else { gap };
        let notes_top = top + self.height + gap;
        let footer_top = notes_top + rows(&notes, below) + gap;
        let bottom = footer_top + rows(&footer, small) + MARGIN / 2;
        png(bottom, |canvas| {
            let y = canvas.lines((MARGIN, MARGIN), &title, heading);
            canvas.lines((MARGIN, y), &subtitle, below);
            legend(canvas, (MARGIN, legend_top), &self.legend, width);
            (self.panels)(canvas, Rect::new(MARGIN, top, WIDTH - MARGIN, top + self.height));
            canvas.lines((MARGIN, notes_top), &notes, below);
            canvas.lines((MARGIN, footer_top), &footer, small);
        })
    }
}

/// The command and the facts that reproduce a figure.
pub(crate) fn footer(survey: &Survey) -> String {
    let facts = &survey.study.facts;
    let command: String = facts.command.chars().take(400).collect();
    let commit: String = facts.commit.chars().take(120).collect();
    format!("{command} · commit {commit} · seed {} · tolerance {} u·D", facts.seed, crate::draw::number(facts.tolerance))
}

fn left_out<'s>(reason: &str) -> Sheets<'s> {
    Err(reason.to_owned())
}

/// A name as it stands in a figure: the middle of a very long one is left out.
pub(crate) fn label(name: &str) -> String {
    crate::table::shortened(name, 30)
}

/// What to say of timings that are not shown.
fn time_notes(survey: &Survey) -> Vec<String> {
    let mut notes = Vec::new();
    if survey.times.odd > 0 {
        notes.push(format!("{} timings that are no positive number are left out.", survey.times.odd));
    }
    if !survey.other_times.is_empty() {
        let others = counted(survey.other_times.len(), "other machine", "other machines");
        notes.push(format!("Times on {}; those on {others} are left out.", survey.times.machine));
    }
    notes
}

/// How the shares of several families are taken together, for subtitles.
fn weights_text(survey: &Survey) -> String {
    let families = survey.families_in_rates().len();
    let corpus = if survey.corpus().is_some() { ", corpus left out" } else { "" };
    if families == 1 { format!("One family{corpus}.") } else { format!("{families} families with equal weights{corpus}.") }
}
