//! The cost of raw doubles to `certified`: pairs like those in engines, compared with the same pairs snapped to the
//! grid of the other families.
//!
//! ```text
//! cargo run --release -p gjk-benches --example raw [-- SECONDS]
//! ```
//!
//! For each set of pairs, the example prints the time of a distance and of a verdict on the raw pairs, and its ratio to
//! the time on the snapped pairs, measured in turns for SECONDS per set (4 unless given). It then prints how many of
//! the raw and of the snapped pairs are decided by integers, and how many bits the coordinates of the answer's simplex
//! have on their common grid: with up to 60 bits, the last step fits 64, 128 and 256 bits, and with up to 92 bits it
//! fits 128, 192 and 384.

use std::process::ExitCode;
use std::time::Duration;

use gjk_cases::case::{Arithmetic, Case, Point};
use gjk_cases::family::{Grid, RandomSource, corners, named, placed};
use gjk_certified::{Distance, Number, Pairs, Points, Stage, Start as OfSlices, Verdict};
use gjk_clock::{Ratio, Schedule, Task, measure, median, system};
use gjk_solvers::{Hulls, Roster, SolverSpace, in_space};
use gjk_variants::Start;
use gjk_variants::float::dyadic;

const SEED: u64 = 1;
const CASES: u64 = 256;

fn main() -> ExitCode {
    let argument = std::env::args().nth(1).map_or(Ok(4.0), |text| text.parse::<f64>());
    let Some(budget) = argument.ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()) else {
        eprintln!("SECONDS must be a number that is not negative\nusage: raw [SECONDS]");
        return ExitCode::from(2);
    };
    let roster = Roster::builtin();
    for arithmetic in [Arithmetic::F64, Arithmetic::F32] {
        println!("{arithmetic:40} distance: raw / ns, over snapped         verdict: raw / ns, over snapped");
        for (name, cases) in sets(arithmetic) {
            let snapped: Vec<Case> = cases.iter().map(|case| on_grid(case, arithmetic)).collect();
            in_space!(3, arithmetic, S => time::<S>(&roster, &name, [&cases, &snapped], budget));
            for (which, cases) in [("raw", &cases), ("snapped", &snapped)] {
                let widths = if arithmetic == Arithmetic::F32 { widths(cases, |x| x as f32) } else { widths(cases, |x| x) };
                println!("  {which:10} distances {}; verdicts {}", widths[0], widths[1]);
            }
        }
    }
    ExitCode::SUCCESS
}

/// Sets of pairs without a grid, with their names.
fn sets(arithmetic: Arithmetic) -> Vec<(String, Vec<Case>)> {
    let of = |name: &str, index: u64| named(name).expect("an embedded family").case(SEED, arithmetic, index);
    let least = if arithmetic == Arithmetic::F32 { -16 } else { -40 };
    let is_near = |case: &Case| case.knob.expect("it is generated").asked < 2.0_f64.powi(least);
    let (near, wider): (Vec<Case>, Vec<Case>) = (0..4 * CASES).map(|index| of("raw-doubles", index)).partition(is_near);
    let first = |cases: Vec<Case>| cases.into_iter().take(CASES as usize).collect();
    let of_duel = |name: &str| (0..CASES).map(|index| of(name, index)).collect();
    vec![
        (format!("raw-doubles, lifted by less than 2^{least}"), first(near)),
        ("raw-doubles, lifted by more".to_owned(), first(wider)),
        ("boxes face to face, in contact".to_owned(), (0..CASES).map(|index| face_to_face(arithmetic, index)).collect()),
        ("boxes on a floor".to_owned(), (0..CASES).map(|index| resting(arithmetic, index)).collect()),
        ("duel-raw-box-8-near".to_owned(), of_duel("duel-raw-box-8-near")),
        ("duel-raw-hull-8-near".to_owned(), of_duel("duel-raw-hull-8-near")),
    ]
}

/// Two boxes with common axes, one on a face of the other, turned and moved together: they touch except for rounding.
fn face_to_face(arithmetic: Arithmetic, index: u64) -> Case {
    let mut random = RandomSource::new("boxes-face-to-face", 3, SEED, arithmetic, index);
    let (columns, position) = (random.rotation(), random.ball());
    let mut body = |up: f64| -> Vec<Point> {
        let [x, y, z]: Point = std::array::from_fn(|_| f64::from(random.between(0.125, 1.0) as f32));
        let ends = [[-x, -y, up.min(0.0) * z], [x, y, up.max(0.0) * z]];
        corners(ends[0], ends[1]).into_iter().map(|p| placed(arithmetic, columns, position, p)).collect()
    };
    Case::of_points(format!("faces:{index}"), 3, body(-2.0), body(2.0))
}

