//! Breaking points, family by variant, a matrix for each scalar.

use std::fmt::Display;

use crate::breaking::{BREAKING, BreakingPoint, Crossing, breaking_point};
use crate::draw::{WHITE, sequential};
use crate::figure::matrix::{Cell, Matrices, Matrix, Scale};
use crate::figure::{ANSWERS, Figure, Sheet, Sheets, label, left_out};
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure = Figure {
    name: "breaking",
    description: "breaking points: the knob at which failures pass 5 %, family by variant",
    reads: &[ANSWERS],
    draw,
};

/// A knob in at most four characters: its decimal exponent on a logarithmic axis.
fn short(knob: f64, logarithmic: bool) -> String {
    match (logarithmic, knob) {
        (_, 0.0) => "0".to_owned(),
        (true, knob) => format!("{:.0}", knob.log10()).replace("-0", "0"),
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
    Cell { text, fill, subtle }
}

/// A crossing in a table: a knob, `always` or `never`.
fn spelt(crossing: Crossing) -> String {
    match crossing {
        Crossing::Always => "always".to_owned(),
        Crossing::Never => "never".to_owned(),
        Crossing::At(knob) => knob.to_string(),
    }
}

fn draw<'s>(survey: &'s Survey<'s>) -> Sheets<'s> {
    let scalars = survey.float_scalars();
    let mut families = survey.families_in_rates();
    let has_knob = |f: usize, s: usize| (0..survey.variants.len()).any(|v| !survey.by_knob(f, v, s).0.is_empty());
    families.retain(|&f| scalars.iter().any(|&s| has_knob(f, s)));
    if families.is_empty() {
        return left_out("no family with a knob was judged in floating point");
    }
    let columns = "scalar family variant knob cases failures breaking early late direction reach_before";
    let mut points = Table::new(columns.split(' '));
    let mut cell = |s: usize, f: usize, v: usize| {
        let family = &survey.families[f];
        let found = breaking_point(&survey.by_knob(f, v, s).0, family.logarithmic, family.frames)?;
        let names = [&survey.scalars[s], &family.name, &survey.variants[v].name, &family.knob].map(|name| name as &dyn Display);
        let [point, early, late] = [found.point, found.early, found.late].map(spelt);
        let direction = if found.upwards { "rising" } else { "falling" };
        let numbers: [&dyn Display; 7] = [&found.cases, &found.failures, &point, &early, &late, &direction, &found.part];
        points.push(&[&names[..], &numbers].concat());
        Some(drawn(&found, family.logarithmic))
    };
    let variants: Vec<usize> = (0..survey.variants.len()).collect();
    let matrix = |&s: &usize| Matrix::of(survey.scalars[s].clone(), &families, &variants, |&f, &v| cell(s, f, v));
    let each = scalars.iter().map(matrix).collect();
    let matrices = Matrices {
        rows: families.iter().map(|&f| label(&survey.families[f].name)).collect(),
        columns: survey.variants.iter().map(|v| label(&v.name)).collect(),
        gaps: Vec::new(),
        each,
        scale: Scale {
            title: "part of the knob's reach that is lost (none: white)",
            labels: vec![(0.0, "the end".to_owned()), (0.5, "half".to_owned()), (1.0, "all of it".to_owned())],
            colour: sequential,
        },
    };
    Ok(vec![Sheet {
        title: "Breaking points".to_owned(),
        subtitle: format!(
            "The achieved knob of each family at which failures (off, missed, phantom or gave-up) pass {} % of the cases, as its \
             decimal exponent: the isotonic fit that rises towards either end of the knob. –: they do not pass it; all: they do \
             over the whole reach. The intervals and the directions are in the points beside this figure.",
            100.0 * BREAKING
        ),
        caption: "breaking points: the knob at which failures pass 5 %, family by variant".to_owned(),
        points,
        ..matrices.sheet()
    }])
}
