//! The caption of a figure: what stands below it in a paper, and what reproduces it.

use gjk_records::Facts;

use crate::draw::number;
use crate::figure::Sheet;
use crate::latex::{comment, escape};
use crate::table::code;

/// The facts that reproduce a figure: command, commit, seed and tolerance; of times also the processor and the compiler.
pub(crate) fn facts_text(facts: &Facts, is_timed: bool, command: &str) -> String {
    format!("Command: {command}. {}", short_facts(facts, is_timed))
}

/// The same without the command.
fn short_facts(facts: &Facts, is_timed: bool) -> String {
    let or_unknown = |text: &str| if text.is_empty() { "unknown".to_owned() } else { text.chars().take(120).collect() };
    let times = match is_timed {
        true => format!(" Processor: {}. Compiler: {}.", or_unknown(&facts.processor), or_unknown(&facts.compiler)),
        false => String::new(),
    };
    format!("Commit {}, seed {}, tolerance {} u·D.{times}", or_unknown(&facts.commit), facts.seed, number(facts.tolerance))
}

/// The words of a caption behind its title.
fn words(sheet: &Sheet) -> String {
    let parts = [&sheet.text, &sheet.foot].into_iter().chain(&sheet.notes).filter(|part| !part.is_empty());
    parts.map(String::as_str).collect::<Vec<_>>().join(" ")
}

/// The caption as LaTeX, with a label: `\\input` it in a figure, behind its picture. The command stands in a comment: no journal prints it.
pub(crate) fn latex(name: &str, sheet: &Sheet, facts: &Facts) -> String {
    let command = comment(&format!("Command: {}", facts.command));
    format!("{command}{}", latex_with(name, sheet, &short_facts(facts, sheet.is_timed)))
}

/// The same, with what reproduces the figure in words.
pub(crate) fn latex_with(name: &str, sheet: &Sheet, facts: &str) -> String {
    let [title, words, facts] = [&sheet.title, &words(sheet), facts].map(escape);
    format!("\\caption[{title}]{{\\textbf{{{title}.}} {words} {facts}}}\n\\label{{fig:gjk-{}}}\n", label_of(name))
}

/// A name as a label of LaTeX: letters, digits, hyphens.
fn label_of(name: &str) -> String {
    name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }).collect()
}

/// The caption as Markdown.
pub(crate) fn markdown(sheet: &Sheet, facts: &Facts) -> String {
    markdown_with(sheet, &facts_text(facts, sheet.is_timed, &code(&facts.command)))
}

/// The same, with what reproduces the figure in words.
pub(crate) fn markdown_with(sheet: &Sheet, facts: &str) -> String {
    format!("**{}.** {}\n\n{facts}\n", sheet.title, words(sheet))
}
