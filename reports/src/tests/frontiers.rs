//! The frontiers compare variants over the same families.

use gjk_records::{Counts, Ruling};

use super::{points, synthetic, tallied};
use crate::{Study, Survey};

/// An invented study in which `johnson` takes the cases of `gap` alone, and is faster than everybody.
fn with_a_sprinter() -> Study {
    let (mut study, mut rows) = synthetic::with_rows(6, 120);
    let is_elsewhere = |variant: &str, family: &str| variant == "johnson" && family != "gap";
    for row in rows.iter_mut().filter(|row| is_elsewhere(&row.variant, &row.family)) {
        row.ruling = Ruling::NotApplicable;
    }
    study.timings.retain(|timing| !is_elsewhere(&timing.variant, &timing.family));
    study.timings.iter_mut().filter(|timing| timing.variant == "johnson").for_each(|timing| timing.nanoseconds = 1.0);
    study.answers = tallied(&rows, study.facts.tolerance);
    study
}

/// Columns of the points.
const SCALAR: usize = 0;
const VARIANT: usize = 1;
const NANOSECONDS: usize = 3;
const FAMILIES: usize = 7;
const TIMED: usize = 8;
const ON_FRONTIER: usize = 9;

#[test]
fn a_frontier_is_one_over_the_families_that_all_of_its_variants_take() {
    let study = with_a_sprinter();
    let survey = Survey::new(&study);
    let gap = survey.families.iter().position(|family| family.name == "gap").unwrap();
    let scalar = survey.scalars.iter().position(|scalar| scalar == "f64").unwrap();
    let drawn: Vec<Vec<String>> = points(&study, "frontier").into_iter().filter(|point| point[SCALAR] == "f64").collect();
    let of = |families: &str| -> Vec<&Vec<String>> { drawn.iter().filter(|point| point[FAMILIES] == families).collect() };
    // The ends of its whiskers are the bounds of the tables.
    for point in &drawn {
        let variant = survey.variants.iter().position(|variant| variant.name == point[VARIANT]).unwrap();
        let families = survey.pooled_families(variant, scalar);
        if families.len().to_string() == point[FAMILIES] {
            let rate = survey.pooled_over(&families, variant, scalar, Counts::failures).unwrap().rate();
            assert_eq!(point[5..7], [rate.low.to_string(), rate.high.to_string()], "{point:?}");
        }
    }
    // It stands with everybody over its one family, and there everybody's time is that of this family.
    let narrow = of("1");
    assert_eq!(narrow.len(), survey.variants.len());
    for point in narrow {
        let variant = survey.variants.iter().position(|variant| variant.name == point[VARIANT]).unwrap();
        let time = survey.times.pooled(&[gap], variant, scalar).unwrap().0;
        assert_eq!(point[NANOSECONDS], time.to_string(), "{point:?}");
        assert!(point[VARIANT] != "johnson" || point[ON_FRONTIER] == "true");
    }
    // Over more families it has no place, and others are the fastest.
    let most = drawn.iter().map(|point| point[FAMILIES].parse::<usize>().unwrap()).max().unwrap().to_string();
    let wide = of(&most);
    assert!(wide.iter().all(|point| point[VARIANT] != "johnson") && wide.iter().any(|point| point[ON_FRONTIER] == "true"));
    // Whatever takes part somewhere in a field is timed in as many families as everybody else there.
    for point in &drawn {
        assert!(of(&point[FAMILIES]).iter().all(|other| other[TIMED] == point[TIMED]), "{point:?}");
    }
}

#[test]
fn a_mean_over_fewer_families_is_not_compared() {
    let mut study = with_a_sprinter();
    let (_, rows) = synthetic::with_rows(6, 120);
    study.answers = tallied(&rows, study.facts.tolerance);
    // It takes them all now, and is right in timed cases of one family alone.
    let drawn = points(&study, "frontier");
    let mine: Vec<&Vec<String>> = drawn.iter().filter(|point| point[VARIANT] == "johnson").collect();
    assert!(!mine.is_empty() && mine.iter().all(|point| point[TIMED] == "1" && point[ON_FRONTIER] == "false"), "{mine:?}");
    for point in mine {
        let others = drawn.iter().filter(|other| other[SCALAR] == point[SCALAR] && other[FAMILIES] == point[FAMILIES]);
        assert!(others.clone().any(|other| other[ON_FRONTIER] == "true" && other[TIMED] != "1"));
    }
}
