//! What queries cost on any machine: support points asked for, over points and gap.

use gjk_records::Duel;

use crate::figure::duels::{Note, Plot, sheets};
use crate::figure::{DUELS, Figure};
use crate::table::or_nothing;

pub(crate) const FIGURE: Figure = Figure {
    name: "cost",
    description: "support points that variants and peers ask for, over points and gap: a cost of no machine",
    reads: &[DUELS],
    draw: |survey| sheets(survey, &PLOT),
};

const PLOT: Plot = Plot {
    value: supports,
    y_title: "support points of M per query",
    beyond: 1.2,
    bounds: false,
    note: mean,
    notes_title: "cases",
    title: "Support points that variants and peers ask for",
    subtitle: "Mean number of evaluations of the support mapping of M = A − B per query, over the cases of the cell that \
               everybody timed gets right; each takes one scalar product a point of either body where all points are \
               scanned. It depends on no machine. Below each panel the same as numbers; a dash for who is not timed there. \
               Lines of variants that share their loop may cover each other. Names in bold: peers. Filled marks: distances; \
               hollow: verdicts only.",
    caption: |scalar| format!("support points asked for by variants and peers over points and gap in {scalar}"),
    columns: &["supports", "iterations", "products"],
    texts: |duel| [duel.supports, duel.iterations, duel.products].map(or_nothing).to_vec(),
};

/// The mean number of support points, if it is one; none of who is left out, and may have run to its limit.
fn supports(duel: &Duel) -> Option<f64> {
    duel.supports.filter(|mean| duel.median_ns.is_some() && mean.is_finite() && *mean > 0.0)
}

fn mean(duel: &Duel) -> Note {
    let text =
        supports(duel).map_or_else(|| "–".to_owned(), |mean| format!("{mean:.digits$}", digits = usize::from(mean < 9.95)));
    Note { text, loud: false }
}
