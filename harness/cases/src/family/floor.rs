//! A floor: a small hull over a face that is up to 2,000 times as long, or a little in it.
//!
//! D is the size of the floor, so a rounding error far below the floor's size may be a large part of the hull's size.
//! The centres of the bodies are far apart as well, and do not indicate where the bodies are nearest.
//!
//! Half of the scenes are aligned with the axes: there the face is exactly flat, and the gap is a difference of two
//! coordinates. The others are turned and rounded to the grid, as in an engine: the corners of the face leave its
//! plane, and rounding may decide the class of a case with a tiny gap. The class and the gap in a record are those of
//! the truth.

use super::generic::cloud;
use super::{
    Grid, Pose, PosedPair, Profile, RandomSource, Recipe, Role, add, combined, corners, difference_size, dot, exponent_of,
    power_of_two, scaled,
};
use crate::case::Point;

/// A hull and the large face of a second body.
pub const FLOOR: Recipe = Recipe {
    name: "floor",
    description: "a small hull over or slightly inside a large face, anywhere on it, ever smaller relative to it",
    knob: FACE_BY_HULL,
    dimension: 3,
    role: Role::Size,
    pose: Pose::Hulls(floor),
    classes: Recipe::SEPARATED_AND_OVERLAPPING,
    in_double: Profile { shares: [192, 3, 205], asked: [10, 109], achieved: [1, 10], zeros: 0 },
    in_single: Profile { shares: [190, 3, 207], asked: [10, 109], achieved: [1, 10], zeros: 0 },
    checksums: [1417280139075674363, 2821987153683087259],
};

/// A polygon and the long edge of a second polygon.
pub const FLOOR_2D: Recipe = Recipe {
    name: "floor-2d",
    description: "a small polygon over or slightly inside a long edge, anywhere on it, ever smaller relative to it",
    dimension: 2,
    in_double: Profile { shares: [198, 10, 192], asked: [10, 109], achieved: [1, 10], zeros: 0 },
    in_single: Profile { shares: [196, 9, 195], asked: [10, 109], achieved: [1, 10], zeros: 0 },
    checksums: [3846148731908997718, 8142211437430336123],
    ..FLOOR
};

