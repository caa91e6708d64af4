//! Who is timed on a set of cases, and on which of them: nobody on a case that one of those timed gets wrong.

/// A competitor is left out of a comparison if it gets more than this share of the cases wrong that half of the competitors or
/// more get right. Otherwise it would remove the hard cases for all others.
const LEFT_OUT_BEYOND: f64 = 0.125;

/// The baseline is left out where it gets more than this share of the cases wrong; there are no ratios then.
const BASELINE_OUT_BEYOND: f64 = 0.75;

/// Which cases a competitor gets right.
pub struct Correctness<'a> {
    /// The competitor.
    pub name: &'a str,
    /// Whether its answer is right, case by case; none for what answers nothing.
    pub right: Option<Vec<bool>>,
}

impl Correctness<'_> {
    fn is_right(&self, case: usize) -> bool {
        self.right.as_ref().is_none_or(|right| right[case])
    }

    /// The cases whose answers are not right.
    pub fn wrong(&self) -> Vec<usize> {
        let right = self.right.iter().flatten().enumerate();
        right.filter(|(_, is_right)| !**is_right).map(|(case, _)| case).collect()
    }
}

/// Who is timed, and on what.
#[derive(Debug, PartialEq)]
pub struct Selection {
    /// For each competitor, whether it is timed.
    pub is_timed: Vec<bool>,
    /// The cases that all of those get right.
    pub cases: Vec<usize>,
}

impl Selection {
    /// Leaves out who gets too many cases wrong: more than an eighth of those that half of the competitors or more and the
    /// baseline, if there is one of that name, get right. The baseline itself stays unless it gets nearly all wrong, and its
    /// cases are timed for all.
    pub fn of(all: &[Correctness], count: usize, baseline: &str) -> Selection {
        let judged: Vec<&Correctness> = all.iter().filter(|one| one.right.is_some()).collect();
        let share = |one: &Correctness| one.wrong().len() as f64 / count as f64;
        let based = all.iter().find(|one| one.name == baseline && share(one) <= BASELINE_OUT_BEYOND);
        let is_fair = |case: &usize| {
            let number_right = judged.iter().filter(|one| one.is_right(*case)).count();
            2 * number_right >= judged.len() && based.is_none_or(|based| based.is_right(*case))
        };
        let fair: Vec<usize> = (0..count).filter(is_fair).collect();
        let is_timed: Vec<bool> = all
            .iter()
            .map(|one| {
                let excess = fair.iter().filter(|case| !one.is_right(**case)).count();
                if one.name == baseline { based.is_some() } else { excess as f64 <= LEFT_OUT_BEYOND * fair.len() as f64 }
            })
            .collect();
        let timed = || all.iter().zip(&is_timed).filter(|(_, is_timed)| **is_timed);
        let cases = (0..count).filter(|case| timed().all(|(one, _)| one.is_right(*case))).collect();
        Selection { is_timed, cases }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn correctness<'a>(name: &'a str, wrong: &[usize]) -> Correctness<'a> {
        Correctness { name, right: Some((0..16).map(|case| !wrong.contains(&case)).collect()) }
    }

    #[test]
    fn who_gets_many_wrong_is_left_out_and_the_rest_timed_on_what_all_get_right() {
        let all = [
            correctness("good", &[]),
            correctness("fair", &[0, 1]),
            correctness("bad", &[3, 4, 5]),
            correctness("peer", &[7]),
            Correctness { name: "bound", right: None },
        ];
        let selection = Selection::of(&all, 16, "good");
        assert_eq!(selection.is_timed, [true, true, false, true, true]);
        assert_eq!(selection.cases, [2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15]);
        assert_eq!(all[2].wrong(), [3, 4, 5]);
    }

    #[test]
    fn without_a_baseline_only_the_cases_that_half_get_right_count() {
        // Case 0 is hard: three of four fail on it. Beside it "fair" fails on one case and "bad" on one too many.
        let all =
            [correctness("good", &[]), correctness("fair", &[0, 1]), correctness("poor", &[0]), correctness("bad", &[0, 3, 4])];
        let selection = Selection::of(&all, 16, "");
        assert_eq!(selection.is_timed, [true, true, true, false]);
        assert_eq!(selection.cases, (2..16).collect::<Vec<usize>>());
    }

    #[test]
    fn the_baseline_stays_unless_it_is_nearly_always_wrong() {
        let half: Vec<usize> = (0..8).collect();
        let selection = Selection::of(&[correctness("good", &[]), correctness("peer", &half)], 16, "peer");
        assert_eq!((selection.is_timed, selection.cases), (vec![true, true], (8..16).collect()));
        let most: Vec<usize> = (0..13).collect();
        let selection = Selection::of(&[correctness("good", &[]), correctness("peer", &most)], 16, "peer");
        assert_eq!((selection.is_timed, selection.cases), (vec![true, false], (0..16).collect()));
        // Others that fail where it fails do not bring it back.
        let selection = Selection::of(&[correctness("poor", &most), correctness("peer", &most)], 16, "peer");
        assert_eq!((selection.is_timed, selection.cases), (vec![true, false], vec![13, 14, 15]));
    }
}
