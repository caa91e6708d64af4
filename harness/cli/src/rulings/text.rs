//! Text for a reader: first the truth, then the variants that disagree with it, then the number of right answers.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use gjk_cases::case::{Arithmetic, Class, NEVER};
use gjk_cases::quote::cut;
use gjk_records::{Column, Measure, Ruling};
use gjk_truth::truth::ImageTruth;

use super::counted::{BEYOND_SLACK, Counted, FLAT_MISSED, Group};
use super::{CheckedCase, JudgedAnswer, KnownTruth, Shown, TruthLine};
use crate::arguments::DeniedRuling;
use crate::output::{count, tell};
use crate::truth_table::Table;

/// The most digits of a printed fraction.
const LONGEST_FRACTION: usize = 20;

/// The most cases that are printed one by one; more are printed as a table.
const FEW: usize = 3;

/// The most lines of answers that are not right; half of this number above a table.
const REMARKS: usize = 40;

/// The most printed reasons why answers are not applicable.
const REASONS: usize = 8;

/// The most variants that are named in a line.
const NAMES: usize = 24;

/// The summary of cases, collected as they come; it keeps only the printed parts of a case.
pub struct Summary {
    /// The tolerance of the rulings; `None` if nothing is judged.
    tolerance: Option<f64>,
    /// The table of the truth; `None` if only classes are counted, beyond a few cases.
    table: Option<Table>,
    /// Number of cases so far.
    cases: usize,
    /// The cases, as long as they are few.
    few: Vec<CheckedCase>,
    /// Number of cases of each kind in each scalar, in the order of [`KINDS`].
    kinds: BTreeMap<Arithmetic, [usize; KINDS.len()]>,
    /// The first lines about images with another class than their rounded points, and the number of all such images.
    images: (Vec<String>, usize),
    /// The lines above a table about answers that are not right, with their badness: the worst first, and equal ones in their
    /// order.
    remarks: Vec<(usize, String)>,
    /// Number of all such lines.
    all_remarks: usize,
    counted: Counted,
    /// The first answer with an axis of the wrong sign, and the first with a normal of the wrong sign.
    opposite_axis: Option<String>,
    turned_normal: Option<String>,
    /// The reasons why answers are not applicable, for variants that were asked by name.
    not_applicable: Vec<String>,
}

/// The names of the kinds of cases; the last two are not classes.
const KINDS: [&str; 5] = [Class::ALL[0].name(), Class::ALL[1].name(), Class::ALL[2].name(), "undecided", "beyond the scalar"];

/// The order in which the numbers of [`KINDS`] are printed: bodies that meet first.
const MEETING_FIRST: [usize; KINDS.len()] = [2, 1, 3, 0, 4];

impl Summary {
    /// A summary without cases; the answers, if there are any, are judged with this tolerance.
    pub fn new(tolerance: Option<f64>, table: Option<Table>) -> Summary {
        Summary {
            tolerance,
            table,
            cases: 0,
            few: Vec::new(),
            kinds: BTreeMap::new(),
            images: (Vec::new(), 0),
            remarks: Vec::new(),
            all_remarks: 0,
            counted: Counted::default(),
            opposite_axis: None,
            turned_normal: None,
            not_applicable: Vec::new(),
        }
    }

    /// Number of cases so far.
    pub fn cases(&self) -> usize {
        self.cases
    }

    /// The part of the truth that is printed of each of the next cases.
    pub fn shown(&self, next: usize) -> Shown {
        let is_few = self.cases + next <= FEW;
        if is_few || self.table.is_some() { Shown::Depth } else { Shown::Class }
    }

    /// Adds the next case.
    pub fn take(&mut self, mut of_case: CheckedCase) {
        self.cases += 1;
        if self.cases <= FEW {
            let with_points = self.table.as_ref().is_some_and(|table| table.has_points);
            of_case.truths.iter_mut().for_each(|truth| truth.complete(with_points));
        }
        if let Some(table) = &mut self.table {
            table.take(&mut of_case.truths);
        }
        for truth in &of_case.truths {
            let class = truth.found.as_ref().map(|found| found.class);
            let kind = match class {
                Some(Some(class)) => class as usize,
                Some(None) => 3,
                None => 4,
            };
            self.kinds.entry(truth.scalar).or_default()[kind] += 1;
            if let Some(image) = truth.image {
                self.images.1 += 1;
                if self.images.0.len() < REMARKS / 4 {
                    self.images.0.push(image_of(truth, image));
                }
            }
        }
        for (near, row) in of_case.rows.iter().enumerate() {
            self.counted.count(near, row);
            if self.opposite_axis.is_none() {
                self.opposite_axis.clone_from(&row.opposite_axis);
            }
            if self.turned_normal.is_none() {
                self.turned_normal.clone_from(&row.turned_normal);
            }
            if let Some(why) =
                row.why_not.as_ref().filter(|why| self.not_applicable.len() < REASONS && !self.not_applicable.contains(why))
            {
                self.not_applicable.push(why.clone());
            }
        }
        self.remark(&of_case);
        if self.cases <= FEW {
            self.few.push(of_case);
        } else {
            self.few.clear();
        }
    }

