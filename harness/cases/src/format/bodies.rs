//! The bodies of a case file.

use super::field::{Field, Place, Unknown};
use super::json::{Elements, Leaf};
use crate::body::{Body, Curved, IDENTITY, Point, Shape};
use crate::hexfloat::{self, HexFloatError};
use crate::quote::cut;
use gjk_numbers::{Rational, Ring, Scalar};
use serde::Deserialize;

/// By how many u of the case's scalar an entry of RᵀR may differ from that of the identity, for R the rotation of a curved body: three
/// roundings of its entries to the nearest number of the scalar cost less than four, and what is no rotation more.
const ORTHONORMAL: f64 = 64.0;

/// Unions within unions, at most so deep: the reader descends by recursion.
const DEPTH: usize = 16;

/// A body as it stands in a line.
#[derive(Default, Deserialize)]
#[serde(default, expecting = "an object such as {\"points\":[…]}")]
pub struct BodyFields {
    points: Field<Elements>,
    radius: Field<Leaf>,
    ellipsoid: Field<CurvedFields>,
    cylinder: Field<CurvedFields>,
    cone: Field<CurvedFields>,
    union: Field<Elements>,
    #[serde(flatten)]
    unknown: Unknown,
}

/// An ellipsoid, a cylinder or a cone, with the fields of all three.
#[derive(Default, Deserialize)]
#[serde(default, expecting = "an object with sizes and a center")]
struct CurvedFields {
    semi_axes: Field<Elements>,
    radius: Field<Leaf>,
    half_height: Field<Leaf>,
    center: Field<Elements>,
    rotation: Field<Elements>,
    #[serde(flatten)]
    unknown: Unknown,
}

/// Checks a body; none if something is wrong with it, which is then among the faults.
pub fn body(fields: BodyFields, place: &Place) -> Option<Body> {
    nested(fields, place, DEPTH)
}

fn nested(fields: BodyFields, place: &Place, depth: usize) -> Option<Body> {
    let named = [
        ("points", fields.points.is_given()),
        ("ellipsoid", fields.ellipsoid.is_given()),
        ("cylinder", fields.cylinder.is_given()),
        ("cone", fields.cone.is_given()),
        ("union", fields.union.is_given()),
        ("radius", fields.radius.is_given()),
    ];
    let given: Vec<&str> = given(&named, &fields.unknown).collect();
    let Some(&(kind, _)) = named[..5].iter().find(|(_, given)| *given) else {
        let what = given.first().map_or("no body in it".to_owned(), |name| format!("unknown body {:?}", cut(name)));
        let kinds = "\"points\", \"ellipsoid\", \"cylinder\", \"cone\" and \"union\"";
        return place.fault(format!("{what}; bodies are {kinds}"));
    };
    place.refuse(given, if kind == "points" { &["points", "radius"] } else { std::slice::from_ref(&kind) });
    match kind {
        "points" => {
            let radius = fields.radius.optional(&place.at("radius"), |value, place| length(value, place, "a radius"));
            let points = fields.points.required(&place.at(kind), points)?;
            Some(match radius? {
                None => Body::Points(points),
                Some(radius) => Body::Rounded { points, radius },
            })
        }
        "union" => fields.union.required(&place.at(kind), |bodies, place| union(bodies, place, depth)),
        "ellipsoid" => fields.ellipsoid.required(&place.at(kind), |fields, place| curved(fields, place, kind)),
        "cylinder" => fields.cylinder.required(&place.at(kind), |fields, place| curved(fields, place, kind)),
        _ => fields.cone.required(&place.at(kind), |fields, place| curved(fields, place, kind)),
    }
}

fn union(bodies: Elements, place: &Place, depth: usize) -> Option<Body> {
    if bodies.count() == 0 {
        return place.fault("a union has at least one body");
    }
    if depth == 0 {
        return place.fault(format!("unions within unions are read {DEPTH} deep; write their bodies side by side"));
    }
    let bodies = place.list(&bodies, |fields, place| nested(fields, place, depth - 1))?;
    let flat = bodies.into_iter().flat_map(|body| match body {
        Body::Union(inner) => inner,
        body => vec![body],
    });
    Some(Body::Union(flat.collect()))
}

fn curved(fields: CurvedFields, place: &Place, kind: &str) -> Option<Body> {
    if kind != "ellipsoid" && place.dimension == Some(2) {
        return place.fault(format!("a {kind} is a body of space; dim is 2 here"));
    }
    let named = [
        ("semi_axes", fields.semi_axes.is_given()),
        ("radius", fields.radius.is_given()),
        ("half_height", fields.half_height.is_given()),
    ];
    let given = given(&named, &fields.unknown);
    let shape = if kind == "ellipsoid" {
        place.refuse(given, &["semi_axes", "center", "rotation"]);
        fields.semi_axes.required(&place.at("semi_axes"), semi_axes)
    } else {
        place.refuse(given, &["radius", "half_height", "center", "rotation"]);
        let radius = fields.radius.required(&place.at("radius"), |value, place| length(value, place, "a radius"));
        let half_height =
            fields.half_height.required(&place.at("half_height"), |value, place| length(value, place, "a half height"));
        radius.zip(half_height).map(|(radius, half_height)| match kind {
            "cone" => Shape::Cone { radius, half_height },
            _ => Shape::Cylinder { radius, half_height },
        })
    };
    let center = fields.center.optional(&place.at("center"), point);
    let rotation = fields.rotation.optional(&place.at("rotation"), matrix);
    Some(Body::Curved(Curved { shape: shape?, center: center?.unwrap_or_default(), rotation: rotation?.unwrap_or(IDENTITY) }))
}

