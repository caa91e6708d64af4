//! Duels as a table: time per query by size, with the number of answers that are not right.

use gjk_records::{Duel, Facts};

use crate::document::Document;
use crate::duel_agreement::agreement;
use crate::duels::{Contestant, Duels, Kind, Size, Summed};
use crate::table::code;
use crate::{Study, Table};

/// The tables of a study's duels of distances and verdicts as Markdown; `None` without such duels.
pub fn duel_markdown(study: &Study) -> Option<String> {
    duel_document(study).map(|document| document.markdown())
}

/// The tables of a study's duels of distances and verdicts; `None` without such duels.
pub(crate) fn duel_document(study: &Study) -> Option<Document> {
    let duels = Duels::new(study.of::<Duel>());
    if duels.records.is_empty() {
        return None;
    }
    let ranked = duels.scalars().into_iter().map(|scalar| ranked(&duels, scalar));
    let mut text = ranked.fold(Document::default(), |text, table| text.table(table, 1)).text(foot(study, &duels));
    let prepared = what_is_prepared(&duels.records);
    for (title, table) in [(OTHER_TERMS, other_terms as TableOf), (&prepared, preparation)] {
        let tables: Vec<Table> = duels.scalars().into_iter().filter_map(|scalar| table(&duels, scalar)).collect();
        if !tables.is_empty() {
            text = tables.into_iter().fold(text.text(title), |text, table| text.table(table, 1));
        }
    }
    Some(text)
}

type TableOf = for<'a> fn(&Duels<'a>, &'a str) -> Option<Table>;

/// The text above the rows of other terms.
const OTHER_TERMS: &str = "The parts of the difference: the same cases in the same rounds, on other terms. NAME-vector-scan \
    is a peer's algorithm on the scan of our variants. NAME-plain-scan is one of our variants on the scan of the peers, \
    point by point. NAME-posed applies the identity to each direction and support point, as Bullet does above and as users \
    of parry's own `distance` do. A boolean variant without such a suffix begins at its own start, (1, 0, 0).";

/// The text above the costs of preparations.
fn what_is_prepared(duels: &[&Duel]) -> String {
    let charts = duels.iter().filter(|record| record.variant == CHARTS);
    let pairs = charts.map(|record| record.timed).max().unwrap_or(0);
    format!(
        "Preparation: nanoseconds for two bodies, from their points to their support mappings, and the number of queries \
         after which that has paid off. The layout of our scan (points by coordinate) is compared with ericson on a plain \
         scan; chart and graph (of at most {pairs} pairs per class) with ericson on that layout. –: it does not pay off."
    )
}

/// The row of the structures that take so long to prepare that few pairs are timed.
const CHARTS: &str = "chart-and-graph";

/// The meaning of the numbers, and the facts of the machine on which they were measured.
fn foot(study: &Study, duels: &Duels) -> String {
    let Facts { processor, commit, command, .. } = &study.facts;
    let seed = duels.records.first().map_or(0, |record| record.seed);
    let gaps = duels.scalars().into_iter().map(|scalar| format!("in {scalar} {}", duels.gaps(scalar).join(", ")));
    let raw = duels.sizes.iter().find(|size| size.is_raw()).map_or_else(String::new, |size| {
        let of = |scalar: &str| format!("in {scalar} {}", duels.gaps_of(scalar, *size).join(", "));
        let alone = duels.scalars().into_iter().map(of).collect::<Vec<_>>().join("; ");
        format!(" raw: the same bodies without a grid, as engines have them, {alone} only.")
    });
    let medians = match duels.processes() {
        1 => "medians in one run".to_owned(),
        several => format!(
            "medians of {several} processes (in square brackets the least and the greatest mean of a single \
            process)"
        ),
    };
    let [least, most] = duels.pairs_of_a_set();
    let ended = match duels.records.iter().any(|record| !record.ended.is_empty()) {
        true => {
            " –, *ended after N of M*: the library's process ended, or took too long, in that round; *not asked*: it had \
             ended before."
        }
        false => "",
    };
    let agreement = agreement(duels).map_or_else(String::new, |sentence| format!(" {sentence}"));
    format!(
        "Nanoseconds per query: geometric mean over the gap classes ({}, in units of the bodies' size; far: 10) of \
         {medians}. All run in turns on the same pairs of bodies ({least} to {most} per class), from the same points and \
         the same start. From 32 points on, the table compares scans more than algorithms.{agreement} In parentheses: the \
         number of answers that are not right, in all classes together; these cases are left out of all times. †: too many \
         in a class to be timed there, so the mean is over the other classes. Bold: the fastest of those that give \
         distances, of those with prepared structures (-climbing) and of those that give verdicts, if they were timed in \
         all classes.{ended} *Italic*: peers. scan-alone gives no answer: it finds the support points of signed-volumes \
         without its algorithm.{raw} {processor}; commit {commit}; seed {seed}; {}.\n",
        gaps.collect::<Vec<_>>().join("; "),
        code(command)
    )
}

