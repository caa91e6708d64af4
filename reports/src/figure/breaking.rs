//! Breaking points, family by variant, a sheet for each scalar.

use std::fmt::Display;

use crate::breaking::{BREAKING, BreakingPoint, Crossing, breaking_point};
use crate::draw::{WHITE, sequential, superscript};
use crate::figure::chosen::chosen;
use crate::figure::columns::columns;
use crate::figure::family_groups::by_kind;
use crate::figure::heatmap::{cases_text, not_applicable};
use crate::figure::matrix::{Cell, Matrices, Matrix, RowName, Scale};
use crate::figure::{ANSWERS, Figure, Room, Sheet, Sheets, Width, label, left_out};
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure = Figure {
    name: "breaking",
    description: "breaking points: the knob at which failures pass 5 %, family by variant",
    reads: &[ANSWERS],
    width: Width::Page,
    draw,
};

/// The most variants that are drawn.
const CROWD: usize = 13;

/// A knob as short as it can be read: 10⁻⁷ on a logarithmic axis, rounded to a power of ten.
fn short(knob: f64, logarithmic: bool) -> String {
    match (logarithmic, knob) {
        (_, 0.0) => "0".to_owned(),
        (true, knob) => match knob.log10().round() as i32 {
            exponent @ -2..=2 => format!("{}", 10.0_f64.powi(exponent)),
            exponent => format!("10{}", superscript(exponent)),
        },
        (false, knob) => format!("{knob:.1}"),
    }
}

fn drawn(found: &BreakingPoint, logarithmic: bool) -> Cell {
    let (text, subtle) = match found.point {
        Crossing::Never => ("–".to_owned(), true),
        Crossing::Always => ("all".to_owned(), false),
        Crossing::At(knob) => (short(knob, logarithmic), false),
    };
    let fill = if found.point == Crossing::Never { WHITE } else { sequential(1.0 - found.part) };
    Cell { text, fill, subtle, hatched: false }
}

/// A crossing in a table: a knob, `always` or `never`.
fn spelt(crossing: Crossing) -> String {
    match crossing {
        Crossing::Always => "always".to_owned(),
        Crossing::Never => "never".to_owned(),
        Crossing::At(knob) => knob.to_string(),
    }
}

/// The answers of a variant to a family towards one end of its knob.
#[derive(Clone, Copy)]
struct Row {
    family: usize,
    /// Which end; none where a family has one that matters.
    end: Option<bool>,
}

fn draw<'s>(survey: &'s Survey<'s>, room: Room) -> Sheets<'s> {
    if room.is_narrow() {
        return left_out("a column is too narrow for knobs and variants; it needs a width of 120 mm");
    }
    let scalars = survey.float_scalars();
    let sheets: Vec<Sheet> = scalars.into_iter().filter_map(|scalar| sheet(survey, scalar, room)).collect();
    if sheets.is_empty() { left_out("no family with a knob was judged in floating point") } else { Ok(sheets) }
}

