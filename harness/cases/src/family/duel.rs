//! The families of the duel: boxes and hulls with one number of points at one gap, on which variants and other
//! implementations are timed.
//!
//! Shape, number of points and gap are in the name, as in `duel-hull-32-near`; the least gap depends on the arithmetic.
//! For one case number, the bodies are the same at every gap and, except for rounding, in every arithmetic. The
//! families are addressed like all others, but are not listed by [`families`](super::families).
//!
//! # How the gap is achieved
//! B moved by t meets A exactly if t lies in M = A − B. M contains the difference of the two means. A ray from there in
//! a random direction leaves M through a facet: a vertex of one body over a face of the other, or edge across edge.
//! From that point, t continues along the facet's outward normal by the gap. The facet's plane bounds M, so the gap is
//! the distance, up to the rounding of t to the grid. Far bodies are nearest in two vertices for nearly all directions.
//! For them the direction itself is the normal, and t starts at the support point in this direction.
//!
//! # Casts
//! In the families `hit` and `pass`, A moves. `hit` begins at a gap of one size, as above, and ends where the bodies overlap deeply. `pass` moves
//! along a facet's plane, at 1e-2 of the size above it: from two sizes before the point over the facet to two sizes behind it.
//!
//! # Raw doubles
//! Boxes and hulls of 8 points at the least gap exist a second time, as `duel-raw-box-8-near` and
//! `duel-raw-hull-8-near`: the same bodies moved by the same vectors, but [`placed`] as engines place them, without
//! snapping. So only the length of the numbers differs.

use std::sync::LazyLock;

use super::raw::placed;
use super::ray::exit;
use super::{
    Family, Grid, PosedPair, RandomSource, add, combined, corners, dot, mean, radius, scaled, snapped, subtract, support,
};
use crate::case::{Arithmetic, Case, Point};

/// The shape of the bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DuelShape {
    /// The eight corners of a turned box.
    Box,
    /// Random points of an ellipsoid, so that all of them are vertices of the hull.
    Hull,
    /// The boxes, placed without a grid, in raw doubles like those in engines.
    RawBox,
    /// The hulls, placed like [`DuelShape::RawBox`].
    RawHull,
}

impl DuelShape {
    /// The shape as names and records spell it.
    pub fn name(self) -> &'static str {
        match self {
            DuelShape::Box => "box",
            DuelShape::Hull => "hull",
            DuelShape::RawBox => "raw-box",
            DuelShape::RawHull => "raw-hull",
        }
    }

    /// The shape of the same bodies on the grid.
    pub fn on_grid(self) -> DuelShape {
        match self {
            DuelShape::Box | DuelShape::RawBox => DuelShape::Box,
            DuelShape::Hull | DuelShape::RawHull => DuelShape::Hull,
        }
    }

    /// Whether its bodies are placed without a grid.
    pub fn is_raw(self) -> bool {
        self != self.on_grid()
    }
}

/// The position of the bodies, in units of their size: twice the greatest distance of a point from the mean of its
/// body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// They overlap deeply: their means are at most a tenth apart.
    Overlap,
    /// They are 1e-9 apart. In single precision the grid of the coordinates is too coarse for that, and they are 1e-4 apart.
    Near,
    /// They are 1e-6 apart, in single precision 1e-3: more than a distance that an absolute tolerance such as libccd's
    /// treats as contact.
    Close,
    /// They are 1e-2 apart.
    Hundredth,
    /// They are 10 apart.
    Far,
    /// They are 1 apart at the start, and A moves until they overlap deeply.
    Hit,
    /// A moves past B, at 1e-2 or more.
    Pass,
}

impl Gap {
    /// Every gap of bodies at rest.
    pub const AT_REST: [Gap; 5] = [Gap::Overlap, Gap::Near, Gap::Close, Gap::Hundredth, Gap::Far];

    /// Every way of a body A that moves.
    pub const MOVING: [Gap; 2] = [Gap::Hit, Gap::Pass];

    /// Whether A moves.
    pub fn is_of_casts(self) -> bool {
        Gap::MOVING.contains(&self)
    }

