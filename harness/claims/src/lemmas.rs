//! Claims on the Voronoi regions that can hold the origin when DoSimplex is entered.
//!
//! The letters are the source's: A is the newest vertex. A region is taken closed: where the origin is as near to one feature as
//! to another, it lies in the regions of both, and a lemma holds if one of them is a region that it names.

use std::sync::atomic::{AtomicU64, Ordering};

use gjk_cases::case::Class;
use gjk_hunt::search::{MachineInteger, Site};
use gjk_variants::{BooleanGjk, Counter, FaceFirst, Outcome, Simplex, Step, Unrolled, Verdict};

use crate::census::{self, is_allowed, is_in_slab};
use crate::entered::{FLOATS, at_entries, entries, is_in_region_of, is_in_slab as is_in_slab_of, sources};
use crate::finding::{Check, Decision, Role, Role::*};
use crate::observed::{BOOLEAN, Boolean, FACE_FIRST, S, THREE_PLANE, TRUE_REGION, also};
use crate::pair::LatticePair;
use crate::posed::Kind;
use crate::search::Search;
use crate::voronoi::Region;

/// Whether, in a run of the three-plane reading on bodies that meet, a lemma holds at every entry with n + 1 vertices.
fn holds_in_run(pair: &LatticePair<'_>, n: usize) -> Option<bool> {
    let mut holds = true;
    let run = (THREE_PLANE.observe)(pair, &mut |_, points| holds = holds && (points.len() != n + 1 || is_allowed(points)));
    run.meets.then_some(holds)
}

/// A lemma in floats: at every entry with n + 1 vertices of runs on bodies that meet.
fn in_floats(search: &Search, n: usize) -> Vec<Check> {
    let what = format!("at every entry with n = {n} the origin, which is in M, lies in a region that the lemma names");
    let names = [THREE_PLANE, FACE_FIRST].map(|variant| variant.name).into_iter();
    let meets = |class: Class| class != Class::Separated;
    let checks = names.flat_map(|name| {
        at_entries(search, Kind::Solid, name, &what, Literal, meets, |points| {
            (points.len() == n + 1).then(|| is_in_region_of(points, &census::allowed(points.len()).collect::<Vec<_>>()))
        })
    });
    checks.collect()
}

