//! Hulls from meshes: the objects of a file, each as the points that belong to it.
//!
//! A body is the convex hull of its object's points: faces determine which points belong to an object, and whether it
//! is [convex](mod@convexity). The coordinates of an OBJ file are the doubles nearest to its decimals. Those of an STL
//! file, binary or text, are singles, and those of a PLY file have the types that its header states: these are the
//! numbers that the formats hold. If a file places its objects, as glTF and COLLADA do, the pose of each node in the
//! world is computed exactly from the pose of its parent, and rounded to doubles once; its points are the exact images
//! under that pose, rounded once.

pub(crate) mod budget;
mod buffers;
mod collada;
pub mod convexity;
mod glb;
pub(crate) mod lines;
mod obj;
mod off;
mod ply;
mod stl;
pub(crate) mod xml;

use self::convexity::Convexity;
use crate::body::{Body, Point};
use crate::case::{Arithmetic, Case};
use crate::files;
use crate::format::Problem;
use crate::given::{Part, Step, composed};
use crate::quote::cut;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

/// An object of a mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    /// Its name in letters, digits, `.`, `_` and single `-`; unique among the objects of its file. It is the name in
    /// the file, with every other character turned into `_` and a number appended to a name that occurs again; the name
    /// of the file if the file gives none.
    pub name: String,
    /// Its points in the order in which its faces name them: at least one, all coordinates finite.
    pub points: Vec<Point>,
    /// Its surface as triangles of the numbers of points; empty if the file has no surface.
    pub faces: Vec<[u32; 3]>,
    /// Remarks of the reader for the user, such as on vertices that are left out.
    pub remarks: Remarks,
}

/// Remarks of a reader on an object. Few objects have any, and a file may have very many objects, so they are kept apart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Remarks(Option<Box<Texts>>);

/// The texts of remarks.
#[derive(Clone, Debug, PartialEq)]
struct Texts(Vec<String>);

impl Remarks {
    /// The texts.
    pub fn texts(&self) -> &[String] {
        self.0.as_ref().map_or(&[], |texts| &texts.0)
    }

    /// Puts texts before the others.
    fn begin_with(&mut self, texts: impl IntoIterator<Item = String>) {
        *self = texts.into_iter().chain(self.0.take().into_iter().flat_map(|texts| texts.0)).collect();
    }
}

impl FromIterator<String> for Remarks {
    fn from_iter<I: IntoIterator<Item = String>>(texts: I) -> Remarks {
        let texts: Vec<String> = texts.into_iter().collect();
        Remarks((!texts.is_empty()).then(|| Box::new(Texts(texts))))
    }
}

/// A polygon as triangles about its first corner.
fn fan(corners: &[u32]) -> impl Iterator<Item = [u32; 3]> {
    let rest = corners.get(1..).unwrap_or_default();
    rest.windows(2).map(|edge| [corners[0], edge[0], edge[1]])
}

/// The object of the vertices that its faces name, in their order; of all vertices if there is no face. The corners of
/// faces are numbers of existing vertices. The error is the number of a vertex that is not finite.
fn object(name: &str, vertices: &[Point], faces: &[[u32; 3]]) -> Result<Object, usize> {
    const NONE: u32 = u32::MAX;
    let mut local: Vec<u32> = vec![NONE; vertices.len()];
    let mut points = Vec::new();
    let mut number_of = |vertex: usize| -> Result<u32, usize> {
        if local[vertex] != NONE {
            return Ok(local[vertex]);
        }
        if !vertices[vertex].iter().all(|x| x.is_finite()) {
            return Err(vertex);
        }
        let number = points.len() as u32;
        local[vertex] = number;
        points.push(vertices[vertex]);
        Ok(number)
    };
    let mut own = Vec::with_capacity(faces.len());
    for face in faces {
        let [a, b, c] = face.map(|vertex| vertex as usize);
        own.push([number_of(a)?, number_of(b)?, number_of(c)?]);
    }
    if faces.is_empty() {
        (0..vertices.len()).try_for_each(|vertex| number_of(vertex).map(|_| ()))?;
    }
    let remarks = unused(vertices.len() - points.len(), vertices.len()).into_iter().collect();
    Ok(Object { name: name.to_owned(), points, faces: own, remarks })
}

/// The remark on vertices that are left out because no face uses them; `None` if there are none.
fn unused(count: usize, all: usize) -> Option<String> {
    let belong = if count == 1 { "belongs to no face and is" } else { "belong to no face and are" };
    (count > 0).then(|| format!("{count} of {all} vertices {belong} left out"))
}

