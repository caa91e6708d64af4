//! The turn of a pose in its notations.

use super::field::{Field, Place};
use super::json::{Elements, Leaf};
use super::numbers::{number, numbers, point};
use crate::body::{IDENTITY, Point};
use crate::given::Turn;
use crate::given::angle::{cosine_and_sine, cosine_and_sine_of_degrees, turned, turned_by_degrees};
use crate::quote::cut;

/// An angle as it is written.
#[derive(Clone, Copy)]
enum Angle {
    Radians(f64),
    Degrees(f64),
}

impl Angle {
    /// The rotation by the angle about an axis of any length; `None` for an axis that is zero.
    fn about(self, axis: Point) -> Option<Turn> {
        match self {
            Angle::Radians(angle) => turned(axis, angle),
            Angle::Degrees(angle) => turned_by_degrees(axis, angle),
        }
    }

    /// The rotation of the plane.
    fn in_plane(self) -> Turn {
        let [cosine, sine] = match self {
            Angle::Radians(angle) => cosine_and_sine(angle),
            Angle::Degrees(angle) => cosine_and_sine_of_degrees(angle),
        };
        Turn::Matrix([[cosine, -sine, 0.0], [sine, cosine, 0.0], [0.0, 0.0, 1.0]])
    }

    fn is_zero(self) -> bool {
        matches!(self, Angle::Radians(0.0) | Angle::Degrees(0.0))
    }
}

/// An angle: a number of radians, or a string such as `"45deg"`.
fn angle(value: Leaf, place: &Place) -> Option<Angle> {
    let Some(text) = value.text().filter(|text| !text.contains("0x") && !text.contains("0X")) else {
        return number(value, place).map(Angle::Radians);
    };
    let degrees = text.strip_suffix("deg").and_then(|degrees| serde_json::from_str(degrees).ok());
    degrees.map(Angle::Degrees).or_else(|| {
        place.fault(format!("must be a number of radians, or of degrees such as \"45deg\", this is {:?}", cut(text)))
    })
}

/// The quaternion w + xi + yj + zk of `[w,x,y,z]`.
pub fn quaternion(parts: Elements, place: &Place) -> Option<Turn> {
    of_space(place)?;
    match numbers(&parts, place)? {
        [0.0, 0.0, 0.0, 0.0] => place.fault("a quaternion of zeros is no rotation"),
        parts => Some(Turn::Quaternion(parts)),
    }
}

/// The quaternion w + xi + yj + zk of `[x,y,z,w]`.
pub fn quaternion_xyzw(parts: Elements, place: &Place) -> Option<Turn> {
    quaternion(parts, place).map(|turn| match turn {
        Turn::Quaternion([x, y, z, w]) => Turn::Quaternion([w, x, y, z]),
        turn => turn,
    })
}

/// The turns of `[roll,pitch,yaw]`: about the fixed axes x, y and z, in this order. An angle of zero needs none.
pub fn rpy(angles: Elements, place: &Place) -> Option<Vec<Turn>> {
    of_space(place)?;
    let count = angles.count();
    if count != 3 {
        return place.fault(format!("3 angles are wanted here (roll, pitch, yaw), these are {count}"));
    }
    let angles = place.list(&angles, angle)?;
    let turning = angles.into_iter().zip(IDENTITY).filter(|(angle, _)| !angle.is_zero());
    turning.map(|(angle, axis)| angle.about(axis)).collect()
}

/// The turn by an angle about an axis.
pub fn about_axis(axis: Field<Elements>, by: Field<Leaf>, place: &Place) -> Option<Turn> {
    let at = place.at("axis");
    of_space(&at)?;
    if !by.is_given() {
        return at.fault("needs an \"angle\" in addition, by which the body is turned about the axis");
    }
    let angle = by.required(&place.at("angle"), angle);
    let axis = axis.required(&at, |axis, place| match point(axis, place)? {
        [0.0, 0.0, 0.0] => place.fault("an axis has a length that is not zero"),
        axis => Some(axis),
    });
    angle?.about(axis?)
}

/// The turn by an angle without an axis.
pub fn in_plane(value: Leaf, place: &Place) -> Option<Turn> {
    if place.dimension == Some(3) {
        return place.fault(
            "needs an \"axis\" in addition in space; a body is turned there by an axis with an angle, rpy, a quaternion, a \
             rotation or a matrix",
        );
    }
    angle(value, place).map(Angle::in_plane)
}

/// Refuses a notation of space in the plane.
fn of_space(place: &Place) -> Option<()> {
    if place.dimension == Some(2) {
        return place.fault("is of space; in the plane a body is turned by an angle, a rotation or a matrix");
    }
    Some(())
}
