//! The cost of queries on any machine: the number of support points that contestants ask for.

use gjk_records::Duel;

use super::{DUELS, Made, PaperTable, Typeset, file_name, label};
use crate::Survey;
use crate::digits::significant;
use crate::duels::{Contestant, Duels, Size, time};
use crate::table::{Table, or_nothing};

pub(super) const TABLE: PaperTable = PaperTable {
    name: "cost",
    description: "support points per query of variants and peers, by size and by gap of the bodies",
    reads: &[DUELS],
    make,
};

/// The most columns of sizes or gaps.
const COLUMNS: usize = 12;

/// The mean number of support points per query of a cell, if it is a positive finite number.
///
/// `None` for a contestant that was not timed in the cell, which may have run to its limit.
fn supports(duel: &Duel) -> Option<f64> {
    duel.supports.filter(|mean| time(duel).is_some() && mean.is_finite() && *mean > 0.0)
}

/// The mean of some cells with equal weights; a dash if a cell has no value, since the mean would be over other queries than
/// those of the other contestants.
fn mean_text(cells: &[Option<f64>]) -> String {
    match cells.iter().copied().sum::<Option<f64>>() {
        Some(sum) if !cells.is_empty() => {
            let mean = sum / cells.len() as f64;
            significant(mean, if mean < 9.95 { 2 } else { 3 })
        }
        _ => "–".to_owned(),
    }
}

fn make(survey: &Survey) -> Made {
    let duels = Duels::new(survey.study.of::<Duel>());
    let tables: Vec<Typeset> = duels.scalars().into_iter().flat_map(|scalar| typeset(&duels, scalar)).collect();
    if tables.is_empty() { Err("there was no contest".to_owned()) } else { Ok(tables) }
}

fn typeset<'a>(duels: &Duels<'a>, scalar: &'a str) -> Vec<Typeset> {
    // Bodies on no grid are compared in a single gap class.
    let sizes: Vec<Size> = duels.sizes.iter().filter(|size| !size.is_raw()).take(COLUMNS).copied().collect();
    let gaps: Vec<&str> = duels.gaps(scalar).into_iter().take(COLUMNS).collect();
    let value = |one: &Contestant<'a>, size: Size<'a>, gap: &'a str| duels.cell(scalar, one.name, size, gap).and_then(supports);
    let counts = |one: &Contestant<'a>| sizes.iter().any(|size| gaps.iter().any(|gap| value(one, *size, gap).is_some()));
    let shown: Vec<Contestant> = duels.present(scalar).into_iter().filter(|one| one.kind.is_common()).filter(counts).collect();
    if shown.is_empty() {
        return Vec::new();
    }
    let mut by_size = Table::new(["variant"]).with(sizes.iter().map(|size| format!("{} {}", size.family, size.points)));
    let mut by_gap = Table::new(["variant"]).with(gaps.iter().map(|gap| gap_text(gap)));
    for one in &shown {
        let name = one.name.strip_suffix("-from-centres").unwrap_or(one.name);
        let name = format!("{}{}", label(name), if one.peer { " (peer)" } else { "" });
        let of_size = |size: &Size<'a>| mean_text(&gaps.iter().map(|gap| value(one, *size, gap)).collect::<Vec<_>>());
        by_size.push_with(&[&name], sizes.iter().map(of_size));
        let of_gap = |gap: &&'a str| mean_text(&sizes.iter().map(|size| value(one, *size, gap)).collect::<Vec<_>>());
        by_gap.push_with(&[&name], gaps.iter().map(of_gap));
    }
    let mut numbers =
        Table::new(["scalar", "family", "points", "gap", "variant", "peer", "cases", "supports", "iterations", "products"]);
    for duel in duels.records.iter().filter(|duel| duel.scalar == scalar) {
        let Duel { family, points, gap, variant, peer, cases, .. } = duel;
        let values = [duel.supports, duel.iterations, duel.products].map(or_nothing);
        numbers.push_with(&[&scalar, family, points, gap, variant, peer, cases], values);
    }
    for table in [&mut by_size, &mut by_gap] {
        table.rows.retain(|row| row[1..].iter().any(|cell| cell != "–"));
    }
    let made = |name: &str, over: &str, columns: &str, table: Table| Typeset {
        name: name.to_owned(),
        caption: format!("Support points per query by {columns} of the bodies in {scalar}"),
        table,
        names: 1,
        notes: format!(
            "Mean number of evaluations of the support mapping of A − B per query, over the cases of a class that all timed \
             contestants get right; the mean is over the {over} with equal weights. It does not depend on the machine. A \
             dash: not timed in all of these classes. Variants that give verdicts alone begin with the difference of the \
             centres, as all others do."
        ),
        numbers: numbers.clone(),
    };
    let name = file_name(&["cost", scalar]);
    vec![
        made(&name, &format!("gap classes ({})", gaps.join(", ")), "size", by_size),
        made(&format!("{name}-gaps"), "sizes", "gap", by_gap),
    ]
}

/// A gap class as the head of a column.
fn gap_text(gap: &str) -> String {
    match gap {
        "overlap" | "far" => gap.to_owned(),
        width => format!("gap {width}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Study;

    #[test]
    fn means_are_over_the_cells_that_were_timed() {
        assert_eq!(mean_text(&[Some(4.0), Some(5.0)]), "4.5");
        assert_eq!(mean_text(&[Some(12.0), None, Some(25.3)]), "–");
        assert_eq!(mean_text(&[Some(12.0), Some(25.3)]), "18.6");
        assert_eq!(mean_text(&[None, None]), "–");
        let duel = |gap: &str, points: usize, supports: f64, median_ns: Option<f64>| Duel {
            scalar: "f64".to_owned(),
            family: "hull".to_owned(),
            variant: "own".to_owned(),
            promise: Some("distance".to_owned()),
            supports: Some(supports),
            gap: gap.to_owned(),
            points,
            median_ns,
            ..Duel::default()
        };
        let time = Some(1.0);
        let duels = vec![
            duel("far", 8, 2.0, time),
            duel("1e-9", 8, 9.0, time),
            duel("far", 16, 3.0, time),
            duel("1e-9", 16, 99.0, None),
        ];
        let made = make(&Survey::new(&Study::default().with(duels))).unwrap();
        assert_eq!((&made[0].name[..], &made[1].name[..]), ("cost-f64", "cost-f64-gaps"));
        assert_eq!(
            (&made[0].table.columns[..], &made[0].table.rows[0][..]),
            (&["variant", "hull 8", "hull 16"].map(String::from)[..], &["own", "5.5", "–"].map(String::from)[..])
        );
        assert_eq!(made[1].table.columns, ["variant", "gap 1e-9", "far"]);
        assert_eq!(made[1].table.rows, [["own", "–", "2.5"]]);
        assert_eq!(made[0].numbers.rows.len(), 4);
    }
}
