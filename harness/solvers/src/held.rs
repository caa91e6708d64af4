//! The deviation of the bodies that a program held from the bodies that it was asked about.
//!
//! A library may keep bodies in another precision, or only their corners. It then states which bodies it answered about, and is
//! judged on those. But an answer about other bodies is not an answer to the case: each point that the program held has to lie
//! within T of the body that was asked about, and each point that was asked about within T of the body that the program held. T
//! is [`ROUNDINGS`] units of rounding of the largest coordinate, in the scalar of the question, or the length that the greeting
//! states ([`Holds`](gjk_cases::format::Holds)), whichever is more.

use gjk_cases::body::{Curved, Number};
use gjk_cases::case::{Arithmetic, Body, Case, Point};
use gjk_cases::format::{Greeting, Within};
use gjk_truth::truth::Truth;

/// The deviation that every program may have, in units of rounding of the largest coordinate.
pub const ROUNDINGS: f64 = 8.0;

/// The deviation of held bodies from those of a case.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Deviation {
    /// The deviation in units of rounding of the largest coordinate; infinite if the bodies are of different kinds.
    pub units: f64,
    /// Whether the deviation is more than is allowed.
    pub is_beyond: bool,
}

impl Deviation {
    /// The deviation of these bodies from those of a case, for a program with this greeting.
    pub fn of(case: &Case, held: &[Body; 2], greeting: Option<&Greeting>, arithmetic: Arithmetic) -> Deviation {
        let largest = [&case.a, &case.b].into_iter().map(largest).fold(0.0, f64::max);
        let least = if arithmetic == Arithmetic::F32 { f64::from(f32::from_bits(1)) } else { f64::from_bits(1) };
        // Subnormal numbers are rounded to multiples of the least positive number.
        let unit = (arithmetic.unit() * largest).max(least);
        let [of_a, of_b] = [(&case.a, &held[0]), (&case.b, &held[1])];
        let length = between(case.dimension, of_a, largest).max(between(case.dimension, of_b, largest));
        let stated = greeting.and_then(|greeting| greeting.holds.as_ref()?.within).map_or(0.0, |within| match within {
            Within::Length(length) => length,
            Within::Relative(part) => part * largest,
        });
        Deviation { units: length / unit, is_beyond: length.is_nan() || length > stated.max(ROUNDINGS * unit) }
    }
}

/// The largest coordinate or size of a body, without its sign.
fn largest(body: &Body) -> f64 {
    let mut largest: f64 = 0.0;
    body.clone().each_length(&mut |x| largest = largest.max(x.abs()));
    largest
}

/// The deviation of a held body from the body that was asked about, as a length: an upper bound of the distance of any point of
/// either body from the other.
fn between(dimension: u8, (asked, held): (&Body, &Body), largest: f64) -> f64 {
    match (asked, held) {
        (Body::Points(_) | Body::Rounded { .. }, Body::Points(_) | Body::Rounded { .. }) => {
            let points =
                farthest(dimension, held.points(), asked.points()).max(farthest(dimension, asked.points(), held.points()));
            points + (asked.radius() - held.radius()).abs()
        }
        (Body::Union(asked), Body::Union(held)) if asked.len() == held.len() => {
            asked.iter().zip(held).map(|pair| between(dimension, pair, largest)).fold(0.0, f64::max)
        }
        (Body::Curved(one), Body::Curved(other))
            if std::mem::discriminant(&one.shape) == std::mem::discriminant(&other.shape) =>
        {
            of_numbers(asked, held, extent(one).max(extent(other)))
        }
        // Within the extent of the bodies: a plane that is turned moves away from them in proportion to their size.
        (Body::Halfspace { normal, .. }, Body::Halfspace { .. }) => {
            let length = normal.iter().map(|x| x * x).sum::<f64>().sqrt();
            of_numbers(asked, held, largest) / length
        }
        _ => f64::INFINITY,
    }
}

fn extent(curved: &Curved) -> f64 {
    curved.extents().into_iter().fold(0.0, |most: f64, x| most.max(x.abs()))
}

/// The sum of the differences of positions and sizes, and of the differences of factors times this length.
fn of_numbers(asked: &Body, held: &Body, length: f64) -> f64 {
    let numbers = |body: &Body| {
        let mut all = Vec::new();
        body.clone().each_number(&mut |number| match number {
            Number::Position(point) => all.extend(point.iter().map(|x| (*x, 1.0))),
            Number::Size(size) => all.push((*size, 1.0)),
            Number::Factor(factor) => all.push((*factor, length)),
        });
        all
    };
    numbers(asked)
        .into_iter()
        .zip(numbers(held))
        .map(|((x, weight), (y, _))| if x == y { 0.0 } else { (x - y).abs() * weight })
        .sum()
}

