//! Real convex hulls: a file of little-endian records, each a `u32` count n and n × 3 `f32`, posed in pairs.
//!
//! The format is that of the collection of hulls that Jolt Physics publishes (`Assets/convex_hulls.bin`).

use crate::case::{Arithmetic, Case, Point};
use crate::family::{
    Family, Grid, PosedPair, RandomSource, beside, difference_size, exponent_of, mean, meeting, power_of_two, scaled, snapped,
    subtract,
};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a file of hulls could not be read. A record is counted from 0, an offset is in bytes from the start of the file.
#[derive(Debug, Error)]
pub enum HullProblem {
    /// The file system refused.
    #[error("{}: cannot read the file of hulls: {source}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The file ends within a record.
    #[error("{}: truncated: record {record} at byte {offset} needs {needed} bytes, {left} are left", file.display())]
    Truncated {
        /// The file.
        file: PathBuf,
        /// The record.
        record: usize,
        /// Where it begins.
        offset: usize,
        /// How many bytes it takes with its count.
        needed: u64,
        /// How many there are.
        left: usize,
    },
    /// A record has no points.
    #[error("{}: record {record} at byte {offset}: a hull has at least one point", file.display())]
    Empty {
        /// The file.
        file: PathBuf,
        /// The record.
        record: usize,
        /// Where it begins.
        offset: usize,
    },
    /// A coordinate is infinite or not a number.
    #[error("{}: record {record}, points[{point}][{axis}] at byte {offset}: {value} is not finite", file.display())]
    NotFinite {
        /// The file.
        file: PathBuf,
        /// The record.
        record: usize,
        /// The point in its record.
        point: usize,
        /// The coordinate in its point.
        axis: usize,
        /// Where the coordinate begins.
        offset: usize,
        /// The coordinate.
        value: f32,
    },
    /// There is no record in the file.
    #[error("{}: no hull in the file", file.display())]
    None {
        /// The file.
        file: PathBuf,
    },
}

/// Reads a file of hulls: at least one, each of at least one point, all coordinates finite. Coordinates are exact.
pub fn read_hulls(path: impl AsRef<Path>) -> Result<Vec<Vec<Point>>, HullProblem> {
    let path = path.as_ref();
    let bytes = std::fs::read(path).map_err(|source| HullProblem::Unreadable { file: path.to_owned(), source })?;
    parse_hulls(&bytes, path)
}

/// Reads hulls from the bytes of a file; the path is for messages.
pub fn parse_hulls(bytes: &[u8], path: &Path) -> Result<Vec<Vec<Point>>, HullProblem> {
    let file = || path.to_owned();
    let (mut hulls, mut offset) = (Vec::new(), 0);
    while offset < bytes.len() {
        let record = hulls.len();
        let left = bytes.len() - offset;
        let truncated = |needed| HullProblem::Truncated { file: file(), record, offset, needed, left };
        let word = |at: usize| -> Option<[u8; 4]> { bytes.get(at..at + 4)?.try_into().ok() };
        let count = u32::from_le_bytes(word(offset).ok_or_else(|| truncated(4))?);
        if count == 0 {
            return Err(HullProblem::Empty { file: file(), record, offset });
        }
        let needed = 4 + 12 * u64::from(count);
        if needed > left as u64 {
            return Err(truncated(needed));
        }
        let mut hull = vec![[0.0; 3]; count as usize];
        for (index, coordinate) in hull.iter_mut().flatten().enumerate() {
            let offset = offset + 4 + 4 * index;
            let value = f32::from_le_bytes(word(offset).ok_or_else(|| truncated(needed))?);
            if !value.is_finite() {
                let (point, axis) = (index / 3, index % 3);
                return Err(HullProblem::NotFinite { file: file(), record, point, axis, offset, value });
            }
            *coordinate = f64::from(value);
        }
        offset += needed as usize;
        hulls.push(hull);
    }
    if hulls.is_empty() { Err(HullProblem::None { file: file() }) } else { Ok(hulls) }
}

