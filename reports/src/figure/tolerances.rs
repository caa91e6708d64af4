//! The tolerance that a loop needs: wrong verdicts, digits and iterations of the common loop against the tolerance of its stop.

use std::fmt::Display;

use gjk_records::{Column, LoopTally};

use crate::distinct::distinct;
use crate::draw::{Axis, Canvas, LegendEntry, Mark, Panel, Rect, Stroke, Style, columns as frames, dots, stroke, title_below};
use crate::figure::{Figure, LOOPS, Room, Sheet, Sheets, Width, left_out};
use crate::sorted::sort_by;
use crate::summary;
use crate::table::{grouped, or_nothing, percent};
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure = Figure {
    name: "tolerances",
    description: "tolerance that a loop needs: wrong verdicts, digits and iterations against the tolerance of the stop",
    reads: &[LOOPS],
    width: Width::Page,
    draw,
};

/// The scalars; each has a row of panels.
const SCALARS: [&str; 2] = ["f64", "f32"];

/// Lines of a panel: the quantity that the tolerance is relative to, the safeguards, the text of a legend and the style.
///
/// A line without doubt is dashed, with hollow marks.
struct Kind {
    stop: &'static str,
    safeguards: &'static str,
    text: &'static str,
    style: Style,
    is_whole: bool,
}

const DISTANCE: Style = Style { colour: (0, 114, 178), mark: Mark::Circle, dash: &[] };
const SIZE: Style = Style { colour: (213, 94, 0), mark: Mark::Square, dash: &[] };

const KINDS: [Kind; 4] = [
    Kind { stop: "distance", safeguards: "doubting", text: "gap ≤ ε |v|², with doubt", style: DISTANCE, is_whole: true },
    Kind { stop: "distance", safeguards: "guarded", text: "gap ≤ ε |v|², without doubt", style: DISTANCE, is_whole: false },
    Kind { stop: "size", safeguards: "doubting", text: "gap ≤ ε |v|∞ E, with doubt", style: SIZE, is_whole: true },
    Kind { stop: "size", safeguards: "guarded", text: "gap ≤ ε |v|∞ E, without doubt", style: SIZE, is_whole: false },
];

/// The panels of a row, as places in [`ROWS`].
///
/// The median of the digits is left out: the digits that 95 % keep say more.
const DRAWN: [usize; 4] = [0, 1, 2, 4];

/// A value from the tallies of all families.
pub(crate) type Value = fn(&[&LoopTally]) -> Option<f64>;

/// The values: the title of the axis, whether the value is a rate, and the value itself.
pub(crate) const ROWS: [(&str, bool, Value); 6] = [
    ("phantom / %", true, |all| rate(all, COUNTS[0])),
    ("missed / %", true, |all| rate(all, COUNTS[1])),
    ("off or no answer / %", true, |all| rate(all, COUNTS[2])),
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

/// The results at one tolerance, over all families.
pub(crate) struct Point<'s> {
    /// One of its tallies.
    pub of: &'s LoopTally,
    pub values: [Option<f64>; ROWS.len()],
}

impl Point<'_> {
    pub fn tolerance(&self) -> f64 {
        self.of.tolerance.unwrap_or_default()
    }
}

/// The counts behind the rates of the first rows.
const COUNTS: [fn(&LoopTally) -> u64; 3] =
    [|t| t.rulings[Column::Phantom], |t| t.rulings[Column::Missed], |t| t.rulings[Column::Off] + t.rulings[Column::GaveUp]];

pub(crate) fn points<'s>(tallies: &[&'s LoopTally]) -> Vec<Point<'s>> {
    let key = |t: &'s LoopTally| (&t.scalar, &t.stop, &t.safeguards, &t.subalgorithm, t.tolerance.map(f64::to_bits));
    let point = |of| {
        let mine: Vec<&LoopTally> = tallies.iter().copied().filter(|t| key(t) == of && t.cases > 0).collect();
        Some(Point { of: mine.first()?, values: ROWS.map(|(_, _, value)| value(&mine)) })
    };
    let mut points: Vec<Point> = distinct(tallies.iter().map(|t| key(t))).into_iter().filter_map(point).collect();
    sort_by(&mut points, &mut |p, q| p.tolerance().total_cmp(&q.tolerance()));
    points
}

/// A point of a line: the tolerance, with the mean, the least and the greatest value over the subalgorithms.
struct Spread {
    tolerance: f64,
    mean: f64,
    range: [f64; 2],
}