/// The knob of the floors: the longer edge of the face divided by the greatest extent of the hull along the axes of the
/// face.
pub(super) const FACE_BY_HULL: &str = "length of the face / size of the hull";
/// log₂ 2000: a face is at most 2,000 times as long as the hull, and at least twice as long.
pub(super) const MOST: f64 = 10.965_784_284_662_087;
/// The tolerance, in u·D; one gap in ten is below it.
const LEAST_GAP: f64 = 64.0;
/// The axes of the world.
pub(super) const AXES: [Point; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// The extent of the points along a vector of length one, from end to end.
pub(super) fn extent(points: &[Point], along: Point) -> f64 {
    let products = || points.iter().map(|point| dot(*point, along));
    products().fold(f64::NEG_INFINITY, f64::max) - products().fold(f64::INFINITY, f64::min)
}

/// The greatest extent of the points along three axes.
pub(super) fn size(points: &[Point], axes: [Point; 3]) -> f64 {
    axes.into_iter().map(|axis| extent(points, axis)).fold(0.0, f64::max)
}

/// A number in [1, most), spread evenly on the logarithmic scale; one if `most` is not above one. A logarithm would not
/// be the same on every platform, so the range extends to the next power of two, and a number that is not below `most`
/// is drawn again.
pub(super) fn log_uniform(random: &mut RandomSource, most: f64) -> f64 {
    if most <= 1.0 {
        return 1.0;
    }
    loop {
        let number = random.power(0.0, f64::from(exponent_of(most) + 1));
        if number < most {
            return number;
        }
    }
}

/// A floor of this length, with the third axis as its normal and the face at height zero: a box, or the face and up to
/// four points below it.
pub(super) fn below(random: &mut RandomSource, [length, breadth]: [f64; 2], thickness: f64) -> Vec<Point> {
    let face = corners([0.0; 3], [length, breadth, 0.0]).into_iter().take(if breadth == 0.0 { 2 } else { 4 });
    let mut points: Vec<Point> = face.collect();
    if random.chance(0.5) {
        points.extend(points.clone().iter().map(|[x, y, _]| [*x, *y, -thickness]));
    } else {
        for _ in 0..random.integer(1, 4) {
            points.push([random.between(0.0, length), random.between(0.0, breadth), -random.between(0.25, 1.0) * thickness]);
        }
    }
    points
}

/// A box or 4 to 32 random points, of size one. Half of the boxes lie flat.
pub(super) fn hull(random: &mut RandomSource) -> Vec<Point> {
    let planar = random.dimension() == 2;
    // In the plane the third coordinate of a family's points is zero, and the height here is the second coordinate.
    let upright = |[x, y, z]: Point| if planar { [x, 0.0, y] } else { [x, y, z] };
    let points: Vec<Point> = if random.chance(1.0 / 3.0) {
        let half = [(); 3].map(|()| random.between(0.125, 1.0));
        let half = if planar { [half[0], half[1], 0.0] } else { half };
        let columns = if random.chance(0.5) { AXES } else { random.rotation() };
        let corners = corners(scaled(half, -1.0), half).into_iter().take(if planar { 4 } else { 8 });
        corners.map(|corner| upright(combined(columns, corner))).collect()
    } else {
        let count = random.integer(4, 32) as usize;
        cloud(random, count).into_iter().map(upright).collect()
    };
    let size = size(&points, AXES);
    points.into_iter().map(|point| scaled(point, 1.0 / size)).collect()
}

/// The lowest point of the hull is over, or under, a random point of the face. The gap ranges from the tolerance to
/// half of the hull's height, and so does the depth; in one case of ten it is below the tolerance, down to u·D.
fn floor(random: &mut RandomSource) -> PosedPair {
    let grid = Grid::common(random.arithmetic());
    let planar = random.dimension() == 2;
    let asked = random.knob(1.0, MOST);
    let length = random.between(1.0, 2.0);
    let breadth = if planar { 0.0 } else { length * random.between(0.25, 1.0) };
    let own = length / asked;
    let thickness = own * log_uniform(random, asked);
    let floor = below(random, [length, breadth], thickness);
    let hull: Vec<Point> = hull(random).into_iter().map(|point| scaled(point, own)).collect();

    let mut columns = AXES;
    if random.chance(0.5) {
        random.shuffle(&mut columns[..if planar { 2 } else { 3 }]);
    } else {
        columns = random.rotation();
    }
    if planar {
        columns.swap(1, 2);
    }
    let middle = [0.5 * length, 0.5 * breadth, 0.0];
    let center = grid.snap_point(scaled(random.ball(), 0.5));
    let placed = |points: &[Point], shift: Point| -> Vec<Point> {
        let shift = add(shift, scaled(middle, -1.0));
        points.iter().map(|point| add(center, grid.snap_point(combined(columns, add(*point, shift))))).collect()
    };
    let foot = hull.iter().fold(hull[0], |lowest, point| if point[2] < lowest[2] { *point } else { lowest });
    let place = [random.between(0.0, length), random.between(0.0, breadth), 0.0];
    let over = |gap: f64| add(place, [-foot[0], -foot[1], gap - foot[2]]);

    let a = placed(&floor, [0.0; 3]);
    let unit = power_of_two(random.by_precision(-24, -53)) * difference_size(&a, &placed(&hull, over(0.0)));
    let height = extent(&hull, AXES[2]);
    let gap = if random.below(10) == 0 {
        unit * log_uniform(random, LEAST_GAP)
    } else {
        LEAST_GAP * unit * log_uniform(random, 0.5 * height / (LEAST_GAP * unit))
    };
    let b = placed(&hull, over(if random.chance(0.5) { gap } else { -gap }));
    let achieved = Some(extent(&a, columns[0]) / size(&b, columns));
    PosedPair::of_hulls(a, b, asked, achieved)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::{Arithmetic, Case};
    use crate::family::Family;

    const CASES: u64 = 1000;

    fn cases() -> impl Iterator<Item = (Arithmetic, Case)> {
        let each = |recipe: Recipe, arithmetic| (0..CASES).map(move |index| (arithmetic, recipe.case(31, arithmetic, index)));
        [FLOOR, FLOOR_2D].into_iter().flat_map(move |recipe| {
            [Arithmetic::F32, Arithmetic::F64].into_iter().flat_map(move |arithmetic| each(recipe, arithmetic))
        })
    }

    /// The points of the floor and of the hull, and whether the floor is A.
    fn roles(case: &Case) -> ([&[Point]; 2], bool) {
        let [a, b] = [case.a.points(), case.b.points()];
        let is_a = size(a, AXES) > size(b, AXES);
        (if is_a { [a, b] } else { [b, a] }, is_a)
    }

    #[test]
    fn a_face_is_2_to_2000_times_as_long_as_the_hull_in_both_orders() {
        let (mut is_a, mut count) = (0, 0);
        for (arithmetic, case) in cases() {
            let knob = case.knob.expect("it is generated");
            assert!((2.0..2000.0).contains(&knob.asked), "{}: {}", case.id, knob.asked);
            // Rounding moves the ends of a hull of at least 2^-11 by half a unit of the grid along each axis.
            let rounding = 2000.0 * Grid::common(arithmetic).unit * 3.0_f64.sqrt();
            let relative = knob.achieved.expect("it is known") / knob.asked - 1.0;
            assert!(relative.abs() <= 2.0 * rounding, "{} {arithmetic}: off by {relative:e}", case.id);
            let ([floor, hull], first) = roles(&case);
            assert!((2..=8).contains(&floor.len()) && (4..=32).contains(&hull.len()), "{}", case.id);
            is_a += usize::from(first);
            count += 1;
        }
        assert!((0.45..0.55).contains(&(f64::from(is_a as u32) / f64::from(count))), "{is_a} of {count}");
    }

    /// The axis and the height of the face that the hull is over, or in, for a floor along the axes; `None` for a floor
    /// that is turned.
    fn face(floor: &[Point], dimension: usize) -> Option<(usize, f64)> {
        (0..dimension).find_map(|axis| {
            let height = floor.iter().map(|point| point[axis]).fold(f64::NEG_INFINITY, f64::max);
            let corners = floor.iter().filter(|point| point[axis] == height).count();
            (corners == 1 << (dimension - 1)).then_some((axis, height))
        })
    }

    #[test]
    fn half_of_the_scenes_are_along_the_axes_with_gaps_up_to_half_of_the_hull() {
        let (mut standing, mut count) = (0, 0);
        for (arithmetic, case) in cases() {
            let ([floor, hull], _) = roles(&case);
            count += 1;
            // Three faces of a box have the greatest coordinates, and the hull is over one of them.
            let dimension = usize::from(case.dimension);
            if face(floor, dimension).is_none() {
                continue;
            }
            standing += 1;
            let tops = (0..dimension).map(|axis| {
                let top = floor.iter().map(|point| point[axis]).fold(f64::NEG_INFINITY, f64::max);
                hull.iter().map(|point| point[axis]).fold(f64::INFINITY, f64::min) - top
            });
            let gap = tops.fold(f64::NEG_INFINITY, f64::max);
            assert!(gap.abs() <= 0.51 * size(hull, AXES), "{} {arithmetic}: {gap:e}", case.id);
        }
        assert!((0.45..0.55).contains(&(f64::from(standing) / f64::from(count))), "{standing} of {count}");
    }

    #[test]
    fn log_uniform_numbers_have_equal_shares_in_every_octave() {
        let mut random = RandomSource::new("floor", 3, 5, Arithmetic::F64, 0);
        assert_eq!([0.0, 0.5, 1.0].map(|most| log_uniform(&mut random, most)), [1.0; 3]);
        let most = 11.0;
        let numbers: Vec<f64> = (0..8000).map(|_| log_uniform(&mut random, most)).collect();
        assert!(numbers.iter().all(|x| (1.0..most).contains(x)));
        for (low, high) in [(1.0, 2.0), (2.0, 4.0), (4.0, 8.0), (8.0, 11.0_f64)] {
            let share = numbers.iter().filter(|x| (low..high).contains(*x)).count() as f64 / 8000.0;
            let expected = (high / low).ln() / most.ln();
            assert!((share - expected).abs() < 0.02, "{low} to {high}: {share}");
        }
    }
}
