//! Robots in URDF: the collision geometry of their links, placed by their joints.
//!
//! A body is a link. Each of its collision elements is a convex part of it: a box, a cylinder, a sphere, a capsule, or
//! an object of a mesh file. A part is posed by the element's origin, and by the joints from its link to the root, at
//! zero or at stated values. The pages "link" and "joint" of wiki.ros.org/urdf/XML define positions, `rpy`, and
//! parents.

mod facts;
mod joints;
mod noted;
mod srdf;
mod values;

use crate::body::{Body, Curved, IDENTITY, Point, Shape};
use crate::case::Arithmetic;
use crate::family::corners;
use crate::files;
use crate::format::Problem;
use crate::given::{Part, PosedBody, Step, works};
use crate::mesh::budget::Budget;
use crate::mesh::xml::{self, Xml, child, children};
use crate::mesh::{self, Object};
use crate::quote::cut;
pub use facts::{JointFacts, joints_of};
use joints::{Joints, origin};
pub use joints::{Kind, Limits};
use roxmltree::Node;
pub use srdf::{Disabled, beside, parse_srdf, read_srdf};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
pub use values::{JointValue, Values};

/// A link that has a collision geometry.
#[derive(Clone, Debug)]
pub struct Link {
    /// Its name in the file.
    pub name: String,
    /// Its body, posed in the world.
    pub body: Arc<PosedBody>,
    /// The mesh files of its parts, by their numbers in [`Robot::meshes`].
    pub meshes: Vec<usize>,
}

/// A robot.
#[derive(Clone, Debug)]
pub struct Robot {
    /// Its name in the file; empty if it has none.
    pub name: String,
    /// Its links, in the order of the file, without those that have no collision geometry.
    pub links: Vec<Link>,
    /// The pairs of links that are not compared, by their numbers, the smaller number first: a joint connects them, or
    /// an element `disable_collisions` names them.
    pub excluded: HashSet<(usize, usize)>,
    /// The objects of mesh files, each file once, with its path, in the order of the robot's file.
    pub meshes: Vec<(PathBuf, Vec<Object>)>,
    /// Notes for the user on joints.
    pub notes: Vec<String>,
}

/// Whether a file's name ends in `.urdf`.
pub fn is_urdf(path: impl AsRef<Path>) -> bool {
    path.as_ref().extension().is_some_and(|ending| ending.eq_ignore_ascii_case("urdf"))
}

/// Reads a robot with its joints at these values; all other joints are at zero.
pub fn read_robot(path: impl AsRef<Path>, values: Values) -> Result<Robot, Problem> {
    let path = path.as_ref();
    let bytes = files::read_given(path).map_err(|error| Problem::of_file(path, format!("cannot read the robot: {error}")))?;
    parse_robot(&bytes, path, values)
}

