//! The record of a run for its picture.

use std::collections::HashMap;

use gjk_cases::case::{Body, Case, Point};
use gjk_cases::surface::samples;
use gjk_records::{Contact, Run, RunStep, Site};
use gjk_solvers::{Bodies, ErasedVariant, PosedCase, SolverSpace};
use gjk_truth::answer::Answered;
use gjk_truth::truth::{Truth, height_of};
use gjk_variants::vector::cross;
use gjk_variants::{Observer, Projection, Scalar, Simplex, Space, Stop, Vertex};

use super::{cast, contact};

/// The most facets of polytopes that are recorded, over all steps of a run.
const FACETS: usize = 4_000;

/// Records the steps of a run as doubles.
struct Recorder {
    steps: Vec<RunStep>,
    /// The distance of two steps whose polytopes are recorded: a run on curved bodies has thousands of steps with thousands of facets.
    stride: usize,
    /// The number of recorded facets.
    facets: usize,
}

fn site<S: Space<Scalar: Scalar>>(v: &S::Vector) -> Site {
    std::array::from_fn(|i| if i < S::DIMENSION { S::coordinate(v, i).to_f64() } else { 0.0 })
}

impl Default for Recorder {
    fn default() -> Recorder {
        Recorder { steps: Vec::new(), stride: 1, facets: 0 }
    }
}

impl Recorder {
    fn last(&mut self) -> &mut RunStep {
        if self.steps.is_empty() {
            self.steps.push(RunStep::default());
        }
        let last = self.steps.len() - 1;
        &mut self.steps[last]
    }

    /// Drops the polytopes of every second step that has one.
    fn thin(&mut self) {
        self.stride *= 2;
        let steps = self.steps.iter_mut().enumerate();
        steps.filter(|(place, _)| !(place + 1).is_multiple_of(self.stride)).for_each(|(_, step)| step.facets = Vec::new());
        self.facets = self.steps.iter().map(|step| step.facets.len()).sum();
    }
}

impl<S: Space<Scalar: Scalar>> Observer<S> for Recorder {
    fn support(&mut self, direction: &S::Vector, w: &S::Vector) {
        if self.facets > FACETS {
            self.thin();
        }
        self.steps.push(RunStep { direction: site::<S>(direction), support: site::<S>(w), ..RunStep::default() });
    }

    fn entered(&mut self, older: &Simplex<S>, newest: &Vertex<S>) {
        let simplex = older.with(newest);
        let step = self.last();
        step.simplex = simplex.vertices().iter().map(|vertex| site::<S>(&vertex.point)).collect();
        step.indices = simplex.vertices().iter().map(|vertex| (vertex.index_a(), vertex.index_b())).collect();
    }

    fn projected(&mut self, projection: &Projection<S>) {
        self.last().nearest = Some(site::<S>(&projection.point));
    }

    fn expanding(&mut self, corners: &[&S::Vector]) {
        self.facets += 1;
        self.last().facets.push(corners.iter().map(|corner| site::<S>(corner)).collect());
    }

    fn sees_polytopes(&self) -> bool {
        self.steps.len().is_multiple_of(self.stride)
    }
}

