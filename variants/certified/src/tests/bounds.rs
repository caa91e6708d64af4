//! Each chain of roundings: its computed value is compared with the same polynomial in integers, on inputs that a search makes
//! worse and worse. The largest ratio of error to bound is printed (`cargo test -p gjk-certified -- --nocapture`). It has to be
//! at most one, and more than nothing: with the constant set to zero the error is beyond the bound.

use std::cmp::Ordering;

use super::SplitMix64;
use crate::body::{Body, Points, product};
use crate::bound::{self, NORMAL_OF_EDGE, NORMAL_OF_TRIANGLE, UNDERFLOW, VOLUME, WEIGHT_OF_EDGE, WEIGHT_OF_TRIANGLE};
use crate::double_double::{DoubleDouble, Wide, root_of_quotient};
use crate::integer::{self, Coordinate, Int, Integer, Lattice, Widest, decomposed};
use crate::number::Number;
use crate::vector::{Vector, cross, dot, minus, size};

type Big = Int<136>;

/// Points of A and B: the input of every chain.
type Input = [Vector; 6];

fn least_exponent(input: &Input) -> i32 {
    let of = |x: &f64| {
        let (significand, exponent) = decomposed(*x);
        if significand == 0 { i32::MAX } else { exponent + significand.trailing_zeros() as i32 }
    };
    input.iter().flatten().map(of).min().filter(|low| *low < i32::MAX).unwrap_or(0)
}

fn lattice(input: &Input) -> [Lattice<Big>; 6] {
    let low = least_exponent(input);
    input.map(|point| point.map(|x| Big::of(x, low)))
}

/// |computed − exact| in a double; the exact value is an integer times 2^(degree · low).
fn error(computed: f64, exact: &Big, power: i32) -> f64 {
    // Both on the finer of the two grids.
    let (significand, own) = decomposed(computed);
    let own = if significand == 0 { power } else { own };
    let grid = own.min(power);
    let shifted = |x: &Big, by: i32| (0..by).fold(*x, |x, _| x.plus(&x));
    let computed = shifted(&Big::of(computed, own), own - grid);
    let (DoubleDouble { hi, .. }, limbs) = computed.minus(&shifted(exact, power - grid)).to_double_double();
    // In steps, as the power may be beyond the range of one factor.
    let mut x = hi.abs();
    let mut left = limbs + grid;
    while left != 0 && x != 0.0 {
        let step = left.clamp(-500, 500);
        x *= integer::exact_power(step);
        left -= step;
    }
    x
}

/// A chain: the computed value with its bound, the exact value, and the degree.
struct Chain {
    name: &'static str,
    degree: i32,
    of: fn(&Input) -> (f64, f64),
    exact: fn(&[Lattice<Big>; 6]) -> Big,
}

fn edge(p: &Input, i: usize) -> Vector {
    minus(&minus(&p[i], &p[0]), &minus(&p[i + 3], &p[3]))
}

fn size_of_edge(p: &Input, i: usize) -> f64 {
    size(&minus(&p[i], &p[0])) + size(&minus(&p[i + 3], &p[3]))
}

fn exact_edge(p: &[Lattice<Big>; 6], i: usize) -> Lattice<Big> {
    integer::minus(&integer::minus(&p[i], &p[0]), &integer::minus(&p[i + 3], &p[3]))
}

fn vertex(p: &Input, i: usize) -> Vector {
    minus(&p[i], &p[i + 3])
}

fn exact_vertex(p: &[Lattice<Big>; 6], i: usize) -> Lattice<Big> {
    integer::minus(&p[i], &p[i + 3])
}

