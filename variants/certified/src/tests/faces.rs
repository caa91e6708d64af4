//! The second stage by itself: its proofs are compared with integers, on faces at the limit of what 106 bits decide.

use super::SplitMix64;
use crate::body::{Body, Points};
use crate::double_double::DoubleDouble;
use crate::exact::{self, Decided};
use crate::face;
use crate::integer::exact_power;
use crate::simplex::Pairs;
use crate::vector::{Vector, dot, minus, plus_scaled, size};

/// The difference of the distances of the second and of the last stage, as a share of the distance, and the distance between
/// the nearest points of their weights, as a share of L; `None` if the second stage proves nothing.
fn difference(a: &[Vector], b: &[Vector], mut simplex: Pairs) -> Option<[f64; 2]> {
    let (a, b) = (Points::new(a).expect("a body"), Points::new(b).expect("a body"));
    let found = face::nearest(&a, &b, &mut simplex)?;
    let Decided::Apart(exactly) = exact::decide(&a, &b, simplex) else { panic!("the bodies meet") };
    let (DoubleDouble { hi, lo }, power) = exactly.distance;
    let (half, rest) = (exact_power(power / 2), exact_power(power - power / 2));
    let exact = DoubleDouble { hi: hi * half * rest, lo: lo * half * rest };
    let of_distance = (found.distance.minus(exact).normalised().hi / exact.hi).abs();
    // B is a single point here.
    let corner = |i: usize| a.point(simplex.as_slice()[i].0 as usize);
    let (mut moved, mut reach) = ([0.0; 3], 0.0_f64);
    for i in 0..simplex.as_slice().len() {
        let edge = minus(&corner(i), &corner(0));
        moved = plus_scaled(&moved, &edge, found.weights[i] - exactly.weights[i]);
        reach = reach.max(size(&corner(i))).max(size(&edge));
    }
    Some([of_distance, if simplex == exactly.simplex { size(&moved) / reach } else { 0.0 }])
}

/// Orthonormal vectors up to rounding.
fn frame(random: &mut SplitMix64) -> [Vector; 3] {
    let mut vector = || -> Vector { std::array::from_fn(|_| random.symmetric()) };
    let one = |x: Vector| x.map(|y| y / dot(&x, &x).sqrt());
    let x = one(vector());
    let y = vector();
    let along = dot(&x, &y);
    let y = one(std::array::from_fn(|k| y[k] - along * x[k]));
    [x, y, crate::vector::cross(&x, &y)]
}

#[test]
fn distances_in_106_bits_are_those_of_integers() {
    let mut random = SplitMix64(29);
    // The promised error, and half of it again for the slack.
    let bound = 1.5 * exact_power(-56);
    let mut moved = 0.0_f64;
    let (mut worst, mut proved, mut refused, mut with_another) = (0.0_f64, 0, 0, 0);
    for number in 0..6000 {
        let frame = frame(&mut random);
        let at =
            |x: f64, y: f64, z: f64| -> Vector { std::array::from_fn(|k| x * frame[0][k] + y * frame[1][k] + z * frame[2][k]) };
        // A triangle or an edge under a point at any small distance, and a point that is below it by any small share of the distance.
        let distance = exact_power(-(random.below(75) as i32));
        let flat = if random.below(2) == 0 { 1.0 } else { exact_power(-(random.below(30) as i32)) };
        let corners = [[1.0, 0.0], [-0.5, 0.75 * flat], [-0.625, -0.875 * flat]];
        let corners = corners.map(|[x, y]| [x * (1.0 + 0.25 * random.symmetric()), y * (1.0 + 0.25 * random.symmetric())]);
        let len = if number % 4 == 0 { 2 } else { 3 };
        let mut a: Vec<Vector> =
            corners[..len].iter().map(|[x, y]| at(*x, if len == 2 { 0.0 } else { *y }, distance)).collect();
        let simplex = Pairs::new((0..len as u32).map(|i| (i, 0)));
        let is_another = number % 2 == 0;
        if is_another {
            let below = distance * exact_power(-20 - random.below(45) as i32);
            a.push(at(0.25 * random.symmetric(), 0.25 * flat * random.symmetric(), distance - below));
        }
        match difference(&a, &[[0.0; 3]], simplex) {
            Some([error, of_weights]) => {
                assert!(of_weights <= exact_power(-39), "{a:?}: the weights' point is off by 2^{}", of_weights.log2());
                moved = moved.max(of_weights);
                assert!(error <= bound, "{a:?}: off by {} of the bound", error / bound);
                (worst, proved, with_another) = (worst.max(error / bound), proved + 1, with_another + usize::from(is_another));
            }
            None => refused += 1,
        }
    }
    println!("weights: their point is off by at most 2^{:.1} of the face's size", moved.log2());
    println!("distances in 106 bits: largest error {worst:.3} of the bound, {proved} proved, {refused} left to integers");
    assert!(worst > 1e-4 && with_another > 500, "{worst} {with_another}");
    // The counts are the same on every processor. Fewer faces are proved if a bound is greater than it has to be.
    assert_eq!([proved, refused], [2353, 3647]);
}

