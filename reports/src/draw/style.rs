//! Colours, marks and dashes, once for all figures, by the name of a variant.
//!
//! Marks and dashes differ as well as colours, so that a figure reads in grey.

/// A colour as red, green and blue.
pub(crate) type Colour = (u8, u8, u8);

pub(crate) const BLACK: Colour = (0, 0, 0);
pub(crate) const WHITE: Colour = (255, 255, 255);
/// Text that explains.
pub(crate) const GREY: Colour = (90, 90, 90);
/// Frames and ticks.
pub(crate) const LINE: Colour = (120, 120, 120);
/// Grid lines.
pub(crate) const FAINT: Colour = (226, 226, 226);

/// Colours that are told apart with any of the common colour vision deficiencies (Okabe and Ito 2008), without yellow, which is too
/// faint on white, and with some more of other lightness.
const BLUE: Colour = (0, 114, 178);
const VERMILION: Colour = (213, 94, 0);
const GREEN: Colour = (0, 158, 115);
const PINK: Colour = (204, 121, 167);
const SKY: Colour = (86, 180, 233);
const ORANGE: Colour = (230, 159, 0);
const DARK: Colour = (60, 60, 60);
const MAGENTA: Colour = (205, 0, 120);
const BROWN: Colour = (125, 80, 30);
const VIOLET: Colour = (95, 50, 150);
const WINE: Colour = (150, 20, 50);
const MIDDLE: Colour = (95, 95, 95);
const PALE: Colour = (150, 150, 150);

const COLOURS: [Colour; 7] = [BLUE, VERMILION, GREEN, PINK, SKY, ORANGE, DARK];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Circle,
    Square,
    /// A triangle that points upwards.
    Up,
    /// A triangle that points downwards.
    Down,
    /// A triangle that points to the left.
    Left,
    /// A triangle that points to the right.
    Right,
    Diamond,
    Pentagon,
    Star,
    /// An upright cross.
    Plus,
    /// A diagonal cross.
    Cross,
}

const MARKS: [Mark; 11] = [
    Mark::Circle,
    Mark::Square,
    Mark::Up,
    Mark::Down,
    Mark::Left,
    Mark::Right,
    Mark::Diamond,
    Mark::Pentagon,
    Mark::Star,
    Mark::Plus,
    Mark::Cross,
];

/// Lengths of strokes and gaps in turn, in points; empty for a line without gaps.
type Dash = &'static [f64];

const WHOLE: Dash = &[];
const LONG: Dash = &[5.0, 1.6];
const SHORT: Dash = &[2.6, 1.4];
const DOTS: Dash = &[1.0, 1.4];
const DASH_DOT: Dash = &[5.0, 1.5, 1.0, 1.5];
const TWO_DOTS: Dash = &[5.0, 1.4, 1.0, 1.4, 1.0, 1.4];

const DASHES: [Dash; 6] = [WHOLE, LONG, SHORT, DOTS, DASH_DOT, TWO_DOTS];

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    pub colour: Colour,
    pub mark: Mark,
    /// Strokes and gaps of a line, in points.
    pub dash: &'static [f64],
}

impl Style {
    /// The same with dashes, unless its line is whole.
    pub fn dashed_unless(self, is_whole: bool) -> Style {
        if is_whole { self } else { Style { dash: SHORT, ..self } }
    }
}

