//! Pairs of bodies by family, as strategies.

use gjk_cases::case::{Arithmetic, Class, Point};
use gjk_cases::family::{Family, families, named};
use proptest::prelude::{Rng, Strategy};
use proptest::strategy::NewTree;
use proptest::test_runner::TestRunner;

use crate::pair::{Drawn, Pair, rounded};
use crate::shrink::Shrinking;

/// A strategy: pairs of bodies of a family.
#[derive(Clone, Copy, Debug)]
#[must_use = "a strategy does nothing until a test draws from it"]
pub struct Pairs<const D: usize> {
    family: &'static str,
    arithmetic: Arithmetic,
    is_posed: bool,
}

/// Pairs of the family of this name, in space and in `f64`; `gjk list families` lists the families. In those whose names begin with
/// `cast-`, A has a [motion](Pair::motion).
///
/// # Panics
/// If there is no such family, or its bodies are not hulls of points, or are in the plane.
pub fn pairs(family: &str) -> Pairs<3> {
    of_family(family)
}

/// Pairs of a family whose bodies are in the plane.
///
/// # Panics
/// If there is no such family, or its bodies are not hulls of points, or are in space.
pub fn pairs_in_plane(family: &str) -> Pairs<2> {
    of_family(family)
}

fn of_family<const D: usize>(family: &str) -> Pairs<D> {
    let of_hulls = |family: &dyn Family| family.case(1, Arithmetic::F64, 0).is_of_hulls();
    let Some(found) = named(family) else {
        let are_meant = |family: &dyn Family| usize::from(family.dimension()) == D && of_hulls(family);
        let names: Vec<String> =
            families().iter().filter(|family| are_meant(family.as_ref())).map(|family| family.name().to_owned()).collect();
        panic!("there is no family {family:?}; there are {}", names.join(", "));
    };
    assert!(of_hulls(found.as_ref()), "the bodies of {family} are not hulls of points");
    let other = if D == 3 { "the plane: `pairs_in_plane` has them" } else { "space: `pairs` has them" };
    assert!(usize::from(found.dimension()) == D, "the bodies of {family} are of {other}");
    Pairs { family: Box::leak(found.name().to_owned().into_boxed_str()), arithmetic: Arithmetic::F64, is_posed: false }
}

/// A strategy for single bodies: A or B of such a pair.
///
/// # Panics
/// As [`pairs`].
pub fn bodies(family: &str) -> impl Strategy<Value = Vec<Point>> {
    (pairs(family), proptest::bool::ANY).prop_map(|(pair, is_a)| if is_a { pair.a } else { pair.b })
}

impl<const D: usize> Pairs<D> {
    /// The same pairs with coordinates that are exact in `f32`.
    pub fn in_f32(self) -> Self {
        Pairs { arithmetic: Arithmetic::F32, ..self }
    }

    /// The same pairs turned and moved as a whole (in the plane, within it) by no more than a few times their size, with motions that
    /// are turned alike. The coordinates are rounded, so bodies that touched seldom still touch: the class is that of the rounded points.
    pub fn posed(self) -> Self {
        Pairs { is_posed: true, ..self }
    }

    /// One pair; `None` if its class is unknown or a coordinate is not finite.
    fn draw(&self, runner: &mut TestRunner) -> Option<Drawn> {
        let random = runner.rng();
        let (seed, number) = (u64::from(random.next_u32() >> 12), u64::from(random.next_u32() >> 12));
        let family = named(self.family)?;
        let index = family.independent_index(number);
        let case = family.case(seed, self.arithmetic, index);
        let name = format!("{}.{seed}.{index}", self.family);
        let (mut a, mut b) = (case.a.points().to_vec(), case.b.points().to_vec());
        let mut motion: Vec<Point> = case.cast.into_iter().collect();
        if self.is_posed {
            pose([&mut a, &mut b], &mut motion, case.dimension, self.arithmetic, random);
        }
        let name = if self.is_posed { name + "-posed" } else { name };
        let pair = Drawn { a, b, motion, dimension: case.dimension, classes: [Class::Touching; 2], name };
        let is_finite = [&pair.a, &pair.b, &pair.motion].into_iter().flatten().flatten().all(|x| x.is_finite());
        let classes = if is_finite { pair.true_classes() } else { None };
        classes.map(|classes| Drawn { classes, ..pair })
    }
}

/// Pairs are drawn and simplified in the default [mode](gjk_mode), whatever the mode of the thread.
impl<const D: usize> Strategy for Pairs<D> {
    type Tree = Shrinking<D>;
    type Value = Pair<D>;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        loop {
            if let Some(pair) = gjk_mode::ours(|| self.draw(runner)) {
                return Ok(Shrinking::of(pair, self.arithmetic));
            }
            runner.reject_local("a pair whose class is not known")?;
        }
    }
}

/// Turns and moves both bodies together, and turns the motion of A with them.
fn pose(bodies: [&mut Vec<Point>; 2], motion: &mut [Point], dimension: u8, arithmetic: Arithmetic, random: &mut impl Rng) {
    let size = bodies.iter().flat_map(|points| points.iter().flatten()).fold(0.0, |size: f64, x| size.max(x.abs()));
    let mut number = || (random.next_u64() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0;
    // A quaternion; in the plane, one about the third axis.
    let mut q: [f64; 4] = std::array::from_fn(|_| number());
    if dimension == 2 {
        (q[1], q[2]) = (0.0, 0.0);
    }
    let length = q.iter().map(|x| x * x).sum::<f64>().sqrt().max(f64::MIN_POSITIVE);
    let [w, x, y, z] = q.map(|x| x / length);
    let rows = [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
        [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
        [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
    ];
    let shift: Point = std::array::from_fn(|axis| if axis < usize::from(dimension) { 2.0 * size * number() } else { 0.0 });
    let turned = |point: &Point, shift: &Point| -> Point {
        std::array::from_fn(|axis| {
            let along: f64 = rows[axis].iter().zip(point.iter()).map(|(row, x)| row * x).sum();
            rounded(along + shift[axis], arithmetic)
        })
    };
    bodies.into_iter().flatten().for_each(|point| *point = turned(point, &shift));
    motion.iter_mut().for_each(|vector| *vector = turned(vector, &[0.0; 3]));
}
