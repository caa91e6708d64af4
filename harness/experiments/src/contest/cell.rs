//! The cells of the comparison, and the cases in them.

use std::fmt;

use gjk_cases::case::{Arithmetic, Case, Point};
use gjk_cases::family::{Grid, PosedPair, RandomSource, add, dot, mean, scaled, snapped, subtract};
use gjk_variants::{Ericson, Gjk, Hull, LeastSquares, Nearest, SignedVolumes, Solid, Space, Start, Variant};

/// What the bodies are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// The eight corners of a turned box.
    Box,
    /// Random points of an ellipsoid, so that all of them are vertices of the hull.
    Hull,
}

/// How the bodies lie, in units of their size: twice the greatest distance of a point from the mean of its body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gap {
    /// They overlap deeply: their means are at most a tenth apart.
    Overlap,
    /// They are at this distance.
    Apart(f64),
}

impl Gap {
    /// The gap as the output spells it.
    pub fn name(self) -> String {
        match self {
            Gap::Overlap => "overlap".to_owned(),
            Gap::Apart(FAR) => "far".to_owned(),
            Gap::Apart(gap) => format!("{gap:e}"),
        }
    }
}

/// `far`.
const FAR: f64 = 10.0;

/// A set of cases on which contestants are compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// What the bodies are.
    pub shape: Shape,
    /// Points of each body.
    pub points: usize,
    /// How they lie.
    pub gap: Gap,
    /// The scalar, in which the coordinates are exact.
    pub scalar: Arithmetic,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}/{}", self.family(), self.points, self.gap.name(), self.scalar)
    }
}

/// The least gap in double precision.
const NEAR: f64 = 1e-9;
/// In single precision the grid of the coordinates is too coarse for less.
const NEAR_IN_SINGLE: f64 = 1e-4;

/// Every cell: those of one shape and number of points one after the other, each followed by its like in single precision.
pub fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    let hulls = [8, 32, 128, 256, 1024].map(|points| (Shape::Hull, points));
    for (shape, points) in [(Shape::Box, 8)].into_iter().chain(hulls) {
        for gap in [Gap::Overlap, Gap::Apart(NEAR), Gap::Apart(1e-2), Gap::Apart(FAR)] {
            let double = Cell { shape, points, gap, scalar: Arithmetic::F64 };
            let near_as_can_be = if gap == Gap::Apart(NEAR) { Gap::Apart(NEAR_IN_SINGLE) } else { gap };
            cells.extend([double, Cell { gap: near_as_can_be, scalar: Arithmetic::F32, ..double }]);
        }
    }
    cells
}

/// Cells in the order of [`cells`], together with their like in the other scalar where it is among them.
pub fn pairs(cells: &[Cell]) -> impl Iterator<Item = &[Cell]> {
    cells.chunk_by(|one, other| other.in_double() == Some(*one))
}

impl Cell {
    /// The family as the output spells it.
    pub fn family(&self) -> &'static str {
        match self.shape {
            Shape::Box => "box",
            Shape::Hull => "hull",
        }
    }

    /// The like of a cell of single precision in double precision.
    pub fn in_double(&self) -> Option<Cell> {
        let gap = if self.gap == Gap::Apart(NEAR_IN_SINGLE) { Gap::Apart(NEAR) } else { self.gap };
        (self.scalar == Arithmetic::F32).then_some(Cell { gap, scalar: Arithmetic::F64, ..*self })
    }

    /// How many cases it has: 64, fewer where the bodies of so many would not fit a cache of one MiB.
    pub fn count(&self) -> usize {
        (16_384 / self.points).clamp(16, 64)
    }

    /// Case number `index`. The bodies of a number are the same at every gap, unless one of the gaps cannot be had with them.
    pub fn case(&self, seed: u64, index: u64) -> Case {
        let family = format!("duel-{}-{}", self.family(), self.points);
        let mut draw = RandomSource::new(&family, 3, seed, self.scalar, index);
        let grid = Grid::common(self.scalar);
        loop {
            let (a, b) = (self.body(&mut draw, grid), self.body(&mut draw, grid));
            let (way, slide) = (draw.direction(), draw.ball());
            let size = size(&a).max(size(&b));
            let from_mean = subtract(mean(&a), mean(&b));
            let shift = match self.gap {
                Gap::Overlap => Some(add(from_mean, scaled(slide, 0.1 * size))),
                Gap::Apart(gap) => to_distance(&a, &b, from_mean, way, gap * size),
            };
            // Both bodies are on the grid, and stay as they are where they are moved by grid vectors.
            let Some(shift) = shift.map(|shift| grid.snap_point(shift)) else { continue };
            let place = grid.snap_point(subtract(scaled(slide, 0.5), scaled(shift, 0.5)));
            let (a, b) = (snapped(&a, place, grid), snapped(&b, add(place, shift), grid));
            if self.gap == Gap::Overlap && distance(&a, &b).is_some() {
                continue;
            }
            let asked = if let Gap::Apart(gap) = self.gap { gap } else { 0.0 };
            return PosedPair::of_hulls(a, b, asked, None).into_case(&mut draw, &family, seed, index);
        }
    }

    /// A body of a size of at most one, somewhere near the origin.
    fn body(&self, draw: &mut RandomSource, grid: Grid) -> Vec<Point> {
        let (least, most) = if self.shape == Shape::Box { (0.1, 0.28) } else { (0.25, 0.5) };
        let columns = draw.rotation().map(|column| scaled(column, draw.between(least, most)));
        let turned = |p: Point| add(add(scaled(columns[0], p[0]), scaled(columns[1], p[1])), scaled(columns[2], p[2]));
        let corner = |bits: usize| -> Point { std::array::from_fn(|axis| if bits >> axis & 1 == 1 { 1.0 } else { -1.0 }) };
        let points: Vec<Point> = match self.shape {
            Shape::Box => (0..8).map(corner).map(turned).collect(),
            Shape::Hull => (0..self.points).map(|_| turned(draw.direction())).collect(),
        };
        snapped(&points, [0.0; 3], grid)
    }
}

