//! The true distance or depth, and the one of an answer, as vectors for a picture.

use dashu_ratio::RBig;
use gjk_cases::case::{Body, Case, Class, Point};
use gjk_records::Contact;
use gjk_solvers::PosedCase;
use gjk_truth::answer::{Answered, Numbers, Says, Scope, Values};
use gjk_truth::exact::Bracket;

/// The distance or the depth of a case.
pub fn of_truth(posed: &PosedCase) -> Contact {
    let PosedCase { case, truth, .. } = posed;
    // The depth of unions is not known; the deepest pair of parts is shown.
    let pair = truth.decisive_pair();
    let (truth, case) = pair.map_or((truth, case), |pair| (&pair.truth, &pair.case));
    let length = match truth.decided() {
        Some(Class::Separated) | None => Some(truth.gap()),
        Some(Class::Touching | Class::Overlapping) => truth.depth(),
    };
    let points = truth.contact_points(case).filter(|points| points.iter().all(is_finite));
    let length = length.map(Bracket::middle).map(|length| length.to_f64());
    let direction = truth.direction(case);
    let signed = length.map(|length| if truth.decided() == Some(Class::Overlapping) { length } else { -length });
    let v = direction.zip(signed).map(|(direction, length)| scaled(&direction, length));
    Contact { points, v, direction, length }
}

/// The distance or the depth of an answer. If it gives no points, it is drawn from the point of A that is truly nearest or
/// deepest.
pub fn of_answer(answer: &Answered, case: &Case, truth: &Contact) -> Contact {
    let chosen = answer.parts.iter().find(|part| part.chosen);
    let about = chosen.map_or(answer, |part| &part.answer);
    let values = in_doubles(&about.numbers);
    let parts = chosen.map_or([0, 0], |part| [part.a, part.b]);
    let bodies = [case.a.parts().get(parts[0]), case.b.parts().get(parts[1])];
    let radius = |body: Option<&Body>| body.map_or(0.0, Body::radius);
    // An answer about the cores is turned into one about the bodies.
    let radii = match about.scope {
        Scope::Cores { radii } if radii > 0.0 => bodies.map(radius),
        Scope::Cores { .. } | Scope::Bodies => [0.0; 2],
    };
    let (is_apart, sees_cores) = (answer.says == Says::Apart, radii != [0.0; 2]);
    let given = values.witnesses.filter(|points| points.iter().all(is_finite));
    let difference = given.map(|[on_a, on_b]| minus(&on_a, &on_b));
    let translation = values.translation.filter(|v| !is_apart && is_finite(v));
    let direction = if is_apart {
        difference.or(values.axis).and_then(|v| unit(&v)).map(|v| scaled(&v, -1.0))
    } else {
        // Cores that are apart meet by their radii alone: then they are nearest to each other where the bodies are deepest.
        let between = difference.map(|v| scaled(&v, if sees_cores { -1.0 } else { 1.0 }));
        [values.normal, translation, between].into_iter().flatten().find_map(|v| unit(&v))
    };
    let points = match (given, direction) {
        (Some([on_a, on_b]), Some(n)) => Some([minus(&on_a, &scaled(&n, -radii[0])), minus(&on_b, &scaled(&n, radii[1]))]),
        _ => given,
    };
    let between = points.map(|[on_a, on_b]| minus(&on_a, &on_b)).filter(|v| *v != [0.0; 3]);
    let length = if is_apart {
        answer.distance()
    } else {
        let claimed = values.depth.map(f64::abs).or(translation.map(|v| length(&v)));
        claimed.map(|depth| depth + radii[0] + radii[1]).or(between.filter(|_| sees_cores).map(|v| length(&v)))
    };
    let along = direction.zip(length).map(|(n, length)| scaled(&n, if is_apart { -length } else { length }));
    let v = if is_apart { between.or(along) } else { along.or(between) }.filter(is_finite);
    let from_truth = || {
        let ([on_a, _], v) = (truth.points?, v?);
        Some([on_a, minus(&on_a, &v)])
    };
    Contact { points: points.or_else(from_truth), v, direction, length }
}

fn in_doubles(numbers: &Numbers) -> Values<f64> {
    match numbers {
        Numbers::Rounded(values) => values.clone(),
        Numbers::Exact(values) => Values::clone(values).map(|x: RBig| x.to_f64_fast()),
    }
}

fn is_finite(point: &Point) -> bool {
    point.iter().all(|x| x.is_finite())
}

fn minus(p: &Point, q: &Point) -> Point {
    std::array::from_fn(|i| p[i] - q[i])
}

