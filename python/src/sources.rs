//! Pairs of families, of files, of meshes and of robots.

use std::collections::TryReserveError;

use gjk_cases::case::{Arithmetic, Body, Case, Point};
use gjk_cases::family::{self, Family, families as all_families};
use gjk_cases::format::{self, write};
use gjk_cases::sources::{Composition, Member, Request, Scene};
use gjk_cases::spelling::{did_you_mean, nearest};
use gjk_cases::urdf::{JointValue, read_srdf};
use gjk_cases::{corpus, mesh, queries};
use gjk_records::CORPUS;
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::{PyMemoryError, PyOSError, PyValueError};
use pyo3::prelude::*;

use crate::bodies::Bodies;
use crate::fault::{Fault, guarded};
use crate::in_either;
use crate::interrupt::in_pieces;
use crate::motion::{Motion, Rows};

/// Pairs of one dimension and scalar: the points of A and the rows at which its bodies end, the same of B, the ids, as a file
/// of cases has them, and the motions, or `None` if no body moves.
type Packed = ((Py<PyAny>, Py<PyArray1<i64>>), (Py<PyAny>, Py<PyArray1<i64>>), Vec<String>, Option<Py<PyArray2<f64>>>);

/// The families of hulls of points: name, dimension, description, and whether A moves.
#[pyfunction]
pub fn families() -> Vec<(String, u8, String, bool)> {
    let text =
        |family: Box<dyn Family>, moves| (family.name().to_owned(), family.dimension(), family.description().to_owned(), moves);
    let at_rest = family::hull_families().into_iter().map(|family| text(family, false));
    at_rest.chain(family::cast_families().into_iter().map(|family| text(family, true))).collect()
}

/// The families of hulls of points, at rest or not.
fn of_hulls() -> impl Iterator<Item = Box<dyn Family>> {
    family::hull_families().into_iter().chain(family::cast_families())
}

/// The independent cases number `first` to `first` + `count` − 1 of a family.
#[pyfunction]
pub fn generate(py: Python<'_>, family: &str, first: u64, count: u64, seed: u64, single: bool) -> PyResult<Packed> {
    let found = of_hulls().find(|known| known.name() == family).ok_or_else(|| no_family(family))?;
    let arithmetic = if single { Arithmetic::F32 } else { Arithmetic::F64 };
    let mut packing = Packing::default();
    in_pieces(py, count as usize, |mut numbers| {
        let add = |number: usize| packing.add(&found.independent_case(seed, arithmetic, first + number as u64));
        numbers.try_for_each(add).map_err(no_memory)
    })?;
    packing.packed(py, usize::from(found.dimension()), single)
}

/// The error for a family that does not exist, or whose bodies are not hulls.
fn no_family(name: &str) -> PyErr {
    if all_families().iter().any(|family| family.name() == name) {
        return PyValueError::new_err(format!("the bodies of the family {name:?} are not hulls of points"));
    }
    let families: Vec<Box<dyn Family>> = of_hulls().collect();
    let near = nearest(name, families.iter().map(|family| family.name()));
    PyValueError::new_err(format!("there is no family {name:?}{}", did_you_mean("; gjk.pairs.families names all", near)))
}

/// Bodies in the making: all coordinates, and the rows at which bodies end.
#[derive(Default)]
struct Bodiless {
    numbers: Vec<f64>,
    ends: Vec<i64>,
}

impl Bodiless {
    fn add(&mut self, points: &[Point], dimension: usize) -> Result<(), TryReserveError> {
        self.numbers.try_reserve(points.len() * dimension)?;
        self.ends.try_reserve(1)?;
        self.numbers.extend(points.iter().flat_map(|point| &point[..dimension]));
        self.ends.push(self.ends.last().copied().unwrap_or_default() + points.len() as i64);
        Ok(())
    }

