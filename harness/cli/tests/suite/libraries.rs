//! Shared libraries for `--library`: the examples of `adapters/library`, and the mistakes of a new user.

use std::path::Path;
use std::process::Command;

use crate::common::Folder;

const CASES: &str = concat!(
    r#"{"id":"apart","dim":3,"a":{"points":[[0,0,0]]},"b":{"points":[[1,0,0]]}}"#,
    "\n",
    r#"{"id":"meet","dim":3,"a":{"points":[[0,0,0],[4,0,0],[0,4,0],[0,0,4]]},"b":{"points":[[1,1,1]]}}"#,
    "\n",
    r#"{"id":"plane","dim":2,"a":{"points":[[0,0]]},"b":{"points":[[1,0]]}}"#,
);

fn examples() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../adapters/library"))
}

/// Compiles a file into the library `libmine.so` of the folder; an example must compile without a warning.
fn compile(folder: &Folder, compiler: &str, source: &Path) {
    let mut command = Command::new(compiler);
    let is_example = source.starts_with(examples());
    command.args(if is_example { &["-Wall", "-Wextra", "-Werror"][..] } else { &["-w"] });
    command.args(["-O2", "-shared", "-fPIC", "-I"]).arg(examples()).arg(source);
    let run = command.args(["-o", "libmine.so", "-lm"]).current_dir(&folder.0).output().expect(compiler);
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}

/// A library in C whose function has this body.
fn library(name: &str, does: &str) -> Folder {
    let folder = Folder::new(&format!("libraries/{name}"), &[("cases.jsonl", CASES)]);
    let source = format!(
        "#include \"gjk.h\"\n#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n\
         int gjk_solve(const struct gjk_query *query, struct gjk_answer *answer) {{\n\
         if (query->abi != GJK_ABI) return GJK_OTHER_ABI;\n{does}\nreturn GJK_ANSWERED;\n}}\n"
    );
    folder.write("mine.c", source);
    compile(&folder, "cc", Path::new("mine.c"));
    folder
}

const CHECK: [&str; 9] =
    ["check", "cases.jsonl", "--library", "mine=./libmine.so", "--variant", "mine", "--scalar", "f64", "--json"];

/// Ruling, end and proof of the library on each case, and the messages.
fn rulings(folder: &Folder) -> (Vec<String>, String) {
    let run = folder.gjk(&[&CHECK[..], &["-"]].concat());
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    let row = |line: &str| {
        let value: serde_json::Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}: {said}"));
        ["ruling", "stop"].into_iter().filter_map(|name| value[name].as_str()).collect::<Vec<_>>().join(" ")
    };
    (String::from_utf8_lossy(&run.stdout).lines().map(row).collect(), said)
}

/// A contest of a library with one variant.
const CONTEST: [&str; 14] = [
    "study",
    "--quick",
    "--part",
    "duel",
    "--library",
    "mine=./libmine.so",
    "--variant",
    "mine",
    "--variant",
    "ericson",
    "--scalar",
    "f64",
    "--out",
    "out",
];

#[test]
fn the_example_in_c_is_right_where_it_is_and_proves_it_by_its_simplex() {
    let folder = Folder::new("libraries/c", &[("cases.jsonl", CASES)]);
    compile(&folder, "cc", &examples().join("subsets.c"));
    assert_eq!(rulings(&folder).0, ["right", "right", "not-applicable"]);
    let text =
        folder.printed(&["check", "generic:1:0", "--library", "mine=./libmine.so", "--variant", "mine", "--scalar", "f64"]);
    assert!(text.contains("certified: 1"), "{text}");
}

