//! Support points that are NaN or infinite end a run at once, and its end distinguishes the two.

use std::cell::Cell;

use gjk_variants::{Hull, Register, Solid, Start, Stop, SupportMap, Variant, roster};
use nalgebra::Vector3;

/// Returns these points one after the other, whatever the direction, and then repeats the last one.
struct Script {
    points: Vec<Vector3<f64>>,
    asked: Cell<usize>,
}

impl SupportMap<Solid<f64>> for Script {
    fn support(&self, _: &Vector3<f64>, _: Option<usize>) -> (Vector3<f64>, usize) {
        let index = self.asked.replace(self.asked.get() + 1).min(self.points.len() - 1);
        (self.points[index], index)
    }

    /// Farther than the first support point: the published loops compare the two.
    fn center(&self) -> Vector3<f64> {
        Vector3::new(2.0, 0.0, 0.0)
    }
}

struct EndsWith<'a> {
    points: &'a [Vector3<f64>],
    stop: Stop,
}

impl Register<Solid<f64>> for EndsWith<'_> {
    fn add<V: Variant<Solid<f64>> + 'static>(&mut self, variant: V) {
        let a = Script { points: self.points.to_vec(), asked: Cell::new(0) };
        let b = Hull::new(vec![Vector3::zeros()]).expect("a point");
        let outcome = variant.solve_erased(&a, &b, &Start::Default, &mut ());
        let name = variant.about().name;
        assert_eq!((outcome.stop, outcome.iterations), (self.stop, self.points.len()), "{name} {:?}", self.points);
        assert!(outcome.answer.is_none(), "{name}");
    }
}

#[test]
fn infinities_and_nans_are_distinguished() {
    let (infinite, none) = (f64::INFINITY, f64::NAN);
    let near = Vector3::new(1.0, 0.0, 0.0);
    // The product of (0, ∞, 0) with (1, 0, 0) is NaN, though the point is out of range.
    for (x, y, z, stop) in [
        (0.0, infinite, 0.0, Stop::Range),
        (-infinite, 0.0, 0.0, Stop::Range),
        (0.0, 0.0, none, Stop::NotANumber),
        (none, 0.0, 0.0, Stop::NotANumber),
        (infinite, none, 0.0, Stop::NotANumber),
    ] {
        let bad = Vector3::new(x, y, z);
        for points in [vec![bad], vec![near, bad]] {
            let mut ends = EndsWith { points: &points, stop };
            roster::distance::<f64, 3>(&mut ends);
            roster::geometric(&mut ends);
        }
    }
}