const CHAINS: [Chain; 6] = [
    Chain {
        name: "normal of a triangle",
        degree: 2,
        of: |p| (cross(&edge(p, 1), &edge(p, 2))[0], NORMAL_OF_TRIANGLE * size_of_edge(p, 1) * size_of_edge(p, 2)),
        exact: |p| integer::cross(&exact_edge(p, 1), &exact_edge(p, 2))[0],
    },
    Chain {
        name: "normal of an edge",
        degree: 3,
        of: |p| {
            let (e, w, m) = (edge(p, 1), vertex(p, 0), size_of_edge(p, 1));
            (cross(&e, &cross(&w, &e))[0], NORMAL_OF_EDGE * m * m * size(&w))
        },
        exact: |p| {
            let (e, w) = (exact_edge(p, 1), exact_vertex(p, 0));
            integer::cross(&e, &integer::cross(&w, &e))[0]
        },
    },
    Chain {
        name: "weight of an edge",
        degree: 2,
        of: |p| (dot(&vertex(p, 0), &edge(p, 1)), WEIGHT_OF_EDGE * size(&vertex(p, 0)) * size_of_edge(p, 1)),
        exact: |p| integer::dot(&exact_vertex(p, 0), &exact_edge(p, 1)),
    },
    Chain {
        name: "weight of a triangle",
        degree: 4,
        of: |p| {
            let (e, f, w) = (edge(p, 1), edge(p, 2), vertex(p, 0));
            let (of_e, of_f) = (size_of_edge(p, 1), size_of_edge(p, 2));
            (dot(&cross(&e, &f), &cross(&w, &e)), WEIGHT_OF_TRIANGLE * of_e * of_f * size(&w) * of_e)
        },
        exact: |p| {
            let (e, f, w) = (exact_edge(p, 1), exact_edge(p, 2), exact_vertex(p, 0));
            integer::dot(&integer::cross(&e, &f), &integer::cross(&w, &e))
        },
    },
    Chain {
        name: "volume",
        degree: 3,
        of: |p| {
            let [u, v, w] = [0, 1, 2].map(|i| vertex(p, i));
            (dot(&cross(&u, &v), &w), VOLUME * size(&u) * size(&v) * size(&w))
        },
        exact: |p| {
            let [u, v, w] = [0, 1, 2].map(|i| exact_vertex(p, i));
            integer::dot(&integer::cross(&u, &v), &w)
        },
    },
    Chain {
        name: "area",
        degree: 2,
        of: |p| {
            let [u, v] = [0, 1].map(|i| vertex(p, i));
            let greatest = size(&u).max(size(&v));
            (u[0] * v[1] - u[1] * v[0], VOLUME * greatest * greatest)
        },
        exact: |p| {
            let [u, v] = [0, 1].map(|i| exact_vertex(p, i));
            integer::cross(&[u[0], u[1], Big::ZERO], &[v[0], v[1], Big::ZERO])[2]
        },
    },
];

impl Chain {
    /// The error in units of the bound without its second term, the error, and this bound.
    fn ratio(&self, input: &Input) -> (f64, f64, f64) {
        let (computed, bound) = (self.of)(input);
        let error = error(computed, &(self.exact)(&lattice(input)), self.degree * least_exponent(input));
        (if error == 0.0 { 0.0 } else { error / bound }, error, bound)
    }
}

fn input(random: &mut SplitMix64, spread: u64) -> Input {
    std::array::from_fn(|_| {
        std::array::from_fn(|_| {
            let scale = random.below(spread + 1) as i32;
            random.symmetric() * integer::exact_power(-scale)
        })
    })
}

#[test]
fn no_chain_of_roundings_is_off_by_more_than_its_bound() {
    for chain in CHAINS {
        let mut random = SplitMix64(7);
        let mut worst = 0.0;
        for start in 0..60 {
            let mut best = input(&mut random, [0, 2, 8, 30][start % 4]);
            let (mut ratio, ..) = chain.ratio(&best);
            for _ in 0..120 {
                let mut next = best;
                let coordinate = &mut next[random.below(6) as usize][random.below(3) as usize];
                *coordinate = match random.below(4) {
                    0 => random.symmetric(),
                    1 => coordinate.next_up(),
                    2 => *coordinate * 0.5,
                    _ => random.symmetric() * integer::exact_power(-(random.below(40) as i32)),
                };
                let (new, ..) = chain.ratio(&next);
                if new >= ratio {
                    (best, ratio) = (next, new);
                }
            }
            worst = f64::max(worst, ratio);
        }
        println!("{}: at most {worst:.3} of the bound", chain.name);
        assert!(worst <= 1.0, "{}: {worst}", chain.name);
        // With the constant set to zero the bound fails; with a tenth of it, it holds for no chain whose bound is tight.
        assert!(worst > 0.01, "{}: the search finds no error to speak of: {worst}", chain.name);
    }
}

