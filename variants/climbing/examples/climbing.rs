//! The cost of a support point, by the number of points: scans in each instruction set, and a polytope's chart (*climb*).
//!
//! `cargo run --release -p gjk-climbing --example climbing`
//!
//! The points lie on a sphere, in no order. Each call waits for the previous answer, as in a run of GJK. *Far* directions are
//! independent of each other; *near* ones turn by less with every call, as in a run that converges. A climb would start from
//! the last answer; a chart only finds more of its data in the nearest cache. Times are medians over interleaved rounds, in
//! nanoseconds per call.

use std::hint::black_box;
use std::time::{Duration, Instant};

use gjk_climbing::{Float, Polytope};
use gjk_clock::{Schedule, Task, medians};
use gjk_numbers::{Solid, SplitMix64};
use gjk_support::{Hull, Instructions, SupportMap};
use nalgebra::SVector;

const SIZES: [usize; 7] = [8, 32, 128, 256, 512, 1024, 4096];
const ROUNDS: usize = 31;
/// Near directions come in runs of this length.
const RUN: usize = 10;

/// A unit vector in any direction.
fn unit(random: &mut SplitMix64) -> [f64; 3] {
    loop {
        let v = [random.symmetric(), random.symmetric(), random.symmetric()];
        let length = v.iter().map(|x| x * x).sum::<f64>().sqrt();
        if (0.1..1.0).contains(&length) {
            return v.map(|x| x / length);
        }
    }
}

/// Runs of directions. Each run starts in any direction and comes to rest: the k-th turn is about 3⁻ᵏ.
fn converging(random: &mut SplitMix64, runs: usize) -> Vec<[f64; 3]> {
    let mut directions = Vec::new();
    for _ in 0..runs {
        let mut direction = unit(random);
        for k in 0..RUN as i32 {
            directions.push(direction);
            let turn = unit(random);
            direction = std::array::from_fn(|i| direction[i] + turn[i] * 3.0_f64.powi(-k - 1));
        }
    }
    directions
}

/// Calls the support mapping in these directions; each call waits for the previous answer. With `near`, the body gets the last
/// answer, except at the start of a run.
fn calls<T: Float>(body: &impl SupportMap<Solid<T>>, directions: &[SVector<T, 3>], near: bool) {
    let mut last = None;
    let mut shift = T::zero();
    for (number, direction) in directions.iter().enumerate() {
        if number % RUN == 0 || !near {
            last = None;
        }
        let mut direction = *direction;
        direction[0] = direction[0].plus(&shift);
        let (point, index) = black_box(body).support(&direction, last);
        // Zero, but not known before the answer is.
        shift = point[0].times(&T::zero());
        last = Some(index);
    }
    black_box(last);
}

fn table<T: Float>(name: &str) {
    let sets: Vec<Instructions> = Instructions::ALL.into_iter().filter(|set| set.available()).collect();
    println!("\n{name}, ns a call");
    print!("{:>6} {:>10}", "points", "one by one");
    for set in &sets {
        print!(" {:>10}", format!("{set:?}"));
    }
    println!(" {:>10} {:>10} {:>10}", "climb far", "climb near", "built (µs)");

    let mut random = SplitMix64(1);
    let (mut far_from, mut near_from) = (None, None);
    for size in SIZES {
        let vector = |p: [f64; 3]| SVector::<T, 3>::from_fn(|i, _| T::from_f64(p[i]));
        let points: Vec<_> = (0..size).map(|_| vector(unit(&mut random))).collect();
        let far: Vec<_> = (0..100 * RUN).map(|_| vector(unit(&mut random))).collect();
        let near: Vec<_> = converging(&mut random, 100).into_iter().map(vector).collect();
        let plain = Hull::<Solid<T>>::new(points.clone()).and_then(|hull| hull.scanned_in(None));
        let Some(plain) = plain else { continue };
        let scanned: Vec<_> = sets.iter().filter_map(|&set| plain.clone().scanned_in(Some(set))).collect();
        let start = Instant::now();
        let Some(polytope) = Polytope::new(points) else { continue };
        let built = start.elapsed().as_micros();
        let (far, near) = (far.as_slice(), near.as_slice());
        let mut tasks = vec![Task::new(far.len(), || calls(&plain, far, false))];
        tasks.extend(scanned.iter().map(|hull| Task::new(far.len(), || calls(hull, far, false))));
        tasks.push(Task::new(far.len(), || calls(&polytope, far, false)));
        tasks.push(Task::new(near.len(), || calls(&polytope, near, true)));
        let medians = medians(&tasks, Schedule::rounds(Duration::from_micros(50), ROUNDS));
        print!("{size:>6}");
        for median in &medians {
            print!(" {median:>10.1}");
        }
        println!(" {built:>10}");
        let scan = medians[sets.len()];
        for (from, climb) in [(&mut far_from, medians[sets.len() + 1]), (&mut near_from, medians[sets.len() + 2])] {
            if climb >= scan {
                *from = None;
            } else if from.is_none() {
                *from = Some(size);
            }
        }
    }
    for (directions, from) in [("far", far_from), ("near", near_from)] {
        match from {
            Some(size) => println!("Over {directions} directions climbing beats the widest scan from {size} points on."),
            None => println!("Over {directions} directions climbing does not beat the widest scan."),
        }
    }
}

fn main() {
    table::<f64>("f64");
    table::<f32>("f32");
}
