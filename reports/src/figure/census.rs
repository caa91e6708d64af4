//! The position of the origin when DoSimplex is called: the share of each Voronoi region, with the regions that a lemma
//! excludes marked.

use gjk_records::CensusTally;

use crate::distinct::distinct;
use crate::draw::{BLACK, Canvas, FAINT, GREY, LINE, Rect, Stroke, TEXT, WHITE, dots, ink, ink_on, stroke};
use crate::figure::matrix::{Shares, hatch};
use crate::figure::{CENSUS, Figure, Room, Sheet, Sheets, Width, label, left_out};
use crate::sorted::sort_by_key;
use crate::table::{grouped, or_nothing};
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure = Figure {
    name: "census",
    description: "position of the origin when DoSimplex is called, with the regions that a lemma excludes",
    reads: &[CENSUS],
    width: Width::Page,
    draw,
};

/// The colours distinguish a share of a ten thousandth of a percent from zero.
const SHARES: Shares = Shares(1e-6);
/// The most regions that are drawn for a size; a tetrahedron has 16.
const CROWD: usize = 24;
/// The gap between two panels side by side, in dots.
const GAP: i32 = 160;

/// The regions of the simplices of one size, for one of the two kinds of bodies.
struct Panel<'s> {
    bodies: &'s str,
    vertices: usize,
    /// Regions that no lemma excludes come before regions that a lemma excludes.
    regions: Vec<(&'s str, Option<u8>)>,
}

fn panels<'s>(tallies: &'s [CensusTally], bodies: &'s str) -> Vec<Panel<'s>> {
    let mut sizes = distinct(tallies.iter().map(|t| t.vertices));
    sizes.sort_unstable();
    let of = |vertices: usize| {
        let mut regions = distinct(tallies.iter().filter(|t| t.vertices == vertices).map(|t| (t.region.as_str(), t.lemma)));
        regions.truncate(CROWD);
        sort_by_key(&mut regions, |(_, lemma)| lemma.is_some());
        Panel { bodies, vertices, regions }
    };
    sizes.into_iter().take(6).map(of).collect()
}

/// Bands of panels side by side; no band is wider than the widest panel.
fn bands(panels: Vec<Panel>) -> Vec<Vec<Panel>> {
    let columns = |band: &[Panel]| band.iter().map(|panel| panel.regions.len() + 2).sum::<usize>();
    let widest = panels.iter().map(|panel| panel.regions.len() + 2).max().unwrap_or(0);
    let mut bands: Vec<Vec<Panel>> = Vec::new();
    for panel in panels {
        match bands.last_mut().filter(|band| columns(band) + panel.regions.len() + 2 <= widest) {
            Some(band) => band.push(panel),
            None => bands.push(vec![panel]),
        }
    }
    bands
}

/// Fewer calls than these are printed as a count, not as a percentage.
const FEW: f64 = 10.0;

/// A share in percent, in at most five characters; for few calls their number, in square brackets.
fn short(share: f64, entries: f64) -> String {
    match share * 100.0 {
        0.0 => "0".to_owned(),
        _ if entries < FEW => format!("[{entries}]"),
        p if p < 0.009_5 => "<.01".to_owned(),
        p if p < 0.95 => format!("{p:.2}"),
        p if p >= 99.95 && share < 1.0 => ">99.9".to_owned(),
        100.0 => "100".to_owned(),
        p => format!("{p:.1}"),
    }
}

/// The number of calls of a variant with simplices of a size, in a region or in all regions.
fn entries(tallies: &[CensusTally], bodies: &str, vertices: usize, variant: &str, region: Option<&str>) -> f64 {
    let of = tallies.iter().filter(|t| t.bodies == bodies && t.vertices == vertices && t.variant == variant);
    of.filter(|t| region.is_none_or(|region| t.region == region)).map(|t| t.entries as f64).sum()
}

/// The data that the drawing of every panel needs.
struct Sizes<'s> {
    tallies: &'s [CensusTally],
    variants: Vec<&'s str>,
    /// Width and height of a cell.
    wide: i32,
    high: i32,
    /// Height of the part above the cells of a panel.
    head: i32,
}

