//! Expectations of every variant in a text: one paragraph per variant, which begins with its name, and one line per finding.
//!
//! Lines that begin with # are comments.

use std::path::Path;

use crate::accept::{accept, is_accepting};

/// The paragraphs of a text, with their comments; a paragraph of comments alone is not an expectation.
fn paragraphs(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.split("\n\n").map(|paragraph| paragraph.lines().filter(|line| !line.trim().is_empty()).collect())
}

fn is_comment(line: &str) -> bool {
    line.trim().starts_with('#')
}

/// Fails if a paragraph differs from the findings, is missing, or belongs to no finding; says what the file is to hold.
///
/// If that is accepted, it is written to the file instead: comments stay above the lines that they are above, and new lines
/// come last in their paragraph.
pub fn assert_expected(file: impl AsRef<Path>, expected: &str, found: &[(String, Vec<String>)]) {
    let file = file.as_ref();
    let differences = differences(expected, found);
    if !differences.is_empty() && is_accepting() {
        return accept(file, &accepted(expected, found));
    }
    let file = file.display();
    assert!(differences.is_empty(), "{file} is not what was found (GJK_ACCEPT=1 writes it):\n\n{differences}");
}

fn differences(expected: &str, found: &[(String, Vec<String>)]) -> String {
    let paragraphs: Vec<Vec<&str>> = paragraphs(expected)
        .map(|lines| lines.into_iter().filter(|line| !is_comment(line)).map(str::trim).collect())
        .filter(|lines: &Vec<&str>| !lines.is_empty())
        .collect();
    let mut differences = String::new();
    for (name, lines) in found {
        let Some(expected) = paragraphs.iter().find(|paragraph| paragraph[0] == name).map(|paragraph| &paragraph[1..]) else {
            differences += &format!("{name} has no paragraph; it is\n\n{name}\n");
            lines.iter().for_each(|line| differences += &format!("  {line}\n"));
            differences += "\n";
            continue;
        };
        let gone = expected.iter().filter(|line| !lines.iter().any(|other| other == *line));
        gone.for_each(|line| differences += &format!("{name}: expected, not found: {line}\n"));
        let new = lines.iter().filter(|line| !expected.contains(&line.as_str()));
        new.for_each(|line| differences += &format!("{name}: found, not expected: {line}\n"));
    }
    for paragraph in &paragraphs {
        if !found.iter().any(|(name, _)| name == paragraph[0]) {
            differences += &format!("{}: nothing of this name was looked at\n", paragraph[0]);
        }
    }
    differences
}

/// The text with the findings.
///
/// A comment that no longer has a line below it is dropped.
fn accepted(expected: &str, found: &[(String, Vec<String>)]) -> String {
    let mut kept: Vec<String> = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    for paragraph in paragraphs(expected) {
        let Some(name) = paragraph.iter().find(|line| !is_comment(line)).map(|line| line.trim()) else {
            kept.push(paragraph.join("\n"));
            continue;
        };
        let Some((_, lines)) = found.iter().find(|(other, _)| other == name) else { continue };
        names.push(name);
        let is_kept = |line: &&str| line.trim() == name || lines.iter().any(|other| other == line.trim());
        let mut text: Vec<String> = Vec::new();
        let mut comments: Vec<&str> = Vec::new();
        let mut is_below = false;
        for line in &paragraph {
            if is_comment(line) {
                // A new reason begins: the lines below the one before it have ended.
                if is_below {
                    comments.clear();
                    is_below = false;
                }
                comments.push(line);
                continue;
            }
            is_below = true;
            if is_kept(line) {
                text.extend(comments.drain(..).map(str::to_owned));
                text.push((*line).to_owned());
            }
        }
        let new = lines.iter().filter(|line| !paragraph.iter().any(|known| known.trim() == **line));
        text.extend(new.map(|line| format!("  {line}")));
        kept.push(text.join("\n"));
    }
    for (name, lines) in found.iter().filter(|(name, _)| !names.contains(&&name[..])) {
        let lines: String = lines.iter().map(|line| format!("\n  {line}")).collect();
        kept.push(format!("{name}{lines}"));
    }
    kept.join("\n\n") + "\n"
}

#[test]
fn accepted_changes_keep_the_reasons_of_remaining_lines() {
    let text = "# About all.\n\none\n  # Why a and b.\n  # In two lines.\n  a\n  b\n  # Why c.\n  c\n\ngone\n  x\n";
    let of = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<String>>();
    let same = [("one".to_owned(), of(&["a", "b", "c"])), ("gone".to_owned(), of(&["x"]))];
    assert_eq!((differences(text, &same), accepted(text, &same)), (String::new(), text.to_owned()));
    let found = [("one".to_owned(), of(&["d", "b"])), ("new".to_owned(), of(&["y"]))];
    let now = accepted(text, &found);
    assert_eq!(now, "# About all.\n\none\n  # Why a and b.\n  # In two lines.\n  b\n  d\n\nnew\n  y\n");
    assert_eq!(differences(&now, &found), "");
    assert_eq!(differences(text, &found).lines().filter(|line| line.contains("not found: ")).count(), 2);
}
