//! A pair of bodies between a search and a report, and the measure of its simplicity.

use gjk_cases::case::{Case, Point};

use super::machine_integer::{RANGE, Site};

/// Two non-empty lists of points, and the first direction of a run on them.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// 2 or 3.
    pub dimension: u8,
    /// The points of A, and those of B.
    pub bodies: [Vec<Point>; 2],
    /// The first direction, if it is not the variant's own.
    pub start: Option<Point>,
    /// The translation of A, if it moves.
    pub motion: Option<Point>,
}

/// The length of a candidate when written down. Smaller is simpler; fields are compared in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size {
    /// Whether it needs a first direction of its own, and so cannot be replayed from the default one.
    pub started: bool,
    /// Whether there are more than six points.
    pub many: bool,
    /// The sum over the coordinates of the excess of their [`cost`] over that of −10.
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

/// The length of a number when written down: zero, then small integers by size (a negative one after its opposite), then
/// dyadics by their significant bits and by the distance of their exponent from zero.
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
    /// The bodies of a case of two hulls of points; `None` for other bodies.
    pub fn of(case: &Case) -> Option<Candidate> {
        let bodies = || [&case.a, &case.b].map(|body| body.points().to_vec());
        case.is_of_hulls().then(|| Candidate { dimension: case.dimension, bodies: bodies(), start: None, motion: case.cast })
    }

    /// The case without the first direction, for which a case has no field.
    pub fn case(&self, id: String) -> Case {
        let [a, b] = self.bodies.clone();
        Case { cast: self.motion, ..Case::of_points(id, self.dimension, a, b) }
    }

    /// The number of points of the two bodies.
    pub fn count(&self) -> usize {
        self.bodies.iter().map(Vec::len).sum()
    }

    /// The pairs with one point removed, for each point of a body that has more than one.
    pub fn without_one_point(&self) -> impl Iterator<Item = Candidate> {
        let places = (0..2).flat_map(|body| (0..self.bodies[body].len()).map(move |point| (body, point)));
        places.filter(|(body, _)| self.bodies[*body].len() > 1).map(|(body, point)| {
            let mut other = self.clone();
            other.bodies[body].remove(point);
            other
        })
    }

    /// The length of the candidate when written down.
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

    /// Whether it has the default first direction, at most six points in total, and only integers of size at most ten as
    /// coordinates.
    pub fn is_simple(&self) -> bool {
        self.start.is_none() && self.count() <= 6 && self.is_small(10.0)
    }

    /// Every coordinate, with those of the motion last.
    pub fn coordinates(&self) -> impl Iterator<Item = f64> {
        self.bodies.iter().flatten().chain(&self.motion).flatten().copied()
    }

    /// Every vector that turns with the bodies.
    pub fn vectors_mut(&mut self) -> impl Iterator<Item = &mut Point> {
        self.bodies.iter_mut().flatten().chain(&mut self.motion)
    }

    /// The points as sites, if all coordinates are integers small enough for runs on machine integers.
    pub fn sites(&self) -> Option<[Vec<Site>; 2]> {
        let sites = |points: &Vec<Point>| points.iter().map(|point| point.map(|x| x as i64)).collect();
        self.is_small(RANGE as f64).then(|| self.bodies.each_ref().map(sites))
    }

    /// Whether every coordinate is an integer of at most this size.
    pub fn is_small(&self, size: f64) -> bool {
        self.coordinates().all(|x| x.fract() == 0.0 && x.abs() <= size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_integers_are_short_then_come_dyadics_by_their_bits() {
        let table = [(0.0, 0), (-0.0, 1), (1.0, 2), (-1.0, 3), (10.0, 20), (-10.0, 21), (4096.0, 8192), (-4096.0, 8193)];
        for (x, expected) in table {
            assert_eq!(cost(x), expected, "{x}");
        }
        // 2 (5000 + 4096 bits + |exponent|), and one more below zero: 1/2, 3/4, 2⁻⁴⁰, 4097 = 2¹² + 1, and 1/3 with 53 bits.
        let one_bit = 2 * (5_000 + 4_096);
        let table = [(0.5, one_bit + 2), (0.75, one_bit + 8_192 + 2), (0.5_f64.powi(40), one_bit + 80)];
        for (x, expected) in table {
            assert_eq!((cost(x), cost(-x)), (expected, expected + 1), "{x}");
        }
        assert_eq!((cost(4097.0), cost(8192.0)), (2 * (5_000 + 4_096 * 13 + 12), one_bit + 26));
        assert_eq!(cost(1.0 / 3.0), 2 * (5_000 + 4_096 * 53 + 2));
    }

    #[test]
    fn pairs_that_are_shorter_to_write_are_simpler() {
        let pair =
            |a: &[Point], b: &[Point]| Candidate { dimension: 3, bodies: [a.to_vec(), b.to_vec()], start: None, motion: None };
        let (origin, p) = ([0.0; 3], [1.0, -2.0, 10.0]);
        let size = pair(&[p, origin], &[[11.0, -11.0, 0.5]]).size();
        // The excess over −10, which costs 21: 1, 2 and 18,194 − 21.
        let cost = 2 + 5 + 20 + 22 + 23 + 18_194;
        let expected =
            Size { started: false, many: false, excess: 1 + 2 + 18_173, spread: true, points: 3, dimension: 3, cost };
        assert_eq!(size, expected);
        let large = [1000.0; 3];
        // In each row the simpler pair comes first, although it is worse in every field that counts less.
        let started = Candidate { start: Some(p), ..pair(&[origin], &[p]) };
        let rows = [
            (pair(&[large; 9], &[large]), started),
            (pair(&[large; 3], &[large; 3]), pair(&[origin; 6], &[origin])),
            (pair(&[p; 3], &[p; 3]), pair(&[origin], &[[11.0, 0.0, 0.0]])),
            (pair(&[origin], &[p; 4]), pair(&[p], &[p])),
            (pair(&[p], &[[10.0; 3]]), pair(&[[1.0, 0.0, 0.0]; 2], &[[1.0, 0.0, 0.0]])),
            (Candidate { dimension: 2, ..pair(&[p], &[p]) }, pair(&[[1.0, 0.0, 0.0]], &[[1.0, 0.0, 0.0]])),
            (pair(&[[1.0, 0.0, 0.0]], &[p]), pair(&[[-1.0, 0.0, 0.0]], &[p])),
        ];
        for (simpler, other) in rows {
            assert!(simpler.size() < other.size(), "{simpler:?} and {other:?}");
        }
        // Seven points are many, six are not.
        assert!([(6, false), (7, true)].iter().all(|(count, many)| pair(&vec![p; count - 1], &[p]).size().many == *many));
    }

    #[test]
    fn simple_are_six_points_of_integers_up_to_ten_from_the_default_start() {
        let pair = |a: &[Point]| Candidate { dimension: 3, bodies: [a.to_vec(), vec![[0.0; 3]]], start: None, motion: None };
        assert!(pair(&[[10.0, -10.0, 0.0]; 5]).is_simple());
        assert!(!pair(&[[10.0, -10.0, 0.0]; 6]).is_simple() && !pair(&[[11.0, 0.0, 0.0]]).is_simple());
        assert!(!pair(&[[0.5, 0.0, 0.0]]).is_simple());
        assert!(!Candidate { start: Some([1.0, 0.0, 0.0]), ..pair(&[[0.0; 3]]) }.is_simple());
        let sites = |x: f64| pair(&[[x, 0.0, 0.0]]).sites();
        assert_eq!(sites(-64.0), Some([vec![[-64, 0, 0]], vec![[0; 3]]]));
        assert!(sites(65.0).is_none() && sites(1.5).is_none());
        // Each point is removed in turn, but no body is left without points.
        let all = pair(&[[1.0; 3], [2.0; 3]]);
        assert_eq!(all.without_one_point().collect::<Vec<_>>(), [pair(&[[2.0; 3]]), pair(&[[1.0; 3]])]);
    }
}
