//! Casts: a hull that moves, and a hull that rests.
//!
//! A cast is a ray, and it is easy if the ray crosses the difference of the bodies well inside. It is hard where a loop has to decide
//! by little: a ray that grazes or misses by little, a start at a small gap, a contact at the very start or end of the motion, and
//! bodies that are thin, flat or of very different sizes. Each family has one of these as its knob.

use super::contact_frame::{around, scattered};
use super::floor::{self, AXES, FACE_BY_HULL};
use super::generic::cloud;
use super::{
    ContactFrame, Grid, Pose, PosedPair, Profile, RandomSource, Recipe, Role, add, combined, corners, difference_size, dot,
    power_of_two, scaled, snapped, subtract, support,
};
use crate::case::{Class, Point};

/// A ray through the middle, and a motion that is ever longer than the bodies.
pub const HEAD_ON: Recipe = Recipe {
    name: "cast-head-on",
    description: "a hull that moves through the middle of another one, by an ever longer motion",
    knob: "length of the motion / D at the start",
    dimension: 3,
    role: Role::Cast,
    pose: Pose::Cast(head_on),
    classes: &[Class::Overlapping],
    in_double: Profile { shares: [0, 0, 400], asked: [20, 199], achieved: [2, 19], zeros: 0 },
    in_single: Profile { shares: [0, 0, 400], asked: [20, 99], achieved: [2, 9], zeros: 0 },
    checksums: [1401711256591003546, 5665483410271118269],
};

/// A ray that crosses the difference by ever less.
pub const GRAZING: Recipe = Recipe {
    name: "cast-grazing",
    description: "a hull that moves past another one and touches it by ever less, corner past corner or edge past edge",
    knob: "reach across the motion / D",
    pose: Pose::Cast(grazing),
    classes: &[Class::Overlapping],
    in_double: Profile { shares: [0, 0, 400], asked: [-440, -41], achieved: [-44, -5], zeros: 0 },
    in_single: Profile { shares: [0, 0, 400], asked: [-160, -41], achieved: [-16, -5], zeros: 0 },
    checksums: [2364797518514295789, 6293690348742517855],
    ..HEAD_ON
};

/// A ray that misses the difference by ever less.
pub const JUST_MISS: Recipe = Recipe {
    name: "cast-just-miss",
    description: "a hull that moves past another one at an ever smaller distance",
    knob: "distance across the motion / D",
    pose: Pose::Cast(just_miss),
    classes: &[Class::Separated],
    in_double: Profile { shares: [400, 0, 0], asked: [-440, -11], achieved: [-44, -2], zeros: 0 },
    in_single: Profile { shares: [400, 0, 0], asked: [-160, -11], achieved: [-16, -2], zeros: 0 },
    checksums: [1830607962932563383, 17538450862125597364],
    ..HEAD_ON
};

/// A motion along a face.
pub const SLIDING: Recipe = Recipe {
    name: "cast-sliding",
    description: "a hull that moves along a face of another one, at an ever smaller height above it or below it",
    knob: "height / D",
    pose: Pose::Cast(sliding),
    classes: Recipe::SEPARATED_AND_OVERLAPPING,
    in_double: Profile { shares: [196, 0, 204], asked: [-460, -21], achieved: [-46, -3], zeros: 0 },
    in_single: Profile { shares: [196, 0, 204], asked: [-170, -21], achieved: [-17, -3], zeros: 0 },
    checksums: [14557791773771973527, 14714847774398823085],
    ..HEAD_ON
};

/// A start at an ever smaller gap.
pub const GAP_START: Recipe = Recipe {
    name: "cast-gap-start",
    description: "a hull that starts at an ever smaller gap from another one and moves into it, or past it",
    knob: "gap at the start / D",
    pose: Pose::Cast(gap_start),
    classes: Recipe::SEPARATED_AND_OVERLAPPING,
    in_double: Profile { shares: [148, 0, 252], asked: [-580, -21], achieved: [-58, -3], zeros: 0 },
    in_single: Profile { shares: [160, 0, 240], asked: [-280, -21], achieved: [-28, -3], zeros: 0 },
    checksums: [17236406629485219451, 7779936316012504991],
    ..HEAD_ON
};