/// The position of an object in a file, for messages.
struct Place<'a> {
    path: &'a Path,
    field: &'a str,
}

/// The pose of a node in the world, from its steps within its parent and the pose `outer` of the parent in the world:
/// their composition is exact, and each of its numbers is rounded once. `None` if the node is not moved.
fn world(mut steps: Vec<Step>, outer: Option<Step>, place: &Place) -> Result<Option<Step>, Problem> {
    if steps.is_empty() {
        return Ok(outer);
    }
    steps.extend(outer);
    let overflows =
        || Problem { field: place.field.to_owned(), ..Problem::of_file(place.path, "where it is placed a number overflows") };
    composed(&steps).map(Some).ok_or_else(overflows)
}

/// The remark on a matrix of a node that is no rotation, not even with a scale for each axis: its columns are not at right angles.
/// `None` for other matrices.
fn sheared(name: &str, rows: &[Point; 3]) -> Option<String> {
    let product = |i: usize, j: usize| rows.iter().map(|row| row[i] * row[j]).sum::<f64>();
    let lengths = [0, 1, 2].map(|i| product(i, i).sqrt());
    let says = |what: String| Some(format!("the matrix of node `{}` is no rotation: {what}; its image is judged", cut(name)));
    if lengths.contains(&0.0) {
        return says("a column of it is zero".to_owned());
    }
    let cosines = [(0, 1), (0, 2), (1, 2)].map(|(i, j)| (product(i, j) / (lengths[i] * lengths[j])).abs());
    let off = cosines.into_iter().fold(0.0, f64::max);
    if off <= SHEARED {
        None
    } else {
        says(format!("with its columns scaled to length one, an entry of RᵀR − I is {off:.3e}"))
    }
}

/// The largest entry of |RᵀR − I| of a matrix that is taken to be a rotation: files hold singles, or decimals of few digits.
const SHEARED: f64 = 1e-6;

/// The object with each point placed in the world of its file: the exact image, rounded once.
fn placed(mut object: Object, steps: &[Step], place: &Place) -> Result<Object, Problem> {
    let body = Arc::new(Body::Points(std::mem::take(&mut object.points)));
    let part = Part { body, steps: steps.to_vec() };
    let Some(Body::Points(points)) = part.placed(Arithmetic::F64) else {
        let reason = "where it is placed a coordinate overflows";
        return Err(Problem { field: place.field.to_owned(), ..Problem::of_file(place.path, reason) });
    };
    Ok(Object { points, ..object })
}

/// The ending of a file's name in lower case, which determines the format.
fn ending(path: &Path) -> String {
    path.extension().unwrap_or_default().to_ascii_lowercase().to_string_lossy().into_owned()
}

/// The endings of the files that are read.
pub const ENDINGS: [&str; 7] = ["obj", "stl", "ply", "off", "glb", "gltf", "dae"];

/// Whether a file name has the ending of a mesh format that is read.
pub fn is_mesh(path: impl AsRef<Path>) -> bool {
    ENDINGS.contains(&ending(path.as_ref()).as_str())
}

/// The message for a file with a mesh, a scene or points in a format that is not read, by the ending of its name: the format, and
/// a way to one that is read. `None` for other endings.
pub fn foreign(path: impl AsRef<Path>) -> Option<&'static str> {
    Some(match ending(path.as_ref()).as_str() {
        "fbx" => "a scene in FBX format is not read: `assimp export a.fbx a.obj` writes a file that is",
        "3mf" => "a mesh in 3MF format is not read: `assimp export a.3mf a.obj` writes a file that is",
        "usd" | "usda" | "usdc" | "usdz" => "a scene in USD format is not read: export it as .glb, for instance with Blender",
        "blend" => "a scene of Blender is not read: export it as .glb or .obj",
        "step" | "stp" => "a model in STEP format is not read: export its mesh as .stl, for instance with FreeCAD",
        "iges" | "igs" => "a model in IGES format is not read: export its mesh as .stl, for instance with FreeCAD",
        "wrl" => "a scene in VRML format is not read: `assimp export a.wrl a.obj` writes a file that is",
        "x3d" => "a scene in X3D format is not read: `assimp export a.x3d a.obj` writes a file that is",
        "xacro" => "a macro that makes a robot is not read: `xacro a.xacro > a.urdf` writes a file that is",
        "sdf" => "a world in SDF format is not read: write its links as a .urdf, or name its meshes one by one",
        "mjcf" => "a model of MuJoCo is not read: write its bodies as a .urdf, or name its meshes one by one",
        "xml" => {
            "an XML file of unknown kind is not read: rename a robot, which begins with <robot>, to .urdf; write the bodies of a model \
             of MuJoCo, which begins with <mujoco>, as a .urdf, or name its meshes one by one"
        }
        "wkt" => {
            "geometries as well-known text are not read: write the points of each polygon as a body of a case, \
             {\"points\":[[x,y],…]}, in a .jsonl"
        }
        "xyz" => "a cloud of points is not read: `sed 's/^/v /' a.xyz > a.obj` writes a file that is",
        "npy" => {
            "an array of numpy is not read: numpy.savetxt('a.obj', numpy.load('a.npy'), fmt='v %.17g %.17g %.17g') writes a file that is"
        }
        "vtk" | "vtu" => "a mesh in VTK format is not read: `meshio convert a.vtk a.ply` writes a file that is",
        "msh" => "a mesh of Gmsh is not read: `meshio convert a.msh a.ply` writes a file that is",
        _ => return None,
    })
}

