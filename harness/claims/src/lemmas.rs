//! Claims about the Voronoi regions that can hold the origin on entry to DoSimplex.
//!
//! The letters are the source's: A is the newest vertex. Regions are closed: an origin as near to one feature as to another
//! lies in the regions of both, and a lemma holds if it names one of them.

use std::sync::atomic::{AtomicU64, Ordering};

use gjk_cases::case::Class;
use gjk_hunt::search::MachineInteger;
use gjk_variants::vector::Vector;
use gjk_variants::{BooleanGjk, Counter, FaceFirst, Outcome, Simplex, Step, Unrolled, Verdict};

use crate::budget::{MANY, OF_FRACTIONS, to_find, to_simplify};
use crate::census::{self, is_allowed};
use crate::check::{Check, Role, Role::*};
use crate::entered::{at_entries, entries, in_floats};
use crate::finding::Decision;
use crate::observed::{BOOLEAN, Boolean, FACE_FIRST, S, THREE_PLANE, TRUE_REGION};
use crate::pair::{CheckedVerdict, LatticePair};
use crate::posed::Kind;
use crate::search::{Lattice, Search};
use crate::voronoi::{Region, is_in_slab};

/// Whether a lemma holds at every entry of a run with n + 1 vertices.
fn holds_in_run(variant: &Boolean, pair: &LatticePair<'_>, n: usize) -> (Option<bool>, CheckedVerdict) {
    variant.holds(pair, |_, points| (points.len() == n + 1).then(|| is_allowed(points)))
}

fn lemma(search: &Search, n: usize, exactly: Role, mut checks: Vec<Check>) -> Decision {
    let what = format!("at every entry with n = {n} the origin, which is in M, lies in a region that the lemma names");
    for (variant, role) in BOOLEAN.iter().zip([exactly, exactly, Measured, Repaired]) {
        checks.push(search.lattice(Kind::Solid, MANY).check(role, format!("{}: {what}", variant.name), |pair| {
            let (holds, run) = holds_in_run(variant, pair, n);
            holds.filter(|_| run.meets)
        }));
    }
    for variant in [THREE_PLANE, FACE_FIRST] {
        let meets = |class: Class| class != Class::Separated;
        checks.extend(at_entries(search, Kind::Solid, variant.name, &what, meets, |points| {
            (points.len() == n + 1).then(|| is_allowed(points))
        }));
    }
    Decision::new(checks).table(search, || census::table(search, n, OF_FRACTIONS)).note(
        "the lemma is judged on the two readings of the source's own DoSimplex; closed regions; muratori (the algorithm before \
         Driscoll's reduction) is measured, linahan-true-region is the repair",
    )
}

pub fn lemma_5(search: &Search) -> Decision {
    lemma(search, 1, Inside, Vec::new())
        .condition("the products are exact. In floats S·D may be zero by underflow, or a support point the wrong one by rounding")
        .proof(
            "D = −B whenever a second point is added to {B}, and S·D ≥ 0 gives A·B ≤ 0, so O is in the ball over AB, which lies \
             in the slab",
        )
}

/// Whether a run of the three-plane reading on bodies that meet keeps a feature other than the nearest.
fn strays(pair: &LatticePair<'_>) -> Option<bool> {
    let (keeps, run) = THREE_PLANE
        .holds(pair, |simplex, points| (points.len() == 4).then(|| keeps_true_feature(&THREE_PLANE, simplex, points)));
    Some(run.meets && keeps == Some(false))
}

/// A lemma on walks of the three-plane reading, on bodies that meet.
fn on_walks(walks: &Lattice<'_>, what: String, n: usize) -> Check {
    walks.check(Literal, what, |pair| {
        let (holds, run) = holds_in_run(&THREE_PLANE, pair, n);
        run.meets.then_some(holds != Some(false))
    })
}

/// Once in this many samples, a walk among runs that stray breaks lemma 7.
const OF_A_WALK: u64 = 100_000;