/// Random pairs of given hulls at controlled distances, posed like the pairs of an embedded family.
///
/// A hull is moved to its mean; half of them are turned. The grid has 2²¹ units (single) or 2⁴⁸ (double precision) in a
/// power of two that is at least the radius of both, so that every coordinate is exact. Pairs are separated at the gap
/// asked for, along a random direction and perhaps slid along a plane (five of eight), touch in a common vertex (one),
/// are pressed in by as much (one) or meet in a random inner point (one).
pub struct HullFamily {
    name: String,
    hulls: Vec<Vec<Point>>,
}

impl HullFamily {
    /// The family of these hulls under a name; `None` if there is no hull, or one without a point or with a coordinate
    /// that is not finite or beyond 2¹⁰⁰.
    pub fn new(name: impl Into<String>, hulls: Vec<Vec<Point>>) -> Option<HullFamily> {
        let limit = power_of_two(100);
        let good = |hull: &Vec<Point>| !hull.is_empty() && hull.iter().flatten().all(|x| x.abs() <= limit);
        (!hulls.is_empty() && hulls.iter().all(good)).then(|| HullFamily { name: name.into(), hulls })
    }

    /// The hulls.
    pub fn hulls(&self) -> &[Vec<Point>] {
        &self.hulls
    }

    /// A random hull around its mean, and its radius.
    fn hull(&self, random: &mut RandomSource) -> (Vec<Point>, f64) {
        let hull = &self.hulls[random.below(self.hulls.len() as u64) as usize];
        let centre = mean(hull);
        let mut points: Vec<Point> = hull.iter().map(|point| subtract(*point, centre)).collect();
        if random.chance(0.5) {
            let columns = random.rotation();
            let turn = |p: Point| std::array::from_fn(|k| columns[0][k] * p[0] + columns[1][k] * p[1] + columns[2][k] * p[2]);
            points = points.into_iter().map(turn).collect();
        }
        let radius = points.iter().flatten().fold(0.0, |radius: f64, x| radius.max(x.abs()));
        (points, radius)
    }

    fn pair(&self, random: &mut RandomSource) -> PosedPair {
        let ((a, a_radius), (b, b_radius)) = (self.hull(random), self.hull(random));
        let radius = a_radius.max(b_radius).max(f64::MIN_POSITIVE);
        // The least power of two above the radius; points stay below 8 of it.
        let exponent = exponent_of(radius).max(-120) + 1;
        let grid = Grid::new(exponent - random.by_precision(21, 48));
        let (a, b) = (snapped(&a, [0.0; 3], grid), snapped(&b, [0.0; 3], grid));
        let asked = random.knob(random.by_precision(-20.0, -46.0), 0.0);
        let size = difference_size(&a, &b);
        let slide = if random.chance(0.5) { 0.25 * radius } else { 0.0 };
        let (asked, shift) = match random.below(8) {
            0 => (0.0, meeting(random, &a, &b)),
            1 => (asked, beside(random, &a, &b, -asked * size, slide)),
            2 => (0.0, beside(random, &a, &b, 0.0, 0.0)),
            _ => (asked, beside(random, &a, &b, asked * size, slide)),
        };
        let b = snapped(&b, grid.snap_point(shift), grid);
        let centre = grid.snap_point(scaled(random.ball(), 0.5 * radius));
        PosedPair::of_hulls(snapped(&a, centre, grid), snapped(&b, centre, grid), asked, None)
    }
}

impl Family for HullFamily {
    fn name(&self) -> &str {
        &self.name
    }

    fn description(&self) -> &str {
        "pairs of real convex hulls, as they are or turned, from far over touching to overlapping"
    }

    fn case(&self, seed: u64, arithmetic: Arithmetic, index: u64) -> Case {
        let mut random = RandomSource::new(&self.name, 3, seed, arithmetic, index);
        let pair = self.pair(&mut random);
        pair.into_case(&mut random, &self.name, seed, index)
    }
}
