//! Tables and figures from the records of a study.
//!
//! The crate reads what a run left behind ([`Study`]), counts it ([`Survey`]), and writes tables and figures ([`write()`]). It
//! depends on the records alone: it cannot run a variant, and so cannot mend an answer.
//!
//! Three conventions hold throughout. A *failure* is an answer ruled `wrong` or `gave-up`; `inaccurate` and `contact` are
//! always shown apart from failures, and `not-applicable` is counted, but never in a denominator. Rates over several families
//! give each family the same weight, however many cases it has, and say so; the corpus, a collection of failures, is never
//! pooled with generated families. A value that is not a number, or lies beyond an axis, is counted and mentioned.

// The tests share the invented study of the example, which calls the crate by its name.
#[cfg(test)]
extern crate self as gjk_reports;

mod axis;
mod backend;
mod canvas;
mod contest;
mod duel_table;
mod failure;
mod figure;
mod file;
mod font;
mod ink;
mod labels;
mod panel;
mod run;
mod study;
mod style;
mod summary;
mod survey;
mod table;
mod tables;
#[cfg(test)]
mod tests;
mod time;
mod unit;
mod write;

pub use axis::{Axis, Tick};
pub use duel_table::duel_markdown;
pub use failure::Failure;
pub use figure::FIGURES;
pub use run::{draw_run, write_run};
pub use study::Study;
pub use style::{Mark, Style, styles};
pub use summary::{Rate, frontier, geometric_mean, median, pooled, quantile, weighted_quantile, wilson};
pub use survey::{Family, Survey, Tally, Variant};
pub use table::Table;
pub use tables::{failure_table, pair_table, summary_table, summary_text};
pub use time::{Pair, Times};
pub use write::{Written, write};
