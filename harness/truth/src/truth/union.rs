//! Unions of convex parts: bodies that need not be convex.
//!
//! The distance of two unions is the least over pairs of parts; they overlap if any pair overlaps, otherwise they touch if any
//! pair touches.

use std::sync::OnceLock;

use dashu_ratio::RBig;
use gjk_cases::case::{Case, Class};

use super::Truth;
use crate::exact::{Bracket, Scaled};

/// Whether √x − p < √y − q, exactly, for squared distances x and y of cores and the sums p and q of their radii.
pub fn is_nearer((x, p): (&RBig, &RBig), (y, q): (&RBig, &RBig)) -> bool {
    let k = q - p;
    let squared = &k * &k;
    // √x + k < √y, squared once or twice with non-negative sides.
    if k >= RBig::ZERO {
        let rest = y - x - &squared;
        rest > RBig::ZERO && RBig::from(4) * squared * x < &rest * &rest
    } else {
        let rest = x - y - &squared;
        rest < RBig::ZERO || &rest * &rest < RBig::from(4) * squared * y
    }
}

/// The truth of a pair of parts.
#[derive(Clone, Debug)]
pub struct PairTruth {
    /// The number of the part of A.
    pub a: usize,
    /// The number of the part of B.
    pub b: usize,
    /// The two parts as a case.
    pub case: Case,
    /// The truth of the two parts.
    pub truth: Truth,
}

/// The truth of a pair of bodies, at least one of them a union.
#[derive(Clone, Debug)]
pub struct UnionTruth {
    /// Every pair of parts, by the numbers of the parts: those of A first.
    pub pairs: Vec<PairTruth>,
    /// How the bodies lie, if the pairs decide it.
    pub class: Option<Class>,
    /// D, over the whole bodies, in units of the coordinates.
    pub size: Scaled,
    // Computed on first use: every answer about the bodies needs it.
    distance_squared: OnceLock<Option<RBig>>,
}

/// log₂ of the relative difference up to which two numbers of about 100 bits may represent the same number.
const NOISE: i64 = -80;

impl UnionTruth {
    /// The truth of a case with finite coordinates.
    pub fn of(case: &Case) -> UnionTruth {
        let pair = |(a, b, case): (usize, usize, Case)| PairTruth { a, b, truth: Truth::of(&case), case };
        UnionTruth::of_pairs(case.pairs().map(pair).collect())
    }

    /// The truth that the pairs of parts give.
    pub(super) fn of_pairs(pairs: Vec<PairTruth>) -> UnionTruth {
        let any = |class: Option<Class>| pairs.iter().any(|pair| pair.truth.decided() == class);
        let decisive = [Some(Class::Overlapping), None, Some(Class::Touching)].into_iter().find(|class| any(*class));
        let class = decisive.unwrap_or(Some(Class::Separated));
        let size = pairs.iter().map(|pair| pair.truth.size()).max().unwrap_or(Scaled::ZERO);
        UnionTruth { pairs, class, size, distance_squared: OnceLock::new() }
    }

    /// The distance, in units of the coordinates.
    pub fn gap(&self) -> Bracket {
        let gaps = self.pairs.iter().map(|pair| pair.truth.gap());
        let nearer = |x: Bracket, y: Bracket| Bracket { low: x.low.min(y.low), high: x.high.min(y.high) };
        gaps.reduce(nearer).unwrap_or(Bracket::ZERO)
    }

    /// The exact squared distance, if every pair has one.
    pub fn distance_squared(&self) -> Option<RBig> {
        self.distance_squared.get_or_init(|| self.least_distance_squared()).clone()
    }

    fn least_distance_squared(&self) -> Option<RBig> {
        let has_root = |truth: &Truth| match truth {
            Truth::Hulls(hulls) => hulls.has_radii(),
            Truth::Halfspace(halfspace) => halfspace.height_squared.is_none(),
            Truth::Curved(_) | Truth::Union(_) | Truth::Cast(_) => true,
        };
        if self.pairs.iter().any(|pair| has_root(&pair.truth)) {
            return None;
        }
        // Fractions are computed only for the pairs whose rounded distance may be the least.
        let least = self.gap().low;
        let limit = least.plus(least.shifted(NOISE));
        let near = self.pairs.iter().filter(|pair| pair.truth.gap().low <= limit);
        near.filter_map(|pair| pair.truth.distance_squared()).min()
    }

    /// A lower bound of how much farther apart a pair is than the nearest one; exactly zero if exact numbers say so.
    pub fn excess(&self, pair: &PairTruth) -> Scaled {
        let mut excess = Scaled::ZERO;
        let exact = pair.exact();
        for other in &self.pairs {
            let more = pair.truth.gap().low.minus(other.truth.gap().high);
            // Fractions are slow, and only a greater excess counts.
            if more <= excess {
                continue;
            }
            let is_nearer = match (&exact, other.exact()) {
                (Some((x, p)), Some((y, q))) => is_nearer((&y, &q), (x, p)),
                _ => true,
            };
            if is_nearer {
                excess = more;
            }
        }
        excess
    }

    /// The truth of this pair of parts.
    pub fn pair(&self, a: usize, b: usize) -> Option<&PairTruth> {
        let place = self.pairs.binary_search_by_key(&(a, b), |pair| (pair.a, pair.b)).ok()?;
        Some(&self.pairs[place])
    }
}

impl PairTruth {
    /// The exact squared distance of the cores and the sum of the radii; `None` if a part is curved.
    fn exact(&self) -> Option<(RBig, RBig)> {
        self.truth.hulls().map(|truth| (truth.core_distance_squared(), truth.exact_radii().clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_with_radii_compare_without_roots() {
        let big = |x: i32| RBig::from(x);
        let nearer = |x, p, y, q| is_nearer((&big(x), &big(p)), (&big(y), &big(q)));
        for (x, y) in
            [(0, 0), (1, 4), (2, 3), (4, 9), (9, 4), (7, 7), (50, 32), (2, 8), (1, 0), (4, 0), (9, 0), (0, 9), (9, 64)]
        {
            for (p, q) in [(0, 0), (1, 0), (0, 1), (2, 5), (5, 2), (3, 1)] {
                let (left, right) = (f64::from(x).sqrt() - f64::from(p), f64::from(y).sqrt() - f64::from(q));
                let expected = left < right - 1e-12;
                assert_eq!(nearer(x, p, y, q), expected, "√{x} − {p} against √{y} − {q}");
            }
        }
    }
}
