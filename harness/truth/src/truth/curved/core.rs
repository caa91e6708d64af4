//! Convex cores in numbers of 106 bits, scaled to size one, from which the bracket of a distance is computed.

use gjk_cases::case::{Body, Curved, Point, Shape};
use gjk_numbers::float::{exponent_of, ldexp};
use gjk_numbers::vector::{self, dot, minus, negated, plus, scaled};
use gjk_numbers::{Ring, Scalar};

use crate::exact::{DoubleDouble, Scaled};

/// A vector of numbers of 106 bits.
pub type Vector = gjk_numbers::vector::Vector<DoubleDouble>;

/// The vector of length one along a vector.
pub fn of_length_one(v: &Vector) -> Vector {
    scaled(v, &DoubleDouble::one().over(&vector::length(v)))
}

/// A bound for the effect of rounding on a support point or on its product with a direction of length one, for cores of size
/// one. A support point takes some thirty operations on numbers below four, each correct to 2⁻¹⁰⁰.
pub const ERROR: f64 = 1.0 / (1u128 << 90) as f64;

/// A core.
#[derive(Clone, Debug)]
enum Core {
    /// The hull of these points.
    Points(Vec<Vector>),
    /// c + L(x), for x of the shape with extents of one.
    Image { shape: Shape, columns: [Vector; 3], center: Vector },
}

/// The cores of two bodies, relative to a point of one of them and in units of a power of two near their size.
#[derive(Clone, Debug)]
pub struct Cores {
    a: Core,
    b: Core,
    /// The translations of the two copies of A whose hull is the body, which are equal if A is only moved.
    moves: [Vector; 2],
    /// 2 or 3.
    pub dimension: usize,
    /// The unit is 2^exponent.
    exponent: i64,
}

/// The columns of L: the columns of the rotation, stretched by the extents of the shape.
fn columns(curved: &Curved) -> [[Scaled; 3]; 3] {
    let extents = curved.extents();
    let entry =
        |row: usize, column: usize| Scaled::from_f64(curved.rotation[row][column]).times(Scaled::from_f64(extents[column]));
    std::array::from_fn(|column| std::array::from_fn(|row| entry(row, column)))
}

/// The points that place a core: its own, or its centre.
fn anchors(body: &Body) -> &[Point] {
    match body {
        Body::Curved(curved) => std::slice::from_ref(&curved.center),
        _ => body.points(),
    }
}

impl Cores {
    /// The cores of two convex bodies whose numbers are finite. In the plane, third coordinates and semi-axes count as zero.
    pub fn of(dimension: u8, a: &Body, b: &Body) -> Cores {
        Cores::with_a(dimension, a, b, &[[Scaled::ZERO; 3]; 2])
    }

    /// The cores with A as the hull of two copies of itself, moved by these vectors.
    pub fn with_a(dimension: u8, a: &Body, b: &Body, moves: &[[Scaled; 3]; 2]) -> Cores {
        let size = usize::from(dimension);
        let flat = |p: &Point| -> Point { std::array::from_fn(|i| if i < size { p[i] } else { 0.0 }) };
        let all = || anchors(a).iter().chain(anchors(b)).map(flat);
        let greatest = all().flatten().fold(0.0, |greatest: f64, x| greatest.max(x.abs()));
        // Differences of coordinates near the end of the range would overflow.
        let first = if greatest == 0.0 { 0 } else { i64::from(exponent_of(greatest)) + 1 };
        let origin = all().next().unwrap_or([0.0; 3]);
        let local = |p: &Point| -> Vector {
            let p = flat(p);
            std::array::from_fn(|i| DoubleDouble::difference(ldexp(p[i], -first), ldexp(origin[i], -first)))
        };
        let widest = all().flat_map(|p| local(&p)).fold(0.0, |widest: f64, x| widest.max(x.hi.abs()));
        let mut exponent = if widest == 0.0 { i64::MIN } else { first + i64::from(exponent_of(widest)) + 1 };
        for body in [a, b] {
            if let Body::Curved(curved) = body {
                let entries = columns(curved).into_iter().take(size).flat_map(|column| column.into_iter().take(size));
                exponent = entries.filter(|x| !x.is_zero()).map(|x| x.exponent() + 1).fold(exponent, i64::max);
            }
        }
        exponent = moves.iter().flatten().filter(|x| !x.is_zero()).map(|x| x.exponent() + 1).fold(exponent, i64::max);
        if exponent == i64::MIN {
            exponent = 0;
        }
        let moves = moves.map(|v| v.map(|x| x.shifted(-exponent).to_double_double()));
        let place = |p: &Point| local(p).map(|x| x.shifted(first - exponent));
        let core = |body: &Body| match body {
            Body::Curved(curved) => {
                let exact = columns(curved);
                let entry = |row: usize, column: usize| {
                    let inside = row < size && column < size;
                    if inside { exact[column][row].shifted(-exponent).to_double_double() } else { DoubleDouble::ZERO }
                };
                let columns = std::array::from_fn(|column| std::array::from_fn(|row| entry(row, column)));
                Core::Image { shape: curved.shape, columns, center: place(&curved.center) }
            }
            _ => Core::Points(body.points().iter().map(place).collect()),
        };
        Cores { a: core(a), b: core(b), moves, dimension: size, exponent }
    }

