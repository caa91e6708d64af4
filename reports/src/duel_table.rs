//! The contest as a table in Markdown: time per query by size, with the answers that are not right.

use gjk_records::Facts;

use crate::contest::{Contest, Contestant, Kind, Size, Summed};
use crate::{Study, Table};

/// The table of a study's contest; none where there was none.
pub fn duel_markdown(study: &Study) -> Option<String> {
    let contest = Contest::new(&study.duels);
    let mut text = String::new();
    for scalar in contest.scalars() {
        text += &format!("{}\n", scalar_table(&contest, scalar).markdown(1));
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
         not right, in all classes together; \"–\": too many of them in a class to be timed there. Bold: the fastest that gives \
         distances and the fastest that gives verdicts. *Italic: peers.* scan-alone answers nothing: the support points of \
         signed-volumes without its algorithm. {processor}; commit {commit}; seed {seed}; `{command}`.\n"
    )
}

fn scalar_table<'a>(contest: &Contest<'a>, scalar: &'a str) -> Table {
    let hull = |size: &Size| if size.family == "hull" { size.points.to_string() } else { size_name(size) };
    let mut first_hull = true;
    let mut columns = vec![scalar.to_owned()];
    for size in &contest.sizes {
        // The first of the hulls says what the numbers are.
        columns.push(if size.family == "hull" && std::mem::take(&mut first_hull) { size_name(size) } else { hull(size) });
    }
    let mut table = Table { columns, rows: Vec::new() };
    let present: Vec<Contestant> =
        contest.contestants.iter().filter(|one| contest.takes_part(scalar, one.name)).copied().collect();
    let summed = |one: &Contestant<'a>, size: &Size<'a>| contest.summed(scalar, one.name, *size);
    let best = |kind: Kind, size: &Size<'a>| {
        let of_kind = present.iter().filter(|one| one.kind == kind && kind != Kind::Bound);
        of_kind.filter_map(|one| summed(one, size)?.mean_ns).min_by(f64::total_cmp)
    };
    for one in &present {
        let mut row = vec![if one.peer { format!("*{}*", one.name) } else { one.name.to_owned() }];
        for size in &contest.sizes {
            row.push(summed(one, size).map_or_else(String::new, |summed| cell(summed, best(one.kind, size))));
        }
        table.push(row);
    }
    table
}

fn size_name(size: &Size) -> String {
    format!("{} {}", size.family, size.points)
}

fn cell(Summed { mean_ns, wrong, .. }: Summed, best: Option<f64>) -> String {
    let time = match mean_ns {
        None => "–".to_owned(),
        Some(mean) if Some(mean) == best => format!("**{}**", digits(mean)),
        Some(mean) => digits(mean),
    };
    if wrong == 0 { time } else { format!("{time} ({wrong})") }
}

/// Three digits or whole nanoseconds.
fn digits(mean: f64) -> String {
    if mean < 99.95 { format!("{mean:.1}") } else { format!("{mean:.0}") }
}
