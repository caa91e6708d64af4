//! Claims on the distance iterations: termination, tolerances, precision.

use std::fmt::Write as _;

use gjk_cases::case::{Arithmetic, Case, Class};
use gjk_records::Ruling;
use gjk_truth::answer::Says;

use crate::check::{Check, Role::*};
use crate::entered::FLOATS;
use crate::finding::Decision;
use crate::posed::Kind;
use crate::rounded::{FAMILIES, ask, succeeds, zero_means_meet};
use crate::search::{Cases, Search};

/// The checks that a variant ends, exactly and in floats.
fn ends_with_an_answer(search: &Search, name: &str) -> Vec<Check> {
    let check = |cases: Cases, role, place: &str, arithmetic| {
        let ends = |case: &Case| Some(ask(name, arithmetic, case)?.1.ruling != Ruling::GaveUp);
        cases.check(role, format!("{name} {place}: ends with an answer"), ends)
    };
    let exact = search.scaled(Kind::Any, &[0], 40_000).exactly();
    let mut checks = vec![check(exact, Inside, "exact", Arithmetic::Exact)];
    checks.extend(FLOATS.map(|arithmetic| {
        check(search.families(&FAMILIES, arithmetic, 400), Literal, &format!("in {arithmetic}"), arithmetic)
    }));
    checks
}

pub fn terminates(search: &Search) -> Decision {
    Decision::new(ends_with_an_answer(search, "least-squares-published"))
        .condition(
            "the arithmetic is exact: then |d| falls strictly and there are finitely many simplices. In floats the rounding \
             error of d·s exceeds 1e-12 and the iteration runs in circles",
        )
        .note("an end without an answer (iteration limit, a circle, a sub-simplex without an answer) counts as no end")
}

pub fn finite(search: &Search) -> Decision {
    let names = ["johnson-gilbert-foo", "ericson-gilbert-foo"];
    Decision::new(names.map(|name| ends_with_an_answer(search, name)).concat())
        .condition("the arithmetic is exact: then |P| falls strictly and there are finitely many simplices")
        .note("the loop as sketched, ε² = 1e-12")
}

/// Why a claim on precision has no verdict in exact arithmetic.
const PRECISION: &str = "a claim on precision; the exact runs are measured besides";

/// The powers of two by which the lattices are multiplied.
const POWERS: [i32; 17] = [-48, -40, -32, -26, -20, -16, -12, -8, -4, 0, 4, 8, 12, 16, 20, 26, 32];

/// Whether the published least squares return the closest pair of separated bodies.
fn gives_closest_pair(arithmetic: Arithmetic, case: &Case) -> Option<bool> {
    let (_, judgement, class) = ask("least-squares-published", arithmetic, case)?;
    (class == Class::Separated).then_some(judgement.ruling == Ruling::Right)
}

pub fn tolerance(search: &Search) -> Decision {
    let rounded = |case: &Case| gives_closest_pair(Arithmetic::F64, case);
    let exact = |case: &Case| gives_closest_pair(Arithmetic::Exact, case);
    let solid = |powers, count| search.scaled(Kind::Solid, powers, count);
    let all = "in f64, separated lattices (|x| ≤ 10) times 2^-48 … 2^32: the pair is the closest to 64 u·D";
    let mut checks = vec![
        solid(&POWERS, 20_000).check(Literal, all, rounded),
        solid(&POWERS, 3_000).exactly().check(Measured, "exact, times 2^-48 … 2^32: it is the closest pair", exact),
        solid(&POWERS[7..], 3_000).exactly().check(Measured, "exact, times 2^-8 … 2^32: the same", exact),
    ];
    let mut table = String::from("scale,runs,not right\n");
    let of_table = Search { seed: search.seed ^ 0x5ca1e, ..search.clone() };
    let mut good = Vec::new();
    // The scale of a given case is not varied.
    for power in POWERS.into_iter().filter(|_| search.given.is_none()) {
        let (runs, broken) = of_table.scaled(Kind::Solid, &[power], 4_000).counts(rounded);
        // Writing to a string cannot fail.
        let _ = writeln!(table, "2^{power},{runs},{broken}");
        if broken == 0 && runs > 0 {
            good.push(power);
        }
    }
    let mut condition = None;
    if let (Some(low), Some(high)) = (good.iter().min(), good.iter().max())
        && good.len() == POWERS.iter().filter(|power| (low..=high).contains(power)).count()
    {
        checks.push(solid(&good, 20_000).check(Inside, format!("the same times 2^{low} … 2^{high}"), rounded));
        condition = Some(format!(
            "the scale suits 1e-12: integer coordinates up to 10 times 2^{low} … 2^{high}. Below, 1e-12 is large (the centroids \
             are the answer), above, it is less than a rounding error and the iteration does not end"
        ));
    }
    Decision::new(checks).table(search, || table).floats_only(PRECISION).condition(condition.unwrap_or_default()).note(
        "decided in f64. Even at scale one the bound on the distance is 1e-12/|d|, so that near contact nothing better than \
         1e-6 is promised",
    )
}

