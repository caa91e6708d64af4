//! The contents of places, and the messages about places that cannot be filled.

use gjk_records::{Duel, Ruling, Terms};

use super::*;

/// The content of a place as Markdown.
fn made(survey: &Survey, words: &[&str]) -> Result<String, String> {
    super::words::made(survey, words).map(|document| document.markdown().trim_end().to_owned())
}

#[test]
fn places_are_filled_and_the_rest_is_left() {
    let study = crate::tests::small();
    let text = "a <!-- gjk answers -->7<!-- /gjk --> b\n<!-- gjk league f64 verdicts -->\nold\n<!-- /gjk -->\nend\n";
    let (filled, places) = fill(&study, text, Markup::Markdown).unwrap().unwrap();
    assert_eq!(places, 2);
    assert!(filled.starts_with("a <!-- gjk answers -->") && !filled.contains("-->7<") && !filled.contains("old"), "{filled}");
    assert!(filled.contains("| variant |") && filled.ends_with("<!-- /gjk -->\nend\n"), "{filled}");
    assert_eq!(fill(&study, &filled, Markup::Markdown), Ok(Some((filled.clone(), 2))), "it is filled already");
    assert_eq!(fill(&study, "nothing to fill", Markup::Markdown), Ok(None));
}

#[test]
fn a_place_of_another_commit_is_left_as_it_is() {
    let study = crate::tests::invented();
    assert!(study.facts.commit.starts_with("0123abc"));
    let other = "<!-- gjk of 4567 answers -->8<!-- /gjk -->";
    let text = format!("{other}, <!-- gjk answers -->7<!-- /gjk -->\n");
    let (filled, places) = fill(&study, &text, Markup::Markdown).unwrap().unwrap();
    assert!(filled.starts_with(&format!("{other}, <!-- gjk answers -->")) && !filled.contains("-->7<"), "{filled}");
    assert_eq!(places, 2);
    // With a place of their own in the document, the records fill no other place.
    let text = format!("{other}, <!-- gjk answers -->7<!-- /gjk -->, <!-- gjk of 0123 answers -->9<!-- /gjk -->\n");
    let (filled, _) = fill(&study, &text, Markup::Markdown).unwrap().unwrap();
    assert!(
        filled.starts_with(&format!("{other}, <!-- gjk answers -->7<!-- /gjk -->, ")) && !filled.contains("-->9<"),
        "{filled}"
    );
}

#[test]
fn every_word_of_the_table_above_is_filled() {
    let study = crate::tests::invented();
    let survey = Survey::new(&study);
    for (words, begins) in [
        ("league f64 distances", "f64, distances, "),
        ("league f64 verdicts widest", "f64, verdicts, "),
        ("duel", "| f64 | box 8 |"),
        ("failures", "# Failures by family"),
        ("clean f64", "| variant | families |"),
        ("facts", "`gjk study --quick --seed 1`; commit 0123abc"),
        ("rate f64 johnson right", ""),
        ("interval f64 johnson", ""),
        ("failures-in gap f64 johnson", ""),
        ("answers", ""),
        ("short f64 johnson muratori", "| variant | wrong contacts / % |"),
        ("questions f64 johnson deep+johnson muratori", "| variant | verdict: missed / % |"),
        ("league f64 translations", "f64, translations, "),
        ("failures-of f64 johnson ericson", "f64\n\n| family | n | johnson | ericson |"),
        ("wrong f64 johnson", ""),
        ("bound f64 johnson", ""),
        ("time-ratio f64 johnson ericson", ""),
    ] {
        let text = made(&survey, &words.split(' ').collect::<Vec<_>>()).unwrap();
        assert!(!text.trim().is_empty() && text.starts_with(begins), "{words}: {}", &text[..text.len().min(80)]);
    }
    // There are leagues over three and over two families; the second compares more variants.
    let some = crate::tests::lettered(&[("a", ["....", "....", "...."]), ("b", ["....", "....", "nnnn"])]);
    let survey = Survey::new(&some);
    let all = made(&survey, &["league", "f64", "verdicts"]).unwrap();
    let widest = made(&survey, &["league", "f64", "verdicts", "widest"]).unwrap();
    assert!(
        all.starts_with("f64, verdicts, 3 families")
            && widest.starts_with("f64, verdicts, 2 families")
            && all.ends_with(&widest)
    );
    // Not if they are less than half of the families.
    let few = crate::tests::lettered(&[
        ("a", ["....", "....", "...."]),
        ("b", ["....", "....", "...."]),
        ("c", ["....", "nnnn", "nnnn"]),
    ]);
    let widest = made(&Survey::new(&few), &["league", "f64", "verdicts", "widest"]).unwrap();
    assert!(widest.starts_with("f64, verdicts, 3 families"), "{widest}");
}

