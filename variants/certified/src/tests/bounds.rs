//! Each chain of roundings: what it computes is compared with the same polynomial in integers, on inputs that a search makes worse and
//! worse. The largest ratio of error to bound is printed (`cargo test -p gjk-certified -- --nocapture`); it has to be at most one, and
//! more than nothing: with the constant set to zero the error is beyond the bound.

use std::cmp::Ordering;

use super::Random;
use crate::body::{Body, Points, product};
use crate::bound::{self, NORMAL_OF_EDGE, NORMAL_OF_TRIANGLE, UNDERFLOW, VOLUME, WEIGHT_OF_EDGE, WEIGHT_OF_TRIANGLE};
use crate::double_double::{DoubleDouble, Wide};
use crate::integer::{self, Int, Lattice, decomposed};
use crate::number::Number;
use crate::vector::{Vector, cross, dot, minus, size};

type Big = Int<136>;

/// Points of A and B: what every chain begins with.
type Input = [Vector; 6];

fn least_exponent(input: &Input) -> i32 {
    let of = |x: &f64| {
        let (significand, exponent) = decomposed(*x);
        if significand == 0 { i32::MAX } else { exponent + significand.trailing_zeros() as i32 }
    };
    input.iter().flatten().map(of).min().filter(|low| *low < i32::MAX).unwrap_or(0)
}

fn lattice(input: &Input) -> [Lattice<136>; 6] {
    let low = least_exponent(input);
    input.map(|point| point.map(|x| Big::of(x, low)))
}