    fn arrays(self, py: Python<'_>, dimension: usize, single: bool) -> PyResult<(Py<PyAny>, Py<PyArray1<i64>>)> {
        let shape = [self.numbers.len() / dimension, dimension];
        let array = if single {
            let numbers: Vec<f32> = self.numbers.into_iter().map(|x| x as f32).collect();
            let array: Bound<'_, PyArray2<f32>> = numbers.into_pyarray(py).reshape(shape)?;
            array.into_any()
        } else {
            let array: Bound<'_, PyArray2<f64>> = self.numbers.into_pyarray(py).reshape(shape)?;
            array.into_any()
        };
        Ok((array.unbind(), self.ends.into_pyarray(py).unbind()))
    }
}

/// Pairs in the making.
#[derive(Default)]
struct Packing {
    bodies: [Bodiless; 2],
    ids: Vec<String>,
    motion: Vec<f64>,
    moves: bool,
}

impl Packing {
    fn add(&mut self, case: &Case) -> Result<(), TryReserveError> {
        let dimension = usize::from(case.dimension);
        self.bodies[0].add(case.a.points(), dimension)?;
        self.bodies[1].add(case.b.points(), dimension)?;
        self.ids.try_reserve(1)?;
        self.ids.push(case.id.replace(':', "."));
        self.motion.try_reserve(dimension)?;
        self.motion.extend(&case.cast.unwrap_or_default()[..dimension]);
        self.moves |= case.cast.is_some();
        Ok(())
    }

    fn packed(self, py: Python<'_>, dimension: usize, single: bool) -> PyResult<Packed> {
        let ([a, b], shape) = (self.bodies, [self.ids.len(), dimension]);
        let motion: Option<Bound<'_, PyArray2<f64>>> =
            self.moves.then(|| self.motion.into_pyarray(py).reshape(shape)).transpose()?;
        Ok((a.arrays(py, dimension, single)?, b.arrays(py, dimension, single)?, self.ids, motion.map(Bound::unbind)))
    }
}

fn no_memory(_: TryReserveError) -> PyErr {
    PyMemoryError::new_err("there is no memory for so many pairs")
}

/// The wish of a user for a file of bodies: joints with their values in radians or metres, and a pose.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Wish {
    joints: Vec<(String, f64)>,
    xyz: Option<[f64; 3]>,
    rpy: Option<[f64; 3]>,
    name: Option<String>,
    srdf: Vec<String>,
    beyond_limits: bool,
}

/// The pairs of the addresses, each in its own scalar: groups of one dimension and scalar, each with the numbers of its pairs among
/// all; notes on the files; and how many cases are left out, since a body or a part of it is no hull of points.
type Loaded = (Vec<(Py<PyArray1<i64>>, Packed)>, Vec<String>, usize);

/// Reads the pairs of an address: the corpus, a file of cases, of queries, of meshes, a robot, or a scene of several of them.
#[pyfunction]
pub fn load(py: Python<'_>, addresses: Vec<String>, wish: Wish) -> PyResult<Loaded> {
    let (cases, notes) = py.detach(|| read(&addresses, &wish)).map_err(|message| match message {
        Unread::NoFile(message) => PyOSError::new_err(message),
        // The operating system's own words.
        Unread::Wrong(message) if message.contains("(os error ") => PyOSError::new_err(message),
        Unread::Wrong(message) => PyValueError::new_err(message),
    })?;
    let count = cases.len();
    let (mut groups, mut number, mut left_out) = (Vec::<Group>::new(), 0, 0);
    for case in cases {
        let single = case.home == Some(Arithmetic::F32);
        let posed = case.posed(if single { Arithmetic::F32 } else { Arithmetic::F64 });
        let (hulls, is_whole) = posed.map_or((Vec::new(), false), hulls_of);
        left_out += usize::from(!is_whole);
        for pair in hulls {
            let is_alike = |group: &Group| (group.dimension, group.single) == (pair.dimension, single);
            let at = groups.iter().position(is_alike).unwrap_or_else(|| {
                groups.push(Group { dimension: pair.dimension, single, numbers: Vec::new(), cases: Vec::new() });
                groups.len() - 1
            });
            groups[at].numbers.push(number);
            groups[at].cases.push(pair);
            number += 1;
        }
    }
    if number == 0 && count > 0 {
        return Err(PyValueError::new_err(format!(
            "{}: no pair is of hulls of points alone; `gjk check` judges other bodies",
            addresses.join("+")
        )));
    }
    let groups = groups.into_iter().map(|Group { dimension, single, numbers, cases }| {
        let mut packing = Packing::default();
        cases.iter().try_for_each(|case| packing.add(case)).map_err(no_memory)?;
        Ok((numbers.into_pyarray(py).unbind(), packing.packed(py, dimension.into(), single)?))
    });
    Ok((groups.collect::<PyResult<_>>()?, notes, left_out))
}

