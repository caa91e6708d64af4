//! Performance profiles: the fastest variants and the variants that solve most, in one picture per question and scalar.

use gjk_records::Ruling;

use crate::draw::{Axis, Canvas, LINE, Panel, Rect, Stroke, TEXT, darkened, dots, ink, number, spread, stroke, title_below};
use crate::figure::chosen::chosen;
use crate::figure::family_groups::Space;
use crate::figure::{ANSWERS, Figure, Room, Sheet, Sheets, TIMES, Width, label, left_out, time_notes};
use crate::profile::{Curve, Query, at, profile};
use crate::sorted::sort_by;
use crate::table::{counted, percent};
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure = Figure {
    name: "profile",
    description: "share of queries solved within a factor of the fastest; the right end is the share that is solved at all",
    reads: &[ANSWERS, TIMES],
    width: Width::Column,
    draw,
};

/// A question of a profile, with the rulings that count as solved.
struct Question {
    name: &'static str,
    /// Whether it is asked only of variants that give distances.
    of_distances: bool,
    solves: fn(Ruling) -> bool,
    says: &'static str,
}

const QUESTIONS: [Question; 2] = [
    Question {
        name: "distances",
        of_distances: true,
        solves: |ruling| matches!(ruling, Ruling::Right | Ruling::Contact),
        says: "Solved: the verdict is right, or wrong by no more than the tolerance, and every length is within it.",
    },
    Question {
        name: "verdicts",
        of_distances: false,
        solves: |ruling| matches!(ruling, Ruling::Right | Ruling::Contact | Ruling::Inaccurate | Ruling::Off),
        says: "Solved: the verdict is right, or wrong by no more than the tolerance; lengths do not count. Variants that give distances \
               (filled marks) compute them too.",
    },
];

/// The greatest number of variants in a panel.
const CROWD: usize = 9;
/// The greatest factor on the axis.
const MOST: f64 = 8.0;
/// Factors with a row in the table of numbers next to the figure.
const FACTORS: [f64; 8] = [1.0, 1.1, 1.25, 1.5, 2.0, 3.0, 5.0, 10.0];

/// The curves of some variants, over the queries that all of them were asked.
struct Field {
    scalar: usize,
    variants: Vec<usize>,
    families: usize,
    /// The families over which the ratios of times are taken.
    over: Vec<usize>,
    queries: usize,
    curves: Vec<Curve>,
}

impl Field {
    fn of(survey: &Survey, question: &Question, scalar: usize) -> Option<Field> {
        let families: Vec<usize> = Space::Solid.families(survey);
        // If only bodies in the plane or curved bodies were posed, the profile is over their families.
        let families = if families.is_empty() { survey.families_in_rates() } else { families };
        let cases = || survey.times.cases.iter().filter(|case| case.scalar == scalar && families.contains(&case.family));
        let timed_in = |v: usize, family: usize| cases().any(|case| case.family == family && case.by_variant[v].is_some());
        let timed: Vec<usize> = families.iter().copied().filter(|&f| cases().any(|case| case.family == f)).collect();
        let takes_all = |v: &usize| {
            (survey.variants[*v].gives_distances() || !question.of_distances)
                && !timed.is_empty()
                && timed.iter().all(|&f| timed_in(*v, f))
        };
        let variants = chosen(survey, (0..survey.variants.len()).filter(takes_all).collect(), CROWD);
        if variants.is_empty() {
            return None;
        }
        let solved =
            |answer: Option<(f64, Ruling)>| answer.filter(|(_, ruling)| (question.solves)(*ruling)).map(|(time, _)| time);
        let queries: Vec<Query> = cases()
            .filter(|case| variants.iter().all(|&v| case.by_variant[v].is_some()))
            .map(|case| Query { family: case.family, times: variants.iter().map(|&v| solved(case.by_variant[v])).collect() })
            .collect();
        let curves = profile(&queries, variants.len());
        Some(Field { scalar, variants, families: timed.len(), over: families, queries: queries.len(), curves })
    }