/// The greatest distance of these points from the hull of the points `of`.
fn farthest(dimension: u8, points: &[Point], of: &[Point]) -> f64 {
    let distance = |point: &Point| {
        if of.contains(point) {
            return 0.0;
        }
        Truth::of(&Case::of_points("held", dimension, vec![*point], of.to_vec())).distance_f64()
    };
    points.iter().map(distance).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use gjk_cases::case::{Curved, Shape};
    use gjk_cases::format::Holds;

    use super::*;

    const CUBE: [Point; 4] = [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];

    fn points(points: &[Point]) -> Body {
        Body::Points(points.to_vec())
    }

    /// The deviation of the first body held as this one, in units of 2⁻⁵³ · 4, and whether it is beyond the limit.
    fn of(held: Body, within: Option<Within>) -> (f64, bool) {
        let case = Case::of_bodies("x", 3, points(&CUBE), points(&[[4.0, 4.0, 4.0]]));
        let greeting = Greeting { holds: Some(Holds { text: "x".to_owned(), within }), ..Greeting::of("x") };
        let Deviation { units, is_beyond } = Deviation::of(&case, &[held, case.b.clone()], Some(&greeting), Arithmetic::F64);
        (units, is_beyond)
    }

    #[test]
    fn points_of_either_body_are_measured_from_the_other() {
        let unit = 4.0 * Arithmetic::F64.unit();
        // The same body: its corners as they are, or in another order with a point that lies in it.
        let more = points(&[CUBE[3], [1.0, 1.0, 1.0], CUBE[0], CUBE[2], CUBE[1]]);
        assert_eq!([of(points(&CUBE), None), of(more, None)], [(0.0, false); 2]);
        // A corner moved by eight units and by ten: an odd number of units is not representable here.
        for (moved, is_beyond) in [(8.0, false), (10.0, true)] {
            let held = points(&[CUBE[0], CUBE[1], CUBE[2], [0.0, 0.0, 4.0 + moved * unit]]);
            assert_eq!(of(held, None), (moved, is_beyond));
        }
        // A corner that is not held deviates by its distance from the rest: 4, its height over the triangle.
        let (units, is_beyond) = of(points(&CUBE[..3]), None);
        assert!((units * unit - 4.0).abs() < 1e-12 && is_beyond, "{units}");
        // A held point that was never asked about.
        let (units, is_beyond) = of(points(&[CUBE[0], CUBE[1], CUBE[2], CUBE[3], [-3.0, 0.0, 0.0]]), None);
        assert!((units * unit - 3.0).abs() < 1e-12 && is_beyond, "{units}");
    }

    #[test]
    fn only_the_deviation_stated_in_the_greeting_is_allowed() {
        let held = || points(&[CUBE[0], CUBE[1], CUBE[2], [0.0, 0.0, 4.5]]);
        for (within, is_beyond) in [
            (None, true),
            (Some(Within::Length(0.5)), false),
            (Some(Within::Length(0.499)), true),
            (Some(Within::Relative(0.125)), false),
            (Some(Within::Relative(0.124)), true),
        ] {
            assert_eq!(of(held(), within).1, is_beyond, "{within:?}");
        }
    }

    #[test]
    fn bodies_of_another_kind_are_other_bodies_and_sizes_count_as_lengths() {
        let rounded = |radius| Body::Rounded { points: CUBE.to_vec(), radius };
        assert_eq!(of(Body::Union(vec![points(&CUBE)]), None), (f64::INFINITY, true));
        let (units, is_beyond) = of(rounded(1.0), None);
        assert!((units * 4.0 * Arithmetic::F64.unit() - 1.0).abs() < 1e-12 && is_beyond);
        let ball = |radius: f64, at: f64, turned: f64| {
            let shape = Shape::Ellipsoid { semi_axes: [radius, 2.0, 2.0] };
            let rotation = [[1.0, turned, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
            Body::Curved(Curved { shape, center: [at, 0.0, 0.0], rotation })
        };
        let between = |asked: &Body, held: &Body| super::between(3, (asked, held), 4.0);
        assert_eq!(between(&ball(2.0, 1.0, 0.0), &ball(2.0, 1.0, 0.0)), 0.0);
        assert_eq!(between(&ball(2.0, 1.0, 0.0), &ball(2.5, 1.25, 0.125)), 0.5 + 0.25 + 0.125 * 2.5);
        let plane = |z: f64, offset: f64| Body::Halfspace { normal: [0.0, 0.0, z], offset };
        assert_eq!(between(&plane(2.0, 1.0), &plane(2.0, 2.0)), 0.5);
        let union = |x: f64| Body::Union(vec![points(&CUBE), points(&[[x, 0.0, 0.0]])]);
        assert_eq!(between(&union(7.0), &union(7.5)), 0.5);
        assert_eq!(between(&union(7.0), &Body::Union(vec![points(&CUBE)])), f64::INFINITY);
    }

    #[test]
    fn the_unit_is_that_of_the_scalar_and_not_below_its_least_number() {
        let case = Case::of_points("x", 3, vec![[0.0; 3]], vec![[4.0, 0.0, 0.0]]);
        let held = [points(&[[0.0; 3]]), points(&[[4.0 + 32.0 * Arithmetic::F32.unit(), 0.0, 0.0]])];
        let of = |arithmetic| Deviation::of(&case, &held, None, arithmetic);
        assert_eq!(of(Arithmetic::F32), Deviation { units: 8.0, is_beyond: false });
        assert!(of(Arithmetic::F64).is_beyond);
        let least = f64::from_bits(1);
        let tiny = Case::of_points("x", 3, vec![[0.0; 3]], vec![[least, 0.0, 0.0]]);
        let moved = |units: f64| [points(&[[0.0; 3]]), points(&[[(1.0 + units) * least, 0.0, 0.0]])];
        let of = |units: f64| Deviation::of(&tiny, &moved(units), None, Arithmetic::F64);
        assert_eq!([of(8.0), of(9.0)].map(|deviation| (deviation.units, deviation.is_beyond)), [(8.0, false), (9.0, true)]);
    }
}
