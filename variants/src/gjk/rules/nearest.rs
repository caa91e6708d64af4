//! The formation of v from the vertices of a simplex that a subalgorithm keeps.

use gjk_numbers::{Ring, Scalar, Space};

use super::rounding;
use crate::simplex::{Simplex, Subset};
use crate::subalgorithm::Projection;

/// The rule by which v is formed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NearestRule {
    /// v is the point that the subalgorithm returned, a point of the simplex of the difference.
    FromSimplex,
    /// v is the difference of the two witness points, which loses digits far from the origin.
    FromWitnesses,
    /// v is the projection of the origin onto the affine hull of the vertices that the subalgorithm kept, formed from differences
    /// of these vertices; the subalgorithm has chosen the face, and its point is not used.
    ///
    /// # Derivation
    /// Let s be one of the vertices s = s₀, s₁ … s_m in dimension d, and eᵢ = sᵢ − sᵢ₋₁.
    /// - m = 0: the affine hull is a point, and v = s.
    /// - m = d − 1: the affine hull is a hyperplane with normal n, nⱼ = (−1)ʲ det(e₁ … e_m without coordinate j): in space the
    ///   cross product of two edges, in the plane an edge turned by a right angle. v = n (n·s)/(n·n).
    /// - 0 < m < d − 1, such as an edge in space: v is the part of s orthogonal to the edges, s − Σ qᵢ (s·qᵢ)/(qᵢ·qᵢ), where
    ///   the qᵢ are the eᵢ made orthogonal by Gram and Schmidt. The same projection is then applied to v: the first pass leaves
    ///   up to about u |s| along the qᵢ, which is large compared with a short v; the second leaves about u |v|.
    /// - m = d: no direction is orthogonal to all edges, and v is the subalgorithm's point.
    ///
    /// # Why
    /// Near contact Σ λᵢ sᵢ is a small sum of great terms: each coordinate has an error of about u E, and when |v| approaches
    /// that, the direction of v is noise. The normal of a hyperplane is as good as the shape of the simplex, however near the
    /// origin is: only n·s cancels, so the error is in the length of v. For lower faces v is orthogonal to the face, and its
    /// direction among the orthogonal ones has an error of about u E / |v|.
    ///
    /// # Where it fails
    /// If n·n or qᵢ·qᵢ is zero, or v is not finite, the vertices do not span the hull, or squares leave the range: v is the
    /// subalgorithm's point. The normal of a needle is as bad as its differences. A subalgorithm that keeps the wrong face gets
    /// the projection onto the hull of that face, which may be nearer to the origin than the bodies are to each other.
    ///
    /// # Reference
    /// MuJoCo, `src/engine/engine_collision_gjk.c` of 22 August 2026 (Apache-2.0), `projectOriginPlane` and
    /// `projectOriginLine`, which choose among the barycentric coordinates there. Their use to form v is inferred from the
    /// answers of MuJoCo 4.0.0 (`docs/mujoco.md`). The second pass is not MuJoCo's: L. Giraud, J. Langou, M. Rozložník, J. van
    /// den Eshof: Rounding error analysis of the classical Gram-Schmidt orthogonalization process. Numerische Mathematik 101
    /// (2005), 87–100: two passes are enough.
    FromNormal,
    /// v is the point that the subalgorithm returned; near contact it is refined by the normal of the face.
    ///
    /// # Derivation
    /// Let p be the point of the subalgorithm, a sum Σ λᵢ sᵢ with an error of about u E in each coordinate. If w is the support
    /// point in a direction with an error δ, v·w / |v| shifts by up to |δ| E. So the error of p shifts the supporting plane by
    /// u E² / |p|. At |p| = √u E this is as much as |p| itself, and v·w has no sign any more; for longer p it is E / |p| units
    /// of u E. Below |p| = E / 1024, which is 4 √u E in single precision, v is formed from differences of the vertices, as
    /// [`NearestRule::FromNormal`] does. (With E / 64, four answers in 7,500 more keep their digits in single precision and
    /// none in double, for 2 to 9 % more instructions; with E / 2¹⁴, single precision has phantoms.)
    ///
    /// # Where the normal is not used
    /// The subalgorithm may have kept a face that is not the nearest one, or a sliver whose normal is noise. Then the point of
    /// the affine hull lies elsewhere. So it is used only if it is within twice the error of p: the normal refines p, and makes
    /// no other decision. v is then a point of M up to its rounding error, as p is, and its length an upper bound of the
    /// distance. On smooth bodies, whose faces shrink, the normal loses digits that p keeps: there it is refused.
    Refined,
}

