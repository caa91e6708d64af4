//! The counts of a league, the widest of several leagues, and the variants that are ranked.

use gjk_records::{FamilyKind, Record, Role, Ruling};

use super::table::remarks;
use super::*;
use crate::tests::{lettered, record, small_but, translations};

/// A league with these numbers of families and places.
fn season(families: usize, places: usize, is_partial: bool) -> Season {
    let wrong = crate::summary::mean([(0, 1, 1)]).expect("there is a case");
    let place = |variant| Place { variant, rank: None, below: None, families: Vec::new(), wrong };
    let (families, places) = ((0..families).collect(), (0..places).map(place).collect());
    Season { question: Question::Distance, scalar: 0, families, is_partial, places }
}

/// The numbers of families and of places of the widest of these leagues.
fn found(of: &[(usize, usize)]) -> Option<(usize, usize)> {
    widest(of.iter().map(|&(families, places)| season(families, places, false)).collect())
        .map(|season| (season.families.len(), season.places.len()))
}

#[test]
fn the_widest_league_has_most_places_of_those_over_half_of_the_families_at_least() {
    assert_eq!(found(&[]), None);
    assert_eq!(found(&[(9, 3)]), Some((9, 3)));
    // The most places decide; if several leagues have the most, it is the one over the most families, which comes first.
    assert_eq!(found(&[(10, 3), (7, 5), (6, 4)]), Some((7, 5)));
    assert_eq!(found(&[(10, 3), (7, 3), (6, 3)]), Some((10, 3)));
    // Half of ten and of eleven families: five, and six.
    assert_eq!(found(&[(10, 3), (5, 4)]), Some((5, 4)));
    assert_eq!(found(&[(11, 3), (5, 4)]), Some((11, 3)));
    assert_eq!(found(&[(11, 3), (6, 4)]), Some((6, 4)));
    assert_eq!(found(&[(10, 3), (4, 99)]), Some((10, 3)));
    // A partial league is never the widest, and its families do not count.
    let all = vec![season(20, 9, true), season(9, 3, false), season(5, 3, false), season(9, 9, true)];
    let widest = widest(all).map(|season| (season.families.len(), season.places.len(), season.is_partial));
    assert_eq!(widest, Some((9, 3, false)));
}

/// The places of the league of verdicts: each variant with its rank, or the reason why it is below.
fn places(of: &crate::Study) -> Vec<(String, Result<usize, Below>)> {
    let survey = Survey::new(of);
    let season = seasons(&survey).into_iter().find(|season| season.question == Question::Verdict).expect("there is one");
    let stands = |place: &Place| match (place.rank, place.below) {
        (Some(rank), None) => Ok(rank.rank),
        (None, Some(below)) => Err(below),
        _ => panic!("{place:?}"),
    };
    season.places.iter().map(|place| (survey.variants[place.variant].name.clone(), stands(place))).collect()
}

#[test]
fn nine_tenths_are_of_the_families_with_equal_weights_and_of_the_cases_that_are_taken() {
    // 899 answers to 1000 cases in each family are too few, and 900 are enough.
    let silent = |gave_up: usize| "g".repeat(gave_up) + &".".repeat(1000 - gave_up);
    let (few, enough, all) = (silent(101), silent(100), silent(0));
    let of = lettered(&[("few", [&few; 3]), ("enough", [&enough; 3]), ("all", [&all; 3])]);
    let [all_place, enough_place, few_place] = &places(&of)[..] else { panic!("three places") };
    assert_eq!((&all_place.0[..], all_place.1), ("all", Ok(1)));
    // A variant that gives up has no right verdict there, so it is beaten.
    assert_eq!((&enough_place.0[..], enough_place.1), ("enough", Ok(2)));
    assert_eq!((&few_place.0[..], few_place.1), ("few", Err(Below::FewAnswers)));
    // Refused and inapplicable cases are not missing answers: 9 of 10 accepted cases are answered, and all in the other
    // families.
    let of = lettered(&[("x", ["g.........rrrrrrrrrr", "....................", "...................."])]);
    assert_eq!(places(&of), [("x".to_owned(), Ok(1))]);
    // A wrong verdict is an answer.
    let of = lettered(&[("x", ["mmmmmmmmmm"; 3])]);
    assert_eq!(places(&of), [("x".to_owned(), Ok(1))]);
    // Half of the answers of one family and all of the other two are too few: a sixth of the answers is missing.
    let of = lettered(&[("x", ["gggggggggg..........", "....................", "...................."])]);
    assert_eq!(places(&of), [("x".to_owned(), Err(Below::FewAnswers))]);
}

