//! Time and iterations per query of every variant of space on bodies of 8 and of 128 points, observed by nothing.
//!
//! ```text
//! cargo run --release -p gjk-variants --example query                 all of them, with geometric means over the gaps
//! cargo run --release -p gjk-variants --example query -- hull/1e-2/   those whose name holds this text
//! valgrind --tool=callgrind --toggle-collect='*queries*' target/release/examples/query --once box/far/f64/johnson
//! ```
//!
//! A name is BODIES/GAP/SCALAR/VARIANT. The bodies are boxes turned at random, or hulls of 8 (`hull`) or 128 (`hull128`) random
//! points; of each pair the second is moved along the shortest connection until the gap is as wanted, or into the first for
//! `overlap`. The boolean variants also run on machine integers, on lattice points at random. All passes over the sets are
//! interleaved, and the medians are printed; `--once NAME` makes one pass over the set of that name, for counting instructions:
//! 128 queries.

use std::hint::black_box;
use std::rc::Rc;
use std::time::Duration;

use gjk_clock::{Schedule, Task, geometric_mean, medians};
use gjk_variants::{
    Answer, Evidence, Gjk, Hull, Integer, LeastSquares, Register, Scalar, Solid, Space, Start, Variant, fast, roster,
};
use nalgebra::{UnitQuaternion, Vector3};

const CASES: usize = 128;
const ROUNDS: usize = 101;
const GAPS: [(&str, Option<f64>); 4] = [("overlap", None), ("1e-9", Some(1e-9)), ("1e-2", Some(1e-2)), ("far", Some(20.0))];

/// Random numbers, the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        self.0 >> 33
    }

    /// Between −1 and 1.
    fn symmetric(&mut self) -> f64 {
        self.next() as f64 / f64::from(1 << 30) - 1.0
    }

    fn vector(&mut self) -> Vector3<f64> {
        Vector3::from_fn(|_, _| self.symmetric())
    }

    /// In the unit ball and not near its centre.
    fn direction(&mut self) -> Vector3<f64> {
        loop {
            let v = self.vector();
            if (0.01..1.0).contains(&v.norm_squared()) {
                return v;
            }
        }
    }
}

type Points = Vec<Vector3<f64>>;

fn cuboid(random: &mut Random) -> Points {
    let half = Vector3::from_fn(|_, _| 0.75 + 0.5 * random.symmetric());
    let turn = UnitQuaternion::from_scaled_axis(random.direction() * 6.0);
    let corner = |i: u32| Vector3::from_fn(|axis, _| if i >> axis & 1 == 1 { half[axis] } else { -half[axis] });
    (0..8).map(|i| turn * corner(i)).collect()
}

fn cloud(random: &mut Random, count: usize) -> Points {
    (0..count).map(|_| random.direction().normalize()).collect()
}

fn moved(points: &Points, by: &Vector3<f64>) -> Points {
    points.iter().map(|point| point + by).collect()
}

fn hull(points: &Points) -> Option<Hull<Solid<f64>>> {
    Hull::new(points.clone())
}

/// The second of two bodies about the origin, moved to this gap from the first; None where they could not be separated.
fn placed(random: &mut Random, a: &Points, b: &Points, gap: Option<f64>) -> Option<Points> {
    let direction = random.direction().normalize();
    let Some(gap) = gap else { return Some(moved(b, &(direction * 0.2))) };
    let far = moved(b, &(direction * 30.0));
    let outcome = Gjk::new(LeastSquares).solve(&hull(a)?, &hull(&far)?, &Start::Default, &mut ());
    match outcome.answer.map(Answer::evidence) {
        Some(Evidence::Apart(nearest)) => Some(moved(&far, &(nearest.nearest * (1.0 - gap / nearest.nearest.norm())))),
        _ => None,
    }
}

type Pairs<S> = Rc<Vec<(Hull<S>, Hull<S>)>>;

fn pairs<T: Scalar>(bodies: &str, gap: Option<f64>) -> Pairs<Solid<T>> {
    let mut random = Random(1);
    let mut pairs = Vec::new();
    let rounded = |points: &Points| Hull::new(points.iter().map(|point| point.map(T::from_f64)).collect());
    while pairs.len() < CASES {
        let body = |random: &mut Random| match bodies {
            "box" => cuboid(random),
            "hull" => cloud(random, 8),
            _ => cloud(random, 128),
        };
        let (a, b) = (body(&mut random), body(&mut random));
        let place = random.vector() * 5.0;
        let Some(b) = placed(&mut random, &a, &b, gap) else { continue };
        pairs.extend(rounded(&moved(&a, &place)).zip(rounded(&moved(&b, &place))));
    }
    Rc::new(pairs)
}

