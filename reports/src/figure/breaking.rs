//! Breaking points by family and variant, one sheet per scalar.

use std::fmt::Display;

use crate::breaking::{BREAKING, BreakingPoint, Crossing, breaking_point};
use crate::draw::{WHITE, sequential, superscript};
use crate::figure::chosen::chosen;
use crate::figure::columns::{Column, columns};
use crate::figure::family_groups::by_kind;
use crate::figure::heatmap::{cases_text, not_applicable};
use crate::figure::matrix::{Cell, Matrices, Matrix, RowName, Scale};
use crate::figure::{ANSWERS, Figure, Room, Sheet, Sheets, Width, label, left_out};
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure = Figure {
    name: "breaking",
    description: "breaking points: the knob at which failures exceed 5 %, by family and variant",
    reads: &[ANSWERS],
    width: Width::Page,
    draw,
};

/// The most variants that are drawn.
const CROWD: usize = 13;

/// A knob in its shortest legible form: 10⁻⁷ on a logarithmic axis, rounded to a power of ten.
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
struct FamilyEnd {
    family: usize,
    /// The end, true for rising knobs; `None` if a single end of the family matters.
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

/// The breaking points of a scalar.
struct Breaking<'b> {
    survey: &'b Survey<'b>,
    scalar: usize,
    /// Families with a knob, kind by kind, and the places at which a new kind begins.
    families: Vec<usize>,
    gaps: Vec<usize>,
    /// Variants that are drawn.
    shown: Vec<usize>,
}

