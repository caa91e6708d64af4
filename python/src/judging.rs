//! Answers of a GJK, judged in exact arithmetic.

use std::ops::Range;

use gjk_cases::case::Point;
use gjk_cases::format::{Answer, NormalSign, Penetration};
use gjk_records::{Measure, Question, Ruling};
use gjk_testing::{check_cast_within, check_within};
use gjk_truth::judge::judge as judged;
use gjk_truth::said::answered;
use gjk_truth::truth::Truth;
use numpy::{Element, IntoPyArray, PyArray1, PyReadonlyArray, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::bodies::{Bodies, Hulls, Scalar};
use crate::fault::{Fault, guarded};
use crate::in_either;
use crate::interrupt::in_pieces;
use crate::motion::{Motion, Rows};

/// The answers about all pairs, a row a pair. A verdict is 0 for apart, 1 for meeting, 2 for none; in the other columns a NaN
/// is no number.
#[derive(FromPyObject)]
pub struct Answers<'py> {
    meets: PyReadonlyArray1<'py, u8>,
    distance: Option<PyReadonlyArray1<'py, f64>>,
    depth: Option<PyReadonlyArray1<'py, f64>>,
    normal: Option<PyReadonlyArray2<'py, f64>>,
    translation: Option<PyReadonlyArray2<'py, f64>>,
    on_a: Option<PyReadonlyArray2<'py, f64>>,
    on_b: Option<PyReadonlyArray2<'py, f64>>,
    axis: Option<PyReadonlyArray2<'py, f64>>,
    time: Option<PyReadonlyArray1<'py, f64>>,
}

/// The answers without Python.
struct Columns<'a> {
    meets: &'a [u8],
    distance: Option<&'a [f64]>,
    depth: Option<&'a [f64]>,
    normal: Option<&'a [f64]>,
    translation: Option<&'a [f64]>,
    on_a: Option<&'a [f64]>,
    on_b: Option<&'a [f64]>,
    axis: Option<&'a [f64]>,
    time: Option<&'a [f64]>,
    dimension: usize,
}

fn slice<'a, T: Element, D: numpy::ndarray::Dimension>(
    column: &'a Option<PyReadonlyArray<'_, T, D>>,
) -> PyResult<Option<&'a [T]>> {
    Ok(column.as_ref().map(|column| column.as_slice()).transpose()?)
}

impl Answers<'_> {
    /// The columns.
    ///
    /// # Errors
    /// A column does not have a row for each pair.
    fn columns(&self, pairs: usize, dimension: usize) -> PyResult<Columns<'_>> {
        let columns = Columns {
            meets: self.meets.as_slice()?,
            distance: slice(&self.distance)?,
            depth: slice(&self.depth)?,
            normal: slice(&self.normal)?,
            translation: slice(&self.translation)?,
            on_a: slice(&self.on_a)?,
            on_b: slice(&self.on_b)?,
            axis: slice(&self.axis)?,
            time: slice(&self.time)?,
            dimension,
        };
        let Columns { distance, depth, normal, translation, on_a, on_b, axis, time, .. } = columns;
        let numbers = [distance, depth, time].into_iter().flatten().all(|column| column.len() == pairs);
        let mut vectors = [normal, translation, on_a, on_b, axis].into_iter().flatten();
        if columns.meets.len() == pairs && numbers && vectors.all(|column| column.len() == pairs * dimension) {
            Ok(columns)
        } else {
            Err(PyValueError::new_err("a column of the answers does not have a row for each pair"))
        }
    }
}

impl Columns<'_> {
    /// The answer about a pair.
    fn answer(&self, pair: usize) -> Answer {
        let number = |column: Option<&[f64]>| column.map(|column| column[pair]).filter(|x| !x.is_nan());
        let vector = |column: Option<&[f64]>| -> Option<Point> {
            let row = &column?[pair * self.dimension..(pair + 1) * self.dimension];
            (!row.iter().all(|x| x.is_nan())).then(|| std::array::from_fn(|axis| row.get(axis).copied().unwrap_or(0.0)))
        };
        Answer {
            meets: match self.meets[pair] {
                0 => Some(false),
                1 => Some(true),
                _ => None,
            },
            distance: number(self.distance),
            on_a: vector(self.on_a),
            on_b: vector(self.on_b),
            axis: vector(self.axis),
            penetration: Penetration {
                depth: number(self.depth),
                normal: vector(self.normal),
                translation: vector(self.translation),
            },
            time: number(self.time),
            ..Answer::default()
        }
    }
}

/// The question of a promise, by its name.
fn question(name: &str) -> PyResult<Question> {
    let found = Question::ALL.into_iter().find(|question| question.name() == name);
    found.ok_or_else(|| PyValueError::new_err(format!("there is no promise {name:?}")))
}

/// The names of the classes by their numbers: those of bodies at rest, and those of casts.
const CLASSES: [&str; 6] = ["separated", "touching", "overlapping", "", "hit", "never"];

/// The judgements of all pairs: rulings by their number in [`Ruling::ALL`], margins and errors in u·D or NaN, whether the
/// evidence proves the verdict; of the truth, classes by their number in [`CLASSES`], and distances; and the lengths by which times
/// are late and early, likewise in u·D or NaN.
#[derive(Default)]
struct Judgements {
    ruling: Vec<u8>,
    margin: Vec<f64>,
    error: Vec<f64>,
    certified: Vec<bool>,
    class: Vec<u8>,
    distance: Vec<f64>,
    late: Vec<f64>,
    early: Vec<f64>,
}

