//! Every move of shrinking by itself: of all pairs, only the pair that the move proposes fails, and it is reached.

use std::cell::{Cell, RefCell};

use super::*;

const NO_WALK: Limits = Limits { pairs: 100_000, steps: 0 };

fn pair(dimension: u8, a: &[Point], b: &[Point]) -> Candidate {
    Candidate { dimension, bodies: [a.to_vec(), b.to_vec()], start: None, motion: None }
}

/// Asserts that shrinking reaches `after` if no other pair except `before` fails.
fn reaches(before: &Candidate, after: &Candidate) {
    assert!(after.size() < before.size(), "no step down: {before:?} to {after:?}");
    let reached = shrink(before.clone(), NO_WALK, &|other| other == after);
    assert_eq!(reached, *after, "from {before:?}");
}

#[test]
fn points_are_left_out_in_halves_and_one_by_one() {
    let points: Vec<Point> = (0..8).map(|i| [f64::from(i), f64::from(i * i), 1.0]).collect();
    let other = [[3.0, 1.0, 2.0]];
    let kept: [&[usize]; 6] = [
        &[0, 1, 2, 3],
        &[4, 5, 6, 7],
        &[0, 1, 4, 5, 6, 7],
        &[1, 2, 3, 4, 5, 6, 7],
        &[0, 1, 2, 3, 4, 6, 7],
        &[0, 1, 2, 3, 4, 5, 6],
    ];
    for kept in kept {
        let some: Vec<Point> = kept.iter().map(|&i| points[i]).collect();
        reaches(&pair(3, &points, &other), &pair(3, &some, &other));
        reaches(&pair(3, &other, &points), &pair(3, &other, &some));
    }
    // All removable points are removed, down to one point of each body.
    let needed = |other: &Candidate| other.bodies.iter().all(|body| !body.is_empty()) && other.bodies[0].contains(&points[5]);
    let shrunk = shrink(pair(3, &points, &points), NO_WALK, &needed);
    assert_eq!(shrunk, pair(3, &[points[5]], &[[0.0; 3]]));
}

/// The orders of two or three axes.
fn orders(axes: usize) -> Vec<[usize; 3]> {
    let all = [[0, 1, 2], [1, 0, 2], [0, 2, 1], [2, 1, 0], [1, 2, 0], [2, 0, 1]];
    all.into_iter().filter(|order| axes == 3 || order[2] == 2).collect()
}

#[test]
fn a_first_direction_is_given_up_in_each_of_the_turned_positions() {
    let points = [[[1.0, 2.0, 3.0], [0.0, 1.0, -4.0]], [[5.0, -6.0, 7.0], [8.0, 2.0, 1.0]]];
    for axes in [2, 3] {
        let [a, b] = points.map(|body| body.map(|[x, y, z]| [x, y, if axes == 3 { z } else { 0.0 }]));
        let before = Candidate { start: Some([1.0, 0.0, 0.0]), ..pair(axes as u8, &a, &b) };
        let mut positions = 0;
        for order in orders(axes) {
            for signs in 0..1 << axes {
                let sign = |axis: usize| if signs >> axis & 1 == 1 { -1.0 } else { 1.0 };
                let turned = |point: Point| std::array::from_fn(|axis| sign(axis) * point[order[axis]] + 0.0);
                reaches(&before, &pair(axes as u8, &a.map(turned), &b.map(turned)));
                positions += 1;
            }
        }
        assert_eq!(positions, if axes == 3 { 48 } else { 8 });
    }
}

#[test]
fn a_first_direction_is_given_up_before_anything_else_and_as_soon_as_that_is_possible() {
    let (points, other) = ([[1.0, 2.0, 3.0], [4.0, 5.0, 7.0]], [[9.0, 8.0, 6.0]]);
    let started = |pair: Candidate| Candidate { start: Some([1.0, 0.0, 0.0]), ..pair };
    let (all, one) = (pair(3, &points, &other), pair(3, &points[..1], &other));
    // The first direction can be dropped with all points, but no longer with one point fewer.
    let fails = |other: &Candidate| [&started(all.clone()), &started(one.clone()), &all].contains(&other);
    assert_eq!(shrink(started(all.clone()), NO_WALK, &fails), all);
    // The reverse.
    let fails = |other: &Candidate| [&started(all.clone()), &started(one.clone()), &one].contains(&other);
    assert_eq!(shrink(started(all.clone()), NO_WALK, &fails), one);
}

