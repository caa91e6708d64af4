//! The league of translations, on a few answers that are counted by hand.

use std::collections::BTreeMap;

use gjk_records::{Histogram, Measure, Question, Record, Ruling};
use serde_json::json;

use super::record;
use crate::league::{Below, Season, league_table, remarks, seasons, shown};
use crate::{Study, Survey, summary_text};

/// An answer to an overlap of depth one: `.` is the least translation, a digit is a translation that is longer by as many
/// depths, `s` leaves overlap, `m` calls the bodies apart, and `g` gives up.
fn answer(family: &str, case: usize, variant: &str, letter: char, promises_least: bool) -> Record {
    let ratio = match letter {
        's' => 0.5,
        letter => letter.to_digit(10).map_or(1.0, |farther| 1.0 + f64::from(farther)),
    };
    let off_by = match letter {
        's' => Some(Measure::Residual),
        _ if ratio > 1.0 && promises_least => Some(Measure::Excess),
        _ => None,
    };
    let ruling = match letter {
        'm' => Ruling::Wrong,
        'g' => Ruling::GaveUp,
        _ if off_by.is_some() => Ruling::Off,
        _ => Ruling::Right,
    };
    let tells = !matches!(letter, 'm' | 'g');
    Record {
        verdict: (letter != 'g').then(|| if letter == 'm' { "apart" } else { "intersecting" }.to_owned()),
        residual_units: tells.then_some(if letter == 's' { 1e12 } else { 0.0 }),
        excess_units: tells.then_some((ratio - 1.0).max(0.0) * 1e12),
        excess_ratio: tells.then_some(ratio),
        promises_least: tells.then_some(promises_least),
        off_by,
        ..record(family, case, "f64", variant, ruling)
    }
}

/// A study of answers to the families `plates` and `inside`; a variant whose name begins with `p` promises some translation.
pub(crate) fn study(of: &[(&str, [&str; 2])]) -> Study {
    super::small_but(|records| {
        for (f, family) in ["plates", "inside"].into_iter().enumerate() {
            for case in 0..of[0].1[f].len() {
                for (variant, letters) in of {
                    let letter = letters[f].chars().nth(case).expect("all answer all cases");
                    records.push(answer(family, case, variant, letter, !variant.starts_with('p')));
                }
            }
        }
    })
}

fn season(survey: &Survey, question: Question) -> Option<Season> {
    seasons(survey).into_iter().find(|season| season.question == question && survey.scalars[season.scalar] == "f64")
}

fn cells(survey: &Survey, season: &Season, variant: &str) -> BTreeMap<String, String> {
    let table = shown(survey, season, usize::MAX);
    let row = table.rows.iter().find(|row| row[1] == variant).expect("it has a row");
    table.columns.iter().cloned().zip(row.iter().cloned()).collect()
}

/// `deep` goes too far in two cases of twenty; `portal` gives the least translation in four, is shallow in two and gives up on
/// one.
fn small() -> Study {
    study(&[("deep", ["1.........", "1........."]), ("portal", ["....111119", "s4444444sg"])])
}

#[test]
fn an_excess_length_is_not_a_failure_and_has_its_own_columns() {
    let study = small();
    let survey = Survey::new(&study);
    let league = season(&survey, Question::Translation).unwrap();
    let deep = cells(&survey, &league, "deep");
    let names = ["shallow", "no answer", "right", "least", "× δ", "most"];
    assert_eq!(names.map(|name| &deep[name][..]), ["0", "0", "100", "90.00", "1", "2.12"]);
    // In the second family two of ten are shallow and one is missing; in the first four of ten are least.
    let portal = cells(&survey, &league, "portal");
    let names = ["shallow", "no answer", "right", "least", "× δ", "90 %", "most"];
    // Each family weighs a half: 20 % of the ratios are at most 1, 45 % at most 2, 95 % at most 5, and all at most 10. Cells
    // turn 5 into 5.5 and 10 into 11: an eighth of 4 and of 9.
    assert_eq!(names.map(|name| &portal[name][..]), ["10.00", "5.00", "85.00", "20.00", "5.50", "5.50", "11.0"]);
}

