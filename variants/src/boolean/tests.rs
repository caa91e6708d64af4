//! The readings of DoSimplex step by step in integers, and runs that cycle.
//!
//! Vertices have the source's letters: A is the newest, which comes last, B the previous one, and so on.

use super::*;
use crate::observe::Counter;
use crate::simplex::Vertex;
use gjk_numbers::{Euclidean, Integer, Oriented, Plane, Solid, SplitMix64};
use gjk_support::Hull;

fn vector<S: Space<Scalar = Integer>>(coordinates: &[i64]) -> S::Vector {
    S::vector(|i| Integer::new(coordinates[i]))
}

/// The result of a reading for a simplex: the vertices that it keeps, in their order, and the next direction; or "inside" or
/// "no-region" without a direction.
fn step<S: Space<Scalar = Integer>>(do_simplex: &impl DoSimplex<S>, points: &[&[i64]]) -> (String, Option<S::Vector>) {
    let points: Vec<S::Vector> = points.iter().map(|point| vector::<S>(point)).collect();
    let mut simplex = Simplex::<S>::of_points(&points);
    let toward = do_simplex.reduce(&mut simplex, &mut ());
    let letter = |vertex: &Vertex<S>| char::from(b'A' + (points.len() - 1 - vertex.index_a()) as u8);
    match toward {
        Step::Toward(direction) => (simplex.vertices().iter().map(letter).collect(), Some(direction)),
        Step::Inside => (String::from("inside"), None),
        Step::NoRegion => (String::from("no-region"), None),
    }
}

/// [`step`] for a simplex given by AO and those of the edges AB, AC, AD that it has.
fn step_from_a<const D: usize>(
    do_simplex: &impl DoSimplex<Euclidean<Integer, D>>,
    ao: [i64; D],
    edges: &[[i64; D]],
) -> (String, Option<<Euclidean<Integer, D> as Space>::Vector>) {
    let others = edges.iter().rev().map(|edge| std::array::from_fn(|i| edge[i] - ao[i]));
    let points: Vec<[i64; D]> = others.chain([ao.map(|x| -x)]).collect();
    step(do_simplex, &points.iter().map(|point| &point[..]).collect::<Vec<_>>())
}

fn kept<S: Space<Scalar = Integer>>(vertices: &str, direction: &[i64]) -> (String, Option<S::Vector>) {
    (vertices.to_owned(), Some(vector::<S>(direction)))
}

fn ended<V>(end: &str) -> (String, Option<V>) {
    (end.to_owned(), None)
}

type Space3 = Solid<Integer>;
type Plane2 = Plane<Integer>;

/// Every combination of −1, 0 and 1: the origin on both sides of three planes, and in each of them.
fn signs() -> impl Iterator<Item = [i64; 3]> {
    (0..27).map(|i| [i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1])
}

#[test]
fn a_segment_is_kept_by_linahan() {
    // D = (AB × AO) × AB, whether the origin is ahead of A, level with it or behind it.
    for (b, direction) in [([-2, 1, 0], [0, -16, 0]), ([2, 5, 0], [-32, 0, 0]), ([6, 1, 0], [0, -16, 0])] {
        let points: [&[i64]; 2] = [&b, &[2, 1, 0]];
        assert_eq!(step::<Space3>(&ThreePlane, &points), kept::<Space3>("BA", &direction));
        assert_eq!(step::<Space3>(&FaceFirst, &points), kept::<Space3>("BA", &direction));
        let flat: [&[i64]; 2] = [&b[..2], &[2, 1]];
        assert_eq!(step::<Plane2>(&ThreePlane, &flat), kept::<Plane2>("BA", &direction[..2]));
        assert_eq!(step::<Plane2>(&FaceFirst, &flat), kept::<Plane2>("BA", &direction[..2]));
    }
    // If the origin is in line with the segment, the direction is zero, and the run continues with it.
    assert_eq!(step::<Space3>(&ThreePlane, &[&[-2, -2, -2], &[1, 1, 1]]), kept::<Space3>("BA", &[0, 0, 0]));
}

