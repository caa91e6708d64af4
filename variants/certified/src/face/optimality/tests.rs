//! The limits of "certainly beyond a face" and "certainly not beyond".

use super::*;
use crate::body;
use crate::double_double::DoubleDouble;

/// The decision about a point at this height above the plane z = 0, for this slack and vectors of size zero.
fn said_of(height: f64, slack: f64) -> Result<Option<u32>, Undecided> {
    let points = [[0.0; 3], [0.0, 0.0, height]];
    let body = body::Points::new(&points).expect("a body");
    let origin = body::Points::new(&points[..1]).expect("a body");
    let point = Face::of(&body, &origin, &Pairs::new([(1, 0)])).expect("a point");
    let face = Face { sizes: [0.0; 3], ties: true, ..point };
    let normal = Wide::of([DoubleDouble::ZERO, DoubleDouble::ZERO, DoubleDouble::of(1.0)]);
    let mut precise = Some(Precise { normal, slack });
    let mut named = NamedPoints::NONE;
    (named.points[1].0, named.count) = (1, 2);
    farthest::<false, f64, 3>(&body, &mut named, &face, &mut precise, &points[0], [2; 3], 1.0)
}

#[test]
fn a_product_within_its_error_of_the_slack_is_undecided() {
    // The error is two units of the unit roundoff of the product, and the product is one.
    let unit = f64::EPSILON;
    assert_eq!(said_of(1.0, 1.0 - 2.0 * unit).ok(), Some(Some(1)));
    assert!(said_of(1.0, 1.0 - unit).is_err());
    assert!(said_of(1.0, 1.0 - 0.5 * unit).is_err());
    assert!(said_of(1.0, 1.0).is_err());
    assert_eq!(said_of(1.0, 1.0 + unit).ok(), Some(None));
    assert_eq!(said_of(1.0, 1.0 + 2.0 * unit).ok(), Some(None));
}
