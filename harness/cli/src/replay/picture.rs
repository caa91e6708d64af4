//! The record of a run for its picture.

use std::collections::HashMap;

use gjk_cases::case::{Body, Case};
use gjk_cases::surface::samples;
use gjk_records::{Run, RunStep, Site};
use gjk_solvers::{Bodies, ErasedVariant, SolverSpace};
use gjk_truth::truth::Truth;
use gjk_variants::{Observer, Projection, Scalar, Simplex, Space, Stop, Vertex};

/// Records the steps of a run as doubles.
#[derive(Default)]
struct Recorder(Vec<RunStep>);

fn site<S: Space<Scalar: Scalar>>(v: &S::Vector) -> Site {
    std::array::from_fn(|i| if i < S::DIMENSION { S::coordinate(v, i).to_f64() } else { 0.0 })
}

impl Recorder {
    fn last(&mut self) -> &mut RunStep {
        if self.0.is_empty() {
            self.0.push(RunStep::default());
        }
        let last = self.0.len() - 1;
        &mut self.0[last]
    }
}

impl<S: Space<Scalar: Scalar>> Observer<S> for Recorder {
    fn support(&mut self, direction: &S::Vector, w: &S::Vector) {
        self.0.push(RunStep { direction: site::<S>(direction), support: site::<S>(w), ..RunStep::default() });
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
}

/// The run of a variant on a case: the bodies that it used, its steps, circle and end; the caller adds the rest.
///
/// For unions it is the run on the pair of parts that the answer is based on, or on the first pair without an answer. `None` if
/// the variant accepts no such bodies.
pub fn record<S: SolverSpace>(entry: &ErasedVariant, case: &Case, pair: Option<[usize; 2]>) -> Option<Run> {
    let bodies = Bodies::<S>::of(case);
    let seen = bodies.seen_by(entry);
    let &(pair, a, b) = seen.iter().find(|(parts, ..)| pair.is_none_or(|pair| pair == *parts))?;
    let mut recorder = Recorder::default();
    let outcome = entry.solver::<S>().map(|solver| solver.explain(a, b, &entry.start(a, b), &mut recorder));
    let stop = outcome.map(|outcome| outcome.stop);
    let circle = stop.and_then(|stop| circle(&recorder.0, stop));
    let parts = [case.a.parts(), case.b.parts()];
    let of_pair = [&parts[0][pair[0]], &parts[1][pair[1]]];
    let sees_cores = entry.sees_cores::<S>();
    if of_pair.iter().any(|part| matches!(part, Body::Curved(_))) {
        // A support point of a curved body has no number.
        recorder.0.iter_mut().for_each(|step| step.indices.clear());
    }
    let seen_of = |part: &Body| match part {
        Body::Rounded { points, .. } if sees_cores => Body::Points(points.clone()),
        part => part.clone(),
    };
    let seen = Case::of_bodies("", case.dimension, seen_of(of_pair[0]), seen_of(of_pair[1]));
    let truth = Truth::of(&seen);
    let all = |parts: &[Body]| parts.iter().map(|part| samples(part, case.dimension)).collect();
    Some(Run {
        dimension: case.dimension,
        a: samples(&seen.a, case.dimension),
        b: samples(&seen.b, case.dimension),
        parts: if case.is_of_hulls() { Default::default() } else { parts.map(all) },
        pair,
        radii: if sees_cores { of_pair.iter().map(|part| part.radius()).sum() } else { 0.0 },
        seen_distance: truth.distance_f64(),
        nearest: truth.nearest_points(&seen),
        steps: recorder.0,
        circle,
        stop: stop.map_or_else(String::new, |stop| stop.name().to_owned()),
        ..Run::default()
    })
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
        let exact = record::<Solid<Rational>>(entry, case, None).expect("hulls of points");
        let rounded = record::<Solid<f64>>(entry, case, None).expect("hulls of points");
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
    fn a_run_with_an_answer_has_no_circle() {
        let steps = vec![RunStep { simplex: vec![[0.0; 3]], ..RunStep::default() }; 3];
        assert_eq!(circle(&steps, Stop::Repeated), None);
        assert_eq!(circle(&steps, Stop::Exhausted), Some((0, 0)));
        assert_eq!(circle(&steps[..1], Stop::Exhausted), None);
        assert_eq!(circle(&[], Stop::Cycled), None);
    }
}