#[test]
fn muratori_keeps_a_segment_with_the_origin_ahead_and_else_its_newest_vertex() {
    assert_eq!(step::<Space3>(&Muratori, &[&[-2, 1, 0], &[2, 1, 0]]), kept::<Space3>("BA", &[0, -16, 0]));
    assert_eq!(step::<Space3>(&Muratori, &[&[6, 1, 0], &[2, 1, 0]]), kept::<Space3>("A", &[-2, -1, 0]));
    assert_eq!(step::<Plane2>(&Muratori, &[&[-2, 1], &[2, 1]]), kept::<Plane2>("BA", &[0, -16]));
    assert_eq!(step::<Plane2>(&Muratori, &[&[6, 1], &[2, 1]]), kept::<Plane2>("A", &[-2, -1]));
    // The test is strict: an origin level with A is not ahead of it.
    assert_eq!(step::<Space3>(&Muratori, &[&[4, 1, 0], &[0, 1, 0]]), kept::<Space3>("A", &[0, -1, 0]));
}

#[test]
fn triangles_with_the_origin_on_every_side() {
    // AB and AC along the axes: N = (0, 0, 16), beyond AC is x < 0, beyond AB is y < 0, and AC comes first.
    let edges = [[4, 0, 0], [0, 4, 0]];
    for [x, y, z] in signs() {
        let (along_ac, along_ab) = (kept::<Space3>("CA", &[16 * x, 0, 16 * z]), kept::<Space3>("BA", &[0, 16 * y, 16 * z]));
        let whole = || if z > 0 { kept::<Space3>("CBA", &[0, 0, 16]) } else { kept::<Space3>("BCA", &[0, 0, -16]) };
        let linahan = if x < 0 {
            along_ac.clone()
        } else if y < 0 {
            along_ab.clone()
        } else {
            whole()
        };
        assert_eq!(step_from_a(&ThreePlane, [x, y, z], &edges), linahan, "AO = {x} {y} {z}");
        assert_eq!(step_from_a(&FaceFirst, [x, y, z], &edges), linahan, "AO = {x} {y} {z}");
        let muratori = match (x, y) {
            (-1, 1) => along_ac,
            (1, -1) => along_ab,
            // Beyond AC and behind A along both edges, or beyond AB and level with A or behind it.
            (-1, _) | (0, -1) => kept::<Space3>("A", &[x, y, z]),
            _ => whole(),
        };
        assert_eq!(step_from_a(&Muratori, [x, y, z], &edges), muratori, "AO = {x} {y} {z}");
    }
}

#[test]
fn muratori_tries_ab_where_ac_fails() {
    // The angle at A is obtuse: the origin is beyond AC, behind A along AC, and ahead of it along AB.
    let edges = [[1, -3, 0], [0, 1, 0]];
    assert_eq!(step_from_a(&Muratori, [-1, -1, 0], &edges), kept::<Space3>("BA", &[-12, -4, 0]));
    assert_eq!(step_from_a(&FaceFirst, [-1, -1, 0], &edges), kept::<Space3>("CA", &[-1, 0, 0]));
    // Behind A along both edges, only A is left.
    assert_eq!(step_from_a(&Muratori, [-4, -1, 0], &edges), kept::<Space3>("A", &[-4, -1, 0]));
}

#[test]
fn triangles_of_the_plane_of_both_windings() {
    for [x, y, _] in signs() {
        for swapped in [false, true] {
            // The test for beyond AC comes first, whichever edge has this name.
            let (edges, on_x, on_y) = if swapped { ([[0, 4], [4, 0]], "CA", "BA") } else { ([[4, 0], [0, 4]], "BA", "CA") };
            let (along_x, along_y) = (kept::<Plane2>(on_x, &[0, 16 * y]), kept::<Plane2>(on_y, &[16 * x, 0]));
            let linahan = match (x < 0, y < 0) {
                (false, false) => ended("inside"),
                (true, false) => along_y,
                (false, true) => along_x,
                (true, true) if swapped => along_x,
                (true, true) => along_y,
            };
            assert_eq!(step_from_a(&ThreePlane, [x, y], &edges), linahan, "AO = {x} {y}");
            assert_eq!(step_from_a(&FaceFirst, [x, y], &edges), linahan, "AO = {x} {y}");
            let behind = x + y <= 0 && (x < 0 || y < 0) && (x <= 0 && y <= 0);
            let muratori = if behind { kept::<Plane2>("A", &[x, y]) } else { linahan };
            assert_eq!(step_from_a(&Muratori, [x, y], &edges), muratori, "AO = {x} {y}");
        }
    }
}

