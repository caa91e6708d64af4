//! The failure map of a case: printed texts, written files, and the messages about invalid input.

use crate::common::{CASE, Folder};

/// A small map with failures.
const MAP: [&str; 14] = [
    "map",
    "touch-edge-edge:1:3",
    "--variant",
    "certified",
    "--variant",
    "johnson-gilbert-foo",
    "--scalar",
    "f64",
    "--size",
    "16",
    "--step",
    "32",
    "--tolerance",
    "4",
];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&MAP[..], more].concat()
}

#[test]
fn a_map_is_counted_drawn_and_written() {
    let folder = Folder::new("map", &[]);
    let options =
        ["--png", "m.png", "--svg", "m.svg", "--pdf", "m.pdf", "--csv", "m.csv", "--width", "85mm", "--save", "found.jsonl"];
    let text = folder.printed(&with(&options));
    for part in [
        "case       touch-edge-edge:1:3 in f64\nmoved      vertex 5 of A, the one with the greatest weight in the nearest points\n",
        "pixels     16 × 16, from -256 to 224 units in the last place, 32 from one pixel to the next\n",
        "truth      separated 139, touching 1, overlapping 116\n",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let row = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(&format!("{name} "))).expect(name);
        line.split_whitespace().skip(1).map(|number| number.parse().expect("a number")).collect::<Vec<u32>>()
    };
    // Right, contact, inaccurate, off, missed, phantom, gave-up.
    assert_eq!(row("certified"), [256, 0, 0, 0, 0, 0, 0]);
    assert_eq!(row("johnson-gilbert-foo"), [93, 5, 15, 0, 51, 0, 92]);
    for (name, beginning) in [("m.png", "\u{89}PNG"), ("m.svg", "<svg"), ("m.pdf", "%PDF")] {
        let bytes = std::fs::read(folder.join(name)).expect(name);
        let beginning: Vec<u8> = beginning.chars().map(|letter| letter as u8).collect();
        assert!(bytes.starts_with(&beginning) && bytes.len() > 5_000, "{name}: {} bytes", bytes.len());
    }
    assert!(folder.read("m.md").starts_with("**Failure map of touch-edge-edge:1:3 in f64.** "));
    assert!(folder.read("m.tex").contains("{fig:gjk-m}"));
    let numbers = folder.read("m.csv");
    assert!(numbers.starts_with("variant,j,first_i,last_i,truth,ruling\nexact,-8,-8,"), "{numbers}");
    // The command of the caption makes the same map, with the default choices written out.
    assert!(folder.read("m.md").contains("--scalar f64 --vertex a:5 --axes x,y --size 16 --step 32 --tolerance 4`"));
    let again = folder.printed(&with(&["--vertex", "a:5", "--axes", "x,y", "--csv", "-"]));
    assert_eq!(again, numbers);
    // The caption of a later map replaces an earlier one.
    folder.printed(&with(&["--png", "m.png"]));
}

#[test]
fn the_failure_nearest_to_the_middle_is_a_case_that_fails_again() {
    let folder = Folder::new("map-failures", &[]);
    for _ in 0..2 {
        let text = folder.printed(&with(&["--save", "found.jsonl"]));
        assert!(text.contains("\njohnson-gilbert-foo: "), "{text}");
        let line = text.lines().find_map(|line| line.trim_start().strip_prefix("echo '")).expect("a command");
        let (case, command) = line.split_once("' | ").expect("a pipe");
        assert_eq!(command, "gjk check - --variant johnson-gilbert-foo --scalar f64 --tolerance 4");
        // The second time the same case is not added again.
        assert_eq!(folder.read("found.jsonl"), format!("{case}\n"));
    }
    let check = ["check", "found.jsonl", "--variant", "johnson-gilbert-foo", "--scalar", "f64", "--tolerance", "4"];
    folder.printed(&check);
    let denied = folder.gjk(&[&check[..], &["--deny", "off,wrong,gave-up"]].concat());
    assert_eq!(denied.status.code(), Some(1), "{}", String::from_utf8_lossy(&denied.stderr));
}

#[test]
fn a_titled_picture_has_no_caption_and_captions_replace_no_files() {
    let folder = Folder::new("map-titled", &[("m.md", "mine"), ("n.tex", "mine")]);
    folder.printed(&with(&["--png", "m.png", "--titled"]));
    assert_eq!(folder.read("m.md"), "mine");
    for (png, name) in [("m.png", "m.md"), ("n.png", "n.tex")] {
        let said = folder.refused(&with(&["--png", png, "--csv", "n.csv"]));
        assert!(said.contains(&format!("{name}: the caption of the picture would replace this file")), "{said}");
        assert!(!folder.join("n.csv").exists(), "nothing is written");
    }
    assert_eq!(folder.read("n.tex"), "mine");
}

