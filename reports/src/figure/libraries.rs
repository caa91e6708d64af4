//! Wrong contacts by library: one bar per library, all over one set of families.

use gjk_records::{Column, Counts, Question};

use crate::digits::{bounded_text, rate_text};
use crate::draw::ruling::{MISSED, PHANTOM};
use crate::draw::{Axis, Canvas, Colour, GREY, Ink, Panel, Rect, TEXT, boxes, boxes_height, dots, ink, stroke};
use crate::figure::chosen::chosen;
use crate::figure::{ANSWERS, Figure, Room, Sheet, Sheets, Width, label, left_out};
use crate::paper::Standings;
use crate::sorted::sort_by;
use crate::summary::Mean;
use crate::table::{counted, grouped, rate_cells};
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure = Figure {
    name: "libraries",
    description: "wrong contacts by library over one set of families, one bar per library",
    reads: &[ANSWERS],
    width: Width::Column,
    draw,
};

/// Variants of the project in addition to the libraries.
const OURS: usize = 2;
const ROW: f64 = 9.6;
/// The gap between the project's variants and the libraries, in points.
const GAP: f64 = 4.0;

const PARTS: [(&str, Colour, Column); 2] =
    [("missed (called apart)", MISSED, Column::Missed), ("phantom (called meeting)", PHANTOM, Column::Phantom)];

/// The bar of a variant.
struct Bar {
    variant: usize,
    /// Wrong contacts.
    wrong: Mean,
    /// The parts of the wrong contacts, in the order of [`PARTS`].
    parts: [f64; PARTS.len()],
    cases: u64,
}

/// Bars of a scalar: some of the project's variants, then the libraries, the fewest wrong contacts first.
struct Bars {
    scalar: usize,
    /// The families that all of these variants accept.
    families: Vec<usize>,
    ours: Vec<Bar>,
    libraries: Vec<Bar>,
}

impl Bars {
    /// The bars; `None` if no library is in the widest league of verdicts.
    fn of(survey: &Survey, scalar: usize) -> Option<Bars> {
        let standings = Standings::new(survey);
        let league = standings.league(scalar, Question::Verdict)?;
        let takes = |v: usize, f: usize| survey.is_compared(f, v, scalar);
        // A claim about bodies that meet comes with a verdict, but it is another query.
        let answers = |v: &usize| survey.variants[*v].promise.claim().is_none();
        let of_others = |v: &usize| survey.library(*v).is_some();
        let takes_most = |v: &usize| 2 * league.families.iter().filter(|&&f| takes(*v, f)).count() > league.families.len();
        let all = || (0..survey.variants.len()).filter(answers).filter(takes_most);
        let libraries: Vec<usize> = all().filter(of_others).collect();
        if libraries.is_empty() {
            return None;
        }
        let ours = all().filter(|v| !of_others(v) && survey.variants[*v].gives_distances()).collect();
        let ours = chosen(survey, ours, OURS);
        let is_common = |f: &usize| libraries.iter().chain(&ours).all(|&v| takes(v, *f));
        let families: Vec<usize> = league.families.iter().copied().filter(is_common).collect();
        let bar = |&variant: &usize| {
            let share = |hits: &dyn Fn(&Counts) -> u64| survey.pooled_over(&families, variant, scalar, hits);
            let wrong = share(&Counts::wrong)?;
            let parts = PARTS.map(|(_, _, column)| share(&|c| c.rulings[column]).map_or(0.0, |mean| mean.rate));
            Some(Bar { variant, wrong, parts, cases: survey.sum(&families, variant, scalar, Counts::applicable) })
        };
        let bars = |variants: &[usize]| {
            let mut bars: Vec<Bar> = variants.iter().filter_map(bar).collect();
            sort_by(&mut bars, &mut |one, other| one.wrong.rate.total_cmp(&other.wrong.rate));
            bars
        };
        let (ours, libraries) = (bars(&ours), bars(&libraries));
        (!libraries.is_empty()).then_some(Bars { scalar, families, ours, libraries })
    }

    fn all(&self) -> impl Iterator<Item = &Bar> {
        self.ours.iter().chain(&self.libraries)
    }

    fn points(&self, survey: &Survey) -> Table {
        let names = "scalar variant version families cases missed phantom wrong low high";
        let mut points = Table::new(names.split(' '));
        for bar in self.all() {
            let version = survey.library(bar.variant).unwrap_or_default();
            let (scalar, name) = (&survey.scalars[self.scalar], &survey.variants[bar.variant].name);
            points.push_with(
                &[scalar, name, &version, &self.families.len(), &bar.cases, &bar.parts[0], &bar.parts[1]],
                rate_cells(Some(bar.wrong.rate())),
            );
        }
        points
    }