/// What has a style of its own, for ever: a figure of today is read beside one of last year. No two have the same mark and the same
/// dashes, so that they differ in grey. Variants around one subalgorithm have one colour.
const KNOWN: [(&str, Colour, Mark, Dash); 44] = [
    ("certified", MAGENTA, Mark::Circle, WHOLE),
    ("certified-boolean", MAGENTA, Mark::Square, WHOLE),
    ("ericson", GREEN, Mark::Up, WHOLE),
    ("ericson-gilbert-foo", GREEN, Mark::Star, DOTS),
    ("ericson-climbing", WINE, Mark::Star, WHOLE),
    ("johnson", VERMILION, Mark::Square, LONG),
    ("johnson-backup", VERMILION, Mark::Pentagon, DASH_DOT),
    ("johnson-gilbert-foo", VERMILION, Mark::Cross, DOTS),
    ("least-squares", BLUE, Mark::Down, LONG),
    ("least-squares-published", BLUE, Mark::Left, DOTS),
    ("signed-volumes", SKY, Mark::Diamond, SHORT),
    ("signed-volumes-climbing", VIOLET, Mark::Plus, WHOLE),
    ("nesterov", ORANGE, Mark::Right, DASH_DOT),
    ("nesterov-normalised", ORANGE, Mark::Plus, TWO_DOTS),
    ("muratori", PINK, Mark::Up, DOTS),
    ("linahan-three-plane", BROWN, Mark::Diamond, DOTS),
    ("linahan-face-first", BROWN, Mark::Down, SHORT),
    ("linahan-unrolled", BROWN, Mark::Circle, LONG),
    ("linahan-true-region", DARK, Mark::Pentagon, WHOLE),
    ("nascimento-2d", VIOLET, Mark::Right, SHORT),
    ("dyn4j-2d", WINE, Mark::Square, SHORT),
    ("dyn4j-2d-published", WINE, Mark::Left, DASH_DOT),
    // Libraries that are compiled in, and what marks a bound.
    ("parry3d", BLACK, Mark::Square, DASH_DOT),
    ("parry3d-f64", BLACK, Mark::Diamond, LONG),
    ("parry2d", BLACK, Mark::Circle, DASH_DOT),
    ("parry2d-f64", BLACK, Mark::Pentagon, LONG),
    ("bullet", MIDDLE, Mark::Up, SHORT),
    ("bullet-boolean", MIDDLE, Mark::Up, TWO_DOTS),
    ("libccd", MIDDLE, Mark::Down, DOTS),
    ("scan-alone", PALE, Mark::Cross, SHORT),
    // Programs.
    ("mujoco", BLACK, Mark::Circle, SHORT),
    ("mujoco-exact", MIDDLE, Mark::Circle, DOTS),
    ("coal", BLACK, Mark::Right, LONG),
    ("coal-exact", MIDDLE, Mark::Right, DOTS),
    ("fcl", BLACK, Mark::Down, WHOLE),
    ("fcl-exact", MIDDLE, Mark::Down, DASH_DOT),
    ("distance3d", BLACK, Mark::Left, LONG),
    ("distance3d-exact", MIDDLE, Mark::Left, SHORT),
    ("physx", BLACK, Mark::Star, LONG),
    ("jolt", BLACK, Mark::Star, SHORT),
    ("newton", BLACK, Mark::Plus, LONG),
    ("box2d", BLACK, Mark::Square, DOTS),
    ("ode", BLACK, Mark::Cross, LONG),
    ("exact", BLACK, Mark::Pentagon, TWO_DOTS),
];

/// The styles of some names, in their order. A style depends on the name alone: on the list above, or for others on a number that is
/// made from the name. Where two of these would look alike, the later one takes the next style that is free.
pub fn styles(names: &[&str]) -> Vec<Style> {
    let is_free = |style: &Style| KNOWN.iter().all(|(_, _, mark, dash)| (*mark, *dash) != (style.mark, style.dash));
    let all =
        MARKS.iter().flat_map(|&mark| DASHES.iter().flat_map(move |&dash| COLOURS.map(|colour| Style { colour, mark, dash })));
    let free: Vec<Style> = all.filter(is_free).collect();
    let mut taken: Vec<Style> = Vec::new();
    let of = |name: &&str| {
        if let Some(&(_, colour, mark, dash)) = KNOWN.iter().find(|(known, ..)| known == name) {
            return Style { colour, mark, dash };
        }
        let begin = (number_of(name) % free.len() as u64) as usize;
        let mut from = free[begin..].iter().chain(&free[..begin]);
        let style = *from.find(|style| !taken.contains(style)).unwrap_or(&free[begin]);
        taken.push(style);
        style
    };
    names.iter().map(of).collect()
}

