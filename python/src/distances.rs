//! Distances and depths that are proved, by `certified`.

use std::ops::Range;

use gjk_certified::{Apart, Depth, Distance, NoBody, Overlap, Points, Start, Workspace};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

use crate::bodies::{Bodies, Hulls, Scalar, case};
use crate::fault::{Fault, guarded};
use crate::in_either;
use crate::interrupt::in_pieces;

/// Results of pairs: whether they meet, and columns of lengths and points. Where bodies meet, they have no distance but zero,
/// and without a depth no points.
#[derive(Default)]
struct Columns<T> {
    meets: Vec<bool>,
    distance: Vec<T>,
    depth: Vec<T>,
    translation: Vec<T>,
    on_a: Vec<T>,
    on_b: Vec<T>,
}

/// The results as arrays: whether the bodies meet, distances, depths and translations or `None`, and points of A and of B.
pub type Arrays = (Py<PyArray1<bool>>, Py<PyAny>, Py<PyAny>, Py<PyAny>, Py<PyAny>, Py<PyAny>);

/// The distances of pairs, and their depths if they are wanted.
#[pyfunction(name = "certified")]
pub fn proved(py: Python<'_>, a: Bodies<'_>, b: Bodies<'_>, depth: bool) -> PyResult<Arrays> {
    let pairs = Bodies::pairs(&a, &b)?;
    in_either!(pairs, |hulls| arrays(py, hulls, depth))
}

fn arrays<T: Scalar>(py: Python<'_>, hulls: [Hulls<'_, T>; 2], depth: bool) -> PyResult<Arrays> {
    let (count, dimension) = (hulls[0].len(), hulls[0].dimension);
    let mut columns = Columns::<T>::default();
    let mut workspace = Workspace::default();
    in_pieces(py, count, |pairs| {
        gjk_mode::ours(|| match (dimension, depth) {
            (2, false) => columns.extend::<2>(hulls, pairs, distance),
            (2, true) => columns.extend::<2>(hulls, pairs, with_depth(&mut workspace)),
            (_, false) => columns.extend::<3>(hulls, pairs, distance),
            (_, true) => columns.extend::<3>(hulls, pairs, with_depth(&mut workspace)),
        })
    })?;
    let vectors = |numbers: Vec<T>| -> PyResult<Py<PyAny>> {
        let array: Bound<'_, PyArray2<T>> = numbers.into_pyarray(py).reshape([count, dimension])?;
        Ok(array.into_any().unbind())
    };
    let numbers = |numbers: Vec<T>| numbers.into_pyarray(py).into_any().unbind();
    let Columns { meets, distance, depth: depths, translation, on_a, on_b } = columns;
    let (depths, translation) = if depth { (numbers(depths), vectors(translation)?) } else { (py.None(), py.None()) };
    Ok((meets.into_pyarray(py).unbind(), numbers(distance), depths, translation, vectors(on_a)?, vectors(on_b)?))
}

fn distance<T: Scalar, const D: usize>(a: &Points<'_, T, D>, b: &Points<'_, T, D>, columns: &mut Columns<T>) {
    match gjk_certified::distance_of(a, b, &Start::Centers, &mut ()) {
        Distance::Apart(Apart { distance, on_a, on_b, .. }) => columns.apart(distance, on_a, on_b),
        Distance::Meets(_) => columns.meets(nan::<T, D>(), nan::<T, D>()),
    }
}

fn with_depth<T: Scalar, const D: usize>(
    workspace: &mut Workspace,
) -> impl FnMut(&Points<'_, T, D>, &Points<'_, T, D>, &mut Columns<T>) {
    move |a, b, columns| match gjk_certified::depth_of(a, b, &Start::Centers, workspace, &mut ()) {
        Depth::Apart(Apart { distance, on_a, on_b, .. }) => {
            columns.apart(distance, on_a, on_b);
            columns.depth.push(T::nearest(f64::NAN));
            columns.translation.extend(nan::<T, D>());
        }
        Depth::Overlaps(Overlap { depth, translation, on_a, on_b, .. }) => {
            columns.meets(on_a, on_b);
            columns.depth.push(depth);
            columns.translation.extend(translation);
        }
    }
}

fn nan<T: Scalar, const D: usize>() -> [T; D] {
    [T::nearest(f64::NAN); D]
}

impl<T: Scalar> Columns<T> {
    /// Adds the results of a range of pairs.
    fn extend<const D: usize>(
        &mut self,
        hulls: [Hulls<'_, T>; 2],
        pairs: Range<usize>,
        mut one: impl FnMut(&Points<'_, T, D>, &Points<'_, T, D>, &mut Columns<T>),
    ) -> Result<(), Fault> {
        for pair in pairs {
            let body = |number: usize, name: &str| {
                Points::new(hulls[number].points::<D>(pair)).map_err(|wrong| match wrong {
                    NoBody::NotFinite { point, .. } => Fault::not_finite(name, &hulls[number], pair, point),
                    wrong => Fault::NotFinite(format!("{name}: {wrong}")),
                })
            };
            let (a, b) = (body(0, "a")?, body(1, "b")?);
            guarded(|| case(hulls, pair), || one(&a, &b, self))?;
        }
        Ok(())
    }

    fn apart<const D: usize>(&mut self, distance: T, on_a: [T; D], on_b: [T; D]) {
        self.meets.push(false);
        self.distance.push(distance);
        self.on_a.extend(on_a);
        self.on_b.extend(on_b);
    }

    fn meets<const D: usize>(&mut self, on_a: [T; D], on_b: [T; D]) {
        self.meets.push(true);
        self.distance.push(T::default());
        self.on_a.extend(on_a);
        self.on_b.extend(on_b);
    }
}
