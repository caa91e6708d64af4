//! Tests of whole pages, and of the numbers on them.

use gjk_records::{Column, Map, MapPanel, Quantity, Run, RunStep, Study, Style, TrueClass, VariantKind, Worst};

use super::scene::{Scene, parting};
use super::*;
use crate::Survey;
use crate::tests::lettered;

#[path = "../../examples/hostile/names.rs"]
mod hostile;

fn text(page: Vec<u8>) -> String {
    String::from_utf8(page).expect("a page is text")
}

#[test]
fn a_name_stays_text_on_every_page() {
    let folder = std::env::temp_dir().join(format!("gjk-page-{}", std::process::id()));
    let shown = hostile::shown();
    let pages = [case_page(&shown), pairs_page(&hostile::pairs())].map(text);
    let mut study = lettered(&[("near", ["o...", "....", "...."]), ("verdict", ["m...", "...g", "...."])]);
    study.facts.command = hostile::NAME.to_owned();
    let worst = WorstCase {
        variant: hostile::NAME.to_owned(),
        family: hostile::CASE.to_owned(),
        scalar: "f64".to_owned(),
        case: hostile::CASE.to_owned(),
        kind: FailureKind::Verdict,
        value: 1.0,
    };
    let claims = vec![LedgerClaim { id: hostile::NAME, says: hostile::CASE, verdict: "fails", in_both: [hostile::NAME; 2] }];
    let parts = PageParts { cases: vec![(worst.clone(), Some(shown.rendered(&worst)))], claims };
    let files = [("<b>.txt".to_owned(), hostile::NAME.to_owned()), ("javascript:alert(1)".to_owned(), String::new())];
    let whole = text(study_page(&Survey::new(&study), &[], &[], &parts, &files));
    for page in pages.iter().chain([&whole]) {
        assert!(page.contains("&lt;img src=x onerror="), "the name is there");
        for raw in ["<img src=x", "window.harmed=1</script>", "\u{1b}", "\u{202e}", "href=\"javascript"] {
            assert!(!page.contains(raw), "{raw:?}");
        }
        // The elements of the page's own scripts, and no others.
        let scripts = page.matches("<script").count();
        assert_eq!(scripts, page.matches("<script type=\"application/json\" id=\"").count() + 1);
        assert_eq!(scripts, page.matches("</script>").count());
    }
    let _ = std::fs::remove_dir_all(folder);
}

/// The row of a variant in the first table: its cells, without marks of HTML.
fn cells(page: &str, variant: &str) -> Vec<String> {
    let row = page.split("<tr data-kind").find(|row| row.contains(&format!("data-name=\"{variant}\""))).expect("a row");
    let row = row.split("</tr>").next().unwrap_or_default();
    let cell = |cell: &str| {
        let mut inside = false;
        let plain = cell.chars().filter(|letter| {
            let was = inside;
            inside = match letter {
                '<' => true,
                '>' => false,
                _ => inside,
            };
            !was && !inside
        });
        plain.collect::<String>().replace("&lt;", "<")
    };
    row.split("<td").skip(2).map(|rest| cell(&format!("<td{}", rest.split("</td>").next().unwrap_or_default()))).collect()
}

#[test]
fn a_cell_is_the_share_of_failures_over_the_families_that_the_variant_accepts() {
    // Three families of 20 cases: o is off, m is missed, g has no answer, and n is not applicable.
    let right = "....................";
    let study = lettered(&[
        ("near", ["o...................", right, right]),
        ("verdict", ["m...................", "m...................", right]),
        ("partial", ["g...................", "nnnnnnnnnnnnnnnnnnnn", "nnnnnnnnnnnnnnnnnnnn"]),
    ]);
    let page = answers::html(&Survey::new(&study));
    let near = cells(&page, "near");
    // A length that is off is no failure of the verdict, and one of sixty of the distance.
    assert!(near[0].starts_with("0< 4.9") && near[0].ends_with("3 families, 60 cases"), "{near:?}");
    assert!(near[1].starts_with("1.7") && near[1].ends_with("3 families, 60 cases"), "{near:?}");
    let verdict = cells(&page, "verdict");
    assert!(verdict[0].starts_with("3.3"), "{verdict:?}");
    assert_eq!(verdict[1], "–");
    let partial = cells(&page, "partial");
    assert!(
        partial[0].starts_with('5') && partial[0].contains('†') && partial[0].ends_with("1 of 3 families, 20 cases"),
        "{partial:?}"
    );
    assert!(page.contains("class=\"other\"><th scope=\"row\" class=\"name\""), "a row over other cases is marked");
}

