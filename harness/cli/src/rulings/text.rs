//! What a reader sees: the truth first, then who disagrees with it, then how many are right.

use std::collections::HashMap;
use std::fmt::Write as _;

use gjk_cases::case::{Arithmetic, Class};
use gjk_cases::quote::cut;
use gjk_records::Column;

use super::table::{BEYOND_SLACK, FLAT_MISSED, table};
use super::{Checked, Found, Row, Told};

/// So many cases are told one by one, and more in a table.
const FEW: usize = 3;

/// The most lines of answers that are not right; half as many above a table.
const REMARKS: usize = 40;

/// The most variants that a line names.
const NAMES: usize = 24;

/// What is true of the cases, what was not right, and how many are right: by variant and scalar where the cases are many.
pub fn text(checked: &[Checked], tolerance: f64) -> String {
    let rows: Vec<&Row> = checked.iter().flat_map(|of_case| &of_case.rows).collect();
    let mut text = String::new();
    let (mut told, mut all) = (0, 0);
    if checked.len() <= FEW {
        for of_case in checked {
            let groups = groups(of_case);
            text += &truth_of(&of_case.truths);
            all += groups.len();
            for group in groups.iter().take(REMARKS - told) {
                text += &format!("  {}\n", group.told());
                told += 1;
            }
        }
    } else {
        text += &classes(checked);
        let with_id = |of_case| groups(of_case).into_iter().map(move |group| (of_case, group));
        let mut groups: Vec<(&Checked, Group)> = checked.iter().flat_map(with_id).collect();
        groups.sort_by_key(|(_, group)| badness(group.column));
        all = groups.len();
        told = all.min(REMARKS / 2);
        for (of_case, group) in &groups[..told] {
            let id = of_case.truths.first().map_or_else(String::new, |truth| cut(&truth.id));
            text += &format!("{id}  {}\n", group.told());
        }
    }
    text += &images(checked);
    if told < all {
        let _ = writeln!(text, "… and {} more lines of answers that are not right; --json FILE has them all", all - told);
    }
    if checked.len() > FEW {
        text += &format!("\n{}", table(&rows));
    }
    text += &sum(&rows);
    text += &tolerances(checked, tolerance);
    text += &notes(&rows);
    text
}

/// A number with at most four digits.
pub fn brief(value: f64) -> String {
    shown(format!("{value:.3e}").parse().unwrap_or(value))
}

/// A number as people write it, with all of its digits.
fn shown(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        size if (1e-4..1e6).contains(&size) => format!("{value}"),
        _ => format!("{value:e}"),
    }
}

fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// What is true of a case: a line, or one for each of the scalars in which something else is.
fn truth_of(truths: &[Told]) -> String {
    let mut lines: Vec<(String, Vec<&str>)> = Vec::new();
    for truth in truths {
        let line = truth.found.as_ref().map_or_else(|| "not applicable, a number overflows".to_owned(), Found::told);
        match lines.iter_mut().find(|(known, _)| *known == line) {
            Some((_, scalars)) => scalars.push(truth.scalar.name()),
            None => lines.push((line, vec![truth.scalar.name()])),
        }
    }
    let Some(Told { id, dimension, points: [a, b], .. }) = truths.first() else { return String::new() };
    let head = format!("{} ({dimension}D, {a} + {})", cut(id), count(*b, "point", "points"));
    match &lines[..] {
        [(line, _)] => format!("{head}: {line}\n"),
        _ => {
            let lines = lines.iter().map(|(line, scalars)| format!("  truth in {}: {line}\n", scalars.join(" and ")));
            lines.fold(format!("{head}\n"), |text, line| text + &line)
        }
    }
}

impl Found {
    fn told(&self) -> String {
        let class = self.class.map_or("undecided", Class::name);
        let (low, high) = self.bounds;
        let distance = match self.is_exact {
            true => format!("distance {} (exact)", shown(self.distance)),
            false if high - low <= 1e-9 * high => format!("distance {} (a bracket)", shown(self.distance)),
            false => format!("distance from {} to {}", shown(low), shown(high)),
        };
        let depth = self.depth.as_ref().map_or_else(String::new, |(depth, normal)| {
            let along = normal.as_ref().map_or_else(String::new, |normal| {
                let coordinates: Vec<String> = normal.iter().map(|x| brief(*x)).collect();
                format!(" along ({})", coordinates.join(", "))
            });
            format!(", depth {} (exact){along}", shown(*depth))
        });
        format!("{class}, {distance}{depth}; D = {}", brief(self.size))
    }
}

