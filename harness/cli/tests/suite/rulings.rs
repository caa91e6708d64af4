//! Output of `check`: the truth first, the variants that disagree, and their errors; and the fields of its JSON.

use serde_json::Value;

use crate::common::{ANSWER, CASE, Folder};

fn folder(name: &str, files: &[(&str, &str)]) -> Folder {
    Folder::new(&format!("rulings/{name}"), files)
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn the_truth_is_printed_first_then_the_disagreeing_variants_with_lengths() {
    // A small gap in single precision, in which a loop as published calls the bodies intersecting.
    let folder = folder("truth", &[("case.jsonl", CASE)]);
    let text = folder.printed(&["check", "gap:1:3", "--scalar", "f32"]);
    let all: Vec<&str> = text.lines().collect();
    assert_eq!(
        all[0],
        "gap:1:3 (3D, 7 + 4 points): separated, distance 0.0023205898426197193 (exact) along (0.963, 0.07407, -0.2593); D = 1.651"
    );
    assert_eq!(
        all[1],
        "gap:1:3  f32  ericson-gilbert-foo: wrong (phantom), says intersecting where separated; margin 0.002321 (23580 u·D)"
    );
    assert_eq!(all[2], "gap:1:3  f32  least-squares-published, johnson-gilbert-foo: gave-up, exhausted after 256 iterations");
    assert_eq!(all[3], "right: 23 of 26 answers; certified: 23; not applicable: 3");
    assert_eq!(all[4..], ["tolerance 64 u·D (6.299e-6 in f32), zero in exact arithmetic"]);
    // If all answers are right, the output has three lines, in all scalars.
    let text =
        folder.printed(&["check", "case.jsonl", "--variant", "all", "--scalar", "f32", "--scalar", "f64", "--scalar", "exact"]);
    let all: Vec<&str> = text.lines().collect();
    assert_eq!((all[0], all.len()), ("c (3D, 1 + 1 point): separated, distance 1 (exact) along (1, 0, 0); D = 1", 3));
    assert!(all[1].starts_with("right: 75 of 75 answers (f32 26 of 26, f64 26 of 26, exact 23 of 23); "), "{text}");
}

#[test]
fn the_documents_show_the_printed_output() {
    let document = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/for-engines.md");
    let document = std::fs::read_to_string(document).expect("a document");
    let (_, shown) = document.split_once("```text\n").expect("an excerpt");
    let (shown, _) = shown.split_once("```").expect("its end");
    let printed = folder("documents", &[]).printed(&["check", "gap:1:3"]);
    // The number of right answers depends on the compiled variants.
    let lines =
        |text: &str| -> Vec<String> { text.lines().filter(|line| !line.starts_with("right: ")).map(str::to_owned).collect() };
    assert_eq!(lines(shown), lines(&printed));
}

#[test]
fn the_truths_in_different_scalars_are_printed_separately() {
    // 1 and 1.00000000001 are the same single, but different doubles; 1e300 is beyond singles.
    let case = r#"{"id":"x","dim":2,"a":{"points":[[1,0]]},"b":{"points":[[1.00000000001,0]]}}"#;
    let beyond = r#"{"id":"y","dim":2,"a":{"points":[[1e300,0]]},"b":{"points":[[0,0]]}}"#;
    let scalars = ["--scalar", "f32", "--scalar", "f64", "--scalar", "exact"];
    let text = folder("scalars", &[("cases.jsonl", &format!("{case}\n{beyond}"))])
        .printed(&[&["check", "cases.jsonl"][..], &scalars].concat());
    let wanted = [
        "x (2D, 1 + 1 point)\n  truth in f32: touching, distance 0 (exact) along (-1, 0); D = 0\n  truth in f64 and exact: separated, distance 1.000000082740371e-11 (exact) along (1, 0); ",
        "y (2D, 1 + 1 point)\n  truth in f32: not applicable, a number overflows\n  truth in f64 and exact: separated, distance 1e300 (exact) along (-1, 0); D = 1e300\n",
    ];
    assert!(wanted.iter().all(|wanted| text.contains(wanted)), "{text}");
}

#[test]
fn many_cases_have_a_table_without_empty_columns_and_rows() {
    let cases: String = (0..5).map(|i| CASE.replace("\"c\"", &format!("\"c{i}\"")) + "\n").collect();
    let folder = folder("many", &[("cases.jsonl", &cases)]);
    let text = folder.printed(&["check", "cases.jsonl", "--scalar", "f64", "--variant", "all"]);
    let truth = "5 cases: 5 separated\n\ncase  class      depth  distance  direction from A to B\n";
    assert!(text.starts_with(truth), "{text}");
    assert!(text.contains("\n\nvariant                  scalar  right  certified\n"), "{text}");
    assert!(!text.contains("dyn4j-2d") && text.contains("\njohnson                  f64         5          5\n"), "{text}");
    assert!(text.contains("\nright: 130 of 130 answers; certified: 130; not applicable: 15\n"), "{text}");
}

#[test]
fn the_worst_of_many_answers_that_are_not_right_are_printed() {
    let text = folder("worst", &[]).printed(&["check", "corpus", "--scalar", "exact"]);
    // The counts, the table of the truth, the answers that are not right, and the table of the variants.
    let parts: Vec<&str> = text.split("\n\n").collect();
    let told: Vec<&str> = parts[0].lines().chain(parts[2].lines()).collect();
    assert!(parts[1].starts_with("case  ") && parts[1].lines().count() == 22 && parts[3].starts_with("variant  "), "{text}");
    // The numbers of cases of all kinds add up.
    let (all, classes) = told[0].split_once(" cases in exact: ").expect("a count");
    let number = |text: &str| text.split(' ').next().and_then(|number| number.parse::<usize>().ok()).expect("a number");
    assert_eq!(number(all), classes.split(", ").map(number).sum::<usize>(), "{}", told[0]);
    assert_eq!(
        classes.split(", ").map(|class| class.split_once(' ').expect("a class").1).collect::<Vec<_>>(),
        ["overlapping", "touching", "separated"]
    );
    let wrong = told.iter().filter(|line| line.contains(": wrong (missed), says apart where ")).count();
    assert!(wrong > 5 && told[1].contains("wrong (missed)") && told.len() <= 22, "{text}");
    assert!(told[1 + wrong..].iter().all(|line| !line.contains("(missed)")), "{text}");
}

#[test]
fn a_line_of_json_has_the_columns_of_a_row_and_the_truth() {
    let folder = folder("json", &[("case.jsonl", CASE)]);
    let row = serde_json::to_value(gjk_records::Record::default()).expect("a row");
    let columns: Vec<&String> = row.as_object().expect("fields").keys().collect();
    for case in ["gap:1:3", "curved:1:3", "case.jsonl", "corpus#fcl-293"] {
        for line in lines(&folder.printed(&["check", case, "--json", "-"])) {
            // The column `case` of a row is also called `case_id`.
            assert!(columns.iter().all(|name| line.get(name).is_some()) && line["case_id"] == line["case"], "{line}");
        }
    }
    let of = |case: &str, variant: &str, scalar: &str| {
        let arguments = ["check", case, "--variant", variant, "--scalar", scalar, "--json", "-"];
        lines(&folder.printed(&arguments)).remove(0)
    };
    let phantom = of("gap:1:3", "ericson-gilbert-foo", "f32");
    assert_eq!((&phantom["ruling"], &phantom["column"]), (&"wrong".into(), &"phantom".into()));
    assert_eq!((&phantom["family"], &phantom["margin_units"]), (&"gap".into(), &phantom["margin"]));
    let number = |name: &str| phantom[name].as_f64().expect(name);
    assert_eq!(number("margin_length"), number("truth_distance"));
    assert_eq!(number("unit"), number("D") * f64::from(f32::EPSILON / 2.0));
    assert!((number("margin") * number("unit") / number("margin_length") - 1.0).abs() < 1e-12);
    assert_eq!(phantom["fault"], Value::from("rounding"));
    // The knob of the family is the gap over D, as in its rows.
    assert!((number("knob") * number("D") / number("truth_distance") - 1.0).abs() < 1e-12);
    let missed = of("deep-overlap:1:2", "johnson-gilbert-foo", "f64");
    assert_eq!((&missed["column"], &missed["truth_on_a"]), (&"missed".into(), &Value::Null));
    assert_eq!(of("corpus#fcl-293", "johnson", "f64")["family"], Value::from("corpus"));
    // The points of the case itself.
    let right = of("case.jsonl", "johnson", "f64");
    assert_eq!(
        (&right["truth_on_a"], &right["truth_on_b"]),
        (&serde_json::json!([0.0, 0.0, 0.0]), &serde_json::json!([1.0, 0.0, 0.0]))
    );
    assert_eq!((&right["D"], &right["family"], &right["dimension"]), (&1.0.into(), &Value::Null, &3.into()));
}

#[test]
fn judge_says_the_same_of_answers_made_elsewhere() {
    let wrong = ANSWER.replace("apart", "intersecting").replace("}", ",\"variant\":\"mine\"}");
    let folder = folder("judge", &[("case.jsonl", CASE), ("answers.jsonl", &wrong)]);
    let text = folder.printed(&["judge", "case.jsonl", "answers.jsonl"]);
    let all: Vec<&str> = text.lines().collect();
    assert_eq!(all[0], "c (3D, 1 + 1 point): separated, distance 1 (exact) along (1, 0, 0); D = 1");
    assert_eq!(all[1], "c  f64  mine: wrong (phantom), says intersecting where separated; margin 1 (9.007e15 u·D)");
    assert_eq!(all[2], "right: 0 of 1 answer; certified: 0");
}

#[test]
fn a_bad_line_does_not_hide_the_expectations_of_the_others() {
    let expecting = |class: &str| CASE.replace(r#""a":"#, &format!(r#""expect":{{"class":"{class}"}},"a":"#));
    for (class, more, said) in [
        ("touching", &[][..], "the oracle contradicts what 1 of them expect (exit 1 by themselves)"),
        ("separated", &[], "nothing contradicts what they expect (exit 0 by themselves)"),
        ("separated", &["--deny", "right"], "some answers have a ruling that --deny names (exit 1 by themselves)"),
    ] {
        let folder = folder("bad-line", &[("cases.jsonl", &format!("not JSON\n{}\n", expecting(class)))]);
        let text = folder.refused(&[&["check", "cases.jsonl", "--variant", "johnson"], more].concat());
        assert_eq!(text.contains("expectation: cases.jsonl#c: "), class == "touching", "{text}");
        assert!(text.contains("error: cases.jsonl:1: not JSON") && text.contains(said), "{text}");
    }
}

#[test]
fn a_study_prints_at_most_forty_lines_and_where_the_rest_is() {
    let folder = folder("study", &[]);
    let run = folder.gjk(&["study", "--quick", "--cases", "1", "--part", "answers,times", "--out", "out"]);
    let (text, said) = (crate::common::succeeded(&run), String::from_utf8_lossy(&run.stderr).into_owned());
    // The number of lines on the progress depends on the duration.
    let is_progress = |line: &&str| line.contains(" per second, ") && line.contains(" left, about ");
    let lines = text.lines().count() + said.lines().filter(|line| !is_progress(line)).count();
    assert!(lines <= 40, "{lines}: {said}{text}");
    for promise in ["Variants that promise distances: ", "Variants that promise verdicts alone: "] {
        let table: Vec<&str> =
            text.lines().skip_while(|line| !line.starts_with(promise)).skip(1).take_while(|line| !line.is_empty()).collect();
        assert_eq!(table[0].matches("wrong ").count() + table[0].matches("failure ").count() + 2, 8, "{text}");
        // Its head, some rows, and a note on the other variants.
        assert!(table.len() > 2 && table.iter().any(|row| row.starts_with("certified")), "{text}");
    }
    let figures = folder.files("out/figures").keys().filter(|name| name.extension().is_some_and(|end| end == "png")).count();
    assert!(
        text.contains("out/summary.md: all leagues") && text.contains(&format!("and {figures} figures in figures/")),
        "{text}"
    );
}

#[test]
#[cfg(unix)]
fn a_json_line_has_the_values_of_the_row_of_a_campaign() {
    let folder = folder("rows", &[]);
    let study =
        ["study", "--quick", "--cases", "8", "--family", "gap", "--family", "needle", "--part", "answers", "--out", "out"];
    folder.printed(&study);
    let mut compared = 0;
    for (family, scalar) in [("gap", "f32"), ("needle", "f64")] {
        let packed = folder.join(format!("out/records/{family}.{scalar}.csv.gz"));
        let run = std::process::Command::new("gzip").arg("-dc").arg(packed).output().expect("gzip runs");
        let text = crate::common::succeeded(&run);
        let (head, rows) = text.split_once('\n').expect("a header");
        let columns: Vec<&str> = head.split(',').collect();
        let cases: Vec<String> = (0..8).map(|index| format!("{family}:1:{index}")).collect();
        let mut arguments = vec!["check", "--scalar", scalar, "--json", "-"];
        arguments.extend(cases.iter().map(String::as_str));
        let json = lines(&folder.printed(&arguments));
        // No text of these rows has a comma.
        for row in rows.lines().map(|row| row.split(',').collect::<Vec<_>>()) {
            let cell = |name: &str| row[columns.iter().position(|column| *column == name).expect(name)];
            let case = cell("case_id");
            let line = json.iter().find(|line| line["case_id"] == case && line["variant"] == cell("variant")).expect("a line");
            for (name, cell) in columns.iter().zip(&row) {
                let is_same = match &line[*name] {
                    // A study looks for the cause of some failures only.
                    _ if *cell == "not asked" => *name == "fault" && !line["fault"].is_null(),
                    // A line has the depth of the bodies, if they meet; a row has the depth that the variant was judged by, if
                    // it states one.
                    _ if name.starts_with("truth_depth") => line[*name].is_null() == (line["truth_class"] == "separated"),
                    // A number of iterations that does not exist is null, not zero.
                    Value::Null => cell.is_empty() || *cell == "0" && line["ruling"] == "not-applicable",
                    Value::Bool(value) => *cell == value.to_string(),
                    Value::Number(value) => cell.parse().ok() == value.as_f64(),
                    value => value == cell,
                };
                assert!(is_same, "{name}: {cell} is not {}", line[*name]);
                compared += 1;
            }
        }
    }
    assert!(compared > 2_000, "{compared}");
}
