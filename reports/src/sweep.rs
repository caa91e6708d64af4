//! Sweeps: the distance of pairs of bodies over the value of a joint.

use gjk_records::{Dash, Kinds};

use crate::draw::{Axis, Canvas, LINE, LegendEntry, Panel, Rect, Style, dots, stroke, styles};
use crate::figure::{Dressing, Sheet, Width};

/// The most pairs that are drawn, each with a line.
pub const SWEPT_PAIRS: usize = 8;

/// The most marks of a line.
const MARKS: usize = 30;

/// The pairs of a scene over the value of a joint.
#[derive(Clone, Debug, Default)]
pub struct Sweep {
    /// The scene, as the user wrote it.
    pub scene: String,
    /// The joint.
    pub joint: String,
    /// The unit of its values; empty if it is the unit of the coordinates.
    pub unit: String,
    /// The values, ascending or descending.
    pub values: Vec<f64>,
    /// The pairs that are drawn.
    pub pairs: Vec<SweptPair>,
    /// Number of pairs whose distance or depth changes; the others are not drawn.
    pub changing: usize,
    /// Number of pairs in all.
    pub count: usize,
    /// The command that makes the picture again.
    pub command: String,
}

/// A pair of bodies over the value of a joint.
#[derive(Clone, Debug, Default)]
pub struct SweptPair {
    /// Its id.
    pub id: String,
    /// For each value the distance or, for bodies that overlap, minus the depth; NaN where it is not known.
    pub gaps: Vec<f64>,
}

/// Draws a sweep as a PNG file: one line per pair. The area between zero and a line below it, where bodies overlap, is shaded.
pub fn draw_sweep(sweep: &Sweep) -> Vec<u8> {
    sheet(sweep).drawn(Width::Page.millimetres(), Dressing::Titled, &sweep.command).png()
}

fn sheet(sweep: &Sweep) -> Sheet<'_> {
    let names: Vec<&str> = sweep.pairs.iter().map(|pair| &pair.id[..]).collect();
    // Each line has its own colour, mark and dashes.
    let styles: Vec<Style> = styles(&Kinds::default(), &names)
        .into_iter()
        .zip(Dash::ALL.into_iter().cycle())
        .map(|(Style { colour, mark, .. }, dash)| gjk_records::Style { colour, mark, dash }.into())
        .collect();
    let entry = |(text, style): (&&str, &Style)| LegendEntry { text: (*text).to_owned(), style: *style, filled: true };
    let legend = names.iter().zip(&styles).map(entry).collect();
    let height = dots(190.0);
    let shown = match (sweep.changing, sweep.pairs.len()) {
        (0, _) => "The distance of no pair changes.".to_owned(),
        (changing, drawn) if changing == drawn => format!("The distances of {changing} of {} pairs change.", sweep.count),
        (changing, drawn) => format!(
            "The distances of {changing} of {} pairs change; of these, the {drawn} that overlap the deepest or come nearest are drawn.",
            sweep.count
        ),
    };
    Sheet {
        title: format!("{} over {}", sweep.scene, sweep.joint),
        text: format!(
            "Exact distance of pairs of bodies at {} values of the joint; below zero, shaded, the depth of bodies that overlap, of bodies of \
             several parts a lower bound.",
            sweep.values.len()
        ),
        legend,
        foot: shown,
        ..Sheet::new(height, move |canvas, body| draw(sweep, &styles, canvas, body))
    }
}

fn draw(sweep: &Sweep, styles: &[Style], canvas: &Canvas, body: Rect) {
    let (aside, below) = (dots(44.0), dots(24.0));
    let frame = Rect::new(body.left + aside, body.top + dots(4.0), body.right - dots(4.0), body.bottom - below);
    let ends = |values: &mut dyn Iterator<Item = f64>| {
        let finite = values.filter(|value| value.is_finite());
        finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)))
    };
    let (first, last) = ends(&mut sweep.values.iter().copied());
    let (low, high) = ends(&mut sweep.pairs.iter().flat_map(|pair| pair.gaps.iter().copied()).chain([0.0]));
    let room = 0.05 * (high - low).max(f64::MIN_POSITIVE);
    let low = if low < 0.0 { low - room } else { 0.0 };
    let panel = Panel::new(canvas, frame, Axis::linear(first, last, 8), Axis::linear(low, high + room, 6));
    for (pair, style) in sweep.pairs.iter().zip(styles) {
        for part in overlaps(&sweep.values, &pair.gaps) {
            let corners: Vec<(i32, i32)> = part.iter().filter_map(|point| panel.at(*point)).collect();
            canvas.area_of(&corners, style.colour, 0.25);
        }
    }
    panel.grid(true, true);
    panel.line(&[(first, 0.0), (last, 0.0)], stroke(LINE, 0.8));
    for (pair, style) in sweep.pairs.iter().zip(styles) {
        let points: Vec<(f64, f64)> = sweep.values.iter().copied().zip(pair.gaps.iter().copied()).collect();
        panel.styled_line(&points, style, 1.1);
        let stride = points.len().div_ceil(MARKS);
        panel.marks(&points.into_iter().step_by(stride.max(1)).collect::<Vec<_>>(), style, true);
    }
    let unit = if sweep.unit.is_empty() { String::new() } else { format!(", {}", sweep.unit) };
    panel.x_title(&format!("{}{unit}", sweep.joint));
    panel.y_title("distance; below 0 the depth", 34.0);
}

