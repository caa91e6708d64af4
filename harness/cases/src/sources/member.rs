//! A member of a scene, as an address names it: a file, and after each `@` a pose, a name, or values of joints.
//!
//! `panda.urdf@panda_joint4=-1.5@xyz=1,0,0@rpy=0,0,90deg@name=left` is a robot with a joint at −1.5, turned by 90° about z,
//! then moved by 1 along x, and called `left`.

use std::path::Path;

use crate::format;
use crate::given::Step;
use crate::given::angle::{turned, turned_by_degrees};
use crate::mesh;
use crate::quote::cut;
use crate::urdf::{self, JointValue};

/// A file of bodies, and how a scene places them.
#[derive(Clone, Debug, Default)]
pub struct Member {
    /// The file, as messages name it.
    pub file: String,
    /// The name that the user gives it; `None` for the name of the file without its ending.
    pub name: Option<String>,
    /// The values of joints of a robot, as they are given.
    pub joints: Vec<JointValue>,
    /// Whether a value of a joint may be beyond its limits.
    pub beyond_limits: bool,
    /// The steps from the file's coordinates to the world.
    pub pose: Vec<Step>,
}

/// The word after an `@` that allows values of joints beyond their limits.
const BEYOND_LIMITS: &str = "beyond-limits";

/// The words before the `=` after an `@` that are not names of joints.
const KEYS: [&str; 3] = ["xyz", "rpy", "name"];

/// Whether the name of a file has the ending of a mesh, of a robot or of a scene.
fn is_file_of_bodies(file: &str) -> bool {
    mesh::is_mesh(file) || urdf::is_urdf(file) || format::is_scene(file)
}

/// The file of a member's address, and the text after the first `@` that follows it; `None` for other addresses.
fn divided(address: &str) -> Option<(&str, &str)> {
    if is_file_of_bodies(address) && (Path::new(address).exists() || !address.contains('@')) {
        return Some((address, ""));
    }
    let cuts = address.match_indices('@').map(|(at, _)| (&address[..at], &address[at + 1..]));
    cuts.clone().find(|(file, _)| is_file_of_bodies(file)).or_else(|| is_file_of_bodies(address).then_some((address, "")))
}

/// The addresses of several members with a `+` between them, at least two; `None` if this is not such an address.
///
/// A file name and a number may contain a `+` as well: the members are cut where files exist or, if that is not possible, where
/// every part begins with the name of a file of bodies.
pub(super) fn several(address: &str) -> Option<Vec<&str>> {
    if Path::new(address).exists() {
        return None;
    }
    let is_member = |part: &str, must_exist: bool| {
        divided(part).is_some_and(|(file, _)| if must_exist { Path::new(file).exists() } else { !file.contains(['@', '+']) })
    };
    let cut_with = |must_exist: bool| {
        let (mut parts, mut begin) = (Vec::new(), 0);
        for (at, _) in address.match_indices('+') {
            // The part ends here if a member can begin after it.
            let after = &address[at + 1..];
            let begins = after.match_indices('+').map(|(end, _)| &after[..end]).chain([after]);
            if is_member(&address[begin..at], must_exist) && begins.into_iter().any(|part| is_member(part, must_exist)) {
                parts.push(&address[begin..at]);
                begin = at + 1;
            }
        }
        parts.push(&address[begin..]);
        (parts.len() > 1 && parts.iter().all(|part| is_member(part, must_exist))).then_some(parts)
    };
    cut_with(true).or_else(|| cut_with(false))
}

impl Member {
    /// The member of an address; `None` for an address that does not name a file of bodies.
    ///
    /// # Errors
    /// The text after an `@` is neither a pose, nor a name, nor a list of joints with their values.
    pub fn of(address: &str) -> Result<Option<Member>, String> {
        let Some((file, rest)) = divided(address) else { return Ok(None) };
        if format::is_scene(file) {
            return Err(format!("{address}: a scene file has the poses of its files; nothing is added after an @"));
        }
        let mut member = Member { file: file.to_owned(), ..Member::default() };
        let (mut translation, mut turns) = (None, None);
        for part in rest.split('@').filter(|_| address.len() > file.len()) {
            let wrong = |message: String| format!("{address}: @{}: {message}", cut(part));
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let is_again = match key {
                "" => return Err(format!("{address}: after an @ comes nothing")),
                BEYOND_LIMITS if urdf::is_urdf(file) => std::mem::replace(&mut member.beyond_limits, true),
                "xyz" => translation.replace(vector(value, length).map_err(wrong)?).is_some(),
                "rpy" => turns.replace(rpy(value).map_err(wrong)?).is_some(),
                "name" => member.name.replace(name(value).map_err(wrong)?).is_some(),
                _ => {
                    member.joints.extend(joints(file, part).map_err(wrong)?);
                    false
                }
            };
            if is_again {
                return Err(wrong(format!("{key} is given twice")));
            }
        }
        member.pose.extend(turns.into_iter().flatten());
        member.pose.extend(translation.map(Step::translation));
        Ok(Some(member))
    }

    /// The name in the letters of an id.
    pub fn id(&self) -> String {
        let stem = || Path::new(&self.file).file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        self.name.clone().unwrap_or_else(stem)
    }
}

/// A name in the letters of an id.
fn name(text: &str) -> Result<String, String> {
    let is_good = mesh::is_name(text);
    if is_good { Ok(text.to_owned()) } else { Err("a name is made of letters, digits, '.', '_' and single '-'".to_owned()) }
}

