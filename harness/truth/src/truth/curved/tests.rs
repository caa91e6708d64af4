use super::*;
use gjk_cases::body::{Curved, IDENTITY, Shape};

fn ellipsoid(semi_axes: Point, center: Point) -> Body {
    Body::Curved(Curved { shape: Shape::Ellipsoid { semi_axes }, center, rotation: IDENTITY })
}

fn turned(shape: Shape, center: Point, angles: [f64; 2]) -> Body {
    let ([s, t], [c, d]) = (angles.map(f64::sin), angles.map(f64::cos));
    let rotation = [[c, -s * d, s * t], [s, c * d, -c * t], [0.0, t, d]];
    Body::Curved(Curved { shape, center, rotation })
}

/// The width of the bracket in units of D.
fn width(truth: &CurvedTruth) -> f64 {
    truth.core_distance.width().over(truth.size).to_f64()
}

#[test]
fn the_distance_of_balls_is_that_of_their_centres_less_the_radii() {
    // 3-4-5: the centres are 5 apart.
    for scale in [1.0, 2f64.powi(300), 2f64.powi(-300)] {
        let place = |p: Point| p.map(|x| x * scale);
        let a = ellipsoid(place([1.0; 3]), place([10.0, 20.0, 30.0]));
        let b = ellipsoid(place([1.5; 3]), place([13.0, 24.0, 30.0]));
        let truth = CurvedTruth::of(3, &a, &b);
        assert_eq!(truth.class, Some(Class::Separated));
        let (low, high) = (truth.core_distance.low.to_f64() / scale, truth.core_distance.high.to_f64() / scale);
        assert!(low <= 2.5 && 2.5 <= high && high - low < 1e-20, "{low} {high}");
        assert!(width(&truth) < 1e-22, "{}", width(&truth));
        assert!((truth.size.to_f64() / scale - 6.5).abs() < 1e-12);
    }
}

#[test]
fn overlapping_balls_are_as_deep_as_their_radii_reach() {
    let a = ellipsoid([2.0; 3], [0.0; 3]);
    for (gap, depth) in [(3.0, 1.0), (3.999, 0.001), (4.0 - 1e-12, 1e-12), (0.0, 4.0)] {
        let truth = CurvedTruth::of(3, &a, &ellipsoid([2.0; 3], [0.6 * gap, 0.8 * gap, 0.0]));
        assert_eq!(truth.class, Some(Class::Overlapping), "{gap}");
        let Bracket { low, high } = truth.depth();
        let off = |bound: Scaled| bound.minus(Scaled::from_f64(depth)).to_f64();
        // The rounding of the centres alone is 1e-15.
        assert!(off(low) < 1e-15 && off(high) > -1e-15, "{depth}: {:e} {:e}", off(low), off(high));
        // For concentric balls the depth is the same along all directions, so the whole surface has to be fine.
        let narrow = if gap == 0.0 { 0.02 } else { 1e-6 };
        assert!(high.minus(low).to_f64() < narrow * depth, "{depth}: {:e} {:e}", off(low), off(high));
    }
}

#[test]
fn balls_that_touch_are_left_undecided_or_decided_rightly() {
    let a = ellipsoid([2.0; 3], [0.0; 3]);
    let truth = CurvedTruth::of(3, &a, &ellipsoid([3.0; 3], [3.0, 4.0, 0.0]));
    assert_eq!(truth.class, None);
    assert!(truth.core_distance.high.to_f64() < 1e-20 && truth.core_distance.low.is_zero());
}

#[test]
fn brackets_of_all_shapes_are_narrow_and_overlap_those_of_swapped_bodies() {
    let sizes = [(0.5, 1.0), (1.0, 0.01), (0.001, 2.0), (1.0, 1.0)];
    let mut widest: f64 = 0.0;
    for k in 0..120 {
        let (radius, half_height) = sizes[k % 4];
        let angles = [0.7 * k as f64, 1.3 * k as f64];
        let shape = |k: usize| match k % 3 {
            0 => Shape::Ellipsoid { semi_axes: [radius, 0.3, half_height] },
            1 => Shape::Cylinder { radius, half_height },
            _ => Shape::Cone { radius, half_height },
        };
        let a = turned(shape(k), [0.1, 0.2, 0.3], angles);
        let b = turned(shape(k / 3), [2.5 + 0.01 * k as f64, 2.0, -1.0], [angles[1], angles[0]]);
        let truth = CurvedTruth::of(3, &a, &b);
        if truth.class == Some(Class::Separated) {
            widest = widest.max(width(&truth));
            let exchanged = CurvedTruth::of(3, &b, &a);
            assert!(
                exchanged.core_distance.low <= truth.core_distance.high
                    && truth.core_distance.low <= exchanged.core_distance.high,
                "{k}"
            );
        }
    }
    assert!(widest < 1e-20, "{widest:e}");
}

