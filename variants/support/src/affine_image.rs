//! Bodies with curved surfaces: a linear image of the unit ball, of a cylinder or of a cone, moved to a centre.
//!
//! With the columns of L for the images of the axes, the body is { c + L u : u in the unit form }, and its support point along
//! d is c + L s(Lᵀ d), where s is the support mapping of the form. So one mapping serves ellipsoids, cylinders and cones,
//! rotated, stretched or sheared in any way (van den Bergen, Collision Detection in Interactive 3D Environments, 2003: support
//! mappings of affine images).
//!
//! In the plane the unit ball is a disc, and its images are ellipses; cylinders and cones exist only in space.

use gjk_numbers::{Euclidean, Real, Space};
use nalgebra::SVector;

use crate::SupportMap;

/// The body whose image a curved body is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// The ball of radius one around the origin.
    Ball,
    /// Radius one around the last axis, from −1 to 1 along it.
    Cylinder,
    /// The hull of the unit disc at −1 along the last axis and the apex at 1.
    Cone,
}

/// c + L(form).
#[derive(Clone, Debug, PartialEq)]
pub struct AffineImage<T, const D: usize> {
    /// The form.
    pub form: Form,
    /// The columns of L: the images of the axes of the form.
    pub columns: [SVector<T, D>; D],
    /// c.
    pub center: SVector<T, D>,
}

impl<T: Real, const D: usize> AffineImage<T, D> {
    /// The support point of the form along a direction in the form's own coordinates. For a direction orthogonal to a flat
    /// face, every point of the face is a support point; its centre is returned.
    fn of_form(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        let round = if self.form == Form::Ball { D } else { D - 1 };
        let axis = &direction[D - 1];
        let upwards = *axis >= T::zero();
        let end = if upwards { T::one() } else { T::one().negated() };
        // The greatest coordinate is divided out, so that no square overflows or vanishes.
        let mut greatest = T::zero();
        for i in 0..round {
            let magnitude = direction[i].magnitude();
            if magnitude > greatest || magnitude.is_nan() {
                greatest = magnitude;
            }
        }
        let unit = Euclidean::<T, D>::vector(|i| if i < round { direction[i].over(&greatest) } else { T::zero() });
        let length = Euclidean::<T, D>::dot(&unit, &unit).root();
        let flat = greatest == T::zero();
        let rim = |i: usize| if i >= round || flat { T::zero() } else { unit[i].over(&length) };
        match self.form {
            Form::Ball => Euclidean::<T, D>::vector(rim),
            Form::Cylinder => Euclidean::<T, D>::vector(|i| if i == D - 1 { end.clone() } else { rim(i) }),
            Form::Cone => {
                // Apex: axis. Rim of the base: |round part| − axis.
                let across = if flat { T::zero() } else { length.times(&greatest) };
                let is_apex = axis.plus(axis) >= across;
                let height = if is_apex { T::one() } else { T::one().negated() };
                Euclidean::<T, D>::vector(|i| match (i == D - 1, is_apex) {
                    (true, _) => height.clone(),
                    (false, true) => T::zero(),
                    (false, false) => rim(i),
                })
            }
        }
    }
}

impl<T: Real, const D: usize> SupportMap<Euclidean<T, D>> for AffineImage<T, D> {
    /// Every support point has the name 0: a curved body has no vertices to count.
    fn support(&self, direction: &SVector<T, D>, _near: Option<usize>) -> (SVector<T, D>, usize) {
        let local = Euclidean::<T, D>::vector(|i| Euclidean::<T, D>::dot(&self.columns[i], direction));
        let u = self.of_form(&local);
        let mut point = self.center.clone();
        for (column, coordinate) in self.columns.iter().zip(u.iter()) {
            point = Euclidean::<T, D>::plus(&point, &Euclidean::<T, D>::scaled(column, coordinate));
        }
        (point, 0)
    }

    fn center(&self) -> SVector<T, D> {
        self.center.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{Vector2, Vector3};

    fn turned(form: Form) -> AffineImage<f64, 3> {
        // The axis x maps to y, y to z, z to x, stretched by 2, 3 and 4.
        let columns = [Vector3::new(0.0, 2.0, 0.0), Vector3::new(0.0, 0.0, 3.0), Vector3::new(4.0, 0.0, 0.0)];
        AffineImage { form, columns, center: Vector3::new(10.0, 20.0, 30.0) }
    }

    #[test]
    fn support_points_are_the_farthest_of_the_surface() {
        for form in [Form::Ball, Form::Cylinder, Form::Cone] {
            let body = turned(form);
            for k in 0..200 {
                let (s, t) = (0.1 * f64::from(k), 0.37 * f64::from(k));
                let direction = Vector3::new(s.cos() * t.sin(), s.sin() * t.sin(), t.cos());
                let best = body.support(&direction, None).0.dot(&direction);
                for l in 0..400 {
                    let (p, q) = (0.05 * f64::from(l), 0.31 * f64::from(l));
                    let other = Vector3::new(p.cos() * q.sin(), p.sin() * q.sin(), q.cos());
                    let reach = body.support(&other, None).0.dot(&direction);
                    assert!(reach <= best + 1e-12, "{form:?} {direction:?} {other:?}: {reach} {best}");
                }
            }
        }
    }

    #[test]
    fn axes_ends_and_apex_are_where_they_should_be() {
        let at = |form, direction: Vector3<f64>| turned(form).support(&direction, None).0 - turned(form).center;
        assert_eq!(at(Form::Ball, Vector3::new(0.0, -1.0, 0.0)), Vector3::new(0.0, -2.0, 0.0));
        assert_eq!(at(Form::Cylinder, Vector3::new(1.0, 0.0, 0.0)), Vector3::new(4.0, 0.0, 0.0));
        assert_eq!(at(Form::Cylinder, Vector3::new(-1.0, 0.0, 1e-300)), Vector3::new(-4.0, 0.0, 3.0));
        assert_eq!(at(Form::Cone, Vector3::new(1.0, 0.1, 0.1)), Vector3::new(4.0, 0.0, 0.0));
        assert_eq!(at(Form::Cone, Vector3::new(-1.0, 0.0, -1.0)), Vector3::new(-4.0, 0.0, -3.0));
        let ellipse = AffineImage {
            form: Form::Ball,
            columns: [Vector2::new(3.0, 0.0), Vector2::new(0.0, 1.0)],
            center: Vector2::zeros(),
        };
        assert_eq!(ellipse.support(&Vector2::new(-2.0, 0.0), None).0, Vector2::new(-3.0, 0.0));
    }

    #[test]
    fn directions_of_any_length_give_the_same_point() {
        let body = turned(Form::Ball);
        let direction = Vector3::new(3.0, -1.0, 2.0);
        let point = body.support(&direction, None).0;
        for power in [-300, 300] {
            assert!((body.support(&(direction * 2f64.powi(power)), None).0 - point).amax() < 1e-14);
        }
    }
}