#[test]
fn the_worst_cases_are_one_of_each_variant_and_kind_in_turns() {
    let mut study = lettered(&[
        ("near", ["o...", "....", "...."]),
        ("verdict", ["m...", "...g", "...."]),
        ("right", ["....", "....", "...."]),
    ]);
    let worst = |quantity, value: f64, case: &str| Worst {
        quantity,
        in_range: true,
        value,
        case: case.to_owned(),
        truth_class: "overlapping".to_owned(),
        verdict: "apart".to_owned(),
    };
    for answers in &mut study.answers {
        let family = answers.family.clone();
        for of in &mut answers.variants {
            // An error of a variant without failures is no failure.
            of.worst = vec![
                worst(Quantity::Length, 1e9, &format!("{family}:1:0")),
                worst(Quantity::Margin, 2e3, &format!("{family}:1:1")),
            ];
            of.unanswered = (of.counts.rulings[Column::GaveUp] > 0).then(|| format!("{family}:1:3"));
        }
    }
    let found = |study: &Study| -> Vec<(String, FailureKind)> {
        worst_cases(study, &[]).into_iter().map(|worst| (worst.variant, worst.kind)).collect()
    };
    let kinds = found(&study);
    assert!(kinds.contains(&("near".to_owned(), FailureKind::Length)), "{kinds:?}");
    assert!(kinds.contains(&("verdict".to_owned(), FailureKind::Verdict)), "{kinds:?}");
    assert!(kinds.contains(&("verdict".to_owned(), FailureKind::Unanswered)), "{kinds:?}");
    assert_eq!(kinds.len(), 3, "a variant without failures has no worst case: {kinds:?}");
    let of_near = worst_cases(&study, &["near".to_owned()]);
    assert_eq!((of_near.len(), of_near[0].value, &of_near[0].case[of_near[0].family.len()..]), (1, 1e9, ":1:0"));
}

#[test]
fn a_contact_and_an_inaccurate_length_are_no_worst_cases() {
    let mut study = lettered(&[("near", ["om..", "....", "...."])]);
    let worst = |quantity, value: f64| Worst {
        quantity,
        in_range: true,
        value,
        case: "one:1:0".to_owned(),
        truth_class: String::new(),
        verdict: String::new(),
    };
    for of in study.answers.iter_mut().flat_map(|answers| &mut answers.variants) {
        // Half of the digits of a double are 2^26.5 units; the tolerance is 64 units.
        of.worst = vec![worst(Quantity::Length, 9.4e7), worst(Quantity::Margin, 64.0)];
    }
    assert_eq!(worst_cases(&study, &[]), []);
    for of in study.answers.iter_mut().flat_map(|answers| &mut answers.variants) {
        of.worst = vec![worst(Quantity::Length, 9.6e7), worst(Quantity::Margin, 65.0)];
    }
    assert_eq!(worst_cases(&study, &[]).len(), 2);
}

