//! Every answer compared with the harness's oracle, which shares no code with this package: the verdict and its evidence, the
//! distance in units in the last place, the face, the witness points. The numbers of iterations and of decisions by integers
//! are pinned as well, since a search that has become slower still answers right.

use std::cmp::Ordering;
use std::fmt::Write;

use dashu_ratio::RBig;
use gjk_cases::case::Class;
use gjk_certified::{Apart, Distance, Number, Observer, Pairs, Points, Stage, Start, Verdict};
use gjk_numbers::SplitMix64;
use gjk_truth::lattice::Pair;
use gjk_truth::truth::HullTruth;

use crate::sources::{SOURCES, Vector, in_scalar, widened};

/// The pinned counts of a source.
#[derive(Debug, Default)]
struct Counts {
    apart: usize,
    touching: usize,
    /// Iterations of the distance and of the verdict.
    iterations: [usize; 2],
    /// Scans of whole bodies for the distance.
    supports: usize,
    /// Queries decided by integers, for the distance and for the verdict.
    by_integers: [usize; 2],
    /// Faces that are nearest only up to the slack.
    within_slack: usize,
}

struct Supports(usize);

impl<T, const D: usize> Observer<T, D> for Supports {
    fn support(&mut self, _: &[T; D], _: (usize, usize)) {
        self.0 += 1;
    }
}

fn pairs(simplex: &Pairs) -> Vec<Pair> {
    simplex.as_slice().iter().map(|&(a, b)| Pair { a: a as usize, b: b as usize }).collect()
}

fn exact(x: f64) -> RBig {
    RBig::try_from(x).expect("a finite number")
}

/// Whether the product of the axis with every point of A is greater than with every point of B.
fn separates(axis: &[f64], a: &[Vector], b: &[Vector]) -> bool {
    let product = |p: &Vector| (0..axis.len()).fold(RBig::ZERO, |sum, k| sum + exact(axis[k]) * exact(p[k]));
    let least = a.iter().map(product).min().expect("points");
    b.iter().map(product).all(|product| product < least)
}

struct Asked<'a, T, const D: usize> {
    name: &'a str,
    points: [Vec<Vector>; 2],
    bodies: [Points<'a, T, D>; 2],
    truth: HullTruth,
}

