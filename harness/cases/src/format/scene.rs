//! Scene files: one file of bodies per line, with its name, its joints and its pose, and the pairs that are left out.

use std::fmt;
use std::path::Path;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::field::{self, Field, Place, Unknown};
use super::json::{Elements, Leaf};
use super::pose::{Poses, steps_of};
use super::{First, Problem, lines, not_lines};
use crate::case::Arithmetic;
use crate::files;
use crate::mesh;
use crate::sources::Member;
use crate::urdf::{self, JointValue};

/// The files of a scene, and the pairs that it leaves out.
#[derive(Clone, Debug, Default)]
pub struct SceneFile {
    /// The files, in their order.
    pub members: Vec<Member>,
    /// Pairs that are left out, by the names of bodies or of files.
    pub left_out: Vec<[String; 2]>,
}

/// A line as it is written.
#[derive(Default, Deserialize)]
#[serde(default, expecting = "an object such as {\"file\":\"table.obj\",\"pose\":{\"translation\":[0.5,0,0]}}")]
struct LineFields {
    file: Field<String>,
    name: Field<String>,
    joints: Field<Pairs>,
    beyond_limits: Field<bool>,
    pose: Field<Box<Poses>>,
    leave_out: Field<Elements>,
    #[serde(flatten)]
    unknown: Unknown,
}

/// The fields of an object in their order: a name that is repeated is kept, so that it can be refused.
struct Pairs(Vec<(String, Box<RawValue>)>);

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Each;

        impl<'de> Visitor<'de> for Each {
            type Value = Pairs;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an object such as {\"elbow\":\"45deg\"}")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Pairs, M::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }

        deserializer.deserialize_map(Each)
    }
}

/// A line: a file, or a pair that is left out.
enum Line {
    File(Member),
    LeaveOut([String; 2]),
}

/// Whether a file's name ends in `.scene`.
pub fn is_scene(path: impl AsRef<Path>) -> bool {
    path.as_ref().extension().is_some_and(|ending| ending.eq_ignore_ascii_case("scene"))
}

/// Reads a scene file; paths in it are relative to its folder.
///
/// # Errors
/// The problems of the file and of its lines.
pub fn read_scene(path: impl AsRef<Path>) -> Result<SceneFile, Vec<Problem>> {
    let path = path.as_ref();
    let unreadable = |error| vec![Problem::of_file(path, format!("cannot read the scene: {error}"))];
    parse_scene(&files::read_given(path).map_err(unreadable)?, path)
}

/// Reads a scene from the bytes of a file.
///
/// # Errors
/// As of [`read_scene`].
pub fn parse_scene(bytes: &[u8], path: &Path) -> Result<SceneFile, Vec<Problem>> {
    let file = path.display().to_string();
    if let Some(problem) = not_lines(bytes, &file, "a scene file") {
        return Err(vec![problem]);
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let (mut scene, mut problems) = (SceneFile::default(), First::default());
    for (number, text) in lines(bytes) {
        let read = text.map_err(|message| message.to_owned().into());
        match read.and_then(|text| field::read(text, |fields, place| line(fields, place, folder))) {
            Ok(Line::File(member)) => scene.members.push(member),
            Ok(Line::LeaveOut(pair)) => scene.left_out.push(pair),
            Err(faults) => problems.note(faults, &file, number),
        }
    }
    let problems = problems.into_list(&file);
    if !problems.is_empty() {
        return Err(problems);
    }
    if scene.members.is_empty() {
        return Err(vec![Problem::of_file(path, "no file is in the scene; a line is such as {\"file\":\"table.obj\"}")]);
    }
    Ok(scene)
}

fn line(fields: LineFields, place: &Place, folder: &Path) -> Option<Line> {
    let known = ["file", "name", "joints", "beyond_limits", "pose", "leave_out"];
    place.refuse(fields.unknown.keys().map(String::as_str), &known);
    // A pose is one of space, and is allowed for curved bodies.
    let place = &Place { path: String::new(), dimension: Some(3), scalar: Some(Arithmetic::F64), ..*place };
    if fields.leave_out.is_given() {
        if fields.file.is_given() {
            return place.at("leave_out").fault("a pair that is left out has a line of its own");
        }
        let pair = fields.leave_out.required(&place.at("leave_out"), |names, place| {
            let count = names.count();
            let names = place.list(&names, |name: String, _| Some(name))?;
            names.try_into().ok().or_else(|| place.fault(format!("two names are wanted here, these are {count}")))
        });
        return pair.map(Line::LeaveOut);
    }
    let file = fields.file.required(&place.at("file"), |name, place| {
        let file = folder.join(&name).display().to_string();
        match mesh::is_mesh(&file) || urdf::is_urdf(&file) {
            true => Some(file),
            false => place.fault(format!("must be a robot (.urdf) or a mesh (.{})", mesh::ENDINGS.join(", ."))),
        }
    });
    let name = fields.name.optional(&place.at("name"), |name, place| match mesh::is_name(&name) {
        true => Some(name),
        false => place.fault("a name is made of letters, digits, '.', '_' and single '-'"),
    });
    let joints = fields.joints.optional(&place.at("joints"), joints);
    let beyond_limits = fields.beyond_limits.optional(&place.at("beyond_limits"), |value, _| Some(value));
    let pose = fields.pose.optional(&place.at("pose"), |poses, place| steps_of(*poses, place, true));
    Some(Line::File(Member {
        file: file?,
        name: name?,
        joints: joints?.unwrap_or_default(),
        beyond_limits: beyond_limits?.unwrap_or_default(),
        pose: pose?.unwrap_or_default(),
    }))
}

/// Joints with their values: a number, or an angle such as `"45deg"`.
fn joints(Pairs(fields): Pairs, place: &Place) -> Option<Vec<JointValue>> {
    let mut joints = Some(Vec::new());
    for (name, value) in fields {
        let value = match serde_json::from_str::<Leaf>(value.get()) {
            Ok(Leaf::Number(number)) => JointValue::of(&name, &number.to_string()),
            Ok(Leaf::Text(text)) => JointValue::of(&name, &text),
            _ => None,
        };
        let value = value.or_else(|| place.at(&name).fault("must be a number, or an angle such as \"45deg\""));
        joints = joints.zip(value).map(|(mut joints, value)| {
            joints.push(value);
            joints
        });
    }
    joints
}
