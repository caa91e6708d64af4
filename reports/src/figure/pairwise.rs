//! Ratio of times, variant by variant, each pair over the cases that both get right; one sheet per scalar and kind of bodies.

use std::collections::BTreeMap;

use gjk_clock::geometric_mean;

use crate::draw::{Colour, diverging};
use crate::figure::chosen::chosen;
use crate::figure::family_groups::Space;
use crate::figure::matrix::{Cell, Matrices, Matrix, RowName, Scale};
use crate::figure::{Figure, Room, Sheet, Sheets, TIMES, Width, label, left_out, time_notes};
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure = Figure {
    name: "pairwise",
    description: "ratio of times of each pair of variants over the cases that both get right",
    reads: &[TIMES],
    width: Width::Page,
    draw,
};

/// The most variants in a column of a page, and in a page: their cells have room for a number, without which faster and slower
/// cannot be distinguished in grey.
const NARROW: usize = 8;
const WIDE: usize = 25;

/// The ratio at the ends of the colour scale.
const WIDEST: f64 = 8.0;

fn place(ratio: f64) -> f64 {
    0.5 + 0.5 * ratio.ln() / WIDEST.ln()
}

fn colour(ratio: f64) -> Colour {
    diverging(place(ratio))
}

fn short(ratio: f64) -> String {
    match ratio {
        ratio if ratio < 9.995 => format!("{ratio:.2}"),
        ratio if ratio < 99.95 => format!("{ratio:.1}"),
        ratio => format!("{ratio:.0}"),
    }
}

/// For each pair of variants: the median ratio of each family, and the number of cases of all families.
type Ratios = BTreeMap<(usize, usize), (Vec<f64>, usize)>;

fn draw<'s>(survey: &'s Survey<'s>, room: Room) -> Sheets<'s> {
    if survey.times.is_empty() {
        return left_out("nothing was timed");
    }
    let mut sheets: Vec<Sheet> = Vec::new();
    // A variant for the plane is compared only there.
    for scalar in (0..survey.scalars.len()).rev() {
        for space in Space::ALL {
            let families = space.families(survey);
            let pairs = (0..survey.variants.len()).flat_map(|v| (0..v).map(move |other| (v, other)));
            let of = |pair: (usize, usize)| Some((pair, survey.times.ratios_of(&families, scalar, pair.into())?));
            let ratios: Ratios = pairs.filter_map(of).collect();
            if !ratios.is_empty() {
                sheets.push(sheet(survey, scalar, space, &ratios, room));
            }
        }
    }
    if sheets.is_empty() { left_out("no timed case is right for two variants") } else { Ok(sheets) }
}

fn sheet<'s>(survey: &Survey, s: usize, space: Space, ratios: &Ratios, room: Room) -> Sheet<'s> {
    let mut points =
        Table::new(["scalar", "bodies", "variant", "other", "families", "cases", "ratio", "least_family", "greatest_family"]);
    let timed = |v: &usize| ratios.keys().any(|&(one, other)| one == *v || other == *v);
    let most = if room.is_narrow() { NARROW } else { WIDE };
    let variants = chosen(survey, (0..survey.variants.len()).filter(timed).collect(), most);
    let mut cell = |v: usize, other: usize| {
        // The other half would show the inverses.
        if v <= other {
            return None;
        }
        let (list, cases) = ratios.get(&(v, other))?;
        let ratio = geometric_mean(list.iter().copied())?;
        let (least, most) =
            list.iter().fold((f64::INFINITY, 0.0_f64), |(least, most), ratio| (least.min(*ratio), most.max(*ratio)));
        let names = [v, other].map(|v| &survey.variants[v].name);
        points.push(&[&survey.scalars[s], &space.name(), names[0], names[1], &list.len(), cases, &ratio, &least, &most]);
        Some(Cell { text: short(ratio), fill: colour(ratio), subtle: false, hatched: false })
    };
    let (rows, columns) = (&variants[1..], &variants[..variants.len() - 1]);
    let each = vec![Matrix::of(String::new(), rows, columns, |&v, &other| cell(v, other))];
    let name = |&v: &usize| label(&survey.variants[v].name);
    let labels = [0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0].map(|ratio| (place(ratio), ratio.to_string())).to_vec();
    let scale = Scale { title: "time of row / time of column", labels, colour: diverging };
    let matrices = Matrices {
        rows: rows.iter().map(|v| RowName::plain(name(v))).collect(),
        rows_title: "",
        columns: columns.iter().map(name).collect(),
        gaps: Vec::new(),
        each,
        scale,
    };
    let scalar = &survey.scalars[s];
    let families = ratios.values().map(|(list, _)| list.len());
    let (least, most) = families.fold((usize::MAX, 0), |(least, most), n| (least.min(n), most.max(n)));
    let number = if least == most { most.to_string() } else { format!("{least} to {most}") };
    let (name, bodies) = match space {
        Space::Solid => (scalar.clone(), String::new()),
        Space::Plane => (format!("{scalar}-plane"), format!(", {}", space.name())),
        Space::Curved => (format!("{scalar}-curved"), format!(", {}", space.name())),
    };
    Sheet {
        name,
        title: format!("Ratio of times by pair of variants, {scalar}{bodies}"),
        text: "Time of the row over time of the column: the median over the timed cases of a family that both get right, \
               then the geometric mean over the families in which both have a right answer, with equal weights. Above 1 \
               (orange) the row is slower. The CSV file of the figure has, for each pair, the families, the cases, and the \
               least and greatest median of a family."
            .to_owned(),
        foot: format!("{scalar}; {}; {number} families per pair.", space.name()),
        notes: time_notes(survey, &space.families(survey), s),
        shows: format!("ratio of times of each pair of variants over the cases that both get right, {scalar}{bodies}"),
        points,
        is_timed: true,
        ..matrices.sheet(room)
    }
}