#[test]
fn a_face_is_the_same_with_fused_products_and_without() {
    let mut random = SplitMix64(31);
    let mut proved = 0;
    for _ in 0..2000 {
        let shift = 1.0 + 2.0 * random.symmetric().abs();
        let mut body = |x: f64| -> Vec<Vector> {
            (0..6).map(|_| [random.symmetric() + x, random.symmetric(), random.symmetric()]).collect()
        };
        let (a, b) = (body(0.0), body(shift));
        let (a, b) = (Points::new(&a).expect("a body"), Points::new(&b).expect("a body"));
        let pair = |random: &mut SplitMix64| (random.below(6) as u32, random.below(6) as u32);
        let simplex = Pairs::new((0..1 + random.below(3)).map(|_| pair(&mut random)));
        let (mut plain, mut fused) = (simplex, simplex);
        let answers = [face::first::<false, f64, 3>(&a, &b, &mut plain), face::first::<true, f64, 3>(&a, &b, &mut fused)];
        assert_eq!(plain, fused);
        let [plain, fused] = answers.map(|answer| answer.map(|face| (face.distance, face.axis, face.weights, face.witnesses)));
        assert_eq!(plain, fused);
        proved += usize::from(plain.is_some());
    }
    assert!(proved > 200, "{proved}");
}

#[test]
fn as_many_points_in_the_plane_of_a_face_as_there_is_room_for_are_looked_at() {
    let of = |count: usize| {
        let mut a: Vec<Vector> = vec![[-8.0, -8.0, 0.0], [24.0, -8.0, 0.0], [-8.0, 24.0, 0.0]];
        a.extend((0..count).map(|i| [(i % 9) as f64, (i / 9) as f64, 0.0]));
        let (a, b) = (Points::new(&a).expect("a body"), Points::new(&[[1.0, 1.5, 0.5]]).expect("a body"));
        face::nearest(&a, &b, &mut Pairs::new((0..3).map(|i| (i, 0)))).map(|found| found.distance.hi)
    };
    // The points of the face itself count.
    assert_eq!([of(0), of(1), of(61), of(62), of(70)], [Some(0.5), Some(0.5), Some(0.5), None, None]);
}

#[test]
fn a_face_that_another_point_is_below_is_not_the_next_one() {
    // Over the edge of the first two points, each of the third and the last point is below the triangle with the other.
    let a = [[-2.0, 0.0, 1.0], [2.0, 0.0, 1.0], [0.0, 2.0, 0.0], [0.0, -2.0, 0.125]];
    let (a, b) = (Points::new(&a).expect("a body"), Points::new(&[[0.0; 3]]).expect("a body"));
    let mut simplex = Pairs::new((0..3).map(|i| (i, 0)));
    let found = face::nearest(&a, &b, &mut simplex).expect("the edge of the last two");
    assert_eq!(simplex, Pairs::new([(2, 0), (3, 0)]));
    // The distance of the origin from the line through (2, 0) and (−2, 1/8).
    assert!((found.distance.hi - 0.25 / (16.0_f64 + 1.0 / 64.0).sqrt()).abs() < 1e-16);
}