/// Twice the greatest distance of a point from the mean.
pub fn size(points: &[Point]) -> f64 {
    let mean = mean(points);
    2.0 * points.iter().map(|point| subtract(*point, mean)).map(|v| dot(v, v)).fold(0.0, f64::max).sqrt()
}

/// The distance, and the unit vector from b to a; none where they meet. Whoever gives up or finds too much is outvoted, so that
/// no variant's failures keep a case out.
fn distance(a: &[Point], b: &[Point]) -> Option<(f64, Point)> {
    let hull = |points: &[Point]| Hull::<Solid<f64>>::new(points.iter().map(|p| Solid::vector(|i| p[i])).collect());
    let (a, b) = (hull(a)?, hull(b)?);
    let outcomes = [
        Gjk::new(LeastSquares).solve(&a, &b, &Start::Default, &mut ()).answer,
        Gjk::new(Ericson).solve(&a, &b, &Start::Default, &mut ()).answer,
        Gjk::new(SignedVolumes).solve(&a, &b, &Start::Default, &mut ()).answer,
    ];
    let found = outcomes.into_iter().filter_map(|answer| match answer? {
        Nearest::Apart(found) => Some((found.distance_squared.sqrt(), found.nearest)),
        Nearest::Intersecting { .. } => None,
    });
    let (length, nearest) = found.min_by(|(x, _), (y, _)| x.total_cmp(y))?;
    Some((length, std::array::from_fn(|i| nearest[i] / length)))
}

/// The translation of b that is `start` and a multiple of `way`, and brings it to this distance from a. The distance along a
/// line is convex, so Newton's iteration from afar comes to it from above. None where the line only grazes a.
fn to_distance(a: &[Point], b: &[Point], start: Point, way: Point, wanted: f64) -> Option<Point> {
    let mut along = wanted + size(a) + size(b);
    for _ in 0..64 {
        let shift = add(start, scaled(way, along));
        let moved: Vec<Point> = b.iter().map(|point| add(*point, shift)).collect();
        let (distance, from_b) = distance(a, &moved)?;
        let excess = distance - wanted;
        if excess.abs() <= 1e-5 * wanted {
            return Some(shift);
        }
        let slope = -dot(from_b, way);
        if slope < 0.1 {
            return None;
        }
        along -= excess / slope;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use gjk_cases::case::Class;
    use gjk_solvers::trial::Trial;

    #[test]
    fn cells_are_named_and_every_size_has_four_gaps() {
        let cells = cells();
        let names: Vec<String> = cells.iter().map(Cell::to_string).collect();
        for name in ["box/8/overlap/f64", "hull/1024/1e-9/f64", "hull/256/1e-4/f32", "hull/32/1e-2/f32", "box/8/far/f32"] {
            assert!(names.iter().any(|other| other == name), "{name} is not in {names:?}");
        }
        assert_eq!(cells.len(), 2 * 4 * 6);
        assert!(pairs(&cells).all(|pair| pair.len() == 2 && pair[1].in_double() == Some(pair[0])));
        let of_one_scalar: Vec<Cell> = cells.iter().copied().filter(|cell| cell.scalar == Arithmetic::F32).collect();
        assert!(pairs(&of_one_scalar).all(|pair| pair.len() == 1));
    }

    #[test]
    fn cases_lie_as_their_cell_says() {
        for cell in cells().into_iter().filter(|cell| cell.points <= 128) {
            for index in 0..6 {
                let case = cell.case(1, index);
                let trial = Trial::pose(&case, cell.scalar).expect("nothing overflows");
                assert_eq!(trial.case, case, "{cell}: the coordinates are exact in the scalar");
                let (a, b) = (case.a.points(), case.b.points());
                assert_eq!((a.len(), b.len()), (cell.points, cell.points));
                let size = size(a).max(self::size(b));
                match cell.gap {
                    Gap::Overlap => assert_eq!(trial.truth.class(), Class::Overlapping, "{cell}:{index}"),
                    Gap::Apart(gap) => {
                        let achieved = trial.truth.distance_f64() / size;
                        // In single precision the grid is a two hundredth of the least gap.
                        assert!((achieved / gap - 1.0).abs() < 0.02, "{cell}:{index}: {achieved:e}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_bodies_of_a_number_are_the_same_at_every_gap() {
        let bodies = |gap: f64| {
            let cell = Cell { shape: Shape::Box, points: 8, gap: Gap::Apart(gap), scalar: Arithmetic::F64 };
            let case = cell.case(7, 3);
            (size(case.a.points()), size(case.b.points()))
        };
        let ((a, b), (far_a, far_b)) = (bodies(1e-2), bodies(FAR));
        assert!((a - far_a).abs() < 1e-12 && (b - far_b).abs() < 1e-12);
    }
}