fn scaled(v: &Point, factor: f64) -> Point {
    v.map(|x| x * factor)
}

fn length(v: &Point) -> f64 {
    let most = v.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    if most > 0.0 { most * v.iter().map(|x| (x / most) * (x / most)).sum::<f64>().sqrt() } else { 0.0 }
}

/// The vector with length one; `None` if it has no direction.
fn unit(v: &Point) -> Option<Point> {
    let most = v.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    if most == 0.0 || !is_finite(v) {
        return None;
    }
    let v = v.map(|x| x / most);
    Some(scaled(&v, 1.0 / length(&v)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gjk_cases::case::Arithmetic;

    fn posed(a: Body, b: Body) -> PosedCase {
        PosedCase::pose(&Case::of_bodies("case", 3, a, b), Arithmetic::F64).expect("numbers that are finite")
    }

    fn ball(x: f64, radius: f64) -> Body {
        Body::Rounded { points: vec![[x, 0.0, 0.0]], radius }
    }

    fn answer(says: Says, scope: Scope, values: Values<f64>) -> Answered {
        Answered { scope, ..Answered::of_bodies(says, Vec::new(), Numbers::Rounded(values)) }
    }

    #[test]
    fn the_truth_and_an_answer_about_the_cores_are_about_the_bodies() {
        let x = |x: f64| [x, 0.0, 0.0];
        let cores = Scope::Cores { radii: 3.0 };
        // Two balls at distance 5, and with a depth of 1; the answer has the centres.
        for (at, says, expected) in [
            (
                8.0,
                Says::Apart,
                Contact { points: Some([x(1.0), x(6.0)]), v: Some(x(-5.0)), direction: Some(x(1.0)), length: Some(5.0) },
            ),
            (
                2.0,
                Says::Intersecting,
                Contact { points: Some([x(1.0), x(0.0)]), v: Some(x(1.0)), direction: Some(x(1.0)), length: Some(1.0) },
            ),
        ] {
            let posed = posed(ball(0.0, 1.0), ball(at, 2.0));
            let truth = of_truth(&posed);
            assert_eq!(truth, expected);
            let values = Values { distance: Some(at), witnesses: Some([x(0.0), x(at)]), ..Values::none() };
            assert_eq!(of_answer(&answer(says, cores, values), &posed.case, &truth), expected);
        }
    }

    #[test]
    fn an_answer_without_points_is_drawn_from_the_true_point_of_a() {
        let x = |x: f64| [x, 0.0, 0.0];
        let deep = posed(ball(0.0, 1.0), ball(2.0, 2.0));
        let truth = of_truth(&deep);
        let of = |says, values| of_answer(&answer(says, Scope::Bodies, values), &deep.case, &truth);
        let along = of(Says::Intersecting, Values { depth: Some(0.5), normal: Some([0.0, 0.0, 4.0]), ..Values::none() });
        assert_eq!((along.v, along.points), (Some([0.0, 0.0, 0.5]), Some([x(1.0), [1.0, 0.0, -0.5]])));
        // A false `apart` with an axis, which points from B to A.
        let apart = of(Says::Apart, Values { distance: Some(2.0), axis: Some(x(-7.0)), ..Values::none() });
        assert_eq!((apart.v, apart.direction, apart.points), (Some(x(-2.0)), Some(x(1.0)), Some([x(1.0), x(3.0)])));
        // A distance alone has no direction, and a verdict alone nothing to draw.
        let alone = of(Says::Apart, Values { distance: Some(2.0), ..Values::none() });
        assert_eq!(alone, Contact { length: Some(2.0), ..Contact::default() });
        assert_eq!(of(Says::Intersecting, Values::none()), Contact::default());
        let lost = of(Says::Intersecting, Values { translation: Some([f64::NAN; 3]), ..Values::none() });
        assert_eq!(lost, Contact::default());
    }

    #[test]
    fn the_truth_of_unions_is_that_of_the_nearest_or_the_deepest_pair() {
        let x = |x: f64| [x, 0.0, 0.0];
        let union = Body::Union(vec![ball(0.0, 1.0), ball(6.0, 1.0)]);
        let apart = of_truth(&posed(union.clone(), ball(9.0, 1.0)));
        assert_eq!((apart.points, apart.length), (Some([x(7.0), x(8.0)]), Some(1.0)));
        let deep = of_truth(&posed(union, ball(7.5, 1.0)));
        assert_eq!((deep.points, deep.v, deep.length), (Some([x(7.0), x(6.5)]), Some(x(0.5)), Some(0.5)));
    }
}
