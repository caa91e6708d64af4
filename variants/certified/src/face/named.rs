//! The points of two bodies that a face has to be compared with.

use super::{Face, outward};
use crate::body::Body;
use crate::bound;
use crate::number::Number;
use crate::vector::Vector;

/// The greatest number of points of each body, not certainly on the far side of a face, that are examined.
const NAMED: usize = 64;

/// The points of each body that are not certainly on the far side of a face, including the face's own points. They are named
/// first and examined afterwards: the code of a closure is not compiled for the instruction set of its function.
pub(crate) struct Named(pub [NamedPoints; 2]);

pub(crate) struct NamedPoints {
    /// Each point with its height beyond the face for which it was named, up to a common factor, until another face is
    /// examined; zero for the points of that face.
    pub(super) points: [(u32, f64); NAMED],
    pub(super) count: usize,
}

impl Named {
    pub const NONE: Named = Named([NamedPoints::NONE; 2]);

    /// Names the points for a face; `None` if there are too many.
    #[inline(always)]
    pub(super) fn take<T: Number, const D: usize>(
        &mut self,
        a: &impl Body<T, D>,
        b: &impl Body<T, D>,
        face: &Face,
    ) -> Option<()> {
        let (outward, error) = outward::<T, D>(&face.normal, face.error);
        self.0[0].take(a, (&outward.map(|x| -x), &error), &face.a[0])?;
        self.0[1].take(b, (&outward, &error), &face.b[0])
    }
}

impl NamedPoints {
    pub(super) const NONE: NamedPoints = NamedPoints { points: [(0, 0.0); NAMED], count: 0 };

    #[inline(always)]
    fn take<T: Number, const D: usize>(
        &mut self,
        body: &impl Body<T, D>,
        (outward, error): (&[T; D], &Vector),
        first: &Vector,
    ) -> Option<()> {
        let threshold = bound::threshold(outward, first, &body.extent(), error)?;
        let (points, mut count) = (&mut self.points, 0);
        body.each_beyond(outward, threshold, |index| {
            if count < NAMED {
                points[count] = (index as u32, 0.0);
            }
            count += 1;
        });
        self.count = count;
        (count <= NAMED).then_some(())
    }

    #[inline(always)]
    pub fn as_slice(&self) -> &[(u32, f64)] {
        &self.points[..self.count]
    }

    #[inline(always)]
    pub fn as_mut_slice(&mut self) -> &mut [(u32, f64)] {
        &mut self.points[..self.count]
    }
}