/// A start at an ever smaller gap, and a motion away.
pub const RECEDING: Recipe = Recipe {
    name: "cast-receding",
    description: "a hull that starts at an ever smaller gap from another one and moves away from it",
    knob: "gap at the start / D",
    pose: Pose::Cast(receding),
    classes: &[Class::Separated],
    in_double: Profile { shares: [400, 0, 0], asked: [-580, -21], achieved: [-59, -3], zeros: 0 },
    in_single: Profile { shares: [400, 0, 0], asked: [-280, -21], achieved: [-28, -3], zeros: 0 },
    checksums: [6316299871291811027, 16827427439196074653],
    ..HEAD_ON
};

/// A start in contact.
pub const CONTACT: Recipe = Recipe {
    name: "cast-contact",
    description: "a hull that starts in exact contact with another one and moves into it, or away from it, ever flatter",
    knob: "share of the motion across the contact",
    pose: Pose::Cast(contact),
    classes: &[Class::Touching, Class::Overlapping],
    in_double: Profile { shares: [0, 197, 203], asked: [-440, -1], achieved: [-44, -1], zeros: 0 },
    in_single: Profile { shares: [0, 197, 203], asked: [-160, -1], achieved: [-16, -1], zeros: 0 },
    checksums: [2894598748700370065, 14831032791079039003],
    ..HEAD_ON
};

/// A contact at the very end of the motion.
pub const END: Recipe = Recipe {
    name: "cast-end",
    description: "a hull whose motion ends ever nearer to the contact, before it or after it",
    knob: "height of the end / D",
    pose: Pose::Cast(end),
    classes: Recipe::SEPARATED_AND_OVERLAPPING,
    in_double: Profile { shares: [203, 0, 197], asked: [-580, -41], achieved: [-58, -5], zeros: 0 },
    in_single: Profile { shares: [203, 0, 197], asked: [-280, -41], achieved: [-28, -4], zeros: 0 },
    checksums: [15311176507239605498, 7077836416037863245],
    ..HEAD_ON
};

/// A small hull that falls on a large face.
pub const FLOOR: Recipe = Recipe {
    name: "cast-floor",
    description: "a small hull that falls on a large face, anywhere on it, ever smaller relative to it",
    knob: FACE_BY_HULL,
    pose: Pose::Cast(floor),
    classes: &[Class::Overlapping],
    in_double: Profile { shares: [0, 0, 400], asked: [10, 109], achieved: [1, 10], zeros: 0 },
    in_single: Profile { shares: [0, 0, 400], asked: [10, 109], achieved: [1, 10], zeros: 0 },
    checksums: [12041333186640494386, 4739855999852553514],
    ..HEAD_ON
};

/// A hull that hits an ever larger one.
pub const EXTENT: Recipe = Recipe {
    name: "cast-extent",
    description: "a hull that moves into an ever larger hull, anywhere on its surface",
    knob: "ratio of the sizes",
    pose: Pose::Cast(extent),
    classes: &[Class::Overlapping],
    in_double: Profile { shares: [0, 0, 400], asked: [0, 199], achieved: [-2, 21], zeros: 0 },
    in_single: Profile { shares: [0, 0, 400], asked: [0, 79], achieved: [-2, 9], zeros: 0 },
    checksums: [2028949839522996736, 4345984803424379297],
    ..HEAD_ON
};

/// A hull that moves through an ever thinner plate.
pub const PLATES: Recipe = Recipe {
    name: "cast-plates",
    description: "a hull that moves through an ever thinner plate, and is behind it at the end",
    knob: "thickness / width",
    pose: Pose::Cast(plates),
    classes: &[Class::Overlapping],
    in_double: Profile { shares: [0, 0, 400], asked: [-400, -11], achieved: [-40, -2], zeros: 0 },
    in_single: Profile { shares: [0, 0, 400], asked: [-170, -11], achieved: [-18, -2], zeros: 0 },
    checksums: [10386269775680131094, 9853391129428718272],
    ..HEAD_ON
};

