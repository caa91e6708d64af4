use std::cmp::Ordering;

use dashu_ratio::RBig;

use super::polytope::Predicates;
use super::signs::Signs;
use super::*;
use crate::body::Points;
use crate::tests::SplitMix64;

fn exact(x: f64) -> RBig {
    RBig::try_from(x).expect("a finite number")
}

/// (q − p) × (r − p) · (x − p) for points of M; in the plane, where the third coordinate is zero, the area.
fn exact_side<const D: usize>(a: &[[f64; D]], b: &[[f64; D]], plane: &[(u32, u32)], x: (u32, u32)) -> RBig {
    let at = |(i, j): (u32, u32)| -> [RBig; 3] {
        std::array::from_fn(|k| if k < D { exact(a[i as usize][k]) - exact(b[j as usize][k]) } else { RBig::ZERO })
    };
    let p = at(plane[0]);
    let from_p = |name| {
        let q = at(name);
        [0, 1, 2].map(|k| &q[k] - &p[k])
    };
    let (e, d) = (from_p(plane[1]), from_p(x));
    if D == 2 {
        return &e[1] * &d[0] - &e[0] * &d[1];
    }
    let f = from_p(plane[2]);
    (0..3).fold(RBig::ZERO, |sum, k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        sum + (&e[i] * &f[j] - &e[j] * &f[i]) * &d[k]
    })
}

/// Four points of A near one plane and two points of B, of any size, far from the origin or near to it.
fn nearly_coplanar<const D: usize>(random: &mut SplitMix64) -> [Vec<[f64; D]>; 2] {
    let spread = [1.0, 1e-3, 1e-9][random.below(3) as usize];
    let far = [0.0, 1.0, 1e6][random.below(3) as usize];
    let mut point = |size: f64| -> [f64; D] { std::array::from_fn(|_| far + size * random.symmetric()) };
    let mut a: Vec<[f64; D]> = (0..3).map(|_| point(spread)).collect();
    let weights = [random.symmetric(), random.symmetric()];
    a.push(std::array::from_fn(|k| {
        let along = (a[1][k] - a[0][k]) * weights[0] + if D == 3 { (a[2][k] - a[0][k]) * weights[1] } else { 0.0 };
        a[0][k] + along
    }));
    let b = (0..2).map(|_| std::array::from_fn(|_| far + spread * random.symmetric())).collect();
    [a, b]
}

/// The greatest error of a side as a share of its bound. Also checks that 106 bits agree with integers wherever they decide.
fn greatest_error<const D: usize>() -> f64 {
    let mut random = SplitMix64(5 + D as u64);
    let (mut greatest, mut told) = (0.0_f64, 0);
    for _ in 0..20_000 {
        let [a, b] = nearly_coplanar::<D>(&mut random);
        let (of_a, of_b) = (Points::new(&a).expect("points"), Points::new(&b).expect("points"));
        let signs = Signs::new(&of_a, &of_b);
        let mut workspace = Workspace::default();
        workspace.begin(D);
        let scale = scale(&of_a, &of_b);
        let mut run = Run { a: &of_a, b: &of_b, signs, workspace: &mut workspace, observer: &mut (), scale, iterations: 0 };
        let mut names: Vec<(u32, u32)> = (0..=D as u32).map(|i| (i, random.below(2) as u32)).collect();
        names.swap(0, random.below(D as u64) as usize);
        names.iter().for_each(|name| run.push(*name));
        let spans = run.workspace.encloses::<D>(&run.signs);
        let (plane, point) = (&names[..D], names[D]);
        let expected = exact_side(&a, &b, plane, point);
        assert_eq!(spans, expected != RBig::ZERO);
        let sign = expected.cmp(&RBig::ZERO);
        assert_eq!(run.signs.side(plane, point), sign, "{a:?} {b:?} {plane:?} {point:?}");
        if let Some(found) = crate::face::side(run.a, run.b, &Pairs::new(names.iter().copied())) {
            assert_eq!(found, sign, "{a:?} {b:?} {plane:?} {point:?}");
            told += 1;
        }
        if !spans {
            continue;
        }
        // The facet that does not contain the last point, and that point.
        let facet = (0..=D).find(|facet| run.workspace.facets[*facet].corners[..D].iter().all(|corner| *corner < D as u32));
        let facet = facet.expect("a facet");
        let polytope::Facet { normal, height, size: of_edges, .. } = run.workspace.facets[facet];
        let names = run.plane(facet);
        let unit = exact(exact_power(scale));
        let factor = (0..D).fold(RBig::from(1), |product, _| product * &unit);
        let error = exact(dot(&normal, &run.workspace.points[D]) - height) - exact_side(&a, &b, &names, point) * factor;
        let bound = run.workspace.slack(of_edges);
        // A normal from integers has another length.
        if size(&normal) < 0.49 || of_edges == 1.0 {
            greatest = greatest.max(error.to_f64_fast().abs() / bound);
        }
    }
    assert!(told > 4_000, "{told}");
    greatest
}

