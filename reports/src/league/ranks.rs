//! Ranks: which variant beats which on the cases that both accepted.
//!
//! Comparing the intervals of two rates is not a test, least of all if both rates are over the same cases: only the cases that
//! one variant alone has wrong distinguish the two. x *beats* y if the exact sign test of these cases decides for x at 5 %. A
//! case on which a variant gave up counts as a wrong verdict of that variant, so giving up on hard cases does not improve a
//! rank. The rank of a variant is one plus the number of variants that beat it. A variant that no other beats need not beat any
//! variant itself.
//!
//! All families have the same number of cases, so a sum over them gives each the same weight.

use gjk_records::{Part, Signatures};

use crate::binomial::{LEVEL, sign_test};

/// The counts of a family for every pair of contestants.
struct OfFamily {
    /// At x n + y: the number of cases that both accepted and on which x alone had no right verdict.
    alone: Vec<u64>,
    /// At x n + y: the number of cases that both accepted.
    both: Vec<u64>,
}

/// The cases that pairs of contestants accepted, family by family.
pub(super) struct Matches {
    contestants: usize,
    families: Vec<OfFamily>,
}

impl Matches {
    pub fn new(contestants: usize) -> Matches {
        Matches { contestants, families: Vec::new() }
    }

    /// Adds the signatures of a family, for contestants with their places in the signatures.
    pub fn add(&mut self, signatures: &Signatures, contestants: &[(usize, usize)]) {
        let n = self.contestants;
        let mut family = OfFamily { alone: vec![0; n * n], both: vec![0; n * n] };
        for (parts, cases) in signatures.iter() {
            let part = |place: usize| parts.get(place).copied().unwrap_or(Part::Untaken);
            let all = contestants.iter().map(|&(who, place)| (who, part(place)));
            let took: Vec<(usize, Part)> = all.filter(|(_, part)| *part != Part::Untaken).collect();
            for &(x, of_x) in &took {
                for &(y, of_y) in took.iter().filter(|(y, _)| *y != x) {
                    family.both[x * n + y] += cases;
                    family.alone[x * n + y] += if (of_x, of_y) == (Part::Wrong, Part::Sound) { cases } else { 0 };
                }
            }
        }
        self.families.push(family);
    }

    /// Whether every pair has a case that both accepted; without that there are no ranks.
    pub fn are_complete(&self) -> bool {
        let n = self.contestants;
        let met = |x: usize, y: usize| self.families.iter().any(|family| family.both[x * n + y] > 0);
        (0..n).all(|x| (0..n).all(|y| x == y || met(x, y)))
    }

    /// Whether x beats y, without the family `left_out` if there is one.
    fn beats(&self, x: usize, y: usize, left_out: Option<usize>) -> bool {
        let families = self.families.iter().enumerate().filter(|(family, _)| Some(*family) != left_out);
        let sums = families.fold([0, 0], |[mine, theirs]: [u64; 2], (_, family)| {
            let n = self.contestants;
            [mine + family.alone[x * n + y], theirs + family.alone[y * n + x]]
        });
        sums[0] < sums[1] && sign_test(sums[0], sums[1]) <= LEVEL
    }

    fn ranks(&self, left_out: Option<usize>) -> Vec<usize> {
        let rank = |y: usize| 1 + (0..self.contestants).filter(|&x| x != y && self.beats(x, y, left_out)).count();
        (0..self.contestants).map(rank).collect()
    }

