//! The exact truth of one pair.

use dashu_ratio::RBig;
use gjk_cases::case::{Case, Class, Point};
use gjk_cases::format::write;
use gjk_truth::proofs;
use gjk_truth::truth::Truth as Known;
use pyo3::prelude::*;

use crate::bodies::{Bodies, case};
use crate::fault::{Fault, guarded};
use crate::in_either;

/// The exact truth of one pair; what takes longer than its class and its distance is computed when it is asked for.
#[pyclass(frozen, module = "gjk._gjk")]
pub struct Truth {
    case: Case,
    known: Known,
}

#[pymethods]
impl Truth {
    /// The truth of the one pair.
    #[new]
    fn new(py: Python<'_>, a: Bodies<'_>, b: Bodies<'_>) -> PyResult<Truth> {
        let pairs = Bodies::pairs(&a, &b)?;
        in_either!(pairs, |hulls| Ok(py.detach(|| {
            Fault::check_finite(&hulls, 0)?;
            let case = case(hulls, 0);
            let known = guarded(|| case.clone(), || Known::of(&case))?;
            Ok::<_, Fault>(Truth { case, known })
        })?))
    }

    /// `separated`, `touching` or `overlapping`.
    #[getter]
    fn class_(&self) -> &'static str {
        self.known.class_name()
    }

    /// The distance, rounded.
    #[getter]
    fn distance(&self) -> f64 {
        self.known.distance_f64()
    }

    /// D, the greatest coordinate of a difference of points of the bodies, rounded.
    #[getter]
    fn size(&self) -> f64 {
        self.known.size().to_f64()
    }

    /// The squared distance, as the hexadecimal digits of a numerator and a denominator.
    #[getter]
    fn distance_squared(&self) -> Option<[String; 2]> {
        self.known.distance_squared().as_ref().map(digits)
    }

    /// The depth, rounded.
    fn depth(&self, py: Python<'_>) -> PyResult<Option<f64>> {
        self.later(py, |truth| truth.known.depth().map(|depth| depth.middle().to_f64()))
    }

    /// The squared depth, likewise.
    fn depth_squared(&self, py: Python<'_>) -> PyResult<Option<[String; 2]>> {
        self.later(py, |truth| {
            let is_apart = truth.known.decided() == Some(Class::Separated);
            truth.known.depth_squared().filter(|_| !is_apart).as_ref().map(digits)
        })
    }

    /// The direction from A to B: between nearest points, or along the least translation.
    fn normal(&self, py: Python<'_>) -> PyResult<Option<Vec<f64>>> {
        self.later(py, |truth| truth.known.direction(&truth.case).map(|normal| truth.coordinates(&normal)))
    }

    /// Nearest points, or the points that the least translation brings together.
    fn points(&self, py: Python<'_>) -> PyResult<Option<[Vec<f64>; 2]>> {
        self.later(py, |truth| {
            let points = truth.known.contact_points(&truth.case);
            points.map(|points| points.map(|point| truth.coordinates(&point)))
        })
    }

    /// The proof, as an object of JSON.
    fn proof(&self, py: Python<'_>) -> PyResult<String> {
        self.later(py, |truth| proofs::fields(&truth.case, &truth.known).to_string())
    }

    /// The case as a line of JSON.
    fn line(&self) -> String {
        write(&self.case).trim_end().to_owned()
    }
}

/// The numerator and the denominator in hexadecimal digits, which Python reads fast, however many they are.
fn digits(number: &RBig) -> [String; 2] {
    [number.numerator().in_radix(16).to_string(), number.denominator().in_radix(16).to_string()]
}

impl Truth {
    fn coordinates(&self, point: &Point) -> Vec<f64> {
        point[..self.case.dimension.into()].to_vec()
    }

    fn later<R: Send>(&self, py: Python<'_>, work: impl FnOnce(&Truth) -> R + Send) -> PyResult<R> {
        Ok(py.detach(|| guarded(|| self.case.clone(), || work(self)))?)
    }
}
