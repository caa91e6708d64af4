//! Posed bodies and half-spaces: reports as they were given, and answers computed by hand.

use gjk_cases::case::{Arithmetic, Body, Case, Class};
use gjk_cases::{corpus, format};
use gjk_truth::answer::{Answered, Numbers, Says, Values};
use gjk_truth::exact::Scaled;
use gjk_truth::judge::{Judgement, judge};
use gjk_truth::truth::{ImageTruth, Truth};

use crate::answers;

fn reports() -> Vec<Case> {
    let reading = format::read(include_str!("../posed.jsonl"), "posed.jsonl");
    assert_eq!(reading.problems, []);
    assert_eq!(reading.cases.len(), 59);
    reading.cases
}

#[test]
fn reports_as_they_were_given_lie_as_expected() {
    let known = corpus::wild();
    let (mut compared, mut farthest) = (0, 0.0_f64);
    for case in reports() {
        let truth = Truth::of(&case);
        if let Some(class) = case.expect.as_ref().and_then(|expect| expect.class) {
            assert_eq!(truth.decided(), Some(class), "{}", case.id);
        }
        // The same report with its points as another program computed them.
        if let Some(same) = known.iter().find(|same| same.id == case.id) {
            // In doubles, as in the twin: some of its numbers are not representable in single precision, the home scalar.
            let placed = Truth::of(&case.posed(Arithmetic::F64).expect("nothing overflows"));
            assert_eq!(placed.decided(), truth.decided(), "{}", case.id);
            let other = Truth::of(same);
            let (ours, theirs) = (placed.gap().middle(), other.gap().middle());
            let apart = ours.minus(theirs).max(theirs.minus(ours)).over(placed.size()).to_f64();
            assert!(apart <= 1e-12, "{}: {apart:e} D", case.id);
            farthest = farthest.max(apart);
            compared += 1;
        }
    }
    assert_eq!(compared, 59, "every report has its twin");
    assert!(farthest < 1e-15, "measured, and rounding costs no more: {farthest:e} D");
}

fn against(a: &str, normal: [f64; 3], offset: f64) -> (Case, Truth) {
    let text = format!(
        r#"{{"id":"x","dim":3,"a":{a},"b":{{"halfspace":{{"normal":[{},{},{}],"offset":{offset}}}}}}}"#,
        normal[0], normal[1], normal[2]
    );
    let reading = format::read(&text, "x");
    assert_eq!(reading.problems, []);
    let case = reading.cases[0].clone();
    let truth = Truth::of(&case);
    (case, truth)
}

fn height(truth: &Truth) -> f64 {
    let Truth::Halfspace(truth) = truth else { panic!("a half-space") };
    truth.height.to_f64()
}

