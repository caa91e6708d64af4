//! Notes for the user on joints without a given value.

use roxmltree::Node;

use super::joints::{Kind, Limits};
use crate::format::Problem;
use crate::mesh::xml::{Xml, child};
use crate::quote::cut;

/// The most joints that a note names.
const NAMES: usize = 8;
/// The largest number of joints that are reported because they mimic a joint that does not exist.
const NOTES: usize = 20;

/// The joints that a note names, and the number of all such joints.
#[derive(Default)]
struct Names {
    first: Vec<String>,
    count: usize,
}

impl Names {
    fn push(&mut self, text: impl FnOnce() -> String) {
        self.count += 1;
        if self.first.len() < NAMES {
            self.first.push(text());
        }
    }

    /// The names, and the number of those that are not named.
    fn text(&self) -> String {
        let more = self.count - self.first.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        self.first.join(", ") + &more
    }
}

/// The joints that the user has to know about.
#[derive(Default)]
pub struct Noted {
    /// Joints whose limits zero is beyond.
    beyond: Names,
    /// Joints of kinds that have no value here.
    other: Names,
    /// Joints that mimic one that does not exist.
    mimics: Vec<String>,
    more_mimics: usize,
}

impl Noted {
    /// Notes a joint that stands at zero, if it cannot stand there or could stand elsewhere.
    pub fn zero(&mut self, xml: &Xml, joint: Node, kind: Kind, is_given: bool) -> Result<(), Problem> {
        let name = || cut(joint.attribute("name").unwrap_or_default());
        if let Kind::Other(kind) = kind {
            self.other.push(|| format!("{} ({kind})", name()));
        }
        let limits = Limits::of(xml, joint)?.filter(|limits| !limits.contain(0.0));
        if let Some(limits) = limits.filter(|_| !is_given && child(joint, "mimic").is_none()) {
            self.beyond.push(|| format!("{} ({limits})", name()));
        }
        Ok(())
    }

    /// Notes a joint that mimics one that does not exist.
    pub fn mimics_none(&mut self, problem: impl FnOnce() -> Problem) {
        if self.mimics.len() < NOTES {
            self.mimics.push(problem().to_string());
        } else {
            self.more_mimics += 1;
        }
    }

    /// The notes.
    pub fn notes(self, xml: &Xml) -> Vec<String> {
        let file = |text: String| Problem::of_file(xml.path, text).to_string();
        let mut notes = Vec::new();
        if self.beyond.count > 0 {
            let joints = if self.beyond.count == 1 { "joint" } else { "joints" };
            notes.push(file(format!(
                "joints without a value stand at zero, which is outside the limits of {} {joints}: {}",
                self.beyond.count,
                self.beyond.text()
            )));
        }
        if self.other.count > 0 {
            let joints = if self.other.count == 1 { "a joint that moves" } else { "joints that move" };
            notes.push(file(format!("{joints} in a way that takes no value here, at zero: {}", self.other.text())));
        }
        notes.extend(self.mimics);
        if self.more_mimics > 0 {
            notes.push(file(format!("and {} more joints mimic a joint that does not exist", self.more_mimics)));
        }
        notes
    }
}
