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
        match simplex.len() {
            1 => of_one(simplex),
            2 => of_two(simplex),
            3 => of_three(simplex),
            4 => of_four(simplex),
            _ => search::<S, 5, 32, false>(simplex, observer),
        }
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
        match simplex.len() {
            1 => of_one(simplex),
            2 => of_two(simplex).or_else(|| search::<S, 2, 4, true>(simplex, observer)),
            3 => of_three(simplex).or_else(|| search::<S, 3, 8, true>(simplex, observer)),
            4 => of_four(simplex).or_else(|| search::<S, 4, 16, true>(simplex, observer)),
            _ => search::<S, 5, 32, true>(simplex, observer),
        }
    }
}

/// The non-empty subsets of `N` vertices by size, and by index within a size. `M` is 2ᴺ; the last place is unused.
const fn published_order<const N: usize, const M: usize>() -> [Subset; M] {
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
fn products<S: Space, const N: usize>(simplex: &Simplex<S>) -> [[S::Scalar; N]; N] {
    let mut product: [[S::Scalar; N]; N] = std::array::from_fn(|_| std::array::from_fn(|_| S::Scalar::zero()));
    for i in 0..N {
        for j in 0..=i {
            let dot = S::dot(simplex.point(i), simplex.point(j));
            product[j][i] = dot.clone();
            product[i][j] = dot;
        }
    }
    product
}

/// The cofactors before the search: Δᵢ({i}) = 1, and nothing yet of larger subsets.
#[inline(always)]
fn cofactors<T: Ring, const N: usize, const M: usize>() -> Cofactors<T, N, M> {
    let mut delta: Cofactors<T, N, M> = std::array::from_fn(|_| std::array::from_fn(|_| T::zero()));
    for i in 0..N {
        delta[1 << i][i] = T::one();
    }
    delta
}

/// Whether X holds the nearest point; computes Δⱼ(X ∪ {j}) for every j outside X on the way.
#[inline(always)]
fn passes<T: Ring, const N: usize, const M: usize>(x: usize, product: &[[T; N]; N], delta: &mut Cofactors<T, N, M>) -> bool {
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

/// Whether these are all subsets in the published order.
const fn is_published_order<const N: usize, const M: usize>(subsets: &[u64]) -> bool {
    let order = published_order::<N, M>();
    let mut place = 0;
    while place < subsets.len() && order[place].0 == subsets[place] {
        place += 1;
    }
    place == M - 1 && place == subsets.len()
}

/// The search with its subsets, in the published order, written out: so each is known to the compiler, and the cofactors need no
/// table in memory. It takes less than half the time.
macro_rules! written_out {
    ($name:ident, $N:literal, $M:literal, $($x:literal)*) => {
        fn $name<S: Space>(simplex: &Simplex<S>) -> Option<Projection<S>>
        where
            S::Scalar: Scalar,
        {
            const { assert!(is_published_order::<$N, $M>(&[$($x),*])) };
            if S::Scalar::EXACT {
                // Exact operations take so long that tables cost nothing, and they are long to compile.
                return search::<S, $N, $M, false>(simplex, &mut ());
            }
            let product = products::<S, $N>(simplex);
            let mut delta = cofactors::<S::Scalar, $N, $M>();
            let (x, delta) = 'found: {
                $(if passes($x, &product, &mut delta) {
                    break 'found (Subset($x), delta[$x].clone());
                })*
                return None;
            };
            Some(combine(simplex, x, &delta))
        }
    };
}

written_out! { of_one, 1, 2, 1 }
written_out! { of_two, 2, 4, 1 2 3 }
written_out! { of_three, 3, 8, 1 2 4 3 5 6 7 }
written_out! { of_four, 4, 16, 1 2 4 8 3 5 9 6 10 12 7 11 13 14 15 }

/// The search in any simplex; where no subset passes, by the backup procedure if that is asked for.
#[inline(never)]
fn search<S: Space, const N: usize, const M: usize, const BACKUP: bool>(
    simplex: &Simplex<S>,
    observer: &mut (impl Observer<S> + ?Sized),
) -> Option<Projection<S>>
where
    S::Scalar: Scalar,
{
    let order = const { published_order::<N, M>() };
    let product = products::<S, N>(simplex);
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
fn combine<S: Space, const N: usize>(simplex: &Simplex<S>, x: Subset, delta: &[S::Scalar; N]) -> Projection<S>
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
    use gjk_numbers::Solid;
    use nalgebra::Vector3;

    #[test]
    fn written_out_the_search_finds_what_it_finds_in_tables() {
        let mut state = 7_u64;
        let mut number = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as f64 / f64::from(1 << 30) - 1.0
        };
        for _ in 0..1000 {
            let points: [Vector3<f64>; 4] = std::array::from_fn(|_| Vector3::new(number() + 0.5, number(), number()));
            let simplex = |len: usize| Simplex::<Solid<f64>>::of_points(&points[..len]);
            assert_eq!(of_one(&simplex(1)), search::<_, 1, 2, false>(&simplex(1), &mut ()));
            assert_eq!(of_two(&simplex(2)), search::<_, 2, 4, false>(&simplex(2), &mut ()));
            assert_eq!(of_three(&simplex(3)), search::<_, 3, 8, false>(&simplex(3), &mut ()));
            assert_eq!(of_four(&simplex(4)), search::<_, 4, 16, false>(&simplex(4), &mut ()));
        }
    }

    #[test]
    fn subsets_come_by_size_and_then_by_index() {
        let order = published_order::<3, 8>();
        let expected = [0b001, 0b010, 0b100, 0b011, 0b101, 0b110, 0b111];
        assert_eq!(order[..7], expected.map(Subset));
    }
}
