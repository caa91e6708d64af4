//! The packages of the workspace.

use std::path::{Path, PathBuf};

fn libraries(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        let is_other = path.file_name().is_some_and(|name| name == "target" || name.to_string_lossy().starts_with('.'));
        if path.is_dir() && !is_other {
            libraries(&path, found);
        } else if path.ends_with("src/lib.rs") {
            found.push(path);
        }
    }
}

/// True if any module of the package has an unsafe block, function or implementation.
fn has_unsafe_code(folder: &Path) -> bool {
    std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).any(|path| {
        if path.is_dir() {
            return has_unsafe_code(&path);
        }
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        path.extension().is_some_and(|e| e == "rs")
            && ["unsafe {", "unsafe fn", "unsafe impl", "unsafe extern"].iter().any(|word| text.contains(word))
    })
}

#[test]
fn libraries_without_unsafe_code_forbid_it() {
    let mut all = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    ["variants", "harness", "reports"].iter().for_each(|folder| libraries(&root.join(folder), &mut all));
    let (mut forbid, mut others) = (0, Vec::new());
    for library in &all {
        let text = std::fs::read_to_string(library).expect("a library");
        match (has_unsafe_code(library.parent().expect("its folder")), text.contains("\n#![forbid(unsafe_code)]\n")) {
            (false, true) => forbid += 1,
            (true, false) => {}
            _ => others.push(library),
        }
    }
    assert!(others.is_empty(), "{others:?}");
    assert!(forbid >= 11, "{forbid}");
}

#[test]
fn packages_that_compile_queries_are_compiled_for_speed() {
    // A query is compiled with the options of the package that provides its variant: one of these, or that of a program that
    // adds one.
    // Queries in exact arithmetic (`gjk-untimed`) are never timed, and the study calls queries that are compiled elsewhere.
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.toml");
    let text = std::fs::read_to_string(path).expect("the workspace");
    let options = |section: &str| text.split("\n[").find_map(|text| text.strip_prefix(&format!("{section}]\n")));
    assert!(options("profile.release").expect("a profile").contains("opt-level = 3\n"));
    for package in [
        "gjk-numbers",
        "gjk-support",
        "gjk-climbing",
        "gjk-certified",
        "gjk-variants",
        "gjk-single",
        "gjk-solvers",
        "gjk-benches",
        "gjk-benches-query",
    ] {
        let own = options(&format!("profile.release.package.{package}"));
        assert!(own.is_none_or(|own| !own.contains("opt-level")), "{package}");
    }
}

#[test]
fn the_main_job_builds_nothing_that_only_tests_need() {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.toml")).expect("the workspace");
    let list = |name: &str| -> Vec<String> {
        let (_, rest) = text.split_once(&format!("\n{name} = [\n")).expect(name);
        let lines = rest.lines().take_while(|line| *line != "]");
        lines.map(|line| line.trim_matches([' ', ',', '"']).to_owned()).collect()
    };
    let (members, built) = (list("members"), list("default-members"));
    let left_out: Vec<&String> = members.iter().filter(|member| !built.contains(member)).collect();
    assert_eq!(left_out, ["harness/testing", "harness/fuzz"]);
}

/// The files in the tables of the page on contributing, each with the names of code in its tasks.
fn told(page: &str) -> Vec<(&str, Vec<&str>)> {
    page.lines()
        .filter(|line| line.starts_with("| `"))
        .filter_map(|line| {
            let mut cells = line.trim_matches(['|', ' ']).split(" | ");
            let (file, what) = cells.next().zip(cells.next())?;
            Some((file.trim_matches('`'), what.split('`').skip(1).step_by(2).collect()))
        })
        .collect()
}

#[test]
fn files_and_names_in_the_design_pages_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let pages = ["truth", "rulings", "records", "compiled", "house"];
    for page in pages {
        let text = std::fs::read_to_string(root.join(format!("docs/design/{page}.md"))).expect("the page");
        let rows: Vec<(&str, &str)> = text
            .split("\n## Where to look\n")
            .nth(1)
            .expect("the table")
            .lines()
            .filter_map(|row| row.strip_prefix("| [`")?.strip_suffix(" |")?.split_once(" | "))
            .collect();
        assert!(rows.len() > 6, "{page}: {} rows", rows.len());
        for (link, decides) in rows {
            let file = link.split('`').next().unwrap_or_default();
            assert!(link.ends_with(&format!("](../../{file})")), "{page}: {link}");
            let code = std::fs::read_to_string(root.join(file)).unwrap_or_else(|error| panic!("{page}: {file}: {error}"));
            // A method is named with its type.
            for name in decides.split('`').skip(1).step_by(2).flat_map(|name| name.split("::")) {
                assert!(code.contains(name), "{page}: {file}: no `{name}`");
            }
        }
    }
}

#[test]
fn files_and_names_in_contributing_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("CONTRIBUTING.md")).expect("the page");
    let tasks = page.split("\n## Layout").next().expect("the tasks");
    let (mut files, mut names) = (0, 0);
    for (file, of_file) in told(tasks) {
        let text = std::fs::read_to_string(root.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        files += 1;
        for name in of_file {
            // Another file is named with its folder, or is in the same folder.
            let beside = root.join(file).with_file_name(name);
            assert!(text.contains(name) || root.join(name).exists() || beside.exists(), "{file}: no `{name}`");
            names += 1;
        }
    }
    assert!(files > 30 && names > 20, "{files} files, {names} names");
    // Each of the packages also exists.
    for (folders, _) in told(page.split("\n## Layout").nth(1).expect("the layout")) {
        for folder in folders.split('`').step_by(2) {
            assert!(root.join(folder.trim_matches([',', ' '])).is_dir(), "{folder}");
        }
    }
}
