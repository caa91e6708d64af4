//! Properties of the variants and families of a study that their names do not state, so that a report need not guess.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Question;

/// The kinds of the variants and families of a study, by their names; empty if rows are read without the facts of their study.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Kinds {
    /// The variants.
    pub variants: BTreeMap<String, VariantKind>,
    /// The families.
    pub families: BTreeMap<String, FamilyKind>,
}

impl Kinds {
    /// True if there are no kinds.
    pub fn is_empty(&self) -> bool {
        self.variants.is_empty() && self.families.is_empty()
    }

    /// Adds the kinds from others for names that have none here.
    pub fn complete(&mut self, others: Kinds) {
        for (name, kind) in others.variants {
            self.variants.entry(name).or_insert(kind);
        }
        for (name, kind) in others.families {
            self.families.entry(name).or_insert(kind);
        }
    }
}

/// A variant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VariantKind {
    /// Its promise; `None` for an entry that is only timed, and for rows without the facts of their study.
    pub promise: Option<Question>,
    /// Name and version of the external implementation that it is; for the project's own variants, the version of the project.
    pub version: String,
    /// The error that its documentation allows for its verdicts, if it is stated as a length, such as `1e-6` or `0.001 D`.
    pub slack: Option<String>,
    /// The tolerance at which the loop of an external implementation stops, by name and number; it states no error of an
    /// answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stops_at: Option<String>,
    /// The change that it makes to the given bodies, if it holds others; it is not ranked with variants that hold the given
    /// ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holds: Option<String>,
    /// The option that adds it, as in a shell, if a user did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option: Option<String>,
    /// Its appearance in figures.
    pub style: Style,
    /// Its rank for figures without room for all variants: those with the least ranks are drawn.
    ///
    /// 0 for a variant that a user added.
    pub rank: u32,
}

/// The appearance of a variant in figures; its mark and dash together are unique, so a figure is legible in grey.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Style {
    /// Red, green and blue; `#rrggbb` in a file.
    #[serde(with = "hex")]
    pub colour: (u8, u8, u8),
    /// Its mark.
    pub mark: Mark,
    /// The dashes of its line.
    pub dash: Dash,
}

/// A colour as `#rrggbb`.
mod hex {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>((red, green, blue): &(u8, u8, u8), to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&format!("#{red:02x}{green:02x}{blue:02x}"))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<(u8, u8, u8), D::Error> {
        let text = String::deserialize(from)?;
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6);
        let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let number = number.ok_or_else(|| D::Error::custom("a colour is written as #rrggbb"))?;
        let [_, red, green, blue] = number.to_be_bytes();
        Ok((red, green, blue))
    }
}

/// A mark of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// A circle.
    Circle,
    /// A square.
    Square,
    /// A triangle that points upwards.
    Up,
    /// A triangle that points downwards.
    Down,
    /// A triangle that points to the left.
    Left,
    /// A triangle that points to the right.
    Right,
    /// A square on one of its corners.
    Diamond,
    /// A pentagon.
    Pentagon,
    /// A star of five points.
    Star,
    /// An upright cross.
    Plus,
    /// A diagonal cross.
    Cross,
}

impl Mark {
    /// All marks.
    pub const ALL: [Mark; 11] = [
        Mark::Circle,
        Mark::Square,
        Mark::Up,
        Mark::Down,
        Mark::Left,
        Mark::Right,
        Mark::Diamond,
        Mark::Pentagon,
        Mark::Star,
        Mark::Plus,
        Mark::Cross,
    ];
}

/// The dashes of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dash {
    /// A line without gaps.
    Whole,
    /// Long strokes.
    Long,
    /// Short strokes.
    Short,
    /// Dots.
    Dots,
    /// A stroke and a dot in turn.
    DashDot,
    /// A stroke and two dots in turn.
    TwoDots,
    /// A long stroke and a short one in turn.
    LongShort,
    /// A stroke and three dots in turn.
    ThreeDots,
}

impl Dash {
    /// All dashes.
    pub const ALL: [Dash; 8] =
        [Dash::Whole, Dash::Long, Dash::Short, Dash::Dots, Dash::DashDot, Dash::TwoDots, Dash::LongShort, Dash::ThreeDots];
}