#[test]
fn underflow_errors_lie_within_the_second_term_and_beyond_the_first() {
    for chain in CHAINS {
        let mut random = SplitMix64(11);
        let mut beyond = 0;
        for _ in 0..400 {
            // Some or all points are so small that their products underflow; the others are of size one.
            let mut points = input(&mut random, 0);
            let scale = -(1060 / chain.degree + random.below(20) as i32);
            let all = random.below(2) == 0;
            for point in &mut points {
                if all || random.below(2) == 0 {
                    *point = point.map(|x| x * integer::exact_power(scale));
                }
            }
            let (_, error, bound) = chain.ratio(&points);
            assert!(error <= bound + UNDERFLOW, "{}: {error:e} beyond {bound:e}", chain.name);
            beyond += u32::from(error > bound);
        }
        assert!(beyond > 0, "{}: no product underflowed, so the second term is not tested", chain.name);
    }
}

/// The sign of n·x − n·y, exactly.
fn compared(n: &Vector, x: &Vector, y: &Vector) -> Ordering {
    let input = [*n, *x, *y, [0.0; 3], [0.0; 3], [0.0; 3]];
    let [n, x, y, ..] = lattice(&input);
    integer::dot(&n, &integer::minus(&x, &y)).sign()
}

#[test]
fn an_axis_that_separates_in_rounded_numbers_alone_is_refused() {
    let (mut refused, mut accepted) = (0, 0);
    let mut random = SplitMix64(13);
    for _ in 0..20_000 {
        let axis: Vector = std::array::from_fn(|_| random.symmetric());
        let p: Vector = std::array::from_fn(|_| 1.0 + random.symmetric());
        // q is p moved orthogonally, so that both products are nearly equal.
        let along = cross(&axis, &std::array::from_fn(|_| random.symmetric()));
        let q: Vector = std::array::from_fn(|k| p[k] + along[k]);
        let extent = |x: &Vector| x.map(f64::abs);
        let products = [product(&p, &axis), product(&q, &axis)];
        let is_beyond = compared(&axis, &p, &q) == Ordering::Greater;
        if bound::separates(&axis, products, &extent(&p), &extent(&q)) {
            accepted += 1;
            assert!(is_beyond, "{axis:?} {p:?} {q:?}");
        } else {
            refused += u32::from(products[0] > products[1] && !is_beyond);
        }
    }
    assert!(refused > 100, "a bound of zero would have been wrong {refused} times");
    // Gaps that are larger are detected.
    let far = |gap: f64| bound::separates(&[1.0, 0.0, 0.0], [1.0 + gap, 1.0], &[1.0 + gap, 0.0, 0.0], &[1.0, 0.0, 0.0]);
    assert!(far(1e-14) && !far(4e-16) && accepted < 20_000);
    let overflowing = [f64::MAX, 0.0, 0.0];
    assert!(!bound::separates(&overflowing, [f64::INFINITY, 1.0], &[2.0, 0.0, 0.0], &[1.0, 0.0, 0.0]));
    let tiny = |x: f64| bound::separates(&[x, 0.0, 0.0], [x * x, 0.0], &[x, 0.0, 0.0], &[x, 0.0, 0.0]);
    assert!(!tiny(1e-162), "products that underflow separate nothing");
    // A gap equal to the bound, 4u times the sum, is not beyond it.
    let by = |gap: f64| bound::separates(&[1.0, 0.0, 0.0], [gap, 0.0], &[0.5, 0.0, 0.0], &[0.5, 0.0, 0.0]);
    assert!(by(4.01 * f64::EPSILON / 2.0) && !by(4.0 * f64::EPSILON / 2.0));
    // An eighth of the range is too near to its end.
    let at = |reach: f64| bound::separates(&[1.0, 0.0, 0.0], [reach, -reach], &[reach, 0.0, 0.0], &[reach, 0.0, 0.0]);
    assert!(at((f64::MAX / 16.0).next_down()) && !at(f64::MAX / 16.0));
    assert!(bound::separates(&[1.0_f32, 0.0], [2.0, 1.0], &[2.0, 0.0], &[1.0, 0.0]));
    assert!(!bound::separates(&[1e-23_f32, 0.0], [1e-45, 0.0], &[1e-22, 0.0], &[1e-22, 0.0]));
}