/// A lemma on walks among runs that stray, from `count` samples: it breaks there first.
fn around_strays(search: &Search, n: usize, count: u64) -> Check {
    let what =
        format!("linahan-three-plane, walks among runs that keep a feature that is not the nearest: the same for n = {n}");
    on_walks(&search.lattice(Kind::Solid, count).around(&strays, 400), what, n)
}

/// Whether a run of the three-plane reading on bodies that meet reduces a tetrahedron to an edge whose slab does not hold the
/// origin, which is necessary for lemma 6 to break.
fn leaves_slab(pair: &LatticePair<'_>) -> Option<bool> {
    let (mut leaves, mut size_before) = (false, 0);
    let run = THREE_PLANE.observe(pair, &mut |_, points| {
        leaves |= size_before == 4 && points.len() == 3 && !is_in_slab(&points[..2]);
        size_before = points.len();
    });
    run.meets.then_some(leaves)
}

pub fn lemma_6(search: &Search) -> Decision {
    let what = "linahan-three-plane: an edge to which a tetrahedron is dropped has the origin in its slab";
    // One sample in 200,000 reduces to such an edge.
    let slab =
        search.lattice(Kind::Solid, to_find(200_000)).check(Measured, what, |pair| leaves_slab(pair).map(|leaves| !leaves));
    let what =
        "linahan-three-plane, walks among runs that drop a tetrahedron to an edge without the origin in its slab: the same";
    let samples = search.lattice(Kind::Solid, to_simplify(Literal, 24_000_000, MANY));
    let near = on_walks(&samples.around(&leaves_slab, 20_000), what.to_owned(), 2);
    // A pinned or reduced run may reach no such edge.
    lemma(search, 2, Literal, vec![slab, near, around_strays(search, 2, OF_FRACTIONS)])
}

pub fn lemma_7(search: &Search) -> Decision {
    lemma(search, 3, Literal, vec![around_strays(search, 3, to_find(OF_A_WALK))])
}