/// A number that is made from a name: its hash by Fowler, Noll and Vo (FNV-1a), with its high bits mixed in.
fn number_of(name: &str) -> u64 {
    let hash =
        name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    hash ^ (hash >> 29)
}

fn between(stops: &[Colour], place: f64) -> Colour {
    let place = if place.is_nan() { 0.0 } else { place.clamp(0.0, 1.0) } * (stops.len() - 1) as f64;
    let below = (place.floor() as usize).min(stops.len() - 2);
    let part = place - below as f64;
    let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * part).round() as u8;
    let (a, b) = (stops[below], stops[below + 1]);
    (mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2))
}

/// A scale of one direction for shares in [0, 1], light to dark (ColorBrewer's YlOrBr).
pub(crate) fn sequential(place: f64) -> Colour {
    const STOPS: [Colour; 6] = [(255, 247, 214), (254, 217, 142), (254, 153, 41), (217, 95, 14), (153, 52, 4), (82, 25, 3)];
    between(&STOPS, place)
}

/// A scale of two directions about 1/2: blue, white, orange.
pub(crate) fn diverging(place: f64) -> Colour {
    const STOPS: [Colour; 5] = [(5, 90, 160), (130, 185, 220), (250, 250, 250), (240, 165, 95), (175, 65, 5)];
    between(&STOPS, place)
}

/// A colour dark enough for text on white.
pub(crate) fn darkened(colour: Colour) -> Colour {
    let darker = |part: u8| (f64::from(part) * 0.66) as u8;
    (darker(colour.0), darker(colour.1), darker(colour.2))
}

/// Black or white, whichever is read better on a colour.
pub(crate) fn ink_on(colour: Colour) -> Colour {
    let (r, g, b) = (f64::from(colour.0), f64::from(colour.1), f64::from(colour.2));
    if 0.299 * r + 0.587 * g + 0.114 * b < 105.0 { WHITE } else { BLACK }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn style(name: &str) -> Style {
        styles(&[name])[0]
    }

    #[test]
    fn a_style_depends_on_the_name_alone() {
        for name in ["ericson", "mine", "parry3d"] {
            assert_eq!(styles(&["johnson", "yours", name])[2], style(name), "{name}");
        }
        // Written down, for a style is for ever.
        assert_eq!(style("ericson"), Style { colour: GREEN, mark: Mark::Up, dash: WHOLE });
        assert_eq!(style("mine"), Style { colour: VERMILION, mark: Mark::Diamond, dash: DASH_DOT });
    }

    #[test]
    fn no_two_look_alike_nor_known_ones_in_grey() {
        let mut names: Vec<String> = KNOWN.iter().map(|(name, ..)| (*name).to_owned()).collect();
        names.extend((0..60).map(|i| format!("other-{i}")));
        let styles = styles(&names.iter().map(String::as_str).collect::<Vec<_>>());
        for (i, one) in styles.iter().enumerate() {
            for (j, other) in styles.iter().enumerate().skip(i + 1) {
                assert_ne!(one, other, "{} and {}", names[i], names[j]);
                if i < KNOWN.len() {
                    assert_ne!((one.mark, one.dash), (other.mark, other.dash), "{} and {}", names[i], names[j]);
                }
            }
        }
    }

    #[test]
    fn scales_darken_and_take_odd_values() {
        let light = |c: Colour| i32::from(c.0) + i32::from(c.1) + i32::from(c.2);
        for i in 0..20 {
            assert!(light(sequential(f64::from(i) / 20.0)) > light(sequential(f64::from(i + 1) / 20.0)));
        }
        assert_eq!(sequential(f64::NAN), sequential(0.0));
        assert_eq!(diverging(7.0), diverging(1.0));
    }
}
