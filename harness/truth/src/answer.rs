//! An answer as the judge sees it: of a variant in some arithmetic, or of a program in another language.

use dashu_ratio::RBig;
use gjk_records::Question;

use crate::lattice::Pair;

/// What an answer says.
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
}

/// The values of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Values<T> {
    /// The reported distance, squared in exact arithmetic; none for boolean answers.
    pub distance: Option<T>,
    /// The witness points on A and B.
    pub witnesses: Option<[[T; 3]; 2]>,
    /// A separating axis.
    pub axis: Option<[T; 3]>,
    /// The weights of the simplex' vertices for the witness points; empty where there are none.
    pub weights: Vec<T>,
    /// Of bodies that meet: v, by which they are taken apart if A is moved by −v.
    pub translation: Option<[T; 3]>,
    /// The outward normal of M there, of any length.
    pub normal: Option<[T; 3]>,
    /// The depth that is reported beside v.
    pub depth: Option<T>,
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
        }
    }
}

impl<T> Values<T> {
    /// The values with each number turned into another one.
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
        }
    }
}

/// The values of an answer in either arithmetic.
#[derive(Clone, Debug, PartialEq)]
pub enum Numbers {
    /// Singles and doubles, as doubles.
    Rounded(Values<f64>),
    /// Rationals; the distance is squared.
    Exact(Box<Values<RBig>>),
}

/// What a run answered about a pair of parts of two bodies.
#[derive(Clone, Debug, PartialEq)]
pub struct PartAnswer {
    /// The number of the part of A.
    pub a: usize,
    /// The number of the part of B.
    pub b: usize,
    /// The answer.
    pub answer: Answered,
    /// Whether the union's answer is this one.
    pub chosen: bool,
}

/// The bodies that the numbers of an answer are about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scope {
    /// The cores of the bodies. The radii, whose sum this is, are applied to the distance afterwards, not to the witness points.
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
    /// Whether that simplex, a face of M, is the evidence of an answer `apart`: by its exact normal. Else the axis is.
    pub names_face: bool,
    /// Its numbers.
    pub numbers: Numbers,
    /// The bodies that they are about; the same for bodies without radii.
    pub scope: Scope,
    /// What the variant promises.
    pub promise: Question,
    /// Of bodies that meet: facets of points of M around the origin, as many points for each as the space has dimensions, that of
    /// the answer first. Empty where the answer names none.
    pub shell: Vec<Pair>,
    /// Where a body is a union: the answers about each pair of parts that was looked at, in order, which this one is made of.
    /// Empty for other bodies, and for answers made elsewhere.
    pub parts: Vec<PartAnswer>,
}

impl Answered {
    /// An answer about the bodies themselves that promises nothing but the verdict.
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

    /// Whether a distance was promised and there is none of bodies that are said to be apart, or a translation of bodies that are said to meet. Who promises the
    /// depth need not give a distance of bodies that are apart: some functions tell of contact alone.
    pub fn lacks_what_it_promises(&self) -> bool {
        let has_translation = match &self.numbers {
            Numbers::Rounded(values) => values.translation.is_some(),
            Numbers::Exact(values) => values.translation.is_some(),
        };
        // Cores with radii may meet for these alone: then their distance tells how deep.
        let tells_depth = has_translation || matches!(self.scope, Scope::Cores { .. }) && self.distance().is_some();
        match (self.promise, self.says) {
            (Question::Verdict, _) | (Question::Depth | Question::Translation, Says::Apart) => false,
            (Question::Distance, Says::Intersecting) => false,
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