#[test]
fn a_place_that_cannot_be_filled_is_named() {
    let study = crate::tests::small();
    let mut other = study.clone();
    other.facts.command = "x <!-- /gjk -->".to_owned();
    let fault = fill(&other, "<!-- gjk facts --><!-- /gjk -->", Markup::Markdown).unwrap_err();
    assert!(fault.starts_with("1: `facts`: the filled text would contain a marker"), "{fault}");
    for (text, message) in [
        ("\n\n<!-- gjk answers -->", "3: there is no `<!-- /gjk -->` after it"),
        ("<!-- gjk answers <!-- /gjk", "1: the marker has no end `-->`"),
        ("x\n<!-- gjk answers --> <!-- gjk facts --> <!-- /gjk -->", "2: there is no `<!-- /gjk -->` before the next marker"),
        ("<!-- gjk league f64 verdicts least --><!-- /gjk -->", "1: `league f64 verdicts least`: no such place"),
        ("<!-- gjk loops f64 gilbert --><!-- /gjk -->", "1: `loops f64 gilbert`: nothing was run with `gilbert`"),
        ("<!-- gjk warm resting f64 --><!-- /gjk -->", "1: `warm resting f64`: no traces of `resting`"),
        ("<!-- gjk winner --><!-- /gjk -->", "1: `winner`: no such place"),
        ("<!-- gjk league f16 verdicts --><!-- /gjk -->", "1: `league f16 verdicts`: no answers in f16"),
        ("<!-- gjk rate f64 nobody missed --><!-- /gjk -->", "1: `rate f64 nobody missed`: no answers of nobody in f64"),
    ] {
        let fault = fill(&study, text, Markup::Markdown).unwrap_err();
        assert!(fault.starts_with(message), "{fault}");
    }
}

/// The table that fills a place from an invented study, and the line above it.
fn filled(words: &str) -> (String, Vec<Vec<String>>) {
    let study = crate::tests::invented();
    let text = made(&Survey::new(&study), &words.split(' ').collect::<Vec<_>>()).unwrap();
    let (above, table) = text.split_once("\n\n").unwrap();
    let cells = |line: &str| line.trim_matches(['|', '\n']).split('|').map(|cell| cell.trim().to_owned()).collect();
    (above.to_owned(), table.lines().map(cells).collect())
}

#[test]
fn loops_are_chosen_by_words_and_common_choices_are_above_the_table() {
    let (above, rows) = filled("loops f64 relative ericson");
    assert!(above.starts_with("f64, ericson, stop relative, "), "{above}");
    assert_eq!(rows[0][..3], ["safeguards", "v from", "phantom"]);
    let names: Vec<String> = rows[2..].iter().map(|row| row[..2].join(" ")).collect();
    assert_eq!(names, ["guarded simplex", "guarded witnesses", "bare simplex", "bare witnesses"]);
    // The third of the invented loops misses two of 60, and no case is without an answer; the same holds in the first family
    // alone.
    let (above, rows) = filled("loops f64 relative bare ericson simplex generic");
    assert_eq!(
        above,
        "f64, ericson, stop relative, safeguards bare, v from simplex, family generic; 60 cases per loop, shares in %"
    );
    let place = |name: &str| rows[0].iter().position(|column| column == name).unwrap();
    assert_eq!((&rows[2][place("missed")][..], &rows[2][place("right")][..], rows.len()), ("3.33", "96.67", 3));
}

#[test]
fn loops_are_of_the_world_unless_a_word_names_a_frame() {
    let (above, rows) = filled("loops f64 relative guarded simplex ericson generic world centred of-a");
    let expected =
        "f64, ericson, stop relative, safeguards guarded, v from simplex, family generic; 60 cases per loop, shares in %";
    assert_eq!((&above[..], &rows[0][0][..]), (expected, "frame"));
    let place = rows[0].iter().position(|column| column == "missed").unwrap();
    let missed: Vec<[&str; 2]> = rows[2..].iter().map(|row| [&row[0][..], &row[place][..]]).collect();
    assert_eq!(missed, [["world", "0"], ["centred", "1.67"], ["of-a", "5.00"]]);
    let (above, rows) = filled("loops f64 relative guarded simplex ericson of-a generic");
    assert!(above.starts_with("f64, ericson, stop relative, safeguards guarded, v from simplex, frame of-a, "), "{above}");
    assert_eq!(rows.len(), 3);
    let (above, rows) = filled("loops f64 relative guarded simplex ericson generic");
    assert!(!above.contains("frame") && rows.len() == 3, "{above}");
}