/// The line of a kind in a panel, by ascending tolerance.
///
/// A tolerance at which a subalgorithm has no value is left out.
fn line(points: &[Point], scalar: &str, kind: &Kind, row: usize) -> Vec<Spread> {
    let is_mine = |p: &&Point| [&p.of.scalar[..], &p.of.stop, &p.of.safeguards] == [scalar, kind.stop, kind.safeguards];
    let mine: Vec<&Point> = points.iter().filter(is_mine).collect();
    let of_tolerance = |of: &[&Point]| {
        let values: Vec<f64> = of.iter().map(|p| p.values[row]).collect::<Option<_>>()?;
        let range = values.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[least, most], x| [least.min(*x), most.max(*x)]);
        Some(Spread { tolerance: of[0].tolerance(), mean: values.iter().sum::<f64>() / values.len() as f64, range })
    };
    mine.chunk_by(|one, other| one.tolerance() == other.tolerance()).filter_map(of_tolerance).collect()
}

fn draw<'s>(survey: &'s Survey<'s>, room: Room) -> Sheets<'s> {
    let has_place = |t: &&LoopTally| t.cases > 0 && t.tolerance.is_some_and(|x| x > 0.0 && x.is_finite());
    let tallies: Vec<&LoopTally> = survey.study.of::<LoopTally>().iter().filter(has_place).collect();
    if tallies.is_empty() {
        return left_out("no loop with a tolerance was run");
    }
    let families = distinct(tallies.iter().map(|t| &t.family)).len();
    let names = distinct(tallies.iter().map(|t| t.subalgorithm.as_str()));
    let points = points(&tallies);
    let occurs = |kind: &Kind| tallies.iter().any(|t| t.stop == kind.stop && t.safeguards == kind.safeguards);
    let entry = |kind: &Kind| LegendEntry {
        text: kind.text.to_owned(),
        style: kind.style.dashed_unless(kind.is_whole),
        filled: kind.is_whole,
    };
    let legend = KINDS.iter().filter(|kind| occurs(kind)).map(entry).collect();
    let table = table(&points);
    let cases = tallies.iter().map(|t| t.cases);
    let (least, most) = cases.fold((u64::MAX, 0), |(least, most), cases| (least.min(cases), most.max(cases)));
    let cases = if least == most { most.to_string() } else { format!("{least} to {most}") };
    let of = if names.len() == 1 {
        format!("Loop around {}", names[0])
    } else {
        format!("Mean of the loops around {}", listed(&names))
    };
    let foot = format!("{of}; {cases} cases in each of {families} families, with equal weights.");
    let scalars: Vec<&str> = SCALARS.into_iter().filter(|scalar| tallies.iter().any(|t| t.scalar == *scalar)).collect();
    let across = if room.is_narrow() { 2 } else { DRAWN.len() };
    let (one, below) = (dots(106.0), dots(14.0));
    let lines = scalars.len() * DRAWN.len().div_ceil(across);
    let panels = Sheet::new(lines as i32 * one + below, move |canvas, body| {
        let rows = scalars.iter().flat_map(|scalar| DRAWN.chunks(across).map(move |drawn| (*scalar, drawn)));
        for ((scalar, drawn), place) in rows.zip(0..) {
            let top = body.top + place * one + dots(12.0);
            let line = Rect { top, bottom: top + one - dots(25.0), ..body };
            for (frame, &row) in frames(line, across, [dots(26.0), dots(27.0), dots(3.0)]).into_iter().zip(drawn) {
                panel(canvas, frame, (scalar, row), &points);
            }
        }
        let below = Rect { bottom: body.bottom - dots(22.0), ..body };
        title_below(canvas, below, "tolerance ε of the stop (increasing to the right)", body.width());
    });
    let spread = if names.len() == 1 { "" } else { " A bar extends from the least to the greatest value of a subalgorithm." };
    Ok(vec![Sheet {
        title: "Tolerance that a loop needs".to_owned(),
        text: format!(
            "The common loop with another stop: the duality gap v·(v − w) against a tolerance ε, relative to the squared \
             distance, or to |v|∞ times the greatest coordinate E of the support points.{spread} Digits: 95 % of the \
             distances of separated pairs keep at least this many. Rates are logarithmic."
        ),
        legend,
        foot,
        notes: vec![format!(
            "With ε = 8 u the stop relative to |v|∞ E is the common loop's own. Digits: −log₁₀ of the error in units of D, \
             means over the families. The CSV file of the figure has every subalgorithm, with the median of the digits and \
             the iterations.{}",
            bounds_text(least.saturating_mul(families as u64))
        )],
        shows: "wrong verdicts, digits and iterations against the tolerance of the stop".to_owned(),
        points: table,
        ..panels
    }])
}

/// A sentence with the bounds of a rate of a thousandth over a number of cases; empty if that is less than one case.
fn bounds_text(cases: u64) -> String {
    let known = summary::mean([((cases + 500) / 1000, cases, 1)]).filter(|_| cases >= 1000).map(|mean| mean.rate());
    known.map_or_else(String::new, |rate| {
        let [low, high] = [rate.low, rate.high].map(percent);
        format!(" Over {} cases a rate of 0.1 % lies between {low} % and {high} % (95 %).", grouped(cases))
    })
}

