//! Random pairs of bodies of many kinds.

use gjk_certified::Number;
use gjk_numbers::SplitMix64;

/// The random draws of the sources.
trait Draw {
    fn vector(&mut self) -> Vector;
    /// A power of two, with an exponent from the `count` values that begin at `least`.
    fn power(&mut self, least: i64, count: u64) -> f64;
}

impl Draw for SplitMix64 {
    fn vector(&mut self) -> Vector {
        std::array::from_fn(|_| self.symmetric())
    }

    fn power(&mut self, least: i64, count: u64) -> f64 {
        2.0_f64.powi((least + self.below(count) as i64) as i32)
    }
}

/// A point.
pub type Vector = [f64; 3];

pub fn dot(x: &Vector, y: &Vector) -> f64 {
    (0..3).map(|k| x[k] * y[k]).sum()
}

/// A rotation by rounded numbers.
fn turned(points: Vec<Vector>, random: &mut SplitMix64) -> Vec<Vector> {
    let q: [f64; 4] = std::array::from_fn(|_| random.symmetric());
    let s = 2.0 / q.iter().map(|x| x * x).sum::<f64>();
    let [w, x, y, z] = q;
    let rows = [
        [1.0 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)],
        [s * (x * y + w * z), 1.0 - s * (x * x + z * z), s * (y * z - w * x)],
        [s * (x * z - w * y), s * (y * z + w * x), 1.0 - s * (x * x + y * y)],
    ];
    points.iter().map(|p| rows.map(|row| dot(&row, p))).collect()
}

fn cuboid(half: Vector, center: Vector) -> Vec<Vector> {
    let side = |i: usize, k: usize| if i >> k & 1 == 1 { half[k] } else { -half[k] };
    (0..8).map(|i| std::array::from_fn(|k| center[k] + side(i, k))).collect()
}

fn cloud(random: &mut SplitMix64, most: u64, shift: Vector) -> Vec<Vector> {
    (0..=random.below(most)).map(|_| random.vector()).map(|p| std::array::from_fn(|k| p[k] + shift[k])).collect()
}

/// Two bodies.
pub type Bodies = [Vec<Vector>; 2];

fn each(bodies: Bodies, mut of: impl FnMut(f64) -> f64) -> Bodies {
    bodies.map(|body| body.into_iter().map(|p| p.map(&mut of)).collect())
}

fn generic(random: &mut SplitMix64) -> Bodies {
    let reach = [0.3, 1.0, 2.0, 8.0][random.below(4) as usize];
    let shift = random.vector().map(|x| reach * x + if reach > 1.0 { 2.0 } else { 0.0 });
    [cloud(random, 9, [0.0; 3]), cloud(random, 9, shift)]
}

/// Points of a small grid: contact, flat bodies and many ties.
fn grid(random: &mut SplitMix64) -> Bodies {
    let shift = [random.below(5) as f64, random.below(3) as f64, random.below(3) as f64];
    let mut body = |by: Vector| -> Vec<Vector> {
        (0..=random.below(7)).map(|_| std::array::from_fn(|k| random.below(4) as f64 - 1.0 + by[k])).collect()
    };
    [body([0.0; 3]), body(shift)]
}

/// Boxes face to face, rotated in half of the cases, some of them touching.
fn boxes(random: &mut SplitMix64) -> Bodies {
    let gap = [0.0, 1e-12, 1e-6, 1e-2, 1.0][random.below(5) as usize];
    let (a, b) =
        (cuboid([1.0; 3], [0.0; 3]), cuboid([0.75, 0.5, 1.0], [0.5 * random.symmetric(), 0.5 * random.symmetric(), 2.0 + gap]));
    if random.below(2) == 0 {
        return [a, b];
    }
    let turned = turned([a, b].concat(), random);
    [turned[..8].to_vec(), turned[8..].to_vec()]
}

/// Needles and plates.
fn thin(random: &mut SplitMix64) -> Bodies {
    let scale = [1.0, random.power(-40, 40), random.power(-40, 40)];
    let bodies = generic(random);
    bodies.map(|body| body.into_iter().map(|p| std::array::from_fn(|k| scale[k] * p[k])).collect())
}

/// A triangle and a point at a small distance above it; in half of the cases with one more point a little below the triangle's plane.
fn close(random: &mut SplitMix64) -> Bodies {
    let distance = random.power(-60, 60);
    let mut triangle: Vec<Vector> = (0..3).map(|_| random.vector()).map(|[x, y, _]| [x, y, 0.0]).collect();
    let point = [
        (triangle[0][0] + triangle[1][0] + triangle[2][0]) / 3.0,
        (triangle[0][1] + triangle[1][1] + triangle[2][1]) / 3.0,
        distance,
    ];
    if random.below(2) == 0 {
        triangle.push([random.symmetric(), random.symmetric(), distance * random.power(-60, 60)]);
    }
    let all = turned([triangle, vec![point]].concat(), random);
    let (point, triangle) = all.split_last().expect("points");
    [triangle.to_vec(), vec![*point]]
}

