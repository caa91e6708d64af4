//! Failures by whose fault they are: how often each fault makes a variant fail.

use gjk_records::{Counts, FAULTS};

use crate::draw::{Axis, LegendEntry, Mark, Panel, Rect, Style, TEXT, columns as frames, dots, ink, stroke};
use crate::figure::columns::columns;
use crate::figure::heatmap::cases_text;
use crate::figure::{ANSWERS, Figure, Room, Sheet, Sheets, Width, left_out, weights_text};
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure = Figure {
    name: "faults",
    description: "failures by whose fault they are: the algorithm's, rounding's, the number range's",
    reads: &[ANSWERS],
    width: Width::Page,
    draw,
};

/// Whose fault a failure is, and its mark, in the order of [`FAULTS`].
const WHOSE: [(&str, Style); FAULTS.len()] = [
    ("the algorithm's", Style { colour: (20, 60, 110), mark: Mark::Square, dash: &[] }),
    ("rounding's", Style { colour: (213, 94, 0), mark: Mark::Circle, dash: &[] }),
    ("the number range's", Style { colour: (0, 140, 95), mark: Mark::Up, dash: &[] }),
    ("unknown", Style { colour: (120, 120, 120), mark: Mark::Cross, dash: &[] }),
];

const ROW: f64 = 9.6;

/// A variant and the rates of its faults in each scalar; none where it was not judged there.
struct Row {
    name: String,
    rates: Vec<Option<[f64; FAULTS.len()]>>,
}

fn draw<'s>(survey: &'s Survey<'s>, room: Room) -> Sheets<'s> {
    // In exact arithmetic a failure is the algorithm's by definition.
    let scalars = survey.float_scalars();
    let rates = |v: usize, s: usize| -> Option<[f64; FAULTS.len()]> {
        survey.pooled(v, s, Counts::failures)?;
        Some(std::array::from_fn(|fault| survey.pooled_fault(v, s, fault).unwrap_or(0.0)))
    };
    let mut points = Table::new(["scalar", "variant", "fault", "failures", "failure_rate", "failures_asked"]);
    let mut asked = [0, 0];
    for &s in &scalars {
        for v in 0..survey.variants.len() {
            let families = survey.pooled_families(v, s);
            let of = [Counts::failures_asked, Counts::failures].map(|of| survey.sum(&families, v, s, of));
            asked.iter_mut().zip(of).for_each(|(sum, of)| *sum += of);
            for (i, rate) in rates(v, s).into_iter().flatten().enumerate() {
                let (scalar, variant) = (&survey.scalars[s], &survey.variants[v].name);
                points.push(&[
                    scalar,
                    variant,
                    &FAULTS[i],
                    &survey.sum(&families, v, s, |counts| counts.faults[i]),
                    &rate,
                    &of[0],
                ]);
            }
        }
    }
    let of = |v: usize| scalars.iter().map(|&s| rates(v, s)).collect::<Vec<_>>();
    let fails = |v: usize| of(v).iter().flatten().flatten().any(|rate| *rate > 0.0);
    let key = |v: usize| fails(v).then(|| (scalars.iter().map(|&s| survey.pooled_families(v, s)).collect::<Vec<_>>(), of(v)));
    let rows: Vec<Row> = columns(survey, key).into_iter().map(|c| Row { name: c.name, rates: of(c.variant) }).collect();
    if rows.is_empty() {
        return left_out("there is no failure in floating point");
    }
    let never: Vec<&str> = (0..survey.variants.len())
        .filter(|&v| of(v).iter().any(Option::is_some) && !fails(v))
        .map(|v| &survey.variants[v].name[..])
        .collect();
    let all = || rows.iter().flat_map(|row| row.rates.iter().flatten().flatten()).copied().filter(|rate| *rate > 0.0);
    let (least, most) = all().fold((1.0_f64, 0.0_f64), |(least, most), rate| (least.min(rate), most.max(rate)));
    let x = Axis::log10(least / 1.6, (most * 1.6).min(1.3), if room.is_narrow() { 3 } else { 5 }).in_percent();
    let is_known = |i: usize| i < 3 || rows.iter().any(|row| row.rates.iter().flatten().any(|rates| rates[3] > 0.0));
    let legend = (0..FAULTS.len()).filter(|&i| is_known(i));
    let legend = legend.map(|i| LegendEntry { text: WHOSE[i].0.to_owned(), style: WHOSE[i].1, filled: true }).collect();
    let scalar_names: Vec<String> = scalars.iter().map(|&s| survey.scalars[s].clone()).collect();
    let families = survey.families_in_rates();
    let counted: Vec<String> =
        scalars.iter().map(|&s| format!("{}: {}", survey.scalars[s], cases_text(survey, s, &families))).collect();
    let height = dots(12.0) + rows.len() as i32 * dots(ROW) + dots(24.0);
    let panels = Sheet::new(height, move |canvas, body| {
        let names = rows.iter().map(|row| ink(TEXT).width(&row.name)).max().unwrap_or(0) + dots(4.0);
        let top = body.top + dots(12.0);
        let line = Rect { top, bottom: top + rows.len() as i32 * dots(ROW), ..body };
        for (place, frame) in frames(line, scalar_names.len(), [names, dots(8.0), dots(4.0)]).into_iter().enumerate() {
            let panel = Panel::new(canvas, frame, x.clone(), Axis::places(rows.len()));
            panel.grid(true, false);
            panel.title(&scalar_names[place]);
            panel.x_title("failing cases");
            for (row, of) in rows.iter().enumerate() {
                let y = rows.len() as f64 - row as f64 - 0.5;
                if place == 0 {
                    let middle = frame.top + (2 * row as i32 + 1) * dots(ROW) / 2;
                    canvas.text((frame.left - dots(3.0), middle), &of.name, ink(TEXT).right());
                }
                let marks: Vec<(f64, usize)> = of.rates[place]
                    .iter()
                    .flat_map(|rates| rates.iter().copied().zip(0..))
                    .filter(|(rate, _)| *rate > 0.0)
                    .collect();
                let ends =
                    marks.iter().fold((f64::INFINITY, 0.0_f64), |(low, high), (rate, _)| (low.min(*rate), high.max(*rate)));
                panel.line(&[(ends.0, y), (ends.1, y)], stroke((190, 190, 190), 0.6));
                for (rate, fault) in marks {
                    panel.marks(&[(rate, y)], &WHOSE[fault].1, true);
                }
            }
        }
    });
    let asked = match asked {
        [asked, all] if asked < all => {
            format!(
                " Asked were {asked} of {all} failures, of each variant on each family the first of each stretch of cases; they stand for the others."
            )
        }
        _ => String::new(),
    };
    let never = match never.len() {
        0 => String::new(),
        1 => format!(" {} never failed.", never[0]),
        _ => format!(" {} never failed.", never.join(", ")),
    };
    Ok(vec![Sheet {
        title: "Whose fault is a failure?".to_owned(),
        text: format!(
            "Failures in % of the applicable cases, apart by whose fault they are. The algorithm's: it fails on the case in exact arithmetic \
             too. The number range's: it is right once the case is scaled by a power of two to size one. Rounding's: the rest. A fault \
             without a mark is that of no failure that was asked. {}{never}",
            weights_text(survey) + &asked
        ),
        legend,
        foot: format!("{}; families with equal weights.", counted.join("; ")),
        shows: "failures by fault, variant and scalar".to_owned(),
        points,
        ..panels
    }])
}
