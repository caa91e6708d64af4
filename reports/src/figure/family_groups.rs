//! Families of one kind beside each other.

use crate::Survey;

/// Kinds of families, in the order of figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Ordinary,
    Touching,
    NearContact,
    Thin,
    Size,
    Plane,
    Curved,
    /// Overlaps for the sake of their depth, in space or in the plane.
    Overlaps,
    /// Of no kind that is known here: families of others, real hulls.
    Other,
    /// Failures that were collected, which are no sample of anything.
    Corpus,
}

/// The families of the harness by kind; those of the plane end in `-2d`.
const KINDS: [(Kind, &[&str]); 6] = [
    (Kind::Ordinary, &["generic", "deep-overlap", "smooth", "tumbling", "resting"]),
    (
        Kind::Touching,
        &["boxes-aligned", "boxes-rotated", "parallel-edges", "touch-vertex-vertex", "touch-edge-edge", "touch-vertex-face"],
    ),
    (Kind::NearContact, &["gap", "shallow", "posed", "raw-doubles"]),
    (Kind::Thin, &["needle", "flat", "sliver", "coplanar", "lower-dimensional", "duplicates", "near-duplicates"]),
    (Kind::Size, &["offset", "scale-ratio", "scale", "floor"]),
    (Kind::Curved, &["rounded", "curved", "unions"]),
];

/// The families that are made of overlaps for the sake of their depth, and those of which every case is an overlap as well.
const OVERLAPS: [&str; 10] = [
    "symmetric",
    "prisms",
    "concentric",
    "depth-tie",
    "off-centre",
    "unit-of-length",
    "plates",
    "inside",
    "symmetric-2d",
    "deep-2d",
];
const OTHER_OVERLAPS: [&str; 3] = ["deep-overlap", "shallow", "overlap-2d"];

/// Whether a family is made of overlaps for the sake of their depth.
pub(crate) fn is_made_of_overlaps(family: &str) -> bool {
    OVERLAPS.contains(&family)
}

/// Whether every case of a family is an overlap.
pub(crate) fn is_of_overlaps(family: &str) -> bool {
    is_made_of_overlaps(family) || OTHER_OVERLAPS.contains(&family)
}

impl Kind {
    /// The kind of a family.
    pub fn of(family: &str) -> Kind {
        if family == gjk_records::CORPUS {
            return Kind::Corpus;
        }
        if is_made_of_overlaps(family) {
            return Kind::Overlaps;
        }
        if family.ends_with("-2d") {
            return Kind::Plane;
        }
        KINDS.iter().find(|(_, names)| names.contains(&family)).map_or(Kind::Other, |(kind, _)| *kind)
    }
}

/// What bodies a variant has to take to be compared: few take them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Space {
    /// Hulls of points in space.
    Solid,
    /// Hulls of points in the plane.
    Plane,
    /// Bodies with curved faces, and unions.
    Curved,
}

impl Space {
    /// All, in the order of figures.
    pub const ALL: [Space; 3] = [Space::Solid, Space::Plane, Space::Curved];

    pub fn name(self) -> &'static str {
        match self {
            Space::Solid => "hulls in space",
            Space::Plane => "hulls in the plane",
            Space::Curved => "curved bodies and unions",
        }
    }

    /// The families of these bodies that take part in rates over several families.
    pub fn families(self, survey: &Survey) -> Vec<usize> {
        let mut families = survey.families_in_rates();
        families.retain(|&family| match Kind::of(&survey.families[family].name) {
            Kind::Plane => self == Space::Plane,
            Kind::Curved => self == Space::Curved,
            _ => self == Space::Solid,
        });
        families
    }
}

/// Families in the order of their kinds, and within one in that of the study; and the places before which a kind begins.
pub(crate) fn by_kind(survey: &Survey, families: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let kind = |family: usize| Kind::of(&survey.families[family].name);
    let mut families = families.to_vec();
    families.sort_by_key(|&family| kind(family));
    let begins = (1..families.len()).filter(|&place| kind(families[place]) != kind(families[place - 1])).collect();
    (families, begins)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_of_a_kind_stand_together() {
        let study = crate::tests::invented();
        let survey = Survey::new(&study);
        let all: Vec<usize> = (0..survey.families.len()).collect();
        let (order, begins) = by_kind(&survey, &all);
        let names: Vec<&str> = order.iter().map(|&family| &survey.families[family].name[..]).collect();
        assert_eq!(names[..3], ["generic", "deep-overlap", "smooth"]);
        assert_eq!((names[begins[0]], names.last()), ("boxes-aligned", Some(&"corpus")));
        assert_eq!(names.len(), all.len());
        assert_eq!([Kind::of("touch-2d"), Kind::of("mine")], [Kind::Plane, Kind::Other]);
    }
}
