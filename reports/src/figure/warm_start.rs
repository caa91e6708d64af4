//! The value of a start from the last answer on moving pairs, against the step from frame to frame: one sheet per family.

use std::fmt::Display;

use gjk_records::{Column, TraceTally};

use crate::distinct::distinct;
use crate::draw::{Axis, Canvas, LegendEntry, Mark, Rect, Style, StyledLine, dots, row, stroke, title_below};
use crate::figure::{Figure, Room, SHEETS, Sheet, Sheets, TRACES, Width, label, left_out};
use crate::sorted::{sort_by, sort_by_key};
use crate::table::{counted, or_nothing};
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure = Figure {
    name: "warm-start",
    description: "effect of a start from the last answer on moving pairs, against the step between frames",
    reads: &[TRACES],
    width: Width::Page,
    draw,
};

/// The variants that get panels, as far as there are any: the variant that proves its answers, two subalgorithms in the common
/// loop, the accelerated variant and a boolean one.
const SHOWN: [&str; 5] = ["certified", "least-squares", "signed-volumes", "nesterov", "linahan-true-region"];

/// A start, its name in a legend, and its style.
pub(crate) const STARTS: [(&str, &str, Style); 3] = [
    ("cold", "cold", Style { colour: (60, 60, 60), mark: Mark::Circle, dash: &[] }),
    ("direction", "last direction", Style { colour: (213, 94, 0), mark: Mark::Square, dash: &[] }),
    ("vertices", "last vertices", Style { colour: (0, 114, 178), mark: Mark::Up, dash: &[] }),
];

/// The scalars, and whether their lines are whole.
const SCALARS: [(&str, bool); 2] = [("f64", true), ("f32", false)];

