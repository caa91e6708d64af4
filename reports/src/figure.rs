//! Figures: each a file of its own below, which turns a survey into sheets with their plotted points.

use crate::canvas::{Canvas, Frame, WIDTH, dots, png};
use crate::ink::ink;
use crate::panel::{Entry, legend, legend_height};
use crate::style::{Style, styles};
use crate::{Failure, Survey, Table};

mod bars;
mod census;
mod contest;
mod cost;
mod duel;
mod error_cumulative;
mod failure_knob;
mod faults;
mod frontier;
mod heatmap;
mod iterations;
mod loops;
mod matrix;
mod pairwise;
mod rulings;
mod time_points;
mod warm_start;

/// A sheet of a figure.
pub(crate) struct Sheet {
    /// Name of its files, without ending.
    pub name: String,
    pub png: Vec<u8>,
    pub caption: String,
    /// What is plotted, as numbers.
    pub points: Table,
}

/// What a figure came to.
pub(crate) enum Made {
    Drawn(Vec<Sheet>),
    /// The study has nothing for it, and why.
    LeftOut(String),
}

/// A figure.
pub(crate) struct Figure {
    pub name: &'static str,
    pub draw: fn(&Survey) -> Result<Made, Failure>,
}

/// The most sheets that a figure has.
pub(crate) const SHEETS: usize = 12;

/// The name of the files of a sheet, counted from 1.
pub(crate) fn sheet_name(figure: &str, number: usize) -> String {
    if number <= 1 { figure.to_owned() } else { format!("{figure}-{number}") }
}

/// Name and one-line description of every figure, in their order.
pub const FIGURES: &[(&str, &str)] = &[
    (frontier::NAME, "time against failure rate, with the frontier: the one that sums it up"),
    (heatmap::NAME, "failure rate, family by variant, for each scalar"),
    (failure_knob::NAME, "failure rate against the knob of each family, f32 beside f64"),
    (error_cumulative::NAME, "cumulative distribution of errors in units of u·D, with the tolerance"),
    (time_points::NAME, "time per query against vertices per body"),
    (iterations::NAME, "iterations per query: their distribution, and against vertices per body"),
    (rulings::NAME, "shares of right, inaccurate, contact, wrong and gave-up by variant"),
    (faults::NAME, "failures by whose fault they are: the algorithm's, rounding's, the number range's"),
    (loops::NAME, "what each choice of the loop is worth: hangs, wrong and inaccurate answers of eight loops"),
    (census::NAME, "where the origin lies when DoSimplex is entered, with the regions that a lemma excludes"),
    (warm_start::NAME, "what a start from the last answer is worth on moving pairs, against the step between frames"),
    (pairwise::NAME, "ratio of times, variant by variant, over the cases that both get right"),
    (duel::NAME, "variants and peers in turns: time per query over points and gap, with the wrong answers of each"),
    (cost::NAME, "support points that variants and peers ask for, over points and gap: a cost of no machine"),
];

/// Every figure, in the order of [`FIGURES`].
pub(crate) const ALL: [Figure; 14] = [
    Figure { name: frontier::NAME, draw: frontier::draw },
    Figure { name: heatmap::NAME, draw: heatmap::draw },
    Figure { name: failure_knob::NAME, draw: failure_knob::draw },
    Figure { name: error_cumulative::NAME, draw: error_cumulative::draw },
    Figure { name: time_points::NAME, draw: time_points::draw },
    Figure { name: iterations::NAME, draw: iterations::draw },
    Figure { name: rulings::NAME, draw: rulings::draw },
    Figure { name: faults::NAME, draw: faults::draw },
    Figure { name: loops::NAME, draw: loops::draw },
    Figure { name: census::NAME, draw: census::draw },
    Figure { name: warm_start::NAME, draw: warm_start::draw },
    Figure { name: pairwise::NAME, draw: pairwise::draw },
    Figure { name: duel::NAME, draw: duel::draw },
    Figure { name: cost::NAME, draw: cost::draw },
];

/// Distance of everything from the edge of a sheet.
pub(crate) const MARGIN: i32 = 40;