    fn right_end(&self, place: usize) -> f64 {
        self.curves[place].last().map_or(0.0, |(_, share)| *share)
    }
}

fn draw<'s>(survey: &'s Survey<'s>, room: Room) -> Sheets<'s> {
    if survey.times.is_empty() {
        return left_out("nothing was timed");
    }
    let fields = survey.float_scalars().into_iter().rev().flat_map(|scalar| QUESTIONS.iter().map(move |q| (q, scalar)));
    let sheets: Vec<Sheet> = fields
        .filter_map(|(question, scalar)| Some(sheet(survey, question, Field::of(survey, question, scalar)?, room)))
        .collect();
    if sheets.is_empty() { left_out("no variant was both judged and timed") } else { Ok(sheets) }
}

/// The share of the queries that a variant must solve to be the reference for ratios of times, unless all variants solve less.
const RELIABLE: f64 = 0.95;

/// A sentence with the ratio of the time of each variant to the time of a reference variant.
///
/// The reference is most often the fastest, among the variants that solve at least the share [`RELIABLE`].
fn ratios_text(survey: &Survey, field: &Field) -> String {
    let of = |v: usize, other: usize| survey.times.ratio(&field.over, field.scalar, [v, other]);
    let mut best = (0..field.variants.len()).collect::<Vec<_>>();
    let order = |i: usize| (field.right_end(i) < RELIABLE, -at(&field.curves[i], 1.0));
    sort_by(&mut best, &mut |&i, &j| order(i).0.cmp(&order(j).0).then(order(i).1.total_cmp(&order(j).1)));
    let Some(&first) = best.first() else { return String::new() };
    let first = field.variants[first];
    let told: Vec<String> = field
        .variants
        .iter()
        .filter(|v| **v != first)
        .filter_map(|&v| Some(format!("{} {:.2}", survey.variants[v].name, of(v, first)?)))
        .collect();
    match told.is_empty() {
        true => String::new(),
        false => format!(
            "Time over the time of {}, on the cases that both get right (median per family, geometric mean over families): \
             {}.",
            survey.variants[first].name,
            told.join(", ")
        ),
    }
}

fn sheet<'s>(survey: &'s Survey<'s>, question: &'static Question, field: Field, room: Room) -> Sheet<'s> {
    let scalar = survey.scalars[field.scalar].clone();
    let mut points = Table::new(["question", "scalar", "variant", "families", "queries", "factor", "share"]);
    for (place, &v) in field.variants.iter().enumerate() {
        let shares = FACTORS.map(|factor| (factor, at(&field.curves[place], factor)));
        for (factor, share) in shares.into_iter().chain([(f64::INFINITY, field.right_end(place))]) {
            let name = &survey.variants[v].name;
            points.push(&[&question.name, &scalar, name, &field.families, &field.queries, &factor, &share]);
        }
    }
    let (families, queries) = (counted(field.families, "family", "families"), field.queries);
    let mut notes = vec![ratios_text(survey, &field)];
    notes.extend(time_notes(survey, &field.over, field.scalar));
    notes.retain(|note| !note.is_empty());
    let names = Names::of(survey, &field, room);
    let height = dots(if room.is_narrow() { 158.0 } else { 190.0 }) + names.height();
    let foot = format!("{scalar}, {}; {queries} queries, {families} with equal weights.", question.name);
    let name = format!("{}-{scalar}", question.name);
    let title = format!("Share of queries solved within a factor of the fastest: {}, {scalar}", question.name);
    let shows = format!("share of queries solved within a factor of the fastest: {}, {scalar}", question.name);
    let panels = Sheet::new(height, move |canvas, body| panel(survey, canvas, body, &field, &names));
    Sheet {
        name,
        title,
        text: format!(
            "Performance profile (Dolan and Moré 2002): at τ = 1, the share of queries on which the variant is the fastest \
             that solves them; at the right end, the share that it solves at all (the number next to its name). {} A \
             failure is never solved. τ is relative to the fastest variant drawn, so leaving one out may change the order \
             of others; ratios of pairs do not change. External programs are not drawn, since their time is not the time of \
             their library.",
            question.says
        ),
        foot,
        notes,
        shows,
        points,
        is_timed: true,
        ..panels
    }
}

