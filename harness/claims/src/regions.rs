//! Claims on the Voronoi regions that can hold the origin when DoSimplex is entered.
//!
//! The letters are the source's: A is the newest vertex. A region is taken closed: where the origin is as near to one feature as
//! to another, it lies in the regions of both, and a lemma stands if one of them is a region that it names.

use gjk_variants::{Answer, BooleanGjk, DoSimplex, Evidence, Observer, Simplex, Solid, Space, Start, Step, Variant};

use super::boolean::{READINGS, each_variant, with_variant};
use super::ledger::{Decision, Finding};
use super::part::{Effort, Kind, Pair, Part, Role};
use super::simplex::{Region, dot, in_closed_region, minus, region};
use gjk_cases::case::Class;
use gjk_hunt::search::sample::Site;
use gjk_hunt::search::{Cluster, Machine};
use gjk_truth::answer::Says;
use gjk_truth::certificate;

type S = Solid<Machine>;

/// Sees the points of each simplex on which DoSimplex is called.
struct Watch<F: FnMut(&Simplex<S>, &[Site])>(F);

impl<F: FnMut(&Simplex<S>, &[Site])> Observer<S> for Watch<F> {
    fn entered(&mut self, simplex: &Simplex<S>) {
        let mut points = [[0; 3]; 4];
        for (point, vertex) in points.iter_mut().zip(simplex.vertices()) {
            *point = std::array::from_fn(|i| vertex.point[i].0);
        }
        (self.0)(simplex, &points[..simplex.len()]);
    }
}

/// Runs a variant on a pair in space; whether the bodies truly meet.
pub fn watched<P: DoSimplex<S>>(do_simplex: P, pair: &Pair<'_>, seen: impl FnMut(&Simplex<S>, &[Site])) -> bool {
    let (a, b) = (Cluster::<S>::new(pair.a), Cluster::<S>::new(pair.b));
    let start = pair.start.map_or(Start::Default, |site| Start::Direction(S::vector(|i| Machine(site[i]))));
    let outcome = BooleanGjk::new(do_simplex).solve(&a, &b, &start, &mut Watch(seen));
    let says = outcome.answer.map(Answer::evidence).and_then(|evidence| match evidence {
        // S·D < 0 is proof enough.
        Evidence::Disjoint { .. } => Some(Says::Apart),
        Evidence::Intersecting { simplex } => {
            let points: Vec<[Machine; 3]> =
                simplex.vertices::<S, _, _>(&a, &b).map(|vertex| std::array::from_fn(|i| vertex.point[i])).collect();
            certificate::holds_origin(&points).then_some(Says::Intersecting)
        }
        Evidence::Apart(_) | Evidence::Within(_) => None,
    });
    match says {
        Some(says) => says == Says::Intersecting,
        None => pair.truth().class() != Class::Separated,
    }
}

/// The positions of the vertices with these letters, in a simplex of so many.
fn mask(letters: &str, len: usize) -> u8 {
    letters.bytes().fold(0, |mask, letter| mask | 1 << (len - 1 - usize::from(letter - b'A')))
}

/// Whether one of the named closed regions holds the origin.
fn is_in_one_of(points: &[Site], found: &Region, names: &[&str]) -> bool {
    let masks = names.iter().map(|name| mask(name, points.len()));
    masks.into_iter().any(|mask| found.face == mask) || {
        names.iter().any(|name| in_closed_region(points, found, mask(name, points.len())))
    }
}

/// The slab of a segment: between the planes through its ends.
fn in_slab(points: &[Site]) -> bool {
    let edge = minus(&points[1], &points[0]);
    dot(&edge, &points[0]) <= 0 && dot(&edge, &points[1]) >= 0
}

/// The regions that a lemma allows, by n.
pub const ALLOWED: [&[&str]; 3] = [&["AB"], &["AB", "AC", "ABC"], &["AB", "AC", "AD", "ABC", "ACD", "ABD", "ABCD"]];

/// Whether a lemma stands on an entry.
pub fn stands(points: &[Site]) -> bool {
    match points.len() {
        2 => in_slab(points),
        len => is_in_one_of(points, &region(points), ALLOWED[len - 2]),
    }
}

fn lemma_part<P: DoSimplex<S> + Copy>(effort: &Effort, do_simplex: P, name: &str, n: usize, role: Role, count: u64) -> Part {
    let what = format!("{name}: at every entry with n = {n} the origin, which is in M, lies in a region that the lemma names");
    effort.lattice(role, what, count, Kind::Solid, &|pair| {
        let (mut met, mut kept) = (false, true);
        let meets = watched(do_simplex, pair, |_, points| {
            if points.len() == n + 1 && kept {
                met = true;
                kept = stands(points);
            }
        });
        (meets && met).then_some(kept)
    })
}

