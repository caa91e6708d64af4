//! The meaning of terms, from the page of the documents that defines them.

use std::sync::LazyLock;

use super::html::{escaped, id_of, spans};

/// The page of the documents.
const PAGE: &str = include_str!("../../../docs/words.md");

/// A term, or several that are explained together.
struct Entry {
    /// As the page spells them, separated by commas.
    names: &'static str,
    meaning: &'static str,
}

/// The entries of the tables of the page, by section.
static SECTIONS: LazyLock<Vec<(&str, Vec<Entry>)>> = LazyLock::new(|| {
    let mut sections: Vec<(&str, Vec<Entry>)> = Vec::new();
    for line in PAGE.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            sections.push((title, Vec::new()));
        }
        let row = line.strip_prefix("| ").and_then(|row| row.strip_suffix(" |")).and_then(|row| row.split_once(" | "));
        let is_entry = |names: &str| names != "word" && !names.starts_with("---");
        if let (Some((names, meaning)), Some((_, entries))) = (row.filter(|(names, _)| is_entry(names)), sections.last_mut()) {
            entries.push(Entry { names, meaning });
        }
    }
    sections
});

impl Entry {
    fn id(&self) -> String {
        format!("word-{}", id_of(self.names))
    }

    /// Whether it explains this term. `breaks / %` is a term with a unit.
    fn explains(&self, term: &str) -> bool {
        self.names.split([',', ':']).any(|name| name.trim().eq_ignore_ascii_case(term))
    }
}

/// A text as HTML; if it is a term, perhaps with a unit or after the name of a question, with a link to its meaning.
pub fn term(text: &str) -> String {
    let name = text.split(" / ").next().unwrap_or(text);
    let name = name.rsplit(": ").next().unwrap_or(name).trim();
    let entry = SECTIONS.iter().flat_map(|(_, entries)| entries).find(|entry| entry.explains(name));
    match entry {
        Some(entry) => format!("<a class=\"term\" href=\"#{}\">{}</a>", entry.id(), spans(text)),
        None => spans(text),
    }
}

/// All terms with their meanings.
pub fn glossary() -> String {
    let mut html = String::new();
    for (title, entries) in SECTIONS.iter().filter(|(_, entries)| !entries.is_empty()) {
        html += &format!("<h3>{}</h3><dl class=\"words\">", escaped(title));
        for entry in entries {
            html += &format!("<dt id=\"{}\">{}</dt><dd>{}</dd>", entry.id(), spans(entry.names), spans(entry.meaning));
        }
        html += "</dl>";
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heads_of_tables_have_their_meaning() {
        for head in ["missed", "phantom / %", "depth: no right answer / %", "continuity: breaks / %", "off", "slack", "u·D"] {
            assert!(term(head).contains("href=\"#word-"), "{head}");
        }
        assert_eq!(term("anything <b>"), "anything &lt;b&gt;");
    }

    #[test]
    fn every_word_has_its_own_id() {
        let html = glossary();
        let mut ids: Vec<&str> = html.split("id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let count = ids.len();
        assert!(count > 60, "{count}");
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count);
        // Links of a term lead to one of these.
        let link = term("missed");
        let target = link.split("href=\"#").nth(1).and_then(|rest| rest.split('"').next()).expect("a link");
        assert!(ids.contains(&target));
    }
}
