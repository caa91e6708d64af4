//! A drawing as a PDF file of one page of its size, with the glyphs that it uses embedded.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::writers::{ExtGraphicsState, Resources};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect as Frame, Ref, Str};
use subsetter::GlyphRemapper;

use super::drawing::{Drawing, Shape, Text};
use super::font::font;
use super::lengths::DENSITY;
use super::style::Colour;

/// Points per dot.
const SCALE: f64 = 72.0 / DENSITY;

/// The glyphs of a font that a drawing uses, and the character of each.
#[derive(Default)]
struct Glyphs {
    places: GlyphRemapper,
    characters: BTreeMap<u16, char>,
}

/// Content of the page, and the resources that it uses.
struct Page<'d> {
    content: Content,
    /// Glyphs of the plain font, and of the bold one.
    fonts: [Glyphs; 2],
    /// Opacities in percent, without 100.
    opacities: BTreeSet<u8>,
    images: Vec<&'d Shape>,
}

impl<'d> Page<'d> {
    fn of(drawing: &'d Drawing, height: f32) -> Page<'d> {
        let (content, fonts) = (Content::new(), <[Glyphs; 2]>::default());
        let mut page = Page { content, fonts, opacities: BTreeSet::new(), images: Vec::new() };
        // From dots, which go downwards, to points, which go upwards.
        page.content.transform([SCALE as f32, 0.0, 0.0, -SCALE as f32, 0.0, height]);
        for shape in &drawing.shapes {
            match shape {
                Shape::Text(text) => put_text(&mut page.content, text, &mut page.fonts[usize::from(text.is_bold)]),
                Shape::Image { frame, .. } => {
                    let (wide, high) = (frame.width() as f32, (frame.bottom - frame.top) as f32);
                    page.content.save_state();
                    page.content.transform([wide, 0.0, 0.0, -high, frame.left as f32, frame.bottom as f32]);
                    page.content.x_object(Name(format!("I{}", page.images.len()).as_bytes()));
                    page.content.restore_state();
                    page.images.push(shape);
                }
                shape => put(&mut page.content, shape, &mut page.opacities),
            }
        }
        page
    }

    /// Names the fonts, opacities and images for the content.
    fn name_resources(&self, mut resources: Resources, fonts: &[(usize, Ref)], images: &[Ref]) {
        let mut known = resources.fonts();
        for (bold, font) in fonts {
            known.pair(Name(format!("F{bold}").as_bytes()), font);
        }
        known.finish();
        let mut known = resources.ext_g_states();
        for percent in &self.opacities {
            let part = f32::from(*percent) / 100.0;
            let mut state = known.insert(Name(format!("O{percent}").as_bytes())).start::<ExtGraphicsState>();
            state.stroking_alpha(part).non_stroking_alpha(part);
        }
        known.finish();
        let mut known = resources.x_objects();
        for (number, image) in images.iter().enumerate() {
            known.pair(Name(format!("I{number}").as_bytes()), image);
        }
        known.finish();
    }
}

impl Drawing {
    /// The drawing as a PDF file.
    pub fn pdf(&self) -> Vec<u8> {
        let mut ids = 1..;
        let mut id = || Ref::new(ids.next().expect("there are more numbers"));
        let [catalog, pages, place, contents] = std::array::from_fn(|_| id());
        let [width, height] = [self.width, self.height].map(|length| (f64::from(length) * SCALE) as f32);
        let page = Page::of(self, height);
        let images: Vec<Ref> = page.images.iter().map(|_| id()).collect();
        let used = (0..2).filter(|&bold| !page.fonts[bold].characters.is_empty());
        let fonts: Vec<(usize, Ref)> = used.map(|bold| (bold, id())).collect();

        let mut pdf = Pdf::new();
        // pdfTeX warns of newer versions.
        pdf.set_version(1, 5);
        pdf.catalog(catalog).pages(pages);
        pdf.pages(pages).kids([place]).count(1);
        let mut of_page = pdf.page(place);
        of_page.media_box(Frame::new(0.0, 0.0, width, height)).parent(pages).contents(contents);
        page.name_resources(of_page.resources(), &fonts, &images);
        of_page.finish();
        let packed = packed(&page.content.finish());
        pdf.stream(contents, &packed).filter(Filter::FlateDecode);
        for (bold, name) in fonts {
            embed(&mut pdf, bold == 1, &page.fonts[bold], name, &mut id);
        }
        for (image, shape) in images.into_iter().zip(page.images) {
            if let Shape::Image { columns, colours, .. } = shape {
                put_image(&mut pdf, image, *columns, colours);
            }
        }
        pdf.finish()
    }
}

fn part(colour: Colour) -> [f32; 3] {
    [colour.0, colour.1, colour.2].map(|part| f32::from(part) / 255.0)
}

/// Bytes as the filter `FlateDecode` reads them.
fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut writer = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
    writer.write_all(bytes).and_then(|()| writer.finish()).expect("memory takes every byte")
}

