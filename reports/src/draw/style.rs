//! Colours, marks and dashes, once for all figures, by the name of a variant.
//!
//! The colours are those of Okabe and Ito (2008), which people with any of the common colour vision deficiencies tell apart,
//! without yellow, which is too faint on white. Marks and dashes differ as well, so that a figure reads in grey.

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

const COLOURS: [Colour; 7] =
    [(0, 114, 178), (213, 94, 0), (0, 158, 115), (204, 121, 167), (86, 180, 233), (230, 159, 0), (60, 60, 60)];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Circle,
    Square,
    /// A triangle that points upwards.
    Up,
    Diamond,
    /// A triangle that points downwards.
    Down,
    /// An upright cross.
    Plus,
    /// A diagonal cross.
    Cross,
    Star,
}

const MARKS: [Mark; 8] = [Mark::Circle, Mark::Square, Mark::Up, Mark::Diamond, Mark::Down, Mark::Plus, Mark::Cross, Mark::Star];

/// Lengths of strokes and gaps in turn, in points; empty for a line without gaps.
const DASHES: [&[f64]; 5] = [&[], &[5.0, 2.0], &[1.2, 1.6], &[6.0, 1.8, 1.2, 1.8], &[3.0, 1.5]];

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
        if is_whole { self } else { Style { dash: &[2.4, 1.6], ..self } }
    }
}

/// The style with a colour, a mark and a dash of the lists.
const fn combined([colour, mark, dash]: [usize; 3]) -> Style {
    Style { colour: COLOURS[colour], mark: MARKS[mark], dash: DASHES[dash] }
}

/// Variants that have a style of their own.
const KNOWN: [(&str, Style); 15] = [
    ("least-squares", combined([0, 0, 0])),
    ("johnson", combined([1, 1, 1])),
    ("ericson", combined([2, 2, 3])),
    ("muratori", combined([3, 3, 4])),
    ("linahan-three-plane", combined([5, 4, 2])),
    ("linahan-face-first", combined([4, 5, 0])),
    // Those that prove their answers, in a colour of their own, and contestants that are no variants of the roster. Peers and bounds
    // are black or grey, and their lines are broken.
    ("certified", Style { colour: (205, 0, 120), mark: Mark::Circle, dash: &[] }),
    ("certified-boolean", Style { colour: (205, 0, 120), mark: Mark::Square, dash: &[] }),
    ("ericson-climbing", Style { colour: (150, 20, 50), mark: Mark::Star, dash: &[] }),
    ("signed-volumes-climbing", Style { colour: (95, 50, 150), mark: Mark::Plus, dash: &[] }),
    ("parry3d", Style { colour: (0, 0, 0), mark: Mark::Square, dash: &[4.0, 1.4] }),
    ("parry3d-f64", Style { colour: (0, 0, 0), mark: Mark::Diamond, dash: &[4.0, 1.4] }),
    ("bullet", Style { colour: (95, 95, 95), mark: Mark::Up, dash: &[2.2, 1.2] }),
    ("libccd", Style { colour: (95, 95, 95), mark: Mark::Down, dash: &[2.2, 1.2] }),
    ("scan-alone", Style { colour: (150, 150, 150), mark: Mark::Cross, dash: &[0.9, 1.3] }),
];

/// The styles of variants, in their order. A known name always gets the same; the others share out the rest in order, so that
/// the same roster always looks the same, and no two of up to 280 variants look alike. Peers and what marks a bound have styles
/// that no variant has.
pub fn styles(names: &[&str]) -> Vec<Style> {
    // As 7, 8 and 5 have no common divisors, counting in all three at once meets each of the 280 combinations once, and
    // neighbours differ in all three.
    let all = (0..).map(|i| combined([(i + 6) % COLOURS.len(), (i + 6) % MARKS.len(), i % DASHES.len()]));
    let mut free = all.filter(|style| KNOWN.iter().all(|(_, known)| known != style));
    let known = |name: &str| KNOWN.iter().find(|(known, _)| *known == name).map(|(_, style)| *style);
    names.iter().filter_map(|name| known(name).or_else(|| free.next())).collect()
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
    if 0.299 * r + 0.587 * g + 0.114 * b < 135.0 { WHITE } else { BLACK }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_variants_keep_their_style() {
        let all = styles(&["least-squares", "johnson", "ericson"]);
        assert_eq!(styles(&["mine", "ericson"])[1], all[2]);
    }

    #[test]
    fn no_two_variants_look_alike() {
        let mut names: Vec<String> = KNOWN.iter().map(|(name, _)| (*name).to_owned()).collect();
        names.extend((0..60).map(|i| format!("other-{i}")));
        let styles = styles(&names.iter().map(String::as_str).collect::<Vec<_>>());
        for (i, one) in styles.iter().enumerate() {
            for (j, other) in styles.iter().enumerate().skip(i + 1) {
                assert_ne!(one, other, "{} and {}", names[i], names[j]);
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
