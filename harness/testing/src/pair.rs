//! Pairs of bodies by family, as strategies.

use std::fmt;

use gjk_cases::case::{Arithmetic, Case, Class, Point};
use gjk_cases::family::{Family, families, named};
use gjk_cases::format::write;
use gjk_truth::truth::Truth;
use proptest::prelude::{Rng, Strategy};
use proptest::strategy::NewTree;
use proptest::test_runner::TestRunner;

use crate::shrink::Shrinking;

/// The convex hulls of two sets of points. It is shown as a line of a file of cases.
#[derive(Clone, PartialEq)]
pub struct Pair {
    /// The points of A; in the plane each third coordinate is zero.
    pub a: Vec<Point>,
    /// The points of B.
    pub b: Vec<Point>,
    /// 2 or 3.
    pub dimension: u8,
    /// Whether they are separated, touch or overlap, exactly.
    pub class: Class,
    /// `FAMILY.SEED.INDEX`, which names the case that this is or was shrunk from on the command line too; with `-posed` behind it, if it
    /// was moved.
    pub name: String,
}

impl Pair {
    pub(crate) fn case(&self) -> Case {
        Case::of_points(self.name.as_str(), self.dimension, self.a.clone(), self.b.clone())
    }

    /// The class of these bodies, exactly.
    pub(crate) fn true_class(&self) -> Option<Class> {
        Truth::of(&self.case()).decided()
    }

    /// The points of A in `f32`; they are exact for a strategy [`in_f32`](Pairs::in_f32).
    pub fn a_f32(&self) -> Vec<[f32; 3]> {
        singles(&self.a)
    }

    /// The points of B in `f32`.
    pub fn b_f32(&self) -> Vec<[f32; 3]> {
        singles(&self.b)
    }
}

fn singles(points: &[Point]) -> Vec<[f32; 3]> {
    points.iter().map(|point| point.map(|x| x as f32)).collect()
}

impl fmt::Debug for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write(&self.case()))
    }
}

/// Pairs of the bodies of a family: a strategy.
#[derive(Clone, Copy, Debug)]
pub struct Pairs {
    family: &'static str,
    arithmetic: Arithmetic,
    is_posed: bool,
}

/// Pairs of the family of this name, in `f64`; `gjk list families` tells what there is.
///
/// # Panics
/// There is no such family, or its bodies are no hulls of points.
pub fn pairs(family: &str) -> Pairs {
    let of_hulls = |family: &dyn Family| family.case(1, Arithmetic::F64, 0).is_of_hulls();
    let Some(found) = named(family) else {
        let names: Vec<String> =
            families().iter().filter(|family| of_hulls(family.as_ref())).map(|family| family.name().to_owned()).collect();
        panic!("there is no family {family:?}; there are {}", names.join(", "));
    };
    assert!(of_hulls(found.as_ref()), "the bodies of {family} are no hulls of points");
    Pairs { family: Box::leak(found.name().to_owned().into_boxed_str()), arithmetic: Arithmetic::F64, is_posed: false }
}

/// The bodies A and B of such pairs, one at a time.
///
/// # Panics
/// As [`pairs`].
pub fn bodies(family: &str) -> impl Strategy<Value = Vec<Point>> {
    (pairs(family), proptest::bool::ANY).prop_map(|(pair, is_a)| if is_a { pair.a } else { pair.b })
}

impl Pairs {
    /// The same with coordinates that `f32` has.
    pub fn in_f32(self) -> Pairs {
        Pairs { arithmetic: Arithmetic::F32, ..self }
    }

    /// The same pairs turned and moved as a whole, in the plane within it, by no more than a few times their size. The coordinates are
    /// rounded, so that bodies that touched seldom do: the class is that of the points as they are.
    pub fn posed(self) -> Pairs {
        Pairs { is_posed: true, ..self }
    }

    /// One pair; none where its class is not known or a coordinate is not finite.
    fn pair(&self, runner: &mut TestRunner) -> Option<Pair> {
        let random = runner.rng();
        let (seed, number) = (u64::from(random.next_u32() >> 12), u64::from(random.next_u32() >> 12));
        let family = named(self.family)?;
        let index = family.independent_index(number);
        let case = family.case(seed, self.arithmetic, index);
        let name = format!("{}.{seed}.{index}", self.family);
        let (mut a, mut b) = (case.a.points().to_vec(), case.b.points().to_vec());
        if self.is_posed {
            pose([&mut a, &mut b], case.dimension, self.arithmetic, random);
        }
        let name = if self.is_posed { name + "-posed" } else { name };
        let pair = Pair { a, b, dimension: case.dimension, class: Class::Touching, name };
        let is_finite = [&pair.a, &pair.b].into_iter().flatten().flatten().all(|x| x.is_finite());
        let class = if is_finite { pair.true_class() } else { None };
        class.map(|class| Pair { class, ..pair })
    }
}

impl Strategy for Pairs {
    type Tree = Shrinking;
    type Value = Pair;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        loop {
            if let Some(pair) = self.pair(runner) {
                return Ok(Shrinking::of(pair, self.arithmetic));
            }
            runner.reject_local("a pair whose class is not known")?;
        }
    }
}

/// Turns and moves both bodies as one.
fn pose(bodies: [&mut Vec<Point>; 2], dimension: u8, arithmetic: Arithmetic, random: &mut impl Rng) {
    let size = bodies.iter().flat_map(|points| points.iter().flatten()).fold(0.0, |size: f64, x| size.max(x.abs()));
    let mut number = || (random.next_u64() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0;
    // A quaternion; in the plane about the third axis.
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
    for point in bodies.into_iter().flatten() {
        *point = std::array::from_fn(|axis| {
            let along: f64 = rows[axis].iter().zip(point.iter()).map(|(row, x)| row * x).sum();
            rounded(along + shift[axis], arithmetic)
        });
    }
}

/// The nearest number of the arithmetic.
pub(crate) fn rounded(x: f64, arithmetic: Arithmetic) -> f64 {
    if arithmetic == Arithmetic::F32 { f64::from(x as f32) } else { x }
}
