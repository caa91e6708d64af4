//! Failures by cause: the rate at which each cause makes a variant fail.

use gjk_records::{Counts, FAULTS};

use crate::draw::{Axis, LegendEntry, Mark, Style};
use crate::figure::columns::columns;
use crate::figure::dots::{self, Dots};
use crate::figure::heatmap::cases_text;
use crate::figure::{ANSWERS, Figure, Room, Sheet, Sheets, Width, left_out, weights_text};
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure = Figure {
    name: "faults",
    description: "failures by cause: the algorithm, rounding or the number range",
    reads: &[ANSWERS],
    width: Width::Page,
    draw,
};

/// The causes of failures with their marks, in the order of [`FAULTS`].
const WHOSE: [dots::Kind; FAULTS.len()] = [
    ("algorithm", Style { colour: (20, 60, 110), mark: Mark::Square, dash: &[] }),
    ("rounding", Style { colour: (213, 94, 0), mark: Mark::Circle, dash: &[] }),
    ("number range", Style { colour: (0, 140, 95), mark: Mark::Up, dash: &[] }),
    ("unknown", Style { colour: (120, 120, 120), mark: Mark::Cross, dash: &[] }),
];

/// Rates of failures, one per cause.
type Rates = [f64; FAULTS.len()];

/// Rates of a variant in a scalar; `None` if it was not judged there.
fn rates(survey: &Survey, v: usize, s: usize) -> Option<Rates> {
    survey.pooled(v, s, Counts::failures)?;
    Some(std::array::from_fn(|fault| survey.pooled_fault(v, s, fault).unwrap_or(0.0)))
}

/// Failures of a variant over the families of its rates: the number whose cause was looked for, and the number of all failures.
fn failures(survey: &Survey, v: usize, s: usize) -> [u64; 2] {
    let families = survey.pooled_families(v, s);
    [Counts::failures_asked, Counts::failures].map(|of| survey.sum(&families, v, s, of))
}

/// A variant and its rates in each scalar; several variants if their rates are the same.
struct FaultRates {
    name: String,
    rates: Vec<Option<Rates>>,
}

/// Causes of the failures of all variants in some scalars.
struct Faults<'s> {
    survey: &'s Survey<'s>,
    scalars: Vec<usize>,
}

