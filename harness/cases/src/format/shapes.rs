//! Bodies that are given by their sizes: boxes, spheres, capsules, half-spaces, and the curved ones.

use super::field::{Field, Place, Unknown};
use super::json::{Elements, Leaf};
use super::numbers::{length, matrix, number, point};
use super::pose::orthonormal;
use crate::body::{Body, Curved, IDENTITY, Point, Shape};
use crate::family::corners;
use crate::given::{PosedBody, Step};
use serde::Deserialize;

/// The sizes of a body, with the fields of all kinds.
#[derive(Default, Deserialize)]
#[serde(default, expecting = "an object with the sizes of the body")]
pub struct ShapeFields {
    half_extents: Field<Elements>,
    size: Field<Elements>,
    semi_axes: Field<Elements>,
    radius: Field<Leaf>,
    half_height: Field<Leaf>,
    height: Field<Leaf>,
    length: Field<Leaf>,
    axis: Field<Leaf>,
    from: Field<Elements>,
    to: Field<Elements>,
    normal: Field<Elements>,
    offset: Field<Leaf>,
    point: Field<Elements>,
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
            ("size", self.size.is_given()),
            ("semi_axes", self.semi_axes.is_given()),
            ("radius", self.radius.is_given()),
            ("half_height", self.half_height.is_given()),
            ("height", self.height.is_given()),
            ("length", self.length.is_given()),
            ("axis", self.axis.is_given()),
            ("from", self.from.is_given()),
            ("to", self.to.is_given()),
            ("normal", self.normal.is_given()),
            ("offset", self.offset.is_given()),
            ("point", self.point.is_given()),
            ("center", self.center.is_given()),
            ("rotation", self.rotation.is_given()),
        ];
        let given = named.iter().filter(|(_, given)| *given).map(|(name, _)| *name);
        place.refuse(given.chain(self.unknown.keys().map(String::as_str)), known);
    }
}

/// The hull of the vertices (±x, ±y, ±z).
pub fn cuboid(fields: ShapeFields, place: &Place) -> Option<Body> {
    fields.refuse_others(place, &["half_extents", "size"]);
    let high = match (fields.half_extents.is_given(), fields.size.is_given()) {
        (true, true) => return place.fault("both \"half_extents\" and \"size\" say how large it is; one of them is enough"),
        (false, false) => return place.fault("has neither \"half_extents\" nor \"size\"; one of the two says how large it is"),
        (true, false) => {
            fields.half_extents.required(&place.at("half_extents"), |extents, place| sizes(extents, place, "a half extent"))?
        }
        (false, true) => {
            fields.size.required(&place.at("size"), |size, place| sizes(size, place, "a size"))?.map(|size| 0.5 * size)
        }
    };
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

/// Two points with a radius: along an axis of the body, or between two points.
pub fn capsule(fields: ShapeFields, place: &Place) -> Option<Body> {
    fields.refuse_others(place, &["radius", "half_height", "height", "length", "axis", "from", "to"]);
    let is_between = fields.from.is_given() || fields.to.is_given();
    let has_height = fields.half_height.is_given() || fields.height.is_given() || fields.length.is_given();
    if is_between == has_height {
        let what = if is_between { "both" } else { "neither" };
        return place.fault(format!(
            "has {what} of \"half_height\" (or \"height\" or \"length\", twice as long) and \"from\" with \"to\"; one of the two \
             says how long it is"
        ));
    }
    if is_between && fields.axis.is_given() {
        return place.at("axis").fault("goes with a height; \"from\" and \"to\" already say where the capsule lies");
    }
    let radius = radius(fields.radius, place);
    let points = if is_between {
        let from = fields.from.required(&place.at("from"), point);
        from.zip(fields.to.required(&place.at("to"), point)).map(|(from, to)| [from, to])
    } else {
        let last = if place.dimension == Some(2) { 1 } else { 2 };
        let axis = fields.axis.optional(&place.at("axis"), axis).map(|axis| axis.unwrap_or(last));
        let half = half_height([fields.half_height, fields.height, fields.length], place);
        axis.zip(half).map(|(axis, half)| [-half, half].map(|x| std::array::from_fn(|i| if i == axis { x } else { 0.0 })))
    };
    Some(Body::Rounded { points: points?.to_vec(), radius: radius? })
}

/// The set of all p with normal·p ≤ offset, or with normal·p ≤ normal·point.
pub fn halfspace(fields: ShapeFields, place: &Place) -> Option<PosedBody> {
    fields.refuse_others(place, &["normal", "offset", "point"]);
    let normal = fields.normal.required(&place.at("normal"), |normal, place| match point(normal, place)? {
        [0.0, 0.0, 0.0] => place.fault("a normal has a length that is not zero"),
        normal => Some(normal),
    });
    match (fields.offset.is_given(), fields.point.is_given()) {
        (true, true) => place.fault("both \"offset\" and \"point\" say where its boundary lies; one of them is enough"),
        (false, false) => place.fault("has neither \"offset\" nor \"point\"; one of the two says where its boundary lies"),
        (true, false) => {
            let offset = fields.offset.required(&place.at("offset"), number);
            Some(PosedBody::plain(Body::Halfspace { normal: normal?, offset: offset? }))
        }
        (false, true) => {
            // The offset is the exact product, rounded once in the scalar that runs, like that of any moved half-space.
            let point = fields.point.required(&place.at("point"), point);
            let through_origin = PosedBody::plain(Body::Halfspace { normal: normal?, offset: 0.0 });
            Some(through_origin.moved(Step::translation(point?)))
        }
    }
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
        fields.refuse_others(place, &["radius", "half_height", "height", "length", "axis", "center", "rotation"]);
        let radius = radius(fields.radius, place);
        let half_height = half_height([fields.half_height, fields.height, fields.length], place);
        radius.zip(half_height).map(|(radius, half_height)| match kind {
            "cone" => Shape::Cone { radius, half_height },
            _ => Shape::Cylinder { radius, half_height },
        })
    };
    let axis = if kind == "ellipsoid" { Some(None) } else { fields.axis.optional(&place.at("axis"), axis) };
    let center = fields.center.optional(&place.at("center"), point);
    let rotation = fields
        .rotation
        .optional(&place.at("rotation"), |rows, place| matrix(rows, place).and_then(|matrix| orthonormal(matrix, place)));
    let rotation = along(axis?.unwrap_or(2), rotation?.unwrap_or(IDENTITY));
    Some(Body::Curved(Curved { shape: shape?, center: center?.unwrap_or_default(), rotation }))
}

