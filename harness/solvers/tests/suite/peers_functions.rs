//! A function of two sets of points as a variant: parry's distance of convex polyhedra, as its users call it.

use gjk_cases::case::{Arithmetic, Point};
use gjk_cases::family::named;
use gjk_cases::format::Answer;
use gjk_records::Ruling;
use gjk_solvers::{PosedCase, Roster};
use gjk_variants::Promise;
use parry3d_f64::math::{Pose, Vector};
use parry3d_f64::query::distance;
use parry3d_f64::shape::ConvexPolyhedron;

/// parry's distance.
///
/// It refuses some sets of points, for which there is no answer.
fn parry(a: &[Point], b: &[Point]) -> Answer {
    let hull = |points: &[Point]| {
        let points: Vec<Vector> = points.iter().map(|point| Vector::from_array(*point)).collect();
        ConvexPolyhedron::from_convex_hull(&points)
    };
    let (Some(a), Some(b)) = (hull(a), hull(b)) else { return Answer::default() };
    match distance(&Pose::IDENTITY, &a, &Pose::IDENTITY, &b) {
        Ok(found) if found.distance == 0.0 => Answer::meeting(),
        Ok(found) => Answer::apart(found.distance),
        Err(_) => Answer::default(),
    }
}

#[test]
fn a_function_that_wraps_a_library_is_judged_as_the_library_is() {
    let mut roster = Roster::with_peers();
    roster.add_function("wrapped", Promise::Distance, parry);
    let mut right = 0;
    for index in 0..200 {
        let case = named("generic").expect("a family").case(1, Arithmetic::F64, index);
        let posed = PosedCase::pose(&case, Arithmetic::F64).expect("finite");
        let judged = posed.ask(&roster, 64.0, |variant| ["wrapped", "parry3d-f64"].contains(&variant.about.name));
        let rulings: Vec<Ruling> = judged.iter().filter_map(|judged| Some(judged.outcome.as_ref()?.1.ruling)).collect();
        // parry's own hull of the points may leave out a point that lies in a face but for rounding.
        assert_eq!(rulings.len(), 2);
        right += usize::from(rulings == [Ruling::Right; 2]);
    }
    assert!(right > 150, "{right} of 200");
}
