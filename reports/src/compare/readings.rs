//! The meaning of the numbers of a comparison, in words.

use super::Comparison;
use crate::table::{counted, shortened};

impl Comparison {
    /// The meaning of the rates and counts.
    pub(super) fn reading(&self) -> String {
        let mut text =
            "Rates are in % of the cases over the families counted in the row, with equal weights and without the corpus; in \
             parentheses the two one-sided bounds at 95 % (Clopper-Pearson)."
                .to_owned();
        if self.rows.iter().any(|row| row.is_of_overlaps) {
            text += " Families made of overlaps for the sake of their depth have rows of their own, and are in no other rate.";
        }
        if self.rows.iter().any(|row| row.both().is_some()) {
            let tests = self.tests();
            let chance = if tests > 0 {
                format!(
                    " {} had the six changes that a decision needs; if changes in both directions were equally likely, at \
                     most {:.1} of these would decide for worse by chance, on average.",
                    counted(tests, "test", "tests"),
                    tests as f64 * 0.025
                )
            } else {
                String::new()
            };
            text += &format!(
                " Verdict counts the cases, corpus included, whose verdict is wrong or missing only in NEW (+) and only in \
                 OLD (−); Failure counts failures in the same way. Worse or better: the exact sign test of one of these two \
                 decides so at 5 %, for the families together or for the corpus.{chance} Answers are deterministic, so an \
                 unchanged variant has no changed case."
            );
        }
        if self.rows.iter().any(|row| row.unpaired.is_some()) {
            text += " For families without common rows, worse and better mean that the bounds of the failures, or of the \
                     wrong or missing verdicts, do not overlap.";
        }
        text
    }

    /// The meaning of the ratios of times.
    pub(super) fn time_reading(&self) -> String {
        let drifts = self.times.drifts.iter().map(|(scalar, drift)| format!("{drift:.3} in {scalar}"));
        let [old, new] = &self.times.machines;
        let machines = if old == new {
            format!("Both on {}.", shortened(old, 50))
        } else {
            format!(
                "OLD ran on {} and NEW on {}, so the ratios also compare the machines.",
                shortened(old, 40),
                shortened(new, 40)
            )
        };
        let repeats = match &self.times.repeats {
            Some(repeats) => format!(
                "Slower and faster: the relative ratio is beyond the relative ratios of all variants in {}, which range from \
                 {:.3} to {:.3}. If NEW were also a run of the old program, each would have a probability of at most {}.",
                counted(repeats.runs, "more run of the old program", "more runs of the old program"),
                repeats.range[0],
                repeats.range[1],
                crate::draw::number((1000.0 * repeats.level()).round() / 1000.0)
            ),
            None => "Two runs of one program also differ: --again DIR, with more runs of the old program, shows by how much."
                .to_owned(),
        };
        format!(
            "Time in NEW over time in OLD on the cases that both get right: the median over the cases of a family, then the \
             geometric mean over families, with its 95 % interval from family to family in parentheses. {machines} Drift \
             (the median over all variants): {}. Relative: over the median of the other variants on the same case, which \
             removes the drift. {repeats}{}",
            drifts.collect::<Vec<_>>().join(", "),
            self.other_form().map_or_else(String::new, |left_out| format!(" {left_out}"))
        )
    }

    /// A sentence on the times that are left out because their queries have different forms in the two studies.
    pub(super) fn other_form(&self) -> Option<String> {
        let times = match self.times.other_form {
            0 => return None,
            1 => "1 time is".to_owned(),
            times => format!("{times} times are"),
        };
        Some(format!("{times} left out: they have the typed form in one study and the erased form in the other."))
    }
}
