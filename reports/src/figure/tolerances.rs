//! Which tolerance a loop needs: wrong verdicts, digits and iterations of the common loop against the tolerance of its stop.

use std::fmt::Display;

use gjk_records::{Column, LoopTally};

use crate::distinct::distinct;
use crate::draw::{
    Axis, Canvas, LegendEntry, Panel, Rect, Stroke, Style, columns as frames, dots, stroke, styles, title_below,
};
use crate::figure::{Figure, LOOPS, Room, Sheet, Sheets, Width, label, left_out};
use crate::sorted::sort_by;
use crate::summary;
use crate::table::or_nothing;
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure = Figure {
    name: "tolerances",
    description: "which tolerance a loop needs: wrong verdicts, digits and iterations against the tolerance of the stop",
    reads: &[LOOPS],
    width: Width::Page,
    draw,
};

/// The scalars and what the tolerance is relative to, in pairs: a column of panels each.
const COLUMNS: [[(&str, &str, &str); 2]; 2] = [
    [("f64", "distance", "f64, gap ≤ ε |v|²"), ("f64", "size", "f64, gap ≤ ε |v|∞ E")],
    [("f32", "distance", "f32, gap ≤ ε |v|²"), ("f32", "size", "f32, gap ≤ ε |v|∞ E")],
];

/// The safeguards, what a legend calls them, and whether their lines are whole.
const SAFEGUARDS: [(&str, &str, bool); 2] = [("doubting", "with doubt", true), ("guarded", "without", false)];

/// The rows of panels that are drawn: the median of the digits tells no more than what most keep.
const DRAWN: [usize; 4] = [0, 1, 2, 4];

/// A value of the tallies of all families.
pub(crate) type Value = fn(&[&LoopTally]) -> Option<f64>;

/// A row of panels: its axis at the left, whether that is a rate, and its value.
pub(crate) const ROWS: [(&str, bool, Value); 6] = [
    ("phantom / %", true, |all| rate(all, COUNTS[0])),
    ("missed / %", true, |all| rate(all, COUNTS[1])),
    ("off or gave up / %", true, |all| rate(all, COUNTS[2])),
    ("digits, median", false, |all| mean(all, |t| t.digits)),
    ("digits of 95 %", false, |all| mean(all, |t| t.digits_low)),
    ("iterations", false, |all| mean(all, |t| t.iterations)),
];

fn rate(all: &[&LoopTally], hits: fn(&LoopTally) -> u64) -> Option<f64> {
    mean(all, |t| Some(100.0 * hits(t) as f64 / t.cases as f64))
}

fn mean(all: &[&LoopTally], value: impl Fn(&LoopTally) -> Option<f64>) -> Option<f64> {
    let values: Vec<f64> = all.iter().filter_map(|t| value(t)).filter(|value| value.is_finite()).collect();
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// What was run at one tolerance, over all families.
pub(crate) struct Point<'s> {
    /// One of the tallies that it is of.
    pub of: &'s LoopTally,
    pub values: [Option<f64>; ROWS.len()],
    /// The one-sided bounds of the rates at 95 %, in percent.
    bounds: [Option<[f64; 2]>; ROWS.len()],
}

impl Point<'_> {
    pub fn tolerance(&self) -> f64 {
        self.of.tolerance.unwrap_or_default()
    }
}

/// What the rates of the first rows count.
const COUNTS: [fn(&LoopTally) -> u64; 3] =
    [|t| t.rulings[Column::Phantom], |t| t.rulings[Column::Missed], |t| t.rulings[Column::Off] + t.rulings[Column::GaveUp]];

fn bounds(mine: &[&LoopTally]) -> [Option<[f64; 2]>; ROWS.len()] {
    std::array::from_fn(|row| {
        let count = COUNTS.get(row)?;
        let rate = summary::mean(mine.iter().map(|t| (count(t), t.cases, 1)))?.rate();
        Some([100.0 * rate.low, 100.0 * rate.high])
    })
}

