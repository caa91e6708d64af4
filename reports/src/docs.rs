//! Documents whose tables and numbers are made from a study, so that none is typed by hand.
//!
//! A place in a Markdown file is the text between `<!-- gjk WORDS -->` and `<!-- /gjk -->`. Its content is made anew from the
//! words. Both markers on one line enclose a number in a sentence.
//!
//! If the words begin with `of COMMIT`, the place is filled only from records of that commit, and stays unchanged with other
//! records. If a document names the commit of some records in this way, these records fill no other places of it. So a document
//! may be filled from several folders, one after the other.
//!
//! A place in a LaTeX file is the text between a line `% gjk WORDS` and a line `% /gjk`. Its content is the same, as LaTeX;
//! tables need the package `booktabs`. A number has lines of its own within its sentence; if a character follows it without a
//! space, the macros of `tables/numbers.tex` serve better. Some of these tables, including the leagues and the duel, are wider
//! than a page: a report has narrow ones in its folder `tables`.
//!
//! | words | content of the place |
//! | --- | --- |
//! | `league SCALAR distances`, `… verdicts`, `… depths`, `… translations` | the league tables of a scalar; families that fewer variants accept have leagues of their own |
//! | `league SCALAR LEAGUE widest` | the widest of these leagues: the one with the most variants, among those over at least half of the families |
//! | `duel` | the tables of the contest of distances and verdicts |
//! | `duel depth`, `duel cast` | the tables of the contest of the depth, or of casts: times, and ratios with their intervals |
//! | `slower VARIANT OTHER…` | the number of cells of the contest in which a variant took longer than one of the others, and the number in which both were timed |
//! | `failures` | rulings by family, variant and scalar, for rows with a failure |
//! | `clean SCALAR` | the number of families in which each variant has no wrong verdict, and no failure |
//! | `facts` | the command, the commit, the compiler, the seed, the tolerance and the machine |
//! | `commit` | the commit alone |
//! | `rate SCALAR VARIANT COLUMN` | a share of all cases, families with equal weights; COLUMN as in `summary.csv` |
//! | `league-rate SCALAR VARIANT COLUMN` | a share over the families of the widest league, as in the macro `league-COLUMN`: `no-answer`, `right`, … |
//! | `interval SCALAR VARIANT` | the interval of the failures, families with equal weights |
//! | `failures-in FAMILY SCALAR VARIANT` | the number of cases of a family that fail, and of all accepted cases |
//! | `short SCALAR VARIANT…` | these variants, each over the families of its widest league: wrong contacts, no answer, inaccurate, contact, right, time |
//! | `short SCALAR COLUMN… : VARIANT…` | these variants with some of these columns: `wrong`, `no-answer`, `inaccurate`, `contact`, `right`, `time` |
//! | `questions SCALAR NAME…` | one row per name: wrong verdicts, inaccurate and lost distances, shallow and excess depths, breaks between two steps. NAME is a variant, or several variants joined by `+` |
//! | `failures-of SCALAR VARIANT…` | failures of these variants, family by family |
//! | `wrong SCALAR VARIANT` | wrong contacts in the widest league, with the upper bound of their rate |
//! | `bound SCALAR VARIANT` | the upper bound of that rate alone |
//! | `beyond SCALAR VARIANT` | the rate of wrong contacts whose margin is greater than the slack that the library states |
//! | `time-ratio SCALAR VARIANT OTHER` | the time of a variant over the time of another, on the cases that both get right; geometric mean over the families |
//! | `answers` | the number of judged answers |
//! | `continuity SCALAR VARIANT…` | answers that jump when a body hardly moves, of these variants or of all |
//! | `loops SCALAR WORD…` | the experiment of the loop: the rows with a subalgorithm, stop, safeguards, way to form v, frame or family that a word names |
//! | `tolerances SCALAR WORD…` | the loops with a tolerance, chosen in the same way |
//! | `warm FAMILY SCALAR VARIANT…` | warm starts, step by step |
//! | `warm-failures FAMILY SCALAR` | the failures from each start, all steps together |
//! | `times SCALAR VARIANT OTHER…` | the times of a variant by family, next to the fastest other variant that is right on the same case |

mod words;

#[cfg(test)]
mod tests;

use std::path::Path;

use crate::document::Document;
use crate::{Selection, Study, Survey};
use words::made;

/// The language of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Markup {
    /// Markdown with places between HTML comments.
    Markdown,
    /// LaTeX with places between comment lines.
    Latex,
}

impl Markup {
    /// The language of a file by its ending, `.md` or `.tex`; `None` for another ending.
    pub fn of(path: &Path) -> Option<Markup> {
        match path.extension()?.to_str()? {
            "md" => Some(Markup::Markdown),
            "tex" => Some(Markup::Latex),
            _ => None,
        }
    }
}

