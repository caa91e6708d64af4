//! The weights and counts of a survey, on studies of a few cases that are counted by hand.

use gjk_records::{CORPUS, Counts, Measure, Question, Record, Ruling, VariantKind};

use super::leagues::{ALL_RIGHT, study};
use crate::docs::fill;
use crate::tables::failure_table;
use crate::{Study, Survey};

#[test]
fn values_of_answers_are_weighted_by_family() {
    // Families of 20, 4 and 2 cases; the helper gives every answer three iterations and the right ones an error of one unit.
    let of = study(&[("any", [ALL_RIGHT, "..mg", "gg"])]);
    let survey = Survey::new(&of);
    let by_iterations = survey.weighted(0, 0, |answers| answers.iterations.iter());
    assert_eq!(by_iterations.len(), 1);
    let (answers, weight) = by_iterations[&(8, 3)];
    assert!(answers == 26 && (weight - 1.0).abs() < 1e-12, "{answers} {weight}");
    // Errors exist for all answers of the first family, half of the second and none of the third: a third and a sixth.
    let by_error = survey.weighted(0, 0, |answers| answers.errors.iter());
    let (answers, weight) = by_error.values().fold((0, 0.0), |(n, sum), (answers, weight)| (n + answers, sum + weight));
    assert!(answers == 22 && (weight - 0.5).abs() < 1e-12, "{answers} {weight}");
    let mean = survey.pooled(0, 0, Counts::failures).unwrap();
    assert!((mean.rate - (0.0 + 0.5 + 1.0) / 3.0).abs() < 1e-12);
    assert_eq!((survey.sum(&[0, 1], 0, 0, Counts::failures), survey.total(0, 0).failures()), (2, 4));
}

#[test]
fn the_corpus_is_in_no_rate_but_where_it_is_alone() {
    let mut of = study(&[("any", [ALL_RIGHT, ALL_RIGHT, "mmmmmmmmmmmmmmmmmmmm"])]);
    CORPUS.clone_into(&mut of.answers[2].family);
    {
        let survey = Survey::new(&of);
        assert_eq!(survey.pooled(0, 0, Counts::failures).unwrap().rate, 0.0);
        assert_eq!((survey.families_in_rates().len(), survey.family_count(0), survey.corpus()), (2, 2, Some(2)));
        assert_eq!(survey.pooled_families(0, 0), survey.families_in_rates());
    }
    of.answers.drain(..2);
    let survey = Survey::new(&of);
    assert_eq!((survey.pooled(0, 0, Counts::failures).unwrap().rate, survey.corpus()), (1.0, None));
}

#[test]
fn a_promise_is_taken_from_the_study_and_not_from_the_answers() {
    let mut of = study(&[("near", [ALL_RIGHT; 3]), ("verdict", [ALL_RIGHT; 3])]);
    let promises = |of: &Study| Survey::new(of).variants.iter().map(|variant| variant.promise).collect::<Vec<_>>();
    // Without facts, a variant that gave distances counts as promising them.
    assert_eq!(promises(&of), [Question::Distance, Question::Verdict]);
    let said = |name: &str, promise| {
        let kind = super::kinds(&[(name, 1)]).variants.remove(name).unwrap();
        (name.to_owned(), VariantKind { promise: Some(promise), ..kind })
    };
    of.facts.kinds.variants = [said("near", Question::Translation), said("verdict", Question::Depth)].into();
    assert_eq!(promises(&of), [Question::Translation, Question::Depth]);
}

#[test]
fn families_made_of_overlaps_are_in_rates_only_without_other_families() {
    let mut of = study(&[("any", [ALL_RIGHT, ALL_RIGHT, "mmmmmmmmmmmmmmmmmmmm"])]);
    "plates".clone_into(&mut of.answers[2].family);
    of.facts.kinds = super::of_depths(&["plates"]);
    {
        let survey = Survey::new(&of);
        assert_eq!((survey.pooled(0, 0, Counts::failures).unwrap().rate, survey.families_in_rates().len()), (0.0, 2));
        let overlaps = survey.families_over(Question::Depth);
        assert_eq!(overlaps.iter().map(|&f| &survey.families[f].name[..]).collect::<Vec<_>>(), ["plates"]);
        assert_eq!(survey.corpus(), None);
    }
    of.answers.drain(..2);
    assert_eq!(Survey::new(&of).pooled(0, 0, Counts::failures).unwrap().rate, 1.0);
}