/// Reads a robot from the bytes of a file; paths of mesh files are relative to its path.
pub fn parse_robot(bytes: &[u8], path: &Path, values: Values) -> Result<Robot, Problem> {
    let parsed = xml::parse(mesh::lines::text(bytes, path)?, path)?;
    let (root, xml) = (parsed.document.root_element(), parsed.xml(path));
    if root.tag_name().name() != "robot" {
        return Err(xml.wrong(root, "no URDF file: that begins with <robot>"));
    }
    let budget = Budget::new(bytes.len(), path, "robot");
    let mut joints = Joints::read(&xml, root, values, &budget)?;
    let mut reader = Reader { xml, meshes: HashMap::new(), budget: &budget };
    let (mut links, mut numbers) = (Vec::new(), HashMap::new());
    for link in children(root, "link") {
        let name = reader.xml.attribute(link, "name")?;
        if numbers.insert(name, None).is_some() {
            return Err(reader.xml.wrong(link, format!("there are two links {:?}", cut(name))));
        }
        let (mut parts, mut own): (Vec<Part>, Vec<usize>) = (Vec::new(), Vec::new());
        for collision in children(link, "collision") {
            parts.extend(reader.collision(collision, &mut own)?);
        }
        if parts.is_empty() {
            continue;
        }
        let world = joints.world(&reader.xml, link, name)?;
        parts.iter_mut().for_each(|part| part.steps.extend(world));
        budget.take(works(&parts), "").map_err(|problem| reader.xml.wrong(link, problem.message))?;
        numbers.insert(name, Some(links.len()));
        let is_union = parts.len() > 1;
        let body = Arc::new(PosedBody::of_parts(parts, is_union).caching());
        if body.body(Arithmetic::F64).is_none() {
            return Err(reader.xml.wrong(link, format!("where link {:?} is placed a number overflows", cut(name))));
        }
        links.push(Link { name: name.to_owned(), body, meshes: own });
    }
    let number = |name: &str| numbers.get(name).copied().flatten();
    let mut excluded: HashSet<(usize, usize)> = HashSet::new();
    let disabled = children(root, "disable_collisions").map(|pair| [pair.attribute("link1"), pair.attribute("link2")]);
    let connected = joints.list.iter().map(|joint| [Some(joint.parent), Some(joint.child)]);
    for [a, b] in connected.chain(disabled) {
        if let (Some(a), Some(b)) = (a.and_then(number), b.and_then(number)) {
            excluded.insert((a.min(b), a.max(b)));
        }
    }
    let mut meshes: Vec<(usize, Mesh)> = reader.meshes.into_values().map(|mesh| (mesh.number, mesh)).collect();
    meshes.sort_by_key(|(number, _)| *number);
    let meshes = meshes.into_iter().map(|(_, mesh)| (mesh.path, mesh.objects)).collect();
    let name = root.attribute("name").unwrap_or_default().to_owned();
    Ok(Robot { name, links, excluded, meshes, notes: joints.notes })
}

/// The cost of a part in addition to its points, in points.
const BODY: usize = 30;

struct Reader<'a> {
    xml: Xml<'a>,
    /// Mesh files, each once, by its path without links, `.` and `..`.
    meshes: HashMap<PathBuf, Mesh>,
    budget: &'a Budget<'a>,
}

/// The objects of a file, and each object as a body, which many links may share.
struct Mesh {
    /// Its number in the order of the file.
    number: usize,
    /// The path by which the robot names it.
    path: PathBuf,
    objects: Vec<Object>,
    bodies: Vec<Arc<Body>>,
    /// The number of points of the objects.
    points: usize,
}