#[test]
fn variants_that_promise_some_translation_are_listed_in_the_depth_league() {
    let study = small();
    let survey = Survey::new(&study);
    let depths = season(&survey, Question::Depth).unwrap();
    let place = |season: &Season, name: &str| {
        let place = season.places.iter().find(|place| survey.variants[place.variant].name == name).unwrap();
        (place.rank.map(|rank| rank.rank), place.below)
    };
    assert_eq!((place(&depths, "deep"), place(&depths, "portal")), ((Some(1), None), (None, Some(Below::OtherPromise))));
    assert_eq!(remarks(&survey, &depths), "Listed and not ranked, since they do not promise the least translation: portal.");
    // The translations that are too long are counted there: six and seven of ten.
    let portal = cells(&survey, &depths, "portal");
    assert_eq!(["excess", "off otherwise", "shallow"].map(|name| &portal[name][..]), ["65.00", "0", "10.00"]);
    let translations = season(&survey, Question::Translation).unwrap();
    assert_eq!(place(&translations, "portal").1, None);
    assert!(remarks(&survey, &translations).starts_with("The ruling is only about the overlap that v leaves"));
}

#[test]
fn ranks_depend_only_on_the_overlap_that_is_left() {
    // `deep` always takes the longest translation, and leaves no overlap; `portal` leaves some overlap in six.
    let study = study(&[("deep", ["9999999999", "9999999999"]), ("portal", ["sss.......", "sss......."])]);
    let survey = Survey::new(&study);
    let translations = season(&survey, Question::Translation).unwrap();
    let ranks: Vec<(&str, usize)> =
        translations.places.iter().map(|place| (&survey.variants[place.variant].name[..], place.rank.unwrap().rank)).collect();
    assert_eq!(ranks, [("deep", 1), ("portal", 2)]);
}

#[test]
fn some_translations_alone_make_no_league_of_depths() {
    let study = study(&[("portal", ["..........", ".........."])]);
    let survey = Survey::new(&study);
    assert!(season(&survey, Question::Depth).is_none() && season(&survey, Question::Translation).is_some());
}

#[test]
fn archives_without_counts_of_lengths_have_no_league_of_translations() {
    let mut old = study(&[("deep", ["1.........", "s........."])]);
    for found in old.answers.iter_mut().flat_map(|answers| &mut answers.variants) {
        let depth = &found.counts.depth;
        let [shallow, excess] = [Measure::Residual, Measure::Excess].map(|by| depth.off_by(by));
        let kept = json!({ "answers": depth.answers, "shallow": shallow, "excess": excess, "certified": depth.certified });
        found.counts.depth = serde_json::from_value(kept).unwrap();
        found.farther = Histogram::default();
    }
    let survey = Survey::new(&old);
    assert!(season(&survey, Question::Depth).is_some() && season(&survey, Question::Translation).is_none());
    // There is no league either if a part of a family did not record the lengths.
    let mut part = study(&[("deep", ["1.........", "s........."])]);
    part.answers.iter_mut().zip(&old.answers).for_each(|(ours, theirs)| ours.add(theirs));
    let survey = Survey::new(&part);
    assert!(season(&survey, Question::Depth).is_some() && season(&survey, Question::Translation).is_none());
}

#[test]
fn a_file_and_the_terminal_tell_it_too() {
    let study = small();
    let survey = Survey::new(&study);
    let table = league_table(&survey);
    let at = |name: &str| table.columns.iter().position(|column| column == name).unwrap();
    let row = |league: &str| table.rows.iter().find(|row| row[0] == league && row[at("variant")] == "portal").unwrap();
    let portal = row("translations");
    assert_eq!(
        ["ranked", "shallow", "excess", "least", "right"].map(|name| &portal[at(name)][..]),
        ["true", "0.1", "", "0.2", "0.85"]
    );
    assert_eq!(["ranked", "excess", "least", "ratio_most"].map(|name| &row("depths")[at(name)][..]), ["false", "0.65", "", ""]);
    assert_eq!(survey.variants.iter().find(|variant| variant.name == "portal").unwrap().promise.kind(), "translation");
    let text = summary_text(&study);
    assert!(text.contains("Variants that promise some translation (wrong: shallow ones too): 2 families"), "{text}");
    assert!(text.lines().count() <= 34, "{text}");
    let invented = summary_text(&crate::tests::invented());
    assert!(invented.contains("Variants that promise some translation") && invented.lines().count() <= 34, "{invented}");
}
