//! A page to look at: one file of HTML with everything inside it, for people who install nothing.
//!
//! The page of a study begins with its answers; the page of a case has a view in space that a person can turn, next to the run
//! of the variant, iteration by iteration. Numbers, hulls and runs come with the page, and its script only draws them.

mod answers;
mod case;
mod html;
mod map;
mod pairs;
mod scene;
mod shell;
mod solid;
mod study;
mod style;
mod words;
mod worst;

pub use case::{RenderedCase, ShownCase};
#[cfg(test)]
mod tests;

use html::escaped;
pub use map::{PixelCase, map_page};
pub use pairs::{PairRow, PairsPage, SceneBody, pairs_page};
pub(crate) use shell::is_own;
use shell::{Frame, Part};
pub use study::{LedgerClaim, PageParts};
pub(crate) use study::{Sheet, study_page};
pub use worst::{FailureKind, WorstCase, worst_cases};

/// The page of one case.
pub fn case_page(shown: &ShownCase) -> Vec<u8> {
    let parts = vec![Part { id: "case", title: shown.result(), html: shown.html("case-data") }];
    let foot = format!("<p>Made by <code>{}</code>.</p>", escaped(&shown.run.command));
    Frame { title: shown.title(), lead: String::new(), parts, foot }.html()
}