fn put(content: &mut Content, shape: &Shape, opacities: &mut BTreeSet<u8>) {
    let (points, colour, opacity) = match shape {
        Shape::Area { corners, colour, opacity } => (corners.clone(), *colour, *opacity),
        Shape::Box { frame, colour } => (frame.outline(), *colour, 1.0),
        Shape::Line { points, colour, opacity, .. } => (points.clone(), *colour, *opacity),
        Shape::Text(_) | Shape::Image { .. } => return,
    };
    let percent = (opacity * 100.0).round().clamp(0.0, 100.0) as u8;
    if percent < 100 {
        opacities.insert(percent);
        content.save_state();
        content.set_parameters(Name(format!("O{percent}").as_bytes()));
    }
    let [red, green, blue] = part(colour);
    let is_line = matches!(shape, Shape::Line { .. });
    if let Shape::Line { width, .. } = shape {
        content.set_line_width(*width as f32);
        content.set_stroke_rgb(red, green, blue);
    } else {
        content.set_fill_rgb(red, green, blue);
    }
    for (place, &(x, y)) in points.iter().enumerate() {
        if place == 0 {
            content.move_to(x as f32, y as f32)
        } else {
            content.line_to(x as f32, y as f32)
        };
    }
    if is_line {
        content.stroke()
    } else {
        content.fill_nonzero()
    };
    if percent < 100 {
        content.restore_state();
    }
}

fn put_text(content: &mut Content, text: &Text, glyphs: &mut Glyphs) {
    let font = font(text.is_bold);
    let units = f64::from(font.units_per_em());
    let (before, (x, y)) = (text.before * font.width(&text.text) * text.size, (text.at.0 as f32, text.at.1 as f32));
    let (before, down) = (before as f32, text.down as f32);
    // The axes of the text, which are mirrored because the page is.
    let place = match text.is_upward {
        false => [1.0, 0.0, 0.0, -1.0, x - before, y + down],
        true => [0.0, -1.0, -1.0, 0.0, x + down, y + before],
    };
    let [red, green, blue] = part(text.colour);
    content.begin_text();
    content.set_fill_rgb(red, green, blue);
    content.set_font(Name(format!("F{}", u8::from(text.is_bold)).as_bytes()), text.size as f32);
    content.set_text_matrix(place);
    let mut positioned = content.show_positioned();
    let mut items = positioned.items();
    let mut end = 0;
    let letters: Vec<char> = text.text.chars().collect();
    let mut at = 0;
    font.set(&text.text, |pen, glyph| {
        // Kerning moves a glyph away from the end of the one before.
        if pen != end {
            items.adjust((f64::from(end - pen) * 1000.0 / units) as f32);
        }
        let new = glyphs.places.remap(glyph.0);
        glyphs.characters.entry(new).or_insert(letters[at]);
        items.show(Str(&new.to_be_bytes()));
        end = pen + font.advance(glyph);
        at += 1;
    });
    items.finish();
    positioned.finish();
    content.end_text();
}

