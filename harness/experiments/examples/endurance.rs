//! Every variant on very many queries, for its end alone: no panic, no more iterations than the limit.
//!
//! ```text
//! cargo run --release -p gjk-experiments --example endurance [-- CASES]
//! ```
//!
//! CASES (400 000 unless given, which makes over ten million queries) is the number of cases in `f32`, and again in `f64`. Half of
//! them are those of the families, in equal shares. The other half are one to eight points a body in the plane or in space, with
//! coordinates of any bits that are finite: up to the greatest numbers, subnormal ones and both zeros included; all of any
//! magnitude (there half of the bodies are rounded, curved or unions), all of one magnitude, or repeated from a few. A case is a query to each variant. Nothing is judged. It takes about a
//! minute on two cores, most of it in loops as published, which often run until the limit. Exit 0; 1 if a run panics, takes more
//! than the iteration limit, or has an answer where its end says it has none; 2 for bad arguments.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::Instant;

use gjk_cases::case::{Arithmetic, Body, Case, Curved, Point, Shape};
use gjk_cases::family::{Family, families};
use gjk_cases::format;
use gjk_solvers::{Bodies, Roster, SolverSpace, in_space};
use gjk_variants::Stop;
use gjk_variants::gjk::LIMIT;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

const SEED: u64 = 1;
/// Dots on standard error while the cases of a scalar run.
const PARTS: u64 = 50;

/// The random numbers of a case without a family.
struct Bits(ChaCha8Rng);

impl Bits {
    fn of_case(arithmetic: Arithmetic, index: u64) -> Bits {
        let mut bits = ChaCha8Rng::seed_from_u64(SEED ^ u64::from(arithmetic == Arithmetic::F32) << 63);
        bits.set_stream(index);
        Bits(bits)
    }

    fn below(&mut self, count: u64) -> u64 {
        ((u128::from(self.0.next_u64()) * u128::from(count)) >> 64) as u64
    }

    /// Any finite number, all bits random.
    fn number(&mut self, arithmetic: Arithmetic) -> f64 {
        loop {
            let bits = self.0.next_u64();
            let number = match arithmetic {
                Arithmetic::F32 => f64::from(f32::from_bits((bits >> 32) as u32)),
                _ => f64::from_bits(bits),
            };
            if number.is_finite() {
                return number;
            }
        }
    }

    /// A number of random sign and significand whose exponent is that of a finite number or up to three below.
    fn number_like(&mut self, other: f64, arithmetic: Arithmetic) -> f64 {
        let bits = self.0.next_u64();
        match arithmetic {
            Arithmetic::F32 => {
                let exponent = ((other as f32).to_bits() >> 23 & 0xff).saturating_sub((bits >> 62) as u32);
                f64::from(f32::from_bits((bits as u32 & 0x807f_ffff) | exponent << 23))
            }
            _ => {
                let exponent = (other.to_bits() >> 52 & 0x7ff).saturating_sub(bits >> 52 & 3);
                f64::from_bits((bits & 0x800f_ffff_ffff_ffff) | exponent << 52)
            }
        }
    }

    /// In half of the cases the body itself, else one with a radius, a curved one, or a union with it.
    fn other(&mut self, arithmetic: Arithmetic, dimension: u8, body: Body) -> Body {
        let length = self.number(arithmetic).abs();
        let mut vector = || -> Point { std::array::from_fn(|_| self.number(arithmetic)) };
        let (center, rotation, [x, y, z]) = (vector(), [vector(), vector(), vector()], vector().map(f64::abs));
        let shape = match self.below(3) {
            1 if dimension == 3 => Shape::Cylinder { radius: x, half_height: y },
            2 if dimension == 3 => Shape::Cone { radius: x, half_height: y },
            _ => Shape::Ellipsoid { semi_axes: [x, y, z] },
        };
        let curved = Body::Curved(Curved { shape, center, rotation });
        match self.below(6) {
            0 => Body::Rounded { points: body.points().to_vec(), radius: length },
            1 => curved,
            2 => Body::Union(vec![body, curved]),
            _ => body,
        }
    }

    fn case(&mut self, arithmetic: Arithmetic, index: u64) -> Case {
        let dimension = 2 + self.below(2) as u8;
        let kind = self.below(3);
        let few = [self.number(arithmetic), self.number(arithmetic), 0.0, -0.0];
        let mut body = || -> Body {
            let count = 1 + self.below(8);
            let mut point = || -> Point {
                let mut point = [0.0; 3];
                for coordinate in point.iter_mut().take(usize::from(dimension)) {
                    *coordinate = match kind {
                        0 => self.number(arithmetic),
                        1 => self.number_like(few[0], arithmetic),
                        _ => few[self.below(4) as usize] * if self.below(2) == 0 { 1.0 } else { -1.0 },
                    };
                }
                point
            };
            Body::Points((0..count).map(|_| point()).collect())
        };
        let (a, b) = (body(), body());
        let (a, b) =
            if kind == 0 { (self.other(arithmetic, dimension, a), self.other(arithmetic, dimension, b)) } else { (a, b) };
        Case {
            id: format!("bits:{SEED}:{index}"),
            dimension,
            home: None,
            a,
            b,
            expect: None,
            source: None,
            note: None,
            family: None,
            knob: None,
        }
    }
}