fn sheet<'s>(survey: &Survey, s: usize, room: Room) -> Option<Sheet<'s>> {
    let found = |f: usize, v: usize| {
        let family = &survey.families[f];
        breaking_point(&survey.by_knob(f, v, s).0, family.logarithmic, family.frames)
    };
    let mut families = survey.families_in_rates();
    families.retain(|&f| (0..survey.variants.len()).any(|v| !survey.by_knob(f, v, s).0.is_empty()));
    if families.is_empty() {
        return None;
    }
    let (families, gaps) = by_kind(survey, &families);
    let names = "scalar family variant knob cases failures breaking early late direction reach_before";
    let mut points = Table::new(names.split(' '));
    let asked: Vec<usize> =
        (0..survey.variants.len()).filter(|&v| families.iter().any(|&f| survey.counts(f, v, s).applicable() > 0)).collect();
    let shown = chosen(survey, asked, CROWD);
    let mut has_ends = vec![[false; 2]; families.len()];
    for (row, &f) in families.iter().enumerate() {
        for v in 0..survey.variants.len() {
            let Some(found) = found(f, v) else { continue };
            let family = &survey.families[f];
            let names =
                [&survey.scalars[s], &family.name, &survey.variants[v].name, &family.knob].map(|name| name as &dyn Display);
            let [point, early, late] = [found.point, found.early, found.late].map(spelt);
            let direction = if found.upwards { "rising" } else { "falling" };
            let numbers: [&dyn Display; 7] = [&found.cases, &found.failures, &point, &early, &late, &direction, &found.part];
            points.push(&[&names[..], &numbers].concat());
            has_ends[row][usize::from(found.upwards)] |= shown.contains(&v) && matches!(found.point, Crossing::At(_));
        }
    }
    // A knob that breaks some variants at one end and others at the other has a row for each end.
    let (mut rows, mut row_names, mut row_gaps) = (Vec::new(), Vec::new(), Vec::new());
    for (place, &family) in families.iter().enumerate() {
        if gaps.contains(&place) {
            row_gaps.push(rows.len());
        }
        let ends = if has_ends[place] == [true; 2] { vec![Some(false), Some(true)] } else { vec![None] };
        for end in ends {
            let towards = match end {
                None => String::new(),
                Some(false) => " ↓".to_owned(),
                Some(true) => " ↑".to_owned(),
            };
            row_names.push(RowName::plain(format!(
                "{}{towards}: {}",
                label(&survey.families[family].name),
                knob(survey, family)
            )));
            rows.push(Row { family, end });
        }
    }
    let key = |v: usize| {
        if !shown.contains(&v) {
            return None;
        }
        let all: Vec<_> =
            families.iter().map(|&f| found(f, v).map(|found| (spelt(found.point), found.cases, found.failures))).collect();
        all.iter().any(Option::is_some).then_some(all)
    };
    let columns = columns(survey, key);
    let cell = |row: &Row, v: &usize| {
        let asked = !survey.counts(row.family, *v, s).rulings.is_empty();
        let Some(mut found) = found(row.family, *v) else { return asked.then(not_applicable) };
        // What breaks at the other end does not break at this one.
        if row.end.is_some_and(|end| found.upwards != end) && matches!(found.point, Crossing::At(_)) {
            (found.point, found.part) = (Crossing::Never, 1.0);
        }
        Some(drawn(&found, survey.families[row.family].logarithmic))
    };
    let variants: Vec<usize> = columns.iter().map(|column| column.variant).collect();
    let each = vec![Matrix::of(String::new(), &rows, &variants, cell)];
    let matrices = Matrices {
        rows: row_names,
        rows_title: "family: knob",
        columns: columns.into_iter().map(|column| column.name).collect(),
        gaps: row_gaps,
        each,
        scale: Scale {
            title: "part of the knob's range beyond the breaking point (white: none)",
            labels: vec![(0.0, "0".to_owned()), (0.5, "½".to_owned()), (1.0, "all".to_owned())],
            colour: sequential,
        },
    };
    let scalar = &survey.scalars[s];
    Some(Sheet {
        name: scalar.clone(),
        title: format!("Breaking points, {scalar}"),
        text: format!(
            "The value of each family's knob at which failures (off, missed, phantom or gave-up) pass {} % of the cases, by the isotonic fit \
             that rises towards either end of the knob; powers of ten are rounded. –: they do not pass it. all: they pass it over the whole \
             range of the knob. Hatched: not applicable. A family in which some variants break towards one end of the knob and others towards \
             the other has two rows (↓: towards small values, ↑: towards great ones). The numbers beside this figure have the exact values, their intervals and their directions.",
            100.0 * BREAKING
        ),
        foot: format!("{scalar}; {}.", cases_text(survey, s, &families)),
        shows: format!("breaking points: the knob at which failures pass 5 %, family by variant, {scalar}"),
        points,
        ..matrices.sheet(room)
    })
}

/// The knob of a family in a few letters.
fn knob(survey: &Survey, family: usize) -> String {
    let knob = &survey.families[family].knob;
    let begin = knob.split(" (").next().unwrap_or(knob);
    crate::table::shortened(begin, 32)
}
