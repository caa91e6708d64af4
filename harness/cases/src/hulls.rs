//! Real convex hulls: a file of little-endian records, each a `u32` count n and n × 3 `f32`, posed in pairs.
//!
//! The format is the one of the collection of hulls that Jolt Physics publishes (`Assets/convex_hulls.bin`).

use crate::case::{Arithmetic, Case, Point};
use crate::family::{
    Family, Grid, PosedPair, RandomSource, beside, combined, difference_size, exponent_of, mean, meeting, power_of_two, scaled,
    snapped, subtract,
};
use crate::files;
use crate::format::Problem;
use std::path::Path;

/// Reads a file of hulls: at least one, each of at least one point, all coordinates finite and at most 2¹⁰⁰. Coordinates are
/// exact.
pub fn read_hulls(path: impl AsRef<Path>) -> Result<Vec<Vec<Point>>, Problem> {
    let path = path.as_ref();
    let unreadable = |error| Problem::of_file(path, format!("cannot read the file of hulls: {error}"));
    parse_hulls(&files::read_given(path).map_err(unreadable)?, path)
}

/// Reads hulls from the bytes of a file; messages name the path, count records from 0 and give offsets in bytes.
pub fn parse_hulls(bytes: &[u8], path: &Path) -> Result<Vec<Vec<Point>>, Problem> {
    let (mut hulls, mut offset) = (Vec::new(), 0);
    while offset < bytes.len() {
        let place = format!("record {} at byte {offset}", hulls.len());
        let rest = &bytes[offset..];
        let truncated =
            |needed: u64| Problem::of_file(path, format!("truncated: {place} needs {needed} bytes, {} are left", rest.len()));
        let (count, words) = rest.split_first_chunk().ok_or_else(|| truncated(4))?;
        let count = u32::from_le_bytes(*count);
        if count == 0 {
            return Err(Problem::of_file(path, format!("{place}: a hull has at least one point")));
        }
        let needed = 4 + 12 * u64::from(count);
        if needed > rest.len() as u64 {
            return Err(truncated(needed));
        }
        let mut hull = vec![[0.0; 3]; count as usize];
        for (index, (coordinate, word)) in hull.iter_mut().flatten().zip(words.chunks_exact(4)).enumerate() {
            let value = f32::from_le_bytes(std::array::from_fn(|byte| word[byte]));
            *coordinate = f64::from(value);
            if !value.is_finite() || coordinate.abs() > limit() {
                let place = format!("record {}, points[{}][{}]", hulls.len(), index / 3, index % 3);
                let what = if value.is_finite() { "beyond 2^100" } else { "not finite" };
                let message = format!("{place} at byte {}: {value} is {what}", offset + 4 + 4 * index);
                return Err(Problem::of_file(path, message));
            }
        }
        offset += needed as usize;
        hulls.push(hull);
    }
    if hulls.is_empty() { Err(Problem::of_file(path, "no hull in the file")) } else { Ok(hulls) }
}

/// The greatest coordinate of a hull that can be posed.
fn limit() -> f64 {
    power_of_two(100)
}

/// Random pairs of given hulls at controlled distances, posed like the pairs of an embedded family.
///
/// A hull is moved to its mean; half of the hulls are turned. The grid has 2²¹ units (single precision) or 2⁴⁸ units
/// (double precision) in a power of two that is at least the radius of both, so that every coordinate is exact.
/// Five pairs of eight are separated at the requested gap, along a random direction and perhaps slid along a plane; one
/// touches in a common vertex; one is pressed in by the requested gap; and one meets in a random inner point.
pub struct HullFamily {
    name: String,
    hulls: Vec<Vec<Point>>,
}

impl HullFamily {
    /// The family of these hulls under a name; `None` if there is no hull, or one without a point or with a coordinate
    /// that is not finite or beyond 2¹⁰⁰.
    pub fn new(name: impl Into<String>, hulls: Vec<Vec<Point>>) -> Option<HullFamily> {
        let good = |hull: &Vec<Point>| !hull.is_empty() && hull.iter().flatten().all(|x| x.abs() <= limit());
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
            points = points.into_iter().map(|point| combined(columns, point)).collect();
        }
        let radius = points.iter().flatten().fold(0.0, |radius: f64, x| radius.max(x.abs()));
        (points, radius)
    }

    fn pair(&self, random: &mut RandomSource) -> PosedPair {
        let ((a, a_radius), (b, b_radius)) = (self.hull(random), self.hull(random));
        let radius = a_radius.max(b_radius).max(f64::MIN_POSITIVE);
        // The least power of two above the radius; points stay below 8 times this power.
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