impl<'b> Breaking<'b> {
    /// The breaking points; `None` if no family has a knob.
    fn of(survey: &'b Survey<'b>, scalar: usize) -> Option<Breaking<'b>> {
        let variants = || 0..survey.variants.len();
        let mut families = survey.families_in_rates();
        families.retain(|&f| variants().any(|v| !survey.by_knob(f, v, scalar).0.is_empty()));
        if families.is_empty() {
            return None;
        }
        let (families, gaps) = by_kind(survey, &families);
        let is_asked = |v: &usize| families.iter().any(|&f| survey.counts(f, *v, scalar).applicable() > 0);
        let shown = chosen(survey, variants().filter(is_asked).collect(), CROWD);
        Some(Breaking { survey, scalar, families, gaps, shown })
    }

    fn found(&self, f: usize, v: usize) -> Option<BreakingPoint> {
        let family = &self.survey.families[f];
        breaking_point(&self.survey.by_knob(f, v, self.scalar).0, family.logarithmic, family.frames)
    }

    fn points(&self) -> Table {
        let survey = self.survey;
        let names = "scalar family variant knob cases failures breaking early late direction reach_before";
        let mut points = Table::new(names.split(' '));
        for &f in &self.families {
            for v in 0..survey.variants.len() {
                let Some(found) = self.found(f, v) else { continue };
                let family = &survey.families[f];
                let names = [&survey.scalars[self.scalar], &family.name, &survey.variants[v].name, &family.knob];
                let names = names.map(|name| name as &dyn Display);
                let [point, early, late] = [found.point, found.early, found.late].map(spelt);
                let direction = if found.upwards { "rising" } else { "falling" };
                let numbers: [&dyn Display; 7] =
                    [&found.cases, &found.failures, &point, &early, &late, &direction, &found.part];
                points.push(&[&names[..], &numbers].concat());
            }
        }
        points
    }

    /// One row per family, and the places at which a new kind begins.
    ///
    /// A knob that breaks some variants at one end and others at the other has one row per end.
    fn rows(&self) -> (Vec<FamilyEnd>, Vec<usize>) {
        let (mut rows, mut gaps) = (Vec::new(), Vec::new());
        for (place, &family) in self.families.iter().enumerate() {
            if self.gaps.contains(&place) {
                gaps.push(rows.len());
            }
            let found: Vec<BreakingPoint> = self.shown.iter().filter_map(|&v| self.found(family, v)).collect();
            let breaks_at = |end: bool| found.iter().any(|one| one.upwards == end && matches!(one.point, Crossing::At(_)));
            let ends = if breaks_at(false) && breaks_at(true) { vec![Some(false), Some(true)] } else { vec![None] };
            rows.extend(ends.into_iter().map(|end| FamilyEnd { family, end }));
        }
        (rows, gaps)
    }

    fn row_name(&self, row: &FamilyEnd) -> RowName {
        let towards = match row.end {
            None => "",
            Some(false) => " ↓",
            Some(true) => " ↑",
        };
        let family = label(&self.survey.families[row.family].name);
        RowName::plain(format!("{family}{towards}: {}", knob(self.survey, row.family)))
    }

    fn cell(&self, row: &FamilyEnd, v: usize) -> Option<Cell> {
        let asked = !self.survey.counts(row.family, v, self.scalar).rulings.is_empty();
        let Some(mut found) = self.found(row.family, v) else { return asked.then(not_applicable) };
        // A variant that breaks at the other end does not break at this one.
        if row.end.is_some_and(|end| found.upwards != end) && matches!(found.point, Crossing::At(_)) {
            (found.point, found.part) = (Crossing::Never, 1.0);
        }
        Some(drawn(&found, self.survey.families[row.family].logarithmic))
    }

    fn columns(&self) -> Vec<Column> {
        columns(self.survey, |v| {
            let spelt = |found: BreakingPoint| (spelt(found.point), found.cases, found.failures);
            let of_families = || self.families.iter().map(|&f| self.found(f, v).map(spelt)).collect::<Vec<_>>();
            self.shown.contains(&v).then(of_families).filter(|all| all.iter().any(Option::is_some))
        })
    }

    fn matrices(&self) -> Matrices {
        let ((rows, gaps), columns) = (self.rows(), self.columns());
        let cell = |row: &FamilyEnd, column: &Column| self.cell(row, column.variant);
        let each = vec![Matrix::of(String::new(), &rows, &columns, cell)];
        Matrices {
            rows: rows.iter().map(|row| self.row_name(row)).collect(),
            rows_title: "family: knob",
            columns: columns.into_iter().map(|column| column.name).collect(),
            gaps,
            each,
            scale: Scale {
                title: "part of the knob's range beyond the breaking point (white: none)",
                labels: vec![(0.0, "0".to_owned()), (0.5, "½".to_owned()), (1.0, "all".to_owned())],
                colour: sequential,
            },
        }
    }
}

fn sheet<'s>(survey: &Survey, s: usize, room: Room) -> Option<Sheet<'s>> {
    let breaking = Breaking::of(survey, s)?;
    let scalar = &survey.scalars[s];
    Some(Sheet {
        name: scalar.clone(),
        title: format!("Breaking points, {scalar}"),
        text: format!(
            "The value of each family's knob at which failures (off, missed, phantom or no answer) exceed {} % of the cases, \
             by the isotonic fit that rises towards either end of the knob; powers of ten are rounded. –: they never exceed \
             it. all: they exceed it over the whole range of the knob. Hatched: not applicable. A family in which some \
             variants break towards one end of the knob and others towards the other has two rows (↓: towards small values, \
             ↑: towards great ones). The CSV file of the figure has the exact values, their intervals and their directions.",
            100.0 * BREAKING
        ),
        foot: format!("{scalar}; {}.", cases_text(survey, s, &breaking.families)),
        shows: format!("breaking points: the knob at which failures exceed 5 %, by family and variant, {scalar}"),
        points: breaking.points(),
        ..breaking.matrices().sheet(room)
    })
}

/// The knob of a family, without the explanation in parentheses.
fn knob(survey: &Survey, family: usize) -> String {
    let knob = &survey.families[family].knob;
    crate::table::shortened(knob.split(" (").next().unwrap_or(knob), 60)
}
