//! Convex parts of bodies, and their placement by steps.

use super::map::{self, AffineMap, IntegerMap, work};
use super::{ExactPart, Step, nearest, rounded};
use crate::arithmetic::Arithmetic;
use crate::body::{Body, Curved, Point};
use std::sync::Arc;

/// A convex body in its own coordinates, and the steps that place it in the world.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The body, which is not a union. Many parts may share one mesh.
    pub body: Arc<Body>,
    /// The steps, the first one first.
    pub steps: Vec<Step>,
}

/// The exact map of steps, which is also stored with a common denominator.
pub struct Map {
    steps: Vec<Step>,
    exact: AffineMap,
    on_integers: IntegerMap,
}

impl Part {
    /// The part in the numbers of a scalar, as in [`body`](super::PosedBody::body).
    pub fn placed(&self, scalar: Arithmetic) -> Option<Body> {
        self.placed_by(scalar, &mut None)
    }

    /// The placed part, computed with the map of the preceding part, which often has the same steps: the parts of a
    /// mesh or of a posed union.
    pub(super) fn placed_by(&self, scalar: Arithmetic, before: &mut Option<Map>) -> Option<Body> {
        if self.steps.is_empty() {
            return Some(Body::clone(&self.body));
        }
        let mut steps = self.steps.clone();
        let rounded_first;
        let body = match scalar {
            Arithmetic::F32 => {
                rounded_first = self.body.in_singles()?;
                &rounded_first
            }
            _ => &*self.body,
        };
        if scalar == Arithmetic::F32 {
            for number in steps.iter_mut().flat_map(Step::numbers_mut) {
                *number = f64::from(*number as f32);
                number.is_finite().then_some(())?;
            }
        }
        if before.as_ref().is_none_or(|before| before.steps != steps) {
            let exact = AffineMap::of(&steps)?;
            *before = Some(Map { on_integers: exact.on_integers(), exact, steps });
        }
        let Map { exact: map, on_integers, .. } = before.as_ref()?;
        let image = |points: &[Point]| {
            points.iter().map(|point| on_integers.rounded_image(point, scalar)).collect::<Option<Vec<Point>>>()
        };
        let placed = match body {
            Body::Points(points) => Body::Points(image(points)?),
            Body::Rounded { points, radius } => Body::Rounded { points: image(points)?, radius: *radius },
            Body::Curved(curved) => {
                let center = rounded(&map.image(&curved.center), scalar)?;
                let turned = map.turned(&curved.rotation);
                let mut rotation = curved.rotation;
                for (row, exact) in rotation.iter_mut().zip(&turned) {
                    *row = rounded(exact, scalar)?;
                }
                Body::Curved(Curved { center, rotation, ..*curved })
            }
            Body::Halfspace { normal, offset } => {
                let (normal, offset) = map.halfspace(normal, *offset);
                Body::Halfspace { normal: rounded(&normal, scalar)?, offset: nearest(&offset, scalar)? }
            }
            Body::Union(_) => return None,
        };
        (!placed.has_no_normal()).then_some(placed)
    }

    /// A bound on the distance by which rounding moves a point of the part, or its surface. In doubles, a coordinate
    /// differs from its exact image by at most half a step between doubles; in singles, the difference between the
    /// single and the double is added. `None` for curved bodies and half-spaces.
    pub(super) fn displacement(&self, scalar: Arithmetic, [doubles, singles]: &mut [Option<Map>; 2]) -> Option<f64> {
        let in_doubles = self.placed_by(Arithmetic::F64, doubles)?;
        if !matches!(in_doubles, Body::Points(_) | Body::Rounded { .. }) {
            return None;
        }
        let half = |x: f64| if self.steps.is_empty() { 0.0 } else { 0.5 * (x.abs().next_up() - x.abs()) };
        let length = |[x, y, z]: Point| x.hypot(y).hypot(z);
        let exactly = in_doubles.points().iter().map(|p| length(p.map(half))).fold(0.0, f64::max);
        let beside = match scalar {
            Arithmetic::F32 => {
                let in_singles = self.placed_by(scalar, singles)?.in_singles()?;
                let pairs = in_singles.points().iter().zip(in_doubles.points());
                let apart = pairs.map(|(p, q)| length(std::array::from_fn(|i| p[i] - q[i]))).fold(0.0, f64::max);
                apart + (in_singles.radius() - in_doubles.radius()).abs()
            }
            _ => 0.0,
        };
        // The roundings of this bound are few, each of a part in 2⁵², or of less than the least normal number.
        Some((exactly + beside) * (1.0 + 16.0 * f64::EPSILON) + f64::MIN_POSITIVE)
    }

    pub(super) fn image(&self) -> Option<ExactPart> {
        let map = AffineMap::of(&self.steps)?;
        let hull = |points: &[Point], radius| {
            ExactPart::Hull(points.iter().map(|point| map.image(point)).collect(), map::rational(radius))
        };
        match &*self.body {
            Body::Points(points) => Some(hull(points, 0.0)),
            Body::Rounded { points, radius } => Some(hull(points, *radius)),
            Body::Halfspace { normal, offset } => {
                let (normal, offset) = map.halfspace(normal, *offset);
                Some(ExactPart::Halfspace(normal, offset))
            }
            Body::Curved(_) | Body::Union(_) => None,
        }
    }
}

/// The approximate cost of placing parts, in addition to the images of their points, in the unit of [`work`].
/// Consecutive parts with equal steps share a map.
pub(crate) fn works(parts: &[Part]) -> usize {
    let is_new = |index: &usize| *index == 0 || parts[*index].steps != parts[*index - 1].steps;
    (0..parts.len()).filter(is_new).map(|index| work(&parts[index].steps)).sum::<usize>() + parts.len()
}

/// The approximate cost of the images of the points of parts, in the same unit: their number, and more if their steps are
/// many or have long numbers.
pub(crate) fn work_of_images(parts: &[Part]) -> usize {
    let images = parts.iter().map(|part| map::work_of_images(&part.steps, part.body.points().len()));
    images.fold(0, usize::saturating_add)
}