pub(crate) fn points<'s>(tallies: &[&'s LoopTally]) -> Vec<Point<'s>> {
    let key = |t: &'s LoopTally| (&t.scalar, &t.stop, &t.safeguards, &t.subalgorithm, t.tolerance.map(f64::to_bits));
    let point = |of| {
        let mine: Vec<&LoopTally> = tallies.iter().copied().filter(|t| key(t) == of && t.cases > 0).collect();
        Some(Point { of: mine.first()?, values: ROWS.map(|(_, _, value)| value(&mine)), bounds: bounds(&mine) })
    };
    let mut points: Vec<Point> = distinct(tallies.iter().map(|t| key(t))).into_iter().filter_map(point).collect();
    sort_by(&mut points, &mut |p, q| p.tolerance().total_cmp(&q.tolerance()));
    points
}

fn draw<'s>(survey: &'s Survey<'s>, room: Room) -> Sheets<'s> {
    let has_place = |t: &&LoopTally| t.cases > 0 && t.tolerance.is_some_and(|x| x > 0.0 && x.is_finite());
    let tallies: Vec<&LoopTally> = survey.study.of::<LoopTally>().iter().filter(has_place).collect();
    if tallies.is_empty() {
        return left_out("no loop with a tolerance was run");
    }
    let families = distinct(tallies.iter().map(|t| &t.family)).len();
    let names = distinct(tallies.iter().map(|t| t.subalgorithm.as_str()));
    let drawn: Vec<(&str, Style)> = names.iter().copied().zip(styles(&survey.study.facts.kinds, &names)).collect();
    let entry = |name: &str, style: Style, (_, safeguards, is_whole): (&str, &str, bool)| LegendEntry {
        text: format!("{}, {safeguards}", label(name)),
        style: style.dashed_unless(is_whole),
        filled: is_whole,
    };
    let legend = SAFEGUARDS.iter().flat_map(|&with| drawn.iter().map(move |&(name, style)| entry(name, style, with)));
    let legend = legend.collect();
    let points = points(&tallies);
    let (one, head, foot) = (dots(84.0), dots(12.0), dots(24.0));
    let table = table(&points);
    let cases = tallies.iter().map(|t| t.cases);
    let (least, most) = cases.fold((u64::MAX, 0), |(least, most), cases| (least.min(cases), most.max(cases)));
    let cases = if least == most { most.to_string() } else { format!("{least} to {most}") };
    let counted = format!("{cases} cases of each of {families} families with equal weights.");
    let halves: Vec<[(&str, &str, &str); 2]> =
        COLUMNS.into_iter().filter(|half| !room.is_narrow() || half[0].0 == "f64").collect();
    let panels = Sheet::new(head + DRAWN.len() as i32 * one + foot, move |canvas, body| {
        for (place, r) in DRAWN.into_iter().enumerate() {
            let top = body.top + head + place as i32 * one;
            let line = Rect { top, bottom: top + one - dots(9.0), ..body };
            for (half, frame) in halves.iter().zip(frames(line, halves.len(), [0, dots(10.0), 0])) {
                panels(canvas, frame, r, half, &points, &drawn);
            }
        }
        let below = Rect { bottom: body.bottom - foot, ..body };
        title_below(canvas, below, "tolerance ε of the stop (coarser to the right)", body.width());
    });
    Ok(vec![Sheet {
        title: "Which tolerance a loop needs".to_owned(),
        text: "The common loop with another stop: the duality gap v·(v − w) against a tolerance ε from 10⁻² down to u, relative to the squared \
               distance, or to |v|∞ times the greatest coordinate E of the support points (with ε = 8 u the common loop's own stop). Digits: \
               −log₁₀ of the error of the distances of separated pairs in units of D, what 95 % of them keep at least, means over the \
               families. Rates are logarithmic, with their one-sided 95 % bounds; a hollow mark stands at the upper bound where there is \
               none."
            .to_owned(),
        legend,
        foot: counted,
        shows: "wrong verdicts, digits and iterations against the tolerance of the stop".to_owned(),
        points: table,
        ..panels
    }])
}

