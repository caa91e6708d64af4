//! Who is timed in a cell, and on which of its cases: nobody on a case that one of those timed gets wrong.

/// A contestant is left out of a comparison, lest it remove the hard cases for all others, if it gets more than this share of
/// the set wrong that half of the contestants or more get right.
pub const LEFT_OUT_BEYOND: f64 = 0.125;

/// The baseline is left out where it gets more than this share of the cases wrong; there are no ratios then.
const BASELINE_OUT_BEYOND: f64 = 0.75;

/// What a contestant got right, case by case.
pub struct Standing<'a> {
    /// Its name.
    pub name: &'a str,
    /// Whether its answer is right; none for a contestant that answers nothing.
    pub right: Option<Vec<bool>>,
}

impl Standing<'_> {
    /// How many answers are not right.
    pub fn wrong(&self) -> usize {
        self.right.iter().flatten().filter(|right| !**right).count()
    }
}

/// The choice.
#[derive(Debug, PartialEq)]
pub struct Field {
    /// For each contestant, whether it is timed.
    pub is_timed: Vec<bool>,
    /// The cases that all of those get right.
    pub cases: Vec<usize>,
}

/// Leaves out who gets too many cases wrong: more than an eighth of those that half of the contestants or more and the
/// baseline get right. The baseline itself stays unless it gets nearly all wrong, and its cases are timed for all.
pub fn choose(standings: &[Standing], count: usize, baseline: &str) -> Field {
    let is_right = |standing: &Standing, case: usize| standing.right.as_ref().is_none_or(|right| right[case]);
    let judged: Vec<&Standing> = standings.iter().filter(|standing| standing.right.is_some()).collect();
    let share = |standing: &Standing| standing.wrong() as f64 / count as f64;
    let based = standings.iter().find(|standing| standing.name == baseline && share(standing) <= BASELINE_OUT_BEYOND);
    let is_fair = |case: &usize| {
        let number_right = judged.iter().filter(|standing| is_right(standing, *case)).count();
        2 * number_right >= judged.len() && based.is_none_or(|based| is_right(based, *case))
    };
    let fair: Vec<usize> = (0..count).filter(is_fair).collect();
    let is_timed: Vec<bool> = standings
        .iter()
        .map(|standing| {
            let excess = fair.iter().filter(|case| !is_right(standing, **case)).count();
            if standing.name == baseline { based.is_some() } else { excess as f64 <= LEFT_OUT_BEYOND * fair.len() as f64 }
        })
        .collect();
    let timed = || standings.iter().zip(&is_timed).filter(|(_, is_timed)| **is_timed);
    let cases = (0..count).filter(|case| timed().all(|(standing, _)| is_right(standing, *case))).collect();
    Field { is_timed, cases }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing<'a>(name: &'a str, wrong: &[usize]) -> Standing<'a> {
        Standing { name, right: Some((0..16).map(|case| !wrong.contains(&case)).collect()) }
    }

    #[test]
    fn who_gets_many_wrong_is_left_out_and_the_rest_timed_on_what_all_get_right() {
        let standings = [
            standing("good", &[]),
            standing("fair", &[0, 1]),
            standing("bad", &[3, 4, 5]),
            standing("peer", &[7]),
            Standing { name: "bound", right: None },
        ];
        let field = choose(&standings, 16, "good");
        assert_eq!(field.is_timed, [true, true, false, true, true]);
        assert_eq!(field.cases, [2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15]);
        assert_eq!(standings[2].wrong(), 3);
    }

    #[test]
    fn the_baseline_stays_unless_it_is_nearly_always_wrong() {
        let half: Vec<usize> = (0..8).collect();
        let field = choose(&[standing("good", &[]), standing("peer", &half)], 16, "peer");
        assert_eq!((field.is_timed, field.cases), (vec![true, true], (8..16).collect()));
        let most: Vec<usize> = (0..13).collect();
        let field = choose(&[standing("good", &[]), standing("peer", &most)], 16, "peer");
        assert_eq!((field.is_timed, field.cases), (vec![true, false], (0..16).collect()));
        // Others that fail where it fails do not bring it back.
        let field = choose(&[standing("poor", &most), standing("peer", &most)], 16, "peer");
        assert_eq!((field.is_timed, field.cases), (vec![true, false], vec![13, 14, 15]));
    }
}