impl Sizes<'_> {
    fn band_height(&self) -> i32 {
        self.head + self.variants.len() as i32 * self.high + dots(9.0)
    }

    fn draw(&self, canvas: &Canvas, panel: &Panel, at: (i32, i32)) {
        let (left, top) = (at.0, at.1 + self.head);
        let title = format!("{} vertices (n = {})", panel.vertices, panel.vertices.saturating_sub(1));
        canvas.text((left, at.1 + dots(5.0)), &title, ink(TEXT).bold());
        let column = |index: usize| left + index as i32 * self.wide;
        for (index, (region, lemma)) in panel.regions.iter().enumerate() {
            let name = ink(TEXT).centred();
            let at = (column(index) + self.wide / 2, top - dots(4.6));
            canvas.text(at, &name.shortened(region, self.wide), if lemma.is_some() { name.bold() } else { name });
        }
        let end = column(panel.regions.len());
        canvas.text((end + dots(3.0), top - dots(4.6)), "calls", ink(TEXT).grey());
        for (row, variant) in self.variants.iter().enumerate() {
            let y = top + row as i32 * self.high;
            let all = entries(self.tallies, panel.bodies, panel.vertices, variant, None);
            for (index, (region, lemma)) in panel.regions.iter().enumerate() {
                let frame = Rect::new(column(index), y, column(index + 1), y + self.high);
                let entries = entries(self.tallies, panel.bodies, panel.vertices, variant, Some(region));
                self.cell(canvas, frame, (all > 0.0).then(|| (entries / all, entries)), lemma.is_some());
            }
            canvas.text((end + dots(3.0), y + self.high / 2), &grouped(format_args!("{all:.0}")), ink(TEXT).grey());
        }
        let bottom = top + self.variants.len() as i32 * self.high;
        canvas.outline(Rect::new(left, top, end, bottom), stroke(LINE, 0.5));
        self.mark_excluded(canvas, panel, left, (top, bottom));
    }

    fn cell(&self, canvas: &Canvas, frame: Rect, share: Option<(f64, f64)>, excluded: bool) {
        let share_or_none = share.map_or(0.0, |(share, _)| share);
        canvas.fill(frame, SHARES.colour(share_or_none));
        if excluded && share_or_none == 0.0 {
            hatch(canvas, frame);
            // The number has a white background.
            let (x, y) = ((frame.left + frame.right) / 2, (frame.top + frame.bottom) / 2);
            canvas.fill(Rect::new(x - dots(3.4), y - dots(3.2), x + dots(3.4), y + dots(3.2)), WHITE);
        }
        canvas.outline(frame, stroke(FAINT, 0.3));
        let text = ink(TEXT).centred();
        let (text, says) = match share {
            None => (text.colour((165, 165, 165)), "–".to_owned()),
            Some((0.0, _)) => (text.colour(GREY), "0".to_owned()),
            Some((share, entries)) => (text.colour(ink_on(SHARES.colour(share))), short(share, entries)),
        };
        canvas.text(((frame.left + frame.right) / 2, (frame.top + frame.bottom) / 2), &says, text);
    }

    /// A frame around the regions that a lemma excludes, with the lemma's number above.
    ///
    /// The frame is solid if the lemma is about these bodies, else dashed.
    fn mark_excluded(&self, canvas: &Canvas, panel: &Panel, left: i32, (top, bottom): (i32, i32)) {
        let holds = panel.bodies == "meet";
        let lemmas = distinct(panel.regions.iter().filter_map(|(_, lemma)| *lemma));
        for lemma in lemmas {
            let of: Vec<usize> = (0..panel.regions.len()).filter(|&i| panel.regions[i].1 == Some(lemma)).collect();
            let (Some(&first), Some(&last)) = (of.first(), of.last()) else { continue };
            let (from, to) = (left + first as i32 * self.wide, left + (last as i32 + 1) * self.wide);
            let line = Stroke { dash: if holds { &[] } else { &[2.0, 1.6] }, ..stroke(BLACK, 1.1) };
            canvas.outline(Rect::new(from, top - dots(9.0), to, bottom), line);
            let text = if holds { ink(TEXT).centred().bold() } else { ink(TEXT).centred() };
            let long = format!("excluded by lemma {lemma}");
            let says = if holds && text.width(&long) <= to - from { long } else { format!("lemma {lemma}") };
            canvas.text(((from + to) / 2, top - dots(13.0)), &says, text);
        }
    }
}