/// Reads the objects of a mesh, at least one.
///
/// In an OBJ file, an object begins at a statement `o`; if there is none, at a `g`; if there is none of these either,
/// the whole file is one object. The points of an object are those to which its faces, lines and points refer; an
/// object of vertices alone, to which nothing else in the file refers, has all of them. In an STL file, an object is a
/// `solid` (a binary file is one); corners of triangles that are equal to the bit are one point. A PLY or an OFF file
/// is one object. In a glTF or a COLLADA file, an object is a node of the scene that has a mesh, placed as the scene
/// places it.
///
/// The user names the path, which may be a pipe; [`read_named_objects`] reads a file that another file names.
pub fn read_objects(path: impl AsRef<Path>) -> Result<Vec<Object>, Problem> {
    of_read(files::read_given(&path), path.as_ref())
}

/// Reads the objects of a mesh that another file names, which must be a regular file.
pub fn read_named_objects(path: impl AsRef<Path>) -> Result<Vec<Object>, Problem> {
    of_read(files::read_named(&path), path.as_ref())
}

fn of_read(bytes: std::io::Result<Vec<u8>>, path: &Path) -> Result<Vec<Object>, Problem> {
    let bytes = bytes.map_err(|error| Problem::of_file(path, format!("cannot read the mesh: {error}")))?;
    parse_objects(&bytes, path)
}

/// Reads objects from the bytes of a file; the ending of the path determines the format, and messages name the path.
pub fn parse_objects(bytes: &[u8], path: &Path) -> Result<Vec<Object>, Problem> {
    let mut objects = match ending(path).as_str() {
        "obj" => obj::parse(bytes, path)?,
        "stl" => stl::parse(bytes, path)?,
        "ply" => ply::parse(bytes, path)?,
        "off" => off::parse(bytes, path)?,
        "glb" | "gltf" => glb::parse(bytes, path)?,
        "dae" => collada::parse(bytes, path)?,
        _ => return Err(Problem::of_file(path, format!("a mesh is a file with the ending .{}", ENDINGS.join(", .")))),
    };
    objects.retain(|object| !object.points.is_empty());
    if objects.is_empty() {
        return Err(Problem::of_file(path, "no object with a vertex in the file"));
    }
    name_apart(&mut objects, path);
    Ok(objects)
}

/// The id of the case of two objects: their names joined by `--`, which no name contains.
pub fn pair_id(a: &Object, b: &Object) -> String {
    format!("{}--{}", a.name, b.name)
}

/// The largest number of notes on the objects of a file.
const NOTES: usize = 8;

/// Notes for the user on objects: the remarks of the reader, and the objects that may differ from their hulls; only the hulls
/// are judged. There are at most eight for a file.
pub fn notes(path: &Path, objects: &[Object]) -> Vec<String> {
    first_notes(path, objects.iter().flat_map(|object| notes_of(path, object)).collect())
}

/// The first of the notes on a file, and how many more there are.
pub(crate) fn first_notes(path: &Path, mut notes: Vec<String>) -> Vec<String> {
    if notes.len() > NOTES {
        let more = notes.len() - NOTES + 1;
        notes.truncate(NOTES - 1);
        notes.push(format!("{}: and {more} more objects are not convex, or open, or have a remark", path.display()));
    }
    notes
}

/// Notes for the user on an object.
pub(crate) fn notes_of(path: &Path, object: &Object) -> Vec<String> {
    let (file, name) = (path.display(), &object.name);
    let mut notes: Vec<String> = object.remarks.texts().iter().map(|remark| format!("{file}: `{name}`: {remark}")).collect();
    notes.extend(match convexity::convexity(object) {
        Convexity::Larger(times) => Some(format!(
            "{file}: `{name}` is not convex: its hull is judged, whose volume is {times:.3} times that of the mesh"
        )),
        Convexity::Open => {
            Some(format!("{file}: the surface of `{name}` is open, so it is unknown whether it is convex: its hull is judged"))
        }
        Convexity::Points | Convexity::Convex => None,
    });
    notes
}

