//! Bodies as files give them, with poses and scales, and the points that result.
//!
//! A posed body is the body whose points are the images of its points, each coordinate rounded once to the nearest
//! number of the scalar that runs. The numbers that define the image are rounded to that scalar first. So the truth is,
//! as always, the truth for the coordinates that a variant was given. The exact image of the numbers as written is
//! available as well ([`PosedBody::image`]).

pub mod angle;
mod map;
mod part;

use std::sync::{Arc, OnceLock};

use dashu_ratio::RBig;

use crate::arithmetic::Arithmetic;
use crate::body::{Body, Point};
pub(crate) use map::work;
use map::{AffineMap, Matrix, Vector};
pub use part::Part;
pub(crate) use part::{work_of_images, works};

/// A rotation, or a matrix used as one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Turn {
    /// The rotation q p q⁻¹ of a quaternion w + xi + yj + zk that is not zero, of any length.
    Quaternion([f64; 4]),
    /// A matrix by rows, used as given. In the plane the third row and column equal those of the identity.
    Matrix([Point; 3]),
}

/// A step from a body's own coordinates to those of the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// A factor for each coordinate.
    Scale(Point),
    /// A rotation, then a translation.
    Pose {
        /// The rotation; `None` if nothing is turned.
        turn: Option<Turn>,
        /// The translation, added to the turned point.
        translation: Point,
    },
}

impl Step {
    /// A translation alone.
    pub fn translation(translation: Point) -> Step {
        Step::Pose { turn: None, translation }
    }

    /// A turn alone.
    pub fn turn(turn: Turn) -> Step {
        Step::Pose { turn: Some(turn), translation: [0.0; 3] }
    }

    /// Every number of the step.
    fn numbers_mut(&mut self) -> impl Iterator<Item = &mut f64> {
        let (turn, rest): (Option<&mut Turn>, &mut Point) = match self {
            Step::Scale(factors) => (None, factors),
            Step::Pose { turn, translation } => (turn.as_mut(), translation),
        };
        let turned: &mut [f64] = match turn {
            Some(Turn::Quaternion(parts)) => parts,
            Some(Turn::Matrix(rows)) => rows.as_flattened_mut(),
            None => &mut [],
        };
        turned.iter_mut().chain(rest)
    }
}

/// A body as a file gives it.
#[derive(Clone, Debug, PartialEq)]
pub struct PosedBody {
    /// The convex parts: a single one, or the parts of a union.
    pub parts: Vec<Part>,
    /// Whether it is a union.
    pub is_union: bool,
    placed: Placed,
}

/// The body in doubles and in singles, and the distance by which the rounding moves it. If they are to be kept, they
/// are kept from the first request on: the pairs of a scene use each body many times.
#[derive(Clone, Debug, Default)]
struct Placed(Option<[InScalar; 2]>);

#[derive(Clone, Debug, Default)]
struct InScalar {
    body: OnceLock<Option<Body>>,
    displacement: OnceLock<Option<f64>>,
}

/// The derived bodies are not part of the description.
impl PartialEq for Placed {
    fn eq(&self, _: &Placed) -> bool {
        true
    }
}

/// A convex body whose numbers are rationals.
#[derive(Clone, Debug, PartialEq)]
pub enum ExactPart {
    /// The hull of these points, swept by a ball of this radius.
    Hull(Vec<[RBig; 3]>, RBig),
    /// The set of all p with normal·p ≤ offset.
    Halfspace([RBig; 3], RBig),
}

impl PosedBody {
    /// A body that is not moved.
    pub fn plain(body: Body) -> PosedBody {
        PosedBody::of_parts(vec![Part { body: Arc::new(body), steps: Vec::new() }], false)
    }

    /// A body of these parts: a union, or the only one.
    pub fn of_parts(parts: Vec<Part>, is_union: bool) -> PosedBody {
        PosedBody { parts, is_union, placed: Placed::default() }
    }

    /// This body, which from now on keeps its placed forms.
    pub fn caching(self) -> PosedBody {
        PosedBody { placed: Placed(Some(Default::default())), ..self }
    }

    /// Whether none of its parts is moved.
    pub fn is_plain(&self) -> bool {
        self.parts.iter().all(|part| part.steps.is_empty())
    }

