//! An answer that was made elsewhere, in the form that the judge accepts: from a program, from a function, or from a file.

use gjk_cases::case::Point;
use gjk_cases::format::{Answer, NormalSign, Penetration};
use gjk_records::Question;

use crate::answer::{Answered, Numbers, Says, Values};
use crate::exact::Scaled;
use crate::lattice::Pair;

/// The judge's form of an answer with this promise, whose normals have this sign; `None` if it has no verdict. A simplex given
/// with a verdict `apart` names a face.
pub fn answered(answer: &Answer, promise: Question, sign: NormalSign) -> Option<Answered> {
    let says = if answer.meets? { Says::Intersecting } else { Says::Apart };
    let Penetration { depth, normal, translation } = answer.penetration;
    let [normal, said] = [normal, translation].map(|v| v.map(|v| sign.from_a(v)));
    let translation = said.or_else(|| along(depth?, normal)).filter(|_| answer.time.is_none());
    let values = Values {
        distance: answer.distance,
        witnesses: answer.on_a.zip(answer.on_b).map(|(on_a, on_b)| [on_a, on_b]),
        axis: answer.axis,
        translation,
        normal,
        // If v is computed from the depth, there is no second length to compare.
        depth: depth.filter(|_| said.is_some()),
        time: answer.time,
        ..Values::none()
    };
    let simplex: Vec<Pair> = answer.simplex.iter().map(|[a, b]| Pair { a: *a as usize, b: *b as usize }).collect();
    let names_face = says == Says::Apart && !simplex.is_empty();
    Some(Answered { promise, names_face, ..Answered::of_bodies(says, simplex, Numbers::Rounded(values)) })
}

/// The vector v of this length along a normal of any length, each coordinate rounded once: a square of a coordinate may be
/// beyond the range of doubles, but not beyond that of [`Scaled`]. NaN if the normal is not a direction; a length of zero needs
/// no normal.
fn along(depth: f64, normal: Option<Point>) -> Option<Point> {
    if depth == 0.0 {
        return Some([0.0; 3]);
    }
    let normal = normal?;
    if normal == [0.0; 3] {
        return Some([f64::NAN; 3]);
    }
    let n = normal.map(Scaled::from_f64);
    let length = n.iter().fold(Scaled::ZERO, |sum, x| sum.plus(x.times(*x))).root();
    Some(n.map(|x| Scaled::from_f64(depth).times(x).over(length).to_f64()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn v_is_the_depth_along_the_normal_whatever_its_length() {
        for (depth, n, v) in [
            (5.0, [3.0, 0.0, 4.0], [3.0, 0.0, 4.0]),
            (10.0, [-0.75, 0.0, 1.0], [-6.0, 0.0, 8.0]),
            // Values computed by hand: the squares of these are beyond the range at either end.
            (5.0, [3e300, 0.0, 4e300], [3.0, 0.0, 4.0]),
            (1e-320, [0.0, -1e-310, 0.0], [0.0, -1e-320, 0.0]),
            (f64::MAX, [0.0, 5e-324, 0.0], [0.0, f64::MAX, 0.0]),
            (0.0, [0.0, 1.0, 0.0], [0.0; 3]),
        ] {
            let found = along(depth, Some(n)).expect("a direction");
            let within = found.iter().zip(&v).all(|(x, y)| (x - y).abs() <= f64::EPSILON / 2.0 * y.abs());
            assert!(within, "{depth} {n:?}: {found:?}");
        }
        // The length of v is off by at most one unit in the last place, in any direction.
        let mut x = 0.1_f64;
        for _ in 0..1000 {
            x = (x * 3.9 * (1.0 - x)).clamp(1e-3, 1.0 - 1e-3);
            let n = [x, 0.3 - x * x, x - 0.7];
            let length = along(x, Some(n)).map(|v| v.map(Scaled::from_f64)).expect("a direction");
            let length = length.iter().fold(Scaled::ZERO, |sum, x| sum.plus(x.times(*x))).root();
            assert!(length.minus(Scaled::from_f64(x)).to_f64().abs() <= f64::EPSILON / 2.0 * x, "{n:?}");
        }
    }

    #[test]
    fn a_promise_of_distance_does_not_require_one_for_bodies_that_meet() {
        let lacks = |answer: Answer, promise| {
            answered(&answer, promise, NormalSign::default()).expect("a verdict").lacks_what_it_promises()
        };
        let [meets, apart] = [true, false].map(|meets| Answer { meets: Some(meets), ..Answer::default() });
        assert!(!lacks(meets.clone(), Question::Distance) && lacks(apart, Question::Distance));
        assert!(!lacks(Answer::apart(1.0), Question::Distance) && lacks(meets, Question::Depth));
        assert_eq!(answered(&Answer::default(), Question::Distance, NormalSign::default()), None);
    }

    #[test]
    fn a_simplex_names_a_face_of_bodies_that_are_apart() {
        let of = |answer: Answer| answered(&answer, Question::Distance, NormalSign::default()).expect("a verdict").names_face;
        let simplex = || vec![[0, 1]];
        assert!(of(Answer { simplex: simplex(), ..Answer::apart(1.0) }) && !of(Answer::apart(1.0)));
        assert!(!of(Answer { simplex: simplex(), ..Answer::meeting() }));
    }

    #[test]
    fn a_depth_of_zero_needs_no_normal_and_another_one_a_direction() {
        assert_eq!((along(0.0, None), along(0.0, Some([0.0; 3])), along(1.0, None)), (Some([0.0; 3]), Some([0.0; 3]), None));
        assert!(along(1.0, Some([0.0; 3])).is_some_and(|v| v.iter().all(|x| x.is_nan())));
    }
}
