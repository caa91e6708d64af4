//! The linear program compared with an enumeration of all triangles.

use super::super::optimality::all_named;
use super::*;
use crate::body;
use crate::integer::exact_power;
use crate::tests::SplitMix64;

type Bodies = [Vec<Vector>; 2];

/// Points of A near the plane z = 1 and points of B near z = 0, within about 2⁻⁴⁰.
fn low(random: &mut SplitMix64, counts: [usize; 2]) -> Bodies {
    let mut points = |count: usize, height: f64| -> Vec<Vector> {
        (0..count).map(|_| [random.symmetric(), random.symmetric(), height + random.symmetric() * exact_power(-40)]).collect()
    };
    [points(counts[0], 1.0), points(counts[1], 0.0)]
}

fn vertex([a, b]: &Bodies, (i, j): (u32, u32)) -> Vector {
    minus(&a[i as usize], &b[j as usize])
}

/// The height at which the third axis passes through the triangle of these vertices; `None` if it does not.
fn height(w: [Vector; 3]) -> Option<f64> {
    let lifted = w.map(|x| [x[2], x[0], x[1]]);
    let [x, y, z] = &lifted;
    let (origin, whole) = ([0.0; 3], area(x, y, z));
    let weights = [area(&origin, y, z), area(x, &origin, z), area(x, y, &origin)].map(|part| part / whole);
    weights.iter().all(|weight| *weight > 0.0).then(|| (0..3).map(|i| weights[i] * w[i][2]).sum())
}

/// All triangles of M that the third axis passes through, with their heights.
fn triangles(bodies: &Bodies) -> Vec<([(u32, u32); 3], f64)> {
    let [a, b] = bodies.each_ref().map(|points| points.len() as u32);
    let pairs: Vec<_> = (0..a).flat_map(|i| (0..b).map(move |j| (i, j))).collect();
    let mut found = vec![];
    for (i, p) in pairs.iter().enumerate() {
        for (j, q) in pairs.iter().enumerate().skip(i + 1) {
            for r in &pairs[j + 1..] {
                let triangle = [*p, *q, *r];
                found.extend(height(triangle.map(|pair| vertex(bodies, pair))).map(|height| (triangle, height)));
            }
        }
    }
    found
}

/// The height of the triangle that [`lowest`] finds from a triangle.
fn from(bodies: &Bodies, triangle: [(u32, u32); 3]) -> Option<f64> {
    let [a, b] = bodies.each_ref().map(|points| body::Points::new(points).expect("a body"));
    let simplex = Pairs::new(triangle);
    let face = Face::of(&a, &b, &simplex)?;
    let found = lowest(&a, &b, (&face, &simplex), &all_named(&a, &b, (&face, &simplex)))?;
    let &[p, q, r] = found.as_slice() else { panic!("three points") };
    Some(height([p, q, r].map(|pair| vertex(bodies, pair))).expect("a triangle over the nearest point"))
}

#[test]
fn the_lowest_triangle_is_found_from_every_other() {
    let mut random = SplitMix64(7);
    let (mut count, mut steps) = (0, 0);
    for case in 0..60 {
        let bodies = low(&mut random, [[6, 1], [1, 6], [3, 3], [4, 2]][case % 4]);
        let all = triangles(&bodies);
        let Some(best) = all.iter().map(|(_, height)| *height).reduce(f64::min) else { continue };
        for (triangle, height) in &all {
            // `None` if a weight is not certainly positive.
            let Some(found) = from(&bodies, *triangle) else { continue };
            // Four vertices of two edges lie in one plane: either half of it is accepted.
            assert!((found - best).abs() < exact_power(-50), "case {case}, from {triangle:?}: {height}, {found}, {best}");
            count += 1;
            steps += usize::from(height - best > exact_power(-50));
        }
    }
    assert!(count > 200 && steps > 100, "{count} triangles, of which {steps} were not the lowest");
}

#[test]
fn sixteen_points_of_a_body_are_the_most() {
    let mut random = SplitMix64(11);
    for counts in [[16, 1], [1, 16], [17, 1], [1, 17]] {
        let mut bodies = low(&mut random, counts);
        // The first three points of the larger body lie around the axis.
        let larger = usize::from(counts[0] == 1);
        let height = [1.0, 0.0][larger];
        for (point, [x, y]) in bodies[larger].iter_mut().zip([[4.0, 0.0], [-4.0, 4.0], [-4.0, -4.0]]) {
            *point = [x, y, height];
        }
        bodies[1 - larger][0] = [0.0, 0.0, 1.0 - height];
        let first = [0, 1, 2].map(|i| if larger == 0 { (i, 0) } else { (0, i) });
        assert_eq!(from(&bodies, first).is_some(), counts[larger] == 16, "{counts:?}");
    }
}