/// What stands around the panels of a sheet.
pub(crate) struct Around {
    pub title: String,
    /// What is shown, of which cases, and how to read it.
    pub subtitle: String,
    /// Entries of the legend below the subtitle.
    pub legend: Vec<Entry>,
    /// What was left out or lies beyond an axis; below the panels.
    pub notes: Vec<String>,
}

/// Draws a sheet: title, subtitle, legend, panels of a height in dots, notes, and the command that reproduces it.
pub(crate) fn sheet(
    survey: &Survey,
    around: &Around,
    height: i32,
    panels: impl FnOnce(&Canvas, Frame),
) -> Result<Vec<u8>, String> {
    sheet_with(&footer(survey), around, height, panels)
}

/// The same with another text at its foot.
pub(crate) fn sheet_with(
    footer: &str,
    around: &Around,
    height: i32,
    panels: impl FnOnce(&Canvas, Frame),
) -> Result<Vec<u8>, String> {
    let (heading, below, small) = (ink(9.6).bold(), ink(6.8).grey(), ink(5.6).grey());
    let width = WIDTH - 2 * MARGIN;
    let title = heading.wrapped(&around.title, width);
    let subtitle = below.wrapped(&around.subtitle, width);
    let mut notes: Vec<String> = around.notes.iter().flat_map(|note| below.wrapped(note, width)).collect();
    let more = notes.len().saturating_sub(9);
    if more > 0 {
        notes.truncate(8);
        notes.push("… (the points beside this figure hold the rest)".to_owned());
    }
    let footer = small.wrapped(footer, width);
    let gap = dots(4.0) as i32;
    let rows = |lines: &[String], with: crate::ink::Ink| lines.len() as i32 * with.leading();
    let legend_top = MARGIN + rows(&title, heading) + rows(&subtitle, below) + gap;
    let top = legend_top + legend_height(&around.legend, width) + if around.legend.is_empty() { 0 } else { gap };
    let notes_top = top + height + gap;
    let footer_top = notes_top + rows(&notes, below) + gap;
    let bottom = footer_top + rows(&footer, small) + MARGIN / 2;
    png(bottom, |canvas| {
        let y = canvas.lines((MARGIN, MARGIN), &title, heading);
        canvas.lines((MARGIN, y), &subtitle, below);
        legend(canvas, (MARGIN, legend_top), &around.legend, width);
        panels(canvas, Frame::new(MARGIN, top, WIDTH - MARGIN, top + height));
        canvas.lines((MARGIN, notes_top), &notes, below);
        canvas.lines((MARGIN, footer_top), &footer, small);
    })
}

/// The command and the facts that reproduce a figure.
fn footer(survey: &Survey) -> String {
    let facts = &survey.study.facts;
    let command: String = facts.command.chars().take(400).collect();
    let commit: String = facts.commit.chars().take(120).collect();
    format!("{command} · commit {commit} · seed {} · tolerance {} u·D", facts.seed, crate::axis::number(facts.tolerance))
}

/// A failure of a figure.
pub(crate) fn failed(name: &'static str) -> impl Fn(String) -> Failure {
    move |message| Failure::Drawing { figure: name.to_owned(), message }
}

/// The most variants that are drawn as lines in one panel.
const CROWD: usize = 8;

/// Variants in groups that fit one panel: one group if they are few, else distance and boolean variants apart.
pub(crate) fn groups(survey: &Survey, wanted: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
    let all: Vec<usize> = (0..survey.variants.len()).filter(|&v| wanted(v)).collect();
    if all.len() <= CROWD {
        return if all.is_empty() { Vec::new() } else { vec![all] };
    }
    let (distance, boolean): (Vec<usize>, Vec<usize>) = all.into_iter().partition(|&v| survey.variants[v].distance);
    let even = |list: Vec<usize>| -> Vec<Vec<usize>> {
        let parts = list.len().div_ceil(CROWD).max(1);
        list.chunks(list.len().div_ceil(parts).max(1)).map(<[usize]>::to_vec).collect()
    };
    even(distance).into_iter().chain(even(boolean)).collect()
}

