//! The competitors that are timed on a set of cases, and the cases: a case that a timed competitor gets wrong is not among
//! them.

use gjk_records::Question;
use gjk_solvers::{ErasedVariant, PosedCase, Roster, question_of};
use gjk_truth::judge::TOLERANCE;

/// A competitor is left out of a comparison if it gets more than this share of the cases wrong that half of the competitors or
/// more get right.
///
/// Otherwise it would remove the hard cases for all other competitors.
const LEFT_OUT_BEYOND: f64 = 0.125;

/// The baseline is left out if it gets more than this share of the cases wrong; there are no ratios then.
const BASELINE_OUT_BEYOND: f64 = 0.75;

/// The cases that a competitor gets right.
pub struct Correctness<'a> {
    /// The competitor.
    pub name: &'a str,
    /// Whether its answer is right, case by case; `None` for a row that answers nothing.
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

/// The variants of a roster that answer the question on all of these cases, and for each case whether the answer [may be
/// timed](Question::times).
///
/// A variant to which one of the cases is not applicable is not among them.
pub fn answering<'a>(roster: &'a Roster, cases: &[PosedCase], question: Question) -> Vec<(&'a ErasedVariant, Vec<bool>)> {
    let is_asked = |variant: &ErasedVariant| question_of(variant.about.promise).contest() == question;
    let mut answering: Vec<(&ErasedVariant, Vec<bool>)> =
        roster.entries().iter().filter(|variant| is_asked(variant)).map(|variant| (variant, Vec::new())).collect();
    for case in cases {
        for judged in case.ask(roster, TOLERANCE, is_asked) {
            let place = answering.iter().position(|(variant, _)| std::ptr::eq(*variant, judged.variant));
            match (place, judged.outcome) {
                (Some(place), Some((_, judgement))) => answering[place].1.push(question.times(judgement.ruling)),
                (Some(place), None) => drop(answering.remove(place)),
                (None, _) => {}
            }
        }
    }
    answering
}

/// The timed competitors, and the cases.
#[derive(Debug, PartialEq)]
pub struct Selection {
    /// For each competitor, whether it is timed.
    pub is_timed: Vec<bool>,
    /// The cases that all timed competitors get right.
    pub cases: Vec<usize>,
}

impl Selection {
    /// Leaves out a competitor that gets too many cases wrong: more than an eighth of those that half of the competitors or
    /// more and the baseline, if there is one of that name, get right.
    ///
    /// The baseline itself stays unless it gets more than three quarters of all cases wrong; while it stays, the cases that it
    /// gets wrong are not timed.
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
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    use gjk_cases::case::Arithmetic;
    use gjk_cases::family::{Family, duel_families};

    use super::*;

    #[test]
    fn inapplicable_variants_are_not_timed_and_answers_keep_their_variants() {
        let roster = Roster::builtin();
        let case = |points: usize| {
            let name = format!("duel-hull-{points}-overlap");
            let family = duel_families().iter().find(|family| family.name() == name).expect("a family");
            PosedCase::pose(&family.case(1, Arithmetic::F64, 3), Arithmetic::F64).expect("finite")
        };
        let names = |cases: &[PosedCase]| -> Vec<&str> {
            answering(&roster, cases, Question::Depth).iter().map(|(variant, _)| variant.about.name).collect()
        };
        let (few, many) = (|| case(8), || case(128));
        let all = names(&[few()]);
        assert!(all.contains(&"sat") && all.contains(&"mpr") && !all.contains(&"signed-volumes"), "{all:?}");
        // Bodies of this many points have too many faces and edges.
        let beside: Vec<&str> = all.iter().filter(|name| **name != "sat").copied().collect();
        assert_eq!(names(&[many(), few()]), beside);
        assert_eq!(names(&[few(), many()]), beside);
        let cases = [few(), many(), few()];
        for (variant, right) in answering(&roster, &cases, Question::Depth) {
            let alone = |case: &PosedCase| {
                let judged = case.ask(&roster, TOLERANCE, |other| other.about.name == variant.about.name);
                Question::Depth.times(judged[0].outcome.as_ref().expect("it is applicable").1.ruling)
            };
            assert_eq!(right, cases.each_ref().map(alone), "{}", variant.about.name);
        }
    }

    fn correctness<'a>(name: &'a str, wrong: &[usize]) -> Correctness<'a> {
        Correctness { name, right: Some((0..16).map(|case| !wrong.contains(&case)).collect()) }
    }

    #[test]
    fn unreliable_variants_are_left_out_and_others_timed_on_common_right_cases() {
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
        // Case 0 is hard: three of four fail on it. In addition, "fair" fails on one case and "bad" on one too many.
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
        // Other competitors that fail where it fails do not bring it back.
        let selection = Selection::of(&[correctness("poor", &most), correctness("peer", &most)], 16, "peer");
        assert_eq!((selection.is_timed, selection.cases), (vec![true, false], vec![13, 14, 15]));
    }

    #[test]
    fn a_share_at_its_limit_is_not_beyond_it() {
        // Twelve of sixteen are three quarters, and the other is wrong on one of the remaining four: more than an eighth.
        let most: Vec<usize> = (0..12).collect();
        let all = [correctness("good", &[]), correctness("other", &[15]), correctness("peer", &most)];
        let selection = Selection::of(&all, 16, "peer");
        assert_eq!((selection.is_timed, selection.cases), (vec![true, false, true], (12..16).collect()));
        // Case 0 is right for half of four, and so counts: "last" is wrong on three of sixteen. Without case 0 it would be
        // wrong on two of fifteen.
        let all = [correctness("a", &[0]), correctness("b", &[]), correctness("c", &[]), correctness("last", &[0, 1, 2])];
        assert_eq!(Selection::of(&all, 16, "").is_timed, [true, true, true, false]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn neither_the_order_of_competitors_nor_that_of_cases_has_a_say_and_no_wrong_answer_is_timed(
            right in prop::collection::vec(prop::collection::vec(prop::bool::weighted(0.9), 24), 1..6),
            competitors in Just((0..5).collect::<Vec<usize>>()).prop_shuffle(),
            cases in Just((0..24).collect::<Vec<usize>>()).prop_shuffle(),
        ) {
            let names = ["a", "b", "c", "d", "e"];
            let competitors: Vec<usize> = competitors.into_iter().filter(|place| *place < right.len()).collect();
            let one = |place: usize, cases: &[usize]| {
                let right = cases.iter().map(|case| right[place][*case]).collect();
                Correctness { name: names[place], right: Some(right) }
            };
            let in_order: Vec<usize> = (0..24).collect();
            let first: Vec<Correctness> = (0..right.len()).map(|place| one(place, &in_order)).collect();
            let other: Vec<Correctness> = competitors.iter().map(|place| one(*place, &cases)).collect();
            let (first, other) = (Selection::of(&first, 24, "a"), Selection::of(&other, 24, "a"));
            for (place, is_timed) in competitors.iter().zip(&other.is_timed) {
                prop_assert_eq!(*is_timed, first.is_timed[*place]);
            }
            let mut same: Vec<usize> = other.cases.iter().map(|case| cases[*case]).collect();
            same.sort_unstable();
            prop_assert_eq!(&same, &first.cases);
            let are_timed = (0..right.len()).filter(|place| first.is_timed[*place]);
            let all_right = |case: usize| are_timed.clone().all(|place| right[place][case]);
            let expected: Vec<usize> = (0..24).filter(|case| all_right(*case)).collect();
            prop_assert_eq!(&first.cases, &expected, "all that those timed get right, and nothing else");
        }
    }
}
