//! Claims on the Voronoi regions that can hold the origin when DoSimplex is entered.
//!
//! The letters are the source's: A is the newest vertex. A region is taken closed: where the origin is as near to one feature as
//! to another, it lies in the regions of both, and a lemma holds if one of them is a region that it names.

use gjk_hunt::search::Site;
use gjk_variants::{Simplex, Step};

use crate::census::{self, is_allowed, is_in_slab};
use crate::finding::{Check, Decision, Role, Role::*};
use crate::observed::{BOOLEAN, Boolean, FACE_FIRST, S, THREE_PLANE, TRUE_REGION, also};
use crate::pair::Pair;
use crate::posed::Kind;
use crate::search::Search;
use crate::voronoi::Region;

/// Whether, in a run of the three-plane reading on bodies that meet, a lemma holds at every entry with n + 1 vertices.
fn holds_in_run(pair: &Pair<'_>, n: usize) -> Option<bool> {
    let mut holds = true;
    let run = (THREE_PLANE.observe)(pair, &mut |_, points| holds = holds && (points.len() != n + 1 || is_allowed(points)));
    run.meets.then_some(holds)
}

fn lemma(search: &Search, n: usize, count: u64, mut checks: Vec<Check>) -> Decision {
    for (variant, role) in BOOLEAN.iter().zip([Literal, Literal, Measured, Repaired]) {
        let name = variant.name;
        let what =
            format!("{name}: at every entry with n = {n} the origin, which is in M, lies in a region that the lemma names");
        checks.push(search.lattice(Kind::Solid, count).check(role, what, |pair| {
            let mut holds = None;
            let run = (variant.observe)(pair, &mut |_, points| {
                if points.len() == n + 1 {
                    also(&mut holds, || is_allowed(points));
                }
            });
            holds.filter(|_| run.meets)
        }));
    }
    let decision = Decision::new(checks).note(
        "the lemma is judged on the two readings of the source's own DoSimplex; closed regions; muratori (the algorithm before \
         Driscoll's reduction) is measured, linahan-true-region is the repair",
    );
    match search.given {
        Some(_) => decision,
        None => decision.table(census::table(search, n, 1_000_000)),
    }
}

pub fn lemma_5(search: &Search) -> Decision {
    lemma(search, 1, 2_000_000, Vec::new()).proof(
        "D = −B whenever a second point is added to {B}, and S·D ≥ 0 gives A·B ≤ 0, so O is in the ball over AB, which lies in the slab",
    )
}

/// Whether a run of the three-plane reading on bodies that meet keeps a feature that is not the nearest.
fn strays(pair: &Pair<'_>) -> Option<bool> {
    let mut strays = false;
    let run = (THREE_PLANE.observe)(pair, &mut |simplex, points| {
        strays = strays || points.len() == 4 && !keeps_true_feature(&THREE_PLANE, simplex, points);
    });
    Some(run.meets && strays)
}

/// A lemma on walks among runs that stray: there it breaks first.
fn around_strays(search: &Search, n: usize) -> Check {
    let what =
        format!("linahan-three-plane, walks among runs that keep a feature that is not the nearest: the same for n = {n}");
    search.lattice(Kind::Solid, 2_000_000).around(&strays, 400).check(Literal, what, |pair| holds_in_run(pair, n))
}

/// Whether a run of the three-plane reading on bodies that meet drops a tetrahedron to an edge whose slab does not hold the
/// origin: what lemma 6 needs in order to break.
fn leaves_slab(pair: &Pair<'_>) -> Option<bool> {
    let (mut leaves, mut size_before) = (false, 0);
    let run = (THREE_PLANE.observe)(pair, &mut |_, points| {
        leaves |= size_before == 4 && points.len() == 3 && !is_in_slab(&points[..2]);
        size_before = points.len();
    });
    run.meets.then_some(leaves)
}

pub fn lemma_6(search: &Search) -> Decision {
    let what = "linahan-three-plane: an edge to which a tetrahedron is dropped has the origin in its slab";
    let samples = search.lattice(Kind::Solid, 24_000_000);
    let slab = samples.check(Measured, what, |pair| leaves_slab(pair).map(|leaves| !leaves));
    let what =
        "linahan-three-plane, walks among runs that drop a tetrahedron to an edge without the origin in its slab: the same";
    let near = samples.around(&leaves_slab, 20_000).check(Literal, what, |pair| holds_in_run(pair, 2));
    // A pinned or reduced run may meet no such edge.
    lemma(search, 2, 3_000_000, vec![slab, near, around_strays(search, 2)])
}

