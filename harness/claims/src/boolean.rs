//! Claims on the verdicts of the boolean variants.

use gjk_variants::About;

use super::ledger::{Decision, Finding};
use super::part::{CaseCheck, Effort, Kind, Pair, Part, Role, fate};
use super::rounded::{NEAR, TOUCHING, says_apart, says_meet};
use gjk_cases::case::{Arithmetic, Class};
use gjk_hunt::search::{Fate, Shelf};
use gjk_truth::answer::Says;

/// The readings of the source's DoSimplex.
pub const READINGS: [&str; 2] = ["linahan-three-plane", "linahan-face-first"];
/// All boolean variants but the reference.
pub const SHORTCUTS: [&str; 3] = ["linahan-three-plane", "linahan-face-first", "muratori"];
/// The reference.
pub const REFERENCE: &str = "linahan-true-region";

/// A shelf with the one variant of this name.
pub fn shelf(name: &str) -> Shelf {
    Shelf::builtin().only(|about: &About| about.name == name)
}

/// Whether a run ends with the right verdict.
pub fn ends_right(shelf: &Shelf, pair: &Pair<'_>) -> Option<bool> {
    Some(match fate(shelf, pair)? {
        Fate::Proven(_) => true,
        Fate::GaveUp(_) => false,
        Fate::Unproven(says, _) => (says == Says::Apart) == (pair.truth().class() == Class::Separated),
    })
}

fn correct(effort: &Effort, name: &str, role: Role, count: u64) -> Part {
    let shelf = shelf(name);
    effort.lattice(role, format!("{name} ends with the right verdict"), count, Kind::Solid, &|pair| ends_right(&shelf, pair))
}

fn decide_correct(effort: &Effort, name: &str, count: u64) -> Finding {
    let separated = {
        let shelf = shelf(name);
        effort.lattice(Role::Measured, format!("{name} on separated bodies"), count / 4, Kind::Solid, &|pair| {
            if ends_right(&shelf, pair)? {
                return None;
            }
            Some(pair.truth().class() != Class::Separated)
        })
    };
    let mut separated = separated;
    separated.what = format!("failures of {name} in a quarter of the runs; `broken` are those on separated bodies");
    Decision::new(vec![
        correct(effort, name, Role::Literal, count),
        separated,
        correct(effort, REFERENCE, Role::Repaired, count),
    ])
    .note("exact arithmetic, in space; a run that comes again to a simplex and direction it has been at has no verdict")
    .find()
}

pub fn three_planes_correct(effort: &Effort) -> Finding {
    decide_correct(effort, "linahan-three-plane", 12_000_000)
}

pub fn face_first_correct(effort: &Effort) -> Finding {
    decide_correct(effort, "linahan-face-first", 12_000_000)
}

pub fn muratori_correct(effort: &Effort) -> Finding {
    decide_correct(effort, "muratori", 12_000_000)
}

/// On runs that answer "the bodies meet".
fn true_means_meet(effort: &Effort, name: &str, role: Role, kind: Kind, count: u64) -> Part {
    let shelf = shelf(name);
    let place = if kind == Kind::Plane { "in the plane" } else { "in space" };
    effort.lattice(role, format!("{name} {place}: where it answers true the bodies meet"), count, kind, &|pair| match fate(
        &shelf, pair,
    )? {
        Fate::Proven(Says::Intersecting) => Some(true),
        Fate::Unproven(Says::Intersecting, _) => Some(pair.truth().class() != Class::Separated),
        _ => None,
    })
}