/// p counts as short if |p|∞ is below this share of E.
pub(crate) const SHORT: f64 = 1.0 / 1024.0;

impl NearestRule {
    /// v and |v|∞, from the subalgorithm's result for the simplex and the offered vertex. `extent` is E, the greatest
    /// coordinate of the support points seen; `witnesses` returns the points of A and B for the result's weights.
    #[inline(always)]
    pub(in crate::gjk) fn form<S: Space<Scalar: Scalar>>(
        self,
        simplex: &Simplex<S>,
        projection: &Projection<S>,
        extent: &S::Scalar,
        witnesses: impl FnOnce() -> [S::Vector; 2],
    ) -> (S::Vector, S::Scalar) {
        let p = || projection.point.clone();
        let of_hull = || nearest_of_hull(simplex, projection.kept);
        match self {
            NearestRule::FromSimplex => with_size::<S>(p()),
            NearestRule::FromWitnesses => {
                let [on_a, on_b] = witnesses();
                with_size::<S>(S::minus(&on_a, &on_b))
            }
            NearestRule::FromNormal => with_size::<S>(of_hull().unwrap_or_else(p)),
            NearestRule::Refined => {
                let (p, size) = with_size::<S>(p());
                // In exact arithmetic there is nothing to refine.
                if !S::Scalar::EXACT
                    && size < S::Scalar::from_f64(SHORT).times(extent)
                    && let Some(v) = of_hull().filter(|v| is_as_good::<S>(v, &p, extent))
                {
                    return with_size::<S>(v);
                }
                (p, size)
            }
        }
    }

    /// The rule as records spell it.
    pub fn name(self) -> &'static str {
        match self {
            NearestRule::FromSimplex => "simplex",
            NearestRule::FromWitnesses => "witnesses",
            NearestRule::FromNormal => "normal",
            NearestRule::Refined => "refined",
        }
    }
}

/// A vector and its greatest absolute coordinate.
#[inline(always)]
fn with_size<S: Space>(v: S::Vector) -> (S::Vector, S::Scalar) {
    let size = S::max_norm_of_numbers(&v);
    (v, size)
}

/// Whether v equals p up to twice its error of K u E.
#[inline(always)]
pub(crate) fn is_as_good<S: Space<Scalar: Scalar>>(v: &S::Vector, p: &S::Vector, extent: &S::Scalar) -> bool {
    let allowed = S::Scalar::from_f64(2.0).times(&rounding()).times(extent);
    // Written so that a NaN fails.
    let mut is_as_good = true;
    for i in 0..S::DIMENSION {
        is_as_good &= S::coordinate(v, i).minus(S::coordinate(p, i)).magnitude() <= allowed;
    }
    is_as_good
}

/// The point of the affine hull of these vertices nearest to the origin, if the differences of the vertices determine it.
#[inline(always)]
fn nearest_of_hull<S: Space<Scalar: Scalar>>(simplex: &Simplex<S>, kept: Subset) -> Option<S::Vector> {
    // One by one, so that the edges are arrays of a size that the compiler knows, and stay in registers.
    let mut rest = kept;
    let p = simplex.point(rest.take_first()?);
    let Some(q) = rest.take_first() else { return Some(p.clone()) };
    let q = simplex.point(q);
    let Some(r) = rest.take_first() else { return nearest_across::<S>(p, &mut [S::minus(q, p)]) };
    let r = simplex.point(r);
    let Some(s) = rest.take_first() else { return nearest_across::<S>(p, &mut [S::minus(q, p), S::minus(r, q)]) };
    let s = simplex.point(s);
    let edges = &mut [S::minus(q, p), S::minus(r, q), S::minus(s, r)];
    if rest.is_empty() { nearest_across::<S>(p, edges) } else { None }
}

