//! Performance profiles of Dolan and Moré (Mathematical Programming 91, 2002): the share of queries that a variant solves
//! within a factor τ of the fastest variant that solves the query.
//!
//! A query that no variant solves counts, and so does a query that a variant fails: its factor is infinite. The right end of a
//! curve is the share that is solved at all. Families have equal weights, however many queries each has.
//!
//! A profile compares with the best of the drawn variants, so leaving one out may change the order of the others (Gould and
//! Scott, ACM Transactions on Mathematical Software 43, 2016); ratios of pairs do not have this weakness.

use std::collections::BTreeMap;

use crate::sorted::sort_by;

/// A query: its family, and the time of each contestant that solved it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Query {
    pub family: usize,
    pub times: Vec<Option<f64>>,
}

/// A curve: factors τ, ascending, and the share of the queries that are solved within it.
pub(crate) type Curve = Vec<(f64, f64)>;

/// The curves of all contestants.
pub(crate) fn profile(queries: &[Query], contestants: usize) -> Vec<Curve> {
    let mut families: BTreeMap<usize, f64> = BTreeMap::new();
    queries.iter().for_each(|query| *families.entry(query.family).or_default() += 1.0);
    let weight = |query: &Query| 1.0 / (families.len() as f64 * families[&query.family]);
    let curve = |contestant: usize| {
        let mut factors: Vec<(f64, f64)> = queries
            .iter()
            .filter_map(|query| {
                let best = query.times.iter().flatten().copied().min_by(f64::total_cmp)?;
                Some((query.times[contestant]? / best, weight(query)))
            })
            .collect();
        sort_by(&mut factors, &mut |one, other| one.0.total_cmp(&other.0));
        let mut curve: Curve = Vec::new();
        let mut share = 0.0;
        for (factor, weight) in factors {
            share += weight;
            match curve.last_mut() {
                Some(last) if last.0 == factor => last.1 = share,
                _ => curve.push((factor, share)),
            }
        }
        curve
    };
    (0..contestants).map(curve).collect()
}

/// The share at a factor.
pub(crate) fn at(curve: &Curve, factor: f64) -> f64 {
    curve.iter().take_while(|(known, _)| *known <= factor).last().map_or(0.0, |(_, share)| *share)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(family: usize, times: [f64; 3]) -> Query {
        // A time of 0 stands for a failure.
        Query { family, times: times.into_iter().map(|time| (time > 0.0).then_some(time)).collect() }
    }

    #[test]
    fn curves_are_those_by_hand() {
        // In the first family, of four queries, the second contestant fails one; the single query of the second family is
        // solved by none.
        let queries = [
            query(0, [1.0, 2.0, 4.0]),
            query(0, [3.0, 1.0, 1.0]),
            query(0, [2.0, 0.0, 2.0]),
            query(0, [4.0, 1.0, 2.0]),
            query(7, [0.0, 0.0, 0.0]),
        ];
        let curves = profile(&queries, 3);
        // Each query of the first family weighs 1/8, the query of the second 1/2.
        assert_eq!(curves[0], [(1.0, 0.25), (3.0, 0.375), (4.0, 0.5)]);
        assert_eq!(curves[1], [(1.0, 0.25), (2.0, 0.375)]);
        assert_eq!(curves[2], [(1.0, 0.25), (2.0, 0.375), (4.0, 0.5)]);
        assert_eq!([0.5, 1.0, 2.9, 3.0, 99.0].map(|factor| at(&curves[0], factor)), [0.0, 0.25, 0.25, 0.375, 0.5]);
    }

    #[test]
    fn an_omitted_variant_changes_the_best_time() {
        let queries = [query(0, [1.0, 2.0, 4.0])];
        let without_the_first = [query(0, [0.0, 2.0, 4.0])];
        assert_eq!(profile(&queries, 3)[1], [(2.0, 1.0)]);
        assert_eq!(profile(&without_the_first, 3)[1], [(1.0, 1.0)]);
        assert_eq!(profile(&[], 2), [Vec::new(), Vec::new()]);
    }
}
