//! The bodies of a file of a scene: the objects of a mesh, or the links of a robot.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Member;
use crate::body::Body;
use crate::given::PosedBody;
use crate::mesh::{self, Object};
use crate::urdf::{self, Disabled, Values};

/// The bodies of a file, with their names and the numbers of their meshes, and the pairs of them that are left out.
pub(super) struct OfFile {
    pub bodies: Vec<(String, Arc<PosedBody>, Vec<usize>)>,
    /// The pairs that are left out, by the numbers of bodies, the smaller number first.
    pub excluded: HashSet<(usize, usize)>,
    pub is_robot: bool,
    /// Notes for the user on the robot.
    pub notes: Vec<String>,
    /// For each mesh its file, and the notes on it.
    pub meshes: Vec<(PathBuf, Vec<String>)>,
}

impl OfFile {
    /// Reads the file of a member; `disabled` are the pairs that semantic descriptions disable.
    pub fn read(member: &Member, beyond_limits: bool, disabled: &mut [Disabled]) -> Result<OfFile, String> {
        match urdf::is_urdf(&member.file) {
            true => OfFile::robot(member, beyond_limits, disabled),
            false => OfFile::mesh(member),
        }
    }

    fn mesh(member: &Member) -> Result<OfFile, String> {
        let objects = mesh::read_objects(&member.file).map_err(|problem| problem.to_string())?;
        let path = Path::new(&member.file);
        let meshes = objects.iter().map(|object| (path.to_owned(), mesh::notes_of(path, object))).collect();
        let body = |(number, object): (usize, Object)| {
            let plain = PosedBody::plain(Body::Points(object.points));
            let body = member.pose.iter().fold(plain, |body, step| body.moved(*step));
            (object.name, Arc::new(if member.pose.is_empty() { body } else { body.caching() }), vec![number])
        };
        let bodies = objects.into_iter().enumerate().map(body).collect();
        Ok(OfFile { bodies, excluded: HashSet::new(), is_robot: false, notes: Vec::new(), meshes })
    }

    fn robot(member: &Member, beyond_limits: bool, disabled: &mut [Disabled]) -> Result<OfFile, String> {
        let values = Values { list: &member.joints, beyond_limits: beyond_limits || member.beyond_limits };
        let robot = urdf::read_robot(&member.file, values).map_err(|problem| problem.to_string())?;
        let of_mesh = |(path, objects): &(PathBuf, Vec<Object>)| (path.clone(), mesh::notes(path, objects));
        let meshes = robot.meshes.iter().map(of_mesh).collect();
        let mut notes: Vec<String> = robot.notes;
        let mut excluded = robot.excluded;
        for disabled in disabled.iter_mut().filter(|disabled| disabled.robot == robot.name) {
            disabled.is_used = true;
            excluded.extend(disabled.among(&robot.links));
        }
        if disabled.is_empty() {
            notes.extend(srdf_note(&member.file, &robot.name));
        }
        let mut names: Vec<String> = robot.links.iter().map(|link| link.name.clone()).collect();
        mesh::names_apart(&mut names, "link");
        let placed = |body: Arc<PosedBody>| match &member.pose[..] {
            [] => body,
            steps => Arc::new(steps.iter().fold(PosedBody::clone(&body), |body, step| body.moved(*step)).caching()),
        };
        let bodies = names.into_iter().zip(robot.links).map(|(name, link)| (name, placed(link.body), link.meshes)).collect();
        Ok(OfFile { bodies, excluded, is_robot: true, notes, meshes })
    }
}

/// A note on a semantic description that is found near a robot and is not used.
fn srdf_note(file: &str, robot: &str) -> Option<String> {
    let found = urdf::beside(Path::new(file), robot)?;
    Some(format!("{file}: there is also {found}, which is not used; --srdf {found} leaves out the pairs that it disables"))
}
