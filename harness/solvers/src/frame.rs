//! Frames: the same bodies in other coordinates, as engines hand them to a loop.
//!
//! Some engines ask in the coordinates of the world; others first move the pair towards the origin, or into the frame of one
//! body. In exact arithmetic nothing depends on the frame. In a float, each difference of a coordinate and the new origin is
//! rounded, and the loop then computes with smaller numbers. Both effects are measured: the truth stays that of the world
//! coordinates, and the rounding of the subtraction is an error of the answer like any other.

use gjk_cases::body::Number;
use gjk_cases::case::{Arithmetic, Body, Case, Point};
use gjk_cases::family::{add, mean, scaled, subtract};
use gjk_truth::answer::{Answered, Numbers};

use crate::reply::Reply;

/// The coordinates in which a variant sees the bodies of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame {
    /// The coordinates in which the bodies are posed.
    World,
    /// The origin is in the middle between the bodies' centres.
    Centred,
    /// The origin is A's centre.
    OfA,
}

impl Frame {
    /// Every frame.
    pub const ALL: [Frame; 3] = [Frame::World, Frame::Centred, Frame::OfA];

    /// The frame as records spell it.
    pub fn name(self) -> &'static str {
        match self {
            Frame::World => "world",
            Frame::Centred => "centred",
            Frame::OfA => "of-a",
        }
    }

    /// The frame's origin in world coordinates, rounded to the scalar.
    fn origin(self, case: &Case, arithmetic: Arithmetic) -> Point {
        let origin = match self {
            Frame::World => return [0.0; 3],
            Frame::Centred => scaled(add(center(&case.a), center(&case.b)), 0.5),
            Frame::OfA => center(&case.a),
        };
        rounded(origin, arithmetic)
    }
}

/// The mean of a body's points, a curved body's centre, or the mean of the centres of a union's parts.
fn center(body: &Body) -> Point {
    match body {
        Body::Points(points) | Body::Rounded { points, .. } => mean(points),
        Body::Curved(curved) => curved.center,
        // A half-space has no centre, and a case with one has no frame.
        Body::Halfspace { .. } => [0.0; 3],
        Body::Union(parts) => mean(&parts.iter().map(center).collect::<Vec<_>>()),
    }
}

/// The nearest point in the scalar.
///
/// A sum or difference of two singles that was rounded to a double before is the same as one that is rounded once: a double has
/// more than twice the bits.
fn rounded(point: Point, arithmetic: Arithmetic) -> Point {
    if arithmetic == Arithmetic::F32 { point.map(|x| f64::from(x as f32)) } else { point }
}

/// A case in a frame.
pub(crate) struct Framed {
    /// The case in the coordinates of the frame.
    pub case: Case,
    origin: Point,
    arithmetic: Arithmetic,
}

impl Framed {
    /// A case that is posed in a float, with the frame's origin subtracted from each coordinate and the result rounded.
    ///
    /// `None` if a coordinate is not finite, for half-spaces, and in exact arithmetic, where no frame differs from another.
    pub fn of(case: &Case, frame: Frame, arithmetic: Arithmetic) -> Option<Framed> {
        // A half-space would have to be moved by its offset, with a rounding of its own.
        let is_halfspace = |body: &Body| body.parts().iter().any(|part| matches!(part, Body::Halfspace { .. }));
        if arithmetic == Arithmetic::Exact || is_halfspace(&case.a) || is_halfspace(&case.b) {
            return None;
        }
        let origin = frame.origin(case, arithmetic);
        let mut case = case.clone();
        let mut fits = origin.iter().all(|x| x.is_finite());
        for body in [&mut case.a, &mut case.b] {
            body.each_number(&mut |number| {
                if let Number::Position(point) = number {
                    *point = rounded(subtract(*point, origin), arithmetic);
                    fits &= point.iter().all(|x| x.is_finite());
                }
            });
        }
        fits.then_some(Framed { case, origin, arithmetic })
    }

    /// A reply about the case in the frame, with its witness points back in the world, where each coordinate is rounded again.
    ///
    /// Lengths, axes and weights are the same in both.
    pub fn back(&self, mut reply: Reply) -> Reply {
        reply.answer.iter_mut().for_each(|answer| self.move_back(answer));
        reply
    }

    fn move_back(&self, answer: &mut Answered) {
        if let Numbers::Rounded(values) = &mut answer.numbers {
            for point in values.witnesses.iter_mut().flatten() {
                *point = rounded(add(*point, self.origin), self.arithmetic);
            }
        }
        // The answers about the parts of unions.
        answer.parts.iter_mut().for_each(|part| self.move_back(&mut part.answer));
    }
}

