//! Facts, answers and lines of several runs after merging.

use super::*;
use crate::{CertifyTally, ContinuityTally, EndureTally, FamilyFact, FamilyKind, Kinds, Role, Terms};

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// The facts of a run with this name: one of its variants and one of its families have that name, and one each the name `both`.
fn facts(run: &str, cases_per_family: u64) -> Facts {
    let of_run = |what: &str| format!("{what} of {run}");
    let family = |name: &str| FamilyFact { name: name.to_owned(), knob: of_run("knob"), logarithmic: true, frames: 1 };
    let terms = |name: &str| (name.to_owned(), Terms { version: of_run("version"), slack: None });
    let kind = |name: &str| (name.to_owned(), FamilyKind { dimension: 3, role: Role::Other, overlaps: run == "one" });
    Facts {
        schema: SCHEMA,
        command: of_run("command"),
        version: "1".to_owned(),
        commit: of_run("commit"),
        seed: cases_per_family,
        tolerance: 64.0,
        cases_per_family,
        compiler: of_run("compiler"),
        processor: of_run("processor"),
        features: names(&[run]),
        variants: names(&["both", run]),
        taken_in: names(&["both", run]),
        families: [family("both"), family(run)].to_vec(),
        terms: [terms("both"), terms(run)].into(),
        kinds: Kinds { families: [kind("both"), kind(run)].into(), ..Kinds::default() },
    }
}

#[test]
fn facts_of_several_runs_are_listed_once_each_and_of_names_that_both_have_the_first_facts_stay() {
    let mut study = Study { facts: facts("one", 60), ..Study::default() };
    for (run, cases) in [("two", 90), ("two", 30)] {
        study.absorb_facts(facts(run, cases));
    }
    let Facts { command, version, commit, compiler, processor, cases_per_family, .. } = study.facts.clone();
    assert_eq!([command, commit], ["command of one; command of two", "commit of one; commit of two"]);
    assert_eq!([compiler, processor], ["compiler of one; compiler of two", "processor of one; processor of two"]);
    // Both have this version; the greatest number of cases is reported.
    assert_eq!((&version[..], cases_per_family), ("1", 90));
    let Facts { variants, taken_in, families, terms, kinds, seed, features, .. } = study.facts;
    assert_eq!([&variants, &taken_in], [&names(&["both", "one", "two"]); 2]);
    let knobs: Vec<[&str; 2]> = families.iter().map(|family| [&family.name[..], &family.knob]).collect();
    assert_eq!(knobs, [["both", "knob of one"], ["one", "knob of one"], ["two", "knob of two"]]);
    let versions: Vec<[&str; 2]> = terms.iter().map(|(name, terms)| [&name[..], &terms.version]).collect();
    assert_eq!(versions, [["both", "version of one"], ["one", "version of one"], ["two", "version of two"]]);
    assert_eq!(["both", "one", "two"].map(|name| kinds.families[name].overlaps), [true, true, false]);
    assert_eq!((seed, features), (60, names(&["one"])));
}

#[test]
fn an_empty_fact_is_replaced_and_adds_nothing() {
    let mut study = Study::default();
    study.absorb_facts(facts("one", 60));
    assert_eq!(study.facts.command, "command of one");
    study.absorb_facts(Facts::default());
    assert_eq!((&study.facts.command[..], study.facts.cases_per_family), ("command of one", 60));
}

#[test]
fn units_of_the_same_family_and_scalar_are_added_and_others_stay_apart() {
    let unit = |family: &str, scalar: &str, ruling: Ruling| {
        let mut tally = Answers::new(family, scalar);
        tally.count(&[record(0, ruling)], 64.0);
        UnitResult::Answers { first: 0, end: 1, tally }
    };
    let mut study = Study::default();
    for (family, scalar, ruling) in [
        ("gap", "f64", Ruling::Right),
        ("gap", "f32", Ruling::Right),
        ("needle", "f64", Ruling::Right),
        ("gap", "f64", Ruling::Wrong),
    ] {
        study.take(unit(family, scalar, ruling));
    }
    let counts: Vec<(&str, &str, u64)> =
        study.answers.iter().map(|answers| (&answers.family[..], &answers.scalar[..], answers.applicable())).collect();
    assert_eq!(counts, [("gap", "f64", 2), ("gap", "f32", 1), ("needle", "f64", 1)]);
}

/// The lines of two units of each kind, with the same subject, and whether they add up.
fn lines_of_units() -> [[Lines; 2]; 8] {
    let name = |text: &str| text.to_owned();
    fn twice<T: Line>(line: T) -> [Lines; 2] {
        [Lines::new(vec![line.clone()]), Lines::new(vec![line])]
    }
    [
        twice(Timing { variant: name("v"), family: name("f"), scalar: name("s"), ..Timing::default() }),
        twice(LoopTally { subalgorithm: name("v"), family: name("f"), scalar: name("s"), ..LoopTally::default() }),
        twice(CensusTally { variant: name("v"), ..CensusTally::default() }),
        twice(TraceTally { variant: name("v"), family: name("f"), scalar: name("s"), ..TraceTally::default() }),
        twice(Duel { variant: name("v"), family: name("f"), scalar: name("s"), ..Duel::default() }),
        twice(ContinuityTally { variant: name("v"), family: name("f"), scalar: name("s"), ..ContinuityTally::default() }),
        twice(CertifyTally { scalar: name("s"), ..CertifyTally::default() }),
        twice(EndureTally { variant: name("v"), scalar: name("s"), ..EndureTally::default() }),
    ]
}

#[test]
fn lines_of_several_units_are_concatenated_or_added_up() {
    let adding: Vec<&str> = lines_of_units().iter().map(|[one, _]| one).filter(|one| one.adds_up()).map(Lines::name).collect();
    assert_eq!(adding, ["continuity", "certify", "endure"]);
    for [mut one, other] in lines_of_units() {
        let (file, adds_up) = (one.file(), one.adds_up());
        one.gather(other);
        assert_eq!(one.subjects().len(), if adds_up { 1 } else { 2 }, "{file}");
    }
}

#[test]
fn lines_of_another_study_join_only_where_there_are_none_but_times_of_other_queries() {
    for [one, other] in lines_of_units() {
        let mut joined = one.clone();
        joined.join(other.clone());
        assert_eq!(joined, one, "{}: the same query is timed once", one.file());
        let mut none = one.clone();
        none.retain(&|_| false);
        assert!(none.is_empty());
        none.join(other);
        assert_eq!(none, one);
    }
}

#[test]
fn each_kind_of_lines_states_the_subjects_of_its_lines() {
    let said = lines_of_units().map(|[one, _]| {
        let of = |subject: &Subject| [subject.variant, subject.family, subject.scalar].map(Option::unwrap_or_default).concat();
        one.subjects().iter().map(of).collect::<Vec<_>>().concat()
    });
    // The subjects: a census belongs to exact arithmetic and no family, proofs are of both variants, and ends of runs are over
    // all families.
    assert_eq!(said, ["vfs", "vfs", "v", "vfs", "vfs", "vfs", "s", "vs"]);
}