/// A few points, each repeated many times.
fn repeated(random: &mut SplitMix64) -> Bodies {
    let stock: Vec<Vector> = (0..3).map(|_| random.vector()).collect();
    let mut body = || -> Vec<Vector> { (0..=random.below(6)).map(|_| stock[random.below(3) as usize]).collect() };
    let (a, b) = (body(), body());
    let shift = if random.below(2) == 0 { [0.0; 3] } else { random.vector() };
    [a, b.into_iter().map(|p| std::array::from_fn(|k| p[k] + shift[k])).collect()]
}

/// The bodies of any of these sources times a power of two.
fn scaled(random: &mut SplitMix64) -> Bodies {
    let bodies = if random.below(2) == 0 { generic(random) } else { grid(random) };
    let factor = random.power(-1070, 2090);
    each(bodies, |x| x * factor)
}

/// Numbers near the greatest, of either sign: their differences are beyond the range.
fn huge(random: &mut SplitMix64) -> Bodies {
    let mut body = |side: f64| -> Vec<Vector> {
        let mut point = || random.vector();
        (0..5).map(|_| point()).map(|[x, y, z]| [x, side * (0.25 + 0.7 * y.abs()), z].map(|x| x * f64::MAX)).collect()
    };
    [body(-1.0), body(1.0)]
}

/// Any finite numbers.
fn bits(random: &mut SplitMix64) -> Bodies {
    each([vec![[0.0; 3]; 1 + random.below(4) as usize], vec![[0.0; 3]; 1 + random.below(4) as usize]], |_| {
        Some(f64::from_bits(random.bits())).filter(|x| x.is_finite()).unwrap_or(1.0)
    })
}

/// As many points as directions with a momentum need, or one less.
fn smooth(random: &mut SplitMix64) -> Bodies {
    let gap = [1e-6, 1e-2, 1.0][random.below(3) as usize];
    let count = 31 + random.below(2) as usize;
    let mut ball = |center: f64, count: usize| -> Vec<Vector> {
        let mut point = || {
            let p = random.vector();
            let length = dot(&p, &p).sqrt();
            std::array::from_fn(|k| p[k] / length + if k == 0 { center } else { 0.0 })
        };
        (0..count).map(|_| point()).collect()
    };
    [ball(0.0, 32), ball(2.0 + gap, count)]
}

/// As many points as a run that ends among few of them needs, or one less. The bodies are balls, ellipsoids, balls with each
/// point twice, or grids face to face with all points named, or sixteen.
fn many(random: &mut SplitMix64) -> Bodies {
    let gap = [1e-9, 1e-3, 1e-2, 0.3][random.below(4) as usize];
    let shape = random.below(4);
    let thin = [1.0, 1.0, random.power(-8, 8)];
    let of_grid = [16, 256][random.below(2) as usize];
    let mut body = |count: usize, side: f64| -> Vec<Vector> {
        let shift = |[x, y, z]: Vector| [x + side * (1.0 + 0.5 * gap), y, z];
        let mut point = |i: usize| {
            if shape == 0 {
                let back = if i < of_grid { 0.0 } else { side * (0.1 + random.symmetric().abs()) };
                return shift([back, (i % 16) as f64, (i / 16) as f64]);
            }
            let p = random.vector();
            let length = dot(&p, &p).sqrt();
            shift(std::array::from_fn(|k| if shape == 1 { thin[k] } else { 1.0 } * p[k] / length))
        };
        let points: Vec<Vector> = (0..count).map(&mut point).collect();
        if shape == 2 { (0..count).map(|i| points[i / 2]).collect() } else { points }
    };
    let a = body(256, -1.0);
    let b = body(256, 1.0);
    [a, if random.below(4) == 0 { b[1..].to_vec() } else { b }]
}

/// A source of bodies.
pub type Source = fn(&mut SplitMix64) -> Bodies;

/// The sources by name.
pub const SOURCES: [(&str, Source); 11] = [
    ("generic", generic),
    ("grid", grid),
    ("boxes", boxes),
    ("thin", thin),
    ("close", close),
    ("repeated", repeated),
    ("scaled", scaled),
    ("bits", bits),
    ("smooth", smooth),
    ("huge", huge),
    ("many", many),
];

/// The bodies in these numbers; a value outside their range is zero.
pub fn in_scalar<T: Number, const D: usize>(points: &[Vector]) -> Vec<[T; D]> {
    let rounded = points.iter().map(|p| std::array::from_fn(|k| T::nearest(p[k])));
    rounded.map(|p: [T; D]| p.map(|x| if x.widened().abs() <= T::GREATEST { x } else { T::default() })).collect()
}

/// The points in doubles, in the plane with a third coordinate of zero.
pub fn widened<T: Number, const D: usize>(points: &[[T; D]]) -> Vec<Vector> {
    points.iter().map(|p| std::array::from_fn(|k| if k < D { p[k].widened() } else { 0.0 })).collect()
}