/// The case of two objects, posed as in their files.
pub fn case(a: &Object, b: &Object) -> Case {
    Case::of_points(pair_id(a, b), 3, a.points.clone(), b.points.clone())
}

/// Makes the names of objects distinct ids; the name of the file replaces an empty name.
fn name_apart(objects: &mut [Object], path: &Path) {
    let stem = path.file_stem().map(|stem| safe(&stem.to_string_lossy())).filter(|name| !name.is_empty());
    let stem = stem.unwrap_or_else(|| "object".to_owned());
    names_apart(objects.iter_mut().map(|object| &mut object.name), &stem);
}

/// Makes names distinct ids; `empty` replaces an empty name.
pub fn names_apart<'n>(names: impl IntoIterator<Item = &'n mut String>, empty: &str) {
    // For each name that is in use: the next number to append to it, from 2.
    let mut taken: HashMap<String, u64> = HashMap::new();
    for own in names {
        let mut name = safe(own);
        if name.is_empty() {
            empty.clone_into(&mut name);
        }
        if is_taken(&name, &taken) {
            let mut number = taken.get(&name).copied().unwrap_or(2);
            while is_taken(&format!("{name}-{number}"), &taken) {
                number += 1;
            }
            *own = format!("{name}-{number}");
            taken.insert(name, number + 1);
        } else {
            own.clone_from(&name);
            taken.insert(name, 2);
        }
    }
}

/// Whether a name is in use, either itself or as another name with an appended number. Only names that files give are
/// stored.
fn is_taken(name: &str, taken: &HashMap<String, u64>) -> bool {
    let with_number = name.rsplit_once('-').and_then(|(name, number)| Some((taken.get(name)?, number)));
    let is_used = |(next, number): (&u64, &str)| {
        !number.starts_with('0') && number.parse::<u64>().is_ok_and(|number| (2..*next).contains(&number))
    };
    taken.contains_key(name) || with_number.is_some_and(is_used)
}

/// The largest number of letters in a name: each pair of a scene has an id of two names.
const LETTERS: usize = 200;

/// Whether a name is in the letters of an id, without `-` at its ends and without `--`.
pub fn is_name(name: &str) -> bool {
    !name.is_empty() && safe(name) == name
}

/// The beginning of a name in the letters of an id, without `-` at its ends and without `--`.
fn safe(name: &str) -> String {
    let mut safe = String::new();
    for letter in name.trim().chars().take(LETTERS) {
        match letter {
            '-' if safe.is_empty() || safe.ends_with('-') => {}
            '-' | '.' | '_' => safe.push(letter),
            _ if letter.is_ascii_alphanumeric() => safe.push(letter),
            _ => safe.push('_'),
        }
    }
    safe.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_ids_that_differ() {
        let object = |name: &str| Object {
            name: name.to_owned(),
            points: vec![[0.0; 3]],
            faces: Vec::new(),
            remarks: Remarks::default(),
        };
        let mut objects = ["a b", "a_b", "--x--y-", "", "Würfel/1", "a_b", "a_b-2"].map(object);
        name_apart(&mut objects, Path::new("some where/my mesh.obj"));
        let names = objects.map(|object| object.name);
        assert_eq!(names, ["a_b", "a_b-2", "x-y", "my_mesh", "W_rfel_1", "a_b-3", "a_b-2-2"]);
        let mut objects = ["a-3", "a", "a", "a", "a-4", "a-02", "a-2", "a-2"].map(object);
        name_apart(&mut objects, Path::new("a.obj"));
        let names = objects.map(|object| object.name);
        assert_eq!(names, ["a-3", "a", "a-2", "a-4", "a-4-2", "a-02", "a-2-2", "a-2-3"]);
    }

    #[test]
    fn many_objects_of_one_name_are_numbered_in_linear_time() {
        // Searching from 2 on each time would need 20 thousand million look-ups for the last numbers.
        let objects = 200_000;
        let text: String = (0..objects).map(|i| format!("o x\nv {i} 0 0\n")).collect();
        let objects = parse_objects(text.as_bytes(), Path::new("many.obj")).expect("objects of one vertex");
        assert_eq!(objects.last().map(|object| object.name.as_str()), Some("x-200000"));
    }
}