#[test]
fn tolerances_fall_and_keep_to_the_words() {
    let (_, rows) = filled("tolerances f32 ericson doubting");
    let names: Vec<String> = rows[2..].iter().map(|row| row[..4].join(" ")).collect();
    let of = |exponent: &str| format!("ericson distance doubting 10⁻{exponent}");
    assert_eq!(names, ["²", "³", "⁴", "⁵", "⁶", "⁷"].map(of));
}

#[test]
fn warm_starts_are_printed_next_to_cold_ones() {
    let (above, rows) = filled("warm resting f64 johnson");
    assert_eq!((&above[..], rows.len()), ("resting, f64, 600 frames per step", 2 + 11));
    assert_eq!(rows[2][..2], ["johnson", "1"]);
    assert_eq!(rows[12][..2], ["johnson", "2⁻²⁰"]);
    let iterations: Vec<f64> = rows[12][2..5].iter().map(|cell| cell.parse().unwrap()).collect();
    assert!(iterations[0] > iterations[1] && iterations[1] > iterations[2], "{iterations:?}");
    let (_, rows) = filled("warm-failures resting f64");
    let johnson = rows.iter().find(|row| row[0] == "johnson").unwrap();
    assert_eq!((&johnson[1], &johnson[2], &johnson[5]), (&(11 * 600).to_string(), &johnson[4], &johnson[2]));
}

#[test]
fn cells_of_the_contest_in_which_one_is_slower_are_counted() {
    let duel = |scalar: &str, gap: &str, variant: &str, time: Option<f64>| Duel {
        scalar: scalar.to_owned(),
        gap: gap.to_owned(),
        variant: variant.to_owned(),
        median_ns: time,
        ..Duel::default()
    };
    let duels = vec![
        duel("f64", "far", "own", Some(2.0)),
        duel("f64", "1e-2", "own", Some(2.0)),
        duel("f64", "overlap", "own", Some(9.0)),
        duel("f32", "far", "own", Some(2.0)),
        duel("f64", "far", "double", Some(1.0)),
        duel("f64", "1e-2", "double", Some(2.0)),
        // Not timed in this cell, so no comparison is made there.
        duel("f64", "overlap", "double", None),
        duel("f32", "far", "single", Some(1.5)),
    ];
    let study = Study::default().with(duels);
    let of = |words: &str| made(&Survey::new(&study), &words.split(' ').collect::<Vec<_>>());
    assert_eq!(of("slower own double").as_deref(), Ok("1 of 2"));
    assert_eq!(of("slower own double single").as_deref(), Ok("2 of 3"));
    assert_eq!(of("slower double own").as_deref(), Ok("0 of 2"));
    assert_eq!(of("slower own double nobody").unwrap_err(), "own and nobody were timed together on no family");
}

#[test]
fn times_are_printed_next_to_the_fastest_right_ones() {
    let study = crate::tests::small();
    let survey = Survey::new(&study);
    let of = |words: &str| made(&survey, &words.split(' ').collect::<Vec<_>>());
    // Two of the three cases count: in the third `sign` is wrong.
    let table = of("times f64 near sign").unwrap();
    assert!(table.ends_with("\n| gap | 2 | 400 | 175 | 2.50 | 3.00 |"), "{table}");
    assert_eq!(of("times f64 near nobody").unwrap_err(), "there is no variant nobody");
    assert_eq!(of("times exact near sign").unwrap_err(), "no such times");
}

