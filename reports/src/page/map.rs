//! The page of a failure map: a pixel that is pointed at says its case and its rulings, and gives the command that judges it.

use std::fmt::Write as _;

use gjk_records::{Map, TrueClass};
use serde::Serialize;

use super::html::{escaped, spans, svg_url};
use super::scene::json;
use super::shell::{Frame, Part};
use crate::figure::Dressing;
use crate::map::{Content, draw_map};
use crate::table::shortened;
use crate::write::Format;

/// The numbers from which the page makes the case of a pixel.
#[derive(Clone, Debug, Default)]
pub struct PixelCase {
    /// The case of the middle in the case format.
    pub line: String,
    /// `a` or `b`: the body that has the moved vertex.
    pub body: &'static str,
    /// The number of the moved vertex.
    pub vertex: usize,
    /// The two coordinates that are changed: 0 is x.
    pub axes: [usize; 2],
    /// For each panel the options of the command that judges the variant.
    pub options: Vec<String>,
}

#[derive(Serialize)]
struct MapData<'m> {
    size: usize,
    step: u64,
    scalar: &'m str,
    /// The case of the middle, as JSON.
    case: &'m str,
    body: &'m str,
    vertex: usize,
    axes: [usize; 2],
    /// Every colour of a pixel, with its meaning.
    palette: Vec<(String, &'static str)>,
    panels: Vec<PanelData<'m>>,
    /// A row of digits: 0 for bodies that are apart, 1 for touching ones, 2 for overlapping ones.
    truth: String,
}

#[derive(Serialize)]
struct PanelData<'m> {
    name: &'m str,
    /// The options of its command; empty for the truth.
    options: &'m str,
    /// Its pixels, a letter each: the place in the palette from `a` on.
    pixels: String,
}

/// The page.
pub fn map_page(map: &Map, pixel: &PixelCase) -> Vec<u8> {
    let mut palette: Vec<(String, &'static str)> = Vec::new();
    let mut letters = |content: Content| -> String {
        let letter = |place: usize| {
            let ((r, g, b), words) = content.shown(map, place);
            let known = palette.iter().position(|(_, other)| *other == words);
            let number = known.unwrap_or_else(|| {
                palette.push((format!("#{r:02x}{g:02x}{b:02x}"), words));
                palette.len() - 1
            });
            char::from(b'a' + number as u8)
        };
        (0..map.truth.len()).map(letter).collect()
    };
    let mut panels = vec![PanelData { name: "exact", options: "", pixels: letters(Content::Truth) }];
    for (panel, options) in map.panels.iter().zip(&pixel.options) {
        panels.push(PanelData { name: &panel.variant, options, pixels: letters(Content::Variant(panel)) });
    }
    let class = |class: &TrueClass| match class {
        TrueClass::Separated => '0',
        TrueClass::Touching => '1',
        TrueClass::Overlapping => '2',
    };
    let data = MapData {
        size: map.size,
        step: map.step,
        scalar: &map.scalar,
        case: &pixel.line,
        body: pixel.body,
        vertex: pixel.vertex,
        axes: pixel.axes,
        palette,
        panels,
        truth: map.truth.iter().map(class).collect(),
    };
    let drawn = draw_map(map, "map", crate::figure::Width::Page.millimetres(), Dressing::Foot);
    let picture = drawn.picture(Format::Svg);
    let mut key = String::from("<ul class=\"key\" aria-label=\"Key\">");
    for (colour, words) in &data.palette {
        let _ = write!(
            key,
            "<li><svg width=\"16\" height=\"12\" viewBox=\"0 0 16 12\" aria-hidden=\"true\"><rect x=\"1\" y=\"1\" width=\"14\" height=\"10\" fill=\"{colour}\" stroke=\"#777\"/></svg>{}</li>",
            escaped(words)
        );
    }
    key += "</ul>";
    let html = format!(
        "<p>{}</p>{key}<div class=\"map\" data-map=\"map-data\"></div><script type=\"application/json\" id=\"map-data\">{}</script>\
         <details><summary>Its picture, for print</summary><figure class=\"sheet\"><img src=\"{}\" alt=\"{}\"></figure></details>\
         <p class=\"soft\">The command that makes the map:</p><pre data-copy=\"command\">{}</pre>",
        spans(&crate::map::caption_text(map)),
        json(&data),
        svg_url(&picture),
        escaped(&format!("Failure map of {}", map.case)),
        escaped(&map.command)
    );
    let title = format!("Failure map of {}, {}", shortened(&map.case, 60), map.scalar);
    let foot = format!("<p>Made by <code>{}</code>, commit {}.</p>", escaped(&map.command), escaped(&map.commit));
    Frame { title, lead: String::new(), parts: vec![Part { id: "map", title: "Choose a pixel".to_owned(), html }], foot }.html()
}