#[test]
fn a_page_of_something_else_is_neither_replaced_nor_removed() {
    let folder = std::env::temp_dir().join(format!("gjk-foreign-page-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    let (page, study) = (folder.join(crate::PAGE), lettered(&[("near", ["....", "....", "...."])]));
    std::fs::write(&page, "<!DOCTYPE html>my site").expect("a file");
    let error = crate::write(&study, &folder, &mut |_| ()).expect_err("it is not ours").to_string();
    assert!(error.contains("index.html") && error.contains("is no page of a report"), "{error}");
    crate::clear(&folder).expect("a folder");
    assert_eq!(std::fs::read(&page).expect("it is there"), b"<!DOCTYPE html>my site");
    std::fs::remove_file(&page).expect("it is there");
    for _ in 0..2 {
        crate::write(&study, &folder, &mut |_| ()).expect("its own page is replaced");
    }
    assert!(is_own(&std::fs::read(&page).expect("it is there")));
    crate::clear(&folder).expect("a folder");
    assert!(!page.exists());
    std::fs::remove_dir_all(&folder).expect("it is there");
}

#[test]
fn the_kind_of_a_variant_is_that_of_the_option_that_adds_it() {
    let all = ["ours", "program", "library", "yours"];
    let mut study = lettered(&all.map(|name| (name, ["....", "....", "...."])));
    study.facts.taken_in = ["program", "library", "yours"].map(str::to_owned).to_vec();
    for (name, option) in [("program", "--program 'program=./x'"), ("library", "--library library=./x.so")] {
        study.facts.kinds.variants.insert(
            name.to_owned(),
            VariantKind {
                promise: None,
                version: String::new(),
                slack: None,
                stops_at: None,
                holds: None,
                option: Some(option.to_owned()),
                style: Style { colour: (0, 0, 0), mark: gjk_records::Mark::Circle, dash: gjk_records::Dash::Whole },
                rank: 0,
            },
        );
    }
    let page = answers::html(&Survey::new(&study));
    for name in all {
        assert!(
            page.contains(&format!("<tr data-kind=\"{name}\" data-can=\"verdict distance\" data-name=\"{name}\"")),
            "{name}: {page}"
        );
    }
}

fn run(steps: &[&[(usize, usize)]]) -> Run {
    let step = |indices: &&[(usize, usize)]| RunStep {
        direction: [1.0, 0.0, 0.0],
        support: [1.0, 0.0, 0.0],
        simplex: indices.iter().map(|&(a, b)| [a as f64, b as f64, 0.0]).collect(),
        indices: indices.to_vec(),
        ..RunStep::default()
    };
    Run {
        scalar: "f64".to_owned(),
        dimension: 3,
        a: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        b: vec![[3.0, 0.0, 0.0]],
        steps: steps.iter().map(step).collect(),
        ..Run::default()
    }
}

#[test]
fn runs_part_at_the_first_step_with_another_simplex() {
    let one = run(&[&[(0, 0)], &[(0, 0), (1, 0)], &[(1, 0), (2, 0)]]);
    // The order of the vertices does not matter.
    let turned = run(&[&[(0, 0)], &[(1, 0), (0, 0)], &[(2, 0), (1, 0)]]);
    assert_eq!(parting(&one, &turned), None);
    assert_eq!(parting(&one, &run(&[&[(0, 0)], &[(0, 0), (2, 0)], &[(1, 0), (2, 0)]])), Some(1));
    // A run that ends earlier parts there, unless it ends because it has found its circle.
    let mut short = run(&[&[(0, 0)], &[(0, 0), (1, 0)]]);
    assert_eq!(parting(&one, &short), Some(2));
    "cycled".clone_into(&mut short.stop);
    assert_eq!(parting(&one, &short), None);
    assert_eq!(parting(&one, &run(&[])), None);
    // Without a simplex: the choice between vertices of equal reach is free, and a reach beyond rounding is not.
    let (mut tied, mut farther) = (run(&[&[]]), run(&[&[]]));
    tied.steps[0].support = [1.0, 7.0, 0.0];
    farther.steps[0].support = [1.0 + 1e-12, 0.0, 0.0];
    assert_eq!([&tied, &farther].map(|other| parting(&run(&[&[]]), other)), [None, Some(0)]);
}

#[test]
fn a_view_has_both_runs_and_its_coordinates_are_of_the_size_of_one() {
    let mut far = run(&[&[(0, 0)], &[(0, 0), (1, 0)]]);
    far.a.iter_mut().chain(&mut far.b).flatten().for_each(|x| *x *= 2e100);
    let exact = run(&[&[(0, 0)]]);
    let view: serde_json::Value = serde_json::from_str(&Scene::of(&far, Some(&exact), None).json()).expect("JSON");
    let corners = view["a"][0]["p"].as_array().expect("corners");
    let largest = corners.iter().flat_map(|p| p.as_array().unwrap()).map(|x| x.as_f64().unwrap()).fold(0.0, f64::max);
    assert!((0.25..2.0).contains(&largest), "{largest}");
    let unit = view["unit"].as_f64().expect("a number");
    assert_eq!(largest * unit, 2e100);
    assert_eq!((view["runs"].as_array().unwrap().len(), &view["parted"]), (2, &serde_json::json!(2)));
    // M is a translated A, since B is a point: all pairs of corners.
    assert_eq!(view["m"]["c"].as_array().unwrap().len(), 4);
}

#[test]
fn pairs_that_meet_come_first_with_their_number() {
    let mut page = hostile::pairs();
    assert!(text(pairs_page(&page)).contains("<h2 id=\"meets-title\">1 of 1 pair meets</h2>"));
    page.rows.push(PairRow { id: "a--b".to_owned(), class: "separated".to_owned(), ..PairRow::default() });
    page.count = 46;
    page.meeting = 4;
    let html = text(pairs_page(&page));
    assert!(html.contains(">4 of 46 pairs meet</h2>") && html.contains("The first 2 of 46 pairs"));
    page.meeting = 0;
    assert!(text(pairs_page(&page)).contains(">None of 46 pairs meet</h2>"));
}

#[test]
fn a_map_has_a_letter_per_pixel_and_its_legend() {
    let rulings = vec![Column::Right, Column::Missed, Column::Right, Column::GaveUp];
    let map = Map {
        case: "gap:1:3".to_owned(),
        scalar: "f64".to_owned(),
        vertex: "vertex 0 of A".to_owned(),
        axes: ["x".to_owned(), "y".to_owned()],
        size: 2,
        step: 1,
        truth: vec![TrueClass::Separated, TrueClass::Overlapping, TrueClass::Touching, TrueClass::Separated],
        panels: vec![MapPanel { variant: "v".to_owned(), rulings }],
        ..Map::default()
    };
    let pixel = PixelCase { line: "{}".to_owned(), body: "a", options: vec!["--variant v".to_owned()], ..PixelCase::default() };
    let html = text(map_page(&map, &pixel));
    let data = html.split("id=\"map-data\">").nth(1).and_then(|rest| rest.split("</script>").next()).expect("data");
    let data: serde_json::Value = serde_json::from_str(data).expect("JSON");
    assert_eq!((data["truth"].as_str(), data["panels"][1]["options"].as_str()), (Some("0210"), Some("--variant v")));
    let said = |panel: usize| -> Vec<&str> {
        let pixels = data["panels"][panel]["pixels"].as_str().unwrap();
        pixels.bytes().map(|letter| data["palette"][usize::from(letter - b'a')][1].as_str().unwrap()).collect()
    };
    assert_eq!(said(0), ["right: apart", "right: meeting", "touching", "right: apart"]);
    assert_eq!(said(1), ["right: apart", "missed (called apart)", "right: meeting", "no answer"]);
}
