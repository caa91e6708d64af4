//! An answer as the judge sees it: from a variant in some arithmetic, or from a program in another language.

use dashu_ratio::RBig;
use gjk_cases::case::{HIT, NEVER};
use gjk_records::Question;

use crate::lattice::Pair;

/// The verdict of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Says {
    /// The bodies share no point.
    Apart,
    /// They share a point.
    Intersecting,
}

impl Says {
    /// The verdict as records spell it.
    pub fn name(self) -> &'static str {
        match self {
            Says::Apart => "apart",
            Says::Intersecting => "intersecting",
        }
    }

    /// The verdict as an answer to a question states it: bodies that intersect in the course of a motion are a hit.
    pub fn name_for(self, question: Question) -> &'static str {
        match (question, self) {
            (Question::Cast, Says::Apart) => NEVER,
            (Question::Cast, Says::Intersecting) => HIT,
            _ => self.name(),
        }
    }
}

/// The values of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Values<T> {
    /// The reported distance, squared in exact arithmetic; `None` for boolean answers.
    pub distance: Option<T>,
    /// The witness points on A and B.
    pub witnesses: Option<[[T; 3]; 2]>,
    /// A separating axis.
    pub axis: Option<[T; 3]>,
    /// The weights of the simplex's vertices for the witness points; empty if there are none.
    pub weights: Vec<T>,
    /// For bodies that meet: the vector v such that moving A by −v takes them apart.
    pub translation: Option<[T; 3]>,
    /// The outward normal of M at v, of any length.
    pub normal: Option<[T; 3]>,
    /// The depth that is reported in addition to v.
    pub depth: Option<T>,
    /// For a cast that hits: the time of the first contact. The witness points are those of the bodies then, and the normal
    /// points from A into B.
    pub time: Option<T>,
}

impl<T> Values<T> {
    /// No values: those of a boolean answer without an axis.
    pub fn none() -> Values<T> {
        Values {
            distance: None,
            witnesses: None,
            axis: None,
            weights: Vec::new(),
            translation: None,
            normal: None,
            depth: None,
            time: None,
        }
    }
}

impl<T> Values<T> {
    /// Applies a function to each number.
    pub fn map<U>(self, number: impl Fn(T) -> U) -> Values<U> {
        let point = |point: [T; 3]| point.map(&number);
        Values {
            distance: self.distance.map(&number),
            witnesses: self.witnesses.map(|pair| pair.map(point)),
            axis: self.axis.map(point),
            weights: self.weights.into_iter().map(&number).collect(),
            translation: self.translation.map(point),
            normal: self.normal.map(point),
            depth: self.depth.map(&number),
            time: self.time.map(&number),
        }
    }
}

/// The values of an answer in either arithmetic.
#[derive(Clone, Debug, PartialEq)]
// The larger variant of the enum is the common one.
#[allow(clippy::large_enum_variant)]
pub enum Numbers {
    /// Singles and doubles, as doubles.
    Rounded(Values<f64>),
    /// Rationals; the distance is squared.
    Exact(Box<Values<RBig>>),
}

/// The answer of a run about a pair of parts of two bodies.
#[derive(Clone, Debug, PartialEq)]
pub struct PartAnswer {
    /// The number of the part of A.
    pub a: usize,
    /// The number of the part of B.
    pub b: usize,
    /// The answer.
    pub answer: Answered,
    /// Whether this is the answer of the union.
    pub chosen: bool,
}

/// The bodies that the numbers of an answer are about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scope {
    /// The cores of the bodies. The radii, whose sum is given here, are applied to the distance afterwards, not to the witness
    /// points.
    Cores {
        /// The sum of the radii.
        radii: f64,
    },
    /// The bodies themselves.
    Bodies,
}

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    /// The verdict.
    pub says: Says,
    /// The vertices of M that the answer names as evidence.
    pub simplex: Vec<Pair>,
    /// Whether that simplex, a face of M, is the evidence of an answer `apart`, by its exact normal. Otherwise the axis is.
    pub names_face: bool,
    /// The numbers of the answer.
    pub numbers: Numbers,
    /// The bodies that the numbers are about; `Bodies` and `Cores` are equivalent for bodies without radii.
    pub scope: Scope,
    /// The question that the variant promises to answer.
    pub promise: Question,
    /// For bodies that meet: facets around the origin whose corners are points of M, as many corners per facet as the space has
    /// dimensions, the facet of the answer first. Empty if the answer names none.
    pub shell: Vec<Pair>,
    /// For unions: the answers about each pair of parts that was examined, in order, from which this answer is made. Empty for
    /// other bodies, and for answers made elsewhere.
    pub parts: Vec<PartAnswer>,
}

impl Answered {
    /// An answer about the bodies themselves that promises only the verdict.
    pub fn of_bodies(says: Says, simplex: Vec<Pair>, numbers: Numbers) -> Answered {
        Answered {
            says,
            simplex,
            names_face: false,
            numbers,
            scope: Scope::Bodies,
            promise: Question::Verdict,
            shell: Vec::new(),
            parts: Vec::new(),
        }
    }

    /// Whether a promised distance of bodies that are called apart, a promised translation of bodies that are said to meet, or the
    /// promised time of a hit is missing. A variant that promises the depth need not give a distance of bodies that are apart: some functions report
    /// contact only.
    pub fn lacks_what_it_promises(&self) -> bool {
        let [has_translation, has_time] = match &self.numbers {
            Numbers::Rounded(values) => [values.translation.is_some(), values.time.is_some()],
            Numbers::Exact(values) => [values.translation.is_some(), values.time.is_some()],
        };
        // Cores with radii may meet because of the radii alone: then the distance of the cores gives the depth.
        let tells_depth = has_translation || matches!(self.scope, Scope::Cores { .. }) && self.distance().is_some();
        match (self.promise, self.says) {
            (Question::Verdict, _) | (Question::Depth | Question::Translation, Says::Apart) => false,
            (Question::Distance, Says::Intersecting) | (Question::Cast, Says::Apart) => false,
            (Question::Cast, Says::Intersecting) => !has_time,
            (Question::Distance, Says::Apart) => self.distance().is_none(),
            (Question::Depth | Question::Translation, Says::Intersecting) => !tells_depth,
        }
    }

    /// The reported distance of the bodies, in the units of the coordinates.
    pub fn distance(&self) -> Option<f64> {
        let distance = match &self.numbers {
            Numbers::Rounded(values) => values.distance,
            Numbers::Exact(values) => values.distance.as_ref().map(|squared| squared.to_f64_fast().sqrt()),
        }?;
        Some(match (self.scope, self.says) {
            (Scope::Cores { radii }, Says::Intersecting) if radii > 0.0 => 0.0,
            (Scope::Cores { radii }, _) if radii > 0.0 => (distance - radii).max(0.0),
            _ => distance,
        })
    }
}
