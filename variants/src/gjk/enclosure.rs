//! Decides whether a full simplex holds the origin beyond doubt: whether all signed volumes that the origin makes with its
//! facets have one sign, each beyond its forward error bound.
//!
//! # Derivation
//! Let w₀ … w_d be the vertices in dimension d, and Vᵢ = (−1)ⁱ det(w₀ … ŵᵢ … w_d) the signed volume (times d!) of the simplex that the
//! origin makes with the facet without wᵢ. The barycentric coordinates of the origin are Vᵢ / Σ Vⱼ, so it lies in the interior exactly
//! if no Vᵢ is zero and all have one sign.
//!
//! # Error bound
//! A determinant of order d is a sum of d! products; P is the sum of their absolute values. Each vertex is a rounded difference
//! a − b: d factors (1 + δ), |δ| ≤ u, in each product. Laplace's expansion along a row multiplies a product with d − 1 rounded
//! multiplications, and adds it to the other products with at most (d − 1) + (d − 2) + … + 1 = d (d − 1) / 2 rounded additions.
//! So the computed value is the sum of the true products, each times a product of at most n = 2d − 1 + d (d − 1) / 2 factors
//! (1 + δ); it differs from the true determinant by at most γₙ P with γₙ = n u / (1 − n u). For d = 2, 3, 4 n is 4, 8, 13. P
//! is computed by the same operations from the rounded vertices, and the computed P is at least (1 − u)ⁿ P. So if the computed
//! absolute value exceeds 20 u P, the true determinant has the same sign, unless a product underflows. If a product overflows,
//! no value exceeds the bound. For bodies whose support points are computed (curved, swept), the statement is about the
//! computed points.
//!
//! # Reference
//! N. J. Higham: Accuracy and Stability of Numerical Algorithms. 2nd edition, SIAM 2002, section 3.1: γₙ.

use gjk_numbers::{Ring, Scalar, Space};

use crate::simplex::Simplex;

/// The forward error bound of a determinant, in units of u P.
const ERROR: f64 = 20.0;

/// Whether the origin is in the interior of a simplex of dimension + 1 vertices, whatever was rounded.
#[inline(never)]
pub(super) fn is_beyond_doubt<S: Space<Scalar: Scalar>>(simplex: &Simplex<S>) -> bool {
    let bound = S::Scalar::from_f64(ERROR).times(&S::Scalar::unit_roundoff());
    let sign = |left_out: usize| {
        let (volume, products) = determinant::<S>(simplex, left_out, 0, (1 << S::DIMENSION) - 1);
        // A NaN is not beyond its error, and has no sign.
        let is_known = volume.magnitude() > bound.times(&products);
        is_known.then(|| (volume > S::Scalar::zero()) == left_out.is_multiple_of(2))
    };
    let first = sign(0);
    first.is_some() && (1..=S::DIMENSION).all(|left_out| sign(left_out) == first)
}

/// The determinant of all vertices but one, from this row on and in these columns, and the sum of the absolute values of its
/// products.
fn determinant<S: Space<Scalar: Scalar>>(
    simplex: &Simplex<S>,
    left_out: usize,
    row: usize,
    columns: u32,
) -> (S::Scalar, S::Scalar) {
    if row == S::DIMENSION {
        return (S::Scalar::one(), S::Scalar::one());
    }
    let point = simplex.point(row + usize::from(row >= left_out));
    let (mut sum, mut products) = (S::Scalar::zero(), S::Scalar::zero());
    let mut is_added = true;
    for column in (0..S::DIMENSION).filter(|&column| columns >> column & 1 == 1) {
        let x = S::coordinate(point, column);
        let (minor, of_minor) = determinant::<S>(simplex, left_out, row + 1, columns & !(1 << column));
        let term = x.times(&minor);
        sum = if is_added { sum.plus(&term) } else { sum.minus(&term) };
        products = products.plus(&x.magnitude().times(&of_minor));
        is_added = !is_added;
    }
    (sum, products)
}

#[cfg(test)]
mod tests {
    use gjk_numbers::{Plane, Rational, Solid, SplitMix64};
    use nalgebra::{Vector2, Vector3};

    use super::*;

    /// Four points with coordinates of up to 20 bits, many of them in or near one plane.
    fn tetrahedra() -> impl Iterator<Item = [[f64; 3]; 4]> {
        let mut random = SplitMix64(7);
        let mut number = move || random.below(1 << 20) as f64 / f64::from(1 << 19) - 1.0;
        (0..20_000).map(move |round| {
            let mut points: [[f64; 3]; 4] = std::array::from_fn(|_| std::array::from_fn(|_| number()));
            // The origin is at a distance of about 2^-k from the plane of the first three.
            let flat = 2.0_f64.powi(-(round % 60));
            points.iter_mut().for_each(|p| p[2] = p[0] * 0.3 + p[1] * 0.7 + p[2] * flat);
            points
        })
    }

    #[test]
    fn an_enclosure_beyond_doubt_holds_in_exact_arithmetic() {
        let (mut believed, mut inside) = (0, 0);
        for points in tetrahedra() {
            let rounded = Simplex::<Solid<f64>>::of_points(&points.map(Vector3::from));
            let exact = Simplex::<Solid<Rational>>::of_points(&points.map(|p| Vector3::from(p.map(Rational::from_f64))));
            // In exact arithmetic the bound is zero, so the signs themselves decide.
            let (believes, is_inside) = (is_beyond_doubt(&rounded), is_beyond_doubt(&exact));
            assert!(is_inside || !believes, "{points:?}");
            believed += usize::from(believes);
            inside += usize::from(is_inside);
        }
        assert!(believed > 0 && inside > believed, "{believed} of {inside}");
    }

    #[test]
    fn the_origin_in_a_face_or_in_a_flat_simplex_is_never_beyond_doubt() {
        let corner = |x: f64, y: f64, z: f64| Vector3::new(x, y, z);
        let with = |fourth| [corner(1.0, 0.0, 0.0), corner(-1.0, 1.0, 0.0), corner(-1.0, -1.0, 0.0), fourth];
        let doubted = |points: [Vector3<f64>; 4]| !is_beyond_doubt(&Simplex::<Solid<f64>>::of_points(&points));
        assert!(doubted(with(corner(0.0, 0.0, 1.0))) && doubted(with(corner(0.2, 0.1, 0.0))));
        assert!(doubted(with(corner(f64::NAN, 0.0, 1.0))));
    }

    #[test]
    fn the_interior_of_a_triangle_and_of_a_tetrahedron_is_beyond_doubt_in_any_order() {
        let plane = [Vector2::new(1.0, 0.1), Vector2::new(-1.0, 1.0), Vector2::new(-0.5, -2.0)];
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            assert!(is_beyond_doubt(&Simplex::<Plane<f64>>::of_points(&order.map(|i| plane[i]))));
        }
        let solid = [[1.0, 0.0, -0.5], [-1.0, 1.0, -0.5], [-1.0, -1.0, -0.5], [0.1, 0.0, 2.0]].map(Vector3::from);
        for (i, j) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
            let mut points = solid;
            points.swap(i, j);
            assert!(is_beyond_doubt(&Simplex::<Solid<f64>>::of_points(&points)));
        }
    }
}
