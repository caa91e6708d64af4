//! Claims on the distance iterations: termination, tolerances, precision.

use std::fmt::Write as _;

use gjk_records::Ruling;

use super::ledger::{Decision, Finding};
use super::part::{CaseCheck, Effort, Kind, Part, Role};
use super::rounded::{FAMILIES, ask, ends, succeeds, zero_means_meet};
use gjk_cases::case::{Arithmetic, Case, Class};
use gjk_truth::answer::Says;

const FLOATS: [Arithmetic; 2] = [Arithmetic::F64, Arithmetic::F32];

/// That variants end, exactly and in floats.
fn end_parts(effort: &Effort, names: &[&str]) -> Vec<Part> {
    let mut parts = Vec::new();
    for name in names {
        let exact: CaseCheck<'_> = &|case| ends(name, Arithmetic::Exact, case);
        parts.push(effort.scaled(Role::Inside, format!("{name} exact: ends with an answer"), Kind::Any, &[0], 40_000, exact));
        for arithmetic in FLOATS {
            let check: CaseCheck<'_> = &|case| ends(name, arithmetic, case);
            let what = format!("{name} in {arithmetic}: ends with an answer");
            parts.push(effort.families(Role::Literal, what, &FAMILIES, arithmetic, 400, check));
        }
    }
    parts
}

pub fn terminates(effort: &Effort) -> Finding {
    Decision::new(end_parts(effort, &["least-squares-published"]))
        .condition("the arithmetic is exact: then |d| falls strictly and there are finitely many simplices. In floats the rounding error of d·s exceeds 1e-12 and the iteration runs in circles")
        .note("an end without an answer (iteration limit, a circle, a sub-simplex without an answer) counts as no end")
        .find()
}

pub fn finite(effort: &Effort) -> Finding {
    Decision::new(end_parts(effort, &["johnson-gilbert-foo", "ericson-gilbert-foo"]))
        .condition("the arithmetic is exact: then |P| falls strictly and there are finitely many simplices")
        .note("the loop as sketched, ε² = 1e-12")
        .find()
}

/// The powers of two that the lattices are multiplied with.
const POWERS: [i32; 17] = [-48, -40, -32, -26, -20, -16, -12, -8, -4, 0, 4, 8, 12, 16, 20, 26, 32];

pub fn tolerance(effort: &Effort) -> Finding {
    let name = "least-squares-published";
    let check: CaseCheck<'_> = &|case: &Case| {
        let (_, judgement, class) = ask(name, Arithmetic::F64, case)?;
        (class == Class::Separated).then_some(judgement.ruling == Ruling::Right)
    };
    let mut table = String::from("scale,runs,not right\n");
    let mut good = Vec::new();
    for power in POWERS {
        let part = Effort { seed: effort.seed ^ 0x5ca1e, ..effort.clone() }.scaled(
            Role::Measured,
            "",
            Kind::Solid,
            &[power],
            4_000,
            check,
        );
        // Writing to a string cannot fail.
        let _ = writeln!(table, "2^{power},{},{}", part.runs, part.broken);
        if part.broken == 0 && part.runs > 0 {
            good.push(power);
        }
    }
    let mut parts = vec![effort.scaled(
        Role::Literal,
        "in f64, separated lattices (|x| ≤ 10) times 2^-48 … 2^32: the pair is the closest to 64 u·D",
        Kind::Solid,
        &POWERS,
        20_000,
        check,
    )];
    let exact: CaseCheck<'_> = &|case: &Case| {
        let (_, judgement, class) = ask(name, Arithmetic::Exact, case)?;
        (class == Class::Separated).then_some(judgement.ruling == Ruling::Right)
    };
    parts.push(effort.scaled(
        Role::Measured,
        "exact, times 2^-48 … 2^32: it is the closest pair",
        Kind::Solid,
        &POWERS,
        3_000,
        exact,
    ));
    parts.push(effort.scaled(Role::Measured, "exact, times 2^-8 … 2^32: the same", Kind::Solid, &POWERS[7..], 3_000, exact));
    let mut condition = None;
    if let (Some(low), Some(high)) = (good.iter().min(), good.iter().max())
        && effort.given.is_none()
        && good.len() == POWERS.iter().filter(|power| (low..=high).contains(power)).count()
    {
        let what = format!("the same times 2^{low} … 2^{high}");
        parts.push(effort.scaled(Role::Inside, what, Kind::Solid, &good, 20_000, check));
        condition = Some(format!(
            "the scale suits 1e-12: integer coordinates up to 10 times 2^{low} … 2^{high}. Below, 1e-12 is large (the centroids \
             are the answer), above, it is less than a rounding error and the iteration does not end"
        ));
    }
    let mut whole = Decision::new(parts).table(table);
    if let Some(condition) = condition {
        whole = whole.condition(condition);
    }
    whole
        .note("decided in f64. Even at scale one the bound on the distance is 1e-12/|d|, so that near contact nothing better than 1e-6 is promised")
        .find()
}

