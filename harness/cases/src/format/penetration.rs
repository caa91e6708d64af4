//! What an answer says of how deep bodies that meet lie in each other.

use serde::Deserialize;

use super::field::Place;
use crate::case::Point;

/// How far bodies that meet have to be moved to be taken apart, as an answer writes it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Penetration {
    /// How deep the bodies lie in each other, not negative.
    pub depth: Option<f64>,
    /// The direction in which they are taken apart, of any length; its sign is that of [`NormalSign`].
    pub normal: Option<Point>,
    /// The translation that takes them apart, of the same sign: the depth along the normal.
    pub translation: Option<Point>,
}

/// The sign of a program's normals, and of its translations, which are a depth along them. Its witness points are not touched by
/// that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NormalSign {
    /// From A into B, out of A − B: B is taken out of A by the translation, or A by its opposite.
    #[default]
    AToB,
    /// From B into A: A is taken out of B by the translation.
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

/// What is wrong with this beside a verdict is noted.
pub(super) fn checked(said: Penetration, meets: Option<bool>, line: &Place) -> Option<Penetration> {
    let fields =
        [("depth", said.depth.is_some()), ("normal", said.normal.is_some()), ("translation", said.translation.is_some())];
    let first = fields.into_iter().find(|(_, is_given)| *is_given).map(|(name, _)| name);
    if let Some(name) = first.filter(|_| meets != Some(true)) {
        return line.at(name).fault("only where the verdict is \"intersecting\": it says how bodies that meet are taken apart");
    }
    match said {
        Penetration { depth: Some(depth), .. } if depth < 0.0 => {
            line.at("depth").fault("must not be negative: of bodies that meet it is a length, and others have a distance")
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
