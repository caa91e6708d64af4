//! Johnson's distance subalgorithm: recursive cofactors find the subset of the vertices whose hull has the simplex's nearest
//! point to the origin in its relative interior.
//!
//! # Derivation
//! Let X be a subset of the vertices y. The point of its affine hull nearest to the origin has the weights λᵢ = Δᵢ(X) / Δ(X),
//! where Δ(X) = Σ Δᵢ(X). By Cramer's rule, the Δᵢ satisfy a recursion over subsets:
//!
//! Δᵢ({i}) = 1,  Δⱼ(X ∪ {j}) = Σ_{i ∈ X} Δᵢ(X) (yᵢ·y_k − yᵢ·yⱼ), for any fixed k in X (here the first).
//!
//! That point, v, is the nearest point of the simplex if two conditions hold:
//!
//! - Δᵢ(X) > 0 for every i in X: v is inside the hull of X.
//! - Δⱼ(X ∪ {j}) ≤ 0 for every j outside X: no other vertex has a smaller product with v than v itself.
//!
//! The subsets are tried in the published order: by size, and by index within a size.
//!
//! # Where it fails
//! The cofactors of a tetrahedron are of degree six in the coordinates. In rounded arithmetic their signs may contradict each
//! other, so that no subset passes and no feasible face is found. The backup procedure of the 1988 paper, which then takes the
//! best of the subsets, is a separate variant ([`JohnsonBackup`]).
//!
//! # Comparison with the source
//! The deviations from the source:
//!
//! - The loop is the common one. The loop of the paper starts from any points of the difference, and stops at a gap of zero or
//!   of a tolerance.
//! - [`Johnson`] has no backup procedure.
//!
//! The recursion, the choice of k and both conditions are as stated in the derivation above. The paper itself was not at hand
//! for this comparison.
//!
//! # Reference
//! E. G. Gilbert, D. W. Johnson, S. S. Keerthi: A fast procedure for computing the distance between complex objects in
//! three-dimensional space. IEEE Journal of Robotics and Automation 4 (1988), 193–203, section IV and appendix I.

pub(crate) mod cofactors;

use super::{Projection, Subalgorithm};
use crate::fast;
use crate::observe::Observer;
use crate::simplex::Simplex;
use crate::variant::{About, Promise};
use cofactors::{cofactors, combine, passes, products, published_order};
use gjk_numbers::{Ring, Scalar, Space};

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
    fn project<O: Observer<S> + ?Sized>(
        &self,
        older: &Simplex<S>,
        newest: &S::Vector,
        mut observer: &mut O,
    ) -> Option<Projection<S>> {
        if fast::johnson::covers(older) {
            return fast::johnson::search(older, newest);
        }
        search_any::<S, false>(older, newest, &mut observer)
    }
}

/// Johnson's subalgorithm with the backup procedure of the 1988 paper.
///
/// If no subset passes, the answer is the shortest of the nearest points of those subsets whose own weights are all positive.
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
    fn project<O: Observer<S> + ?Sized>(
        &self,
        older: &Simplex<S>,
        newest: &S::Vector,
        mut observer: &mut O,
    ) -> Option<Projection<S>> {
        let found = if fast::johnson::covers(older) { fast::johnson::search(older, newest) } else { None };
        found.or_else(|| search_any::<S, true>(older, newest, &mut observer))
    }
}

/// The search in a simplex with any number of vertices.
#[inline(never)]
fn search_any<S: Space<Scalar: Scalar>, const BACKUP: bool>(
    older: &Simplex<S>,
    newest: &S::Vector,
    observer: &mut dyn Observer<S>,
) -> Option<Projection<S>> {
    match older.len() {
        0 => search::<S, 1, 2, BACKUP>(older.points_with(newest), observer),
        1 => search::<S, 2, 4, BACKUP>(older.points_with(newest), observer),
        2 => search::<S, 3, 8, BACKUP>(older.points_with(newest), observer),
        3 => search::<S, 4, 16, BACKUP>(older.points_with(newest), observer),
        _ => search::<S, 5, 32, BACKUP>(older.points_with(newest), observer),
    }
}

/// Tries the subsets of N vertices y in the published order.
///
/// If no subset passes and `BACKUP` is set, runs the backup procedure. `M` is 2ᴺ.
fn search<S: Space, const N: usize, const M: usize, const BACKUP: bool>(
    y: [&S::Vector; N],
    observer: &mut dyn Observer<S>,
) -> Option<Projection<S>>
where
    S::Scalar: Scalar,
{
    let order = const { published_order::<N, M>() };
    let product = products::<S, N>(y);
    let mut delta = cofactors::<S::Scalar, N, M>();
    for &x in &order[..M - 1] {
        if passes(x.0 as usize, &product, &mut delta) {
            return Some(combine(y, x, &delta[x.0 as usize]));
        }
    }
    if !BACKUP {
        return None;
    }
    observer.region("backup");
    let mut best: Option<(Projection<S>, S::Scalar)> = None;
    for &x in &order[..M - 1] {
        if x.positions().all(|i| delta[x.0 as usize][i] > S::Scalar::zero()) {
            let candidate = combine(y, x, &delta[x.0 as usize]);
            let distance_squared = S::dot(&candidate.point, &candidate.point);
            if best.as_ref().is_none_or(|(_, least)| distance_squared < *least) {
                best = Some((candidate, distance_squared));
            }
        }
    }
    best.map(|(projection, _)| projection)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fast::johnson::search as written_out;
    use gjk_numbers::Solid;

    #[test]
    fn the_written_out_search_finds_the_same_as_the_tables() {
        crate::fast::tests::on_many_simplices(|points| {
            for len in 1..=4 {
                let (older, newest) = (Simplex::<Solid<f64>>::of_points(&points[..len - 1]), &points[len - 1]);
                assert_eq!(written_out(&older, newest), search_any::<_, false>(&older, newest, &mut ()));
            }
        });
    }
}
