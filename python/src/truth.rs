//! The exact truth of one pair.

use dashu_ratio::RBig;
use gjk_cases::case::{Case, Class, Point};
use gjk_cases::format::write;
use gjk_truth::proofs;
use gjk_truth::truth::{CastTruth, First, Truth as Known};
use pyo3::prelude::*;

use crate::bodies::Bodies;
use crate::casts;
use crate::fault::{Fault, guarded};
use crate::in_either;
use crate::motion::{Motion, Rows};

/// The exact truth of one pair. If A moves, the distance and the depth are those of B and the space that A sweeps. Only the class
/// and the distance are computed at once.
#[pyclass(frozen, module = "gjk._gjk")]
pub struct Truth {
    case: Case,
    known: Known,
}

#[pymethods]
impl Truth {
    /// The truth of the one pair.
    #[new]
    fn new(py: Python<'_>, a: Bodies<'_>, b: Bodies<'_>, motion: Rows<'_>) -> PyResult<Truth> {
        let pairs = Bodies::pairs(&a, &b)?;
        let motion = Motion::of(&motion, &pairs)?;
        in_either!(pairs, |hulls| Ok(py.detach(|| {
            Fault::check_finite(&hulls, 0)?;
            let case = motion.case(hulls, 0);
            let known = guarded(|| case.clone(), || Known::of(&case))?;
            Ok::<_, Fault>(Truth { case, known })
        })?))
    }

    /// `separated`, `touching` or `overlapping`; if A moves, `touching` or `overlapping` as the bodies start, else `hit` or `never`.
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
            truth.at_rest().depth_squared().filter(|_| !is_apart).as_ref().map(digits)
        })
    }

    /// The exact time of the first contact, likewise; `None` if the bodies do not meet, or A does not move.
    fn time(&self, py: Python<'_>) -> PyResult<Option<[String; 2]>> {
        self.later(py, |truth| match truth.known.cast()?.first(&truth.case) {
            First::At(time) => Some(digits(&time.low)),
            First::Never | First::Undecided => None,
        })
    }

    /// The direction from A to B: between nearest points, or along the least translation; if A moves, the normal of the first
    /// contact, or the direction from A to B where they pass each other.
    fn normal(&self, py: Python<'_>) -> PyResult<Option<Vec<f64>>> {
        self.later(py, |truth| {
            let normal = truth.of_cast(casts::normal, |truth| truth.known.direction(&truth.case));
            normal.map(|normal| truth.coordinates(&normal))
        })
    }

    /// Nearest points, or the points that the least translation brings together; if A moves, those of the first contact, or
    /// those where they pass each other.
    fn points(&self, py: Python<'_>) -> PyResult<Option<[Vec<f64>; 2]>> {
        self.later(py, |truth| {
            let points = truth.of_cast(casts::points, |truth| truth.known.contact_points(&truth.case));
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
    /// The truth of the bodies at rest: if A moves, that of B and the space that A sweeps.
    fn at_rest(&self) -> &Known {
        self.known.cast().map_or(&self.known, |cast| &cast.swept)
    }

    /// A value of the cast, or another one if A does not move.
    fn of_cast<R>(&self, moving: fn(&Case, &CastTruth) -> R, resting: fn(&Truth) -> R) -> R {
        self.known.cast().map_or_else(|| resting(self), |cast| moving(&self.case, cast))
    }

    fn coordinates(&self, point: &Point) -> Vec<f64> {
        point[..self.case.dimension.into()].to_vec()
    }

    fn later<R: Send>(&self, py: Python<'_>, work: impl FnOnce(&Truth) -> R + Send) -> PyResult<R> {
        Ok(py.detach(|| guarded(|| self.case.clone(), || work(self)))?)
    }
}
