//! The cases of a family with a given number of points, to be timed.

use super::Family;
use crate::case::{Arithmetic, Case};

/// The number of cases of a family that are searched for cases with one number of points.
const CANDIDATES: u64 = 1 << 14;

/// The number of points of the larger body.
pub fn points_of(case: &Case) -> usize {
    case.a.points().len().max(case.b.points().len())
}

/// The first cases, at most `most`, of a family whose larger body has this many points.
pub fn cases_of_size(family: &dyn Family, seed: u64, arithmetic: Arithmetic, points: usize, most: usize) -> Vec<Case> {
    let all = (0..CANDIDATES).map(|index| family.case(seed, arithmetic, index));
    all.filter(|case| points_of(case) == points).take(most).collect()
}

/// The numbers of points that at least one in 32 of the first 256 cases of a family have.
pub fn sizes(family: &dyn Family, seed: u64) -> Vec<usize> {
    let seen: Vec<usize> = (0..256).map(|index| points_of(&family.case(seed, Arithmetic::F64, index))).collect();
    let mut sizes = seen.clone();
    sizes.sort_unstable();
    sizes.dedup();
    sizes.retain(|size| seen.iter().filter(|other| *other == size).count() >= seen.len() / 32);
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family::named;

    #[test]
    fn sets_have_the_number_of_points_asked_for() {
        let family = named("smooth").unwrap();
        assert_eq!(sizes(family.as_ref(), 1), [8, 16, 32, 64, 128, 256, 512, 1024]);
        for (points, count) in [(8, 256), (1024, 32)] {
            let cases = cases_of_size(family.as_ref(), 1, Arithmetic::F64, points, count);
            assert_eq!(cases.len(), count);
            assert!(cases.iter().all(|case| points_of(case) == points));
        }
    }
}