    /// A length in units of the coordinates.
    pub fn in_coordinates(&self, length: DoubleDouble) -> Scaled {
        Scaled::of_double_double(length).shifted(self.exponent)
    }

    /// The point of M = A − B that is farthest along a direction.
    pub fn support(&self, direction: &Vector) -> Vector {
        let [first, second] = &self.moves;
        let move_along = if dot(second, direction) > dot(first, direction) { second } else { first };
        minus(&plus(&self.a.support(direction), move_along), &self.b.support(&negated(direction)))
    }

    /// The reach of M along a direction of length one.
    pub fn reach(&self, direction: &Vector) -> DoubleDouble {
        dot(direction, &self.support(direction))
    }

    /// D of the cores: the greatest coordinate of M in size.
    pub fn size(&self) -> DoubleDouble {
        let mut size = DoubleDouble::ZERO;
        for axis in 0..self.dimension {
            for sign in [1.0, -1.0] {
                let mut direction = [DoubleDouble::ZERO; 3];
                direction[axis] = DoubleDouble::from_f64(sign);
                let reach = self.reach(&direction);
                if reach > size {
                    size = reach;
                }
            }
        }
        size
    }
}

impl Core {
    fn support(&self, direction: &Vector) -> Vector {
        match self {
            Core::Points(points) => {
                let products = points[1..].iter().map(|point| (dot(point, direction), point));
                let first = (dot(&points[0], direction), &points[0]);
                *products.fold(first, |best, next| if next.0 > best.0 { next } else { best }).1
            }
            Core::Image { shape, columns, center } => {
                let u = unit_support(shape, std::array::from_fn(|i| dot(&columns[i], direction)));
                columns.iter().zip(u).fold(*center, |sum, (column, x)| plus(&sum, &scaled(column, &x)))
            }
        }
    }
}

/// The support point of a shape with extents of one.
fn unit_support(shape: &Shape, [x, y, z]: Vector) -> Vector {
    let (zero, one) = (DoubleDouble::ZERO, DoubleDouble::one());
    let end = if z.hi >= 0.0 { one } else { one.negated() };
    // Below this a square vanishes; the length is then negligible next to a core of size one.
    let along = |v: Vector| -> (DoubleDouble, Vector) {
        let length = vector::length(&v);
        if length.hi < 1e-140 { (zero, [zero; 3]) } else { (length, v.map(|x| x.over(&length))) }
    };
    match shape {
        Shape::Ellipsoid { .. } => along([x, y, z]).1,
        Shape::Cylinder { .. } => {
            let (_, rim) = along([x, y, zero]);
            [rim[0], rim[1], end]
        }
        Shape::Cone { .. } => {
            let (across, rim) = along([x, y, zero]);
            let is_apex = z.plus(&z) >= across;
            if is_apex { [zero, zero, one] } else { [rim[0], rim[1], one.negated()] }
        }
    }
}