pub fn overlap(effort: &Effort) -> Finding {
    let name = "least-squares-published";
    let zero = |arithmetic: Arithmetic| {
        move |case: &Case| {
            let (reply, _, class) = ask(name, arithmetic, case)?;
            let zero = reply.answer.is_some_and(|answer| answer.says == Says::Intersecting);
            (class == Class::Overlapping).then_some(zero)
        }
    };
    let exact = zero(Arithmetic::Exact);
    let double = zero(Arithmetic::F64);
    Decision::new(vec![
        effort.scaled(
            Role::Literal,
            "exact, lattices (|x| ≤ 10) times 2^-40 … 2^8: for overlapping bodies the distance is zero",
            Kind::Any,
            &[-40, -32, -24, -16, -8, 0, 8],
            20_000,
            &exact,
        ),
        effort.scaled(Role::Inside, "exact, the same times 2^-8 … 2^8", Kind::Any, &[-8, -4, 0, 4, 8], 30_000, &exact),
        effort.scaled(Role::Measured, "in f64, times 1: the distance is exactly zero", Kind::Any, &[0], 30_000, &double),
    ])
    .condition(
        "the bodies are large against 1e-6 (here coordinates up to 10 times 2^-8 … 2^8) and the arithmetic is exact: below, \
         |d|² ≤ 1e-12 + d·s passes for the centroids or for some d ≠ 0",
    )
    .note("for overlapping bodies d·s ≤ 0, so the stop test gives |d| ≤ 1e-6 and no more. Where it does not end it returns nothing, which counts as broken")
    .find()
}

pub fn ericson_zero(effort: &Effort) -> Finding {
    let names = ["ericson", "ericson-gilbert-foo"];
    let mut parts = Vec::new();
    for name in names {
        let check: CaseCheck<'_> = &|case| zero_means_meet(name, Arithmetic::Exact, case);
        parts.push(effort.scaled(
            Role::Inside,
            format!("{name} exact: where P is O the bodies meet"),
            Kind::Any,
            &[0],
            30_000,
            check,
        ));
    }
    for name in names {
        for arithmetic in FLOATS {
            let check: CaseCheck<'_> = &|case| zero_means_meet(name, arithmetic, case);
            let what = format!("{name} in {arithmetic}: where P is O the bodies meet");
            parts.push(effort.families(Role::Literal, what, &FAMILIES, arithmetic, 600, check));
        }
    }
    let mut finding = Decision::new(parts)
        .condition("the arithmetic is exact: P is a point of M. A rounded P, or a tetrahedron found to hold O by rounded signs, is O for bodies that are apart by less than the rounding error (or whose products underflow)")
        .find();
    finding.prove("P is a point of M, so M holds O, which is lemma 2");
    finding
}

pub fn johnson_fragile(effort: &Effort) -> Finding {
    let mut parts = Vec::new();
    let mut table = String::from("scalar,family,runs,johnson fails,ericson fails,only johnson,only ericson\n");
    for arithmetic in FLOATS {
        for family in FAMILIES {
            if effort.given.is_some() {
                continue;
            }
            let one = |who: &'static str, other: Option<&'static str>| {
                let check: CaseCheck<'_> = &|case| {
                    let fails = !succeeds(who, arithmetic, case)?;
                    let alone = other.is_none_or(|other| succeeds(other, arithmetic, case) == Some(true));
                    Some(!(fails && alone))
                };
                effort.counted(&[family], arithmetic, 150, check)
            };
            let (runs, johnson) = one("johnson", None);
            let (_, ericson) = one("ericson", None);
            let (_, only_johnson) = one("johnson", Some("ericson"));
            let (_, only_ericson) = one("ericson", Some("johnson"));
            // Writing to a string cannot fail.
            let _ = writeln!(table, "{arithmetic},{family},{runs},{johnson},{ericson},{only_johnson},{only_ericson}");
        }
    }
    for arithmetic in FLOATS {
        let johnson: CaseCheck<'_> = &|case| {
            let fails = !succeeds("johnson", arithmetic, case)?;
            Some(!(fails && succeeds("ericson", arithmetic, case)?))
        };
        let ericson: CaseCheck<'_> = &|case| {
            let fails = !succeeds("ericson", arithmetic, case)?;
            Some(!(fails && succeeds("johnson", arithmetic, case)?))
        };
        let what = format!("in {arithmetic}, all families, the common loop: johnson does not fail where ericson succeeds");
        parts.push(effort.families(Role::Needed, what, &FAMILIES, arithmetic, 300, johnson));
        let what = format!("in {arithmetic}, all families, the common loop: ericson does not fail where johnson succeeds");
        parts.push(effort.families(Role::Literal, what, &FAMILIES, arithmetic, 300, ericson));
    }
    let exact: CaseCheck<'_> =
        &|case| Some(succeeds("johnson", Arithmetic::Exact, case)? && succeeds("ericson", Arithmetic::Exact, case)?);
    parts.push(effort.scaled(Role::Repaired, "exact: neither fails", Kind::Any, &[0], 10_000, exact));
    let mut decision = Decision::new(parts);
    if effort.given.is_none() {
        decision = decision.table(table);
    }
    decision
        .note(
            "a failure is a wrong verdict beyond 64 u·D or no answer. The claim has two parts: Johnson's has failures that \
             Ericson's has not (the runs that \"break\" it are its support), and the geometric one has none of its own; the paired \
             differences by family are in the table",
        )
        .find()
}
