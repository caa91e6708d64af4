//! The exact border between the pixels whose bodies are apart and those whose bodies meet, as lines along the sides of pixels.

use gjk_records::{Map, TrueClass};

/// A corner of pixels: columns from the left, rows from below.
type Corner = (usize, usize);

/// A border with more sides per row than this is not a line, and is not drawn.
const MOST: usize = 6;

/// Straight lines along the sides of pixels, each as long as possible.
///
/// Empty if the border is everywhere.
pub(super) fn lines(map: &Map) -> Vec<[Corner; 2]> {
    let size = map.size;
    if size == 0 || map.truth.len() != size * size {
        return Vec::new();
    }
    let is_apart = |i: usize, j: usize| map.truth[j * size + i] == TrueClass::Separated;
    let mut lines = Vec::new();
    let mut sides = 0;
    for k in 1..size {
        // Between row k − 1 and row k, and between column k − 1 and column k.
        let upward: Vec<bool> = (0..size).map(|i| is_apart(i, k - 1) != is_apart(i, k)).collect();
        let aside: Vec<bool> = (0..size).map(|j| is_apart(k - 1, j) != is_apart(k, j)).collect();
        sides += upward.iter().chain(&aside).filter(|is_side| **is_side).count();
        lines.extend(runs(&upward).into_iter().map(|(from, to)| [(from, k), (to, k)]));
        lines.extend(runs(&aside).into_iter().map(|(from, to)| [(k, from), (k, to)]));
    }
    if sides > MOST * size { Vec::new() } else { lines }
}

/// The beginnings and the ends of the runs of `true`.
fn runs(sides: &[bool]) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for place in (0..sides.len()).filter(|place| sides[*place]) {
        match runs.last_mut() {
            Some((_, end)) if *end == place => *end = place + 1,
            _ => runs.push((place, place + 1)),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_border_runs_along_the_sides_of_pixels() {
        use TrueClass::{Overlapping, Separated, Touching};
        // Rows from below: the last pixel of the lowest row is apart, and so are all but the first pixel of the other rows.
        let truth = vec![
            Overlapping,
            Touching,
            Separated, //
            Overlapping,
            Separated,
            Separated, //
            Overlapping,
            Separated,
            Separated,
        ];
        let map = Map { size: 3, truth, ..Map::default() };
        assert_eq!(lines(&map), [[(1, 1), (2, 1)], [(1, 1), (1, 3)], [(2, 0), (2, 1)]]);
        assert!(lines(&Map::default()).is_empty());
        assert!(lines(&Map { size: 2, truth: vec![Separated; 3], ..Map::default() }).is_empty());
    }

    #[test]
    fn a_border_that_is_everywhere_is_not_drawn() {
        let truth = (0..32 * 32).map(|place| [TrueClass::Separated, TrueClass::Touching][(place + place / 32) % 2]).collect();
        assert!(lines(&Map { size: 32, truth, ..Map::default() }).is_empty());
    }
}
