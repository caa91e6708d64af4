//! Observed runs of one boolean variant on a pair of the lattice, and the location of the origin relative to a simplex.
//!
//! Nothing here is generic: generic code is compiled again where it is called, at the optimisation level of the calling
//! package, whereas this package is compiled for millions of runs.

use gjk_truth::certificate;
use gjk_truth::oracle::nearest;
use gjk_variants::vector::Vector;
use gjk_variants::{CAPACITY, Observer, Simplex, Solid, Vertex};

use super::machine_integer::MachineInteger;

/// A function that receives a simplex that DoSimplex is called on, and its points, the newest last.
pub type SimplexSeen<'f> = &'f mut dyn FnMut(&Simplex<Solid<MachineInteger>>, &[Vector<MachineInteger>]);

/// Passes on each simplex that DoSimplex is called on.
pub(super) struct Simplices<'f>(pub SimplexSeen<'f>);

impl Observer<Solid<MachineInteger>> for Simplices<'_> {
    fn entered(&mut self, older: &Simplex<Solid<MachineInteger>>, newest: &Vertex<Solid<MachineInteger>>) {
        let simplex = older.with(newest);
        let mut points = [[MachineInteger(0); 3]; CAPACITY];
        for (point, vertex) in points.iter_mut().zip(simplex.vertices()) {
            point.copy_from_slice(vertex.point.as_slice());
        }
        (self.0)(&simplex, &points[..simplex.len()]);
    }
}

/// [`nearest::nearest_face`] of points of the lattice.
pub fn nearest_face(points: &[Vector<MachineInteger>]) -> Option<(u8, Vector<MachineInteger>)> {
    nearest::nearest_face(points)
}

/// [`certificate::holds_origin`] of points of the lattice.
pub fn holds_origin(points: &[Vector<MachineInteger>]) -> bool {
    certificate::holds_origin(points)
}
