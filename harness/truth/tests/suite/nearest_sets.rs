//! The distances of witness points from the sets of nearest points, on flat faces over each other whose common part is computed
//! in another way: as the hull of the corners of each that lie in the other, and of the crossings of their chords.

use gjk_cases::case::{Class, Point};
use gjk_numbers::SplitMix64;
use gjk_truth::truth::HullTruth;

type Flat = [f64; 2];

/// Small pseudorandom integers, always the same.
struct Numbers(SplitMix64);

impl Numbers {
    fn next(&mut self, size: u64) -> f64 {
        self.0.below(2 * size + 1) as f64 - size as f64
    }

    fn polygon(&mut self, count: usize) -> Vec<Flat> {
        (0..count).map(|_| [self.next(4), self.next(4)]).collect()
    }
}

fn in_plane(p: &Flat) -> Point {
    [p[0], p[1], 0.0]
}

/// The distance in the plane from a point to the hull of points.
fn distance(p: &Flat, points: &[Flat]) -> f64 {
    let points: Vec<Point> = points.iter().map(in_plane).collect();
    HullTruth::of_points(2, &[in_plane(p)], &points).core_distance.to_f64()
}

/// Points whose hull is the common part of two hulls.
fn common(p: &[Flat], q: &[Flat]) -> Vec<Flat> {
    let mut points: Vec<Flat> = p.iter().filter(|x| distance(x, q) == 0.0).copied().collect();
    points.extend(q.iter().filter(|x| distance(x, p) == 0.0));
    let chords = |points: &[Flat]| -> Vec<[Flat; 2]> { points.iter().flat_map(|x| points.iter().map(|y| [*x, *y])).collect() };
    for [a, b] in chords(p) {
        for [c, d] in chords(q) {
            let turn = |x: &Flat| (b[0] - a[0]) * (x[1] - a[1]) - (b[1] - a[1]) * (x[0] - a[0]);
            let side = |x: &Flat| (d[0] - c[0]) * (x[1] - c[1]) - (d[1] - c[1]) * (x[0] - c[0]);
            if turn(&c) * turn(&d) < 0.0 && side(&a) * side(&b) < 0.0 {
                let t = turn(&c) / (turn(&c) - turn(&d));
                points.push([c[0] + t * (d[0] - c[0]), c[1] + t * (d[1] - c[1])]);
            }
        }
    }
    points
}

/// Frames of integers, orthogonal and with vectors of equal length: the axes in each order, and three oblique ones.
const FRAMES: [[Point; 3]; 6] = [
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]],
    [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, -1.0, 0.0]],
    [[1.0, 2.0, 2.0], [2.0, 1.0, -2.0], [2.0, -2.0, 1.0]],
    [[2.0, 3.0, 6.0], [3.0, -6.0, 2.0], [-6.0, -2.0, 3.0]],
    [[3.0, 4.0, 0.0], [4.0, -3.0, 0.0], [0.0, 0.0, -5.0]],
];

#[test]
fn a_witness_error_is_the_distance_to_the_common_part_of_two_faces() {
    let mut numbers = Numbers(SplitMix64(6));
    let mut compared = [[0; 3]; 3];
    for round in 0..900 {
        let (of_a, of_b) = (1 + round % 6, 1 + round / 6 % 5);
        let (p, mut q) = (numbers.polygon(of_a), numbers.polygon(of_b));
        if of_a.min(of_b) < 3 && round % 7 < 4 {
            // Otherwise small faces seldom meet.
            q[0] = p[round % of_a];
        }
        let both = common(&p, &q);
        let spans = |points: &[Flat]| {
            let turn = |x: &Flat, y: &Flat| {
                (x[0] - points[0][0]) * (y[1] - points[0][1]) - (x[1] - points[0][1]) * (y[0] - points[0][0])
            };
            let area = points.iter().flat_map(|x| points.iter().map(move |y| turn(x, y).abs())).fold(0.0, f64::max);
            if area > 1e-9 { 2 } else { usize::from(points.iter().any(|x| *x != points[0])) }
        };
        if both.is_empty() {
            continue;
        }
        let frame = &FRAMES[round % FRAMES.len()];
        let of_length = frame[0].iter().map(|x| x * x).sum::<f64>().sqrt();
        let place = |[x, y]: &Flat, z: f64| [0, 1, 2].map(|i| frame[0][i] * x + frame[1][i] * y + frame[2][i] * z + 64.0);
        // The faces, and a point behind each.
        let body = |face: &[Flat], z: f64, behind: f64| -> Vec<Point> {
            face.iter().map(|x| place(x, z)).chain([place(&face[0], behind)]).collect()
        };
        // Near each other, or small compared with their distance.
        let gap = if round % 4 == 3 { 2.0_f64.powi(20) } else { 1.0 };
        let truth = HullTruth::of_points(3, &body(&p, 1.0 + gap, 9.0 + gap), &body(&q, 1.0, -7.0));
        assert_eq!((truth.class(), truth.core_distance.to_f64()), (Class::Separated, gap * of_length));
        compared[spans(&p)][spans(&q)] += 1;
        for _ in 0..8 {
            let [at_a, at_b] = [0; 2].map(|_| [numbers.next(5) + 0.25, numbers.next(5) - 0.5]);
            let (off_a, off_b) = (0.25 * numbers.next(2), 0.25 * numbers.next(2));
            let found = truth.witness_error(&[place(&at_a, 1.0 + gap + off_a), place(&at_b, 1.0 + off_b)]);
            let expected = f64::max(distance(&at_a, &both).hypot(off_a), distance(&at_b, &both).hypot(off_b)) * of_length;
            let found = found.expect("they have points in common").to_f64();
            assert!((found - expected).abs() < 1e-11 * gap, "{p:?} {q:?} {frame:?}: {found} is not {expected}");
        }
    }
    assert!(compared.as_flattened().iter().all(|count| *count >= 5), "{compared:?}");
}
