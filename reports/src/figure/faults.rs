//! Failures by whose fault they are.

use crate::figure::bars::{Bar, Bars, Block, share_end};
use crate::figure::{Around, Made, Sheet, failed, label, sheet, weights_text};
use crate::style::FAULT_COLOURS;
use crate::survey::{FAULTS, Tally};
use crate::{Failure, Survey, Table};

pub(crate) const NAME: &str = "faults";

pub(crate) fn draw(survey: &Survey) -> Result<Made, Failure> {
    let mut table = Table::new(&["scalar", "variant", "fault", "failures", "failure_rate", "share_of_failures"]);
    let mut blocks = Vec::new();
    let mut most = 0.0f64;
    let mut unknown = false;
    for s in survey.judged_scalars() {
        let mut bars = Vec::new();
        for (v, variant) in survey.variants.iter().enumerate() {
            let Some(failure) = survey.pooled(v, s, Tally::failures) else { continue };
            let left: Vec<f64> =
                (0..FAULTS.len()).map(|i| survey.pooled(v, s, |tally| tally.faults[i]).map_or(0.0, |r| r.rate)).collect();
            let right: Vec<f64> = left.iter().map(|rate| if failure.rate > 0.0 { rate / failure.rate } else { 0.0 }).collect();
            let count = |of: &dyn Fn(&Tally) -> u64| -> u64 {
                survey.pooled_families(v, s).iter().map(|&f| of(survey.tally(f, v, s))).sum()
            };
            for (i, name) in FAULTS.iter().enumerate() {
                let names = [survey.scalars[s].clone(), variant.name.clone(), (*name).to_owned()];
                let numbers = [count(&|tally| tally.faults[i]).to_string(), left[i].to_string(), right[i].to_string()];
                table.push(names.into_iter().chain(numbers));
            }
            unknown |= left[3] > 0.0;
            most = most.max(failure.rate);
            let remark = match count(&Tally::failures) {
                0 => "none".to_owned(),
                1 => "1 failure".to_owned(),
                n => format!("{n} failures"),
            };
            bars.push(Bar { name: label(&variant.name), left, right, remark });
        }
        if !bars.is_empty() {
            blocks.push(Block { scalar: survey.scalars[s].clone(), bars });
        }
    }
    if most == 0.0 {
        return Ok(Made::LeftOut("there is no failure".to_owned()));
    }
    let parts = ["the algorithm's", "rounding's", "the number range's", "unknown"];
    let count = if unknown { 4 } else { 3 };
    let bars = Bars {
        blocks,
        left_title: "failure rate",
        right_title: "share of the failures",
        left_high: share_end(most),
        right_high: 1.0,
        colours: &FAULT_COLOURS[..count],
        parts: &parts[..count],
    };
    let around = Around {
        title: "Whose fault is a failure?".to_owned(),
        subtitle: format!(
            "The algorithm's: it fails on the case in exact arithmetic too. The number range's: it is right once the case is scaled \
             by a power of two to size one. Rounding's: the rest. {}",
            weights_text(survey)
        ),
        legend: Vec::new(),
        notes: Vec::new(),
    };
    let png = sheet(survey, &around, bars.height(), |canvas, body| bars.draw(canvas, body)).map_err(failed(NAME))?;
    let caption = "failures by fault, variant and scalar".to_owned();
    Ok(Made::Drawn(vec![Sheet { name: NAME.to_owned(), png, caption, points: table }]))
}
