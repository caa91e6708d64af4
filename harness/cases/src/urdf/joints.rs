//! Joints of a robot, and the poses that they give to links.

use crate::body::{IDENTITY, Point};
use crate::format::Problem;
use crate::given::angle::turned;
use crate::given::{Step, composed, work};
use crate::mesh::budget::Budget;
use crate::mesh::xml::{Xml, child, children};
use crate::quote::cut;
use crate::spelling::nearest;
use roxmltree::Node;
use std::collections::{HashMap, HashSet};

/// A joint, at its value.
pub struct Joint<'a> {
    name: &'a str,
    pub parent: &'a str,
    pub child: &'a str,
    /// The steps from the child to the parent.
    steps: Vec<Step>,
}

/// The joints of a robot.
pub struct Joints<'a> {
    pub list: Vec<Joint<'a>>,
    /// The number of the joint whose child a link is.
    of_child: HashMap<&'a str, usize>,
    /// The poses of the children of joints in the world, as far as they were asked for.
    worlds: HashMap<usize, Step>,
    /// Notes for the user on the joints.
    pub notes: Vec<String>,
}

/// The types of joints.
const TYPES: [&str; 6] = ["revolute", "continuous", "prismatic", "fixed", "floating", "planar"];

impl<'a> Joints<'a> {
    /// Reads the joints of a robot, at these values.
    pub fn read(xml: &Xml, root: Node<'a, 'a>, values: &[(String, f64)], budget: &Budget) -> Result<Joints<'a>, Problem> {
        let nodes: Vec<Node> = children(root, "joint").collect();
        let links: HashSet<&str> = children(root, "link").filter_map(|link| link.attribute("name")).collect();
        let with_mimic = |joint: &Node<'a, 'a>| Some((joint.attribute("name")?, (*joint, child(*joint, "mimic"))));
        let named: Named = nodes.iter().filter_map(with_mimic).collect();
        let mut more = 0;
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
                if joints.notes.len() < NOTES {
                    joints.notes.push(problem().to_string());
                } else {
                    more += 1;
                }
                0.0
            });
            let mut steps = motion(xml, *joint, value)?;
            steps.extend(origin(xml, *joint)?);
            budget.take(work(&steps), "").map_err(|problem| xml.wrong(*joint, problem.message))?;
            if joints.of_child.insert(child_link, joints.list.len()).is_some() {
                return Err(xml.wrong(*joint, format!("link {:?} is the child of two joints", cut(child_link))));
            }
            joints.list.push(Joint { name, parent, child: child_link, steps });
        }
        if more > 0 {
            joints.notes.push(
                Problem::of_file(xml.path, format!("and {more} more joints mimic a joint that does not exist")).to_string(),
            );
        }
        Ok(joints)
    }

    /// The pose of a link in the world; `None` for the root. The pose of each joint is composed exactly with the pose
    /// of the joint before it, and rounded to doubles once.
    pub fn world(&mut self, xml: &Xml, node: Node, link: &str) -> Result<Option<Step>, Problem> {
        let (mut way, mut at) = (Vec::new(), link);
        while let Some(number) = self.of_child.get(at).copied().filter(|number| !self.worlds.contains_key(number)) {
            way.push(number);
            if way.len() > self.list.len() {
                return Err(xml.wrong(node, format!("its joints form a cycle, by {:?}", cut(self.list[number].name))));
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

/// Joints by name, each with its element `mimic`.
type Named<'a> = HashMap<&'a str, (Node<'a, 'a>, Option<Node<'a, 'a>>)>;

/// The largest number of joints in a chain in which each mimics the next: the value of each is found by following the
/// others.
const MIMICS: usize = 100;
/// The largest number of joints that are reported because they mimic a joint that does not exist.
const NOTES: usize = 20;

/// The value of a joint: the stated one, or the one that follows from the joints that it mimics, or zero. The inner
/// error is the problem of a joint that mimics one that does not exist: the joint is then at zero.
fn value<'a>(
    xml: &Xml,
    joint: Node<'a, 'a>,
    named: &Named<'a>,
    values: &[(String, f64)],
) -> Result<Result<f64, impl Fn() -> Problem>, Problem> {
    // The chain as far as it has been followed: the value is `factor` times the value of `at`, plus `sum`.
    let ((mut at, mut mimics), mut factor, mut sum) = ((joint, child(joint, "mimic")), 1.0, 0.0);
    for _ in 0..=named.len().min(MIMICS) {
        let stated = values.iter().rfind(|(known, _)| at.attribute("name") == Some(known)).map(|(_, value)| *value);
        let mimic = match (stated, mimics) {
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
            let problem = move || xml.wrong(mimic, format!("there is no joint {:?} to mimic: the joint is at zero", cut(name)));
            return Ok(Err(problem));
        };
        (at, mimics) = *next;
    }
    let reason = match named.len() > MIMICS {
        false => "the joints that it mimics form a cycle".to_owned(),
        true => format!("the joints that it mimics form a cycle, or a chain of more than {MIMICS}"),
    };
    Err(xml.wrong(joint, reason))
}

/// The motion of a joint at a value.
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
pub fn origin(xml: &Xml, node: Node) -> Result<Vec<Step>, Problem> {
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
