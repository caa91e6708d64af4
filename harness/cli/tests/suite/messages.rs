//! Messages about half an address, a misspelt name, or a file in another format: they state the fault and the remedy.

use crate::common::{CASE, Folder, refused, succeeded};

fn folder(name: &str, files: &[(&str, &str)]) -> Folder {
    Folder::new(&format!("messages/{name}"), files)
}

#[test]
fn half_an_address_is_completed() {
    let folder = folder("addresses", &[]);
    for (address, message) in [
        ("gap", "error: gap: gap is a family, not a file: write gap:SEED:INDEX for a case of it, such as gap:1:0"),
        ("gap:1", "error: gap:1: gap is a family, not a file: write gap:SEED:INDEX"),
        ("gap.1", "error: gap.1: gap is a family, not a file: write gap:SEED:INDEX"),
        (
            "corpus:1",
            "error: corpus:1: corpus is not a family but a collection: write corpus for all of its cases, or \
            corpus#ID",
        ),
        ("corpus:1:2", "error: corpus:1:2: corpus is not a family"),
        ("gpa", "error: gpa: No such file or directory (os error 2); did you mean `gap`? a case is FILE"),
        ("gap.jsonl", "error: gap.jsonl: No such file or directory (os error 2); a case is FILE"),
        ("needel", "error: needel: No such file or directory (os error 2); did you mean `needle`? a case is FILE"),
        ("gapp:1:3", "error: there is no family `gapp`; did you mean `gap`? there are generic, "),
        ("corpus#fcl-29", "error: corpus: there is no case with id `fcl-29`; did you mean `fcl-293`?"),
    ] {
        let said = folder.refused(&["check", address]);
        assert!(said.starts_with(message) && said.lines().count() == 1, "{address}: {said}");
    }
    for command in [&["generate", "gapp", "--cases", "1"][..], &["hunt", "--family", "gapp"], &["study", "--family", "gapp"]] {
        assert!(folder.refused(command).contains("no family `gapp`; did you mean `gap`?"), "{command:?}");
    }
}

#[test]
fn the_id_of_a_generated_case_is_its_address() {
    let folder = folder("ids", &[]);
    for family in ["gap", "tumbling", "touch-2d"] {
        let written = folder.printed(&["generate", family, "--seed", "5", "--cases", "3"]);
        let line: serde_json::Value = serde_json::from_str(written.lines().last().expect("a case")).expect("JSON");
        let id = line["id"].as_str().expect("an id");
        assert!(id.starts_with(&format!("{family}.5.")), "{id}");
        // The same bodies: the truth and the answer are the same to the bit.
        folder.write("case.jsonl", written.lines().last().expect("a case"));
        let of = |case: &str| {
            let printed = folder.printed(&["check", case, "--variant", "johnson", "--scalar", "f64", "--json", "-"]);
            let line: serde_json::Value = serde_json::from_str(&printed).expect("JSON");
            ["truth_distance_squared", "distance", "D", "truth_on_a", "case"].map(|name| line[name].clone())
        };
        let ([first @ .., _], [second @ .., name]) = (of("case.jsonl"), of(id));
        assert_eq!((first, name), (second, id.replace('.', ":").into()));
    }
}

#[test]
fn a_variant_with_a_slip_is_named() {
    let folder = folder("variants", &[]);
    for command in [
        &["replay", "gap:1:3", "--variant", "johnsn"][..],
        &["check", "gap:1:3", "--variant", "johnsn"],
        &["hunt", "--variant", "johnsn"],
        &["study", "--variant", "johnsn"],
    ] {
        let said = folder.refused(command);
        assert!(said.starts_with("error: there is no variant `johnsn`; did you mean `johnson`? there are "), "{said}");
    }
    assert!(folder.refused(&["check", "gap:1:3", "--variant", "xyz"]).contains("no variant `xyz`; there are "));
}

#[test]
fn json_that_is_not_one_object_per_line_is_reported_as_such() {
    let pretty = "{\n  \"id\": \"c\",\n  \"dim\": 3,\n  \"a\": {\"points\": [[0,0,0]]},\n  \"b\": {\"points\": [[1,0,0]]}\n}\n";
    let files = [
        ("pretty.json", pretty.to_owned()),
        ("two.json", pretty.to_owned() + pretty),
        ("array.json", format!("[{CASE},\n{CASE}]")),
        ("line.json", format!("[{CASE}]")),
        ("broken.json", format!("{}\n{CASE}\n", &CASE[..20])),
        ("case.jsonl", CASE.to_owned()),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, &text[..])).collect();
    let folder = folder("json", &files);
    for (file, what) in [
        ("pretty.json", "JSON whose objects go over several lines"),
        ("two.json", "JSON whose objects go over several lines"),
        ("array.json", "a JSON array"),
        ("line.json", "a JSON array"),
    ] {
        for (command, kind) in [(&["check", file][..], "a case file"), (&["judge", "case.jsonl", file], "a file of answers")] {
            let said = folder.refused(command);
            assert!(said.starts_with(&format!("error: {file}: this is {what}; {kind} has one object per line")), "{said}");
            assert_eq!(said.lines().count(), 1, "{said}");
        }
    }
    // An incomplete line does not affect the others.
    let said = refused(&folder.gjk(&["check", "broken.json", "--variant", "johnson"]));
    assert!(said.starts_with("error: broken.json:1: not JSON: "), "{said}");
}