pub fn overlap(search: &Search) -> Decision {
    let is_zero = |arithmetic: Arithmetic| {
        move |case: &Case| {
            let (reply, _, class) = ask("least-squares-published", arithmetic, case)?;
            let zero = reply.answer.is_some_and(|answer| answer.says == Says::Intersecting);
            (class == Class::Overlapping).then_some(zero)
        }
    };
    let any = |powers, count| search.scaled(Kind::Any, powers, count);
    let exact = is_zero(Arithmetic::Exact);
    let all = "exact, lattices (|x| ≤ 10) times 2^-40 … 2^8: for overlapping bodies the distance is zero";
    let mut checks = vec![
        any(&[-40, -32, -24, -16, -8, 0, 8], 20_000).exactly().check(Literal, all, exact),
        any(&[-8, -4, 0, 4, 8], 30_000).exactly().check(Inside, "exact, the same times 2^-8 … 2^8", exact),
    ];
    checks.extend(FLOATS.map(|arithmetic| {
        let what = format!("in {arithmetic}, times 1: the distance is exactly zero");
        search.scaled_in(Kind::Any, &[0], arithmetic, 10_000).check(Literal, what, is_zero(arithmetic))
    }));
    Decision::new(checks)
    .condition(
        "the bodies are large against 1e-6 (here coordinates up to 10 times 2^-8 … 2^8) and the arithmetic is exact: below, \
         |d|² ≤ 1e-12 + d·s passes for the centroids or for some d ≠ 0",
    )
    .note(
        "for overlapping bodies d·s ≤ 0, so the stop test gives |d| ≤ 1e-6 and no more. Where it does not end it returns \
         nothing, which counts as broken",
    )
}

pub fn ericson_zero(search: &Search) -> Decision {
    let names = ["ericson", "ericson-gilbert-foo"];
    let exact = names.map(|name| {
        let what = format!("{name} exact: where P is O the bodies meet");
        let cases = search.scaled(Kind::Any, &[0], 30_000).exactly();
        cases.check(Inside, what, |case| zero_means_meet(name, Arithmetic::Exact, case))
    });
    let rounded = names.into_iter().flat_map(|name| FLOATS.map(|arithmetic| (name, arithmetic))).map(|(name, arithmetic)| {
        let what = format!("{name} in {arithmetic}: where P is O the bodies meet");
        let cases = search.families(&FAMILIES, arithmetic, 600);
        cases.check(Literal, what, |case| zero_means_meet(name, arithmetic, case))
    });
    Decision::new(exact.into_iter().chain(rounded))
        .condition(
            "the arithmetic is exact: P is a point of M. A rounded P, or a tetrahedron found to hold O by rounded signs, is O \
             for bodies that are apart by less than the rounding error (or whose products underflow)",
        )
        .proof("P is a point of M, so M holds O, which is lemma 2")
}

/// False if one variant fails where the other one, if any, succeeds.
fn does_not_fail_alone(who: &str, other: Option<&str>, arithmetic: Arithmetic, case: &Case) -> Option<bool> {
    let fails = !succeeds(who, arithmetic, case)?;
    Some(!(fails && other.is_none_or(|other| succeeds(other, arithmetic, case) == Some(true))))
}

pub fn johnson_fragile(search: &Search) -> Decision {
    let [johnson, ericson] = ["johnson", "ericson"];
    let mut checks = Vec::new();
    for arithmetic in FLOATS {
        for (role, who, other) in [(Needed, johnson, ericson), (Literal, ericson, johnson)] {
            let what = format!("in {arithmetic}, all families, the common loop: {who} does not fail where {other} succeeds");
            let cases = search.families(&FAMILIES, arithmetic, 300);
            checks.push(cases.check(role, what, |case| does_not_fail_alone(who, Some(other), arithmetic, case)));
        }
    }
    let exact = search.scaled(Kind::Any, &[0], 10_000).exactly();
    checks.push(exact.check(Repaired, "exact: neither fails", |case| {
        Some(succeeds(johnson, Arithmetic::Exact, case)? && succeeds(ericson, Arithmetic::Exact, case)?)
    }));
    Decision::new(checks)
        .table(search, || fails_by_family(search))
        .floats_only("exactly neither fails, which is the repair")
        .note(
            "a failure is a wrong verdict beyond 64 u·D or no answer. The claim has two parts: Johnson's has failures that \
         Ericson's has not (the runs that \"break\" it are its support), and the geometric one has none of its own; the paired \
         differences by family are in the table",
        )
}

/// How often each variant fails, and how often it fails while the other one succeeds, by family.
fn fails_by_family(search: &Search) -> String {
    let mut table = String::from("scalar,family,runs,johnson fails,ericson fails,only johnson,only ericson\n");
    for (arithmetic, family) in FLOATS.into_iter().flat_map(|float| FAMILIES.map(|family| (float, family))) {
        let [johnson, ericson] = ["johnson", "ericson"];
        let rows = [(johnson, None), (ericson, None), (johnson, Some(ericson)), (ericson, Some(johnson))];
        let counts = rows.map(|(who, other)| {
            let cases = search.families(&[family], arithmetic, 150);
            cases.counts(|case| does_not_fail_alone(who, other, arithmetic, case))
        });
        let [johnson, ericson, only_johnson, only_ericson] = counts.map(|(_, fails)| fails);
        // Writing to a string cannot fail.
        let _ = writeln!(table, "{arithmetic},{family},{},{johnson},{ericson},{only_johnson},{only_ericson}", counts[0].0);
    }
    table
}