pub fn true_means_meet_claim(effort: &Effort) -> Finding {
    let mut parts: Vec<Part> =
        SHORTCUTS.map(|name| true_means_meet(effort, name, Role::Inside, Kind::Solid, 16_000_000)).into();
    parts.push(true_means_meet(effort, "linahan-three-plane", Role::Measured, Kind::Plane, 2_000_000));
    parts.push(super::regions::alone(effort));
    parts.push(true_means_meet(effort, REFERENCE, Role::Repaired, Kind::Solid, 8_000_000));
    for arithmetic in [Arithmetic::F64, Arithmetic::F32] {
        for name in SHORTCUTS {
            let check: CaseCheck<'_> = &|case| says_meet(name, arithmetic, case);
            let what = format!("{name} in {arithmetic}: where it answers true the bodies meet");
            parts.push(effort.families(Role::Literal, what, &NEAR, arithmetic, 1_000, check));
        }
    }
    Decision::new(parts)
        .condition(
            "the products are exact. Then D is normal to the last face and points to O, A·D ≥ 0 puts O between that face and A, \
             and with O behind the three other faces it is inside; a tetrahedron is flat only if O was in the plane of the last \
             triangle, and then in the triangle",
        )
        .note(
            "of the answers in the loop. Called by itself on any flat tetrahedron whose plane holds the origin DoSimplex answers \
             true wherever O is, since every plane test gives zero; the loop never brings one with O outside",
        )
        .find()
}

pub fn half_space_exit(effort: &Effort) -> Finding {
    let mut parts: Vec<Part> = SHORTCUTS
        .iter()
        .chain(&[REFERENCE])
        .map(|name| {
            let shelf = shelf(name);
            let what = format!("{name} exact: bodies that it calls apart do not meet");
            effort.lattice(Role::Inside, what, 3_000_000, Kind::Any, &|pair| match fate(&shelf, pair)? {
                Fate::Proven(Says::Apart) => Some(true),
                Fate::Unproven(Says::Apart, _) => Some(pair.truth().class() == Class::Separated),
                _ => None,
            })
        })
        .collect();
    for arithmetic in [Arithmetic::F64, Arithmetic::F32] {
        let check: CaseCheck<'_> = &|case| says_apart("muratori", arithmetic, case);
        let what = format!("muratori in {arithmetic}: bodies that it calls apart do not meet");
        parts.push(effort.families(Role::Literal, what, &TOUCHING, arithmetic, 2_000, check));
    }
    Decision::new(parts)
        .condition("the products are exact: S·D is negative where D·m ≤ S·D < 0 for every m in M. A rounded one is negative for touching bodies too")
        .find()
}

/// Calls something for each shortcut with its name and solver, and for the reference.
pub fn each_variant(mut call: impl FnMut(&'static str, usize)) {
    for (index, name) in SHORTCUTS.iter().chain(&[REFERENCE]).enumerate() {
        call(name, index);
    }
}

/// The variant number `index` of [`each_variant`].
macro_rules! with_variant {
    ($index:expr, $variant:ident => $body:expr) => {
        match $index {
            0 => {
                let $variant = gjk_variants::ThreePlane;
                $body
            }
            1 => {
                let $variant = gjk_variants::FaceFirst;
                $body
            }
            2 => {
                let $variant = gjk_variants::Muratori;
                $body
            }
            _ => {
                let $variant = gjk_variants::TrueRegion;
                $body
            }
        }
    };
}
pub(super) use with_variant;

#[cfg(test)]
mod tests {
    use gjk_variants::{BooleanGjk, FaceFirst, Muratori, Solid, ThreePlane, TrueRegion, Variant};

    use super::*;
    use gjk_hunt::search::Machine;

    #[test]
    fn the_numbers_of_the_variants_are_their_names() {
        let names: [About; 4] = [
            Variant::<Solid<Machine>>::about(&BooleanGjk::new(ThreePlane)),
            Variant::<Solid<Machine>>::about(&BooleanGjk::new(FaceFirst)),
            Variant::<Solid<Machine>>::about(&BooleanGjk::new(Muratori)),
            Variant::<Solid<Machine>>::about(&BooleanGjk::new(TrueRegion)),
        ];
        each_variant(|name, index| assert_eq!(names[index].name, name));
    }
}
