//! The rules of the league tables, on studies of a few cases that are counted by hand.

use std::collections::BTreeMap;

use gjk_records::{Answers, CORPUS, Facts, FamilyFact, Question, Record, Ruling, Terms};

use super::record;
use crate::league::{Season, heading, league_table, remarks, seasons, shown};
use crate::summary::mean;
use crate::tables::summary_table;
use crate::{Study, Survey};

/// The answers of a variant to the cases of a family, one letter per case: `.` right, `m` a missed contact, `p` a phantom one,
/// `g` gives up, `o` off, `i` inaccurate, `c` contact, `r` refuses a body, `n` not applicable.
pub(crate) type Outcomes<'a> = [(&'a str, [&'a str; 3])];

/// A study of the families `one`, `two` and `three`.
///
/// A variant whose name begins with `v` gives no distances.
pub(crate) fn study(of: &Outcomes) -> Study {
    let mut answers = Vec::new();
    for (f, family) in ["one", "two", "three"].into_iter().enumerate() {
        let cases = of.iter().map(|(_, outcomes)| outcomes[f].len()).max().unwrap_or(0);
        let mut tally = Answers::new(family, "f64");
        for case in 0..cases {
            let mine = of.iter().filter_map(|(name, outcomes)| {
                let letter = outcomes[f].chars().nth(case)?;
                let ruling = match letter {
                    '.' => Ruling::Right,
                    'm' | 'p' => Ruling::Wrong,
                    'g' => Ruling::GaveUp,
                    'o' => Ruling::Off,
                    'i' => Ruling::Inaccurate,
                    'c' => Ruling::Contact,
                    'r' => Ruling::Refused,
                    _ => Ruling::NotApplicable,
                };
                let answered = matches!(letter, '.' | 'm' | 'p' | 'o' | 'i' | 'c');
                let error_units = (answered && !name.starts_with('v')).then_some(1.0);
                let of_letter = record(family, case, "f64", name, ruling);
                let verdict = if letter == 'p' { Some("intersecting".to_owned()) } else { of_letter.verdict.clone() };
                Some(Record { error_units, verdict, distance: None, ..of_letter })
            });
            tally.count(&mine.collect::<Vec<Record>>(), 64.0);
        }
        answers.push(tally);
    }
    let fact = |name: &str| FamilyFact { name: name.to_owned(), knob: "knob".to_owned(), logarithmic: false, frames: 1 };
    let families = ["one", "two", "three"].map(fact).to_vec();
    let variants = of.iter().map(|(name, _)| (*name).to_owned()).collect();
    Study { facts: Facts { tolerance: 64.0, families, variants, ..Facts::default() }, answers, ..Study::default() }
}

/// The league of verdicts over the most families.
fn widest(survey: &Survey) -> Season {
    seasons(survey).into_iter().find(|season| season.question == Question::Verdict).expect("there is one")
}

/// A rank, with the range of ranks if a family is left out; `None` for a variant without a rank.
type Found = Option<(usize, [usize; 2])>;

/// For every place: the variant, its rank, and the range of ranks if a family is left out.
fn ranks(study: &Study) -> Vec<(String, Found)> {
    let survey = Survey::new(study);
    let places = widest(&survey).places;
    places.into_iter().map(|p| (survey.variants[p.variant].name.clone(), p.rank.map(|r| (r.rank, r.range)))).collect()
}

fn cells(study: &Study, variant: &str) -> BTreeMap<String, String> {
    let survey = Survey::new(study);
    let table = shown(&survey, &widest(&survey), usize::MAX);
    let row = table.rows.iter().find(|row| row[1] == variant).expect("it has a row");
    table.columns.iter().cloned().zip(row.iter().cloned()).collect()
}

pub(super) const ALL_RIGHT: &str = "....................";

#[test]
fn giving_up_on_the_hard_cases_makes_no_rank() {
    let of = study(&[
        ("honest", [ALL_RIGHT; 3]),
        // Giving no answer to six cases of 60 is no better than being wrong on them.
        ("wrong", ["mm..................", "mm..................", "mm.................."]),
        ("silent", ["gg..................", "gg..................", "gg.................."]),
    ]);
    let found = ranks(&of);
    assert_eq!(found[0], ("honest".to_owned(), Some((1, [1, 1]))));
    // One variant beats both, 6 to 0; without any one family it is 4 to 0, and no variant beats them.
    assert_eq!(found[1..].iter().map(|(_, rank)| *rank).collect::<Vec<_>>(), [Some((2, [1, 2])); 2]);
    assert_eq!((&cells(&of, "silent")[""][..], &cells(&of, "silent")["ranks"][..]), ("2=", "1–2"));
    assert_eq!(cells(&of, "honest")["ranks"], "1");
}

#[test]
fn variants_that_answer_less_than_nine_tenths_are_listed_but_not_ranked() {
    let of = |gave_up: usize| {
        let silent = "g".repeat(gave_up) + &ALL_RIGHT[gave_up..];
        study(&[("silent", [&silent; 3]), ("worse", ["mmmmmmmmmmmmmmmmmmmm"; 3])])
    };
    // Two of twenty are a tenth, and three are more.
    assert_eq!(
        ranks(&of(2)).iter().map(|(name, rank)| (&name[..], rank.is_some())).collect::<Vec<_>>(),
        [("silent", true), ("worse", true)]
    );
    assert_eq!(
        ranks(&of(3)).iter().map(|(name, rank)| (&name[..], rank.is_some())).collect::<Vec<_>>(),
        [("worse", true), ("silent", false)]
    );
    let below = of(3);
    let survey = Survey::new(&below);
    assert!(remarks(&survey, &widest(&survey)).contains("–: not ranked, since it answers less than 90 %"));
    assert_eq!(cells(&below, "silent")[""], "–");
    // A variant without a rank beats no other: otherwise the variant above would be second.
    assert_eq!(ranks(&below)[0].1, Some((1, [1, 1])));
}

#[test]
fn refused_cases_count_in_no_rate_and_have_a_share_of_their_own() {
    let of = study(&[
        ("takes-all", ["m...................", ALL_RIGHT, ALL_RIGHT]),
        // It accepts nine of twenty cases of the third family, which is less than half, and ten of the second, which is half.
        ("refuses", [ALL_RIGHT, "rrrrrrrrrrm.........", "rrrrrrrrrrrmmmmmmmmm"]),
    ]);
    let survey = Survey::new(&of);
    // It is not compared over all three families: its numbers would be about other cases than the numbers next to them.
    assert_eq!(ranks(&of).iter().map(|(name, _)| &name[..]).collect::<Vec<_>>(), ["takes-all"]);
    // Both are compared over the two families that it accepts, in a league of its own.
    let partial =
        seasons(&survey).into_iter().find(|season| season.is_partial && season.question == Question::Verdict).unwrap();
    assert_eq!((partial.families.len(), partial.places.len()), (2, 2));
    let table = shown(&survey, &partial, usize::MAX);
    let of_variant = |name: &str| -> BTreeMap<String, String> {
        let row = table.rows.iter().find(|row| row[1] == name).expect("it has a row");
        table.columns.iter().cloned().zip(row.iter().cloned()).collect()
    };
    let row = of_variant("refuses");
    // It accepts 20 and 10 cases of two families, of 40 in all.
    assert_eq!((&row["cases"][..], &row["taken"][..], &of_variant("takes-all")["cases"][..]), ("30", "75.00", "40"));
    // One of ten in one of the two families.
    assert_eq!((&row["missed"][..], &row["no answer"][..]), ("5.00", "0"));
    // 21.611 %, rounded up.
    let bound = mean([(0, 20, 1), (1, 10, 1)]).unwrap().upper();
    assert_eq!((&row["both ≤"][..], bound > 0.2161, bound < 0.2162), ("≈21.62", true, true));
    assert_eq!(of_variant("takes-all")["taken"], "100");
    assert!(remarks(&survey, &partial).contains("Every variant of this table accepts at least half of the cases"));
    // The nine wrong verdicts of the third family do not count, which leaves one against one.
    assert_eq!(partial.places.iter().map(|place| place.rank.unwrap().rank).collect::<Vec<_>>(), [1, 1]);
    let summary = summary_table(&survey);
    let row = summary.rows.iter().find(|row| row[1] == "refuses").unwrap();
    assert_eq!((&row[4][..], &row[6][..]), ("30", "21"));
}

#[test]
fn a_family_weighs_the_same_however_many_cases_it_has() {
    let rate = |three: usize| {
        let many = "m".repeat(three / 2) + &".".repeat(three - three / 2);
        cells(&study(&[("any", [ALL_RIGHT, ALL_RIGHT, &many])]), "any")["missed"].clone()
    };
    assert_eq!([2, 20, 200].map(rate), ["16.67"; 3]);
}

#[test]
fn the_order_of_the_roster_changes_no_number() {
    let outcomes: [(&str, [&str; 3]); 4] = [
        ("a", ["mmmmmm..............", "....................", "g..................."]),
        ("b", ["....................", "o...................", "...................."]),
        ("c", ["....gg..............", "mm..................", "rr.................."]),
        ("v", ["mmmmmmmmmm..........", "mmmm................", "mmmmmm.............."]),
    ];
    let table = |order: [usize; 4]| {
        let study = study(&order.map(|at| outcomes[at]));
        let mut rows = league_table(&Survey::new(&study)).rows;
        rows.sort();
        rows
    };
    for order in [[3, 2, 1, 0], [1, 3, 0, 2], [2, 0, 3, 1]] {
        assert_eq!(table(order), table([0, 1, 2, 3]), "{order:?}");
    }
}

#[test]
fn archives_without_signatures_are_printed_without_ranks() {
    let of = study(&[("b", ["m...................", ALL_RIGHT, ALL_RIGHT]), ("a", [ALL_RIGHT; 3])]);
    let mut old = of.clone();
    old.answers.iter_mut().for_each(|answers| answers.signatures = Default::default());
    let survey = Survey::new(&old);
    let season = widest(&survey);
    assert!(season.places.iter().all(|place| place.rank.is_none()));
    assert!(remarks(&survey, &season).starts_with("There are no ranks"));
    // The order is by the rates, not by the names or places.
    assert_eq!(ranks(&old).into_iter().map(|(name, _)| name).collect::<Vec<_>>(), ["a", "b"]);
    assert!(!shown(&survey, &season, usize::MAX).columns.contains(&"ranks".to_owned()));
    // There are no ranks either if a part of the records has no signatures.
    let mut part = of.clone();
    part.answers[1].add(&old.answers[1]);
    assert!(ranks(&part).iter().all(|(_, rank)| rank.is_none()));
    // Nor are there ranks for variants of different runs, since it is not known which cases they had wrong together.
    let (one, other) = (study(&[("a", [ALL_RIGHT; 3])]), study(&[("b", [ALL_RIGHT; 3])]));
    let mut both = one.clone();
    both.facts.variants.push("b".to_owned());
    both.answers.iter_mut().zip(&other.answers).for_each(|(ours, theirs)| ours.add(theirs));
    assert!(ranks(&both).iter().all(|(_, rank)| rank.is_none()));
}

#[test]
fn libraries_are_named_with_their_versions_and_judged_on_their_own_terms() {
    let mut of = study(&[("ours", [ALL_RIGHT; 3]), ("lib", ["mm..................", "m...................", ALL_RIGHT])]);
    let plain = remarks(&Survey::new(&of), &widest(&Survey::new(&of)));
    assert!(!plain.contains("Libraries"), "{plain}");
    assert!(!cells(&of, "lib").contains_key("slack"));
    let terms = Terms { version: "Lib 1.2".to_owned(), slack: Some("1e-6".to_owned()) };
    of.facts.terms.insert("lib".to_owned(), terms);
    // One of the two wrong verdicts in the first family is beyond the slack.
    of.answers[0].variants[1].counts.beyond_slack = 1;
    let row = cells(&of, "lib");
    assert_eq!((&row["slack"][..], &row["beyond"][..], &row["missed"][..]), ("1e-6", "1.67", "5.00"));
    assert_eq!(cells(&of, "ours")["beyond"], "–");
    let survey = Survey::new(&of);
    assert!(remarks(&survey, &widest(&survey)).contains("lib is Lib 1.2."));
}

#[test]
fn the_bound_is_the_same_in_every_table() {
    let of = study(&[("any", ["mg..................", "g...................", ALL_RIGHT])]);
    let survey = Survey::new(&of);
    // One of 60 wrong, three of 60 failures.
    let bound = |hits| mean([(hits, 60, 1)]).unwrap().upper();
    let league = league_table(&survey);
    let at = |name: &str| league.columns.iter().position(|column| column == name).unwrap();
    assert_eq!(league.rows[0][at("wrong_high")], bound(1).to_string());
    assert_eq!((&league.rows[0][at("independent_cases")][..], &league.rows[0][at("approximate")][..]), ("60", "false"));
    // 7.663 %, rounded up.
    assert_eq!((&cells(&of, "any")["both ≤"][..], bound(1) > 0.0766, bound(1) < 0.0767), ("7.67", true, true));
    let summary = summary_table(&survey);
    let at = summary.columns.iter().position(|column| column == "failure_high").unwrap();
    assert_eq!(summary.rows[0][at], bound(3).to_string());
    let drawn = super::points(&of, "heatmap");
    let of_mean = drawn.iter().find(|row| row[1] == "(mean)").unwrap();
    assert_eq!(of_mean[7], bound(3).to_string());
}

#[test]
fn the_corpus_has_no_say_in_rates_or_ranks() {
    let mut of = study(&[("a", [ALL_RIGHT; 3]), ("b", ["m...................", ALL_RIGHT, ALL_RIGHT])]);
    let before = (ranks(&of), cells(&of, "a")["both ≤"].clone());
    let mut corpus = of.answers[0].clone();
    CORPUS.clone_into(&mut corpus.family);
    of.answers.push(corpus);
    assert_eq!((ranks(&of), cells(&of, "a")["both ≤"].clone()), before);
    let survey = Survey::new(&of);
    assert_eq!(heading(&survey, &widest(&survey)), "f64, verdicts, 3 families");
    assert_eq!(cells(&of, "b")["corpus"], "1/20");
}

#[test]
fn a_variant_that_holds_other_bodies_is_listed_without_a_rank() {
    let mut of = study(&[("plain", [ALL_RIGHT; 3]), ("rounding", [ALL_RIGHT; 3])]);
    let mut kinds = super::kinds(&[("rounding", 1)]);
    let kind = kinds.variants.get_mut("rounding").expect("a kind");
    (kind.version, kind.holds) = ("rounding 1".to_owned(), Some("rounds the points to singles".to_owned()));
    of.facts.kinds = kinds;
    let survey = Survey::new(&of);
    assert_eq!(ranks(&of), [("plain".to_owned(), Some((1, [1, 1]))), ("rounding".to_owned(), None)]);
    let text = remarks(&survey, &widest(&survey));
    assert!(text.contains("Listed and not ranked") && text.contains("(rounding: rounds the points to singles)"), "{text}");
}
