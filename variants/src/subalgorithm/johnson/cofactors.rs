//! The cofactors Δᵢ(X), in the order in which Johnson's search needs them.

use gjk_numbers::{Ring, Scalar, Space};

use crate::projection::Projection;
use crate::simplex::{Subset, no_weights};

/// The non-empty subsets of `N` vertices by size, and by index within a size. `M` is 2ᴺ; the last place is unused.
pub(crate) const fn published_order<const N: usize, const M: usize>() -> [Subset; M] {
    let mut order = [Subset(0); M];
    let mut place = 0;
    let mut size = 1;
    while size <= N {
        // Read as a binary fraction with vertex 0 first, a greater number comes first: {0,1}, {0,2}, …, {1,2}, ….
        let mut mirrored = M;
        while mirrored > 1 {
            mirrored -= 1;
            let bits = (mirrored as u64).reverse_bits() >> (64 - N);
            if bits.count_ones() as usize == size {
                order[place] = Subset(bits);
                place += 1;
            }
        }
        size += 1;
    }
    order
}

/// Δᵢ(X), indexed by the subset X and the vertex i.
type Cofactors<T, const N: usize, const M: usize> = [[T; N]; M];

/// yᵢ·yⱼ.
#[inline(always)]
pub(crate) fn products<S: Space, const N: usize>(y: [&S::Vector; N]) -> [[S::Scalar; N]; N] {
    let mut product: [[S::Scalar; N]; N] = std::array::from_fn(|_| std::array::from_fn(|_| S::Scalar::zero()));
    for i in 0..N {
        for j in 0..=i {
            let dot = S::dot(y[i], y[j]);
            product[j][i] = dot.clone();
            product[i][j] = dot;
        }
    }
    product
}

/// The cofactors before the search: Δᵢ({i}) = 1, and no values yet for larger subsets.
#[inline(always)]
pub(crate) fn cofactors<T: Ring, const N: usize, const M: usize>() -> Cofactors<T, N, M> {
    let mut delta: Cofactors<T, N, M> = std::array::from_fn(|_| std::array::from_fn(|_| T::zero()));
    for i in 0..N {
        delta[1 << i][i] = T::one();
    }
    delta
}

/// Whether X holds the nearest point. Also computes Δⱼ(X ∪ {j}) for every j outside X.
#[inline(always)]
pub(crate) fn passes<T: Ring, const N: usize, const M: usize>(
    x: usize,
    product: &[[T; N]; N],
    delta: &mut Cofactors<T, N, M>,
) -> bool {
    let k = x.trailing_zeros() as usize;
    let mut nearest = true;
    for i in 0..N {
        if x >> i & 1 == 1 {
            // Written so that a NaN fails.
            nearest &= delta[x][i] > T::zero();
        }
    }
    for j in 0..N {
        if x >> j & 1 == 0 {
            let mut sum = T::zero();
            for i in 0..N {
                if x >> i & 1 == 1 {
                    let difference = product[i][k].minus(&product[i][j]);
                    sum = sum.plus(&delta[x][i].times(&difference));
                }
            }
            nearest &= sum <= T::zero();
            delta[x | 1 << j][j] = sum;
        }
    }
    nearest
}

/// λᵢ = Δᵢ(X) / Δ(X) and v = Σ λᵢ yᵢ.
#[inline(always)]
pub(crate) fn combine<S: Space, const N: usize>(y: [&S::Vector; N], x: Subset, delta: &[S::Scalar; N]) -> Projection<S>
where
    S::Scalar: Scalar,
{
    let mut weights = no_weights();
    let mut sum = S::Scalar::zero();
    for i in x.positions() {
        sum = sum.plus(&delta[i]);
    }
    let mut point: Option<S::Vector> = None;
    for i in x.positions() {
        weights[i] = delta[i].over(&sum);
        let term = S::scaled(y[i], &weights[i]);
        point = Some(match point {
            Some(point) => S::plus(&point, &term),
            None => term,
        });
    }
    Projection { point: point.unwrap_or_else(S::zero), kept: x, weights }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_come_by_size_and_then_by_index() {
        let order = published_order::<3, 8>();
        let expected = [0b001, 0b010, 0b100, 0b011, 0b101, 0b110, 0b111];
        assert_eq!(order[..7], expected.map(Subset));
    }
}