/// Needles that cross.
pub const NEEDLES: Recipe = Recipe {
    name: "cast-needles",
    description: "a needle that moves across another needle, ever thinner",
    knob: "width / length",
    pose: Pose::Cast(needles),
    classes: &[Class::Overlapping],
    in_double: Profile { shares: [0, 0, 400], asked: [-380, -11], achieved: [-38, -2], zeros: 0 },
    in_single: Profile { shares: [0, 0, 400], asked: [-160, -11], achieved: [-16, -2], zeros: 0 },
    checksums: [8743755761340919473, 914322542934581961],
    ..HEAD_ON
};

/// Boxes of small integers whose first contact is a short fraction.
pub const BOXES: Recipe = Recipe {
    name: "cast-boxes",
    description: "aligned boxes of integers that meet face to face or edge to edge, at a time that is an ever longer binary fraction",
    knob: "unit of the time",
    pose: Pose::Cast(boxes),
    classes: &[Class::Touching, Class::Overlapping],
    in_double: Profile { shares: [0, 185, 215], asked: [-150, 0], achieved: [-15, 0], zeros: 0 },
    in_single: Profile { shares: [0, 185, 215], asked: [-150, 0], achieved: [-15, 0], zeros: 0 },
    checksums: [5649968019308051060, 5649968019308051060],
    ..HEAD_ON
};

/// A start in overlap.
pub const OVERLAP: Recipe = Recipe {
    name: "cast-overlap",
    description: "a hull that overlaps another one at the start, by ever less, and moves in any direction",
    knob: "depth at the start / D",
    pose: Pose::Cast(overlap),
    classes: &[Class::Overlapping],
    in_double: Profile { shares: [0, 0, 400], asked: [-580, -41], achieved: [-59, -4], zeros: 0 },
    in_single: Profile { shares: [0, 0, 400], asked: [-280, -41], achieved: [-28, -4], zeros: 0 },
    checksums: [13861655592084246660, 4619341706506489586],
    ..HEAD_ON
};

/// 4 to 12 points, or a turned box, of size up to one.
fn hull(random: &mut RandomSource) -> Vec<Point> {
    let size = random.power(-2.0, 0.0);
    let points = if random.chance(0.25) {
        let half = [(); 3].map(|()| random.between(0.125, 0.5));
        let columns = random.rotation();
        corners(scaled(half, -1.0), half).into_iter().map(|corner| combined(columns, corner)).collect()
    } else {
        let count = random.integer(4, 12) as usize;
        cloud(random, count)
    };
    points.into_iter().map(|point| scaled(point, size)).collect()
}

/// A random point of a hull, well inside.
fn inner(random: &mut RandomSource, points: &[Point]) -> Point {
    let weights: Vec<f64> = points.iter().map(|_| random.between(0.5, 1.0)).collect();
    let sum: f64 = weights.iter().sum();
    points.iter().zip(weights).fold([0.0; 3], |point, (p, weight)| add(point, scaled(*p, weight / sum)))
}

fn length(v: Point) -> f64 {
    dot(v, v).sqrt()
}

/// Two vectors of length one across a direction and across each other.
fn across(random: &mut RandomSource, direction: Point) -> [Point; 2] {
    loop {
        let other = random.direction();
        let rest = subtract(other, scaled(direction, dot(other, direction)));
        if dot(rest, rest) > 0.0625 {
            let one = scaled(rest, 1.0 / length(rest));
            let [a, b] = [direction, one];
            let two = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
            return [one, two];
        }
    }
}

/// How far A has to be back along a direction to be clear of B, if it starts where it is.
fn clear(a: &[Point], b: &[Point], direction: Point) -> f64 {
    let farthest = dot(support(a, direction), direction);
    let nearest = dot(support(b, scaled(direction, -1.0)), direction);
    farthest - nearest
}

