//! The contests of the depth and of casts as tables: time per query by size, and ratio to the baseline.

use gjk_records::{Duel, Question};

use crate::Study;
use crate::digits::{ratio_text, significant};
use crate::distinct::distinct;
use crate::document::Document;
use crate::duels::{Contestant, Duels, Size, time};
use crate::table::{Table, code};

/// The tables of a study's contest of a question; `None` without such a contest.
pub(crate) fn duel_claim_document(study: &Study, question: Question) -> Option<Document> {
    let duels = Duels::about(question, study.of::<Duel>());
    if duels.records.is_empty() {
        return None;
    }
    let tables = duels.scalars().into_iter().flat_map(|scalar| [times(&duels, scalar), ratios(&duels, scalar)]);
    let tables = tables.flatten().fold(Document::default(), |text, table| text.table(table, 2));
    Some(tables.text(foot(study, &duels, question)))
}

/// The bodies of a contest, its conditions, and the time that is measured.
fn rules(question: Question) -> [&'static str; 3] {
    match question {
        Question::Cast => [
            "per query",
            "a moving body and a body at rest",
            "A pair is timed if every timed variant is right on it. *hit*: it starts at a distance of the size of the bodies, and ends \
             where they overlap deeply; *pass*: it moves past the other body, at 1e-2 of their size.",
        ],
        _ => [
            "per query, including the GJK before it",
            "overlapping bodies",
            "A pair is timed if no timed variant fails on it: an inaccurate depth is timed, a shallow one is not. A variant that \
             promises some translation is ruled only by how much of the overlap its translation leaves, and is timed however long \
             that is.",
        ],
    }
}

/// The meaning of the numbers, the cases that are timed, and the facts of the machine.
fn foot(study: &Study, duels: &Duels, question: Question) -> String {
    let [time, bodies, condition] = rules(question);
    let facts = &study.facts;
    let seed = duels.records.first().map_or(0, |record| record.seed);
    let [least, most] = duels.pairs_of_a_set();
    let processes = duels.processes();
    let (medians, interval) = match processes {
        1 => ("medians in one run".to_owned(), "its interval of 95 % within the run".to_owned()),
        several => (format!("medians of {several} processes"), format!("the least and the greatest of {several} processes")),
    };
    format!(
        "Nanoseconds {time}: {medians}. All run in turns on the same pairs of {bodies} ({least} to {most} per size), from the \
         same points and the same start. {condition} In parentheses: the \
         number of failures; –: too many to be timed there. *Italic*: libraries. The second table has the time over the \
         time of {}: the median of the quotients within rounds, and in square brackets {interval}. {}; commit {}; seed {seed}; \
         {}.\n",
        distinct(duels.baselines()).join(" or "),
        facts.processor,
        facts.commit,
        code(&facts.command)
    )
}

fn head(duels: &Duels, scalar: &str) -> Table {
    let gaps = duels.gaps(scalar).len();
    let title = |(Size { family, points }, gap): (Size, &str)| {
        if gaps > 1 { format!("{family} {points} {gap}") } else { format!("{family} {points}") }
    };
    Table::new([scalar, "promise"]).with(columns(duels, scalar).map(title))
}

/// The columns of a table: the gap classes of each size.
fn columns<'a>(duels: &Duels<'a>, scalar: &'a str) -> impl Iterator<Item = (Size<'a>, &'a str)> {
    duels.sizes.iter().flat_map(move |size| duels.gaps_of(scalar, *size).into_iter().map(|gap| (*size, gap)))
}

/// A row of a table for a contestant: the name, the promise, and one cell per column.
fn row<'a>(
    duels: &Duels<'a>,
    scalar: &'a str,
    one: &Contestant<'a>,
    cell: impl Fn(&Duel) -> Option<String>,
) -> Option<Vec<String>> {
    let cells: Vec<Option<&Duel>> = columns(duels, scalar).map(|(size, gap)| duels.cell(scalar, one.name, size, gap)).collect();
    let promise = cells.iter().flatten().find_map(|duel| duel.promise.clone()).unwrap_or_default();
    let name = if one.peer { format!("*{}*", one.name) } else { one.name.to_owned() };
    let texts: Vec<String> = cells.into_iter().map(|duel| duel.and_then(&cell).unwrap_or_default()).collect();
    texts.iter().any(|text| !text.is_empty()).then(|| [vec![name, promise], texts].concat())
}

fn times<'a>(duels: &Duels<'a>, scalar: &'a str) -> Option<Table> {
    let mut table = head(duels, scalar);
    let cell = |duel: &Duel| {
        let time = time(duel).map_or_else(|| "–".to_owned(), |time| significant(time, 3));
        Some(if duel.not_right == 0 { time } else { format!("{time} ({})", duel.not_right) })
    };
    table.rows.extend(duels.present(scalar).iter().filter_map(|one| row(duels, scalar, one, cell)));
    let timed = |(size, gap): (Size, &str)| {
        let of_set = |duel: &&&Duel| {
            duel.scalar == scalar && duel.family == size.family && duel.points == size.points && duel.gap == gap
        };
        let most = duels.records.iter().filter(of_set).map(|duel| duel.timed).max().unwrap_or(0);
        let all = duels.records.iter().find(of_set).map_or(0, |duel| duel.cases);
        format!("{most} of {all}")
    };
    table.push_with(&[&"pairs timed", &""], columns(duels, scalar).map(timed));
    (table.rows.len() > 1).then_some(table)
}