    /// A sentence with the rate at which a library's verdict is wrong by more than the error that it states; `None` if no
    /// library states one.
    fn stated(&self, survey: &Survey) -> Option<String> {
        let beyond = |bar: &Bar| {
            let slack = survey.slack(bar.variant)?;
            let mean = survey.pooled_over(&self.families, bar.variant, self.scalar, |c| c.beyond_slack)?;
            Some(format!("{} ({slack}) {} %", survey.variants[bar.variant].name, rate_text(&mean.rate())))
        };
        let all: Vec<String> = self.libraries.iter().filter_map(beyond).collect();
        (!all.is_empty()).then(|| {
            format!("Wrong by more than a library states for its verdicts (the length in parentheses): {}.", all.join(", "))
        })
    }

    fn foot(&self, survey: &Survey) -> String {
        let cases = || self.all().map(|bar| bar.cases);
        let (least, most) = (cases().min().unwrap_or(0), cases().max().unwrap_or(0));
        let cases = if least == most { grouped(most) } else { format!("{} to {}", grouped(least), grouped(most)) };
        let families = counted(self.families.len(), "family", "families");
        let held = if self.all().any(|bar| survey.holds(bar.variant).is_some()) {
            " *: the library was asked about other \
            bodies."
        } else {
            ""
        };
        format!("{}; {cases} cases per bar, {families} with equal weights.{held}", survey.scalars[self.scalar])
    }

    fn name(&self, survey: &Survey, bar: &Bar) -> String {
        let mark = if survey.holds(bar.variant).is_some() { "*" } else { "" };
        format!("{}{mark}", label(&survey.variants[bar.variant].name))
    }

    /// The ink of a name: bold for the project's own variants.
    fn name_ink(&self, survey: &Survey, bar: &Bar) -> Ink {
        if survey.library(bar.variant).is_none() { ink(TEXT).bold() } else { ink(TEXT) }
    }

    fn sheet<'s>(self, survey: &'s Survey<'s>, room: Room) -> Sheet<'s> {
        let legend = PARTS.map(|(text, colour, _)| (text, colour));
        let head = boxes_height(&legend, room.width) + dots(3.0);
        let gap = if self.ours.is_empty() { 0 } else { dots(GAP) };
        let rows = self.all().count() as i32 * dots(ROW) + gap;
        Sheet::new(head + rows + dots(24.0), move |canvas, body| {
            boxes(canvas, (body.left, body.top), &legend, body.width());
            let text = |bar: &Bar| bounded_text(&bar.wrong);
            let name = |bar: &Bar| self.name_ink(survey, bar).width(&self.name(survey, bar));
            let left = self.all().map(name).max().unwrap_or(0) + dots(4.0);
            let right = self.all().map(|bar| ink(TEXT).width(&text(bar))).max().unwrap_or(0) + dots(4.0);
            let top = body.top + head;
            let frame = Rect::new(body.left + left, top, body.right - right, top + rows);
            let most = self.all().map(|bar| bar.wrong.upper()).fold(1e-3, f64::max);
            let panel = Panel::new(canvas, frame, Axis::linear(0.0, 1.04 * most, 3).in_percent(), Axis::places(1));
            panel.grid(true, false);
            panel.x_title("wrong contacts");
            let mut y = top;
            for (place, bar) in self.all().enumerate() {
                if place == self.ours.len() {
                    y += gap;
                }
                self.draw_bar(survey, &panel, canvas, (y, bar));
                canvas.text((frame.right + dots(3.0), y + dots(ROW) / 2), &text(bar), ink(TEXT).grey());
                y += dots(ROW);
            }
            canvas.outline(frame, stroke(GREY, 0.5));
        })
    }

    fn draw_bar(&self, survey: &Survey, panel: &Panel, canvas: &Canvas, (top, bar): (i32, &Bar)) {
        let middle = top + dots(ROW) / 2;
        let name = self.name_ink(survey, bar).right();
        canvas.text((panel.frame.left - dots(3.0), middle), &self.name(survey, bar), name);
        let x = |share: f64| panel.at((share, 0.0)).map_or(panel.frame.left, |at| at.0);
        let mut from = 0.0;
        for (share, (_, colour, _)) in bar.parts.iter().zip(&PARTS).filter(|(share, _)| **share > 0.0) {
            // A share that is not nothing is seen, if only as a hair line.
            let right = x(from + share).max(x(from) + dots(0.5));
            canvas.fill(Rect::new(x(from), top + dots(ROW) / 6, right, top + dots(ROW) - dots(ROW) / 6), *colour);
            from += share;
        }
        let end = x(bar.wrong.upper());
        canvas.path(&[(x(bar.wrong.rate), middle), (end, middle)], stroke(GREY, 0.6));
        canvas.path(&[(end, middle - dots(1.6)), (end, middle + dots(1.6))], stroke(GREY, 0.6));
    }
}

