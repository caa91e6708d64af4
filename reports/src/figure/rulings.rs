//! Shares of the rulings by variant and scalar: whole, and magnified what is not right.

use gjk_records::{Column, Counts};

use crate::figure::bars::{Bar, Bars, blocks, share_end};
use crate::figure::{ANSWERS, Figure, Sheet, Sheets, left_out, weights_text};
use crate::table::percent;
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure =
    Figure { name: "rulings", description: "shares of the rulings by variant", reads: &[ANSWERS], draw };

fn draw<'s>(survey: &'s Survey<'s>) -> Sheets<'s> {
    let mut points = Table::new(["scalar", "variant", "families", "cases", "ruling", "share"]);
    let mut most = 0.0f64;
    let blocks = blocks(survey, |v, s| {
        let families = survey.pooled_families(v, s);
        if families.is_empty() {
            return None;
        }
        let cases = survey.sum(&families, v, s, Counts::applicable);
        let share = |column: Column| survey.pooled(v, s, |counts| counts.rulings[column]).map_or(0.0, |rate| rate.rate);
        for column in Column::APPLICABLE {
            let (scalar, variant) = (&survey.scalars[s], &survey.variants[v].name);
            points.push(&[scalar, variant, &families.len(), &cases, &column.name(), &share(column)]);
        }
        let magnified = |column: Column| if column == Column::Right { 0.0 } else { share(column) };
        let shares = [Column::APPLICABLE.map(share).to_vec(), Column::APPLICABLE.map(magnified).to_vec()];
        most = most.max(shares[1].iter().sum());
        Some(Bar { shares, remark: format!("{} % right", percent(share(Column::Right))) })
    });
    if blocks.is_empty() {
        return left_out("no case was judged");
    }
    let bars = Bars {
        blocks,
        panels: [("all applicable answers", 1.0), ("what is not right, magnified", share_end(most))],
        parts: Column::APPLICABLE.map(|column| (column.name(), column.colour())).to_vec(),
    };
    Ok(vec![Sheet {
        title: "Rulings by variant".to_owned(),
        subtitle: format!(
            "Share of each ruling among the applicable answers of a variant. {} Off, missed and phantom contacts and gave-up are \
             failures; inaccurate and contact are not.",
            weights_text(survey)
        ),
        caption: "shares of the rulings by variant and scalar".to_owned(),
        points,
        ..bars.sheet()
    }])
}
