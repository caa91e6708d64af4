//! Every face of every simplex size, in rationals, where the nearest point is known beforehand.
//!
//! Let F be a face of a simplex, p a point in its relative interior, and nₖ the outward normals of facets that contain F. Then
//! p is the point of the simplex nearest to q = p + Σ μₖ nₖ with μₖ ≥ 0. With all μₖ > 0, q is in the interior of F's Voronoi
//! region; if some are zero, it is on the boundary to a neighbouring region, and if all are zero, in the simplex itself. Moved
//! by −q, the simplex has p − q as its nearest point to the origin. The normals come from the barycentric coordinates, whose
//! gradients solve a linear system, so the expected results do not depend on any subalgorithm.

use dashu_ratio::RBig;

use super::{Ericson, Johnson, JohnsonBackup, LeastSquares, Projection, SignedVolumes, Subalgorithm, project_whole};
use crate::simplex::{Simplex, Subset};
use gjk_numbers::Rational;
use gjk_numbers::{Euclidean, Plane, Solid, Space};
use gjk_numbers::{Ring, Scalar};

/// A simplex whose nearest point is known, with the weights of its vertices.
struct Situation<S: Space> {
    points: Vec<S::Vector>,
    nearest: S::Vector,
    weights: Vec<Rational>,
}

impl<S: Space<Scalar = Rational>> Situation<S> {
    /// The situation in a unit of length that makes all coordinates integers, for which rationals are fast.
    fn in_integers(mut self) -> Self {
        let value = |x: &Rational| x.value().expect("a number");
        let mut unit = RBig::ONE;
        for v in self.points.iter().chain([&self.nearest]) {
            for i in 0..S::DIMENSION {
                unit *= RBig::from((value(S::coordinate(v, i)) * &unit).denominator().clone());
            }
        }
        for v in self.points.iter_mut().chain([&mut self.nearest]) {
            *v = S::vector(|i| Rational::new(&(value(S::coordinate(v, i)) * &unit)));
        }
        self
    }
}

fn vector<S: Space<Scalar = Rational>>(coordinates: &[i64]) -> S::Vector {
    S::vector(|i| Rational::integer(coordinates[i]))
}

fn sum<S: Space<Scalar = Rational>>(terms: impl Iterator<Item = S::Vector>) -> S::Vector {
    terms.fold(S::zero(), |sum, term| S::plus(&sum, &term))
}

/// The gradients of the barycentric coordinates of an affinely independent simplex, in its affine hull. With the edges e from
/// the first vertex and their Gram matrix G, the gradients of the other vertices' coordinates are the rows of G⁻¹ e.
fn gradients<S: Space<Scalar = Rational>>(points: &[S::Vector]) -> Vec<S::Vector> {
    let mut edges: Vec<S::Vector> = points[1..].iter().map(|point| S::minus(point, &points[0])).collect();
    let mut gram: Vec<Vec<Rational>> = edges.iter().map(|e| edges.iter().map(|f| S::dot(e, f)).collect()).collect();
    for i in 0..edges.len() {
        // The leading minors of a positive definite matrix are positive, so no pivot is zero.
        let inverse = Rational::one().over(&gram[i][i]);
        gram[i] = gram[i].iter().map(|x| x.times(&inverse)).collect();
        edges[i] = S::scaled(&edges[i], &inverse);
        for j in (0..edges.len()).filter(|&j| j != i) {
            let factor = gram[j][i].clone();
            gram[j] = (0..edges.len()).map(|k| gram[j][k].minus(&factor.times(&gram[i][k]))).collect();
            edges[j] = S::minus(&edges[j], &S::scaled(&edges[i], &factor));
        }
    }
    let first = S::negated(&sum::<S>(edges.iter().cloned()));
    std::iter::once(first).chain(edges).collect()
}