/// The contestants that are ranked with each other.
fn ranked<'a>(duels: &Duels<'a>, scalar: &'a str) -> Table {
    let present: Vec<Contestant> = duels.present(scalar).into_iter().filter(|one| one.kind.is_common()).collect();
    let best = |kind: Kind, size: &Size<'a>| {
        let of_kind = present.iter().filter(|one| one.kind == kind && kind != Kind::Bound);
        let summed = of_kind.filter_map(|one| duels.summed(scalar, one.name, *size));
        summed.filter(|summed| summed.in_all).filter_map(|summed| summed.mean_ns).min_by(f64::total_cmp)
    };
    times(duels, scalar, &present, best)
}

/// The contestants on other terms; `None` if there are none.
fn other_terms<'a>(duels: &Duels<'a>, scalar: &'a str) -> Option<Table> {
    let mut present = duels.present(scalar);
    present.retain(|one| one.kind == Kind::OtherTerms);
    (!present.is_empty()).then(|| times(duels, scalar, &present, |_, _| None))
}

/// The times of these contestants; a time that equals the best of its kind is bold.
fn times<'a>(
    duels: &Duels<'a>,
    scalar: &'a str,
    shown: &[Contestant<'a>],
    best: impl Fn(Kind, &Size<'a>) -> Option<f64>,
) -> Table {
    let mut table = Table::new(columns(duels, scalar));
    for one in shown {
        let mut row = vec![if one.peer { format!("*{}*", one.name) } else { one.name.to_owned() }];
        for size in &duels.sizes {
            let summed = duels.summed(scalar, one.name, *size);
            row.push(summed.map_or_else(String::new, |summed| cell(summed, best(one.kind, size))));
        }
        table.rows.push(row);
    }
    table
}

fn columns(duels: &Duels, scalar: &str) -> Vec<String> {
    let is_hull = |size: &Size| size.family == "hull";
    let name = |(place, size): (usize, &Size)| {
        // Only the first hull has the family's name before the number.
        let is_told = is_hull(size) && duels.sizes[..place].iter().any(is_hull);
        if is_told { size.points.to_string() } else { format!("{} {}", size.family, size.points) }
    };
    std::iter::once(scalar.to_owned()).chain(duels.sizes.iter().enumerate().map(name)).collect()
}

/// The costs of preparations, and the number of queries after which they have paid off; `None` without preparations.
fn preparation<'a>(duels: &Duels<'a>, scalar: &'a str) -> Option<Table> {
    let mut table = Table::new(columns(duels, scalar));
    let mean = |name: &'a str, size: &Size<'a>| duels.summed(scalar, name, *size)?.mean_ns;
    for (name, without, with) in [("layout-of-scan", "ericson-plain-scan", "ericson"), (CHARTS, "ericson", "ericson-climbing")]
    {
        let costs: Vec<Option<f64>> = duels.sizes.iter().map(|size| mean(name, size)).collect();
        if costs.iter().all(Option::is_none) {
            continue;
        }
        let paid = |(size, cost): (&Size<'a>, &Option<f64>)| {
            let Some((cost, saved)) = cost.zip(mean(without, size).zip(mean(with, size)).map(|(x, y)| x - y)) else {
                return String::new();
            };
            if saved > 0.0 { format!("{:.0}", (cost / saved).ceil()) } else { "–".to_owned() }
        };
        let paid = duels.sizes.iter().zip(&costs).map(paid).collect::<Vec<_>>();
        let cost = |cost: &Option<f64>| cost.map_or_else(String::new, digits);
        table.rows.push([vec![name.to_owned()], costs.iter().map(cost).collect()].concat());
        table.rows.push([vec!["paid after queries".to_owned()], paid].concat());
    }
    (!table.rows.is_empty()).then_some(table)
}

fn cell(Summed { mean_ns, range, in_all, not_right, ended }: Summed, best: Option<f64>) -> String {
    let mut time = match mean_ns {
        None => "–".to_owned(),
        Some(mean) if !in_all => format!("{}†", digits(mean)),
        Some(mean) if Some(mean) == best => format!("**{}**", digits(mean)),
        Some(mean) => digits(mean),
    };
    if let Some([least, greatest]) = range {
        time += &format!(" [{}, {}]", digits(least), digits(greatest));
    }
    if not_right > 0 {
        time += &format!(" ({not_right})");
    }
    if let Some(ended) = ended {
        time += &format!(", *{ended}*");
    }
    time
}

/// Three digits, or whole nanoseconds.
fn digits(mean: f64) -> String {
    if mean < 99.95 { format!("{mean:.1}") } else { format!("{mean:.0}") }
}

