//! Bodies that are stored in files of their own.

use super::field::{Field, Place, Unknown};
use super::json::Elements;
use super::numbers::point;
use crate::body::Body;
use crate::given::{Part, PosedBody, Step};
use crate::mesh::{self, Object};
use crate::quote::cut;
use crate::spelling::nearest;
use serde::Deserialize;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

/// A mesh as it is written in a line.
#[derive(Default, Deserialize)]
#[serde(default, expecting = "an object such as {\"file\":\"part.stl\"}")]
pub struct MeshFields {
    file: Field<String>,
    scale: Field<Elements>,
    object: Field<String>,
    #[serde(flatten)]
    unknown: Unknown,
}

/// The largest number of names in a file with which a misspelt one is compared, and the largest number of misspelt
/// names that are compared.
const NAMES: usize = 1_000;
const MISSPELT: usize = 50;

/// The mesh files that a file of cases names, each read once.
pub struct MeshFiles {
    /// The folder at which relative paths begin.
    folder: PathBuf,
    read: Mutex<FilesByPath>,
}

type FilesByPath = HashMap<PathBuf, Arc<Result<MeshFile, String>>>;

/// The objects of a file, and each object as a body, which many cases may share.
struct MeshFile {
    objects: Vec<Object>,
    bodies: Vec<Arc<Body>>,
    /// The numbers of the objects, by name.
    numbers: HashMap<String, usize>,
    /// The path by which the first case names it.
    path: PathBuf,
    /// The number of misspelt object names that were compared with the names of the file.
    misspelt: AtomicUsize,
}

impl MeshFiles {
    /// The mesh files that a file of cases with this name may refer to.
    pub fn beside(file: &str) -> MeshFiles {
        MeshFiles { folder: Path::new(file).parent().unwrap_or(Path::new("")).to_owned(), read: Mutex::default() }
    }

    /// Notes for the user on the meshes.
    pub fn notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = Vec::new();
        for objects in self.known().values() {
            notes.extend(objects.as_ref().as_ref().map(|file| mesh::notes(&file.path, &file.objects)).unwrap_or_default());
        }
        notes.sort();
        notes
    }

    /// The map of the files that were read; a panic of another thread leaves it whole.
    fn known(&self) -> MutexGuard<'_, FilesByPath> {
        self.read.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn file(&self, file: &str) -> Arc<Result<MeshFile, String>> {
        let path = self.folder.join(file);
        let mut read = self.known();
        // A file may have several names, such as `./a.stl` and `a.stl`, and is read once.
        let own = std::fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
        Arc::clone(read.entry(own).or_insert_with(|| {
            Arc::new(match mesh::foreign(&path) {
                Some(kind) => Err(format!("{}: {kind}", path.display())),
                None => mesh::read_named_objects(&path).map_err(|problem| problem.to_string()).map(|objects| {
                    let body = |object: &Object| Arc::new(Body::Points(object.points.clone()));
                    let numbers = objects.iter().zip(0..).map(|(object, number)| (object.name.clone(), number)).collect();
                    MeshFile {
                        bodies: objects.iter().map(body).collect(),
                        objects,
                        numbers,
                        path: path.clone(),
                        misspelt: AtomicUsize::new(0),
                    }
                }),
            })
        }))
    }
}

/// The hull of an object of a file.
pub fn mesh(fields: MeshFields, place: &Place) -> Option<PosedBody> {
    place.refuse(fields.unknown.keys().map(String::as_str), &["file", "scale", "object"]);
    if place.dimension == Some(2) {
        return place.fault("a mesh is a body of space; dim is 2 here");
    }
    let scale = fields.scale.optional(&place.at("scale"), point);
    let name = fields.object.optional(&place.at("object"), |name, _| Some(name));
    let object = fields.file.required(&place.at("file"), |file, place| {
        let Some(files) = place.meshes else { return place.fault("no file is read here; write the points") };
        let file = files.file(&file);
        let file = place.or_fault(file.as_ref().as_ref(), |problem| problem.clone())?;
        Some(Arc::clone(&file.bodies[object(file, name.clone()?.as_deref(), place)?]))
    });
    let body = PosedBody::of_parts(vec![Part { body: object?, steps: Vec::new() }], false);
    Some(match scale? {
        None => body,
        Some(scale) => body.moved(Step::Scale(scale)),
    })
}

/// The number of the object with this name, or of the only object.
fn object(file: &MeshFile, name: Option<&str>, place: &Place) -> Option<usize> {
    let objects = &file.objects[..];
    let names = || objects.iter().map(|object| &object.name[..]).take(NAMES);
    let listed = || names().take(8).map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ");
    match (objects, name) {
        ([_], None) => Some(0),
        (_, None) => {
            place.fault(format!("{} objects are in the file; name one with \"object\", such as {}", objects.len(), listed()))
        }
        (_, Some(name)) => match file.numbers.get(name) {
            Some(number) => Some(*number),
            None => {
                // Many cases may name objects that do not exist, and only a few problems are reported.
                let is_compared = file.misspelt.fetch_add(1, Ordering::Relaxed) < MISSPELT;
                let near = if is_compared { nearest(name, names()) } else { None };
                let near = near.map_or_else(String::new, |near| format!("; did you mean {near:?}?"));
                place.fault(format!("no object {:?} is in the file, which has {}{near}", cut(name), listed()))
            }
        },
    }
}