/// A box on a floor whose top is the plane of the first two axes. The box is turned about the third axis, tilted by up
/// to 2⁻¹⁰ or not at all, and placed up to 2⁻¹⁰ above or below the floor.
fn resting(arithmetic: Arithmetic, index: u64) -> Case {
    let mut random = RandomSource::new("boxes-on-a-floor", 3, SEED, arithmetic, index);
    let half: Point = std::array::from_fn(|_| f64::from(random.between(0.1, 0.5) as f32));
    let [x, y, _] = RandomSource::new("turns", 2, SEED, arithmetic, index).direction();
    let tilt = if random.chance(0.5) { 0.0 } else { random.power(-30.0, -10.0) };
    // A small tilt about the second axis, followed by a turn about the third axis.
    let columns = [[x, y, -tilt], [-y, x, 0.0], [x * tilt, y * tilt, 1.0]];
    let lift = random.power(random.by_precision(-24.0, -50.0), -10.0) * if random.chance(0.5) { 1.0 } else { -1.0 };
    let position = [random.between(-3.0, 3.0), random.between(-3.0, 3.0), half[2] + lift];
    let above = corners(half.map(|x| -x), half).into_iter().map(|p| placed(arithmetic, columns, position, p)).collect();
    Case::of_points(format!("floor:{index}"), 3, above, corners([-4.0, -4.0, -0.5], [4.0, 4.0, 0.0]))
}

fn on_grid(case: &Case, arithmetic: Arithmetic) -> Case {
    let snapped = |points: &[Point]| points.iter().map(|p| Grid::common(arithmetic).snap_point(*p)).collect();
    Case::of_points(case.id.clone(), 3, snapped(case.a.points()), snapped(case.b.points()))
}

/// Times both variants on raw and on snapped pairs.
fn time<S: SolverSpace>(roster: &Roster, name: &str, sets: [&[Case]; 2], budget: Duration) {
    let bodies = sets.map(|cases| cases.iter().filter_map(Hulls::<S>::of).collect::<Vec<_>>());
    let solvers = ["certified", "certified-boolean"].map(|name| {
        let entry = roster.named(name).expect("it is built in");
        entry.solver::<S>().expect("it runs in space")
    });
    let order = [(0, &bodies[0]), (0, &bodies[1]), (1, &bodies[0]), (1, &bodies[1])];
    let task = |&(solver, bodies): &(usize, _)| -> Task<'_> {
        let (solver, bodies): (_, &Vec<Hulls<S>>) = (&solvers[solver], bodies);
        Task::new(bodies.len(), move || bodies.iter().for_each(|pair| solver.time(&pair.a, &pair.b, &Start::Default)))
    };
    let tasks: Vec<Task> = order.iter().map(task).collect();
    let times = measure(&tasks, Schedule { turn: Duration::from_micros(200), budget, least: 15, most: 2001, clock: system });
    let told = |place: usize| {
        let own = median(&times[place]).expect("a schedule has rounds");
        let ratio = Ratio::of(&times[place], &times[place + 1]).expect("as many rounds");
        format!("{own:8.1}  {:.3} ({:.3} .. {:.3})", ratio.median, ratio.low, ratio.high)
    };
    println!("{name:40} {}         {}", told(0), told(2));
}

/// The number of distances and of verdicts that integers decide, with the numbers of their bits.
fn widths<T: Number>(cases: &[Case], of: impl Fn(f64) -> T) -> [String; 2] {
    let mut bits = [Vec::new(), Vec::new()];
    for case in cases {
        let [a, b] = [&case.a, &case.b].map(|body| body.points().iter().map(|p| p.map(&of)).collect::<Vec<[T; 3]>>());
        let (a, b) = (Points::new(&a).expect("a body"), Points::new(&b).expect("a body"));
        let start = OfSlices::Centers;
        let distance = match gjk_certified::distance_of(&a, &b, &start, &mut ()) {
            Distance::Apart(apart) => (apart.stage, apart.simplex),
            Distance::Meets(meets) => (meets.stage, meets.simplex),
        };
        let verdict = match gjk_certified::verdict_of(&a, &b, &start, &mut ()) {
            Verdict::Apart { stage, simplex, .. } => (stage, simplex),
            Verdict::Meets(meets) => (meets.stage, meets.simplex),
        };
        for (bits, (stage, simplex)) in bits.iter_mut().zip([distance, verdict]) {
            if stage == Stage::Integers {
                bits.push(bits_of(case, &simplex));
            }
        }
    }
    bits.map(|bits| {
        let within = |low: i32, high: i32| bits.iter().filter(|bits| (low..=high).contains(*bits)).count();
        let [short, long, beyond] = [within(0, 60), within(61, 92), within(93, 9999)];
        format!("{} of {} by integers: {short} with up to 60 bits, {long} up to 92, {beyond} beyond", bits.len(), cases.len())
    })
}

/// The number of bits of the coordinates of a simplex's points as integers on their common grid.
fn bits_of(case: &Case, simplex: &Pairs) -> i32 {
    let points = simplex.as_slice().iter().flat_map(|&(i, j)| [case.a.points()[i as usize], case.b.points()[j as usize]]);
    let parts = points.flatten().filter(|x| *x != 0.0).map(|x| (dyadic(x).1, x.abs().log2().floor() as i32 + 1));
    let range = parts.fold(None, |range, (low, high)| {
        let (least, most) = range.unwrap_or((low, high));
        Some((low.min(least), high.max(most)))
    });
    range.map_or(0, |(low, high)| high - low)
}