/// Places for the names of the curves.
struct Names {
    /// Variants in the order of the share that they solve, the greatest first.
    order: Vec<usize>,
    /// Widths of the columns of names below the panel; empty if the names are at the right ends of the curves.
    below: Vec<i32>,
    /// Width of the widest name, with its mark and its number.
    width: i32,
}

/// Width of the place of a mark in front of its name, and distance between two columns of names, in points.
const MARK: f64 = 8.5;
const BETWEEN: f64 = 7.0;

impl Names {
    fn of(survey: &Survey, field: &Field, room: Room) -> Names {
        let text = ink(TEXT);
        let mut order: Vec<usize> = (0..field.variants.len()).collect();
        sort_by(&mut order, &mut |&i, &j| field.right_end(j).total_cmp(&field.right_end(i)));
        let width = |places: &[usize]| {
            let widest = |of: &dyn Fn(usize) -> i32| places.iter().map(|&place| of(place)).max().unwrap_or(0);
            let number = widest(&|place| text.bold().width(&field.solved(place)));
            widest(&|place| text.width(&field.name(survey, place))) + number + dots(MARK + 5.0)
        };
        let columns = |count: usize| order.chunks(order.len().div_ceil(count).max(1)).map(width).collect::<Vec<_>>();
        let fits = |all: &Vec<i32>| all.iter().sum::<i32>() + (all.len() as i32 - 1) * dots(BETWEEN) <= room.width;
        let below = if room.is_narrow() {
            [3, 2].map(columns).into_iter().find(fits).unwrap_or_else(|| columns(1))
        } else {
            Vec::new()
        };
        Names { width: width(&order), order, below }
    }

    /// The number of names in a column below the panel.
    fn lines(&self) -> usize {
        self.order.len().div_ceil(self.below.len().max(1))
    }

    /// Height of the names below the panel.
    fn height(&self) -> i32 {
        if self.below.is_empty() { 0 } else { self.lines() as i32 * ink(TEXT).leading() + dots(6.0) }
    }

    /// The place of a name below the panel: the middle of its left end, and the coordinate of its right end.
    fn place(&self, body: Rect, place: usize) -> ((i32, i32), i32) {
        let rank = self.order.iter().position(|other| *other == place).unwrap_or(place);
        let (column, line, row) = (rank / self.lines(), rank % self.lines(), ink(TEXT).leading());
        let left = body.left + self.below[..column].iter().sum::<i32>() + column as i32 * dots(BETWEEN);
        let top = body.bottom - dots(3.0) - (self.lines() - line) as i32 * row + row / 2;
        ((left, top), left + self.below[column])
    }
}

impl Field {
    fn name(&self, survey: &Survey, place: usize) -> String {
        label(&survey.variants[self.variants[place]].name)
    }

    /// The solved share, as printed after a name.
    fn solved(&self, place: usize) -> String {
        format!("{} %", percent_short(self.right_end(place)))
    }
}