#[test]
fn a_library_is_asked_about_half_spaces_if_its_greeting_lists_them() {
    let does = r#"
        double least = INFINITY, length = 0;
        if (query->count_b != 0) return GJK_NO_ANSWER;
        for (int i = 0; i < 3; i++) length += query->normal[i] * query->normal[i];
        for (uint64_t k = 0; k < query->count_a; k++) {
            double sum = -query->offset;
            for (int i = 0; i < 3; i++) sum += query->normal[i] * query->a[k][i];
            if (sum < least) least = sum;
        }
        answer->meets = least <= 0;
        answer->corners = 1; /* a half-space has no points to name: not looked at */
        if (least > 0) answer->distance = least / sqrt(length);"#;
    let folder = library("halfspace", does);
    let line = |id: &str, b: &str| format!(r#"{{"id":"{id}","dim":3,"a":{{"points":[[0,0,3],[0,5,4]]}},"b":{b}}}"#);
    let below = |offset: f64| format!(r#"{{"halfspace":{{"normal":[0,3,4],"offset":{offset}}}}}"#);
    let cases = [line("apart", &below(2.0)), line("meet", &below(12.0)), line("points", r#"{"points":[[0,0,0]]}"#)].join("\n");
    folder.write("cases.jsonl", cases);
    assert_eq!(rulings(&folder).0, ["not-applicable", "not-applicable", "gave-up refused"].map(str::to_owned));
    let source = std::fs::read_to_string(folder.0.join("mine.c")).expect("it was written");
    let greeting = r#"const char gjk_greeting[] = "{\"program\":\"mine\",\"promise\":\"distance\",\"dimensions\":[3],\"bodies\":[\"points\",\"halfspace\"]}";"#;
    folder.write("mine.c", format!("{source}{greeting}\n"));
    compile(&folder, "cc", Path::new("mine.c"));
    let (found, said) = rulings(&folder);
    assert_eq!(found[..2], ["right", "right"], "{said}");
}

#[test]
fn the_answer_of_a_library_is_drawn_with_the_truth() {
    // Points of the wrong faces where the bodies are apart; a depth that is too small where they meet.
    let does = r#"
        answer->meets = query->count_b == 1 && query->b[0][1] == 1;
        if (answer->meets) {
            answer->depth = 0.25;
            answer->axis[0] = 1; answer->axis[1] = 0; answer->axis[2] = 0;
        } else {
            answer->distance = 1.5;
            for (int i = 0; i < 3; i++) { answer->on_a[i] = query->a[0][i]; answer->on_b[i] = query->b[0][i]; }
        }"#;
    let folder = library("drawn", does);
    let mut pictures = Vec::new();
    for (id, answer) in [
        ("apart", "answer     apart, distance 1.5, on A (0, 0, 0), on B (1, 0, 0)"),
        ("meet", "answer     intersecting, translation (0.25, 0, 0)"),
    ] {
        let (case, png) = (format!("cases.jsonl#{id}"), format!("{id}.png"));
        let text = folder.printed(&[
            "replay",
            &case,
            "--library",
            "mine=./libmine.so",
            "--variant",
            "mine",
            "--scalar",
            "f64",
            "--png",
            &png,
        ]);
        assert!(text.contains(answer) && text.contains("ruling     off"), "{text}");
        let bytes = std::fs::read(folder.join(&png)).expect("a picture");
        assert!(bytes.starts_with(b"\x89PNG\r\n") && bytes.len() > 10_000, "{id}: {} bytes", bytes.len());
        pictures.push(bytes);
    }
    assert_ne!(pictures[0], pictures[1]);
}

#[test]
fn the_example_in_cpp_is_right_about_the_corpus_in_the_plane_too() {
    if Command::new("c++").arg("--version").output().is_err() {
        println!("left out: there is no c++");
        return;
    }
    let folder = Folder::new("libraries/cpp", &[("cases.jsonl", CASES)]);
    compile(&folder, "c++", &examples().join("sides.cpp"));
    assert_eq!(rulings(&folder).0, ["right"; 3]);
    let corpus = ["check", "corpus", "--library", "mine=./libmine.so", "--variant", "mine", "--deny", "wrong,gave-up"];
    let text = folder.printed(&[&corpus[..], &["--scalar", "f64"]].concat());
    assert!(text.contains("right: 103 of 103 answers"), "{text}");
}

#[test]
fn a_library_that_ends_while_it_is_timed_has_no_time_and_the_study_says_so() {
    let source = std::fs::read_to_string(examples().join("subsets.c")).expect("the example");
    let folder = Folder::new("libraries/ends", &[("cases.jsonl", CASES)]);
    // Each process of it may be asked some hundred times: enough to be judged, but not enough to be timed.
    let head = "#include <stdlib.h>\nstatic int asked;\n";
    let dies = "int gjk_solve(const struct gjk_query *query, struct gjk_answer *answer)\n{\n    if (++asked > 500) abort();";
    let (before, after) = source.split_once("int gjk_solve").expect("the function");
    let (_, body) = after.split_once('{').expect("its body");
    folder.write("mine.c", format!("{head}{before}{dies}{body}"));
    compile(&folder, "cc", Path::new("mine.c"));
    let run = folder.gjk(&CONTEST);
    let said = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(1), "{said}");
    let last = said.lines().last().unwrap_or_default();
    assert!(
        last.starts_with("the campaign is finished, but mine has no time on ") && last.contains("it ended after "),
        "{said}"
    );
    assert!(folder.read("out/journal.jsonl").contains("\"finished\":true"));
    let lines = folder.read("out/duel.jsonl");
    let mine: Vec<serde_json::Value> = lines
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"))
        .filter(|value| value["variant"] == "mine")
        .collect();
    let count =
        |ended: &str| mine.iter().filter(|value| value["ended"].as_str().is_some_and(|text| text.starts_with(ended))).count();
    assert!(count("ended after ") >= 1 && count("not asked") >= 1, "{lines}");
    assert!(mine.iter().all(|value| value["median_ns"].as_f64().is_none_or(|time| time < 1e9)), "{lines}");
    assert!(mine.iter().filter(|value| value["ended"] != "").all(|value| value["median_ns"].is_null() && value["timed"] == 0));
    assert!(folder.read("out/duel.md").contains("*not asked*"));
}

#[test]
fn a_library_is_timed_in_a_process_of_its_own() {
    let folder = Folder::new("libraries/timed", &[("cases.jsonl", CASES)]);
    compile(&folder, "cc", &examples().join("subsets.c"));
    folder.printed(&CONTEST);
    let lines = folder.read("out/duel.jsonl");
    let of = |variant: &str, terms: &str| {
        let line = |line: &str| -> serde_json::Value { serde_json::from_str(line).expect("JSON") };
        let is = move |value: &serde_json::Value| value["variant"] == variant && value["terms"] == terms;
        lines.lines().map(line).filter(is).collect::<Vec<_>>()
    };
    let mine = of("mine", "own-process");
    assert!(mine.len() > 4 && of("mine", "common").is_empty(), "{} lines", mine.len());
    // It examines all simplices of up to four corners, in doubles: some microseconds per query, without a round trip.
    let times: Vec<f64> = mine.iter().filter_map(|line| line["median_ns"].as_f64()).collect();
    assert!(times.len() > 4 && times.iter().all(|time| (20.0..1e9).contains(time)), "{times:?}");
    assert!(mine.iter().all(|line| line["scalar"] == "f64"), "it greets with f64");
}

#[test]
fn examples_are_short() {
    for (file, most) in [("gjk.h", 44), ("subsets.c", 60), ("sides.cpp", 60)] {
        let text = std::fs::read_to_string(examples().join(file)).expect(file);
        assert!(text.lines().count() <= most && text.lines().all(|line| line.len() <= 132), "{file}");
    }
}

#[test]
fn text_printed_by_a_library_does_not_affect_its_answers() {
    let does = "printf(\"hello\\n\"); fflush(stdout); answer->meets = 0; answer->distance = 1;";
    let (found, said) = rulings(&library("prints", does));
    assert_eq!(found, ["right", "wrong", "not-applicable"]);
    assert!(!said.contains("without an answer"), "{said}");
}

#[test]
fn a_crash_costs_one_case() {
    let does = "if (query->count_a == 4) abort(); answer->meets = 0; answer->distance = 1;";
    let (found, said) = rulings(&library("crash", does));
    assert_eq!(found, ["right", "gave-up crashed", "not-applicable"]);
    assert!(said.contains("the first: ./libmine.so: it has ended without an answer to meet"), "{said}");
}

#[test]
fn a_library_without_an_answer_gives_up_and_invalid_fields_are_reported() {
    let (found, _) =
        rulings(&library("none", "if (query->count_a == 4) return GJK_NO_ANSWER; answer->meets = 0; answer->distance = 1;"));
    assert_eq!(found, ["right", "gave-up refused", "not-applicable"]);
    for (name, does, part) in [
        ("empty", "if (query->count_a == 1) answer->meets = 0;", "`meets` is not filled in"),
        ("truth", "answer->meets = 2;", "`meets` is 2, which is neither 0 nor 1"),
        (
            "index",
            "answer->meets = 1; answer->corners = 1; answer->simplex[0][0] = 9;",
            "`simplex` names point 9 of A, which has",
        ),
        ("corners", "answer->meets = 1; answer->corners = 9;", "`corners` is 9; a simplex has at most 4"),
        ("status", "answer->meets = 1; return -7;", "the function returned -7"),
        (
            "negative",
            "answer->meets = 1; answer->depth = -1; answer->axis[0] = answer->axis[1] = answer->axis[2] = 1;",
            "a depth of -1.0, which is negative",
        ),
        ("witness", "answer->meets = 1; answer->on_a[0] = answer->on_a[1] = answer->on_a[2] = 1;", "one witness point alone"),
    ] {
        let (found, said) = rulings(&library(name, does));
        assert!(found.contains(&"gave-up crashed".to_owned()) && said.contains(part), "{name}: {found:?} {said}");
    }
}

#[test]
fn a_library_that_cannot_be_asked_is_refused_with_why() {
    let said = |folder: &Folder| folder.refused(&[&CHECK[..], &["-"]].concat());
    let folder = Folder::new("libraries/none", &[("cases.jsonl", CASES), ("libmine.so", "no library")]);
    assert!(said(&folder).contains("--library mine: ./libmine.so: it cannot be loaded: "));
    std::fs::remove_file(folder.join("libmine.so")).expect("it is there");
    assert!(said(&folder).contains("./libmine.so: No such file"));
    folder.write("mine.c", "int gjk_solv(void) { return 0; }");
    compile(&folder, "cc", Path::new("mine.c"));
    assert!(said(&folder).contains("it has no function `gjk_solve` (is gjk.h included?"));
    // A function that does not accept queries of this version.
    assert!(said(&library("abi", "return GJK_OTHER_ABI;")).contains("it is made for another version of gjk.h"));
    assert!(
        said(&library("cleared", "*answer = (struct gjk_answer){0};"))
            .contains("numbers that are not filled in have to stay NaN")
    );
    assert!(said(&library("first", "abort();")).contains("it has ended while it was loaded and asked about two points"));
    for (greeting, part) in [
        ("nothing", "`gjk_greeting` is not JSON"),
        (r#"{\"promise\":\"distance\"}"#, "`gjk_greeting` says nothing of a program"),
        (r#"{\"program\":\"x\",\"promise\":\"moon\"}"#, "`gjk_greeting`: "),
        (r#"{\"program\":\"x\",\"bodies\":[\"points\",\"curved\"]}"#, "which gjk.h does not have"),
    ] {
        let folder = library("greeting", "answer->meets = 0;");
        let source = folder.read("mine.c") + &format!("const char gjk_greeting[] = \"{greeting}\";\n");
        folder.write("mine.c", source);
        compile(&folder, "cc", Path::new("mine.c"));
        let said = said(&folder);
        assert!(said.contains(part), "{greeting}: {said}");
    }
    let none = folder.gjk(&["check", "cases.jsonl", "--library", "libmine.so"]);
    assert!(String::from_utf8_lossy(&none.stderr).contains("a name, `=` and a file, such as mine=./libmine.so"));
}

#[test]
fn a_find_is_replayed_by_the_command_that_is_printed() {
    let folder = library("replay", "answer->meets = 0; answer->distance = 1;");
    let text = folder.printed(&[
        "hunt",
        "--library",
        "mine=./libmine.so",
        "--variant",
        "mine",
        "--cases",
        "200",
        "--family",
        "deep-overlap",
    ]);
    assert!(text.contains("| gjk replay - --variant mine --scalar f64 --library mine=./libmine.so"), "{text}");
}

#[test]
fn closer_than_m_is_a_question_about_a_body_with_that_radius() {
    // The points are at distance 5, or at 5 plus one unit in the last place.
    let case = |id: &str, x: f64, m: f64| {
        format!(r#"{{"id":"{id}","dim":3,"a":{{"points":[[0,0,0]],"radius":{m:?}}},"b":{{"points":[[{x:?},4,0]]}}}}"#)
    };
    let cases = [case("at", 3.0, 5.0), case("less", 3.0, 5.0_f64.next_down()), case("more", 3.0, 5.0_f64.next_up())].join("\n");
    let does = "const double *p = query->a[0], *q = query->b[0];\n\
                double d = sqrt((p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]) + (p[2] - q[2]) * (p[2] - q[2]));\n\
                answer->meets = d <= query->radius_a + query->radius_b;";
    let folder = library("threshold", does);
    let greeting = r#"{\"program\":\"x\",\"promise\":\"verdict\",\"bodies\":[\"points\",\"radius\"]}"#;
    folder.write("mine.c", folder.read("mine.c") + &format!("const char gjk_greeting[] = \"{greeting}\";\n"));
    folder.write("cases.jsonl", cases);
    compile(&folder, "cc", Path::new("mine.c"));
    let run = folder.gjk(&[&CHECK[..], &["-", "--tolerance", "0"]].concat());
    let text = String::from_utf8_lossy(&run.stdout).into_owned();
    assert_eq!(text.matches("\"ruling\":\"right\"").count(), 3, "{text}{}", String::from_utf8_lossy(&run.stderr));
    assert_eq!(["touching", "separated", "overlapping"].map(|class| text.matches(class).count() > 0), [true; 3], "{text}");
}

#[test]
fn a_library_of_the_plane_may_leave_third_coordinates_and_the_distance_of_bodies_that_meet() {
    let does = "if (query->dimension != 2) abort();\n\
                double d = query->b[0][0] - query->a[0][0];\n\
                answer->meets = d == 0; if (d == 0) return GJK_ANSWERED;\n\
                answer->distance = d, answer->axis[0] = -d, answer->axis[1] = 0;\n\
                for (int k = 0; k < 2; ++k) answer->on_a[k] = query->a[0][k], answer->on_b[k] = query->b[0][k];";
    let folder = library("plane", does);
    let greeting = r#"{\"program\":\"x\",\"promise\":\"distance\",\"dimensions\":[2]}"#;
    folder.write("mine.c", folder.read("mine.c") + &format!("const char gjk_greeting[] = \"{greeting}\";\n"));
    let case = |id: &str, x: f64| format!(r#"{{"id":"{id}","dim":2,"a":{{"points":[[0,0]]}},"b":{{"points":[[{x},0]]}}}}"#);
    folder.write("cases.jsonl", [case("apart", 1.0), case("one", 0.0)].join("\n"));
    compile(&folder, "cc", Path::new("mine.c"));
    assert_eq!(rulings(&folder).0, ["right"; 2]);
}

/// Texts in the example in C, and their replacements.
const FAULTS: [(&str, &str, &str); 5] = [
    ("a dropped region", "if (!project(some, n)) continue;", "if (subset == 5 || !project(some, n)) continue;"),
    ("an absolute epsilon", "answer->meets = least == 0", "answer->meets = least < 1e-6"),
    ("a missing safeguard", "if (!(c[i].weight > 0)) return 0;", "if (!(c[i].weight > -2)) return 0;"),
    (
        "an index that is stopped at too early",
        "for (uint32_t i = 1; i < count; ++i)",
        "for (uint32_t i = 1; i + 1 < count; ++i)",
    ),
    ("a stale index", "query->b[newest->of[1]][k]", "query->b[kept ? newest[-1].of[1] : newest->of[1]][k]"),
];

#[test]
fn faults_that_are_planted_in_c_are_found_and_shrink_to_six_points() {
    for (number, (what, right, wrong)) in FAULTS.into_iter().enumerate() {
        let source = std::fs::read_to_string(examples().join("subsets.c")).expect("the example");
        assert_eq!(source.matches(right).count(), 1, "{what}");
        let folder = Folder::new(&format!("libraries/fault-{number}"), &[("mine.c", &source.replace(right, wrong))]);
        compile(&folder, "cc", Path::new("mine.c"));
        let hunt = ["hunt", "--library", "mine=./libmine.so", "--variant", "mine", "--scalar", "f64", "--cases", "2000"];
        let families = ["--family", "generic", "--family", "gap", "--family", "deep-overlap", "--ruling", "wrong,off,gave-up"];
        let text = folder.printed(&[&hunt[..], &families].concat());
        let points =
            text.split("3D, ").nth(1).and_then(|rest| rest.split(' ').next()).and_then(|count| count.parse::<usize>().ok());
        assert!(points.is_some_and(|points| points <= 6), "{what}: {text}");
    }
}

#[test]
fn every_kind_of_line_that_is_printed_to_be_pasted_runs() {
    let folder = library("pasted", "answer->meets = 0; answer->distance = 1;");
    let options = ["--library", "mine=./libmine.so", "--variant", "mine"];
    let hunted = ["hunt", "--family", "deep-overlap", "--cases", "60", "--tolerance", "32"];
    let mut lines = Vec::new();
    let mut take = |text: String, begins: &str| {
        let line = text
            .lines()
            .find_map(|line| line.find(begins).map(|at| line[at..].split('`').next().unwrap_or_default().to_owned()));
        lines.push(line.unwrap_or_else(|| panic!("no line with {begins}: {text}")));
    };
    take(folder.printed(&[&hunted[..], &options].concat()), "echo ");
    take(folder.printed(&[&hunted[..], &options, &["--save", "my finds.jsonl"]].concat()), "gjk replay ");
    let mapped = ["map", "deep-overlap:1:0", "--size", "3", "--png", "map.png", "--tolerance", "32"];
    take(folder.printed(&[&mapped[..], &options].concat()), "echo ");
    take(folder.read("map.md"), "gjk map ");
    let study = ["study", "--part", "answers", "--scalar", "f64", "--cases", "9", "--family", "gap"];
    folder.printed(&[&study[..], &options, &["--out", "old"]].concat());
    std::fs::rename(folder.join("libmine.so"), folder.join("libold.so")).expect("a library");
    folder.write("mine.c", folder.read("mine.c").replace("answer->meets = 0", "answer->meets = 1"));
    compile(&folder, "cc", Path::new("mine.c"));
    folder.printed(&[&study[..], &options, &["--out", "new"]].concat());
    take(folder.printed(&["compare", "old", "new"]), "gjk check ");
    take(
        folder.printed(&["study", "--quick", "--part", "answers", "--family", "gap", "--cases", "2", "--out", "a quick look"]),
        "gjk report ",
    );

    let program = Path::new(env!("CARGO_BIN_EXE_gjk")).parent().expect("a folder");
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    for line in &lines {
        let run = Command::new("sh").args(["-c", line]).env("PATH", &path).current_dir(&folder.0).output().expect("a shell");
        let said = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success() && !said.contains("error"), "{line}: {said}");
        assert!(line.contains("gjk report ") || line.contains("--library mine=./libmine.so"), "{line}");
    }
    assert!(lines[..3].iter().all(|line| line.contains("--tolerance 32")), "{lines:?}");
}
