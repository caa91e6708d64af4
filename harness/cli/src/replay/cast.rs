//! The motion of a cast for a picture, with the truth at the time of the first contact.

use gjk_cases::case::{Body, Case, Point};
use gjk_records::{Contact, RunCast, RunStep};
use gjk_solvers::PosedCase;
use gjk_truth::answer::{Answered, Says};
use gjk_truth::truth::{CastTruth, First, FirstTime, Time, Truth};

use crate::rulings::points;

/// The motion and its times, and the contact of the bodies then; `None` if A does not move.
///
/// Bodies that never touch are shown at the time at which they are nearest.
pub fn of_truth(posed: &PosedCase, answer: Option<&Answered>) -> Option<(RunCast, Contact)> {
    let (cast, motion) = posed.truth.cast().zip(posed.case.cast)?;
    let first = match cast.first(&posed.case) {
        First::At(at) => Some(at),
        First::Never | First::Undecided => None,
    };
    let time = first.map_or_else(|| nearest_time(&posed.case, &motion), FirstTime::rounded);
    let moved = at(&posed.case, &motion, time);
    let truth = Truth::of(&moved);
    let contact = Contact {
        points: truth.contact_points(&moved).filter(|points| points.iter().flatten().all(|x| x.is_finite())),
        direction: first.and_then(FirstTime::normal).or_else(|| truth.direction(&moved)),
        length: first.is_none().then(|| cast.swept.distance_f64()),
        v: None,
    };
    let answer = answer.filter(|answer| answer.says == Says::Intersecting).and_then(|answer| points(answer).time);
    let answer = answer.filter(|time| time.is_finite());
    Some((RunCast { motion, hits: first.is_some(), time, answer }, contact))
}

/// The witness points and the normal of an answer.
pub fn of_answer(answer: &Answered) -> Contact {
    if answer.says == Says::Apart {
        return Contact::default();
    }
    let points = points(answer);
    let witnesses = points.on_a.zip(points.on_b).map(|(a, b)| [a, b]);
    Contact {
        points: witnesses.filter(|points| points.iter().flatten().all(|x| x.is_finite())),
        direction: points.normal.filter(|n| n.iter().all(|x| x.is_finite())),
        ..Contact::default()
    }
}

/// The place on the ray of each step, from the newest vertex of its simplex: its pair of points, without what it is relative to.
pub fn place(steps: &mut [RunStep], case: &Case) {
    let (a, b) = (case.a.points(), case.b.points());
    for step in steps {
        let newest = step.simplex.last().zip(step.indices.last());
        if let Some((relative, (p, q))) = newest.and_then(|(point, (i, j))| Some((point, (a.get(*i)?, b.get(*j)?)))) {
            step.place = std::array::from_fn(|k| p[k] - q[k] - relative[k]);
        }
    }
}

/// The case with A moved, and at rest.
fn at(case: &Case, motion: &Point, time: f64) -> Case {
    Case { a: moved(&case.a, &motion.map(|x| time * x)), cast: None, ..case.clone() }
}

fn moved(body: &Body, by: &Point) -> Body {
    let point = |p: &Point| std::array::from_fn(|k| p[k] + by[k]);
    match body {
        Body::Points(points) => Body::Points(points.iter().map(point).collect()),
        Body::Rounded { points, radius } => Body::Rounded { points: points.iter().map(point).collect(), radius: *radius },
        Body::Curved(curved) => {
            let mut curved = *curved;
            curved.center = point(&curved.center);
            Body::Curved(curved)
        }
        Body::Union(parts) => Body::Union(parts.iter().map(|part| moved(part, by)).collect()),
        // A half-space is B.
        Body::Halfspace { .. } => body.clone(),
    }
}

/// Number of thirds that are cut from the interval of times: then it is shorter than the spacing of doubles near one.
const CUTS: usize = 90;

/// The time from 0 to 1 at which the bodies are nearest: their distance is a convex function of it.
fn nearest_time(case: &Case, motion: &Point) -> f64 {
    let gap = |time: f64| CastTruth::gap_at(case, motion, Time::Rounded(time)).low;
    let (mut low, mut high) = (0.0_f64, 1.0_f64);
    for _ in 0..CUTS {
        let third = (high - low) / 3.0;
        let (one, other) = (low + third, high - third);
        if gap(one) <= gap(other) { high = other } else { low = one }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use gjk_cases::case::Arithmetic;

    use super::*;

    fn square(left: f64, low: f64) -> Vec<Point> {
        [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(x, y)| [left + x, low + y, 0.0]).to_vec()
    }

    #[test]
    fn bodies_are_shown_at_the_first_contact_or_where_they_are_nearest() {
        let posed = |low: f64| {
            let case = Case::of_points("squares", 2, square(0.0, low), square(4.0, 0.0)).cast_along([6.0, 0.0, 0.0]);
            PosedCase::pose(&case, Arithmetic::F64).expect("numbers that are finite")
        };
        let (cast, contact) = of_truth(&posed(0.5), None).expect("A moves");
        assert_eq!((cast.hits, cast.time, cast.answer), (true, 0.5, None));
        let [on_a, on_b] = contact.points.expect("points");
        assert_eq!((on_a, on_b[0], contact.direction), (on_b, 4.0, Some([1.0, 0.0, 0.0])));
        // A triangle passes above the square, nearest with its lower corner over the whole square: from x = 4 to x = 5.
        let triangle = vec![[0.0, 1.25, 0.0], [-1.0, 2.0, 0.0], [1.0, 2.0, 0.0]];
        let case = Case::of_points("above", 2, triangle, square(4.0, 0.0)).cast_along([6.0, 0.0, 0.0]);
        let posed = PosedCase::pose(&case, Arithmetic::F64).expect("numbers that are finite");
        let (cast, contact) = of_truth(&posed, None).expect("A moves");
        assert!(!cast.hits && (4.0 / 6.0 - 1e-9..=5.0 / 6.0 + 1e-9).contains(&cast.time), "{}", cast.time);
        assert_eq!(contact.length, Some(0.25));
    }

    #[test]
    fn the_place_of_a_step_is_what_its_newest_vertex_is_relative_to() {
        let case = Case::of_points("points", 2, vec![[5.0, 1.0, 0.0]], vec![[2.0, 0.0, 0.0], [1.0, 0.0, 0.0]]);
        let step = RunStep { simplex: vec![[0.0; 3], [3.0, 1.0, 0.0]], indices: vec![(0, 0), (0, 1)], ..RunStep::default() };
        let mut steps = [step, RunStep::default()];
        place(&mut steps, &case);
        assert_eq!((steps[0].place, steps[1].place), ([1.0, 0.0, 0.0], [0.0; 3]));
    }
}
