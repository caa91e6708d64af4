use gjk_numbers::SplitMix64;

use super::*;
use crate::body::Curved;
use crate::format;

fn pose(turn: Option<Turn>, translation: Point) -> Step {
    Step::Pose { turn, translation }
}

fn point(p: Point) -> PosedBody {
    PosedBody::plain(Body::Points(vec![p]))
}

fn at(given: PosedBody, scalar: Arithmetic) -> Point {
    given.body(scalar).expect("it is in the range").points()[0]
}

#[test]
fn steps_are_taken_one_after_the_other() {
    // A quarter turn about z, by a quaternion of length 5 √2 and by its matrix.
    let quaternion = Turn::Quaternion([5.0, 0.0, 0.0, 5.0]);
    let matrix = Turn::Matrix([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]);
    for turn in [quaternion, matrix] {
        let moved = point([1.0, 2.0, 3.0]).moved(Step::Scale([10.0, 1.0, -1.0])).moved(pose(Some(turn), [0.5, 0.0, 0.0]));
        assert_eq!(at(moved.clone(), Arithmetic::F64), [-1.5, 10.0, -3.0]);
        // The next step turns the translation as well.
        assert_eq!(at(moved.moved(Step::turn(turn)), Arithmetic::F64), [-10.0, -1.5, -3.0]);
    }
    // Computed by hand: q = 1 + 2i + 3j + 4k turns x to the first column of its matrix, whose denominator is 30.
    let turned = point([30.0, 0.0, 0.0]).moved(Step::turn(Turn::Quaternion([1.0, 2.0, 3.0, 4.0])));
    assert_eq!(at(turned, Arithmetic::F64), [-20.0, 20.0, 10.0]);
}

#[test]
fn a_coordinate_is_rounded_once() {
    // 1 + 2⁻⁵³ is halfway between two doubles, and the further 2⁻¹¹⁰ puts the sum above it: rounding the sum of the
    // first two terms first would lose that.
    let tiny = 2.0_f64.powi(-110);
    let matrix = Turn::Matrix([[1.0, 2.0_f64.powi(-53), tiny], [0.0; 3], [0.0; 3]]);
    let image = |p: Point| at(point(p).moved(Step::turn(matrix)), Arithmetic::F64)[0];
    assert_eq!(image([1.0, 1.0, 0.0]), 1.0);
    assert_eq!(image([1.0, 1.0, 1.0]), 1.0 + f64::EPSILON);
    // In singles the inputs are rounded first: 0.1 + 0.2 is the sum of the two singles.
    let sum = |scalar| at(point([0.1, 0.0, 0.0]).moved(Step::translation([0.2, 0.0, 0.0])), scalar)[0];
    assert_eq!(sum(Arithmetic::F64), 0.1 + 0.2);
    assert_eq!(sum(Arithmetic::F32), f64::from(0.1_f32 + 0.2_f32));
}

#[test]
fn many_images_are_the_nearest_numbers() {
    // An independent check of the definition: no other number of the scalar is nearer to the exact image.
    let mut random = SplitMix64(7);
    let mut next = || random.symmetric();
    for round in 0..500 {
        let scale = 2.0_f64.powi(round % 40 - 20);
        let turn = Turn::Quaternion([next(), next(), next(), next()]);
        let moved = point([next() * scale, next(), next() / scale]).moved(pose(Some(turn), [next(), next(), next() * 1e-9]));
        let Some([ExactPart::Hull(exact, _)]) = moved.image().map(|parts| <[ExactPart; 1]>::try_from(parts).expect("one part"))
        else {
            panic!("a hull")
        };
        let off = |x: f64, i: usize| {
            let rest = RBig::try_from(x).expect("finite") - &exact[0][i];
            if rest < RBig::ZERO { -rest } else { rest }
        };
        for (i, x) in at(moved.clone(), Arithmetic::F64).into_iter().enumerate() {
            assert!(off(x, i) <= off(x.next_up(), i) && off(x, i) <= off(x.next_down(), i), "{moved:?}");
        }
    }
}

#[test]
fn a_pose_without_an_image_in_a_scalar_gives_none() {
    let far = point([1e38, 0.0, 0.0]).moved(Step::translation([3e38, 0.0, 0.0]));
    assert!(far.body(Arithmetic::F64).is_some() && far.body(Arithmetic::F32).is_none());
    assert!(point([1e308; 3]).moved(Step::Scale([10.0; 3])).body(Arithmetic::F64).is_none());
    // A quaternion that vanishes in singles.
    let small = point([1.0; 3]).moved(Step::turn(Turn::Quaternion([1e-60, 0.0, 0.0, 0.0])));
    assert!(small.body(Arithmetic::F64).is_some() && small.body(Arithmetic::F32).is_none());
}