    /// The rank of each contestant, with its least and its greatest rank if any one family is left out.
    pub fn places(&self) -> Vec<(usize, [usize; 2])> {
        let mut places: Vec<(usize, [usize; 2])> = self.ranks(None).into_iter().map(|rank| (rank, [rank; 2])).collect();
        // Without its only family, a league would have no cases to rank by.
        for family in (0..self.families.len()).filter(|_| self.families.len() > 1) {
            for ((_, [least, most]), rank) in places.iter_mut().zip(self.ranks(Some(family))) {
                (*least, *most) = ((*least).min(rank), (*most).max(rank));
            }
        }
        places
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Matches of these contestants, in the order of the signatures of families.
    fn matches(contestants: usize, families: &[&str]) -> Matches {
        let mut matches = Matches::new(contestants);
        for text in families {
            let signatures = serde_json::from_str(text).unwrap();
            matches.add(&signatures, &(0..contestants).map(|place| (place, place)).collect::<Vec<_>>());
        }
        matches
    }

    fn ranks(contestants: usize, families: &[&str]) -> Vec<usize> {
        matches(contestants, families).places().into_iter().map(|(rank, _)| rank).collect()
    }

    #[test]
    fn six_cases_against_none_beat_and_five_do_not() {
        assert_eq!(ranks(2, &[r#"{"..":90,"x.":6}"#]), [2, 1]);
        assert_eq!(ranks(2, &[r#"{"..":90,"x.":5}"#]), [1, 1]);
        // Cases that both have wrong, or that one did not accept, do not count.
        assert_eq!(ranks(2, &[r#"{"xx":90,"x-":90,"x.":5}"#]), [1, 1]);
        // The counts of families are added up.
        assert_eq!(ranks(2, &[r#"{"x.":3}"#, r#"{"x.":3}"#]), [2, 1]);
    }

    #[test]
    fn ties_in_pairs_do_not_order_and_a_rank_counts_those_that_beat() {
        // Computed by hand: the first is wrong 3 times, the second 7 times and the third 12 times, each on cases that the
        // others have right. 3 against 7 does not decide (2 × 176 / 1024), and neither does 7 against 12; 3 against 12 does (2
        // × 576 / 32768).
        let cases = r#"{"...":100,"x..":3,".x.":7,"..x":12}"#;
        assert_eq!(ranks(3, &[cases]), [1, 1, 2]);
        // The variant that both others beat is third, although these two are tied.
        assert_eq!(ranks(3, &[r#"{"...":100,"x..":1,"..x":20}"#]), [1, 1, 3]);
    }

    #[test]
    fn leaving_a_family_out_gives_a_range() {
        // The second is beaten only in the first family.
        let found = matches(2, &[r#"{".x":8,"..":2}"#, r#"{"..":10}"#, r#"{"x.":1,"..":9}"#]).places();
        assert_eq!(found, [(1, [1, 1]), (2, [1, 2])]);
        // A single family cannot be left out.
        assert_eq!(matches(2, &[r#"{".x":8}"#]).places(), [(1, [1, 1]), (2, [2, 2])]);
    }

    #[test]
    fn the_order_of_the_contestants_changes_no_rank() {
        let signatures: Signatures =
            serde_json::from_str(r#"{"....":50,"x...":9,".xx.":7,"...x":1,"xx.-":3,"-..x":2}"#).unwrap();
        let of = |order: [usize; 4]| {
            let mut matches = Matches::new(4);
            matches.add(&signatures, &order.into_iter().enumerate().collect::<Vec<_>>());
            let ranks = matches.places();
            (0..4).map(|place| ranks[order.iter().position(|at| *at == place).unwrap()]).collect::<Vec<_>>()
        };
        for order in [[3, 2, 1, 0], [1, 0, 3, 2], [2, 3, 0, 1]] {
            assert_eq!(of(order), of([0, 1, 2, 3]), "{order:?}");
        }
    }

    #[test]
    fn unmatched_variants_are_not_ranked() {
        assert!(matches(3, &[r#"{"..":5}"#, r#"{"x-.":1,"-..":1}"#]).are_complete());
        assert!(!matches(3, &[r#"{"..":5}"#, r#"{"x-.":1}"#]).are_complete());
        assert!(!matches(2, &["{}"]).are_complete());
        assert!(matches(1, &["{}"]).are_complete());
    }

    /// Whether two counts are too unequal for chance, in whole numbers: twice the probability of at most `few` heads in
    /// `few + many` throws of a coin is at most a twentieth.
    fn is_unequal(few: u64, many: u64) -> bool {
        let (throws, mut choices, mut tail) = (u128::from(few + many), 1_u128, 0_u128);
        for hits in 0..=u128::from(few) {
            tail += choices;
            choices = choices * (throws - hits) / (hits + 1);
        }
        few < many && 40 * tail <= 1 << throws
    }

    #[test]
    fn a_variant_beats_another_by_the_cases_that_the_other_one_alone_has_wrong_and_by_no_others() {
        for sum in 0..=48 {
            for one in 0..=sum {
                let other = sum - one;
                let family = |both: &str| format!(r#"{{"x.":{one},".x":{other},{both}}}"#);
                let alone = family("\"..\":0");
                let expected = [1 + usize::from(is_unequal(other, one)), 1 + usize::from(is_unequal(one, other))];
                assert_eq!(ranks(2, &[&alone]), expected, "{one} against {other}");
                // Cases that both have wrong or right, or that one of them did not accept, change nothing, however many there
                // are.
                for both in ["xx", "..", "x-", ".-", "-x", "-."] {
                    let with = family(&format!("\"{both}\":77"));
                    assert_eq!(ranks(2, &[&with]), expected, "{one} against {other}, and {both}");
                }
            }
        }
        // 5 % is between these pairs of counts: 2 (1 + 9) / 512 and 2 (1 + 8) / 256, and so on.
        assert!([(0, 6), (1, 8), (2, 10), (9, 21)].into_iter().all(|(few, many)| is_unequal(few, many)));
        assert!(![(0, 5), (1, 7), (2, 9), (9, 20)].into_iter().any(|(few, many)| is_unequal(few, many)));
    }

    #[test]
    fn a_family_left_out_may_make_a_rank_worse() {
        // Each is beaten in one family, and neither is beaten in both families together.
        let found = matches(2, &[r#"{"x.":6}"#, r#"{".x":6}"#]).places();
        assert_eq!(found, [(1, [1, 2]), (1, [1, 2])]);
        // Seven against one does not decide; without the third family, seven against none does, twice.
        let found = matches(3, &[r#"{"...":9}"#, r#"{"x..":7}"#, r#"{".xx":1}"#]).places();
        assert_eq!(found, [(1, [1, 3]), (1, [1, 1]), (1, [1, 1])]);
    }

    #[test]
    fn the_cases_of_every_family_count_the_same_and_of_each_pair_only_its_own() {
        // The first and the second meet only in the first family, the second and the third only in the second.
        let mut found = Matches::new(3);
        let of = |text: &str| serde_json::from_str::<Signatures>(text).unwrap();
        found.add(&of(r#"{".x":4,"xx":50}"#), &[(0, 0), (1, 1)]);
        found.add(&of(r#"{"x.":3,".x":1}"#), &[(1, 0), (2, 1)]);
        found.add(&of(r#"{"x.":2}"#), &[(1, 1), (0, 0)]);
        assert!(!found.are_complete());
        // At x n + y: the cases that x alone has wrong.
        let alone: Vec<&[u64]> = found.families.iter().map(|family| &family.alone[..]).collect();
        assert_eq!(alone, [[0, 0, 0, 4, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 3, 0, 1, 0], [0, 2, 0, 0, 0, 0, 0, 0, 0]]);
        let both: Vec<&[u64]> = found.families.iter().map(|family| &family.both[..]).collect();
        assert_eq!(both, [[0, 54, 0, 54, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 4, 0, 4, 0], [0, 2, 0, 2, 0, 0, 0, 0, 0]]);
    }
}