/// The styles of all variants of a survey.
pub(crate) fn variant_styles(survey: &Survey) -> Vec<Style> {
    styles(&survey.variant_names())
}

/// Legend entries of some variants. Marks of distance variants are filled, those of boolean ones hollow.
pub(crate) fn entries(survey: &Survey, variants: &[usize], line: bool) -> Vec<Entry> {
    let styles = variant_styles(survey);
    let entry = |&v: &usize| {
        let variant = &survey.variants[v];
        Entry { text: label(&variant.name), style: styles[v], filled: variant.distance, line }
    };
    variants.iter().map(entry).collect()
}

/// The legend of a figure whose variants are in several groups stands above the panels of each group: its height in dots, with
/// the distance to the panels, and nothing for a single group, whose legend stands above all panels.
pub(crate) fn group_legend_height(survey: &Survey, groups: &[Vec<usize>]) -> i32 {
    let height = |group: &Vec<usize>| legend_height(&entries(survey, group, true), WIDTH - 2 * MARGIN) + dots(4.0) as i32;
    if groups.len() > 1 { groups.iter().map(height).max().unwrap_or(0) } else { 0 }
}

/// Draws the legend of one of several groups.
pub(crate) fn group_legend(survey: &Survey, canvas: &Canvas, at: (i32, i32), group: &[usize], groups: &[Vec<usize>]) {
    if groups.len() > 1 {
        legend(canvas, at, &entries(survey, group, true), WIDTH - 2 * MARGIN);
    }
}

/// The legend above all panels, where there is one group.
pub(crate) fn common_legend(survey: &Survey, groups: &[Vec<usize>]) -> Vec<Entry> {
    match groups {
        [one] => entries(survey, one, true),
        _ => Vec::new(),
    }
}

/// What the grey lines are, where there are several groups.
pub(crate) fn grey_text(groups: &[Vec<usize>]) -> &'static str {
    if groups.len() > 1 { " Grey: the variants of the other rows." } else { "" }
}

/// A name as it stands in a figure: the middle of a very long one is left out.
pub(crate) fn label(name: &str) -> String {
    crate::table::shortened(name, 30)
}

/// What to say of timings that cannot be used.
pub(crate) fn odd_times(survey: &Survey) -> Vec<String> {
    match survey.times.odd {
        0 => Vec::new(),
        odd => vec![format!("{odd} timings that are no positive number are left out.")],
    }
}

/// How the shares of several families are taken together, for subtitles.
pub(crate) fn weights_text(survey: &Survey) -> String {
    let families = survey.families.iter().filter(|family| family.pooled).count();
    let corpus = if survey.families.iter().any(|family| !family.pooled) { ", corpus left out" } else { "" };
    if families == 1 { format!("One family{corpus}.") } else { format!("{families} families with equal weights{corpus}.") }
}

/// The panels of a row: `count` of them beside each other, with room at the left of each for its labels.
pub(crate) fn columns(body: Frame, count: usize, first_room: i32, room: i32, right: i32) -> Vec<Frame> {
    let count_i = count.max(1) as i32;
    let width = (body.width() - first_room - (count_i - 1) * room - right) / count_i;
    (0..count_i)
        .map(|i| {
            let left = body.left + first_room + i * (width + room);
            Frame { left, right: left + width, ..body }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_is_listed_under_its_name() {
        let drawn: Vec<&str> = ALL.iter().map(|figure| figure.name).collect();
        let listed: Vec<&str> = FIGURES.iter().map(|(name, _)| *name).collect();
        assert_eq!(drawn, listed);
    }

    #[test]
    fn columns_lie_within_the_sheet() {
        let body = Frame::new(40, 0, 2120, 100);
        let columns = columns(body, 3, 200, 60, 20);
        assert_eq!(columns.len(), 3);
        assert!(columns.windows(2).all(|pair| pair[0].right + 60 == pair[1].left));
        assert!(columns[2].right <= body.right - 20 && columns[0].left == 240);
    }
}
