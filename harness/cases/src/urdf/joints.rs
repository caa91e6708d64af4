//! Joints of a robot, and the poses that they give to links.

use super::noted::Noted;
use super::values::{JointValue, Values};
use crate::body::{IDENTITY, Point};
use crate::format::Problem;
use crate::given::angle::{turned, turned_by_degrees};
use crate::given::{Step, composed, work};
use crate::mesh::budget::Budget;
use crate::mesh::xml::{Xml, child, children};
use crate::quote::cut;
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

/// The kind of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It turns about an axis, within limits.
    Revolute,
    /// It turns about an axis without limits.
    Continuous,
    /// It slides along an axis.
    Prismatic,
    /// It does not move.
    Fixed,
    /// It moves in another way, and stands at zero here.
    Other(&'static str),
}

impl Kind {
    const ALL: [Kind; 9] = [
        Kind::Revolute,
        Kind::Continuous,
        Kind::Prismatic,
        Kind::Fixed,
        Kind::Other("floating"),
        Kind::Other("planar"),
        // Kinds that are not of URDF, but are written by some programs.
        Kind::Other("screw"),
        Kind::Other("spherical"),
        Kind::Other("ball"),
    ];

    /// The kind of a joint.
    pub fn of(xml: &Xml, joint: Node) -> Result<Kind, Problem> {
        let name = xml.attribute(joint, "type")?;
        Kind::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(|| {
            let names = Kind::ALL.map(Kind::name).join(", ");
            xml.wrong(joint, format!("there is no type {:?} of joints; types are {names}", cut(name)))
        })
    }

    /// The name of the kind in a file.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Revolute => "revolute",
            Kind::Continuous => "continuous",
            Kind::Prismatic => "prismatic",
            Kind::Fixed => "fixed",
            Kind::Other(name) => name,
        }
    }

    /// Whether a joint of this kind has a value.
    pub fn is_movable(self) -> bool {
        matches!(self, Kind::Revolute | Kind::Continuous | Kind::Prismatic)
    }
}

/// The least and the greatest value of a joint, in radians or in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// The least value.
    pub lower: f64,
    /// The greatest value.
    pub upper: f64,
}

impl Limits {
    /// The limits of a revolute or a prismatic joint; `None` for other joints, and for a joint whose file states neither of the two
    /// numbers. A single number that is absent is zero.
    pub fn of(xml: &Xml, joint: Node) -> Result<Option<Limits>, Problem> {
        let Some(limit) = child(joint, "limit") else { return Ok(None) };
        if !matches!(Kind::of(xml, joint)?, Kind::Revolute | Kind::Prismatic) {
            return Ok(None);
        }
        let number = |name: &str| Ok(xml.attribute_vector::<1>(limit, name)?.map(|[number]| number));
        Ok(match (number("lower")?, number("upper")?) {
            (None, None) => None,
            (lower, upper) => Some(Limits { lower: lower.unwrap_or(0.0), upper: upper.unwrap_or(0.0) }),
        })
    }

    /// Whether a value is within the limits.
    pub fn contain(&self, value: f64) -> bool {
        (self.lower..=self.upper).contains(&value)
    }
}

impl std::fmt::Display for Limits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} to {}", self.lower, self.upper)
    }
}

impl<'a> Joints<'a> {
    /// Reads the joints of a robot, at these values.
    pub fn read(xml: &Xml, root: Node<'a, 'a>, values: Values, budget: &Budget) -> Result<Joints<'a>, Problem> {
        let nodes: Vec<Node> = children(root, "joint").collect();
        let links: HashSet<&str> = children(root, "link").filter_map(|link| link.attribute("name")).collect();
        let named: Named = nodes.iter().filter_map(|joint| Some((joint.attribute("name")?, *joint))).collect();
        let given = values.checked(xml, &named)?;
        let (mut list, mut of_child) = (Vec::with_capacity(nodes.len()), HashMap::new());
        let mut noted = Noted::default();
        for joint in &nodes {
            let link = |name: &'static str| {
                let Some(node) = child(*joint, name) else { return Err(xml.wrong(*joint, format!("has no <{name}>"))) };
                let link = xml.attribute(node, "link")?;
                // A root that is called `world` is often not declared.
                match links.contains(link) || (name == "parent" && link == "world") {
                    true => Ok(link),
                    false => Err(xml.wrong(node, format!("there is no link {:?}", cut(link)))),
                }
            };
            let (name, parent, child_link) = (xml.attribute(*joint, "name")?, link("parent")?, link("child")?);
            let kind = Kind::of(xml, *joint)?;
            let value = if kind.is_movable() { value(xml, *joint, &named, &given, &mut noted)? } else { Value::ZERO };
            noted.zero(xml, *joint, kind, given.contains_key(name))?;
            let mut steps = motion(xml, *joint, kind, value)?;
            steps.extend(origin(xml, *joint)?);
            budget.take(work(&steps), "").map_err(|problem| xml.wrong(*joint, problem.message))?;
            if of_child.insert(child_link, list.len()).is_some() {
                return Err(xml.wrong(*joint, format!("link {:?} is the child of two joints", cut(child_link))));
            }
            list.push(Joint { name, parent, child: child_link, steps });
        }
        Ok(Joints { list, of_child, worlds: HashMap::new(), notes: noted.notes(xml) })
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