#[cfg(test)]
mod tests {
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
            let (time, not_right) = if gap == "far" { (Some(5.0), 0) } else { (None, 64) };
            duels.push(duel("box", gap, "other", distance, time, not_right));
        }
        let facts = Facts {
            processor: "a processor".to_owned(),
            commit: "abc".to_owned(),
            command: "gjk study".to_owned(),
            ..Facts::default()
        };
        for (gap, size) in [("far", 1.0), ("overlap", 4.0)] {
            let on = |terms: &str, duel: Duel| Duel { terms: terms.to_owned(), ..duel };
            duels.push(on("plain-scan", duel("hull", gap, "ericson-plain-scan", distance, Some(60.0 * size), 0)));
            duels.push(on("common", duel("hull", gap, "ericson", distance, Some(40.0 * size), 0)));
            duels.push(on("prepared", duel("hull", gap, "ericson-climbing", distance, Some(35.0 * size), 1)));
            duels.push(on("preparation", duel("hull", gap, "layout-of-scan", None, Some(130.0), 0)));
            let charts = on("preparation", duel("hull", gap, "chart-and-graph", None, Some(50.0), 0));
            duels.push(Duel { timed: if gap == "far" { 2 } else { 1 }, ..charts });
        }
        // Bodies of a single gap class count as timed in all of their classes.
        duels.push(duel("raw-hull", "far", "near", distance, Some(70.0), 0));
        let table = "\
| f64 | box 8 | hull 32 | raw-hull 32 |
| --- | ---: | ---: | ---: |
| near | **200** | **60.0** (4) | **70.0** |
| ericson |  | 80.0 |  |
| *other* | 5.0† (64) | 2000 |  |
| ericson-climbing |  | **70.0** (2) |  |
| sign |  | **40.0** (2) |  |
| scan-alone |  | 20.0 |  |

Nanoseconds per query: ";
        let text = duel_markdown(&Study { facts, ..Study::default() }.with(duels)).unwrap();
        assert!(text.starts_with(table), "{text}");
        assert!(
            text.contains(
                "without its algorithm. raw: the same bodies without a grid, as engines have them, in f64 far \
            only. a processor; commit abc; seed 3; `gjk study`.\n"
            ),
            "{text}"
        );
        assert!(text.contains("| ericson-plain-scan |  | 120 |  |\n"), "{text}");
        // A saving of 40 ns per query pays off 130 ns after four queries.
        let layout = "| layout-of-scan |  | 130 |  |\n| paid after queries |  | 4 |  |\n";
        let charts = "| chart-and-graph |  | 50.0 |  |\n| paid after queries |  | 5 |  |\n";
        assert!(text.ends_with(&[layout, charts].concat()) && text.contains("(of at most 2 pairs per class)"), "{text}");
        assert_eq!(duel_markdown(&Study::default()), None);
    }

    #[test]
    fn a_variant_that_ended_has_a_note_in_place_of_a_time() {
        let distance = Some("distance");
        let mut duels =
            vec![duel("hull", "far", "near", distance, Some(30.0), 0), duel("box", "far", "near", distance, Some(40.0), 0)];
        let text = |duels: &[Duel]| duel_markdown(&Study::default().with(duels.to_vec())).expect("a table");
        assert!(!text(&duels).contains("not asked"));
        duels.push(Duel { ended: Duel::ended_after(3, 25), ..duel("box", "far", "mine", distance, None, 0) });
        duels.push(Duel { ended: Duel::NOT_ASKED.to_owned(), ..duel("hull", "far", "mine", distance, None, 0) });
        let found = text(&duels);
        assert!(found.contains("| mine | –, *ended after 3 of 25* | –, *not asked* |\n"), "{found}");
        assert!(found.contains("*not asked*: it had ended before."), "{found}");
    }

    #[test]
    fn the_range_over_several_processes_is_printed_next_to_the_median() {
        let of = |gap: &str, variant: &str, process_ns: [f64; 3], process_ratios: [f64; 3]| Duel {
            process_ns: process_ns.to_vec(),
            process_ratios: process_ratios.to_vec(),
            baseline: "base".to_owned(),
            cases: if gap == "far" { 1024 } else { 16 },
            ..duel("hull", gap, variant, Some("distance"), Some(process_ns[1]), 0)
        };
        let duels = vec![
            of("far", "base", [100.0, 200.0, 300.0], [1.0; 3]),
            of("overlap", "base", [400.0, 800.0, 1200.0], [1.0; 3]),
            of("far", "near", [50.0, 60.0, 50.0], [0.5, 0.5, 0.6]),
            of("overlap", "near", [50.0, 60.0, 200.0], [0.5, 0.5, 0.6]),
        ];
        let text = duel_markdown(&Study::default().with(duels)).unwrap();
        for part in [
            "| base | 400 [200, 600] |\n",
            "| near | **60.0** [50.0, 100] |\n",
            "of medians of 3 processes (in square brackets the least and the greatest mean of a single process)",
            "(16 to 1024 per class)",
            "from one process to another: 1 of 1; the greatest difference is 20.0 % (near, hull 32, f64).",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