/// All faces of a simplex, each with the origin in its region and on all of the region's boundaries. `across` is orthogonal to
/// the affine hull, and moves the origin out of the hull.
fn situations<S: Space<Scalar = Rational>>(points: &[&[i64]], across: &[i64]) -> Vec<Situation<S>> {
    let points: Vec<S::Vector> = points.iter().map(|point| vector::<S>(point)).collect();
    let (gradients, across) = (gradients::<S>(&points), vector::<S>(across));
    assert!(points.iter().all(|point| S::dot(&across, &S::minus(point, &points[0])) == Rational::zero()));
    let everything = (1_u8 << points.len()) - 1;
    let mut situations = Vec::new();
    for face in 1..=everything {
        let share = |i: usize| Rational::integer(if face >> i & 1 == 1 { i as i64 + 1 } else { 0 });
        let whole = (0..points.len()).map(share).fold(Rational::zero(), |sum, x| sum.plus(&x));
        let weights: Vec<Rational> = (0..points.len()).map(|i| share(i).over(&whole)).collect();
        let foot = sum::<S>(points.iter().zip(&weights).map(|(point, weight)| S::scaled(point, weight)));
        for normals in (0..=everything).filter(|normals| normals & face == 0) {
            // The facet without vertex k has the outward normal −∇λₖ.
            let chosen = (0..points.len()).filter(|k| normals >> k & 1 == 1);
            let inward = sum::<S>(chosen.map(|k| S::scaled(&gradients[k], &Rational::integer(3 + k as i64))));
            let nearest = S::plus(&inward, &across);
            let origin = S::minus(&foot, &nearest);
            let moved: Vec<S::Vector> = points.iter().map(|point| S::minus(point, &origin)).collect();
            // The characterisation of the nearest point: no vertex has a smaller product with it than it has with itself.
            let square = S::dot(&nearest, &nearest);
            assert!(moved.iter().all(|point| S::dot(&nearest, point) >= square));
            situations.push(Situation { points: moved, nearest, weights: weights.clone() }.in_integers());
        }
    }
    situations
}

fn orders(count: usize) -> Vec<Vec<usize>> {
    let Some(last) = count.checked_sub(1) else { return vec![Vec::new()] };
    let shorter = orders(last);
    let places = (0..count).flat_map(|place| shorter.iter().map(move |order| (place, order.clone())));
    places.map(|(place, mut order)| (order.insert(place, last), order).1).collect()
}

fn project<S, P>(subalgorithm: &P, points: &[S::Vector], order: &[usize]) -> Option<Projection<S>>
where
    S: Space<Scalar = Rational>,
    P: Subalgorithm<S>,
{
    let points: Vec<S::Vector> = order.iter().map(|&i| points[i].clone()).collect();
    project_whole(subalgorithm, &Simplex::of_points(&points), &mut ())
}

/// Checks that the point, the vertices kept (those with a weight) and the weights are exactly the known ones.
fn check<S, P>(subalgorithm: &P, situations: &[Situation<S>], orders: &[Vec<usize>])
where
    S: Space<Scalar = Rational>,
    P: Subalgorithm<S>,
{
    for situation in situations {
        for order in orders {
            let place = format!("{} on {:?} in order {order:?}", subalgorithm.about().name, situation.points);
            let weights: Vec<Rational> = order.iter().map(|&i| situation.weights[i].clone()).collect();
            if subalgorithm.about().name == "signed-volumes" && weights.last() == Some(&Rational::zero()) {
                // The subalgorithm relies on the newest vertex belonging to the nearest face, as it does in a run.
                continue;
            }
            let projection = project(subalgorithm, &situation.points, order).unwrap_or_else(|| panic!("{place}: none"));
            assert_eq!(projection.point, situation.nearest, "{place}");
            let positive = (0..order.len()).filter(|&i| weights[i] > Rational::zero());
            let minimal = positive.fold(Subset(0), Subset::with);
            // Ericson's tetrahedron is closed and only the sides are computed: with the origin on a face, an edge or a vertex
            // it keeps all four vertices, as it does with the origin inside.
            let by_sides = order.len() == 4 && subalgorithm.about().name == "ericson" && projection.point == S::zero();
            assert_eq!(projection.kept, if by_sides { Subset::first(4) } else { minimal }, "{place}");
            assert_eq!(projection.weights[..order.len()], weights, "{place}");
            assert!(projection.weights[order.len()..].iter().all(|weight| *weight == Rational::zero()), "{place}");
        }
    }
}