/// Joints with their values: `elbow=0.5,wrist=-90deg`.
fn joints(file: &str, text: &str) -> Result<Vec<JointValue>, String> {
    let what = match urdf::is_urdf(file) {
        true => "a list of joints with their values, such as @elbow=0.5,wrist=-90deg, ",
        false => "",
    };
    let wrong = |text: &str| {
        format!(
            "after an @ comes {what}a pose, such as @xyz=0.5,0,0.2 or @rpy=0,0,90deg, or @name=NAME, and this is {:?}",
            cut(text)
        )
    };
    if !urdf::is_urdf(file) {
        return Err(wrong(text));
    }
    let value = |text: &str| {
        let (name, value) = text.rsplit_once('=').ok_or_else(|| wrong(text))?;
        if KEYS.contains(&name) {
            return Err(format!("{name} has an @ of its own: @{name}=…"));
        }
        JointValue::of(name, value).ok_or_else(|| wrong(text))
    };
    text.split(',').filter(|text| !text.is_empty()).map(value).collect()
}

/// Three values with commas between them.
fn vector<T>(text: &str, value: impl Fn(&str) -> Option<T>) -> Result<[T; 3], String> {
    let values: Option<Vec<T>> = text.split(',').map(|text| value(text.trim())).collect();
    values
        .and_then(|values| values.try_into().ok())
        .ok_or_else(|| format!("three numbers with commas are wanted here, such as 0.5,0,0.2, and this is {:?}", cut(text)))
}

/// A finite number.
fn length(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

/// Turns about x, then y, then z, in radians or with `deg` behind them.
fn rpy(text: &str) -> Result<Vec<Step>, String> {
    let angles = vector(text, |text| match text.strip_suffix("deg") {
        Some(degrees) => length(degrees).map(|angle| (angle, true)),
        None => length(text).map(|angle| (angle, false)),
    })?;
    // Degrees without their unit are a common slip.
    if let Some((angle, _)) = angles.iter().find(|(angle, in_degrees)| !in_degrees && angle.abs() > std::f64::consts::TAU) {
        return Err(format!("{angle} radians are more than a full turn; for degrees write {angle}deg"));
    }
    let turn = |((angle, in_degrees), axis)| if in_degrees { turned_by_degrees(axis, angle) } else { turned(axis, angle) };
    let turns = angles.into_iter().zip(crate::body::IDENTITY).filter(|((angle, _), _)| *angle != 0.0);
    Ok(turns.filter_map(turn).map(Step::turn).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_has_a_file_a_pose_a_name_and_values_of_joints() {
        let member =
            Member::of("d/arm.urdf@elbow=0.5,wrist=-90deg@xyz=1,-2e+1,.5@rpy=0,0,90deg@name=left@tip=1").expect("good");
        let member = member.expect("a member");
        assert_eq!((&member.file[..], &member.id()[..]), ("d/arm.urdf", "left"));
        let joints: Vec<(&str, f64)> = member.joints.iter().map(|joint| (&joint.name[..], joint.value)).collect();
        assert_eq!(joints, [("elbow", 0.5), ("wrist", -90.0), ("tip", 1.0)]);
        assert_eq!(member.pose.len(), 2);
        assert_eq!(member.pose[1], Step::translation([1.0, -20.0, 0.5]));
        assert!(matches!(Member::of("gap:1:3"), Ok(None)) && matches!(Member::of("a.jsonl@xyz=1"), Ok(None)));
        // An ending may precede an @ in a file name, too.
        assert_eq!(Member::of("a@b.obj").expect("good").expect("a mesh").file, "a@b.obj");
    }

    #[test]
    fn wrong_texts_are_refused() {
        for (address, expected) in [
            ("a.obj@xyz=1,2", "a.obj@xyz=1,2: @xyz=1,2: three numbers with commas are wanted here"),
            ("a.obj@rpy=0,0,90grad", "three numbers with commas"),
            ("a.obj@xyz=1,2,inf", "three numbers with commas"),
            (
                "a.obj@rpy=0,0,90",
                "a.obj@rpy=0,0,90: @rpy=0,0,90: 90 radians are more than a full turn; for degrees write 90deg",
            ),
            ("a.obj@elbow=1", "after an @ comes a pose, such as @xyz=0.5,0,0.2"),
            ("a.urdf@elbow", "after an @ comes a list of joints with their values"),
            ("a.urdf@elbow=1,xyz=1", "xyz has an @ of its own"),
            ("a.obj@xyz=1,2,3@xyz=1,2,3", "xyz is given twice"),
            ("a.obj@name=a--b", "a name is made of letters"),
            ("a.obj@", "a.obj@: after an @ comes nothing"),
            ("a.obj@beyond-limits", "after an @ comes a pose"),
        ] {
            let message = Member::of(address).expect_err(address);
            assert!(message.contains(expected), "{address}: {message}");
        }
    }

    #[test]
    fn members_are_cut_at_a_plus_that_is_no_part_of_a_number() {
        assert_eq!(several("a.obj+b.stl"), Some(vec!["a.obj", "b.stl"]));
        let three = several("a.urdf@elbow=1e+0@xyz=1,0,0+b.obj@xyz=1e+2,0,0+c.ply");
        assert_eq!(three, Some(vec!["a.urdf@elbow=1e+0@xyz=1,0,0", "b.obj@xyz=1e+2,0,0", "c.ply"]));
        assert_eq!((several("a.obj"), several("c++.obj"), several("a.jsonl+b.obj")), (None, None, None));
    }
}