/// The names of the fields that an object has.
fn given<'n>(named: &[(&'n str, bool)], unknown: &'n Unknown) -> impl Iterator<Item = &'n str> {
    named.iter().filter(|(_, given)| *given).map(|(name, _)| *name).chain(unknown.keys().map(String::as_str))
}

fn semi_axes(coordinates: Elements, place: &Place) -> Option<Shape> {
    let semi_axes = point(coordinates, place)?;
    match semi_axes.iter().position(|axis| *axis < 0.0) {
        Some(axis) => place.at(&format!("[{axis}]")).fault("a semi-axis is at least 0"),
        None => Some(Shape::Ellipsoid { semi_axes }),
    }
}

/// A square matrix by rows; beyond the dimension it is the identity. It has to be orthonormal to 64 u where the place has a scalar.
fn matrix(rows: Elements, place: &Place) -> Option<[Point; 3]> {
    let count = rows.count();
    if let Some(dimension) = place.dimension.filter(|dimension| count != usize::from(*dimension)) {
        return place.fault(format!("a rotation has {dimension} rows here (dim), this has {count}"));
    }
    let mut matrix = IDENTITY;
    for (known, row) in matrix.iter_mut().zip(place.list(&rows, point)?) {
        let dimension = usize::from(place.dimension?);
        known[..dimension].copy_from_slice(&row[..dimension]);
    }
    let Some(bound) = place.scalar.map(|scalar| ORTHONORMAL * scalar.unit()) else { return Some(matrix) };
    match not_orthonormal(&matrix) {
        found if found <= bound => Some(matrix),
        found => place.fault(format!(
            "must be orthonormal to {ORTHONORMAL} u, {bound:.3e} in this scalar; an entry of RᵀR − I is {found:.3e}"
        )),
    }
}

/// The greatest entry of |RᵀR − I|, computed exactly and rounded once.
fn not_orthonormal(rotation: &[Point; 3]) -> f64 {
    let rows = rotation.map(|row| row.map(<Rational as Scalar>::from_f64));
    let pairs = (0..3).flat_map(|i| (i..3).map(move |j| (i, j)));
    let entry = |(i, j): (usize, usize)| {
        let product = rows.iter().fold(Rational::zero(), |sum, row| sum.plus(&row[i].times(&row[j])));
        if i == j { product.minus(&Rational::one()) } else { product }
    };
    pairs.map(|pair| entry(pair).to_f64().abs()).fold(0.0, f64::max)
}

fn points(points: Elements, place: &Place) -> Option<Vec<Point>> {
    let points = place.list(&points, point)?;
    if points.is_empty() {
        return place.fault("a body has at least one point");
    }
    Some(points)
}

/// The coordinates of a point, as many as the dimension says.
pub fn point(coordinates: Elements, place: &Place) -> Option<Point> {
    let (mut first, mut count) = (Vec::with_capacity(3), 0);
    coordinates.each(|coordinate: Leaf| {
        if count < 3 {
            first.push(coordinate);
        }
        count += 1;
    });
    let mut good = place.dimension.is_none_or(|dimension| count == usize::from(dimension));
    if let Some(dimension) = place.dimension.filter(|_| !good) {
        place.fault::<()>(format!("{dimension} numbers are wanted here (dim), these are {count}"));
    }
    let mut point = [0.0; 3];
    // Every coordinate is checked, so that every fault is noted.
    for (axis, coordinate) in first.into_iter().enumerate() {
        match number(coordinate, &place.at(&format!("[{axis}]"))) {
            Some(number) => point[axis] = number,
            None => good = false,
        }
    }
    good.then_some(point)
}

/// A number that is not negative.
fn length(value: Leaf, place: &Place, what: &str) -> Option<f64> {
    let number = number(value, place)?;
    if number < 0.0 {
        return place.fault(format!("{what} is at least 0, this is {number}"));
    }
    Some(number)
}

/// What to write for hexadecimal digits without an exponent: as a number, and as the bits of one where they are as many as a single
/// or a double has.
fn spelt_out(text: &str) -> String {
    let digits = text.trim_start_matches("0x").trim_start_matches("0X");
    let bits = u64::from_str_radix(digits, 16).ok().and_then(|bits| match digits.len() {
        8 => Some(("single", f64::from(f32::from_bits(bits as u32)))),
        16 => Some(("double", f64::from_bits(bits))),
        _ => None,
    });
    let number = format!("write \"{}p0\" for that number", cut(text));
    match bits.filter(|(_, value)| value.is_finite()) {
        Some((kind, value)) => format!("{number}, or \"{}\" if these are the bits of a {kind}", hexfloat::write(value)),
        None => number,
    }
}

/// A decimal or a hexadecimal float.
pub fn number(value: Leaf, place: &Place) -> Option<f64> {
    let what = match value {
        Leaf::Text(text) => {
            return place.or_fault(hexfloat::parse(&text), |error| match error {
                HexFloatError::NoExponent => format!("{error}, this is {:?}; {}", cut(&text), spelt_out(&text)),
                _ => format!("{error}, this is {:?}", cut(&text)),
            });
        }
        // Every JSON number is a double.
        Leaf::Number(number) => return number.as_f64(),
        Leaf::Bool(value) => &format!("boolean `{value}`"),
        Leaf::Null => "null",
        Leaf::Array => "an array",
        Leaf::Object => "an object",
    };
    place.fault(format!("must be a number or a hexadecimal float, this is {what}"))
}