fn check_all<S: crate::space::Oriented<Scalar = Rational>>(points: &[&[i64]], across: &[i64]) {
    let (situations, orders) = (situations::<S>(points, across), orders(points.len()));
    check(&LeastSquares, &situations, &orders);
    check(&Johnson, &situations, &orders);
    check(&Ericson, &situations, &orders);
    check(&JohnsonBackup, &situations, &orders);
    check(&SignedVolumes, &situations, &orders);
}

#[test]
fn every_order_comes_once() {
    let all = orders(4);
    assert_eq!(all.len(), 24);
    assert!(all.iter().enumerate().all(|(i, order)| !all[..i].contains(order)));
    assert!(all.iter().all(|order| (0..4).all(|vertex| order.contains(&vertex))));
}

#[test]
fn points_segments_and_triangles_of_the_plane() {
    check_all::<Plane<Rational>>(&[&[3, -2]], &[-5, 7]);
    for across in [[0, 0], [2, -3], [-4, 6]] {
        check_all::<Plane<Rational>>(&[&[1, 1], &[4, 3]], &across);
    }
    for triangle in [[[0, 0], [6, 0], [1, 4]], [[0, 0], [7, 1], [2, 1]], [[-1, 2], [-1, -2], [3, 0]]] {
        check_all::<Plane<Rational>>(&triangle.each_ref().map(|point| &point[..]), &[0, 0]);
    }
}

#[test]
fn points_segments_and_triangles_of_space() {
    check_all::<Solid<Rational>>(&[&[3, -2, 1]], &[2, 3, 5]);
    for across in [[0, 0, 0], [2, -3, 0], [-3, 0, 3]] {
        check_all::<Solid<Rational>>(&[&[1, 1, 0], &[4, 3, 3]], &across);
    }
    // The normal of the first triangle is (−1, −2, 3); that of the second, an obtuse one, is (0, 0, 1).
    for height in [0, 2, -1] {
        check_all::<Solid<Rational>>(&[&[3, 0, 1], &[0, 3, 2], &[0, 0, 0]], &[-height, -2 * height, 3 * height]);
        check_all::<Solid<Rational>>(&[&[0, 0, 5], &[9, 1, 5], &[3, 1, 5]], &[0, 0, height]);
    }
}

#[test]
fn tetrahedra() {
    check_all::<Solid<Rational>>(&[&[0, 0, 0], &[4, 0, 0], &[0, 4, 0], &[0, 0, 4]], &[0, 0, 0]);
    check_all::<Solid<Rational>>(&[&[0, 0, 0], &[4, 1, 0], &[1, 5, 1], &[2, 1, 6]], &[0, 0, 0]);
    // The dihedral angles are obtuse: the planes of the faces do not bound the regions of the edges.
    check_all::<Solid<Rational>>(&[&[-5, 0, 0], &[5, 1, 0], &[0, 4, 1], &[0, -3, 2]], &[0, 0, 0]);
}

#[test]
fn simplices_of_four_dimensions() {
    type Hyper = Euclidean<Rational, 4>;
    let skew: [&[i64]; 5] = [&[0, 0, 0, 0], &[3, 1, 0, 0], &[1, 3, 0, 1], &[0, 1, 4, 0], &[1, 0, 1, 3]];
    for (count, across) in [(1, [1, 2, 3, 4]), (2, [-1, 3, 2, 5]), (3, [1, -3, 2, 8]), (4, [4, -12, 3, 32]), (5, [0; 4])] {
        let situations = situations::<Hyper>(&skew[..count], &across);
        check(&LeastSquares, &situations, &orders(count));
        check(&Johnson, &situations, &orders(count));
    }
}

#[test]
fn ericson_knows_no_simplices_beyond_space() {
    let plane = [[1, 0], [0, 1], [-1, 0], [0, -1]].map(|point| vector::<Plane<Rational>>(&point));
    assert_eq!(project::<Plane<Rational>, _>(&Ericson, &plane, &[0, 1, 2, 3]), None);
    let space = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [-1, 0, 0], [0, -1, 0]].map(|point| vector::<Solid<Rational>>(&point));
    assert_eq!(project::<Solid<Rational>, _>(&Ericson, &space, &[0, 1, 2, 3, 4]), None);
}

