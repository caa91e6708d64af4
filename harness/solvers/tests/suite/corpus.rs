//! The corpus: the oracle agrees with every expected answer, and every variant's ruling on every case is as in `corpus.txt`.

use crate::common::expected::assert_expected;
use crate::common::rulings;
use dashu_ratio::RBig;
use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::corpus::{wild, wild_reading};
use gjk_records::Ruling;
use gjk_solvers::{ErasedVariant, Roster};
use gjk_truth::truth::Truth;
use gjk_variants::Promise;

#[test]
fn every_line_of_the_corpus_is_a_case_with_source_and_answer() {
    let reading = wild_reading();
    assert_eq!(reading.problems, []);
    assert_eq!(reading.cases.len(), 56);
    for case in &reading.cases {
        assert!(case.source.is_some() && case.home.is_some(), "{}", case.id);
        let expect = case.expect.as_ref().expect("an expected answer");
        let squared = if case.is_of_hulls() { &expect.distance_squared } else { &expect.core_distance_squared };
        assert!(expect.class.is_some() && squared.is_some(), "{}", case.id);
    }
}

#[test]
fn the_oracle_agrees_with_every_expected_answer() {
    for case in wild() {
        let (truth, expect) = (Truth::of(&case), case.expect.expect("an expected answer"));
        assert_eq!(Some(truth.class()), expect.class, "{}", case.id);
        let number = |text: Option<String>| text.map(|text| text.parse::<RBig>().expect("a rational number"));
        assert_eq!(truth.distance_squared(), number(expect.distance_squared), "{}", case.id);
        assert_eq!(truth.core_distance_squared(), number(expect.core_distance_squared), "{}", case.id);
    }
}

/// Whether a variant is applicable to a case.
fn is_applicable(variant: &ErasedVariant, case: &Case, arithmetic: Arithmetic) -> bool {
    // A boolean variant sees a radius through a root, which exact arithmetic has not.
    let has_root = arithmetic != Arithmetic::Exact || case.is_of_hulls() || variant.about.promise == Promise::Distance;
    variant.applies(case.dimension, arithmetic) && has_root
}

/// Every ruling that is not `right`, with the default tolerance, and how many answers carry evidence that proves their verdict.
#[test]
fn rulings_are_as_expected() {
    let roster = Roster::builtin();
    let mut found: Vec<(String, Vec<String>)> =
        roster.entries().iter().map(|variant| (variant.about.name.to_owned(), Vec::new())).collect();
    for arithmetic in Arithmetic::ALL {
        let mut certified = vec![[0, 0]; found.len()];
        for case in wild() {
            let rulings = rulings(&roster, &case, arithmetic);
            let applicable = roster.entries().iter().filter(|variant| is_applicable(variant, &case, arithmetic));
            assert!(rulings.iter().map(|found| found.0).eq(applicable.map(|v| v.about.name)), "{} {arithmetic}", case.id);
            for (variant, ruling, proves) in rulings {
                let number = found.iter().position(|(name, _)| name == variant).expect("a variant of the roster");
                certified[number][0] += usize::from(proves == Some(true));
                certified[number][1] += 1;
                if ruling != Ruling::Right {
                    found[number].1.push(format!("{arithmetic} {ruling} {}", case.id, ruling = ruling.name()));
                }
            }
        }
        for ((_, lines), [proven, all]) in found.iter_mut().zip(certified) {
            lines.push(format!("{arithmetic} certified {proven} of {all}"));
        }
    }
    assert_expected("corpus.txt", include_str!("corpus.txt"), &found);
}
