//! Failures by whose fault they are.

use gjk_records::{Counts, FAULTS};

use crate::draw::Colour;
use crate::figure::bars::{Bar, Bars, blocks, share_end};
use crate::figure::{ANSWERS, Figure, Sheet, Sheets, left_out, weights_text};
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure = Figure {
    name: "faults",
    description: "failures by whose fault they are: the algorithm's, rounding's, the number range's",
    reads: &[ANSWERS],
    draw,
};

/// Whose fault a failure is, and the colour of its part of a bar, in the order of [`FAULTS`].
const WHOSE: [(&str, Colour); FAULTS.len()] = [
    ("the algorithm's", (20, 60, 110)),
    ("rounding's", (235, 150, 60)),
    ("the number range's", (190, 215, 165)),
    ("unknown", (200, 200, 200)),
];

fn draw<'s>(survey: &'s Survey<'s>) -> Sheets<'s> {
    let mut points = Table::new(["scalar", "variant", "fault", "failures", "failure_rate", "share_of_failures"]);
    let mut most = 0.0f64;
    let mut unknown = false;
    let blocks = blocks(survey, |v, s| {
        let failure = survey.pooled(v, s, Counts::failures)?;
        let rate = |i: usize| survey.pooled(v, s, |counts| counts.faults[i]).map_or(0.0, |rate| rate.rate);
        let rates: Vec<f64> = (0..FAULTS.len()).map(rate).collect();
        let shares: Vec<f64> = rates.iter().map(|rate| if failure.rate > 0.0 { rate / failure.rate } else { 0.0 }).collect();
        let count = |of: &dyn Fn(&Counts) -> u64| survey.sum(&survey.pooled_families(v, s), v, s, of);
        for (i, fault) in FAULTS.into_iter().enumerate() {
            let (scalar, variant) = (&survey.scalars[s], &survey.variants[v].name);
            points.push(&[scalar, variant, &fault, &count(&|counts| counts.faults[i]), &rates[i], &shares[i]]);
        }
        unknown |= rates[3] > 0.0;
        most = most.max(failure.rate);
        let remark = match count(&Counts::failures) {
            0 => "none".to_owned(),
            1 => "1 failure".to_owned(),
            n => format!("{n} failures"),
        };
        Some(Bar { shares: [rates, shares], remark })
    });
    if most == 0.0 {
        return left_out("there is no failure");
    }
    let bars = Bars {
        blocks,
        panels: [("failure rate", share_end(most)), ("share of the failures", 1.0)],
        parts: WHOSE[..if unknown { 4 } else { 3 }].to_vec(),
    };
    Ok(vec![Sheet {
        title: "Whose fault is a failure?".to_owned(),
        subtitle: format!(
            "The algorithm's: it fails on the case in exact arithmetic too. The number range's: it is right once the case is scaled \
             by a power of two to size one. Rounding's: the rest. {}",
            weights_text(survey)
        ),
        caption: "failures by fault, variant and scalar".to_owned(),
        points,
        ..bars.sheet()
    }])
}