/// |computed − exact| in a double, the exact value being an integer times 2^(degree · low).
fn error(computed: f64, exact: &Big, power: i32) -> f64 {
    // Both on one grid: that of the finer one.
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

/// A chain: what is computed, exactly the same, its degree, and its bound.
struct Chain {
    name: &'static str,
    degree: i32,
    of: fn(&Input) -> (f64, f64),
    exact: fn(&[Lattice<136>; 6]) -> Big,
}

fn edge(p: &Input, i: usize) -> Vector {
    minus(&minus(&p[i], &p[0]), &minus(&p[i + 3], &p[3]))
}

fn size_of_edge(p: &Input, i: usize) -> f64 {
    size(&minus(&p[i], &p[0])) + size(&minus(&p[i + 3], &p[3]))
}

fn exact_edge(p: &[Lattice<136>; 6], i: usize) -> Lattice<136> {
    integer::minus(&integer::minus(&p[i], &p[0]), &integer::minus(&p[i + 3], &p[3]))
}

fn vertex(p: &Input, i: usize) -> Vector {
    minus(&p[i], &p[i + 3])
}

fn exact_vertex(p: &[Lattice<136>; 6], i: usize) -> Lattice<136> {
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
    /// The error in units of the bound without its second term, and the two themselves.
    fn ratio(&self, input: &Input) -> (f64, f64, f64) {
        let (computed, bound) = (self.of)(input);
        let error = error(computed, &(self.exact)(&lattice(input)), self.degree * least_exponent(input));
        (if error == 0.0 { 0.0 } else { error / bound }, error, bound)
    }
}

fn input(random: &mut Random, spread: u64) -> Input {
    std::array::from_fn(|_| {
        std::array::from_fn(|_| {
            let scale = random.below(spread + 1) as i32;
            random.unit() * integer::exact_power(-scale)
        })
    })
}

#[test]
fn no_chain_of_roundings_is_off_by_more_than_its_bound() {
    for chain in CHAINS {
        let mut random = Random(7);
        let mut worst = 0.0;
        for start in 0..60 {
            let mut best = input(&mut random, [0, 2, 8, 30][start % 4]);
            let (mut ratio, ..) = chain.ratio(&best);
            for _ in 0..120 {
                let mut next = best;
                let coordinate = &mut next[random.below(6) as usize][random.below(3) as usize];
                *coordinate = match random.below(4) {
                    0 => random.unit(),
                    1 => coordinate.next_up(),
                    2 => *coordinate * 0.5,
                    _ => random.unit() * integer::exact_power(-(random.below(40) as i32)),
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
        // With the constant set to zero the bound fails; with a tenth of it, it would still hold for none that is tight.
        assert!(worst > 0.01, "{}: the search finds no error to speak of: {worst}", chain.name);
    }
}

#[test]
fn what_underflows_is_within_the_second_term_and_beyond_the_first() {
    for chain in CHAINS {
        let mut random = Random(11);
        let mut beyond = 0;
        for _ in 0..400 {
            // All points or some are so small that their products underflow; others are of size one.
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
    let mut random = Random(13);
    for _ in 0..20_000 {
        let axis: Vector = std::array::from_fn(|_| random.unit());
        let p: Vector = std::array::from_fn(|_| 1.0 + random.unit());
        // q is p moved orthogonally, so that both products are nearly equal.
        let along = cross(&axis, &std::array::from_fn(|_| random.unit()));
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
    // Gaps that are not so small are seen.
    let far = |gap: f64| bound::separates(&[1.0, 0.0, 0.0], [1.0 + gap, 1.0], &[1.0 + gap, 0.0, 0.0], &[1.0, 0.0, 0.0]);
    assert!(far(1e-14) && !far(4e-16) && accepted < 20_000);
    let overflowing = [f64::MAX, 0.0, 0.0];
    assert!(!bound::separates(&overflowing, [f64::INFINITY, 1.0], &[2.0, 0.0, 0.0], &[1.0, 0.0, 0.0]));
    let tiny = |x: f64| bound::separates(&[x, 0.0, 0.0], [x * x, 0.0], &[x, 0.0, 0.0], &[x, 0.0, 0.0]);
    assert!(!tiny(1e-162), "products that underflow separate nothing");
    assert!(bound::separates(&[1.0_f32, 0.0], [2.0, 1.0], &[2.0, 0.0], &[1.0, 0.0]));
    assert!(!bound::separates(&[1e-23_f32, 0.0], [1e-45, 0.0], &[1e-22, 0.0], &[1e-22, 0.0]));
}

fn thresholds<T: Number>(seed: u64) -> (u32, u32) {
    let mut random = Random(seed);
    let (mut needed, mut passed) = (0, 0);
    for _ in 0..4000 {
        let normal: Vector = std::array::from_fn(|_| random.unit());
        // The direction that the body is asked with is rounded, or off by as much as is said.
        let share = if random.below(2) == 0 { 0.0 } else { 1e-6 };
        let outward: [T; 3] = std::array::from_fn(|k| T::nearest(normal[k] * (1.0 + share * random.unit())));
        let error = normal.map(|x| (share + 2.0 * T::UNIT_ROUNDOFF) * x.abs());
        let first: Vector = std::array::from_fn(|_| T::nearest(100.0 + random.unit()).widened());
        let along = cross(&normal, &std::array::from_fn(|_| random.unit()));
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
            // With no margin some of these would not be named.
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
    assert!(bound::threshold::<f64, 3>(&[1.0; 3], &huge, &huge, &[0.0; 3]).is_none(), "products near the end of the range");
}

#[test]
fn operations_in_106_bits_are_within_what_is_counted_for_them() {
    let mut random = Random(23);
    let number = |random: &mut Random| {
        let hi = random.unit() * integer::exact_power(random.below(20) as i32);
        DoubleDouble::of(hi).plus(DoubleDouble::of(random.unit() * hi * f64::EPSILON / 4.0))
    };
    let unit = 8.0 * (f64::EPSILON / 2.0) * (f64::EPSILON / 2.0);
    let exact = |x: &DoubleDouble, low: i32| Big::of(x.hi, low).plus(&Big::of(x.lo, low));
    let (mut of_sums, mut of_products) = (0.0_f64, 0.0_f64);
    for _ in 0..20_000 {
        let (x, y) = (number(&mut random), number(&mut random));
        let relative = |found: DoubleDouble, expected: Big, low: i32| {
            let (of_error, p) = exact(&found, low).minus(&expected).to_double_double();
            let (of_value, q) = expected.to_double_double();
            if of_value.hi == 0.0 { of_error.hi.abs() } else { (of_error.hi / of_value.hi).abs() * integer::exact_power(p - q) }
        };
        of_sums = of_sums.max(relative(x.plus(y), exact(&x, -1000).plus(&exact(&y, -1000)), -1000));
        of_products = of_products.max(relative(x.times(y), exact(&x, -500).times(&exact(&y, -500)), -1000));
        let quotient = x.over(y).times(y).minus(x).hi.abs() / x.hi.abs();
        assert!(quotient <= 4.0 * unit, "{x:?} / {y:?}");
        let root = x.times(x).root();
        assert!(root.minus(if x.hi < 0.0 { x.negated() } else { x }).hi.abs() <= 8.0 * unit * x.hi.abs(), "{x:?}");
    }
    println!("sums: {:.3}, products: {:.3} of the bound", of_sums / unit, of_products / unit);
    assert!(of_sums <= unit && of_products <= unit && of_sums > 0.1 * unit && of_products > 0.1 * unit);
    let [x, y] = [[1.0, 2.0, 3.0], [-4.0, 5.0, 6.0]].map(|v: Vector| Wide::difference(&v, &[0.0; 3]));
    assert_eq!((x.cross(&y).rounded(), x.dot(&y).hi), ([-3.0, -18.0, 13.0], 24.0));
}
