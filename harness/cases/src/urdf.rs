//! Robots in URDF: the collision geometry of their links, where their joints place it.
//!
//! A body is a link. Each of its collision elements is a convex part of it: a box, a cylinder, a sphere, a capsule, or an object of a mesh
//! file. A part is posed by the element's origin, and by the joints from its link to the root, at zero or at values that are stated. How
//! positions and `rpy` are meant, and what is a parent, is told by the pages "link" and "joint" of wiki.ros.org/urdf/XML.

use crate::body::{Body, Curved, IDENTITY, Point, Shape};
use crate::case::Arithmetic;
use crate::family::corners;
use crate::files;
use crate::format::Problem;
use crate::given::angle::turned;
use crate::given::{Given, Part, Step, composed};
use crate::mesh::xml::{self, Xml, child, children};
use crate::mesh::{self, Object};
use crate::quote::cut;
use crate::spelling::nearest;
use roxmltree::Node;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A link that has a collision geometry.
#[derive(Clone, Debug)]
pub struct Link {
    /// As the file calls it.
    pub name: String,
    /// Where it stands.
    pub body: Arc<Given>,
}

/// A robot.
#[derive(Clone, Debug)]
pub struct Robot {
    /// Its links, in the order of the file, without those that have no collision geometry.
    pub links: Vec<Link>,
    /// The pairs of links that are not compared, by their numbers, the lesser one first: a joint connects them, or an element
    /// `disable_collisions` names them.
    pub excluded: HashSet<(usize, usize)>,
    /// The objects of mesh files, each file once, with its path.
    pub meshes: Vec<(PathBuf, Vec<Object>)>,
    /// What a reader should know of joints.
    pub notes: Vec<String>,
}

/// Whether a file's name ends in `.urdf`.
pub fn is_urdf(path: impl AsRef<Path>) -> bool {
    path.as_ref().extension().is_some_and(|ending| ending.eq_ignore_ascii_case("urdf"))
}

/// Reads a robot with its joints at these values, in radians and metres; others are at zero.
pub fn read_robot(path: impl AsRef<Path>, values: &[(String, f64)]) -> Result<Robot, Problem> {
    let path = path.as_ref();
    let bytes = files::read_given(path).map_err(|error| Problem::of_file(path, format!("cannot read the robot: {error}")))?;
    parse_robot(&bytes, path, values)
}

/// Reads a robot from the bytes of a file; mesh files are found from its path.
pub fn parse_robot(bytes: &[u8], path: &Path, values: &[(String, f64)]) -> Result<Robot, Problem> {
    let document = xml::parse(mesh::lines::text(bytes, path)?, path)?;
    let root = document.root_element();
    let xml = Xml { document: &document, path };
    if root.tag_name().name() != "robot" {
        return Err(xml.wrong(root, "no URDF file: that begins with <robot>"));
    }
    let mut joints = Joints::read(&xml, root, values)?;
    let mut reader = Reader { xml, meshes: HashMap::new() };
    let (mut links, mut numbers) = (Vec::new(), HashMap::new());
    for link in children(root, "link") {
        let name = reader.xml.attribute(link, "name")?;
        if numbers.insert(name, None).is_some() {
            return Err(reader.xml.wrong(link, format!("there are two links {:?}", cut(name))));
        }
        let mut parts = Vec::new();
        for collision in children(link, "collision") {
            parts.extend(reader.collision(collision)?);
        }
        if parts.is_empty() {
            continue;
        }
        let world = joints.world(&reader.xml, link, name)?;
        parts.iter_mut().for_each(|part: &mut Part| part.steps.extend(world));
        numbers.insert(name, Some(links.len()));
        let is_union = parts.len() > 1;
        let body = Arc::new(Given::of_parts(parts, is_union).kept());
        if body.body(Arithmetic::F64).is_none() {
            return Err(reader.xml.wrong(link, format!("where link {:?} is placed a number overflows", cut(name))));
        }
        links.push(Link { name: name.to_owned(), body });
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
    let mut meshes: Vec<(PathBuf, Vec<Object>)> =
        reader.meshes.into_iter().map(|(path, (objects, _))| (path, objects)).collect();
    meshes.sort_by(|one, other| one.0.cmp(&other.0));
    Ok(Robot { links, excluded, meshes, notes: joints.notes })
}

/// A joint, at its value.
struct Joint<'a> {
    name: &'a str,
    parent: &'a str,
    child: &'a str,
    /// From the child to the parent.
    steps: Vec<Step>,
}

struct Joints<'a> {
    list: Vec<Joint<'a>>,
    /// The number of the joint of which a link is the child.
    of_child: HashMap<&'a str, usize>,
    /// How the children of joints stand in the world, as far as that was asked for.
    worlds: HashMap<usize, Step>,
    /// What a reader should know of them.
    notes: Vec<String>,
}

/// The types of joints.
const TYPES: [&str; 6] = ["revolute", "continuous", "prismatic", "fixed", "floating", "planar"];