/// Counts of a subalgorithm's results for a simplex with affinely dependent vertices, over all orders of its vertices: right,
/// wrong, undefined (a quotient 0/0) and without a feasible face.
type Fate = [usize; 4];

fn fate<P: Subalgorithm<Solid<Rational>>>(subalgorithm: &P, points: &[[i64; 3]], nearest: [i64; 3]) -> Fate {
    type S = Solid<Rational>;
    let points: Vec<_> = points.iter().map(|point| vector::<S>(point)).collect();
    let nearest = vector::<S>(&nearest);
    let mut fate = [0; 4];
    for order in orders(points.len()) {
        fate[match project(subalgorithm, &points, &order) {
            Some(found) if found.point == nearest => 0,
            Some(found) if S::dot(&found.point, &found.point).is_finite() => 1,
            Some(_) => 2,
            None => 3,
        }] += 1;
    }
    fate
}

const RIGHT: [Fate; 5] = [[0; 4], [1, 0, 0, 0], [2, 0, 0, 0], [6, 0, 0, 0], [24, 0, 0, 0]];

/// Simplices up to triangles with dependent vertices, and their nearest points: repeated vertices, and points on a line.
const DEPENDENT_TRIANGLES: [(&[[i64; 3]], [i64; 3]); 10] = [
    (&[[1, 2, 3], [1, 2, 3]], [1, 2, 3]),
    (&[[0, 0, 0], [0, 0, 0]], [0, 0, 0]),
    (&[[1, 2, 3], [1, 2, 3], [1, 2, 3]], [1, 2, 3]),
    (&[[3, 0, 1], [3, 0, 1], [-2, 0, 1]], [0, 0, 1]),
    (&[[3, 0, 1], [3, 0, 1], [2, 0, 1]], [2, 0, 1]),
    (&[[3, 0, 1], [3, 0, 1], [4, 0, 1]], [3, 0, 1]),
    (&[[-2, 0, 1], [1, 0, 1], [3, 0, 1]], [0, 0, 1]),
    (&[[1, 0, 1], [2, 0, 1], [3, 0, 1]], [1, 0, 1]),
    (&[[-1, 0, 1], [0, 0, 1], [3, 0, 1]], [0, 0, 1]),
    (&[[-2, 0, 0], [1, 0, 0], [3, 0, 0]], [0, 0, 0]),
];

/// Flat tetrahedra that do not hold the origin: a vertex inside the triangle of the other three; a quadrilateral over the
/// origin; a square; tetrahedra with the nearest point in a vertex, on an edge, or in a plane through the origin; repeated
/// vertices; points on a line.
const FLAT_TETRAHEDRA: [(&[[i64; 3]], [i64; 3]); 13] = [
    (&[[3, 0, 1], [-2, 2, 1], [-1, -3, 1], [0, 0, 1]], [0, 0, 1]),
    (&[[3, 0, 1], [-2, 2, 1], [-1, -3, 1], [1, 7, 1]], [0, 0, 1]),
    (&[[2, 2, 1], [-2, 2, 1], [-2, -2, 1], [2, -2, 1]], [0, 0, 1]),
    (&[[3, 1, 1], [5, 1, 1], [3, 4, 1], [6, 6, 1]], [3, 1, 1]),
    (&[[3, -1, 1], [5, 1, 1], [3, 4, 1], [6, 6, 1]], [3, 0, 1]),
    (&[[3, 1, 0], [5, 1, 0], [3, 4, 0], [6, 6, 0]], [3, 1, 0]),
    (&[[3, 0, 1], [-2, 2, 1], [-1, -3, 1], [3, 0, 1]], [0, 0, 1]),
    (&[[3, 1, 1], [5, 1, 1], [3, 4, 1], [3, 1, 1]], [3, 1, 1]),
    (&[[3, 0, 1], [-2, 0, 1], [3, 0, 1], [3, 0, 1]], [0, 0, 1]),
    (&[[3, 0, 1], [-2, 0, 1], [3, 0, 1], [-2, 0, 1]], [0, 0, 1]),
    (&[[3, 0, 1], [3, 0, 1], [3, 0, 1], [3, 0, 1]], [3, 0, 1]),
    (&[[-2, 0, 1], [1, 0, 1], [3, 0, 1], [7, 0, 1]], [0, 0, 1]),
    (&[[1, 0, 1], [2, 0, 1], [3, 0, 1], [7, 0, 1]], [1, 0, 1]),
];