/// Whether the feature of a tetrahedron that DoSimplex keeps is one whose region holds the origin.
fn keeps_true_feature(variant: &Boolean, simplex: &Simplex<S>, points: &[Vector<MachineInteger>]) -> bool {
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
        search.lattice(Kind::Solid, to_simplify(role, 3_000_000, MANY)).check(role, what, |pair| {
            let (right, run) = variant.holds(pair, |simplex, points| {
                let is_meant = points.len() == 4 && (only.is_empty() || is_allowed(points));
                is_meant.then(|| keeps_true_feature(&variant, simplex, points))
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

/// The consequence for a program: n = 1 can be unrolled from the loop.
fn unrolled(search: &Search) -> Check {
    let what =
        "n = 1 unrolled from the loop (linahan-unrolled), the answer is that of linahan-face-first after as many supports";
    search.lattice(Kind::Solid, MANY).check(Inside, what, |pair| {
        let [looped, unrolled] = both_ways(pair);
        Some(format!("{:?}", looped.0) == format!("{:?}", unrolled.0) && looped.1.supports == unrolled.1.supports)
    })
}

/// The results of linahan-face-first and linahan-unrolled, and the numbers of their queries.
fn both_ways(pair: &LatticePair<'_>) -> [(Outcome<Verdict<S>>, Counter); 2] {
    let mut counts = [Counter::default(); 2];
    let looped = pair.solve::<MachineInteger, 3, _>(&BooleanGjk::new(FaceFirst), &mut counts[0]);
    let unrolled = pair.solve::<MachineInteger, 3, _>(&Unrolled, &mut counts[1]);
    [(looped, counts[0]), (unrolled, counts[1])]
}

/// The total numbers of tests of the two.
fn tests_table(search: &Search) -> String {
    let sums = [0; 3].map(AtomicU64::new);
    search.lattice(Kind::Solid, OF_FRACTIONS).check(Measured, "", |pair| {
        let [looped, unrolled] = both_ways(pair).map(|(_, counts)| counts.tests as u64);
        for (sum, count) in sums.iter().zip([1, looped, unrolled]) {
            sum.fetch_add(count, Ordering::Relaxed);
        }
        Some(true)
    });
    let [runs, looped, unrolled] = sums.map(AtomicU64::into_inner);
    format!("variant,runs,tests\nlinahan-face-first,{runs},{looped}\nlinahan-unrolled,{runs},{unrolled}\n")
}

/// Whether no simplex of two vertices comes after one of three; `None` if there is no simplex of three.
#[derive(Default)]
struct Returns {
    triangle: bool,
    returned: bool,
}

impl Returns {
    fn see(&mut self, len: usize) {
        self.triangle |= len == 3;
        self.returned |= self.triangle && len == 2;
    }

    fn never(&self) -> Option<bool> {
        self.triangle.then_some(!self.returned)
    }
}

pub fn no_return(search: &Search) -> Decision {
    let what = "no entry with n = 1 comes after one with n = 2";
    // Broken once in three million samples by muratori; by construction never by the two readings, which run to check their
    // code.
    let rare = to_find(3_000_000);
    let rows = BOOLEAN.iter().zip([(Inside, MANY), (Inside, MANY), (Literal, rare), (Repaired, rare)]);
    let checks = rows.map(|(variant, (role, count))| {
        search.lattice(Kind::Solid, count).check(role, format!("{}: {what}", variant.name), |pair| {
            let mut returns = Returns::default();
            variant.observe(pair, &mut |_, points| returns.see(points.len()));
            returns.never()
        })
    });
    let mut checks: Vec<Check> = checks.collect();
    // In rounded arithmetic the reference can also keep a vertex.
    for (Boolean { name, .. }, role) in BOOLEAN.iter().zip([Inside, Inside, Literal, Measured]) {
        let what = |place: &str| format!("{name} {place}: {what}");
        checks.extend(in_floats(search, Kind::Solid, (role, 200), what, |arithmetic, case| {
            let mut returns = Returns::default();
            entries(name, arithmetic, case, |points| returns.see(points.len()))?;
            returns.never()
        }));
    }
    checks.push(unrolled(search));
    Decision::new(checks).table(search, || tests_table(search)).condition(
        "DoSimplex is the one that the source reduces it to, which keeps a face or an edge and never a vertex, so that n ≥ 2 is \
         followed by n ≥ 2 by construction. Muratori's own, which can drop to {A}, does return",
    )
}

pub fn segment_kept(search: &Search) -> Decision {
    let checks = BOOLEAN.iter().zip([Inside, Inside, Measured, Repaired]).map(|(variant, role)| {
        let what = format!("{}: at n = 1 AB holds the point nearest to the origin and is kept", variant.name);
        search.lattice(Kind::Solid, MANY).check(role, what, |pair| {
            let is_kept = |simplex: &Simplex<S>, points: &[Vector<MachineInteger>]| {
                let mut reduced = simplex.clone();
                let step = (variant.reduce)(&mut reduced);
                let ends = Region::of(points).holds_origin() && step != Step::NoRegion;
                is_in_slab(points) && (reduced.len() == 2 || ends)
            };
            variant.holds(pair, |simplex, points| (points.len() == 2).then(|| is_kept(simplex, points))).0
        })
    });
    let what = "at n = 1 AB, which is kept, holds the point nearest to the origin";
    let rounded = [THREE_PLANE, FACE_FIRST].into_iter().flat_map(|Boolean { name, .. }| {
        at_entries(search, Kind::Solid, name, what, |_| true, |points| (points.len() == 2).then(|| is_in_slab(points)))
    });
    Decision::new(checks.chain(rounded))
        .condition("the products are exact: then A·B ≤ 0. In floats S·D may be zero by underflow where A·B > 0")
        .note(
            "AB is nearest in the closed sense: where A is the origin, so is A. There muratori keeps {A} and linahan-true-region \
             ends; both are counted as right",
        )
        .proof("lemma 5: A·B ≤ 0 at every entry with n = 1, so the foot of the perpendicular is on AB")
}
