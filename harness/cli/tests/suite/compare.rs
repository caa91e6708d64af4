//! Two studies compared on the command line: printed texts, written files, and exit codes.

use std::process::Output;

use crate::common::{Folder, refused, succeeded};

/// A short study: three variants, one family, no times.
const SMALL: [&str; 13] = [
    "study",
    "--family",
    "needle",
    "--cases",
    "12",
    "--part",
    "answers",
    "--variant",
    "johnson",
    "--variant",
    "ericson-gilbert-foo",
    "--variant",
    "certified",
];

impl Folder {
    fn studied(&self, out: &str, more: &[&str]) {
        succeeded(&self.gjk(&[&SMALL[..], &["--out", out], more].concat()));
    }
}

fn folder(name: &str) -> Folder {
    let folder = Folder::new(&format!("compare/{name}"), &[]);
    folder.studied("old", &[]);
    folder
}

/// The standard output and standard error of a run, which must have this exit code.
fn ended(run: &Output, code: i32) -> [String; 2] {
    let [out, error] = [&run.stdout, &run.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    assert_eq!(run.status.code(), Some(code), "{out}{error}");
    [out, error]
}

#[test]
fn a_study_compared_with_itself_has_no_changed_case() {
    let folder = folder("itself");
    let text = folder.printed(&["compare", "old", "old", "--deny", "worse,any", "--out", "both"]);
    assert!(text.starts_with("OLD  old\nNEW  old\nsame: version "), "{text}");
    assert!(text.contains("\nNo case changed: 8 variants and scalars, ") && !text.contains("Times"), "{text}");
    assert!(
        text.contains("\nboth/compare.md, and next to it rates.csv, changed.csv, time-ratios.csv, columns.md\nfor papers "),
        "{text}"
    );
    assert!(folder.read("both/compare-numbers.tex").contains("\\gjk@put{johnson}{finding}{f32}{unchanged}%\n"));
    assert!(folder.files("both").contains_key(std::path::Path::new("compare-figure-f64.pdf")));
    assert_eq!(folder.read("both/changed.csv"), "change,variant,scalar,family,case_id,old,new\n");
    let rates = folder.read("both/rates.csv");
    assert_eq!(rates.lines().filter(|line| line.contains(",unchanged,1,")).count(), 8, "{rates}");
    assert!(folder.read("both/compare.md").contains("No case changed its ruling: 8 variants and scalars, "));
    // Only the selection is printed.
    let one = folder.printed(&["compare", "old", "old", "--variant", "johnson", "--scalar", "f32", "--family", "needle"]);
    assert!(one.contains("No case changed: 1 variant and scalar, 12 answers compared case by case."), "{one}");
}

#[test]
fn cases_that_changed_are_named() {
    let folder = folder("changed");
    // The same answers judged without a tolerance: those that are right but for rounding are then inaccurate.
    folder.studied("strict", &["--tolerance", "0"]);
    let text = folder.printed(&["compare", "old", "strict"]);
    for words in [
        "differs: tolerance: 64 u·D → 0 u·D",
        "The tolerances differ: a ruling may have changed for that reason alone.",
        "changed their rulings, the worst first:",
        "to repeat: gjk check needle:1:",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 110), "{text}");
    let said = folder.refused(&["compare", "old", "strict", "--deny", "worse"]);
    assert!(said.starts_with("error: --deny worse: the tolerances of the two studies differ"), "{said}");
}

