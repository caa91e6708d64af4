//! Variants and peers in turns on the same cases: time per query over points, one panel per gap class, one sheet per scalar.

use gjk_records::{Duel, Question};

use crate::distinct::distinct;
use crate::draw::{Axis, LegendEntry, Panel, Rect, Style, Tick, columns as frames, dots, styles, title_below};
use crate::duels::{Contestant, Duels, Kind, Size, time};
use crate::figure::chosen::chosen_names;
use crate::figure::{DUELS, Figure, Room, SHEETS, Sheet, Sheets, Width, label, left_out};
use crate::table::or_nothing;
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure = Figure {
    name: "duel",
    description: "variants and peers in turns: time per query over points and gap",
    reads: &[DUELS],
    width: Width::Page,
    draw,
};

/// The most contestants that give distances, and the most that give verdicts alone.
const CROWD: [usize; 2] = [6, 3];
const GAPS: usize = 6;
const SIZES: usize = 12;

fn draw<'s>(survey: &'s Survey<'s>, room: Room) -> Sheets<'s> {
    let scalars = Duels::new(survey.study.of::<Duel>()).scalars().into_iter().take(SHEETS);
    let sheets: Vec<Sheet> = scalars.filter_map(|scalar| sheet(survey, scalar, room)).collect();
    if sheets.is_empty() { left_out("there was no contest") } else { Ok(sheets) }
}

/// Contestants that are drawn: all that were asked for by name, else some of each kind and the one that marks a bound.
fn shown<'a>(survey: &Survey, duels: &Duels<'a>, scalar: &str) -> Vec<Contestant<'a>> {
    let facts = &survey.study.facts;
    if !survey.wanted.is_empty() {
        return duels.present(scalar).into_iter().filter(|one| one.kind != Kind::Preparation).collect();
    }
    // A library that a user added is drawn, although it runs in a process of its own.
    let is_own = |one: &Contestant| facts.taken_in.iter().any(|name| name == one.name);
    let present: Vec<Contestant> =
        duels.present(scalar).into_iter().filter(|one| one.kind.is_common() || is_own(one)).collect();
    let own_name = |name: &'a str| name.strip_suffix("-from-centres").unwrap_or(name);
    let of = |kinds: &[Kind], most: usize| -> Vec<&str> {
        chosen_names(
            &facts.kinds,
            present.iter().filter(|one| kinds.contains(&one.kind)).map(|one| own_name(one.name)).collect(),
            most,
        )
    };
    let mut names = of(&[Kind::Promises(Question::Distance), Kind::Prepared], CROWD[0]);
    names.extend(of(&[Kind::Verdict], CROWD[1]));
    names.extend(of(&[Kind::Bound], 1));
    names.extend(present.iter().filter(|one| is_own(one)).map(|one| own_name(one.name)));
    present.into_iter().filter(|one| names.contains(&own_name(one.name))).collect()
}

/// Contest in one scalar.
struct Contest<'d> {
    duels: Duels<'d>,
    scalar: &'d str,
    shown: Vec<Contestant<'d>>,
    /// Styles by the names without the suffix of the start.
    styles: Vec<(&'d str, Style)>,
}

impl<'d> Contest<'d> {
    fn of(survey: &'d Survey<'d>, scalar: &'d str) -> Contest<'d> {
        let (duels, facts) = (Duels::new(survey.study.of::<Duel>()), &survey.study.facts);
        let shown = shown(survey, &duels, scalar);
        let names = distinct(shown.iter().map(|one| own(one)));
        let styles = names.iter().copied().zip(styles(&facts.kinds, &names)).collect();
        Contest { duels, scalar, shown, styles }
    }

    /// Duels that are drawn.
    ///
    /// Bodies on no grid have a single gap class, so they are only in the table.
    fn on_grid(&self) -> impl Iterator<Item = &'d Duel> {
        let is_on_grid = |duel: &&Duel| !Size { family: &duel.family, points: duel.points }.is_raw();
        self.duels.records.iter().copied().filter(|duel| duel.scalar == self.scalar).filter(is_on_grid)
    }

    /// The least and the greatest time that is drawn; `None` without times.
    fn range(&self) -> Option<[f64; 2]> {
        let is_shown = |duel: &&Duel| self.shown.iter().any(|one| one.name == duel.variant);
        let values: Vec<f64> = self.on_grid().filter(is_shown).filter_map(time).collect();
        let range = [values.iter().copied().fold(f64::INFINITY, f64::min), values.iter().copied().fold(0.0, f64::max)];
        (!values.is_empty()).then_some(range)
    }

    fn style(&self, one: &Contestant) -> Option<Style> {
        self.styles.iter().find(|(name, _)| *name == own(one)).map(|(_, style)| *style)
    }

    fn legend(&self) -> Vec<LegendEntry> {
        let entry = |one: &Contestant| {
            let text = if one.peer { format!("{} (library)", label(own(one))) } else { label(own(one)) };
            Some(LegendEntry { text, style: self.style(one)?, filled: one.kind != Kind::Verdict })
        };
        self.shown.iter().filter_map(entry).collect()
    }

    fn points(&self) -> Table {
        let columns = "scalar family points gap variant peer median_ns timed cases not_right gave_up inaccurate ended";
        let mut points = Table::new(columns.split(' '));
        for duel in self.on_grid() {
            let Duel { scalar, family, points: number, gap, variant, peer, .. } = duel;
            let counts = [duel.timed, duel.cases, duel.not_right, duel.gave_up, duel.inaccurate].map(|count| count.to_string());
            points.push_with(
                &[scalar, family, number, gap, variant, peer],
                std::iter::once(or_nothing(duel.median_ns)).chain(counts).chain([duel.ended.clone()]),
            );
        }
        points
    }