fn thresholds<T: Number>(seed: u64) -> (u32, u32) {
    let mut random = SplitMix64(seed);
    let (mut needed, mut passed) = (0, 0);
    for _ in 0..4000 {
        let normal: Vector = std::array::from_fn(|_| random.symmetric());
        // The direction passed to the body is rounded, or has at most the stated error.
        let share = if random.below(2) == 0 { 0.0 } else { 1e-6 };
        let outward: [T; 3] = std::array::from_fn(|k| T::nearest(normal[k] * (1.0 + share * random.symmetric())));
        let error = normal.map(|x| (share + 2.0 * T::UNIT_ROUNDOFF) * x.abs());
        let first: Vector = std::array::from_fn(|_| T::nearest(100.0 + random.symmetric()).widened());
        let along = cross(&normal, &std::array::from_fn(|_| random.symmetric()));
        let back = if random.below(2) == 0 { 0.0 } else { 1e-2 };
        let other: Vector = std::array::from_fn(|k| T::nearest(first[k] + along[k] - back * normal[k]).widened());
        let points = [first, other].map(|point| point.map(T::nearest));
        let body = Points::new(&points).expect("finite points");
        let threshold = bound::threshold::<T, 3>(&outward, &first, &body.extent(), &error).expect("far from the range's end");
        let mut named = [false; 2];
        body.each_beyond(&outward, threshold, |index| named[index] = true);
        assert!(named[0], "the point itself");
        if compared(&normal, &other, &first) != Ordering::Less {
            assert!(named[1], "{normal:?} {first:?} {other:?}");
            // Without a margin some of these would not be named.
            needed += u32::from(product(&points[1], &outward) < product(&points[0], &outward));
        } else {
            passed += u32::from(!named[1]);
        }
    }
    (needed, passed)
}

#[test]
fn a_point_that_is_not_named_is_certainly_not_beyond() {
    for (needed, passed) in [thresholds::<f64>(17), thresholds::<f32>(19)] {
        assert!(needed > 50, "without a margin {needed} points would be missing");
        assert!(passed > 50, "with an infinite one {passed} points would be named for nothing");
    }
    let huge = [f64::MAX / 16.0; 3];
    let of_reach = |reach: f64, error: f64| {
        bound::threshold::<f64, 3>(&[1.0, 0.0, 0.0], &[0.0; 3], &[reach, 0.0, 0.0], &[error, 0.0, 0.0]).is_some()
    };
    // With its margin, here three times the reach or less than a unit in the last place of it, the threshold ends at an eighth
    // of the range.
    assert!(of_reach(f64::MAX / 34.0, 1.0) && !of_reach(f64::MAX / 30.0, 1.0) && of_reach(f64::MAX / 9.0, 0.0));
    let (end, mut reach, mut meets_it) = (f64::MAX / 8.0, f64::MAX / 8.0, 0);
    for _ in 0..40 {
        let with_margin = reach + 9.0 * (f64::EPSILON / 2.0) * reach;
        meets_it += u32::from(with_margin == end);
        assert_eq!(of_reach(reach, 0.0), with_margin < end, "{reach:e}");
        reach = reach.next_down();
    }
    assert!(meets_it > 0);
    assert!(bound::threshold::<f64, 3>(&[1.0; 3], &huge, &huge, &[0.0; 3]).is_none(), "products near the end of the range");
}

/// |found − expected| in units of u² M, both in integers on the grid of 2^low.
fn in_square_units(found: &DoubleDouble, expected: &Big, monomials: f64, low: i32) -> f64 {
    let found = Big::of(found.hi, low).plus(&Big::of(found.lo, low));
    let (error, power) = found.minus(expected).to_double_double();
    let unit = f64::EPSILON / 2.0;
    // In steps: the parts are far from one, and their quotient is not.
    let mut x = error.hi.abs() / unit / unit;
    let mut left = power + low;
    while left != 0 && x != 0.0 {
        let step = left.clamp(-500, 500);
        x *= integer::exact_power(step);
        left -= step;
    }
    x / monomials
}

