//! Affine maps with rational entries.

use dashu_int::IBig;
use dashu_ratio::{RBig, Relaxed};
use gjk_numbers::float::dyadic;

use super::{Step, Turn};
use crate::arithmetic::Arithmetic;
use crate::body::Point;

pub type Vector = [RBig; 3];

/// A matrix by rows.
pub type Matrix = [Vector; 3];

/// A finite double as a rational.
pub fn rational(x: f64) -> RBig {
    let (odd, exponent) = dyadic(x);
    let odd = IBig::from(odd);
    match usize::try_from(exponent) {
        Ok(shift) => RBig::from(odd << shift),
        Err(_) => RBig::from_parts_signed(odd, IBig::ONE << exponent.unsigned_abs() as usize),
    }
}

fn dot(a: &Vector, b: &Vector) -> RBig {
    a.iter().zip(b).fold(RBig::ZERO, |sum, (a, b)| sum + a * b)
}

fn column(matrix: &Matrix, index: usize) -> Vector {
    matrix.each_ref().map(|row| row[index].clone())
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let columns: [Vector; 3] = std::array::from_fn(|index| column(b, index));
    a.each_ref().map(|row| columns.each_ref().map(|column| dot(row, column)))
}

/// The positions of the lowest and of the highest binary digit of a finite double.
fn digits(x: f64) -> (i32, i32) {
    let (odd, exponent) = dyadic(x);
    (exponent, exponent + (i64::BITS - odd.unsigned_abs().leading_zeros()).cast_signed())
}

/// The approximate cost of the exact composition of steps, in units of the image of a point. The cost of a product of
/// rationals grows with the square of their lengths, and every step adds its length to them. A turn about an axis also
/// needs a sine and a cosine.
pub(crate) fn work(steps: &[Step]) -> usize {
    let (mut length, mut all) = (0_usize, 0_usize);
    for step in steps {
        length += length_of(step);
        all += 10 + if has_quaternion(step) { 60 } else { 0 } + (length / 256).pow(2);
    }
    all
}

/// The number of binary digits of a map that makes the image of a point cost twice as much as that of a short one.
const LONG: usize = 4096;

/// The approximate cost of the images of points by the composition of steps, in the same unit.
pub fn work_of_images(steps: &[Step], points: usize) -> usize {
    points.saturating_mul(1 + steps.iter().map(length_of).sum::<usize>() / LONG)
}

/// The number of binary digits by which a step lengthens the numbers of a map.
fn length_of(step: &Step) -> usize {
    let mut own = *step;
    let parts = own.numbers_mut().filter(|x| **x != 0.0).map(|x| digits(*x));
    let (low, high) = parts.fold((0, 0), |(low, high), (from, to)| (from.min(low), to.max(high)));
    // The squared length of a quaternion becomes a denominator.
    usize::try_from(high - low).unwrap_or(0) * if has_quaternion(step) { 4 } else { 1 }
}

fn has_quaternion(step: &Step) -> bool {
    matches!(step, Step::Pose { turn: Some(Turn::Quaternion(_)), .. })
}

/// The map p ↦ L p + t.
pub struct AffineMap {
    linear: Matrix,
    translation: Vector,
}

impl AffineMap {
    /// The map that applies the steps one after the other, in their order. `None` for a quaternion that is zero.
    pub fn of(steps: &[Step]) -> Option<AffineMap> {
        let mut map = AffineMap { linear: diagonal([1.0; 3]), translation: [RBig::ZERO; 3] };
        for step in steps {
            let (linear, translation) = match step {
                Step::Scale(factors) => (diagonal(*factors), [0.0; 3]),
                Step::Pose { turn: None, translation } => (diagonal([1.0; 3]), *translation),
                Step::Pose { turn: Some(Turn::Matrix(rows)), translation } => (rows.map(|row| row.map(rational)), *translation),
                Step::Pose { turn: Some(Turn::Quaternion(parts)), translation } => (rotation(parts)?, *translation),
            };
            let moved = |i: usize| dot(&linear[i], &map.translation) + rational(translation[i]);
            map = AffineMap { translation: std::array::from_fn(moved), linear: product(&linear, &map.linear) };
        }
        Some(map)
    }

