//! Mistakes of new users and the messages about them: `mistakes.txt` has each command with its status and its whole output.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use crate::accept::{accept, is_accepting};
use crate::common::{ANSWER, CASE, Folder};

const MEET: &str = r#"{"id":"meet","dim":3,"a":{"points":[[0,0,0],[4,0,0],[0,4,0],[0,0,4]]},"b":{"points":[[1,1,1]]}}"#;
const TETRAHEDRON: &str = "o only\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 3 4\nf 2 3 4\n";
const ROBOT: &str = r#"<robot name="r"><link name="base"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
<link name="arm"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
<joint name="elbow" type="revolute"><parent link="base"/><child link="arm"/><origin xyz="3 0 0"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>"#;

/// Libraries in C: one that is right only by chance, one whose bodies always meet, one with reversed normals, and one whose
/// numbers contradict each other.
const LIBRARIES: [(&str, &str); 4] = [
    ("libmine.so", "answer->meets = 0; answer->distance = 1;"),
    ("libmeets.so", "answer->meets = 1;"),
    (
        "libback.so",
        "answer->meets = 1; answer->depth = 0.5773502691896258;\n\
         for (int i = 0; i < 3; i++) answer->axis[i] = -1;",
    ),
    (
        "libtorn.so",
        "answer->meets = 0; answer->distance = 1;\n\
         for (int i = 0; i < 3; i++) answer->on_a[i] = answer->on_b[i] = 0; answer->on_b[0] = 0.5;",
    ),
];

/// The folder with all files that the commands name.
fn folder() -> Folder {
    let files = [
        ("apart.jsonl", CASE),
        ("meet.jsonl", MEET),
        ("answers.jsonl", ANSWER),
        ("answers-of-others.jsonl", r#"{"case":"x","verdict":"apart","distance":1}"#),
        ("hulls.obj", TETRAHEDRON),
        ("robot.urdf", ROBOT),
        ("plain.md", "# Nothing to fill\n"),
    ];
    let folder = Folder::new("mistakes", &files);
    for (name, does) in LIBRARIES {
        let promise = if name == "libback.so" { "depth" } else { "distance" };
        let greeting =
            format!(r#"{{\"program\":\"mine\",\"promise\":\"{promise}\",\"dimensions\":[3],\"scalars\":[\"f64\"]}}"#);
        let text = format!(
            "#include \"gjk.h\"\nconst char gjk_greeting[] = \"{greeting}\";\n\
             int gjk_solve(const struct gjk_query *query, struct gjk_answer *answer) {{\n{does}\nreturn GJK_ANSWERED;\n}}\n"
        );
        folder.write("mine.c", text);
        let header = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../adapters/library"));
        let mut command = Command::new("cc");
        let run = command.args(["-w", "-O2", "-shared", "-fPIC", "-I"]).arg(header).args(["mine.c", "-o", name]);
        assert!(run.current_dir(&folder.0).status().expect("a C compiler").success(), "{name}");
    }
    let library = "mine=./libmine.so";
    let study = |out: &str, more: &[&str]| {
        let usual = ["study", "--part", "answers", "--scalar", "f64", "--cases", "9", "--out", out];
        folder.printed(&[&usual[..], more].concat());
    };
    let of_mine = |out: &str, file: &str, more: &[&str]| {
        let library = format!("mine=./{file}");
        study(out, &[&["--library", &library, "--variant", "mine", "--family", "gap"][..], more].concat());
    };
    study("before", &["--library", library, "--variant", "mine", "--variant", "johnson", "--family", "gap"]);
    // The same name for another library.
    of_mine("after", "libmeets.so", &[]);
    study("elsewhere", &["--variant", "ericson", "--family", "needle"]);
    study("other-seed", &["--variant", "johnson", "--family", "gap", "--seed", "2"]);
    for shard in ["1/3", "2/3"] {
        study(&format!("shard-{}", &shard[..1]), &["--variant", "johnson", "--family", "gap", "--shard", shard]);
    }
    std::fs::create_dir(folder.join("photos")).expect("a folder");
    folder.write("photos/holiday.jpg", "a picture");
    folder.write("photos/journal.txt", "a diary");
    folder
}

/// The text without the parts that differ between runs or machines: times, and in a comparison the common facts of the runs.
fn steady(text: &str) -> String {
    let text = match text.split_once("\nsame: ").map(|(head, rest)| {
        (
            head,
            rest.find("\n\n")
                .unwrap_or(rest.len())
                .min(rest.find("\nVariants").unwrap_or(usize::MAX))
                .min(rest.find("\ndiffers").unwrap_or(usize::MAX)),
            rest,
        )
    }) {
        Some((head, end, rest)) => &format!("{head}\nsame: …{}", &rest[end..]),
        None => text,
    };
    let is_time =
        |word: &str| word.chars().all(|c| c.is_ascii_digit() || c == '.') && word.contains(|c: char| c.is_ascii_digit());
    let line = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let unit = |place: usize| {
            words
                .get(place + 1)
                .is_some_and(|next| matches!(next.trim_end_matches([',', '.', ':', ')']), "s" | "ms" | "seconds" | "minutes"))
        };
        let masked = words.iter().enumerate().map(|(place, word)| if is_time(word) && unit(place) { "…" } else { word });
        masked.collect::<Vec<_>>().join(" ").trim_end().to_owned()
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_mistake_of_the_list_is_answered_as_written() {
    let expected = include_str!("mistakes.txt");
    let folder = folder();
    let program = Path::new(env!("CARGO_BIN_EXE_gjk"));
    let path = format!("{}:{}", program.parent().expect("a folder").display(), std::env::var("PATH").unwrap_or_default());
    let mut found = String::new();
    for line in expected.lines() {
        if line.starts_with("| ") || line == "|" || line.starts_with("= ") {
            continue;
        }
        found += line;
        found.push('\n');
        let Some(command) = line.strip_prefix("$ ") else { continue };
        let mut shell = Command::new("sh");
        let run = shell
            .args(["-c", &format!("({command}) 2>&1")])
            .env("PATH", &path)
            .current_dir(&folder.0)
            .output()
            .expect("a shell");
        let text = String::from_utf8_lossy(&run.stdout).replace(&folder.0.display().to_string(), "FOLDER");
        for line in steady(&text).lines() {
            let _ = writeln!(found, "{}", format!("| {line}").trim_end());
        }
        let _ = writeln!(found, "= {}", run.status.code().map_or("killed".to_owned(), |code| code.to_string()));
    }
    if found != expected && is_accepting() {
        return accept(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/mistakes.txt"), &found);
    }
    folder.write("mistakes.txt", &found);
    let place = found.lines().zip(expected.lines()).position(|(found, expected)| found != expected);
    assert!(
        found == expected,
        "line {} differs; all that is printed now: {} (GJK_ACCEPT=1 writes it into mistakes.txt)",
        place.map_or(0, |place| place + 1),
        folder.join("mistakes.txt").display()
    );
}
