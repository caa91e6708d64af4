//! Boxes face to face: whole faces are nearest, witness points are not unique, and supports tie.

use super::contact_frame::Integers;
use super::{
    ContactFrame, Grid, Pose, PosedPair, Profile, RandomSource, Recipe, Role, add, combined, difference_size, dot, scaled,
    subtract,
};
use crate::case::Point;

/// Boxes along the axes.
pub const BOXES_ALIGNED: Recipe = Recipe {
    name: "boxes-aligned",
    description: "axis-aligned boxes face to face; half apart, a quarter touching, a quarter pressed in",
    knob: "gap or depth / D",
    dimension: 3,
    role: Role::Touching,
    pose: Pose::Hulls(aligned),
    classes: Recipe::SEPARATED_AND_OVERLAPPING,
    in_double: Profile { shares: [198, 100, 102], asked: [-560, -1], achieved: [-56, -1], zeros: 100 },
    in_single: Profile { shares: [198, 100, 102], asked: [-270, -1], achieved: [-27, -1], zeros: 100 },
    checksums: [936770487836971436, 5772236563641601729],
};

/// Boxes along common, turned axes.
pub const BOXES_ROTATED: Recipe = Recipe {
    name: "boxes-rotated",
    description: "the same turned together: half of them exactly, half rounded to the grid afterwards",
    pose: Pose::Hulls(rotated),
    in_double: Profile { shares: [221, 46, 133], asked: [-578, -1], achieved: [-58, -1], zeros: 42 },
    in_single: Profile { shares: [218, 47, 135], asked: [-279, -1], achieved: [-29, -1], zeros: 42 },
    checksums: [6733796157747595276, 5359879492265355490],
    ..BOXES_ALIGNED
};

/// Rectangles: aligned, turned exactly, or turned and rounded.
pub const BOXES_2D: Recipe = Recipe {
    name: "boxes-2d",
    description: "rectangles face to face, aligned or turned; half apart, a quarter touching, a quarter pressed in",
    dimension: 2,
    pose: Pose::Hulls(plane),
    in_double: Profile { shares: [220, 78, 102], asked: [-568, -1], achieved: [-56, -1], zeros: 70 },
    in_single: Profile { shares: [212, 79, 109], asked: [-275, -1], achieved: [-30, -1], zeros: 69 },
    checksums: [6995959018248164019, 16453752087618866653],
    ..BOXES_ALIGNED
};

/// The position of the two faces relative to each other.
#[derive(Clone, Copy)]
struct Contact {
    /// The gap or the depth, divided by the size of the pair.
    asked: f64,
    /// 1 for faces that are apart, 0 for faces that touch, −1 for faces that are pressed into each other.
    sign: f64,
}

impl Contact {
    /// The exponent of the knob is spread from the least one to 0; a depth is at most 1/8.
    fn new(random: &mut RandomSource, least: f64) -> Contact {
        match random.below(4) {
            0 => Contact { asked: 0.0, sign: 0.0 },
            1 => Contact { asked: random.knob(least, -3.0), sign: -1.0 },
            _ => Contact { asked: random.knob(least, 0.0), sign: 1.0 },
        }
    }
}

/// An interval for each axis, in fractions of one: the faces lie at the upper end of a's third interval and at the
/// lower end of b's.
pub(super) type Intervals = [(f64, f64); 3];

/// Two boxes face to face at height zero, in fractions of one; a quarter of them have equal faces.
pub(super) fn intervals(random: &mut RandomSource) -> (Intervals, Intervals) {
    let equal = random.chance(0.25);
    let (mut a, mut b) = ([(0.0, 0.0); 3], [(0.0, 0.0); 3]);
    for axis in 0..2 {
        a[axis] = (-random.between(0.125, 1.0), random.between(0.125, 1.0));
        b[axis] = if equal { a[axis] } else { (-random.between(0.125, 1.0), random.between(0.125, 1.0)) };
    }
    a[2] = (-random.between(0.25, 1.0), 0.0);
    b[2] = (0.0, random.between(0.25, 1.0));
    if random.dimension() == 2 {
        (a[1], b[1]) = ((0.0, 0.0), (0.0, 0.0));
    }
    (a, b)
}

/// The corners in the order of their bits; four corners in the plane.
pub(super) fn corners(intervals: &Intervals, planar: bool) -> Vec<Point> {
    let end = |(low, high): (f64, f64), upper: bool| if upper { high } else { low };
    let corner = |bits: usize| std::array::from_fn(|axis| end(intervals[axis], bits >> axis & 1 == 1));
    (0..8).filter(|bits| !(planar && bits & 2 == 2)).map(corner).collect()
}