fn draw<'s>(survey: &'s Survey<'s>, room: Room) -> Sheets<'s> {
    let scalars = survey.float_scalars().into_iter().rev();
    let sheets: Vec<Sheet> = scalars.filter_map(|scalar| Some(sheet(survey, Bars::of(survey, scalar)?, room))).collect();
    if sheets.is_empty() {
        return left_out(
            "no library was judged; a study names libraries with --program and --library, and the feature native-peers has \
             three",
        );
    }
    Ok(sheets)
}

fn sheet<'s>(survey: &'s Survey<'s>, bars: Bars, room: Room) -> Sheet<'s> {
    let scalar = survey.scalars[bars.scalar].clone();
    let held = survey.held_bodies(bars.all().map(|bar| bar.variant).collect::<Vec<_>>());
    let versions: Vec<String> = bars
        .libraries
        .iter()
        .filter_map(|bar| Some(format!("{} is {}", survey.variants[bar.variant].name, survey.library(bar.variant)?)))
        .collect();
    let mut notes = vec![format!("{}.", versions.join(", "))];
    notes.extend(bars.stated(survey));
    if !held.is_empty() {
        notes.push(format!("*: was asked about bodies other than those of the table, with less exact contact ({held})."));
    }
    Sheet {
        name: scalar.clone(),
        title: format!("Wrong contacts by library, {scalar}"),
        text: "Share of the cases whose verdict is wrong by more than the tolerance, over the families that all bars accept. \
               The line of a bar ends at the upper bound at 95 %. Libraries have their default tolerances, or their \
               settings for exactness (-exact). Bold: variants of this project. The families were made to be hard."
            .to_owned(),
        foot: bars.foot(survey),
        notes,
        shows: format!("wrong contacts by library over one set of families, {scalar}"),
        points: bars.points(survey),
        ..bars.sheet(survey, room)
    }
}

#[cfg(test)]
mod tests {
    use gjk_records::Terms;

    use super::*;
    use crate::Study;
    use crate::tests::lettered;

    /// Variants of the project in a league over three families, and two libraries; one library refuses the bodies of one
    /// family.
    fn of_libraries() -> Study {
        let all = ["mp..................", "....................", "p..................."];
        let two = ["m...................", "....................", "rrrrrrrrrrrrrrrrrrrr"];
        let right = ["...................."; 3];
        let mut study = lettered(&[("lib", all), ("narrow", two), ("ours", right), ("other", right), ("third", right)]);
        for name in ["lib", "narrow"] {
            study.facts.terms.insert(name.to_owned(), Terms { version: format!("{name} 1"), slack: None });
        }
        study
    }

    #[test]
    fn every_bar_is_over_the_families_that_all_programs_accept() {
        let study = of_libraries();
        let bars = Bars::of(&Survey::new(&study), 0).unwrap();
        assert_eq!((bars.families.len(), bars.all().map(|bar| bar.cases).collect::<Vec<_>>()), (2, vec![40; 4]));
        let parts = |bars: &[Bar]| bars.iter().map(|bar| bar.parts).collect::<Vec<_>>();
        // Shares are of 40 cases: the library's phantom contact in the third family is in no bar. Bars with the fewest wrong
        // contacts come first.
        assert_eq!((parts(&bars.ours), parts(&bars.libraries)), (vec![[0.0; 2]; OURS], vec![[0.025, 0.0], [0.025; 2]]));
    }

    #[test]
    fn the_length_of_a_bar_is_the_rate_of_wrong_contacts() {
        let study = of_libraries();
        for bar in Bars::of(&Survey::new(&study), 0).unwrap().all() {
            assert!((bar.wrong.rate - bar.parts.iter().sum::<f64>()).abs() < 1e-15);
        }
    }

    #[test]
    fn a_study_without_libraries_has_no_figure() {
        let mut study = of_libraries();
        study.facts.terms.clear();
        assert!(Bars::of(&Survey::new(&study), 0).is_none());
    }
}