#[test]
fn numbers_of_the_widest_league_are_counted_by_hand() {
    let study = crate::tests::small();
    let survey = Survey::new(&study);
    let of = |words: &str| made(&survey, &words.split(' ').collect::<Vec<_>>());
    // Two families of ten and two cases count as twice two: the bound of 0 of 4 is 1 - 0.05^(1/4). `near` is inaccurate on one
    // of ten. `sign` is wrong on one of two, gives up on the other, and is right on eight of nine.
    let expected = "\
| variant | wrong contacts / % | no answer / % | inaccurate or off / % | contact / % | right / % | time / ns |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
| near | 0 (< 53) | 0 | 5 | 0 | 95 | 300 |
| sign | 25 (< 76) | 25 | – | 6 | 44 | 175 |

`f64`, 2 families (the widest league) with equal weights; in parentheses the upper bound at 95 %.";
    assert_eq!(of("short f64 near sign").as_deref(), Ok(expected));
    assert_eq!(of("wrong f64 near").as_deref(), Ok("0 (< 53) %"));
    assert_eq!(of("bound f64 near").as_deref(), Ok("53 %"));
    // The wrong answer of `sign` weighs a quarter, and the slack that is stated decides whether it counts as beyond.
    assert_eq!(of("beyond f64 sign"), Err("sign states no slack".to_owned()));
    for (is_beyond, share) in [(false, "0 %"), (true, "25 %")] {
        let mut stated = crate::tests::small_but(|records| {
            let wrong =
                records.iter_mut().filter(|row| row.scalar == "f64" && row.family == "flat" && row.ruling == Ruling::Wrong);
            wrong.for_each(|row| row.beyond_slack = Some(is_beyond));
        });
        let terms = Terms { version: "Sign 1".to_owned(), slack: Some("1e-6".to_owned()) };
        stated.facts.terms.insert("sign".to_owned(), terms);
        assert_eq!(made(&Survey::new(&stated), &["beyond", "f64", "sign"]).as_deref(), Ok(share));
    }
    // The ratios of the two cases that both get right are 3 and 2.
    assert_eq!(of("time-ratio f64 near sign").as_deref(), Ok("2.45"));
    assert_eq!(of("time-ratio f64 sign near").as_deref(), Ok("0.41"));
    let failures = of("failures-of f64 near sign").unwrap();
    for row in ["| gap | 10 | 0 | 0/9 |", "| flat | 2 | 0 | 2 |", "| corpus | 1 | 0 | 1 |", "| all | 12 | 0 | 2/11 |"] {
        assert!(failures.lines().any(|line| line == row), "{row}: {failures}");
    }
    for (words, message) in [
        ("short f64 nobody", "there is no variant nobody"),
        ("short f64", "no such place"),
        ("wrong f16 near", "no answers in f16"),
        ("bound f64 absent", "there is no variant absent"),
        ("time-ratio exact near sign", "near and sign were timed together on no family"),
    ] {
        let fault = of(words).unwrap_err();
        assert!(fault.starts_with(message), "{words}: {fault}");
    }
}

#[test]
fn places_of_latex_are_filled_between_their_comment_lines() {
    let study = crate::tests::small();
    let text = "a\n  % gjk wrong f64 near\nold\n\nolder\n  % /gjk\nof the cases.\n% gjk clean f64\n% /gjk";
    let (filled, places) = fill(&study, text, Markup::Latex).unwrap().unwrap();
    assert_eq!(places, 2);
    let number = "a\n  % gjk wrong f64 near\n0 (\\ensuremath{<} 53)\\,\\%\n  % /gjk\nof the cases.\n";
    let table = "% gjk clean f64\n\\medskip\\noindent\n\\begin";
    assert!(filled.starts_with(&format!("{number}{table}")), "{filled}");
    assert!(filled.ends_with("\\end{tabular}\n\n\\medskip\n% /gjk"), "{filled}");
    assert_eq!(fill(&study, &filled, Markup::Latex), Ok(Some((filled.clone(), 2))), "it is filled already");
    assert_eq!(fill(&study, "50 % gjk\n% a comment\n", Markup::Latex), Ok(None));
    // Each language has its own markers.
    assert_eq!(fill(&study, text, Markup::Markdown), Ok(None));
    for (text, message) in [
        ("\n% gjk answers\n", "2: there is no `% /gjk` after it"),
        ("% gjk answers\n% gjk facts\n% /gjk\n", "1: there is no `% /gjk` before the next marker"),
        ("\n\n% gjk winner\n% /gjk\n", "3: `winner`: no such place"),
    ] {
        let fault = fill(&study, text, Markup::Latex).unwrap_err();
        assert!(fault.starts_with(message), "{fault}");
    }
}

#[test]
fn the_extension_of_a_file_determines_its_language() {
    let of = |path: &str| Markup::of(Path::new(path));
    assert_eq!(["a.md", "b/c.tex", "d.txt", "tex"].map(of), [Some(Markup::Markdown), Some(Markup::Latex), None, None]);
}
