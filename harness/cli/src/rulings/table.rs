//! Rulings by variant and scalar, where the cases are many.

use std::collections::HashMap;
use std::fmt::Write as _;

use gjk_cases::case::Arithmetic;
use gjk_cases::quote::cut;
use gjk_records::{Column, OffBy};

use super::Row;

/// Not a ruling: it is counted beside `contact`, which such an answer is at best.
pub const FLAT_MISSED: &str = "flat-missed";

/// Not a ruling either: of the wrong verdicts those beyond what the variant states of itself.
pub const BEYOND_SLACK: &str = "beyond-slack";

/// What is counted of some rows, each under its heading.
fn counts(rows: &[&Row]) -> Vec<(&'static str, usize)> {
    let count = |is_counted: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| is_counted(row)).count();
    let mut counts: Vec<_> = Column::ALL.map(|column| (column.name(), count(&|row| row.column == column))).into();
    counts.insert(1 + Column::Contact as usize, (FLAT_MISSED, count(&|row| row.is_flat_missed)));
    // Of those that are off about the depth.
    for (place, off_by) in OffBy::ALL.into_iter().enumerate() {
        let at = 1 + place + counts.iter().position(|(name, _)| *name == Column::Off.name()).unwrap_or(0);
        counts.insert(at, (off_by.name(), count(&|row| row.off_by == Some(off_by))));
    }
    counts.push(("certified", count(&|row| row.is_certified)));
    counts.push(("depth-certified", count(&|row| row.is_depth_certified == Some(true))));
    counts
}

/// The rulings by variant and scalar. A column in which nothing is counted is left out, and so is a variant that takes no case.
pub fn table(rows: &[&Row]) -> String {
    // In the order in which they came, by scalar.
    let mut groups: Vec<(&str, Arithmetic, Vec<&Row>)> = Vec::new();
    let mut places: HashMap<(&str, Arithmetic), usize> = HashMap::new();
    for &row in rows.iter().filter(|row| row.column != Column::NotApplicable) {
        places.entry((&row.variant, row.scalar)).or_insert_with(|| {
            groups.push((&row.variant, row.scalar, Vec::new()));
            groups.len() - 1
        });
    }
    for &row in rows {
        if let Some(place) = places.get(&(&row.variant[..], row.scalar)) {
            groups[*place].2.push(row);
        }
    }
    groups.sort_by_key(|(_, scalar, _)| *scalar);
    let grouped: Vec<&Row> = groups.iter().flat_map(|(.., rows)| rows.iter().copied()).collect();
    let is_shown: Vec<bool> =
        counts(&grouped).iter().map(|(name, count)| *count > 0 || *name == Column::Right.name()).collect();
    let states_slack = rows.iter().any(|row| row.slack.is_some());
    let width = groups.iter().map(|(variant, ..)| cut(variant).chars().count()).max().unwrap_or(0).max("variant".len());
    let shown =
        |rows: &[&Row]| counts(rows).into_iter().zip(&is_shown).filter(|(_, shown)| **shown).map(|(count, _)| count).collect();
    let mut text = format!("{:width$}  scalar", "variant");
    let heads: Vec<(&str, usize)> = shown(&[]);
    heads.iter().for_each(|(name, _)| text.extend(["  ", name]));
    text.push_str(if states_slack { "  beyond-slack  slack\n" } else { "\n" });
    for (variant, scalar, rows) in groups {
        let _ = write!(text, "{:width$}  {:6}", cut(variant), scalar.name());
        let cells: Vec<(&str, usize)> = shown(&rows);
        for (name, count) in cells {
            let _ = write!(text, "  {count:>0$}", name.len());
        }
        if let Some(slack) = rows.iter().find_map(|row| row.slack) {
            let beyond = rows.iter().filter(|row| row.is_beyond_slack).count();
            let _ = write!(text, "  {beyond:>0$}  {slack}", BEYOND_SLACK.len());
        }
        text.push('\n');
    }
    text
}