#[test]
fn least_squares_recurses_out_of_a_singular_system() {
    // The determinant is exactly zero, so the recursion goes into every sub-simplex, and one of them holds the nearest point.
    for (points, nearest) in DEPENDENT_TRIANGLES.into_iter().chain(FLAT_TETRAHEDRA) {
        assert_eq!(fate(&LeastSquares, points, nearest), RIGHT[points.len()], "{points:?}");
    }
}

#[test]
fn johnson_passes_dependent_subsets_by() {
    // The cofactors of a dependent subset sum to zero, so they are not all positive; the nearest point is in the interior of an
    // independent subset too (Carathéodory), and that one passes.
    for (points, nearest) in DEPENDENT_TRIANGLES.into_iter().chain(FLAT_TETRAHEDRA) {
        assert_eq!(fate(&Johnson, points, nearest), RIGHT[points.len()], "{points:?}");
    }
}

#[test]
fn ericson_divides_zero_by_zero_on_a_triangle_whose_first_vertices_coincide() {
    // With a = b, d₁ = d₃ = 0. If the origin is not in the region of a or b, that of ab is next, at d₁ / (d₁ − d₃). This
    // happens in two of the six orders, and only if the origin lies ahead of a along ac.
    for (points, nearest) in DEPENDENT_TRIANGLES {
        let ahead = points.len() == 3 && points[0] == points[1] && nearest != points[0];
        let expected = if ahead { [4, 0, 2, 0] } else { RIGHT[points.len()] };
        assert_eq!(fate(&Ericson, points, nearest), expected, "{points:?}");
    }
}

#[test]
fn ericson_flat() {
    // The fourth vertex lies in the plane of each face, so the product of the sides is zero, no face sees the origin, and the
    // tetrahedron is reported to hold it however far away it is. This is right only if the tetrahedron does hold it.
    for (points, nearest) in FLAT_TETRAHEDRA {
        assert_eq!(fate(&Ericson, points, nearest), [0, 24, 0, 0], "{points:?}");
        assert_eq!(fate(&Ericson, points, [0, 0, 0]), RIGHT[4], "{points:?}");
        let points: Vec<_> = points.iter().map(|point| vector::<Solid<Rational>>(point)).collect();
        let found = project::<Solid<Rational>, _>(&Ericson, &points, &[0, 1, 2, 3]).expect("it always finds something");
        assert!(found.weights[..4].iter().all(Rational::is_nan), "there are no weights for what is not so: {points:?}");
    }
    let around = [[3, 0, 0], [-2, 2, 0], [-1, -3, 0], [1, 7, 0]];
    for found in [fate(&LeastSquares, &around, [0; 3]), fate(&Johnson, &around, [0; 3]), fate(&Ericson, &around, [0; 3])] {
        assert_eq!(found, RIGHT[4]);
    }
}

#[test]
fn signed_volumes_end_with_a_face_on_every_flat_tetrahedron() {
    // All tetrahedra of nine points of a plane, once with the plane off the origin and once through it: repeated points, points
    // in a line, triangles, quadrilaterals.
    for height in [0, 1] {
        let points: Vec<_> = (0..9).map(|i| vector::<Solid<Rational>>(&[i % 3 - 1, i / 3 - 1, height])).collect();
        for names in 0..9_usize.pow(4) {
            let order = [names % 9, names / 9 % 9, names / 81 % 9, names / 729];
            let found = project::<Solid<Rational>, _>(&SignedVolumes, &points, &order);
            assert!(found.is_some_and(|projection| projection.kept != Subset(0)), "{order:?}");
        }
    }
}
