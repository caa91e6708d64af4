//! The simplex of M that a polytope begins with.

use gjk_numbers::{Oriented, Ring, Scalar};

use super::Search;
use super::polytope::{Workspace, product};
use super::rules::{Begin, slack};
use crate::depth::right;
use crate::difference::{Obstacle, SupportPoint};
use crate::observe::Observer;

/// The direction along which M has no extent, up to rounding.
pub(super) struct Flat<V> {
    pub normal: V,
}

/// Begins with the given vertices, and with support points across their span. `None` if the rule allows no support points and
/// there are too few vertices; an error if M is flat.
pub(super) fn begin<S: Oriented<Scalar: Scalar>, M: Obstacle<S>, O: Observer<S> + ?Sized>(
    rule: Begin,
    workspace: &mut Workspace<S>,
    search: &mut Search<'_, S, M, O>,
) -> Result<Option<()>, Flat<S::Vector>> {
    if rule == Begin::Simplex && workspace.vertices().len() <= S::DIMENSION {
        return Ok(None);
    }
    if workspace.vertices().is_empty() {
        let vertex = search.support(&S::unit(0));
        workspace.push(vertex);
    }
    let first = 0;
    let from = |workspace: &Workspace<S>, vertex: &SupportPoint<S>| {
        S::minus(&vertex.vertex.point, &workspace.vertices()[first].vertex.point)
    };
    let squared = |v: &S::Vector| S::dot(v, v);

    // The second vertex is the farthest from the first.
    let axes = || (0..S::DIMENSION).flat_map(|axis| [S::unit(axis), S::negated(&S::unit(axis))]).collect::<Few<S>>();
    let measure = |workspace: &Workspace<S>, vertex: &SupportPoint<S>| squared(&from(workspace, vertex));
    let second = farthest(workspace, search, measure, &S::Scalar::one(), axes)?;
    let edge = from(workspace, &workspace.vertices()[second]);

    // The third vertex is the farthest from their line.
    let across = || -> Few<S> {
        if S::DIMENSION == 2 {
            let normal = right::<S>(&edge);
            return [S::negated(&normal), normal].into_iter().collect();
        }
        // The axis most nearly orthogonal to the line.
        let size = |axis: usize| S::coordinate(&edge, axis).magnitude();
        let axis = (1..S::DIMENSION).fold(0, |least, axis| if size(axis) < size(least) { axis } else { least });
        let normal = product::<S>(Some(&edge), Some(&S::unit(axis)));
        let other = product::<S>(Some(&edge), Some(&normal));
        [S::negated(&normal), normal, S::negated(&other), other].into_iter().collect()
    };
    let measure = |workspace: &Workspace<S>, vertex: &SupportPoint<S>| {
        let area = S::turned(&S::cross(&edge, &from(workspace, vertex)), &edge);
        squared(&area)
    };
    // |(e × w) × e|² = |e|⁴ times the squared distance.
    let length_squared = squared(&edge);
    let third = farthest(workspace, search, measure, &length_squared.times(&length_squared), across)?;
    let mut fourth = 0;
    if S::DIMENSION > 2 {
        let other = from(workspace, &workspace.vertices()[third]);
        let normal = product::<S>(Some(&edge), Some(&other));
        let measure = |workspace: &Workspace<S>, vertex: &SupportPoint<S>| {
            let height = S::dot(&normal, &from(workspace, vertex));
            height.times(&height)
        };
        let both = || [S::negated(&normal), normal.clone()].into_iter().collect();
        fourth = farthest(workspace, search, measure, &squared(&normal), both)?;
    }
    workspace.enclose([first, second, third, fourth]);
    Ok(Some(()))
}

/// A few directions.
type Few<S> = smallvec::SmallVec<[<S as gjk_numbers::Space>::Vector; 8]>;

/// A vertex farther than this share of E from the span of the earlier vertices is accepted. A nearer one would make a sliver,
/// so support points are computed.
const SHARE: f64 = 1.0 / 1024.0;

/// The place of the vertex with the greatest measure, a squared length times `unit`. If the measure is small, the support
/// points in these directions are added first. An error if the extent of M is rounding alone.
fn farthest<S: Oriented<Scalar: Scalar>, M: Obstacle<S>, O: Observer<S> + ?Sized>(
    workspace: &mut Workspace<S>,
    search: &mut Search<'_, S, M, O>,
    measure: impl Fn(&Workspace<S>, &SupportPoint<S>) -> S::Scalar,
    unit: &S::Scalar,
    directions: impl FnOnce() -> Few<S>,
) -> Result<usize, Flat<S::Vector>> {
    let greatest = |workspace: &Workspace<S>| {
        let mut greatest = (0, S::Scalar::zero());
        for (place, vertex) in workspace.vertices().iter().enumerate() {
            let size = measure(workspace, vertex);
            if size > greatest.1 {
                greatest = (place, size);
            }
        }
        greatest
    };
    let is_within = |length: S::Scalar, size: &S::Scalar| *size <= length.times(&length).times(unit);
    let (place, size) = greatest(workspace);
    if !is_within(search.extent.times(&S::Scalar::from_f64(SHARE)), &size) {
        return Ok(place);
    }
    let directions = directions();
    let normal = directions.first().cloned().unwrap_or_else(S::zero);
    for direction in directions {
        let vertex = search.support(&direction);
        workspace.push(vertex);
    }
    let (place, size) = greatest(workspace);
    if is_within(slack(&search.extent), &size) { Err(Flat { normal }) } else { Ok(place) }
}
