//! What the numbers of a comparison are, in words.

use super::Comparison;
use crate::table::{counted, shortened};

impl Comparison {
    /// What the numbers are.
    pub(super) fn reading(&self) -> String {
        let mut text =
            "Rates in % of the cases over as many families as stand in the row, with equal weights, the corpus aside; in parentheses the two \
             one-sided bounds at 95 % (Clopper-Pearson)."
                .to_owned();
        if self.rows.iter().any(|row| row.is_of_overlaps) {
            text += " Families made of overlaps for the sake of their depth are in no other rate, and have rows of their own.";
        }
        if self.rows.iter().any(|row| row.both().is_some()) {
            let tests = self.tests();
            let chance = if tests > 0 {
                format!(
                    " {} had the six changes that it takes to decide; if changes went either way alike, {:.1} of them at most would say worse by \
                     chance, on average.",
                    counted(tests, "test", "tests"),
                    tests as f64 * 0.025
                )
            } else {
                String::new()
            };
            text += &format!(
                " Verdict: cases, those of the corpus too, whose verdict is wrong or missing in NEW alone (+) and in OLD alone (−). Failure: \
                 the same of failures. Worse, better: the exact sign test of one of the two says so at 5 %, of families together or of the \
                 corpus.{chance} Answers are deterministic: a variant that did not change has no changed case."
            );
        }
        if self.rows.iter().any(|row| row.unpaired.is_some()) {
            text += " Of families without common rows, worse and better: the bounds of the failures, or of the verdicts that are \
                     wrong or missing, are apart.";
        }
        text
    }

    /// What the ratios are.
    pub(super) fn time_reading(&self) -> String {
        let drifts = self.times.drifts.iter().map(|(scalar, drift)| format!("{drift:.3} in {scalar}"));
        let [old, new] = &self.times.machines;
        let machines = if old == new {
            format!("Both on {}.", shortened(old, 50))
        } else {
            format!("OLD on {}, NEW on {}: the ratios compare the machines too.", shortened(old, 40), shortened(new, 40))
        };
        let repeats = match &self.times.repeats {
            Some(repeats) => format!(
                "Slower, faster: the relative ratio is beyond those of all variants in {}, which go from {:.3} to {:.3}; if NEW were a run \
                 of the old program too, that would happen with a probability of at most {} each.",
                counted(repeats.runs, "more run of the old program", "more runs of the old program"),
                repeats.range[0],
                repeats.range[1],
                crate::draw::number((1000.0 * repeats.level()).round() / 1000.0)
            ),
            None => {
                "Two runs of one program differ as well: --again DIR, with more runs of the old program, tells by how much."
                    .to_owned()
            }
        };
        format!(
            "Time in NEW over time in OLD, where both are right: median over the cases of a family, geometric mean over families, in \
             parentheses its interval at 95 % from family to family. {machines} Drift, the median over all variants: {}. Relative: \
             to the median of the other variants on the same case, which takes the drift out. {repeats}{}",
            drifts.collect::<Vec<_>>().join(", "),
            self.other_form().map_or_else(String::new, |left_out| format!(" {left_out}"))
        )
    }

    /// A sentence on the times that are left out, since their queries have two forms.
    pub(super) fn other_form(&self) -> Option<String> {
        let times = match self.times.other_form {
            0 => return None,
            1 => "1 time is".to_owned(),
            times => format!("{times} times are"),
        };
        Some(format!("{times} left out: typed form in one study, erased form in the other."))
    }
}