impl<T: Number, const D: usize> Asked<'_, T, D> {
    fn meets(&self) -> bool {
        self.truth.class() != Class::Separated
    }

    fn verdict(&self, start: &Start<T, D>) -> (usize, Stage) {
        let mut supports = Supports(0);
        let [a, b] = &self.bodies;
        let (iterations, stage) = match gjk_certified::verdict_of(a, b, start, &mut supports) {
            Verdict::Meets(meets) => {
                assert!(self.meets() && self.truth.proves_contact(&pairs(&meets.simplex)), "{}: {meets:?}", self.name);
                (meets.iterations, meets.stage)
            }
            Verdict::Apart { axis, simplex, stage, iterations, .. } => {
                assert!(!self.meets(), "{}", self.name);
                let axis = axis.map(Number::widened);
                if stage == Stage::Doubles {
                    assert!(simplex.as_slice().is_empty());
                    assert!(separates(&axis, &self.points[0], &self.points[1]), "{}: {axis:?}", self.name);
                } else {
                    assert!(self.truth.face_separates(&pairs(&simplex)), "{}: {simplex:?}", self.name);
                    self.is_normal(&axis, &simplex);
                }
                (iterations, stage)
            }
        };
        assert_eq!(supports.0, iterations);
        (iterations, stage)
    }

    /// Checks that an axis is the exact normal of its face, rounded: orthogonal to the edges, and toward A.
    fn is_normal(&self, axis: &[f64; D], simplex: &Pairs) {
        let vertices: Vec<Vec<RBig>> = (simplex.as_slice().iter())
            .map(|&(i, j)| {
                (0..D).map(|k| exact(self.points[0][i as usize][k]) - exact(self.points[1][j as usize][k])).collect()
            })
            .collect();
        let product = |x: &[RBig]| (0..D).fold(RBig::ZERO, |sum, k| sum + exact(axis[k]) * &x[k]);
        let size = |x: &[RBig]| x.iter().fold(RBig::ZERO, |most, x| most.max(if *x < RBig::ZERO { -x } else { x.clone() }));
        let greatest = axis.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        // One rounding in each coordinate, with room for two; a subnormal axis has no relative precision.
        let unit = exact(6.0 * T::UNIT_ROUNDOFF * greatest) + exact(4.0 * T::LEAST.widened());
        for vertex in &vertices[1..] {
            let edge: Vec<RBig> = (0..D).map(|k| &vertex[k] - &vertices[0][k]).collect();
            let along = product(&edge);
            let along = if along < RBig::ZERO { -along } else { along };
            assert!(along <= &unit * size(&edge), "{}: {axis:?} of {simplex:?}", self.name);
        }
        let height = product(&vertices[0]);
        assert!(height > -(&unit * size(&vertices[0])), "{}: {axis:?} of {simplex:?}", self.name);
        if vertices.len() == 1 {
            // The axis is parallel to the only vertex.
            for (i, k) in (0..D).flat_map(|i| (0..i).map(move |k| (i, k))) {
                let skew = exact(axis[i]) * &vertices[0][k] - exact(axis[k]) * &vertices[0][i];
                let skew = if skew < RBig::ZERO { -skew } else { skew };
                assert!(skew <= &unit * size(&vertices[0]), "{}: {axis:?}", self.name);
            }
        }
    }

    /// The iterations, the scans of whole bodies, the stage, and whether the face is nearest without the slack.
    fn distance(&self, start: &Start<T, D>) -> (usize, usize, Stage, bool) {
        let mut supports = Supports(0);
        let [a, b] = &self.bodies;
        let found = gjk_certified::distance_of(a, b, start, &mut supports);
        let (iterations, stage, is_exact) = match &found {
            Distance::Meets(meets) => {
                assert!(self.meets() && self.truth.proves_contact(&pairs(&meets.simplex)), "{}: {meets:?}", self.name);
                assert!(found.value() == T::default());
                (meets.iterations, meets.stage, true)
            }
            Distance::Apart(apart) => {
                assert!(!self.meets(), "{}", self.name);
                assert!(found.value() == apart.distance);
                let is_exact = self.is_right(apart);
                (apart.iterations, apart.stage, is_exact)
            }
        };
        assert!(supports.0 <= iterations);
        (iterations, supports.0, stage, is_exact)
    }

    /// Checks the distance, the face and the witness points; returns whether the face is nearest without the slack.
    fn is_right(&self, apart: &Apart<T, D>) -> bool {
        let name = self.name;
        let face = pairs(&apart.simplex);
        let is_exact = self.truth.is_nearest(&face);
        assert!(is_exact || self.truth.is_nearest_within(&face, 57), "{name}: {face:?}");
        assert!(is_exact || apart.stage == Stage::Doubles);
        let distance = apart.distance.widened();
        if distance <= T::GREATEST {
            let units = self.truth.units_in_last_place(distance, !T::IS_DOUBLE);
            assert!(units <= 1.0, "{name}: {distance:e} is {units} units off");
            let [low, high] = apart.bounds();
            assert!(T::nearest(low).widened() == low && T::nearest(high).widened() == high || high == f64::INFINITY);
            assert!(
                low < distance
                    && distance < high
                    && self.truth.core_distance_squared() > exact(low.max(0.0)) * exact(low.max(0.0))
            );
        } else {
            let greatest = exact(T::GREATEST);
            assert!(self.truth.core_distance_squared() >= &greatest * &greatest, "{name}: an infinity");
        }
        let axis = apart.axis.map(Number::widened);
        if apart.stage == Stage::Integers {
            self.is_normal(&axis, &apart.simplex);
        }
        let weights = &apart.weights[..face.len()];
        assert!(weights.iter().all(|weight| (0.0..=1.0).contains(weight)), "{name}: {weights:?}");
        assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-15, "{name}: {weights:?}");
        let (mut between, mut nearest) = (RBig::ZERO, [0.0; D]);
        for k in 0..D {
            let mut difference = RBig::ZERO;
            for (body, found) in [apart.on_a[k], apart.on_b[k]].into_iter().enumerate() {
                let number = |pair: &Pair| if body == 0 { pair.a } else { pair.b };
                let coordinates: Vec<f64> = face.iter().map(|pair| self.points[body][number(pair)][k]).collect();
                let sum = coordinates.iter().zip(weights).fold(RBig::ZERO, |sum, (x, weight)| sum + exact(*x) * exact(*weight));
                let total = weights.iter().fold(RBig::ZERO, |sum, weight| sum + exact(*weight));
                assert!(found.widened().is_finite(), "{name}: coordinate {k} of witness {body}");
                let off = exact(found.widened()) - &sum / &total;
                let greatest =
                    face.iter().flat_map(|pair| self.points[body][number(pair)]).fold(0.0, |most: f64, x| most.max(x.abs()));
                let bound = exact(16.0 * T::UNIT_ROUNDOFF) * exact(greatest) + exact(T::LEAST.widened());
                assert!(off <= bound && -off <= bound, "{name}: coordinate {k} of witness {body}");
                difference = if body == 0 { sum / total } else { difference - sum / total };
            }
            nearest[k] = difference.to_f64().value();
            between += &difference * &difference;
        }
        // The weights' own point of M is no nearer than the distance, and no farther than 2⁻³⁹ (in single precision 2⁻²¹) of L.
        let squared = self.truth.core_distance_squared();
        let excess = &between - &squared;
        let moved = self.reach(&face) * exact(if T::IS_DOUBLE { 2.0_f64.powi(-39) } else { 2.0_f64.powi(-21) });
        // |v|² − d² = (|v| − d) (|v| + d), and the last factor is at least the root of |v|² + d².
        assert!(excess >= RBig::ZERO, "{name}: the weights are those of a point that is too near");
        assert!(
            &excess * &excess <= RBig::from(3) * &moved * &moved * (&between + &squared),
            "{name}: the weights are those of a point that is too far, {:?} of {face:?}",
            apart.weights
        );
        // The nearest point is the foot of the perpendicular on the face: |v|² − d² is the square of the distance from the
        // weights' point to the foot.
        assert!(
            !is_exact || excess <= RBig::from(3) * &moved * &moved,
            "{name}: the weights' point is not near {face:?}'s nearest one"
        );
        if distance > 1e-3 && ["generic", "boxes", "smooth", "repeated"].contains(&name) {
            let product = |x: &[f64; D], y: &[f64; D]| -> f64 { (0..D).map(|k| x[k] * y[k]).sum() };
            let cosine = product(&axis, &nearest) / (product(&axis, &axis) * product(&nearest, &nearest)).sqrt();
            assert!(cosine > 1.0 - 1e-6, "{name}: the axis {axis:?} is not along {nearest:?}");
        }
        is_exact
    }

    /// L: the greatest coordinate of the face's points of M and of its edges, each with its parts on A and on B added up.
    fn reach(&self, face: &[Pair]) -> RBig {
        let [a, b] = &self.points;
        let apart = |p: &Vector, q: &Vector| {
            let difference = |k: usize| exact(p[k].max(q[k])) - exact(p[k].min(q[k]));
            (0..3).map(difference).max().expect("coordinates")
        };
        let mut reach = RBig::ZERO;
        for (i, p) in face.iter().enumerate() {
            reach = reach.max(apart(&a[p.a], &b[p.b]));
            for q in &face[..i] {
                reach = reach.max(apart(&a[p.a], &a[q.a]) + apart(&b[p.b], &b[q.b]));
            }
        }
        reach
    }

    /// Radii whose sum is the distance up to a few units in the last place.
    fn rounded(&self, random: &mut SplitMix64) {
        let distance = self.truth.core_distance.to_f64();
        if distance >= T::GREATEST / 4.0 {
            return;
        }
        let first = T::nearest(distance * [0.0, 0.5, 0.999, 1.0][random.below(4) as usize]);
        let rest = (distance - first.widened()).max(0.0);
        let mut second = T::nearest(rest * [1.0, 1.0, 1.0, 0.5, 2.0][random.below(5) as usize]);
        for _ in 0..random.below(3) {
            second = T::nearest(second.widened() + second.widened() * T::UNIT_ROUNDOFF * [2.0, -2.0][random.below(2) as usize]);
        }
        let sum = exact(first.widened()) + exact(second.widened());
        let order = self.truth.core_distance_squared().cmp(&(&sum * &sum));
        let [a, b] = &self.bodies;
        let found = gjk_certified::rounded_verdict_of(a, b, [first, second], &Start::Centers, &mut ());
        assert_eq!(found.meets(), order != Ordering::Greater, "{}: {first:?} and {second:?}", self.name);
        if let Verdict::Apart { simplex, stage: Stage::Integers, axis, .. } = found {
            assert!(self.truth.is_nearest(&pairs(&simplex)));
            self.is_normal(&axis.map(Number::widened), &simplex);
        }
    }
}

