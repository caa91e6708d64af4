//! Raw doubles: bodies placed as engines place them, without a grid.
//!
//! Points in single precision are rotated and translated, and each operation is rounded in the arithmetic of the case.
//! A coordinate near zero then keeps digits far below the last place of a coordinate near one, so the common grid of a
//! case is finer than in any other family. In double precision, the coordinate differences of the 400 cases of the
//! [`Profile`] are integers of 56 to 68 bits, in 314 cases of 59 or more; 256 bits do not suffice for the truth in 95
//! of them, where it is proved in integers of any size. In single precision the integers have 27 to 38 bits, in 225
//! cases more than the 30 of the other families; 256 bits suffice for all of them.
//!
//! Half of the pairs are lifted off each other, and half are pressed into each other slightly: most queries in engines
//! concern bodies at rest, which penetrate as often as not. The achieved knob of bodies that overlap is zero. No pair
//! is made to touch, because rounding would undo it; if bodies are moved by less than the rounding, rounding decides
//! whether they meet.

use super::posed::{POSED, model};
use super::{Pose, PosedPair, Profile, RandomSource, Recipe, Role, add, difference_size, scaled};
use crate::case::{Arithmetic, Point};

/// Boxes and hulls in singles, placed in doubles that are not snapped.
pub const RAW_DOUBLES: Recipe = Recipe {
    name: "raw-doubles",
    description: "boxes and hulls as in `posed`, at a small gap or, half of them, a sixteenth of that deep, on no grid",
    role: Role::NearContact,
    pose: Pose::Hulls(raw_doubles),
    classes: Recipe::SEPARATED_AND_OVERLAPPING,
    in_double: Profile { shares: [200, 0, 200], asked: [-560, -1], achieved: [-59, -1], zeros: 200 },
    in_single: Profile { shares: [199, 0, 201], asked: [-270, -1], achieved: [-31, -1], zeros: 201 },
    checksums: [6793951513333749057, 13903914823288145765],
    ..POSED
};

/// A point placed by the columns of a rotation and a translation, in the operations of the arithmetic: a fused
/// multiply-add for each column, as compilers generate for current processors.
pub fn placed(arithmetic: Arithmetic, columns: [Point; 3], translation: Point, point: Point) -> Point {
    std::array::from_fn(|axis| {
        let terms = (0..3).map(|k| (columns[k][axis], point[k]));
        // A zero is positive.
        if arithmetic == Arithmetic::F32 {
            let sum = terms.fold(translation[axis] as f32, |sum, (x, y)| (x as f32).mul_add(y as f32, sum));
            return f64::from(sum) + 0.0;
        }
        terms.fold(translation[axis], |sum, (x, y)| x.mul_add(y, sum)) + 0.0
    })
}

fn raw_doubles(random: &mut RandomSource) -> PosedPair {
    let arithmetic = random.arithmetic();
    let (below, above) = (model(random, -1.0), model(random, 1.0));
    let axes = random.rotation();
    let translation = random.ball();
    let asked = random.knob(random.by_precision(-27.0, -56.0), 0.0);
    // At most the extent of the solids.
    let way = if random.chance(0.5) { 1.0 } else { -0.0625 };
    let at = |points: &[Point], lift: f64| -> Vec<Point> {
        let translation = add(translation, scaled(axes[2], lift));
        points.iter().map(|point| placed(arithmetic, axes, translation, *point)).collect()
    };
    let a = at(&below, 0.0);
    let size = difference_size(&a, &at(&above, 0.0));
    PosedPair::of_hulls(a, at(&above, way * asked * size), asked, None)
}