/// A moving hull that starts behind, so that it passes the place where it is given, and goes on beyond it: a has to be apart from b
/// along the direction by the gap at the start.
fn passing(
    random: &mut RandomSource,
    (a, b): (Vec<Point>, Vec<Point>),
    direction: Point,
    asked: f64,
    achieved: Option<f64>,
) -> PosedPair {
    let grid = Grid::common(random.arithmetic());
    let back = clear(&a, &b, direction) + random.between(0.0625, 0.5);
    let start = grid.snap_point(scaled(direction, -back));
    let motion = grid.snap_point(scaled(direction, back + random.between(0.5, 1.5)));
    let a = a.iter().map(|point| add(*point, start)).collect();
    PosedPair::of_hulls(a, b, asked, achieved).moving(motion)
}

fn head_on(random: &mut RandomSource) -> PosedPair {
    let grid = Grid::common(random.arithmetic());
    let (a, b) = (hull(random), hull(random));
    let direction = random.direction();
    let (of_a, of_b) = (inner(random, &a), inner(random, &b));
    let asked = random.knob(2.0, random.by_precision(10.0, 20.0));
    let back = clear(&a, &b, direction) - dot(subtract(of_a, of_b), direction) + random.between(0.0625, 1.0);
    let shift = add(subtract(of_b, of_a), scaled(direction, -back));
    let (a, b) = (snapped(&a, shift, grid), snapped(&b, [0.0; 3], grid));
    // A long motion is a multiple of a power of two of the grid, and stays exact in the arithmetic.
    let size = difference_size(&a, &b);
    let unit = power_of_two(super::exponent_of(asked * size).max(0)) * grid.unit;
    let motion = direction.map(|x| (x * asked * size / unit).round_ties_even() * unit + 0.0);
    PosedPair::of_hulls(a, b, asked, Some(length(motion) / size)).moving(motion)
}

/// A hull that passes another one with its lowest point over the highest one of it, at this height along a direction across the
/// motion; and the achieved height.
fn beside(random: &mut RandomSource, asked: f64, sign: f64) -> PosedPair {
    let grid = Grid::common(random.arithmetic());
    let direction = random.direction();
    let [up, side] = across(random, direction);
    let (mut a, mut b) = (hull(random), hull(random));
    let (low, high) = (support(&a, scaled(up, -1.0)), support(&b, up));
    if sign < 0.0 {
        // One of the two has an edge across the motion there: the other one's corner is then above it or below it.
        let (points, corner) = if random.chance(0.5) { (&mut a, low) } else { (&mut b, high) };
        points.extend([-0.25, 0.25].map(|x| add(corner, scaled(side, x))));
    }
    let b = snapped(&b, [0.0; 3], grid);
    let at = |height: f64| snapped(&a, add(subtract(high, low), scaled(up, height)), grid);
    let size = difference_size(&at(0.0), &b);
    let a = at(sign * asked * size);
    let gap = |a: &[Point], b: &[Point]| dot(support(a, scaled(up, -1.0)), up) - dot(support(b, up), up);
    let achieved = sign * gap(&a, &b) / size;
    passing(random, (a, b), direction, asked, Some(achieved))
}

fn grazing(random: &mut RandomSource) -> PosedPair {
    let asked = random.knob(random.by_precision(-16.0, -44.0), -4.0);
    beside(random, asked, -1.0)
}

fn just_miss(random: &mut RandomSource) -> PosedPair {
    let asked = random.knob(random.by_precision(-16.0, -44.0), -1.0);
    beside(random, asked, 1.0)
}

/// A box or a hull with a face at its bottom, above a box.
fn sliding(random: &mut RandomSource) -> PosedPair {
    let grid = Grid::common(random.arithmetic());
    let asked = random.knob(random.by_precision(-17.0, -46.0), -2.0);
    let sign = if random.chance(0.5) { 1.0 } else { -1.0 };
    let half = [(); 2].map(|()| [(); 3].map(|()| random.between(0.125, 0.5)));
    let mut columns = AXES;
    if random.chance(0.5) {
        columns = random.rotation();
    }
    let shift = scaled(random.ball(), 0.5);
    let z = columns[2];
    let [along, _] = across(random, z);
    let of_box = |half: [f64; 3], lift: f64| -> Vec<Point> {
        corners(scaled(half, -1.0), half).into_iter().map(|p| add(add(combined(columns, p), shift), scaled(z, lift))).collect()
    };
    let b = of_box(half[1], 0.0);
    let size = difference_size(&of_box(half[0], half[0][2] + half[1][2]), &b);
    let a = of_box(half[0], half[0][2] + half[1][2] + sign * asked * size);
    let (a, b) = (snapped(&a, [0.0; 3], grid), snapped(&b, [0.0; 3], grid));
    let achieved = dot(support(&a, scaled(z, -1.0)), z) - dot(support(&b, z), z);
    passing(random, (a, b), along, asked, Some(sign * achieved / size))
}