impl Reader<'_> {
    /// The convex parts of a collision element, in the coordinates of its link; the number of a mesh file is added to `own`.
    fn collision(&mut self, collision: Node, own: &mut Vec<usize>) -> Result<Vec<Part>, Problem> {
        let geometry = child(collision, "geometry").and_then(|geometry| geometry.children().find(Node::is_element));
        let Some(shape) = geometry else { return Err(self.xml.wrong(collision, "has no <geometry> with a shape in it")) };
        let length = |name: &str| {
            let [length] = self.xml.vector::<1>(shape, name, self.xml.attribute(shape, name)?)?;
            if length < 0.0 { Err(self.xml.wrong(shape, format!("{name} is negative"))) } else { Ok(length) }
        };
        let part = |body| vec![Part { body: Arc::new(body), steps: Vec::new() }];
        let mut parts = match shape.tag_name().name() {
            "box" => {
                let size: Point = self.xml.vector(shape, "size", self.xml.attribute(shape, "size")?)?;
                if size.iter().any(|x| *x < 0.0) {
                    return Err(self.xml.wrong(shape, "size is negative"));
                }
                let half = size.map(|x| 0.5 * x);
                part(Body::Points(corners(half.map(|x| -x), half)))
            }
            "sphere" => part(Body::Rounded { points: vec![[0.0; 3]], radius: length("radius")? }),
            "cylinder" => {
                let shape = Shape::Cylinder { radius: length("radius")?, half_height: 0.5 * length("length")? };
                part(Body::Curved(Curved { shape, center: [0.0; 3], rotation: IDENTITY }))
            }
            "capsule" => {
                let half = 0.5 * length("length")?;
                part(Body::Rounded { points: vec![[0.0, 0.0, -half], [0.0, 0.0, half]], radius: length("radius")? })
            }
            "mesh" => self.mesh(shape, own)?,
            "ellipsoid" => {
                let semi_axes = match self.xml.attribute_vector::<3>(shape, "radii")? {
                    Some(radii) => radii,
                    None => [length("a")?, length("b")?, length("c")?],
                };
                if semi_axes.iter().any(|x| *x < 0.0) {
                    return Err(self.xml.wrong(shape, "radii is negative"));
                }
                let shape = Shape::Ellipsoid { semi_axes };
                part(Body::Curved(Curved { shape, center: [0.0; 3], rotation: IDENTITY }))
            }
            // The half-space below the plane.
            "plane" => {
                let normal = self.xml.attribute_vector::<3>(shape, "normal")?.unwrap_or([0.0, 0.0, 1.0]);
                if normal == [0.0; 3] {
                    return Err(self.xml.wrong(shape, "normal has the length zero"));
                }
                part(Body::Halfspace { normal, offset: 0.0 })
            }
            other => {
                let shapes = "box, cylinder, sphere, capsule, ellipsoid, plane and mesh are read";
                return Err(self.xml.wrong(shape, format!("a geometry {:?} is not read; {shapes}", cut(other))));
            }
        };
        let origin = origin(&self.xml, collision)?;
        parts.iter_mut().for_each(|part| part.steps.extend(&origin));
        Ok(parts)
    }

    fn mesh(&mut self, shape: Node, files: &mut Vec<usize>) -> Result<Vec<Part>, Problem> {
        let name = self.xml.attribute(shape, "filename")?;
        let path = self.found(shape, name)?;
        let scale = self.xml.attribute_vector::<3>(shape, "scale")?.filter(|scale| *scale != [1.0; 3]).map(Step::Scale);
        let own = std::fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
        if !self.meshes.contains_key(&own) {
            if let Some(kind) = mesh::foreign(&path) {
                return Err(self.xml.wrong(shape, format!("{}: {kind}", path.display())));
            }
            let objects = mesh::read_named_objects(&path).map_err(|problem| self.xml.wrong(shape, problem.to_string()))?;
            let bodies: Vec<_> = objects.iter().map(|object| Arc::new(Body::Points(object.points.clone()))).collect();
            let points = objects.iter().map(|object| object.points.len()).sum();
            // The first use of a mesh is not a copy.
            self.budget.add(points + BODY * bodies.len());
            let number = self.meshes.len();
            self.meshes.insert(own.clone(), Mesh { number, path, objects, bodies, points });
        }
        let mesh = &self.meshes[&own];
        files.push(mesh.number);
        let copy = mesh.points + BODY * mesh.bodies.len();
        self.budget.take(copy, "").map_err(|problem| self.xml.wrong(shape, problem.message))?;
        let part = |body: &Arc<Body>| Part { body: Arc::clone(body), steps: scale.into_iter().collect() };
        Ok(mesh.bodies.iter().map(part).collect())
    }

    /// The file that a name refers to. A package is a folder with its name, or one that contains the robot's file,
    /// above that file.
    fn found(&self, shape: Node, name: &str) -> Result<PathBuf, Problem> {
        let folder = self.xml.path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let Some(in_package) = name.strip_prefix("package://").or_else(|| name.strip_prefix("model://")) else {
            return Ok(folder.join(name.strip_prefix("file://").unwrap_or(name)));
        };
        // Some programs write a third slash.
        let in_package = in_package.trim_start_matches('/');
        let above = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        let (package, inside) = in_package.split_once('/').unwrap_or((in_package, ""));
        for above in above.ancestors() {
            let is_package = above.file_name().is_some_and(|name| name == package) || above.join("package.xml").is_file();
            let candidates = [Some(above.join(package).join(inside)), is_package.then(|| above.join(inside))];
            if let Some(found) = candidates.into_iter().flatten().find(|path| path.is_file()) {
                // Messages name a file as seen from the user's folder.
                let here = std::env::current_dir().and_then(std::fs::canonicalize).ok();
                let seen = here.and_then(|here| found.strip_prefix(here).ok().map(Path::to_owned));
                return Ok(seen.unwrap_or(found));
            }
        }
        Err(self.xml.wrong(
            shape,
            format!("{:?}: there is no folder `{}` with this file next to or above the robot's file", cut(name), cut(package)),
        ))
    }
}
