//! Claims on the verdicts of the boolean variants.

use gjk_hunt::search::MachineInteger;
use gjk_variants::{Simplex, Step};

use crate::budget::{MANY, OF_FRACTIONS, to_simplify};
use crate::check::{Check, Role, Role::*};
use crate::entered::FLOATS;
use crate::finding::Decision;
use crate::observed::{BOOLEAN, Boolean, S, THREE_PLANE, TRUE_REGION};
use crate::pair::{minus, vector};
use crate::posed::Kind;
use crate::rounded::{FAMILIES, NEAR, TOUCHING, judge, verdict_is_right};
use crate::search::Search;
use crate::voronoi::holds_origin;

/// The claim that a variant ends with the right verdict; `count` samples of the lattice decide it.
pub fn correct(search: &Search, variant: Boolean, count: u64) -> Decision {
    let check = |variant: Boolean, role| {
        let what = format!("{} ends with the right verdict", variant.name);
        search
            .lattice(Kind::Solid, to_simplify(role, 12_000_000, count))
            .check(role, what, |pair| Some(variant.judge(pair).is_right()))
    };
    let what = format!("failures of {} in a quarter of the runs; `broken` are those on separated bodies", variant.name);
    let failures = search.lattice(Kind::Solid, count / 4).check(Measured, what, |pair| {
        let run = variant.judge(pair);
        (!run.is_right()).then_some(run.meets)
    });
    let rounded = FLOATS.map(|arithmetic| {
        let what = format!("{} in {arithmetic}, all families: it ends with the right verdict", variant.name);
        let cases = search.families(&FAMILIES, arithmetic, 400);
        cases.check(Literal, what, |case| verdict_is_right(variant.name, arithmetic, case))
    });
    let exact = [check(variant, Literal), failures, check(TRUE_REGION, Repaired)];
    Decision::new(exact.into_iter().chain(rounded))
        .note("in space; an exact run that comes again to a simplex and direction it has been at has no verdict")
}

/// DoSimplex called by itself, on any tetrahedron.
fn on_any_tetrahedron(search: &Search) -> Check {
    let what =
        "linahan-three-plane's DoSimplex called by itself on any four points: where it answers true they hold the origin";
    search.lattice(Kind::Solid, OF_FRACTIONS).check(Measured, what, |pair| {
        let points: Vec<_> = pair.a.iter().take(4).map(|a| minus(a, &pair.b[0])).collect();
        let mut simplex = Simplex::<S>::of_points(&points.iter().map(vector::<MachineInteger, 3>).collect::<Vec<_>>());
        let inside = points.len() == 4 && (THREE_PLANE.reduce)(&mut simplex) == Step::Inside;
        inside.then(|| holds_origin(&points))
    })
}

pub fn true_means_meet(search: &Search) -> Decision {
    let exact = |variant: Boolean, role: Role, kind, count| {
        let place = if kind == Kind::Plane { "in the plane" } else { "in space" };
        let what = format!("{} {place}: where it answers true the bodies meet", variant.name);
        search.lattice(kind, count).check(role, what, |pair| variant.judge(pair).is_right_to_say(true))
    };
    let [shortcuts @ .., reference] = BOOLEAN;
    let mut checks: Vec<Check> = shortcuts.map(|variant| exact(variant, Inside, Kind::Solid, MANY)).into();
    checks.push(exact(THREE_PLANE, Measured, Kind::Plane, MANY));
    checks.push(on_any_tetrahedron(search));
    checks.push(exact(reference, Repaired, Kind::Solid, MANY));
    for (arithmetic, Boolean { name, .. }) in FLOATS.into_iter().flat_map(|float| shortcuts.map(|variant| (float, variant))) {
        let what = format!("{name} in {arithmetic}: where it answers true the bodies meet");
        let cases = search.families(&NEAR, arithmetic, 1_000);
        checks.push(cases.check(Literal, what, |case| judge(name, arithmetic, case)?.is_right_to_say(true)));
    }
    Decision::new(checks)
        .condition(
            "the products are exact. Then D is normal to the last face and points to O, A·D ≥ 0 puts O between that face and A, \
             and with O behind the three other faces it is inside; a tetrahedron is flat only if O was in the plane of the last \
             triangle, and then in the triangle",
        )
        .note(
            "of the answers in the loop. Called by itself on any flat tetrahedron whose plane holds the origin DoSimplex answers \
             true wherever O is, since every plane test gives zero; the loop never brings one with O outside",
        )
}

pub fn half_space_exit(search: &Search) -> Decision {
    let exact = BOOLEAN.map(|variant| {
        let what = format!("{} exact: bodies that it calls apart do not meet", variant.name);
        search.lattice(Kind::Any, MANY).check(Inside, what, |pair| variant.judge(pair).is_right_to_say(false))
    });
    let rounded = FLOATS.map(|arithmetic| {
        let what = format!("muratori in {arithmetic}: bodies that it calls apart do not meet");
        let cases = search.families(&TOUCHING, arithmetic, 2_000);
        cases.check(Literal, what, |case| judge("muratori", arithmetic, case)?.is_right_to_say(false))
    });
    Decision::new(exact.into_iter().chain(rounded)).condition(
        "the products are exact: S·D is negative where D·m ≤ S·D < 0 for every m in M. A rounded one is negative for touching \
         bodies too",
    )
}