/// Joints by name.
type Named<'a> = HashMap<&'a str, Node<'a, 'a>>;

/// The largest number of joints in a chain in which each mimics the next: the value of each is found by following the
/// others.
const MIMICS: usize = 100;

/// The value of a joint: in radians, in degrees or in metres.
#[derive(Clone, Copy)]
struct Value {
    value: f64,
    in_degrees: bool,
}

impl Value {
    const ZERO: Value = Value { value: 0.0, in_degrees: false };
}

/// The value of a joint: the given one, or the one that follows from the joints that it mimics, or zero.
fn value<'a>(
    xml: &Xml,
    joint: Node<'a, 'a>,
    named: &Named<'a>,
    given: &HashMap<&str, &JointValue>,
    noted: &mut Noted,
) -> Result<Value, Problem> {
    // The chain as far as it has been followed: the value is `factor` times the value of `at`, plus `sum`.
    let (mut at, mut factor, mut sum) = (joint, 1.0, 0.0);
    for step in 0..=named.len().min(MIMICS) {
        let stated = at.attribute("name").and_then(|name| given.get(name));
        let mimic = match (stated, child(at, "mimic")) {
            (Some(stated), _) if step == 0 => return Ok(Value { value: stated.value, in_degrees: stated.in_degrees }),
            (Some(stated), _) => return Ok(Value { value: factor * stated.in_units() + sum, in_degrees: false }),
            (None, None) => return Ok(Value { value: sum, in_degrees: false }),
            (None, Some(mimic)) => mimic,
        };
        let number = |name: &str, absent: f64| -> Result<f64, Problem> {
            Ok(xml.attribute_vector::<1>(mimic, name)?.map_or(absent, |[number]| number))
        };
        sum += factor * number("offset", 0.0)?;
        factor *= number("multiplier", 1.0)?;
        let name = xml.attribute(mimic, "joint")?;
        let Some(next) = named.get(name) else {
            noted.mimics_none(|| xml.wrong(mimic, format!("there is no joint {:?} to mimic: the joint is at zero", cut(name))));
            return Ok(Value::ZERO);
        };
        at = *next;
    }
    let reason = match named.len() > MIMICS {
        false => "the joints that it mimics form a cycle".to_owned(),
        true => format!("the joints that it mimics form a cycle, or a chain of more than {MIMICS}"),
    };
    Err(xml.wrong(joint, reason))
}

/// The motion of a joint at a value.
fn motion(xml: &Xml, joint: Node, kind: Kind, Value { value, in_degrees }: Value) -> Result<Vec<Step>, Problem> {
    if value == 0.0 {
        return Ok(Vec::new());
    }
    let axis: Point = match child(joint, "axis") {
        Some(axis) => xml.attribute_vector(axis, "xyz")?.unwrap_or([1.0, 0.0, 0.0]),
        None => [1.0, 0.0, 0.0],
    };
    let zero = || xml.wrong(joint, "its axis has the length zero");
    Ok(match kind {
        Kind::Prismatic => {
            let length = axis.iter().map(|x| x * x).sum::<f64>().sqrt();
            if length == 0.0 {
                return Err(zero());
            }
            vec![Step::translation(axis.map(|x| x / length * value))]
        }
        _ => {
            let turn = if in_degrees { turned_by_degrees(axis, value) } else { turned(axis, value) };
            vec![Step::turn(turn.ok_or_else(zero)?)]
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