#[cfg(test)]
mod tests {
    use gjk_truth::answer::{PartAnswer, Says, Values};

    use super::*;

    /// Two segments along x; the centre of the second one is 4 further.
    fn case(offset: f64) -> Case {
        let segment = |low: f64, high: f64| vec![[offset + low, 0.0, 1.0], [offset + high, 0.0, 1.0]];
        Case::of_points("segments", 3, segment(0.0, 2.0), segment(4.0, 6.0))
    }

    fn ends(frame: Frame, offset: f64, arithmetic: Arithmetic) -> [f64; 4] {
        let framed = Framed::of(&case(offset), frame, arithmetic).expect("it fits").case;
        assert!([&framed.a, &framed.b].iter().all(|body| body.points().iter().all(|point| point[1] == 0.0)));
        let [a, b] = [framed.a.points(), framed.b.points()];
        [a[0][0], a[1][0], b[0][0], b[1][0]]
    }

    #[test]
    fn a_frame_has_its_origin_where_it_says() {
        for arithmetic in [Arithmetic::F32, Arithmetic::F64] {
            assert_eq!(ends(Frame::World, 8.0, arithmetic), [8.0, 10.0, 12.0, 14.0]);
            assert_eq!(ends(Frame::Centred, 8.0, arithmetic), [-3.0, -1.0, 1.0, 3.0]);
            assert_eq!(ends(Frame::OfA, 8.0, arithmetic), [-1.0, 1.0, 3.0, 5.0]);
        }
        let of_a = Framed::of(&case(8.0), Frame::OfA, Arithmetic::F64).expect("it fits").case;
        assert_eq!(of_a.a.points()[0][2], 0.0, "every coordinate is moved");
        assert!(Framed::of(&case(8.0), Frame::World, Arithmetic::Exact).is_none());
    }

    #[test]
    fn the_subtraction_is_rounded_in_the_scalar() {
        // Worked out by hand: A's centre is at 3·2^24, where neighbouring singles are 4 apart, so 2^-20 minus the centre rounds
        // to −3·2^24.
        let far = 3.0 * 2.0_f64.powi(24);
        let tiny = 2.0_f64.powi(-20);
        let case = Case::of_points("x", 2, vec![[far, 0.0, 0.0]], vec![[tiny, 0.0, 0.0]]);
        let of_b = |arithmetic| Framed::of(&case, Frame::OfA, arithmetic).expect("it fits").case.b.points()[0][0];
        assert_eq!(of_b(Arithmetic::F32), -far);
        assert_eq!(of_b(Arithmetic::F64), tiny - far);
        assert_ne!(tiny - far, -far);
        // A case that overflows in the frame is not posed.
        let huge = Case::of_points("x", 2, vec![[f64::from(f32::MAX), 0.0, 0.0]], vec![[f64::from(f32::MIN), 0.0, 0.0]]);
        let fits = |frame, arithmetic| Framed::of(&huge, frame, arithmetic).is_some();
        assert!(
            !fits(Frame::OfA, Arithmetic::F32) && fits(Frame::Centred, Arithmetic::F32) && fits(Frame::OfA, Arithmetic::F64)
        );
    }

    #[test]
    fn witness_points_come_back_to_the_world() {
        let framed = Framed::of(&case(8.0), Frame::OfA, Arithmetic::F32).expect("it fits");
        let axis = Some([-2.0, 0.0, 0.0]);
        // Near 12, neighbouring singles are 2^-20 apart.
        let witnesses = Some([[1.0, 0.0, 0.0], [3.0 + 2.0_f64.powi(-22), 2.0_f64.powi(-40), 0.0]]);
        let values = Values { distance: Some(2.0), witnesses, axis, weights: vec![1.0], ..Values::none() };
        let answer = Answered::of_bodies(Says::Apart, Vec::new(), Numbers::Rounded(values.clone()));
        let part = PartAnswer { a: 0, b: 1, answer: answer.clone(), chosen: true };
        let answer = Answered { parts: vec![part], ..answer };
        let back = framed.back(Reply::elsewhere(Some(answer))).answer.expect("an answer");
        let expected = Values { witnesses: Some([[10.0, 0.0, 1.0], [12.0, 2.0_f64.powi(-40), 1.0]]), ..values };
        assert_eq!(back.numbers, Numbers::Rounded(expected));
        assert_eq!(back.parts[0].answer.numbers, back.numbers, "of parts too");
    }
}
