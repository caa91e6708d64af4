//! Colours, marks and dashes of figures.
//!
//! A study states the style of each of its variants ([`gjk_records::Style`]).

pub use gjk_records::Mark;
use gjk_records::{Dash, Kinds};

/// A colour as red, green and blue.
pub(crate) type Colour = (u8, u8, u8);

pub(crate) const BLACK: Colour = (0, 0, 0);
pub(crate) const WHITE: Colour = (255, 255, 255);
/// Explanatory text.
pub(crate) const GREY: Colour = (90, 90, 90);
/// Frames and ticks.
pub(crate) const LINE: Colour = (120, 120, 120);
/// Grid lines.
pub(crate) const FAINT: Colour = (226, 226, 226);

/// Colours that are distinct with any of the common colour vision deficiencies (Okabe and Ito 2008), without yellow, which is
/// too faint on white.
const BLUE: Colour = (0, 114, 178);
const VERMILION: Colour = (213, 94, 0);
const GREEN: Colour = (0, 158, 115);
const PINK: Colour = (204, 121, 167);
const SKY: Colour = (86, 180, 233);
const ORANGE: Colour = (230, 159, 0);
const DARK: Colour = (60, 60, 60);
const MIDDLE: Colour = (95, 95, 95);

const COLOURS: [Colour; 7] = [BLUE, VERMILION, GREEN, PINK, SKY, ORANGE, DARK];

/// Strokes and gaps in turn, in points; empty for a line without gaps.
fn strokes(dash: Dash) -> &'static [f64] {
    match dash {
        Dash::Whole => &[],
        Dash::Long => &[5.0, 1.6],
        Dash::Short => SHORT,
        Dash::Dots => &[1.0, 1.4],
        Dash::DashDot => &[5.0, 1.5, 1.0, 1.5],
        Dash::TwoDots => &[5.0, 1.4, 1.0, 1.4, 1.0, 1.4],
        Dash::LongShort => &[5.0, 1.4, 2.2, 1.4],
        Dash::ThreeDots => &[5.0, 1.4, 1.0, 1.4, 1.0, 1.4, 1.0, 1.4],
    }
}

const SHORT: &[f64] = &[2.6, 1.4];

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    pub colour: Colour,
    pub mark: Mark,
    /// Strokes and gaps of a line, in points.
    pub dash: &'static [f64],
}

impl Style {
    /// This style, with dashes unless its line is whole.
    pub fn dashed_unless(self, is_whole: bool) -> Style {
        if is_whole { self } else { Style { dash: SHORT, ..self } }
    }
}

impl From<gjk_records::Style> for Style {
    fn from(style: gjk_records::Style) -> Style {
        Style { colour: style.colour, mark: style.mark, dash: strokes(style.dash) }
    }
}

/// The styles of some names, in their order, as the study states them.
///
/// Names without a style in the study get the unused styles, in a fixed order.
pub fn styles(kinds: &Kinds, names: &[&str]) -> Vec<Style> {
    let known = |name: &str| kinds.variants.get(name).map(|kind| Style::from(kind.style));
    let of_dash = |dash: Dash| Mark::ALL.into_iter().map(move |mark| (mark, strokes(dash)));
    let all = Dash::ALL.into_iter().flat_map(of_dash).zip(COLOURS.into_iter().cycle());
    let mut taken: Vec<(Mark, &[f64])> =
        names.iter().filter_map(|name| known(name)).map(|style| (style.mark, style.dash)).collect();
    let mut free = all.map(|((mark, dash), colour)| Style { colour, mark, dash });
    let of = |name: &&str| {
        known(name).unwrap_or_else(|| {
            let next = free.find(|style| !taken.contains(&(style.mark, style.dash)));
            let style = next.unwrap_or(Style { colour: MIDDLE, mark: Mark::Circle, dash: SHORT });
            taken.push((style.mark, style.dash));
            style
        })
    };
    names.iter().map(of).collect()
}

fn between(stops: &[Colour], place: f64) -> Colour {
    let place = if place.is_nan() { 0.0 } else { place.clamp(0.0, 1.0) } * (stops.len() - 1) as f64;
    let below = (place.floor() as usize).min(stops.len() - 2);
    let part = place - below as f64;
    let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * part).round() as u8;
    let (a, b) = (stops[below], stops[below + 1]);
    (mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2))
}

/// A sequential scale for shares in [0, 1], light to dark (ColorBrewer's YlOrBr).
pub(crate) fn sequential(place: f64) -> Colour {
    const STOPS: [Colour; 6] = [(255, 247, 214), (254, 217, 142), (254, 153, 41), (217, 95, 14), (153, 52, 4), (82, 25, 3)];
    between(&STOPS, place)
}

/// A diverging scale about 1/2: blue, white, orange.
pub(crate) fn diverging(place: f64) -> Colour {
    const STOPS: [Colour; 5] = [(5, 90, 160), (130, 185, 220), (250, 250, 250), (240, 165, 95), (175, 65, 5)];
    between(&STOPS, place)
}

/// A colour dark enough for text on white.
pub(crate) fn darkened(colour: Colour) -> Colour {
    let darker = |part: u8| (f64::from(part) * 0.66) as u8;
    (darker(colour.0), darker(colour.1), darker(colour.2))
}

/// Black or white, whichever is more legible on a colour.
pub(crate) fn ink_on(colour: Colour) -> Colour {
    let (r, g, b) = (f64::from(colour.0), f64::from(colour.1), f64::from(colour.2));
    if 0.299 * r + 0.587 * g + 0.114 * b < 105.0 { WHITE } else { BLACK }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_style_is_taken_from_the_study_and_other_names_get_free_ones() {
        let said = gjk_records::Style { colour: PINK, mark: Mark::Circle, dash: Dash::Whole };
        let kind = gjk_records::VariantKind {
            promise: None,
            version: String::new(),
            slack: None,
            stops_at: None,
            option: None,
            holds: None,
            style: said,
            rank: 1,
        };
        let kinds = Kinds { variants: [("known".to_owned(), kind)].into(), ..Kinds::default() };
        let found = styles(&kinds, &["one", "known", "other"]);
        assert_eq!(found[1], said.into());
        for (i, one) in found.iter().enumerate() {
            assert!(found[i + 1..].iter().all(|other| (one.mark, one.dash) != (other.mark, other.dash)));
        }
        // Without styles in the study, 88 names differ in grey.
        let names: Vec<String> = (0..88).map(|i| format!("other-{i}")).collect();
        let found = styles(&Kinds::default(), &names.iter().map(String::as_str).collect::<Vec<_>>());
        for (i, one) in found.iter().enumerate() {
            assert!(found[i + 1..].iter().all(|other| (one.mark, one.dash) != (other.mark, other.dash)), "{i}");
        }
    }

    #[test]
    fn dashes_differ() {
        for (i, one) in Dash::ALL.into_iter().enumerate() {
            assert!(Dash::ALL[i + 1..].iter().all(|other| strokes(*other) != strokes(one)), "{one:?}");
        }
    }

    #[test]
    fn colour_scales_darken_and_accept_odd_values() {
        let light = |c: Colour| i32::from(c.0) + i32::from(c.1) + i32::from(c.2);
        for i in 0..20 {
            assert!(light(sequential(f64::from(i) / 20.0)) > light(sequential(f64::from(i + 1) / 20.0)));
        }
        assert_eq!(sequential(f64::NAN), sequential(0.0));
        assert_eq!(diverging(7.0), diverging(1.0));
    }
}