/// The product of a rotation and the cyclic permutation of the axes that turns z to the axis with this number: the columns
/// of the rotation, permuted.
fn along(axis: usize, rotation: [Point; 3]) -> [Point; 3] {
    rotation.map(|row| std::array::from_fn(|column| row[(column + axis + 1) % 3]))
}

/// The number of an axis of the body.
fn axis(value: Leaf, place: &Place) -> Option<usize> {
    let (names, wanted) = match place.dimension {
        Some(2) => (&["x", "y"][..], "\"x\" or \"y\""),
        _ => (&["x", "y", "z"][..], "\"x\", \"y\" or \"z\""),
    };
    let found = value.text().and_then(|text| names.iter().position(|name| *name == text));
    found.or_else(|| place.fault(format!("must be {wanted}: the axis of the body along which it is long")))
}

fn radius(field: Field<Leaf>, place: &Place) -> Option<f64> {
    field.required(&place.at("radius"), |value, place| length(value, place, "a radius"))
}

/// Half the height, from the one field of `half_height`, `height` and `length` that is given.
fn half_height(fields: [Field<Leaf>; 3], place: &Place) -> Option<f64> {
    let names = ["half_height", "height", "length"];
    let mut given = names.into_iter().zip(fields).filter(|(_, field)| field.is_given());
    let Some((name, field)) = given.next() else {
        return place
            .at("half_height")
            .fault("missing; it, or \"height\" or \"length\", twice as long, says how long the body is");
    };
    if let Some((other, _)) = given.next() {
        return place.fault(format!("both \"{name}\" and \"{other}\" say how long it is; one of them is enough"));
    }
    let (what, factor) = if name == "half_height" { ("a half height", 1.0) } else { ("a height", 0.5) };
    field.required(&place.at(name), |value, place| length(value, place, what)).map(|length| factor * length)
}

/// Lengths along the axes, all of them nonnegative.
fn sizes(coordinates: Elements, place: &Place, what: &str) -> Option<Point> {
    let sizes = point(coordinates, place)?;
    match sizes.iter().position(|size| *size < 0.0) {
        Some(axis) => place.at(&format!("[{axis}]")).fault(format!("{what} is at least 0")),
        None => Some(sizes),
    }
}