/// The faces lie across a random axis, at zero for tiny gaps and in half of the other cases: the grid of floats is fine
/// enough at zero for gaps below u·D. Coordinate differences have up to 58 bits.
fn aligned(random: &mut RandomSource) -> PosedPair {
    let contact = Contact::new(random, random.by_precision(-27.0, -56.0));
    let coarse = random.by_precision(Grid::new(-21), Grid::new(-48));
    let fine = random.by_precision(Grid::new(-27), Grid::new(-56));
    let dimension = usize::from(random.dimension());
    let (a, b) = intervals(random);
    let planar = dimension == 2;
    let (mut a, mut b) = (corners(&a, planar), corners(&b, planar));
    for point in a.iter_mut().chain(&mut b) {
        *point = coarse.snap_point(*point);
    }
    let size = difference_size(&a, &b);
    let wanted = contact.asked * size;
    let tiny = wanted < 64.0 * coarse.unit;
    let gap = contact.sign * if tiny { fine.snap(wanted).max(fine.unit) } else { coarse.snap(wanted) };
    let face = if tiny && contact.sign != 0.0 || random.chance(0.5) { 0.0 } else { coarse.snap(random.between(-0.5, 0.5)) };
    // B as a whole is not moved by less than its own grid; only its face is.
    let lift = |z: f64| if z == 0.0 || !tiny { z + gap } else { z };
    for point in &mut b {
        point[2] = lift(point[2]);
    }
    let centre: Point = std::array::from_fn(|axis| if axis == 2 { face } else { coarse.snap(random.between(-0.5, 0.5)) });
    let order = axes(random);
    for point in a.iter_mut().chain(&mut b) {
        let moved = add(*point, centre);
        *point = std::array::from_fn(|axis| if planar && axis == 2 { 0.0 } else { moved[order[axis]] });
    }
    let achieved = Some(gap.abs() / difference_size(&a, &b));
    PosedPair::of_hulls(a, b, contact.asked, achieved)
}

/// A random order of the axes; in the plane, of the first and the third axis.
pub(super) fn axes(random: &mut RandomSource) -> [usize; 3] {
    if random.dimension() == 2 {
        return if random.chance(0.5) { [0, 2, 1] } else { [2, 0, 1] };
    }
    let mut order = [0, 1, 2];
    random.shuffle(&mut order);
    order
}

fn rotated(random: &mut RandomSource) -> PosedPair {
    if random.chance(0.5) { turned_exactly(random) } else { turned_and_rounded(random) }
}

fn plane(random: &mut RandomSource) -> PosedPair {
    match random.below(3) {
        0 => aligned(random),
        1 => turned_exactly(random),
        _ => turned_and_rounded(random),
    }
}

fn turned_exactly(random: &mut RandomSource) -> PosedPair {
    let contact = Contact::new(random, random.by_precision(-28.0, -58.0));
    let frame = ContactFrame::new(random);
    let (a, b) = intervals(random);
    let planar = random.dimension() == 2;
    let steps = |intervals: &Intervals| -> Vec<Integers> {
        corners(intervals, planar).iter().map(|point| point.map(|x| (x * frame.steps as f64) as i64)).collect()
    };
    let (a, b) = (frame.points(&steps(&a), [0; 3]), steps(&b));
    let size = difference_size(&a, &frame.points(&b, [0; 3]));
    let (shift, height) = if contact.sign == 0.0 { ([0; 3], 0.0) } else { frame.lift(contact.asked * size) };
    let b = frame.points(&b, shift.map(|x| x * contact.sign as i64));
    let achieved = Some(height / difference_size(&a, &b));
    PosedPair::of_hulls(a, b, contact.asked, achieved)
}

/// The achieved gap is measured on the rounded corners along the common normal. Below a few units of the grid the faces
/// are no longer parallel, and the class depends on chance.
fn turned_and_rounded(random: &mut RandomSource) -> PosedPair {
    let grid = Grid::common(random.arithmetic());
    let contact = Contact::new(random, random.by_precision(-24.0, -53.0));
    let columns = random.rotation();
    let up = if random.dimension() == 2 { columns[1] } else { columns[2] };
    let columns = if random.dimension() == 2 { [columns[0], [0.0; 3], up] } else { columns };
    let centre = scaled(random.ball(), 0.5);
    let (a, b) = intervals(random);
    let planar = random.dimension() == 2;
    let size = difference_size(&corners(&a, planar), &corners(&b, planar));
    let gap = contact.sign * contact.asked * size;
    let turn = |[x, y, z]: &Point, height: f64| grid.snap_point(add(centre, combined(columns, [*x, *y, z + height])));
    let a: Vec<Point> = corners(&a, planar).iter().map(|point| turn(point, 0.0)).collect();
    let b: Vec<Point> = corners(&b, planar).iter().map(|point| turn(point, gap)).collect();
    let highest = a.iter().map(|p| dot(subtract(*p, centre), up)).fold(f64::NEG_INFINITY, f64::max);
    let lowest = b.iter().map(|p| dot(subtract(*p, centre), up)).fold(f64::INFINITY, f64::min);
    let achieved = Some((lowest - highest).abs() / difference_size(&a, &b));
    PosedPair::of_hulls(a, b, contact.asked, achieved)
}