#[test]
fn giving_up_counts_as_a_wrong_verdict_in_the_order_and_in_the_comparison() {
    let right = "..........................";
    let of = lettered(&[
        ("gives-up", ["gg........................", right, right]),
        ("misses", ["..m.......................", right, right]),
        ("off", ["oooooooooooooooooooooooooo", right, right]),
    ]);
    // No variant beats another. They are in the order of wrong and missing verdicts: none, one, two.
    let names: Vec<(String, _)> = places(&of);
    let names: Vec<(&str, _)> = names.iter().map(|(name, stands)| (&name[..], *stands)).collect();
    assert_eq!(names, [("off", Ok(1)), ("misses", Ok(1)), ("gives-up", Ok(1))]);
    // Three cases given up and three missed make six without a right verdict, against none.
    let of = lettered(&[("both", ["gggmmm....................", right, right]), ("off", [right; 3])]);
    assert_eq!(places(&of), [("off".to_owned(), Ok(1)), ("both".to_owned(), Ok(2))]);
    // A case on which neither has a right verdict, one being wrong and one without an answer, decides nothing.
    let of =
        lettered(&[("a", ["gggggmmm..................", right, right]), ("b", ["mmmmmggg..................", right, right])]);
    assert_eq!(places(&of), [("a".to_owned(), Ok(1)), ("b".to_owned(), Ok(1))]);
}

