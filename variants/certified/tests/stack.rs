//! The stack that a query needs: a thread with the stack that the documentation states answers the hardest queries.
//!
//! `cargo test -p gjk-certified --test stack -- --ignored --nocapture` measures how much of it they use: for each question,
//! scalar and space, a process asks all queries in a thread, whose stack becomes smaller until the process ends by an overflow.

use std::process::{Command, ExitStatus, Stdio};

use gjk_certified::{Cast, Guess, Number, Points, Start, Workspace};
use split_mix::SplitMix64;

#[path = "../src/tests/split_mix.rs"]
mod split_mix;

/// The stack that the documentation states: for Cargo's profile `dev`, which does not optimise, and for `release`.
const STATED: usize = if cfg!(debug_assertions) { 512 << 10 } else { 256 << 10 };

/// A scalar: how coordinates are made.
trait Scalar: Number {
    /// Any finite number; the exponents of all are equally frequent, from the subnormal numbers to the greatest.
    fn any(random: &mut SplitMix64) -> Self;
    /// A small integer times a power of two, of any size.
    fn of_grid(integer: i32, power: u64) -> Self;
}

impl Scalar for f64 {
    fn any(random: &mut SplitMix64) -> f64 {
        Some(f64::from_bits(random.bits())).filter(|x| x.is_finite()).unwrap_or(f64::MAX)
    }
    fn of_grid(integer: i32, power: u64) -> f64 {
        f64::from(integer) * f64::from_bits((1 + power % 2040) << 52)
    }
}

impl Scalar for f32 {
    fn any(random: &mut SplitMix64) -> f32 {
        Some(f32::from_bits(random.bits() as u32)).filter(|x| x.is_finite()).unwrap_or(f32::MAX)
    }
    fn of_grid(integer: i32, power: u64) -> f32 {
        integer as f32 * f32::from_bits((1 + power as u32 % 250) << 23)
    }
}

/// Bodies whose questions go to integers: any coordinates, a grid whose steps differ from axis to axis, equal bodies (all
/// facets of M are then in pairs of equal distance), bodies that share points, and as many points as momentum is used for.
fn bodies<T: Scalar, const D: usize>(random: &mut SplitMix64) -> [Vec<[T; D]>; 2] {
    let powers: [u64; 3] = std::array::from_fn(|_| random.bits() >> 8);
    let one_power = random.below(2) == 0;
    let is_grid = random.below(2) == 0;
    let most = [9, 9, 9, 40][random.below(4) as usize];
    let mut body = || -> Vec<[T; D]> {
        (0..=random.below(most))
            .map(|_| {
                std::array::from_fn(|k| match is_grid {
                    true => T::of_grid(random.below(7) as i32 - 3, powers[if one_power { 0 } else { k }]),
                    false => T::any(random),
                })
            })
            .collect()
    };
    let (a, b) = (body(), body());
    match random.below(4) {
        0 => [a.clone(), a],
        1 => [a.clone(), [&b[..], &a[..1]].concat()],
        2 => [a.clone(), a.iter().map(|point| point.map(|x| -x)).collect()],
        _ => [a, b],
    }
}

const QUESTIONS: [&str; 4] = ["verdict", "distance", "depth", "cast"];

/// Asks one question about many pairs. The bodies are made before the thread starts.
fn ask<T: Scalar, const D: usize>(question: &str, stack: usize, cases: u64) {
    let mut random = SplitMix64(D as u64);
    let all: Vec<[Vec<[T; D]>; 2]> = (0..cases).map(|_| bodies(&mut random)).collect();
    let question = question.to_owned();
    let thread = std::thread::Builder::new().stack_size(stack).spawn(move || {
        let mut workspace = Workspace::default();
        for [a, b] in &all {
            // A motion of any direction and size: that of a point of B from the origin, or from a point of A.
            let [from, to] = [a[0], b[b.len() - 1]];
            let between =
                std::array::from_fn(|k| T::nearest((to[k].widened() - from[k].widened()).clamp(-T::GREATEST, T::GREATEST)));
            let (Ok(a), Ok(b)) = (Points::new(a), Points::new(b)) else { continue };
            let start = Start::Centers;
            match question.as_str() {
                "verdict" => {
                    let meets = gjk_certified::verdict_of(&a, &b, &start, &mut ()).meets();
                    let radii = [T::LEAST, T::default()];
                    assert!(!meets || gjk_certified::rounded_verdict_of(&a, &b, radii, &start, &mut ()).meets());
                }
                "distance" => assert!(gjk_certified::distance_of(&a, &b, &start, &mut ()).value() >= T::default()),
                "cast" => {
                    for motion in [to, between] {
                        let found = gjk_certified::first_contact_of(&a, &b, &motion, &Guess::nothing());
                        assert!(!matches!(found, Cast::At(contact) if contact.time > T::nearest(1.0)));
                    }
                }
                _ => assert!(
                    !gjk_certified::depth_of(&a, &b, &start, &mut workspace, &mut ()).signed_distance().widened().is_nan()
                ),
            }
        }
    });
    thread.expect("a thread").join().expect("no panic");
}

fn ask_in(question: &str, scalar: &str, space: &str, stack: usize, cases: u64) {
    match (scalar, space) {
        ("f64", "3") => ask::<f64, 3>(question, stack, cases),
        ("f64", "2") => ask::<f64, 2>(question, stack, cases),
        ("f32", "3") => ask::<f32, 3>(question, stack, cases),
        _ => ask::<f32, 2>(question, stack, cases),
    }
}

/// The variable in which a process finds its question.
const ASKED: &str = "GJK_STACK_ASKED";

/// The test `answers` in a process of its own, since an overflow ends the process.
fn in_a_process(question: &str, scalar: &str, space: &str, stack: usize, cases: u64) -> ExitStatus {
    Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "answers", "--quiet"])
        .env(ASKED, format!("{question} {scalar} {space} {stack} {cases}"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("a process")
}

/// The part of a process that [`in_a_process`] starts; without such a question it does nothing.
#[test]
fn answers() {
    let Ok(asked) = std::env::var(ASKED) else { return };
    let words: Vec<&str> = asked.split(' ').collect();
    ask_in(words[0], words[1], words[2], words[3].parse().expect("bytes"), words[4].parse().expect("a number"));
}

#[test]
fn the_stated_stack_suffices() {
    for question in QUESTIONS {
        for (scalar, space) in [("f64", "3"), ("f64", "2"), ("f32", "3"), ("f32", "2")] {
            let status = in_a_process(question, scalar, space, STATED, 300);
            assert!(status.success(), "{question} in {scalar} in {space} dimensions, with {STATED} bytes: {status}");
        }
    }
}

#[test]
#[ignore = "a measurement of minutes"]
fn the_least_stack() {
    for (scalar, space) in [("f64", "3"), ("f64", "2"), ("f32", "3"), ("f32", "2")] {
        for question in QUESTIONS {
            let (mut fails, mut suffices) = (0, 4096);
            while suffices - fails > 1 {
                let tried = (fails + suffices) / 2;
                let is_enough = in_a_process(question, scalar, space, tried << 10, 600).success();
                (fails, suffices) = if is_enough { (fails, tried) } else { (tried, suffices) };
            }
            println!("{scalar} in {space} dimensions, {question}: {suffices} KiB");
        }
    }
}