/// The kind of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FamilyKind {
    /// 2 or 3.
    pub dimension: u8,
    /// The kind of difficulty that it tests.
    pub role: Role,
    /// Whether every case is an overlap, and so has a depth.
    pub overlaps: bool,
}

/// The kind of difficulty that a family tests; figures group families by role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// No particular difficulty.
    Ordinary,
    /// Bodies that touch exactly.
    Touching,
    /// Bodies that are nearly in contact.
    NearContact,
    /// Bodies that are thin or flat, or have points that repeat.
    Thin,
    /// Bodies far from the origin, or of very different sizes.
    Size,
    /// Bodies with curved faces, and unions of bodies.
    Curved,
    /// Overlaps made for their depth.
    Depth,
    /// Bodies that are made for their first contact: one moves.
    Cast,
    /// Any other kind: external bodies, real hulls.
    Other,
}

impl Role {
    /// Its spelling in records and lists.
    pub fn name(self) -> &'static str {
        match self {
            Role::Ordinary => "ordinary",
            Role::Touching => "touching",
            Role::NearContact => "near-contact",
            Role::Thin => "thin",
            Role::Size => "size",
            Role::Curved => "curved",
            Role::Depth => "depth",
            Role::Cast => "cast",
            Role::Other => "other",
        }
    }

    /// True if its families are made for one question.
    ///
    /// They ask for the same verdicts and distances again and again, so rates of these over several families leave them out.
    pub fn is_for_one_question(self) -> bool {
        matches!(self, Role::Depth | Role::Cast)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_read_as_they_are_written() {
        let text = r##"{"variants":{"x":{"promise":"depth","version":"x 1","slack":null,"stops_at":"tolerance 1e-6","style":{"colour":"#0072b2","mark":"up","dash":"two-dots"},"rank":7}},"families":{"touch-2d":{"dimension":2,"role":"touching","overlaps":false}}}"##;
        let kinds: Kinds = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&kinds).unwrap(), text);
        let style = Style { colour: (0, 114, 178), mark: Mark::Up, dash: Dash::TwoDots };
        assert_eq!((kinds.variants["x"].style, kinds.families["touch-2d"].role), (style, Role::Touching));
        for bad in ["0072b2", "#0072b", "#0072bg", "#0072b2ff"] {
            assert!(serde_json::from_str::<Kinds>(&text.replace("#0072b2", bad)).is_err(), "{bad}");
        }
    }

    #[test]
    fn entries_already_present_are_kept() {
        let family = |dimension| FamilyKind { dimension, role: Role::Other, overlaps: false };
        let of = |dimension, names: &[&str]| Kinds {
            families: names.iter().map(|name| ((*name).to_owned(), family(dimension))).collect(),
            ..Kinds::default()
        };
        let mut kinds = of(2, &["a"]);
        kinds.complete(of(3, &["a", "b"]));
        assert_eq!((kinds.families["a"].dimension, kinds.families["b"].dimension), (2, 3));
    }

    #[test]
    fn kinds_of_variants_are_completed_as_those_of_families_are() {
        let kind = |rank| VariantKind {
            promise: None,
            version: String::new(),
            slack: None,
            stops_at: None,
            holds: None,
            option: None,
            style: Style { colour: (0, 0, 0), mark: Mark::Circle, dash: Dash::Whole },
            rank,
        };
        let of = |rank: u32, names: &[&str]| Kinds {
            variants: names.iter().map(|name| ((*name).to_owned(), kind(rank))).collect(),
            ..Kinds::default()
        };
        let mut kinds = of(2, &["a"]);
        assert!(!kinds.is_empty() && Kinds::default().is_empty());
        kinds.complete(of(3, &["a", "b"]));
        assert_eq!((kinds.variants["a"].rank, kinds.variants["b"].rank, kinds.variants.len()), (2, 3, 2));
        let family = FamilyKind { dimension: 2, role: Role::Other, overlaps: false };
        assert!(!Kinds { families: [("a".to_owned(), family)].into(), ..Kinds::default() }.is_empty());
    }
}
