//! Failure rate against the achieved knob: a pair of panels for each family, f32 beside f64.

use gjk_records::Ruling;

use crate::axis::{Axis, number};
use crate::canvas::{Canvas, Frame, Stroke, dots, stroke};
use crate::figure::{Around, MARGIN, Made, SHEETS, Sheet, entries, failed, groups, label, sheet, sheet_name, variant_styles};
use crate::ink::ink;
use crate::panel::{LABEL, Panel};
use crate::summary::{Rate, quantile, wilson};
use crate::{Failure, Survey, Table};

pub(crate) const NAME: &str = "failure-knob";

/// Families on a sheet, two beside each other.
const FAMILIES: usize = 12;

/// Bins of a knob, at most; and cases of a bin, at least about.
const BINS: usize = 10;
const CASES: usize = 15;

/// The answers of a family, in bins of its knob.
struct Knobs {
    family: usize,
    /// Lower and upper end of what the axis spans: positive knobs if it is logarithmic.
    ends: (f64, f64),
    /// Whether zero occurs on a logarithmic axis, and so gets a place and a bin of its own.
    zero: bool,
    /// For each scalar and variant: knob, rate, failures and cases of each bin.
    lines: Vec<((usize, usize), Vec<Bin>)>,
    /// Answers whose knob is missing or has no place on the axis.
    beyond: usize,
}

struct Bin {
    /// The median of the knobs in it.
    knob: f64,
    rate: Rate,
    failures: u64,
    cases: u64,
}

impl Knobs {
    fn variants(&self) -> Vec<usize> {
        let failing = self.lines.iter().filter(|(_, bins)| bins.iter().any(|bin| bin.failures > 0));
        let mut variants: Vec<usize> = failing.map(|((_, v), _)| *v).collect();
        variants.sort_unstable();
        variants.dedup();
        variants
    }
}

/// The edges between bins are at equal distances on the axis; where few different knobs occur, each is a bin.
fn bin_of(knob: f64, distinct: &[f64], ends: (f64, f64), logarithmic: bool, bins: usize) -> usize {
    if distinct.len() <= BINS + 1 {
        return distinct.partition_point(|other| *other < knob);
    }
    if logarithmic && knob <= 0.0 {
        return 0;
    }
    let part = if logarithmic { (knob / ends.0).ln() / (ends.1 / ends.0).ln() } else { (knob - ends.0) / (ends.1 - ends.0) };
    1 + ((part * bins as f64) as usize).min(bins - 1)
}

fn knobs(survey: &Survey, family: usize, rows: &[&crate::survey::Row], scalars: &[usize]) -> Option<Knobs> {
    let logarithmic = survey.families[family].logarithmic;
    let place = |knob: Option<f64>| knob.filter(|k| k.is_finite() && (!logarithmic || *k >= 0.0));
    let counted = || rows.iter().filter(|row| row.record.ruling != Ruling::NotApplicable && scalars.contains(&row.scalar));
    let beyond = counted().filter(|row| place(row.record.knob).is_none()).count();
    let distinct = |wanted: &dyn Fn(usize) -> bool| {
        let mine = counted().filter(|row| wanted(row.scalar));
        let mut knobs: Vec<f64> = mine.filter_map(|row| place(row.record.knob)).collect();
        knobs.sort_unstable_by(f64::total_cmp);
        knobs.dedup();
        knobs
    };
    let ends_of = |distinct: &[f64]| {
        let mut on_axis = distinct.iter().copied().filter(|knob| !logarithmic || *knob > 0.0);
        let low = on_axis.next().unwrap_or(1.0);
        (low, on_axis.next_back().unwrap_or(low))
    };
    let all = distinct(&|_| true);
    let least = *all.first()?;
    let zero = logarithmic && least == 0.0;

    let mut lines = Vec::new();
    for &s in scalars {
        // A scalar has bins of its own: what is degenerate for f32 is not yet so for f64.
        let distinct = distinct(&|scalar| scalar == s);
        let ends = ends_of(&distinct);
        for v in 0..survey.variants.len() {
            let answers: Vec<(f64, bool)> = counted()
                .filter(|row| row.scalar == s && row.variant == v)
                .filter_map(|row| place(row.record.knob).map(|knob| (knob, row.record.ruling.is_failure())))
                .collect();
            let bins = (answers.len() / CASES).clamp(3, BINS);
            let mut parts: Vec<(Vec<f64>, u64)> = vec![Default::default(); BINS + 2];
            for (knob, failure) in answers {
                let part = &mut parts[bin_of(knob, &distinct, ends, logarithmic, bins)];
                part.0.push(knob);
                part.1 += u64::from(failure);
            }
            let mut line = Vec::new();
            for (mut knobs, failures) in parts {
                knobs.sort_unstable_by(f64::total_cmp);
                let cases = knobs.len() as u64;
                if let (Some(knob), Some(rate)) = (quantile(&knobs, 0.5), wilson(failures, cases)) {
                    line.push(Bin { knob, rate, failures, cases });
                }
            }
            lines.push(((s, v), line));
        }
    }
    Some(Knobs { family, ends: ends_of(&all), zero, lines, beyond })
}

