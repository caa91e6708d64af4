//! Reasons why a pair has no result, as errors of Python.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use gjk_cases::case::Case;
use gjk_cases::format::write;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::bodies::{Bodies, Hulls, Scalar, case};
use crate::in_either;

/// The reason why a pair has no result.
pub enum Fault {
    /// A coordinate is not finite.
    NotFinite(String),
    /// The project itself failed.
    Panic(String),
}

impl From<Fault> for PyErr {
    fn from(fault: Fault) -> PyErr {
        match fault {
            Fault::NotFinite(message) => PyValueError::new_err(message),
            Fault::Panic(message) => PyRuntimeError::new_err(message),
        }
    }
}

impl Fault {
    /// The fault of a point that is not finite. Among several pairs, the message begins with the number of the pair.
    pub fn not_finite<T: Scalar>(name: &str, hulls: &Hulls<'_, T>, pair: usize, point: usize) -> Fault {
        let numbers = &hulls.in_space(pair)[point][..hulls.dimension];
        let of = if hulls.len() > 1 { format!("pair {pair}: ") } else { String::new() };
        Fault::NotFinite(format!("{of}{name}[{point}] is not finite: {numbers:?}"))
    }

    /// Checks that all coordinates of a pair are finite.
    ///
    /// # Errors
    /// One is not.
    pub fn check_finite<T: Scalar>(hulls: &[Hulls<'_, T>; 2], pair: usize) -> Result<(), Fault> {
        for (name, hulls) in ["a", "b"].into_iter().zip(hulls) {
            if let Some(point) = hulls.not_finite(pair) {
                return Err(Fault::not_finite(name, hulls, pair, point));
            }
        }
        Ok(())
    }
}

/// Does the work of a pair. A panic is a fault of this project: it becomes an error that has the case.
pub fn guarded<R>(case: impl FnOnce() -> Case, work: impl FnOnce() -> R) -> Result<R, Fault> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let message = message_of(&*panic);
        Fault::Panic(format!(
            "gjk itself failed on this case, which is worth a report: {message}\ncase: {}",
            write(&case()).trim_end()
        ))
    })
}

/// Fails on purpose about the one pair: the tests look at the error.
#[pyfunction]
pub fn fail(py: Python<'_>, a: Bodies<'_>, b: Bodies<'_>) -> PyResult<()> {
    let pairs = Bodies::pairs(&a, &b)?;
    in_either!(pairs, |hulls| Ok(py.detach(|| guarded(|| case(hulls, 0), || panic!("on purpose")))?))
}

fn message_of(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without a message")
}
