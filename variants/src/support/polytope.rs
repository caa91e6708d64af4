//! Polytopes of many points, whose support points are found by climbing over the surface.

use nalgebra::SVector;

use super::graph::{Float, Graph};
use super::{Hull, SupportMap};
use crate::space::Solid;

/// The convex hull of many points in space, with the graph of its surface. Its answers are those of [`Hull`], points and
/// numbers: also in ties, for coplanar points, duplicates and interior points.
///
/// Each step of a climb waits for the one before, which a scan's do not, so for small hulls a scan is faster. Measured on a
/// processor with AVX-512 (`cargo run --release -p gjk-variants --example support`), one call after the other on a body at
/// hand, climbing overtakes the scan at 128 points in double and 256 in single precision for directions that have nothing to do
/// with each other, and below 8 for those of a run that converges. In whole runs over many pairs of bodies, which the caches
/// do not hold, it is worth its memory (some 300 bytes a point in double precision) from about 512 points on.
///
/// To make the graph of n points takes about n log n steps, and more where many points are near the surface but no corners.
#[derive(Clone, Debug)]
pub struct Polytope<T: Float> {
    hull: Hull<Solid<T>>,
    graph: Option<Graph<T>>,
}

impl<T: Float> Polytope<T> {
    /// The hull of these points, with their mean as its centre. None without points.
    pub fn new(points: Vec<SVector<T, 3>>) -> Option<Self> {
        Hull::new(points).map(Self::of)
    }

    /// The polytope of a hull.
    pub fn of(hull: Hull<Solid<T>>) -> Self {
        let points: Vec<[T; 3]> = hull.points().iter().map(|point| [point[0], point[1], point[2]]).collect();
        Polytope { graph: Graph::new(&points), hull }
    }

    /// Whether there is a surface to climb on. There is none where the points lie in a plane, where a coordinate is not finite,
    /// and where one is above 2²⁰⁰ or, but for zero, below 2⁻²⁰⁰ in size: then all points are scanned.
    pub fn climbs(&self) -> bool {
        self.graph.is_some()
    }

    #[cold]
    #[inline(never)]
    fn scanned(&self, direction: SVector<T, 3>) -> (SVector<T, 3>, usize) {
        self.hull.support(&direction, None)
    }

    /// The points.
    pub fn points(&self) -> &[SVector<T, 3>] {
        self.hull.points()
    }
}

impl<T: Float> SupportMap<Solid<T>> for Polytope<T> {
    /// The first point in index order wins a tie. A climb starts from `near`.
    #[inline(always)]
    fn support(&self, direction: &SVector<T, 3>, near: Option<usize>) -> (SVector<T, 3>, usize) {
        // Not by way of memory: a vector read just after its coordinates were written one by one would have to wait.
        match self.graph.as_ref().and_then(|graph| graph.support([direction[0], direction[1], direction[2]], near)) {
            Some((point, index)) => (SVector::from(point), index),
            None => self.scanned(*direction),
        }
    }

    fn center(&self) -> SVector<T, 3> {
        self.hull.center()
    }

    fn vertex(&self, index: usize) -> Option<SVector<T, 3>> {
        self.hull.vertex(index)
    }
}