    fn remark(&mut self, of_case: &CheckedCase) {
        let groups = groups(of_case);
        self.all_remarks += groups.len();
        for group in groups {
            let badness = badness(group.column);
            let place = self.remarks.partition_point(|(known, _)| *known <= badness);
            if place < REMARKS / 2 {
                self.remarks.insert(place, (badness, format!("{}  {}\n", of_case.id(), group.text())));
                self.remarks.truncate(REMARKS / 2);
            }
        }
    }

    /// Prints how many of the rulings are denied, and returns true if any is.
    pub fn is_denied(&self, deny: &[DeniedRuling]) -> bool {
        let is_denied =
            |of: &&Column| deny.contains(&DeniedRuling::Of(of.ruling())) || deny.contains(&DeniedRuling::Wrong(**of));
        // A ruling that is denied as a whole is not counted again by its parts.
        let parts = if deny.contains(&DeniedRuling::Of(Ruling::Off)) { &[][..] } else { &Measure::OFF[..] };
        let parts = || parts.iter().filter(|of| deny.contains(&DeniedRuling::Off(**of)));
        let denied = self.counted.sum(|group| {
            let columns: usize = Column::ALL.iter().filter(is_denied).map(|of| group.of(*of)).sum();
            columns + parts().map(|of| group.off_by(*of)).sum::<usize>()
        });
        if denied > 0 {
            tell(format_args!("denied: {} with a ruling that --deny names", count(denied as u64, "answer", "answers")));
        }
        denied > 0
    }

    /// The truth of the cases, the answers that are not right, and the number of right answers; by variant and scalar if there
    /// are many cases.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut told = 0;
        let table = self.table.as_ref().map(Table::text);
        if self.tolerance.is_none() {
            return format!("{}\n{}", self.classes(), table.unwrap_or_default()) + &self.image_lines();
        }
        if self.cases <= FEW {
            for of_case in &self.few {
                text += &truth_of(&of_case.truths);
                for group in groups(of_case).iter().take(REMARKS - told) {
                    text += &format!("{}  {}\n", of_case.id(), group.text());
                    told += 1;
                }
            }
        } else {
            text += &self.classes();
            text += &table.map_or_else(String::new, |table| format!("\n{table}"));
            let is_apart = self.table.is_some() && !self.remarks.is_empty();
            text += if is_apart { "\n" } else { "" };
            self.remarks.iter().for_each(|(_, line)| text += line);
            told = self.remarks.len();
        }
        text += &self.image_lines();
        if told < self.all_remarks {
            let more = self.all_remarks - told;
            let _ = writeln!(text, "… and {more} more lines of answers that are not right; --json FILE has them all");
        }
        if self.cases > FEW {
            text += &format!("\n{}", self.counted.table());
        }
        text += &self.sum();
        text += &self.tolerances();
        text += &self.notes();
        text
    }
}

impl Summary {
    /// The lines about posed cases whose class has changed by rounding the points.
    fn image_lines(&self) -> String {
        let mut text = self.images.0.concat();
        let more = self.images.1 - self.images.0.len();
        if more > 0 {
            let _ = writeln!(text, "… and {more} more whose exact image is of another class; see image_class in --json FILE");
        }
        text
    }
}

/// A number with at most four digits.
pub fn brief(value: f64) -> String {
    shown(format!("{value:.3e}").parse().unwrap_or(value))
}

/// A number in the usual notation, with all of its digits.
pub fn shown(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        size if (1e-4..1e6).contains(&size) => format!("{value}"),
        _ => format!("{value:e}"),
    }
}