#[test]
fn places_of_depths_have_ranks_only_if_the_signatures_belong_to_the_answers() {
    let mut of = translations::study(&[("deep", ["s.........", ".........."]), ("other", ["s.........", ".........."])]);
    let ranks = |of: &crate::Study| -> Vec<Option<usize>> {
        let survey = Survey::new(of);
        let season = seasons(&survey).into_iter().find(|season| season.question == Question::Depth).expect("there is one");
        season.places.iter().map(|place| place.rank.map(|rank| rank.rank)).collect()
    };
    let tally = of.answers.iter().position(|answers| answers.family == "plates").expect("it was asked");
    let kept = |of: &crate::Study| of.answers[tally].depth_signatures.taken(0);
    assert_eq!((kept(&of), ranks(&of)), (9, vec![Some(1); 2]));
    // Signatures of more cases than there are answers, or of no cases, do not belong to the answers.
    for text in [r#"{"..":11}"#, "{}"] {
        of.answers[tally].depth_signatures = serde_json::from_str(text).unwrap();
        assert_eq!(ranks(&of), [None; 2], "{text}");
    }
    of.answers[tally].depth_signatures = serde_json::from_str(r#"{"..":10}"#).unwrap();
    assert_eq!(ranks(&of), [Some(1); 2]);
}

#[test]
fn remarks_if_there_are_any_follow_an_empty_line_below_the_table() {
    let text = |outcomes: &str| {
        let of = lettered(&[("x", [outcomes; 3])]);
        let survey = Survey::new(&of);
        let season = seasons(&survey).into_iter().find(|season| season.question == Question::Verdict).expect("there is one");
        let table = shown(&survey, &season, usize::MAX).markdown(2);
        assert_eq!(table.matches("| x |").count(), 1, "{table}");
        let above = format!("{}\n\n{table}", heading(&survey, &season));
        let below =
            league_document(&survey, &season).markdown().strip_prefix(&above).expect("it begins with its table").to_owned();
        (below, remarks(&survey, &season))
    };
    assert_eq!(text("...................."), (String::new(), String::new()));
    let (below, remarks) = text("ggg.................");
    assert_eq!(below, format!("\n{remarks}\n"));
    assert!(remarks.contains("–: not ranked, since it answers less than 90 %"), "{remarks}");
}

#[test]
fn every_place_of_a_league_is_compared_over_all_of_its_families() {
    // The variant accepts too little of the third family, so it has no place over it.
    let all = "....................";
    let of = lettered(&[("takes-all", [all; 3]), ("refuses", [all, all, "rrrrrrrrrrrrrrrrrr.."])]);
    let survey = Survey::new(&of);
    let of_all = seasons(&survey);
    assert!(of_all.iter().flat_map(|season| season.places.iter().map(move |place| (season, place))).count() > 4);
    assert!(of_all.iter().all(|season| season.places.iter().all(|place| place.families == season.families)));
    let table = league_table(&survey);
    let cells = |column: &str| {
        let at = table.columns.iter().position(|name| name == column).expect("it is a column");
        table.rows.iter().map(|row| row[at].clone()).collect::<Vec<_>>()
    };
    assert!(cells("not_compared_in").iter().all(String::is_empty));
    let numbers: Vec<String> =
        of_all.iter().flat_map(|season| vec![season.families.len().to_string(); season.places.len()]).collect();
    assert_eq!(cells("families"), numbers);
}

#[test]
fn the_place_of_a_variant_is_in_a_league_of_the_scalar_that_is_asked() {
    let all = "....................";
    // In single precision `refuses` accepts only the first family, in double precision the first two.
    let few = "rrrrrrrrrrrrrrrrrr..";
    let mut of = lettered(&[("takes-all", [all; 3]), ("refuses", [all, all, few])]);
    let mut single = lettered(&[("takes-all", [all; 3]), ("refuses", [all, few, few])]).answers;
    single.iter_mut().for_each(|answers| "f32".clone_into(&mut answers.scalar));
    of.answers.extend(single);
    let survey = Survey::new(&of);
    let standings = crate::paper::Standings::new(&survey);
    let found = |variant: usize| -> Vec<(String, usize, bool)> {
        let of_scalar = |scalar: usize| {
            let (season, place) = standings.place(scalar, variant).expect("it has a place");
            assert_eq!((season.scalar, season.question, place.variant), (scalar, Question::Distance, variant));
            (survey.scalars[scalar].clone(), place.families.len(), season.is_partial)
        };
        (0..2).map(of_scalar).collect()
    };
    let text = |scalar: &str| scalar.to_owned();
    assert_eq!(found(0), [(text("f32"), 3, false), (text("f64"), 3, false)]);
    assert_eq!(found(1), [(text("f32"), 1, true), (text("f64"), 2, true)]);
}

#[test]
fn answers_of_bodies_that_overlap_at_the_start_are_below_the_league_of_casts() {
    let mut study = small_but(|records| {
        for case in 0..5 {
            let row = record("cast-floor", case, "f64", "falling", Ruling::Right);
            records.push(Record { verdict: Some("hit".to_owned()), late_units: Some(0.0), early_units: Some(0.0), ..row });
            let time = Some(if case < 3 { 0.0 } else { 0.5 });
            let row = record("cast-overlap", case, "f64", "falling", Ruling::NotApplicable);
            let truth_class = "overlapping".to_owned();
            records.push(Record { verdict: Some("hit".to_owned()), time, truth_class, ..row });
        }
    });
    let kind = FamilyKind { dimension: 3, role: Role::Cast, overlaps: false };
    study.facts.kinds.families.extend(["cast-floor", "cast-overlap"].map(|name| (name.to_owned(), kind)));
    let survey = Survey::new(&study);
    let text: Vec<String> = seasons(&survey).iter().map(|season| remarks(&survey, season)).collect();
    let found: Vec<&String> = text.iter().filter(|text| text.contains("overlap at the start")).collect();
    assert!(matches!(found[..], [text] if text.contains("missing: falling 3 / 2 / 0 / 0.")), "{text:?}");
}