#[test]
fn a_cylinder_on_a_plate_is_as_far_as_its_base() {
    let plate = Body::Points(vec![[-9.0, -9.0, 0.0], [9.0, -9.0, 0.0], [9.0, 9.0, 0.0], [-9.0, 9.0, 0.0]]);
    for (shape, low) in [
        (Shape::Cylinder { radius: 1.0, half_height: 2.0 }, 0.25),
        (Shape::Cone { radius: 1.0, half_height: 2.0 }, 0.25),
        (Shape::Ellipsoid { semi_axes: [1.0, 1.0, 2.0] }, 0.25),
    ] {
        let body = Body::Curved(Curved { shape, center: [0.3, 0.1, 2.0 + low], rotation: IDENTITY });
        let truth = CurvedTruth::of(3, &body, &plate);
        assert!(
            truth.core_distance.low.to_f64() <= low && low <= truth.core_distance.high.to_f64() && width(&truth) < 1e-20,
            "{shape:?}"
        );
    }
}

#[test]
fn flat_and_empty_shapes_do_no_harm() {
    let point = Body::Points(vec![[0.0; 3]]);
    for semi_axes in [[0.0; 3], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [1.0, 1e-300, 0.0]] {
        let inside = CurvedTruth::of(3, &point, &ellipsoid(semi_axes, [0.0; 3]));
        assert_ne!(inside.class, Some(Class::Separated), "{semi_axes:?}");
        assert_ne!(inside.class, Some(Class::Overlapping), "{semi_axes:?} is flat");
        let away = CurvedTruth::of(3, &point, &ellipsoid(semi_axes, [0.0, 0.0, 3.0]));
        assert!(
            away.core_distance.low.to_f64() <= 3.0 && 3.0 <= away.core_distance.high.to_f64() && width(&away) < 1e-20,
            "{semi_axes:?}"
        );
    }
    let ends = [f64::MAX, -f64::MAX, 5e-324];
    let far = CurvedTruth::of(3, &Body::Points(vec![ends]), &ellipsoid([f64::MAX, 5e-324, 1.0], [-f64::MAX; 3]));
    assert!(far.core_distance.high >= far.core_distance.low);
}

#[test]
fn an_axis_separates_if_the_support_planes_do() {
    let (a, b) = (ellipsoid([1.0, 2.0, 3.0], [10.0, 0.0, 0.0]), ellipsoid([1.0; 3], [0.0; 3]));
    let separates = |axis: Point| reach_beyond(3, &a, &b, &axis).is_some_and(|reach| reach > Scaled::ZERO);
    assert!(separates([1.0, 0.0, 0.0]));
    assert!(separates([1e300, 0.0, 0.0]));
    assert!(!separates([-1.0, 0.0, 0.0]));
    assert!(!separates([0.0, 1.0, 0.0]));
    assert!(!separates([f64::NAN, 0.0, 0.0]));
    let reach = reach_beyond(3, &a, &b, &[2.0, 0.0, 0.0]).unwrap().to_f64();
    assert!((reach - 8.0).abs() < 1e-15);
}

#[test]
fn bodies_at_the_ends_of_the_range_are_as_far_apart_as_elsewhere() {
    // The centres are 2¹⁰²⁴ apart, which no double represents, and the radius is 2¹⁰⁰⁰.
    let (half, radius) = (2f64.powi(1023), 2f64.powi(1000));
    let truth = CurvedTruth::of(3, &Body::Points(vec![[half, 0.0, 0.0]]), &ellipsoid([radius; 3], [-half, 0.0, 0.0]));
    assert_eq!(truth.class, Some(Class::Separated));
    let expected = 1.0 - 2f64.powi(-24);
    let Bracket { low, high } = truth.core_distance.shifted(-1024);
    assert!(low.to_f64() <= expected && expected <= high.to_f64() && width(&truth) < 1e-20, "{low:?} {high:?}");
    // The same with all coordinates zero.
    let around = CurvedTruth::of(3, &Body::Points(vec![[0.0; 3]]), &ellipsoid([radius; 3], [0.0; 3]));
    assert_eq!(around.class, Some(Class::Overlapping));
}