/// The curves, with the names at their right ends or below the panel.
fn panel(survey: &Survey, canvas: &Canvas, body: Rect, field: &Field, names: &Names) {
    let text = ink(TEXT);
    let aside = if !names.below.is_empty() { dots(9.0) } else { names.width + dots(11.0) };
    let frame = Rect {
        left: body.left + dots(27.0),
        top: body.top + dots(5.0),
        right: body.right - aside,
        bottom: body.bottom - dots(22.0) - names.height(),
    };
    let mut x = Axis::log2(1.0, MOST);
    x.ticks = [1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0].map(|value| crate::draw::Tick { value, label: self::number(value) }).to_vec();
    let panel = Panel::new(canvas, frame, x, Axis::linear(0.0, 1.0, 5).in_percent());
    panel.grid(true, true);
    title_below(canvas, frame, "time / time of the fastest, τ", frame.width() + dots(40.0));
    let count = field.variants.len();
    let ends: Vec<i32> =
        (0..count).map(|place| panel.at((MOST, field.right_end(place))).map_or(frame.bottom, |at| at.1)).collect();
    let row = text.leading();
    let spots = spread(&ends, row, (frame.top + row / 2, frame.bottom - row / 2));
    for (place, &v) in field.variants.iter().enumerate() {
        let variant = &survey.variants[v];
        let style = variant.style;
        let curve = &field.curves[place];
        let mut steps: Curve = vec![(1.0, at(curve, 1.0))];
        steps.extend(curve.iter().filter(|(factor, _)| (1.0..=MOST).contains(factor)));
        steps.push((MOST, at(curve, MOST)));
        panel.stairs(&steps, Stroke { dash: style.dash, ..stroke(style.colour, 1.0) });
        let shift = place as f64 / count as f64;
        let marks = (0..4).map(|k| MOST.powf((f64::from(k) + shift) / 4.0)).map(|factor| (factor, at(curve, factor)));
        panel.marks(&marks.collect::<Vec<_>>(), &style, variant.gives_distances());
        // A dotted line from the end of the axis to the share that is solved at all; if the name is at the right, a line on to
        // the name.
        let end = panel.at((MOST, at(curve, MOST))).map_or(frame.bottom, |at| at.1);
        let (across, on) = (frame.right + dots(7.0), frame.right + dots(11.0));
        canvas.path(&[(frame.right, end), (across, ends[place])], Stroke { dash: &[1.0, 1.2], ..stroke(style.colour, 0.7) });
        let (at, right) = if names.below.is_empty() {
            canvas.path(&[(across, ends[place]), (on, spots[place])], stroke(LINE, 0.4));
            ((on, spots[place]), body.right)
        } else {
            names.place(body, place)
        };
        canvas.mark((at.0 + dots(4.0), at.1), style.mark, 1.7, style.colour, variant.gives_distances());
        canvas.text((at.0 + dots(MARK), at.1), &field.name(survey, place), text.colour(darkened(style.colour)));
        canvas.text((right, at.1), &field.solved(place), text.bold().right());
    }
}

/// A share in percent with one decimal, or with as many as it needs not to be rounded up to 100.
fn percent_short(share: f64) -> String {
    match share * 100.0 {
        // The whole is a sum of weights, which is one only up to rounding.
        p if p > 100.0 - 1e-9 => "100".to_owned(),
        p if p >= 99.95 => percent(share),
        p => format!("{p:.1}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn not_quite_all_is_not_all() {
        let shares = [1.0, 1.0 - 1e-13, 0.9999, 0.99963, 0.987, 0.0];
        assert_eq!(shares.map(percent_short), ["100", "100", "99.99", "99.96", "98.7", "0.0"]);
    }

    #[test]
    fn a_failure_solves_nothing_and_a_length_counts_for_distances_alone() {
        let solved = |ruling| QUESTIONS.each_ref().map(|question| (question.solves)(ruling));
        assert_eq!([Ruling::Right, Ruling::Contact].map(solved), [[true, true]; 2]);
        assert_eq!([Ruling::Inaccurate, Ruling::Off].map(solved), [[false, true]; 2]);
        for ruling in [Ruling::Wrong, Ruling::GaveUp, Ruling::Undecided, Ruling::NotApplicable, Ruling::Refused] {
            assert_eq!(solved(ruling), [false, false], "{ruling:?}");
        }
    }
}