#[test]
fn rounded_coordinates_are_reported() {
    let case = r#"{"id":"c","dim":2,"a":{"points":[[0.1,0.3]]},"b":{"points":[[1,0]]}}"#;
    let folder = Folder::new("map-rounded", &[("c.jsonl", case), ("exact.jsonl", CASE)]);
    let of = |file: &str, scalar: &str| {
        let run = folder.gjk(&["map", file, "--variant", "johnson", "--scalar", scalar, "--size", "2"]);
        assert!(run.status.success());
        String::from_utf8_lossy(&run.stderr).into_owned()
    };
    assert!(of("c.jsonl", "f32").contains("c: the coordinates are rounded to f32"));
    assert_eq!((of("c.jsonl", "f64"), of("exact.jsonl", "f32")), (String::new(), String::new()));
}

#[test]
fn a_map_that_shows_little_says_so() {
    let folder = Folder::new("map-plain", &[("c.jsonl", CASE)]);
    let text = folder.printed(&["map", "c.jsonl", "--variant", "johnson", "--size", "3"]);
    assert!(text.contains("x is 0: the floats next to it are subnormal"), "{text}");
    assert!(
        text.contains("truth      separated 9, touching 0, overlapping 0: the border between apart and meeting is outside"),
        "{text}"
    );
    // Steps as large as the distance reach the border.
    let text = folder.printed(&["map", "c.jsonl", "--variant", "johnson", "--size", "3", "--step", "4607182418800017408"]);
    assert!(text.contains("truth      separated 8, touching 1, overlapping 0\n"), "{text}");
}

#[test]
fn invalid_maps_are_reported() {
    let folder = Folder::new("map-refused", &[("two.jsonl", &format!("{CASE}\n{}\n", CASE.replace("\"c\"", "\"d\"")))]);
    let far = r#"{"id":"c","dim":2,"a":{"points":[[1.7976931348623157e308,0]]},"b":{"points":[[0,0]]}}"#;
    folder.write("far.jsonl", far);
    for (case, options, message) in [
        ("gap:1:3", &["--variant", "johnsn"][..], "there is no variant `johnsn`; did you mean `johnson`? there are "),
        (
            "gap:1:3",
            &["--variant", "nascimento-2d"],
            "gap:1:3: nascimento-2d does not run in 3D in f64; it runs in 2D, such as on gap-2d:1:0",
        ),
        (
            "curved:1:3",
            &["--variant", "johnson"],
            "curved:1:3: a map moves a vertex of a hull of points: it does not accept curved bodies",
        ),
        ("unions:1:3", &["--variant", "johnson"], "it does not accept curved bodies or unions"),
        ("gap:1:3", &["--variant", "johnson", "--vertex", "b:77"], "gap:1:3: there is no vertex 77 of B: B has "),
        (
            "gap:1:3",
            &["--variant", "johnson", "--vertex", "c:0"],
            "a body and the number of a point of it, from 0, such as a:3",
        ),
        ("gap-2d:1:3", &["--variant", "johnson", "--axes", "x,z"], "gap-2d:1:3: there is no coordinate z in a 2D case"),
        ("gap:1:3", &["--variant", "johnson", "--axes", "y,y"], "two of the coordinates x, y and z, such as x,y"),
        ("gap:1:3", &["--variant", "johnson", "--size", "1025"], "a whole number from 1 to 1024"),
        ("gap:1:3", &["--variant", "johnson", "--size", "0"], "a whole number from 1 to 1024"),
        ("gap:1:3", &["--variant", "johnson", "--step", "0"], "a whole number from 1"),
        ("gap:1:3", &["--variant", "johnson", "--scalar", "exact"], "the scalars are f32 and f64"),
        (
            "far.jsonl",
            &["--variant", "johnson"],
            "that far from it there is not a finite number in f64; choose a smaller size or step",
        ),
        ("far.jsonl", &["--variant", "johnson", "--scalar", "f32"], "far.jsonl: a coordinate overflows f32"),
        ("two.jsonl", &["--variant", "johnson"], "two.jsonl: map needs one case, and this holds 2; name one with two.jsonl#ID"),
        ("gap:1:3", &["--variant", "johnson", "--png", "m.svg"], "--png m.svg: the picture is a PNG only; name it m.png"),
        ("gap:1:3", &["--variant", "johnson", "--pdf", "m.png"], "--pdf m.png: the picture is a PDF only; name it m.pdf"),
        ("gap:1:3", &["--variant", "johnson", "--png", "m", "--csv", "m"], "m: two of the outputs name this file"),
        ("gap:1:3", &["--variant", "johnson", "--size", "1", "--png", "none/m.png"], "none/m.png: "),
        ("gap:1:3", &[], "--variant <NAME>"),
    ] {
        let said = folder.refused(&[&["map", case], options].concat());
        assert!(said.contains(message), "{case} {options:?}: {said}");
    }
    assert!(!folder.join("m.png").exists() && !folder.join("m").exists());
}