/// Two panels beside each other: one row of both columns of a scalar.
fn panels(
    canvas: &Canvas,
    frame: Rect,
    r: usize,
    columns: &[(&str, &str, &str); 2],
    points: &[Point],
    drawn: &[(&str, Style)],
) {
    let (title, is_rate, _) = ROWS[r];
    let mine = |p: &&Point| columns.iter().any(|(scalar, stop, _)| p.of.scalar == *scalar && p.of.stop == *stop);
    let tolerances = || points.iter().filter(mine).map(Point::tolerance);
    let x = Axis::log10(tolerances().fold(f64::INFINITY, f64::min) / 2.0, tolerances().fold(0.0, f64::max) * 2.0, 3);
    let at = |p: &Point| p.bounds[r].filter(|_| p.values[r] == Some(0.0)).map_or(p.values[r], |bounds| Some(bounds[1]));
    let values = || points.iter().filter(mine).filter_map(at).filter(|value| *value > 0.0);
    let most = values().fold(0.0, f64::max).max(1e-3);
    let y = if is_rate {
        Axis::log10(values().fold(most / 10.0, f64::min) / 1.6, most * 1.6, 4)
    } else {
        Axis::linear(0.0, most * 1.08, 4)
    };
    let (is_first, is_last) = (r == DRAWN[0], r == DRAWN[DRAWN.len() - 1]);
    let places = frames(frame, columns.len(), [dots(31.0), dots(7.0), dots(3.0)]);
    for (place, (frame, (scalar, stop, name))) in places.into_iter().zip(columns).enumerate() {
        let panel = Panel::new(canvas, frame, x.clone(), y.clone());
        panel.grid(is_last, place == 0);
        if place == 0 {
            panel.y_title(title, 26.0);
        }
        if is_first {
            panel.title(name);
        }
        for (safeguards, _, is_whole) in SAFEGUARDS.into_iter().rev() {
            for &(subalgorithm, style) in drawn {
                let of = [scalar, stop, safeguards, subalgorithm];
                let is_mine = |p: &&Point| [&p.of.scalar[..], &p.of.stop, &p.of.safeguards, &p.of.subalgorithm] == of;
                let line: Vec<&Point> = points.iter().filter(is_mine).collect();
                let style = style.dashed_unless(is_whole);
                let place = |p: &Point| at(p).map(|value| (p.tolerance(), value));
                let is_none = |p: &Point| is_rate && p.values[r] == Some(0.0);
                // A line joins rates alone: bounds are none.
                for run in line.split(|p| is_none(p)) {
                    panel.styled_line(&run.iter().filter_map(|p| place(p)).collect::<Vec<_>>(), &style, 0.9);
                }
                for p in line {
                    if let (Some([low, high]), false) = (p.bounds[r], is_none(p)) {
                        let with = Stroke { opacity: 0.4, ..stroke(style.colour, 0.6) };
                        panel.whisker(p.tolerance(), low, high, 0, with);
                    }
                    panel.marks(&place(p).into_iter().collect::<Vec<_>>(), &style, !is_none(p));
                }
            }
        }
    }
}

fn table(points: &[Point]) -> Table {
    let columns = "scalar relative_to safeguards subalgorithm tolerance phantom_percent missed_percent off_or_gave_up_percent \
                   digits_median digits_of_95_percent iterations";
    let mut table = Table::new(columns.split(' '));
    for p in points {
        let LoopTally { scalar, stop, safeguards, subalgorithm, .. } = p.of;
        let names: [&dyn Display; 5] = [scalar, stop, safeguards, subalgorithm, &p.tolerance()];
        table.push_with(&names, p.values.map(or_nothing));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::binomial::{lower, upper};

    #[test]
    fn rates_have_the_bounds_of_a_sum_over_families() {
        let tally = |phantom: u64| {
            let mut tally = LoopTally { cases: 60, ..LoopTally::default() };
            tally.rulings[Column::Phantom] = phantom;
            tally
        };
        let (one, other) = (tally(0), tally(3));
        let found = bounds(&[&one, &other]);
        assert_eq!(found[0], Some([100.0 * lower(3, 120), 100.0 * upper(3, 120)]));
        assert_eq!(found[1], Some([0.0, 100.0 * upper(0, 120)]));
        // Digits and iterations are no rates.
        assert_eq!(found[3..], [None; 3]);
    }
}