/// The calls of the runs that contradict a lemma.
fn notes(tallies: &[CensusTally]) -> Vec<String> {
    let met = tallies.iter().filter(|t| t.bodies == "meet" && t.against > 0);
    let told: Vec<String> = met
        .map(|t| {
            let lemma = t.lemma.map_or("a lemma".to_owned(), |lemma| format!("lemma {lemma}"));
            let all = grouped(format_args!("{:.0}", entries(tallies, &t.bodies, t.vertices, &t.variant, None)));
            format!("{lemma}: {} in {}, {} of {all}", label(&t.variant), label(&t.region), t.against)
        })
        .collect();
    let begin = "Calls for bodies that meet that contradict a lemma (not on the border of an allowed region): ";
    vec![format!("{begin}{}.", if told.is_empty() { "none".to_owned() } else { told.join("; ") })]
}

/// Bodies that meet and bodies apart, with the bands of panels of each.
type Blocks<'s> = [(&'s str, Vec<Vec<Panel<'s>>>); 2];

/// Layout of the whole census.
struct Layout<'s> {
    sizes: Sizes<'s>,
    blocks: Blocks<'s>,
    names: Vec<String>,
    /// Width of the names of the rows, and of the numbers of calls at the right of a panel.
    row_names: i32,
    entries: i32,
    /// Height of the title of a block.
    block_title: i32,
}

impl<'s> Layout<'s> {
    fn of(tallies: &'s [CensusTally], room: Room) -> Layout<'s> {
        let mut variants = distinct(tallies.iter().map(|t| t.variant.as_str()));
        variants.truncate(CROWD);
        let blocks = ["meet", "apart"].map(|bodies| (bodies, bands(panels(tallies, bodies))));
        let names: Vec<String> = variants.iter().map(|name| label(name)).collect();
        let row_names = names.iter().map(|name| ink(TEXT).width(name)).max().unwrap_or(0) + dots(4.0);
        let entries = dots(30.0);
        let cell_width = |band: &Vec<Panel>| {
            let count = band.len() as i32;
            let columns = band.iter().map(|panel| panel.regions.len() as i32).sum::<i32>();
            (room.width - row_names - (count - 1) * GAP - count * entries) / columns.max(1)
        };
        let wide = blocks.iter().flat_map(|(_, bands)| bands.iter().map(cell_width)).min().unwrap_or(1).clamp(1, dots(30.0));
        let sizes = Sizes { tallies, variants, wide, high: dots(9.6), head: dots(30.0) };
        Layout { sizes, blocks, names, row_names, entries, block_title: dots(13.0) }
    }

    /// Makes the sheet of the panels, still without text.
    fn sheet(self) -> Sheet<'s> {
        let of_block = |bands: &Vec<Vec<Panel>>| self.block_title + bands.len() as i32 * self.sizes.band_height();
        let height = self.blocks.iter().map(|(_, bands)| of_block(bands)).sum::<i32>() + dots(24.0);
        Sheet::new(height, move |canvas, body| {
            let mut y = body.top;
            for (bodies, bands) in &self.blocks {
                let title = if *bodies == "meet" {
                    "Bodies that meet (the lemmas are about these)"
                } else {
                    "Bodies apart (the lemmas say nothing about these; the same regions are framed)"
                };
                canvas.text((body.left, y + dots(6.0)), title, ink(8.0).bold());
                y += self.block_title;
                for band in bands {
                    self.draw_band(canvas, band, (body.left, y));
                    y += self.sizes.band_height();
                }
            }
            let labels = [(1e-6, "0.0001 %"), (1e-4, "0.01 %"), (1e-2, "1 %"), (1.0, "100 %")];
            SHARES.scale("share of the calls (0: white)", &labels).draw(canvas, (body.left, y + dots(2.0)), body.width());
        })
    }

