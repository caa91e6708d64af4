//! Shares of the rulings by variant and scalar: whole, and magnified what is not right.

use gjk_records::Ruling;

use crate::figure::bars::{Bar, Bars, Block, share_end};
use crate::figure::{Around, Made, Sheet, failed, label, sheet, weights_text};
use crate::style::RULING_COLOURS;
use crate::table::percent;
use crate::{Failure, Survey, Table};

pub(crate) const NAME: &str = "rulings";

const PARTS: [&str; 5] = ["right", "inaccurate", "contact", "wrong", "gave-up"];

pub(crate) fn draw(survey: &Survey) -> Result<Made, Failure> {
    let mut table = Table::new(&["scalar", "variant", "families", "cases", "ruling", "share"]);
    let mut blocks = Vec::new();
    let mut most = 0.0f64;
    for s in survey.judged_scalars() {
        let mut bars = Vec::new();
        for (v, variant) in survey.variants.iter().enumerate() {
            let families = survey.pooled_families(v, s);
            if families.is_empty() {
                continue;
            }
            let cases: u64 = families.iter().map(|&f| survey.tally(f, v, s).applicable()).sum();
            let share = |ruling: Ruling| survey.pooled(v, s, |tally| tally.of(ruling)).map_or(0.0, |rate| rate.rate);
            let left: Vec<f64> = Ruling::ALL[..5].iter().map(|&ruling| share(ruling)).collect();
            for (name, share) in PARTS.iter().zip(&left) {
                let names = [survey.scalars[s].clone(), variant.name.clone(), families.len().to_string(), cases.to_string()];
                table.push(names.into_iter().chain([(*name).to_owned(), share.to_string()]));
            }
            let right: Vec<f64> = std::iter::once(0.0).chain(left[1..].iter().copied()).collect();
            most = most.max(right.iter().sum());
            let remark = format!("{} % right", percent(left[0]));
            bars.push(Bar { name: label(&variant.name), left, right, remark });
        }
        if !bars.is_empty() {
            blocks.push(Block { scalar: survey.scalars[s].clone(), bars });
        }
    }
    if blocks.is_empty() {
        return Ok(Made::LeftOut("no case was judged".to_owned()));
    }
    let bars = Bars {
        blocks,
        left_title: "all applicable answers",
        right_title: "what is not right, magnified",
        left_high: 1.0,
        right_high: share_end(most),
        colours: &RULING_COLOURS,
        parts: &PARTS,
    };
    let around = Around {
        title: "Rulings by variant".to_owned(),
        subtitle: format!(
            "Share of each ruling among the applicable answers of a variant. {} Wrong and gave-up are failures; inaccurate and \
             contact are not.",
            weights_text(survey)
        ),
        legend: Vec::new(),
        notes: Vec::new(),
    };
    let png = sheet(survey, &around, bars.height(), |canvas, body| bars.draw(canvas, body)).map_err(failed(NAME))?;
    let caption = "shares of the rulings by variant and scalar".to_owned();
    Ok(Made::Drawn(vec![Sheet { name: NAME.to_owned(), png, caption, points: table }]))
}
