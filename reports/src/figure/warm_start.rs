//! What a start from the last answer is worth on moving pairs, against the step from frame to frame: a sheet for each family.

use gjk_records::TraceTally;

use crate::axis::Axis;
use crate::canvas::{Canvas, Frame, dots};
use crate::figure::{Around, Made, SHEETS, Sheet, columns, failed, label, sheet, sheet_name};
use crate::ink::ink;
use crate::panel::{Entry, Panel};
use crate::style::{Mark, Style};
use crate::{Failure, Survey, Table};

pub(crate) const NAME: &str = "warm-start";

/// The variants that get panels, as far as there are any: two subalgorithms in the common loop, the accelerated one, a boolean.
const SHOWN: [&str; 4] = ["least-squares", "signed-volumes", "nesterov", "linahan-true-region"];

/// A start, what a legend calls it, and how it is drawn.
const STARTS: [(&str, &str, Style); 3] = [
    ("cold", "cold", Style { colour: (60, 60, 60), mark: Mark::Circle, dash: &[] }),
    ("direction", "last direction", Style { colour: (213, 94, 0), mark: Mark::Square, dash: &[] }),
    ("vertices", "last vertices", Style { colour: (0, 114, 178), mark: Mark::Up, dash: &[] }),
];

/// The dashes of single precision.
const SINGLE: &[f64] = &[2.4, 1.6];

/// The scalars, and whether their lines are whole.
const SCALARS: [(&str, bool); 2] = [("f64", true), ("f32", false)];

/// A row of panels: its axis at the left, and its value of a tally.
type Measure = (&'static str, fn(&TraceTally) -> Option<f64>);

const MEASURES: [Measure; 3] = [
    ("iterations per query", |tally| tally.iterations),
    ("time / cold time", |tally| tally.time_ratio),
    ("failures / %", |tally| {
        let failures = tally.wrong as f64 + tally.gave_up as f64;
        (tally.frames > 0).then(|| 100.0 * failures / tally.frames as f64)
    }),
];

/// A value that can be drawn.
fn value(tally: &TraceTally, measure: Measure) -> Option<f64> {
    (measure.1)(tally).filter(|value| value.is_finite())
}

/// The tallies of a family.
struct Traces<'a> {
    family: &'a str,
    tallies: Vec<&'a TraceTally>,
}

impl<'a> Traces<'a> {
    /// By family, in the order in which they come; of frames that move at all.
    fn all(tallies: &'a [TraceTally]) -> Vec<Traces<'a>> {
        let mut all: Vec<Traces<'a>> = Vec::new();
        for tally in tallies.iter().filter(|tally| tally.frames > 0 && tally.step > 0.0 && tally.step.is_finite()) {
            match all.iter_mut().find(|traces| traces.family == tally.family) {
                Some(traces) => traces.tallies.push(tally),
                None => all.push(Traces { family: &tally.family, tallies: vec![tally] }),
            }
        }
        all
    }

    /// The variants that get panels: those of the list first, others where it leaves room.
    fn variants(&self) -> Vec<&'a str> {
        let mut names: Vec<&str> = Vec::new();
        for tally in &self.tallies {
            if !names.contains(&tally.variant.as_str()) {
                names.push(&tally.variant);
            }
        }
        let place = |name: &str| SHOWN.iter().position(|shown| *shown == name).unwrap_or(SHOWN.len());
        names.sort_by_key(|name| place(name));
        names.truncate(SHOWN.len());
        names
    }

    /// A line: steps and values, by ascending step.
    fn line(&self, variant: &str, scalar: &str, start: &str, measure: Measure) -> Vec<(f64, f64)> {
        let mine =
            self.tallies.iter().filter(|tally| tally.variant == variant && tally.scalar == scalar && tally.start == start);
        let mut line: Vec<(f64, f64)> =
            mine.filter_map(|tally| value(tally, measure).map(|value| (tally.step, value))).collect();
        line.sort_by(|one, other| one.0.total_cmp(&other.0));
        line
    }

    /// The greatest value that is drawn.
    fn most(&self, measure: Measure) -> f64 {
        let variants = self.variants();
        let shown = self.tallies.iter().filter(|tally| variants.contains(&tally.variant.as_str()));
        shown.filter_map(|tally| value(tally, measure)).fold(0.0, f64::max)
    }

    fn table(&self) -> Table {
        let mut columns = vec!["family", "scalar", "variant", "start", "step", "frames", "warm", "right", "inaccurate"];
        columns.extend(["contact", "wrong", "gave_up", "shared", "iterations", "supports", "timed", "median_ns", "time_ratio"]);
        let mut table = Table::new(&columns);
        let text = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
        for tally in &self.tallies {
            let names = [&tally.family, &tally.scalar, &tally.variant, &tally.start].map(String::clone);
            let counts = [tally.frames, tally.warm, tally.right, tally.inaccurate, tally.contact, tally.wrong, tally.gave_up];
            let costs = [
                tally.shared.to_string(),
                text(tally.iterations),
                text(tally.supports),
                tally.timed.to_string(),
                text(tally.nanoseconds),
                text(tally.time_ratio),
            ];
            let numbers = std::iter::once(tally.step.to_string()).chain(counts.map(|count| count.to_string())).chain(costs);
            table.push(names.into_iter().chain(numbers));
        }
        table
    }
}