    fn draw_band(&self, canvas: &Canvas, band: &[Panel], (left, top): (i32, i32)) {
        for (row, name) in self.names.iter().enumerate() {
            let middle = top + self.sizes.head + row as i32 * self.sizes.high + self.sizes.high / 2;
            canvas.text((left + self.row_names - dots(4.0), middle), name, ink(TEXT).right());
        }
        let mut x = left + self.row_names;
        for panel in band {
            self.sizes.draw(canvas, panel, (x, top));
            x += panel.regions.len() as i32 * self.sizes.wide + self.entries + GAP;
        }
    }
}

fn draw<'s>(survey: &'s Survey<'s>, room: Room) -> Sheets<'s> {
    let tallies = survey.study.of::<CensusTally>();
    if tallies.iter().all(|tally| tally.entries == 0) {
        return left_out("no census of regions was taken");
    }
    if room.is_narrow() {
        return left_out("a column is too narrow for its regions; it needs a width of 120 mm");
    }
    Ok(vec![Sheet {
        title: "Position of the origin when DoSimplex is called".to_owned(),
        text: "Share of the calls in %, by variant, in which the origin truly lies in each Voronoi region of the simplex. A \
               is the newest vertex. A region is named by the face that contains the nearest point; inside: in the \
               tetrahedron; on: the origin is on the simplex. Fewer than ten calls are given as a count, in square \
               brackets. Framed: the regions that a lemma of Linahan (2015, section 4) excludes, hatched if empty."
            .to_owned(),
        foot: "Exact arithmetic; random bodies on small integer lattices. The number of calls is at the right of each row."
            .to_owned(),
        notes: notes(tallies),
        shows: "share of each Voronoi region in the calls of DoSimplex, with the regions that a lemma excludes".to_owned(),
        points: table(tallies),
        ..Layout::of(tallies, room).sheet()
    }])
}

fn table(tallies: &[CensusTally]) -> Table {
    let mut table = Table::new(["variant", "bodies", "vertices", "region", "lemma", "entries", "against", "share"]);
    for t in tallies {
        let all = entries(tallies, &t.bodies, t.vertices, &t.variant, None);
        let share = or_nothing((all > 0.0).then(|| t.entries as f64 / all));
        table.push(&[&t.variant, &t.bodies, &t.vertices, &t.region, &or_nothing(t.lemma), &t.entries, &t.against, &share]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(vertices: usize, region: &str, lemma: Option<u8>) -> CensusTally {
        let (variant, bodies, region) = ("v".to_owned(), "meet".to_owned(), region.to_owned());
        CensusTally { schema: 1, variant, bodies, vertices, region, lemma, entries: 1, against: u64::from(lemma.is_some()) }
    }

    #[test]
    fn excluded_regions_are_last_and_bands_are_not_wider_than_the_widest_panel() {
        let mut tallies = vec![tally(2, "A", Some(5)), tally(2, "AB", None), tally(3, "AB", None)];
        tallies.extend((0..8).map(|i| tally(4, &format!("{i}"), None)));
        let bands = bands(panels(&tallies, "meet"));
        let sizes: Vec<Vec<usize>> = bands.iter().map(|band| band.iter().map(|panel| panel.vertices).collect()).collect();
        assert_eq!(sizes, [vec![2, 3], vec![4]]);
        assert_eq!(bands[0][0].regions, [("AB", None), ("A", Some(5))]);
    }

    #[test]
    fn a_share_never_rounds_to_nothing_nor_to_all() {
        let shares = [0.0, 1e-9, 2e-6, 0.0001, 0.002, 0.0123, 0.5, 0.9999, 1.0];
        let many = shares.map(|share| short(share, 1e6));
        assert_eq!(many, ["0", "<.01", "<.01", "0.01", "0.20", "1.2", "50.0", ">99.9", "100"]);
        // A few calls are printed as their number.
        assert_eq!([short(2e-6, 1.0), short(0.5, 9.0), short(0.0, 0.0)], ["[1]", "[9]", "0"]);
    }

    #[test]
    fn contradictions_to_a_lemma_are_reported() {
        let tallies = [tally(2, "A", Some(5)), tally(2, "AB", None), tally(3, "AB", None)];
        assert!(notes(&tallies)[0].ends_with(": lemma 5: v in A, 1 of 2."), "{:?}", notes(&tallies));
        assert!(notes(&tallies[1..])[0].ends_with(": none."));
    }
}
