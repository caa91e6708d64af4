//! A case: two bodies whose coordinates are exact, and the part of the answer that is known.

use dashu_ratio::RBig;
use std::fmt;
use std::sync::Arc;

pub use crate::arithmetic::Arithmetic;
pub use crate::body::{Body, Curved, Point, Shape};
use crate::given::PosedBody;

/// The position of two closed bodies relative to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// They share no point.
    Separated,
    /// They share a point, and the origin lies on the boundary of the difference A − B.
    Touching,
    /// The origin lies in the interior of the difference A − B.
    Overlapping,
}

impl Class {
    /// Every class.
    pub const ALL: [Class; 3] = [Class::Separated, Class::Touching, Class::Overlapping];

    /// The spelling of the class in the case format.
    pub const fn name(self) -> &'static str {
        match self {
            Class::Separated => "separated",
            Class::Touching => "touching",
            Class::Overlapping => "overlapping",
        }
    }

    /// The class with this name.
    pub fn named(name: &str) -> Option<Class> {
        Class::ALL.into_iter().find(|class| class.name() == name)
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The exact answer, as far as the writer of a case knows it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expectation {
    /// The class of the case.
    pub class: Option<Class>,
    /// The exact squared distance, `p` or `p/q`.
    pub distance_squared: Option<String>,
    /// For bodies with a radius: the exact squared distance of the two point hulls, before the radii.
    pub core_distance_squared: Option<String>,
    /// The exact squared depth, `p` or `p/q`, of bodies without a radius.
    pub depth_squared: Option<String>,
    /// The distance as a decimal, right if it is within half a unit of its last digit.
    pub distance: Option<String>,
    /// The depth of bodies that meet, with their radii, as a decimal in the same sense.
    pub depth: Option<String>,
    /// A direction from A to B, out of A − B, of any length except zero. The least translation of B along it that separates
    /// the bodies is as long as the depth, to half a unit of the last digit of `depth`.
    pub normal: Option<Point>,
    /// A point of A whose distance from `on_b` is the distance of the bodies. It may be off by half a unit of the last digit
    /// of `distance`, and is exact without this field.
    pub on_a: Option<Point>,
    /// A point of B, in the same sense.
    pub on_b: Option<Point>,
    /// The result of a cast.
    pub time: Option<ExpectedTime>,
    /// The exact squared distance of B from the space that A sweeps, `p` or `p/q`.
    pub path_distance_squared: Option<String>,
    /// The exact squared depth in B of the space that A sweeps, `p` or `p/q`, for bodies without a radius.
    pub path_depth_squared: Option<String>,
}

/// The expected result of a cast.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpectedTime {
    /// The exact time of the first contact, `p` or `p/q`, from 0 to 1.
    At(String),
    /// The bodies do not meet during the motion.
    Never,
}

impl ExpectedTime {
    /// The spelling in the case format.
    pub fn text(&self) -> &str {
        match self {
            ExpectedTime::At(time) => time,
            ExpectedTime::Never => NEVER,
        }
    }
}

/// The spelling of a motion with a contact, in answers.
pub const HIT: &str = "hit";

/// The spelling of a motion without contact, in expectations and in answers.
pub const NEVER: &str = "never";

impl Expectation {
    /// The least and the greatest distance that the decimal may denote: half a unit of its last digit below it, but not
    /// below zero, and half a unit above it.
    pub fn distance_bounds(&self) -> Option<[RBig; 2]> {
        self.distance.as_deref().and_then(bounds)
    }

    /// The least and the greatest depth that the decimal may denote.
    pub fn depth_bounds(&self) -> Option<[RBig; 2]> {
        self.depth.as_deref().and_then(bounds)
    }
}

/// The least and the greatest length that a decimal may denote.
fn bounds(text: &str) -> Option<[RBig; 2]> {
    let (digits, _) = decimal(text)?;
    let half = half_a_unit(text)?;
    let value = digits * &half * RBig::from(2);
    Some([(&value - &half).max(RBig::ZERO), value + half])
}

