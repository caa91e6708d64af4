//! Figures.
//!
//! Each is a file in the folder below, which turns a survey into sheets with their plotted points.

use gjk_records::{CensusTally, Duel, JOURNAL, Line, LoopTally, Timing, TraceTally};

use crate::Survey;
use crate::table::counted;
#[cfg(test)]
pub(crate) use family_groups::Space;
pub use sheet::Dressing;
pub(crate) use sheet::{Room, Sheet, Width};

mod breaking;
mod by_family;
mod census;
mod chosen;
mod columns;
pub(crate) mod continuity;
mod dots;
mod duel;
mod error_tail;
mod failure_knob;
mod family_groups;
mod faults;
mod frontier;
mod heatmap;
mod iterations;
mod legends;
mod libraries;
pub(crate) mod loops;
mod matrix;
mod pairwise;
mod profile;
pub(crate) mod rulings;
mod sheet;
mod tail;
pub(crate) mod tolerances;
pub(crate) mod warm_start;

/// A figure.
pub struct Figure {
    /// Its name, with which the names of its files begin.
    pub name: &'static str,
    /// Its content, in one line.
    pub description: &'static str,
    /// The files of a run from which it is drawn; if one of them is missing, the figure is left out.
    pub reads: &'static [&'static str],
    /// Its width if no width is asked for.
    pub(crate) width: Width,
    pub(crate) draw: for<'s> fn(&'s Survey<'s>, Room) -> Sheets<'s>,
}

/// Every figure, in the order of reports.
///
/// A new figure is a file with its `FIGURE`, and a line here.
pub const FIGURES: &[Figure] = &[
    profile::FIGURE,
    rulings::FIGURE,
    frontier::FIGURE,
    libraries::FIGURE,
    heatmap::FIGURE,
    breaking::FIGURE,
    failure_knob::FIGURE,
    error_tail::FIGURE,
    iterations::FIGURE,
    faults::FIGURE,
    loops::FIGURE,
    tolerances::FIGURE,
    census::FIGURE,
    warm_start::FIGURE,
    continuity::FIGURE,
    by_family::DEPTH,
    by_family::CASTS,
    tail::RESIDUAL,
    tail::EXCESS,
    tail::LATE,
    tail::EARLY,
    pairwise::FIGURE,
    duel::FIGURE,
];

const ANSWERS: &str = JOURNAL;
const TIMES: &str = Timing::FILE;
const LOOPS: &str = LoopTally::FILE;
const CENSUS: &str = CensusTally::FILE;
const TRACES: &str = TraceTally::FILE;
const DUELS: &str = Duel::FILE;

/// The sheets of a figure, or the reason why it is left out.
pub(crate) type Sheets<'s> = Result<Vec<Sheet<'s>>, String>;

/// The most sheets that a figure has.
pub(crate) const SHEETS: usize = 12;

fn left_out<'s>(reason: &str) -> Sheets<'s> {
    Err(reason.to_owned())
}

/// A name as a figure prints it: the middle of a very long name is left out.
pub(crate) fn label(name: &str) -> String {
    crate::table::shortened(name, 30)
}

/// Notes on the form of the queries that were timed in these families, and on timings that are not shown.
fn time_notes(survey: &Survey, families: &[usize], scalar: usize) -> Vec<String> {
    let mut notes: Vec<String> = survey.times.erased_note(families, scalar).into_iter().collect();
    if survey.times.odd > 0 {
        notes.push(format!("{} timings are left out because they are not positive finite numbers.", survey.times.odd));
    }
    if !survey.other_times.is_empty() {
        let others = counted(survey.other_times.len(), "other machine", "other machines");
        notes.push(format!("Times on {}; those on {others} are left out.", survey.times.machine));
    }
    notes
}

/// The weights with which the shares of several families are combined, for subtitles.
fn weights_text(survey: &Survey) -> String {
    let families = survey.families_in_rates().len();
    let corpus = if survey.corpus().is_some() { ", corpus left out" } else { "" };
    if families == 1 { format!("One family{corpus}.") } else { format!("{families} families with equal weights{corpus}.") }
}
