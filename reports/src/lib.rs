//! Tables and figures from the tallies of a study.
//!
//! The crate reads the files of a run ([`Study`]), and writes tables and figures ([`write()`], [`PAPER_TABLES`], [`FIGURES`]);
//! it also fills documents ([`fill`]). It depends on the records alone: it cannot run a variant, and so cannot change an
//! answer.
//!
//! Three conventions hold throughout. A *failure* is an answer ruled `off`, `wrong` or `gave-up`; `inaccurate` and `contact`
//! are always shown separately from failures, and `not-applicable` is counted, but never in a denominator. Rates over several
//! families give each family the same weight, however many cases it has, and state this; the corpus, a collection of failures,
//! is never pooled with generated families. A value that is not a number, or lies beyond an axis, is counted and mentioned.

#![forbid(unsafe_code)]

// The tests share the invented study of the example, which calls the crate by its name.
#[cfg(test)]
extern crate self as gjk_reports;

mod binomial;
mod breaking;
mod caption;
pub mod compare;
mod digits;
mod distinct;
mod docs;
mod document;
mod draw;
mod duel_agreement;
mod duel_claims;
mod duel_table;
mod duels;
mod experiments;
mod figure;
mod latex;
mod league;
mod map;
mod page;
mod paper;
mod profile;
mod run;
mod selection;
mod sorted;
mod student;
mod summary;
mod survey;
mod sweep;
mod table;
mod tables;
#[cfg(test)]
mod tests;
mod times;
mod trust;
mod write;

pub use docs::{Markup, fill, fill_with};
pub use duel_table::duel_markdown;
pub use figure::{Dressing, FIGURES, Figure};
pub use gjk_records::{Error, Study};
pub use map::{DrawnMap, MAP_CAPTIONS, draw_map, map_csv};
pub use page::{
    FailureKind, LedgerClaim, PageParts, PairRow, PairsPage, PixelCase, RenderedCase, SceneBody, ShownCase, WorstCase,
    case_page, map_page, pairs_page, worst_cases,
};
pub use paper::{PAPER_TABLES, PaperTable};
pub use run::draw_run;
pub use selection::Selection;
pub use sweep::{SWEPT_PAIRS, Sweep, SweptPair, draw_sweep};
pub use tables::{summary_of, summary_text};
pub use write::{Format, Layout, PAGE, QUICK_FIGURES, SUMMARY, Written, clear, write, write_figures, write_with};

use survey::Survey;
use table::Table;
