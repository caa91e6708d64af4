//! Every depth compared with the oracle: the verdict, the depth in units in the last place, the proof by the kernel, the
//! translation, the witness points. The numbers of support points, the sizes of the polytopes and the number of decisions by
//! integers are pinned as well.

use std::fmt::Write;

use gjk_cases::case::Class;
use gjk_certified::{Depth, Number, Overlap, Pairs, Points, Stage, Start, Workspace};
use gjk_numbers::SplitMix64;
use gjk_truth::exact::Scaled;
use gjk_truth::lattice::Pair;
use gjk_truth::truth::HullTruth;

use crate::sources::{SOURCES, Vector, dot, in_scalar, widened};

fn pairs(simplex: &Pairs) -> impl Iterator<Item = Pair> + '_ {
    simplex.as_slice().iter().map(|&(a, b)| Pair { a: a as usize, b: b as usize })
}

/// The bodies of a source; in two of three cases B is moved so that the bodies share a point.
fn overlaps(source: usize, random: &mut SplitMix64) -> [Vec<Vector>; 2] {
    let (_, of_source) = SOURCES[source];
    let [a, b] = of_source(random);
    if random.below(3) == 0 {
        return [a, b];
    }
    // B is moved so that the midpoint of its first two points is the midpoint of A's first two.
    let mean = |points: &[Vector]| -> Vector {
        let some = &points[..points.len().min(2)];
        std::array::from_fn(|k| some.iter().map(|p| p[k] / some.len() as f64).sum())
    };
    let (of_a, of_b) = (mean(&a), mean(&b));
    let moved = |p: &Vector| std::array::from_fn(|k| p[k] - of_b[k] + of_a[k]);
    let b = b.iter().map(moved).collect();
    [a, b]
}

#[derive(Default)]
struct Counts {
    overlaps: usize,
    touching: usize,
    iterations: usize,
    vertices: usize,
    by_integers: usize,
}

fn is_right<T: Number, const D: usize>(
    truth: &HullTruth,
    points: &[Vec<Vector>; 2],
    overlap: &Overlap<T, D>,
    workspace: &Workspace,
) -> Result<(), String> {
    let origin: Vec<Pair> = pairs(&overlap.origin).collect();
    let shell: Vec<Pair> = workspace.shell().flat_map(|facet| pairs(&facet).collect::<Vec<_>>()).collect();
    if !truth.proves_contact(&origin) {
        return Err("the simplex does not hold the origin".to_owned());
    }
    let Some(depth) = truth.core_depth().filter(|_| truth.class() == Class::Overlapping) else {
        let is_zero = overlap.depth == T::default() && overlap.translation == [T::default(); D];
        let is_proved = truth.facet_proves_touching(&shell);
        let holds = truth.proves_contact(&pairs(&overlap.simplex).collect::<Vec<_>>());
        return if is_zero && is_proved && holds { Ok(()) } else { Err(format!("touching: {is_zero} {is_proved} {holds}")) };
    };
    if !truth.shell_proves_depth(&shell) {
        return Err("the kernel refuses the shell".to_owned());
    }
    let claimed = overlap.depth.widened();
    let [below, above] = if T::IS_DOUBLE {
        [claimed.next_down(), claimed.next_up()]
    } else {
        [f64::from((claimed as f32).next_down()), f64::from((claimed as f32).next_up())]
    };
    let is_beyond = !claimed.is_finite() && depth > Scaled::from_f64(below);
    if !(is_beyond || Scaled::from_f64(below) < depth && depth < Scaled::from_f64(above)) {
        return Err(format!("{claimed:e} is not the depth {:e}", depth.to_f64()));
    }
    // The overlap left after the translation, and its excess length, are rounding errors, relative to the size of the bodies.
    let vector = |v: &[T; D]| -> Vector { std::array::from_fn(|k| if k < D { v[k].widened() } else { 0.0 }) };
    let (v, on_a, on_b) = (vector(&overlap.translation), vector(&overlap.on_a), vector(&overlap.on_b));
    let greatest = points.iter().flatten().flatten().fold(0.0_f64, |most, x| most.max(x.abs()));
    if greatest > T::GREATEST / 8.0 || claimed < 1e6 * T::LEAST.widened() {
        return Ok(());
    }
    let unit = T::UNIT_ROUNDOFF;
    let left = truth.residual(&v.map(Scaled::from_f64)).to_f64();
    let length = dot(&v.map(|x| x / claimed), &v.map(|x| x / claimed)).sqrt();
    // The residual is known up to 2⁻⁵⁶ of the size of the bodies.
    if left > 8.0 * unit * claimed + 2.0_f64.powi(-54) * greatest || (length - 1.0).abs() > 8.0 * unit {
        return Err(format!("{left:e} of {claimed:e} is left after {v:?}"));
    }
    let off = (0..3).map(|k| (on_a[k] - on_b[k] - v[k]).abs()).fold(0.0, f64::max);
    if off > 64.0 * unit * greatest {
        return Err(format!("the witness points are {off:e} off of {greatest:e}"));
    }
    Ok(())
}

fn check<T: Number, const D: usize>(cases: u64) -> String {
    let mut text = String::new();
    for (number, (name, _)) in SOURCES.iter().enumerate() {
        let mut random = SplitMix64(77_000 + 1000 * number as u64 + D as u64);
        let mut counts = Counts::default();
        let mut workspace = Workspace::default();
        for case in 0..if *name == "many" { cases / 30 } else { cases } {
            let bodies = overlaps(number, &mut random);
            let (a, b) = (in_scalar::<T, D>(&bodies[0]), in_scalar::<T, D>(&bodies[1]));
            let points = [widened(&a), widened(&b)];
            let truth = HullTruth::of_points(D, &points[0], &points[1]);
            let [of_a, of_b] = [&a, &b].map(|points| Points::new(points).expect("a body"));
            let found = gjk_certified::depth_of(&of_a, &of_b, &Start::Centers, &mut workspace, &mut ());
            let Depth::Overlaps(overlap) = found else {
                assert_eq!(truth.class(), Class::Separated, "{name} {case}");
                assert_eq!(workspace.shell().count(), 0);
                continue;
            };
            assert_ne!(truth.class(), Class::Separated, "{name} {case}");
            let right = is_right(&truth, &points, &overlap, &workspace);
            assert_eq!(right, Ok(()), "{name} {case}: {overlap:?} of {a:?} and {b:?}");
            counts.overlaps += usize::from(truth.class() == Class::Overlapping);
            counts.touching += usize::from(truth.class() == Class::Touching);
            counts.iterations += overlap.iterations;
            counts.vertices += workspace.vertices();
            counts.by_integers += usize::from(overlap.stage == Stage::Integers);
        }
        let Counts { overlaps, touching, iterations, vertices, by_integers } = counts;
        writeln!(text, "{name:8} {overlaps:4} {touching:4} {iterations:5} {vertices:5} {by_integers:4}").expect("a string");
    }
    text
}

/// Per source: overlaps, touching, pairs of support points, vertices of the polytopes, decided by integers.
const PINNED: &str = include_str!("depths.txt");

#[test]
fn every_depth_is_right_and_proved_and_its_counts_are_unchanged() {
    let found = [
        ("f64 in space", check::<f64, 3>(300)),
        ("f64 in the plane", check::<f64, 2>(150)),
        ("f32 in space", check::<f32, 3>(150)),
        ("f32 in the plane", check::<f32, 2>(100)),
    ];
    let text: String = found.iter().map(|(title, counts)| format!("{title}\n{counts}")).collect();
    crate::accept::assert_pinned(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/depths.txt"), PINNED, &text);
}
