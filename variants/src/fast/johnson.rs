//! Johnson's search with its subsets written out.
//!
//! # Loop unrolling
//! As each subset is known to the compiler, the cofactors need no table in memory. It takes less than half the time of the search
//! in tables (827 to 343 ns at 8 points and a gap of 1e-2 in doubles; AMD EPYC, family 25). Exact operations take so long that
//! tables cost nothing, and they are long to compile: there is nothing written out for them.

use gjk_numbers::{Ring, Scalar, Space};

use crate::projection::Projection;
use crate::simplex::{Simplex, Subset};
use crate::subalgorithm::johnson::cofactors::{cofactors, combine, passes, products, published_order};

/// Whether the search in this simplex and a newest vertex is written out: for rounded numbers and up to four vertices.
#[inline(always)]
pub(crate) fn covers<S: Space>(older: &Simplex<S>) -> bool {
    !S::Scalar::EXACT && older.len() <= 3
}

/// What the search without backup procedure finds in a simplex and a newest vertex that are covered.
#[inline(always)]
pub(crate) fn search<S: Space<Scalar: Scalar>>(older: &Simplex<S>, newest: &S::Vector) -> Option<Projection<S>> {
    match older.len() {
        0 => of_one(older, newest),
        1 => of_two(older, newest),
        2 => of_three(older, newest),
        _ => of_four(older, newest),
    }
}

/// Whether these are all subsets in the published order.
const fn is_published_order<const N: usize, const M: usize>(subsets: &[u64]) -> bool {
    let order = published_order::<N, M>();
    let mut place = 0;
    while place < subsets.len() && order[place].0 == subsets[place] {
        place += 1;
    }
    place == M - 1 && place == subsets.len()
}

macro_rules! written_out {
    ($name:ident, $N:literal, $M:literal, $($x:literal)*) => {
        fn $name<S: Space>(older: &Simplex<S>, newest: &S::Vector) -> Option<Projection<S>>
        where
            S::Scalar: Scalar,
        {
            const { assert!(is_published_order::<$N, $M>(&[$($x),*])) };
            let y: [&S::Vector; $N] = older.points_with(newest);
            let product = products::<S, $N>(y);
            let mut delta = cofactors::<S::Scalar, $N, $M>();
            let (x, delta) = 'found: {
                $(if passes($x, &product, &mut delta) {
                    break 'found (Subset($x), delta[$x].clone());
                })*
                return None;
            };
            Some(combine(y, x, &delta))
        }
    };
}

written_out! { of_one, 1, 2, 1 }
written_out! { of_two, 2, 4, 1 2 3 }
written_out! { of_three, 3, 8, 1 2 4 3 5 6 7 }
written_out! { of_four, 4, 16, 1 2 4 8 3 5 9 6 10 12 7 11 13 14 15 }