/// AB, AC and AD of a tetrahedron whose outward normals are (0, 0, 16) of ABC, (−16, 0, 0) of ACD and (0, −16, 0) of ADB.
const CORNER: [[i64; 3]; 3] = [[4, 0, 0], [0, 4, 0], [0, 0, -4]];

#[test]
fn three_planes_tell_the_face_the_edge_or_nothing() {
    for [x, y, z] in signs() {
        let expected = match (z > 0, x < 0, y < 0) {
            (false, false, false) => ended("inside"),
            (true, false, false) => kept::<Space3>("CBA", &[0, 0, 16]),
            (false, true, false) => kept::<Space3>("DCA", &[-16, 0, 0]),
            (false, false, true) => kept::<Space3>("BDA", &[0, -16, 0]),
            (true, true, false) => kept::<Space3>("CA", &[16 * x, 0, 16 * z]),
            (false, true, true) => kept::<Space3>("DA", &[16 * x, 16 * y, 0]),
            (true, false, true) => kept::<Space3>("BA", &[0, 16 * y, 16 * z]),
            (true, true, true) => ended("no-region"),
        };
        assert_eq!(step_from_a(&ThreePlane, [x, y, z], &CORNER), expected, "AO = {x} {y} {z}");
    }
}

#[test]
fn the_first_face_in_front_is_taken_with_its_edge_tests() {
    for [x, y, z] in signs() {
        let expected = match (z > 0, x < 0, y < 0) {
            (false, false, false) => ended("inside"),
            (true, true, _) => kept::<Space3>("CA", &[16 * x, 0, 16 * z]),
            (true, false, true) => kept::<Space3>("BA", &[0, 16 * y, 16 * z]),
            (true, false, false) => kept::<Space3>("CBA", &[0, 0, 16]),
            (false, true, true) => kept::<Space3>("DA", &[16 * x, 16 * y, 0]),
            (false, true, false) => kept::<Space3>("DCA", &[-16, 0, 0]),
            (false, false, true) => kept::<Space3>("BDA", &[0, -16, 0]),
        };
        assert_eq!(step_from_a(&FaceFirst, [x, y, z], &CORNER), expected, "AO = {x} {y} {z}");
        // Muratori's edges also require the origin ahead: AC along y, AB along x, AD along −z.
        let ahead = match expected.0.as_str() {
            "CA" => y > 0,
            "BA" => x > 0,
            "DA" => z < 0,
            _ => true,
        };
        let expected = if ahead { expected } else { kept::<Space3>("A", &[x, y, z]) };
        assert_eq!(step_from_a(&Muratori, [x, y, z], &CORNER), expected, "AO = {x} {y} {z}");
    }
}

#[test]
fn the_readings_differ_over_an_obtuse_dihedral_angle() {
    // The origin is in front of ABC, over its inside, and also in front of ACD: the readings keep the face or the common edge.
    let (edges, ao) = ([[4, 0, 0], [0, 4, 0], [-4, 0, -1]], [1, 1, 1]);
    assert_eq!(step_from_a(&FaceFirst, ao, &edges), kept::<Space3>("CBA", &[0, 0, 16]));
    assert_eq!(step_from_a(&Muratori, ao, &edges), kept::<Space3>("CBA", &[0, 0, 16]));
    assert_eq!(step_from_a(&ThreePlane, ao, &edges), kept::<Space3>("CA", &[16, 0, 16]));
}

#[test]
fn a_kept_triangle_is_wound_so_that_the_next_tetrahedron_has_outward_normals() {
    for ao in [[1, 1, 2], [1, 1, -2]] {
        let points = [[0, 4, 0], [4, 0, 0], [0, 0, 0]].map(|p: [i64; 3]| std::array::from_fn(|i| p[i] - ao[i]));
        let mut simplex = Simplex::<Space3>::of_points(&points.map(|p: [i64; 3]| vector::<Space3>(&p)));
        let Step::Toward(direction) = FaceFirst.reduce(&mut simplex, &mut ()) else { panic!("the origin is beside it") };
        assert_eq!(simplex.len(), 3);
        simplex.push(Vertex::new(&(direction, 3), &(Space3::zero(), 0)));
        for (face, fourth) in regions::FACES.into_iter().zip([0, 2, 1]) {
            let Some((normal, _)) = regions::face(&simplex, face) else { panic!("space has normals") };
            assert!(Space3::dot(&normal, &regions::edge(&simplex, 3, fourth)) < Integer::zero(), "{face:?}");
        }
    }
}

