use std::cell::Cell;

use dashu_int::IBig;
use gjk_numbers::{Big, Wide};

use super::*;
use crate::certificate;
use crate::lattice::AnyLattice;
use crate::small::{Numbers, in_doubles, lattice, of_a, vector};

#[test]
fn the_nearest_face_of_a_simplex_is_accepted_and_none_of_its_own_faces_is() {
    let mut numbers = Numbers::of(1);
    let mut sizes = [0; 5];
    for round in 0..4000 {
        let (count, size, raised) = (1 + round % 4, 1 + round as i64 % 3, [0, 0, 1, 3][round / 4 % 4]);
        let points = numbers.points(count, size, raised);
        let lattice = lattice(3, &points);
        let w: Vec<Vector<Wide>> = points.iter().map(|p| vector(*p)).collect();
        let (mask, axis) = nearest_face(&w).expect("there is one in exact arithmetic");
        // Coordinates on the lattice are in units of their greatest common power of two, which leaves directions unchanged.
        let proves = |mask: u8| {
            let face: Vec<usize> = (0..count).filter(|i| mask >> i & 1 == 1).collect();
            if is_zero(&axis) {
                certificate::holds_origin(&face.iter().map(|&i| w[i]).collect::<Vec<_>>())
            } else {
                certificate::is_nearest(&lattice, &of_a(&face), &axis)
            }
        };
        assert!(mask != 0 && proves(mask), "{points:?}: {mask:b}");
        sizes[mask.count_ones() as usize] += 1;
        for i in (0..count).filter(|i| mask >> i & 1 == 1) {
            assert!(!proves(mask & !(1 << i)), "{points:?}: {mask:b} without {i}");
        }
    }
    assert!(sizes[1..].iter().all(|size| *size >= 40), "{sizes:?}");
}

#[test]
fn a_face_counts_the_vertices_that_it_keeps() {
    let pair = |a| Pair { a, b: 0 };
    let face = Face::of(pair(3)).with(pair(1)).with(pair(2)).with(pair(0));
    assert_eq!((face.len(), face.pairs()), (4, &[3, 1, 2, 0].map(pair)[..]));
    let kept = face.sub_face(0b0110);
    assert_eq!((kept.len(), kept.pairs()), (2, &[1, 2].map(pair)[..]));
}

#[test]
fn the_lowest_nonzero_difference_is_the_lowest_of_all_that_are_not_zero() {
    let mut numbers = Numbers::of(2);
    for round in 0..3000 {
        let (of_a, of_b) = (1 + round % 4, 1 + round / 4 % 4);
        let [a, b] = [of_a, of_b].map(|count| numbers.points(count, 1, 0).into_iter().map(vector).collect::<Vec<_>>());
        let axis = vector(numbers.points(1, 2, 0)[0]);
        let all = (0..of_a).flat_map(|i| (0..of_b).map(move |j| (i, j)));
        let product = |i: usize, j: usize| dot(&axis, &minus(&a[i], &b[j]));
        let lowest = all.filter(|&(i, j)| a[i] != b[j]).map(|(i, j)| product(i, j)).min();
        let found = lowest_nonzero(&a, &b, &axis);
        assert!(found.is_none_or(|pair| a[pair.a] != b[pair.b]), "{a:?} {b:?} {axis:?}: {found:?}");
        assert_eq!(found.map(|pair| product(pair.a, pair.b)), lowest, "{a:?} {b:?} {axis:?}: {found:?}");
        assert_eq!(nearest_nonzero(&a, &b).is_some(), lowest.is_some());
    }
}

#[test]
fn the_first_nonzero_difference_is_the_first_of_all_pairs() {
    let mut numbers = Numbers::of(3);
    let mut found = [0; 3];
    for round in 0..3000 {
        let [a, b] = [round % 4, round / 4 % 4]
            .map(|count| (0..count).map(|_| vector([numbers.next(1).max(0), 0, 0])).collect::<Vec<Vector<Wide>>>());
        let mut all = (0..a.len()).flat_map(|i| (0..b.len()).map(move |j| Pair { a: i, b: j }));
        let first = all.find(|pair| a[pair.a] != b[pair.b]);
        assert_eq!(first_nonzero(&a, &b), first, "{a:?} {b:?}");
        found[first.map_or(0, |pair| 1 + usize::from(pair.a > 0))] += 1;
    }
    assert!(found.iter().all(|count| *count >= 100), "{found:?}");
}

thread_local! {
    static COMPARISONS: Cell<usize> = const { Cell::new(0) };
}

/// A number that counts how often it is compared.
struct Compared(i64);

impl PartialEq for Compared {
    fn eq(&self, other: &Compared) -> bool {
        COMPARISONS.set(COMPARISONS.get() + 1);
        self.0 == other.0
    }
}

#[test]
fn lists_of_equal_vectors_are_not_compared_pair_by_pair() {
    let of = |numbers: &[i64]| [&[0; 1000], numbers].concat().into_iter().map(Compared).collect::<Vec<_>>();
    for (a, b, expected) in [(&[][..], &[][..], None), (&[1], &[], Some((1000, 0))), (&[], &[1], Some((0, 1000)))] {
        COMPARISONS.set(0);
        assert_eq!(first_nonzero(&of(a), &of(b)), expected.map(|(a, b)| Pair { a, b }));
        assert!(COMPARISONS.get() <= 2001, "{}", COMPARISONS.get());
    }
}

#[test]
fn the_lowest_vertex_is_found_where_doubles_cannot_tell_it() {
    // Points orthogonal to the vector v = (a, b, c): along 2ᵏ v + (1, 0, 0) their products are their first coordinates, −b t,
    // and each of the three terms of a product is about 2ᵏ times as large.
    let [a, b, c] = [134_217_689_i64, 100_663_291, 119_537_657];
    let mut numbers = Numbers::of(7);
    for round in 0..200 {
        let points: Vec<[i64; 3]> = (0..12)
            .map(|_| {
                let (t, u) = (numbers.next(1 << 23), numbers.next(1 << 23));
                [-b * t, a * t - c * u, b * u]
            })
            .collect();
        let points_in_doubles = in_doubles(&points);
        let least = points.iter().map(|p| p[0]).min();
        for k in [0, 20, 60, 90, -1] {
            let power = if k < 0 { IBig::ZERO } else { IBig::ONE << k as usize };
            let axis = [a, b, c].map(|x| Big(IBig::from(x) * &power));
            let axis = [Big(axis[0].0.clone() + IBig::ONE), axis[1].clone(), axis[2].clone()];
            let big = |points: &[Point], others: &[Point]| AnyLattice::of_points(3, points, others).big();
            let found = lowest(&big(&points_in_doubles, &[[0.0; 3]]), &axis).a;
            assert_eq!(Some(points[found][0]), least, "{round}: 2^{k}");
            // B's point is the greatest along the axis.
            let found = lowest(&big(&[[0.0; 3]], &points_in_doubles), &negated(&axis)).b;
            assert_eq!(Some(points[found][0]), least, "{round}: 2^{k}");
        }
    }
}