fn ratios<'a>(duels: &Duels<'a>, scalar: &'a str) -> Option<Table> {
    let mut table = head(duels, scalar);
    let cell = |duel: &Duel| {
        let [ratio, low, high] = [duel.ratio?, duel.low?, duel.high?].map(ratio_text);
        Some(format!("{ratio} [{low}, {high}]"))
    };
    let is_baseline = |one: &&Contestant| duels.baselines().any(|baseline| baseline == one.name);
    let present = duels.present(scalar);
    table.rows.extend(present.iter().filter(|one| !is_baseline(one)).filter_map(|one| row(duels, scalar, one, cell)));
    (!table.rows.is_empty()).then_some(table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::duel_table::duel_markdown;

    fn duel(family: &str, points: usize, variant: &str, promise: &str, median_ns: Option<f64>, not_right: usize) -> Duel {
        let text = |text: &str| text.to_owned();
        Duel {
            family: text(family),
            points,
            gap: text("overlap"),
            scalar: text("f64"),
            variant: text(variant),
            median_ns,
            ratio: median_ns.map(|time| time / 1000.0),
            low: median_ns.map(|time| time / 1010.0),
            high: median_ns.map(|time| time / 990.0),
            timed: if median_ns.is_some() { 60 } else { 0 },
            not_right,
            promise: Some(text(promise)),
            cases: 64,
            baseline: text("own-epa"),
            seed: 5,
            peer: variant.starts_with("lib"),
            terms: text("common"),
            question: text("depth"),
            ..Duel::default()
        }
    }

    #[test]
    fn times_are_printed_above_ratios_with_the_number_of_timed_pairs() {
        let duels = vec![
            duel("hull", 8, "lib-epa", "depth", Some(1423.4), 3),
            duel("hull", 8, "own-epa", "depth", Some(1000.0), 0),
            duel("hull", 8, "own-mpr", "translation", Some(402.0), 0),
            duel("box", 8, "own-epa", "depth", Some(1000.0), 0),
            duel("box", 8, "lib-epa", "depth", None, 40),
        ];
        let distances = Duel { question: "distance".to_owned(), ..duel("hull", 8, "near", "distance", Some(9.0), 0) };
        let of = |duels: Vec<Duel>| Study::default().with(duels);
        let text = duel_claim_document(&of(duels.clone()), Question::Depth).unwrap().markdown();
        let table = "\
| f64 | promise | box 8 | hull 8 |
| --- | --- | ---: | ---: |
| own-epa | depth | 1000 | 1000 |
| *lib-epa* | depth | – (40) | 1420 (3) |
| own-mpr | translation |  | 402 |
| pairs timed |  | 60 of 64 | 60 of 64 |

| f64 | promise | box 8 | hull 8 |
| --- | --- | ---: | ---: |
| *lib-epa* | depth |  | 1.42 [1.41, 1.44] |
| own-mpr | translation |  | 0.40 [0.40, 0.41] |

Nanoseconds per query";
        assert!(text.starts_with(table), "{text}");
        assert!(text.contains("time over the time of own-epa: the median") && text.contains("seed 5"), "{text}");
        // The table of the other contest is not affected.
        let distance = duel_markdown(&of(vec![distances.clone()])).unwrap();
        let both = duel_markdown(&of([vec![distances], duels.clone()].concat())).unwrap();
        assert_eq!(both, distance);
        assert_eq!(
            (
                duel_markdown(&of(duels.clone())),
                duel_claim_document(&Study::default(), Question::Depth).map(|text| text.markdown())
            ),
            (None, None)
        );
        let of_three = duels.into_iter().map(|duel| Duel { process_ns: vec![1.0; 3], ..duel }).collect();
        let text = duel_claim_document(&of(of_three), Question::Depth).unwrap().markdown();
        assert!(
            text.contains("medians of 3 processes") && text.contains("the least and the greatest of 3 processes"),
            "{text}"
        );
    }

    #[test]
    fn casts_have_one_column_per_size_and_way() {
        let of = |gap: &str, points: usize, variant: &str, time: f64| Duel {
            gap: gap.to_owned(),
            question: "cast".to_owned(),
            ..duel("hull", points, variant, "cast", Some(time), 0)
        };
        let duels =
            [("hit", 8), ("pass", 8), ("hit", 32), ("pass", 32)].iter().enumerate().flat_map(|(place, (gap, points))| {
                let time = 100.0 * (place + 1) as f64;
                [of(gap, *points, "own-epa", time), of(gap, *points, "lib-cast", 2.0 * time)]
            });
        let study = Study::default().with(duels.collect::<Vec<Duel>>());
        let text = duel_claim_document(&study, Question::Cast).expect("a contest").markdown();
        let table = "\
| f64 | promise | hull 8 hit | hull 8 pass | hull 32 hit | hull 32 pass |
| --- | --- | ---: | ---: | ---: | ---: |
| own-epa | cast | 100 | 200 | 300 | 400 |
| *lib-cast* | cast | 200 | 400 | 600 | 800 |
";
        assert!(text.starts_with(table) && text.contains("pairs of a moving body and a body at rest ("), "{text}");
        assert_eq!(duel_claim_document(&study, Question::Depth).map(|text| text.markdown()), None);
    }
}