    /// The body, moved by another step.
    pub fn moved(mut self, step: Step) -> PosedBody {
        self.parts.iter_mut().for_each(|part| part.steps.push(step));
        PosedBody::of_parts(self.parts, self.is_union)
    }

    /// Whether a part of it is a half-space.
    pub fn has_halfspace(&self) -> bool {
        self.parts.iter().any(|part| matches!(*part.body, Body::Halfspace { .. }))
    }

    /// Whether a part of it keeps its shape only under rotations: it is curved, has a radius or is a half-space.
    pub fn needs_rotations(&self) -> bool {
        self.parts.iter().any(|part| !matches!(*part.body, Body::Points(_)))
    }

    /// The body in the numbers of a scalar. Parts that are not moved are as written. `None` if a number overflows, or
    /// if a quaternion or a normal vanishes.
    pub fn body(&self, scalar: Arithmetic) -> Option<Body> {
        match &self.placed.0 {
            Some(kept) => kept[usize::from(scalar == Arithmetic::F32)].body.get_or_init(|| self.made_body(scalar)).clone(),
            None => self.made_body(scalar),
        }
    }

    fn made_body(&self, scalar: Arithmetic) -> Option<Body> {
        let mut map = None;
        let mut parts = self.parts.iter().map(|part| part.placed_by(scalar, &mut map)).collect::<Option<Vec<Body>>>()?;
        if self.is_union { Some(Body::Union(parts)) } else { parts.pop() }
    }

    /// A bound on the distance of the body in a scalar from the exact image of the numbers as written. `None` if that
    /// is not known: for curved bodies and half-spaces, and if there is no body.
    pub fn displacement(&self, scalar: Arithmetic) -> Option<f64> {
        let measured = || {
            let mut maps = [None, None];
            let each = self.parts.iter().map(|part| part.displacement(scalar, &mut maps));
            each.collect::<Option<Vec<f64>>>().map(|all| all.into_iter().fold(0.0, f64::max))
        };
        match &self.placed.0 {
            Some(kept) => *kept[usize::from(scalar == Arithmetic::F32)].displacement.get_or_init(measured),
            None => measured(),
        }
    }

    /// The exact image of the numbers as written, part by part. `None` if a part is curved: its image is not a hull of
    /// points.
    pub fn image(&self) -> Option<Vec<ExactPart>> {
        self.parts.iter().map(Part::image).collect()
    }
}

/// The number of a scalar that is nearest to a rational; `None` beyond its range.
fn nearest(x: &RBig, scalar: Arithmetic) -> Option<f64> {
    let nearest = match scalar {
        Arithmetic::F32 => f64::from(x.to_f32().value()),
        _ => x.to_f64().value(),
    };
    nearest.is_finite().then_some(nearest)
}

fn rounded(point: &Vector, scalar: Arithmetic) -> Option<Point> {
    let mut rounded = [0.0; 3];
    for (coordinate, exact) in rounded.iter_mut().zip(point) {
        *coordinate = nearest(exact, scalar)?;
    }
    Some(rounded)
}

/// Several steps as one: their composition is exact, and each of its numbers is rounded once to the nearest double.
/// `None` if a number overflows, or for a quaternion that is zero.
pub fn composed(steps: &[Step]) -> Option<Step> {
    let map = AffineMap::of(steps)?;
    let (linear, translation) = map.parts();
    let mut rows = [[0.0; 3]; 3];
    for (row, exact) in rows.iter_mut().zip(linear) {
        *row = rounded(exact, Arithmetic::F64)?;
    }
    Some(Step::Pose { turn: Some(Turn::Matrix(rows)), translation: rounded(translation, Arithmetic::F64)? })
}

/// The greatest entry of |RᵀR − I|, computed exactly and rounded once.
pub fn not_orthonormal(matrix: &[Point; 3]) -> f64 {
    let rows: Matrix = matrix.map(|row| row.map(map::rational));
    let pairs = (0..3).flat_map(|i| (i..3).map(move |j| (i, j)));
    let entry = |(i, j): (usize, usize)| {
        let product = rows.iter().fold(RBig::ZERO, |sum, row| sum + &row[i] * &row[j]);
        if i == j { product - RBig::ONE } else { product }
    };
    pairs.map(|pair| entry(pair).to_f64().value().abs()).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests;