/// Fills the places of a text: the text and the number of its places, or `None` if it has no places.
///
/// # Errors
/// Line and message of a place that cannot be filled.
pub fn fill(study: &Study, text: &str, markup: Markup) -> Result<Option<(String, usize)>, String> {
    fill_with(study, &Selection::default(), text, markup)
}

/// Fills the places of a text as [`fill`] does, from the selected variants alone if any are selected.
///
/// # Errors
/// Line and message of a place that cannot be filled.
pub fn fill_with(study: &Study, selection: &Selection, text: &str, markup: Markup) -> Result<Option<(String, usize)>, String> {
    let survey = || Survey::of(study, &selection.variants);
    match markup {
        Markup::Markdown if !text.contains(OPEN) => Ok(None),
        Markup::Markdown => fill_markdown(&survey(), text),
        Markup::Latex => fill_latex(&survey(), text),
    }
}

/// The content that the words at a line stand for, or a message about them with the line.
fn made_at(survey: &Survey, line: usize, words: &str) -> Result<Document, String> {
    let words: Vec<&str> = words.split_whitespace().collect();
    made(survey, &words).map_err(|message| format!("{line}: `{}`: {message}", words.join(" ")))
}

/// The words of a place that is to be filled from these records: words that name their commit if there are such (`has_own`),
/// else words that name no commit.
fn of_this<'a>(study: &Study, words: &'a str, has_own: bool) -> Option<&'a str> {
    match words.trim().strip_prefix("of ").and_then(|rest| rest.trim_start().split_once(' ')) {
        Some((commit, rest)) => study.facts.commit.starts_with(commit).then_some(rest),
        None => (!has_own).then_some(words),
    }
}

const OPEN: &str = "<!-- gjk ";
const CLOSE: &str = "<!-- /gjk -->";
const END: &str = "-->";

fn fill_markdown(survey: &Survey, text: &str) -> Result<Option<(String, usize)>, String> {
    let study = survey.study;
    let of_commit =
        text.match_indices("<!-- gjk of ").filter_map(|(begin, open)| text[begin + open.len()..].split_whitespace().next());
    let has_own = of_commit.into_iter().any(|commit| study.facts.commit.starts_with(commit));
    let (mut filled, mut rest, mut places) = (String::new(), text, 0);
    while let Some(begin) = rest.find(OPEN) {
        let line = text[..text.len() - rest.len() + begin].matches('\n').count() + 1;
        let fault = |message: &str| Err(format!("{line}: {message}"));
        let (before, place) = rest.split_at(begin);
        let Some((words, content)) = place[OPEN.len()..].split_once(END) else { return fault("the marker has no end `-->`") };
        let Some((old, after)) = content.split_once(CLOSE) else { return fault("there is no `<!-- /gjk -->` after it") };
        if old.contains(OPEN) {
            return fault("there is no `<!-- /gjk -->` before the next marker");
        }
        let is_inline = !old.contains('\n');
        let Some(words) = of_this(study, words, has_own) else {
            // The content belongs to other records.
            filled += before;
            filled += &place[..place.len() - after.len()];
            (rest, places) = (after, places + 1);
            continue;
        };
        let made = made_at(survey, line, words)?.markdown();
        // A command may contain anything, even a marker.
        if made.contains("<!--") {
            return fault(&format!("`{}`: the filled text would contain a marker", words.trim()));
        }
        filled += before;
        filled += &place[..place.len() - content.len()];
        filled += &if is_inline { made.trim().to_owned() } else { format!("\n{}\n", made.trim_end()) };
        filled += CLOSE;
        (rest, places) = (after, places + 1);
    }
    Ok(Some((filled + rest, places)))
}

const LATEX_OPEN: &str = "% gjk ";
const LATEX_CLOSE: &str = "% /gjk";

fn fill_latex(survey: &Survey, text: &str) -> Result<Option<(String, usize)>, String> {
    let (mut filled, mut places) = (String::new(), 0);
    // The line and the words of the place whose end has not been reached.
    let mut open: Option<(usize, &str)> = None;
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let words = line.trim().strip_prefix(LATEX_OPEN);
        match (open, words) {
            (None, None) => filled += line,
            (None, Some(words)) => {
                filled += line;
                open = Some((number, words));
            }
            (Some((begin, _)), Some(_)) => return Err(format!("{begin}: there is no `{LATEX_CLOSE}` before the next marker")),
            (Some((begin, words)), None) if line.trim() == LATEX_CLOSE => {
                filled += &format!("{}\n{line}", made_at(survey, begin, words)?.latex());
                (open, places) = (None, places + 1);
            }
            // The old content is dropped: it is made anew.
            (Some(_), None) => {}
        }
    }
    if let Some((begin, _)) = open {
        return Err(format!("{begin}: there is no `{LATEX_CLOSE}` after it"));
    }
    Ok((places > 0).then_some((filled, places)))
}