/// Where rounding the points of posed bodies has changed how they lie: there engines and those who ask them talk past each other.
fn images(checked: &[Checked]) -> String {
    let differ = || checked.iter().flat_map(|of_case| &of_case.truths).filter_map(|truth| Some((truth, truth.image?)));
    let mut text = String::new();
    for (truth, image) in differ().take(REMARKS / 4) {
        let class = truth.found.as_ref().and_then(|found| found.class).map_or("undecided", Class::name);
        let away = match image.class {
            Class::Separated => format!(", {} apart", shown(image.distance.to_f64())),
            Class::Touching | Class::Overlapping => String::new(),
        };
        let (id, scalar) = (cut(&truth.id), truth.scalar);
        let _ = writeln!(
            text,
            "{id}  {scalar}: {class} once its posed points are rounded, and {} in its exact image{away}",
            image.class
        );
    }
    let more = differ().skip(REMARKS / 4).count();
    if more > 0 {
        let _ = writeln!(text, "… and {more} more whose exact image lies otherwise; image_class in --json FILE tells");
    }
    text
}

/// How many cases lie how: for all scalars, or for each where they differ.
fn classes(checked: &[Checked]) -> String {
    let mut scalars: Vec<Arithmetic> = checked.iter().flat_map(|of_case| &of_case.truths).map(|truth| truth.scalar).collect();
    scalars.sort();
    scalars.dedup();
    let of = |scalar: Arithmetic| {
        let truths = || checked.iter().flat_map(|of_case| &of_case.truths).filter(|truth| truth.scalar == scalar);
        let kinds = Class::ALL.map(|class| (Some(Some(class)), class.name())).into_iter();
        let kinds = kinds.chain([(Some(None), "undecided"), (None, "beyond the scalar")]);
        let counted = kinds.filter_map(|(kind, name)| {
            let count = truths().filter(|truth| truth.found.as_ref().map(|found| found.class) == kind).count();
            (count > 0).then(|| format!("{count} {name}"))
        });
        counted.collect::<Vec<_>>().join(", ")
    };
    let lines: Vec<(Arithmetic, String)> = scalars.into_iter().map(|scalar| (scalar, of(scalar))).collect();
    let head = format!("{} cases: ", checked.len());
    match &lines[..] {
        [(_, first), rest @ ..] if rest.iter().all(|(_, line)| line == first) => format!("{head}{first}\n"),
        _ => lines.iter().map(|(scalar, line)| format!("{head}in {scalar} {line}\n")).collect(),
    }
}

/// Answers in one scalar that are not right, and of which the same is to be said.
struct Group<'a> {
    scalar: Arithmetic,
    column: Column,
    said: &'a str,
    rows: Vec<&'a Row>,
}

/// What comes first among answers that are not right. Refusals stand last: they are no failures.
fn badness(column: Column) -> usize {
    const WORST_FIRST: [Column; 6] =
        [Column::Missed, Column::Phantom, Column::Off, Column::GaveUp, Column::Inaccurate, Column::Contact];
    WORST_FIRST.iter().position(|known| *known == column).unwrap_or(WORST_FIRST.len())
}

/// The groups of a case by scalar, worst first.
fn groups(of_case: &Checked) -> Vec<Group<'_>> {
    let mut groups: Vec<Group> = Vec::new();
    let mut places: HashMap<(Arithmetic, &str), usize> = HashMap::new();
    for row in &of_case.rows {
        let Some(said) = &row.said else { continue };
        let place = *places.entry((row.scalar, said)).or_insert(groups.len());
        if place == groups.len() {
            groups.push(Group { scalar: row.scalar, column: row.column, said, rows: Vec::new() });
        }
        groups[place].rows.push(row);
    }
    groups.sort_by_key(|group| (group.scalar, badness(group.column)));
    groups
}

impl Group<'_> {
    fn told(&self) -> String {
        let Group { scalar, said, rows, .. } = self;
        let mut names: Vec<String> = rows.iter().take(NAMES).map(|row| cut(&row.variant)).collect();
        if rows.len() > NAMES {
            names.push(format!("and {} more", rows.len() - NAMES));
        }
        format!("{scalar}  {}: {said}{}", names.join(", "), measured(*scalar, rows))
    }
}