impl<'a> Joints<'a> {
    fn read(xml: &Xml, root: Node<'a, 'a>, values: &[(String, f64)]) -> Result<Joints<'a>, Problem> {
        let nodes: Vec<Node> = children(root, "joint").collect();
        let links: HashSet<&str> = children(root, "link").filter_map(|link| link.attribute("name")).collect();
        let named: HashMap<&str, Node> = nodes.iter().filter_map(|joint| Some((joint.attribute("name")?, *joint))).collect();
        for (name, value) in values {
            if !value.is_finite() {
                return Err(Problem::of_file(xml.path, format!("the value {value} of joint {:?} is not finite", cut(name))));
            }
            if !named.contains_key(&name[..]) {
                let near =
                    nearest(name, named.keys().copied()).map_or_else(String::new, |near| format!("; did you mean {near:?}?"));
                return Err(Problem::of_file(xml.path, format!("there is no joint {:?}{near}", cut(name))));
            }
        }
        let mut joints = Joints { list: Vec::new(), of_child: HashMap::new(), worlds: HashMap::new(), notes: Vec::new() };
        for joint in &nodes {
            let link = |name: &'static str| {
                let Some(node) = child(*joint, name) else { return Err(xml.wrong(*joint, format!("has no <{name}>"))) };
                let link = xml.attribute(node, "link")?;
                match links.contains(link) {
                    true => Ok(link),
                    false => Err(xml.wrong(node, format!("there is no link {:?}", cut(link)))),
                }
            };
            let (name, parent, child_link) = (xml.attribute(*joint, "name")?, link("parent")?, link("child")?);
            let value = value(xml, *joint, &named, values)?.unwrap_or_else(|problem| {
                joints.notes.push(problem.to_string());
                0.0
            });
            let mut steps = motion(xml, *joint, value)?;
            steps.extend(origin(xml, *joint)?);
            if joints.of_child.insert(child_link, joints.list.len()).is_some() {
                return Err(xml.wrong(*joint, format!("link {:?} is the child of two joints", cut(child_link))));
            }
            joints.list.push(Joint { name, parent, child: child_link, steps });
        }
        Ok(joints)
    }

    /// How a link stands in the world; none for the root. The pose of each joint is composed exactly with that of the one before it, and
    /// rounded to doubles once.
    fn world(&mut self, xml: &Xml, node: Node, link: &str) -> Result<Option<Step>, Problem> {
        let (mut way, mut at) = (Vec::new(), link);
        while let Some(number) = self.of_child.get(at).copied().filter(|number| !self.worlds.contains_key(number)) {
            way.push(number);
            if way.len() > self.list.len() {
                return Err(xml.wrong(node, format!("its joints go in circles, by {:?}", cut(self.list[number].name))));
            }
            at = self.list[number].parent;
        }
        let mut world = self.of_child.get(at).and_then(|number| self.worlds.get(number)).copied();
        for number in way.into_iter().rev() {
            let steps: Vec<Step> = self.list[number].steps.iter().copied().chain(world).collect();
            let overflows =
                || xml.wrong(node, format!("where joint {:?} is placed a number overflows", cut(self.list[number].name)));
            let step = composed(&steps).ok_or_else(overflows)?;
            self.worlds.insert(number, step);
            world = Some(step);
        }
        Ok(world)
    }
}

/// The value of a joint: the stated one, or what comes of those that it mimics, or zero. Within, what to tell where it mimics a joint that
/// there is not: then it stands at zero.
fn value(
    xml: &Xml,
    joint: Node,
    named: &HashMap<&str, Node>,
    values: &[(String, f64)],
) -> Result<Result<f64, Problem>, Problem> {
    // As far as it was followed: the value is `factor` times that of `at`, and `sum`.
    let (mut at, mut factor, mut sum) = (joint, 1.0, 0.0);
    for _ in 0..=named.len() {
        let stated = values.iter().rfind(|(known, _)| at.attribute("name") == Some(known)).map(|(_, value)| *value);
        let mimic = match (stated, child(at, "mimic")) {
            (Some(value), _) => return Ok(Ok(factor * value + sum)),
            (None, None) => return Ok(Ok(sum)),
            (None, Some(mimic)) => mimic,
        };
        let number = |name: &str, absent: f64| -> Result<f64, Problem> {
            Ok(xml.attribute_vector::<1>(mimic, name)?.map_or(absent, |[number]| number))
        };
        sum += factor * number("offset", 0.0)?;
        factor *= number("multiplier", 1.0)?;
        let name = xml.attribute(mimic, "joint")?;
        let Some(next) = named.get(name) else {
            return Ok(Err(xml.wrong(mimic, format!("there is no joint {:?} to mimic: the joint is at zero", cut(name)))));
        };
        at = *next;
    }
    Err(xml.wrong(joint, "the joints that it mimics go in circles"))
}