#[test]
fn a_pair_is_laid_into_each_plane_of_two_axes() {
    let before = pair(3, &[[1.0, 2.0, 3.0]], &[[4.0, 6.0, 5.0]]);
    for [x, y] in [[0, 1], [0, 2], [1, 2]] {
        let flat = |body: &Vec<Point>| body.iter().map(|point| [point[x], point[y], 0.0]).collect::<Vec<Point>>();
        reaches(&before, &pair(2, &flat(&before.bodies[0]), &flat(&before.bodies[1])));
    }
}

#[test]
fn every_point_is_tried_as_the_origin() {
    let before = pair(3, &[[15.0, 15.0, 9.0], [17.0, 15.0, 9.0]], &[[15.0, 16.0, 9.0], [18.0, 18.0, 8.0]]);
    for by in before.bodies.iter().flatten() {
        let moved = |body: &Vec<Point>| {
            let moved = |point: &Point| std::array::from_fn(|i| point[i] - by[i]);
            body.iter().map(moved).collect::<Vec<Point>>()
        };
        reaches(&before, &pair(3, &moved(&before.bodies[0]), &moved(&before.bodies[1])));
    }
}

#[test]
fn every_mirrored_position_is_tried() {
    let points = |signs: [f64; 3]| {
        let mirrored = |point: Point| std::array::from_fn(|i| signs[i] * point[i]);
        pair(3, &[[1.0, 2.0, 3.0]].map(mirrored), &[[4.0, 6.0, 5.0]].map(mirrored))
    };
    for signs in 1..8 {
        reaches(&points([0, 1, 2].map(|axis| if signs >> axis & 1 == 1 { -1.0 } else { 1.0 })), &points([1.0; 3]));
    }
}

/// The pair with the coordinates of these bodies changed.
fn with(before: &Candidate, bodies: &[usize], change: impl Fn(f64) -> f64) -> Candidate {
    let mut after = before.clone();
    for &body in bodies {
        after.bodies[body].iter_mut().flatten().for_each(|x| *x = change(*x) + 0.0);
    }
    after
}

#[test]
fn coordinates_become_integers_of_few_bits_numbers_of_few_bits_and_of_size_one() {
    let before = pair(3, &[[12.75, 3.25, 8.5]], &[[-9.5, 1.5, 10.25]]);
    for bodies in [&[0, 1][..], &[0], &[1]] {
        // The greatest size is between 8 and 16: for integers of three bits the numbers are divided by two and rounded.
        for (bits, over) in [(1, 8.0), (2, 4.0), (3, 2.0), (4, 1.0)] {
            let integers = with(&before, bodies, |x| (x / over).round());
            reaches(&before, &integers);
            if bits < 4 {
                reaches(&before, &with(&before, bodies, |x| (x / over).round() * over));
            }
        }
        reaches(&before, &with(&before, bodies, |x| x / 8.0));
    }
}

#[test]
fn coordinates_are_divided_as_often_as_the_pair_fails() {
    let before = pair(3, &[[120.0, 45.0, -7.0]], &[[-90.0, 61.0, 33.0]]);
    for bodies in [&[0, 1][..], &[0], &[1]] {
        for divisor in [2.0, 3.0, 5.0] {
            reaches(&before, &with(&before, bodies, |x| (x / divisor).trunc()));
        }
    }
    // Only division by 5 and by 5 again.
    let (once, twice) = (with(&before, &[0, 1], |x| (x / 5.0).trunc()), with(&before, &[0, 1], |x| (x / 25.0).trunc()));
    assert_eq!(shrink(before, NO_WALK, &|other| *other == once || *other == twice), twice);
}

#[test]
fn points_go_to_the_origin_halfway_there_or_one_less_in_one_coordinate() {
    let (a, b) = ([[7.0, 3.0, -5.0], [2.0, 9.0, 4.0]], [[-3.0, -6.0, -8.0], [-1.0, -4.0, -5.0]]);
    let before = pair(3, &a, &b);
    for body in 0..2 {
        for point in 0..2 {
            for factor in [0.0, 0.5] {
                let mut after = before.clone();
                after.bodies[body][point] = after.bodies[body][point].map(|x| (factor * x).trunc() + 0.0);
                reaches(&before, &after);
            }
        }
        for axis in 0..3 {
            // The coordinates of A decrease by one towards zero, those of B increase by one.
            let by = if body == 0 { -1.0 } else { 1.0 };
            for change in [&|_: f64| 0.0, &|x: f64| x + by] as [&dyn Fn(f64) -> f64; 2] {
                let mut after = before.clone();
                after.bodies[body].iter_mut().for_each(|point| point[axis] = change(point[axis]) + 0.0);
                if after.size() < before.size() {
                    reaches(&before, &after);
                }
            }
        }
    }
}