#[test]
fn four_vertices_in_the_plane_have_no_faces() {
    let edges = [[4, 0], [0, 4], [-4, 0]];
    assert_eq!(step_from_a(&ThreePlane, [1, 1], &edges), ended("no-region"));
    assert_eq!(step_from_a(&FaceFirst, [1, 1], &edges), ended("no-region"));
    assert_eq!(step_from_a(&Muratori, [1, 1], &edges), ended("no-region"));
}

/// All three readings cycle around the origin and this hull, from the default direction.
const CIRCLE_OF_FACES: [[i64; 3]; 5] = [[0, 2, 3], [1, 7, -1], [0, 6, -10], [0, 0, 2], [-1, -3, -5]];

/// Only the three-plane reading cycles around this hull.
const CIRCLE_OF_PLANES: [[i64; 3]; 5] = [[1, 0, 1], [-2, -1, -2], [1, 1, -2], [-1, -2, 0], [-1, 0, -2]];

/// All three readings cycle around this hull, which is apart from the origin and in general position with it.
const CIRCLE_IN_GENERAL_POSITION: [[i64; 3]; 5] = [[8, 2, 6], [1, 0, -2], [0, -1, 3], [0, 0, -1], [5, 3, -2]];

fn run<S: Space>(do_simplex: impl DoSimplex<S>, b: &[[i64; 3]], number: impl Fn(i64) -> S::Scalar) -> (Stop, usize, bool) {
    let points = b.iter().map(|point| S::vector(|i| number(point[i]))).collect();
    let hull = |points| Hull::<S>::with_center(points, S::zero()).unwrap();
    let outcome = BooleanGjk::new(do_simplex).solve(&hull(vec![S::zero()]), &hull(points), &Start::Default, &mut ());
    (outcome.stop, outcome.iterations, outcome.answer.is_some())
}

#[test]
fn exact_runs_that_go_in_circles_end_as_cycled() {
    let cycled = |(stop, iterations, answered): (Stop, usize, bool)| stop == Stop::Cycled && iterations < 30 && !answered;
    assert!(cycled(run::<Space3>(Muratori, &CIRCLE_OF_FACES, Integer::new)));
    assert!(cycled(run::<Space3>(FaceFirst, &CIRCLE_OF_FACES, Integer::new)));
    assert!(cycled(run::<Space3>(ThreePlane, &CIRCLE_OF_PLANES, Integer::new)));
    // The readings are different algorithms: an input on which one cycles need not make the others cycle.
    assert!(cycled(run::<Space3>(ThreePlane, &CIRCLE_OF_FACES, Integer::new)));
    assert_eq!(run::<Space3>(FaceFirst, &CIRCLE_OF_PLANES, Integer::new).0, Stop::Converged);
    assert_eq!(run::<Space3>(Muratori, &CIRCLE_OF_PLANES, Integer::new).0, Stop::Converged);
}