/// How the runs ended.
#[derive(Clone, Default)]
struct Tally {
    cases: u64,
    /// By variant, then by end in the order of [`Stop::ALL`].
    ends: Vec<[u64; Stop::ALL.len()]>,
    /// By variant.
    most_iterations: Vec<usize>,
    /// What must not be: a line each.
    faults: Vec<String>,
}

impl Tally {
    fn new(variants: usize) -> Tally {
        Tally { cases: 0, ends: vec![[0; Stop::ALL.len()]; variants], most_iterations: vec![0; variants], faults: Vec::new() }
    }

    fn plus(mut self, other: Tally) -> Tally {
        self.cases += other.cases;
        self.ends.iter_mut().flatten().zip(other.ends.iter().flatten()).for_each(|(sum, count)| *sum += count);
        let most = self.most_iterations.iter_mut().zip(other.most_iterations);
        most.for_each(|(most, iterations)| *most = iterations.max(*most));
        self.faults.extend(other.faults);
        self
    }

    fn queries(&self) -> u64 {
        self.ends.iter().flatten().sum()
    }
}

fn run<S: SolverSpace>(case: &Case, roster: &Roster, tally: &mut Tally) {
    tally.cases += 1;
    let mut faults = Vec::new();
    let scene = Bodies::<S>::of(case);
    for (place, entry) in roster.entries().iter().enumerate() {
        // The run changes nothing outside, so there is nothing that a panic could leave half-done.
        let reply = match catch_unwind(AssertUnwindSafe(|| scene.ask(entry))) {
            Ok(Some(reply)) => reply,
            Ok(None) => continue,
            Err(_) => {
                faults.push(format!("{} panics", entry.about.name));
                continue;
            }
        };
        let Some(stop) = reply.stop else { continue };
        tally.ends[place].iter_mut().zip(Stop::ALL).for_each(|(count, other)| *count += u64::from(stop == other));
        tally.most_iterations[place] = tally.most_iterations[place].max(reply.iterations);
        if reply.iterations > LIMIT * case.a.parts().len() * case.b.parts().len() {
            faults.push(format!("{} takes {} iterations", entry.about.name, reply.iterations));
        }
        if stop.has_answer() != reply.answer.is_some() {
            faults.push(format!("{} ends as {} with answer: {}", entry.about.name, stop.name(), reply.answer.is_some()));
        }
    }
    tally.faults.extend(faults.into_iter().map(|fault| format!("{fault} on {}", format::write(case).trim_end())));
}

/// Case number `index`: even ones are of the families in turn, odd ones of random bits.
fn case(families: &[Box<dyn Family>], arithmetic: Arithmetic, index: u64) -> Case {
    let half = index / 2;
    if index % 2 == 1 {
        return Bits::of_case(arithmetic, half).case(arithmetic, half);
    }
    let count = families.len() as u64;
    families[(half % count) as usize].case(SEED, arithmetic, half / count)
}

fn main() -> ExitCode {
    let argument = std::env::args().nth(1).map_or(Ok(400_000), |text| text.parse::<u64>());
    let Ok(cases) = argument else {
        eprintln!("CASES must be a whole number, the number of cases a scalar\nusage: endurance [CASES]");
        return ExitCode::from(2);
    };
    let (roster, families) = (Roster::builtin(), families());
    let variants = roster.entries().len();
    let begin = Instant::now();
    let mut all = Tally::new(variants);
    for arithmetic in [Arithmetic::F32, Arithmetic::F64] {
        let mut tally = Tally::new(variants);
        for part in 0..PARTS {
            let indices = (cases * part / PARTS..cases * (part + 1) / PARTS).into_par_iter();
            let tallies = indices.fold(
                || Tally::new(variants),
                |mut tally, index| {
                    let case = case(&families, arithmetic, index);
                    in_space!(case.dimension, arithmetic, S => run::<S>(&case, &roster, &mut tally));
                    tally
                },
            );
            tally = tally.plus(tallies.reduce(|| Tally::new(variants), Tally::plus));
            eprint!(".");
            // A dot more or less is no reason to stop.
            let _ = std::io::stderr().flush();
        }
        eprintln!();
        println!("{arithmetic}: {} cases, {} queries", tally.cases, tally.queries());
        print_ends(&roster, &tally);
        all = all.plus(tally);
    }
    println!(
        "{} cases, {} queries (one a case and variant) in {:.1} s; limit {LIMIT} iterations",
        all.cases,
        all.queries(),
        begin.elapsed().as_secs_f64()
    );
    if all.faults.is_empty() {
        println!("no panic, no run beyond the limit");
        return ExitCode::SUCCESS;
    }
    for fault in all.faults.iter().take(10) {
        println!("{fault}");
    }
    println!("{} faults", all.faults.len());
    ExitCode::FAILURE
}

/// A row a variant: how many runs ended how, and the most iterations.
fn print_ends(roster: &Roster, tally: &Tally) {
    print!("  {:24}", "variant");
    Stop::ALL.iter().for_each(|stop| print!(" {:>12}", stop.name()));
    println!(" {:>15}", "most iterations");
    for ((entry, ends), most) in roster.entries().iter().zip(&tally.ends).zip(&tally.most_iterations) {
        print!("  {:24}", entry.about.name);
        ends.iter().for_each(|count| print!(" {count:12}"));
        println!(" {most:15}");
    }
}
