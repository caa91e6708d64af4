//! A failure map: the rulings of variants on a case and on its neighbours, in which the coordinates of one vertex differ by
//! units in the last place.

use crate::ruling::{Column, Tally};

/// The true position of two closed bodies relative to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TrueClass {
    /// They share no point.
    Separated,
    /// They share a point, and the origin lies on the boundary of the difference A − B.
    Touching,
    /// The origin lies in the interior of the difference A − B.
    Overlapping,
}

impl TrueClass {
    /// Every class.
    pub const ALL: [TrueClass; 3] = [TrueClass::Separated, TrueClass::Touching, TrueClass::Overlapping];

    /// The class as records spell it.
    pub fn name(self) -> &'static str {
        match self {
            TrueClass::Separated => "separated",
            TrueClass::Touching => "touching",
            TrueClass::Overlapping => "overlapping",
        }
    }
}

/// The rulings of one variant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MapPanel {
    /// Name of the variant.
    pub variant: String,
    /// The column in which the answer for each pixel is counted, in the order of [`Map::truth`].
    pub rulings: Vec<Column>,
}

/// A failure map.
///
/// Pixel (i, j) is the case whose moved vertex has i steps added to one coordinate and j steps to the other; a step is
/// [`step`](Map::step) neighbouring floats of the scalar. The pixels are a square around (0, 0), which is the case itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Map {
    /// Name of the case.
    pub case: String,
    /// `f32` or `f64`.
    pub scalar: String,
    /// The vertex that is moved, in words: `vertex 3 of A`.
    pub vertex: String,
    /// The coordinates that are changed: `x`, `y` or `z`.
    pub axes: [String; 2],
    /// Their values in the case.
    pub centre: [f64; 2],
    /// Pixels along a side.
    pub size: usize,
    /// Neighbouring floats from one pixel to the next.
    pub step: u64,
    /// The tolerance of the rulings in units of u·D.
    pub tolerance: f64,
    /// The true classes, in rows of `size` from the least i to the greatest, beginning with the row of the least j.
    pub truth: Vec<TrueClass>,
    /// The variants.
    pub panels: Vec<MapPanel>,
    /// The command that reproduces the map.
    pub command: String,
    /// The commit of the program that made it.
    pub commit: String,
}

impl Map {
    /// The least number of steps that is added to a coordinate; the greatest is `size` − 1 more.
    pub fn least(size: usize) -> i64 {
        -((size / 2) as i64)
    }

    /// The numbers of steps of the pixel at a place of the lists.
    pub fn steps(&self, place: usize) -> (i64, i64) {
        let (least, size) = (Map::least(self.size), self.size.max(1));
        (least + (place % size) as i64, least + (place / size) as i64)
    }

    /// Number of answers in each column of a panel.
    pub fn tally(panel: &MapPanel) -> Tally {
        panel.rulings.iter().map(|&column| (column, 1)).collect()
    }

    /// The place of the failure that is nearest to the middle of a panel, if there is one.
    pub fn nearest_failure(&self, panel: &MapPanel) -> Option<usize> {
        let failures = panel.rulings.iter().enumerate().filter(|(_, column)| column.ruling().is_failure());
        let squared = |&place: &usize| {
            let (i, j) = self.steps(place);
            i * i + j * j
        };
        failures.map(|(place, _)| place).min_by_key(squared)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_is_the_case_and_the_nearest_failure_is_found() {
        let mut panel = MapPanel { variant: "v".to_owned(), rulings: vec![Column::Right; 16] };
        let map = Map { size: 4, ..Map::default() };
        assert_eq!([0, 3, 10, 15].map(|place| map.steps(place)), [(-2, -2), (1, -2), (0, 0), (1, 1)]);
        assert_eq!(map.nearest_failure(&panel), None);
        (panel.rulings[0], panel.rulings[15], panel.rulings[10]) = (Column::Missed, Column::GaveUp, Column::Contact);
        assert_eq!(map.nearest_failure(&panel), Some(15));
        let tally = Map::tally(&panel);
        assert_eq!((tally[Column::Right], tally.failures(), tally.applicable()), (13, 2, 16));
        // An odd number of pixels has one in the middle.
        assert_eq!(Map { size: 5, ..Map::default() }.steps(12), (0, 0));
        assert_eq!(Map { size: 1, ..Map::default() }.steps(0), (0, 0));
    }
}