pub fn lemma_7(search: &Search) -> Decision {
    lemma(search, 3, 6_000_000, vec![around_strays(search, 3)])
}

/// Whether the feature that DoSimplex keeps of a tetrahedron is one whose region holds the origin.
fn keeps_true_feature(variant: &Boolean, simplex: &Simplex<S>, points: &[Site]) -> bool {
    let mut reduced = simplex.clone();
    let region = Region::of(points);
    match (variant.reduce)(&mut reduced) {
        Step::Inside => region.holds_origin(),
        Step::NoRegion => false,
        Step::Toward(_) => {
            let is_kept = |i: usize| reduced.vertices().contains(&simplex.vertices()[i]);
            let face = (0..points.len()).fold(0, |face, i| face | u8::from(is_kept(i)) << i);
            region.is_closed_region_of(points, face)
        }
    }
}

pub fn three_tests(search: &Search) -> Decision {
    let check = |variant: Boolean, role: Role, only: &str| {
        let what = format!(
            "{}, origin in M: the feature that it keeps of a tetrahedron is the one whose region holds the origin{only}",
            variant.name
        );
        search.lattice(Kind::Solid, 3_000_000).check(role, what, |pair| {
            let mut right = None;
            let run = (variant.observe)(pair, &mut |simplex, points| {
                if points.len() == 4 && right != Some(false) && (only.is_empty() || is_allowed(points)) {
                    also(&mut right, || keeps_true_feature(&variant, simplex, points));
                }
            });
            right.filter(|_| run.meets)
        })
    };
    Decision::new([
        check(THREE_PLANE, Literal, ""),
        check(THREE_PLANE, Measured, ", where the origin is in one of the seven regions of lemma 7"),
        check(FACE_FIRST, Measured, ""),
        check(TRUE_REGION, Repaired, ""),
    ])
    .note(
        "the planes of the faces do not bound the Voronoi regions: the origin can be in front of one face and nearest to an \
         edge of it, in front of two and nearest to the inside of one, or in front of three, for which there is no region \
         (three signs tell eight patterns apart, not regions)",
    )
}

pub fn no_return(search: &Search) -> Decision {
    // Once in millions for muratori, and impossible for the others.
    let [few, many] = [3_000_000, 24_000_000];
    let rows = BOOLEAN.iter().zip([(Inside, few), (Inside, few), (Literal, many), (Repaired, few)]);
    let checks = rows.map(|(variant, (role, count))| {
        let what = format!("{}: no entry with n = 1 comes after one with n = 2", variant.name);
        search.lattice(Kind::Solid, count).check(role, what, |pair| {
            let (mut triangle, mut kept) = (false, true);
            (variant.observe)(pair, &mut |_, points| {
                triangle |= points.len() == 3;
                kept &= !(triangle && points.len() == 2);
            });
            triangle.then_some(kept)
        })
    });
    Decision::new(checks.collect::<Vec<_>>()).condition(
        "DoSimplex is the one that the source reduces it to, which keeps a face or an edge and never a vertex, so that n ≥ 2 is \
         followed by n ≥ 2 by construction. Muratori's own, which can drop to {A}, does return",
    )
}

pub fn segment_kept(search: &Search) -> Decision {
    let checks = BOOLEAN.iter().zip([Literal, Literal, Measured, Repaired]).map(|(variant, role)| {
        let what = format!("{}: at n = 1 AB holds the point nearest to the origin and is kept", variant.name);
        search.lattice(Kind::Solid, 2_000_000).check(role, what, |pair| {
            let mut right = None;
            (variant.observe)(pair, &mut |simplex, points| {
                if points.len() == 2 {
                    also(&mut right, || {
                        let mut reduced = simplex.clone();
                        let step = (variant.reduce)(&mut reduced);
                        let ends = Region::of(points).holds_origin() && step != Step::NoRegion;
                        is_in_slab(points) && (reduced.len() == 2 || ends)
                    });
                }
            });
            right
        })
    });
    Decision::new(checks.collect::<Vec<_>>())
        .note(
            "AB is nearest in the closed sense: where A is the origin, so is A. There muratori keeps {A} and linahan-true-region \
             ends; both are counted as right",
        )
        .proof("lemma 5: A·B ≤ 0 at every entry with n = 1, so the foot of the perpendicular is on AB")
}