/// A number of 106 bits, and its exact value on the grid of 2⁻⁵⁰⁰.
fn number(random: &mut SplitMix64, power: i32) -> (DoubleDouble, Big) {
    let hi = random.symmetric() * integer::exact_power(power);
    // Close to the greatest possible low part.
    let share = if random.below(2) == 0 { random.symmetric() } else { 0.999 };
    let x = DoubleDouble { hi, lo: share * hi * f64::EPSILON / 2.0 }.normalised();
    (x, Big::of(x.hi, -500).plus(&Big::of(x.lo, -500)))
}

fn wide(random: &mut SplitMix64, power: i32) -> (Wide, Lattice<Big>, f64) {
    let numbers: [_; 3] = std::array::from_fn(|_| number(random, power));
    let size = numbers.iter().map(|(x, _)| x.hi.abs()).fold(0.0, f64::max);
    (Wide::of(numbers.map(|(x, _)| x)), numbers.map(|(_, x)| x), size)
}

#[test]
fn operations_in_106_bits_are_within_their_error_bounds() {
    let mut random = SplitMix64(23);
    let mut worst = [0.0_f64; 5];
    let mut see = |which: usize, ratio: f64| worst[which] = worst[which].max(ratio);
    for _ in 0..20_000 {
        let ((x, of_x), (y, of_y)) = (number(&mut random, 0), number(&mut random, 0));
        see(0, in_square_units(&x.plus(y), &of_x.plus(&of_y), x.hi.abs() + y.hi.abs(), -500) / 3.0);
        let product = of_x.times(&of_y);
        see(1, in_square_units(&x.times::<false>(y), &product, (x.hi * y.hi).abs(), -1000) / 8.0);
        assert_eq!(x.times::<false>(y), x.times::<true>(y), "the same bits, fused or not");
        let ((v, of_v, size_v), (w, of_w, size_w)) = (wide(&mut random, 0), wide(&mut random, 3));
        see(2, in_square_units(&v.dot::<false>(&w), &integer::dot(&of_v, &of_w), 3.0 * size_v * size_w, -1000) / 24.0);
        let (cross, exact) = (v.cross::<false>(&w), integer::cross(&of_v, &of_w));
        for k in 0..3 {
            see(3, in_square_units(&cross.lane(k), &exact[k], 2.0 * size_v * size_w, -1000) / 15.0);
        }
        assert_eq!(cross, v.cross::<true>(&w), "the same bits, fused or not");
        // The root of a quotient: its square times the divisor, less the dividend, is twice its relative error.
        let (x, y) = (if x.hi < 0.0 { x.negated() } else { x }, if y.hi < 0.0 { y.negated() } else { y });
        let root = root_of_quotient::<false>(x, y);
        let exactly = |x: &DoubleDouble| Big::of(x.hi, -400).plus(&Big::of(x.lo, -400));
        let of_root = exactly(&root);
        let near = of_root.times(&of_root).times(&exactly(&y));
        let dividend = exactly(&x).times(&Big::of(integer::exact_power(800), 0));
        let (rest, p) = near.minus(&dividend).to_double_double();
        let (whole, q) = dividend.to_double_double();
        let relative = (rest.hi / whole.hi).abs() * integer::exact_power((p - q).max(-1000)) / 2.0;
        see(4, relative / integer::exact_power(-99));
        assert_eq!(root, root_of_quotient::<true>(x, y));
    }
    for (name, worst) in ["sum", "product", "scalar product", "cross product", "root of a quotient"].iter().zip(worst) {
        println!("{name} in 106 bits: largest error {worst:.3} of the bound");
        assert!(worst <= 1.0, "{name}: {worst}");
        assert!(worst > 0.02, "{name}: the search finds no error to speak of: {worst}");
    }
    let [x, y] = [[1.0, 2.0, 3.0], [-4.0, 5.0, 6.0]].map(|v: Vector| Wide::difference(&v, &[0.0; 3]));
    assert_eq!((x.cross::<false>(&y).rounded(), x.dot::<false>(&y).hi), ([-3.0, -18.0, 13.0], 24.0));
}
