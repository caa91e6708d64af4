//! Polytopes of many points, with support points from a chart of directions, and by climbing over the surface when the chart
//! does not decide.

use nalgebra::SVector;

use crate::digits::Float;
use crate::graph::Graph;
use gjk_numbers::Solid;
use gjk_support::{Hull, SupportMap};

/// The convex hull of many points in space, with the graph of its surface. Its answers are those of [`Hull`], points and
/// numbers, also for ties, coplanar points, duplicates and interior points.
///
/// For each cell of directions, the chart lists the few points that can be the greatest in it, and these are compared at once.
/// The surface is climbed only if there are many such points, as above a face with many corners.
///
/// A chart costs about 25 ns per call if the next call waits for it, whatever the number of points, as long as the caches hold
/// it. So for small hulls a scan is faster. Measured on a processor with AVX-512, in both precisions: at 32 points the scan is
/// faster, at 128 the chart. This holds one call after the other on a body in the cache (`cargo run --release -p gjk-climbing
/// --example climbing`) and in whole runs over many pairs (`duel`). Chart and graph need some 350 bytes per point in double and
/// 200 in single precision.
///
/// Building the graph of n points needs about n log n steps, and more if many points are near the surface without being
/// corners.
#[derive(Clone, Debug)]
pub struct Polytope<T: Float> {
    hull: Hull<Solid<T>>,
    graph: Option<Graph<T>>,
}

impl<T: Float> Polytope<T> {
    /// The hull of these points, with their mean as its centre. `None` without points.
    pub fn new(points: Vec<SVector<T, 3>>) -> Option<Self> {
        Hull::new(points).map(Self::of)
    }

    /// The polytope of a hull.
    pub fn of(hull: Hull<Solid<T>>) -> Self {
        let points: Vec<[T; 3]> = hull.points().iter().map(|point| [point[0], point[1], point[2]]).collect();
        Polytope { graph: Graph::new(&points), hull }
    }

    /// Whether there is a surface to climb on. There is none if the points lie in a plane, if a coordinate is not finite, or if
    /// a coordinate is above 2²⁰⁰ or, unless it is zero, below 2⁻²⁰⁰ in size: then all points are scanned.
    pub fn climbs(&self) -> bool {
        self.graph.is_some()
    }

    /// The points.
    pub fn points(&self) -> &[SVector<T, 3>] {
        self.hull.points()
    }
}

impl<T: Float> SupportMap<Solid<T>> for Polytope<T> {
    /// The first point in index order wins a tie. A climb starts from `near`.
    // Always inlined into the loop: a called function would not be compiled for AVX with it, and a climbing query took 1.4
    // times as long.
    #[inline(always)]
    fn support(&self, direction: &SVector<T, 3>, near: Option<usize>) -> (SVector<T, 3>, usize) {
        if let Some(graph) = &self.graph
            && let Some((point, index)) = graph.support([direction[0], direction[1], direction[2]], near)
        {
            return (SVector::from(point), index);
        }
        // A copy: a direction passed to a function by reference is in memory, from which the chart would be slow to load it.
        self.hull.support(&direction.clone(), near)
    }

    fn center(&self) -> SVector<T, 3> {
        self.hull.center()
    }

    #[inline(always)]
    fn vertex(&self, index: usize) -> Option<SVector<T, 3>> {
        self.hull.vertex(index)
    }

    #[inline(always)]
    fn knows_vertices(&self) -> bool {
        true
    }
}
