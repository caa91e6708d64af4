//! The caption of a figure: the text below it in a paper, and the facts that reproduce it.

use gjk_records::Facts;

use crate::draw::number;
use crate::figure::Sheet;
use crate::latex::{comment, escape};
use crate::table::code;

/// The facts that reproduce a figure: command, commit, seed and tolerance; for times also the processor and the compiler.
pub(crate) fn facts_text(facts: &Facts, is_timed: bool, command: &str) -> String {
    format!("Command: {command}. {}", short_facts(facts, is_timed))
}

/// The facts that reproduce a figure, without the command.
fn short_facts(facts: &Facts, is_timed: bool) -> String {
    let or_unknown = |text: &str| if text.is_empty() { "unknown".to_owned() } else { text.chars().take(120).collect() };
    let times = match is_timed {
        true => format!(" Processor: {}. Compiler: {}.", or_unknown(&facts.processor), or_unknown(&facts.compiler)),
        false => String::new(),
    };
    format!("Commit {}, seed {}, tolerance {} u·D.{times}", or_unknown(&facts.commit), facts.seed, number(facts.tolerance))
}

/// The words of a caption after its title.
pub(crate) fn words(sheet: &Sheet) -> String {
    let parts = [&sheet.text, &sheet.foot].into_iter().chain(&sheet.notes).filter(|part| !part.is_empty());
    parts.map(String::as_str).collect::<Vec<_>>().join(" ")
}

/// The most words of a caption for print; further words go into a note below it.
const WORDS: usize = 60;

/// A caption for print: its title, the text for which there is room, and the note that follows.
struct Caption {
    title: String,
    text: String,
    note: String,
}

/// The sentences of a text: each ends at a full stop before a capital letter or a word that begins a list.
fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text.trim();
    while let Some(end) = rest.match_indices(". ").map(|(place, _)| place + 1).find(|end| begins(&rest[*end..])) {
        found.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    if !rest.is_empty() {
        found.push(rest);
    }
    found
}

/// Whether a sentence begins at the start of this text.
fn begins(text: &str) -> bool {
    text.trim_start().chars().next().is_some_and(|letter| letter.is_uppercase() || !letter.is_alphanumeric())
}

fn count(text: &str) -> usize {
    text.split_whitespace().count()
}

impl Caption {
    /// The title, and as many first sentences as there is room for; the foot of the sheet comes last.
    fn of(sheet: &Sheet, facts: &str) -> Caption {
        let all = sentences(&sheet.text);
        let mut room = WORDS.saturating_sub(count(&sheet.title));
        let foot = if count(&sheet.foot) <= room { &sheet.foot[..] } else { "" };
        room -= count(foot);
        let fitting = all.iter().scan(0, |sum, sentence| {
            *sum += count(sentence);
            Some(*sum)
        });
        let first = fitting.take_while(|sum| *sum <= room).count();
        let joined =
            |parts: &mut dyn Iterator<Item = &str>| parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
        let text = joined(&mut all[..first].iter().copied().chain([foot]));
        let left = if foot.is_empty() { &sheet.foot[..] } else { "" };
        let notes = sheet.notes.iter().map(String::as_str);
        let note = joined(&mut all[first..].iter().copied().chain([left]).chain(notes).chain([facts]));
        Caption { title: sheet.title.clone(), text, note }
    }
}

/// Macros of captions for documents that define none of their own.
pub(crate) const MACROS: &str = r"\providecommand{\gjkcaption}[3]{\caption[#1]{\textbf{#1.} #2}\label{#3}}
\providecommand{\gjknote}[1]{\par\smallskip{\footnotesize\parbox{\linewidth}{\emergencystretch1em #1}\par}}
";

/// The caption as LaTeX, with a label: `\\input` it in a figure, after its picture.
///
/// It has at most 60 words; the rest is a note. A document may redefine `\\gjkcaption` (title, text, label) and `\\gjknote`.
/// The command is in a comment, since no journal prints it.
pub(crate) fn latex(name: &str, sheet: &Sheet, facts: &Facts) -> String {
    let command = comment(&format!("Command: {}", facts.command));
    format!("{command}{}", latex_with(name, sheet, &short_facts(facts, sheet.is_timed)))
}

/// The caption as LaTeX, with the facts that reproduce the figure as given words.
pub(crate) fn latex_with(name: &str, sheet: &Sheet, facts: &str) -> String {
    let Caption { title, text, note } = Caption::of(sheet, facts);
    let [title, text, note] = [title, text, note].map(|text| escape(&text));
    format!("{MACROS}\\gjkcaption{{{title}}}{{{text}}}{{fig:gjk-{}}}\n\\gjknote{{{note}}}\n", label_of(name))
}

/// A name as a label of LaTeX: letters, digits, hyphens.
fn label_of(name: &str) -> String {
    name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }).collect()
}

/// The caption as Markdown.
pub(crate) fn markdown(sheet: &Sheet, facts: &Facts) -> String {
    markdown_with(sheet, &facts_text(facts, sheet.is_timed, &code(&facts.command)))
}

/// The caption as Markdown, with the facts that reproduce the figure as given words.
pub(crate) fn markdown_with(sheet: &Sheet, facts: &str) -> String {
    format!("**{}.** {}\n\n{facts}\n", sheet.title, words(sheet))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::dots;

    fn sheet(text: &str, foot: &str) -> Sheet<'static> {
        let (title, text, foot) = ("A title".to_owned(), text.to_owned(), foot.to_owned());
        Sheet { title, text, foot, notes: vec!["A note.".to_owned()], ..Sheet::new(dots(1.0), |_, _| ()) }
    }

    #[test]
    fn sentences_end_where_the_next_one_begins() {
        let text = "Rates in %. In f64 cert. is proven (95 %). –: none. All, e.g. 1.5 of 2. Last";
        assert_eq!(
            sentences(text),
            ["Rates in %.", "In f64 cert. is proven (95 %).", "–: none.", "All, e.g. 1.5 of 2.", "Last"]
        );
        assert!(sentences(" ").is_empty());
    }

    #[test]
    fn a_caption_has_sixty_words_at_most_and_the_note_the_rest() {
        let sentence = format!("{}end.", "Word ".repeat(24));
        let text = [&sentence[..]; 4].join(" ");
        let caption = Caption::of(&sheet(&text, "Ten cases."), "Commit abc.");
        // Two words of the title, two of the foot, and two sentences of 25.
        assert_eq!(caption.text, format!("{sentence} {sentence} Ten cases."));
        assert_eq!(caption.note, format!("{sentence} {sentence} A note. Commit abc."));
        let long = Caption::of(&sheet("Short.", &"word ".repeat(70)), "");
        assert!(long.text == "Short." && long.note.starts_with("word word"), "{}", long.text);
        let words = |caption: &Caption| count(&caption.title) + count(&caption.text);
        assert!([caption, long].iter().all(|caption| words(caption) <= WORDS));
    }
}
