//! First contacts of bodies that move.

use dashu_ratio::RBig;
use gjk_cases::case::{Case, Point};
use gjk_truth::truth::{CastTruth, First, Truth};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;

use crate::bodies::{Bodies, Hulls, Scalar};
use crate::fault::{Fault, guarded};
use crate::in_either;
use crate::interrupt::in_pieces;
use crate::motion::{Motion, Rows};

/// The times of the first contacts of pairs, rounded: infinity for pairs that do not meet, and for pairs at rest NaN.
#[pyfunction]
pub fn first_contacts(py: Python<'_>, a: Bodies<'_>, b: Bodies<'_>, motion: Rows<'_>) -> PyResult<Py<PyArray1<f64>>> {
    let pairs = Bodies::pairs(&a, &b)?;
    let motion = Motion::of(&motion, &pairs)?;
    let times = in_either!(pairs, |hulls| {
        let mut times = Vec::new();
        in_pieces(py, hulls[0].len(), |pairs| {
            for pair in pairs {
                times.push(time(hulls, motion, pair)?);
            }
            Ok::<(), Fault>(())
        })?;
        times
    });
    Ok(times.into_pyarray(py).unbind())
}

fn time<T: Scalar>(hulls: [Hulls<'_, T>; 2], motion: Motion<'_>, pair: usize) -> Result<f64, Fault> {
    Fault::check_finite(&hulls, pair)?;
    let work = || {
        let case = motion.case(hulls, pair);
        match Truth::of(&case).cast().map(|cast| gjk_mode::ours(|| cast.first(&case).clone())) {
            Some(First::At(time)) => time.rounded(),
            Some(First::Never) => f64::INFINITY,
            Some(First::Undecided) | None => f64::NAN,
        }
    };
    guarded(|| motion.case(hulls, pair), work)
}

/// The points at which hulls touch first or, if they do not, at which they pass each other at the least distance: a point of A
/// then, and a point of B, each coordinate rounded once.
pub fn points(case: &Case, cast: &CastTruth) -> Option<[Point; 2]> {
    cast.nearest_points(case).map(|points| points.map(|point| point.map(|x| x.to_f64_fast())))
}

/// The normal of the first contact, from A into B and of length one up to rounding. If the bodies meet at the start, it is their
/// direction then; if they do not meet, it is the direction between the points at which they pass each other.
pub fn normal(case: &Case, cast: &CastTruth) -> Option<Point> {
    match cast.first(case) {
        First::At(time) => time.normal().or_else(|| cast.start.direction(&Case { cast: None, ..case.clone() })),
        First::Never | First::Undecided => {
            let [on_a, on_b] = cast.nearest_points(case)?;
            Some(along(&std::array::from_fn(|i| &on_b[i] - &on_a[i])))
        }
    }
}

/// The direction of a vector that is not zero. Its squares may be beyond the range of doubles.
fn along(v: &[RBig; 3]) -> Point {
    let size = |x: &RBig| if *x < RBig::ZERO { -x } else { x.clone() };
    let greatest = v.iter().map(size).fold(RBig::ZERO, RBig::max);
    let scaled = v.each_ref().map(|x| (x / &greatest).to_f64_fast());
    let length = scaled.iter().map(|x| x * x).sum::<f64>().sqrt();
    // Adding zero makes the zeros positive.
    scaled.map(|x| x / length + 0.0)
}