/// A shell program with one verdict on everything.
#[cfg(unix)]
fn program(folder: &Folder, verdict: &str) -> String {
    let about =
        r#"{"program":"mine","version":"1","promise":"verdict","dimensions":[3],"bodies":["points"],"scalars":["f64"]}"#;
    let id = r#"id=${line#*\"id\":\"}; id=${id%%\"*}"#;
    let answer = format!(r#"echo "{{\"case\":\"$id\",\"verdict\":\"{verdict}\"}}""#);
    folder.write(&format!("{verdict}.sh"), format!("echo '{about}'\nwhile read -r line; do\n  {id}\n  {answer}\ndone\n"));
    format!("mine=sh {verdict}.sh")
}

#[cfg(unix)]
#[test]
fn worse_results_are_denied_and_better_ones_are_not() {
    let folder = Folder::new("compare/denied", &[]);
    // All cases of the family are apart, including those whose gap is below the tolerance.
    let programs = ["apart", "intersecting"].map(|verdict| program(&folder, verdict));
    for (out, program) in ["was", "is"].into_iter().zip(&programs) {
        let asked = ["study", "--family", "gap", "--cases", "12", "--scalar", "f64", "--part", "answers", "--variant", "mine"];
        succeeded(&folder.gjk(&[&asked[..], &["--out", out, "--program", program]].concat()));
    }
    let [text, said] = ended(&folder.gjk(&["compare", "was", "is", "--deny", "worse,any", "--out", "new"]), 1);
    assert!(text.contains("1 worse, 0 better, 0 open, 0 without a changed case."), "{text}");
    assert!(said.contains("denied: worse: mine in f64\n"), "{said}");
    assert!(said.contains("denied: 10 new failures or refusals: gap:1:0 by mine in f64, "), "{said}");
    assert!(folder.read("new/changed.csv").contains("worse,mine,f64,gap,gap:1:0,right,phantom\n"));
    // In the reverse order the study is better, and nothing is denied.
    let text = folder.printed(&["compare", "is", "was", "--deny", "worse", "--deny", "any"]);
    assert!(text.contains("0 worse, 1 better, 0 open"), "{text}");
}

#[test]
fn failures_alone_other_seeds_and_archives_are_compared_as_far_as_they_go() {
    let folder = folder("kinds");
    folder.studied("failures", &["--rows", "failures"]);
    let text = folder.printed(&["compare", "old", "failures", "--deny", "worse,any"]);
    assert!(text.contains("Only failures have a row") && text.contains("\nNo case changed: 8 variants and scalars"), "{text}");

    folder.studied("other", &["--seed", "2"]);
    let text = folder.printed(&["compare", "old", "other", "--deny", "worse"]);
    assert!(text.contains("The seeds differ, and so do the cases, so rates are compared, not cases."), "{text}");
    assert!(text.contains("8 variants and scalars: 0 worse, 0 better, 8 open"), "{text}");
    let said = folder.refused(&["compare", "old", "other", "--deny", "any"]);
    assert!(said.starts_with("error: --deny any: the studies have no case in common (seed: 1 → 2)"), "{said}");

    succeeded(&folder.gjk(&["merge", "old", "--summed", "--out", "archive"]));
    let text = folder.printed(&["compare", "archive", "old"]);
    assert!(text.contains("OLD has tallies but no rows, so rates are compared, not cases."), "{text}");
}

#[test]
fn invalid_comparisons_are_reported() {
    let folder = folder("refused");
    std::fs::create_dir(folder.join("empty")).expect("a folder");
    for (arguments, message) in [
        (&["old", "empty"][..], "error: empty: is not the folder of a study: it has no `journal.jsonl`"),
        (&["nowhere", "old"], "error: nowhere: is not the folder of a study"),
        (
            &["old", "old", "--variant", "johnsn"],
            "error: there is no variant `johnsn` in both studies; did you mean `johnson`?",
        ),
        (&["old", "old", "--variant", "xyz"], "error: there is no variant `xyz` in both studies; there are johnson, "),
        (&["old", "old", "--family", "gap"], "error: there is no family `gap` in both studies; there are needle"),
        (&["old", "old", "--out", "old"], "error: old: holds a study; choose another folder with --out"),
        (&["old", "old", "--deny", "slower"], "error: --deny slower: this needs more runs of the old program, --again DIR"),
        (&["old", "old", "--deny", "all"], "error: invalid value 'all' for '--deny <WHAT,…>'"),
        (&["old"], "error: the following required arguments were not provided"),
    ] {
        let said = refused(&folder.gjk(&[&["compare"], arguments].concat()));
        assert!(said.starts_with(message), "{arguments:?}: {said}");
    }
    let journal = folder.read("old/journal.jsonl");
    folder.write("empty/journal.jsonl", journal.replacen("\"finished\":true", "\"finished\":false", 1));
    let said = folder.refused(&["compare", "old", "empty"]);
    assert!(said.starts_with("error: empty"), "{said}");
}

#[test]
fn times_are_compared_with_more_runs_of_the_old_program() {
    let folder = Folder::new("compare/times", &[]);
    let study = ["study", "--family", "generic", "--family", "gap", "--cases", "2", "--scalar", "f64", "--part", "times"];
    for out in ["old", "new", "again"] {
        let variants = ["--variant", "johnson", "--variant", "ericson", "--variant", "certified", "--variant", "muratori"];
        succeeded(&folder.gjk(&[&study[..], &variants, &["--out", out]].concat()));
    }
    let text = folder.printed(&["compare", "old", "new", "--variant", "johnson"]);
    assert!(text.contains("Times, the most different first:\n") && text.contains("--again DIR"), "{text}");
    assert_eq!(text.lines().filter(|line| line.starts_with("johnson ")).count(), 1, "{text}");
    let [text, said] = {
        let run = folder.gjk(&["compare", "old", "new", "--again", "again", "--deny", "slower"]);
        let code = run.status.code().expect("it ends by itself");
        assert!(code == 0 || code == 1, "{}", String::from_utf8_lossy(&run.stderr));
        ended(&run, code)
    };
    assert!(text.replace('\n', " ").contains("in 1 more run of the old program"), "{text}");
    assert_eq!(said.contains("denied: slower: "), text.contains("  slower\n"), "{text}{said}");
    let said = folder.refused(&["compare", "old", "new", "--deny", "worse"]);
    assert!(said.starts_with("error: --deny worse: the two studies have no answers of the same variant"), "{said}");
}
