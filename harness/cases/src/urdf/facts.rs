//! The joints of a robot, for a user who wants to give them values.

use std::path::Path;

use super::joints::{Kind, Limits};
use crate::files;
use crate::format::Problem;
use crate::mesh;
use crate::mesh::xml::{self, child, children};

/// A joint of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct JointFacts {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
    /// Its limits, in radians or in metres, if it has any.
    pub limits: Option<Limits>,
    /// The joint that it mimics, if it does.
    pub mimics: Option<String>,
    /// The link that stays, and the link that it moves.
    pub links: [String; 2],
}

/// The joints of a robot, in the order of its file.
///
/// # Errors
/// The file cannot be read or is not a robot, or a joint has no name or an unknown type.
pub fn joints_of(path: impl AsRef<Path>) -> Result<Vec<JointFacts>, Problem> {
    let path = path.as_ref();
    let bytes = files::read_given(path).map_err(|error| Problem::of_file(path, format!("cannot read the robot: {error}")))?;
    let parsed = xml::parse(mesh::lines::text(&bytes, path)?, path)?;
    let (root, xml) = (parsed.document.root_element(), parsed.xml(path));
    if root.tag_name().name() != "robot" {
        return Err(xml.wrong(root, "no URDF file: that begins with <robot>"));
    }
    let facts = children(root, "joint").map(|joint| {
        let link = |name| child(joint, name).and_then(|link| link.attribute("link")).unwrap_or_default().to_owned();
        Ok(JointFacts {
            name: xml.attribute(joint, "name")?.to_owned(),
            kind: Kind::of(&xml, joint)?,
            limits: Limits::of(&xml, joint)?,
            mimics: child(joint, "mimic").and_then(|mimic| mimic.attribute("joint")).map(str::to_owned),
            links: [link("parent"), link("child")],
        })
    });
    facts.collect()
}
