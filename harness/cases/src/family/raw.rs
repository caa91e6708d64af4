//! Raw doubles: bodies placed as engines place them, on no grid.
//!
//! Points in single precision are turned and moved, and each operation is rounded in the arithmetic of the case. A coordinate near zero
//! then keeps digits far below the last place of a coordinate near one, so the common grid of a case is finer than that of any other
//! family. Of the 400 cases of the [`Profile`] in double precision a coordinate difference is an integer of 56 to 68 bits, in 314 cases of
//! 59 or more; the truth leaves 256 bits in 95 of them, and is proved in integers of any size there. In single precision the integers
//! have 27 to 38 bits, in 225 cases more than the 30 of the other families; 256 bits hold them all.
//!
//! Half of the pairs are lifted off each other and half lowered into each other by little: engines ask most about bodies that rest, and
//! these sink in as often as not. The knob of what overlaps is zero. Nothing is made to touch, which rounding would undo; where bodies are
//! moved by less than rounding, rounding decides whether they meet.

use super::posed::{POSED, model};
use super::{Pose, PosedPair, Profile, RandomSource, Recipe, Role, add, difference_size, scaled};
use crate::case::{Arithmetic, Point};

/// Boxes and hulls in singles, placed in doubles that stay as they are.
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

/// A point placed by the columns of a turn and a translation, in the operations of the arithmetic: a fused multiplication and addition for
/// each column, as compilers make of it for processors of today.
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
    // No further than the solids reach.
    let way = if random.chance(0.5) { 1.0 } else { -0.0625 };
    let at = |points: &[Point], lift: f64| -> Vec<Point> {
        let translation = add(translation, scaled(axes[2], lift));
        points.iter().map(|point| placed(arithmetic, axes, translation, *point)).collect()
    };
    let a = at(&below, 0.0);
    let size = difference_size(&a, &at(&above, 0.0));
    PosedPair::of_hulls(a, at(&above, way * asked * size), asked, None)
}
