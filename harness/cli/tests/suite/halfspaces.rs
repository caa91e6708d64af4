//! Half-spaces as body A: answers and truths are those of the bodies as they are written.

use serde_json::Value;

use crate::common::Folder;

/// A unit cube at height 3 over a floor, and a ball in a floor; the floor is B, then A.
fn cases() -> String {
    let cube = r#"{"box":{"half_extents":[0.5,0.5,0.5]},"pose":{"translation":[0,0,3]}}"#;
    let ball = r#"{"sphere":{"radius":1},"pose":{"translation":[4,0,0.75]}}"#;
    let floor = r#"{"halfspace":{"normal":[0,0,2],"offset":1}}"#;
    let line = |id: &str, a: &str, b: &str, more: &str| format!(r#"{{"id":"{id}","dim":3,"a":{a},"b":{b}{more}}}"#);
    [
        line("cube-floor", cube, floor, r#","expect":{"distance":"2.0","on_a":[0,0,2.5],"on_b":[0,0,0.5]}"#),
        line("floor-cube", floor, cube, r#","expect":{"distance":"2.0","on_a":[0,0,0.5],"on_b":[0,0,2.5]}"#),
        line("ball-floor", ball, floor, r#","expect":{"depth":"0.75","normal":[0,0,-1]}"#),
        line("floor-ball", floor, ball, r#","expect":{"depth":"0.75","normal":[0,0,1]}"#),
    ]
    .join("\n")
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

#[test]
fn the_truth_is_that_of_the_bodies_as_written() {
    let folder = Folder::new("halfspaces/truth", &[("cases.jsonl", &cases())]);
    let rows = lines(&folder.printed(&["check", "cases.jsonl", "--truth", "--json", "-"]));
    let of = |name: &str| rows.iter().map(|row| row[name].to_string()).collect::<Vec<_>>();
    assert_eq!(of("truth_distance"), ["2.0", "2.0", "0.0", "0.0"]);
    assert_eq!(of("truth_depth"), ["null", "null", "0.75", "0.75"]);
    assert_eq!(of("truth_normal"), ["null", "null", "[0.0,0.0,-1.0]", "[0.0,0.0,1.0]"]);
    let text = folder.printed(&["check", "cases.jsonl", "--truth", "--points"]);
    for (id, direction, points) in [
        ("cube-floor", "(0, 0, -1)", ["2.5)", "0.5)"]),
        ("floor-cube", "(0, 0, 1)", ["0.5)", "2.5)"]),
        ("ball-floor", "(0, 0, -1)", ["–", "–"]),
        ("floor-ball", "(0, 0, 1)", ["–", "–"]),
    ] {
        let line = text.lines().find(|line| line.starts_with(id)).expect("a row");
        let words: Vec<&str> = line.split("  ").filter(|word| !word.is_empty()).map(str::trim).collect();
        assert_eq!(words[4], direction, "{line}");
        assert!(words[5].ends_with(points[0]) && words[6].ends_with(points[1]), "{line}");
    }
}

#[test]
fn answers_about_a_half_space_as_a_are_judged_as_written() {
    let answers = [
        r#"{"program":"mine","promise":"depth","bodies":["points","radius","halfspace"]}"#,
        r#"{"case":"floor-cube","verdict":"apart","distance":2,"on_a":[0,0,0.5],"on_b":[0,0,2.5]}"#,
        r#"{"case":"floor-ball","verdict":"intersecting","depth":0.75,"normal":[0,0,1]}"#,
        r#"{"program":"turned","promise":"depth","bodies":["points","radius","halfspace"]}"#,
        r#"{"case":"floor-ball","verdict":"intersecting","depth":0.75,"normal":[0,0,-1]}"#,
    ];
    let folder = Folder::new("halfspaces/judge", &[("cases.jsonl", &cases()), ("answers.jsonl", &answers.join("\n"))]);
    folder.printed(&["judge", "cases.jsonl", "answers.jsonl", "--json", "out.jsonl"]);
    let rows = lines(&folder.read("out.jsonl"));
    let of =
        |case: &str, variant: &str| rows.iter().find(|row| row["case"] == case && row["variant"] == variant).expect("a row");
    assert_eq!((&of("floor-cube", "mine")["ruling"], &of("floor-ball", "mine")["ruling"]), (&"right".into(), &"right".into()));
    assert_eq!(of("floor-cube", "mine")["on_a"], serde_json::json!([0.0, 0.0, 0.5]));
    assert_eq!(of("floor-ball", "mine")["normal"], serde_json::json!([0.0, 0.0, 1.0]));
    assert_eq!(of("floor-ball", "turned")["ruling"], "off");
}

#[test]
fn a_plane_of_a_robot_is_a_body_of_its_scene() {
    let link =
        |name: &str, shape: &str| format!("<link name=\"{name}\"><collision><geometry>{shape}</geometry></collision></link>");
    let robot = format!(
        "<robot name=\"r\">{}{}<joint name=\"j\" type=\"fixed\"><origin xyz=\"0 0 2\"/><parent link=\"floor\"/><child link=\"hand\"/></joint></robot>",
        link("floor", "<plane/>"),
        link("ball", "<sphere radius=\"0.5\"/>")
    )
    .replace("</robot>", &(link("wall", "<plane normal=\"1 0 0\"/>") + &link("hand", "<box size=\"1 1 1\"/>") + "</robot>"));
    let folder = Folder::new("halfspaces/robot", &[("r.urdf", &robot)]);
    let text = folder.printed(&["check", "r.urdf", "--truth"]);
    for row in [
        "floor--ball  overlapping  0.5    –         (0, 0, 1)",
        "ball--wall   overlapping  0.5    –         (-1, 0, 0)",
        "wall--hand   overlapping  0.5    –         (1, 0, 0)",
        "ball--hand   separated    –      1         (0, 0, 1)",
    ] {
        assert!(text.contains(row), "{row}\n{text}");
    }
    assert!(text.starts_with("4 cases: "), "two planes are no pair: {text}");
}

#[test]
fn two_half_spaces_are_refused() {
    let floor = r#"{"halfspace":{"normal":[0,0,2],"offset":1}}"#;
    let case = format!(r#"{{"id":"x","dim":3,"a":{floor},"b":{floor}}}"#);
    let said = Folder::new("halfspaces/two", &[("cases.jsonl", &case)]).refused(&["check", "cases.jsonl"]);
    assert!(said.contains("cases.jsonl:1: both a and b have a half-space; one of the bodies may have one"), "{said}");
}