/// Pairs of one dimension and scalar, and their numbers among all.
struct Group {
    dimension: u8,
    single: bool,
    numbers: Vec<i64>,
    cases: Vec<Case>,
}

/// The pairs of hulls of points of a case: of unions, the pairs of parts; and whether there are no others.
fn hulls_of(case: Case) -> (Vec<Case>, bool) {
    if case.is_of_hulls() {
        return (vec![case], true);
    }
    let is_union = matches!((&case.a, &case.b), (Body::Union(_), _) | (_, Body::Union(_)));
    if !is_union {
        return (Vec::new(), false);
    }
    let [of_a, of_b] = [&case.a, &case.b].map(|body| matches!(body, Body::Union(_)));
    let named = |(i, j, pair): (usize, usize, Case)| {
        let part = match (of_a, of_b) {
            (true, true) => format!("{i},{j}"),
            (true, false) => format!("{i},"),
            _ => format!(",{j}"),
        };
        Case { id: format!("{}[{part}]", case.id), ..pair }
    };
    let all: Vec<Case> = case.pairs().map(named).collect();
    let count = all.len();
    let hulls: Vec<Case> = all.into_iter().filter(Case::is_of_hulls).collect();
    let is_whole = hulls.len() == count;
    (hulls, is_whole)
}

/// The reason why an address has no pairs.
enum Unread {
    NoFile(String),
    Wrong(String),
}

fn read(addresses: &[String], wish: &Wish) -> Result<(Vec<Case>, Vec<String>), Unread> {
    let mut compositions = Vec::new();
    for address in addresses {
        match Composition::of(address).map_err(Unread::Wrong)? {
            Some(composition) => compositions.push(composition),
            None if addresses.len() > 1 => {
                return Err(Unread::Wrong(format!(
                    "{address}: several files make a scene, and this is neither a mesh nor a robot"
                )));
            }
            None => return written(address, wish),
        }
    }
    let Some(mut composition) = Composition::joined(compositions) else {
        return Err(Unread::Wrong("there is no file to load".to_owned()));
    };
    let has_wish = !wish.joints.is_empty() || wish.xyz.is_some() || wish.rpy.is_some() || wish.name.is_some();
    match &mut composition.members[..] {
        [member] => wished(member, wish).map_err(Unread::Wrong)?,
        _ if has_wish => {
            return Err(Unread::Wrong(
                "joints, xyz, rpy and name are of one file; among several write them behind its name, as in \
                 'arm.urdf@elbow=0.5@xyz=1,0,0'"
                    .to_owned(),
            ));
        }
        _ => {}
    }
    let mut request = Request { beyond_limits: wish.beyond_limits, ..Request::default() };
    for file in &wish.srdf {
        request.disabled.push(read_srdf(file).map_err(|problem| Unread::Wrong(problem.to_string()))?);
    }
    let scene = Scene::of(&composition, &request).map_err(Unread::Wrong)?;
    let cases = scene.cases().map_err(Unread::Wrong)?;
    let notes = scene.notes(None).into_iter().chain(scene.left_out()).collect();
    Ok((cases, notes))
}

