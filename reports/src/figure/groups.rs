//! Variants in groups that fit one panel, their legends and their lines.

use crate::Survey;
use crate::draw::{Canvas, FAINT, LegendEntry, Panel, Stroke, WIDTH, dots, legend, legend_height, stroke};
use crate::figure::{MARGIN, label};
use crate::survey::Variant;

/// The most variants that are drawn as lines in one panel.
const CROWD: usize = 8;

/// A point of the line of a variant.
pub(crate) struct Point {
    pub x: f64,
    pub y: f64,
    /// The ends of its whisker.
    pub low: f64,
    pub high: f64,
    /// Whether it has a mark and a whisker.
    pub marked: bool,
}

/// The variants of a figure in groups that fit one panel each.
pub(crate) struct Groups<'s> {
    survey: &'s Survey<'s>,
    pub all: Vec<Vec<usize>>,
}

/// Legend entries of some variants. Marks of distance variants are filled, those of boolean ones hollow.
pub(crate) fn entries(survey: &Survey, variants: &[usize]) -> Vec<LegendEntry> {
    let entry =
        |Variant { name, distance, style }: &Variant| LegendEntry { text: label(name), style: *style, filled: *distance };
    variants.iter().map(|&v| entry(&survey.variants[v])).collect()
}

impl<'s> Groups<'s> {
    /// One group if the variants are few, else distance and boolean variants apart.
    pub fn new(survey: &'s Survey<'s>, wanted: impl Fn(usize) -> bool) -> Groups<'s> {
        let variants: Vec<usize> = (0..survey.variants.len()).filter(|&v| wanted(v)).collect();
        let even = |list: Vec<usize>| -> Vec<Vec<usize>> {
            let parts = list.len().div_ceil(CROWD).max(1);
            list.chunks(list.len().div_ceil(parts).max(1)).map(<[usize]>::to_vec).collect()
        };
        let all = if variants.len() <= CROWD {
            even(variants)
        } else {
            let (distance, boolean): (Vec<_>, Vec<_>) = variants.into_iter().partition(|&v| survey.variants[v].distance);
            even(distance).into_iter().chain(even(boolean)).collect()
        };
        Groups { survey, all }
    }

    /// The legend above all panels, where there is one group.
    pub fn common_legend(&self) -> Vec<LegendEntry> {
        match &self.all[..] {
            [one] => entries(self.survey, one),
            _ => Vec::new(),
        }
    }

    /// The legend of each of several groups stands above its panels: its height in dots, with the distance to the panels, and
    /// nothing for a single group, whose legend stands above all panels.
    pub fn legend_height(&self) -> i32 {
        let height = |group: &Vec<usize>| legend_height(&entries(self.survey, group), WIDTH - 2 * MARGIN) + dots(4.0);
        if self.all.len() > 1 { self.all.iter().map(height).max().unwrap_or(0) } else { 0 }
    }

    /// Draws the legend of one of several groups.
    pub fn legend(&self, canvas: &Canvas, at: (i32, i32), group: &[usize]) {
        if self.all.len() > 1 {
            legend(canvas, at, &entries(self.survey, group), WIDTH - 2 * MARGIN);
        }
    }

    /// What the grey lines are, where there are several groups.
    pub fn grey_text(&self) -> &'static str {
        if self.all.len() > 1 { " Grey: the variants of the other rows." } else { "" }
    }
}

/// The lines of all variants of the survey that are not in the group, in grey.
pub(crate) fn grey_lines<'p>(survey: &Survey, panel: &Panel, group: &[usize], points: &dyn Fn(usize) -> &'p [Point]) {
    for v in (0..survey.variants.len()).filter(|v| !group.contains(v)) {
        panel.line(&path(points(v)), stroke(FAINT, 0.9));
    }
}

/// The lines of some variants of a width, with their marks, and below them whiskers of an opacity, beside each other.
pub(crate) fn lines<'p>(
    survey: &Survey,
    panel: &Panel,
    group: &[usize],
    points: &dyn Fn(usize) -> &'p [Point],
    [width, opacity]: [f64; 2],
) {
    let marked = |v: usize| points(v).iter().filter(|point| point.marked);
    for (place, &v) in group.iter().enumerate() {
        let aside = (place as i32 * 2 - group.len() as i32 + 1) * 3;
        let with = Stroke { opacity, ..stroke(survey.variants[v].style.colour, 0.6) };
        marked(v).for_each(|point| panel.whisker(point.x, point.low, point.high, aside, with));
    }
    for &v in group {
        panel.styled_line(&path(points(v)), &survey.variants[v].style, width);
        let marks: Vec<(f64, f64)> = marked(v).map(|point| (point.x, point.y)).collect();
        panel.marks(&marks, &survey.variants[v].style, survey.variants[v].distance);
    }
}

fn path(points: &[Point]) -> Vec<(f64, f64)> {
    points.iter().map(|point| (point.x, point.y)).collect()
}
