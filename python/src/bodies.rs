//! Bodies in arrays of NumPy.

use std::ops::Range;

use gjk_cases::case::{Arithmetic, Case, Point};
use numpy::{PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The points of all bodies, a point a row, in either scalar.
#[derive(FromPyObject)]
pub enum Rows<'py> {
    /// Doubles.
    Double(PyReadonlyArray2<'py, f64>),
    /// Singles.
    Single(PyReadonlyArray2<'py, f32>),
}

/// The bodies of an argument: all points, and for each body the row after its last point.
#[derive(FromPyObject)]
pub struct Bodies<'py>(Rows<'py>, PyReadonlyArray1<'py, i64>);

/// A scalar of arrays.
pub trait Scalar: gjk_certified::Number + numpy::Element + Into<f64> {
    /// The arithmetic in which answers about such arrays are judged.
    const ARITHMETIC: Arithmetic;
}

impl Scalar for f64 {
    const ARITHMETIC: Arithmetic = Arithmetic::F64;
}

impl Scalar for f32 {
    const ARITHMETIC: Arithmetic = Arithmetic::F32;
}

/// Bodies of one scalar, without Python.
#[derive(Clone, Copy)]
pub struct Hulls<'a, T> {
    numbers: &'a [T],
    ends: &'a [i64],
    /// The dimension, 2 or 3.
    pub dimension: usize,
}

/// The pairs of two arguments that have as many bodies.
pub enum Pairs<'a> {
    /// In doubles.
    Double([Hulls<'a, f64>; 2]),
    /// In singles.
    Single([Hulls<'a, f32>; 2]),
}

/// Evaluates the same expression for pairs of either scalar.
#[macro_export]
macro_rules! in_either {
    ($pairs:expr, |$hulls:pat_param| $value:expr) => {
        match $pairs {
            $crate::bodies::Pairs::Double($hulls) => $value,
            $crate::bodies::Pairs::Single($hulls) => $value,
        }
    };
}

impl Bodies<'_> {
    /// The pairs of A and B.
    ///
    /// # Errors
    /// The arrays are not as the functions in Python make them.
    pub fn pairs<'a>(a: &'a Bodies<'_>, b: &'a Bodies<'_>) -> PyResult<Pairs<'a>> {
        let pairs = match (&a.0, &b.0) {
            (Rows::Double(of_a), Rows::Double(of_b)) => Pairs::Double([hulls(of_a, &a.1)?, hulls(of_b, &b.1)?]),
            (Rows::Single(of_a), Rows::Single(of_b)) => Pairs::Single([hulls(of_a, &a.1)?, hulls(of_b, &b.1)?]),
            _ => return Err(PyValueError::new_err("a and b have different dtypes")),
        };
        let alike = in_either!(&pairs, |[a, b]| a.dimension == b.dimension && a.len() == b.len());
        if alike { Ok(pairs) } else { Err(PyValueError::new_err("a and b have different numbers of bodies or dimensions")) }
    }
}

fn hulls<'a, T: Scalar>(rows: &'a PyReadonlyArray2<'_, T>, ends: &'a PyReadonlyArray1<'_, i64>) -> PyResult<Hulls<'a, T>> {
    let dimension = rows.as_array().ncols();
    let (numbers, ends) = (rows.as_slice()?, ends.as_slice()?);
    let rows = numbers.len() / dimension.max(1);
    let is_increasing = ends.iter().try_fold(0, |last, end| (*end > last).then_some(*end)) == Some(rows as i64);
    if !(2..=3).contains(&dimension) || !(is_increasing || ends.is_empty() && rows == 0) {
        return Err(PyValueError::new_err("the points are not those of bodies"));
    }
    Ok(Hulls { numbers, ends, dimension })
}

impl<'a, T: Scalar> Hulls<'a, T> {
    /// The number of bodies.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    fn rows(&self, body: usize) -> Range<usize> {
        let begin = if body == 0 { 0 } else { self.ends[body - 1] };
        begin as usize..self.ends[body] as usize
    }

    /// The points of a body of this dimension, as they are in the array.
    pub fn points<const D: usize>(&self, body: usize) -> &'a [[T; D]] {
        let rows = self.rows(body);
        self.numbers[rows.start * D..rows.end * D].as_chunks().0
    }

    /// The points of a body in doubles, in the plane with a third coordinate of zero.
    pub fn in_space(&self, body: usize) -> Vec<Point> {
        let rows = self.rows(body);
        let numbers = &self.numbers[rows.start * self.dimension..rows.end * self.dimension];
        let point = |row: &[T]| std::array::from_fn(|axis| row.get(axis).map_or(0.0, |x| (*x).into()));
        numbers.chunks_exact(self.dimension).map(point).collect()
    }

    /// The first point with a coordinate that is not finite.
    pub fn not_finite(&self, body: usize) -> Option<usize> {
        let rows = self.rows(body);
        let numbers = &self.numbers[rows.start * self.dimension..rows.end * self.dimension];
        let is_finite = |x: &T| Into::<f64>::into(*x).is_finite();
        numbers.iter().position(|x| !is_finite(x)).map(|at| at / self.dimension)
    }
}

/// The case of a pair.
pub fn case<T: Scalar>([a, b]: [Hulls<'_, T>; 2], pair: usize) -> Case {
    let mut case = Case::of_points("case", a.dimension as u8, a.in_space(pair), b.in_space(pair));
    case.home = (T::ARITHMETIC == Arithmetic::F32).then_some(Arithmetic::F32);
    case
}