/// Names in a sentence.
fn listed(names: &[&str]) -> String {
    match names {
        [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        _ => names.join(", "),
    }
}

/// A panel: a value of all kinds of loops in a scalar.
fn panel(canvas: &Canvas, frame: Rect, (scalar, row): (&str, usize), points: &[Point]) {
    let (title, is_rate, _) = ROWS[row];
    let lines: Vec<(&Kind, Vec<Spread>)> = KINDS.iter().map(|kind| (kind, line(points, scalar, kind, row))).collect();
    let all = || lines.iter().flat_map(|(_, line)| line);
    let tolerances = || all().map(|at| at.tolerance);
    let x = Axis::log10(tolerances().fold(f64::INFINITY, f64::min) / 2.0, tolerances().fold(0.0, f64::max) * 2.0, 3);
    let values = || all().flat_map(|at| at.range).filter(|value| *value > 0.0);
    let most = values().fold(0.0, f64::max).max(0.05);
    let y = match is_rate {
        true => {
            let axis = Axis::log10(values().fold(most / 10.0, f64::min) / 1.6, most * 1.6, 4);
            if all().any(|at| at.range[0] == 0.0) { axis.with_zero() } else { axis }
        }
        false => Axis::linear(0.0, most * 1.08, 4),
    };
    let panel = Panel::new(canvas, frame, x, y);
    panel.grid(true, true);
    panel.title(&format!("{scalar}: {title}"));
    if all().next().is_none() {
        panel.remark("nothing was measured");
    }
    for (place, (kind, line)) in lines.iter().enumerate().rev() {
        let style = kind.style.dashed_unless(kind.is_whole);
        let with = Stroke { opacity: 0.5, ..stroke(style.colour, 0.6) };
        for at in line {
            panel.whisker(at.tolerance, at.range[0], at.range[1], (place as i32 - 1) * dots(0.8), with);
        }
        let means: Vec<(f64, f64)> = line.iter().map(|at| (at.tolerance, at.mean)).collect();
        panel.series(&means, &style, 0.9, kind.is_whole);
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
    // The lines that are drawn.
    for scalar in SCALARS {
        for kind in &KINDS {
            let lines: [Vec<Spread>; ROWS.len()] = std::array::from_fn(|row| line(points, scalar, kind, row));
            for tolerance in distinct(lines.iter().flatten().map(|at| at.tolerance.to_bits())).into_iter().map(f64::from_bits) {
                let names: [&dyn Display; 5] = [&scalar, &kind.stop, &kind.safeguards, &"(mean)", &tolerance];
                let mean = |line: &Vec<Spread>| or_nothing(line.iter().find(|at| at.tolerance == tolerance).map(|at| at.mean));
                table.push_with(&names, lines.each_ref().map(mean));
            }
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_the_mean_over_subalgorithms_with_their_range() {
        let tally = |subalgorithm: &str, phantom: u64| {
            let (stop, safeguards) = ("size".to_owned(), "doubting".to_owned());
            let mut tally = LoopTally { cases: 60, scalar: "f64".to_owned(), stop, safeguards, ..LoopTally::default() };
            (tally.subalgorithm, tally.tolerance) = (subalgorithm.to_owned(), Some(1e-6));
            tally.rulings[Column::Phantom] = phantom;
            tally
        };
        // Two families of each subalgorithm: 0 and 6 of 60, and none.
        let tallies = [tally("johnson", 0), tally("johnson", 6), tally("ericson", 0), tally("ericson", 0)];
        let points = points(&tallies.iter().collect::<Vec<_>>());
        let [at] = &line(&points, "f64", &KINDS[2], 0)[..] else { panic!("one tolerance") };
        assert_eq!((at.tolerance, at.mean, at.range), (1e-6, 2.5, [0.0, 5.0]));
        assert!(line(&points, "f64", &KINDS[3], 0).is_empty() && line(&points, "f32", &KINDS[2], 0).is_empty());
        // Their digits are not known.
        assert!(line(&points, "f64", &KINDS[2], 4).is_empty());
        let drawn = table(&points);
        let mean = drawn.rows.iter().find(|row| row[3] == "(mean)").unwrap();
        assert_eq!(mean[..7], ["f64", "size", "doubting", "(mean)", "0.000001", "2.5", "0"]);
    }

    #[test]
    fn the_bounds_of_a_small_rate_are_said() {
        assert_eq!(bounds_text(6900), " Over 6,900 cases a rate of 0.1 % lies between 0.05 % and 0.19 % (95 %).");
        assert_eq!(bounds_text(500), "");
    }
}