/// The run of a variant on a case: the bodies that it used, its steps, circle and end, and the true and the answered distance or
/// depth; the caller adds the rest.
///
/// For unions it is the run on the pair of parts that the answer is based on; without an answer it is the run on the pair that is
/// truly nearest or deepest. A variant without a trace has no steps.
pub fn record<S: SolverSpace>(entry: &ErasedVariant, posed: &PosedCase, answer: Option<&Answered>) -> Run {
    let case = &posed.case;
    let bodies = Bodies::<S>::of(case);
    let chosen = answer.and_then(|answer| answer.parts.iter().find(|part| part.chosen)).map(|part| [part.a, part.b]);
    let truth_pair = posed.truth.decisive_pair().map(|pair| [pair.a, pair.b]);
    let pair = chosen.or(truth_pair).unwrap_or_default();
    let mut recorder = Recorder::default();
    let seen = bodies.seen_by(entry).into_iter().find(|(parts, ..)| *parts == pair);
    let stop = seen.zip(entry.solver::<S>()).map(|((_, a, b), solver)| {
        let outcome = solver.explain(a, b, &entry.start(a, b), &mut recorder);
        outcome.stop
    });
    let circle = stop.and_then(|stop| circle(&recorder.steps, stop));
    let parts = [case.a.parts(), case.b.parts()];
    let of_pair = [&parts[0][pair[0]], &parts[1][pair[1]]];
    // Without a trace the whole bodies are shown, even if the variant is asked about their cores.
    let sees_cores = entry.sees_cores::<S>() && !recorder.steps.is_empty();
    if of_pair.iter().any(|part| matches!(part, Body::Curved(_))) {
        // A support point of a curved body has no number.
        recorder.steps.iter_mut().for_each(|step| step.indices.clear());
    }
    let seen_of = |part: &Body| match part {
        Body::Rounded { points, .. } if sees_cores => Body::Points(points.clone()),
        part => part.clone(),
    };
    let seen = Case::of_bodies("", case.dimension, seen_of(of_pair[0]), seen_of(of_pair[1]));
    let of_body = |body: &Body| match body {
        Body::Halfspace { normal, offset } => patch(posed, normal, *offset),
        body => samples(body, case.dimension),
    };
    let all = |parts: &[Body]| parts.iter().map(of_body).collect();
    let cast = cast::of_truth(posed, answer);
    if cast.is_some() {
        cast::place(&mut recorder.steps, case);
    }
    let (cast, contact) = match cast {
        Some((cast, contact)) => (Some(cast), contact),
        None => (None, contact::of_truth(posed)),
    };
    let of_answer = |answer: &Answered| match cast {
        Some(_) => cast::of_answer(answer),
        None => contact::of_answer(answer, case, &contact),
    };
    Run {
        dimension: case.dimension,
        a: of_body(&seen.a),
        b: of_body(&seen.b),
        parts: if case.is_of_hulls() { Default::default() } else { parts.map(all) },
        pair,
        radii: if sees_cores { of_pair.iter().map(|part| part.radius()).sum() } else { 0.0 },
        seen_distance: if recorder.steps.is_empty() || cast.is_some() { 0.0 } else { Truth::of(&seen).distance_f64() },
        answer: answer.map_or_else(Contact::default, of_answer),
        truth: contact,
        cast,
        truth_pair,
        has_halfspace: matches!(case.b, Body::Halfspace { .. }),
        steps: recorder.steps,
        circle,
        stop: stop.map_or_else(String::new, |stop| stop.name().to_owned()),
        ..Run::default()
    }
}

/// The corners of a box, or in the plane of a rectangle, that shows the part of a half-space near A.
fn patch(posed: &PosedCase, normal: &Point, offset: f64) -> Vec<Site> {
    let PosedCase { case, truth, .. } = posed;
    let Truth::Halfspace(halfspace) = truth else { return Vec::new() };
    let (points, unit, size) = (samples(&case.a, case.dimension), halfspace.normal.map(|x| x.to_f64()), truth.size().to_f64());
    let share = 1.0 / points.len().max(1) as f64;
    let middle: Site = std::array::from_fn(|i| points.iter().map(|p| p[i] * share).sum());
    let height = height_of(&middle, normal, offset).to_f64();
    // The axis that the normal is farthest from, made orthogonal to it; and the third direction.
    let axis = (0..usize::from(case.dimension)).min_by(|&i, &j| unit[i].abs().total_cmp(&unit[j].abs())).unwrap_or(0);
    let along: Site = std::array::from_fn(|i| f64::from(u8::from(i == axis)) - unit[axis] * unit[i]);
    let length = along.iter().map(|x| x * x).sum::<f64>().sqrt();
    let along = along.map(|x| x / length);
    let across = cross(&unit, &along);
    let sides = if case.dimension == 2 { &[0.0][..] } else { &[-1.0, 1.0] };
    let mut corners = Vec::new();
    for (x, deep) in [(-1.0, 0.0), (1.0, 0.0), (-1.0, 0.5), (1.0, 0.5)] {
        for y in sides {
            let step = |i: usize| size * (x * along[i] + y * across[i] - deep * unit[i]);
            corners.push(std::array::from_fn(|i| middle[i] - height * unit[i] + step(i)));
        }
    }
    corners
}