/// Half a unit of the last digit of a decimal.
pub fn half_a_unit(text: &str) -> Option<RBig> {
    let (_, exponent) = decimal(text)?;
    Some(RBig::from(10).pow(exponent as isize) / RBig::from(2))
}

/// The longest decimal that is read, which is also the greatest size of its exponent: squares of doubles range from
/// 10⁻⁶⁴⁷ to 10⁶¹⁷.
const LONGEST_DECIMAL: usize = 2000;

/// A nonnegative decimal, such as `1.50` or `3e-7`: its digits as an integer, and the power of ten of its last digit.
pub fn decimal(text: &str) -> Option<(RBig, i64)> {
    let at = text.find(['e', 'E']);
    let (number, exponent) = at.map_or((text, Some(0)), |at| (&text[..at], text[at + 1..].parse::<i64>().ok()));
    let exponent = exponent.filter(|exponent| exponent.unsigned_abs() <= LONGEST_DECIMAL as u64)?;
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let is_short = number.len() <= LONGEST_DECIMAL && !whole.is_empty();
    let digits =
        (is_short && [whole, part].concat().bytes().all(|byte| byte.is_ascii_digit())).then(|| whole.to_owned() + part)?;
    Some((digits.parse().ok()?, exponent - part.len() as i64))
}

/// The knob of a generated case.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knob {
    /// The requested value.
    pub asked: f64,
    /// The value that the snapped coordinates achieve, if the family can state it before the truth is known.
    pub achieved: Option<f64>,
}

/// Two bodies, and what is known about them.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// Unique in its file; `FAMILY:SEED:INDEX` for a generated case.
    pub id: String,
    /// 2 or 3.
    pub dimension: u8,
    /// The arithmetic in which a failure was reported, if the case comes from the field.
    pub home: Option<Arithmetic>,
    /// Body A.
    pub a: Body,
    /// Body B.
    pub b: Body,
    /// The translation of A during the motion, from time 0 to time 1, if the case asks for the first contact; it is not zero.
    pub cast: Option<Point>,
    /// The exact answer, if known to the writer.
    pub expect: Option<Expectation>,
    /// The source of the case.
    pub source: Option<String>,
    /// Free text.
    pub note: Option<String>,
    /// The family that made the case, or to which it belongs according to its writer.
    pub family: Option<String>,
    /// The degeneracy knob, for generated cases.
    pub knob: Option<Knob>,
    /// The descriptions of A and B if they are posed or scaled: the bodies above are then what the descriptions give in
    /// the home arithmetic, or in `f64` if there is none.
    pub given: [Option<Arc<PosedBody>>; 2],
    /// Whether A and B are exchanged: a half-space is always B, and was written as A. The expectation is then of the bodies as
    /// they are here.
    pub is_exchanged: bool,
}

impl Case {
    /// The case of two bodies, without further information.
    pub fn of_bodies(id: impl Into<String>, dimension: u8, a: Body, b: Body) -> Case {
        Case {
            id: id.into(),
            dimension,
            home: None,
            a,
            b,
            cast: None,
            expect: None,
            source: None,
            note: None,
            family: None,
            knob: None,
            given: [None, None],
            is_exchanged: false,
        }
    }

    /// The case of two bodies, posed or not; `None` if a number overflows `f64`.
    pub fn of_given(id: impl Into<String>, dimension: u8, bodies: [&Arc<PosedBody>; 2]) -> Option<Case> {
        let [a, b] = bodies.map(|given| given.body(Arithmetic::F64));
        let given = bodies.map(|given| (!given.is_plain()).then(|| Arc::clone(given)));
        Some(Case { given, ..Case::of_bodies(id, dimension, a?, b?) }.with_halfspace_last())
    }

