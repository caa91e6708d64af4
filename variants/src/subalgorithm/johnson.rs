//! Johnson's distance subalgorithm: among all subsets of the vertices, the one whose affine hull's point nearest to the origin
//! lies inside it and is nearest for the whole simplex, found by recursive cofactors.
//!
//! # Derivation
//! For a subset X of the vertices y the weights of the affine hull's nearest point are λᵢ = Δᵢ(X) / Δ(X) with Δ(X) = Σ Δᵢ(X).
//! Cramer's rule gives the Δᵢ by a recursion over subsets:
//!
//! Δᵢ({i}) = 1,  Δⱼ(X ∪ {j}) = Σ_{i ∈ X} Δᵢ(X) (yᵢ·y_k − yᵢ·yⱼ), for any fixed k in X (here the first).
//!
//! X holds the nearest point if Δᵢ(X) > 0 for every i in X (the point is inside), and Δⱼ(X ∪ {j}) ≤ 0 for every j outside X
//! (no other vertex lies nearer along it). The subsets are tried in the published order: by size, and by index within a size.
//!
//! # Where it fails
//! The cofactors of a tetrahedron are of degree six in the coordinates. In rounded arithmetic their signs may contradict each
//! other, and no subset passes: then there is no feasible face. (The 1988 paper's backup procedure, which takes the best of the
//! subsets, is a variant of its own.)
//!
//! # Reference
//! E. G. Gilbert, D. W. Johnson, S. S. Keerthi: A fast procedure for computing the distance between complex objects in
//! three-dimensional space. IEEE Journal of Robotics and Automation 4 (1988), 193–203, section IV and appendix I.

use super::{Projection, Subalgorithm};
use crate::fast;
use crate::observe::Observer;
use crate::simplex::{Simplex, Subset, no_weights};
use crate::variant::{About, Promise};
use gjk_numbers::Space;
use gjk_numbers::{Ring, Scalar};

/// Johnson's subalgorithm, without the backup procedure.
#[derive(Clone, Copy, Debug, Default)]
pub struct Johnson;

impl<S: Space> Subalgorithm<S> for Johnson
where
    S::Scalar: Scalar,
{
    fn about(&self) -> About {
        About {
            name: "johnson",
            title: "Johnson's distance subalgorithm",
            citation: "Gilbert, Johnson, Keerthi: A fast procedure for computing the distance between complex objects in \
                       three-dimensional space (1988), without the backup procedure",
            promise: Promise::Distance,
        }
    }

    #[inline]
    fn project<O: Observer<S> + ?Sized>(&self, simplex: &Simplex<S>, observer: &mut O) -> Option<Projection<S>> {
        if fast::johnson::covers(simplex) {
            return fast::johnson::search(simplex);
        }
        search_any::<S, false>(simplex, observer)
    }
}

/// Johnson's subalgorithm with the backup procedure of the 1988 paper: where no subset passes, the nearest of those whose own
/// weights are positive.
#[derive(Clone, Copy, Debug, Default)]
pub struct JohnsonBackup;

impl<S: Space> Subalgorithm<S> for JohnsonBackup
where
    S::Scalar: Scalar,
{
    fn about(&self) -> About {
        About {
            name: "johnson-backup",
            title: "Johnson's subalgorithm with the backup procedure",
            citation: "Gilbert, Johnson, Keerthi: A fast procedure for computing the distance between complex objects in \
                       three-dimensional space (1988), with the backup procedure of its section IV",
            promise: Promise::Distance,
        }
    }

    #[inline]
    fn project<O: Observer<S> + ?Sized>(&self, simplex: &Simplex<S>, observer: &mut O) -> Option<Projection<S>> {
        let found = if fast::johnson::covers(simplex) { fast::johnson::search(simplex) } else { None };
        found.or_else(|| search_any::<S, true>(simplex, observer))
    }
}

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

/// By subset X and vertex i, Δᵢ(X).
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

/// The cofactors before the search: Δᵢ({i}) = 1, and nothing yet of larger subsets.
#[inline(always)]
pub(crate) fn cofactors<T: Ring, const N: usize, const M: usize>() -> Cofactors<T, N, M> {
    let mut delta: Cofactors<T, N, M> = std::array::from_fn(|_| std::array::from_fn(|_| T::zero()));
    for i in 0..N {
        delta[1 << i][i] = T::one();
    }
    delta
}

/// Whether X holds the nearest point; computes Δⱼ(X ∪ {j}) for every j outside X on the way.
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

/// The search in a simplex of any number of vertices.
#[inline(never)]
fn search_any<S: Space<Scalar: Scalar>, const BACKUP: bool>(
    simplex: &Simplex<S>,
    observer: &mut (impl Observer<S> + ?Sized),
) -> Option<Projection<S>> {
    match simplex.len() {
        1 => search::<S, 1, 2, BACKUP>(simplex, observer),
        2 => search::<S, 2, 4, BACKUP>(simplex, observer),
        3 => search::<S, 3, 8, BACKUP>(simplex, observer),
        4 => search::<S, 4, 16, BACKUP>(simplex, observer),
        _ => search::<S, 5, 32, BACKUP>(simplex, observer),
    }
}

/// Tries the subsets of N vertices in the published order; where none passes, the backup procedure if that is asked for. `M` is 2ᴺ.
pub(crate) fn search<S: Space, const N: usize, const M: usize, const BACKUP: bool>(
    simplex: &Simplex<S>,
    observer: &mut (impl Observer<S> + ?Sized),
) -> Option<Projection<S>>
where
    S::Scalar: Scalar,
{
    let order = const { published_order::<N, M>() };
    let product = products::<S, N>(std::array::from_fn(|i| simplex.point(i)));
    let mut delta = cofactors::<S::Scalar, N, M>();
    for &x in &order[..M - 1] {
        if passes(x.0 as usize, &product, &mut delta) {
            return Some(combine(simplex, x, &delta[x.0 as usize]));
        }
    }
    if !BACKUP {
        return None;
    }
    observer.region("backup");
    let mut best: Option<(Projection<S>, S::Scalar)> = None;
    for &x in &order[..M - 1] {
        if x.positions().all(|i| delta[x.0 as usize][i] > S::Scalar::zero()) {
            let candidate = combine(simplex, x, &delta[x.0 as usize]);
            let distance_squared = S::dot(&candidate.point, &candidate.point);
            if best.as_ref().is_none_or(|(_, least)| distance_squared < *least) {
                best = Some((candidate, distance_squared));
            }
        }
    }
    best.map(|(projection, _)| projection)
}

/// λᵢ = Δᵢ(X) / Δ(X) and v = Σ λᵢ yᵢ.
pub(crate) fn combine<S: Space, const N: usize>(simplex: &Simplex<S>, x: Subset, delta: &[S::Scalar; N]) -> Projection<S>
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
        let term = S::scaled(simplex.point(i), &weights[i]);
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