/// The repeated steps of a run without an answer.
fn circle(steps: &[RunStep], stop: Stop) -> Option<(usize, usize)> {
    if stop.has_answer() {
        return None;
    }
    if stop == Stop::Cycled {
        // The run compares its simplices with those of its steps number 1, 3, 7, 15, …, and ends when one of them returns: the
        // steps in between are the circle, once.
        let entered: Vec<usize> = (0..steps.len()).filter(|&i| !steps[i].simplex.is_empty()).collect();
        let kept = std::iter::successors(Some(1_usize), |kept| Some(2 * kept + 1)).take_while(|&kept| kept < entered.len());
        return Some((entered[kept.last()?], *entered.last()?));
    }
    let bits = |v: &Site| v.map(|x| (x + 0.0).to_bits());
    let mut seen = HashMap::new();
    for (place, step) in steps.iter().enumerate().filter(|(_, step)| !step.simplex.is_empty()) {
        let mut indices = step.indices.clone();
        indices.sort_unstable();
        if let Some(before) = seen.insert((bits(&step.direction), indices), place) {
            return Some((before, place - 1));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use gjk_cases::case::Arithmetic;
    use gjk_cases::format;
    use gjk_solvers::Roster;
    use gjk_variants::{Rational, Solid};

    /// Found and shrunk by `gjk hunt --variant linahan-three-plane --scalar exact --seed 1`.
    const CIRCLES: &str =
        r#"{"id":"circle","dim":3,"a":{"points":[[1,1,3],[1,2,2],[1,-1,2],[1,-3,-1],[0,0,-1]]},"b":{"points":[[0,0,0]]}}"#;

    #[test]
    fn the_circle_of_an_exact_run_and_of_a_rounded_one_are_the_same() {
        let reading = format::read(CIRCLES, "circles");
        let [case] = &reading.cases[..] else { panic!("{:?}", reading.problems) };
        let roster = Roster::builtin();
        let entry = roster.named("linahan-three-plane").expect("it is built in");
        let posed = PosedCase::pose(case, Arithmetic::Exact).expect("integers");
        let exact = record::<Solid<Rational>>(entry, &posed, None);
        let rounded = record::<Solid<f64>>(entry, &posed, None);
        assert_eq!((exact.stop.as_str(), rounded.stop.as_str()), ("cycled", "exhausted"));
        let steps = |run: &Run| {
            let (from, to) = run.circle.expect("it went in circles");
            let mut simplices: Vec<_> = run.steps[from..=to].iter().map(|step| step.indices.clone()).collect();
            simplices.iter_mut().for_each(|simplex| simplex.sort());
            simplices.sort();
            simplices
        };
        assert_eq!(steps(&exact), steps(&rounded));
    }

    #[test]
    fn the_polytopes_of_a_long_run_are_those_of_steps_at_equal_distances() {
        let mut recorder = Recorder::default();
        let corner = nalgebra::Vector3::new(1.0, 2.0, 3.0);
        for step in 0..200 {
            Observer::<Solid<f64>>::support(&mut recorder, &corner, &corner);
            if Observer::<Solid<f64>>::sees_polytopes(&recorder) {
                (0..=step).for_each(|_| Observer::<Solid<f64>>::expanding(&mut recorder, &[&corner; 3]));
            }
        }
        let count: usize = recorder.steps.iter().map(|step| step.facets.len()).sum();
        let with: Vec<usize> = (1..=200).filter(|step| !recorder.steps[step - 1].facets.is_empty()).collect();
        assert!(count <= FACETS + 200 && recorder.stride == 8, "{count}, every {}", recorder.stride);
        assert!(with.iter().all(|step| step.is_multiple_of(8)) && with.len() == 25, "{with:?}");
        assert_eq!(recorder.steps[199].facets.len(), 200);
    }

    #[test]
    fn a_run_with_an_answer_has_no_circle() {
        let steps = vec![RunStep { simplex: vec![[0.0; 3]], ..RunStep::default() }; 3];
        assert_eq!(circle(&steps, Stop::Repeated), None);
        assert_eq!(circle(&steps, Stop::Exhausted), Some((0, 0)));
        assert_eq!(circle(&steps[..1], Stop::Exhausted), None);
        assert_eq!(circle(&[], Stop::Cycled), None);
    }
}
