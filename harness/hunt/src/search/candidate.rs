//! A pair of bodies on its way from a search to a report, and how long it is to write down.

use gjk_cases::case::{Case, Point};

use super::machine_integer::{RANGE, Site};

/// Two lists of points, none of them empty, and where a run on them starts.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// 2 or 3.
    pub dimension: u8,
    /// The points of A, and those of B.
    pub bodies: [Vec<Point>; 2],
    /// The first direction, where it is not the variant's own.
    pub start: Option<Point>,
}

/// How long a candidate is to write down. Smaller is simpler, in the order of the fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size {
    /// Whether it needs a first direction of its own, and so cannot be replayed from the default one.
    pub started: bool,
    /// Whether there are more than six points.
    pub many: bool,
    /// By how much the [`cost`] of coordinates exceeds that of an integer of size ten.
    pub excess: u64,
    /// Whether neither body is the origin alone.
    pub spread: bool,
    /// The number of points.
    pub points: usize,
    /// The dimension.
    pub dimension: u8,
    /// The sum of the [`cost`] of the coordinates.
    pub cost: u64,
}

/// How long a number is to write down: zero, small integers by their size (the negative ones after the positive), dyadics by
/// their significant bits, and then by their distance from one.
pub fn cost(x: f64) -> u64 {
    if x == 0.0 {
        return u64::from(x.is_sign_negative());
    }
    let magnitude = x.abs();
    if magnitude <= 4096.0 && magnitude.fract() == 0.0 {
        return 2 * magnitude as u64 + u64::from(x < 0.0);
    }
    let bits = magnitude.to_bits();
    let fraction = bits & ((1 << 52) - 1);
    let significant = if fraction == 0 { 1 } else { u64::from(53 - fraction.trailing_zeros()) };
    let exponent = (bits >> 52) as i64 - 1023;
    2 * (5_000 + 4_096 * significant + exponent.unsigned_abs()) + u64::from(x < 0.0)
}

impl Candidate {
    /// The bodies of a case whose bodies are hulls of points; none for other bodies.
    pub fn of(case: &Case) -> Option<Candidate> {
        let bodies = || [&case.a, &case.b].map(|body| body.points().to_vec());
        case.is_of_hulls().then(|| Candidate { dimension: case.dimension, bodies: bodies(), start: None })
    }

    /// The case; the first direction has no place in one.
    pub fn case(&self, id: String) -> Case {
        let [a, b] = self.bodies.clone();
        Case::of_points(id, self.dimension, a, b)
    }

    /// How many points the two bodies have.
    pub fn count(&self) -> usize {
        self.bodies.iter().map(Vec::len).sum()
    }

    /// The pair without each of its points in turn, as far as a body keeps one.
    pub fn without_one_point(&self) -> impl Iterator<Item = Candidate> {
        let places = (0..2).flat_map(|body| (0..self.bodies[body].len()).map(move |point| (body, point)));
        places.filter(|(body, _)| self.bodies[*body].len() > 1).map(|(body, point)| {
            let mut other = self.clone();
            other.bodies[body].remove(point);
            other
        })
    }

    /// How long it is to write down.
    pub fn size(&self) -> Size {
        let points = self.count();
        Size {
            started: self.start.is_some(),
            many: points > 6,
            excess: self.coordinates().map(|x| cost(x).saturating_sub(cost(-10.0))).sum(),
            spread: self.bodies.iter().all(|points| *points != [[0.0; 3]]),
            points,
            dimension: self.dimension,
            cost: self.coordinates().map(cost).sum(),
        }
    }

    /// Whether it starts as all do, has at most six points in all, and integers of size at most ten for coordinates.
    pub fn is_simple(&self) -> bool {
        self.start.is_none() && self.count() <= 6 && self.is_small(10.0)
    }

    /// Every coordinate.
    pub fn coordinates(&self) -> impl Iterator<Item = f64> {
        self.bodies.iter().flatten().flatten().copied()
    }

    /// The points as sites, where all are integers small enough for runs on machine integers.
    pub fn sites(&self) -> Option<[Vec<Site>; 2]> {
        let sites = |points: &Vec<Point>| points.iter().map(|point| point.map(|x| x as i64)).collect();
        self.is_small(RANGE as f64).then(|| self.bodies.each_ref().map(sites))
    }

    /// Whether every coordinate is an integer of at most this size.
    pub fn is_small(&self, size: f64) -> bool {
        self.coordinates().all(|x| x.fract() == 0.0 && x.abs() <= size)
    }
}