pub(crate) fn draw(survey: &Survey) -> Result<Made, Failure> {
    let float = |s: &usize| survey.scalars[*s] != "exact";
    let scalars: Vec<usize> = survey.judged_scalars().into_iter().filter(float).collect();
    let mut by_family: Vec<Vec<&crate::survey::Row>> = vec![Vec::new(); survey.families.len()];
    for row in survey.rows.iter().filter(|row| survey.families[row.family].pooled) {
        by_family[row.family].push(row);
    }
    let all: Vec<Knobs> = by_family.iter().enumerate().filter_map(|(f, rows)| knobs(survey, f, rows, &scalars)).collect();
    if all.is_empty() {
        return Ok(Made::LeftOut("no family with a knob was judged in floating point".to_owned()));
    }
    let (failing, right): (Vec<&Knobs>, Vec<&Knobs>) = all.iter().partition(|knobs| !knobs.variants().is_empty());
    if failing.is_empty() {
        return Ok(Made::LeftOut("no answer in floating point is a failure".to_owned()));
    }
    let names = |list: &[&Knobs]| list.iter().map(|k| survey.families[k.family].name.as_str()).collect::<Vec<_>>().join(", ");
    let mut notes = Vec::new();
    let clean: Vec<&Knobs> = right.into_iter().filter(|knobs| knobs.beyond == 0).collect();
    if !clean.is_empty() {
        notes.push(format!("Without a failure of any variant: {}.", names(&clean)));
    }
    let judged = |rows: &[&crate::survey::Row]| rows.iter().any(|row| scalars.contains(&row.scalar));
    let absent = |f: &usize| all.iter().all(|knobs| knobs.family != *f) && judged(&by_family[*f]);
    for f in (0..by_family.len()).filter(absent) {
        notes.push(format!("{}: no answer has a knob with a place on the axis; not drawn.", survey.families[f].name));
    }
    for knobs in all.iter().filter(|knobs| knobs.beyond > 0) {
        let name = &survey.families[knobs.family].name;
        notes.push(format!("{name}: {} answers without a knob that has a place on the axis are not drawn.", knobs.beyond));
    }

    let mut sheets = Vec::new();
    for group in groups(survey, |v| failing.iter().any(|knobs| knobs.variants().contains(&v))) {
        let mine: Vec<&Knobs> =
            failing.iter().copied().filter(|knobs| knobs.variants().iter().any(|v| group.contains(v))).collect();
        for part in mine.chunks(FAMILIES) {
            if sheets.len() < SHEETS {
                sheets.push((group.clone(), part.to_vec()));
            }
        }
    }
    let count = sheets.len();
    let mut made = Vec::new();
    for (i, (group, part)) in sheets.into_iter().enumerate() {
        let title = match count {
            1 => "Failure rate against the knob of each family".to_owned(),
            _ => format!("Failure rate against the knob of each family ({} of {count})", i + 1),
        };
        let around = Around {
            title,
            subtitle: "Wrong and gave-up answers among the applicable cases in a bin of the achieved knob, with Wilson intervals \
                       of 95 %; a mark stands at the median knob of its bin. The rate is logarithmic, 0 lies below the break and has no \
                       marks. A variant that is not drawn in a pair of panels has no failure there, or does not apply."
                .to_owned(),
            legend: entries(survey, &group, true),
            notes: notes.clone(),
        };
        let rows = part.len().div_ceil(2) as i32;
        let one = dots(104.0) as i32;
        let png = sheet(survey, &around, rows * one, |canvas, body| {
            for (place, knobs) in part.iter().enumerate() {
                let half = (body.width() - MARGIN) / 2;
                let left = body.left + (place as i32 % 2) * (half + MARGIN);
                let top = body.top + (place as i32 / 2) * one;
                draw_family(survey, canvas, Frame::new(left, top, left + half, top + one), knobs, &group, &scalars);
            }
        })
        .map_err(failed(NAME))?;
        let points = table(survey, &part, &group);
        let caption = format!("failure rate against the knob: {}", names(&part));
        made.push(Sheet { name: sheet_name(NAME, i + 1), png, caption, points });
    }
    Ok(Made::Drawn(made))
}