#[test]
fn a_side_is_within_its_bound_and_106_bits_agree_with_integers() {
    for greatest in [greatest_error::<3>(), greatest_error::<2>()] {
        assert!((0.001..1.0).contains(&greatest), "{greatest}");
    }
}

fn cube(center: [f64; 3], half: [f64; 3]) -> Vec<[f64; 3]> {
    (0..8).map(|i| std::array::from_fn(|k| center[k] + if i >> k & 1 == 1 { half[k] } else { -half[k] })).collect()
}

fn overlap<const D: usize>(a: &[[f64; D]], b: &[[f64; D]]) -> Overlap<f64, D> {
    match crate::depth(a, b).expect("bodies") {
        Depth::Overlaps(overlap) => overlap,
        Depth::Apart(apart) => panic!("{apart:?}"),
    }
}

#[test]
fn depths_of_boxes_are_exact() {
    let unit = cube([0.0; 3], [1.0; 3]);
    // Equal cubes; a shift along an axis; a box in the middle of a longer one; a point in a cube, near a corner, and at a
    // corner.
    for (other, depth) in [
        (unit.clone(), 2.0),
        (cube([0.25, 0.0, 0.0], [1.0; 3]), 1.75),
        (cube([0.0; 3], [0.5, 3.0, 0.25]), 1.25),
        (vec![[0.0, 0.0, 0.25]], 0.75),
        (vec![[0.875, 0.75, 0.5]], 0.125),
        (vec![[1.0, 1.0, 1.0]], 0.0),
        (vec![[1.0, 0.0, 0.5]], 0.0),
    ] {
        let found = overlap(&unit, &other);
        assert_eq!(found.depth, depth, "{other:?}: {found:?}");
        let length = found.translation.iter().map(|x| x * x).sum::<f64>().sqrt();
        assert_eq!(length, depth, "{found:?}");
        let off = [0, 1, 2].map(|k| found.on_a[k] - found.on_b[k] - found.translation[k]);
        assert_eq!(off, [0.0; 3], "{found:?}");
    }
}

#[test]
fn flat_differences_have_depth_zero_and_a_normal_across() {
    let square = [[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 0.0]];
    let found = overlap(&square, &square.map(|[x, y, z]| [x + 0.5, y, z]));
    assert_eq!((found.depth, found.normal[0], found.normal[1]), (0.0, 0.0, 0.0));
    assert_ne!(found.normal[2], 0.0);
    for (a, b) in [(vec![[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]], vec![[0.0; 3]]), (vec![[1.0; 3]], vec![[1.0; 3]])] {
        let found = overlap(&a, &b);
        assert_eq!((found.depth, found.normal[2]), (0.0, 0.0));
        assert_ne!(found.normal, [0.0; 3]);
    }
    let found = overlap(&[[0.0, -1.0], [0.0, 1.0]], &[[0.0, 0.5], [0.0, 3.0]]);
    assert_eq!((found.depth, found.normal[1]), (0.0, 0.0));
    assert_ne!(found.normal[0], 0.0);
}

#[test]
fn a_signed_distance_is_negative_where_bodies_overlap() {
    let unit = cube([0.0; 3], [1.0; 3]);
    let at = |x: f64| crate::depth(&unit, &cube([x, 0.0, 0.0], [1.0; 3])).expect("bodies").signed_distance();
    assert_eq!([at(1.5), at(2.0), at(2.5)], [-0.5, 0.0, 0.5]);
    assert!(crate::depth(&unit, &[[f64::NAN; 3]]).is_err());
}