#[test]
fn one_coordinate_becomes_a_simpler_number() {
    let table: [(f64, &[f64]); 5] = [
        (7.0, &[0.0, 1.0, -1.0, 2.0, 3.0, -3.0, 6.0]),
        (100.0, &[50.0, 99.0, 64.0, 12.0, -12.0]),
        (-45.0, &[-22.0, -44.0, -32.0, 0.0]),
        // Nearby integers, and numbers of two, three and five bits.
        (5.7, &[5.0, 6.0, 5.75]),
        (0.3, &[0.25, 0.3125, 1.0]),
    ];
    for (x, simpler) in table {
        for simple in simpler {
            for [body, point, axis] in [[0, 0, 0], [0, 1, 2], [1, 0, 1]] {
                let mut before = pair(3, &[[1.0, 2.0, 3.0], [4.0, 1.0, 2.0]], &[[3.0, 5.0, 1.0]]);
                let mut after = before.clone();
                before.bodies[body][point][axis] = x;
                after.bodies[body][point][axis] = *simple;
                reaches(&before, &after);
            }
        }
    }
}

#[test]
fn two_coordinates_of_large_integers_change_at_a_time() {
    let before = pair(2, &[[14.0, 15.0, 0.0]], &[[-13.0, 16.0, 0.0]]);
    let places = [[0, 0], [0, 1], [1, 0], [1, 1]];
    let steps = [-3.0, -2.0, -1.0, 1.0, 2.0, 3.0];
    let mut reached = 0;
    for (k, [body, axis]) in places.into_iter().enumerate() {
        for [other, other_axis] in &places[..k] {
            for (step, other_step) in steps.iter().flat_map(|step| steps.map(|other| (step, other))) {
                let mut after = before.clone();
                after.bodies[body][0][axis] += step;
                after.bodies[*other][0][*other_axis] += other_step;
                if after.size() < before.size() {
                    reaches(&before, &after);
                    reached += 1;
                }
            }
        }
    }
    assert_eq!(reached, 90, "of 216 the others are no step down");
    // Only if integers are larger than necessary.
    let small = pair(2, &[[7.0, 9.0, 0.0]], &[[8.0, 10.0, 0.0]]);
    let after = pair(2, &[[5.0, 7.0, 0.0]], &[[8.0, 10.0, 0.0]]);
    assert_eq!(shrink(small.clone(), NO_WALK, &|other| *other == after), small);
}

#[test]
fn one_body_becomes_the_origin_and_the_other_the_differences() {
    let (p, q, r, s) = ([15.0, 1.0, 9.0], [17.0, 2.0, 8.0], [15.0, 3.0, 4.0], [16.0, 5.0, 2.0]);
    let before = pair(3, &[p, q], &[r, s]);
    let from = |x: Point, y: Point| std::array::from_fn(|i| x[i] - y[i]);
    let a = [from(p, r), from(p, s), from(q, r), from(q, s)];
    let b = a.map(|point: Point| point.map(|x| 0.0 - x));
    let origin = [[0.0; 3]];
    reaches(&before, &pair(3, &a, &origin));
    reaches(&before, &pair(3, &origin, &b));
    // More than 64 differences are not tried, and neither are differences with the origin.
    let many: Vec<Point> = (0..9).map(|i| [f64::from(i), 0.0, 0.0]).collect();
    assert_eq!(at_origin(&pair(3, &many[..8], &many[..8])).len(), 2);
    assert!(at_origin(&pair(3, &many, &many[..8])).is_empty() && at_origin(&pair(3, &many, &origin)).is_empty());
    assert!(at_origin(&pair(3, &origin, &many)).is_empty());
    // A difference that is rounded is not tried.
    assert!(at_origin(&pair(3, &[[1.0, 0.0, 0.0]], &[[1e-30, 1.0, 0.0]])).is_empty());
    assert_eq!(exact_difference(1.0, 0.75), Some(0.25));
    assert!([(1.0, 1e-30), (1e-30, 1.0), (f64::MAX, -f64::MAX)].iter().all(|(x, y)| exact_difference(*x, *y).is_none()));
    assert!(exact_difference(-0.0, 0.0).is_some_and(|zero| zero.is_sign_positive()));
}

#[test]
fn the_first_of_two_ends_of_the_same_size_is_kept() {
    let pair = |a: [f64; 2], b: f64| pair(2, &[[a[0], a[1], 0.0]], &[[b, 0.0, 0.0]]);
    // The first pair is stuck. Its difference is not, and leads to another pair that is as long to write down.
    let first = pair([-9.0, 0.0], 9.0);
    let path = [([0.0, 0.0], 18.0), ([0.0, -3.0], 15.0), ([0.0, -6.0], 12.0), ([0.0, -9.0], 9.0)].map(|(a, b)| pair(a, b));
    let fails = |other: &Candidate| *other == first || path.contains(other);
    assert_eq!(path[3].size(), first.size());
    assert_eq!(shrink(path[0].clone(), NO_WALK, &fails), path[3], "the difference comes there");
    assert_eq!(shrink(first.clone(), NO_WALK, &fails), first);
}