fn table(survey: &Survey, part: &[&Knobs], group: &[usize]) -> Table {
    let mut table = Table::new(&["family", "scalar", "variant", "knob", "cases", "failures", "failure_rate", "low", "high"]);
    for knobs in part {
        for ((s, v), bins) in knobs.lines.iter().filter(|((_, v), _)| group.contains(v)) {
            for bin in bins {
                let names = [&survey.families[knobs.family].name, &survey.scalars[*s], &survey.variants[*v].name];
                let counts = [bin.knob.to_string(), bin.cases.to_string(), bin.failures.to_string()];
                let rates = [bin.rate.rate, bin.rate.low, bin.rate.high].map(|x| x.to_string());
                table.push(names.map(String::clone).into_iter().chain(counts).chain(rates));
            }
        }
    }
    table
}

/// The panels of one family: a title over all, one panel for each scalar.
fn draw_family(survey: &Survey, canvas: &Canvas, area: Frame, knobs: &Knobs, group: &[usize], scalars: &[usize]) {
    let styles = variant_styles(survey);
    let family = &survey.families[knobs.family];
    let failing: Vec<usize> = knobs.variants().into_iter().filter(|v| group.contains(v)).collect();
    canvas.text((area.left, area.top + dots(6.0) as i32), &label(&family.name), ink(7.4).bold());
    let x = if family.logarithmic {
        let axis = Axis::log10(knobs.ends.0 / 1.3, knobs.ends.1 * 1.3, 4);
        if knobs.zero { axis.with_zero() } else { axis }
    } else {
        let margin = (knobs.ends.1 - knobs.ends.0).max(1e-9) * 0.04;
        Axis::linear(knobs.ends.0 - margin, knobs.ends.1 + margin, 4)
    };
    let shown = || knobs.lines.iter().filter(|((_, v), _)| failing.contains(v)).flat_map(|(_, bins)| bins);
    let least = shown().map(|b| b.rate.rate).filter(|rate| *rate > 0.0).fold(0.05, f64::min);
    let most = shown().map(|b| b.rate.high).fold(0.1, f64::max);
    let y = Axis::log10(least / 1.6, most.min(1.0), 4)
        .with_zero()
        .labelled(|rate| format!("{} %", number((rate * 1e8).round() / 1e6)));
    let (room, gap) = (dots(33.0) as i32, dots(15.0) as i32);
    let count = scalars.len().max(1) as i32;
    let wide = (area.width() - room - gap * (count - 1) - dots(4.0) as i32) / count;
    for (i, &s) in scalars.iter().enumerate() {
        let left = area.left + room + i as i32 * (wide + gap);
        let frame = Frame::new(left, area.top + dots(22.0) as i32, left + wide, area.bottom - dots(28.0) as i32);
        let panel = Panel::new(canvas, frame, x.clone(), y.clone());
        panel.grid(true, i == 0);
        let at = ((frame.left + frame.right) / 2, frame.top - dots(5.0) as i32);
        canvas.text(at, &survey.scalars[s], ink(6.6).bold().centred());
        if i == 0 {
            panel.y_title("failure rate", 30.0);
        }
        let mine = |v: usize| knobs.lines.iter().find(|(key, _)| *key == (s, v)).map(|(_, bins)| bins);
        for (place, &v) in failing.iter().enumerate() {
            let aside = (place as i32 * 2 - failing.len() as i32 + 1) * 3;
            for bin in mine(v).into_iter().flatten().filter(|bin| bin.failures > 0) {
                let with = Stroke { opacity: 0.45, ..stroke(styles[v].colour, 0.6) };
                panel.whisker(bin.knob, bin.rate.low, bin.rate.high, aside, with);
            }
        }
        for &v in &failing {
            let path: Vec<(f64, f64)> = mine(v).into_iter().flatten().map(|bin| (bin.knob, bin.rate.rate)).collect();
            panel.line(&path, Stroke { dash: styles[v].dash, ..stroke(styles[v].colour, 0.9) });
            // At zero all would lie upon each other.
            for place in path.into_iter().filter(|point| point.1 > 0.0).filter_map(|point| panel.at(point)) {
                canvas.mark(place, styles[v].mark, 1.7, styles[v].colour, survey.variants[v].distance);
            }
        }
    }
    let middle = (area.left + room + area.right) / 2;
    let text = ink(LABEL).centred().top();
    let title = text.shortened(&family.knob, area.width() - room);
    canvas.text((middle, area.bottom - dots(17.5) as i32), &title, text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_are_even_on_the_axis() {
        let many: Vec<f64> = (0..40).map(|i| 10f64.powi(i - 20)).collect();
        let ends = (1e-20, 1e19);
        assert_eq!(bin_of(0.0, &many, ends, true, 5), 0);
        assert_eq!(bin_of(1e-20, &many, ends, true, 5), 1);
        assert_eq!(bin_of(0.9, &many, ends, true, 5), 3);
        assert_eq!(bin_of(1e19, &many, ends, true, 5), 5);
        assert_eq!(bin_of(3.0, &[1.0, 3.0, 8.0], (1.0, 8.0), false, 5), 1);
    }
}
