//! A part of a study: what figures and tables are wanted of.

use gjk_records::{Lines, SCALARS, Study, Subject};

use crate::distinct::distinct;

/// Names to keep to; where there is none of a kind, all of that kind.
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
    /// Whether a name is wanted of a kind.
    pub(crate) fn has(wanted: &[String], name: &str) -> bool {
        wanted.is_empty() || wanted.iter().any(|one| one == name)
    }

    /// Leaves of a study what is selected. Which variants are drawn is said to the survey besides: in a tally they keep their places.
    ///
    /// # Errors
    /// Of a name that is not in the study, with those that are.
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

fn known(kind: &str, wanted: &[String], there: &[&str]) -> Result<(), String> {
    match wanted.iter().find(|name| !there.contains(&name.as_str())) {
        None => Ok(()),
        Some(name) if there.is_empty() => Err(format!("there is no {kind} {name}: the records name none")),
        Some(name) => Err(format!("there is no {kind} {name} in these records; there are {}", there.join(", "))),
    }
}