    /// Its name, a description of the bodies' position, and their distance in single and in double precision.
    fn row(self) -> (&'static str, &'static str, [f64; 2]) {
        match self {
            Gap::Overlap => ("overlap", "that overlap deeply", [0.0, 0.0]),
            Gap::Near => ("near", "1e-9 of their size apart (1e-4 in f32)", [1e-4, 1e-9]),
            Gap::Close => ("close", "1e-6 of their size apart (1e-3 in f32)", [1e-3, 1e-6]),
            Gap::Hundredth => ("1e-2", "1e-2 of their size apart", [1e-2, 1e-2]),
            Gap::Far => ("far", "10 times their size apart", [10.0, 10.0]),
            Gap::Hit => ("hit", "their size apart, of which A moves until they overlap deeply", [1.0, 1.0]),
            Gap::Pass => ("pass", "of which A moves past B, at 1e-2 of their size", [1e-2, 1e-2]),
        }
    }

    /// The gap as families spell it.
    pub fn name(self) -> &'static str {
        self.row().0
    }

    /// The distance in units of the bodies' size: of bodies that move past one another the least distance from the plane along which they do,
    /// else at the start; zero if they overlap.
    pub fn distance(self, arithmetic: Arithmetic) -> f64 {
        let (_, _, [single, double]) = self.row();
        if arithmetic == Arithmetic::F32 { single } else { double }
    }
}

/// A family of the duel.
#[derive(Clone, Debug, PartialEq)]
pub struct DuelFamily {
    /// The shape of the bodies.
    pub shape: DuelShape,
    /// The number of points of each body.
    pub points: usize,
    /// The gap between the bodies.
    pub gap: Gap,
    name: String,
    description: String,
    /// The name without the gap: the key of the random numbers.
    bodies: String,
}

/// A body of the duel near the origin: its points on the grid, and its points before snapping as coordinates along
/// three columns.
struct Model {
    columns: [Point; 3],
    points: Vec<Point>,
    near_origin: Vec<Point>,
}

/// Every family of the duel, grouped by shape and number of points, from overlap to far.
pub fn duel_families() -> &'static [DuelFamily] {
    static ALL: LazyLock<Vec<DuelFamily>> = LazyLock::new(|| {
        let hulls = [8, 32, 128, 256, 1024].map(|points| (DuelShape::Hull, points));
        let sizes = [(DuelShape::Box, 8)].into_iter().chain(hulls);
        let on_grid = sizes.flat_map(|(shape, points)| Gap::AT_REST.map(|gap| DuelFamily::new(shape, points, gap)));
        let raw = [DuelShape::RawBox, DuelShape::RawHull].map(|shape| DuelFamily::new(shape, 8, Gap::Near));
        let of_casts = [(DuelShape::Box, 8), (DuelShape::Hull, 8), (DuelShape::Hull, 32), (DuelShape::Hull, 128)];
        let moving =
            of_casts.into_iter().flat_map(|(shape, points)| Gap::MOVING.map(|gap| DuelFamily::new(shape, points, gap)));
        on_grid.chain(raw).chain(moving).collect()
    });
    &ALL
}

impl DuelFamily {
    fn new(shape: DuelShape, points: usize, gap: Gap) -> DuelFamily {
        let bodies = format!("duel-{}-{points}", shape.on_grid().name());
        let what = match shape.on_grid() {
            DuelShape::Box => "turned boxes".to_owned(),
            _ => format!("hulls of {points} points on ellipsoids"),
        };
        let (gap_name, lie, _) = gap.row();
        let grid = if shape.is_raw() { ", on no grid" } else { "" };
        let (name, description) = (format!("duel-{}-{points}-{gap_name}", shape.name()), format!("{what}, {lie}{grid}"));
        DuelFamily { shape, points, gap, name, description, bodies }
    }

    /// A body of a size of at most one, somewhere near the origin.
    fn body(&self, draw: &mut RandomSource) -> Model {
        let is_box = self.shape.on_grid() == DuelShape::Box;
        let (least, most) = if is_box { (0.1, 0.28) } else { (0.25, 0.5) };
        let columns = draw.rotation().map(|column| scaled(column, draw.between(least, most)));
        let points = if is_box { corners([-1.0; 3], [1.0; 3]) } else { (0..self.points).map(|_| draw.direction()).collect() };
        let on_grid = |p: &Point| Grid::common(draw.arithmetic()).snap_point(combined(columns, *p));
        let near_origin = points.iter().map(on_grid).collect();
        Model { columns, points, near_origin }
    }

