//! Answers that were computed elsewhere: invalid answers are refused, and many are judged in a moment.

use crate::common::{ANSWER, CASE, Folder};

/// A folder with a case and these answers to it.
fn folder(name: &str, answers: impl AsRef<[u8]>) -> Folder {
    let folder = Folder::new(&format!("answers/{name}"), &[("case.jsonl", CASE), ("none.jsonl", "# no case\n")]);
    folder.write("answers.jsonl", answers);
    folder
}

const JUDGE: [&str; 3] = ["judge", "case.jsonl", "answers.jsonl"];

#[test]
fn no_answer_is_an_error() {
    for (name, text) in [("empty", ""), ("comments", "\u{feff}\n  # an answer may follow\n")] {
        let message = folder(name, text).refused(&JUDGE);
        assert!(message.starts_with("error: answers.jsonl: there is no answer to judge"), "{name}: {message}");
    }
    let folder = folder("no-case", r#"{"case":"c","verdict":"apart"}"#);
    for arguments in [&["judge", "none.jsonl", "answers.jsonl"][..], &["check", "none.jsonl"]] {
        let message = folder.refused(arguments);
        assert!(
            message.starts_with("error: none.jsonl: there is no case to judge") || message.contains("answers.jsonl:1: case: ")
        );
    }
}

#[test]
fn a_line_that_is_not_an_answer_is_reported() {
    let repeated = r#"{"case":"c","verdict":"apart","verdict":"intersecting"}"#;
    let bytes = [b"\xff\n", ANSWER.as_bytes()].concat();
    for (name, answers, message) in
        [("repeated", repeated.as_bytes(), "verdict: repeated field"), ("bytes", &bytes, "not UTF-8")]
    {
        let said = folder(name, answers).refused(&JUDGE);
        // A message states that the remaining answers are judged.
        let rest = said.strip_prefix(&format!("error: answers.jsonl:1: {message}\n")).expect(&said);
        assert_eq!(rest.contains("the cases that can be read (1) are checked"), name == "bytes", "{said}");
    }
    let good = folder("good", format!("\u{feff}{ANSWER}\n  # indented\n"));
    let run = good.gjk(&[&JUDGE[..], &["--deny", "wrong,gave-up"]].concat());
    assert_eq!((run.status.code(), &run.stderr[..]), (Some(0), &b""[..]));
}

#[test]
fn many_variants_are_counted_in_linear_time() {
    let line = |i: u32| format!("{{\"case\":\"c\",\"variant\":\"v{i}\",\"verdict\":\"apart\",\"distance\":1}}\n");
    let text = folder("many", (0..20_000).map(line).collect::<String>()).printed(&JUDGE);
    assert!(text.contains("\nright: 20000 of 20000 answers; "), "{}", &text[..text.len().min(2_000)]);
    assert_eq!(text.lines().count(), 3, "the truth, how many are right, and the tolerance");
}

#[test]
fn a_long_name_does_not_widen_the_text() {
    let name = "x".repeat(1_000_000);
    let text = folder("long", format!(r#"{{"case":"c","variant":"{name}","verdict":"intersecting"}}"#)).printed(&JUDGE);
    assert!(text.len() < 2_000, "{} bytes", text.len());
}

#[test]
fn an_axis_of_the_wrong_sign_is_named() {
    // For CASE, A − B is the point (−1, 0, 0).
    let with = |name: &str, axis: &str| {
        let answer = format!(r#"{{"case":"c","verdict":"apart","distance":1,"axis":{axis}}}"#);
        folder(name, answer).printed(&JUDGE).contains("the opposite axis separates the bodies (first: c answers f64)")
    };
    let of = [("sign", "[1,0,0]"), ("right", "[-1,0,0]"), ("across", "[0,1,0]"), ("zero", "[0,0,0]")]
        .map(|(name, axis)| with(name, axis));
    assert_eq!(of, [true, false, false, false]);
}

#[test]
fn an_answer_with_a_misspelt_distance_is_refused() {
    let said = folder("misspelt", r#"{"case":"c","verdict":"apart","dist":7}"#).refused(&JUDGE);
    assert_eq!(said, "error: answers.jsonl:1: dist: unknown field, near to `distance`; write `distance` if it is meant\n");
}

#[test]
fn one_frame_of_each_trace_is_written() {
    let tumbling = gjk_cases::family::named("tumbling").expect("a family");
    let printed = Folder::shared().printed(&["generate", "tumbling", "--cases", "5", "--seed", "7", "--scalar", "f32"]);
    let case = |number| tumbling.independent_case(7, gjk_cases::case::Arithmetic::F32, number);
    let expected: Vec<String> = (0..5).map(|number| gjk_cases::format::write(&case(number))).collect();
    assert_eq!(printed.lines().collect::<Vec<_>>(), expected);
    assert_ne!(case(1).id, tumbling.case(7, gjk_cases::case::Arithmetic::F32, 1).id);
}

/// Two boxes that overlap by 1/2 along x, by 2 along y and by 3 along z.
const BOXES: &str = r#"{"id":"boxes","dim":3,"a":{"points":[[0,0,0],[2,0,0],[0,3,0],[0,0,4],[2,3,0],[2,0,4],[0,3,4],[2,3,4]]},"b":{"points":[[1.5,1,1],[4,1,1],[1.5,3.5,1],[1.5,1,5],[4,3.5,1],[4,1,5],[1.5,3.5,5],[4,3.5,5]]}}"#;

#[test]
fn a_depth_that_was_made_elsewhere_is_judged() {
    let lines = [
        r#"{"case":"boxes","variant":"right","verdict":"intersecting","depth":0.5,"normal":[2,0,0]}"#,
        r#"{"case":"boxes","variant":"too-short","verdict":"intersecting","depth":0.25,"normal":[2,0,0]}"#,
        r#"{"case":"boxes","variant":"across","verdict":"intersecting","translation":[0,2,0]}"#,
        r#"{"program":"turned","promise":"depth","normal":"b-to-a"}"#,
        r#"{"case":"boxes","verdict":"intersecting","depth":0.5,"normal":[-2,0,0]}"#,
        r#"{"program":"some","promise":"translation"}"#,
        r#"{"case":"boxes","verdict":"intersecting","translation":[0,2,0]}"#,
        r#"{"program":"mistaken","promise":"depth"}"#,
        r#"{"case":"boxes","verdict":"intersecting","depth":0.5,"normal":[-2,0,0]}"#,
    ];
    let folder = Folder::new("answers/depth", &[("boxes.jsonl", BOXES), ("answers.jsonl", &lines.join("\n"))]);
    let text = folder.printed(&["judge", "boxes.jsonl", "answers.jsonl", "--json", "out.jsonl"]);
    assert!(text.contains("normal of the wrong sign: 1 answer ("), "{text}");
    let rows: Vec<serde_json::Value> =
        folder.read("out.jsonl").lines().map(|line| serde_json::from_str(line).expect("a row")).collect();
    let unit = rows[0]["unit"].as_f64().expect("a length");
    let found: Vec<String> = rows
        .iter()
        .map(|row| {
            let length = |name: &str| row[name].as_f64().map_or(f64::NAN, |units| units * unit);
            let (residual, excess) = (length("residual_units"), length("excess_units"));
            format!("{} {} {residual:.4} {excess:.4}", row["variant"].as_str().unwrap(), row["ruling"].as_str().unwrap())
        })
        .collect();
    assert_eq!(
        found,
        [
            "right right 0.0000 0.0000",
            "too-short off 0.2500 0.0000",
            "across off 0.0000 1.5000",
            "turned right 0.0000 0.0000",
            "some right 0.0000 1.5000",
            "mistaken off 1.0000 0.0000",
        ]
    );
}

#[test]
fn a_depth_that_cannot_be_is_named() {
    for (name, fields, message) in [
        ("negative", r#""verdict":"intersecting","depth":-1,"normal":[1,0,0]"#, "depth: must not be negative"),
        ("apart", r#""verdict":"apart","depth":1,"normal":[1,0,0]"#, "depth: only where the verdict is \"intersecting\""),
        ("length", r#""verdict":"intersecting","normal":[1,0,0]"#, "normal: not enough without a length"),
    ] {
        let said = folder(&format!("depth-{name}"), format!(r#"{{"case":"c",{fields}}}"#)).refused(&JUDGE);
        assert!(said.starts_with(&format!("error: answers.jsonl:1: {message}")), "{said}");
    }
}

#[test]
fn the_true_depth_of_a_line_is_that_of_the_bodies_in_every_row() {
    // Two balls of radius 2 with centres at distance 3: their depth is 1, and the cores are apart.
    let balls = r#"{"id":"balls","dim":3,"a":{"points":[[0,0,0]],"radius":2},"b":{"points":[[3,0,0]],"radius":2}}"#;
    let folder = Folder::new("answers/depths", &[("balls.jsonl", balls)]);
    let printed = folder.printed(&["check", "balls.jsonl", "--variant", "all", "--scalar", "f64", "--json", "-"]);
    let rows: Vec<serde_json::Value> = printed
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .filter(|row: &serde_json::Value| row["case"] == "balls")
        .collect();
    let of = |variant: &str| rows.iter().find(|row| row["variant"] == variant).expect(variant)["truth_depth"].as_f64();
    for variant in ["ericson", "muratori", "epa-common", "sat"] {
        assert_eq!(of(variant), Some(1.0), "{variant}");
    }
    assert!(rows.len() > 10 && rows.iter().all(|row| row["truth_depth"].as_f64() == Some(1.0)), "{printed}");
}

#[test]
fn the_truth_of_a_line_is_the_same_with_and_without_a_variant() {
    // A ball on a box, which overlaps it by its radius; a ball around a corner of a segment; two boxes; a ball in the ground; and
    // bodies that are apart.
    let cases = r#"{"id":"ball","dim":3,"a":{"box":{"half_extents":[1,1,1]}},"b":{"points":[[0,0,1.5]],"radius":0.75}}
{"id":"corner","dim":3,"a":{"points":[[0,0,0]],"radius":2},"b":{"points":[[0,0,0],[0,0,4]]}}
{"id":"boxes","dim":3,"a":{"box":{"half_extents":[1,1,1]}},"b":{"box":{"half_extents":[1,1,1]},"pose":{"translation":[1.5,0,0]}}}
{"id":"ground","dim":3,"a":{"points":[[0,0,0.5]],"radius":0.75},"b":{"halfspace":{"normal":[0,0,1],"offset":0}}}
{"id":"apart","dim":2,"a":{"points":[[0,0]],"radius":1},"b":{"points":[[3,4]],"radius":1}}
"#;
    let folder = Folder::new("answers/truths", &[("cases.jsonl", cases)]);
    let lines = |options: &[&str]| -> Vec<serde_json::Value> {
        let printed = folder.printed(&[&["check", "cases.jsonl", "--scalar", "f64", "--json", "-"], options].concat());
        printed.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    };
    let (truths, answers) = (lines(&["--truth"]), lines(&["--variant", "ericson", "--variant", "epa-common"]));
    let depths = ["truth_depth", "truth_core_depth", "truth_depth_squared", "truth_normal"];
    for (truth, expected) in truths.iter().zip([
        r#"[0.25,null,null,[0.0,0.0,1.0]]"#,
        r#"[2.0,0.0,null,[0.0,0.0,1.0]]"#,
        r#"[0.5,null,"1/4",[1.0,0.0,0.0]]"#,
        r#"[0.25,null,null,[0.0,0.0,-1.0]]"#,
        "[null,null,null,null]",
    ]) {
        assert_eq!(serde_json::json!(depths.map(|name| &truth[name])).to_string(), expected, "{}", truth["case"]);
        let mut same = 0;
        for answer in answers.iter().filter(|answer| answer["case"] == truth["case"]) {
            let fields = truth.as_object().expect("an object");
            for (name, value) in fields.iter().filter(|(name, _)| !["variant", "ruling"].contains(&name.as_str())) {
                assert_eq!(&answer[name], value, "{} {name}", truth["case"]);
            }
            same += 1;
        }
        assert_eq!(same, 2, "{}", truth["case"]);
    }
    assert_eq!(truths.len(), 5);
}