#[test]
fn a_half_space_by_hand() {
    let points = r#"{"points":[[0,0,3],[5,0,4],[0,0,10]]}"#;
    let (_, truth) = against(points, [0.0, 0.0, 2.0], 2.0);
    // z ≤ 1: the lowest point is at 3, the highest 9 above the boundary.
    assert_eq!((truth.decided(), height(&truth), truth.size().to_f64()), (Some(Class::Separated), 2.0, 9.0));
    assert_eq!(truth.distance_squared().map(|x| x.to_string()), Some("4".to_owned()));
    let (_, truth) = against(points, [0.0, 0.0, 1.0], 3.0);
    assert_eq!((truth.decided(), truth.distance_f64()), (Some(Class::Touching), 0.0));
    let (_, truth) = against(points, [0.0, 3.0, 4.0], 20.0);
    assert_eq!((truth.decided(), height(&truth)), (Some(Class::Overlapping), -1.6));
    assert_eq!(truth.depth_squared().map(|x| x.to_string()), Some("64/25".to_owned()));
    // A ball of radius 3 about (0, 0, 3): its height over a plane through the origin with the normal (1, 2, 2) / 3 is 2 − 3.
    let ball = r#"{"points":[[0,0,3]],"radius":3}"#;
    let (_, truth) = against(ball, [1.0, 2.0, 2.0], 0.0);
    assert_eq!((truth.decided(), height(&truth)), (Some(Class::Overlapping), -1.0));
    // Contact of a ball is decided by squares: |n| = √3 is irrational.
    let (_, truth) = against(r#"{"points":[[1,1,1]],"radius":0}"#, [1.0, 1.0, 1.0], 3.0);
    assert_eq!(truth.decided(), Some(Class::Touching));
    let (_, truth) = against(r#"{"sphere":{"radius":1}}"#, [3.0, 4.0, 0.0], -5.0);
    assert_eq!((truth.decided(), height(&truth)), (Some(Class::Touching), 0.0));
    let (_, truth) = against(r#"{"sphere":{"radius":1}}"#, [3.0, 4.0, 0.0], (-5.0_f64).next_up());
    assert_eq!(truth.decided(), Some(Class::Overlapping));
}

#[test]
fn curved_bodies_on_a_half_space_by_hand() {
    // With extents 3, 4, 12 along (1, 1, 1): √(9 + 16 + 144) = 13.
    let ellipsoid = r#"{"ellipsoid":{"semi_axes":[3,4,12]}}"#;
    for (offset, class) in
        [(-13.0_f64, Class::Touching), ((-13.0_f64).next_up(), Class::Overlapping), (-14.0, Class::Separated)]
    {
        assert_eq!(against(ellipsoid, [1.0; 3], offset).1.decided(), Some(class), "{offset}");
    }
    // Along (3, 4, 1): the rim of radius 2 reaches 10, and the half-height 7.
    let cylinder = r#"{"cylinder":{"radius":2,"half_height":7}}"#;
    assert_eq!(against(cylinder, [3.0, 4.0, 1.0], -17.0).1.decided(), Some(Class::Touching));
    assert_eq!(against(cylinder, [3.0, 4.0, -1.0], (-17.0_f64).next_down()).1.decided(), Some(Class::Separated));
    // Down to the apex, and down to the base.
    let cone = r#"{"cone":{"radius":2,"half_height":7}}"#;
    assert_eq!(against(cone, [0.0, 0.0, -1.0], -7.0).1.decided(), Some(Class::Touching));
    assert_eq!(against(cone, [3.0, 4.0, 1.0], -17.0).1.decided(), Some(Class::Touching));
    assert_eq!(against(cone, [3.0, 4.0, -1.0], -7.0).1.decided(), Some(Class::Touching), "the base reaches 3 there");
}

/// A half-space compared with the bracket of a long box in its place.
#[test]
fn a_half_space_is_as_a_very_large_box() {
    for case in reports().iter().filter(|case| case.dimension == 3 && !matches!(case.a, Body::Union(_))) {
        let floor = Case { b: Body::Halfspace { normal: [0.0, 0.0, 1.0], offset: 0.25 }, ..case.clone() };
        let far = 1.0e4;
        let slab = Body::Points(gjk_cases::family::corners([-far, -far, -far], [far, far, 0.25]));
        let slab = Case { b: slab, ..case.clone() };
        let (exact, other) = (Truth::of(&floor), Truth::of(&slab));
        let close = |x: Scaled, y: Scaled| x.minus(y).max(y.minus(x)).to_f64() <= 1e-9;
        assert!(close(exact.gap().middle(), other.gap().middle()), "{}", case.id);
        assert!(other.decided().is_none_or(|class| Some(class) == exact.decided()), "{}", case.id);
    }
}

fn judged(case: &Case, truth: &Truth, says: Says, values: Values<f64>) -> Judgement {
    let answer = Answered::of_bodies(says, Vec::new(), Numbers::Rounded(values));
    judge(case, truth, Some(&answer), Arithmetic::F64, 64.0)
}

#[test]
fn answers_about_half_spaces_are_judged() {
    let (case, truth) = against(r#"{"points":[[0,0,3],[5,0,4]]}"#, [0.0, 0.0, 2.0], 2.0);
    let values = |distance: f64, on_a: [f64; 3], on_b: [f64; 3]| Values {
        distance: Some(distance),
        witnesses: Some([on_a, on_b]),
        ..Values::none()
    };
    let ruling = |says, values| judged(&case, &truth, says, values).ruling.name();
    assert_eq!(ruling(Says::Apart, values(2.0, [0.0, 0.0, 3.0], [0.0, 0.0, 1.0])), "right");
    assert_eq!(ruling(Says::Apart, values(2.0 + 1e-9, [0.0, 0.0, 3.0], [0.0, 0.0, 1.0])), "inaccurate");
    // A witness point above the half-space, and one off A.
    assert_eq!(ruling(Says::Apart, values(2.0, [0.0, 0.0, 3.0], [0.0, 0.0, 1.5])), "off");
    assert_eq!(ruling(Says::Apart, values(2.0, [9.0, 0.0, 3.0], [9.0, 0.0, 1.0])), "off");
    assert_eq!(ruling(Says::Intersecting, Values::none()), "wrong");
    let (deep, inside) = against(r#"{"points":[[0,0,-1],[5,0,4]]}"#, [0.0, 0.0, 2.0], 2.0);
    let depth = |v: [f64; 3], normal: [f64; 3]| {
        let values = Values { translation: Some(v), normal: Some(normal), depth: Some(2.0), ..Values::none() };
        judged(&deep, &inside, Says::Intersecting, values)
    };
    // A, moved by −v, touches B: v points into the half-space.
    let right = depth([0.0, 0.0, -2.0], [0.0, 0.0, -1.0]);
    assert_eq!((right.ruling.name(), right.margin), ("right", None));
    let sideways = depth([0.0, -1.2, -1.6], [0.0, -0.6, -0.8]);
    let units = |x: f64| x / (f64::EPSILON / 2.0 * inside.size().to_f64());
    let found = answers::depth(&sideways).expect("a depth");
    assert!((found.residual / units(0.4) - 1.0).abs() < 1e-9, "what 1.6 of 2 leaves");
    assert_eq!(sideways.ruling.name(), "off");
    assert_eq!(depth([0.0, 0.0, 2.0], [0.0, 0.0, 1.0]).ruling.name(), "off");
    assert_eq!(judged(&deep, &inside, Says::Apart, Values::none()).ruling.name(), "wrong");
    assert_eq!(judged(&deep, &inside, Says::Intersecting, Values::none()).ruling.name(), "right");
}

#[test]
fn the_exact_image_has_its_own_class_and_distance() {
    let image = |a: &str, b: &str| {
        let reading = format::read(&format!(r#"{{"id":"x","dim":3,"a":{a},"b":{b}}}"#), "x");
        assert_eq!(reading.problems, []);
        let case = &reading.cases[0];
        let image = ImageTruth::of(case).expect("a body is posed");
        (Truth::of(case).decided(), image.class, image.distance.to_f64())
    };
    let unit = r#"{"box":{"half_extents":[0.1,0.1,0.1]},"pose":{"translation":[0.2,0,0]}}"#;
    // In doubles 0.2 − 0.1 rounds to 0.1, and it is exact: twice the double is the double of twice the number.
    assert_eq!(image(unit, r#"{"box":{"half_extents":[0.1,1,1]}}"#), (Some(Class::Touching), Class::Touching, 0.0));
    // The double of 0.3 is 2.8·10⁻¹⁷ less than the exact sum of the doubles of 0.1 and 0.2, and 0.3 − 0.1 rounds to less than
    // 0.2.
    let shifted = r#"{"box":{"half_extents":[0.1,0.1,0.1]},"pose":{"translation":[0.3,0,0]}}"#;
    let (rounded, exact, _) = image(shifted, r#"{"box":{"half_extents":[0.2,1,1]}}"#);
    assert_eq!((rounded, exact), (Some(Class::Overlapping), Class::Overlapping));
    // Turned by exactly a third of a turn about (1, 1, 1): the quaternion is 1 + i + j + k.
    let turned = r#"{"points":[[1,2,3]],"radius":0.5,"pose":{"quaternion":[1,1,1,1],"translation":[0,0,1]}}"#;
    assert_eq!(image(turned, r#"{"points":[[3,1,7]],"radius":1}"#), (Some(Class::Separated), Class::Separated, 2.5));
    let floor = r#"{"halfspace":{"normal":[0,0,2],"offset":1},"pose":{"translation":[0,0,1]}}"#;
    assert_eq!(image(turned, floor), (Some(Class::Separated), Class::Separated, 1.0));
    // A cube on its corner: (0, 0, −√3) is not a double, and the plane through the rounded corner cuts or misses the exact one.
    let tilted = r#"{"box":{"half_extents":[1,1,1]},"pose":{"quaternion":[3,1,2,0.5]}}"#;
    let (_, class, distance) = image(tilted, r#"{"points":[[9,0,0]]}"#);
    assert_eq!(class, Class::Separated);
    assert!((6.0..9.0).contains(&distance));
    let reading = format::read(r#"{"id":"x","dim":3,"a":{"points":[[0,0,0]]},"b":{"points":[[0,0,0]]}}"#, "x");
    assert_eq!(ImageTruth::of(&reading.cases[0]), None);
}

#[test]
fn a_truth_holds_for_less_than_its_margin() {
    let truth = |a: &str, b: &str| {
        let reading = format::read(&format!(r#"{{"id":"x","dim":3,"a":{a},"b":{b}}}"#), "x");
        assert_eq!(reading.problems, []);
        Truth::of(&reading.cases[0])
    };
    let cube = |x: f64| format!(r#"{{"box":{{"half_extents":[1,1,1]}},"pose":{{"translation":[{x},0,0]}}}}"#);
    let floor = r#"{"halfspace":{"normal":[0,0,2],"offset":1}}"#;
    for (a, b, margin) in [
        (cube(0.0), cube(2.5), 0.5),
        (cube(0.0), cube(1.5), 0.5),
        (cube(0.0), cube(2.0), 0.0),
        (cube(0.0), format!(r#"{{"union":[{},{}]}}"#, cube(1.75), cube(1.5)), 0.5),
        (cube(0.0), format!(r#"{{"union":[{},{}]}}"#, cube(2.75), cube(2.5)), 0.5),
        (cube(0.0), floor.to_owned(), 1.5),
        (r#"{"sphere":{"radius":1}}"#.to_owned(), r#"{"sphere":{"radius":2}}"#.to_owned(), 3.0),
    ] {
        let truth = truth(&a, &b);
        assert!(!truth.holds_for(margin + 1e-9) && (margin == 0.0 || truth.holds_for(margin - 1e-9)), "{a} {b}");
        assert!(!truth.holds_for(margin), "at the margin they may touch");
    }
}
