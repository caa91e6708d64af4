//! The bodies of the case format.

use gjk_numbers::{Euclidean, Real, Space};
use gjk_support::Form;

/// A point of the plane or of space. In the plane the third coordinate is zero.
pub type Point = [f64; 3];

/// A body.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// The convex hull of these points: at least one, in any order, duplicates and interior points allowed.
    Points(Vec<Point>),
    /// The convex hull of points swept by a ball: one point gives a ball, two give a capsule.
    Rounded {
        /// The points of the core, at least one.
        points: Vec<Point>,
        /// The radius, not negative.
        radius: f64,
    },
    /// An ellipsoid (in the plane an ellipse), a cylinder or a cone.
    Curved(Curved),
    /// The set of all p with normal·p ≤ offset.
    Halfspace {
        /// The normal, of any length except zero. In the plane the third coordinate is zero.
        normal: Point,
        /// The offset, in units of a coordinate times a coordinate of the normal.
        offset: f64,
    },
    /// The union of convex bodies, at least one, none of them a union.
    Union(Vec<Body>),
}

/// The shape of a curved body before it is placed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// An ellipsoid around the origin.
    Ellipsoid {
        /// The semi-axes along x, y and z, not negative; the third is not used in the plane.
        semi_axes: Point,
    },
    /// A cylinder around the z axis, from −half_height to half_height.
    Cylinder {
        /// The radius, not negative.
        radius: f64,
        /// Half the height, not negative.
        half_height: f64,
    },
    /// A cone around the z axis, with its base at −half_height and its apex at half_height.
    Cone {
        /// The radius of the base, not negative.
        radius: f64,
        /// Half the height, not negative.
        half_height: f64,
    },
}

/// A curved body: the points c + R x, for x of the shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curved {
    /// The shape.
    pub shape: Shape,
    /// c.
    pub center: Point,
    /// R by rows, used as given: it need not be a rotation. In the plane the third row and column equal those of the
    /// identity.
    pub rotation: [Point; 3],
}

/// The identity, by rows.
pub const IDENTITY: [Point; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

impl Shape {
    /// The form whose image the shape is, after stretching by [`Curved::extents`].
    pub fn form(&self) -> Form {
        match self {
            Shape::Ellipsoid { .. } => Form::Ball,
            Shape::Cylinder { .. } => Form::Cylinder,
            Shape::Cone { .. } => Form::Cone,
        }
    }

    fn sizes_mut(&mut self) -> Vec<&mut f64> {
        match self {
            Shape::Ellipsoid { semi_axes } => semi_axes.iter_mut().collect(),
            Shape::Cylinder { radius, half_height } | Shape::Cone { radius, half_height } => vec![radius, half_height],
        }
    }
}

impl Curved {
    /// The distances by which the shape extends along each of its axes.
    pub fn extents(&self) -> Point {
        match self.shape {
            Shape::Ellipsoid { semi_axes } => semi_axes,
            Shape::Cylinder { radius, half_height } | Shape::Cone { radius, half_height } => [radius, radius, half_height],
        }
    }

    /// Its support mapping in the numbers of a space of D dimensions: L is rounded once, as the product of its factors.
    /// `None` in the plane for a shape that exists only in space.
    pub fn mapping<T: Real, const D: usize>(&self) -> Option<gjk_support::AffineImage<T, D>> {
        let form = self.shape.form();
        if D != 3 && form != Form::Ball {
            return None;
        }
        let extents = self.extents();
        let column = |column: usize| {
            Euclidean::<T, D>::vector(|row| T::from_f64(self.rotation[row][column]).times(&T::from_f64(extents[column])))
        };
        let center = Euclidean::<T, D>::vector(|i| T::from_f64(self.center[i]));
        Some(gjk_support::AffineImage { form, columns: std::array::from_fn(column), center })
    }
}

impl Body {
    /// The points whose hull is the body, or its core; empty for curved bodies, half-spaces and unions.
    pub fn points(&self) -> &[Point] {
        match self {
            Body::Points(points) | Body::Rounded { points, .. } => points,
            Body::Curved(_) | Body::Halfspace { .. } | Body::Union(_) => &[],
        }
    }

    /// The number of points that describe the body: the points of all parts of a union, zero for a curved body.
    pub fn count(&self) -> usize {
        self.parts().iter().map(|part| part.points().len()).sum()
    }

    /// The radius that is applied to the body's core; zero for bodies without one.
    pub fn radius(&self) -> f64 {
        match self {
            Body::Rounded { radius, .. } => *radius,
            _ => 0.0,
        }
    }

    /// The convex parts: the parts of a union, or the body itself.
    pub fn parts(&self) -> &[Body] {
        match self {
            Body::Union(parts) => parts,
            _ => std::slice::from_ref(self),
        }
    }

    /// Visits every number.
    pub fn each_number(&mut self, visit: &mut dyn FnMut(Number)) {
        match self {
            Body::Points(points) => points.iter_mut().for_each(|point| visit(Number::Position(point))),
            Body::Rounded { points, radius } => {
                points.iter_mut().for_each(|point| visit(Number::Position(point)));
                visit(Number::Size(radius));
            }
            Body::Curved(curved) => {
                visit(Number::Position(&mut curved.center));
                curved.shape.sizes_mut().into_iter().for_each(|size| visit(Number::Size(size)));
                curved.rotation.iter_mut().flatten().for_each(|entry| visit(Number::Factor(entry)));
            }
            Body::Halfspace { normal, offset } => {
                normal.iter_mut().for_each(|entry| visit(Number::Factor(entry)));
                visit(Number::Size(offset));
            }
            Body::Union(parts) => parts.iter_mut().for_each(|part| part.each_number(visit)),
        }
    }

    /// Whether it is, or contains, a half-space.
    pub fn has_halfspace(&self) -> bool {
        self.parts().iter().any(|part| matches!(part, Body::Halfspace { .. }))
    }

    /// Whether it is, or contains, a half-space whose normal has vanished.
    pub(crate) fn has_no_normal(&self) -> bool {
        self.parts().iter().any(|part| matches!(part, Body::Halfspace { normal, .. } if *normal == [0.0; 3]))
    }

    /// The body with every number rounded to the nearest single; `None` if a number overflows or a normal vanishes.
    pub fn in_singles(&self) -> Option<Body> {
        let (mut body, mut fits) = (self.clone(), true);
        let mut round = |number: &mut f64| {
            let single = *number as f32;
            fits &= single.is_finite();
            *number = f64::from(single);
        };
        body.each_number(&mut |number| match number {
            Number::Position(point) => point.iter_mut().for_each(&mut round),
            Number::Size(number) | Number::Factor(number) => round(number),
        });
        (fits && !body.has_no_normal()).then_some(body)
    }

    /// Visits every number that is a length: coordinates, radii, semi-axes, heights.
    pub fn each_length(&mut self, visit: &mut dyn FnMut(&mut f64)) {
        self.each_number(&mut |number| match number {
            Number::Position(point) => point.iter_mut().for_each(&mut *visit),
            Number::Size(size) => visit(size),
            Number::Factor(_) => {}
        });
    }
}

/// A number of a body, or three of them.
pub enum Number<'a> {
    /// The position of a point or a centre; in the plane the third coordinate is zero.
    Position(&'a mut Point),
    /// A radius, a semi-axis, a height, or the offset of a half-space.
    Size(&'a mut f64),
    /// An entry of a rotation, or of a normal.
    Factor(&'a mut f64),
}