fn lattice_pairs() -> Pairs<Solid<Integer>> {
    let mut random = Random(1);
    let mut body = || {
        let points = (0..8).map(|_| Vector3::from_fn(|_, _| Integer::new((random.next() % 21) as i64 - 10))).collect();
        Hull::with_center(points, Solid::<Integer>::zero())
    };
    Rc::new((0..CASES).filter_map(|_| body().zip(body())).collect())
}

/// What is asked for: the name that is this text, or every name that holds it.
struct Asked {
    once: bool,
    text: String,
}

impl Asked {
    fn includes(&self, name: &str) -> bool {
        if self.once { name == self.text } else { name.contains(&self.text) }
    }
}

/// One variant on one set.
struct Timed {
    name: String,
    iterations: f64,
    task: Task<'static>,
}

/// The variants of one set, those that are asked for.
struct Entries<'a, S: Space> {
    set: String,
    pairs: Pairs<S>,
    asked: &'a Asked,
    entries: &'a mut Vec<Timed>,
}

/// All pairs of a set once: what is timed and counted.
#[inline(never)]
fn queries<S: Space, V: Variant<S>>(variant: &V, pairs: &[(Hull<S>, Hull<S>)]) {
    for (a, b) in pairs {
        black_box(&fast::solve(variant, black_box(a), black_box(b), &Start::Default, &mut ()));
    }
}

impl<S: Space> Register<S> for Entries<'_, S> {
    fn add<V: Variant<S> + 'static>(&mut self, variant: V) {
        let name = format!("{}/{}", self.set, variant.about().name);
        if !self.asked.includes(&name) {
            return;
        }
        let count = |(a, b): &(Hull<S>, Hull<S>)| variant.solve(a, b, &Start::Default, &mut ()).iterations;
        let iterations = self.pairs.iter().map(count).sum::<usize>() as f64 / self.pairs.len() as f64;
        let pairs = Rc::clone(&self.pairs);
        let task = Task::new(CASES, move || queries(&variant, &pairs));
        self.entries.push(Timed { name, iterations, task });
    }
}

fn entries(asked: &Asked) -> Vec<Timed> {
    let mut entries = Vec::new();
    for bodies in ["box", "hull", "hull128"] {
        for (gap_name, gap) in GAPS {
            add::<f64>(bodies, gap_name, gap, "f64", asked, &mut entries);
            // The smallest gap that single precision resolves.
            let gap = gap.map(|gap| gap.max(1e-4));
            add::<f32>(bodies, gap_name, gap, "f32", asked, &mut entries);
        }
    }
    let set = String::from("hull/lattice/integer");
    roster::boolean(&mut Entries { set, pairs: lattice_pairs(), asked, entries: &mut entries });
    entries
}

fn add<T: Scalar + certified::Number>(
    bodies: &str,
    gap_name: &str,
    gap: Option<f64>,
    scalar: &str,
    asked: &Asked,
    entries: &mut Vec<Timed>,
) {
    let set = format!("{bodies}/{gap_name}/{scalar}");
    let mut entries = Entries { set, pairs: pairs::<T>(bodies, gap), asked, entries };
    roster::distance(&mut entries);
    roster::geometric(&mut entries);
    roster::certified(&mut entries);
    roster::boolean(&mut entries);
}

fn main() {
    let mut asked = Asked { once: false, text: String::new() };
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--once" => asked.once = true,
            _ => asked.text = argument,
        }
    }
    let entries = entries(&asked);
    if asked.once {
        entries.iter().for_each(|entry| entry.task.run());
        return;
    }
    report(entries);
}

fn report(entries: Vec<Timed>) {
    let (names, tasks): (Vec<_>, Vec<_>) =
        entries.into_iter().map(|entry| ((entry.name, entry.iterations), entry.task)).unzip();
    let times = medians(&tasks, Schedule::rounds(Duration::ZERO, ROUNDS));
    println!("{:>9}  {:>10}  name", "ns", "iterations");
    // BODIES/*/SCALAR/VARIANT and its times.
    let mut over_gaps: Vec<(String, Vec<f64>)> = Vec::new();
    for ((name, iterations), time) in names.into_iter().zip(times) {
        println!("{time:9.1}  {iterations:10.2}  {name}");
        let parts: Vec<&str> = name.splitn(3, '/').collect();
        let name = format!("{}/*/{}", parts[0], parts[2]);
        match over_gaps.iter_mut().find(|(other, _)| *other == name) {
            Some((_, times)) => times.push(time),
            None => over_gaps.push((name, vec![time])),
        }
    }
    println!("\n{:>9}  geometric mean over the gaps", "ns");
    for (name, times) in over_gaps {
        println!("{:9.1}  {name}", geometric_mean(&times).unwrap_or_default());
    }
}