    /// The body, moved.
    fn moved(&self, body: &Model, shift: Point, arithmetic: Arithmetic) -> Vec<Point> {
        if self.shape.is_raw() {
            return body.points.iter().map(|p| placed(arithmetic, body.columns, shift, *p)).collect();
        }
        snapped(&body.near_origin, shift, Grid::common(arithmetic))
    }

    /// The bodies at their gap. `None` if a ray leaves M through no facet, as far as rounding shows, or if the bodies
    /// would not overlap; either holds at every gap or at none.
    fn pair(&self, draw: &mut RandomSource) -> Option<PosedPair> {
        let (grid, arithmetic) = (Grid::common(draw.arithmetic()), draw.arithmetic());
        let models = (self.body(draw), self.body(draw));
        let (a, b) = (&models.0.near_origin, &models.1.near_origin);
        let (way, slide) = (draw.direction(), draw.ball());
        let size = 2.0 * radius(a).max(radius(b));
        let from_mean = subtract(mean(a), mean(b));
        let contact = |direction: Point| subtract(support(a, direction), support(b, scaled(direction, -1.0)));
        let around_mean = |direction: Point| subtract(contact(direction), from_mean);
        let facet = exit(around_mean, way)?;
        let offset = scaled(slide, 0.1 * size);
        // The distance that the ray along the offset continues inside M, in units of the offset.
        if exit(around_mean, offset)?.along < 1.5 {
            return None;
        }
        let asked = self.gap.distance(arithmetic);
        let (shift, normal) = match self.gap {
            Gap::Overlap => (add(from_mean, offset), way),
            Gap::Near | Gap::Close | Gap::Hundredth | Gap::Hit | Gap::Pass => {
                let out = scaled(facet.normal, asked * size);
                (add(add(from_mean, scaled(way, facet.along)), out), facet.normal)
            }
            Gap::Far => (add(contact(way), scaled(way, asked * size)), way),
        };
        // B moves by −r relative to A.
        let motion = match self.gap {
            Gap::Hit => Some(subtract(shift, add(from_mean, offset))),
            Gap::Pass => Some(scaled(across(facet.normal, slide), 4.0 * size)),
            _ => None,
        };
        let motion = motion.map(|motion| grid.snap_point(motion));
        let shift = motion.filter(|_| self.gap == Gap::Pass).map_or(shift, |motion| add(shift, scaled(motion, 0.5)));
        // Both bodies are on the grid, so a move by grid vectors leaves them unchanged. (Raw bodies are moved by the
        // same vectors.)
        let shift = grid.snap_point(shift);
        let place = grid.snap_point(subtract(scaled(slide, 0.5), scaled(shift, 0.5)));
        let [a, b] =
            [(&models.0, place), (&models.1, add(place, shift))].map(|(body, shift)| self.moved(body, shift, arithmetic));
        let (high, low) = (support(&a, normal), support(&b, scaled(normal, -1.0)));
        let achieved = if self.gap == Gap::Overlap { 0.0 } else { dot(subtract(low, high), normal) / size };
        // Rounding tilts the faces of raw bodies, so their distance is known only roughly.
        let pair = PosedPair::of_hulls(a, b, asked, (!self.shape.is_raw()).then_some(achieved));
        Some(motion.map_or(pair.clone(), |motion| pair.moving(motion)))
    }
}

/// A unit vector perpendicular to a normal, as near as possible to another vector.
fn across(normal: Point, other: Point) -> Point {
    let height = dot(normal, other) / dot(normal, normal);
    let flat = subtract(other, scaled(normal, height));
    scaled(flat, 1.0 / dot(flat, flat).sqrt())
}

impl Family for DuelFamily {
    fn name(&self) -> &str {
        &self.name
    }

    fn description(&self) -> &str {
        &self.description
    }

    fn knob(&self) -> &str {
        "gap / size of the bodies"
    }

    fn case(&self, seed: u64, arithmetic: Arithmetic, index: u64) -> Case {
        let mut draw = RandomSource::new(&self.bodies, 3, seed, arithmetic, index);
        loop {
            if let Some(pair) = self.pair(&mut draw) {
                return pair.into_case(&mut draw, &self.name, seed, index);
            }
        }
    }
}