/// A polygon, by its corners.
type Area = Vec<(f64, f64)>;

/// The areas between zero and the parts of a line that lie below it, as polygons. Where a line crosses zero between two values,
/// the crossing is that of the straight piece.
fn overlaps(values: &[f64], gaps: &[f64]) -> Vec<Area> {
    let crossing = |i: usize, j: usize| {
        let part = gaps[i] / (gaps[i] - gaps[j]);
        (values[i] + (values[j] - values[i]) * part, 0.0)
    };
    let (mut areas, mut open): (Vec<Area>, Area) = (Vec::new(), Area::new());
    for i in 0..values.len().min(gaps.len()) {
        let is_below = gaps[i] < 0.0;
        if is_below && open.is_empty() {
            open.push(if i > 0 && gaps[i - 1] >= 0.0 { crossing(i - 1, i) } else { (values[i], 0.0) });
        }
        if is_below {
            open.push((values[i], gaps[i]));
        } else if !open.is_empty() {
            open.push(if gaps[i] >= 0.0 { crossing(i - 1, i) } else { (values[i - 1], 0.0) });
            areas.push(std::mem::take(&mut open));
        }
    }
    if let Some((end, _)) = open.last().copied() {
        open.push((end, 0.0));
        areas.push(open);
    }
    areas
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shaded_areas_end_where_the_line_crosses_zero() {
        let values = [0.0, 1.0, 2.0, 3.0, 4.0];
        assert_eq!(
            overlaps(&values, &[1.0, -1.0, -1.0, 3.0, -2.0]),
            [vec![(0.5, 0.0), (1.0, -1.0), (2.0, -1.0), (2.25, 0.0)], vec![(3.6, 0.0), (4.0, -2.0), (4.0, 0.0)]]
        );
        assert_eq!(overlaps(&values, &[-1.0, f64::NAN, 0.0, 0.0, 1.0]), [vec![(0.0, 0.0), (0.0, -1.0), (0.0, 0.0)]]);
        assert!(overlaps(&values, &[0.0, 1.0, 2.0, 0.0, 1.0]).is_empty());
    }

    #[test]
    fn a_sweep_is_drawn_within_its_sheet() {
        let values: Vec<f64> = (0..30).map(|i| -1.5 + 0.1 * f64::from(i)).collect();
        let pair = |i: usize| SweptPair {
            id: format!("panda.panda_link{i}--left.a_rather_long_name_of_a_link_{i}"),
            gaps: values.iter().map(|x| 0.1 * x * x - 0.02 * i as f64).collect(),
        };
        let pairs: Vec<SweptPair> = (0..SWEPT_PAIRS).map(pair).collect();
        let sweep = Sweep {
            scene: "panda.urdf+table.obj@xyz=0.5,0,0".to_owned(),
            joint: "panda_joint4".to_owned(),
            unit: "rad".to_owned(),
            values,
            pairs,
            changing: 30,
            count: 46,
            command: "gjk check panda.urdf --sweep panda_joint4=-1.5:1.5:30".to_owned(),
        };
        let drawing = sheet(&sweep).drawn(Width::Page.millimetres(), Dressing::Titled, &sweep.command);
        assert_eq!(drawing.beyond(), Vec::<String>::new());
        let says = |text: &str| drawing.texts().iter().any(|(known, _)| known.contains(text));
        assert!(says("The distances of 30 of 46 pairs change; of these, the 8 that overlap") && says("panda_joint4, rad"));
    }
}
