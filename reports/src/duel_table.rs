//! Duels as a table in Markdown: time per query by size, with the answers that are not right.

use gjk_records::Facts;

use crate::duels::{Contestant, Duels, Kind, Size, Summed};
use crate::{Study, Table};

/// The table of a study's duels; none where there are none.
pub fn duel_markdown(study: &Study) -> Option<String> {
    let duels = Duels::new(&study.duels);
    let mut text = String::new();
    for scalar in duels.scalars() {
        text += &format!("{}\n", scalar_table(&duels, scalar).markdown(1));
    }
    (!study.duels.is_empty()).then(|| text + &foot(study))
}

/// What the numbers are, and the facts of the machine that they are of.
fn foot(study: &Study) -> String {
    let Facts { processor, commit, command, .. } = &study.facts;
    let seed = study.duels.first().map_or(0, |record| record.seed);
    format!(
        "Nanoseconds per query: geometric mean over the gap classes (deep overlap, near: 1e-9 in f64 and 1e-4 in f32, 1e-2 and 10 \
         times the bodies' size) of medians in one run, everybody in turns on the same cases. In parentheses: answers that are \
         not right, in all classes together, which are timed for nobody; †: so many in a class that it was not timed there, the \
         mean is over the others. Bold: the fastest that gives distances and the fastest that gives verdicts, of those timed in \
         all classes. *Italic*: peers. scan-alone answers nothing: the support points of \
         signed-volumes without its algorithm. {processor}; commit {commit}; seed {seed}; `{command}`.\n"
    )
}

fn scalar_table<'a>(duels: &Duels<'a>, scalar: &'a str) -> Table {
    let hull = |size: &Size| if size.family == "hull" { size.points.to_string() } else { size_name(size) };
    let mut first_hull = true;
    let mut columns = vec![scalar.to_owned()];
    for size in &duels.sizes {
        // The first of the hulls says what the numbers are.
        columns.push(if size.family == "hull" && std::mem::take(&mut first_hull) { size_name(size) } else { hull(size) });
    }
    let mut table = Table { columns, rows: Vec::new() };
    let present = duels.present(scalar);
    let summed = |one: &Contestant<'a>, size: &Size<'a>| duels.summed(scalar, one.name, *size);
    let best = |kind: Kind, size: &Size<'a>| {
        let of_kind = present.iter().filter(|one| one.kind == kind && kind != Kind::Bound);
        of_kind.filter_map(|one| summed(one, size).filter(|summed| summed.in_all)?.mean_ns).min_by(f64::total_cmp)
    };
    for one in &present {
        let mut row = vec![if one.peer { format!("*{}*", one.name) } else { one.name.to_owned() }];
        for size in &duels.sizes {
            row.push(summed(one, size).map_or_else(String::new, |summed| cell(summed, best(one.kind, size))));
        }
        table.rows.push(row);
    }
    table
}

fn size_name(size: &Size) -> String {
    format!("{} {}", size.family, size.points)
}

fn cell(Summed { mean_ns, in_all, not_right }: Summed, best: Option<f64>) -> String {
    let time = match mean_ns {
        None => "–".to_owned(),
        Some(mean) if !in_all => format!("{}†", digits(mean)),
        Some(mean) if Some(mean) == best => format!("**{}**", digits(mean)),
        Some(mean) => digits(mean),
    };
    if not_right == 0 { time } else { format!("{time} ({not_right})") }
}

/// Three digits or whole nanoseconds.
fn digits(mean: f64) -> String {
    if mean < 99.95 { format!("{mean:.1}") } else { format!("{mean:.0}") }
}

#[cfg(test)]
mod tests {
    use gjk_records::Duel;

    use super::*;

    fn duel(family: &str, gap: &str, variant: &str, promise: Option<&str>, median_ns: Option<f64>, not_right: usize) -> Duel {
        Duel {
            family: family.to_owned(),
            points: if family == "box" { 8 } else { 32 },
            gap: gap.to_owned(),
            scalar: "f64".to_owned(),
            variant: variant.to_owned(),
            median_ns,
            not_right,
            promise: promise.map(str::to_owned),
            seed: 3,
            peer: variant == "other",
            ..Duel::default()
        }
    }

    #[test]
    fn the_table_of_a_small_contest() {
        let (distance, verdict) = (Some("distance"), Some("verdict"));
        let mut duels = Vec::new();
        for (gap, size) in [("far", 1.0), ("overlap", 4.0)] {
            duels.push(duel("hull", gap, "scan-alone", None, Some(10.0 * size), 0));
            duels.push(duel("hull", gap, "sign", verdict, Some(20.0 * size), 1));
            duels.push(duel("hull", gap, "other", distance, Some(1000.0 * size), 0));
            duels.push(duel("hull", gap, "near", distance, Some(30.0 * size), 2));
            duels.push(duel("box", gap, "near", distance, Some(100.0 * size), 0));
            // Faster, but not timed in both classes.
            duels.push(duel(
                "box",
                gap,
                "other",
                distance,
                Some(5.0).filter(|_| gap == "far"),
                if gap == "far" { 0 } else { 64 },
            ));
        }
        let facts = Facts {
            processor: "a processor".to_owned(),
            commit: "abc".to_owned(),
            command: "gjk study".to_owned(),
            ..Facts::default()
        };
        let table = "\
| f64 | box 8 | hull 32 |
| --- | ---: | ---: |
| near | **200** | **60.0** (4) |
| *other* | 5.0† (64) | 2000 |
| sign |  | **40.0** (2) |
| scan-alone |  | 20.0 |

Nanoseconds per query: ";
        let text = duel_markdown(&Study { facts, duels, ..Study::default() }).unwrap();
        assert!(text.starts_with(table), "{text}");
        assert!(text.ends_with("without its algorithm. a processor; commit abc; seed 3; `gjk study`.\n"), "{text}");
        assert_eq!(duel_markdown(&Study::default()), None);
    }
}