/// A row of panels: its axis at the left, and its value of a tally.
type Measure = (&'static str, fn(&TraceTally) -> Option<f64>);

const MEASURES: [Measure; 3] = [
    ("iterations per query", |tally| tally.iterations),
    ("time / cold time", |tally| tally.time_ratio),
    ("failures / %", |tally| (tally.frames > 0).then(|| 100.0 * tally.rulings.failures() as f64 / tally.frames as f64)),
];

/// The place of the failures among these.
const FAILURES: usize = 2;

/// A value that can be drawn.
fn value(tally: &TraceTally, measure: Measure) -> Option<f64> {
    (measure.1)(tally).filter(|value| value.is_finite())
}

pub(crate) struct Traces {
    pub family: String,
    pub tallies: Vec<TraceTally>,
    /// The number of tallies whose times are left out, because another machine timed them.
    elsewhere: usize,
}

fn is_timed(tally: &TraceTally) -> bool {
    tally.nanoseconds.is_some() || tally.time_ratio.is_some()
}

/// The machine that timed the most frames; the first one if several did.
fn machine(tallies: &[TraceTally]) -> &str {
    let timed = || tallies.iter().filter(|tally| is_timed(tally));
    let frames = |machine: &&str| {
        let mine = timed().filter(|tally| tally.machine == *machine);
        mine.fold(0, |sum: u64, tally| sum.saturating_add(tally.timed))
    };
    distinct(timed().map(|tally| tally.machine.as_str())).into_iter().rev().max_by_key(frames).unwrap_or_default()
}

impl Traces {
    /// The traces by family, in the order of their occurrence, with steps greater than zero only.
    ///
    /// Times are from one machine.
    pub fn all(survey: &Survey) -> Vec<Traces> {
        let tallies = survey.study.of::<TraceTally>();
        let machine = machine(tallies);
        let moving = || tallies.iter().filter(|tally| tally.frames > 0 && tally.step > 0.0 && tally.step.is_finite());
        let of_family = |family: String| {
            let mut tallies: Vec<TraceTally> = moving().filter(|tally| tally.family == family).cloned().collect();
            let mut elsewhere = 0;
            for tally in tallies.iter_mut().filter(|tally| is_timed(tally) && tally.machine != machine) {
                (tally.nanoseconds, tally.time_ratio, tally.timed) = (None, None, 0);
                elsewhere += 1;
            }
            Traces { family, tallies, elsewhere }
        };
        distinct(moving().map(|tally| tally.family.clone())).into_iter().map(of_family).collect()
    }

    /// The variants that get panels: variants of the list [`SHOWN`] first, then others if there is room.
    fn variants(&self, room: Room) -> Vec<&str> {
        let mut names = distinct(self.tallies.iter().map(|tally| tally.variant.as_str()));
        let place = |name: &str| SHOWN.iter().position(|shown| *shown == name).unwrap_or(SHOWN.len());
        sort_by_key(&mut names, |name| place(name));
        names.truncate(if room.is_narrow() { 2 } else { SHOWN.len() });
        names
    }

    /// A line: steps and values, by ascending step.
    fn line(&self, variant: &str, scalar: &str, start: &str, measure: Measure) -> Vec<(f64, f64)> {
        let mine =
            self.tallies.iter().filter(|tally| tally.variant == variant && tally.scalar == scalar && tally.start == start);
        let mut line: Vec<(f64, f64)> =
            mine.filter_map(|tally| value(tally, measure).map(|value| (tally.step, value))).collect();
        sort_by(&mut line, &mut |one, other| one.0.total_cmp(&other.0));
        line
    }

    fn table(&self) -> Table {
        let mut table = Table::new(["family", "scalar", "variant", "start", "step", "frames", "warm"])
            .with(Column::APPLICABLE.map(Column::field))
            .with(["shared", "iterations", "supports", "timed", "median_ns", "time_ratio"]);
        for t in &self.tallies {
            let names: [&dyn Display; 7] = [&t.family, &t.scalar, &t.variant, &t.start, &t.step, &t.frames, &t.warm];
            let rulings = Column::APPLICABLE.map(|column| t.rulings[column].to_string());
            let [iterations, supports, time, ratio] = [t.iterations, t.supports, t.nanoseconds, t.time_ratio].map(or_nothing);
            let numbers = [t.shared.to_string(), iterations, supports, t.timed.to_string(), time, ratio];
            table.push_with(&names, rulings.into_iter().chain(numbers));
        }
        table
    }
}

fn draw<'s>(survey: &'s Survey<'s>, room: Room) -> Sheets<'s> {
    let all = Traces::all(survey);
    if all.is_empty() {
        return left_out("no moving pair was followed");
    }
    Ok(all.into_iter().take(SHEETS).map(|traces| sheet(survey, traces, room)).collect())
}

fn sheet<'s>(survey: &'s Survey<'s>, traces: Traces, room: Room) -> Sheet<'s> {
    let fact = survey.study.facts.families.iter().find(|fact| fact.name == traces.family);
    let step = fact.map_or("step between frames", |fact| fact.knob.as_str());
    let has = |scalar: &str| traces.tallies.iter().any(|tally| tally.scalar == scalar);
    let scalars: Vec<(&str, bool)> = SCALARS.into_iter().filter(|(scalar, _)| has(scalar)).collect();
    let legend = scalars.iter().flat_map(|&(scalar, is_whole)| {
        STARTS.map(|(_, name, style)| LegendEntry {
            text: format!("{name}, {scalar}"),
            style: style.dashed_unless(is_whole),
            filled: is_whole,
        })
    });
    let legend = legend.collect();
    let frames = traces.tallies.iter().map(|tally| tally.frames).max().unwrap_or(0);
    let (family, points) = (traces.family.clone(), traces.table());
    let mut notes = match traces.elsewhere {
        0 => Vec::new(),
        others => {
            vec![format!("The times of {} are left out: they are from another machine.", counted(others, "tally", "tallies"))]
        }
    };
    let variants: Vec<String> = traces.variants(room).iter().map(|name| (*name).to_owned()).collect();
    let shown = |tally: &&TraceTally| variants.contains(&tally.variant);
    let failures = traces.tallies.iter().filter(shown).any(|tally| tally.rulings.failures() > 0);
    // A row of panels without values becomes a sentence.
    let mut measures: Vec<usize> = (0..MEASURES.len()).collect();
    if !failures {
        measures.pop();
        notes.push("No variant drawn failed in any frame from any start.".to_owned());
    }
    let row = dots(88.0);
    let (head, foot) = (dots(12.0), dots(22.0));
    let panels = Sheet::new(head + measures.len() as i32 * row + foot, move |canvas, body| {
        for (place, &measure) in measures.iter().enumerate() {
            let top = body.top + head + place as i32 * row;
            let line = Rect { top, bottom: top + row - dots(9.0), ..body };
            let ends = [place == 0, place + 1 == measures.len()];
            panels(canvas, line, &traces, (measure, &variants), &scalars, ends, step);
        }
    });
    Sheet {
        name: family.clone(),
        title: format!("Warm starts on moving pairs: {}", label(&family)),
        text: "Queries about successive frames of a trace, from the variant's own start (cold), along the axis of its last \
               answer, or from the vertices of its last simplex. Iterations (means) and times over the time from the cold \
               start (geometric means of ratios) are over the frames that a variant gets right from all three starts. \
               Failures (off, missed, phantom or no answer) are over all frames. The frames of a trace depend on each \
               other: a failure in one frame usually recurs in others."
            .to_owned(),
        legend,
        foot: format!("{family}; {frames} frames per step and scalar."),
        notes,
        shows: format!("iterations, time and failures from cold and warm starts against the step between frames: {family}"),
        points,
        is_timed: true,
        ..panels
    }
}

/// A row of panels, one per variant, with names above the first row and the step below the last.
fn panels(
    canvas: &Canvas,
    line: Rect,
    traces: &Traces,
    (measure, variants): (usize, &[String]),
    scalars: &[(&str, bool)],
    [is_first, is_last]: [bool; 2],
    step: &str,
) {
    let (of, is_ratio) = (MEASURES[measure], measure == 1);
    let steps = || traces.tallies.iter().map(|tally| tally.step);
    let shown = || traces.tallies.iter().filter(|tally| variants.contains(&tally.variant));
    // Iterations and failures may be zero, and marks at zero must be completely visible.
    let most = shown().filter_map(|tally| value(tally, of)).fold(0.0, f64::max).clamp(0.1, 1e12);
    let x = Axis::log10(steps().fold(f64::INFINITY, f64::min) / 1.6, steps().fold(0.0, f64::max) * 1.6, 3);
    let y = Axis::linear(-0.04 * most, most * 1.12, 4);
    let room = (line, variants.len(), [30.0, 8.0, 3.0]);
    for (panel, variant) in row(canvas, room, (&x, is_last), (&y, of.0, 25.0)).iter().zip(variants) {
        if is_first {
            panel.title(&label(variant));
        }
        let lines = scalars.iter().rev().flat_map(|&(scalar, is_whole)| {
            // The ratio of the cold start is always one, so it has no line.
            let starts = STARTS.iter().filter(|(start, ..)| !(is_ratio && *start == "cold"));
            starts.map(move |(start, _, style)| (traces.line(variant, scalar, start, of), *style, is_whole))
        });
        let lines: Vec<StyledLine> = lines.collect();
        let values = || lines.iter().flat_map(|(line, ..)| line);
        if measure == FAILURES && values().next().is_some() && values().all(|(_, failures)| *failures == 0.0) {
            panel.remark("none");
            continue;
        }
        panel.all_series(lines.into_iter(), 1.0, "nothing was measured");
        if is_ratio {
            panel.line(&[(panel.x().low, 1.0), (panel.x().high, 1.0)], stroke((120, 120, 120), 0.5));
        }
    }
    if is_last {
        title_below(canvas, line, step, line.width());
    }
}