#[test]
fn an_answer_does_not_depend_on_earlier_contents_of_the_memory() {
    let mut random = SplitMix64(11);
    let mut kept = Workspace::default();
    for _ in 0..200 {
        let mut body =
            || -> Vec<[f64; 3]> { (0..4 + random.below(12)).map(|_| std::array::from_fn(|_| random.symmetric())).collect() };
        let (a, b) = (body(), body());
        let (a, b) = (Points::new(&a).expect("points"), Points::new(&b).expect("points"));
        let mut fresh = Workspace::default();
        let [one, other] = [&mut kept, &mut fresh].map(|memory| depth(&a, &b, &Start::Centers, memory, &mut ()));
        assert_eq!(one, other);
        assert_eq!(kept.shell().collect::<Vec<_>>(), fresh.shell().collect::<Vec<_>>());
    }
}

#[test]
fn squares_of_distances_compare_in_106_bits_as_in_integers() {
    let mut random = SplitMix64(23);
    let mut told = 0;
    for _ in 0..5_000 {
        // The planes of two faces of a box that is nearly a cube, around the origin.
        let near = 1.0 + [0.0, 1e-12, 1e-15, 1e-16][random.below(4) as usize] * random.symmetric();
        let half = [1.0, near, 1.0 + random.symmetric().abs()].map(|x| x * (1.0 + 0.5 * f64::EPSILON * random.below(2) as f64));
        let turn = random.symmetric();
        let (sine, cosine) = turn.sin_cos();
        let turned = |[x, y, z]: [f64; 3]| [cosine * x - sine * y, sine * x + cosine * y, z];
        let points: Vec<[f64; 3]> = cube([0.0; 3], half).into_iter().map(turned).collect();
        let origin = [[0.0; 3]];
        let (a, b) = (Points::new(&points).expect("points"), Points::new(&origin).expect("a point"));
        let signs = Signs::new(&a, &b);
        let named = |corners: [u32; 3]| corners.map(|i| (i, 0));
        let (one, other) = (named([1, 3, 5]), named([2, 6, 3]));
        let expected = signs.nearer(&one, &other, false);
        let [x, y] = [one, other].map(Pairs::new);
        if let Some(found) = crate::face::compare(&a, &b, &x, &y) {
            assert_eq!(found, expected, "{points:?}");
            told += 1;
        }
        assert_eq!(signs.nearer(&one, &other, true), expected);
        assert_eq!(signs.nearer(&other, &one, true), expected.reverse());
        assert_eq!(signs.nearer(&one, &one, true), Ordering::Equal);
    }
    assert!(told > 1_000, "{told}");
}

/// The depth of a body that contains the origin, from a start.
fn depth_around_origin(a: &[[f64; 3]], start: &Start<f64, 3>) -> (Overlap<f64, 3>, Vec<Pairs>) {
    let mut workspace = Workspace::default();
    let (a, b) = (Points::new(a).expect("points"), Points::new(&[[0.0; 3]]).expect("a point"));
    match depth(&a, &b, start, &mut workspace, &mut ()) {
        Depth::Overlaps(overlap) => (overlap, workspace.shell().collect()),
        Depth::Apart(apart) => panic!("{apart:?}"),
    }
}

const FIRST: Start<f64, 3> = Start::Direction([0.0, 1.0, 0.0]);

#[test]
fn heights_whose_squares_underflow_are_compared_in_integers() {
    for k in [-100, -178, -179, -180, -182] {
        let s = 2.0_f64.powi(k);
        let tiny = [[0.3, 1.0, 0.0], [-0.1, -16.0, 0.0], [-0.1, 1.0, -2.0], [-0.1, 1.0, 2.0]].map(|p| p.map(|x| x * s));
        // A distant point that the verdict does not need.
        let body = [&tiny[..], &[[1.0, 0.0, 0.0]]].concat();
        let (found, _) = depth_around_origin(&body, &FIRST);
        assert!((found.depth / s - 0.1).abs() < 1e-15, "2^{k}: {found:?}");
    }
}

