//! Motions of the bodies A.

use gjk_cases::case::{Case, Point};
use numpy::PyReadonlyArray2;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::bodies::{Hulls, Pairs, Scalar, case};
use crate::in_either;

/// The motions of an argument, a row a pair, in doubles. If there is none, all bodies are at rest.
pub type Rows<'py> = Option<PyReadonlyArray2<'py, f64>>;

/// The motions without Python; a motion of zero is that of a body at rest.
#[derive(Clone, Copy)]
pub struct Motion<'a>(Option<&'a [f64]>);

impl<'a> Motion<'a> {
    /// The motions of these pairs.
    ///
    /// # Errors
    /// The array is not as the functions in Python make it.
    pub fn of(rows: &'a Rows<'_>, pairs: &Pairs<'_>) -> PyResult<Motion<'a>> {
        let Some(rows) = rows else { return Ok(Motion(None)) };
        let numbers = in_either!(pairs, |[a, _]| a.len() * a.dimension);
        let motion = rows.as_slice()?;
        if motion.len() == numbers && motion.iter().all(|x| x.is_finite()) {
            Ok(Motion(Some(motion)))
        } else {
            Err(PyValueError::new_err("motion does not have a finite row for each pair"))
        }
    }

    /// The motion of a pair, in the plane with a third coordinate of zero; `None` if its bodies are at rest.
    pub fn vector(self, dimension: usize, pair: usize) -> Option<Point> {
        let row = &self.0?[pair * dimension..(pair + 1) * dimension];
        let motion = std::array::from_fn(|axis| row.get(axis).copied().unwrap_or_default());
        (motion != [0.0; 3]).then_some(motion)
    }

    /// The case of a pair, with its motion.
    pub fn case<T: Scalar>(self, hulls: [Hulls<'_, T>; 2], pair: usize) -> Case {
        Case { cast: self.vector(hulls[0].dimension, pair), ..case(hulls, pair) }
    }
}
