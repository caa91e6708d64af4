//! Bodies that are given by their sizes: boxes, spheres, capsules, half-spaces, and the curved ones.

use super::field::{Field, Place, Unknown};
use super::json::{Elements, Leaf};
use super::numbers::{length, matrix, number, point};
use super::pose::orthonormal;
use crate::body::{Body, Curved, IDENTITY, Point, Shape};
use crate::family::corners;
use serde::Deserialize;

/// The sizes of a body, with the fields of all kinds.
#[derive(Default, Deserialize)]
#[serde(default, expecting = "an object with the sizes of the body")]
pub struct ShapeFields {
    half_extents: Field<Elements>,
    semi_axes: Field<Elements>,
    radius: Field<Leaf>,
    half_height: Field<Leaf>,
    from: Field<Elements>,
    to: Field<Elements>,
    normal: Field<Elements>,
    offset: Field<Leaf>,
    center: Field<Elements>,
    rotation: Field<Elements>,
    #[serde(flatten)]
    unknown: Unknown,
}

impl ShapeFields {
    /// Notes the fields that do not belong to this kind of body.
    fn refuse_others(&self, place: &Place, known: &[&str]) {
        let named = [
            ("half_extents", self.half_extents.is_given()),
            ("semi_axes", self.semi_axes.is_given()),
            ("radius", self.radius.is_given()),
            ("half_height", self.half_height.is_given()),
            ("from", self.from.is_given()),
            ("to", self.to.is_given()),
            ("normal", self.normal.is_given()),
            ("offset", self.offset.is_given()),
            ("center", self.center.is_given()),
            ("rotation", self.rotation.is_given()),
        ];
        let given = named.iter().filter(|(_, given)| *given).map(|(name, _)| *name);
        place.refuse(given.chain(self.unknown.keys().map(String::as_str)), known);
    }
}

/// The hull of the vertices (±x, ±y, ±z).
pub fn cuboid(fields: ShapeFields, place: &Place) -> Option<Body> {
    fields.refuse_others(place, &["half_extents"]);
    let high =
        fields.half_extents.required(&place.at("half_extents"), |extents, place| sizes(extents, place, "a half extent"))?;
    let vertices = corners(high.map(|x| -x), high);
    // In the plane the first four differ in x and y.
    let count = if place.dimension == Some(2) { 4 } else { 8 };
    let flat = |p: Point| [p[0], p[1], if count == 4 { 0.0 } else { p[2] }];
    Some(Body::Points(vertices.into_iter().take(count).map(flat).collect()))
}

/// A point with a radius.
pub fn sphere(fields: ShapeFields, place: &Place) -> Option<Body> {
    fields.refuse_others(place, &["radius"]);
    let radius = radius(fields.radius, place)?;
    Some(Body::Rounded { points: vec![[0.0; 3]], radius })
}

/// Two points with a radius: along the last axis of the body, or between two points.
pub fn capsule(fields: ShapeFields, place: &Place) -> Option<Body> {
    fields.refuse_others(place, &["radius", "half_height", "from", "to"]);
    let is_between = fields.from.is_given() || fields.to.is_given();
    if is_between == fields.half_height.is_given() {
        let what = if is_between { "both" } else { "neither" };
        return place
            .fault(format!("has {what} of \"half_height\" and \"from\" with \"to\"; one of the two says how long it is"));
    }
    let radius = radius(fields.radius, place);
    let points = if is_between {
        let from = fields.from.required(&place.at("from"), point);
        from.zip(fields.to.required(&place.at("to"), point)).map(|(from, to)| [from, to])
    } else {
        half_height(fields.half_height, place).map(|half| {
            let last = if place.dimension == Some(2) { 1 } else { 2 };
            [-half, half].map(|x| std::array::from_fn(|i| if i == last { x } else { 0.0 }))
        })
    };
    Some(Body::Rounded { points: points?.to_vec(), radius: radius? })
}

/// The set of all p with normal·p ≤ offset.
pub fn halfspace(fields: ShapeFields, place: &Place) -> Option<Body> {
    fields.refuse_others(place, &["normal", "offset"]);
    let normal = fields.normal.required(&place.at("normal"), |normal, place| match point(normal, place)? {
        [0.0, 0.0, 0.0] => place.fault("a normal has a length that is not zero"),
        normal => Some(normal),
    });
    let offset = fields.offset.required(&place.at("offset"), number);
    Some(Body::Halfspace { normal: normal?, offset: offset? })
}

/// An ellipsoid, a cylinder or a cone.
pub fn curved(fields: ShapeFields, place: &Place, kind: &str) -> Option<Body> {
    if kind != "ellipsoid" && place.dimension == Some(2) {
        return place.fault(format!("a {kind} is a body of space; dim is 2 here"));
    }
    let shape = if kind == "ellipsoid" {
        fields.refuse_others(place, &["semi_axes", "center", "rotation"]);
        let semi_axes = fields.semi_axes.required(&place.at("semi_axes"), |axes, place| sizes(axes, place, "a semi-axis"));
        semi_axes.map(|semi_axes| Shape::Ellipsoid { semi_axes })
    } else {
        fields.refuse_others(place, &["radius", "half_height", "center", "rotation"]);
        let radius = radius(fields.radius, place);
        radius.zip(half_height(fields.half_height, place)).map(|(radius, half_height)| match kind {
            "cone" => Shape::Cone { radius, half_height },
            _ => Shape::Cylinder { radius, half_height },
        })
    };
    let center = fields.center.optional(&place.at("center"), point);
    let rotation = fields
        .rotation
        .optional(&place.at("rotation"), |rows, place| matrix(rows, place).and_then(|matrix| orthonormal(matrix, place)));
    Some(Body::Curved(Curved { shape: shape?, center: center?.unwrap_or_default(), rotation: rotation?.unwrap_or(IDENTITY) }))
}

fn radius(field: Field<Leaf>, place: &Place) -> Option<f64> {
    field.required(&place.at("radius"), |value, place| length(value, place, "a radius"))
}

fn half_height(field: Field<Leaf>, place: &Place) -> Option<f64> {
    field.required(&place.at("half_height"), |value, place| length(value, place, "a half height"))
}

/// Lengths along the axes, all of them nonnegative.
fn sizes(coordinates: Elements, place: &Place, what: &str) -> Option<Point> {
    let sizes = point(coordinates, place)?;
    match sizes.iter().position(|size| *size < 0.0) {
        Some(axis) => place.at(&format!("[{axis}]")).fault(format!("{what} is at least 0")),
        None => Some(sizes),
    }
}