/// The point, nearest to the origin, of the affine hull through s along these edges; `None` if the edges do not determine it.
#[inline(always)]
pub(crate) fn nearest_across<S: Space<Scalar: Scalar>>(s: &S::Vector, edges: &mut [S::Vector]) -> Option<S::Vector> {
    let m = edges.len();
    let v = if m == 0 {
        s.clone()
    } else if m + 1 == S::DIMENSION {
        let n = normal::<S>(edges);
        S::scaled(&n, &quotient(S::dot(&n, s), S::dot(&n, &n))?)
    } else if m < S::DIMENSION {
        rest_across::<S>(s, edges)?
    } else {
        return None;
    };
    S::max_norm(&v).is_finite().then_some(v)
}

/// The quotient by a squared length; `None` unless the divisor is positive and finite.
#[inline(always)]
fn quotient<T: Scalar>(dividend: T, divisor: T) -> Option<T> {
    (divisor > T::zero() && divisor.is_finite()).then(|| dividend.over(&divisor))
}

/// The vector n with n·x = det(x, e₁ … e_m), which is orthogonal to these edges of a hyperplane.
#[inline(always)]
fn normal<S: Space>(edges: &[S::Vector]) -> S::Vector {
    // The cross product written out: compilers do not find it in the expansion.
    if let ([e, f], 3) = (edges, S::DIMENSION) {
        let product = |i: usize, j: usize| S::coordinate(e, i).times(S::coordinate(f, j));
        let minor = |i: usize, j: usize| product(i, j).minus(&product(j, i));
        let n = [minor(1, 2), minor(2, 0), minor(0, 1)];
        return S::vector(|i| n[i].clone());
    }
    let all = (1_u32 << S::DIMENSION) - 1;
    S::vector(|i| {
        let minor = minor::<S>(edges, all & !(1 << i));
        if i.is_multiple_of(2) { minor } else { minor.negated() }
    })
}

/// The determinant of these rows in these columns, by Laplace's expansion along the first row.
fn minor<S: Space>(rows: &[S::Vector], columns: u32) -> S::Scalar {
    let Some((first, rest)) = rows.split_first() else { return S::Scalar::one() };
    let mut sum = S::Scalar::zero();
    let mut is_added = true;
    for column in (0..S::DIMENSION).filter(|&column| columns >> column & 1 == 1) {
        let term = S::coordinate(first, column).times(&minor::<S>(rest, columns & !(1 << column)));
        sum = if is_added { sum.plus(&term) } else { sum.minus(&term) };
        is_added = !is_added;
    }
    sum
}

/// The part of s orthogonal to the edges, which are made orthogonal to each other; `None` if one of them then has no length.
#[inline(always)]
fn rest_across<S: Space<Scalar: Scalar>>(s: &S::Vector, edges: &mut [S::Vector]) -> Option<S::Vector> {
    let mut v = s.clone();
    for i in 0..edges.len() {
        let (before, from_here) = edges.split_at_mut(i);
        let edge = &mut from_here[0];
        for q in before {
            *edge = across::<S>(edge, q)?;
        }
        v = across::<S>(&v, edge)?;
    }
    // The second pass, which removes the remainder along the edges left by the rounding of the first.
    edges.iter().try_fold(v, |v, edge| across::<S>(&v, edge))
}

/// The part of v that is orthogonal to q; `None` if q has no length.
#[inline(always)]
fn across<S: Space<Scalar: Scalar>>(v: &S::Vector, q: &S::Vector) -> Option<S::Vector> {
    Some(S::minus(v, &S::scaled(q, &quotient(S::dot(v, q), S::dot(q, q))?)))
}

#[cfg(test)]
mod tests {
    use gjk_numbers::{Euclidean, Plane, Rational, Solid, SplitMix64};

    use super::*;
    use crate::simplex::CAPACITY;
    use crate::subalgorithm::{Johnson, project_whole};

