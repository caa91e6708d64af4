//! Which variants are drawn where all of them are too many.

use crate::Survey;

/// The order in which variants are taken in: each of a kind before another of the same kind. What is not named here is somebody's own,
/// and comes first.
const ORDER: [&str; 57] = [
    "certified",
    "ericson",
    "johnson-gilbert-foo",
    "parry3d-f64",
    "parry3d",
    "bullet",
    "certified-boolean",
    "muratori",
    "linahan-true-region",
    "libccd",
    "signed-volumes",
    "johnson",
    "least-squares",
    "nesterov",
    "ericson-gilbert-foo",
    "least-squares-published",
    "johnson-backup",
    "nesterov-normalised",
    "linahan-face-first",
    "linahan-three-plane",
    "linahan-unrolled",
    "nascimento-2d",
    "dyn4j-2d",
    "dyn4j-2d-published",
    "mujoco",
    "coal",
    "fcl",
    "distance3d",
    "mujoco-exact",
    "coal-exact",
    "fcl-exact",
    "distance3d-exact",
    "ericson-climbing",
    "signed-volumes-climbing",
    "scan-alone",
    "bullet-boolean",
    "parry2d-f64",
    "parry2d",
    "certified-depth",
    "epa-common",
    "sat",
    "bullet-epa",
    "parry3d-f64-epa",
    "libccd-epa",
    "mpr",
    "libccd-mpr",
    "incremental",
    "mpr-nearest",
    "epa-absolute",
    "epa-tutorial",
    "epa-split",
    "parry3d-epa",
    "libccd-epa-exact",
    "libccd-mpr-exact",
    "fcl-collide",
    "distance3d-epa",
    "distance3d-mpr",
];

/// The place of a name in that order; nothing for somebody's own.
fn place(name: &str) -> Option<usize> {
    ORDER.iter().position(|known| *known == name)
}

/// At most so many of some variants, in the order of the study.
pub(crate) fn chosen(survey: &Survey, mut variants: Vec<usize>, most: usize) -> Vec<usize> {
    variants.sort_by_key(|&v| place(&survey.variants[v].name));
    variants.truncate(most);
    variants.sort_unstable();
    variants
}

/// The same of names.
pub(crate) fn chosen_names(mut names: Vec<&str>, most: usize) -> Vec<&str> {
    let before: Vec<&str> = names.clone();
    names.sort_by_key(|name| place(name));
    names.truncate(most);
    names.sort_by_key(|name| before.iter().position(|other| other == name));
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_own_variant_is_always_drawn() {
        assert_eq!(chosen_names(vec!["muratori", "johnson", "mine", "ericson"], 2), ["mine", "ericson"]);
        assert_eq!(chosen_names(vec!["muratori", "johnson"], 5), ["muratori", "johnson"]);
    }
}
