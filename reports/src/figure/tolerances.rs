//! Which tolerance a loop needs: wrong verdicts, digits and iterations of the common loop against the tolerance of its stop.

use std::fmt::Display;

use gjk_records::{Column, LoopTally};

use crate::draw::{Axis, Canvas, LegendEntry, Rect, Style, dots, row, styles, title_below};
use crate::figure::{Figure, LOOPS, Sheet, Sheets, label, left_out};
use crate::survey::distinct;
use crate::table::or_nothing;
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure = Figure {
    name: "tolerances",
    description: "which tolerance a loop needs: wrong verdicts, digits and iterations against the tolerance of the stop",
    reads: &[LOOPS],
    draw,
};

/// The scalars and what the tolerance is relative to: a column of panels each.
const COLUMNS: [[(&str, &str, &str); 2]; 2] = [
    [("f64", "distance", "f64, gap ≤ ε |v|²"), ("f64", "size", "f64, gap ≤ ε |v|∞ E")],
    [("f32", "distance", "f32, gap ≤ ε |v|²"), ("f32", "size", "f32, gap ≤ ε |v|∞ E")],
];

/// The safeguards, what a legend calls them, and whether their lines are whole.
const SAFEGUARDS: [(&str, &str, bool); 2] = [("doubting", "with doubt", true), ("guarded", "without", false)];

/// A value of the tallies of all families.
pub(crate) type Value = fn(&[&LoopTally]) -> Option<f64>;

/// A row of panels: its axis at the left, whether that is a rate, and its value.
pub(crate) const ROWS: [(&str, bool, Value); 6] = [
    ("phantom / %", true, |all| rate(all, |t| t.rulings[Column::Phantom])),
    ("missed / %", true, |all| rate(all, |t| t.rulings[Column::Missed])),
    ("off or gave up / %", true, |all| rate(all, |t| t.rulings[Column::Off] + t.rulings[Column::GaveUp])),
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
}

impl Point<'_> {
    pub fn tolerance(&self) -> f64 {
        self.of.tolerance.unwrap_or_default()
    }
}

pub(crate) fn points<'s>(tallies: &[&'s LoopTally]) -> Vec<Point<'s>> {
    let key = |t: &'s LoopTally| (&t.scalar, &t.stop, &t.safeguards, &t.subalgorithm, t.tolerance.map(f64::to_bits));
    let point = |of| {
        let mine: Vec<&LoopTally> = tallies.iter().copied().filter(|t| key(t) == of && t.cases > 0).collect();
        Some(Point { of: mine.first()?, values: ROWS.map(|(_, _, value)| value(&mine)) })
    };
    let mut points: Vec<Point> = distinct(tallies.iter().map(|t| key(t))).into_iter().filter_map(point).collect();
    points.sort_by(|p, q| p.tolerance().total_cmp(&q.tolerance()));
    points
}

fn draw<'s>(survey: &'s Survey<'s>) -> Sheets<'s> {
    let has_place = |t: &&LoopTally| t.cases > 0 && t.tolerance.is_some_and(|x| x > 0.0 && x.is_finite());
    let tallies: Vec<&LoopTally> = survey.study.loops.iter().filter(has_place).collect();
    if tallies.is_empty() {
        return left_out("no loop with a tolerance was run");
    }
    let families = distinct(tallies.iter().map(|t| &t.family)).len();
    let names = distinct(tallies.iter().map(|t| t.subalgorithm.as_str()));
    let drawn: Vec<(&str, Style)> = names.iter().copied().zip(styles(&names)).collect();
    let entry = |name: &str, style: Style, (_, safeguards, is_whole): (&str, &str, bool)| LegendEntry {
        text: format!("{}, {safeguards}", label(name)),
        style: style.dashed_unless(is_whole),
        filled: is_whole,
    };
    let legend = SAFEGUARDS.iter().flat_map(|&with| drawn.iter().map(move |&(name, style)| entry(name, style, with)));
    let legend = legend.collect();
    let points = points(&tallies);
    let one = dots(82.0);
    let (head, foot) = (dots(14.0), dots(14.0));
    let table = table(&points);
    let panels = Sheet::new(head + ROWS.len() as i32 * one + foot, move |canvas, body| {
        for r in 0..ROWS.len() {
            let top = body.top + head + r as i32 * one;
            let line = Rect { top, bottom: top + one - dots(9.0), ..body };
            let middle = line.left + line.width() / 2;
            for (half, columns) in COLUMNS.into_iter().enumerate() {
                let ends = [(line.left, middle - dots(4.0)), (middle + dots(4.0), line.right)];
                panels(canvas, Rect { left: ends[half].0, right: ends[half].1, ..line }, (r, columns), &points, &drawn);
            }
        }
    });
    Ok(vec![Sheet {
        title: "Which tolerance a loop needs".to_owned(),
        subtitle: format!(
            "The common loop with another stop: the duality gap v·(v − w) against a tolerance ε from 10⁻² down to u, relative to the \
             squared distance, or to |v|∞ times the greatest coordinate E of the support points (with ε = 8 u the common loop's \
             own stop). {families} families with equal weights. Digits: −log₁₀ of the error of the distances of separated pairs in \
             units of D, the median and what 95 % of them keep at least, means over the families. Rates are logarithmic; 0 lies below \
             the break."
        ),
        legend,
        caption: "wrong verdicts, digits and iterations against the tolerance of the stop".to_owned(),
        points: table,
        ..panels
    }])
}

/// Two panels beside each other: one row of both columns of a scalar.
fn panels(
    canvas: &Canvas,
    frame: Rect,
    (r, columns): (usize, [(&str, &str, &str); 2]),
    points: &[Point],
    drawn: &[(&str, Style)],
) {
    let (title, is_rate, _) = ROWS[r];
    let mine = |p: &&Point| columns.iter().any(|(scalar, stop, _)| p.of.scalar == *scalar && p.of.stop == *stop);
    let tolerances = || points.iter().filter(mine).map(Point::tolerance);
    let x = Axis::log10(tolerances().fold(f64::INFINITY, f64::min) / 2.0, tolerances().fold(0.0, f64::max) * 2.0, 4);
    let values = || points.iter().filter_map(|p| p.values[r]).filter(|value| *value > 0.0);
    let most = values().fold(0.0, f64::max).max(1e-3);
    let y = if is_rate {
        Axis::log10(values().fold(most / 10.0, f64::min) / 1.6, most * 1.6, 4).with_zero()
    } else {
        Axis::linear(0.0, most * 1.08, 4)
    };
    let is_last = r + 1 == ROWS.len();
    let room = (frame, columns.len(), [30.0, 7.0, 3.0]);
    for (panel, (scalar, stop, name)) in row(canvas, room, (&x, is_last), (&y, title, 25.0)).iter().zip(columns) {
        if r == 0 {
            panel.title(name);
        }
        let line = |is_mine: &dyn Fn(&Point) -> bool| {
            points.iter().filter(|p| is_mine(p)).filter_map(|p| p.values[r].map(|value| (p.tolerance(), value))).collect()
        };
        let lines = SAFEGUARDS.into_iter().rev().flat_map(|(safeguards, _, is_whole)| {
            drawn.iter().map(move |&(subalgorithm, style)| {
                let of = [scalar, stop, safeguards, subalgorithm];
                (line(&|p| [&p.of.scalar, &p.of.stop, &p.of.safeguards, &p.of.subalgorithm] == of), style, is_whole)
            })
        });
        panel.all_series(lines, 0.9, "nothing was run");
    }
    if is_last {
        title_below(canvas, frame, "tolerance ε", frame.width());
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