/// Two hulls on the two sides of a plane, at this gap, and the direction across it from b to a.
fn apart(random: &mut RandomSource, asked: f64) -> (Vec<Point>, Vec<Point>, Point, f64) {
    let frame = ContactFrame::new(random);
    let (low, high) = (frame.steps / 4, frame.steps);
    let foot = if random.chance(0.5) { around(random, frame.steps, 0, 0) } else { vec![[0; 3]] };
    let mut b = around(random, frame.steps, 0, 0);
    let mut a = foot;
    let (more_a, more_b) = (3 + random.below(3) as usize, 3 + random.below(3) as usize);
    a.extend(scattered(random, more_a, high, low, high));
    b.extend(scattered(random, more_b, high, -high, -low));
    let b = frame.points(&b, [0; 3]);
    let size = difference_size(&frame.points(&a, [0; 3]), &b);
    if asked == 0.0 {
        return (frame.points(&a, [0; 3]), b, frame.up_direction(), 0.0);
    }
    let (lift, height) = frame.lift(asked.abs() * size);
    let a = frame.points(&a, lift.map(|x| if asked > 0.0 { x } else { -x }));
    let achieved = height / difference_size(&a, &b);
    (a, b, frame.up_direction(), achieved)
}

/// A motion of this share across a plane, against the direction out of it if the share is positive.
fn motion(random: &mut RandomSource, up: Point, share: f64) -> Point {
    let grid = Grid::common(random.arithmetic());
    let [along, _] = across(random, up);
    let direction = add(scaled(up, -share), scaled(along, (1.0 - share * share).max(0.0).sqrt()));
    grid.snap_point(scaled(direction, random.between(0.5, 2.0)))
}

fn gap_start(random: &mut RandomSource) -> PosedPair {
    let asked = random.knob(random.by_precision(-28.0, -58.0), -2.0);
    let (a, b, up, achieved) = apart(random, asked);
    let share = if random.chance(0.5) { random.between(0.25, 1.0) } else { random.between(-0.5, 0.25) };
    let motion = motion(random, up, share);
    PosedPair::of_hulls(a, b, asked, Some(achieved)).moving(motion)
}

fn receding(random: &mut RandomSource) -> PosedPair {
    let asked = random.knob(random.by_precision(-28.0, -58.0), -2.0);
    let (a, b, up, achieved) = apart(random, asked);
    let share = -random.between(0.0625, 1.0);
    let motion = motion(random, up, share);
    PosedPair::of_hulls(a, b, asked, Some(achieved)).moving(motion)
}

fn contact(random: &mut RandomSource) -> PosedPair {
    let asked = random.knob(random.by_precision(-16.0, -44.0), 0.0);
    let (a, b, up, _) = apart(random, 0.0);
    let sign = if random.chance(0.5) { 1.0 } else { -1.0 };
    let motion = motion(random, up, sign * asked);
    let achieved = dot(motion, up).abs() / length(motion);
    PosedPair::of_hulls(a, b, asked, Some(achieved)).moving(motion)
}

fn end(random: &mut RandomSource) -> PosedPair {
    let asked = random.knob(random.by_precision(-28.0, -58.0), -4.0);
    let sign = if random.chance(0.5) { 1.0 } else { -1.0 };
    let (a, b, up, achieved) = apart(random, sign * asked);
    let share = random.between(0.5, 1.0);
    let motion = motion(random, up, share);
    let a = a.iter().map(|point| subtract(*point, motion)).collect();
    PosedPair::of_hulls(a, b, asked, Some(achieved)).moving(motion)
}

