//! Numbers and lines in pages that a change of the program would make false.

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The pages about the program; results of a day are not changed.
fn pages() -> Vec<(String, String)> {
    let mut paths = vec![root().join("README.md"), root().join("docs/results/certified.md")];
    for folder in ["docs", "docs/questions"] {
        let entries = std::fs::read_dir(root().join(folder)).expect("a folder of pages");
        let pages = entries.map(|entry| entry.expect("an entry").path());
        paths.extend(pages.filter(|path| path.extension().is_some_and(|end| end == "md")));
    }
    paths.sort();
    paths.into_iter().map(|path| (path.display().to_string(), std::fs::read_to_string(path).expect("a page"))).collect()
}

#[test]
fn the_corpus_has_as_many_inputs_as_pages_say() {
    let all = gjk_cases::corpus::all().len().to_string();
    let mut found = 0;
    for (path, text) in pages() {
        for words in [" inputs that broke", " inputs on which"] {
            for (at, _) in text.match_indices(words) {
                let number = text[..at].rsplit(|letter: char| !letter.is_ascii_digit()).next().unwrap_or_default();
                if number.is_empty() {
                    continue;
                }
                assert_eq!(number, all, "{path}: …{number}{words}…");
                found += 1;
            }
        }
    }
    assert_eq!(found, 2);
}

#[test]
fn the_line_for_nalgebra_is_that_of_the_workspace() {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).expect("the manifest");
    let line = manifest.lines().find(|line| line.starts_with("nalgebra = ")).expect("a line");
    let page = std::fs::read_to_string(root().join("docs/for-implementers.md")).expect("the page");
    assert!(page.lines().any(|found| found == line), "{line}");
}

#[test]
fn statements_with_not_yet_have_a_date() {
    for (path, text) in pages() {
        for line in text.lines().filter(|line| line.contains("not yet") || line.contains(" yet.") || line.contains(" yet:")) {
            assert!(line.contains("202"), "{path}: {line}");
        }
    }
}
