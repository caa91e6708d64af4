//! The placement of a body, as a case file states it.

use super::field::{Field, Place, Unknown};
use super::json::{Elements, Leaf};
use super::numbers::{matrix, number, numbers, point};
use crate::body::Point;
use crate::given::angle::cosine_and_sine;
use crate::given::{PosedBody, Step, Turn, not_orthonormal};
use serde::Deserialize;

/// The largest allowed difference between an entry of RᵀR and the identity, in u of the case's scalar, for the rotation
/// R of a body that is not a hull of points. Three roundings of the entries of a rotation to the nearest numbers of the
/// scalar cost less than 4 u; a matrix that is not meant as a rotation differs by more than 64 u.
const ORTHONORMAL: f64 = 64.0;

/// A pose as it is written in a line.
#[derive(Default, Deserialize)]
#[serde(default, expecting = "an object such as {\"translation\":[…],\"quaternion\":[w,x,y,z]}")]
pub struct PoseFields {
    translation: Field<Elements>,
    quaternion: Field<Elements>,
    rotation: Field<Elements>,
    angle: Field<Leaf>,
    #[serde(flatten)]
    unknown: Unknown,
}

/// The body, placed by the pose.
pub fn placed(body: PosedBody, fields: PoseFields, place: &Place) -> Option<PosedBody> {
    let known = ["translation", "quaternion", "rotation", "angle"];
    place.refuse(fields.unknown.keys().map(String::as_str), &known);
    let given = [
        ("quaternion", fields.quaternion.is_given()),
        ("rotation", fields.rotation.is_given()),
        ("angle", fields.angle.is_given()),
    ];
    let turns: Vec<&str> = given.iter().filter(|(_, given)| *given).map(|(name, _)| *name).collect();
    if let [one, other, ..] = turns[..] {
        return place.fault(format!("both \"{one}\" and \"{other}\" turn the body; one of them is enough"));
    }
    let translation = fields.translation.optional(&place.at("translation"), point);
    let quaternion = fields.quaternion.optional(&place.at("quaternion"), quaternion);
    let has_shape = body.needs_rotations();
    let rotation = fields.rotation.optional(&place.at("rotation"), |rows, place| {
        let matrix = matrix(rows, place)?;
        if has_shape { orthonormal(matrix, place) } else { Some(matrix) }
    });
    let angle = fields.angle.optional(&place.at("angle"), |value, place| match place.dimension {
        Some(3) => place.fault("is of the plane; in space a body is turned by a quaternion or a rotation"),
        _ => number(value, place).map(|angle| {
            let [cosine, sine] = cosine_and_sine(angle);
            [[cosine, -sine, 0.0], [sine, cosine, 0.0], [0.0, 0.0, 1.0]]
        }),
    });
    let turn = quaternion?.map(Turn::Quaternion).or(rotation?.or(angle?).map(Turn::Matrix));
    Some(body.moved(Step::Pose { turn, translation: translation?.unwrap_or_default() }))
}

fn quaternion(parts: Elements, place: &Place) -> Option<[f64; 4]> {
    if place.dimension == Some(2) {
        return place.fault("is of space; in the plane a body is turned by an angle or a rotation");
    }
    match numbers(&parts, place)? {
        [0.0, 0.0, 0.0, 0.0] => place.fault("a quaternion of zeros is no rotation"),
        parts => Some(parts),
    }
}

/// The matrix, which must be orthonormal to 64 u if the place has a scalar.
pub fn orthonormal(matrix: [Point; 3], place: &Place) -> Option<[Point; 3]> {
    let Some(bound) = place.scalar.map(|scalar| ORTHONORMAL * scalar.unit()) else { return Some(matrix) };
    match not_orthonormal(&matrix) {
        found if found <= bound => Some(matrix),
        found => place.fault(format!(
            "must be orthonormal to {ORTHONORMAL} u, {bound:.3e} in this scalar; an entry of RᵀR − I is {found:.3e}"
        )),
    }
}