#[test]
fn differences_are_taken_again_of_a_pair_that_they_led_to() {
    let pair = |a: &[f64], b: &[f64]| {
        let points = |xs: &[f64]| xs.iter().map(|x| [*x, 0.0, 0.0]).collect::<Vec<Point>>();
        pair(2, &points(a), &points(b))
    };
    // The path leads to the differences, then to another point as the origin, which leaves smaller integers, and one less; then
    // to the differences of that pair, to one of these, and to a simpler number.
    let (first, last) = (pair(&[25.0, 23.0], &[40.0]), pair(&[-10.0], &[0.0]));
    let path = [
        first.clone(),
        pair(&[0.0], &[15.0, 17.0]),
        pair(&[-15.0], &[0.0, 2.0]),
        pair(&[-14.0], &[0.0, 2.0]),
        pair(&[-14.0, -16.0], &[0.0]),
        pair(&[-16.0], &[0.0]),
        last.clone(),
    ];
    assert_eq!(shrink(first, NO_WALK, &|other| path.contains(other)), last);
}

#[test]
fn a_walk_passes_through_pairs_that_are_not_simpler() {
    let at = |x: f64, y: f64| pair(2, &[[x, y, 0.0]], &[[0.0; 3]]);
    let path = [at(12.0, 0.0), at(12.0, 3.0), at(12.0, 6.0), at(9.0, 6.0)];
    let fails = |other: &Candidate| path.contains(other);
    assert_eq!(shrink(path[0].clone(), NO_WALK, &fails), path[0], "a descent ends there");
    assert_eq!(shrink(path[0].clone(), Limits { steps: 20_000, ..NO_WALK }, &fails), path[3]);
}

#[test]
fn a_kept_pair_fails_and_the_number_of_tried_pairs_is_limited() {
    let points: Vec<Point> = (0..8).map(|i| [f64::from(i) + 0.3, f64::from(7 * i % 5), -11.0]).collect();
    let before = pair(3, &points, &points[2..6]);
    for pairs in [0, 1, 10, 300] {
        let tried = RefCell::new(Vec::new());
        let fails = |other: &Candidate| {
            let fails = other.bodies[0].iter().map(|point| point[0]).sum::<f64>() > 3.0;
            tried.borrow_mut().push((other.clone(), fails));
            fails
        };
        let shrunk = shrink(before.clone(), Limits { pairs, steps: 100 }, &fails);
        assert!(shrunk == before || tried.borrow().contains(&(shrunk.clone(), true)), "{shrunk:?}");
        assert!(shrunk.size() <= before.size());
        // The pairs of differences are tried in addition, in at most three rounds.
        assert!(tried.borrow().len() as u64 <= pairs + 6, "{pairs}: {}", tried.borrow().len());
    }
}

#[test]
fn shrinking_that_is_cut_has_a_simpler_pair_that_fails_and_says_so() {
    let before = pair(3, &[[5.0, 7.0, 9.0], [0.5, 3.0, 40.0], [8.0, -3.0, 2.0]], &[[1.0, 1.0, 3.0], [2.0, 60.0, 1.0]]);
    let fails = |other: &Candidate| other.bodies[0].iter().any(|point| point[2] > 4.0);
    let limits = Limits { pairs: 10_000, steps: 20 };
    let all = Cell::new(0_u64);
    let whole = shrink_until(before.clone(), limits, &fails, &|| {
        all.set(all.get() + 1);
        false
    });
    assert!(!whole.is_cut && whole.pair == shrink(before.clone(), limits, &fails));
    let mut size = before.size();
    for asked in 0..all.get() {
        let (left, tried) = (Cell::new(asked), Cell::new(0_u64));
        let counted = |other: &Candidate| {
            tried.set(tried.get() + 1);
            fails(other)
        };
        let is_over = || left.replace(left.get().saturating_sub(1)) == 0;
        let cut = shrink_until(before.clone(), limits, &counted, &is_over);
        assert!(cut.is_cut && tried.get() == asked, "{asked}: {} tried", tried.get());
        assert!(fails(&cut.pair) && cut.pair.size() <= size, "{asked}: {:?}", cut.pair);
        size = cut.pair.size();
    }
}