/// The columns of [`Judgements`] as arrays.
pub type Arrays = (
    Py<PyArray1<u8>>,
    Py<PyArray1<f64>>,
    Py<PyArray1<f64>>,
    Py<PyArray1<bool>>,
    Py<PyArray1<u8>>,
    Py<PyArray1<f64>>,
    Py<PyArray1<f64>>,
    Py<PyArray1<f64>>,
);

/// Judges the answers about pairs.
#[pyfunction]
pub fn judge(
    py: Python<'_>,
    a: Bodies<'_>,
    b: Bodies<'_>,
    motion: Rows<'_>,
    answers: Answers<'_>,
    promise: &str,
    tolerance: f64,
) -> PyResult<Arrays> {
    let (pairs, promise) = (Bodies::pairs(&a, &b)?, question(promise)?);
    let motion = Motion::of(&motion, &pairs)?;
    let found = in_either!(pairs, |hulls| {
        let columns = answers.columns(hulls[0].len(), hulls[0].dimension)?;
        let mut all = Judgements::default();
        in_pieces(py, hulls[0].len(), |pairs| all.extend((hulls, motion), pairs, &columns, promise, tolerance))?;
        all
    });
    let Judgements { ruling, margin, error, certified, class, distance, late, early } = found;
    Ok((
        ruling.into_pyarray(py).unbind(),
        margin.into_pyarray(py).unbind(),
        error.into_pyarray(py).unbind(),
        certified.into_pyarray(py).unbind(),
        class.into_pyarray(py).unbind(),
        distance.into_pyarray(py).unbind(),
        late.into_pyarray(py).unbind(),
        early.into_pyarray(py).unbind(),
    ))
}

impl Judgements {
    /// Judges the answers about a range of pairs.
    fn extend<T: Scalar>(
        &mut self,
        (hulls, motion): ([Hulls<'_, T>; 2], Motion<'_>),
        pairs: Range<usize>,
        answers: &Columns<'_>,
        promise: Question,
        tolerance: f64,
    ) -> Result<(), Fault> {
        for pair in pairs {
            Fault::check_finite(&hulls, pair)?;
            let work = || {
                let case = motion.case(hulls, pair);
                let truth = Truth::of(&case);
                let answer = answered(&answers.answer(pair), promise, NormalSign::default());
                let judgement = judged(&case, &truth, answer.as_ref(), T::ARITHMETIC, tolerance);
                (judgement, truth.class_name(), truth.distance_f64())
            };
            let (judgement, class, distance) = guarded(|| motion.case(hulls, pair), work)?;
            let number = Ruling::ALL.iter().position(|ruling| *ruling == judgement.ruling).unwrap_or_default();
            self.ruling.push(number as u8);
            self.margin.push(judgement.margin.unwrap_or(f64::NAN));
            self.error.push(judgement.error.unwrap_or(f64::NAN));
            self.certified.push(judgement.certified == Some(true));
            let class = CLASSES.iter().position(|known| *known == class).unwrap_or(3);
            self.class.push(class as u8);
            self.distance.push(distance);
            self.late.push(judgement.measures[Measure::Late].unwrap_or(f64::NAN));
            self.early.push(judgement.measures[Measure::Early].unwrap_or(f64::NAN));
        }
        Ok(())
    }
}

/// The message about the answer to the one pair; `None` if the answer is acceptable.
#[pyfunction]
pub fn wrong(
    py: Python<'_>,
    a: Bodies<'_>,
    b: Bodies<'_>,
    motion: Rows<'_>,
    answers: Answers<'_>,
    promise: &str,
    tolerance: f64,
) -> PyResult<Option<String>> {
    let (pairs, promise) = (Bodies::pairs(&a, &b)?, question(promise)?);
    let motion = Motion::of(&motion, &pairs)?;
    in_either!(pairs, |hulls| {
        let dimension = hulls[0].dimension;
        let answer = answers.columns(hulls[0].len(), dimension)?.answer(0);
        Ok(py.detach(|| match dimension {
            2 => checked::<_, 2>((hulls, motion), &answer, promise, tolerance),
            _ => checked::<_, 3>((hulls, motion), &answer, promise, tolerance),
        })?)
    })
}

fn checked<T: Scalar, const D: usize>(
    (hulls, motion): ([Hulls<'_, T>; 2], Motion<'_>),
    answer: &Answer,
    promise: Question,
    tolerance: f64,
) -> Result<Option<String>, Fault> {
    Fault::check_finite(&hulls, 0)?;
    let [a, b] = hulls.map(|hulls| hulls.points::<D>(0).iter().map(|point| point.map(Into::into)).collect::<Vec<[f64; D]>>());
    let check = || match motion.vector(D, 0) {
        None => check_within(tolerance, answer, promise, &a, &b, T::ARITHMETIC),
        Some(motion) => {
            let motion: [f64; D] = std::array::from_fn(|axis| motion[axis]);
            check_cast_within(tolerance, answer, promise, &a, &b, &motion, T::ARITHMETIC)
        }
    };
    guarded(|| motion.case(hulls, 0), || check().err().map(|wrong| wrong.to_string()))
}
