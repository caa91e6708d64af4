//! The frontiers compare variants over the same families.

use gjk_records::{Counts, Ruling, Timing};

use super::{notes, points, synthetic, tallied};
use crate::figure::Space;
use crate::{Selection, Study, Survey};

/// An invented study in which `johnson` accepts only the cases of `gap`, and is the fastest of all.
fn with_a_sprinter() -> Study {
    let (mut study, mut rows) = synthetic::with_rows(6, 120);
    let is_elsewhere = |variant: &str, family: &str| variant == "johnson" && family != "gap";
    for row in rows.iter_mut().filter(|row| is_elsewhere(&row.variant, &row.family)) {
        row.ruling = Ruling::NotApplicable;
    }
    study.of_mut::<Timing>().retain(|timing| !is_elsewhere(&timing.variant, &timing.family));
    study
        .of_mut::<Timing>()
        .iter_mut()
        .filter(|timing| timing.variant == "johnson")
        .for_each(|timing| timing.nanoseconds = 1.0);
    study.answers = tallied(&rows, study.facts.tolerance);
    study
}

/// Columns of the points.
const SCALAR: usize = 0;
const BODIES: usize = 1;
const VARIANT: usize = 2;
const NANOSECONDS: usize = 4;
const FAMILIES: usize = 8;
const TIMED: usize = 9;
const ON_FRONTIER: usize = 10;

#[test]
fn a_frontier_is_over_the_families_that_all_of_its_variants_accept() {
    let study = with_a_sprinter();
    let survey = Survey::new(&study);
    let scalar = survey.scalars.iter().position(|scalar| scalar == "f64").unwrap();
    let drawn: Vec<Vec<String>> = points(&study, "frontier").into_iter().filter(|point| point[SCALAR] == "f64").collect();
    let bodies: std::collections::BTreeSet<&str> = drawn.iter().map(|point| &point[BODIES][..]).collect();
    assert_eq!(bodies.into_iter().collect::<Vec<_>>(), ["hulls in space", "hulls in the plane"]);
    for (space, number) in [(Space::Solid, 20), (Space::Plane, 6)] {
        let families = space.families(&survey);
        assert_eq!(families.len(), number);
        let mine: Vec<&Vec<String>> = drawn.iter().filter(|point| point[BODIES] == space.name()).collect();
        // A variant that accepts a single family has no place, and others are the fastest.
        assert!(mine.len() >= 4);
        assert!(mine.iter().all(|point| point[VARIANT] != "johnson"));
        assert!(mine.iter().any(|point| point[ON_FRONTIER] == "true"));
        for point in mine {
            let variant = survey.variants.iter().position(|variant| variant.name == point[VARIANT]).unwrap();
            // The ends of the whiskers are the bounds of the tables, over these families.
            let rate = survey.pooled_over(&families, variant, scalar, Counts::failures).unwrap().rate();
            assert_eq!(point[6..8], [rate.low.to_string(), rate.high.to_string()], "{point:?}");
            let time = survey.times.pooled(&families, variant, scalar).unwrap().0;
            assert_eq!(point[NANOSECONDS], time.to_string(), "{point:?}");
            assert_eq!(point[FAMILIES], number.to_string());
        }
    }
    let notes = notes(&study, "frontier");
    assert!(notes.contains("since they do not accept all of its families: johnson."), "{notes}");
}

#[test]
fn a_variant_is_on_the_frontier_over_its_only_family() {
    let mut study = with_a_sprinter();
    let selection = Selection { families: vec!["gap".to_owned()], ..Selection::default() };
    selection.narrow(&mut study).unwrap();
    let drawn = points(&study, "frontier");
    let mine: Vec<&Vec<String>> = drawn.iter().filter(|point| point[VARIANT] == "johnson").collect();
    assert!(!mine.is_empty() && mine.iter().all(|point| point[ON_FRONTIER] == "true" && point[FAMILIES] == "1"), "{mine:?}");
}

#[test]
fn a_mean_over_fewer_families_is_not_compared() {
    let mut study = with_a_sprinter();
    let (_, rows) = synthetic::with_rows(6, 120);
    study.answers = tallied(&rows, study.facts.tolerance);
    // `johnson` now accepts all families, but is right in timed cases of only one.
    let drawn = points(&study, "frontier");
    let mine: Vec<&Vec<String>> = drawn.iter().filter(|point| point[VARIANT] == "johnson").collect();
    assert!(!mine.is_empty() && mine.iter().all(|point| point[TIMED] == "1" && point[ON_FRONTIER] == "false"), "{mine:?}");
    for point in mine {
        let others = drawn.iter().filter(|other| other[SCALAR] == point[SCALAR] && other[BODIES] == point[BODIES]);
        assert!(others.clone().any(|other| other[ON_FRONTIER] == "true" && other[TIMED] != "1"));
    }
}