/// Embeds the used glyphs of a font.
fn embed(pdf: &mut Pdf, is_bold: bool, glyphs: &Glyphs, name: Ref, id: &mut impl FnMut() -> Ref) {
    const SYSTEM: SystemInfo = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };
    let font = font(is_bold);
    let file = subsetter::subset(font.bytes(), 0, &glyphs.places).expect("the font is part of the program");
    let (cid, descriptor, to_unicode, data) = (id(), id(), id(), id());
    // A prefix of six letters marks a subset of the font.
    let base = Name(if is_bold { b"GJKBLD+DejaVuSans-Bold" } else { b"GJKREG+DejaVuSans" });
    let thousandths = |units: i32| units as f32 * 1000.0 / font.units_per_em() as f32;
    pdf.type0_font(name).base_font(base).encoding_predefined(Name(b"Identity-H")).descendant_font(cid).to_unicode(to_unicode);
    let mut cid_font = pdf.cid_font(cid);
    cid_font.subtype(CidFontType::Type2).base_font(base).system_info(SYSTEM).font_descriptor(descriptor);
    cid_font.default_width(0.0).cid_to_gid_map_predefined(Name(b"Identity"));
    let widths = glyphs.places.remapped_gids().map(|glyph| thousandths(font.advance(ttf_parser::GlyphId(glyph))));
    cid_font.widths().consecutive(0, widths);
    cid_font.finish();
    let [low, high] = font.reach();
    pdf.font_descriptor(descriptor)
        .name(base)
        .flags(FontFlags::SYMBOLIC)
        .bbox(Frame::new(-1100.0, thousandths(low), 2000.0, thousandths(high)))
        .italic_angle(0.0)
        .ascent(thousandths(high))
        .descent(thousandths(low))
        .cap_height(729.0)
        .stem_v(if is_bold { 160.0 } else { 90.0 })
        .font_file2(data);
    let mut characters = UnicodeCmap::new(Name(b"Custom"), SYSTEM);
    glyphs.characters.iter().for_each(|(glyph, character)| characters.pair(*glyph, *character));
    let characters = packed(&characters.finish());
    pdf.stream(to_unicode, &characters).filter(Filter::FlateDecode);
    let packed_file = packed(&file);
    let mut stream = pdf.stream(data, &packed_file);
    stream.filter(Filter::FlateDecode);
    stream.pair(Name(b"Length1"), file.len() as i32);
}

fn put_image(pdf: &mut Pdf, name: Ref, columns: usize, colours: &[Colour]) {
    let bytes: Vec<u8> = colours.iter().flat_map(|&(red, green, blue)| [red, green, blue]).collect();
    let packed = packed(&bytes);
    let mut image = pdf.image_xobject(name, &packed);
    image.filter(Filter::FlateDecode);
    image.width(columns as i32).height((colours.len() / columns.max(1)) as i32);
    image.color_space().device_rgb();
    image.bits_per_component(8).interpolate(false);
}

#[cfg(test)]
mod tests {
    use crate::draw::{Rect, drawn, ink, stroke};

    #[test]
    fn a_file_is_a_page_of_its_size_and_the_same_each_time() {
        let draw = || {
            drawn(4016, 2000, |canvas| {
                canvas.text((40, 600), "T. e ≤ 1 · 10⁻³", ink(8.0));
                canvas.text((40, 900), "bold", ink(8.0).bold().upward());
                canvas.path(&[(0, 0), (4016, 2000)], stroke((1, 2, 3), 0.5));
                canvas.area_of(&[(0, 0), (9, 0), (9, 9)], (1, 2, 3), 0.5);
                canvas.image(Rect::new(0, 0, 80, 40), 1, &[(1, 2, 3), (4, 5, 6)]);
            })
        };
        let file = draw().pdf();
        assert_eq!(file, draw().pdf());
        let text = String::from_utf8_lossy(&file);
        assert!(text.starts_with("%PDF-1.") && text.contains("/MediaBox [0 0 240.96 120]"), "{}", &text[..900]);
        for part in ["/GJKREG+DejaVuSans", "/GJKBLD+DejaVuSans-Bold", "/O50", "/Subtype /Image", "/ToUnicode"] {
            assert!(text.contains(part), "{part}");
        }
        // Two complete fonts would take 1.4 million bytes.
        assert!(file.len() < 30_000, "{}", file.len());
        assert!(drawn(100, 100, |_| ()).pdf().starts_with(b"%PDF"));
    }
}