/// The truth of a case: one line, or one for each group of scalars with the same truth.
fn truth_of(truths: &[TruthLine]) -> String {
    let mut lines: Vec<(String, Vec<&str>)> = Vec::new();
    for truth in truths {
        let text = |found: &KnownTruth| found.text(usize::from(truth.dimension));
        let line = truth.found.as_ref().map_or_else(|| "not applicable, a number overflows".to_owned(), text);
        match lines.iter_mut().find(|(known, _)| *known == line) {
            Some((_, scalars)) => scalars.push(truth.scalar.name()),
            None => lines.push((line, vec![truth.scalar.name()])),
        }
    }
    let Some(TruthLine { id, dimension, points: [a, b], .. }) = truths.first() else { return String::new() };
    let head = format!("{} ({dimension}D, {a} + {})", cut(id), count(*b as u64, "point", "points"));
    match &lines[..] {
        [(line, _)] => format!("{head}: {line}\n"),
        _ => {
            let lines = lines.iter().map(|(line, scalars)| format!("  truth in {}: {line}\n", scalars.join(" and ")));
            lines.fold(format!("{head}\n"), |text, line| text + &line)
        }
    }
}

impl KnownTruth {
    fn text(&self, dimension: usize) -> String {
        let class = self.class.map_or("undecided", Class::name);
        let (low, high) = self.bounds;
        let distance = match self.is_exact {
            true => format!("distance {} (exact)", shown(self.distance)),
            false if high - low <= 1e-9 * high => format!("distance {} (a bracket)", shown(self.distance)),
            false => format!("distance from {} to {}", shown(low), shown(high)),
        };
        let depth = match (self.depth, self.of_deepest) {
            (Some(depth), _) if depth.width == 0.0 => format!(", depth {} (exact)", shown(depth.middle)),
            (Some(depth), _) => format!(", depth {} within {}", shown(depth.middle), brief(depth.width / 2.0)),
            (None, Some(least)) => format!(", depth at least {} (its deepest pair of parts)", shown(least)),
            (None, None) => String::new(),
        };
        let coordinates = |point: &[f64], number: fn(f64) -> String| {
            format!("({})", point[..dimension].iter().map(|x| number(*x)).collect::<Vec<_>>().join(", "))
        };
        let along = self.direction.map_or_else(String::new, |along| format!(" along {}", coordinates(&along, brief)));
        let nearest = self.nearest.map_or_else(String::new, |[a, b]| {
            format!("; nearest points {} of A and {} of B", coordinates(&a, shown), coordinates(&b, shown))
        });
        let cast = self.cast.as_ref().map_or_else(String::new, |cast| {
            let normal = cast.normal.map_or_else(String::new, |n| format!(", normal {}", coordinates(&n, brief)));
            let time = match (cast.time, &cast.exact) {
                _ if cast.is_undecided => "undecided".to_owned(),
                (None, _) => format!("{NEVER}, the way of A stays {} away from B", shown(cast.path_distance)),
                (Some([time, _]), Some(exact)) if exact.len() <= LONGEST_FRACTION && exact.contains('/') => {
                    format!("at {exact} ({}, exact)", brief(time))
                }
                (Some([time, _]), Some(_)) => format!("at {} (exact)", shown(time)),
                (Some([low, high]), None) => format!("from {} to {}", shown(low), shown(high)),
            };
            format!("; first contact {time}{normal}")
        });
        let start = if self.cast.is_some() { "at the start " } else { "" };
        format!("{start}{class}, {distance}{depth}{along}{nearest}{cast}; D = {}", brief(self.size))
    }
}

/// A posed case whose class has changed by rounding the points: engines and their users may refer to different bodies.
fn image_of(truth: &TruthLine, image: ImageTruth) -> String {
    let class = truth.found.as_ref().and_then(|found| found.class).map_or("undecided", Class::name);
    let away = match image.class {
        Class::Separated => format!(", {} apart", shown(image.distance.to_f64())),
        Class::Touching | Class::Overlapping => String::new(),
    };
    let (id, scalar) = (cut(&truth.id), truth.scalar);
    format!("{id}  {scalar}: {class} once its posed points are rounded, and {} in its exact image{away}\n", image.class)
}

/// Answers in one scalar that are not right and have the same message.
struct Remark<'a> {
    scalar: Arithmetic,
    column: Column,
    said: &'a str,
    rows: Vec<&'a JudgedAnswer>,
}

/// The order of answers that are not right, the worst first; refusals are last, since they are not failures.
fn badness(column: Column) -> usize {
    const WORST_FIRST: [Column; 6] =
        [Column::Missed, Column::Phantom, Column::Off, Column::GaveUp, Column::Inaccurate, Column::Contact];
    WORST_FIRST.iter().position(|known| *known == column).unwrap_or(WORST_FIRST.len())
}