    /// L and t.
    pub fn parts(&self) -> (&Matrix, &Vector) {
        (&self.linear, &self.translation)
    }

    /// The image of a point.
    pub fn image(&self, point: &Point) -> Vector {
        let point = point.map(rational);
        std::array::from_fn(|i| dot(&self.linear[i], &point) + &self.translation[i])
    }

    /// L M.
    pub fn turned(&self, matrix: &[Point; 3]) -> Matrix {
        product(&self.linear, &matrix.map(|row| row.map(rational)))
    }

    /// The image of the half-space normal·p ≤ offset, with L treated as a rotation.
    pub fn halfspace(&self, normal: &Point, offset: f64) -> (Vector, RBig) {
        let normal = normal.map(rational);
        let turned = self.linear.each_ref().map(|row| dot(row, &normal));
        let offset = rational(offset) + dot(&turned, &self.translation);
        (turned, offset)
    }

    /// The map with a common denominator.
    pub fn on_integers(&self) -> IntegerMap {
        let all = || self.linear.iter().flatten().chain(&self.translation);
        let common = all().fold(IBig::ONE, |common, x| least_common_multiple(common, &IBig::from(x.denominator().clone())));
        let integer = |x: &RBig| x.numerator() * (&common / IBig::from(x.denominator().clone()));
        IntegerMap {
            linear: self.linear.each_ref().map(|row| row.each_ref().map(integer)),
            translation: self.translation.each_ref().map(integer),
            denominator: common,
        }
    }
}

fn least_common_multiple(a: IBig, b: &IBig) -> IBig {
    use dashu_int::ops::Gcd;
    let divisor = IBig::from((&a).gcd(b));
    a / divisor * b
}

fn diagonal(factors: Point) -> Matrix {
    std::array::from_fn(|i| std::array::from_fn(|j| if i == j { rational(factors[i]) } else { RBig::ZERO }))
}

/// The matrix of q p q⁻¹; `None` for q = 0.
fn rotation(parts: &[f64; 4]) -> Option<Matrix> {
    let [w, x, y, z] = &parts.map(rational);
    let squared = w * w + x * x + y * y + z * z;
    if squared == RBig::ZERO {
        return None;
    }
    let two = RBig::from(2);
    let on = |one: &RBig, other: &RBig| RBig::ONE - &two * (one * one + other * other) / &squared;
    let off = |product: RBig, turned: RBig| &two * (product + turned) / &squared;
    Some([
        [on(y, z), off(x * y, -(w * z)), off(x * z, w * y)],
        [off(x * y, w * z), on(x, z), off(y * z, -(w * x))],
        [off(x * z, -(w * y)), off(y * z, w * x), on(x, y)],
    ])
}

/// The map p ↦ (L p + t) / d, in integers.
pub struct IntegerMap {
    linear: [[IBig; 3]; 3],
    translation: [IBig; 3],
    denominator: IBig,
}

impl IntegerMap {
    /// The image of a point, each coordinate rounded once to the nearest number of a scalar; `None` if one overflows.
    pub fn rounded_image(&self, point: &Point, scalar: Arithmetic) -> Option<Point> {
        // The unit is a power of two that divides one and all coordinates.
        let parts = point.map(dyadic);
        let low = parts.iter().filter(|(odd, _)| *odd != 0).map(|(_, exponent)| *exponent).fold(0, i32::min);
        let down = low.unsigned_abs() as usize;
        let parts = parts.map(|(odd, exponent)| IBig::from(odd) << if odd == 0 { 0 } else { (exponent - low) as usize });
        let denominator = &self.denominator << down;
        let mut image = [0.0; 3];
        for (i, coordinate) in image.iter_mut().enumerate() {
            let row = self.linear[i].iter().zip(&parts);
            let sum = row.fold(&self.translation[i] << down, |sum, (entry, x)| sum + entry * x);
            // The nearest float is found by one division, without a greatest common divisor.
            let exact = Relaxed::from_parts_signed(sum, denominator.clone());
            *coordinate = match scalar {
                Arithmetic::F32 => f64::from(exact.to_f32().value()),
                _ => exact.to_f64().value(),
            };
        }
        image.iter().all(|x| x.is_finite()).then_some(image)
    }
}