    /// Draws one panel per gap class.
    fn panels(self, [least, most]: [f64; 2], room: Room) -> Sheet<'d> {
        let y = Axis::log10(least / 1.35, most * 1.35, 6);
        let across = if room.is_narrow() { 2 } else { GAPS };
        let gaps = self.duels.gaps(self.scalar).len().clamp(1, GAPS);
        let rows = gaps.div_ceil(across) as i32;
        let one = dots(142.0);
        Sheet::new(one * rows, move |canvas, body| {
            let gaps: Vec<&str> = self.duels.gaps(self.scalar).into_iter().take(GAPS).collect();
            let across = across.min(gaps.len());
            for (row, line) in gaps.chunks(across).enumerate() {
                let top = body.top + row as i32 * one + dots(12.0);
                let whole = Rect { top, bottom: top + one - dots(36.0), ..body };
                let places = frames(whole, across, [dots(36.0), dots(6.0), dots(2.0)]);
                let below = Rect { right: places[line.len() - 1].right, ..places[0] };
                for (column, (frame, gap)) in places.into_iter().zip(line).enumerate() {
                    let panel = Panel::new(canvas, frame, sizes_axis(&sizes(&self.duels)), y.clone());
                    self.draw_panel(&panel, gap, column == 0);
                }
                title_below(canvas, below, "points of each body", below.width());
            }
        })
    }

    fn draw_panel(&self, panel: &Panel, gap: &'d str, is_first: bool) {
        panel.grid(true, is_first);
        panel.title(&gap_title(gap));
        if is_first {
            panel.y_title("time per query / ns", 31.0);
        }
        let sizes = sizes(&self.duels);
        for contestant in self.shown.iter().rev() {
            let Some(style) = self.style(contestant) else { continue };
            let point = |size: &Size<'d>| {
                let value = self.duels.cell(self.scalar, contestant.name, *size, gap).and_then(time);
                // A size without a value is a gap in the line.
                (place(size), value.unwrap_or(f64::NAN))
            };
            for family in sizes.chunk_by(|one, other| one.family == other.family) {
                let points: Vec<(f64, f64)> = family.iter().map(point).collect();
                panel.series(&points, &style, 0.9, contestant.kind != Kind::Verdict);
            }
        }
    }
}

fn sheet<'s>(survey: &'s Survey<'s>, scalar: &'s str, room: Room) -> Option<Sheet<'s>> {
    let contest = Contest::of(survey, scalar);
    let range = contest.range()?;
    let [few, many] = contest.duels.pairs_of_a_set();
    let pairs = if few == many { format!("{many}") } else { format!("{few} to {many}") };
    let peers = match contest.duels.contestants.iter().any(|one| one.peer) {
        true => "",
        false => " No library is compiled in: --features native-peers adds parry, Bullet and libccd.",
    };
    Some(Sheet {
        name: scalar.to_owned(),
        title: format!("Variants and libraries in turns on the same cases, {scalar}"),
        text: format!(
            "Median time per query on one core, over the cases that all contestants timed in the cell get right. Gaps are in \
             units of the bodies' size. All start along the line of the centres. Filled marks are contestants that give \
             distances, hollow marks those that give verdicts alone. A line has a gap where a contestant has too many wrong \
             answers to be timed. scan-alone finds the support points of signed-volumes without its algorithm. The table \
             duel.md has all contestants, with the number of answers that are not right.{peers}"
        ),
        legend: contest.legend(),
        foot: format!("{scalar}; {pairs} pairs of bodies per size and gap."),
        shows: format!("time per query of variants and libraries over points and gap, {scalar}"),
        points: contest.points(),
        is_timed: true,
        ..contest.panels(range, room)
    })
}

/// The name without the suffix of the start that all contestants of the figure share.
fn own<'a>(one: &Contestant<'a>) -> &'a str {
    one.name.strip_suffix("-from-centres").unwrap_or(one.name)
}

/// A gap class as the title of a panel.
fn gap_title(gap: &str) -> String {
    match gap {
        "overlap" => "deep overlap".to_owned(),
        "far" => "far (gap 10)".to_owned(),
        other => label(&format!("gap {other}")),
    }
}

fn sizes<'a>(duels: &Duels<'a>) -> Vec<Size<'a>> {
    duels.sizes.iter().filter(|size| !size.is_raw()).take(SIZES).copied().collect()
}

/// The place of a size on the axis: boxes are to the left of hulls with as many points.
fn place(size: &Size) -> f64 {
    let points = size.points.clamp(1, 1 << 30) as f64;
    if size.family == "box" { points / 2.0 } else { points }
}

/// The axis of the sizes, with their names.
fn sizes_axis(sizes: &[Size]) -> Axis {
    let (least, most) = sizes.iter().map(place).fold((f64::INFINITY, 1.0_f64), |(l, m), at| (l.min(at), m.max(at)));
    let mut axis = Axis::log2(least / 1.4, most * 1.4);
    let name = |size: &Size| if size.family == "box" { size.family.to_owned() } else { size.points.to_string() };
    axis.ticks = sizes.iter().map(|size| Tick { value: place(size), label: label(&name(size)) }).collect();
    axis
}