fn lemma(effort: &Effort, n: usize, count: u64, mut parts: Vec<Part>) -> Finding {
    each_variant(|name, index| {
        let role = match index {
            0 | 1 => Role::Literal,
            2 => Role::Measured,
            _ => Role::Repaired,
        };
        parts.push(with_variant!(index, variant => lemma_part(effort, variant, name, n, role, count)));
    });
    let mut decision = Decision::new(parts).note(
        "the lemma is judged on the two readings of the source's own DoSimplex; closed regions; muratori (the algorithm before \
         Driscoll's reduction) is measured, linahan-true-region is the repair",
    );
    if effort.given.is_none() {
        decision = decision.table(super::census::text(effort, n, 1_000_000));
    }
    decision.find()
}

pub fn lemma_5(effort: &Effort) -> Finding {
    let mut finding = lemma(effort, 1, 2_000_000, Vec::new());
    finding.prove("D = −B whenever a second point is added to {B}, and S·D ≥ 0 gives A·B ≤ 0, so O is in the ball over AB, which lies in the slab");
    finding
}

/// Whether a run of the three-plane reading on bodies that meet keeps a feature that is not the nearest.
fn strays(pair: &Pair<'_>) -> Option<bool> {
    let mut strays = false;
    let meets = watched(gjk_variants::ThreePlane, pair, |simplex, points| {
        strays = strays || points.len() == 4 && !keeps_true_feature(gjk_variants::ThreePlane, simplex, points);
    });
    Some(meets && strays)
}

/// A lemma on walks among runs that stray: there it breaks first.
fn around_strays(effort: &Effort, n: usize) -> Part {
    let check = |pair: &Pair<'_>| {
        let mut kept = true;
        let meets = watched(gjk_variants::ThreePlane, pair, |_, points| {
            kept = kept && (points.len() != n + 1 || stands(points));
        });
        meets.then_some(kept)
    };
    let what =
        format!("linahan-three-plane, walks among runs that keep a feature that is not the nearest: the same for n = {n}");
    effort.around(Role::Literal, what, 2_000_000, Kind::Solid, &strays, 400, &check)
}

/// Whether a run of the three-plane reading on bodies that meet drops a tetrahedron to an edge whose slab does not hold the
/// origin: what lemma 6 needs in order to break.
fn leaves_slab(pair: &Pair<'_>) -> Option<bool> {
    let mut leaves = false;
    let mut tetrahedron = None;
    let meets = watched(gjk_variants::ThreePlane, pair, |_, points| {
        if let Some(()) = tetrahedron.take()
            && points.len() == 3
        {
            leaves |= !in_slab(&points[..2]);
        }
        tetrahedron = (points.len() == 4).then_some(());
    });
    meets.then_some(leaves)
}

pub fn lemma_6(effort: &Effort) -> Finding {
    let what = "linahan-three-plane: an edge to which a tetrahedron is dropped has the origin in its slab";
    let slab = effort.lattice(Role::Measured, what, 24_000_000, Kind::Solid, &|pair| leaves_slab(pair).map(|leaves| !leaves));
    let check = |pair: &Pair<'_>| {
        let mut kept = true;
        let meets = watched(gjk_variants::ThreePlane, pair, |_, points| {
            kept = kept && (points.len() != 3 || stands(points));
        });
        meets.then_some(kept)
    };
    let what =
        "linahan-three-plane, walks among runs that drop a tetrahedron to an edge without the origin in its slab: the same";
    let near = effort.around(Role::Literal, what, 24_000_000, Kind::Solid, &leaves_slab, 20_000, &check);
    // A pinned or reduced run may meet no such edge.
    lemma(effort, 2, 3_000_000, vec![slab, near, around_strays(effort, 2)])
}

pub fn lemma_7(effort: &Effort) -> Finding {
    lemma(effort, 3, 6_000_000, vec![around_strays(effort, 3)])
}

/// Whether the feature that DoSimplex keeps of a tetrahedron is one whose region holds the origin.
fn keeps_true_feature<P: DoSimplex<S>>(do_simplex: P, simplex: &Simplex<S>, points: &[Site]) -> bool {
    let mut reduced = simplex.clone();
    let found = region(points);
    match do_simplex.reduce(&mut reduced, &mut ()) {
        Step::Inside => found.axis == [0; 3],
        Step::NoRegion => false,
        Step::Toward(_) => {
            let kept = reduced.vertices();
            let chosen = (0..points.len()).fold(0, |mask, i| {
                let is_kept = kept.iter().any(|vertex| *vertex == simplex.vertices()[i]);
                mask | u8::from(is_kept) << i
            });
            in_closed_region(points, &found, chosen)
        }
    }
}

