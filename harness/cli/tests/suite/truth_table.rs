//! The table of the exact truth: `gjk check`, and `gjk check --truth`, which judges nothing.

use serde_json::Value;

use crate::common::Folder;

/// Bodies that overlap by 0.5 and by 2, touch, and are apart by 1 and by 3; a ball that overlaps a box by its radius alone; and a pair in the plane.
const CASES: &str = r#"{"id":"far","dim":3,"a":{"points":[[0,0,0]]},"b":{"points":[[0,0,3]]}}
{"id":"near","dim":3,"a":{"points":[[0,0,0]]},"b":{"points":[[0,-1,0]]}}
{"id":"shallow","dim":3,"a":{"box":{"half_extents":[1,1,1]}},"b":{"box":{"half_extents":[1,1,1]},"pose":{"translation":[1.5,0,0]}}}
{"id":"touch","dim":3,"a":{"box":{"half_extents":[1,1,1]}},"b":{"box":{"half_extents":[1,1,1]},"pose":{"translation":[0,2,0]}}}
{"id":"deep","dim":3,"a":{"box":{"half_extents":[1,1,1]}},"b":{"box":{"half_extents":[9,9,9]},"pose":{"translation":[0,0,8]}}}
{"id":"ball","dim":3,"a":{"sphere":{"radius":1}},"b":{"box":{"half_extents":[1,1,1]},"pose":{"translation":[0,0,1.75]}}}
{"id":"plane","dim":2,"a":{"points":[[0,0]]},"b":{"points":[[3,4]]}}
"#;

fn folder(name: &str) -> Folder {
    Folder::new(&format!("truth/{name}"), &[("cases.jsonl", CASES)])
}

#[test]
fn bodies_that_meet_come_first_the_deepest_first_then_the_nearest() {
    let text = folder("order").printed(&["check", "cases.jsonl", "--truth", "--points"]);
    let expected = "\
7 cases: 3 overlapping, 1 touching, 3 separated

case     class        depth  distance  direction from A to B  nearest point of A  nearest point of B
deep     overlapping  2      –         (0, 0, 1)              –                   –
shallow  overlapping  0.5    –         (1, 0, 0)              –                   –
ball     overlapping  0.25   –         (0, 0, 1)              –                   –
";
    assert!(text.starts_with(expected), "{text}");
    let rest: Vec<&str> = text[expected.len()..].lines().collect();
    assert!(rest[0].starts_with("touch    touching     –      0         (0, 1, 0)"), "{text}");
    assert_eq!(
        rest[1..],
        [
            "near     separated    –      1         (0, -1, 0)             (0, 0, 0)           (0, -1, 0)",
            "far      separated    –      3         (0, 0, 1)              (0, 0, 0)           (0, 0, 3)",
            "plane    separated    –      5         (0.6, 0.8)             (0, 0)              (3, 4)",
        ]
    );
}

#[test]
fn the_cases_of_a_file_are_judged_by_five_variants_in_their_own_scalar() {
    let single = r#"{"id":"single","dim":3,"scalar":"f32","a":{"points":[[0,0,0]]},"b":{"points":[[0,0,3]]}}"#;
    let folder = Folder::new("truth/judged", &[("cases.jsonl", &format!("{CASES}{single}"))]);
    let text = folder.printed(&["check", "cases.jsonl"]);
    let parts: Vec<&str> = text.split("\n\n").collect();
    assert_eq!(parts[0], "8 cases: 3 overlapping, 1 touching, 4 separated");
    assert!(parts[1].starts_with("case     scalar  class") && parts[1].contains("\nsingle   f32     separated"), "{text}");
    let variants = ["certified", "certified-depth", "epa-common", "ericson", "mpr"];
    let of = |text: &str, scalar: &str| {
        let (_, table) = text.rsplit_once("\n\n").expect("a table of variants");
        let rows = table.lines().take_while(|line| !line.starts_with("right: "));
        let rows = rows.filter(|line| line.contains(&format!(" {scalar} ")));
        let mut names: Vec<String> = rows.map(|line| line.split(' ').next().unwrap_or_default().to_owned()).collect();
        names.sort();
        names
    };
    assert_eq!(of(&text, "f64"), variants);
    assert!(of(&text, "f32").iter().all(|name| variants.contains(&&name[..])) && of(&text, "exact").is_empty(), "{text}");
    // All variants if they are asked for, and for families also without that.
    let all = folder.printed(&["check", "cases.jsonl", "--variant", "all"]);
    assert!(of(&all, "f64").len() > 20, "{all}");
    let family: Vec<String> = (0..4).map(|index| format!("gap:1:{index}")).collect();
    let family = folder.printed(&[&["check"][..], &family.iter().map(String::as_str).collect::<Vec<_>>()].concat());
    assert!(of(&family, "f64").len() > 20 && of(&family, "exact").len() > 15, "{family}");
}

