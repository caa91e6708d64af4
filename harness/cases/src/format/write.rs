//! The writer of case lines: every number is written such that reading it gives the same bits.

use crate::body::{Body, IDENTITY, Point, Shape};
use crate::case::Case;
use crate::hexfloat;

/// The case as one line, without the line feed, such that reading it gives the same bits.
///
/// Coordinates are the shortest decimals that round to the same double. The colons of a generated case's name
/// `FAMILY:SEED:INDEX` are not allowed in an id and become dots; the field `family` names the family. The knob is not
/// part of the format. A coordinate that is not finite has no spelling in the format: the reader refuses the line.
pub fn write(case: &Case) -> String {
    let text = |text: &Option<String>| text.as_deref().map(quoted);
    let vector = |vector: &Point| point(vector, case.dimension);
    let expect = case.expect.as_ref().map(|expect| {
        object([
            ("class", expect.class.map(|class| quoted(class.name()))),
            ("distance_squared", text(&expect.distance_squared)),
            ("core_distance_squared", text(&expect.core_distance_squared)),
            ("depth_squared", text(&expect.depth_squared)),
            ("distance", text(&expect.distance)),
            ("depth", text(&expect.depth)),
            ("normal", expect.normal.as_ref().map(vector)),
            ("on_a", expect.on_a.as_ref().map(vector)),
            ("on_b", expect.on_b.as_ref().map(vector)),
            ("time", expect.time.as_ref().map(|time| quoted(time.text()))),
            ("path_distance_squared", text(&expect.path_distance_squared)),
            ("path_depth_squared", text(&expect.path_depth_squared)),
        ])
    });
    object([
        ("id", Some(quoted(&case.id.replace(':', ".")))),
        ("dim", Some(case.dimension.to_string())),
        ("scalar", case.home.map(|home| quoted(home.name()))),
        ("a", Some(body(&case.a, case.dimension))),
        ("b", Some(body(&case.b, case.dimension))),
        ("cast", case.cast.as_ref().map(|motion| object([("translation", Some(vector(motion)))]))),
        ("expect", expect),
        ("source", text(&case.source)),
        ("note", text(&case.note)),
        ("family", text(&case.family)),
    ])
}

fn body(body: &Body, dimension: u8) -> String {
    let vector = |vector: &Point| point(vector, dimension);
    let vectors = |vectors: &[Point]| list(vectors.iter().map(vector));
    match body {
        Body::Points(points) => object([("points", Some(vectors(points)))]),
        Body::Rounded { points, radius } => object([("points", Some(vectors(points))), ("radius", Some(number(*radius)))]),
        Body::Halfspace { normal, offset } => {
            let fields = object([("normal", Some(vector(normal))), ("offset", Some(number(*offset)))]);
            object([("halfspace", Some(fields))])
        }
        Body::Union(bodies) => object([("union", Some(list(bodies.iter().map(|body| self::body(body, dimension)))))]),
        Body::Curved(curved) => {
            let (kind, semi_axes, sizes) = match &curved.shape {
                Shape::Ellipsoid { semi_axes } => ("ellipsoid", Some(vector(semi_axes)), None),
                Shape::Cylinder { radius, half_height } => ("cylinder", None, Some((radius, half_height))),
                Shape::Cone { radius, half_height } => ("cone", None, Some((radius, half_height))),
            };
            let turned = curved.rotation != IDENTITY;
            let fields = object([
                ("semi_axes", semi_axes),
                ("radius", sizes.map(|(radius, _)| number(*radius))),
                ("half_height", sizes.map(|(_, half_height)| number(*half_height))),
                ("center", Some(vector(&curved.center))),
                ("rotation", turned.then(|| vectors(&curved.rotation[..dimension.into()]))),
            ]);
            object([(kind, Some(fields))])
        }
    }
}

fn point(coordinates: &Point, dimension: u8) -> String {
    list(coordinates[..dimension.into()].iter().map(|x| number(*x)))
}

/// The object of the fields that are present.
fn object<const N: usize>(fields: [(&str, Option<String>); N]) -> String {
    let fields = fields.into_iter().filter_map(|(name, value)| Some(format!("\"{name}\":{}", value?)));
    format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
}

fn list(elements: impl Iterator<Item = String>) -> String {
    format!("[{}]", elements.collect::<Vec<_>>().join(","))
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// The shortest decimal that is read as this double. A negative zero keeps its decimal point, since many readers treat
/// `-0` as an integer and lose its sign.
pub fn number(value: f64) -> String {
    if !value.is_finite() {
        quoted(&hexfloat::write(value))
    } else if value == 0.0 {
        String::from(if value.is_sign_negative() { "-0.0" } else { "0" })
    } else if (1e-5..1e16).contains(&value.abs()) {
        value.to_string()
    } else {
        format!("{value:e}")
    }
}