#[test]
fn curved_bodies_and_half_spaces_are_turned() {
    let turn = Turn::Matrix([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]);
    let step = pose(Some(turn), [1.0, 0.0, 0.0]);
    let text = r#"{"id":"x","dim":3,"a":{"cylinder":{"radius":1,"half_height":2,"center":[3,0,0],"rotation":[[0,0,1],[1,0,0],[0,1,0]]}},
        "b":{"halfspace":{"normal":[2,0,0],"offset":6}}}"#
        .replace('\n', " ");
    let reading = format::read(&text, "x");
    let [case] = &reading.cases[..] else { panic!("{:?}", reading.problems) };
    let moved = |body: &Body| PosedBody::plain(body.clone()).moved(step).body(Arithmetic::F64).expect("in the range");
    let Body::Curved(curved) = moved(&case.a) else { panic!("curved") };
    assert_eq!(curved.center, [1.0, 3.0, 0.0]);
    assert_eq!(curved.rotation, [[-1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]]);
    // x ≤ 3 becomes y ≤ 3: the translation is along x.
    assert_eq!(moved(&case.b), Body::Halfspace { normal: [0.0, 2.0, 0.0], offset: 6.0 });
    let lifted = PosedBody::plain(case.b.clone()).moved(pose(Some(turn), [0.0, 5.0, 0.0])).body(Arithmetic::F64);
    assert_eq!(lifted, Some(Body::Halfspace { normal: [0.0, 2.0, 0.0], offset: 16.0 }));
}

#[test]
fn how_far_rounding_moves_a_body() {
    // In doubles, 0.1 + 0.2 is rounded by 2⁻⁵⁵ (three tenths of an ulp); in singles the inputs are rounded as well.
    let moved = point([0.1, 0.0, 0.0]).moved(Step::translation([0.2, 0.0, 0.0]));
    let exact = RBig::try_from(0.1).expect("finite") + RBig::try_from(0.2).expect("finite");
    for scalar in [Arithmetic::F64, Arithmetic::F32] {
        let [x, ..] = at(moved.clone(), scalar);
        let off = (RBig::try_from(x).expect("finite") - &exact).to_f64().value().abs();
        let bound = moved.displacement(scalar).expect("points");
        // In doubles the bound is half a step, and the rounding is more than half of the bound.
        assert!(off > 0.0 && bound >= off && bound <= 2.0 * off, "{scalar}: {off:e} {bound:e}");
    }
    // A radius may be rounded too; for curved bodies there is no bound.
    let ball = PosedBody::plain(Body::Rounded { points: vec![[0.0; 3]], radius: 0.1 });
    let off = (0.1 - f64::from(0.1_f32)).abs();
    let bound = ball.moved(Step::translation([1.0, 0.0, 0.0])).displacement(Arithmetic::F32).expect("points");
    assert!((off..=off * 1.01).contains(&bound), "{bound:e}");
    let shape = crate::body::Shape::Ellipsoid { semi_axes: [1.0; 3] };
    let curved = Body::Curved(Curved { shape, center: [0.0; 3], rotation: crate::body::IDENTITY });
    assert_eq!(PosedBody::plain(curved).displacement(Arithmetic::F64), None);
}

#[test]
fn steps_are_composed_exactly_and_rounded_once() {
    let turn = Turn::Quaternion([1.0, 0.0, 0.0, 1.0]);
    let steps = [Step::Scale([2.0, 1.0, 1.0]), pose(Some(turn), [0.1, 0.0, 0.0]), Step::translation([0.2, 0.0, 0.0])];
    let expected = Turn::Matrix([[0.0, -1.0, 0.0], [2.0, 0.0, 0.0], [0.0, 0.0, 1.0]]);
    assert_eq!(composed(&steps), Some(pose(Some(expected), [0.1 + 0.2, 0.0, 0.0])));
    assert_eq!(composed(&[Step::Scale([1e200; 3]), Step::Scale([1e200; 3])]), None);
    assert_eq!(composed(&[Step::turn(Turn::Quaternion([0.0; 4]))]), None);
}

#[test]
fn images_cost_more_after_many_steps() {
    // A quaternion with digits from 2⁻¹⁰²² to one counts 4 · 1023, and three of them more than twice 4096: an image then costs three times as much.
    let long = Step::turn(Turn::Quaternion([1.0, f64::MIN_POSITIVE, 0.0, 0.0]));
    let part = |count: usize| Part { body: Arc::new(Body::Points(vec![[0.0; 3]; 7])), steps: vec![long; count] };
    assert_eq!([0, 1, 3].map(|count| work_of_images(&[part(count)])), [7, 7, 21]);
    assert_eq!(work_of_images(&[part(0), part(3)]), 28);
}