impl Faults<'_> {
    fn rates(&self, v: usize) -> Vec<Option<Rates>> {
        self.scalars.iter().map(|&s| rates(self.survey, v, s)).collect()
    }

    fn fails(&self, v: usize) -> bool {
        self.rates(v).iter().flatten().flatten().any(|rate| *rate > 0.0)
    }

    /// Rows of the variants that fail; variants with the same families and rates share a row.
    fn rows(&self) -> Vec<FaultRates> {
        let families = |v: usize| self.scalars.iter().map(|&s| self.survey.pooled_families(v, s)).collect::<Vec<_>>();
        let key = |v: usize| self.fails(v).then(|| (families(v), self.rates(v)));
        columns(self.survey, key).into_iter().map(|c| FaultRates { name: c.name, rates: self.rates(c.variant) }).collect()
    }

    fn points(&self) -> Table {
        let survey = self.survey;
        let mut points = Table::new(["scalar", "variant", "fault", "failures", "failure_rate", "failures_asked"]);
        for &s in &self.scalars {
            for v in 0..survey.variants.len() {
                let families = survey.pooled_families(v, s);
                let [asked, _] = failures(survey, v, s);
                for (i, rate) in rates(survey, v, s).into_iter().flatten().enumerate() {
                    let (scalar, variant) = (&survey.scalars[s], &survey.variants[v].name);
                    let failures = survey.sum(&families, v, s, |counts| counts.faults[i]);
                    points.push(&[scalar, variant, &FAULTS[i], &failures, &rate, &asked]);
                }
            }
        }
        points
    }

    /// A sentence on the number of failures whose cause was looked for, unless it is all of them.
    fn asked_text(&self) -> String {
        let all = self.scalars.iter().flat_map(|&s| (0..self.survey.variants.len()).map(move |v| (v, s)));
        let all = all.map(|(v, s)| failures(self.survey, v, s));
        let [asked, failures] = all.fold([0, 0], |sum, of| [sum[0] + of[0], sum[1] + of[1]]);
        match asked < failures {
            true => format!(
                " The cause was looked for in {asked} of {failures} failures: for each variant and family the first of each \
                 stretch of cases, which represent the others."
            ),
            false => String::new(),
        }
    }

    /// A sentence with the names of the variants that were judged and have no row.
    fn never_text(&self) -> String {
        let never: Vec<&str> = (0..self.survey.variants.len())
            .filter(|&v| self.rates(v).iter().any(Option::is_some) && !self.fails(v))
            .map(|v| &self.survey.variants[v].name[..])
            .collect();
        if never.is_empty() { String::new() } else { format!(" {} never failed.", never.join(", ")) }
    }

    /// Plot of one panel per scalar, all with the same axis.
    fn plot(&self, rows: &[FaultRates]) -> Dots {
        let all = || rows.iter().flat_map(|row| row.rates.iter().flatten().flatten()).copied().filter(|rate| *rate > 0.0);
        let (least, most) = all().fold((1.0_f64, 0.0_f64), |(least, most), rate| (least.min(rate), most.max(rate)));
        let axis = Axis::log10(least / 1.6, (most * 1.6).min(1.3), 5).in_percent();
        let marks = |rates: &Option<Rates>| {
            let rates = rates.iter().flat_map(|rates| rates.iter().copied().zip(0..));
            rates.filter(|(rate, _)| *rate > 0.0).collect()
        };
        let column = |(place, &s): (usize, &usize)| dots::Column {
            title: Some(self.survey.scalars[s].clone()),
            axis: axis.clone(),
            axis_title: "failing cases",
            marks: rows.iter().map(|row| marks(&row.rates[place])).collect(),
        };
        Dots {
            names: rows.iter().map(|row| row.name.clone()).collect(),
            kinds: &WHOSE,
            columns: self.scalars.iter().enumerate().map(column).collect(),
        }
    }

    fn foot(&self) -> String {
        let families = self.survey.families_in_rates();
        let of = |&s: &usize| format!("{}: {}", self.survey.scalars[s], cases_text(self.survey, s, &families));
        format!("{}; families with equal weights.", self.scalars.iter().map(of).collect::<Vec<_>>().join("; "))
    }
}

/// Legend of the marks; unknown causes have an entry only if there are any.
fn legend(rows: &[FaultRates]) -> Vec<LegendEntry> {
    let is_known = |i: usize| i < 3 || rows.iter().any(|row| row.rates.iter().flatten().any(|rates| rates[3] > 0.0));
    (0..FAULTS.len()).filter(|&i| is_known(i)).map(|i| dots::entry(&WHOSE[i])).collect()
}

fn draw<'s>(survey: &'s Survey<'s>, room: Room) -> Sheets<'s> {
    // In exact arithmetic the cause of a failure is the algorithm by definition.
    let faults = Faults { survey, scalars: survey.float_scalars() };
    let rows = faults.rows();
    if rows.is_empty() {
        return left_out("there is no failure in floating point");
    }
    Ok(vec![Sheet {
        title: "What causes a failure?".to_owned(),
        text: format!(
            "Failures in % of the applicable cases, by cause. Algorithm: the variant also fails on the case in exact \
             arithmetic. Number range: it is right once the case is scaled by a power of two to size one. Rounding: the \
             rest. A cause without a mark was found for no failure. {}{}{}",
            weights_text(survey),
            faults.asked_text(),
            faults.never_text()
        ),
        legend: legend(&rows),
        foot: faults.foot(),
        shows: "failures by cause, variant and scalar".to_owned(),
        points: faults.points(),
        ..faults.plot(&rows).sheet(room)
    }])
}
