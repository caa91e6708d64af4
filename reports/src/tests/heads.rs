//! One word for one thing: each head of a table and each part of a figure is a word of `docs/words.md`.

use std::collections::BTreeSet;
use std::path::Path;

use super::{folder, invented};
use gjk_records::Column;

use crate::write;

const WORDS: &str = include_str!("../../../docs/words.md");

/// The words that the page defines: the first cells of its tables, a word per comma.
fn defined() -> BTreeSet<&'static str> {
    let cells = WORDS.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    cells.flat_map(|cell| cell.split([',', ':'])).map(|word| word.trim().trim_matches('`')).collect()
}

/// The heads of the tables in a text in Markdown.
fn heads(text: &str) -> BTreeSet<String> {
    let lines: Vec<&str> = text.lines().collect();
    let of_tables = lines.windows(2).filter(|pair| pair[0].starts_with('|') && pair[1].starts_with("| ---"));
    of_tables.flat_map(|pair| pair[0].trim_matches('|').split('|')).map(|head| head.trim().to_owned()).collect()
}

/// The words of a head, without its unit, the scalar that it is of, names of the study and numbers. Only a head that ends with a number, or that is made
/// of abbreviations, has a word for each of its parts.
fn words<'h>(head: &'h str, names: &BTreeSet<&str>, defined: &BTreeSet<&str>) -> Vec<&'h str> {
    let head = head.split(" / ").next().unwrap_or(head).trim_matches('`');
    let is_number = |word: &str| word.trim_end_matches([' ', '%']).parse::<f64>().is_ok();
    let mut all = Vec::new();
    for word in head.split(": ").flat_map(|word| word.split(", ")) {
        let word = ["f32", "f64", "exact"].iter().fold(word, |word, scalar| word.trim_end_matches(scalar).trim_end());
        let parts: Vec<&str> = word.split(' ').collect();
        if !defined.contains(word)
            && parts.len() > 1
            && (is_number(parts[parts.len() - 1]) || parts.iter().all(|part| part.chars().count() == 3))
        {
            all.extend(parts);
        } else {
            all.push(word);
        }
    }
    all.retain(|word| !word.is_empty() && !names.contains(word) && !is_number(word));
    all
}

/// The parts of bars and the kinds of marks in figures, as their legends name them and their numbers repeat them.
fn parts(figures: &Path) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for entry in std::fs::read_dir(figures).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "csv") {
            continue;
        }
        let mut file = csv::Reader::from_path(&path).unwrap();
        let heads = file.headers().unwrap().clone();
        let places: Vec<usize> =
            (0..heads.len()).filter(|&i| ["part", "counted", "fault", "start"].contains(&&heads[i])).collect();
        for row in file.records().map(Result::unwrap) {
            all.extend(places.iter().map(|&place| row[place].split(" (").next().unwrap_or_default().to_owned()));
        }
    }
    all
}

#[test]
fn every_head_of_a_table_and_every_part_of_a_figure_is_a_word_that_is_defined() {
    let study = invented();
    let folder = folder("heads");
    write(&study, &folder, &mut |_| ()).unwrap();
    let mut all = BTreeSet::new();
    let mut folders = vec![folder.clone()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            match path.extension().and_then(|ending| ending.to_str()) {
                None if path.is_dir() => folders.push(path),
                Some("md") if !path.ends_with("columns.md") => all.extend(heads(&std::fs::read_to_string(path).unwrap())),
                _ => {}
            }
        }
    }
    all.extend(parts(&folder.join("figures")));
    std::fs::remove_dir_all(&folder).unwrap();
    all.extend(Column::ALL.map(|column| column.short().to_owned()));
    let facts = &study.facts;
    let names: BTreeSet<&str> =
        facts.variants.iter().map(String::as_str).chain(facts.families.iter().map(|family| &family.name[..])).collect();
    let defined = defined();
    let missing: BTreeSet<&str> =
        all.iter().flat_map(|head| words(head, &names, &defined)).filter(|word| !defined.contains(word)).collect();
    assert!(missing.is_empty(), "docs/words.md does not define: {missing:#?}");
}