fn floor(random: &mut RandomSource) -> PosedPair {
    let grid = Grid::common(random.arithmetic());
    let asked = random.knob(1.0, floor::MOST);
    let length = random.between(1.0, 2.0);
    let breadth = length * random.between(0.25, 1.0);
    let own = length / asked;
    let thickness = own * floor::log_uniform(random, asked);
    let floor = floor::below(random, [length, breadth], thickness);
    let hull: Vec<Point> = floor::hull(random).into_iter().map(|point| scaled(point, own)).collect();
    let mut columns = AXES;
    if random.chance(0.5) {
        random.shuffle(&mut columns);
    } else {
        columns = random.rotation();
    }
    let center = grid.snap_point(scaled(random.ball(), 0.5));
    let middle = [0.5 * length, 0.5 * breadth, 0.0];
    let placed = |points: &[Point], shift: Point| -> Vec<Point> {
        let shift = add(shift, scaled(middle, -1.0));
        points.iter().map(|point| add(center, grid.snap_point(combined(columns, add(*point, shift))))).collect()
    };
    let foot = hull.iter().fold(hull[0], |lowest, point| if point[2] < lowest[2] { *point } else { lowest });
    let height = random.between(0.25, 2.0);
    let slant = [random.between(-0.5, 0.5), random.between(-0.5, 0.5), -1.0];
    // The foot comes down inside the face.
    let place = [random.between(0.0625, 0.9375) * length, random.between(0.0625, 0.9375) * breadth, 0.0];
    let start = add(subtract(place, foot), scaled(slant, -height));
    let a = placed(&hull, start);
    let b = placed(&floor, [0.0; 3]);
    let motion = grid.snap_point(combined(columns, scaled(slant, height + random.between(0.0625, 1.0))));
    let achieved = floor::extent(&b, columns[0]) / floor::size(&a, columns);
    PosedPair::of_hulls(a, b, asked, Some(achieved)).moving(motion)
}

fn extent(random: &mut RandomSource) -> PosedPair {
    let exponent = random.by_precision(8.0, 20.0);
    let asked = random.knob(0.0, exponent);
    // The large hull has coordinates on a grid of its own.
    let fine = Grid::common(random.arithmetic());
    let coarse = Grid::new(random.by_precision(-14, -30));
    let a = snapped(&hull(random), [0.0; 3], fine);
    let large: Vec<Point> = hull(random).into_iter().map(|point| scaled(point, asked)).collect();
    let b = snapped(&large, [0.0; 3], coarse);
    let direction = random.direction();
    let (of_a, of_b) = (inner(random, &a), inner(random, &b));
    let beyond = clear(&a, &b, direction) - dot(subtract(of_a, of_b), direction) + random.between(0.0625, 1.0);
    let shift = coarse.snap_point(add(subtract(of_b, of_a), scaled(direction, -beyond)));
    let motion = coarse.snap_point(scaled(direction, beyond + random.between(0.5, 1.5)));
    let a: Vec<Point> = a.iter().map(|point| coarse.snap_point(add(*point, shift))).collect();
    let achieved = floor::size(&b, AXES) / floor::size(&a, AXES);
    PosedPair::of_hulls(a, b, asked, Some(achieved)).moving(motion)
}

/// A hull that starts on one side of a flat body and ends on the other.
fn plates(random: &mut RandomSource) -> PosedPair {
    let grid = Grid::common(random.arithmetic());
    let asked = random.knob(random.by_precision(-17.0, -40.0), -1.0);
    let columns = if random.chance(0.25) { AXES } else { random.rotation() };
    let half = [random.between(0.5, 1.0), random.between(0.5, 1.0)];
    let thin = asked * half[0].min(half[1]);
    let plate = corners([-half[0], -half[1], -thin], [half[0], half[1], thin]);
    let b = snapped(&plate.into_iter().map(|p| combined(columns, p)).collect::<Vec<_>>(), [0.0; 3], grid);
    let hull = hull(random);
    let direction = combined(columns, {
        let slant = [random.between(-0.25, 0.25), random.between(-0.25, 0.25), -1.0];
        scaled(slant, 1.0 / length(slant))
    });
    let of_a = inner(random, &hull);
    let aim = combined(columns, [random.between(-0.5, 0.5) * half[0], random.between(-0.5, 0.5) * half[1], 0.0]);
    let at = snapped(&hull, subtract(aim, of_a), grid);
    let back = clear(&at, &b, direction) + random.between(0.0625, 0.5);
    let through = clear(&b, &at, direction) + random.between(0.0625, 0.5);
    let start = grid.snap_point(scaled(direction, -back));
    let motion = grid.snap_point(scaled(direction, back + through));
    let a = at.iter().map(|point| add(*point, start)).collect();
    let width = |axis: Point| floor::extent(&b, axis);
    let achieved = width(columns[2]) / width(columns[0]).min(width(columns[1]));
    PosedPair::of_hulls(a, b, asked, Some(achieved)).moving(motion)
}

