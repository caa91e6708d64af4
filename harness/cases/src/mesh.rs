//! Hulls from meshes: the objects of a Wavefront OBJ or an STL file, each as the points that belong to it.
//!
//! A body is the convex hull of its object's points: faces say which points belong to an object and no more. Coordinates of an
//! OBJ file are the doubles nearest to its decimals. Those of an STL file are singles, binary or text: that is what the format
//! holds.

mod lines;
mod obj;
mod stl;

use crate::body::Point;
use crate::case::Case;
use crate::format::Problem;
use std::collections::HashMap;
use std::path::Path;

/// An object of a mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    /// Its name in letters, digits, `.`, `_` and single `-`; unique among the objects of its file. What the file calls it, with
    /// every other character turned into `_` and a number behind a name that comes again; the name of the file where the file
    /// gives none.
    pub name: String,
    /// Its points in the order in which its faces name them: at least one, all coordinates finite.
    pub points: Vec<Point>,
}

/// The ending of a file's name, which tells its format, in lower case.
fn ending(path: &Path) -> String {
    path.extension().unwrap_or_default().to_ascii_lowercase().to_string_lossy().into_owned()
}

/// Whether a file's name ends like a mesh's: `.obj` or `.stl`.
pub fn is_mesh(path: impl AsRef<Path>) -> bool {
    matches!(ending(path.as_ref()).as_str(), "obj" | "stl")
}

/// What a file is that holds a mesh or a scene in another format, by the ending of its name.
pub fn foreign(path: impl AsRef<Path>) -> Option<&'static str> {
    Some(match ending(path.as_ref()).as_str() {
        "ply" => "a mesh in PLY format",
        "dae" => "a scene in COLLADA format",
        "gltf" | "glb" => "a scene in glTF format",
        "fbx" => "a scene in FBX format",
        "off" => "a mesh in OFF format",
        "3mf" => "a mesh in 3MF format",
        "step" | "stp" => "a model in STEP format",
        "urdf" => "a robot in URDF format",
        _ => return None,
    })
}

/// Reads the objects of a mesh, at least one.
///
/// Of an OBJ file an object is what follows a statement `o`; where there is none, what follows a `g`; where there is none of
/// these either, everything. Its points are those that its faces, lines and points name; an object of vertices alone, which
/// nothing else in the file names, has all of them. Of an STL file an object is a `solid` (a binary file is one); corners of
/// triangles that are equal to the bit are one point.
pub fn read_objects(path: impl AsRef<Path>) -> Result<Vec<Object>, Problem> {
    let path = path.as_ref();
    let bytes = std::fs::read(path).map_err(|error| Problem::of_file(path, format!("cannot read the mesh: {error}")))?;
    parse_objects(&bytes, path)
}

/// Reads objects from the bytes of a file; the path tells the format by its ending, and stands in messages.
pub fn parse_objects(bytes: &[u8], path: &Path) -> Result<Vec<Object>, Problem> {
    let mut objects = match ending(path).as_str() {
        "obj" => obj::parse(bytes, path)?,
        "stl" => stl::parse(bytes, path)?,
        _ => return Err(Problem::of_file(path, "a mesh is a file with the ending .obj or .stl")),
    };
    objects.retain(|object| !object.points.is_empty());
    if objects.is_empty() {
        return Err(Problem::of_file(path, "no object with a vertex in the file"));
    }
    name_apart(&mut objects, path);
    Ok(objects)
}

/// The id of the case of two objects: their names with `--` between, which no name holds.
pub fn pair_id(a: &Object, b: &Object) -> String {
    format!("{}--{}", a.name, b.name)
}

/// The case of two objects, posed as they stand in their files.
pub fn case(a: &Object, b: &Object) -> Case {
    Case::of_points(pair_id(a, b), 3, a.points.clone(), b.points.clone())
}

/// Makes names ids, each different from the others.
fn name_apart(objects: &mut [Object], path: &Path) {
    let stem = path.file_stem().map(|stem| safe(&stem.to_string_lossy())).filter(|name| !name.is_empty());
    let stem = stem.unwrap_or_else(|| "object".to_owned());
    // With each name that is taken the number behind the last one that is taken with it, from 2.
    let mut taken: HashMap<String, u64> = HashMap::new();
    for object in objects {
        let mut name = safe(&object.name);
        if name.is_empty() {
            name.clone_from(&stem);
        }
        if is_taken(&name, &taken) {
            let mut number = taken.get(&name).copied().unwrap_or(2);
            while is_taken(&format!("{name}-{number}"), &taken) {
                number += 1;
            }
            object.name = format!("{name}-{number}");
            taken.insert(name, number + 1);
        } else {
            object.name.clone_from(&name);
            taken.insert(name, 2);
        }
    }
}

/// Whether a name is taken, by itself or as a number behind another. Only the names that files give are kept.
fn is_taken(name: &str, taken: &HashMap<String, u64>) -> bool {
    let with_number = name.rsplit_once('-').and_then(|(name, number)| Some((taken.get(name)?, number)));
    let is_used = |(next, number): (&u64, &str)| {
        !number.starts_with('0') && number.parse::<u64>().is_ok_and(|number| (2..*next).contains(&number))
    };
    taken.contains_key(name) || with_number.is_some_and(is_used)
}

/// A name in the letters of an id, without `-` at its ends and without `--`.
fn safe(name: &str) -> String {
    let mut safe = String::new();
    for letter in name.trim().chars() {
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
        let object = |name: &str| Object { name: name.to_owned(), points: vec![[0.0; 3]] };
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
        // Looked for from 2 on each time, the last numbers would take 20 milliards of look-ups.
        let objects = 200_000;
        let text: String = (0..objects).map(|i| format!("o x\nv {i} 0 0\n")).collect();
        let objects = parse_objects(text.as_bytes(), Path::new("many.obj")).expect("objects of one vertex");
        assert_eq!(objects.last().map(|object| object.name.as_str()), Some("x-200000"));
    }
}
