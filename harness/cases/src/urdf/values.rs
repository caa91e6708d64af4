//! The values that a user gives to joints of a robot, and the checks that they are meant.

use std::collections::HashMap;

use roxmltree::Node;

use super::joints::{Kind, Limits};
use crate::format::Problem;
use crate::mesh::xml::{Xml, child};
use crate::quote::cut;
use crate::spelling::nearest_few;

/// The value of a joint: an angle or a length.
#[derive(Clone, Debug, PartialEq)]
pub struct JointValue {
    /// The name of the joint.
    pub name: String,
    /// The value, in radians, in degrees or in metres.
    pub value: f64,
    /// Whether it is an angle in degrees.
    pub in_degrees: bool,
}

impl JointValue {
    /// The value of a text such as `0.5` or `-90deg`; `None` if it is not a finite number.
    pub fn of(name: &str, text: &str) -> Option<JointValue> {
        let degrees = text.strip_suffix("deg");
        let value: f64 = degrees.unwrap_or(text).parse().ok()?;
        value.is_finite().then(|| JointValue { name: name.to_owned(), value, in_degrees: degrees.is_some() })
    }

    /// A value in radians or in metres.
    pub fn plain(name: &str, value: f64) -> JointValue {
        JointValue { name: name.to_owned(), value, in_degrees: false }
    }

    /// The value in radians or in metres.
    pub fn in_units(&self) -> f64 {
        if self.in_degrees { self.value.to_radians() } else { self.value }
    }
}

/// The values of joints that a user gives.
#[derive(Clone, Copy, Debug, Default)]
pub struct Values<'v> {
    /// The values; all other joints are at zero, or where the joints that they mimic put them.
    pub list: &'v [JointValue],
    /// Whether a value may be beyond the limits of its joint.
    pub beyond_limits: bool,
}

/// The most joints that a message names.
const NAMES: usize = 4;

impl<'v> Values<'v> {
    /// The values by the names of joints.
    ///
    /// # Errors
    /// A joint does not exist, is given twice, takes no value of its own, or has a value beyond its limits.
    pub fn checked(self, xml: &Xml, joints: &HashMap<&str, Node>) -> Result<HashMap<&'v str, &'v JointValue>, Problem> {
        let mut values: HashMap<&str, &JointValue> = HashMap::new();
        for value in self.list {
            let name = &value.name[..];
            let is_known = joints.contains_key(name);
            let refused = |reason: String| Err(Problem::of_file(xml.path, reason + &near(xml, name, joints, is_known)));
            let quoted = cut(name);
            let Some(joint) = joints.get(name) else { return refused(format!("there is no joint {quoted:?}")) };
            if let Some(before) = values.insert(name, value) {
                return refused(format!("joint {quoted:?} is given twice: {} and {}", before.text(), value.text()));
            }
            let kind = Kind::of(xml, *joint)?;
            if let Some(mimic) = child(*joint, "mimic").filter(|_| kind.is_movable()) {
                let other = cut(mimic.attribute("joint").unwrap_or_default());
                return refused(format!(
                    "joint {quoted:?} takes no value of its own: it mimics {other:?}; give that one a value"
                ));
            }
            if !kind.is_movable() {
                return refused(format!("joint {quoted:?} is {} and takes no value", kind.name()));
            }
            if value.in_degrees && kind == Kind::Prismatic {
                return refused(format!("joint {quoted:?} is prismatic: its value is a length, and {} an angle", value.text()));
            }
            let limits = Limits::of(xml, *joint)?.filter(|limits| !self.beyond_limits && !limits.contain(value.in_units()));
            if let Some(limits) = limits {
                let unit = if value.in_degrees { format!(" ({} in radians)", value.in_units()) } else { String::new() };
                // More than a full turn is rarely meant.
                let is_large = kind == Kind::Revolute && !value.in_degrees && value.value.abs() > std::f64::consts::TAU;
                let is_angle = is_large && limits.contain(value.value.to_radians());
                let meant = if is_angle { format!("; did you mean {}deg?", value.value) } else { String::new() };
                return refused(format!(
                    "joint {quoted:?}: {}{unit} is beyond its limits, {limits}{meant}; --beyond-limits (or @beyond-limits in the \
                     address) allows it",
                    value.text()
                ));
            }
        }
        Ok(values)
    }
}

impl JointValue {
    fn text(&self) -> String {
        format!("{}{}", self.value, if self.in_degrees { "deg" } else { "" })
    }
}

/// The joints with the names nearest to a name, with their limits, as the end of a message.
fn near(xml: &Xml, name: &str, joints: &HashMap<&str, Node>, is_known: bool) -> String {
    let takes_value = |joint: &Node| Kind::of(xml, *joint).is_ok_and(Kind::is_movable) && child(*joint, "mimic").is_none();
    let others = joints.iter().filter(|(other, joint)| **other != name && takes_value(joint)).map(|(name, _)| *name);
    let near = nearest_few(name, others, NAMES);
    let text = |name: &&str| {
        let limits = joints.get(name).and_then(|joint| Limits::of(xml, *joint).ok().flatten());
        format!("{}{}", cut(name), limits.map_or_else(String::new, |limits| format!(" ({limits})")))
    };
    match &near[..] {
        [] => String::new(),
        near => format!(
            ". {}: {}; `gjk list joints {}` lists all",
            if is_known { "Other joints" } else { "Joints with names near to it" },
            near.iter().map(text).collect::<Vec<_>>().join(", "),
            xml.path.display()
        ),
    }
}