#[test]
fn unions_that_overlap_are_at_least_as_deep_as_their_deepest_pair() {
    let part = |x: f64| format!(r#"{{"box":{{"half_extents":[1,1,1]}},"pose":{{"translation":[{x},0,0]}}}}"#);
    let union = format!(r#"{{"union":[{},{}]}}"#, part(0.0), part(-1.5));
    let case = format!(r#"{{"id":"u","dim":3,"a":{union},"b":{}}}"#, part(1.75));
    let folder = Folder::new("truth/unions", &[("cases.jsonl", &case)]);
    let text = folder.printed(&["check", "cases.jsonl", "--truth", "--csv", "out.csv"]);
    folder.write("apart.jsonl", r#"{"id":"x","dim":2,"a":{"points":[[0,0]]},"b":{"points":[[3,4]]}}"#);
    let of_one = folder.printed(&["check", "apart.jsonl", "--csv", "again.csv"]);
    assert!(folder.read("again.csv").ends_with(",0,0,,3,4,,\n"), "{}", folder.read("again.csv"));
    assert!(!of_one.contains("nearest points"), "values in a file are not printed: {of_one}");
    assert!(text.contains("\nu     overlapping  ≥ 0.25  –         (1, 0, 0)\n"), "{text}");
    assert!(folder.read("out.csv").contains("\ncases.jsonl,u,f64,overlapping,,0.25,,1,0,0,"), "{}", folder.read("out.csv"));
    let text = folder.printed(&["check", "cases.jsonl", "--variant", "johnson"]);
    assert!(
        text.contains("overlapping, distance 0 (exact), depth at least 0.25 (its deepest pair of parts) along (1, 0, 0)"),
        "{text}"
    );
}

#[test]
fn twenty_rows_are_printed_unless_all_are_asked_for() {
    let folder = Folder::new("truth/many", &[]);
    let cases: Vec<String> = (0..23).map(|index| format!("gap:1:{index}")).collect();
    let ask = |options: &[&str]| {
        let cases: Vec<&str> = cases.iter().map(String::as_str).collect();
        folder.printed(&[&["check", "--truth"], &cases[..], options].concat())
    };
    let few = ask(&[]);
    assert!(few.ends_with("\n… and 3 more; --all prints them\n") && few.lines().count() == 3 + 20 + 1, "{few}");
    assert_eq!(ask(&["--all"]).lines().count(), 3 + 23);
}

#[test]
fn a_line_of_json_has_no_variant_and_a_table_of_values_has_all_digits() {
    let folder = folder("files");
    folder.printed(&["check", "cases.jsonl", "--truth", "--json", "out.jsonl", "--csv", "out.csv"]);
    let lines: Vec<Value> =
        folder.read("out.jsonl").lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect();
    assert_eq!(lines.len(), 7);
    assert!(lines.iter().all(|line| line["variant"].is_null() && line["ruling"].is_null() && line["scalar"] == "f64"));
    assert_eq!((&lines[4]["case"], &lines[4]["truth_depth_squared"]), (&"deep".into(), &"4".into()));
    let csv = folder.read("out.csv");
    let row = |id: &str| -> Vec<String> {
        let line = csv.lines().find(|line| line.split(',').nth(1) == Some(id)).expect("a row");
        line.split(',').map(str::to_owned).collect()
    };
    assert_eq!(row("shallow")[2..10], ["f64", "overlapping", "0.5", "0.5", "", "1", "0", "0"]);
    assert_eq!(row("plane")[2..], ["f64", "separated", "", "", "5", "0.6", "0.8", "", "0", "0", "", "3", "4", "", ""]);
    assert!(folder.refused(&["check", "cases.jsonl", "--truth", "--json", "x", "--csv", "./x"]).contains("name the same file"));
    let replaced = folder.refused(&["check", "cases.jsonl", "--truth", "--csv", "cases.jsonl"]);
    assert!(replaced.contains("it is one of the files of cases, and would be replaced"), "{replaced}");
}

#[test]
fn the_direction_near_contact_is_exact() {
    // The nearest points round to the same doubles but for one coordinate; the exact step is along (1, 1, 1).
    let tiny = r#"{"id":"x","dim":3,"a":{"points":[[0,0,0]]},"b":{"points":[["0x1p-60","0x1p-60","0x1p-60"],[1,1,1]]}}"#;
    let shifted = tiny.replace("[[0,0,0]]", "[[-1,-1,-1],[-1,-1,-1]]").replace("\"x\"", "\"y\"");
    let folder = Folder::new("truth/near", &[("cases.jsonl", &format!("{tiny}\n{shifted}\n"))]);
    let text = folder.printed(&["check", "cases.jsonl", "--truth"]);
    assert_eq!(text.matches("(0.5774, 0.5774, 0.5774)").count(), 2, "{text}");
}

#[test]
fn an_expectation_is_still_compared_and_a_variant_is_not_asked() {
    let wrong = r#"{"id":"x","dim":2,"a":{"points":[[0,0]]},"b":{"points":[[1,0]]},"expect":{"class":"touching"}}"#;
    let folder = Folder::new("truth/expect", &[("cases.jsonl", wrong)]);
    let run = folder.gjk(&["check", "cases.jsonl", "--truth"]);
    assert_eq!(run.status.code(), Some(1), "{run:?}");
    assert!(
        String::from_utf8_lossy(&run.stderr).starts_with("expectation: cases.jsonl#x: class: expected touching, is separated"),
        "{run:?}"
    );
    assert!(folder.refused(&["check", "cases.jsonl", "--truth", "--variant", "johnson"]).contains("cannot be used with"));
}