pub(crate) fn draw(survey: &Survey) -> Result<Made, Failure> {
    let all = Traces::all(&survey.study.traces);
    if all.is_empty() {
        return Ok(Made::LeftOut("no moving pair was followed".to_owned()));
    }
    let sheets = (1..).zip(all.iter().take(SHEETS)).map(|(number, traces)| one(survey, traces, number));
    Ok(Made::Drawn(sheets.collect::<Result<_, _>>()?))
}

/// How a start is drawn in a scalar.
fn style(start: usize, is_whole: bool) -> Style {
    let style = STARTS[start].2;
    if is_whole { style } else { Style { dash: SINGLE, ..style } }
}

fn one(survey: &Survey, traces: &Traces, number: usize) -> Result<Sheet, Failure> {
    let fact = survey.study.facts.families.iter().find(|fact| fact.name == traces.family);
    let step = fact.map_or("step between frames", |fact| fact.knob.as_str());
    let has = |scalar: &str| traces.tallies.iter().any(|tally| tally.scalar == scalar);
    let scalars: Vec<(&str, bool)> = SCALARS.into_iter().filter(|(scalar, _)| has(scalar)).collect();
    let legend = scalars.iter().flat_map(|&(scalar, is_whole)| {
        let entry = move |start: usize| Entry {
            text: format!("{}, {scalar}", STARTS[start].1),
            style: style(start, is_whole),
            filled: is_whole,
            line: true,
        };
        (0..STARTS.len()).map(entry)
    });
    let frames = traces.tallies.iter().map(|tally| tally.frames).max().unwrap_or(0);
    let around = Around {
        title: format!("Warm starts on moving pairs: {}", label(traces.family)),
        subtitle: format!(
            "Queries about successive frames of a trace, from the variant's own start (cold), along the axis of its last answer, or \
             from the vertices of its last simplex. Iterations (means) and times (ratios, their geometric means) are over frames \
             that a variant gets right from all three; failures, wrong or gave-up, over all {frames} frames of a step and scalar."
        ),
        legend: legend.collect(),
        notes: Vec::new(),
    };
    let row = dots(98.0) as i32;
    let (head, foot) = (dots(14.0) as i32, dots(14.0) as i32);
    let png = sheet(survey, &around, head + MEASURES.len() as i32 * row + foot, |canvas, body| {
        for (r, &measure) in MEASURES.iter().enumerate() {
            let top = body.top + head + r as i32 * row;
            let line = Frame { top, bottom: top + row - dots(10.0) as i32, ..body };
            panels(canvas, line, traces, measure, &scalars, [r == 0, r + 1 == MEASURES.len()], step);
        }
    })
    .map_err(failed(NAME))?;
    let caption =
        format!("iterations, time and failures from cold and warm starts against the step between frames: {}", traces.family);
    Ok(Sheet { name: sheet_name(NAME, number), png, caption, points: traces.table() })
}

/// A row of panels, one for each variant; names above the first row and the step below the last.
fn panels(
    canvas: &Canvas,
    line: Frame,
    traces: &Traces,
    measure: Measure,
    scalars: &[(&str, bool)],
    [is_first, is_last]: [bool; 2],
    step: &str,
) {
    let steps = || traces.tallies.iter().map(|tally| tally.step);
    let x = Axis::log10(steps().fold(f64::INFINITY, f64::min) / 1.6, steps().fold(0.0, f64::max) * 1.6, 4);
    // Iterations may be none at all, and so may failures: marks at zero are to be seen whole.
    let most = traces.most(measure).clamp(1.0, 1e12);
    let y = Axis::linear(-0.04 * most, most * 1.08, 5);
    let variants = traces.variants();
    let frames = columns(line, variants.len(), dots(30.0) as i32, dots(9.0) as i32, dots(3.0) as i32);
    for (i, (frame, variant)) in frames.into_iter().zip(&variants).enumerate() {
        let panel = Panel::new(canvas, frame, x.clone(), y.clone());
        panel.grid(is_last, i == 0);
        if is_first {
            panel.title(&label(variant));
        }
        if i == 0 {
            panel.y_title(measure.0, 24.0);
        }
        let mut is_empty = true;
        for &(scalar, is_whole) in scalars.iter().rev() {
            for (start, (name, _, _)) in STARTS.iter().enumerate() {
                let points = traces.line(variant, scalar, name, measure);
                is_empty &= points.is_empty();
                panel.series(&points, &style(start, is_whole), 1.0, is_whole);
            }
        }
        if is_empty {
            panel.remark("nothing was measured");
        }
    }
    if is_last {
        let at = ((line.left + line.right) / 2, line.bottom + dots(10.6) as i32);
        canvas.text(at, &ink(6.8).shortened(step, line.width()), ink(6.8).centred().top());
    }
}