fn three_tests_part<P: DoSimplex<S> + Copy>(effort: &Effort, do_simplex: P, name: &str, role: Role, within: bool) -> Part {
    let only = if within { ", where the origin is in one of the seven regions of lemma 7" } else { "" };
    let what = format!(
        "{name}, origin in M: the feature that it keeps of a tetrahedron is the one whose region holds the origin{only}"
    );
    effort.lattice(role, what, 3_000_000, Kind::Solid, &|pair| {
        let (mut met, mut right) = (false, true);
        let meets = watched(do_simplex, pair, |simplex, points| {
            if points.len() == 4 && right && (!within || stands(points)) {
                met = true;
                right = keeps_true_feature(do_simplex, simplex, points);
            }
        });
        (meets && met).then_some(right)
    })
}

/// DoSimplex by itself, on any tetrahedron.
pub fn alone(effort: &Effort) -> Part {
    let what =
        "linahan-three-plane's DoSimplex called by itself on any four points: where it answers true they hold the origin";
    effort.lattice(Role::Measured, what, 1_000_000, Kind::Solid, &|pair| {
        let points: Vec<Site> = pair.a.iter().take(4).map(|a| minus(a, &pair.b[0])).collect();
        let vectors: Vec<_> = points.iter().map(|point| S::vector(|i| Machine(point[i]))).collect();
        let mut simplex = Simplex::<S>::of_points(&vectors);
        let inside =
            points.len() == 4 && DoSimplex::<S>::reduce(&gjk_variants::ThreePlane, &mut simplex, &mut ()) == Step::Inside;
        inside.then(|| region(&points).axis == [0; 3])
    })
}

pub fn three_tests(effort: &Effort) -> Finding {
    let parts = vec![
        three_tests_part(effort, gjk_variants::ThreePlane, READINGS[0], Role::Literal, false),
        three_tests_part(effort, gjk_variants::ThreePlane, READINGS[0], Role::Measured, true),
        three_tests_part(effort, gjk_variants::FaceFirst, READINGS[1], Role::Measured, false),
        three_tests_part(effort, gjk_variants::TrueRegion, "linahan-true-region", Role::Repaired, false),
    ];
    Decision::new(parts)
        .note(
            "the planes of the faces do not bound the Voronoi regions: the origin can be in front of one face and nearest to an \
             edge of it, in front of two and nearest to the inside of one, or in front of three, for which there is no region \
             (three signs tell eight patterns apart, not regions)",
        )
        .find()
}

pub fn no_return(effort: &Effort) -> Finding {
    let mut parts = Vec::new();
    each_variant(|name, index| {
        let role = match index {
            0 | 1 => Role::Inside,
            2 => Role::Literal,
            _ => Role::Repaired,
        };
        let what = format!("{name}: no entry with n = 1 comes after one with n = 2");
        // Once in millions for muratori, and impossible for the others.
        let count = if index == 2 { 24_000_000 } else { 3_000_000 };
        parts.push(effort.lattice(role, what, count, Kind::Solid, &|pair| {
            let (mut triangle, mut kept) = (false, true);
            with_variant!(index, variant => watched(variant, pair, |_, points| {
                triangle |= points.len() == 3;
                kept &= !(triangle && points.len() == 2);
            }));
            triangle.then_some(kept)
        }));
    });
    Decision::new(parts)
        .condition(
            "DoSimplex is the one that the source reduces it to, which keeps a face or an edge and never a vertex, so that n ≥ 2 is \
             followed by n ≥ 2 by construction. Muratori's own, which can drop to {A}, does return",
        )
        .find()
}

pub fn segment_kept(effort: &Effort) -> Finding {
    let mut parts = Vec::new();
    each_variant(|name, index| {
        let role = match index {
            0 | 1 => Role::Literal,
            2 => Role::Measured,
            _ => Role::Repaired,
        };
        let what = format!("{name}: at n = 1 AB holds the point nearest to the origin and is kept");
        parts.push(effort.lattice(role, what, 2_000_000, Kind::Solid, &|pair| {
            let (mut met, mut right) = (false, true);
            with_variant!(index, variant => watched(variant, pair, |simplex, points| {
                if points.len() == 2 {
                    met = true;
                    let mut reduced = simplex.clone();
                    let step: Step<S> = DoSimplex::<S>::reduce(&variant, &mut reduced, &mut ());
                    let flat = region(points).axis == [0; 3];
                    right &= in_slab(points) && (reduced.len() == 2 || flat && step != Step::NoRegion);
                }
            }));
            met.then_some(right)
        }));
    });
    let mut finding = Decision::new(parts)
        .note(
            "AB is nearest in the closed sense: where A is the origin, so is A. There muratori keeps {A} and linahan-true-region \
             ends; both are counted as right",
        )
        .find();
    finding.prove("lemma 5: A·B ≤ 0 at every entry with n = 1, so the foot of the perpendicular is on AB");
    finding
}