fn lemma(search: &Search, n: usize, count: u64, exactly: Role, mut checks: Vec<Check>) -> Decision {
    for (variant, role) in BOOLEAN.iter().zip([exactly, exactly, Measured, Repaired]) {
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
    checks.extend(in_floats(search, n));
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
    lemma(search, 1, 2_000_000, Inside, Vec::new())
        .condition("the products are exact. In floats S·D may be zero by underflow, or a support point the wrong one by rounding")
        .proof(
            "D = −B whenever a second point is added to {B}, and S·D ≥ 0 gives A·B ≤ 0, so O is in the ball over AB, which lies \
             in the slab",
        )
}

/// Whether a run of the three-plane reading on bodies that meet keeps a feature that is not the nearest.
fn strays(pair: &LatticePair<'_>) -> Option<bool> {
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
fn leaves_slab(pair: &LatticePair<'_>) -> Option<bool> {
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
    lemma(search, 2, 3_000_000, Literal, vec![slab, near, around_strays(search, 2)])
}

pub fn lemma_7(search: &Search) -> Decision {
    lemma(search, 3, 6_000_000, Literal, vec![around_strays(search, 3)])
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
    .exact_only("it fails there, in a tenth of the runs and more")
    .note(
        "the planes of the faces do not bound the Voronoi regions: the origin can be in front of one face and nearest to an \
         edge of it, in front of two and nearest to the inside of one, or in front of three, for which there is no region \
         (three signs tell eight patterns apart, not regions)",
    )
}

/// What follows for a program: n = 1 can be unrolled from the loop.
fn unrolled(search: &Search) -> Check {
    let what =
        "n = 1 unrolled from the loop (linahan-unrolled), the answer is that of linahan-face-first after as many supports";
    search.lattice(Kind::Solid, 1_000_000).check(Inside, what, |pair| {
        let [looped, unrolled] = both_ways(pair);
        Some(format!("{:?}", looped.0) == format!("{:?}", unrolled.0) && looped.1.supports == unrolled.1.supports)
    })
}

/// How linahan-face-first and linahan-unrolled end, and what they ask.
fn both_ways(pair: &LatticePair<'_>) -> [(Outcome<Verdict<S>>, Counter); 2] {
    let mut counts = [Counter::default(); 2];
    let looped = pair.solve::<MachineInteger, 3, _>(&BooleanGjk::new(FaceFirst), &mut counts[0]);
    let unrolled = pair.solve::<MachineInteger, 3, _>(&Unrolled, &mut counts[1]);
    [(looped, counts[0]), (unrolled, counts[1])]
}

/// How many tests the two ask in all.
fn tests_table(search: &Search) -> String {
    let (runs, looped, unrolled) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    search.lattice(Kind::Solid, 1_000_000).check(Measured, "", |pair| {
        let counts = both_ways(pair).map(|(_, counts)| counts.tests as u64);
        for (sum, count) in [&runs, &looped, &unrolled].into_iter().zip([1, counts[0], counts[1]]) {
            sum.fetch_add(count, Ordering::Relaxed);
        }
        Some(true)
    });
    let [runs, looped, unrolled] = [runs, looped, unrolled].map(AtomicU64::into_inner);
    format!("variant,runs,tests\nlinahan-face-first,{runs},{looped}\nlinahan-unrolled,{runs},{unrolled}\n")
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
    let mut checks: Vec<Check> = checks.collect();
    // Rounded, the reference can keep a vertex as well.
    for (variant, role) in BOOLEAN.iter().zip([Inside, Inside, Literal, Measured]) {
        checks.extend(FLOATS.into_iter().flat_map(|arithmetic| {
            sources(search, Kind::Solid, arithmetic, 200).map(|(on, cases)| {
                let what = format!("{} in {arithmetic}, {on}: no entry with n = 1 comes after one with n = 2", variant.name);
                cases.check(role, what, |case| {
                    let (mut triangle, mut kept) = (false, true);
                    entries(variant.name, arithmetic, case, &mut |points| {
                        triangle |= points.len() == 3;
                        kept &= !(triangle && points.len() == 2);
                    })?;
                    triangle.then_some(kept)
                })
            })
        }));
    }
    checks.push(unrolled(search));
    let decision = Decision::new(checks);
    let decision = if search.given.is_some() { decision } else { decision.table(tests_table(search)) };
    decision.condition(
        "DoSimplex is the one that the source reduces it to, which keeps a face or an edge and never a vertex, so that n ≥ 2 is \
         followed by n ≥ 2 by construction. Muratori's own, which can drop to {A}, does return",
    )
}

pub fn segment_kept(search: &Search) -> Decision {
    let checks = BOOLEAN.iter().zip([Inside, Inside, Measured, Repaired]).map(|(variant, role)| {
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
    let rounded = [THREE_PLANE, FACE_FIRST].into_iter().flat_map(|variant| {
        let what = "at n = 1 AB, which is kept, holds the point nearest to the origin";
        at_entries(
            search,
            Kind::Solid,
            variant.name,
            what,
            Literal,
            |_| true,
            |points| (points.len() == 2).then(|| is_in_slab_of(points)),
        )
    });
    Decision::new(checks.chain(rounded).collect::<Vec<_>>())
        .condition("the products are exact: then A·B ≤ 0. In floats S·D may be zero by underflow where A·B > 0")
        .note(
            "AB is nearest in the closed sense: where A is the origin, so is A. There muratori keeps {A} and linahan-true-region \
             ends; both are counted as right",
        )
        .proof("lemma 5: A·B ≤ 0 at every entry with n = 1, so the foot of the perpendicular is on AB")
}