/// Adds the wish to the member of a scene of one file.
fn wished(member: &mut Member, wish: &Wish) -> Result<(), String> {
    for (name, value) in &wish.joints {
        let joint = JointValue::of(name, &format::number(*value));
        member.joints.push(joint.ok_or_else(|| format!("the joint {name:?} has the value {value}"))?);
    }
    let numbers = |values: &[f64; 3]| values.map(format::number).join(",");
    let pose = [("rpy", &wish.rpy), ("xyz", &wish.xyz)].into_iter().filter_map(|(key, values)| Some((key, values.as_ref()?)));
    let pose: Vec<String> = pose.map(|(key, values)| format!("@{key}={}", numbers(values))).collect();
    if !pose.is_empty() {
        if !member.pose.is_empty() {
            return Err("the pose is given twice, behind the name and by keyword".to_owned());
        }
        // Through the reader of addresses, which checks the numbers.
        let posed = Member::of(&format!("x.obj{}", pose.concat()))?;
        member.pose = posed.map(|posed| posed.pose).unwrap_or_default();
    }
    if let Some(name) = &wish.name {
        member.name = Member::of(&format!("x.obj@name={name}"))?.and_then(|named| named.name);
    }
    Ok(())
}

/// The cases of the corpus, of a file of cases or of queries.
fn written(address: &str, wish: &Wish) -> Result<(Vec<Case>, Vec<String>), Unread> {
    if !wish.joints.is_empty() || wish.xyz.is_some() || wish.rpy.is_some() || wish.name.is_some() || !wish.srdf.is_empty() {
        return Err(Unread::Wrong(format!("{address}: joints, poses, names and srdf are for meshes and robots")));
    }
    let (file, id) = match address.split_once('#') {
        Some((file, id)) if !std::path::Path::new(address).exists() => (file, Some(id)),
        _ => (address, None),
    };
    let is_corpus = file == CORPUS && !std::path::Path::new(file).exists();
    if let Some(kind) = mesh::foreign(file) {
        return Err(Unread::Wrong(format!("{file}: {kind}")));
    }
    let reading = match is_corpus {
        true => Ok(corpus::all_reading()),
        false if queries::is_query_file(file) => queries::read_file(file),
        false => format::read_file(file),
    };
    let reading = reading.map_err(|error| Unread::NoFile(format!("{file}: {error}")))?;
    if !reading.problems.is_empty() {
        let problems: Vec<String> = reading.problems.iter().map(ToString::to_string).collect();
        return Err(Unread::Wrong(problems.join("\n")));
    }
    let Some(id) = id else { return Ok((reading.cases, reading.notes)) };
    match reading.cases.iter().position(|case| case.id == id) {
        Some(at) => Ok((vec![reading.cases[at].clone()], reading.notes)),
        None => {
            let near = nearest(id, reading.cases.iter().map(|case| &case.id[..]));
            Err(Unread::Wrong(format!("{file}: there is no case with id {id:?}{}", did_you_mean("", near))))
        }
    }
}

/// The pairs as lines of a file of cases.
#[pyfunction]
pub fn case_lines(py: Python<'_>, a: Bodies<'_>, b: Bodies<'_>, motion: Rows<'_>, ids: Vec<String>) -> PyResult<Vec<String>> {
    let pairs = Bodies::pairs(&a, &b)?;
    let motion = Motion::of(&motion, &pairs)?;
    in_either!(pairs, |hulls| Ok(py.detach(|| {
        let line = |(pair, id): (usize, &String)| {
            Fault::check_finite(&hulls, pair)?;
            let case = || motion.case(hulls, pair);
            guarded(case, || write(&Case { id: id.clone(), ..case() }).trim_end().to_owned())
        };
        ids.iter().enumerate().take(hulls[0].len()).map(line).collect::<Result<Vec<_>, _>>()
    })?))
}