/// The groups of answers to a case by scalar, the worst first.
fn groups(of_case: &CheckedCase) -> Vec<Remark<'_>> {
    let mut groups: Vec<Remark> = Vec::new();
    let mut places: HashMap<(Arithmetic, &str), usize> = HashMap::new();
    for row in &of_case.rows {
        let Some(said) = &row.said else { continue };
        let place = *places.entry((row.scalar, said)).or_insert(groups.len());
        if place == groups.len() {
            groups.push(Remark { scalar: row.scalar, column: row.column, said, rows: Vec::new() });
        }
        groups[place].rows.push(row);
    }
    groups.sort_by_key(|group| (group.scalar, badness(group.column)));
    groups
}

impl CheckedCase {
    /// The id of the case, as it is printed.
    fn id(&self) -> String {
        self.truths.first().map_or_else(String::new, |truth| cut(&truth.id))
    }
}

impl Remark<'_> {
    fn text(&self) -> String {
        let Remark { scalar, said, rows, .. } = self;
        let mut names: Vec<String> = rows.iter().take(NAMES).map(|row| cut(&row.variant)).collect();
        if rows.len() > NAMES {
            names.push(format!("and {} more", rows.len() - NAMES));
        }
        format!("{scalar}  {}: {said}{}", names.join(", "), measured(*scalar, rows))
    }
}

/// The range of the errors of the answers: as lengths, and in units of u·D.
fn measured(scalar: Arithmetic, rows: &[&JudgedAnswer]) -> String {
    let unit = if scalar == Arithmetic::Exact { "D" } else { "u·D" };
    let mut text = String::new();
    let of_claims = Measure::printed().map(|(_, name, _)| name);
    for name in ["margin", "error", "flat depth", "off body"].into_iter().chain(of_claims) {
        let of_name = || rows.iter().flat_map(|row| &row.amounts).filter(|amount| amount.name == name);
        let ends = |values: &mut dyn Iterator<Item = f64>| {
            let mut values: Vec<f64> = values.collect();
            values.sort_by(f64::total_cmp);
            let ends = values.first().zip(values.last()).map(|(least, most)| (brief(*least), brief(*most)));
            ends.map(|(least, most)| if least == most { least } else { format!("{least} to {most}") })
        };
        let units = ends(&mut of_name().map(|amount| amount.units));
        let lengths = ends(&mut of_name().map(|amount| amount.length));
        if let (Some(units), Some(lengths)) = (units, lengths) {
            let _ = write!(text, "; {name} {lengths} ({units} {unit})");
        }
    }
    text
}

impl Summary {
    /// Number of cases of each kind: for all scalars together, or for each if a case has several truths that differ.
    fn classes(&self) -> String {
        let of = |counts: &[usize]| {
            let counted = MEETING_FIRST.into_iter().filter(|kind| counts[*kind] > 0);
            counted.map(|kind| format!("{} {}", counts[kind], KINDS[kind])).collect::<Vec<_>>().join(", ")
        };
        let lines: Vec<(Arithmetic, String)> = self.kinds.iter().map(|(scalar, counts)| (*scalar, of(counts))).collect();
        // Doubles are the usual scalar; another one is named.
        let scalars: Vec<&Arithmetic> = self.kinds.keys().collect();
        let of_all = match scalars[..] {
            [Arithmetic::F64] | [_, _, ..] | [] => String::new(),
            [scalar] => format!(" in {scalar}"),
        };
        let head = format!("{}{of_all}: ", count(self.cases as u64, "case", "cases"));
        // Each case has one truth, though perhaps not in the same scalar.
        let sums: Vec<usize> = (0..KINDS.len()).map(|kind| self.kinds.values().map(|counts| counts[kind]).sum()).collect();
        if sums.iter().sum::<usize>() == self.cases {
            return format!("{head}{}\n", of(&sums));
        }
        match &lines[..] {
            [(_, first), rest @ ..] if rest.iter().all(|(_, line)| line == first) => format!("{head}{first}\n"),
            _ => lines.iter().map(|(scalar, line)| format!("{head}in {scalar} {line}\n")).collect(),
        }
    }