fn check<T: Number, const D: usize>(cases: u64) -> String {
    let mut text = String::new();
    for (number, (name, source)) in SOURCES.iter().enumerate() {
        let mut random = SplitMix64(1000 * number as u64 + D as u64);
        let mut counts = Counts::default();
        // The exact answer for many points takes long.
        for _ in 0..if *name == "many" { cases / 5 } else { cases } {
            let bodies = source(&mut random);
            let (a, b) = (in_scalar::<T, D>(&bodies[0]), in_scalar::<T, D>(&bodies[1]));
            let points = [widened(&a), widened(&b)];
            let truth = HullTruth::of_points(D, &points[0], &points[1]);
            let bodies = [&a, &b].map(|points| Points::new(points).expect("a body"));
            let asked = Asked { name, points, bodies, truth };
            let direction = match random.below(3) {
                0 => Start::Direction(std::array::from_fn(|_| T::nearest(random.symmetric()))),
                1 if random.below(8) == 0 => Start::Direction([T::default(); D]),
                _ => Start::Centers,
            };
            let (of_distance, supports, by, is_exact) = asked.distance(&direction);
            let (of_verdict, by_integers) = asked.verdict(&direction);
            asked.rounded(&mut random);
            counts.apart += usize::from(!asked.meets());
            counts.touching += usize::from(asked.truth.class() == Class::Touching);
            counts.within_slack += usize::from(!is_exact);
            counts.iterations = [counts.iterations[0] + of_distance, counts.iterations[1] + of_verdict];
            counts.supports += supports;
            for (count, stage) in counts.by_integers.iter_mut().zip([by, by_integers]) {
                *count += usize::from(stage == Stage::Integers);
            }
        }
        let Counts { apart, touching, iterations: [x, y], supports, by_integers: [p, q], within_slack } = counts;
        writeln!(text, "{name:8} {apart:4} {touching:4} {x:5} {supports:5} {y:5} {p:4} {q:4} {within_slack:4}")
            .expect("a string");
    }
    text
}

/// Per source: apart, touching, iterations of the distance, scans of whole bodies for it, iterations of the verdict, decided by
/// integers, faces within the slack.
const PINNED: &str = include_str!("distances.txt");

#[test]
fn every_answer_is_right_and_its_counts_are_unchanged() {
    let found = [
        ("f64 in space", check::<f64, 3>(300)),
        ("f64 in the plane", check::<f64, 2>(150)),
        ("f32 in space", check::<f32, 3>(150)),
        ("f32 in the plane", check::<f32, 2>(100)),
    ];
    let text: String = found.iter().map(|(title, counts)| format!("{title}\n{counts}")).collect();
    crate::accept::assert_pinned(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/distances.txt"), PINNED, &text);
}
