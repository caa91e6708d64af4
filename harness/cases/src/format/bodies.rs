//! The bodies of a case file.

use super::field::{Field, Place, Unknown};
use super::json::{Elements, Leaf};
use super::meshes::{MeshFields, mesh};
use super::numbers::{length, point};
use super::pose::{Poses, placed};
use super::shapes::{self, ShapeFields};
use super::vertices::vertices;
use crate::body::{Body, Point};
use crate::given::PosedBody;
use crate::quote::cut;
use serde::Deserialize;

/// The greatest depth of unions within unions: the reader descends by recursion.
const DEPTH: usize = 16;

/// A body as it is written in a line. Fields that few bodies have are boxed, because they would be moved with the
/// others again and again.
#[derive(Default, Deserialize)]
#[serde(default, expecting = "an object such as {\"points\":[…]}")]
pub struct BodyFields {
    points: Field<Elements>,
    vertices: Field<Elements>,
    faces: Field<Elements>,
    radius: Field<Leaf>,
    r#box: Field<Box<ShapeFields>>,
    sphere: Field<Box<ShapeFields>>,
    capsule: Field<Box<ShapeFields>>,
    halfspace: Field<Box<ShapeFields>>,
    ellipsoid: Field<Box<ShapeFields>>,
    cylinder: Field<Box<ShapeFields>>,
    cone: Field<Box<ShapeFields>>,
    mesh: Field<Box<MeshFields>>,
    union: Field<Elements>,
    pose: Field<Box<Poses>>,
    #[serde(flatten)]
    unknown: Unknown,
}

/// Checks a body; `None` if it has an error, which is then among the faults.
pub fn body(fields: BodyFields, place: &Place) -> Option<PosedBody> {
    nested(fields, place, DEPTH)
}

fn nested(fields: BodyFields, place: &Place, depth: usize) -> Option<PosedBody> {
    let named = [
        ("points", fields.points.is_given()),
        ("vertices", fields.vertices.is_given()),
        ("box", fields.r#box.is_given()),
        ("sphere", fields.sphere.is_given()),
        ("capsule", fields.capsule.is_given()),
        ("halfspace", fields.halfspace.is_given()),
        ("ellipsoid", fields.ellipsoid.is_given()),
        ("cylinder", fields.cylinder.is_given()),
        ("cone", fields.cone.is_given()),
        ("mesh", fields.mesh.is_given()),
        ("union", fields.union.is_given()),
        ("faces", fields.faces.is_given()),
        ("radius", fields.radius.is_given()),
        ("pose", fields.pose.is_given()),
    ];
    let kinds = &named[..11];
    let given = || named.iter().filter(|(_, given)| *given).map(|(name, _)| *name);
    let given: Vec<&str> = given().chain(fields.unknown.keys().map(String::as_str)).collect();
    let Some(&(kind, _)) = kinds.iter().find(|(_, given)| *given) else {
        let unknown = given.iter().find(|name| **name != "pose");
        let what = unknown.map_or("no body in it".to_owned(), |name| format!("unknown body {:?}", cut(name)));
        let kinds: Vec<String> = kinds.iter().map(|(kind, _)| format!("{kind:?}")).collect();
        return place.fault(format!("{what}; bodies are {}", kinds.join(", ")));
    };
    let own = [kind, "pose"];
    let known: &[&str] = match kind {
        "points" => &["points", "radius", "pose"],
        "vertices" => &["vertices", "faces", "radius", "pose"],
        _ => &own,
    };
    place.refuse(given, known);
    let at = place.at(kind);
    let body = match kind {
        "points" | "vertices" => {
            let radius = fields.radius.optional(&place.at("radius"), |value, place| length(value, place, "a radius"));
            let points = match kind {
                "points" => fields.points.required(&at, points),
                _ => vertices(fields.vertices.required(&at, points), fields.faces, place),
            };
            points.zip(radius).map(|(points, radius)| match radius {
                None => Body::Points(points),
                Some(radius) => Body::Rounded { points, radius },
            })
        }
        "union" => {
            let union = fields.union.required(&at, |bodies, place| union(bodies, place, depth))?;
            return posed(union, fields.pose, place);
        }
        "mesh" => {
            let mesh = fields.mesh.required(&at, |fields, place| mesh(*fields, place))?;
            return posed(mesh, fields.pose, place);
        }
        "box" => fields.r#box.required(&at, |fields, place| shapes::cuboid(*fields, place)),
        "sphere" => fields.sphere.required(&at, |fields, place| shapes::sphere(*fields, place)),
        "capsule" => fields.capsule.required(&at, |fields, place| shapes::capsule(*fields, place)),
        "halfspace" => {
            let halfspace = fields.halfspace.required(&at, |fields, place| shapes::halfspace(*fields, place))?;
            return posed(halfspace, fields.pose, place);
        }
        "ellipsoid" => fields.ellipsoid.required(&at, |fields, place| shapes::curved(*fields, place, kind)),
        "cylinder" => fields.cylinder.required(&at, |fields, place| shapes::curved(*fields, place, kind)),
        _ => fields.cone.required(&at, |fields, place| shapes::curved(*fields, place, kind)),
    };
    posed(PosedBody::plain(body?), fields.pose, place)
}

fn posed(body: PosedBody, pose: Field<Box<Poses>>, place: &Place) -> Option<PosedBody> {
    if !pose.is_given() {
        return Some(body);
    }
    pose.required(&place.at("pose"), |poses, place| placed(body, *poses, place))
}

fn union(bodies: Elements, place: &Place, depth: usize) -> Option<PosedBody> {
    if bodies.count() == 0 {
        return place.fault("a union has at least one body");
    }
    if depth == 0 {
        return place.fault(format!("unions within unions are read {DEPTH} deep; write their bodies side by side"));
    }
    let bodies = place.list(&bodies, |fields, place| nested(fields, place, depth - 1))?;
    Some(PosedBody::of_parts(bodies.into_iter().flat_map(|body| body.parts).collect(), true))
}

fn points(points: Elements, place: &Place) -> Option<Vec<Point>> {
    if let Some(points) = plain(&points, place.dimension) {
        return Some(points);
    }
    let points = place.list(&points, point)?;
    if points.is_empty() {
        return place.fault("a body has at least one point");
    }
    Some(points)
}

/// Points whose coordinates are all JSON numbers, as nearly all are, and as many as the dimension states. `None` for
/// other points, and if there are no points: then each element is examined.
fn plain(points: &Elements, dimension: Option<u8>) -> Option<Vec<Point>> {
    let points: Vec<Point> = match dimension? {
        2 => points.read::<[f64; 2]>()?.into_iter().map(|[x, y]| [x, y, 0.0]).collect(),
        _ => points.read()?,
    };
    (!points.is_empty()).then_some(points)
}