#[test]
fn a_shallow_depth_is_wrong_in_the_league_of_depths_and_an_excessive_one_is_another_failure() {
    let of = super::small_but(|records| {
        for (case, off_by) in
            [Some(Measure::Residual), Some(Measure::Residual), Some(Measure::Excess), None].into_iter().enumerate()
        {
            let ruling = if off_by.is_some() { Ruling::Off } else { Ruling::Right };
            let row = super::record("plates", case, "f64", "deep", ruling);
            records.push(Record { off_by, residual_units: Some(0.0), ..row });
        }
    });
    let survey = Survey::new(&of);
    let season = crate::league::seasons(&survey).into_iter().find(|season| season.question == Question::Depth).unwrap();
    let counts = survey.counts(season.families[0], season.places[0].variant, season.scalar);
    assert_eq!((season.families.len(), season.places.len(), season.places[0].wrong.rate), (1, 1, 0.5));
    assert_eq!(Question::LEAGUES.map(|question| counts.wrong_about(question)), [0, 0, 2, 2, 0]);
    assert_eq!(counts.other_failures_about(Question::Depth), 1);
}

#[test]
fn families_of_which_less_than_half_is_taken_are_in_no_rate() {
    let of = study(&[("any", ["mmmmrrrr", "mmmrrrr.", "mrrrrrrr"])]);
    let survey = Survey::new(&of);
    // Half is enough: four of eight, twice; one of eight is not.
    assert_eq!((survey.pooled_families(0, 0), survey.offered_families(0, 0)), (vec![0, 1], vec![0, 1, 2]));
    let mean = survey.pooled(0, 0, Counts::wrong).unwrap();
    assert_eq!((mean.rate, mean.cases, mean.is_approximate), (0.875, 8, false));
    // A case that is not applicable is not a refusal.
    let of = study(&[("any", ["mnnnnnnn", ALL_RIGHT, "nnnnnnnn"])]);
    assert_eq!(Survey::new(&of).pooled_families(0, 0), [0, 1]);
    assert_eq!(Survey::new(&of).offered_families(0, 0), [0, 1]);
}

#[test]
fn a_family_s_own_rate_counts_frames_of_archives_of_before_once() {
    let mut of = study(&[("any", ["mmmm............", ALL_RIGHT, ALL_RIGHT])]);
    let narrow = Survey::new(&of).failure_rate(0, 0, 0).unwrap();
    of.facts.families[0].frames = 16;
    let survey = Survey::new(&of);
    let wide = survey.failure_rate(0, 0, 0).unwrap();
    assert!(narrow.rate == 0.25 && wide.rate == 0.25 && wide.high > narrow.high + 0.1, "{narrow:?} {wide:?}");
    // 16 frames are one case, so each of the three families counts as one case.
    let mean = survey.pooled(0, 0, Counts::failures).unwrap();
    assert_eq!((mean.cases, mean.is_approximate), (3, true));
    let table = failure_table(&survey);
    let high = table.columns.iter().position(|column| column == "failure_high").unwrap();
    assert_eq!(table.rows[0][high], wide.high.to_string());
}

#[test]
fn documents_have_the_numbers_of_the_tables() {
    let of = study(&[("any", ["mgo.................", "m...................", ALL_RIGHT])]);
    let made = |words: &str| {
        let text = format!("<!-- gjk {words} --><!-- /gjk -->");
        let (filled, _) = fill(&of, &text, crate::Markup::Markdown).unwrap().unwrap();
        filled.split_once("-->").unwrap().1.strip_suffix("<!-- /gjk -->").unwrap().to_owned()
    };
    // Two of 60 are missed, four are failures; three families of 20.
    assert_eq!((made("rate f64 any missed"), made("rate f64 any failure")), ("3.33 %".to_owned(), "6.67 %".to_owned()));
    let mean = Survey::new(&of).pooled(0, 0, Counts::failures).unwrap().rate();
    assert_eq!(made("interval f64 any"), format!("{:.2}–{:.2} %", 100.0 * mean.low, 100.0 * mean.high));
    assert_eq!((made("failures-in one f64 any"), made("answers")), ("3 of 20".to_owned(), "60".to_owned()));
    let clean = made("clean f64");
    // Families, cases, without a wrong verdict, without a failure, wrong verdicts, failures.
    assert!(clean.ends_with("| any | 3 | 60 | 1 | 1 | 2 | 4 |"), "{clean}");
}

#[test]
fn a_scalar_is_judged_where_any_answer_in_it_is_applicable() {
    let of = super::small_but(|records| {
        records.iter_mut().filter(|row| row.scalar == "f64").for_each(|row| row.ruling = Ruling::NotApplicable);
        records.push(super::record("gap", 0, "f32", "near", Ruling::GaveUp));
    });
    let survey = Survey::new(&of);
    assert_eq!(survey.scalars, ["f32", "f64", "exact"]);
    assert_eq!((survey.judged_scalars(), survey.float_scalars()), (vec![0, 2], vec![0]));
}
