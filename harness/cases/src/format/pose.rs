//! The placement of a body, as a case file states it: a pose, or a list of poses that are applied one after the other.

use super::field::{Field, Place, Unknown};
use super::json::{Elements, Leaf};
use super::numbers::{matrix, numbers, point};
use super::turn;
use crate::body::{IDENTITY, Point};
use crate::given::{PosedBody, Step, Turn, not_orthonormal};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

/// The largest allowed difference between an entry of RᵀR and the identity, in u of the case's scalar, for the rotation
/// R of a body that is not a hull of points. Three roundings of the entries of a rotation to the nearest numbers of the
/// scalar cost less than 4 u; a matrix that is not meant as a rotation differs by more than 64 u.
const ORTHONORMAL: f64 = 64.0;

/// The largest number of poses in a list.
const POSES: usize = 100;

/// The largest number of steps of all parts of a body that poses of several steps give it. Each part holds its own steps.
const STEPS: usize = 500_000;

/// A pose or a list of poses as it is written in a line.
pub enum Poses {
    One(PoseFields),
    List(Elements),
}

impl<'de> Deserialize<'de> for Poses {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Box::<RawValue>::deserialize(deserializer)?;
        let text = text.get();
        if text.starts_with('[') {
            serde_json::from_str(text).map(Poses::List).map_err(D::Error::custom)
        } else {
            serde_json::from_str(text).map(Poses::One).map_err(D::Error::custom)
        }
    }
}

/// A pose as it is written in a line.
#[derive(Default, Deserialize)]
#[serde(default, expecting = "an object such as {\"translation\":[…],\"quaternion\":[w,x,y,z]}")]
pub struct PoseFields {
    translation: Field<Elements>,
    quaternion: Field<Elements>,
    quaternion_xyzw: Field<Elements>,
    rotation: Field<Elements>,
    matrix: Field<Elements>,
    rpy: Field<Elements>,
    axis: Field<Elements>,
    angle: Field<Leaf>,
    #[serde(flatten)]
    unknown: Unknown,
}

/// The body, placed by one pose or by several.
pub fn placed(body: PosedBody, poses: Poses, place: &Place) -> Option<PosedBody> {
    let steps = steps_of(poses, place, body.needs_rotations())?;
    let held: usize = body.parts.iter().map(|part| part.steps.len() + steps.len()).sum();
    if steps.len() > 1 && held > STEPS {
        return place.fault(format!("the poses of the parts have {held} steps, more than {STEPS}: pose fewer parts at once"));
    }
    Some(steps.into_iter().fold(body, PosedBody::moved))
}

/// The steps of one pose or of several; `has_shape` states whether only rotations keep the shape of the body.
pub fn steps_of(poses: Poses, place: &Place, has_shape: bool) -> Option<Vec<Step>> {
    match poses {
        Poses::One(fields) => steps(fields, place, has_shape),
        Poses::List(poses) => {
            let count = poses.count();
            if count > POSES {
                return place.fault(format!("a list of poses has at most {POSES}, this has {count}"));
            }
            Some(place.list(&poses, |fields, place| steps(fields, place, has_shape))?.concat())
        }
    }
}

/// The steps of a pose: the turns, and the translation with the last of them.
fn steps(fields: PoseFields, place: &Place, has_shape: bool) -> Option<Vec<Step>> {
    let known = ["translation", "quaternion", "quaternion_xyzw", "rotation", "matrix", "rpy", "axis", "angle"];
    place.refuse(fields.unknown.keys().map(String::as_str), &known);
    let given = [
        ("quaternion", fields.quaternion.is_given()),
        ("quaternion_xyzw", fields.quaternion_xyzw.is_given()),
        ("rotation", fields.rotation.is_given()),
        ("matrix", fields.matrix.is_given()),
        ("rpy", fields.rpy.is_given()),
        ("axis", fields.axis.is_given()),
        // An axis and its angle are one turn.
        ("angle", fields.angle.is_given() && !fields.axis.is_given()),
    ];
    let turns: Vec<&str> = given.iter().filter(|(_, given)| *given).map(|(name, _)| *name).collect();
    if let [one, other, ..] = turns[..] {
        return place.fault(format!("both \"{one}\" and \"{other}\" turn the body; one of them is enough"));
    }
    if fields.matrix.is_given() && fields.translation.is_given() {
        return place.fault("\"matrix\" is a rotation and a translation in one; leave \"translation\" out");
    }
    let translation = fields.translation.optional(&place.at("translation"), point);
    let quaternion = fields.quaternion.optional(&place.at("quaternion"), turn::quaternion);
    let quaternion_xyzw = fields.quaternion_xyzw.optional(&place.at("quaternion_xyzw"), turn::quaternion_xyzw);
    let allowed = |matrix: [Point; 3], place: &Place| if has_shape { orthonormal(matrix, place) } else { Some(matrix) };
    let rotation = fields
        .rotation
        .optional(&place.at("rotation"), |rows, place| matrix(rows, place).and_then(|matrix| allowed(matrix, place)));
    let homogeneous = fields.matrix.optional(&place.at("matrix"), |rows, place| {
        let (linear, translation) = homogeneous(rows, place)?;
        Some((allowed(linear, place)?, translation))
    });
    let rpy = fields.rpy.optional(&place.at("rpy"), turn::rpy);
    let about = if fields.axis.is_given() {
        turn::about_axis(fields.axis, fields.angle, place).map(Some)
    } else {
        fields.angle.optional(&place.at("angle"), turn::in_plane)
    };
    let (translation, homogeneous) = (translation?.unwrap_or_default(), homogeneous?);
    if let Some((linear, translation)) = homogeneous {
        return Some(vec![Step::Pose { turn: Some(Turn::Matrix(linear)), translation }]);
    }
    let matrix = rotation?.map(Turn::Matrix);
    let single = quaternion?.or(quaternion_xyzw?).or(matrix).or(about?);
    let mut turns = rpy?.unwrap_or_else(|| single.into_iter().collect());
    let last = turns.pop();
    let steps = turns.into_iter().map(Step::turn);
    Some(steps.chain([Step::Pose { turn: last, translation }]).collect())
}

/// The linear part and the translation of a matrix whose last row is that of the identity.
fn homogeneous(rows: Elements, place: &Place) -> Option<([Point; 3], Point)> {
    match place.dimension {
        Some(2) => parts(rows_of::<3>(&rows, place)?, place),
        Some(3) => parts(rows_of::<4>(&rows, place)?, place),
        // The missing dimension is a fault of its own.
        _ => Some((IDENTITY, [0.0; 3])),
    }
}

fn rows_of<const N: usize>(rows: &Elements, place: &Place) -> Option<[[f64; N]; N]> {
    let count = rows.count();
    if count != N {
        return place.fault(format!("a matrix has {N} rows here (dim + 1), this has {count}"));
    }
    place.list(rows, |row: Elements, place| numbers::<N>(&row, place))?.try_into().ok()
}

fn parts<const N: usize>(rows: [[f64; N]; N], place: &Place) -> Option<([Point; 3], Point)> {
    let last = N - 1;
    if (0..N).any(|column| rows[last][column] != if column == last { 1.0 } else { 0.0 }) {
        return place.at(&format!("[{last}]")).fault(
            "the last row has zeros and then a one; transpose a matrix that is stored by columns, since this one is read by \
             rows",
        );
    }
    let (mut linear, mut translation) = (IDENTITY, [0.0; 3]);
    for (i, row) in rows[..last].iter().enumerate() {
        linear[i][..last].copy_from_slice(&row[..last]);
        translation[i] = row[last];
    }
    Some((linear, translation))
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