#[test]
fn cycles_do_not_need_touching_bodies_or_coplanar_points() {
    let hull = CIRCLE_IN_GENERAL_POSITION;
    let dot = |p: [i64; 3], q: [i64; 3]| p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    let cross = |p: [i64; 3], q: [i64; 3]| [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
    let minus = |p: [i64; 3], q: [i64; 3]| [0, 1, 2].map(|i| p[i] - q[i]);
    // The bodies are apart.
    assert!(hull.iter().all(|point| dot([10, -4, -1], *point) > 0));
    // No four of the six points lie in a plane.
    let points = [hull.to_vec(), vec![[0; 3]]].concat();
    for (i, p) in points.iter().enumerate() {
        for (j, q) in points[..i].iter().enumerate() {
            for (k, r) in points[..j].iter().enumerate() {
                for s in &points[..k] {
                    assert_ne!(dot(minus(*p, *s), cross(minus(*q, *s), minus(*r, *s))), 0, "{p:?} {q:?} {r:?} {s:?}");
                }
            }
        }
    }
    let cycled = (Stop::Cycled, false);
    let ends = |(stop, _, answered): (Stop, usize, bool)| (stop, answered);
    assert_eq!(ends(run::<Space3>(Muratori, &hull, Integer::new)), cycled);
    assert_eq!(ends(run::<Space3>(ThreePlane, &hull, Integer::new)), cycled);
    assert_eq!(ends(run::<Space3>(FaceFirst, &hull, Integer::new)), cycled);
    assert_eq!(ends(run::<Space3>(TrueRegion, &hull, Integer::new)), (Stop::Converged, true));
}

#[test]
fn rounded_runs_that_go_in_circles_end_at_the_iteration_limit() {
    // Small integers are exact in doubles, so these are the same cycles, but here no detection ends them.
    let exhausted = (Stop::Exhausted, LIMIT, false);
    assert_eq!(run::<Solid<f64>>(Muratori, &CIRCLE_OF_FACES, |x| x as f64), exhausted);
    assert_eq!(run::<Solid<f64>>(FaceFirst, &CIRCLE_OF_FACES, |x| x as f64), exhausted);
    assert_eq!(run::<Solid<f64>>(ThreePlane, &CIRCLE_OF_PLANES, |x| x as f64), exhausted);
}

#[test]
fn muratori_goes_in_circles_where_the_first_vertex_is_the_origin() {
    // D = AO = 0, along which the first vertex in index order repeats: the segment AA is reduced to A, for ever.
    assert_eq!(run::<Space3>(Muratori, &[[0, 0, 0]], Integer::new).0, Stop::Cycled);
    // The other readings keep AA and AAA, and the tetrahedron AAAA has no face with the origin in front.
    assert_eq!(run::<Space3>(ThreePlane, &[[0, 0, 0]], Integer::new), (Stop::Converged, 4, true));
    assert_eq!(run::<Space3>(FaceFirst, &[[0, 0, 0]], Integer::new), (Stop::Converged, 4, true));
}

/// Bodies of up to five points between −4 and 4, one after another.
fn lattice_bodies(random: &mut SplitMix64) -> [Vec<[i64; 3]>; 2] {
    std::array::from_fn(|_| (0..=random.below(5)).map(|_| std::array::from_fn(|_| random.below(9) as i64 - 4)).collect())
}

/// The numbers of tests in face-first and unrolled runs, and of entries of DoSimplex, after a check that all other results are
/// equal.
fn tests_of_both<S: Oriented>(number: impl Fn(i64) -> S::Scalar) -> [usize; 3] {
    let (mut random, mut sums) = (SplitMix64(7), [0; 3]);
    for index in 0..20_000 {
        let [a, b] = lattice_bodies(&mut random).map(|points| {
            let points = points.iter().map(|point| S::vector(|i| number(point[i]))).collect();
            Hull::<S>::with_center(points, S::zero()).expect("there are points")
        });
        let mut counts = [Counter::default(); 2];
        let looped = BooleanGjk::new(FaceFirst).solve(&a, &b, &Start::Default, &mut counts[0]);
        let unrolled = Unrolled.solve(&a, &b, &Start::Default, &mut counts[1]);
        assert_eq!(format!("{unrolled:?}"), format!("{looped:?}"), "pair {index}");
        let [looped, unrolled] = counts;
        assert_eq!((unrolled.supports, unrolled.entries), (looped.supports, looped.entries), "pair {index}");
        assert_eq!(unrolled.tests + unrolled.entries, looped.tests, "pair {index}");
        sums = [sums[0] + looped.tests, sums[1] + unrolled.tests, sums[2] + unrolled.entries];
    }
    sums
}

#[test]
fn the_unrolled_variant_answers_as_the_loop_with_one_test_less_per_entry() {
    let exact = tests_of_both::<Space3>(Integer::new);
    assert!(exact.iter().all(|count| *count > 20_000), "{exact:?}");
    tests_of_both::<Plane2>(Integer::new);
    tests_of_both::<Solid<f64>>(|x| x as f64);
    tests_of_both::<Plane<f32>>(|x| x as f32);
}
