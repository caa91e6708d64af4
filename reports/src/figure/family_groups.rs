//! Families grouped by kind.

use gjk_records::Role;

use crate::Survey;
use crate::sorted::sort_by_key;

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
    /// Made for one question, in space or in the plane: overlaps for their depth.
    OneQuestion,
    /// Families of an unknown kind: those of other projects, real hulls.
    Other,
    /// Collected failures, which are not a sample.
    Corpus,
}

impl Kind {
    /// The kind of a family, as the study states it.
    pub fn of(survey: &Survey, family: usize) -> Kind {
        if survey.families[family].name == gjk_records::CORPUS {
            return Kind::Corpus;
        }
        let Some(kind) = survey.family_kind(family) else { return Kind::Other };
        match kind.role {
            role if role.is_for_one_question() => Kind::OneQuestion,
            _ if kind.dimension == 2 => Kind::Plane,
            Role::Ordinary => Kind::Ordinary,
            Role::Touching => Kind::Touching,
            Role::NearContact => Kind::NearContact,
            Role::Thin => Kind::Thin,
            Role::Size => Kind::Size,
            Role::Curved => Kind::Curved,
            _ => Kind::Other,
        }
    }
}

/// The bodies that a variant has to accept to be compared; few variants accept all.
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

    /// The families of these bodies that count in rates over several families.
    pub fn families(self, survey: &Survey) -> Vec<usize> {
        let mut families = survey.families_in_rates();
        families.retain(|&family| match Kind::of(survey, family) {
            Kind::Plane => self == Space::Plane,
            Kind::Curved => self == Space::Curved,
            _ => self == Space::Solid,
        });
        families
    }
}

/// Families in the order of their kinds, and within a kind in the order of the study; with the places at which a new kind
/// begins.
pub(crate) fn by_kind(survey: &Survey, families: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let kind = |family: usize| Kind::of(survey, family);
    let mut families = families.to_vec();
    sort_by_key(&mut families, |&family| kind(family));
    let begins = (1..families.len()).filter(|&place| kind(families[place]) != kind(families[place - 1])).collect();
    (families, begins)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_of_a_kind_are_grouped_together() {
        let study = crate::tests::invented();
        let survey = Survey::new(&study);
        let all: Vec<usize> = (0..survey.families.len()).collect();
        let (order, begins) = by_kind(&survey, &all);
        let names: Vec<&str> = order.iter().map(|&family| &survey.families[family].name[..]).collect();
        assert_eq!(names[..3], ["generic", "deep-overlap", "smooth"]);
        assert_eq!((names[begins[0]], names.last()), ("boxes-aligned", Some(&"corpus")));
        assert_eq!(names.len(), all.len());
    }
}
