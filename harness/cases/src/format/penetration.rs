//! The depth and the translation that an answer states for bodies that meet.

use serde::Deserialize;

use super::field::Place;
use crate::case::Point;

/// The translation that separates bodies that meet, as an answer writes it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Penetration {
    /// The penetration depth of the bodies, not negative.
    pub depth: Option<f64>,
    /// The direction in which they are separated, of any length; [`NormalSign`] defines its sign.
    pub normal: Option<Point>,
    /// The translation that separates them, with the same sign: the depth along the normal.
    pub translation: Option<Point>,
}

/// The sign of a program's normals, and of its translations, which are a depth along them. It does not affect the
/// witness points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NormalSign {
    /// From A into B, out of A − B: the translation moves B out of A, and its opposite moves A out of B.
    #[default]
    AToB,
    /// From B into A: the translation moves A out of B.
    BToA,
}

impl NormalSign {
    /// A vector of this sign, from A into B.
    pub fn from_a(self, v: Point) -> Point {
        match self {
            NormalSign::AToB => v,
            NormalSign::BToA => v.map(|x| -x),
        }
    }
}

/// Checks the penetration together with the verdict, and notes a fault.
pub(super) fn checked(said: Penetration, meets: Option<bool>, line: &Place) -> Option<Penetration> {
    let fields =
        [("depth", said.depth.is_some()), ("normal", said.normal.is_some()), ("translation", said.translation.is_some())];
    let first = fields.into_iter().find(|(_, is_given)| *is_given).map(|(name, _)| name);
    if let Some(name) = first.filter(|_| meets != Some(true)) {
        return line.at(name).fault("only where the verdict is \"intersecting\": it says how bodies that meet are separated");
    }
    match said {
        Penetration { depth: Some(depth), .. } if depth < 0.0 => {
            line.at("depth").fault("must not be negative: it is a length for bodies that meet, and others have a distance")
        }
        Penetration { depth: Some(depth), normal: None, translation: None } if depth > 0.0 => {
            line.at("depth").fault("not enough without a direction; give the normal or the translation as well")
        }
        Penetration { depth: None, normal: Some(_), translation: None } => {
            line.at("normal").fault("not enough without a length; give the depth or the translation as well")
        }
        said => Some(said),
    }
}
