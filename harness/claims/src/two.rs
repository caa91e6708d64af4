//! The plane algorithm that keeps two points, on integers, with each choice that its source and its readers leave open.

use super::part::Pair;
use super::simplex::{Foot, dot, nearest};
use gjk_hunt::search::sample::Site;

/// A point of M with the indices of the points that it is the difference of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vertex {
    pub point: Site,
    pub made_of: [Site; 2],
}

/// The choices.
#[derive(Clone, Copy, Debug)]
pub struct Choices {
    /// The nearest point of an edge is clamped to it, or that of its line.
    pub clamped: bool,
    /// The same for the search direction alone.
    pub direction_clamped: bool,
    /// a = b is its own nearest point; unguarded, it divides zero by zero.
    pub guarded: bool,
    /// The stop test looks at b, not at a.
    pub test_b: bool,
    /// The new point replaces the farther of a and b, instead of leaving the nearer of the new edges.
    pub replace_farther: bool,
    /// Stops at dc − da below this, in squared units of the lattice; at `<=` for zero.
    pub tolerance: i128,
}

/// As its readers repaired it.
pub const REPAIRED: Choices =
    Choices { clamped: true, direction_clamped: true, guarded: true, test_b: false, replace_farther: false, tolerance: 0 };

/// How a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// With this nearest point.
    Apart(Foot),
    /// d is zero: the source returns false.
    Zero,
    /// Zero divided by zero.
    Undefined,
    /// A state comes again, or the limit.
    Endless,
}

/// An iteration: the edge, the new point, and the direction (a positive multiple).
pub struct Step {
    pub a: Vertex,
    pub b: Vertex,
    pub c: Vertex,
    pub d: [i128; 3],
}

pub fn support(pair: &Pair<'_>, d: &[i128; 3]) -> Vertex {
    let product = |point: &Site| (0..2).map(|i| i128::from(point[i]) * d[i]).sum::<i128>();
    let (mut a, mut b) = (pair.a[0], pair.b[0]);
    for point in pair.a {
        if product(point) > product(&a) {
            a = *point;
        }
    }
    for point in pair.b {
        if product(point) < product(&b) {
            b = *point;
        }
    }
    Vertex { point: [a[0] - b[0], a[1] - b[1], 0], made_of: [a, b] }
}

/// The point of an edge, or of its line, nearest to the origin.
fn foot(a: &Site, b: &Site, clamped: bool, guarded: bool) -> Option<Foot> {
    let l = [b[0] - a[0], b[1] - a[1], 0];
    let (length, along) = (dot(&l, &l), -dot(a, &l));
    let whole = |point: &Site| Foot { over: point.map(i128::from), under: 1 };
    if length == 0 {
        return guarded.then(|| whole(a));
    }
    if clamped && along <= 0 {
        return Some(whole(a));
    }
    if clamped && along >= length {
        return Some(whole(b));
    }
    let over = std::array::from_fn(|i| i128::from(a[i] * length + l[i] * along));
    Some(Foot::new(over, i128::from(length)))
}

/// A run; `seen` sees every iteration that does not stop.
pub fn run(pair: &Pair<'_>, choices: &Choices, mut seen: impl FnMut(&Step)) -> End {
    let (count_a, count_b) = (pair.a.len() as i64, pair.b.len() as i64);
    let sum = |points: &[Site], i: usize| points.iter().map(|point| point[i]).sum::<i64>();
    // The vector that joins the means, times both counts.
    let mut first = [0i128; 3];
    for (i, x) in first.iter_mut().enumerate().take(2) {
        *x = i128::from(match pair.start {
            Some(start) => start[i],
            None => sum(pair.b, i) * count_a - sum(pair.a, i) * count_b,
        });
    }
    let (mut a, mut b) = (support(pair, &first), support(pair, &first.map(|x| -x)));
    let edge = |a: &Vertex, b: &Vertex| foot(&a.point, &b.point, choices.clamped, choices.guarded);
    let Some(mut v) = edge(&a, &b) else { return End::Undefined };
    let mut states = Vec::new();
    for _ in 0..200 {
        let toward = if choices.direction_clamped == choices.clamped {
            Some(v)
        } else {
            foot(&a.point, &b.point, choices.direction_clamped, choices.guarded)
        };
        let Some(toward) = toward else { return End::Undefined };
        if toward.over == [0; 3] {
            return End::Zero;
        }
        let d = toward.over.map(|x| -x);
        let c = support(pair, &d);
        let product = |vertex: &Vertex| (0..2).map(|i| i128::from(vertex.point[i]) * d[i]).sum::<i128>();
        let progress = product(&c) - product(if choices.test_b { &b } else { &a });
        if progress < choices.tolerance * toward.under || progress <= 0 && choices.tolerance == 0 {
            return End::Apart(v);
        }
        seen(&Step { a, b, c, d });
        let (Some(p1), Some(p2)) = (edge(&a, &c), edge(&c, &b)) else { return End::Undefined };
        let drop_b =
            if choices.replace_farther { dot(&b.point, &b.point) > dot(&a.point, &a.point) } else { p1.is_nearer(&p2) };
        if drop_b {
            (b, v) = (c, p1);
        } else {
            (a, v) = (c, p2);
        }
        let state = (a, b, v);
        if states.contains(&state) {
            return End::Endless;
        }
        states.push(state);
    }
    End::Endless
}

/// The point of M nearest to the origin.
pub fn truth(pair: &Pair<'_>) -> Foot {
    let (found, kept) = nearest(&pair.differences(), |_, _| {});
    Foot::of(&kept, &found)
}

/// Whether the bodies do not meet.
pub fn is_apart(pair: &Pair<'_>) -> bool {
    truth(pair).over != [0; 3]
}
