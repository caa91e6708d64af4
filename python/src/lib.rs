//! The private module of the Python package `gjk`: exact truth, the judge and the certified GJK on arrays.
//!
//! The public functions are in Python (the folder `gjk`), with the documentation and the checks of types and shapes. A function
//! here gets the points of all bodies of an argument in one array, and the rows at which bodies end; it holds no lock of
//! Python while it works.

mod bodies;
mod casts;
mod distances;
mod drawing;
mod fault;
mod interrupt;
mod judging;
mod motion;
mod sources;
mod truth;

/// The module, as Python sees it.
#[pyo3::pymodule]
mod _gjk {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::casts::first_contacts;
    #[pymodule_export]
    use crate::distances::proved;
    #[pymodule_export]
    use crate::drawing::outline;
    #[pymodule_export]
    use crate::fault::fail;
    #[pymodule_export]
    use crate::judging::{judge, wrong};
    #[pymodule_export]
    use crate::sources::{case_lines, families, generate, load};
    #[pymodule_export]
    use crate::truth::Truth;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("COMMIT", env!("GJK_COMMIT"))?;
        module.add("TOLERANCE", gjk_truth::judge::TOLERANCE)
    }
}
