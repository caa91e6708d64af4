//! Variants and peers in turns on the same cases: time per query over points and gap, with the wrong answers of each.

use gjk_records::Duel;

use crate::duels::time;
use crate::figure::duels::{Note, Plot, sheets};
use crate::figure::{DUELS, Figure};
use crate::table::or_nothing;

pub(crate) const FIGURE: Figure = Figure {
    name: "duel",
    description: "variants and peers in turns: time per query over points and gap, with the wrong answers of each",
    reads: &[DUELS],
    draw: |survey| sheets(survey, &PLOT),
};

const PLOT: Plot = Plot {
    value: time,
    y_title: "time per query / ns",
    beyond: 1.35,
    bounds: true,
    note: not_right,
    notes_title: "not right, of",
    title: "Variants and peers in turns on the same cases",
    subtitle: "Median time per query of one core over the cases that everybody timed in the cell gets right. Gaps in units of \
               the bodies' size; boxes stand at the left of hulls. Everybody starts along the line of the centres. Below each \
               panel the number of answers that are not right (wrong, inaccurate, or given up), dots for none; bold, in \
               colour: too many, left out and not timed. Names in bold: peers. Filled marks: distances; hollow: verdicts only. \
               scan-alone: the support points of signed-volumes without its algorithm.",
    caption: |scalar| format!("time per query of variants and peers over points and gap in {scalar}, with their wrong answers"),
    columns: &["median_ns", "timed", "cases", "not_right", "gave_up", "inaccurate"],
    texts,
};

fn not_right(duel: &Duel) -> Note {
    let text = if duel.not_right == 0 { "·".to_owned() } else { duel.not_right.to_string() };
    Note { text, loud: duel.median_ns.is_none() }
}

fn texts(duel: &Duel) -> Vec<String> {
    let counts = [duel.timed, duel.cases, duel.not_right, duel.gave_up, duel.inaccurate];
    std::iter::once(or_nothing(duel.median_ns)).chain(counts.map(|count| count.to_string())).collect()
}