    /// Compares the point with the subalgorithm's on random simplices, and counts the faces by their number of vertices.
    fn compare<S: Space<Scalar = Rational>>() -> [usize; CAPACITY] {
        let mut random = SplitMix64(1);
        let mut digit = move || random.below(15) as i64 - 7;
        let mut seen = [0; CAPACITY];
        for round in 0..4000 {
            let points: Vec<S::Vector> =
                (0..=round % (S::DIMENSION + 1)).map(|_| S::vector(|_| Rational::integer(digit()))).collect();
            let simplex = Simplex::<S>::of_points(&points);
            let Some(Projection { point, kept, .. }) = project_whole(&Johnson, &simplex, &mut ()) else { continue };
            let formed = nearest_of_hull(&simplex, kept);
            assert_eq!(formed.is_none(), kept.len() > S::DIMENSION, "{points:?}");
            assert!(formed.is_none_or(|v| v == point), "{points:?}");
            seen[kept.len() - 1] += 1;
        }
        seen
    }

    #[test]
    fn it_is_the_point_of_the_subalgorithm_in_exact_arithmetic() {
        let [plane, solid, hyper] =
            [compare::<Plane<Rational>>(), compare::<Solid<Rational>>(), compare::<Euclidean<Rational, 4>>()];
        assert!(plane[..3].iter().chain(&solid[..4]).chain(&hyper).all(|&count| count > 20), "{plane:?} {solid:?} {hyper:?}");
    }

    fn of(points: &[[f64; 3]]) -> Option<[f64; 3]> {
        let points: Vec<_> = points.iter().map(|point| Solid::vector(|i| point[i])).collect();
        nearest_of_hull(&Simplex::<Solid<f64>>::of_points(&points), Subset::first(points.len())).map(Into::into)
    }

    #[test]
    fn degenerate_or_out_of_range_simplices_give_no_point() {
        let [p, q] = [[1.0, 2.0, 3.0], [2.0, 4.0, 6.0]];
        assert_eq!((of(&[]), of(&[p])), (None, Some(p)));
        assert_eq!((of(&[p, p]), of(&[p, p, q]), of(&[p, [3.0, 6.0, 9.0], q])), (None, None, None));
        for size in [1e-200, 1e-90, 1e90, 1e200] {
            // n·n has degree four and n·s degree three, so one leaves the range before the other.
            assert_eq!(of(&[[size, 0.0, 0.0], [0.0, size, 0.0], [0.0, 0.0, size]]), None, "{size}");
        }
        assert_eq!((of(&[[1e-200, 0.0, 0.0], [0.0, 1e-200, 0.0]]), of(&[[1e200, 0.0, 0.0], [0.0, 1e200, 0.0]])), (None, None));
    }

    /// Points in the cube of side two, and one more so that the origin lies at about 2⁻⁴⁰ from their affine hull.
    fn near_the_origin<const N: usize>() -> impl Iterator<Item = [[f64; 3]; N]> {
        let mut random = SplitMix64(3);
        (0..500).map(move |_| {
            let mut points: [[f64; 3]; N] = std::array::from_fn(|_| std::array::from_fn(|_| random.symmetric()));
            let (last, others) = points.split_last_mut().unwrap();
            *last = std::array::from_fn(|i| 2.0_f64.powi(-40) * last[i] - others.iter().map(|point| point[i]).sum::<f64>());
            points
        })
    }

    fn product(v: [f64; 3], w: [f64; 3]) -> f64 {
        v[0] * w[0] + v[1] * w[1] + v[2] * w[2]
    }

    #[test]
    fn the_point_of_an_edge_is_orthogonal_to_it_however_near_the_origin_is() {
        for [p, q] in near_the_origin() {
            let v = of(&[p, q]).unwrap();
            assert!(product(v, p) > 0.0 && product(v, q) > 0.0, "{p:?} {q:?} {v:?}");
        }
    }

    #[test]
    fn the_direction_is_that_of_the_plane_however_near_the_origin_is() {
        for points in near_the_origin::<3>() {
            let exactly = points.map(|point| Solid::vector(|i| Rational::from_f64(point[i])));
            let exact = nearest_of_hull(&Simplex::<Solid<Rational>>::of_points(&exactly), Subset::first(3)).unwrap();
            let [v, exact] = [of(&points).unwrap(), std::array::from_fn(|i| exact[i].to_f64())];
            let cosine = product(v, exact) / (product(v, v) * product(exact, exact)).sqrt();
            assert!(1.0 - cosine.abs() < 1e-14, "{points:?} {v:?} {exact:?}");
        }
    }
}
