//! The numbers of an answer itself, for a reader and for a line of JSON; and the message about two of them that contradict each
//! other.

use dashu_ratio::RBig;
use gjk_cases::case::{Arithmetic, Case, Class, Point};
use gjk_cases::format;
use gjk_solvers::Reply;
use gjk_truth::answer::{Answered, Numbers, Says, Values};
use gjk_truth::exact::Bracket;
use gjk_truth::truth::Truth;

use super::{brief, length};

/// The points and directions of an answer, in the units of the coordinates.
#[derive(Default)]
pub struct Points {
    pub on_a: Option<Point>,
    pub on_b: Option<Point>,
    /// A separating axis.
    pub axis: Option<Point>,
    /// The translation that separates bodies that meet.
    pub translation: Option<Point>,
    pub normal: Option<Point>,
    /// The depth that is reported in addition to the translation.
    pub depth: Option<f64>,
    /// The time of a first contact.
    pub time: Option<f64>,
}

impl Points {
    /// The points for the bodies as the case was written.
    pub fn for_written(self, case: &Case) -> Points {
        let [on_a, on_b] = case.in_written_order([self.on_a, self.on_b]);
        let vector = |vector: Option<Point>| vector.map(|vector| case.as_written(vector));
        Points {
            on_a,
            on_b,
            axis: vector(self.axis),
            translation: vector(self.translation),
            normal: vector(self.normal),
            depth: self.depth,
            time: self.time,
        }
    }
}

/// The points of an answer; for a union, those of the chosen pair of parts.
pub fn points(answer: &Answered) -> Points {
    let chosen = answer.parts.iter().find(|part| part.chosen).map(|part| &part.answer);
    match &chosen.unwrap_or(answer).numbers {
        Numbers::Rounded(values) => of(values, |x| *x),
        Numbers::Exact(values) => of(values, RBig::to_f64_fast),
    }
}

fn of<T>(values: &Values<T>, number: impl Fn(&T) -> f64) -> Points {
    let point = |point: &[T; 3]| point.each_ref().map(&number);
    let [on_a, on_b] = values.witnesses.as_ref().map_or([None, None], |[a, b]| [Some(point(a)), Some(point(b))]);
    Points {
        on_a,
        on_b,
        axis: values.axis.as_ref().map(point),
        translation: values.translation.as_ref().map(point),
        normal: values.normal.as_ref().map(point),
        depth: values.depth.as_ref().map(&number),
        time: values.time.as_ref().map(&number),
    }
}

/// An answer on one line: its verdict, its lengths and its points.
pub fn given_text(answer: &Answered, dimension: u8) -> String {
    let (mut text, points) = (answer.says.name_for(answer.promise).to_owned(), points(answer));
    let lengths = [
        ("time", points.time),
        ("distance", answer.distance().filter(|_| answer.says == Says::Apart)),
        ("depth", points.depth),
    ];
    for (name, length) in lengths {
        text += &length.map_or_else(String::new, |length| format!(", {name} {}", format::number(length)));
    }
    for (name, point) in [
        ("on A", points.on_a),
        ("on B", points.on_b),
        ("axis", points.axis),
        ("translation", points.translation),
        ("normal", points.normal),
    ] {
        let coordinates = |point: Point| point[..dimension.into()].iter().map(|x| format::number(*x)).collect::<Vec<_>>();
        text += &point.map_or_else(String::new, |point| format!(", {name} ({})", coordinates(point).join(", ")));
    }
    if points.on_a.is_none() && points.axis.is_none() && points.normal.is_none() && points.translation.is_none() {
        text += "; no points and no axis are given";
    }
    text
}

/// True if an answer has evidence that could prove its verdict: a simplex or an axis.
pub fn has_evidence(answer: &Answered) -> bool {
    !answer.simplex.is_empty() || !answer.parts.is_empty() || points(answer).axis.is_some()
}

/// The depth of overlapping bodies: of the bodies themselves, not of their cores.
#[derive(Clone, Copy, Debug)]
pub struct Depth {
    /// The depth, or the middle of its bracket if it is not known exactly.
    pub middle: f64,
    /// The width of the bracket.
    pub width: f64,
}

impl Depth {
    /// The depth in doubles.
    pub fn of(depth: Bracket) -> Depth {
        Depth { middle: depth.middle().to_f64(), width: depth.width().to_f64() }
    }

    /// The lower end of the bracket.
    pub fn low(self) -> f64 {
        self.middle - self.width / 2.0
    }
}

/// The depth of overlapping bodies, or `None` if it is unknown, as for unions.
pub fn depth_of(truth: &Truth) -> Option<Depth> {
    if truth.decided() != Some(Class::Overlapping) {
        return None;
    }
    truth.depth().map(Depth::of)
}

fn distance(a: &Point, b: &Point) -> f64 {
    a.iter().zip(b).map(|(x, y)| (x - y) * (x - y)).sum::<f64>().sqrt()
}

/// The message about two numbers of an answer for the same quantity that differ by more than the tolerance: the two numbers,
/// and the true one.
pub fn contradiction(reply: &Reply, truth: &Truth, scalar: Arithmetic, tolerance: f64) -> String {
    let Some(answer) = &reply.answer else { return String::new() };
    let points = points(answer);
    let allowed = length(truth, scalar, if scalar == Arithmetic::Exact { 0.0 } else { tolerance });
    // Two numbers that are printed alike are not reported as a contradiction, however small the tolerance is.
    let differs = |one: f64, other: f64| (one - other).abs() > allowed && brief(one) != brief(other);
    match answer.says {
        Says::Apart => {
            let (Some(given), Some(a), Some(b)) = (answer.distance(), &points.on_a, &points.on_b) else { return String::new() };
            let apart = distance(a, b);
            if !differs(given, apart) {
                return String::new();
            }
            format!(
                "; its distance is {} and its witness points are {} apart, where {} is true",
                brief(given),
                brief(apart),
                brief(truth.distance_f64())
            )
        }
        Says::Intersecting => {
            let (Some(given), Some(v)) = (points.depth, &points.translation) else { return String::new() };
            let long = distance(v, &[0.0; 3]);
            if !differs(given, long) {
                return String::new();
            }
            // Computing the true depth may take longer than all the rest.
            let known = depth_of(truth).map_or_else(String::new, |depth| format!(", where {} is true", brief(depth.middle)));
            format!("; its depth is {} and its translation is {} long{known}", brief(given), brief(long))
        }
    }
}