    /// The case with its bodies exchanged, if A is a half-space or has one among its parts.
    pub fn with_halfspace_last(self) -> Case {
        if !self.a.has_halfspace() {
            return self;
        }
        let [of_a, of_b] = self.given;
        let exchanged = |expect: Expectation| Expectation {
            normal: expect.normal.map(|normal| normal.map(|x| 0.0 - x)),
            on_a: expect.on_b,
            on_b: expect.on_a,
            ..expect
        };
        Case {
            a: self.b,
            b: self.a,
            // If A moves by r, B moves by −r relative to it.
            cast: self.cast.map(|motion| motion.map(|x| 0.0 - x)),
            expect: self.expect.map(exchanged),
            given: [of_b, of_a],
            is_exchanged: !self.is_exchanged,
            ..self
        }
    }

    /// A vector from A to B for the bodies as they were written: with the opposite sign, if they are exchanged.
    pub fn as_written(&self, vector: Point) -> Point {
        if self.is_exchanged { vector.map(|x| 0.0 - x) } else { vector }
    }

    /// Values for A and B in the order in which the bodies were written.
    pub fn in_written_order<T>(&self, [a, b]: [T; 2]) -> [T; 2] {
        if self.is_exchanged { [b, a] } else { [a, b] }
    }

    /// The case of two hulls of points, without further information.
    pub fn of_points(id: impl Into<String>, dimension: u8, a: Vec<Point>, b: Vec<Point>) -> Case {
        Case::of_bodies(id, dimension, Body::Points(a), Body::Points(b))
    }

    /// The same case with a motion of A.
    pub fn cast_along(self, translation: Point) -> Case {
        Case { cast: Some(translation), ..self }
    }

    /// The case in the numbers of an arithmetic: coordinates, radii, matrices and the motion are rounded to the nearest single if
    /// singles are asked for, and are unchanged otherwise. Bodies that are posed or scaled are placed anew in a scalar,
    /// and are left as they are in exact arithmetic. `None` if a number overflows (the case is not applicable there),
    /// or if one vanishes that must not.
    pub fn posed(&self, arithmetic: Arithmetic) -> Option<Case> {
        let place = |body: &Body, given: &Option<Arc<PosedBody>>| match (given, arithmetic) {
            (Some(given), Arithmetic::F32 | Arithmetic::F64) => given
                .body(arithmetic)
                .and_then(|body| if arithmetic == Arithmetic::F32 { body.in_singles() } else { Some(body) }),
            (None, Arithmetic::F32) => body.in_singles(),
            _ => Some(body.clone()),
        };
        let [of_a, of_b] = &self.given;
        let (a, b) = (place(&self.a, of_a)?, place(&self.b, of_b)?);
        let cast = self.cast.map(|motion| match arithmetic {
            Arithmetic::F32 => motion.map(|x| f64::from(x as f32)),
            _ => motion,
        });
        if cast.is_some_and(|motion| motion == [0.0; 3] || !motion.iter().all(|x| x.is_finite())) {
            return None;
        }
        Some(Case {
            id: self.id.clone(),
            a,
            b,
            cast,
            expect: self.expect.clone(),
            source: self.source.clone(),
            note: self.note.clone(),
            family: self.family.clone(),
            given: [None, None],
            ..*self
        })
    }

    /// Whether both bodies are hulls of points, without a radius.
    pub fn is_of_hulls(&self) -> bool {
        matches!((&self.a, &self.b), (Body::Points(_), Body::Points(_)))
    }

    /// The cases of all pairs of convex parts, with the numbers of the parts, and with the id and the motion of this case, but
    /// without its other fields; the one pair (0, 0) if neither body is a union.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize, Case)> {
        let pair = |a: &Body, b: &Body| Case {
            cast: self.cast,
            ..Case::of_bodies(self.id.clone(), self.dimension, a.clone(), b.clone())
        };
        let of_part = move |(i, a)| self.b.parts().iter().enumerate().map(move |(j, b)| (i, j, pair(a, b)));
        self.a.parts().iter().enumerate().flat_map(of_part)
    }
}
