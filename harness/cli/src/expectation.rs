//! The comparison of a case's own expectation with the oracle.

mod cast;
mod length;
mod normal;

use dashu_ratio::RBig;
use gjk_cases::case::{Body, Case, Class, Expectation as Expected, Point, half_a_unit};
use gjk_cases::quote::cut;
use gjk_truth::truth::Truth;

use self::length::Length;
use crate::address::Addressed;
use crate::output::tell;

/// The messages about an expectation of a case: that the oracle contradicts it, and that the oracle neither confirms nor
/// contradicts it.
pub struct Expectation {
    contradicted: Option<String>,
    left_open: Option<String>,
}

impl Expectation {
    /// The messages about a case; none for a case without an expectation.
    pub fn of(addressed: &Addressed) -> Expectation {
        let expected = addressed.written().and_then(|case| Some((case, case.expect.as_ref()?)));
        let Some((case, expect)) = expected else { return Expectation { contradicted: None, left_open: None } };
        let truth = Truth::of(case);
        let said = |parts: Vec<String>| {
            (!parts.is_empty()).then(|| format!("{}#{}: {}", addressed.file, cut(&case.id), parts.join("; ")))
        };
        let (mut wrong, mut open) = (wrong_fields(case, expect, truth.at_start()), open_fields(expect, truth.at_start()));
        if let Some(cast) = truth.cast() {
            wrong.extend(cast::wrong_fields(case, expect, cast));
            open.extend(cast::open_fields(case, expect, cast));
        }
        Expectation { contradicted: said(wrong), left_open: said(open) }
    }

    /// Prints the messages, and returns the number of contradictions.
    pub fn report(&self) -> usize {
        for said in self.contradicted.iter().chain(&self.left_open) {
            tell(format_args!("expectation: {said}"));
        }
        usize::from(self.contradicted.is_some())
    }
}

/// The fields that the oracle contradicts, for the coordinates as written: each with the expected value and the true one.
fn wrong_fields(case: &Case, expect: &Expected, truth: &Truth) -> Vec<String> {
    // A class that a bracket leaves open is not a contradiction.
    let class = expect.class.zip(truth.decided()).filter(|(expected, found)| expected != found);
    let class = class.map(|(expected, found)| format!("class: expected {expected}, is {found}"));
    let distance = Length::of_distance(truth);
    let decimal = |name: &str, text: &Option<String>, bounds: Option<[RBig; 2]>, length: &Length| {
        let wrong = text.as_ref().zip(bounds).filter(|(_, bounds)| length.is_outside(bounds));
        wrong.map(|(text, _)| format!("{name}: expected {}, is {length}", cut(text)))
    };
    let distance_squared = fraction("distance_squared", &expect.distance_squared, truth.distance_squared()).or_else(|| {
        let text = expect.distance_squared.as_ref().filter(|_| truth.distance_squared().is_none())?;
        let is_wrong = text.parse::<RBig>().is_ok_and(|squared| distance.is_not_root_of(&squared));
        is_wrong.then(|| format!("distance_squared: expected {}, is the square of {distance}", cut(text)))
    });
    let mut wrong = vec![
        class,
        decimal("distance", &expect.distance, expect.distance_bounds(), &distance),
        distance_squared,
        fraction("core_distance_squared", &expect.core_distance_squared, truth.core_distance_squared()),
    ];
    if truth.decided() == Some(Class::Separated) {
        let none = |name: &str, text: &Option<String>| {
            text.as_ref().map(|text| format!("{name}: expected {}, is none, as the bodies are separated", cut(text)))
        };
        wrong.extend([none("depth", &expect.depth), none("depth_squared", &expect.depth_squared)]);
    } else {
        let depth = Length::of_depth(truth);
        wrong.push(depth.and_then(|depth| decimal("depth", &expect.depth, expect.depth_bounds(), &depth)));
        wrong.push(fraction("depth_squared", &expect.depth_squared, truth.depth_squared()));
        wrong.push(normal::contradiction(case, expect, truth));
    }
    wrong.into_iter().flatten().chain(wrong_points(case, expect)).collect()
}

/// The contradiction to an expected fraction, where the true one is known.
fn fraction(name: &str, text: &Option<String>, found: Option<RBig>) -> Option<String> {
    let (text, found) = (text.as_ref()?, found?);
    let is_wrong = text.parse::<RBig>().is_ok_and(|expected| expected != found);
    is_wrong.then(|| format!("{name}: expected {}, is {found}", cut(text)))
}

/// The contradictions to the witness points: that one is not in its body, and that their distance is not the expected one.
fn wrong_points(case: &Case, expect: &Expected) -> Vec<String> {
    let (Some(on_a), Some(on_b)) = (&expect.on_a, &expect.on_b) else { return Vec::new() };
    let tolerance = expect.distance.as_deref().and_then(half_a_unit).unwrap_or(RBig::ZERO);
    let outside = |name: &str, body_name: &str, point: &Point, body: &Body| {
        let pair = Case::of_bodies(name, case.dimension, Body::Points(vec![*point]), body.clone());
        let away = Length::of_distance(&Truth::of(&pair));
        away.is_outside(&[RBig::ZERO, tolerance.clone()])
            .then(|| format!("{name}: expected a point of {body_name}, is {away} away from it"))
    };
    let apart = Length::between(on_a, on_b);
    let distance = match (expect.distance_bounds(), &expect.distance, &expect.distance_squared) {
        (Some(bounds), Some(text), _) => {
            apart.is_outside(&bounds).then(|| format!("on_a and on_b: expected the distance {}, is {apart}", cut(text)))
        }
        (_, _, Some(text)) => {
            let is_wrong = text.parse::<RBig>().is_ok_and(|squared| apart.is_not_root_of(&squared));
            is_wrong.then(|| format!("on_a and on_b: expected the squared distance {}, is the square of {apart}", cut(text)))
        }
        _ => None,
    };
    [outside("on_a", "A", on_a, &case.a), outside("on_b", "B", on_b, &case.b), distance].into_iter().flatten().collect()
}

/// The fields that the oracle cannot decide: a class that the bracket leaves open, and the depth of unions.
fn open_fields(expect: &Expected, truth: &Truth) -> Vec<String> {
    let class = expect.class.filter(|_| truth.decided().is_none()).map(|expected| {
        let distance = Length::of_distance(truth);
        format!("the case expects {expected}, and the oracle cannot decide: the distance is {distance}")
    });
    let is_open = truth.decided() != Some(Class::Separated) && Length::of_depth(truth).is_none();
    let depth = expect.depth.as_ref().filter(|_| is_open).map(|depth| {
        format!("the case expects the depth {}, and the oracle cannot decide: it finds no depth of unions", cut(depth))
    });
    class.into_iter().chain(depth).collect()
}