/// By how much the answers are off: as a length, and in units of u·D.
fn measured(scalar: Arithmetic, rows: &[&Row]) -> String {
    let unit = if scalar == Arithmetic::Exact { "D" } else { "u·D" };
    let mut text = String::new();
    for name in ["margin", "error", "flat depth", "off body", "residual", "excess", "normal reach"] {
        let of_name = || rows.iter().flat_map(|row| &row.measures).filter(|measure| measure.name == name);
        let ends = |values: &mut dyn Iterator<Item = f64>| {
            let mut values: Vec<f64> = values.collect();
            values.sort_by(f64::total_cmp);
            let ends = values.first().zip(values.last()).map(|(least, most)| (brief(*least), brief(*most)));
            ends.map(|(least, most)| if least == most { least } else { format!("{least} to {most}") })
        };
        let units = ends(&mut of_name().map(|measure| measure.units));
        let lengths = ends(&mut of_name().map(|measure| measure.length));
        if let (Some(units), Some(lengths)) = (units, lengths) {
            let _ = write!(text, "; {name} {lengths} ({units} {unit})");
        }
    }
    text
}

/// How many answers are right, in all and by scalar.
fn sum(rows: &[&Row]) -> String {
    let is_taken = |row: &&&Row| !matches!(row.column, Column::NotApplicable | Column::Refused);
    let of = |column: Column| rows.iter().filter(|row| row.column == column).count();
    let (taken, right) = (rows.iter().filter(is_taken).count(), of(Column::Right));
    let mut text = match taken {
        0 => "no answer was judged".to_owned(),
        _ => format!("right: {right} of {}", count(taken, "answer", "answers")),
    };
    let mut scalars: Vec<Arithmetic> = rows.iter().filter(is_taken).map(|row| row.scalar).collect();
    scalars.sort();
    scalars.dedup();
    if scalars.len() > 1 {
        let by_scalar = scalars.iter().map(|scalar| {
            let of_scalar = || rows.iter().filter(is_taken).filter(|row| row.scalar == *scalar);
            let right = of_scalar().filter(|row| row.column == Column::Right).count();
            format!("{scalar} {right} of {}", of_scalar().count())
        });
        let _ = write!(text, " ({})", by_scalar.collect::<Vec<_>>().join(", "));
    }
    let certified = rows.iter().filter(|row| row.is_certified).count();
    if taken > 0 {
        let _ = write!(text, "; certified: {certified}");
    }
    let depths = || rows.iter().filter_map(|row| row.is_depth_certified);
    if depths().next().is_some() {
        let _ = write!(text, "; depth certified: {} of {}", depths().filter(|certified| *certified).count(), depths().count());
    }
    for (column, name) in [(Column::NotApplicable, "not applicable"), (Column::Refused, "refused")] {
        if of(column) > 0 {
            let _ = write!(text, "; {name}: {}", of(column));
        }
    }
    text + "\n"
}

/// The tolerance; of a single case also as a length.
fn tolerances(checked: &[Checked], tolerance: f64) -> String {
    let mut lengths = Vec::new();
    if let [of_case] = checked {
        let rounded = of_case.truths.iter().filter(|truth| truth.scalar != Arithmetic::Exact);
        let length = |truth: &Told| Some(format!("{} in {}", brief(tolerance * truth.found.as_ref()?.unit), truth.scalar));
        lengths.extend(rounded.filter_map(length));
    }
    let lengths = if lengths.is_empty() { String::new() } else { format!(" ({})", lengths.join(", ")) };
    format!("tolerance {tolerance} u·D{lengths}, zero in exact arithmetic\n")
}

/// What some of the answers need to be said.
fn notes(rows: &[&Row]) -> String {
    let mut text = String::new();
    let flat: Vec<&&Row> = rows.iter().filter(|row| row.is_flat_missed).collect();
    if !flat.is_empty() {
        let _ = writeln!(
            text,
            "{FLAT_MISSED}: {}, called apart, though they overlap by more than the tolerance within a common plane or line; counted \
             under their ruling too",
            flat.len()
        );
    }
    let opposite: Vec<&String> = rows.iter().filter_map(|row| row.opposite_axis.as_ref()).collect();
    if let Some(first) = opposite.first() {
        let _ = writeln!(
            text,
            "axis of the wrong sign: {} answers are not certified by their axis, and the opposite axis separates the bodies (first: \
             {first}); an axis points from B to A, its product with every point of A − B is positive",
            opposite.len()
        );
    }
    let turned = rows.iter().filter(|row| row.has_turned_normal).count();
    if turned > 0 {
        let _ = writeln!(
            text,
            "normal of the wrong sign: {turned} answers; the opposite one takes the bodies apart. A normal points from A into B, out of A − B"
        );
    }
    if rows.iter().any(|row| row.slack.is_some()) {
        let beyond = rows.iter().filter(|row| row.is_beyond_slack).count();
        let _ = writeln!(
            text,
            "{BEYOND_SLACK}: {beyond} wrong verdicts, whose margin is greater than the slack that the implementation states of itself, \
             as a length"
        );
    }
    text
}