#[test]
fn other_formats_are_named() {
    let files = [("x.3mf", "PK"), ("x.usd", "#usda 1.0"), ("y.obj", "v 0 0 0\n"), ("y.USD", "PXR-USDC")];
    let folder = folder("formats", &files);
    for (case, message) in [
        ("x.3mf", "error: x.3mf: a mesh in 3MF format is not read: `assimp export a.3mf a.obj` writes a file that is\n"),
        ("x.usd", "error: x.usd: a scene in USD format is not read"),
        ("y.USD", "error: y.USD: a scene in USD format is not read"),
        ("y.obj+x.3mf", "error: x.3mf: a mesh in 3MF format is not read"),
        ("x.usd+y.obj", "error: x.usd: a scene in USD format is not read"),
        ("x.3mf#a--b", "error: x.3mf: a mesh in 3MF format is not read"),
    ] {
        let said = folder.refused(&["check", case]);
        assert!(said.starts_with(message) && said.lines().count() == 1, "{case}: {said}");
    }
    assert!(folder.refused(&["study", "--hulls", "x.3mf"]).contains("3MF format is not read"));
}

#[test]
fn a_center_that_is_left_out_is_the_origin() {
    let case = |center: &str| {
        let ellipsoid = format!(r#"{{"ellipsoid":{{"semi_axes":[1,1,1]{center}}}}}"#);
        format!(r#"{{"id":"t","dim":3,"a":{ellipsoid},"b":{{"points":[[3,0,0]]}},"expect":{{"distance":"2.000"}}}}"#)
    };
    let folder = folder("center", &[("left-out.jsonl", &case("")), ("given.jsonl", &case(r#","center":[0,0,0]"#))]);
    let [left_out, given] = ["left-out.jsonl", "given.jsonl"].map(|file| folder.printed(&["check", file]));
    assert!(left_out.contains("separated, distance 2") && left_out == given, "{left_out}");
}

#[test]
fn the_range_of_an_option_is_reported_and_numbers_may_have_exponents() {
    let folder = folder("numbers", &[("case.jsonl", CASE)]);
    let said = folder.refused(&["check", "case.jsonl", "--tolerance", "-1"]);
    assert!(said.contains("a tolerance is a number of units u·D, not negative"), "{said}");
    assert_eq!(folder.printed(&["generate", "gap", "--cases", "1e1"]).lines().count(), 10);
    assert_eq!(folder.printed(&["generate", "gap", "--cases", "0.02e2"]).lines().count(), 2);
    for number in ["-5", "1e-1", "2.5", "1e30", "many", "0"] {
        for command in ["generate gap", "hunt"] {
            let words: Vec<&str> = command.split(' ').chain(["--cases", number]).collect();
            let said = folder.refused(&words);
            assert!(said.contains("a whole number from 1 below 2^64, such as 1000000 or 1e6"), "{said}");
        }
    }
    for threads in ["0", "257", "100000"] {
        let said = folder.refused(&["study", "--threads", threads]);
        assert!(said.contains("a whole number from 1 to 256, the most threads that are started"), "{said}");
    }
}

#[test]
fn a_picture_is_a_png_or_it_is_said_why_there_is_none() {
    let ball = r#"{"id":"ball","dim":3,"a":{"points":[[0,0,0]],"radius":1},"b":{"points":[[3,0,0]]}}"#;
    let tiny = r#"{"id":"t","dim":3,"a":{"points":[[0,0,0],[5e-324,0,0]]},"b":{"points":[[0,5e-324,0],[0,0,5e-324]]}}"#;
    let folder = folder("pictures", &[("ball.jsonl", ball), ("tiny.jsonl", tiny)]);
    for name in ["x.svg", "x.PDF"] {
        let said = folder.refused(&["replay", "gap:1:3", "--variant", "johnson", "--png", name]);
        assert!(said.starts_with(&format!("error: --png {name}: the picture is a PNG")) && said.contains("x.png"), "{said}");
        assert!(!folder.join(name).exists());
    }
    // Boolean variants need the root of a radius, which exact arithmetic does not have.
    for more in [&[][..], &["--png", "ball.png"]] {
        let arguments = ["replay", "ball.jsonl", "--variant", "muratori", "--scalar", "exact"];
        let said = folder.refused(&[&arguments[..], more].concat());
        assert!(said.contains("muratori does not apply to these bodies in exact: there is no run"), "{said}");
    }
    for variant in ["johnson", "muratori", "certified"] {
        for scalar in ["f64", "exact"].into_iter().filter(|scalar| (*scalar, variant) != ("exact", "certified")) {
            let run = folder.gjk(&["replay", "tiny.jsonl", "--variant", variant, "--scalar", scalar, "--png", "tiny.png"]);
            match run.status.code() {
                Some(0) => drop(succeeded(&run)),
                _ => assert!(refused(&run).contains("shows none: nothing is drawn") && variant == "certified"),
            }
        }
    }
    assert!(folder.join("tiny.png").exists());
}