#[test]
fn a_body_that_is_tiny_but_for_one_point_ends() {
    for size in [1e-100, 1e-157, 1e-160, 1e-163] {
        for seed in 0..80 {
            let mut random = SplitMix64(seed);
            let base = [[0.3, 1.0, 0.0], [-0.1, -1.0, 0.0], [-0.1, 1.0, -1.0], [-0.1, 1.0, 1.0]];
            let mut body: Vec<[f64; 3]> = base.map(|p| p.map(|x| (x + 0.05 * random.symmetric()) * size)).to_vec();
            body.push([1.0, 0.0, 0.0]);
            let (found, shell) = depth_around_origin(&body, &FIRST);
            assert!(found.depth > 0.0 && found.depth < size && shell.len() < 20, "{size:e} {seed}: {found:?}");
        }
    }
}

#[test]
fn a_shell_is_the_same_at_every_size_whose_products_of_squares_underflow() {
    let mut random = SplitMix64(7);
    for _ in 0..2000 {
        let half = 0.72 + 0.05 * random.symmetric();
        let [(s, c), (t, d)] = [0, 1].map(|_| random.symmetric().sin_cos());
        let turned = |[x, y, z]: [f64; 3]| {
            let [x, y] = [c * x - s * y, s * x + c * y];
            [x, d * y - t * z, t * y + d * z]
        };
        let points: Vec<[f64; 3]> = cube([0.0; 3], [half; 3]).into_iter().map(turned).collect();
        let (one, shell) = depth_around_origin(&points, &Start::Centers);
        for k in [-90, -103, -179] {
            let factor = 2.0_f64.powi(k);
            let small: Vec<[f64; 3]> = points.iter().map(|p| p.map(|x| x * factor)).collect();
            let (other, its_shell) = depth_around_origin(&small, &Start::Centers);
            assert_eq!((other.depth, &its_shell), (one.depth * factor, &shell), "2^{k}: {points:?}");
        }
    }
}

#[test]
fn the_normal_of_a_segment_is_across_it_however_short_it_is() {
    let [a, b] = [vec![[1e-300, 1e300, 0.0], [0.0, 1e300, 0.0]], vec![[0.0, 1e300, 0.0]]];
    let found = overlap(&a, &b);
    assert_eq!((found.depth, found.normal[0]), (0.0, 0.0));
    assert_ne!(found.normal, [0.0; 3]);
}

#[test]
fn weights_that_underflow_are_taken_from_integers() {
    let (s, t) = (1.0923375912499335e-60, 5.416952882281887e-286);
    let a = [[s, -t], [-t, 0.0], [0.0, -s], [0.0, -s], [-0.0, -0.0], [t, 0.0], [s, -s], [-s, -t]];
    let b = [[0.0, 0.0], [0.0, -s], [t, 0.0], [0.0, t], [s, t], [s, -t]];
    let found = overlap(&a, &b);
    let off = [0, 1].map(|k| found.on_a[k] - found.on_b[k] - found.translation[k]);
    assert_eq!((found.depth, off), (s, [0.0; 2]), "{found:?}");
}

#[test]
fn a_depth_tiny_next_to_the_edges_of_its_face_is_right_to_the_last_place() {
    let (far, tiny) = (3.942534346974275e39, 1.2456484463945867e-160);
    let a = [[-far, 0.0], [tiny, -0.0], [far, -far], [far, 0.0], [-tiny, -0.0], [tiny, tiny]];
    let b = [[-tiny, -tiny], [far, -0.0], [far, 0.0], [far, -0.0], [tiny, tiny]];
    let found = overlap(&a, &b);
    // The exact depth is 2 tiny less 8e-200 of itself.
    assert!((found.depth / tiny - 2.0).abs() <= f64::EPSILON, "{found:?}");
}

#[test]
fn bounds_of_a_depth_are_its_neighbours_and_zero_is_exact() {
    let overlap = |x: f32| -> Overlap<f32, 2> {
        let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        match crate::depth(&square, &[[x, 0.5_f32]]) {
            Ok(Depth::Overlaps(overlap)) => overlap,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(overlap(1.0).bounds(), [0.0; 2]);
    assert_eq!(overlap(0.75).bounds(), [0.25_f32.next_down(), 0.25_f32.next_up()].map(f64::from));
}