/// What a joint does at a value.
fn motion(xml: &Xml, joint: Node, value: f64) -> Result<Vec<Step>, Problem> {
    let kind = xml.attribute(joint, "type")?;
    if !TYPES.contains(&kind) {
        return Err(xml.wrong(joint, format!("there is no type {:?} of joints; types are {}", cut(kind), TYPES.join(", "))));
    }
    if value == 0.0 {
        return Ok(Vec::new());
    }
    let axis: Point = match child(joint, "axis") {
        Some(axis) => xml.attribute_vector(axis, "xyz")?.unwrap_or([1.0, 0.0, 0.0]),
        None => [1.0, 0.0, 0.0],
    };
    let zero = || xml.wrong(joint, "its axis has the length zero");
    Ok(match kind {
        "revolute" | "continuous" => vec![Step::turn(turned(axis, value).ok_or_else(zero)?)],
        "prismatic" => {
            let length = axis.iter().map(|x| x * x).sum::<f64>().sqrt();
            if length == 0.0 {
                return Err(zero());
            }
            vec![Step::translation(axis.map(|x| x / length * value))]
        }
        kind => {
            return Err(xml.wrong(
                joint,
                format!("a joint of the type {:?} has no value; revolute, continuous and prismatic ones have", cut(kind)),
            ));
        }
    })
}

/// The steps of the `origin` of an element.
fn origin(xml: &Xml, node: Node) -> Result<Vec<Step>, Problem> {
    let Some(origin) = child(node, "origin") else { return Ok(Vec::new()) };
    let translation: Point = xml.attribute_vector(origin, "xyz")?.unwrap_or_default();
    let angles: Point = xml.attribute_vector(origin, "rpy")?.unwrap_or_default();
    let turns = angles.into_iter().zip(IDENTITY).filter(|(angle, _)| *angle != 0.0);
    let mut steps: Vec<Step> = turns.filter_map(|(angle, axis)| turned(axis, angle)).map(Step::turn).collect();
    if translation != [0.0; 3] {
        steps.push(Step::translation(translation));
    }
    Ok(steps)
}

struct Reader<'a> {
    xml: Xml<'a>,
    /// The objects of a file, and each as a body, which many links may have.
    meshes: HashMap<PathBuf, (Vec<Object>, Vec<Arc<Body>>)>,
}

impl Reader<'_> {
    /// The convex parts of a collision element, in the coordinates of its link.
    fn collision(&mut self, collision: Node) -> Result<Vec<Part>, Problem> {
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
            "mesh" => self.mesh(shape)?,
            other => {
                let shapes = "box, cylinder, sphere, capsule and mesh are read";
                return Err(self.xml.wrong(shape, format!("a geometry {:?} is not read; {shapes}", cut(other))));
            }
        };
        let origin = origin(&self.xml, collision)?;
        parts.iter_mut().for_each(|part| part.steps.extend(&origin));
        Ok(parts)
    }

    fn mesh(&mut self, shape: Node) -> Result<Vec<Part>, Problem> {
        let name = self.xml.attribute(shape, "filename")?;
        let path = self.found(shape, name)?;
        let scale = self.xml.attribute_vector::<3>(shape, "scale")?.filter(|scale| *scale != [1.0; 3]).map(Step::Scale);
        if !self.meshes.contains_key(&path) {
            if let Some(kind) = mesh::foreign(&path) {
                return Err(self.xml.wrong(shape, format!("{}: {kind} is not read", path.display())));
            }
            let objects = mesh::read_named_objects(&path).map_err(|problem| self.xml.wrong(shape, problem.to_string()))?;
            let bodies = objects.iter().map(|object| Arc::new(Body::Points(object.points.clone()))).collect();
            self.meshes.insert(path.clone(), (objects, bodies));
        }
        let part = |body: &Arc<Body>| Part { body: Arc::clone(body), steps: scale.into_iter().collect() };
        Ok(self.meshes[&path].1.iter().map(part).collect())
    }

    /// The file that a name means. A package is a folder of its name, or one that the robot's file is in, above that file.
    fn found(&self, shape: Node, name: &str) -> Result<PathBuf, Problem> {
        let folder = self.xml.path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let Some(in_package) = name.strip_prefix("package://").or_else(|| name.strip_prefix("model://")) else {
            return Ok(folder.join(name.strip_prefix("file://").unwrap_or(name)));
        };
        let above = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        let (package, inside) = in_package.split_once('/').unwrap_or((in_package, ""));
        for above in above.ancestors() {
            let is_package = above.file_name().is_some_and(|name| name == package) || above.join("package.xml").is_file();
            let candidates = [Some(above.join(package).join(inside)), is_package.then(|| above.join(inside))];
            if let Some(found) = candidates.into_iter().flatten().find(|path| path.is_file()) {
                return Ok(found);
            }
        }
        Err(self.xml.wrong(
            shape,
            format!("{:?}: there is no folder `{}` with this file beside or above the robot's file", cut(name), cut(package)),
        ))
    }
}
