//! The colours of rulings, the same in all figures.
//!
//! They differ in lightness, so that they are distinct in grey.

use gjk_records::Column;

use super::style::{Colour, WHITE};

pub(crate) const MISSED: Colour = (95, 10, 45);
pub(crate) const PHANTOM: Colour = (225, 85, 0);
pub(crate) const GAVE_UP: Colour = (120, 160, 195);
pub(crate) const CONTACT: Colour = (245, 205, 130);
pub(crate) const UNDECIDED: Colour = (222, 222, 222);
/// Off, in a figure without room for separate bars of distances.
pub(crate) const OFF: Colour = (75, 55, 170);
pub(crate) const INACCURATE: Colour = (190, 180, 95);
/// A wrong verdict in either direction.
pub(crate) const WRONG: Colour = (25, 25, 30);
/// A translation that leaves overlap, and a translation that is only longer than necessary.
pub(crate) const SHALLOW: Colour = (0, 85, 68);
pub(crate) const EXCESS: Colour = (135, 104, 196);
/// A time after the first contact, and a time before it.
pub(crate) const LATE: Colour = (120, 55, 25);
pub(crate) const EARLY: Colour = (40, 112, 165);
/// Off, but by no measure of a claim.
pub(crate) const OFF_OTHERWISE: Colour = (92, 92, 92);
/// Inaccurate or contact, in a figure without room for both.
pub(crate) const WITHIN: Colour = (214, 190, 128);
/// Bodies that touch, in the exact truth.
pub(crate) const TOUCHING: Colour = (70, 70, 70);
/// Right answers: bodies that are apart, and bodies that meet.
pub(crate) const RIGHT_APART: Colour = WHITE;
pub(crate) const RIGHT_MEETING: Colour = (222, 233, 242);
/// Not asked, or not accepted.
const NOT_TAKEN: Colour = (160, 160, 160);

/// The colour of a ruling.
///
/// The colour of a right answer is the one for bodies that are apart.
pub(crate) fn of_column(column: Column) -> Colour {
    match column {
        Column::Right => RIGHT_APART,
        Column::Contact => CONTACT,
        Column::Inaccurate => INACCURATE,
        Column::Undecided => UNDECIDED,
        Column::Off => OFF,
        Column::Missed => MISSED,
        Column::Phantom => PHANTOM,
        Column::GaveUp => GAVE_UP,
        Column::NotApplicable | Column::Refused => NOT_TAKEN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rulings_of_a_map_are_distinguishable_in_grey() {
        let lightness = |(red, green, blue): Colour| {
            let linear = |part: u8| (f64::from(part) / 255.0).powf(2.2);
            let luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
            116.0 * luminance.cbrt() - 16.0
        };
        let rulings =
            [Column::Right, Column::Contact, Column::Inaccurate, Column::Off, Column::Missed, Column::Phantom, Column::GaveUp];
        let mut all: Vec<f64> = rulings.into_iter().map(|column| lightness(of_column(column))).collect();
        all.push(lightness(RIGHT_MEETING));
        all.sort_by(f64::total_cmp);
        assert!(all.windows(2).all(|pair| pair[1] - pair[0] > 7.0), "{all:?}");
        let depth = [WRONG, SHALLOW, OFF_OTHERWISE, EXCESS, GAVE_UP, WITHIN, UNDECIDED].map(lightness);
        assert!(depth.windows(2).all(|pair| pair[1] - pair[0] > 6.0), "{depth:?}");
        let casts = [MISSED, LATE, OFF_OTHERWISE, EARLY, PHANTOM, GAVE_UP, WITHIN, UNDECIDED].map(lightness);
        assert!(casts.windows(2).all(|pair| pair[1] - pair[0] > 6.0), "{casts:?}");
    }
}