fn needles(random: &mut RandomSource) -> PosedPair {
    let grid = Grid::common(random.arithmetic());
    let asked = random.knob(random.by_precision(-16.0, -38.0), -1.0);
    let direction = random.direction();
    let [one, two] = across(random, direction);
    let needle = |random: &mut RandomSource, along: Point, side: Point| -> Vec<Point> {
        let half = random.between(0.5, 1.0);
        let wide = asked * half;
        corners([-half, -wide, -wide], [half, wide, wide])
            .into_iter()
            .map(|[x, y, z]| add(add(scaled(along, x), scaled(side, y)), scaled(direction, z)))
            .collect()
    };
    let tilt = random.between(-0.5, 0.5);
    let second = add(scaled(two, 1.0), scaled(one, tilt));
    let second = scaled(second, 1.0 / length(second));
    let a = needle(random, one, two);
    let b = needle(random, second, one);
    // The needles cross somewhere in their inner halves.
    let shift = add(scaled(one, random.between(-0.25, 0.25)), scaled(second, random.between(-0.25, 0.25)));
    let (a, b) = (snapped(&a, shift, grid), snapped(&b, [0.0; 3], grid));
    let width = |points: &[Point], axis: Point| floor::extent(points, axis);
    let achieved = width(&b, direction) / width(&b, second);
    passing(random, (a, b), direction, asked, Some(achieved))
}

/// Boxes with corners at eighths; A stops at a multiple of the unit of the motion.
fn boxes(random: &mut RandomSource) -> PosedPair {
    let bits = random.knob_choice(16) as i32;
    let unit = power_of_two(-bits);
    let axis = random.below(3) as usize;
    let eighths = |random: &mut RandomSource, low: i64, high: i64| random.integer(low, high) as f64 / 8.0;
    let mut half = || [(); 3].map(|()| eighths(random, 1, 4));
    let (half_a, half_b) = (half(), half());
    let b = corners(scaled(half_b, -1.0), half_b);
    // An odd multiple of the unit, so that the fraction is in lowest terms.
    let count = 1_i64 << bits;
    let steps = if bits == 0 { 1 } else { 2 * random.integer(0, count / 2 - 1) + 1 };
    let length = power_of_two(1 + random.below(2) as i32);
    let gap = length * unit * steps as f64;
    let mut offset = [0.0; 3];
    for (place, x) in offset.iter_mut().enumerate() {
        let reach = half_a[place] + half_b[place];
        // Face to face, or edge to edge.
        *x = if place == axis {
            reach + gap
        } else if random.chance(0.25) {
            reach
        } else {
            reach * random.integer(-6, 6) as f64 / 8.0
        };
    }
    let a = corners(scaled(half_a, -1.0), half_a).into_iter().map(|point| add(point, offset)).collect();
    let mut motion = [0.0; 3];
    motion[axis] = -length;
    PosedPair::of_hulls(a, b, unit, Some(unit)).moving(motion)
}

fn overlap(random: &mut RandomSource) -> PosedPair {
    let asked = random.knob(random.by_precision(-28.0, -58.0), -4.0);
    let (a, b, _, achieved) = apart(random, -asked);
    let grid = Grid::common(random.arithmetic());
    let motion = grid.snap_point(scaled(random.direction(), random.between(0.5, 2.0)));
    PosedPair::of_hulls(a, b, asked, Some(achieved)).moving(motion)
}
