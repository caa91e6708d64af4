//! A selected part of a study, for figures and tables.

use gjk_records::{CORPUS, FamilyKind, Kinds, Lines, SCALARS, Study, Subject};

use crate::distinct::distinct;

/// Selected names; an empty list selects all names of its kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Variants, and subalgorithms in the experiment of the loop.
    pub variants: Vec<String>,
    /// Families.
    pub families: Vec<String>,
    /// Scalars.
    pub scalars: Vec<String>,
}

impl Selection {
    /// Whether a name is selected by a list.
    pub(crate) fn has(wanted: &[String], name: &str) -> bool {
        wanted.is_empty() || wanted.iter().any(|one| one == name)
    }

    /// Reduces a study to the selection.
    ///
    /// In a tally, variants keep their places, so the survey has to be given the selected variants as well.
    ///
    /// # Errors
    /// A name is not in the study; the message lists the names that are.
    pub fn narrow(&self, study: &mut Study) -> Result<(), String> {
        let subjects: Vec<Subject> = study.lines.iter().flat_map(Lines::subjects).collect();
        let variants = distinct(
            (study.answers.iter().flat_map(|tally| tally.variants.iter().map(|answers| &answers.variant[..])))
                .chain(subjects.iter().filter_map(|subject| subject.variant)),
        );
        known("variant", &self.variants, &variants)?;
        let families = distinct(
            study.answers.iter().map(|tally| &tally.family[..]).chain(subjects.iter().filter_map(|subject| subject.family)),
        );
        known("family", &self.families, &families)?;
        known("scalar", &self.scalars, &SCALARS)?;
        let Selection { variants, families, scalars } = self;
        let has = |wanted: &[String], name: Option<&str>| name.is_none_or(|name| Selection::has(wanted, name));
        let is_wanted = |of: Subject| has(variants, of.variant) && has(families, of.family) && has(scalars, of.scalar);
        study.answers.retain(|t| Selection::has(families, &t.family) && Selection::has(scalars, &t.scalar));
        study.lines.iter_mut().for_each(|lines| lines.retain(&is_wanted));
        Ok(())
    }
}

/// The rates in which a family counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Rates of verdicts and distances over several families.
    Rates,
    /// Rates of the one question for which it is made, since all its cases have the same true verdict.
    OneQuestion,
    /// No rates, since it is a collection.
    Corpus,
}

/// The part of each of some families that are considered together; every table, file and comparison takes its families from
/// here.
///
/// The corpus is in rates only if it is alone, and families made for one question only if there are no others.
pub(crate) fn parts(families: &[&str], kinds: &Kinds) -> Vec<Part> {
    let is_for_one = |name: &str| kinds.families.get(name).is_some_and(|kind: &FamilyKind| kind.role.is_for_one_question());
    let has_others = families.iter().any(|name| *name != CORPUS && !is_for_one(name));
    let part = |name: &&str| match *name {
        CORPUS if families.len() > 1 => Part::Corpus,
        name if has_others && is_for_one(name) => Part::OneQuestion,
        _ => Part::Rates,
    };
    families.iter().map(part).collect()
}

fn known(kind: &str, wanted: &[String], there: &[&str]) -> Result<(), String> {
    match wanted.iter().find(|name| !there.contains(&name.as_str())) {
        None => Ok(()),
        Some(name) if there.is_empty() => Err(format!("there is no {kind} {name}: the records name none")),
        Some(name) => Err(format!("there is no {kind} {name} in these records; there are {}", there.join(", "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_part_of_a_family_depends_on_the_other_families_present() {
        use Part::{Corpus, OneQuestion, Rates};
        let kinds = crate::tests::of_depths(&["plates", "inside"]);
        for (families, expected) in [
            (&["gap", "plates", CORPUS, "inside"][..], &[Rates, OneQuestion, Corpus, OneQuestion][..]),
            (&["plates", "inside"], &[Rates, Rates]),
            (&["plates", CORPUS], &[Rates, Corpus]),
            (&[CORPUS], &[Rates]),
        ] {
            assert_eq!(parts(families, &kinds), expected, "{families:?}");
        }
    }
}
