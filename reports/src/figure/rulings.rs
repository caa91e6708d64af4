//! Shares of the rulings by variant and scalar: whole, and magnified what is not right.

use gjk_records::Ruling;

use crate::figure::bars::{Bar, Bars, blocks, share_end};
use crate::figure::{Figure, RECORDS, Sheet, Sheets, left_out, weights_text};
use crate::table::percent;
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure = Figure {
    name: "rulings",
    description: "shares of right, inaccurate, contact, wrong and gave-up by variant",
    reads: &[RECORDS],
    draw,
};

fn draw<'s>(survey: &'s Survey<'s>) -> Sheets<'s> {
    let mut points = Table::new(&["scalar", "variant", "families", "cases", "ruling", "share"]);
    let mut most = 0.0f64;
    let blocks = blocks(survey, |v, s| {
        let families = survey.pooled_families(v, s);
        if families.is_empty() {
            return None;
        }
        let cases: u64 = families.iter().map(|&f| survey.counts(f, v, s).applicable()).sum();
        let share = |ruling: Ruling| survey.pooled(v, s, |counts| counts.rulings[ruling]).map_or(0.0, |rate| rate.rate);
        for ruling in Ruling::APPLICABLE {
            let (scalar, variant) = (&survey.scalars[s], &survey.variants[v].name);
            points.push(&[scalar, variant, &families.len(), &cases, &ruling.name(), &share(ruling)]);
        }
        let magnified = |ruling: Ruling| if ruling == Ruling::Right { 0.0 } else { share(ruling) };
        let shares = [Ruling::APPLICABLE.map(share).to_vec(), Ruling::APPLICABLE.map(magnified).to_vec()];
        most = most.max(shares[1].iter().sum());
        Some(Bar { shares, remark: format!("{} % right", percent(share(Ruling::Right))) })
    });
    if blocks.is_empty() {
        return left_out("no case was judged");
    }
    let bars = Bars {
        blocks,
        panels: [("all applicable answers", 1.0), ("what is not right, magnified", share_end(most))],
        parts: Ruling::APPLICABLE.map(|ruling| (ruling.name(), ruling.colour())).to_vec(),
    };
    Ok(vec![Sheet {
        title: "Rulings by variant".to_owned(),
        subtitle: format!(
            "Share of each ruling among the applicable answers of a variant. {} Wrong and gave-up are failures; inaccurate and \
             contact are not.",
            weights_text(survey)
        ),
        caption: "shares of the rulings by variant and scalar".to_owned(),
        points,
        ..bars.sheet()
    }])
}
