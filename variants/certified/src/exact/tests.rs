//! Checks that the answers of the last stage do not cover: widths, scales and errors, and the face that a step chooses.

use super::*;
use crate::body::Points;
use crate::integer::Int256;
use crate::tests::SplitMix64;

const UNIT: f64 = f64::EPSILON / 2.0;

fn range_of(points: &[Vector]) -> Range {
    let mut range = Range::NONE;
    points.iter().for_each(|point| range.see(point));
    range
}

#[test]
fn a_range_goes_from_the_least_bit_to_the_greatest() {
    let power = exact_power;
    let of = |points: &[Vector]| {
        let range = range_of(points);
        (range.exponent(), range.bits())
    };
    assert_eq!(of(&[[0.0; 3]]), (0, 0));
    assert_eq!(of(&[[1.0, 0.0, -0.0]]), (0, 1));
    assert_eq!(of(&[[6.0, 0.0, -5.0]]), (0, 3));
    assert_eq!(of(&[[12.0, 0.0, -8.0]]), (2, 2));
    assert_eq!(of(&[[0.75, 0.0, 0.0], [0.0, -16.0, 0.0]]), (-2, 7));
    assert_eq!(of(&[[power(1023), power(-1022), 5e-324]]), (-1074, 2098));
}

#[test]
fn the_integers_have_the_bits_that_are_proved() {
    let (small, large) =
        (range_of(&[[1023.0, 1.0, 0.0]]), range_of(&[[exact_power(99) + exact_power(47), exact_power(40), 0.0]]));
    assert_eq!((small.bits(), large.bits()), (10, 60));
    assert_eq!((bits_of_step(small), bits_of_squares(small)), (4 * 10 + 12, 8 * 10 + 30));
    // A normal has 3B + 7 bits, a product with a difference of two points has 1 + 2 more than both, and two to spare.
    assert_eq!((bits_of_products(small, large), bits_of_products(large, small)), (37 + 60 + 5, 187 + 10 + 5));
}

#[test]
fn a_subnormal_vertex_is_its_own_witness() {
    let least = f64::from_bits(1);
    let (a, b) = ([[3.0 * least, -least, exact_power(-1022)]], [[0.0, 5.0 * least, 0.0]]);
    let (a, b) = (Points::new(&a).expect("a body"), Points::new(&b).expect("a body"));
    let Decided::Apart(face) = decide(&a, &b, Pairs::new([(0, 0)])) else { panic!("they are apart") };
    assert_eq!(face.witnesses(&a, &b), [a.point(0), b.point(0)]);
}

/// Whether the bodies meet, for a face and a point over its inside: a point that touches the face, and one that is one grid
/// unit above it, with coordinates of `bits` bits.
fn touch_and_gap<T: Number>(bits: i32) -> [bool; 2] {
    let far = T::nearest(exact_power(bits - 1)).widened();
    // In a plane through the origin that no axis is normal to: x + y + z = 0.
    let a = [[far, -far, 0.0], [0.0, far, -far], [-far, 0.0, far]].map(|p| p.map(T::nearest));
    [[1.0, -1.0, 0.0], [1.0, -1.0, 1.0]].map(|point| {
        let b = [point.map(T::nearest)];
        let (a, b) = (Points::new(&a).expect("a body"), Points::new(&b).expect("a body"));
        matches!(decide(&a, &b, Pairs::new([(0, 0), (1, 0), (2, 0)])), Decided::Meets(_))
    })
}

#[test]
fn contact_is_distinguished_from_a_gap_of_one_unit_at_every_width() {
    // 44, 60 and 92 bits are the most that fit in 192, 256 and 384 bits.
    for bits in 2..=120 {
        assert_eq!(touch_and_gap::<f64>(bits), [true, false], "{bits} bits");
        assert_eq!(touch_and_gap::<f32>(bits), [true, false], "{bits} bits");
    }
}

/// 2^exponent times a number of at most 63 bits.
fn integer(x: i64, exponent: i32) -> Int256 {
    let (high, low) = (x >> 32, x & 0xffff_ffff);
    Int256::of(high as f64 * exact_power(32), -exponent).plus(&Int256::of(low as f64, -exponent))
}

/// The error of a direction in this precision relative to a normal, as a share of its stated bound.
fn worst_error<T: Number>(normal: [i64; 3], exponent: i32) -> f64 {
    let (rounded, _) = rounded(&normal.map(|x| integer(x, exponent)));
    let greatest = normal.iter().map(|x| x.unsigned_abs()).max().expect("three");
    let bits = 64 - greatest.leading_zeros() as i32;
    assert!((0.5..=1.0).contains(&size(&rounded)), "{normal:?}: {rounded:?}");
    let error = |k: usize| {
        let direction = T::nearest(rounded[k]).widened();
        let error = i128::from(normal[k]) * (1 << 60) - (direction * exact_power(bits + 60)) as i128;
        error.unsigned_abs() as f64 * exact_power(-bits - 60) / direction_error::<T>(direction)
    };
    error(0).max(error(1)).max(error(2))
}

#[test]
fn directions_are_off_by_no_more_than_is_said() {
    let (mut random, mut in_double, mut in_single) = (SplitMix64(5), 0.0_f64, 0.0_f64);
    for i in 0..20_000 {
        // Numbers of 56 to 62 bits, close to the midpoint of two doubles or singles.
        let normal = [(); 3].map(|()| {
            let (x, beside) = (random.bits() as i64 >> (2 + random.below(6)), 1 << (9 + 29 * (i % 2)));
            x & !(2 * beside - 1) | beside | random.below(3) as i64
        });
        let exponent = random.below(60) as i32;
        in_double = in_double.max(worst_error::<f64>(normal, exponent));
        in_single = in_single.max(worst_error::<f32>(normal, exponent));
    }
    println!("directions are off by at most {in_double:.3} and {in_single:.3} of what is said");
    assert!((0.2..1.0).contains(&in_double) && (0.2..1.0).contains(&in_single), "{in_double} {in_single}");
    // Two units in the last place, and the end of the range.
    assert_eq!(direction_error::<f64>(-0.75), 3.0 * UNIT);
    assert_eq!(direction_error::<f64>(0.0), exact_power(-700));
    let single = f64::from(f32::EPSILON) / 2.0;
    assert_eq!(direction_error::<f32>(-0.75), 3.0 * single + f32::UNDERFLOW);
    assert_eq!(direction_error::<f32>(0.0), f32::UNDERFLOW);
}

#[test]
fn a_step_goes_to_the_face_that_no_vertex_is_below() {
    // The origin is below the triangle of three of them, but the fourth one is below that triangle.
    let corners: [Lattice<i64>; 3] = [[8, 0, 8], [-4, 7, 8], [-4, -7, 8]];
    for low in [[0, 0, 4], [0, 2, 4], [1, 2, 4], [1, -3, 7]] {
        for place in 0..4 {
            let mut w = corners.to_vec();
            w.insert(place, low);
            let found = nearest(&w);
            let normal = found.normal.expect("apart");
            let least =
                w.iter().map(|x| dot(&normal, &in_full(x))).reduce(|x, y| if x.minus(&y).sign() == Less { x } else { y });
            let own = &w[found.subset.trailing_zeros() as usize];
            let height = dot(&normal, &in_full(own));
            assert!(least.is_some_and(|least| least.minus(&height).is_zero()), "{low:?} at {place}: {:b}", found.subset);
            assert!(found.subset >> place & 1 == 1, "{low:?} at {place}: {:b}", found.subset);
        }
    }
}