    /// Number of right answers, in total and by scalar.
    fn sum(&self) -> String {
        let counted = &self.counted;
        let of = |column: Column| counted.sum(|group| group.of(column));
        let (taken, right) = (counted.sum(Group::taken), of(Column::Right));
        let mut text = match taken {
            0 => "no answer was judged".to_owned(),
            _ => format!("right: {right} of {}", count(taken as u64, "answer", "answers")),
        };
        let mut scalars: BTreeMap<Arithmetic, [usize; 2]> = BTreeMap::new();
        for group in counted.groups().filter(|group| group.taken() > 0) {
            let [right, taken] = scalars.entry(group.scalar).or_default();
            *right += group.of(Column::Right);
            *taken += group.taken();
        }
        if scalars.len() > 1 {
            let by_scalar = scalars.iter().map(|(scalar, [right, taken])| format!("{scalar} {right} of {taken}"));
            let _ = write!(text, " ({})", by_scalar.collect::<Vec<_>>().join(", "));
        }
        if taken > 0 {
            let _ = write!(text, "; certified: {}", counted.sum(|group| group.certified));
        }
        let of_depth = counted.sum(|group| group.depths);
        if of_depth > 0 {
            let _ = write!(text, "; depth certified: {} of {of_depth}", counted.sum(|group| group.depth_certified));
        }
        for (column, name) in [(Column::NotApplicable, "not applicable"), (Column::Refused, "refused")] {
            if of(column) > 0 {
                let _ = write!(text, "; {name}: {}", of(column));
            }
        }
        text + "\n"
    }

    /// The tolerance; for a single case also as a length.
    fn tolerances(&self) -> String {
        let (mut lengths, Some(tolerance)) = (Vec::new(), self.tolerance) else { return String::new() };
        if let (1, [of_case]) = (self.cases, &self.few[..]) {
            let rounded = of_case.truths.iter().filter(|truth| truth.scalar != Arithmetic::Exact);
            let length =
                |truth: &TruthLine| Some(format!("{} in {}", brief(tolerance * truth.found.as_ref()?.unit), truth.scalar));
            lengths.extend(rounded.filter_map(length));
        }
        let lengths = if lengths.is_empty() { String::new() } else { format!(" ({})", lengths.join(", ")) };
        // The user may have meant a length.
        let small = match self.few.first().filter(|_| tolerance > 0.0 && tolerance < 1.0) {
            None => String::new(),
            Some(of_case) => {
                let found = |truth: &TruthLine| Some((truth.scalar, tolerance / truth.found.as_ref()?.unit));
                let rounded = of_case.truths.iter().filter(|truth| truth.scalar != Arithmetic::Exact).filter_map(found);
                let options = rounded.map(|(scalar, units)| format!("--tolerance {} in {scalar}", brief(units)));
                let options = options.collect::<Vec<_>>().join(", ");
                format!("; that is less than one unit of rounding: as a length {tolerance:e} is {options}")
            }
        };
        format!("tolerance {tolerance} u·D{lengths}, zero in exact arithmetic{small}\n")
    }

    /// Notes on some of the answers.
    fn notes(&self) -> String {
        let (mut text, counted) = (String::new(), &self.counted);
        self.not_applicable.iter().for_each(|why| text += &format!("not applicable: {why}\n"));
        let flat = counted.sum(|group| group.flat_missed);
        if flat > 0 {
            let _ = writeln!(
                text,
                "{FLAT_MISSED}: {flat}, called apart, although they overlap by more than the tolerance within a common plane \
                 or line; also counted under their ruling"
            );
        }
        if let Some(first) = &self.opposite_axis {
            let _ = writeln!(
                text,
                "axis of the wrong sign: {} not certified by their axis, and the opposite axis separates the bodies (first: {first}). An axis points \
                 from B to A, and its product with every point of A − B is positive",
                count(counted.sum(|group| group.opposite_axes) as u64, "answer is", "answers are")
            );
        }
        let turned = counted.sum(|group| group.turned_normals);
        if turned > 0 {
            let _ = writeln!(
                text,
                "normal of the wrong sign: {} (first: {}); the opposite normal separates the bodies. A normal points from A into B, out of A − B",
                count(turned as u64, "answer", "answers"),
                self.turned_normal.as_deref().unwrap_or_default()
            );
        }
        if counted.states_slack() {
            let beyond = counted.sum(|group| group.beyond_slack);
            let _ = writeln!(
                text,
                "{BEYOND_SLACK}: {} with a margin greater than the slack that the implementation states as a length",
                count(beyond as u64, "wrong verdict", "wrong verdicts")
            );
        }
        text
    }
}
