//! Bodies that stand in a file of their own.

use super::field::{Field, Place, Unknown};
use super::json::Elements;
use super::numbers::point;
use crate::body::Body;
use crate::given::{Given, Part, Step};
use crate::mesh::{self, Object};
use crate::quote::cut;
use crate::spelling::nearest;
use serde::Deserialize;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

/// A mesh as it stands in a line.
#[derive(Default, Deserialize)]
#[serde(default, expecting = "an object such as {\"file\":\"part.stl\"}")]
pub struct MeshFields {
    file: Field<String>,
    scale: Field<Elements>,
    object: Field<String>,
    #[serde(flatten)]
    unknown: Unknown,
}

/// The mesh files that a file of cases names, each read once.
pub struct MeshFiles {
    /// Where paths begin.
    folder: PathBuf,
    read: Mutex<FilesByPath>,
}

type FilesByPath = HashMap<PathBuf, Arc<Result<MeshFile, String>>>;

/// The objects of a file, and each as a body, which many cases may have.
struct MeshFile {
    objects: Vec<Object>,
    bodies: Vec<Arc<Body>>,
}

impl MeshFiles {
    /// Those that a file with this name may name.
    pub fn beside(file: &str) -> MeshFiles {
        MeshFiles { folder: Path::new(file).parent().unwrap_or(Path::new("")).to_owned(), read: Mutex::default() }
    }

    /// What a reader should know of them.
    pub fn notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = Vec::new();
        for (path, objects) in &*self.known() {
            notes.extend(objects.as_ref().as_ref().map(|file| mesh::notes(path, &file.objects)).unwrap_or_default());
        }
        notes.sort();
        notes
    }

    /// A panic of another thread leaves the map whole.
    fn known(&self) -> MutexGuard<'_, FilesByPath> {
        self.read.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn file(&self, file: &str) -> Arc<Result<MeshFile, String>> {
        let path = self.folder.join(file);
        let mut read = self.known();
        Arc::clone(read.entry(path.clone()).or_insert_with(|| {
            Arc::new(match mesh::foreign(&path) {
                Some(kind) => Err(format!("{}: {kind} is not read", path.display())),
                None => mesh::read_named_objects(&path).map_err(|problem| problem.to_string()).map(|objects| {
                    let body = |object: &Object| Arc::new(Body::Points(object.points.clone()));
                    MeshFile { bodies: objects.iter().map(body).collect(), objects }
                }),
            })
        }))
    }
}

/// The hull of an object of a file.
pub fn mesh(fields: MeshFields, place: &Place) -> Option<Given> {
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
        Some(Arc::clone(&file.bodies[object(&file.objects, name.clone()?.as_deref(), place)?]))
    });
    let body = Given::of_parts(vec![Part { body: object?, steps: Vec::new() }], false);
    Some(match scale? {
        None => body,
        Some(scale) => body.moved(Step::Scale(scale)),
    })
}

/// The number of the object of this name, or of the only one.
fn object(objects: &[Object], name: Option<&str>, place: &Place) -> Option<usize> {
    let names = || objects.iter().map(|object| &object.name[..]);
    let listed = || names().take(8).map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ");
    match (objects, name) {
        ([_], None) => Some(0),
        (_, None) => {
            place.fault(format!("{} objects are in the file; name one with \"object\", such as {}", objects.len(), listed()))
        }
        (_, Some(name)) => match objects.iter().position(|object| object.name == name) {
            Some(number) => Some(number),
            None => {
                let near = nearest(name, names()).map_or_else(String::new, |near| format!("; did you mean {near:?}?"));
                place.fault(format!("no object {:?} is in the file, which has {}{near}", cut(name), listed()))
            }
        },
    }
}
